//! Tests that make the same calls before the one under test, and give them other numbers. If one of them
//! takes the same way through that call and passes, and another one fails, the numbers are to blame.

use crate::testcase::{CALL_CHOICES, Covers, Input, InputKind, TestCase};
use std::collections::BTreeMap;

/// The most passing tests that are kept.
const MOST: usize = 256;

/// What is the same in tests that are alike: which calls are made, and which pointers are null.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Choice {
    Call(String, Option<i128>),
    Pointer(String, bool),
    Number(String),
}

fn sequence(test: &TestCase) -> Vec<Choice> {
    let choice = |input: &Input| match input.kind {
        _ if CALL_CHOICES.contains(&&*input.name) => Choice::Call(input.name.to_string(), input.number()),
        InputKind::Pointer => Choice::Pointer(input.name.to_string(), input.pointers.is_empty()),
        _ => Choice::Number(input.name.to_string()),
    };
    test.inputs.iter().map(choice).collect()
}

/// The sequences of calls with which tests have passed, with what the tests cover.
#[derive(Clone, Default, Debug)]
pub(super) struct Passed(BTreeMap<Vec<Choice>, Vec<Covers>>);

impl Passed {
    pub fn add(&mut self, test: &TestCase) {
        let sequence = sequence(test);
        if self.0.len() < MOST || self.0.contains_key(&sequence) {
            let known = self.0.entry(sequence).or_default();
            if !known.iter().any(|known| test.covers.is_within(known)) {
                known.push(test.covers.clone());
            }
        }
    }

    /// Whether a test has passed that differs from a failing one in its numbers only.
    pub fn has_alike(&self, failing: &TestCase) -> bool {
        let known = self.0.get(&sequence(failing));
        known.is_some_and(|known| known.iter().any(|known| failing.covers.is_within(known)))
    }
}
