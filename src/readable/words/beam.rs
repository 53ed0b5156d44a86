//! Letters where no word fits: a beam search over the model of letters.
//!
//! The search goes from position to position and keeps the likeliest beginnings (beam search, Lowerre 1976).
//! Letters of more than one byte take as many positions. Some seeded noise on every letter makes the texts of
//! different tests differ.

use super::draft::Position;
use super::lexicon::Case;
use crate::readable::Model;
use crate::readable::model::Gram;
use crate::util::{ByteSet, Rng};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::cell::RefCell;
use std::rc::Rc;

/// Beginnings kept at each position.
const WIDTH: usize = 6;
/// The most noise on one letter, in bits: small beside what tells a likely letter from an unlikely one.
const NOISE: f64 = 1.5;
/// How many numbers are remembered in all rows.
const MAX_REMEMBERED: usize = 1 << 18;

/// The letters of a model, and the bits of them after the contexts that were met.
#[derive(Debug)]
pub(super) struct Alphabet {
    letters: Vec<Letter>,
    rows: RefCell<FxHashMap<Gram, Row>>,
}

/// The letters after a context with their bits, the likeliest first.
type Row = Rc<[(f64, u32)]>;

/// A beginning of the text that is kept.
#[derive(Default)]
struct Beginning {
    /// Less is better.
    bits: f64,
    letters: SmallVec<[char; 16]>,
    bytes: SmallVec<[u8; 16]>,
}

/// A beginning and a letter after it.
#[derive(Copy, Clone)]
struct Longer {
    bits: f64,
    /// Of two with equal bits the one with the lower number is better.
    number: u32,
    /// The position among those that are kept.
    beginning: u32,
    /// The position in the alphabet.
    letter: u32,
}

/// The likeliest of the beginnings of one length, in order.
#[derive(Clone, Default)]
struct Beam(SmallVec<[Longer; WIDTH]>);

/// A letter of the alphabet.
#[derive(Debug)]
struct Letter {
    letter: char,
    bytes: [u8; 4],
    n_bytes: usize,
}

/// Letters for all of `positions`, each of which can be a letter; `None` if the model's letters do not fit
/// them.
pub(super) fn search(
    model: &Model,
    alphabet: &Alphabet,
    positions: &[Position],
    case: Case,
    rng: &mut Rng,
) -> Option<Vec<u8>> {
    let slots: Vec<Slot> = (0..positions.len()).map(|at| Slot::new(positions, at, case)).collect();
    let mut kept = vec![Beginning::default()];
    // By the number of positions that are written. Of the texts of full length only the likeliest is kept,
    // together with its bits with the end of the word, which never lowers them.
    let mut beams = vec![Beam::default(); positions.len()];
    let mut best: Option<(f64, Longer)> = None;
    let mut letters: SmallVec<[char; 16]> = SmallVec::new();
    // By letter, how many letters that fit come before it; `None` if it does not fit.
    let mut ranks: Vec<Option<u32>> = Vec::new();
    for at in 0..positions.len() {
        let first = if at == 0 { 0 } else { kept.len() };
        for longer in std::mem::take(&mut beams[at]).0 {
            kept.push(longer.written(alphabet, &kept));
        }
        let (mut n_fitting, mut are_bytes) = (0, true);
        ranks.clear();
        ranks.extend(alphabet.letters.iter().map(|letter| {
            let fits = letter.can_stand(&slots[at..]);
            are_bytes &= !fits || letter.n_bytes == 1;
            n_fitting += u32::from(fits);
            fits.then(|| n_fitting - 1)
        }));
        let is_free = are_bytes && slots[at].same.is_none();
        for (beginning, before) in kept.iter().enumerate().skip(first) {
            // Each letter has noise of its own, whether it is looked at or not.
            let noise = rng.clone();
            rng.skip(n_fitting.into());
            let row = alphabet.row(model, &before.letters);
            for (bits, letter) in &*row {
                let n_bytes = if are_bytes { 1 } else { alphabet.letters[*letter as usize].n_bytes };
                let is_whole = at + n_bytes == positions.len();
                // Noise only adds to the bits: most letters are unlikely enough without it.
                let may_be = |bits: f64| match is_whole {
                    true => bits < best.map_or(f64::INFINITY, |(fewest, _)| fewest),
                    false => beams.get(at + n_bytes).is_some_and(|beam| beam.may_take(bits)),
                };
                if !may_be(before.bits + bits) {
                    match are_bytes {
                        true => break,
                        false => continue,
                    }
                }
                let Some(rank) = ranks[*letter as usize] else { continue };
                if !is_free && !repeats(&slots[at..at + n_bytes], &before.bytes, alphabet.bytes(*letter)) {
                    continue;
                }
                let mut noise = noise.clone();
                noise.skip(rank.into());
                let bits = before.bits + (bits + NOISE * noise.unit());
                if !may_be(bits) {
                    continue;
                }
                let number = beginning as u32 * alphabet.letters.len() as u32 + rank;
                let longer = Longer { bits, number, beginning: beginning as u32, letter: *letter };
                if !is_whole {
                    beams[at + n_bytes].add(longer);
                    continue;
                }
                letters.clone_from(&before.letters);
                letters.push(alphabet.letters[*letter as usize].letter);
                let bits = bits + model.bits(&letters, None);
                if may_be(bits) {
                    best = Some((bits, longer));
                }
            }
        }
    }
    let best = best?.1.written(alphabet, &kept).bytes;
    Some(best.iter().zip(positions).map(|(byte, position)| case.write(*byte, position.set)).collect())
}

impl Beam {
    /// Whether a beginning with so many bits may be among the likeliest. Of several with as many bits as the
    /// last one, those that were met first are.
    #[inline]
    fn may_take(&self, bits: f64) -> bool {
        bits < f64::INFINITY && (self.0.len() < WIDTH || bits <= self.0[WIDTH - 1].bits)
    }

    /// Adds a beginning that may be among the likeliest.
    #[inline]
    fn add(&mut self, longer: Longer) {
        let is_behind = |known: &&Longer| longer.order(known).is_lt();
        let at = self.0.len() - self.0.iter().rev().take_while(is_behind).count();
        if at == WIDTH {
            return;
        }
        self.0.truncate(WIDTH - 1);
        self.0.insert(at, longer);
    }
}

impl Longer {
    #[inline]
    fn order(&self, other: &Self) -> std::cmp::Ordering {
        self.bits.total_cmp(&other.bits).then(self.number.cmp(&other.number))
    }

    fn written(&self, alphabet: &Alphabet, kept: &[Beginning]) -> Beginning {
        let Beginning { letters, bytes, .. } = &kept[self.beginning as usize];
        let (mut letters, mut bytes) = (SmallVec::from_slice(letters), SmallVec::from_slice(bytes));
        letters.push(alphabet.letters[self.letter as usize].letter);
        bytes.extend_from_slice(alphabet.bytes(self.letter));
        Beginning { bits: self.bits, letters, bytes }
    }
}

impl Alphabet {
    /// The letters of a model; no context was met yet.
    pub(super) fn new(model: &Model) -> Self {
        let letters = model.alphabet().iter().map(|letter| Letter::new(*letter)).collect();
        Self { letters, rows: RefCell::default() }
    }

    fn bytes(&self, letter: u32) -> &[u8] {
        let Letter { bytes, n_bytes, .. } = &self.letters[letter as usize];
        &bytes[..*n_bytes]
    }

    /// The letters after `context`.
    fn row(&self, model: &Model, context: &[char]) -> Row {
        let context = model.context(context);
        let mut rows = self.rows.borrow_mut();
        if let Some(row) = rows.get(&context) {
            return Rc::clone(row);
        }
        if rows.len() * self.letters.len() >= MAX_REMEMBERED {
            rows.clear();
        }
        let sorted = || {
            let mut row: Vec<(f64, u32)> = model.row(context).into_iter().zip(0..).collect();
            row.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            row.into()
        };
        Rc::clone(rows.entry(context).or_insert_with(sorted))
    }
}

impl Letter {
    fn new(letter: char) -> Self {
        let mut bytes = [0; 4];
        let n_bytes = letter.encode_utf8(&mut bytes).len();
        Self { letter, bytes, n_bytes }
    }

    /// Whether all of its bytes are feasible at the first of `slots`.
    #[inline]
    fn can_stand(&self, slots: &[Slot]) -> bool {
        if self.n_bytes == 1 {
            return slots[0].set.contains(self.bytes[0]);
        }
        let bytes = &self.bytes[..self.n_bytes];
        slots.len() >= bytes.len() && slots.iter().zip(bytes).all(|(slot, byte)| slot.set.contains(*byte))
    }
}

/// What may be written at a position.
struct Slot {
    set: ByteSet,
    /// The earlier place of the same variable.
    same: Option<usize>,
}

impl Slot {
    fn new(positions: &[Position], at: usize, case: Case) -> Self {
        let is_same = |earlier: &Position| earlier.variable == positions[at].variable;
        let same = if positions[at].is_repeated { positions[..at].iter().position(is_same) } else { None };
        Self { set: case.letters(positions[at].set), same }
    }
}

/// Whether each of `bytes` is the same as the byte of `before` at an earlier position of the same variable.
fn repeats(slots: &[Slot], before: &[u8], bytes: &[u8]) -> bool {
    let is_same = |byte, earlier| before.get(earlier).is_none_or(|before| *before == byte);
    slots.iter().zip(bytes).all(|(slot, byte)| slot.same.is_none_or(|earlier| is_same(*byte, earlier)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::readable::words::lexicon::Kind;
    use crate::solver::VarId;

    /// The search without anything left out: every longer beginning is kept until the likeliest are chosen.
    fn plain(model: &Model, alphabet: &Alphabet, positions: &[Position], rng: &mut Rng) -> Option<Vec<u8>> {
        let mut kept: Vec<Vec<(f64, Vec<u8>)>> = vec![Vec::new(); positions.len() + 1];
        kept[0].push((0.0, Vec::new()));
        let chars = |bytes: &[u8]| -> Vec<char> { bytes.iter().map(|byte| char::from(*byte)).collect() };
        for at in 0..positions.len() {
            kept[at].sort_by(|a, b| a.0.total_cmp(&b.0));
            kept[at].truncate(WIDTH);
            for (bits, text) in std::mem::take(&mut kept[at]) {
                for letter in alphabet.letters.iter().map(|letter| letter.bytes[0]) {
                    let same = positions[..at]
                        .iter()
                        .position(|position| position.variable == positions[at].variable);
                    if !positions[at].set.contains(letter) {
                        continue;
                    }
                    let noise = NOISE * rng.unit();
                    if same.is_none_or(|same| text[same] == letter) {
                        let of_letter = model.bits(&chars(&text), Some(char::from(letter)));
                        kept[at + 1].push((bits + (of_letter + noise), [&text[..], &[letter]].concat()));
                    }
                }
            }
        }
        let ended =
            kept.pop()?.into_iter().map(|(bits, text)| (bits + model.bits(&chars(&text), None), text));
        ended.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, text)| text)
    }

    #[test]
    fn what_is_left_out_is_never_the_likeliest() {
        let model = Model::english();
        let alphabet = Alphabet::new(&model);
        let mut rng = Rng::from_seed(3);
        for round in 0..60 {
            let set = |rng: &mut Rng| {
                ByteSet::from_fn(|byte| byte.is_ascii_lowercase() && rng.below(8) > round % 7)
            };
            let positions: Vec<Position> = (0..2 + round as usize % 9)
                .map(|at| {
                    let same = rng.below(5) == 0;
                    let variable = VarId::new(if same { 0 } else { at });
                    let set = set(&mut rng);
                    Position { variable, set, kind: Kind::default(), is_touched: true, is_repeated: true }
                })
                .collect();
            let found = search(&model, &alphabet, &positions, Case::Plain, &mut rng.clone());
            assert_eq!(found, plain(&model, &alphabet, &positions, &mut rng.clone()), "{positions:?}");
        }
    }
}
