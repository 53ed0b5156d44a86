//! Folders of results: only one process writes a folder at a time, nothing of an earlier run stays, and
//! changed files are refused.

use super::{check, symir};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const ALL_FORMATS: &str = "c,unity,cmocka,check,gtest,ktest,testcomp,json,csv,sarif,lines";

/// Every file and folder below `folder`.
fn listed(folder: &Path) -> BTreeSet<PathBuf> {
    let mut found = BTreeSet::new();
    for entry in std::fs::read_dir(folder).expect("listed") {
        let path = entry.expect("listed").path();
        found.insert(path.clone());
        if path.is_dir() {
            found.extend(listed(&path));
        }
    }
    found
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a plain path")
}

#[test]
fn a_later_run_leaves_nothing_of_an_earlier_one_or_of_its_exports() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let out = folder.path().join("out");
    let run = |more: &[&str]| {
        check(&[&["run", "--all", "drivers/strlen.c", "-q", "-o", text(&out)], more].concat(), 0, &[])
    };
    run(&[]);
    let plain = listed(&out);
    run(&["--emit", ALL_FORMATS]);
    let exported = listed(&out);
    for name in ["Makefile", "symir.h", "test_c.c", "test_gtest.cc", "ktest/SHA256SUMS", "test-suite.zip"] {
        assert!(exported.contains(&out.join(name)), "{name}");
    }
    // Adds files that the makefile makes, and files of the user.
    assert!(
        Command::new("make").args(["-s", "c"]).current_dir(&out).status().expect("make starts").success()
    );
    assert!(out.join("build/program.o").is_file());
    std::fs::write(out.join("inputs/mine.txt"), "s 00\n").expect("written");
    std::fs::write(out.join("notes"), "").expect("written");
    run(&[]);
    let mut expected = plain.clone();
    expected.extend([out.join("inputs/mine.txt"), out.join("notes")]);
    assert_eq!(listed(&out), expected);
    // A makefile that the user wrote stays. An export also removes the files of earlier exports from its
    // folder.
    std::fs::write(out.join("Makefile"), "all:\n\ttrue\n").expect("written");
    run(&[]);
    assert!(out.join("Makefile").is_file());
    let other = folder.path().join("other");
    let export = |formats: &str| {
        check(&["export", text(&out), "-o", text(&other), "--emit", formats], 0, &[]);
        listed(&other)
    };
    let csv = export("csv");
    export(ALL_FORMATS);
    assert_eq!(export("csv"), csv);
}

#[test]
fn suites_that_were_exported_one_after_the_other_are_all_built() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let out = folder.path().join("out");
    check(&["run", "--all", "drivers/strlen.c", "-q", "-o", text(&out), "--emit", "c"], 0, &[]);
    check(&["export", text(&out), "--emit", "cmocka"], 0, &[]);
    for suite in ["c", "cmocka"] {
        assert!(
            Command::new("make")
                .args(["-s", suite])
                .current_dir(&out)
                .status()
                .expect("make starts")
                .success()
        );
    }
}

#[test]
fn a_folder_belongs_to_one_process_at_a_time() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let out = folder.path().join("out");
    let mut first = std::process::Command::new(assert_cmd::cargo::cargo_bin("symir"))
        .args(["run", "--all", "tests/golden/endless_all.c", "-q", "--time", "100", "-o", text(&out)])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdout(Stdio::null())
        .spawn()
        .expect("symir starts");
    let start = Instant::now();
    while !out.join("tests.jsonl").is_file() && start.elapsed() < Duration::from_secs(50) {
        std::thread::sleep(Duration::from_millis(5));
    }
    let holder = format!("is being written by process {} since 20", first.id());
    let words = [&*holder, "endless_all.c", "choose another folder"];
    check(&["run", "--all", "drivers/strlen.c", "-o", text(&out)], 2, &words);
    check(&["export", text(&out), "--emit", "csv"], 2, &words);
    check(&["bench", "puzzles", "--filter", "^square$", "-o", text(&out)], 2, &words);
    let junit = out.join("junit.xml");
    check(&["replay", text(&out), "--junit", text(&junit)], 2, &words);
    assert!(!junit.exists() && !out.join("tests.csv").exists() && !out.join("journal.jsonl").exists());
    // A lock ends with its process, even if the process is killed.
    first.kill().expect("it runs");
    first.wait().expect("it has ended");
    check(&["run", "--all", "drivers/strlen.c", "-q", "-o", text(&out)], 0, &[]);
    assert!(!out.join(".symir.lock").exists());
    assert_eq!(std::fs::read_dir(out.join("inputs")).expect("listed").count(), 6);
}

/// Tests that native runs complete and tests that do not hold are written twice, but only one file of each
/// stays.
#[test]
fn a_run_that_a_budget_ends_leaves_only_numbered_inputs() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut n_settled_natively = 0;
    for (driver, more) in [
        ("tests/golden/endless_all.c", &["--instructions", "3000"][..]),
        ("drivers/strcpy.c", &["--instructions", "300"]),
        ("drivers/strcpy.c", &["--paths", "3"]),
    ] {
        let out = folder.path().join("out");
        let output = symir()
            .args([
                "run",
                "--all",
                driver,
                "-q",
                "--workers",
                "1",
                "--replay-time",
                "200ms",
                "-o",
                text(&out),
            ])
            .args(more)
            .output()
            .expect("symir starts");
        let code = output.status.code();
        assert!(matches!(code, Some(0 | 5 | 7)), "{driver}: {code:?}");
        for part in [out.clone(), out.join("unproved")] {
            let Ok(entries) = std::fs::read_dir(part.join("inputs")) else { continue };
            let names: BTreeSet<String> = entries
                .map(|entry| entry.expect("listed").file_name().to_string_lossy().into_owned())
                .collect();
            let tests = std::fs::read_to_string(part.join("tests.json")).expect("read");
            let tests: serde_json::Value = serde_json::from_str(&tests).expect("JSON");
            let n_tests = tests["tests"].as_array().expect("tests").len();
            let is_completed = |test: &&serde_json::Value| test["completed"] == true;
            let n_completed = tests["tests"].as_array().expect("tests").iter().filter(is_completed).count();
            n_settled_natively += if part == out { n_completed } else { n_tests };
            let expected: BTreeSet<String> = (1..=n_tests).map(|number| format!("{number:04}.txt")).collect();
            assert_eq!(names, expected, "{driver} {more:?}: {}", part.display());
        }
    }
    assert!(n_settled_natively > 0, "there were tests that are written twice");
}

/// Changes one digit at a time, at many places of every file that symir reads again.
#[test]
fn a_changed_digit_is_refused_with_its_file_and_what_to_do() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let out = folder.path().join("out");
    check(&["run", "--all", "drivers/strlen.c", "-q", "-o", text(&out)], 0, &[]);
    let refused = |name: &str, args: &[&str], every: usize, code: i32, words: &[&str]| {
        let path = out.join(name);
        let whole = std::fs::read(&path).expect("read");
        let digits = whole.iter().enumerate().filter(|(_, byte)| byte.is_ascii_digit());
        for (at, digit) in digits.step_by(every) {
            let mut changed = whole.clone();
            changed[at] = if *digit == b'9' { b'1' } else { digit + 1 };
            std::fs::write(&path, &changed).expect("written");
            let named = format!("{name}:");
            check(args, code, &[&[&*named], words].concat());
        }
        std::fs::write(&path, whole).expect("written");
    };
    let export = ["export", text(&out), "--emit", "csv"];
    refused("tests.json", &export, 37, 2, &[]);
    refused("program.json", &export, 5, 2, &["take the member `checksum` out"]);
    let one = out.join("inputs/0002.txt");
    refused("inputs/0002.txt", &["replay", text(&one)], 3, 2, &["checksum", "SYMIR_INPUT"]);
    refused("inputs/0003.txt", &["replay", text(&out)], 9, 2, &["checksum", "SYMIR_INPUT"]);
    refused("run.json", &["replay", text(&out)], 3, 2, &["take the member `checksum` out"]);
    check(&["replay", text(&out)], 0, &[]);
}

/// The program of a driver refuses an input file that was changed, and takes one without a checksum.
#[test]
fn a_native_driver_refuses_a_changed_digit_too() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let out = folder.path().join("out");
    check(&["run", "--all", "drivers/strlen.c", "-q", "-o", text(&out)], 0, &[]);
    let driver = folder.path().join("strlen");
    let clang = std::env::var_os("SYMIR_CLANG").unwrap_or_else(|| "clang-19".into());
    let built = Command::new(clang)
        .args(["-fno-builtin", "-Idrivers", "drivers/strlen.c", "-o"])
        .arg(&driver)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .status();
    assert!(built.expect("clang starts").success());
    let run = |input: &Path| {
        let output = Command::new(&driver).env("SYMIR_INPUT", input).output().expect("it starts");
        (output.status.code(), String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned())
    };
    let input = out.join("inputs/0003.txt");
    let whole = std::fs::read_to_string(&input).expect("read");
    assert_eq!(run(&input), (Some(0), "strlen :=> 2\n".to_owned()));
    for (at, digit) in whole.char_indices().filter(|(_, c)| c.is_ascii_digit()) {
        let other = if digit == '0' { "1" } else { "0" };
        let changed = folder.path().join("changed.txt");
        std::fs::write(&changed, format!("{}{other}{}", &whole[..at], &whole[at + 1..])).expect("written");
        let (code, said) = run(&changed);
        assert_eq!(code, Some(120), "{said}");
        assert!(said.contains("changed.txt:4: ") && said.contains("delete this line"), "{said}");
    }
    let by_hand = folder.path().join("by_hand.txt");
    std::fs::write(&by_hand, "s 610000000000\n").expect("written");
    assert_eq!(run(&by_hand), (Some(0), "strlen :=> 1\n".to_owned()));
}

/// A user who changes a recorded test on purpose can run it: the checksum is taken out, and a program is made
/// of it.
#[test]
fn inputs_that_were_changed_on_purpose_make_a_program() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let out = folder.path().join("out");
    check(&["run", "--all", "drivers/strlen.c", "-q", "-o", text(&out)], 0, &[]);
    let input = out.join("inputs/0002.txt");
    std::fs::write(&input, "# mine\ns 616263000000\n").expect("written");
    check(&["replay", text(&input)], 2, &["0002.txt:2: these are not the inputs", "--program"]);
    check(&["replay", text(&out)], 0, &["0002.txt:2: the file was changed"]);
    let program = folder.path().join("program");
    check(&["replay", text(&input), "--program", text(&program)], 0, &[]);
    assert!(Command::new(&program).status().expect("it starts").success());
    std::fs::write(&input, "s 6162\n").expect("written");
    check(&["replay", text(&input)], 2, &["0002.txt:1: `s` and 6 bytes in hexadecimal are missing"]);
}

/// A run that is killed while it numbers its files has numbered some of them, and its tests are in the order
/// of discovery.
#[test]
fn files_that_were_numbered_before_the_run_was_killed_are_told_from_each_other() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let out = folder.path().join("out");
    check(&["run", "--all", "drivers/strlen.c", "-q", "-o", text(&out)], 0, &[]);
    let tests = std::fs::read_to_string(out.join("tests.json")).expect("read");
    let objects: Vec<&str> = tests
        .lines()
        .filter(|line| line.starts_with("{\"name"))
        .map(|line| line.trim_end_matches(','))
        .collect();
    let journal: String = objects.iter().rev().map(|object| format!("{object}\n")).collect();
    std::fs::write(out.join("tests.jsonl"), journal).expect("written");
    std::fs::remove_file(out.join("tests.json")).expect("removed");
    check(&["replay", text(&out)], 0, &[]);
    let program = folder.path().join("program");
    let said = check(&["replay", text(&out.join("inputs/0001.txt")), "--program", text(&program)], 0, &[]);
    assert!(said.contains("strlen: &\"\"{\\0"), "{said}");
}

#[test]
fn a_checkpoint_with_a_changed_digit_is_refused_with_its_line() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let notes = folder.path().join("notes");
    let options = ["run", "--all", "drivers/strlen.c", "-q", "--workers", "1", "--no-replay"];
    check(&[&options[..], &["--instructions", "60", "--checkpoint", text(&notes)]].concat(), 5, &[]);
    let resume = [&options[..], &["--resume", text(&notes)]].concat();
    check(&resume, 0, &[]);
    let whole = std::fs::read(&notes).expect("read");
    let digits = whole.iter().enumerate().filter(|(_, byte)| byte.is_ascii_digit());
    for (at, digit) in digits.step_by(61) {
        let mut changed = whole.clone();
        changed[at] = if *digit == b'9' { b'1' } else { digit + 1 };
        std::fs::write(&notes, &changed).expect("written");
        let line = 1 + whole[..at].iter().filter(|byte| **byte == b'\n').count();
        check(&resume, 2, &["notes", &format!("line {line}: "), "without --resume"]);
    }
    // If a run was killed while it wrote the checkpoint, only the last line is lost.
    std::fs::write(&notes, &whole[..whole.len() - 20]).expect("written");
    check(&resume, 0, &[]);
}

#[test]
fn a_checkpoint_belongs_to_one_run_at_a_time() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let notes = folder.path().join("notes");
    let mut first = std::process::Command::new(assert_cmd::cargo::cargo_bin("symir"))
        .args([
            "run",
            "--all",
            "tests/golden/endless_all.c",
            "-q",
            "--time",
            "100",
            "--checkpoint",
            text(&notes),
        ])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdout(Stdio::null())
        .spawn()
        .expect("symir starts");
    let start = Instant::now();
    while !notes.is_file() && start.elapsed() < Duration::from_secs(50) {
        std::thread::sleep(Duration::from_millis(5));
    }
    let again = ["run", "--all", "drivers/strlen.c", "-q", "--checkpoint", text(&notes)];
    check(&again, 2, &["notes", "another run writes it"]);
    first.kill().expect("it runs");
    first.wait().expect("it has ended");
    check(&again, 0, &[]);
}

#[test]
fn suites_are_not_begun_where_they_cannot_be_written() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (file, source) = (folder.path().join("notes"), folder.path().join("one.c"));
    std::fs::write(&file, "no folder").expect("written");
    std::fs::write(&source, "int one(int n) { return n > 1; }\n").expect("written");
    let is_none = format!("{} is not a folder; choose", file.display());
    for (place, words) in [
        (file.clone(), &*is_none),
        (file.join("below"), &is_none),
        (PathBuf::from("/proc/suites"), "cannot create /proc/suites: "),
    ] {
        let output = symir().args(["gen", text(&source), "-o", text(&place)]).output().expect("symir starts");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(words), "{said}");
        assert_eq!(said.lines().count(), 1, "once, and not for each function: {said}");
    }
}
