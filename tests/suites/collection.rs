//! Functions over typical data of C programs, with the harnesses that `symir gen` writes. Their suites
//! compile, pass in any order, leak nothing, run no driver, have no dumps of bytes, and notice changes. A
//! change that no suite notices counts only if some input distinguishes it: an input of all paths of the
//! original program, or of all paths of the changed one.

use super::{FRAMEWORKS, compilers::clang, mutants, root, shuffled, succeed};
use assert_cmd::cargo::cargo_bin;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

/// The files of `tests/suites/collection`, each with a header of its name.
const FILES: [&str; 5] = ["records", "chains", "variants", "tables", "words"];

/// The limits of exploration. They count paths, since a clock would make the tests depend on the load.
const BOUNDS: [&str; 4] = ["--paths", "200", "--time", "10m"];

/// One in so many changes of a file is tried in every run.
const FEW: usize = 40;

/// The results for a file.
struct Row {
    file: &'static str,
    n_functions: usize,
    n_tests: usize,
    n_by_driver: usize,
    n_dumps: usize,
    n_killed: usize,
    /// Changes that some input distinguishes, but no test of the suite.
    missed: Vec<String>,
    n_alike: usize,
}

/// A copy of a file, and its suites.
struct Copy {
    folder: tempfile::TempDir,
    name: &'static str,
}

impl Copy {
    fn new(name: &'static str) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        for ending in ["c", "h"] {
            let file = format!("{name}.{ending}");
            fs::copy(root().join("tests/suites/collection").join(&file), folder.path().join(&file))
                .expect("copied");
        }
        Self { folder, name }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn source(&self) -> PathBuf {
        self.path(&format!("{}.c", self.name))
    }

    fn symir(&self, args: &[&str]) -> bool {
        let program = std::env::var_os("SYMIR_PROGRAM").map_or_else(|| cargo_bin("symir"), PathBuf::from);
        let mut command = Command::new(program);
        let output = command.current_dir(self.folder.path()).args(args).output().expect("symir starts");
        // Exit code 10 says that there are bugs.
        let is_done = matches!(output.status.code(), Some(0 | 10));
        if !is_done {
            println!("{}: {args:?}: {}", self.name, String::from_utf8_lossy(&output.stderr));
        }
        is_done
    }

    /// Makes suites of these frameworks in the folder `out`.
    fn generate(&self, frameworks: &str) {
        let file = format!("{}.c", self.name);
        let args = ["gen", &file, "-q", "--emit", frameworks, "-o", "out"];
        assert!(self.symir(&[&args[..], &BOUNDS].concat()), "{file}");
    }

    /// Makes a suite of all paths of a function, by its harness.
    fn all_paths(&self, function: &str, out: &str) -> bool {
        let harness = format!("out/{}/harness/{function}.c", self.name);
        let args = ["run", &harness, "-q", "--emit", "c", "--minimize", "none", "-o", out];
        self.symir(&[&args[..], &BOUNDS].concat())
    }

    fn make(&self, out: &str, args: &[&str]) -> Command {
        let unity = format!("UNITY={}", root().join("tests/formats/unity").display());
        let mut command = Command::new("make");
        command.current_dir(self.path(out));
        command.args(["-s", "WARNINGS=-Wall -Wextra -Werror", &unity]).args(args);
        command.env("MALLOC_PERTURB_", "85");
        command
    }
}

/// Whether a line has contents that only a machine reads.
fn is_dump(line: &str) -> bool {
    line.contains("\"db 00") || line.matches("0x").count() > 8 || line.matches("\\x").count() > 16
}

/// Makes and tries the suites of a file, and changes one line in so many.
fn check(name: &'static str, frameworks: &[&str], stride: usize) -> Row {
    let copy = Copy::new(name);
    copy.generate(&frameworks.join(","));
    let text = fs::read_to_string(copy.path(&format!("out/test_{name}.c"))).expect("a suite");
    if frameworks.contains(&"unity") {
        let file = copy.path(&format!("out/test_{name}_unity.c"));
        let suite = fs::read_to_string(&file).expect("a suite");
        fs::write(&file, shuffled(&suite)).expect("written");
    }
    let out = format!("out/{name}");
    let (clang_c, clang_cxx) = clang();
    for framework in frameworks {
        for (build, cc, cxx) in [("gcc", "CC=gcc", "CXX=g++"), ("clang", &clang_c, &clang_cxx)] {
            let build = format!("BUILD=build-{build}");
            let mut make = copy.make(&out, &[&build, cc, cxx, framework]);
            make.env("GTEST_SHUFFLE", "1").env("GTEST_REPEAT", "20").env("GTEST_RANDOM_SEED", "5");
            succeed(&mut make, name);
        }
    }
    succeed(&mut copy.make(&out, &["CC=gcc", "BUGS=1", frameworks[frameworks.len() - 1]]), name);
    let harnesses = fs::read_dir(copy.path(&out).join("harness")).expect("harnesses");
    let mut functions: Vec<String> =
        harnesses.filter_map(|entry| entry.ok()?.path().file_stem()?.to_str().map(str::to_owned)).collect();
    functions.sort();
    let mut row = Row {
        file: name,
        n_functions: functions.len(),
        n_tests: text.matches("static void test_").count(),
        n_by_driver: text.matches("run_driver(driver_").count() + text.matches("run_driver(inputs)").count(),
        n_dumps: text.lines().filter(|line| is_dump(line)).count(),
        n_killed: 0,
        missed: Vec::new(),
        n_alike: 0,
    };
    change(&copy, &functions, stride, &mut row);
    row
}

/// Tries one in so many changes, and counts which of them the suite notices.
fn change(copy: &Copy, functions: &[String], stride: usize, row: &mut Row) {
    let original = fs::read_to_string(copy.source()).expect("read");
    let suite = copy.path("out").join(copy.name);
    for function in functions {
        let lines = mutants::lines_of(&original, &[function.as_str()]);
        let all = mutants::mutants(&original, &|line, _| lines.contains(&line));
        let mut has_all = false;
        for mutant in all.iter().skip(stride / 2).step_by(stride) {
            fs::write(copy.source(), mutant.of(&original)).expect("written");
            if !mutants::compiles(&copy.source(), &[]) {
                continue;
            }
            if !mutants::passes(&suite) {
                row.n_killed += 1;
                continue;
            }
            // Tries all paths of both programs. The tests of the changed program expect what it does, so they
            // are run on the original.
            let of_changed = copy.path("changed");
            let is_made = copy.all_paths(function, "changed");
            fs::write(copy.source(), &original).expect("written");
            let mut differs = is_made && !mutants::passes(&of_changed);
            if !differs {
                has_all = has_all || copy.all_paths(function, "all");
                fs::write(copy.source(), mutant.of(&original)).expect("written");
                differs = has_all && !mutants::passes(&copy.path("all"));
            }
            match differs {
                true => row.missed.push(format!("{function}: {}.c:{}", copy.name, mutant.words(&original))),
                false => row.n_alike += 1,
            }
        }
    }
    fs::write(copy.source(), &original).expect("written");
}

/// Prints a table of the results and the changes that no suite has noticed, and checks the results.
fn judge(rows: &[Row], is_whole: bool) {
    println!(
        "{:<10} {:>9} {:>6} {:>9} {:>6} {:>8} {:>7} {:>6}",
        "file", "functions", "tests", "by driver", "dumps", "noticed", "missed", "alike"
    );
    let line = |name: &str, numbers: [usize; 7]| {
        let [functions, tests, driver, dumps, noticed, missed, alike] = numbers;
        println!(
            "{name:<10} {functions:>9} {tests:>6} {driver:>9} {dumps:>6} {noticed:>8} {missed:>7} {alike:>6}"
        );
    };
    let mut sums = [0; 7];
    for row in rows {
        let Row { n_functions, n_tests, n_by_driver, n_dumps, n_killed, missed, n_alike, .. } = row;
        let numbers = [*n_functions, *n_tests, *n_by_driver, *n_dumps, *n_killed, missed.len(), *n_alike];
        line(row.file, numbers);
        sums.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += number);
    }
    line("all", sums);
    let missed: Vec<&String> = rows.iter().flat_map(|row| &row.missed).collect();
    println!("not noticed: {missed:#?}");
    let [_, n_tests, n_by_driver, n_dumps, n_killed, n_missed, _] = sums;
    assert!(n_by_driver * 20 <= n_tests, "{n_by_driver} of {n_tests} tests run the driver");
    assert_eq!(n_dumps, 0, "lines that only a machine reads");
    // A share says nothing if there are only a few changes.
    let is_enough = if is_whole { n_killed * 10 >= (n_killed + n_missed) * 9 } else { n_missed <= 1 };
    assert!(is_enough, "{n_missed} changes not noticed: {missed:#?}");
}

/// Every run tries one file. `SYMIR_SUITES=1` tries the whole collection with all changes, and 20 tries one
/// change in twenty: `SYMIR_SUITES=20 cargo test --test suites collection -- --nocapture`. `SYMIR_PROGRAM` names
/// another symir to be used.
#[test]
fn collection() {
    let stride = std::env::var("SYMIR_SUITES").ok().map(|number| number.parse().unwrap_or(1).max(1));
    let rows: Vec<Row> = match stride {
        Some(stride) => FILES.iter().map(|name| check(name, &FRAMEWORKS, stride)).collect(),
        None => vec![check(FILES[0], &["c"], FEW)],
    };
    judge(&rows, stride.is_some());
}
