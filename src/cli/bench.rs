//! `symir bench`: lists a collection, prints a driver, or runs single routines. The module `batch` runs whole
//! collections.

use super::args::BenchArgs;
use super::terminal::Colours;
use super::{Failure, Status, batch, output, report, warnings};
use crate::bench::{self, Collection, Driver, Prepared, Reached, Routine, Sources};
use crate::engine::Flow;
use crate::pipeline::{self, Observer, Pipeline};
use crate::run;
use crate::solver::{QueryLimit, SolverOptions};
use crate::testcase::{TestCase, TestLine};
use crate::util::bounded;
use crate::util::exhausted::in_words;
use crate::util::{Deadline, Interrupt, Scratch};
use std::fmt::Write;
use std::path::PathBuf;
use std::time::Duration;

/// How long a question to a solver may take.
const QUESTION: Duration = Duration::from_secs(10);

/// Lists a collection, prints a driver, or runs routines.
pub fn run(args: &BenchArgs, colours: Colours) -> Result<Status, Failure> {
    let collection = collection(&args.collection)?;
    let mut sources = Sources::beside(&collection);
    for (name, folder) in &args.source {
        sources = sources.with(&collection, name, folder).map_err(Failure::wrong_use)?;
    }
    if let Some(name) = &args.driver {
        return print_driver(&collection, name);
    }
    if args.list {
        output::put(list(&collection, &sources))?;
        return Ok(Status::Done);
    }
    if args.batch.require_containment && !args.batch.no_replay {
        pipeline::require_containment()?;
    }
    if args.only.is_empty() {
        return batch::run(args, &collection);
    }
    if args.batch.row {
        return batch::row(args, &collection, &sources);
    }
    let mut status = Status::Done;
    for name in &args.only {
        let routine = collection.routine(name).map_err(Failure::wrong_use)?;
        match run_one(args, colours, &collection, routine, &sources)? {
            Status::Done => {}
            Status::EndedEarly if status == Status::BugFound => {}
            other => status = other,
        }
    }
    Ok(status)
}

/// The collection of this name, from the folder `corpus` here or above, or the manifest with this path.
fn collection(name: &str) -> Result<Collection, Failure> {
    let path = PathBuf::from(name);
    if path.extension().is_some_and(|extension| extension == "toml") {
        return Collection::read(&path).map_err(Failure::wrong_use);
    }
    let folder = corpus().ok_or_else(|| Failure::wrong_use(bench::Error::NoCorpus))?;
    Collection::load(&folder, name).map_err(Failure::wrong_use)
}

fn corpus() -> Option<PathBuf> {
    let here = std::env::current_dir().ok()?;
    here.ancestors().map(|folder| folder.join("corpus")).find(|corpus| !Collection::names(corpus).is_empty())
}

/// A line for each routine: its name, where from, and how it is called.
fn list(collection: &Collection, sources: &Sources) -> String {
    let mut out = String::new();
    let width = collection.routines.iter().map(|routine| routine.name.len()).max().unwrap_or(0);
    let _ =
        writeln!(out, "{}: {}, {} routines\n", collection.name, collection.title, collection.routines.len());
    for routine in &collection.routines {
        let from = routine.source.as_deref().unwrap_or("ours");
        let how = match &routine.driver {
            Driver::File(path) => path.strip_prefix(&collection.folder).unwrap_or(path).display().to_string(),
            Driver::Signature(inputs) => {
                let values = inputs.values.iter().map(|(name, value)| format!("{name}: {value}"));
                values.collect::<Vec<_>>().join(", ")
            }
        };
        let file = routine.source_files().next().or(routine.files.first());
        let file = file.map_or(String::new(), |file| {
            file.strip_prefix(&collection.folder).unwrap_or(file).display().to_string()
        });
        let _ = writeln!(out, "{:<width$}  {from:<7} {file:<28} {how}", routine.name);
    }
    for source in collection.sources.values() {
        if collection.routines.iter().any(|routine| routine.source.as_ref() == Some(&source.name)) {
            let there = if sources.is_there(source) { "is at hand" } else { "is fetched when it is needed" };
            let _ = writeln!(
                out,
                "\n{}: {} {}, {there}",
                source.name, source.package.name, source.package.version
            );
        }
    }
    out
}

fn print_driver(collection: &Collection, name: &str) -> Result<Status, Failure> {
    let routine = collection.routine(name).map_err(Failure::wrong_use)?;
    let text = match &routine.driver {
        Driver::File(path) => bounded::read_to_string(path)
            .map_err(|error| Failure::wrong_use(format!("{}: {error}", path.display())))?,
        Driver::Signature(inputs) => bench::driver::generate(routine, inputs).map_err(Failure::wrong_use)?,
    };
    output::put(text)?;
    Ok(Status::Done)
}

/// Runs a routine here and now and prints its tests.
fn run_one(
    args: &BenchArgs,
    colours: Colours,
    collection: &Collection,
    routine: &Routine,
    sources: &Sources,
) -> Result<Status, Failure> {
    let folder = Scratch::new().map_err(|error| {
        Failure::wrong_use(format!("cannot make a temporary folder: {}", in_words(&error)))
    })?;
    let mut say = |what: &str| output::tell_line(format_args!("symir: {what}"));
    let prepared =
        Prepared::new(collection, routine, sources, folder.path(), &mut say).map_err(Failure::wrong_use)?;
    let explore = run::Options {
        solver: SolverOptions {
            limit: QueryLimit { time: Some(QUESTION), conflicts: None },
            ..SolverOptions::default()
        },
        seed: args.seed.unwrap_or(routine.settings.seed),
        ..routine.settings.explore()
    };
    let limit = args.time.or(routine.settings.time);
    let _watch = limit.map(super::end_after);
    let deadline = Deadline::new(limit, Interrupt::default());
    let pipeline = Pipeline::new(pipeline::Options { explore, deadline, ..prepared.pipeline() });
    let results =
        pipeline.and_then(|pipeline| pipeline.run(&mut Lines { args, files: &routine.files, colours }));
    let results = results.map_err(|error| match error {
        pipeline::Error::Compile(source) => Failure::wrong_use(prepared.failure(source)),
        pipeline::Error::Explore { source, .. } => Failure::wrong_use(format!("{}: {source}", routine.name)),
        error => error.into(),
    })?;
    let outcomes = results.outcomes;
    let (summary, reached) = (&outcomes.summary, Reached::new(&outcomes.coverage, routine));
    if args.json {
        let gaps: Vec<String> = reached.gaps.iter().map(ToString::to_string).collect();
        let event = serde_json::json!({
            "event": "summary", "routine": routine.name, "summary": summary,
            "lines_covered": reached.all.lines_covered,
            "branches_covered": reached.all.branches_covered,
            "reachable_lines": reached.lines(), "reachable_branches": reached.branches(), "gaps": gaps,
            "unexplained": reached.unexplained().count(),
            "stale": reached.stale.iter().map(|stale| &stale.reason).collect::<Vec<_>>(),
        });
        output::line(event)?;
    } else {
        let text = report::Text { summary, all: false, n_printed: None, replay: "", inputs: &[] }.to_string();
        output::tell_line(format_args!("\n{}", colours.summary(&text)));
        output::tell(Reach(&reached));
        for known in summary.bugs.iter().filter_map(|report| routine.expect.knows(report.bug.site()?)) {
            output::tell_line(format_args!("known         {}: {}", known.at, known.reason));
        }
    }
    Ok(if !summary.bugs.is_empty() {
        Status::BugFound
    } else if summary.ended_by_budget {
        Status::EndedEarly
    } else {
        Status::Done
    })
}

/// Tells a person what was not reached.
struct Reach<'a>(&'a Reached);

impl std::fmt::Display for Reach<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Reach(reached) = self;
        if !reached.gaps.is_empty() {
            let all = &reached.all;
            writeln!(
                f,
                "reachable     lines {} of {}, branches {} of {}",
                all.lines_covered,
                reached.lines(),
                all.branches_covered,
                reached.branches()
            )?;
        }
        for gap in &reached.gaps {
            writeln!(f, "gap           {gap}")?;
        }
        for stale in &reached.stale {
            writeln!(
                f,
                "stale         {}: was reached, though the manifest says: {}",
                stale.file, stale.reason
            )?;
        }
        Ok(())
    }
}

/// Prints warnings, and tests in their order.
struct Lines<'a> {
    args: &'a BenchArgs,
    /// The files of the routine.
    files: &'a [PathBuf],
    colours: Colours,
}

impl Observer for Lines<'_> {
    fn warned(&mut self, warnings: &str) {
        if !self.args.quiet {
            let warnings = warnings::shown(warnings, self.files, self.args.warnings);
            output::tell(self.colours.foreign(&warnings));
        }
    }

    fn test(&mut self, test: &TestCase) -> Flow {
        let line = TestLine(test).to_string();
        let line = match self.args.json {
            true => serde_json::json!({ "event": "test", "line": line }).to_string(),
            false => line,
        };
        if output::line(line).is_ok() { Flow::Continue } else { Flow::Stop }
    }
}
