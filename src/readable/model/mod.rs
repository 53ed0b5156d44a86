//! Language models: how often letters follow one another in words.
//!
//! A model counts n-grams, of 2 to 5 letters, with the boundaries of words. On disk it is CSV, of two kinds.
//! One is a list of grams, in which `^` stands for the beginning of a word and `$` for its end:
//!
//! ```text
//! # key: value          any number of notes; `order` is the length of the grams, by default the longest
//! gram,count
//! ^th,1023              before a word's beginning there is nothing: these grams may be shorter
//! than,345
//! hen$,67
//! ```
//!
//! Only grams of the full order count, the shorter ones follow by summing. If a gram stands twice, its counts
//! are added. The other kind is a table of pairs, with one row for each letter of `a` to `z` and in it one
//! column for each letter that may follow:
//!
//! ```text
//! from,a,b,…,z
//! ^,1023,877,…          weights of a word's first letter; may be left out
//! a,12,345,…
//! ```
//!
//! Rows and columns may stand in any order. Weights are counts or their logarithms; letters are drawn and
//! texts are scored by them as they stand. The first cell may have any text, so that tables from elsewhere,
//! 26 × 26 and without notes, are read as they are.

mod grams;
mod smooth;
mod table;

pub(super) use super::layout::gram::{Gram, MAX_ORDER, Symbol};
pub(super) use grams::{Grams, Letters};

use super::layout;
use crate::util::{bounded, rng};
use smooth::Smooth;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The number of letters of a table.
pub(super) const N_LETTERS: usize = 26;

/// One weight for each letter, `a` first.
pub(super) type Row = [f64; N_LETTERS];

/// How often letters follow one another. Weights are finite and not negative.
#[derive(Clone, Debug)]
pub struct Model {
    notes: Vec<(String, String)>,
    alphabet: Vec<char>,
    kind: Kind,
    /// Weights that follow from grams are computed when they are first asked for.
    weights: OnceLock<Box<Weights>>,
    /// Made when it is first asked for.
    smooth: OnceLock<Smooth>,
}

/// What a model was made from.
#[derive(Clone, PartialEq, Debug)]
enum Kind {
    /// Pairs and first letters as they stand.
    Table,
    /// Grams, from which pairs and first letters follow.
    Grams(Grams),
}

impl Kind {
    /// Whether the model consists of its weights, so that they do not follow from other parts.
    fn is_weights(&self) -> bool {
        match self {
            Kind::Table => true,
            Kind::Grams(_) => false,
        }
    }
}

/// The weights of the letters `a` to `z`.
#[derive(Clone, PartialEq, Debug)]
struct Weights {
    /// Of the letters that begin a word.
    first: Row,
    /// Of the letters that follow each letter.
    pairs: [Row; N_LETTERS],
}

/// Why a model or a dictionary cannot be read or made.
#[derive(Debug, thiserror::Error)]
pub enum ModelError {
    #[error("{}: {source}; name a file that can be read", path.display())]
    Read { path: PathBuf, source: std::io::Error },
    #[error("{}:{line}: {problem}", path.display())]
    Format { path: PathBuf, line: u64, problem: String },
    #[error("no word in {files}; name word lists or texts with words of small letters, or fold capitals")]
    NoWords { files: String },
}

impl Model {
    /// The English model that the program carries: `models/english.csv`.
    pub fn english() -> Model {
        // Laid out by build.rs; a test checks that it is the same as the file.
        let notes = notes(include_bytes!(concat!(env!("OUT_DIR"), "/english.notes")));
        let alphabet: Vec<char> =
            include_str!(concat!(env!("OUT_DIR"), "/english.letters")).chars().collect();
        let order = grams::noted_order(&notes).expect("invariant: build.rs has found it");
        let grams = Grams::packed(order, include_bytes!(concat!(env!("OUT_DIR"), "/english.grams")));
        let table: &'static [u8] = include_bytes!(concat!(env!("OUT_DIR"), "/english.smooth"));
        let smooth = Smooth::new(&alphabet, order, alphabet.len() + 1, table.into());
        Model { notes, alphabet, kind: Kind::Grams(grams), weights: OnceLock::new(), smooth: smooth.into() }
    }

    /// Reads a model from a file.
    pub fn load(path: &Path) -> Result<Model, ModelError> {
        let text =
            bounded::read(path).map_err(|source| ModelError::Read { path: path.to_owned(), source })?;
        Model::parse(&text, path)
    }

    /// Reads a model from CSV of either kind; `path` is for messages.
    pub fn parse(text: &[u8], path: &Path) -> Result<Model, ModelError> {
        if grams::is_list(text) { grams::parse(text, path) } else { table::parse(text, path) }
    }

    /// The model of these weights of letters `a` to `z`.
    fn from_weights(notes: Vec<(String, String)>, first: Row, pairs: [Row; N_LETTERS]) -> Model {
        let weights = OnceLock::from(Box::new(Weights { first, pairs }));
        Model { notes, alphabet: ('a'..='z').collect(), kind: Kind::Table, weights, smooth: OnceLock::new() }
    }

    /// The model of these grams of letters of `alphabet`.
    pub(super) fn from_grams(notes: Vec<(String, String)>, alphabet: Vec<char>, grams: Grams) -> Model {
        Model { notes, alphabet, kind: Kind::Grams(grams), weights: OnceLock::new(), smooth: OnceLock::new() }
    }

    /// A checksum of the letters and their weights; notes do not count.
    pub fn fingerprint(&self) -> u64 {
        let weights = self.kind.is_weights().then(|| self.weights());
        rng::hash_bytes(format!("{:?}{:?}{weights:?}", self.alphabet, self.kind).as_bytes())
    }

    fn weights(&self) -> &Weights {
        self.weights.get_or_init(|| match &self.kind {
            Kind::Table => unreachable!("invariant: a table is made of weights"),
            Kind::Grams(grams) => Box::new(Weights::of_grams(&self.alphabet, grams)),
        })
    }

    /// The weights of the letters `a` to `z` that begin a word.
    pub fn first(&self) -> &[f64; N_LETTERS] {
        &self.weights().first
    }

    /// The weights of the letters `a` to `z` after `letter`.
    ///
    /// # Panics
    /// If `letter` is not one of `a` to `z`.
    pub fn after(&self, letter: u8) -> &[f64; N_LETTERS] {
        assert!(letter.is_ascii_lowercase(), "{letter:#x} is not a letter");
        &self.weights().pairs[usize::from(letter - b'a')]
    }

    /// The weight of `second` after `first`; zero for bytes that are not small letters.
    pub fn weight(&self, first: u8, second: u8) -> f64 {
        if first.is_ascii_lowercase() && second.is_ascii_lowercase() {
            self.after(first)[usize::from(second - b'a')]
        } else {
            0.0
        }
    }

    /// The sum of the weights of all pairs of `a` to `z`.
    pub fn sum(&self) -> f64 {
        self.weights().pairs.iter().flatten().sum()
    }

    /// The length of the longest grams: how many letters a probability depends on, its own included.
    pub fn order(&self) -> usize {
        match &self.kind {
            Kind::Table => 2,
            Kind::Grams(grams) => grams.order(),
        }
    }

    /// The letters that occur, in alphabetical order (of their code points).
    pub fn alphabet(&self) -> &[char] {
        &self.alphabet
    }

    /// Whether every letter of the model is one of `a` to `z`.
    pub fn is_of_a_to_z(&self) -> bool {
        self.alphabet.iter().all(char::is_ascii_lowercase)
    }

    /// Whether the model knows where words end.
    pub fn has_ends(&self) -> bool {
        match self.kind {
            Kind::Table => false,
            Kind::Grams(_) => true,
        }
    }

    /// −log2 of the probability that `next` follows `context` in a word, or for `None` that the word ends
    /// there.
    ///
    /// `context` is the whole word so far, or at least the last `order() − 1` letters of it. A table of pairs
    /// knows no ends of words: there an end costs nothing, and probabilities are those of letters alone.
    pub fn bits(&self, context: &[char], next: Option<char>) -> f64 {
        if next.is_none() && !self.has_ends() {
            return 0.0;
        }
        self.smooth().bits(context, next)
    }

    /// The bits of all letters of `word` and its end together.
    pub fn word_bits(&self, word: &str) -> f64 {
        self.smooth().bits_of_word(word, self.has_ends())
    }

    /// The part of `context` that the bits of letters after it depend on.
    pub(super) fn context(&self, context: &[char]) -> Gram {
        self.smooth().context(context)
    }

    /// As [`Model::bits`] after a context, for every letter of the alphabet.
    pub(super) fn row(&self, context: Gram) -> Vec<f64> {
        self.smooth().row(context)
    }

    fn smooth(&self) -> &Smooth {
        self.smooth.get_or_init(|| self.smoothed())
    }

    fn smoothed(&self) -> Smooth {
        let (order, n_symbols, table) = match &self.kind {
            Kind::Grams(grams) => {
                let n_symbols = self.alphabet.len() + 1;
                let counted = grams.iter().map(|(gram, count)| (gram, count as f64));
                (grams.order(), n_symbols, layout::table::lay_out(grams.order(), n_symbols, counted))
            }
            Kind::Table => {
                let weights = self.weights();
                let rows = std::iter::once(&weights.first).chain(&weights.pairs);
                let before = std::iter::once(Symbol::BEGIN).chain((0..N_LETTERS).map(Symbol::letter));
                let counted = before.zip(rows).flat_map(|(before, row)| {
                    row.iter().enumerate().filter(|(_, weight)| **weight > 0.0).map(
                        move |(letter, weight)| {
                            (Gram::default().then(before).then(Symbol::letter(letter)), *weight)
                        },
                    )
                });
                (2, N_LETTERS, layout::table::lay_out(2, N_LETTERS, counted))
            }
        };
        Smooth::new(&self.alphabet, order, n_symbols, table.into())
    }

    /// The model as CSV, which [`Model::parse`] reads back to an equal model.
    pub fn to_csv(&self) -> String {
        let notes: String = self.notes.iter().map(|(key, value)| format!("# {key}: {value}\n")).collect();
        notes
            + &match &self.kind {
                Kind::Table => table::write(&self.weights().first, &self.weights().pairs),
                Kind::Grams(grams) => grams.write(&self.alphabet),
            }
    }
}

impl Weights {
    fn of_grams(alphabet: &[char], grams: &Grams) -> Weights {
        let (mut first, mut pairs) = ([0.0; N_LETTERS], [[0.0; N_LETTERS]; N_LETTERS]);
        let slot = |symbol: Symbol| {
            let letter = u8::try_from(*alphabet.get(symbol.letter_index()?)?).ok()?;
            letter.is_ascii_lowercase().then(|| usize::from(letter - b'a'))
        };
        for (gram, count) in grams.iter() {
            let (before, last) = gram.last_two();
            let Some(last) = slot(last) else { continue };
            if before == Symbol::BEGIN {
                first[last] += count as f64;
            } else if let Some(before) = slot(before) {
                pairs[before][last] += count as f64;
            }
        }
        Weights { first, pairs }
    }
}

/// Parts that follow from other parts are not compared.
impl PartialEq for Model {
    fn eq(&self, other: &Model) -> bool {
        (&self.notes, &self.alphabet, &self.kind) == (&other.notes, &other.alphabet, &other.kind)
            && (!self.kind.is_weights() || self.weights() == other.weights())
    }
}

/// How many of the commonest grams a summary names.
const N_COMMONEST: usize = 12;

/// A summary for people.
impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (key, value) in self.notes.iter().filter(|(key, _)| key != "order") {
            writeln!(f, "{key}: {value}")?;
        }
        writeln!(f, "order: {}", self.order())?;
        let alphabet: String = self.alphabet.iter().collect();
        writeln!(f, "letters: {alphabet} ({})", self.alphabet.len())?;
        if let Kind::Grams(grams) = &self.kind {
            writeln!(f, "grams: {}, counted {} times", grams.iter().len(), grams.total())?;
            writeln!(f, "commonest grams: {}", grams.commonest(&self.alphabet, N_COMMONEST).join(" "))?;
        }
        let letter = |index: usize| char::from(b'a' + index as u8);
        let mut pairs: Vec<(f64, String)> = Vec::new();
        let Weights { first: of_first, pairs: rows } = self.weights();
        for (first, row) in rows.iter().enumerate() {
            for (second, weight) in row.iter().enumerate().filter(|(_, weight)| **weight > 0.0) {
                pairs.push((*weight, [letter(first), letter(second)].iter().collect()));
            }
        }
        let n_pairs = N_LETTERS * N_LETTERS;
        writeln!(
            f,
            "pairs of a to z: {} of {n_pairs} occur, with weights of {:.2} in sum",
            pairs.len(),
            self.sum()
        )?;
        pairs.sort_by(|a, b| b.0.total_cmp(&a.0));
        let commonest: Vec<&str> = pairs.iter().take(N_COMMONEST).map(|(_, pair)| pair.as_str()).collect();
        writeln!(f, "commonest pairs: {}", commonest.join(" "))?;
        let mut letters: Vec<usize> = (0..N_LETTERS).filter(|letter| of_first[*letter] > 0.0).collect();
        letters.sort_by(|a, b| of_first[*b].total_cmp(&of_first[*a]));
        let commonest: String = letters.into_iter().map(letter).collect();
        write!(f, "first letters: {commonest}")
    }
}

/// The comment lines of the form `# key: value`.
fn notes(text: &[u8]) -> Vec<(String, String)> {
    text.split(|byte| *byte == b'\n')
        .filter(|line| line.starts_with(b"#"))
        .filter_map(|line| {
            let line = String::from_utf8_lossy(&line[1..]);
            let (key, value) = line.split_once(": ")?;
            Some((key.trim().to_owned(), value.trim().to_owned()))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_model_is_english() {
        let model = Model::english();
        let text = model.to_string();
        assert!(text.contains("licence: ") && text.contains("source: "), "{text}");
        assert_eq!((model.order(), model.alphabet().len(), model.is_of_a_to_z()), (4, 26, true));
        assert!(model.weight(b't', b'h') > model.weight(b'h', b't'));
        assert!(model.weight(b'q', b'u') > 100.0 * model.weight(b'q', b'e'));
        let bits = |word: &str| model.word_bits(word) / (word.len() + 1) as f64;
        assert!(bits("thing") < bits("thinw") && bits("thing") < bits("ingth"), "boundaries count");
        assert!(bits("zqxjk") > 6.0 && bits("string") < 3.0, "{} {}", bits("zqxjk"), bits("string"));
        let again = Model::parse(model.to_csv().as_bytes(), Path::new("m.csv")).expect("we wrote it");
        assert_eq!(model, again);
        assert_eq!(model.to_csv(), include_str!("../../../models/english.csv"));
    }

    #[test]
    fn the_shipped_model_is_laid_out_as_it_is_read() {
        let (laid_out, text) = (Model::english(), include_bytes!("../../../models/english.csv"));
        let read = Model::parse(text, Path::new("m.csv")).expect("it is sound");
        assert!(laid_out == read && laid_out.weights() == read.weights());
        assert!(laid_out.smoothed() == read.smoothed(), "the same grams are smoothed alike");
        assert!(
            laid_out.smooth.get() == Some(&read.smoothed()),
            "and so they were when the program was built"
        );
    }
}
