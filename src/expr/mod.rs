//! Hash-consed terms over bit vectors, which may be the patterns of floats.
//!
//! A term is an [`ExprId`] into an [`Arena`]; equal terms have equal ids. Terms are simplified as they are
//! built, by named [`Rule`]s. A truth value is a bit vector of width 1.
//!
//! Invariants:
//! - the operands of a node have smaller ids than the node (ids are a topological order);
//! - operands of commutative nodes are ordered by structural hash, a constant last, so that the shape of a
//!   term never depends on the order in which terms were made;
//! - division by zero and oversized shifts have the meaning of SMT-LIB's theory of bit vectors
//!   (<https://smt-lib.org/theories-FixedSizeBitVectors.shtml>); the executor checks for them beforehand.
//!
//! This module knows nothing about programs or solvers.

mod arena;
mod assignment;
mod builders;
mod columns;
mod eval;
mod facts;
mod float;
mod fold;
mod format;
mod node;
mod packet;
mod rules;
mod smtlib;
mod support;
mod transfer;

pub use arena::{Arena, SymbolKey};
pub use assignment::Assignment;
pub use eval::{Evaluator, apply};
pub use facts::Facts;
pub use float::float_fold;
pub use fold::fold;
pub use format::{Format, Number, Rounding, integer_limits};
pub use node::{Kind, Node};
pub use packet::Packet;
pub use rules::Rule;
pub use smtlib::Script;
pub use support::Support;

crate::define_id!(
    /// A term of one arena.
    ExprId
);
crate::define_id!(
    /// A free symbol of one arena.
    SymbolId
);
