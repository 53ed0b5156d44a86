//! Textbook algorithms: `symir gen` finds inputs that reach the lines of each file of `corpus/textbook`,
//! without a driver.
//!
//! Each file compiles without a warning, and every run checks for a few files how many of their lines are
//! reached. `SYMIR_TEXTBOOK=1 cargo test --release --test textbook -- --nocapture` tries all files, with 20
//! seconds for each, and prints their coverage. It does so for three ways of `--unknown-types`, which shows
//! what each part of the search for types gives. `SYMIR_TEXTBOOK=ranked,gcd.c` tries only the ways and the
//! files that it names. `SYMIR_PROGRAM` names another symir to be used. How much is reached in a given time
//! depends on the machine.
//!
//! `tests/textbook/examples.c` has the results of each file for known inputs, since a wrong algorithm would
//! be a poor measure.

use assert_cmd::cargo::cargo_bin;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

#[path = "common/compilers.rs"]
mod compilers;

/// The files that are tried in every run, with five seconds for each.
const FEW: [&str; 3] = ["gcd.c", "list_reverse.c", "two_sum.c"];
/// The ways of `--unknown-types`, the default first.
const WAYS: [&str; 3] = ["ranked", "imitating", "bytes"];
/// The least number of files, and of the mean of their covered lines, in percent.
const LEAST_FILES: usize = 60;
const LEAST_MEAN: f64 = 95.0;

/// Lines of the functions of a file.
#[derive(Clone, Copy, Default)]
struct Lines {
    covered: u64,
    all: u64,
}

impl Lines {
    fn percent(self) -> f64 {
        if self.all == 0 { 0.0 } else { 100.0 * self.covered as f64 / self.all as f64 }
    }
}

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/textbook")
}

fn files() -> Vec<String> {
    let entries = std::fs::read_dir(corpus()).expect("the corpus is there");
    let names = entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned());
    let mut files: Vec<String> = names.filter(|name| name.ends_with(".c")).collect();
    files.sort();
    files
}

/// How many functions a file defines. Of the lines that end in `) {`, only those that begin a function start
/// in the first column in the corpus.
fn n_functions(file: &str) -> u64 {
    let text = std::fs::read_to_string(corpus().join(file)).expect("a file of the corpus");
    let is_head = |line: &&str| line.ends_with(") {") && !line.starts_with('}');
    text.lines().filter(is_head).filter(|line| !line.starts_with("    ")).count() as u64
}

/// Makes tests for a file, in so many seconds for all of its functions together.
fn generate(file: &str, way: &str, seconds: u64) -> Lines {
    let program = std::env::var_os("SYMIR_PROGRAM").map_or_else(|| cargo_bin("symir"), PathBuf::from);
    let folder = tempfile::tempdir().expect("a folder");
    // The file is copied into a folder of its own, so that tags of the same name in other files do not
    // matter.
    let source = folder.path().join(file);
    std::fs::copy(corpus().join(file), &source).expect("copied");
    let suites = folder.path().join("tests");
    let each = format!("{}ms", seconds * 1000 / n_functions(file).max(1));
    let mut command = Command::new(program);
    command.args(["gen", "-q", "-j", "1", "--time", &each, "--unknown-types", way, "-o"]);
    let output = command.arg(&suites).arg(&source).output().expect("the binary runs");
    let words = String::from_utf8_lossy(&output.stderr);
    // A bug that is found in a textbook is not a failure of the run. Compilers find what is broken in the
    // corpus.
    assert!(matches!(output.status.code(), Some(0 | 10)), "{file}: {words}");
    let report = std::fs::read(suites.join("report.json")).expect("a report");
    lines(&serde_json::from_slice(&report).expect("a report in JSON"))
}

/// The lines of all functions. A function without tests counts with all lines from its first to its last,
/// none of them covered.
fn lines(report: &Value) -> Lines {
    let mut sum = Lines::default();
    let files = report["files"].as_array().into_iter().flatten();
    for function in files.flat_map(|file| file["functions"].as_array().into_iter().flatten()) {
        let number = |value: &Value| value.as_u64().unwrap_or(0);
        let made = &function["made"];
        if made.is_null() {
            sum.all += 1 + number(&function["last"]).saturating_sub(number(&function["line"]));
        } else {
            sum.all += number(&made["lines"]);
            sum.covered += number(&made["lines_covered"]);
        }
    }
    sum
}

#[test]
fn all_files_compile_without_warnings() {
    let files = files();
    assert!(files.len() >= LEAST_FILES, "{} files", files.len());
    let (clang, _) = compilers::clang();
    let clang = clang.trim_start_matches("CC=");
    for compiler in [clang, "gcc"] {
        let mut command = Command::new(compiler);
        command.args(["-std=c11", "-fsyntax-only", "-Wall", "-Wextra", "-Werror"]);
        command.args(files.iter().map(|file| corpus().join(file)));
        let output = command.output().expect("the compiler runs");
        assert!(output.status.success(), "{compiler}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn algorithms_give_what_is_known() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = tempfile::tempdir().expect("a folder");
    let program = folder.path().join("example");
    let (clang, _) = compilers::clang();
    for file in files() {
        let mut command = Command::new(clang.trim_start_matches("CC="));
        command.args(["-std=c11", "-fsanitize=undefined", "-fsanitize-trap=undefined", "-include"]);
        command.arg(corpus().join(&file)).arg(format!("-DEXAMPLE_{}", file.trim_end_matches(".c")));
        let output = command
            .arg(root.join("tests/textbook/examples.c"))
            .arg("-o")
            .arg(&program)
            .output()
            .expect("clang runs");
        assert!(output.status.success(), "{file}: {}", String::from_utf8_lossy(&output.stderr));
        let output = Command::new(&program).output().expect("the program runs");
        let words = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{file}: {}: line {words}", output.status);
    }
}

#[test]
fn lines_of_textbook_algorithms_are_reached() {
    let asked = std::env::var("SYMIR_TEXTBOOK").unwrap_or_default();
    let words: Vec<&str> = asked.split(',').filter(|word| !matches!(*word, "" | "0" | "1")).collect();
    let is_whole = !matches!(asked.as_str(), "" | "0");
    let known = files();
    let unknown = words.iter().find(|word| !WAYS.contains(word) && !known.iter().any(|file| file == *word));
    assert!(unknown.is_none(), "neither a way nor a file: {unknown:?}");
    let is_named = |name: &str| words.contains(&name);
    let mut files: Vec<&String> = known.iter().filter(|file| is_named(file)).collect();
    if files.is_empty() {
        files = known.iter().filter(|file| is_whole || FEW.contains(&file.as_str())).collect();
    }
    let mut ways: Vec<&str> = WAYS.into_iter().filter(|way| is_named(way)).collect();
    if ways.is_empty() {
        ways = if is_whole { WAYS.to_vec() } else { vec![WAYS[0]] };
    }
    let seconds = if is_whole { 20 } else { 5 };
    let mut sums = vec![0.0; ways.len()];
    println!("{:<32}{}", "file", ways.iter().map(|way| format!("{way:>20}")).collect::<String>());
    for file in &files {
        let mut row = format!("{file:<32}");
        for (way, sum) in ways.iter().zip(&mut sums) {
            let lines = generate(file, way, seconds);
            *sum += lines.percent();
            row +=
                &format!("{:>12}{:>7.1} %", format!("{} of {}", lines.covered, lines.all), lines.percent());
        }
        println!("{row}");
    }
    let means: Vec<f64> = sums.iter().map(|sum| sum / files.len() as f64).collect();
    println!("{:<32}{}", "mean", means.iter().map(|mean| format!("{mean:>18.1} %")).collect::<String>());
    if let Some(at) = ways.iter().position(|way| *way == WAYS[0]) {
        assert!(
            means[at] >= LEAST_MEAN,
            "a mean of {:.1} % of the lines of {} files",
            means[at],
            files.len()
        );
    }
}
