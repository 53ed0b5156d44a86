//! A solver of our own for bit vectors: terms become circuits, and these the clauses of CaDiCaL.
//!
//! Every term is translated once, and every gate is given to the SAT solver once, when a question first needs
//! it. The conditions of a question are assumed and not asserted, so everything that the SAT solver learns
//! follows from the circuits alone and stays true for all questions.
//!
//! Invariants:
//! - a question that a limit ends leaves nothing behind;
//! - answers depend only on the sequence of questions, unless a time limit ends one.
//!
//! Floats have no circuits here; see [`Backend::supports`].

mod blast;
mod core;
mod gates;
mod products;
mod words;

use self::core::{Core, Failure};
use super::{Backend, BackendKind, QueryLimit, Verdict};
use crate::expr::{Arena, Assignment, ExprId, SymbolId};
use crate::solver::burden::FloatTerms;
use crate::util::Interrupt;
use blast::Blaster;
use gates::{Budget, Gate, Gates, Lit};
use rustc_hash::FxHashSet;
use std::time::Instant;

/// The most gates of a circuit: with their clauses about a gigabyte.
const MAX_GATES: usize = 8_000_000;

/// Gates that are kept from question to question.
const MAX_KEPT_GATES: usize = 2_000_000;

/// The name and version of the SAT solver.
pub(super) fn version() -> String {
    self::core::signature()
}

/// The backend of circuits.
pub(super) struct Sat {
    blaster: Blaster,
    gates: Gates,
    core: Core,
    max_kept_gates: usize,
    floats: FloatTerms,
    /// The conditions that the last `Unsat` rests on.
    unsat_core: Option<Vec<ExprId>>,
    /// Literals that solvers which were given up have propagated.
    propagated: u64,
    interrupt: Interrupt,
}

impl Sat {
    /// A solver that was asked nothing yet.
    pub(super) fn new() -> Self {
        Self {
            blaster: Blaster::new(),
            gates: Gates::new(),
            core: Core::start(),
            max_kept_gates: MAX_KEPT_GATES,
            floats: FloatTerms::default(),
            unsat_core: None,
            propagated: 0,
            interrupt: Interrupt::default(),
        }
    }

    /// Forgets all circuits.
    fn forget(&mut self) {
        self.propagated += self.core.all_propagated();
        self.blaster = Blaster::new();
        self.gates = Gates::new();
        self.core = Core::start();
        self.core.watch(&self.interrupt);
        self.max_kept_gates = MAX_KEPT_GATES;
    }

    fn answer(
        &mut self,
        arena: &Arena,
        conditions: &[ExprId],
        symbols: &[SymbolId],
        limit: QueryLimit,
    ) -> Result<Verdict, Failure> {
        let until = limit.time.map(|time| Instant::now() + time);
        self.gates.set_budget(Budget { until, gates: MAX_GATES });
        let is_first = self.gates.is_empty();
        let mut lits = Vec::with_capacity(conditions.len());
        for condition in conditions {
            lits.push(
                self.blaster.bit(&mut self.gates, arena, *condition).map_err(|reason| reason.to_string())?,
            );
        }
        if is_first {
            // A path condition that is large by itself must not be translated anew for every question.
            self.max_kept_gates = self.max_kept_gates.max(2 * self.gates.len());
        }
        let Some(conjuncts) = conjuncts(&self.gates, &lits) else { return Ok(Verdict::Unsat) };
        let (lits, owners): (Vec<Lit>, Vec<usize>) = conjuncts.into_iter().unzip();
        match self.core.decide(&self.gates, &lits, until, limit.conflicts)? {
            Some(true) => Ok(Verdict::Sat(self.model(arena, symbols)?)),
            Some(false) => {
                let failed: FxHashSet<Lit> = self.core.failed(&lits)?.into_iter().collect();
                let parts = lits.iter().zip(owners).filter(|(lit, _)| failed.contains(lit));
                self.unsat_core = Some(parts.map(|(_, owner)| conditions[owner]).collect());
                Ok(Verdict::Unsat)
            }
            None => Err("the limit of the question".to_owned()),
        }
    }

    fn model(&self, arena: &Arena, symbols: &[SymbolId]) -> Result<Assignment, Failure> {
        let mut assignment = Assignment::new();
        for symbol in symbols {
            let mut value = 0;
            for (index, bit) in self.blaster.symbol(arena, *symbol).unwrap_or(&[]).iter().enumerate() {
                value |= u128::from(self.core.value(*bit)?) << index;
            }
            assignment.set(*symbol, value);
        }
        Ok(assignment)
    }
}

impl Backend for Sat {
    fn kind(&self) -> BackendKind {
        BackendKind::Sat
    }

    fn propagated(&self) -> u64 {
        self.propagated + self.core.all_propagated()
    }

    fn check(
        &mut self,
        arena: &Arena,
        conditions: &[ExprId],
        symbols: &[SymbolId],
        limit: QueryLimit,
    ) -> Verdict {
        if !self.supports(arena, conditions) {
            return Verdict::Unknown("floats have no circuits".to_owned());
        }
        if self.gates.len() > self.max_kept_gates {
            self.forget();
        }
        self.unsat_core = None;
        self.answer(arena, conditions, symbols, limit).unwrap_or_else(|reason| {
            self.forget();
            Verdict::Unknown(reason)
        })
    }

    fn watch(&mut self, interrupt: &Interrupt) {
        self.interrupt = interrupt.clone();
        self.core.watch(interrupt);
    }

    fn core(&mut self) -> Option<Vec<ExprId>> {
        self.unsat_core.take()
    }

    fn supports(&mut self, arena: &Arena, conditions: &[ExprId]) -> bool {
        !conditions.iter().any(|condition| self.floats.occur_in(arena, *condition))
    }
}

/// Literals that all hold exactly if all of `lits` do, each with the position of the one that it comes from:
/// conjunctions are taken apart, constants and repetitions are dropped. `None` if they contradict each other.
fn conjuncts(gates: &Gates, lits: &[Lit]) -> Option<Vec<(Lit, usize)>> {
    let mut seen = FxHashSet::default();
    let mut found = Vec::new();
    let mut stack: Vec<(Lit, usize)> =
        lits.iter().copied().enumerate().rev().map(|(owner, lit)| (lit, owner)).collect();
    while let Some((lit, owner)) = stack.pop() {
        if lit == Lit::FALSE || seen.contains(&!lit) {
            return None;
        }
        if lit == Lit::TRUE || !seen.insert(lit) {
            continue;
        }
        match gates.gate(lit.gate()) {
            Gate::And(a, b) if !lit.is_complement() => stack.extend([(b, owner), (a, owner)]),
            _ => found.push((lit, owner)),
        }
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expr::SymbolKey;
    use crate::util::Bits;

    #[test]
    fn the_work_of_questions_adds_up_also_over_solvers_that_were_given_up() {
        let mut arena = Arena::new();
        let [x, y] = [0, 1].map(|element| {
            let symbol = arena.symbol(SymbolKey { input: 0, element, name: "x".into(), width: Bits(16) });
            arena.zext(symbol, Bits(32))
        });
        let product = arena.mul(x, y);
        let mut sat = Sat::new();
        let mut before = sat.propagated();
        for factors in [251 * 241, 211 * 199, 61 * 53] {
            let number = arena.constant(Bits(32), factors);
            let is_it = arena.eq(product, number);
            let verdict = sat.check(&arena, &[is_it], &[], QueryLimit::default());
            assert!(matches!(verdict, Verdict::Sat(_)), "{verdict:?}");
            assert!(sat.propagated() > before);
            before = sat.propagated();
            sat.forget();
            assert_eq!(sat.propagated(), before);
        }
    }
}
