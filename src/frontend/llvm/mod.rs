//! LLVM's C interface behind types that cannot be misused by the decoder.
//!
//! A [`Context`] owns everything; a [`Module`] lives as long as its context and its values as long as the
//! module. Nothing here prints: what LLVM has to say is collected in the context. This module does not
//! know what the decoded program looks like.

mod branches;
mod debug;
mod edit;
mod guard;
mod initialisers;
mod outline;
mod place;
mod slack;
mod sweep;
mod types;
mod unevaluated;
mod value;

pub use debug::{DebugKey, DebugNode, DebugRef, NodeKind, NumberKind};
pub use edit::Editor;
pub use guard::Guard;
pub use inkwell::llvm_sys::{LLVMAtomicRMWBinOp, LLVMIntPredicate, LLVMOpcode, LLVMTypeKind, LLVMValueKind};
pub use outline::{Passed, outlined};
pub use place::PADDING;
pub use sweep::Reached;
pub use types::Type;
pub use value::{BasicBlock, Location, Scope, Value};

use inkwell::llvm_sys::prelude::{LLVMContextRef, LLVMDiagnosticInfoRef, LLVMModuleRef, LLVMValueRef};
use inkwell::llvm_sys::support::LLVMParseCommandLineOptions;
use inkwell::llvm_sys::target::{
    LLVMABIAlignmentOfType, LLVMABISizeOfType, LLVMByteOrder, LLVMByteOrdering, LLVMGetModuleDataLayout,
    LLVMOffsetOfElement, LLVMPointerSize, LLVMSizeOfTypeInBits, LLVMTargetDataRef,
};
use inkwell::llvm_sys::{LLVMDiagnosticSeverity, bit_reader, core, linker};
use inkwell::memory_buffer::MemoryBuffer;
use std::cell::RefCell;
use std::ffi::{CStr, CString, c_char, c_void};
use std::marker::PhantomData;
use std::sync::Once;

/// The version of the LLVM library that this program is linked with.
pub fn version() -> (u32, u32, u32) {
    inkwell::support::get_llvm_version()
}

/// Takes over a string that LLVM allocated.
///
/// # Safety
/// `message` is null or a string to be released with `LLVMDisposeMessage`.
unsafe fn take_message(message: *mut c_char) -> String {
    if message.is_null() {
        return String::new();
    }
    // SAFETY: the caller gives a string that ends in zero and is ours to release.
    unsafe {
        let text = CStr::from_ptr(message).to_string_lossy().into_owned();
        core::LLVMDisposeMessage(message);
        text
    }
}

/// Keeps LLVM's readers from verifying every module with debug information that they read: [`Module::verify`]
/// does so, and the readers would end the process if the debug information is malformed.
fn leave_verifying_to_us() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let arguments = [c"symir".as_ptr(), c"-disable-auto-upgrade-debug-info".as_ptr()];
        // SAFETY: two strings, of which LLVM keeps nothing; no other thread is in LLVM before it has a
        // context.
        unsafe { LLVMParseCommandLineOptions(2, arguments.as_ptr(), c"".as_ptr()) };
        guard::catch_fatal_errors();
    });
}

/// A message that LLVM gave while it worked.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    pub is_error: bool,
    pub text: String,
}

/// An LLVM context.
pub struct Context {
    inner: inkwell::context::Context,
    /// Boxed, since LLVM keeps its address.
    diagnostics: Box<RefCell<Vec<Diagnostic>>>,
}

impl Context {
    /// A fresh context.
    pub fn new() -> Self {
        leave_verifying_to_us();
        let diagnostics = Box::new(RefCell::new(Vec::new()));
        let inner = inkwell::context::Context::create();
        let target: *const RefCell<Vec<Diagnostic>> = &*diagnostics;
        // SAFETY: the handler gets the address of the box's contents, which outlives the context.
        unsafe { core::LLVMContextSetDiagnosticHandler(inner.raw(), Some(note), target as *mut c_void) };
        Self { inner, diagnostics }
    }

    fn raw(&self) -> LLVMContextRef {
        self.inner.raw()
    }

    /// What LLVM said since the last call.
    pub fn take_diagnostics(&self) -> Vec<Diagnostic> {
        self.diagnostics.take()
    }

    /// Reads bitcode or LLVM assembly. The error is LLVM's message.
    pub fn parse(&self, bytes: &[u8], name: &str) -> Result<Module<'_>, String> {
        let buffer = MemoryBuffer::create_from_memory_range_copy(bytes, name);
        match self.inner.create_module_from_ir(buffer) {
            Ok(module) => Ok(self.module(module)),
            Err(message) => {
                let mut text = message.to_string();
                self.take_diagnostics().iter().for_each(|diagnostic| text.push_str(&diagnostic.text));
                Err(text.trim_end().to_owned())
            }
        }
    }

    /// Reads bitcode without the bodies of functions, which are read when they are linked to another module.
    /// The error is LLVM's message.
    pub fn parse_lazily(&self, bytes: &[u8], name: &str) -> Result<Module<'_>, String> {
        let buffer = MemoryBuffer::create_from_memory_range_copy(bytes, name);
        let mut raw: LLVMModuleRef = std::ptr::null_mut();
        // SAFETY: the module takes the buffer over; if there is no module, the buffer is never released.
        // Inkwell has no lazy reader.
        let failed =
            unsafe { bit_reader::LLVMGetBitcodeModuleInContext2(self.raw(), buffer.as_mut_ptr(), &mut raw) };
        std::mem::forget(buffer);
        if failed != 0 || raw.is_null() {
            return Err(self.take_errors());
        }
        // SAFETY: the module is ours.
        Ok(self.module(unsafe { inkwell::module::Module::new(raw) }))
    }

    /// A module without anything in it.
    fn empty_module(&self, name: &str) -> Module<'_> {
        self.module(self.inner.create_module(name))
    }

    /// Takes over a module of this context.
    fn module(&self, module: inkwell::module::Module<'_>) -> Module<'_> {
        let raw = module.as_mut_ptr();
        std::mem::forget(module);
        // SAFETY: the module is ours, and the reference to the context keeps that alive.
        Module { inner: unsafe { inkwell::module::Module::new(raw) }, context: self }
    }

    /// The errors among what LLVM said since the last call, a line each.
    fn take_errors(&self) -> String {
        let errors = self.take_diagnostics().into_iter().filter(|diagnostic| diagnostic.is_error);
        errors.map(|diagnostic| diagnostic.text).collect::<Vec<_>>().join("\n")
    }
}

/// Collects a diagnostic.
extern "C" fn note(info: LLVMDiagnosticInfoRef, target: *mut c_void) {
    // SAFETY: `target` is what `Context::new` registered, and LLVM calls on the thread that owns it.
    unsafe {
        let text = take_message(core::LLVMGetDiagInfoDescription(info));
        let severity = core::LLVMGetDiagInfoSeverity(info);
        let is_error = matches!(severity, LLVMDiagnosticSeverity::LLVMDSError);
        (*target.cast::<RefCell<Vec<Diagnostic>>>()).borrow_mut().push(Diagnostic { is_error, text });
    }
}

/// A module of LLVM's intermediate representation.
pub struct Module<'c> {
    /// It lives for `'c`, but inkwell's type does not let its lifetime be shortened.
    inner: inkwell::module::Module<'static>,
    context: &'c Context,
}

impl<'c> Module<'c> {
    fn raw(&self) -> LLVMModuleRef {
        self.inner.as_mut_ptr()
    }

    /// Moves everything of `other` into this module. The error is LLVM's message.
    pub fn link(&mut self, other: Module<'c>) -> Result<(), String> {
        let source = other.raw();
        // The linker releases the module, also when it fails.
        std::mem::forget(other);
        // SAFETY: both modules belong to the same context. The linker of inkwell puts its own handler in the
        // place of ours.
        let failed = unsafe { linker::LLVMLinkModules2(self.raw(), source) } != 0;
        if failed { Err(self.context.take_errors()) } else { Ok(()) }
    }

    /// Checks that the module is well-formed. The error is LLVM's message.
    pub fn verify(&self) -> Result<(), String> {
        self.inner.verify().map_err(|message| message.to_string().trim_end().to_owned())
    }

    /// The target triple.
    pub fn triple(&self) -> String {
        self.inner.get_triple().as_str().to_string_lossy().into_owned()
    }

    /// Sizes and alignments of the target, as LLVM writes them; empty if the module does not say.
    pub fn data_layout_text(&self) -> String {
        // SAFETY: the string belongs to the module.
        unsafe { CStr::from_ptr(core::LLVMGetDataLayoutStr(self.raw())).to_string_lossy().into_owned() }
    }

    /// Takes over the target triple and the data layout of another module.
    pub fn set_target_of(&mut self, other: &Module<'_>) {
        let triple = CString::new(other.triple()).unwrap_or_default();
        let layout = CString::new(other.data_layout_text()).unwrap_or_default();
        // SAFETY: LLVM copies the strings.
        unsafe {
            core::LLVMSetTarget(self.raw(), triple.as_ptr());
            core::LLVMSetDataLayout(self.raw(), layout.as_ptr());
        }
    }

    /// Makes every visible definition one that a linker takes only if it is needed, and drops if there is
    /// another.
    pub fn yield_definitions(&mut self) {
        for value in self.functions().into_iter().chain(self.globals()) {
            value.yield_definition();
            value.yield_weak_definition();
        }
    }

    /// The functions in order, with and without a body.
    pub fn functions(&self) -> Vec<Value<'_>> {
        // SAFETY: the list belongs to this module.
        unsafe { self.list(core::LLVMGetFirstFunction, core::LLVMGetNextFunction) }
    }

    /// The global variables in order.
    pub fn globals(&self) -> Vec<Value<'_>> {
        // SAFETY: the list belongs to this module.
        unsafe { self.list(core::LLVMGetFirstGlobal, core::LLVMGetNextGlobal) }
    }

    /// The functions whose code a resolver chooses when the program is loaded (ifunc), in order.
    pub fn ifuncs(&self) -> Vec<Value<'_>> {
        // SAFETY: the list belongs to this module.
        unsafe { self.list(core::LLVMGetFirstGlobalIFunc, core::LLVMGetNextGlobalIFunc) }
    }

    /// Walks one of the module's lists.
    ///
    /// # Safety
    /// `first` and `next` walk a list of this module.
    unsafe fn list(
        &self,
        first: unsafe extern "C" fn(LLVMModuleRef) -> LLVMValueRef,
        next: unsafe extern "C" fn(LLVMValueRef) -> LLVMValueRef,
    ) -> Vec<Value<'_>> {
        let mut found = Vec::new();
        // SAFETY: a list of this module, as the caller promises.
        let mut item = unsafe { first(self.raw()) };
        while !item.is_null() {
            found.push(Value::from_raw(item));
            // SAFETY: as above.
            item = unsafe { next(item) };
        }
        found
    }

    /// Sizes and offsets on the module's target.
    pub fn data_layout(&self) -> DataLayout<'_> {
        // SAFETY: the data layout belongs to the module.
        DataLayout { raw: unsafe { LLVMGetModuleDataLayout(self.raw()) }, module: PhantomData }
    }
}

/// Sizes, alignments and offsets. All questions are about types that have a size.
#[derive(Copy, Clone)]
pub struct DataLayout<'m> {
    raw: LLVMTargetDataRef,
    module: PhantomData<&'m ()>,
}

impl DataLayout<'_> {
    /// Whether addresses have 64 bits and numbers begin with their low byte.
    pub fn is_supported(&self) -> bool {
        // SAFETY: the data layout is alive.
        unsafe {
            LLVMPointerSize(self.raw) == 8
                && matches!(LLVMByteOrder(self.raw), LLVMByteOrdering::LLVMLittleEndian)
        }
    }

    /// The bytes from one element of an array of `ty` to the next.
    pub fn alloc_size(&self, ty: Type<'_>) -> u64 {
        // SAFETY: the type has a size, as the type's documentation demands.
        unsafe { LLVMABISizeOfType(self.raw, ty.raw()) }
    }

    /// The bits of a value of `ty`.
    pub fn bits(&self, ty: Type<'_>) -> u64 {
        // SAFETY: as above.
        unsafe { LLVMSizeOfTypeInBits(self.raw, ty.raw()) }
    }

    /// The alignment in bytes.
    pub fn align(&self, ty: Type<'_>) -> u64 {
        // SAFETY: as above.
        u64::from(unsafe { LLVMABIAlignmentOfType(self.raw, ty.raw()) })
    }

    /// The offset in bytes of a structure's element.
    pub fn offset(&self, structure: Type<'_>, index: u32) -> u64 {
        // SAFETY: a structure with more elements than `index`.
        unsafe { LLVMOffsetOfElement(self.raw, structure.raw(), index) }
    }
}
