//! A wrapper around every backend: it reads back only the symbols that matter, and checks models by
//! evaluating terms.

use super::{Backend, BackendKind, QueryLimit, Verdict};
use crate::expr::{Arena, Evaluator, ExprId, Support, SymbolId};
use crate::util::Interrupt;

/// A backend whose models are checked on the terms.
///
/// Symbols that no condition of the question mentions are not asked for, so they are zero and not what an
/// earlier question left in the solver. In debug builds, the conditions are evaluated under each model that
/// has all of their symbols.
pub(super) struct Validated<B> {
    inner: B,
    support: Support,
    /// By symbol: the number of the last question whose conditions mention it.
    mentioned: Vec<u32>,
    question: u32,
    evaluator: Evaluator,
}

impl<B: Backend> Validated<B> {
    /// Wraps `inner`.
    pub(super) fn new(inner: B) -> Self {
        Self {
            inner,
            support: Support::new(),
            mentioned: Vec::new(),
            question: 0,
            evaluator: Evaluator::new(),
        }
    }

    /// Marks the symbols of the conditions with the number of this question; returns how many there are.
    fn mark(&mut self, arena: &Arena, conditions: &[ExprId]) -> usize {
        if self.question == u32::MAX {
            self.mentioned.fill(0);
            self.question = 0;
        }
        self.question += 1;
        self.mentioned.resize(arena.n_symbols(), 0);
        let mut n_mentioned = 0;
        for condition in conditions {
            for symbol in self.support.of(arena, *condition).iter() {
                let mark = &mut self.mentioned[symbol.index()];
                n_mentioned += usize::from(*mark != self.question);
                *mark = self.question;
            }
        }
        n_mentioned
    }
}

impl<B: Backend> Backend for Validated<B> {
    fn kind(&self) -> BackendKind {
        self.inner.kind()
    }

    fn check(
        &mut self,
        arena: &Arena,
        conditions: &[ExprId],
        symbols: &[SymbolId],
        limit: QueryLimit,
    ) -> Verdict {
        let n_mentioned = self.mark(arena, conditions);
        let mut asked: Vec<SymbolId> = symbols
            .iter()
            .copied()
            .filter(|symbol| self.mentioned[symbol.index()] == self.question)
            .collect();
        asked.sort_unstable();
        asked.dedup();
        let verdict = self.inner.check(arena, conditions, &asked, limit);
        if cfg!(debug_assertions)
            && asked.len() == n_mentioned
            && let Verdict::Sat(model) = &verdict
        {
            assert!(
                self.evaluator.all_hold(arena, model, conditions),
                "{} gave a model that does not satisfy the conditions",
                self.kind().name()
            );
        }
        verdict
    }

    fn watch(&mut self, interrupt: &Interrupt) {
        self.inner.watch(interrupt);
    }

    fn supports(&mut self, arena: &Arena, conditions: &[ExprId]) -> bool {
        self.inner.supports(arena, conditions)
    }

    fn core(&mut self) -> Option<Vec<ExprId>> {
        self.inner.core()
    }

    fn propagated(&self) -> u64 {
        self.inner.propagated()
    }
}
