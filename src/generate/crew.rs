//! Works on several items at once, in threads.

use crate::util::Interrupt;
use crate::util::fault::caught;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::time::Duration;

/// The stack of a worker thread: deep recursion of its work must not end the program.
pub const STACK: usize = 64 << 20;
/// How long to wait for an event before a `Beat` is reported.
const BEAT: Duration = Duration::from_millis(200);

/// What a worker reports.
#[derive(Debug)]
pub enum Event<R> {
    /// Work at the item of this number begins.
    Begun(usize),
    /// Work at this item has ended; the message of a panic if it has failed because of a fault of symir
    /// itself.
    Done(usize, Result<R, String>),
    /// Time has passed.
    Beat,
}

/// Does `work` with each item in `jobs` threads, and tells the caller's thread about every event. When the
/// interrupt is raised, no further item is begun.
pub fn each<T: Sync, R: Send>(
    jobs: usize,
    items: &[T],
    interrupt: &Interrupt,
    work: impl Fn(&T) -> R + Sync,
    mut tell: impl FnMut(Event<R>),
) {
    let next = AtomicUsize::new(0);
    let (sender, events) = channel();
    std::thread::scope(|scope| {
        for _ in 0..jobs.max(1).min(items.len()) {
            let (sender, next, work) = (sender.clone(), &next, &work);
            let worker = move || {
                while !interrupt.is_raised() {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(at) else { return };
                    // The receiver is there until all workers have ended, so sending cannot fail.
                    let _ = sender.send(Event::Begun(at));
                    let result = caught(|| work(item));
                    let _ = sender.send(Event::Done(at, result));
                }
            };
            let started = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, worker);
            // Fewer threads only take longer. Without any, the calling thread does the work below.
            if started.is_err() {
                break;
            }
        }
        drop(sender);
        loop {
            match events.recv_timeout(BEAT) {
                Ok(event) => tell(event),
                Err(std::sync::mpsc::RecvTimeoutError::Timeout) => tell(Event::Beat),
                Err(std::sync::mpsc::RecvTimeoutError::Disconnected) => break,
            }
        }
    });
    // No thread could be made at all.
    while next.load(Ordering::Relaxed) < items.len() && !interrupt.is_raised() {
        let at = next.fetch_add(1, Ordering::Relaxed);
        tell(Event::Begun(at));
        tell(Event::Done(at, caught(|| work(&items[at]))));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(jobs: usize, items: &[u32], interrupt: &Interrupt) -> Vec<Option<u32>> {
        let mut results = vec![None; items.len()];
        let work = |item: &u32| {
            assert!(*item != 13, "a fault");
            item * 2
        };
        each(jobs, items, interrupt, work, |event| {
            if let Event::Done(at, result) = event {
                results[at] = result.ok();
            }
        });
        results
    }

    #[test]
    fn a_fault_costs_one_item() {
        let interrupt = Interrupt::default();
        assert_eq!(run(3, &[1, 13, 3, 4], &interrupt), [Some(2), None, Some(6), Some(8)]);
        assert_eq!(run(0, &[5], &interrupt), [Some(10)]);
        assert_eq!(run(2, &[], &interrupt), []);
        interrupt.raise();
        assert_eq!(run(2, &[1, 2], &interrupt), [None, None]);
    }
}
