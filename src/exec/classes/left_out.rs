//! The second operand of `a || b` and of `a && b` where the first one has decided.
//!
//! A path on which `a` is true says nothing of `b`. If `b` is true as well, then a mistake in `a`, or `&&` in the
//! place of `||`, does not show. So the path is made to have the `b` that would have decided otherwise, if it
//! can: tests of `a || b` have `b` false where `a` is true, and those of `a && b` have `b` true where `a` is false.
//! This is what the coverage criterion MC/DC asks for (Chilenski and Miller, "Applicability of modified
//! condition/decision coverage to software testing", 1994).

use super::super::machine::{Machine, Step};
use super::super::state::{LeftOut, State};
use crate::expr::{ExprId, SymbolId};
use crate::ir::{BlockId, EdgeId, Op, Pc, Program};
use crate::memory::{ObjectRef, Value};
use crate::testcase::InputKind;
use crate::util::Bits;
use rustc_hash::FxHashSet;

/// How many operands of a path are noted.
const MAX_NOTED: usize = 4;
/// The most instructions that compute one.
const MAX_INSTRUCTIONS: usize = 24;

impl Machine {
    /// Notes the operand that a state leaves out which is about to take the edge `taken` of a branch, and not
    /// `other`.
    pub(in crate::exec) fn note_left_out(
        &mut self,
        program: &Program,
        state: &mut State,
        taken: EdgeId,
        other: EdgeId,
    ) {
        if !self.options.split_results || state.left_out.len() == MAX_NOTED {
            return;
        }
        let Some((block, at, holds)) = operand_behind(program, taken, other) else { return };
        if state.left_out.iter().any(|known| known.at == at) {
            return;
        }
        let mut places = Vec::new();
        if let Some(condition) = self.condition_of(program, state, block, at, &mut places) {
            let wanted = if holds { condition } else { self.arena.not(condition) };
            state.left_out.push(LeftOut { at, wanted, places: places.into() });
        }
    }

    /// The condition of the branch at the end of a block, if the block does nothing but compute it from
    /// numbers that are inputs. Adds the places at which it reads terms.
    fn condition_of(
        &mut self,
        program: &Program,
        state: &State,
        block: BlockId,
        branch: Pc,
        places: &mut Vec<(ObjectRef, usize, Bits)>,
    ) -> Option<ExprId> {
        let first = program.blocks[block.index()].first;
        let mut trial = state.clone();
        for pc in (first.index()..branch.index()).map(Pc::new) {
            let inst = program.inst(pc);
            match inst.op {
                Op::Move => {
                    let value = self.value(&trial, inst.a());
                    self.set(&mut trial, inst.dst, value);
                }
                Op::Add | Op::Sub | Op::And | Op::Or | Op::Xor => self.arithmetic(&mut trial, inst),
                Op::ICmp => self.compare(&mut trial, inst),
                Op::Trunc => self.truncate(&mut trial, inst),
                Op::ZExt | Op::SExt => self.extend(&mut trial, inst),
                Op::FCmp => self.float_compare(&mut trial, inst),
                Op::PtrAdd => self.pointer_add(&mut trial, inst),
                Op::PtrIndex => self.pointer_index(&mut trial, inst),
                Op::Load => {
                    let pointer = self.value(&trial, inst.a());
                    let place = place_of(&trial, pointer, inst.bits())?;
                    let value = self.peek(&trial, place)?;
                    if value.as_int().is_none() {
                        places.push(place);
                    }
                    self.set(&mut trial, inst.dst, value);
                }
                Op::Nop => {}
                _ => return None,
            }
        }
        let condition = self.value(&trial, program.inst(branch).a());
        if condition.as_int().is_some() {
            return None;
        }
        let condition = condition.to_term(&mut self.arena, Bits(1));
        let is_number = |kind: InputKind| matches!(kind, InputKind::Integer { .. } | InputKind::Float { .. });
        let support = self.solver.analysis().support(&self.arena, condition);
        let of_numbers = support.iter().all(|symbol| {
            let mut inputs = trial.inputs.iter();
            inputs.any(|input| is_number(input.kind) && input.symbols.contains(symbol))
        });
        of_numbers.then_some(condition)
    }

    /// What lies at a place of an object, if all of it was written.
    fn peek(&mut self, state: &State, (object, offset, width): (ObjectRef, usize, Bits)) -> Option<Value> {
        let (value, unwritten) = state.memory.object(object.id).read(&mut self.arena, offset, width);
        (!unwritten).then_some(value)
    }

    /// Whether the path has written a constant to a place since. That shows only if something else was there.
    fn is_set(&mut self, state: &State, place: (ObjectRef, usize, Bits)) -> bool {
        let is_there = state.memory.holds(place.0);
        is_there && self.peek(state, place).is_some_and(|value| value.as_int().is_some())
    }

    /// Assumes what a path that ends wants of the operands that it has left out, one after the other, if it can.
    /// While a path goes on, this would exclude what it may do yet.
    pub(in crate::exec) fn assume_left_out(&mut self, state: &mut State) -> Step {
        // If no solver knows whether the path is possible, none knows what it can do.
        if state.left_out.is_empty() || state.path.witness().is_none() {
            return Ok(());
        }
        // Inputs that the path has compared lie on borders of comparisons, which are worth more.
        let mut decided: FxHashSet<SymbolId> = FxHashSet::default();
        for condition in state.path.conditions() {
            decided.extend(self.solver.analysis().support(&self.arena, *condition).iter());
        }
        for LeftOut { wanted, places, .. } in std::mem::take(&mut state.left_out) {
            let support = self.solver.analysis().support(&self.arena, wanted);
            let is_free = support.iter().all(|symbol| !decided.contains(symbol));
            if is_free && !places.iter().any(|place| self.is_set(state, *place)) {
                self.assume_if_possible(state, wanted)?;
            }
        }
        Ok(())
    }
}

/// Where a pointer leads, if that is known and lies in one object.
fn place_of(state: &State, pointer: Value, width: Bits) -> Option<(ObjectRef, usize, Bits)> {
    let (object, address) = (pointer.object()?, pointer.as_int()?);
    let memory = &state.memory;
    if !memory.holds(object) {
        return None;
    }
    let offset = address.checked_sub(memory.address(object.id))?;
    let end = offset.checked_add(width.to_bytes().0)?;
    (end <= memory.size(object.id).0).then_some((object, offset as usize, width))
}

/// The block behind the edge `other` of a branch, its own branch, and the side of it that does not go where
/// `taken` goes, if the block computes the second operand of `||` or `&&`.
fn operand_behind(program: &Program, taken: EdgeId, other: EdgeId) -> Option<(BlockId, Pc, bool)> {
    let edge = &program.edges[other.index()];
    let block = &program.blocks[edge.to.index()];
    let branch = Pc::new(block.end.index().checked_sub(1)?);
    let inst = program.inst(branch);
    let is_short = branch.index() - block.first.index() <= MAX_INSTRUCTIONS;
    if inst.op != Op::Branch || !is_short || !program.moves_of(edge).is_empty() {
        return None;
    }
    let target = |edge: EdgeId| program.edges[edge.index()].to;
    let (when_true, when_false) = inst.branch_edges();
    let goes_there = |edge: EdgeId| target(edge) == target(taken);
    let holds = match (goes_there(when_true), goes_there(when_false)) {
        (true, false) => false,
        (false, true) => true,
        _ => return None,
    };
    Some((edge.to, branch, holds))
}
