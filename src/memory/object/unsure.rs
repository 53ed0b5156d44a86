//! Bytes that were written only if a write at an offset that is a term fell on them. In terms, the byte is
//! zero if it did not. No native run promises this zero, so code that shows the contents of an object asks
//! here whether the byte was written.

use crate::expr::ExprId;

/// If there are more writes than this, none of them is looked at any more, and the bytes in question count as
/// not written.
const MOST: usize = 64;

/// The bytes that may not have been written, and the writes that may have fallen on them.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Unsure {
    /// One bit for each byte.
    bytes: Vec<u64>,
    writes: Vec<PerhapsWrite>,
    /// Whether there were more writes than are kept.
    is_cut: bool,
}

/// A write of `size` bytes at a term plus a distance.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct PerhapsWrite {
    pub offset: ExprId,
    pub distance: i64,
    pub size: usize,
}

impl Unsure {
    pub(super) fn has(&self, at: usize) -> bool {
        self.bytes.get(at / 64).is_some_and(|bits| bits >> (at % 64) & 1 == 1)
    }

    pub(super) fn add(&mut self, at: usize) {
        let word = at / 64;
        if word >= self.bytes.len() {
            self.bytes.resize(word + 1, 0);
        }
        self.bytes[word] |= 1 << (at % 64);
    }

    /// Notes that bytes were written for certain.
    pub(super) fn settle(&mut self, offset: usize, size: usize) {
        for at in offset..(offset + size).min(self.bytes.len() * 64) {
            self.bytes[at / 64] &= !(1 << (at % 64));
        }
    }

    pub(super) fn note(&mut self, write: PerhapsWrite) {
        if self.writes.contains(&write) {
            return;
        }
        self.is_cut |= self.writes.len() >= MOST;
        if !self.is_cut {
            self.writes.push(write);
        }
    }

    /// Takes over what is known about a part of another object, which begins at `from` there and at `offset`
    /// here.
    pub(super) fn copy(&mut self, offset: usize, source: &Self, from: usize, size: usize) {
        let mut is_any = false;
        for at in (0..size).filter(|at| source.has(from + at)) {
            self.add(offset + at);
            is_any = true;
        }
        if !is_any {
            return;
        }
        self.is_cut |= source.is_cut;
        for write in &source.writes {
            self.note(PerhapsWrite { distance: write.distance + offset as i64 - from as i64, ..*write });
        }
    }

    /// Whether a byte was written, if terms have the values that `value` gives.
    pub(super) fn is_written(&self, at: usize, mut value: impl FnMut(ExprId) -> u64) -> bool {
        if !self.has(at) {
            return true;
        }
        !self.is_cut
            && self.writes.iter().any(|write| {
                let start = value(write.offset).wrapping_add_signed(write.distance);
                (at as u64).wrapping_sub(start) < write.size as u64
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_knows_what_its_source_knew() {
        let offset = ExprId::from_raw(7);
        let mut object = Unsure::default();
        (0..8).for_each(|at| object.add(at));
        object.note(PerhapsWrite { offset, distance: 0, size: 2 });
        let at_three = |term: ExprId| if term == offset { 3 } else { 100 };
        let written =
            |object: &Unsure| (0..12).filter(|at| object.is_written(*at, at_three)).collect::<Vec<_>>();
        assert_eq!(written(&object), [3, 4, 8, 9, 10, 11]);
        let mut copy = Unsure::default();
        copy.copy(2, &object, 1, 6);
        assert_eq!(written(&copy), [0, 1, 4, 5, 8, 9, 10, 11]);
        object.settle(0, 4);
        assert_eq!(written(&object), [0, 1, 2, 3, 4, 8, 9, 10, 11]);
    }

    #[test]
    fn of_too_many_writes_nobody_knows_where_they_lie() {
        let mut object = Unsure::default();
        object.add(0);
        for number in 0..=MOST as u32 {
            object.note(PerhapsWrite { offset: ExprId::from_raw(number), distance: 0, size: 1 });
        }
        assert!(!object.is_written(0, |_| 0) && object.is_written(1, |_| 0));
    }
}
