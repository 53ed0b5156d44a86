//! When to stop: a time limit and a request from outside.
//!
//! There are two moments. At the first, a [`Deadline`] is *over*: nothing new is begun any more, and open
//! questions stay open. What was found until then still has to be finished: tests of waiting states, native
//! runs, files. This has a time of its own, the last part of a time limit, and at its end the deadline is
//! *due*. Each stage that finishes something says which share of that time it may use, so that later stages
//! have time left.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// How long finishing may take after an interrupt, unless the user says otherwise.
pub const GRACE: Duration = Duration::from_secs(10);
/// The part of a time limit that is kept for finishing, so that all is done when the limit is reached.
const TO_FINISH: f64 = 0.2;
/// How long that part is at most.
const MOST_TO_FINISH: Duration = Duration::from_secs(6);
/// How long finishing may take at least, however short the limit is.
const LEAST_TO_FINISH: Duration = Duration::from_millis(500);

/// A request to stop that another thread or a signal handler raises.
#[derive(Clone, Debug, Default)]
pub struct Interrupt(Arc<Raised>);

#[derive(Debug, Default)]
struct Raised {
    flag: AtomicBool,
    at: OnceLock<Instant>,
}

impl Interrupt {
    /// Asks the work that watches it to stop.
    pub fn raise(&self) {
        self.0.at.get_or_init(Instant::now);
        self.0.flag.store(true, Ordering::Release);
    }

    /// Whether a stop was asked for.
    pub fn is_raised(&self) -> bool {
        self.0.flag.load(Ordering::Relaxed)
    }

    /// When a stop was asked for.
    fn at(&self) -> Option<Instant> {
        if self.is_raised() { self.0.at.get().copied() } else { None }
    }
}

/// A moment after which work should end, together with an [`Interrupt`].
#[derive(Clone, Debug)]
pub struct Deadline {
    end: Option<Instant>,
    /// How long finishing may take after the end.
    beyond: Duration,
    interrupt: Interrupt,
    /// How long finishing may take after the interrupt.
    grace: Duration,
}

/// A deadline that is never over.
impl Default for Deadline {
    fn default() -> Self {
        Self::new(None, Interrupt::default())
    }
}

impl Deadline {
    /// A deadline within `limit` from now, so that what is left of the limit is enough to finish; without a
    /// limit only the interrupt ends the work.
    pub fn new(limit: Option<Duration>, interrupt: Interrupt) -> Self {
        let kept = limit.unwrap_or_default().mul_f64(TO_FINISH).min(MOST_TO_FINISH);
        let end = limit.and_then(|limit| Instant::now().checked_add(limit - kept));
        let beyond = kept.max(LEAST_TO_FINISH);
        Self { end, beyond, interrupt, grace: GRACE }
    }

    /// The same, with this time to finish after an interrupt.
    pub fn with_grace(self, grace: Duration) -> Self {
        Self { grace, ..self }
    }

    /// The same, but over when this share of the time that is left has passed, so that some time is left to
    /// use the results.
    pub fn within(&self, share: f64) -> Self {
        let end = self.left().and_then(|left| Instant::now().checked_add(left.mul_f64(share)));
        Self { end, ..self.clone() }
    }

    /// Whether the work should end now.
    pub fn is_over(&self) -> bool {
        self.interrupt.is_raised() || self.end.is_some_and(|end| Instant::now() >= end)
    }

    /// Whether it was the interrupt that ended the work.
    pub fn is_interrupted(&self) -> bool {
        self.interrupt.is_raised()
    }

    /// The interrupt of this work.
    pub fn interrupt(&self) -> &Interrupt {
        &self.interrupt
    }

    /// The time left, zero when over; `None` without a limit.
    pub fn left(&self) -> Option<Duration> {
        self.end.map(|end| end.saturating_duration_since(Instant::now()))
    }

    /// The moment at which this share of the time to finish will have passed; `None` as long as nothing has
    /// set one.
    fn due(&self, share: f64) -> Option<Instant> {
        let limit = self.end.and_then(|end| end.checked_add(self.beyond.mul_f64(share)));
        let interrupt = self.interrupt.at().and_then(|at| at.checked_add(self.grace.mul_f64(share)));
        limit.into_iter().chain(interrupt).min()
    }

    /// Whether this share, 0 to 1, of the time to finish has passed. A stage that may use no more than this
    /// share has to end now, with the results that it has.
    pub fn is_due(&self, share: f64) -> bool {
        self.due(share).is_some_and(|due| Instant::now() >= due)
    }

    /// The time until this share of the time to finish will have passed; `None` as long as nothing has set a
    /// moment.
    pub fn until_due(&self, share: f64) -> Option<Duration> {
        self.due(share).map(|due| due.saturating_duration_since(Instant::now()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_over_is_due_later() {
        let never = Deadline::default();
        assert!(!never.is_over() && !never.is_due(0.0) && never.until_due(1.0).is_none());
        let long = Deadline::new(Some(Duration::from_secs(10_000)), Interrupt::default());
        let left = long.left().expect("a limit");
        let (half, whole) = (long.until_due(0.5).expect("a limit"), long.until_due(1.0).expect("a limit"));
        assert!(left < half && half < whole && whole <= Duration::from_secs(10_000), "all of it is within");
        assert!(whole - left < Duration::from_secs(10), "and the time to finish is short beside it");
        let now = Deadline::new(Some(Duration::ZERO), Interrupt::default());
        assert!(now.is_over() && now.is_due(0.0) && !now.is_due(1.0));
    }

    #[test]
    fn a_part_of_the_work_is_over_before_the_whole() {
        let whole = Deadline::new(Some(Duration::from_secs(10_000)), Interrupt::default());
        let (half, left) = (whole.within(0.5), whole.left().expect("a limit"));
        assert!(half.left().expect("a limit") <= left.mul_f64(0.51));
        assert!(Deadline::default().within(0.5).left().is_none());
        whole.interrupt().raise();
        assert!(half.is_over());
    }

    #[test]
    fn an_interrupt_gives_less_time_than_a_limit_far_away() {
        let interrupt = Interrupt::default();
        let deadline =
            Deadline::new(Some(Duration::from_secs(10_000)), interrupt.clone()).with_grace(Duration::ZERO);
        assert!(!deadline.is_over() && !deadline.is_interrupted());
        interrupt.raise();
        assert!(deadline.is_over() && deadline.is_interrupted() && deadline.is_due(1.0));
        let patient = Deadline::new(None, interrupt).with_grace(Duration::from_secs(10_000));
        assert!(patient.is_due(0.0) && !patient.is_due(0.5));
    }
}
