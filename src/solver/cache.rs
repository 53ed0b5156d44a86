//! The answers of backends, shared by all workers: exact answers, models, and sets of conditions that exclude
//! each other.
//!
//! Each worker has an arena of its own, so everything is kept under fingerprints of terms. A model is
//! evaluated before it is used.

use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The fingerprint of a term.
pub(super) type Fingerprint = u128;

/// Parts of the cache with a lock each, so that workers seldom wait for each other.
const N_SHARDS: usize = 16;
/// Entries of each kind in a shard. When it is full, the oldest entry is dropped.
const CAPACITY: usize = 1 << 12;
/// Models kept for one set of symbols.
const MODELS_OF_SYMBOLS: usize = 8;
/// Cores kept under one condition.
const CORES_OF_CONDITION: usize = 16;

/// Values of symbols by the symbols' fingerprints.
pub(super) type Model = Arc<[(Fingerprint, u128)]>;

/// The answer to a set of conditions.
#[derive(Clone, Debug)]
pub(super) enum Cached {
    Sat(Model),
    Unsat,
}

/// A map that forgets its oldest keys.
struct Bounded<V> {
    map: FxHashMap<Fingerprint, V>,
    order: VecDeque<Fingerprint>,
}

impl<V> Default for Bounded<V> {
    fn default() -> Self {
        Self { map: FxHashMap::default(), order: VecDeque::new() }
    }
}

impl<V: Default> Bounded<V> {
    fn entry(&mut self, key: Fingerprint) -> &mut V {
        if !self.map.contains_key(&key) {
            if self.order.len() == CAPACITY
                && let Some(oldest) = self.order.pop_front()
            {
                self.map.remove(&oldest);
            }
            self.order.push_back(key);
        }
        self.map.entry(key).or_default()
    }
}

#[derive(Default)]
struct Shard {
    answers: Bounded<Option<Cached>>,
    /// By the fingerprint of the set of symbols.
    models: Bounded<VecDeque<Model>>,
    /// By the first of the conditions, which are in ascending order.
    cores: Bounded<VecDeque<Arc<[Fingerprint]>>>,
}

/// Past answers, bounded in number.
#[derive(Default)]
pub struct QueryCache {
    shards: [Mutex<Shard>; N_SHARDS],
}

impl std::fmt::Debug for QueryCache {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("QueryCache")
    }
}

impl QueryCache {
    fn shard(&self, key: Fingerprint) -> MutexGuard<'_, Shard> {
        // A worker that panicked has left every entry either complete or absent, since every change is a
        // single call.
        self.shards[key as usize % N_SHARDS].lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The answer to exactly the set of conditions with this fingerprint.
    pub(super) fn answer(&self, set: Fingerprint) -> Option<Cached> {
        self.shard(set).answers.map.get(&set).cloned().flatten()
    }

    /// Notes the answer to a set of conditions over a set of symbols.
    pub(super) fn insert(&self, set: Fingerprint, symbols: Fingerprint, answer: Cached) {
        if let Cached::Sat(model) = &answer {
            let mut shard = self.shard(symbols);
            let models = shard.models.entry(symbols);
            models.truncate(MODELS_OF_SYMBOLS - 1);
            models.push_front(Arc::clone(model));
        }
        *self.shard(set).answers.entry(set) = Some(answer);
    }

    /// Models over the same symbols, the latest first.
    pub(super) fn models(&self, symbols: Fingerprint) -> Vec<Model> {
        let shard = self.shard(symbols);
        shard.models.map.get(&symbols).into_iter().flatten().cloned().collect()
    }

    /// Notes conditions, in ascending order, that exclude each other.
    pub(super) fn insert_core(&self, core: Arc<[Fingerprint]>) {
        let Some(least) = core.first().copied() else { return };
        let mut shard = self.shard(least);
        let cores = shard.cores.entry(least);
        cores.truncate(CORES_OF_CONDITION - 1);
        cores.push_front(core);
    }

    /// Whether a known core is part of `conditions`, which are in ascending order.
    pub(super) fn has_core(&self, conditions: &[Fingerprint]) -> bool {
        conditions.iter().any(|least| {
            let shard = self.shard(*least);
            let mut cores = shard.cores.map.get(least).into_iter().flatten();
            cores.any(|core| core.iter().all(|part| conditions.binary_search(part).is_ok()))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_core_answers_for_every_set_around_it() {
        let cache = QueryCache::default();
        cache.insert_core(Arc::from([3, 7]));
        assert!(cache.has_core(&[1, 3, 5, 7]));
        assert!(cache.has_core(&[3, 7]));
        assert!(!cache.has_core(&[3, 5]));
        assert!(!cache.has_core(&[7, 9]));
    }

    #[test]
    fn forgets_the_oldest() {
        let cache = QueryCache::default();
        let n = (N_SHARDS * CAPACITY) as u128;
        for set in 0..=n {
            cache.insert(set, 1, Cached::Unsat);
        }
        assert!(cache.answer(0).is_none(), "it made room for the last");
        assert!(cache.answer(n).is_some());
        for value in 0..20u128 {
            cache.insert(5, 2, Cached::Sat(Arc::from([(9, value)])));
        }
        let models = cache.models(2);
        assert_eq!(models.len(), MODELS_OF_SYMBOLS);
        assert_eq!(models[0][0].1, 19);
    }
}
