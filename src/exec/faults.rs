//! Faults: calls of functions such as `malloc` and `read` that fail, as they may on a real machine.
//!
//! The frontend replaces calls of these functions by calls of small C functions (`emit/suite/faults.rs`
//! writes them), each of which first asks `symir_fault` whether this call fails. All ways in which the calls
//! of a path can fail are numbered from 1 on, in the order of the calls. An input holds the number of the one
//! that happens, or any other number if none does. After it has happened, the next fault of the path has an
//! input of its own. `replay/inputs.c` counts in the same way.
//!
//! Only calls within a call under test fail. What a driver does to prepare the call is no part of the test.

use super::State;
use super::fork::Choice;
use super::machine::{Machine, Step};
use crate::expr::{Arena, Assignment, ExprId};
use crate::ir::Pc;
use crate::memory::Value;
use crate::testcase::{FAILING_CALL, Failure};
use crate::util::Bits;
use std::rc::Rc;

const WIDTH: Bits = Bits(32);

impl Machine {
    /// `symir_fault(function, ways, most, is_checked)`: returns in which of the `ways`, from 1 on, a call of
    /// `function` fails; zero if it does not fail. At most `most` calls of a path fail. If `is_checked` is
    /// not zero, only those calls fail whose results the program compares with zero.
    pub(super) fn fault(&mut self, state: &mut State, arguments: [Value; 4]) -> Step<Value> {
        let is_open = state.calls.last().is_some_and(|call| call.returned.is_none());
        let [function, ways, most, is_checked] = arguments;
        let (Some(function), Some(ways)) = (self.text_at(state, function), self.text_at(state, ways)) else {
            return Ok(Value::ZERO);
        };
        let place = state.calls.len().wrapping_sub(1);
        let most = most.as_int().unwrap_or(0) as usize;
        if !is_open || state.faults.failed.len() >= most {
            return Ok(Value::ZERO);
        }
        let symbol = self.fault_symbol(state)?;
        let ways: Vec<&str> = ways.split(',').collect();
        let (first, last) = (state.faults.n_numbered + 1, state.faults.n_numbered + ways.len() as u32);
        let number = |machine: &mut Self, n: u32| machine.arena.constant(WIDTH, u128::from(n));
        let (from, to) = (number(self, first), number(self, last));
        let below = self.arena.ult(symbol, from);
        let above = self.arena.ult(to, symbol);
        let none = self.arena.or(below, above);
        let may_fail = is_checked.as_int() == Some(0) || self.is_result_tested(state);
        let way = if may_fail {
            let mut choices = vec![Choice { what: 0, condition: none }];
            for way in 1..=ways.len() as u32 {
                let here = number(self, state.faults.n_numbered + way);
                choices.push(Choice { what: way, condition: self.arena.eq(symbol, here) });
            }
            self.fork_here(state, &choices)?
        } else {
            self.require(state, none)?;
            0
        };
        let faults = Rc::make_mut(&mut state.faults);
        if faults.of_call != place {
            faults.of_call = place;
            faults.n_calls.clear();
        }
        let count = faults.n_calls.entry(function.as_str().into()).or_default();
        *count += 1;
        faults.n_numbered = last;
        if way > 0 {
            let way = ways[way as usize - 1].to_owned();
            let failure = Failure { function, call: *count, way };
            faults.failed.push((place, failure));
            (faults.symbol, faults.n_numbered) = (None, 0);
        }
        Ok(Value::int(u64::from(way)))
    }

    /// The input that says where the next fault is. A state that was split off has it already.
    fn fault_symbol(&mut self, state: &mut State) -> Step<ExprId> {
        if let Some(symbol) = state.faults.symbol {
            return Ok(symbol);
        }
        let symbol =
            self.input_integer(state, FAILING_CALL.into(), WIDTH, false)?.to_term(&mut self.arena, WIDTH);
        if let Some(input) = Rc::make_mut(&mut state.inputs).last_mut() {
            Rc::make_mut(input).is_fault = true;
        }
        let faults = Rc::make_mut(&mut state.faults);
        faults.symbol = Some(symbol);
        faults.inputs += 1;
        Ok(symbol)
    }

    /// Whether the program compares the result of the call with zero: in the function that made the call, or
    /// in a caller to which the result is returned.
    fn is_result_tested(&self, state: &State) -> bool {
        let before = |pc: Pc| Pc::from_raw(pc.raw().saturating_sub(1));
        let mut site = before(state.frame.return_to);
        for caller in state.callers.iter().rev() {
            let checks = self.code.checks(&self.program, caller.function);
            if checks.is_tested(site) {
                return true;
            }
            if !checks.is_given_back(site) {
                return false;
            }
            site = before(caller.return_to);
        }
        false
    }
}

impl State {
    /// Sets the input that says what fails next, so that nothing fails in a native run beyond the path.
    pub fn no_further_faults(&self, arena: &Arena, values: &mut Assignment) {
        if let Some(symbol) = self.faults.symbol {
            values.set(arena.node(symbol).symbol(), 0);
        }
    }
}
