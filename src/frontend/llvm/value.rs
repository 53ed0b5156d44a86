//! Values and basic blocks of a module.

use super::take_message;
use super::types::Type;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::debuginfo::{
    LLVMDIFileGetDirectory, LLVMDIFileGetFilename, LLVMDILocationGetColumn, LLVMDILocationGetLine,
    LLVMDILocationGetScope, LLVMDIScopeGetFile, LLVMInstructionGetDebugLoc,
};
use inkwell::llvm_sys::prelude::{LLVMBasicBlockRef, LLVMMetadataRef, LLVMValueRef};
use inkwell::llvm_sys::{LLVMAtomicRMWBinOp, LLVMIntPredicate, LLVMLinkage, LLVMOpcode, LLVMValueKind};
use std::ffi::CStr;
use std::marker::PhantomData;

/// A value: an instruction, an argument, a constant, a global or a function.
///
/// Methods that ask for something only some values have say so and panic for others, since LLVM would read
/// fields that are not there.
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
pub struct Value<'m> {
    raw: LLVMValueRef,
    module: PhantomData<&'m ()>,
}

/// A basic block.
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
pub struct BasicBlock<'m> {
    raw: LLVMBasicBlockRef,
    module: PhantomData<&'m ()>,
}

/// Where an instruction stands; the innermost place, if functions were inlined.
#[derive(Copy, Clone)]
pub struct Location<'m> {
    pub line: u32,
    pub column: u32,
    pub scope: Scope<'m>,
}

/// A lexical scope of the debug information.
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
pub struct Scope<'m> {
    raw: LLVMMetadataRef,
    module: PhantomData<&'m ()>,
}

/// A string of LLVM's that has a length and no terminator.
///
/// # Safety
/// `data` is null or valid for `length` bytes.
pub(super) unsafe fn text_of(data: *const std::ffi::c_char, length: usize) -> String {
    if data.is_null() {
        return String::new();
    }
    // SAFETY: as the caller promises.
    let bytes = unsafe { std::slice::from_raw_parts(data.cast::<u8>(), length) };
    String::from_utf8_lossy(bytes).into_owned()
}

// SAFETY of every block below: the raw pointer is alive as long as the module that the lifetime names, and
// where LLVM asks for a value of some kind it is asserted to be one.
impl<'m> Value<'m> {
    pub(super) fn from_raw(raw: LLVMValueRef) -> Self {
        assert!(!raw.is_null(), "invariant: LLVM gave a value");
        Self { raw, module: PhantomData }
    }

    pub(super) fn raw(self) -> LLVMValueRef {
        self.raw
    }

    /// What sort of value this is.
    pub fn kind(self) -> LLVMValueKind {
        // SAFETY: see above.
        unsafe { LLVMGetValueKind(self.raw) }
    }

    /// Its type.
    pub fn ty(self) -> Type<'m> {
        // SAFETY: see above.
        Type::from_raw(unsafe { LLVMTypeOf(self.raw) })
    }

    /// Its name; empty for most.
    pub fn name(self) -> String {
        let mut length = 0;
        // SAFETY: see above.
        unsafe {
            let data = LLVMGetValueName2(self.raw, &mut length);
            text_of(data, length)
        }
    }

    /// The value as LLVM assembly.
    pub fn to_text(self) -> String {
        // SAFETY: the string is ours to release.
        unsafe { take_message(LLVMPrintValueToString(self.raw)) }
    }

    /// Whether it is an instruction.
    pub fn is_instruction(self) -> bool {
        matches!(self.kind(), LLVMValueKind::LLVMInstructionValueKind)
    }

    /// Whether it is a constant, a global or a function.
    pub fn is_constant(self) -> bool {
        // SAFETY: see above.
        unsafe { LLVMIsConstant(self.raw) != 0 }
    }

    /// Whether it is `undef` or `poison`.
    pub fn is_undef(self) -> bool {
        // SAFETY: see above.
        unsafe { LLVMIsUndef(self.raw) != 0 }
    }

    /// Puts another value of the same type in the place of an operand.
    pub fn set_operand(self, index: u32, value: Value<'m>) {
        assert!(
            self.operand(index).ty() == value.ty(),
            "invariant: the new operand has the type of the old one"
        );
        // SAFETY: asserted.
        unsafe { LLVMSetOperand(self.raw, index, value.raw) }
    }

    /// The number of operands.
    pub fn n_operands(self) -> u32 {
        // SAFETY: LLVM answers for every user; other values have none.
        let n = unsafe { if LLVMIsAUser(self.raw).is_null() { 0 } else { LLVMGetNumOperands(self.raw) } };
        u32::try_from(n).unwrap_or(0)
    }

    /// The instructions that use an instruction; one that uses it twice is listed twice.
    pub fn users(self) -> Vec<Value<'m>> {
        self.assert_instruction();
        let mut found = Vec::new();
        // SAFETY: the uses of an instruction are instructions.
        unsafe {
            let mut usage = LLVMGetFirstUse(self.raw);
            while !usage.is_null() {
                found.push(Self::from_raw(LLVMGetUser(usage)));
                usage = LLVMGetNextUse(usage);
            }
        }
        found
    }

    /// An operand.
    pub fn operand(self, index: u32) -> Value<'m> {
        assert!(index < self.n_operands(), "invariant: an operand of the instruction");
        // SAFETY: the index is in range.
        Self::from_raw(unsafe { LLVMGetOperand(self.raw, index) })
    }

    /// The operand if it is a block, as in a switch.
    pub fn block_operand(self, index: u32) -> BasicBlock<'m> {
        // SAFETY: checked to be a block.
        unsafe {
            let raw = self.operand(index).raw;
            assert!(LLVMValueIsBasicBlock(raw) != 0, "invariant: a block operand");
            BasicBlock::from_raw(LLVMValueAsBasicBlock(raw))
        }
    }

    /// The operation of an instruction or constant expression.
    pub fn opcode(self) -> LLVMOpcode {
        // SAFETY: asked only of instructions and constant expressions.
        unsafe {
            match self.kind() {
                LLVMValueKind::LLVMConstantExprValueKind => LLVMGetConstOpcode(self.raw),
                LLVMValueKind::LLVMInstructionValueKind => LLVMGetInstructionOpcode(self.raw),
                _ => panic!("invariant: only instructions and expressions have an operation"),
            }
        }
    }

    fn assert_opcode(self, opcode: LLVMOpcode) {
        assert!(self.opcode() as u32 == opcode as u32, "invariant: asked of an instruction of this kind");
    }

    pub(super) fn assert_instruction(self) {
        assert!(self.is_instruction(), "invariant: asked of an instruction");
    }

    fn assert_call(self) {
        let is_call =
            matches!(self.opcode(), LLVMOpcode::LLVMCall | LLVMOpcode::LLVMInvoke | LLVMOpcode::LLVMCallBr);
        assert!(is_call, "invariant: asked of a call");
    }

    pub(super) fn assert_function(self) {
        let is_function = matches!(self.kind(), LLVMValueKind::LLVMFunctionValueKind);
        assert!(is_function, "invariant: asked of a function");
    }

    pub(super) fn assert_variable(self) {
        let is_variable = matches!(self.kind(), LLVMValueKind::LLVMGlobalVariableValueKind);
        assert!(is_variable, "invariant: asked of a global variable");
    }

    /// A function, a global variable, or another name for one of these.
    fn assert_global(self) {
        use LLVMValueKind::*;
        let is_global = matches!(
            self.kind(),
            LLVMFunctionValueKind
                | LLVMGlobalVariableValueKind
                | LLVMGlobalAliasValueKind
                | LLVMGlobalIFuncValueKind
        );
        assert!(is_global, "invariant: asked of a global");
    }

    /// The low 64 bits of a constant integer, if it is one of at most 64 bits.
    pub fn small_int(self) -> Option<u64> {
        let is_int = matches!(self.kind(), LLVMValueKind::LLVMConstantIntValueKind);
        if !is_int || self.ty().int_width() > 64 {
            return None;
        }
        // SAFETY: a constant integer of at most 64 bits.
        Some(unsafe { LLVMConstIntGetZExtValue(self.raw) })
    }

    /// An element of a constant array, structure or vector.
    pub fn element(self, index: u32) -> Option<Value<'m>> {
        assert!(self.is_constant(), "invariant: asked of a constant");
        // SAFETY: asserted.
        let raw = unsafe { LLVMGetAggregateElement(self.raw, index) };
        (!raw.is_null()).then(|| Self::from_raw(raw))
    }

    /// The bytes of a constant array of 8-bit integers.
    pub fn string_bytes(self) -> Option<Vec<u8>> {
        let is_data = matches!(self.kind(), LLVMValueKind::LLVMConstantDataArrayValueKind);
        if !is_data || !self.ty().element().is_int() || self.ty().element().int_width() != 8 {
            return None;
        }
        // SAFETY: checked to be an array of bytes.
        unsafe {
            let mut length = 0;
            let data = LLVMGetAsString(self.raw, &mut length).cast::<u8>();
            Some(std::slice::from_raw_parts(data, length).to_vec())
        }
    }

    /// The predicate of an integer comparison.
    pub fn int_predicate(self) -> LLVMIntPredicate {
        self.assert_opcode(LLVMOpcode::LLVMICmp);
        // SAFETY: asserted.
        unsafe { LLVMGetICmpPredicate(self.raw) }
    }

    /// LLVM's number of the predicate of a float comparison.
    pub fn float_predicate(self) -> u8 {
        self.assert_opcode(LLVMOpcode::LLVMFCmp);
        // SAFETY: asserted.
        unsafe { LLVMGetFCmpPredicate(self.raw) as u8 }
    }

    /// Whether a load or store is volatile.
    pub fn is_volatile(self) -> bool {
        let accesses = matches!(
            self.opcode(),
            LLVMOpcode::LLVMLoad
                | LLVMOpcode::LLVMStore
                | LLVMOpcode::LLVMAtomicRMW
                | LLVMOpcode::LLVMAtomicCmpXchg
        );
        assert!(accesses, "invariant: asked of an access to memory");
        // SAFETY: asserted.
        unsafe { LLVMGetVolatile(self.raw) != 0 }
    }

    /// The operation of an atomic read-modify-write.
    pub fn rmw_op(self) -> LLVMAtomicRMWBinOp {
        self.assert_opcode(LLVMOpcode::LLVMAtomicRMW);
        // SAFETY: asserted.
        unsafe { LLVMGetAtomicRMWBinOp(self.raw) }
    }

    /// The type whose elements an address computation steps over.
    pub fn gep_source_type(self) -> Type<'m> {
        self.assert_opcode(LLVMOpcode::LLVMGetElementPtr);
        // SAFETY: asserted.
        Type::from_raw(unsafe { LLVMGetGEPSourceElementType(self.raw) })
    }

    /// The type of a stack variable's elements.
    pub fn allocated_type(self) -> Type<'m> {
        self.assert_opcode(LLVMOpcode::LLVMAlloca);
        // SAFETY: asserted.
        Type::from_raw(unsafe { LLVMGetAllocatedType(self.raw) })
    }

    /// The alignment in bytes of a global, stack variable, load or store; zero if none is given.
    pub fn alignment(self) -> u64 {
        use LLVMValueKind::*;
        let has_one = match self.kind() {
            LLVMFunctionValueKind | LLVMGlobalVariableValueKind => true,
            LLVMInstructionValueKind => matches!(
                self.opcode(),
                LLVMOpcode::LLVMAlloca
                    | LLVMOpcode::LLVMLoad
                    | LLVMOpcode::LLVMStore
                    | LLVMOpcode::LLVMAtomicRMW
                    | LLVMOpcode::LLVMAtomicCmpXchg
            ),
            _ => false,
        };
        assert!(has_one, "invariant: asked of what has an alignment");
        // SAFETY: asserted.
        u64::from(unsafe { LLVMGetAlignment(self.raw) })
    }

    /// The constant indices of `extractvalue` and `insertvalue`.
    pub fn indices(self) -> Vec<u32> {
        let is_one = matches!(self.opcode(), LLVMOpcode::LLVMExtractValue | LLVMOpcode::LLVMInsertValue);
        assert!(is_one, "invariant: asked of what takes a part of an aggregate or puts one in");
        // SAFETY: asserted; the array belongs to the instruction.
        unsafe {
            let n = LLVMGetNumIndices(self.raw) as usize;
            if n == 0 { Vec::new() } else { std::slice::from_raw_parts(LLVMGetIndices(self.raw), n).to_vec() }
        }
    }

    /// The mask of a shuffle; `None` for an element that does not matter.
    pub fn shuffle_mask(self) -> Vec<Option<usize>> {
        self.assert_opcode(LLVMOpcode::LLVMShuffleVector);
        // SAFETY: asserted.
        unsafe {
            let n = LLVMGetNumMaskElements(self.raw);
            (0..n).map(|i| usize::try_from(LLVMGetMaskValue(self.raw, i)).ok()).collect()
        }
    }

    /// Whether an addition, a subtraction or a multiplication has no meaning if it overflows: the flag `nsw`.
    pub fn has_no_signed_wrap(self) -> bool {
        let is_one = matches!(self.opcode(), LLVMOpcode::LLVMAdd | LLVMOpcode::LLVMSub | LLVMOpcode::LLVMMul);
        assert!(is_one, "invariant: the instruction can have the flag");
        // SAFETY: asserted.
        unsafe { LLVMGetNSW(self.raw) != 0 }
    }

    /// Whether a branch has a condition.
    pub fn is_conditional(self) -> bool {
        self.assert_opcode(LLVMOpcode::LLVMBr);
        // SAFETY: asserted.
        unsafe { LLVMIsConditional(self.raw) != 0 }
    }

    /// The condition of a conditional branch.
    pub fn condition(self) -> Value<'m> {
        assert!(self.is_conditional(), "invariant: the branch has a condition");
        // SAFETY: asserted.
        Self::from_raw(unsafe { LLVMGetCondition(self.raw) })
    }

    /// The blocks that a terminator can go to.
    pub fn successors(self) -> Vec<BasicBlock<'m>> {
        // SAFETY: any value may be asked.
        let is_terminator = unsafe { !LLVMIsATerminatorInst(self.raw).is_null() };
        assert!(is_terminator, "invariant: asked of the last instruction of a block");
        // SAFETY: asserted.
        unsafe {
            let n = LLVMGetNumSuccessors(self.raw);
            (0..n).map(|i| BasicBlock::from_raw(LLVMGetSuccessor(self.raw, i))).collect()
        }
    }

    /// The value of a phi node when control comes from `block`.
    pub fn incoming(self, block: BasicBlock<'m>) -> Option<Value<'m>> {
        self.assert_opcode(LLVMOpcode::LLVMPHI);
        // SAFETY: asserted, and the index is in range.
        unsafe {
            let n = LLVMCountIncoming(self.raw);
            let index = (0..n).find(|i| LLVMGetIncomingBlock(self.raw, *i) == block.raw)?;
            Some(Self::from_raw(LLVMGetIncomingValue(self.raw, index)))
        }
    }

    /// The function or other value that a call calls.
    pub fn callee(self) -> Value<'m> {
        self.assert_call();
        // SAFETY: asserted.
        Self::from_raw(unsafe { LLVMGetCalledValue(self.raw) })
    }

    /// The function type that a call assumes.
    pub fn callee_type(self) -> Type<'m> {
        self.assert_call();
        // SAFETY: asserted.
        Type::from_raw(unsafe { LLVMGetCalledFunctionType(self.raw) })
    }

    fn n_arguments(self) -> u32 {
        self.assert_call();
        // SAFETY: asserted.
        unsafe { LLVMGetNumArgOperands(self.raw) }
    }

    /// The arguments of a call, which are its first operands.
    pub fn arguments(self) -> Vec<Value<'m>> {
        (0..self.n_arguments()).map(|i| self.operand(i)).collect()
    }

    /// The type that the attribute `byval` of a call's argument carries.
    pub fn byval(self, argument: u32) -> Option<Type<'m>> {
        const NAME: &str = "byval";
        assert!(argument < self.n_arguments(), "invariant: the call has the argument");
        // SAFETY: asserted; the attribute is one with a type.
        unsafe {
            let kind = LLVMGetEnumAttributeKindForName(NAME.as_ptr().cast(), NAME.len());
            let attribute = LLVMGetCallSiteEnumAttribute(self.raw, argument + 1, kind);
            (!attribute.is_null()).then(|| Type::from_raw(LLVMGetTypeAttributeValue(attribute)))
        }
    }

    /// The clauses of a landing pad: types to be caught, and arrays of types that are let through.
    pub fn clauses(self) -> Vec<Value<'m>> {
        self.assert_opcode(LLVMOpcode::LLVMLandingPad);
        // SAFETY: asserted.
        let n = unsafe { LLVMGetNumClauses(self.raw) };
        // SAFETY: as above.
        (0..n).map(|index| Value::from_raw(unsafe { LLVMGetClause(self.raw, index) })).collect()
    }

    /// Whether exceptions that a landing pad does not catch come to it, too.
    pub fn is_cleanup(self) -> bool {
        self.assert_opcode(LLVMOpcode::LLVMLandingPad);
        // SAFETY: asserted.
        unsafe { LLVMIsCleanup(self.raw) != 0 }
    }

    /// Whether optimisation leaves this function alone: the attribute `optnone`, which clang gives at `-O0`.
    pub fn is_unoptimised(self) -> bool {
        const NAME: &str = "optnone";
        self.assert_function();
        // SAFETY: asserted; a function's own attributes have the index of all ones.
        unsafe {
            let kind = LLVMGetEnumAttributeKindForName(NAME.as_ptr().cast(), NAME.len());
            !LLVMGetEnumAttributeAtIndex(self.raw, u32::MAX, kind).is_null()
        }
    }

    /// The mark and the hash of a function's type in its metadata `func_sanitize`. With
    /// `-fsanitize=function`, both are written before the function's code.
    pub fn type_hash(self) -> Option<[u32; 2]> {
        const NAME: &str = "func_sanitize";
        self.assert_function();
        // SAFETY: asserted; the entries live until they are disposed of, and the node is two numbers.
        unsafe {
            let context = LLVMGetModuleContext(LLVMGetGlobalParent(self.raw));
            let wanted = LLVMGetMDKindIDInContext(context, NAME.as_ptr().cast(), NAME.len() as u32);
            let mut n = 0;
            let entries = LLVMGlobalCopyAllMetadata(self.raw, &mut n);
            let at = (0..n as u32).find(|at| LLVMValueMetadataEntriesGetKind(entries, *at) == wanted);
            let node =
                at.map(|at| LLVMMetadataAsValue(context, LLVMValueMetadataEntriesGetMetadata(entries, at)));
            LLVMDisposeValueMetadataEntries(entries);
            let node = node.filter(|node| LLVMGetMDNodeNumOperands(*node) == 2)?;
            let mut words = [std::ptr::null_mut(); 2];
            LLVMGetMDNodeOperands(node, words.as_mut_ptr());
            Some(words.map(|word| LLVMConstIntGetZExtValue(word) as u32))
        }
    }

    /// The alignment that the attribute `align` of a call's argument promises; zero without one.
    pub fn argument_align(self, argument: u32) -> u64 {
        const NAME: &str = "align";
        assert!(argument < self.n_arguments(), "invariant: the call has the argument");
        // SAFETY: asserted; the attribute is one with a number.
        unsafe {
            let kind = LLVMGetEnumAttributeKindForName(NAME.as_ptr().cast(), NAME.len());
            let attribute = LLVMGetCallSiteEnumAttribute(self.raw, argument + 1, kind);
            if attribute.is_null() { 0 } else { LLVMGetEnumAttributeValue(attribute) }
        }
    }

    /// Assembly text and constraints, if this is inline assembly.
    pub fn inline_assembly(self) -> Option<(String, String)> {
        if !matches!(self.kind(), LLVMValueKind::LLVMInlineAsmValueKind) {
            return None;
        }
        let (mut text_length, mut constraints_length) = (0, 0);
        // SAFETY: checked to be inline assembly.
        unsafe {
            let text = LLVMGetInlineAsmAsmString(self.raw, &mut text_length);
            let constraints = LLVMGetInlineAsmConstraintString(self.raw, &mut constraints_length);
            Some((text_of(text, text_length), text_of(constraints, constraints_length)))
        }
    }

    /// Whether this is a function that LLVM itself defines.
    pub fn is_intrinsic(self) -> bool {
        let is_function = matches!(self.kind(), LLVMValueKind::LLVMFunctionValueKind);
        // SAFETY: checked to be a function.
        is_function && unsafe { LLVMGetIntrinsicID(self.raw) } != 0
    }

    /// The type of a global variable or function, as opposed to its address.
    pub fn value_type(self) -> Type<'m> {
        self.assert_global();
        // SAFETY: asserted.
        Type::from_raw(unsafe { LLVMGlobalGetValueType(self.raw) })
    }

    /// Whether a global or function is defined elsewhere.
    pub fn is_declaration(self) -> bool {
        self.assert_global();
        // SAFETY: asserted.
        unsafe { LLVMIsDeclaration(self.raw) != 0 }
    }

    /// Whether a declaration may stay without a definition; its address is zero then.
    pub fn is_weak_reference(self) -> bool {
        self.assert_global();
        // SAFETY: asserted.
        matches!(unsafe { LLVMGetLinkage(self.raw) }, LLVMLinkage::LLVMExternalWeakLinkage)
    }

    /// Whether a constant has the same value whatever the addresses are.
    pub fn is_manifest(self) -> bool {
        use LLVMValueKind::*;
        match self.kind() {
            LLVMConstantIntValueKind
            | LLVMConstantFPValueKind
            | LLVMConstantPointerNullValueKind
            | LLVMUndefValueValueKind
            | LLVMPoisonValueKind
            | LLVMConstantAggregateZeroValueKind
            | LLVMConstantDataArrayValueKind
            | LLVMConstantDataVectorValueKind => true,
            LLVMConstantExprValueKind
            | LLVMConstantArrayValueKind
            | LLVMConstantStructValueKind
            | LLVMConstantVectorValueKind => (0..self.n_operands()).all(|at| self.operand(at).is_manifest()),
            _ => false,
        }
    }

    /// Makes a visible definition one that a linker takes only if it is needed and there is no other; returns
    /// whether it is a visible definition.
    pub(super) fn yield_definition(self) -> bool {
        self.assert_global();
        // SAFETY: asserted.
        let linkage = unsafe { LLVMGetLinkage(self.raw) };
        let is_one = !self.is_declaration() && matches!(linkage, LLVMLinkage::LLVMExternalLinkage);
        if is_one {
            // SAFETY: a definition may be given any linkage of definitions.
            unsafe { LLVMSetLinkage(self.raw, LLVMLinkage::LLVMLinkOnceAnyLinkage) };
        }
        is_one
    }

    /// Whether no other module sees it.
    pub fn is_local(self) -> bool {
        self.assert_global();
        // SAFETY: asserted.
        let linkage = unsafe { LLVMGetLinkage(self.raw) };
        matches!(linkage, LLVMLinkage::LLVMInternalLinkage | LLVMLinkage::LLVMPrivateLinkage)
    }

    /// Makes a definition of which there may be several one that a linker takes only if it is needed.
    pub(super) fn yield_weak_definition(self) {
        use LLVMLinkage::*;
        self.assert_global();
        // SAFETY: asserted; a definition may be given any linkage of definitions.
        unsafe {
            if !self.is_declaration()
                && matches!(LLVMGetLinkage(self.raw), LLVMWeakAnyLinkage | LLVMWeakODRLinkage)
            {
                LLVMSetLinkage(self.raw, LLVMLinkOnceODRLinkage);
            }
        }
    }

    /// Whether a global variable never changes.
    pub fn is_global_constant(self) -> bool {
        self.assert_variable();
        // SAFETY: asserted.
        unsafe { LLVMIsGlobalConstant(self.raw) != 0 }
    }

    /// Whether every thread has its own copy of a global variable.
    pub fn is_thread_local(self) -> bool {
        self.assert_variable();
        // SAFETY: asserted.
        unsafe { LLVMIsThreadLocal(self.raw) != 0 }
    }

    /// The first contents of a global variable.
    pub fn initializer(self) -> Option<Value<'m>> {
        self.assert_variable();
        // SAFETY: asserted.
        let raw = unsafe { LLVMGetInitializer(self.raw) };
        (!raw.is_null()).then(|| Self::from_raw(raw))
    }

    /// What an alias stands for.
    pub fn aliasee(self) -> Value<'m> {
        assert!(matches!(self.kind(), LLVMValueKind::LLVMGlobalAliasValueKind));
        // SAFETY: asserted.
        Self::from_raw(unsafe { LLVMAliasGetAliasee(self.raw) })
    }

    /// The function that gives the address that an ifunc stands for.
    pub fn resolver(self) -> Value<'m> {
        assert!(matches!(self.kind(), LLVMValueKind::LLVMGlobalIFuncValueKind));
        // SAFETY: asserted.
        Self::from_raw(unsafe { LLVMGetGlobalIFuncResolver(self.raw) })
    }

    /// The block whose address this constant is.
    pub fn address_block(self) -> BasicBlock<'m> {
        assert!(matches!(self.kind(), LLVMValueKind::LLVMBlockAddressValueKind));
        // SAFETY: asserted.
        BasicBlock::from_raw(unsafe { LLVMGetBlockAddressBasicBlock(self.raw) })
    }

    /// The parameters of a function.
    pub fn params(self) -> Vec<Value<'m>> {
        self.assert_function();
        // SAFETY: asserted.
        unsafe {
            let n = LLVMCountParams(self.raw);
            (0..n).map(|i| Self::from_raw(LLVMGetParam(self.raw, i))).collect()
        }
    }

    /// The first block of a function with a body.
    pub fn entry_block(self) -> BasicBlock<'m> {
        self.assert_function();
        assert!(!self.is_declaration(), "invariant: the function has a body");
        // SAFETY: asserted.
        BasicBlock::from_raw(unsafe { LLVMGetEntryBasicBlock(self.raw) })
    }

    /// Every block of a function, in the order of the text.
    pub fn blocks(self) -> Vec<BasicBlock<'m>> {
        let mut found = Vec::new();
        self.assert_function();
        // SAFETY: asserted.
        let mut block = unsafe { LLVMGetFirstBasicBlock(self.raw) };
        while !block.is_null() {
            found.push(BasicBlock::from_raw(block));
            // SAFETY: a block of the function.
            block = unsafe { LLVMGetNextBasicBlock(block) };
        }
        found
    }

    /// Where in the source an instruction stands; `None` without a line.
    pub fn location(self) -> Option<Location<'m>> {
        self.assert_instruction();
        // SAFETY: asserted.
        unsafe {
            let location = LLVMInstructionGetDebugLoc(self.raw);
            if location.is_null() {
                return None;
            }
            let (line, column) = (LLVMDILocationGetLine(location), LLVMDILocationGetColumn(location));
            let scope = LLVMDILocationGetScope(location);
            let scope = Scope { raw: scope, module: PhantomData };
            (line > 0 && !scope.raw.is_null()).then_some(Location { line, column, scope })
        }
    }
}

pub(super) fn raw_of_block(block: BasicBlock<'_>) -> LLVMBasicBlockRef {
    block.raw
}

pub(super) fn block_from_raw<'m>(raw: LLVMBasicBlockRef) -> BasicBlock<'m> {
    BasicBlock::from_raw(raw)
}

impl<'m> BasicBlock<'m> {
    fn from_raw(raw: LLVMBasicBlockRef) -> Self {
        assert!(!raw.is_null(), "invariant: LLVM gave a block");
        Self { raw, module: PhantomData }
    }

    /// Its name; empty for most, unless the compiler was asked to keep names.
    pub fn name(self) -> String {
        // SAFETY: the block is alive, and LLVM's string is as long as the block has this name.
        unsafe { CStr::from_ptr(LLVMGetBasicBlockName(self.raw)).to_string_lossy().into_owned() }
    }

    /// The instructions in order.
    pub fn instructions(self) -> impl Iterator<Item = Value<'m>> {
        // SAFETY: the block is alive.
        let first = unsafe { LLVMGetFirstInstruction(self.raw) };
        let first = (!first.is_null()).then_some(first);
        // SAFETY: an instruction of the block.
        let next = |inst: &LLVMValueRef| Some(unsafe { LLVMGetNextInstruction(*inst) });
        std::iter::successors(first, move |inst| next(inst).filter(|next| !next.is_null()))
            .map(Value::from_raw)
    }

    /// The last instruction.
    pub fn terminator(self) -> Value<'m> {
        // SAFETY: the block is alive, and every block of a valid module has one.
        Value::from_raw(unsafe { LLVMGetBasicBlockTerminator(self.raw) })
    }

    /// The phi nodes at the beginning.
    pub fn phis(self) -> Vec<Value<'m>> {
        let is_phi = |inst: &Value<'m>| matches!(inst.opcode(), LLVMOpcode::LLVMPHI);
        self.instructions().take_while(is_phi).collect()
    }
}

impl Scope<'_> {
    /// Name and directory of the file that the scope lies in.
    pub fn file(self) -> Option<(String, String)> {
        let (mut name_length, mut directory_length) = (0, 0);
        // SAFETY: the scope is alive, and the strings belong to it.
        unsafe {
            let file = LLVMDIScopeGetFile(self.raw);
            if file.is_null() {
                return None;
            }
            let name = LLVMDIFileGetFilename(file, &mut name_length);
            let directory = LLVMDIFileGetDirectory(file, &mut directory_length);
            Some((text_of(name, name_length as usize), text_of(directory, directory_length as usize)))
        }
    }
}
