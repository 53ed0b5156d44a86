//! Runs tests natively beside other work: a thread compiles the native program and then runs the tests that
//! come, on all processors.

use super::Error;
use super::queue::Queue;
use crate::frontend::Native;
use crate::ir::Program;
use crate::replay::{self, ReplayOptions, Replayed, Replayer, Source, Tally, Verdict};
use crate::testcase::TestCase;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// About how long the native runs of one test take.
pub(super) const ONE_TEST: Duration = Duration::from_millis(2);

/// How many tests are held in memory until they are run; further ones wait on disk.
const MOST_HELD: usize = 1 << 10;

/// The results of the native runs of all tests.
#[derive(Debug)]
pub struct Proof {
    /// How many tests have which verdict; the error says in words why nothing could be run natively.
    pub tally: Result<Tally, String>,
    /// How often native runs took each edge of the program, in the order of [`Program::edges`], and in how
    /// many runs.
    pub edge_counts: Vec<u64>,
    pub n_runs: u64,
    /// The number of all runs of tests, including those under sanitizers and those that were repeated.
    pub n_started: u64,
    /// How many seconds have passed since the native program was built.
    pub seconds: f64,
}

impl Proof {
    pub(super) fn impossible(why: impl Into<String>) -> Self {
        Self { tally: Err(why.into()), edge_counts: Vec::new(), n_runs: 0, n_started: 0, seconds: 0.0 }
    }
}

/// Checks that native runs are contained wholly.
///
/// # Errors
/// If the kernel does not allow it, with the reason.
pub fn require_containment() -> Result<(), Error> {
    let containment = replay::containment().map_err(|why| Error::NotContained { why })?;
    if containment.is_whole() {
        return Ok(());
    }
    Err(Error::NotContained { why: containment.sentence() })
}

/// A native program that runs the tests it is given, or that is still being compiled.
pub(super) struct Prover {
    line: Arc<Line>,
    verdicts: Receiver<(u64, Verdict)>,
    thread: Option<JoinHandle<Result<(Replayed, f64), String>>>,
    tally: Tally,
    n_pushed: u64,
    n_received: u64,
}

/// The tests that wait to be run.
struct Line {
    inner: Mutex<Inner>,
    changed: Condvar,
    /// How many tests are still to be run, for the code that plans the time for them.
    n_left: Arc<AtomicU64>,
}

struct Inner {
    tests: Queue<TestCase>,
    /// Whether no further tests come.
    is_closed: bool,
}

impl Line {
    fn lock(&self) -> MutexGuard<'_, Inner> {
        // A panic of another thread does no harm: every change is whole before anything can panic.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for the next test; `None` if there are no more.
    fn next(&self) -> Option<(u64, Result<TestCase, String>)> {
        let mut inner = self.lock();
        loop {
            if let Some((number, test)) = inner.tests.pop() {
                let lost = |error| format!("it waited on disk and cannot be read any more: {error}");
                return Some((number, test.map_err(lost)));
            }
            if inner.is_closed {
                return None;
            }
            inner = self.changed.wait(inner).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn push(&self, number: u64, test: &TestCase) {
        let mut inner = self.lock();
        if !inner.is_closed {
            self.n_left.fetch_add(1, Ordering::Relaxed);
            inner.tests.push(number, test.clone());
            self.changed.notify_one();
        }
    }

    fn close(&self) {
        self.lock().is_closed = true;
        self.changed.notify_all();
    }

    /// Forgets the tests that wait, and closes.
    fn cancel(&self) {
        self.lock().tests.clear();
        self.n_left.store(0, Ordering::Relaxed);
        self.close();
    }
}

/// Forgets the tests that wait when the thread ends, since nobody runs them any more.
struct CancelAtEnd(Arc<Line>);

impl Drop for CancelAtEnd {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

impl Prover {
    /// Begins to compile. `n_left` is kept at the number of tests that are still to be run.
    pub(super) fn start(
        program: &Arc<Program>,
        native: Arc<Native>,
        source: Source,
        options: ReplayOptions,
        n_left: Arc<AtomicU64>,
    ) -> Self {
        let inner = Mutex::new(Inner { tests: Queue::new(MOST_HELD), is_closed: false });
        let line = Arc::new(Line { inner, changed: Condvar::new(), n_left });
        let (sender, verdicts) = channel();
        let thread = {
            let (program, line) = (Arc::clone(program), Arc::clone(&line));
            std::thread::spawn(move || {
                let _cancel = CancelAtEnd(Arc::clone(&line));
                let replayer = Replayer::build(&program, &native, source, options)?;
                let start = Instant::now();
                let replayed = replayer.replay_stream(&|| line.next(), &mut |number, verdict| {
                    let _ =
                        line.n_left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |n| n.checked_sub(1));
                    // Nobody takes it if the run was stopped.
                    let _ = sender.send((number, verdict));
                });
                Ok((replayed, start.elapsed().as_secs_f64()))
            })
        };
        Self { line, verdicts, thread: Some(thread), tally: Tally::default(), n_pushed: 0, n_received: 0 }
    }

    /// Adds a test, and returns its number, counted from zero.
    pub(super) fn push(&mut self, test: &TestCase) -> u64 {
        self.line.push(self.n_pushed, test);
        self.n_pushed += 1;
        self.n_pushed - 1
    }

    /// How many tests were added, and how many verdicts have come.
    pub(super) fn counts(&self) -> (u64, u64) {
        (self.n_pushed, self.n_received)
    }

    /// Says that no further tests come.
    pub(super) fn close(&self) {
        self.line.close();
    }

    /// Takes the verdicts that are there, by the numbers of their tests.
    pub(super) fn receive_what_is_there(&mut self, verdicts: &mut HashMap<u64, Verdict>) {
        while let Ok(judged) = self.verdicts.try_recv() {
            self.take(judged, verdicts);
        }
    }

    /// Waits for a verdict. Returns false if no more come.
    pub(super) fn receive(&mut self, verdicts: &mut HashMap<u64, Verdict>) -> bool {
        self.verdicts.recv().is_ok_and(|judged| {
            self.take(judged, verdicts);
            true
        })
    }

    fn take(&mut self, (number, verdict): (u64, Verdict), verdicts: &mut HashMap<u64, Verdict>) {
        self.n_received += 1;
        self.tally.add(&verdict);
        verdicts.insert(number, verdict);
    }

    /// The results of all native runs. Call it when there are no more verdicts.
    pub(super) fn finish(mut self) -> Proof {
        let thread = self.thread.take().expect("invariant: it is taken here and when this is dropped");
        match thread.join().unwrap_or_else(|_| Err("the thread that runs them has failed".to_owned())) {
            Ok((Replayed { edge_counts, n_runs, n_started }, seconds)) => {
                Proof { tally: Ok(self.tally), edge_counts, n_runs, n_started, seconds }
            }
            Err(why) => Proof::impossible(why),
        }
    }
}

impl Drop for Prover {
    fn drop(&mut self) {
        self.line.cancel();
        if let Some(thread) = self.thread.take() {
            // The result of the thread is not needed any more.
            let _ = thread.join();
        }
    }
}
