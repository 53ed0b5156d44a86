//! Classes of results: true and false; negative, zero and positive; each enumerator.
//!
//! Where a comparison or a computed value reaches the result of a call under test without a branch, one path gives results
//! of several classes, and one test of it notices no mistake in the others. So the path is split at the return, if that can
//! be asked without much work: a result that is a long computation, such as a hash, is left whole.
//!
//! A comparison of two inputs that holds with and without equality is split there, too: equal values alone tell `<` from
//! `<=`, and different ones alone tell the one value from the other.

use super::DecisionKind;
use super::driver_calls::Record;
use super::fork::Choice;
use super::machine::{Machine, Step};
use super::state::State;
use crate::expr::{Arena, ExprId, Kind};
use crate::ir::{CType, Inst, Operand, Program};
use crate::memory::Content;
use crate::util::Bits;
use rustc_hash::FxHashSet;

/// Nodes of a result that is split, at most.
const MAX_NODES: usize = 64;
/// Products and quotients of inputs in it, at most.
const MAX_PRODUCTS: usize = 1;
/// Enumerators that are told apart.
const MAX_ENUMERATORS: usize = 16;
/// Comparisons of two inputs on a path that is split by them, at most: orders of many values are left whole.
const MAX_COMPARISONS: usize = 3;

impl Machine {
    /// Splits the state by the class of what the call under test is about to return.
    pub(super) fn split_result(&mut self, program: &Program, state: &mut State, inst: &Inst) -> Step {
        let Some(Record::Tested(record)) = state.frame.records.filter(|_| self.options.split_results) else {
            return Ok(());
        };
        // Where nobody knows whether the path is possible, nobody knows it of its parts.
        if state.path.witness().is_none() {
            return Ok(());
        }
        self.split_comparisons(state)?;
        let [raw] = program.extra[inst.a as usize..][..usize::from(inst.width)] else { return Ok(()) };
        let Content::Term(term) = self.value(state, Operand::from_raw(raw)).content() else { return Ok(()) };
        if !is_plain(&self.arena, term) || is_input(&self.arena, term) {
            return Ok(());
        }
        let function = state.calls[record].function;
        let Some(signature) = program.declaration(function) else { return Ok(()) };
        let ways = self.classes(program.ctype(signature.result), term);
        if ways.len() > 1 { self.fork_here(state, &ways) } else { Ok(()) }
    }

    /// Splits the state by whether the two sides of comparisons are equal.
    fn split_comparisons(&mut self, state: &mut State) -> Step {
        let mut sides = Vec::new();
        let decisions = state.path.decisions().latest_first();
        for decision in decisions.filter(|decision| decision.kind == DecisionKind::Branch) {
            let Some(pair) = compared(&self.arena, decision.condition) else { continue };
            if sides.len() == MAX_COMPARISONS {
                return Ok(());
            }
            sides.push((decision.at, pair));
        }
        let mut borders = Vec::new();
        for (at, (one, other)) in sides.into_iter().rev() {
            let equal = self.arena.eq(one, other);
            let differ = self.arena.not(equal);
            let choices = [(false, differ), (true, equal)];
            let choices = choices.map(|(what, condition)| Choice { what, condition });
            let is_equal = self.fork_here(state, &choices)?;
            borders.push(at.raw() << 1 | u32::from(is_equal));
        }
        borders.retain(|border| !state.borders.contains(border));
        state.borders.extend(borders);
        Ok(())
    }

    /// The conditions of the classes, which exclude each other and one of which holds; none if there is one class.
    fn classes(&mut self, ty: &CType, term: ExprId) -> Vec<Choice<()>> {
        let width = self.arena.width(term);
        let zero = self.arena.constant(width, 0);
        let is_zero = self.arena.eq(term, zero);
        let is_not = self.arena.not(is_zero);
        let conditions = match ty {
            CType::Bool => vec![is_zero, is_not],
            CType::Char { signed: true } | CType::Int { signed: true, .. } => {
                let negative = self.arena.slt(term, zero);
                let positive = self.arena.slt(zero, term);
                vec![is_zero, positive, negative]
            }
            CType::Char { .. } | CType::Int { .. } => vec![is_zero, is_not],
            CType::Enum { variants, .. } if variants.len() <= MAX_ENUMERATORS => {
                let mut values: Vec<u128> =
                    variants.iter().map(|variant| variant.value as u128 & width.mask()).collect();
                values.sort_unstable();
                values.dedup();
                let mut other = self.arena.bool(true);
                let mut conditions = Vec::new();
                for value in values {
                    let constant = self.arena.constant(width, value);
                    let here = self.arena.eq(term, constant);
                    let elsewhere = self.arena.not(here);
                    other = self.arena.and(other, elsewhere);
                    conditions.push(here);
                }
                conditions.push(other);
                conditions
            }
            _ => Vec::new(),
        };
        conditions.into_iter().map(|condition| Choice { what: (), condition }).collect()
    }
}

/// What a condition compares that holds with equality too, if both sides depend on inputs and are no long computations.
fn compared(arena: &Arena, condition: ExprId) -> Option<(ExprId, ExprId)> {
    let node = arena.node(condition);
    let inner = (node.kind == Kind::Not).then(|| arena.node(node.first()))?;
    let (one, other) =
        matches!(inner.kind, Kind::Ult | Kind::Slt).then(|| (inner.first(), inner.second()))?;
    let is_fit = |side: ExprId| arena.as_const(side).is_none() && is_plain(arena, side);
    (is_fit(one) && is_fit(other)).then_some((one, other))
}

/// Whether a term is an input, or one that is only made wider or narrower: nothing was computed.
fn is_input(arena: &Arena, term: ExprId) -> bool {
    let node = arena.node(term);
    match node.kind {
        Kind::Symbol => true,
        Kind::ZExt | Kind::SExt | Kind::Extract => is_input(arena, node.first()),
        _ => false,
    }
}

/// Whether questions about a term are easy.
fn is_plain(arena: &Arena, term: ExprId) -> bool {
    let mut seen = FxHashSet::default();
    let mut stack = vec![term];
    let mut n_products = 0;
    while let Some(top) = stack.pop() {
        if !seen.insert(top) {
            continue;
        }
        let node = arena.node(top);
        let is_product = matches!(node.kind, Kind::Mul | Kind::UDiv | Kind::SDiv | Kind::URem | Kind::SRem);
        let has_constant = || node.operands().any(|operand| arena.as_const(operand).is_some());
        let is_float = matches!(node.kind, Kind::FAdd | Kind::FSub | Kind::FMul | Kind::FDiv);
        n_products += usize::from(is_product && !has_constant());
        if seen.len() > MAX_NODES || n_products > MAX_PRODUCTS || is_float || node.width() > Bits(64) {
            return false;
        }
        stack.extend(node.operands());
    }
    true
}
