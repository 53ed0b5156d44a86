//! Contracts that could exclude an access outside of an object that the function itself allocates, or outside
//! of a variable from whose index something is subtracted.

use super::Maker;
use crate::generate::needs::contract::Contract;
use crate::generate::needs::leaves::{Leaf, Value};

impl Maker<'_> {
    /// Adds the contract that a number behind a parameter fits the other arguments if the access depends on it:
    /// how many elements an array has that is not there, for example. Returns whether there is such a number.
    pub(super) fn counts_what_is_missing(&mut self) -> bool {
        let near = self.near().unwrap_or_default();
        let counts = |leaf: &&Leaf| {
            leaf.depth >= 1 && matches!(leaf.value, Value::Number(_)) && near.contains(&leaf.text.as_str())
        };
        let Some(leaf) = self.leaves.iter().find(counts) else { return false };
        let name = &self.harness.parameters[leaf.parameter].name;
        self.add(Contract::Unsaid(format!("what {name} points to fits the other arguments")));
        true
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
