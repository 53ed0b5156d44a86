//! Letters where no word fits: a beam search over the model of letters.
//!
//! The search goes from place to place and keeps the likeliest beginnings (beam search, Lowerre 1976). Letters of more
//! than one byte take as many places. Some seeded noise on every letter makes the texts of different tests differ.

use super::draft::Place;
use super::lexicon::Case;
use crate::readable::Model;
use crate::util::{ByteSet, Rng};

/// Beginnings kept at each place.
const WIDTH: usize = 12;
/// The most noise on one letter, in bits: small beside what tells a likely letter from an unlikely one.
const NOISE: f64 = 1.5;

/// A beginning of the text that is kept.
#[derive(Default)]
struct Beginning {
    /// Less is better.
    bits: f64,
    letters: Vec<char>,
    bytes: Vec<u8>,
}

/// A beginning and a letter after it.
struct Longer<'a> {
    bits: f64,
    /// The position among those that are kept.
    beginning: usize,
    letter: &'a Letter,
}

/// A letter of the alphabet.
struct Letter {
    letter: char,
    bytes: [u8; 4],
    n_bytes: usize,
}

/// Letters for all of `places`, each of which can be a letter; `None` if the model's letters do not fit them.
pub(super) fn search(model: &Model, places: &[Place], case: Case, rng: &mut Rng) -> Option<Vec<u8>> {
    let slots: Vec<Slot> = (0..places.len()).map(|at| Slot::new(places, at, case)).collect();
    let alphabet: Vec<Letter> = model.alphabet().iter().map(|letter| Letter::new(*letter)).collect();
    let mut kept = vec![Beginning::default()];
    // By the number of places that are written.
    let mut beams: Vec<Vec<Longer>> = (0..=places.len()).map(|_| Vec::new()).collect();
    for at in 0..places.len() {
        let first = if at == 0 { 0 } else { kept.len() };
        for longer in best(std::mem::take(&mut beams[at])) {
            kept.push(longer.written(&kept));
        }
        for (beginning, before) in kept.iter().enumerate().skip(first) {
            let following = model.following(&before.letters);
            for letter in &alphabet {
                if fits(&slots, &before.bytes, letter.bytes()) {
                    let bits = before.bits + (following.bits(letter.letter) + NOISE * rng.unit());
                    beams[at + letter.n_bytes].push(Longer { bits, beginning, letter });
                }
            }
        }
    }
    let mut letters = Vec::with_capacity(places.len());
    let ended = beams.pop()?.into_iter().map(|longer| {
        letters.clone_from(&kept[longer.beginning].letters);
        letters.push(longer.letter.letter);
        (longer.bits + model.bits(&letters, None), longer)
    });
    let (_, best) = ended.min_by(|a, b| a.0.total_cmp(&b.0))?;
    let best = best.written(&kept).bytes;
    Some(best.iter().zip(places).map(|(byte, place)| case.write(*byte, place.set)).collect())
}

/// The likeliest of a beam, in order; of equals the first.
fn best(beam: Vec<Longer>) -> impl Iterator<Item = Longer> {
    let mut beam: Vec<(usize, Longer)> = beam.into_iter().enumerate().collect();
    let order = |a: &(usize, Longer), b: &(usize, Longer)| a.1.bits.total_cmp(&b.1.bits).then(a.0.cmp(&b.0));
    if beam.len() > WIDTH {
        beam.select_nth_unstable_by(WIDTH, order);
        beam.truncate(WIDTH);
    }
    beam.sort_unstable_by(order);
    beam.into_iter().map(|(_, longer)| longer)
}

impl Longer<'_> {
    fn written(&self, kept: &[Beginning]) -> Beginning {
        let Beginning { letters, bytes, .. } = &kept[self.beginning];
        Beginning {
            bits: self.bits,
            letters: letters.iter().copied().chain([self.letter.letter]).collect(),
            bytes: [bytes, self.letter.bytes()].concat(),
        }
    }
}

impl Letter {
    fn new(letter: char) -> Self {
        let mut bytes = [0; 4];
        let n_bytes = letter.encode_utf8(&mut bytes).len();
        Self { letter, bytes, n_bytes }
    }

    fn bytes(&self) -> &[u8] {
        &self.bytes[..self.n_bytes]
    }
}

/// What may be written at a place.
struct Slot {
    set: ByteSet,
    /// The earlier place of the same variable.
    same: Option<usize>,
}

impl Slot {
    fn new(places: &[Place], at: usize, case: Case) -> Self {
        let same = places[..at].iter().position(|earlier| earlier.variable == places[at].variable);
        Self { set: case.letters(places[at].set), same }
    }
}

/// Whether `bytes` can follow `before`: feasible, and the same where places are of one variable.
fn fits(slots: &[Slot], before: &[u8], bytes: &[u8]) -> bool {
    let Some(slots) = slots[before.len()..].get(..bytes.len()) else { return false };
    let is_same = |byte, earlier| before.get(earlier).is_none_or(|before| *before == byte);
    slots.iter().zip(bytes).all(|(slot, byte)| {
        slot.set.contains(*byte) && slot.same.is_none_or(|earlier| is_same(*byte, earlier))
    })
}
