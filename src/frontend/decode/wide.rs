//! Integers of more than 128 bits: clang has them for wide bit-fields, copies of packed structures and
//! `_BitInt`.
//!
//! Such a value is a list of words of 64 bits, the lowest first; the last one has the bits that are left.
//! Code that moves values treats them like structures. This file computes with them; division and conversions
//! to floats are not supported.

use super::body::{Body, Decoded};
use super::layout::{Scalar, is_wide};
use super::wide_constants::constant_words;
use super::{Operands, Unsupported};
use crate::frontend::llvm::{LLVMOpcode, Value};
use crate::ir::{Const, Op, Operand, Predicate};
use crate::util::Bits;

const WORD: Bits = Bits(64);

impl<'m> Body<'_, 'm> {
    /// Whether an instruction or expression has to do with integers of more than 128 bits.
    pub fn is_on_wide(&self, value: Value<'m>) -> bool {
        is_wide(value.ty()) || (0..value.n_operands()).any(|index| is_wide(value.operand(index).ty()))
    }

    /// [`Self::expression`] on integers of more than 128 bits.
    pub fn wide_expression(&mut self, value: Value<'m>) -> Decoded {
        use LLVMOpcode::*;
        match value.opcode() {
            LLVMAnd => self.binary(Op::And, value),
            LLVMOr => self.binary(Op::Or, value),
            LLVMXor => self.binary(Op::Xor, value),
            LLVMAdd => self.with_carries(Op::UAddOverflow, value),
            LLVMSub => self.with_carries(Op::USubOverflow, value),
            LLVMMul => self.wide_product(value),
            LLVMShl | LLVMLShr | LLVMAShr => self.wide_shift(value),
            LLVMTrunc | LLVMZExt | LLVMPtrToInt | LLVMIntToPtr | LLVMBitCast => self.bit_cast(value),
            LLVMSExt => {
                let (pieces, _) = self.pieces_of(value.operand(0))?;
                let target = self.layout(value.ty())?;
                Ok(self.signed_bits(pieces, 0, &target.scalars))
            }
            LLVMICmp => self.wide_comparison(value),
            _ => {
                let text = value.to_text();
                Unsupported::new(format!("LLVM's operation `{}`", text.trim()))
            }
        }
    }

    /// A value's scalars with their widths, and the sum of the widths.
    fn pieces_of(&mut self, value: Value<'m>) -> Result<(Vec<(Operand, Bits)>, u32), Unsupported> {
        let layout = self.layout(value.ty())?;
        let operands = self.operands(value)?;
        let widths = layout.scalars.iter().map(|scalar| scalar.width);
        let total = widths.clone().map(|width| width.0).sum();
        Ok((operands.into_iter().zip(widths).collect(), total))
    }

    /// [`Self::bits_at`] with copies of the uppermost bit above the pieces.
    fn signed_bits(&mut self, mut pieces: Vec<(Operand, Bits)>, low: u32, target: &[Scalar]) -> Operands {
        let (top, width) = *pieces.last().expect("invariant: an integer has a word");
        let bit = self.bits_of(top, width, width.0 - 1, Bits(1));
        let sign = self.compute_with(Op::SExt, 0, WORD, bit.raw(), 1);
        let known: u32 = pieces.iter().map(|(_, width)| width.0).sum();
        let needed = low + target.iter().map(|scalar| scalar.width.0).sum::<u32>();
        let n_signs = needed.saturating_sub(known).div_ceil(WORD.0);
        pieces.extend((0..n_signs).map(|_| (sign, WORD)));
        self.bits_at(&pieces, i64::from(low), target)
    }

    /// Sums or differences of the words, each with the carry of the one before.
    fn with_carries(&mut self, op: Op, value: Value<'m>) -> Decoded {
        let (lefts, _) = self.pieces_of(value.operand(0))?;
        let rights = self.operands(value.operand(1))?;
        let mut carry = self.d.int(Bits(1), 0);
        let mut out = Operands::new();
        for ((left, width), right) in lefts.into_iter().zip(rights) {
            let partial = self.compute(op, width, left, right);
            let first = self.fresh_operand();
            let carried = self.resize(Op::ZExt, carry, Bits(1), width);
            out.push(self.compute(op, width, partial, carried));
            let second = self.fresh_operand();
            carry = self.compute(Op::Or, Bits(1), first, second);
        }
        Ok(out)
    }

    /// The product as one learns it at school, with words for digits.
    fn wide_product(&mut self, value: Value<'m>) -> Decoded {
        const DOUBLE: Bits = Bits(128);
        let target = self.layout(value.ty())?;
        let mut factors = Vec::new();
        for side in 0..2 {
            let (pieces, _) = self.pieces_of(value.operand(side))?;
            let extend = |(operand, width)| self.resize(Op::ZExt, operand, width, DOUBLE);
            factors.push(pieces.into_iter().map(extend).collect::<Vec<_>>());
        }
        let (zero, word) = (self.d.int(DOUBLE, 0), self.d.int(DOUBLE, u128::from(WORD.0)));
        let n = target.scalars.len();
        let mut digits = vec![zero; n];
        for low in 0..n {
            let mut carry = zero;
            for high in 0..n - low {
                // At most (2^64 − 1)² + 2 · (2^64 − 1), which is 2^128 − 1.
                let product = self.compute(Op::Mul, DOUBLE, factors[0][low], factors[1][high]);
                let sum = self.compute(Op::Add, DOUBLE, product, digits[low + high]);
                let sum = self.compute(Op::Add, DOUBLE, sum, carry);
                let digit = self.resize(Op::ZExt, sum, DOUBLE, WORD);
                digits[low + high] = self.resize(Op::ZExt, digit, WORD, DOUBLE);
                carry = self.compute(Op::LShr, DOUBLE, sum, word);
            }
        }
        let digits = digits.into_iter().zip(&target.scalars);
        Ok(digits.map(|(digit, scalar)| self.resize(Op::ZExt, digit, DOUBLE, scalar.width)).collect())
    }

    /// A constant amount decides which old bits each new word takes. Any other amount shifts in steps by
    /// powers of two, each of which is done if its bit of the amount is one.
    fn wide_shift(&mut self, value: Value<'m>) -> Decoded {
        let (left, total) = self.pieces_of(value.operand(0))?;
        let target = self.layout(value.ty())?;
        if let Some(words) = constant_words(value.operand(1)) {
            let is_small = words[1..].iter().all(|word| matches!(word, Const::Int { value: 0, .. }));
            return Ok(match words[0] {
                Const::Int { value: amount, .. } if is_small && amount < u128::from(total) => {
                    self.shifted_by(value.opcode(), &left, amount as u32, &target.scalars)
                }
                _ => {
                    target.scalars.iter().map(|s| self.d.constant(Const::Undef { width: s.width })).collect()
                }
            });
        }
        let amounts = self.operands(value.operand(1))?;
        let mut shifted = left;
        for position in (0..32).take_while(|position| 1 << position < total) {
            let bit = self.bits_of(amounts[0], WORD, position, Bits(1));
            let further = self.shifted_by(value.opcode(), &shifted, 1 << position, &target.scalars);
            for ((word, width), further) in shifted.iter_mut().zip(further) {
                *word = self.choose(*width, bit, further, *word);
            }
        }
        Ok(shifted.into_iter().map(|(word, _)| word).collect())
    }

    /// `pieces` shifted by less than their width.
    fn shifted_by(
        &mut self,
        opcode: LLVMOpcode,
        pieces: &[(Operand, Bits)],
        amount: u32,
        target: &[Scalar],
    ) -> Operands {
        match opcode {
            LLVMOpcode::LLVMShl => self.bits_at(pieces, -i64::from(amount), target),
            LLVMOpcode::LLVMLShr => self.bits_at(pieces, i64::from(amount), target),
            _ => self.signed_bits(pieces.to_vec(), amount, target),
        }
    }

    fn wide_comparison(&mut self, inst: Value<'m>) -> Decoded {
        use Predicate::*;
        let (lefts, _) = self.pieces_of(inst.operand(0))?;
        let (rights, _) = self.pieces_of(inst.operand(1))?;
        let holds = match super::arithmetic::predicate(inst.int_predicate()) {
            Eq => self.are_equal(&lefts, &rights),
            Ne => {
                let equal = self.are_equal(&lefts, &rights);
                self.negated(equal)
            }
            strict @ (Ult | Slt) => self.is_less(strict, &lefts, &rights),
            Ugt => self.is_less(Ult, &rights, &lefts),
            Sgt => self.is_less(Slt, &rights, &lefts),
            or_equal => {
                let (strict, swapped) = match or_equal {
                    Ule => (Ult, true),
                    Uge => (Ult, false),
                    Sle => (Slt, true),
                    _ => (Slt, false),
                };
                let (a, b) = if swapped { (&rights, &lefts) } else { (&lefts, &rights) };
                let less = self.is_less(strict, a, b);
                self.negated(less)
            }
        };
        Ok(Operands::from_slice(&[holds]))
    }

    fn negated(&mut self, bit: Operand) -> Operand {
        let one = self.d.int(Bits(1), 1);
        self.compute(Op::Xor, Bits(1), bit, one)
    }

    fn are_equal(&mut self, lefts: &[(Operand, Bits)], rights: &[(Operand, Bits)]) -> Operand {
        let mut all = self.d.int(Bits(1), 1);
        for ((left, width), (right, _)) in lefts.iter().zip(rights) {
            let same = self.compare(Predicate::Eq, *width, *left, *right);
            all = self.compute(Op::And, Bits(1), all, same);
        }
        all
    }

    /// A higher word decides, unless it is the same on both sides; only the last word has a sign.
    fn is_less(
        &mut self,
        strict: Predicate,
        lefts: &[(Operand, Bits)],
        rights: &[(Operand, Bits)],
    ) -> Operand {
        let mut below = self.d.int(Bits(1), 0);
        for (index, ((left, width), (right, _))) in lefts.iter().zip(rights).enumerate() {
            let predicate = if index + 1 == lefts.len() { strict } else { Predicate::Ult };
            let less = self.compare(predicate, *width, *left, *right);
            let same = self.compare(Predicate::Eq, *width, *left, *right);
            below = self.choose(Bits(1), same, below, less);
        }
        below
    }
}
