//! All backends on the same question at once, each in a thread with an arena of its own; the first answer counts.
//!
//! A race has rounds of growing time, so that a slower backend is busy with an old question for a few times as long
//! as the winner took at most. Whoever is still busy sits out.

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
    /// The conditions, and after them the symbols to read.
    terms: Packet,
    n_conditions: usize,
    limit: QueryLimit,
}

/// What a racer says: `Sat` with the values of the symbols in the order of the job.
enum Reply {
    Sat(Vec<u128>),
    Unsat,
    Unknown(String),
}

struct Racer {
    kind: BackendKind,
    jobs: Option<Sender<Job>>,
    thread: Option<JoinHandle<()>>,
    is_busy: bool,
}

/// What a racer says to a question.
struct Answer {
    /// Its place among the racers.
    racer: usize,
    /// Of the question.
    number: u64,
    reply: Reply,
}

/// A backend that lets all others race.
pub(super) struct Race {
    racers: Vec<Racer>,
    replies: Receiver<Answer>,
    n_questions: u64,
    /// Who answered last.
    winner: BackendKind,
    interrupt: Interrupt,
}

impl Race {
    /// Starts a thread for every backend. `kind` is the one to be named before there is a winner.
    pub(super) fn new(kind: BackendKind, log: Option<&QueryLog>) -> Self {
        let (answer, replies) = channel();
        let racers = BackendKind::ALL.iter().copied().enumerate().map(|(index, kind)| {
            let (jobs, inbox) = channel();
            let (answer, log) = (answer.clone(), log.cloned());
            let thread = std::thread::spawn(move || race(index, kind, log, &inbox, &answer));
            Racer { kind, jobs: Some(jobs), thread: Some(thread), is_busy: false }
        });
        let interrupt = Interrupt::default();
        Self { racers: racers.collect(), replies, n_questions: 0, winner: kind, interrupt }
    }

    /// Sends a job to whoever is idle; how many they are.
    fn send(&mut self, job: &Job) -> usize {
        let mut n_sent = 0;
        for racer in self.racers.iter_mut().filter(|racer| !racer.is_busy) {
            racer.is_busy = racer.jobs.as_ref().is_some_and(|jobs| jobs.send(job.clone()).is_ok());
            n_sent += usize::from(racer.is_busy);
        }
        n_sent
    }

    /// One round: the first answer, or the reason why there is none.
    fn round(&mut self, job: &Job) -> Reply {
        let mut left = self.send(job);
        let mut reason = "no solver is free".to_owned();
        // Without anyone idle the first to finish its old question takes part.
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
                Reply::Unknown(why) => reason = why,
                decided => {
                    self.winner = self.racers[racer].kind;
                    return decided;
                }
            }
            if left == 0 {
                break;
            }
        }
        Reply::Unknown(reason)
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
            match self.round(&job) {
                Reply::Sat(values) => {
                    let mut model = Assignment::new();
                    symbols.iter().zip(values).for_each(|(symbol, value)| model.set(*symbol, value));
                    return Verdict::Sat(model);
                }
                Reply::Unsat => return Verdict::Unsat,
                Reply::Unknown(reason)
                    if is_last || limit.conflicts.is_some() || self.interrupt.is_raised() =>
                {
                    return Verdict::Unknown(reason);
                }
                Reply::Unknown(_) => time = time.saturating_mul(GROWTH),
            }
        }
    }

    fn watch(&mut self, interrupt: &Interrupt) {
        self.interrupt = interrupt.clone();
    }
}

impl Drop for Race {
    /// Waits for those that are busy: a solver must not run on while the process ends.
    fn drop(&mut self) {
        for racer in &mut self.racers {
            racer.jobs = None;
        }
        for racer in &mut self.racers {
            if let Some(thread) = racer.thread.take() {
                // A racer that panicked has said so itself, and its answers are missing only.
                let _ = thread.join();
            }
        }
    }
}

/// The life of one racer: it ends with its inbox.
fn race(
    index: usize,
    kind: BackendKind,
    log: Option<QueryLog>,
    inbox: &Receiver<Job>,
    answer: &Sender<Answer>,
) {
    let mut arena = Arena::new();
    let mut backend = kind.start_logged(log.as_ref());
    while let Ok(job) = inbox.recv() {
        if arena.len() > MAX_TERMS {
            arena = Arena::new();
            backend = kind.start_logged(log.as_ref());
        }
        let terms = job.terms.unpack(&mut arena);
        let (conditions, symbols) = terms.split_at(job.n_conditions);
        let symbols: Vec<SymbolId> = symbols.iter().map(|term| arena.node(*term).symbol()).collect();
        let reply = match backend.check(&arena, conditions, &symbols, job.limit) {
            Verdict::Sat(model) => Reply::Sat(symbols.iter().map(|symbol| model.get(*symbol)).collect()),
            Verdict::Unsat => Reply::Unsat,
            Verdict::Unknown(reason) => Reply::Unknown(reason),
        };
        if answer.send(Answer { racer: index, number: job.number, reply }).is_err() {
            return;
        }
    }
}
