//! Where the objects of a native program lie: their alignment, and room around global variables.

use super::{LLVMOpcode, LLVMValueKind, Module, Value};
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::LLVMValueRef;
use inkwell::llvm_sys::{LLVMAtomicOrdering, LLVMLinkage};
use std::ffi::CString;

/// The bytes of room on each side of a global variable of a program with the code of a sanitizer.
pub const PADDING: u64 = 2048;

/// LLVM's lists of functions and variables that are used although the module does not show it.
const LISTS: [&str; 2] = ["llvm.used", "llvm.compiler.used"];
const BYVAL: &str = "byval";
const ALIGN: &str = "align";

// SAFETY of every block below: values are of the module, which their lifetime keeps alive.
impl Module<'_> {
    /// Aligns every object that the module makes to at least `least` bytes: local and global variables, and
    /// the copies of structures that its functions pass to each other on the stack. A variable in a named
    /// section stays as it is, since its place within the section may matter.
    pub fn align_objects(&self, least: u64) {
        let least = u32::try_from(least).expect("invariant: an alignment is small");
        for global in self.globals() {
            if !global.is_declaration()
                && !is_placed_elsewhere(global)
                && global.alignment() < u64::from(least)
            {
                // SAFETY: see above.
                unsafe { LLVMSetAlignment(global.raw(), least) };
            }
        }
        for function in self.functions().into_iter().filter(|function| !function.is_declaration()) {
            self.align_copies_of_parameters(function, least);
            for inst in function.blocks().into_iter().flat_map(|block| block.instructions()) {
                match inst.opcode() {
                    LLVMOpcode::LLVMAlloca if inst.alignment() < u64::from(least) => {
                        // SAFETY: see above.
                        unsafe { LLVMSetAlignment(inst.raw(), least) };
                    }
                    LLVMOpcode::LLVMCall | LLVMOpcode::LLVMInvoke => self.align_copies_of_call(inst, least),
                    _ => {}
                }
            }
        }
    }

    fn align_copies_of_parameters(&self, function: Value<'_>, least: u32) {
        // SAFETY: see above; parameters are counted from one, before which there is the result.
        unsafe {
            let (byval, align) = (kind_of(BYVAL), kind_of(ALIGN));
            let wanted = LLVMCreateEnumAttribute(self.context.raw(), align, u64::from(least));
            for index in 1..=function.params().len() as u32 {
                let is_copy = !LLVMGetEnumAttributeAtIndex(function.raw(), index, byval).is_null();
                let known = LLVMGetEnumAttributeAtIndex(function.raw(), index, align);
                if is_copy && (known.is_null() || LLVMGetEnumAttributeValue(known) < u64::from(least)) {
                    LLVMRemoveEnumAttributeAtIndex(function.raw(), index, align);
                    LLVMAddAttributeAtIndex(function.raw(), index, wanted);
                }
            }
        }
    }

    /// The same for the arguments of a call, unless the callee is defined elsewhere. Variable arguments stay
    /// where `va_arg` looks for them.
    fn align_copies_of_call(&self, call: Value<'_>, least: u32) {
        let callee = call.callee();
        let is_function = matches!(callee.kind(), LLVMValueKind::LLVMFunctionValueKind);
        if is_function && callee.is_declaration() {
            return;
        }
        for index in 0..call.callee_type().n_params() {
            if call.byval(index).is_some() && call.argument_align(index) < u64::from(least) {
                // SAFETY: see above; arguments are counted from one.
                unsafe {
                    let align = kind_of(ALIGN);
                    let wanted = LLVMCreateEnumAttribute(self.context.raw(), align, u64::from(least));
                    LLVMRemoveCallSiteEnumAttribute(call.raw(), index + 1, align);
                    LLVMAddCallSiteAttribute(call.raw(), index + 1, wanted);
                }
            }
        }
    }

    /// Removes the alignment that loads and stores promise for their addresses. A sanitizer checks only the
    /// first byte of an aligned access. If an access breaks its promise, the sanitizer does not see that it
    /// reaches behind the end of an object.
    pub fn promise_no_alignment(&self) {
        for function in self.functions().into_iter().filter(|function| !function.is_declaration()) {
            for inst in function.blocks().into_iter().flat_map(|block| block.instructions()) {
                let is_access = matches!(inst.opcode(), LLVMOpcode::LLVMLoad | LLVMOpcode::LLVMStore);
                // SAFETY: see above; asked of loads and stores.
                unsafe {
                    if is_access
                        && LLVMGetOrdering(inst.raw()) == LLVMAtomicOrdering::LLVMAtomicOrderingNotAtomic
                    {
                        LLVMSetAlignment(inst.raw(), 1);
                    }
                }
            }
        }
    }

    /// Makes room before and behind every global variable: [`PADDING`] bytes, or as many as its alignment if
    /// that is more. Defines the table `symir_pads` of the addresses of the nearest `PADDING` bytes on each
    /// side, and `symir_pad_size`, the number of these bytes. They belong to no variable: an access there is
    /// out of bounds of this variable and of no other.
    ///
    /// Left out are thread-local variables, those in named sections, and those that LLVM, C++ and sanitizers
    /// make.
    pub fn pad_globals(&mut self) {
        let globals: Vec<LLVMValueRef> =
            self.globals().into_iter().filter(|global| can_be_padded(*global)).map(Value::raw).collect();
        let listed = self.listed();
        let pads: Vec<LLVMValueRef> =
            globals.into_iter().filter(|raw| !listed.contains(raw)).flat_map(|raw| self.pad(raw)).collect();
        let rows: Vec<_> = pads.into_iter().map(|pad| (String::new(), Some(Value::from_raw(pad)))).collect();
        let editor = self.edit();
        editor.define_table("symir_pads", &rows);
        editor.define_number("symir_pad_size", PADDING);
    }

    /// The members of [`LISTS`], where LLVM allows only whole variables and functions.
    fn listed(&self) -> Vec<LLVMValueRef> {
        let lists = self.globals().into_iter().filter(|global| LISTS.contains(&&*global.name()));
        let lists = lists.filter_map(Value::initializer);
        lists.flat_map(|list| (0..list.n_operands()).map(move |at| list.operand(at).raw())).collect()
    }

    /// Replaces a variable by the middle of a structure; gives the addresses of the room before and behind
    /// it.
    fn pad(&mut self, old: LLVMValueRef) -> [LLVMValueRef; 2] {
        let value: Value<'_> = Value::from_raw(old);
        let name = CString::new(value.name()).expect("invariant: names of variables have no zeros");
        let align = value.alignment().max(16);
        let (ty, is_constant) = (value.value_type().raw(), value.is_global_constant());
        let init = value.initializer().expect("invariant: the variable is defined").raw();
        // SAFETY: see above. The module is borrowed exclusively, so nobody holds the old variable as a
        // `Value` when it is deleted; nothing uses it then.
        unsafe {
            let context = self.context.raw();
            let (byte, size) = (LLVMInt8TypeInContext(context), PADDING.max(align));
            let room = LLVMArrayType2(byte, size);
            let mut members = [room, ty, room];
            let whole = LLVMStructTypeInContext(context, members.as_mut_ptr(), 3, 1);
            let new = LLVMAddGlobal(self.raw(), whole, c"".as_ptr());
            let mut contents = [LLVMConstNull(room), init, LLVMConstNull(room)];
            LLVMSetInitializer(new, LLVMConstStructInContext(context, contents.as_mut_ptr(), 3, 1));
            LLVMSetAlignment(new, u32::try_from(align).expect("invariant: an alignment fits 32 bits"));
            LLVMSetLinkage(new, LLVMLinkage::LLVMInternalLinkage);
            LLVMSetGlobalConstant(new, i32::from(is_constant));
            // Keeps optimisation from assuming what a read of the room gives.
            LLVMSetExternallyInitialized(new, 1);
            let number = LLVMInt32TypeInContext(context);
            let member = |at: u64| {
                let mut indices = [LLVMConstInt(number, 0, 0), LLVMConstInt(number, at, 0)];
                LLVMConstInBoundsGEP2(whole, new, indices.as_mut_ptr(), 2)
            };
            LLVMReplaceAllUsesWith(old, member(1));
            LLVMDeleteGlobal(old);
            LLVMSetValueName2(new, name.as_ptr(), name.as_bytes().len());
            // The bytes right before the variable, if the room has more than `PADDING`.
            let mut offset = [LLVMConstInt(LLVMInt64TypeInContext(context), size - PADDING, 0)];
            [LLVMConstInBoundsGEP2(byte, new, offset.as_mut_ptr(), 1), member(2)]
        }
    }
}

/// Whether a variable is LLVM's own or lies in a section that has a name.
fn is_placed_elsewhere(global: Value<'_>) -> bool {
    global.assert_variable();
    // SAFETY: asserted; LLVM gives null or an empty text if there is no section.
    let section = unsafe { LLVMGetSection(global.raw()) };
    // SAFETY: as above; a section's name ends in zero.
    let has_section = !section.is_null() && unsafe { *section } != 0;
    has_section || global.name().starts_with("llvm.")
}

/// Whether room around a variable changes nothing for a program that stays within the variable. The variables
/// of sanitizers have no names; those of C++ that are compared by address or found by name begin with `_ZT`.
fn can_be_padded(global: Value<'_>) -> bool {
    let name = global.name();
    !global.is_declaration()
        && !global.is_thread_local()
        && !is_placed_elsewhere(global)
        && global.ty().address_space() == 0
        && !name.is_empty()
        && !name.starts_with("_ZT")
}

fn kind_of(name: &str) -> u32 {
    // SAFETY: the name is valid for its length.
    unsafe { LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len()) }
}
