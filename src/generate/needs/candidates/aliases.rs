//! Contracts that could exclude an error because two pointers lead to the same object.

use super::Maker;
use crate::generate::needs::contract::Contract;
use crate::generate::roles::Role;
use crate::testcase::{Input, InputKind};

impl Maker<'_> {
    /// Adds contracts on pointers of the inputs that lead to the same object.
    pub(super) fn aliases(&mut self) {
        let mut pointers: Vec<(Option<String>, u32)> = Vec::new();
        for input in self.test.inputs.iter().chain(&self.test.made) {
            for pointer in &input.pointers {
                pointers.push((self.pointer_at(input, pointer.at), pointer.object));
            }
        }
        for (at, (one, object)) in pointers.iter().enumerate() {
            for (other, _) in pointers[at + 1..].iter().filter(|(_, other)| other == object) {
                match (one, other) {
                    (Some(one), Some(other)) => self.add(Contract::Differ(other.clone(), one.clone())),
                    (Some(named), None) | (None, Some(named)) => {
                        self.add(Contract::Unsaid(format!("{named} leads to no other argument")));
                    }
                    // Calls that build an object say more about what they are given.
                    (None, None) if !self.is_built() => {
                        let words = "no two pointers within its objects lead to the same memory";
                        self.add(Contract::Unsaid(words.to_owned()));
                    }
                    (None, None) => {}
                }
            }
        }
    }

    /// Adds contracts on arguments that point to `void` and lead to the same object: it may be of one type only,
    /// and the function may take the arguments for pointers to different types, as a comparator for `bsearch`
    /// does.
    pub(super) fn of_one_type(&mut self) {
        if self.facts.parameters.iter().any(|ty| ty.is_void_pointer) {
            self.aliases();
        }
    }

    /// Whether calls may build what a parameter points to.
    pub(super) fn is_built(&self) -> bool {
        self.harness.parameters.iter().any(|parameter| matches!(parameter.role, Role::Made { .. }))
    }

    /// The pointer at an offset of an input, in C.
    fn pointer_at(&self, input: &Input, offset: u64) -> Option<String> {
        // Further arguments of a call with `...` have no names outside of it.
        let at = self.harness.parameters.iter().position(|parameter| parameter.name == input.name)?;
        if input.kind == InputKind::Pointer {
            return Some(input.name.clone());
        }
        let members = &self.facts.parameters.get(at)?.members;
        let member = members.iter().rev().find(|member| member.offset == i128::from(offset))?;
        Some(format!("{}->{}", input.name, member.path.join(".")))
    }
}
