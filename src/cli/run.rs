//! `symir run`.

use super::args::{DetectName, ExternalsName, ReadableName, RunArgs, SolverName};
use super::progress::{Limits as Bounds, Line};
use super::proof::{self, Builder, ONE_TEST, Proof};
use super::terminal::Colours;
use super::{Failure, Status, export, report, warnings};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use symir::coverage::FileCoverage;
use symir::coverage::json::Covered;
use symir::emit::{APART, Directory, Lock};
use symir::engine::{Budget, Flow, Limits};
use symir::exec::{Detect, ExecOptions, Externals, Start, SymbolicArgs, Worlds};
use symir::frontend::{self, OptLevel};
use symir::readable::{self, Dictionary, Language, Method, Model};
use symir::replay::{Containment, NativeCalls, NativeOptions, SealedNative, Verdict};
use symir::run::{self, Outcomes, Progress, Receiver};
use symir::search::{Part, Strategy};
use symir::solver::{BackendKind, Links, QueryLimit, QueryLog, SolverOptions};
use symir::testcase::{Outcome, TestCase, TestLine};
use symir::util::Deadline;
use symir::util::bounded;

/// Explores the driver and prints its tests.
pub fn run(args: &RunArgs, colours: Colours) -> Result<Status, Failure> {
    let bounds = Bounds { time: args.time, paths: args.paths, instructions: args.instructions };
    let line = Line::new(args.quiet, bounds, args.json);
    let tell = line.herald(format!(
        "symir: interrupted: the tests found so far are finished within {} s, those of paths that wait among them, and run \
         natively; interrupt again to end at once",
        args.grace.as_secs_f64()
    ));
    let deadline = Deadline::new(args.time, super::interrupt(args.grace, tell)?).with_grace(args.grace);
    let options = options(args, &deadline)?;
    let manifest = proof::manifest(args, &deadline);
    if args.require_containment && (is_replayed(args) || args.externals == ExternalsName::Native) {
        proof::require_containment()?;
    }
    let compile_options = compile_options(args, &deadline, colours);
    let compiled = frontend::compile(&args.files, &compile_options).map_err(frontend_failure)?;
    let warnings = warnings::shown(&compiled.warnings, &args.files, args.warnings);
    eprint!("{}", colours.foreign(&warnings));
    // Before anything in the folder is changed, and until all is written.
    let _lock = args.output.as_deref().map(Lock::take).transpose().map_err(Failure::wrong_use)?;
    let directory = match &args.output {
        Some(path) => {
            let directory = Directory::create(path).map_err(Failure::wrong_use)?;
            manifest.write(path).map_err(Failure::wrong_use)?;
            Some(directory)
        }
        None => None,
    };
    let mut printer = Printer {
        json: args.json,
        explain: args.explain,
        colours,
        line,
        directory,
        failure: None,
        kept: is_replayed(args).then(Vec::new),
        n_printed: 0,
    };
    let program = Arc::new(compiled.program);
    if let Some(directory) = &printer.directory {
        let facts = export::facts(args, &program);
        facts.write(directory.path()).map_err(Failure::wrong_use)?;
    }
    // Compiles while paths are explored.
    let builder = compiled.native.map(|native| Builder::start(&manifest, &program, native));
    let outcomes = run::run(&program, &options, &mut printer).map_err(|error| {
        let files: Vec<String> = args.files.iter().map(|file| file.display().to_string()).collect();
        Failure::wrong_use(format!("{}: {error}", files.join(", ")))
    })?;
    let proof = match (builder, printer.failure.is_none()) {
        (Some(builder), true) => Some(printer.prove(builder)?),
        _ => None,
    };
    printer.line.finish();
    finish(args, &deadline, printer, outcomes, proof.as_ref())
}

/// Writes what stands at the end of a run and says how it went.
fn finish(
    args: &RunArgs,
    deadline: &Deadline,
    printer: Printer,
    mut outcomes: Outcomes,
    proof: Option<&Proof>,
) -> Result<Status, Failure> {
    let tests = printer.kept.unwrap_or_default();
    let tally = proof.and_then(Proof::tally);
    // What native runs have found beyond the ends of paths.
    for test in tests.iter().filter(|test| test.completed) {
        outcomes.summary.count_bug(test);
    }
    let mut inputs = Vec::new();
    if tally.is_some() {
        outcomes.summary.unconfirmed = tests.iter().filter(|test| test.unconfirmed).count() as u64;
    }
    if let Some(directory) = printer.directory {
        // A source that is not there any more is a file without text in the report.
        let source = |file: &FileCoverage| bounded::read(file.path.as_ref()).ok();
        directory.coverage(&outcomes.coverage, source).map_err(Failure::wrong_use)?;
        let folder = directory.path().to_owned();
        let covered =
            Covered { report: &outcomes.coverage, places: &outcomes.places, detail: &outcomes.detail };
        directory.coverage_detail(&covered, source).map_err(Failure::wrong_use)?;
        let bugs = outcomes.summary.bugs.iter().map(|report| &report.trail);
        inputs.extend(bugs.filter_map(|trail| Some((trail.clone(), directory.input_of(trail)?))));
        directory.finish().map_err(Failure::wrong_use)?;
        if !args.emit.is_empty() && deadline.is_due(LATEST) {
            eprintln!(
                "symir: the formats of --emit are not written, for want of time; `symir export {}` writes them",
                folder.display()
            );
        } else if !args.emit.is_empty() {
            export::write(&folder, &folder, &args.emit, args.minimize)?;
        }
    }
    if let Some(failure) = printer.failure {
        return match failure {
            // Whoever reads our output has had enough.
            Trouble::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(Status::Done),
            Trouble::Output(error) => Err(Failure::wrong_use(format!("standard output: {error}"))),
            Trouble::Directory(message) => Err(Failure::wrong_use(message)),
        };
    }
    let summary = &outcomes.summary;
    if args.explain {
        // Whoever reads our output may have had enough.
        let _ = write!(io::stdout(), "{}", report::AloneList { alone: &outcomes.alone, json: args.json });
    }
    if args.json {
        // Whoever reads our output may have had enough.
        let _ = write!(io::stdout(), "{}", proof.map_or(String::new(), |proof| proof.events(&tests)));
        let summary = serde_json::json!({ "event": "summary", "summary": summary, "replay": tally });
        // Whoever reads our output may have had enough.
        let _ = writeln!(io::stdout(), "{summary}");
    } else if !args.quiet {
        let replay = proof.map_or(String::new(), |proof| proof.report(&tests));
        let text = report::Text { summary, all: args.stats, replay: &replay, inputs: &inputs };
        eprintln!("\n{}", printer.colours.summary(&text.to_string()));
    }
    if let Some((disagreement, script)) = &outcomes.disagreement {
        let [first, second] = &disagreement.verdicts;
        return Err(Failure {
            status: Status::Internal,
            message: format!(
                "{} says {:?} and {} says {:?} of\n{script}",
                first.0.name(),
                first.1,
                second.0.name(),
                second.1
            ),
        });
    }
    Ok(if tally.is_some_and(|tally| tally.contradicts()) {
        Status::Contradicted
    } else if !summary.bugs.is_empty() {
        Status::BugFound
    } else if summary.ended_by_budget {
        Status::EndedEarly
    } else if summary.is_only_unsupported() {
        Status::Unsupported
    } else {
        Status::Done
    })
}

/// What kept a test from being written.
enum Trouble {
    Output(io::Error),
    Directory(String),
}

/// A test as programs read it.
#[derive(serde::Serialize)]
struct TestEvent<'a> {
    event: &'static str,
    line: &'a str,
    test: &'a TestCase,
}

/// Prints tests in their order, and writes them to the folder as they are found.
struct Printer {
    json: bool,
    explain: bool,
    colours: Colours,
    line: Line,
    directory: Option<Directory>,
    failure: Option<Trouble>,
    /// All tests in their order, if they are to be replayed.
    kept: Option<Vec<TestCase>>,
    /// How many of them are printed. Those behind one that a budget ended wait for what its native run gives.
    n_printed: usize,
}

impl Printer {
    fn fail(&mut self, trouble: Trouble) -> Flow {
        self.failure.get_or_insert(trouble);
        Flow::Stop
    }

    /// Replays all tests, prints those that waited, and writes what has become of them to the folder.
    fn prove(&mut self, builder: Builder) -> Result<Proof, Failure> {
        let mut tests = self.kept.take().unwrap_or_default();
        let proof = builder.prove(&tests, &self.line.replaying(tests.len()));
        for (test, verdict) in tests.iter_mut().zip(proof.verdicts()) {
            match verdict {
                Verdict::Completed { test: completed } => *test = TestCase::clone(completed),
                Verdict::Confirmed if test.unconfirmed => test.unconfirmed = false,
                _ => {}
            }
        }
        let printed = tests.iter().enumerate().skip(self.n_printed);
        for (_, test) in printed.filter(|(at, _)| proof.verdicts().get(*at) != Some(&Verdict::Excluded)) {
            self.print(test);
        }
        if let Some(directory) = &mut self.directory {
            let kept_apart: Vec<(&TestCase, &Verdict)> =
                tests.iter().zip(proof.verdicts()).filter(|(_, verdict)| !verdict.holds()).collect();
            apart(directory, &tests, &kept_apart).map_err(Failure::wrong_use)?;
            let excluded = tests.iter().zip(proof.verdicts());
            excluded
                .filter(|(_, verdict)| **verdict == Verdict::Excluded)
                .for_each(|(test, _)| directory.leave_out(&test.trail));
        }
        self.kept = Some(tests);
        Ok(proof)
    }

    /// A test as it is printed.
    fn text(&self, test: &TestCase) -> serde_json::Result<Vec<u8>> {
        let mut line = TestLine(test).to_string();
        if self.json {
            let mut text = serde_json::to_vec(&TestEvent { event: "test", line: &line, test })?;
            text.push(b'\n');
            return Ok(text);
        }
        line.push('\n');
        if self.explain {
            line.push_str(&report::Explained(test).to_string());
        }
        Ok(self.colours.tests(&line).into_bytes())
    }

    fn print(&mut self, test: &TestCase) -> Flow {
        let text = match self.text(test) {
            Ok(text) => text,
            Err(error) => return self.fail(Trouble::Output(error.into())),
        };
        // In one piece: standard output looks for the end of a line in each that it gets.
        let printed = self.line.aside(|| io::stdout().lock().write_all(&text));
        match printed {
            Ok(()) => Flow::Continue,
            Err(error) => self.fail(Trouble::Output(error)),
        }
    }
}

impl Receiver for Printer {
    fn found(&mut self, test: &TestCase) -> Flow {
        let written = self.directory.as_mut().map_or(Ok(()), |directory| directory.write(test));
        match written {
            Ok(()) => Flow::Continue,
            Err(error) => self.fail(Trouble::Directory(error.to_string())),
        }
    }

    fn in_order(&mut self, test: &TestCase) -> Flow {
        if let Some(kept) = &mut self.kept {
            let waits = self.n_printed < kept.len() || matches!(test.outcome, Outcome::Budget(_));
            kept.push(test.clone());
            if waits {
                return Flow::Continue;
            }
            self.n_printed += 1;
        }
        self.print(test)
    }

    fn progress(&mut self, progress: &Progress) {
        self.line.show(progress);
    }
}

/// Puts what native runs gave into the folder: completed tests in the place of unfinished ones, and tests that do
/// not hold into a folder of their own.
fn apart(
    directory: &mut Directory,
    tests: &[TestCase],
    kept_apart: &[(&TestCase, &Verdict)],
) -> Result<(), symir::emit::Error> {
    for test in tests.iter().filter(|test| test.completed) {
        directory.rewrite(test)?;
    }
    let folder = directory.path().join(APART);
    if !kept_apart.is_empty() {
        let mut other = Directory::create(&folder)?;
        for (test, _) in kept_apart {
            other.write(test)?;
            directory.leave_out(&test.trail);
        }
        other.finish()?;
    }
    Ok(())
}

fn options(args: &RunArgs, deadline: &Deadline) -> Result<run::Options, Failure> {
    let (backend, other) = match args.solver {
        SolverName::Cvc5 => (BackendKind::Cvc5, BackendKind::Z3),
        SolverName::Z3 => (BackendKind::Z3, BackendKind::Cvc5),
        SolverName::Sat | SolverName::Portfolio => (BackendKind::Sat, BackendKind::Cvc5),
    };
    let is_race = matches!(args.solver, SolverName::Portfolio);
    for &kind in BackendKind::ALL {
        let is_asked = is_race || kind == backend || args.check && kind == other;
        if is_asked && let Err(why) = kind.load() {
            return Err(Failure::wrong_use(format!("{}: {why}; run `symir doctor`", kind.name())));
        }
    }
    if let Some(folder) = &args.log_queries {
        std::fs::create_dir_all(folder).map_err(|error| {
            Failure::wrong_use(format!(
                "--log-queries {}: {error}; name a folder to write to",
                folder.display()
            ))
        })?;
    }
    Ok(run::Options {
        strategy: strategy(args),
        solver: SolverOptions {
            backend,
            race: is_race,
            check: args.check.then_some(other),
            limit: QueryLimit { time: Some(args.query_time), conflicts: args.query_conflicts },
            deadline: deadline.clone(),
            links: args.without.iter().fold(Links::ALL, |links, link| links.without(*link)),
            log: args.log_queries.clone().map(QueryLog::new),
            ..SolverOptions::default()
        },
        readable: readable::Options {
            method: method(args.readable),
            language: Arc::new(language(args.model.as_deref(), &args.words)?),
        },
        budget: Budget {
            deadline: deadline.clone(),
            after_each: if is_replayed(args) { ONE_TEST } else { Duration::ZERO },
            most_after: args.time.unwrap_or_default().mul_f64(MOST_AFTER),
            paths: args.paths,
            instructions: args.instructions,
            memory: args.memory,
        },
        limits: Limits { depth: args.depth, iterations: args.loop_limit, forks: args.fork_limit },
        merge: args.merge,
        workers: match args.workers {
            Some(workers) if args.merge && workers > 1 => {
                return Err(Failure::wrong_use(format!(
                    "--merge --workers {workers}: states that are merged do not go from worker to worker; \
                     leave --workers out, or give --workers 1"
                )));
            }
            None if args.merge => 1,
            Some(workers) => usize::from(workers),
            None => std::thread::available_parallelism().map_or(1, usize::from),
        },
        target: args.target.clone(),
        checkpoint: args.checkpoint.clone(),
        resume: args.resume.clone(),
        seed: args.seed,
        explain: args.explain,
        // What is written may be replayed later.
        replay: is_replayed(args) || args.output.is_some(),
        covered_by: args.output.is_some(),
        exec: exec_options(args),
        start: start(args)?,
        worlds: worlds(args),
    })
}

/// Whether tests are run natively: not where functions without a body return what the native ones never may, and not
/// where memory is short, since the tests would have to be kept until then.
fn is_replayed(args: &RunArgs) -> bool {
    !args.no_replay && args.externals != ExternalsName::Havoc && args.memory.is_none()
}

/// The share of the time to finish after which nothing more is begun that can be done later.
const LATEST: f64 = 0.95;
/// The part of a time limit that is kept for native runs at most.
const MOST_AFTER: f64 = 0.3;

/// The method of this name on the command line.
pub(super) fn method(name: ReadableName) -> Method {
    match name {
        ReadableName::Witness => Method::Witness,
        ReadableName::None => Method::None,
        ReadableName::Base => Method::Base,
        ReadableName::Simplest => Method::Simplest,
        ReadableName::Sp => Method::Sp,
        ReadableName::Roulette => Method::Roulette,
        ReadableName::Random => Method::Random,
        ReadableName::Words => Method::Words,
    }
}

/// What was asked for. All paths are explored the cheapest way; where a budget may end the run, what covers most in
/// least time on the programs of `corpus/search` comes first.
fn strategy(args: &RunArgs) -> Strategy {
    let has_budget =
        args.time.is_some() || args.instructions.is_some() || args.paths.is_some() || args.memory.is_some();
    let default = if has_budget { Strategy::just(Part::Places) } else { Strategy::default() };
    args.search.clone().unwrap_or(default)
}

/// The language of `--model` and `--words`.
pub(super) fn language(model: Option<&Path>, words: &[PathBuf]) -> Result<Language, Failure> {
    let model = model.map(Model::load).transpose().map_err(Failure::wrong_use)?;
    let lists: Result<Vec<Dictionary>, _> = words.iter().map(|path| Dictionary::load(path)).collect();
    Ok(Language::with_words(model, &lists.map_err(Failure::wrong_use)?))
}

/// Sealed, apart from native calls if they are asked for.
fn worlds(args: &RunArgs) -> Worlds {
    let required = if args.require_containment { Containment::WHOLE } else { 0 };
    let options = NativeOptions { clang: args.clang.clone(), required, ..NativeOptions::default() };
    match args.externals {
        ExternalsName::Native => {
            Worlds::new(move || Box::new(SealedNative::new(NativeCalls::new(options.clone()))))
        }
        ExternalsName::Stop | ExternalsName::Havoc => Worlds::default(),
    }
}

fn exec_options(args: &RunArgs) -> ExecOptions {
    let mut options = ExecOptions {
        detect: detect(&args.detect),
        externals: externals(args.externals),
        split_results: !args.one_test_a_path,
        ..ExecOptions::default()
    };
    options.symbolic_files.extend(args.sym_file.iter().cloned());
    options.symbolic_files.extend(args.sym_stdin.map(|size| ("/dev/stdin".to_owned(), size)));
    options
}

/// What calls of functions without a body do, from its name.
pub(super) fn externals(name: ExternalsName) -> Externals {
    match name {
        ExternalsName::Stop => Externals::Stop,
        ExternalsName::Native => Externals::Native,
        ExternalsName::Havoc => Externals::Havoc,
    }
}

/// What is looked for, from its names.
pub(super) fn detect(names: &[DetectName]) -> Detect {
    Detect {
        uninitialised: names.contains(&DetectName::Uninitialised),
        overlap: names.contains(&DetectName::Overlap),
        leaks: names.contains(&DetectName::Leaks),
    }
}

fn start(args: &RunArgs) -> Result<Start, Failure> {
    let symbolic_args = match args.sym_args.as_deref() {
        None => None,
        Some(&[least, most, len]) if least <= most && most <= 64 => Some(SymbolicArgs { least, most, len }),
        Some(_) => {
            let message = "--sym-args takes MIN MAX LEN, with MIN at most MAX and MAX at most 64";
            return Err(Failure::wrong_use(message));
        }
    };
    let args = std::iter::once("program".to_owned()).chain(args.args.iter().cloned()).collect();
    Ok(Start { args, environment: Vec::new(), symbolic_args })
}

fn compile_options(args: &RunArgs, deadline: &Deadline, colours: Colours) -> frontend::Options {
    frontend::Options {
        clang: args.clang.clone(),
        level: opt_level(args.level),
        flags: args.flags.clone(),
        color: colours.stderr,
        native: is_replayed(args),
        deadline: deadline.clone(),
        ..frontend::Options::default()
    }
}

/// The level of this number on the command line.
pub(super) fn opt_level(level: u8) -> OptLevel {
    match level {
        0 => OptLevel::O0,
        1 => OptLevel::O1,
        2 => OptLevel::O2,
        _ => OptLevel::O3,
    }
}

pub(super) fn frontend_failure(error: frontend::Error) -> Failure {
    let status = match error {
        frontend::Error::Internal(_) => Status::Internal,
        frontend::Error::OutOfTime => Status::EndedEarly,
        _ => Status::WrongUse,
    };
    Failure { status, message: error.to_string() }
}
