//! Contracts that could exclude an access outside of an object that the function itself allocates.

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
}
