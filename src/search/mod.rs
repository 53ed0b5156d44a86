//! Which state to advance next.
//!
//! A searcher sees numbers about states, never the states themselves. It says which state goes next. The
//! states that come of this one are handed back as a family of new candidates, which is empty if the path
//! ended. To add a strategy: implement [`Searcher`], give it a variant of [`Part`] with a name, and an arm in
//! [`Part::start`].

mod coverage;
mod distance;
mod graph;
mod groups;
mod mix;
mod order;
mod spec;
mod target;
mod tree;
mod weighted;

#[cfg(test)]
mod tests;

pub use coverage::Covered;
pub use graph::{Distances, Graph};
pub use spec::{Part, Strategy};
pub use target::Goal;

use crate::ir::Pc;
use std::rc::Rc;
use std::sync::Arc;

crate::define_id!(
    /// A waiting state, as the engine numbers it. No number is used twice by one worker.
    StateId
);

/// What a searcher knows of a waiting state.
#[derive(Clone, Debug)]
pub struct Candidate {
    pub id: StateId,
    /// Forks on the path so far.
    pub depth: usize,
    /// A number that stands for the first decisions of `main` itself.
    pub beginning: u64,
    /// Instructions on the path so far.
    pub instructions: u64,
    /// Instructions since the path took an edge that no path had taken before.
    pub since_new: u64,
    /// What the path's questions have cost: one each, and 256 for each that reached a solver.
    pub cost: u64,
    /// How often the path has forked at the place where it forked last; zero unless the strategy
    /// [needs](Strategy::needs_iterations) it.
    pub iteration: u32,
    /// The state has used up its fuel without forking.
    pub is_tired: bool,
    /// The path has come to the target of the run.
    pub has_arrived: bool,
    /// The place at which each call stands, the innermost first; empty unless the strategy needs it.
    pub call_stack: Rc<[Pc]>,
    /// The innermost of these places that is in code of the program itself, and not in the C library.
    pub site: Option<Pc>,
}

/// What all searchers of a run look at.
#[derive(Clone)]
pub struct Scene {
    /// The segments of the program, for distances.
    pub graph: Arc<Graph>,
    /// The edges that the paths of all workers have taken.
    pub covered: Arc<Covered>,
    /// The place that the run is to reach, if it has a target.
    pub goal: Option<Arc<Goal>>,
}

/// A frontier with an order.
pub trait Searcher {
    /// Takes in the states that have come of `parent`, which no longer waits: those of one fork, in the order
    /// of their choices, or none. Without a parent they are the first states, or states that come back from
    /// elsewhere.
    fn add(&mut self, scene: &Scene, parent: Option<StateId>, family: &[Candidate]);

    /// The state to advance next. It may be one that does not wait any more, if it was [added](Self::add) as
    /// a parent without having been picked here.
    fn pick(&mut self, scene: &Scene) -> Option<StateId>;

    /// Forgets all states for which `waits` is false.
    fn retain(&mut self, waits: &dyn Fn(StateId) -> bool);
}
