//! Every operation of LLVM that clang emits: the result of native code, of concrete execution and of symbolic
//! execution with the inputs pinned by the path condition are the same, with either solver.
//!
//! A case is a function of two integers. Most are generated: a line of [`scalar_cases`], [`vector_cases`] or
//! [`float_cases`] at several widths. The others stand in `tests/ops/*.ll`, `*.c` and `*.cpp`; every function
//! there of the form `define iR @name(iA %a, iB %b)` or `U64 name(U64 a, U64 b)` is a case, and must be
//! defined for all operands. Rows are the edges of both widths or formats, and random numbers from a fixed
//! seed.
//!
//! In the end a backend is asked whether the term of the result can differ from the native result in any row.
//! The question bypasses all links of the chain, which could hide a wrong translation.

#[path = "ops/bench"]
mod bench {
    pub mod cases;
    pub mod floats;
    pub mod generate;
    pub mod native;
    pub mod run;
}

use bench::cases::{Case, cases_of_files};
use bench::floats::float_cases;
use bench::generate::{module, scalar_cases, vector_cases};
use bench::run::{approximations, check};
use std::path::{Path, PathBuf};
use symir::internals::frontend::OptLevel;

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ops").join(name)
}

/// Checks generated cases.
fn check_generated(generated: Vec<(Case, String)>) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("generated.ll");
    std::fs::write(&path, module(&generated)).expect("the module is written");
    let cases: Vec<Case> = generated.into_iter().map(|(case, _)| case).collect();
    check(&[path], &cases, OptLevel::O0, &[]);
}

/// Checks the cases of files.
fn check_files(names: &[&str], level: OptLevel, flags: &[&str]) {
    let files: Vec<PathBuf> = names.iter().map(|name| file(name)).collect();
    check(&files, &cases_of_files(&files), level, flags);
}

#[test]
fn integers() {
    check_generated(scalar_cases());
}

#[test]
fn vectors() {
    check_generated(vector_cases());
}

#[test]
fn floats() {
    check_generated(float_cases());
}

#[test]
fn memory() {
    check_files(&["memory.ll"], OptLevel::O0, &[]);
}

#[test]
fn masked_memory() {
    check_files(&["masked.ll"], OptLevel::O0, &[]);
}

#[test]
fn control_and_constants() {
    check_files(&["control.ll"], OptLevel::O0, &[]);
}

#[test]
fn integers_of_many_words() {
    check_files(&["wide.ll"], OptLevel::O0, &[]);
    check_files(&["wide.c"], OptLevel::O0, &[]);
    check_files(&["wide.c"], OptLevel::O1, &[]);
}

#[test]
fn builtins() {
    check_files(&["builtins.c"], OptLevel::O0, &[]);
    check_files(&["builtins.c"], OptLevel::O3, &["-fvectorize", "-fslp-vectorize"]);
}

#[test]
fn cplusplus() {
    let flags = ["-fno-exceptions", "-fno-rtti"];
    check_files(&["classes.cpp"], OptLevel::O0, &flags);
    check_files(&["classes.cpp"], OptLevel::O2, &flags);
}

const ARBITRARY: &str = "
declare i64 @llvm.readcyclecounter()
declare ptr @llvm.returnaddress(i32)

define i32 @undefined(i32 %a, i32 %b) {
  %x = add i32 %a, undef
  %y = icmp eq i32 %b, poison
  %z = select i1 %y, i32 %x, i32 %a
  ret i32 %z
}
define i32 @nothing(i32 %a, i32 %b) {
  ret i32 undef
}
define i32 @passed(i32 %a, i32 %b) {
  %p = insertvalue {i32, i32} poison, i32 %a, 0
  %q = insertvalue {i32, i32} %p, i32 %b, 1
  %v = insertelement <2 x i32> undef, i32 %a, i32 0
  %w = shufflevector <2 x i32> %v, <2 x i32> poison, <2 x i32> zeroinitializer
  %x = extractvalue {i32, i32} %q, 1
  %y = extractelement <2 x i32> %w, i32 1
  %r = add i32 %x, %y
  ret i32 %r
}
define i32 @left(i32 %a, i32 %b) {
  %r = shl i32 %a, %b
  ret i32 %r
}
define i32 @masked_left(i32 %a, i32 %b) {
  %s = and i32 %b, 31
  %r = shl i32 %a, %s
  ret i32 %r
}
define i32 @clock(i32 %a, i32 %b) {
  %t = call i64 @llvm.readcyclecounter()
  %u = trunc i64 %t to i32
  %p = call ptr @llvm.returnaddress(i32 0)
  %q = ptrtoint ptr %p to i32
  %r = add i32 %u, %q
  ret i32 %r
}
";

#[test]
fn what_nothing_determines_is_zero_and_counted() {
    let run = |name: &str, arguments| approximations(ARBITRARY, name, 32, arguments);
    let undefined = "undefined value read as zero";
    let both = [Some(5), Some(3)];
    assert_eq!(run("undefined", both), (Some(5), vec![(undefined, 2)]));
    assert_eq!(run("undefined", [None, None]), (None, vec![(undefined, 2)]));
    assert_eq!(run("nothing", both), (Some(0), vec![(undefined, 1)]));
    assert_eq!(run("passed", both), (Some(8), vec![]), "what is only passed on is not read");
    let (_, counts) = run("clock", both);
    assert_eq!(counts, [("address of a call or thread read as zero", 1), ("clock read as zero", 1)]);
}

#[test]
fn shifts_that_may_be_oversized_are_counted() {
    let run = |name: &str, arguments| approximations(ARBITRARY, name, 32, arguments);
    let oversized = "shift by the width or more";
    assert_eq!(run("left", [Some(5), Some(3)]), (Some(40), vec![]));
    assert_eq!(run("left", [Some(5), Some(32)]), (Some(0), vec![(oversized, 1)]));
    assert_eq!(run("left", [Some(5), None]), (None, vec![(oversized, 1)]));
    assert_eq!(run("masked_left", [None, None]), (None, vec![]));
}
