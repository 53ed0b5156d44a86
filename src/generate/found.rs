//! What the run of a harness gives.

use crate::engine::Flow;
use crate::pipeline::Observer;
use crate::replay::Verdict;
use crate::testcase::TestCase;

/// The tests of a run.
#[derive(Default)]
pub(super) struct Found {
    pub tests: Vec<TestCase>,
    /// Tests that their native runs do not confirm.
    pub n_unproved: usize,
}

impl Observer for Found {
    fn test(&mut self, test: &TestCase) -> Flow {
        self.tests.push(test.clone());
        Flow::Continue
    }

    fn verdict(&mut self, _test: &TestCase, verdict: &Verdict) {
        self.n_unproved += usize::from(!verdict.holds());
    }
}
