//! From C files to a [`Program`]: runs clang, links, adds the models of library functions, decodes, verifies.
//!
//! This is the only user of LLVM. Nothing of LLVM lives on once [`compile`] has returned. Code that the
//! decoder cannot express becomes [`crate::ir::Op::Unsupported`] at its place, so that only the paths that
//! reach it end.

mod addresses;
mod clang;
mod debug_info;
mod declared;
mod decode;
mod error;
mod guided;
mod input;
mod library;
mod llvm;
mod locals;
mod native;
mod packages;
pub mod process;
mod registers;
mod version;

pub use clang::{OptLevel, find_clang, host_headers_present, links_sanitizers, llvm_version};
pub use declared::{Declared, declared, with_body};
pub use error::Error;
pub use guided::{Guided, NativeBlock};
pub use library::is_modelled;
pub use llvm::PADDING;
pub use native::{Native, NativeEdge};
pub use packages::link_flags;

use crate::ir::header::{self, Declared as Known};
use crate::ir::{self, NamedValues, Program, StandIns};
use crate::util::{Deadline, Kept, Scratch, text};
use debug_info::Declarations;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// How to compile.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The clang to use; searched for if there is none.
    pub clang: Option<PathBuf>,
    pub level: OptLevel,
    /// Passed to clang as they are, after our own.
    pub flags: Vec<String>,
    /// The flags of files that are compiled with other flags than `flags`.
    pub flags_of: BTreeMap<PathBuf, Vec<String>>,
    pub include_dirs: Vec<PathBuf>,
    /// Whether clang's messages are to be in colour.
    pub color: bool,
    /// Whether the program for native runs is wanted, too.
    pub native: bool,
    /// Whether the program for a search by native runs is wanted, too.
    pub guided: bool,
    /// Functions whose results differ from run to run, beside those that symir knows.
    pub sources: Vec<String>,
    /// Functions in C that stand for others.
    pub stand_ins: StandIns,
    /// Other names for functions of the program.
    pub renames: BTreeMap<String, String>,
    /// The names that the source has for values of numbers.
    pub named: Arc<NamedValues>,
    /// Whether choices between two values become branches, too.
    pub branches: bool,
    /// Whether calls that symir cannot follow are done by the machine that we run on, on concrete numbers.
    pub concretize: bool,
    /// When the program is not wanted any more.
    pub deadline: Deadline,
}

/// A compiled program.
#[derive(Debug)]
pub struct Compiled {
    pub program: Program,
    /// The warnings of clang and the decoder; empty or lines of text.
    pub warnings: String,
    /// The program for the native run, if it was asked for.
    pub native: Option<Native>,
    /// The program for a search by native runs, if it was asked for.
    pub guided: Option<Guided>,
}

/// Compiles C files and reads bitcode and assembly, and links them into one program.
pub fn compile(files: &[PathBuf], options: &Options) -> Result<Compiled, Error> {
    let Some(last) = files.last() else { return Err(Error::NoInput) };
    let context = llvm::Context::new();
    let _guard = guard(files);
    let mut warnings = String::new();
    let mut whole = load(&context, files, options, Bodies::Reachable, &mut warnings)?;
    let mocks = native::mocks(&whole);
    let triple = whole.triple();
    if !whole.data_layout().is_supported() {
        return Err(Error::Target { file: last.clone(), triple });
    }
    in_time(options)?;
    let needs_library = library::is_needed(&whole);
    // A library of which `main` uses one function need not be read whole.
    whole.drop_unreachable(|name| needs_library && library::may_call(name));
    if let [file] = files {
        verify(&whole, file)?;
    }
    whole.complete_main();
    in_time(options)?;
    let native = options.native.then(|| native::instrument(&whole, &options.sources));
    let guided = options.guided.then(|| guided::instrument(&whole));
    in_time(options)?;
    let declarations = Declarations::of(&whole);
    if needs_library && let Some(why) = library::link(&context, &mut whole)? {
        warnings += &format!("warning: {why}\n");
    }
    for diagnostic in context.take_diagnostics() {
        warnings += &format!("warning: {}\n", diagnostic.text);
    }
    in_time(options)?;
    let (mut program, approximations) = decode::decode(&whole, declarations, options.concretize);
    program.mocks = mocks;
    program.name_values(&options.named);
    for text in approximations {
        warnings += &format!("warning: {text}\n");
    }
    ir::verify(&program)?;
    Ok(Compiled { program, warnings, native, guided })
}

/// What files contain: all of their functions with their bodies, also those that nothing calls.
#[derive(Debug)]
pub struct Survey {
    /// It is not linked to the library, and nothing has checked that it can be run.
    pub program: Program,
    /// The warnings of clang; empty or lines of text.
    pub warnings: String,
    /// The functions that other files see.
    pub visible: BTreeSet<String>,
    /// The variables that only the files themselves see.
    pub own_variables: BTreeSet<String>,
}

/// Reads what files contain, for callers that do not want to run the program.
pub fn survey(files: &[PathBuf], options: &Options) -> Result<Survey, Error> {
    let mut options = options.clone();
    // Also `static` functions that nothing calls.
    options.flags.push("-femit-all-decls".to_owned());
    options.stand_ins = StandIns::default();
    let context = llvm::Context::new();
    let _guard = guard(files);
    let mut warnings = String::new();
    let whole = load(&context, files, &options, Bodies::All, &mut warnings)?;
    let functions = whole.functions().into_iter();
    let visible = functions.filter(|function| !function.is_declaration() && !function.is_local());
    let visible = visible.map(|function| function.name()).collect();
    let own_variables = whole.globals().into_iter().filter(|global| global.is_local());
    let own_variables = own_variables.map(|global| global.name()).collect();
    let declarations = Declarations::of(&whole);
    in_time(&options)?;
    let (mut program, _) = decode::decode(&whole, declarations, false);
    program.registers = registers::found(&whole, &program);
    ir::verify(&program)?;
    Ok(Survey { program, warnings, visible, own_variables })
}

/// A guard that says, if LLVM crashes, that the files that are bitcode or assembly are damaged; `None` if
/// there are none.
fn guard(files: &[PathBuf]) -> Option<llvm::Guard> {
    let is_foreign = |file: &&PathBuf| input::kind_of(file).is_ok_and(|kind| kind == input::Kind::Ir);
    let foreign: Vec<&PathBuf> = files.iter().filter(is_foreign).collect();
    let names: Vec<String> =
        foreign.iter().map(|file| text::printable_bytes(file.as_os_str().as_encoded_bytes())).collect();
    let size = foreign.iter().filter_map(|file| std::fs::metadata(file).ok()).map(|data| data.len()).sum();
    (!foreign.is_empty()).then(|| llvm::Guard::new(&names.join(", "), size))
}

/// Checks, between two steps, whether there is time for the next one. Each may take seconds for a large
/// program.
fn in_time(options: &Options) -> Result<(), Error> {
    if options.deadline.is_due(process::SHARE) { Err(Error::OutOfTime) } else { Ok(()) }
}

/// The program as bitcode to which clang adds the code of the sanitizers of this name, such as
/// `address,undefined`, if it compiles the bitcode with the same names. If some files are not source,
/// `attribute` asks LLVM for that code.
pub fn sanitize(
    files: &[PathBuf],
    options: &Options,
    sanitizers: &str,
    attribute: &str,
) -> Result<Vec<u8>, Error> {
    let mut options = options.clone();
    let is_source = |file: &PathBuf| input::kind_of(file).is_ok_and(|kind| kind == input::Kind::Source);
    let all_are_source = files.iter().all(is_source);
    if all_are_source {
        let is_asked = |flag: &String| flag.contains("function") || flag.contains("undefined");
        let mut asked = options.flags.iter().filter(|flag| flag.starts_with("-fsanitize="));
        let without_types = !asked.any(is_asked);
        // The whole program is optimised when it is compiled, and only then the sanitizers add their code.
        let flags = [&format!("-fsanitize={sanitizers}"), "-Xclang", "-disable-llvm-passes"];
        options.flags.extend(flags.map(str::to_owned));
        // This check reads memory before the code of a function. If a pointer leads to no function, that read
        // itself would be reported.
        // As for the paths, see `decode::indices`. The user's own level wins.
        options.flags.insert(0, "-fstrict-flex-arrays=2".to_owned());
        options.flags.extend(without_types.then(|| "-fno-sanitize=function".to_owned()));
    }
    let context = llvm::Context::new();
    let mut whole = load(&context, files, &options, Bodies::Reachable, &mut String::new())?;
    whole.drop_unreachable(|_| false);
    if let [file] = files {
        verify(&whole, file)?;
    }
    whole.complete_main();
    Ok(native::prepare_sanitized(&mut whole, (!all_are_source).then_some(attribute), &options.sources))
}

/// Whether the native half of `symir.h` defines a function of this name that compilers rarely inline into its
/// callers.
fn is_native_half(name: &str) -> bool {
    const HELPERS: [&str; 4] = ["symir_read", "symir_start", "symir_next_line", "symir_bad_input"];
    let is_longer =
        |function: &header::Function| function.value().is_none() && function.declared == Known::Always;
    HELPERS.contains(&name) || header::named(name).is_some_and(is_longer)
}

/// Which functions are read with their bodies.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Bodies {
    /// All.
    All,
    /// If there is one file, those that `main` leads to; else all.
    Reachable,
}

/// Compiles or reads all files and links them.
fn load<'c>(
    context: &'c llvm::Context,
    files: &[PathBuf],
    options: &Options,
    bodies: Bodies,
    warnings: &mut String,
) -> Result<llvm::Module<'c>, Error> {
    let is_lazy = files.len() == 1 && bodies == Bodies::Reachable && options.stand_ins.text.is_empty();
    let kinds = files.iter().map(|file| input::kind_of(file)).collect::<Result<Vec<_>, _>>()?;
    // The folder and the clang that source files need.
    let mut tools = None;
    let mut modules = Vec::new();
    for (index, (file, kind)) in files.iter().zip(kinds).enumerate() {
        let module = match kind {
            input::Kind::Ir => parse(context, file, file, is_lazy)?,
            input::Kind::Source => {
                if tools.is_none() {
                    let folder = Scratch::new().map_err(Error::Temporary)?;
                    clang::write_header(folder.path())?;
                    tools = Some((folder, find_clang(options.clang.as_deref())?));
                }
                let (folder, clang) = tools.as_ref().expect("invariant: found above");
                let output = folder.path().join(format!("{index}.bc"));
                *warnings += &clang::compile(clang, options, file, folder.path(), &output)?;
                parse(context, file, &output, is_lazy)?
            }
        };
        native::rename(&module, &options.renames);
        if options.branches {
            module.branch_selects();
        }
        module.list_initialisers();
        // Of a single file, only the part that is left of it in the end has to be well-formed.
        if files.len() > 1 {
            verify(&module, file)?;
        }
        // Functions that symir.h declares for symir have a body only if the file was compiled for a native
        // run.
        let own = module
            .functions()
            .into_iter()
            .find(|function| !function.is_declaration() && is_native_half(&function.name()));
        if let Some(own) = own {
            return Err(Error::NativeDriver { file: file.clone(), function: own.name() });
        }
        modules.push(module);
    }
    native::give_way_to_mocks(&modules);
    if !options.stand_ins.text.is_empty() {
        for module in &modules {
            native::call_instead(module, &options.stand_ins.names);
        }
        modules.push(stand_ins(context, options)?);
    }
    let mut modules = modules.into_iter();
    let mut whole = modules.next().expect("invariant: at least one file");
    for module in modules {
        whole.link(module).map_err(|message| Error::Link { message })?;
    }
    whole.drop_unevaluated();
    registers::redirect(&whole);
    Ok(whole)
}

/// The bitcode of stand-ins by what it was compiled from: each run of a `gen` asks for the same.
static STAND_INS: Kept<String, Arc<[u8]>> = Kept::new();

/// Compiles the functions in C that stand for others.
fn stand_ins<'c>(context: &'c llvm::Context, options: &Options) -> Result<llvm::Module<'c>, Error> {
    let folder = Scratch::new().map_err(Error::Temporary)?;
    let (file, output) = (folder.path().join("stand_ins.c"), folder.path().join("stand_ins.bc"));
    // Flags that choose the machine hold for this file, too.
    let is_kept = |flag: &&String| flag.starts_with("-m") || flag.starts_with("--target");
    let mut flags: Vec<String> = options.flags.iter().filter(is_kept).cloned().collect();
    flags.extend(["-g0", "-w", "-fno-builtin"].map(str::to_owned));
    let options = Options { flags, flags_of: BTreeMap::new(), include_dirs: Vec::new(), ..options.clone() };
    let clang = find_clang(options.clang.as_deref())?;
    let Options { flags, level, stand_ins, .. } = &options;
    let key = format!("{} {level:?} {flags:?} {}", clang.path.display(), stand_ins.text);
    let bitcode = STAND_INS.get_or_make(key, || {
        std::fs::write(&file, &stand_ins.text).map_err(Error::Temporary)?;
        clang::compile(&clang, &options, &file, folder.path(), &output)?;
        std::fs::read(&output).map(Arc::from).map_err(Error::Temporary)
    })?;
    std::fs::write(&output, &bitcode).map_err(Error::Temporary)?;
    parse(context, &file, &output, false)
}

/// Reads the bitcode or assembly at `path`, which was made from `file`. Of bitcode that is read lazily, what
/// `main` does not lead to is left out.
fn parse<'c>(
    context: &'c llvm::Context,
    file: &Path,
    path: &Path,
    is_lazy: bool,
) -> Result<llvm::Module<'c>, Error> {
    let name = file.to_string_lossy();
    let bytes = input::read(path)?;
    let module = if is_lazy && input::is_bitcode(&bytes) {
        context.parse_lazily(&bytes, &name).and_then(|module| {
            // Of a part of the file, it would not show whether a name is there twice.
            locals::rename(&module);
            let needs_library = library::is_declared(&module);
            module.into_reachable(&name, |name| needs_library && library::may_call(name))
        })
    } else {
        context.parse(&bytes, &name).inspect(locals::rename)
    };
    module.map_err(|message| bad_bitcode(file, &message))
}

/// Checks a module that was read from `file`.
fn verify(module: &llvm::Module<'_>, file: &Path) -> Result<(), Error> {
    module.verify().map_err(|message| bad_bitcode(file, &message))
}

/// LLVM's message begins with the name of the file. The error does so, too, and drops it from the message.
fn bad_bitcode(file: &Path, message: &str) -> Error {
    let name = file.to_string_lossy();
    let message = message.strip_prefix(&*name).map_or(message, |rest| rest.trim_start_matches([':', ' ']));
    Error::BadBitcode { file: file.into(), message: message.to_owned() }
}
