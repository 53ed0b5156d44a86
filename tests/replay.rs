//! `symir replay` and the native runs of `symir run`: every test of the drivers and of programs with known
//! bugs is confirmed, results that change from run to run are found, and no test does harm. `tests/replay/`
//! has programs that try to do harm.

use assert_cmd::cargo::cargo_bin;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn program(name: &str) -> PathBuf {
    root().join("tests/replay").join(name).with_extension("c")
}

fn symir(args: &[&str]) -> Output {
    let output =
        Command::new(cargo_bin("symir")).args(args).current_dir(root()).output().expect("symir starts");
    let words = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code().is_some(), "{args:?}: {words}");
    output
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The exit code and the standard error of a run of one of our programs.
fn run(name: &str, args: &[&str]) -> (Option<i32>, String) {
    let file = program(name);
    let mut all = vec!["run", "--all", file.to_str().expect("a path")];
    all.extend(args);
    let output = symir(&all);
    (output.status.code(), stderr(&output))
}

/// Every `.c` file of a folder.
fn sources(folder: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(root().join(folder)).expect("the folder is there");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let mut files: Vec<_> =
        paths.filter(|path| path.extension().is_some_and(|extension| extension == "c")).collect();
    files.sort();
    files
}

#[test]
fn every_test_of_every_driver_is_confirmed() {
    let files = sources("drivers");
    assert!(files.len() >= 12, "the drivers are there");
    for file in files {
        let output = symir(&["run", "--all", file.to_str().expect("a path")]);
        let n_tests = String::from_utf8_lossy(&output.stdout).lines().count();
        let words = stderr(&output);
        assert!(
            words.contains(&format!("replay        {n_tests} confirmed, 0 differ\n")),
            "{file:?}: {words}"
        );
    }
}

/// Programs of `tests/golden` for which so many native runs have another verdict. The comments say why this
/// is correct.
const EXCEPTIONS: [(&str, &str, usize); 7] = [
    // It calls a function that is defined nowhere.
    ("external_call", "unproved", 1),
    // It looks at variables that are defined nowhere.
    ("undefined_variable", "unproved", 5),
    // Clang does not mark the life of a variable whose declaration can be jumped over.
    ("use_after_scope", "differs", 1),
    // The input is the address of an object, which natively is another one.
    ("wild_pointer", "unproved", 1),
    ("memory_leak", "unproved", 1),
    ("vector_shift", "unproved", 1),
    // An input is the address of a label.
    ("jump_to_number", "unproved", 1),
];

#[test]
fn every_test_of_programs_with_known_bugs_is_confirmed() {
    // The compiler takes most of the time, with sanitizers, so two threads share the programs.
    let files = sources("tests/golden");
    let (first, second) = files.split_at(files.len() / 2);
    std::thread::scope(|scope| {
        for part in [first, second] {
            scope.spawn(|| part.iter().for_each(|file| is_confirmed(file)));
        }
    });
}

/// Asserts that native runs agree with what symir says of a program with known bugs.
fn is_confirmed(file: &Path) {
    let source = std::fs::read(file).expect("the program can be read");
    let source = String::from_utf8_lossy(&source);
    let first = source.lines().next().unwrap_or_default();
    let further = first.strip_prefix("/* symir: ").and_then(|line| line.strip_suffix(" */")).unwrap_or("");
    let mut args = vec!["run", "--all", file.to_str().expect("a path"), "--instructions", "1000000"];
    args.extend(["--replay-time", "300ms"]);
    args.extend(further.split_whitespace());
    let words = stderr(&symir(&args));
    let Some(line) = words.lines().find(|line| line.starts_with("replay ")) else {
        let is_empty = !words.contains("\ntests ") || words.contains("tests         0 ");
        // Results that were made up are not run.
        let is_left_out = ["--no-replay", "--externals havoc"].iter().any(|words| further.contains(words));
        assert!(is_empty || is_left_out, "{file:?}: nothing was run natively: {words}");
        return;
    };
    let name = file.file_stem().expect("named").to_string_lossy();
    if line.contains("not possible") {
        assert!(["external_call", "havoc"].contains(&&*name), "{name}: {words}");
        return;
    }
    let exception = EXCEPTIONS.iter().find(|(known, ..)| *known == name);
    for verdict in ["differs", "flaky", "crashed", "unproved"] {
        let n = words.lines().filter(|line| line.starts_with(&format!("{verdict} "))).count();
        let allowed = match exception {
            Some((_, known, n_tests)) if *known == verdict => *n_tests,
            _ => 0,
        };
        assert_eq!(n, allowed, "{name}: {words}");
    }
}

#[test]
fn memory_results_and_paths_are_compared() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = folder.path().to_str().expect("a path");
    let (code, words) = run("memory", &["-o", folder]);
    assert_eq!(code, Some(0), "{words}");
    assert!(words.contains(" confirmed, 0 differ\n"), "{words}");
    // A change in a recorded test is noticed, whatever is changed.
    let path = Path::new(folder).join("tests.json");
    let text = std::fs::read_to_string(&path).expect("read");
    // The checksums are taken out, so that the changes count as made on purpose.
    let sums = regex::Regex::new(",\"checksum\":\"[0-9a-f]{8}\"").expect("a pattern");
    let text = sums.replace_all(&text, "");
    let check = |from: &str, to: &str, words: &str| {
        let pattern = regex::Regex::new(from).expect("a pattern");
        assert!(pattern.is_match(&text), "{from} in {text}");
        std::fs::write(&path, pattern.replace(&text, to).as_bytes()).expect("written");
        let output = symir(&["replay", folder]);
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(output.status.code(), Some(7), "{from}: {said}");
        assert!(said.contains("1 differ") && said.contains(words), "{from}: {said}");
    };
    check(r#""results":\[\{"bits":(\d+)\}"#, r#""results":[{"bits":9${1}9}"#, "result");
    check(r#"\{"hex":"([0-9a-f]{2})00"#, r#"{"hex":"${1}55"#, "byte 1 of");
    check(r#""results":\[\{"within":\[0,0\]\}"#, r#""results":[{"within":[0,1]}"#, "result of ");
    check(r#""path":\[\[(\d+),1\]"#, r#""path":[[$1,2]"#, "the path at");
    check(r#""outcome":\{"returned":0\}"#, r#""outcome":{"returned":3}"#, "the end: expected main returns 3");
    check(
        r#""name":"n","kind":([^}]*\}\}),"hex":"([0-9a-f]*)""#,
        r#""name":"m","kind":$1,"hex":"$2""#,
        "asks for `n`",
    );
}

#[test]
fn paths_that_depend_on_alignment_are_confirmed() {
    for level in ["0", "2"] {
        let (code, words) = run("aligned", &["--opt", level]);
        assert_eq!(code, Some(0), "{words}");
        assert!(words.contains("replay        3 confirmed, 0 differ\n"), "{level}: {words}");
    }
}

#[test]
fn what_the_order_of_objects_decides_is_never_confirmed() {
    let (status, said) = run("object_order.c", &[]);
    assert_eq!(status, Some(0), "{said}");
    let starts = |head: &str| said.lines().any(|line| line.starts_with(head));
    assert!(!starts("differs ") && !starts("crashed "), "{said}");
    assert!(starts("flaky ") || starts("unproved "), "{said}");
    assert!(said.contains("cause: an address") || said.contains("compares addresses of objects"), "{said}");
}

#[test]
fn accesses_far_out_of_bounds_are_confirmed_or_out_of_sight() {
    for (level, n) in [("0", 10), ("1", 10)] {
        let (code, words) = run("beyond", &["--opt", level]);
        assert_eq!(code, Some(10), "{words}");
        assert!(
            words.contains(&format!("replay        {n} confirmed, 0 differ, 2 unproved\n")),
            "{level}: {words}"
        );
        // The table and the heap object are named with the lines of the accesses.
        for bug in
            ["read at beyond.c:15:", "read at beyond.c:40:", "write at beyond.c:42:", "write at beyond.c:45:"]
        {
            assert!(words.contains(&format!("bug           out of bounds {bug}")), "{bug} in {words}");
        }
        for why in [
            "the access lies 3992 bytes away from",
            "no sanitizer knows how many variable arguments a call has; natively: ",
        ] {
            assert!(words.contains(why), "{why} in {words}");
        }
    }
}

#[test]
fn paths_that_end_before_their_inputs_are_unproved() {
    let (code, words) = run("short", &["--instructions", "2000"]);
    assert_eq!(code, Some(5), "{words}");
    assert!(words.contains("1 unproved\n") && words.contains(" 0 differ"), "{words}");
    let why = "a budget ended its path before that; natively: the driver asks for an input `late` more than the test has";
    assert!(words.contains(why), "{words}");
}

#[test]
fn addresses_that_are_chosen_or_returned_late_are_those_of_their_objects() {
    let (code, words) = run("chosen", &[]);
    assert_eq!(code, Some(0), "{words}");
    assert!(words.contains("replay        3 confirmed, 0 differ\n"), "{words}");
    let (code, words) = run("chosen", &["--instructions", "2000", "--", "-DLATE"]);
    assert_eq!(code, Some(5), "{words}");
    assert!(words.contains("replay        0 confirmed, 0 differ, 1 completed natively\n"), "{words}");
}

#[test]
fn what_changes_from_run_to_run_is_flaky() {
    let causes = [
        ("random", "rand"),
        ("clock", "time"),
        ("address", "an address"),
        ("address_path", "an address, on which its path depends"),
        ("unwritten", "memory that was never written"),
        ("grown", "memory that was never written"),
    ];
    for (name, cause) in causes {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let folder_name = folder.path().to_str().expect("a path");
        let (code, words) = run(name, &["--one-test-a-path", "--no-record", "-o", folder_name]);
        assert_eq!(code, Some(0), "{name}: {words}");
        assert!(words.contains("replay        0 confirmed, 0 differ, 1 flaky\n"), "{name}: {words}");
        assert!(
            words.contains("the result of ") && words.contains(&format!("cause: {cause}\n")),
            "{name}: {words}"
        );
        let lines = std::fs::read_to_string(folder.path().join("tests.txt")).expect("read");
        assert_eq!(lines, "", "{name}: kept apart");
        let lines = std::fs::read_to_string(folder.path().join("unproved/tests.txt")).expect("read");
        assert_eq!(lines.lines().count(), 1, "{name}");
    }
}

/// The same programs, but what their sources gave is a part of the test. What an address decides has no
/// source.
#[test]
fn what_a_source_gave_is_played_back() {
    for (name, said) in [
        ("random", "0 confirmed, 0 differ, 1 confirmed with what was recorded\n"),
        ("clock", "0 confirmed, 0 differ, 1 confirmed with what was recorded\n"),
        ("address", "0 confirmed, 0 differ, 1 flaky\n"),
        ("unwritten", "0 confirmed, 0 differ, 1 flaky\n"),
    ] {
        let (code, words) = run(name, &["--one-test-a-path"]);
        assert_eq!(code, Some(0), "{name}: {words}");
        assert!(words.contains(said), "{name}: {words}");
    }
}

#[test]
fn what_is_defined_nowhere_ends_the_test_that_uses_it_alone() {
    let (_, words) = run("missing", &[]);
    assert!(words.contains("replay        1 confirmed, 0 differ, 1 unproved"), "{words}");
}

/// Runs a program that would do harm. Checks that its other test is confirmed, and returns standard error.
fn contained(name: &str, args: &[&str]) -> String {
    let start = Instant::now();
    let args: Vec<&str> = ["--instructions", "100000", "--search", "dfs", "--replay-time", "500ms"]
        .into_iter()
        .chain(args.iter().copied())
        .collect();
    let (_, words) = run(name, &args);
    assert!(start.elapsed() < Duration::from_secs(60), "{name} ends in time: {words}");
    assert!(words.contains("replay        1 confirmed"), "{name}: the other test is none the worse: {words}");
    words
}

#[test]
fn tests_do_no_harm() {
    assert!(contained("loop", &[]).contains("1 timed out"));
    let words = contained("forks", &[]);
    assert!(words.contains("1 timed out") && words.contains("the system call clone is refused"), "{words}");
    let words = contained("parent", &[]);
    assert!(words.contains("the system call kill is refused"), "{words}");
    let words = contained("network", &[]);
    assert!(words.contains("the system call socket is refused"), "{words}");
    let words = contained("disk", &[]);
    assert!(words.contains("it fills the disk"), "{words}");

    let folder = tempfile::tempdir().expect("a temporary folder");
    let outside = folder.path().join("outside");
    let define = format!("-DOUTSIDE=\"{}\"", outside.display());
    let words = contained("outside", &["--", &define]);
    assert!(words.contains("1 differ") && words.contains("result of leak: expected 1, found 0"), "{words}");
    assert!(!outside.exists(), "nothing is written outside");
}

#[test]
fn constructors_and_resolvers_run_before_the_test_and_contained() {
    // A table that is filled before `main`, and a function that is chosen then, work natively too.
    let (code, words) = run("early", &[]);
    assert_eq!(code, Some(0), "{words}");
    assert!(words.contains("replay        5 confirmed, 0 differ\n"), "{words}");
    // What they try outside has no effect.
    let folder = tempfile::tempdir().expect("a temporary folder");
    let outside = folder.path().join("outside");
    let define = format!("-DOUTSIDE=\"{}\"", outside.display());
    let (_, words) = run("early", &["--", &define]);
    assert!(words.contains("replay        5 confirmed, 0 differ\n"), "{words}");
    assert!(!outside.exists(), "nothing is written outside");
}

#[test]
fn secrets_and_devices_are_out_of_reach() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let secret = folder.path().join("secret");
    std::fs::write(&secret, "secret").expect("written");
    let define = format!("-DSECRET=\"{}\"", secret.display());
    // The program finds the files that are meant for it, and none of those that are hidden from it.
    let (_, words) = run("secrets", &["--no-complete", "--", &define]);
    assert!(words.contains("natively: main returns 0"), "{words}");
    assert_eq!(std::fs::read(&secret).expect("it is there"), b"secret");
}

#[test]
fn folders_of_a_run_that_was_killed_are_removed_by_the_next() {
    let temporary = tempfile::tempdir().expect("a temporary folder");
    let run = |driver: &str| {
        let mut command = Command::new(cargo_bin("symir"));
        command.args(["run", "--all", driver, "-q", "--replay-time", "60s"]).env("TMPDIR", temporary.path());
        command.current_dir(root()).stdout(Stdio::null()).stderr(Stdio::null());
        command
    };
    let left = || std::fs::read_dir(temporary.path()).expect("read").count();
    // Its native run never ends by itself.
    let mut process =
        run("tests/replay/loop.c").arg("--instructions").arg("100000").spawn().expect("symir starts");
    while !std::fs::read_dir(temporary.path()).expect("read").flatten().any(|entry| {
        let boxes = std::fs::read_dir(entry.path().join("boxes"));
        boxes.is_ok_and(|mut boxes| boxes.next().is_some())
    }) {
        assert!(process.try_wait().expect("it can be asked").is_none(), "it runs natively");
        std::thread::sleep(Duration::from_millis(10));
    }
    process.kill().expect("killed");
    process.wait().expect("it has ended");
    assert!(left() > 0, "nobody has removed them");
    assert!(run("drivers/strlen.c").status().expect("symir starts").success());
    assert_eq!(left(), 0);
}

#[test]
fn memory_is_limited_under_sanitizers_too() {
    let (code, words) = run("hungry", &["--replay-time", "20s"]);
    assert_eq!(code, Some(10), "{words}");
    assert!(words.contains("natively it uses more than 2 GiB of memory"), "{words}");
    assert!(words.contains("1 unproved"), "{words}");
}

#[test]
fn a_thousand_tests_replay_in_seconds() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = folder.path().to_str().expect("a path");
    let (code, words) = run("many", &["-o", folder, "--no-replay", "--readable", "none"]);
    assert_eq!(code, Some(0), "{words}");
    let output = symir(&["replay", folder]);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(said.contains("replay        1100 confirmed, 0 differ"), "{said}");
    let seconds =
        said.split("time").nth(1).and_then(|rest| rest.split_whitespace().next()?.parse::<f64>().ok());
    assert!(seconds.expect("a time") < 60.0, "{said}");
}

#[test]
fn unfinished_paths_are_completed_natively() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = folder.path();
    let (code, words) =
        run("unfinished", &["--instructions", "2000", "-o", folder.to_str().expect("a path")]);
    assert_eq!(code, Some(5), "{words}");
    assert!(words.contains("1 completed natively"), "{words}");
    let lines = std::fs::read_to_string(folder.join("tests.txt")).expect("read");
    assert_eq!(lines, "collatz: 27 :=> 500000 (completed natively)\n");
    let text = std::fs::read_to_string(folder.join("tests.json")).expect("read");
    assert!(text.contains("\"completed\":true"), "{text}");
}

/// What a native run does beyond the end of a path is no difference and no crash, since nothing was expected
/// there.
#[test]
fn what_lies_beyond_a_path_is_found_natively() {
    let budget = ["--instructions", "20000", "--workers", "1"];
    let (code, words) = run("beyond_assertion", &budget);
    assert_eq!(code, Some(10), "{words}");
    for part in ["beyond_assertion.c:16", "`x != 0` is false", "0 differ, 2 completed natively"] {
        assert!(words.contains(part), "{part} in {words}");
    }
    assert!(words.contains("beyond_assertion.c:18") && words.contains("`y == 0` is false"), "{words}");
    let (code, words) = run("beyond_crash", &budget);
    assert_eq!(code, Some(10), "{words}");
    assert!(words.contains("beyond_crash.c:10") && words.contains("null pointer"), "{words}");

    let folder = tempfile::tempdir().expect("a temporary folder");
    let tests = folder.path().to_str().expect("a path");
    let (code, words) = run("beyond_assumption", &[budget.as_slice(), &["-o", tests]].concat());
    assert_eq!(code, Some(5), "{words}");
    assert!(words.contains("0 differ, 1 left out for an assumption beyond their ends"), "{words}");
    assert_eq!(std::fs::read_to_string(folder.path().join("tests.txt")).expect("read"), "", "{words}");
}

#[test]
fn a_run_that_is_killed_leaves_tests_that_replay() {
    let n_kills: u64 = std::env::var("SYMIR_KILLS").ok().and_then(|n| n.parse().ok()).unwrap_or(5);
    let mut n_replayed = 0;
    for at in 0..n_kills {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let mut process = Command::new(cargo_bin("symir"))
            .args(["run", "--all", "drivers/strstr.c", "-q", "-o"])
            .arg(folder.path())
            .current_dir(root())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("symir starts");
        // The moments are spread over a run, of which clang takes the first third.
        std::thread::sleep(Duration::from_millis(100 + at * 7919 % 600));
        process.kill().expect("killed");
        process.wait().expect("it has ended");
        let journal = std::fs::read_to_string(folder.path().join("tests.jsonl")).unwrap_or_default();
        let whole = folder.path().join("tests.json").is_file();
        // The system may end in the middle of a line when it kills a process; symir leaves such a line out.
        let lines: Vec<&str> = journal.split_inclusive('\n').filter(|line| line.ends_with('\n')).collect();
        if lines.is_empty() && !whole {
            continue;
        }
        lines.iter().for_each(|line| {
            serde_json::from_str::<serde_json::Value>(line).expect("each line before is whole");
        });
        let output = symir(&["replay", folder.path().to_str().expect("a path")]);
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(output.status.code(), Some(0), "{said}{}", stderr(&output));
        assert!(said.contains(" confirmed, 0 differ\n"), "{said}");
        n_replayed += 1;
    }
    println!("{n_replayed} of {n_kills} had tests");
}

#[test]
fn a_bug_is_shown_and_seen_to_happen() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let tests = folder.path().join("tests");
    let output =
        symir(&["run", "--all", "tests/golden/double_free.c", "-o", tests.to_str().expect("a path")]);
    let words = stderr(&output);
    for part in [
        "10 |         free(p);\n                 |         ^\n",
        "a heap object of 4 bytes: from double_free.c:6:15 in twice, freed at double_free.c:8:5 in twice\n",
    ] {
        assert!(words.contains(part), "{part} in {words}");
    }
    // The command that the summary names.
    let command =
        words.lines().find_map(|line| line.trim().strip_prefix("to see it: symir ")).expect("named");
    let (command, then) = command.split_once(" && ").expect("two commands");
    let output = Command::new(cargo_bin("symir"))
        .args(command.split(' '))
        .current_dir(folder.path())
        .output()
        .expect("symir starts");
    assert!(output.status.success(), "{}", stderr(&output));
    let bug = Command::new(then).current_dir(folder.path()).output().expect("the program starts");
    assert!(!bug.status.success());
    let report = stderr(&bug);
    assert!(report.contains("attempting double-free") && report.contains("double_free.c:10"), "{report}");
    // A test without an error can be made into a program, too. Several tests cannot.
    let good = tests.join("inputs/0001.txt");
    let program = folder.path().join("good");
    let arguments = |test: &Path| {
        symir(&["replay", test.to_str().expect("a path"), "--program", program.to_str().expect("a path")])
    };
    assert!(arguments(&good).status.success());
    assert!(Command::new(&program).output().expect("the program starts").status.success());
    let output = arguments(&tests);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("name one, such as DIR/inputs/0001.txt"), "{}", stderr(&output));
}

#[test]
fn build_servers_read_what_became_of_tests() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let tests = folder.path().join("leaks");
    let tests_name = tests.to_str().expect("a path");
    symir(&[
        "run",
        "--all",
        "tests/golden/memory_leak.c",
        "--detect",
        "leaks",
        "-o",
        tests_name,
        "--no-replay",
    ]);
    let report = folder.path().join("junit.xml");
    let output = symir(&["replay", tests_name, "--junit", report.to_str().expect("a path")]);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let text = std::fs::read(&report).expect("written");
    let report = quick_junit::Report::deserialize_from_str(&String::from_utf8_lossy(&text)).expect("JUnit");
    let n_confirmed = report.test_suites[0]
        .test_cases
        .iter()
        .filter(|case| matches!(case.status, quick_junit::TestCaseStatus::Success { .. }));
    assert!(said.contains(&format!("replay        {} confirmed", n_confirmed.count())), "{said}");
    let skipped = report.test_suites[0].test_cases.iter().find_map(|case| match &case.status {
        quick_junit::TestCaseStatus::Skipped { message, .. } => message.as_ref(),
        _ => None,
    });
    assert_eq!(skipped.map(quick_junit::XmlString::as_str), Some("no native run looks for memory leaks"));
}

#[test]
fn wrong_use_is_named() {
    let output = symir(&["replay", "tests/replay"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("run.json"), "{}", stderr(&output));
    let output = symir(&["replay", "README.md"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("name one folder of tests"), "{}", stderr(&output));
}

#[test]
fn whole_programs_are_confirmed() {
    // These programs use parts of the language and of the library that interpreters get wrong. More than
    // their output is compared. One program asks the system, which a run for tests cannot see.
    for file in sources("tests/exec").into_iter().filter(|file| !file.ends_with("system.c")) {
        let words = stderr(&symir(&["run", "--all", file.to_str().expect("a path"), "--replay-time", "5s"]));
        let Some(line) = words.lines().find(|line| line.starts_with("replay ")) else { continue };
        assert!(line.contains("not possible") || line.ends_with(" confirmed, 0 differ"), "{file:?}: {words}");
    }
}

#[test]
fn bitcode_and_other_languages_are_confirmed() {
    let output = symir(&["run", "--all", "tests/replay/shapes.cpp"]);
    let lines = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(lines.lines().all(|line| line.starts_with("shapes::area: ")), "{lines}");
    assert!(lines.contains("shapes::area: 1 3 :=> 9\n"), "{lines}");
    assert!(stderr(&output).contains("confirmed, 0 differ\n"), "{}", stderr(&output));

    let folder = tempfile::tempdir().expect("a temporary folder");
    let clang = std::env::var("SYMIR_CLANG").unwrap_or_else(|_| {
        symir::internals::frontend::find_clang(None)
            .expect("clang is there")
            .path
            .to_string_lossy()
            .into_owned()
    });
    let compile = |further: &[&str], to: &str| {
        let to = folder.path().join(to);
        let done = Command::new(&clang)
            .args(["-g", "-O1", "-S", "-emit-llvm", "-I", "drivers", "drivers/strcmp.c", "-o"])
            .arg(&to)
            .args(further)
            .current_dir(root())
            .status();
        assert!(done.expect("clang starts").success());
        to
    };
    let own = compile(&["-D__SYMIR__"], "own.ll");
    let words = stderr(&symir(&["run", "--all", own.to_str().expect("a path")]));
    assert!(words.contains(" confirmed, 0 differ\n"), "{words}");
    let native = compile(&[], "native.ll");
    let output = symir(&["run", "--all", native.to_str().expect("a path")]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("compile it with -D__SYMIR__"), "{}", stderr(&output));
}

#[test]
fn tests_are_not_run_when_the_time_is_over() {
    use symir::internals::replay::{ReplayOptions, Replayer, Source, Tally};
    let folder = tempfile::tempdir().expect("a temporary folder");
    symir(&[
        "run",
        "--all",
        "drivers/strlen.c",
        "-o",
        folder.path().to_str().expect("a path"),
        "--no-replay",
    ]);
    let tests = symir::internals::emit::read(folder.path()).expect("tests");
    let files = vec![root().join("drivers/strlen.c")];
    let options = symir::internals::frontend::Options { native: true, ..Default::default() };
    let compiled = symir::internals::frontend::compile(&files, &options).expect("it compiles");
    let program = std::sync::Arc::new(compiled.program);
    let native = compiled.native.expect("asked for");
    let replayed = |total| {
        let options = ReplayOptions { total, ..ReplayOptions::default() };
        let source = Source {
            files: files.clone(),
            options: symir::internals::frontend::Options { native: true, ..Default::default() },
        };
        let replayer = Replayer::build(&program, &native, source, options).expect("it is built");
        Tally::of(&replayer.replay(&tests)).to_string()
    };
    let n_tests = tests.len();
    assert_eq!(replayed(None), format!("{n_tests} confirmed, 0 differ"));
    assert_eq!(
        replayed(Some(Duration::ZERO)),
        format!("0 confirmed, 0 differ, {n_tests} not run for want of time")
    );
}

/// What a call writes to a file is part of its expected result. The test changes this expectation in the
/// folder, and the native run reports a difference.
#[test]
fn what_is_written_to_files_is_compared() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let out = folder.path().join("out");
    let out = out.to_str().expect("a path");
    let file = root().join("tests/replay/files.c");
    let output = symir(&["run", file.to_str().expect("a path"), "-q", "-o", out]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let (confirmed, words) = {
        let output = symir(&["replay", out]);
        (output.status.code(), stderr(&output))
    };
    assert_eq!(confirmed, Some(0), "{words}");
    let tests = Path::new(out).join("tests.json");
    let text = std::fs::read_to_string(&tests).expect("read");
    // The checksums are taken out, which say whether a test was changed.
    let parts = text.split(",\"checksum\":\"").enumerate();
    let text: String = parts.map(|(at, part)| if at == 0 { part } else { &part[9..] }).collect();
    // First the text "small\n", which stands behind eight bytes for the position; then the position after a
    // line was read.
    let hex = |text: &str| text.bytes().map(|byte| format!("{byte:02x}")).collect::<String>();
    for (from, to, difference) in [
        (hex("small\n"), hex("smell\n"), "the file of what argument 1 points to after put"),
        (
            "\"0200000000000000610a62".to_owned(),
            "\"0300000000000000610a62".to_owned(),
            "the position in the file",
        ),
    ] {
        assert!(text.contains(&from), "{from}: {text}");
        std::fs::write(&tests, text.replace(&from, &to)).expect("written");
        let output = symir(&["replay", out]);
        let words = format!("{}{}", String::from_utf8_lossy(&output.stdout), stderr(&output));
        assert_eq!(output.status.code(), Some(7), "{words}");
        assert!(words.contains(difference), "{words}");
    }
}
