//! Which tests to keep: a greedy cover of what all of them cover.
//!
//! First come the tests that nothing can replace: those of errors, and those that alone cover something. Then, again and
//! again, the one that adds most; among equals the plainest. (V. Chvátal, "A greedy heuristic for the set-covering
//! problem", 1979; the essential ones first as in M. J. Harrold, R. Gupta and M. L. Soffa, "A methodology for
//! controlling the size of a test suite", 1993.)

use crate::testcase::{Outcome, TestCase};
use std::collections::BTreeMap;

/// What the tests that are kept must cover together.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Goal {
    /// Every line that some test covers.
    Line,
    /// Every side of a branch, and every line.
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
            (0..tests.len()).filter(|at| is_new(&mut seen, &tests[*at].trail)).collect()
        }
        Goal::Line | Goal::Branch => cover(tests, goal),
    }
}

fn is_new<'a>(seen: &mut Vec<&'a [u32]>, trail: &'a [u32]) -> bool {
    match seen.binary_search(&trail) {
        Ok(_) => false,
        Err(at) => {
            seen.insert(at, trail);
            true
        }
    }
}

fn cover(tests: &[TestCase], goal: Goal) -> Vec<usize> {
    // Lines are even numbers and sides of branches odd ones.
    let items: Vec<Vec<u64>> = tests
        .iter()
        .map(|test| {
            let lines = test.covers.lines.iter().map(|line| u64::from(*line) * 2);
            let sides = test.covers.branches.iter().map(|side| u64::from(*side) * 2 + 1);
            lines.chain(sides.filter(|_| goal == Goal::Branch)).collect()
        })
        .collect();
    let mut owners: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
    for (test, items) in items.iter().enumerate() {
        items.iter().for_each(|item| owners.entry(*item).or_default().push(test));
    }
    let mut open: BTreeMap<u64, Vec<usize>> = owners.clone();
    let mut kept = vec![false; tests.len()];
    let mut keep = |test: usize, open: &mut BTreeMap<u64, Vec<usize>>| {
        kept[test] = true;
        items[test].iter().for_each(|item| {
            open.remove(item);
        });
    };
    for (at, test) in tests.iter().enumerate() {
        let is_error = matches!(test.outcome, Outcome::Bug(_));
        // Of a test without any such numbers nobody knows what would be lost.
        if is_error || items[at].is_empty() {
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
    (!is_whole, bytes().filter(is_odd).count(), bytes().filter(|byte| **byte != 0).count() + test.trail.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::emit::sample;
    use crate::testcase::Covers;

    fn test(text: &str, trail: u32, lines: &[u32], branches: &[u32]) -> TestCase {
        let covers = Covers { lines: lines.to_vec(), branches: branches.to_vec() };
        TestCase { covers, ..sample::test(text, &[trail]) }
    }

    #[test]
    fn the_plainest_of_equals_is_kept_and_errors_always() {
        let bug = TestCase { covers: Covers { lines: vec![1], branches: vec![] }, ..sample::bug(&[9]) };
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
