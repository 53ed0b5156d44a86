//! What a program's memory is: objects at fixed virtual addresses, and the values that registers and
//! memory hold.
//!
//! Invariants:
//! - addresses are a function of the path's own allocations, so that they are the same in every run;
//! - an address of one object never lies in another, live or freed: unmapped bytes separate them;
//! - a [`Value`] that knows its object is only ever accessed within it;
//! - a clone of [`Memory`] shares everything until written.
//!
//! This module knows neither instructions nor C types; what an object was made by is a [`Origin`] that
//! only the executor reads.

mod block;
mod error;
mod join;
mod object;
mod offsets;
mod space;
mod symbolic;
mod value;

pub use block::Block;
pub use error::{Access, AccessError};
pub use object::{Byte, Object, SymbolByte};
pub use offsets::Offsets;
pub use space::{Location, Memory, Origin, OriginKind, PAGE, Region};
pub use value::{Content, ObjectRef, Value};

crate::define_id!(
    /// An object of one memory; the two upper bits tell its region.
    ObjectId
);
