//! Probabilities from counts: interpolated Witten-Bell smoothing.
//!
//! After a context seen n times with t different letters, a letter seen c times has the probability
//! (c + t·p) / (n + t), where p is its probability after the context without its first letter; below the shortest
//! context all letters are alike. Witten and Bell, "The zero-frequency problem", 1991, method C; in the
//! interpolated form of Chen and Goodman, "An empirical study of smoothing techniques for language modeling", 1998,
//! section 2.4.

use super::grams::{Gram, MAX_ORDER, Symbol};
use rustc_hash::FxHashMap;

/// The bits of every gram that occurs, of every length, and what a context adds to those of one that does not.
#[derive(Clone, Debug)]
pub(super) struct Smooth {
    order: usize,
    /// The symbols of `a` to `z`, for speed.
    ascii: [Symbol; 128],
    alphabet: Vec<char>,
    /// −log2 of the probability of a gram's last symbol after the others.
    seen: FxHashMap<Gram, f32>,
    /// −log2 of the share that a context leaves to shorter contexts.
    unseen: FxHashMap<Gram, f32>,
    /// Bits of a symbol of which nothing is known.
    uniform: f64,
}

impl Smooth {
    /// Probabilities over `n_symbols` symbols from counted grams: each is of `order` symbols, or shorter and
    /// begins with the boundary.
    pub(super) fn new(
        alphabet: &[char],
        order: usize,
        n_symbols: usize,
        counted: impl Iterator<Item = (Gram, f64)>,
    ) -> Smooth {
        let mut levels: Vec<FxHashMap<Gram, f64>> = vec![FxHashMap::default(); MAX_ORDER + 1];
        for (gram, count) in counted {
            *levels[gram.len()].entry(gram).or_default() += count;
        }
        for n in (1..order).rev() {
            let (shorter, longer) = levels.split_at_mut(n + 1);
            for (gram, count) in &longer[0] {
                *shorter[n].entry(gram.without_first()).or_default() += count;
            }
        }
        let uniform = 1.0 / n_symbols as f64;
        let n_grams = levels.iter().map(FxHashMap::len).sum();
        let mut probabilities: FxHashMap<Gram, f64> = FxHashMap::default();
        probabilities.reserve(n_grams);
        let mut unseen = FxHashMap::default();
        for level in &levels[1..=order] {
            let mut contexts: FxHashMap<Gram, (f64, f64)> = FxHashMap::default();
            for (gram, count) in level {
                let context = contexts.entry(gram.context()).or_default();
                *context = (context.0 + count, context.1 + 1.0);
            }
            for (gram, count) in level {
                let (n, t) = contexts[&gram.context()];
                let below = match gram.len() {
                    1 => uniform,
                    _ => probabilities[&gram.without_first()],
                };
                probabilities.insert(*gram, (count + t * below) / (n + t));
            }
            unseen.extend(contexts.iter().map(|(context, (n, t))| (*context, bits(t / (n + t)) as f32)));
        }
        let seen = probabilities.into_iter().map(|(gram, p)| (gram, bits(p) as f32)).collect();
        let letter = |code: usize| alphabet.binary_search(&char::from(code as u8)).ok();
        let ascii = std::array::from_fn(|code| letter(code).map_or(Symbol::UNKNOWN, Symbol::letter));
        Smooth { order, ascii, alphabet: alphabet.to_vec(), seen, unseen, uniform: bits(uniform) }
    }

    /// −log2 of the probability of `next` after the letters of `context`. One look-up if the whole gram was seen.
    pub(super) fn bits(&self, context: &[char], next: Option<char>) -> f64 {
        let next = next.map_or(Symbol::END, |letter| self.symbol(letter));
        let tail = &context[context.len().saturating_sub(self.order - 1)..];
        let mut before = Gram::default();
        if tail.len() < self.order - 1 {
            before = before.then(Symbol::BEGIN);
        }
        for letter in tail {
            before = before.then(self.symbol(*letter));
        }
        let mut sum = 0.0;
        loop {
            if let Some(bits) = self.seen.get(&before.then(next)) {
                return sum + f64::from(*bits);
            }
            sum += self.unseen.get(&before).map_or(0.0, |bits| f64::from(*bits));
            if before.len() == 0 {
                return sum + self.uniform;
            }
            before = before.without_first();
        }
    }

    fn symbol(&self, letter: char) -> Symbol {
        match self.ascii.get(letter as usize) {
            Some(symbol) => *symbol,
            None => self.alphabet.binary_search(&letter).map_or(Symbol::UNKNOWN, Symbol::letter),
        }
    }
}

fn bits(probability: f64) -> f64 {
    -probability.log2()
}

#[cfg(test)]
mod tests {
    use crate::readable::{Model, Reading, Trainer};

    fn model(text: &str, order: usize) -> Model {
        let mut trainer = Trainer::new(order, Reading::default());
        trainer.add_text(text.as_bytes(), 1);
        trainer.finish(Vec::new())
    }

    #[test]
    fn probabilities_computed_by_hand() {
        let model = model("ab a", 2);
        let check = |context: &[char], next: Option<char>, expected: f64| {
            let p = (-model.bits(context, next)).exp2();
            assert!((p - expected).abs() < 1e-6, "{context:?} {next:?}: {p} is not {expected}");
        };
        // Symbols a, b and the end occur 2, 1, 2 times: n = 5, t = 3.
        let (a, b, end) = (3.0 / 8.0, 2.0 / 8.0, 3.0 / 8.0);
        check(&[], Some('a'), (2.0 + a) / 3.0);
        check(&[], Some('b'), b / 3.0);
        check(&['a'], Some('b'), (1.0 + 2.0 * b) / 4.0);
        check(&['a'], None, (1.0 + 2.0 * end) / 4.0);
        check(&['b'], Some('a'), a / 2.0);
        check(&['x'], Some('a'), a);
        check(&['x'], Some('x'), 3.0 / 8.0 / 3.0);
    }

    #[test]
    fn probabilities_sum_to_one() {
        for order in 2..=5 {
            let model = model("the cat sat on the mat and the rat ran to the hat", order);
            for context in ["", "t", "th", "the", "zzz", "atat", "ran"] {
                let context: Vec<char> = context.chars().collect();
                let next = model.alphabet().iter().map(|letter| Some(*letter)).chain([None]);
                let sum: f64 = next.map(|next| (-model.bits(&context, next)).exp2()).sum();
                assert!((sum - 1.0).abs() < 1e-5, "order {order}, after {context:?}: {sum}");
            }
        }
    }
}
