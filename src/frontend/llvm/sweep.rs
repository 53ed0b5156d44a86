//! Removes from a module what `main` does not lead to.

use super::{LLVMValueKind, Module, Value};
use inkwell::llvm_sys::prelude::LLVMValueRef;
use inkwell::llvm_sys::{LLVMLinkage, core};
use rustc_hash::FxHashSet;

impl<'c> Module<'c> {
    /// Takes a module that was parsed lazily, and returns only what the program can reach: what `main` and
    /// the names in `stays` lead to; without `main`, all of it. Functions come in the order in which they are
    /// found. The error is LLVM's message.
    ///
    /// LLVM reads the body of a function when it links the function to another module, and links a definition
    /// that may be left out only once something refers to it.
    pub fn into_reachable(self, name: &str, stays: impl Fn(&str) -> bool) -> Result<Module<'c>, String> {
        let all: Vec<Value<'_>> = self.functions().into_iter().chain(self.globals()).collect();
        let mut waiting = FxHashSet::default();
        if all.iter().any(|value| value.name() == "main") {
            for value in all {
                let name = value.name();
                // A value without a name could not be found again below.
                if !is_root(&name) && !name.is_empty() && !stays(&name) && value.yield_definition() {
                    waiting.insert(name);
                }
            }
        }
        let mut whole = self.context.empty_module(name);
        whole.link(self)?;
        for value in whole.functions().into_iter().chain(whole.globals()) {
            if waiting.contains(&value.name()) {
                // SAFETY: this is what it was before.
                unsafe { core::LLVMSetLinkage(value.raw(), LLVMLinkage::LLVMExternalLinkage) };
            }
        }
        Ok(whole)
    }
}

/// Whether a value of this name is reached from outside: `main`, and lists of LLVM, such as that of
/// constructors.
fn is_root(name: &str) -> bool {
    name == "main" || name.starts_with("llvm.")
}

impl Module<'_> {
    /// Deletes functions and global variables that the program cannot reach, even if they use each other. It
    /// can reach what `main`, the lists of LLVM such as that of constructors, and the names in `stays` lead
    /// to. Without `main`, nothing is deleted.
    pub fn drop_unreachable(&mut self, stays: impl Fn(&str) -> bool) {
        let all: Vec<Value<'_>> = self.functions().into_iter().chain(self.globals()).collect();
        if !all.iter().any(|value| value.name() == "main") {
            return;
        }
        let begins = |value: &Value<'_>| {
            let name = value.name();
            is_root(&name) || stays(&name)
        };
        // SAFETY: it walks a list of this module.
        let aliases = unsafe {
            let aliases = self.list(core::LLVMGetFirstGlobalAlias, core::LLVMGetNextGlobalAlias);
            aliases.into_iter().chain(self.ifuncs())
        };
        let kept: FxHashSet<Value<'_>> =
            Reached::from(all.iter().copied().filter(begins).chain(aliases)).collect();
        let unused: Vec<(LLVMValueRef, bool)> = all
            .iter()
            .filter(|value| !kept.contains(value))
            .map(|value| (value.raw(), is_function(*value)))
            .collect();
        // SAFETY: they are this module's, and with it borrowed exclusively nobody holds one as a `Value`.
        // What still uses them is deleted as well.
        unsafe {
            for (value, _) in &unused {
                core::LLVMReplaceAllUsesWith(*value, core::LLVMGetUndef(core::LLVMTypeOf(*value)));
            }
            for (value, is_function) in unused {
                if is_function { core::LLVMDeleteFunction(value) } else { core::LLVMDeleteGlobal(value) }
            }
        }
    }
}

fn is_function(value: Value<'_>) -> bool {
    matches!(value.kind(), LLVMValueKind::LLVMFunctionValueKind)
}

/// Iterates over some values and the constants that they lead to, each once: the functions and variables that
/// are named in bodies and initial values. A body is read only when the iterator comes to it.
pub struct Reached<'m> {
    found: FxHashSet<Value<'m>>,
    waiting: Vec<Value<'m>>,
}

impl<'m> Reached<'m> {
    /// Begins with these values.
    pub fn from(roots: impl Iterator<Item = Value<'m>>) -> Self {
        Self { found: FxHashSet::default(), waiting: roots.collect() }
    }

    fn add_operands_of(&mut self, user: Value<'m>) {
        let operands = (0..user.n_operands()).map(|index| user.operand(index));
        self.waiting.extend(operands.filter(|operand| operand.is_constant()));
    }
}

impl<'m> Iterator for Reached<'m> {
    type Item = Value<'m>;

    fn next(&mut self) -> Option<Value<'m>> {
        let value = loop {
            let value = self.waiting.pop()?;
            if self.found.insert(value) {
                break value;
            }
        };
        self.add_operands_of(value);
        if is_function(value) && !value.is_declaration() {
            let insts = value.blocks().into_iter().flat_map(|block| block.instructions());
            insts.for_each(|inst| self.add_operands_of(inst));
        }
        Some(value)
    }
}
