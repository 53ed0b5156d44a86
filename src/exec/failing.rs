//! What a path remembers of the library calls that fail on it, see `faults`.

use crate::expr::ExprId;
use crate::testcase::Failure;
use std::collections::BTreeMap;
use std::rc::Rc;

/// The faults of a path.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(super) struct Faults {
    /// The input that says which call fails next; `None` until some call may fail.
    pub(super) symbol: Option<ExprId>,
    /// How many ways to fail have been numbered for this input.
    pub(super) n_numbered: u32,
    /// How many of these inputs there are so far.
    pub(super) inputs: usize,
    /// The number of the call under test that the counts belong to.
    pub(super) of_call: usize,
    /// How often this call has called each function.
    pub(super) n_calls: BTreeMap<Rc<str>, u32>,
    /// The failures, each with the number of its call under test.
    pub(super) failed: Vec<(usize, Failure)>,
}

impl Faults {
    /// How many inputs say which call fails.
    pub(super) fn n_inputs(&self) -> usize {
        self.inputs
    }

    /// The failures in a call under test.
    pub(super) fn of(&self, call: usize) -> Vec<Failure> {
        self.failed.iter().filter(|(of, _)| *of == call).map(|(_, failure)| failure.clone()).collect()
    }
}
