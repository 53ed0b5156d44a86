//! The decoded program: flat, verified, and never changed once made.
//!
//! All functions share one vector of 16-byte instructions. Every instruction works on scalars of 1 to 128
//! bits: the frontend takes vectors and aggregates apart, so that a value of `<4 x i32>` or `{i64, i8}` is
//! as many consecutive registers. Phi nodes are moves on edges. Pointers are integers of 64 bits.
//!
//! Names, source locations and C types lie beside the code. This module knows no LLVM and runs nothing.

mod checks;
mod ctype;
pub mod header;
mod inst;
mod joins;
pub mod locals;
mod loops;
mod named;
mod operation;
mod print;
mod program;
pub mod registers;
mod spelling;
mod stand_ins;
mod sums;
#[cfg(test)]
mod tests;
#[cfg(test)]
pub(crate) mod text;
mod verify;

pub use checks::Checks;
pub use ctype::{CType, FunctionType, Member, TypeId, Variant};
pub use inst::{
    Arbitrary, ArgKind, Argument, CallSite, CastOp, Clauses, Inst, Operand, OperandKind, Predicate, RegId,
    StackObject,
};
pub use joins::{Joins, LiveRegister};
pub use loops::Loops;
pub use named::{NamedValues, Names};
pub use operation::{Op, Reads, Widths, Writes};
pub use print::{FunctionListing, Listing};
pub use program::promised::Promise;
pub use program::reach::{
    Taken, edges_after, functions_with_addresses, globals_used_by, reachable_functions,
};
pub use program::{
    Block, BlockId, CastTo, Const, ConstId, Edge, EdgeId, FileId, FuncId, Function, Global, GlobalId,
    Initializer, Loc, Move, Outlined, Param, Pc, Program, Relocation, Setting, Signature, SourceFile,
    Written, source_name,
};
pub use spelling::{Entity, NAME, Spelled, SpelledFunction, Spelling, is_length, is_of_the_system};
pub use stand_ins::{STAND_IN, StandIns};
pub use verify::{VerifyError, verify};
