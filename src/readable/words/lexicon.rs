//! The words of a dictionary by length, searched by the bytes that each place may have.
//!
//! Whether a word fits is asked far more often than one is drawn: which ones do is found out when the first is drawn.

use super::draft::Place;
use super::index::{self, Class, Filter, Index};
use crate::readable::{Dictionary, Language, Words};
use crate::util::{ByteSet, Rng};
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
    /// The letters that can stand in a word in capitals.
    capitals: ByteSet,
}

/// Where a word is from.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Source {
    Language,
    Named,
}

/// Where words are looked for.
const SOURCES: [Source; 2] = [Source::Language, Source::Named];

/// The words of one length that fit, of which there is one at least, to be drawn from.
#[derive(Debug)]
pub(super) struct Fits {
    case: Case,
    has_preferred: bool,
    /// What has not been drawn, from the first time on.
    left: Option<Left>,
}

/// Words to be drawn from.
#[derive(Debug)]
struct Left {
    /// By source, one bit a word of this length; nothing where there are none.
    words: [Vec<u64>; 2],
    cells: Vec<Cell>,
}

/// The words of one source and class that fit.
#[derive(Clone, Debug)]
struct Cell {
    source: Source,
    class: Class,
    n_words: u32,
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
        let capitals = ByteSet::from_fn(|byte| {
            alphabet.contains(byte) && (byte.is_ascii_uppercase() || !byte.is_ascii())
        });
        let lengths = || std::iter::repeat_with(OnceLock::new).take(MAX_LENGTH + 1).collect();
        Self { language, named, indexes: [lengths(), lengths()], letters, alphabet, capitals }
    }

    fn dictionary(&self, source: Source) -> &Dictionary {
        match source {
            Source::Language => self.language.dictionary(),
            Source::Named => &self.named,
        }
    }

    fn words(&self, source: Source, length: usize) -> Words<'_> {
        self.dictionary(source).of_length(length)
    }

    /// Every byte that occurs in a word, small or capital.
    pub(super) fn alphabet(&self) -> ByteSet {
        self.alphabet
    }

    /// The case of a word at these places.
    pub(super) fn case(&self, places: &[Place]) -> Case {
        let has_all = |set: ByteSet| places.iter().all(|place| !place.cased.and(set).is_empty());
        match (has_all(self.letters), has_all(self.capitals)) {
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
        let mut found: Option<Fits> = None;
        for source in SOURCES {
            let Some((index, filter)) = self.filter(source, places, case) else { continue };
            let has_any = |class: &Class| filter.has_any(&class.range);
            if index.classes().iter().any(has_any) {
                let fits = found.get_or_insert(Fits { case, has_preferred: false, left: None });
                // They come first.
                fits.has_preferred |=
                    index.classes().first().is_some_and(|class| class.is_preferred && has_any(class));
            }
        }
        found
    }

    /// The words of one source that fit.
    fn filter(&self, source: Source, places: &[Place], case: Case) -> Option<(&Index, Filter<'_>)> {
        let length = places.len();
        let words = self.words(source, length);
        if words.is_empty() {
            return None;
        }
        let bitmaps = self.dictionary(source).bitmaps(length);
        let weight = |class| class_weight(class, length);
        let index = self.indexes[source as usize][length].get_or_init(|| Index::new(&words, bitmaps, weight));
        Some((index, index.filter(bitmaps, places, case)?))
    }

    /// Draws one of the words that fit, which then fits no more: a common one rather than a rare one, with letters that
    /// often follow each other. As it is written at the places that it fits, which are always the same.
    pub(super) fn draw(&self, fits: &mut Fits, places: &[Place], rng: &mut Rng) -> Option<Vec<u8>> {
        let left = fits.left.get_or_insert_with(|| self.left(places, fits.case));
        let (cell, word) = self.choose(left, places.len(), rng)?;
        let text = self.words(left.cells[cell].source, places.len()).get(word);
        let text = text.iter().zip(places).map(|(byte, place)| fits.case.write(*byte, place.set)).collect();
        left.remove(cell, word);
        Some(text)
    }

    /// All words that fit.
    fn left(&self, places: &[Place], case: Case) -> Left {
        let mut left = Left { words: Default::default(), cells: Vec::new() };
        for source in SOURCES {
            let Some((index, filter)) = self.filter(source, places, case) else { continue };
            let words = filter.words();
            let cells = index.classes().iter().map(|class| {
                let n_words = index::count(&words, &class.range);
                Cell { source, class: class.clone(), n_words }
            });
            left.cells.extend(cells.filter(|cell| cell.n_words > 0));
            left.words[source as usize] = words;
        }
        left
    }

    /// Draws a few words and chooses the one with the fewest bits; a preferred word at once.
    fn choose(&self, left: &Left, length: usize, rng: &mut Rng) -> Option<(usize, usize)> {
        let weights = left.weights();
        let mut best: Option<(f64, usize, usize)> = None;
        for _ in 0..n_choices(length) {
            let (cell, word) = left.draw(&weights, rng)?;
            let Cell { source, class, .. } = &left.cells[cell];
            if class.is_preferred {
                return Some((cell, word));
            }
            let text = str::from_utf8(self.words(*source, length).get(word)).unwrap_or_default();
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
        self.has_preferred
    }
}

impl Left {
    /// Draws a word: its cell and its position among those of its length.
    fn draw(&self, weights: &[f64], rng: &mut Rng) -> Option<(usize, usize)> {
        let at = rng.roulette(weights)?;
        let cell = &self.cells[at];
        let n = rng.below(u64::from(cell.n_words)) as u32;
        Some((at, index::nth(&self.words[cell.source as usize], &cell.class.range, n)))
    }

    fn remove(&mut self, cell: usize, word: usize) {
        let cell = &mut self.cells[cell];
        cell.n_words -= 1;
        self.words[cell.source as usize][word / 64] &= !(1 << (word % 64));
    }

    /// By cell, the weight of all of its words.
    fn weights(&self) -> Vec<f64> {
        let mut weights: Vec<f64> =
            self.cells.iter().map(|cell| f64::from(cell.n_words) * cell.class.weight).collect();
        let groups = [(Source::Named, SHARE_OF_NAMED), (Source::Language, SHARE_OF_USER)];
        for (source, share) in groups {
            let is_in = |cell: &Cell| cell.class.is_preferred && cell.source == source;
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
            Case::Upper => {
                const SMALL: ByteSet = ByteSet::range(b'a', b'z');
                set.and(SMALL.complement()).or(set.small_of_capitals())
            }
            Case::Mixed => set.or(set.small_of_capitals()),
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
