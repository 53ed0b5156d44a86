//! Translates terms into the terms of a solver. The walk over the terms and the meaning of width 1 are the
//! same for every backend.
//!
//! A term of width 1 becomes a solver's Boolean and every other term a bit vector, so that branch conditions
//! reach the solver's propositional core without a detour through vectors of one bit. The few operations
//! that mix both convert at their operands.

mod floats;

use crate::expr::{Arena, ExprId, Format, Kind, SymbolId};
use crate::util::Bits;
use floats::{Floats, View};
use smallvec::SmallVec;

/// Why a solver could not build a term.
pub(super) type Failure = String;

/// The terms that a solver can build. Sorts are those of SMT-LIB; operands have the sorts that the operation
/// needs.
pub(super) trait TermBuilder {
    type Term: Copy;

    /// A truth value.
    fn truth(&mut self, value: bool) -> Result<Self::Term, Failure>;

    /// A constant bit vector. It may also have width 1.
    fn bits(&mut self, width: Bits, value: u128) -> Result<Self::Term, Failure>;

    /// The constant symbol for `symbol`: a Boolean at width 1, else a bit vector.
    fn symbol(&mut self, symbol: SymbolId, width: Bits) -> Result<Self::Term, Failure>;

    /// ¬, ∧, ∨ or exclusive or of Booleans, for [`Kind::Not`], `And`, `Or` and `Xor`.
    fn connective(&mut self, kind: Kind, operands: &[Self::Term]) -> Result<Self::Term, Failure>;

    /// Every other operation without indices: bit-vector operations and orders on bit vectors, [`Kind::Eq`]
    /// on two operands of one sort, [`Kind::Ite`] on a Boolean and two operands of one sort.
    fn operation(&mut self, kind: Kind, operands: &[Self::Term]) -> Result<Self::Term, Failure>;

    /// The bits `high` down to `low` of a bit vector.
    fn extract(&mut self, operand: Self::Term, high: u32, low: u32) -> Result<Self::Term, Failure>;

    /// A bit vector with `by` more bits above it, for [`Kind::ZExt`] and [`Kind::SExt`].
    fn extend(&mut self, kind: Kind, operand: Self::Term, by: Bits) -> Result<Self::Term, Failure>;

    /// The float whose pattern in the interchange format is `bits`.
    fn float(&mut self, bits: Self::Term, sort: FloatSort) -> Result<Self::Term, Failure>;

    /// An operation on floats, which gives a float or a Boolean.
    fn float_operation(&mut self, op: FloatOp, operands: &[Self::Term]) -> Result<Self::Term, Failure>;

    /// Converts a float of another sort, or an integer, to a float, rounded to nearest even; for
    /// [`Kind::FToF`], `SToF` and `UToF`.
    fn to_float(&mut self, kind: Kind, operand: Self::Term, sort: FloatSort) -> Result<Self::Term, Failure>;

    /// The integer part of a float, for [`Kind::FToS`] and `FToU`; any value if it does not fit `width`.
    fn to_integer(&mut self, kind: Kind, operand: Self::Term, width: Bits) -> Result<Self::Term, Failure>;

    /// The pattern of a float in the interchange format; any pattern if it is a NaN.
    fn float_bits(&mut self, float: Self::Term, sort: FloatSort) -> Result<FloatBits<Self::Term>, Failure>;
}

/// A sort of SMT-LIB's theory of floats: how many bits the exponent has, and how many the significand, with
/// the hidden one.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct FloatSort {
    pub(super) exponent: u32,
    pub(super) significand: u32,
}

impl FloatSort {
    fn of(format: Format) -> Self {
        Self { exponent: format.exponent_bits(), significand: format.precision() }
    }

    /// The width of a pattern in the interchange format.
    pub(super) fn width(self) -> Bits {
        Bits(self.exponent + self.significand)
    }
}

/// An operation of the theory of floats.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum FloatOp {
    /// The operation of a kind of term: arithmetic and rounding, to nearest even unless the kind says
    /// otherwise, and comparisons.
    Of(Kind),
    Negate,
    Absolute,
    IsNan,
}

/// The pattern of a float. If a term alone cannot express it, `definition` is the condition that ties `bits`
/// to the float.
pub(super) struct FloatBits<T> {
    pub(super) bits: T,
    pub(super) definition: Option<T>,
}

/// Remembers the solver's term for each term that it has translated.
pub(super) struct Translation<T> {
    terms: Vec<Option<T>>,
    /// How deep each translated term is nested.
    depths: Vec<u32>,
    max_depth: u32,
    symbols: Vec<Option<T>>,
    floats: Floats<T>,
    len: usize,
    stack: Vec<(ExprId, View)>,
}

impl<T: Copy> Translation<T> {
    /// Nothing is translated yet.
    pub(super) fn new() -> Self {
        Self {
            terms: Vec::new(),
            depths: Vec::new(),
            max_depth: 0,
            symbols: Vec::new(),
            floats: Floats::new(),
            len: 0,
            stack: Vec::new(),
        }
    }

    /// How many terms it holds.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Whether any of them is a float.
    pub(super) fn has_floats(&self) -> bool {
        self.floats.is_used()
    }

    /// How deep the deepest of them is nested.
    pub(super) fn max_depth(&self) -> u32 {
        self.max_depth
    }

    /// The solver's constant for `symbol`, if a translated term contains it.
    pub(super) fn symbol(&self, symbol: SymbolId) -> Option<T> {
        self.symbols.get(symbol.index()).copied().flatten()
    }

    /// The solver's term for `expr`. Terms of long loops are deeper than the thread's stack, so the walk
    /// keeps one of its own.
    pub(super) fn term(
        &mut self,
        builder: &mut impl TermBuilder<Term = T>,
        arena: &Arena,
        expr: ExprId,
    ) -> Result<T, Failure> {
        if self.terms.len() < arena.len() {
            self.terms.resize(arena.len(), None);
            self.depths.resize(arena.len(), 0);
        }
        self.stack.clear();
        self.stack.push((expr, View::Bits));
        while let Some(&(top, view)) = self.stack.last() {
            if !self.has(top, view) {
                let waiting = self.stack.len();
                for needed in floats::needs(arena, top, view) {
                    if !self.has(needed.0, needed.1) {
                        self.stack.push(needed);
                    }
                }
                if self.stack.len() > waiting {
                    continue;
                }
                let built = self.build_view(builder, arena, top, view)?;
                self.keep(top, view, built);
                let below = arena.node(top).operands().map(|operand| self.depths[operand.index()]).max();
                let depth = below.map_or(0, |below| below + 1);
                self.depths[top.index()] = depth;
                self.max_depth = self.max_depth.max(depth);
                self.len += 1;
            }
            self.stack.pop();
        }
        Ok(self.done(expr))
    }

    fn has(&self, expr: ExprId, view: View) -> bool {
        match view {
            View::Bits => self.terms[expr.index()].is_some(),
            _ => self.floats.has(expr, view),
        }
    }

    fn keep(&mut self, expr: ExprId, view: View, term: T) {
        match view {
            View::Bits => self.terms[expr.index()] = Some(term),
            _ => self.floats.keep(expr, view, term),
        }
    }

    fn build_view(
        &mut self,
        builder: &mut impl TermBuilder<Term = T>,
        arena: &Arena,
        expr: ExprId,
        view: View,
    ) -> Result<T, Failure> {
        match view {
            View::Bits if !arena.node(expr).kind.is_float() => self.build(builder, arena, expr),
            View::Bits => self.bits_of_float(builder, arena, expr),
            View::Float => self.float(builder, arena, expr),
            View::Nan => self.nan(builder, arena, expr),
        }
    }

    fn done(&self, expr: ExprId) -> T {
        self.terms[expr.index()].expect("invariant: operands are translated before their node")
    }

    fn build(
        &mut self,
        builder: &mut impl TermBuilder<Term = T>,
        arena: &Arena,
        expr: ExprId,
    ) -> Result<T, Failure> {
        let node = arena.node(expr);
        let width = node.width();
        match node.kind {
            Kind::Const | Kind::WideConst => {
                let value = arena.as_const(expr).expect("invariant: this node is a constant");
                if width == Bits(1) { builder.truth(value == 1) } else { builder.bits(width, value) }
            }
            Kind::Symbol => {
                let term = builder.symbol(node.symbol(), width)?;
                let index = node.symbol().index();
                if self.symbols.len() <= index {
                    self.symbols.resize(index + 1, None);
                }
                self.symbols[index] = Some(term);
                Ok(term)
            }
            Kind::Extract => {
                self.extract(builder, node.first(), arena.width(node.first()), node.low_bit(), width)
            }
            Kind::ZExt | Kind::SExt => {
                let (operand, narrow) = (self.done(node.first()), arena.width(node.first()));
                match (narrow, Bits(width.0 - narrow.0)) {
                    (_, Bits(0)) => Ok(operand),
                    (Bits(1), _) if node.kind == Kind::ZExt => choose(builder, operand, width),
                    (Bits(1), by) => {
                        let bit = choose(builder, operand, Bits(1))?;
                        builder.extend(node.kind, bit, by)
                    }
                    (_, by) => builder.extend(node.kind, operand, by),
                }
            }
            Kind::Concat => {
                let high = self.as_vector(builder, arena, node.first())?;
                let low = self.as_vector(builder, arena, node.second())?;
                builder.operation(Kind::Concat, &[high, low])
            }
            kind => {
                let operands: SmallVec<[T; 3]> = node.operands().map(|operand| self.done(operand)).collect();
                if kind != Kind::Ite && arena.width(node.first()) == Bits(1) {
                    bit_operation(builder, kind, &operands)
                } else {
                    builder.operation(kind, &operands)
                }
            }
        }
    }

    fn extract(
        &self,
        builder: &mut impl TermBuilder<Term = T>,
        from: ExprId,
        wide: Bits,
        low: u32,
        width: Bits,
    ) -> Result<T, Failure> {
        let operand = self.done(from);
        if wide == Bits(1) {
            return Ok(operand);
        }
        let part = builder.extract(operand, low + width.0 - 1, low)?;
        if width > Bits(1) {
            return Ok(part);
        }
        let one = builder.bits(Bits(1), 1)?;
        builder.operation(Kind::Eq, &[part, one])
    }

    /// The translation of `expr` as a bit vector, also at width 1.
    fn as_vector(
        &self,
        builder: &mut impl TermBuilder<Term = T>,
        arena: &Arena,
        expr: ExprId,
    ) -> Result<T, Failure> {
        let term = self.done(expr);
        if arena.width(expr) == Bits(1) { choose(builder, term, Bits(1)) } else { Ok(term) }
    }
}

/// The bit vector 1 where `condition` holds, else 0.
fn choose<B: TermBuilder>(builder: &mut B, condition: B::Term, width: Bits) -> Result<B::Term, Failure> {
    let (yes, no) = (builder.bits(width, 1)?, builder.bits(width, 0)?);
    builder.operation(Kind::Ite, &[condition, yes, no])
}

/// An operation on operands of width 1, as a Boolean. At this width a sum is an exclusive or. A divisor other
/// than zero can only be the pattern 1, which divides without remainder, signed (−1) as well as unsigned.
fn bit_operation<B: TermBuilder>(
    builder: &mut B,
    kind: Kind,
    operands: &[B::Term],
) -> Result<B::Term, Failure> {
    let a = operands[0];
    let b = operands.get(1).copied().unwrap_or(a);
    match kind {
        Kind::Not | Kind::And | Kind::Or | Kind::Xor => builder.connective(kind, operands),
        Kind::Eq => builder.operation(Kind::Eq, operands),
        Kind::Neg | Kind::AShr => Ok(a),
        Kind::Add | Kind::Sub => builder.connective(Kind::Xor, operands),
        Kind::Mul => builder.connective(Kind::And, operands),
        // x / 0 is all ones, or 1 for negative x: the same pattern.
        Kind::UDiv | Kind::SDiv => {
            let by_zero = builder.connective(Kind::Not, &[b])?;
            builder.connective(Kind::Or, &[a, by_zero])
        }
        // x mod 0 is x. A shift by 1 leaves nothing. As a signed number the pattern 1 is below 0.
        Kind::URem | Kind::SRem | Kind::Shl | Kind::LShr | Kind::Slt => {
            let zero = builder.connective(Kind::Not, &[b])?;
            builder.connective(Kind::And, &[a, zero])
        }
        Kind::Ult => {
            let zero = builder.connective(Kind::Not, &[a])?;
            builder.connective(Kind::And, &[zero, b])
        }
        _ => unreachable!("invariant: {kind:?} is translated by its own arm"),
    }
}
