//! What can go wrong with a collection. Messages name the file and the line, and say what to do about it.

use crate::frontend;
use std::io;
use std::path::{Path, PathBuf};

/// A collection, its sources or one of its routines cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("{}: {problem}", path.display())]
    Toml { path: PathBuf, problem: String },
    #[error("{}:{line}: {problem}", path.display())]
    Manifest { path: PathBuf, line: usize, problem: String },
    #[error("there is no collection `{name}` in {}; there are: {}", folder.display(), known.join(", "))]
    NoCollection { name: String, folder: PathBuf, known: Vec<String> },
    #[error(
        "no folder `corpus` with collections here or above; run symir in its repository, or name a manifest by its path"
    )]
    NoCorpus,
    #[error(
        "{collection} has no routine `{name}`; `symir bench {collection} --list` shows them{}",
        near(similar)
    )]
    NoRoutine { collection: String, name: String, similar: Vec<String> },
    #[error("no collection has a source `{name}`; there are: {}", known.join(", "))]
    NoSource { name: String, known: Vec<String> },
    #[error("{routine}: {problem}")]
    Driver { routine: String, problem: String },
    #[error(
        "{} is needed and not in {}: unpack another version with it, or leave out `--source {source_name}=…`",
        file.display(), folder.display()
    )]
    Missing { source_name: String, folder: PathBuf, file: PathBuf },
    #[error(
        "{} differs from {package} as {} has it, in: {}\nRemove the folder to fetch it again. If Debian has changed \
         these files, look at what changed and put their new sums into {}; or take the folder as it is with \
         `--source {source_name}={}`",
        folder.display(), sums.display(), files.join(" "), sums.display(), folder.display()
    )]
    Differs { source_name: String, package: String, folder: PathBuf, sums: PathBuf, files: Vec<String> },
    #[error("cannot fetch {package}: {problem}")]
    Fetch { package: String, problem: String },
    #[error("cannot {action} {}: {source}", path.display())]
    Io { action: &'static str, path: PathBuf, source: io::Error },
    #[error("{routine}: {source}")]
    Compile { routine: String, source: frontend::Error },
}

impl Error {
    /// Adds to an input or output error what was to be done with which file.
    pub(super) fn io(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Error {
        let path = path.to_owned();
        move |source| Error::Io { action, path, source }
    }
}

/// Names that were perhaps meant.
fn near(similar: &[String]) -> String {
    match similar {
        [] => String::new(),
        names => format!("; perhaps {}", names.join(", ")),
    }
}
