//! The library as other programs use it: what an observer is told and in which order, native runs beside
//! exploration, stages that are left out, and the program in `examples/`.

use assert_cmd::cargo::cargo_bin;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use symir::options::{Externals, Format};
use symir::pipeline::{Error, Observer, Options, Pipeline, Results};
use symir::results::{Progress, Tally};
use symir::{Flow, TestCase, TestLine, Verdict};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A file with a driver, in a folder that goes away with it.
struct Driver {
    folder: tempfile::TempDir,
    file: PathBuf,
}

impl Driver {
    fn new(text: &str) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let file = folder.path().join("driver.c");
        std::fs::write(&file, text).expect("the folder can be written");
        Self { folder, file }
    }
}

fn run(options: Options, observer: &mut dyn Observer) -> Results {
    let pipeline = Pipeline::new(options).unwrap_or_else(|error| panic!("{error}"));
    pipeline.run(observer).unwrap_or_else(|error| panic!("{error}"))
}

/// What an observer was told of tests.
#[derive(Default)]
struct Notes {
    found: Vec<String>,
    shown: Vec<String>,
    judged: Vec<String>,
    warnings: String,
    n_progress: u64,
    /// Whether the observer ends the run after it was told of progress.
    ends_with_progress: bool,
    proved: Vec<(u64, u64)>,
}

/// Implements all functions of an observer. If the trait gets a new one, clippy asks for it here.
#[warn(clippy::missing_trait_methods, reason = "no function is left to its default")]
impl Observer for Notes {
    fn warned(&mut self, warnings: &str) {
        self.warnings += warnings;
    }

    fn found(&mut self, test: &TestCase) -> Flow {
        self.found.push(TestLine(test).to_string());
        if self.ends_with_progress && self.n_progress > 0 { Flow::Stop } else { Flow::Continue }
    }

    fn test(&mut self, test: &TestCase) -> Flow {
        self.shown.push(TestLine(test).to_string());
        Flow::Continue
    }

    fn verdict(&mut self, test: &TestCase, verdict: &Verdict) {
        self.judged.push(format!("{}: {}", verdict.word(), TestLine(test)));
    }

    fn progress(&mut self, _: &Progress) {
        self.n_progress += 1;
    }

    fn proving(&mut self, n_done: u64, n_tests: u64) {
        self.proved.push((n_done, n_tests));
    }
}

const BRANCHES: &str = r#"
    #include "symir.h"
    int rank(unsigned char a, unsigned char b) {
        if (a < 10) return 1;
        if (b < 10) return 2;
        if (a == b) return 3;
        return 4;
    }
    int main(void) { SYMIR_TEST(rank, symir_uchar("a"), symir_uchar("b")); }
"#;

#[test]
fn an_observer_is_told_of_each_test_at_once_in_order_and_with_its_verdict() {
    let driver = Driver::new(BRANCHES);
    let mut notes = Notes::default();
    let options = Options { prove: true, ..Options::of([&driver.file]) };
    let results = run(options, &mut notes);
    let Notes { found, shown, judged, warnings, proved, .. } = notes;
    assert_eq!(warnings, "", "there is nothing to warn of");
    assert_eq!(proved.last(), Some(&(4, 4)), "{proved:?}");
    assert_eq!(found.len(), 4);
    assert_eq!(BTreeSet::from_iter(&found), BTreeSet::from_iter(&shown));
    let confirmed: Vec<String> = shown.iter().map(|line| format!("confirmed: {line}")).collect();
    assert_eq!(judged, confirmed, "verdicts come in the order of tests");
    assert_eq!(results.outcomes.summary.tests, 4);
    let tally = results.proof.expect("it was asked for").tally.expect("the program is built");
    assert_eq!(tally, Tally { confirmed: 4, ..Tally::default() });
}

#[test]
fn an_observer_is_told_of_warnings_and_progress() {
    let driver = Driver::new(&ENDLESS.replace("while (symir", "int m;\n if (m = 1) while (symir"));
    let mut notes = Notes { ends_with_progress: true, ..Notes::default() };
    run(Options::of([&driver.file]), &mut notes);
    assert!(notes.warnings.contains("-Wparentheses"), "{}", notes.warnings);
    assert!(notes.n_progress > 0 && notes.proved.is_empty(), "{} {:?}", notes.n_progress, notes.proved);
}

#[test]
fn what_is_not_asked_for_is_left_out() {
    let driver = Driver::new(BRANCHES);
    let mut lines = Vec::new();
    let results = run(Options::of([&driver.file]), &mut |test: &TestCase| {
        lines.push(TestLine(test).to_string());
    });
    assert_eq!(lines.len(), 4);
    assert!(results.proof.is_none() && results.exported.is_empty());
    let left = std::fs::read_dir(driver.folder.path()).expect("listed").count();
    assert_eq!(left, 1, "no file is written");

    let folder = driver.folder.path().join("tests");
    let export = vec![Format::Csv];
    let options = Options { folder: Some(folder.clone()), export, ..Options::of([&driver.file]) };
    let results = run(options, &mut Notes::default());
    assert_eq!(results.exported.len(), 1);
    assert_eq!(symir::internals::emit::read(&folder).expect("tests").len(), 4);
}

/// A program with a path for each round of a loop without a bound.
const ENDLESS: &str = r#"
    #include "symir.h"
    unsigned depth(void) {
        unsigned n = 0;
        while (symir_uchar("more") > 7) n++;
        return n;
    }
    int main(void) { SYMIR_TEST(depth); }
"#;

/// Ends the run once it has seen some verdicts.
#[derive(Default)]
struct Few {
    n_verdicts: u64,
}

impl Observer for Few {
    fn found(&mut self, _: &TestCase) -> Flow {
        if self.n_verdicts < 3 { Flow::Continue } else { Flow::Stop }
    }

    fn verdict(&mut self, _: &TestCase, verdict: &Verdict) {
        assert!(matches!(verdict, Verdict::Confirmed { .. }), "{verdict:?}");
        self.n_verdicts += 1;
    }
}

#[test]
fn tests_are_proved_while_paths_are_explored() {
    let driver = Driver::new(ENDLESS);
    let mut few = Few::default();
    let options = Options { prove: true, ..Options::of([&driver.file]) };
    // There is always another path, so verdicts that came only at the end would never come.
    let results = run(options, &mut few);
    assert!(few.n_verdicts >= 3);
    assert_eq!(results.outcomes.summary.exhausted, Some("an error in writing the tests"));
}

#[test]
fn options_that_contradict_each_other_are_refused() {
    let refusal = |change: fn(&mut Options)| {
        let mut options = Options::of(["driver.c"]);
        change(&mut options);
        Pipeline::new(options).err()
    };
    assert!(refusal(|_| ()).is_none());
    let havoc = refusal(|options| {
        options.prove = true;
        options.explore.exec.externals = Externals::Havoc;
    });
    assert!(matches!(havoc, Some(Error::HavocNatively)));
    let merge = refusal(|options| (options.explore.merge, options.explore.workers) = (true, 2));
    assert!(matches!(merge, Some(Error::MergeAlone { workers: 2 })));
    let nowhere = refusal(|options| options.export.push(Format::Csv));
    assert!(matches!(nowhere, Some(Error::NoFolder)));
}

fn symir(args: &[&str]) -> (Vec<serde_json::Value>, String) {
    let output = Command::new(cargo_bin("symir")).args(args).current_dir(root()).output();
    let output = output.expect("symir starts");
    let events = String::from_utf8_lossy(&output.stdout).into_owned();
    let read = |line: &str| serde_json::from_str(line).expect("each line is JSON");
    (events.lines().map(read).collect(), String::from_utf8_lossy(&output.stderr).into_owned())
}

/// The events of a run that depend neither on the time nor on how the workers shared the work.
fn lasting(events: &[serde_json::Value]) -> Vec<&serde_json::Value> {
    events.iter().filter(|event| event["event"] == "test" || event["event"] == "replay").collect()
}

#[test]
fn a_limit_of_memory_turns_no_native_run_off() {
    let file = "drivers/strcmp.c";
    let (plain, _) = symir(&["run", "--all", file, "--json"]);
    let (bounded, said) = symir(&["run", "--all", file, "--json", "--memory", "4G", "--workers", "2"]);
    assert_eq!(lasting(&plain), lasting(&bounded), "{said}");
    let summary = bounded.last().expect("a summary");
    assert_eq!(summary["replay"]["confirmed"], summary["summary"]["tests"], "{summary}");
}

/// Only the native run says how some tests end, while the ends of others are known. The events do not depend
/// on which of them is ready first.
#[test]
fn the_order_of_what_is_told_does_not_depend_on_who_is_faster() {
    let driver = Driver::new(BRANCHES);
    let file = driver.file.to_str().expect("a path");
    let run = |workers: &str| symir(&["run", "--all", file, "--json", "--depth", "2", "--workers", workers]);
    let (alone, said) = run("1");
    assert_eq!(lasting(&alone), lasting(&run("2").0));
    let completed = |event: &&serde_json::Value| event["test"]["completed"] == true;
    assert!(alone.iter().filter(completed).count() > 0, "{alone:?} {said}");
}

#[test]
fn the_example_is_built_and_runs() {
    let own = std::env::current_exe().expect("the test has a file");
    let folder = own.parent().and_then(Path::parent).expect("it lies in a folder of its own");
    let example = folder.join("examples/prove");
    // Cargo builds the example if it runs all tests, but not if it runs only one file of tests.
    if !example.is_file() {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let mut build = Command::new(cargo);
        build.args(["build", "--locked", "--offline", "--example", "prove"]).current_dir(root());
        build.args((!cfg!(debug_assertions)).then_some("--release"));
        assert!(build.status().expect("cargo starts").success());
    }
    let driver = Driver::new(BRANCHES);
    let output = Command::new(&example).arg(&driver.file).output().expect("the example starts");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(printed.lines().filter(|line| line.starts_with("confirmed: rank: ")).count(), 4, "{printed}");
    assert!(printed.ends_with("4 tests, 6 of 6 branches\n"), "{printed}");
}
