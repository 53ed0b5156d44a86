//! Replays tests: each natively, in processes of their own, on all processors.

use super::build::{Sanitizer, Source, Workshop};
use super::containment::{Containment, MEMORY};
use super::judge::{self, Judge};
use super::launcher::Wish;
use super::verdict::{Difference, PATH, Verdict};
use super::wire::{self, Answer, CallLog, Setting};
use super::worker::{NoAnswer, Worker};
use super::{found, natural, sanitizer};
use crate::frontend::Native;
use crate::ir::Program;
use crate::testcase::{Bug, BugKind, Outcome, Recorded, TestCall, TestCase};
use crate::util::Deadline;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// How to replay.
#[derive(Clone, Debug)]
pub struct ReplayOptions {
    /// How long the tested program may take in one run.
    pub limit: Duration,
    /// How long all tests may take; those that are left then are not run.
    pub total: Option<Duration>,
    /// When all native runs have to be done.
    pub deadline: Deadline,
    /// Names and sizes of files that are inputs.
    pub files: Vec<(String, u64)>,
    /// The arguments of the program, its name among them.
    pub arguments: Vec<String>,
    pub has_symbolic_args: bool,
    /// Whether native runs complete tests whose paths were not followed to their ends.
    pub complete: bool,
    /// Whether a flaky test is made again with recorded results of functions that differ from run to run.
    pub record: bool,
    /// The parts of containment that are wanted, as far as the kernel allows; see `Containment`.
    pub containment: u64,
    /// The parts of it without which nothing is run.
    pub required: u64,
}

impl Default for ReplayOptions {
    fn default() -> Self {
        Self {
            limit: Duration::from_secs(1),
            total: None,
            deadline: Deadline::default(),
            files: Vec::new(),
            arguments: vec!["program".to_owned()],
            has_symbolic_args: false,
            complete: true,
            record: true,
            containment: Containment::ALL,
            required: 0,
        }
    }
}

/// A program that is ready to run tests natively.
pub struct Replayer {
    workshop: Workshop,
    program: Arc<Program>,
    binary: PathBuf,
    judge: Judge,
    options: ReplayOptions,
    /// How long it took to compile.
    built_in: Duration,
}

/// How much longer than the program with counters a program with a sanitizer may take to compile: its sources
/// are read again, and its code is longer.
const SANITIZED: u32 = 4;

/// The share of the time to finish a run that native runs may take; after that, files are written.
const SHARE: f64 = 0.8;

/// How many native runs of a test have to agree.
const RUNS: u64 = 3;

impl Replayer {
    /// Compiles the program natively. The error says in words why it cannot be.
    pub fn build(
        program: &Arc<Program>,
        native: &Native,
        source: Source,
        options: ReplayOptions,
    ) -> Result<Self, String> {
        let start = Instant::now();
        let workshop = Workshop::new(source, native.functions.clone())?;
        let binary = workshop.compile(native)?;
        Ok(Self {
            built_in: start.elapsed(),
            workshop,
            program: Arc::clone(program),
            binary,
            judge: Judge::new(program, native),
            options,
        })
    }

    /// Writes a program that runs one test as it is, with the sanitizer that sees the test's error, for a
    /// person with a debugger. The error says why there can be none.
    pub fn write_alone(&self, test: &TestCase, output: &Path) -> Result<(), String> {
        let request = wire::request(test, &self.setting(0, self.options.limit), false);
        // The request without its length.
        self.workshop.compile_alone(sanitizer_for(test), &request[8..], output)
    }

    fn setting(&self, run: u64, limit: Duration) -> Setting<'_> {
        Setting {
            run,
            limit,
            files: &self.options.files,
            arguments: &self.options.arguments,
            has_symbolic_args: self.options.has_symbolic_args,
            globals: self.judge.globals(),
            sources: self.judge.sources(),
        }
    }

    /// The containment that processes of tests have on this machine.
    pub fn containment(&self) -> Result<Containment, String> {
        Ok(self.start(Post::First)?.greeting.containment)
    }

    /// Replays tests and gives their verdicts, in their order.
    pub fn replay(&self, tests: &[TestCase]) -> Vec<Verdict> {
        let next = AtomicUsize::new(0);
        let next = || {
            let index = next.fetch_add(1, Ordering::Relaxed);
            tests.get(index).map(|test| (index as u64, Ok(test.clone())))
        };
        let mut verdicts: Vec<(u64, Verdict)> = Vec::with_capacity(tests.len());
        self.replay_stream(&next, &mut |index, verdict| verdicts.push((index, verdict)));
        verdicts.sort_by_key(|(index, _)| *index);
        verdicts.into_iter().map(|(_, verdict)| verdict).collect()
    }

    /// Replays the numbered tests that `next` gives, on all processors, until it gives no more. `tell` is
    /// called with the number and the verdict of each, as they come. In the place of a test there may be the
    /// reason why there is none.
    pub fn replay_stream(
        &self,
        next: &(dyn Fn() -> Option<(u64, Result<TestCase, String>)> + Sync),
        tell: &mut dyn FnMut(u64, Verdict),
    ) -> Replayed {
        let n_threads = std::thread::available_parallelism().map_or(1, usize::from);
        let start = Instant::now();
        let is_over = || {
            self.options.total.is_some_and(|total| start.elapsed() >= total)
                || self.options.deadline.is_due(SHARE)
        };
        let (sender, receiver) = channel();
        let mut counted = Counted::default();
        let (end, ended) = channel();
        std::thread::scope(|scope| {
            scope.spawn(move || self.prepare(&ended));
            let threads: Vec<_> = (0..n_threads)
                .map(|_| {
                    let (sender, is_over) = (sender.clone(), &is_over);
                    scope.spawn(move || {
                        let counted = Counted::default();
                        let mut bench = Bench { replayer: self, workers: HashMap::new(), counted };
                        while let Some((number, test)) = next() {
                            let verdict = match test {
                                _ if is_over() => Verdict::NotRun,
                                Ok(test) => bench.verdict(&test),
                                Err(why) => Verdict::Unproved { why },
                            };
                            if sender.send((number, verdict)).is_err() {
                                break;
                            }
                        }
                        bench.counted
                    })
                })
                .collect();
            // The threads have the other senders, so the loop below ends when they do.
            drop(sender);
            for (number, verdict) in receiver {
                tell(number, verdict);
            }
            for thread in threads {
                let of_one = thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                counted.add(&of_one.counters, of_one.n_runs);
                counted.n_started += of_one.n_started;
            }
            drop(end);
        });
        let Counted { counters, n_runs, n_started } = counted;
        Replayed { edge_counts: self.judge.edge_counts(&counters), n_runs, n_started }
    }

    /// Compiles the program with AddressSanitizer while there is time for it. When a time limit ends the paths
    /// of a run, their tests are completed, which needs this program; it would be late if it were compiled
    /// only then. `ended` is closed when all tests have run.
    fn prepare(&self, ended: &Receiver<()>) {
        let deadline = &self.options.deadline;
        let Some(left) = deadline.left().filter(|_| self.options.complete) else { return };
        let wait = left.saturating_sub(self.built_in * SANITIZED);
        let is_late = matches!(ended.recv_timeout(wait), Err(RecvTimeoutError::Timeout));
        if is_late && !deadline.is_over() {
            // If it cannot be compiled, the tests that need it say so.
            let _ = self.workshop.sanitized(Sanitizer::Address);
        }
    }

    fn start(&self, post: Post) -> Result<Worker, String> {
        let (binary, fixed_addresses) = match post {
            Post::Sanitized(sanitizer) => (self.workshop.sanitized(sanitizer)?, true),
            Post::First | Post::Second => (&*self.binary, false),
        };
        let options = &self.options;
        let wish = Wish { wanted: options.containment, required: options.required, fixed_addresses };
        self.workshop.start(binary, &wish)
    }
}

/// What native runs of tests gave.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// How often the runs below took each edge of the program, in the order of [`Program::edges`]; edges of
    /// code that is not the user's own count 0.
    pub edge_counts: Vec<u64>,
    /// How many runs that is: one for each test that ran to an end without a sanitizer. Programs with a
    /// sanitizer count nothing.
    pub n_runs: u64,
    /// All runs of tests, including those under sanitizers and repeated ones.
    pub n_started: u64,
}

/// Sums of counters of native runs.
#[derive(Default)]
struct Counted {
    counters: Vec<u64>,
    n_runs: u64,
    n_started: u64,
}

impl Counted {
    fn add(&mut self, counters: &[u64], n_runs: u64) {
        self.counters.resize(self.counters.len().max(counters.len()), 0);
        for (sum, count) in self.counters.iter_mut().zip(counters) {
            *sum += count;
        }
        self.n_runs += n_runs;
    }
}

/// The processes of one thread.
struct Bench<'r> {
    replayer: &'r Replayer,
    workers: HashMap<Post, Worker>,
    counted: Counted,
}

/// What a process is for. The two of the plain program lie at different addresses.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
enum Post {
    First,
    Second,
    Sanitized(Sanitizer),
}

impl Bench<'_> {
    fn verdict(&mut self, test: &TestCase) -> Verdict {
        let verdict = match &test.outcome {
            Outcome::Bug(bug) => self.confirm(test, bug),
            Outcome::Unsupported { what, .. } if what.ends_with(UNDEFINED) => self.go_on(test),
            outcome if outcome.is_unfinished() && !self.replayer.options.complete => self.go_on(test),
            _ => self.compare_or_record(test),
        };
        match verdict {
            // With more time the result might have been another one.
            Ok(Verdict::TimedOut { .. } | Verdict::Crashed { .. }) | Err(_)
                if self.replayer.options.deadline.is_due(SHARE) =>
            {
                Verdict::NotRun
            }
            verdict => verdict.unwrap_or_else(|why| Verdict::Unproved { why }),
        }
    }

    /// Compares a test with native runs. If these do not agree, the test is made again with the results that
    /// functions which differ from run to run gave in the first of them.
    fn compare_or_record(&mut self, test: &TestCase) -> Result<Verdict, String> {
        let mut recorded = Vec::new();
        let verdict = self.compare(test, &mut recorded)?;
        let has_source = !recorded.is_empty() || test.inputs.iter().any(|input| input.name == RANDOM);
        let is_for_recording = matches!(verdict, Verdict::Flaky { .. }) && has_source;
        if !is_for_recording || test.recorded.is_some() || !self.replayer.options.record {
            return Ok(verdict);
        }
        let again = TestCase { recorded: Some(recorded), ..test.clone() };
        Ok(match self.compare(&again, &mut Vec::new())? {
            Verdict::Confirmed { printed } => {
                let mut test = again;
                test.set_printed(printed);
                Verdict::Recorded { test: Box::new(test) }
            }
            Verdict::Completed { test, path } => Verdict::Completed { test, path },
            _ => verdict,
        })
    }

    /// Compares a test that ended by itself, or whose path was not followed to its end. `recorded` receives
    /// the results that functions which differ from run to run gave in the first run.
    fn compare(&mut self, test: &TestCase, recorded: &mut Vec<Recorded>) -> Result<Verdict, String> {
        if test.calls.iter().any(|call| call.result.is_some() && call.footprint.is_none()) {
            let why = "it was recorded without what a native run is compared with".to_owned();
            return Ok(Verdict::Unproved { why });
        }
        let is_unfinished = test.outcome.is_unfinished();
        let judge = &self.replayer.judge;
        let mut runs = Vec::new();
        for run in 0..RUNS {
            let post = if run + 1 == RUNS { Post::Second } else { Post::First };
            let (answer, functions) = match self.run(post, test, run)? {
                Ok(run) => run,
                Err(verdict) => return Ok(verdict),
            };
            if run == 0 {
                self.counted.add(&answer.counters, 1);
                *recorded = judge.recorded(&answer);
            }
            let has_failed = run == 0 && !answer.problem.is_empty();
            runs.push((judge.outputs(test, &answer, &functions), answer, functions));
            if has_failed {
                break;
            }
        }
        let (first, answer, functions) = &runs[0];
        let differs = |other: &(_, Answer, _)| -> Vec<String> {
            let other: &std::collections::BTreeMap<String, String> = &other.0;
            let names = first.iter().filter(|(name, value)| other.get(*name) != Some(value));
            names.map(|(name, _)| name.clone()).collect()
        };
        let mut outputs: Vec<String> = runs[1..].iter().flat_map(differs).collect();
        outputs.sort();
        outputs.dedup();
        if !outputs.is_empty() {
            let same_addresses = runs.get(1).is_some_and(|second| !differs(second).is_empty());
            let has_random = test.inputs.iter().any(|input| input.name == RANDOM);
            let is_by_addresses = judge.causes(answer).is_empty()
                && outputs == [PATH]
                && !test.reads_unwritten
                && !has_random
                && !is_unfinished
                && judge.orders_addresses(answer)
                && judge.differences(test, answer, functions).iter().all(Difference::is_of_path);
            if is_by_addresses {
                return Ok(Verdict::OtherPath { why: BY_ADDRESSES.to_owned() });
            }
            return Ok(self.flaky(test, answer, outputs, same_addresses));
        }
        if is_left_out(&answer.problem) {
            return Ok(Verdict::Unproved { why: answer.problem.clone() });
        }
        if is_unfinished {
            let runs: Vec<(Answer, Vec<u64>)> =
                runs.into_iter().map(|(_, answer, functions)| (answer, functions)).collect();
            return self.complete(test, &runs);
        }
        if let Some(signal) = answer.signal() {
            let reasons = [(test.names_address, AN_ADDRESS), (test.reads_unwritten, UNWRITTEN)];
            if let Some((_, why)) = reasons.into_iter().find(|(holds, _)| *holds) {
                return Ok(Verdict::Unproved { why: format!("{why}; natively: signal {signal}") });
            }
            if signal == SEGMENTATION_FAULT && self.overflows_stack(test)? {
                let why = "natively its calls need more stack than there is; symir takes them to need less";
                return Ok(Verdict::Unproved { why: why.to_owned() });
            }
            return Ok(Verdict::Crashed { why: with_refused(format!("signal {signal}"), answer) });
        }
        let mut differences = judge.differences(test, answer, functions);
        if differences.is_empty() {
            let answers = runs.iter().map(|(_, answer, _)| answer);
            return Ok(Verdict::Confirmed { printed: printed(answers) });
        }
        if differences.iter().all(Difference::is_of_path) && judge.orders_addresses(answer) {
            return Ok(Verdict::OtherPath { why: BY_ADDRESSES.to_owned() });
        }
        let reasons = [(test.names_address, AN_ADDRESS), (judge.orders_addresses(answer), ORDER)];
        if let Some((_, why)) = reasons.into_iter().find(|(holds, _)| *holds) {
            let what: Vec<String> = differences.into_iter().map(|difference| difference.what).collect();
            return Ok(Verdict::Unproved { why: format!("{why}; different: {}", what.join(", ")) });
        }
        if test.reads_unwritten {
            let outputs = differences.into_iter().map(|difference| difference.what).collect();
            return Ok(Verdict::Flaky { outputs, causes: vec!["memory that was never written".to_owned()] });
        }
        if let Some(words) = refused_words(answer) {
            differences.push(Difference {
                what: "system calls".into(),
                expected: "none that replay refuses".into(),
                found: words,
            });
        }
        Ok(Verdict::Differs { differences })
    }

    /// The verdict on a test whose native runs do not agree. `same_addresses` says that even runs whose
    /// objects lie at the same addresses do not agree.
    fn flaky(&self, test: &TestCase, answer: &Answer, outputs: Vec<String>, same_addresses: bool) -> Verdict {
        let mut causes = self.replayer.judge.causes(answer);
        if causes.is_empty() {
            let has_random = test.inputs.iter().any(|input| input.name == RANDOM);
            let cause = match () {
                () if test.reads_unwritten => "memory that was never written",
                () if has_random => "random bytes",
                () if self.replayer.judge.orders_addresses(answer) => "an address",
                () if same_addresses => "memory that was never written",
                () if outputs.iter().any(|output| output == "the path") => {
                    "an address, on which its path depends"
                }
                () => "an address",
            };
            causes.push(cause.to_owned());
        }
        Verdict::Flaky { outputs, causes }
    }

    /// Completes a test of a path that was not followed to its end: it expects what its native runs agree on.
    fn complete(&mut self, test: &TestCase, runs: &[(Answer, Vec<u64>)]) -> Result<Verdict, String> {
        let (answer, _) = &runs[0];
        let ended = cause_of_end(test);
        // What the mock gives back is not known, so a script could not play it.
        if answer.problem != EXCLUDED && test.calls.iter().any(TestCall::ends_in_mock) {
            let why = format!("{ended}, within a mock");
            return Ok(Verdict::Unproved { why });
        }
        if let Some(signal) = answer.signal() {
            let known = found::failed_assertion(&self.replayer.program, answer);
            return self.found_natively(test, answer, known, signal);
        }
        if answer.problem == EXCLUDED {
            return Ok(Verdict::Excluded);
        }
        if is_beyond_the_path(&answer.problem) {
            return Ok(Verdict::Unproved { why: format!("{ended}; natively: {}", answer.problem) });
        }
        if !answer.problem.is_empty() {
            let (expected, found) = (String::from("the inputs of the path"), answer.problem.clone());
            return Ok(Verdict::Differs {
                differences: vec![Difference { what: "the inputs".into(), expected, found }],
            });
        }
        if let Some(refused) = refused_words(answer) {
            return Ok(Verdict::Unproved { why: format!("{ended}; natively: {refused}") });
        }
        let more_mocks = |(call, log): (&TestCall, &CallLog)| {
            call.script.len() != log.mocked.len() && call.result.is_none()
        };
        if test.calls.iter().zip(&answer.calls).any(more_mocks) {
            let why = format!("{ended}; natively: mocks are called that its path did not come to");
            return Ok(Verdict::Unproved { why });
        }
        let replayer = self.replayer;
        let completed = match natural::completed(&replayer.program, &replayer.judge, test, runs) {
            Ok(completed) => completed,
            Err(natural::Disagreement { outputs, same_addresses }) => {
                return Ok(self.flaky(test, answer, outputs, same_addresses));
            }
        };
        let mut completed = completed;
        completed.set_printed(printed(runs.iter().map(|(answer, _)| answer)));
        let completed = match self.seen_by_sanitizer(test, answer)? {
            Ok(Some(bug)) => found::with_bug(test, bug),
            Ok(None) => completed,
            // A result of a run that only seemed to end well must not be expected.
            Err(why) => return Ok(Verdict::Unproved { why: format!("{ended}; natively: {why}") }),
        };
        Ok(Verdict::Completed { test: Box::new(completed), path: replayer.judge.path(answer) })
    }

    /// The error of a test that ends by itself without a sanitizer, but not with one; or why it is not known
    /// whether there is one.
    fn seen_by_sanitizer(
        &mut self,
        test: &TestCase,
        plain: &Answer,
    ) -> Result<Result<Option<Bug>, String>, String> {
        let sanitizer = Sanitizer::Address;
        let binary = match self.replayer.workshop.sanitized(sanitizer) {
            Ok(binary) => binary,
            Err(why) => {
                return Ok(Err(format!(
                    "nothing looks for errors of memory: {}",
                    why.lines().next().unwrap_or_default()
                )));
            }
        };
        let answer = match self.run(Post::Sanitized(sanitizer), test, 0)? {
            Ok((answer, _)) => answer,
            Err(_) => return Ok(Err("no run under AddressSanitizer came to its end".to_owned())),
        };
        if judge::end(&answer) == judge::end(plain) {
            return Ok(Ok(None));
        }
        let report = String::from_utf8_lossy(&answer.stderr);
        let bug = found::seen_bug(&self.replayer.program, &sanitizer::findings(&report, binary));
        Ok(match bug {
            Some(bug) => Ok(Some(bug)),
            None => Err(format!("under AddressSanitizer, {}", judge::end(&answer))),
        })
    }

    /// The verdict on a test of an unfinished path that a signal ends natively: an error of the program, if
    /// it is known which one.
    fn found_natively(
        &mut self,
        test: &TestCase,
        plain: &Answer,
        known: Option<Bug>,
        signal: i32,
    ) -> Result<Verdict, String> {
        let program = Arc::clone(&self.replayer.program);
        let bug = match known {
            Some(bug) => Some(bug),
            None => match self.run(Post::Sanitized(Sanitizer::Address), test, 0)? {
                Ok((answer, _)) => {
                    let binary = self.replayer.workshop.sanitized(Sanitizer::Address)?;
                    let report = String::from_utf8_lossy(&answer.stderr);
                    found::seen_bug(&program, &sanitizer::findings(&report, binary))
                }
                Err(_) => None,
            },
        };
        Ok(match bug {
            Some(bug) => {
                let path = self.replayer.judge.path(plain);
                Verdict::Completed { test: Box::new(found::with_bug(test, bug)), path }
            }
            None => Verdict::Unproved { why: format!("{}; natively: signal {signal}", cause_of_end(test)) },
        })
    }

    /// Runs a test of an unfinished path that is not to be completed. Nothing is compared, but it may do
    /// harm.
    fn go_on(&mut self, test: &TestCase) -> Result<Verdict, String> {
        Ok(match self.run(Post::First, test, 0)? {
            Ok((answer, _)) => {
                self.counted.add(&answer.counters, 1);
                let end = with_refused(judge::end(&answer), &answer);
                Verdict::Unproved { why: format!("{}; natively: {end}", cause_of_end(test)) }
            }
            Err(verdict) => verdict,
        })
    }

    /// Confirms a test of an error: a sanitizer has to see the same error.
    fn confirm(&mut self, test: &TestCase, bug: &Bug) -> Result<Verdict, String> {
        if bug.kind == BugKind::MemoryLeak {
            return Ok(Verdict::Unproved { why: "no native run looks for memory leaks".to_owned() });
        }
        let sanitizer = sanitizer_for(test);
        let (answer, _) = match self.run(Post::Sanitized(sanitizer), test, 0)? {
            Ok(run) => run,
            Err(verdict) => return Ok(verdict),
        };
        let binary = self.replayer.workshop.sanitized(sanitizer)?;
        let report = String::from_utf8_lossy(&answer.stderr);
        let findings = sanitizer::findings(&report, binary);
        if findings.iter().any(|finding| finding.is(bug)) {
            return Ok(Verdict::Confirmed { printed: Vec::new() });
        }
        let site = bug.stack.iter().find(|site| site.line > 0);
        let site = site.map_or(String::new(), |site| format!(" at {site}"));
        let found: Vec<String> = findings.iter().map(sanitizer::Finding::in_words).collect();
        let found = if found.is_empty() { judge::end(&answer) } else { found.join("; ") };
        let why = sanitizer::out_of_sight(bug).or_else(|| {
            let is_left_out = is_left_out(&answer.problem);
            let reasons =
                [(is_left_out, "symir knows what no native program does"), (test.names_address, AN_ADDRESS)];
            let reason = reasons.into_iter().find(|(holds, _)| *holds);
            reason.map(|(_, words)| words.to_owned())
        });
        if let Some(why) = why {
            return Ok(Verdict::Unproved { why: format!("{why}; natively: {found}") });
        }
        let difference =
            Difference { what: "the error".into(), expected: format!("{}{site}", bug.kind), found };
        Ok(Verdict::Differs { differences: vec![difference] })
    }

    /// Whether AddressSanitizer says that the stack is too small for a test.
    fn overflows_stack(&mut self, test: &TestCase) -> Result<bool, String> {
        let Ok((answer, _)) = self.run(Post::Sanitized(Sanitizer::Address), test, 0)? else {
            return Ok(false);
        };
        let binary = self.replayer.workshop.sanitized(Sanitizer::Address)?;
        let findings = sanitizer::findings(&String::from_utf8_lossy(&answer.stderr), binary);
        Ok(findings.iter().any(|finding| finding.kinds.contains(&BugKind::StackOverflow)))
    }

    /// Runs a test once. Gives the answer and the addresses of functions; the inner error is a verdict that
    /// needs no comparison.
    fn run(
        &mut self,
        post: Post,
        test: &TestCase,
        run: u64,
    ) -> Result<Result<(Answer, Vec<u64>), Verdict>, String> {
        let replayer = self.replayer;
        let is_plain = !matches!(post, Post::Sanitized(_));
        let options = &replayer.options;
        let limit = if is_plain { options.limit } else { options.limit * 4 };
        let request = wire::request(test, &replayer.setting(run, limit), is_plain);
        self.counted.n_started += 1;
        let mut asked = self.ask(post, &request, limit)?;
        if matches!(asked, Err(NoAnswer::Late)) {
            asked = self.ask(post, &request, limit)?;
        }
        let (answer, functions) = match asked {
            Ok(answered) => answered,
            Err(NoAnswer::Broken(why)) => return Ok(Err(Verdict::Crashed { why })),
            Err(NoAnswer::Late) => return Ok(Err(Verdict::Unproved { why: NEVER_ANSWERED.to_owned() })),
            Err(NoAnswer::Stopped) => {
                return Ok(Err(Verdict::Unproved { why: "the run was to end before it".to_owned() }));
            }
        };
        if answer.disk_full {
            return Ok(Err(Verdict::Crashed { why: "it fills the disk".to_owned() }));
        }
        if answer.memory_full {
            let words = format!("it uses more than {} GiB of memory", MEMORY >> 30);
            return Ok(Err(match test.outcome {
                // In other cases the test has the result without a limit, and the limit is symir's own.
                Outcome::Budget(_) => Verdict::Crashed { why: words },
                _ => Verdict::Unproved { why: format!("natively {words}, which symir does not allow") },
            }));
        }
        // The limit of processor time may be reached before the limit of elapsed time.
        if answer.timed_out || matches!(answer.signal(), Some(OVER_TIME)) {
            let why = format!("it does not end within {} s", limit.as_secs_f64());
            return Ok(Err(Verdict::TimedOut { why: with_refused(why, &answer) }));
        }
        Ok(Ok((answer, functions)))
    }

    /// Asks the process for such runs. Gives its answer and the addresses of functions. A process that does
    /// not answer is not asked again.
    fn ask(
        &mut self,
        post: Post,
        request: &[u8],
        limit: Duration,
    ) -> Result<Result<(Answer, Vec<u64>), NoAnswer>, String> {
        let replayer = self.replayer;
        let worker = match self.workers.entry(post) {
            std::collections::hash_map::Entry::Occupied(entry) => entry.into_mut(),
            std::collections::hash_map::Entry::Vacant(entry) => entry.insert(replayer.start(post)?),
        };
        let answer = worker.run(request, limit, &|| replayer.options.deadline.is_due(SHARE));
        let answered = answer.map(|answer| (answer, worker.greeting.functions.clone()));
        if answered.is_err() {
            self.workers.remove(&post);
        }
        Ok(answered)
    }
}

/// How the message ends for a variable that the native program does not have either; see `exec/failure.rs`.
const UNDEFINED: &str = "which no given file defines";

/// The reason if a process that runs tests does not answer.
const NEVER_ANSWERED: &str =
    "the process that runs it did not answer in time, twice; the machine may be overloaded";

/// The name of random bytes as an input.
const RANDOM: &str = "random";
/// Why a native run may differ from a test whose inputs were compared with addresses.
const AN_ADDRESS: &str = "its inputs are or make an address of an object, which lies elsewhere natively";
/// Why a native run may take another path to the same results.
const BY_ADDRESSES: &str = "it compares addresses of objects, or computes with them, and objects lie elsewhere natively: what \
     comes out is the same";
/// Why a native run may have another result.
const ORDER: &str =
    "it compares addresses of objects, or computes with them, and objects lie elsewhere natively";
/// The same if memory was read that may hold anything natively.
const UNWRITTEN: &str = "it reads memory that was never written";
/// How messages end for things that only symir can do, or that a machine does not have; see `inputs.c`.
const LEFT_OUT: [&str; 3] =
    ["which has no native counterpart", "whose answer is not that of the test", NO_MEMORY];
/// How the message ends if an object is larger than the machine allows.
const NO_MEMORY: &str = "which this machine does not give";

/// Whether a run gave up because of something that no native run can do.
fn is_left_out(problem: &str) -> bool {
    LEFT_OUT.iter().any(|end| problem.ends_with(end))
}

/// Why the path of a test was not followed to its end.
fn cause_of_end(test: &TestCase) -> &'static str {
    match test.outcome {
        Outcome::Budget(_) => "a budget ended its path before that",
        _ => "symir cannot go on with it",
    }
}

/// The problem of a run that an assumption excludes; see `inputs.c`.
const EXCLUDED: &str = "an assumption of the driver is false";

/// Whether a run gave up because of something that a path may not have come to if it was not explored to its
/// end. The words are those of `inputs.c` and `missing.c`.
fn is_beyond_the_path(problem: &str) -> bool {
    ["more than the test has", "which is defined nowhere"].iter().any(|end| problem.ends_with(end))
}

/// The sanitizer that sees the error of a test; if it has none, the one that sees most errors.
fn sanitizer_for(test: &TestCase) -> Sanitizer {
    match &test.outcome {
        Outcome::Bug(Bug { kind: BugKind::UninitialisedRead, .. }) => Sanitizer::Memory,
        _ => Sanitizer::Address,
    }
}

/// Linux's SIGSEGV.
const SEGMENTATION_FAULT: i32 = 11;
/// Linux's SIGXCPU.
const OVER_TIME: i32 = 24;

fn with_refused(words: String, answer: &Answer) -> String {
    match refused_words(answer) {
        Some(refused) => format!("{words}; {refused}"),
        None => words,
    }
}

/// The system call that was refused, by its name if programs commonly use it.
fn refused_words(answer: &Answer) -> Option<String> {
    const NAMES: &[(u64, &str)] = &[
        (16, "ioctl"),
        (29, "shmget"),
        (41, "socket"),
        (53, "socketpair"),
        (56, "clone"),
        (57, "fork"),
        (58, "vfork"),
        (59, "execve"),
        (62, "kill"),
        (64, "semget"),
        (68, "msgget"),
        (72, "fcntl"),
        (73, "flock"),
        (76, "truncate"),
        (90, "chmod"),
        (91, "fchmod"),
        (92, "chown"),
        (101, "ptrace"),
        (109, "setpgid"),
        (112, "setsid"),
        (132, "utime"),
        (133, "mknod"),
        (141, "setpriority"),
        (157, "prctl"),
        (160, "setrlimit"),
        (161, "chroot"),
        (162, "sync"),
        (165, "mount"),
        (203, "sched_setaffinity"),
        (234, "tgkill"),
        (240, "mq_open"),
        (253, "inotify_init"),
        (280, "utimensat"),
        (302, "prlimit64"),
        (322, "execveat"),
        (424, "pidfd_send_signal"),
        (434, "pidfd_open"),
        (435, "clone3"),
    ];
    let number = answer.refused?;
    let name = NAMES.iter().find(|(known, _)| *known == number);
    Some(match name {
        Some((_, name)) => format!("the system call {name} is refused to tests"),
        None => format!("the system call {number} is refused to tests"),
    })
}

/// What each call under test prints in all of these runs; `None` if that is nothing, or not always the same.
fn printed<'a>(mut runs: impl Iterator<Item = &'a Answer>) -> Vec<Option<Vec<u8>>> {
    let of_calls = |answer: &Answer| answer.calls.iter().map(|call| call.printed.clone()).collect();
    let mut printed: Vec<Option<Vec<u8>>> = runs.next().map_or(Vec::new(), of_calls);
    for other in runs {
        for (at, text) in printed.iter_mut().enumerate() {
            let is_same = other.calls.get(at).is_some_and(|call| call.printed == *text);
            *text = text.take().filter(|_| is_same);
        }
    }
    printed
}
