//! Calls of the C library that fail: each way of failing is a path, the failure is part of the test, and
//! suites repeat it without making calls of the framework fail.

#[path = "common/compilers.rs"]
mod compilers;

use assert_cmd::cargo::cargo_bin;
use compilers::clang;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

const ALL: &str = "c,unity,cmocka,check,gtest";

/// A folder with one of the files of `tests/faults`.
fn project(name: &str) -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/faults").join(name);
    std::fs::copy(source, folder.path().join(name)).expect("copied");
    folder
}

/// Runs symir in the folder. Returns its exit status and its output.
fn symir(folder: &TempDir, args: &[&str]) -> (Option<i32>, String) {
    let output =
        Command::new(cargo_bin("symir")).current_dir(folder.path()).args(args).output().expect("starts");
    let words = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    (output.status.code(), words.into_owned())
}

/// Checks that `make` builds the suites of these frameworks and that they pass.
fn pass(folder: &TempDir, at: &str, args: &[&str]) {
    let unity =
        format!("UNITY={}", Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/formats/unity").display());
    let mut make = Command::new("make");
    let make =
        make.current_dir(folder.path().join(at)).args(["WARNINGS=-Wall -Wextra -Werror", &unity]).args(args);
    let output = make.output().expect("make starts");
    let words = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{args:?}: {words}");
}

#[test]
fn allocations_fail_where_the_code_looks_at_them() {
    let folder = project("pairs.c");
    let (code, words) = symir(
        &folder,
        &[
            "gen",
            "pairs.c",
            "-o",
            "out",
            "--emit",
            ALL,
            "--function",
            "pair_new",
            "--function",
            "length_of_copy",
            "--function",
            "grown",
            "--function",
            "planted",
        ],
    );
    assert_eq!(code, Some(0), "{words}");
    let suite = std::fs::read_to_string(folder.path().join("out/test_pairs.c")).expect("a suite");
    for part in [
        "null, malloc fails: ENOMEM",
        "null, strdup fails: ENOMEM",
        "null, calloc fails: ENOMEM",
        "-2, realloc fails: ENOMEM",
        "static const struct failure failing[] = {{\"calloc\", 1, \"ENOMEM\"}};",
    ] {
        assert!(suite.contains(part), "{part}\n{suite}");
    }
    // No failure is tried if the code does not look at the result, since it would only lead to errors.
    assert!(!words.contains("bugs") && !words.contains("fails:"), "{words}");
    let (cc, cxx) = clang();
    pass(&folder, "out/pairs", &["CC=gcc", "CXX=g++"]);
    pass(&folder, "out/pairs", &["BUILD=build-clang", &cc, &cxx, "c", "gtest"]);
    let source = folder.path().join("pairs.c");
    let text = std::fs::read_to_string(&source).expect("read");
    for (from, to) in [
        ("        free(numbers);\n        return -2;", "        free(numbers);\n        return -3;"),
        (
            "    if (pair->key == NULL) {\n        pair_free(pair);\n        return NULL;",
            "    if (pair->key == NULL) {\n        return pair;",
        ),
    ] {
        assert!(text.contains(from), "{from}");
        std::fs::write(&source, text.replacen(from, to, 1)).expect("written");
        let mut make = Command::new("make");
        let output =
            make.current_dir(folder.path().join("out/pairs")).args(["CC=gcc", "c"]).output().expect("starts");
        assert!(!output.status.success(), "{to}");
    }
}

#[test]
fn allocations_can_be_left_alone() {
    let folder = project("pairs.c");
    let (code, words) =
        symir(&folder, &["gen", "pairs.c", "-o", "out", "--fail", "none", "--function", "grown"]);
    assert_eq!(code, Some(0), "{words}");
    let suite = std::fs::read_to_string(folder.path().join("out/test_pairs.c")).expect("a suite");
    assert!(!suite.contains("fails:"), "{suite}");
}

#[test]
fn each_way_of_failing_is_a_path() {
    let folder = project("files.c");
    std::fs::write(
        folder.path().join("symir.toml"),
        "fail = ['fopen', 'fgets', 'fclose', 'write']\nfailures = 2\n",
    )
    .expect("written");
    let driver = "#include \"symir.h\"\n#include <unistd.h>\nint put(int descriptor, const char *text, int n);\n\
                  int main(void) { int ends[2]; if (pipe(ends) != 0) return 1; SYMIR_TEST(put, ends[1], \"word\", 4); }\n";
    std::fs::write(folder.path().join("driver.c"), driver).expect("written");
    let (code, words) = symir(&folder, &["gen", "files.c", "-o", "out", "--emit", "c,cmocka,gtest"]);
    assert!(matches!(code, Some(0 | 10)), "{words}");
    let suite = std::fs::read_to_string(folder.path().join("out/test_files.c")).expect("a suite");
    for part in ["fopen fails: EACCES", "fgets fails: EIO", "write fails: EINTR", "write fails: ENOSPC"] {
        assert!(suite.contains(part), "{part}\n{suite}");
    }
    let (cc, cxx) = clang();
    pass(&folder, "out/files", &["CC=gcc", "CXX=g++"]);
    pass(&folder, "out/files", &["BUILD=build-clang", &cc, &cxx, "cmocka"]);
}

#[test]
fn a_run_has_failures_and_says_what_it_does_not_know() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let driver = "#include \"symir.h\"\n#include <stdlib.h>\n\
                  int twice(int n) { char *a = malloc(1), *b = malloc(1); int r = (a != NULL) + 2 * (b != NULL) + n; free(a); free(b); return r; }\n\
                  int main(void) { SYMIR_TEST(twice, 4); }\n";
    std::fs::write(folder.path().join("driver.c"), driver).expect("written");
    let run = |more: &[&str]| symir(&folder, &[&["run", "driver.c", "--all"], more].concat());
    let (code, words) = run(&["--fail", "malloc", "--merge"]);
    assert_eq!(code, Some(0), "{words}");
    for part in [
        "twice: 4 :=> 7\n",
        "twice: 4 :=> 6, malloc fails: ENOMEM\n",
        "twice: 4 :=> 5, malloc fails at call 2: ENOMEM\n",
        "3 confirmed, 0 differ",
    ] {
        assert!(words.contains(part), "{part}\n{words}");
    }
    let (_, words) = run(&["--fail", "*alloc", "--failures", "2", "-o", "out"]);
    assert!(
        words.contains("twice: 4 :=> 4, malloc fails: ENOMEM, malloc fails at call 2: ENOMEM\n"),
        "{words}"
    );
    let tests = std::fs::read_to_string(folder.path().join("out/tests.json")).expect("tests");
    assert!(
        tests.contains("\"failures\":[{\"function\":\"malloc\",\"call\":1,\"way\":\"ENOMEM\"}"),
        "{tests}"
    );
    let (code, words) = symir(&folder, &["replay", "out"]);
    assert!(code == Some(0) && words.contains("4 confirmed, 0 differ"), "{words}");
    let (code, words) = run(&["--fail", "twice"]);
    assert!(
        code == Some(2)
            && words.contains("symir does not know how `twice` fails")
            && words.contains("--mock twice"),
        "{words}"
    );
}
