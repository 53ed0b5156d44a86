//! Tests that make the same calls before the one under test, and give them other numbers. If one of them
//! passes and another one fails, the numbers are to blame.

use crate::testcase::{CALL_CHOICES, InputKind, TestCase};
use std::collections::BTreeSet;

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
    let choice = |input: &crate::testcase::Input| match input.kind {
        _ if CALL_CHOICES.contains(&&*input.name) => Choice::Call(input.name.to_string(), input.number()),
        InputKind::Pointer => Choice::Pointer(input.name.to_string(), input.pointers.is_empty()),
        _ => Choice::Number(input.name.to_string()),
    };
    test.inputs.iter().map(choice).collect()
}

/// The sequences of calls with which tests have passed.
#[derive(Clone, Default, Debug)]
pub(super) struct Passed(BTreeSet<Vec<Choice>>);

impl Passed {
    pub fn add(&mut self, test: &TestCase) {
        if self.0.len() < MOST {
            self.0.insert(sequence(test));
        }
    }

    /// Whether a test has passed that differs from a failing one in its numbers only.
    pub fn has_alike(&self, failing: &TestCase) -> bool {
        self.0.contains(&sequence(failing))
    }
}
