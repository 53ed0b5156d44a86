//! Tests that native runs do not confirm.

use crate::replay::Verdict;
use crate::testcase::{Outcome, TestCase, TestLine};
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
    /// The doubt about a test after its native run; `None` if that confirms the test, or if the test promises
    /// nothing that could be confirmed because a budget ended its path.
    pub(super) fn of(test: &TestCase, verdict: &Verdict) -> Option<Self> {
        let is_cut = matches!(test.outcome, Outcome::Budget(_)) && !verdict.contradicts();
        (!verdict.holds() && !is_cut).then(|| Self {
            line: in_one_line(test),
            verdict: verdict.word().to_owned(),
            why: verdict.reasons().join("; "),
            contradicts: verdict.contradicts(),
        })
    }
}

/// The line of a test for a report. What happens after the call, such as that memory is lost, has a line of its
/// own in `TestLine`, which begins with the name of a `main` that whoever reads the report has not written.
pub(super) fn in_one_line(test: &TestCase) -> String {
    let line = TestLine(test).to_string();
    line.replace("\nmain: :=> !", "; then, at the end of the program, !").replace('\n', "; then ")
}
