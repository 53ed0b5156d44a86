//! Contracts on pointers that lead into the array of another one: where in it they lead.

use super::Maker;
use crate::generate::needs::contract::{Contract, Plan};
use crate::generate::roles::Role;

impl Maker<'_> {
    /// Adds contracts on parameters that lead into the array of a parameter. Returns whether there are any.
    pub(super) fn cursors_in(&mut self, at: usize) -> bool {
        let parameters = &self.harness.parameters;
        let cursors = parameters.iter().filter(|parameter| parameter.role == Role::Cursor { of: at });
        let cursors: Vec<String> = cursors.map(|cursor| cursor.name.clone()).collect();
        let array = parameters[at].name.clone();
        self.places(&cursors, &array, &format!("symir_array_length({array})"));
        !cursors.is_empty()
    }

    /// Adds contracts on members that lead into the same array.
    pub(super) fn range_bounds(&mut self, at: usize) {
        let Some(range) = self.harness.set_ranges().nth(at).cloned() else { return };
        self.places(&range.cursors, &range.begin, &range.length());
        let name = &self.harness.parameters[range.parameter].name;
        self.add(Contract::Unsaid(format!("what {name} points to is consistent")));
    }

    /// Adds the contract that an argument leads into the middle of an array, if the function looks at what is
    /// before it.
    pub(super) fn behind_others(&mut self, at: usize) {
        let is_array = self.harness.parameters[at].role == Role::Buffer { length: None };
        let ty = self.facts.parameters.get(at);
        let is_of_numbers = ty.is_some_and(|ty| ty.members.is_empty() && !ty.is_pointer_pointer);
        if self.is_before() && is_array && is_of_numbers {
            self.add(Contract::Plan(Plan::Behind(at)));
        }
    }

    /// Adds the contracts that pointers lead to elements of an array and not to its end, and that they come in
    /// this order.
    fn places(&mut self, cursors: &[String], array: &str, length: &str) {
        for (at, pointer) in cursors.iter().enumerate() {
            self.add(Contract::Placed {
                pointer: pointer.clone(),
                condition: format!("{pointer} < {array} + {length}"),
                words: format!("{pointer} points to an element of {array}"),
            });
            self.add(Contract::Placed {
                pointer: pointer.clone(),
                condition: format!("{pointer} > {array}"),
                words: format!("{pointer} points behind the first element of {array}"),
            });
            for other in &cursors[at + 1..] {
                for (one, other) in [(pointer, other), (other, pointer)] {
                    self.add(Contract::Placed {
                        pointer: one.clone(),
                        condition: format!("{one} <= {other}"),
                        words: format!("{one} is not behind {other}"),
                    });
                }
            }
        }
    }
}
