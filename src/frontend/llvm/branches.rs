//! Makes branches of choices that clang computes without one.
//!
//! `c ? 4 : 5` becomes one instruction, before which both values are known. To count the sides of branches as
//! the source has them, each of the two needs a path.

use super::Module;
use inkwell::llvm_sys::prelude::LLVMValueRef;

unsafe extern "C" {
    fn symir_branch_selects(function: LLVMValueRef);
}

impl Module<'_> {
    /// Makes a branch of each choice between two values by one bit.
    pub fn branch_selects(&self) {
        for function in self.functions().into_iter().filter(|function| !function.is_declaration()) {
            // SAFETY: a function of the module, which is alive; nobody holds its blocks.
            unsafe { symir_branch_selects(function.raw()) };
        }
    }
}
