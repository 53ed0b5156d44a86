//! Exit codes, messages and files of the `symir` program.

use assert_cmd::Command;
use std::path::Path;

fn symir() -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin("symir"));
    command.current_dir(env!("CARGO_MANIFEST_DIR"));
    command
}

/// Runs, and checks the exit code and that standard error holds each of `words`.
fn check(args: &[&str], code: i32, words: &[&str]) -> String {
    let output = symir().args(args).output().expect("symir starts");
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(code), "{args:?}: {stderr}");
    for word in words {
        assert!(stderr.contains(word), "{args:?}: no `{word}` in: {stderr}");
    }
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn wrong_use_is_named() {
    check(&["run"], 2, &["<FILE>"]);
    check(&["walk"], 2, &["unrecognized subcommand"]);
    check(&["run", "missing.c"], 2, &["missing.c", "no such file"]);
    check(&["run", "drivers/strlen.c", "--time", "soon"], 2, &["soon", "use ms, s, m or h"]);
    check(&["run", "tests/golden/syntax_error.c"], 2, &["syntax_error.c:5", "expected ';'"]);
    check(&["run", "tests/golden/binary.c"], 2, &["binary.c", "not C source"]);
    check(&["run", "tests/golden/no_main.c"], 2, &["no_main.c", "no function `main`"]);
    check(&["run", "tests/golden/empty.c"], 2, &["empty.c", "no function `main`"]);
    check(&["run", "README.md"], 2, &["README.md"]);
    check(&["run", "drivers/strlen.c", "--model", "README.md"], 2, &["README.md"]);
}

#[test]
fn a_missing_clang_comes_with_advice() {
    let output = symir()
        .args(["run", "drivers/strlen.c"])
        .env("PATH", "/nowhere")
        .env_remove("SYMIR_CLANG")
        .output()
        .expect("symir starts");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert!(stderr.contains("apt-get install clang") && stderr.contains("--clang"), "{stderr}");
    check(&["run", "drivers/strlen.c", "--clang", "/nowhere/clang"], 2, &["/nowhere/clang"]);
}

#[test]
fn flags_after_two_dashes_reach_clang() {
    check(&["run", "drivers/strlen.c", "--", "-DBROKEN", "-include", "no/such/header.h"], 2, &["header.h"]);
    check(&["run", "drivers/strlen.c", "--", "-std=c17"], 0, &[]);
}

#[test]
fn a_time_limit_keeps_the_tests_found() {
    let stdout = check(&["run", "tests/golden/endless_loop.c", "--time", "2"], 5, &["the time limit"]);
    assert!(stdout.contains(":=> 2\n"), "{stdout}");
    assert!(stdout.contains("!unfinished"), "{stdout}");
}

#[test]
fn several_files_are_linked() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("the folder is writable");
        path.to_str().expect("a plain path").to_owned()
    };
    let library = write("twice.c", "int twice(int x) { return x > 100 ? 0 : 2 * x; }\n");
    let driver = write(
        "driver.c",
        "#include \"symir.h\"\nint twice(int);\nint main(void) { int x = symir_int(\"x\"); SYMIR_TEST(twice, x); }\n",
    );
    let stdout = check(&["run", &driver, &library], 0, &["twice: lines 1 of 1"]);
    assert!(stdout.starts_with("twice: "), "{stdout}");
    check(&["run", &driver], 0, &["`twice`, which has no body"]);
    check(&["run", &driver, &library, &library], 2, &["twice"]);
}

#[test]
fn a_folder_of_tests_is_whole() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let output = folder.path().join("out");
    let path = output.to_str().expect("a plain path");
    let stdout = check(&["run", "drivers/strlen.c", "-o", path], 0, &[]);
    let read = |name: &str| std::fs::read_to_string(output.join(name)).expect(name);
    assert_eq!(read("tests.txt"), stdout);
    let tests: serde_json::Value = serde_json::from_str(&read("tests.json")).expect("it is JSON");
    assert_eq!(tests["tests"].as_array().map(Vec::len), Some(6));
    assert!(read("strlen.c.gcov").contains("function strlen called 6"), "{}", read("strlen.c.gcov"));
    assert!(read("inputs/0001.txt").contains("\ns 00"), "{}", read("inputs/0001.txt"));
    // The same folder again, and a folder that is not ours.
    check(&["run", "drivers/strlen.c", "-o", path, "-q"], 0, &[]);
    let foreign = folder.path().join("foreign");
    std::fs::create_dir(&foreign).expect("the folder is writable");
    std::fs::write(foreign.join("thesis.txt"), "years of work").expect("the folder is writable");
    check(&["run", "drivers/strlen.c", "-o", foreign.to_str().expect("a plain path")], 2, &["foreign"]);
    assert!(Path::new(&foreign).join("thesis.txt").is_file());
}

#[test]
fn quiet_prints_tests_only() {
    let output = symir().args(["run", "drivers/strlen.c", "-q"]).output().expect("symir starts");
    assert!(output.stderr.is_empty());
    assert_eq!(output.stdout.iter().filter(|byte| **byte == b'\n').count(), 6);
}

#[test]
fn the_doctor_finds_everything_here() {
    let stdout = check(&["doctor"], 0, &[]);
    for part in ["LLVM", "clang", "cvc5", "z3", "libc headers"] {
        assert!(stdout.lines().any(|line| line.starts_with("ok") && line.contains(part)), "{part}: {stdout}");
    }
    let stdout = check(&["doctor", "--clang", "/nowhere/clang"], 2, &[]);
    assert!(stdout.contains("missing clang"), "{stdout}");
}

#[test]
fn a_model_is_trained_shown_and_used() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let words = folder.path().join("words.txt");
    let model = folder.path().join("zz.csv");
    std::fs::write(&words, "zzzz\nzz\n").expect("the folder is writable");
    let (words, model) = (words.to_str().expect("plain"), model.to_str().expect("plain"));
    check(&["model", "train", words, "-o", model], 0, &[]);
    check(&["model", "info", model], 0, &[]);
    let stdout = check(&["run", "drivers/strlen.c", "--model", model, "--readable", "roulette"], 0, &[]);
    assert!(stdout.contains(r#"&"zzzzz"{\0}"#), "{stdout}");
    check(&["model", "train", "missing.txt", "-o", model], 2, &["missing.txt"]);
}

#[test]
fn bitcode_and_assembly_are_as_good_as_c() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let clang = std::env::var_os("SYMIR_CLANG").unwrap_or_else(|| "clang-19".into());
    let mut outputs = Vec::new();
    for (flag, name) in [("-c", "strlen.bc"), ("-S", "strlen.ll")] {
        let path = folder.path().join(name);
        let status = std::process::Command::new(&clang)
            .args(["-emit-llvm", flag, "-g", "-O0", "-D__SYMIR__=1", "-Idrivers", "drivers/strlen.c", "-o"])
            .arg(&path)
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .status()
            .expect("clang starts");
        assert!(status.success());
        outputs.push(check(&["run", path.to_str().expect("plain")], 0, &["100 %"]));
    }
    assert_eq!(outputs[0], outputs[1]);
    assert_eq!(outputs[0], check(&["run", "drivers/strlen.c"], 0, &[]));
}

/// Files that have no end, wherever a user can name one.
#[test]
fn files_without_an_end_are_named() {
    let strlen = "drivers/strlen.c";
    let too_much = ["/dev/zero", "more than 64 MB"];
    check(&["run", strlen, "--model", "/dev/zero"], 2, &too_much);
    check(&["run", strlen, "--words", "/dev/zero"], 2, &too_much);
    check(&["run", strlen, "--resume", "/dev/zero"], 2, &["/dev/zero", "no checkpoint"]);
    check(&["run", "/dev/zero"], 2, &too_much);
    check(&["model", "score", "/dev/zero"], 2, &too_much);
    check(&["model", "words", "/dev/zero", "-o", "/dev/null"], 2, &too_much);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = |name: &str| folder.path().join(name);
    for name in ["tests.json", "program.json", "run.json"] {
        std::os::unix::fs::symlink("/dev/zero", path(name)).expect("a link");
    }
    let folder = folder.path().to_str().expect("a path in UTF-8");
    check(&["replay", folder], 2, &["run.json", "more than 64 MB"]);
    check(&["export", folder, "--emit", "csv"], 2, &["tests.json", "more than 64 MB"]);
}
