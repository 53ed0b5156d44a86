//! Reads and writes blocks of bytes at an offset that is a term. They are exact, and make terms for each byte
//! that a block may reach, but not for each byte at each offset.
//!
//! The places of bytes are computed as in a barrel shifter: for each bit of the distance, a row of bytes is
//! moved by one, two, four and so on places if the bit is set.

use super::object::byte_of;
use super::{Byte, Memory, Object, ObjectId, Offsets};
use crate::expr::{Arena, ExprId};
use crate::util::Bits;
use std::ops::Range;

/// If the number of bytes times the number of offsets is at most this, each byte is read or written on its
/// own.
const SMALL: usize = 1 << 12;

/// For how many bytes there may be terms.
const LARGE: usize = 1 << 17;

const BYTE: Bits = Bits(8);
const OFFSET: Bits = Bits(64);

/// A number of bytes at an offset, a term of 64 bits whose value is known to be one of `offsets`.
#[derive(Copy, Clone)]
pub struct Block {
    pub object: ObjectId,
    pub offset: ExprId,
    pub offsets: Offsets,
    pub length: usize,
}

impl Block {
    /// Whether it may be read and written byte by byte.
    pub fn is_small(&self) -> bool {
        self.offsets.iter().count().saturating_mul(self.length) <= SMALL
    }

    /// Whether it can be read and written as a whole.
    pub fn is_bounded(&self) -> bool {
        self.reach().len() <= LARGE
    }

    /// Whether it can be filled with one concrete number.
    pub fn is_edge_bounded(&self) -> bool {
        self.offsets.last - self.offsets.first <= LARGE / 2
    }

    /// The offsets of all bytes that may belong to it.
    fn reach(&self) -> Range<usize> {
        self.offsets.first..self.offsets.last + self.length
    }

    /// The offsets of all bytes that belong to it wherever it begins; none if it is too short for that.
    fn surely(&self) -> Range<usize> {
        self.offsets.last..self.offsets.first + self.length
    }

    /// Whether the byte at an offset belongs to it.
    fn contains(&self, arena: &mut Arena, at: usize) -> ExprId {
        let mut is_in = arena.bool(true);
        if at < self.offsets.last {
            let number = arena.constant(OFFSET, at as u128);
            is_in = arena.ule(self.offset, number);
        }
        if let Some(before) = at.checked_sub(self.length).filter(|before| *before >= self.offsets.first) {
            let number = arena.constant(OFFSET, before as u128);
            let is_behind = arena.ult(number, self.offset);
            is_in = arena.and(is_in, is_behind);
        }
        is_in
    }

    /// How far behind the first possible offset it begins.
    fn distance(&self, arena: &mut Arena) -> ExprId {
        let first = arena.constant(OFFSET, self.offsets.first as u128);
        arena.sub(self.offset, first)
    }
}

impl Memory {
    /// The bytes of a block.
    pub fn read_block(&mut self, arena: &mut Arena, block: Block) -> Vec<ExprId> {
        self.settle(arena, block.object);
        let object = self.object(block.object);
        let mut row: Vec<ExprId> = block.reach().map(|at| term_at(arena, object, at)).collect();
        let distance = block.distance(arena);
        shift(arena, &mut row, distance, |at, by| at + by);
        row.truncate(block.length);
        row
    }

    /// Writes a block of these bytes.
    pub fn write_block(&mut self, arena: &mut Arena, block: Block, bytes: &[ExprId]) {
        let reach = block.reach();
        let zero = arena.constant(BYTE, 0);
        let mut row = vec![zero; reach.len()];
        row[..bytes.len()].copy_from_slice(bytes);
        let distance = block.distance(arena);
        shift(arena, &mut row, distance, |at, by| at.wrapping_sub(by));
        self.overlay(arena, block, reach.clone(), |at| row[at - reach.start]);
    }

    /// Sets all bytes of a block to this one.
    pub fn fill_block(&mut self, arena: &mut Arena, block: Block, byte: ExprId) {
        self.settle(arena, block.object);
        let surely = block.surely();
        let number = arena.as_const(byte).filter(|_| !surely.is_empty());
        let Some(number) = number else {
            return self.overlay(arena, block, block.reach(), |_| byte);
        };
        let reach = block.reach();
        self.overlay(arena, block, reach.start..surely.start, |_| byte);
        self.overlay(arena, block, surely.end..reach.end, |_| byte);
        self.object_mut(block.object).fill(surely.start, surely.len(), number as u8);
    }

    /// Writes the part of a block that may lie at `places`: each byte there becomes `new`, if it belongs to
    /// the block.
    fn overlay(
        &mut self,
        arena: &mut Arena,
        block: Block,
        places: Range<usize>,
        new: impl Fn(usize) -> ExprId,
    ) {
        if places.is_empty() {
            return;
        }
        self.settle(arena, block.object);
        let object = self.object_mut(block.object);
        let surely = block.surely();
        let mut unsure = object.not_surely_written(places.start, places.len());
        unsure.retain(|at| !surely.contains(at));
        object.forget_pointers(places.start, places.len());
        for at in places {
            let is_in = block.contains(arena, at);
            let old = term_at(arena, object, at);
            let chosen = arena.ite(is_in, new(at), old);
            object.write_byte(at, byte_of(arena, chosen));
        }
        object.note_perhaps(&unsure, block.offset, block.length);
    }
}

/// The byte at an offset; zero if it was never written.
fn term_at(arena: &mut Arena, object: &Object, at: usize) -> ExprId {
    match object.byte(at) {
        Byte::Concrete(value) => arena.constant(BYTE, u128::from(value)),
        Byte::Symbolic(term) => term,
        Byte::Input(part) => part.term(arena),
        Byte::Uninitialised => arena.constant(BYTE, 0),
    }
}

/// Moves a row by `distance`: each place gets the byte that was at `from(at, distance)`, or keeps its own if
/// that is outside the row.
fn shift(arena: &mut Arena, row: &mut [ExprId], distance: ExprId, from: impl Fn(usize, usize) -> usize) {
    let n_bits = usize::BITS - (row.len() - 1).leading_zeros();
    for bit in 0..n_bits {
        let is_set = arena.extract(distance, bit, Bits(1));
        if arena.as_const(is_set) == Some(0) {
            continue;
        }
        let before = row.to_vec();
        for (at, place) in row.iter_mut().enumerate() {
            if let Some(moved) = before.get(from(at, 1 << bit)) {
                *place = arena.ite(is_set, *moved, *place);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{BYTE, Block, OFFSET};
    use crate::expr::{Arena, Assignment, Evaluator, ExprId, SymbolKey};
    use crate::memory::{Memory, Object, Offsets, Origin, OriginKind, Region};
    use crate::util::Bytes;

    /// Compares blocks at every possible offset with a plain array.
    #[test]
    fn agrees_with_an_array() {
        for offsets in [Offsets { first: 3, last: 40, step: 1 }, Offsets { first: 8, last: 88, step: 16 }] {
            for length in [1, 5, 60] {
                check(offsets, length);
            }
        }
    }

    fn check(offsets: Offsets, length: usize) {
        let initial: Vec<u8> = (0..160).map(|at| at as u8 ^ 0x55).collect();
        let bytes: Vec<u8> = (0..length).map(|at| at as u8 + 100).collect();
        let mut arena = Arena::new();
        let i = arena.symbol(SymbolKey { input: 0, element: 0, name: "i".into(), width: OFFSET });
        let origin = Origin::new(OriginKind::Heap, 0);
        let place = |memory: &mut Memory| {
            let object = Object::initialised(initial.clone());
            let object = memory.allocate(Region::Heap, object, Bytes(8), origin).id;
            Block { object, offset: i, offsets, length }
        };
        let mut memory = Memory::new();
        let (read, written, filled) = (place(&mut memory), place(&mut memory), place(&mut memory));
        let was_read = memory.read_block(&mut arena, read);
        let terms: Vec<ExprId> = bytes.iter().map(|byte| arena.constant(BYTE, u128::from(*byte))).collect();
        memory.write_block(&mut arena, written, &terms);
        memory.fill_block(&mut arena, filled, terms[0]);
        for offset in offsets.iter() {
            let mut assignment = Assignment::new();
            assignment.set(arena.node(i).symbol(), offset as u128);
            let mut evaluator = Evaluator::new();
            let mut value = |term| evaluator.eval(&arena, &assignment, term) as u8;
            let got: Vec<u8> = was_read.iter().map(|term| value(*term)).collect();
            assert_eq!(got, initial[offset..offset + length], "read at {offset}");
            let mut expected = initial.clone();
            expected[offset..offset + length].copy_from_slice(&bytes);
            assert_eq!(contents(&memory, written, &mut arena, offset), expected, "written at {offset}");
            expected[offset..offset + length].fill(bytes[0]);
            assert_eq!(contents(&memory, filled, &mut arena, offset), expected, "filled at {offset}");
        }
    }

    fn contents(memory: &Memory, block: Block, arena: &mut Arena, offset: usize) -> Vec<u8> {
        let object = memory.object(block.object);
        let mut assignment = Assignment::new();
        assignment.set(arena.node(block.offset).symbol(), offset as u128);
        let mut evaluator = Evaluator::new();
        let mut byte = |at| {
            let term = super::term_at(arena, object, at);
            evaluator.eval(arena, &assignment, term) as u8
        };
        (0..160).map(&mut byte).collect()
    }
}
