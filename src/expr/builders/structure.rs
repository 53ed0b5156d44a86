//! Putting bits together and taking them apart; choosing between two terms.

use super::*;
use smallvec::{SmallVec, smallvec};

/// How many ends a choice may have that is joined with another one end by end.
const MAX_JOINED: usize = 16;

impl Arena {
    /// high ∘ low: `high` becomes the upper bits
    pub fn concat(&mut self, high: ExprId, low: ExprId) -> ExprId {
        let (above, below) = (self.node(high), self.node(low));
        let width = Bits(above.width().0 + below.width().0);
        if let Some((x, y)) = self.constants(high, low) {
            let folded = self.constant(width, x << below.width().0 | y);
            return self.fire(Rule::Fold, folded);
        }
        if !self.simplifies() {
            return self.two(Kind::Concat, width, high, low);
        }
        if above.kind == Kind::Extract
            && below.kind == Kind::Extract
            && above.first() == below.first()
            && above.low_bit() == below.low_bit() + below.width().0
        {
            let result = self.extract(below.first(), below.low_bit(), width);
            return self.fire(Rule::ConcatExtracts, result);
        }
        if above.kind == Kind::Extract
            && let Some(from) = above.low_bit().checked_sub(below.width().0)
            && self.extract(above.first(), from, below.width()) == low
        {
            let result = self.extract(above.first(), from, width);
            return self.fire(Rule::ConcatRest, result);
        }
        if let Some(result) = self.concat_choices(high, low) {
            return self.fire(Rule::ConcatItes, result);
        }
        if let Some(result) = self.concat_parts_of_choices(above, below) {
            return self.fire(Rule::ConcatItes, result);
        }
        if let Some(result) = self.concat_bitwise(above, below).or_else(|| self.concat_masked(high, low)) {
            return self.fire(Rule::ConcatBitwise, result);
        }
        if let Some(value) = self.as_const(high) {
            if value == 0 {
                let result = self.zext(low, width);
                return self.fire(Rule::ConcatZero, result);
            }
            if below.kind == Kind::Concat && self.as_const(below.first()).is_some() {
                let joined = self.concat(high, below.first());
                let result = self.concat(joined, below.second());
                return self.fire(Rule::ConcatConstants, result);
            }
        }
        self.two(Kind::Concat, width, high, low)
    }

    /// Turns two choices of constants by one condition, or one choice and a constant, into one choice.
    fn concat_choices(&mut self, high: ExprId, low: ExprId) -> Option<ExprId> {
        let sides = |arena: &Self, part: ExprId| {
            let node = arena.node(part);
            if node.kind != Kind::Ite {
                return arena.as_const(part).map(|_| (None, part, part));
            }
            arena.constants(node.second(), node.third())?;
            Some((Some(node.first()), node.second(), node.third()))
        };
        let (above, below) = (sides(self, high)?, sides(self, low)?);
        let condition = match (above.0, below.0) {
            (Some(a), Some(b)) if a != b => return None,
            (a, b) => a.or(b)?,
        };
        // With a zero above, the term becomes an extension instead.
        if above.0.is_none() && self.as_const(high) == Some(0) {
            return None;
        }
        let (yes, no) = (self.concat(above.1, below.1), self.concat(above.2, below.2));
        Some(self.ite(condition, yes, no))
    }

    /// Turns two choices by one condition between parts of the same two terms into one choice between larger
    /// parts.
    fn concat_parts_of_choices(&mut self, above: Node, below: Node) -> Option<ExprId> {
        if above.kind != Kind::Ite || below.kind != Kind::Ite || above.first() != below.first() {
            return None;
        }
        if !self.chooses_of(above, MAX_JOINED) {
            return None;
        }
        let yes = self.rejoined(above.second(), below.second())?;
        let no = self.rejoined(above.third(), below.third())?;
        Some(self.ite(above.first(), yes, no))
    }

    /// Whether the choice and the choices in it lead to at most `most` terms. A term counts once for each way
    /// that leads to it.
    fn chooses_of(&self, choice: Node, most: usize) -> bool {
        let mut n_ends = 0;
        let mut waiting: SmallVec<[Node; 16]> = smallvec![choice];
        while let Some(node) = waiting.pop() {
            if node.kind == Kind::Ite {
                waiting.extend([node.second(), node.third()].map(|side| self.node(side)));
            } else {
                n_ends += 1;
            }
            if n_ends + waiting.len() > most {
                return false;
            }
        }
        true
    }

    /// `high ∘ low`, if a rule makes something else of it than two terms side by side.
    fn rejoined(&mut self, high: ExprId, low: ExprId) -> Option<ExprId> {
        let whole = self.concat(high, low);
        let node = self.node(whole);
        let is_side_by_side = node.kind == Kind::Concat && node.first() == high && node.second() == low;
        (!is_side_by_side).then_some(whole)
    }

    /// Turns a bitwise operation with a constant on one of two parts of a term into an operation on the
    /// whole.
    fn concat_masked(&mut self, high: ExprId, low: ExprId) -> Option<ExprId> {
        let (above, below) = (self.node(high), self.node(low));
        let masked = |arena: &Self, node: Node| {
            let is_bitwise = matches!(node.kind, Kind::And | Kind::Or | Kind::Xor);
            is_bitwise && arena.as_const(node.second()).is_some()
        };
        let neutral = |arena: &mut Self, kind: Kind, width: Bits| {
            arena.constant(width, if kind == Kind::And { width.mask() } else { 0 })
        };
        if masked(self, below) && above.kind == Kind::Extract {
            let whole = self.rejoined(high, below.first())?;
            let rest = neutral(self, below.kind, above.width());
            let mask = self.concat(rest, below.second());
            return Some(self.binary(below.kind, whole, mask));
        }
        if masked(self, above) && self.node(above.first()).kind == Kind::Extract {
            let whole = self.rejoined(above.first(), low)?;
            let rest = neutral(self, above.kind, below.width());
            let mask = self.concat(above.second(), rest);
            return Some(self.binary(above.kind, whole, mask));
        }
        None
    }

    /// Turns two equal bitwise operations on adjacent parts of one term into one operation.
    fn concat_bitwise(&mut self, above: Node, below: Node) -> Option<ExprId> {
        let is_bitwise = matches!(above.kind, Kind::Not | Kind::And | Kind::Or | Kind::Xor);
        if !is_bitwise || above.kind != below.kind {
            return None;
        }
        let (high, low) = (self.node(above.first()), self.node(below.first()));
        let are_adjacent = high.kind == Kind::Extract
            && low.kind == Kind::Extract
            && high.first() == low.first()
            && high.low_bit() == low.low_bit() + low.width().0;
        if !are_adjacent {
            return None;
        }
        if above.kind == Kind::Not {
            let whole = self.concat(above.first(), below.first());
            return Some(self.not(whole));
        }
        self.constants(above.second(), below.second())?;
        let mask = self.concat(above.second(), below.second());
        let whole = self.concat(above.first(), below.first());
        Some(self.binary(above.kind, whole, mask))
    }

    /// The `width` bits of `a` from bit `low` on
    ///
    /// # Panics
    /// In debug builds, if they do not all lie in `a`.
    pub fn extract(&mut self, a: ExprId, low: u32, width: Bits) -> ExprId {
        let node = self.node(a);
        debug_assert!(low + width.0 <= node.width().0, "extract beyond the operand");
        if width == node.width() {
            return self.fire(Rule::ExtractAll, a);
        }
        if let Some(value) = self.as_const(a) {
            let folded = self.constant(width, value >> low);
            return self.fire(Rule::Fold, folded);
        }
        if !self.simplifies() {
            return self.plain_extract(a, low, width);
        }
        match node.kind {
            Kind::Extract => {
                let result = self.extract(node.first(), node.low_bit() + low, width);
                self.fire(Rule::ExtractExtract, result)
            }
            Kind::Concat => self.extract_concat(a, low, width),
            Kind::ZExt | Kind::SExt => self.extract_extension(a, low, width),
            Kind::Not => {
                let part = self.extract(node.first(), low, width);
                let result = self.not(part);
                self.fire(Rule::ExtractBitwise, result)
            }
            Kind::And | Kind::Or | Kind::Xor if self.as_const(node.second()).is_some() => {
                let part = self.extract(node.first(), low, width);
                let constant = self.extract(node.second(), low, width);
                let result = self.binary(node.kind, part, constant);
                self.fire(Rule::ExtractBitwise, result)
            }
            Kind::Ite if self.is_choice(a) => {
                let yes = self.extract(node.second(), low, width);
                let no = self.extract(node.third(), low, width);
                let result = self.ite(node.first(), yes, no);
                self.fire(Rule::ExtractIte, result)
            }
            _ => self.plain_extract(a, low, width),
        }
    }

    /// The lowest `width` bits of `a`. Those of a sum or product are made of the lowest bits of its operands,
    /// if that is simpler. To take a value apart byte by byte, [`Self::extract`] is better, since the bytes
    /// can be joined again.
    pub fn truncate(&mut self, a: ExprId, width: Bits) -> ExprId {
        let node = self.node(a);
        let is_arithmetic = matches!(node.kind, Kind::Add | Kind::Sub | Kind::Mul);
        if !is_arithmetic || width == node.width() || !self.simplifies() || !self.narrows(node) {
            return self.extract(a, 0, width);
        }
        let parts = [node.first(), node.second()].map(|operand| self.extract(operand, 0, width));
        let result = self.binary(node.kind, parts[0], parts[1]);
        self.fire(Rule::ExtractArithmetic, result)
    }

    /// Whether the low parts of both operands are simpler than the operands.
    fn narrows(&self, node: Node) -> bool {
        let is_narrow = |operand: ExprId| {
            matches!(
                self.node(operand).kind,
                Kind::ZExt | Kind::SExt | Kind::Concat | Kind::Const | Kind::WideConst
            )
        };
        is_narrow(node.first()) && is_narrow(node.second())
    }

    fn plain_extract(&mut self, a: ExprId, low: u32, width: Bits) -> ExprId {
        self.make(Node::new(Kind::Extract, width, a.raw(), low, 0))
    }

    fn extract_concat(&mut self, a: ExprId, low: u32, width: Bits) -> ExprId {
        let node = self.node(a);
        let border = self.width(node.second()).0;
        let result = if low >= border {
            self.extract(node.first(), low - border, width)
        } else if low + width.0 <= border {
            self.extract(node.second(), low, width)
        } else if self.is_border(a, low) && self.is_border(a, low + width.0)
            || self.is_bit_field(node.first())
            || self.is_bit_field(node.second())
        {
            let high = self.extract(node.first(), 0, Bits(low + width.0 - border));
            let low = self.extract(node.second(), low, Bits(border - low));
            let result = self.concat(high, low);
            return self.fire(Rule::ExtractParts, result);
        } else {
            return self.plain_extract(a, low, width);
        };
        self.fire(Rule::ExtractConcat, result)
    }

    /// Whether this is an input that does not fill whole bytes. Bytes are put together from several of these
    /// inputs.
    fn is_bit_field(&self, a: ExprId) -> bool {
        let node = self.node(a);
        node.kind == Kind::Symbol && !node.width().0.is_multiple_of(8)
    }

    /// Whether a part of a concatenation begins at bit `at`, or the term ends there. True for all bits among
    /// the zeros of an extension.
    pub(super) fn is_border(&self, a: ExprId, at: u32) -> bool {
        let (mut inner, mut at) = (a, at);
        loop {
            let node = self.node(inner);
            if at == 0 || at == node.width().0 {
                return inner != a || matches!(node.kind, Kind::Concat | Kind::ZExt);
            }
            match node.kind {
                Kind::Concat => {
                    let border = self.width(node.second()).0;
                    (inner, at) = match at >= border {
                        true => (node.first(), at - border),
                        false => (node.second(), at),
                    };
                }
                Kind::ZExt if at >= self.width(node.first()).0 => return true,
                Kind::ZExt => inner = node.first(),
                _ => return false,
            }
        }
    }

    fn extract_extension(&mut self, a: ExprId, low: u32, width: Bits) -> ExprId {
        let node = self.node(a);
        let inner = self.width(node.first()).0;
        let result = if low + width.0 <= inner {
            self.extract(node.first(), low, width)
        } else if node.kind == Kind::ZExt && low >= inner {
            self.constant(width, 0)
        } else if low < inner {
            let part = self.extract(node.first(), low, Bits(inner - low));
            if node.kind == Kind::ZExt { self.zext(part, width) } else { self.sext(part, width) }
        } else {
            return self.plain_extract(a, low, width);
        };
        self.fire(Rule::ExtractExtension, result)
    }

    /// `a` with zeros above it, up to `width`
    pub fn zext(&mut self, a: ExprId, width: Bits) -> ExprId {
        self.extend(Kind::ZExt, a, width)
    }

    /// `a` with its sign above it, up to `width`
    pub fn sext(&mut self, a: ExprId, width: Bits) -> ExprId {
        self.extend(Kind::SExt, a, width)
    }

    fn extend(&mut self, kind: Kind, a: ExprId, width: Bits) -> ExprId {
        let node = self.node(a);
        debug_assert!(width >= node.width(), "an extension does not narrow");
        if width == node.width() {
            return a;
        }
        if let Some(value) = self.as_const(a) {
            let value = fold(kind, node.width(), value, 0);
            let folded = self.constant(width, value);
            return self.fire(Rule::Fold, folded);
        }
        if !self.simplifies() {
            return self.make(Node::new(kind, width, a.raw(), 0, 0));
        }
        match node.kind {
            Kind::Extract if kind == Kind::ZExt && self.is_all_of(node, width) => {
                self.fire(Rule::ZExtCovered, node.first())
            }
            Kind::ZExt => {
                let result = self.extend(Kind::ZExt, node.first(), width);
                self.fire(Rule::ExtendTwice, result)
            }
            Kind::SExt if kind == Kind::SExt => {
                let result = self.extend(Kind::SExt, node.first(), width);
                self.fire(Rule::ExtendTwice, result)
            }
            Kind::Ite if self.is_choice(a) => {
                let yes = self.extend(kind, node.second(), width);
                let no = self.extend(kind, node.third(), width);
                let result = self.ite(node.first(), yes, no);
                self.fire(Rule::ExtendIte, result)
            }
            _ if kind == Kind::SExt && self.facts(a).is_non_negative() => {
                let result = self.extend(Kind::ZExt, a, width);
                self.fire(Rule::SExtNonNegative, result)
            }
            _ => self.make(Node::new(kind, width, a.raw(), 0, 0)),
        }
    }

    /// Whether an extract takes the lowest bits of a term of `width`, and the others are known to be zero.
    fn is_all_of(&self, extract: Node, width: Bits) -> bool {
        let whole = extract.first();
        extract.low_bit() == 0
            && self.width(whole) == width
            && width.0 <= 64
            && u128::from(self.facts(whole).high) <= extract.width().mask()
    }

    /// `yes` if `condition`, of width 1, is one; else `no`
    pub fn ite(&mut self, condition: ExprId, yes: ExprId, no: ExprId) -> ExprId {
        debug_assert_eq!(self.width(yes), self.width(no), "an ite of unequal widths");
        if let Some(value) = self.as_const(condition) {
            return self.fire(Rule::IteConstant, if value == 1 { yes } else { no });
        }
        if !self.simplifies() {
            let width = self.width(yes);
            return self.intern(Node::new(Kind::Ite, width, condition.raw(), yes.raw(), no.raw()));
        }
        if yes == no {
            return self.fire(Rule::IteSame, yes);
        }
        let node = self.node(condition);
        if node.kind == Kind::Not {
            let result = self.ite(node.first(), no, yes);
            return self.fire(Rule::IteNot, result);
        }
        let width = self.width(yes);
        if width == Bits(1)
            && let Some(result) = self.ite_of_truths(condition, yes, no)
        {
            return self.fire(Rule::IteBool, result);
        }
        self.make(Node::new(Kind::Ite, width, condition.raw(), yes.raw(), no.raw()))
    }

    /// A choice between truth values of which one is constant.
    fn ite_of_truths(&mut self, condition: ExprId, yes: ExprId, no: ExprId) -> Option<ExprId> {
        match (self.as_const(yes), self.as_const(no)) {
            (Some(1), _) => Some(self.or(condition, no)),
            (Some(_), _) => {
                let otherwise = self.not(condition);
                Some(self.and(otherwise, no))
            }
            (_, Some(0)) => Some(self.and(condition, yes)),
            (_, Some(_)) => {
                let otherwise = self.not(condition);
                Some(self.or(otherwise, yes))
            }
            _ => None,
        }
    }
}
