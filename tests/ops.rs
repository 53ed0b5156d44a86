//! Every operation of LLVM that clang emits: the result of native code, of concrete execution and of symbolic
//! execution with the inputs pinned by the path condition are the same, with either solver.
//!
//! A case is a function of two integers. Most are generated: a line of [`scalar_cases`] or [`vector_cases`] at
//! several widths. The others stand in `tests/ops/*.ll`, `*.c` and `*.cpp`; every function there of the form
//! `define iR @name(iA %a, iB %b)` or `U64 name(U64 a, U64 b)` is a case, and must be defined for all
//! operands. Rows are the edges of both widths, and random numbers from a fixed seed.
//!
//! The last word has a backend: it is asked whether the result's term can differ from the native result in any
//! row, past all links of the chain that could hide a wrong translation.

#[path = "ops/bench"]
mod bench {
    pub mod cases;
    pub mod generate;
    pub mod native;
    pub mod run;
}

use bench::cases::{Case, cases_of_files};
use bench::generate::{module, scalar_cases, vector_cases};
use bench::run::check;
use std::path::{Path, PathBuf};
use symir::frontend::OptLevel;

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
