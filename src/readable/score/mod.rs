//! How readable strings are: the measure N of Yakimov and Kuznetsov, 2016, bits per letter, words of a
//! dictionary.

mod lines;
mod tally;

pub use lines::strings_of_line;
pub use tally::{Summary, Tally};

use super::{Language, Model, letters};
use serde::Serialize;

/// The measures of one text.
#[derive(Copy, Clone, PartialEq, Debug, Serialize)]
pub struct Scores {
    /// [`n`]; `None` for a text with letters that are not ASCII, since the measure has no pairs of them.
    pub n: Option<f64>,
    /// [`bits`]; `None` for an empty text.
    pub bits: Option<f64>,
    /// Whether the dictionary has it.
    pub is_word: bool,
}

/// The measures of a text, if it consists only of letters.
pub fn scores(language: &Language, text: &[u8]) -> Option<Scores> {
    let (model, dictionary) = (language.model(), language.dictionary());
    let n = n(model, text);
    if n.is_none() {
        str::from_utf8(text).ok().filter(|text| text.chars().all(letters::is_letter))?;
    }
    Some(Scores { n, bits: bits(model, text), is_word: dictionary.contains(text) })
}

/// N of a text of n letters: the product of the probabilities of its n − 1 letter pairs, to the power of
/// 1 / (n + 2). The probability of a pair is its weight over the sum of the whole table (joint, not
/// conditional).
///
/// A text of less than two letters has N = 1 and is left out of means. A pair that the table lacks, or with a
/// capital, makes N = 0, which counts in means. A text with anything but letters has no N.
pub fn n(model: &Model, text: &[u8]) -> Option<f64> {
    if !text.iter().all(u8::is_ascii_alphabetic) {
        return None;
    }
    if text.len() < 2 {
        return Some(1.0);
    }
    let sum = model.sum();
    let product: f64 = text.windows(2).map(|pair| model.weight(pair[0], pair[1]) / sum).product();
    Some(product.powf(1.0 / (text.len() as f64 + 2.0)))
}

/// Bits per letter of a word by the model. The word's end counts as a letter if the model knows ends. `None`
/// for an empty text and for one that is not UTF-8.
pub fn bits(model: &Model, text: &[u8]) -> Option<f64> {
    let text = str::from_utf8(text).ok().filter(|text| !text.is_empty())?;
    let n_ends = usize::from(model.has_ends());
    Some(model.word_bits(text) / (text.chars().count() + n_ends) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::readable::{Reading, Trainer};

    /// Pairs: ab 2, bc 1, ca 1; their sum is 4.
    fn model() -> Model {
        let mut trainer = Trainer::new(2, Reading::default());
        trainer.add_text(b"abca ab", 1);
        trainer.finish(Vec::new())
    }

    #[test]
    fn scores_computed_by_hand() {
        let check = |text: &[u8], expected: f64| {
            let score = n(&model(), text).expect("letters have a score");
            assert!((score - expected).abs() < 1e-12, "{score} is not {expected}");
        };
        check(b"ab", 0.5f64.powf(1.0 / 4.0));
        check(b"abc", (0.5f64 * 0.25).powf(1.0 / 5.0));
        check(b"abcab", (0.5f64 * 0.25 * 0.25 * 0.5).powf(1.0 / 7.0));
        check(b"ba", 0.0);
        check(b"Ab", 0.0);
        check(b"a", 1.0);
        check(b"", 1.0);
    }

    #[test]
    fn other_characters_have_no_score() {
        assert_eq!(n(&model(), b"a1"), None);
        assert_eq!(n(&model(), b"\n"), None);
        assert_eq!(scores(&Language::english(), b"a\n"), None);
    }

    #[test]
    fn words_cost_fewer_bits() {
        let english = Language::english();
        let the = scores(&english, b"the").expect("letters");
        let teh = scores(&english, b"teh").expect("letters");
        assert!(the.is_word && !teh.is_word && the.bits < teh.bits);
        assert_eq!(bits(english.model(), b""), None);
        let other = scores(&english, "на".as_bytes()).expect("letters");
        assert!(other.n.is_none() && other.bits > teh.bits);
    }
}
