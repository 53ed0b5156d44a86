//! Divides a path condition into independent groups: two conditions are in one group if they share a symbol,
//! directly or through other conditions.
//!
//! A path condition over a long buffer typically has a group for each byte, and each question is about one of
//! them. So finding the group of a question must not take longer the more groups there are. Clones share
//! their pages; a fork copies only one pointer for each page.
//!
//! Invariants:
//! - a symbol is in at most one group;
//! - groups are ordered by when their first symbol appeared; if two groups are joined, the joined one takes
//!   the earlier place.

use super::group::Group;
use crate::expr::SymbolId;
use crate::util::CowVec;
use smallvec::SmallVec;
use std::rc::Rc;

/// Groups that have no symbol in common.
#[derive(Clone, Default, Debug)]
pub(super) struct Partition {
    /// `None` where a group was absorbed by another.
    groups: CowVec<Option<Rc<Group>>>,
    /// By symbol, one more than the index of its group; zero if it is in none.
    group_of: CowVec<u32>,
    /// How many groups there are.
    n_groups: usize,
}

impl Partition {
    /// The number of groups.
    pub(super) fn len(&self) -> usize {
        self.n_groups
    }

    /// The groups in their order.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Group> {
        self.groups.iter().filter_map(Option::as_deref)
    }

    /// Whether a symbol is in any group.
    pub(super) fn has(&self, symbol: SymbolId) -> bool {
        self.group_index(symbol).is_some()
    }

    /// The group of a symbol.
    pub(super) fn of(&self, symbol: SymbolId) -> Option<&Group> {
        self.groups.get(self.group_index(symbol)?)?.as_deref()
    }

    /// The groups that contain one of `symbols`, each once, in their order.
    pub(super) fn of_any(&self, symbols: &[SymbolId]) -> SmallVec<[&Group; 4]> {
        let indices = self.group_indices(symbols);
        indices.iter().filter_map(|index| self.groups.get(*index)?.as_deref()).collect()
    }

    /// Joins all groups that contain one of `symbols`, and puts all of `symbols` into the joined group.
    pub(super) fn merge(&mut self, symbols: &[SymbolId]) -> &mut Group {
        let indices = self.group_indices(symbols);
        let target = match indices.first() {
            Some(first) => *first,
            None => {
                self.groups.push(Some(Rc::default()));
                self.n_groups += 1;
                self.groups.len() - 1
            }
        };
        for index in indices.into_iter().skip(1) {
            let slot = self.groups.get_mut(index).expect("invariant: groups are at their indices");
            let other = slot.take().expect("invariant: a symbol's group is there");
            self.n_groups -= 1;
            other.symbols().for_each(|symbol| self.put(symbol, target));
            self.group_mut(target).absorb(&other);
        }
        let is_elsewhere = |symbol: &&SymbolId| self.group_index(**symbol) != Some(target);
        let new: SmallVec<[SymbolId; 8]> = symbols.iter().filter(is_elsewhere).copied().collect();
        if !new.is_empty() {
            new.iter().for_each(|symbol| self.put(*symbol, target));
            self.group_mut(target).add(&new);
        }
        self.group_mut(target)
    }

    fn group_mut(&mut self, index: usize) -> &mut Group {
        let slot = self.groups.get_mut(index).and_then(Option::as_mut);
        Rc::make_mut(slot.expect("invariant: a symbol's group is there"))
    }

    fn group_index(&self, symbol: SymbolId) -> Option<usize> {
        (*self.group_of.get(symbol.index())? as usize).checked_sub(1)
    }

    /// The indices of the groups that contain one of `symbols`, in ascending order.
    fn group_indices(&self, symbols: &[SymbolId]) -> SmallVec<[usize; 4]> {
        let mut indices: SmallVec<[usize; 4]> =
            symbols.iter().filter_map(|symbol| self.group_index(*symbol)).collect();
        indices.sort_unstable();
        indices.dedup();
        indices
    }

    fn put(&mut self, symbol: SymbolId, index: usize) {
        while self.group_of.len() <= symbol.index() {
            self.group_of.push(0);
        }
        *self.group_of.get_mut(symbol.index()).expect("invariant: a slot was just made") = index as u32 + 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::util::Rng;

    fn symbols(of: &Group) -> Vec<SymbolId> {
        of.symbols().collect()
    }

    #[test]
    fn groups_are_those_of_a_search_through_all() {
        let mut rng = Rng::from_seed(3);
        for _ in 0..50 {
            let mut partition = Partition::default();
            let mut expected: Vec<Vec<SymbolId>> = Vec::new();
            for _ in 0..60 {
                let mut together: Vec<SymbolId> =
                    (0..=rng.below(2)).map(|_| SymbolId::new(rng.below(150) as usize)).collect();
                together.sort_unstable();
                together.dedup();
                let (before, old) = (partition.clone(), expected.clone());
                assert_eq!(symbols(partition.merge(&together)).len(), {
                    let is_met = |group: &Vec<SymbolId>| together.iter().any(|symbol| group.contains(symbol));
                    let met: Vec<usize> = (0..expected.len()).filter(|at| is_met(&expected[*at])).collect();
                    let target = met.first().copied().unwrap_or(expected.len());
                    expected.resize(expected.len().max(target + 1), Vec::new());
                    for at in met.into_iter().skip(1).rev() {
                        let other = expected.remove(at);
                        expected[target].extend(other);
                    }
                    expected[target].extend(&together);
                    expected[target].sort_unstable();
                    expected[target].dedup();
                    expected[target].len()
                });
                assert_eq!(before.iter().map(symbols).collect::<Vec<_>>(), old, "a clone is not changed");
                assert_eq!(partition.iter().map(symbols).collect::<Vec<_>>(), expected);
                assert_eq!(partition.len(), expected.len());
            }
            for number in 0..150 {
                let symbol = SymbolId::new(number);
                let found = expected.iter().find(|group| group.contains(&symbol));
                assert_eq!(partition.of(symbol).map(symbols).as_ref(), found);
                assert_eq!(partition.of_any(&[symbol]).len(), usize::from(found.is_some()));
            }
        }
    }
}
