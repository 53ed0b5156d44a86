//! Conversions: between widths, between floats and integers, between addresses and integers, and of bits
//! to another shape.

use super::body::{Body, Decoded};
use super::layout::Scalar;
use super::{Operands, Unsupported};
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
        self.reshape(&operands, &source.scalars, &target.scalars)
    }

    /// The same bits in scalars of other widths; the first scalar has the lowest bits.
    pub fn reshape(&mut self, operands: &[Operand], source: &[Scalar], target: &[Scalar]) -> Decoded {
        let widths = |scalars: &[Scalar]| scalars.iter().map(|scalar| scalar.width.0).collect::<Vec<_>>();
        let (from, to) = (widths(source), widths(target));
        if from == to {
            return Ok(Operands::from_slice(operands));
        }
        // All scalars of one side have one width, since they are the elements of one vector.
        let (Some(&wide_from), Some(&wide_to)) = (from.first(), to.first()) else {
            return Unsupported::new("a conversion between values without parts");
        };
        let unit = gcd(wide_from, wide_to);
        let mut pieces = Vec::new();
        for operand in operands {
            for low in (0..wide_from).step_by(unit as usize) {
                pieces.push(self.bits_of(*operand, Bits(wide_from), low, Bits(unit)));
            }
        }
        let per_target = (wide_to / unit) as usize;
        Ok(pieces.chunks(per_target).map(|chunk| self.join(chunk, Bits(unit), Bits(wide_to))).collect())
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

    /// One integer of `pieces`, the first lowest.
    pub fn join(&mut self, pieces: &[Operand], unit: Bits, width: Bits) -> Operand {
        let mut whole = self.resize(Op::ZExt, pieces[0], unit, width);
        for (piece, position) in pieces.iter().zip(0u32..).skip(1) {
            let extended = self.resize(Op::ZExt, *piece, unit, width);
            let amount = self.d.int(width, u128::from(position * unit.0));
            let shifted = self.compute(Op::Shl, width, extended, amount);
            whole = self.compute(Op::Or, width, whole, shifted);
        }
        whole
    }
}

fn gcd(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { gcd(b, a % b) }
}
