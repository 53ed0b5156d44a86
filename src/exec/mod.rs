//! Execution of one state, instruction by instruction.
//!
//! A [`Machine`] is what one worker needs to run states of one program: the arena, the solver, the
//! constants as values. [`Machine::run`] advances a [`State`] until it forks, ends or has used its fuel.
//!
//! Invariants:
//! - what a fork gives are states whose path conditions exclude each other;
//! - the first choice of a fork is the state itself, so that depth-first order is the order of trails;
//! - the witness of a state satisfies its path condition;
//! - whatever cannot be done ends one path with its name and place, never the run.
//!
//! This module sees no files, threads or arguments.

mod access;
mod arith;
mod calls;
mod choices;
mod control;
mod decision;
mod externals;
mod failure;
mod float;
mod footprint;
mod host;
mod intrinsics;
mod join;
mod leaks;
mod machine;
mod observe;
mod obstacles;
mod operations;
mod passed;
mod places;
mod plain;
mod quick;
mod registers;
mod rest;
mod scenario;
mod setup;
mod shims;
mod state;
mod strings;
mod varargs;

pub use decision::{Decision, DecisionKind, Decisions};
pub use failure::Ending;
pub use host::{
    Host, Identity, NativeArgument, NativeCall, NativeResult, NativeValue, Request, Sealed, StreamControl,
    Worlds,
};
pub use join::{ChoiceDepths, Merged};
pub use machine::{Detect, ExecOptions, ExecStats, Externals, Leg, Machine, Stop};
pub use observe::Observer;
pub use obstacles::{Obstacles, PackedObstacles, Refuted};
pub use places::Dependence;
pub use rest::Siblings;
pub use setup::{Start, SymbolicArgs};
pub use shims::is_known;
pub use state::{Child, Frame, InputRecord, RecordedCall, State};
