//! Strategies that only look at the order of arrival, or at nothing.

use super::{Candidate, Scene, Searcher, StateId};
use crate::util::Rng;
use std::collections::VecDeque;

/// A stack: paths end one after the other, in the order of their decision paths. A state that runs long without forking
/// goes below all others.
#[derive(Default)]
pub(super) struct DepthFirst {
    frontier: VecDeque<StateId>,
}

impl Searcher for DepthFirst {
    fn add(&mut self, _: &Scene, _: Option<StateId>, family: &[Candidate]) {
        for candidate in family.iter().rev() {
            if candidate.is_tired {
                self.frontier.push_front(candidate.id);
            } else {
                self.frontier.push_back(candidate.id);
            }
        }
    }

    fn pick(&mut self, _: &Scene) -> Option<StateId> {
        self.frontier.pop_back()
    }

    fn retain(&mut self, waits: &dyn Fn(StateId) -> bool) {
        self.frontier.retain(|id| waits(*id));
    }
}

/// A queue: all paths grow evenly.
#[derive(Default)]
pub(super) struct BreadthFirst {
    frontier: VecDeque<StateId>,
}

impl Searcher for BreadthFirst {
    fn add(&mut self, _: &Scene, _: Option<StateId>, family: &[Candidate]) {
        self.frontier.extend(family.iter().map(|candidate| candidate.id));
    }

    fn pick(&mut self, _: &Scene) -> Option<StateId> {
        self.frontier.pop_front()
    }

    fn retain(&mut self, waits: &dyn Fn(StateId) -> bool) {
        self.frontier.retain(|id| waits(*id));
    }
}

/// A bag: every state is as likely as any other.
pub(super) struct RandomState {
    pub(super) frontier: Vec<StateId>,
    pub(super) rng: Rng,
}

impl Searcher for RandomState {
    fn add(&mut self, _: &Scene, _: Option<StateId>, family: &[Candidate]) {
        self.frontier.extend(family.iter().map(|candidate| candidate.id));
    }

    fn pick(&mut self, _: &Scene) -> Option<StateId> {
        let n = self.frontier.len() as u64;
        (n > 0).then(|| self.frontier.swap_remove(self.rng.below(n) as usize))
    }

    fn retain(&mut self, waits: &dyn Fn(StateId) -> bool) {
        self.frontier.retain(|id| waits(*id));
    }
}
