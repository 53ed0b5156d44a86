//! Several things at once, with the results in order.

use crate::util::Interrupt;
use crate::util::fault::caught;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::time::Duration;

/// Deep recursion of whoever works is no reason to end.
pub const STACK: usize = 64 << 20;
/// How often it is told that time passes.
const BEAT: Duration = Duration::from_millis(200);

/// What goes on.
#[derive(Debug)]
pub enum Event<R> {
    /// Work at the item of this number begins.
    Begun(usize),
    /// It has ended; the message of a panic if it has failed in a way that is our own fault.
    Done(usize, Result<R, String>),
    /// Time has passed.
    Beat,
}

/// Does `work` with each item in as many threads as `jobs` says, and tells the caller's thread what goes on. When the
/// interrupt is raised nothing new is begun.
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
                    // Who listens is there until all have ended.
                    let _ = sender.send(Event::Begun(at));
                    let result = caught(|| work(item));
                    let _ = sender.send(Event::Done(at, result));
                }
            };
            let started = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, worker);
            // With fewer threads it takes longer; with none, the thread at hand does it.
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
