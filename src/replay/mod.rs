//! The native, contained run: machine code that runs in a process of its own.
//!
//! [`NativeCalls`] calls functions of the C library for a program that is interpreted. Whatever such a call
//! does, even if it crashes or never returns, becomes a result or an error in words. Besides `frontend`,
//! which runs clang, this is the only module that starts processes. It prints nothing: the output of native
//! code is given back as bytes.

mod build;
mod child;
mod containment;
mod examples;
mod externals;
mod found;
mod guided;
mod judge;
mod launcher;
mod manifest;
mod natural;
mod replayer;
mod sanitizer;
mod thunk;
mod verdict;
mod wire;
mod worker;

pub use build::Source;
pub use containment::Containment;
pub use examples::Examples;
pub use externals::{NativeCalls, NativeOptions, Surroundings};
pub use guided::{
    End, GuidedOptions, GuidedRunner, InputKind, InputRole, InputShape, Layout, Operands, Outside, Run, Seen,
    Step,
};
pub use launcher::containment;
pub use manifest::{Manifest, ManifestError};
pub use replayer::{ReplayOptions, Replayed, Replayer};
pub use verdict::{Difference, Tally, Verdict};

use crate::exec::{Host, NativeCall, NativeResult, Sealed};

/// A sealed world, except that functions without a body are called natively.
pub struct SealedNative {
    calls: NativeCalls,
}

impl SealedNative {
    pub fn new(calls: NativeCalls) -> Self {
        Self { calls }
    }
}

impl Host for SealedNative {
    fn output(&mut self, descriptor: u64, bytes: &[u8]) {
        Sealed.output(descriptor, bytes);
    }

    fn listens(&self) -> bool {
        Sealed.listens()
    }

    fn file(&mut self, name: &str) -> Option<Vec<u8>> {
        Sealed.file(name)
    }

    fn store(&mut self, name: &str, contents: Option<&[u8]>) {
        Sealed.store(name, contents);
    }

    fn time(&mut self, clock: u64) -> Option<u64> {
        Sealed.time(clock)
    }

    fn call(&mut self, call: &NativeCall<'_>) -> Result<NativeResult, String> {
        self.calls.call(call).map(|called| called.result)
    }
}
