//! Loads, stores and address computations.

use super::fork::Choice;
use super::machine::{Machine, Step};
use super::state::{Outlier, State};
use crate::expr::{Arena, ExprId, Kind};
use crate::ir::{Inst, Op, OperandKind, Predicate, Program, StackObject};
use crate::memory::{
    Access, AccessError, Block, Byte, Content, Location, Object, ObjectId, ObjectRef, Offsets, Origin,
    OriginKind, Region, Value,
};
use crate::solver::Answer;
use crate::testcase::BugKind;
use crate::util::numbers::greatest_common_divisor;
use crate::util::{Bits, Bytes};

/// The bytes that an access touches, after it was checked.
#[derive(Copy, Clone)]
pub(super) enum Target {
    At(Location),
    /// Somewhere in the object: at `offset`, a term of 64 bits whose value is one of `offsets`.
    Somewhere {
        object: ObjectId,
        offset: ExprId,
        offsets: Offsets,
    },
}

/// What the size of the stack depends on, as messages say it.
pub(super) const STACK_LIMIT: &str = "which `ulimit -s` may change";

/// A path is split by the record that a text belongs to if records have at least so many bytes, and their
/// array at most so many records.
const MIN_RECORD: u64 = 4;
const MAX_RECORDS: usize = 16;
/// How many possible offsets of a word in an array of pointers are told apart.
const MAX_POINTERS: usize = 64;
/// Of more, so many are looked at.
const FEW_POINTERS: usize = 4;

/// How many bytes are read and written one by one, at most.
const MANY_BYTES: u64 = 1 << 12;

/// With so many possible offsets, it is worth asking for the least and the greatest.
const MANY_OFFSETS: u64 = 64;

impl Machine {
    /// dst ← the bits at an address
    #[inline]
    pub(super) fn load(&mut self, state: &mut State, inst: &Inst) -> Step {
        let pointer = self.value(state, inst.a());
        let value = match self.read_pointer_in_union(state, pointer, inst)? {
            Some(value) => value,
            None => self.read_as(state, pointer, inst.bits(), inst.flags & (Inst::PIECE | Inst::UPDATE))?,
        };
        if !state.unions.is_empty() {
            self.note_read(state, pointer, inst);
        }
        if state.pointers.has_shaped() {
            self.check_view(state, pointer, inst)?;
        }
        self.set(state, inst.dst, value);
        Ok(())
    }

    /// Stores at an address
    #[inline]
    pub(super) fn store(&mut self, state: &mut State, inst: &Inst) -> Step {
        let (value, pointer) = (self.value(state, inst.a()), self.value(state, inst.b()));
        self.write(state, pointer, inst.bits(), value)?;
        self.note_written(state, pointer, value);
        Ok(())
    }

    /// Reads `width` bits that `pointer` points to.
    pub(super) fn read(&mut self, state: &mut State, pointer: Value, width: Bits) -> Step<Value> {
        self.read_as(state, pointer, width, 0)
    }

    /// The same. Unwritten memory is no error if it is a piece of a structure that is copied, or written back
    /// around a bit-field, as the flags of the load say.
    fn read_as(&mut self, state: &mut State, pointer: Value, width: Bits, flags: u8) -> Step<Value> {
        if let Some(word) = self.word_before_code(state, pointer, width) {
            return Ok(word);
        }
        let target = self.resolve(state, pointer, width.to_bytes(), Access::Read)?;
        let (value, unwritten) = match target {
            Target::At(place) => state.memory.object(place.object).read(&mut self.arena, place.offset, width),
            Target::Somewhere { object, offset, offsets } => {
                state.memory.read_at_term(&mut self.arena, object, offset, offsets, width)
            }
        };
        let value = if state.pointers.is_empty() { value } else { self.settle_pointers(state, value)? };
        if unwritten {
            self.check_passed(state, pointer, Value::int(width.to_bytes().0), false)?;
            if self.options.detect.uninitialised && flags == 0 {
                self.check_written(state, target, pointer, width)?;
                return Ok(value);
            }
            state.reads_unwritten = true;
            if flags & Inst::UPDATE == 0 {
                self.approximate("uninitialised bytes read as zero");
            }
        }
        Ok(value)
    }

    /// Ends the states in which a read touches memory that was never written. If the read is at a symbolic
    /// offset, only the places that it can reach on this path count.
    fn check_written(&mut self, state: &mut State, target: Target, pointer: Value, width: Bits) -> Step {
        let Target::Somewhere { object, offset, offsets } = target else {
            return Err(self.uninitialised_bug(state, pointer, width).into());
        };
        let size = width.to_bytes().0 as usize;
        state.memory.settle(&mut self.arena, object);
        let mut never_written = self.arena.bool(false);
        for at in (offsets.first..=offsets.last).step_by(offsets.step) {
            if !state.memory.object(object).is_written(at, size) {
                let place = self.arena.constant(Bits(64), at as u128);
                let here = self.arena.eq(offset, place);
                never_written = self.arena.or(never_written, here);
            }
        }
        let never_written = Value::from_term(&self.arena, never_written);
        self.check(state, never_written, |machine, state| machine.uninitialised_bug(state, pointer, width))
    }

    /// The word that `-fsanitize=function` reads before the code of a function; zero if there is none.
    fn word_before_code(&self, state: &State, pointer: Value, width: Bits) -> Option<Value> {
        let (object, address) = (pointer.object()?, pointer.as_int()?);
        let memory = &state.memory;
        if width != Bits(32) || !memory.is_current(object) {
            return None;
        }
        let origin = memory.origin(object.id);
        let before = memory.address(object.id).wrapping_sub(address);
        if origin.kind != OriginKind::Function || ![4, 8].contains(&before) {
            return None;
        }
        let hash = self.program.functions[origin.number as usize].type_hash;
        let word = hash.map_or(0, |[mark, hash]| if before == 8 { mark } else { hash });
        Some(Value::int(word.into()))
    }

    /// Writes `value`, of `width` bits, to where `pointer` points.
    pub(super) fn write(&mut self, state: &mut State, pointer: Value, width: Bits, value: Value) -> Step {
        match self.resolve(state, pointer, width.to_bytes(), Access::Write)? {
            Target::At(place) => {
                let object = state.memory.object_mut(place.object);
                object.write(&mut self.arena, place.offset, width, value);
            }
            Target::Somewhere { object, offset, offsets } => {
                state.memory.write_at_term(&mut self.arena, object, offset, offsets, width, value);
            }
        }
        Ok(())
    }

    /// Checks an access and returns what it touches. If the pointer is a term, the states in which it lies
    /// outside of its object are split off.
    pub(super) fn resolve(
        &mut self,
        state: &mut State,
        pointer: Value,
        size: Bytes,
        access: Access,
    ) -> Step<Target> {
        let target = self.find(state, pointer, size, access)?;
        if state.records.is_some() && access == Access::Read {
            match target {
                Target::At(Location { object, offset }) => {
                    state.note_read_of(object, offset as u64..offset as u64 + size.0);
                }
                Target::Somewhere { object, offsets, .. } => {
                    state.note_read_of(object, offsets.first as u64..offsets.last as u64 + size.0);
                }
            }
        }
        Ok(target)
    }

    fn find(&mut self, state: &mut State, pointer: Value, size: Bytes, access: Access) -> Step<Target> {
        let object = pointer.object();
        if let Some(address) = pointer.as_int() {
            return match state.memory.place(object, address, size, access) {
                Ok(place) => Ok(Target::At(place)),
                Err(error) => match self.grow(state, error, access)? {
                    true => self.find(state, pointer, size, access),
                    false => Err(self.access_bug(state, access, error).into()),
                },
            };
        }
        let address = pointer.with_object(None).to_term(&mut self.arena, Bits(64));
        let reduced = state.path.reduce(&mut self.arena, &mut self.solver, address);
        if reduced != address {
            let pointer = Value::from_term(&self.arena, reduced).with_object(object);
            return self.find(state, pointer, size, access);
        }
        let object = match object {
            Some(object) => object,
            None => match self.lead_number(state, address, access)? {
                Some(pointer) => return self.find(state, pointer, size, access),
                None => self.pin_object(state, pointer, access)?,
            },
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
        // Errors that do not depend on the offset are looked for at the first byte.
        if !state.memory.is_current(object) {
            let error = AccessError::Returned { address: 0 };
            return Err(self.access_bug(state, access, error).into());
        }
        self.settle_size(state, object)?;
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
        state.outlier = Some(Outlier { offset, size, whole });
        self.check(state, outside, |machine, state| {
            let (kind, verb) = (out_of_bounds(access), access.verb());
            let what = machine.object_words(&state.memory, object.id);
            let message = format!("{verb} {size} at an offset that depends on the input, outside of {what}");
            machine.bug_of(state, kind, message, object.id)
        })?;
        state.outlier = None;
        let offset = offset.to_term(&mut self.arena, Bits(64));
        if let Some(offset) = self.arena.as_const(offset) {
            return Ok(Target::At(Location { object: object.id, offset: offset as usize }));
        }
        let last = (whole - size).0;
        let (first, last) = if last < MANY_OFFSETS { (0, last) } else { self.range_of(state, offset, last)? };
        let offsets = self.offsets_within(state, offset, first, last)?;
        if (offsets.last.saturating_sub(offsets.first) / offsets.step) as u64 > self.options.max_offsets {
            let what = format!("a symbolic offset into an object of {whole}");
            return Err(self.unsupported(state, what).into());
        }
        if size == Bytes(1)
            && let Some(places) = self.offsets_in_records(state, object, (offset, &offsets))
            && let Some(place) = self.choose_offset(state, offset, &places)?
        {
            return Ok(Target::At(Location { object: object.id, offset: place as usize }));
        }
        if size == Bytes(8)
            && let Some(places) = offsets_of_pointers(state, object, &offsets)
        {
            let are_many = places.len() > MAX_POINTERS;
            let some = if are_many { self.few_of(state, offset, &places)? } else { places };
            if let Some(place) = self.choose_offset(state, offset, &some)? {
                return Ok(Target::At(Location { object: object.id, offset: place as usize }));
            }
        }
        Ok(Target::Somewhere { object: object.id, offset, offsets })
    }

    /// Assumes that the offset is the first, the second, the third or the last of many places in an array of
    /// pointers that are inputs, if it can be one of them: in a table with 256 lists, one list is like another.
    /// Returns those that it can be.
    fn few_of(&mut self, state: &mut State, offset: ExprId, places: &[u64]) -> Step<Vec<u64>> {
        let mut few = Vec::new();
        let mut is_any = self.arena.bool(false);
        for at in places[..FEW_POINTERS - 1].iter().chain(places.last()) {
            let place = self.arena.constant(Bits(64), u128::from(*at));
            let is_here = self.arena.eq(offset, place);
            if matches!(self.ask(state, is_here)?, Answer::Yes(_)) {
                is_any = self.arena.or(is_any, is_here);
                few.push(*at);
            }
        }
        if !few.is_empty() {
            self.narrow(state, "elements of large arrays of pointers left out");
            self.assume_if_possible(state, is_any)?;
        }
        Ok(few)
    }

    /// The possible offsets of a byte that belongs to a text in an array of few records, such as
    /// `users[i].name`; `None` if the byte is something else.
    fn offsets_in_records(
        &self,
        state: &State,
        object: ObjectRef,
        (offset, offsets): (ExprId, &Offsets),
    ) -> Option<Vec<u64>> {
        let is_given = state.memory.origin(object.id).kind != OriginKind::Constant;
        let (stride, rest) = stride_of(&self.arena, offset);
        if !self.options.split_results || !is_given || stride < MIN_RECORD {
            return None;
        }
        let (first, last) = (offsets.first as u64, offsets.last as u64);
        let first = first + (rest.wrapping_sub(first as i64)).rem_euclid(stride as i64) as u64;
        let places: Vec<u64> = (first..=last).step_by(stride as usize).take(MAX_RECORDS + 1).collect();
        (places.len() <= MAX_RECORDS).then_some(places)
    }

    /// Splits the state by the offset, so that a text which is compared letter by letter is the text of one
    /// record, and a pointer is one of an array of them. With the offset as a term, each letter could come from
    /// any record, and the values of all records would matter. `None` if the offset is none of `places`.
    fn choose_offset(&mut self, state: &mut State, offset: ExprId, places: &[u64]) -> Step<Option<u64>> {
        let mut ways: Vec<Choice<Option<u64>>> = Vec::new();
        let mut elsewhere = self.arena.bool(true);
        for at in places {
            let place = self.arena.constant(Bits(64), u128::from(*at));
            let condition = self.arena.eq(offset, place);
            let not = self.arena.not(condition);
            elsewhere = self.arena.and(elsewhere, not);
            ways.push(Choice { what: Some(*at), condition });
        }
        ways.push(Choice { what: None, condition: elsewhere });
        self.fork_here(state, &ways)
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

    /// The address `bytes` bytes after `base`. It belongs to the object of `base`, and to no other.
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
        let StackObject { size, align, .. } = inst.alloca(program);
        let most = self.options.max_symbolic_size / size.max(1);
        let count = self.value(state, inst.a());
        let count = self.pin(state, count, Bits(64), most, self.options.max_stack / size.max(1))?;
        let total = size.saturating_mul(count);
        // The frame of a function already includes its objects of fixed size.
        let is_fixed = matches!(inst.a().kind(), OperandKind::Constant(_));
        let more = if is_fixed { 0 } else { total };
        if self.stack_with(state, more) > self.options.max_stack {
            let most = Bytes(self.options.max_stack);
            let message = format!("needs more than {most} of stack, {STACK_LIMIT}");
            return Err(self.bug(state, BugKind::StackOverflow, message).into());
        }
        if !is_fixed {
            state.frame.stack_used = self.stack_with(state, more);
        }
        let origin = Origin::new(OriginKind::Local, state.pc.raw());
        let object = Object::uninitialised(Bytes(total));
        let object = state.memory.allocate(Region::Stack, object, Bytes(align), origin);
        let pointer = state.memory.pointer_to(object);
        self.set(state, inst.dst, pointer);
        Ok(())
    }

    /// Checks the length of an array. In the source, it is a signed number.
    pub(super) fn check_length(&mut self, state: &mut State, inst: &Inst) -> Step {
        let length = self.value(state, inst.a());
        let width = Bits(inst.flags.into());
        let sign = Value::int(1 << (width.0 - 1));
        let sign = self.general(Kind::And, Bits(64), length.with_object(None), sign);
        let negative = self.general_compare(Predicate::Ne, Bits(64), sign, Value::ZERO);
        self.check(state, negative, |machine, state| {
            let message = match length.as_int() {
                Some(length) => {
                    format!(
                        "makes an array of {} elements",
                        width.sign_extend(u128::from(length) & width.mask())
                    )
                }
                None => "makes an array of a negative number of elements".to_owned(),
            };
            machine.bug(state, BugKind::UndefinedBehaviour, message)
        })
    }

    /// About how many bytes of stack are in use natively if the innermost call needs `more` bytes more.
    pub(super) fn stack_with(&self, state: &State, more: u64) -> u64 {
        let below = state.callers.last().map_or(0, |caller| caller.stack_used);
        let fixed = self.code.predecoded.frames[state.frame.function.index()].n_bytes;
        let own = state.memory.stack_size_from(state.frame.stack_mark).0;
        below.saturating_add(own.max(fixed)).saturating_add(more)
    }

    /// dst ← how many bytes lie between a and the end of its object
    pub(super) fn object_size(&mut self, state: &mut State, inst: &Inst) -> Step {
        let unknown = if inst.flags == 0 { u64::MAX } else { 0 };
        let pointer = self.value(state, inst.a());
        if let Some(object) = pointer.object() {
            self.settle_size(state, object)?;
        }
        let size = match (pointer.object(), pointer.as_int()) {
            (Some(object), Some(address)) if state.memory.is_current(object) => {
                let end = state.memory.address(object.id) + state.memory.size(object.id).0;
                end.saturating_sub(address)
            }
            _ => unknown,
        };
        let size = self.constant(inst.bits(), u128::from(size));
        self.set(state, inst.dst, size);
        Ok(())
    }

    /// The three memory intrinsics.
    pub(super) fn memory_intrinsic(&mut self, program: &Program, state: &mut State, inst: &Inst) -> Step {
        let operand = |at: u32| crate::ir::Operand::from_raw(program.extra[(inst.a + at) as usize]);
        let [first, second, length] = [0, 1, 2].map(|at| self.value(state, operand(at)));
        match inst.op {
            Op::MemSet => self.fill(state, first, second, length),
            Op::MemCpy => {
                self.check_passed(state, second, length, inst.flags & 1 == 1)?;
                self.copy_apart(state, first, second, length)
            }
            _ => self.copy(state, first, second, length),
        }
    }

    /// Copies `length` bytes as `memcpy` does, whose places must not overlap. Equal places are an error in C,
    /// too, but accepted: clang emits such a copy if a structure is assigned to itself.
    pub(super) fn copy_apart(&mut self, state: &mut State, to: Value, from: Value, length: Value) -> Step {
        if self.options.detect.overlap
            && let (Some(to), Some(from), Some(length)) = (to.as_int(), from.as_int(), length.as_int())
            && to != from
            && to.abs_diff(from) < length
        {
            let message = format!(
                "copies {} to a place {} away from where they are",
                Bytes(length),
                Bytes(to.abs_diff(from))
            );
            return Err(self.bug(state, BugKind::OverlappingCopy, message).into());
        }
        self.copy(state, to, from, length)
    }

    /// Begins or ends the life of a local variable.
    pub(super) fn lifetime(&mut self, state: &mut State, inst: &Inst) {
        let Some(object) = self.value(state, inst.a()).object() else { return };
        match inst.op {
            Op::LifetimeStart => state.memory.begin_life(object),
            _ => state.memory.end_life(object, state.pc.raw()),
        }
    }

    /// Copies `length` bytes as `memmove` does.
    pub(super) fn copy(&mut self, state: &mut State, to: Value, from: Value, length: Value) -> Step {
        let length = self.length(state, length, [(from, Access::Read), (to, Access::Write)])?;
        if length == 0 {
            return Ok(());
        }
        let from = self.resolve(state, from, Bytes(length), Access::Read)?;
        let to = self.resolve(state, to, Bytes(length), Access::Write)?;
        let (Target::At(from), Target::At(to)) = (from, to) else {
            return self.copy_at_terms(state, from, to, length);
        };
        state.memory.copy(&mut self.arena, from, to, length as usize);
        Ok(())
    }

    /// A copy from or to a place that is a term. All bytes are read before the first one is written.
    fn copy_at_terms(&mut self, state: &mut State, from: Target, to: Target, length: u64) -> Step {
        let (source, target) = (
            self.block(state, from, length, Block::is_bounded)?,
            self.block(state, to, length, Block::is_bounded)?,
        );
        let bytes: Vec<Value> = match source {
            Some(block) => {
                let bytes = state.memory.read_block(&mut self.arena, block);
                bytes.into_iter().map(|byte| Value::from_term(&self.arena, byte)).collect()
            }
            None => {
                let mut bytes = Vec::new();
                for at in 0..length {
                    self.unless_over_after(at)?;
                    bytes.push(self.byte_of(state, from, at));
                }
                bytes
            }
        };
        if let Some(block) = target {
            let bytes: Vec<ExprId> =
                bytes.iter().map(|byte| byte.to_term(&mut self.arena, Bits(8))).collect();
            state.memory.write_block(&mut self.arena, block, &bytes);
            return Ok(());
        }
        for (at, byte) in (0..length).zip(bytes) {
            self.set_byte(state, to, at, byte);
        }
        Ok(())
    }

    /// The byte that lies `at` bytes after the first one of a target.
    fn byte_of(&mut self, state: &State, target: Target, at: u64) -> Value {
        match target {
            Target::At(place) => {
                let object = state.memory.object(place.object);
                object.read(&mut self.arena, place.offset + at as usize, Bits(8)).0
            }
            Target::Somewhere { object, offset, offsets } => {
                let (offset, offsets) = self.further(offset, offsets, at);
                state.memory.read_at_term(&mut self.arena, object, offset, offsets, Bits(8)).0
            }
        }
    }

    /// The bytes of an access at a term as one block; `None` if the access is done byte by byte.
    fn block(
        &self,
        state: &State,
        target: Target,
        length: u64,
        can_be: impl Fn(&Block) -> bool,
    ) -> Step<Option<Block>> {
        let Target::Somewhere { object, offset, offsets } = target else { return Ok(None) };
        let block = Block { object, offset, offsets, length: length as usize };
        match block.is_small() {
            true => Ok(None),
            false if can_be(&block) => Ok(Some(block)),
            false if length <= MANY_BYTES => Ok(None),
            false => {
                let what = format!("an access to {} at an offset that depends on the input", Bytes(length));
                Err(self.unsupported(state, what).into())
            }
        }
    }

    fn set_byte(&mut self, state: &mut State, target: Target, at: u64, byte: Value) {
        match target {
            Target::At(place) => {
                let object = state.memory.object_mut(place.object);
                object.write(&mut self.arena, place.offset + at as usize, Bits(8), byte);
            }
            Target::Somewhere { object, offset, offsets } => {
                let (offset, offsets) = self.further(offset, offsets, at);
                state.memory.write_at_term(&mut self.arena, object, offset, offsets, Bits(8), byte);
            }
        }
    }

    fn further(&mut self, offset: ExprId, offsets: Offsets, by: u64) -> (ExprId, Offsets) {
        let distance = self.arena.constant(Bits(64), u128::from(by));
        let by = by as usize;
        let moved = Offsets { first: offsets.first + by, last: offsets.last + by, step: offsets.step };
        (self.arena.add(offset, distance), moved)
    }

    /// Sets `length` bytes as `memset` does.
    pub(super) fn fill(&mut self, state: &mut State, to: Value, byte: Value, length: Value) -> Step {
        let length = self.length(state, length, [(to, Access::Write)])?;
        if length == 0 {
            return Ok(());
        }
        let target = self.resolve(state, to, Bytes(length), Access::Write)?;
        let byte = match byte.content() {
            Content::Concrete(byte) => Value::int(byte & 0xff),
            Content::Term(term) => {
                let low = self.arena.extract(term, 0, Bits(8));
                Value::from_term(&self.arena, low)
            }
        };
        // The bytes that are filled with a number wherever the block begins need no terms.
        let can_be = if byte.as_int().is_some() { Block::is_edge_bounded } else { Block::is_bounded };
        match (target, byte.as_int()) {
            (Target::At(place), Some(byte)) => {
                state.memory.settle(&mut self.arena, place.object);
                state.memory.object_mut(place.object).fill(place.offset, length as usize, byte as u8);
            }
            _ => match self.block(state, target, length, can_be)? {
                Some(block) => {
                    let byte = byte.to_term(&mut self.arena, Bits(8));
                    state.memory.fill_block(&mut self.arena, block, byte);
                }
                // A fill that is done again after an end in the middle does the same.
                None => {
                    for at in 0..length {
                        self.unless_over_after(at)?;
                        self.set_byte(state, target, at, byte);
                    }
                }
            },
        }
        Ok(())
    }

    /// The length of a copy as a number. States in which it exceeds an object end as errors; the others fork
    /// over it.
    fn length<const N: usize>(
        &mut self,
        state: &mut State,
        length: Value,
        ends: [(Value, Access); N],
    ) -> Step<u64> {
        if let Some(length) = length.as_int() {
            return Ok(length);
        }
        let mut most = self.options.max_symbolic_size;
        for (pointer, access) in ends {
            let (Some(address), Some(object)) = (pointer.as_int(), pointer.object()) else { continue };
            if !state.memory.is_current(object) {
                continue;
            }
            self.settle_size(state, object)?;
            if let Some(what) = self.undefined_variable(&state.memory, object.id) {
                return Err(self.unsupported(state, what).into());
            }
            let end = state.memory.address(object.id) + state.memory.size(object.id).0;
            let Some(room) = end.checked_sub(address) else { continue };
            let beyond = self.general_compare(Predicate::Ugt, Bits(64), length, Value::int(room));
            self.check(state, beyond, |machine, state| {
                let (kind, verb) = (out_of_bounds(access), access.verb());
                let what = machine.object_words(&state.memory, object.id);
                let message = format!("{verb} a number of bytes that depends on the input, beyond {what}");
                machine.bug_of(state, kind, message, object.id)
            })?;
            most = most.min(room);
        }
        self.pin(state, length, Bits(64), most, u64::MAX)
    }
}

/// The kind of an access outside of an object.
pub(super) fn out_of_bounds(access: Access) -> BugKind {
    match access {
        Access::Read => BugKind::OutOfBoundsRead,
        Access::Write => BugKind::OutOfBoundsWrite,
    }
}

/// The possible offsets of a word, if pointers that are inputs lie at some of them.
fn offsets_of_pointers(state: &State, object: ObjectRef, offsets: &Offsets) -> Option<Vec<u64>> {
    if !state.has_pointers() {
        return None;
    }
    let contents = state.memory.object(object.id);
    let places = (offsets.first..=offsets.last).step_by(offsets.step);
    let is_pointer = |place: &usize| match contents.byte(*place) {
        Byte::Input(part) => part.byte == 0 && state.pointers.knows(part.symbol),
        _ => false,
    };
    let places: Vec<usize> = places.collect();
    let is_it = places.iter().any(is_pointer);
    is_it.then(|| places.into_iter().map(|place| place as u64).collect())
}

/// A stride and one value of an offset: all values of the offset differ by multiples of the stride. This
/// follows from its sums and products, if they do not overflow.
fn stride_of(arena: &Arena, offset: ExprId) -> (u64, i64) {
    let node = arena.node(offset);
    if let Some(constant) = arena.as_const(offset) {
        return (0, constant as i64);
    }
    let scaled = |(stride, rest): (u64, i64), by: i64| {
        (stride.saturating_mul(by.unsigned_abs()).min(i64::MAX as u64), rest.wrapping_mul(by))
    };
    match node.kind {
        Kind::Add => {
            let (one, other) = (stride_of(arena, node.first()), stride_of(arena, node.second()));
            (greatest_common_divisor(one.0, other.0), one.1.wrapping_add(other.1))
        }
        Kind::Mul => match (arena.as_const(node.first()), arena.as_const(node.second())) {
            (Some(by), None) => scaled(stride_of(arena, node.second()), by as i64),
            (None, Some(by)) => scaled(stride_of(arena, node.first()), by as i64),
            _ => (1, 0),
        },
        Kind::Shl => match arena.as_const(node.second()) {
            Some(by) if by < 32 => scaled(stride_of(arena, node.first()), 1 << by),
            _ => (1, 0),
        },
        _ => (1, 0),
    }
}
