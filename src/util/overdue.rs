//! Decides when to stop waiting for something that cannot be told to stop, such as a solver of somebody else
//! that is still translating a question: some time after its limit. If the machine has other work, processor
//! time counts, so that work is not given up only because it waits for its turn.

use super::resident;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

/// How long something is waited for beyond its limit and a tenth of the limit.
pub const PATIENCE: Duration = Duration::from_secs(3);
/// How often to look whether something is overdue.
pub const PAUSE: Duration = Duration::from_millis(50);
/// A thread that has worked all the time has taken at least this share of it as processor time.
const WORKED: f64 = 0.9;

/// The process or thread whose processor time counts.
#[derive(Clone, Debug)]
pub struct Worker(PathBuf);

impl Worker {
    /// This process with all its threads.
    pub fn process() -> Self {
        Self(PathBuf::from("/proc/self/stat"))
    }

    /// The thread that asks.
    pub fn this_thread() -> Self {
        // The kernel names the thread that reads the link.
        let thread = fs::read_link("/proc/thread-self").unwrap_or_else(|_| PathBuf::from("self"));
        Self(Path::new("/proc").join(thread).join("stat"))
    }

    /// The processor time that it has taken.
    fn time(&self) -> Duration {
        resident::processor_time(&self.0)
    }
}

/// A limit, and how long something is waited for beyond it.
#[derive(Debug)]
pub struct Overdue {
    end: Option<Instant>,
    beyond: Duration,
    worker: Worker,
    /// The processor time that the worker had taken when the limit was reached.
    before: Option<Duration>,
}

impl Overdue {
    /// For work of `worker` that is to end within `limit` from now.
    pub fn new(limit: Duration, worker: Worker) -> Self {
        let beyond = limit / 10 + PATIENCE;
        Self { end: Instant::now().checked_add(limit), beyond, worker, before: None }
    }

    /// Whether to stop waiting. To be asked every [`PAUSE`] or so.
    pub fn is_reached(&mut self) -> bool {
        let Some(late) = self.end.and_then(|end| Instant::now().checked_duration_since(end)) else {
            return false;
        };
        let taken = self.worker.time();
        let before = *self.before.get_or_insert(taken);
        late >= self.beyond && taken.saturating_sub(before) >= self.beyond.mul_f64(WORKED)
    }
}

/// Work of this process that is watched as long as this is kept.
#[derive(Debug)]
pub struct Watch(#[expect(dead_code, reason = "whoever listens learns that it is dropped")] Sender<()>);

impl Watch {
    /// Calls `give_up`, in a thread of its own, if the work has not ended some time after `limit`.
    pub fn new(limit: Duration, give_up: impl FnOnce() + Send + 'static) -> Self {
        let (kept, dropped) = channel::<()>();
        let mut overdue = Overdue::new(limit, Worker::process());
        std::thread::spawn(move || {
            // Until the limit there is nothing to look at.
            let mut pause = limit.max(PAUSE);
            while dropped.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
                if overdue.is_reached() {
                    return give_up();
                }
                pause = PAUSE;
            }
        });
        Self(kept)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    /// Takes processor time until it is told to stop.
    fn work(stop: &AtomicBool) {
        while !stop.load(Ordering::Relaxed) {
            std::hint::black_box(0);
        }
    }

    #[test]
    fn what_works_on_beyond_its_limit_is_given_up_and_what_only_waits_is_not() {
        let stop = Arc::new(AtomicBool::new(false));
        let (tell, told) = channel();
        let stopped = Arc::clone(&stop);
        let busy = std::thread::spawn(move || {
            tell.send(Worker::this_thread()).expect("somebody listens");
            work(&stopped);
        });
        let worker = told.recv().expect("it works");
        let overdue =
            |worker| Overdue { beyond: Duration::from_millis(200), ..Overdue::new(Duration::ZERO, worker) };
        let (mut of_busy, mut of_idle) = (overdue(worker), overdue(Worker::this_thread()));
        while !of_busy.is_reached() {
            assert!(!of_idle.is_reached(), "it waits");
            std::thread::sleep(PAUSE);
        }
        stop.store(true, Ordering::Relaxed);
        busy.join().expect("it ends");
        let mut early = Overdue::new(Duration::from_secs(10_000), Worker::process());
        assert!(!early.is_reached(), "the limit is far away");
    }
}
