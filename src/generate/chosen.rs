//! Chooses which of the tests that a function's run has found go into a suite.

use super::needs::Finding;
use super::synth;
use crate::emit::minimize::{Goal, minimize};
use crate::testcase::{Outcome, TestCase};
use std::collections::BTreeSet;

/// The tests of a function that go into a suite. Tests of paths that did not come to an end are left out.
pub(super) fn chosen(mut tests: Vec<TestCase>) -> Vec<TestCase> {
    tests.retain(|test| has_end(&test.outcome));
    let by_calls = tests.iter().any(TestCase::is_by_calls);
    if by_calls {
        tests.sort_by_key(synth::length);
    }
    let kept = minimize(&tests, Goal::Chosen);
    let kept: Vec<TestCase> = kept.into_iter().map(|at| tests[at].clone()).collect();
    if by_calls { synth::shortest(kept) } else { kept }
}

/// Of the tests that the runs of a function have found, those that go into its suite. `frees` says whether the
/// function, or what it calls, gives memory back.
pub(super) fn of_function(mut tests: Vec<TestCase>, bugs: &[Finding], frees: bool) -> Vec<TestCase> {
    // A test without a call has not reached the function, so it says nothing about it: an earlier call has ended
    // the program.
    let is_reached = tests.iter().any(|test| !test.calls.is_empty());
    let says_something = |test: &TestCase| match &test.outcome {
        _ if !test.calls.is_empty() => true,
        Outcome::Exited(_) => !is_reached && !test.completed,
        _ => !test.completed,
    };
    tests.retain(says_something);
    // It is not known which memory a native run has freed and allocated again, but a suite would use variables
    // in its place. So completed tests are left out if there are others.
    if leaves_out_completed(&tests, frees) {
        tests.retain(|test| !test.completed);
    }
    // A test of inputs that callers must not pass shows nothing that has to be mended.
    tests.retain(|test| is_no_need(bugs, &test.outcome));
    chosen(tests)
}

/// Whether the suite of a function has none of its completed tests.
fn leaves_out_completed(tests: &[TestCase], frees: bool) -> bool {
    frees && tests.iter().any(|test| !test.completed)
}

/// Whether a test takes one of these edges.
fn takes(test: &TestCase, edges: &[u32]) -> bool {
    edges.iter().any(|edge| test.covers.branches.binary_search(edge).is_ok())
}

/// How many sets of sides of branches with these edges some test takes together, without an error.
pub(super) fn combinations<'s, S: 's + Ord>(
    tests: &[TestCase],
    sides: impl Iterator<Item = (&'s S, &'s Vec<u32>)> + Clone,
) -> usize {
    let is_well = |test: &&TestCase| matches!(test.outcome, Outcome::Returned(_) | Outcome::Exited(_));
    let taken = |test: &TestCase| -> Vec<&'s S> {
        sides.clone().filter(|(_, edges)| takes(test, edges)).map(|(side, _)| side).collect()
    };
    tests.iter().filter(is_well).map(taken).collect::<BTreeSet<_>>().len()
}

/// Why no test of a suite takes a side of a branch that was taken.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Lost {
    /// Only inputs that callers must not pass lead there.
    Needs,
    /// Only paths that have no end lead there.
    Unfinished,
    /// Only tests that native runs complete take it, and the suite has none of these.
    Completed,
}

/// Of the sides of branches with these edges, those that only tests take which the suite leaves out.
pub(super) fn lost<'s, S>(
    tests: &[TestCase],
    bugs: &[Finding],
    sides: impl Iterator<Item = (&'s S, &'s Vec<u32>)>,
    frees: bool,
) -> Vec<(&'s S, Lost)> {
    let without_completed = leaves_out_completed(tests, frees);
    let reason = |edges: &[u32]| {
        let mut lost = None;
        for test in tests.iter().filter(|test| takes(test, edges)) {
            lost = lost.max(Some(match &test.outcome {
                outcome if !is_no_need(bugs, outcome) => Lost::Needs,
                outcome if !has_end(outcome) => Lost::Unfinished,
                _ if test.completed && without_completed => Lost::Completed,
                _ => return None,
            }));
        }
        lost
    };
    sides.filter_map(|(side, edges)| Some((side, reason(edges)?))).collect()
}

/// Whether the path of a test was followed to its end.
fn has_end(outcome: &Outcome) -> bool {
    !matches!(outcome, Outcome::Budget(_) | Outcome::Unsupported { .. })
}

/// Whether a test may be in the suite: it ends without an error, or in one of the reported bugs. Other errors
/// are needs: only inputs that callers must not pass lead to them.
fn is_no_need(bugs: &[Finding], outcome: &Outcome) -> bool {
    let Outcome::Bug(bug) = outcome else { return true };
    let mut bugs = bugs.iter().filter_map(|finding| finding.bug.as_deref());
    bugs.any(|known| known.kind == bug.kind && known.site() == bug.site())
}
