//! symir turns a C function into tests that a person can read: it explores the paths through the function symbolically,
//! chooses readable values for each, and runs every test natively to prove it.
//!
//! A [`Pipeline`](pipeline::Pipeline) does all that. It is made of [`Options`](pipeline::Options), which say what is to be
//! done and how, and it tells an [`Observer`](pipeline::Observer) what it finds while it finds it:
//!
//! ```
//! use symir::pipeline::{Options, Pipeline};
//! use symir::testcase::{TestCase, TestLine};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! // A driver is a C program that declares inputs and calls the function under test with them. symir has its header.
//! let folder = tempfile::tempdir()?;
//! let driver = folder.path().join("driver.c");
//! std::fs::write(&driver, r#"
//!     #include "symir.h"
//!     int sign(int n) { return n < 0 ? -1 : n > 0; }
//!     int main(void) { SYMIR_TEST(sign, symir_int("n")); }
//! "#)?;
//!
//! // One call for each test, in order. A whole `Observer` is told more.
//! let mut lines = Vec::new();
//! let mut observer = |test: &TestCase| lines.push(TestLine(test).to_string());
//! let results = Pipeline::new(Options::of([&driver]))?.run(&mut observer)?;
//!
//! assert_eq!(lines, ["sign: 0 :=> 0", "sign: 1 :=> 1", "sign: -1 :=> -1"]);
//! assert_eq!(results.outcomes.summary.branches_covered, 2);
//! # Ok(())
//! # }
//! ```
//!
//! Further stages are asked for by options: `prove: true` runs each test natively while others are still looked for, and
//! [`Observer::verdict`](pipeline::Observer::verdict) is told what came of it; `folder` names a folder for tests and
//! coverage, and `export` formats to write there, such as unit tests in C. A [`Deadline`](util::Deadline) ends all of it:
//!
//! ```no_run
//! use std::time::Duration;
//! use symir::emit::{export::Kind, suite::Framework};
//! use symir::pipeline::{Observer, Options, Pipeline};
//! use symir::replay::Verdict;
//! use symir::testcase::{TestCase, TestLine};
//! use symir::util::{Deadline, Interrupt};
//!
//! /// Keeps the tests that do not hold.
//! #[derive(Default)]
//! struct Doubts(Vec<String>);
//!
//! impl Observer for Doubts {
//!     fn verdict(&mut self, test: &TestCase, verdict: &Verdict) {
//!         if !verdict.holds() {
//!             self.0.push(format!("{}: {}", TestLine(test), verdict.reasons().join("; ")));
//!         }
//!     }
//! }
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let mut doubts = Doubts::default();
//! let options = Options {
//!     prove: true,
//!     folder: Some("tests".into()),
//!     export: vec![Kind::Suite(Framework::Plain)],
//!     deadline: Deadline::new(Some(Duration::from_secs(60)), Interrupt::default()),
//!     ..Options::of(["driver.c"])
//! };
//! let results = Pipeline::new(options)?.run(&mut doubts)?;
//! for bug in &results.outcomes.summary.bugs {
//!     println!("{}: {}", bug.bug.kind, bug.test);
//! }
//! # Ok(())
//! # }
//! ```
//!
//! `examples/prove.rs` is a whole program. The map of the library is `ARCHITECTURE.md`: which module does what and what each
//! may know of the others.

pub mod bench;
pub mod coverage;
pub mod emit;
pub mod engine;
pub mod exec;
pub mod explain;
pub mod expr;
pub mod frontend;
pub mod ir;
pub mod memory;
pub mod pipeline;
pub mod readable;
pub mod replay;
pub mod run;
pub mod search;
pub mod solver;
pub mod testcase;
pub mod util;
