//! Operands that C does not evaluate.

use super::{LLVMOpcode, LLVMValueKind, Module, Value};
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::LLVMValueRef;

// SAFETY of every block below: values are of the module, which their lifetime keeps alive; what is erased is
// used by nothing and never looked at again.
impl Module<'_> {
    /// Replaces `__builtin_constant_p` in unoptimised functions by its result, and drops code that only
    /// computes its argument: C does not evaluate the argument (GCC's manual, "Other Built-in Functions"),
    /// but clang computes it.
    pub fn drop_unevaluated(&self) {
        for function in self.functions().into_iter().filter(|function| !function.is_declaration()) {
            if !function.is_unoptimised() {
                continue;
            }
            let instructions = function.blocks().into_iter().flat_map(|block| block.instructions());
            let asked: Vec<Value<'_>> = instructions.filter(|inst| is_question(*inst)).collect();
            for call in asked {
                let argument = call.operand(0);
                // SAFETY: see above.
                unsafe {
                    let answer = LLVMConstInt(LLVMTypeOf(call.raw()), argument.is_manifest().into(), 0);
                    LLVMReplaceAllUsesWith(call.raw(), answer);
                    LLVMInstructionEraseFromParent(call.raw());
                }
                drop_unused(argument.raw());
            }
        }
    }
}

fn is_question(inst: Value<'_>) -> bool {
    matches!(inst.opcode(), LLVMOpcode::LLVMCall)
        && matches!(inst.callee().kind(), LLVMValueKind::LLVMFunctionValueKind)
        && inst.callee().name().starts_with("llvm.is.constant.")
}

/// Erases an instruction that has no uses and no effects, and then those of its operands that have none
/// either.
fn drop_unused(first: LLVMValueRef) {
    let mut waiting = vec![first];
    while let Some(raw) = waiting.pop() {
        let value: Value<'_> = Value::from_raw(raw);
        let is_instruction = matches!(value.kind(), LLVMValueKind::LLVMInstructionValueKind);
        // SAFETY: see above.
        if !is_instruction || !only_computes(value) || unsafe { !LLVMGetFirstUse(raw).is_null() } {
            continue;
        }
        let operands: Vec<LLVMValueRef> = (0..value.n_operands()).map(|at| value.operand(at).raw()).collect();
        // SAFETY: see above. An operand that stands there twice is erased once.
        unsafe { LLVMInstructionEraseFromParent(raw) };
        for operand in operands {
            if !waiting.contains(&operand) {
                waiting.push(operand);
            }
        }
    }
}

/// Whether an instruction gives a value and has no other effect.
fn only_computes(value: Value<'_>) -> bool {
    use LLVMOpcode::*;
    match value.opcode() {
        LLVMLoad => !value.is_volatile(),
        LLVMAdd | LLVMSub | LLVMMul | LLVMUDiv | LLVMSDiv | LLVMURem | LLVMSRem | LLVMShl | LLVMLShr
        | LLVMAShr | LLVMAnd | LLVMOr | LLVMXor | LLVMFAdd | LLVMFSub | LLVMFMul | LLVMFDiv | LLVMFRem
        | LLVMFNeg | LLVMICmp | LLVMFCmp | LLVMTrunc | LLVMZExt | LLVMSExt | LLVMFPToUI | LLVMFPToSI
        | LLVMUIToFP | LLVMSIToFP | LLVMFPTrunc | LLVMFPExt | LLVMPtrToInt | LLVMIntToPtr | LLVMBitCast
        | LLVMGetElementPtr | LLVMSelect | LLVMExtractElement | LLVMExtractValue | LLVMInsertElement
        | LLVMInsertValue | LLVMShuffleVector => true,
        _ => false,
    }
}
