//! What the backends of cvc5 and Z3 have in common: one context of the solver that is kept from question to
//! question.
//!
//! Conditions are asserted on levels, as with `push` and `pop` of SMT-LIB. The conditions of a question
//! usually extend those of the last by a few at the end. So levels are popped down to the conditions that
//! both share, and the rest is pushed; what the solver learnt from the shared conditions stays. (Assumption
//! literals, the other way to be incremental, took twice the time on conditions of string code in both
//! solvers: every condition that was ever assumed stays in the solver.)
//!
//! A context is replaced after some time, since both solvers keep something of every term that they have met.

use super::translate::{Failure, TermBuilder, Translation};
use super::{Backend, BackendKind, QueryLimit, Verdict};
use crate::expr::{Arena, Assignment, ExprId, SymbolId};
use crate::util::Bits;

/// For terms nested less deep than this, the stack of any thread suffices for the solvers.
const SHALLOW: u32 = 500;

/// The stack for each level of deeper terms, in bytes: cvc5 recurses over terms and their circuits, also when
/// it frees them, with up to a kilobyte a level.
const STACK_PER_LEVEL: usize = 4 << 10;

/// What a solver says when it is asked.
pub(super) enum Decision {
    Sat,
    Unsat,
    Unknown(String),
}

/// A running solver with the terms that were built for it. Dropping it frees both.
pub(super) trait Context: TermBuilder {
    /// The solver.
    const KIND: BackendKind;
    /// How many terms a context is given before it is replaced.
    const MAX_TERMS: usize;

    /// A context that holds nothing.
    fn start() -> Self;

    /// Opens a level.
    fn push(&mut self) -> Result<(), Failure>;

    /// Drops the last `n_levels` levels with what was asserted on them.
    fn pop(&mut self, n_levels: usize) -> Result<(), Failure>;

    /// Asserts `condition`, a Boolean, on the last level.
    fn assert(&mut self, condition: Self::Term) -> Result<(), Failure>;

    /// Decides the conjunction of what is asserted.
    fn decide(&mut self) -> Decision;

    /// Sets the limit of every following decision. Returns true if the levels were lost by that.
    fn limit(&mut self, limit: QueryLimit) -> bool;

    /// Prepares for terms with floats, before the first of them is asserted. Returns true if the levels were
    /// lost by that.
    fn expect_floats(&mut self) -> bool;

    /// The values of constant symbols in the model of the last decision, which was `Sat`.
    fn values(&mut self, symbols: &[(Self::Term, Bits)]) -> Result<Vec<u128>, Failure>;
}

/// Answers questions about one arena with contexts of one solver.
pub(super) struct Incremental<C: Context> {
    context: C,
    translation: Translation<C::Term>,
    /// The conditions that are asserted, first to last.
    held: Vec<ExprId>,
    /// How many conditions were held when each level was opened.
    levels: Vec<usize>,
    limit: QueryLimit,
    /// Whether the context knows that there are floats.
    has_floats: bool,
    max_terms: usize,
}

impl<C: Context> Backend for Incremental<C> {
    fn kind(&self) -> BackendKind {
        C::KIND
    }

    fn check(
        &mut self,
        arena: &Arena,
        conditions: &[ExprId],
        symbols: &[SymbolId],
        limit: QueryLimit,
    ) -> Verdict {
        if self.translation.len() > self.max_terms {
            *self = Self::new();
        }
        let is_first = self.translation.len() == 0;
        let verdict = self.answer(arena, conditions, symbols, limit);
        if is_first {
            // A path condition that is large by itself must not cost a fresh context at every question.
            self.max_terms = self.max_terms.max(2 * self.translation.len());
        }
        if let Ok(Verdict::Unknown(_)) | Err(_) = verdict {
            // What made the solver give up stays in its context, so the context is replaced.
            *self = Self::new();
        }
        verdict.unwrap_or_else(Verdict::Unknown)
    }
}

impl<C: Context> Incremental<C> {
    /// A solver that was asked nothing yet.
    pub(super) fn new() -> Self {
        Self {
            context: C::start(),
            translation: Translation::new(),
            held: Vec::new(),
            levels: Vec::new(),
            limit: QueryLimit::default(),
            has_floats: false,
            max_terms: C::MAX_TERMS,
        }
    }

    fn answer(
        &mut self,
        arena: &Arena,
        conditions: &[ExprId],
        symbols: &[SymbolId],
        limit: QueryLimit,
    ) -> Result<Verdict, Failure> {
        if self.limit != limit {
            self.limit = limit;
            if self.context.limit(limit) {
                self.held.clear();
                self.levels.clear();
            }
        }
        // Solvers recurse over a condition as soon as it is asserted. So all conditions are translated first,
        // which tells how deep they are.
        let mut terms = Vec::with_capacity(conditions.len());
        for condition in conditions {
            debug_assert_eq!(arena.width(*condition), Bits(1), "a condition is a truth value");
            terms.push(self.translation.term(&mut self.context, arena, *condition)?);
        }
        if self.translation.has_floats() && !self.has_floats {
            self.has_floats = true;
            if self.context.expect_floats() {
                self.held.clear();
                self.levels.clear();
            }
        }
        self.with_stack(|this| {
            this.hold(arena, conditions, &terms)?;
            match this.context.decide() {
                Decision::Sat => Ok(Verdict::Sat(this.model(arena, symbols)?)),
                Decision::Unsat => Ok(Verdict::Unsat),
                Decision::Unknown(reason) => Ok(Verdict::Unknown(reason)),
            }
        })
    }

    /// Runs `work` with a stack on which the solver can recurse over the deepest term it has.
    fn with_stack<R>(&mut self, work: impl FnOnce(&mut Self) -> R) -> R {
        match self.translation.max_depth() {
            0..SHALLOW => work(self),
            depth => {
                let size = depth as usize * STACK_PER_LEVEL;
                stacker::maybe_grow(size, size, || work(self))
            }
        }
    }

    /// Makes `conditions` the conditions that are asserted. The last one gets a level of its own, since the
    /// next question often asks for its negation; the new ones before it share a level.
    fn hold(&mut self, arena: &Arena, conditions: &[ExprId], terms: &[C::Term]) -> Result<(), Failure> {
        let n_shared = self.held.iter().zip(conditions).take_while(|(old, new)| old == new).count();
        let mut n_popped = 0;
        while self.held.len() > n_shared
            && let Some(start) = self.levels.pop()
        {
            self.held.truncate(start);
            n_popped += 1;
        }
        if n_popped > 0 {
            self.context.pop(n_popped)?;
        }
        let last = conditions.len().saturating_sub(1);
        let start = self.held.len();
        for (index, condition) in conditions.iter().enumerate().skip(start) {
            if index == start || index == last {
                self.context.push()?;
                self.levels.push(index);
            }
            for definition in self.translation.definitions(arena, *condition) {
                self.context.assert(definition)?;
            }
            self.context.assert(terms[index])?;
            self.held.push(*condition);
        }
        Ok(())
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

impl<C: Context> Drop for Incremental<C> {
    /// Frees a context of deep terms on a stack that is large enough for it.
    fn drop(&mut self) {
        if self.translation.max_depth() >= SHALLOW {
            self.with_stack(|this| drop(std::mem::replace(&mut this.context, C::start())));
        }
    }
}
