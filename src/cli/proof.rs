//! The native replay of tests, for `symir run` and `symir replay`: what it needs, and what it says.

use super::Failure;
use super::args::RunArgs;
use std::fmt::{self, Display};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use symir::emit::junit::{self, Replayed};
use symir::frontend::Native;
use symir::ir::Program;
use symir::replay::{self, Manifest, Replayer, Tally, Verdict};
use symir::testcase::{Outcome, TestCase, TestLine};
use symir::util::Deadline;

/// About what the native runs of one test take.
pub const ONE_TEST: Duration = Duration::from_millis(2);

/// Refuses to go on where native runs are not contained wholly.
pub fn require_containment() -> Result<(), Failure> {
    let containment = replay::containment().map_err(Failure::wrong_use)?;
    if containment.is_whole() {
        return Ok(());
    }
    Err(Failure::wrong_use(format!(
        "--require-containment: nothing is run natively here, since {}",
        containment.sentence()
    )))
}

/// What `run.json` says of a run with these arguments.
pub fn manifest(args: &RunArgs, deadline: &Deadline) -> Manifest {
    let mut symbolic_files = args.sym_file.clone();
    symbolic_files.extend(args.sym_stdin.map(|size| ("/dev/stdin".to_owned(), size)));
    Manifest {
        folder: std::env::current_dir().unwrap_or_default(),
        files: args.files.clone(),
        clang: args.clang.clone(),
        level: args.level,
        flags: args.flags.clone(),
        include_dirs: Vec::new(),
        args: std::iter::once("program".to_owned()).chain(args.args.iter().cloned()).collect(),
        symbolic_files,
        symbolic_args: args.sym_args.is_some(),
        replay_milliseconds: args.replay_time.as_millis() as u64,
        deadline: deadline.clone(),
        requires_containment: args.require_containment,
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
            let line = OneLine(&TestLine(test).to_string()).to_string();
            // What is not supported has a line of its own in the summary, once for all its paths.
            let shown = match (&test.outcome, line.split_once(UNSUPPORTED)) {
                (Outcome::Unsupported { .. }, Some((before, _))) => format!("{before}{UNSUPPORTED}"),
                _ => line,
            };
            text += &format!("{:<13} {shown}\n", verdict.word());
            for reason in verdict.reasons() {
                text += &format!("              {reason}\n");
            }
        }
        text
    }
}

/// How the line of a test ends that symir could not go on with, before what that was.
const UNSUPPORTED: &str = " :=> !unsupported";

/// A test of several calls in one line.
struct OneLine<'a>(&'a str);

impl Display for OneLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.replace('\n', "; "))
    }
}
