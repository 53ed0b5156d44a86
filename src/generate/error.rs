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
    #[error("{}: it has no function `{name}`; it has {has}", file.display())]
    NoFunction { file: PathBuf, name: String, has: String },
}

impl Error {
    /// An error of a file.
    pub fn io(what: &'static str, path: &std::path::Path) -> impl FnOnce(std::io::Error) -> Self {
        let path = path.to_owned();
        move |error| Self::Io { path, what, why: crate::util::exhausted::in_words(&error) }
    }
}
