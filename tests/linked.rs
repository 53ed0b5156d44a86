//! What is linked is what `scripts/setup` chose: guards against an old system library that comes first on the path.

use std::ffi::CStr;
use std::path::Path;
use std::process::Command;

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

#[test]
fn a_library_that_is_missing_is_named_when_it_is_asked_for() {
    if !env!("SYMIR_Z3_ORIGIN").starts_with("wheel") {
        eprintln!("skipped: a library of the system is found from everywhere");
        return;
    }
    // Where no path to the libraries leads from.
    let program = Path::new(env!("CARGO_BIN_EXE_symir"));
    let folder = tempfile::tempdir_in(program.parent().expect("a folder")).expect("a temporary folder");
    let elsewhere = folder.path().join("bin/symir");
    std::fs::create_dir(folder.path().join("bin")).expect("a folder");
    std::fs::hard_link(program, &elsewhere).expect("a link");
    let run = |args: &[&str]| {
        let output = Command::new(&elsewhere).args(args).output().expect("symir starts");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let driver = ["run", "-q", "drivers/strlen.c", "--no-replay"];
    assert_eq!(run(&driver).0, Some(0), "it is not needed");
    let (code, message) = run(&[&driver[..], &["--solver", "z3"]].concat());
    assert_eq!(code, Some(2));
    assert!(message.contains("z3: libz3.so") && message.contains("symir doctor"), "{message}");
    assert_eq!(run(&["doctor"]).0, Some(2));
}
