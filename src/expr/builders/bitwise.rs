//! Complement, conjunction, disjunction; at width 1 these are the boolean connectives.

use super::*;

impl Arena {
    /// ¬a
    pub fn not(&mut self, a: ExprId) -> ExprId {
        let node = self.node(a);
        if let Some(value) = self.as_const(a) {
            let folded = self.constant(node.width(), !value);
            return self.fire(Rule::Fold, folded);
        }
        if node.kind == Kind::Not {
            return self.fire(Rule::NotNot, node.first());
        }
        self.intern(Node::new(Kind::Not, node.width(), a.raw(), 0, 0))
    }

    /// a & b
    pub fn and(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let width = self.width(a);
        if let Some(folded) = self.fold_two(Kind::And, a, b, width) {
            return folded;
        }
        let (a, b) = self.ordered(a, b);
        if a == b {
            return self.fire(Rule::Idempotent, a);
        }
        match self.as_const(b) {
            Some(0) => return self.fire(Rule::AndZero, b),
            Some(c) if c == width.mask() => return self.fire(Rule::AndOnes, a),
            _ => {}
        }
        if self.are_complements(a, b) {
            let zero = self.constant(width, 0);
            return self.fire(Rule::AndComplement, zero);
        }
        self.joined(Kind::And, a, b)
    }

    /// a | b
    pub fn or(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let width = self.width(a);
        if let Some(folded) = self.fold_two(Kind::Or, a, b, width) {
            return folded;
        }
        let (a, b) = self.ordered(a, b);
        if a == b {
            return self.fire(Rule::Idempotent, a);
        }
        match self.as_const(b) {
            Some(0) => return self.fire(Rule::OrZero, a),
            Some(c) if c == width.mask() => return self.fire(Rule::OrOnes, b),
            _ => {}
        }
        if self.are_complements(a, b) {
            let ones = self.constant(width, u128::MAX);
            return self.fire(Rule::OrComplement, ones);
        }
        self.joined(Kind::Or, a, b)
    }

    /// a ^ b
    pub fn xor(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let width = self.width(a);
        if let Some(folded) = self.fold_two(Kind::Xor, a, b, width) {
            return folded;
        }
        let (a, b) = self.ordered(a, b);
        if a == b {
            let zero = self.constant(width, 0);
            return self.fire(Rule::XorSelf, zero);
        }
        match self.as_const(b) {
            Some(0) => return self.fire(Rule::XorZero, a),
            Some(c) if c == width.mask() => {
                let result = self.not(a);
                return self.fire(Rule::XorOnes, result);
            }
            _ => {}
        }
        self.joined(Kind::Xor, a, b)
    }

    /// The last step of the three: constants of nested operations of one kind are brought together.
    fn joined(&mut self, kind: Kind, a: ExprId, b: ExprId) -> ExprId {
        let inner = self.node(a);
        if inner.kind == kind
            && let Some((c1, c2)) = self.constants(inner.second(), b)
        {
            let value = fold(kind, inner.width(), c1, c2);
            let c = self.constant(inner.width(), value);
            let result = self.binary(kind, inner.first(), c);
            return self.fire(Rule::BitwiseConstants, result);
        }
        self.two(kind, inner.width(), a, b)
    }
}
