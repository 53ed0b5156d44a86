//! Floats: bit patterns if all operands are concrete, terms otherwise. The meaning of operations is in
//! [`crate::expr::float_fold`].

use super::State;
use super::machine::{Machine, Step};
use super::operations::Operation;
use crate::expr::{Format, Kind, float_fold};
use crate::ir::{CastOp, Inst};
use crate::memory::{Content, Value};
use crate::util::Bits;

const BIT: Bits = Bits(1);

impl Machine {
    /// dst ← a op b
    pub(super) fn float_arithmetic(&mut self, state: &mut State, inst: &Inst) -> Step {
        let (a, b) = (self.value(state, inst.a()), self.value(state, inst.b()));
        let width = inst.bits();
        let result = match Operation::of(inst.op) {
            Some(row) => self.float(row.term, width, width, &[a, b]),
            None => self.float_remainder(state, width, a, b)?,
        };
        let result = self.settled_float(state, width, &[(a, width), (b, width)], result);
        self.set(state, inst.dst, result);
        Ok(())
    }

    /// dst ← −a: the sign bit flipped, also of a NaN
    pub(super) fn float_negate(&mut self, state: &mut State, inst: &Inst) {
        let value = self.value(state, inst.a());
        let result = self.float_negated(inst.bits(), value);
        let result = self.settled_float(state, inst.bits(), &[(value, inst.bits())], result);
        self.set(state, inst.dst, result);
    }

    /// dst ← a predicate b: the four bits of LLVM's number allow equal, greater, less and unordered
    pub(super) fn float_compare(&mut self, state: &mut State, inst: &Inst) {
        let (a, b) = (self.value(state, inst.a()), self.value(state, inst.b()));
        let result = self.float_predicate(inst.flags, inst.bits(), a, b);
        self.set(state, inst.dst, result);
    }

    fn float_predicate(&mut self, predicate: u8, width: Bits, a: Value, b: Value) -> Value {
        if predicate >= 8 {
            let ordered = self.float_predicate(15 ^ predicate, width, a, b);
            return self.negated(ordered);
        }
        match predicate {
            0 => Value::int(0),
            1 => self.float(Kind::FEq, BIT, width, &[a, b]),
            2 => self.float(Kind::FLt, BIT, width, &[b, a]),
            3 => self.float(Kind::FLe, BIT, width, &[b, a]),
            4 => self.float(Kind::FLt, BIT, width, &[a, b]),
            5 => self.float(Kind::FLe, BIT, width, &[a, b]),
            6 => {
                let less = self.float(Kind::FLt, BIT, width, &[a, b]);
                let greater = self.float(Kind::FLt, BIT, width, &[b, a]);
                self.general(Kind::Or, BIT, less, greater)
            }
            _ => {
                let left = self.float(Kind::FEq, BIT, width, &[a, a]);
                let right = self.float(Kind::FEq, BIT, width, &[b, b]);
                self.general(Kind::And, BIT, left, right)
            }
        }
    }

    /// dst ← a converted
    pub(super) fn float_cast(&mut self, state: &mut State, inst: &Inst) {
        let (from, to) = (Bits(inst.b), inst.bits());
        let a = self.value(state, inst.a());
        let result = match CastOp::ALL[usize::from(inst.flags)] {
            CastOp::FloatToSigned => self.float_to_signed(from, to, a),
            CastOp::FloatToUnsigned => self.float_to_unsigned(from, to, a),
            CastOp::SignedToFloat => self.float(Kind::SToF, to, from, &[a]),
            CastOp::UnsignedToFloat => self.float(Kind::UToF, to, from, &[a]),
            CastOp::FloatToFloat if from == to => a,
            CastOp::FloatToFloat => self.float(Kind::FToF, to, from, &[a]),
        };
        let result = self.settled_float(state, to, &[(a, from)], result);
        self.set(state, inst.dst, result);
    }

    /// Replaces a result by a number if the path leaves each of its symbols only one value and an operand is
    /// itself the result of an operation, as [`Machine::settled`] does for integers.
    fn settled_float(
        &mut self,
        state: &State,
        width: Bits,
        operands: &[(Value, Bits)],
        result: Value,
    ) -> Value {
        if !state.path.condition().settles_any() || self.concrete(result).is_some() {
            return result;
        }
        let is_computed = |(operand, width): &(Value, Bits)| {
            let is_known = self.concrete(*operand).is_some();
            let term = operand.to_term(&mut self.arena, *width);
            !is_known && self.arena.node(term).kind != Kind::Symbol
        };
        if !operands.iter().any(is_computed) {
            return result;
        }
        let term = result.to_term(&mut self.arena, width);
        self.settled_term(state, width, term, result)
    }

    /// A conversion as x86-64 does it: to the next register size, cut to the width. So `(char)300.0`, which C
    /// leaves open, is 44.
    fn float_to_signed(&mut self, from: Bits, to: Bits, a: Value) -> Value {
        let register = match to.0 {
            ..=32 => Bits(32),
            33..=64 => Bits(64),
            _ => Bits(128),
        };
        let wide = self.float(Kind::FToS, register, from, &[a]);
        self.cut(wide, register, to)
    }

    /// The same for unsigned numbers. Only the largest sizes have such a conversion: `(unsigned)-1.0` is the
    /// greatest.
    fn float_to_unsigned(&mut self, from: Bits, to: Bits, a: Value) -> Value {
        let (kind, register) = match to.0 {
            ..32 => (Kind::FToS, Bits(32)),
            32..64 => (Kind::FToS, Bits(64)),
            64 => (Kind::FToU, Bits(64)),
            _ => (Kind::FToU, Bits(128)),
        };
        let wide = self.float(kind, register, from, &[a]);
        self.cut(wide, register, to)
    }

    /// The result of a kind with [`Kind::is_float`]. `to` is its width, `from` the width of the operands.
    pub(super) fn float(&mut self, kind: Kind, to: Bits, from: Bits, operands: &[Value]) -> Value {
        let mut patterns = [0; 3];
        let mut are_concrete = true;
        for (pattern, operand) in patterns.iter_mut().zip(operands) {
            match self.concrete(*operand) {
                Some(known) => *pattern = known,
                None => are_concrete = false,
            }
        }
        if are_concrete {
            return self.constant(to, float_fold(kind, to, from, patterns));
        }
        let terms: smallvec::SmallVec<[_; 3]> =
            operands.iter().map(|operand| operand.to_term(&mut self.arena, from)).collect();
        let term = self.arena.float(kind, to, &terms);
        Value::from_term(&self.arena, term)
    }

    /// The value as a number of any width, if it is concrete.
    pub(super) fn concrete(&self, value: Value) -> Option<u128> {
        match value.content() {
            Content::Concrete(number) => Some(u128::from(number)),
            Content::Term(term) => self.arena.as_const(term),
        }
    }

    /// −a
    pub(super) fn float_negated(&mut self, width: Bits, a: Value) -> Value {
        let sign = self.constant(width, 1 << (width.0 - 1));
        self.general(Kind::Xor, width, a, sign)
    }

    /// |a|
    pub(super) fn float_magnitude(&mut self, width: Bits, a: Value) -> Value {
        let mask = self.constant(width, (1 << (width.0 - 1)) - 1);
        self.general(Kind::And, width, a, mask)
    }

    /// Whether a is a NaN.
    pub(super) fn float_is_nan(&mut self, width: Bits, a: Value) -> Value {
        let is_number = self.float(Kind::FEq, BIT, width, &[a, a]);
        self.negated(is_number)
    }

    /// ¬condition
    pub(super) fn negated(&mut self, condition: Value) -> Value {
        self.general(Kind::Xor, BIT, condition, Value::int(1))
    }

    /// `yes` if the condition, of one bit, holds, else `no`.
    pub(super) fn pick(&mut self, condition: Value, width: Bits, yes: Value, no: Value) -> Value {
        match self.concrete(condition) {
            Some(0) => no,
            Some(_) => yes,
            None => {
                let condition = condition.to_term(&mut self.arena, BIT);
                let (yes, no) = (yes.to_term(&mut self.arena, width), no.to_term(&mut self.arena, width));
                let term = self.arena.ite(condition, yes, no);
                Value::from_term(&self.arena, term)
            }
        }
    }

    /// The lower bits of an integer.
    pub(super) fn cut(&mut self, value: Value, from: Bits, to: Bits) -> Value {
        match self.concrete(value) {
            _ if from == to => value,
            Some(number) => self.constant(to, number),
            None => {
                let term = value.to_term(&mut self.arena, from);
                let term = self.arena.extract(term, 0, to);
                Value::from_term(&self.arena, term)
            }
        }
    }

    /// The bit at a place of an integer.
    pub(super) fn bit_at(&mut self, value: Value, width: Bits, place: u32) -> Value {
        match self.concrete(value) {
            Some(number) => Value::int((number >> place & 1) as u64),
            None => {
                let term = value.to_term(&mut self.arena, width);
                let term = self.arena.extract(term, place, BIT);
                Value::from_term(&self.arena, term)
            }
        }
    }

    /// The bit pattern of a value. A symbolic value gets its value in the path's witness; the path then
    /// assumes this, and it is counted as `approximation`.
    pub(super) fn concretized(
        &mut self,
        state: &mut State,
        value: Value,
        width: Bits,
        approximation: &'static str,
    ) -> Step<u128> {
        if let Some(known) = self.concrete(value) {
            return Ok(known);
        }
        let term = value.to_term(&mut self.arena, width);
        let at = self.place_with_line(state);
        let Some(number) = state.path.pin(&mut self.arena, &mut self.solver, term, at) else {
            let what = format!("{approximation}, on a path that no solver has confirmed");
            return Err(self.unsupported(state, what).into());
        };
        self.narrow(state, approximation);
        Ok(number)
    }
}

/// The format of a width.
pub(super) fn format(width: Bits) -> Format {
    Format::of(width).expect("invariant: the verifier has looked at the widths of floats")
}
