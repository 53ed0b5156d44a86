//! What the workers of a run share: states on their way from one to another, counts, and the end of the run.

use super::deferred::Tried;
use super::{Exhausted, SuspendedState};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How long a worker without work waits before it looks around.
const PATIENCE: Duration = Duration::from_millis(2);
/// How long it takes to write the test of a state that a budget ends, as long as it was not measured.
const LAST_TEST: Duration = Duration::from_micros(120);
/// After so many tests, their mean time counts.
const FEW_TESTS: u64 = 16;
/// Coverage counts as saturated only if it has not grown for at least so many paths, or for so many
/// instructions.
const STRETCH: [u64; 2] = [300, 5_000_000];
/// So many paths that go round a cycle count as one that has ended.
const ENDLESS: u64 = 8;

/// Shared by the workers of one run.
#[derive(Default)]
pub struct Pool {
    inner: Mutex<Inner>,
    changed: Condvar,
    n_workers: AtomicUsize,
    /// How many more workers wait for a suspended state than suspended states wait for a worker.
    hungry: AtomicUsize,
    is_over: AtomicBool,
    /// Whether the run goes on although no worker has anything to do. The first worker looks for more then.
    is_held: AtomicBool,
    /// Paths that were not followed to their ends, or that are not known to be possible.
    open_paths: AtomicU64,
    paths: AtomicU64,
    /// Paths that go round a cycle without end.
    endless: AtomicU64,
    instructions: AtomicU64,
    waiting: AtomicUsize,
    /// How often the frontier was asked for.
    snapshots: AtomicU64,
    /// The fewest instructions of a path that has come to the target, plus one; zero without one.
    arrived: AtomicU64,
    /// Nanoseconds that it took to write tests of waiting states, and how many these were.
    test_nanos: AtomicU64,
    test_count: AtomicU64,
    /// Nanoseconds that it will take to hand on all tests that wait for their turn.
    backlog: AtomicU64,
    /// Nanoseconds to hand on one more test.
    hand_on: AtomicU64,
    /// Paths that had ended, and instructions that had been executed, when coverage last grew.
    grown_at: [AtomicU64; 2],
    news: Mutex<Vec<News>>,
    /// Late forks that were made or are to be made.
    tried: Mutex<Tried>,
}

/// A moment at which paths took edges that none had taken before.
#[derive(Copy, Clone, Debug)]
pub struct News {
    /// Instructions that all workers had executed.
    pub instructions: u64,
    pub at: Instant,
    /// Edges of the program's own code that were taken then.
    pub covered: u64,
}

#[derive(Default)]
struct Inner {
    suspended_states: Vec<SuspendedState>,
    n_workers: usize,
    n_idle: usize,
    /// For each worker, a decision path below which none of its paths can end any more; `None` if it has no
    /// path.
    least: Vec<Option<Vec<u32>>>,
    exhausted: Option<Exhausted>,
}

/// The answer to a worker that has nothing to do.
pub(super) enum Taken {
    SuspendedState(SuspendedState),
    /// Nothing for now.
    Nothing,
    /// Nothing any more.
    Over,
}

impl Pool {
    fn lock(&self) -> MutexGuard<'_, Inner> {
        // A panic of another worker does no harm: every change is whole before anything can panic.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes in a further worker. Returns its number, and how often the frontier was asked for before.
    pub(super) fn join(&self) -> (usize, u64) {
        let mut inner = self.lock();
        inner.n_workers += 1;
        self.n_workers.store(inner.n_workers, Ordering::Relaxed);
        inner.least.push(None);
        (inner.n_workers - 1, self.snapshots())
    }

    /// How many workers there are.
    pub fn n_workers(&self) -> usize {
        self.n_workers.load(Ordering::Relaxed)
    }

    /// How many states others could take.
    pub(super) fn hungry(&self) -> usize {
        self.hungry.load(Ordering::Relaxed)
    }

    /// Gives states to workers that have none.
    pub fn give(&self, suspended_states: impl IntoIterator<Item = SuspendedState>) {
        let mut inner = self.lock();
        inner.suspended_states.extend(suspended_states);
        self.count_hungry(&inner);
        self.changed.notify_all();
    }

    /// A state for a worker that has none; `is_idle` says whether it had none at its last call, and is
    /// updated for the next one.
    pub(super) fn take(&self, worker: usize, is_idle: &mut bool) -> Taken {
        let mut inner = self.lock();
        if !std::mem::replace(is_idle, true) {
            inner.n_idle += 1;
            inner.least[worker] = None;
        }
        if inner.exhausted.is_some() {
            return Taken::Over;
        }
        if inner.suspended_states.is_empty() {
            if inner.n_idle == inner.n_workers && !self.is_held.load(Ordering::Relaxed) {
                self.is_over.store(true, Ordering::Relaxed);
                self.changed.notify_all();
                return Taken::Over;
            }
            self.count_hungry(&inner);
            let waited = self.changed.wait_timeout(inner, PATIENCE);
            inner = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        if self.is_over() {
            return Taken::Over;
        }
        let Some(suspended) = inner.suspended_states.pop() else { return Taken::Nothing };
        *is_idle = false;
        inner.n_idle -= 1;
        inner.least[worker] = Some(suspended.decision_path.unpack());
        self.count_hungry(&inner);
        Taken::SuspendedState(suspended)
    }

    fn count_hungry(&self, inner: &Inner) {
        self.hungry.store(inner.n_idle.saturating_sub(inner.suspended_states.len()), Ordering::Relaxed);
    }

    /// Lets the run go on when no worker has anything to do, until it is released.
    pub(super) fn hold(&self) {
        self.is_held.store(true, Ordering::Relaxed);
    }

    pub(super) fn is_held(&self) -> bool {
        self.is_held.load(Ordering::Relaxed)
    }

    pub(super) fn release(&self) {
        self.is_held.store(false, Ordering::Relaxed);
    }

    /// Whether no worker has anything to do, and no state is on its way.
    pub(super) fn is_quiet(&self) -> bool {
        let inner = self.lock();
        inner.suspended_states.is_empty() && inner.n_idle == inner.n_workers
    }

    /// Counts a path whose end is not known.
    pub(super) fn count_open(&self) {
        self.open_paths.fetch_add(1, Ordering::Relaxed);
    }

    /// Whether a path has ended that was not followed to its end, or that is not known to be possible.
    pub(super) fn has_open(&self) -> bool {
        self.open_paths.load(Ordering::Relaxed) > 0
    }

    /// Notes the decision path below which no path of a worker can end any more.
    pub(super) fn set_least(&self, worker: usize, least: Option<Vec<u32>>) {
        self.lock().least[worker] = least;
    }

    /// The decision path below which no path of another worker, or on its way, can end any more; `None` if no
    /// such path is left.
    pub(super) fn least_of_others(&self, worker: usize) -> Option<Vec<u32>> {
        let inner = self.lock();
        let others = inner.least.iter().enumerate().filter(|(other, _)| *other != worker);
        let least = others.filter_map(|(_, least)| least.clone());
        least.chain(inner.suspended_states.iter().map(|suspended| suspended.decision_path.unpack())).min()
    }

    /// Ends the run for all workers, for the first reason that is given.
    pub fn end(&self, reason: Exhausted) {
        self.lock().exhausted.get_or_insert(reason);
        self.is_over.store(true, Ordering::Relaxed);
        self.changed.notify_all();
    }

    /// Ends the run because it has what it looked for.
    pub(super) fn end_happily(&self) {
        self.is_over.store(true, Ordering::Relaxed);
        self.changed.notify_all();
    }

    /// Whether the run is over.
    pub(super) fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }

    /// Why the run ended early.
    pub fn exhausted(&self) -> Option<Exhausted> {
        self.lock().exhausted
    }

    /// The states that no worker took, when the run is over.
    pub fn leftovers(&self) -> Vec<SuspendedState> {
        std::mem::take(&mut self.lock().suspended_states)
    }

    /// Asks every worker for its frontier. Returns the states that are on their way now, and the number of
    /// workers.
    pub fn begin_snapshot(&self) -> (Vec<SuspendedState>, usize) {
        let inner = self.lock();
        self.snapshots.fetch_add(1, Ordering::Relaxed);
        (inner.suspended_states.clone(), inner.n_workers)
    }

    /// How often the frontier was asked for.
    pub(super) fn snapshots(&self) -> u64 {
        self.snapshots.load(Ordering::Relaxed)
    }

    /// Counts a path that goes round a cycle without end.
    pub(super) fn count_endless(&self) {
        self.endless.fetch_add(1, Ordering::Relaxed);
    }

    /// Paths that have ended, and an eighth of those that go round a cycle without end. There may be very
    /// many of the latter, and trying more of them is of little use.
    pub(super) fn tried_paths(&self) -> u64 {
        self.paths() + self.endless.load(Ordering::Relaxed) / ENDLESS
    }

    pub(super) fn count_paths(&self, n: u64) {
        self.paths.fetch_add(n, Ordering::Relaxed);
    }

    /// Paths that have ended.
    pub fn paths(&self) -> u64 {
        self.paths.load(Ordering::Relaxed)
    }

    pub(super) fn count_instructions(&self, n: u64) {
        self.instructions.fetch_add(n, Ordering::Relaxed);
    }

    /// Executed instructions.
    pub fn instructions(&self) -> u64 {
        self.instructions.load(Ordering::Relaxed)
    }

    pub(super) fn count_waiting(&self, before: usize, now: usize) {
        self.waiting.fetch_add(now.wrapping_sub(before), Ordering::Relaxed);
    }

    /// States that wait, in all workers.
    pub fn waiting(&self) -> usize {
        self.waiting.load(Ordering::Relaxed)
    }

    /// Notes how long it took to write the test of a waiting state.
    pub(super) fn note_test(&self, spent: Duration) {
        self.test_nanos.fetch_add(spent.as_nanos() as u64, Ordering::Relaxed);
        self.test_count.fetch_add(1, Ordering::Relaxed);
    }

    /// Notes how long it will take to hand on the tests that wait for their turn, and how long for one more.
    pub fn set_backlog(&self, backlog: Duration, each: Duration) {
        self.backlog.store(backlog.as_nanos() as u64, Ordering::Relaxed);
        self.hand_on.store(each.as_nanos() as u64, Ordering::Relaxed);
    }

    /// About how long it takes to end the run with a test for each of so many states.
    pub(super) fn time_to_end(&self, n_states: usize) -> Duration {
        let n = self.test_count.load(Ordering::Relaxed);
        let each = match n >= FEW_TESTS {
            true => Duration::from_nanos(self.test_nanos.load(Ordering::Relaxed) / n),
            false => LAST_TEST,
        };
        // All workers write tests at the same time, but only the first one takes in the tests of all and
        // hands them on.
        let alone = each / 2 + Duration::from_nanos(self.hand_on.load(Ordering::Relaxed));
        let states = u32::try_from(n_states).unwrap_or(u32::MAX);
        let tests = (each / self.n_workers().max(1) as u32 + alone).saturating_mul(states);
        tests.saturating_add(Duration::from_nanos(self.backlog.load(Ordering::Relaxed)))
    }

    /// Notes that coverage has grown.
    pub fn note_growth(&self) {
        for (at, now) in self.grown_at.iter().zip([self.tried_paths(), self.instructions()]) {
            at.store(now, Ordering::Relaxed);
        }
    }

    /// Whether coverage has not grown for as long as it took to reach its present state, and for a least
    /// stretch. This is counted in paths or, if few paths end, in instructions, and never in time, so that it
    /// means the same everywhere.
    pub fn is_saturated(&self) -> bool {
        let now = [self.tried_paths(), self.instructions()];
        self.grown_at.iter().zip(now).zip(STRETCH).any(|((at, now), least)| {
            let at = at.load(Ordering::Relaxed);
            now.saturating_sub(at) >= at.max(least)
        })
    }

    /// Takes in a late fork. Returns how many others its vertex had before, or `None` if this one was
    /// proposed before.
    pub(super) fn propose(&self, decision_path: &[u32]) -> Option<usize> {
        self.tried.lock().unwrap_or_else(PoisonError::into_inner).insert(decision_path)
    }

    /// Notes the late forks that a waiting state of an earlier run comes from.
    pub(super) fn note_late_forks(&self, decision_path: &[u32]) {
        self.tried.lock().unwrap_or_else(PoisonError::into_inner).note(decision_path);
    }

    pub(super) fn note_news(&self, covered: u64) {
        self.note_growth();
        let news = News { instructions: self.instructions(), at: Instant::now(), covered };
        self.news.lock().unwrap_or_else(PoisonError::into_inner).push(news);
    }

    /// How coverage has grown.
    pub fn news(&self) -> Vec<News> {
        self.news.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Notes a path that has come to the target. Returns whether it is the shortest one.
    pub(super) fn arrive(&self, instructions: u64) -> bool {
        let mut inner = self.arrived.load(Ordering::Relaxed);
        while inner == 0 || instructions + 1 < inner {
            match self.arrived.compare_exchange(inner, instructions + 1, Ordering::Relaxed, Ordering::Relaxed)
            {
                Ok(_) => return true,
                Err(now) => inner = now,
            }
        }
        false
    }

    /// The fewest instructions of a path that has come to the target.
    pub(super) fn arrived(&self) -> Option<u64> {
        self.arrived.load(Ordering::Relaxed).checked_sub(1)
    }
}
