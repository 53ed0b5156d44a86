//! Changes to a module: code before instructions, tables, names.
//!
//! An [`Editor`] adds and renames; it deletes nothing that a [`Value`] could still name.

use super::value::raw_of_block;
use super::{LLVMIntPredicate, LLVMOpcode, LLVMTypeKind, Module, Type, Value};
use inkwell::llvm_sys::LLVMLinkage;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::{LLVMBuilderRef, LLVMContextRef, LLVMModuleRef, LLVMTypeRef, LLVMValueRef};
use std::ffi::{CString, c_char};

/// No name.
pub(super) const UNNAMED: *const c_char = c"".as_ptr();

impl<'c> Module<'c> {
    /// A second module like this one.
    pub fn copy(&self) -> Module<'c> {
        // SAFETY: the module is alive; the copy belongs to the same context and is ours. Inkwell's way to
        // copy would verify the whole module first.
        self.context.module(unsafe { inkwell::module::Module::new(LLVMCloneModule(self.raw())) })
    }

    /// The module as bitcode.
    pub fn bitcode(&self) -> Vec<u8> {
        self.inner.write_bitcode_to_memory().as_slice().to_vec()
    }

    /// Has `main` return zero if it ends without a `return`, as it does in every hosted program. Under
    /// `-ffreestanding` clang leaves that out, and the result is whatever lies there. The module must be
    /// well-formed.
    pub fn complete_main(&self) {
        let is_main = |function: &Value<'_>| !function.is_declaration() && function.name() == "main";
        let Some(main) = self.functions().into_iter().find(is_main) else { return };
        for block in main.blocks() {
            let end = block.terminator();
            if end.opcode() != LLVMOpcode::LLVMRet || end.n_operands() == 0 {
                continue;
            }
            let returned = end.operand(0);
            if returned.is_undef() {
                end.set_operand(0, returned.ty().zero());
            } else if returned.is_instruction() && returned.opcode() == LLVMOpcode::LLVMPHI {
                let undefined = (0..returned.n_operands()).filter(|at| returned.operand(*at).is_undef());
                undefined.for_each(|at| returned.set_operand(at, returned.ty().zero()));
            } else if returned.is_instruction() && returned.opcode() == LLVMOpcode::LLVMLoad {
                self.set_at_start(main, returned.operand(0), returned.ty().zero());
            }
        }
    }

    /// Stores a number in clang's variable for the result of a function when the function begins, unless the
    /// function's first block stores one.
    fn set_at_start(&self, function: Value<'_>, variable: Value<'_>, number: Value<'_>) {
        let entry: Vec<Value<'_>> = function.entry_block().instructions().collect();
        let Some(at) = entry.iter().position(|inst| *inst == variable) else { return };
        let is_set = |inst: &Value<'_>| inst.opcode() == LLVMOpcode::LLVMStore && inst.operand(1) == variable;
        if variable.name() == "retval" && !entry.iter().any(is_set) && at + 1 < entry.len() {
            let editor = self.edit();
            editor.stand_before(entry[at + 1]);
            // SAFETY: the builder stands in the function, and the number has the type of the variable.
            unsafe { LLVMBuildStore(editor.builder, number.raw(), variable.raw()) };
        }
    }

    /// An editor of this module.
    pub fn edit(&self) -> Editor<'_> {
        // SAFETY: the context is alive as long as the module is.
        let builder = unsafe { LLVMCreateBuilderInContext(self.context.raw()) };
        Editor { builder, module: self }
    }
}

/// Adds code, definitions and names to a module.
pub struct Editor<'m> {
    builder: LLVMBuilderRef,
    module: &'m Module<'m>,
}

impl Drop for Editor<'_> {
    fn drop(&mut self) {
        // SAFETY: the builder is ours, and nothing else has it.
        unsafe { LLVMDisposeBuilder(self.builder) };
    }
}

// SAFETY of every block below: values and types are of the editor's module, which the lifetime keeps alive,
// and the builder stands before an instruction where a method says so.
impl<'m> Editor<'m> {
    /// Code that is built from now on stands before this instruction.
    pub fn stand_before(&self, inst: Value<'m>) {
        // SAFETY: see above.
        unsafe { LLVMPositionBuilderBefore(self.builder, inst.raw()) }
    }

    pub(super) fn raw(&self) -> LLVMBuilderRef {
        self.builder
    }

    pub(super) fn context(&self) -> LLVMContextRef {
        self.module.context.raw()
    }

    pub(super) fn module_raw(&self) -> LLVMModuleRef {
        self.module.raw()
    }

    fn word(&self) -> LLVMTypeRef {
        // SAFETY: see above.
        unsafe { LLVMInt64TypeInContext(self.module.context.raw()) }
    }

    fn pointer(&self) -> LLVMTypeRef {
        // SAFETY: see above.
        unsafe { LLVMPointerTypeInContext(self.module.context.raw(), 0) }
    }

    /// A constant of 64 bits.
    pub fn number(&self, number: u64) -> Value<'m> {
        // SAFETY: see above.
        Value::from_raw(unsafe { LLVMConstInt(self.word(), number, 0) })
    }

    /// `condition ? yes : no`
    pub fn select(&self, condition: Value<'m>, yes: Value<'m>, no: Value<'m>) -> Value<'m> {
        // SAFETY: see above; the two have one type.
        Value::from_raw(unsafe {
            LLVMBuildSelect(self.builder, condition.raw(), yes.raw(), no.raw(), UNNAMED)
        })
    }

    /// `a == b`
    pub fn equal(&self, a: Value<'m>, b: Value<'m>) -> Value<'m> {
        // SAFETY: see above; the two have one type.
        Value::from_raw(unsafe {
            LLVMBuildICmp(self.builder, LLVMIntPredicate::LLVMIntEQ, a.raw(), b.raw(), UNNAMED)
        })
    }

    /// The address of a block that is one of several to jump to.
    pub fn block_address(&self, function: Value<'m>, block: super::BasicBlock<'m>) -> Value<'m> {
        // SAFETY: see above; the block is one of the function's.
        Value::from_raw(unsafe { LLVMBlockAddress(function.raw(), raw_of_block(block)) })
    }

    /// The address so many bytes behind the beginning of a variable.
    pub fn displaced(&self, variable: Value<'m>, by: u64) -> Value<'m> {
        let mut by = [self.number(by).raw()];
        // SAFETY: see above; the index is a number, and LLVM copies the list.
        Value::from_raw(unsafe {
            let byte = LLVMInt8TypeInContext(self.module.context.raw());
            LLVMConstGEP2(byte, variable.raw(), by.as_mut_ptr(), 1)
        })
    }

    /// A constant array of elements of this type.
    pub fn array(&self, element: Type<'m>, values: &[Value<'m>]) -> Value<'m> {
        let mut raw: Vec<_> = values.iter().map(|value| value.raw()).collect();
        // SAFETY: see above; the values are constants of the type, and LLVM copies the list.
        Value::from_raw(unsafe { LLVMConstArray2(element.raw(), raw.as_mut_ptr(), raw.len() as u64) })
    }

    /// A constant structure of this type, which has such members.
    pub fn structure(&self, ty: Type<'m>, values: &[Value<'m>]) -> Value<'m> {
        let mut raw: Vec<_> = values.iter().map(|value| value.raw()).collect();
        let n = raw.len() as u32;
        // SAFETY: see above; the values are constants of the members' types, and LLVM copies the list.
        Value::from_raw(unsafe {
            match ty.structure_name() {
                Some(_) => LLVMConstNamedStruct(ty.raw(), raw.as_mut_ptr(), n),
                None => LLVMConstStructInContext(
                    self.module.context.raw(),
                    raw.as_mut_ptr(),
                    n,
                    LLVMIsPackedStruct(ty.raw()),
                ),
            }
        })
    }

    /// Gives a variable another first value of its type.
    pub fn initialise(&self, variable: Value<'m>, value: Value<'m>) {
        assert!(variable.value_type() == value.ty(), "invariant: the first value of a variable has its type");
        // SAFETY: asserted.
        unsafe { LLVMSetInitializer(variable.raw(), value.raw()) };
    }

    /// A variable that is defined elsewhere. Its use decides whether it is an array or a pointer.
    pub fn external_variable(&self, name: &str) -> Value<'m> {
        let name = CString::new(name).expect("invariant: our names have no zeros");
        // SAFETY: see above; LLVM copies the name.
        unsafe {
            let known = LLVMGetNamedGlobal(self.module.raw(), name.as_ptr());
            let global = match known.is_null() {
                true => LLVMAddGlobal(self.module.raw(), self.pointer(), name.as_ptr()),
                false => known,
            };
            Value::from_raw(global)
        }
    }

    /// Adds one to an element of the array of words that this pointer variable points to.
    pub fn count(&self, counters: Value<'m>, index: Value<'m>) {
        // SAFETY: see above; the variable holds a pointer.
        unsafe {
            let array = LLVMBuildLoad2(self.builder, self.pointer(), counters.raw(), UNNAMED);
            let mut indices = [index.raw()];
            let place = LLVMBuildGEP2(self.builder, self.word(), array, indices.as_mut_ptr(), 1, UNNAMED);
            let old = LLVMBuildLoad2(self.builder, self.word(), place, UNNAMED);
            let new = LLVMBuildAdd(self.builder, old, LLVMConstInt(self.word(), 1, 0), UNNAMED);
            LLVMBuildStore(self.builder, new, place);
        }
    }

    /// The address of a word of [slots](Self::slots).
    fn word_of(&self, slots: Value<'m>, index: u64) -> LLVMValueRef {
        // SAFETY: see above; the slots have the word.
        unsafe {
            let mut indices = [LLVMConstInt(self.word(), index, 0)];
            LLVMBuildGEP2(self.builder, self.word(), slots.raw(), indices.as_mut_ptr(), 1, UNNAMED)
        }
    }

    /// Notes in a slot that the counter with this index is to be increased.
    pub fn remember_edge(&self, slots: Value<'m>, slot: u64, index: Value<'m>) {
        // SAFETY: see above.
        unsafe {
            LLVMBuildStore(self.builder, index.raw(), self.word_of(slots, 2 * slot));
            LLVMBuildStore(self.builder, LLVMConstInt(self.word(), 1, 0), self.word_of(slots, 2 * slot + 1));
        }
    }

    /// Notes in a slot that no counter is to be increased.
    pub fn forget_edge(&self, slots: Value<'m>, slot: u64) {
        let zero = self.number(0);
        // SAFETY: see above.
        unsafe {
            LLVMBuildStore(self.builder, zero.raw(), self.word_of(slots, 2 * slot));
            LLVMBuildStore(self.builder, zero.raw(), self.word_of(slots, 2 * slot + 1));
        }
    }

    /// Increases the counter that a slot names, if it names one.
    pub fn count_edge(&self, counters: Value<'m>, slots: Value<'m>, slot: u64) {
        // SAFETY: see above; the variable holds a pointer to an array that has the counter.
        unsafe {
            let index = LLVMBuildLoad2(self.builder, self.word(), self.word_of(slots, 2 * slot), UNNAMED);
            let by = LLVMBuildLoad2(self.builder, self.word(), self.word_of(slots, 2 * slot + 1), UNNAMED);
            let array = LLVMBuildLoad2(self.builder, self.pointer(), counters.raw(), UNNAMED);
            let mut indices = [index];
            let place = LLVMBuildGEP2(self.builder, self.word(), array, indices.as_mut_ptr(), 1, UNNAMED);
            let old = LLVMBuildLoad2(self.builder, self.word(), place, UNNAMED);
            LLVMBuildStore(self.builder, LLVMBuildAdd(self.builder, old, by, UNNAMED), place);
        }
    }

    /// The scalars of a value, those of its parts in order.
    pub fn scalars(&self, value: Value<'m>) -> Vec<Value<'m>> {
        let ty = value.ty();
        let parts = |n: u64, part: &dyn Fn(u64) -> LLVMValueRef| {
            (0..n).flat_map(|at| self.scalars(Value::from_raw(part(at)))).collect()
        };
        match ty.kind() {
            LLVMTypeKind::LLVMStructTypeKind => parts(ty.members().len() as u64, &|at| {
                // SAFETY: see above; the member exists.
                unsafe { LLVMBuildExtractValue(self.builder, value.raw(), at as u32, UNNAMED) }
            }),
            LLVMTypeKind::LLVMArrayTypeKind => parts(ty.length(), &|at| {
                // SAFETY: see above; the element exists.
                unsafe { LLVMBuildExtractValue(self.builder, value.raw(), at as u32, UNNAMED) }
            }),
            LLVMTypeKind::LLVMVectorTypeKind => parts(ty.length(), &|at| {
                // SAFETY: see above; the element exists.
                unsafe {
                    let index = LLVMConstInt(self.word(), at, 0);
                    LLVMBuildExtractElement(self.builder, value.raw(), index, UNNAMED)
                }
            }),
            _ => vec![value],
        }
    }

    /// Room for `n` slots of 16 bytes, made where the builder stands.
    pub fn slots(&self, n: u64) -> Value<'m> {
        // SAFETY: see above.
        unsafe {
            let ty = LLVMArrayType2(self.word(), 2 * n.max(1));
            let room = LLVMBuildAlloca(self.builder, ty, UNNAMED);
            LLVMSetAlignment(room, 16);
            Value::from_raw(room)
        }
    }

    /// Writes a scalar to a slot, and zeros behind it.
    pub fn fill_slot(&self, slots: Value<'m>, at: u64, scalar: Value<'m>) {
        let bits = match scalar.ty().is_int() {
            true => scalar.ty().int_width(),
            false => 0,
        };
        // SAFETY: see above; a scalar of at most 16 bytes fits the slot.
        unsafe {
            let place = |word: u64| {
                let mut indices = [LLVMConstInt(self.word(), 2 * at + word, 0)];
                LLVMBuildGEP2(self.builder, self.word(), slots.raw(), indices.as_mut_ptr(), 1, UNNAMED)
            };
            let zero = LLVMConstInt(self.word(), 0, 0);
            LLVMBuildStore(self.builder, zero, place(0));
            LLVMBuildStore(self.builder, zero, place(1));
            let whole = match bits {
                0 => scalar.raw(),
                _ if bits < 64 => LLVMBuildZExt(self.builder, scalar.raw(), self.word(), UNNAMED),
                _ => scalar.raw(),
            };
            LLVMBuildStore(self.builder, whole, place(0));
        }
    }

    /// Calls a function without a result that is defined elsewhere.
    pub fn call_external(&self, name: &str, arguments: &[Value<'m>]) {
        let c_name = CString::new(name).expect("invariant: our names have no zeros");
        let mut types: Vec<LLVMTypeRef> = arguments.iter().map(|value| value.ty().raw()).collect();
        let mut values: Vec<LLVMValueRef> = arguments.iter().map(|value| value.raw()).collect();
        // SAFETY: see above; the type is made of those of the arguments.
        unsafe {
            let void = LLVMVoidTypeInContext(self.module.context.raw());
            let ty = LLVMFunctionType(void, types.as_mut_ptr(), types.len() as u32, 0);
            let known = LLVMGetNamedFunction(self.module.raw(), c_name.as_ptr());
            let function = match known.is_null() {
                true => LLVMAddFunction(self.module.raw(), c_name.as_ptr(), ty),
                false => known,
            };
            LLVMBuildCall2(self.builder, ty, function, values.as_mut_ptr(), values.len() as u32, UNNAMED);
        }
    }

    /// Renames a function or variable.
    pub fn rename(&self, value: Value<'m>, name: &str) {
        // SAFETY: see above; LLVM copies the name.
        unsafe { LLVMSetValueName2(value.raw(), name.as_ptr().cast(), name.len()) }
    }

    /// Makes a definition invisible to other modules.
    pub fn hide(&self, value: Value<'m>) {
        // SAFETY: see above; an internal definition has the default visibility and no comdat.
        unsafe {
            LLVMSetLinkage(value.raw(), LLVMLinkage::LLVMInternalLinkage);
            inkwell::llvm_sys::comdat::LLVMSetComdat(value.raw(), std::ptr::null_mut());
        }
    }

    /// Makes a definition visible to other modules.
    pub fn show(&self, value: Value<'m>) {
        // SAFETY: see above.
        unsafe { LLVMSetLinkage(value.raw(), LLVMLinkage::LLVMExternalLinkage) }
    }

    /// Has every use of a function with a body refer to a function of this name that is defined elsewhere.
    pub fn replace_by_declaration(&self, function: Value<'m>, name: &str) {
        let c_name = CString::new(name).expect("invariant: our names have no zeros");
        self.rename(function, &format!("{name}.replaced"));
        // SAFETY: see above; both are addresses of functions of one type.
        unsafe {
            let other = LLVMAddFunction(self.module.raw(), c_name.as_ptr(), function.value_type().raw());
            if function.is_weak_reference() {
                LLVMSetLinkage(other, LLVMLinkage::LLVMExternalWeakLinkage);
            }
            LLVMReplaceAllUsesWith(function.raw(), other);
        }
    }

    /// Has every use of the address of a variable be null.
    pub fn replace_by_null(&self, variable: Value<'m>) {
        // SAFETY: see above; both are pointers of one type.
        unsafe { LLVMReplaceAllUsesWith(variable.raw(), LLVMConstNull(variable.ty().raw())) }
    }

    /// Has every use of the address of a declared variable be the address of another one, and gives it another
    /// name.
    pub fn replace_variable(&self, declared: Value<'m>, defined: Value<'m>) {
        self.rename(declared, &format!("{}.declared", declared.name()));
        // SAFETY: see above; both are pointers of one type.
        unsafe { LLVMReplaceAllUsesWith(declared.raw(), defined.raw()) }
    }

    /// Has every use of a function that is defined elsewhere go through a new function. This calls the first
    /// one and hands the result, with this number, to `hook`, which may replace the result. Functions without
    /// a scalar result, and those with variable arguments, stay as they are.
    pub fn record_results(&self, function: Value<'m>, number: u64, hook: &str) {
        let c_name = CString::new(format!("symir_recorded_{}", function.name()));
        let c_name = c_name.expect("invariant: names of functions have no zeros");
        // SAFETY: see above; the new function has the type of the old one, and its code ends with a `ret` of
        // its type.
        unsafe {
            let ty = function.value_type().raw();
            let result = LLVMGetReturnType(ty);
            let is_scalar = match LLVMGetTypeKind(result) {
                LLVMTypeKind::LLVMIntegerTypeKind => LLVMGetIntTypeWidth(result) <= 64,
                LLVMTypeKind::LLVMFloatTypeKind | LLVMTypeKind::LLVMDoubleTypeKind => true,
                _ => false,
            };
            if !is_scalar || LLVMIsFunctionVarArg(ty) != 0 {
                return;
            }
            let other = LLVMAddFunction(self.module.raw(), c_name.as_ptr(), ty);
            LLVMReplaceAllUsesWith(function.raw(), other);
            let block = LLVMAppendBasicBlockInContext(self.module.context.raw(), other, UNNAMED);
            LLVMPositionBuilderAtEnd(self.builder, block);
            let room = self.slots(1);
            let mut parameters: Vec<LLVMValueRef> =
                (0..LLVMCountParams(other)).map(|at| LLVMGetParam(other, at)).collect();
            let n = parameters.len() as u32;
            let given = LLVMBuildCall2(self.builder, ty, function.raw(), parameters.as_mut_ptr(), n, UNNAMED);
            self.fill_slot(room, 0, Value::from_raw(given));
            self.call_external(hook, &[self.number(number), room]);
            let seen = LLVMBuildLoad2(self.builder, result, room.raw(), UNNAMED);
            LLVMBuildRet(self.builder, seen);
        }
    }

    /// Whether anything uses the value.
    pub fn is_used(&self, value: Value<'m>) -> bool {
        // SAFETY: see above.
        unsafe { !LLVMGetFirstUse(value.raw()).is_null() }
    }

    /// Defines a constant array of pairs of a text and a pointer, and its length as `NAME_count`.
    pub fn define_table(&self, name: &str, rows: &[(String, Option<Value<'m>>)]) {
        let context = self.module.context.raw();
        // SAFETY: see above; every element has the type of the array's elements.
        unsafe {
            let mut elements = Vec::new();
            for (text, value) in rows {
                let bytes = LLVMConstStringInContext2(context, text.as_ptr().cast(), text.len(), 0);
                let global = LLVMAddGlobal(self.module.raw(), LLVMTypeOf(bytes), UNNAMED);
                LLVMSetInitializer(global, bytes);
                LLVMSetLinkage(global, LLVMLinkage::LLVMInternalLinkage);
                elements.push(global);
                elements.push(value.map_or(LLVMConstNull(self.pointer()), |value| value.raw()));
            }
            let array = LLVMConstArray2(self.pointer(), elements.as_mut_ptr(), elements.len() as u64);
            self.define(name, array);
            self.define(&format!("{name}_count"), LLVMConstInt(self.word(), rows.len() as u64, 0));
        }
    }

    /// Defines a number.
    pub fn define_number(&self, name: &str, number: u64) {
        self.define(name, self.number(number).raw());
    }

    /// Defines a variable of `n` words that are zero.
    pub fn define_words(&self, name: &str, n: u64) {
        // SAFETY: see above.
        let zeros = unsafe { LLVMConstNull(LLVMArrayType2(self.word(), n)) };
        self.define(name, zeros);
    }

    fn define(&self, name: &str, value: LLVMValueRef) {
        let name = CString::new(name).expect("invariant: our names have no zeros");
        // SAFETY: see above.
        unsafe {
            let global = LLVMAddGlobal(self.module.raw(), LLVMTypeOf(value), name.as_ptr());
            LLVMSetInitializer(global, value);
        }
    }

    /// Takes the functions whose names `is_ours` accepts off a list of LLVM's own, such as
    /// `llvm.global_ctors`. Returns them in the order in which they would be called, the lowest number first.
    pub fn take_list(&self, name: &str, is_ours: impl Fn(&str) -> bool) -> Vec<Value<'m>> {
        let c_name = CString::new(name).expect("invariant: our names have no zeros");
        // SAFETY: see above; the list is an array of structures of a number, a function and data.
        unsafe {
            let list = LLVMGetNamedGlobal(self.module.raw(), c_name.as_ptr());
            if list.is_null() || LLVMGetInitializer(list).is_null() {
                return Vec::new();
            }
            let (mut taken, mut left) = (Vec::new(), Vec::new());
            let array = LLVMGetInitializer(list);
            for at in 0..LLVMGetArrayLength2(LLVMTypeOf(array)) {
                let entry = LLVMGetAggregateElement(array, at as u32);
                let function = Value::from_raw(LLVMGetAggregateElement(entry, 1));
                match is_ours(&function.name()) {
                    true => {
                        let rank = LLVMConstIntGetZExtValue(LLVMGetAggregateElement(entry, 0));
                        taken.push((rank, function));
                    }
                    false => left.push(entry),
                }
            }
            taken.sort_by_key(|(rank, _)| *rank);
            let ty = LLVMGetElementType(LLVMTypeOf(array));
            LLVMDeleteGlobal(list);
            if !left.is_empty() {
                let array = LLVMConstArray2(ty, left.as_mut_ptr(), left.len() as u64);
                let global = LLVMAddGlobal(self.module.raw(), LLVMTypeOf(array), c_name.as_ptr());
                LLVMSetLinkage(global, LLVMLinkage::LLVMAppendingLinkage);
                LLVMSetInitializer(global, array);
            }
            taken.into_iter().map(|(_, function)| function).collect()
        }
    }

    /// Gives a function an attribute that has only a name.
    pub fn add_attribute(&self, function: Value<'m>, name: &str) {
        // SAFETY: see above; a function's own attributes have the index of all ones.
        unsafe {
            let kind = LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len());
            let attribute = LLVMCreateEnumAttribute(self.module.context.raw(), kind, 0);
            LLVMAddAttributeAtIndex(function.raw(), u32::MAX, attribute);
        }
    }
}
