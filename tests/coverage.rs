//! Coverage of `symir run` against what `llvm-cov gcov` says of the same tests, run natively; and its files against
//! the readers that people have.

use assert_cmd::cargo::cargo_bin;
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
