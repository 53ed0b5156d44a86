//! When to stop: a time limit and a request from outside.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A request to stop that another thread or a signal handler raises.
#[derive(Clone, Debug, Default)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Asks whoever watches to stop.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// What is true once a stop was asked for, for a signal handler to set.
    pub fn flag(&self) -> Arc<AtomicBool> {
        self.0.clone()
    }

    /// Whether a stop was asked for.
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// A moment after which work should end, together with an [`Interrupt`].
#[derive(Clone, Debug, Default)]
pub struct Deadline {
    end: Option<Instant>,
    interrupt: Interrupt,
}

impl Deadline {
    /// A deadline `limit` from now; without a limit only the interrupt ends the work.
    pub fn new(limit: Option<Duration>, interrupt: Interrupt) -> Self {
        let end = limit.and_then(|limit| Instant::now().checked_add(limit));
        Self { end, interrupt }
    }

    /// Whether the work should end now.
    pub fn is_over(&self) -> bool {
        self.interrupt.is_raised() || self.end.is_some_and(|end| Instant::now() >= end)
    }

    /// Whether it was the interrupt that ended the work.
    pub fn is_interrupted(&self) -> bool {
        self.interrupt.is_raised()
    }

    /// The time left, zero when over; `None` without a limit.
    pub fn left(&self) -> Option<Duration> {
        self.end.map(|end| end.saturating_duration_since(Instant::now()))
    }
}
