//! The words of one length that have certain bytes at certain positions.
//!
//! For each position and byte there is a row of bits, one for each word: the words that fit are an intersection of
//! unions, some hundred machine words long. Whether any fits is known from the first blocks of 64 words, mostly.

use super::draft::Position;
use super::lexicon::Case;
use crate::readable::dictionary::{BLOCK, Words};
use crate::util::ByteSet;
use smallvec::SmallVec;
use std::ops::Range;

/// What is in the bitmaps of one length; the bitmaps themselves are the dictionary's, and passed along.
#[derive(Debug)]
pub(super) struct Index {
    n_words: usize,
    /// By position, the bytes that occur there, and the number of rows before those of the position.
    positions: Vec<(ByteSet, usize)>,
    /// Words of one class follow each other.
    classes: Vec<Class>,
}

/// The words of one class.
#[derive(Clone, Debug)]
pub(super) struct Class {
    pub(super) range: Range<usize>,
    /// The weight of each word.
    pub(super) weight: f64,
    /// Words of class 0.
    pub(super) is_preferred: bool,
}

/// The words that fit at some positions.
pub(super) struct Filter<'a> {
    n_words: usize,
    /// The word is in each of these.
    fixed: SmallVec<[Row<'a>; 8]>,
    conditions: SmallVec<[Condition<'a>; 2]>,
}

/// Eight bytes a block of words.
type Row<'a> = &'a [[u8; 8]];

enum Condition<'a> {
    /// The word is in one of the rows.
    Any(SmallVec<[Row<'a>; 4]>),
    /// The word is in none of them.
    None(SmallVec<[Row<'a>; 4]>),
    /// The word is in both rows of a pair.
    AnyPair(Vec<(Row<'a>, Row<'a>)>),
}

impl Index {
    /// The index of words, of which there is one at least, with their bitmaps; `weight` is that of a word of a class.
    pub(super) fn new(words: &Words, bitmaps: &[u8], weight: impl Fn(u8) -> f64) -> Self {
        let mut n_rows = 0;
        let sets = bitmaps.as_chunks::<8>().0.as_chunks::<4>().0;
        let position = |set: &[[u8; 8]; 4]| {
            let set = ByteSet::from_bits(set.map(u64::from_le_bytes));
            let before = n_rows;
            n_rows += set.len() as usize;
            (set, before)
        };
        let positions = sets[..words.n].iter().map(position).collect();
        let mut classes: Vec<Class> = Vec::new();
        let mut start = 0;
        while let Some(class) = words.classes.get(start) {
            let end = start + words.classes[start..].partition_point(|other| other == class);
            classes.push(Class { range: start..end, weight: weight(*class), is_preferred: *class == 0 });
            start = end;
        }
        Self { n_words: words.len(), positions, classes }
    }

    /// The classes, the lowest first.
    pub(super) fn classes(&self) -> &[Class] {
        &self.classes
    }

    /// The words that fit at `positions`; `None` if none does, for a reason that shows at once.
    pub(super) fn filter<'a>(
        &self,
        bitmaps: &'a [u8],
        positions: &[Position],
        case: Case,
    ) -> Option<Filter<'a>> {
        let mut filter =
            Filter { n_words: self.n_words, fixed: SmallVec::new(), conditions: SmallVec::new() };
        for (at, position) in positions.iter().enumerate() {
            // Most positions of a text have every letter or one that another text has left.
            if case == Case::Plain && !position.is_repeated {
                if position.kind.has_all_letters {
                    continue;
                }
                if let Some(byte) = position.kind.fixed {
                    if !self.positions[at].0.contains(byte) {
                        return None;
                    }
                    filter.fixed.push(self.row(bitmaps, at, byte));
                    continue;
                }
            }
            let present = self.positions[at].0;
            let wanted = case.letters(position.set).and(present);
            if wanted.is_empty() {
                return None;
            }
            if wanted != present {
                let rows = |set: ByteSet| set.iter().map(|byte| self.row(bitmaps, at, byte)).collect();
                let unwanted = present.and(wanted.complement());
                filter.conditions.push(match wanted.len() <= unwanted.len() {
                    true => Condition::Any(rows(wanted)),
                    false => Condition::None(rows(unwanted)),
                });
            }
            let is_same = |earlier: &Position| earlier.variable == position.variable;
            let same = if position.is_repeated { positions[..at].iter().position(is_same) } else { None };
            if let Some(earlier) = same {
                let both = present.and(self.positions[earlier].0);
                let pair = |byte| (self.row(bitmaps, earlier, byte), self.row(bitmaps, at, byte));
                filter.conditions.push(Condition::AnyPair(both.iter().map(pair).collect()));
            }
        }
        Some(filter)
    }

    /// The words with `byte` at `position`, where it occurs.
    fn row<'a>(&self, bitmaps: &'a [u8], position: usize, byte: u8) -> Row<'a> {
        let n_blocks = self.n_words.div_ceil(BLOCK);
        let (present, before) = &self.positions[position];
        let start = 4 * self.positions.len() + (before + present.rank(byte) as usize) * n_blocks;
        &bitmaps.as_chunks::<8>().0[start..start + n_blocks]
    }
}

impl Filter<'_> {
    /// Whether any of the words in `range` fits.
    pub(super) fn has_any(&self, range: &Range<usize>) -> bool {
        blocks(range).any(|(block, mask)| self.block(block) & mask != 0)
    }

    /// One bit a word.
    pub(super) fn words(&self) -> Vec<u64> {
        blocks(&(0..self.n_words)).map(|(block, mask)| self.block(block) & mask).collect()
    }

    /// A block, perhaps with bits beyond the last word.
    fn block(&self, block: usize) -> u64 {
        let mut words = self.fixed.iter().fold(u64::MAX, |words, row| words & u64::from_le_bytes(row[block]));
        if words == 0 {
            return 0;
        }
        for condition in &self.conditions {
            let union =
                |rows: &[Row]| rows.iter().fold(0, |union, row| union | u64::from_le_bytes(row[block]));
            words &= match condition {
                Condition::Any(rows) => union(rows),
                Condition::None(rows) => !union(rows),
                Condition::AnyPair(pairs) => pairs.iter().fold(0, |union, (a, b)| {
                    union | u64::from_le_bytes(a[block]) & u64::from_le_bytes(b[block])
                }),
            };
            if words == 0 {
                break;
            }
        }
        words
    }
}

/// How many of the words in `range` are set.
pub(super) fn count(words: &[u64], range: &Range<usize>) -> u32 {
    blocks(range).map(|(block, mask)| (words[block] & mask).count_ones()).sum()
}

/// The position of the set word number `n` of those in `range`.
pub(super) fn nth(words: &[u64], range: &Range<usize>, mut n: u32) -> usize {
    for (block, mask) in blocks(range) {
        let mut bits = words[block] & mask;
        if n >= bits.count_ones() {
            n -= bits.count_ones();
            continue;
        }
        (0..n).for_each(|_| bits &= bits - 1);
        return block * BLOCK + bits.trailing_zeros() as usize;
    }
    unreachable!("invariant: there are more than n")
}

/// The blocks that `range` touches, each with a mask of the bits inside of it.
fn blocks(range: &Range<usize>) -> impl Iterator<Item = (usize, u64)> + use<> {
    let (start, end) = (range.start, range.end);
    (start / BLOCK..end.div_ceil(BLOCK)).map(move |block| {
        let mut mask = u64::MAX;
        if block == start / BLOCK {
            mask &= u64::MAX << (start % BLOCK);
        }
        if block == end / BLOCK {
            mask &= (1 << (end % BLOCK)) - 1;
        }
        (block, mask)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::readable::Dictionary;
    use crate::readable::words::lexicon::Kind;
    use crate::solver::VarId;
    use crate::util::Rng;

    /// Positions of the given variables, by number, and sets.
    fn positions(positions: &[(usize, ByteSet)]) -> Vec<Position> {
        let position = |(variable, set): &(usize, ByteSet)| {
            let variable = VarId::new(*variable);
            let kind = Kind::default();
            Position { variable, set: *set, kind, is_touched: true, is_repeated: true }
        };
        positions.iter().map(position).collect()
    }

    #[test]
    fn what_fits_is_what_every_byte_allows() {
        let english = Dictionary::english();
        let mut rng = Rng::from_seed(7);
        for round in 0..300 {
            let length = 2 + round % 8;
            let words = english.of_length(length);
            let index = Index::new(&words, english.bitmaps(length), f64::from);
            let wanted: Vec<(usize, ByteSet)> = (0..length)
                .map(|at| {
                    let share = [1, 8, 64, 250, 256][rng.below(5) as usize];
                    let set = ByteSet::from_fn(|_| rng.below(256) < share);
                    (if rng.below(12) == 0 { 0 } else { at }, set)
                })
                .collect();
            let positions = positions(&wanted);
            let fits = |word: &[u8]| {
                let position = |at: usize| {
                    let (variable, set) = wanted[at];
                    let same = wanted[..at].iter().position(|(earlier, _)| *earlier == variable);
                    set.contains(word[at]) && same.is_none_or(|earlier| word[earlier] == word[at])
                };
                (0..length).all(position)
            };
            let expected: Vec<bool> = words.iter().map(|(word, _)| fits(word)).collect();
            let found = index.filter(english.bitmaps(length), &positions, Case::Plain);
            for class in index.classes() {
                let any = found.as_ref().is_some_and(|found| found.has_any(&class.range));
                assert_eq!(any, expected[class.range.clone()].contains(&true), "{wanted:?}");
            }
            let bits = found.map_or(vec![0; words.len().div_ceil(BLOCK)], |found| found.words());
            let found: Vec<bool> =
                (0..words.len()).map(|at| bits[at / BLOCK] >> (at % BLOCK) & 1 == 1).collect();
            assert_eq!(found, expected, "{wanted:?}");
        }
    }
}
