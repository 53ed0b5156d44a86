//! Contracts on pointers that lead into the array of another one: where in it they lead.

use super::Maker;
use crate::generate::needs::consistent;
use crate::generate::needs::contract::{Contract, Plan};
use crate::generate::needs::facts::Member;
use crate::generate::roles::{Role, is_length};

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
        self.add(Contract::Unsaid(consistent(name)));
    }

    /// Whether the access is before the object.
    pub(super) fn is_before(&self) -> bool {
        self.bug.message.contains(" before the start of ")
    }

    /// Adds contracts on members that are indices into the array of another member, or its number of elements.
    /// What may be a number of elements is tried first: the harness makes so many elements.
    pub(super) fn member_numbers(&mut self, at: usize, array: &str) {
        let name = &self.harness.parameters[at].name;
        let countable = self.facts.countable.get(at).into_iter().flatten();
        let mut of_array = countable.filter(|it| it.is_direct && format!("{name}->{}", it.array) == array);
        let is_counted = of_array.any(|it| {
            let is_index = |count: &String| it.indices.iter().any(|(index, _)| index == count);
            !it.counts.iter().all(is_index)
        });
        if is_counted {
            self.member_lengths(at, array);
        }
        self.member_indices(Some(array));
        if !is_counted {
            self.member_lengths(at, array);
        }
    }

    /// Adds contracts on members that are indices into the array of another member: of this one, or of any.
    pub(super) fn member_indices(&mut self, array: Option<&str>) {
        let mut made = Vec::new();
        for (parameter, countable) in self.harness.parameters.iter().zip(&self.facts.countable) {
            let is_plain = parameter.role == Role::Object;
            for it in countable.iter().filter(|it| is_plain && it.is_direct && !it.is_flexible) {
                let whole = format!("{}->{}", parameter.name, it.array);
                if array.is_some_and(|array| array != whole) {
                    continue;
                }
                for (number, scale) in &it.indices {
                    let number = format!("{}->{number}", parameter.name);
                    let leaf = self.leaves.iter().find(|leaf| leaf.text == number);
                    let is_signed = leaf.and_then(|leaf| self.facts.ty(leaf)).is_none_or(|ty| ty.is_signed);
                    let (array, scale) = (whole.clone(), i128::from(*scale));
                    made.push(Contract::Index { number, array, is_signed, scale });
                }
            }
        }
        made.into_iter().for_each(|contract| self.add(contract));
    }

    /// Whether the code or a declaration says that a member counts the elements of another one.
    pub(super) fn is_surely_counted(&self, at: usize, array: &str, number: &str) -> bool {
        let mut countable = self.facts.countable.get(at).into_iter().flatten();
        countable.any(|it| {
            it.is_direct && it.array == array && it.counts[..it.n_sure].iter().any(|count| count == number)
        })
    }

    /// Whether a member is an index into an array, and by its name no number of elements.
    pub(super) fn is_mere_index(&self, at: usize, array: &str, number: &str) -> bool {
        let name = &self.harness.parameters[at].name;
        let countable = self.facts.countable.get(at).into_iter().flatten();
        let mut of_array = countable.filter(|it| it.is_direct && format!("{name}->{}", it.array) == array);
        !is_length(number) && of_array.any(|it| it.indices.iter().any(|(index, _)| index == number))
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

/// The name of a member, in small letters.
pub(super) fn name_of(member: &Member) -> String {
    member.path.last().map_or("", String::as_str).to_lowercase()
}

/// Whether a name says for how many elements there is room: so many there are, whatever number an index is
/// compared with.
pub(super) fn is_room(name: &str) -> bool {
    let words = ["size", "alloc", "cap", "room", "reserve"];
    name != "size" && words.iter().any(|word| name.contains(word))
}
