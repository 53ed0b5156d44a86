//! Splits a path by whether an input is one where the result is multiplied by it or divided by it, if the
//! path says that it is at least one. One is the border of that condition, but it hides what is done with the
//! number: a test with it would pass if the code multiplied instead of dividing.

use super::{MAX_NODES, MAX_RANGES, all_parts, marked, note_border};
use crate::exec::machine::{Machine, Step};
use crate::exec::state::State;
use crate::expr::{Arena, ExprId, Kind, SymbolId};
use crate::ir::{Inst, Program};

impl Machine {
    /// Splits the state by whether factors and divisors of the result are one.
    pub(super) fn split_factors(
        &mut self,
        program: &Program,
        state: &mut State,
        record: usize,
        inst: &Inst,
    ) -> Step {
        let Some(term) = self.returned_term(program, state, inst) else { return Ok(()) };
        let factors = factors(&self.arena, term);
        if factors.is_empty() {
            return Ok(());
        }
        let ranges = self.ranges(program, state, record);
        let from_one = ranges.iter().filter(|range| factors.contains(&range.symbol));
        let from_one = from_one.filter_map(|range| range.lower.filter(|(bound, _)| bound.number() == 1));
        for (bound, at) in from_one.take(MAX_RANGES).collect::<Vec<_>>() {
            let one = self.arena.constant(bound.width, 1);
            let is_one = self.split_equal(state, bound.term, one)?;
            let mark = marked([at.raw(), 7, u32::MAX], is_one);
            note_border(state, mark);
        }
        Ok(())
    }
}

/// The inputs by which something that is not constant is multiplied or divided; none in long computations.
fn factors(arena: &Arena, term: ExprId) -> Vec<SymbolId> {
    let mut found = Vec::new();
    let is_short = all_parts(arena, term, |part, n_parts| {
        let node = arena.node(part);
        let is_product = matches!(
            node.kind,
            Kind::Mul | Kind::UDiv | Kind::SDiv | Kind::URem | Kind::SRem | Kind::FMul | Kind::FDiv
        );
        if is_product && node.operands().all(|operand| arena.as_const(operand).is_none()) {
            found.extend(node.operands().filter_map(|operand| converted_input(arena, operand)));
        }
        n_parts <= MAX_NODES
    });
    if is_short { found } else { Vec::new() }
}

/// The input that a term is, perhaps with another width or as a float.
fn converted_input(arena: &Arena, term: ExprId) -> Option<SymbolId> {
    let node = arena.node(term);
    match node.kind {
        Kind::Symbol => Some(node.symbol()),
        Kind::ZExt | Kind::SExt | Kind::Extract | Kind::SToF | Kind::UToF | Kind::FToF => {
            converted_input(arena, node.first())
        }
        _ => None,
    }
}
