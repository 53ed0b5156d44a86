//! symir turns a C function into tests that a person can read: it explores the paths through the function
//! symbolically, chooses readable values for each, and runs every test natively to prove it.
//!
//! A [`Pipeline`](pipeline::Pipeline) does all that. It takes [`Options`](pipeline::Options), which say what
//! to do and how, and it tells an [`Observer`](pipeline::Observer) what it finds, as soon as it finds it:
//!
//! ```
//! use symir::pipeline::{Options, Pipeline};
//! use symir::{TestCase, TestLine};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! // A driver is a C program that declares inputs and calls the function under test with them. symir has its header.
//! let folder = tempfile::tempdir()?;
//! let driver = folder.path().join("driver.c");
//! std::fs::write(&driver, r#"
//!     #include "symir.h"
//!     int clamp(int n) {
//!         if (n < 0) return 0;
//!         if (n > 99) return 99;
//!         return n;
//!     }
//!     int main(void) { SYMIR_TEST(clamp, symir_int("n")); }
//! "#)?;
//!
//! // One call for each test, in order. A whole `Observer` is told more.
//! let mut lines = Vec::new();
//! let mut observer = |test: &TestCase| lines.push(TestLine(test).to_string());
//! let results = Pipeline::new(Options::of([&driver]))?.run(&mut observer)?;
//!
//! // Both ends of each range have a test, and what lies between them.
//! let between = ["clamp: 0 :=> 0", "clamp: 2 :=> 2", "clamp: 1 :=> 1", "clamp: 99 :=> 99"];
//! assert_eq!(lines[..4], between);
//! assert_eq!(lines[4..], ["clamp: 100 :=> 99", "clamp: -1 :=> 0"]);
//! assert_eq!(results.outcomes.summary.branches_covered, 4);
//! # Ok(())
//! # }
//! ```
//!
//! Options ask for further stages. With `prove: true`, each test is run natively while symir looks for
//! others, and [`Observer::verdict`](pipeline::Observer::verdict) gets the result. `folder` names a folder
//! for tests and coverage, and `export` lists formats to write there, such as unit tests in C. A [`Deadline`]
//! ends all of this:
//!
//! ```no_run
//! use std::time::Duration;
//! use symir::options::{Format, Framework};
//! use symir::pipeline::{Observer, Options, Pipeline};
//! use symir::{Deadline, Interrupt, TestCase, TestLine, Verdict};
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
//!     export: vec![Format::Suite(Framework::Plain)],
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
//! `examples/prove.rs` is a whole program.
//!
//! # Building
//!
//! A program that uses symir is built on a machine that is set up for symir itself: `scripts/setup` in the
//! folder of symir installs LLVM 19 and clang, and puts the solvers cvc5 and Z3 where both the build and the
//! program find them. Cargo reads its configuration from the folder of the program that it builds, so
//! `.cargo/config.toml` there needs one setting:
//!
//! ```toml
//! [env]
//! DOCS_RS = "1" # cvc5-sys takes the bindings that it carries, where it would fetch and compile cvc5
//! ```
//!
//! Without the feature `cvc5` (`default-features = false, features = ["z3"]`), this setting is not needed. If
//! LLVM is not in `/usr/lib/llvm-19`, the variable `LLVM_SYS_191_PREFIX` names its folder.
//!
//! Other programs may rely on everything that is documented here. All other modules are private;
//! `ARCHITECTURE.md` lists them.

pub mod pipeline;

#[doc(inline)]
pub use engine::Flow;
#[doc(inline)]
pub use replay::Verdict;
#[doc(inline)]
pub use testcase::{TestCase, TestLine};
#[doc(inline)]
pub use util::{Deadline, Interrupt};

/// The types that [`pipeline::Options`] consist of, stage by stage.
pub mod options {
    #[doc(inline)]
    pub use crate::emit::export::Kind as Format;
    #[doc(inline)]
    pub use crate::emit::minimize::Goal;
    #[doc(inline)]
    pub use crate::emit::suite::Framework;
    #[doc(inline)]
    pub use crate::engine::{Budget, Limits};
    #[doc(inline)]
    pub use crate::exec::{Detect, ExecOptions, Externals, Start, SymbolicArgs};
    #[doc(inline)]
    pub use crate::frontend::{OptLevel, Options as CompileOptions};
    #[doc(inline)]
    pub use crate::readable::{Dictionary, Language, Method, Model, Options as ReadableOptions};
    #[doc(inline)]
    pub use crate::run::Options as ExploreOptions;
    #[doc(inline)]
    pub use crate::search::{Part, Strategy};
    #[doc(inline)]
    pub use crate::solver::{BackendKind, Link, Links, QueryLimit, SolverOptions};
}

/// The types that [`pipeline::Results`] and the tests consist of.
pub mod results {
    #[doc(inline)]
    pub use crate::coverage::{
        BranchCoverage, CoveragePoint, Detail, FileCoverage, FunctionCoverage, Gap, LineCoverage, Report,
        TestRow, Totals, Why,
    };
    #[doc(inline)]
    pub use crate::emit::Exported;
    #[doc(inline)]
    pub use crate::replay::{Difference, Tally};
    #[doc(inline)]
    pub use crate::run::{BugReport, LateType, Outcomes, Progress, Summary, Uncovered, UnsupportedReport};
    #[doc(inline)]
    pub use crate::testcase::{
        Arrangement, Bug, BugKind, Building, Concerned, Covers, Datum, Dependence, DriverCall, Failure,
        Footprint, FunctionInput, Further, Holding, Input, InputKind, Left, NamedFile, Object, Outcome,
        PointerTo, Reason, Recorded, Scalar, Site, Storage, TestCall, Thing,
    };
}

#[doc(hidden)]
pub mod internals;

mod bench;
mod cli;
mod coverage;
mod emit;
mod engine;
mod evolve;
mod exec;
mod explain;
mod expr;
mod frontend;
mod generate;
mod ir;
mod lsp;
mod memory;
mod readable;
mod replay;
mod run;
mod search;
mod solver;
mod synth;
mod testcase;
mod util;

/// The program `symir`: reads the arguments of the process, does what they say, and gives the exit code.
#[doc(hidden)]
pub fn main() -> std::process::ExitCode {
    cli::main()
}
