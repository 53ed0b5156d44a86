//! What lies outside of the tested program: its output, files, the time.
//!
//! The machine knows files and clocks only through this. A run that looks for tests is sealed: the program
//! sees nothing of the machine that it runs on, so that its tests depend on nothing but its inputs.

use crate::ir::ArgKind;
use crate::util::Bits;
use std::fmt;
use std::sync::Arc;

/// A call of a function of the machine that we run on.
#[derive(Clone, Debug)]
pub struct NativeCall<'a> {
    pub function: &'a str,
    pub arguments: Vec<NativeArgument>,
    /// All bytes of each object that an argument points to; arguments that point to the same one share it.
    pub objects: Vec<Vec<u8>>,
    /// Width and kind of the result; `None` for a function that returns nothing.
    pub result: Option<(Bits, ArgKind)>,
    /// How many arguments the declaration has, if there are variable ones.
    pub fixed: Option<usize>,
}

/// An argument of a native call.
#[derive(Copy, Clone, Debug)]
pub enum NativeArgument {
    /// An integer, the bits of a float, or an address that belongs to no object.
    Number { width: Bits, kind: ArgKind, value: u128 },
    /// An address, counted from the beginning of one of the call's objects; it may lie outside.
    Pointer { object: usize, offset: u64 },
}

/// What a native call gave.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NativeResult {
    pub value: NativeValue,
    /// The bytes of the call's objects after it, in their order.
    pub objects: Vec<Vec<u8>>,
}

/// The result of a native call.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum NativeValue {
    Nothing,
    Number(u128),
    /// An address, counted from the beginning of one of the call's objects.
    Within {
        object: usize,
        offset: u64,
    },
}

/// The world around a program.
pub trait Host {
    /// Bytes that the program writes to standard output (1) or standard error (2).
    fn output(&mut self, descriptor: u64, bytes: &[u8]);

    /// The contents of a file, if it exists; `/dev/stdin` is standard input.
    fn file(&mut self, name: &str) -> Option<Vec<u8>>;

    /// The next bytes, at most `most`, of a file without contents of its own, which gives bytes as they come: a device, a
    /// pipe, a terminal. Empty at its end; `None` if the file is none of these. Where `most` is zero nothing is read.
    fn stream(&mut self, _name: &str, _most: usize) -> Option<Vec<u8>> {
        None
    }

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

/// Makes the world of each machine of a run: a sealed one, unless it is told another.
#[derive(Clone)]
pub struct Worlds(Arc<dyn Fn() -> Box<dyn Host> + Send + Sync>);

impl Worlds {
    pub fn new(make: impl Fn() -> Box<dyn Host> + Send + Sync + 'static) -> Self {
        Self(Arc::new(make))
    }

    pub fn make(&self) -> Box<dyn Host> {
        self.0()
    }
}

impl Default for Worlds {
    fn default() -> Self {
        Self::new(|| Box::new(Sealed))
    }
}

impl fmt::Debug for Worlds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Worlds")
    }
}
