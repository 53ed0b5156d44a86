//! The native programs: the one with counters, and those of the sanitizers, compiled when a test first needs
//! them.

use super::launcher::{Launcher, Purpose, Wish};
use super::worker::Worker;
use crate::frontend::{self, Guided, Native, process};
use crate::ir::header;
use crate::util::exhausted::in_words;
use crate::util::flags::is_for_linker;
use crate::util::{Deadline, Kept, Scratch};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, OnceLock};
use tempfile::TempDir;

const RUNTIME: [(&str, &str); 6] = [
    ("runtime.h", include_str!("runtime.h")),
    ("confine.h", include_str!("confine.h")),
    ("runtime.c", include_str!("runtime.c")),
    ("filter.c", include_str!("filter.c")),
    ("inputs.c", include_str!("inputs.c")),
    ("threads.c", include_str!("threads.c")),
];

/// What a program for a search is linked with, instead of `RUNTIME`.
const GUIDED: [(&str, &str); 4] = [
    ("confine.h", include_str!("confine.h")),
    ("filter.c", include_str!("filter.c")),
    ("guided.h", include_str!("guided.h")),
    ("guided.c", include_str!("guided.c")),
];

/// The same, with the tables of a program.
const GUIDED_WITH_TABLES: [(&str, &str); 2] = [
    ("guided_objects.c", include_str!("guided_objects.c")),
    ("guided_outside.c", include_str!("guided_outside.c")),
];

/// The object files of symir's own sources, by clang, file and flags.
static OBJECTS: Kept<(PathBuf, String), Arc<[u8]>> = Kept::new();

/// The files of a program and how they are compiled.
#[derive(Clone, Debug)]
pub struct Source {
    pub files: Vec<PathBuf>,
    pub options: frontend::Options,
}

/// The folder in which native programs are compiled, and what that takes.
pub(super) struct Workshop {
    clang: PathBuf,
    folder: Scratch,
    launcher: Launcher,
    source: Source,
    /// The functions that the program names, defined or not.
    functions: Vec<String>,
    sanitized: OnceLock<Result<PathBuf, String>>,
    uninitialised: OnceLock<Result<PathBuf, String>>,
}

/// A sanitizer, or several that fit in one program.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Sanitizer {
    /// AddressSanitizer and UndefinedBehaviorSanitizer.
    Address,
    /// MemorySanitizer.
    Memory,
}

impl Sanitizer {
    fn names(self) -> &'static str {
        match self {
            Sanitizer::Address => "address,undefined",
            Sanitizer::Memory => "memory",
        }
    }

    fn attribute(self) -> &'static str {
        match self {
            Sanitizer::Address => "sanitize_address",
            Sanitizer::Memory => "sanitize_memory",
        }
    }
}

impl Workshop {
    pub fn new(source: Source, functions: Vec<String>) -> Result<Self, String> {
        let clang =
            frontend::find_clang(source.options.clang.as_deref()).map_err(|error| error.to_string())?.path;
        let folder = Scratch::new().map_err(temporary)?;
        let launcher = Launcher::new(folder.path())?;
        for (name, text) in RUNTIME {
            std::fs::write(folder.path().join(name), text).map_err(temporary)?;
        }
        std::fs::write(folder.path().join("declared.h"), header::declarations()).map_err(temporary)?;
        std::fs::create_dir(folder.path().join("boxes")).map_err(temporary)?;
        let (sanitized, uninitialised) = (OnceLock::new(), OnceLock::new());
        Ok(Self { clang, folder, launcher, source, functions, sanitized, uninitialised })
    }

    /// A new empty folder, which will be the current folder of tests.
    fn empty_folder(&self) -> Result<TempDir, String> {
        tempfile::tempdir_in(self.folder.path().join("boxes")).map_err(temporary)
    }

    /// Starts one of the programs that were compiled here, in a new empty folder. It is an error if the wish
    /// cannot be fulfilled.
    pub fn start(&self, program: &Path, wish: &Wish) -> Result<Worker, String> {
        let (command, folder) = self.command(program, wish)?;
        Worker::start(command, folder)
    }

    /// Compiles the program with counters.
    pub fn compile(&self, native: &Native) -> Result<PathBuf, String> {
        let output = self.folder.path().join("program");
        let bitcode = self.folder.path().join("program.bc");
        std::fs::write(&bitcode, &native.bitcode).map_err(temporary)?;
        let mut parts = vec!["program.bc".to_owned()];
        let arguments: Vec<&str> = ["-DSYMIR_SANITIZED=0"].into_iter().chain(self.sanitizers()).collect();
        parts.extend(self.objects(&RUNTIME, "", &arguments)?);
        parts.extend(self.sanitizers().map(str::to_owned));
        self.link(parts, &output)?;
        Ok(output)
    }

    /// Compiles the program for a search. `tables` are headers, by their names, that its runtime includes.
    pub fn compile_guided(&self, guided: &Guided, tables: &[(&str, String)]) -> Result<PathBuf, String> {
        let output = self.folder.path().join("guided");
        for (name, text) in GUIDED.into_iter().chain(GUIDED_WITH_TABLES) {
            self.write(name, text)?;
        }
        for (name, text) in tables {
            self.write(name, text)?;
        }
        std::fs::write(self.folder.path().join("guided.bc"), &guided.bitcode).map_err(temporary)?;
        let mut parts = vec!["-O2".to_owned(), "guided.bc".to_owned()];
        let arguments: Vec<&str> = ["-O2"].into_iter().chain(self.sanitizers()).collect();
        parts.extend(self.objects(&GUIDED, "guided-", &arguments)?);
        parts.extend(GUIDED_WITH_TABLES.map(|(name, _)| name.to_owned()));
        parts.extend(self.sanitizers().map(str::to_owned));
        self.link(parts, &output)?;
        Ok(output)
    }

    /// The flags for the runtime of the sanitizers that the user's own flags have compiled in.
    fn sanitizers(&self) -> impl Iterator<Item = &str> {
        let flags = self.source.options.flags.iter().map(String::as_str);
        flags.filter(|flag| flag.starts_with("-fsanitize="))
    }

    /// The command that starts one of the programs compiled here, in the folder that is returned with it.
    pub fn command(&self, program: &Path, wish: &Wish) -> Result<(Command, TempDir), String> {
        let libraries = libraries(&self.source.options.flags);
        let folder = self.empty_folder()?;
        Ok((self.launcher.command(Purpose::Tests, folder.path(), program, wish, &libraries), folder))
    }

    /// Compiles a program to `output` that runs only this one request, with the code of a sanitizer.
    pub fn compile_alone(&self, sanitizer: Sanitizer, request: &[u8], output: &Path) -> Result<(), String> {
        let bytes: Vec<String> = request.iter().map(u8::to_string).collect();
        self.write("request.h", &bytes.join(","))?;
        self.write("request.c", include_str!("request.c"))?;
        let mut parts = self.sanitized_parts(sanitizer)?;
        parts.push("request.c".to_owned());
        self.link(parts, output)
    }

    /// The program with the code of a sanitizer, compiled at the first call.
    pub fn sanitized(&self, sanitizer: Sanitizer) -> Result<&Path, String> {
        let cell = match sanitizer {
            Sanitizer::Address => &self.sanitized,
            Sanitizer::Memory => &self.uninitialised,
        };
        let path = cell.get_or_init(|| self.compile_sanitized(sanitizer));
        path.as_deref().map_err(Clone::clone)
    }

    fn compile_sanitized(&self, sanitizer: Sanitizer) -> Result<PathBuf, String> {
        let parts = self.sanitized_parts(sanitizer)?;
        let output = self.folder.path().join(sanitizer.attribute());
        self.link(parts, &output)?;
        Ok(output)
    }

    /// Compiles the parts of a program with the code of a sanitizer. Gives the arguments for linking them.
    fn sanitized_parts(&self, sanitizer: Sanitizer) -> Result<Vec<String>, String> {
        let name = sanitizer.attribute();
        let options = &self.source.options;
        let made = frontend::sanitize(&self.source.files, options, sanitizer.names(), name)
            .map_err(|error| error.to_string())?;
        let (bitcode, object) = (format!("{name}.bc"), format!("{name}.o"));
        std::fs::write(self.folder.path().join(&bitcode), &made).map_err(temporary)?;
        let sanitize = format!("-fsanitize={}", sanitizer.names());
        let mut command = self.clang();
        command.args(["-c", "-fPIE", &bitcode, "-o", &object, &sanitize, options.level.flag()]);
        // The user's own level wins.
        command.args(options.flags.iter().filter(|flag| flag.starts_with("-O")));
        done(command, &options.deadline)?;
        let mut parts = vec![object];
        parts.extend(self.objects(&RUNTIME, &format!("{name}-"), &["-O1", "-DSYMIR_SANITIZED=1"])?);
        parts.push(sanitize);
        Ok(parts)
    }

    /// The object files of these sources, whose names get this prefix. They are the same for all programs, so
    /// they are compiled once for each set of flags.
    fn objects(&self, sources: &[(&str, &str)], prefix: &str, flags: &[&str]) -> Result<Vec<String>, String> {
        let mut names = Vec::new();
        for (file, _) in sources.iter().filter(|(file, _)| file.ends_with(".c")) {
            let name = format!("{prefix}{file}.o");
            let path = self.folder.path().join(&name);
            let key = (self.clang.clone(), format!("{file} {flags:?}"));
            let object = OBJECTS.get_or_make(key, || {
                let mut command = self.clang();
                command.args(["-c", "-fPIE"]).args(flags).args([file, "-o", &name]);
                done(command, &self.source.options.deadline)?;
                std::fs::read(&path).map(Arc::from).map_err(temporary)
            })?;
            std::fs::write(&path, &object).map_err(temporary)?;
            names.push(name);
        }
        Ok(names)
    }

    fn clang(&self) -> Command {
        let mut command = Command::new(&self.clang);
        command.arg("-w").current_dir(self.folder.path());
        // It is killed when time is over, and does not remove its temporary files then.
        command.env("TMPDIR", self.folder.path());
        command
    }

    /// Compiles parts that are not compiled yet, and links. A test that uses an undefined symbol ends there.
    fn link(&self, mut parts: Vec<String>, output: &Path) -> Result<(), String> {
        let missing = match self.try_link(&parts, output) {
            Err(Failure::Missing(names)) => names,
            done => return done.map_err(Failure::into_words),
        };
        self.write("missing.h", &self.missing_rows(&missing))?;
        self.write("missing.c", include_str!("missing.c"))?;
        parts.push("missing.c".to_owned());
        // If it does not work with these either, the first reason is the better one.
        self.try_link(&parts, output).map_err(|_| Failure::Missing(missing).into_words())
    }

    /// The rows of `missing.h`, for each of which `missing.c` defines a symbol.
    fn missing_rows(&self, missing: &[String]) -> String {
        let row = |(at, name): (usize, &String)| match self.functions.contains(name) {
            true => format!("FUNCTION({at}, \"{name}\")\n"),
            false => format!("OBJECT({at}, \"{name}\")\n"),
        };
        missing.iter().enumerate().map(row).collect()
    }

    fn write(&self, name: &str, text: &str) -> Result<(), String> {
        std::fs::write(self.folder.path().join(name), text).map_err(temporary)
    }

    fn try_link(&self, parts: &[String], output: &Path) -> Result<(), Failure> {
        let mut command = self.clang();
        command.args(["-fPIE", "-pie"]).args(parts).arg("-o").arg(output);
        command.args(self.source.options.flags.iter().filter(|flag| is_for_linker(flag)));
        let is_cxx = |file: &PathBuf| {
            let extension = file.extension().and_then(|extension| extension.to_str()).unwrap_or("");
            ["cc", "cpp", "cxx", "c++", "C", "ii"].contains(&extension)
        };
        if self.source.files.iter().any(is_cxx) {
            command.arg("-lstdc++");
        }
        command.arg("-lm");
        run(command, &self.source.options.deadline)
    }
}

/// The shared libraries that a program may need beside those of the system: those that flags name, and those
/// in folders that flags name.
fn libraries(flags: &[String]) -> Vec<PathBuf> {
    let mut folders = Vec::new();
    let mut flags = flags.iter().map(String::as_str);
    let mut libraries = Vec::new();
    while let Some(flag) = flags.next() {
        let rest = |flag: &str| flag.rsplit([',', '=']).next().unwrap_or(flag).to_owned();
        match flag {
            "-L" => folders.extend(flags.next().map(str::to_owned)),
            _ if flag.starts_with("-L") => folders.push(flag[2..].to_owned()),
            _ if flag.starts_with("-Wl,-rpath") => folders.push(rest(flag)),
            _ => {}
        }
        if is_library(Path::new(flag)) {
            libraries.push(PathBuf::from(flag));
        }
    }
    for entry in folders.iter().filter_map(|folder| std::fs::read_dir(folder).ok()).flatten().flatten() {
        libraries.push(entry.path());
    }
    let whole = libraries.into_iter().filter(|path| is_library(path) && path.is_file());
    whole.filter_map(|path| std::path::absolute(path).ok()).collect()
}

/// Whether a file has the name of a shared library, such as `libz.so.1`.
fn is_library(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    name.ends_with(".so") || name.contains(".so.")
}

fn temporary(error: std::io::Error) -> String {
    format!("the temporary folder: {}", in_words(&error))
}

fn done(command: Command, deadline: &Deadline) -> Result<(), String> {
    run(command, deadline).map_err(Failure::into_words)
}

/// Why clang or the linker failed.
enum Failure {
    /// Symbols that are defined nowhere.
    Missing(Vec<String>),
    Other(String),
}

impl Failure {
    fn into_words(self) -> String {
        match self {
            Failure::Missing(names) => {
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                format!("{} defined nowhere", listed(&names))
            }
            Failure::Other(words) => words,
        }
    }
}

fn run(command: Command, deadline: &Deadline) -> Result<(), Failure> {
    let program = command.get_program().to_string_lossy().into_owned();
    let done = process::output(command, deadline);
    let done = done.map_err(|error| {
        let reason = in_words(&error);
        Failure::Other(format!("{program} cannot be started: {reason}"))
    })?;
    let Some(done) = done else {
        return Err(Failure::Other("the run was to end before the native program was compiled".to_owned()));
    };
    if done.status.success() {
        return Ok(());
    }
    let words = String::from_utf8_lossy(&done.stderr);
    let mut missing: Vec<String> = words
        .lines()
        .filter_map(|line| line.split_once("undefined reference to `")?.1.strip_suffix('\''))
        .map(str::to_owned)
        .collect();
    missing.sort_unstable();
    missing.dedup();
    if !missing.is_empty() {
        return Err(Failure::Missing(missing));
    }
    if words.lines().any(|line| line.contains("libclang_rt.")) {
        let package = format!("libclang-rt-{}-dev", frontend::llvm_version().major);
        let what = "clang does not find the libraries of the sanitizers; on Debian";
        return Err(Failure::Other(format!("{what}: apt-get install {package}")));
    }
    let exhausted = words.lines().find(|line| line.contains("Too many open files"));
    // The linker's own reason says more than what clang says about it.
    let of_linker = || words.lines().find(|line| line.contains("ld: ") && !line.contains("warning"));
    let first = exhausted.or_else(of_linker).or_else(|| words.lines().find(|line| line.contains("error")));
    let first = first.unwrap_or("no reason given");
    Err(Failure::Other(format!("clang cannot compile it: {first}")))
}

/// `f is`, `f and g are`, `f, g and 3 others are`.
fn listed(names: &[&str]) -> String {
    match names {
        [one] => format!("`{one}` is"),
        [one, two] => format!("`{one}` and `{two}` are"),
        [one, two, rest @ ..] => format!("`{one}`, `{two}` and {} more are", rest.len()),
        [] => String::new(),
    }
}
