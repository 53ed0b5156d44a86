//! Standard output and standard error whose reader has gone, as behind `| head`, or which cannot be written.

use super::symir;
use std::fs::File;
use std::process::{Command, Stdio};

/// Runs symir with this standard output. Returns the exit code and standard error.
fn run(args: &[&str], stdout: Stdio) -> (Option<i32>, String) {
    let output = Command::new(assert_cmd::cargo::cargo_bin("symir"))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(args)
        .stdout(stdout)
        .output()
        .expect("symir starts");
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

/// A pipe whose other end is closed.
fn closed() -> Stdio {
    let (_, writer) = std::io::pipe().expect("a pipe");
    writer.into()
}

#[test]
fn a_reader_that_has_gone_is_no_error() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let tests = folder.path().to_str().expect("a path in UTF-8");
    symir().args(["run", "--all", "drivers/strlen.c", "-q", "--no-replay", "-o", tests]).assert().success();
    let program = folder.path().join("one").to_string_lossy().into_owned();
    let first = folder.path().join("inputs/0001.txt").to_string_lossy().into_owned();
    let commands: &[&[&str]] = &[
        &["doctor"],
        &["--help"],
        &["run", "--all", "drivers/strlen.c", "--no-replay"],
        &["run", "--all", "drivers/strlen.c", "--no-replay", "--json", "--explain"],
        &["replay", tests],
        &["replay", tests, "--json"],
        &["replay", &first, "--program", &program],
        &["exec", "tests/exec/jumps.c"],
        &["bench", "puzzles", "--list"],
        &["bench", "puzzles", "--driver", "square"],
        &["bench", "puzzles", "--only", "square"],
        &["bench", "puzzles", "--only", "square", "--json"],
        &["model", "info"],
        &["model", "score", "--json", "word"],
        &["model", "score", "word"],
    ];
    for args in commands {
        let (code, words) = run(args, Stdio::null());
        let (code_unheard, words_unheard) = run(args, closed());
        assert_eq!(code_unheard, code, "{args:?}: {words_unheard}");
        assert!(!words_unheard.contains("panicked"), "{args:?}: {words_unheard}");
        assert!(!words_unheard.contains("roken pipe"), "{args:?}: {words_unheard}");
        assert!(words_unheard.lines().count() <= words.lines().count(), "{args:?}: {words_unheard}");
    }
}

#[test]
fn output_that_cannot_be_written_is_an_error() {
    let commands: &[&[&str]] = &[
        &["doctor"],
        &["model", "info"],
        &["run", "--all", "drivers/strlen.c", "--no-replay"],
        &["bench", "puzzles", "--list"],
    ];
    for args in commands {
        let full = File::options().write(true).open("/dev/full").expect("Linux has it");
        let (code, words) = run(args, full.into());
        assert_eq!(code, Some(2), "{args:?}: {words}");
        assert!(words.contains("standard output: No space left"), "{args:?}: {words}");
    }
}

#[test]
fn standard_error_that_takes_nothing_changes_nothing() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let tests = folder.path().to_str().expect("a path in UTF-8");
    let commands: &[&[&str]] = &[
        &["run", "drivers/strlen.c", "--no-replay", "--stats"],
        &["run", "tests/golden/divide_by_zero.c", "--no-replay", "-o", tests],
        &["run", "no such file.c"],
        &["replay", tests],
        &["export", tests, "--emit", "junit"],
        &["exec", "tests/golden/no_main.c"],
        &["exec", "tests/exec/jumps.c", "--stats"],
        &["exec", "drivers/strlen.c"],
        &["exec", "tests/exec/jumps.c", "--instructions", "5"],
        &["bench", "puzzles", "--only", "square"],
        &["bench", "no such collection"],
        &["model", "info", "--model", "no such file"],
        &["no such command"],
    ];
    let all = |args: &[&str], stderr: Stdio| {
        let output = Command::new(assert_cmd::cargo::cargo_bin("symir"))
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .args(args)
            .stderr(stderr)
            .output()
            .expect("symir starts");
        // Without digits, since runs do not take the same time.
        let said = String::from_utf8_lossy(&output.stdout).replace(|c: char| c.is_ascii_digit(), "");
        (output.status.code(), said)
    };
    for args in commands {
        let heard = all(args, Stdio::piped());
        let full = File::options().write(true).open("/dev/full").expect("Linux has it");
        for deaf in [closed(), full.into()] {
            assert_eq!(all(args, deaf), heard, "{args:?}");
        }
    }
}
