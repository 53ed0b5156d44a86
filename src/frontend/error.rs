//! The errors before a program can be run, in words for the person at the terminal.

use super::version::Version;
use crate::ir::VerifyError;
use crate::util::exhausted::in_words;
use std::io;
use std::path::PathBuf;
use std::process::ExitStatus;

/// Why a program could not be compiled or read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    #[error(
        "no clang found (looked for {}); install it, on Debian and Ubuntu with \
         `apt-get install clang-{newest}`, or name one with --clang PATH",
        .looked_for.join(", ")
    )]
    ClangMissing { looked_for: Vec<String>, newest: u32 },

    #[error(
        "{} is clang {version}, but this symir reads the bitcode of LLVM {newest} and older; install \
         clang-{newest} and name it with --clang PATH",
        .path.display()
    )]
    ClangTooNew { path: PathBuf, version: Version, newest: u32 },

    #[error("{} could not be run as clang: {reason}", .path.display())]
    ClangBroken { path: PathBuf, reason: String },

    /// symir could not find out whether there is such a program.
    #[error("{} cannot be started: {reason}", .path.display())]
    ClangNotStarted { path: PathBuf, reason: String },

    #[error("{}: there is no such file", .0.display())]
    FileMissing(PathBuf),

    #[error("{}: {reason}", .file.display())]
    Unreadable { file: PathBuf, reason: String },

    #[error("{}: {reason}", .file.display())]
    NotSupportedFile { file: PathBuf, reason: String },

    #[error("no input file was given")]
    NoInput,

    /// `diagnostics` is what clang wrote, to be shown as it is, `hint` a line that says what to do, or
    /// nothing.
    #[error("{}: clang could not compile it\n{diagnostics}{hint}", .file.display())]
    Compile { file: PathBuf, diagnostics: String, hint: String, status: ExitStatus },

    #[error("{}: not valid LLVM bitcode or assembly: {message}", .file.display())]
    BadBitcode { file: PathBuf, message: String },

    #[error(
        "{}: compiled for {triple}; only targets with 64-bit addresses that put the low byte first are \
         supported, such as x86_64",
        .file.display()
    )]
    Target { file: PathBuf, triple: String },

    #[error(
        "{}: it has the functions of symir.h for a native run, such as `{function}`; compile it with -D__SYMIR__",
        .file.display()
    )]
    NativeDriver { file: PathBuf, function: String },

    #[error("the run was to end before the program was compiled")]
    OutOfTime,

    #[error(
        "--link {package}: {reason}; a flag of the linker begins with `-`, such as `-l{package}`, anything else is the \
         name of a package for pkg-config"
    )]
    Package { package: String, reason: String },

    #[error("the files cannot be linked: {message}")]
    Link { message: String },

    #[error("the temporary folder for compiling: {}", in_words(.0))]
    Temporary(io::Error),

    /// The decoder has made a program that the verifier refuses.
    #[error("internal error: the decoded program is not well-formed: {0}")]
    Internal(#[from] VerifyError),
}
