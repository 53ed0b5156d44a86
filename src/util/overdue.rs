//! When something that cannot be told to stop is waited for no longer, such as a question to a solver of somebody else that
//! is still being translated: some time after its limit. Where the machine has other work, it is the time of the processor
//! that counts: what only waits for its turn is not to blame.

use super::resident;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

/// How much longer than its limit, and a tenth of that, something is waited for.
pub const PATIENCE: Duration = Duration::from_secs(3);
/// How often it is looked whether something is overdue.
pub const PAUSE: Duration = Duration::from_millis(50);
/// A thread that has worked all the time has taken nearly as much.
const WORKED: f64 = 0.9;

/// Whose time of the processor counts.
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

    /// The time of the processor that it has taken.
    fn time(&self) -> Duration {
        resident::processor_time(&self.0)
    }
}

/// A limit, and how much of what is waited for beyond it has passed.
#[derive(Debug)]
pub struct Overdue {
    end: Option<Instant>,
    beyond: Duration,
    worker: Worker,
    /// What the worker had taken when the limit was reached.
    before: Option<Duration>,
}

impl Overdue {
    /// For work of `worker` that is to end within `limit` from now.
    pub fn new(limit: Duration, worker: Worker) -> Self {
        let beyond = limit / 10 + PATIENCE;
        Self { end: Instant::now().checked_add(limit), beyond, worker, before: None }
    }

    /// Whether it is waited for no longer. To be asked every [`PAUSE`] or so.
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
    /// Does `give_up` when the work has not ended some time after `limit`, in a thread of its own.
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

    /// Takes time of the processor until it is told to stop.
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
