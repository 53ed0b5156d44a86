//! The functions of cvc5's C interface that are used, and the version that they belong to.

use super::{Handle, Library, functions};
pub(in crate::solver::backend) use cvc5_sys::{
    Kind, Op, Result, RoundingMode, Solver, Sort, Term, TermManager, UnknownExplanation,
};
use std::ffi::{CStr, c_char};

pub(in crate::solver::backend) static LIBRARY: Library =
    Library::new("libcvc5.so", option_env!("SYMIR_CVC5_FOLDER"), check);

/// The version that the bindings were made of, such as `1.4.0`.
const BOUND: &str = env!("SYMIR_CVC5_VERSION");

/// Refuses another minor version than that of the bindings: each numbers the kinds of terms anew.
fn check(library: &super::Handle) -> std::result::Result<(), String> {
    type New = unsafe extern "C" fn() -> *mut TermManager;
    type NewSolver = unsafe extern "C" fn(*mut TermManager) -> *mut Solver;
    type Version = unsafe extern "C" fn(*mut Solver) -> *const c_char;
    type Delete = unsafe extern "C" fn(*mut Solver);
    type DeleteManager = unsafe extern "C" fn(*mut TermManager);
    fn get<F: Copy>(library: &Handle, name: &str) -> std::result::Result<F, String> {
        // SAFETY: the types above are those of the bindings, which these functions have had since there are
        // any.
        unsafe { library.get::<F>(name.as_bytes()) }.map(|found| *found).map_err(|error| error.to_string())
    }
    let new: New = get(library, "cvc5_term_manager_new")?;
    let new_solver: NewSolver = get(library, "cvc5_new")?;
    let version: Version = get(library, "cvc5_get_version")?;
    let delete: Delete = get(library, "cvc5_delete")?;
    let delete_manager: DeleteManager = get(library, "cvc5_term_manager_delete")?;
    // SAFETY: the manager outlives the solver, which outlives the text; each is deleted once.
    let found = unsafe {
        let manager = new();
        let solver = new_solver(manager);
        let found = CStr::from_ptr(version(solver)).to_string_lossy().into_owned();
        delete(solver);
        delete_manager(manager);
        found
    };
    let minor = |version: &str| version.splitn(3, '.').take(2).map(str::to_owned).collect::<Vec<_>>();
    match minor(&found) == minor(BOUND) {
        true => Ok(()),
        false => Err(format!("this is cvc5 {found}, and symir was built for {BOUND}")),
    }
}

use cvc5_sys as sys;
functions! {
    LIBRARY, sys, "cvc5_";

    fn term_manager_new() -> *mut TermManager;
    fn [term_manager_release, term_manager_delete](tm: *mut TermManager);
    fn new(tm: *mut TermManager) -> *mut Solver;
    fn delete(cvc5: *mut Solver);
    fn get_version(cvc5: *mut Solver) -> *const c_char;
    fn set_logic(cvc5: *mut Solver, logic: *const c_char);
    fn set_option(cvc5: *mut Solver, option: *const c_char, value: *const c_char);
    fn has_error() -> bool;
    fn get_error_message() -> *const c_char;
    fn [push, pop](cvc5: *mut Solver, nscopes: u32);
    fn assert_formula(cvc5: *mut Solver, term: Term);
    fn check_sat(cvc5: *mut Solver) -> Result;
    fn [result_is_sat, result_is_unsat](result: Result) -> bool;
    fn result_get_unknown_explanation(result: Result) -> UnknownExplanation;
    fn unknown_explanation_to_string(exp: UnknownExplanation) -> *const c_char;
    fn result_release(result: Result);
    fn get_boolean_sort(tm: *mut TermManager) -> Sort;
    fn mk_bv_sort(tm: *mut TermManager, size: u32) -> Sort;
    fn mk_rm(tm: *mut TermManager, rm: RoundingMode) -> Term;
    fn mk_boolean(tm: *mut TermManager, val: bool) -> Term;
    fn mk_bv_uint64(tm: *mut TermManager, size: u32, val: u64) -> Term;
    fn mk_bv(tm: *mut TermManager, size: u32, s: *const c_char, base: u32) -> Term;
    fn mk_const(tm: *mut TermManager, sort: Sort, symbol: *const c_char) -> Term;
    fn mk_term(tm: *mut TermManager, kind: Kind, size: usize, children: *const Term) -> Term;
    fn mk_op(tm: *mut TermManager, kind: Kind, size: usize, idxs: *const u32) -> Op;
    fn mk_term_from_op(tm: *mut TermManager, op: Op, size: usize, children: *const Term) -> Term;
    fn op_release(op: Op);
    fn get_value(cvc5: *mut Solver, term: Term) -> Term;
    fn term_get_boolean_value(term: Term) -> bool;
    fn term_get_bv_value(term: Term, base: u32) -> *const c_char;
    fn term_release(term: Term);
}
