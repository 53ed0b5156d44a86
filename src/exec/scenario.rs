//! The objects around a call under test as a graph: everything that can be reached before and after the call,
//! field by field, with pointers as places in objects. See [`Arrangement`].
//!
//! Memory does not record the type of an object. A variable has the type that it was declared with. An object
//! on the heap gets its type from the pointers that lead to it: first a type that has the size of the whole
//! object, then a larger one, then characters.

use super::observe::Observer;
use super::passed::{Declared, Passed, Scalar};
use super::shape::Source;
use super::state::{RecordedCall, Returned};
use super::streams::Stream;
use crate::ir::locals::parts_in;
use crate::ir::{ArgKind, CType, GlobalId, Inst, Op, Operand, OperandKind, Pc, TypeId};
use crate::memory::{Memory, ObjectId, ObjectRef, OriginKind, Region, Value};
use crate::testcase::{Arrangement, Building, Datum, Further, Holding, NamedFile, Thing};
use crate::util::Bits;
use std::collections::VecDeque;

/// Larger globals are part of a scenario only if they change.
const MAX_GLOBAL: u64 = 1 << 12;
/// How many objects a scenario has, at most.
const MAX_OBJECTS: usize = 512;

/// The objects that were found so far, in this order.
#[derive(Default)]
pub(super) struct Walk {
    pub(super) found: Vec<Found>,
    pub(super) pending: VecDeque<usize>,
    pub(super) obstacle: Option<String>,
    /// Whether memory is looked at as it is when the call begins.
    pub(super) is_before: bool,
    /// The object whose contents are looked at.
    current: Option<usize>,
    /// The variables of the program that the call uses or changes.
    used: Vec<GlobalId>,
}

/// An object of a scenario.
#[derive(Clone)]
pub(super) struct Found {
    pub(super) object: ObjectRef,
    pub(super) holding: Holding,
    /// The name of the variable in the source.
    pub(super) name: Option<String>,
    /// The type of its elements.
    pub(super) view: Option<TypeId>,
    /// Whether the source says the type.
    pub(super) is_declared: bool,
    /// In bytes.
    pub(super) size: u64,
    /// What it holds when the call begins; `None` if it is not there yet.
    pub(super) before: Option<Datum>,
    /// What it holds after the call, [`Datum::Kept`] if nothing has changed; `None` if it is gone by then.
    pub(super) after: Option<Datum>,
    /// Whether the call gives it to `realloc`, which fails and leaves it as it is.
    is_handed: bool,
    /// Whether the call gives it to `free`.
    is_freed: bool,
    /// Whether it was made around the target of a pointer, which is not at its beginning.
    pub(super) is_around: bool,
    /// For a variable that lives as long as the program: what differs from its initial value, or changes.
    pub(super) own: Option<Datum>,
    /// Whether it is such a variable.
    pub(super) is_global: bool,
    /// Whether code of the program allocated it.
    of_the_program: bool,
    /// The constants to which a number was added for its size.
    summands: Vec<u64>,
    /// The bytes behind the structure after the call.
    behind: Option<Datum>,
    /// Whether the call may use it by its name, or changes it.
    is_used: bool,
    /// Why a test cannot show its contents, as long as it is looked at by this type.
    obstacle: Option<String>,
}

impl Walk {
    /// A walk that continues with these objects.
    pub(super) fn from(found: &[Found]) -> Self {
        Self { found: found.to_vec(), ..Self::default() }
    }
}

impl Found {
    /// The same object, as one that the call under test does not touch. `before` is what it holds by then.
    pub(super) fn aside(mut self, before: Option<Datum>, is_there: bool) -> Self {
        // Its contents afterwards do not matter, only that it exists.
        (self.before, self.after) = (before, is_there.then_some(Datum::Uninitialised));
        self
    }

    /// The contents of this variable that the call is given.
    pub(super) fn given(&self) -> Option<&Datum> {
        self.own.as_ref().filter(|_| self.is_used)
    }
}

/// A call with the objects that it works on.
pub(super) struct Scenario {
    pub(super) found: Vec<Found>,
    pub(super) arguments: Vec<Datum>,
    /// How the arguments beyond the parameters are passed.
    pub(super) further: Vec<Further>,
    pub(super) result: Option<Datum>,
    /// What mocks returned to the call, with the names of the mocks.
    pub(super) given_by_mocks: Vec<(String, Datum)>,
    pub(super) obstacle: Option<String>,
    pub(super) files: Vec<NamedFile>,
    pub(super) building: Option<Building>,
}

impl Scenario {
    /// The scenario that an arrangement was made of, as far as the line of its call needs it. `whole` has the
    /// known contents of its objects, when the call begins and when it has returned.
    pub(super) fn of(arrangement: &Arrangement, whole: Vec<[Option<Datum>; 2]>) -> Self {
        let none = ObjectRef { id: ObjectId::from_raw(0), generation: 0 };
        let found = arrangement.objects.iter().zip(whole).map(|(thing, [before, after])| {
            let is_global = matches!(thing.holding, Holding::Global(_));
            let name = match &thing.holding {
                Holding::Global(name) => Some(name.clone()),
                _ => thing.name.clone(),
            };
            Found {
                object: none,
                holding: thing.holding.clone(),
                name,
                view: thing.ty.map(TypeId::from_raw),
                is_declared: thing.count == 1,
                size: thing.size,
                before: before.or_else(|| thing.before.clone()),
                after: after.or(Some(Datum::Kept)),
                is_handed: thing.is_handed,
                is_freed: thing.is_freed,
                is_around: false,
                own: thing.before.clone().filter(|_| is_global),
                is_global,
                of_the_program: false,
                summands: Vec::new(),
                behind: thing.behind.clone(),
                is_used: is_global,
                obstacle: None,
            }
        });
        Self {
            found: found.collect(),
            arguments: arrangement.arguments.clone(),
            further: arrangement.further.clone(),
            result: arrangement.result.clone(),
            given_by_mocks: Vec::new(),
            obstacle: None,
            files: arrangement.files.clone(),
            building: None,
        }
    }
}

impl Walk {
    fn object_to(&mut self, obstacle: impl Into<String>) {
        let place = match self.current {
            Some(index) => &mut self.found[index].obstacle,
            None => &mut self.obstacle,
        };
        place.get_or_insert_with(|| obstacle.into());
    }
}

impl Observer<'_> {
    /// The scenario of a call whose function was declared like this.
    pub(super) fn scenario(&mut self, call: &RecordedCall, declared: Option<&Declared<'_>>) -> Scenario {
        let used = self.program().globals_of_calls(call.function);
        self.walk = Some(Walk { is_before: true, used: used.to_vec(), ..Walk::default() });
        let before = &call.memory_before;
        let mut further = Vec::new();
        let arguments = match declared {
            Some(declared) => {
                let parameters = declared.parameters.iter().zip(&declared.signature.params);
                let mut arguments: Vec<Datum> =
                    parameters.map(|(passed, ty)| self.passed_shape(before, passed, *ty)).collect();
                for scalar in &declared.further {
                    let (datum, passed) = self.further(before, *scalar);
                    arguments.push(datum);
                    further.extend(passed);
                }
                arguments
            }
            None => {
                self.object_to("its parameters are not one scalar each");
                call.arguments.iter().map(|(value, width)| self.loose(before, *value, *width)).collect()
            }
        };
        let after = call.returned.as_ref().map(|returned| &returned.memory_after);
        self.globals(before, after);
        self.walk().is_before = false;
        let result = call.returned.as_ref().map(|returned| {
            if call.reads_inputs(returned) {
                self.object_to("it reads inputs itself");
            }
            self.result_shape(call, returned, declared)
        });
        let given_by_mocks = self.given_by_mocks(call);
        while let Some(index) = self.walk().pending.pop_front() {
            let Found { object, view, is_declared, .. } = self.walk().found[index];
            self.walk().is_before = true;
            self.walk().current = Some(index);
            self.walk().found[index].obstacle = None;
            let first = self.contents_at(before, object, view, is_declared);
            self.walk().is_before = false;
            // The contents of a file are not in this object.
            let is_file = self.walk().found[index].holding == Holding::Stream;
            let is_kept = |memory: &Memory| first.is_some() && !is_file && is_same(before, memory, object);
            let last = after.and_then(|memory| match is_kept(memory) {
                true => Some(Datum::Kept),
                false => self.contents_at(memory, object, view, is_declared),
            });
            let is_handed = after.is_some_and(|after| after.is_current(object) && after.is_handed(object.id));
            let is_freed = after.is_some_and(|after| self.is_freed(after, object));
            let behind = after.and_then(|memory| self.behind(memory, object, view));
            let found = &mut self.walk().found[index];
            (found.before, found.after, found.behind) = (first, last, behind);
            (found.is_handed, found.is_freed) = (is_handed, is_freed);
            self.walk().current = None;
        }
        let n_found = self.walk().found.len();
        for index in 0..n_found {
            if self.walk().found[index].is_global {
                self.walk().found[index].own = self.own_of(before, index);
            }
        }
        let mut walk = self.walk.take().expect("invariant: a scenario is made");
        // The initial values of variables may point to further objects, which do not count.
        walk.found.truncate(n_found);
        let of_objects = || walk.found.iter().find_map(|found| found.obstacle.clone());
        let obstacle = walk.obstacle.take().or_else(of_objects);
        let (files, obstacle) = match self.named_files(before, after) {
            Ok(files) => (files, obstacle),
            Err(reason) => (Vec::new(), obstacle.or(Some(reason))),
        };
        Scenario {
            found: walk.found,
            arguments,
            further,
            result,
            given_by_mocks,
            obstacle,
            files,
            building: None,
        }
    }

    /// What mocks returned to a call. What the call does to these objects is a part of its effects, even if
    /// no pointer leads to them any more.
    fn given_by_mocks(&mut self, call: &RecordedCall) -> Vec<(String, Datum)> {
        let program = self.program();
        let obstacle = self.walk().obstacle.take();
        let mut given = Vec::new();
        for mocked in &call.mocked {
            let Some(returned) = &mocked.returned else { continue };
            let declared = Declared::of(program, mocked);
            let result = self.result_shape(mocked, returned, declared.as_ref());
            let name = program.functions[mocked.function.index()].source_name().into_owned();
            given.push((name, result));
        }
        // Obstacles in these results do not count.
        self.walk().obstacle = obstacle;
        given
    }

    /// The result of a call.
    pub(super) fn result_shape(
        &mut self,
        call: &RecordedCall,
        returned: &Returned,
        declared: Option<&Declared<'_>>,
    ) -> Datum {
        let memory = &returned.memory_after;
        match (declared, returned.results.as_slice()) {
            (Some(Declared { hidden: Some(hidden), signature, .. }), _) => {
                self.passed_shape(memory, &Passed::Copy(*hidden), signature.result)
            }
            (_, []) => Datum::Void,
            (Some(declared), results) => {
                if *self.program().ctype(declared.signature.result) == CType::Void {
                    return Datum::Void;
                }
                match declared.result(self.program(), call, results) {
                    Some(passed) => self.passed_shape(memory, &passed, declared.signature.result),
                    None => Datum::Array(
                        results.iter().map(|value| self.loose(memory, *value, Bits(64))).collect(),
                    ),
                }
            }
            (None, [value, ..]) => self.loose(memory, *value, Bits(64)),
        }
    }

    /// An argument beyond the parameters, and how it is passed; `None` if a suite cannot pass it so.
    fn further(&mut self, memory: &Memory, scalar: Scalar) -> (Datum, Option<Further>) {
        let Scalar { value, width, kind } = scalar;
        match (kind, width) {
            (ArgKind::Float, Bits(64)) => {
                let number = f64::from_bits(self.number(value) as u64);
                (Datum::Float(number), Some(Further::Double))
            }
            (ArgKind::Pointer, _) => (self.place(memory, value, None), Some(Further::Pointer)),
            (ArgKind::Integer, Bits(32)) => (self.loose(memory, value, width), Some(Further::Int)),
            (ArgKind::Integer, Bits(64)) => (self.loose(memory, value, width), Some(Further::Long)),
            _ => {
                self.object_to("it takes a variable argument that is neither a number nor a pointer");
                (self.loose(memory, value, width), None)
            }
        }
    }

    /// A value of unknown type.
    fn loose(&mut self, memory: &Memory, value: Value, width: Bits) -> Datum {
        let number = self.number(value);
        match value.object() {
            Some(_) => self.place(memory, value, None),
            None => Datum::Integer(width.sign_extend(number & width.mask())),
        }
    }

    /// Notes why a test cannot repeat the call with this scenario.
    pub(super) fn object_to(&mut self, obstacle: impl Into<String>) {
        if let Some(walk) = &mut self.walk {
            walk.object_to(obstacle);
        }
    }

    pub(super) fn walk(&mut self) -> &mut Walk {
        self.walk.as_mut().expect("invariant: asked while a scenario is made")
    }

    /// A parameter or result.
    pub(super) fn passed_shape(&mut self, memory: &Memory, passed: &Passed, ty: TypeId) -> Datum {
        match passed {
            Passed::Scalar(value) => self.value(memory, *value, ty),
            Passed::Pieces(pieces) => self.shape(Source::Pieces(memory, pieces), 0, ty, u64::MAX),
            Passed::Copy(address) => {
                let number = self.number(*address) as u64;
                match address.object().or_else(|| memory.find(number)) {
                    Some(object) if memory.holds(object) => {
                        let offset = number.wrapping_sub(memory.address(object.id));
                        let size = memory.size(object.id).0;
                        self.shape(Source::Object(memory, object), offset, ty, size)
                    }
                    _ => Datum::Uninitialised,
                }
            }
        }
    }

    /// Adds the variables of the program that the driver or the call has changed, or that the function uses.
    fn globals(&mut self, before: &Memory, after: Option<&Memory>) {
        let objects: Vec<ObjectRef> = before.live(Region::Static).collect();
        for object in objects {
            let origin = before.origin(object.id);
            let program = self.program();
            if origin.kind != OriginKind::Global {
                continue;
            }
            let global = &program.globals[origin.number as usize];
            // Variables of the models of the C library have no place in the source.
            if global.loc.is_none() || global.init.is_none() {
                continue;
            }
            let is_first = self.is_first(before, object);
            let is_changed = after.is_some_and(|after| !is_same(before, after, object));
            let id = GlobalId::new(origin.number as usize);
            let is_static_local = global.name.contains('.');
            let is_used = self.walk.as_ref().is_some_and(|walk| walk.used.contains(&id));
            let is_wanted = is_used && global.size.0 <= MAX_GLOBAL && !is_static_local;
            if is_first && !is_changed && !is_wanted || !program.is_shared(id) {
                continue;
            }
            if is_changed && !is_used {
                self.walk().used.push(id);
            } else if !is_used && parts_in(program, &global.name).is_some() {
                // No call but those of its function looks at it.
                continue;
            }
            if let Some((function, name)) = global.name.split_once('.') {
                self.object_to(format!("the static variable `{name}` of `{function}` changes"));
            }
            let Some(ty) = global.ty else { continue };
            if let Some(index) = self.found(before, object, Some(ty), 0) {
                self.walk().found[index].is_used = is_used || is_changed;
            }
        }
    }

    /// A pointer as a place in an object, which becomes part of the scenario. A pointer to an object that is
    /// gone counts as uninitialised, since a program may not look at its value.
    pub(super) fn place(&mut self, memory: &Memory, pointer: Value, target: Option<TypeId>) -> Datum {
        let address = self.number(pointer) as u64;
        if address == 0 {
            return Datum::Null;
        }
        let is_before = self.walk().is_before;
        let object = pointer.object().or_else(|| memory.find(address));
        let alive = object.filter(|object| memory.holds(*object));
        let Some(object) = alive else {
            if is_before {
                self.object_to("a pointer leads to no object");
            }
            return match object {
                Some(_) => Datum::Uninitialised,
                None => Datum::Address(address),
            };
        };
        let origin = memory.origin(object.id);
        let offset = address.wrapping_sub(memory.address(object.id));
        if origin.kind == OriginKind::Function {
            return Datum::Name(format!("&{}", self.program().functions[origin.number as usize].name));
        }
        if offset > memory.size(object.id).0 {
            if is_before {
                self.object_to("a pointer leads beyond its object");
            }
            return Datum::Uninitialised;
        }
        if self.is_of_the_library(memory, object) {
            match self.stream(memory, object).filter(|_| offset == 0) {
                Some(Stream::Standard(name)) => return Datum::Name(name.to_owned()),
                Some(Stream::File(_)) => {
                    if let Some(index) = self.found(memory, object, None, 0) {
                        return Datum::At { object: index as u32, offset: 0 };
                    }
                }
                None => {}
            }
            self.object_to("it works on an object that only the C library can make");
            let is_stream = target.is_some_and(|target| super::typed::is_stream(self.program(), target));
            return Datum::Place(if is_stream { "FILE" } else { "&…" }.to_owned());
        }
        match self.found(memory, object, target, offset) {
            Some(index) => Datum::At { object: index as u32, offset },
            None => Datum::Place("&…".to_owned()),
        }
    }

    /// The number of an object that a pointer to `target` points into, `offset` bytes from its beginning.
    fn found(
        &mut self,
        memory: &Memory,
        object: ObjectRef,
        target: Option<TypeId>,
        offset: u64,
    ) -> Option<usize> {
        let size = memory.size(object.id).0;
        let known = self.walk().found.iter().position(|found| found.object == object);
        let index = match known {
            Some(index) => index,
            None => {
                if self.walk().found.len() >= MAX_OBJECTS {
                    self.object_to(format!("it works on more than {MAX_OBJECTS} objects"));
                    return None;
                }
                let found = self.new_object(memory, object);
                let walk = self.walk();
                walk.found.push(found);
                walk.pending.push_back(walk.found.len() - 1);
                walk.found.len() - 1
            }
        };
        let Some(target) = target else { return Some(index) };
        let candidate = self.completed(target);
        let Found { view, is_declared, .. } = self.walk().found[index];
        let rank = |observer: &Self, view: Option<TypeId>, offset: u64| {
            let Some(view) = view else { return 0 };
            if observer.is_text(view) {
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

    /// An object of which only the origin is known.
    fn new_object(&self, memory: &Memory, object: ObjectRef) -> Found {
        let program = self.program();
        let origin = memory.origin(object.id);
        let (mut name, mut is_global) = (None, false);
        let holding = match origin.kind {
            OriginKind::Heap if self.is_of_the_library(memory, object) => Holding::Stream,
            OriginKind::Heap => Holding::Heap,
            OriginKind::Global | OriginKind::Constant => {
                let global = &program.globals[origin.number as usize];
                let is_text = origin.kind == OriginKind::Constant && global.name.starts_with('.');
                is_global = global.loc.is_some() && origin.kind == OriginKind::Global;
                let id = GlobalId::new(origin.number as usize);
                // A variable of a function that the call under test has nothing to do with is an object that
                // a call of this function has given out.
                let of_other = || {
                    let is_used = self.walk.as_ref().is_some_and(|walk| walk.used.contains(&id));
                    parts_in(program, &global.name).filter(|_| !is_used).map(|(variable, _)| variable)
                };
                match (
                    global.loc.is_some(),
                    global.name.rsplit('.').next().filter(|it| *it != global.name).or_else(of_other),
                ) {
                    _ if is_text => Holding::Text,
                    (true, Some(variable)) => {
                        name = Some(variable.to_owned());
                        Holding::Automatic
                    }
                    (true, None) => {
                        name = Some(global.name.clone());
                        match program.is_shared(id) {
                            true => Holding::Global(global.name.clone()),
                            false => {
                                is_global = false;
                                Holding::Automatic
                            }
                        }
                    }
                    (false, _) => Holding::Automatic,
                }
            }
            OriginKind::Local => {
                let variable = program.inst(Pc::from_raw(origin.number)).alloca(program);
                name = variable.name.map(|name| program.texts[name].clone());
                Holding::Automatic
            }
            _ => Holding::Automatic,
        };
        let declared = self.declared_type(memory, object);
        Found {
            object,
            holding,
            name,
            view: declared.or_else(|| self.allocated_type(memory, object)).or_else(|| {
                self.shaped.iter().find(|shaped| shaped.object == object).map(|shaped| shaped.ty)
            }),
            is_declared: declared.is_some(),
            size: memory.size(object.id).0,
            before: None,
            after: None,
            is_handed: false,
            is_freed: false,
            is_around: self.shaped.iter().any(|shaped| shaped.object == object && shaped.lead > 0),
            own: None,
            is_global,
            of_the_program: self.is_of_the_program(memory, object),
            summands: self.summands(memory, object),
            behind: None,
            is_used: false,
            obstacle: None,
        }
    }

    fn is_text(&self, ty: TypeId) -> bool {
        matches!(self.program().ctype(ty), CType::Char { .. } | CType::Void)
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

    /// The type that a heap object was allocated as: the target type of the pointer variable that its address
    /// was stored in first. For an object to which only pointers to `void` lead, there is no other hint.
    fn allocated_type(&self, memory: &Memory, object: ObjectRef) -> Option<TypeId> {
        let origin = memory.origin(object.id);
        if origin.kind != OriginKind::Heap {
            return None;
        }
        // In `node = xmalloc(sizeof *node)`, only the caller of `xmalloc` knows.
        let size = memory.size(object.id).0;
        let by = |at: u32| self.type_stored_by(at, size);
        by(origin.number).or_else(|| by(origin.asked_at).filter(|_| origin.asked_at != origin.number))
    }

    /// The type that the variable points to which the result of the call numbered `number` is stored in, if objects of
    /// this size are some of this type.
    fn type_stored_by(&self, number: u32, size: u64) -> Option<TypeId> {
        let program = self.program();
        let at = program.blocks.partition_point(|block| block.end.raw() <= number);
        let block = program.blocks.get(at).filter(|block| block.first.raw() <= number)?;
        let function = &program.functions[block.function.index()];
        let code = |first: u32, end: u32| (first..end).map(|pc| program.inst(Pc::from_raw(pc)));
        // The inputs that drivers declare are made by calls, too, some of which have no result.
        let call = program.inst(Pc::from_raw(number));
        if call.op != Op::Call || call.dst == Inst::NO_RESULT {
            return None;
        }
        let stored_in = |inst: &Inst| match (inst.op, Operand::from_raw(inst.b).kind()) {
            (Op::Store, OperandKind::Register(place)) if inst.a == Operand::register(call.dst).raw() => {
                Some(place)
            }
            _ => None,
        };
        let place = code(number + 1, block.end.raw()).find_map(stored_in)?;
        let entry = &program.blocks[function.blocks.start as usize];
        let is_it = |inst: &&Inst| inst.op == Op::Alloca && inst.dst == place;
        let variable = code(entry.first.raw(), entry.end.raw()).find(is_it)?.alloca(program);
        let CType::Pointer(target) = program.ctype(variable.ty?) else { return None };
        if matches!(program.ctype(*target), CType::Char { .. } | CType::Void) {
            return None;
        }
        let one = program.size_of(*target)?.0;
        (one > 0 && size.is_multiple_of(one)).then_some(*target)
    }

    /// The complete type of a structure of which only the tag is known here, if another file defines it.
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

    /// The contents of an object; `None` if it is not there.
    pub(super) fn contents_at(
        &mut self,
        memory: &Memory,
        object: ObjectRef,
        view: Option<TypeId>,
        is_declared: bool,
    ) -> Option<Datum> {
        if !memory.holds(object) {
            return None;
        }
        let size = memory.size(object.id).0;
        let source = Source::Object(memory, object);
        if self.is_of_the_library(memory, object) {
            return match self.stream(memory, object) {
                Some(Stream::File(held)) => Some(held),
                _ => Some(Datum::Uninitialised),
            };
        }
        let view = view.filter(|view| self.program().size_of(*view).is_some_and(|size| size.0 > 0));
        let Some(view) = view.filter(|view| is_declared || !self.is_text(*view)) else {
            return Some(self.characters(source, 0, size));
        };
        let element = self.program().size_of(view).map_or(1, |size| size.0);
        let is_larger = || {
            self.is_of_the_program(memory, object) && self.is_begun(view, size)
                || self.summands(memory, object).contains(&element)
        };
        let count = if size / element > 1 && is_larger() { 1 } else { size / element };
        Some(match count {
            _ if is_declared => self.shape(source, 0, view, size),
            0 if size == 0 => Datum::Array(Vec::new()),
            0 => Datum::Uninitialised,
            1 => self.shape(source, 0, view, size),
            _ if self.has_flexible_end(view) => self.shape(source, 0, view, size),
            _ => self.shapes(source, 0, view, count),
        })
    }

    /// Whether a structure ends with an array that reaches to the end of its object.
    pub(super) fn has_flexible_end(&self, ty: TypeId) -> bool {
        let program = self.program();
        let CType::Struct { members, .. } = program.ctype(ty) else { return false };
        let last = members.last().map(|member| program.ctype(member.ty));
        matches!(last, Some(CType::Array { count: None | Some(0), .. }))
    }

    /// The scenario as plain data.
    pub(super) fn arrangement(&self, scenario: Scenario) -> Arrangement {
        let Scenario { found, arguments, further, result, obstacle, files, building, .. } = scenario;
        let objects = found.into_iter().map(|found| self.thing(found)).collect();
        let building = building.map(Box::new);
        let outer = Vec::new();
        Arrangement { objects, arguments, further, result, obstacle, files, building, outer, n_freed: 0 }
    }

    fn thing(&self, found: Found) -> Thing {
        let program = self.program();
        let (is_handed, is_freed, of_the_program) = (found.is_handed, found.is_freed, found.of_the_program);
        let Found {
            holding,
            name,
            view,
            is_declared,
            size,
            before,
            after,
            own,
            is_global,
            summands,
            behind,
            ..
        } = found;
        let view =
            view.filter(|view| !matches!(program.ctype(*view), CType::Void | CType::Function) || is_declared);
        let after = match (&before, after) {
            (Some(first), Some(last)) if last != Datum::Kept => Some(Datum::changes(first, last)),
            (_, last) => last,
        };
        let is_shared = matches!(holding, Holding::Global(_));
        let before = if is_shared { own.or(before) } else { before };
        let element = view.and_then(|view| program.size_of(view)).map_or(1, |size| size.0.max(1));
        let is_whole = is_declared || view.is_some_and(|view| self.has_flexible_end(view));
        let is_begun = || of_the_program && view.is_some_and(|view| self.is_begun(view, size));
        let is_larger = || summands.contains(&element) || is_begun();
        let count = if is_whole || size / element > 1 && is_larger() { 1 } else { size / element };
        let name = name.filter(|_| !is_global);
        let ty = view.map(TypeId::raw);
        Thing { holding, name, ty, count, size, before, after, behind, is_handed, is_freed }
    }
}

/// Whether an object holds the same in both memories.
pub(super) fn is_same(before: &Memory, after: &Memory, object: ObjectRef) -> bool {
    if !after.holds(object) {
        return false;
    }
    let (one, other) = (before.object(object.id), after.object(object.id));
    std::ptr::eq(one, other) || one.holds_the_same(other)
}
