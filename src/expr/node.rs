//! The 16-byte node of a term.

use super::{ExprId, Rounding, SymbolId};
use crate::util::Bits;

/// What a node computes. Kinds have the names of SMT-LIB if it has one.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Kind {
    /// A constant of at most 64 bits, stored in the node.
    Const,
    /// A constant of 65 to 128 bits, stored in the side pool.
    WideConst,
    /// A free symbol.
    Symbol,
    /// Bitwise complement.
    Not,
    /// Two's-complement negation.
    Neg,
    And,
    Or,
    Xor,
    Add,
    Sub,
    Mul,
    UDiv,
    SDiv,
    URem,
    SRem,
    Shl,
    LShr,
    AShr,
    /// `a` above `b`.
    Concat,
    /// As many bits of `a` as the node is wide, from the low bit on.
    Extract,
    ZExt,
    SExt,
    Eq,
    Ult,
    Slt,
    /// `b` if `a` (of width 1) is one, else `c`.
    Ite,
    // Operations on floats, whose terms are their bit patterns; the width says which format. All round to
    // nearest even. See `expr::float_fold`.
    FAdd,
    FSub,
    FMul,
    FDiv,
    FSqrt,
    /// `a · b + c`, rounded once.
    FFma,
    /// The nearest integer, as a float; ties to even.
    FRoundEven,
    /// The nearest integer; ties away from zero.
    FRoundAway,
    FRoundUp,
    FRoundDown,
    FRoundZero,
    /// Whether both are equal and neither is a NaN.
    FEq,
    FLt,
    FLe,
    /// A float, converted to the format of the node's width.
    FToF,
    /// A float, converted to a signed integer of the node's width, towards zero; the least integer if it does
    /// not fit.
    FToS,
    /// A float, converted to an unsigned integer of the node's width, towards zero; as `FToS` if it does not
    /// fit.
    FToU,
    /// A signed integer, converted to a float.
    SToF,
    /// An unsigned integer, converted to a float.
    UToF,
}

impl Kind {
    /// The operations on bit vectors whose two operands and result have one width.
    pub const OPERATIONS: [Kind; 13] = [
        Kind::And,
        Kind::Or,
        Kind::Xor,
        Kind::Add,
        Kind::Sub,
        Kind::Mul,
        Kind::UDiv,
        Kind::SDiv,
        Kind::URem,
        Kind::SRem,
        Kind::Shl,
        Kind::LShr,
        Kind::AShr,
    ];
    /// The comparisons of bit vectors.
    pub const COMPARISONS: [Kind; 3] = [Kind::Eq, Kind::Ult, Kind::Slt];

    /// Whether the operands may be swapped.
    pub const fn is_commutative(self) -> bool {
        matches!(self, Kind::And | Kind::Or | Kind::Xor | Kind::Add | Kind::Mul | Kind::Eq | Kind::FEq)
    }

    /// Whether the node compares its operands and is of width 1.
    pub const fn is_comparison(self) -> bool {
        matches!(self, Kind::Eq | Kind::Ult | Kind::Slt)
    }

    /// Whether the operands or the result are floats.
    pub const fn is_float(self) -> bool {
        self as u8 >= Kind::FAdd as u8
    }

    /// Whether the result is a float.
    pub const fn makes_float(self) -> bool {
        self.is_float() && !matches!(self, Kind::FEq | Kind::FLt | Kind::FLe | Kind::FToS | Kind::FToU)
    }

    /// How a kind rounds that turns a float into an integer, as a float again.
    pub const fn rounding(self) -> Option<Rounding> {
        match self {
            Kind::FRoundEven => Some(Rounding::NearestEven),
            Kind::FRoundAway => Some(Rounding::NearestAway),
            Kind::FRoundUp => Some(Rounding::Up),
            Kind::FRoundDown => Some(Rounding::Down),
            Kind::FRoundZero => Some(Rounding::Zero),
            _ => None,
        }
    }

    /// How many of the fields `a`, `b`, `c` are operands.
    pub const fn n_operands(self) -> usize {
        match self {
            Kind::Const | Kind::WideConst | Kind::Symbol => 0,
            Kind::Not | Kind::Neg | Kind::Extract | Kind::ZExt | Kind::SExt => 1,
            Kind::FSqrt
            | Kind::FRoundEven
            | Kind::FRoundAway
            | Kind::FRoundUp
            | Kind::FRoundDown
            | Kind::FRoundZero
            | Kind::FToF
            | Kind::FToS
            | Kind::FToU
            | Kind::SToF
            | Kind::UToF => 1,
            Kind::And
            | Kind::Or
            | Kind::Xor
            | Kind::Add
            | Kind::Sub
            | Kind::Mul
            | Kind::UDiv
            | Kind::SDiv
            | Kind::URem
            | Kind::SRem
            | Kind::Shl
            | Kind::LShr
            | Kind::AShr
            | Kind::Concat
            | Kind::Eq
            | Kind::Ult
            | Kind::Slt
            | Kind::FAdd
            | Kind::FSub
            | Kind::FMul
            | Kind::FDiv
            | Kind::FEq
            | Kind::FLt
            | Kind::FLe => 2,
            Kind::Ite | Kind::FFma => 3,
        }
    }
}

/// One node: the operation, the width of its value, and up to three fields whose meaning [`Kind`] gives.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
#[repr(C)]
pub struct Node {
    pub kind: Kind,
    pub(super) flags: u8,
    width: u16,
    pub(super) a: u32,
    pub(super) b: u32,
    pub(super) c: u32,
}

const _: () = assert!(std::mem::size_of::<Node>() == 16);

impl Node {
    pub(super) fn new(kind: Kind, width: Bits, a: u32, b: u32, c: u32) -> Self {
        let width = u16::try_from(width.0).expect("invariant: no term is wider than 2^16 bits");
        Self { kind, flags: 0, width, a, b, c }
    }

    /// The width of the node's value.
    #[inline]
    pub fn width(&self) -> Bits {
        Bits(u32::from(self.width))
    }

    /// The operands, first to last.
    #[inline]
    pub fn operands(&self) -> impl DoubleEndedIterator<Item = ExprId> + use<> {
        [self.a, self.b, self.c].into_iter().take(self.kind.n_operands()).map(ExprId::from_raw)
    }

    /// The first operand.
    #[inline]
    pub fn first(&self) -> ExprId {
        debug_assert!(self.kind.n_operands() >= 1);
        ExprId::from_raw(self.a)
    }

    /// The second operand.
    #[inline]
    pub fn second(&self) -> ExprId {
        debug_assert!(self.kind.n_operands() >= 2);
        ExprId::from_raw(self.b)
    }

    /// The third operand.
    #[inline]
    pub fn third(&self) -> ExprId {
        debug_assert!(self.kind.n_operands() >= 3);
        ExprId::from_raw(self.c)
    }

    /// The lowest bit that an [`Kind::Extract`] takes.
    #[inline]
    pub fn low_bit(&self) -> u32 {
        debug_assert!(self.kind == Kind::Extract);
        self.b
    }

    /// The symbol of a [`Kind::Symbol`].
    #[inline]
    pub fn symbol(&self) -> SymbolId {
        debug_assert!(self.kind == Kind::Symbol);
        SymbolId::from_raw(self.a)
    }
}
