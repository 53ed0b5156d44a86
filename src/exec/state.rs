//! The state of an execution: everything that changes while a program runs.

use super::driver_calls::{DriverCalls, Record};
use super::failing::Faults;
use super::pointers::Pointers;
use super::records::Records;
use super::registers::{Held, Registers};
use super::unions::Unions;
use super::varargs::Varargs;
use super::{Decision, Decisions, Ending, Path};
use crate::expr::{Assignment, ExprId, SymbolId};
use crate::ir::{FuncId, Inst, Pc, RegId, TypeId};
use crate::memory::{Memory, ObjectRef, Value};
use crate::testcase::InputKind;
use crate::util::{Bits, Bytes, Counts, rng};
use std::collections::BTreeMap;
use std::ops::Range;
use std::rc::Rc;

/// The numbers of objects of [`OriginKind::Environment`](crate::memory::OriginKind).
pub(super) const MAIN_ARGUMENTS: u32 = 0;
pub(super) const FILE: u32 = 1;
pub(super) const VARIABLE_ARGUMENTS: u32 = 2;
/// Memory that a model keeps for itself, as a library does. Its callers do not have to free it.
pub(super) const LIBRARY: u32 = 3;

/// A point of an execution, with everything that its future depends on.
#[derive(Clone)]
pub struct State {
    /// The next instruction.
    pub pc: Pc,
    /// The innermost call.
    pub(super) frame: Frame,
    /// The registers of the innermost call, while the state [rests](super::Machine::rest).
    pub(super) resting: Option<Rc<[Held]>>,
    /// The calls that wait, outermost first.
    pub(super) callers: Vec<Caller>,
    pub memory: Memory,
    /// What the state has assumed and decided.
    pub path: Path,
    /// The side taken at each fork.
    pub decision_path: Vec<u32>,
    /// The sides of the first forks in `main` itself, which tell how the driver begins.
    pub beginning: Beginning,
    /// How often each edge of the program was taken.
    pub edges: Counts,
    /// Symbolic inputs in the order of their declaration.
    pub inputs: Rc<Vec<Rc<InputRecord>>>,
    /// The objects whose parts are among the inputs.
    pub objects: Rc<Vec<ObjectRecord>>,
    /// The arrays of records in these objects, if there are any.
    pub(super) records: Option<Rc<Records>>,
    /// The inputs that are pointers.
    pub pointers: Rc<Pointers>,
    /// The inputs that are unions, and how they were used.
    pub(super) unions: Rc<Unions>,
    /// The borders that the path lies on, see `classes.rs`. For a comparison of two inputs, this is twice the
    /// position of the instruction, plus one if both are equal.
    pub borders: Vec<u32>,
    /// Whether it was split off at a return, to have characters on the borders of ranges. It is the same path
    /// otherwise.
    pub is_variant: bool,
    /// Truth values that calls under test have written to memory or given to mocks.
    pub(super) written: Vec<Written>,
    /// Numbers that code of the source has given to functions that print, with the calls.
    pub(super) printed: Vec<(Pc, ExprId)>,
    /// What is to hold of conditions that the path has left out, see `classes/left_out.rs`.
    pub(super) left_out: Vec<LeftOut>,
    /// Calls under test.
    pub calls: Vec<Rc<RecordedCall>>,
    /// The calls that `main` makes, including the calls under test.
    pub(super) driver_calls: DriverCalls,
    pub(super) pending_test: Option<PendingTest>,
    /// The calls that were made to fail, although they could have succeeded.
    pub(super) faults: Rc<Faults>,
    /// Instructions executed on this path.
    pub instructions: u64,
    /// The state before an assumption of which no solver knew whether it is possible. If no values are found
    /// for the whole path, those of this state are used.
    pub unanswered: Option<Rc<State>>,
    /// Something on this path was done natively, on concrete values.
    pub is_approximated: bool,
    /// Memory that was never written was read on this path.
    pub reads_unwritten: bool,
    /// The places that `longjmp` may go to, by number.
    pub(super) jump_targets: Vec<JumpTarget>,
    /// Functions to call when the outermost call has returned; the last one is called first.
    pub(super) agenda: Vec<FuncId>,
    /// The arguments of these functions: `argc`, `argv` and `envp`. glibc passes them to constructors, too.
    pub(super) main_arguments: [Value; 3],
    /// The access that is out of bounds, while symir asks whether it can be, and on the path where it is.
    pub(super) outlier: Option<Outlier>,
    /// How the program ends once nothing is left to be called.
    pub(super) outcome: Option<Rc<Ending>>,
}

/// A condition that a path has left out.
#[derive(Clone)]
pub(super) struct LeftOut {
    /// The branch on it.
    pub at: Pc,
    /// What holds if it is as it would have decided otherwise.
    pub wanted: ExprId,
    /// The objects and offsets at which it looks at inputs, and how many bits it reads there.
    pub places: Rc<[(ObjectRef, usize, Bits)]>,
}

/// An access outside of an object, at an offset that depends on the input.
#[derive(Copy, Clone)]
pub(super) struct Outlier {
    /// The offset of the first byte in the object, 64 bits wide.
    pub offset: Value,
    pub size: Bytes,
    /// The size of the object.
    pub whole: Bytes,
}

/// A call that waits for another one to return. Its frame belongs to this state only, or is shared with
/// states that were split off.
#[derive(Clone)]
pub(super) enum Caller {
    Own(Frame),
    Shared(Rc<Frame>),
}

impl Caller {
    /// The frame, copied if it is shared.
    pub(super) fn into_frame(self) -> Frame {
        match self {
            Caller::Own(frame) => frame,
            Caller::Shared(frame) => Rc::try_unwrap(frame).unwrap_or_else(|shared| Frame::clone(&shared)),
        }
    }
}

impl std::ops::Deref for Caller {
    type Target = Frame;

    fn deref(&self) -> &Frame {
        match self {
            Caller::Own(frame) => frame,
            Caller::Shared(frame) => frame,
        }
    }
}

/// One call on the stack.
#[derive(Clone)]
pub struct Frame {
    pub function: FuncId,
    /// The registers, followed by the constants that the function uses, see [`super::predecoded`].
    pub(super) registers: Registers,
    /// Where the caller goes on, and where it wants the results.
    pub(super) return_to: Pc,
    pub(super) results: RegId,
    pub(super) n_results: u32,
    /// The stack objects that were made after this mark belong to this call.
    pub(super) stack_mark: u32,
    /// About how many bytes of native stack this call and its callers take.
    pub(super) stack_used: u64,
    /// Arguments beyond the declared parameters; `None` if there are none.
    pub(super) varargs: Option<Box<Varargs>>,
    /// The record that this call's return completes.
    pub(super) records: Option<Record>,
    /// If this is a call of a mock: the index of its record within the record of the call under test.
    pub(super) mocks: Option<usize>,
}

/// A declared input and its symbols.
#[derive(Clone, Debug)]
pub struct InputRecord {
    pub name: Rc<str>,
    pub kind: InputKind,
    /// Whether it is a byte that is zero or one.
    pub is_bool: bool,
    /// Whether it was asked for as a `char`.
    pub is_character: bool,
    /// Whether it says which call fails. The driver does not ask for such an input.
    pub is_fault: bool,
    /// For strings (without the terminator) and bytes, one symbol for each byte; for an integer, one symbol.
    pub symbols: Vec<SymbolId>,
    /// For an integer, the values that have names.
    pub named: Rc<[u128]>,
    /// Where a buffer lies.
    pub place: Option<Value>,
    /// For a part of an object, its offset in the object, and its type.
    pub within: Option<Bits>,
    pub ty: Option<TypeId>,
}

impl Declared<'_> {
    /// Whether this is an object that was made for a pointer.
    pub fn is_made(&self) -> bool {
        matches!(self, Declared::Object(object, _) if object.made.is_some())
    }
}

impl InputRecord {
    /// An input without a place in memory.
    pub(super) fn new(name: Rc<str>, kind: InputKind, symbols: Vec<SymbolId>) -> Self {
        let (is_bool, is_character, is_fault) = (false, false, false);
        let (named, place, within, ty) = (Rc::default(), None, None, None);
        Self { name, kind, is_bool, is_character, is_fault, symbols, named, place, within, ty }
    }
}

/// An object whose parts are inputs.
#[derive(Clone, Debug)]
pub struct ObjectRecord {
    pub name: Rc<str>,
    /// It is `count` values of this type, one after the other.
    pub ty: TypeId,
    pub count: u64,
    pub size: Bytes,
    pub place: Value,
    /// Its parts among [`State::inputs`].
    pub parts: Range<usize>,
    /// Its number, if it was made for a pointer.
    pub made: Option<u32>,
}

/// An input as a driver declares it, and as tests show it.
#[derive(Copy, Clone)]
pub enum Declared<'s> {
    Single(&'s InputRecord),
    /// An object with its parts.
    Object(&'s ObjectRecord, &'s [Rc<InputRecord>]),
}

/// A call under test: memory as it was when it began and when it returned.
#[derive(Clone)]
pub struct RecordedCall {
    pub function: FuncId,
    /// The call instruction.
    pub at: Pc,
    pub arguments: Vec<(Value, Bits)>,
    pub memory_before: Memory,
    /// How many inputs the driver had asked for when the call began.
    pub inputs: usize,
    /// How often each edge had been taken when the call began, and how many borders there were.
    pub edges_before: Counts,
    pub borders_before: usize,
    /// The decisions of the path by then.
    pub decisions_before: Decisions,
    pub returned: Option<Returned>,
    /// The calls of mocks that this call has made.
    pub mocked: Vec<Rc<RecordedCall>>,
    /// Whether this is itself a call of a mock.
    pub is_mocked: bool,
}

/// The results of a call under test, and memory and counters when it returned.
#[derive(Clone)]
pub struct Returned {
    pub results: Vec<Value>,
    pub memory_after: Memory,
    /// How many inputs there were by then.
    pub inputs: usize,
    /// How often each edge had been taken by then, and how many borders there were.
    pub edges_after: Counts,
    pub borders_after: usize,
}

/// A truth value, a choice between two constants, or whether a remainder has gone around, in what a call under
/// test writes to memory or gives to a mock.
#[derive(Copy, Clone)]
pub(super) struct Written {
    /// The instruction that writes it, or calls the mock.
    pub(super) at: Pc,
    /// Zero for memory; for mocks, the number of the argument, or of the part of it, from 1.
    pub(super) part: u32,
    pub(super) condition: ExprId,
}

/// A `symir_test_begin` whose function has not been called yet.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct PendingTest {
    pub(super) function: Rc<str>,
    /// The number of calls on the stack.
    pub(super) depth: usize,
}

/// A call of `setjmp`.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(super) struct JumpTarget {
    pub(super) function: FuncId,
    pub(super) at: Pc,
    /// The number of calls on the stack.
    pub(super) depth: usize,
}

/// A state that a fork made, and whether it has ended already.
pub struct Child {
    pub state: State,
    pub ending: Option<Ending>,
}

impl Frame {
    /// The frame of a function that is called from outside of the program, without registers.
    pub(super) fn outermost(function: FuncId) -> Self {
        Self {
            function,
            registers: Registers::default(),
            return_to: Pc::from_raw(0),
            results: Inst::NO_RESULT,
            n_results: 0,
            stack_mark: 0,
            stack_used: 0,
            varargs: None,
            records: None,
            mocks: None,
        }
    }
}

/// The first few decisions of `main` itself, without those of the functions that it calls.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub struct Beginning {
    /// A hash of the decisions.
    pub hash: u64,
    n: u8,
}

/// How many decisions belong to a beginning. Three tell: whether there is an object, which call makes it, and
/// whether another call follows.
const BEGINNING: u8 = 3;

impl Beginning {
    fn add(&mut self, side: u32) {
        if self.n < BEGINNING {
            self.n += 1;
            self.hash = rng::combine(self.hash, u64::from(side));
        }
    }
}

impl State {
    /// Notes which side of a fork the state takes.
    pub(super) fn take_side(&mut self, number: u32) {
        self.decision_path.push(number);
        if self.callers.is_empty() {
            self.beginning.add(number);
        }
    }

    /// Sets characters behind the ends of texts to zero, if the path has not looked at them.
    pub fn clear_tails(&self, values: &mut Assignment) {
        for input in self.inputs.iter().filter(|input| input.kind == InputKind::Chars) {
            let is_zero = |symbol: &&SymbolId| values.get(**symbol) == 0;
            let end = input.symbols.iter().position(|symbol| is_zero(&symbol)).unwrap_or(input.symbols.len());
            for symbol in &input.symbols[end..] {
                if !self.path.condition().concerns(*symbol) {
                    values.set(*symbol, 0);
                }
            }
        }
    }

    /// The decisions of the driver before the first call under test.
    pub fn decided_before_calls(&self) -> impl Iterator<Item = &Decision> {
        let before = self.calls.first().map(|call| call.decisions_before.latest_first());
        before.into_iter().flatten()
    }

    /// The decisions since the first call under test began.
    pub fn decided_in_calls(&self) -> impl Iterator<Item = &Decision> {
        let since = self.calls.first().map(|call| self.path.decisions().since(&call.decisions_before));
        since.into_iter().flatten()
    }

    /// Whether pointers are among the inputs.
    #[inline]
    pub fn has_pointers(&self) -> bool {
        !self.pointers.is_empty()
    }

    /// How many objects were made for pointers that are inputs.
    pub fn n_made(&self) -> usize {
        self.pointers.made().len()
    }

    /// The object that an input is a part of: its number if it was made for a pointer, and where its parts
    /// end among the inputs.
    pub fn object_of(&self, input: usize) -> Option<(Option<u32>, usize)> {
        let object = self.objects.iter().rev().find(|object| object.parts.contains(&input))?;
        Some((object.made, object.parts.end))
    }

    /// How many bytes an element has, if the input belongs to an array made for a pointer, as its length
    /// does.
    pub fn element_of(&self, input: usize) -> Option<u64> {
        let object = self.objects.iter().rev().find(|object| object.parts.contains(&input))?;
        object.made.and_then(|_| object.size.0.checked_div(object.count))
    }

    /// About how many bytes this state has for itself: what it shares with others is not counted.
    pub fn footprint(&self) -> usize {
        let frame = |frame: &Frame| frame.registers.footprint() + std::mem::size_of::<Frame>();
        let calls: usize = self
            .callers
            .iter()
            .map(|caller| match caller {
                Caller::Own(own) => frame(own),
                Caller::Shared(_) => std::mem::size_of::<Caller>(),
            })
            .sum();
        let lists = self.decision_path.len() * 4 + self.path.conditions().len() * 4 + self.inputs.len() * 8;
        std::mem::size_of::<State>()
            + frame(&self.frame)
            + calls
            + lists
            + self.resting.as_ref().map_or(0, |held| std::mem::size_of_val(&**held) / Rc::strong_count(held))
            + self.memory.footprint()
            + self.edges.footprint()
    }

    /// A copy of this state for a fork. Both share the frames of the calls that wait.
    pub(super) fn fork(&mut self) -> State {
        for caller in self.callers.iter_mut().rev() {
            let Caller::Own(frame) = caller else { break };
            let frame = std::mem::replace(frame, Frame::outermost(frame.function));
            *caller = Caller::Shared(Rc::new(frame));
        }
        self.clone()
    }

    /// How many inputs the driver has asked for. Inputs of objects that were made for pointers do not count,
    /// and neither do inputs that say which call fails.
    pub fn n_asked(&self) -> usize {
        let made = self.objects.iter().filter(|object| object.made.is_some());
        self.inputs.len() - self.faults.n_inputs() - made.map(|object| object.parts.len()).sum::<usize>()
    }

    /// The inputs in the order in which they were made. An object with all its parts is one entry.
    pub fn declared(&self) -> Vec<Declared<'_>> {
        let mut found = Vec::with_capacity(self.inputs.len());
        let mut objects = self.objects.iter().peekable();
        let mut at = 0;
        loop {
            if let Some(object) = objects.next_if(|object| object.parts.start == at) {
                at = object.parts.end;
                found.push(Declared::Object(object, &self.inputs[object.parts.clone()]));
            } else if let Some(input) = self.inputs.get(at) {
                found.push(Declared::Single(input));
                at += 1;
            } else {
                return found;
            }
        }
    }

    /// How often the calls under test, including the functions that they call, took each edge, and the
    /// borders that they lie on. What the driver does before and between these calls does not count. If the
    /// path has no such call, or none that takes an edge, the whole path counts.
    pub fn tested(&self) -> (Vec<(u32, u32)>, Vec<u32>) {
        let mut counts: BTreeMap<u32, u32> = BTreeMap::new();
        let mut borders = Vec::new();
        for call in &self.calls {
            let (after, n_borders) = match &call.returned {
                Some(returned) => (&returned.edges_after, returned.borders_after),
                None => (&self.edges, self.borders.len()),
            };
            for edge in after.differing(&call.edges_before) {
                let n = after.get(edge) - call.edges_before.get(edge);
                let count = counts.entry(edge as u32).or_default();
                *count = count.saturating_add(n);
            }
            borders.extend_from_slice(&self.borders[call.borders_before..n_borders]);
        }
        if counts.is_empty() {
            return (self.edges.iter().map(|(edge, n)| (edge as u32, n)).collect(), self.borders.clone());
        }
        (counts.into_iter().collect(), borders)
    }

    /// The inputs of a test, without those that say which call fails: for each the number that
    /// [`State::n_asked`] had before, in ascending order, and its index among all inputs of the test.
    pub(super) fn asked(&self) -> Vec<(usize, usize)> {
        let mut begin = 0;
        let mut found = Vec::new();
        let asked = self.declared().into_iter().filter(|declared| !declared.is_made());
        for (number, declared) in asked.enumerate() {
            if matches!(declared, Declared::Single(input) if input.is_fault) {
                continue;
            }
            found.push((begin, number));
            begin += match declared {
                Declared::Single(_) => 1,
                Declared::Object(_, parts) => parts.len(),
            };
        }
        found
    }

    /// The number of calls on the stack.
    pub fn depth(&self) -> usize {
        self.callers.len() + 1
    }

    /// A number made from the decision path, the same in every run: the key of the path's randomness.
    pub fn decision_path_hash(&self) -> u64 {
        self.decision_path
            .iter()
            .fold(self.decision_path.len() as u64, |hash, choice| rng::combine(hash, u64::from(*choice)))
    }

    /// The functions on the stack with the instruction each is at, innermost first.
    pub fn stack(&self) -> impl Iterator<Item = (FuncId, Pc)> + '_ {
        let inner = std::iter::once((self.frame.function, self.pc));
        let mut return_to = self.frame.return_to;
        inner.chain(self.callers.iter().rev().map(move |frame| {
            // The call instruction stands just before the instruction that it returns to.
            let call = Pc::from_raw(return_to.raw().saturating_sub(1));
            return_to = frame.return_to;
            (frame.function, call)
        }))
    }
}
