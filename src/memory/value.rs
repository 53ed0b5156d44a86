//! The values of registers.

use super::ObjectId;
use crate::expr::{Arena, ExprId};
use crate::util::Bits;

/// A reference to an object, as a pointer keeps it. Stack objects reuse ids; the generation tells them apart.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct ObjectRef {
    pub id: ObjectId,
    pub generation: u16,
}

/// A scalar value: a concrete number of up to 64 bits or a term, and the object whose address it is, if that
/// is known. The instruction that uses a value knows its width; bits above the width are zero.
///
/// Integers of more than 64 bits are always terms; the concrete ones are constants of the arena. Constants of
/// up to 64 bits are never terms.
///
/// A value is two plain words, so that it is passed in registers: a tag that is zero for a plain number, and
/// the number or the id of the term.
#[derive(Copy, Clone, PartialEq, Eq)]
pub struct Value {
    /// Bit 0: a term. Bit 1: belongs to an object, whose generation is bits 16 to 31, its id bits 32 to 63.
    tag: u64,
    bits: u64,
}

const _: () = assert!(std::mem::size_of::<Value>() == 16);

const IS_TERM: u64 = 1;
const HAS_OBJECT: u64 = 2;

/// The number or the term of a value, without its object.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Content {
    Concrete(u64),
    Term(ExprId),
}

impl Value {
    /// The integer zero, the null pointer, false.
    pub const ZERO: Value = Value::int(0);

    /// A concrete number.
    #[inline(always)]
    pub const fn int(bits: u64) -> Value {
        Value { tag: 0, bits }
    }

    /// A term that is not a constant of 64 bits or less; see [`Self::from_term`].
    #[inline]
    pub const fn term(term: ExprId) -> Value {
        Value { tag: IS_TERM, bits: term.raw() as u64 }
    }

    /// A concrete address of an object; it may lie outside of it.
    #[inline]
    pub fn pointer(object: ObjectRef, address: u64) -> Value {
        Value::int(address).with_object(Some(object))
    }

    /// The same number or term as an address of `object`, or of no object.
    #[inline]
    pub fn with_object(self, object: Option<ObjectRef>) -> Value {
        let tag = match object {
            Some(object) => {
                HAS_OBJECT | u64::from(object.generation) << 16 | u64::from(object.id.raw()) << 32
            }
            None => 0,
        };
        Value { tag: self.tag & IS_TERM | tag, bits: self.bits }
    }

    /// The number or the term.
    #[inline]
    pub fn content(self) -> Content {
        if self.tag & IS_TERM == 0 {
            Content::Concrete(self.bits)
        } else {
            Content::Term(ExprId::from_raw(self.bits as u32))
        }
    }

    /// The object that the value belongs to.
    #[inline]
    pub fn object(self) -> Option<ObjectRef> {
        (self.tag & HAS_OBJECT != 0).then(|| ObjectRef {
            id: ObjectId::from_raw((self.tag >> 32) as u32),
            generation: (self.tag >> 16) as u16,
        })
    }

    /// The value as a concrete number.
    #[inline(always)]
    pub fn as_int(self) -> Option<u64> {
        (self.tag & IS_TERM == 0).then_some(self.bits)
    }

    /// The value as a concrete number that belongs to no object.
    #[inline(always)]
    pub fn as_plain(self) -> Option<u64> {
        (self.tag == 0).then_some(self.bits)
    }

    /// The two words of the value: a tag, which is zero for a plain number, and the number or term.
    #[inline(always)]
    pub fn into_words(self) -> (u64, u64) {
        (self.tag, self.bits)
    }

    /// The inverse of [`Self::into_words`].
    #[inline(always)]
    pub fn from_words(tag: u64, bits: u64) -> Value {
        Value { tag, bits }
    }

    /// Two values as concrete numbers that belong to no object.
    #[inline(always)]
    pub fn both_plain(a: Value, b: Value) -> Option<(u64, u64)> {
        (a.tag | b.tag == 0).then_some((a.bits, b.bits))
    }

    /// Two values as concrete numbers.
    #[inline(always)]
    pub fn both_int(a: Value, b: Value) -> Option<(u64, u64)> {
        ((a.tag | b.tag) & IS_TERM == 0).then_some((a.bits, b.bits))
    }

    /// A concrete value of the same object, greater by `bytes`; `None` for a term.
    #[inline(always)]
    pub fn moved(self, bytes: u64) -> Option<Value> {
        (self.tag & IS_TERM == 0).then_some(Value { tag: self.tag, bits: self.bits.wrapping_add(bytes) })
    }

    /// The value as a term of `width`.
    #[inline]
    pub fn to_term(self, arena: &mut Arena, width: Bits) -> ExprId {
        match self.content() {
            Content::Concrete(value) => arena.constant(width, u128::from(value)),
            Content::Term(term) => {
                debug_assert_eq!(arena.width(term), width, "a term of another width");
                term
            }
        }
    }

    /// The value of a term: constants of up to 64 bits become concrete.
    #[inline]
    pub fn from_term(arena: &Arena, term: ExprId) -> Value {
        match arena.as_const(term) {
            Some(value) if arena.width(term).0 <= 64 => Value::int(value as u64),
            _ => Value::term(term),
        }
    }
}

impl std::fmt::Debug for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?}", self.content())?;
        self.object().map_or(Ok(()), |object| write!(f, " of {object:?}"))
    }
}
