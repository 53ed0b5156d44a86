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
        if node.kind == Kind::Not && self.simplifies() {
            return self.fire(Rule::NotNot, node.first());
        }
        if self.simplifies() && self.is_choice(a) {
            let [yes, no] = [node.second(), node.third()].map(|side| self.not(side));
            let result = self.ite(node.first(), yes, no);
            return self.fire(Rule::OperationIte, result);
        }
        self.make(Node::new(Kind::Not, node.width(), a.raw(), 0, 0))
    }

    /// a & b
    pub fn and(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let width = self.width(a);
        if let Some(settled) = self.settled(Kind::And, a, b, width) {
            return settled;
        }
        let (a, b) = self.ordered(a, b);
        if a == b {
            return self.fire(Rule::Idempotent, a);
        }
        match self.as_const(b) {
            Some(0) => return self.fire(Rule::AndZero, b),
            Some(c) if c == width.mask() => return self.fire(Rule::AndOnes, a),
            Some(c) if width.0 <= 64 && !self.facts(a).zeros & !c as u64 == 0 => {
                return self.fire(Rule::AndCovered, a);
            }
            _ => {}
        }
        if self.are_complements(a, b) {
            let zero = self.constant(width, 0);
            return self.fire(Rule::AndComplement, zero);
        }
        if let Some(result) = self.orders(Kind::And, a, b) {
            return result;
        }
        if let Some(result) = self.absorbed(Kind::And, Kind::Or, a, b) {
            return self.fire(Rule::Absorbed, result);
        }
        if self.node(a).kind == Kind::Concat
            && let Some(c) = self.as_const(b)
        {
            let result = self.and_concat(a, c);
            return self.fire(Rule::AndConcat, result);
        }
        let extended = self.node(a);
        if extended.kind == Kind::ZExt
            && self.node(extended.first()).kind == Kind::Concat
            && let Some(c) = self.as_const(b)
        {
            let mask = self.constant(self.width(extended.first()), c);
            let part = self.and(extended.first(), mask);
            let result = self.zext(part, width);
            return self.fire(Rule::AndExtension, result);
        }
        if extended.kind == Kind::Extract
            && let Some(c) = self.as_const(b)
            && let Some(result) = self.and_extract(a, c)
        {
            return self.fire(Rule::AndParts, result);
        }
        self.joined(Kind::And, a, b)
    }

    /// a | b
    pub fn or(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let width = self.width(a);
        if let Some(settled) = self.settled(Kind::Or, a, b, width) {
            return settled;
        }
        let (a, b) = self.ordered(a, b);
        if a == b {
            return self.fire(Rule::Idempotent, a);
        }
        match self.as_const(b) {
            Some(0) => return self.fire(Rule::OrZero, a),
            Some(c) if c == width.mask() => return self.fire(Rule::OrOnes, b),
            Some(c) if width.0 <= 64 && !self.facts(a).ones & c as u64 == 0 => {
                return self.fire(Rule::OrCovered, a);
            }
            _ => {}
        }
        if self.are_complements(a, b) {
            let ones = self.constant(width, u128::MAX);
            return self.fire(Rule::OrComplement, ones);
        }
        if let Some(result) = self.orders(Kind::Or, a, b) {
            return result;
        }
        if let Some(result) = self.absorbed(Kind::Or, Kind::And, a, b) {
            return self.fire(Rule::Absorbed, result);
        }
        self.joined(Kind::Or, a, b)
    }

    /// a ^ b
    pub fn xor(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let width = self.width(a);
        if let Some(settled) = self.settled(Kind::Xor, a, b, width) {
            return settled;
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

    /// If `a` and `b` compare the same two terms, one each way: the order, and the two terms. `negated` says
    /// which of `a` and `b` must be a negation of an order.
    pub(super) fn opposite(
        &self,
        a: ExprId,
        b: ExprId,
        negated: [bool; 2],
    ) -> Option<(Kind, ExprId, ExprId)> {
        let order = |expr: ExprId, is_negated: bool| {
            let node = self.node(expr);
            let inner = match (is_negated, node.kind) {
                (true, Kind::Not) => self.node(node.first()),
                (true, _) => return None,
                (false, _) => node,
            };
            let is_order = matches!(inner.kind, Kind::Ult | Kind::Slt);
            is_order.then(|| (inner.kind, inner.first(), inner.second()))
        };
        let (one, other) = (order(a, negated[0])?, order(b, negated[1])?);
        (one.0 == other.0 && one.1 == other.2 && one.2 == other.1).then_some(one)
    }

    /// Simplifies the conjunction or disjunction, as `kind` says, of two orders of the same terms, one each
    /// way. At most one of them holds, so each implies the negation of the other. One or both may be negated.
    fn orders(&mut self, kind: Kind, a: ExprId, b: ExprId) -> Option<ExprId> {
        let is_and = kind == Kind::And;
        if self.opposite(a, b, [!is_and; 2]).is_some() {
            let settled = self.bool(!is_and);
            return Some(self.fire(Rule::OrdersExclude, settled));
        }
        if let Some((_, one, other)) = self.opposite(a, b, [is_and; 2]) {
            let result = if is_and { self.eq(one, other) } else { self.ne(one, other) };
            return Some(self.fire(Rule::OrdersEqual, result));
        }
        let (strong, weak) = if self.opposite(a, b, [false, true]).is_some() {
            (a, b)
        } else if self.opposite(a, b, [true, false]).is_some() {
            (b, a)
        } else {
            return None;
        };
        Some(self.fire(Rule::OrdersExclude, if is_and { strong } else { weak }))
    }

    /// `kind(a, b)`, if one operand is an operation of this or the `dual` kind on the other.
    fn absorbed(&self, kind: Kind, dual: Kind, a: ExprId, b: ExprId) -> Option<ExprId> {
        let holds = |outer: ExprId, inner: ExprId| {
            let node = self.node(outer);
            (node.kind == kind || node.kind == dual) && (node.first() == inner || node.second() == inner)
        };
        let (outer, inner) = if holds(a, b) {
            (a, b)
        } else if holds(b, a) {
            (b, a)
        } else {
            return None;
        };
        Some(if self.node(outer).kind == kind { outer } else { inner })
    }

    /// `a & c`, if `a` is an extract of a concatenation and the bits that `c` keeps end where a part of it
    /// ends.
    fn and_extract(&mut self, a: ExprId, c: u128) -> Option<ExprId> {
        let node = self.node(a);
        let n_kept = 128 - c.leading_zeros();
        let is_part = n_kept < node.width().0
            && self.node(node.first()).kind == Kind::Concat
            && self.is_border(node.first(), node.low_bit() + n_kept);
        if !is_part {
            return None;
        }
        let part = self.extract(node.first(), node.low_bit(), Bits(n_kept));
        let mask = self.constant(Bits(n_kept), c);
        let part = self.and(part, mask);
        Some(self.zext(part, node.width()))
    }

    fn and_concat(&mut self, a: ExprId, c: u128) -> ExprId {
        let node = self.node(a);
        let [above, below] = [node.first(), node.second()].map(|part| self.width(part));
        let high = self.constant(above, c >> below.0);
        let low = self.constant(below, c);
        let (high, low) = (self.and(node.first(), high), self.and(node.second(), low));
        self.concat(high, low)
    }

    /// The last step of `and`, `or` and `xor`: joins the constants of nested operations of one kind.
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
