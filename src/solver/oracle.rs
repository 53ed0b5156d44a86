//! The backends that a worker asks: the one that was chosen, another where that one cannot decide, and a second
//! opinion.

use super::backend::{Backend, BackendKind, QueryLimit, Verdict};
use super::burden::{self, FloatTerms};
use super::options::{Disagreement, SolverOptions};
use super::race::Race;
use crate::expr::{Arena, ExprId, SymbolId};
use std::time::{Duration, Instant};

/// Backends of one worker. Each is started at its first question: most runs never ask one, and starting takes
/// milliseconds.
#[derive(Default)]
pub(super) struct Oracle {
    chosen: Option<Box<dyn Backend>>,
    /// What is asked where the chosen one does not support a question.
    other: Option<Box<dyn Backend>>,
    /// What is asked where cvc5 would not listen to a limit.
    patient: Option<Box<dyn Backend>>,
    checker: Option<Box<dyn Backend>>,
    floats: FloatTerms,
    disagreement: Option<Box<Disagreement>>,
    /// Time spent in backends.
    pub(super) time: Duration,
}

impl Oracle {
    /// The first disagreement of two backends.
    pub(super) fn disagreement(&self) -> Option<&Disagreement> {
        self.disagreement.as_deref()
    }

    /// Decides the conjunction of `conditions`. The conditions that an `Unsat` rests on come with it, if the
    /// backend tells them.
    pub(super) fn decide(
        &mut self,
        options: &SolverOptions,
        arena: &Arena,
        conditions: &[ExprId],
        symbols: &[SymbolId],
    ) -> (Verdict, Option<Vec<ExprId>>) {
        let start = Instant::now();
        let left = options.deadline.left();
        if options.deadline.is_over() {
            return (Verdict::Unknown("the end of the run".to_owned()), None);
        }
        let time = [options.limit.time, left.map(in_steps)].into_iter().flatten().min();
        let limit = QueryLimit { time, ..options.limit };
        let log = options.log.as_ref();
        let chosen = self.chosen.get_or_insert_with(|| match options.race {
            true => {
                let mut race: Box<dyn Backend> = Box::new(Race::new(options.backend, log));
                race.watch(options.deadline.interrupt());
                race
            }
            false => started(options.backend, options),
        });
        // Who asks for cvc5 gets it. In a race it would be busy for as long as if it were asked alone.
        let (backend, is_fallback) = match chosen.supports(arena, conditions) {
            true if options.race && cfg!(feature = "cvc5") => {
                let is_about_floats =
                    conditions.iter().any(|condition| self.floats.occur_in(arena, *condition));
                (chosen, is_about_floats)
            }
            true => (chosen, false),
            false => {
                let other = self.other.get_or_insert_with(|| started(BackendKind::GENERAL, options));
                let is_cvc5 = other.kind() == BackendKind::Cvc5;
                (other, is_cvc5)
            }
        };
        // Making circuits of floats ends at no limit, so what is too much for it is not begun.
        if let Some(conflicts) = limit.conflicts.filter(|_| is_fallback)
            && burden::is_heavier(arena, conditions, conflicts.saturating_mul(burden::CONFLICT))
        {
            return (Verdict::Unknown("more operations on floats than the limit allows".to_owned()), None);
        }
        let backend = match is_fallback && burden::is_heavier(arena, conditions, burden::MOST) {
            true if !cfg!(feature = "z3") => {
                return (Verdict::Unknown("more operations on floats than cvc5 is asked".to_owned()), None);
            }
            true => self.patient.get_or_insert_with(|| started(BackendKind::PATIENT, options)),
            false => backend,
        };
        let verdict = backend.check(arena, conditions, symbols, limit);
        let kind = backend.kind();
        let core = if verdict == Verdict::Unsat { backend.core() } else { None };
        if let Some(mut second) = options.check {
            if second == kind {
                // The chosen backend could not answer, and the general one is the checker itself.
                second = BackendKind::ALL
                    .iter()
                    .copied()
                    .find(|other| other.supports_floats() && *other != kind)
                    .unwrap_or(kind);
            }
            self.compare(options, (arena, conditions, symbols), limit, (kind, &verdict), second);
        }
        self.time += start.elapsed();
        (verdict, core)
    }

    /// Asks a second backend and notes a difference.
    fn compare(
        &mut self,
        options: &SolverOptions,
        (arena, conditions, symbols): (&Arena, &[ExprId], &[SymbolId]),
        limit: QueryLimit,
        (first, verdict): (BackendKind, &Verdict),
        second: BackendKind,
    ) {
        if self.checker.as_ref().is_none_or(|checker| checker.kind() != second) {
            self.checker = Some(started(second, &SolverOptions { log: None, ..options.clone() }));
        }
        let Some(checker) = &mut self.checker else { return };
        let other = checker.check(arena, conditions, symbols, limit);
        let differ = matches!(
            (verdict, &other),
            (Verdict::Sat(_), Verdict::Unsat) | (Verdict::Unsat, Verdict::Sat(_))
        );
        if differ && self.disagreement.is_none() {
            self.disagreement = Some(Box::new(Disagreement {
                verdicts: [(first, verdict.clone()), (second, other)],
                conditions: conditions.to_vec(),
            }));
        }
    }
}

/// A backend that ends its questions at an interrupt of the run.
fn started(kind: BackendKind, options: &SolverOptions) -> Box<dyn Backend> {
    let mut backend = kind.start_logged(options.log.as_ref());
    backend.watch(options.deadline.interrupt());
    backend
}

/// Rounds a time down to a power of two of milliseconds: a backend may lose what it has learnt when its limit
/// changes, so the limit must not change with every question.
fn in_steps(left: Duration) -> Duration {
    let millis = u64::try_from(left.as_millis()).unwrap_or(u64::MAX).max(1);
    Duration::from_millis(1 << millis.ilog2())
}
