//! Several searchers over the same states, which have their turns by weight.

use super::{Candidate, Scene, Searcher, StateId};
use rustc_hash::FxHashSet;

/// States that a searcher holds beyond those that wait, as a multiple of them, before it is told to forget them.
const MOST_STALE: usize = 4;
/// As many stale states are never too many.
const FEW: usize = 4096;

/// A searcher with its weight.
struct Share {
    searcher: Box<dyn Searcher>,
    weight: i64,
    /// The greatest has the next turn: everybody gets their weight at each turn, and who has the turn pays for all.
    credit: i64,
}

/// A weighted interleaving, even in every stretch of turns.
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
        // Of equals the first.
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
