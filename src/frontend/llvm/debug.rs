//! Debug information as LLVM has it in memory: nodes that refer to each other.
//!
//! LLVM's C interface tells little of it, so `debug.cpp` describes a node as a plain structure. This file
//! does not know what the nodes mean for a program.

use super::{Module, Value};
use inkwell::llvm_sys::debuginfo::{LLVMGetSubprogram, LLVMInstructionGetDebugLoc};
use inkwell::llvm_sys::prelude::{LLVMMetadataRef, LLVMModuleRef, LLVMValueRef};
use std::ffi::{c_char, c_void};
use std::marker::PhantomData;

/// A node of the debug information.
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
pub struct DebugRef<'m> {
    raw: LLVMMetadataRef,
    module: PhantomData<&'m ()>,
}

/// Identifies a node as long as its context lives, since LLVM drops no node before.
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
pub struct DebugKey(usize);

/// The description of a node. The kind decides which fields say something.
#[derive(Clone)]
pub struct DebugNode<'m> {
    pub kind: NodeKind,
    pub number: NumberKind,
    pub line: u32,
    /// The number of a parameter from 1; zero for other variables.
    pub argument: u32,
    pub size_in_bits: u64,
    pub offset_in_bits: u64,
    /// The number of elements of a range, if it is known before the program runs.
    pub count: Option<u64>,
    /// The value of an enumerator. For another name of a type, its qualifier: 0 for a typedef, 1 for `const`,
    /// 2 for `volatile`, 3 for `restrict`, 4 for `_Atomic`.
    pub value: i128,
    pub is_bit_field: bool,
    pub is_static: bool,
    /// `None` if there is no name.
    pub name: Option<String>,
    /// Name and directory of the file with the declaration.
    pub file: Option<(String, String)>,
    /// The type that this type is made of, or the type of a variable or member; `None` is `void`.
    pub base: Option<DebugRef<'m>>,
    pub elements: Option<DebugRef<'m>>,
    pub scope: Option<DebugRef<'m>>,
    pub inlined_at: Option<DebugRef<'m>>,
}

/// The kinds of nodes, as `debug.cpp` numbers them.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[repr(u32)]
#[allow(dead_code, reason = "debug.cpp makes them")]
pub enum NodeKind {
    Other,
    Number,
    Pointer,
    Array,
    Structure,
    Union,
    Enumeration,
    Subroutine,
    /// A typedef or a qualifier.
    OtherName,
    Member,
    Enumerator,
    Range,
    Function,
    Block,
    /// A part of a block that is in another file.
    BlockFile,
    LocalVariable,
    GlobalVariable,
    Location,
}

/// The kinds of numbers, as `debug.cpp` numbers them.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[repr(u32)]
#[allow(dead_code, reason = "debug.cpp makes them")]
pub enum NumberKind {
    Unknown,
    Boolean,
    SignedCharacter,
    UnsignedCharacter,
    Signed,
    Unsigned,
    Float,
}

#[repr(C)]
struct RawText {
    data: *const c_char,
    length: usize,
}

#[repr(C)]
struct RawNode {
    kind: NodeKind,
    number: NumberKind,
    line: u32,
    argument: u32,
    size_in_bits: u64,
    offset_in_bits: u64,
    count: i64,
    value_low: u64,
    value_high: u64,
    is_bit_field: u32,
    is_static: u32,
    name: RawText,
    file: RawText,
    directory: RawText,
    base: LLVMMetadataRef,
    elements: LLVMMetadataRef,
    scope: LLVMMetadataRef,
    inlined_at: LLVMMetadataRef,
}

unsafe extern "C" {
    fn symir_debug_describe(metadata: LLVMMetadataRef, out: *mut RawNode);
    fn symir_debug_n_elements(list: LLVMMetadataRef) -> usize;
    fn symir_debug_element(list: LLVMMetadataRef, index: usize) -> LLVMMetadataRef;
    fn symir_debug_global(value: LLVMValueRef) -> LLVMMetadataRef;
    fn symir_debug_retained(
        module: LLVMModuleRef,
        each: extern "C" fn(*mut c_void, LLVMMetadataRef),
        to: *mut c_void,
    );
    fn symir_debug_variables(
        value: LLVMValueRef,
        each: extern "C" fn(*mut c_void, LLVMValueRef, LLVMMetadataRef),
        to: *mut c_void,
    );
}

impl RawText {
    /// The text; `None` if it is empty.
    fn text(&self) -> Option<String> {
        // SAFETY: the text belongs to a node that is alive.
        let text = unsafe { super::value::text_of(self.data, self.length) };
        (!text.is_empty()).then_some(text)
    }
}

impl<'m> DebugRef<'m> {
    fn from_raw(raw: LLVMMetadataRef) -> Option<Self> {
        (!raw.is_null()).then_some(Self { raw, module: PhantomData })
    }

    /// The key of the node, which no other node of its context has.
    pub fn key(self) -> DebugKey {
        DebugKey(self.raw as usize)
    }

    /// What the node describes.
    pub fn describe(self) -> DebugNode<'m> {
        let mut raw = std::mem::MaybeUninit::uninit();
        // SAFETY: the node is alive, and the function fills all of the structure, which both sides declare
        // alike.
        let raw = unsafe {
            symir_debug_describe(self.raw, raw.as_mut_ptr());
            raw.assume_init()
        };
        DebugNode {
            kind: raw.kind,
            number: raw.number,
            line: raw.line,
            argument: raw.argument,
            size_in_bits: raw.size_in_bits,
            offset_in_bits: raw.offset_in_bits,
            count: u64::try_from(raw.count).ok(),
            value: (u128::from(raw.value_high) << 64 | u128::from(raw.value_low)) as i128,
            is_bit_field: raw.is_bit_field != 0,
            is_static: raw.is_static != 0,
            name: raw.name.text(),
            file: raw.file.text().map(|name| (name, raw.directory.text().unwrap_or_default())),
            base: Self::from_raw(raw.base),
            elements: Self::from_raw(raw.elements),
            scope: Self::from_raw(raw.scope),
            inlined_at: Self::from_raw(raw.inlined_at),
        }
    }

    /// The elements of a list.
    pub fn elements(self) -> impl Iterator<Item = Option<DebugRef<'m>>> {
        // SAFETY: the node is alive; every node of LLVM is a list of others.
        let n = unsafe { symir_debug_n_elements(self.raw) };
        // SAFETY: as above, and the index is one of the list.
        (0..n).map(move |index| Self::from_raw(unsafe { symir_debug_element(self.raw, index) }))
    }
}

/// A mention of a local variable in the code.
pub struct Mention<'m> {
    /// The address of the variable from this place on, if the code says it.
    pub address: Option<Value<'m>>,
    pub variable: DebugRef<'m>,
}

impl<'c> Module<'c> {
    /// The types that the sources name in casts, or keep for another reason.
    pub fn retained_types(&self) -> Vec<DebugRef<'_>> {
        extern "C" fn note(to: *mut c_void, ty: LLVMMetadataRef) {
            // SAFETY: `to` is the list below.
            unsafe { &mut *to.cast::<Vec<LLVMMetadataRef>>() }.push(ty);
        }
        let mut found: Vec<LLVMMetadataRef> = Vec::new();
        // SAFETY: the module is alive, and the list outlives the call.
        unsafe { symir_debug_retained(self.raw(), note, (&raw mut found).cast()) };
        found.into_iter().filter_map(DebugRef::from_raw).collect()
    }
}

impl<'m> Value<'m> {
    /// The function of the source that this function was compiled from.
    pub fn subprogram(self) -> Option<DebugRef<'m>> {
        self.assert_function();
        // SAFETY: asserted.
        DebugRef::from_raw(unsafe { LLVMGetSubprogram(self.raw()) })
    }

    /// The variable of the source that this global variable was compiled from.
    pub fn source_variable(self) -> Option<DebugRef<'m>> {
        self.assert_variable();
        // SAFETY: asserted.
        DebugRef::from_raw(unsafe { symir_debug_global(self.raw()) })
    }

    /// The position of an instruction in the source.
    pub fn debug_location(self) -> Option<DebugRef<'m>> {
        self.assert_instruction();
        // SAFETY: asserted.
        DebugRef::from_raw(unsafe { LLVMInstructionGetDebugLoc(self.raw()) })
    }

    /// The local variables that the code of this function mentions, in order.
    pub fn mentioned_variables(self) -> Vec<Mention<'m>> {
        extern "C" fn note(to: *mut c_void, address: LLVMValueRef, variable: LLVMMetadataRef) {
            // SAFETY: `to` is the list below.
            let found = unsafe { &mut *to.cast::<Vec<(LLVMValueRef, LLVMMetadataRef)>>() };
            found.push((address, variable));
        }
        let mut found: Vec<(LLVMValueRef, LLVMMetadataRef)> = Vec::new();
        self.assert_function();
        // SAFETY: asserted; the list outlives the call.
        unsafe { symir_debug_variables(self.raw(), note, (&raw mut found).cast()) };
        let mention = |(address, variable): (LLVMValueRef, LLVMMetadataRef)| {
            let address = (!address.is_null()).then(|| Value::from_raw(address));
            Some(Mention { address, variable: DebugRef::from_raw(variable)? })
        };
        found.into_iter().filter_map(mention).collect()
    }
}
