//! Reads and writes at an offset that is a term: exact, as a chain of ites over the offsets in question.

use super::object::byte_of;
use super::{Byte, Memory, ObjectId, Value};
use crate::expr::{Arena, ExprId};
use crate::util::Bits;
use std::ops::RangeInclusive;

impl Memory {
    /// Reads `width` bits at `offset`, a term of 64 bits whose value is known to lie in `offsets`. The flag
    /// tells whether one of the bytes in question was never written.
    pub fn read_at_term(
        &self,
        arena: &mut Arena,
        object: ObjectId,
        offset: ExprId,
        offsets: RangeInclusive<usize>,
        width: Bits,
    ) -> (Value, bool) {
        let object = self.object(object);
        let mut uninitialised = false;
        let mut result: Option<ExprId> = None;
        for at in offsets.rev() {
            let (value, unwritten) = object.read(arena, at, width);
            uninitialised |= unwritten;
            let value = value.to_term(arena, width);
            result = Some(match result {
                None => value,
                Some(others) => {
                    let number = arena.constant(Bits(64), at as u128);
                    let here = arena.eq(offset, number);
                    arena.ite(here, value, others)
                }
            });
        }
        let term = result.expect("invariant: an offset in question exists");
        (Value::from_term(arena, term), uninitialised)
    }

    /// Writes `value`, of `width` bits, at `offset`, a term of 64 bits whose value is known to lie in
    /// `offsets`.
    pub fn write_at_term(
        &mut self,
        arena: &mut Arena,
        object: ObjectId,
        offset: ExprId,
        offsets: RangeInclusive<usize>,
        width: Bits,
        value: Value,
    ) {
        let size = width.to_bytes().0 as usize;
        let term = value.to_term(arena, width);
        let padded = arena.zext(term, Bits(size as u32 * 8));
        let object = self.object_mut(object);
        // Each condition `offset = at` concerns `size` bytes; bytes of one write never overlap.
        for at in offsets {
            let number = arena.constant(Bits(64), at as u128);
            let here = arena.eq(offset, number);
            for byte in 0..size {
                let new = arena.extract(padded, byte as u32 * 8, Bits(8));
                let old = match object.byte(at + byte) {
                    Byte::Concrete(value) => arena.constant(Bits(8), u128::from(value)),
                    Byte::Symbolic(term) => term,
                    Byte::Uninitialised => arena.constant(Bits(8), 0),
                };
                let chosen = arena.ite(here, new, old);
                object.write_byte(at + byte, byte_of(arena, chosen));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::expr::{Arena, Assignment, Evaluator, SymbolKey};
    use crate::memory::{Memory, Object, Origin, OriginKind, Region, Value};
    use crate::util::{Bits, Bytes};

    /// Writes at every offset and reads at every offset, against a plain array.
    #[test]
    fn agrees_with_an_array() {
        let mut arena = Arena::new();
        let key = |element| SymbolKey { input: 0, element, name: "i".into(), width: Bits(64) };
        let (i, j) = (arena.symbol(key(0)), arena.symbol(key(1)));
        let mut memory = Memory::new();
        let origin = Origin { kind: OriginKind::Heap, number: 0 };
        let object = Object::initialised((1..=6).collect());
        let id = memory.allocate(Region::Heap, object, Bytes(8), origin).id;
        memory.write_at_term(&mut arena, id, i, 0..=4, Bits(16), Value::int(0xbbaa));
        let (read, unwritten) = memory.read_at_term(&mut arena, id, j, 0..=4, Bits(16));
        assert!(!unwritten);
        let term = read.to_term(&mut arena, Bits(16));
        let mut evaluator = Evaluator::new();
        for (write, read) in (0..=4u8).flat_map(|w| (0..=4u8).map(move |r| (w, r))) {
            let mut bytes = [1, 2, 3, 4, 5, 6];
            bytes[usize::from(write)] = 0xaa;
            bytes[usize::from(write) + 1] = 0xbb;
            let mut assignment = Assignment::new();
            assignment.set(arena.node(i).symbol(), u128::from(write));
            assignment.set(arena.node(j).symbol(), u128::from(read));
            let expected = u16::from_le_bytes([bytes[usize::from(read)], bytes[usize::from(read) + 1]]);
            assert_eq!(evaluator.eval(&arena, &assignment, term), u128::from(expected), "{write} {read}");
        }
    }
}
