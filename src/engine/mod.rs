//! The worker loop: takes states from the frontier, runs them, and hands ended paths on.
//!
//! A worker owns its machine (arena, solver) and its frontier. Workers of one run share a [`Pool`]: states go
//! from one to another as decision paths and are made again from the program's start, so that nothing of an
//! arena ever leaves its worker. The results of a path depend only on its decision path, so several workers
//! find the same paths as one.

mod budget;
mod decision_path;
mod deferred;
mod exchange;
mod family;
mod frontier;
mod given;
mod likeness;
mod limits;
mod live;
mod pool;
mod relief;
mod stop;
#[cfg(test)]
mod tests;
mod turns;
mod wanted;
mod work;
mod worker;

pub use budget::{Budget, Exhausted, Limits, WAITING_SHARE};
pub use decision_path::{DecisionPath, SpillSlot, SuspendedState};
pub use deferred::Weights;
pub use given::{GivenInput, GivenInputs, bits_at};
pub use likeness::Likeness;
pub use pool::{News, Pool};
pub use wanted::{EdgeSets, Wanted};
pub use work::{ProposedType, WaitingPeak, Work};
pub use worker::{Finished, Worker};

use crate::exec::{Ending, Machine, State};
use crate::ir::Program;
use crate::search::{Scene, Strategy};
use crate::util::Rng;
use std::sync::Arc;

/// Whether to go on.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Flow {
    Continue,
    Stop,
}

/// The receiver of what a worker finds.
pub trait Sink {
    /// A path ended.
    fn ended(&mut self, machine: &mut Machine, state: &State, ending: Ending) -> Flow;

    /// Keeps the test that a state gives if the run ends before it goes on.
    fn park(&mut self, machine: &mut Machine, state: &State) -> Option<SpillSlot>;

    /// Makes the test that a state would give if the run ended now, and drops it: to see how long that takes.
    fn rehearse(&mut self, machine: &mut Machine, state: &State);

    /// The run ended before a state went on. Its test is in the slot, if one was kept.
    fn ended_waiting(&mut self, slot: Option<SpillSlot>, reason: &str) -> Flow;

    /// The run ended before this state went on, and its test is not wanted.
    fn left(&mut self, machine: &mut Machine, state: &State);

    /// All states of the worker, either because they were asked for, or because it has stopped exploring.
    fn snapshot(&mut self, frontier: Vec<DecisionPath>, is_last: bool);
}

/// The receiver of the first worker, which speaks for all of them.
pub trait Lead: Sink {
    /// Takes in what other workers have handed on up to now.
    fn gather(&mut self) -> Flow;

    /// No path whose decision path is less than `decision_path` will end any more, in any worker. Called
    /// after [`Self::gather`].
    fn settled(&mut self, decision_path: &[u32]) -> Flow;

    /// Looks for inputs to follow, with at most `most` evaluations. The result may be empty.
    fn seek(&mut self, most: u64) -> Vec<GivenInputs> {
        let _ = most;
        Vec::new()
    }

    /// Called every now and then.
    fn progress(&mut self, machine: &Machine, pool: &Pool);
}

/// The receiver of a worker; the first worker has one that can do more.
pub enum Observer<'a> {
    /// The receiver of the first worker.
    Lead(&'a mut dyn Lead),
    /// The receiver of a further worker.
    Other(&'a mut dyn Sink),
}

impl Observer<'_> {
    /// The receiver of what the worker finds.
    fn sink(&mut self) -> &mut dyn Sink {
        match self {
            Observer::Lead(lead) => *lead,
            Observer::Other(sink) => *sink,
        }
    }

    fn lead(&mut self) -> Option<&mut dyn Lead> {
        match self {
            Observer::Lead(lead) => Some(*lead),
            Observer::Other(_) => None,
        }
    }

    fn gather(&mut self) -> Flow {
        self.lead().map_or(Flow::Continue, Lead::gather)
    }

    fn progress(&mut self, machine: &Machine, pool: &Pool) {
        self.lead().into_iter().for_each(|lead| lead.progress(machine, pool));
    }
}

/// Makes a machine, with the states that the program begins with.
pub type Maker = dyn Fn() -> (Machine, Vec<State>) + Send + Sync;

/// What all workers of a run do.
pub struct Task {
    pub program: Arc<Program>,
    pub make: Box<Maker>,
    pub strategy: Strategy,
    /// How often late forks, and the states that they made, have their turn.
    pub weights: Weights,
    pub budget: Budget,
    pub limits: Limits,
    /// Whether states are merged where the sides of a branch meet. Then there is one worker, and no limits,
    /// memory budget, target or checkpoint.
    pub merge: bool,
    /// Which paths are to have tests.
    pub wanted: Wanted,
    /// Whether the lead is asked for inputs to follow before the run ends.
    pub seeks: bool,
    /// Whether paths are explored. If not, only the paths of such inputs are followed.
    pub explores: bool,
    /// Whether the lead looks for inputs before anything else is done.
    pub searches_first: bool,
    pub rng: Rng,
    pub scene: Scene,
}
