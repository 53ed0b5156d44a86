//! The objects around a call under test as a graph: what can be reached before and after it, field by field, with pointers
//! as places in objects. See [`Arrangement`].
//!
//! An object in memory has no type. A variable has the one that it was declared with; what lies on the heap has that of
//! the pointer that tells most: the type of its whole size, before a larger one, before characters.

use super::observe::{Observer, Source};
use super::passed::{Declared, Passed};
use super::state::RecordedCall;
use crate::ir::{CType, Const, GlobalId, Member, Pc, Relocation, TypeId};
use crate::memory::{Memory, ObjectRef, OriginKind, Region, Value};
use crate::testcase::{Arrangement, Datum, Holding, Thing};
use crate::util::BitOffset;
use std::collections::VecDeque;

/// Objects with more elements are not written down.
const MAX_ELEMENTS: u64 = 1 << 12;
/// Larger globals are part of a scenario only where they change.
const MAX_GLOBAL: u64 = 1 << 12;
/// More objects are not followed.
const MAX_OBJECTS: usize = 512;

/// The objects that were found, in the order in which they were.
#[derive(Default)]
pub(super) struct Walk {
    found: Vec<Found>,
    pending: VecDeque<usize>,
    obstacle: Option<String>,
    /// Whether what is looked at is what the call begins with.
    is_before: bool,
}

#[derive(Clone)]
struct Found {
    object: ObjectRef,
    view: Option<TypeId>,
    /// Whether the source says the type.
    is_declared: bool,
    before: Option<Datum>,
    after: Option<Datum>,
}

impl Walk {
    fn object_to(&mut self, obstacle: impl Into<String>) {
        self.obstacle.get_or_insert_with(|| obstacle.into());
    }
}

impl Observer<'_> {
    /// The scenario of a call.
    pub(super) fn scenario(&mut self, call: &RecordedCall, declared: &Declared<'_>) -> Arrangement {
        self.walk = Some(Walk { is_before: true, ..Walk::default() });
        let before = &call.memory_before;
        let parameters = declared.parameters.iter().zip(&declared.signature.params);
        let arguments: Vec<Datum> =
            parameters.map(|(passed, ty)| self.passed_shape(before, passed, *ty)).collect();
        if !declared.further.is_empty() {
            self.walk().object_to("it takes a variable number of arguments");
        }
        let after = call.returned.as_ref().map(|returned| &returned.memory_after);
        let used = self.program().globals_of_calls(call.function);
        self.globals(before, after, &used);
        self.walk().is_before = false;
        let result = call.returned.as_ref().map(|returned| {
            if returned.inputs > call.inputs {
                self.walk().object_to("it reads inputs itself");
            }
            let (memory, ty) = (&returned.memory_after, declared.signature.result);
            if let Some(hidden) = declared.hidden {
                return self.passed_shape(memory, &Passed::Copy(hidden), ty);
            }
            match (self.program().ctype(ty), returned.results.as_slice()) {
                (CType::Void, _) | (_, []) => Datum::Void,
                (_, results) => match declared.result(self.program(), call, results) {
                    Some(passed) => self.passed_shape(memory, &passed, ty),
                    None => Datum::Uninitialised,
                },
            }
        });
        while let Some(index) = self.walk().pending.pop_front() {
            let Found { object, view, is_declared, .. } = self.walk().found[index].clone();
            self.walk().is_before = true;
            let first = self.contents_at(before, object, view, is_declared);
            self.walk().is_before = false;
            let last = after.and_then(|memory| self.contents_at(memory, object, view, is_declared));
            let found = &mut self.walk().found[index];
            (found.before, found.after) = (first, last);
        }
        let n_found = self.walk().found.len();
        let objects = (0..n_found).map(|index| self.thing(before, after, index)).collect();
        let obstacle = self.walk().obstacle.take();
        self.walk = None;
        Arrangement { objects, arguments, result, obstacle }
    }

    fn walk(&mut self) -> &mut Walk {
        self.walk.as_mut().expect("invariant: asked while a scenario is made")
    }

    /// A parameter or result.
    fn passed_shape(&mut self, memory: &Memory, passed: &Passed, ty: TypeId) -> Datum {
        match passed {
            Passed::Scalar(value) => self.value(memory, *value, ty),
            Passed::Pieces(pieces) => self.shape(memory, Source::Pieces(pieces), 0, ty, u64::MAX),
            Passed::Copy(address) => {
                let number = self.number(*address) as u64;
                match address.object().or_else(|| memory.find(number)) {
                    Some(object) if memory.is_current(object) && memory.freed_by(object.id).is_none() => {
                        let offset = number.wrapping_sub(memory.address(object.id));
                        let size = memory.size(object.id).0;
                        self.shape(memory, Source::Object(object), offset, ty, size)
                    }
                    _ => Datum::Uninitialised,
                }
            }
        }
    }

    /// The variables of the program that the driver or the call has changed are part of the scenario, and those that the
    /// function uses.
    fn globals(&mut self, before: &Memory, after: Option<&Memory>, used: &[GlobalId]) {
        let objects: Vec<ObjectRef> = before.live(Region::Static).collect();
        for object in objects {
            let origin = before.origin(object.id);
            let program = self.program();
            if origin.kind != OriginKind::Global {
                continue;
            }
            let global = &program.globals[origin.number as usize];
            // Those of the models of the C library have no place in the source.
            if global.loc.is_none() || global.init.is_none() {
                continue;
            }
            let is_first = self.is_first(before, object);
            let is_changed = after.is_some_and(|after| !is_same(before, after, object));
            let id = GlobalId::new(origin.number as usize);
            let is_static_local = global.name.contains('.');
            let is_used = used.contains(&id) && global.size.0 <= MAX_GLOBAL && !is_static_local;
            if is_first && !is_changed && !is_used || !program.is_shared(id) {
                continue;
            }
            if let Some((function, name)) = global.name.split_once('.') {
                self.walk().object_to(format!("the static variable `{name}` of `{function}` changes"));
                continue;
            }
            let Some(ty) = global.ty else { continue };
            self.found(before, object, ty, 0);
        }
    }

    /// Whether a global holds what it was initialised with.
    fn is_first(&mut self, memory: &Memory, object: ObjectRef) -> bool {
        let program = self.program();
        let global = &program.globals[memory.origin(object.id).number as usize];
        let Some(init) = &global.init else { return false };
        let contents = memory.object(object.id);
        for relocation in &init.relocations {
            let at = relocation.offset.0;
            let now = contents.pointer_at(at as usize).map(|target| (target, self.word(memory, object, at)));
            if now != self.initial_pointer(memory, object, at) {
                return false;
            }
        }
        let is_address = |at: usize| {
            let holds = |it: &Relocation| (it.offset.0..it.offset.0 + it.size.0).contains(&(at as u64));
            init.relocations.iter().any(holds)
        };
        contents.is_still(&init.bytes, is_address)
    }

    /// Eight bytes of an object as a number.
    fn word(&mut self, memory: &Memory, object: ObjectRef, at: u64) -> u64 {
        let mut byte = |at| u64::from(self.byte(memory, object, at).unwrap_or(0));
        (at..at + 8).rev().fold(0, |number, at| number << 8 | byte(at))
    }

    /// What a pointer in a global pointed to when the program started: an object, and the address.
    pub(super) fn initial_pointer(
        &self,
        memory: &Memory,
        object: ObjectRef,
        at: u64,
    ) -> Option<(ObjectRef, u64)> {
        let program = self.program();
        let global = &program.globals[memory.origin(object.id).number as usize];
        let init = global.init.as_ref()?;
        let relocation = init.relocations.iter().find(|relocation| relocation.offset.0 == at)?;
        type Target<'a> = (&'a [OriginKind], usize, i64);
        let (kinds, number, offset): Target<'_> = match &program.constants[relocation.target.index()] {
            Const::Global { global, offset } => {
                (&[OriginKind::Global, OriginKind::Constant], global.index(), *offset)
            }
            Const::Function(function) => (&[OriginKind::Function], function.index(), 0),
            _ => return None,
        };
        let is_it = |object: &ObjectRef| {
            let origin = memory.origin(object.id);
            kinds.contains(&origin.kind) && origin.number as usize == number
        };
        let target = memory.live(Region::Static).find(is_it)?;
        Some((target, memory.address(target.id).wrapping_add_signed(offset)))
    }

    /// A pointer as a place in an object, which it thereby is part of the scenario.
    pub(super) fn place(&mut self, memory: &Memory, pointer: Value, target: TypeId) -> Datum {
        let address = self.number(pointer) as u64;
        if address == 0 {
            return Datum::Null;
        }
        let object = pointer.object().or_else(|| memory.find(address));
        let alive =
            object.filter(|object| memory.is_current(*object) && memory.freed_by(object.id).is_none());
        let Some(object) = alive else {
            if self.walk().is_before {
                self.walk().object_to("a pointer leads to no object");
            }
            return Datum::Address(address);
        };
        let origin = memory.origin(object.id);
        let offset = address.wrapping_sub(memory.address(object.id));
        if origin.kind == OriginKind::Function {
            return Datum::Name(format!("&{}", self.program().functions[origin.number as usize].name));
        }
        if offset > memory.size(object.id).0 {
            if self.walk().is_before {
                self.walk().object_to("a pointer leads beyond its object");
            }
            return Datum::Address(address);
        }
        if self.is_of_the_library(memory, object) {
            self.walk().object_to("it works on an object that only the C library can make");
            return Datum::Address(address);
        }
        match self.found(memory, object, target, offset) {
            Some(index) => Datum::At { object: index as u32, offset },
            None => Datum::Address(address),
        }
    }

    /// The number of an object that a pointer to `target` has led to, `offset` bytes from its beginning.
    fn found(&mut self, memory: &Memory, object: ObjectRef, target: TypeId, offset: u64) -> Option<usize> {
        let size = memory.size(object.id).0;
        let known = self.walk().found.iter().position(|found| found.object == object);
        let index = match known {
            Some(index) => index,
            None => {
                if self.walk().found.len() >= MAX_OBJECTS {
                    self.walk().object_to(format!("it works on more than {MAX_OBJECTS} objects"));
                    return None;
                }
                let view = self.declared_type(memory, object);
                let is_declared = view.is_some();
                let walk = self.walk();
                walk.found.push(Found { object, view, is_declared, before: None, after: None });
                walk.pending.push_back(walk.found.len() - 1);
                walk.found.len() - 1
            }
        };
        let candidate = self.completed(target);
        let Found { view, is_declared, .. } = self.walk().found[index];
        let rank = |observer: &Self, view: Option<TypeId>, offset: u64| {
            let Some(view) = view else { return 0 };
            if matches!(observer.program().ctype(view), CType::Char { .. } | CType::Void) {
                return 1;
            }
            match observer.program().size_of(view).map(|size| size.0) {
                None | Some(0) => 0,
                Some(whole) if size == 0 => 1 + whole,
                Some(whole) if whole > size => 0,
                Some(whole) if !offset.is_multiple_of(whole) => 0,
                Some(whole) if whole == size => u64::MAX,
                Some(whole) => 1 + whole,
            }
        };
        if !is_declared && rank(self, Some(candidate), offset) > rank(self, view, 0) {
            let walk = self.walk();
            walk.found[index].view = Some(candidate);
            if !walk.pending.contains(&index) {
                walk.pending.push_back(index);
            }
        }
        Some(index)
    }

    /// The type that the source declares a variable with.
    fn declared_type(&self, memory: &Memory, object: ObjectRef) -> Option<TypeId> {
        let origin = memory.origin(object.id);
        let program = self.program();
        let ty = match origin.kind {
            OriginKind::Global | OriginKind::Constant => program.globals[origin.number as usize].ty,
            OriginKind::Local => program.inst(Pc::from_raw(origin.number)).alloca(program).ty,
            _ => None,
        };
        ty.filter(|ty| program.size_of(*ty) == Some(memory.size(object.id)))
    }

    /// A structure of which only the tag is known here, by what another file says of it.
    fn completed(&self, ty: TypeId) -> TypeId {
        let program = self.program();
        match program.ctype(ty) {
            CType::Struct { name: Some(name), members, .. } if members.is_empty() => {
                let is_it = |other: &CType| matches!(other, CType::Struct { name: Some(known), members, .. } if known == name && !members.is_empty());
                program.types.iter().position(is_it).map_or(ty, TypeId::new)
            }
            _ => ty,
        }
    }

    /// What an object holds; `None` if it is not there.
    fn contents_at(
        &mut self,
        memory: &Memory,
        object: ObjectRef,
        view: Option<TypeId>,
        is_declared: bool,
    ) -> Option<Datum> {
        if !memory.is_current(object) || memory.freed_by(object.id).is_some() {
            return None;
        }
        let size = memory.size(object.id).0;
        let source = Source::Object(object);
        let view = view.filter(|view| self.program().size_of(*view).is_some_and(|size| size.0 > 0));
        let is_text =
            view.is_none_or(|view| matches!(self.program().ctype(view), CType::Char { .. } | CType::Void));
        if is_text && !is_declared {
            return Some(self.characters(memory, source, 0, size));
        }
        let view = view.expect("invariant: there is one unless it is text");
        let element = self.program().size_of(view).map_or(1, |size| size.0);
        let count = size / element;
        Some(match count {
            _ if is_declared => self.shape(memory, source, 0, view, size),
            0 => Datum::Uninitialised,
            1 => self.shape(memory, source, 0, view, size),
            _ => self.shapes(memory, source, 0, view, count),
        })
    }

    fn shapes(&mut self, memory: &Memory, source: Source<'_>, at: u64, ty: TypeId, count: u64) -> Datum {
        let element = self.program().size_of(ty).map_or(1, |size| size.0);
        if count > MAX_ELEMENTS {
            self.walk().object_to(format!("it works on an array of {count} elements"));
            return Datum::Uninitialised;
        }
        let each = (0..count)
            .map(|index| self.shape(memory, source, at + index * element, ty, at + (index + 1) * element));
        let elements: Vec<Datum> = each.collect();
        match elements.iter().all(|element| *element == Datum::Uninitialised) {
            true => Datum::Uninitialised,
            false => Datum::Array(elements),
        }
    }

    /// The value of type `ty` that is stored at a byte. `end` is where its object ends.
    fn shape(&mut self, memory: &Memory, source: Source<'_>, at: u64, ty: TypeId, end: u64) -> Datum {
        let program = self.program();
        match program.ctype(ty) {
            CType::Struct { members, .. } => {
                let mut shown = Vec::new();
                for member in members {
                    self.member(memory, source, at, member, end, &mut shown);
                }
                Datum::Struct(shown)
            }
            CType::Union { members, size, .. } => {
                let mut shown = Vec::new();
                match self.used_member(memory, source, at, members, size.0) {
                    Some(used) => {
                        self.member(memory, source, at, &members[used], end, &mut shown);
                        Datum::Struct(shown)
                    }
                    None => Datum::Uninitialised,
                }
            }
            CType::Array { element, count } => {
                let size = program.size_of(*element).map_or(1, |size| size.0).max(1);
                let count = match count {
                    Some(count) if *count > 0 => *count,
                    _ if end == u64::MAX => 0,
                    _ => end.saturating_sub(at) / size,
                };
                match program.ctype(*element) {
                    CType::Char { .. } => self.characters(memory, source, at, count),
                    _ => self.shapes(memory, source, at, *element, count),
                }
            }
            _ => {
                let size = program.size_of(ty).map_or(1, |size| size.0);
                self.scalar(memory, source, at, size, ty)
            }
        }
    }

    fn member(
        &mut self,
        memory: &Memory,
        source: Source<'_>,
        at: u64,
        member: &Member,
        end: u64,
        shown: &mut Vec<(String, Datum)>,
    ) {
        let value = match member.bit_field {
            Some(width) => {
                let offset = BitOffset(at * 8 + member.offset.0);
                self.bit_field(memory, source, offset, width, member.ty)
            }
            None => self.shape(memory, source, at + member.offset.byte(), member.ty, end),
        };
        match value {
            Datum::Struct(inner) if member.name.is_empty() => shown.extend(inner),
            Datum::Uninitialised if member.name.is_empty() => {}
            value => shown.push((member.name.clone(), value)),
        }
    }

    /// The member of a union that was written last, as far as the bytes tell: one that is as long as what is written,
    /// a pointer where one lies, and of numbers the one that looks like a number that people write. `None` if nothing
    /// is written.
    pub(super) fn used_member(
        &mut self,
        memory: &Memory,
        source: Source<'_>,
        at: u64,
        members: &[Member],
        size: u64,
    ) -> Option<usize> {
        let bytes: Vec<Option<u8>> = (0..size).map(|byte| self.byte_of(memory, source, at + byte)).collect();
        let written = bytes.iter().position(Option::is_none).unwrap_or(bytes.len()) as u64;
        if bytes.iter().all(Option::is_none) {
            return None;
        }
        let is_pointer = self.pointer_of(memory, source, at).is_some();
        let program = self.program();
        let size_of = |member: &Member| program.size_of(member.ty).map_or(0, |size| size.0);
        let fits = |member: &&Member| match program.ctype(member.ty) {
            CType::Pointer(_) => is_pointer,
            CType::Struct { .. } | CType::Union { .. } => size_of(member) <= written,
            _ => !is_pointer && size_of(member) == written,
        };
        let number =
            bytes.iter().take(8).rev().fold(0u64, |number, byte| number << 8 | u64::from(byte.unwrap_or(0)));
        let double = f64::from_bits(number);
        let is_plain_double = double.is_finite() && (1e-9..1e15).contains(&double.abs());
        let suits = |member: &&Member| match program.ctype(member.ty) {
            CType::Float { .. } if written == 8 => is_plain_double,
            CType::Int { .. } if written == 8 => !is_plain_double,
            _ => true,
        };
        // What is written has the size of none: the whole is not all written, or a part of a larger one.
        let tail_is_zero =
            |from: u64| bytes.iter().skip(from as usize).all(|byte| matches!(byte, None | Some(0)));
        let is_within = |member: &&Member| size_of(member) <= written && tail_is_zero(size_of(member));
        let largest = || (0..members.len()).rev().max_by_key(|at| size_of(&members[*at]));
        let first = |is_it: &dyn Fn(&&Member) -> bool| members.iter().position(|member| is_it(&member));
        first(&|member| fits(member) && suits(member))
            .or_else(|| first(&fits))
            .or_else(|| first(&is_within))
            .or_else(largest)
    }

    /// Characters: those that were written.
    fn characters(&mut self, memory: &Memory, source: Source<'_>, at: u64, count: u64) -> Datum {
        if count > MAX_ELEMENTS * 16 {
            self.walk().object_to(format!("it works on {count} bytes"));
            return Datum::Uninitialised;
        }
        if let Source::Object(object) = source {
            let contents = memory.object(object.id);
            let mut words = (at.next_multiple_of(8)..(at + count).saturating_sub(7)).step_by(8);
            if words.any(|at| contents.pointer_at(at as usize).is_some()) {
                self.walk().object_to("bytes of a type that is not known hold an address");
            }
        }
        let bytes: Vec<Option<u8>> = (at..at + count).map(|at| self.byte_of(memory, source, at)).collect();
        let written = bytes.iter().rposition(Option::is_some).map_or(0, |last| last + 1);
        if written == 0 {
            return Datum::Uninitialised;
        }
        let text: Option<Vec<u8>> = bytes[..written].iter().copied().collect();
        match text {
            Some(text) => Datum::text(&text),
            None => Datum::Array(
                bytes
                    .into_iter()
                    .map(|byte| {
                        byte.map_or(Datum::Uninitialised, |byte| Datum::Integer(i128::from(byte as i8)))
                    })
                    .collect(),
            ),
        }
    }

    /// What was found, as data.
    fn thing(&mut self, before: &Memory, after: Option<&Memory>, index: usize) -> Thing {
        let Found { object, view, is_declared, before: first, after: last } =
            self.walk().found[index].clone();
        let memory = if before.is_current(object) { before } else { after.unwrap_or(before) };
        let origin = memory.origin(object.id);
        let size = memory.size(object.id).0;
        let program = self.program();
        let view =
            view.filter(|view| !matches!(program.ctype(*view), CType::Void | CType::Function) || is_declared);
        let mut name = None;
        let holding = match origin.kind {
            OriginKind::Heap => Holding::Heap,
            OriginKind::Global | OriginKind::Constant => {
                let global = &program.globals[origin.number as usize];
                let is_named = global.loc.is_some() && !global.name.contains('.');
                let is_text = origin.kind == OriginKind::Constant && global.name.starts_with('.');
                match is_named {
                    true if program.is_shared(GlobalId::new(origin.number as usize)) => {
                        Holding::Global(global.name.clone())
                    }
                    true => {
                        name = Some(global.name.clone());
                        Holding::Automatic
                    }
                    false if is_text => Holding::Text,
                    false => Holding::Automatic,
                }
            }
            OriginKind::Local => {
                let variable = program.inst(Pc::from_raw(origin.number)).alloca(program);
                name = variable.name.map(|name| program.texts[name].clone());
                Holding::Automatic
            }
            _ => Holding::Automatic,
        };
        let last = match (&first, last) {
            (Some(first), Some(last)) => Some(Datum::changes(first, last)),
            (_, last) => last,
        };
        let is_global = matches!(holding, Holding::Global(_));
        let first = match first {
            Some(first) if is_global && before.is_current(object) => {
                let trimmed = self.changed_from_the_beginning(before, object, view, first.clone());
                // What the call changes is said in any case.
                Some(last.as_ref().map_or(trimmed.clone(), |last| revealed(trimmed, &first, last)))
            }
            first => first,
        };
        let element = view.and_then(|view| program.size_of(view)).map_or(1, |size| size.0.max(1));
        let count = if is_declared { 1 } else { size / element };
        Thing { holding, name, ty: view.map(TypeId::raw), count, size, before: first, after: last }
    }

    /// What of a global is not as it was initialised.
    fn changed_from_the_beginning(
        &mut self,
        memory: &Memory,
        object: ObjectRef,
        view: Option<TypeId>,
        now: Datum,
    ) -> Datum {
        if self.is_first(memory, object) {
            return Datum::Kept;
        }
        let Some(view) = view else { return now };
        let size = memory.size(object.id).0;
        let first = self.shape(memory, Source::First(object), 0, view, size);
        Datum::changes(&first, now)
    }
}

/// `trimmed`, with those of its parts from `whole` that `last` changes.
fn revealed(trimmed: Datum, whole: &Datum, last: &Datum) -> Datum {
    match (trimmed, whole, last) {
        (trimmed, _, Datum::Kept) => trimmed,
        (Datum::Kept, Datum::Array(values), Datum::Array(last)) if values.len() == last.len() => {
            Datum::Array(
                values.iter().zip(last).map(|(value, last)| revealed(Datum::Kept, value, last)).collect(),
            )
        }
        (Datum::Kept, Datum::Struct(values), Datum::Struct(last)) if values.len() == last.len() => {
            let each = values.iter().zip(last);
            Datum::Struct(
                each.map(|((name, value), (_, last))| (name.clone(), revealed(Datum::Kept, value, last)))
                    .collect(),
            )
        }
        (Datum::Array(trimmed), Datum::Array(values), Datum::Array(last))
            if values.len() == last.len() && values.len() == trimmed.len() =>
        {
            let each = trimmed.into_iter().zip(values).zip(last);
            Datum::Array(each.map(|((trimmed, value), last)| revealed(trimmed, value, last)).collect())
        }
        (Datum::Struct(trimmed), Datum::Struct(values), Datum::Struct(last))
            if values.len() == last.len() && values.len() == trimmed.len() =>
        {
            let each = trimmed.into_iter().zip(values).zip(last);
            Datum::Struct(
                each.map(|(((name, trimmed), (_, value)), (_, last))| (name, revealed(trimmed, value, last)))
                    .collect(),
            )
        }
        (_, whole, _) => whole.clone(),
    }
}

/// Whether an object holds the same in both memories.
fn is_same(before: &Memory, after: &Memory, object: ObjectRef) -> bool {
    let (one, other) = (before.object(object.id), after.object(object.id));
    std::ptr::eq(one, other)
        || one.updates().is_empty()
            && other.updates().is_empty()
            && (0..one.len())
                .all(|at| one.byte(at) == other.byte(at) && one.pointer_at(at) == other.pointer_at(at))
}
