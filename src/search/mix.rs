//! Several searchers over the same states, which take turns by weight.

use super::{Candidate, Scene, Searcher, StateId};
use rustc_hash::FxHashSet;

/// States that are added, as a multiple of those that wait, before searchers are told to forget stale ones.
const MOST_STALE: usize = 4;
/// This many more may be added in any case.
const FEW: usize = 4096;

/// A searcher with its weight.
struct Share {
    searcher: Box<dyn Searcher>,
    weight: i64,
    /// The searcher with the most credit has the next turn. At each turn every searcher gets its weight as
    /// credit, and the one that has the turn pays the sum of all weights.
    credit: i64,
}

/// A weighted interleaving: in every stretch of turns each searcher has about its share.
pub(super) struct Mix {
    shares: Vec<Share>,
    waiting: FxHashSet<StateId>,
    added: usize,
}

impl Mix {
    pub(super) fn new(searchers: impl IntoIterator<Item = (Box<dyn Searcher>, u32)>) -> Self {
        let share = |(searcher, weight)| Share { searcher, weight: i64::from(weight), credit: 0 };
        let shares = searchers.into_iter().map(share).collect();
        Self { shares, waiting: FxHashSet::default(), added: 0 }
    }
}

impl Searcher for Mix {
    fn add(&mut self, scene: &Scene, parent: Option<StateId>, family: &[Candidate]) {
        parent.map(|parent| self.waiting.remove(&parent));
        self.waiting.extend(family.iter().map(|candidate| candidate.id));
        self.shares.iter_mut().for_each(|share| share.searcher.add(scene, parent, family));
        self.added += family.len();
        if self.added > FEW + MOST_STALE * self.waiting.len() {
            self.added = 0;
            let waiting = &self.waiting;
            self.shares.iter_mut().for_each(|share| share.searcher.retain(&|id| waiting.contains(&id)));
        }
    }

    fn pick(&mut self, scene: &Scene) -> Option<StateId> {
        if self.waiting.is_empty() {
            return None;
        }
        let sum: i64 = self.shares.iter().map(|share| share.weight).sum();
        self.shares.iter_mut().for_each(|share| share.credit += share.weight);
        // Of equal credits the first wins.
        let next = self.shares.iter_mut().rev().max_by_key(|share| share.credit)?;
        next.credit -= sum;
        let waiting = &mut self.waiting;
        let id = std::iter::from_fn(|| next.searcher.pick(scene)).find(|id| waiting.contains(id));
        id.inspect(|id| {
            waiting.remove(id);
        })
    }

    fn retain(&mut self, waits: &dyn Fn(StateId) -> bool) {
        self.waiting.retain(|id| waits(*id));
        self.shares.iter_mut().for_each(|share| share.searcher.retain(waits));
    }
}
