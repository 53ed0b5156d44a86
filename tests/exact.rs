//! Runs the programs of `tests/exact/` with `symir run` and native runs, and compares the output with what is
//! expected: symir and the machine give a program the same meaning, and a test that no native run can show
//! says why.
//!
//! A first line `/* symir: ARGS */` gives further arguments. `UPDATE_EXPECT=1 cargo test --test exact` writes
//! the expected output anew; read the difference before you commit it.

use assert_cmd::cargo::cargo_bin;
use std::path::{Path, PathBuf};
use std::process::Command;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/exact")
}

/// The output of a run, without the lines that say how much work it was.
fn transcript(file: &Path) -> String {
    let source = std::fs::read_to_string(file).expect("the program can be read");
    let first = source.lines().next().unwrap_or_default();
    let further = first.strip_prefix("/* symir: ").and_then(|line| line.strip_suffix(" */"));
    let output = Command::new(cargo_bin("symir"))
        .args(["run", "--all", "--search", "dfs", "--workers", "1", "--replay-time", "5s"])
        .arg(file.file_name().expect("a program has a name"))
        .args(further.into_iter().flat_map(str::split_whitespace))
        .current_dir(folder())
        .output()
        .expect("symir starts");
    let stderr = String::from_utf8_lossy(&output.stderr);
    let heads = ["work  ", "questions  ", "time  ", "coverage  ", "uncovered  "];
    let kept = stderr.lines().filter(|line| !heads.iter().any(|head| line.starts_with(head)));
    let mut text = format!("exit {}\n", output.status.code().expect("symir exits"));
    text += &String::from_utf8_lossy(&output.stdout);
    text += "---\n";
    for line in kept.filter(|line| !line.is_empty()) {
        // Which results change from run to run depends on the machine. The cause does not.
        let line = line.split_once(" changes; ").map_or(line, |(_, cause)| cause);
        text += line;
        text.push('\n');
    }
    text
}

#[test]
fn symir_and_the_machine_mean_the_same() {
    let entries = std::fs::read_dir(folder()).expect("the folder is there");
    let mut programs: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
        .collect();
    programs.sort();
    assert!(programs.len() >= 10, "the programs are there");
    // The compiler takes most of the time, so two threads share the programs.
    let (first, second) = programs.split_at(programs.len() / 2);
    std::thread::scope(|scope| {
        for part in [first, second] {
            scope.spawn(move || {
                for program in part {
                    let text = transcript(program);
                    expect_test::expect_file![program.with_extension("out")].assert_eq(&text);
                    let is_false =
                        |line: &str| ["differs ", "crashed "].iter().any(|head| line.starts_with(head));
                    assert!(!text.lines().any(is_false), "{program:?}: {text}");
                }
            });
        }
    });
}
