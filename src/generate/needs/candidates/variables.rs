//! Variables of the program: whoever sets them is responsible for their values, not the function that fails
//! on them.

use super::Maker;
use crate::generate::needs::contract::Contract;

impl Maker<'_> {
    /// Adds the contract that the variables which decide whether the error happens are in range.
    pub(super) fn of_variables(&mut self) {
        let mut names: Vec<&str> =
            self.bug.depends.iter().filter_map(|on| self.harness.variable_of(&on.input)).collect();
        names.sort_unstable();
        names.dedup();
        let words = match &names[..] {
            [] => return,
            [name] => format!("the variable {name} is in range"),
            [first @ .., last] => format!("the variables {} and {last} are in range", first.join(", ")),
        };
        self.add(Contract::Unsaid(words));
    }
}
