//! Plain strings: no byte shares a condition with another symbol, so every text whose bytes are feasible
//! stays on the path.
//!
//! They are written word by word, as all others are, but nothing has to be tried out, so they need no
//! network. Most long strings are of this kind, and for them the network would take most of the time.

use super::draft::{Draft, Level, Position};
use super::lexicon::Kind;
use super::{MAX_DRAFTS_OF_ONE, REACH, Speller, Writer};
use crate::readable::{Symbols, class};
use crate::solver::{PathCondition, VarId};
use crate::testcase::InputKind;
use crate::util::{ByteSet, Rng};

/// The values that conditions leave to the bytes of a plain string.
pub(super) struct Domains {
    /// For each byte up to the last that a condition concerns: its values, and whether one concerns it.
    sets: Vec<(ByteSet, bool)>,
    n_bytes: usize,
}

/// The domains of the bytes of an input, if it is a string of which every byte stands alone.
pub(super) fn domains(path: &PathCondition, input: &Symbols) -> Option<Domains> {
    if input.kind != InputKind::String {
        return None;
    }
    let last = input.symbols.iter().rposition(|symbol| path.concerns(*symbol));
    let concerned = &input.symbols[..last.map_or(0, |last| last + 1)];
    let sets = concerned.iter().map(|symbol| path.domain_alone(*symbol)).collect::<Option<_>>()?;
    Some(Domains { sets, n_bytes: input.symbols.len() })
}

/// The bytes of a plain string with these domains; `None` if no draft fits. `used` are the texts that the
/// test already has; the new one is added.
pub(super) fn write(
    writer: &Writer,
    domains: &Domains,
    rng: &Rng,
    used: &mut Vec<Vec<u8>>,
) -> Option<Vec<u8>> {
    let speller = writer.speller;
    for level in [Level::Words, Level::Letters] {
        let mut draft = Draft::new(&speller.lexicon, positions(speller, domains), true);
        let mut rng = rng.split(level as u64);
        for attempt in 0..MAX_DRAFTS_OF_ONE {
            let Some(written) = draft.next(&speller.lexicon, writer, level, &mut rng) else { break };
            let is_repeated = written.len() > 1 && used.contains(&written);
            if is_repeated && attempt < MAX_DRAFTS_OF_ONE / 4 {
                continue;
            }
            if let Some(bytes) = fill(domains, &written) {
                used.push(written);
                return Some(bytes);
            }
        }
    }
    None
}

/// The positions of the text, up to where it must end, or as far as it may reach.
fn positions(speller: &Speller, domains: &Domains) -> Vec<Position> {
    let n = domains.n_bytes.min(domains.sets.len() + REACH);
    let mut positions = Vec::with_capacity(n);
    let mut known: Option<(ByteSet, Kind)> = None;
    let beyond = std::iter::repeat((ByteSet::FULL, false));
    for (at, (set, is_touched)) in domains.sets.iter().copied().chain(beyond).take(n).enumerate() {
        let kind = match known {
            Some((same, kind)) if same == set => kind,
            _ => speller.lexicon.kind(set, set),
        };
        known = Some((set, kind));
        positions.push(Position { variable: VarId::new(at), set, kind, is_touched, is_repeated: false });
        if kind.must_end {
            break;
        }
    }
    positions
}

/// The text, its terminator if it is shorter than its buffer, and quiet bytes behind that; `None` if one of
/// them is not feasible.
fn fill(domains: &Domains, written: &[u8]) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(domains.n_bytes);
    bytes.extend_from_slice(written);
    bytes.extend((written.len() < domains.n_bytes).then_some(0));
    if !domains.sets.iter().zip(&bytes).all(|((set, _), byte)| set.contains(*byte)) {
        return None;
    }
    let quiet = class::tail_order();
    for (set, is_touched) in domains.sets.iter().skip(bytes.len()) {
        let byte = if *is_touched { quiet.iter().find(|byte| set.contains(**byte)) } else { quiet.first() };
        bytes.push(*byte?);
    }
    bytes.resize(domains.n_bytes, quiet[0]);
    Some(bytes)
}
