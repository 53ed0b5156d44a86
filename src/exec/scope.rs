//! What a run of instructions does besides changing its state: it counts, and splits states off.

use super::{Child, State};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// Counts of what was executed.
#[derive(Clone, Default, Debug)]
pub struct ExecStats {
    pub instructions: u64,
    pub forks: u64,
    /// Paths that the driver's assumptions exclude.
    pub assumed_away: u64,
    /// Each approximation by its name, with how often it was made.
    pub approximations: BTreeMap<Cow<'static, str>, u64>,
    /// Sources of values that differ from run to run and became inputs, although the program did not ask for
    /// inputs: by name, with how often the program looked.
    pub sources: BTreeMap<&'static str, u64>,
}

impl ExecStats {
    /// Adds other counts.
    pub fn add(&mut self, other: &ExecStats) {
        let ExecStats { instructions, forks, assumed_away, approximations, sources } = other;
        self.instructions += instructions;
        self.forks += forks;
        self.assumed_away += assumed_away;
        for (name, count) in approximations {
            *self.approximations.entry(name.clone()).or_default() += count;
        }
        for (name, count) in sources {
            *self.sources.entry(name).or_default() += count;
        }
    }
}

/// The states that were split off and the counts since the last [`Scope::close`].
#[derive(Default)]
pub(super) struct Scope {
    children: Vec<Child>,
    pub(super) counts: ExecStats,
}

impl Scope {
    /// Adds a state that was split off and goes on by itself.
    pub(super) fn split_off(&mut self, state: State) {
        self.children.push(Child { state, ending: None });
    }

    /// Adds a state that was split off and whose path has ended.
    pub(super) fn end(&mut self, state: State, ending: super::Ending) {
        self.children.push(Child { state, ending: Some(ending) });
    }

    /// Whether the current instruction has split states off.
    pub(super) fn has_children(&self) -> bool {
        !self.children.is_empty()
    }

    /// Returns the states that were split off. Each has also run the `instructions` of its origin.
    pub(super) fn take_children(&mut self, instructions: u64) -> Vec<Child> {
        let mut children = std::mem::take(&mut self.children);
        children.iter_mut().for_each(|child| child.state.instructions += instructions);
        children
    }

    /// Adds what was counted to `counts`, which belong to the caller of the run.
    pub(super) fn close(&mut self, instructions: u64, counts: &mut ExecStats) {
        let mut own = std::mem::take(&mut self.counts);
        own.instructions = instructions;
        counts.add(&own);
    }
}
