//! Tests that do not hold natively, by the cause that speaks against them: each cause once, with an example
//! and a count. If a thousand paths lead to one doubtful place, a person has only one thing to look at.

use super::Verdict;
use crate::testcase::{Outcome, TestCase};
use std::collections::BTreeMap;

/// The causes that were seen, in the order of their first tests.
#[derive(Clone, Default, Debug)]
pub struct Examples {
    numbers: BTreeMap<String, usize>,
    seen: Vec<Seen>,
}

/// A cause.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seen {
    /// The decision path of its first test.
    pub decision_path: Vec<u32>,
    /// How many tests have it.
    pub n_tests: u64,
}

impl Examples {
    /// Counts a test that does not hold. Returns whether it is the first one of its cause.
    pub fn add(&mut self, test: &TestCase, verdict: &Verdict) -> bool {
        let next = self.seen.len();
        let number = *self.numbers.entry(cause(test, verdict)).or_insert(next);
        match self.seen.get_mut(number) {
            Some(seen) => seen.n_tests += 1,
            None => self.seen.push(Seen { decision_path: test.decision_path.clone(), n_tests: 1 }),
        }
        number == next
    }

    /// The causes, in the order of their first tests.
    pub fn seen(&self) -> &[Seen] {
        &self.seen
    }

    /// Whether the test with this decision path is the example of its cause.
    pub fn is_example(&self, decision_path: &[u32]) -> bool {
        self.seen.iter().any(|seen| seen.decision_path == decision_path)
    }
}

/// What tells one cause from another: the verdict, the error or the place where the path had to end, and the
/// reason, without numbers that belong to one test only.
fn cause(test: &TestCase, verdict: &Verdict) -> String {
    let end = match &test.outcome {
        Outcome::Bug(bug) => format!("{} {:?}", bug.kind, bug.site()),
        Outcome::Unsupported { what, site } => format!("{} {site:?}", without_numbers(what)),
        _ => String::new(),
    };
    let why = match verdict {
        // Further differences often follow from the first one.
        Verdict::Differs { differences } => {
            differences.first().map_or(String::new(), |first| without_numbers(&first.what))
        }
        Verdict::Flaky { causes, .. } => causes.join(", "),
        Verdict::TimedOut { why }
        | Verdict::Crashed { why }
        | Verdict::Unproved { why }
        | Verdict::OtherPath { why } => without_numbers(why),
        Verdict::Confirmed { .. }
        | Verdict::Completed { .. }
        | Verdict::Recorded { .. }
        | Verdict::Excluded
        | Verdict::NotRun => String::new(),
    };
    format!("{}: {end}: {why}", verdict.word())
}

/// A text with one sign in the place of each number, except for numbers of lines, which stand after a colon.
fn without_numbers(text: &str) -> String {
    let mut plain = String::new();
    let mut before = ' ';
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let is_number = letter.is_ascii_digit() && !before.is_alphanumeric() && !matches!(before, ':' | '_');
        if is_number {
            plain.push('#');
            while letters.next_if(char::is_ascii_alphanumeric).is_some() {}
            before = '#';
        } else {
            plain.push(letter);
            // The digits that follow belong to the number of the line.
            before = if letter.is_ascii_digit() { ':' } else { letter };
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::replay::Difference;
    use crate::testcase::{Bug, BugKind, Site};

    fn returned(decision_path: u32) -> TestCase {
        TestCase { decision_path: vec![decision_path], ..TestCase::new(Outcome::Returned(0)) }
    }

    fn differs(what: &str, found: &str) -> Verdict {
        let difference = Difference { what: what.into(), expected: "1".into(), found: found.into() };
        Verdict::Differs { differences: vec![difference] }
    }

    #[test]
    fn numbers_of_one_test_make_no_cause_and_lines_do() {
        let mut examples = Examples::default();
        let add = |examples: &mut Examples, at, what: &str, found| {
            examples.add(&returned(at), &differs(what, found))
        };
        assert!(add(&mut examples, 0, "the result of f", "7"));
        assert!(!add(&mut examples, 1, "the result of f", "0x8"));
        assert!(add(&mut examples, 2, "byte 3 of what argument 1 points to", "8"));
        assert!(!add(&mut examples, 3, "byte 12 of what argument 1 points to", "8"));
        assert!(add(&mut examples, 4, "the path at the true side of f.c:12", "no"));
        assert!(add(&mut examples, 5, "the path at the true side of f.c:13", "no"));
        let unproved = |why: &str| Verdict::Unproved { why: why.into() };
        assert!(examples.add(&returned(6), &unproved("object of 17 bytes at 0x7ffe12")));
        assert!(!examples.add(&returned(7), &unproved("object of 4 bytes at 0x10")));
        let counts: Vec<u64> = examples.seen().iter().map(|seen| seen.n_tests).collect();
        assert_eq!(counts, [2, 2, 1, 1, 2]);
        assert!(examples.is_example(&[2]) && !examples.is_example(&[3]));
    }

    #[test]
    fn errors_at_two_places_are_two_causes() {
        let bug = |line| {
            let site = Site { function: "f".into(), file: "f.c".into(), line, column: 1 };
            let bug = Bug {
                kind: BugKind::WildPointer,
                message: "m".into(),
                stack: vec![site],
                object: None,
                elements: None,
                depends: Vec::new(),
            };
            TestCase::new(Outcome::Bug(bug))
        };
        let verdict = Verdict::Unproved { why: "nobody sees it".into() };
        let mut examples = Examples::default();
        assert!(examples.add(&bug(3), &verdict) && examples.add(&bug(4), &verdict));
        assert!(!examples.add(&bug(3), &verdict));
    }
}
