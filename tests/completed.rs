//! Paths that symir cannot follow to their ends, but native runs can: what the native runs agree on becomes a
//! test like any other.

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
            // What only native runs reached counts as covered.
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
    let name = completed["name"].as_str().unwrap_or_default();
    assert!(name.contains("natively_returns_424") && !name.contains("unsupported"), "{name}");
    // The suite has the completed test, and it passes.
    let suite = fs::read_to_string(out.join("test_c.c")).expect("read");
    contains_all(
        &suite,
        &["assert(result == 424);", "assert(p.y == 8);", "assert(chosen == &p);", "assert(n_calls == 1);"],
    );
    let mut make = Command::new("make");
    make.current_dir(out).args(["CC=gcc", "WARNINGS=-Wall -Wextra -Werror", "c"]);
    let made = make.output().expect("make starts");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    // A replay of the folder confirms the tests.
    let replayed = Command::new(cargo_bin("symir")).arg("replay").arg(out).output().expect("symir starts");
    let said = String::from_utf8_lossy(&replayed.stdout).into_owned();
    contains_all(&said, &["2 confirmed, 0 differ"]);
}

/// `gen --concretize` does so as well, and finds paths behind what would end them.
#[test]
fn gen_goes_on_behind_what_cannot_be_followed() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let text = "int mix(unsigned x) {\n    unsigned sum = 0;\n    __asm__(\"crc32l %1, %0\" : \"+r\"(sum) : \"r\"(7u));\n\
                \x20   if (x > 100)\n        return 2;\n    return x == 17 && sum ? 4 : 5;\n}\n";
    fs::write(folder.path().join("mix.c"), text).expect("written");
    let mut command = Command::new(cargo_bin("symir"));
    command.current_dir(folder.path()).args(["gen", "mix.c", "-o", "out", "--concretize"]);
    let output = command.output().expect("symir starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let suite = fs::read_to_string(folder.path().join("out/test_mix.c")).expect("a suite");
    contains_all(
        &suite,
        &[" * mix: 17 :=> 4 (approximated)", ":=> 2 (approximated)", ":=> 5 (approximated)"],
    );
    let made =
        Command::new("make").arg("-C").arg(folder.path().join("out/mix")).output().expect("make starts");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
}

/// It is not known which memory a native run has given back, so a suite has no completed tests of a function that
/// may give some back, also if it does so by what its callers pass for that.
#[test]
fn suites_have_no_completed_tests_of_what_gives_memory_back() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/completed/widen.c");
    fs::copy(source, folder.path().join("widen.c")).expect("copied");
    let mut command = Command::new(cargo_bin("symir"));
    let output = command.current_dir(folder.path()).args(["gen", "widen.c", "-o", "out"]).output();
    let words = String::from_utf8_lossy(&output.expect("symir starts").stderr).into_owned();
    let suite = fs::read_to_string(folder.path().join("out/test_widen.c")).expect("a suite");
    assert!(suite.contains(".deallocate = caller_free"), "{words}{suite}");
    assert!(!suite.contains("natively"), "{words}{suite}");
    // What only such tests take is not covered.
    let report = fs::read_to_string(folder.path().join("out/report.json")).expect("a report");
    assert!(
        report.contains("widen.c:35: only native runs take it, whose tests the suite leaves out"),
        "{report}"
    );
}

/// With `--concretize`, what would end a path is done on concrete values, and the path goes on.
#[test]
fn what_cannot_be_followed_is_done_concretely() {
    let (code, printed, words) = run("concrete.c", &[]);
    assert_eq!(code, Some(0), "{words}");
    contains_all(&words, &["tests         1 from 1 path", "1 completed natively"]);
    assert!(!printed.contains("approximated"), "{printed}");
    let (code, printed, words) = run("concrete.c", &["--concretize", "--all"]);
    assert_eq!(code, Some(0), "{words}");
    contains_all(
        &printed,
        &[" :=> 4 (approximated)\n", " :=> 895 (approximated)\n", " :=> 1 (approximated)\n"],
    );
    contains_all(&words, &[" confirmed, 0 differ", "done natively on concrete values"]);
    assert!(!words.contains("unproved") && !words.contains("completed"), "{words}");
    let lines = printed.lines().filter(|line| line.starts_with("mix:"));
    assert!(
        lines.clone().count() >= 4 && lines.clone().all(|line| line.ends_with(" (approximated)")),
        "{printed}"
    );
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

/// For memory that was never written, a test expects only what the call writes natively. Its name says
/// nothing of the place at which symir left the path.
#[test]
fn what_was_never_written_is_not_expected() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let out = folder.path().to_str().expect("a path");
    let (status, text, words) = run("unwritten.c", &["--instructions", "1000", "-o", out, "--emit", "c"]);
    assert_eq!(status, Some(5), "{words}");
    assert!(text.contains("fill: &? &? :=> 1 local={?, 120, ?, ?} heap={?, ?, 121, ?}"), "{text}");
    let suite = std::fs::read_to_string(folder.path().join("test_c.c")).expect("read");
    for part in [
        "assert(local[1] == 'x');",
        "assert(heap[2] == 'y');",
        "static void test_fill_natively_returns_1(void)",
    ] {
        assert!(suite.contains(part), "{part}: {suite}");
    }
    assert!(!suite.contains("local[0]") && !suite.contains("unfinished"), "{suite}");
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
    let (code, printed, words) = run("threads_c11.c", &["--all"]);
    assert_eq!(code, Some(0), "{words}");
    contains_all(&printed, &["handed_over: ", "given=2 (completed natively)\n"]);
    contains_all(&words, &["1 flaky", "raced", "cause: thrd_create"]);
    let (code, printed, words) = run("threads_cancelled.c", &["--all"]);
    assert_eq!(code, Some(0), "{words}");
    contains_all(&printed, &["cancelled: 1 :=> 2 (completed natively)\n"]);
}

/// A completed test costs the native runs that have to agree and one run under a sanitizer, and no more.
#[test]
fn a_completed_path_costs_its_native_runs() {
    let (code, printed, words) = run("many.c", &["--json"]);
    assert_eq!(code, Some(0), "{words}");
    let mut summary = printed.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    let summary = summary.rfind(|event| event["event"] == "summary").expect("a summary");
    assert_eq!(summary["replay"]["completed"], 64, "{summary}");
    assert_eq!(summary["summary"]["completed"], 64, "{summary}");
    assert_eq!(summary["native_runs"], 64 * 4, "{summary}");
}

/// A test that depends on values which differ from run to run is flaky without recording. With recording it
/// is confirmed, and suites play the recorded values back.
#[test]
fn sources_are_recorded_and_played_back() {
    let (_, _, words) = run("sources.c", &["--no-record"]);
    contains_all(
        &words,
        &[
            "1 confirmed, 0 differ, 7 flaky",
            "cause: rand",
            "cause: time",
            "cause: getpid",
            "cause: getrandom",
        ],
    );
    let folder = tempfile::tempdir().expect("a temporary folder");
    let out = folder.path();
    let (code, _, words) =
        run("sources.c", &["--emit", "c,cmocka,gtest", "-o", out.to_str().expect("a path")]);
    assert_eq!(code, Some(0), "{words}");
    contains_all(
        &words,
        &["1 confirmed, 0 differ, 6 confirmed with what was recorded, 1 flaky", "cause: clock"],
    );
    let recorded = tests(out);
    let functions = |name: &str| -> Vec<String> {
        let is_it = |test: &&Value| test["calls"][0]["function"] == name;
        let test = recorded.iter().find(is_it).expect("it has a test");
        let list = test["recorded"].as_array().cloned().unwrap_or_default();
        list.iter().map(|entry| entry["function"].as_str().unwrap_or_default().to_owned()).collect()
    };
    assert_eq!(functions("draw"), ["rand"]);
    assert_eq!(functions("drawn_twice"), ["drand48", "random"]);
    assert_eq!(functions("level"), Vec::<String>::new());
    let suite = fs::read_to_string(out.join("test_c.c")).expect("read");
    contains_all(&suite, &["int scripted_rand(void)", "it asks `getrandom`, which no suite stands for"]);
    for target in ["c", "cmocka", "gtest"] {
        let mut make = Command::new("make");
        make.current_dir(out).args(["CC=gcc", "CXX=g++", "WARNINGS=-Wall -Wextra -Werror", target]);
        let made = make.output().expect("make starts");
        assert!(made.status.success(), "{target}: {}", String::from_utf8_lossy(&made.stderr));
    }
    let replayed = Command::new(cargo_bin("symir")).arg("replay").arg(out).output().expect("symir starts");
    contains_all(&String::from_utf8_lossy(&replayed.stdout), &["7 confirmed, 0 differ"]);
}

/// The list of sources can be extended by functions of libraries.
#[test]
fn further_sources_can_be_named() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/completed/library.c");
    let library = folder.path().join("libsensor.so");
    let mut gcc = Command::new("gcc");
    gcc.args(["-shared", "-fPIC", "-o"]).arg(&library).arg(source);
    assert!(gcc.status().expect("gcc starts").success());
    let place = folder.path().display();
    let flags = ["--".to_owned(), format!("-L{place}"), "-lsensor".to_owned(), format!("-Wl,-rpath,{place}")];
    let with_flags = |args: &[&str]| -> Vec<String> {
        args.iter().map(|arg| (*arg).to_owned()).chain(flags.iter().cloned()).collect()
    };
    let linked = |args: &[&str]| {
        let args = with_flags(args);
        run("sensor.c", &args.iter().map(String::as_str).collect::<Vec<_>>())
    };
    let (code, _, words) = linked(&[]);
    assert_eq!(code, Some(0), "{words}");
    contains_all(&words, &["1 confirmed, 0 differ, 1 flaky"]);
    let (code, printed, words) = linked(&["--source", "sensor_read"]);
    assert_eq!(code, Some(0), "{words}");
    contains_all(&words, &["1 confirmed, 0 differ, 1 completed natively"]);
    contains_all(&printed, &["(completed natively) (recorded: sensor_read)"]);
}
