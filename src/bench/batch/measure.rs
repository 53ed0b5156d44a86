//! Runs one routine with each method of choosing values, and makes its row.

use super::MemoryLimit;
use super::row::{Readability, Row, Share, Status, Verdicts};
use crate::bench::{Collection, Prepared, Reached, Routine, Settings, Sources};
use crate::coverage::{Coverage, Totals};
use crate::engine::Flow;
use crate::ir::{Program, reachable_functions};
use crate::pipeline::{self, NativeRuns, Observer, Options, Pipeline, Proof, Readers};
use crate::readable::score::{Tally as Score, strings_of_line};
use crate::readable::{self, Language, Method};
use crate::replay::{Tally, Verdict};
use crate::run::{self, Outcomes};
use crate::solver::{QueryLimit, SolverOptions};
use crate::testcase::{InputKind, TestCase, TestLine};
use crate::util::overdue::Watch;
use crate::util::{Deadline, Interrupt};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How many conflicts a question may cost: they take about ten seconds, but are the same in every run.
const CONFLICTS: u64 = 10_000;

/// How a routine is run.
#[derive(Clone, Debug)]
pub struct Measures {
    /// The tests of the first method are written and counted. The other methods are run only to measure
    /// readability.
    pub methods: Vec<Method>,
    /// The seed, in place of the one of the manifest.
    pub seed: Option<u64>,
    /// The time limit of the run with one method.
    pub time: Duration,
    /// Called if such a run does not end because something in it cannot be stopped.
    pub give_up: fn(),
    /// The language whose letters N is measured with.
    pub language: Arc<Language>,
    /// Whether every test is run natively.
    pub replay: bool,
    /// The parts of containment that native runs need, see [`crate::replay::Containment`].
    pub required: u64,
    /// The limit of memory while the program is explored.
    pub memory: MemoryLimit,
}

impl Measures {
    /// How a routine with these settings is explored, and until when.
    pub fn options(&self, settings: &Settings, method: Method) -> (run::Options, Deadline) {
        let explore = run::Options {
            solver: SolverOptions {
                limit: QueryLimit { time: None, conflicts: Some(CONFLICTS) },
                ..SolverOptions::default()
            },
            readable: readable::Options { method, ..readable::Options::default() },
            seed: self.seed.unwrap_or(settings.seed),
            ..settings.explore()
        };
        (explore, Deadline::new(Some(self.time), Interrupt::default()))
    }
}

/// Runs a routine and writes its tests into `folder`. If something goes wrong, the row says what.
pub fn measure(
    collection: &Collection,
    routine: &Routine,
    sources: &Sources,
    measures: &Measures,
    folder: &Path,
) -> Row {
    let start = Instant::now();
    let source = routine.source.as_deref().unwrap_or("ours");
    let measured = Prepared::new(collection, routine, sources, folder, &mut |_| {});
    let measured = measured
        .map_err(|error| error.to_string())
        .and_then(|prepared| measure_prepared(&prepared, routine, source, measures, &folder.join("tests")));
    let mut row = match measured {
        Ok(row) => row,
        Err(reason) => return Row::failed(&routine.name, source, reason),
    };
    row.seconds = start.elapsed().as_secs_f64();
    row.peak_mb = peak_memory();
    row
}

fn measure_prepared(
    prepared: &Prepared,
    routine: &Routine,
    source: &str,
    measures: &Measures,
    folder: &Path,
) -> Result<Row, String> {
    // Native runs would inherit the limit of memory, so they come after it was lifted. They have all the time
    // they need.
    let native = NativeRuns { required: measures.required, ..NativeRuns::default() };
    let options = Options { prove: measures.replay, native, ..prepared.pipeline() };
    let whole = Pipeline::new(options.clone()).map_err(|error| error.to_string())?;
    let compiled = whole.compile().map_err(|error| match error {
        pipeline::Error::Compile(source) => prepared.failure(source).to_string(),
        error => error.to_string(),
    })?;
    let mut row = Err("there is no method".to_owned());
    for (at, method) in measures.methods.iter().enumerate() {
        let is_first = at == 0;
        let (explore, deadline) = measures.options(&routine.settings, *method);
        let folder = is_first.then(|| folder.to_owned());
        // A file for each of a hundred thousand tests helps nobody.
        let readers = if is_first { Readers::Chosen } else { Readers::All };
        let options = Options { explore, deadline, folder, readers, prove: false, ..options.clone() };
        let pipeline = Pipeline::new(options).map_err(|error| error.to_string())?;
        let mut taker = Taker::new(&measures.language, is_first && measures.replay);
        measures.memory.impose();
        let watch = Watch::new(measures.time, measures.give_up);
        let results = pipeline.explore(&compiled, &mut taker);
        drop(watch);
        measures.memory.lift();
        let outcomes = results.map_err(|error| error.to_string())?.outcomes;
        if is_first {
            row = Ok(taker.row(&outcomes, routine, source));
        }
        let row = row.as_mut().map_err(|error| error.clone())?;
        if is_first && measures.replay {
            let mut judge = Judge::default();
            let proof = whole.prove(&compiled, &taker.kept.take().unwrap_or_default(), &mut judge);
            match &proof.tally {
                Ok(tally) => {
                    row.verdicts = Some(verdicts(tally));
                    row.not_replayed = judge.first;
                    let native = native_coverage(&compiled.program, &outcomes, &proof, routine);
                    (row.native_lines, row.native_branches) = (Some(native.0), Some(native.1));
                }
                Err(why) => row.not_replayed = Some(format!("not replayed: {why}")),
            }
        }
        row.readability.insert(method.name().to_owned(), taker.readability());
    }
    row
}

/// Lines and branches that the native runs covered, counted as gcov does.
fn native_coverage(
    program: &Program,
    outcomes: &Outcomes,
    proof: &Proof,
    routine: &Routine,
) -> (Share, Share) {
    let tested = outcomes.summary.functions.iter().filter_map(|name| program.function_named(name));
    let mut coverage = Coverage::new(program, &reachable_functions(program, &tested.collect::<Vec<_>>()));
    coverage.add_runs(&proof.edge_counts, proof.n_runs);
    let reached = Reached::new(&coverage.report(), routine).all;
    (share(reached.lines_covered, reached.lines), share(reached.branches_covered, reached.branches))
}

fn share(covered: usize, all: usize) -> Share {
    Share { covered: covered as u64, all: all as u64 }
}

/// How many tests each verdict has.
fn verdicts(tally: &Tally) -> Verdicts {
    Verdicts {
        confirmed: tally.confirmed + tally.other_path + tally.completed + tally.recorded,
        differs: tally.differ,
        flaky: tally.flaky,
        other: tally.timed_out + tally.crashed + tally.unproved + tally.not_run,
    }
}

/// Keeps the verdict of the first test that does not hold.
#[derive(Default)]
struct Judge {
    first: Option<String>,
}

impl Observer for Judge {
    fn verdict(&mut self, test: &TestCase, verdict: &Verdict) {
        if !verdict.holds() {
            self.first.get_or_insert_with(|| {
                let line = TestLine(test).to_string().replace('\n', "; ");
                format!("{}: {line}: {}", verdict.word(), verdict.reasons().join("; "))
            });
        }
    }
}

/// What a reader of the row should know about the run.
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

/// Receives the tests of a run, and keeps what a row needs of them.
struct Taker<'a> {
    language: &'a Language,
    tally: Score,
    /// The inputs of the test that has the most, in short.
    arguments: Vec<String>,
    /// The tests, if they are to be replayed.
    kept: Option<Vec<TestCase>>,
}

impl<'a> Taker<'a> {
    fn new(language: &'a Language, keeps: bool) -> Self {
        Self { language, tally: Score::default(), arguments: Vec::new(), kept: keeps.then(Vec::new) }
    }

    fn row(&self, outcomes: &Outcomes, routine: &Routine, source: &str) -> Row {
        let summary = &outcomes.summary;
        let reached = Reached::new(&outcomes.coverage, routine);
        let Totals { lines, lines_covered, branches, branches_covered, .. } = reached.all;
        Row {
            status: if summary.ended_by_budget { Status::Budget } else { Status::Done },
            reason: reason(outcomes),
            arguments: self.arguments.join(" "),
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

impl Observer for Taker<'_> {
    fn test(&mut self, test: &TestCase) -> Flow {
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

/// The most memory that this process has had, in MB; zero if the kernel does not say.
fn peak_memory() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<f64>().ok());
    kilobytes.unwrap_or(0.0) / 1024.0
}
