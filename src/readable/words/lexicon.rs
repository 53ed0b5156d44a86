//! The words of a dictionary by length, searched by the bytes that each position may have.
//!
//! The question whether any word fits is far more frequent than a draw, so which words fit is found out only
//! when the first one is drawn.

use super::beginnings::{Beginnings, Lengths};
use super::draft::{Position, Ways};
use super::index::{Class, Filter, Index, Set};
use crate::readable::{Dictionary, Language, Words};
use crate::util::rng::Wheel;
use crate::util::{ByteSet, Rng};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::cell::{Cell, OnceCell, RefCell};
use std::hash::{Hash, Hasher};
use std::rc::Rc;
use std::sync::Arc;

/// The longest words that are looked for.
pub(super) const MAX_LENGTH: usize = 24;

/// The words of a language and those that a program names, searchable.
#[derive(Debug)]
pub(super) struct Lexicon {
    language: Arc<Language>,
    named: Dictionary,
    /// By [`Source`] and length.
    indexes: [Vec<OnceCell<Index>>; 2],
    /// By [`Source`], length and word: its bits, once they were asked for.
    bits: [Vec<OnceCell<WordBits>>; 2],
    /// The kinds of positions met so far.
    kinds: RefCell<Kinds>,
    /// The kinds of positions with a value, by value, and the set by which their case was last decided.
    fixed_kinds: RefCell<(ByteSet, Vec<Option<Kind>>)>,
    /// By the kinds of the positions of a word: the words that fit.
    fits: RefCell<FxHashMap<Pattern, Option<Rc<Found>>>>,
    /// By the kind of all positions: how a long text goes on.
    ways: RefCell<FxHashMap<Kind, Rc<Ways>>>,
    /// By the kinds of the next positions: how a text goes on.
    mixed_ways: RefCell<FxHashMap<Pattern, Rc<Ways>>>,
    /// Beginnings of words.
    beginnings: RefCell<Beginnings>,
    /// Every byte that occurs in a word.
    letters: ByteSet,
    /// The letters and their capitals.
    alphabet: ByteSet,
    /// The letters that can stand in a word in capitals.
    capitals: ByteSet,
}

/// By word, its bits; NaN until they are asked for.
type WordBits = Box<[Cell<f64>]>;

/// Where a word is from.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Source {
    Language,
    Named,
}

/// Where words are looked for.
const SOURCES: [Source; 2] = [Source::Language, Source::Named];

/// Kinds of positions, and patterns of them, that are remembered. They are forgotten when there are more;
/// long texts have few.
const MAX_REMEMBERED: usize = 1 << 13;

/// The properties of a position that matter for words. They follow from its feasible bytes, and from the
/// bytes by which it is decided whether it must be a capital. Kinds with the same number are equal, so that
/// what every position is asked for is computed only once for each kind.
#[derive(Copy, Clone, Eq, Default, Debug)]
pub(super) struct Kind {
    number: u32,
    /// By the bytes that decide its case: whether it can be a letter as in dictionaries, or a capital.
    is_small: bool,
    is_capital: bool,
    /// Whether one of its bytes occurs in a word.
    pub(super) is_letter: bool,
    /// Whether one of its bytes is a letter that no hexadecimal number has.
    pub(super) is_plain_letter: bool,
    /// Whether it can be a terminator, and whether it can be nothing else.
    pub(super) can_end: bool,
    pub(super) must_end: bool,
    /// Whether it can be every byte that occurs in a word.
    pub(super) has_all_letters: bool,
    /// Its byte, if only one is feasible.
    pub(super) fixed: Option<u8>,
}

impl PartialEq for Kind {
    fn eq(&self, other: &Self) -> bool {
        self.number == other.number
    }
}

impl Hash for Kind {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.number.hash(state);
    }
}

/// Letters that no hexadecimal number has.
const PLAIN_LETTERS: ByteSet = ByteSet::range(b'g', b'w').or(ByteSet::range(b'G', b'W')).or(YZ);
const YZ: ByteSet = ByteSet::range(b'y', b'z').or(ByteSet::range(b'Y', b'Z'));

/// For each place of a word the number of its kind, and in the upper half one more than the earlier place of
/// the same variable, if there is one. Which words fit depends on nothing else.
type Pattern = SmallVec<[u64; 12]>;

fn pattern(positions: &[Position]) -> Pattern {
    let entry = |(at, position): (usize, &Position)| {
        let is_same = |earlier: &Position| earlier.variable == position.variable;
        let same = if position.is_repeated { positions[..at].iter().position(is_same) } else { None };
        u64::from(position.kind.number) | same.map_or(0, |same| (same as u64 + 1) << 32)
    };
    positions.iter().enumerate().map(entry).collect()
}

/// The value that is remembered for `key`. If there is none, `make` computes it; it may ask for other keys.
fn remembered<K: Eq + Hash, V: Clone>(
    known: &RefCell<FxHashMap<K, V>>,
    key: K,
    make: impl FnOnce() -> V,
) -> V {
    if let Some(found) = known.borrow().get(&key) {
        return found.clone();
    }
    let found = make();
    let mut known = known.borrow_mut();
    if known.len() == MAX_REMEMBERED {
        known.clear();
    }
    known.insert(key, found.clone());
    found
}

/// The kinds of positions met so far. No number is used twice.
#[derive(Default, Debug)]
struct Kinds {
    known: FxHashMap<(ByteSet, ByteSet), Kind>,
    n_met: u32,
}

/// The words of one length that fit at positions.
#[derive(Debug)]
struct Found {
    case: Case,
    has_preferred: bool,
    /// All of them, from the first draw on.
    all: OnceCell<Left>,
}

/// The words of one length that fit, at least one, to be drawn from.
#[derive(Clone, Debug)]
pub(super) struct Fits {
    found: Rc<Found>,
    /// The cell and position of the word that was drawn first, until it is taken out of `left`.
    drawn: Option<(usize, usize)>,
    /// The words that have not been drawn, from the second draw on. Most `Fits` are never drawn from, and
    /// there are many of them: one for each place where a text may end.
    left: Option<Box<Left>>,
}

/// Words to be drawn from.
#[derive(Clone, Debug)]
struct Left {
    /// By source, the words of this length; empty if there are none.
    words: [Set; 2],
    cells: Vec<Share>,
    /// By cell, the weight of all of its words.
    wheel: Wheel,
}

/// The words of one source and class that fit.
#[derive(Clone, Debug)]
struct Share {
    source: Source,
    class: Class,
    n_words: u32,
}

/// How much likelier a word is drawn than one of a class 10 levels rarer. There are so few words of two
/// letters that tests would otherwise share them, and so many long ones that common words suffice.
fn class_factor(length: usize) -> f64 {
    match length {
        ..=2 => 1.5,
        3 => 4.0,
        _ => 8.0,
    }
}

/// The shares of draws that give a word that the user added, and one that the program names, if any fits.
const SHARE_OF_USER: f64 = 0.8;
const SHARE_OF_NAMED: f64 = 0.5;

/// How many words are drawn for each that is written. With two letters there are too few words to be choosy.
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
        let lengths = || std::iter::repeat_with(OnceCell::new).take(MAX_LENGTH + 1).collect();
        let bits = || std::iter::repeat_with(OnceCell::new).take(MAX_LENGTH + 1).collect();
        Self {
            language,
            named,
            indexes: [lengths(), lengths()],
            bits: [bits(), bits()],
            kinds: RefCell::default(),
            fixed_kinds: RefCell::default(),
            fits: RefCell::default(),
            ways: RefCell::default(),
            mixed_ways: RefCell::default(),
            beginnings: RefCell::default(),
            letters,
            alphabet,
            capitals,
        }
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

    /// The kind of a position with these feasible bytes. Its case is decided by the bytes `cased`.
    pub(super) fn kind(&self, set: ByteSet, cased: ByteSet) -> Kind {
        let Kinds { known, n_met } = &mut *self.kinds.borrow_mut();
        if known.len() == MAX_REMEMBERED && !known.contains_key(&(set, cased)) {
            known.clear();
        }
        *known.entry((set, cased)).or_insert_with(|| {
            *n_met += 1;
            Kind {
                number: *n_met,
                is_small: cased.meets(self.letters),
                is_capital: cased.meets(self.capitals),
                is_letter: set.meets(self.alphabet),
                is_plain_letter: set.meets(PLAIN_LETTERS),
                can_end: set.contains(0),
                must_end: set == ByteSet::just(0),
                has_all_letters: set.and(self.letters) == self.letters,
                fixed: set.first().filter(|_| set.len() == 1),
            }
        })
    }

    /// The kind of a position with this value.
    pub(super) fn kind_of(&self, value: u8, cased: ByteSet) -> Kind {
        let (last, known) = &mut *self.fixed_kinds.borrow_mut();
        if *last != cased || known.is_empty() {
            *last = cased;
            known.clear();
            known.resize(256, None);
        }
        *known[usize::from(value)].get_or_insert_with(|| self.kind(ByteSet::just(value), cased))
    }

    /// The case of a word at these positions.
    pub(super) fn case(&self, positions: &[Position]) -> Case {
        let (mut are_letters, mut are_capitals) = (true, true);
        for position in positions {
            are_letters &= position.kind.is_small;
            are_capitals &= position.kind.is_capital;
        }
        match (are_letters, are_capitals) {
            (true, _) => Case::Plain,
            (false, true) => Case::Upper,
            (false, false) => Case::Mixed,
        }
    }

    /// How a text goes on if all of its next positions are of one kind; `make` finds it out.
    pub(super) fn ways(&self, kind: Kind, make: impl FnOnce() -> Ways) -> Rc<Ways> {
        remembered(&self.ways, kind, || Rc::new(make()))
    }

    /// How a text goes on at `positions`, if nothing else matters for that; `make` finds it out.
    pub(super) fn mixed_ways(&self, positions: &[Position], make: impl FnOnce() -> Ways) -> Rc<Ways> {
        remembered(&self.mixed_ways, pattern(positions), || Rc::new(make()))
    }

    /// The words that fit these positions; `None` if there are none. If the path demands a capital, the whole
    /// word is in capitals, if that is possible.
    pub(super) fn fits(&self, positions: &[Position]) -> Option<Fits> {
        let length = positions.len();
        if length == 0 || length > MAX_LENGTH {
            return None;
        }
        let found = remembered(&self.fits, pattern(positions), || self.find(positions));
        Some(Fits { found: found?, drawn: None, left: None })
    }

    /// The lengths of words that fit the first of these positions; `None` if they are not found all at once.
    pub(super) fn lengths(&self, positions: &[Position]) -> Option<Lengths> {
        let positions = &positions[..positions.len().min(MAX_LENGTH)];
        if positions.iter().any(|position| !position.kind.is_small || position.is_repeated) {
            return None;
        }
        let dictionaries = SOURCES.map(|source| self.dictionary(source));
        self.beginnings.borrow_mut().lengths(dictionaries, positions)
    }

    fn find(&self, positions: &[Position]) -> Option<Rc<Found>> {
        let case = self.case(positions);
        let (mut is_any, mut has_preferred) = (false, false);
        for source in SOURCES {
            let Some((index, filter)) = self.filter(source, positions, case) else { continue };
            let has_any = |class: &Class| filter.has_any(&class.range);
            if index.classes().iter().any(has_any) {
                is_any = true;
                // Preferred words come first.
                has_preferred |=
                    index.classes().first().is_some_and(|class| class.is_preferred && has_any(class));
            }
        }
        is_any.then(|| Rc::new(Found { case, has_preferred, all: OnceCell::new() }))
    }

    /// The words of one source that fit.
    fn filter(&self, source: Source, positions: &[Position], case: Case) -> Option<(&Index, Filter<'_>)> {
        let length = positions.len();
        let words = self.words(source, length);
        if words.is_empty() {
            return None;
        }
        let bitmaps = self.dictionary(source).bitmaps(length);
        let weight = |class| class_weight(class, length);
        let index = self.indexes[source as usize][length].get_or_init(|| Index::new(&words, bitmaps, weight));
        Some((index, index.filter(bitmaps, positions, case)?))
    }

    /// Draws one of the words that fit and takes it out: a common one rather than a rare one, with letters
    /// that often follow each other. Returns it as it is written at `positions`, which are always the same.
    pub(super) fn draw(&self, fits: &mut Fits, positions: &[Position], rng: &mut Rng) -> Option<Vec<u8>> {
        let mut text = Vec::with_capacity(positions.len());
        if fits.drawn.is_none() && fits.left.is_none() {
            fits.drawn = Some(self.write_one(fits, positions, rng, &mut text)?);
            return Some(text);
        }
        let left = fits.left.get_or_insert_with(|| Box::new(self.all(&fits.found, positions).clone()));
        if let Some((cell, word)) = fits.drawn.take() {
            left.remove(cell, word);
        }
        let (cell, word) = self.choose(left, positions.len(), rng)?;
        self.write(left.cells[cell].source, word, fits.found.case, positions, &mut text);
        left.remove(cell, word);
        Some(text)
    }

    /// Appends one of all the words that fit. Returns the cell and the position of the word.
    pub(super) fn write_one(
        &self,
        fits: &Fits,
        positions: &[Position],
        rng: &mut Rng,
        text: &mut Vec<u8>,
    ) -> Option<(usize, usize)> {
        let all = self.all(&fits.found, positions);
        let (cell, word) = self.choose(all, positions.len(), rng)?;
        self.write(all.cells[cell].source, word, fits.found.case, positions, text);
        Some((cell, word))
    }

    fn write(&self, source: Source, word: usize, case: Case, positions: &[Position], text: &mut Vec<u8>) {
        let letters = self.words(source, positions.len()).get(word).iter();
        text.extend(letters.zip(positions).map(|(byte, position)| case.write(*byte, position.set)));
    }

    /// All words that fit.
    fn all<'f>(&self, found: &'f Found, positions: &[Position]) -> &'f Left {
        found.all.get_or_init(|| self.find_all(positions, found.case))
    }

    fn find_all(&self, positions: &[Position], case: Case) -> Left {
        let mut left = Left { words: Default::default(), cells: Vec::new(), wheel: Wheel::default() };
        for source in SOURCES {
            let Some((index, filter)) = self.filter(source, positions, case) else { continue };
            let words = Set::new(filter.words());
            let cells = index.classes().iter().map(|class| {
                let n_words = words.count(&class.range);
                Share { source, class: class.clone(), n_words }
            });
            left.cells.extend(cells.filter(|cell| cell.n_words > 0));
            left.words[source as usize] = words;
        }
        left.weigh();
        left
    }

    /// Draws a few words and chooses the one with the fewest bits; a preferred word at once.
    fn choose(&self, left: &Left, length: usize, rng: &mut Rng) -> Option<(usize, usize)> {
        let mut best: Option<(f64, usize, usize)> = None;
        for _ in 0..n_choices(length) {
            let (cell, word) = left.draw(rng)?;
            let Share { source, class, .. } = &left.cells[cell];
            if class.is_preferred {
                return Some((cell, word));
            }
            let bits = self.word_bits(*source, length, word);
            if best.is_none_or(|(fewest, ..)| bits < fewest) {
                best = Some((bits, cell, word));
            }
        }
        best.map(|(_, cell, word)| (cell, word))
    }

    /// The bits of a word by the model. They are remembered, since computing them takes longer.
    fn word_bits(&self, source: Source, length: usize, word: usize) -> f64 {
        let words = self.words(source, length);
        let unknown = || (0..words.len()).map(|_| Cell::new(f64::NAN)).collect();
        let known = &self.bits[source as usize][length].get_or_init(unknown)[word];
        if known.get().is_nan() {
            let text = str::from_utf8(words.get(word)).unwrap_or_default();
            known.set(self.language.model().word_bits(text));
        }
        known.get()
    }
}

impl Fits {
    /// Whether words fit that the user or the program has named.
    pub(super) fn has_preferred(&self) -> bool {
        self.found.has_preferred
    }
}

impl Left {
    /// Draws a word: its cell and its position among those of its length.
    fn draw(&self, rng: &mut Rng) -> Option<(usize, usize)> {
        let at = self.wheel.draw(rng)?;
        let cell = &self.cells[at];
        let n = rng.below(u64::from(cell.n_words)) as u32;
        if cell.n_words as usize == cell.class.range.len() {
            return Some((at, cell.class.range.start + n as usize));
        }
        Some((at, self.words[cell.source as usize].nth(cell.class.range.start, n)))
    }

    fn remove(&mut self, cell: usize, word: usize) {
        let cell = &mut self.cells[cell];
        cell.n_words -= 1;
        self.words[cell.source as usize].remove(word);
        self.weigh();
    }

    fn weigh(&mut self) {
        let mut weights: Vec<f64> =
            self.cells.iter().map(|cell| f64::from(cell.n_words) * cell.class.weight).collect();
        let groups = [(Source::Named, SHARE_OF_NAMED), (Source::Language, SHARE_OF_USER)];
        for (source, share) in groups {
            let is_in = |cell: &Share| cell.class.is_preferred && cell.source == source;
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
        self.wheel = Wheel::new(weights);
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
