//! Makes a module of one call that symir cannot follow and the machine can do: inline assembly or an
//! intrinsic.

use super::edit::UNNAMED;
use super::{LLVMValueKind, Value, take_message};
use inkwell::llvm_sys::LLVMAttributeFunctionIndex;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::debuginfo::LLVMInstructionSetDebugLoc;
use std::ffi::CString;
use std::ptr;

/// How the function that stands for a call gets one of its arguments.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Passed {
    /// It is part of the code.
    Constant,
    /// It lies this many bytes behind the address in the first parameter.
    Memory(u64),
    /// It is a further parameter.
    Pointer,
}

/// A module in LLVM's assembly that defines a function of this name, which does the call: its arguments are
/// passed like this, and its result is stored where the second parameter points to.
pub fn outlined(call: Value<'_>, name: &str, passed: &[Passed]) -> String {
    const FEATURES: &str = "target-features";
    let name = CString::new(name).expect("invariant: our names have no zeros");
    let callee = call.callee();
    assert_eq!(call.arguments().len(), passed.len(), "invariant: every argument is passed");
    // SAFETY: everything belongs to the context of the call, which is alive; the module and the builder are
    // ours, and no value of theirs is kept.
    unsafe {
        let function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call.raw()));
        let whole = LLVMGetGlobalParent(function);
        let context = LLVMGetModuleContext(whole);
        let module = LLVMModuleCreateWithNameInContext(c"outlined".as_ptr(), context);
        LLVMSetTarget(module, LLVMGetTarget(whole));
        LLVMSetDataLayout(module, LLVMGetDataLayoutStr(whole));
        let n_pointers = passed.iter().filter(|passed| **passed == Passed::Pointer).count();
        let pointer = LLVMPointerTypeInContext(context, 0);
        let mut parameters = vec![pointer; 2 + n_pointers];
        let ty = LLVMFunctionType(
            LLVMVoidTypeInContext(context),
            parameters.as_mut_ptr(),
            parameters.len() as u32,
            0,
        );
        let outer = LLVMAddFunction(module, name.as_ptr(), ty);
        let features = LLVMGetStringAttributeAtIndex(
            function,
            LLVMAttributeFunctionIndex,
            FEATURES.as_ptr().cast(),
            FEATURES.len() as u32,
        );
        if !features.is_null() {
            LLVMAddAttributeAtIndex(outer, LLVMAttributeFunctionIndex, features);
        }
        let builder = LLVMCreateBuilderInContext(context);
        LLVMPositionBuilderAtEnd(builder, LLVMAppendBasicBlockInContext(context, outer, UNNAMED));
        let inner = LLVMInstructionClone(call.raw());
        LLVMInstructionSetDebugLoc(inner, ptr::null_mut());
        for kind in ["srcloc", "tbaa", "range", "noundef"] {
            let kind = LLVMGetMDKindIDInContext(context, kind.as_ptr().cast(), kind.len() as u32);
            LLVMSetMetadata(inner, kind, ptr::null_mut());
        }
        let mut next = 2;
        for (at, (argument, passed)) in call.arguments().into_iter().zip(passed).enumerate() {
            let value = match passed {
                Passed::Constant => continue,
                Passed::Memory(offset) => {
                    let byte = LLVMInt8TypeInContext(context);
                    let mut offset = LLVMConstInt(LLVMInt64TypeInContext(context), *offset, 0);
                    let place = LLVMBuildGEP2(builder, byte, LLVMGetParam(outer, 0), &mut offset, 1, UNNAMED);
                    LLVMBuildLoad2(builder, argument.ty().raw(), place, UNNAMED)
                }
                Passed::Pointer => {
                    next += 1;
                    LLVMGetParam(outer, next - 1)
                }
            };
            LLVMSetOperand(inner, at as u32, value);
        }
        if callee.kind() == LLVMValueKind::LLVMFunctionValueKind {
            let callee_name = CString::new(callee.name()).expect("invariant: a name has no zeros");
            let declared = LLVMAddFunction(module, callee_name.as_ptr(), callee.value_type().raw());
            LLVMSetOperand(inner, LLVMGetNumOperands(inner) as u32 - 1, declared);
        }
        LLVMInsertIntoBuilder(builder, inner);
        if !call.ty().is_void() {
            LLVMBuildStore(builder, inner, LLVMGetParam(outer, 1));
        }
        LLVMBuildRetVoid(builder);
        let text = take_message(LLVMPrintModuleToString(module));
        LLVMDisposeBuilder(builder);
        LLVMDisposeModule(module);
        text
    }
}
