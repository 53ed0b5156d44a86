//! Writes at an offset that is a term, kept as a list on top of an object's bytes.
//!
//! A write costs one entry, whatever the size of the object; a read goes through the list. A list that grows
//! beyond [`MOST`] entries is settled: its writes are applied, and every byte on which one may fall becomes
//! an ite.

use super::{Byte, Object, byte_of};
use crate::expr::{Arena, ExprId};
use crate::memory::{Offsets, Value};
use crate::util::Bits;

/// With more entries than this, the list is settled.
const MOST: usize = 128;

/// One write of a whole number of bytes at one of several offsets.
#[derive(Clone, Debug)]
pub struct Update {
    /// A term of 64 bits.
    pub offset: ExprId,
    /// The offsets that it may have.
    pub offsets: Offsets,
    /// The bytes written.
    pub size: usize,
    /// A term of as many bits.
    pub value: ExprId,
}

impl Object {
    /// The writes on top of the bytes, the oldest first.
    pub fn updates(&self) -> &[Update] {
        &self.updates
    }

    /// Adds a write to the list.
    pub(in crate::memory) fn update(
        &mut self,
        arena: &mut Arena,
        offset: ExprId,
        offsets: Offsets,
        width: Bits,
        value: Value,
    ) {
        let size = width.to_bytes().0 as usize;
        let term = value.to_term(arena, width);
        let value = arena.zext(term, Bits(size as u32 * 8));
        let end = offsets.last + size;
        // Whether a byte was written depends on the offset, as its value does. The byte is marked as written.
        let unsure = self.not_surely_written(offsets.first, end - offsets.first);
        self.mark_written(offsets.first, end - offsets.first);
        self.note_perhaps(&unsure, offset, size);
        self.forget_pointers(offsets.first, end - offsets.first);
        self.updates.push(Update { offset, offsets, size, value });
        if self.updates.len() > MOST {
            self.settle(arena);
        }
    }

    /// Reads with all updates applied.
    pub(in crate::memory) fn read_updated(&self, arena: &mut Arena, at: usize, width: Bits) -> (Value, bool) {
        let size = width.to_bytes().0 as usize;
        let (base, unwritten) = self.read_base(arena, at, Bits(size as u32 * 8));
        let mut term = base.to_term(arena, Bits(size as u32 * 8));
        for update in &self.updates {
            term = update.over(arena, at, size, term);
        }
        let term = arena.extract(term, 0, width);
        let object = (term == base.to_term(arena, width)).then(|| base.object()).flatten();
        (Value::from_term(arena, term).with_object(object), unwritten)
    }

    /// Applies every update to the bytes and empties the list.
    pub fn settle(&mut self, arena: &mut Arena) {
        // These bytes are marked as written already, and those of them that are unsure stay so.
        let unsure = self.unsure.take();
        for update in std::mem::take(&mut self.updates) {
            for at in update.offsets.first..update.offsets.last + update.size {
                let old = match self.byte(at) {
                    Byte::Concrete(value) => arena.constant(Bits(8), u128::from(value)),
                    Byte::Symbolic(term) => term,
                    Byte::Input(part) => part.term(arena),
                    Byte::Uninitialised => arena.constant(Bits(8), 0),
                };
                let new = update.over(arena, at, 1, old);
                if new != old {
                    self.write_byte(at, byte_of(arena, new));
                }
            }
        }
        self.unsure = unsure;
    }
}

impl Update {
    /// The `size` bytes at `at` as a term, which is `older` where this update does not write.
    fn over(&self, arena: &mut Arena, at: usize, size: usize, older: ExprId) -> ExprId {
        let (first, last) = (self.offsets.first, self.offsets.last);
        if at + size <= first || at >= last + self.size {
            return older;
        }
        let mut term = older;
        // The write may begin before, at or behind the first byte that is read.
        let begin = (at + 1).saturating_sub(self.size).max(first);
        let begin = first + (begin - first).next_multiple_of(self.offsets.step);
        for start in (begin..(at + size).min(last + 1)).step_by(self.offsets.step) {
            let number = arena.constant(Bits(64), start as u128);
            let here = arena.eq(self.offset, number);
            let written = self.laid_over(arena, start, at, size, older);
            term = arena.ite(here, written, term);
        }
        term
    }

    /// The `size` bytes at `at` if the write is at `start`.
    fn laid_over(&self, arena: &mut Arena, start: usize, at: usize, size: usize, older: ExprId) -> ExprId {
        if start == at && self.size == size {
            return self.value;
        }
        let bits = |bytes: usize| bytes as u32 * 8;
        let (from, to) = (start.max(at), (start + self.size).min(at + size));
        let mut term = arena.extract(self.value, bits(from - start), Bits(bits(to - from)));
        if from > at {
            let below = arena.extract(older, 0, Bits(bits(from - at)));
            term = arena.concat(term, below);
        }
        if to < at + size {
            let above = arena.extract(older, bits(to - at), Bits(bits(at + size - to)));
            term = arena.concat(above, term);
        }
        term
    }
}
