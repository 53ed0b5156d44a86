//! A worker among the others of its pool: how much it has given and taken, so that it knows when to give a
//! state away.

use super::Pool;
use super::pool::Taken;

/// A worker gives a state away only after it has executed so many times the instructions of all states that
/// it has given or taken. Otherwise two workers with one long path would hand it to and fro, and do nothing
/// but make it again.
const PRICE: u64 = 4;

/// One worker's part of the exchange.
pub(super) struct Exchange {
    number: usize,
    is_idle: bool,
    /// How many times the frontier was asked for and given.
    snapshots: u64,
    /// Waiting states that the pool knows of.
    n_counted: usize,
    /// Instructions of its own, without those that made states again.
    executed: u64,
    /// Instructions on the paths of states that it was given or gave, which have to be executed again.
    handed: u64,
    /// How many instructions it has to execute before it gives a state again.
    gives_after: u64,
}

impl Exchange {
    /// Takes part in the exchange of a pool.
    pub(super) fn join(pool: &Pool) -> Self {
        let (number, snapshots) = pool.join();
        Self { number, is_idle: false, snapshots, n_counted: 0, executed: 0, handed: 0, gives_after: 0 }
    }

    /// The number among the workers.
    pub(super) fn number(&self) -> usize {
        self.number
    }

    /// A state that another worker has given.
    pub(super) fn take(&mut self, pool: &Pool) -> Taken {
        pool.take(self.number, &mut self.is_idle)
    }

    /// Tells the pool how many states wait here.
    pub(super) fn count_waiting(&mut self, pool: &Pool, now: usize) {
        pool.count_waiting(self.n_counted, now);
        self.n_counted = now;
    }

    /// Whether the frontier was asked for since the last call.
    pub(super) fn is_asked(&mut self, pool: &Pool) -> bool {
        let asked = pool.snapshots();
        std::mem::replace(&mut self.snapshots, asked) < asked
    }

    /// Counts instructions that were executed here.
    pub(super) fn count_executed(&mut self, pool: &Pool, instructions: u64) {
        pool.count_instructions(instructions);
        self.executed += instructions;
    }

    /// Counts the instructions of a state that has changed hands.
    pub(super) fn count_handed(&mut self, instructions: u64) {
        self.handed += instructions;
    }

    /// Whether a state may be given away now; `longest` returns how many instructions the longest waiting
    /// path has executed.
    pub(super) fn may_give(&mut self, longest: impl FnOnce() -> u64) -> bool {
        if self.executed < self.gives_after {
            return false;
        }
        self.gives_after = PRICE * (self.handed + longest());
        self.executed >= self.gives_after
    }
}
