//! How often paths have been split by the characters of their texts.

use crate::ir::Pc;
use rustc_hash::FxHashMap;

/// How many paths with the same result are split for one border. The tests of later ones would not be chosen.
const MAX_ALIKE: u8 = 2;

/// A border of a comparison, and the number that the call returns there, if it is known.
pub(super) type Border = (Pc, u8, Option<u64>);

/// How often paths have been split for each border, and whether the machine makes a path again.
#[derive(Default)]
pub(super) struct Variants {
    n_split: FxHashMap<Border, u8>,
    /// The length of the decision path that is made again. It tells whether the path was split.
    pub(super) followed: Option<usize>,
}

impl Variants {
    /// Whether a path of so many decisions that has these borders is to be split.
    pub(super) fn are_wanted(&self, n_decisions: usize, borders: &[Border]) -> bool {
        let n_split = |border: &Border| self.n_split.get(border).copied().unwrap_or(0);
        match self.followed {
            Some(length) => n_decisions < length,
            None => borders.iter().any(|border| n_split(border) < MAX_ALIKE),
        }
    }

    /// Counts a path that is split.
    pub(super) fn count(&mut self, borders: Vec<Border>) {
        for border in borders {
            let n_split = self.n_split.entry(border).or_default();
            *n_split = n_split.saturating_add(1);
        }
    }
}
