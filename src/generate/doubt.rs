//! Tests that native runs do not confirm.

use crate::replay::Verdict;
use crate::testcase::{TestCase, TestLine};
use serde::{Deserialize, Serialize};

/// A test that its native run does not confirm.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Doubt {
    /// Its line, by which it is found among the tests.
    pub line: String,
    /// What the native run says, in a word or two, and why.
    pub verdict: String,
    pub why: String,
    /// Whether the native run does something else, so that the test is wrong.
    pub contradicts: bool,
}

impl Doubt {
    /// The doubt about a test after its native run; `None` if that confirms the test.
    pub(super) fn of(test: &TestCase, verdict: &Verdict) -> Option<Self> {
        (!verdict.holds()).then(|| Self {
            line: TestLine(test).to_string(),
            verdict: verdict.word().to_owned(),
            why: verdict.reasons().join("; "),
            contradicts: verdict.contradicts(),
        })
    }
}
