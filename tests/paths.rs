//! Checks that values do not leave their path, with random small C programs that record which side of each
//! branch they take.
//!
//! Each program is run with plain values, with the default method, and with the values of the witness. All
//! runs must have the same paths, and a test must natively do the same, branch by branch, as the tests of the
//! same path in the other runs.
//!
//! `SYMIR_FUZZ_SECONDS=300 cargo test --release --test paths` tries new programs for so many seconds.

#[path = "paths/generate.rs"]
mod generate;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};
use symir::internals::frontend;

/// How many programs are tried at least.
const N_PROGRAMS: u64 = 25;
/// How many paths of a program are explored. Paths that are cut off are left out.
const MOST_PATHS: &str = "60";
/// The exit code if paths were cut off.
const BUDGET: i32 = 5;

/// A test by its decision path: its line, and the file of its inputs.
type Tests = BTreeMap<Vec<u64>, (String, PathBuf)>;

#[test]
fn readable_tests_take_the_paths_of_plain_ones() {
    let seconds: u64 = std::env::var("SYMIR_FUZZ_SECONDS").map_or(0, |text| text.parse().expect("a number"));
    let deadline = Instant::now() + Duration::from_secs(seconds);
    let first: u64 = std::env::var("SYMIR_FUZZ_SEED").map_or(1, |text| text.parse().expect("a number"));
    let (mut n_programs, mut n_tests, mut wrong) = (0, 0, String::new());
    for seed in first.. {
        if n_programs >= N_PROGRAMS && Instant::now() >= deadline {
            break;
        }
        let source = generate::program(seed);
        match check(&source, seed) {
            Ok(n) => n_tests += n,
            Err(message) => write!(wrong, "seed {seed}: {message}\n{source}\n").expect("text takes text"),
        }
        n_programs += 1;
    }
    eprintln!("{n_programs} programs, {n_tests} pairs of tests");
    assert!(n_tests > 10 * N_PROGRAMS as usize, "the programs have {n_tests} paths");
    assert!(wrong.is_empty(), "{wrong}");
}

/// Returns the number of pairs of tests that agree, or a message about a pair that does not.
fn check(source: &str, seed: u64) -> Result<usize, String> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let driver = folder.path().join("driver.c");
    std::fs::write(&driver, source).expect("the driver is written");
    let plain = run(&driver, seed, "none")?;
    let program = compile(&driver);
    for method in ["words", "witness"] {
        compare(&program, &plain, &run(&driver, seed, method)?).map_err(|why| format!("{method}: {why}"))?;
    }
    Ok(plain.len())
}

/// Checks that tests with plain values and other tests have the same paths and do natively the same on them.
fn compare(program: &Path, plain: &Tests, others: &Tests) -> Result<(), String> {
    if let Some(decision_path) = plain.keys().find(|decision_path| !others.contains_key(*decision_path)) {
        return Err(format!("no other test for {:?}", plain[decision_path].0));
    }
    if let Some(decision_path) = others.keys().find(|decision_path| !plain.contains_key(*decision_path)) {
        return Err(format!("no plain test for {:?}", others[decision_path].0));
    }
    for ((plain_line, plain_input), (line, input)) in plain.values().zip(others.values()) {
        let [(result, expected), (other_result, trace)] =
            [plain_input, input].map(|input| native(program, input));
        if expected != trace {
            return Err(format!("{plain_line}\n{expected}\n{line}\n{trace}"));
        }
        for (line, result) in [(plain_line, result), (line, other_result)] {
            let promised = line.rsplit_once(":=> ").map_or("", |(_, result)| result);
            if result != format!("test :=> {promised}") {
                return Err(format!("{line}\ndoes natively {result}"));
            }
        }
    }
    Ok(())
}

fn run(driver: &Path, seed: u64, method: &str) -> Result<Tests, String> {
    let output = driver.with_file_name(method);
    let done = Command::new(env!("CARGO_BIN_EXE_symir"))
        .args(["run", "--all", "--no-replay"])
        .arg(driver)
        .args(["--json", "--readable", method, "--paths", MOST_PATHS, "--seed", &seed.to_string()])
        .args(["--search", "dfs", "--workers", "1", "-o"])
        .arg(&output)
        .output()
        .expect("symir starts");
    let message = String::from_utf8_lossy(&done.stderr);
    if !matches!(done.status.code(), Some(0 | BUDGET)) {
        return Err(format!("{method}: {} {message}", done.status));
    }
    let stdout = String::from_utf8(done.stdout).expect("JSON is UTF-8");
    let events = stdout.lines().map(|line| serde_json::from_str(line).expect("each line is JSON"));
    let mut tests = Tests::new();
    for (index, event) in events.filter(|event: &serde_json::Value| event["event"] == "test").enumerate() {
        if event["test"]["outcome"]["budget"].is_string() {
            continue;
        }
        let decision_path = event["test"]["decision_path"].as_array().expect("a decision path");
        let decision_path = decision_path.iter().map(|side| side.as_u64().expect("a number")).collect();
        let line = event["line"].as_str().expect("a line").to_owned();
        let input = output.join("inputs").join(format!("{:04}.txt", index + 1));
        tests.insert(decision_path, (line, input));
    }
    Ok(tests)
}

fn compile(driver: &Path) -> PathBuf {
    let clang = frontend::find_clang(None).expect("there is clang").path;
    let program = driver.with_extension("out");
    let include = Path::new(env!("CARGO_MANIFEST_DIR")).join("drivers");
    let output = Command::new(clang)
        .args(["-O0", "-fno-builtin", "-I"])
        .arg(include)
        .arg(driver)
        .arg("-o")
        .arg(&program)
        .output()
        .expect("clang starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    program
}

/// What the program prints with these inputs: the line of its result, and the sides that it took.
fn native(program: &Path, input: &Path) -> (String, String) {
    let output = Command::new(program).env("SYMIR_INPUT", input).output().expect("it starts");
    assert!(output.status.success(), "{input:?}: {}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8_lossy(&output.stdout);
    let (result, trace) = text.split_once('\n').unwrap_or((&text, ""));
    (result.to_owned(), trace.trim_end().to_owned())
}
