//! One state of two that stand at the same place: registers and bytes in which they differ become choices between both,
//! and the path condition becomes what both share and that one or the other holds of the rest (Hansen, Schachte,
//! Søndergaard, "State joining and splitting for the symbolic execution of binaries", RV 2009).
//!
//! The two must have come from one fork, so that their path conditions exclude each other. Counts of edges are the lesser
//! of both: what every path of the state has taken. The witness is that of the first.

use super::state::{Caller, Frame};
use super::{Machine, State};
use crate::expr::{Arena, ExprId, Kind};
use crate::ir::LiveRegister;
use crate::memory::Value;
use std::rc::Rc;

/// Places in which two states may differ, beyond which they are not merged.
const MOST_DIFFERENCES: usize = 32;
/// Choices within each other that a value may have.
const MOST_CHOICES: u16 = 24;

/// How many choices lie within each other, by term: terms are numbered so that operands come before what is made of them.
#[derive(Default)]
pub struct ChoiceDepths(Vec<u16>);

impl ChoiceDepths {
    fn of(&mut self, arena: &Arena, term: ExprId) -> u16 {
        for index in self.0.len()..=term.index() {
            let node = arena.node(ExprId::new(index));
            let operands = node.operands().map(|operand| self.0[operand.index()]);
            let inner = operands.max().unwrap_or(0);
            self.0.push(inner.saturating_add(u16::from(node.kind == Kind::Ite)));
        }
        self.0[term.index()]
    }
}

/// A state made of two.
pub struct Merged {
    pub state: State,
    /// Holds on the paths of the first, beside what both share.
    pub when_first: ExprId,
    /// Holds on the paths of the second.
    pub when_second: ExprId,
}

impl Machine {
    /// Makes one state of two at a join where these registers matter. `None` if they differ in more than values, or in
    /// too many of them.
    pub fn merge(
        &mut self,
        first: &State,
        second: &State,
        live: &[LiveRegister],
        depths: &mut ChoiceDepths,
    ) -> Option<Merged> {
        if !are_alike(first, second) {
            return None;
        }
        let parting = first.path.parting(&second.path, &mut self.arena)?;
        let when_first = parting.when_first;
        let mut left = MOST_DIFFERENCES;
        let mut choose = |arena: &mut Arena, a: ExprId, b: ExprId| {
            left = left.checked_sub(1)?;
            let chosen = arena.ite(when_first, a, b);
            (depths.of(arena, chosen) <= MOST_CHOICES).then_some(chosen)
        };
        let mut state = first.clone();
        for LiveRegister { register, width } in live {
            let values = [first, second].map(|state| state.frame.registers.get(register.index()));
            if values[0] == values[1] {
                continue;
            }
            if values[0].object() != values[1].object() {
                return None;
            }
            let width = (*width)?;
            let [a, b] = values.map(|value| value.to_term(&mut self.arena, width));
            let chosen = choose(&mut self.arena, a, b)?;
            let chosen = Value::from_term(&self.arena, chosen).with_object(values[0].object());
            state.frame.registers.set(register.index(), chosen);
        }
        let fills = !self.options.detect.uninitialised;
        state.memory.join(&mut self.arena, &second.memory, fills, &mut choose)?;
        let at = self.place_with_line(&state);
        let (arena, solver) = (&mut self.arena, &mut self.solver);
        state.path = first.path.join(&second.path, &parting, arena, solver, at);
        let differing: Vec<usize> = first.edges.differing(&second.edges).collect();
        for edge in differing {
            state.edges.set(edge, first.edges.get(edge).min(second.edges.get(edge)));
        }
        state.decision_path = first.decision_path.clone().min(second.decision_path.clone());
        state.instructions = first.instructions.max(second.instructions);
        state.reads_unwritten |= second.reads_unwritten;
        Some(Merged { state, when_first, when_second: parting.when_second })
    }
}

/// Whether two states differ in values of registers and memory, and in what they have behind them, at most.
fn are_alike(a: &State, b: &State) -> bool {
    let same_rcs = a.inputs.len() == b.inputs.len()
        && a.calls.len() == b.calls.len()
        && a.inputs.iter().zip(b.inputs.iter()).all(|(a, b)| Rc::ptr_eq(a, b))
        && a.calls.iter().zip(&b.calls).all(|(a, b)| Rc::ptr_eq(a, b))
        && Rc::ptr_eq(&a.pointers, &b.pointers);
    let same_callers = |(a, b): (&Caller, &Caller)| match (a, b) {
        (Caller::Shared(a), Caller::Shared(b)) if Rc::ptr_eq(a, b) => true,
        _ => is_same_call(a, b) && a.registers == b.registers,
    };
    same_rcs
        && a.pc == b.pc
        && a.callers.len() == b.callers.len()
        && is_same_call(&a.frame, &b.frame)
        && a.callers.iter().zip(&b.callers).all(same_callers)
        && a.driver_calls.is_same(&b.driver_calls)
        && a.pending_test == b.pending_test
        && a.faults == b.faults
        && a.jump_targets == b.jump_targets
        && a.agenda == b.agenda
        && a.main_arguments == b.main_arguments
        && a.outcome.is_none()
        && b.outcome.is_none()
}

fn is_same_call(a: &Frame, b: &Frame) -> bool {
    let of = |frame: &Frame| {
        (
            frame.function,
            frame.return_to,
            frame.results,
            frame.n_results,
            frame.stack_mark,
            frame.records,
            frame.mocks,
        )
    };
    of(a) == of(b) && a.varargs == b.varargs
}
