//! Splits a path by whether a float is the constant, or the other float, that it was compared with. Of `x <= 0`
//! and `x < 0`, only a test with zero itself tells which one the code has.

use super::{input_of, is_plain, marked, note_border};
use crate::exec::decision::{Decision, DecisionKind};
use crate::exec::fork::Choice;
use crate::exec::machine::{Machine, Step};
use crate::exec::state::State;
use crate::expr::{Arena, ExprId, Format, Kind, float_fold};
use crate::ir::{Op, Pc, Program};
use crate::util::Bits;

/// A path with more comparisons of floats than this is left whole: a loop makes one in each iteration.
const MAX_COMPARED: usize = 8;
/// How many constants a path may be split by. Most of them are impossible, since others are narrower.
const MAX_MET: usize = 6;
/// The same for comparisons of two inputs, and of what is computed from inputs.
const MAX_PAIRS: usize = 3;

impl Machine {
    /// Splits the state by whether floats are equal to constants, if comparisons of the call allow that.
    pub(super) fn split_floats(&mut self, program: &Program, state: &mut State, record: usize) -> Step {
        let before = &state.calls[record].decisions_before;
        let decisions = state.path.decisions().since(before);
        let conditions: Vec<ExprId> =
            state.path.decisions().since(before).map(|decision| decision.condition).collect();
        // Splits by the class of a result are choices. Decisions of models are recorded at their calls.
        let is_said = |decision: &&Decision| match decision.kind {
            DecisionKind::Branch => program.code[decision.at.index()].op != Op::Call,
            kind => kind == DecisionKind::Choice,
        };
        let mut n_compared = 0;
        let mut met: Vec<(Pc, ExprId, u128)> = Vec::new();
        let mut pairs: Vec<(Pc, ExprId, ExprId)> = Vec::new();
        for decision in decisions.filter(is_said) {
            let condition = decision.condition;
            n_compared += usize::from(is_comparison(&self.arena, condition));
            let Some((one, other)) = ordered(&self.arena, condition) else { continue };
            if let Some((term, constant)) = allowed(&self.arena, one, other) {
                if !met.iter().any(|known| (known.1, known.2) == (term, constant)) {
                    met.push((decision.at, term, constant));
                }
            } else if conditions.iter().all(|it| may_meet(&self.arena, *it, one, other))
                && is_plain(&self.arena, condition)
                && !pairs.iter().any(|known| (known.1, known.2) == (one, other))
            {
                pairs.push((decision.at, one, other));
            }
        }
        if n_compared > MAX_COMPARED || met.len() > MAX_MET {
            return Ok(());
        }
        if pairs.len() <= MAX_PAIRS {
            for (at, one, other) in pairs {
                let equal = self.arena.float(Kind::FEq, Bits(1), &[one, other]);
                let differ = self.arena.not(equal);
                let choices = [(false, differ), (true, equal)];
                let choices = choices.map(|(what, condition)| Choice { what, condition });
                let is_equal = self.fork_here(state, &choices)?;
                let mark = marked([at.raw(), 7, u32::MAX], is_equal);
                note_border(state, mark);
            }
        }
        for (at, term, constant) in met {
            let constant = self.arena.constant(self.arena.width(term), constant);
            let is_equal = self.split_equal(state, term, constant)?;
            let mark = marked([at.raw(), 6, u32::MAX], is_equal);
            note_border(state, mark);
        }
        Ok(())
    }
}

/// Whether a condition compares floats, or says that such a comparison does not hold.
fn is_comparison(arena: &Arena, condition: ExprId) -> bool {
    let node = arena.node(condition);
    match node.kind {
        Kind::Not => is_comparison(arena, node.first()),
        kind => matches!(kind, Kind::FLt | Kind::FLe),
    }
}

/// The two floats that a condition compares, if it holds for equal ones, too.
fn ordered(arena: &Arena, condition: ExprId) -> Option<(ExprId, ExprId)> {
    let node = arena.node(condition);
    let is_not = node.kind == Kind::Not;
    let inner = if is_not { arena.node(node.first()) } else { node };
    let may_be_equal = if is_not { inner.kind == Kind::FLt } else { inner.kind == Kind::FLe };
    may_be_equal.then(|| (inner.first(), inner.second()))
}

/// Whether a condition allows that two floats are equal, as far as this is seen if one of them is a constant and
/// the condition compares the other one with another constant.
fn may_meet(arena: &Arena, condition: ExprId, one: ExprId, other: ExprId) -> bool {
    let node = arena.node(condition);
    let is_not = node.kind == Kind::Not;
    let inner = if is_not { arena.node(node.first()) } else { node };
    let (term, met) = if arena.as_const(one).is_some() { (other, one) } else { (one, other) };
    if !matches!(inner.kind, Kind::FLt | Kind::FLe | Kind::FEq) {
        return true;
    }
    let value = |side: ExprId| arena.as_const(if side == term { met } else { side });
    let (Some(first), Some(second)) = (value(inner.first()), value(inner.second())) else { return true };
    let holds = float_fold(inner.kind, Bits(1), arena.width(inner.first()), [first, second, 0]) == 1;
    holds != is_not
}

/// The input and the constant among the two sides of a comparison: the bits of both.
fn allowed(arena: &Arena, one: ExprId, other: ExprId) -> Option<(ExprId, u128)> {
    let (side, constant) = match (arena.as_const(one), arena.as_const(other)) {
        (None, Some(constant)) => (one, constant),
        (Some(constant), None) => (other, constant),
        _ => return None,
    };
    let from = arena.width(side);
    let node = arena.node(side);
    let term = if node.kind == Kind::FToF { node.first() } else { side };
    let to = arena.width(term);
    Format::of(to)?;
    let narrowed = float_fold(Kind::FToF, to, from, [constant, 0, 0]);
    let is_exact = float_fold(Kind::FToF, from, to, [narrowed, 0, 0]) == constant;
    (is_exact && is_read(arena, term)).then_some((term, narrowed))
}

/// Whether a term is an input, or bytes of one that were put together.
fn is_read(arena: &Arena, term: ExprId) -> bool {
    let node = arena.node(term);
    match node.kind {
        Kind::Concat => is_read(arena, node.first()) && is_read(arena, node.second()),
        _ => input_of(arena, term).is_some(),
    }
}
