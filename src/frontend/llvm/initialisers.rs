//! Functions that run at the start or end of a program because a variable in a special section names them, as
//! in `__attribute__((section(".init_array")))`. They become part of LLVM's lists of constructors and
//! destructors, so that all later steps know only these lists.

use super::{LLVMValueKind, Module, Value};
use inkwell::llvm_sys::LLVMLinkage;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::LLVMValueRef;
use std::ffi::{CStr, CString};

/// The number of functions that have none.
const LAST: u64 = 65535;

/// The list that variables of a section belong to, and their number in it.
fn list_of(section: &str) -> Option<(&'static str, u64)> {
    let rank = |rest: &str| match rest {
        "" => Some(LAST),
        _ => rest.strip_prefix('.')?.parse().ok(),
    };
    if section == ".preinit_array" {
        return Some(("llvm.global_ctors", 0));
    }
    if let Some(rest) = section.strip_prefix(".init_array") {
        return Some(("llvm.global_ctors", rank(rest)?));
    }
    Some(("llvm.global_dtors", rank(section.strip_prefix(".fini_array")?)?))
}

// SAFETY of every block below: values are of the module, which their lifetime keeps alive.
impl Module<'_> {
    /// Puts the functions that variables in such sections name into LLVM's lists. The variables stay, but in
    /// no section.
    pub fn list_initialisers(&self) {
        for variable in self.globals() {
            // SAFETY: see above; the section is a C string or null.
            let section = unsafe {
                let name = LLVMGetSection(variable.raw());
                if name.is_null() { continue } else { CStr::from_ptr(name).to_string_lossy().into_owned() }
            };
            let (Some((list, rank)), Some(initializer)) = (list_of(&section), variable.initializer()) else {
                continue;
            };
            let mut functions = Vec::new();
            let mut at = 0;
            while let Some(element) = initializer.element(at) {
                functions.push(element);
                at += 1;
            }
            if at == 0 {
                functions.push(initializer);
            }
            functions.retain(|value| matches!(value.kind(), LLVMValueKind::LLVMFunctionValueKind));
            if !functions.is_empty() {
                self.add_to_list(list, rank, &functions);
                // SAFETY: see above.
                unsafe { LLVMSetSection(variable.raw(), c"".as_ptr()) };
            }
        }
    }

    /// Adds functions with this number to a list, behind those that are there.
    fn add_to_list(&self, name: &str, rank: u64, functions: &[Value<'_>]) {
        let name = CString::new(name).expect("invariant: the names have no zeros");
        // SAFETY: see above; the list is an array of structures of a number, a function and data.
        unsafe {
            let context = self.context.raw();
            let pointer = LLVMPointerTypeInContext(context, 0);
            let mut fields = [LLVMInt32TypeInContext(context), pointer, pointer];
            let ty = LLVMStructTypeInContext(context, fields.as_mut_ptr(), 3, 0);
            let mut entries: Vec<LLVMValueRef> = Vec::new();
            let old = LLVMGetNamedGlobal(self.raw(), name.as_ptr());
            if !old.is_null() {
                let array = LLVMGetInitializer(old);
                if !array.is_null() {
                    let length = LLVMGetArrayLength2(LLVMTypeOf(array));
                    entries.extend((0..length).map(|at| LLVMGetAggregateElement(array, at as u32)));
                }
                LLVMDeleteGlobal(old);
            }
            for function in functions {
                let rank = LLVMConstInt(fields[0], rank, 0);
                let mut entry = [rank, function.raw(), LLVMConstNull(pointer)];
                entries.push(LLVMConstNamedStruct(ty, entry.as_mut_ptr(), 3));
            }
            let array = LLVMConstArray2(ty, entries.as_mut_ptr(), entries.len() as u64);
            let list = LLVMAddGlobal(self.raw(), LLVMTypeOf(array), name.as_ptr());
            LLVMSetLinkage(list, LLVMLinkage::LLVMAppendingLinkage);
            LLVMSetInitializer(list, array);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_of_initialisers_are_known_with_their_numbers() {
        assert_eq!(list_of(".init_array"), Some(("llvm.global_ctors", LAST)));
        assert_eq!(list_of(".init_array.00101"), Some(("llvm.global_ctors", 101)));
        assert_eq!(list_of(".preinit_array"), Some(("llvm.global_ctors", 0)));
        assert_eq!(list_of(".fini_array"), Some(("llvm.global_dtors", LAST)));
        assert_eq!(list_of(".data"), None);
        assert_eq!(list_of(".init_array_of_ours"), None);
    }
}
