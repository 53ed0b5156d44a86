//! Bit counts, minima, saturating and checked arithmetic, marks on the stack, variable arguments.

use super::State;
use super::machine::{Machine, Step};
use crate::expr::{ExprId, Kind};
use crate::ir::{Arbitrary, Inst, Op, Operand, Program};
use crate::memory::{Content, Value};
use crate::util::Bits;

impl Machine {
    /// Population count, zero counts and reversals.
    pub(super) fn bit_count(&mut self, state: &mut State, inst: &Inst) {
        let width = inst.bits();
        let value = self.value(state, inst.a());
        let concrete = match value.content() {
            Content::Term(term) => self.arena.as_const(term),
            Content::Concrete(x) => Some(u128::from(x)),
        };
        let result = match concrete {
            Some(x) => self.constant(width, count_bits(inst.op, width, x)),
            None => {
                let x = value.to_term(&mut self.arena, width);
                let term = self.count_bits_of_term(inst.op, width, x);
                Value::from_term(&self.arena, term)
            }
        };
        self.set(state, inst.dst, result);
    }

    fn count_bits_of_term(&mut self, op: Op, width: Bits, x: ExprId) -> ExprId {
        let n = width.0;
        let arena = &mut self.arena;
        match op {
            Op::Ctpop => {
                let mut sum = arena.constant(width, 0);
                for at in 0..n {
                    let bit = arena.extract(x, at, Bits(1));
                    let bit = arena.zext(bit, width);
                    sum = arena.add(sum, bit);
                }
                sum
            }
            // The bit that is looked at last decides, so start from the far end.
            Op::Ctlz | Op::Cttz => {
                let mut count = arena.constant(width, u128::from(n));
                for step in (0..n).rev() {
                    let at = if op == Op::Cttz { step } else { n - 1 - step };
                    let bit = arena.extract(x, at, Bits(1));
                    let here = arena.constant(width, u128::from(step));
                    count = arena.ite(bit, here, count);
                }
                count
            }
            _ => {
                let unit = if op == Op::Bswap { 8 } else { 1 };
                let mut result = arena.extract(x, 0, Bits(unit));
                for at in (unit..n).step_by(unit as usize) {
                    let part = arena.extract(x, at, Bits(unit));
                    result = arena.concat(result, part);
                }
                result
            }
        }
    }

    /// The smaller or larger of two numbers; the absolute value of one.
    pub(super) fn min_max(&mut self, state: &mut State, inst: &Inst) {
        let width = inst.bits();
        let a = self.term(state, inst.a(), width);
        let term = if inst.op == Op::Abs {
            let zero = self.arena.constant(width, 0);
            let negative = self.arena.slt(a, zero);
            let minus = self.arena.neg(a);
            self.arena.ite(negative, minus, a)
        } else {
            let b = self.term(state, inst.b(), width);
            let less = match inst.op {
                Op::UMin | Op::UMax => self.arena.ult(a, b),
                _ => self.arena.slt(a, b),
            };
            match inst.op {
                Op::UMin | Op::SMin => self.arena.ite(less, a, b),
                _ => self.arena.ite(less, b, a),
            }
        };
        self.set_term(state, inst.dst, term);
    }

    /// dst ← the wrapped result, dst + 1 ← whether it is wrong
    pub(super) fn with_overflow(&mut self, state: &mut State, inst: &Inst) {
        let width = inst.bits();
        let (a, b) = (self.term(state, inst.a(), width), self.term(state, inst.b(), width));
        let (kind, signed) = match inst.op {
            Op::UAddOverflow => (Kind::Add, false),
            Op::SAddOverflow => (Kind::Add, true),
            Op::USubOverflow => (Kind::Sub, false),
            Op::SSubOverflow => (Kind::Sub, true),
            Op::UMulOverflow => (Kind::Mul, false),
            _ => (Kind::Mul, true),
        };
        let (result, overflows) = self.overflowing(kind, signed, width, a, b);
        self.set_term(state, inst.dst, result);
        let flag = crate::ir::RegId::from_raw(inst.dst.raw() + 1);
        self.set_term(state, flag, overflows);
    }

    /// The sum, difference or product at `width`, and whether it differs from the exact one.
    fn overflowing(
        &mut self,
        kind: Kind,
        signed: bool,
        width: Bits,
        a: ExprId,
        b: ExprId,
    ) -> (ExprId, ExprId) {
        let result = self.arena.binary(kind, a, b);
        let exact = Bits(if kind == Kind::Mul { width.0 * 2 } else { width.0 + 1 });
        if exact.0 > 128 {
            let overflows = match kind {
                Kind::Mul => self.wide_product_overflows(signed, width, a, b, result),
                _ => self.wide_sum_overflows(kind, signed, width, [a, b, result]),
            };
            return (result, overflows);
        }
        let arena = &mut self.arena;
        let mut widen = |x| if signed { arena.sext(x, exact) } else { arena.zext(x, exact) };
        let (wide_a, wide_b) = (widen(a), widen(b));
        let exact_result = arena.binary(kind, wide_a, wide_b);
        let again = if signed { arena.sext(result, exact) } else { arena.zext(result, exact) };
        (result, arena.ne(again, exact_result))
    }

    /// Whether a sum or difference overflows. The exact one would need one bit more than the widest term has,
    /// so the result is compared with the operands instead (Warren, "Hacker's Delight", section 2-13).
    fn wide_sum_overflows(
        &mut self,
        kind: Kind,
        signed: bool,
        width: Bits,
        [a, b, result]: [ExprId; 3],
    ) -> ExprId {
        let arena = &mut self.arena;
        match (kind, signed) {
            (Kind::Add, false) => arena.ult(result, a),
            (_, false) => arena.ult(a, b),
            (kind, true) => {
                // The sign is wrong if both operands, one negated for a difference, have the other sign.
                let first = arena.xor(a, result);
                let second = if kind == Kind::Add { arena.xor(b, result) } else { arena.xor(a, b) };
                let both = arena.and(first, second);
                arena.extract(both, width.0 - 1, Bits(1))
            }
        }
    }

    /// Whether a product of 65 bits or more overflows.
    fn wide_product_overflows(
        &mut self,
        signed: bool,
        width: Bits,
        a: ExprId,
        b: ExprId,
        result: ExprId,
    ) -> ExprId {
        if !signed {
            return self.unsigned_product_overflows(width, a, b);
        }
        // The product of the absolute values must not exceed the greatest number or, if the signs differ, the
        // absolute value of the least number.
        let sign = |machine: &mut Self, x| machine.arena.extract(x, width.0 - 1, Bits(1));
        let (sign_a, sign_b) = (sign(self, a), sign(self, b));
        let arena = &mut self.arena;
        let (minus_a, minus_b, minus_result) = (arena.neg(a), arena.neg(b), arena.neg(result));
        let (a, b) = (arena.ite(sign_a, minus_a, a), arena.ite(sign_b, minus_b, b));
        let differ = arena.xor(sign_a, sign_b);
        let product = arena.ite(differ, minus_result, result);
        let greatest = arena.constant(width, width.mask() >> 1);
        let extra = arena.zext(differ, width);
        let limit = arena.add(greatest, extra);
        let is_beyond = arena.ult(limit, product);
        let overflows = self.unsigned_product_overflows(width, a, b);
        self.arena.or(overflows, is_beyond)
    }

    /// Computes with halves of 64 bits. If both upper halves are used, the product overflows. Otherwise, the
    /// part of the product above its lowest 64 bits fits into 128 bits.
    fn unsigned_product_overflows(&mut self, width: Bits, a: ExprId, b: ExprId) -> ExprId {
        let (word, double) = (Bits(64), Bits(128));
        let arena = &mut self.arena;
        let (a, b) = (arena.zext(a, double), arena.zext(b, double));
        let mut half = |x, low| {
            let part = arena.extract(x, low, word);
            arena.zext(part, double)
        };
        let (a_low, a_high, b_low, b_high) = (half(a, 0), half(a, 64), half(b, 0), half(b, 64));
        let zero = arena.constant(double, 0);
        let (a_is_wide, b_is_wide) = (arena.ne(a_high, zero), arena.ne(b_high, zero));
        let both_are_wide = arena.and(a_is_wide, b_is_wide);
        let (left, right) = (arena.mul(a_high, b_low), arena.mul(a_low, b_high));
        let lowest = arena.mul(a_low, b_low);
        let by = arena.constant(double, 64);
        let carried = arena.lshr(lowest, by);
        let upper = arena.add(left, right);
        let upper = arena.add(upper, carried);
        let fits = arena.constant(double, (1 << (width.0 - 64)) - 1);
        let is_beyond = arena.ult(fits, upper);
        arena.or(both_are_wide, is_beyond)
    }

    /// Sums, differences and shifts to the left that stop at the end of the range.
    pub(super) fn saturating(&mut self, state: &mut State, inst: &Inst) {
        let width = inst.bits();
        let (a, b) = (self.term(state, inst.a(), width), self.term(state, inst.b(), width));
        let (result, overflows) = match inst.op {
            Op::UAddSat => self.overflowing(Kind::Add, false, width, a, b),
            Op::SAddSat => self.overflowing(Kind::Add, true, width, a, b),
            Op::USubSat => self.overflowing(Kind::Sub, false, width, a, b),
            Op::SSubSat => self.overflowing(Kind::Sub, true, width, a, b),
            op => {
                let result = self.arena.shl(a, b);
                let back = if op == Op::UShlSat { Kind::LShr } else { Kind::AShr };
                let back = self.arena.binary(back, result, b);
                (result, self.arena.ne(back, a))
            }
        };
        let arena = &mut self.arena;
        let limit = match inst.op {
            Op::SAddSat | Op::SSubSat | Op::SShlSat => {
                let (least, greatest) = (1u128 << (width.0 - 1), width.mask() >> 1);
                let (least, greatest) = (arena.constant(width, least), arena.constant(width, greatest));
                // Overflow goes in the direction of the first operand's sign.
                let zero = arena.constant(width, 0);
                let negative = arena.slt(a, zero);
                arena.ite(negative, least, greatest)
            }
            Op::USubSat => arena.constant(width, 0),
            _ => arena.constant(width, u128::MAX),
        };
        let term = arena.ite(overflows, limit, result);
        self.set_term(state, inst.dst, term);
    }

    /// dst ← zero, for a value that nothing determines
    pub(super) fn arbitrary(&mut self, state: &mut State, inst: &Inst) {
        self.approximate(Arbitrary::ALL[usize::from(inst.flags)].words());
        let zero = self.constant(inst.bits(), 0);
        self.set(state, inst.dst, zero);
    }

    /// Shifts a double word and keeps one half of it.
    pub(super) fn funnel_shift(&mut self, program: &Program, state: &mut State, inst: &Inst) {
        let operand = |at: u32| Operand::from_raw(program.extra[(inst.b + at) as usize]);
        let width = inst.bits();
        let high = self.term(state, inst.a(), width);
        let low = self.term(state, operand(0), width);
        let by = self.term(state, operand(1), width);
        let arena = &mut self.arena;
        let bits = arena.constant(width, u128::from(width.0));
        let by = arena.urem(by, bits);
        let rest = arena.sub(bits, by);
        // If `by` is zero, the shift by the whole width gives zero, so that only the other half counts.
        let term = if inst.op == Op::FShl {
            let (left, right) = (arena.shl(high, by), arena.lshr(low, rest));
            arena.or(left, right)
        } else {
            let (left, right) = (arena.shl(high, rest), arena.lshr(low, by));
            arena.or(left, right)
        };
        self.set_term(state, inst.dst, term);
    }

    /// dst ← a mark of the stack
    pub(super) fn stack_save(&mut self, state: &mut State, inst: &Inst) {
        let mark = state.memory.stack_mark();
        self.set(state, inst.dst, Value::int(u64::from(mark)));
    }

    /// Releases the stack objects that were allocated since a mark.
    pub(super) fn stack_restore(&mut self, state: &mut State, inst: &Inst) {
        if let Some(mark) = self.value(state, inst.a()).as_int() {
            state.memory.release_stack(mark as u32);
            state.frame.stack_used = self.stack_with(state, 0);
        }
    }

    /// Copies a `va_list`.
    pub(super) fn va_copy(&mut self, state: &mut State, inst: &Inst) -> Step {
        let (to, from) = (self.value(state, inst.a()), self.value(state, inst.b()));
        self.copy(state, to, from, Value::int(24))
    }
}

pub(super) fn count_bits(op: Op, width: Bits, x: u128) -> u128 {
    let shift = 128 - width.0;
    match op {
        Op::Ctpop => u128::from(x.count_ones()),
        Op::Ctlz => u128::from((x << shift).leading_zeros().min(width.0)),
        Op::Cttz => u128::from(x.trailing_zeros().min(width.0)),
        Op::Bswap => x.swap_bytes() >> shift,
        _ => x.reverse_bits() >> shift,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_at_odd_widths() {
        let w = Bits(12);
        assert_eq!(count_bits(Op::Ctlz, w, 0x010), 7);
        assert_eq!(count_bits(Op::Ctlz, w, 0), 12);
        assert_eq!(count_bits(Op::Cttz, w, 0), 12);
        assert_eq!(count_bits(Op::BitReverse, w, 1), 0x800);
        assert_eq!(count_bits(Op::Bswap, Bits(16), 0x1234), 0x3412);
        assert_eq!(count_bits(Op::Ctpop, Bits(128), u128::MAX), 128);
    }
}
