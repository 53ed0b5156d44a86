//! Probabilities from counts: interpolated Witten-Bell smoothing.
//!
//! After a context seen n times with t different letters, a letter seen c times has the probability (c + t·p)
//! / (n + t), where p is its probability after the context without its first letter; below the shortest
//! context all letters are alike. Witten and Bell, "The zero-frequency problem", 1991, method C; in the
//! interpolated form of Chen and Goodman, "An empirical study of smoothing techniques for language modeling",
//! 1998, section 2.4. The table of all probabilities is computed at once, see
//! [`table`](crate::readable::layout::table).

use crate::readable::layout::gram::{Gram, MAX_ORDER, Symbol};
use crate::readable::layout::table::{Table, bits};
use std::borrow::Cow;

/// The bits of letters after their contexts: −log2 of their probabilities.
#[derive(Clone, PartialEq, Debug)]
pub struct Smooth {
    order: usize,
    /// The symbols of `a` to `z`, for speed.
    ascii: [Symbol; 128],
    alphabet: Vec<char>,
    table: Table,
    /// Bits of a symbol of which nothing is known.
    uniform: f64,
}

impl Smooth {
    /// Bits of letters of `alphabet` by a `table` that [`lay_out`](crate::readable::layout::table::lay_out)
    /// made of grams of this order and number of symbols.
    pub fn new(alphabet: &[char], order: usize, n_symbols: usize, table: Cow<'static, [u8]>) -> Smooth {
        let letter = |code: usize| alphabet.binary_search(&char::from(code as u8)).ok();
        let ascii = std::array::from_fn(|code| letter(code).map_or(Symbol::UNKNOWN, Symbol::letter));
        let uniform = bits(1.0 / n_symbols as f64);
        Smooth { order, ascii, alphabet: alphabet.to_vec(), table: Table::new(table), uniform }
    }

    /// −log2 of the probability of `next` after the letters of `context`.
    pub fn bits(&self, context: &[char], next: Option<char>) -> f64 {
        self.bits_after(self.context(context), next.map_or(Symbol::END, |letter| self.symbol(letter)))
    }

    /// The bits of all letters of `word` together, and of its end if the grams have ends.
    pub fn bits_of_word(&self, word: &str, has_ends: bool) -> f64 {
        let mut before = Gram::default().then(Symbol::BEGIN);
        let mut sum = 0.0;
        for letter in word.chars() {
            let symbol = self.symbol(letter);
            sum += self.bits_after(before, symbol);
            before = before.then(symbol);
            if before.len() == self.order {
                before = before.without_first();
            }
        }
        if has_ends { sum + self.bits_after(before, Symbol::END) } else { sum }
    }

    /// The letters after a context, for callers that need the bits of many of them.
    fn following(&self, mut before: Gram) -> Following<'_> {
        let mut contexts = [(Gram::default(), 0.0); MAX_ORDER];
        let n_contexts = before.len() + 1;
        let mut sum = 0.0;
        for context in &mut contexts[..n_contexts] {
            *context = (before, sum);
            sum += self.unseen(before);
            before = before.without_first();
        }
        Following { smooth: self, contexts, n_contexts, unseen: sum + self.uniform }
    }

    /// Bits of every letter of the alphabet after a context that [`Self::context`] gave.
    pub fn row(&self, context: Gram) -> Vec<f64> {
        let following = self.following(context);
        self.alphabet.iter().map(|letter| following.bits(*letter)).collect()
    }

    /// The part of `context` that probabilities after it depend on.
    pub fn context(&self, context: &[char]) -> Gram {
        let tail = &context[context.len().saturating_sub(self.order - 1)..];
        let begin = (tail.len() < self.order - 1).then_some(Symbol::BEGIN);
        let symbols = begin.into_iter().chain(tail.iter().map(|letter| self.symbol(*letter)));
        symbols.fold(Gram::default(), Gram::then)
    }

    /// One look-up if the whole gram was seen.
    fn bits_after(&self, mut before: Gram, next: Symbol) -> f64 {
        let mut sum = 0.0;
        loop {
            if let Some(bits) = self.seen(before.then(next)) {
                return sum + bits;
            }
            sum += self.unseen(before);
            if before.len() == 0 {
                return sum + self.uniform;
            }
            before = before.without_first();
        }
    }

    fn seen(&self, gram: Gram) -> Option<f64> {
        self.table.get(gram).map(|entry| f64::from(entry.seen)).filter(|bits| bits.is_finite())
    }

    fn unseen(&self, context: Gram) -> f64 {
        self.table.get(context).map_or(0.0, |entry| f64::from(entry.unseen))
    }

    fn symbol(&self, letter: char) -> Symbol {
        match self.ascii.get(letter as usize) {
            Some(symbol) => *symbol,
            None => self.alphabet.binary_search(&letter).map_or(Symbol::UNKNOWN, Symbol::letter),
        }
    }
}

/// The letters that may follow a context.
struct Following<'a> {
    smooth: &'a Smooth,
    /// The context and its ends, each with the bits that it costs to leave the longer ones.
    contexts: [(Gram, f64); MAX_ORDER],
    n_contexts: usize,
    /// Bits of a letter that was never seen.
    unseen: f64,
}

impl Following<'_> {
    /// As [`Smooth::bits`].
    fn bits(&self, next: char) -> f64 {
        let next = self.smooth.symbol(next);
        let seen = |(before, sum): &(Gram, f64)| Some(sum + self.smooth.seen(before.then(next))?);
        self.contexts[..self.n_contexts].iter().find_map(seen).unwrap_or(self.unseen)
    }
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
                let bits = |next: &char| model.bits(&context, Some(*next));
                let row: Vec<f64> = model.alphabet().iter().map(bits).collect();
                assert_eq!(model.row(model.context(&context)), row);
                let sum: f64 = next.map(|next| (-model.bits(&context, next)).exp2()).sum();
                assert!((sum - 1.0).abs() < 1e-5, "order {order}, after {context:?}: {sum}");
            }
        }
    }
}
