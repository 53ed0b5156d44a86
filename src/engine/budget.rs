//! What a run and each of its paths may spend.

use crate::util::Deadline;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

/// The share of the time to finish a run that the tests of waiting states may take. Native runs and files
/// come after.
pub const WAITING_SHARE: f64 = 0.25;

/// What a run may spend. `None` is without limit.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    pub deadline: Deadline,
    /// About how long it takes to process each test beside the run and after it, for example natively. This
    /// is to be done by the deadline, too.
    pub after_each: Duration,
    /// How many tests are still to be processed, as counted by the code that does it.
    pub unproved: Arc<AtomicU64>,
    /// How much of the time is kept at most for these tests, and for those of paths that wait.
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

/// How far each path may go. A path that goes beyond ends with a test, and the others go on. `None` is
/// without limit.
#[derive(Copy, Clone, Debug, Default)]
pub struct Limits {
    /// Forks on a path.
    pub depth: Option<usize>,
    /// How often a path may stay in a loop when it could have left it.
    pub iterations: Option<u32>,
    /// How often a path may fork at one place; after that it goes only one way.
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
    /// Coverage has not grown for long. The run was asked to end then, so this is no lack of anything.
    Saturated,
    /// Tests cover everything that the property asks for.
    Attained,
    /// The search has ended, in a run that follows only the inputs that it finds.
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
