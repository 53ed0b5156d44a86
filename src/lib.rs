//! symir turns a C function into tests that a person can read.
//!
//! The map of this library is `ARCHITECTURE.md`: which module does what and what each may know of the
//! others.

pub mod expr;
pub mod frontend;
pub mod ir;
pub mod testcase;
pub mod util;
