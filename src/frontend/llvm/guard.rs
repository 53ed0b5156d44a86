//! Handles the cases in which LLVM gives up. Its readers trust bitcode, and some damaged bitcode crashes them
//! with a signal. A [`Guard`] makes one line and the exit status for wrong use of that. It costs a few system
//! calls, while reading in a process of its own would cost every good file some milliseconds.
//!
//! The signal handler does only what is safe in one: it writes a line that was made before, and ends the
//! process. So temporary files stay where they are, as after any end by a signal.

use inkwell::llvm_sys::error_handling::LLVMInstallFatalErrorHandler;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use std::ffi::{CStr, c_char, c_int, c_void};
use std::sync::atomic::{AtomicI32, AtomicPtr, Ordering};

/// The exit status for input that cannot be used.
const WRONG_USE: c_int = 2;
/// The exit status for a fault of symir.
const INTERNAL: c_int = 6;

/// The signals that end a program that trusts damaged data.
const SIGNALS: [c_int; 6] =
    [libc::SIGSEGV, libc::SIGBUS, libc::SIGABRT, libc::SIGILL, libc::SIGFPE, libc::SIGTRAP];

/// The text that the handler writes. It is not freed as long as it stands here.
static MESSAGE: AtomicPtr<String> = AtomicPtr::new(std::ptr::null_mut());
/// The thread that reads.
static THREAD: AtomicI32 = AtomicI32::new(0);

/// As long as a guard lives, a crash of this thread is said to be the fault of the files that are read. There
/// is at most one guard at a time.
pub struct Guard {
    before: Vec<(c_int, libc::sigaction)>,
    memory: Option<Rlimit>,
}

impl Guard {
    /// Guards reading the files of these names, which have `size` bytes together.
    pub fn new(files: &str, size: u64) -> Self {
        let text = format!(
            "symir: {files}: this is damaged, or made by another version: LLVM's reader crashed on it; make the bitcode \
             anew\n"
        );
        free(MESSAGE.swap(Box::into_raw(Box::new(text)), Ordering::SeqCst));
        // SAFETY: it has no conditions.
        THREAD.store(unsafe { libc::gettid() }, Ordering::SeqCst);
        let before = SIGNALS.iter().filter_map(|signal| Some((*signal, handle(*signal, &action())?)));
        Self { before: before.collect(), memory: limit_memory(size) }
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        for (signal, before) in &self.before {
            handle(*signal, before);
        }
        if let Some(before) = self.memory {
            // The limit was there before.
            let _ = setrlimit(Resource::As, before);
        }
        THREAD.store(0, Ordering::SeqCst);
        free(MESSAGE.swap(std::ptr::null_mut(), Ordering::SeqCst));
    }
}

/// How much memory reading may take beyond the memory in use, and how much of it for each byte of the files:
/// a damaged size asks for all the memory of the machine. LLVM needs some ten times the size of a file.
const MOST_MEMORY: u64 = 2 << 30;
const PER_BYTE: u64 = 100;

/// Limits the memory of this process; returns the limit that held before, if it was changed.
fn limit_memory(file_size: u64) -> Option<Rlimit> {
    let before = getrlimit(Resource::As);
    // In kilobytes. Asking for the size of pages, as the shorter `statm` would need, crashes under Valgrind.
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let size = |line: &str| line.strip_prefix("VmSize:")?.trim().strip_suffix(" kB")?.parse::<u64>().ok();
    let in_use = 1024 * status.lines().find_map(size)?;
    let limit = in_use.saturating_add(MOST_MEMORY).saturating_add(file_size.saturating_mul(PER_BYTE));
    let limit = before.current.map_or(limit, |current| current.min(limit));
    setrlimit(Resource::As, Rlimit { current: Some(limit), ..before }).ok()?;
    Some(before)
}

/// Frees a text that no handler can see any more.
fn free(message: *mut String) {
    if !message.is_null() {
        // SAFETY: it came from `Box::into_raw` in `Guard::new` and was taken out of the static just now.
        drop(unsafe { Box::from_raw(message) });
    }
}

/// The handler runs on a stack of its own, which Rust's runtime has made, since recursion may be without end.
fn action() -> libc::sigaction {
    // SAFETY: all zero is a value of the structure, and the mask is then made empty.
    let mut action: libc::sigaction = unsafe { std::mem::zeroed() };
    action.sa_sigaction = crashed as *const () as usize;
    action.sa_flags = libc::SA_ONSTACK | libc::SA_NODEFER;
    // SAFETY: the mask is ours.
    unsafe { libc::sigemptyset(&mut action.sa_mask) };
    action
}

/// Sets how a signal is handled; returns how it was handled before.
fn handle(signal: c_int, action: &libc::sigaction) -> Option<libc::sigaction> {
    // SAFETY: both structures are valid, and the handler does only what handlers may do.
    unsafe {
        let mut before = std::mem::zeroed();
        (libc::sigaction(signal, action, &mut before) == 0).then_some(before)
    }
}

extern "C" fn crashed(signal: c_int) {
    // SAFETY: `gettid`, `write`, `_exit` and `signal` may be called here. The text is not freed before the
    // handlers are taken back.
    unsafe {
        let message = MESSAGE.load(Ordering::SeqCst);
        if THREAD.load(Ordering::SeqCst) == libc::gettid() && !message.is_null() {
            let text = (*message).as_bytes();
            libc::write(libc::STDERR_FILENO, text.as_ptr().cast(), text.len());
            libc::_exit(WRONG_USE);
        }
        // Another thread has crashed: its instruction runs again and ends the process.
        libc::signal(signal, libc::SIG_DFL);
    }
}

/// A handler that LLVM calls when it gets no memory, with its own data, the reason, and whether it is a
/// crash.
type BadAlloc = extern "C" fn(*mut c_void, *const c_char, bool);

unsafe extern "C" {
    /// `llvm::install_bad_alloc_error_handler(handler, data)`, which the C interface lacks.
    #[link_name = "_ZN4llvm31install_bad_alloc_error_handlerEPFvPvPKcbES0_"]
    fn install_bad_alloc_error_handler(handler: BadAlloc, data: *mut c_void);
}

/// Has LLVM's fatal errors end the process with a line of symir's.
pub(super) fn catch_fatal_errors() {
    // SAFETY: the handlers are functions that live for ever; LLVM is told once.
    unsafe {
        LLVMInstallFatalErrorHandler(Some(gave_up));
        install_bad_alloc_error_handler(out_of_memory, std::ptr::null_mut());
    }
}

/// LLVM gets no memory: a damaged size asks for more than there is.
extern "C" fn out_of_memory(_: *mut c_void, _: *const c_char, _: bool) {
    gave_up(c"out of memory".as_ptr());
}

extern "C" fn gave_up(reason: *const c_char) {
    // SAFETY: LLVM gives a text that ends in zero; nothing of this process is used after `_exit`.
    unsafe {
        let message = MESSAGE.load(Ordering::SeqCst);
        let reason = CStr::from_ptr(reason).to_bytes();
        let reason = crate::util::text::printable_bytes(reason);
        let is_reading = THREAD.load(Ordering::SeqCst) == libc::gettid() && !message.is_null();
        let (text, status) = if is_reading {
            (format!("{} ({reason})\n", (*message).trim_end()), WRONG_USE)
        } else {
            (format!("symir: LLVM gave up: {reason}\n"), INTERNAL)
        };
        libc::write(libc::STDERR_FILENO, text.as_ptr().cast(), text.len());
        libc::_exit(status);
    }
}
