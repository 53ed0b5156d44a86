//! Equality and order. `a ≤ b` is built as `¬(b < a)`, so that each question has only one shape.

use super::*;

/// A constant that is compared with an extension, at the width of the term that is extended.
enum Narrowed {
    /// It is this value at that width.
    Fits(ExprId),
    /// It is below every value that the extension takes.
    Below,
    /// It is above every value that the extension takes.
    Above,
}

impl Arena {
    /// a = b
    pub fn eq(&mut self, a: ExprId, b: ExprId) -> ExprId {
        if a == b {
            let yes = self.bool(true);
            return self.fire(Rule::EqSelf, yes);
        }
        if let Some(settled) = self.settled(Kind::Eq, a, b, Bits(1)) {
            return settled;
        }
        let (a, b) = self.ordered(a, b);
        if let Some(c) = self.as_const(b)
            && let Some(result) = self.eq_constant(a, b, c)
        {
            return result;
        }
        let (x, y) = (self.node(a), self.node(b));
        if x.kind == y.kind
            && matches!(x.kind, Kind::ZExt | Kind::SExt)
            && self.width(x.first()) == self.width(y.first())
        {
            let result = self.eq(x.first(), y.first());
            return self.fire(Rule::EqExtensions, result);
        }
        if x.kind == Kind::Concat
            && y.kind == Kind::Concat
            && self.width(x.second()) == self.width(y.second())
        {
            let (high, low) = (self.eq(x.first(), y.first()), self.eq(x.second(), y.second()));
            let result = self.and(high, low);
            return self.fire(Rule::EqConcats, result);
        }
        if let Some((_, one, other)) = self.opposite(a, b, [false; 2]) {
            let result = self.eq(one, other);
            return self.fire(Rule::EqOrders, result);
        }
        if let Some(result) = self.eq_of_part(a, b).or_else(|| self.eq_of_part(b, a)) {
            return self.fire(Rule::EqExtendedPart, result);
        }
        self.two(Kind::Eq, Bits(1), a, b)
    }

    /// The condition that a term equals the extension of its own low bits: that it lies in their range.
    fn eq_of_part(&mut self, extended: ExprId, whole: ExprId) -> Option<ExprId> {
        let node = self.node(extended);
        if !matches!(node.kind, Kind::ZExt | Kind::SExt) {
            return None;
        }
        let part = self.node(node.first());
        if part.kind != Kind::Extract || part.low_bit() != 0 || part.first() != whole {
            return None;
        }
        let width = node.width();
        let limit = self.constant(width, 1 << part.width().0);
        if node.kind == Kind::ZExt {
            return Some(self.ult(whole, limit));
        }
        let half = self.constant(width, 1 << (part.width().0 - 1));
        let moved = self.add(whole, half);
        Some(self.ult(moved, limit))
    }

    /// ¬(a = b)
    pub fn ne(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let equal = self.eq(a, b);
        self.not(equal)
    }

    fn eq_constant(&mut self, a: ExprId, b: ExprId, c: u128) -> Option<ExprId> {
        let node = self.node(a);
        let width = node.width();
        if width == Bits(1) {
            let result = if c == 1 { a } else { self.not(a) };
            return Some(self.fire(Rule::EqBool, result));
        }
        match node.kind {
            Kind::ZExt | Kind::SExt => {
                let inner = self.width(node.first());
                let result = if fold(node.kind, inner, c & inner.mask(), 0) & width.mask() == c {
                    let narrow = self.constant(inner, c);
                    self.eq(node.first(), narrow)
                } else {
                    self.bool(false)
                };
                Some(self.fire(Rule::EqExtensionConstant, result))
            }
            Kind::Concat => {
                let border = self.width(node.second());
                let high = self.constant(Bits(width.0 - border.0), c >> border.0);
                let low = self.constant(border, c);
                let (upper, lower) = (self.eq(node.first(), high), self.eq(node.second(), low));
                let result = self.and(upper, lower);
                Some(self.fire(Rule::EqConcat, result))
            }
            Kind::Add => {
                let c1 = self.as_const(node.second())?;
                let rest = self.constant(width, c.wrapping_sub(c1));
                let result = self.eq(node.first(), rest);
                Some(self.fire(Rule::EqAdd, result))
            }
            Kind::Sub if c == 0 => {
                let result = self.eq(node.first(), node.second());
                Some(self.fire(Rule::EqSub, result))
            }
            Kind::Sub => {
                let (x, y) = (self.truth_value(node.first())?, self.truth_value(node.second())?);
                let (unset, set) = match c {
                    1 => (y, x),
                    _ if c == width.mask() => (x, y),
                    _ => return None,
                };
                let unset = self.not(unset);
                let result = self.and(unset, set);
                Some(self.fire(Rule::EqDifference, result))
            }
            Kind::Not => {
                let flipped = self.not(b);
                let result = self.eq(node.first(), flipped);
                Some(self.fire(Rule::EqNot, result))
            }
            Kind::Xor => {
                let c1 = self.as_const(node.second())?;
                let rest = self.constant(width, c ^ c1);
                let result = self.eq(node.first(), rest);
                Some(self.fire(Rule::EqXor, result))
            }
            Kind::Ite => {
                let sides = [node.second(), node.third()];
                if sides.iter().all(|side| self.as_const(*side).is_none()) && !self.is_choice(a) {
                    return None;
                }
                let [yes, no] = sides.map(|side| self.eq(side, b));
                let result = self.ite(node.first(), yes, no);
                Some(self.fire(Rule::EqIte, result))
            }
            _ => None,
        }
    }

    /// a < b, unsigned
    pub fn ult(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.less(Kind::Ult, a, b)
    }

    /// a ≤ b, unsigned
    pub fn ule(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let above = self.ult(b, a);
        self.not(above)
    }

    /// a < b, signed
    pub fn slt(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.less(Kind::Slt, a, b)
    }

    /// a ≤ b, signed
    pub fn sle(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let above = self.slt(b, a);
        self.not(above)
    }

    fn less(&mut self, kind: Kind, a: ExprId, b: ExprId) -> ExprId {
        if a == b {
            let no = self.bool(false);
            return self.fire(Rule::LtSelf, no);
        }
        if let Some(settled) = self.settled(kind, a, b, Bits(1)) {
            return settled;
        }
        if self.width(a) == Bits(1) {
            let (low, high) = if kind == Kind::Ult { (a, b) } else { (b, a) };
            let unset = self.not(low);
            let result = self.and(unset, high);
            return self.fire(Rule::LtBool, result);
        }
        if let Some(result) = self.less_at_bound(kind, a, b) {
            return result;
        }
        if let Some(result) = self.less_extension(kind, a, b) {
            return result;
        }
        if let Some(result) = self.less_choice(kind, a, b) {
            return self.fire(Rule::LtIte, result);
        }
        if kind == Kind::Slt && self.are_non_negative(a, b) {
            let result = self.less(Kind::Ult, a, b);
            return self.fire(Rule::SltNonNegative, result);
        }
        self.two(kind, Bits(1), a, b)
    }

    /// The truth value that a term extends by zeros.
    fn truth_value(&self, extended: ExprId) -> Option<ExprId> {
        let node = self.node(extended);
        (node.kind == Kind::ZExt && self.width(node.first()) == Bits(1)).then(|| node.first())
    }

    /// A choice between constants or extended truth values, compared with a constant.
    fn less_choice(&mut self, kind: Kind, a: ExprId, b: ExprId) -> Option<ExprId> {
        let (choice, is_left) = if self.as_const(b).is_some() { (a, true) } else { (b, false) };
        let node = self.node(choice);
        let is_plain = |side: ExprId| self.as_const(side).is_some() || self.truth_value(side).is_some();
        let is_plain_choice = node.kind == Kind::Ite && is_plain(node.second()) && is_plain(node.third());
        if !is_plain_choice && !self.is_choice(choice) {
            return None;
        }
        self.as_const(if is_left { b } else { a })?;
        let [yes, no] = [node.second(), node.third()]
            .map(|side| if is_left { self.less(kind, side, b) } else { self.less(kind, a, side) });
        Some(self.ite(node.first(), yes, no))
    }

    fn less_at_bound(&mut self, kind: Kind, a: ExprId, b: ExprId) -> Option<ExprId> {
        let width = self.width(a);
        let (least, greatest) = match kind {
            Kind::Ult => (0, width.mask()),
            _ => (1 << (width.0 - 1), width.mask() >> 1),
        };
        let (left, right) = (self.as_const(a), self.as_const(b));
        if right == Some(least) || left == Some(greatest) {
            let no = self.bool(false);
            return Some(self.fire(Rule::LtBound, no));
        }
        if kind == Kind::Ult && right == Some(1) {
            let zero = self.constant(width, 0);
            let result = self.eq(a, zero);
            return Some(self.fire(Rule::UltNextToZero, result));
        }
        if kind == Kind::Ult && left == Some(0) {
            let result = self.ne(b, a);
            return Some(self.fire(Rule::UltNextToZero, result));
        }
        let signs = match (left, right) {
            _ if kind != Kind::Slt => None,
            (_, Some(0)) => self.difference(a),
            (Some(0), _) => self.difference(b).map(|(order, x, y)| (order, y, x)),
            _ => None,
        };
        if let Some((order, x, y)) = signs {
            let result = self.less(order, x, y);
            return Some(self.fire(Rule::SltDifference, result));
        }
        None
    }

    /// If a term is the difference of two extended terms, which does not overflow: their order, and the terms
    /// before they were extended.
    fn difference(&self, expr: ExprId) -> Option<(Kind, ExprId, ExprId)> {
        let node = self.node(expr);
        if node.kind != Kind::Sub {
            return None;
        }
        let (x, y) = (self.node(node.first()), self.node(node.second()));
        let order = match x.kind {
            Kind::ZExt => Kind::Ult,
            Kind::SExt => Kind::Slt,
            _ => return None,
        };
        let is_even = x.kind == y.kind && self.width(x.first()) == self.width(y.first());
        is_even.then(|| (order, x.first(), y.first()))
    }

    fn less_extension(&mut self, kind: Kind, a: ExprId, b: ExprId) -> Option<ExprId> {
        let (x, y) = (self.node(a), self.node(b));
        if x.kind == y.kind
            && matches!(x.kind, Kind::ZExt | Kind::SExt)
            && self.width(x.first()) == self.width(y.first())
        {
            let order = if x.kind == Kind::ZExt { Kind::Ult } else { kind };
            let result = self.less(order, x.first(), y.first());
            return Some(self.fire(Rule::LtExtensions, result));
        }
        let result = match (self.as_const(a), self.as_const(b)) {
            (None, Some(c)) => {
                let (order, narrowed) = self.narrow(kind, a, c)?;
                match narrowed {
                    Narrowed::Fits(c) => self.less(order, x.first(), c),
                    Narrowed::Above => self.bool(true),
                    Narrowed::Below => self.bool(false),
                }
            }
            (Some(c), None) => {
                let (order, narrowed) = self.narrow(kind, b, c)?;
                match narrowed {
                    Narrowed::Fits(c) => self.less(order, c, y.first()),
                    Narrowed::Above => self.bool(false),
                    Narrowed::Below => self.bool(true),
                }
            }
            _ => return None,
        };
        Some(self.fire(Rule::LtExtensionConstant, result))
    }

    /// Where the constant `c` lies among the values of `extension` under the order `kind`, and the order that
    /// compares the narrow values. `None` if the term is no extension, or cannot be compared so at its narrow
    /// width.
    fn narrow(&mut self, kind: Kind, extension: ExprId, c: u128) -> Option<(Kind, Narrowed)> {
        let node = self.node(extension);
        let wide = node.width();
        match (node.kind, kind) {
            (Kind::ZExt, _) => {
                let inner = self.width(node.first());
                let negative = kind == Kind::Slt && wide.sign_extend(c) < 0;
                let narrowed = if negative {
                    Narrowed::Below
                } else if c > inner.mask() {
                    Narrowed::Above
                } else {
                    Narrowed::Fits(self.constant(inner, c))
                };
                Some((Kind::Ult, narrowed))
            }
            (Kind::SExt, Kind::Slt) => {
                let inner = self.width(node.first());
                let (value, limit) = (wide.sign_extend(c), (inner.mask() >> 1) as i128);
                let narrowed = if value > limit {
                    Narrowed::Above
                } else if value < -limit - 1 {
                    Narrowed::Below
                } else {
                    Narrowed::Fits(self.constant(inner, c))
                };
                Some((Kind::Slt, narrowed))
            }
            _ => None,
        }
    }
}
