//! Builders: each makes one term, simplified by the rules that match at its root.

mod arithmetic;
mod bitwise;
mod compare;
mod float;
mod structure;

use super::{Arena, ExprId, Format, Kind, Node, Rule, float_fold, fold};
use crate::util::Bits;

impl Arena {
    /// The term `kind(a)` for a one-operand kind of the operand's own width, by its builder.
    ///
    /// # Panics
    /// On any other kind.
    pub fn unary(&mut self, kind: Kind, a: ExprId) -> ExprId {
        match kind {
            Kind::Not => self.not(a),
            Kind::Neg => self.neg(a),
            _ => unreachable!("invariant: {kind:?} is not a one-operand operation"),
        }
    }

    /// The term `kind(a, b)` for a two-operand kind, by its builder.
    ///
    /// # Panics
    /// On kinds with another number of operands.
    pub fn binary(&mut self, kind: Kind, a: ExprId, b: ExprId) -> ExprId {
        match kind {
            Kind::And => self.and(a, b),
            Kind::Or => self.or(a, b),
            Kind::Xor => self.xor(a, b),
            Kind::Add => self.add(a, b),
            Kind::Sub => self.sub(a, b),
            Kind::Mul => self.mul(a, b),
            Kind::UDiv => self.udiv(a, b),
            Kind::SDiv => self.sdiv(a, b),
            Kind::URem => self.urem(a, b),
            Kind::SRem => self.srem(a, b),
            Kind::Shl | Kind::LShr | Kind::AShr => self.shift(kind, a, b),
            Kind::Concat => self.concat(a, b),
            Kind::Eq => self.eq(a, b),
            Kind::Ult => self.ult(a, b),
            Kind::Slt => self.slt(a, b),
            _ => unreachable!("invariant: {kind:?} is not a two-operand operation"),
        }
    }

    /// The term as it is given, with no rule applied. For tests of the rules.
    ///
    /// There must be as many `operands` as the kind takes; `low_bit` is the low bit of an extract, else zero.
    pub fn raw(&mut self, kind: Kind, width: Bits, operands: &[ExprId], low_bit: u32) -> ExprId {
        assert_eq!(operands.len(), kind.n_operands());
        let mut fields = [0; 3];
        for (field, operand) in fields.iter_mut().zip(operands) {
            *field = operand.raw();
        }
        if kind == Kind::Extract {
            fields[1] = low_bit;
        }
        self.intern(Node::new(kind, width, fields[0], fields[1], fields[2]))
    }

    /// Both values, if both terms are constants.
    fn constants(&self, a: ExprId, b: ExprId) -> Option<(u128, u128)> {
        Some((self.as_const(a)?, self.as_const(b)?))
    }

    /// Turns an operation on a choice between constants into a choice between its results.
    fn lifted(&mut self, kind: Kind, a: ExprId, b: ExprId) -> Option<ExprId> {
        let (x, y) = (self.node(a), self.node(b));
        if kind.is_comparison() || x.kind != Kind::Ite && y.kind != Kind::Ite {
            return None;
        }
        let (condition, yes, no) = match (self.as_const(a), self.as_const(b)) {
            (None, Some(_)) if self.is_choice(a) => (x.first(), [x.second(), b], [x.third(), b]),
            (Some(_), None) if self.is_choice(b) => (y.first(), [a, y.second()], [a, y.third()]),
            (None, None) if self.is_choice(a) && self.is_choice(b) => {
                if x.first() == y.first() {
                    (x.first(), [x.second(), y.second()], [x.third(), y.third()])
                } else {
                    // Only if there are not more than four constants.
                    self.constants(x.second(), x.third()).and(self.constants(y.second(), y.third()))?;
                    (x.first(), [x.second(), b], [x.third(), b])
                }
            }
            _ => return None,
        };
        let [yes, no] = [yes, no].map(|[a, b]| self.binary(kind, a, b));
        Some(self.ite(condition, yes, no))
    }

    /// Whether the term chooses one of two to four constants.
    fn is_choice(&self, expr: ExprId) -> bool {
        let sides = |expr: ExprId| {
            let node = self.node(expr);
            (node.kind == Kind::Ite).then(|| [node.second(), node.third()])
        };
        let is_const = |expr: &ExprId| self.as_const(*expr).is_some();
        let is_small =
            |expr: &ExprId| is_const(expr) || sides(*expr).is_some_and(|sides| sides.iter().all(is_const));
        sides(expr).is_some_and(|sides| sides.iter().all(is_small))
    }

    /// The finished term, if no further rule is needed: two constants of one width are folded to a value of
    /// the width `result`, an operation on a choice of constants becomes a choice of results, and if rules
    /// are off, the term is made as it is.
    fn settled(&mut self, kind: Kind, a: ExprId, b: ExprId, result: Bits) -> Option<ExprId> {
        if let Some((x, y)) = self.constants(a, b) {
            let value = fold(kind, self.width(a), x, y);
            let folded = self.constant(result, value);
            return Some(self.fire(Rule::Fold, folded));
        }
        if self.simplifies() {
            let lifted = self.lifted(kind, a, b)?;
            return Some(self.fire(Rule::OperationIte, lifted));
        }
        let (a, b) = if kind.is_commutative() { self.ordered(a, b) } else { (a, b) };
        Some(self.intern(Node::new(kind, result, a.raw(), b.raw(), 0)))
    }

    /// Interns a node that no rule of its own operation has rewritten.
    fn make(&mut self, node: Node) -> ExprId {
        let id = self.intern(node);
        match self.facts(id).value() {
            Some(value) if self.simplifies() && node.width().0 <= 64 => {
                let known = self.constant(node.width(), u128::from(value));
                self.fire(Rule::Known, known)
            }
            _ => id,
        }
    }

    /// Orders the operands of a commutative kind: a constant last, else by structural hash.
    fn ordered(&self, a: ExprId, b: ExprId) -> (ExprId, ExprId) {
        let key = |e: ExprId| (self.as_const(e).is_some(), self.structural_hash(e));
        if key(b) < key(a) { (b, a) } else { (a, b) }
    }

    /// Interns a node of two operands of one width.
    fn two(&mut self, kind: Kind, width: Bits, a: ExprId, b: ExprId) -> ExprId {
        debug_assert!(kind == Kind::Concat || self.width(a) == self.width(b), "{kind:?} of unequal widths");
        self.make(Node::new(kind, width, a.raw(), b.raw(), 0))
    }

    /// The exponent, if the value is a power of two.
    fn log2(value: u128) -> Option<u32> {
        value.is_power_of_two().then(|| value.trailing_zeros())
    }

    /// Whether neither term is ever negative.
    fn are_non_negative(&self, a: ExprId, b: ExprId) -> bool {
        self.facts(a).is_non_negative() && self.facts(b).is_non_negative()
    }

    /// Whether `a` is `¬b` or `b` is `¬a`.
    fn are_complements(&self, a: ExprId, b: ExprId) -> bool {
        let negates = |x: ExprId, y: ExprId| {
            let node = self.node(x);
            node.kind == Kind::Not && node.first() == y
        };
        negates(a, b) || negates(b, a)
    }
}
