//! The backends that a worker asks: the chosen one, another one for questions that the chosen one does not
//! support, and a second one that checks the answers.

use super::backend::{Backend, BackendKind, QueryLimit, Verdict};
use super::burden::{self, FloatTerms};
use super::options::{Disagreement, SolverOptions};
use super::race::Race;
use crate::expr::{Arena, ExprId, SymbolId};
use crate::util::Deadline;
use crate::util::resident::thread_time;
use std::time::{Duration, Instant};

/// Backends of one worker. Each is started at its first question: most runs never ask one, and starting takes
/// milliseconds.
#[derive(Default)]
pub(super) struct Oracle {
    chosen: Option<Box<dyn Backend>>,
    /// The backend for questions that the chosen one does not support.
    other: Option<Box<dyn Backend>>,
    /// The backend for questions with which cvc5 would not stop at a limit.
    patient: Option<Box<dyn Backend>>,
    checker: Option<Box<dyn Backend>>,
    floats: FloatTerms,
    disagreement: Option<Box<Disagreement>>,
    /// Time spent in backends.
    pub(super) time: Duration,
    /// Literals that backends have propagated, as far as they count them.
    pub(super) propagated: u64,
}

impl Oracle {
    /// The first disagreement of two backends.
    pub(super) fn disagreement(&self) -> Option<&Disagreement> {
        self.disagreement.as_deref()
    }

    /// Decides the conjunction of `conditions`. With `Unsat` come the conditions that already exclude each
    /// other, if the backend names them.
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
        // If the user chose cvc5, it gets every question. In a race, a hard question about floats would keep
        // it busy for as long as if it were asked alone.
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
        // While a solver makes circuits of floats, it looks at no limit. So a question that is too large for
        // the limit is not begun.
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
        let question = Question { arena, conditions, symbols };
        let propagated = backend.propagated();
        let verdict = match options.limit.time {
            // In a race, other threads do the work.
            Some(own) if !options.race => ask(backend.as_mut(), &question, limit, own, &options.deadline),
            _ => backend.check(arena, conditions, symbols, limit),
        };
        self.propagated += backend.propagated() - propagated;
        let kind = backend.kind();
        let core = if verdict == Verdict::Unsat { backend.core() } else { None };
        if let Some(mut second) = options.check {
            if second == kind {
                // The chosen backend does not support the question, so the checker itself was asked. Another
                // one has to check.
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

    /// Asks a second backend, and notes it if the two contradict each other.
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

/// What a backend is asked.
struct Question<'a> {
    arena: &'a Arena,
    conditions: &'a [ExprId],
    symbols: &'a [SymbolId],
}

/// Asks a backend, and asks it again until this thread has had the processor for `own`, the time that a
/// question may take. Backends watch the clock, but how much they get done in a given time depends on what
/// else is running, and a run must find the same tests on a busy machine. `limit` is at most as long as
/// `own`.
fn ask(
    backend: &mut dyn Backend,
    question: &Question,
    limit: QueryLimit,
    own: Duration,
    deadline: &Deadline,
) -> Verdict {
    let Question { arena, conditions, symbols } = *question;
    let before = thread_time();
    let mut time = limit.time.unwrap_or(own);
    for _ in 0..MOST_TIMES {
        let start = Instant::now();
        let verdict = backend.check(arena, conditions, symbols, QueryLimit { time: Some(time), ..limit });
        // A backend that gives up earlier has a reason other than time.
        let is_late = start.elapsed() * 10 >= time * 9;
        let left = own.saturating_sub(thread_time().saturating_sub(before));
        let is_done = left * 10 < own || limit.time.is_some_and(|time| time < own);
        if !matches!(verdict, Verdict::Unknown(_)) || !is_late || is_done || deadline.is_over() {
            return verdict;
        }
        time = deadline.left().map_or(own, |left| left.min(own));
    }
    Verdict::Unknown("a machine that is too busy".to_owned())
}

/// How often a question is asked at most when the machine is busy.
const MOST_TIMES: u32 = 20;

/// Starts a backend that ends its questions at an interrupt of the run.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expr::Assignment;

    /// A backend that uses the processor for all of its time or for none of it, and answers when it was asked
    /// `n_needed` times.
    struct Slow {
        works: bool,
        n_asked: u32,
        n_needed: u32,
    }

    impl Backend for Slow {
        fn kind(&self) -> BackendKind {
            BackendKind::Sat
        }

        fn supports(&mut self, _: &Arena, _: &[ExprId]) -> bool {
            true
        }

        fn check(&mut self, _: &Arena, _: &[ExprId], _: &[SymbolId], limit: QueryLimit) -> Verdict {
            let time = limit.time.expect("a limit");
            let before = thread_time();
            if self.works {
                while thread_time() - before < time {}
            } else {
                std::thread::sleep(time);
            }
            self.n_asked += 1;
            match self.n_asked >= self.n_needed {
                true => Verdict::Sat(Assignment::new()),
                false => Verdict::Unknown("the limit of the question".to_owned()),
            }
        }
    }

    /// Whether the backend answered, and how often it was asked.
    fn asked(mut backend: Slow, deadline: &Deadline) -> (bool, u32) {
        let question = Question { arena: &Arena::new(), conditions: &[], symbols: &[] };
        let own = Duration::from_millis(20);
        let limit = QueryLimit { time: Some(own), conflicts: None };
        let verdict = ask(&mut backend, &question, limit, own, deadline);
        (matches!(verdict, Verdict::Sat(_)), backend.n_asked)
    }

    #[test]
    fn the_time_of_a_question_is_that_of_the_processor() {
        let never = Deadline::default();
        let waits = Slow { works: false, n_asked: 0, n_needed: 3 };
        assert_eq!(asked(waits, &never), (true, 3), "while others have the processor, no time goes by");
        let works = Slow { works: true, n_asked: 0, n_needed: 3 };
        assert_eq!(asked(works, &never), (false, 1), "it has had all of its time");
        let hopeless = Slow { works: false, n_asked: 0, n_needed: u32::MAX };
        assert_eq!(asked(hopeless, &never), (false, MOST_TIMES), "at last it ends");
    }
}
