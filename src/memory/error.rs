//! Why an access is not possible.

use super::{ObjectId, ObjectRef};
use crate::util::Bytes;

/// What a program does with memory.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Access {
    Read,
    Write,
}

impl Access {
    /// What the program does, in words.
    pub const fn verb(self) -> &'static str {
        match self {
            Access::Read => "reads",
            Access::Write => "writes",
        }
    }
}

/// An access that a program must not make.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum AccessError {
    /// An address in the first page.
    Null { address: u64 },
    /// An address of no object.
    Wild { address: u64 },
    /// `size` bytes from `offset` on do not all lie in the object.
    OutOfBounds { object: ObjectRef, offset: i64, size: Bytes },
    /// The object was freed.
    Freed { object: ObjectRef },
    /// The object was a local variable of a function that has returned.
    Returned { address: u64 },
    /// The object must not be written.
    Constant { object: ObjectRef },
    /// The object is a function.
    Code { object: ObjectRef },
}

impl AccessError {
    /// The object that the access misses, or that must not be accessed in this way, if there is one.
    pub fn object(&self) -> Option<ObjectId> {
        match self {
            AccessError::OutOfBounds { object, .. }
            | AccessError::Freed { object }
            | AccessError::Constant { object }
            | AccessError::Code { object } => Some(object.id),
            AccessError::Null { .. } | AccessError::Wild { .. } | AccessError::Returned { .. } => None,
        }
    }
}
