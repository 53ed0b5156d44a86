//! The world outside of the tested program: its output, files, the time.
//!
//! The machine knows files and clocks only through the trait `Host`. A run that looks for tests is sealed:
//! the program sees nothing of the machine that it runs on, so that its tests depend only on its inputs.

use crate::ir::ArgKind;
use crate::util::Bits;
use std::fmt;
use std::sync::Arc;

/// A call of a function of the machine that we run on.
#[derive(Clone, Debug)]
pub struct NativeCall<'a> {
    pub function: &'a str,
    /// Its definition in LLVM's assembly, if it is not a function of the C library.
    pub code: Option<&'a str>,
    pub arguments: Vec<NativeArgument>,
    /// All bytes of each object that an argument points to; arguments that point to the same one share it.
    pub objects: Vec<Vec<u8>>,
    /// Width and kind of the result; `None` for a function that returns nothing.
    pub result: Option<(Bits, ArgKind)>,
    /// How many arguments the declaration has, if it allows variable ones.
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

/// The outcome of a native call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NativeResult {
    pub value: NativeValue,
    /// The value of `errno` after the call; zero if the call did not change it.
    pub error: i32,
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

/// What a program asks of the buffer of a stream.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum StreamControl {
    /// Bytes that wait are written.
    Flush,
    /// Bytes that wait are dropped, because the program ends at once.
    Forget,
    /// From now on, everything waits until a buffer of this size is full; `None` stands for the usual size.
    Full(Option<u64>),
    /// From now on lines wait until they are whole.
    Lines(Option<u64>),
    /// From now on nothing waits.
    Nothing,
}

/// A question of a program about the system that it runs on, or something that it wants changed there.
/// Numbers are answered as eight bytes, texts without a terminator.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Request<'a> {
    /// The contents of a `struct stat`: device, number, mode, links, user, group, special device, size, size
    /// of a block, blocks, then three times as seconds and nanoseconds.
    Status {
        name: &'a str,
        follows: bool,
    },
    /// The same for standard input, output or error.
    StatusOfStandard(u64),
    /// The entries of a folder: for each its number, its kind as a byte, its name and a zero.
    Listing(&'a str),
    MakeFolder {
        name: &'a str,
        mode: u64,
    },
    RemoveFolder(&'a str),
    ChangeMode {
        name: &'a str,
        mode: u64,
    },
    MakeLink {
        target: &'a str,
        name: &'a str,
    },
    LinkText(&'a str),
    WorkingFolder,
    /// A number of the process or of its user.
    Identity(Identity),
    /// The five texts of `uname`, a zero behind each.
    SystemName,
    /// `sysconf`
    Configuration(i64),
    /// So many random bytes.
    Random(usize),
    /// Whether the descriptor is a terminal.
    IsTerminal(u64),
}

/// A number of the process or its user.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Identity {
    Process,
    Parent,
    User,
    EffectiveUser,
    Group,
    EffectiveGroup,
}

/// The world around a program.
pub trait Host {
    /// Bytes that the program writes to standard output (1) or standard error (2).
    fn output(&mut self, descriptor: u64, bytes: &[u8]);

    /// Whether anybody reads that output. If not, it need not be put together.
    fn listens(&self) -> bool {
        true
    }

    /// The contents of a file, if it exists; `/dev/stdin` is standard input.
    fn file(&mut self, name: &str) -> Option<Vec<u8>>;

    /// The next bytes, at most `most`, of a file without contents of its own, which gives bytes as they come:
    /// a device, a pipe, a terminal. Empty at its end; `None` if the file is none of these. If `most` is
    /// zero, nothing is read.
    fn read_stream(&mut self, _name: &str, _most: usize) -> Option<Vec<u8>> {
        None
    }

    /// Contents that a file has from now on; `None` removes it.
    fn store(&mut self, name: &str, contents: Option<&[u8]>);

    /// A clock: 0 the time in seconds, 1 processor time in microseconds, 2 the nanoseconds of the time.
    /// `None` makes it an input.
    fn time(&mut self, clock: u64) -> Option<u64>;

    /// Bytes that the program writes to its stream of standard output (1) or standard error (2), which may
    /// wait in a buffer as in the C library.
    fn stream(&mut self, descriptor: u64, bytes: &[u8]) {
        self.output(descriptor, bytes);
    }

    /// Does what the program asks of the buffer of such a stream.
    fn control_stream(&mut self, _descriptor: u64, _control: StreamControl) {}

    /// Answers a request of a program; an error is an `errno`. `None`: the program sees no system.
    fn system(&mut self, _request: &Request<'_>) -> Option<Result<Vec<u8>, i32>> {
        None
    }

    /// Calls a function of the machine that we run on. The error says why this is not possible.
    fn call(&mut self, call: &NativeCall<'_>) -> Result<NativeResult, String> {
        Err(format!("`{}` cannot be called natively here", call.function))
    }

    /// Passes all output on to its reader.
    fn flush(&mut self) {}
}

/// A world without files, where output goes nowhere and the time is an input.
pub struct Sealed;

impl Host for Sealed {
    fn output(&mut self, _: u64, _: &[u8]) {}

    fn listens(&self) -> bool {
        false
    }

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
