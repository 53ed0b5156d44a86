//! What a run and each of its paths may spend.

use crate::util::Deadline;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

/// The share of the time to finish a run that the tests of waiting states may take. Native runs and files come after.
pub const WAITING_SHARE: f64 = 0.25;

/// What a run may spend. `None` is without limit.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    pub deadline: Deadline,
    /// What somebody does with each test beside the run and after it takes about this long, and is to be done by the
    /// deadline too.
    pub after_each: Duration,
    /// The tests that this is still to be done for, as that somebody counts them.
    pub unproved: Arc<AtomicU64>,
    /// How much of the time is kept for them, and for those of paths that wait, at most.
    pub most_after: Duration,
    /// Ended paths.
    pub paths: Option<u64>,
    /// Executed instructions, over all paths.
    pub instructions: Option<u64>,
    /// Resident bytes of the process.
    pub memory: Option<u64>,
    /// Whether the run ends when coverage has not grown for a stretch of work.
    pub until_saturated: bool,
}

/// How far each path may go. Beyond, it ends with a test, and the others go on. `None` is without limit.
#[derive(Copy, Clone, Debug, Default)]
pub struct Limits {
    /// Forks on a path.
    pub depth: Option<usize>,
    /// How often a path may stay in a loop where it could have left it.
    pub iterations: Option<u32>,
    /// How often a path may fork at one place; from then on it goes one way.
    pub forks: Option<u32>,
}

impl Limits {
    /// Whether it matters how often a path has forked at each place.
    pub(super) fn count_forks(&self) -> bool {
        self.iterations.is_some() || self.forks.is_some()
    }
}

/// Why a run ended before all paths were explored.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Exhausted {
    Time,
    Interrupt,
    Paths,
    Instructions,
    Memory,
    /// Coverage has not grown for long: what the run was asked for, and no lack of anything.
    Saturated,
    /// Tests cover everything that the property asks for.
    Attained,
    /// A search has ended that explores no paths but those of what it finds.
    Searched,
    /// Two backends gave different answers; see [`crate::solver::Solver::disagreement`].
    Disagreement,
    /// The receiver of tests wants no more.
    Stopped,
}

impl Exhausted {
    /// The reason in words, to follow "ended by".
    pub const fn words(self) -> &'static str {
        match self {
            Exhausted::Time => "the time limit",
            Exhausted::Interrupt => "an interrupt",
            Exhausted::Paths => "the limit of paths",
            Exhausted::Instructions => "the limit of instructions",
            Exhausted::Memory => "the memory limit",
            Exhausted::Saturated => "coverage that does not grow any more",
            Exhausted::Attained => "tests that cover everything that was asked for",
            Exhausted::Searched => "the end of its search",
            Exhausted::Disagreement => "a disagreement of two solvers",
            Exhausted::Stopped => "an error in writing the tests",
        }
    }
}
