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

/// A beginning of the text.
#[derive(Clone)]
struct Beginning {
    /// Less is better.
    bits: f64,
    letters: Vec<char>,
    bytes: Vec<u8>,
}

/// Letters for all of `places`, each of which can be a letter; `None` if the model's letters do not fit them.
pub(super) fn search(model: &Model, places: &[Place], case: Case, rng: &mut Rng) -> Option<Vec<u8>> {
    let sets: Vec<ByteSet> = places.iter().map(|place| case.letters(place.set)).collect();
    let alphabet: Vec<(char, [u8; 4], usize)> = model
        .alphabet()
        .iter()
        .map(|letter| {
            let mut bytes = [0; 4];
            let n_bytes = letter.encode_utf8(&mut bytes).len();
            (*letter, bytes, n_bytes)
        })
        .collect();
    let start = Beginning { bits: 0.0, letters: Vec::new(), bytes: Vec::new() };
    // By the number of places that are written.
    let mut beams: Vec<Vec<Beginning>> = vec![Vec::new(); places.len() + 1];
    beams[0].push(start);
    for at in 0..places.len() {
        let mut beam = std::mem::take(&mut beams[at]);
        beam.sort_by(|a, b| a.bits.total_cmp(&b.bits));
        beam.truncate(WIDTH);
        for beginning in beam {
            for (letter, bytes, n_bytes) in &alphabet {
                let bytes = &bytes[..*n_bytes];
                if !fits(places, &sets, &beginning.bytes, bytes) {
                    continue;
                }
                let cost = model.bits(&beginning.letters, Some(*letter)) + NOISE * rng.unit();
                let mut longer = beginning.clone();
                longer.bits += cost;
                longer.letters.push(*letter);
                longer.bytes.extend_from_slice(bytes);
                beams[at + n_bytes].push(longer);
            }
        }
    }
    let ended = beams.pop()?.into_iter().map(|text| (text.bits + model.bits(&text.letters, None), text));
    let (_, best) = ended.min_by(|a, b| a.0.total_cmp(&b.0))?;
    Some(best.bytes.iter().zip(places).map(|(byte, place)| case.write(*byte, place.set)).collect())
}

/// Whether `bytes` can follow `before`: feasible, and the same where places are of one variable.
fn fits(places: &[Place], sets: &[ByteSet], before: &[u8], bytes: &[u8]) -> bool {
    let start = before.len();
    if start + bytes.len() > places.len() {
        return false;
    }
    bytes.iter().enumerate().all(|(at, byte)| {
        let place = start + at;
        let same = places[..start].iter().position(|earlier| earlier.variable == places[place].variable);
        sets[place].contains(*byte) && same.is_none_or(|earlier| before[earlier] == *byte)
    })
}
