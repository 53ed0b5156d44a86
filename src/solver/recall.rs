//! The links that remember: exact answers, models of other conditions, and conditions that exclude each
//! other.

use super::Link;
use super::backend::Verdict;
use super::cache::Cached;
use super::chain::{Answer, Question, Solver};
use crate::expr::{Arena, Assignment, ExprId, SymbolId};
use crate::util::rng;
use std::sync::Arc;

impl Solver {
    pub(super) fn key(&mut self, arena: &Arena, conditions: &[ExprId], involved: &[SymbolId]) -> Key {
        let mut parts: Vec<u128> =
            conditions.iter().map(|condition| self.analysis.fingerprint(arena, *condition)).collect();
        parts.sort_unstable();
        parts.dedup();
        let symbols: Vec<(u128, SymbolId)> = involved
            .iter()
            .map(|symbol| (self.analysis.fingerprint(arena, arena.symbol_term(*symbol)), *symbol))
            .collect();
        let set = fold_set(parts.iter().copied());
        // The order of symbols differs from arena to arena, and a sum does not depend on it.
        let of_symbols = symbols.iter().fold(0u128, |sum, (name, _)| sum.wrapping_add(*name));
        Key { parts, set, symbols, of_symbols }
    }

    pub(super) fn cached(
        &mut self,
        arena: &Arena,
        question: &Question,
        conditions: &[ExprId],
        key: &Key,
    ) -> Option<(Link, Answer)> {
        let cache = Arc::clone(&self.options.cache);
        let involved: Vec<SymbolId> = key.symbols.iter().map(|(_, symbol)| *symbol).collect();
        if self.has(Link::Cache) {
            match cache.answer(key.set) {
                Some(Cached::Unsat) => return Some((Link::Cache, Answer::No)),
                Some(Cached::Sat(values)) => {
                    let model = key.model(&values);
                    if self.analysis.all_hold(arena, &model, conditions) {
                        return Some((Link::Cache, question.answer(&involved, &model)));
                    }
                }
                None => {}
            }
        }
        if self.has(Link::Core) && cache.has_core(&key.parts) {
            return Some((Link::Core, Answer::No));
        }
        if self.has(Link::Model) {
            for values in cache.models(key.of_symbols) {
                let model = key.model(&values);
                if self.analysis.all_hold(arena, &model, conditions) {
                    return Some((Link::Model, question.answer(&involved, &model)));
                }
            }
        }
        None
    }

    pub(super) fn remember(
        &mut self,
        arena: &Arena,
        key: &Key,
        verdict: &Verdict,
        core: Option<Vec<ExprId>>,
    ) {
        let answer = match verdict {
            Verdict::Sat(model) => {
                Cached::Sat(key.symbols.iter().map(|(name, symbol)| (*name, model.get(*symbol))).collect())
            }
            Verdict::Unsat => Cached::Unsat,
            Verdict::Unknown(_) => return,
        };
        if matches!(answer, Cached::Unsat) {
            let mut core: Vec<u128> = match core {
                Some(core) => core.iter().map(|part| self.analysis.fingerprint(arena, *part)).collect(),
                None => key.parts.clone(),
            };
            core.sort_unstable();
            core.dedup();
            self.options.cache.insert_core(core.into());
        }
        self.options.cache.insert(key.set, key.of_symbols, answer);
    }
}

/// The key of a set of conditions in the caches.
pub(super) struct Key {
    /// The conditions' fingerprints, in ascending order.
    parts: Vec<u128>,
    /// One fingerprint for all of `parts`.
    set: u128,
    symbols: Vec<(u128, SymbolId)>,
    /// The fingerprint of the set of symbols.
    of_symbols: u128,
}

impl Key {
    /// Translates a cached model into an assignment of the symbols of this arena.
    fn model(&self, values: &[(u128, u128)]) -> Assignment {
        let mut model = Assignment::new();
        for (name, symbol) in &self.symbols {
            if let Some((_, value)) = values.iter().find(|(other, _)| other == name) {
                model.set(*symbol, *value);
            }
        }
        model
    }
}

/// One fingerprint of a sorted set.
fn fold_set(parts: impl Iterator<Item = u128>) -> u128 {
    let (mut high, mut low) = (1, 2);
    for part in parts {
        high = rng::combine(rng::combine(high, (part >> 64) as u64), part as u64);
        low = rng::combine(rng::combine(low, part as u64), (part >> 64) as u64);
    }
    u128::from(high) << 64 | u128::from(low)
}
