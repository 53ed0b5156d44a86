//! Conversions: between widths, between floats and integers, between addresses and integers, and of bits
//! to another shape.

use super::Operands;
use super::body::{Body, Decoded};
use super::layout::Scalar;
use crate::frontend::llvm::{LLVMOpcode, Value};
use crate::ir::{CastOp, Op, Operand};
use crate::util::Bits;

impl<'m> Body<'_, 'm> {
    pub fn truncate(&mut self, value: Value<'m>) -> Decoded {
        self.convert(value, |body, _, to, operand| body.compute(Op::Trunc, to, operand, Operand::UNUSED))
    }

    pub fn extend(&mut self, op: Op, value: Value<'m>) -> Decoded {
        self.convert(value, |body, from, to, operand| body.compute_with(op, 0, to, operand.raw(), from.0))
    }

    pub fn pointer_cast(&mut self, value: Value<'m>) -> Decoded {
        self.convert(value, |body, from, to, operand| body.resize(Op::ZExt, operand, from, to))
    }

    pub fn float_cast(&mut self, value: Value<'m>) -> Decoded {
        use LLVMOpcode::*;
        let cast = match value.opcode() {
            LLVMFPToUI => CastOp::FloatToUnsigned,
            LLVMFPToSI => CastOp::FloatToSigned,
            LLVMUIToFP => CastOp::UnsignedToFloat,
            LLVMSIToFP => CastOp::SignedToFloat,
            _ => CastOp::FloatToFloat,
        };
        self.convert(value, |body, from, to, operand| {
            body.compute_with(Op::FCast, cast as u8, to, operand.raw(), from.0)
        })
    }

    /// Converts every scalar of the operand: `compute` gets its width, the result's width, and the scalar.
    fn convert(
        &mut self,
        value: Value<'m>,
        mut compute: impl FnMut(&mut Self, Bits, Bits, Operand) -> Operand,
    ) -> Decoded {
        let layout = self.layout(value.ty())?;
        let mut widths = layout.scalars.iter().map(|scalar| scalar.width);
        self.map(value.operand(0), |body, from, operand| {
            let to = widths.next().expect("invariant: as many results as operands");
            compute(body, from, to, operand)
        })
    }

    pub fn bit_cast(&mut self, value: Value<'m>) -> Decoded {
        let source = self.layout(value.operand(0).ty())?;
        let target = self.layout(value.ty())?;
        let operands = self.operands(value.operand(0))?;
        Ok(self.reshape(&operands, &source.scalars, &target.scalars))
    }

    /// The same bits in scalars of other widths; the first scalar has the lowest bits. If no bits are left,
    /// the rest is zero.
    pub fn reshape(&mut self, operands: &[Operand], source: &[Scalar], target: &[Scalar]) -> Operands {
        let widths = source.iter().map(|scalar| scalar.width);
        let pieces: Vec<_> = operands.iter().copied().zip(widths).collect();
        self.bits_at(&pieces, 0, target)
    }

    /// Scalars of the bits of `pieces` from position `low` on; below and above them are zeros.
    pub fn bits_at(&mut self, pieces: &[(Operand, Bits)], low: i64, target: &[Scalar]) -> Operands {
        let mut low = low;
        let mut out = Operands::new();
        for scalar in target {
            out.push(self.slice(pieces, low, scalar.width));
            low += i64::from(scalar.width.0);
        }
        out
    }

    /// One integer of the `width` bits of `pieces` from `low` on.
    fn slice(&mut self, pieces: &[(Operand, Bits)], low: i64, width: Bits) -> Operand {
        let high = low + i64::from(width.0);
        let mut position = 0;
        let mut whole = None;
        for (operand, piece) in pieces {
            let (start, end) = (position.max(low), (position + i64::from(piece.0)).min(high));
            if start < end {
                let taken = Bits((end - start) as u32);
                let part = self.bits_of(*operand, *piece, (start - position) as u32, taken);
                let part = self.resize(Op::ZExt, part, taken, width);
                let part = self.raised(part, (start - low) as u32, width);
                whole = Some(whole.map_or(part, |whole| self.compute(Op::Or, width, whole, part)));
            }
            position += i64::from(piece.0);
            if position >= high {
                break;
            }
        }
        whole.unwrap_or_else(|| self.d.int(width, 0))
    }

    fn raised(&mut self, operand: Operand, by: u32, width: Bits) -> Operand {
        if by == 0 {
            return operand;
        }
        let amount = self.d.int(width, u128::from(by));
        self.compute(Op::Shl, width, operand, amount)
    }

    /// The bits of `operand` from `low` on.
    pub fn bits_of(&mut self, operand: Operand, from: Bits, low: u32, width: Bits) -> Operand {
        if from == width {
            return operand;
        }
        let amount = self.d.int(from, u128::from(low));
        let shifted = if low == 0 { operand } else { self.compute(Op::LShr, from, operand, amount) };
        self.compute(Op::Trunc, width, shifted, Operand::UNUSED)
    }

    /// One integer made of `pieces`, of which the first has the lowest bits.
    pub fn join(&mut self, pieces: &[Operand], unit: Bits, width: Bits) -> Operand {
        let mut whole = self.resize(Op::ZExt, pieces[0], unit, width);
        for (piece, position) in pieces.iter().zip(0u32..).skip(1) {
            let extended = self.resize(Op::ZExt, *piece, unit, width);
            let shifted = self.raised(extended, position * unit.0, width);
            whole = self.compute(Op::Or, width, whole, shifted);
        }
        whole
    }
}
