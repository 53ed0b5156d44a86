//! Splits a path by the remainder of a division that depends on inputs: no remainder, or the largest one.
//! With most other remainders, the quotient stays the same if the dividend or the divisor is off by one. If
//! bits of inputs are put together with few branches, each input has all its bits set once, which shows what
//! is masked and what is kept.

use super::wraps::gone_around;
use super::{all_parts, input_of, is_plain, marked, note_border};
use crate::exec::decision::DecisionKind;
use crate::exec::fork::Choice;
use crate::exec::machine::{Machine, Step};
use crate::exec::state::State;
use crate::expr::{Arena, ExprId, Kind, SymbolId};
use crate::ir::{Inst, Program};
use crate::testcase::InputKind;
use crate::util::Bits;

/// How many inputs a result of bits may have for each of them to be tried with all bits set.
const MAX_FULL: usize = 4;

/// How many branches a path may have for that.
const MAX_BRANCHES: usize = 2;

impl Machine {
    /// Splits the state by cases of arithmetic that a single test would not show: a division without a
    /// remainder, a division with the largest remainder, a remainder that has gone around and, if bits are put together, each input with all its
    /// bits set.
    pub(super) fn split_by_arithmetic(
        &mut self,
        program: &Program,
        state: &mut State,
        record: usize,
        inst: &Inst,
    ) -> Step {
        let Some(term) = self.returned_term(program, state, inst) else { return Ok(()) };
        if !is_plain(&self.arena, term) {
            return Ok(());
        }
        let parts = Parts::of(&self.arena, term);
        let mut ways = Vec::new();
        if let [division] = parts.divisions[..] {
            ways.extend(self.ends_of(division));
        }
        ways.extend(gone_around(&mut self.arena, term));
        let decided = state.path.decisions().since(&state.calls[record].decisions_before);
        let n_branches = decided.filter(|decision| decision.kind == DecisionKind::Branch).count();
        if parts.has_bits && (n_branches == 0 || n_branches <= MAX_BRANCHES && is_of_bits(&self.arena, term))
        {
            ways.extend(self.full(state, &parts.symbols));
        }
        if ways.is_empty() {
            return Ok(());
        }
        let mut choices = Vec::new();
        let mut otherwise = self.arena.bool(true);
        for (number, condition) in (0..).zip(ways) {
            let alone = self.arena.and(otherwise, condition);
            let not = self.arena.not(condition);
            otherwise = self.arena.and(otherwise, not);
            choices.push(Choice { what: Some(number), condition: alone });
        }
        choices.push(Choice { what: None, condition: otherwise });
        if let Some(number) = self.fork_here(state, &choices)? {
            let mark = marked([state.pc.raw(), 2, number], true);
            note_border(state, mark);
        }
        Ok(())
    }

    /// Two conditions: a division gives something and leaves no remainder, or leaves the largest remainder.
    fn ends_of(&mut self, division: Division) -> [ExprId; 2] {
        let Division { dividend, divisor, quotient, is_signed } = division;
        let width = self.arena.width(dividend);
        let (zero, divided) = (self.arena.constant(width, 0), self.arena.constant(width, divisor));
        let most = self.arena.constant(width, divisor - 1);
        let left = match is_signed {
            true => self.arena.srem(dividend, divided),
            false => self.arena.urem(dividend, divided),
        };
        let is_nothing = self.arena.eq(quotient, zero);
        let is_something = self.arena.not(is_nothing);
        [zero, most].map(|rest| {
            let is_left = self.arena.eq(left, rest);
            self.arena.and(is_something, is_left)
        })
    }

    /// For each of these inputs that is a number, the condition that all its bits are set.
    fn full(&mut self, state: &State, symbols: &[SymbolId]) -> Vec<ExprId> {
        let is_number = |symbol: &&SymbolId| {
            let input = &state.inputs[self.arena.symbol_key(**symbol).input as usize];
            matches!(input.kind, InputKind::Integer { .. }) && !input.is_bool
        };
        let numbers: Vec<SymbolId> = symbols.iter().filter(is_number).copied().collect();
        if numbers.len() > MAX_FULL {
            return Vec::new();
        }
        let is_full = |symbol: SymbolId| {
            let term = self.arena.symbol_term(symbol);
            let width = self.arena.width(term);
            let all = self.arena.constant(width, width.mask());
            self.arena.eq(term, all)
        };
        numbers.into_iter().map(is_full).collect()
    }
}

/// Whether a term only moves bits of inputs by sums of others, and puts them together.
fn is_of_bits(arena: &Arena, term: ExprId) -> bool {
    use Kind::{
        AShr, Add, And, Concat, Const, Extract, LShr, Neg, Not, Or, SExt, Shl, Sub, Symbol, Xor, ZExt,
    };
    all_parts(arena, term, |part, _| match arena.node(part).kind {
        And | Or | Xor | Not | Add | Sub | Neg | Shl | LShr | AShr => true,
        kind => matches!(kind, ZExt | SExt | Extract | Concat | Symbol | Const),
    })
}

impl State {
    /// The conditions by which the end of the path was split that an input does not have all its bits set. They
    /// are none of the program.
    pub fn not_full(&self, arena: &Arena) -> Vec<ExprId> {
        let choices = self.path.decisions().latest_first().filter(|it| it.kind == DecisionKind::Choice);
        let mut open: Vec<ExprId> = choices.map(|decision| decision.condition).collect();
        let mut found = Vec::new();
        while let Some(condition) = open.pop() {
            let node = arena.node(condition);
            match node.kind {
                Kind::And if node.width() == Bits(1) => open.extend([node.first(), node.second()]),
                Kind::Not => {
                    let equal = arena.node(node.first());
                    let is_full = |side: ExprId| arena.as_const(side) == Some(arena.width(side).mask());
                    let is_it = equal.kind == Kind::Eq
                        && arena.width(equal.first()) > Bits(1)
                        && (is_full(equal.first()) || is_full(equal.second()));
                    found.extend(is_it.then_some(condition));
                }
                _ => {}
            }
        }
        found
    }
}

/// A division by a constant, or a shift to the right.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
struct Division {
    dividend: ExprId,
    divisor: u128,
    quotient: ExprId,
    is_signed: bool,
}

impl Division {
    fn of(arena: &Arena, quotient: ExprId) -> Option<Self> {
        let node = arena.node(quotient);
        let is_signed = match node.kind {
            Kind::UDiv | Kind::LShr => false,
            Kind::SDiv | Kind::AShr => true,
            _ => return None,
        };
        let constant = arena.as_const(node.second())?;
        let divisor = match node.kind {
            Kind::LShr | Kind::AShr => 1u128.checked_shl(u32::try_from(constant).ok()?)?,
            _ => constant,
        };
        let is_positive = divisor <= node.width().mask() >> 1;
        let dividend = node.first();
        (divisor > 1 && is_positive).then_some(Self { dividend, divisor, quotient, is_signed })
    }
}

/// What a result is made of.
#[derive(Default)]
struct Parts {
    divisions: Vec<Division>,
    /// In the order of their inputs.
    symbols: Vec<SymbolId>,
    /// Whether bits of inputs are put together.
    has_bits: bool,
}

impl Parts {
    fn of(arena: &Arena, term: ExprId) -> Self {
        let mut parts = Self::default();
        let mut distances = Vec::new();
        all_parts(arena, term, |part, _| {
            let node = arena.node(part);
            let is_wide = node.width() > Bits(1);
            parts.has_bits |= is_wide && matches!(node.kind, Kind::And | Kind::Or | Kind::Xor | Kind::Shl);
            parts.symbols.extend((node.kind == Kind::Symbol).then(|| node.symbol()));
            // The distance of a shift does not count: nothing is shifted by more than its width.
            let is_shift = matches!(node.kind, Kind::Shl | Kind::LShr | Kind::AShr);
            distances.extend(is_shift.then(|| input_of(arena, node.second())).flatten());
            parts.divisions.extend(Division::of(arena, part));
            true
        });
        parts.symbols.retain(|symbol| !distances.contains(symbol));
        parts.symbols.sort_unstable();
        parts
    }
}
