//! How long the arrays and strings of a harness are.

use super::Negotiation;
use crate::generate::roles::{Parameter, Role};
use crate::generate::synth::Effort;

/// How many letters strings get if the usual ones are too few to reach every branch: as many as an address of
/// four numbers has, and as many as a time stamp.
const LETTERS: [u64; 2] = [15, 23];

impl Negotiation {
    /// Sets how much is tried with objects that are made by calls.
    pub fn allow(&mut self, effort: Effort) {
        self.harness.calls = effort.calls;
        self.harness.bounds.string = match (effort.letters, self.letters) {
            (Some(most), Some(said)) => Some(most.min(said)),
            (most, said) => most.or(said),
        };
    }

    /// Makes arrays longer, unless somebody has said how long they are.
    pub fn lengthen(&mut self, elements: u64) -> bool {
        if !self.is_length_said {
            self.harness.bounds.array = Some(elements);
        }
        !self.is_length_said
    }

    /// Makes strings longer, unless somebody has said how long they are. Returns whether there are any that are
    /// not the longest yet.
    pub fn spell_longer(&mut self) -> bool {
        let has_inner = self.facts.has_inner_texts;
        let has_texts = has_inner || self.harness.parameters.iter().any(|it| it.role == Role::Text);
        let now = self.harness.bounds.string.unwrap_or(0);
        let longer = LETTERS.into_iter().find(|letters| *letters > now);
        let longer = longer.filter(|_| self.letters.is_none() && has_texts);
        self.harness.bounds.string = longer.or(self.harness.bounds.string);
        if has_inner {
            self.harness.inner_letters = longer.or(self.harness.inner_letters);
        }
        longer.is_some()
    }

    /// Makes strings as long as the code counts, unless their length was set. Returns whether that is new.
    pub fn lengthen_texts(&mut self) -> bool {
        let is_new = self.letters.is_none()
            && !self.harness.are_texts_long
            && self.harness.parameters.iter().any(Parameter::has_long_texts);
        self.harness.are_texts_long |= is_new;
        is_new
    }
}
