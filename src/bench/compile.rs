//! A routine made ready: its driver as a file, the files and flags that belong to it, and its program.

use super::driver;
use super::error::Error;
use super::manifest::{Collection, Driver, Routine};
use super::source::Sources;
use crate::frontend::{self, Compiled, OptLevel};
use crate::pipeline;
use std::path::{Path, PathBuf};

/// The files and flags for the compilation of a routine. They also make its native program, for replay.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// The name of the routine, for messages.
    pub routine: String,
    /// The driver, which is among `files`.
    pub driver: PathBuf,
    /// All files to be compiled, absolute, the driver first.
    pub files: Vec<PathBuf>,
    /// Folders with headers, our own before those of the source.
    pub include_dirs: Vec<PathBuf>,
    /// Flags for clang.
    pub flags: Vec<String>,
    pub level: OptLevel,
}

impl Prepared {
    /// Makes a routine ready; a driver that is made is written to `folder`. `say` gets a message before work
    /// that takes long.
    ///
    /// # Errors
    /// When the source cannot be obtained or lacks a file, or the driver cannot be made.
    pub fn new(
        collection: &Collection,
        routine: &Routine,
        sources: &Sources,
        folder: &Path,
        say: &mut dyn FnMut(&str),
    ) -> Result<Self, Error> {
        let mut prepared = Self {
            routine: routine.name.clone(),
            driver: PathBuf::new(),
            files: Vec::new(),
            include_dirs: Vec::new(),
            flags: Vec::new(),
            level: level(routine.settings.level),
        };
        let mut files = routine.files.clone();
        if let Some(source) = collection.source_of(routine) {
            let tree = sources.obtain(source, say)?;
            let missing = routine.source_files().find(|file| !tree.join(file).is_file());
            if let Some(file) = missing {
                return Err(Error::Missing {
                    source_name: source.name.clone(),
                    folder: tree,
                    file: file.clone(),
                });
            }
            files = files.iter().map(|file| tree.join(file)).collect();
            prepared.include_dirs.extend(source.shims.iter().cloned());
            prepared.include_dirs.extend(source.headers.iter().map(|headers| tree.join(headers)));
            // For files that a driver includes.
            prepared.include_dirs.push(tree);
            prepared.flags.extend(source.flags.iter().cloned());
        }
        prepared.flags.extend(routine.flags.iter().cloned());
        prepared.driver = match &routine.driver {
            Driver::File(path) => path.clone(),
            Driver::Signature(inputs) => {
                let path = folder.join(format!("{}.c", routine.name));
                std::fs::write(&path, driver::generate(routine, inputs)?)
                    .map_err(Error::io("write", &path))?;
                path
            }
        };
        prepared.files = vec![prepared.driver.clone()];
        prepared.files.append(&mut files);
        Ok(prepared)
    }

    /// Compiles and links everything to one program.
    ///
    /// # Errors
    /// When clang does not accept a file or files do not fit together.
    pub fn compile(&self, clang: Option<PathBuf>) -> Result<Compiled, Error> {
        let options = frontend::Options { clang, ..self.options() };
        frontend::compile(&self.files, &options).map_err(|source| self.failure(source))
    }

    /// Options of a pipeline that compiles the routine. The caller decides what else the pipeline does.
    pub fn pipeline(&self) -> pipeline::Options {
        let readers = pipeline::Readers::All;
        pipeline::Options { compile: self.options(), readers, ..pipeline::Options::of(&self.files) }
    }

    /// The error for a routine whose files do not compile.
    pub fn failure(&self, source: frontend::Error) -> Error {
        Error::Compile { routine: self.routine.clone(), source }
    }

    /// How its files are compiled.
    fn options(&self) -> frontend::Options {
        frontend::Options {
            level: self.level,
            flags: self.flags.clone(),
            include_dirs: self.include_dirs.clone(),
            ..frontend::Options::default()
        }
    }
}

/// The level of this number, which the manifest has checked.
fn level(number: u8) -> OptLevel {
    match number {
        0 => OptLevel::O0,
        1 => OptLevel::O1,
        2 => OptLevel::O2,
        _ => OptLevel::O3,
    }
}
