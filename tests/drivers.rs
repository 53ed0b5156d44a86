//! Runs the twelve drivers of the paper's table: paths, coverage, both solvers, the same bytes every time,
//! and every test replayed by the natively compiled driver.

use assert_cmd::cargo::cargo_bin;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Each driver with the number of its paths, counted natively by tracing edges over enumerated inputs.
const DRIVERS: [(&str, usize); 12] = [
    ("strlen", 6),
    ("strnlen", 6),
    ("strcmp", 16),
    ("strncmp", 16),
    ("sysfs_streq", 39),
    ("strcpy", 6),
    ("strncpy", 6),
    ("strcat", 40),
    ("strncat", 40),
    ("strstr", 84),
    ("strnstr", 7),
    ("strpbrk", 31),
];

fn driver(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("drivers").join(name).with_extension("c")
}

/// The test lines of a run and its summary.
fn run(name: &str, args: &[&str]) -> (Vec<String>, serde_json::Value) {
    let output = Command::new(cargo_bin("symir"))
        .args(["run", "--all"])
        .arg(driver(name))
        .arg("--json")
        .args(args)
        .output()
        .expect("symir starts");
    assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
    let stdout = String::from_utf8(output.stdout).expect("JSON is UTF-8");
    let events = stdout.lines().map(|line| serde_json::from_str(line).expect("each line is JSON"));
    let (tests, summary): (Vec<serde_json::Value>, Vec<_>) =
        events.partition(|event: &serde_json::Value| event["event"] == "test");
    let lines = tests.iter().map(|test| test["line"].as_str().expect("a test has a line").to_owned());
    let summary = summary.iter().find(|event| event["event"] == "summary").expect("a summary");
    (lines.collect(), summary["summary"].clone())
}

#[test]
fn each_reaches_every_path_line_and_branch_with_either_solver() {
    for (name, n_paths) in DRIVERS {
        let (lines, summary) = run(name, &["--solver", "cvc5"]);
        assert_eq!(lines.len(), n_paths, "{name}");
        assert_eq!(summary["lines"], summary["lines_covered"], "{name}");
        assert_eq!(summary["branches"], summary["branches_covered"], "{name}");
        assert_eq!(summary["unknown"], 0, "{name}");
        let (others, _) = run(name, &["--solver", "z3"]);
        assert_eq!(lines, others, "{name}: the solvers differ");
    }
}

#[test]
fn the_order_of_search_does_not_show() {
    for name in ["strcmp", "strcat", "strnstr"] {
        assert_eq!(run(name, &["--search", "dfs"]).0, run(name, &["--search", "bfs"]).0, "{name}");
    }
}

#[test]
fn a_seed_gives_the_same_tests_and_another_seed_others() {
    let (first, _) = run("strcmp", &["--seed", "7"]);
    assert_eq!(first, run("strcmp", &["--seed", "7"]).0);
    assert_ne!(first, run("strcmp", &["--seed", "8"]).0);
}

#[test]
fn two_solvers_asked_at_once_agree() {
    run("strcmp", &["--check"]);
    run("strnstr", &["--check", "--readable", "none"]);
}

#[test]
fn strlen_has_letters_only_before_the_terminator() {
    let (lines, _) = run("strlen", &[]);
    let pattern = regex::Regex::new(r#"^strlen: &"([a-z]*)"\{\\0.*\} :=> ([0-9])$"#).expect("a pattern");
    for (length, line) in lines.iter().enumerate() {
        let captures = pattern.captures(line).unwrap_or_else(|| panic!("no letters: {line}"));
        assert_eq!(captures[1].len(), length, "{line}");
        assert_eq!(captures[2].parse::<usize>().expect("a digit"), length, "{line}");
    }
}

/// Compiles the driver as an ordinary program.
fn compile(name: &str, folder: &Path) -> PathBuf {
    let clang = std::env::var_os("SYMIR_CLANG").unwrap_or_else(|| "clang-19".into());
    let program = folder.join(name);
    let status = Command::new(clang)
        .args(["-O0", "-fno-builtin", "-o"])
        .arg(&program)
        .arg(driver(name))
        .status()
        .expect("clang starts");
    assert!(status.success(), "{name} compiles");
    program
}

#[test]
fn every_test_does_natively_what_its_line_says() {
    for (name, n_paths) in DRIVERS {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let tests = folder.path().join("tests");
        let (lines, _) = run(name, &["-o", tests.to_str().expect("a plain path")]);
        let program = compile(name, folder.path());
        assert_eq!(lines.len(), n_paths);
        for (index, line) in lines.iter().enumerate() {
            let input = tests.join("inputs").join(format!("{:04}.txt", index + 1));
            let output = Command::new(&program).env("SYMIR_INPUT", &input).output().expect("it starts");
            let (_, result) = line.split_once(" :=> ").expect("a line has a result");
            let native = String::from_utf8_lossy(&output.stdout);
            assert_eq!(native.trim_end(), format!("{name} :=> {result}"), "{}: {line}", input.display());
        }
    }
}
