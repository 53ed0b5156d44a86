//! Types of a module. As with values, methods that ask for something only some types have panic for others.

use super::take_message;
use super::value::Value;
use inkwell::llvm_sys::LLVMTypeKind;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::LLVMTypeRef;
use std::ffi::{CStr, c_uint};
use std::marker::PhantomData;

/// A type.
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
pub struct Type<'m> {
    raw: LLVMTypeRef,
    module: PhantomData<&'m ()>,
}

// SAFETY of every block below: the type is alive as long as the module that the lifetime names, and where
// LLVM asks for one of some kind it is asserted to be one.
impl<'m> Type<'m> {
    pub(super) fn from_raw(raw: LLVMTypeRef) -> Self {
        assert!(!raw.is_null(), "invariant: LLVM gave a type");
        Self { raw, module: PhantomData }
    }

    pub(super) fn raw(self) -> LLVMTypeRef {
        self.raw
    }

    fn assert_kind(self, what: &str, is_it: bool) {
        assert!(is_it, "invariant: asked of the type of {what}");
    }

    fn is_sequence(self) -> bool {
        use LLVMTypeKind::*;
        matches!(self.kind(), LLVMArrayTypeKind | LLVMVectorTypeKind | LLVMScalableVectorTypeKind)
    }

    /// The zero of this type.
    pub fn zero(self) -> Value<'m> {
        assert!(self.is_sized(), "invariant: asked of the type of a value in memory");
        // SAFETY: asserted.
        Value::from_raw(unsafe { LLVMConstNull(self.raw) })
    }

    /// What sort of type this is.
    pub fn kind(self) -> LLVMTypeKind {
        // SAFETY: the type is alive.
        unsafe { LLVMGetTypeKind(self.raw) }
    }

    /// The type as LLVM assembly.
    pub fn to_text(self) -> String {
        // SAFETY: the string is ours to release.
        unsafe { take_message(LLVMPrintTypeToString(self.raw)) }
    }

    /// Whether this is an integer type.
    pub fn is_int(self) -> bool {
        matches!(self.kind(), LLVMTypeKind::LLVMIntegerTypeKind)
    }

    /// Whether this is `void`.
    pub fn is_void(self) -> bool {
        matches!(self.kind(), LLVMTypeKind::LLVMVoidTypeKind)
    }

    /// Whether this is a vector of a known length.
    pub fn is_vector(self) -> bool {
        matches!(self.kind(), LLVMTypeKind::LLVMVectorTypeKind)
    }

    /// Whether a value of this type has a size.
    pub fn is_sized(self) -> bool {
        // SAFETY: the type is alive.
        unsafe { LLVMTypeIsSized(self.raw) != 0 }
    }

    /// The bits of an integer type.
    pub fn int_width(self) -> u32 {
        assert!(self.is_int(), "invariant: an integer type");
        // SAFETY: asserted.
        unsafe { LLVMGetIntTypeWidth(self.raw) }
    }

    /// The address space of a pointer type.
    pub fn address_space(self) -> u32 {
        self.assert_kind("a pointer", matches!(self.kind(), LLVMTypeKind::LLVMPointerTypeKind));
        // SAFETY: asserted.
        unsafe { LLVMGetPointerAddressSpace(self.raw) }
    }

    /// The element type of an array or vector.
    pub fn element(self) -> Type<'m> {
        self.assert_kind("an array or a vector", self.is_sequence());
        // SAFETY: asserted.
        Self::from_raw(unsafe { LLVMGetElementType(self.raw) })
    }

    /// The number of elements of an array or vector.
    pub fn length(self) -> u64 {
        self.assert_kind("an array or a vector", self.is_sequence());
        // SAFETY: asserted.
        unsafe {
            match self.kind() {
                LLVMTypeKind::LLVMArrayTypeKind => LLVMGetArrayLength2(self.raw),
                _ => u64::from(LLVMGetVectorSize(self.raw)),
            }
        }
    }

    /// The element types of a structure.
    pub fn members(self) -> Vec<Type<'m>> {
        self.assert_kind("a structure", matches!(self.kind(), LLVMTypeKind::LLVMStructTypeKind));
        // SAFETY: asserted.
        unsafe {
            let n = LLVMCountStructElementTypes(self.raw);
            (0..n).map(|i| Self::from_raw(LLVMStructGetTypeAtIndex(self.raw, i as c_uint))).collect()
        }
    }

    /// The name of a structure, which begins with `struct.` or `union.` if it comes from C; `None` for a
    /// structure without a name and for other types.
    pub fn structure_name(self) -> Option<String> {
        if !matches!(self.kind(), LLVMTypeKind::LLVMStructTypeKind) {
            return None;
        }
        // SAFETY: asserted; LLVM's name lives as long as the type, and is copied at once.
        unsafe {
            let name = LLVMGetStructName(self.raw);
            (!name.is_null()).then(|| CStr::from_ptr(name).to_string_lossy().into_owned())
        }
    }

    /// The result type of a function type.
    pub fn result(self) -> Type<'m> {
        self.assert_kind("a function", matches!(self.kind(), LLVMTypeKind::LLVMFunctionTypeKind));
        // SAFETY: asserted.
        Self::from_raw(unsafe { LLVMGetReturnType(self.raw) })
    }

    /// The number of parameters of a function type.
    pub fn n_params(self) -> u32 {
        self.assert_kind("a function", matches!(self.kind(), LLVMTypeKind::LLVMFunctionTypeKind));
        // SAFETY: asserted.
        unsafe { LLVMCountParamTypes(self.raw) }
    }

    /// Whether a function type takes more arguments than it names.
    pub fn is_vararg(self) -> bool {
        self.assert_kind("a function", matches!(self.kind(), LLVMTypeKind::LLVMFunctionTypeKind));
        // SAFETY: asserted.
        unsafe { LLVMIsFunctionVarArg(self.raw) != 0 }
    }
}
