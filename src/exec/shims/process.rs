//! The end of the program, and of a path.

use crate::exec::State;
use crate::exec::machine::{Machine, Step};
use crate::memory::Value;
use crate::testcase::BugKind;

impl Machine {
    /// `abort()`
    pub(super) fn abort<T>(&mut self, state: &State) -> Step<T> {
        Err(self.bug(state, BugKind::Abort, "calls abort").into())
    }

    /// `symir_unsupported(what)`: a model of a library function has reached its limits.
    pub(super) fn model_unsupported<T>(&mut self, state: &State, what: Value) -> Step<T> {
        let what = self.text_at(state, what).unwrap_or_else(|| "a library function".to_owned());
        Err(self.unsupported(state, what).into())
    }
}
