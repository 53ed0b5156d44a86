//! Values and memory of a path as C data, once every symbol has a value.

use super::Machine;
use super::passed::{Declared, Passed, Piece};
use super::scenario::Walk;
use super::state::{RecordedCall, State};
use crate::expr::{Arena, Assignment, Evaluator, Kind, float_fold};
use crate::ir::{CType, Member, Program, TypeId};
use crate::memory::{Byte, Content, Memory, ObjectRef, OriginKind, Value};
use crate::testcase::{Arrangement, Bug, Concerned, Datum, TestCall};
use crate::util::{BitOffset, Bits, Bytes};

/// How many pointers are followed from an argument.
const MAX_DEPTH: usize = 16;
/// How many elements of an array are shown.
const MAX_ELEMENTS: u64 = 256;
/// How many bytes of memory are shown of the arguments of a call, and as many of what it leaves. A test of more than that
/// would take as long to write as nobody has time to read it.
const MAX_BYTES: u64 = 1 << 20;

/// Where the bytes of a value are.
#[derive(Copy, Clone)]
pub(super) enum Source<'s> {
    Object(ObjectRef),
    Pieces(&'s [Piece]),
    /// A global as it was initialised.
    First(ObjectRef),
}

/// Reads memory under one assignment.
pub struct Observer<'a> {
    program: &'a Program,
    arena: &'a Arena,
    assignment: &'a Assignment,
    evaluator: Evaluator,
    /// Addresses of the objects on the way to the one at hand.
    trace: Vec<u64>,
    /// The objects of the scenario, while one is made: then pointers are places in them.
    pub(super) walk: Option<Walk>,
    /// How many bytes may still be shown.
    room: u64,
}

impl<'a> Observer<'a> {
    /// An observer of states of `machine`.
    pub fn new(machine: &'a Machine, assignment: &'a Assignment) -> Self {
        Self {
            program: &machine.program,
            arena: &machine.arena,
            assignment,
            evaluator: Evaluator::new(),
            trace: Vec::new(),
            walk: None,
            room: MAX_BYTES,
        }
    }

    /// The concrete number that a value is.
    pub fn number(&mut self, value: Value) -> u128 {
        match value.content() {
            Content::Concrete(number) => u128::from(number),
            Content::Term(term) => self.evaluator.eval(self.arena, self.assignment, term),
        }
    }

    /// The value of `main`'s result or of an exit status.
    pub fn status(&mut self, value: Value) -> i32 {
        self.number(value) as u32 as i32
    }

    /// The program's error as it is with these values.
    pub fn bug(&mut self, state: &State, mut bug: Bug) -> Bug {
        if let (Some(outlier), Some(object)) = (state.outlier, &mut bug.object) {
            let offset = self.number(outlier.offset) as u64 as i64;
            object.distance = Some(Concerned::distance(offset, outlier.size.0, outlier.whole.0));
        }
        bug
    }

    /// A call under test as plain data.
    pub fn call(&mut self, call: &RecordedCall) -> TestCall {
        let function = &self.program.functions[call.function.index()];
        let name = function.source_name().into_owned();
        let Some(declared) = Declared::of(self.program, call) else {
            let arguments = call.arguments.iter().map(|(value, width)| self.plain(*value, *width)).collect();
            let result = call.returned.as_ref().map(|returned| match returned.results.first() {
                Some(value) => self.plain(*value, Bits(64)),
                None => Datum::Void,
            });
            return TestCall {
                function: name,
                arguments,
                result,
                after: Vec::new(),
                arrangement: Arrangement {
                    obstacle: Some("its parameters are not one scalar each".to_owned()),
                    ..Arrangement::default()
                },
                footprint: None,
            };
        };
        self.room = MAX_BYTES;
        let before = self.arguments(&declared, &call.memory_before);
        let arrangement = self.scenario(call, &declared);
        self.room = MAX_BYTES;
        let after = call.returned.as_ref().map(|returned| self.arguments(&declared, &returned.memory_after));
        let result = call.returned.as_ref().map(|returned| {
            let (memory, ty) = (&returned.memory_after, declared.signature.result);
            if let Some(hidden) = declared.hidden {
                return self.pointed_at(memory, hidden, ty);
            }
            match (self.program.ctype(ty), returned.results.as_slice()) {
                (CType::Void, _) | (_, []) => Datum::Void,
                (_, results) => match declared.result(self.program, call, results) {
                    Some(passed) => self.passed(memory, &passed, ty),
                    None => Datum::Array(results.iter().map(|value| self.plain(*value, Bits(64))).collect()),
                },
            }
        });
        let after = after.unwrap_or_default();
        TestCall { function: name, arguments: before, result, after, arrangement, footprint: None }
    }

    fn arguments(&mut self, declared: &Declared, memory: &Memory) -> Vec<Datum> {
        let parameters = declared.parameters.iter().zip(&declared.signature.params);
        let mut shown: Vec<Datum> = parameters.map(|(passed, ty)| self.passed(memory, passed, *ty)).collect();
        shown.extend(declared.further.iter().map(|(value, width)| self.plain(*value, *width)));
        shown
    }

    /// A value of type `ty` as it was passed.
    fn passed(&mut self, memory: &Memory, passed: &Passed, ty: TypeId) -> Datum {
        match passed {
            Passed::Scalar(value) => self.value(memory, *value, ty),
            Passed::Pieces(pieces) => self.stored(memory, Source::Pieces(pieces), BitOffset(0), ty),
            Passed::Copy(address) => self.pointed_at(memory, *address, ty),
        }
    }

    /// The value of type `ty` at an address.
    fn pointed_at(&mut self, memory: &Memory, address: Value, ty: TypeId) -> Datum {
        match self.pointee(memory, address, ty) {
            Datum::Pointer(target) => *target,
            other => other,
        }
    }

    /// A value of which no type is known.
    fn plain(&mut self, value: Value, width: Bits) -> Datum {
        let number = self.number(value);
        match value.object() {
            Some(_) => Datum::Address(number as u64),
            None => Datum::Integer(width.sign_extend(number & width.mask())),
        }
    }

    /// A value of the C type `ty`.
    pub(super) fn value(&mut self, memory: &Memory, value: Value, ty: TypeId) -> Datum {
        let number = self.number(value);
        match self.program.ctype(ty) {
            CType::Void => Datum::Void,
            CType::Bool => Datum::boolean(number & 1 == 1),
            CType::Char { signed } => integer(number, Bytes(1), *signed),
            CType::Int { size, signed } => integer(number, *size, *signed),
            CType::Float { size: Bytes(4) } => Datum::Float(f64::from(f32::from_bits(number as u32))),
            CType::Float { size: Bytes(8) } => Datum::Float(f64::from_bits(number as u64)),
            CType::Float { size: Bytes(16) } => long_double(number),
            CType::Enum { size, signed, variants, .. } => {
                let Datum::Integer(number) = integer(number, *size, *signed) else {
                    unreachable!("invariant: `integer` makes integers")
                };
                match variants.iter().find(|variant| variant.value == number) {
                    Some(variant) => Datum::Name(variant.name.clone()),
                    None => Datum::Integer(number),
                }
            }
            CType::Pointer(target) if self.walk.is_some() => self.place(memory, value, *target),
            CType::Pointer(target) => self.pointee(memory, value, *target),
            _ => Datum::Integer(number as i128),
        }
    }

    /// What a pointer to `ty` points to.
    fn pointee(&mut self, memory: &Memory, pointer: Value, ty: TypeId) -> Datum {
        let address = self.number(pointer) as u64;
        if address == 0 {
            return Datum::Null;
        }
        let object = pointer.object().or_else(|| memory.find(address));
        let Some(object) =
            object.filter(|object| memory.is_current(*object) && memory.freed_by(object.id).is_none())
        else {
            return Datum::Address(address);
        };
        let origin = memory.origin(object.id);
        if origin.kind == OriginKind::Function {
            return Datum::Name(format!("&{}", self.program.functions[origin.number as usize].name));
        }
        if super::typed::is_stream(self.program, ty) {
            return Datum::Name("FILE".to_owned());
        }
        let offset = address.wrapping_sub(memory.address(object.id));
        let size = memory.size(object.id).0;
        if offset > size || self.trace.len() >= MAX_DEPTH {
            return Datum::Address(address);
        }
        if self.trace.contains(&address) {
            return Datum::Name("&(above)".to_owned());
        }
        self.trace.push(address);
        let target = self.contents(memory, object, offset, size, ty);
        self.trace.pop();
        target.map_or(Datum::Address(address), |target| Datum::Pointer(Box::new(target)))
    }

    /// The bytes from `offset` to the end of the object, as what `ty` says that they are: text, one value or
    /// several.
    fn contents(
        &mut self,
        memory: &Memory,
        object: ObjectRef,
        offset: u64,
        size: u64,
        ty: TypeId,
    ) -> Option<Datum> {
        let left = size - offset;
        let start = BitOffset::of_byte(offset);
        match self.program.ctype(ty) {
            CType::Char { .. } | CType::Void => Some(self.text(memory, Source::Object(object), offset, left)),
            CType::Function => None,
            _ => {
                let element = self.program.size_of(ty)?.0;
                let count = left.checked_div(element)?;
                match count {
                    // An array without elements.
                    0 if size == 0 => Some(Datum::Array(Vec::new())),
                    0 => None,
                    1 => Some(self.stored(memory, Source::Object(object), start, ty)),
                    _ => Some(self.elements(memory, Source::Object(object), start, ty, count)),
                }
            }
        }
    }

    /// Characters from the byte `start` on: all that there is room for.
    fn text(&mut self, memory: &Memory, source: Source, start: u64, count: u64) -> Datum {
        let shown = count.min(self.room);
        self.room -= shown;
        let bytes = (start..start + shown).map(|at| self.byte_of(memory, source, at).unwrap_or(0));
        let text = Datum::text(&bytes.collect::<Vec<u8>>());
        if shown == count {
            return text;
        }
        Datum::Array(vec![text, Datum::more(count - shown)])
    }

    fn elements(
        &mut self,
        memory: &Memory,
        source: Source,
        offset: BitOffset,
        ty: TypeId,
        count: u64,
    ) -> Datum {
        let element = self.program.size_of(ty).map_or(1, |size| size.0);
        let mut elements = Vec::new();
        for index in 0..count {
            if index == MAX_ELEMENTS || self.room == 0 {
                elements.push(Datum::more(count - index));
                break;
            }
            elements.push(self.stored(memory, source, offset + BitOffset::of_byte(index * element), ty));
        }
        Datum::Array(elements)
    }

    /// The value of type `ty` that is stored at a bit of an object.
    fn stored(&mut self, memory: &Memory, source: Source, offset: BitOffset, ty: TypeId) -> Datum {
        match self.program.ctype(ty) {
            CType::Struct { members, .. } => Datum::Struct(self.members(memory, source, offset, members)),
            // Of a union one member is shown: the one that is used, as far as the bytes tell, or else the first.
            CType::Union { members, size, .. } => {
                let used = self.used_member(memory, source, offset.byte(), members, size.0);
                let used = used.map_or(0, |at| at).min(members.len());
                Datum::Struct(self.members(
                    memory,
                    source,
                    offset,
                    &members[used..members.len().min(used + 1)],
                ))
            }
            CType::Array { element, count } => {
                let count = match (count, source) {
                    (Some(count), _) if *count > 0 => *count,
                    // A flexible member reaches to the end of its object.
                    (_, Source::Object(object)) => {
                        let size = self.program.size_of(*element).map_or(1, |size| size.0).max(1);
                        memory.size(object.id).0.saturating_sub(offset.byte()) / size
                    }
                    _ => 0,
                };
                if matches!(self.program.ctype(*element), CType::Char { .. }) {
                    return self.text(memory, source, offset.byte(), count);
                }
                self.elements(memory, source, offset, *element, count)
            }
            _ => {
                let size = self.program.size_of(ty).map_or(1, |size| size.0);
                self.scalar(memory, source, offset.byte(), size, ty)
            }
        }
    }

    fn members(
        &mut self,
        memory: &Memory,
        source: Source,
        offset: BitOffset,
        members: &'a [Member],
    ) -> Vec<(String, Datum)> {
        let mut shown = Vec::new();
        for member in members {
            let at = offset + member.offset;
            let value = match member.bit_field {
                None => self.stored(memory, source, at, member.ty),
                Some(width) => self.bit_field(memory, source, at, width, member.ty),
            };
            match value {
                Datum::Struct(inner) if member.name.is_empty() => shown.extend(inner),
                value => shown.push((member.name.clone(), value)),
            }
        }
        shown
    }

    pub(super) fn bit_field(
        &mut self,
        memory: &Memory,
        source: Source,
        at: BitOffset,
        width: Bits,
        ty: TypeId,
    ) -> Datum {
        let (first, last) = (at.byte(), (at.0 + u64::from(width.0) - 1) / 8);
        let mut pattern = 0u128;
        for byte in (first..=last).rev() {
            let Some(byte) = self.byte_of(memory, source, byte) else {
                return Datum::Uninitialised;
            };
            pattern = pattern << 8 | u128::from(byte);
        }
        let pattern = pattern >> (at.0 % 8) & width.mask();
        let signed = matches!(self.program.ctype(ty), CType::Int { signed: true, .. });
        Datum::Integer(if signed { width.sign_extend(pattern) } else { pattern as i128 })
    }

    pub(super) fn scalar(
        &mut self,
        memory: &Memory,
        source: Source,
        at: u64,
        size: u64,
        ty: TypeId,
    ) -> Datum {
        self.room = self.room.saturating_sub(size);
        let mut number = 0u128;
        let is_long = matches!(self.program.ctype(ty), CType::Float { size: Bytes(16) });
        for offset in (0..size.min(16)).rev() {
            let byte = match self.byte_of(memory, source, at + offset) {
                Some(byte) => byte,
                // Of a `long double` nobody writes what lies behind its ten bytes.
                None if is_long && offset >= 10 => 0,
                None => return Datum::Uninitialised,
            };
            number = number << 8 | u128::from(byte);
        }
        if is_long {
            return long_double(number);
        }
        if number > u128::from(u64::MAX) {
            return Datum::Integer(number as i128);
        }
        let stored = Value::int(number as u64).with_object(self.pointer_of(memory, source, at));
        self.value(memory, stored, ty)
    }

    /// A byte of what is read; `None` where it was never written or lies outside.
    pub(super) fn byte_of(&mut self, memory: &Memory, source: Source, at: u64) -> Option<u8> {
        match source {
            Source::Object(object) => self.byte(memory, object, at),
            Source::First(object) => {
                let global = &self.program.globals[memory.origin(object.id).number as usize];
                let init = global.init.as_ref()?;
                let relocation =
                    init.relocations.iter().find(|it| (it.offset.0..it.offset.0 + it.size.0).contains(&at));
                match relocation {
                    Some(relocation) => {
                        let (_, address) = self.initial_pointer(memory, object, relocation.offset.0)?;
                        Some((address >> ((at - relocation.offset.0) * 8)) as u8)
                    }
                    None => init.bytes.get(at as usize).copied(),
                }
            }
            Source::Pieces(pieces) => {
                let bit = u32::try_from(at * 8).ok()?;
                let holds = |piece: &&Piece| (piece.offset.0..piece.offset.0 + piece.width.0).contains(&bit);
                let piece = pieces.iter().find(holds)?;
                Some((self.number(piece.value) >> (bit - piece.offset.0)) as u8)
            }
        }
    }

    /// The object that a pointer at this byte points to.
    pub(super) fn pointer_of(&self, memory: &Memory, source: Source, at: u64) -> Option<ObjectRef> {
        match source {
            Source::Object(object) => memory.object(object.id).pointer_at(at as usize),
            Source::First(object) => self.initial_pointer(memory, object, at).map(|(target, _)| target),
            Source::Pieces(pieces) => {
                pieces.iter().find(|piece| u64::from(piece.offset.0) == at * 8)?.value.object()
            }
        }
    }

    /// The program whose states are observed.
    pub(super) fn program(&self) -> &'a Program {
        self.program
    }

    /// The values of symbols.
    pub(super) fn values(&self) -> &'a Assignment {
        self.assignment
    }

    pub(super) fn arena(&self) -> &'a Arena {
        self.arena
    }

    /// A byte of an object; `None` where it was never written or lies outside.
    pub(super) fn byte(&mut self, memory: &Memory, object: ObjectRef, at: u64) -> Option<u8> {
        let contents = memory.object(object.id);
        if at >= contents.len() as u64 {
            return None;
        }
        for update in contents.updates().iter().rev() {
            let start = self.evaluator.eval(self.arena, self.assignment, update.offset) as usize;
            if (start..start + update.size).contains(&(at as usize)) {
                let value = self.evaluator.eval(self.arena, self.assignment, update.value);
                return Some((value >> ((at as usize - start) * 8)) as u8);
            }
        }
        match contents.byte(at as usize) {
            Byte::Concrete(value) => Some(value),
            Byte::Symbolic(term) => Some(self.number(Value::term(term)) as u8),
            Byte::Uninitialised => None,
        }
    }
}

/// A `long double`; a larger number is a `__float128`.
fn long_double(number: u128) -> Datum {
    if number >> 80 != 0 {
        return Datum::Integer(number as i128);
    }
    let double = float_fold(Kind::FToF, Bits(64), Bits(80), [number, 0, 0]);
    Datum::Float(f64::from_bits(double as u64))
}

fn integer(number: u128, size: Bytes, signed: bool) -> Datum {
    let width = size.to_bits();
    let pattern = number & width.mask();
    Datum::Integer(if signed { width.sign_extend(pattern) } else { pattern as i128 })
}
