//! Files with mocks: for functions that a program calls and that have no body, or that the user names.
//!
//! A file that the user has changed is used as it is and never written again.

mod rooms;

use super::Error;
use crate::emit::facts::{Facts, Parameter, Prototype};
use crate::emit::suite::mocks::{Errors, STATUS_RESULT, Wanted, mocks};
use crate::frontend::{self, Declared};
use crate::ir::{FuncId, Program};
use crate::util::{Scratch, bounded, sealed};
use crate::{emit, exec};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The function that a program calls when it reads or sets `errno`.
pub const READS_ERRNO: &str = "__errno_location";

/// Functions of the C library that are mocked although symir knows them: their results differ from run to
/// run, or are chosen by whoever starts the program. Each has a condition that its result fulfils; `@0` is
/// its first parameter, `@1` its second.
const SURROUNDINGS: [(&str, Option<&str>); 31] = [
    ("arc4random", None),
    ("arc4random_buf", None),
    ("arc4random_uniform", Some("@0 < 2 ? result == 0 : result < @0")),
    ("clock", Some("result >= 0")),
    (
        "clock_gettime",
        Some(
            "(result == 0 || result == -1) && \
             (@1 == NULL || (@1->tv_sec >= 0 && @1->tv_nsec >= 0 && @1->tv_nsec < 1000000000))",
        ),
    ),
    ("drand48", Some("result >= 0 && result < 1")),
    ("getcwd", Some("result == NULL || @0 == NULL")),
    ("getegid", None),
    ("getentropy", Some(STATUS_RESULT)),
    ("getenv", None),
    ("geteuid", None),
    ("getgid", None),
    ("gethostname", Some(STATUS_RESULT)),
    ("getlogin", None),
    ("getpagesize", Some("result > 0")),
    ("getpid", Some("result > 0")),
    ("getppid", Some("result > 0")),
    ("getrandom", None),
    (
        "gettimeofday",
        Some(
            "(result == 0 || result == -1) && \
             (@0 == NULL || (@0->tv_sec >= 0 && @0->tv_usec >= 0 && @0->tv_usec < 1000000))",
        ),
    ),
    ("getuid", None),
    ("isatty", Some("result == 0 || result == 1")),
    ("lrand48", Some("result >= 0 && result <= 0x7fffffff")),
    ("mrand48", Some("result >= -0x7fffffff - 1 && result <= 0x7fffffff")),
    ("rand", Some("result >= 0")),
    ("random", Some("result >= 0 && result <= 0x7fffffff")),
    ("secure_getenv", None),
    ("sysconf", Some("result >= -1")),
    ("time", Some("@0 == NULL || *@0 == result")),
    ("timespec_get", Some("result == 0 || result == @1")),
    ("times", Some("result >= 0")),
    ("uname", Some(STATUS_RESULT)),
];

/// The condition on the result of one of these functions, if it has one; `None` if the function is not one of
/// them.
pub fn surroundings(name: &str) -> Option<Option<&'static str>> {
    SURROUNDINGS.iter().find(|(known, _)| *known == name).map(|(_, condition)| *condition)
}

/// Functions that open something and return its descriptor.
const OPENERS: [&str; 18] = [
    "accept",
    "accept4",
    "creat",
    "dup",
    "epoll_create",
    "epoll_create1",
    "eventfd",
    "inotify_init",
    "inotify_init1",
    "memfd_create",
    "mkstemp",
    "open",
    "openat",
    "shm_open",
    "signalfd",
    "socket",
    "timerfd_create",
    "userfaultfd",
];

/// Functions that work on descriptors, whatever they belong to. If a mock returns descriptors, only mocks can
/// do something with them.
const OF_DESCRIPTORS: [&str; 7] = ["epoll_wait", "fcntl", "ioctl", "poll", "ppoll", "pselect", "select"];

/// A descriptor that hardly any process has open, since the system gives the least ones first. With a small one, the code under
/// test would change or close a stream of whoever runs the test.
const DESCRIPTOR: &str = "result == -1 || (result >= 512 && result < 1024)";

/// Functions that return 0, or -1 if they fail (POSIX).
const STATUS: &str = "bind chdir chmod chown clock_getres clock_gettime clock_settime close connect fchdir fchmod fchown fdatasync \
    fstat fsync ftruncate getpeername getrlimit getsockname getsockopt gettimeofday kill link listen lstat mkdir mkfifo mknod \
    mprotect msync munmap nanosleep rename rmdir setgid setrlimit setsockopt setuid shutdown sigaction sigprocmask socketpair stat \
    symlink tcflush tcgetattr tcsetattr truncate unlink usleep utime";
/// Functions that return how much there is, or -1 if they fail (POSIX).
const AMOUNT: &str = "epoll_wait fcntl ioctl poll ppoll pread pselect pwrite read readlink readv recv recvfrom recvmsg select send \
    sendmsg sendto write writev";

/// The condition on the result of a function that is mocked, if C or POSIX says something about it.
pub fn promised(name: &str) -> Option<&'static str> {
    let is_in = |names: &str| names.split_whitespace().any(|known| known == name);
    match name {
        _ if OPENERS.contains(&name) => Some(DESCRIPTOR),
        _ if surroundings(name).is_some() => surroundings(name).flatten(),
        _ if is_in(STATUS) => Some(STATUS_RESULT),
        _ if is_in(AMOUNT) => Some("result >= -1"),
        _ => None,
    }
}

/// Functions other than those of [`OPENERS`] that give descriptors of something open.
const GIVERS: [&str; 8] = ["dirfd", "dup2", "dup3", "fileno", "pipe", "pipe2", "posix_openpt", "socketpair"];

/// Whether a program may have something open by itself, when it calls these functions: symir's models of them
/// open files, and so do native runs.
pub fn opens_anything(names: &BTreeSet<&str>) -> bool {
    names.iter().any(|name| GIVERS.contains(name) || opens(name) && is_known(name))
}

/// The function that ends a descriptor. If a program opens nothing, all that it could close belongs to others:
/// to whoever runs the tests.
pub const CLOSES: &str = "close";

/// Whether a function returns descriptors.
pub fn opens(name: &str) -> bool {
    OPENERS.contains(&name)
}

/// Whether a function works on descriptors of any kind.
pub fn works_on_descriptors(name: &str) -> bool {
    OF_DESCRIPTORS.contains(&name)
}

/// Which functions are mocked.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Selection {
    /// Functions without a body that symir does not know.
    pub externals: bool,
    /// By name, by a pattern of names, or all that a header declares.
    pub named: Vec<String>,
    pub except: Vec<String>,
}

/// The files with mocks of a run.
#[derive(Default, Debug)]
pub struct Mocked {
    pub files: Vec<PathBuf>,
    /// Notes for the user.
    pub notes: Vec<String>,
    /// The temporary folder of the files, if they are not kept.
    folder: Option<Scratch>,
}

impl Selection {
    /// Whether no mocks are asked for.
    pub fn is_empty(&self) -> bool {
        !self.externals && self.named.is_empty()
    }

    /// Whether a function is named.
    pub fn names(&self, function: &str) -> bool {
        self.named.iter().any(|name| is_meant(name, function)) && !self.leaves_out(function)
    }

    /// Whether a function must not be mocked.
    pub fn leaves_out(&self, function: &str) -> bool {
        self.except.iter().any(|name| is_meant(name, function))
    }

    /// The names in the selection that fit no function.
    pub fn unknown<'a>(&'a self, known: &BTreeSet<&str>) -> Vec<&'a str> {
        let is_known = |name: &&String| known.iter().any(|function| is_meant(name, function));
        self.named.iter().chain(&self.except).filter(|name| !is_known(name)).map(String::as_str).collect()
    }
}

/// Whether a file has this name in its text, followed by a parenthesis.
pub fn is_mentioned(file: &Path, name: &str) -> bool {
    let text = bounded::read_to_string(file).unwrap_or_default();
    let is_letter = |c: char| c.is_ascii_alphanumeric() || c == '_';
    text.match_indices(name).any(|(at, _)| {
        !text[..at].ends_with(is_letter) && text[at + name.len()..].trim_start().starts_with('(')
    })
}

/// The message for a function that the source mentions, but that the compiled program does not have.
pub fn inlined(name: &str) -> String {
    format!(
        "`{name}` cannot be mocked: it is a macro, or compiled into its callers; if it is `always_inline`, give the flag \
         -Dalways_inline=unused"
    )
}

/// Whether this is the name of a function, a pattern that it fits, or a header that declares it.
fn is_meant(name: &str, function: &str) -> bool {
    if name.ends_with(".h") {
        return is_mentioned(Path::new(name), function);
    }
    match glob::Pattern::new(name) {
        Ok(pattern) => pattern.matches(function),
        Err(_) => name == function,
    }
}

/// Whether symir itself provides a function.
pub fn is_known(name: &str) -> bool {
    exec::is_known(name)
        || frontend::is_modelled(name)
        || ["llvm.", "klee_", "__VERIFIER_", "symir_", "__sanitizer", "__ubsan"]
            .iter()
            .any(|head| name.starts_with(head))
}

/// Writes mocks for functions that a file declares. Returns the functions that cannot be mocked, with the
/// reasons.
///
/// # Errors
/// If clang does not take the file, or nothing can be written.
pub fn write(
    file: &Path,
    compile: &frontend::Options,
    wanted: &[Wanted],
    to: &Path,
) -> Result<Vec<(String, String)>, Error> {
    if fs::read_to_string(to).is_ok_and(|text| !sealed::is_sealed(&text)) {
        return Ok(Vec::new());
    }
    let names: Vec<String> = wanted.iter().map(|mock| mock.name.clone()).collect();
    let (survey, declared) = frontend::declared(file, compile, &names)?;
    let facts = facts(&survey.program, file, compile, &declared);
    let mut wanted = wanted.to_vec();
    for mock in &mut wanted {
        mock.is_noreturn |= declared.get(&mock.name).is_some_and(|declared| declared.is_noreturn);
        mock.rooms = rooms::rooms(&survey.program, &mock.name);
    }
    // A name may belong to a variable.
    let is_function = |name: &String| survey.program.functions.iter().any(|function| function.name == *name);
    wanted.retain(|mock| is_function(&mock.name));
    let (text, left_out) = mocks(&facts, &wanted);
    let text = sealed::seal(&text);
    if fs::read_to_string(to).ok().as_deref() != Some(&text) {
        if let Some(above) = to.parent() {
            fs::create_dir_all(above).map_err(emit::Error::io("create", above))?;
        }
        fs::write(to, text).map_err(emit::Error::io("write", to))?;
    }
    Ok(left_out)
}

/// What is known about the functions of a file, including those that it only declares.
fn facts(
    program: &Program,
    file: &Path,
    compile: &frontend::Options,
    declared: &BTreeMap<String, Declared>,
) -> Facts {
    let mut facts = Facts::new(program);
    for (name, known) in declared {
        let found = (0..program.functions.len()).map(FuncId::new);
        let found = found.into_iter().find(|id| program.functions[id.index()].name == *name);
        let Some(signature) = found.and_then(|id| program.declaration(id)) else { continue };
        let parameters = signature.params.iter().enumerate().map(|(at, ty)| Parameter {
            name: known
                .parameters
                .get(at)
                .cloned()
                .flatten()
                .or_else(|| signature.param_names.get(at)?.clone()),
            ty: ty.raw(),
        });
        let prototype = Prototype {
            result: signature.result.raw(),
            parameters: parameters.collect(),
            is_variadic: found.is_some_and(|id| program.functions[id.index()].is_vararg),
            spelled: program.spelling.functions.get(name).cloned(),
            file: PathBuf::new(),
        };
        facts.functions.insert(name.clone(), prototype);
    }
    let here = std::env::current_dir().unwrap_or_default();
    facts.set_sources(&here, &[file.to_owned()], &compile.flags, &compile.include_dirs);
    facts
}

/// Writes the mocks for the files of a run, into `folder` or into a temporary one that exists as long as the
/// result.
///
/// # Errors
/// If a function is named that is not there, clang does not take a file, or nothing can be written.
pub fn for_files(
    files: &[PathBuf],
    compile: &frontend::Options,
    selection: &Selection,
    folder: Option<&Path>,
) -> Result<Mocked, Error> {
    let mut mocked = Mocked::default();
    if selection.is_empty() {
        return Ok(mocked);
    }
    let survey = frontend::survey(files, compile)?;
    let functions = &survey.program.functions;
    let all: BTreeSet<&str> = functions.iter().map(|function| function.name.as_str()).collect();
    if let Some(name) = selection.unknown(&all).first() {
        return Err(match files.iter().any(|file| is_mentioned(file, name)) {
            true => Error::InlinedMock(inlined(name)),
            false => Error::NoSuchMock((*name).to_owned()),
        });
    }
    let is_wanted = |function: &&crate::ir::Function| {
        let name = &function.name;
        let is_external = selection.externals && function.entry.is_none() && !is_known(name);
        name != "main" && (selection.names(name) || is_external && !selection.leaves_out(name))
    };
    let mut names: Vec<String> = functions.iter().filter(is_wanted).map(|it| it.name.clone()).collect();
    names.sort();
    let place = match folder {
        Some(folder) => {
            emit::export::folder(folder)?;
            folder.to_owned()
        }
        None => {
            let scratch =
                Scratch::new().map_err(emit::Error::io("create", Path::new("a temporary folder")))?;
            let path = scratch.path().to_owned();
            mocked.folder = Some(scratch);
            path
        }
    };
    let errors = if all.contains(READS_ERRNO) { Errors::Any } else { Errors::None };
    for file in files {
        let text = bounded::read_to_string(file).unwrap_or_default();
        let is_word = |name: &String| {
            text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').any(|word| word == name)
        };
        let (own, others): (Vec<String>, Vec<String>) = names.into_iter().partition(is_word);
        names = others;
        if own.is_empty() {
            continue;
        }
        let wanted = own.into_iter().map(|name| Wanted { name, errors: errors.clone(), ..Wanted::default() });
        let wanted: Vec<Wanted> = wanted.collect();
        let stem = file.file_stem().unwrap_or_default().to_string_lossy();
        let to = place.join(format!("{stem}_mocks.c"));
        for (name, why) in write(file, compile, &wanted, &to)? {
            mocked.notes.push(format!("`{name}` is not mocked: {why}"));
        }
        mocked.files.push(to);
    }
    Ok(mocked)
}
