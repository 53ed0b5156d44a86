//! Contracts on the state of objects of the caller as a whole, where no condition on a single value says enough.

use super::bounds::Missed;
use super::{Maker, has_name, is_state};
use crate::generate::needs::consistent;
use crate::generate::needs::contract::Contract;
use crate::generate::needs::leaves::Leaf;
use crate::generate::roles::Role;
use crate::testcase::BugKind;

impl Maker<'_> {
    /// Adds the contract that members of an object of the caller do not contradict one another.
    pub(super) fn inconsistent(&mut self) {
        let leaves = self.leaves;
        if let Some(name) = self.array_too_short() {
            self.add(Contract::Unsaid(format!("{name} has enough elements")));
            return;
        }
        if let Some(leaf) = leaves.iter().find(|leaf| leaf.depth >= 1 && has_name(leaf)) {
            let name = &self.harness.parameters[leaf.parameter].name;
            self.add(Contract::Unsaid(consistent(name)));
        }
    }

    /// If a value that the failing instruction is computed from lies in an object, the object is to blame.
    pub(super) fn inconsistent_near(&mut self) {
        let near = self.near();
        let is_near = |leaf: &&Leaf| near.as_ref().is_none_or(|near| near.contains(&&*leaf.text));
        // A value deeper in an object has no place of its own, but the name of its input begins with that of
        // a parameter.
        let is_deeper = self.bug.depends.iter().any(|it| {
            let name = it.input.trim_start_matches(['*', '(', '&']);
            self.harness.parameters.iter().any(|parameter| {
                let rest = name.strip_prefix(parameter.name.as_str()).unwrap_or_default();
                it.earlier == 0 && (rest.starts_with("->") || rest.starts_with('.') || rest.starts_with('['))
            })
        });
        if self.leaves.iter().any(|leaf| is_state(leaf) && (is_near(&leaf) || is_deeper && leaf.depth > 1)) {
            self.inconsistent();
        }
    }

    /// The array of numbers or characters that an access has missed, if it is an argument.
    fn array_too_short(&self) -> Option<&str> {
        let Some(Missed::Input(at, None)) = self.missed() else { return None };
        let parameter = &self.harness.parameters[at];
        let is_array = matches!(
            parameter.role,
            Role::Buffer { .. } | Role::Bytes { .. } | Role::Room | Role::TextWithRoom | Role::Filled
        );
        let is_out_of_bounds = matches!(self.bug.kind, BugKind::OutOfBoundsRead | BugKind::OutOfBoundsWrite);
        let has_state = self.leaves.iter().any(|leaf| leaf.parameter == at && is_state(leaf));
        (is_array && is_out_of_bounds && !has_state).then_some(&*parameter.name)
    }
}
