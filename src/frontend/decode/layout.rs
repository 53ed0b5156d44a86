//! How a value of an LLVM type is taken apart into scalars, and where they lie in memory.

use super::Unsupported;
use crate::frontend::llvm::{DataLayout, LLVMTypeKind, Type};
use crate::ir::{ArgKind, Argument, Operand};
use crate::util::{Bits, Bytes};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The width of an address.
pub const ADDRESS: Bits = Bits(64);

/// One register's worth of a value.
#[derive(Copy, Clone, Debug)]
pub struct Scalar {
    pub width: Bits,
    pub kind: ArgKind,
    /// The distance from the beginning of the value in memory.
    pub offset: Bytes,
}

impl Scalar {
    /// The scalar as a call passes it.
    pub fn passed(&self, operand: Operand) -> Argument {
        Argument { operand, width: self.width, kind: self.kind }
    }
}

/// A type taken apart.
#[derive(Debug)]
pub struct Layout {
    pub scalars: Vec<Scalar>,
    /// A vector whose elements are not whole bytes lies in memory as one integer of this many bits.
    pub packed: Option<Bits>,
}

/// Values of more scalars than this are not supported.
const MAX_SCALARS: usize = 4096;

/// How many bits one scalar has if an integer needs several.
const WORD: u32 = 64;

/// Whether `ty` is an integer that one scalar does not hold.
pub fn is_wide(ty: Type<'_>) -> bool {
    ty.is_int() && ty.int_width() > 128
}

/// The words of an integer of `width` bits that lies at `offset`: the last one has the bits that are left.
pub fn words(width: u32, offset: u64) -> impl ExactSizeIterator<Item = Scalar> {
    (0..width.div_ceil(WORD)).map(move |index| Scalar {
        width: Bits((width - index * WORD).min(WORD)),
        kind: ArgKind::Integer,
        offset: Bytes(offset + u64::from(index * WORD / 8)),
    })
}

/// The layouts of all types seen so far.
pub struct Layouts<'m> {
    data: DataLayout<'m>,
    known: FxHashMap<Type<'m>, Result<Rc<Layout>, Unsupported>>,
}

impl<'m> Layouts<'m> {
    pub fn new(data: DataLayout<'m>) -> Self {
        Self { data, known: FxHashMap::default() }
    }

    /// The layout of a type; without scalars for `void`.
    pub fn of(&mut self, ty: Type<'m>) -> Result<Rc<Layout>, Unsupported> {
        if let Some(known) = self.known.get(&ty) {
            return known.clone();
        }
        let mut scalars = Vec::new();
        let made = flatten(self.data, ty, 0, &mut scalars)
            .map(|()| Rc::new(Layout { packed: packed_bits(ty), scalars }));
        self.known.insert(ty, made.clone());
        made
    }
}

/// Appends the scalars of `ty`, which lies at `offset`.
fn flatten(
    data: DataLayout<'_>,
    ty: Type<'_>,
    offset: u64,
    out: &mut Vec<Scalar>,
) -> Result<(), Unsupported> {
    use LLVMTypeKind::*;
    let mut scalar = |width: u32, kind| {
        out.push(Scalar { width: Bits(width), kind, offset: Bytes(offset) });
        Ok(())
    };
    match ty.kind() {
        LLVMVoidTypeKind => Ok(()),
        LLVMIntegerTypeKind if ty.int_width() <= 128 => scalar(ty.int_width(), ArgKind::Integer),
        LLVMIntegerTypeKind if ty.int_width() / WORD < MAX_SCALARS as u32 => {
            out.extend(words(ty.int_width(), offset));
            Ok(())
        }
        LLVMHalfTypeKind => scalar(16, ArgKind::Float),
        LLVMFloatTypeKind => scalar(32, ArgKind::Float),
        LLVMDoubleTypeKind => scalar(64, ArgKind::Float),
        LLVMX86_FP80TypeKind => scalar(80, ArgKind::Float),
        LLVMFP128TypeKind => scalar(128, ArgKind::Float),
        LLVMPointerTypeKind if ty.address_space() == 0 => scalar(64, ArgKind::Pointer),
        LLVMStructTypeKind => flatten_struct(data, ty, offset, out),
        LLVMArrayTypeKind => {
            let step = data.alloc_size(ty.element());
            flatten_elements(data, ty, offset, step, out)
        }
        LLVMVectorTypeKind if !is_wide(ty.element()) => {
            let step = data.bits(ty.element()) / 8;
            flatten_elements(data, ty, offset, step, out)
        }
        _ => Unsupported::new(format!("values of type `{}`", ty.to_text())),
    }
}

fn flatten_struct(
    data: DataLayout<'_>,
    ty: Type<'_>,
    offset: u64,
    out: &mut Vec<Scalar>,
) -> Result<(), Unsupported> {
    if !ty.is_sized() {
        return Unsupported::new(format!("values of type `{}`", ty.to_text()));
    }
    for (index, member) in ty.members().into_iter().enumerate() {
        flatten(data, member, offset + data.offset(ty, index as u32), out)?;
    }
    Ok(())
}

fn flatten_elements(
    data: DataLayout<'_>,
    ty: Type<'_>,
    offset: u64,
    step: u64,
    out: &mut Vec<Scalar>,
) -> Result<(), Unsupported> {
    for index in 0..ty.length() {
        flatten(data, ty.element(), offset + index * step, out)?;
        if out.len() > MAX_SCALARS {
            return Unsupported::new(format!("a value of more than {MAX_SCALARS} parts"));
        }
    }
    Ok(())
}

/// The scalars of a packed vector as it lies in memory.
pub fn packed_words(packed: Bits) -> Vec<Scalar> {
    if packed <= Bits(128) {
        return vec![Scalar { width: packed, kind: ArgKind::Integer, offset: Bytes(0) }];
    }
    words(packed.0, 0).collect()
}

/// The width of the integer as which a vector of elements like `i1` or `i12` lies in memory; else `None`.
fn packed_bits(ty: Type<'_>) -> Option<Bits> {
    if !ty.is_vector() || !ty.element().is_int() || ty.element().int_width().is_multiple_of(8) {
        return None;
    }
    Some(Bits(u32::try_from(ty.length()).unwrap_or(u32::MAX).saturating_mul(ty.element().int_width())))
}
