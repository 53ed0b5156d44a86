//! Why suites cannot be generated.

use crate::{emit, frontend, pipeline};
use std::path::PathBuf;

/// Why suites cannot be generated at all, or not for one file or function.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error(transparent)]
    Compile(#[from] frontend::Error),
    #[error(transparent)]
    Pipeline(#[from] pipeline::Error),
    #[error(transparent)]
    Files(#[from] emit::Error),
    #[error("{}: cannot {what}: {why}", path.display())]
    Io { path: PathBuf, what: &'static str, why: String },
    #[error("{files} no function `{name}`{mend}")]
    NoFunction { files: String, name: String, mend: String },
    #[error("{}:{line}:{column}: {problem}", path.display())]
    Config { path: PathBuf, line: usize, column: usize, problem: String },
    #[error(
        "{}: there is no such file; cmake writes it with -DCMAKE_EXPORT_COMPILE_COMMANDS=ON, meson always, and for other \
         builds the program bear does",
        .0.display()
    )]
    NoDatabase(PathBuf),
    #[error("{}: it is no compilation database: {problem}", path.display())]
    Database { path: PathBuf, problem: String },
    #[error(
        "no files were given: name C files or a folder, - for standard input, or with -p a folder with compile_commands.json"
    )]
    NoFiles,
    #[error("{}: there is no C file in this folder", .0.display())]
    EmptyFolder(PathBuf),
    #[error("{program}: {why}")]
    Tool { program: String, why: String },
    #[error("--line {line}: {why}")]
    Line { line: u32, why: String },
    #[error(
        "a solver did not listen when the time was over: a question of it is too hard, or --time too short"
    )]
    Overdue,
    #[error("symir itself has failed on it: {0}")]
    Failed(String),
    #[error("no thread can be made: {0}")]
    NoThread(String),
}

impl Error {
    /// An error of a file.
    pub fn io(what: &'static str, path: &std::path::Path) -> impl FnOnce(std::io::Error) -> Self {
        let path = path.to_owned();
        move |error| Self::Io { path, what, why: crate::util::exhausted::in_words(&error) }
    }

    /// Whether clang has rejected the text that symir wrote for it, and not something else is the cause, such
    /// as the end of the time.
    pub fn is_of_the_text(&self) -> bool {
        let (Self::Compile(error) | Self::Pipeline(pipeline::Error::Compile(error))) = self else {
            return false;
        };
        matches!(error, frontend::Error::Compile { status, .. } if status.code().is_some())
    }
}
