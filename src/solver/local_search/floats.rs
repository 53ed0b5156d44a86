//! Target values of operations on floats. A computation is undone with the opposite one, which may round to a
//! neighbour of the wanted value: the conditions are evaluated again anyway.

use super::Move;
use crate::expr::{ExprId, Format, Kind, float_fold};
use crate::util::Bits;

/// How far apart two numbers become that shall differ. The first attempt takes the first one.
const STEPS: [f64; 4] = [1.0, 0.25, 16.0, 1.0 / 1024.0];

impl Move<'_> {
    /// Passes `target`, the value that an operation on floats should have, one level down.
    pub(super) fn carry_float(&mut self, expr: ExprId, target: u128) -> bool {
        let node = self.arena.node(expr);
        let (kind, to, a) = (node.kind, node.width(), node.first());
        let from = self.arena.width(a);
        let back = |kind| Some(float_fold(kind, from, to, [target, 0, 0]));
        let wanted = match kind {
            Kind::FEq | Kind::FLt | Kind::FLe => return self.compare_floats(expr, target == 1),
            Kind::FAdd | Kind::FSub | Kind::FMul | Kind::FDiv => return self.undo(expr, target),
            Kind::FSqrt => Some(float_fold(Kind::FMul, to, to, [target, target, 0])),
            Kind::FToF => back(Kind::FToF),
            Kind::FToS => back(Kind::SToF),
            Kind::FToU => back(Kind::UToF),
            Kind::SToF => back(Kind::FToS),
            Kind::UToF => back(Kind::FToU),
            kind if kind.rounding().is_some() => Some(target),
            _ => None,
        };
        wanted.is_some_and(|wanted| self.next(a, wanted))
    }

    /// Finds the number that one of two operands should be while the other one keeps its value.
    fn undo(&mut self, expr: ExprId, target: u128) -> bool {
        let node = self.arena.node(expr);
        let (a, b, width) = (node.first(), node.second(), node.width());
        if a == b && node.kind == Kind::FMul {
            let root = float_fold(Kind::FSqrt, width, width, [target, 0, 0]);
            let is_nan = Format::of(width).is_none_or(|format| format.is_nan(root));
            return !is_nan && self.next(a, root);
        }
        let moves_second = self.is_const(a) || (!self.is_const(b) && self.flip());
        let other = self.value(if moves_second { a } else { b });
        let (opposite, operands) = match (node.kind, moves_second) {
            (Kind::FAdd, _) => (Kind::FSub, [target, other, 0]),
            (Kind::FSub, false) => (Kind::FAdd, [target, other, 0]),
            (Kind::FSub, true) => (Kind::FSub, [other, target, 0]),
            (Kind::FMul, _) => (Kind::FDiv, [target, other, 0]),
            (_, false) => (Kind::FMul, [target, other, 0]),
            (_, true) => (Kind::FDiv, [other, target, 0]),
        };
        let wanted = float_fold(opposite, width, width, operands);
        let is_nan = Format::of(width).is_none_or(|format| format.is_nan(wanted));
        !is_nan && self.next(if moves_second { b } else { a }, wanted)
    }

    /// Gives one operand a number with which the comparison has the wanted result: that of the other operand
    /// if equal numbers have it, else one a step away.
    fn compare_floats(&mut self, expr: ExprId, holds: bool) -> bool {
        let node = self.arena.node(expr);
        let (a, b) = (node.first(), node.second());
        let moves_second = self.is_const(a) || (!self.is_const(b) && self.flip());
        let (moved, other) = if moves_second { (b, self.value(a)) } else { (a, self.value(b)) };
        let width = self.arena.width(a);
        let Some(format) = Format::of(width).filter(|format| !format.is_nan(other)) else { return false };
        if (node.kind == Kind::FLt) != holds {
            return self.next(moved, other);
        }
        let goes_up = match node.kind {
            Kind::FEq => true,
            kind => (kind == Kind::FLt) == moves_second,
        };
        let step = STEPS[usize::from(self.flip()) * 2 + usize::from(self.flip())];
        let step = float_fold(Kind::FToF, width, Bits(64), [u128::from(step.to_bits()), 0, 0]);
        let kind = if goes_up { Kind::FAdd } else { Kind::FSub };
        let mut wanted = float_fold(kind, width, width, [other, step, 0]);
        // A step is lost in a number that is much larger. Twice or half that number is another one.
        if wanted == other {
            let grows = goes_up != format.is_negative(other);
            let kind = if grows { Kind::FAdd } else { Kind::FSub };
            let half = float_fold(Kind::FMul, width, width, [other, half(width), 0]);
            wanted = float_fold(kind, width, width, [other, half, 0]);
        }
        !format.is_nan(wanted) && self.next(moved, wanted)
    }
}

/// One half in the format of this width.
fn half(width: Bits) -> u128 {
    float_fold(Kind::FToF, width, Bits(64), [u128::from(0.5f64.to_bits()), 0, 0])
}

#[cfg(test)]
mod tests {
    use crate::expr::{Arena, Assignment, Kind, SymbolKey};
    use crate::solver::TermAnalysis;
    use crate::solver::local_search::local_search;
    use crate::util::Bits;

    #[test]
    fn computations_with_floats_are_undone() {
        let mut arena = Arena::new();
        let [mass, height] = [0, 1]
            .map(|element| arena.symbol(SymbolKey { input: 0, element, name: "x".into(), width: Bits(64) }));
        let number = |arena: &mut Arena, x: f64| arena.constant(Bits(64), u128::from(x.to_bits()));
        let (low, high) = (number(&mut arena, 25.0), number(&mut arena, 30.0));
        let square = arena.float(Kind::FMul, Bits(64), &[height, height]);
        let index = arena.float(Kind::FDiv, Bits(64), &[mass, square]);
        let conditions = [(Kind::FLt, [index, high]), (Kind::FLe, [low, index])]
            .map(|(kind, operands)| arena.float(kind, Bits(1), &operands));
        let mut model = Assignment::new();
        for symbol in [mass, height] {
            model.set(arena.node(symbol).symbol(), u128::from(1.5f64.to_bits()));
        }
        assert!(local_search(&arena, &mut TermAnalysis::new(), &mut model, &conditions));
        assert!(TermAnalysis::new().all_hold(&arena, &model, &conditions));
    }
}
