//! Which tests the formats of an export keep.

use super::choose::{Chooser, Cover};
use crate::testcase::TestCase;

/// What the tests that are kept must cover together.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Goal {
    /// Every line that some test covers.
    Line,
    /// Every line and every side of a branch. Tests that end in an error count like others.
    Side,
    /// Every side of a branch, and every line, kind of result and border.
    Branch,
    /// The set that people see: the same, and inputs of different kinds.
    Chosen,
    /// Every path: if several tests have one path, the first is kept.
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
        Goal::Line => cover(tests, Cover::Lines),
        Goal::Side => cover(tests, Cover::Sides),
        Goal::Branch => cover(tests, Cover::Branches),
        Goal::Chosen => cover(tests, Cover::Everything),
    }
}

fn is_new<'a>(seen: &mut Vec<&'a [u32]>, decision_path: &'a [u32]) -> bool {
    match seen.binary_search(&decision_path) {
        Ok(_) => false,
        Err(at) => {
            seen.insert(at, decision_path);
            true
        }
    }
}

fn cover(tests: &[TestCase], cover: Cover) -> Vec<usize> {
    let mut chooser = Chooser::new(cover);
    for (at, test) in tests.iter().enumerate() {
        chooser.add(test, || at);
    }
    chooser.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::emit::sample;
    use crate::testcase::Covers;

    fn test(text: &str, decision_path: u32, lines: &[u32], branches: &[u32]) -> TestCase {
        let covers = Covers { lines: lines.to_vec(), branches: branches.to_vec(), ..Covers::default() };
        TestCase { covers, ..sample::test(text, &[decision_path]) }
    }

    #[test]
    fn the_plainest_of_equals_is_kept_and_errors_always() {
        let bug = TestCase { covers: Covers { lines: vec![1], ..Covers::default() }, ..sample::bug(&[9]) };
        let tests =
            [test("a!", 0, &[1, 2], &[5]), test("ab", 1, &[1, 2], &[6]), test("c", 2, &[1], &[5]), bug];
        assert_eq!(minimize(&tests, Goal::Line), [1, 3]);
        assert_eq!(minimize(&tests, Goal::Branch), [1, 2, 3]);
        assert_eq!(minimize(&tests, Goal::Side), [1, 2]);
        assert_eq!(minimize(&tests, Goal::Path), [0, 1, 2, 3]);
        assert_eq!(minimize(&tests, Goal::None), [0, 1, 2, 3]);
    }

    #[test]
    fn sides_that_only_tests_of_one_error_take_are_kept() {
        let bug = |path: u32, branches: &[u32]| {
            let covers = Covers { lines: vec![1], branches: branches.to_vec(), ..Covers::default() };
            TestCase { covers, ..sample::bug(&[path]) }
        };
        let tests = [bug(0, &[1, 2]), bug(1, &[1, 3]), bug(2, &[1, 2])];
        assert_eq!(minimize(&tests, Goal::Branch).len(), 1);
        assert_eq!(minimize(&tests, Goal::Side), [0, 1]);
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
