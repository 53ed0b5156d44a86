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
//! down: [`judge`] tells such [needs](Need) from bugs; they become assumptions, and the run is repeated. The tests of all
//! functions of a file become one suite ([`merge`]).
//!
//! Nothing is printed here; a [`Watcher`] is told what goes on.

mod error;
mod harness;
mod library;
mod merge;
mod needs;
mod report;
mod roles;
mod subjects;
mod uses;

pub use error::Error;
pub use harness::{Assumption, Harness};
pub use needs::{Finding, Judged, Need, judge};
pub use report::{FileReport, FunctionReport, Made, Report};
pub use roles::{Parameter, Role};
pub use subjects::{Source, Subject};

use crate::emit::export::{self, Kind};
use crate::emit::facts::Facts;
use crate::emit::suite::Framework;
use crate::engine::Budget;
use crate::frontend;
use crate::pipeline::{NativeRuns, Observer, Options as PipelineOptions, Pipeline, Results};
use crate::replay::Verdict;
use crate::run;
use crate::testcase::TestCase;
use crate::util::{Deadline, Interrupt, paths};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How often a function is run to find out what it needs.
const ROUNDS: usize = 6;
/// Paths and instructions that are explored to find out what a function needs.
const TRIAL_PATHS: u64 = 400;
const TRIAL_INSTRUCTIONS: u64 = 4_000_000;
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

    fn function(
        &self,
        source: &Source,
        subject: &Subject,
        sources: &[Source],
    ) -> Result<FunctionReport, Error> {
        let started = Instant::now();
        let mut report = FunctionReport {
            name: subject.name.clone(),
            file: source.path.clone(),
            line: subject.line,
            is_static: subject.is_static,
            ..FunctionReport::default()
        };
        let mut harness = match &subject.harness {
            Ok(harness) => harness.clone(),
            Err(why) => {
                report.left_out = Some(why.clone());
                return Ok(report);
            }
        };
        let folder = self.place(&source.path).join(HARNESSES);
        fs::create_dir_all(&folder).map_err(Error::io("create", &folder))?;
        harness.source = paths::relative(&folder, &source.path).display().to_string();
        let path = folder.join(format!("{}.c", subject.name));
        let old = fs::read_to_string(&path).ok();
        let is_theirs = old.as_ref().is_some_and(|text| !harness::is_generated(text));
        report.harness = path.clone();
        report.is_by_hand = is_theirs;
        let mut files = vec![path.clone()];
        files.extend(self.linked(source, sources).into_iter().map(Path::to_owned));
        for round in 0..ROUNDS {
            if !is_theirs {
                let text = harness.text();
                if fs::read_to_string(&path).ok().as_deref() != Some(&text) {
                    fs::write(&path, text).map_err(Error::io("write", &path))?;
                }
            }
            let is_last = is_theirs || round + 1 == ROUNDS;
            let mut found = Found::default();
            let left = self.options.time.saturating_sub(started.elapsed());
            let trial = self.explore(&files, None, left, &mut found);
            let results = match trial {
                Ok(results) => results,
                Err(error) => {
                    report.left_out = Some(error.to_string());
                    return Ok(report);
                }
            };
            let mut has_new = false;
            for test in &found.bugs {
                if let Some(Judged::Need(need)) = judge(&harness, test).filter(|_| !is_last) {
                    let assumption = need.assumption();
                    if !harness.assumptions.iter().any(|known| known.condition == assumption.condition) {
                        harness.assumptions.push(assumption);
                        report.needs.push(need);
                        has_new = true;
                    }
                }
            }
            let _ = results;
            if !has_new {
                break;
            }
        }
        let kept = self.kept(&source.path, &subject.name);
        if let Some(above) = kept.parent() {
            fs::create_dir_all(above).map_err(Error::io("create", above))?;
        }
        let mut found = Found::default();
        let left = self.options.time.saturating_sub(started.elapsed());
        match self.explore(&files, Some(kept.clone()), left, &mut found) {
            Ok(results) => report.add(&results, &found, &harness, kept),
            Err(error) => report.left_out = Some(error.to_string()),
        }
        report.seconds = started.elapsed().as_secs_f64();
        Ok(report)
    }

    /// Runs a harness: a trial, or for good with a folder for its tests.
    fn explore(
        &self,
        files: &[PathBuf],
        folder: Option<PathBuf>,
        left: Duration,
        found: &mut Found,
    ) -> Result<Results, Error> {
        let mut explore = self.options.explore.clone();
        if folder.is_none() {
            explore.budget =
                Budget { paths: Some(TRIAL_PATHS), instructions: Some(TRIAL_INSTRUCTIONS), ..explore.budget };
        }
        let options = PipelineOptions {
            files: files.to_vec(),
            compile: self.options.compile.clone(),
            explore,
            prove: folder.is_some(),
            native: self.options.native.clone(),
            folder,
            export: Vec::new(),
            choose: None,
            deadline: Deadline::new(Some(left.max(Duration::from_secs(1))), self.options.interrupt.clone()),
        };
        Ok(Pipeline::new(options)?.run(found)?)
    }

    /// Writes the suite of a file from the tests of its functions.
    fn suite(&self, source: &Source, file: &mut FileReport, sources: &[Source]) -> Result<(), Error> {
        let mut whole = Facts::default();
        let mut tests: Vec<TestCase> = Vec::new();
        for function in &file.functions {
            let Some(made) = &function.made else { continue };
            let mut own = crate::emit::read(&made.kept)?;
            let facts = Facts::read(&made.kept)?;
            own.retain(|test| test.calls.iter().all(|call| call.function != harness::OTHER_MAIN));
            merge::merge(&mut whole, facts, &mut own);
            let kept = crate::emit::minimize::minimize(&own, crate::emit::minimize::Goal::Branch);
            tests.extend(kept.into_iter().map(|at| own[at].clone()));
        }
        if tests.is_empty() {
            return Ok(());
        }
        let mut names = crate::explain::Names::default();
        for test in &mut tests {
            test.name = names.unique(&test.name);
        }
        let mut files = vec![source.path.clone()];
        files.extend(self.linked(source, sources).into_iter().map(Path::to_owned));
        let here = std::env::current_dir().unwrap_or_default();
        whole.set_sources(&here, &files, &self.options.compile.flags, &self.options.compile.include_dirs);
        whole.obstacle = Some("only its harness can do that, which the suite does not run".to_owned());
        let kinds: Vec<Kind> =
            self.options.frameworks.iter().map(|framework| Kind::Suite(*framework)).collect();
        let folder = self.place(&source.path);
        file.exported =
            export::export(&folder, &whole, &tests, &kinds, Some(crate::emit::minimize::Goal::None))?;
        file.folder = Some(folder);
        Ok(())
    }
}

/// What the run of a harness gives.
#[derive(Default)]
pub(crate) struct Found {
    bugs: Vec<TestCase>,
    n_tests: usize,
    /// Tests that their native runs do not confirm.
    n_unproved: usize,
}

impl Observer for Found {
    fn test(&mut self, test: &TestCase) -> crate::engine::Flow {
        self.n_tests += 1;
        if matches!(test.outcome, crate::testcase::Outcome::Bug(_)) {
            self.bugs.push(test.clone());
        }
        crate::engine::Flow::Continue
    }

    fn verdict(&mut self, _test: &TestCase, verdict: &Verdict) {
        self.n_unproved += usize::from(!verdict.holds());
    }
}
