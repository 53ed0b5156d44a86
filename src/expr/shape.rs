//! What the shape of a term says about its value, without asking anyone.

use super::{Arena, ExprId, Kind};

/// Operands deeper than this are not looked at.
const DEPTH: u32 = 8;

impl Arena {
    /// A number of low bits that are zero under every assignment.
    pub fn trailing_zeros(&self, expr: ExprId) -> u32 {
        self.zeros_below(expr, DEPTH)
    }

    fn zeros_below(&self, expr: ExprId, depth: u32) -> u32 {
        let node = self.node(expr);
        let width = node.width().0;
        if depth == 0 {
            return 0;
        }
        let below = |operand| self.zeros_below(operand, depth - 1);
        let zeros = match node.kind {
            Kind::Const | Kind::WideConst => {
                self.as_const(expr).expect("invariant: this node is a constant").trailing_zeros()
            }
            Kind::Add | Kind::Sub | Kind::Or | Kind::Xor => below(node.first()).min(below(node.second())),
            Kind::And => below(node.first()).max(below(node.second())),
            Kind::Mul => below(node.first()) + below(node.second()),
            Kind::Neg | Kind::ZExt | Kind::SExt => below(node.first()),
            Kind::Ite => below(node.second()).min(below(node.third())),
            Kind::Shl => match self.as_const(node.second()) {
                Some(by) => below(node.first()) + u32::try_from(by).unwrap_or(width),
                None => below(node.first()),
            },
            Kind::Concat => {
                let low = node.second();
                let zeros = below(low);
                let whole = zeros >= self.width(low).0;
                if whole { zeros + below(node.first()) } else { zeros }
            }
            _ => 0,
        };
        zeros.min(width)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expr::SymbolKey;
    use crate::util::Bits;

    #[test]
    fn an_index_times_its_size_is_aligned() {
        let mut arena = Arena::new();
        let x = arena.symbol(SymbolKey { input: 0, element: 0, name: "x".into(), width: Bits(64) });
        let four = arena.constant(Bits(64), 4);
        let six = arena.constant(Bits(64), 6);
        let scaled = arena.mul(x, four);
        let moved = arena.add(scaled, six);
        assert_eq!(arena.trailing_zeros(x), 0);
        assert_eq!(arena.trailing_zeros(scaled), 2);
        assert_eq!(arena.trailing_zeros(moved), 1);
    }
}
