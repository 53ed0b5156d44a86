//! What is linked is what `scripts/setup` chose: guards against an old system library that comes first on the path.

use std::ffi::CStr;

use symir as _; // it carries the link to cvc5

/// The version at the end of `wheel 1.4.0` or `/usr/lib/libcvc5.so 1.4.0`.
fn version(origin: &str) -> &str {
    origin.rsplit(' ').next().expect("invariant: rsplit yields at least one part")
}

#[test]
fn llvm_is_the_recorded_one() {
    let (major, minor, patch) = inkwell::support::get_llvm_version();
    assert_eq!(format!("{major}.{minor}.{patch}"), env!("SYMIR_LLVM_VERSION"));
}

#[test]
fn cvc5_is_the_recorded_one() {
    // SAFETY: the term manager outlives the solver, which outlives the version string; each is deleted once.
    let linked = unsafe {
        let terms = cvc5_sys::term_manager_new();
        let solver = cvc5_sys::new(terms);
        let linked = CStr::from_ptr(cvc5_sys::get_version(solver)).to_string_lossy().into_owned();
        cvc5_sys::delete(solver);
        cvc5_sys::term_manager_delete(terms);
        linked
    };
    // The wheel calls itself 1.4.0-modified.
    let number = linked.split('-').next();
    assert_eq!(number, Some(version(env!("SYMIR_CVC5_ORIGIN"))));
}

#[test]
fn z3_is_the_recorded_one() {
    let (mut major, mut minor, mut build, mut revision) = (0, 0, 0, 0);
    // SAFETY: four valid places for four numbers.
    unsafe { z3_sys::Z3_get_version(&mut major, &mut minor, &mut build, &mut revision) };
    let linked = format!("{major}.{minor}.{build}");
    assert!(version(env!("SYMIR_Z3_ORIGIN")).starts_with(&linked), "linked Z3 is {linked}");
}
