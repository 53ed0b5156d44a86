//! Contracts that could exclude an access outside of an object that the function itself allocates, or outside
//! of a variable from whose index something is subtracted.

use super::Maker;
use crate::generate::needs::contract::Contract;
use crate::generate::needs::fits_others;
use crate::generate::needs::leaves::{Leaf, Value};

impl Maker<'_> {
    /// Adds contracts on what the size of an object that the function allocates depends on. Returns whether there
    /// are any; if not, the function itself errs.
    pub(super) fn sizes_of_allocated(&mut self) -> bool {
        self.impossible_lengths() || self.counts_no_elements() || self.counts_what_is_missing()
    }

    /// Adds the contract that a number behind a parameter fits the other arguments if the access depends on it:
    /// how many elements an array has that is not there, for example. Returns whether there is such a number.
    pub(super) fn counts_what_is_missing(&mut self) -> bool {
        let near = self.near().unwrap_or_default();
        let counts = |leaf: &&Leaf| {
            leaf.depth >= 1 && matches!(leaf.value, Value::Number(_)) && near.contains(&leaf.text.as_str())
        };
        let Some(leaf) = self.leaves.iter().find(counts) else { return false };
        let name = &self.harness.parameters[leaf.parameter].name;
        self.add(Contract::Unsaid(fits_others(name)));
        true
    }

    /// Adds the contract that a parameter is not negative, for each that is and that the access depends on: how
    /// many elements the function makes room for. Returns whether there is one.
    fn counts_no_elements(&mut self) -> bool {
        let known = self.found.len();
        // The size of an object is a constant of its path, so that an access seldom depends on it.
        let near = self.near().filter(|near| !near.is_empty());
        for (leaf, number) in self.owned_numbers() {
            let is_near = near.as_ref().is_none_or(|near| near.contains(&leaf.text.as_str()));
            let is_argument = leaf.depth == 0 && leaf.members.is_empty();
            // Code that looks for negative numbers has to cope with them.
            if number < 0
                && is_argument
                && is_near
                && !self.harness.parameters[leaf.parameter].may_be_negative
            {
                self.add(Contract::Within { number: leaf.text, from: Some(0), end: None, of: None });
            }
        }
        self.found.len() > known
    }

    /// Adds the contract that a parameter is greater than this number, which indexes none of `counts` elements
    /// although it is small: something is subtracted from it, as in `table[length - 2]`.
    pub(super) fn at_least_what_is_subtracted(&mut self, leaf: &Leaf, number: i128, counts: &[u64]) {
        let least = counts.iter().copied().min().map_or(0, i128::from);
        if leaf.depth > 0 || !leaf.members.is_empty() || !(1..least).contains(&number) {
            return;
        }
        let from = Some(number + 1);
        self.add(Contract::Within { number: leaf.text.clone(), from, end: None, of: None });
    }
}
