//! Calls under test whose path was not followed to its end, while native runs do that: the objects that such
//! a call begins with, which a native run looks for, and what it leaves in them, as C data.

use super::observe::Observer;
use super::scenario::Scenario;
use super::shape::Source;
use super::state::{RecordedCall, State};
use super::{Machine, unfold};
use crate::expr::{Arena, Assignment};
use crate::ir::{CType, Program, Signature, TypeId};
use crate::memory::{Memory, ObjectRef, OriginKind, Value};
use crate::testcase::{Datum, Footprint, Holding, Left, Object, Scalar, TestCall, Thing};
use crate::util::Bits;

/// Larger objects are not looked at.
const MAX_SIZE: u64 = 1 << 16;

/// The memory of an object, as far as all native runs agree: its bytes, and its pointers with their offsets.
#[derive(Clone, Default, Debug)]
pub struct Contents {
    pub bytes: Vec<Option<u8>>,
    pub pointers: Vec<(u64, Scalar)>,
}

/// Why a completed call cannot be made in a suite of its own.
const FREED: &str = "it is not known whether it frees what it works on";
const ADDRESS: &str = "it returns the address of an object that only the native run has made";
const RETURNED: &str = "it returns a structure whose parts are not known";

impl Machine {
    /// Where a path was left, and why.
    pub fn left(&self, state: &State, why: &str) -> Left {
        let pc = self.place_with_line(state);
        let function = self.program.function_of(pc);
        let site = self.program.loc(pc).map(|_| self.site(function, pc));
        let block = self.program.blocks.partition_point(|block| block.first <= pc).checked_sub(1);
        let edges = self.program.edges.iter().zip(0..);
        let follows =
            edges.filter(|(edge, _)| edge.from.map(|from| from.index()) == block && block.is_some());
        Left { why: why.to_owned(), site, edges: follows.map(|(_, number)| number).collect() }
    }
}

impl Observer<'_> {
    /// The objects that a native run looks for when a call begins, with their contents.
    pub(super) fn begun(&mut self, call: &RecordedCall, scenario: &Scenario) -> Footprint {
        let memory = &call.memory_before;
        let known: Vec<ObjectRef> = scenario.found.iter().map(|found| found.object).collect();
        let arguments = call.arguments.iter().map(|(value, _)| self.scalar_among(memory, &known, *value));
        let arguments = arguments.collect();
        let objects = known.iter().map(|object| self.contents_among(memory, &known, *object)).collect();
        let globals = scenario.found.iter().zip(0..).filter_map(|(found, number)| match &found.holding {
            Holding::Global(name) => Some((name.clone(), number)),
            _ => None,
        });
        let globals = globals.collect();
        Footprint { arguments, objects, globals, early: true, ..Footprint::default() }
    }

    fn scalar_among(&mut self, memory: &Memory, known: &[ObjectRef], value: Value) -> Scalar {
        let number = self.number(value);
        let Some(object) = value.object().or_else(|| self.chosen_object(memory, value, number)) else {
            return Scalar::Bits(number as i128);
        };
        if number == 0 {
            return Scalar::Bits(0);
        }
        if !memory.is_current(object) {
            return Scalar::Unknown;
        }
        let origin = memory.origin(object.id);
        if origin.kind == OriginKind::Function {
            return Scalar::Function(self.program().functions[origin.number as usize].name.clone());
        }
        match known.iter().position(|known| *known == object) {
            Some(index) => {
                let offset = (number as u64).wrapping_sub(memory.address(object.id)) as i64;
                Scalar::Within(index as u32, offset)
            }
            None => Scalar::Unknown,
        }
    }

    fn contents_among(&mut self, memory: &Memory, known: &[ObjectRef], object: ObjectRef) -> Object {
        // A mock that returns a pointer of its own makes an object during the call.
        if !memory.holds(object) {
            return Object::default();
        }
        let size = memory.size(object.id).0;
        if size > MAX_SIZE || self.is_of_the_library(memory, object) {
            return Object::default();
        }
        let mut bytes: Vec<Option<u8>> = (0..size).map(|at| self.byte(memory, object, at)).collect();
        let mut pointers = Vec::new();
        for at in (0..bytes.len().saturating_sub(7)).step_by(8) {
            let word =
                bytes[at..at + 8].iter().rev().try_fold(0u64, |n, byte| Some(n << 8 | u64::from((*byte)?)));
            // A pointer that is an input is a number in memory.
            let chosen = |word: u64| self.chosen_object(memory, Value::int(word), word.into());
            let target = memory.object(object.id).pointer_at(at).or_else(|| chosen(word?));
            if let (Some(word), Some(target)) = (word, target) {
                let scalar = self.scalar_among(memory, known, Value::pointer(target, word));
                if scalar != Scalar::Bits(0) {
                    bytes[at..at + 8].fill(None);
                    pointers.push((at as u64, scalar));
                }
            }
        }
        Object { bytes, pointers, ..Object::default() }
    }
}

/// Gives a call the end that native runs agree on. `results` are in the slots in which they were returned;
/// `after` has the contents of each object of the arrangement, `None` for one that cannot be read any more.
pub fn finish_call(program: &Program, call: &mut TestCall, results: &[Scalar], after: &[Option<Contents>]) {
    let signature = program.function_named(&call.function).and_then(|id| program.declaration(id));
    let arena = Arena::new();
    let values = Assignment::new();
    let mut observer = Observer::bare(program, &arena, &values);
    let footprint = call.footprint.take().unwrap_or_default();
    let mut whole = Vec::new();
    let mut obstacle = None;
    for (at, thing) in call.arrangement.objects.iter_mut().enumerate() {
        let before = footprint
            .objects
            .get(at)
            .map(|object| Contents { bytes: object.bytes.clone(), pointers: object.pointers.clone() });
        let first = before.as_ref().filter(|before| before.bytes.len() as u64 == thing.size);
        let first = first.map(|before| observer.held(thing, before));
        let last =
            after.get(at).and_then(Option::as_ref).filter(|last| last.bytes.len() as u64 == thing.size);
        if let (Holding::Heap, Some(before), Some(last)) = (&thing.holding, &before, last)
            && before.bytes.iter().zip(&last.bytes).any(|(first, last)| first.is_some() && last.is_none())
        {
            obstacle = Some(FREED);
        }
        let last = last.map(|last| observer.held(thing, last));
        let last = if first == last { Some(Datum::Kept) } else { last };
        thing.after = match (&first, &last) {
            (Some(_), Some(Datum::Kept)) => Some(Datum::Kept),
            (Some(first), Some(last)) => Some(Datum::changes(first, last.clone())),
            _ => thing.after.take(),
        };
        // The parts of a variable that the call changes are shown in any case.
        if matches!(thing.holding, Holding::Global(_)) && thing.after != Some(Datum::Kept) && first.is_some()
        {
            thing.before.clone_from(&first);
        }
        let last = last.filter(|_| first.is_some());
        whole.push([first, last]);
    }
    let (result, of_result) = observer.returned(signature, results);
    let arrangement = &mut call.arrangement;
    if arrangement.obstacle.is_none() {
        arrangement.obstacle = of_result.or(obstacle).map(str::to_owned);
    }
    arrangement.result = Some(result);
    let names = signature.map_or(&[][..], |signature| &signature.param_names);
    let line = unfold::line(program, &Scenario::of(arrangement, whole), names);
    for (name, held) in line.given {
        if !call.given.iter().any(|(known, _)| *known == name) {
            call.given.push((name, held));
        }
    }
    (call.result, call.changes) = (line.result, line.changes);
    call.footprint = Some(footprint);
}

impl Observer<'_> {
    /// An object with these contents as C data.
    fn held(&mut self, thing: &Thing, contents: &Contents) -> Datum {
        self.refill();
        let source = Source::Native(contents);
        let is_text = |datum: &Datum| matches!(datum, Datum::Text { .. });
        let size = |ty: TypeId| self.program().size_of(ty).map_or(0, |size| size.0);
        let Some(ty) = thing.ty.map(TypeId::from_raw).filter(|ty| size(*ty) > 0) else {
            return self.characters(source, 0, thing.size);
        };
        match thing.count {
            _ if self.is_character(ty)
                && (thing.count != 1 || thing.before.as_ref().is_some_and(is_text)) =>
            {
                self.characters(source, 0, thing.size)
            }
            0 => Datum::Array(Vec::new()),
            1 => self.shape(source, 0, ty, thing.size),
            count => self.shapes(source, 0, ty, count),
        }
    }

    /// The result of a call in these slots, and why a suite cannot compare it.
    fn returned(
        &mut self,
        signature: Option<&Signature>,
        results: &[Scalar],
    ) -> (Datum, Option<&'static str>) {
        let program = self.program();
        self.refill();
        let Some(signature) = signature else {
            return match results {
                [] => (Datum::Void, None),
                [Scalar::Bits(bits), ..] => (Datum::Integer(*bits), None),
                _ => (Datum::Name("&...".to_owned()), Some(ADDRESS)),
            };
        };
        let ty = signature.result;
        match (program.ctype(ty), results) {
            (CType::Void, _) => (Datum::Void, None),
            (CType::Struct { size, .. } | CType::Union { size, .. }, slots)
                if slots.len() as u64 == size.0.div_ceil(8) && !slots.is_empty() =>
            {
                let mut contents = Contents::default();
                for (at, slot) in (0u64..).zip(slots) {
                    let bytes = match slot {
                        Scalar::Bits(bits) => (*bits as u64).to_le_bytes().map(Some),
                        Scalar::Part(..) | Scalar::Unknown => [None; 8],
                        Scalar::Within(..) | Scalar::Function(_) => {
                            contents.pointers.push((at * 8, slot.clone()));
                            [None; 8]
                        }
                    };
                    contents.bytes.extend(bytes);
                }
                (self.shape(Source::Native(&contents), 0, ty, size.0), None)
            }
            (CType::Struct { .. } | CType::Union { .. }, _) => (Datum::Uninitialised, Some(RETURNED)),
            (CType::Pointer(_), [slot, ..]) => match pointed(slot) {
                Some(datum) => (datum, None),
                None => (Datum::Name("&...".to_owned()), Some(ADDRESS)),
            },
            (_, [Scalar::Bits(bits)]) => {
                let width = program.size_of(ty).map_or(Bits(64), |size| size.to_bits().min(Bits(128)));
                (super::scalar(program, ty, *bits as u128 & width.mask(), width), None)
            }
            (_, []) => (Datum::Void, None),
            _ => (Datum::Uninitialised, Some(ADDRESS)),
        }
    }
}

/// A pointer as data; `None` if it is not known what it points to.
pub(super) fn pointed(scalar: &Scalar) -> Option<Datum> {
    match scalar {
        Scalar::Bits(0) => Some(Datum::Null),
        Scalar::Within(object, offset) => {
            Some(Datum::At { object: *object, offset: u64::try_from(*offset).ok()? })
        }
        Scalar::Function(name) => Some(Datum::Name(format!("&{name}"))),
        Scalar::Bits(_) | Scalar::Part(..) | Scalar::Unknown => None,
    }
}
