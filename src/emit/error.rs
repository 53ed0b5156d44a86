//! What can go wrong with files, said with the file's name and what to do about it.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// A test file could not be written or read.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error(
        "{0} holds files that symir did not write, which it will not mix with its own; \
         choose a folder that is empty or does not exist yet"
    )]
    NotOurs(PathBuf),
    #[error("{0} is not a folder; choose a folder that is empty or does not exist yet")]
    NotAFolder(PathBuf),
    #[error(
        "{} is being written by {holder}; wait until it has ended, or choose another folder", folder.display()
    )]
    Locked { folder: PathBuf, holder: String },
    #[error(
        "{0} holds no tests: neither tests.json nor tests.jsonl; name the folder of `symir run -o`, or of a routine of `symir bench`"
    )]
    NoTests(PathBuf),
    #[error("{}:{line}: {problem}; write the tests anew with `symir run -o`", path.display())]
    NotTests { path: PathBuf, line: usize, problem: String },
    #[error("cannot create {path}: {source}; nothing can be created at this place: choose another folder")]
    NoFolder { path: PathBuf, source: io::Error },
    #[error("cannot {action} {path}: {source}{}", mend(action, source.kind()))]
    Io { action: &'static str, path: PathBuf, source: io::Error },
}

impl Error {
    /// Says why a folder cannot be made.
    pub(super) fn folder(path: &Path) -> impl FnOnce(io::Error) -> Error {
        let path = path.to_owned();
        move |source| match source.kind() {
            ErrorKind::AlreadyExists => Error::NotAFolder(path),
            ErrorKind::NotFound => Error::NoFolder { path, source },
            _ => Error::Io { action: "create", path, source },
        }
    }

    /// Adds to an input or output error what was to be done with which file.
    pub(crate) fn io(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Error {
        let path = path.to_owned();
        move |source| Error::Io { action, path, source }
    }
}

/// What a user can do about it.
fn mend(action: &str, kind: ErrorKind) -> &'static str {
    match kind {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => {
            "; free some space or choose a folder on another disk (the tests before this one are whole)"
        }
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => {
            "; choose a folder that you may write to"
        }
        ErrorKind::InvalidInput if action == "create" => {
            "; nothing can be created at this place: choose another folder"
        }
        ErrorKind::NotFound => "; was the folder removed while symir ran?",
        ErrorKind::NotADirectory => "; choose a folder that does not lie within a file",
        _ => "",
    }
}
