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
        if node.kind == Kind::Neg && self.simplifies() {
            return self.fire(Rule::NegNeg, node.first());
        }
        if self.simplifies() && self.is_choice(a) {
            let [yes, no] = [node.second(), node.third()].map(|side| self.neg(side));
            let result = self.ite(node.first(), yes, no);
            return self.fire(Rule::OperationIte, result);
        }
        self.make(Node::new(Kind::Neg, node.width(), a.raw(), 0, 0))
    }

    /// a + b
    pub fn add(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let width = self.width(a);
        if let Some(settled) = self.settled(Kind::Add, a, b, width) {
            return settled;
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
        for (term, other) in [(a, b), (b, a)] {
            let node = self.node(other);
            if node.kind == Kind::SExt && self.width(node.first()) == Bits(1) {
                let truth = self.zext(node.first(), width);
                let result = self.sub(term, truth);
                return self.fire(Rule::AddTruth, result);
            }
        }
        self.two(Kind::Add, width, a, b)
    }

    /// a − b
    pub fn sub(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let width = self.width(a);
        if let Some(settled) = self.settled(Kind::Sub, a, b, width) {
            return settled;
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
        if let Some(settled) = self.settled(Kind::Mul, a, b, width) {
            return settled;
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
        if let Some(settled) = self.settled(Kind::UDiv, a, b, width) {
            return settled;
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
        if let Some(settled) = self.settled(Kind::SDiv, a, b, width) {
            return settled;
        }
        // At width 1 the pattern 1 reads as −1.
        if self.as_const(b) == Some(1) && width > Bits(1) {
            return self.fire(Rule::DivOne, a);
        }
        if self.are_non_negative(a, b) {
            let result = self.udiv(a, b);
            return self.fire(Rule::SignedNonNegative, result);
        }
        self.two(Kind::SDiv, width, a, b)
    }

    /// a mod b, unsigned
    pub fn urem(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let width = self.width(a);
        if let Some(settled) = self.settled(Kind::URem, a, b, width) {
            return settled;
        }
        if let Some(c) = self.as_const(b)
            && Self::log2(c).is_some()
        {
            let mask = self.constant(width, c - 1);
            let result = self.and(a, mask);
            return self.fire(Rule::URemPowerOfTwo, result);
        }
        if self.facts(a).high < self.facts(b).low {
            return self.fire(Rule::URemBelow, a);
        }
        self.two(Kind::URem, width, a, b)
    }

    /// a mod b, signed: the result has the sign of a
    pub fn srem(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let width = self.width(a);
        if let Some(settled) = self.settled(Kind::SRem, a, b, width) {
            return settled;
        }
        if self.are_non_negative(a, b) {
            let result = self.urem(a, b);
            return self.fire(Rule::SignedNonNegative, result);
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

    pub(super) fn shift(&mut self, kind: Kind, a: ExprId, b: ExprId) -> ExprId {
        let width = self.width(a);
        if let Some(settled) = self.settled(kind, a, b, width) {
            return settled;
        }
        if let Some(by) = self.as_const(b) {
            if by == 0 {
                return self.fire(Rule::ShiftZero, a);
            }
            if kind != Kind::AShr && by >= u128::from(width.0) {
                let zero = self.constant(width, 0);
                return self.fire(Rule::ShiftOut, zero);
            }
            if let Some((rule, result)) = self.shift_parts(kind, a, by) {
                return self.fire(rule, result);
            }
        }
        if kind == Kind::AShr && self.facts(a).is_non_negative() {
            let result = self.lshr(a, b);
            return self.fire(Rule::SignedNonNegative, result);
        }
        self.two(kind, width, a, b)
    }

    /// Turns a shift to the right that takes whole parts of a concatenation, as reading a bit-field does,
    /// into these parts.
    fn shift_parts(&mut self, kind: Kind, a: ExprId, by: u128) -> Option<(Rule, ExprId)> {
        let (node, width) = (self.node(a), self.width(a).0);
        let by = u32::try_from(by).ok().filter(|by| *by < width)?;
        let rest = Bits(width - by);
        if kind == Kind::LShr && matches!(node.kind, Kind::Concat | Kind::ZExt) && self.is_border(a, by) {
            let part = self.extract(a, by, rest);
            return Some((Rule::ShiftConcat, self.zext(part, Bits(width))));
        }
        if kind == Kind::Shl || node.kind != Kind::Shl {
            return None;
        }
        let left = u32::try_from(self.as_const(node.second())?).ok()?;
        let whole = node.first();
        let low = by.checked_sub(left)?;
        if !self.is_border(whole, low) || !self.is_border(whole, width - left) {
            return None;
        }
        let part = self.extract(whole, low, rest);
        let result = match kind {
            Kind::AShr => self.sext(part, Bits(width)),
            _ => self.zext(part, Bits(width)),
        };
        Some((Rule::ShiftedParts, result))
    }
}
