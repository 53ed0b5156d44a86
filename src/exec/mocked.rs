//! Calls of mocks, which are C functions that stand for other functions. A mock calls `symir_mocked()` to say
//! that its own call is part of the test.
//!
//! While a call under test runs, each call of a mock is recorded like that call itself: its arguments, its
//! result, and memory when it began and when it returned. So a test has the same details about both.

use super::machine::Machine;
use super::state::{RecordedCall, Returned};
use super::{Decisions, State};
use crate::ir::Pc;
use crate::memory::{Memory, Value};
use crate::util::{Bits, Counts};
use std::ops::Range;
use std::rc::Rc;

impl Machine {
    /// `symir_mocked()`: the function that calls it is a mock.
    pub(super) fn begin_mocked(&mut self, state: &mut State) {
        let is_open = state.calls.last().is_some_and(|call| call.returned.is_none());
        if !is_open || state.frame.mocks.is_some() || state.callers.is_empty() {
            return;
        }
        let function = &self.program.functions[state.frame.function.index()];
        let arguments: Vec<(Value, Bits)> = (function.params.iter().enumerate())
            .map(|(at, param)| (state.frame.registers.get(at), param.width))
            .collect();
        let call = RecordedCall {
            function: state.frame.function,
            // The call instruction stands just before the instruction that it returns to.
            at: Pc::from_raw(state.frame.return_to.raw().saturating_sub(1)),
            arguments,
            memory_before: state.memory.clone(),
            inputs: state.n_asked(),
            edges_before: Counts::new(0),
            borders_before: 0,
            decisions_before: Decisions::default(),
            returned: None,
            mocked: Vec::new(),
            is_mocked: true,
        };
        self.note_given(state, &call);
        let Some(tested) = state.calls.last_mut() else { return };
        let tested = Rc::make_mut(tested);
        state.frame.mocks = Some(tested.mocked.len());
        tested.mocked.push(Rc::new(call));
    }

    /// A mock has returned.
    pub(super) fn finish_mocked(&self, state: &mut State, mocks: Option<usize>, results: &[Value]) {
        let Some(index) = mocks else { return };
        let returned = Returned {
            results: results.to_vec(),
            memory_after: state.memory.clone(),
            inputs: state.n_asked(),
            edges_after: Counts::new(0),
            borders_after: 0,
        };
        let tested = state.calls.last_mut().filter(|call| call.returned.is_none());
        if let Some(call) = tested.and_then(|tested| Rc::make_mut(tested).mocked.get_mut(index)) {
            Rc::make_mut(call).returned = Some(returned);
        }
    }
}

impl RecordedCall {
    /// Applies `change` to every recorded copy of memory, also to those of mocks.
    pub(super) fn memories(&mut self, change: &mut dyn FnMut(&mut Memory)) {
        change(&mut self.memory_before);
        if let Some(returned) = &mut self.returned {
            change(&mut returned.memory_after);
        }
        for call in &mut self.mocked {
            Rc::make_mut(call).memories(change);
        }
    }

    /// Whether the function itself asks for inputs. Inputs that mocks ask for are their results.
    pub(super) fn reads_inputs(&self, returned: &Returned) -> bool {
        let of_mocks =
            self.mocked.iter().filter_map(|call| Some(call.returned.as_ref()?.inputs - call.inputs));
        !self.is_mocked && returned.inputs - self.inputs > of_mocks.sum()
    }
}

impl State {
    /// The numbers of the inputs that a call under test asks for itself, without those of mocks.
    pub fn asked_by(&self, call: &RecordedCall) -> Vec<usize> {
        let range = |call: &RecordedCall| {
            call.inputs..call.returned.as_ref().map_or_else(|| self.n_asked(), |returned| returned.inputs)
        };
        // In the order of the calls, which is that of their inputs.
        let of_mocks: Vec<Range<usize>> = call.mocked.iter().map(|call| range(call)).collect();
        let is_of_mock = |at: usize| {
            let behind = of_mocks.partition_point(|mocked| mocked.start <= at);
            of_mocks[..behind].last().is_some_and(|mocked| mocked.contains(&at))
        };
        let own = range(call);
        let asked = self.asked().into_iter().filter(|(at, _)| own.contains(at) && !is_of_mock(*at));
        asked.map(|(_, number)| number).collect()
    }
}
