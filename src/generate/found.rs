//! The results of running a harness.

use super::doubt::Doubt;
use crate::engine::Flow;
use crate::pipeline::Observer;
use crate::replay::Verdict;
use crate::testcase::TestCase;

/// The tests of a run.
#[derive(Default)]
pub(super) struct Found {
    pub tests: Vec<TestCase>,
    /// Tests that their native runs do not confirm.
    pub doubts: Vec<Doubt>,
}

impl Observer for Found {
    fn test(&mut self, test: &TestCase) -> Flow {
        self.tests.push(test.clone());
        Flow::Continue
    }

    fn verdict(&mut self, test: &TestCase, verdict: &Verdict) {
        self.doubts.extend(Doubt::of(test, verdict));
    }
}
