//! `symir bench COLLECTION`: all routines of a collection, each in a process of its own.

use super::args::{BenchArgs, ExecutorName};
use super::run::method;
use super::{Failure, Status, output};
use crate::bench::batch::journal::{self, Head, Journal};
use crate::bench::batch::measure::{Measures, measure};
use crate::bench::batch::pool::{self, Job};
use crate::bench::batch::{self, Kind, MemoryLimit, Row, Shard, Status as Ended, Submission, Totals};
use crate::bench::{Collection, Routine, Sources};
use crate::emit::lock::{self, Lock};
use crate::readable::{Language, Method, Model};
use crate::replay::Containment;
use crate::util::bounded;
use crate::util::deadline;
use crate::util::text::printable;
use indicatif::{ProgressBar, ProgressStyle};
use sha2::{Digest, Sha256};
use std::fs;
use std::io::{self, IsTerminal};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// How long a process may go on after the time limits of its runs, for the compiler, the replay and the
/// reports.
const GRACE: Duration = Duration::from_secs(120);

/// Runs the batch, or gathers one, and writes its tables.
pub fn run(args: &BenchArgs, collection: &Collection) -> Result<Status, Failure> {
    let folder = folder(args, collection);
    check(args)?;
    let names: Vec<String> = chosen(args, collection).map(|routine| routine.name.clone()).collect();
    if names.is_empty() {
        let all = collection.routines.len();
        return Err(Failure::wrong_use(format!(
            "{}: none of the {all} routines is chosen; `symir bench {} --list` shows their names",
            collection.name, collection.name
        )));
    }
    let _lock = Lock::take(&folder).map_err(Failure::wrong_use)?;
    claim(&folder)?;
    let interrupted = if !args.batch.gather.is_empty() {
        gather(&folder, &args.batch.gather)?;
        false
    } else if args.batch.executor == ExecutorName::Slurm {
        submit(args, collection, &folder)?;
        false
    } else {
        local(args, collection, &folder)?
    };
    let contents = journal::read(&folder.join(journal::NAME)).map_err(Failure::wrong_use)?;
    let rows = batch::in_order(&names, contents.rows);
    let link = |row: &Row| links(&folder, row);
    batch::write_results(&folder, &collection.title, &rows, &link).map_err(Failure::wrong_use)?;
    finish(args, &folder, &names, &rows, interrupted)
}

/// Checks arguments that are not used until the end of the batch, so that a mistake does not cost hours.
fn check(args: &BenchArgs) -> Result<(), Failure> {
    if let Some(old) = &args.batch.compare {
        batch::compare(old, old).map_err(Failure::wrong_use)?;
    }
    if let Some(table) = &args.batch.table {
        Model::load(table).map_err(Failure::wrong_use)?;
    }
    Ok(())
}

/// Says how the batch went.
fn finish(
    args: &BenchArgs,
    folder: &Path,
    names: &[String],
    rows: &[Row],
    interrupted: bool,
) -> Result<Status, Failure> {
    if args.batch.table1 {
        output::put(batch::paper::table(rows))?;
    }
    if !args.quiet {
        output::tell(Report { totals: Totals::of(rows), rows, folder });
    }
    let missing = names.len() - rows.len();
    if missing > 0 {
        let what = if interrupted { "was interrupted" } else { "lacks rows" };
        output::tell_line(format_args!(
            "symir: the batch {what}: {missing} routines are left; --resume goes on with them"
        ));
        return Ok(Status::EndedEarly);
    }
    let Some(old) = &args.batch.compare else { return Ok(Status::Done) };
    let changes = batch::compare(old, &folder.join("results.csv")).map_err(Failure::wrong_use)?;
    for change in &changes {
        output::line(change)?;
    }
    let is_worse = changes.iter().any(|change| change.kind == Kind::Worse);
    Ok(if is_worse { Status::Worse } else { Status::Done })
}

/// The routines that the options select, in the order of the manifest.
fn chosen<'a>(args: &'a BenchArgs, collection: &'a Collection) -> impl Iterator<Item = &'a Routine> {
    let is_wanted =
        |routine: &&Routine| args.batch.filter.as_ref().is_none_or(|filter| filter.is_match(&routine.name));
    let shard = args.batch.shard.unwrap_or(Shard::ALL);
    let filtered = collection.routines.iter().filter(is_wanted).enumerate();
    filtered.filter(move |(at, _)| shard.has(*at)).map(|(_, routine)| routine)
}

fn folder(args: &BenchArgs, collection: &Collection) -> PathBuf {
    let folder = args.batch.output.clone();
    let folder = folder.unwrap_or_else(|| PathBuf::from(format!("bench-{}", collection.name)));
    std::path::absolute(&folder).unwrap_or(folder)
}

/// Refuses a folder that holds something else than a batch.
fn claim(folder: &Path) -> Result<(), Failure> {
    let fail = |error: io::Error| {
        Failure::wrong_use(format!("{}: {error}; name a folder that can be written to", folder.display()))
    };
    let mut entries = fs::read_dir(folder).map_err(fail)?;
    let is_empty = entries.all(|entry| entry.is_ok_and(|entry| entry.file_name() == lock::NAME));
    let is_ours = [journal::NAME, "shards"].iter().any(|name| folder.join(name).exists());
    if is_empty || is_ours {
        return Ok(());
    }
    Err(Failure::wrong_use(format!(
        "{} holds files of something else than a batch; choose a folder that is empty or does not exist yet",
        folder.display()
    )))
}

/// Describes the batch. Rows belong together only if their batches have the same description.
fn head(args: &BenchArgs, collection: &Collection) -> Result<Head, Failure> {
    let path = &collection.path;
    let text =
        bounded::read(path).map_err(|error| Failure::wrong_use(format!("{}: {error}", path.display())))?;
    let manifest: String = Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect();
    Ok(Head { collection: collection.name.clone(), manifest, options: options(args).join(" ") })
}

/// The options for the process of a routine that influence its row.
fn options(args: &BenchArgs) -> Vec<String> {
    let mut options: Vec<String> = Vec::new();
    let mut put = |name: &str, value: String| options.extend([format!("--{name}"), value]);
    let names: Vec<&str> = methods(args).iter().map(|method| method.name()).collect();
    put("methods", names.join(","));
    if let Some(seed) = args.seed {
        put("seed", seed.to_string());
    }
    if let Some(time) = args.time {
        put("time", format!("{}ms", time.as_millis()));
    }
    if let Some(table) = table(args) {
        put("table", table.display().to_string());
    }
    if args.batch.no_replay {
        options.push("--no-replay".to_owned());
    }
    if args.batch.require_containment {
        options.push("--require-containment".to_owned());
    }
    let mut put = |name: &str, value: String| options.extend([format!("--{name}"), value]);
    for (name, folder) in &args.source {
        put("source", format!("{name}={}", folder.display()));
    }
    options
}

fn methods(args: &BenchArgs) -> Vec<Method> {
    if args.batch.table1 {
        let others = Method::ALL.into_iter().filter(|method| *method != Method::Words);
        return std::iter::once(Method::Words).chain(others).collect();
    }
    args.batch.methods.iter().map(|name| method(*name)).collect()
}

/// The table of letter pairs, with an absolute path.
fn table(args: &BenchArgs) -> Option<PathBuf> {
    let table = args.batch.table.as_ref()?;
    Some(std::path::absolute(table).unwrap_or_else(|_| table.clone()))
}

/// Runs the routines that have no row yet on this machine. Returns whether it was interrupted.
fn local(args: &BenchArgs, collection: &Collection, folder: &Path) -> Result<bool, Failure> {
    let head = head(args, collection)?;
    let (mut journal, rows) = if args.batch.resume {
        Journal::resume(folder, &head).map_err(Failure::wrong_use)?
    } else {
        (Journal::create(folder, &head).map_err(Failure::wrong_use)?, Vec::new())
    };
    let has_row = |routine: &&Routine| rows.iter().any(|row| row.routine == routine.name);
    let left: Vec<&Routine> = chosen(args, collection).filter(|routine| !has_row(routine)).collect();
    obtain(args, collection, &left)?;
    let jobs = left.iter().map(|routine| job(args, collection, routine, folder));
    let jobs: Vec<Job> = jobs.collect::<Result<_, _>>()?;
    let n_cores = std::thread::available_parallelism().map_or(1, usize::from);
    let interrupt = super::interrupt(deadline::GRACE, || {
        output::tell_line(format_args!(
            "symir: interrupted: the routines under way are stopped; --resume keeps the rows of those that are done"
        ));
    })?;
    let mut progress = Progress::new(args, jobs.len(), rows);
    pool::run(&jobs, args.batch.jobs.map_or(n_cores, NonZeroUsize::get), &interrupt, |_, row| {
        journal.add(&row)?;
        progress.add(row);
        Ok(())
    })
    .map_err(|error: batch::Error| Failure::wrong_use(error))?;
    progress.finish();
    Ok(interrupt.is_raised())
}

/// Fetches the sources once, before many processes want them.
fn obtain(args: &BenchArgs, collection: &Collection, routines: &[&Routine]) -> Result<(), Failure> {
    let sources = sources(args, collection)?;
    let mut names: Vec<&String> = routines.iter().filter_map(|routine| routine.source.as_ref()).collect();
    names.sort();
    names.dedup();
    for name in names {
        let Some(source) = collection.sources.get(name) else { continue };
        // If a source cannot be fetched, its routines fail, each with this reason in its row.
        if let Err(error) =
            sources.obtain(source, &mut |what| output::tell_line(format_args!("symir: {what}")))
        {
            output::tell_line(format_args!("symir: {error}"));
        }
    }
    Ok(())
}

fn sources(args: &BenchArgs, collection: &Collection) -> Result<Sources, Failure> {
    let mut sources = Sources::beside(collection);
    for (name, folder) in &args.source {
        sources = sources.with(collection, name, folder).map_err(Failure::wrong_use)?;
    }
    Ok(sources)
}

fn job(args: &BenchArgs, collection: &Collection, routine: &Routine, folder: &Path) -> Result<Job, Failure> {
    let program = std::env::current_exe()
        .map_err(|error| Failure { status: Status::Internal, message: format!("own program: {error}") })?;
    let own = folder.join("routines").join(&routine.name);
    let mut words = vec!["bench".to_owned(), collection.path.display().to_string()];
    words.extend(["--only".to_owned(), routine.name.clone(), "--row".to_owned()]);
    words.extend(["-o".to_owned(), own.display().to_string()]);
    words.extend(["--memory".to_owned(), args.batch.memory.to_string()]);
    words.extend(options(args));
    let time = time_limit(args, routine);
    Ok(Job {
        routine: routine.name.clone(),
        source: routine.source.clone().unwrap_or_else(|| "ours".to_owned()),
        program,
        args: words,
        folder: own,
        limit: args.batch.kill_after.unwrap_or(time * methods(args).len() as u32 + GRACE),
    })
}

/// How long a run of the routine may take. If instructions are limited, the time only bounds work that they
/// do not count.
fn time_limit(args: &BenchArgs, routine: &Routine) -> Duration {
    let otherwise = if routine.settings.instructions.is_some() { 300 } else { 60 };
    args.time.or(routine.settings.time).unwrap_or(Duration::from_secs(otherwise))
}

/// Lets Slurm run the shards, and gathers their rows.
fn submit(args: &BenchArgs, collection: &Collection, folder: &Path) -> Result<(), Failure> {
    let program = std::env::current_exe()
        .map_err(|error| Failure { status: Status::Internal, message: format!("own program: {error}") })?;
    let current = std::env::current_dir()
        .map_err(|error| Failure::wrong_use(format!("the current folder: {error}")))?;
    let manifest = collection.path.display().to_string();
    let mut words = vec!["bench".to_owned(), manifest, "--quiet".to_owned()];
    words.extend(["--memory".to_owned(), args.batch.memory.to_string()]);
    words.extend(options(args));
    if let Some(filter) = &args.batch.filter {
        words.extend(["--filter".to_owned(), filter.to_string()]);
    }
    if let Some(jobs) = args.batch.jobs {
        words.extend(["--jobs".to_owned(), jobs.to_string()]);
    }
    if let Some(time) = args.batch.kill_after {
        words.extend(["--kill-after".to_owned(), format!("{}ms", time.as_millis())]);
    }
    if args.batch.resume {
        words.push("--resume".to_owned());
    }
    obtain(args, collection, &chosen(args, collection).collect::<Vec<_>>())?;
    let n_chosen = chosen(args, collection).count();
    let submission = Submission {
        program,
        args: words,
        folder: folder.to_owned(),
        current,
        n_shards: args.batch.shards.get().min(n_chosen),
        options: args.batch.sbatch.clone(),
    };
    submission.run().map_err(Failure::wrong_use)?;
    let shards = (1..=submission.n_shards).map(|number| Shard { number, of: submission.n_shards });
    let folders: Vec<PathBuf> = shards.map(|shard| submission.shard_folder(shard)).collect();
    // A shard without a journal has failed: its routines will lack rows.
    let there: Vec<PathBuf> =
        folders.into_iter().filter(|folder| folder.join(journal::NAME).is_file()).collect();
    gather(folder, &there)
}

/// Writes the rows of several folders into the journal of `folder`, and adds links to the folders of their
/// routines.
fn gather(folder: &Path, from: &[PathBuf]) -> Result<(), Failure> {
    let (head, rows) = batch::gather(from).map_err(Failure::wrong_use)?;
    let mut journal = Journal::create(folder, &head).map_err(Failure::wrong_use)?;
    for row in &rows {
        journal.add(row).map_err(Failure::wrong_use)?;
    }
    let routines = folder.join("routines");
    let fail = |error: io::Error| Failure::wrong_use(format!("{}: {error}", routines.display()));
    fs::create_dir_all(&routines).map_err(fail)?;
    for row in &rows {
        let to = routines.join(&row.routine);
        let is_there = |shard: &&PathBuf| shard.join("routines").join(&row.routine).is_dir();
        if let (false, Some(shard)) = (to.exists(), from.iter().find(is_there)) {
            let shard = std::path::absolute(shard).map_err(fail)?;
            std::os::unix::fs::symlink(shard.join("routines").join(&row.routine), &to).map_err(fail)?;
        }
    }
    Ok(())
}

/// The links of a routine in the report, to those of its files that exist.
fn links(folder: &Path, row: &Row) -> Vec<(String, String)> {
    let driver = format!("{}.c", row.routine);
    let candidates = [
        ("coverage", "tests/coverage.html"),
        ("tests", "tests/tests.txt"),
        ("driver", &driver),
        ("log", "log.txt"),
    ];
    let address = |file: &str| format!("routines/{}/{file}", row.routine);
    let is_there = |file: &str| {
        fs::metadata(folder.join(address(file))).is_ok_and(|data| data.is_file() && data.len() > 0)
    };
    let there = candidates.into_iter().filter(|(_, file)| is_there(file));
    there.map(|(name, file)| (name.to_owned(), address(file))).collect()
}

/// Runs one routine in this process and prints its row.
pub fn row(args: &BenchArgs, collection: &Collection, sources: &Sources) -> Result<Status, Failure> {
    let routine = collection.routine(&args.only[0]).map_err(Failure::wrong_use)?;
    // If the batch is killed, this process has to end too: nobody takes its row, and the next batch needs the
    // folder.
    rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::KILL))
        .map_err(|error| Failure { status: Status::Internal, message: format!("prctl: {error}") })?;
    let language = match &args.batch.table {
        Some(path) => Language::new(Some(Model::load(path).map_err(Failure::wrong_use)?), None),
        None => Language::english(),
    };
    let measures = Measures {
        methods: methods(args),
        seed: args.seed,
        time: time_limit(args, routine),
        give_up: super::end_at_once,
        language: Arc::new(language),
        replay: !args.batch.no_replay,
        required: if args.batch.require_containment { Containment::WHOLE } else { 0 },
        memory: MemoryLimit::new(args.batch.memory.saturating_mul(1 << 20)),
    };
    let folder = folder(args, collection);
    fs::create_dir_all(&folder)
        .map_err(|error| Failure::wrong_use(format!("{}: {error}", folder.display())))?;
    // Waits for a process of an earlier batch that was killed and has not ended yet.
    let claimed = fs::File::open(&folder).and_then(|file| {
        rustix::fs::flock(&file, rustix::fs::FlockOperation::LockExclusive)?;
        Ok(file)
    });
    let _claimed = claimed.map_err(|error| Failure::wrong_use(format!("{}: {error}", folder.display())))?;
    let row = measure(collection, routine, sources, &measures, &folder);
    let line = serde_json::to_string(&row).expect("invariant: rows have only string keys");
    output::line(line)?;
    Ok(Status::Done)
}

/// A progress bar on a terminal: routines done and failed, coverage so far, time left.
struct Progress {
    bar: Option<ProgressBar>,
    rows: Vec<Row>,
}

impl Progress {
    fn new(args: &BenchArgs, n_jobs: usize, rows: Vec<Row>) -> Self {
        let wanted = !args.quiet && io::stderr().is_terminal();
        let bar = wanted.then(|| {
            let style =
                ProgressStyle::with_template("{bar:30} {pos}/{len} {msg}  {elapsed} gone, {eta} left")
                    .expect("invariant: the template is well-formed");
            let bar = ProgressBar::new(n_jobs as u64).with_style(style);
            bar.enable_steady_tick(Duration::from_millis(200));
            bar
        });
        Self { bar, rows }
    }

    fn add(&mut self, row: Row) {
        self.rows.push(row);
        let Some(bar) = &self.bar else { return };
        let totals = Totals::of(&self.rows);
        bar.set_message(format!(
            "{} failed, {} tests, branches {:.0} %",
            totals.failed, totals.tests, totals.reachable_branches
        ));
        bar.inc(1);
    }

    fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// The report at the end of a batch, for a person.
struct Report<'a> {
    totals: Totals,
    rows: &'a [Row],
    folder: &'a Path,
}

impl std::fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let totals = &self.totals;
        writeln!(
            f,
            "routines      {}: {} explored to the end, {} ended by a budget, {} failed",
            totals.routines, totals.done, totals.budget, totals.failed
        )?;
        writeln!(f, "tests         {}; {} bugs", totals.tests, totals.bugs)?;
        if self.rows.iter().any(|row| row.verdicts.is_some()) {
            writeln!(
                f,
                "replay        {} confirmed, {} differ, {} flaky, {} other",
                totals.confirmed, totals.differs, totals.flaky, totals.other
            )?;
        }
        writeln!(
            f,
            "coverage      mean of lines {:.1} %, of branches {:.1} %, of the branches in reach {:.1} %",
            totals.lines, totals.branches, totals.reachable_branches
        )?;
        writeln!(f, "words         {:.0} % of the strings", totals.words)?;
        for row in self.rows.iter().filter(|row| row.status == Ended::Failed) {
            writeln!(f, "failed        {}: {}", row.routine, row.reason.as_deref().unwrap_or("no reason"))?;
        }
        let report = self.folder.join("report.html").display().to_string();
        writeln!(f, "results       {}", printable(&report))
    }
}
