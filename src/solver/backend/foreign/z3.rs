//! The functions of Z3's C interface that are used, and the versions that they belong to.

#![allow(non_snake_case, reason = "the functions have the names of Z3's interface")]

use super::{Handle, Library, functions};
use std::ffi::{c_int, c_uint};
pub(in crate::solver::backend) use z3_sys::{
    ErrorCode, Z3_L_FALSE, Z3_L_TRUE, Z3_ast, Z3_config, Z3_context, Z3_error_code, Z3_error_handler,
    Z3_lbool, Z3_model, Z3_params, Z3_solver, Z3_sort, Z3_string, Z3_symbol, Z3_tactic,
};

pub(in crate::solver::backend) static LIBRARY: Library =
    Library::new("libz3.so", option_env!("SYMIR_Z3_FOLDER"), check);

/// The first version that numbers its constants as z3-sys does.
const LEAST: (c_uint, c_uint, c_uint) = (5, 3, 2);

fn check(library: &Handle) -> Result<(), String> {
    type Version = unsafe extern "C" fn(*mut c_uint, *mut c_uint, *mut c_uint, *mut c_uint);
    // SAFETY: the type is that of the bindings.
    let version = unsafe { library.get::<Version>(b"Z3_get_version") }.map_err(|error| error.to_string())?;
    let (mut major, mut minor, mut build, mut revision) = (0, 0, 0, 0);
    // SAFETY: four places for four numbers.
    unsafe { version(&mut major, &mut minor, &mut build, &mut revision) };
    match (major, minor, build) >= LEAST {
        true => Ok(()),
        false => Err(format!(
            "this is Z3 {major}.{minor}.{build}, and symir needs {}.{}.{} or newer",
            LEAST.0, LEAST.1, LEAST.2
        )),
    }
}

use z3_sys as sys;
functions! {
    LIBRARY, sys, "";

    fn Z3_get_full_version() -> Z3_string;
    fn Z3_mk_config() -> Option<Z3_config>;
    fn Z3_del_config(c: Z3_config);
    fn Z3_mk_context_rc(c: Z3_config) -> Option<Z3_context>;
    fn Z3_del_context(c: Z3_context);
    fn Z3_set_error_handler(c: Z3_context, h: Z3_error_handler);
    fn Z3_get_error_code(c: Z3_context) -> Z3_error_code;
    fn Z3_get_error_msg(c: Z3_context, err: Z3_error_code) -> Z3_string;

    fn [Z3_inc_ref, Z3_dec_ref](c: Z3_context, a: Z3_ast);
    fn Z3_sort_to_ast(c: Z3_context, s: Z3_sort) -> Option<Z3_ast>;
    fn Z3_mk_bool_sort(c: Z3_context) -> Option<Z3_sort>;
    fn Z3_mk_bv_sort(c: Z3_context, sz: c_uint) -> Option<Z3_sort>;
    fn Z3_mk_fpa_sort(c: Z3_context, ebits: c_uint, sbits: c_uint) -> Option<Z3_sort>;

    fn Z3_mk_int_symbol(c: Z3_context, i: c_int) -> Option<Z3_symbol>;
    fn Z3_mk_string_symbol(c: Z3_context, s: Z3_string) -> Option<Z3_symbol>;
    fn Z3_mk_const(c: Z3_context, s: Z3_symbol, ty: Z3_sort) -> Option<Z3_ast>;
    fn [Z3_mk_true, Z3_mk_false](c: Z3_context) -> Option<Z3_ast>;
    fn Z3_mk_unsigned_int64(c: Z3_context, v: u64, ty: Z3_sort) -> Option<Z3_ast>;
    fn Z3_mk_numeral(c: Z3_context, numeral: Z3_string, ty: Z3_sort) -> Option<Z3_ast>;

    fn [Z3_mk_not, Z3_mk_bvnot, Z3_mk_bvneg](c: Z3_context, a: Z3_ast) -> Option<Z3_ast>;
    fn [Z3_mk_and, Z3_mk_or](c: Z3_context, num_args: c_uint, args: *const Z3_ast) -> Option<Z3_ast>;
    fn [Z3_mk_xor, Z3_mk_eq, Z3_mk_concat, Z3_mk_bvand, Z3_mk_bvor, Z3_mk_bvxor, Z3_mk_bvadd, Z3_mk_bvsub, Z3_mk_bvmul,
       Z3_mk_bvudiv, Z3_mk_bvsdiv, Z3_mk_bvurem, Z3_mk_bvsrem, Z3_mk_bvshl, Z3_mk_bvlshr, Z3_mk_bvashr, Z3_mk_bvult,
       Z3_mk_bvslt](c: Z3_context, t1: Z3_ast, t2: Z3_ast) -> Option<Z3_ast>;
    fn Z3_mk_ite(c: Z3_context, t1: Z3_ast, t2: Z3_ast, t3: Z3_ast) -> Option<Z3_ast>;
    fn Z3_mk_extract(c: Z3_context, high: c_uint, low: c_uint, t1: Z3_ast) -> Option<Z3_ast>;
    fn [Z3_mk_zero_ext, Z3_mk_sign_ext](c: Z3_context, i: c_uint, t1: Z3_ast) -> Option<Z3_ast>;

    fn [Z3_mk_fpa_rne, Z3_mk_fpa_rna, Z3_mk_fpa_rtp, Z3_mk_fpa_rtn, Z3_mk_fpa_rtz](c: Z3_context) -> Option<Z3_ast>;
    fn [Z3_mk_fpa_neg, Z3_mk_fpa_abs, Z3_mk_fpa_is_nan, Z3_mk_fpa_to_ieee_bv](c: Z3_context, t: Z3_ast) -> Option<Z3_ast>;
    fn [Z3_mk_fpa_eq, Z3_mk_fpa_lt, Z3_mk_fpa_leq](c: Z3_context, t1: Z3_ast, t2: Z3_ast) -> Option<Z3_ast>;
    fn [Z3_mk_fpa_sqrt, Z3_mk_fpa_round_to_integral](c: Z3_context, rm: Z3_ast, t: Z3_ast) -> Option<Z3_ast>;
    fn [Z3_mk_fpa_add, Z3_mk_fpa_sub, Z3_mk_fpa_mul, Z3_mk_fpa_div](
        c: Z3_context, rm: Z3_ast, t1: Z3_ast, t2: Z3_ast
    ) -> Option<Z3_ast>;
    fn Z3_mk_fpa_fma(c: Z3_context, rm: Z3_ast, t1: Z3_ast, t2: Z3_ast, t3: Z3_ast) -> Option<Z3_ast>;
    fn Z3_mk_fpa_to_fp_bv(c: Z3_context, bv: Z3_ast, s: Z3_sort) -> Option<Z3_ast>;
    fn [Z3_mk_fpa_to_fp_float, Z3_mk_fpa_to_fp_signed, Z3_mk_fpa_to_fp_unsigned](
        c: Z3_context, rm: Z3_ast, t: Z3_ast, s: Z3_sort
    ) -> Option<Z3_ast>;
    fn [Z3_mk_fpa_to_sbv, Z3_mk_fpa_to_ubv](c: Z3_context, rm: Z3_ast, t: Z3_ast, sz: c_uint) -> Option<Z3_ast>;

    fn Z3_mk_tactic(c: Z3_context, name: Z3_string) -> Option<Z3_tactic>;
    fn [Z3_tactic_inc_ref, Z3_tactic_dec_ref](c: Z3_context, t: Z3_tactic);
    fn Z3_mk_simple_solver(c: Z3_context) -> Option<Z3_solver>;
    fn Z3_mk_solver_from_tactic(c: Z3_context, t: Z3_tactic) -> Option<Z3_solver>;
    fn [Z3_solver_inc_ref, Z3_solver_dec_ref](c: Z3_context, s: Z3_solver);
    fn Z3_mk_params(c: Z3_context) -> Option<Z3_params>;
    fn [Z3_params_inc_ref, Z3_params_dec_ref](c: Z3_context, p: Z3_params);
    fn Z3_params_set_uint(c: Z3_context, p: Z3_params, k: Z3_symbol, v: c_uint);
    fn Z3_solver_set_params(c: Z3_context, s: Z3_solver, p: Z3_params);
    fn Z3_solver_push(c: Z3_context, s: Z3_solver);
    fn Z3_solver_pop(c: Z3_context, s: Z3_solver, n: c_uint);
    fn Z3_solver_assert(c: Z3_context, s: Z3_solver, a: Z3_ast);
    fn Z3_solver_check(c: Z3_context, s: Z3_solver) -> Z3_lbool;
    fn Z3_solver_get_reason_unknown(c: Z3_context, s: Z3_solver) -> Z3_string;
    fn Z3_solver_get_model(c: Z3_context, s: Z3_solver) -> Option<Z3_model>;
    fn [Z3_model_inc_ref, Z3_model_dec_ref](c: Z3_context, m: Z3_model);
    fn Z3_model_eval(c: Z3_context, m: Z3_model, t: Z3_ast, model_completion: bool, v: *mut Z3_ast) -> bool;
    fn Z3_get_bool_value(c: Z3_context, a: Z3_ast) -> Z3_lbool;
    fn Z3_get_numeral_uint64(c: Z3_context, v: Z3_ast, u: *mut u64) -> bool;
    fn Z3_get_numeral_string(c: Z3_context, a: Z3_ast) -> Z3_string;
}
