//! A state with what the engine knows about it.

use super::deferred::is_late;
use crate::exec::{Ending, State};
use crate::expr::ExprId;
use crate::ir::Pc;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::rc::Rc;

/// A state with what the engine knows about it.
pub(super) struct Live {
    pub(super) state: State,
    /// Its share of all paths, if each side of a fork has as many as the others.
    pub(super) share: f64,
    /// How many instructions the path had executed when it took an edge that no path had taken.
    pub(super) news_at: u64,
    /// What the path's questions have cost.
    pub(super) cost: u64,
    pub(super) forks: ForkCounts,
    /// How often the path has forked at the place of its last fork.
    pub(super) iteration: u32,
    pub(super) is_tired: bool,
    pub(super) has_arrived: bool,
    /// Whether a late fork made it.
    pub(super) is_shaped: bool,
    /// Used in a run that merges states.
    pub(super) merged_paths: MergedPaths,
}

impl Live {
    /// A state that nothing is known about.
    pub(super) fn new(state: State, share: f64) -> Self {
        Self {
            is_shaped: state.decision_path.iter().any(|choice| is_late(*choice)),
            state,
            share,
            news_at: 0,
            cost: 0,
            forks: ForkCounts::default(),
            iteration: 0,
            is_tired: false,
            has_arrived: false,
            merged_paths: MergedPaths::default(),
        }
    }

    /// A state that was split off from this one.
    pub(super) fn sibling(&self, state: State) -> Self {
        Self {
            state,
            share: self.share,
            news_at: self.news_at,
            cost: self.cost,
            forks: self.forks.clone(),
            iteration: self.iteration,
            is_tired: self.is_tired,
            has_arrived: self.has_arrived,
            is_shaped: self.is_shaped,
            merged_paths: self.merged_paths.clone(),
        }
    }

    /// Where each call stands, the innermost first.
    pub(super) fn call_stack(&self) -> impl Iterator<Item = Pc> + '_ {
        self.state.stack().map(|(_, pc)| pc)
    }
}

/// One state of a fork.
pub(super) struct Member {
    pub(super) live: Live,
    /// How its path ended, if it did.
    pub(super) ending: Option<Ending>,
}

/// How often a path has forked at each place. States that a fork made share it.
#[derive(Clone, Default)]
pub(super) struct ForkCounts {
    counts: Rc<FxHashMap<Pc, u32>>,
}

impl ForkCounts {
    /// Counts a fork. Returns how many forks there were at this place, including this one.
    pub(super) fn add(&mut self, place: Pc) -> u32 {
        let count = Rc::make_mut(&mut self.counts).entry(place).or_default();
        *count += 1;
        *count
    }
}

/// What is kept with a state that may be merged.
#[derive(Clone, Default)]
pub(super) struct MergedPaths {
    /// The groups that wait for it, the innermost last.
    pub(super) groups: Vec<u32>,
    /// Edges that only some of its paths have taken, with the condition under which they were taken.
    pub(super) untested_edges: Rc<BTreeMap<usize, ExprId>>,
    /// Whether it stands for more than one path.
    pub(super) is_merged: bool,
}
