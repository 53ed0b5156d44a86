//! Strategies that only look at the order of arrival.

use super::{Candidate, Searcher, StateId};
use std::collections::VecDeque;

/// A stack; tired states go below all others.
#[derive(Default)]
pub(super) struct DepthFirst {
    frontier: VecDeque<StateId>,
}

impl Searcher for DepthFirst {
    fn add(&mut self, family: &[Candidate]) {
        for candidate in family.iter().rev() {
            if candidate.is_tired {
                self.frontier.push_front(candidate.id);
            } else {
                self.frontier.push_back(candidate.id);
            }
        }
    }

    fn pick(&mut self) -> Option<StateId> {
        self.frontier.pop_back()
    }
}

/// A queue.
#[derive(Default)]
pub(super) struct BreadthFirst {
    frontier: VecDeque<StateId>,
}

impl Searcher for BreadthFirst {
    fn add(&mut self, family: &[Candidate]) {
        self.frontier.extend(family.iter().map(|candidate| candidate.id));
    }

    fn pick(&mut self) -> Option<StateId> {
        self.frontier.pop_front()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Strategy;

    fn candidate(id: usize, is_tired: bool) -> Candidate {
        Candidate { id: StateId::new(id), depth: 0, instructions: 0, is_tired }
    }

    /// Adds a fork of 0 into 1 and 2, picks one, forks that into 3 and 4, and gives the order of the rest.
    fn order(strategy: Strategy) -> Vec<usize> {
        let mut searcher = strategy.start();
        searcher.add(&[candidate(1, false), candidate(2, false)]);
        assert_eq!(searcher.pick(), Some(StateId::new(1)));
        searcher.add(&[candidate(3, false), candidate(4, false)]);
        std::iter::from_fn(|| searcher.pick()).map(StateId::index).collect()
    }

    #[test]
    fn depth_first_finishes_a_subtree_before_the_next() {
        assert_eq!(order(Strategy::DepthFirst), [3, 4, 2]);
    }

    #[test]
    fn breadth_first_serves_in_the_order_of_arrival() {
        assert_eq!(order(Strategy::BreadthFirst), [2, 3, 4]);
    }

    #[test]
    fn a_tired_state_waits_for_the_others() {
        let mut searcher = Strategy::DepthFirst.start();
        searcher.add(&[candidate(1, false)]);
        searcher.add(&[candidate(2, true)]);
        assert_eq!(searcher.pick(), Some(StateId::new(1)));
        assert_eq!(searcher.pick(), Some(StateId::new(2)));
    }
}
