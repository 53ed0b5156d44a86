//! Which tests to keep: a greedy cover of what all of them cover.
//!
//! Beside lines and sides of branches that is what a person would not want to miss: each kind of result, a change of what
//! each argument points to, each side once, twice and more often, and both sides of the border of a comparison. Tests of
//! errors are kept beside those that cover something and count for nothing: they are no tests of what a function should do.
//!
//! First come the tests that nothing can replace: those of errors, and those that alone cover something. Then, again and
//! again, the one that adds most; among equals the plainest. (V. Chvátal, "A greedy heuristic for the set-covering
//! problem", 1979; the essential ones first as in M. J. Harrold, R. Gupta and M. L. Soffa, "A methodology for
//! controlling the size of a test suite", 1993.)

use crate::testcase::{Datum, Outcome, TestCase};
use std::collections::{BTreeMap, BTreeSet};

/// What the tests that are kept must cover together.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Goal {
    /// Every line that some test covers.
    Line,
    /// Every side of a branch, and every line, kind of result and border.
    Branch,
    /// Every path: of several tests of one path the first is kept.
    Path,
    /// Nothing is left out.
    None,
}

/// The tests to keep, by index, in their order.
pub fn minimize(tests: &[TestCase], goal: Goal) -> Vec<usize> {
    match goal {
        Goal::None => (0..tests.len()).collect(),
        Goal::Path => {
            let mut seen = Vec::new();
            (0..tests.len()).filter(|at| is_new(&mut seen, &tests[*at].decision_path)).collect()
        }
        Goal::Line | Goal::Branch => cover(tests, goal),
    }
}

/// The numbers of kinds, and of results, are above those of lines and sides.
const KINDS: u64 = 1 << 34;
const RESULTS: u64 = 1 << 35;

/// The kinds of results that the tests have, and which arguments calls change, in the order in which they come.
#[derive(Default)]
struct Results(Vec<String>);

impl Results {
    /// The numbers of a test's results.
    fn of(&mut self, test: &TestCase) -> Vec<u64> {
        let mut kinds: Vec<String> = Vec::new();
        for call in &test.calls {
            let function = &call.function;
            kinds.extend(call.result.as_ref().and_then(kind).map(|kind| format!("{function} gives {kind}")));
            let object = |(place, _): &(String, Datum)| {
                let place = place.trim_start_matches('*');
                let end = place.find(|c: char| !(c.is_alphanumeric() || "_#".contains(c)));
                place[..end.unwrap_or(place.len())].to_owned()
            };
            let changed: BTreeSet<String> = call.changes.iter().map(object).collect();
            kinds.extend(changed.into_iter().map(|object| format!("{function} changes {object}")));
        }
        let number = |kind: String| {
            let at = self.0.iter().position(|known| *known == kind).unwrap_or_else(|| {
                self.0.push(kind);
                self.0.len() - 1
            });
            RESULTS + at as u64
        };
        kinds.into_iter().map(number).collect()
    }
}

/// What kind of result this is, if there are several: a number below zero is often a name for an error, so each is a kind
/// of its own.
fn kind(result: &Datum) -> Option<String> {
    match result {
        Datum::Integer(number) if *number < MAX_NEGATIVE => Some("negative".to_owned()),
        Datum::Integer(number) if *number <= 0 => Some(number.to_string()),
        Datum::Integer(_) => Some("positive".to_owned()),
        Datum::Float(number) if number.is_nan() => Some("nan".to_owned()),
        Datum::Float(number) if *number == 0.0 => Some("zero".to_owned()),
        Datum::Float(number) => Some(if *number < 0.0 { "negative" } else { "positive" }.to_owned()),
        Datum::Name(name) => Some(name.clone()),
        Datum::Null => Some("null".to_owned()),
        Datum::Pointer(_) | Datum::Labelled { .. } | Datum::Place(_) => Some("pointer".to_owned()),
        _ => None,
    }
}

/// Negative results that are told apart.
const MAX_NEGATIVE: i128 = -64;

fn is_new<'a>(seen: &mut Vec<&'a [u32]>, decision_path: &'a [u32]) -> bool {
    match seen.binary_search(&decision_path) {
        Ok(_) => false,
        Err(at) => {
            seen.insert(at, decision_path);
            true
        }
    }
}

fn cover(tests: &[TestCase], goal: Goal) -> Vec<usize> {
    let mut results = Results::default();
    // Lines are even numbers and sides of branches odd ones.
    let items: Vec<Vec<u64>> = tests
        .iter()
        .map(|test| {
            let lines = test.covers.lines.iter().map(|line| u64::from(*line) * 2);
            let sides = test.covers.branches.iter().map(|side| u64::from(*side) * 2 + 1);
            let kinds = test.covers.kinds.iter().map(|kind| KINDS + u64::from(*kind));
            let more = sides.chain(kinds).chain(results.of(test));
            let more: Vec<u64> = more.filter(|_| goal == Goal::Branch).collect();
            lines.chain(more).collect()
        })
        .collect();
    let mut owners: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
    let is_error = |test: &TestCase| matches!(test.outcome, Outcome::Bug(_));
    for (test, items) in items.iter().enumerate().filter(|(at, _)| !is_error(&tests[*at])) {
        items.iter().for_each(|item| owners.entry(*item).or_default().push(test));
    }
    let mut open: BTreeMap<u64, Vec<usize>> = owners.clone();
    let mut kept = vec![false; tests.len()];
    let mut keep = |test: usize, open: &mut BTreeMap<u64, Vec<usize>>| {
        kept[test] = true;
        items[test].iter().filter(|_| !is_error(&tests[test])).for_each(|item| {
            open.remove(item);
        });
    };
    for (at, test) in tests.iter().enumerate() {
        // Of a test without any such numbers nobody knows what would be lost.
        if is_error(test) || test.covers.is_empty() {
            keep(at, &mut open);
        }
    }
    for owners in owners.values().filter(|owners| owners.len() == 1) {
        keep(owners[0], &mut open);
    }
    while !open.is_empty() {
        let mut gains: BTreeMap<usize, usize> = BTreeMap::new();
        open.values().flatten().for_each(|test| *gains.entry(*test).or_default() += 1);
        let rank = |(test, gain): &(usize, usize)| (std::cmp::Reverse(*gain), cost(&tests[*test]), *test);
        let Some((best, _)) = gains.into_iter().min_by_key(rank) else { break };
        keep(best, &mut open);
    }
    (0..tests.len()).filter(|at| kept[*at]).collect()
}

/// How hard a test is to read: unfinished or unconfirmed ones last, then by characters that are no letters, digits or
/// spaces, then by length.
fn cost(test: &TestCase) -> (bool, usize, usize) {
    let is_odd = |byte: &&u8| !(byte.is_ascii_alphanumeric() || matches!(byte, b' ' | 0));
    let bytes = || test.inputs.iter().flat_map(|input| &input.bytes);
    let is_whole = matches!(test.outcome, Outcome::Returned(_) | Outcome::Exited(_)) && !test.unconfirmed;
    (
        !is_whole,
        bytes().filter(is_odd).count(),
        bytes().filter(|byte| **byte != 0).count() + test.decision_path.len(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::emit::sample;
    use crate::testcase::Covers;

    fn test(text: &str, decision_path: u32, lines: &[u32], branches: &[u32]) -> TestCase {
        let covers = Covers { lines: lines.to_vec(), branches: branches.to_vec(), kinds: Vec::new() };
        TestCase { covers, ..sample::test(text, &[decision_path]) }
    }

    #[test]
    fn the_plainest_of_equals_is_kept_and_errors_always() {
        let bug = TestCase { covers: Covers { lines: vec![1], ..Covers::default() }, ..sample::bug(&[9]) };
        let tests =
            [test("a!", 0, &[1, 2], &[5]), test("ab", 1, &[1, 2], &[6]), test("c", 2, &[1], &[5]), bug];
        assert_eq!(minimize(&tests, Goal::Line), [1, 3]);
        assert_eq!(minimize(&tests, Goal::Branch), [1, 2, 3]);
        assert_eq!(minimize(&tests, Goal::Path), [0, 1, 2, 3]);
        assert_eq!(minimize(&tests, Goal::None), [0, 1, 2, 3]);
    }

    #[test]
    fn the_essential_come_first() {
        // The greedy choice alone would take the first, which the two others make needless.
        let tests =
            [test("a", 0, &[1, 2, 3, 4], &[]), test("b", 1, &[1, 2, 5], &[]), test("c", 2, &[3, 4, 6], &[])];
        assert_eq!(minimize(&tests, Goal::Line), [1, 2]);
    }

    #[test]
    fn a_test_of_which_nothing_is_known_is_kept() {
        let tests = [sample::test("a", &[0]), sample::test("b", &[1])];
        assert_eq!(minimize(&tests, Goal::Branch), [0, 1]);
    }
}
