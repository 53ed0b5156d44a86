//! Translates floats. A term for the bit pattern of a float has two translations: as a float of the solver's
//! theory, and as a bit vector. Each is made when an operation first needs it.
//!
//! Operations on floats take floats, so that a chain of them stays in the theory. Bits are made only if other
//! operations need them. The theory has a single NaN; the pattern of a NaN (see `expr::float_fold`) is
//! computed separately, from the patterns of the operands.

use super::{Failure, FloatBits, FloatOp, FloatSort, TermBuilder, Translation};
use crate::expr::{Arena, ExprId, Format, Kind, Node};
use crate::util::Bits;
use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};

/// What a term is translated as.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum View {
    /// Its bits, a Boolean at width 1.
    Bits,
    /// The float whose pattern it is.
    Float,
    /// The bits of the quiet NaN, if it is a NaN; any bits if it is none.
    Nan,
}

/// The translations of terms as floats.
pub(super) struct Floats<T> {
    floats: FxHashMap<ExprId, T>,
    nans: FxHashMap<ExprId, T>,
    /// Conditions that give the bits of a float their meaning.
    definitions: FxHashMap<ExprId, T>,
}

impl<T: Copy> Floats<T> {
    pub(super) fn new() -> Self {
        Self { floats: FxHashMap::default(), nans: FxHashMap::default(), definitions: FxHashMap::default() }
    }

    /// Whether any term was translated as a float.
    pub(super) fn is_used(&self) -> bool {
        !self.floats.is_empty()
    }

    pub(super) fn has(&self, expr: ExprId, view: View) -> bool {
        self.map(view).contains_key(&expr)
    }

    pub(super) fn keep(&mut self, expr: ExprId, view: View, term: T) {
        match view {
            View::Float => self.floats.insert(expr, term),
            _ => self.nans.insert(expr, term),
        };
    }

    fn map(&self, view: View) -> &FxHashMap<ExprId, T> {
        if view == View::Float { &self.floats } else { &self.nans }
    }

    fn get(&self, expr: ExprId, view: View) -> T {
        *self.map(view).get(&expr).expect("invariant: operands are translated before their node")
    }
}

/// The format of a term that is the pattern of a float.
fn format_of(arena: &Arena, expr: ExprId) -> Format {
    Format::of(arena.width(expr)).expect("invariant: floats have the width of a format")
}

/// How the node can be applied to floats instead of bits: it only changes the sign, or chooses between
/// floats. `None` if it cannot.
fn transparent(arena: &Arena, node: &Node) -> Option<Transparent> {
    let format = Format::of(node.width())?;
    let constant = |expr| arena.as_const(expr);
    let is_float = |expr| {
        let inner = arena.node(expr);
        inner.kind.makes_float() || matches!(inner.kind, Kind::Ite | Kind::Xor | Kind::And)
    };
    match node.kind {
        Kind::Xor if is_float(node.first()) && constant(node.second()) == Some(format.sign_bit()) => {
            Some(Transparent::Negate)
        }
        Kind::And if is_float(node.first()) && constant(node.second()) == Some(format.sign_bit() - 1) => {
            Some(Transparent::Absolute)
        }
        Kind::Ite if is_float(node.second()) || is_float(node.third()) => Some(Transparent::Choose),
        _ => None,
    }
}

#[derive(Copy, Clone, PartialEq, Eq)]
enum Transparent {
    Negate,
    Absolute,
    Choose,
}

/// What must be translated before this view of a term can be.
pub(super) fn needs(arena: &Arena, expr: ExprId, view: View) -> SmallVec<[(ExprId, View); 4]> {
    let node = arena.node(expr);
    let all = |view| node.operands().map(|operand| (operand, view)).collect::<SmallVec<_>>();
    let from_integer = matches!(node.kind, Kind::SToF | Kind::UToF);
    match view {
        View::Bits if node.kind.makes_float() => smallvec![(expr, View::Float), (expr, View::Nan)],
        View::Bits if node.kind.is_float() => all(View::Float),
        View::Bits => all(View::Bits),
        View::Float if from_integer => all(View::Bits),
        View::Float if node.kind.makes_float() => all(View::Float),
        View::Nan if from_integer => SmallVec::new(),
        View::Nan if node.kind.makes_float() => {
            let mut needed = all(View::Nan);
            needed.extend(all(View::Float));
            needed
        }
        _ => match transparent(arena, &node) {
            Some(Transparent::Negate | Transparent::Absolute) => smallvec![(node.first(), view)],
            Some(Transparent::Choose) => {
                smallvec![(node.first(), View::Bits), (node.second(), view), (node.third(), view)]
            }
            None => smallvec![(expr, View::Bits)],
        },
    }
}

impl<T: Copy> Translation<T> {
    /// The definitions that the translation of `condition` needs: conditions that say which bits floats have.
    pub(in super::super) fn definitions(&self, arena: &Arena, condition: ExprId) -> Vec<T> {
        let definitions = &self.floats.definitions;
        if definitions.is_empty() {
            return Vec::new();
        }
        let mut seen = rustc_hash::FxHashSet::default();
        let mut stack = vec![condition];
        let mut found = Vec::new();
        while let Some(expr) = stack.pop() {
            if seen.insert(expr) {
                found.extend(definitions.get(&expr));
                stack.extend(arena.node(expr).operands());
            }
        }
        found
    }

    /// The bits of a term that operates on floats.
    pub(super) fn bits_of_float<B: TermBuilder<Term = T>>(
        &mut self,
        builder: &mut B,
        arena: &Arena,
        expr: ExprId,
    ) -> Result<T, Failure> {
        let node = arena.node(expr);
        if node.kind.makes_float() {
            return self.bits_of_result(builder, arena, expr);
        }
        let operands: SmallVec<[T; 2]> =
            node.operands().map(|operand| self.floats.get(operand, View::Float)).collect();
        match node.kind {
            Kind::FToS | Kind::FToU => {
                to_integer(builder, node.kind, operands[0], format_of(arena, node.first()), node.width())
            }
            // Terms compare a float with itself to ask whether it is a NaN.
            Kind::FEq if node.first() == node.second() => {
                let is_nan = builder.float_operation(FloatOp::IsNan, &operands[..1])?;
                builder.connective(Kind::Not, &[is_nan])
            }
            kind => builder.float_operation(FloatOp::Of(kind), &operands),
        }
    }

    fn bits_of_result<B: TermBuilder<Term = T>>(
        &mut self,
        builder: &mut B,
        arena: &Arena,
        expr: ExprId,
    ) -> Result<T, Failure> {
        let format = format_of(arena, expr);
        let (float, nan) = (self.floats.get(expr, View::Float), self.floats.get(expr, View::Nan));
        let FloatBits { bits, definition } = builder.float_bits(float, FloatSort::of(format))?;
        if let Some(definition) = definition {
            self.floats.definitions.insert(expr, definition);
        }
        let bits = if format.has_integer_bit() { with_integer_bit(builder, format, bits)? } else { bits };
        let is_nan = builder.float_operation(FloatOp::IsNan, &[float])?;
        builder.operation(Kind::Ite, &[is_nan, nan, bits])
    }

    /// A term as a float.
    pub(super) fn float<B: TermBuilder<Term = T>>(
        &mut self,
        builder: &mut B,
        arena: &Arena,
        expr: ExprId,
    ) -> Result<T, Failure> {
        let node = arena.node(expr);
        let format = format_of(arena, expr);
        let sort = FloatSort::of(format);
        match node.kind {
            Kind::SToF | Kind::UToF => {
                let integer = self.as_vector(builder, arena, node.first())?;
                builder.to_float(node.kind, integer, sort)
            }
            Kind::FToF => {
                let operand = self.floats.get(node.first(), View::Float);
                builder.to_float(node.kind, operand, sort)
            }
            kind if kind.makes_float() => {
                let operands: SmallVec<[T; 3]> =
                    node.operands().map(|operand| self.floats.get(operand, View::Float)).collect();
                builder.float_operation(FloatOp::Of(kind), &operands)
            }
            _ => match transparent(arena, &node) {
                Some(Transparent::Choose) => self.choose(builder, &node, View::Float),
                Some(sign) => {
                    let op = if sign == Transparent::Negate { FloatOp::Negate } else { FloatOp::Absolute };
                    let operand = self.floats.get(node.first(), View::Float);
                    builder.float_operation(op, &[operand])
                }
                None => {
                    let bits = self.done(expr);
                    float_of_bits(builder, format, bits)
                }
            },
        }
    }

    /// The bits of a term in the case that it is a NaN.
    pub(super) fn nan<B: TermBuilder<Term = T>>(
        &mut self,
        builder: &mut B,
        arena: &Arena,
        expr: ExprId,
    ) -> Result<T, Failure> {
        let node = arena.node(expr);
        let format = format_of(arena, expr);
        if node.kind.makes_float() {
            let mut nan = builder.bits(format.width(), format.default_nan())?;
            if matches!(node.kind, Kind::SToF | Kind::UToF) {
                return Ok(nan);
            }
            for operand in node.operands().rev() {
                let float = self.floats.get(operand, View::Float);
                let passed = self.floats.get(operand, View::Nan);
                let passed = convert_nan(builder, format_of(arena, operand), format, passed)?;
                let is_nan = builder.float_operation(FloatOp::IsNan, &[float])?;
                nan = builder.operation(Kind::Ite, &[is_nan, passed, nan])?;
            }
            return Ok(nan);
        }
        match transparent(arena, &node) {
            Some(Transparent::Choose) => self.choose(builder, &node, View::Nan),
            Some(_) => {
                let mask = arena.as_const(node.second()).expect("invariant: signs are changed by a constant");
                let mask = builder.bits(format.width(), mask)?;
                let operand = self.floats.get(node.first(), View::Nan);
                builder.operation(node.kind, &[operand, mask])
            }
            None => {
                let bits = self.done(expr);
                let quiet = builder.bits(format.width(), format.quiet_bit())?;
                let quieted = builder.operation(Kind::Or, &[bits, quiet])?;
                if !format.has_integer_bit() {
                    return Ok(quieted);
                }
                // A pattern without the integer bit is a NaN only if it is an unnormal.
                let integer_bit = integer_bit(builder, bits)?;
                let default = builder.bits(format.width(), format.default_nan())?;
                builder.operation(Kind::Ite, &[integer_bit, quieted, default])
            }
        }
    }

    fn choose<B: TermBuilder<Term = T>>(
        &mut self,
        builder: &mut B,
        node: &Node,
        view: View,
    ) -> Result<T, Failure> {
        let condition = self.done(node.first());
        let (yes, no) = (self.floats.get(node.second(), view), self.floats.get(node.third(), view));
        builder.operation(Kind::Ite, &[condition, yes, no])
    }
}

/// Whether the integer bit, which only the x87 format stores, is set.
fn integer_bit<B: TermBuilder>(builder: &mut B, bits: B::Term) -> Result<B::Term, Failure> {
    let (bit, one) = (builder.extract(bits, 63, 63)?, builder.bits(Bits(1), 1)?);
    builder.operation(Kind::Eq, &[bit, one])
}

/// The float with a pattern. A pattern of the x87 is converted to the interchange format first.
fn float_of_bits<B: TermBuilder>(builder: &mut B, format: Format, bits: B::Term) -> Result<B::Term, Failure> {
    let sort = FloatSort::of(format);
    if !format.has_integer_bit() {
        return builder.float(bits, sort);
    }
    let (sign, exponent) = (builder.extract(bits, 79, 79)?, builder.extract(bits, 78, 64)?);
    let fraction = builder.extract(bits, 62, 0)?;
    let has_integer_bit = integer_bit(builder, bits)?;
    let (zero, one) = (builder.bits(Bits(15), 0)?, builder.bits(Bits(15), 1)?);
    let is_zero = builder.operation(Kind::Eq, &[exponent, zero])?;
    // A pseudo-denormal has the value that it would have with the next greater exponent.
    let least = builder.operation(Kind::Ite, &[has_integer_bit, one, zero])?;
    let proper = builder.operation(Kind::Ite, &[is_zero, least, exponent])?;
    let upper = builder.operation(Kind::Concat, &[sign, proper])?;
    let interchange = builder.operation(Kind::Concat, &[upper, fraction])?;
    let nan = builder.bits(sort.width(), (1 << 78) - 1)?;
    let is_valid = builder.connective(Kind::Or, &[is_zero, has_integer_bit])?;
    let interchange = builder.operation(Kind::Ite, &[is_valid, interchange, nan])?;
    builder.float(interchange, sort)
}

/// Converts a pattern in the interchange format to the x87's pattern.
fn with_integer_bit<B: TermBuilder>(
    builder: &mut B,
    format: Format,
    bits: B::Term,
) -> Result<B::Term, Failure> {
    let last = FloatSort::of(format).width().0 - 1;
    let upper = builder.extract(bits, last, format.precision() - 1)?;
    let exponent = builder.extract(bits, last - 1, format.precision() - 1)?;
    let fraction = builder.extract(bits, format.precision() - 2, 0)?;
    let zero = builder.bits(Bits(format.exponent_bits()), 0)?;
    let (clear, set) = (builder.bits(Bits(1), 0)?, builder.bits(Bits(1), 1)?);
    let is_zero = builder.operation(Kind::Eq, &[exponent, zero])?;
    let integer_bit = builder.operation(Kind::Ite, &[is_zero, clear, set])?;
    let lower = builder.operation(Kind::Concat, &[integer_bit, fraction])?;
    builder.operation(Kind::Concat, &[upper, lower])
}

/// Converts a quiet NaN of the format `from` to the format `to`; it keeps the upper bits of its payload.
fn convert_nan<B: TermBuilder>(
    builder: &mut B,
    from: Format,
    to: Format,
    nan: B::Term,
) -> Result<B::Term, Failure> {
    if from == to {
        return Ok(nan);
    }
    let (from_bits, to_bits) = (from.precision() - 1, to.precision() - 1);
    let payload = if to_bits < from_bits {
        builder.extract(nan, from_bits - 1, from_bits - to_bits)?
    } else {
        let payload = builder.extract(nan, from_bits - 1, 0)?;
        match to_bits - from_bits {
            0 => payload,
            by => {
                let zeros = builder.bits(Bits(by), 0)?;
                builder.operation(Kind::Concat, &[payload, zeros])?
            }
        }
    };
    let sign = builder.extract(nan, from.width().0 - 1, from.width().0 - 1)?;
    let rest = Bits(to.width().0 - 1 - to_bits);
    let exponent = builder.bits(rest, to.infinity() >> to_bits)?;
    let upper = builder.operation(Kind::Concat, &[sign, exponent])?;
    builder.operation(Kind::Concat, &[upper, payload])
}

/// The integer part of a float if it fits `width`, else what `expr::float_fold` gives.
fn to_integer<B: TermBuilder>(
    builder: &mut B,
    kind: Kind,
    float: B::Term,
    format: Format,
    width: Bits,
) -> Result<B::Term, Failure> {
    let is_signed = kind == Kind::FToS;
    let otherwise = if is_signed {
        builder.bits(width, 1 << (width.0 - 1))?
    } else {
        to_integer_vector(builder, Kind::FToS, float, format, width)?
    };
    let fits = fits(builder, is_signed, float, format, width)?;
    let integer = builder.to_integer(kind, float, width)?;
    let chosen = builder.operation(Kind::Ite, &[fits, integer, otherwise])?;
    as_truth(builder, chosen, width)
}

/// The same, but a bit vector also at width 1.
fn to_integer_vector<B: TermBuilder>(
    builder: &mut B,
    kind: Kind,
    float: B::Term,
    format: Format,
    width: Bits,
) -> Result<B::Term, Failure> {
    let integer = to_integer(builder, kind, float, format, width)?;
    if width > Bits(1) {
        return Ok(integer);
    }
    let (one, zero) = (builder.bits(width, 1)?, builder.bits(width, 0)?);
    builder.operation(Kind::Ite, &[integer, one, zero])
}

fn as_truth<B: TermBuilder>(builder: &mut B, bits: B::Term, width: Bits) -> Result<B::Term, Failure> {
    if width > Bits(1) {
        return Ok(bits);
    }
    let one = builder.bits(width, 1)?;
    builder.operation(Kind::Eq, &[bits, one])
}

/// Whether the integer part of a float fits `width`: whether it lies between two floats.
fn fits<B: TermBuilder>(
    builder: &mut B,
    is_signed: bool,
    float: B::Term,
    format: Format,
    width: Bits,
) -> Result<B::Term, Failure> {
    let limits = crate::expr::integer_limits(format, width, is_signed);
    let below = builder.bits(format.width(), limits.least)?;
    let below = float_of_bits(builder, format, below)?;
    let above = builder.bits(format.width(), limits.above)?;
    let above = float_of_bits(builder, format, above)?;
    let order = if limits.includes_least { Kind::FLe } else { Kind::FLt };
    let not_below = builder.float_operation(FloatOp::Of(order), &[below, float])?;
    let not_above = builder.float_operation(FloatOp::Of(Kind::FLt), &[float, above])?;
    builder.connective(Kind::And, &[not_below, not_above])
}
