//! Floats of 32 and 64 bits, concrete. A symbolic float, or another format, ends the path as unsupported.

use super::State;
use super::machine::{Machine, Step};
use crate::ir::{CastOp, Inst, Op};
use crate::memory::Value;
use crate::util::Bits;

impl Machine {
    /// dst ← a op b
    pub(super) fn float_arithmetic(&mut self, state: &mut State, inst: &Inst) -> Step {
        let (a, b) = (self.float_bits(state, inst, inst.a())?, self.float_bits(state, inst, inst.b())?);
        let result = if inst.width == 32 {
            let (a, b) = (f32::from_bits(a as u32), f32::from_bits(b as u32));
            u64::from(operate(inst.op, a, b).to_bits())
        } else {
            operate(inst.op, f64::from_bits(a), f64::from_bits(b)).to_bits()
        };
        self.set(state, inst.dst, Value::int(result));
        Ok(())
    }

    /// dst ← −a: the sign bit flipped, which a term can do too
    pub(super) fn float_negate(&mut self, state: &mut State, inst: &Inst) {
        let width = inst.bits();
        let value = self.value(state, inst.a());
        let sign = self.constant(width, 1 << (width.0 - 1));
        let result = self.general(crate::expr::Kind::Xor, width, value, sign);
        self.set(state, inst.dst, result);
    }

    /// dst ← a predicate b: the four bits of LLVM's number allow equal, greater, less and unordered
    pub(super) fn float_compare(&mut self, state: &mut State, inst: &Inst) -> Step {
        let (a, b) = (self.float_bits(state, inst, inst.a())?, self.float_bits(state, inst, inst.b())?);
        let order = if inst.width == 32 {
            f32::from_bits(a as u32).partial_cmp(&f32::from_bits(b as u32))
        } else {
            f64::from_bits(a).partial_cmp(&f64::from_bits(b))
        };
        let bit = match order {
            Some(std::cmp::Ordering::Equal) => 0,
            Some(std::cmp::Ordering::Greater) => 1,
            Some(std::cmp::Ordering::Less) => 2,
            None => 3,
        };
        self.set(state, inst.dst, Value::int(u64::from(inst.flags >> bit & 1)));
        Ok(())
    }

    /// dst ← a converted
    pub(super) fn float_cast(&mut self, state: &mut State, inst: &Inst) -> Step {
        let (from, to) = (Bits(inst.b), inst.bits());
        let Some(a) = self.value(state, inst.a()).as_int() else {
            return Err(self.unsupported(state, "a conversion of a symbolic float or to one").into());
        };
        let cast = CastOp::ALL[usize::from(inst.flags)];
        let is_float = |width: Bits| width == Bits(32) || width == Bits(64);
        let (float_from, float_to) = match cast {
            CastOp::FloatToFloat => (true, true),
            CastOp::FloatToSigned | CastOp::FloatToUnsigned => (true, false),
            CastOp::SignedToFloat | CastOp::UnsignedToFloat => (false, true),
        };
        let fits = (!float_from || is_float(from)) && (!float_to || is_float(to)) && to.0 <= 64;
        if !fits {
            let what = format!("a conversion between floats of {} and {} bits", from.0, to.0);
            return Err(self.unsupported(state, what).into());
        }
        let read = |bits: u64| {
            if from == Bits(32) { f64::from(f32::from_bits(bits as u32)) } else { f64::from_bits(bits) }
        };
        let result = match cast {
            CastOp::FloatToSigned => read(a) as i64 as u64 & to.mask() as u64,
            CastOp::FloatToUnsigned => read(a) as u64 & to.mask() as u64,
            CastOp::FloatToFloat if to == Bits(32) => u64::from((read(a) as f32).to_bits()),
            CastOp::FloatToFloat => read(a).to_bits(),
            // One rounding only: from the integer straight to the format.
            CastOp::SignedToFloat if to == Bits(32) => {
                u64::from((from.sign_extend(u128::from(a)) as f32).to_bits())
            }
            CastOp::SignedToFloat => (from.sign_extend(u128::from(a)) as f64).to_bits(),
            CastOp::UnsignedToFloat if to == Bits(32) => u64::from((a as f32).to_bits()),
            CastOp::UnsignedToFloat => (a as f64).to_bits(),
        };
        self.set(state, inst.dst, Value::int(result));
        Ok(())
    }

    fn float_bits(&self, state: &State, inst: &Inst, operand: crate::ir::Operand) -> Step<u64> {
        if inst.width != 32 && inst.width != 64 {
            return Err(self.unsupported(state, format!("floats of {} bits", inst.width)).into());
        }
        match self.value(state, operand).as_int() {
            Some(bits) => Ok(bits),
            None => Err(self.unsupported(state, "arithmetic on a symbolic float").into()),
        }
    }
}

fn operate<F>(op: Op, a: F, b: F) -> F
where
    F: std::ops::Add<Output = F>
        + std::ops::Sub<Output = F>
        + std::ops::Mul<Output = F>
        + std::ops::Div<Output = F>
        + std::ops::Rem<Output = F>,
{
    match op {
        Op::FAdd => a + b,
        Op::FSub => a - b,
        Op::FMul => a * b,
        Op::FDiv => a / b,
        _ => a % b,
    }
}
