//! The suites of whole collections of C files pass again and again, with both compilers, with and without
//! addresses that change, and in any order.

use super::{repeated, root};
use assert_cmd::cargo::cargo_bin;
use std::ffi::OsStr;
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The folders with the files.
const FOLDERS: [&str; 4] =
    ["corpus/routines", "corpus/textbook", "tests/suites/collection", "corpus/unknown"];

/// The C files of a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let paths = entries.map(|entry| entry.expect("it can be read").path());
    let mut files: Vec<PathBuf> = paths.filter(|path| path.extension() == Some(OsStr::new("c"))).collect();
    files.sort();
    files
}

/// Makes the suites of a file in a folder of their own; the headers beside the file come with it. Says how many
/// tests there are, and how many suites and runs, and how many of these fail; `None` if there is no test.
fn tried(file: &Path, all: bool) -> Option<(usize, u32, u32, u32)> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let beside = file.parent().expect("a file is in a folder");
    for entry in std::fs::read_dir(beside).expect("it can be read").flatten() {
        let is_wanted = entry.path() == file || entry.path().extension() == Some(OsStr::new("h"));
        if is_wanted {
            std::fs::copy(entry.path(), folder.path().join(entry.file_name())).expect("copied");
        }
    }
    let frameworks = if all { "c,gtest" } else { "c" };
    let program = std::env::var_os("SYMIR_PROGRAM").map_or_else(|| cargo_bin("symir"), PathBuf::from);
    let name = file.file_name().expect("a file has a name");
    let mut command = Command::new(program);
    command.current_dir(folder.path()).arg("gen").arg(name);
    command.args(["-q", "-o", "out", "--time", "20s", "--emit", frameworks]);
    let output = command.output().expect("symir starts");
    let words = String::from_utf8_lossy(&output.stderr);
    assert!(matches!(output.status.code(), Some(0 | 10)), "{}: {words}", file.display());
    let place = folder.path().join("out").join(file.file_stem().expect("a file has a name"));
    let stem = file.file_stem().expect("a file has a name").to_string_lossy();
    let suite = std::fs::read_to_string(folder.path().join(format!("out/test_{stem}.c"))).ok()?;
    let n_tests = suite.lines().filter(|line| line.starts_with("static void test_")).count();
    if n_tests == 0 {
        return None;
    }
    let passes = |args: &[&str]| {
        let mut make = Command::new("make");
        let output = make.current_dir(&place).args(args).output().expect("make starts");
        assert!(
            output.status.success(),
            "{} {args:?}: {}",
            file.display(),
            String::from_utf8_lossy(&output.stderr)
        );
    };
    let (n_suites, n_runs, n_wrong) = repeated(&place, frameworks, all, passes);
    Some((n_tests, n_suites, n_runs, n_wrong))
}

/// With `SYMIR_ISOLATION=1`, the suites of all files are tried for plain C and GoogleTest with both compilers, 20
/// times each, and with the name of a folder those of its files. A table goes to standard output. Without it,
/// one file is tried.
#[test]
fn collections_hold_everywhere() {
    let wanted = std::env::var("SYMIR_ISOLATION").ok();
    let is_known = |wanted: &String| wanted == "1" || FOLDERS.contains(&wanted.as_str());
    assert!(wanted.as_ref().is_none_or(is_known), "SYMIR_ISOLATION is 1 or one of {FOLDERS:?}");
    let mut wrong = Vec::new();
    println!("| folder | files | tests | suites | runs | wrong |\n|---|---|---|---|---|---|");
    for folder in FOLDERS {
        let is_whole = wanted.as_ref().is_some_and(|wanted| wanted == "1" || wanted == folder);
        let (mut n_files, mut sums) = (0, [0, 0, 0, 0]);
        for file in files(&root().join(folder)) {
            if !is_whole && (wanted.is_some() || !file.ends_with("strncmp.c")) {
                continue;
            }
            // A suite that does not even compile should not keep the others from being tried.
            let Ok(result) = catch_unwind(|| tried(&file, is_whole)) else {
                wrong.push(file.display().to_string());
                continue;
            };
            let Some((n_tests, n_suites, n_runs, n_wrong)) = result else { continue };
            if n_wrong > 0 {
                wrong.push(format!("{}: {n_wrong} of {n_runs} runs", file.display()));
            }
            n_files += 1;
            let numbers = [n_tests as u32, n_suites, n_runs, n_wrong];
            sums.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += number);
        }
        let [n_tests, n_suites, n_runs, n_wrong] = sums;
        println!("| {folder} | {n_files} | {n_tests} | {n_suites} | {n_runs} | {n_wrong} |");
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
