//! How good the strings of a run are: words, bits a letter, variety.

use super::fits::fits;
use super::runs::{Input, Run, Test};
use std::collections::BTreeSet;
use symir::internals::readable::score;
use symir::internals::readable::{Dictionary, Model, Reading, Trainer};

/// Two models of sequences of four English letters, each trained on one half of the dictionary. The hash of a
/// text says to which half it belongs. The model of the other half judges it, which has not been trained on
/// it.
pub struct HeldOut {
    halves: [Model; 2],
    /// The mean bits a letter of common words, by length; of no letters at index 0.
    common: Vec<Option<f64>>,
}

/// The classes of common words.
const COMMON: [u8; 2] = [10, 20];

impl HeldOut {
    pub fn new(dictionary: &Dictionary) -> HeldOut {
        let mut trainers = [4, 4].map(|order| Trainer::new(order, Reading::default()));
        for (word, class) in dictionary.iter() {
            // The weight that a word of a list of SCOWL has in the shipped model.
            trainers[half(word)].add_word(word, 1 << ((95 - class) / 10));
        }
        let halves = trainers.map(|trainer| trainer.finish(Vec::new()));
        let mut held_out = HeldOut { halves, common: Vec::new() };
        for length in 0..=dictionary.max_length() {
            let words = dictionary.of_length(length);
            let words = (0..words.len()).filter(|index| COMMON.contains(&words.classes[*index]));
            let texts = words.map(|index| dictionary.of_length(length).get(index));
            held_out.common.push(mean(texts.filter_map(|text| held_out.bits(text))));
        }
        held_out
    }

    /// Bits a letter of a text. Its end counts as a letter.
    pub fn bits(&self, text: &[u8]) -> Option<f64> {
        score::bits(&self.halves[1 - half(text)], text)
    }

    /// The mean bits a letter of common words of this many letters.
    pub fn common_bits(&self, length: usize) -> Option<f64> {
        self.common.get(length).copied().flatten()
    }
}

/// The half of the dictionary that a word is in: bit 32 of its FNV-1a hash.
fn half(word: &[u8]) -> usize {
    let hash = word.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3)
    });
    (hash >> 32 & 1) as usize
}

/// Counts over the strings of length 2 and more of some tests.
#[derive(Clone, Debug, Default)]
pub struct Quality {
    pub n_strings: usize,
    pub n_words: usize,
    /// The strings that could be words; see [`fits`].
    pub n_fitting: usize,
    /// The words among them.
    pub n_fitting_words: usize,
    /// The strings of tests, and the different ones among them; equal strings of one test count once.
    pub n_of_tests: usize,
    pub n_distinct: usize,
    pub bits: Bits,
    /// The same for the strings that could be words.
    pub fitting_bits: Bits,
    /// Strings that could be words and are not: the line of the test and the word that fits.
    pub missed: Vec<String>,
}

/// Sums of bits a letter.
#[derive(Copy, Clone, Debug, Default)]
pub struct Bits {
    /// The number of strings that consist only of letters.
    n_strings: usize,
    /// The sum for these strings.
    strings: f64,
    /// The sum for common words of the same lengths.
    common: f64,
}

impl Bits {
    /// The mean bits a letter of the strings, and of common words of the same lengths; zeros if there are
    /// none.
    pub fn means(&self) -> (f64, f64) {
        let n = self.n_strings.max(1) as f64;
        (self.strings / n, self.common / n)
    }

    fn extend(&mut self, other: Bits) {
        self.n_strings += other.n_strings;
        self.strings += other.strings;
        self.common += other.common;
    }
}

impl Quality {
    /// Judges the strings of a run of the driver `name`.
    pub fn of_run(name: &str, run: &Run, dictionary: &Dictionary, held_out: &HeldOut) -> Quality {
        let mut quality = Quality::default();
        let mut distinct: BTreeSet<&[u8]> = BTreeSet::new();
        let fits = fits(name, &run.tests, dictionary);
        for (test, fits) in run.tests.iter().zip(&fits) {
            assert_eq!(test.inputs.len(), fits.len(), "{}", test.line);
            for (input, fit) in test.inputs.iter().zip(fits) {
                quality.add(test, input, fit.as_deref(), dictionary, held_out);
            }
            quality.n_of_tests += test.texts().len();
            distinct.extend(test.texts());
        }
        quality.n_distinct = distinct.len();
        quality
    }

    fn add(
        &mut self,
        test: &Test,
        input: &Input,
        fit: Option<&str>,
        dictionary: &Dictionary,
        held_out: &HeldOut,
    ) {
        let Some(text) = input.text() else { return };
        let is_word = dictionary.contains(text);
        self.n_strings += 1;
        self.n_words += usize::from(is_word);
        self.n_fitting += usize::from(is_word || fit.is_some());
        self.n_fitting_words += usize::from(is_word);
        if let (false, Some(fit)) = (is_word, fit) {
            let text = String::from_utf8_lossy(text);
            self.missed.push(format!("{}\n        {text:?} could be {fit:?}", test.line));
        }
        let bits = held_out.bits(text).filter(|_| text.iter().all(u8::is_ascii_lowercase));
        if let (Some(strings), Some(common)) = (bits, held_out.common_bits(text.len())) {
            let bits = Bits { n_strings: 1, strings, common };
            self.bits.extend(bits);
            if is_word || fit.is_some() {
                self.fitting_bits.extend(bits);
            }
        }
    }

    /// Adds the counts of another function. Strings of different functions count as different.
    pub fn extend(&mut self, other: &Quality) {
        self.n_strings += other.n_strings;
        self.n_words += other.n_words;
        self.n_fitting += other.n_fitting;
        self.n_fitting_words += other.n_fitting_words;
        self.n_of_tests += other.n_of_tests;
        self.n_distinct += other.n_distinct;
        self.bits.extend(other.bits);
        self.fitting_bits.extend(other.fitting_bits);
        self.missed.extend_from_slice(&other.missed);
    }

    /// The share of words among the strings that could be words.
    pub fn fitting(&self) -> f64 {
        share(self.n_fitting_words, self.n_fitting)
    }

    /// The share of words.
    pub fn words(&self) -> f64 {
        share(self.n_words, self.n_strings)
    }

    /// The share of different strings.
    pub fn distinct(&self) -> f64 {
        share(self.n_distinct, self.n_of_tests)
    }
}

/// The share of a part in a whole; 1 if the whole is empty.
fn share(part: usize, whole: usize) -> f64 {
    if whole == 0 { 1.0 } else { part as f64 / whole as f64 }
}

/// The mean of some numbers, if there are any.
pub fn mean(numbers: impl Iterator<Item = f64>) -> Option<f64> {
    let numbers: Vec<f64> = numbers.collect();
    (!numbers.is_empty()).then(|| numbers.iter().sum::<f64>() / numbers.len() as f64)
}
