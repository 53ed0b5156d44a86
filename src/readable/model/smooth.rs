//! Probabilities from counts: interpolated Witten-Bell smoothing.
//!
//! After a context seen n times with t different letters, a letter seen c times has the probability
//! (c + t·p) / (n + t), where p is its probability after the context without its first letter; below the shortest
//! context all letters are alike. Witten and Bell, "The zero-frequency problem", 1991, method C; in the
//! interpolated form of Chen and Goodman, "An empirical study of smoothing techniques for language modeling", 1998,
//! section 2.4.

//!
//! All probabilities are worked out at once and laid out as a table for looking up. `build.rs` compiles this file too, so
//! that the program carries the table of its English model: it uses nothing but `gram.rs` and the standard library.

use super::gram::{Gram, MAX_ORDER, Symbol};
use std::borrow::Cow;

/// Bits of letters after their contexts.
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
    /// Bits of letters of `alphabet` by a `table` that [`lay_out`] made of grams of this order and number of symbols.
    pub fn new(alphabet: &[char], order: usize, n_symbols: usize, table: Cow<'static, [u8]>) -> Smooth {
        let letter = |code: usize| alphabet.binary_search(&char::from(code as u8)).ok();
        let ascii = std::array::from_fn(|code| letter(code).map_or(Symbol::UNKNOWN, Symbol::letter));
        let uniform = bits(1.0 / n_symbols as f64);
        Smooth { order, ascii, alphabet: alphabet.to_vec(), table: Table(table), uniform }
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

    /// The letters after a context, for asking for many of them.
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

    /// What probabilities after the letters of `context` depend on.
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
    /// The context and its ends, each with the bits of leaving the longer ones.
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

/// What is known of a gram.
#[derive(Copy, Clone, PartialEq, Debug)]
struct Entry {
    gram: Gram,
    /// −log2 of the probability of its last symbol after the others; infinite if it never occurs: it is a context only.
    seen: f32,
    /// −log2 of the share that it leaves, as a context, to shorter contexts; 0 if nothing follows it.
    unseen: f32,
}

/// Entries by gram: a power of two of slots of 16 bytes each, of which some are zero. An entry stands in the first free
/// slot from the one on that its gram is hashed to. The least byte of each number comes first.
#[derive(Clone, PartialEq, Debug)]
struct Table(Cow<'static, [u8]>);

/// Bytes of an entry: its gram plus one, so that no entry is zero, then `seen` and `unseen`.
const SLOT: usize = 16;

impl Table {
    fn new(entries: &[Entry]) -> Table {
        let n_slots = (entries.len() * 3 / 2).next_power_of_two();
        let mut slots = vec![[0; SLOT]; n_slots];
        for entry in entries {
            let mut at = first_slot(entry.gram, n_slots);
            while slots[at] != [0; SLOT] {
                at = (at + 1) & (n_slots - 1);
            }
            let (seen, unseen) = (u128::from(entry.seen.to_bits()), u128::from(entry.unseen.to_bits()));
            slots[at] = (u128::from(entry.gram.bits() + 1) | seen << 64 | unseen << 96).to_le_bytes();
        }
        Table(slots.into_flattened().into())
    }

    fn get(&self, gram: Gram) -> Option<Entry> {
        let slots = self.0.as_chunks::<SLOT>().0;
        let mut at = first_slot(gram, slots.len());
        loop {
            let slot = u128::from_le_bytes(slots[at]);
            match slot as u64 {
                0 => return None,
                key if key == gram.bits() + 1 => {
                    let (seen, unseen) = ((slot >> 64) as u32, (slot >> 96) as u32);
                    return Some(Entry { gram, seen: f32::from_bits(seen), unseen: f32::from_bits(unseen) });
                }
                _ => at = (at + 1) & (slots.len() - 1),
            }
        }
    }
}

/// Fibonacci hashing: Knuth, "The Art of Computer Programming", volume 3, section 6.4.
fn first_slot(gram: Gram, n_slots: usize) -> usize {
    let hash = (gram.bits() + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (hash >> 32) as usize & (n_slots - 1)
}

/// A gram of some length.
struct Counted {
    gram: Gram,
    count: f64,
    /// Where the gram without its first symbol stands among those that are shorter by one.
    shorter: usize,
    /// The probability of the last symbol after the others.
    probability: f64,
}

/// The table of counted grams over `n_symbols` symbols: each gram is of `order` symbols, or shorter and begins with the
/// boundary.
pub fn lay_out(order: usize, n_symbols: usize, counted: impl Iterator<Item = (Gram, f64)>) -> Vec<u8> {
    let mut levels = levels(order, counted);
    let mut entries: Vec<Entry> = Vec::new();
    let uniform = 1.0 / n_symbols as f64;
    // The probabilities after contexts that are shorter by one.
    let mut below: Vec<f64> = Vec::new();
    for level in &mut levels {
        for row in level.chunk_by_mut(|a, b| a.gram.context() == b.gram.context()) {
            let (n, t) = (row.iter().map(|gram| gram.count).sum::<f64>(), row.len() as f64);
            for gram in row.iter_mut() {
                let below = below.get(gram.shorter).copied().unwrap_or(uniform);
                gram.probability = (gram.count + t * below) / (n + t);
            }
            let context = row[0].gram.context();
            entries.push(Entry { gram: context, seen: f32::INFINITY, unseen: bits(t / (n + t)) as f32 });
        }
        below = level.iter().map(|gram| gram.probability).collect();
        let seen = level.iter().map(|gram| bits(gram.probability) as f32);
        entries.extend(level.iter().zip(seen).map(|(gram, seen)| Entry {
            gram: gram.gram,
            seen,
            unseen: 0.0,
        }));
    }
    entries.sort_unstable_by_key(|entry| entry.gram);
    entries.dedup_by(|later, first| {
        let same = later.gram == first.gram;
        if same {
            first.seen = first.seen.min(later.seen);
            first.unseen = first.unseen.max(later.unseen);
        }
        same
    });
    Table::new(&entries).0.into_owned()
}

/// The grams of 1 symbol, 2 symbols and so on, each in order: shorter ones follow from longer ones by summing.
fn levels(order: usize, counted: impl Iterator<Item = (Gram, f64)>) -> Vec<Vec<Counted>> {
    let mut levels: Vec<Vec<Counted>> = (0..order).map(|_| Vec::new()).collect();
    for (gram, count) in counted {
        levels[gram.len() - 1].push(Counted::new(gram, count));
    }
    levels[order - 1].sort_unstable_by_key(|counted| counted.gram);
    add_equal(&mut levels[order - 1]);
    for n in (1..order).rev() {
        let (shorter, longer) = levels.split_at_mut(n);
        let (shorter, longer) = (&mut shorter[n - 1], &mut longer[0]);
        let without_first = longer.iter().enumerate().map(|(at, longer)| (longer.gram.without_first(), at));
        let mut ends: Vec<(Gram, usize)> = without_first.collect();
        ends.sort_unstable();
        shorter.extend(ends.iter().map(|(gram, at)| Counted::new(*gram, longer[*at].count)));
        shorter.sort_unstable_by_key(|counted| counted.gram);
        add_equal(shorter);
        let mut at = 0;
        for (gram, of_longer) in ends {
            at += shorter[at..].iter().take_while(|shorter| shorter.gram < gram).count();
            longer[of_longer].shorter = at;
        }
    }
    levels
}

/// Keeps of equal grams, which follow each other, one with the sum of their counts.
fn add_equal(level: &mut Vec<Counted>) {
    level.dedup_by(|later, first| {
        let same = later.gram == first.gram;
        if same {
            first.count += later.count;
        }
        same
    });
}

impl Counted {
    fn new(gram: Gram, count: f64) -> Counted {
        Counted { gram, count, shorter: 0, probability: 0.0 }
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
                let bits = |next: &char| model.bits(&context, Some(*next));
                let row: Vec<f64> = model.alphabet().iter().map(bits).collect();
                assert_eq!(model.row(model.context(&context)), row);
                let sum: f64 = next.map(|next| (-model.bits(&context, next)).exp2()).sum();
                assert!((sum - 1.0).abs() < 1e-5, "order {order}, after {context:?}: {sum}");
            }
        }
    }
}
