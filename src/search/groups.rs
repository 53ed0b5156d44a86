//! Groups of states that are alike in one feature. Each group has its turn, whatever its size.

use super::{Candidate, Scene, Searcher, StateId};
use crate::util::Rng;
use std::collections::BTreeMap;
use std::ops::Bound;

/// States by the value of a feature; the groups have their turns in the order of that value.
pub(super) struct Groups {
    groups: BTreeMap<u64, Vec<StateId>>,
    feature: fn(&Candidate) -> u64,
    /// The group that had its turn last.
    last: u64,
    rng: Rng,
}

impl Groups {
    pub(super) fn new(feature: fn(&Candidate) -> u64, rng: Rng) -> Self {
        Self { groups: BTreeMap::new(), feature, last: u64::MAX, rng }
    }
}

/// States at the same instruction.
pub(super) fn place(candidate: &Candidate) -> u64 {
    candidate.places.first().map_or(0, |place| u64::from(place.raw()))
}

/// States with the same number of forks behind them.
pub(super) fn depth(candidate: &Candidate) -> u64 {
    candidate.depth as u64
}

impl Searcher for Groups {
    fn add(&mut self, _: &Scene, _: Option<StateId>, family: &[Candidate]) {
        for candidate in family {
            self.groups.entry((self.feature)(candidate)).or_default().push(candidate.id);
        }
    }

    fn pick(&mut self, _: &Scene) -> Option<StateId> {
        let behind = (Bound::Excluded(self.last), Bound::Unbounded);
        let next = self.groups.range(behind).next().or(self.groups.first_key_value());
        self.last = *next?.0;
        let states = self.groups.get_mut(&self.last)?;
        let id = states.swap_remove(self.rng.below(states.len() as u64) as usize);
        if states.is_empty() {
            self.groups.remove(&self.last);
        }
        Some(id)
    }

    fn retain(&mut self, waits: &dyn Fn(StateId) -> bool) {
        for states in self.groups.values_mut() {
            states.retain(|id| waits(*id));
        }
        self.groups.retain(|_, states| !states.is_empty());
    }
}
