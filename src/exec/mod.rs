//! Execution of one state, instruction by instruction.
//!
//! A [`Machine`] is what one worker needs to run states of one program: the arena, the solver, the
//! constants as values. [`Machine::run`] advances a [`State`] until it forks, ends or has used its fuel.
//!
//! Invariants:
//! - the path conditions of the states that come from a fork exclude each other;
//! - a state itself takes the first choice of a fork, so depth-first order is the order of decision paths;
//! - the witness of a state satisfies its path condition;
//! - something that cannot be executed ends only its own path, with its name and place, and never the run.
//!
//! This module does not know files, threads or command-line arguments.

mod access;
mod addresses;
mod arith;
mod begun;
pub mod blueprints;
mod branches;
mod building;
mod calls;
mod changed;
mod choices;
mod classes;
mod code;
mod concrete_loop;
mod control;
mod counted;
mod decision;
mod driver_calls;
mod effects;
mod errno;
mod externals;
mod failing;
mod failure;
mod faults;
mod float;
mod footprint;
mod fork;
mod growing;
mod host;
mod imitating;
mod initial;
mod intrinsics;
mod join;
mod lattice;
mod leaks;
mod machine;
mod mocked;
mod numbers;
mod observe;
mod obstacles;
mod operations;
mod options;
mod passed;
mod path;
mod pointers;
mod predecoded;
mod ranking;
mod records;
mod registers;
mod rest;
mod scenario;
mod scope;
mod setup;
mod shape;
mod shims;
mod state;
mod streams;
mod strings;
mod taken_over;
#[cfg(test)]
mod tests;
mod typed;
mod unfold;
mod unions;
mod unset;
mod varargs;
mod variants;
mod views;

pub use addresses::{Dependence, moved_address};
pub use changed::{FIRST_OFFSET, Left};
pub use decision::{Decision, DecisionKind, Decisions};
pub use effects::{Effect, Held, MemberKind, Part, Touched};
pub use failure::Ending;
pub use host::{
    Host, Identity, NativeArgument, NativeCall, NativeResult, NativeValue, Request, Sealed, StreamControl,
    Worlds,
};
pub use imitating::{Proposal, SHAPED};
pub use join::ChoiceDepths;
pub use machine::{Join, Leg, Machine, Stop};
pub use observe::Observer;
pub use obstacles::{Obstacles, PackedObstacles, Refuted};
pub use options::{Detect, ExecOptions, Externals, Unknown};
pub use path::{Path, Side};
pub use pointers::{Chosen, Lead};
pub use rest::Siblings;
pub use scope::ExecStats;
pub use setup::{Start, SymbolicArgs};
pub use shape::scalar;
pub use shims::is_known;
pub use state::{Child, Declared, InputRecord, RecordedCall, State};
pub use taken_over::{Contents, finish_call};
pub use unset::{note_unset, unset_name};
pub use views::{looked_at, tags};
