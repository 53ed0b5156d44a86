//! Runs give the same tests, byte for byte, for any number of workers, with any strategy, and after an
//! interruption. Budgets and targets end a run as they should.

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// Some 7,000 paths, one of them with an error. The first worker cannot end all of them before the others
/// start.
const MANY: &str = r#"
    #include "symir.h"
    int weigh(const char *s) {
        int n = 0;
        for (int i = 0; i < 8; i++) {
            if (s[i] > 'm') n += i;
            else if (s[i] == 'c') n ^= 3;
            else n -= 1;
        }
        return 100 / (n - 27);
    }
    int main(void) {
        char s[8];
        symir_bytes(s, sizeof s, "s");
        SYMIR_TEST(weigh, s);
    }
"#;

fn driver(folder: &Path, text: &str) -> PathBuf {
    let path = folder.join("driver.c");
    fs::write(&path, text).expect("the temporary folder can be written");
    path
}

fn symir(file: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin("symir"));
    command.args(["run", "--all", "--no-replay"]).arg(file).args(arguments);
    command
}

fn run(file: &Path, arguments: &[&str]) -> Output {
    symir(file, arguments).output().expect("the binary runs")
}

/// Runs symir, reads its first line at once and the others after a while. In between it waits with a full
/// pipe, so that other workers have enough time to start, on any machine.
fn run_slowly(file: &Path, arguments: &[&str]) -> Output {
    let mut child = symir(file, arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let mut stdout = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut first = Vec::new();
    stdout.read_until(b'\n', &mut first).expect("a line");
    std::thread::sleep(Duration::from_secs(1));
    stdout.read_to_end(&mut first).expect("the other lines");
    Output { stdout: first, ..child.wait_with_output().expect("it ends") }
}

fn text(output: &[u8]) -> String {
    String::from_utf8_lossy(output).into_owned()
}

/// The summary of a run with `--json`.
fn summary(output: &Output) -> serde_json::Value {
    let text = text(&output.stdout);
    let line = text.lines().rev().find(|line| line.contains("\"event\":\"summary\""));
    let event: serde_json::Value =
        serde_json::from_str(line.expect("a run has a summary")).expect("the summary is JSON");
    event["summary"].clone()
}

fn peak_kilobytes(pid: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

#[test]
fn workers_change_nothing() {
    let folder = tempfile::tempdir().expect("there is a temporary folder");
    let file = driver(folder.path(), MANY);
    let alone = run(&file, &["--workers", "1", "--readable", "none"]);
    assert_eq!(text(&alone.stdout).lines().count(), 6561, "{}", text(&alone.stderr));
    for workers in ["2", "4"] {
        let together = run_slowly(&file, &["--workers", workers, "--readable", "none", "--json"]);
        let lines: Vec<String> = text(&together.stdout)
            .lines()
            .filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok())
            .filter(|event| event["event"] == "test")
            .map(|event| event["line"].as_str().unwrap_or_default().to_owned())
            .collect();
        assert!(lines.iter().map(String::as_str).eq(text(&alone.stdout).lines()), "with {workers} workers");
        let summary = summary(&together);
        let used = summary["workers"].as_array().map_or(0, Vec::len);
        assert!(used > 1, "{workers} workers were asked for and {used} worked");
        let bugs = summary["bugs"].as_array().map_or(0, Vec::len);
        assert_eq!(bugs, 1, "{summary}");
    }
}

#[test]
fn strategies_and_workers_change_nothing_for_any_seed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let strategies = [
        "bfs",
        "random-path",
        "distance,random-state",
        "new-coverage:2,news",
        "depths,iteration,cost,news-path",
    ];
    for seed in 1..=20u32 {
        let seed_text = seed.to_string();
        let name = ["strcmp", "strncpy", "strpbrk", "sysfs_streq"][seed as usize % 4];
        let file = root.join("drivers").join(name).with_extension("c");
        let plain = run(&file, &["--seed", &seed_text, "--workers", "1", "--explain"]);
        assert!(plain.status.success(), "{}", text(&plain.stderr));
        let strategy = strategies[seed as usize % strategies.len()];
        let workers = ["2", "4"][seed as usize % 2];
        let other =
            run(&file, &["--seed", &seed_text, "--workers", workers, "--search", strategy, "--explain"]);
        assert_eq!(text(&plain.stdout), text(&other.stdout), "{name}, seed {seed}, {strategy}");
    }
}

#[test]
fn a_run_that_was_killed_goes_on() {
    let folder = tempfile::tempdir().expect("there is a temporary folder");
    let file = driver(folder.path(), MANY);
    let notes = folder.path().join("notes");
    let notes_text = notes.to_string_lossy().into_owned();
    let whole = run(&file, &["--readable", "none"]);
    let mut child = symir(&file, &["--readable", "none", "--workers", "2", "--checkpoint", &notes_text])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the binary runs");
    // It is killed in the middle, when there are tests in its file.
    let start = Instant::now();
    while fs::read(&notes).map_or(0, |notes| notes.len()) < 100_000
        && start.elapsed() < Duration::from_secs(300)
    {
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().expect("the process is ours");
    let _ = child.wait();
    let n_before = text(&fs::read(&notes).expect("there is a checkpoint")).matches("{\"found\"").count();
    assert!(n_before > 0);
    for workers in ["1", "3"] {
        let rest = run(&file, &["--readable", "none", "--workers", workers, "--resume", &notes_text]);
        assert_eq!(text(&whole.stdout), text(&rest.stdout), "resumed after {n_before} tests");
    }
}

#[test]
fn a_run_that_a_budget_ended_goes_on_from_its_states() {
    let folder = tempfile::tempdir().expect("there is a temporary folder");
    let file = driver(folder.path(), MANY);
    let notes = folder.path().join("notes").to_string_lossy().into_owned();
    let whole = run(&file, &["--readable", "none", "--json"]);
    let budget = ["--readable", "none", "--search", "random-path", "--instructions", "100000"];
    let part = run(&file, &[&budget[..], &["--checkpoint", &notes]].concat());
    assert_eq!(part.status.code(), Some(10), "an error was found: {}", text(&part.stderr));
    // The run is interrupted a second time.
    let more = ["--readable", "none", "--instructions", "60000", "--resume", &notes, "--checkpoint", &notes];
    run(&file, &more);
    let rest = run(&file, &["--readable", "none", "--json", "--resume", &notes]);
    let tests = |output: &Output| -> Vec<String> {
        text(&output.stdout)
            .lines()
            .filter(|line| line.contains("\"event\":\"test\""))
            .map(str::to_owned)
            .collect()
    };
    assert_eq!(tests(&whole), tests(&rest));
    let (all, left) = (&summary(&whole)["instructions"], &summary(&rest)["instructions"]);
    assert!(left.as_u64() < all.as_u64().map(|all| all * 3 / 4), "{left} instructions of {all} were left");
}

#[test]
fn a_checkpoint_of_another_run_is_refused() {
    let folder = tempfile::tempdir().expect("there is a temporary folder");
    let file = driver(folder.path(), MANY);
    let notes = folder.path().join("notes").to_string_lossy().into_owned();
    run(&file, &["--readable", "none", "--paths", "5", "--checkpoint", &notes]);
    let other = run(&file, &["--readable", "none", "--seed", "2", "--resume", &notes]);
    assert_eq!(other.status.code(), Some(2));
    assert!(text(&other.stderr).contains("another seed"), "{}", text(&other.stderr));
}

/// Its results depend on a table of numbers, which are in no instruction.
const TABLE: &str = r#"
    #include "symir.h"
    static const int table[4] = {10, 20, 30, 40};
    int look(unsigned char n) { return n < 4 ? table[n] : 0; }
    int main(void) { SYMIR_TEST(look, symir_uchar("n")); }
"#;

#[test]
fn a_checkpoint_of_other_data_or_other_words_is_refused() {
    let folder = tempfile::tempdir().expect("there is a temporary folder");
    let notes = folder.path().join("notes").to_string_lossy().into_owned();
    let words = folder.path().join("words");
    fs::write(&words, "foo\n").expect("the temporary folder can be written");
    let words = words.to_string_lossy().into_owned();
    let file = driver(folder.path(), TABLE);
    let plain = run(&file, &["--checkpoint", &notes]);
    let again = run(&file, &["--resume", &notes]);
    assert_eq!(text(&plain.stdout), text(&again.stdout), "{}", text(&again.stderr));
    let refused = |output: &Output| {
        assert_eq!(output.status.code(), Some(2), "{}", text(&output.stdout));
        assert!(text(&output.stderr).contains("another program"), "{}", text(&output.stderr));
    };
    refused(&run(&file, &["--words", &words, "--resume", &notes]));
    let file = driver(folder.path(), &TABLE.replace("30", "31"));
    refused(&run(&file, &["--resume", &notes]));
}

/// The program has 43 million paths.
#[test]
fn a_run_keeps_below_its_memory_and_ends_in_time() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/search/wide.c");
    let limit: u64 = 160 << 20;
    let folder = tempfile::tempdir().expect("there is a temporary folder");
    let out = fs::File::create(folder.path().join("out")).expect("the temporary folder can be written");
    let start = Instant::now();
    let arguments =
        ["--search", "random-state", "--readable", "none", "--memory", "160M", "--time", "12s", "--json"];
    let mut child = symir(&file, &arguments).stdout(out).spawn().expect("the binary runs");
    let mut peak = 0;
    while child.try_wait().expect("the process is ours").is_none() {
        peak = peak_kilobytes(child.id()).unwrap_or(0).max(peak);
        assert!(start.elapsed() < Duration::from_secs(120), "the time limit of 12 s is long over");
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(peak > 0 && peak * 1024 <= limit, "{peak} kB");
    let printed = fs::read_to_string(folder.path().join("out")).expect("the output is text");
    let summary = summary_of_different_tests(&printed);
    assert_eq!(summary["exhausted"], "the time limit");
    // On a busy machine, not all states that waited get a test in time: these are counted as left.
    assert!(summary["left"].is_u64(), "{summary}");
    assert_eq!((&summary["diverged"], &summary["lost"]), (&0.into(), &0.into()));
    assert!(summary["tests"].as_u64().is_some_and(|n_tests| n_tests > 100), "{summary}");
}

/// A limit that is no time leaves none of the states out that wait when it is reached.
#[test]
fn each_state_that_waits_at_a_limit_has_its_own_test() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/search/wide.c");
    let arguments = ["--search", "random-state", "--readable", "none", "--paths", "300", "--json"];
    let output = run(&file, &arguments);
    let summary = summary_of_different_tests(&text(&output.stdout));
    assert_eq!(summary["exhausted"], "the limit of paths");
    assert_eq!((&summary["left"], &summary["lost"]), (&0.into(), &0.into()));
    assert!(summary["tests"].as_u64().is_some_and(|n_tests| n_tests > 300), "{summary}");
}

/// The summary in what a run has printed as JSON, if each of its tests has a path of its own.
fn summary_of_different_tests(printed: &str) -> serde_json::Value {
    let mut n_tests = 0;
    let mut lines = BTreeSet::new();
    let mut summary = serde_json::Value::Null;
    for line in printed.lines() {
        let event: serde_json::Value = serde_json::from_str(line).expect("each line is JSON");
        match event["event"].as_str() {
            Some("test") => {
                n_tests += 1;
                lines.insert(event["test"]["decision_path"].to_string());
            }
            Some("summary") => summary = event["summary"].clone(),
            _ => {}
        }
    }
    assert_eq!(summary["tests"], summary["paths"]);
    assert_eq!(summary["tests"], n_tests);
    assert_eq!(lines.len(), n_tests);
    summary
}

#[test]
fn a_target_behind_twenty_branches_is_reached() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let file = root.join("corpus/search/deep.c");
    let source = fs::read_to_string(&file).expect("the file is part of the package");
    assert!(source.lines().count() > 2000);
    let line = source.lines().position(|line| line.contains("the target")).expect("there is a target") + 1;
    let target = format!("deep.c:{line}");
    for target in [&*target, "stage_19"] {
        let output = run(&file, &["--target", target, "--json"]);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        let summary = summary(&output);
        assert_eq!((&summary["tests"], &summary["paths"]), (&1.into(), &1.into()));
        assert!(text(&output.stdout).contains(":=> 4711") || target == "stage_19");
        assert!(summary["instructions"].as_u64() < Some(3_000), "{summary}");
    }
    // Depth-first search does not get there with a hundred times as many instructions.
    let output = run(&file, &["--search", "dfs", "--readable", "none", "--instructions", "300000"]);
    assert_eq!(output.status.code(), Some(5), "{}", text(&output.stderr));
    assert!(!text(&output.stdout).contains(":=> 4711"));
}

#[test]
fn a_target_that_is_no_code_is_named() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("drivers/strcpy.c");
    let output = run(&file, &["--target", "strcpy.c:9999"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("no code at `strcpy.c:9999`"), "{}", text(&output.stderr));
}

/// If there are two ways to a place, the one with fewer instructions is taken.
#[test]
fn the_way_to_a_target_is_the_shortest() {
    let folder = tempfile::tempdir().expect("there is a temporary folder");
    let file = driver(
        folder.path(),
        r#"
        #include "symir.h"
        int seek(unsigned char n) {
            int sum = 0;
            for (int i = 0; i < n && i < 50; i++) sum += i;
            if (sum >= 10)
                return 1; /* here */
            return 0;
        }
        int main(void) { unsigned char n; symir_bytes(&n, 1, "n"); SYMIR_TEST(seek, n); }
        "#,
    );
    let output = run(&file, &["--target", "driver.c:7", "--readable", "none", "-q"]);
    assert_eq!(text(&output.stdout), "seek: 5 :=> 1\n", "{}", text(&output.stderr));
}

#[test]
fn limits_of_paths_are_counted_and_have_tests() {
    let folder = tempfile::tempdir().expect("there is a temporary folder");
    let file = driver(folder.path(), MANY);
    for (limit, words) in
        [(["--depth", "4"], "the limit of depth"), (["--fork-limit", "1"], "the limit of forks at a branch")]
    {
        let arguments =
            |workers| [&["--readable", "none", "--json", "--workers", workers], &limit[..]].concat();
        let output = run(&file, &arguments("1"));
        let tests = |output: &Output| -> Vec<String> {
            text(&output.stdout)
                .lines()
                .filter(|line| line.contains("\"event\":\"test\""))
                .map(str::to_owned)
                .collect()
        };
        let found = summary(&output);
        assert!(found["unfinished_by"][words].as_u64() > Some(0), "{limit:?}: {found}");
        assert_eq!(found["exhausted"], serde_json::Value::Null);
        assert_eq!(tests(&output), tests(&run(&file, &arguments("2"))), "{limit:?}");
    }
    let loops = driver(
        folder.path(),
        r#"
        #include "symir.h"
        int count(unsigned n) { int i = 0; while (n > 7) { n -= 3; i++; } return i; }
        int main(void) { unsigned n = symir_uint("n"); SYMIR_TEST(count, n); }
        "#,
    );
    let output = run(&loops, &["--readable", "none", "--json", "--loop-limit", "5", "--one-test-a-path"]);
    let found = summary(&output);
    assert_eq!((&found["tests"], &found["unfinished"]), (&7.into(), &1.into()), "{found}");
    assert_eq!(found["unfinished_by"]["the limit of the loop at driver.c:3"], 1, "{found}");
    assert_eq!(output.status.code(), Some(5));
}
