//! C types, as the debug information tells them.

use crate::util::{BitOffset, Bits, Bytes};

crate::define_id!(
    /// A C type of the program.
    TypeId
);

/// A C type. Typedefs and qualifiers are resolved away.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CType {
    Void,
    Bool,
    /// `char`, `signed char` and `unsigned char`: what strings are made of.
    Char {
        signed: bool,
    },
    Int {
        size: Bytes,
        signed: bool,
    },
    Float {
        size: Bytes,
    },
    Pointer(TypeId),
    /// `count` is `None` for an array of unknown length.
    Array {
        element: TypeId,
        count: Option<u64>,
    },
    Struct {
        name: Option<String>,
        size: Bytes,
        members: Vec<Member>,
    },
    Union {
        name: Option<String>,
        size: Bytes,
        members: Vec<Member>,
    },
    Enum {
        name: Option<String>,
        size: Bytes,
        signed: bool,
        variants: Vec<Variant>,
    },
    Function,
    /// The debug information does not describe it, or C has no word for it.
    Unknown {
        size: Bytes,
    },
}

/// The result and the parameters of a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FunctionType {
    pub result: TypeId,
    pub params: Vec<TypeId>,
}

/// A member of a structure or union.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Member {
    /// Empty for an anonymous member.
    pub name: String,
    pub ty: TypeId,
    /// From the beginning of the structure.
    pub offset: BitOffset,
    /// The width of a bit-field.
    pub bit_field: Option<Bits>,
}

/// A named value of an enumeration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variant {
    pub name: String,
    pub value: i128,
}
