//! Suites for the functions of C files without drivers written by hand: the work of `symir gen`.
//!
//! ```text
//! file.c ─▶ functions ─▶ roles of parameters ─▶ harness ─▶ pipeline ─▶ needs and bugs ─▶ suite of the file
//!                                                  ▲                        │
//!                                                  └── what callers keep to ┘
//! ```
//!
//! [`Units`](units) says which files there are, how each is compiled and what `symir.toml` says of it
//! (`Config`). [`Source`] reads a file and says what its functions' parameters are for ([`roles`], from the
//! code: [`uses`]). `Harness` is a driver in C that a person can take over. A run of a harness may find an
//! error only because it breaks a contract that nobody has written down. [`needs`] tells such needs from
//! bugs. Needs become assumptions, and the run is repeated. The tests of all functions of a file become one
//! suite ([`merge`]).
//!
//! [`project`] does that for many functions at once. A function whose code, options and harness are those of
//! an earlier run is not run again ([`code`], [`kept`]).
//!
//! Nothing is printed here; a [`Watcher`] is told about the progress.

mod adapted;
mod advice;
mod builds;
mod changed;
mod chosen;
mod code;
mod committed;
mod config;
mod consistent;
mod constants;
mod counted;
mod crew;
mod database;
mod declared;
mod descriptors;
mod doubt;
mod error;
mod filled;
mod found;
mod function;
mod guards;
mod harness;
mod included;
mod kept;
mod merge;
mod mocks;
mod needs;
mod opened;
mod page;
mod project;
mod ranges;
mod report;
mod review;
mod roles;
mod rooms;
mod subjects;
mod suite;
mod synth;
mod tools;
mod units;
mod uses;
mod variables;
mod variadic;

pub use advice::advice;
pub use committed::{run as run_committed, take_harnesses};
pub use config::{FunctionConfig, NAME as CONFIG, Objects, SCHEMA};
pub use error::Error;
pub use project::in_words;
pub use report::{FileReport, FunctionReport, Made, Report};
pub use review::Review;
pub use subjects::{Source, Subject};
pub use synth::{Answers, Found as FoundSequences, Question, Share, answers};
pub use tools::merge_base;

use crate::emit::suite::Framework;
use crate::exec::{Externals, Worlds};
use crate::frontend;
use crate::pipeline::NativeRuns;
use crate::replay::{NativeCalls, NativeOptions, SealedNative};
use crate::run;
use crate::search::{Part, Strategy};
use crate::util::Interrupt;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// The folder of harnesses, in the folder of a file's suite; and the folder of what is kept for later runs.
const HARNESSES: &str = "harness";
const KEPT: &str = ".symir-gen";
/// The limits of one function, if neither the command line nor `symir.toml` gives others: its time, the
/// number of its paths, and how often a path may stay in a loop that it could leave.
const TIME: Duration = Duration::from_secs(20);
const PATHS: u64 = 2000;
const LOOP_LIMIT: u32 = 16;

/// What to generate, and how.
#[derive(Clone, Debug)]
pub struct Options {
    /// C files, headers, and folders with C files.
    pub files: Vec<PathBuf>,
    /// The compilation database of the project, or its folder; all of its files are taken if `files` is
    /// empty.
    pub database: Option<PathBuf>,
    /// The functions to make suites for; all functions of the files if the list is empty.
    pub functions: Vec<String>,
    /// Only functions that were changed since this revision, and those that call them.
    pub changed: Option<String>,
    /// Make only the smallest test that reaches this line.
    pub line: Option<u32>,
    /// The settings of the command line, which win over `symir.toml`.
    pub wins: FunctionConfig,
    pub compile: frontend::Options,
    pub explore: run::Options,
    pub native: NativeRuns,
    /// Whether native runs search for inputs to what symbolic execution has not covered.
    pub searches: bool,
    /// Where suites go.
    pub folder: PathBuf,
    pub frameworks: Vec<Framework>,
    /// How long one function may take. The configuration of the function can change it.
    pub time: Duration,
    /// The share of the work that the search for sequences of calls may take, and its time in addition to
    /// that.
    pub sequences: Share,
    /// How many functions are worked on at the same time.
    pub jobs: usize,
    /// Ends the whole run when it is raised.
    pub interrupt: Interrupt,
}

/// Is told about the progress of a run.
pub trait Watcher {
    /// A file was read.
    fn read(&mut self, source: &Source);
    /// Something that people should know.
    fn noted(&mut self, note: &str);
    /// How far the work has come.
    fn progress(&mut self, progress: &Progress<'_>);
    /// The work on a function has ended. The functions are told in the order of the files.
    fn ends(&mut self, report: &FunctionReport);
}

/// How far the work on functions has come.
#[derive(Clone, Debug)]
pub struct Progress<'a> {
    /// How many functions are done, and how many there are; functions that need not be run are not counted.
    pub done: usize,
    pub of: usize,
    /// The functions that are being worked on.
    pub running: &'a [String],
    /// How long the rest may take, estimated from the others; `None` before the first has ended.
    pub left: Option<Duration>,
}

/// Makes suites.
pub struct Generator {
    options: Options,
    /// The name under which the results of each file are kept.
    names: Arc<BTreeMap<PathBuf, String>>,
    /// Files that are linked to the program that is run.
    stubs: Vec<PathBuf>,
}

impl Generator {
    pub fn new(options: Options) -> Self {
        Self { options, names: Arc::default(), stubs: Vec::new() }
    }

    /// The generator for a function of a file, with the configuration of this function.
    fn special(&self, source: &Source, said: &FunctionConfig) -> Self {
        let mut options = Options {
            files: Vec::new(),
            functions: Vec::new(),
            compile: source.compile.clone(),
            time: said.time.unwrap_or(TIME),
            ..self.options.clone()
        };
        options.explore.workers = 1;
        // A run always has limits, and this strategy covers most within them.
        options.explore.strategy = Strategy::just(Part::Sites);
        options.explore.budget.paths = Some(said.paths.unwrap_or(PATHS));
        options.explore.limits.iterations = Some(said.loop_limit.unwrap_or(LOOP_LIMIT));
        let chains = &mut options.explore.exec.chains;
        chains.list = said.bounds.list.unwrap_or(chains.list);
        chains.depth = said.bounds.depth.unwrap_or(chains.depth);
        options.explore.exec.externals = said.externals.unwrap_or(Externals::Mock);
        if said.externals == Some(Externals::Native) || options.explore.exec.concretize {
            let native = NativeOptions { clang: options.compile.clang.clone(), ..NativeOptions::default() };
            options.explore.worlds =
                Worlds::new(move || Box::new(SealedNative::new(NativeCalls::new(native.clone()))));
        }
        if let Some(line) = options.line {
            let file = source.path.file_name().unwrap_or_default().to_string_lossy();
            options.explore.target = Some(format!("{file}:{line}"));
        }
        Self { options, names: self.names.clone(), stubs: said.stubs.clone() }
    }

    /// A generator like this one whose results are kept in a folder of their own.
    fn aside(&self, name: &str) -> Self {
        let folder = self.options.folder.join(KEPT).join(name);
        let options = Options { folder, ..self.options.clone() };
        Self { options, names: self.names.clone(), stubs: self.stubs.clone() }
    }

    /// The name under which the results of a file are kept.
    fn name(&self, source: &Path) -> PathBuf {
        self.names
            .get(source)
            .map_or_else(|| PathBuf::from(source.file_stem().unwrap_or_default()), PathBuf::from)
    }

    /// The folder of a file's suite.
    fn place(&self, source: &Path) -> PathBuf {
        self.options.folder.join(self.name(source))
    }

    /// Where the run of a function keeps its tests.
    fn kept(&self, source: &Path, function: &str) -> PathBuf {
        self.options.folder.join(KEPT).join(self.name(source)).join(function)
    }

    /// The flags of those linked files that are compiled with other flags than the file under test.
    fn flags_of(
        &self,
        source: &Source,
        sources: &[Source],
        called: &[&str],
    ) -> BTreeMap<PathBuf, Vec<String>> {
        let others = needed(source, sources, called).into_iter();
        let others = others.filter(|other| other.compile.flags != source.compile.flags);
        others.map(|other| (other.unit.clone(), other.compile.flags.clone())).collect()
    }

    /// The other files that a function needs, because they define what its file uses but does not define.
    /// `called` names functions that its harness calls itself.
    fn linked<'a>(&'a self, source: &Source, sources: &'a [Source], called: &[&str]) -> Vec<&'a Path> {
        let stubs = self.stubs.iter().map(PathBuf::as_path);
        stubs.chain(needed(source, sources, called).into_iter().map(|source| source.unit.as_path())).collect()
    }
}

/// The sources that define what `source` uses but does not define, with the sources that these need in turn.
fn needed<'a>(source: &Source, sources: &'a [Source], called: &[&str]) -> Vec<&'a Source> {
    let mut needed: Vec<&Source> = Vec::new();
    let mut missing: Vec<String> =
        source.code.undefined().chain(called.iter().copied()).map(str::to_owned).collect();
    while let Some(name) = missing.pop() {
        let defines =
            |other: &&Source| other.path != source.path && !other.has_main && other.code.defines(&name);
        let Some(other) = sources.iter().find(defines) else { continue };
        if !needed.iter().any(|known| known.path == other.path) {
            needed.push(other);
            missing.extend(other.code.undefined().map(str::to_owned));
        }
    }
    needed
}

/// The code of the sources that `source` needs.
fn code_beside<'a>(source: &Source, sources: &'a [Source]) -> Vec<&'a code::Code> {
    needed(source, sources, &[]).into_iter().map(|source| &source.code).collect()
}
