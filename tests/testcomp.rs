//! Our own tasks in the categories of Test-Comp. They have the form that the competition asks for. Suites of
//! a few tasks do what they claim in a program that symir has not made. BenchExec learns how symir is called.
//!
//! `scripts/testcomp-table` runs every engine on all tasks, and lets TestCov judge the suites.

use assert_cmd::cargo::cargo_bin;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

#[path = "common/compilers.rs"]
mod compilers;
#[path = "common/skipped.rs"]
mod skipped;

use skipped::skipped;

/// The tasks whose errors are found in every run.
const FEW: [&str; 4] =
    ["arrays/involution", "controlflow/calendar", "eca/traffic_light", "recursion/expression"];

/// The error function of every task, and the one that replaces it in a program, so that the error differs
/// from all other ends.
const ERROR: [&str; 2] =
    ["void reach_error(void) { abort(); }", "extern void exit(int);\nvoid reach_error(void) { exit(77); }"];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn corpus() -> PathBuf {
    root().join("corpus/testcomp")
}

/// The tasks, such as `arrays/histogram`.
fn tasks() -> Vec<String> {
    let listed = |folder: &Path| -> Vec<PathBuf> {
        fs::read_dir(folder)
            .expect("the corpus is there")
            .map(|entry| entry.expect("listed").path())
            .collect()
    };
    let folders = listed(&corpus()).into_iter().filter(|path| path.is_dir());
    let files = folders.flat_map(|folder| listed(&folder));
    let files = files.filter(|path| path.extension().is_some_and(|ending| ending == "c"));
    let name = |path: PathBuf| {
        let path = path.with_extension("");
        path.strip_prefix(corpus()).expect("invariant: listed there").display().to_string()
    };
    let mut tasks: Vec<String> = files.map(name).collect();
    tasks.sort();
    tasks
}

#[test]
fn tasks_are_complete_and_compile_without_warnings() {
    let tasks = tasks();
    assert!(tasks.len() >= 40, "{} tasks", tasks.len());
    let categories: BTreeSet<&str> = tasks.iter().filter_map(|task| task.split('/').next()).collect();
    assert!(categories.len() >= 9, "{categories:?}");
    let mut n_reachable = 0;
    for task in &tasks {
        let definition = fs::read_to_string(corpus().join(task).with_extension("yml")).expect("a definition");
        let definition: Value = serde_norway::from_str(&definition).expect("YAML");
        assert_eq!(definition["format_version"], "2.0", "{task}");
        let file = format!("{}.c", task.rsplit('/').next().expect("a name"));
        assert_eq!(definition["input_files"], file.as_str(), "{task}");
        assert_eq!(definition["options"]["data_model"], "LP64", "{task}");
        let properties = definition["properties"].as_array().expect("properties");
        assert_eq!(properties.len(), 2, "{task}");
        for property in properties {
            let path = property["property_file"].as_str().expect("a path");
            assert!(corpus().join(task).with_file_name(path).is_file(), "{task}: {path}");
        }
        n_reachable += usize::from(properties[1]["expected_verdict"].as_bool().expect("a verdict"));
    }
    assert!(3 * n_reachable >= tasks.len(), "{n_reachable} of {}", tasks.len());
    let (clang, _) = compilers::clang();
    for compiler in [clang.trim_start_matches("CC="), "gcc"] {
        let mut command = Command::new(compiler);
        command.args(["-std=gnu11", "-fsyntax-only", "-Wall", "-Wextra", "-Werror"]);
        command.args(tasks.iter().map(|task| corpus().join(task).with_extension("c")));
        let output = command.output().expect("the compiler runs");
        assert!(output.status.success(), "{compiler}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

/// The values of the inputs of each test in a suite.
fn inputs(suite: &Path) -> Vec<String> {
    let mut archive = zip::ZipArchive::new(fs::File::open(suite).expect("opened")).expect("an archive");
    let mut tests = Vec::new();
    for at in 0..archive.len() {
        let file = archive.by_index(at).expect("a file");
        if !file.name().expect("a name").starts_with("testcase") {
            continue;
        }
        let text = std::io::read_to_string(file).expect("text");
        let values = text.split("<input").skip(1).filter_map(|rest| rest.split(['>', '<']).nth(1));
        tests.push(values.map(|value| format!("{value}\n")).collect());
    }
    tests
}

#[test]
fn suites_call_the_error_in_a_program_of_others() {
    let property = corpus().join("properties/coverage-error-call.prp");
    for task in FEW {
        let folder = tempfile::tempdir().expect("a folder");
        let source = corpus().join(task).with_extension("c");
        let output = Command::new(cargo_bin("symir"))
            .args(["run", "-q", "--time", "60", "--property"])
            .arg(&property)
            .arg("-o")
            .args([&folder.path().join("out"), &source])
            .output()
            .expect("symir starts");
        assert_eq!(output.status.code(), Some(0), "{task}: {}", String::from_utf8_lossy(&output.stderr));
        let (program, told) = (folder.path().join("task"), folder.path().join("told.c"));
        let text = fs::read_to_string(&source).expect("read");
        assert!(text.contains(ERROR[0]), "{task}");
        fs::write(&told, text.replace(ERROR[0], ERROR[1])).expect("written");
        let compiled = Command::new("gcc")
            .args(["-std=gnu11", "-w", "-o"])
            .args([&program, &told, &root().join("tests/testcomp/harness.c")])
            .status();
        assert!(compiled.expect("gcc starts").success(), "{task}");
        let tests = inputs(&folder.path().join("out/test-suite.zip"));
        assert!(!tests.is_empty(), "{task}");
        for test in tests {
            let mut child = Command::new(&program).stdin(Stdio::piped()).spawn().expect("the program starts");
            let mut stdin = child.stdin.take().expect("invariant: it is piped");
            stdin.write_all(test.as_bytes()).expect("written");
            drop(stdin);
            assert_eq!(child.wait().expect("it ends").code(), Some(77), "{task}: {test}");
        }
    }
}

#[test]
fn benchexec_is_told_how_symir_is_called() {
    let script = root().join("tests/testcomp/tool_info.py");
    let Ok(output) = Command::new("python3").arg(script).output() else {
        return skipped("there is no python3");
    };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
