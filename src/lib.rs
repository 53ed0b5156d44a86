//! symir turns a C function into tests that a person can read.
//!
//! The map of this library is `ARCHITECTURE.md`: which module does what and what each may know of the
//! others.

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
