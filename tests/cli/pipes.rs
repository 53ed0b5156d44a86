//! Standard output that nobody reads any more, as behind `| head`, and that cannot be written.

use super::symir;
use std::fs::File;
use std::process::{Command, Stdio};

/// Runs with standard output as given; the exit code and what is on standard error.
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
