//! Why a pipeline cannot be run.

use crate::emit;
use crate::frontend;
use crate::replay::ManifestError;
use crate::run;
use std::path::PathBuf;

/// Why a pipeline cannot be run, or why its results cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("{name}: {why}; run `symir doctor`")]
    Solver { name: &'static str, why: String },
    #[error(
        "{workers} workers: states that are merged do not go from worker to worker; ask for one, or do not merge"
    )]
    MergeAlone { workers: usize },
    #[error(
        "functions without a body return anything, which native ones never may: such tests cannot be proved"
    )]
    HavocNatively,
    #[error("tests are exported into the folder of tests: name one")]
    NoFolder,
    #[error("--require-containment: nothing is run natively here, since {why}")]
    NotContained { why: String },
    #[error("no function is called `{0}`, in what is run or in what it calls: it cannot be mocked")]
    NoSuchMock(String),
    #[error("{0}")]
    InlinedMock(String),
    #[error(
        "symir does not know how `{0}` fails; it does of {known}. What gives any result may be mocked: --mock {0}",
        known = crate::emit::suite::faults::names().collect::<Vec<_>>().join(", ")
    )]
    NoSuchFault(String),
    #[error(transparent)]
    Compile(#[from] frontend::Error),
    #[error("{}: {source}", list(files))]
    Explore { files: Vec<PathBuf>, source: run::Error },
    #[error(transparent)]
    Files(#[from] emit::Error),
    #[error(transparent)]
    Manifest(#[from] ManifestError),
    #[error("{}: unit tests are built from C sources; run symir on the .c files", .0.display())]
    NoSource(PathBuf),
    #[error(
        "{}: fewer tests as JSON would replace all of them; write them into another folder with `symir export -o`",
        .0.display()
    )]
    FewerInPlace(PathBuf),
}

fn list(files: &[PathBuf]) -> String {
    let names: Vec<String> = files.iter().map(|file| file.display().to_string()).collect();
    names.join(", ")
}
