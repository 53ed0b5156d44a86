//! Gives bytes values one by one, depth first: for inputs that are no texts, or have no draft that fits.

use crate::readable::class;
use crate::solver::{Mark, Network, VarId};
use crate::testcase::InputKind;
use crate::util::{ByteSet, Rng};
use std::sync::LazyLock;

/// What the bytes are.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Style {
    /// Letters, then other printable bytes, then the rest; the terminator last, and after it quiet bytes.
    String,
    /// As a string without a terminator.
    Text,
    /// Bytes after a terminator: quiet and alike.
    Tail,
    /// Bytes after the terminator of an array that the program fills by itself: zeros.
    Zeros,
    /// Small numbers.
    Binary,
}

impl Style {
    /// The style of the bytes behind the terminator of an input of this kind.
    pub(super) fn behind(kind: InputKind) -> Self {
        if kind == InputKind::Chars { Style::Zeros } else { Style::Tail }
    }
}

/// The value of a byte that no condition concerns, if its style leaves no choice.
pub(super) fn quiet(style: Style) -> Option<u8> {
    match style {
        Style::Tail => Some(class::tail_order()[0]),
        Style::Zeros => Some(0),
        _ => None,
    }
}

/// Values tried for one byte before the bytes before it are reconsidered.
const MAX_OF_ONE: usize = 16;
/// How many of the least values of a set are tried first.
const N_LEAST: usize = 8;
/// How many letters are tried before the constants that the path compares the byte with.
const N_BEFORE_CONSTANTS: usize = 2;

/// Bytes that are given values together.
pub(super) struct Bytes<'a> {
    pub(super) variables: &'a [VarId],
    pub(super) style: Style,
    pub(super) rng: &'a Rng,
}

/// A byte that has a value, and the values that are left to try.
struct Tried {
    at: usize,
    /// The mark from before it had a value.
    mark: Mark,
    left: std::vec::IntoIter<u8>,
    /// Whether the string ended before it.
    has_ended: bool,
}

/// Gives each open variable a value. `false` if none was found within `budget` attempts: then nothing is
/// assigned.
pub(super) fn spell(network: &mut Network, bytes: &Bytes, budget: &mut u32) -> bool {
    let start = network.mark();
    let mut tried: Vec<Tried> = Vec::new();
    let mut at = 0;
    while let Some(next) = next_open(network, bytes, at) {
        tried.push(candidates_at(network, bytes, next, tried.last()));
        loop {
            let Some(last) = tried.last_mut() else {
                network.undo(start);
                return false;
            };
            network.undo(last.mark);
            let Some(value) = last.left.next() else {
                tried.pop();
                continue;
            };
            if *budget == 0 || network.is_over() {
                network.undo(start);
                return false;
            }
            *budget -= 1;
            if network.assign(bytes.variables[last.at], u128::from(value)) {
                at = last.at + 1;
                break;
            }
        }
    }
    true
}

/// The first open variable from position `at` on that has a choice. A byte after a terminator that no
/// condition concerns has no choice: it gets its value here.
fn next_open(network: &mut Network, bytes: &Bytes, at: usize) -> Option<usize> {
    for position in at..bytes.variables.len() {
        let variable = bytes.variables[position];
        if let Some(quiet) = quiet(bytes.style).filter(|_| network.is_free(variable)) {
            let is_possible = network.assign(variable, u128::from(quiet));
            assert!(is_possible, "invariant: a byte that no condition concerns can have any value");
        } else if network.value(variable).is_none() {
            return Some(position);
        }
    }
    None
}

fn candidates_at(network: &mut Network, bytes: &Bytes, at: usize, before: Option<&Tried>) -> Tried {
    let (start, had_ended) = before.map_or((0, false), |before| (before.at, before.has_ended));
    let is_zero = |variable: &VarId| network.value(*variable) == Some(0);
    let has_ended =
        bytes.style == Style::String && (had_ended || bytes.variables[start..at].iter().any(is_zero));
    let style = if has_ended { Style::Tail } else { bytes.style };
    let variable = bytes.variables[at];
    let set = network.set(variable);
    let constants = if set.len() > 1 { network.constants(variable) } else { ByteSet::EMPTY };
    let left = candidates(style, set, constants, bytes.rng.split(at as u64)).into_iter();
    Tried { at, mark: network.mark(), left, has_ended }
}

/// The first few values of a set in the order of a style. Those of `constants`, which the path compares the
/// byte with, come early.
fn candidates(style: Style, set: ByteSet, constants: ByteSet, mut rng: Rng) -> Vec<u8> {
    let keep = |order: &mut dyn Iterator<Item = u8>| {
        order.filter(|byte| set.contains(*byte)).take(MAX_OF_ONE).collect::<Vec<u8>>()
    };
    match style {
        Style::Binary => {
            // The least values, then some from the whole set: a checksum may need any value.
            let values: Vec<u8> = set.iter().collect();
            let step = values.len().div_ceil(MAX_OF_ONE).max(1);
            let spread = values.iter().skip(N_LEAST).step_by(step);
            values.iter().take(N_LEAST).chain(spread).copied().collect()
        }
        // This is nearly always so: one of the two is possible.
        Style::Tail if set == ByteSet::FULL => class::tail_order()[..2].to_vec(),
        Style::Tail => keep(&mut class::tail_order().iter().copied()),
        Style::Zeros => keep(&mut std::iter::once(0).chain(class::tail_order().iter().copied())),
        Style::String | Style::Text => {
            let mut order = keep(&mut text_order(&mut rng));
            // Zero belongs to them, since a terminator may be the only way to go on.
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

/// All bytes in the order in which texts want them: letters from a random one on, capitals, other printable
/// bytes, the rest.
pub(super) fn text_order(rng: &mut Rng) -> impl Iterator<Item = u8> + use<> {
    static REST: LazyLock<Vec<u8>> = LazyLock::new(|| {
        class::printable_order(b"", b"").into_iter().chain(class::other_order()).chain([0]).collect()
    });
    let start = rng.below(26) as u8;
    let letters = (0..26).map(move |n| b'a' + (start + n) % 26);
    let capitals = (0..26).map(move |n| b'A' + (start + n) % 26);
    letters.chain(capitals).chain(REST.iter().copied())
}
