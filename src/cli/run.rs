//! `symir run`.

use super::args::{DetectName, ExternalsName, ReadableName, RunArgs, SolverName};
use super::progress::Line;
use super::{Failure, Status, report};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use symir::coverage::FileCoverage;
use symir::emit::Directory;
use symir::engine::{Budget, Flow, Limits};
use symir::exec::{Detect, ExecOptions, Externals, Start, SymbolicArgs, Worlds};
use symir::frontend::{self, OptLevel};
use symir::readable::{self, Dictionary, Language, Method, Model};
use symir::replay::{NativeCalls, NativeOptions, SealedNative};
use symir::run::{self, Outcomes, Progress, Receiver};
use symir::search::{Part, Strategy};
use symir::solver::{BackendKind, Links, QueryLimit, QueryLog, SolverOptions};
use symir::testcase::{TestCase, TestLine};
use symir::util::{Deadline, Interrupt};

/// Explores the driver and prints its tests.
pub fn run(args: &RunArgs) -> Result<Status, Failure> {
    let options = options(args)?;
    let compiled = frontend::compile(&args.files, &compile_options(args)).map_err(frontend_failure)?;
    eprint!("{}", compiled.warnings);
    let directory = match &args.output {
        Some(path) => Some(Directory::create(path).map_err(Failure::wrong_use)?),
        None => None,
    };
    let mut printer = Printer {
        json: args.json,
        explain: args.explain,
        line: Line::new(args.quiet, args.time, args.json),
        directory,
        failure: None,
    };
    let program = Arc::new(compiled.program);
    let outcomes = run::run(&program, &options, &mut printer).map_err(|error| {
        let files: Vec<String> = args.files.iter().map(|file| file.display().to_string()).collect();
        Failure::wrong_use(format!("{}: {error}", files.join(", ")))
    })?;
    printer.line.finish();
    finish(args, printer, &outcomes)
}

/// Writes what stands at the end of a run and says how it went.
fn finish(args: &RunArgs, printer: Printer, outcomes: &Outcomes) -> Result<Status, Failure> {
    if let Some(directory) = printer.directory {
        // A source that is not there any more is a file without text in the report.
        let source = |file: &FileCoverage| std::fs::read(&file.path).ok();
        directory.coverage(&outcomes.coverage, source).map_err(Failure::wrong_use)?;
        directory.finish().map_err(Failure::wrong_use)?;
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
        let summary = serde_json::json!({ "event": "summary", "summary": summary });
        // Whoever reads our output may have had enough.
        let _ = writeln!(io::stdout(), "{summary}");
    } else if !args.quiet {
        let text = report::Text { summary, all: args.stats };
        eprintln!("\n{text}");
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
    Ok(if !summary.bugs.is_empty() {
        Status::BugFound
    } else if summary.ended_by_budget {
        Status::EndedEarly
    } else {
        Status::Done
    })
}

/// What kept a test from being written.
enum Trouble {
    Output(io::Error),
    Directory(String),
}

/// Prints tests in their order, and writes them to the folder as they are found.
struct Printer {
    json: bool,
    explain: bool,
    line: Line,
    directory: Option<Directory>,
    failure: Option<Trouble>,
}

impl Printer {
    fn fail(&mut self, trouble: Trouble) -> Flow {
        self.failure.get_or_insert(trouble);
        Flow::Stop
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
        let line = TestLine(test).to_string();
        let (json, explain) = (self.json, self.explain);
        let printed = self.line.aside(|| {
            let mut out = io::stdout().lock();
            if json {
                writeln!(out, "{}", serde_json::json!({ "event": "test", "line": line, "test": test }))
            } else {
                writeln!(out, "{line}")?;
                if explain { write!(out, "{}", report::Explained(test)) } else { Ok(()) }
            }
        });
        match printed {
            Ok(()) => Flow::Continue,
            Err(error) => self.fail(Trouble::Output(error)),
        }
    }

    fn progress(&mut self, progress: &Progress) {
        self.line.show(progress);
    }
}

fn options(args: &RunArgs) -> Result<run::Options, Failure> {
    let interrupt = Interrupt::default();
    let handler = interrupt.clone();
    // Without a handler Ctrl-C would lose the tests that wait for their turn.
    ctrlc::set_handler(move || {
        if handler.is_raised() {
            std::process::exit(130);
        }
        handler.raise();
    })
    .map_err(|error| Failure { status: Status::Internal, message: format!("signal handler: {error}") })?;
    let (backend, other) = match args.solver {
        SolverName::Cvc5 => (BackendKind::Cvc5, BackendKind::Z3),
        SolverName::Z3 => (BackendKind::Z3, BackendKind::Cvc5),
        SolverName::Sat | SolverName::Portfolio => (BackendKind::Sat, BackendKind::Cvc5),
    };
    if let Some(folder) = &args.log_queries {
        std::fs::create_dir_all(folder).map_err(|error| {
            Failure::wrong_use(format!(
                "--log-queries {}: {error}; name a folder to write to",
                folder.display()
            ))
        })?;
    }
    let deadline = Deadline::new(args.time, interrupt);
    Ok(run::Options {
        strategy: strategy(args),
        solver: SolverOptions {
            backend,
            race: matches!(args.solver, SolverName::Portfolio),
            check: args.check.then_some(other),
            limit: QueryLimit { time: Some(args.query_time), conflicts: args.query_conflicts },
            deadline: deadline.clone(),
            links: args.without.iter().fold(Links::ALL, |links, link| links.without(*link)),
            log: args.log_queries.clone().map(QueryLog::new),
            ..SolverOptions::default()
        },
        readable: readable::Options {
            method: match args.readable {
                ReadableName::None => Method::None,
                ReadableName::Base => Method::Base,
                ReadableName::Simplest => Method::Simplest,
                ReadableName::Sp => Method::Sp,
                ReadableName::Roulette => Method::Roulette,
                ReadableName::Random => Method::Random,
                ReadableName::Words => Method::Words,
            },
            language: Arc::new(language(args.model.as_deref(), &args.words)?),
        },
        budget: Budget { deadline, paths: args.paths, instructions: args.instructions, memory: args.memory },
        limits: Limits { depth: args.depth, iterations: args.loop_limit, forks: args.fork_limit },
        workers: match args.workers {
            Some(workers) => usize::from(workers),
            None => std::thread::available_parallelism().map_or(1, usize::from),
        },
        target: args.target.clone(),
        checkpoint: args.checkpoint.clone(),
        resume: args.resume.clone(),
        seed: args.seed,
        explain: args.explain,
        exec: exec_options(args),
        start: start(args)?,
        worlds: worlds(args),
    })
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
    let options = NativeOptions { clang: args.clang.clone(), ..NativeOptions::default() };
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

fn compile_options(args: &RunArgs) -> frontend::Options {
    frontend::Options {
        clang: args.clang.clone(),
        level: opt_level(args.level),
        flags: args.flags.clone(),
        color: io::IsTerminal::is_terminal(&io::stderr()),
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
        _ => Status::WrongUse,
    };
    Failure { status, message: error.to_string() }
}
