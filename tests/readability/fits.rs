//! Finds the strings that could be words, by trying every word of the dictionary in the natively compiled
//! driver.
//!
//! A string of a test *could be a word* if a word of the dictionary of the same length can be written over it
//! and the driver still takes the same path. The other inputs stay as they are, or all inputs with the same
//! string become the same word, or one other string becomes some word of its own length. `fits.c` says how
//! paths are compared.

use super::runs::{Test, driver};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use symir::internals::frontend;
use symir::internals::readable::Dictionary;

/// For each test and each of its inputs, a word that fits, if there is one and the input is a string of two
/// characters or more. The tests are of the driver `name`.
pub fn fits(name: &str, tests: &[Test], dictionary: &Dictionary) -> Vec<Vec<Option<String>>> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let program = compile(name, folder.path());
    let words = folder.path().join("words");
    let mut text: Vec<u8> = Vec::new();
    for (word, _) in dictionary.iter() {
        text.extend(word.iter().chain(b"\n"));
    }
    std::fs::write(&words, text).expect("words are written");
    let list = folder.path().join("tests");
    std::fs::write(&list, lines(tests)).expect("tests are written");
    let stdin = Stdio::from(std::fs::File::open(list).expect("they are there"));
    let output = Command::new(program).arg(words).stdin(stdin).output().expect("the driver starts");
    assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
    let answers = String::from_utf8(output.stdout).expect("words are UTF-8");
    let word = |word: &str| (word != "-").then(|| word.to_owned());
    let answers: Vec<_> = answers.lines().map(|line| line.split(' ').map(word).collect()).collect();
    assert_eq!(answers.len(), tests.len(), "{name}");
    answers
}

fn lines(tests: &[Test]) -> String {
    let mut text = String::new();
    for test in tests {
        for (index, input) in test.inputs.iter().enumerate() {
            text += if index > 0 { " " } else { "" };
            text += if input.is_string { "s" } else { "b" };
            input.bytes.iter().for_each(|byte| write!(text, "{byte:02x}").expect("text takes text"));
        }
        text += "\n";
    }
    text
}

/// Compiles the driver with tracing, and `fits.c` without.
fn compile(name: &str, folder: &Path) -> PathBuf {
    let clang = frontend::find_clang(None).expect("there is clang").path;
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/readability");
    let object = folder.join("driver.o");
    let program = folder.join("fits");
    let run = |command: &mut Command| {
        let output = command.output().expect("clang starts");
        assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
    };
    run(Command::new(&clang)
        .args(["-O0", "-w", "-fno-builtin", "-fsanitize-coverage=edge,no-prune,trace-pc", "-include"])
        .arg(here.join("fits.h"))
        .arg("-c")
        .arg(driver(name))
        .arg("-o")
        .arg(&object));
    run(Command::new(&clang).arg("-O1").arg(here.join("fits.c")).arg(&object).arg("-o").arg(&program));
    program
}
