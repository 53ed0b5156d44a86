//! `symir run`.

use super::args::{
    DetectName, EngineName, EvolutionName, ExternalsName, FitnessName, ReadableName, RunArgs, SolverName,
    UntilName,
};
use super::output::{self, Reader};
use super::progress::{Limits as Bounds, Line};
use super::proof::Said;
use super::terminal::Colours;
use super::{Failure, Status, export, report, warnings};
use crate::emit::choose;
use crate::emit::export::Kind;
use crate::engine::{Budget, Flow, Limits};
use crate::evolve::{self, Fitness};
use crate::exec::{Detect, ExecOptions, Externals, Start, SymbolicArgs, Worlds};
use crate::frontend::{self, OptLevel};
use crate::pipeline::faults;
use crate::pipeline::mocks::{self, Mocked, Selection};
use crate::pipeline::{Engine, NativeRuns, Observer, Options, Pipeline, Readers, Results};
use crate::readable::{self, Dictionary, Language, Method, Model};
use crate::replay::{Containment, NativeCalls, NativeOptions, SealedNative, Tally, Verdict};
use crate::run::{self, Progress};
use crate::search::{Part, Strategy};
use crate::solver::{BackendKind, Links, QueryLimit, QueryLog, SolverOptions};
use crate::testcase::{BadProperty, Property, TestCase, TestLine};
use crate::util::text::printable;
use crate::util::{Deadline, bounded};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Explores the driver and prints its tests.
pub fn run(args: &RunArgs, colours: Colours) -> Result<Status, Failure> {
    let bounds = Bounds { time: args.time, paths: args.paths, instructions: args.instructions };
    let line = Line::new(args.quiet, bounds, args.json);
    let tell = line.herald(format!(
        "symir: interrupted: the tests found so far are finished within {} s, those of paths that wait among them, and run \
         natively; interrupt again to end at once",
        args.grace.as_secs_f64()
    ));
    let _watch = args.time.map(super::end_after);
    let deadline = Deadline::new(args.time, super::interrupt(args.grace, tell)?).with_grace(args.grace);
    let mut options = options(args, deadline, colours)?;
    let mocked = mocked(args, &options)?;
    options.files.extend(mocked.files.iter().cloned());
    for note in &mocked.notes {
        eprintln!("{}", colours.message(&format!("note: {note}")));
    }
    let pipeline = Pipeline::new(options)?;
    let said = Said::new(args.json);
    let mut printer = Printer { args, colours, line, said, failure: None };
    let results = pipeline.run(&mut printer);
    printer.line.finish();
    let results = results?;
    if !shows_all(args) {
        printer.print_chosen(&results.chosen);
    }
    finish(args, printer, results)
}

/// Writes the end of the output and returns how the run went.
fn finish(args: &RunArgs, printer: Printer, results: Results) -> Result<Status, Failure> {
    let Printer { colours, said, failure, .. } = printer;
    let Results { outcomes, proof, chosen, inputs, lacks_exports, .. } = results;
    if let Some(folder) = args.output.as_ref().filter(|_| lacks_exports) {
        output::tell_line(format_args!(
            "symir: there was no time left to write the formats of --emit; `symir export {}` writes them",
            folder.display()
        ));
    }
    match failure {
        None => {}
        Some(Trouble::Unheard) => return Ok(Status::Done),
        Some(Trouble::Output(failure)) => return Err(failure),
    }
    let tally = proof.as_ref().and_then(|proof| proof.tally.as_ref().ok());
    let summary = &outcomes.summary;
    if args.explain {
        output::put(report::AloneList { alone: &outcomes.alone, json: args.json })?;
    }
    if args.json {
        if let Some(proof) = &proof {
            output::with(|out| said.write_events(proof, out))?;
        }
        if !args.all {
            let names = |group: &choose::Group| -> Vec<&str> {
                group.tests.iter().map(|test| chosen[*test].name.as_str()).collect()
            };
            let groups = choose::groups(&chosen);
            let groups: Vec<serde_json::Value> = groups
                .iter()
                .map(|group| serde_json::json!({ "outcome": group.title, "tests": names(group) }))
                .collect();
            output::line(serde_json::json!({ "event": "chosen", "groups": groups }))?;
        }
        let summary = serde_json::json!({
            "event": "summary",
            "summary": summary,
            "replay": tally,
            "native_runs": proof.as_ref().map(|proof| proof.n_started),
        });
        output::line(summary)?;
    } else if !args.quiet {
        let replay = proof.as_ref().map_or(String::new(), |proof| said.report(proof));
        let n_printed = (!shows_all(args)).then_some(chosen.len() as u64);
        let text = report::Text { summary, all: args.stats, n_printed, replay: &replay, inputs: &inputs };
        output::tell_line(format_args!("\n{}", colours.summary(&text.to_string())));
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
    Ok(if tally.is_some_and(Tally::contradicts) {
        Status::Contradicted
    } else if args.property.file.is_some() && !summary.is_only_unsupported() {
        // The suite is what was asked for, whatever it shows. BenchExec takes any other code for a failure.
        Status::Done
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

/// Why nothing more can be printed.
enum Trouble {
    /// Nobody reads our output any more.
    Unheard,
    Output(Failure),
}

/// A test as programs read it.
#[derive(serde::Serialize)]
struct TestEvent<'a> {
    event: &'static str,
    line: &'a str,
    test: &'a TestCase,
}

/// Prints tests in their order, and keeps their verdicts for the end.
struct Printer<'a> {
    args: &'a RunArgs,
    colours: Colours,
    line: Line,
    said: Said,
    /// Why nothing more can be printed.
    failure: Option<Trouble>,
}

impl Printer<'_> {
    /// A test as it is printed.
    fn text(&self, test: &TestCase) -> serde_json::Result<Vec<u8>> {
        let mut line = TestLine(test).to_string();
        if self.args.json {
            let mut text = serde_json::to_vec(&TestEvent { event: "test", line: &line, test })?;
            text.push(b'\n');
            return Ok(text);
        }
        line.push('\n');
        if self.args.explain {
            line.push_str(&report::Explained(test).to_string());
        }
        Ok(self.colours.tests(&line).into_bytes())
    }
}

impl Printer<'_> {
    /// Prints the chosen tests. Those with the same kind of outcome stand together under a heading.
    fn print_chosen(&mut self, tests: &[TestCase]) {
        let groups = choose::groups(tests);
        let mut text = Vec::new();
        for (at, group) in groups.iter().enumerate() {
            if groups.len() > 1 {
                let before = if at == 0 { "" } else { "\n" };
                text.extend(format!("{before}# {}\n", printable(&group.title)).into_bytes());
            }
            for test in &group.tests {
                match self.text(&tests[*test]) {
                    Ok(line) => text.extend(line),
                    Err(error) => {
                        self.failure.get_or_insert(Trouble::Output(Failure::wrong_use(error)));
                    }
                }
            }
        }
        // If nobody reads the output any more, there is no work left to stop.
        if let Err(failure) = output::write(&text) {
            self.failure.get_or_insert(Trouble::Output(failure));
        }
    }
}

impl Observer for Printer<'_> {
    fn warned(&mut self, warnings: &str) {
        let warnings = warnings::shown(warnings, &self.args.files, self.args.warnings);
        output::tell(self.colours.foreign(&warnings));
    }

    fn test(&mut self, test: &TestCase) -> Flow {
        if !shows_all(self.args) {
            return Flow::Continue;
        }
        let text = self.text(test).map_err(Failure::wrong_use);
        let trouble = match text.and_then(|text| self.line.aside(|| output::write(&text))) {
            Ok(Reader::Listens) => return Flow::Continue,
            Ok(Reader::Gone) => Trouble::Unheard,
            Err(failure) => Trouble::Output(failure),
        };
        self.failure.get_or_insert(trouble);
        Flow::Stop
    }

    fn verdict(&mut self, test: &TestCase, verdict: &Verdict) {
        self.said.add(test, verdict);
    }

    fn progress(&mut self, progress: &Progress) {
        self.line.show(progress);
    }

    fn proving(&mut self, n_done: u64, n_tests: u64) {
        self.line.show_proving(n_done, n_tests);
    }
}

/// The mocks that the arguments ask for.
fn mocked(args: &RunArgs, options: &Options) -> Result<Mocked, Failure> {
    let selection = Selection {
        externals: args.externals == ExternalsName::Mock,
        named: args.mocks.mock.clone(),
        except: args.mocks.mock_except.clone(),
    };
    Ok(mocks::for_files(&options.files, &options.compile, &selection, options.folder.as_deref())?)
}

/// The options of the pipeline that the arguments ask for.
fn options(args: &RunArgs, deadline: Deadline, colours: Colours) -> Result<Options, Failure> {
    let mut flags = args.flags.clone();
    flags.extend(frontend::link_flags(&args.link, &deadline).map_err(Failure::wrong_use)?);
    let property = args.property.file.as_deref().map(property).transpose()?;
    Ok(Options {
        files: args.files.clone(),
        compile: frontend::Options {
            clang: args.clang.clone(),
            level: opt_level(args.level),
            flags,
            color: colours.stderr,
            sources: args.source.clone(),
            renames: property.as_ref().map(Property::renames).unwrap_or_default(),
            branches: property == Some(Property::Branches),
            stand_ins: faults::of(&args.mocks.fail, args.mocks.failures.unwrap_or(1))?.stand_ins(),
            ..frontend::Options::default()
        },
        explore: run::Options { property, ..explore_options(args)? },
        // With `--externals havoc`, functions without a body return values that the real ones may never
        // return.
        prove: !args.no_replay && args.externals != ExternalsName::Havoc,
        native: NativeRuns {
            limit: args.replay_time,
            required: required(args),
            complete: !args.no_complete,
            record: !args.no_record,
        },
        folder: args.output.clone(),
        export: formats(args),
        choose: args.minimize.map(export::goal),
        readers: if args.all { Readers::All } else { Readers::Chosen },
        engine: engine(args),
        search: search_options(args),
        deadline,
    })
}

/// The property that stands in a file.
fn property(path: &Path) -> Result<Property, Failure> {
    let text = bounded::read_to_string(path).map_err(|error| {
        Failure::wrong_use(format!("--property {}: {error}; name a file with a property", path.display()))
    })?;
    Property::parse(&text)
        .map_err(|BadProperty { line, why }| Failure::wrong_use(format!("{}:{line}: {why}", path.display())))
}

/// The formats to write. With a property and no format, the suite for this property is written.
fn formats(args: &RunArgs) -> Vec<Kind> {
    if args.emit.is_empty() && args.property.file.is_some() {
        return vec![Kind::TestComp];
    }
    args.emit.iter().map(|name| export::kind(*name)).collect()
}

/// Which engine finds inputs. By default, a run with a time limit gets a search beside it, unless other
/// options exclude the search, or nothing is to be run natively.
fn engine(args: &RunArgs) -> Engine {
    let can_search = args.target.is_none()
        && args.checkpoint.is_none()
        && args.resume.is_none()
        && !args.merge
        && !args.no_replay;
    match args.search_for_inputs.engine {
        Some(EngineName::Symbolic) => Engine::Symbolic,
        Some(EngineName::Search) => Engine::Search,
        Some(EngineName::Both) => Engine::Both,
        Some(EngineName::Random) => Engine::Random,
        None if args.time.is_some() && can_search => Engine::Both,
        None => Engine::Symbolic,
    }
}

fn search_options(run: &RunArgs) -> evolve::Options {
    let args = &run.search_for_inputs;
    let default = evolve::Options::default();
    // A search that is all there is goes on for as long as it may.
    let is_timed = run.time.is_some() && matches!(engine(run), Engine::Search | Engine::Random);
    let fitness = match args.fitness {
        FitnessName::BranchDistance => Fitness::BranchDistance,
        FitnessName::ReferencePath => Fitness::ReferencePath,
        FitnessName::ManyDirections => Fitness::ManyDirections,
    };
    let method = match args.evolution {
        EvolutionName::Archive => evolve::Method::Archive,
        EvolutionName::Single => evolve::Method::Single,
        EvolutionName::Population => {
            let [parents, children] = args.population;
            evolve::Method::Population { parents, children }
        }
    };
    evolve::Options {
        method,
        fitness,
        most: args.evaluations.unwrap_or(if is_timed { u64::MAX } else { default.most }),
        patience: args.restart_after,
        together: args.together.iter().map(|names| names.0.clone()).collect(),
        ..default
    }
}

/// Whether every test is printed as it is found. Programs that read JSON choose tests themselves.
fn shows_all(args: &RunArgs) -> bool {
    args.all || args.json
}

/// The backend of this name, and the one that checks its answers.
fn backends(name: SolverName) -> (BackendKind, BackendKind) {
    match name {
        SolverName::Cvc5 => (BackendKind::Cvc5, BackendKind::Z3),
        SolverName::Z3 => (BackendKind::Z3, BackendKind::Cvc5),
        SolverName::Sat | SolverName::Portfolio => (BackendKind::Sat, BackendKind::Cvc5),
    }
}

fn explore_options(args: &RunArgs) -> Result<run::Options, Failure> {
    let (backend, other) = backends(args.solver);
    let is_race = matches!(args.solver, SolverName::Portfolio);
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
        weights: args.unknown.type_weights,
        solver: SolverOptions {
            backend,
            race: is_race,
            check: args.check.then_some(other),
            limit: QueryLimit { time: Some(args.query_time), conflicts: args.query_conflicts },
            links: args.without.iter().fold(Links::ALL, |links, link| links.without(*link)),
            log: args.log_queries.clone().map(QueryLog::new),
            ..SolverOptions::default()
        },
        readable: readable::Options {
            method: method(args.readable),
            language: Arc::new(language(args.model.as_deref(), &args.words)?),
            kills_mutants: false,
        },
        budget: Budget {
            paths: args.paths,
            instructions: args.instructions,
            memory: args.memory,
            until_saturated: args.until == Some(UntilName::Saturated),
            ..Budget::default()
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
        exec: exec_options(args),
        start: start(args)?,
        worlds: worlds(args),
        ..run::Options::default()
    })
}

/// The parts of containment without which nothing is run natively.
fn required(args: &RunArgs) -> u64 {
    if args.require_containment { Containment::WHOLE } else { 0 }
}

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

/// The strategy that the user asked for. By default, all paths are explored in the cheapest way. If a budget
/// may end the run, it is the strategy that covers most in the least time on the programs of `corpus/search`.
fn strategy(args: &RunArgs) -> Strategy {
    let has_budget = args.until.is_some()
        || args.property.file.is_some()
        || args.time.is_some()
        || args.instructions.is_some()
        || args.paths.is_some()
        || args.memory.is_some();
    let default = if has_budget { Strategy::just(Part::Locations) } else { Strategy::default() };
    args.search.clone().unwrap_or(default)
}

/// The language of `--model` and `--words`.
pub(super) fn language(model: Option<&Path>, words: &[PathBuf]) -> Result<Language, Failure> {
    let model = model.map(Model::load).transpose().map_err(Failure::wrong_use)?;
    let lists: Result<Vec<Dictionary>, _> = words.iter().map(|path| Dictionary::load(path)).collect();
    Ok(Language::with_words(model, &lists.map_err(Failure::wrong_use)?))
}

/// The world outside of the program is sealed. Only native calls get out, if the user asks for them.
fn worlds(args: &RunArgs) -> Worlds {
    let options =
        NativeOptions { clang: args.clang.clone(), required: required(args), ..NativeOptions::default() };
    match args.externals {
        _ if args.concretize => native_world(options),
        ExternalsName::Native => native_world(options),
        ExternalsName::Stop | ExternalsName::Havoc | ExternalsName::Mock => Worlds::default(),
    }
}

fn native_world(options: NativeOptions) -> Worlds {
    Worlds::new(move || Box::new(SealedNative::new(NativeCalls::new(options.clone()))))
}

fn exec_options(args: &RunArgs) -> ExecOptions {
    let mut options = ExecOptions {
        detect: detect(&args.detect),
        lenient_memcmp: args.lenient_memcmp,
        lenient_arrays: args.lenient_arrays,
        max_stack: super::stack::under_test(),
        externals: externals(args.externals),
        concretize: args.concretize,
        split_results: !args.one_test_a_path && args.property.file.is_none(),
        unknown: args.unknown.unknown_types.unknown(),
        ..ExecOptions::default()
    };
    options.symbolic_files.extend(args.sym_file.iter().cloned());
    options.symbolic_files.extend(args.sym_stdin.map(|size| ("/dev/stdin".to_owned(), size)));
    options
}

/// What calls of functions without a body do, by its name on the command line.
pub(super) fn externals(name: ExternalsName) -> Externals {
    match name {
        ExternalsName::Stop => Externals::Stop,
        ExternalsName::Native => Externals::Native,
        ExternalsName::Havoc => Externals::Havoc,
        ExternalsName::Mock => Externals::Mock,
    }
}

/// The errors to look for, by their names on the command line.
pub(super) fn detect(names: &[DetectName]) -> Detect {
    Detect {
        uninitialised: names.contains(&DetectName::Uninitialised),
        overlap: names.contains(&DetectName::Overlap),
        leaks: names.contains(&DetectName::Leaks),
        leaks_of_calls: false,
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

/// The level of this number on the command line.
pub(super) fn opt_level(level: u8) -> OptLevel {
    match level {
        0 => OptLevel::O0,
        1 => OptLevel::O1,
        2 => OptLevel::O2,
        _ => OptLevel::O3,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::ValueEnum;

    #[test]
    fn every_method_and_every_backend_can_be_asked_for_by_its_name() {
        for known in Method::ALL.into_iter().chain([Method::Witness]) {
            let name = ReadableName::from_str(known.name(), false).expect("a value of ReadableName");
            assert_eq!(method(name), known);
        }
        for known in BackendKind::ALL {
            let name = SolverName::from_str(known.name(), false).expect("a value of SolverName");
            assert_eq!(backends(name).0, *known);
        }
    }
}
