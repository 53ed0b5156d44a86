//! Loads, stores and address computations.

use super::State;
use super::machine::{Machine, Step};
use crate::expr::Kind;
use crate::ir::{Inst, Op, Predicate, Program};
use crate::memory::{
    Access, AccessError, Content, Object, ObjectId, ObjectRef, Origin, OriginKind, Place, Region, Value,
};
use crate::testcase::BugKind;
use crate::util::{Bits, Bytes};

/// Bytes that an access may touch, once checked.
#[derive(Copy, Clone)]
pub(super) enum Target {
    At(Place),
    /// Somewhere in the object, at the offset that the term of 64 bits gives; it is known to lie inside.
    Somewhere {
        object: ObjectId,
        offset: crate::expr::ExprId,
    },
}

/// The largest single allocation on the stack or heap that is taken seriously.
pub(super) const MAX_OBJECT: u64 = 1 << 32;

impl Machine {
    /// dst ← the bits at an address
    #[inline]
    pub(super) fn load(&mut self, state: &mut State, inst: &Inst) -> Step {
        let pointer = self.value(state, inst.a());
        let value = self.read(state, pointer, inst.bits())?;
        self.set(state, inst.dst, value);
        Ok(())
    }

    /// Stores at an address
    #[inline]
    pub(super) fn store(&mut self, state: &mut State, inst: &Inst) -> Step {
        let (value, pointer) = (self.value(state, inst.a()), self.value(state, inst.b()));
        self.write(state, pointer, inst.bits(), value)
    }

    /// Reads `width` bits that `pointer` points to.
    pub(super) fn read(&mut self, state: &mut State, pointer: Value, width: Bits) -> Step<Value> {
        let target = self.resolve(state, pointer, width.to_bytes(), Access::Read)?;
        let (value, unwritten) = match target {
            Target::At(place) => state.memory.object(place.object).read(&mut self.arena, place.offset, width),
            Target::Somewhere { object, offset } => {
                let last = state.memory.size(object).0 - width.to_bytes().0;
                let offsets = 0..=last as usize;
                state.memory.read_at_term(&mut self.arena, object, offset, offsets, width)
            }
        };
        if unwritten {
            self.approximate("uninitialised bytes read as zero");
        }
        Ok(value)
    }

    /// Writes `value`, of `width` bits, to where `pointer` points.
    pub(super) fn write(&mut self, state: &mut State, pointer: Value, width: Bits, value: Value) -> Step {
        match self.resolve(state, pointer, width.to_bytes(), Access::Write)? {
            Target::At(place) => {
                let object = state.memory.object_mut(place.object);
                object.write(&mut self.arena, place.offset, width, value);
            }
            Target::Somewhere { object, offset } => {
                let last = state.memory.size(object).0 - width.to_bytes().0;
                let offsets = 0..=last as usize;
                state.memory.write_at_term(&mut self.arena, object, offset, offsets, width, value);
            }
        }
        Ok(())
    }

    /// Checks an access and says what it touches. A pointer that is a term splits off the states in which
    /// it lies outside of its object.
    pub(super) fn resolve(
        &mut self,
        state: &mut State,
        pointer: Value,
        size: Bytes,
        access: Access,
    ) -> Step<Target> {
        let object = pointer.object();
        if let Some(address) = pointer.as_int() {
            return match state.memory.place(object, address, size, access) {
                Ok(place) => Ok(Target::At(place)),
                Err(error) => Err(self.access_bug(state, access, error).into()),
            };
        }
        let Some(object) = object else {
            return Err(self
                .unsupported(state, "an access through a symbolic address of no known object")
                .into());
        };
        self.resolve_term(state, pointer, object, size, access)
    }

    fn resolve_term(
        &mut self,
        state: &mut State,
        pointer: Value,
        object: ObjectRef,
        size: Bytes,
        access: Access,
    ) -> Step<Target> {
        // What does not depend on the offset is asked at the first byte.
        if !state.memory.is_current(object) {
            let error = AccessError::Returned { address: 0 };
            return Err(self.access_bug(state, access, error).into());
        }
        let (start, whole) = (state.memory.address(object.id), state.memory.size(object.id));
        if let Err(error) = state.memory.place(Some(object), start, Bytes(0), access) {
            return Err(self.access_bug(state, access, error).into());
        }
        let minus_start = Value::int(start.wrapping_neg());
        let address = pointer.with_object(None);
        let offset = self.general(Kind::Add, Bits(64), address, minus_start);
        if size > whole {
            let error = AccessError::OutOfBounds { object, offset: 0, size };
            return Err(self.access_bug(state, access, error).into());
        }
        let last = Value::int((whole - size).0);
        let outside = self.general_compare(Predicate::Ugt, Bits(64), offset, last);
        self.check(state, outside, |machine, state| {
            let (kind, verb) = match access {
                Access::Read => (BugKind::OutOfBoundsRead, "reads"),
                Access::Write => (BugKind::OutOfBoundsWrite, "writes"),
            };
            let what = machine.object_words(&state.memory, object.id);
            let message = format!("{verb} {size} at an offset that depends on the input, outside of {what}");
            machine.bug(state, kind, message)
        })?;
        if whole.0 > self.options.max_symbolic_object {
            let what = format!("a symbolic offset into an object of {whole}");
            return Err(self.unsupported(state, what).into());
        }
        let offset = offset.to_term(&mut self.arena, Bits(64));
        Ok(match self.arena.as_const(offset) {
            Some(offset) => Target::At(Place { object: object.id, offset: offset as usize }),
            None => Target::Somewhere { object: object.id, offset },
        })
    }

    /// dst ← a + b on addresses
    #[inline]
    pub(super) fn pointer_add(&mut self, state: &mut State, inst: &Inst) {
        let (base, bytes) = (self.value(state, inst.a()), self.value(state, inst.b()));
        let result = self.offset(base, bytes);
        self.set(state, inst.dst, result);
    }

    /// dst ← a + b · scale on addresses
    #[inline]
    pub(super) fn pointer_index(&mut self, state: &mut State, inst: &Inst) {
        let (base, index) = (self.value(state, inst.a()), self.value(state, inst.b()));
        let scale = u64::from(inst.width);
        let bytes = match index.as_int() {
            Some(index) => Value::int(index.wrapping_mul(scale)),
            None => self.general(Kind::Mul, Bits(64), index.with_object(None), Value::int(scale)),
        };
        let result = self.offset(base, bytes);
        self.set(state, inst.dst, result);
    }

    /// An address some bytes on. It belongs to the object of `base`, and to no other.
    #[inline]
    pub(super) fn offset(&mut self, base: Value, bytes: Value) -> Value {
        if let Some(bytes) = bytes.as_plain()
            && let Some(moved) = base.moved(bytes)
        {
            return moved;
        }
        let sum = self.general(Kind::Add, Bits(64), base.with_object(None), bytes.with_object(None));
        sum.with_object(base.object().or(bytes.object()))
    }

    /// dst ← the address of a fresh object on the stack
    pub(super) fn alloca(&mut self, program: &Program, state: &mut State, inst: &Inst) -> Step {
        let (size, align, _) = inst.alloca(program);
        let Some(count) = self.value(state, inst.a()).as_int() else {
            return Err(self.unsupported(state, "a local array of symbolic size").into());
        };
        let total = size.saturating_mul(count);
        if total.saturating_add(state.memory.stack_size().0) > self.options.max_stack {
            let message = format!("needs more than {} of stack", Bytes(self.options.max_stack));
            return Err(self.bug(state, BugKind::StackOverflow, message).into());
        }
        let origin = Origin { kind: OriginKind::Local, number: state.pc.raw() };
        let object = Object::uninitialised(Bytes(total));
        let object = state.memory.allocate(Region::Stack, object, Bytes(align), origin);
        let pointer = state.memory.pointer_to(object);
        self.set(state, inst.dst, pointer);
        Ok(())
    }

    /// dst ← how many bytes lie between a and the end of its object
    pub(super) fn object_size(&mut self, state: &mut State, inst: &Inst) {
        let unknown = if inst.flags == 0 { u64::MAX } else { 0 };
        let pointer = self.value(state, inst.a());
        let size = match (pointer.object(), pointer.as_int()) {
            (Some(object), Some(address)) if state.memory.is_current(object) => {
                let end = state.memory.address(object.id) + state.memory.size(object.id).0;
                end.saturating_sub(address)
            }
            _ => unknown,
        };
        let size = self.constant(inst.bits(), u128::from(size));
        self.set(state, inst.dst, size);
    }

    /// The three memory intrinsics.
    pub(super) fn memory_intrinsic(&mut self, program: &Program, state: &mut State, inst: &Inst) -> Step {
        let operand = |at: u32| crate::ir::Operand::from_raw(program.extra[(inst.a + at) as usize]);
        let [first, second, length] = [0, 1, 2].map(|at| self.value(state, operand(at)));
        match inst.op {
            Op::MemSet => self.fill(state, first, second, length),
            _ => self.copy(state, first, second, length),
        }
    }

    /// Copies `length` bytes as `memmove` does.
    pub(super) fn copy(&mut self, state: &mut State, to: Value, from: Value, length: Value) -> Step {
        let length = self.concrete_length(state, length)?;
        if length == 0 {
            return Ok(());
        }
        let from = self.resolve(state, from, Bytes(length), Access::Read)?;
        let to = self.resolve(state, to, Bytes(length), Access::Write)?;
        let (Target::At(from), Target::At(to)) = (from, to) else {
            return Err(self.unsupported(state, "a copy at a symbolic offset").into());
        };
        let source = state.memory.object(from.object);
        let range = from.offset..from.offset + length as usize;
        let bytes: Vec<_> = range.clone().map(|at| source.byte(at)).collect();
        let pointers: Vec<_> =
            range.filter_map(|at| Some((at - from.offset, source.pointer_at(at)?))).collect();
        let target = state.memory.object_mut(to.object);
        for (at, byte) in bytes.into_iter().enumerate() {
            target.write_byte(to.offset + at, byte);
        }
        // The last word of a copy may be cut off: its bytes are then no address.
        for (at, object) in pointers.into_iter().filter(|(at, _)| at + 8 <= length as usize) {
            target.write_pointer(to.offset + at, object);
        }
        Ok(())
    }

    /// Sets `length` bytes as `memset` does.
    pub(super) fn fill(&mut self, state: &mut State, to: Value, byte: Value, length: Value) -> Step {
        let length = self.concrete_length(state, length)?;
        if length == 0 {
            return Ok(());
        }
        let Target::At(to) = self.resolve(state, to, Bytes(length), Access::Write)? else {
            return Err(self.unsupported(state, "a memset at a symbolic offset").into());
        };
        let byte = match byte.content() {
            Content::Concrete(byte) => Value::int(byte & 0xff),
            Content::Term(term) => {
                let low = self.arena.extract(term, 0, Bits(8));
                Value::from_term(&self.arena, low)
            }
        };
        let object = state.memory.object_mut(to.object);
        for at in 0..length as usize {
            object.write(&mut self.arena, to.offset + at, Bits(8), byte);
        }
        Ok(())
    }

    fn concrete_length(&mut self, state: &State, length: Value) -> Step<u64> {
        length.as_int().ok_or_else(|| self.unsupported(state, "a copy of symbolic length").into())
    }
}
