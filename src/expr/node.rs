//! The 16-byte node of a term.

use super::{ExprId, SymbolId};
use crate::util::Bits;

/// What a node computes. Names are those of SMT-LIB where it has one.
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
    /// The bits of `a` from the low bit on, as many as the node is wide.
    Extract,
    ZExt,
    SExt,
    Eq,
    Ult,
    Slt,
    /// `b` if `a` (of width 1) is one, else `c`.
    Ite,
}

impl Kind {
    /// Whether the operands may be swapped.
    pub const fn is_commutative(self) -> bool {
        matches!(self, Kind::And | Kind::Or | Kind::Xor | Kind::Add | Kind::Mul | Kind::Eq)
    }

    /// Whether the node compares its operands and is of width 1.
    pub const fn is_comparison(self) -> bool {
        matches!(self, Kind::Eq | Kind::Ult | Kind::Slt)
    }

    /// How many of the fields `a`, `b`, `c` are operands.
    pub const fn n_operands(self) -> usize {
        match self {
            Kind::Const | Kind::WideConst | Kind::Symbol => 0,
            Kind::Not | Kind::Neg | Kind::Extract | Kind::ZExt | Kind::SExt => 1,
            Kind::Ite => 3,
            _ => 2,
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
