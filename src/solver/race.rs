//! Puts the same question to all backends at once, each in a thread with an arena of its own; the first
//! answer counts.
//!
//! A race has rounds of growing length, so that a slower backend is busy with an old question for at most a
//! few times as long as the winner took. While it is busy, it takes no part in other questions. If conflicts
//! are limited, the rounds go on until a backend has used up all of them: running out of time is no reason to
//! give up, since a busy machine would then generate other tests.

use super::backend::{Backend, BackendKind, QueryLimit, QueryLog, Verdict};
use crate::expr::{Arena, Assignment, ExprId, Packet, SymbolId};
use crate::util::Interrupt;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// The time of the first round.
const FIRST_ROUND: Duration = Duration::from_millis(50);
/// How much longer each round is than the one before.
const GROWTH: u32 = 5;
/// How long a race waits for an answer before it looks for an interrupt again.
const PATIENCE: Duration = Duration::from_millis(20);
/// Terms in a racer's arena beyond which it starts afresh.
const MAX_TERMS: usize = 200_000;

/// A question on its way to a racer.
#[derive(Clone)]
struct Job {
    number: u64,
    /// The conditions, followed by the symbols whose values are wanted.
    terms: Packet,
    n_conditions: usize,
    limit: QueryLimit,
}

/// The reply of a racer. `Sat` has the values of the symbols in the order of the job.
enum Reply {
    Sat(Vec<u128>),
    Unsat,
    Unknown { why: String, cause: Cause },
}

/// Why a racer has no answer.
enum Cause {
    /// The time of the round was over.
    Time,
    /// The racer gives up: its conflicts are used up, or it sees no way.
    GaveUp,
    /// It does not support the question.
    Unable,
}

/// The result of a round.
enum Round {
    Decided(Verdict),
    Open {
        why: String,
        /// How many racers were stopped by the time of the round, and how many gave up.
        n_late: usize,
        n_gave_up: usize,
    },
}

struct Racer {
    kind: BackendKind,
    jobs: Option<Sender<Job>>,
    thread: Option<JoinHandle<()>>,
    is_busy: bool,
}

/// Makes a racer's backend, in the racer's thread.
type Start = Box<dyn Fn() -> Box<dyn Backend> + Send>;

/// A reply, with the racer and the question that it belongs to.
struct Answer {
    /// Its place among the racers.
    racer: usize,
    /// The number of the question.
    number: u64,
    reply: Reply,
}

/// A backend that lets all others race.
pub(super) struct Race {
    racers: Vec<Racer>,
    replies: Receiver<Answer>,
    n_questions: u64,
    /// The backend that answered last.
    winner: BackendKind,
    interrupt: Interrupt,
}

impl Race {
    /// Starts a thread for every backend. `kind` is the backend that is named until there is a winner.
    pub(super) fn new(kind: BackendKind, log: Option<&QueryLog>) -> Self {
        let starts = BackendKind::ALL.iter().copied().map(|racer| {
            let log = log.cloned();
            (racer, Box::new(move || racer.start_logged(log.as_ref())) as Start)
        });
        Self::between(starts, kind)
    }

    fn between(starts: impl Iterator<Item = (BackendKind, Start)>, kind: BackendKind) -> Self {
        let (answer, replies) = channel();
        let racers = starts.enumerate().map(|(index, (kind, start))| {
            let (jobs, inbox) = channel();
            let answer = answer.clone();
            let thread = std::thread::spawn(move || race(index, &start, &inbox, &answer));
            Racer { kind, jobs: Some(jobs), thread: Some(thread), is_busy: false }
        });
        Self {
            racers: racers.collect(),
            replies,
            n_questions: 0,
            winner: kind,
            interrupt: Interrupt::default(),
        }
    }

    /// Sends a job to every idle racer; returns how many got it.
    fn send(&mut self, job: &Job) -> usize {
        let mut n_sent = 0;
        for racer in self.racers.iter_mut().filter(|racer| !racer.is_busy) {
            racer.is_busy = racer.jobs.as_ref().is_some_and(|jobs| jobs.send(job.clone()).is_ok());
            n_sent += usize::from(racer.is_busy);
        }
        n_sent
    }

    /// Runs one round: returns the first answer, or the reason why there is none.
    fn round(&mut self, job: &Job, symbols: &[SymbolId]) -> Round {
        let mut left = self.send(job);
        let (mut why, mut n_late, mut n_gave_up) = ("no solver is free".to_owned(), 0, 0);
        // If no racer is idle, the first one that finishes its old question gets the job.
        while left > 0 || self.racers.iter().any(|racer| racer.is_busy) {
            let Answer { racer, number, reply } = match self.replies.recv_timeout(PATIENCE) {
                Ok(reply) => reply,
                Err(RecvTimeoutError::Timeout) if !self.interrupt.is_raised() => continue,
                Err(_) => break,
            };
            self.racers[racer].is_busy = false;
            if number != job.number {
                if left == 0 {
                    left = self.send(job);
                }
                continue;
            }
            left -= 1;
            match reply {
                Reply::Unknown { cause: Cause::Unable, .. } => {}
                Reply::Unknown { why: another, cause } => {
                    why = another;
                    n_late += usize::from(matches!(cause, Cause::Time));
                    n_gave_up += usize::from(matches!(cause, Cause::GaveUp));
                }
                Reply::Unsat => {
                    self.winner = self.racers[racer].kind;
                    return Round::Decided(Verdict::Unsat);
                }
                Reply::Sat(values) => {
                    self.winner = self.racers[racer].kind;
                    let mut model = Assignment::new();
                    symbols.iter().zip(values).for_each(|(symbol, value)| model.set(*symbol, value));
                    return Round::Decided(Verdict::Sat(model));
                }
            }
            if left == 0 {
                break;
            }
        }
        Round::Open { why, n_late, n_gave_up }
    }
}

impl Backend for Race {
    fn kind(&self) -> BackendKind {
        self.winner
    }

    fn check(
        &mut self,
        arena: &Arena,
        conditions: &[ExprId],
        symbols: &[SymbolId],
        limit: QueryLimit,
    ) -> Verdict {
        let mut terms = conditions.to_vec();
        terms.extend(symbols.iter().map(|symbol| arena.symbol_term(*symbol)));
        let terms = Packet::of(arena, &terms);
        let start = Instant::now();
        let mut time = FIRST_ROUND;
        loop {
            // All rounds together stay within the limit.
            let left = limit.time.map(|limit| limit.saturating_sub(start.elapsed()));
            let is_last = left.is_some_and(|left| time >= left);
            self.n_questions += 1;
            let job = Job {
                number: self.n_questions,
                terms: terms.clone(),
                n_conditions: conditions.len(),
                limit: QueryLimit { time: if is_last { left } else { Some(time) }, ..limit },
            };
            match self.round(&job, symbols) {
                Round::Decided(verdict) => return verdict,
                Round::Open { why, n_late, n_gave_up } => {
                    let is_spent = n_late == 0 || limit.conflicts.is_some() && n_gave_up > 0;
                    if is_last || is_spent || self.interrupt.is_raised() {
                        return Verdict::Unknown(why);
                    }
                    time = time.saturating_mul(GROWTH);
                }
            }
        }
    }

    fn watch(&mut self, interrupt: &Interrupt) {
        self.interrupt = interrupt.clone();
    }
}

impl Drop for Race {
    /// Waits for busy racers: a solver must not run on while the process ends.
    fn drop(&mut self) {
        for racer in &mut self.racers {
            racer.jobs = None;
        }
        for racer in &mut self.racers {
            if let Some(thread) = racer.thread.take() {
                // A racer that panicked has reported that itself; only its answers are missing.
                let _ = thread.join();
            }
        }
    }
}

/// Runs one racer until its inbox is closed.
fn race(index: usize, start: &Start, inbox: &Receiver<Job>, answer: &Sender<Answer>) {
    let mut arena = Arena::new();
    let mut backend = start();
    while let Ok(job) = inbox.recv() {
        if arena.len() > MAX_TERMS {
            arena = Arena::new();
            backend = start();
        }
        let terms = job.terms.unpack(&mut arena);
        let (conditions, symbols) = terms.split_at(job.n_conditions);
        let symbols: Vec<SymbolId> = symbols.iter().map(|term| arena.node(*term).symbol()).collect();
        let reply = match backend.supports(&arena, conditions) {
            true => reply(&mut *backend, &arena, conditions, &symbols, job.limit),
            false => Reply::Unknown { why: "it has no means for it".to_owned(), cause: Cause::Unable },
        };
        if answer.send(Answer { racer: index, number: job.number, reply }).is_err() {
            return;
        }
    }
}

fn reply(
    backend: &mut dyn Backend,
    arena: &Arena,
    conditions: &[ExprId],
    symbols: &[SymbolId],
    limit: QueryLimit,
) -> Reply {
    let start = Instant::now();
    match backend.check(arena, conditions, symbols, limit) {
        Verdict::Sat(model) => Reply::Sat(symbols.iter().map(|symbol| model.get(*symbol)).collect()),
        Verdict::Unsat => Reply::Unsat,
        Verdict::Unknown(why) => {
            // Clocks of solvers are coarse.
            let is_late = limit.time.is_some_and(|time| start.elapsed() + Duration::from_millis(2) >= time);
            Reply::Unknown { why, cause: if is_late { Cause::Time } else { Cause::GaveUp } }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A backend that needs this much time for an answer, and gives up if it gets less.
    struct Slow(Duration);

    impl Backend for Slow {
        fn kind(&self) -> BackendKind {
            BackendKind::Sat
        }

        fn check(&mut self, _: &Arena, _: &[ExprId], _: &[SymbolId], limit: QueryLimit) -> Verdict {
            let time = limit.time.expect("every round has its time");
            std::thread::sleep(time.min(self.0));
            match time >= self.0 {
                true => Verdict::Unsat,
                false => Verdict::Unknown("its time is over".to_owned()),
            }
        }
    }

    /// A backend that uses up its conflicts at once.
    struct Spent;

    impl Backend for Spent {
        fn kind(&self) -> BackendKind {
            BackendKind::Sat
        }

        fn check(&mut self, _: &Arena, _: &[ExprId], _: &[SymbolId], _: QueryLimit) -> Verdict {
            Verdict::Unknown("its conflicts are used up".to_owned())
        }
    }

    /// A backend that does not support the question.
    struct Unable;

    impl Backend for Unable {
        fn kind(&self) -> BackendKind {
            BackendKind::Sat
        }

        fn check(&mut self, _: &Arena, _: &[ExprId], _: &[SymbolId], _: QueryLimit) -> Verdict {
            unreachable!("invariant: nobody asks it what it does not support")
        }

        fn supports(&mut self, _: &Arena, _: &[ExprId]) -> bool {
            false
        }
    }

    /// The verdict of a race between these backends with a limit of conflicts.
    fn raced(starts: Vec<Start>) -> Verdict {
        let starts = starts.into_iter().map(|start| (BackendKind::Sat, start));
        let mut race = Race::between(starts, BackendKind::Sat);
        race.check(&Arena::new(), &[], &[], QueryLimit { time: None, conflicts: Some(1) })
    }

    #[test]
    fn where_conflicts_are_limited_only_they_make_a_race_give_up() {
        let slow = |needs: Duration| Box::new(move || Box::new(Slow(needs)) as Box<dyn Backend>) as Start;
        // It needs more than one round, as everything does on a busy machine.
        assert!(matches!(raced(vec![slow(2 * FIRST_ROUND)]), Verdict::Unsat));
        // Not every backend counts conflicts: when one that does has used them up, the round is the last one.
        let spent = || Box::new(|| Box::new(Spent) as Box<dyn Backend>) as Start;
        assert!(matches!(raced(vec![slow(2 * FIRST_ROUND), spent()]), Verdict::Unknown(_)));
        // A backend that does not support a question has not given up; the others decide how long the race
        // is.
        let unable = || Box::new(|| Box::new(Unable) as Box<dyn Backend>) as Start;
        assert!(matches!(raced(vec![slow(2 * FIRST_ROUND), unable()]), Verdict::Unsat));
        assert!(matches!(raced(vec![unable()]), Verdict::Unknown(_)));
    }

    #[test]
    fn a_race_in_which_everybody_gives_up_has_an_end() {
        let spent = Box::new(|| Box::new(Spent) as Box<dyn Backend>) as Start;
        let mut race = Race::between(std::iter::once((BackendKind::Sat, spent)), BackendKind::Sat);
        let verdict = race.check(&Arena::new(), &[], &[], QueryLimit::default());
        assert_eq!(verdict, Verdict::Unknown("its conflicts are used up".to_owned()));
    }
}
