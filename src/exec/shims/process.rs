//! The end of the program.

use crate::exec::machine::{Machine, Step};
use crate::exec::{Ending, State};
use crate::memory::Value;
use crate::testcase::BugKind;

impl Machine {
    /// `exit(status)`
    pub(super) fn exit<T>(&mut self, status: Value) -> Step<T> {
        Err(Ending::Exited(status).into())
    }

    /// `abort()`
    pub(super) fn abort<T>(&mut self, state: &State) -> Step<T> {
        Err(self.bug(state, BugKind::Abort, "calls abort").into())
    }
}
