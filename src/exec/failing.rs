//! What a path remembers of calls of the library that fail in it, see `faults`.

use crate::expr::ExprId;
use crate::testcase::Failure;
use std::collections::BTreeMap;
use std::rc::Rc;

/// The faults of a path.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(super) struct Faults {
    /// The input that says where the next fault is, once a call could have one.
    pub(super) symbol: Option<ExprId>,
    /// How many ways to fail have been numbered for it.
    pub(super) n_numbered: u32,
    /// The inputs so far, by their places among those of the state.
    pub(super) inputs: usize,
    /// The call under test that the counts are of, by its number.
    pub(super) of_call: usize,
    /// How often it has called each function.
    pub(super) n_calls: BTreeMap<Rc<str>, u32>,
    /// What has failed, each with the number of the call under test.
    pub(super) failed: Vec<(usize, Failure)>,
}

impl Faults {
    /// How many inputs there are.
    pub(super) fn n_inputs(&self) -> usize {
        self.inputs
    }

    /// What fails in a call under test.
    pub(super) fn of(&self, call: usize) -> Vec<Failure> {
        self.failed.iter().filter(|(of, _)| *of == call).map(|(_, failure)| failure.clone()).collect()
    }
}
