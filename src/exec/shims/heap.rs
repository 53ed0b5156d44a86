//! `malloc` and its family.

use crate::exec::State;
use crate::exec::footprint::makes_handles;
use crate::exec::fork::Sides;
use crate::exec::machine::{Machine, Step};
use crate::exec::state::LIBRARY;
use crate::ir::{CType, FuncId, Predicate, STAND_IN};
use crate::memory::{Access, Object, ObjectRef, Origin, OriginKind, Region, Value};
use crate::testcase::BugKind;
use crate::util::{Bits, Bytes};

/// The alignment of memory from `malloc` in the x86-64 ABI.
const HEAP_ALIGN: Bytes = Bytes(16);

/// The largest allocation that succeeds, in symir and in the runtime of native tests (`replay/memory.c`). It
/// is more than most machines have, since Linux promises memory before it knows whether there is enough.
const MAX_HEAP_OBJECT: u64 = 1 << 40;

const ENOMEM: u64 = 12;
const EINVAL: u64 = 22;

/// Whether `size` more bytes can be allocated.
fn can_have(state: &State, size: u64) -> bool {
    size <= MAX_HEAP_OBJECT && state.memory.has_room(Region::Heap, Bytes(size))
}

impl Machine {
    /// `malloc(size)`; null if the size is too large
    pub(super) fn malloc(&mut self, state: &mut State, size: Value) -> Step<Value> {
        let size = self.allocation_size(state, size)?;
        if !can_have(state, size) {
            return self.out_of_memory(state);
        }
        let object = self.allocate_heap(state, Object::uninitialised(Bytes(size)));
        Ok(state.memory.pointer_to(object))
    }

    /// `symir_memory(size)`: memory of the library itself, which does not have to be freed
    pub(super) fn library_memory(&mut self, state: &mut State, size: Value) -> Step<Value> {
        let size = self.allocation_size(state, size)?;
        if !can_have(state, size) {
            return Err(self.unsupported(state, "a model of the C library without memory").into());
        }
        let origin = Origin::new(OriginKind::Environment, LIBRARY);
        let object = Object::uninitialised(Bytes(size));
        let object = state.memory.allocate(Region::Heap, object, HEAP_ALIGN, origin);
        Ok(state.memory.pointer_to(object))
    }

    fn out_of_memory(&mut self, state: &mut State) -> Step<Value> {
        self.set_errno(state, Value::int(ENOMEM))?;
        Ok(Value::ZERO)
    }

    /// The call that a heap object comes from. `operator new`, the stand-ins that ask whether an allocation
    /// fails, and models are skipped, because nobody looks into their source: their caller counts. A model
    /// that makes a handle is not skipped, since it says what the handle is.
    pub(in crate::exec) fn heap_origin(&self, state: &State) -> Origin {
        let is_new = |function: FuncId| {
            let name = &self.program.functions[function.index()].name;
            name.starts_with("_Zn") || name.starts_with(STAND_IN)
        };
        let is_origin = |function: FuncId| {
            let code = &self.program.functions[function.index()];
            (code.signature.is_some() && !is_new(function)) || makes_handles(code)
        };
        let mut outside = state.stack().skip_while(|(function, _)| is_new(*function)).peekable();
        let nearest = outside.peek().copied();
        let (function, pc) = outside
            .find(|(function, _)| is_origin(*function))
            .or(nearest)
            .unwrap_or((state.frame.function, state.pc));
        let mut above = std::iter::once((function, pc)).chain(outside);
        let asked_at = above.find(|(function, _)| !self.gives_any_memory(*function));
        Origin {
            asked_at: asked_at.map_or(pc, |(_, pc)| pc).raw(),
            ..Origin::new(OriginKind::Heap, pc.raw())
        }
    }

    /// Whether a function returns memory of no type, as `xmalloc` does.
    fn gives_any_memory(&self, function: FuncId) -> bool {
        let signature = self.program.functions[function.index()].signature.as_ref();
        signature.is_some_and(|signature| match self.program.ctype(signature.result) {
            CType::Pointer(target) => *self.program.ctype(*target) == CType::Void,
            _ => false,
        })
    }

    /// `calloc(count, size)`
    pub(super) fn calloc(&mut self, state: &mut State, count: Value, size: Value) -> Step<Value> {
        let count = self.allocation_size(state, count)?;
        let size = self.allocation_size(state, size)?;
        let Some(size) = count.checked_mul(size).filter(|size| can_have(state, *size)) else {
            return self.out_of_memory(state);
        };
        let object = self.allocate_heap(state, Object::zeroed(Bytes(size)));
        Ok(state.memory.pointer_to(object))
    }

    /// `aligned_alloc(alignment, size)`
    pub(super) fn aligned_alloc(&mut self, state: &mut State, align: Value, size: Value) -> Step<Value> {
        let align = self.allocation_size(state, align)?;
        let size = self.allocation_size(state, size)?;
        if !align.is_power_of_two() {
            self.set_errno(state, Value::int(EINVAL))?;
            return Ok(Value::ZERO);
        }
        if !can_have(state, size.saturating_add(align)) {
            return self.out_of_memory(state);
        }
        let origin = self.heap_origin(state);
        let object = Object::uninitialised(Bytes(size));
        let align = Bytes(align).max(HEAP_ALIGN);
        let object = state.memory.allocate(Region::Heap, object, align, origin);
        Ok(state.memory.pointer_to(object))
    }

    /// `posix_memalign(pointer *, alignment, size)`
    pub(super) fn posix_memalign(
        &mut self,
        state: &mut State,
        to: Value,
        align: Value,
        size: Value,
    ) -> Step<Value> {
        let align = Value::int(self.allocation_size(state, align)?);
        let size = Value::int(self.allocation_size(state, size)?);
        if align.as_int().is_some_and(|align| !align.is_power_of_two() || align < 8) {
            return Ok(Value::int(EINVAL));
        }
        let both = size.as_int().zip(align.as_int());
        if both.is_some_and(|(size, align)| !can_have(state, size.saturating_add(align))) {
            self.out_of_memory(state)?;
            return Ok(Value::int(ENOMEM));
        }
        let pointer = self.aligned_alloc(state, align, size)?;
        self.write(state, to, Bits(64), pointer)?;
        Ok(Value::ZERO)
    }

    /// `realloc(pointer, size)`: always moves; for no bytes, frees and returns null, as glibc does
    pub(super) fn realloc(&mut self, state: &mut State, old: Value, size: Value) -> Step<Value> {
        if self.is_null(state, old)? {
            return self.malloc(state, size);
        }
        let from = self.freeable(state, old)?;
        self.settle_size(state, from)?;
        let size = self.allocation_size(state, size)?;
        if size == 0 {
            state.memory.free(from, state.pc.raw());
            return Ok(Value::ZERO);
        }
        let new = self.malloc(state, Value::int(size))?;
        if new.as_int() == Some(0) {
            state.memory.note_handed(from.id);
            return Ok(new);
        }
        let kept = state.memory.size(from.id).0.min(size);
        self.copy(state, new, old, Value::int(kept))?;
        state.memory.free(from, state.pc.raw());
        Ok(new)
    }

    /// `free(pointer)`
    pub(super) fn free(&mut self, state: &mut State, pointer: Value) -> Step {
        if self.is_null(state, pointer)? {
            return Ok(());
        }
        let object = self.freeable(state, pointer)?;
        state.memory.free(object, state.pc.raw());
        Ok(())
    }

    fn allocate_heap(&mut self, state: &mut State, object: Object) -> ObjectRef {
        let origin = self.heap_origin(state);
        state.memory.allocate(Region::Heap, object, HEAP_ALIGN, origin)
    }

    /// Whether a pointer is null. A state in which a term is null is split off, to run the call again.
    fn is_null(&mut self, state: &mut State, pointer: Value) -> Step<bool> {
        if let Some(address) = pointer.as_int() {
            return Ok(address == 0);
        }
        let null = self.general_compare(Predicate::Eq, Bits(64), pointer.with_object(None), Value::ZERO);
        Ok(match self.decide(state, null)? {
            Sides::True => true,
            Sides::False => false,
            Sides::Both { when_true } => {
                self.scope.split_off(*when_true);
                false
            }
        })
    }

    /// A size that may be a term: sizes up to a limit are explored, and one that is too large to be
    /// allocated, if possible.
    fn allocation_size(&mut self, state: &mut State, size: Value) -> Step<u64> {
        self.pin_allocation(state, size, MAX_HEAP_OBJECT)
    }

    /// The address of a pointer that may be a term. The state forks over the objects, and ends as an error if
    /// the pointer does not point to the beginning of one.
    fn freed_pointer(&mut self, state: &mut State, pointer: Value) -> Step<Value> {
        if pointer.as_int().is_some() {
            return Ok(pointer);
        }
        let object = match pointer.object() {
            Some(object) => object,
            None => self.pin_object(state, pointer, Access::Write)?,
        };
        if !state.memory.is_current(object) {
            return Ok(Value::pointer(object, 0));
        }
        let start = Value::int(state.memory.address(object.id));
        let elsewhere = self.general_compare(Predicate::Ne, Bits(64), pointer.with_object(None), start);
        self.check(state, elsewhere, |machine, state| {
            let what = machine.object_words(&state.memory, object.id);
            let message = format!("frees {what}, not at its beginning");
            machine.bug_of(state, BugKind::InvalidFree, message, object.id)
        })?;
        Ok(state.memory.pointer_to(object))
    }

    /// The live heap object that `pointer` points to the beginning of.
    fn freeable(&mut self, state: &mut State, pointer: Value) -> Step<ObjectRef> {
        let pointer = self.freed_pointer(state, pointer)?;
        let address = pointer.as_int().expect("invariant: made concrete above");
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
            return Err(self.bug_of(state, BugKind::InvalidFree, format!("frees {what}"), object.id).into());
        }
        if memory.freed_by(object.id).is_some() {
            let message = format!("frees {what} a second time");
            return Err(self.bug_of(state, BugKind::DoubleFree, message, object.id).into());
        }
        let offset = address.wrapping_sub(memory.address(object.id)) as i64;
        if offset != 0 {
            let message = format!("frees {what} at offset {offset}, not at its beginning");
            return Err(self.bug_of(state, BugKind::InvalidFree, message, object.id).into());
        }
        Ok(object)
    }
}
