//! The programs of the benchmark, and the questions that are recorded from their runs.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use symir::internals::engine::{Budget, Flow};
use symir::internals::expr::Arena;
use symir::internals::frontend;
use symir::internals::ir;
use symir::internals::run::{self, Progress, Receiver, Summary};
use symir::internals::solver::{Links, RecordedQuestion, Recorder, SolverOptions};
use symir::internals::testcase::{Outcome, TestCase};
use symir::internals::util::{Deadline, Interrupt};

/// How long a run is recorded, and how many of its questions. The recorded questions are the first ones of
/// the run, since only consecutive questions measure the caches.
const TIME: Duration = Duration::from_secs(2);
const MOST_QUESTIONS: usize = 10_000;

const DRIVERS: [&str; 12] = [
    "strcat",
    "strcmp",
    "strcpy",
    "strlen",
    "strncat",
    "strncmp",
    "strncpy",
    "strnlen",
    "strnstr",
    "strpbrk",
    "strstr",
    "sysfs_streq",
];
/// The programs in `benches/queries` that have a length.
const STRINGS: [&str; 4] = ["strcmp", "strcpy", "strlen", "strstr"];
const LENGTHS: [u32; 3] = [6, 10, 16];
const OTHERS: [&str; 7] = [
    "parse_number",
    "hash_table",
    "json_tokens",
    "crc8_inverse",
    "xorshift_inverse",
    "pointer_chase",
    "float_class",
];

/// A program with its name in the tables.
pub struct Program {
    pub name: String,
    compiled: Arc<ir::Program>,
}

/// The limits of a run.
#[derive(Clone, Default)]
pub struct Bound {
    pub time: Option<Duration>,
    pub paths: Option<u64>,
}

/// One run.
pub struct Run {
    pub summary: Summary,
    pub arena: Arena,
    /// How many decisions all paths took that ended by themselves.
    pub decisions: u64,
}

/// The first questions of a run.
pub struct Recording {
    pub name: String,
    pub run: Run,
    pub questions: Vec<RecordedQuestion>,
}

impl Program {
    fn new(name: String, folder: &str, file: &str, flags: Vec<String>) -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let file: PathBuf = root.join(folder).join(file).with_extension("c");
        let options = frontend::Options { flags, ..frontend::Options::default() };
        let compiled = frontend::compile(&[file], &options).expect("the program compiles").program;
        Self { name, compiled: Arc::new(compiled) }
    }

    /// A program of `benches/queries` that has a length.
    pub fn of_length(file: &str, length: u32) -> Self {
        let flag = format!("-DLENGTH={length}");
        Self::new(format!("{file} {length}"), "benches/queries", file, vec![flag])
    }

    /// Runs it.
    pub fn run(&self, solver: SolverOptions, bound: &Bound) -> Run {
        let deadline = Deadline::new(bound.time, Interrupt::default());
        let options = run::Options {
            solver: SolverOptions { deadline: deadline.clone(), ..solver },
            budget: Budget { deadline, paths: bound.paths, ..Budget::default() },
            ..run::Options::default()
        };
        let mut counter = Counter::default();
        let outcomes = run::run(&self.compiled, &options, &mut counter).expect("the program has a main");
        Run { summary: outcomes.summary, arena: outcomes.arena, decisions: counter.decisions }
    }

    /// Runs it with these links, for a limited time, and records its questions.
    pub fn record(&self, links: Links) -> Recording {
        let recorder = Recorder::new(MOST_QUESTIONS);
        let solver = SolverOptions { links, record: Some(recorder.clone()), ..SolverOptions::default() };
        let run = self.run(solver, &Bound { time: Some(TIME), paths: None });
        Recording { name: self.name.clone(), run, questions: recorder.take() }
    }
}

/// Every program of the corpus; `all` adds one that takes long.
pub fn programs(all: bool) -> Vec<Program> {
    let drivers = DRIVERS.map(|name| Program::new(name.to_owned(), "drivers", name, Vec::new()));
    let strings = STRINGS.into_iter().flat_map(|name| LENGTHS.map(|length| Program::of_length(name, length)));
    let sizes: &[u32] = if all { &[5, 6, 7] } else { &[5, 6] };
    let sorts = sizes
        .iter()
        .map(|n| Program::new(format!("sort {n}"), "benches/queries", "sort", vec![format!("-DN={n}")]));
    let others = OTHERS.map(|name| Program::new(name.to_owned(), "benches/queries", name, Vec::new()));
    drivers.into_iter().chain(strings).chain(sorts).chain(others).collect()
}

/// Counts decisions and keeps no test.
#[derive(Default)]
struct Counter {
    decisions: u64,
}

impl Receiver for Counter {
    fn found(&mut self, test: &TestCase) -> Flow {
        if !matches!(test.outcome, Outcome::Budget(_)) {
            self.decisions += test.decision_path.len() as u64;
        }
        Flow::Continue
    }
    fn in_order(&mut self, _: &TestCase) -> Flow {
        Flow::Continue
    }
    fn progress(&mut self, _: &Progress) {}
}
