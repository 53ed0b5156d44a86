//! Contracts on the numbers beside an array that a member of an object points to.

use super::Maker;
use crate::generate::harness::root;
use crate::generate::needs::consistent;
use crate::generate::needs::contract::{Contract, is_element};
use crate::generate::needs::leaves::{Leaf, Value};

impl Maker<'_> {
    /// Adds contracts on numbers beside an array that a member points to.
    pub(super) fn made_bounds(&mut self, array: &str, length: &str) {
        let pointer = root(array);
        let at = self.harness.parameters.iter().position(|parameter| parameter.name == pointer);
        let room = at.and_then(|at| self.facts.room(at, array));
        if let Some(room) = room.filter(|room| room.factors.join(" * ") == length) {
            self.room_bounds(&room);
            self.add(Contract::Unsaid(consistent(pointer)));
            return;
        }
        let length_is = self.leaves.iter().find_map(|leaf| match leaf.value {
            Value::Number(number) if leaf.text == length => Some(number),
            _ => None,
        });
        // Elements of the array, and values of an enumeration, say nothing about how much there is.
        let is_named = |leaf: &Leaf| self.facts.ty(leaf).is_some_and(|ty| ty.enumeration.is_some());
        let mut numbers = self.owned_numbers();
        numbers.retain(|(leaf, _)| leaf.text != length && !is_element(&leaf.text, array) && !is_named(leaf));
        for (leaf, number) in &numbers {
            // A count may say that all elements are used, an index may not.
            let is_index = leaf.depth == 0 && leaf.members.is_empty() && self.is_index(leaf.parameter);
            if !is_index && length_is.is_some_and(|length| *number > length) {
                self.add(Contract::AtMost(leaf.text.clone(), length.to_owned()));
            }
            if length_is.is_some_and(|length| *number >= length) {
                let guard = self.checked_below(leaf, *number, &numbers);
                self.guarded(Contract::Less(leaf.text.clone(), length.to_owned()), guard);
            }
            self.at_least(leaf, *number);
        }
        let number = length.to_owned();
        self.add(Contract::Within { number, from: Some(1), end: None, of: None });
        self.add(Contract::Unsaid(consistent(pointer)));
    }

    /// Whether the function checks an argument against another number of the object than the one that says how
    /// many elements there are: in words, that it does. Whoever calls `get(list, i)`, which returns null unless
    /// `i < list->length`, need not know how much room the list has.
    pub(super) fn checked_below(&self, leaf: &Leaf, number: i128, others: &[(Leaf, i128)]) -> Option<String> {
        let is_argument = leaf.depth == 0 && leaf.members.is_empty();
        let place = self.facts.place(leaf).filter(|_| is_argument)?;
        let is_member = |it: &Leaf| it.depth >= 1 && !it.members.is_empty();
        let mut bounds = self.facts.guards.compared_with(place);
        let is_checked = bounds.any(|bound| {
            let is_it = |(it, most): &(Leaf, i128)| {
                is_member(it) && self.facts.place(it) == Some(bound) && number <= *most
            };
            others.iter().any(is_it)
        });
        is_checked.then(|| format!("the function itself compares `{}` with a bound", leaf.text))
    }
}
