//! Coverage of `symir run` against what `llvm-cov gcov` says of the same tests, run natively; and its files against
//! the readers that people have.

use assert_cmd::cargo::cargo_bin;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

#[path = "coverage/gcov.rs"]
mod gcov;

use gcov::{native, read};

const DRIVERS: [&str; 12] = [
    "strlen",
    "strnlen",
    "strcmp",
    "strncmp",
    "sysfs_streq",
    "strcpy",
    "strncpy",
    "strcat",
    "strncat",
    "strstr",
    "strnstr",
    "strpbrk",
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Runs the driver with `-o` and returns the folder.
fn run(driver: &Path, folder: &Path, args: &[&str]) -> PathBuf {
    let out = folder.join("out");
    let output = Command::new(cargo_bin("symir"))
        .arg("run")
        .arg(driver)
        .arg("-q")
        .arg("-o")
        .arg(&out)
        .args(args)
        .output()
        .expect("symir starts");
    assert!(output.status.success(), "{}: {}", driver.display(), String::from_utf8_lossy(&output.stderr));
    out
}

fn check(driver: &Path) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let out = run(driver, folder.path(), &[]);
    let ours = read(&out);
    let theirs = native(driver, &out.join("inputs"), &folder.path().join("native"));
    assert!(!ours.is_empty(), "{}: nothing is reported", driver.display());
    for (path, ours) in &ours {
        let theirs = theirs
            .get(path)
            .unwrap_or_else(|| panic!("gcov has no {} but {:?}", path.display(), theirs.keys()));
        ours.compare(theirs, path);
    }
}

#[test]
fn the_twelve_drivers_are_covered_as_gcov_says() {
    for name in DRIVERS {
        check(&root().join("drivers").join(name).with_extension("c"));
    }
}

#[test]
fn loops_switches_conditions_and_calls_are_covered_as_gcov_says() {
    for name in ["loops", "switches", "logic", "calls", "included", "strings"] {
        check(&root().join("tests/coverage").join(name).with_extension("c"));
    }
}

/// Whether a program of a Debian package is here; a check without it says so. `scripts/setup` installs all of them.
fn is_installed(program: &str, package: &str) -> bool {
    let found = Command::new(program).arg("--version").output().is_ok();
    if !found {
        eprintln!("not checked: `{program}` is missing; on Debian it is in the package {package}");
    }
    found
}

/// Covered and uncovered lines, branches that are never executed, several files, a `switch`.
const SAMPLES: [&str; 4] =
    ["tests/coverage/calls.c", "tests/coverage/included.c", "tests/coverage/switches.c", "drivers/strstr.c"];

#[test]
fn genhtml_reads_the_tracefile() {
    if !is_installed("genhtml", "lcov") {
        return;
    }
    for name in SAMPLES {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let out = run(&root().join(name), folder.path(), &[]);
        let output = Command::new("genhtml")
            .args(["--branch-coverage", "--output-directory"])
            .arg(folder.path().join("html"))
            .arg(out.join("coverage.info"))
            .output()
            .expect("genhtml starts");
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        let complaints = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{name}: {said}{complaints}");
        assert_eq!(complaints, "", "{name}");
        let totals = totals(&out.join("coverage.info"));
        for (what, covered, all) in
            [("lines", "LH", "LF"), ("functions", "FNH", "FNF"), ("branches", "BRH", "BRF")]
        {
            let share = format!("({} of {} ", totals[covered], totals[all]);
            let line = said.lines().find(|line| line.trim_start().starts_with(what)).unwrap_or_default();
            assert!(line.contains(&share) || totals[all] == 0, "{name}: genhtml says `{line}`, not {share}");
        }
    }
}

/// The sums of a tracefile's records, by their names.
fn totals(tracefile: &Path) -> BTreeMap<String, u64> {
    let mut totals = BTreeMap::new();
    for line in std::fs::read_to_string(tracefile).expect("it can be read").lines() {
        if let Some((name, count)) =
            line.split_once(':').and_then(|(name, n)| Some((name, n.parse::<u64>().ok()?)))
        {
            *totals.entry(name.to_owned()).or_default() += count;
        }
    }
    totals
}

#[test]
fn cobertura_is_valid_by_its_document_type() {
    if !is_installed("xmllint", "libxml2-utils") {
        return;
    }
    for name in SAMPLES {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let out = run(&root().join(name), folder.path(), &[]);
        let output = Command::new("xmllint")
            .args(["--nonet", "--noout", "--dtdvalid"])
            .arg(root().join("tests/coverage/cobertura.dtd"))
            .arg(out.join("cobertura.xml"))
            .output()
            .expect("xmllint starts");
        assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
        let text = std::fs::read_to_string(out.join("cobertura.xml")).expect("it can be read");
        let totals = totals(&out.join("coverage.info"));
        let sums = format!("lines-covered=\"{}\" lines-valid=\"{}\"", totals["LH"], totals["LF"]);
        assert!(text.contains(&sums), "{name}: {sums}");
    }
}
