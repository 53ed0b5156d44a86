//! The memory that a routine's process may have.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// A limit of the address space that can be lifted again. Programs under AddressSanitizer, which need far
/// more addresses than memory, would inherit it.
#[derive(Copy, Clone, Debug)]
pub struct MemoryLimit {
    /// The limit that held before.
    before: Rlimit,
    limited: Rlimit,
}

impl MemoryLimit {
    /// A limit of this many bytes, not in force yet.
    pub fn new(bytes: u64) -> Self {
        let before = getrlimit(Resource::As);
        let most = before.maximum.map_or(bytes, |maximum| maximum.min(bytes));
        Self { before, limited: Rlimit { current: Some(most), maximum: before.maximum } }
    }

    /// Imposes the limit on this process.
    pub fn impose(&self) {
        set(self.limited);
    }

    /// Restores the limit that held before.
    pub fn lift(&self) {
        set(self.before);
    }
}

fn set(limit: Rlimit) {
    setrlimit(Resource::As, limit).expect("invariant: not beyond the hard limit");
}
