//! Z3 over its C interface.
//!
//! symir asks Z3's core (`Z3_mk_simple_solver`) and not its solver for the logic QF_BV, which simplifies anew
//! at every question and takes half as long again on conditions of string code. No error handler is
//! installed: error codes are read after calls that return nothing.

use super::foreign::z3 as sys;
use super::incremental::{Context, Decision, Incremental};
use super::translate::{Failure, FloatBits, FloatOp, FloatSort, TermBuilder};
use super::{BackendKind, QueryLimit};
use crate::expr::{Kind, Rounding, SymbolId};
use crate::util::Bits;
use rustc_hash::FxHashMap;
use std::ffi::{CStr, CString};

/// The backend that asks Z3.
pub(super) type Z3 = Incremental<Z3Context>;

/// The version of the library that is loaded.
pub(super) fn version() -> String {
    // SAFETY: the function takes nothing and returns a static string.
    unsafe { text(sys::Z3_get_full_version()) }
}

/// A context in which every term is kept until the context is deleted.
pub(super) struct Z3Context {
    raw: sys::Z3_context,
    solver: sys::Z3_solver,
    bool_sort: sys::Z3_sort,
    limit: QueryLimit,
    /// The bit-vector sort of each width that was used, by width.
    sorts: Vec<Option<sys::Z3_sort>>,
    float_sorts: FxHashMap<FloatSort, sys::Z3_sort>,
    /// Every term and sort that is referenced.
    kept: Vec<sys::Z3_ast>,
}

impl Drop for Z3Context {
    fn drop(&mut self) {
        // SAFETY: all are live and owned by this value, and no term is used after this.
        unsafe {
            sys::Z3_solver_dec_ref(self.raw, self.solver);
            // The context would free them too, but in time quadratic in the depth of a term.
            for term in self.kept.drain(..).rev() {
                sys::Z3_dec_ref(self.raw, term);
            }
            sys::Z3_del_context(self.raw);
        }
    }
}

/// How many of Z3's units of work stand for one conflict of a limit. With this number, a question about the
/// factors of a product takes as long in Z3 as in the SAT solver, a second for a thousand conflicts.
const WORK_PER_CONFLICT: u64 = 1_000;

impl Context for Z3Context {
    const KIND: BackendKind = BackendKind::Z3;
    /// This bounds the memory, some hundred bytes a term. Dropped levels cost Z3 no time.
    const MAX_TERMS: usize = 50_000;

    fn start() -> Self {
        const MADE: &str = "invariant: an empty Z3 context can be made";
        // SAFETY: the configuration lives until the context is made; objects are used in their context
        // and referenced before another call could free them.
        unsafe {
            let config = sys::Z3_mk_config().expect(MADE);
            let raw = sys::Z3_mk_context_rc(config).expect(MADE);
            sys::Z3_del_config(config);
            sys::Z3_set_error_handler(raw, None);
            let solver = sys::Z3_mk_simple_solver(raw).expect(MADE);
            sys::Z3_solver_inc_ref(raw, solver);
            let bool_sort = sys::Z3_mk_bool_sort(raw).expect(MADE);
            let mut context = Self {
                raw,
                solver,
                bool_sort,
                limit: QueryLimit::default(),
                sorts: Vec::new(),
                float_sorts: FxHashMap::default(),
                kept: Vec::new(),
            };
            context.keep(sys::Z3_sort_to_ast(raw, bool_sort)).expect(MADE);
            context.set_parameter(c"random_seed", 0);
            context
        }
    }

    fn push(&mut self) -> Result<(), Failure> {
        // SAFETY: the solver is alive.
        unsafe { sys::Z3_solver_push(self.raw, self.solver) };
        self.check_error()
    }

    fn pop(&mut self, n_levels: usize) -> Result<(), Failure> {
        // SAFETY: the solver is alive; too many levels are an error that is checked.
        unsafe { sys::Z3_solver_pop(self.raw, self.solver, n_levels as u32) };
        self.check_error()
    }

    fn assert(&mut self, condition: sys::Z3_ast) -> Result<(), Failure> {
        // SAFETY: the condition is a live Boolean of this context.
        unsafe { sys::Z3_solver_assert(self.raw, self.solver, condition) };
        self.check_error()
    }

    fn limit(&mut self, limit: QueryLimit) -> bool {
        self.limit = limit;
        let time = limit.time.and_then(|time| u32::try_from(time.as_millis().max(1)).ok());
        // If there is no limit, the time is the greatest number and the work is zero.
        self.set_parameter(c"timeout", time.unwrap_or(u32::MAX));
        let work = limit.conflicts.map(|conflicts| conflicts.saturating_mul(WORK_PER_CONFLICT).max(1));
        self.set_parameter(c"rlimit", work.and_then(|work| u32::try_from(work).ok()).unwrap_or(0));
        false
    }

    /// On floats, Z3's core takes minutes where circuits of bits take a second. So a solver that makes
    /// circuits takes over.
    fn expect_floats(&mut self) -> bool {
        const MADE: &str = "invariant: Z3 has a tactic for floats and bit vectors";
        // SAFETY: the tactic is referenced while it is used; the solver is referenced right after it was
        // made, and the one before is owned by this value.
        unsafe {
            let tactic = sys::Z3_mk_tactic(self.raw, c"qffpbv".as_ptr()).expect(MADE);
            sys::Z3_tactic_inc_ref(self.raw, tactic);
            let solver = sys::Z3_mk_solver_from_tactic(self.raw, tactic).expect(MADE);
            sys::Z3_solver_inc_ref(self.raw, solver);
            sys::Z3_tactic_dec_ref(self.raw, tactic);
            sys::Z3_solver_dec_ref(self.raw, self.solver);
            self.solver = solver;
        }
        self.set_parameter(c"random_seed", 0);
        self.limit(self.limit);
        true
    }

    fn decide(&mut self) -> Decision {
        // SAFETY: the solver is alive.
        let answer = unsafe { sys::Z3_solver_check(self.raw, self.solver) };
        match answer {
            sys::Z3_L_TRUE => Decision::Sat,
            sys::Z3_L_FALSE => Decision::Unsat,
            _ => {
                // SAFETY: the string lives until the next call.
                Decision::Unknown(unsafe { text(sys::Z3_solver_get_reason_unknown(self.raw, self.solver)) })
            }
        }
    }

    fn values(&mut self, symbols: &[(sys::Z3_ast, Bits)]) -> Result<Vec<u128>, Failure> {
        if symbols.is_empty() {
            return Ok(Vec::new());
        }
        // SAFETY: the last check was satisfiable, so there is a model; it is referenced while it is used.
        unsafe {
            let model = sys::Z3_solver_get_model(self.raw, self.solver).ok_or_else(|| self.failure())?;
            sys::Z3_model_inc_ref(self.raw, model);
            let values = symbols.iter().map(|(term, width)| self.value(model, *term, *width)).collect();
            sys::Z3_model_dec_ref(self.raw, model);
            values
        }
    }
}

impl Z3Context {
    /// Sets a parameter of the solver.
    fn set_parameter(&mut self, name: &CStr, value: u32) {
        const MADE: &str = "invariant: a Z3 parameter set can be made";
        // SAFETY: the set is referenced while it is used; the name is copied.
        unsafe {
            let parameters = sys::Z3_mk_params(self.raw).expect(MADE);
            sys::Z3_params_inc_ref(self.raw, parameters);
            let symbol = sys::Z3_mk_string_symbol(self.raw, name.as_ptr()).expect(MADE);
            sys::Z3_params_set_uint(self.raw, parameters, symbol, value);
            sys::Z3_solver_set_params(self.raw, self.solver, parameters);
            sys::Z3_params_dec_ref(self.raw, parameters);
        }
    }

    /// Keeps a term that was just made until the context is deleted.
    ///
    /// # Safety
    /// No other call may have been made since the term was.
    unsafe fn keep(&mut self, term: Option<sys::Z3_ast>) -> Result<sys::Z3_ast, Failure> {
        let term = term.ok_or_else(|| self.failure())?;
        // SAFETY: the term was just made, so it is alive.
        unsafe { sys::Z3_inc_ref(self.raw, term) };
        self.kept.push(term);
        Ok(term)
    }

    /// The sort of bit vectors of `width`.
    fn sort(&mut self, width: Bits) -> Result<sys::Z3_sort, Failure> {
        let index = width.0 as usize;
        if self.sorts.len() <= index {
            self.sorts.resize(index + 1, None);
        }
        if let Some(sort) = self.sorts[index] {
            return Ok(sort);
        }
        // SAFETY: the sort is referenced right after it was made; every sort is a term.
        let sort = unsafe {
            let sort = sys::Z3_mk_bv_sort(self.raw, width.0).ok_or_else(|| self.failure())?;
            self.keep(sys::Z3_sort_to_ast(self.raw, sort))?;
            sort
        };
        self.sorts[index] = Some(sort);
        Ok(sort)
    }

    /// The sort of floats.
    fn float_sort(&mut self, sort: FloatSort) -> Result<sys::Z3_sort, Failure> {
        if let Some(known) = self.float_sorts.get(&sort) {
            return Ok(*known);
        }
        // SAFETY: the sort is referenced right after it was made; every sort is a term.
        let made = unsafe {
            let made = sys::Z3_mk_fpa_sort(self.raw, sort.exponent, sort.significand)
                .ok_or_else(|| self.failure())?;
            self.keep(sys::Z3_sort_to_ast(self.raw, made))?;
            made
        };
        self.float_sorts.insert(sort, made);
        Ok(made)
    }

    fn rounding(&mut self, rounding: Rounding) -> Result<sys::Z3_ast, Failure> {
        let make = match rounding {
            Rounding::NearestEven => sys::Z3_mk_fpa_rne,
            Rounding::NearestAway => sys::Z3_mk_fpa_rna,
            Rounding::Up => sys::Z3_mk_fpa_rtp,
            Rounding::Down => sys::Z3_mk_fpa_rtn,
            Rounding::Zero => sys::Z3_mk_fpa_rtz,
        };
        // SAFETY: the context is alive; the term is kept at once.
        unsafe { self.keep(make(self.raw)) }
    }

    /// The value of a constant symbol in `model`.
    ///
    /// # Safety
    /// `model` must be a live model of this context.
    unsafe fn value(&self, model: sys::Z3_model, term: sys::Z3_ast, width: Bits) -> Result<u128, Failure> {
        // SAFETY: the term belongs to this context; the value lives until the next call that makes one,
        // and a string until the next call.
        unsafe {
            let mut value = term;
            if !sys::Z3_model_eval(self.raw, model, term, true, &mut value) {
                return Err(self.failure());
            }
            if width == Bits(1) {
                return Ok(u128::from(sys::Z3_get_bool_value(self.raw, value) == sys::Z3_L_TRUE));
            }
            let mut small = 0;
            if width.0 <= 64 && sys::Z3_get_numeral_uint64(self.raw, value, &mut small) {
                return Ok(u128::from(small));
            }
            let digits = text(sys::Z3_get_numeral_string(self.raw, value));
            digits.parse().map_err(|_| format!("Z3 gave the value {digits:?} to a bit vector"))
        }
    }

    fn check_error(&self) -> Result<(), Failure> {
        // SAFETY: the context is alive.
        match unsafe { sys::Z3_get_error_code(self.raw) } {
            sys::ErrorCode::Ok => Ok(()),
            _ => Err(self.failure()),
        }
    }

    /// The error of the last call, in words.
    fn failure(&self) -> Failure {
        // SAFETY: the context is alive; the string lives until the next call.
        unsafe { text(sys::Z3_get_error_msg(self.raw, sys::Z3_get_error_code(self.raw))) }
    }
}

impl TermBuilder for Z3Context {
    type Term = sys::Z3_ast;

    fn truth(&mut self, value: bool) -> Result<sys::Z3_ast, Failure> {
        // SAFETY: the context is alive; the term is kept at once.
        unsafe { self.keep(if value { sys::Z3_mk_true(self.raw) } else { sys::Z3_mk_false(self.raw) }) }
    }

    fn bits(&mut self, width: Bits, value: u128) -> Result<sys::Z3_ast, Failure> {
        let sort = self.sort(width)?;
        // SAFETY: the sort belongs to this context; the term is kept at once and the text outlives the call.
        unsafe {
            if let Ok(small) = u64::try_from(value) {
                return self.keep(sys::Z3_mk_unsigned_int64(self.raw, small, sort));
            }
            let digits = CString::new(value.to_string()).expect("invariant: digits have no zero byte");
            self.keep(sys::Z3_mk_numeral(self.raw, digits.as_ptr(), sort))
        }
    }

    fn symbol(&mut self, symbol: SymbolId, width: Bits) -> Result<sys::Z3_ast, Failure> {
        let sort = if width == Bits(1) { self.bool_sort } else { self.sort(width)? };
        // SAFETY: the sort belongs to this context; the term is kept at once.
        unsafe {
            let name = sys::Z3_mk_int_symbol(self.raw, symbol.raw() as i32).ok_or_else(|| self.failure())?;
            self.keep(sys::Z3_mk_const(self.raw, name, sort))
        }
    }

    fn connective(&mut self, kind: Kind, operands: &[sys::Z3_ast]) -> Result<sys::Z3_ast, Failure> {
        let (c, n) = (self.raw, operands.len() as u32);
        // SAFETY: the operands are live Booleans of this context; the term is kept at once.
        unsafe {
            self.keep(match kind {
                Kind::Not => sys::Z3_mk_not(c, operands[0]),
                Kind::And => sys::Z3_mk_and(c, n, operands.as_ptr()),
                Kind::Or => sys::Z3_mk_or(c, n, operands.as_ptr()),
                Kind::Xor => sys::Z3_mk_xor(c, operands[0], operands[1]),
                _ => unreachable!("invariant: {kind:?} is no connective"),
            })
        }
    }

    fn operation(&mut self, kind: Kind, operands: &[sys::Z3_ast]) -> Result<sys::Z3_ast, Failure> {
        let (context, a) = (self.raw, operands[0]);
        // SAFETY: the operands are live terms of this context with the sorts of the operation; the term
        // is kept at once.
        unsafe {
            let made = match kind {
                Kind::Not => sys::Z3_mk_bvnot(context, a),
                Kind::Neg => sys::Z3_mk_bvneg(context, a),
                Kind::Ite => sys::Z3_mk_ite(context, a, operands[1], operands[2]),
                kind => binary(kind)(context, a, operands[1]),
            };
            self.keep(made)
        }
    }

    fn extract(&mut self, operand: sys::Z3_ast, high: u32, low: u32) -> Result<sys::Z3_ast, Failure> {
        // SAFETY: the operand is a live bit vector of this context; the term is kept at once.
        unsafe { self.keep(sys::Z3_mk_extract(self.raw, high, low, operand)) }
    }

    fn extend(&mut self, kind: Kind, operand: sys::Z3_ast, by: Bits) -> Result<sys::Z3_ast, Failure> {
        // SAFETY: the operand is a live bit vector of this context; the term is kept at once.
        unsafe {
            self.keep(match kind {
                Kind::ZExt => sys::Z3_mk_zero_ext(self.raw, by.0, operand),
                _ => sys::Z3_mk_sign_ext(self.raw, by.0, operand),
            })
        }
    }

    fn float(&mut self, bits: sys::Z3_ast, sort: FloatSort) -> Result<sys::Z3_ast, Failure> {
        let sort = self.float_sort(sort)?;
        // SAFETY: the operand is a live bit vector of the sort's width; the term is kept at once.
        unsafe { self.keep(sys::Z3_mk_fpa_to_fp_bv(self.raw, bits, sort)) }
    }

    fn float_operation(&mut self, op: FloatOp, operands: &[sys::Z3_ast]) -> Result<sys::Z3_ast, Failure> {
        let kind = match op {
            FloatOp::Of(kind) => kind,
            // SAFETY: the operand is a live float of this context; the term is kept at once.
            FloatOp::Negate => return unsafe { self.keep(sys::Z3_mk_fpa_neg(self.raw, operands[0])) },
            // SAFETY: as above.
            FloatOp::Absolute => return unsafe { self.keep(sys::Z3_mk_fpa_abs(self.raw, operands[0])) },
            // SAFETY: as above.
            FloatOp::IsNan => return unsafe { self.keep(sys::Z3_mk_fpa_is_nan(self.raw, operands[0])) },
        };
        let mode = self.rounding(kind.rounding().unwrap_or(Rounding::NearestEven))?;
        let (context, a) = (self.raw, operands[0]);
        let b = || operands[1];
        // SAFETY: the operands are live floats of one sort; the term is kept at once.
        unsafe {
            self.keep(match kind {
                Kind::FAdd => sys::Z3_mk_fpa_add(context, mode, a, b()),
                Kind::FSub => sys::Z3_mk_fpa_sub(context, mode, a, b()),
                Kind::FMul => sys::Z3_mk_fpa_mul(context, mode, a, b()),
                Kind::FDiv => sys::Z3_mk_fpa_div(context, mode, a, b()),
                Kind::FFma => sys::Z3_mk_fpa_fma(context, mode, a, b(), operands[2]),
                Kind::FSqrt => sys::Z3_mk_fpa_sqrt(context, mode, a),
                Kind::FEq => sys::Z3_mk_fpa_eq(context, a, b()),
                Kind::FLt => sys::Z3_mk_fpa_lt(context, a, b()),
                Kind::FLe => sys::Z3_mk_fpa_leq(context, a, b()),
                _ => sys::Z3_mk_fpa_round_to_integral(context, mode, a),
            })
        }
    }

    fn to_float(
        &mut self,
        kind: Kind,
        operand: sys::Z3_ast,
        sort: FloatSort,
    ) -> Result<sys::Z3_ast, Failure> {
        let (mode, sort) = (self.rounding(Rounding::NearestEven)?, self.float_sort(sort)?);
        let make = match kind {
            Kind::SToF => sys::Z3_mk_fpa_to_fp_signed,
            Kind::UToF => sys::Z3_mk_fpa_to_fp_unsigned,
            _ => sys::Z3_mk_fpa_to_fp_float,
        };
        // SAFETY: the operand is a live term of the sort that the kind asks for; the term is kept at once.
        unsafe { self.keep(make(self.raw, mode, operand, sort)) }
    }

    fn to_integer(&mut self, kind: Kind, operand: sys::Z3_ast, width: Bits) -> Result<sys::Z3_ast, Failure> {
        let mode = self.rounding(Rounding::Zero)?;
        let make = if kind == Kind::FToS { sys::Z3_mk_fpa_to_sbv } else { sys::Z3_mk_fpa_to_ubv };
        // SAFETY: the operand is a live float; the term is kept at once.
        unsafe { self.keep(make(self.raw, mode, operand, width.0)) }
    }

    fn float_bits(&mut self, float: sys::Z3_ast, _: FloatSort) -> Result<FloatBits<sys::Z3_ast>, Failure> {
        // SAFETY: the operand is a live float; the term is kept at once.
        let bits = unsafe { self.keep(sys::Z3_mk_fpa_to_ieee_bv(self.raw, float))? };
        Ok(FloatBits { bits, definition: None })
    }
}

type Binary = unsafe fn(sys::Z3_context, sys::Z3_ast, sys::Z3_ast) -> Option<sys::Z3_ast>;

/// The function that builds an operation of two operands.
fn binary(kind: Kind) -> Binary {
    match kind {
        Kind::And => sys::Z3_mk_bvand,
        Kind::Or => sys::Z3_mk_bvor,
        Kind::Xor => sys::Z3_mk_bvxor,
        Kind::Add => sys::Z3_mk_bvadd,
        Kind::Sub => sys::Z3_mk_bvsub,
        Kind::Mul => sys::Z3_mk_bvmul,
        Kind::UDiv => sys::Z3_mk_bvudiv,
        Kind::SDiv => sys::Z3_mk_bvsdiv,
        Kind::URem => sys::Z3_mk_bvurem,
        Kind::SRem => sys::Z3_mk_bvsrem,
        Kind::Shl => sys::Z3_mk_bvshl,
        Kind::LShr => sys::Z3_mk_bvlshr,
        Kind::AShr => sys::Z3_mk_bvashr,
        Kind::Concat => sys::Z3_mk_concat,
        Kind::Eq => sys::Z3_mk_eq,
        Kind::Ult => sys::Z3_mk_bvult,
        Kind::Slt => sys::Z3_mk_bvslt,
        _ => unreachable!("invariant: {kind:?} has not two operands"),
    }
}

/// Copies a string of the library.
///
/// # Safety
/// `string` must be null or a live string that ends in a zero byte.
unsafe fn text(string: sys::Z3_string) -> String {
    if string.is_null() {
        return String::new();
    }
    // SAFETY: promised by the caller.
    unsafe { CStr::from_ptr(string) }.to_string_lossy().into_owned()
}
