//! The intrinsics of x86 that clang's headers for SSE2 and its built-ins use. Intel's "Software Developer's
//! Manual", volume 2, describes each of them.

use super::Operands;
use super::body::{Body, Decoded};
use crate::frontend::llvm::Value;
use crate::ir::{Op, Operand, Predicate};
use crate::util::Bits;

impl<'m> Body<'_, 'm> {
    /// The intrinsic `name`, without its `llvm.x86.`; `None` for one that is not known.
    pub fn x86_intrinsic(&mut self, inst: Value<'m>, name: &str) -> Option<Decoded> {
        Some(match name {
            "sse2.pmovmskb.128" | "sse.movmsk.ps" | "sse2.movmsk.pd" => self.sign_bits(inst),
            "sse2.pavg.b" | "sse2.pavg.w" => self.lanes(inst, Op::ZExt, |body, wide, a, b| {
                let one = body.d.int(wide, 1);
                let sum = body.compute(Op::Add, wide, a, b);
                let sum = body.compute(Op::Add, wide, sum, one);
                body.compute(Op::LShr, wide, sum, one)
            }),
            "sse2.pmulh.w" => self.lanes(inst, Op::SExt, Self::upper_product),
            "sse2.pmulhu.w" => self.lanes(inst, Op::ZExt, Self::upper_product),
            "sse2.packsswb.128" | "sse2.packssdw.128" => self.pack(inst, true),
            "sse2.packuswb.128" | "sse41.packusdw" => self.pack(inst, false),
            "sse2.pmadd.wd" => self.multiply_pairs(inst),
            "sse2.psad.bw" => self.absolute_differences(inst),
            "sse2.pslli.w" | "sse2.pslli.d" | "sse2.pslli.q" => self.shift_all(Op::Shl, inst),
            "sse2.psll.w" | "sse2.psll.d" | "sse2.psll.q" => self.shift_all(Op::Shl, inst),
            "sse2.psrli.w" | "sse2.psrli.d" | "sse2.psrli.q" => self.shift_all(Op::LShr, inst),
            "sse2.psrl.w" | "sse2.psrl.d" | "sse2.psrl.q" => self.shift_all(Op::LShr, inst),
            "sse2.psrai.w" | "sse2.psrai.d" => self.shift_all(Op::AShr, inst),
            "sse2.psra.w" | "sse2.psra.d" => self.shift_all(Op::AShr, inst),
            "addcarry.32" | "addcarry.64" => self.with_carry(Op::UAddOverflow, inst),
            "subborrow.32" | "subborrow.64" => self.with_carry(Op::USubOverflow, inst),
            "sse2.pause" | "sse2.lfence" | "sse2.mfence" | "sse.sfence" | "sse2.clflush" => self.nop(),
            _ => return None,
        })
    }

    /// The uppermost bits of all elements as one integer, in which the first element has the lowest bit.
    fn sign_bits(&mut self, inst: Value<'m>) -> Decoded {
        let bits = self.map(inst.operand(0), |body, width, operand| {
            body.bits_of(operand, width, width.0 - 1, Bits(1))
        })?;
        let width = self.width(inst.ty())?;
        Ok(Operands::from_slice(&[self.join(&bits, Bits(1), width)]))
    }

    /// Computes with pairs of elements at twice their width; the result is the low half of each.
    fn lanes(
        &mut self,
        inst: Value<'m>,
        extend: Op,
        compute: impl Fn(&mut Self, Bits, Operand, Operand) -> Operand,
    ) -> Decoded {
        let rights = self.operands(inst.operand(1))?;
        let mut rights = rights.into_iter();
        self.map(inst.operand(0), |body, width, left| {
            let wide = Bits(width.0 * 2);
            let right = rights.next().expect("invariant: both operands have one type");
            let (left, right) =
                (body.resize(extend, left, width, wide), body.resize(extend, right, width, wide));
            let result = compute(body, wide, left, right);
            body.resize(extend, result, wide, width)
        })
    }

    fn upper_product(&mut self, wide: Bits, a: Operand, b: Operand) -> Operand {
        let product = self.compute(Op::Mul, wide, a, b);
        let half = self.d.int(wide, u128::from(wide.0 / 2));
        self.compute(Op::LShr, wide, product, half)
    }

    /// The signed elements of both operands at half their width. Elements beyond its range become its least
    /// or greatest value.
    fn pack(&mut self, inst: Value<'m>, signed: bool) -> Decoded {
        let mut out = Operands::new();
        for side in 0..2 {
            out.extend(self.map(inst.operand(side), |body, width, operand| {
                let half = Bits(width.0 / 2);
                let (least, greatest) = if signed {
                    let greatest = half.mask() >> 1;
                    (!greatest, greatest)
                } else {
                    (0, half.mask())
                };
                let (least, greatest) = (body.d.int(width, least), body.d.int(width, greatest));
                let raised = body.compute(Op::SMax, width, operand, least);
                let clamped = body.compute(Op::SMin, width, raised, greatest);
                body.compute(Op::Trunc, half, clamped, Operand::UNUSED)
            })?);
        }
        Ok(out)
    }

    /// Sums of two neighbouring products, at twice the width.
    fn multiply_pairs(&mut self, inst: Value<'m>) -> Decoded {
        let (lefts, rights) = (self.operands(inst.operand(0))?, self.operands(inst.operand(1))?);
        let (from, to) = (Bits(16), Bits(32));
        let mut products = Vec::new();
        for (left, right) in lefts.into_iter().zip(rights) {
            let (left, right) =
                (self.resize(Op::SExt, left, from, to), self.resize(Op::SExt, right, from, to));
            products.push(self.compute(Op::Mul, to, left, right));
        }
        Ok(products.chunks_exact(2).map(|pair| self.compute(Op::Add, to, pair[0], pair[1])).collect())
    }

    /// Sums of eight neighbouring absolute differences of bytes, at 64 bits.
    fn absolute_differences(&mut self, inst: Value<'m>) -> Decoded {
        let (lefts, rights) = (self.operands(inst.operand(0))?, self.operands(inst.operand(1))?);
        let (from, to) = (Bits(8), Bits(64));
        let mut differences = Vec::new();
        for (left, right) in lefts.into_iter().zip(rights) {
            let greater = self.compute(Op::UMax, from, left, right);
            let less = self.compute(Op::UMin, from, left, right);
            let difference = self.compute(Op::Sub, from, greater, less);
            differences.push(self.resize(Op::ZExt, difference, from, to));
        }
        let zero = self.d.int(to, 0);
        let sum = |body: &mut Self, all: &[Operand]| {
            all.iter().fold(zero, |sum, one| body.compute(Op::Add, to, sum, *one))
        };
        Ok(differences.chunks_exact(8).map(|eight| sum(self, eight)).collect())
    }

    /// Shifts every element by one amount, an integer or the low 64 bits of a vector. If the amount is not
    /// less than the width, only zeros are left, or copies of the sign.
    fn shift_all(&mut self, op: Op, inst: Value<'m>) -> Decoded {
        let layout = self.layout(inst.operand(1).ty())?;
        let amounts = self.operands(inst.operand(1))?;
        let unit = layout.scalars[0].width;
        let amount_width = Bits(if amounts.len() == 1 { unit.0 } else { 64 });
        let n_low = (amount_width.0 / unit.0) as usize;
        let amount = self.join(&amounts[..n_low], unit, amount_width);
        self.map(inst.operand(0), |body, width, operand| {
            let greatest = body.d.int(amount_width, u128::from(width.0 - 1));
            let within = body.compute(Op::UMin, amount_width, amount, greatest);
            let within = body.resize(Op::ZExt, within, amount_width, width);
            let shifted = body.compute(op, width, operand, within);
            if op == Op::AShr {
                return shifted;
            }
            let beyond = body.compare(Predicate::Ugt, amount_width, amount, greatest);
            let zero = body.d.int(width, 0);
            body.choose(width, beyond, zero, shifted)
        })
    }

    /// A sum or difference with a carry in, as the carry out and the result.
    fn with_carry(&mut self, op: Op, inst: Value<'m>) -> Decoded {
        let (byte, width) = (Bits(8), self.width(inst.operand(1).ty())?);
        let carry = self.operand(inst.operand(0))?;
        let (left, right) = (self.operand(inst.operand(1))?, self.operand(inst.operand(2))?);
        let zero = self.d.int(byte, 0);
        let carry = self.compare(Predicate::Ne, byte, carry, zero);
        let carry = self.resize(Op::ZExt, carry, Bits(1), width);
        let partial = self.compute(op, width, left, right);
        let first = self.fresh_operand();
        let result = self.compute(op, width, partial, carry);
        let second = self.fresh_operand();
        let carry = self.compute(Op::Or, Bits(1), first, second);
        let carry = self.resize(Op::ZExt, carry, Bits(1), byte);
        Ok(Operands::from_slice(&[carry, result]))
    }
}
