//! The values of registers.

use super::ObjectId;
use crate::expr::{Arena, ExprId};
use crate::util::Bits;

/// An object as a pointer remembers it: stack objects reuse ids, the generation tells them apart.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct ObjectRef {
    pub id: ObjectId,
    pub generation: u16,
}

/// A scalar value. Its width stands in the instruction that uses it.
///
/// Integers of more than 64 bits are always terms; the concrete ones are constants of the arena.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// A concrete integer; bits above its width are zero.
    Int(u64),
    /// A concrete address that belongs to an object (it may lie outside of it).
    Ptr { generation: u16, object: ObjectId, address: u64 },
    /// A term that is not a constant of 64 bits or less.
    Term(ExprId),
    /// An address, a term of 64 bits, that belongs to an object.
    SymPtr { generation: u16, object: ObjectId, address: ExprId },
}

const _: () = assert!(std::mem::size_of::<Value>() == 16);

impl Value {
    /// The integer zero, the null pointer, false.
    pub const ZERO: Value = Value::Int(0);

    /// A concrete address of an object.
    pub fn pointer(object: ObjectRef, address: u64) -> Value {
        Value::Ptr { generation: object.generation, object: object.id, address }
    }

    /// An address of an object that may be a term.
    pub fn with_object(self, object: Option<ObjectRef>) -> Value {
        match (self, object) {
            (Value::Int(address) | Value::Ptr { address, .. }, Some(object)) => {
                Value::pointer(object, address)
            }
            (Value::Term(address) | Value::SymPtr { address, .. }, Some(object)) => {
                Value::SymPtr { generation: object.generation, object: object.id, address }
            }
            (Value::Ptr { address, .. }, None) => Value::Int(address),
            (Value::SymPtr { address, .. }, None) => Value::Term(address),
            (value, None) => value,
        }
    }

    /// The object that the value belongs to.
    #[inline]
    pub fn object(self) -> Option<ObjectRef> {
        match self {
            Value::Ptr { generation, object, .. } | Value::SymPtr { generation, object, .. } => {
                Some(ObjectRef { id: object, generation })
            }
            Value::Int(_) | Value::Term(_) => None,
        }
    }

    /// The value as a concrete number.
    #[inline(always)]
    pub fn as_int(self) -> Option<u64> {
        match self {
            Value::Int(value) | Value::Ptr { address: value, .. } => Some(value),
            Value::Term(_) | Value::SymPtr { .. } => None,
        }
    }

    /// The value as a term of `width`.
    #[inline]
    pub fn to_term(self, arena: &mut Arena, width: Bits) -> ExprId {
        match self {
            Value::Int(value) | Value::Ptr { address: value, .. } => arena.constant(width, u128::from(value)),
            Value::Term(term) | Value::SymPtr { address: term, .. } => {
                debug_assert_eq!(arena.width(term), width, "a term of another width");
                term
            }
        }
    }

    /// The value of a term: constants of up to 64 bits become concrete.
    #[inline]
    pub fn from_term(arena: &Arena, term: ExprId) -> Value {
        match arena.as_const(term) {
            Some(value) if arena.width(term).0 <= 64 => Value::Int(value as u64),
            _ => Value::Term(term),
        }
    }
}
