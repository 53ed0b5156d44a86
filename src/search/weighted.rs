//! Random states, drawn by weights; and a strategy that prefers the states that found something new last.

use super::{Candidate, Scene, Searcher, StateId};
use crate::util::Rng;
use std::collections::BTreeMap;

/// Weights are powers of two; this is the least exponent.
const LEAST: i32 = -40;

/// Draws states by a weight. States of the same weight are in one bucket, so that a draw takes time in
/// proportion to the number of weights.
pub(super) struct Weighted {
    /// By the logarithm of the weight.
    buckets: BTreeMap<i32, Vec<StateId>>,
    /// The logarithm of a state's weight.
    weight: fn(&Candidate) -> i32,
    rng: Rng,
}

impl Weighted {
    pub(super) fn new(weight: fn(&Candidate) -> i32, rng: Rng) -> Self {
        Self { buckets: BTreeMap::new(), weight, rng }
    }
}

/// The logarithm of a weight that halves with every fork.
pub(super) fn by_depth(candidate: &Candidate) -> i32 {
    -(candidate.depth.min(1000) as i32)
}

/// The logarithm of a weight that is the inverse of the instructions since the path took a new edge.
pub(super) fn by_news(candidate: &Candidate) -> i32 {
    -log2(candidate.since_new / 16)
}

/// The logarithm of a weight that is the inverse of what the path's questions have cost.
pub(super) fn by_cost(candidate: &Candidate) -> i32 {
    -log2(candidate.cost / 4)
}

/// The logarithm of a weight that halves with every iteration of a loop.
pub(super) fn by_iteration(candidate: &Candidate) -> i32 {
    -(candidate.iteration.min(1000) as i32)
}

fn log2(number: u64) -> i32 {
    (u64::BITS - number.leading_zeros()) as i32
}

impl Searcher for Weighted {
    fn add(&mut self, _: &Scene, _: Option<StateId>, family: &[Candidate]) {
        for candidate in family {
            let weight = (self.weight)(candidate).max(LEAST);
            self.buckets.entry(weight).or_default().push(candidate.id);
        }
    }

    fn pick(&mut self, _: &Scene) -> Option<StateId> {
        let weights: Vec<f64> =
            self.buckets.iter().map(|(log, states)| states.len() as f64 * f64::from(*log).exp2()).collect();
        let chosen = self.rng.roulette(&weights)?;
        let log = *self.buckets.keys().nth(chosen)?;
        let states = self.buckets.get_mut(&log)?;
        let id = states.swap_remove(self.rng.below(states.len() as u64) as usize);
        if states.is_empty() {
            self.buckets.remove(&log);
        }
        Some(id)
    }

    fn retain(&mut self, waits: &dyn Fn(StateId) -> bool) {
        for states in self.buckets.values_mut() {
            states.retain(|id| waits(*id));
        }
        self.buckets.retain(|_, states| !states.is_empty());
    }
}

/// Picks the state with the fewest instructions since it took a new edge, by powers of two; of equals the
/// newest one.
#[derive(Default)]
pub(super) struct NewsFirst {
    buckets: BTreeMap<i32, Vec<StateId>>,
}

impl Searcher for NewsFirst {
    fn add(&mut self, _: &Scene, _: Option<StateId>, family: &[Candidate]) {
        for candidate in family.iter().rev() {
            self.buckets.entry(-by_news(candidate)).or_default().push(candidate.id);
        }
    }

    fn pick(&mut self, _: &Scene) -> Option<StateId> {
        let mut first = self.buckets.first_entry()?;
        let id = first.get_mut().pop();
        if first.get().is_empty() {
            first.remove();
        }
        id
    }

    fn retain(&mut self, waits: &dyn Fn(StateId) -> bool) {
        for states in self.buckets.values_mut() {
            states.retain(|id| waits(*id));
        }
        self.buckets.retain(|_, states| !states.is_empty());
    }
}
