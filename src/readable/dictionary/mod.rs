//! Dictionaries: words with a class of frequency, grouped by length.
//!
//! On disk a dictionary is text, one word a line:
//!
//! ```text
//! # key: value          any number of notes, source and licence among them
//! @10                   the class of the words from here on; 0 until the first such line
//! about
//! after
//! ```
//!
//! Classes are SCOWL's, 10 the commonest and 95 the rarest; words of class 0 are those that a user adds,
//! preferred to all others. So a plain list of words is a dictionary too. Words are UTF-8, their lengths are
//! in bytes: the room that they take in a buffer of C.

mod file;
mod gather;

pub(super) use super::layout::bitmaps::BLOCK;
pub use gather::gather;

use super::ModelError;
use super::layout::bitmaps;
use crate::util::ByteSet;
use crate::util::{bounded, rng};
use std::borrow::Cow;
use std::cmp::Ordering;
use std::path::Path;
use std::sync::OnceLock;

/// A set of words, each with its class. A word has at least one byte and no NUL.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Dictionary {
    /// The words of n + 1 bytes at index n.
    lengths: Vec<Group>,
    /// Every byte that occurs in a word.
    alphabet: ByteSet,
}

/// The words of one length.
#[derive(Clone, Debug, Default)]
struct Group {
    /// The words back to back, by class and within a class by bytes; each word once.
    text: Cow<'static, [u8]>,
    /// The class of each word.
    classes: Cow<'static, [u8]>,
    /// The words as [`bitmaps::lay_out`] lays them out, once they were asked for.
    bitmaps: OnceLock<Cow<'static, [u8]>>,
}

/// Bitmaps are not compared, since they follow from the words.
impl PartialEq for Group {
    fn eq(&self, other: &Group) -> bool {
        (&self.text, &self.classes) == (&other.text, &other.classes)
    }
}

impl Eq for Group {}

/// The words of one length, the lowest class first and alphabetically within a class.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Words<'a> {
    /// Bytes in each word.
    pub n: usize,
    /// The words back to back.
    pub text: &'a [u8],
    /// The class of each word.
    pub classes: &'a [u8],
}

impl Dictionary {
    /// The English dictionary that the program carries: `models/english.words`.
    pub fn english() -> Dictionary {
        // Laid out by build.rs; a test checks that it is the same as the file.
        let mut text: &'static [u8] = include_bytes!(concat!(env!("OUT_DIR"), "/english.text"));
        let mut classes: &'static [u8] = include_bytes!(concat!(env!("OUT_DIR"), "/english.classes"));
        let mut bitmaps: &'static [u8] = include_bytes!(concat!(env!("OUT_DIR"), "/english.bitmaps"));
        let counts = include_bytes!(concat!(env!("OUT_DIR"), "/english.counts"));
        let mut lengths = Vec::with_capacity(counts.len() / 8);
        for (index, count) in counts.as_chunks::<8>().0.iter().enumerate() {
            let count = u64::from_le_bytes(*count);
            let (n_words, n_bytes) = (count as u32 as usize, (count >> 32) as usize);
            lengths.push(Group {
                text: split_off(&mut text, n_words * (index + 1)).into(),
                classes: split_off(&mut classes, n_words).into(),
                bitmaps: Cow::from(split_off(&mut bitmaps, n_bytes)).into(),
            });
        }
        Dictionary { lengths, alphabet: ByteSet::range(b'a', b'z') }
    }

    /// Reads a dictionary from a file, or a plain list of words, one a line.
    pub fn load(path: &Path) -> Result<Dictionary, ModelError> {
        let text =
            bounded::read(path).map_err(|source| ModelError::Read { path: path.to_owned(), source })?;
        Dictionary::parse(&text, path)
    }

    /// Reads a dictionary from text; `path` is for messages. If a word is in several classes, the lowest
    /// counts.
    pub fn parse(text: &[u8], path: &Path) -> Result<Dictionary, ModelError> {
        let mut dictionary = file::parse_ordered(text, path)?;
        dictionary.put_in_order();
        Ok(dictionary)
    }

    /// The dictionary of `words` with their classes. Empty words and words with a NUL are left out.
    pub fn new<'a>(words: impl IntoIterator<Item = (&'a [u8], u8)>) -> Dictionary {
        let mut dictionary = Dictionary::default();
        for (word, class) in words {
            if !word.is_empty() && !word.contains(&0) {
                dictionary.push(word, class);
            }
        }
        dictionary.put_in_order();
        dictionary
    }

    /// Adds every word of `other`. A word that both have gets the lower class.
    pub fn extend(&mut self, other: &Dictionary) {
        for (word, class) in other.iter() {
            self.push(word, class);
        }
        self.put_in_order();
    }

    /// A checksum of all words and their classes.
    pub fn fingerprint(&self) -> u64 {
        self.lengths.iter().fold(0, |hash, group| {
            let hash = rng::combine(hash, rng::hash_bytes(&group.text));
            rng::combine(hash, rng::hash_bytes(&group.classes))
        })
    }

    /// The words of `n_bytes` bytes.
    pub fn of_length(&self, n_bytes: usize) -> Words<'_> {
        match n_bytes.checked_sub(1).and_then(|index| self.lengths.get(index)) {
            Some(group) => Words { n: n_bytes, text: &group.text, classes: &group.classes },
            None => Words { n: n_bytes, text: &[], classes: &[] },
        }
    }

    /// The words of `n_bytes` bytes as [`bitmaps::lay_out`] lays them out. There must be at least one.
    pub(super) fn bitmaps(&self, n_bytes: usize) -> &[u8] {
        let group = &self.lengths[n_bytes - 1];
        group.bitmaps.get_or_init(|| bitmaps::lay_out(n_bytes, &group.text).into())
    }

    /// The length of the longest word, in bytes; 0 if there is none.
    pub fn max_length(&self) -> usize {
        self.lengths.iter().rposition(|group| !group.classes.is_empty()).map_or(0, |index| index + 1)
    }

    /// Every byte that occurs in a word.
    pub fn alphabet(&self) -> ByteSet {
        self.alphabet
    }

    /// The number of words.
    pub fn n_words(&self) -> usize {
        self.lengths.iter().map(|group| group.classes.len()).sum()
    }

    /// Whether `word` is a word.
    pub fn contains(&self, word: &[u8]) -> bool {
        self.class(word).is_some()
    }

    /// The class of `word`, if it is one: a binary search in each class.
    pub fn class(&self, word: &[u8]) -> Option<u8> {
        let words = self.of_length(word.len());
        let mut first = 0;
        while let Some(class) = words.classes.get(first) {
            let (mut low, mut high) =
                (first, first + words.classes[first..].partition_point(|other| other <= class));
            first = high;
            while low < high {
                let middle = low.midpoint(high);
                match words.get(middle).cmp(word) {
                    Ordering::Less => low = middle + 1,
                    Ordering::Greater => high = middle,
                    Ordering::Equal => return Some(*class),
                }
            }
        }
        None
    }

    /// Every word with its class, the shortest first.
    pub fn iter(&self) -> impl Iterator<Item = (&[u8], u8)> {
        (1..=self.lengths.len()).flat_map(|n| self.of_length(n).iter())
    }

    /// The dictionary without the words of `other`.
    pub fn without(&self, other: &Dictionary) -> Dictionary {
        Dictionary::new(self.iter().filter(|(word, _)| !other.contains(word)))
    }

    /// The dictionary as text, which [`Dictionary::parse`] reads back to an equal one, after `notes`.
    pub fn to_text(&self, notes: &[(String, String)]) -> String {
        file::write(self, notes)
    }

    /// Appends a word; [`Dictionary::put_in_order`] then has to restore the order.
    fn push(&mut self, word: &[u8], class: u8) {
        if word.len() > self.lengths.len() {
            self.lengths.resize_with(word.len(), Group::default);
        }
        let group = &mut self.lengths[word.len() - 1];
        group.bitmaps.take();
        group.text.to_mut().extend_from_slice(word);
        group.classes.to_mut().push(class);
        word.iter().for_each(|byte| self.alphabet.insert(*byte));
    }

    /// Sorts each group by class and word, and keeps the first of equal words.
    fn put_in_order(&mut self) {
        for (index, group) in self.lengths.iter_mut().enumerate() {
            let words = Words { n: index + 1, text: &group.text, classes: &group.classes };
            let mut sorted: Vec<(&[u8], u8)> = words.iter().collect();
            sorted.sort_unstable();
            sorted.dedup_by_key(|(word, _)| *word);
            sorted.sort_by_key(|(_, class)| *class);
            let text: Vec<u8> = sorted.iter().flat_map(|(word, _)| word.iter().copied()).collect();
            let classes: Vec<u8> = sorted.iter().map(|(_, class)| *class).collect();
            *group = Group { text: text.into(), classes: classes.into(), bitmaps: OnceLock::new() };
        }
        self.lengths.truncate(self.max_length());
    }
}

/// Takes the first `n` bytes off and returns them.
fn split_off(bytes: &mut &'static [u8], n: usize) -> &'static [u8] {
    let (first, rest) = bytes.split_at(n);
    *bytes = rest;
    first
}

impl<'a> Words<'a> {
    /// The number of words.
    pub fn len(&self) -> usize {
        self.classes.len()
    }

    /// Whether there is no word.
    pub fn is_empty(&self) -> bool {
        self.classes.is_empty()
    }

    /// The word at `index`.
    pub fn get(&self, index: usize) -> &'a [u8] {
        &self.text[index * self.n..(index + 1) * self.n]
    }

    /// The words with their classes, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&'a [u8], u8)> + use<'a> {
        self.text.chunks_exact(self.n).zip(self.classes.iter().copied())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Dictionary {
        Dictionary::parse(text.as_bytes(), Path::new("w.txt")).expect("the list is sound")
    }

    fn texts(words: Words<'_>) -> Vec<(&str, u8)> {
        words.iter().map(|(word, class)| (str::from_utf8(word).expect("ASCII"), class)).collect()
    }

    #[test]
    fn words_stand_by_length_and_class() {
        let dictionary = parse("# source: us\n@20\nof\nat\nthe\n@10\nto\nof\n");
        assert_eq!(texts(dictionary.of_length(2)), [("of", 10), ("to", 10), ("at", 20)]);
        assert_eq!(dictionary.of_length(2).text, b"oftoat");
        assert_eq!(texts(dictionary.of_length(3)), [("the", 20)]);
        assert!(dictionary.of_length(0).is_empty() && dictionary.of_length(4).is_empty());
        assert_eq!((dictionary.max_length(), dictionary.n_words()), (3, 4));
        assert_eq!(dictionary.class(b"of"), Some(10));
        assert!(dictionary.contains(b"at") && !dictionary.contains(b"on") && !dictionary.contains(b""));
    }

    #[test]
    fn a_plain_list_has_class_0_and_comes_first() {
        let mut dictionary = parse("@10\nda\nno\n");
        dictionary.extend(&parse("да\n#define\nno\r\n\n  go  \n"));
        assert_eq!(texts(dictionary.of_length(2)), [("go", 0), ("no", 0), ("da", 10)]);
        assert_eq!(texts(dictionary.of_length(4)), [("да", 0)], "lengths are in bytes");
        assert!(dictionary.contains(b"#define"), "notes have a space after #");
    }

    #[test]
    fn words_can_be_taken_out() {
        let dictionary = parse("@10\nb\nbe\nc\n").without(&parse("b\nc\n"));
        assert_eq!(dictionary, parse("@10\nbe\n"));
        assert_eq!(Dictionary::new([(&b""[..], 0), (b"a\0", 0), (b"a", 3)]), parse("@3\na\n"));
    }

    #[test]
    fn the_shipped_dictionary_is_in_order() {
        let english = Dictionary::english();
        let text = include_bytes!("../../../models/english.words");
        assert!(english == Dictionary::parse(text, Path::new("w")).expect("it is sound"), "in order");
        for n in (1..=english.max_length()).filter(|n| !english.of_length(*n).is_empty()) {
            assert!(
                english.bitmaps(n) == bitmaps::lay_out(n, english.of_length(n).text),
                "bitmaps of {n} letters"
            );
        }
        assert!(english.n_words() > 50_000 && english.max_length() > 15);
        assert_eq!((english.class(b"the"), english.class(b"kb")), (Some(10), None));
        assert!(english.iter().all(|(word, _)| word.iter().all(u8::is_ascii_lowercase)));
    }
}
