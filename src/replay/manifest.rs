//! `run.json` of a folder of tests: how their program was compiled and started, which is what a replay needs.

use crate::frontend::OptLevel;
use crate::ir::StandIns;
use crate::util::bounded;
use crate::util::checksum::{self, Changed, Sum};
use crate::util::paths;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

/// The name of the file.
const FILE: &str = "run.json";

/// How a run's program was made and started.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Manifest {
    /// The folder that relative paths start from, also those in flags.
    #[serde(with = "paths::one")]
    pub folder: PathBuf,
    #[serde(with = "paths::many")]
    pub files: Vec<PathBuf>,
    #[serde(with = "paths::optional")]
    pub clang: Option<PathBuf>,
    pub level: u8,
    pub flags: Vec<String>,
    /// Folders of headers, before those that flags name.
    #[serde(default, with = "paths::many", skip_serializing_if = "Vec::is_empty")]
    pub include_dirs: Vec<PathBuf>,
    /// Functions whose results differ from run to run, in addition to those that symir knows.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sources: Vec<String>,
    /// Functions in C that stand for others, for example for functions that fail.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stand_ins: Option<StandIns>,
    /// Whether choices between two values are branches.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub branches: bool,
    /// Other names for functions of the program.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub renames: BTreeMap<String, String>,
    pub args: Vec<String>,
    pub symbolic_files: Vec<(String, u64)>,
    pub symbolic_args: bool,
    pub replay_milliseconds: u64,
}

/// Why there is no manifest.
#[derive(Debug, thiserror::Error)]
pub enum ManifestError {
    #[error("cannot write {}: {source}", path.display())]
    Write { path: PathBuf, source: io::Error },
    #[error(
        "{}: {source}; name a folder that `symir run -o DIR` has written, or that of a routine of `symir bench`",
        path.display()
    )]
    Read { path: PathBuf, source: io::Error },
    #[error("{}:{line}: {problem}", path.display())]
    Malformed { path: PathBuf, line: usize, problem: String },
}

impl Manifest {
    /// Writes it into a folder of tests.
    pub fn write(&self, folder: &Path) -> Result<(), ManifestError> {
        let path = folder.join(FILE);
        let text = serde_json::to_string_pretty(self).expect("invariant: paths and numbers are JSON");
        std::fs::write(&path, checksum::seal(&text) + "\n")
            .map_err(|source| ManifestError::Write { path, source })
    }

    /// Reads what [`Manifest::write`] has written.
    pub fn read(folder: &Path) -> Result<Self, ManifestError> {
        let path = folder.join(FILE);
        let text = match bounded::read_to_string(&path) {
            Ok(text) => text,
            Err(source) => return Err(ManifestError::Read { path, source }),
        };
        if checksum::check(&text) == Sum::Broken {
            return Err(ManifestError::Malformed {
                path,
                line: text.lines().count(),
                problem: Changed.to_string(),
            });
        }
        serde_json::from_str(&text).map_err(|error| ManifestError::Malformed {
            path,
            line: error.line(),
            problem: error.to_string(),
        })
    }

    /// The level that it is compiled with.
    pub fn opt_level(&self) -> OptLevel {
        match self.level {
            0 => OptLevel::O0,
            1 => OptLevel::O1,
            2 => OptLevel::O2,
            _ => OptLevel::O3,
        }
    }
}
