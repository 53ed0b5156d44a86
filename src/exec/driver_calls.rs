//! Records of calls: the calls under test, and the other calls that `main` makes. A driver that builds its
//! objects by calls is imitated by tests that make the same calls.
//!
//! Only as many calls are recorded as people would read in a test. If a driver makes more, none are recorded.

use super::State;
use super::machine::Machine;
use super::predecoded::Callee;
use super::state::{RecordedCall, Returned};
use crate::ir::{FuncId, Program};
use crate::memory::Value;
use crate::util::{Bits, Counts};
use std::rc::Rc;

/// The calls of drivers that make more are not recorded.
const MOST_CALLS: usize = 24;

/// The record that the return of a call completes.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Record {
    /// A call under test, as an index into [`State::calls`].
    Tested(usize),
    /// Another call of the driver, as an index into the driver's calls.
    Driver(usize),
}

/// A call that `main` makes.
#[derive(Clone)]
pub(super) enum Direct {
    /// A call under test, as an index into [`State::calls`].
    Tested(usize),
    Own(Rc<RecordedCall>),
}

/// The calls of `main`, in their order.
#[derive(Clone)]
pub(super) struct DriverCalls {
    calls: Vec<Direct>,
    /// Whether nothing is recorded any more.
    is_closed: bool,
}

impl DriverCalls {
    /// The empty record of a program that has not begun.
    pub(super) fn of(program: &Program) -> Self {
        Self { calls: Vec::new(), is_closed: program.function_named("symir_test_begin").is_none() }
    }

    /// Whether further calls are recorded.
    pub(super) fn is_open(&self) -> bool {
        !self.is_closed
    }

    /// The calls, unless there were too many.
    pub(super) fn all(&self) -> &[Direct] {
        &self.calls
    }

    /// Whether both have the same records.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        let same = |(one, other): (&Direct, &Direct)| match (one, other) {
            (Direct::Tested(one), Direct::Tested(other)) => one == other,
            (Direct::Own(one), Direct::Own(other)) => Rc::ptr_eq(one, other),
            _ => false,
        };
        self.is_closed == other.is_closed
            && self.calls.len() == other.calls.len()
            && self.calls.iter().zip(&other.calls).all(same)
    }

    fn add(&mut self, call: Direct) {
        if self.is_closed {
            return;
        }
        if self.calls.len() == MOST_CALLS {
            self.calls.clear();
            self.is_closed = true;
            return;
        }
        self.calls.push(call);
    }
}

impl State {
    /// All records of calls.
    pub(super) fn recorded_mut(&mut self) -> impl Iterator<Item = &mut Rc<RecordedCall>> {
        let own = self.driver_calls.calls.iter_mut().filter_map(|call| match call {
            Direct::Own(call) => Some(call),
            Direct::Tested(_) => None,
        });
        self.calls.iter_mut().chain(own)
    }
}

impl Machine {
    /// Records the call if a `symir_test_begin` of this frame waits for it, or if the driver makes it.
    pub(super) fn begin_recording(
        &self,
        program: &Program,
        state: &mut State,
        function: FuncId,
        arguments: &[(Value, Bits)],
    ) -> Option<Record> {
        // A state that was split off in the middle of the call runs it again. It has its record already.
        let is_it =
            |last: &RecordedCall| last.returned.is_none() && last.at == state.pc && last.function == function;
        if state.calls.last().is_some_and(|last| is_it(last)) {
            return Some(Record::Tested(state.calls.len() - 1));
        }
        let is_of_main = state.callers.is_empty() && state.driver_calls.is_open();
        let known = state.driver_calls.calls.len();
        if let (true, Some(Direct::Own(last))) = (is_of_main, state.driver_calls.calls.last())
            && is_it(last)
        {
            return Some(Record::Driver(known - 1));
        }
        let callee = &program.functions[function.index()];
        let is_tested = state
            .pending_test
            .as_ref()
            .is_some_and(|pending| pending.depth == state.depth() && callee.is_called(&pending.function));
        let is_own = is_of_main
            && callee.signature.is_some()
            && !callee.name.starts_with("symir_")
            && matches!(self.code.callees[function.index()], Callee::Body);
        if !is_tested && !is_own {
            return None;
        }
        let edges_before = if is_tested { state.edges.clone() } else { Counts::new(0) };
        let record = Rc::new(RecordedCall {
            function,
            at: state.pc,
            arguments: arguments.to_vec(),
            memory_before: state.memory.clone(),
            inputs: state.n_asked(),
            edges_before,
            borders_before: state.borders.len(),
            decisions_before: state.path.decisions().clone(),
            returned: None,
            mocked: Vec::new(),
            is_mocked: false,
        });
        if is_tested {
            state.pending_test = None;
            state.calls.push(record);
            let place = state.calls.len() - 1;
            if is_of_main {
                state.driver_calls.add(Direct::Tested(place));
            }
            return Some(Record::Tested(place));
        }
        state.driver_calls.add(Direct::Own(record));
        state.driver_calls.is_open().then_some(Record::Driver(known))
    }

    /// Completes the record of a call that returns.
    pub(super) fn finish_recording(
        &mut self,
        state: &mut State,
        record: Option<Record>,
        results: Vec<Value>,
    ) {
        let Some(record) = record else { return };
        let is_tested = matches!(record, Record::Tested(_));
        if let Record::Tested(place) = record
            && self.options.split_results
        {
            self.lead_overwritten(state, place);
        }
        let returned = Returned {
            results,
            memory_after: state.memory.clone(),
            inputs: state.n_asked(),
            edges_after: if is_tested { state.edges.clone() } else { Counts::new(0) },
            borders_after: state.borders.len(),
        };
        let call = match record {
            Record::Tested(place) => state.calls.get_mut(place),
            Record::Driver(place) => match state.driver_calls.calls.get_mut(place) {
                Some(Direct::Own(call)) => Some(call),
                // There were too many calls since then.
                _ => None,
            },
        };
        if let Some(call) = call {
            Rc::make_mut(call).returned = Some(returned);
        }
    }
}
