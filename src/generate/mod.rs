//! Suites for the functions of C files, without drivers written by hand: what `symir gen` does.
//!
//! ```text
//! file.c ─▶ its functions ─▶ what each parameter is for ─▶ harness ─▶ pipeline ─▶ needs and bugs ─▶ suite of the file
//!                                                             ▲                        │
//!                                                             └── what callers keep to ┘
//! ```
//!
//! [`Source`] reads a file and says what its functions' parameters are for ([`roles`], from the code: [`uses`]). [`Harness`]
//! is a driver in C that a person can take over. A run of it may err because it breaks a contract that nobody has written
//! down: [`needs`] tells such [needs](Need) from bugs; they become assumptions, and the run is repeated. The tests of all
//! functions of a file become one suite ([`merge`]).
//!
//! Nothing is printed here; a [`Watcher`] is told what goes on.

mod error;
mod function;
mod guards;
mod harness;
mod library;
mod merge;
mod needs;
mod report;
mod roles;
mod subjects;
mod suite;
mod uses;

pub use error::Error;
pub use harness::{Assumption, Harness};
pub use needs::{Finding, Need};
pub use report::{FileReport, FunctionReport, Made, Report};
pub use roles::{Parameter, Role};
pub use subjects::{Source, Subject};

use crate::emit::suite::Framework;
use crate::frontend;
use crate::pipeline::NativeRuns;
use crate::run;
use crate::util::Interrupt;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The folder of harnesses within that of a file's suite, and that of what is kept for later runs.
const HARNESSES: &str = "harness";
const KEPT: &str = ".symir-gen";

/// What to generate, and how.
#[derive(Clone, Debug)]
pub struct Options {
    pub files: Vec<PathBuf>,
    /// The functions to make suites for; all of the files if there are none.
    pub functions: Vec<String>,
    pub compile: frontend::Options,
    pub explore: run::Options,
    pub native: NativeRuns,
    /// Where suites go.
    pub folder: PathBuf,
    pub frameworks: Vec<Framework>,
    /// How long one function may take.
    pub time: Duration,
    /// What ends all of it.
    pub interrupt: Interrupt,
}

/// Is told what goes on.
pub trait Watcher {
    /// A file was read.
    fn read(&mut self, source: &Source);
    /// Work at a function begins: the number of it and of all functions.
    fn begins(&mut self, file: &Path, function: &str, at: usize, of: usize);
    /// Work at a function has ended.
    fn ends(&mut self, report: &FunctionReport);
}

/// Makes suites.
pub struct Generator {
    options: Options,
}

impl Generator {
    pub fn new(options: Options) -> Self {
        Self { options }
    }

    /// Reads the files, and makes harnesses, tests and suites for their functions. A file that cannot be read is told in
    /// its report and costs the others nothing.
    ///
    /// # Errors
    /// If a function is asked for that no file has, or nothing can be written.
    pub fn run(&self, watcher: &mut dyn Watcher) -> Result<Report, Error> {
        let mut sources = Vec::new();
        let mut report = Report::default();
        for file in &self.options.files {
            match Source::read(file, &self.options.compile) {
                Ok(source) => {
                    watcher.read(&source);
                    sources.push(source);
                }
                Err(error) => {
                    report.files.push(FileReport {
                        file: file.clone(),
                        trouble: Some(error.to_string()),
                        ..FileReport::default()
                    });
                }
            }
        }
        self.check_names(&sources)?;
        let of: usize = sources.iter().map(|source| self.wanted(source).count()).sum();
        let mut at = 0;
        for source in &sources {
            let mut file = FileReport { file: source.path.clone(), ..FileReport::default() };
            for subject in self.wanted(source) {
                at += 1;
                watcher.begins(&source.path, &subject.name, at, of);
                let function = self.function(source, subject, &sources)?;
                watcher.ends(&function);
                file.functions.push(function);
                if self.options.interrupt.is_raised() {
                    break;
                }
            }
            self.suite(source, &mut file, &sources)?;
            report.files.push(file);
        }
        // What callers show comes when all functions were run.
        let mut functions: Vec<&mut FunctionReport> =
            report.files.iter_mut().flat_map(|file| &mut file.functions).collect();
        let subjects = sources.iter().flat_map(|source| &source.subjects);
        let calls = subjects.map(|subject| (subject.name.clone(), subject.facts.guards.calls.clone()));
        needs::across(&mut functions, &calls.collect());
        report.write(&self.options.folder)?;
        Ok(report)
    }

    /// The functions of a file that suites are asked for.
    fn wanted<'a>(&'a self, source: &'a Source) -> impl Iterator<Item = &'a Subject> {
        let names = &self.options.functions;
        source.subjects.iter().filter(move |subject| names.is_empty() || names.contains(&subject.name))
    }

    fn check_names(&self, sources: &[Source]) -> Result<(), Error> {
        let known: BTreeSet<&str> =
            sources.iter().flat_map(|source| &source.subjects).map(|subject| subject.name.as_str()).collect();
        for name in &self.options.functions {
            if !known.contains(name.as_str()) && !sources.is_empty() {
                let has: Vec<&str> = known.iter().copied().take(20).collect();
                return Err(Error::NoFunction {
                    file: sources[0].path.clone(),
                    name: name.clone(),
                    has: has.join(", "),
                });
            }
        }
        Ok(())
    }

    /// The folder of a file's suite.
    fn place(&self, source: &Path) -> PathBuf {
        self.options.folder.join(source.file_stem().unwrap_or_default())
    }

    /// Where the run of a function keeps its tests.
    fn kept(&self, source: &Path, function: &str) -> PathBuf {
        self.options.folder.join(KEPT).join(source.file_stem().unwrap_or_default()).join(function)
    }

    /// The other files that a function needs: those that define what is called and not defined.
    fn linked<'a>(&self, source: &Source, sources: &'a [Source]) -> Vec<&'a Path> {
        let mut linked: Vec<&Source> = Vec::new();
        let mut missing: Vec<&String> = source.missing.iter().collect();
        while let Some(name) = missing.pop() {
            let defines = |other: &&Source| {
                other.path != source.path
                    && !other.has_main
                    && other.subjects.iter().any(|subject| !subject.is_static && subject.name == *name)
            };
            let Some(other) = sources.iter().find(defines) else { continue };
            if !linked.iter().any(|known| known.path == other.path) {
                linked.push(other);
                missing.extend(&other.missing);
            }
        }
        linked.into_iter().map(|source| source.path.as_path()).collect()
    }
}
