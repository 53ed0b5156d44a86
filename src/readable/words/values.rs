//! Values of integers and floats, chosen by evaluating the path condition.

use crate::expr::{ExprId, Format, Kind, SymbolId};
use crate::readable::{float, integer};
use crate::solver::{Network, VarId};
use crate::testcase::InputKind;
use crate::util::Bits;
use std::collections::BTreeMap;
use std::rc::Rc;

/// An input that is a number.
#[derive(Copy, Clone, Debug)]
pub(super) struct Number {
    pub(super) input: usize,
    pub(super) symbol: SymbolId,
    pub(super) variable: VarId,
    pub(super) kind: InputKind,
}

/// Preferred values, made once for each type of number.
pub(super) struct Preferences {
    /// By width and whether it is a float or, else, signed.
    lists: BTreeMap<(u32, bool, bool), Rc<[u128]>>,
    /// Sizes of buffers and lengths of texts in this test.
    sizes: Vec<u128>,
}

/// How many of the preferred values come before the sizes of buffers: 0, 1, 2, −1 and 3 to 9.
const N_BEFORE_SIZES: usize = 11;

impl Preferences {
    /// Preferences of a test whose buffers have these sizes.
    pub(super) fn new(sizes: Vec<u128>) -> Self {
        Self { lists: BTreeMap::new(), sizes }
    }

    fn of(&mut self, kind: InputKind) -> Rc<[u128]> {
        let (width, is_float, signed) = match kind {
            InputKind::Integer { width, signed } => (width, false, signed),
            InputKind::Float { width } => (width, true, true),
            InputKind::String | InputKind::Bytes => unreachable!("invariant: texts are no numbers"),
        };
        let make = || match Format::of(width).filter(|_| is_float) {
            Some(format) => float::plain_numbers(format).into(),
            None => integer::preferred_numbers(integer::Shape { width, signed }).into(),
        };
        Rc::clone(self.lists.entry((width.0, is_float, signed)).or_insert_with(make))
    }
}

/// Gives each of `numbers` a value, depth first, the plainest values first. `budget` is the number of values that may
/// be tried. `false` if none was found: then nothing is assigned.
pub(super) fn choose(
    network: &mut Network,
    numbers: &[Number],
    preferences: &mut Preferences,
    budget: &mut u32,
) -> bool {
    let Some((number, rest)) = numbers.split_first() else { return true };
    if network.value(number.variable).is_some() {
        return choose(network, rest, preferences, budget);
    }
    let near = near_values(network, number);
    let preferred = preferences.of(number.kind);
    let largest = match number.kind {
        InputKind::Integer { width, .. } => width.mask() >> 1,
        _ => 0,
    };
    let sizes = preferences.sizes.iter().filter(|size| **size <= largest);
    let split = N_BEFORE_SIZES.min(preferred.len());
    let candidates: Vec<u128> = match near.forced {
        Some(value) => vec![value],
        None => preferred[..split]
            .iter()
            .chain(sizes)
            .chain(&preferred[split..])
            .chain(&near.values)
            .copied()
            .collect(),
    };
    for value in candidates {
        if *budget == 0 {
            return false;
        }
        *budget -= 1;
        let mark = network.mark();
        if network.assign(number.variable, value) && choose(network, rest, preferences, budget) {
            return true;
        }
        network.undo(mark);
    }
    false
}

/// What conditions compare a number with, as far as that is known.
struct Near {
    /// The only value that an equality allows.
    forced: Option<u128>,
    /// The values compared with, and those beside them.
    values: Vec<u128>,
}

fn near_values(network: &mut Network, number: &Number) -> Near {
    let mut near = Near { forced: None, values: Vec::new() };
    let conditions: Vec<ExprId> = network.deciding_conditions(number.variable).collect();
    let width = network.width(number.variable);
    for condition in conditions {
        compare(network, number.symbol, width, condition, true, &mut near);
    }
    near
}

/// Collects what `condition` compares the symbol with.
fn compare(
    network: &mut Network,
    symbol: SymbolId,
    width: Bits,
    condition: ExprId,
    holds: bool,
    near: &mut Near,
) {
    let node = network.arena().node(condition);
    match node.kind {
        Kind::Not => compare(network, symbol, width, node.first(), !holds, near),
        Kind::And | Kind::Or => {
            // Only one of them may have to hold.
            compare(network, symbol, width, node.first(), false, near);
            compare(network, symbol, width, node.second(), false, near);
        }
        Kind::Eq | Kind::Ult | Kind::Slt => {
            for (side, other) in [(node.first(), node.second()), (node.second(), node.first())] {
                let Some(offset) = offset_from(network, symbol, side) else { continue };
                if network.support(other).contains(&symbol) {
                    continue;
                }
                let value = network.eval(other).wrapping_sub(offset);
                let around = [value, value.wrapping_sub(1), value.wrapping_add(1)];
                near.values.extend(around.map(|value| value & width.mask()));
                if holds && node.kind == Kind::Eq {
                    near.forced = Some(value & width.mask());
                }
            }
        }
        _ => {}
    }
}

/// The number that a term adds to the symbol, whatever the term is extended to; `None` if it is something else.
fn offset_from(network: &Network, symbol: SymbolId, expr: ExprId) -> Option<u128> {
    let arena = network.arena();
    let node = arena.node(expr);
    match node.kind {
        Kind::Symbol => (node.symbol() == symbol).then_some(0),
        Kind::ZExt | Kind::SExt => offset_from(network, symbol, node.first()),
        Kind::Add => {
            let (a, b) = (node.first(), node.second());
            let (term, constant) = match (arena.as_const(a), arena.as_const(b)) {
                (Some(constant), None) => (b, constant),
                (None, Some(constant)) => (a, constant),
                _ => return None,
            };
            Some(offset_from(network, symbol, term)?.wrapping_add(constant))
        }
        _ => None,
    }
}
