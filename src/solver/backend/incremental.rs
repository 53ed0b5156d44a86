//! What every backend does around its solver: one context that is kept from question to question, an
//! assumption for each condition, and a fresh context once the old one has grown too large.

use super::translate::{Failure, TermBuilder, Translation};
use super::{QueryLimit, Verdict};
use crate::expr::{Arena, Assignment, ExprId, SymbolId};
use crate::util::Bits;
use rustc_hash::FxHashMap;
use std::time::Duration;

/// Conditions that a context is given before it is recycled. A solver propagates through every condition that
/// it holds, whether the question assumes it or not.
const MAX_CONDITIONS: usize = 2_000;

/// Terms that a context is given before it is recycled: some hundred bytes each in either solver.
const MAX_TERMS: usize = 500_000;

/// What a solver says when it is asked.
pub(super) enum Decision {
    Sat,
    Unsat,
    Unknown(String),
}

/// A running solver with the terms that were built for it. Dropping it frees both.
pub(super) trait Context: TermBuilder {
    /// A context that holds nothing.
    fn start() -> Self;

    /// A term to assume wherever `condition`, a Boolean, should hold. Asked once a condition and context.
    fn assumption(&mut self, condition: Self::Term) -> Result<Self::Term, Failure>;

    /// Decides the conjunction of `assumptions`.
    fn decide(&mut self, assumptions: &[Self::Term], time: Option<Duration>) -> Decision;

    /// The values of constant symbols in the model of the last decision, which was `Sat`.
    fn values(&mut self, symbols: &[(Self::Term, Bits)]) -> Result<Vec<u128>, Failure>;
}

/// Answers questions about one arena with contexts of one solver.
pub(super) struct Incremental<C: Context> {
    context: C,
    translation: Translation<C::Term>,
    assumptions: FxHashMap<ExprId, C::Term>,
    max_conditions: usize,
    max_terms: usize,
}

impl<C: Context> Incremental<C> {
    /// A solver that was asked nothing yet.
    pub(super) fn new() -> Self {
        Self {
            context: C::start(),
            translation: Translation::new(),
            assumptions: FxHashMap::default(),
            max_conditions: MAX_CONDITIONS,
            max_terms: MAX_TERMS,
        }
    }

    /// See [`super::Backend::check`].
    pub(super) fn check(
        &mut self,
        arena: &Arena,
        conditions: &[ExprId],
        symbols: &[SymbolId],
        limit: QueryLimit,
    ) -> Verdict {
        if self.assumptions.len() > self.max_conditions || self.translation.len() > self.max_terms {
            *self = Self::new();
        }
        let is_first = self.assumptions.is_empty();
        let verdict = self.answer(arena, conditions, symbols, limit);
        if is_first {
            // A path condition that is large by itself must not cost a fresh context at every question.
            self.max_conditions = self.max_conditions.max(2 * self.assumptions.len());
            self.max_terms = self.max_terms.max(2 * self.translation.len());
        }
        if let Ok(Verdict::Unknown(_)) | Err(_) = verdict {
            // What made the solver give up stays with its context.
            *self = Self::new();
        }
        verdict.unwrap_or_else(Verdict::Unknown)
    }

    fn answer(
        &mut self,
        arena: &Arena,
        conditions: &[ExprId],
        symbols: &[SymbolId],
        limit: QueryLimit,
    ) -> Result<Verdict, Failure> {
        let mut assumed = Vec::with_capacity(conditions.len());
        for condition in conditions {
            debug_assert_eq!(arena.width(*condition), Bits(1), "a condition is a truth value");
            assumed.push(self.assumption(arena, *condition)?);
        }
        match self.context.decide(&assumed, limit.time) {
            Decision::Sat => Ok(Verdict::Sat(self.model(arena, symbols)?)),
            Decision::Unsat => Ok(Verdict::Unsat),
            Decision::Unknown(reason) => Ok(Verdict::Unknown(reason)),
        }
    }

    fn assumption(&mut self, arena: &Arena, condition: ExprId) -> Result<C::Term, Failure> {
        if let Some(known) = self.assumptions.get(&condition) {
            return Ok(*known);
        }
        let term = self.translation.term(&mut self.context, arena, condition)?;
        let assumption = self.context.assumption(term)?;
        self.assumptions.insert(condition, assumption);
        Ok(assumption)
    }

    /// The model's values of `symbols`; those that no condition ever mentioned stay zero.
    fn model(&mut self, arena: &Arena, symbols: &[SymbolId]) -> Result<Assignment, Failure> {
        let (known, terms): (Vec<SymbolId>, Vec<_>) = symbols
            .iter()
            .filter_map(|symbol| {
                let term = self.translation.symbol(*symbol)?;
                Some((*symbol, (term, arena.symbol_key(*symbol).width)))
            })
            .unzip();
        let mut assignment = Assignment::new();
        for (symbol, value) in known.into_iter().zip(self.context.values(&terms)?) {
            assignment.set(symbol, value);
        }
        Ok(assignment)
    }
}
