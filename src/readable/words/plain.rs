//! Strings of which no byte shares a condition with anything else: every text whose bytes are feasible stays on the path.
//!
//! They are written as all others are, word by word, but nothing has to be tried out, so they need no network. Most long
//! strings are of this kind, and there the network would take most of the time.

use super::draft::{Draft, Level, Place};
use super::lexicon::Kind;
use super::{MAX_DRAFTS_OF_ONE, Speller, Writer};
use crate::expr::SymbolId;
use crate::readable::{Symbols, class};
use crate::solver::{PathCondition, VarId};
use crate::testcase::InputKind;
use crate::util::{ByteSet, Rng};

/// Whether an input is a string of which every byte stands alone.
pub(super) fn is_plain(path: &PathCondition, input: &Symbols) -> bool {
    input.kind == InputKind::String && input.symbols.iter().all(|symbol| path.domain_alone(*symbol).is_some())
}

/// The bytes of a plain string, as many as it has symbols; `None` if no draft fits. `used` are the texts that the test has
/// already, to which it is added.
pub(super) fn write(
    writer: &Writer,
    path: &PathCondition,
    input: &Symbols,
    rng: &Rng,
    used: &mut Vec<Vec<u8>>,
) -> Option<Vec<u8>> {
    let speller = writer.speller;
    for level in [Level::Words, Level::Letters] {
        let mut draft = Draft::new(&speller.lexicon, places(speller, path, input), true);
        let mut rng = rng.split(level as u64);
        for attempt in 0..MAX_DRAFTS_OF_ONE {
            let Some(written) = draft.next(&speller.lexicon, writer, level, &mut rng) else { break };
            let is_repeated = written.len() > 1 && used.contains(&written);
            if is_repeated && attempt < MAX_DRAFTS_OF_ONE / 4 {
                continue;
            }
            if let Some(bytes) = fill(path, input, &written) {
                used.push(written);
                return Some(bytes);
            }
        }
    }
    None
}

/// The places of the text, up to where it must end.
fn places(speller: &Speller, path: &PathCondition, input: &Symbols) -> Vec<Place> {
    let mut places = Vec::with_capacity(input.symbols.len());
    let mut known: Option<(ByteSet, Kind)> = None;
    for (at, symbol) in input.symbols.iter().enumerate() {
        let (set, is_touched) = domain(path, *symbol);
        let kind = match known {
            Some((same, kind)) if same == set => kind,
            _ => speller.lexicon.kind(set, set),
        };
        known = Some((set, kind));
        places.push(Place { variable: VarId::new(at), set, kind, is_touched, is_repeated: false });
        if set == ByteSet::just(0) {
            break;
        }
    }
    places
}

fn domain(path: &PathCondition, symbol: SymbolId) -> (ByteSet, bool) {
    path.domain_alone(symbol).expect("invariant: every byte of a plain string stands alone")
}

/// The text, its terminator if it is shorter than its buffer, and quiet bytes behind that; `None` if one of them is not
/// feasible.
fn fill(path: &PathCondition, input: &Symbols, written: &[u8]) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(input.symbols.len());
    bytes.extend_from_slice(written);
    bytes.extend((written.len() < input.symbols.len()).then_some(0));
    let is_feasible = |(symbol, byte): (&SymbolId, &u8)| domain(path, *symbol).0.contains(*byte);
    if !input.symbols.iter().zip(&bytes).all(is_feasible) {
        return None;
    }
    for symbol in &input.symbols[bytes.len()..] {
        let (set, is_touched) = domain(path, *symbol);
        let mut quiet = class::tail_order().iter().copied();
        bytes.push(if is_touched { quiet.find(|byte| set.contains(*byte))? } else { quiet.next()? });
    }
    Some(bytes)
}
