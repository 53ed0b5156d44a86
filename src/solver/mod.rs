//! Questions about terms, and the chain of links that answers them.
//!
//! [`PathCondition`] stores what a path has assumed; [`Solver`] answers whether a further condition is
//! possible under it. The cheapest links are asked first; each link either answers exactly or passes the
//! question on. `Unknown` is an answer of its own and is never taken for impossible.
//!
//! This module knows nothing about programs: a question is a term of width 1.

pub mod backend;
mod bounds;
mod burden;
mod cache;
mod chain;
mod fingerprint;
mod group;
mod links;
mod local_search;
mod network;
mod options;
mod oracle;
mod order_graph;
mod partition;
mod path;
mod race;
mod recall;
mod record;
mod reduce;
mod search;
mod term_analysis;

pub use backend::{BackendKind, QueryLimit, QueryLog};
pub use chain::{Answer, Solver};
pub use links::{Link, Links, SolverStats};
pub use network::{Mark, Network, VarId};
pub use options::{Disagreement, SolverOptions};
pub use path::PathCondition;
pub use record::{RecordedQuestion, Recorder};
pub use term_analysis::{Field, TermAnalysis};
