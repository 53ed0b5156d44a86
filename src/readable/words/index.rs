//! The words of one length that have certain bytes at certain positions.
//!
//! For each position and byte there is a row of bits, one bit for each word, some hundred machine words long.
//! The words that fit are an intersection of unions of rows. Whether any fits mostly shows in the first
//! blocks of 64 words.

use super::draft::Position;
use super::lexicon::Case;
use crate::readable::dictionary::{BLOCK, Words};
use crate::util::ByteSet;
use smallvec::SmallVec;
use std::ops::Range;

/// Describes the bitmaps of one length. The bitmaps themselves belong to the dictionary and are passed along.
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
    /// A word that fits is in each of these rows.
    fixed: SmallVec<[Row<'a>; 8]>,
    conditions: SmallVec<[Condition<'a>; 2]>,
}

/// Eight bytes for each block of words.
type Row<'a> = &'a [[u8; 8]];

enum Condition<'a> {
    /// The word is in one of the rows.
    Any(SmallVec<[Row<'a>; 4]>),
    /// The word is in none of them.
    None(SmallVec<[Row<'a>; 4]>),
    /// The word is in both rows of one of the pairs.
    AnyPair(Vec<(Row<'a>, Row<'a>)>),
}

impl Index {
    /// The index of one or more words, with their bitmaps; `weight` gives the weight of a word of a class.
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

    /// The words that fit at `positions`; `None` if it shows at once that none does.
    pub(super) fn filter<'a>(
        &self,
        bitmaps: &'a [u8],
        positions: &[Position],
        case: Case,
    ) -> Option<Filter<'a>> {
        let mut filter =
            Filter { n_words: self.n_words, fixed: SmallVec::new(), conditions: SmallVec::new() };
        for (at, position) in positions.iter().enumerate() {
            // Most positions of a text can have every letter, or only the one that another text has left.
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

    /// The row of the words with `byte` at `position`; there must be one.
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
        let blocks = range.start / BLOCK..range.end.div_ceil(BLOCK);
        blocks.clone().step_by(CHUNK).any(|first| {
            let chunk = self.chunk(first..blocks.end.min(first + CHUNK));
            chunk.iter().zip(first..blocks.end).any(|(words, block)| words & mask(range, block) != 0)
        })
    }

    /// The words that fit, one bit for each.
    pub(super) fn words(&self) -> Vec<u64> {
        let n_blocks = self.n_words.div_ceil(BLOCK);
        let mut all = Vec::with_capacity(n_blocks.next_multiple_of(CHUNK));
        for first in (0..n_blocks).step_by(CHUNK) {
            all.extend(self.chunk(first..n_blocks.min(first + CHUNK)));
        }
        all.truncate(n_blocks);
        if let Some(last) = all.last_mut() {
            *last &= mask(&(0..self.n_words), n_blocks - 1);
        }
        all
    }

    /// The words that fit in up to [`CHUNK`] blocks, perhaps with bits beyond the last word. Computed row by
    /// row, so that the compiler takes several blocks at a time.
    fn chunk(&self, blocks: Range<usize>) -> [u64; CHUNK] {
        let mut words = [0; CHUNK];
        words[..blocks.len()].fill(u64::MAX);
        self.fixed.iter().for_each(|row| combine(&mut words, &row[blocks.clone()], |words, row| words & row));
        for condition in &self.conditions {
            if words == [0; CHUNK] {
                break;
            }
            let mut union = [0; CHUNK];
            match condition {
                Condition::Any(rows) | Condition::None(rows) => {
                    for row in rows {
                        combine(&mut union, &row[blocks.clone()], |union, row| union | row);
                    }
                }
                Condition::AnyPair(pairs) => {
                    for (a, b) in pairs {
                        let mut both = [u64::MAX; CHUNK];
                        combine(&mut both, &a[blocks.clone()], |both, a| both & a);
                        combine(&mut both, &b[blocks.clone()], |both, b| both & b);
                        union.iter_mut().zip(both).for_each(|(union, both)| *union |= both);
                    }
                }
            }
            let is_excluded = matches!(condition, Condition::None(_));
            let fits = union.map(|union| if is_excluded { !union } else { union });
            words.iter_mut().zip(fits).for_each(|(words, fits)| *words &= fits);
        }
        words
    }
}

/// Blocks that are looked at together.
const CHUNK: usize = 8;

/// Combines each block with that of a row.
fn combine(blocks: &mut [u64; CHUNK], row: Row, with: impl Fn(u64, u64) -> u64) {
    // Nearly all chunks have the full number of blocks, which is a constant to the compiler.
    if let Ok(row) = <&[[u8; 8]; CHUNK]>::try_from(row) {
        blocks.iter_mut().zip(row).for_each(|(block, row)| *block = with(*block, u64::from_le_bytes(*row)));
    } else {
        blocks.iter_mut().zip(row).for_each(|(block, row)| *block = with(*block, u64::from_le_bytes(*row)));
    }
}

/// A set of words, with counts that tell quickly how many of them come before a word.
#[derive(Clone, Default, Debug)]
pub(super) struct Set {
    /// One bit for each word.
    blocks: Vec<u64>,
    /// By block, how many words of the set are in the blocks before it.
    before: Vec<u32>,
}

impl Set {
    /// The set of words with one bit each.
    pub(super) fn new(blocks: Vec<u64>) -> Self {
        let mut before = Vec::with_capacity(blocks.len());
        let mut n = 0;
        for block in &blocks {
            before.push(n);
            n += block.count_ones();
        }
        Self { blocks, before }
    }

    /// How many words of the set come before the position `word`.
    fn rank(&self, word: usize) -> u32 {
        let Some(block) = self.blocks.get(word / BLOCK) else {
            let last = self.blocks.last().map_or(0, |last| last.count_ones());
            return self.before.last().map_or(0, |before| before + last);
        };
        self.before[word / BLOCK] + (block & ((1 << (word % BLOCK)) - 1)).count_ones()
    }

    /// How many of the words in `range` are in the set.
    pub(super) fn count(&self, range: &Range<usize>) -> u32 {
        self.rank(range.end) - self.rank(range.start)
    }

    /// The position of the word number `n` of the set, counted from `start` on.
    ///
    /// # Panics
    /// If there are not so many.
    pub(super) fn nth(&self, start: usize, n: u32) -> usize {
        let rank = self.rank(start) + n;
        let block = self.before.partition_point(|before| *before <= rank) - 1;
        let mut bits = self.blocks[block];
        (0..rank - self.before[block]).for_each(|_| bits &= bits - 1);
        assert!(bits != 0, "there are not so many words");
        block * BLOCK + bits.trailing_zeros() as usize
    }

    /// Takes out a word, which must be in the set.
    pub(super) fn remove(&mut self, word: usize) {
        self.blocks[word / BLOCK] &= !(1 << (word % BLOCK));
        self.before[word / BLOCK + 1..].iter_mut().for_each(|before| *before -= 1);
    }
}

/// The bits of a block that stand for words in `range`. The block must be one of the range's.
fn mask(range: &Range<usize>, block: usize) -> u64 {
    let mut mask = u64::MAX;
    if block == range.start / BLOCK {
        mask &= u64::MAX << (range.start % BLOCK);
    }
    if block == range.end / BLOCK {
        mask &= (1 << (range.end % BLOCK)) - 1;
    }
    mask
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

    #[test]
    fn a_set_finds_its_words_as_counting_does() {
        let mut rng = Rng::from_seed(11);
        for round in 0..200 {
            let n_words = 1 + rng.below(700) as usize;
            let share = [1, 6, 32, 64][round % 4];
            let mut members: Vec<usize> = (0..n_words).filter(|_| rng.below(64) < share).collect();
            let mut blocks = vec![0u64; n_words.div_ceil(BLOCK)];
            members.iter().for_each(|word| blocks[word / BLOCK] |= 1 << (word % BLOCK));
            let mut set = Set::new(blocks);
            loop {
                let start = rng.below(n_words as u64) as usize;
                let end = start + rng.below((n_words - start + 1) as u64) as usize;
                let within: Vec<usize> =
                    members.iter().copied().filter(|word| (start..end).contains(word)).collect();
                assert_eq!(set.count(&(start..end)) as usize, within.len(), "{start}..{end} of {members:?}");
                for (n, word) in within.iter().enumerate() {
                    assert_eq!(set.nth(start, n as u32), *word, "{n} from {start} on of {members:?}");
                }
                if members.is_empty() {
                    break;
                }
                let gone = members.swap_remove(rng.below(members.len() as u64) as usize);
                members.sort_unstable();
                set.remove(gone);
            }
        }
    }
}
