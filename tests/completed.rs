//! Paths that symir cannot follow to their ends, which native runs do: what these agree on is a test like any other.

use assert_cmd::cargo::cargo_bin;
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Runs symir on one of our programs: its status, standard output and standard error.
fn run(name: &str, args: &[&str]) -> (Option<i32>, String, String) {
    let driver = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/completed").join(name);
    let output =
        Command::new(cargo_bin("symir")).arg("run").arg(driver).args(args).output().expect("symir starts");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

/// The tests of a folder.
fn tests(folder: &Path) -> Vec<Value> {
    let text = fs::read_to_string(folder.join("tests.json")).expect("read");
    let file: Value = serde_json::from_str(&text).expect("it is JSON");
    file["tests"].as_array().expect("tests").clone()
}

fn contains_all(text: &str, parts: &[&str]) {
    parts.iter().for_each(|part| assert!(text.contains(part), "{part} in {text}"));
}

#[test]
fn an_unknown_instruction_costs_depth_and_not_the_test() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let out = folder.path();
    let args = ["--emit", "c", "-o", out.to_str().expect("a path")];
    let (code, printed, words) = run("assembly.c", &args);
    assert_eq!(code, Some(0), "{words}");
    let line = "mix: 1 &0 &{.x=1, .y=2} &null n_calls=0 :=> 424 *low=8 p->y=8 *chosen=p n_calls=1 (completed natively)";
    contains_all(&printed, &[line, "mix: 0 &0 &{.x=1, .y=2} &null :=> -1 *low=7\n"]);
    contains_all(
        &words,
        &[
            "1 confirmed, 0 differ, 1 completed natively",
            "assembly.c:17 (1 path, completed natively)",
            // What only native runs came to counts.
            "lines 13 of 14",
            "branches 3 of 4",
        ],
    );
    let tests = tests(out);
    let completed = tests.iter().find(|test| test["completed"] == true).expect("one is completed");
    assert_eq!(completed["left"]["site"]["line"], 17, "{completed}");
    assert!(completed["left"]["why"].as_str().is_some_and(|why| why.contains("crc32l")), "{completed}");
    assert_eq!(completed["left"]["edges"].as_array().map(Vec::len), Some(1), "{completed}");
    assert_eq!(completed["outcome"]["returned"], 0, "{completed}");
    // The suite has it, and it passes.
    let suite = fs::read_to_string(out.join("test_c.c")).expect("read");
    contains_all(
        &suite,
        &["assert(result == 424);", "assert(p.y == 8);", "assert(chosen == &p);", "assert(n_calls == 1);"],
    );
    let mut make = Command::new("make");
    make.current_dir(out).args(["CC=gcc", "WARNINGS=-Wall -Wextra -Werror", "c"]);
    let made = make.output().expect("make starts");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    // Whoever replays the folder finds the same.
    let replayed = Command::new(cargo_bin("symir")).arg("replay").arg(out).output().expect("symir starts");
    let said = String::from_utf8_lossy(&replayed.stdout).into_owned();
    contains_all(&said, &["2 confirmed, 0 differ"]);
}

#[test]
fn completion_can_be_turned_off() {
    let (code, printed, words) = run("assembly.c", &["--no-complete"]);
    assert_eq!(code, Some(0), "{words}");
    contains_all(&printed, &["mix: 1 &0 &{.x=1, .y=2} &null :=> !unsupported: inline assembly"]);
    contains_all(
        &words,
        &["1 confirmed, 0 differ, 1 unproved", "symir cannot go on with it; natively: main returns 0"],
    );
    assert!(!words.contains("completed natively"), "{words}");
}

#[test]
fn what_a_budget_ended_has_its_changes() {
    let (code, printed, words) = run("budget.c", &["--instructions", "2000"]);
    assert_eq!(code, Some(5), "{words}");
    contains_all(
        &printed,
        &["walk: 27 &{.odd=0, .even=0} :=> 5000 *tally={.odd=1847, .even=3153} (completed natively)"],
    );
}

#[test]
fn errors_beyond_the_end_of_a_path_are_seen() {
    let (code, printed, words) = run("overflow.c", &[]);
    assert_eq!(code, Some(10), "{words}");
    contains_all(&printed, &["!out of bounds write at overflow.c:8"]);
    contains_all(&words, &["overflow.c:8", "1 completed natively"]);
}

/// Three schedules have to agree: the kernel's own, and those in which the new or the old thread comes first.
#[test]
fn threads_whose_schedules_agree_are_tests() {
    let (code, printed, words) = run("threads.c", &["--all"]);
    assert_eq!(code, Some(0), "{words}");
    contains_all(&printed, &["total: -1 :=> -1\n", "total: 0 :=> 0 (completed natively)\n"]);
    contains_all(&words, &["1 flaky", "raced", "cause: pthread_create"]);
}

/// A completed test takes the runs that have to agree and one under a sanitizer, and no more.
#[test]
fn a_completed_path_costs_its_native_runs() {
    let (code, printed, words) = run("many.c", &["--json"]);
    assert_eq!(code, Some(0), "{words}");
    let summary = printed.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    let summary = summary.filter(|event| event["event"] == "summary").last().expect("a summary");
    assert_eq!(summary["replay"]["completed"], 64, "{summary}");
    assert_eq!(summary["summary"]["completed"], 64, "{summary}");
    assert_eq!(summary["native_runs"], 64 * 4, "{summary}");
}
