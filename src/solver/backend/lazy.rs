//! The solver libraries, loaded when one of their functions is first called: most runs never need them, and loading them
//! takes longer than a small run.
//!
//! `build.rs` writes an entry in assembly for every function of their C interfaces. An entry jumps to the address in its
//! slot. At first that is the way to [`symir_bind_solver`], which loads the library, finds the function and writes its
//! address into the slot. This is what a dynamic linker does for a library that it has loaded.

use std::ffi::{CStr, CString, c_void};
use std::os::unix::ffi::OsStringExt;
use std::path::PathBuf;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicPtr, Ordering};

std::arch::global_asm!(include_str!(concat!(env!("OUT_DIR"), "/cvc5.entries.s")), options(att_syntax));
std::arch::global_asm!(include_str!(concat!(env!("OUT_DIR"), "/z3.entries.s")), options(att_syntax));

type Slot = AtomicPtr<c_void>;

/// The functions of the libraries in the order of their slots, a name a line.
const CVC5_NAMES: &str = include_str!(concat!(env!("OUT_DIR"), "/cvc5.entries"));
const Z3_NAMES: &str = include_str!(concat!(env!("OUT_DIR"), "/z3.entries"));

unsafe extern "C" {
    #[link_name = "symir_cvc5_slots"]
    static CVC5_SLOTS: [Slot; n_lines(CVC5_NAMES)];
    #[link_name = "symir_z3_slots"]
    static Z3_SLOTS: [Slot; n_lines(Z3_NAMES)];
}

const fn n_lines(text: &str) -> usize {
    let bytes = text.as_bytes();
    let (mut n, mut at) = (1, 0);
    while at < bytes.len() {
        n += (bytes[at] == b'\n') as usize;
        at += 1;
    }
    n
}

/// A library that is loaded at its first use.
pub(super) struct Library {
    file: &'static str,
    /// The folders where it may be, seen from the program's, with a colon between them.
    places: &'static str,
    names: &'static str,
    handle: OnceLock<Result<Handle, String>>,
}

/// What `dlopen` gave. It is never closed.
#[derive(Copy, Clone)]
struct Handle(*mut c_void);

// SAFETY: a handle is a name for `dlsym`, which any thread may call.
unsafe impl Send for Handle {}
// SAFETY: as above.
unsafe impl Sync for Handle {}

pub(super) static CVC5: Library = Library {
    file: env!("SYMIR_CVC5_FILE"),
    places: env!("SYMIR_CVC5_PLACES"),
    names: CVC5_NAMES,
    handle: OnceLock::new(),
};
pub(super) static Z3: Library = Library {
    file: env!("SYMIR_Z3_FILE"),
    places: env!("SYMIR_Z3_PLACES"),
    names: Z3_NAMES,
    handle: OnceLock::new(),
};

impl Library {
    /// Loads the library unless that was done.
    ///
    /// # Errors
    /// What `dlopen` says if it cannot.
    pub(super) fn load(&self) -> Result<(), String> {
        self.handle().map(|_| ())
    }

    fn handle(&self) -> Result<Handle, String> {
        let open = || {
            // Where it is in none of its folders, the dynamic linker looks for it as for every library.
            let path = self.path().unwrap_or_else(|| self.file.into());
            let path =
                CString::new(path.into_os_string().into_vec()).expect("invariant: a path has no zero byte");
            // SAFETY: the library's initialisers do no more than when it is linked.
            let handle = unsafe { libc::dlopen(path.as_ptr(), libc::RTLD_NOW | libc::RTLD_LOCAL) };
            if handle.is_null() { Err(failure()) } else { Ok(Handle(handle)) }
        };
        self.handle.get_or_init(open).clone()
    }

    /// The library's file, if it is in one of its folders.
    fn path(&self) -> Option<PathBuf> {
        let program = std::env::current_exe().ok()?;
        let paths =
            self.places.split(':').map(|place| program.parent().map(|own| own.join(place).join(self.file)));
        paths.flatten().find(|path| path.exists())
    }

    /// The address of the function with this number.
    fn find(&self, index: usize) -> Result<*mut c_void, String> {
        let handle = self.handle()?;
        let name = self.names.lines().nth(index).expect("invariant: every slot has a name");
        let name = CString::new(name).expect("invariant: a symbol has no zero byte");
        // SAFETY: the handle is open, the name a string.
        let address = unsafe { libc::dlsym(handle.0, name.as_ptr()) };
        if address.is_null() { Err(failure()) } else { Ok(address) }
    }
}

/// What the dynamic linker says of its last error.
fn failure() -> String {
    // SAFETY: the message lives until the thread's next error.
    let message = unsafe { libc::dlerror() };
    if message.is_null() {
        return "no reason is known".to_owned();
    }
    // SAFETY: it is not null and ends in a zero byte.
    unsafe { CStr::from_ptr(message) }.to_string_lossy().into_owned()
}

/// Called by an entry whose slot has no function yet: finds it. Several threads may do so at once and find the same.
///
/// # Panics
/// If it cannot be found, which ends the process. [`Library::load`] tells beforehand whether the library is there.
#[unsafe(no_mangle)]
extern "C" fn symir_bind_solver(library: u32, index: usize) -> *mut c_void {
    // SAFETY: `build.rs` lays out as many slots as there are names, and all access to them is atomic or an entry's jump.
    let (library, slots): (_, &[Slot]) = unsafe {
        match library {
            0 => (&CVC5, &CVC5_SLOTS),
            _ => (&Z3, &Z3_SLOTS),
        }
    };
    let address = library.find(index).unwrap_or_else(|why| panic!("{}: {why}", library.file));
    slots[index].store(address, Ordering::Release);
    address
}
