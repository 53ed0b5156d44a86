//! Numbers about comparisons, computed beside them: calls that return a float, values that are made as wide
//! as the parameters they are passed to, and choices among such floats where control flow meets.

use super::edit::UNNAMED;
use super::{BasicBlock, Editor, LLVMOpcode, LLVMTypeKind, Module, Value};
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::LLVMTypeRef;
use std::ffi::CString;

impl<'c> Module<'c> {
    /// Puts every variable that the program may change into one section. Left out are variables of threads,
    /// variables that have a section already, and variables with more than `most` bytes. Returns how many
    /// were left out for their size.
    pub fn gather_variables(&self, section: &str, most: u64) -> usize {
        let name = CString::new(section).expect("invariant: our names have no zeros");
        let mut n_left = 0;
        for global in self.globals() {
            let is_variable = !global.is_declaration()
                && !global.is_global_constant()
                && !global.is_thread_local()
                && !global.name().starts_with("llvm.");
            if !is_variable {
                continue;
            }
            if self.data_layout().alloc_size(global.value_type()) > most {
                n_left += 1;
                continue;
            }
            // SAFETY: the variable is of this module; LLVM copies the name.
            unsafe {
                if LLVMGetSection(global.raw()).is_null() || *LLVMGetSection(global.raw()) == 0 {
                    LLVMSetSection(global.raw(), name.as_ptr());
                }
            }
        }
        n_left
    }
}

// SAFETY of every block below: as in `edit.rs`.
impl<'m> Editor<'m> {
    fn double(&self) -> LLVMTypeRef {
        // SAFETY: see above.
        unsafe { LLVMDoubleTypeInContext(self.context()) }
    }

    /// A constant of the type `double`.
    pub fn float(&self, number: f64) -> Value<'m> {
        // SAFETY: see above.
        Value::from_raw(unsafe { LLVMConstReal(self.double(), number) })
    }

    /// Calls a function that is defined elsewhere and returns a `double`.
    pub fn call_for_float(&self, name: &str, arguments: &[Value<'m>]) -> Value<'m> {
        let c_name = CString::new(name).expect("invariant: our names have no zeros");
        let mut types: Vec<LLVMTypeRef> = arguments.iter().map(|value| value.ty().raw()).collect();
        let mut values: Vec<_> = arguments.iter().map(|value| value.raw()).collect();
        // SAFETY: see above; the type is made of those of the arguments.
        unsafe {
            let ty = LLVMFunctionType(self.double(), types.as_mut_ptr(), types.len() as u32, 0);
            let known = LLVMGetNamedFunction(self.module_raw(), c_name.as_ptr());
            let function = match known.is_null() {
                true => LLVMAddFunction(self.module_raw(), c_name.as_ptr(), ty),
                false => known,
            };
            let n = values.len() as u32;
            let call = LLVMBuildCall2(self.raw(), ty, function, values.as_mut_ptr(), n, UNNAMED);
            Value::from_raw(call)
        }
    }

    /// An integer of at most 64 bits, or an address, as one of 64 bits with the same value; `None` for
    /// others.
    pub fn widened(&self, value: Value<'m>, signed: bool) -> Option<Value<'m>> {
        let ty = value.ty();
        // SAFETY: see above; the kind of the type is what each instruction takes.
        unsafe {
            let word = LLVMInt64TypeInContext(self.context());
            let wide = match ty.kind() {
                LLVMTypeKind::LLVMPointerTypeKind if ty.address_space() == 0 => {
                    LLVMBuildPtrToInt(self.raw(), value.raw(), word, UNNAMED)
                }
                LLVMTypeKind::LLVMIntegerTypeKind if ty.int_width() == 64 => value.raw(),
                LLVMTypeKind::LLVMIntegerTypeKind if ty.int_width() < 64 && signed => {
                    LLVMBuildSExt(self.raw(), value.raw(), word, UNNAMED)
                }
                LLVMTypeKind::LLVMIntegerTypeKind if ty.int_width() < 64 => {
                    LLVMBuildZExt(self.raw(), value.raw(), word, UNNAMED)
                }
                _ => return None,
            };
            Some(Value::from_raw(wide))
        }
    }

    /// A float of any format as a `double`; `None` for values of other types.
    pub fn as_double(&self, value: Value<'m>) -> Option<Value<'m>> {
        use LLVMTypeKind::{
            LLVMBFloatTypeKind, LLVMDoubleTypeKind, LLVMFP128TypeKind, LLVMFloatTypeKind, LLVMHalfTypeKind,
            LLVMX86_FP80TypeKind,
        };
        let raw = value.raw();
        // SAFETY: see above; each instruction goes from the format to a wider or a narrower one.
        let double = unsafe {
            match value.ty().kind() {
                LLVMDoubleTypeKind => raw,
                LLVMHalfTypeKind | LLVMBFloatTypeKind | LLVMFloatTypeKind => {
                    LLVMBuildFPExt(self.raw(), raw, self.double(), UNNAMED)
                }
                LLVMX86_FP80TypeKind | LLVMFP128TypeKind => {
                    LLVMBuildFPTrunc(self.raw(), raw, self.double(), UNNAMED)
                }
                _ => return None,
            }
        };
        Some(Value::from_raw(double))
    }

    /// `-value` of a float.
    pub fn negated(&self, value: Value<'m>) -> Value<'m> {
        // SAFETY: see above.
        Value::from_raw(unsafe { LLVMBuildFNeg(self.raw(), value.raw(), UNNAMED) })
    }

    /// One of several `double`s, chosen by the block that control comes from. The editor stands before the
    /// first instruction of the block, and each pair belongs to one of its predecessors.
    pub fn choice_of_floats(&self, incoming: &[(Value<'m>, BasicBlock<'m>)]) -> Value<'m> {
        // SAFETY: see above; there is a value for each block that control comes from.
        unsafe {
            let phi = LLVMBuildPhi(self.raw(), self.double(), UNNAMED);
            for (value, block) in incoming {
                let (mut values, mut blocks) = ([value.raw()], [super::value::raw_of_block(*block)]);
                LLVMAddIncoming(phi, values.as_mut_ptr(), blocks.as_mut_ptr(), 1);
            }
            Value::from_raw(phi)
        }
    }

    /// The pairs of value and block of a phi node.
    pub fn incoming_of(&self, phi: Value<'m>) -> Vec<(Value<'m>, BasicBlock<'m>)> {
        assert_eq!(phi.opcode(), LLVMOpcode::LLVMPHI, "invariant: asked of a phi node");
        // SAFETY: see above; the node has as many pairs as it says.
        unsafe {
            let n = LLVMCountIncoming(phi.raw());
            let pair = |at: u32| {
                let block = LLVMGetIncomingBlock(phi.raw(), at);
                let value = Value::from_raw(LLVMGetIncomingValue(phi.raw(), at));
                (value, super::value::block_from_raw(block))
            };
            (0..n).map(pair).collect()
        }
    }
}
