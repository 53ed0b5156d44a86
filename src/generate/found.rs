//! What the run of a harness gives.

use super::report::Doubt;
use crate::engine::Flow;
use crate::pipeline::Observer;
use crate::replay::Verdict;
use crate::testcase::{TestCase, TestLine};

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
        if !verdict.holds() {
            self.doubts.push(Doubt {
                line: TestLine(test).to_string(),
                verdict: verdict.word().to_owned(),
                why: verdict.reasons().join("; "),
                contradicts: verdict.contradicts(),
            });
        }
    }
}
