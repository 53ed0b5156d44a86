//! The worker loop: takes states from the frontier, runs them, and hands ended paths on.
//!
//! A worker owns its machine (arena, solver) and its frontier. Workers of one run share a [`Pool`]: states go from one
//! to another as decision paths and are made again from the program's start, so that nothing of an arena ever leaves
//! its worker. What a path gives depends on its decision path alone, so that the workers together find the same paths
//! as one.

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

    /// The run ended before a state went on whose test is kept; without a slot none is.
    fn ended_waiting(&mut self, slot: Option<SpillSlot>, reason: &str) -> Flow;

    /// The run ended before this state went on, and nobody wants its test.
    fn left(&mut self, machine: &mut Machine, state: &State);

    /// All states of the worker: because somebody has asked for them, or because it has done its last round.
    fn snapshot(&mut self, frontier: Vec<DecisionPath>, is_last: bool);
}

/// The receiver of the first worker, which speaks for all of them.
pub trait Lead: Sink {
    /// Takes in what other workers have handed on up to now.
    fn gather(&mut self) -> Flow;

    /// No path of any worker whose decision path is less than `decision_path` will end any more; said after
    /// [`Self::gather`].
    fn settled(&mut self, decision_path: &[u32]) -> Flow;

    /// Inputs to follow, looked for with so many evaluations at most; none if none are found.
    fn seek(&mut self, most: u64) -> Vec<GivenInputs> {
        let _ = most;
        Vec::new()
    }

    /// Called every now and then.
    fn progress(&mut self, machine: &Machine, pool: &Pool);
}

/// Who watches a worker.
pub enum Observer<'a> {
    /// Of the first worker.
    Lead(&'a mut dyn Lead),
    /// Of a further one.
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
    /// How states that late forks made, and such forks, have their turns.
    pub weights: Weights,
    pub budget: Budget,
    pub limits: Limits,
    /// Whether states become one where sides of a branch meet. Then there is one worker, and no limits, memory budget,
    /// target or checkpoint.
    pub merge: bool,
    /// Which paths are to have tests.
    pub wanted: Wanted,
    /// Whether the lead is asked for inputs to follow before the run ends.
    pub seeks: bool,
    /// Whether paths are explored; else those of such inputs are all.
    pub explores: bool,
    /// Whether the lead looks for inputs before anything else is done.
    pub searches_first: bool,
    pub rng: Rng,
    pub scene: Scene,
}
