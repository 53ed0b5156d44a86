//! Contracts on how many elements an array has that are not about another input.

use super::super::contract::{Contract, Plan, elements};
use super::super::leaves::{Leaf, Value};
use super::Maker;
use crate::generate::roles::{ELEMENTS, Role};
use crate::testcase::BugKind;

/// How many elements an array may be required to have, apart from a few, and how many it has at most while the
/// right number is looked for. If a run says nothing about that, arrays have the most that was tried.
const MANY: [(u64, u64); 5] = [(ELEMENTS + 1, 16), (16, 16), (17, 64), (64, 64), (65, 256)];
/// How many bytes are taken at a time by code that works on words.
const WORDS: [u64; 4] = [2, 4, 8, 16];

impl Maker<'_> {
    /// Adds contracts on the number of elements of an array for which no parameter is the length.
    pub(super) fn sizes(&mut self, name: &str) {
        let few = (1..=ELEMENTS).map(|count| (count, ELEMENTS));
        for (count, most) in few.chain(MANY) {
            self.add(Contract::AtLeast { array: name.to_owned(), count, most });
        }
    }

    /// Adds contracts on the number of elements of every array for which no parameter is the length. It is not
    /// known which object the access has missed, so the arrays with the fewest elements come first.
    pub(super) fn sizes_of_any(&mut self) {
        let is_write = self.bug.kind == BugKind::OutOfBoundsWrite;
        let mut parameters: Vec<usize> = (0..self.harness.parameters.len()).collect();
        parameters
            .sort_by_key(|at| elements(self.leaves, &self.harness.parameters[*at].name).unwrap_or(i128::MAX));
        for at in parameters {
            let ty = self.facts.parameters.get(at);
            if is_write && ty.is_some_and(|ty| ty.is_pointer_to_const) {
                continue;
            }
            let name = self.harness.parameters[at].name.clone();
            match self.harness.parameters[at].role {
                Role::Buffer { length: None } => self.sizes(&name),
                Role::Object | Role::Out | Role::InOut if ty.is_none_or(|ty| ty.members.is_empty()) => {
                    self.add(Contract::Plan(Plan::Several(at)));
                }
                _ => {}
            }
        }
    }

    /// Adds the contract that there are as many elements as the function reaches by constants, as in
    /// `least = values[0] < values[1] ? values[0] : values[1]`.
    pub(super) fn reached_at_least(&mut self, array: &str, length: &Leaf, number: i128) {
        let parameter = self.harness.parameters.iter().find(|parameter| parameter.name == array);
        let reached = parameter.map_or(0, |parameter| i128::from(parameter.reaches));
        if number >= 1 && number <= reached {
            let guard = self.bound_guard(length, reached + 1);
            let (number, from) = (length.text.clone(), Some(reached + 1));
            self.guarded(Contract::Within { number, from, end: None, of: None }, guard);
        }
    }

    /// Adds the contract that the length of an array of bytes is a multiple of what is read or written at a
    /// time, as in `*(unsigned long *)(bytes + (n -= 8))`.
    pub(super) fn multiples(&mut self, at: usize, length: usize) {
        let accessed = self.bug.message.split_whitespace().find_map(|word| word.parse().ok());
        let is_of_bytes = matches!(self.harness.parameters[at].role, Role::Bytes { .. })
            || self.facts.parameters.get(at).is_some_and(|ty| ty.is_character_pointer);
        let name = &self.harness.parameters[length].name;
        let is_broken = |of: u64| {
            let mut leaves = self.leaves.iter().filter(|leaf| leaf.text == *name);
            leaves.any(|leaf| matches!(leaf.value, Value::Number(number) if number % i128::from(of) != 0))
        };
        if let Some(of) = accessed.filter(|of| is_of_bytes && WORDS.contains(of) && is_broken(*of)) {
            self.add(Contract::Multiple { number: name.clone(), of });
        }
    }
}
