//! `malloc` and its family.

use crate::exec::State;
use crate::exec::access::MAX_OBJECT;
use crate::exec::machine::{Machine, Step};
use crate::memory::{Object, ObjectRef, Origin, OriginKind, Region, Value};
use crate::testcase::BugKind;
use crate::util::Bytes;

/// What `malloc` of the x86-64 ABI aligns to.
const HEAP_ALIGN: Bytes = Bytes(16);

impl Machine {
    /// `malloc(size)`; null where the size is beyond all reason
    pub(super) fn malloc(&mut self, state: &mut State, size: Value) -> Step<Value> {
        let Some(size) = size.as_int() else {
            return Err(self.unsupported(state, "an allocation of symbolic size").into());
        };
        if size > MAX_OBJECT {
            return Ok(Value::ZERO);
        }
        let object = self.allocate_heap(state, Object::uninitialised(Bytes(size)));
        Ok(state.memory.pointer_to(object))
    }

    /// `calloc(count, size)`
    pub(super) fn calloc(&mut self, state: &mut State, count: Value, size: Value) -> Step<Value> {
        let (Some(count), Some(size)) = (count.as_int(), size.as_int()) else {
            return Err(self.unsupported(state, "an allocation of symbolic size").into());
        };
        match count.checked_mul(size) {
            Some(size) if size <= MAX_OBJECT => {
                let object = self.allocate_heap(state, Object::initialised(vec![0; size as usize]));
                Ok(state.memory.pointer_to(object))
            }
            _ => Ok(Value::ZERO),
        }
    }

    /// `realloc(pointer, size)`: always moves
    pub(super) fn realloc(&mut self, state: &mut State, old: Value, size: Value) -> Step<Value> {
        if old.as_int() == Some(0) {
            return self.malloc(state, size);
        }
        let from = self.freeable(state, old)?;
        let new = self.malloc(state, size)?;
        if new.as_int() == Some(0) {
            return Ok(new);
        }
        let size = size.as_int().expect("invariant: malloc has taken the size");
        let kept = state.memory.size(from.id).0.min(size);
        self.copy(state, new, old, Value::int(kept))?;
        state.memory.free(from, state.pc.raw());
        Ok(new)
    }

    /// `free(pointer)`
    pub(super) fn free(&mut self, state: &mut State, pointer: Value) -> Step {
        if pointer.as_int() == Some(0) {
            return Ok(());
        }
        let object = self.freeable(state, pointer)?;
        state.memory.free(object, state.pc.raw());
        Ok(())
    }

    fn allocate_heap(&mut self, state: &mut State, object: Object) -> ObjectRef {
        let origin = Origin { kind: OriginKind::Heap, number: state.pc.raw() };
        state.memory.allocate(Region::Heap, object, HEAP_ALIGN, origin)
    }

    /// The live heap object that `pointer` points to the beginning of.
    fn freeable(&self, state: &State, pointer: Value) -> Step<ObjectRef> {
        let Some(address) = pointer.as_int() else {
            return Err(self.unsupported(state, "a symbolic pointer is freed").into());
        };
        let memory = &state.memory;
        let Some(object) = pointer.object().or_else(|| memory.find(address)) else {
            let message = format!("frees {address:#x}, where no object lies");
            return Err(self.bug(state, BugKind::InvalidFree, message).into());
        };
        if !memory.is_current(object) {
            let message = "frees a local variable of a call that has returned";
            return Err(self.bug(state, BugKind::InvalidFree, message).into());
        }
        let what = self.object_words(memory, object.id);
        if memory.origin(object.id).kind != OriginKind::Heap {
            return Err(self.bug(state, BugKind::InvalidFree, format!("frees {what}")).into());
        }
        if memory.freed_by(object.id).is_some() {
            return Err(self.bug(state, BugKind::DoubleFree, format!("frees {what} a second time")).into());
        }
        let offset = address.wrapping_sub(memory.address(object.id)) as i64;
        if offset != 0 {
            let message = format!("frees {what} at offset {offset}, not at its beginning");
            return Err(self.bug(state, BugKind::InvalidFree, message).into());
        }
        Ok(object)
    }
}
