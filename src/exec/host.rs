//! What lies outside of the tested program: its output, files, the time.
//!
//! The machine knows files and clocks only through this. A run that looks for tests is sealed: the program
//! sees nothing of the machine that it runs on, so that its tests depend on nothing but its inputs.

/// The world around a program.
pub trait Host {
    /// Bytes that the program writes to standard output (1) or standard error (2).
    fn output(&mut self, descriptor: u64, bytes: &[u8]);

    /// The contents of a file, if it exists; `/dev/stdin` is standard input.
    fn file(&mut self, name: &str) -> Option<Vec<u8>>;

    /// Contents that a file has from now on; `None` removes it.
    fn store(&mut self, name: &str, contents: Option<&[u8]>);

    /// A clock: 0 the time in seconds, 1 processor time in microseconds, 2 the nanoseconds of the time. `None`
    /// makes it an input.
    fn time(&mut self, clock: u64) -> Option<u64>;

    /// Output reaches its reader.
    fn flush(&mut self) {}
}

/// A world without files, where output goes nowhere and the time is an input.
pub struct Sealed;

impl Host for Sealed {
    fn output(&mut self, _: u64, _: &[u8]) {}

    fn file(&mut self, _: &str) -> Option<Vec<u8>> {
        None
    }

    fn store(&mut self, _: &str, _: Option<&[u8]>) {}

    fn time(&mut self, _: u64) -> Option<u64> {
        None
    }
}
