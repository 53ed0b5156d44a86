//! Estimates how much work a question about floats is for a solver that turns it into circuits before it
//! looks at any limit.
//!
//! Four divisions of doubles in a row keep cvc5 busy for some eight seconds in which it looks at no limit,
//! and sixty keep it busy for longer than anybody has waited. Such a question goes to a solver that stops in
//! time. Operations are counted instead of timed, so that every machine sends the same question to the same
//! solver.

use crate::expr::{Arena, ExprId, Format, Kind};
use rustc_hash::FxHashSet;

/// About a second of cvc5, in the units of [`weight`].
const SECOND: u64 = 1_000;
/// The heaviest question that cvc5 gets.
pub(super) const MOST: u64 = 3 * SECOND;
/// The weight of one conflict of a limit: a question about integers has about a thousand conflicts in a
/// second.
pub(super) const CONFLICT: u64 = SECOND / 1_000;
/// Bits of the significand of a double.
const DOUBLE: u64 = 53;

/// The weight of one operation on doubles, or on integers of as many bits as the significand of a double has.
fn weight(kind: Kind) -> u64 {
    match kind {
        Kind::FDiv | Kind::FSqrt => 1_500,
        Kind::FFma => 400,
        Kind::FMul => 250,
        Kind::FAdd | Kind::FSub => 80,
        // Operations on integers that come with floats, such as those on the digits of one.
        Kind::UDiv | Kind::URem | Kind::SDiv | Kind::SRem => 500,
        Kind::Mul => 120,
        _ => 0,
    }
}

/// Whether the operations in these conditions weigh more than `most`. Counts each term once, and stops as
/// soon as the answer is known.
pub(super) fn is_heavier(arena: &Arena, conditions: &[ExprId], most: u64) -> bool {
    let mut seen: FxHashSet<ExprId> = conditions.iter().copied().collect();
    let mut stack: Vec<ExprId> = conditions.to_vec();
    let mut sum = 0;
    while let Some(expr) = stack.pop() {
        let node = arena.node(expr);
        let one = weight(node.kind);
        if one > 0 {
            let width = arena.width(expr);
            let format = Format::of(width).filter(|_| node.kind.is_float());
            let bits: u64 = format.map_or(width.0.into(), |format| format.precision().into());
            sum += one * bits * bits / (DOUBLE * DOUBLE);
            if sum > most {
                return true;
            }
        }
        stack.extend(node.operands().filter(|operand| seen.insert(*operand)));
    }
    false
}

/// Remembers which terms contain an operation on floats.
#[derive(Default)]
pub(super) struct FloatTerms {
    /// By term; `None` before it was asked for.
    contained: Vec<Option<bool>>,
    stack: Vec<ExprId>,
}

impl FloatTerms {
    /// Whether a term contains an operation on floats.
    pub(super) fn occur_in(&mut self, arena: &Arena, expr: ExprId) -> bool {
        self.contained.resize(arena.len(), None);
        self.stack.push(expr);
        while let Some(&top) = self.stack.last() {
            if self.contained[top.index()].is_none() {
                let node = arena.node(top);
                let waiting = self.stack.len();
                let mut contains = node.kind.is_float();
                for operand in node.operands() {
                    match self.contained[operand.index()] {
                        None => self.stack.push(operand),
                        Some(inner) => contains |= inner,
                    }
                }
                if self.stack.len() > waiting {
                    continue;
                }
                self.contained[top.index()] = Some(contains);
            }
            self.stack.pop();
        }
        self.contained[expr.index()].expect("invariant: the walk ends with its first term")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expr::SymbolKey;
    use crate::util::Bits;

    #[test]
    fn shared_terms_count_once_and_narrow_ones_less() {
        let heavy_after = |width: Bits| {
            let mut arena = Arena::new();
            let symbol = arena.declare(SymbolKey { input: 0, element: 0, name: "x".into(), width });
            let (x, mut root) = (arena.term_of(symbol), arena.term_of(symbol));
            (1..).find(|_| {
                let sum = arena.float(Kind::FAdd, width, &[root, root]);
                root = arena.float(Kind::FDiv, width, &[x, sum]);
                let condition = arena.float(Kind::FLt, Bits(1), &[root, x]);
                is_heavier(&arena, &[condition, condition], MOST)
            })
        };
        assert_eq!(heavy_after(Bits(64)), Some(2));
        assert!(heavy_after(Bits(32)) > Some(6));
    }
}
