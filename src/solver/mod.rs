//! Questions about terms, and the chain of links that answers them.
//!
//! [`PathCondition`] stores what a path has assumed; [`Solver`] answers what is possible under it. Links
//! come in order of price; each either answers exactly or passes the question on. `Unknown` is an answer
//! of its own and is never taken for impossible.
//!
//! This module knows no programs: a question is a term of width 1.

pub mod backend;
mod chain;
mod knowledge;
mod path;
mod search;

pub use backend::{BackendKind, QueryLimit};
pub use chain::{Answer, Disagreement, Link, Solver, SolverOptions, SolverStats};
pub use knowledge::Knowledge;
pub use path::PathCondition;
