//! Chooses which of the tests that a function's run has found go into a suite.

use super::synth;
use crate::emit::minimize::{Goal, minimize};
use crate::testcase::{Outcome, TestCase};

/// The tests of a function that go into a suite. Tests of paths that did not come to an end are left out.
pub(super) fn chosen(mut tests: Vec<TestCase>) -> Vec<TestCase> {
    tests.retain(|test| !matches!(test.outcome, Outcome::Budget(_) | Outcome::Unsupported { .. }));
    let by_calls = tests.iter().any(TestCase::is_by_calls);
    if by_calls {
        tests.sort_by_key(synth::length);
    }
    let kept = minimize(&tests, Goal::Chosen);
    let kept: Vec<TestCase> = kept.into_iter().map(|at| tests[at].clone()).collect();
    if by_calls { synth::shortest(kept) } else { kept }
}
