//! Groups of states that are alike in one feature. Each group has its turn, whatever its size.
//!
//! Every turn may leave one more state waiting, and each takes memory. So when more than a certain number of
//! states wait, the newest goes next, as in depth-first order, until there are fewer. After that, a run needs
//! little more memory.

use super::{Candidate, Scene, Searcher, StateId};
use crate::util::Rng;
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;
use std::ops::Bound;

/// States by the value of a feature; the groups have their turns in the order of that value.
pub(super) struct Groups {
    groups: BTreeMap<u64, Vec<StateId>>,
    feature: fn(&Candidate) -> u64,
    /// The group that had its turn last.
    last: u64,
    /// The states that wait.
    waiting: FxHashSet<StateId>,
    /// States and their features, the newest last, without tired ones. Some of these states no longer wait.
    newest: Vec<(StateId, u64)>,
    rng: Rng,
}

/// If more states wait, the newest goes first. Each takes some kilobytes.
pub(super) const MOST_WAITING: usize = 1 << 13;

impl Groups {
    pub(super) fn new(feature: fn(&Candidate) -> u64, rng: Rng) -> Self {
        let (waiting, newest) = (FxHashSet::default(), Vec::new());
        Self { groups: BTreeMap::new(), feature, last: u64::MAX, waiting, newest, rng }
    }

    /// Takes out the newest state.
    fn take_newest(&mut self) -> Option<StateId> {
        while let Some((id, feature)) = self.newest.pop() {
            if self.waiting.remove(&id) {
                let states = self.groups.get_mut(&feature)?;
                let at = states.iter().rposition(|other| *other == id)?;
                states.swap_remove(at);
                if states.is_empty() {
                    self.groups.remove(&feature);
                }
                return Some(id);
            }
        }
        None
    }
}

/// States at the same instruction.
pub(super) fn location(candidate: &Candidate) -> u64 {
    candidate.call_stack.first().map_or(0, |pc| u64::from(pc.raw()))
}

/// States at the same instruction of the program itself. Those within a function of the C library stand where
/// the program calls it.
pub(super) fn site(candidate: &Candidate) -> u64 {
    candidate.site.map_or(0, |pc| u64::from(pc.raw()))
}

/// States with the same number of forks behind them.
pub(super) fn depth(candidate: &Candidate) -> u64 {
    candidate.depth as u64
}

/// States whose paths begin alike in `main`: if a driver chooses among calls, states after one choice.
pub(super) fn beginning(candidate: &Candidate) -> u64 {
    candidate.beginning
}

impl Searcher for Groups {
    fn add(&mut self, _: &Scene, parent: Option<StateId>, family: &[Candidate]) {
        // Another searcher may have picked the parent.
        parent.map(|parent| self.waiting.remove(&parent));
        for candidate in family {
            let feature = (self.feature)(candidate);
            self.groups.entry(feature).or_default().push(candidate.id);
            self.waiting.insert(candidate.id);
            // A tired state would be the newest again and again.
            if !candidate.is_tired {
                self.newest.push((candidate.id, feature));
            }
        }
        if self.newest.len() > 2 * MOST_WAITING.max(self.waiting.len()) {
            self.newest.retain(|(id, _)| self.waiting.contains(id));
        }
    }

    fn pick(&mut self, _: &Scene) -> Option<StateId> {
        if self.waiting.len() > MOST_WAITING
            && let Some(id) = self.take_newest()
        {
            return Some(id);
        }
        let behind = (Bound::Excluded(self.last), Bound::Unbounded);
        let next = self.groups.range(behind).next().or(self.groups.first_key_value());
        self.last = *next?.0;
        let states = self.groups.get_mut(&self.last)?;
        let id = states.swap_remove(self.rng.below(states.len() as u64) as usize);
        if states.is_empty() {
            self.groups.remove(&self.last);
        }
        self.waiting.remove(&id);
        Some(id)
    }

    fn retain(&mut self, waits: &dyn Fn(StateId) -> bool) {
        for states in self.groups.values_mut() {
            states.retain(|id| waits(*id));
        }
        self.groups.retain(|_, states| !states.is_empty());
        self.waiting.retain(|id| waits(*id));
    }
}
