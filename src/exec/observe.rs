//! Turns the values and the memory of a path into C data, given a value for every symbol.

use super::Machine;
use super::counted::Counted;
use super::passed::{Declared, Piece, is_argument_list};
use super::pointers::Shaped;
use super::scenario::Walk;
use super::shape::Source;
use super::state::{RecordedCall, State};
use super::unions::Unions;
use super::{errno, unfold};
use crate::expr::{Arena, Assignment, Evaluator};
use crate::ir::Program;
use crate::memory::{Byte, Content, Memory, ObjectRef, Value};
use crate::testcase::{Arrangement, Bug, Concerned, Datum, ERRNO, TestCall, error_number};
use std::rc::Rc;

/// How many bytes of memory a scenario shows at most, before and after the call together. A larger test would
/// take long to write, and nobody would read it.
const MAX_BYTES: u64 = 1 << 18;

/// Reads memory under one assignment.
pub struct Observer<'a> {
    program: &'a Program,
    arena: &'a Arena,
    assignment: &'a Assignment,
    evaluator: Evaluator,
    /// The objects of the scenario while one is made. Pointers are then shown as places in these objects.
    pub(super) walk: Option<Walk>,
    /// How many bytes may still be shown.
    pub(super) room: u64,
    /// The unions among the inputs, and the offsets of those in the input that is shown right now.
    pub(super) unions: Rc<Unions>,
    pub(super) row_unions: Vec<(u64, u32)>,
    /// Where pointers in that input lead, by their offsets. Numbers that lead to objects are among them.
    pub(super) row_leads: Vec<(u64, Datum)>,
    /// Objects whose types were decided late.
    pub(super) shaped: Vec<Shaped>,
    /// Members that say how many elements other members have.
    pub(super) counted: Vec<Counted>,
}

impl<'a> Observer<'a> {
    /// An observer of a state of `machine`.
    pub fn new(machine: &'a Machine, state: &State, assignment: &'a Assignment) -> Self {
        Self {
            program: &machine.program,
            arena: &machine.arena,
            assignment,
            evaluator: Evaluator::new(),
            walk: None,
            room: MAX_BYTES,
            unions: Rc::clone(&state.unions),
            row_unions: Vec::new(),
            row_leads: Vec::new(),
            shaped: state.pointers.shaped(&machine.program),
            counted: state.pointers.counted.clone(),
        }
    }

    /// An observer for data that belongs to no state of a machine.
    pub(super) fn bare(program: &'a Program, arena: &'a Arena, assignment: &'a Assignment) -> Self {
        let (evaluator, unions, row_unions) = (Evaluator::new(), Rc::default(), Vec::new());
        let (shaped, row_leads) = (Vec::new(), Vec::new());
        Self {
            program,
            arena,
            assignment,
            evaluator,
            walk: None,
            room: MAX_BYTES,
            unions,
            row_unions,
            row_leads,
            shaped,
            counted: Vec::new(),
        }
    }

    /// The value as a number: a term is evaluated.
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

    /// The program's error. For an access outside of an object, its distance under the assignment is added.
    pub fn bug(&mut self, state: &State, mut bug: Bug) -> Bug {
        if let (Some(outlier), Some(object)) = (state.outlier, &mut bug.object) {
            let offset = self.number(outlier.offset) as u64 as i64;
            object.distance = Some(Concerned::distance(offset, outlier.size.0, outlier.whole.0));
        }
        bug
    }

    /// Resets the number of bytes that may still be shown.
    pub(super) fn refill(&mut self) {
        self.room = MAX_BYTES;
    }

    /// The call under test at index `place` of the state, as plain data, with its calls of mocks.
    pub fn call(&mut self, state: &State, place: usize) -> TestCall {
        let call = &*state.calls[place];
        let function = &self.program.functions[call.function.index()];
        let declared = Declared::of(self.program, call);
        self.refill();
        let mut scenario = self.scenario(call, declared.as_ref());
        let names = match &declared {
            Some(declared) => declared.signature.param_names.as_slice(),
            None => &[],
        };
        let mut line = unfold::line(self.program, &scenario, names);
        line.given.extend(self.errno_given_to(state, call).map(|number| (ERRNO.to_owned(), number)));
        self.refill();
        scenario.building = self.building(state, place, &mut scenario);
        // If the call has not returned on this path, a native run may tell how it goes on.
        let begun = call.returned.is_none().then(|| Box::new(self.begun(call, &scenario)));
        let own: Vec<ObjectRef> = scenario.found.iter().map(|found| found.object).collect();
        let script = call.mocked.iter().map(|mocked| self.mocked(mocked, &own)).collect();
        let after = call.returned.as_ref().map(|returned| &returned.memory_after);
        let n_freed = after.map_or(0, |after| self.n_freed(&call.memory_before, after));
        TestCall {
            function: function.source_name().into_owned(),
            arguments: line.arguments,
            parameters: names.iter().cloned().collect::<Option<_>>().unwrap_or_default(),
            given: line.given,
            result: line.result,
            changes: line.changes,
            arrangement: Arrangement { n_freed, ..self.arrangement(scenario) },
            footprint: begun,
            script,
            failures: state.faults.of(place),
            printed: None,
        }
    }

    /// A call of a mock. `own` are the objects of the call under test that makes it.
    fn mocked(&mut self, call: &RecordedCall, own: &[ObjectRef]) -> TestCall {
        let function = &self.program.functions[call.function.index()];
        let declared = Declared::of(self.program, call);
        self.refill();
        let scenario = self.scenario(call, declared.as_ref());
        let names = declared.as_ref().map_or(&[][..], |declared| declared.signature.param_names.as_slice());
        let mut line = unfold::line(self.program, &scenario, names);
        let outer = |object: &ObjectRef| own.iter().position(|known| known == object).map(|at| at as u32);
        let outer = scenario.found.iter().map(|found| outer(&found.object)).collect();
        let mut changes = line.changes;
        changes.extend(self.errno_set_by(call).map(|number| (ERRNO.to_owned(), number)));
        let mut arrangement = self.arrangement(scenario);
        let types = declared.as_ref().map_or(&[][..], |declared| &declared.signature.params);
        for (at, _) in types.iter().enumerate().filter(|(_, ty)| is_argument_list(self.program, **ty)) {
            // How a `va_list` keeps its arguments depends on the compiler, so a test does not show it.
            for arguments in [&mut line.arguments, &mut arrangement.arguments] {
                arguments.get_mut(at).into_iter().for_each(|argument| *argument = Datum::Uninitialised);
            }
        }
        TestCall {
            function: function.source_name().into_owned(),
            arguments: line.arguments,
            parameters: names.iter().cloned().collect::<Option<_>>().unwrap_or_default(),
            given: Vec::new(),
            result: line.result,
            changes,
            arrangement: Arrangement { outer, ..arrangement },
            footprint: None,
            script: Vec::new(),
            failures: Vec::new(),
            printed: None,
        }
    }

    /// The value of `errno` after a call that changes it.
    fn errno_set_by(&mut self, call: &RecordedCall) -> Option<Datum> {
        let before = self.errno_in(&call.memory_before);
        let after = self.errno_in(&call.returned.as_ref()?.memory_after)?;
        (before != Some(after)).then(|| error_number(after))
    }

    /// The value of `errno` before a call, if it is an input.
    fn errno_given_to(&mut self, state: &State, call: &RecordedCall) -> Option<Datum> {
        let is_input = state.inputs.iter().any(|input| &*input.name == ERRNO);
        let number = self.errno_in(&call.memory_before).filter(|_| is_input)?;
        Some(error_number(number))
    }

    fn errno_in(&mut self, memory: &Memory) -> Option<i32> {
        let object = errno::find(self.program)?;
        let bytes = (0..4).map(|at| self.byte(memory, object, at)).collect::<Option<Vec<u8>>>()?;
        Some(i32::from_le_bytes(bytes.try_into().ok()?))
    }

    /// A byte of `source`; `None` if it was never written or lies outside.
    pub(super) fn byte_of(&mut self, source: Source<'_>, at: u64) -> Option<u8> {
        match source {
            Source::Object(memory, object) => self.byte(memory, object, at),
            Source::First(memory, object) => {
                let global = &self.program.globals[memory.origin(object.id).number as usize];
                let init = global.init.as_ref()?;
                let relocation =
                    init.relocations.iter().find(|it| (it.offset.0..it.offset.0 + it.size.0).contains(&at));
                match relocation {
                    Some(relocation) => {
                        let (_, address) = self.initial_pointer(memory, object, relocation.offset.0)?;
                        Some((address >> ((at - relocation.offset.0) * 8)) as u8)
                    }
                    None => init.bytes.byte(at as usize),
                }
            }
            Source::Pieces(_, pieces) => {
                let bit = u32::try_from(at * 8).ok()?;
                let holds = |piece: &&Piece| (piece.offset.0..piece.offset.0 + piece.width.0).contains(&bit);
                let piece = pieces.iter().find(holds)?;
                Some((self.number(piece.value) >> (bit - piece.offset.0)) as u8)
            }
            Source::Row(bytes) => bytes.get(at as usize).copied(),
            Source::Native(contents) => *contents.bytes.get(at as usize)?,
        }
    }

    /// The object that a pointer at this byte points to.
    pub(super) fn pointer_of(&self, source: Source<'_>, at: u64) -> Option<ObjectRef> {
        match source {
            Source::Object(memory, object) => memory.object(object.id).pointer_at(at as usize),
            Source::First(memory, object) => {
                self.initial_pointer(memory, object, at).map(|(target, _)| target)
            }
            Source::Pieces(_, pieces) => {
                pieces.iter().find(|piece| u64::from(piece.offset.0) == at * 8)?.value.object()
            }
            Source::Row(_) | Source::Native(_) => None,
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

    /// A byte of an object; `None` if it was never written or lies outside.
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
        let value = |term| self.evaluator.eval(self.arena, self.assignment, term) as u64;
        if !contents.was_written(at as usize, value) {
            return None;
        }
        match contents.byte(at as usize) {
            Byte::Concrete(value) => Some(value),
            Byte::Symbolic(term) => Some(self.number(Value::term(term)) as u8),
            Byte::Input(part) => Some(part.value(self.assignment)),
            Byte::Uninitialised => None,
        }
    }
}
