//! Remainders that a call computes: whether the dividend reached the divisor. An index that goes around, as
//! in `(head + 1) % size`, is the sum alone until it does, and a test in which it does not would notice no
//! mistake in the division.

use super::{extended, is_computed};
use crate::expr::{Arena, ExprId, Kind};

/// The condition that a remainder has gone around, if `term` is one of a computed number, perhaps made wider
/// or narrower. The divisor may be a constant or not.
pub(super) fn gone_around(arena: &mut Arena, term: ExprId) -> Option<ExprId> {
    let mut inner = extended(arena, term);
    // A number that is written in fewer bits than it has.
    if arena.node(inner).kind == Kind::Extract && arena.node(inner).low_bit() == 0 {
        inner = extended(arena, arena.node(inner).first());
    }
    let node = arena.node(inner);
    if !matches!(node.kind, Kind::URem | Kind::SRem | Kind::And) {
        return None;
    }
    let (dividend, divisor) = (node.first(), node.second());
    match node.kind {
        Kind::URem | Kind::SRem if is_computed(arena, dividend) => {
            let is_below = match node.kind {
                Kind::URem => arena.ult(dividend, divisor),
                _ => arena.slt(dividend, divisor),
            };
            Some(arena.not(is_below))
        }
        // A remainder by a power of two keeps the low bits.
        Kind::And if is_sum(arena, dividend) => {
            let mask = arena.as_const(divisor).filter(|mask| mask & (mask + 1) == 0)?;
            let mask = arena.constant(node.width(), mask);
            Some(arena.ult(mask, dividend))
        }
        _ => None,
    }
}

/// Whether a term is a sum or a difference, perhaps made wider or narrower.
fn is_sum(arena: &Arena, term: ExprId) -> bool {
    let node = arena.node(term);
    match node.kind {
        Kind::ZExt | Kind::SExt | Kind::Extract => is_sum(arena, node.first()),
        kind => matches!(kind, Kind::Add | Kind::Sub),
    }
}
