//! How natural a string looks: the measure N of Yakimov and Kuznetsov, 2016.

use super::Model;

/// N of a text of n letters: the product of the probabilities of its n − 1 letter pairs, to the power of
/// 1 / (n + 2). The probability of a pair is its weight over the sum of the whole table (joint, not
/// conditional).
///
/// A text of less than two letters has N = 1 and is left out of means. A pair that the table lacks, or with
/// a capital, makes N = 0, which stays in. A text with anything but letters has no N.
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
    }
}
