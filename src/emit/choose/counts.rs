//! The borders of objects that repeated calls make: how often a call must be made until the outcome is another
//! one. The comparison that decides sees only a number that the calls have counted to, so that no input lies on
//! its border.

use crate::testcase::{CALL_CHOICES, Outcome, TestCase};
use std::collections::{BTreeMap, BTreeSet};

/// How many tests are kept because a neighbour may have another outcome.
const MAX_COUNTED: usize = 256;
/// The input that says how often a call is made.
const COUNT: &str = "calls";

/// Tests that differ only in how often a call was made before the call under test.
#[derive(Default)]
pub struct Counts {
    /// The outcome and the number of the test, by the other inputs, then by the count.
    known: BTreeMap<Vec<u8>, BTreeMap<i128, (String, usize)>>,
    n_counted: usize,
}

impl Counts {
    /// Adds the test with number `at` and an outcome. Returns whether it must be kept until the end.
    pub fn add(&mut self, test: &TestCase, outcome: Option<String>, at: usize) -> bool {
        let is_count = |name: &str| name == COUNT && CALL_CHOICES.contains(&name);
        let mut counts = test.inputs.iter().filter(|input| is_count(&input.name));
        let (Some(count), None) = (counts.next().and_then(|input| input.number()), counts.next()) else {
            return false;
        };
        let is_whole = matches!(test.outcome, Outcome::Returned(_)) && !test.unconfirmed;
        let Some(outcome) = outcome.filter(|_| is_whole && self.n_counted < MAX_COUNTED) else {
            return false;
        };
        let others = test.inputs.iter().filter(|input| !is_count(&input.name));
        let others = others.flat_map(|input| input.bytes.iter().copied().chain([input.bytes.len() as u8]));
        let known = self.known.entry(others.collect()).or_default();
        if known.contains_key(&count) {
            return false;
        }
        known.insert(count, (outcome, at));
        self.n_counted += 1;
        true
    }

    /// The numbers of the tests on both sides of the first change from each outcome to each other one.
    pub fn on_borders(&self) -> Vec<usize> {
        let mut changes: BTreeSet<(&str, &str)> = BTreeSet::new();
        let mut found = Vec::new();
        for known in self.known.values() {
            for ((count, (before, first)), (next, (after, second))) in known.iter().zip(known.iter().skip(1))
            {
                if count + 1 == *next && before != after && changes.insert((before, after)) {
                    found.extend([*first, *second]);
                }
            }
        }
        found
    }
}
