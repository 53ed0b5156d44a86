//! Bytes one by one, depth first, for what is no text or has no draft that fits.

use crate::readable::class;
use crate::solver::{Network, VarId};
use crate::util::{ByteSet, Rng};

/// What the bytes are.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Style {
    /// Letters, then what can be printed, then the rest; the terminator last, and after it quiet bytes.
    String,
    /// As a string without a terminator.
    Text,
    /// What stands after a terminator: quiet and alike.
    Tail,
    /// Small numbers.
    Binary,
}

/// Values tried for one byte before those before it are reconsidered.
const MAX_OF_ONE: usize = 16;
/// The least values of a set that are tried first.
const N_LEAST: usize = 8;
/// Of them, those before the constants that the path compares the byte with.
const N_BEFORE_CONSTANTS: usize = 2;

/// Bytes that are given values together.
pub(super) struct Bytes<'a> {
    pub(super) variables: &'a [VarId],
    pub(super) style: Style,
    pub(super) rng: &'a Rng,
}

/// Gives each open variable a value. `false` if none was found within `budget` attempts: then nothing is assigned.
pub(super) fn spell(network: &mut Network, bytes: &Bytes, budget: &mut u32) -> bool {
    step(network, bytes, 0, budget)
}

fn step(network: &mut Network, bytes: &Bytes, at: usize, budget: &mut u32) -> bool {
    let is_open = |place: &usize| network.value(bytes.variables[*place]).is_none();
    let Some(at) = (at..bytes.variables.len()).find(is_open) else { return true };
    let variable = bytes.variables[at];
    let has_ended = bytes.style == Style::String
        && bytes.variables[..at].iter().any(|before| network.value(*before) == Some(0));
    let style = if has_ended { Style::Tail } else { bytes.style };
    let set = network.set(variable);
    let constants = if set.len() > 1 { network.constants(variable) } else { ByteSet::EMPTY };
    for value in candidates(style, set, constants, bytes.rng.split(at as u64)) {
        if *budget == 0 || network.is_over() {
            return false;
        }
        *budget -= 1;
        let mark = network.mark();
        if network.assign(variable, u128::from(value)) && step(network, bytes, at + 1, budget) {
            return true;
        }
        network.undo(mark);
    }
    false
}

/// The first few values of a set in this order; soon those of `constants`, which the path compares the byte with.
fn candidates(style: Style, set: ByteSet, constants: ByteSet, mut rng: Rng) -> Vec<u8> {
    let keep = |order: &mut dyn Iterator<Item = u8>| {
        order.filter(|byte| set.contains(*byte)).take(MAX_OF_ONE).collect::<Vec<u8>>()
    };
    match style {
        Style::Binary => {
            // The least, then some from everywhere: a checksum may need any.
            let values: Vec<u8> = set.iter().collect();
            let step = values.len().div_ceil(MAX_OF_ONE).max(1);
            let spread = values.iter().skip(N_LEAST).step_by(step);
            values.iter().take(N_LEAST).chain(spread).copied().collect()
        }
        // Nearly always: one of the two is possible.
        Style::Tail if set == ByteSet::FULL => class::tail_order()[..2].to_vec(),
        Style::Tail => keep(&mut class::tail_order().iter().copied()),
        Style::String | Style::Text => {
            let start = rng.below(26) as u8;
            let letters = (0..26).map(|n| b'a' + (start + n) % 26);
            let capitals = (0..26).map(|n| b'A' + (start + n) % 26);
            let rest = class::printable_order(b"", b"").into_iter().chain(class::other_order()).chain([0]);
            let mut order = keep(&mut letters.chain(capitals).chain(rest));
            // A terminator may be the only way on.
            let soon = constants.or(ByteSet::just(0)).and(set);
            let first: Vec<u8> = order.drain(..order.len().min(N_BEFORE_CONSTANTS)).collect();
            order.retain(|byte| !soon.contains(*byte));
            // Zero, the least of them, last.
            let mut soon: Vec<u8> = soon.iter().filter(|byte| !first.contains(byte)).collect();
            soon.reverse();
            order.splice(0..0, first.iter().copied().chain(soon));
            order.truncate(MAX_OF_ONE);
            order
        }
    }
}
