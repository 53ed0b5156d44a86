//! Reads and writes at an offset that is a term. They are exact: ites over the possible offsets.

use super::object::{Update, byte_of};
use super::{Byte, Memory, Object, ObjectId, Offsets, Value};
use crate::expr::{Arena, ExprId};
use crate::util::Bits;
use crate::util::numbers::greatest_common_divisor;

/// With up to this many offsets, a write changes each place; with more, it becomes an entry of the object's
/// list.
const LIST: usize = 256;

/// With up to this many offsets, a read is a chain of equalities; with more, it is a tree of orders.
const CHAIN: usize = 16;

impl Memory {
    /// Reads `width` bits at `offset`, a term of 64 bits whose value is known to be one of `offsets`. The
    /// flag tells whether one of the bytes that may be read was never written.
    ///
    /// Neighbouring offsets with the same contents share a leaf, so that a large object with few different
    /// values makes a small term.
    pub fn read_at_term(
        &self,
        arena: &mut Arena,
        object: ObjectId,
        offset: ExprId,
        offsets: Offsets,
        width: Bits,
    ) -> (Value, bool) {
        let object = self.object(object);
        if !object.updates.is_empty() {
            return object.read_updated_at_term(arena, offset, offsets, width);
        }
        object.read_base_at_term(arena, offset, offsets, width)
    }

    /// Writes `value`, of `width` bits, at `offset`, a term of 64 bits whose value is known to be one of
    /// `offsets`.
    pub fn write_at_term(
        &mut self,
        arena: &mut Arena,
        object: ObjectId,
        offset: ExprId,
        offsets: Offsets,
        width: Bits,
        value: Value,
    ) {
        let object = self.object_mut(object);
        if !object.updates.is_empty() || offsets.iter().count() > LIST {
            object.update(arena, offset, offsets, width, value);
            return;
        }
        let size = width.to_bytes().0 as usize;
        let length = offsets.last + size - offsets.first;
        let unsure = object.not_surely_written(offsets.first, length);
        object.forget_pointers(offsets.first, length);
        let term = value.to_term(arena, width);
        let padded = arena.zext(term, Bits(size as u32 * 8));
        // Each condition `offset = at` concerns `size` bytes; bytes of one write never overlap.
        for at in offsets.iter() {
            let number = arena.constant(Bits(64), at as u128);
            let here = arena.eq(offset, number);
            for byte in 0..size {
                let new = arena.extract(padded, byte as u32 * 8, Bits(8));
                let old = match object.byte(at + byte) {
                    Byte::Concrete(value) => arena.constant(Bits(8), u128::from(value)),
                    Byte::Symbolic(term) => term,
                    Byte::Input(part) => part.term(arena),
                    Byte::Uninitialised => arena.constant(Bits(8), 0),
                };
                let chosen = arena.ite(here, new, old);
                object.write_byte(at + byte, byte_of(arena, chosen));
            }
        }
        object.note_perhaps(&unsure, offset, size);
    }
}

impl Object {
    /// Reads at a term with all updates applied. If all updates have the size of the read, and no place of
    /// theirs overlaps a place of the read only partly, each update adds one choice. Otherwise a copy of the
    /// object is settled first.
    fn read_updated_at_term(
        &self,
        arena: &mut Arena,
        offset: ExprId,
        offsets: Offsets,
        width: Bits,
    ) -> (Value, bool) {
        let size = width.to_bytes().0 as usize;
        let fits = |update: &Update| {
            let distance = update.offsets.first.abs_diff(offsets.first);
            let step = match update.offsets.first == update.offsets.last {
                true => offsets.step,
                false => greatest_common_divisor(update.offsets.step as u64, offsets.step as u64) as usize,
            };
            update.size == size && step >= size && distance.is_multiple_of(step)
        };
        if !self.updates.iter().all(fits) {
            let mut settled = self.clone();
            settled.settle(arena);
            return settled.read_base_at_term(arena, offset, offsets, width);
        }
        let whole = Bits(size as u32 * 8);
        let (base, unwritten) = self.read_base_at_term(arena, offset, offsets, whole);
        let mut term = base.to_term(arena, whole);
        for update in &self.updates {
            let here = arena.eq(offset, update.offset);
            term = arena.ite(here, update.value, term);
        }
        let term = arena.extract(term, 0, width);
        (Value::from_term(arena, term), unwritten)
    }

    fn read_base_at_term(
        &self,
        arena: &mut Arena,
        offset: ExprId,
        offsets: Offsets,
        width: Bits,
    ) -> (Value, bool) {
        let mut uninitialised = false;
        let mut runs: Vec<(usize, ExprId)> = Vec::new();
        for at in offsets.iter() {
            let (value, unwritten) = self.read_base(arena, at, width);
            uninitialised |= unwritten;
            let value = value.to_term(arena, width);
            if runs.last().is_none_or(|(_, last)| *last != value) {
                runs.push((at, value));
            }
        }
        let n_offsets = offsets.iter().count();
        let term = if n_offsets <= CHAIN {
            let mut values = offsets.iter().rev().map(|at| {
                let run = runs.partition_point(|(start, _)| *start <= at) - 1;
                (at, runs[run].1)
            });
            let (_, last) = values.next().expect("invariant: an offset in question exists");
            values.fold(last, |others, (at, value)| {
                let number = arena.constant(Bits(64), at as u128);
                let here = arena.eq(offset, number);
                arena.ite(here, value, others)
            })
        } else {
            choose(arena, offset, &runs)
        };
        (Value::from_term(arena, term), uninitialised)
    }
}

/// The value of the last run that begins at or before `offset`.
fn choose(arena: &mut Arena, offset: ExprId, runs: &[(usize, ExprId)]) -> ExprId {
    match runs {
        [] => unreachable!("invariant: an offset in question exists"),
        [(_, value)] => *value,
        _ => {
            let (low, high) = runs.split_at(runs.len() / 2);
            let start = arena.constant(Bits(64), high[0].0 as u128);
            let is_low = arena.ult(offset, start);
            let (low, high) = (choose(arena, offset, low), choose(arena, offset, high));
            arena.ite(is_low, low, high)
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::expr::{Arena, Assignment, Evaluator, SymbolKey};
    use crate::memory::{Memory, Object, Offsets, Origin, OriginKind, Region, Value};
    use crate::util::{Bits, Bytes};

    /// Compares writes at every offset and reads at every offset with a plain array.
    #[test]
    fn agrees_with_an_array() {
        let mut arena = Arena::new();
        let key = |element| SymbolKey { input: 0, element, name: "i".into(), width: Bits(64) };
        let (i, j) = (arena.symbol(key(0)), arena.symbol(key(1)));
        let mut memory = Memory::new();
        let origin = Origin::new(OriginKind::Heap, 0);
        let object = Object::initialised((1..=6).collect());
        let id = memory.allocate(Region::Heap, object, Bytes(8), origin).id;
        memory.write_at_term(&mut arena, id, i, Offsets::up_to(4), Bits(16), Value::int(0xbbaa));
        let (read, unwritten) = memory.read_at_term(&mut arena, id, j, Offsets::up_to(4), Bits(16));
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
