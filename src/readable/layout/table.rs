//! The table of all probabilities of a model, worked out at once by interpolated Witten-Bell smoothing (see
//! `readable/model/smooth.rs` for the sources) and laid out for looking up.

use super::gram::Gram;
use std::borrow::Cow;

/// What is known of a gram.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Entry {
    gram: Gram,
    /// −log2 of the probability of its last symbol after the others; infinite if it never occurs: it is a
    /// context only.
    pub seen: f32,
    /// −log2 of the share that it leaves, as a context, to shorter contexts; 0 if nothing follows it.
    pub unseen: f32,
}

/// Entries by gram: a power of two of slots of 16 bytes, some of them zero. An entry stands in the first free
/// slot, beginning with the slot that its gram is hashed to. The least byte of each number comes first.
#[derive(Clone, PartialEq, Debug)]
pub struct Table(Cow<'static, [u8]>);

/// Bytes of an entry: its gram plus one, so that no entry is zero, then `seen` and `unseen`.
const SLOT: usize = 16;

impl Table {
    /// The table that [`lay_out`] made.
    pub fn new(table: Cow<'static, [u8]>) -> Table {
        Table(table)
    }

    /// What is known of a gram, if anything.
    pub fn get(&self, gram: Gram) -> Option<Entry> {
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

/// The table of these entries.
fn laid_out(entries: &[Entry]) -> Vec<u8> {
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
    slots.into_flattened()
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

/// The table of counted grams over `n_symbols` symbols: each gram is of `order` symbols, or shorter and
/// begins with the boundary.
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
    laid_out(&entries)
}

/// The grams of 1 symbol, 2 symbols and so on, each in order: shorter ones follow from longer ones by
/// summing.
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

/// Merges equal grams, which follow each other, into one with the sum of their counts.
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

/// −log2 of a probability.
pub fn bits(probability: f64) -> f64 {
    -probability.log2()
}
