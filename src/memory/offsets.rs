//! The offsets in an object at which an access may fall if its offset is a term.

/// The offsets that a term may have: from the first to the last in steps.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Offsets {
    pub first: usize,
    pub last: usize,
    pub step: usize,
}

impl Offsets {
    /// All offsets from zero to `last`.
    pub const fn up_to(last: usize) -> Self {
        Self { first: 0, last, step: 1 }
    }

    pub(super) fn iter(self) -> impl DoubleEndedIterator<Item = usize> {
        (self.first..self.last + 1).step_by(self.step)
    }
}
