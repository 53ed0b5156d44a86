//! The memory of a program: objects at fixed virtual addresses, and the values that registers and memory
//! hold.
//!
//! Invariants:
//! - addresses depend only on the allocations of the path itself, so that they are the same in every run;
//! - an address of one object never lies in another, live or freed: unmapped bytes separate them;
//! - a [`Value`] that knows its object is only used to access bytes of this object;
//! - a clone of [`Memory`] shares everything until it is written.
//!
//! This module knows nothing about instructions or C types. What made an object is described by an
//! [`Origin`], which only the executor reads.

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
