//! Makes one state of two at the same place. Registers and bytes in which they differ become choices between
//! both values. The path condition becomes the shared conditions, and the condition that the rest of the one
//! or of the other holds (Hansen, Schachte, Søndergaard, "State joining and splitting for the symbolic
//! execution of binaries", RV 2009).
//!
//! The two must have come from one fork, so that their path conditions exclude each other. The count of an
//! edge is the lesser of both counts, which every path of the state has reached. The witness is the first
//! one's.

use super::state::{Caller, Frame};
use super::{Machine, State};
use crate::expr::{Arena, ExprId, Kind};
use crate::ir::LiveRegister;
use crate::memory::Value;
use std::rc::Rc;

/// States that differ in more places are not merged.
const MOST_DIFFERENCES: usize = 32;
/// How deeply choices may be nested in a value.
const MOST_CHOICES: u16 = 24;

/// How deeply choices are nested, by term. Terms are numbered so that operands come before their users.
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
    /// Holds on the paths of the first state, in addition to the shared conditions.
    pub when_first: ExprId,
    /// Holds on the paths of the second state, in addition to the shared conditions.
    pub when_second: ExprId,
}

impl Machine {
    /// Makes one state of two at a join where these registers matter. `None` if they differ in more than
    /// values, or in too many values.
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
        if let (Some(records), Some(other)) = (&mut state.records, &second.records) {
            Rc::make_mut(records).join(other);
        }
        state.is_approximated |= second.is_approximated;
        state.unanswered = first.unanswered.clone().or_else(|| second.unanswered.clone());
        Some(Merged { state, when_first, when_second: parting.when_second })
    }
}

/// Whether two states differ at most in values of registers and memory, and in their past. All fields are
/// named here, so that a new field does not compile until it is said how it is merged.
fn are_alike(a: &State, b: &State) -> bool {
    let State {
        pc,
        frame,
        callers,
        inputs,
        pointers,
        calls,
        driver_calls,
        pending_test,
        faults,
        jump_targets,
        agenda,
        main_arguments,
        outcome,
        // Made together with the inputs.
        objects: _,
        // Joined.
        memory: _,
        path: _,
        decision_path: _,
        edges: _,
        instructions: _,
        reads_unwritten: _,
        records: _,
        unanswered: _,
        is_approximated: _,
        // Taken from the first state.
        beginning: _,
        borders: _,
        is_variant: _,
        written: _,
        printed: _,
        left_out: _,
        unions: _,
        // Empty in states that run.
        resting: _,
        outlier: _,
    } = a;
    let same_rcs = inputs.len() == b.inputs.len()
        && calls.len() == b.calls.len()
        && inputs.iter().zip(b.inputs.iter()).all(|(a, b)| Rc::ptr_eq(a, b))
        && calls.iter().zip(&b.calls).all(|(a, b)| Rc::ptr_eq(a, b))
        && Rc::ptr_eq(pointers, &b.pointers);
    let same_callers = |(a, b): (&Caller, &Caller)| match (a, b) {
        (Caller::Shared(a), Caller::Shared(b)) if Rc::ptr_eq(a, b) => true,
        _ => is_same_call(a, b) && a.registers == b.registers,
    };
    same_rcs
        && *pc == b.pc
        && callers.len() == b.callers.len()
        && is_same_call(frame, &b.frame)
        && callers.iter().zip(&b.callers).all(same_callers)
        && driver_calls.is_same(&b.driver_calls)
        && *pending_test == b.pending_test
        && *faults == b.faults
        && *jump_targets == b.jump_targets
        && *agenda == b.agenda
        && *main_arguments == b.main_arguments
        && outcome.is_none()
        && b.outcome.is_none()
}

fn is_same_call(a: &Frame, b: &Frame) -> bool {
    let Frame {
        function,
        return_to,
        results,
        n_results,
        stack_mark,
        varargs,
        records,
        mocks,
        // The registers that matter are joined for the innermost call, and compared for the others.
        registers: _,
        // Follows from the calls and their variables.
        stack_used: _,
    } = a;
    let of_a = (function, return_to, results, n_results, stack_mark, records, mocks);
    of_a == (&b.function, &b.return_to, &b.results, &b.n_results, &b.stack_mark, &b.records, &b.mocks)
        && *varargs == b.varargs
}
