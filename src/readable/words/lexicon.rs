//! The words of a dictionary by length, searched by the bytes that each place may have.
//!
//! For each length and place, a bitmap of words for each byte: the words that fit are an intersection of unions, some
//! hundred machine words long. Bitmaps are made when a length is first asked for.

use super::draft::Place;
use crate::readable::{Dictionary, Language, Words};
use crate::util::{ByteSet, Rng};
use std::ops::Range;
use std::sync::{Arc, OnceLock};

/// The longest words that are looked for.
pub(super) const MAX_LENGTH: usize = 24;

/// The words of a language and those that a program names, searchable.
#[derive(Debug)]
pub(super) struct Lexicon {
    language: Arc<Language>,
    named: Dictionary,
    /// By [`Source`] and length.
    indexes: [Vec<OnceLock<Index>>; 2],
    /// Every byte that occurs in a word.
    letters: ByteSet,
    /// The letters and their capitals.
    alphabet: ByteSet,
}

/// Where a word is from.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Source {
    Language,
    Named,
}

/// The bitmaps of one length.
#[derive(Debug)]
struct Index {
    /// By place, the bytes that occur there.
    present: Vec<ByteSet>,
    /// By place and byte, `n_blocks` blocks each of 64 words; bytes that do not occur have none.
    with: Vec<Box<[u64]>>,
    /// Words of one class follow each other.
    classes: Vec<(u8, Range<usize>)>,
    n_blocks: usize,
}

/// The words of one length that fit, to be drawn from.
#[derive(Debug)]
pub(super) struct Fits {
    length: usize,
    case: Case,
    /// By source, one bit a word of this length; nothing where there are none.
    words: [Vec<u64>; 2],
    cells: Vec<Cell>,
}

/// The words of one source and class that fit.
#[derive(Clone, Debug)]
struct Cell {
    source: Source,
    range: Range<usize>,
    n_words: u32,
    /// The weight of each word.
    weight: f64,
    /// Words of class 0.
    is_preferred: bool,
}

/// How much likelier a word is drawn than one of a class 10 levels rarer. There are so few words of two letters that
/// tests would otherwise share them, and so many long ones that common words suffice.
fn class_factor(length: usize) -> f64 {
    match length {
        ..=2 => 1.5,
        3 => 4.0,
        _ => 8.0,
    }
}

/// How often a word is drawn of those that the user added, or else that the program under test names, if any fits.
const SHARE_OF_USER: f64 = 0.8;
const SHARE_OF_NAMED: f64 = 0.5;

/// Words drawn for each that is written: of two letters there are too few to be choosy.
fn n_choices(length: usize) -> usize {
    if length > 2 { 3 } else { 1 }
}

fn class_weight(class: u8, length: usize) -> f64 {
    class_factor(length).powf(-(f64::from(class) - 10.0) / 10.0)
}

impl Lexicon {
    /// The words of a language, and `named`, the words of the program under test.
    pub(super) fn new(language: Arc<Language>, named: Dictionary) -> Self {
        let letters = language.dictionary().alphabet().or(named.alphabet());
        let alphabet = ByteSet::from_fn(|byte| {
            letters.contains(byte) || byte.is_ascii_uppercase() && letters.contains(byte.to_ascii_lowercase())
        });
        let places = || std::iter::repeat_with(OnceLock::new).take(MAX_LENGTH + 1).collect();
        Self { language, named, indexes: [places(), places()], letters, alphabet }
    }

    fn words(&self, source: Source, length: usize) -> Words<'_> {
        match source {
            Source::Language => self.language.dictionary().of_length(length),
            Source::Named => self.named.of_length(length),
        }
    }

    /// Every byte that occurs in a word, small or capital.
    pub(super) fn alphabet(&self) -> ByteSet {
        self.alphabet
    }

    /// The case of a word at these places.
    pub(super) fn case(&self, places: &[Place]) -> Case {
        let has_all = |set: ByteSet| places.iter().all(|place| !place.cased.and(set).is_empty());
        let capitals = ByteSet::from_fn(|byte| {
            self.alphabet.contains(byte) && (byte.is_ascii_uppercase() || !byte.is_ascii())
        });
        match (has_all(self.letters), has_all(capitals)) {
            (true, _) => Case::Plain,
            (false, true) => Case::Upper,
            (false, false) => Case::Mixed,
        }
    }

    /// The words that fit these places; `None` if there are none. Capitals are used where the path demands one: in
    /// all of the word, if that is possible.
    pub(super) fn fits(&self, places: &[Place]) -> Option<Fits> {
        let length = places.len();
        if length == 0 || length > MAX_LENGTH {
            return None;
        }
        let case = self.case(places);
        let mut fits = Fits { length, case, words: Default::default(), cells: Vec::new() };
        for source in [Source::Language, Source::Named] {
            let words = self.words(source, length);
            if words.is_empty() {
                continue;
            }
            let index = self.indexes[source as usize][length].get_or_init(|| Index::new(&words));
            let Some(fitting) = index.fits(words.len(), places, case) else { continue };
            let cells = index.classes.iter().map(|(class, range)| Cell {
                source,
                range: range.clone(),
                n_words: count(&fitting, range),
                weight: class_weight(*class, length),
                is_preferred: *class == 0,
            });
            fits.cells.extend(cells.filter(|cell| cell.n_words > 0));
            fits.words[source as usize] = fitting;
        }
        (!fits.cells.is_empty()).then_some(fits)
    }

    /// Draws one of the words that fit, which then fits no more: a common one rather than a rare one, with letters that
    /// often follow each other. As it is written at the places that it fits.
    pub(super) fn draw(&self, fits: &mut Fits, places: &[Place], rng: &mut Rng) -> Option<Vec<u8>> {
        let (cell, word) = self.choose(fits, rng)?;
        let text = self.words(fits.cells[cell].source, fits.length).get(word);
        let text = text.iter().zip(places).map(|(byte, place)| fits.case.write(*byte, place.set)).collect();
        fits.remove(cell, word);
        Some(text)
    }

    /// Draws a few words and chooses the one with the fewest bits; a preferred word at once.
    fn choose(&self, fits: &Fits, rng: &mut Rng) -> Option<(usize, usize)> {
        let weights = fits.weights();
        let mut best: Option<(f64, usize, usize)> = None;
        for _ in 0..n_choices(fits.length) {
            let (cell, word) = fits.draw(&weights, rng)?;
            let Cell { source, is_preferred, .. } = fits.cells[cell];
            if is_preferred {
                return Some((cell, word));
            }
            let text = str::from_utf8(self.words(source, fits.length).get(word)).unwrap_or_default();
            let bits = self.language.model().word_bits(text);
            if best.is_none_or(|(fewest, ..)| bits < fewest) {
                best = Some((bits, cell, word));
            }
        }
        best.map(|(_, cell, word)| (cell, word))
    }
}

impl Fits {
    /// Whether words fit that the user or the program has named.
    pub(super) fn has_preferred(&self) -> bool {
        self.cells.iter().any(|cell| cell.is_preferred && cell.n_words > 0)
    }

    /// Draws a word: its cell and its position among those of its length.
    fn draw(&self, weights: &[f64], rng: &mut Rng) -> Option<(usize, usize)> {
        let at = rng.roulette(weights)?;
        let cell = &self.cells[at];
        let n = rng.below(u64::from(cell.n_words)) as u32;
        Some((at, nth(&self.words[cell.source as usize], &cell.range, n)))
    }

    fn remove(&mut self, cell: usize, word: usize) {
        let cell = &mut self.cells[cell];
        cell.n_words -= 1;
        self.words[cell.source as usize][word / 64] &= !(1 << (word % 64));
    }

    /// By cell, the weight of all of its words.
    fn weights(&self) -> Vec<f64> {
        let mut weights: Vec<f64> =
            self.cells.iter().map(|cell| f64::from(cell.n_words) * cell.weight).collect();
        let groups = [(Source::Named, SHARE_OF_NAMED), (Source::Language, SHARE_OF_USER)];
        for (source, share) in groups {
            let is_in = |cell: &Cell| cell.is_preferred && cell.source == source;
            let sum_of = |is_wanted: bool| {
                let cells = self.cells.iter().zip(&weights);
                cells.filter(|(cell, _)| is_in(cell) == is_wanted).map(|(_, weight)| weight).sum::<f64>()
            };
            let (inside, outside) = (sum_of(true), sum_of(false));
            if inside > 0.0 && outside > 0.0 {
                let factor = share / (1.0 - share) * outside / inside;
                let cells = self.cells.iter().zip(&mut weights).filter(|(cell, _)| is_in(cell));
                cells.for_each(|(_, weight)| *weight *= factor);
            }
        }
        weights
    }
}

impl Index {
    fn new(words: &Words) -> Self {
        let n_blocks = words.len().div_ceil(64);
        let mut present = vec![ByteSet::EMPTY; words.n];
        let mut with: Vec<Box<[u64]>> = vec![Box::default(); words.n * 256];
        for (at, word) in words.text.chunks_exact(words.n).enumerate() {
            for (place, byte) in word.iter().enumerate() {
                let bitmap = &mut with[place * 256 + usize::from(*byte)];
                if bitmap.is_empty() {
                    *bitmap = vec![0; n_blocks].into();
                    present[place].insert(*byte);
                }
                bitmap[at / 64] |= 1 << (at % 64);
            }
        }
        let mut classes = Vec::new();
        let mut start = 0;
        for run in words.classes.chunk_by(|a, b| a == b) {
            classes.push((run[0], start..start + run.len()));
            start += run.len();
        }
        Self { present, with, classes, n_blocks }
    }

    /// The words that fit, of `n_words`.
    fn fits(&self, n_words: usize, places: &[Place], case: Case) -> Option<Vec<u64>> {
        let mut fitting = self.all(n_words);
        for (at, place) in places.iter().enumerate() {
            if !self.keep(&mut fitting, at, case.letters(place.set)) {
                return None;
            }
            let same = places[..at].iter().position(|earlier| earlier.variable == place.variable);
            if let Some(earlier) = same {
                self.keep_equal(&mut fitting, earlier, at);
            }
        }
        Some(fitting)
    }

    fn all(&self, n_words: usize) -> Vec<u64> {
        let mut all = vec![u64::MAX; self.n_blocks];
        if !n_words.is_multiple_of(64) {
            all[self.n_blocks - 1] = (1 << (n_words % 64)) - 1;
        }
        all
    }

    /// Keeps the words whose byte at `place` is in `set`; `false` if none is left.
    fn keep(&self, words: &mut [u64], place: usize, set: ByteSet) -> bool {
        let present = self.present[place];
        let wanted = set.and(present);
        if wanted == present {
            return true;
        }
        let bitmaps: Vec<&[u64]> = wanted.iter().map(|byte| self.bitmap(place, byte)).collect();
        for (at, word) in words.iter_mut().enumerate() {
            if *word != 0 {
                *word &= bitmaps.iter().fold(0, |union, bitmap| union | bitmap[at]);
            }
        }
        !bitmaps.is_empty()
    }

    /// Keeps the words that have the same byte at both places.
    fn keep_equal(&self, words: &mut [u64], a: usize, b: usize) {
        let present = self.present[a].and(self.present[b]);
        let bitmaps: Vec<_> =
            present.iter().map(|byte| (self.bitmap(a, byte), self.bitmap(b, byte))).collect();
        for (at, word) in words.iter_mut().enumerate() {
            if *word != 0 {
                *word &= bitmaps.iter().fold(0, |union, (a, b)| union | a[at] & b[at]);
            }
        }
    }

    /// The words with `byte` at `place`, where it occurs.
    fn bitmap(&self, place: usize, byte: u8) -> &[u64] {
        &self.with[place * 256 + usize::from(byte)]
    }
}

/// How a word is written.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Case {
    /// As in the dictionary.
    Plain,
    /// In capitals.
    Upper,
    /// Capitals only where nothing else is possible.
    Mixed,
}

impl Case {
    /// The letters, as in the dictionary, that can be written with the bytes of `set`.
    pub(super) fn letters(self, set: ByteSet) -> ByteSet {
        match self {
            Case::Plain => set,
            Case::Upper => ByteSet::from_fn(|byte| set.contains(byte.to_ascii_uppercase())),
            Case::Mixed => {
                ByteSet::from_fn(|byte| set.contains(byte) || set.contains(byte.to_ascii_uppercase()))
            }
        }
    }

    /// A letter of the dictionary as it is written where the bytes of `set` are possible.
    pub(super) fn write(self, letter: u8, set: ByteSet) -> u8 {
        match self {
            Case::Plain => letter,
            Case::Mixed if set.contains(letter) => letter,
            Case::Upper | Case::Mixed => letter.to_ascii_uppercase(),
        }
    }
}

/// How many of the words in `range` are set.
fn count(words: &[u64], range: &Range<usize>) -> u32 {
    blocks(words, range).map(|(_, bits)| bits.count_ones()).sum()
}

/// The position of the set word number `n` of those in `range`.
fn nth(words: &[u64], range: &Range<usize>, mut n: u32) -> usize {
    for (block, mut bits) in blocks(words, range) {
        if n >= bits.count_ones() {
            n -= bits.count_ones();
            continue;
        }
        (0..n).for_each(|_| bits &= bits - 1);
        return block * 64 + bits.trailing_zeros() as usize;
    }
    unreachable!("invariant: there are more than n")
}

/// The blocks that `range` touches, without the bits outside of it.
fn blocks<'a>(words: &'a [u64], range: &Range<usize>) -> impl Iterator<Item = (usize, u64)> + 'a {
    let (start, end) = (range.start, range.end);
    (start / 64..end.div_ceil(64)).map(move |block| {
        let mut bits = words[block];
        if block == start / 64 {
            bits &= u64::MAX << (start % 64);
        }
        if block == end / 64 {
            bits &= (1 << (end % 64)) - 1;
        }
        (block, bits)
    })
}
