//! cvc5 over its C interface.
//!
//! Errors of the interface do not end the process: a call that fails returns null and leaves its message for
//! the thread to read.

use super::foreign::cvc5 as sys;
use super::incremental::{Context, Decision, Incremental};
use super::translate::{Failure, FloatBits, FloatOp, FloatSort, TermBuilder};
use super::{BackendKind, QueryLimit};
use crate::expr::{Kind, Rounding, SymbolId};
use crate::util::Bits;
use smallvec::SmallVec;
use std::ffi::{CStr, CString, c_char};

/// The backend that asks cvc5.
pub(super) type Cvc5 = Incremental<Cvc5Context>;

/// The version of the library that is loaded.
pub(super) fn version() -> String {
    let context = Cvc5Context::start();
    // SAFETY: the solver is alive; the string lives until the next call.
    unsafe { text(sys::get_version(context.solver)) }
}

/// A term manager and a solver over it. Terms live as long as the manager.
pub(super) struct Cvc5Context {
    manager: *mut sys::TermManager,
    solver: *mut sys::Solver,
    bool_sort: sys::Sort,
    /// The logic, and the limit, of the solver.
    logic: &'static CStr,
    limit: QueryLimit,
    /// The bit-vector sort of each width that was used, by width; null before.
    sorts: Vec<sys::Sort>,
}

impl Drop for Cvc5Context {
    fn drop(&mut self) {
        // SAFETY: both are live and owned by this value, and no term is used after this.
        unsafe {
            sys::delete(self.solver);
            sys::term_manager_release(self.manager);
            sys::term_manager_delete(self.manager);
        }
    }
}

/// The options of every solver, before its first use.
///
/// `fp-exp` admits floats of other sorts than those of 32 and 64 bits; `tests/solvers/floats.rs` compares
/// them with the evaluation of terms.
const OPTIONS: [(&CStr, &CStr); 4] =
    [(c"incremental", c"true"), (c"produce-models", c"true"), (c"seed", c"0"), (c"fp-exp", c"true")];

/// The logic of bit vectors, for which cvc5 has its best set-up, and the one that has floats too.
const BITS: &CStr = c"QF_BV";
const BITS_AND_FLOATS: &CStr = c"QF_BVFP";

/// How many of cvc5's units of work stand for one conflict of a limit. cvc5 counts rewriting and the making
/// of circuits, more than 300,000 units for a product of 128 bits. It hardly counts the search for a solution
/// after that, which only a time limit ends.
const RESOURCES_PER_CONFLICT: u64 = 100;

/// A solver over the terms of `manager`.
fn start_solver(manager: *mut sys::TermManager, logic: &CStr, limit: QueryLimit) -> *mut sys::Solver {
    // SAFETY: the manager is alive; names and values are strings that outlive the calls.
    unsafe {
        let solver = sys::new(manager);
        sys::set_logic(solver, logic.as_ptr());
        for (name, value) in OPTIONS {
            sys::set_option(solver, name.as_ptr(), value.as_ptr());
            debug_assert!(!sys::has_error(), "cvc5 refuses {name:?}: {}", failure());
        }
        let millis = limit.time.map(|time| time.as_millis().max(1));
        let resources = limit
            .conflicts
            .map(|conflicts| u128::from(conflicts.saturating_mul(RESOURCES_PER_CONFLICT).max(1)));
        for (name, value) in [(c"tlimit-per", millis), (c"rlimit-per", resources)] {
            if let Some(value) = value {
                let value = CString::new(value.to_string()).expect("invariant: digits have no zero byte");
                sys::set_option(solver, name.as_ptr(), value.as_ptr());
                debug_assert!(!sys::has_error(), "cvc5 refuses {name:?}: {}", failure());
            }
        }
        solver
    }
}

impl Context for Cvc5Context {
    const KIND: BackendKind = BackendKind::Cvc5;
    /// The circuits of every term stay in cvc5's SAT solver when their level is dropped, and each question
    /// assigns them all. That takes about a microsecond for each condition that was ever asserted.
    const MAX_TERMS: usize = 1_000;

    fn start() -> Self {
        // SAFETY: the calls take nothing or the manager that was just made.
        let (manager, bool_sort) = unsafe {
            let manager = sys::term_manager_new();
            (manager, sys::get_boolean_sort(manager))
        };
        let solver = start_solver(manager, BITS, QueryLimit::default());
        Self { manager, solver, bool_sort, logic: BITS, limit: QueryLimit::default(), sorts: Vec::new() }
    }

    fn push(&mut self) -> Result<(), Failure> {
        // SAFETY: the solver is alive.
        unsafe { sys::push(self.solver, 1) };
        check_error()
    }

    fn pop(&mut self, n_levels: usize) -> Result<(), Failure> {
        // SAFETY: the solver is alive; too many levels are an error that is checked.
        unsafe { sys::pop(self.solver, n_levels as u32) };
        check_error()
    }

    fn assert(&mut self, condition: sys::Term) -> Result<(), Failure> {
        // SAFETY: the condition is a live Boolean of the manager.
        unsafe { sys::assert_formula(self.solver, condition) };
        check_error()
    }

    /// cvc5 cannot change the limit of a solver that has begun, so a new solver takes over the terms.
    fn limit(&mut self, limit: QueryLimit) -> bool {
        self.limit = limit;
        self.restart();
        true
    }

    /// The logic of such a solver cannot be changed either.
    fn expect_floats(&mut self) -> bool {
        self.logic = BITS_AND_FLOATS;
        self.restart();
        true
    }

    fn decide(&mut self) -> Decision {
        // SAFETY: the solver is alive; the result lives until it is released.
        unsafe {
            let result = sys::check_sat(self.solver);
            if result.is_null() {
                return Decision::Unknown(failure());
            }
            let decision = if sys::result_is_sat(result) {
                Decision::Sat
            } else if sys::result_is_unsat(result) {
                Decision::Unsat
            } else {
                let explanation = sys::result_get_unknown_explanation(result);
                Decision::Unknown(text(sys::unknown_explanation_to_string(explanation)))
            };
            sys::result_release(result);
            decision
        }
    }

    fn values(&mut self, symbols: &[(sys::Term, Bits)]) -> Result<Vec<u128>, Failure> {
        symbols.iter().map(|(term, width)| self.value(*term, *width)).collect()
    }
}

impl Cvc5Context {
    fn restart(&mut self) {
        // SAFETY: the solver is alive and owned by this value; terms belong to the manager.
        unsafe { sys::delete(self.solver) };
        self.solver = start_solver(self.manager, self.logic, self.limit);
    }

    fn rounding(&mut self, rounding: Rounding) -> Result<sys::Term, Failure> {
        let mode = match rounding {
            Rounding::NearestEven => sys::RoundingMode::RoundNearestTiesToEven,
            Rounding::NearestAway => sys::RoundingMode::RoundNearestTiesToAway,
            Rounding::Up => sys::RoundingMode::RoundTowardPositive,
            Rounding::Down => sys::RoundingMode::RoundTowardNegative,
            Rounding::Zero => sys::RoundingMode::RoundTowardZero,
        };
        // SAFETY: the manager is alive.
        made(unsafe { sys::mk_rm(self.manager, mode) })
    }

    /// The value of a constant symbol in the current model.
    fn value(&self, term: sys::Term, width: Bits) -> Result<u128, Failure> {
        // SAFETY: the term belongs to the manager; the string lives until the next call.
        unsafe {
            let value = made(sys::get_value(self.solver, term))?;
            let number = if width == Bits(1) {
                Ok(u128::from(sys::term_get_boolean_value(value)))
            } else {
                let digits = text(sys::term_get_bv_value(value, 16));
                u128::from_str_radix(&digits, 16)
                    .map_err(|_| format!("cvc5 gave the value {digits:?} to a bit vector"))
            };
            sys::term_release(value);
            number
        }
    }

    /// The sort of bit vectors of `width`.
    fn sort(&mut self, width: Bits) -> Result<sys::Sort, Failure> {
        let index = width.0 as usize;
        if self.sorts.len() <= index {
            self.sorts.resize(index + 1, std::ptr::null_mut());
        }
        if self.sorts[index].is_null() {
            // SAFETY: the manager is alive.
            let sort = unsafe { sys::mk_bv_sort(self.manager, width.0) };
            if sort.is_null() {
                return Err(failure());
            }
            self.sorts[index] = sort;
        }
        Ok(self.sorts[index])
    }

    fn term(&mut self, kind: sys::Kind, operands: &[sys::Term]) -> Result<sys::Term, Failure> {
        // SAFETY: the slice holds as many live terms of the manager as it says.
        made(unsafe { sys::mk_term(self.manager, kind, operands.len(), operands.as_ptr()) })
    }

    fn indexed(
        &mut self,
        kind: sys::Kind,
        indices: &[u32],
        operands: &[sys::Term],
    ) -> Result<sys::Term, Failure> {
        // SAFETY: the slices hold as many elements as they say; the operator is released after its use.
        unsafe {
            let operator = sys::mk_op(self.manager, kind, indices.len(), indices.as_ptr());
            if operator.is_null() {
                return Err(failure());
            }
            let term = made(sys::mk_term_from_op(self.manager, operator, operands.len(), operands.as_ptr()));
            sys::op_release(operator);
            term
        }
    }
}

impl TermBuilder for Cvc5Context {
    type Term = sys::Term;

    fn truth(&mut self, value: bool) -> Result<sys::Term, Failure> {
        // SAFETY: the manager is alive.
        made(unsafe { sys::mk_boolean(self.manager, value) })
    }

    fn bits(&mut self, width: Bits, value: u128) -> Result<sys::Term, Failure> {
        // SAFETY: the manager is alive; the text outlives the call, which copies it.
        made(unsafe {
            match u64::try_from(value) {
                Ok(small) => sys::mk_bv_uint64(self.manager, width.0, small),
                Err(_) => {
                    let digits =
                        CString::new(format!("{value:x}")).expect("invariant: digits have no zero byte");
                    sys::mk_bv(self.manager, width.0, digits.as_ptr(), 16)
                }
            }
        })
    }

    fn symbol(&mut self, symbol: SymbolId, width: Bits) -> Result<sys::Term, Failure> {
        let sort = if width == Bits(1) { self.bool_sort } else { self.sort(width)? };
        let name = CString::new(format!("s{}", symbol.raw())).expect("invariant: a name has no zero byte");
        // SAFETY: the sort belongs to the manager; the name is copied.
        made(unsafe { sys::mk_const(self.manager, sort, name.as_ptr()) })
    }

    fn connective(&mut self, kind: Kind, operands: &[sys::Term]) -> Result<sys::Term, Failure> {
        let kind = match kind {
            Kind::Not => sys::Kind::Not,
            Kind::And => sys::Kind::And,
            Kind::Or => sys::Kind::Or,
            Kind::Xor => sys::Kind::Xor,
            _ => unreachable!("invariant: {kind:?} is no connective"),
        };
        self.term(kind, operands)
    }

    fn operation(&mut self, kind: Kind, operands: &[sys::Term]) -> Result<sys::Term, Failure> {
        self.term(operator(kind), operands)
    }

    fn extract(&mut self, operand: sys::Term, high: u32, low: u32) -> Result<sys::Term, Failure> {
        self.indexed(sys::Kind::BitvectorExtract, &[high, low], &[operand])
    }

    fn extend(&mut self, kind: Kind, operand: sys::Term, by: Bits) -> Result<sys::Term, Failure> {
        let kind = match kind {
            Kind::ZExt => sys::Kind::BitvectorZeroExtend,
            _ => sys::Kind::BitvectorSignExtend,
        };
        self.indexed(kind, &[by.0], &[operand])
    }

    fn float(&mut self, bits: sys::Term, sort: FloatSort) -> Result<sys::Term, Failure> {
        let indices = [sort.exponent, sort.significand];
        self.indexed(sys::Kind::FloatingpointToFpFromIeeeBv, &indices, &[bits])
    }

    fn float_operation(&mut self, op: FloatOp, operands: &[sys::Term]) -> Result<sys::Term, Failure> {
        let (kind, rounding) = float_operator(op);
        match rounding {
            None => self.term(kind, operands),
            Some(rounding) => {
                let mut all: SmallVec<[sys::Term; 4]> = SmallVec::from_slice(&[self.rounding(rounding)?]);
                all.extend_from_slice(operands);
                self.term(kind, &all)
            }
        }
    }

    fn to_float(&mut self, kind: Kind, operand: sys::Term, sort: FloatSort) -> Result<sys::Term, Failure> {
        let kind = match kind {
            Kind::SToF => sys::Kind::FloatingpointToFpFromSbv,
            Kind::UToF => sys::Kind::FloatingpointToFpFromUbv,
            _ => sys::Kind::FloatingpointToFpFromFp,
        };
        let nearest = self.rounding(Rounding::NearestEven)?;
        self.indexed(kind, &[sort.exponent, sort.significand], &[nearest, operand])
    }

    fn to_integer(&mut self, kind: Kind, operand: sys::Term, width: Bits) -> Result<sys::Term, Failure> {
        let kind = match kind {
            Kind::FToS => sys::Kind::FloatingpointToSbv,
            _ => sys::Kind::FloatingpointToUbv,
        };
        let to_zero = self.rounding(Rounding::Zero)?;
        self.indexed(kind, &[width.0], &[to_zero, operand])
    }

    /// cvc5 has no operation for this. The bits are a new symbol, and the definition says that they are those
    /// of `float`.
    fn float_bits(&mut self, float: sys::Term, sort: FloatSort) -> Result<FloatBits<sys::Term>, Failure> {
        let bits_sort = self.sort(sort.width())?;
        // SAFETY: the sort belongs to the manager; each call makes another symbol.
        let bits = made(unsafe { sys::mk_const(self.manager, bits_sort, c"bits".as_ptr()) })?;
        let back = self.float(bits, sort)?;
        let definition = self.term(sys::Kind::Equal, &[back, float])?;
        Ok(FloatBits { bits, definition: Some(definition) })
    }
}

/// cvc5's name for an operation on floats, and how it rounds.
fn float_operator(op: FloatOp) -> (sys::Kind, Option<Rounding>) {
    let nearest = Some(Rounding::NearestEven);
    match op {
        FloatOp::Negate => (sys::Kind::FloatingpointNeg, None),
        FloatOp::Absolute => (sys::Kind::FloatingpointAbs, None),
        FloatOp::IsNan => (sys::Kind::FloatingpointIsNan, None),
        FloatOp::Of(kind) => match kind {
            Kind::FAdd => (sys::Kind::FloatingpointAdd, nearest),
            Kind::FSub => (sys::Kind::FloatingpointSub, nearest),
            Kind::FMul => (sys::Kind::FloatingpointMult, nearest),
            Kind::FDiv => (sys::Kind::FloatingpointDiv, nearest),
            Kind::FSqrt => (sys::Kind::FloatingpointSqrt, nearest),
            Kind::FFma => (sys::Kind::FloatingpointFma, nearest),
            Kind::FEq => (sys::Kind::FloatingpointEq, None),
            Kind::FLt => (sys::Kind::FloatingpointLt, None),
            Kind::FLe => (sys::Kind::FloatingpointLeq, None),
            _ => (sys::Kind::FloatingpointRti, kind.rounding()),
        },
    }
}

/// cvc5's name for an operation without indices on bit vectors.
fn operator(kind: Kind) -> sys::Kind {
    match kind {
        Kind::Not => sys::Kind::BitvectorNot,
        Kind::Neg => sys::Kind::BitvectorNeg,
        Kind::And => sys::Kind::BitvectorAnd,
        Kind::Or => sys::Kind::BitvectorOr,
        Kind::Xor => sys::Kind::BitvectorXor,
        Kind::Add => sys::Kind::BitvectorAdd,
        Kind::Sub => sys::Kind::BitvectorSub,
        Kind::Mul => sys::Kind::BitvectorMult,
        Kind::UDiv => sys::Kind::BitvectorUdiv,
        Kind::SDiv => sys::Kind::BitvectorSdiv,
        Kind::URem => sys::Kind::BitvectorUrem,
        Kind::SRem => sys::Kind::BitvectorSrem,
        Kind::Shl => sys::Kind::BitvectorShl,
        Kind::LShr => sys::Kind::BitvectorLshr,
        Kind::AShr => sys::Kind::BitvectorAshr,
        Kind::Concat => sys::Kind::BitvectorConcat,
        Kind::Eq => sys::Kind::Equal,
        Kind::Ult => sys::Kind::BitvectorUlt,
        Kind::Slt => sys::Kind::BitvectorSlt,
        Kind::Ite => sys::Kind::Ite,
        _ => unreachable!("invariant: {kind:?} has indices or no operands"),
    }
}

/// The term that a call has made, or the reason why it failed.
fn made(term: sys::Term) -> Result<sys::Term, Failure> {
    if term.is_null() { Err(failure()) } else { Ok(term) }
}

/// The error, if any, of the last call, which returned nothing.
fn check_error() -> Result<(), Failure> {
    // SAFETY: the function reads a flag of this thread.
    if unsafe { sys::has_error() } { Err(failure()) } else { Ok(()) }
}

/// The error of the last call on this thread, in words.
fn failure() -> Failure {
    // SAFETY: the string lives until the next call on this thread.
    unsafe { text(sys::get_error_message()) }
}

/// Copies a string of the library.
///
/// # Safety
/// `string` must be null or a live string that ends in a zero byte.
unsafe fn text(string: *const c_char) -> String {
    if string.is_null() {
        return String::new();
    }
    // SAFETY: promised by the caller.
    unsafe { CStr::from_ptr(string) }.to_string_lossy().into_owned()
}
