//! Runs every program of `tests/golden/` with `symir run`, and compares the output with the expected one.
//!
//! A first line `/* symir: ARGS */` gives further arguments.
//!
//! `UPDATE_EXPECT=1 cargo test --test golden` writes the expected output anew; read the difference before
//! you commit it.

#[path = "common/skipped.rs"]
mod skipped;

use assert_cmd::cargo::cargo_bin;
use skipped::skipped;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The limit of instructions, which is enough for every path that ends.
const INSTRUCTIONS: &str = "1000000";

/// Programs whose expected floats are values that cvc5 finds. With Z3 only, questions about conversions stay
/// open, and values are less readable.
const FLOATS_OF_CVC5: [&str; 2] = ["float_conversions", "float_vectors"];

fn golden() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden")
}

/// The output of a run, without the lines that depend on the machine or say how much work it was.
fn transcript(file: &Path, level: u8) -> String {
    let source = std::fs::read(file).expect("the program can be read");
    let source = String::from_utf8_lossy(&source);
    let first = source.lines().next().unwrap_or_default();
    let further = first.strip_prefix("/* symir: ").and_then(|line| line.strip_suffix(" */"));
    let output = Command::new(cargo_bin("symir"))
        .args(["run", "--all"])
        .arg(file.file_name().expect("a program has a name"))
        .args(["--no-replay", "--instructions", INSTRUCTIONS, "--search", "dfs", "--workers", "1"])
        .args(["-O", &level.to_string()])
        .args(further.into_iter().flat_map(str::split_whitespace))
        .current_dir(golden())
        .output()
        .expect("symir starts");
    let stderr = String::from_utf8_lossy(&output.stderr);
    let kept = stderr.lines().filter(|line| {
        !["work  ", "questions  ", "time  "].iter().any(|head| line.starts_with(head)) && !line.is_empty()
    });
    let mut text = format!("exit {}\n", output.status.code().expect("symir exits"));
    text += &String::from_utf8_lossy(&output.stdout);
    text += "---\n";
    for line in kept {
        text += line;
        text.push('\n');
    }
    text
}

#[test]
fn every_program_prints_what_stands_beside_it() {
    let mut programs: Vec<PathBuf> = std::fs::read_dir(golden())
        .expect("the folder is there")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
        .collect();
    programs.sort();
    assert!(programs.len() > 20, "the programs are there");
    for program in programs {
        let is_of_cvc5 =
            FLOATS_OF_CVC5.iter().any(|name| program.file_stem().is_some_and(|stem| stem == *name));
        if is_of_cvc5 && !cfg!(feature = "cvc5") {
            skipped(&format!("{} has values that cvc5 finds", program.display()));
            continue;
        }
        expect_test::expect_file![program.with_extension("out")].assert_eq(&transcript(&program, 0));
    }
}

/// The bugs are found under optimisation too, although paths may be fewer.
#[test]
fn bugs_are_found_under_optimisation() {
    for name in ["out_of_bounds", "divide_by_zero", "null_pointer", "assert_fails", "abort"] {
        let text = transcript(&golden().join(name).with_extension("c"), 1);
        assert!(text.starts_with("exit 10\n"), "{name}: {text}");
    }
}
