//! How much stack programs have.

use crate::exec::ExecOptions;
use rustix::process::{Resource, getrlimit};

/// How many bytes of stack a program gets that is started from here, as `ulimit -s` says.
pub fn own() -> u64 {
    /// Stands for no limit: more bytes than any stack has.
    const UNLIMITED: u64 = 1 << 40;
    getrlimit(Resource::Stack).current.unwrap_or(UNLIMITED).min(UNLIMITED)
}

/// How many bytes of stack a program under test has: what `ulimit -s` says, but no more than calls can be
/// followed through. Without a limit, it is what Linux gives a program.
pub fn under_test() -> u64 {
    const MOST: u64 = 64 << 20;
    let own = getrlimit(Resource::Stack).current;
    own.map_or(ExecOptions::default().max_stack, |own| own.min(MOST))
}
