//! symir beside KLEE: the same routines of Linux 6.1, from one bitcode file to the last test.
//!
//! `corpus/linux/peers.toml` says what is compiled, and [`symir::internals::bench::Sources`] fetches it.
//! KLEE's numbers were measured once. Their table is not part of the repository: `SYMIR_PEERS` names it, and
//! by default it lies beside the repository. Without it only our numbers are shown. Paths, tests and coverage
//! can be compared directly. Times can be compared only if both were taken on one machine, and the head of
//! the table says so.
//!
//! symir is run as a process, so its start is part of the time, as it is for KLEE. It is run twice: once for
//! the same work as KLEE's, a test with any values for every path (`--readable witness`), and once as its
//! users run it, with readable values.
//!
//! `cargo bench --bench peers -- --instructions` measures what readable values cost instead: Callgrind
//! (Debian's package `valgrind`) counts the instructions of both runs, which do not depend on what else the
//! machine does. Their ratio should be at most 1.3.

use clap::Parser;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};
use symir::internals::bench::{Collection, Sources};
use symir::internals::frontend;

/// The time limit of KLEE's runs and of ours, in seconds.
const LIMIT: f64 = 60.0;
/// The time that symir gets beyond the limit before it is killed.
const GRACE: Duration = Duration::from_secs(30);
/// A run below this many seconds is repeated; the best counts.
const SHORT: f64 = 1.0;
const REPEATS: usize = 3;
/// The most that a string function may take, in seconds.
const GOAL: f64 = 0.030;

type Result<T> = std::result::Result<T, String>;

#[derive(Parser)]
struct Options {
    /// Only routines whose name contains this
    #[arg(long, default_value = "")]
    filter: String,
    /// Leave out KLEE's numbers
    #[arg(long)]
    no_klee: bool,
    /// Count instructions by Callgrind, with any values and with readable ones, instead of measuring seconds
    #[arg(long)]
    instructions: bool,
    /// Further options for `symir run`, separated by spaces
    #[arg(long, default_value = "", allow_hyphen_values = true)]
    options: String,
    /// Cargo passes this to every benchmark
    #[arg(long, hide = true)]
    bench: bool,
}

fn main() -> ExitCode {
    match compare(&Options::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("peers: error: {message}");
            ExitCode::FAILURE
        }
    }
}

fn compare(options: &Options) -> Result<()> {
    let manifest = Manifest::read()?;
    fetch_sources()?;
    let klee = if options.no_klee { BTreeMap::new() } else { read_klee()? };
    let compiler = Compiler::find()?;
    let chosen: Vec<_> = manifest.routine.iter().filter(|r| r.name.contains(&options.filter)).collect();
    if chosen.is_empty() {
        return Err(format!("no routine's name contains `{}`", options.filter));
    }

    if options.instructions {
        return count_instructions(&manifest, &chosen, &compiler, options);
    }
    print_head(&klee, options);
    let mut rows = Vec::new();
    for routine in chosen {
        for level in ["O0", "O1"] {
            let bitcode = compiler.bitcode(&manifest, routine, level)?;
            let ours = measure(&bitcode, options, Some("witness"))?;
            let readable = measure(&bitcode, options, None)?;
            let theirs = klee.get(&(routine.name.clone(), level.to_owned())).cloned();
            let row = Row { name: &routine.name, level, ours, readable, theirs };
            println!("{}", row.line());
            rows.push(row);
        }
    }
    print_summary(&rows);
    write_csv(&rows)
}

// --- What is compared --------------------------------------------------------------------------------------

/// `corpus/linux/peers.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Manifest {
    flags: Vec<String>,
    routine: Vec<Routine>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Routine {
    name: String,
    driver: PathBuf,
    sources: Vec<PathBuf>,
    #[serde(default)]
    flags: Vec<String>,
}

impl Manifest {
    fn read() -> Result<Self> {
        let path = root().join("corpus/linux/peers.toml");
        let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        toml::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))
    }
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn sources() -> PathBuf {
    root().join(".sources/linux-6.1")
}

/// Fetches the sources of Linux if they are not there, as for the collection `paper`.
fn fetch_sources() -> Result<()> {
    let paper = Collection::load(&root().join("corpus"), "paper").map_err(|error| error.to_string())?;
    let mut say = |what: &str| eprintln!("peers: {what}");
    let folder = Sources::beside(&paper).obtain(&paper.sources["linux"], &mut say);
    folder.map(|_| ()).map_err(|error| error.to_string())
}

// --- From C to bitcode -------------------------------------------------------------------------------------

struct Compiler {
    clang: PathBuf,
    link: PathBuf,
    opt: PathBuf,
    folder: tempfile::TempDir,
}

impl Compiler {
    /// The clang that symir would use, and the tools beside it.
    fn find() -> Result<Self> {
        let clang = frontend::find_clang(None).map_err(|error| error.to_string())?.path;
        let beside = |name: &str| -> Result<PathBuf> {
            let answer = output(Command::new(&clang).arg(format!("--print-prog-name={name}")))?;
            Ok(PathBuf::from(answer.trim()))
        };
        let (link, opt) = (beside("llvm-link")?, beside("opt")?);
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        Ok(Self { clang, link, opt, folder })
    }

    /// Compiles and links a routine. The general flags are those of symir itself.
    ///
    /// KLEE simplifies the control flow of every program that it is given, which merges branches into
    /// selections. It is done here too, since the paths would differ otherwise.
    fn bitcode(&self, manifest: &Manifest, routine: &Routine, level: &str) -> Result<PathBuf> {
        let corpus = root().join("corpus/linux");
        let mut files = vec![corpus.join(&routine.driver)];
        files.extend(routine.sources.iter().map(|file| sources().join(file)));
        let mut parts = Vec::new();
        for (number, file) in files.iter().enumerate() {
            let part = self.folder.path().join(format!("{number}.bc"));
            let mut command = Command::new(&self.clang);
            command
                .args(["-c", "-emit-llvm", "-g", "-D__SYMIR__=1", "-fno-pic", "-ffp-contract=off"])
                .args(["-fno-vectorize", "-fno-slp-vectorize", "-fno-stack-protector"])
                .args(["-Xclang", "-disable-O0-optnone"])
                .arg(format!("-{level}"))
                .arg("-I")
                .arg(root().join("drivers"));
            if !routine.sources.is_empty() {
                command.arg("-I").arg(corpus.join("include")).args(&manifest.flags);
            }
            output(command.args(&routine.flags).arg("-o").arg(&part).arg(file))?;
            parts.push(part);
        }
        let linked = self.folder.path().join(format!("{}-{level}.bc", routine.name));
        output(Command::new(&self.link).arg("-o").arg(&linked).args(&parts))?;
        output(Command::new(&self.opt).arg("-passes=simplifycfg").arg("-o").arg(&linked).arg(&linked))?;
        Ok(linked)
    }
}

/// Runs a command that must succeed; gives its output.
fn output(command: &mut Command) -> Result<String> {
    let program = command.get_program().to_string_lossy().into_owned();
    let done = command.stdin(Stdio::null()).output().map_err(|error| format!("{program}: {error}"))?;
    if done.status.success() {
        return Ok(String::from_utf8_lossy(&done.stdout).into_owned());
    }
    Err(format!("{program} failed:\n{}", String::from_utf8_lossy(&done.stderr)))
}

// --- symir's numbers ---------------------------------------------------------------------------------------

/// What one run of symir gave.
#[derive(Clone)]
struct Ours {
    seconds: f64,
    /// `None` when symir was killed or failed: `failure` says how.
    summary: Option<Summary>,
    failure: String,
}

/// The part of symir's summary that is compared.
#[derive(Clone, Deserialize)]
struct Summary {
    paths: u64,
    tests: u64,
    lines: u64,
    lines_covered: u64,
    branches: u64,
    branches_covered: u64,
    backend_seconds: f64,
    ended_by_budget: bool,
    questions: Vec<(String, u64)>,
    bugs: Vec<serde_json::Value>,
    unsupported: Vec<serde_json::Value>,
    /// Questions without an answer: paths may be missing.
    unknown: u64,
}

impl Summary {
    fn asked(&self) -> u64 {
        self.questions.iter().map(|(_, count)| count).sum()
    }

    /// How many questions reached a solver.
    fn backend(&self) -> u64 {
        self.questions.iter().find(|(link, _)| link == "backend").map_or(0, |(_, count)| *count)
    }
}

impl Ours {
    fn status(&self) -> &str {
        match &self.summary {
            None => &self.failure,
            Some(summary) if summary.ended_by_budget => "timeout",
            Some(summary) if !summary.unsupported.is_empty() => "unsupp.",
            Some(summary) if summary.unknown > 0 => "unknown",
            Some(_) => "ok",
        }
    }

    fn finished(&self) -> bool {
        self.summary.as_ref().is_some_and(|summary| !summary.ended_by_budget)
    }

    fn paths(&self) -> u64 {
        self.summary.as_ref().map_or(0, |summary| summary.paths)
    }
}

/// Runs symir, or several times if a run is short; returns the best run.
fn measure(bitcode: &Path, options: &Options, readable: Option<&str>) -> Result<Ours> {
    let mut best = run_once(bitcode, options, readable)?;
    for _ in 1..REPEATS {
        if best.seconds >= SHORT || best.summary.is_none() {
            break;
        }
        let again = run_once(bitcode, options, readable)?;
        if again.seconds < best.seconds {
            best = again;
        }
    }
    Ok(best)
}

/// The arguments of every run.
fn arguments<'a>(options: &'a Options, readable: Option<&'a str>) -> impl Iterator<Item = &'a str> {
    let always = ["run", "--all", "--json", "--no-replay", "--workers", "1", "--search", "dfs"];
    let readable = readable.into_iter().flat_map(|method| ["--readable", method]);
    always.into_iter().chain(readable).chain(options.options.split_whitespace())
}

fn run_once(bitcode: &Path, options: &Options, readable: Option<&str>) -> Result<Ours> {
    // The output goes to a file: symir would block on a full pipe, which is only read when symir has ended.
    let mut printed = tempfile::tempfile().map_err(|error| error.to_string())?;
    let written = printed.try_clone().map_err(|error| error.to_string())?;
    let mut command = Command::new(symir_binary());
    command.args(arguments(options, readable)).args(["--time", &LIMIT.to_string()]);
    let start = Instant::now();
    let mut child = command
        .arg(bitcode)
        .stdin(Stdio::null())
        .stdout(written)
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| format!("{}: {error}: run `make build`", symir_binary().display()))?;
    let deadline = start + Duration::from_secs_f64(LIMIT) + GRACE;
    let status = loop {
        if let Some(status) = child.try_wait().map_err(|error| error.to_string())? {
            break Some(status);
        }
        if Instant::now() >= deadline {
            // An error is ignored: symir may have ended in the meantime.
            let _ = child.kill();
            child.wait().map_err(|error| error.to_string())?;
            break None;
        }
        std::thread::sleep(pause(start.elapsed()));
    };
    let seconds = start.elapsed().as_secs_f64();

    let mut text = String::new();
    std::io::Seek::rewind(&mut printed).map_err(|error| error.to_string())?;
    printed.read_to_string(&mut text).map_err(|error| error.to_string())?;
    let summary = text.lines().next_back().and_then(parse_summary);
    let failure = match status {
        None => "killed".to_owned(),
        Some(status) => status.code().map_or("crashed".to_owned(), |code| format!("exit {code}")),
    };
    Ok(Ours { seconds, summary, failure })
}

/// How long to wait before asking again whether symir has ended: little in comparison with the time that has
/// passed.
fn pause(passed: Duration) -> Duration {
    (passed / 100).clamp(Duration::from_micros(100), Duration::from_millis(20))
}

fn parse_summary(line: &str) -> Option<Summary> {
    #[derive(Deserialize)]
    struct Event {
        summary: Summary,
    }
    serde_json::from_str::<Event>(line).ok().map(|event| event.summary)
}

/// The symir of the profile that this benchmark is built with, which is based on `release`.
fn symir_binary() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_symir"))
}

// --- What readable values cost -----------------------------------------------------------------------------

/// The highest ratio of the cost with readable values to the cost with any values.
const READABLE_GOAL: f64 = 1.3;
/// Routines that take minutes under Callgrind.
const TOO_LONG: [&str; 2] = ["l03_glob", "l14_gcd16"];

fn count_instructions(
    manifest: &Manifest,
    chosen: &[&Routine],
    compiler: &Compiler,
    options: &Options,
) -> Result<()> {
    println!(
        "{:<16} {:<2} {:>7} {:>14} {:>14} {:>6}",
        "routine", "", "paths", "any values", "words", "ratio"
    );
    let is_counted = |routine: &&&Routine| {
        // Concrete programs, whose names begin with `c`, have no inputs, so no values to choose.
        !routine.name.starts_with('c') && !TOO_LONG.contains(&routine.name.as_str())
    };
    let mut missed = 0;
    for routine in chosen.iter().filter(is_counted) {
        for level in ["O0", "O1"] {
            let bitcode = compiler.bitcode(manifest, routine, level)?;
            let (paths, any) = instructions(&bitcode, options, Some("witness"))?;
            let (_, words) = instructions(&bitcode, options, None)?;
            let ratio = words as f64 / any as f64;
            let (name, mark) = (&routine.name, if ratio > READABLE_GOAL { " missed" } else { "" });
            missed += usize::from(ratio > READABLE_GOAL);
            println!("{name:<16} {level} {paths:>7} {any:>14} {words:>14} {ratio:>6.2}{mark}");
        }
    }
    println!(
        "goal {READABLE_GOAL}: missed by {missed}; left out, since they take minutes: {}",
        TOO_LONG.join(", ")
    );
    Ok(())
}

/// Returns the number of paths that a run finds, and of its instructions.
fn instructions(bitcode: &Path, options: &Options, readable: Option<&str>) -> Result<(u64, u64)> {
    let mut command = Command::new("valgrind");
    command.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]).arg(symir_binary());
    command.args(arguments(options, readable)).arg(bitcode).stdin(Stdio::null());
    let done = command
        .output()
        .map_err(|error| format!("valgrind: {error}: install it, or leave `--instructions` out"))?;
    let said = String::from_utf8_lossy(&done.stderr);
    let printed = String::from_utf8_lossy(&done.stdout);
    let count = said.lines().find_map(|line| line.split_once("Collected : ")?.1.trim().parse().ok());
    let summary = printed.lines().next_back().and_then(parse_summary);
    match (summary, count) {
        (Some(summary), Some(count)) => Ok((summary.paths, count)),
        _ => Err(format!("{}: Callgrind counted nothing:\n{said}", bitcode.display())),
    }
}

// --- KLEE's numbers ----------------------------------------------------------------------------------------

/// One line of KLEE's table. Times are in seconds, coverage is in percent.
#[derive(Clone, Deserialize)]
struct Theirs {
    bench: String,
    opt: String,
    config: String,
    status: String,
    wall_s: f64,
    paths: u64,
    partial: u64,
    icov: f64,
    bcov: f64,
}

impl Theirs {
    fn finished(&self) -> bool {
        self.status == "ok"
    }

    /// Less is better: first the runs that finished, by time, then the others, by paths a second.
    fn rank(&self) -> (bool, f64) {
        if self.finished() { (false, self.wall_s) } else { (true, -(self.paths as f64) / self.wall_s) }
    }
}

type Klee = BTreeMap<(String, String), Theirs>;

/// The best configuration for every routine and level; empty when there is no table.
fn read_klee() -> Result<Klee> {
    let named = std::env::var_os("SYMIR_PEERS").map(PathBuf::from);
    let path = named.clone().unwrap_or_else(|| root().join("../shared/data/peers/klee-2026-11.csv"));
    let mut best = Klee::new();
    if named.is_none() && !path.exists() {
        println!("KLEE's table is not at {}; SYMIR_PEERS may name it.", path.display());
        return Ok(best);
    }
    let mut reader = csv::Reader::from_path(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    for line in reader.deserialize() {
        let line: Theirs = line.map_err(|error| format!("{}: {error}", path.display()))?;
        let key = (line.bench.clone(), line.opt.clone());
        if best.get(&key).is_none_or(|other| line.rank() < other.rank()) {
            best.insert(key, line);
        }
    }
    Ok(best)
}

// --- The table ---------------------------------------------------------------------------------------------

struct Row<'a> {
    name: &'a str,
    level: &'a str,
    /// With any values.
    ours: Ours,
    /// With readable values.
    readable: Ours,
    theirs: Option<Theirs>,
}

/// symir against KLEE: above 1, KLEE is better.
#[derive(Copy, Clone)]
enum Ratio {
    /// Our time divided by theirs.
    Time(f64),
    /// Their paths a second divided by ours, since a run was ended by the limit.
    Rate(f64),
}

impl Ratio {
    fn value(self) -> f64 {
        match self {
            Self::Time(value) | Self::Rate(value) => value,
        }
    }
}

impl std::fmt::Display for Ratio {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Time(value) => write!(f, "{value:.2}"),
            Self::Rate(value) => write!(f, "{value:.2} p/s"),
        }
    }
}

impl Row<'_> {
    /// The ratio for the same work. `None` without KLEE's numbers, and if symir gave none.
    fn ratio(&self) -> Option<Ratio> {
        self.ratio_of(&self.ours)
    }

    fn ratio_of(&self, ours: &Ours) -> Option<Ratio> {
        let theirs = self.theirs.as_ref()?;
        ours.summary.as_ref()?;
        if ours.finished() && theirs.finished() {
            return Some(Ratio::Time(ours.seconds / theirs.wall_s));
        }
        // A run without any path counts as one with one path, so that the ratio is a number.
        let rate = |paths: u64, seconds: f64| paths.max(1) as f64 / seconds;
        Some(Ratio::Rate(rate(theirs.paths, theirs.wall_s) / rate(ours.paths(), ours.seconds)))
    }

    fn line(&self) -> String {
        let theirs = self.theirs.as_ref().map_or(format!("{:42}", ""), |klee| {
            format!(
                "{:<6} {:>7.2} {:>12} {:<7} {:>6}",
                klee.config,
                klee.wall_s,
                if klee.partial > 0 {
                    format!("{}+{}", klee.paths, klee.partial)
                } else {
                    klee.paths.to_string()
                },
                klee.status,
                format!("{:.0}/{:.0}", klee.icov, klee.bcov),
            )
        });
        let ours = self.ours.summary.as_ref().map_or(String::new(), |summary| {
            format!(
                "{:>6} {:>6} {:>4} {:>8} {:>8} {:>7.2}",
                summary.paths,
                summary.tests,
                summary.bugs.len(),
                format!(
                    "{:.0}/{:.0}",
                    percent(summary.lines_covered, summary.lines),
                    percent(summary.branches_covered, summary.branches)
                ),
                format!("{:.1} %", percent(summary.backend(), summary.asked().max(1))),
                summary.backend_seconds,
            )
        });
        let [ratio, readable] = [&self.ours, &self.readable]
            .map(|ours| self.ratio_of(ours).map_or(String::new(), |ratio| ratio.to_string()));
        format!(
            "{:<16} {} | {theirs} | {:>7.3} {:<7} {ours:<44} | {ratio:>10} | {:>7.3} {readable:>10}",
            self.name,
            self.level,
            self.ours.seconds,
            self.ours.status(),
            self.readable.seconds,
        )
    }
}

/// The percentage of an empty whole is 100.
fn percent(part: u64, whole: u64) -> f64 {
    if whole == 0 { 100.0 } else { 100.0 * part as f64 / whole as f64 }
}

fn print_head(klee: &Klee, options: &Options) {
    println!("Linux 6.1, from bitcode to the last test; limit {LIMIT} s; symir run {}", options.options);
    if !klee.is_empty() {
        println!(
            "KLEE's seconds hold for the machine that they were measured on: a ratio of times says something only there."
        );
        println!(
            "KLEE: best configuration, seconds, completed+partial paths, instruction/branch coverage in percent."
        );
        println!(
            "ratio: time of symir by KLEE's; p/s where a run reached the limit: paths a second, KLEE's by symir's."
        );
    }
    println!(
        "symir, with any values: seconds, paths, tests, bugs, line/branch coverage in percent, questions that reached a \
         solver; behind the ratio seconds and ratio with readable values."
    );
    println!(
        "{:<19} | {:<6} {:>7} {:>12} {:<7} {:>6} | {:>7} {:<7} {:>6} {:>6} {:>4} {:>8} {:>8} {:>7} | {:>10} | {:>7} {:>10}",
        "routine",
        "KLEE",
        "s",
        "paths",
        "status",
        "i/b",
        "symir s",
        "status",
        "paths",
        "tests",
        "bugs",
        "l/b",
        "solver",
        "it, s",
        "ratio",
        "words s",
        "ratio"
    );
}

fn print_summary(rows: &[Row]) {
    println!();
    let kinds = [("l", "larger routines"), ("c", "concrete programs"), ("lc", "both")];
    for (values, is_readable) in [("any values", false), ("readable values", true)] {
        for (kinds, what) in kinds {
            let ratios: Vec<(f64, &Row)> = rows
                .iter()
                .filter(|row| row.name.starts_with(|first| kinds.contains(first)))
                .filter_map(|row| {
                    let ours = if is_readable { &row.readable } else { &row.ours };
                    Some((row.ratio_of(ours)?.value(), row))
                })
                .collect();
            let Some((worst, row)) = ratios.iter().max_by(|a, b| a.0.total_cmp(&b.0)) else { continue };
            let mean = (ratios.iter().map(|(ratio, _)| ratio.ln()).sum::<f64>() / ratios.len() as f64).exp();
            println!(
                "{what}, {values}: geometric mean of {} ratios {mean:.3}, worst {worst:.2} ({} {})",
                ratios.len(),
                row.name,
                row.level
            );
        }
    }
    let slowest = rows
        .iter()
        .filter(|row| row.name.starts_with('t'))
        .max_by(|a, b| a.readable.seconds.total_cmp(&b.readable.seconds));
    if let Some(row) = slowest {
        println!(
            "string functions, readable values: at most {:.1} ms ({} {}), goal {:.0} ms{}",
            1000.0 * row.readable.seconds,
            row.name,
            row.level,
            1000.0 * GOAL,
            if row.readable.seconds <= GOAL { "" } else { ": missed" }
        );
    }
    for row in rows.iter().filter(|row| row.ours.status() != "ok") {
        println!("{} {}: {}", row.name, row.level, row.ours.status());
    }
    for row in rows {
        if let Some(theirs) = &row.theirs
            && theirs.finished()
            && row.ours.finished()
            && theirs.paths + theirs.partial != row.ours.paths()
        {
            println!(
                "{} {}: {} paths, KLEE has {}",
                row.name,
                row.level,
                row.ours.paths(),
                theirs.paths + theirs.partial
            );
        }
    }
}

/// One line of `target/peers.csv`. Times are in seconds, coverage is in percent; unknown values are empty.
#[derive(Serialize)]
struct Record<'a> {
    routine: &'a str,
    opt: &'a str,
    status: &'a str,
    seconds: f64,
    readable_seconds: f64,
    paths: Option<u64>,
    tests: Option<u64>,
    bugs: Option<usize>,
    lines: Option<f64>,
    branches: Option<f64>,
    questions: Option<u64>,
    backend_questions: Option<u64>,
    backend_seconds: Option<f64>,
    klee_config: Option<&'a str>,
    klee_status: Option<&'a str>,
    klee_seconds: Option<f64>,
    klee_paths: Option<u64>,
    ratio: Option<f64>,
    ratio_of: Option<&'static str>,
}

fn write_csv(rows: &[Row]) -> Result<()> {
    let path = target_folder().join("peers.csv");
    let fault = |error: csv::Error| format!("{}: {error}", path.display());
    let file = File::create(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut writer = csv::Writer::from_writer(file);
    for row in rows {
        let summary = row.ours.summary.as_ref();
        let theirs = row.theirs.as_ref();
        let record = Record {
            routine: row.name,
            opt: row.level,
            status: row.ours.status(),
            seconds: row.ours.seconds,
            readable_seconds: row.readable.seconds,
            paths: summary.map(|s| s.paths),
            tests: summary.map(|s| s.tests),
            bugs: summary.map(|s| s.bugs.len()),
            lines: summary.map(|s| percent(s.lines_covered, s.lines)),
            branches: summary.map(|s| percent(s.branches_covered, s.branches)),
            questions: summary.map(Summary::asked),
            backend_questions: summary.map(Summary::backend),
            backend_seconds: summary.map(|s| s.backend_seconds),
            klee_config: theirs.map(|t| t.config.as_str()),
            klee_status: theirs.map(|t| t.status.as_str()),
            klee_seconds: theirs.map(|t| t.wall_s),
            klee_paths: theirs.map(|t| t.paths),
            ratio: row.ratio().map(Ratio::value),
            ratio_of: row.ratio().map(|ratio| match ratio {
                Ratio::Time(_) => "time",
                Ratio::Rate(_) => "paths a second",
            }),
        };
        writer.serialize(record).map_err(fault)?;
    }
    writer.flush().map_err(|error| format!("{}: {error}", path.display()))?;
    println!("written: {}", path.display());
    Ok(())
}

/// The folder that cargo builds in: the binary lies two levels below.
fn target_folder() -> &'static Path {
    symir_binary().ancestors().nth(2).unwrap_or(Path::new("."))
}
