//! The native replay of tests, for `symir run` and `symir replay`: what it needs, and what it says.

use super::Failure;
use super::args::RunArgs;
use serde::{Deserialize, Serialize};
use std::fmt::{self, Display};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use symir::emit::junit::{self, Replayed};
use symir::frontend::{self, Native};
use symir::ir::Program;
use symir::replay::{ReplayOptions, Replayer, Source, Tally, Verdict};
use symir::testcase::{TestCase, TestLine};
use symir::util::Deadline;
use symir::util::bounded;

/// Where a folder of tests says how they came to be.
const FILE: &str = "run.json";

/// How a run's program was made and started: what a replay of its tests needs.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Manifest {
    /// The folder that relative paths, also those in flags, begin at.
    folder: PathBuf,
    files: Vec<PathBuf>,
    clang: Option<PathBuf>,
    level: u8,
    flags: Vec<String>,
    args: Vec<String>,
    symbolic_files: Vec<(String, u64)>,
    symbolic_args: bool,
    replay_milliseconds: u64,
    /// When the run itself is to be done.
    #[serde(skip)]
    deadline: Deadline,
}

/// About what the native runs of one test take.
pub const ONE_TEST: Duration = Duration::from_millis(2);

impl Manifest {
    /// What these arguments say.
    pub fn of(args: &RunArgs, deadline: &Deadline) -> Self {
        let mut symbolic_files = args.sym_file.clone();
        symbolic_files.extend(args.sym_stdin.map(|size| ("/dev/stdin".to_owned(), size)));
        Self {
            folder: std::env::current_dir().unwrap_or_default(),
            files: args.files.clone(),
            clang: args.clang.clone(),
            level: args.level,
            flags: args.flags.clone(),
            args: std::iter::once("program".to_owned()).chain(args.args.iter().cloned()).collect(),
            symbolic_files,
            symbolic_args: args.sym_args.is_some(),
            replay_milliseconds: args.replay_time.as_millis() as u64,
            deadline: deadline.clone(),
        }
    }

    /// Writes it into a folder of tests.
    pub fn write(&self, folder: &Path) -> Result<(), Failure> {
        let path = folder.join(FILE);
        let text = serde_json::to_string_pretty(self).expect("invariant: paths and numbers are JSON");
        std::fs::write(&path, text + "\n")
            .map_err(|error| Failure::wrong_use(format!("cannot write {}: {error}", path.display())))
    }

    /// Reads what [`Manifest::write`] has written.
    pub fn read(folder: &Path) -> Result<Self, Failure> {
        let path = folder.join(FILE);
        let failed = |error: &dyn Display| {
            Failure::wrong_use(format!(
                "{}: {error}; name a folder that `symir run -o DIR` has written",
                path.display()
            ))
        };
        let text = bounded::read_to_string(&path).map_err(|error| failed(&error))?;
        serde_json::from_str(&text).map_err(|error| failed(&error))
    }

    /// The folder that the program was compiled in.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// When a replay is to be done.
    pub fn set_deadline(&mut self, deadline: Deadline) {
        self.deadline = deadline;
    }

    /// A longer or shorter time for each test.
    pub fn set_limit(&mut self, limit: Duration) {
        self.replay_milliseconds = limit.as_millis() as u64;
    }

    /// Compiles the program as the run did, for the native run too.
    pub fn compile(&self) -> Result<frontend::Compiled, frontend::Error> {
        frontend::compile(&self.files, &self.source().options)
    }

    fn source(&self) -> Source {
        let options = frontend::Options {
            clang: self.clang.clone(),
            level: super::run::opt_level(self.level),
            flags: self.flags.clone(),
            native: true,
            deadline: self.deadline.clone(),
            ..frontend::Options::default()
        };
        Source { files: self.files.clone(), options }
    }

    fn options(&self) -> ReplayOptions {
        ReplayOptions {
            limit: Duration::from_millis(self.replay_milliseconds),
            deadline: self.deadline.clone(),
            files: self.symbolic_files.clone(),
            arguments: self.args.clone(),
            has_symbolic_args: self.symbolic_args,
            ..ReplayOptions::default()
        }
    }
}

/// A native program in the making.
pub struct Builder(JoinHandle<Result<Replayer, String>>);

impl Builder {
    /// Begins to compile, beside whatever else is done.
    pub fn start(manifest: &Manifest, program: &Arc<Program>, native: Native) -> Self {
        let (program, source, options) = (Arc::clone(program), manifest.source(), manifest.options());
        Self(std::thread::spawn(move || Replayer::build(&program, &native, source, options)))
    }

    /// The program once it is compiled, or why there is none.
    pub fn finish(self) -> Result<Replayer, String> {
        self.0.join().unwrap_or_else(|_| Err("the thread that builds it has failed".to_owned()))
    }

    /// Replays tests once the program is compiled, and tells after each how many are done.
    pub fn prove(self, tests: &[TestCase], tell: &dyn Fn(usize)) -> Proof {
        let built = self.finish();
        let start = Instant::now();
        let verdicts = built.map(|replayer| replayer.replay_counted(tests, tell).verdicts);
        Proof { verdicts, seconds: start.elapsed().as_secs_f64() }
    }
}

/// What native runs say of tests, one verdict each.
pub struct Proof {
    verdicts: Result<Vec<Verdict>, String>,
    /// Without compiling.
    pub seconds: f64,
}

impl Proof {
    /// The verdicts, or why there are none.
    pub fn verdicts(&self) -> &[Verdict] {
        self.verdicts.as_deref().unwrap_or_default()
    }

    /// How many of each; `None` if the program cannot be built.
    pub fn tally(&self) -> Option<Tally> {
        self.verdicts.as_ref().ok().map(Tally::of)
    }

    /// A JSON object a line for each verdict.
    pub fn events(&self, tests: &[TestCase]) -> String {
        let mut text = String::new();
        for (test, verdict) in tests.iter().zip(self.verdicts()) {
            let event = serde_json::json!({ "event": "replay", "name": test.name, "replay": verdict });
            text += &format!("{event}\n");
        }
        if let Err(why) = &self.verdicts {
            text += &format!("{}\n", serde_json::json!({ "event": "no-replay", "why": why }));
        }
        text
    }

    /// For `junit.xml`: what became of each test.
    pub fn junit(&self, tests: &[TestCase]) -> Vec<Replayed> {
        let named = |test: &TestCase| test.name.clone();
        match &self.verdicts {
            Ok(verdicts) => tests
                .iter()
                .zip(verdicts)
                .map(|(test, verdict)| Replayed {
                    name: named(test),
                    verdict: match verdict {
                        Verdict::Confirmed | Verdict::Completed { .. } => junit::Verdict::Passed,
                        Verdict::Differs { .. } | Verdict::Flaky { .. } => junit::Verdict::Failed,
                        Verdict::TimedOut { .. } | Verdict::Crashed { .. } => junit::Verdict::Error,
                        Verdict::Unproved { .. } | Verdict::Excluded | Verdict::NotRun => {
                            junit::Verdict::Skipped
                        }
                    },
                    message: verdict.reasons().join("; "),
                })
                .collect(),
            Err(why) => tests
                .iter()
                .map(|test| Replayed {
                    name: named(test),
                    verdict: junit::Verdict::Skipped,
                    message: why.clone(),
                })
                .collect(),
        }
    }

    /// For the summary: how many, and each test that does not hold.
    pub fn report(&self, tests: &[TestCase]) -> String {
        let verdicts = match &self.verdicts {
            Ok(verdicts) => verdicts,
            Err(why) => return format!("replay        not possible: {why}\n"),
        };
        let mut text = format!("replay        {}\n", Tally::of(verdicts));
        for (test, verdict) in tests.iter().zip(verdicts).filter(|(_, verdict)| !verdict.holds()) {
            text += &format!("{:<13} {}\n", verdict.word(), OneLine(&TestLine(test).to_string()));
            for reason in verdict.reasons() {
                text += &format!("              {reason}\n");
            }
        }
        text
    }
}

/// A test of several calls in one line.
struct OneLine<'a>(&'a str);

impl Display for OneLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.replace('\n', "; "))
    }
}
