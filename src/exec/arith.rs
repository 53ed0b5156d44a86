//! Integer arithmetic: concrete if both operands are, terms otherwise.

use super::fork::Sides;
use super::machine::{Machine, Step};
use super::operations::Operation;
use super::{Ending, State};
use crate::expr::{ExprId, Kind, fold};
use crate::ir::{Inst, Op, Operand, Predicate, Program};
use crate::memory::{Content, PAGE, Value};
use crate::solver::Answer;
use crate::testcase::{BugKind, VECTOR_ELEMENT};
use crate::util::Bits;

impl Machine {
    /// Sums, products and bitwise operations.
    #[inline]
    pub(super) fn arithmetic(&mut self, state: &mut State, inst: &Inst) {
        let (a, b) = (self.value(state, inst.a()), self.value(state, inst.b()));
        let result = match (a.as_plain(), b.as_plain()) {
            (Some(x), Some(y)) => {
                let mask = u64::MAX >> (64 - u32::from(inst.width.clamp(1, 64)));
                let result = match inst.op {
                    Op::Add => x.wrapping_add(y),
                    Op::Sub => x.wrapping_sub(y),
                    Op::Mul => x.wrapping_mul(y),
                    Op::And => x & y,
                    Op::Or => x | y,
                    _ => x ^ y,
                };
                Value::int(result & mask)
            }
            _ => {
                let result = self.general(binary_kind(inst.op), inst.bits(), a, b);
                self.settled(state, inst.bits(), result)
            }
        };
        self.set(state, inst.dst, result);
    }

    /// An operation with an operand that is a term or belongs to an object. The sum of an address and a
    /// number, and an address with low bits cleared, still belong to the address's object.
    pub(super) fn general(&mut self, kind: Kind, width: Bits, a: Value, b: Value) -> Value {
        let object = match (kind, a.object(), b.object()) {
            (Kind::Add, Some(object), None) | (Kind::Add, None, Some(object)) => Some(object),
            (Kind::Sub | Kind::And | Kind::Or, Some(object), None) => Some(object),
            _ => None,
        };
        let object = object.filter(|_| width == Bits(64));
        if let (Some(x), Some(y)) = (a.as_int(), b.as_int()) {
            let value = fold(kind, width, u128::from(x), u128::from(y)) as u64;
            return Value::int(value).with_object(object);
        }
        let (x, y) = (a.to_term(&mut self.arena, width), b.to_term(&mut self.arena, width));
        let term = self.arena.binary(kind, x, y);
        Value::from_term(&self.arena, term).with_object(object)
    }

    /// Replaces a result by a number, if the path leaves each of its symbols only one value and if it is an
    /// operation on the result of another one: such terms would grow with each step of a loop. A result that
    /// is computed from symbols directly stays a term, so that explanations can use the words of the source.
    fn settled(&mut self, state: &State, width: Bits, result: Value) -> Value {
        if !state.path.condition().settles_any() || width == Bits(1) || result.as_int().is_some() {
            return result;
        }
        let term = result.to_term(&mut self.arena, width);
        match self.is_nested(term) {
            true => self.settled_term(state, width, term, result),
            false => result,
        }
    }

    /// The number that a term is if the path leaves each of its symbols only one value; otherwise `result`.
    pub(super) fn settled_term(&mut self, state: &State, width: Bits, term: ExprId, result: Value) -> Value {
        let analysis = self.solver.analysis();
        let support = analysis.support(&self.arena, term);
        let Some(values) = state.path.condition().settled(&support) else { return result };
        let value = analysis.eval(&self.arena, &values, term);
        self.constant(width, value).with_object(result.object())
    }

    /// Whether a term is an operation on the result of another one.
    fn is_nested(&self, term: ExprId) -> bool {
        let is_operation = |id: ExprId| {
            let kind = self.arena.node(id).kind;
            Kind::OPERATIONS.contains(&kind) || kind.is_float()
        };
        let inner = |mut id: ExprId| {
            while matches!(self.arena.node(id).kind, Kind::ZExt | Kind::SExt | Kind::Extract) {
                id = self.arena.node(id).first();
            }
            is_operation(id)
        };
        let node = self.arena.node(term);
        is_operation(term) && (inner(node.first()) || inner(node.second()))
    }

    /// The three shifts. A shift by the width or more has no defined result. It is an error if the source
    /// asks for it. Optimised code may shift so and not use the result, which then is the one of the theory
    /// of bit vectors; these shifts are counted.
    pub(super) fn shift(&mut self, state: &mut State, inst: &Inst) -> Step {
        let (a, b) = (self.value(state, inst.a()), self.value(state, inst.b()));
        if inst.flags & Inst::AS_WRITTEN != 0 {
            let width = inst.bits();
            let of_vector = inst.flags & Inst::VECTOR != 0;
            let part = if of_vector { format!("{VECTOR_ELEMENT} of ") } else { String::new() };
            let limit = self.constant(width, u128::from(width.0));
            let beyond = self.general_compare(Predicate::Uge, width, b, limit);
            self.check(state, beyond, |machine, state| {
                let message = match b.as_int() {
                    Some(by) => format!("shifts {part}{} bits by {}", width.0, width.sign_extend(by.into())),
                    None => format!("shifts {part}{} bits by {} or more", width.0, width.0),
                };
                machine.bug(state, BugKind::OversizedShift, message)
            })?;
        } else if self.may_be_oversized(state, inst.bits(), b)? {
            self.approximate("shift by the width or more");
        }
        let result = self.general(binary_kind(inst.op), inst.bits(), a, b);
        let result = self.settled(state, inst.bits(), result);
        self.set(state, inst.dst, result);
        Ok(())
    }

    /// Whether a shift by `by`, of `width`, can be one by the width or more.
    fn may_be_oversized(&mut self, state: &State, width: Bits, by: Value) -> Step<bool> {
        if let Some(by) = by.as_int() {
            return Ok(by >= u64::from(width.0));
        }
        let by = by.to_term(&mut self.arena, width);
        if self.arena.facts(by).high < u64::from(width.0) {
            return Ok(false);
        }
        let bound = self.arena.constant(width, u128::from(width.0));
        let oversized = self.arena.ule(bound, by);
        Ok(self.ask(state, oversized)? != Answer::No)
    }

    /// The four divisions, after asking whether the divisor can be zero or the quotient too large.
    pub(super) fn division(&mut self, state: &mut State, inst: &Inst) -> Step {
        let width = inst.bits();
        let (a, b) = (self.value(state, inst.a()), self.value(state, inst.b()));
        let zero = self.general_compare(Predicate::Eq, width, b, Value::ZERO);
        self.check(state, zero, |machine, state| {
            machine.bug(state, BugKind::DivisionByZero, "divides by zero")
        })?;
        if matches!(inst.op, Op::SDiv | Op::SRem) && width > Bits(1) {
            let (least, minus_one) = (1u128 << (width.0 - 1), width.mask());
            let least = self.constant(width, least);
            let minus_one = self.constant(width, minus_one);
            let is_least = self.general_compare(Predicate::Eq, width, a, least);
            let is_minus_one = self.general_compare(Predicate::Eq, width, b, minus_one);
            let overflows = self.general(Kind::And, Bits(1), is_least, is_minus_one);
            self.check(state, overflows, |machine, state| {
                let message = "divides the least number by -1: the quotient is too large";
                machine.bug(state, BugKind::DivisionOverflow, message)
            })?;
        }
        let kind = binary_kind(inst.op);
        let narrow = self.narrow_division(kind, width, a, b);
        let result = narrow.unwrap_or_else(|| self.general(kind, width, a, b));
        let result = self.settled(state, width, result);
        self.set(state, inst.dst, result);
        Ok(())
    }

    /// Divides in fewer bits if the values of both terms are known to fit into them, and extends the result.
    /// The divisor must not be zero. A solver that gets the whole width has to find out each upper bit of the
    /// quotient, since SMT-LIB defines a quotient by zero as all ones. `None` if nothing is gained: solvers
    /// find out by themselves what a constant divisor implies.
    fn narrow_division(&mut self, kind: Kind, width: Bits, a: Value, b: Value) -> Option<Value> {
        if width > Bits(64) || b.as_int().is_some() {
            return None;
        }
        let (x, y) = (a.to_term(&mut self.arena, width), b.to_term(&mut self.arena, width));
        let (of_x, of_y) = (*self.arena.facts(x), *self.arena.facts(y));
        let is_unsigned = matches!(kind, Kind::UDiv | Kind::URem);
        let are_plain = is_unsigned || of_x.is_non_negative() && of_y.is_non_negative();
        let n_bits = if are_plain {
            (u64::BITS - (of_x.high | of_y.high).leading_zeros()).max(1)
        } else {
            // One more for the sign, and one for the quotient of the least number and -1.
            let ends = [of_x.least, of_x.greatest, of_y.least, of_y.greatest];
            let magnitude = |end: i64| u64::BITS - (end ^ (end >> 63)).leading_zeros();
            ends.map(magnitude).into_iter().max().unwrap_or(0) + 2
        };
        if n_bits >= width.0 {
            return None;
        }
        let [x, y] = [x, y].map(|term| self.arena.extract(term, 0, Bits(n_bits)));
        let kind = match kind {
            Kind::SDiv if are_plain => Kind::UDiv,
            Kind::SRem if are_plain => Kind::URem,
            kind => kind,
        };
        let result = self.arena.binary(kind, x, y);
        let term = if are_plain { self.arena.zext(result, width) } else { self.arena.sext(result, width) };
        Some(Value::from_term(&self.arena, term))
    }

    /// A constant as a value.
    pub(super) fn constant(&mut self, width: Bits, value: u128) -> Value {
        if width.0 <= 64 {
            return Value::int((value & width.mask()) as u64);
        }
        Value::term(self.arena.constant(width, value))
    }

    /// dst ← a predicate b
    #[inline]
    pub(super) fn compare(&mut self, state: &mut State, inst: &Inst) {
        let (a, b) = (self.value(state, inst.a()), self.value(state, inst.b()));
        let result = match (a.as_int(), b.as_int()) {
            (Some(x), Some(y)) => Value::int(u64::from(inst.predicate().holds(inst.bits(), x, y))),
            _ => self.general_compare(inst.predicate(), inst.bits(), a, b),
        };
        self.set(state, inst.dst, result);
    }

    /// A comparison as a value of one bit.
    pub(super) fn general_compare(&mut self, predicate: Predicate, width: Bits, a: Value, b: Value) -> Value {
        let (x, y) = (a.to_term(&mut self.arena, width), b.to_term(&mut self.arena, width));
        let arena = &mut self.arena;
        let term = match predicate {
            Predicate::Eq => arena.eq(x, y),
            Predicate::Ne => arena.ne(x, y),
            Predicate::Ult => arena.ult(x, y),
            Predicate::Ule => arena.ule(x, y),
            Predicate::Ugt => arena.ult(y, x),
            Predicate::Uge => arena.ule(y, x),
            Predicate::Slt => arena.slt(x, y),
            Predicate::Sle => arena.sle(x, y),
            Predicate::Sgt => arena.slt(y, x),
            Predicate::Sge => arena.sle(y, x),
        };
        Value::from_term(&self.arena, term)
    }

    /// dst ← the low bits of a. The result belongs to no object.
    pub(super) fn truncate(&mut self, state: &mut State, inst: &Inst) {
        let width = inst.bits();
        let value = self.value(state, inst.a());
        let result = match value.content() {
            Content::Concrete(x) => Value::int(x & width.mask() as u64),
            Content::Term(term) => {
                let part = self.arena.truncate(term, width);
                Value::from_term(&self.arena, part)
            }
        };
        self.set(state, inst.dst, result);
    }

    /// dst ← a with zeros or its sign above.
    pub(super) fn extend(&mut self, state: &mut State, inst: &Inst) {
        let (from, to) = (Bits(inst.b), inst.bits());
        let kind = if inst.op == Op::ZExt { Kind::ZExt } else { Kind::SExt };
        let value = self.value(state, inst.a());
        let result = match value.as_int() {
            Some(x) => {
                let wide = fold(kind, from, u128::from(x), 0) & to.mask();
                self.constant(to, wide)
            }
            None => {
                let term = value.to_term(&mut self.arena, from);
                let wide =
                    if kind == Kind::ZExt { self.arena.zext(term, to) } else { self.arena.sext(term, to) };
                Value::from_term(&self.arena, wide)
            }
        };
        self.set(state, inst.dst, result);
    }

    /// dst ← one of two values. A condition that is a term makes the result a term, without a fork, except
    /// between addresses of different objects: a value belongs to one object.
    pub(super) fn select(&mut self, program: &Program, state: &mut State, inst: &Inst) -> Step {
        let operand = |at: u32| Operand::from_raw(program.extra[(inst.b + at) as usize]);
        let condition = self.value(state, inst.a());
        let (yes, no) = (self.value(state, operand(0)), self.value(state, operand(1)));
        let result = match condition.as_int() {
            Some(bit) if bit & 1 == 1 => yes,
            Some(_) => no,
            None if yes.object() != no.object() => match self.decide(state, condition)? {
                Sides::True => yes,
                Sides::False => no,
                Sides::Both { when_true: mut sibling } => {
                    self.set(&mut sibling, inst.dst, yes);
                    sibling.pc = sibling.pc.next();
                    self.scope.split_off(*sibling);
                    no
                }
            },
            None => {
                let width = inst.bits();
                let condition = condition.to_term(&mut self.arena, Bits(1));
                let object = yes.object();
                let (yes, no) = (yes.to_term(&mut self.arena, width), no.to_term(&mut self.arena, width));
                let term = self.arena.ite(condition, yes, no);
                Value::from_term(&self.arena, term).with_object(object)
            }
        };
        self.set(state, inst.dst, result);
        Ok(())
    }

    /// Checks the index of an element of an array or a vector.
    pub(super) fn check_index(&mut self, program: &Program, state: &mut State, inst: &Inst) -> Step {
        let is = |flag: u8| inst.flags & flag != 0;
        if self.options.lenient_arrays && !is(Inst::VECTOR) {
            return Ok(());
        }
        let (index, n) = (self.value(state, inst.a()), self.value(state, inst.b()));
        let predicate = if is(Inst::TAKES_ADDRESS) { Predicate::Ugt } else { Predicate::Uge };
        let mut outside = self.general_compare(predicate, inst.bits(), index.with_object(None), n);
        let mut behind_null = Value::int(0);
        if outside.as_int() != Some(0) && !is(Inst::VECTOR) {
            let there = self.is_array_there(program, state);
            let nowhere = self.general(Kind::Xor, Bits(1), there, Value::int(1));
            behind_null = self.general(Kind::And, Bits(1), outside, nowhere);
            outside = self.general(Kind::And, Bits(1), outside, there);
        }
        if !is(Inst::TAKES_ADDRESS) {
            self.check(state, behind_null, |machine, state| {
                let verb = if is(Inst::WRITES) { "writes to" } else { "reads" };
                let what = format!("{verb} an array behind a null pointer");
                machine.bug(state, BugKind::NullPointer, what)
            })?;
        }
        let (kind, verb) = match is(Inst::WRITES) {
            _ if is(Inst::TAKES_ADDRESS) => (BugKind::OutOfBoundsRead, "takes the address of"),
            false => (BugKind::OutOfBoundsRead, "reads"),
            true => (BugKind::OutOfBoundsWrite, "writes"),
        };
        let n = n.as_int().unwrap_or(0);
        self.check(state, outside, |machine, state| {
            let which = match index.as_int() {
                Some(index) => format!("element {}", index.cast_signed()),
                None => "an element whose index depends on the input, outside".to_owned(),
            };
            let whole = if is(Inst::VECTOR) { "a vector" } else { "an array" };
            let mut ending = machine.bug(state, kind, format!("{verb} {which} of {whole} of {n} elements"));
            if let Ending::Bug(bug) = &mut ending {
                // The address right behind the last element is valid.
                bug.elements = Some(n + u64::from(is(Inst::TAKES_ADDRESS)));
            }
            ending
        })
    }

    /// Whether the array whose index is about to be checked does not lie at a null pointer, which is the error if
    /// it does. The array's address is computed right after the check.
    fn is_array_there(&mut self, program: &Program, state: &State) -> Value {
        let next = program.inst(state.pc.next());
        if !matches!(next.op, Op::PtrIndex | Op::PtrAdd) {
            return Value::int(1);
        }
        let array = self.value(state, next.a()).with_object(None);
        let page = Value::int(PAGE);
        self.general_compare(Predicate::Uge, Bits(64), array, page)
    }

    /// `__builtin_unreachable` and similar statements.
    pub(super) fn unreachable(&mut self, state: &State) -> Step {
        Err(self.bug(state, BugKind::Unreachable, "reaches code that the program says is unreachable").into())
    }

    /// `__builtin_trap`.
    pub(super) fn trap(&mut self, state: &State) -> Step {
        let ending: Ending = self.bug(state, BugKind::IllegalInstruction, "executes a trap instruction");
        Err(ending.into())
    }
}

/// The term operation of a two-operand instruction.
fn binary_kind(op: Op) -> Kind {
    Operation::of(op).expect("invariant: a two-operand operation on integers").term
}
