//! Sums, products, quotients and shifts.

use super::*;

impl Arena {
    /// −a
    pub fn neg(&mut self, a: ExprId) -> ExprId {
        let node = self.node(a);
        if let Some(value) = self.as_const(a) {
            let folded = self.constant(node.width(), value.wrapping_neg());
            return self.fire(Rule::Fold, folded);
        }
        if node.kind == Kind::Neg {
            return self.fire(Rule::NegNeg, node.first());
        }
        self.intern(Node::new(Kind::Neg, node.width(), a.raw(), 0, 0))
    }

    /// a + b
    pub fn add(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let width = self.width(a);
        if let Some(folded) = self.fold_two(Kind::Add, a, b, width) {
            return folded;
        }
        let (a, b) = self.ordered(a, b);
        if let Some(c) = self.as_const(b) {
            if c == 0 {
                return self.fire(Rule::AddZero, a);
            }
            let inner = self.node(a);
            if inner.kind == Kind::Add
                && let Some(c1) = self.as_const(inner.second())
            {
                let sum = self.constant(width, c.wrapping_add(c1));
                let result = self.add(inner.first(), sum);
                return self.fire(Rule::AddConstants, result);
            }
        }
        self.two(Kind::Add, width, a, b)
    }

    /// a − b
    pub fn sub(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let width = self.width(a);
        if let Some(folded) = self.fold_two(Kind::Sub, a, b, width) {
            return folded;
        }
        if a == b {
            let zero = self.constant(width, 0);
            return self.fire(Rule::SubSelf, zero);
        }
        if let Some(c) = self.as_const(b) {
            let minus = self.constant(width, c.wrapping_neg());
            let result = self.add(a, minus);
            return self.fire(Rule::SubConstant, result);
        }
        self.two(Kind::Sub, width, a, b)
    }

    /// a · b
    pub fn mul(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let width = self.width(a);
        if let Some(folded) = self.fold_two(Kind::Mul, a, b, width) {
            return folded;
        }
        let (a, b) = self.ordered(a, b);
        match self.as_const(b) {
            Some(0) => return self.fire(Rule::MulZero, b),
            Some(1) => return self.fire(Rule::MulOne, a),
            Some(c) => {
                if let Some(k) = Self::log2(c) {
                    let by = self.constant(width, u128::from(k));
                    let result = self.shl(a, by);
                    return self.fire(Rule::MulPowerOfTwo, result);
                }
            }
            None => {}
        }
        self.two(Kind::Mul, width, a, b)
    }

    /// a / b, unsigned
    pub fn udiv(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let width = self.width(a);
        if let Some(folded) = self.fold_two(Kind::UDiv, a, b, width) {
            return folded;
        }
        match self.as_const(b) {
            Some(1) => return self.fire(Rule::DivOne, a),
            Some(c) => {
                if let Some(k) = Self::log2(c) {
                    let by = self.constant(width, u128::from(k));
                    let result = self.lshr(a, by);
                    return self.fire(Rule::UDivPowerOfTwo, result);
                }
            }
            None => {}
        }
        self.two(Kind::UDiv, width, a, b)
    }

    /// a / b, signed, towards zero
    pub fn sdiv(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let width = self.width(a);
        if let Some(folded) = self.fold_two(Kind::SDiv, a, b, width) {
            return folded;
        }
        // At width 1 the pattern 1 reads as −1.
        if self.as_const(b) == Some(1) && width > Bits(1) {
            return self.fire(Rule::DivOne, a);
        }
        self.two(Kind::SDiv, width, a, b)
    }

    /// a mod b, unsigned
    pub fn urem(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let width = self.width(a);
        if let Some(folded) = self.fold_two(Kind::URem, a, b, width) {
            return folded;
        }
        if let Some(c) = self.as_const(b)
            && Self::log2(c).is_some()
        {
            let mask = self.constant(width, c - 1);
            let result = self.and(a, mask);
            return self.fire(Rule::URemPowerOfTwo, result);
        }
        self.two(Kind::URem, width, a, b)
    }

    /// a mod b, signed: the result has the sign of a
    pub fn srem(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let width = self.width(a);
        if let Some(folded) = self.fold_two(Kind::SRem, a, b, width) {
            return folded;
        }
        self.two(Kind::SRem, width, a, b)
    }

    /// a << b
    pub fn shl(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.shift(Kind::Shl, a, b)
    }

    /// a >> b, filled with zeros
    pub fn lshr(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.shift(Kind::LShr, a, b)
    }

    /// a >> b, filled with the sign
    pub fn ashr(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.shift(Kind::AShr, a, b)
    }

    /// Whether the shape of the term alone says that it is less than `bound`.
    pub fn is_below(&self, term: ExprId, bound: u128) -> bool {
        let node = self.node(term);
        match node.kind {
            Kind::And => self.as_const(node.second()).is_some_and(|mask| mask < bound),
            Kind::URem => self.as_const(node.second()).is_some_and(|divisor| (1..=bound).contains(&divisor)),
            Kind::ZExt => self.width(node.first()).mask() < bound || self.is_below(node.first(), bound),
            _ => self.as_const(term).is_some_and(|value| value < bound),
        }
    }

    pub(super) fn shift(&mut self, kind: Kind, a: ExprId, b: ExprId) -> ExprId {
        let width = self.width(a);
        if let Some(folded) = self.fold_two(kind, a, b, width) {
            return folded;
        }
        if let Some(by) = self.as_const(b) {
            if by == 0 {
                return self.fire(Rule::ShiftZero, a);
            }
            if kind != Kind::AShr && by >= u128::from(width.0) {
                let zero = self.constant(width, 0);
                return self.fire(Rule::ShiftOut, zero);
            }
        }
        self.two(kind, width, a, b)
    }
}
