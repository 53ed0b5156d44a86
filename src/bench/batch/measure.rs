//! One routine, run with each method of choosing values, as a row.

use super::MemoryLimit;
use super::row::{Readability, Row, Share, Status, Verdicts};
use crate::bench::{Collection, Prepared, Reached, Routine, Settings, Sources};
use crate::coverage::json::Covered;
use crate::coverage::{Coverage, FileCoverage, Totals};
use crate::emit::facts::Facts;
use crate::emit::{self, Directory, Lock};
use crate::engine::{Budget, Flow};
use crate::frontend;
use crate::ir::{Program, reachable_functions};
use crate::readable::score::{Tally as Score, strings_of_line};
use crate::readable::{self, Language, Method};
use crate::replay::{Manifest, ReplayOptions, Replayed, Replayer, Source, Tally, Verdict};
use crate::run::{self, Outcomes, Progress, Receiver};
use crate::search::{Part, Strategy};
use crate::solver::{QueryLimit, SolverOptions};
use crate::testcase::{InputKind, TestCase, TestLine};
use crate::util::bounded;
use crate::util::{Deadline, Interrupt};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What a question may cost: some ten seconds, but the same in every run.
const CONFLICTS: u64 = 10_000;

/// How a routine is run.
#[derive(Clone, Debug)]
pub struct Measures {
    /// The first one's tests are written and count; the others are run for their readability.
    pub methods: Vec<Method>,
    /// In place of the manifest's.
    pub seed: Option<u64>,
    /// Of the run with one method.
    pub time: Duration,
    /// Whose letters N is measured with.
    pub language: Arc<Language>,
    /// Whether every test is run natively.
    pub replay: bool,
    /// The parts of containment without which none is, see [`crate::replay::Containment`].
    pub required: u64,
    /// In force while the program is explored.
    pub memory: MemoryLimit,
}

impl Measures {
    /// The options of a run of a routine with these settings.
    pub fn options(&self, settings: &Settings, method: Method) -> run::Options {
        let deadline = Deadline::new(Some(self.time), Interrupt::default());
        run::Options {
            strategy: Strategy::just(if settings.breadth_first {
                Part::BreadthFirst
            } else {
                Part::DepthFirst
            }),
            solver: SolverOptions {
                deadline: deadline.clone(),
                limit: QueryLimit { time: None, conflicts: Some(CONFLICTS) },
                ..SolverOptions::default()
            },
            budget: Budget {
                deadline,
                paths: settings.paths,
                instructions: settings.instructions,
                ..Budget::default()
            },
            readable: readable::Options { method, ..readable::Options::default() },
            seed: self.seed.unwrap_or(settings.seed),
            replay: self.replay,
            covered_by: true,
            ..run::Options::default()
        }
    }
}

/// Runs a routine and writes its tests into `folder`. What goes wrong is in the row.
pub fn measure(
    collection: &Collection,
    routine: &Routine,
    sources: &Sources,
    measures: &Measures,
    folder: &Path,
) -> Row {
    let start = Instant::now();
    let source = routine.source.as_deref().unwrap_or("ours");
    let failed = |reason: String| Row::failed(&routine.name, source, reason);
    let prepared = match Prepared::new(collection, routine, sources, folder, &mut |_| {}) {
        Ok(prepared) => prepared,
        Err(error) => return failed(error.to_string()),
    };
    let options = frontend::Options { native: measures.replay, ..prepared.options() };
    let compiled = match prepared.compile_with(&options) {
        Ok(compiled) => compiled,
        Err(error) => return failed(error.to_string()),
    };
    let program = Arc::new(compiled.program);
    let source_of = Source { files: prepared.files.clone(), options };
    let _lock = match Lock::take(&folder.join("tests")) {
        Ok(lock) => lock,
        Err(error) => return failed(error.to_string()),
    };
    let mut row = failed("there is no method".to_owned());
    for (at, method) in measures.methods.iter().enumerate() {
        let directory = (at == 0).then(|| Directory::create(&folder.join("tests"))).transpose();
        let directory = match directory {
            Ok(directory) => directory,
            Err(error) => return failed(error.to_string()),
        };
        if let Some(directory) = &directory
            && let Err(error) = describe(directory, &program, &source_of)
        {
            return failed(error);
        }
        let options = run::Options {
            replay: measures.replay && at == 0,
            ..measures.options(&routine.settings, *method)
        };
        measures.memory.impose();
        let tests = Tests::of(&program, &options, measures, directory);
        measures.memory.lift();
        let tests = match tests {
            Ok(tests) => tests,
            Err(reason) => return failed(reason),
        };
        if at == 0 {
            row = tests.row(routine, source);
            if let Some(native) = &compiled.native {
                let replay_options =
                    ReplayOptions { required: measures.required, ..ReplayOptions::default() };
                match Replayer::build(&program, native, source_of.clone(), replay_options) {
                    Ok(replayer) => {
                        let replayed = replayer.replay_counted(&tests.kept, &|_| ());
                        row.verdicts = Some(verdicts(&replayed.verdicts, &tests.kept, &mut row.not_replayed));
                        let native = native_coverage(&program, &tests.outcomes, &replayed, routine);
                        (row.native_lines, row.native_branches) = (Some(native.0), Some(native.1));
                    }
                    Err(why) => row.not_replayed = Some(format!("not replayed: {why}")),
                }
            }
        }
        row.readability.insert(method.name().to_owned(), tests.readability());
    }
    row.seconds = start.elapsed().as_secs_f64();
    row.peak_mb = peak_memory();
    row
}

/// Says in the folder how its program is made, so that its tests can be replayed and exported.
fn describe(directory: &Directory, program: &Program, source: &Source) -> Result<(), String> {
    let folder = std::env::current_dir().map_err(|error| format!("the current folder: {error}"))?;
    let mut facts = Facts::new(program);
    facts.set_sources(&folder, &source.files, &source.options.flags, &source.options.include_dirs);
    facts.write(directory.path()).map_err(|error| error.to_string())?;
    let manifest = Manifest::new(folder, source.files.clone(), &source.options);
    manifest.write(directory.path()).map_err(|error| error.to_string())
}

/// The tests of a run, as far as a row needs them.
struct Tests {
    outcomes: Outcomes,
    tally: Score,
    arguments: String,
    /// To be replayed.
    kept: Vec<TestCase>,
}

impl Tests {
    fn of(
        program: &Arc<Program>,
        options: &run::Options,
        measures: &Measures,
        directory: Option<Directory>,
    ) -> Result<Self, String> {
        let mut taker = Taker {
            directory,
            language: &measures.language,
            tally: Score::default(),
            arguments: Vec::new(),
            kept: options.replay.then(Vec::new),
            failure: None,
        };
        let outcomes = run::run(program, options, &mut taker).map_err(|error| error.to_string())?;
        let Taker { directory, tally, arguments, kept, failure, .. } = taker;
        if let Some(directory) = directory {
            let source = |file: &FileCoverage| bounded::read(file.path.as_ref()).ok();
            directory.coverage(&outcomes.coverage, source).map_err(|error| error.to_string())?;
            let covered =
                Covered { report: &outcomes.coverage, places: &outcomes.places, detail: &outcomes.detail };
            directory.coverage_detail(&covered, source).map_err(|error| error.to_string())?;
            directory.finish().map_err(|error| error.to_string())?;
        }
        match failure {
            Some(failure) => Err(failure.to_string()),
            None => {
                Ok(Self { outcomes, tally, arguments: arguments.join(" "), kept: kept.unwrap_or_default() })
            }
        }
    }

    fn row(&self, routine: &Routine, source: &str) -> Row {
        let summary = &self.outcomes.summary;
        let reached = Reached::new(&self.outcomes.coverage, routine);
        let Totals { lines, lines_covered, branches, branches_covered, .. } = reached.all;
        Row {
            status: if summary.ended_by_budget { Status::Budget } else { Status::Done },
            reason: reason(&self.outcomes),
            arguments: self.arguments.clone(),
            tests: summary.tests,
            paths: summary.paths,
            lines: share(lines_covered, lines),
            branches: share(branches_covered, branches),
            instructions: share(summary.code_covered, summary.code),
            reachable_lines: share(lines_covered, reached.lines()),
            reachable_branches: share(branches_covered, reached.branches()),
            unexplained: reached.unexplained().count() as u64,
            bugs: summary.bugs.len() as u64,
            unknown: summary.unknown,
            unsupported: summary.unsupported.iter().map(|report| report.paths).sum(),
            executed: summary.instructions,
            questions: summary.questions.iter().map(|(name, count)| ((*name).to_owned(), *count)).collect(),
            solver_seconds: summary.backend_seconds,
            ..Row::failed(&routine.name, source, "")
        }
    }

    fn readability(&self) -> Readability {
        let Some(summary) = self.tally.summary() else { return Readability::default() };
        Readability {
            strings: summary.functions.iter().map(|function| function.strings).sum(),
            n: summary.n,
            bits: summary.bits,
            words: summary.words,
        }
    }
}

/// Lines and branches that the native runs covered, counted as gcov does.
fn native_coverage(
    program: &Program,
    outcomes: &Outcomes,
    replayed: &Replayed,
    routine: &Routine,
) -> (Share, Share) {
    let tested = outcomes.summary.functions.iter().filter_map(|name| program.function_named(name));
    let mut coverage = Coverage::new(program, &reachable_functions(program, &tested.collect::<Vec<_>>()));
    coverage.add_runs(&replayed.edge_counts, replayed.n_runs);
    let reached = Reached::new(&coverage.report(), routine).all;
    (share(reached.lines_covered, reached.lines), share(reached.branches_covered, reached.branches))
}

fn share(covered: usize, all: usize) -> Share {
    Share { covered: covered as u64, all: all as u64 }
}

/// How many tests each verdict has; `why` gets the first that does not hold.
fn verdicts(verdicts: &[Verdict], tests: &[TestCase], why: &mut Option<String>) -> Verdicts {
    let tally = Tally::of(verdicts);
    let first = verdicts.iter().zip(tests).find(|(verdict, _)| !verdict.holds());
    *why = first.map(|(verdict, test)| {
        let line = TestLine(test).to_string().replace('\n', "; ");
        format!("{}: {line}: {}", verdict.word(), verdict.reasons().join("; "))
    });
    Verdicts {
        confirmed: tally.confirmed + tally.completed,
        differs: tally.differ,
        flaky: tally.flaky,
        other: tally.timed_out + tally.crashed + tally.unproved + tally.not_run,
    }
}

/// What a reader of the row should know of the run.
fn reason(outcomes: &Outcomes) -> Option<String> {
    let summary = &outcomes.summary;
    let ended = summary.exhausted.map(|what| format!("ended by its budget: {what}"));
    let unsupported = summary.unsupported.iter().map(|report| format!("unsupported: {}", report.what));
    let bugs = summary.bugs.iter().map(|report| match report.bug.site() {
        Some(site) => format!("{} at {site}", report.bug.kind),
        None => report.bug.kind.to_string(),
    });
    let undecided = (summary.undecided > 0).then(|| format!("{} paths undecided", summary.undecided));
    let none = (summary.tests == 0).then(|| "no path ends with a test".to_owned());
    let reasons: Vec<String> =
        ended.into_iter().chain(unsupported).chain(bugs).chain(undecided).chain(none).collect();
    (!reasons.is_empty()).then(|| reasons.join("; "))
}

/// Takes the tests of a run: writes them, and scores their strings.
struct Taker<'a> {
    directory: Option<Directory>,
    language: &'a Language,
    tally: Score,
    /// Of the test with the most inputs.
    arguments: Vec<String>,
    kept: Option<Vec<TestCase>>,
    failure: Option<emit::Error>,
}

impl Receiver for Taker<'_> {
    fn found(&mut self, test: &TestCase) -> Flow {
        let written = self.directory.as_mut().map_or(Ok(()), |directory| directory.write(test));
        match written {
            Ok(()) => Flow::Continue,
            Err(error) => {
                self.failure = Some(error);
                Flow::Stop
            }
        }
    }

    fn in_order(&mut self, test: &TestCase) -> Flow {
        if test.inputs.len() > self.arguments.len() {
            self.arguments = test.inputs.iter().map(|input| code(input.kind, input.bytes.len())).collect();
        }
        if let Some(kept) = &mut self.kept {
            kept.push(test.clone());
        }
        for line in TestLine(test).to_string().lines() {
            if let Some((function, strings)) = strings_of_line(line) {
                self.tally.add(self.language, function, &strings);
            }
        }
        Flow::Continue
    }

    fn progress(&mut self, _: &Progress) {}
}

/// An input in short: `s5` is a string of five bytes and a terminator.
fn code(kind: InputKind, n_bytes: usize) -> String {
    match kind {
        InputKind::String => format!("s{}", n_bytes.saturating_sub(1)),
        InputKind::Bytes | InputKind::Chars => format!("b{n_bytes}"),
        InputKind::Object => format!("o{n_bytes}"),
        InputKind::Pointer => "p".to_owned(),
        InputKind::Integer { width, signed: true } => format!("i{}", width.0),
        InputKind::Integer { width, signed: false } => format!("u{}", width.0),
        InputKind::Float { width } => format!("f{}", width.0),
    }
}

/// The most memory that this process has had, in MB; zero where the kernel does not tell.
fn peak_memory() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<f64>().ok());
    kilobytes.unwrap_or(0.0) / 1024.0
}
