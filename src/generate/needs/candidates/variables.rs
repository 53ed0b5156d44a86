//! Variables of the program: whoever sets them is responsible for their values, not the function that fails
//! on them. If the function itself compares a variable with a bound, it has taken the task over.

use super::Maker;
use crate::generate::needs::GUARDED;
use crate::generate::needs::contract::Contract;
use crate::testcase::BugKind;

impl Maker<'_> {
    /// Adds the contract that the variables which decide whether the error happens are in range.
    pub(super) fn of_variables(&mut self) {
        let harness = self.harness;
        let missed = self.bug.object.as_ref().and_then(|object| object.input.as_deref());
        if let Some(variable) = missed.and_then(|input| harness.variable_of(input))
            && variable.is_text
        {
            let what = match self.bug.kind {
                BugKind::OutOfBoundsRead | BugKind::OutOfBoundsWrite => "enough characters",
                _ => "what the function takes",
            };
            return self.add(Contract::Unsaid(format!("the variable {} points to {what}", variable.name)));
        }
        let decisive = self.bug.depends.iter().filter_map(|on| harness.variable_of(&on.input));
        let mut variables: Vec<_> = decisive.collect();
        let is_of_place = matches!(self.bug.kind, BugKind::OutOfBoundsRead | BugKind::OutOfBoundsWrite);
        // A loop that counts to a variable does not tell what it counts to.
        if is_of_place && variables.is_empty() && self.found.is_empty() {
            variables.extend(harness.variables.iter().filter(|it| it.is_end));
        }
        variables.sort_unstable_by_key(|it| &it.name);
        variables.dedup();
        let names: Vec<&str> = variables.iter().map(|it| it.name.as_str()).collect();
        let words = match &names[..] {
            [] => return,
            [name] => format!("the variable {name} is in range"),
            [first @ .., last] => format!("the variables {} and {last} are in range", first.join(", ")),
        };
        let bounded = variables.iter().find(|it| is_of_place && it.is_bounded);
        let guard = bounded.map(|it| format!("{GUARDED} `{}` with a bound", it.name));
        self.guarded(Contract::Unsaid(words), guard);
    }
}
