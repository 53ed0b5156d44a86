//! The solver libraries, loaded when one of them is first asked: most runs need neither, and loading both
//! takes longer than a small run.
//!
//! [`Library::load`] opens the shared library and asks it for its version, because the numbers of its
//! constants differ between versions. [`cvc5`] and [`z3`] declare the functions that are used, with the types
//! of the crates `cvc5-sys` and `z3-sys`; the compiler compares each declaration with that of its crate.
//! Nothing here knows what the functions do.

#[cfg(feature = "cvc5")]
pub(super) mod cvc5;
#[cfg(feature = "z3")]
pub(super) mod z3;

use libloading::os::unix::{Library as Handle, RTLD_LOCAL, RTLD_NOW};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// A folder that is searched before all others.
const FOLDER_VARIABLE: &str = "SYMIR_LIB_DIR";

/// A shared library that is loaded at its first use and never closed.
pub(super) struct Library {
    /// The name of the file without a version that may follow it, such as `.1.4.0`.
    file: &'static str,
    /// The folder that was chosen when symir was built, if it is not one of symir's own.
    folder: Option<&'static str>,
    /// Says why this version cannot be used.
    check: fn(&Handle) -> Result<(), String>,
    handle: OnceLock<Result<Handle, String>>,
}

impl Library {
    const fn new(
        file: &'static str,
        folder: Option<&'static str>,
        check: fn(&Handle) -> Result<(), String>,
    ) -> Self {
        Self { file, folder, check, handle: OnceLock::new() }
    }

    /// Loads the library, unless it is loaded already.
    ///
    /// # Errors
    /// The message of the dynamic linker if it cannot be loaded, or the reason why its version cannot be
    /// used.
    pub(super) fn load(&self) -> Result<(), String> {
        self.handle().map(|_| ())
    }

    fn handle(&self) -> Result<&Handle, String> {
        self.handle.get_or_init(|| self.open()).as_ref().map_err(Clone::clone)
    }

    fn open(&self) -> Result<Handle, String> {
        let path = self.path();
        // With this flag the library finds its own functions before others of the same names: libcvc5 carries
        // a CaDiCaL of another version than ours.
        let flags = RTLD_NOW | RTLD_LOCAL | libc::RTLD_DEEPBIND;
        // SAFETY: the initialisers of a solver's library prepare that library only.
        let handle = unsafe { Handle::open(Some(&path), flags) };
        let handle = handle.map_err(|error| match path.is_absolute() {
            true => error.to_string(),
            false => format!("{error} (it is not in {} either)", listed(&folders(self.folder))),
        })?;
        (self.check)(&handle).map_err(|why| format!("{}: {why}", path.display()))?;
        Ok(handle)
    }

    /// The library's file in the first folder that has it, else its name alone, with which the dynamic linker
    /// searches the folders of the system.
    fn path(&self) -> PathBuf {
        let found = folders(self.folder).into_iter().map(|folder| folder.join(self.file));
        found.filter(|path| path.exists()).map(|path| real(&path)).next().unwrap_or_else(|| self.file.into())
    }

    /// The address of the function with this name.
    ///
    /// # Panics
    /// If the library cannot be loaded or has no such function. A backend is only made after [`Self::load`].
    ///
    /// # Safety
    /// `F` must be the function's type.
    unsafe fn function<F: Copy>(&self, name: &str) -> F {
        let handle = self.handle().unwrap_or_else(|why| panic!("{}: {why}", self.file));
        // SAFETY: promised by the caller.
        let found = unsafe { handle.get::<F>(name.as_bytes()) };
        *found.unwrap_or_else(|error| panic!("{}: {error}", self.file))
    }
}

/// Folders for a person to look into.
fn listed(folders: &[PathBuf]) -> String {
    folders.iter().map(|folder| folder.display().to_string()).collect::<Vec<_>>().join(", ")
}

/// The libraries that a library needs lie beside the real file and not beside a link to it.
fn real(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

/// Where a library may be, the first place first: the folder that the environment names, beside the program
/// if it is installed in a folder `bin`, the user's own data folder, where `scripts/setup` puts what it fetches, and where the
/// build found it.
fn folders(built_with: Option<&str>) -> Vec<PathBuf> {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let program = std::env::current_exe().ok();
    let bin = program.as_deref().and_then(Path::parent).filter(|folder| folder.ends_with("bin"));
    let installed = bin.and_then(|bin| Some(bin.parent()?.join("lib/symir")));
    let data = set("XDG_DATA_HOME").or_else(|| Some(set("HOME")?.join(".local/share")));
    let own = data.filter(|folder| folder.is_absolute()).map(|folder| folder.join("symir/lib"));
    [set(FOLDER_VARIABLE), installed, own, built_with.map(PathBuf::from)].into_iter().flatten().collect()
}

/// Declares functions of a library with their signatures; functions with the same signature are declared
/// together, in brackets. A declaration becomes a function of the same name, which looks its address up at
/// the first call.
macro_rules! functions {
    ($library:ident, $sys:ident, $prefix:literal; $(fn $names:tt $arguments:tt $(-> $result:ty)?;)*) => {
        $($crate::solver::backend::foreign::functions!(
            @same ($library, $sys, $prefix) $names $arguments ($($result)?)
        );)*
    };
    (@same $context:tt [$($name:ident),+] $arguments:tt $result:tt) => {
        $($crate::solver::backend::foreign::functions!(@same $context $name $arguments $result);)+
    };
    (@same ($library:ident, $sys:ident, $prefix:literal) $name:ident ($($argument:ident: $type:ty),*)
     ($($result:ty)?)) => {
        // The bindings say the same, or this does not compile.
        const _: unsafe extern "C" fn($($type),*) $(-> $result)? = $sys::$name;

        /// The function of this name in the library.
        ///
        /// # Safety
        /// What the library's documentation asks for.
        pub(in crate::solver::backend) unsafe fn $name($($argument: $type),*) $(-> $result)? {
            static FUNCTION: std::sync::OnceLock<unsafe extern "C" fn($($type),*) $(-> $result)?> =
                std::sync::OnceLock::new();
            let function = FUNCTION.get_or_init(|| {
                // SAFETY: the type is that of the bindings.
                unsafe { $library.function(concat!($prefix, stringify!($name))) }
            });
            // SAFETY: promised by the caller.
            unsafe { function($($argument),*) }
        }
    };
}
use functions;
