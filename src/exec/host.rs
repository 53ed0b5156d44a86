//! What lies outside of the tested program: its output, files, the time.
//!
//! The machine knows files and clocks only through this. A run that looks for tests is sealed: the program
//! sees nothing of the machine that it runs on, so that its tests depend on nothing but its inputs.

use crate::ir::ArgKind;
use crate::util::Bits;

/// A call of a function of the machine that we run on.
#[derive(Clone, Debug)]
pub struct NativeCall<'a> {
    pub function: &'a str,
    pub arguments: Vec<NativeArgument>,
    /// Width and kind of the result; `None` for a function that returns nothing.
    pub result: Option<(Bits, ArgKind)>,
    /// How many arguments the declaration has, if there are variable ones.
    pub fixed: Option<usize>,
}

/// An argument of a native call.
#[derive(Clone, Debug)]
pub enum NativeArgument {
    /// An integer, or the bits of a float.
    Number { width: Bits, kind: ArgKind, value: u128 },
    /// An address in an object, with all bytes of the object.
    Pointer { bytes: Vec<u8>, offset: u64, is_constant: bool },
}

/// What a native call gave.
#[derive(Clone, Debug)]
pub struct NativeResult {
    pub value: NativeValue,
    /// The bytes of each pointer argument's object after the call, in order.
    pub objects: Vec<Vec<u8>>,
}

/// The result of a native call.
#[derive(Clone, Debug)]
pub enum NativeValue {
    Nothing,
    Number(u128),
    /// An address in the object of one of the arguments.
    Within {
        argument: usize,
        offset: u64,
    },
}

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

    /// Calls a function of the machine that we run on. The error says why that cannot be.
    fn call(&mut self, call: &NativeCall<'_>) -> Result<NativeResult, String> {
        Err(format!("`{}` cannot be called natively here", call.function))
    }

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
