//! Objects that are made by calls: `symir gen` on types with functions of their own, whose tests call these functions in the
//! place of filling in members, find no error that no caller can cause, and leak nothing.

use assert_cmd::cargo::cargo_bin;
use std::fs;
use std::path::Path;
use std::process::Command;

/// The suite of a file, which is built with sanitizers and passes; with what was said of the run.
fn suite(file: &str, args: &[&str]) -> (String, String) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/generate/sequences");
    for name in [file, "queue.h"] {
        fs::copy(from.join(name), folder.path().join(name)).expect("copied");
    }
    let mut command = Command::new(cargo_bin("symir"));
    command.current_dir(folder.path()).args(["gen", file, "-o", "out", "--time", "2m"]).args(args);
    let output = command.output().expect("symir starts");
    let words = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(0), "{file}: {words}");
    let stem = file.trim_end_matches(".c");
    let text = fs::read_to_string(folder.path().join(format!("out/test_{stem}.c"))).expect("a suite");
    for args in [&["WARNINGS=-Wall -Wextra -Werror"][..], &["BUGS=1"]] {
        let mut make = Command::new("make");
        make.current_dir(folder.path().join("out").join(stem)).arg("-s").args(args);
        let made = make.output().expect("make starts");
        let said =
            format!("{}{}", String::from_utf8_lossy(&made.stdout), String::from_utf8_lossy(&made.stderr));
        assert!(made.status.success(), "{file} {args:?}: {said}\n{text}");
    }
    (text, words)
}

#[test]
fn a_pointer_that_a_maker_gives() {
    let (text, words) = suite("queue.c", &[]);
    assert!(words.contains("2 of 2 branches") && !words.contains("needs q"), "{words}");
    for part in ["struct queue *q = queue_new(1);\n", "    queue_push(q, ", "    queue_free(q);\n"] {
        assert!(text.contains(part), "no `{part}` in\n{text}");
    }
    assert!(!text.contains("struct queue q"), "{text}");
}

#[test]
fn storage_of_the_caller_and_makers_that_can_fail() {
    let (text, words) = suite("heap.c", &["--function", "heap_pop"]);
    assert!(words.contains("12 of 12 branches"), "{words}");
    assert!(!words.contains("bug"), "{words}");
    for part in ["    heap_t h;\n", "heap_init(&h, ", "heap_push(&h, ", "heap_destroy(&h);\n"] {
        assert!(text.contains(part), "no `{part}` in\n{text}");
    }
}

#[test]
fn objects_within_objects() {
    let (text, _) = suite("bank.c", &["--function", "bank_withdraw", "--paths", "200"]);
    for part in ["bank_new();\n", "account_new(", "bank_add(b, "] {
        assert!(text.contains(part), "no `{part}` in\n{text}");
    }
}

#[test]
fn members_are_inputs_if_somebody_says_so() {
    let (text, _) = suite("queue.c", &["--objects", "direct", "--function", "queue_push"]);
    assert!(text.contains("struct queue q = {") && !text.contains("queue_new("), "{text}");
}
