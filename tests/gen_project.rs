//! `symir gen` on files and projects: which functions are run, what is written, how `symir.toml`, compilation
//! databases and git are used, and which messages report mistakes.

use assert_cmd::cargo::cargo_bin;
use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::SystemTime;

#[path = "generate/project/kept.rs"]
mod kept;
#[path = "generate/project/kinds.rs"]
mod kinds;
#[path = "common/skipped.rs"]
mod skipped;
#[path = "generate/project/suites.rs"]
mod suites;
#[path = "generate/project/words.rs"]
mod words;

/// A copy of the project, to be changed.
struct Project {
    folder: tempfile::TempDir,
}

impl Project {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/generate/project");
        for part in ["src", "lib", "include"] {
            fs::create_dir(folder.path().join(part)).expect("made");
            for entry in fs::read_dir(from.join(part)).expect("listed") {
                let entry = entry.expect("listed");
                fs::copy(entry.path(), folder.path().join(part).join(entry.file_name())).expect("copied");
            }
        }
        Self { folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        fs::write(path, text).expect("written");
    }

    /// Replaces a text in a file.
    fn change(&self, name: &str, from: &str, to: &str) {
        let text = self.read(name);
        assert!(text.contains(from), "{name} has no `{from}`");
        self.write(name, &text.replacen(from, to, 1));
    }

    /// Writes a compilation database with this command for each of the files.
    fn database(&self, files: &[&str]) {
        let entry = |file: &&str| {
            serde_json::json!({
                "directory": ".",
                "file": format!("../{file}"),
                "command": format!("gcc -I../include -O2 -Wall -c ../{file} -o x.o"),
            })
        };
        let entries: Vec<_> = files.iter().map(entry).collect();
        self.write("build/compile_commands.json", &serde_json::to_string(&entries).expect("JSON"));
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(cargo_bin("symir"));
        command.current_dir(self.folder.path()).arg("gen").args(args).env("TMPDIR", std::env::temp_dir());
        command
    }

    /// Runs `symir gen`; gives the exit code and what it says.
    fn run(&self, args: &[&str]) -> (i32, String) {
        said(&self.command(args).output().expect("symir starts"))
    }

    /// The bytes and the time of every file below a folder.
    fn state(&self, name: &str) -> BTreeMap<PathBuf, (Vec<u8>, SystemTime)> {
        let mut state = BTreeMap::new();
        let mut pending = vec![self.path(name)];
        while let Some(folder) = pending.pop() {
            for entry in fs::read_dir(&folder).expect("listed") {
                let path = entry.expect("listed").path();
                if path.is_dir() {
                    pending.push(path);
                } else {
                    let time = fs::metadata(&path).and_then(|data| data.modified()).expect("a time");
                    state.insert(path.clone(), (fs::read(&path).expect("read"), time));
                }
            }
        }
        state
    }

    /// The functions of the report, each with its entry.
    fn functions(&self) -> BTreeMap<String, serde_json::Value> {
        let report: serde_json::Value = serde_json::from_str(&self.read("tests/report.json")).expect("JSON");
        let files = report["files"].as_array().expect("files").iter();
        let functions = files.flat_map(|file| file["functions"].as_array().expect("functions"));
        functions.map(|it| (it["name"].as_str().expect("a name").to_owned(), it.clone())).collect()
    }
}

fn said(output: &Output) -> (i32, String) {
    let text = [&output.stderr[..], &output.stdout[..]].map(|it| String::from_utf8_lossy(it).into_owned());
    (output.status.code().unwrap_or(-1), text.concat())
}

/// Checks the exit code and that each of the words is said.
#[track_caller]
fn check(found: &(i32, String), code: i32, words: &[&str]) {
    assert_eq!(found.0, code, "{}", found.1);
    for word in words {
        assert!(found.1.contains(word), "no `{word}` in:\n{}", found.1);
    }
}

/// Somebody adds a condition to a harness. The suite has the tests of the new harness, although the code is the
/// same, and a further run finds nothing new.
#[test]
fn a_harness_that_somebody_changes_changes_the_suite() {
    let project = Project::new();
    project.write("rank.c", "int rank(int n) { return n > 7 ? 1 : 0; }\n");
    let (_, first) = project.run(&["rank.c"]);
    assert!(project.read("tests/test_rank.c").contains("rank(8)"), "{first}");
    project.change(
        "tests/rank/harness/rank.c",
        "    SYMIR_TEST",
        "    symir_assume(n == 41);\n    SYMIR_TEST",
    );
    let (_, second) = project.run(&["rank.c"]);
    let suite = project.read("tests/test_rank.c");
    assert!(suite.contains("rank(41)") && !suite.contains("rank(8)"), "{second}{suite}");
    let (_, third) = project.run(&["rank.c"]);
    assert!(third.contains("nothing was written"), "{third}");
}

#[test]
fn a_project_is_taken_from_its_database() {
    let project = Project::new();
    project.database(&["src/util.c", "lib/util.c", "src/main.c"]);
    let found = project.run(&["-p", "build"]);
    check(&found, 0, &["tests/test_src_util.c", "tests/test_lib_util.c", "tests/test_main.c"]);
    check(&found, 0, &["probe_sensor: mocks stand for them"]);
    let functions = project.functions();
    assert_eq!(Vec::from_iter(functions.keys()), ["clamp", "direction", "half", "halve", "sample", "sign"]);
    assert_eq!(functions["sample"]["mocked"][0], "probe_sensor");
    assert_eq!(functions["direction"]["undefined"].as_array().map(Vec::len), Some(0));
    for page in ["report.html", "report.md", "Makefile", "suites.cmake", "meson.build"] {
        assert!(project.path("tests").join(page).is_file(), "{page}");
    }
    // The makefile that runs all suites runs all of them.
    let make = Command::new("make").arg("-C").arg(project.path("tests")).output().expect("make starts");
    check(&said(&make), 0, &["test_c"]);
}

#[test]
fn the_flags_of_a_database_near_the_file_are_taken() {
    let project = Project::new();
    project.database(&["src/util.c"]);
    check(&project.run(&["src/util.c", "-f", "halve"]), 0, &["tests/test_util.c"]);
    // Other functions are not begun.
    assert_eq!(Vec::from_iter(project.functions().keys()), ["halve"]);
}

/// A folder with a header that is not found is added, unless there are two.
#[test]
fn headers_are_looked_for_in_the_project() {
    let project = Project::new();
    project.write("Makefile", "");
    let found = project.run(&["lib/util.c"]);
    check(&found, 0, &["lib/util.c: limits_of.h was not found and lies in include, so -Iinclude was added"]);
    let make = Command::new("make").arg("-C").arg(project.path("tests")).output().expect("make starts");
    check(&said(&make), 0, &["ok 1"]);
    let header = project.read("include/limits_of.h");
    project.write("old/limits_of.h", &header);
    let found = project.run(&["lib/util.c"]);
    check(&found, 2, &["'limits_of.h' file not found", "is in include and old", "-p FOLDER", "symir.toml"]);
}

#[test]
fn what_is_missing_is_looked_for_beside_the_file() {
    let project = Project::new();
    fs::rename(project.path("lib/util.c"), project.path("src/sign.c")).expect("moved");
    let found = project.run(&["src/main.c", "-f", "direction", "--", "-I", "include"]);
    check(&found, 0, &["tests/test_main.c"]);
    let made = project.functions()["direction"]["made"].clone();
    assert_eq!(
        (made["branches"].as_u64(), made["unproved"].as_u64()),
        (made["branches_covered"].as_u64(), Some(0))
    );
}

/// A file beside the given one may define what is missing, but cannot be read. A user who is told its name
/// can mend it.
#[test]
fn what_may_be_missing_because_of_a_broken_file_is_said() {
    let project = Project::new();
    fs::remove_file(project.path("lib/util.c")).expect("removed");
    project.write("src/sign.c", "#include \"nowhere.h\"\nint sign(int value) {\n    return value;\n}\n");
    let found = project.run(&["src/main.c", "-f", "direction", "--", "-I", "include"]);
    check(
        &found,
        0,
        &["src/sign.c, which may define `sign`, is left out, since it cannot be read", "nowhere.h"],
    );
}

#[test]
fn structures_of_one_name_in_two_files_are_two_types() {
    let project = Project::new();
    project.write(
        "src/least.c",
        "#include <stddef.h>\nstruct tree { int key; struct tree *left; };\n\
         int least(const struct tree *tree) {\n    while (tree != NULL && tree->left != NULL) tree = tree->left;\n    \
         return tree == NULL ? -1 : tree->key;\n}\n",
    );
    project.write(
        "src/other.c",
        "#include <stdlib.h>\nstruct tree { long n; };\n\
         struct tree *tree_new(void) {\n    return calloc(1, sizeof(struct tree));\n}\n",
    );
    let found = project.run(&["src/least.c", "--time", "20s"]);
    check(&found, 0, &["tests/test_least.c"]);
    let harness = project.read("tests/least/harness/least.c");
    assert!(
        harness.contains("symir_pointer(struct tree, \"tree\")") && !harness.contains("tree_new"),
        "{harness}"
    );
    let made = project.functions()["least"]["made"].clone();
    assert_eq!(made["branches"], made["branches_covered"], "{made}");
}

#[test]
fn headers_and_standard_input_are_read() {
    let project = Project::new();
    check(&project.run(&["include/limits_of.h"]), 0, &["tests/test_limits_of_h.c"]);
    let make =
        Command::new("make").arg("-C").arg(project.path("tests/limits_of_h")).output().expect("make starts");
    check(&said(&make), 0, &[]);
    let mut command = project.command(&["-"]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("symir starts");
    let text = b"size_t twice(size_t n) { return n < 5 ? 2 * n : n; }\n";
    child.stdin.take().expect("a pipe").write_all(text).expect("written");
    let found = said(&child.wait_with_output().expect("it ends"));
    check(&found, 0, &["tests/test_pasted.c"]);
    // The report contains both runs.
    assert_eq!(Vec::from_iter(project.functions().keys()), ["is_large", "twice"]);
}

#[test]
fn only_what_was_changed_and_its_callers_are_taken() {
    let project = Project::new();
    let git = |args: &[&str]| {
        let mut command = Command::new("git");
        command.current_dir(project.folder.path()).args([
            "-c",
            "user.name=x",
            "-c",
            "user.email=x@example.org",
        ]);
        check(&said(&command.args(args).output().expect("git starts")), 0, &[]);
    };
    git(&["init", "-q"]);
    git(&["add", "."]);
    git(&["commit", "-q", "-m", "First."]);
    let run = || {
        let args = ["src/util.c", "--changed", "HEAD", "--", "-I", "include"];
        let found = project.run(&args);
        check(&found, 0, &[]);
        let functions = project.functions();
        fs::remove_dir_all(project.path("tests")).expect("removed");
        functions.into_keys().collect::<Vec<_>>()
    };
    project.change("src/util.c", "/* The nearest", "/* That nearest");
    assert!(run().is_empty(), "a comment touches nothing");
    project.change("src/util.c", "value / 2", "value / 3");
    assert_eq!(run(), ["half", "halve"]);
    project.change("include/limits_of.h", "LARGE 10", "LARGE 11");
    assert_eq!(run(), ["clamp", "half", "halve"]);
    let found = project.run(&["src/util.c", "--changed", "nowhere", "--", "-I", "include"]);
    check(&found, 2, &["git: what was changed since nowhere is not known"]);
}
