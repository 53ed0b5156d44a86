//! Asks a path questions and counts them: keeps possible conditions, finds the first possible of many values.

use super::{Path, Unsettled};
use crate::expr::{Arena, ExprId, SymbolId};
use crate::util::{Bits, ByteSet};
use std::ops::AddAssign;

/// What the choice of values has cost.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Probes {
    /// Questions put to the path.
    pub asked: u64,
    /// Conditions assumed, each after a question of its own.
    pub kept: u64,
    /// Questions that the path answered with no.
    pub refused: u64,
    /// Steps that needed no question, because the domain left no choice.
    pub known: u64,
}

impl AddAssign for Probes {
    fn add_assign(&mut self, other: Probes) {
        self.asked += other.asked;
        self.kept += other.kept;
        self.refused += other.refused;
        self.known += other.known;
    }
}

/// A path with its arena and the count of questions.
pub(super) struct Prober<'a> {
    pub(super) arena: &'a mut Arena,
    path: &'a mut dyn Path,
    probes: Probes,
}

impl<'a> Prober<'a> {
    pub(super) fn new(arena: &'a mut Arena, path: &'a mut dyn Path) -> Self {
        Self { arena, path, probes: Probes::default() }
    }

    pub(super) fn probes(&self) -> Probes {
        self.probes
    }

    /// The error that `symbol` has no value.
    pub(super) fn unsettled(&self, symbol: SymbolId) -> Unsettled {
        Unsettled { symbol, probes: self.probes }
    }

    pub(super) fn term(&mut self, symbol: SymbolId) -> ExprId {
        let key = self.arena.symbol_key(symbol).clone();
        self.arena.symbol(key)
    }

    pub(super) fn is_over(&self) -> bool {
        self.path.is_over()
    }

    pub(super) fn domain(&self, symbol: SymbolId) -> ByteSet {
        self.path.domain(symbol)
    }

    pub(super) fn guess(&self, symbol: SymbolId) -> Option<u128> {
        self.path.guess(symbol)
    }

    /// Counts a step that the domain has decided.
    pub(super) fn note_known(&mut self) {
        self.probes.known += 1;
    }

    /// Whether `condition` is possible. A constant needs no question.
    pub(super) fn ask(&mut self, condition: ExprId) -> bool {
        if let Some(value) = self.arena.as_const(condition) {
            return value == 1;
        }
        let possible = !self.path.is_over() && self.path.is_possible(self.arena, condition);
        self.probes.asked += 1;
        self.probes.refused += u64::from(!possible);
        possible
    }

    /// Assumes `condition` if it is possible, and says whether it was.
    pub(super) fn keep(&mut self, condition: ExprId) -> bool {
        let possible = self.ask(condition);
        if possible && self.arena.as_const(condition).is_none() {
            self.path.assume(self.arena, condition);
            self.probes.kept += 1;
        }
        possible
    }

    pub(super) fn computed_with(&mut self, symbol: SymbolId) -> Vec<SymbolId> {
        self.path.computed_with(self.arena, symbol)
    }

    pub(super) fn holds_with(&mut self, values: &[(SymbolId, u128)]) -> bool {
        self.path.holds_with(self.arena, values)
    }

    pub(super) fn value_beside(
        &mut self,
        values: &[(SymbolId, u128)],
        start: (SymbolId, u128),
    ) -> Option<u128> {
        self.path.value_beside(self.arena, values, start)
    }

    /// Assumes `symbol = value`, which is known to be possible.
    pub(super) fn keep_known(&mut self, symbol: SymbolId, value: u128) {
        let term = self.term(symbol);
        let constant = self.arena.constant(self.arena.width(term), value);
        let equal = self.arena.eq(term, constant);
        self.path.assume(self.arena, equal);
        self.probes.known += 1;
    }

    /// Assumes `symbol = value` for the first of `candidates` that is possible.
    ///
    /// The candidates are asked in groups of 1, 2, 4, 8, … and the first group that holds a possible one is
    /// halved: one question if the first candidate is possible, 2 log n at most. The result is the same as
    /// from asking one by one.
    ///
    /// If one of the candidates is known to be possible, only those before it are asked for, all at once.
    pub(super) fn keep_first(&mut self, symbol: SymbolId, candidates: &[u128]) -> Option<u128> {
        let term = self.term(symbol);
        if self.arena.width(term) == Bits(8) && candidates.len() > 1 {
            let known = self.path.possible_bytes(self.arena, symbol);
            if let Some(at) = candidates.iter().position(|value| known.contains(*value as u8)) {
                let before = &candidates[..at];
                let earlier = if at > 0 { self.keep_first_of_group(term, before) } else { None };
                return earlier.or_else(|| self.keep_equal(term, candidates[at]));
            }
        }
        let mut rest = candidates;
        let mut size = 1;
        while !rest.is_empty() {
            let (group, after) = rest.split_at(size.min(rest.len()));
            if let Some(value) = self.keep_first_of_group(term, group) {
                return Some(value);
            }
            rest = after;
            size *= 2;
        }
        None
    }

    fn keep_first_of_group(&mut self, term: ExprId, group: &[u128]) -> Option<u128> {
        if group.len() > 1 {
            let member = self.member(term, group);
            if !self.ask(member) {
                return None;
            }
        }
        let mut group = group;
        while group.len() > 1 {
            let (front, back) = group.split_at(group.len() / 2);
            let member = self.member(term, front);
            group = if self.ask(member) { front } else { back };
        }
        self.keep_equal(term, *group.first()?)
    }

    /// Assumes `term = value` if that is possible.
    fn keep_equal(&mut self, term: ExprId, value: u128) -> Option<u128> {
        let width = self.arena.width(term);
        let constant = self.arena.constant(width, value);
        let equal = self.arena.eq(term, constant);
        self.keep(equal).then_some(value)
    }

    /// The condition that each of `symbols` has its value of `values`.
    pub(super) fn all_equal(&mut self, symbols: &[SymbolId], values: &[u8]) -> ExprId {
        let mut all = self.arena.bool(true);
        for (symbol, value) in symbols.iter().zip(values) {
            let term = self.term(*symbol);
            let constant = self.arena.constant(Bits(8), u128::from(*value));
            let equal = self.arena.eq(term, constant);
            all = self.arena.and(all, equal);
        }
        all
    }

    /// The condition that `term` has one of `values`: a disjunction of ranges.
    pub(super) fn member(&mut self, term: ExprId, values: &[u128]) -> ExprId {
        let mut sorted = values.to_vec();
        sorted.sort_unstable();
        sorted.dedup();
        let mut condition = self.arena.bool(false);
        for run in sorted.chunk_by(|a, b| a.checked_add(1) == Some(*b)) {
            let in_run = self.range(term, run[0], run[run.len() - 1]);
            condition = self.arena.or(condition, in_run);
        }
        condition
    }

    fn range(&mut self, term: ExprId, low: u128, high: u128) -> ExprId {
        let width: Bits = self.arena.width(term);
        let (first, last) = (self.arena.constant(width, low), self.arena.constant(width, high));
        if low == high {
            return self.arena.eq(term, first);
        }
        let above = self.arena.ule(first, term);
        let below = self.arena.ule(term, last);
        self.arena.and(above, below)
    }
}
