//! Functions of foreign libraries whose callees are mocked: their suites hold again and again, in any order,
//! by both compilers, with and without addresses that change.

use super::skipped::skipped;
use super::{ALL, repeated, root};
use assert_cmd::cargo::cargo_bin;
use serde_json::Value;
use std::path::PathBuf;
use std::process::Command;

/// A file below `.sources/foreign`, and what is mocked in addition to what no file defines.
struct Foreign {
    file: &'static str,
    mocked: &'static [&'static str],
    /// The functions that are always tried.
    always: &'static [&'static str],
}

const FILES: [Foreign; 4] = [
    Foreign { file: "hiredis/net.c", mocked: &[], always: &["redisKeepAlive"] },
    Foreign { file: "qrencode/split.c", mocked: &["--mock", "QRinput_*"], always: &[] },
    Foreign { file: "soldout/renderers.c", mocked: &["--mock", "buf*"], always: &[] },
    Foreign { file: "cjson/cJSON_Utils.c", mocked: &["--mock", "cJSON_*"], always: &[] },
];

/// The program under test. `SYMIR_PROGRAM` names another one, such as an optimised one.
fn program() -> PathBuf {
    std::env::var_os("SYMIR_PROGRAM").map_or_else(|| cargo_bin("symir"), PathBuf::from)
}

/// With `SYMIR_ISOLATION=1`, all functions of the files are tried in all frameworks, with both compilers, 20
/// times each. A table goes to standard output.
#[test]
fn mocked_foreign_functions_hold_everywhere() {
    let all = std::env::var_os("SYMIR_ISOLATION").is_some();
    println!(
        "| file | functions | with mocks | tests | suites | runs | wrong |\n|---|---|---|---|---|---|---|"
    );
    for Foreign { file, mocked, always } in FILES.iter().filter(|it| all || !it.always.is_empty()) {
        let path = root().join(".sources/foreign").join(file);
        if !path.is_file() {
            skipped(&format!("{file} is not there: scripts/foreign fetches it"));
            continue;
        }
        let folder = tempfile::tempdir().expect("a temporary folder");
        let frameworks = if all { ALL } else { "c" };
        let mut command = Command::new(program());
        command.current_dir(folder.path()).args(["gen", "-q", "-o", "out", "--time", "10s"]);
        command.args(["--emit", frameworks]).args(*mocked).arg(&path);
        for function in always.iter().filter(|_| !all) {
            command.args(["--function", function]);
        }
        let output = command.output().expect("symir starts");
        let words = String::from_utf8_lossy(&output.stderr);
        assert!(matches!(output.status.code(), Some(0 | 10)), "{file}: {words}");
        let report = std::fs::read(folder.path().join("out/report.json")).expect("a report");
        let report: Value = serde_json::from_slice(&report).expect("a report in JSON");
        let files = report["files"].as_array().into_iter().flatten();
        let functions: Vec<&Value> =
            files.flat_map(|file| file["functions"].as_array().into_iter().flatten()).collect();
        let tests = |function: &Value| function["made"]["tests"].as_u64().unwrap_or(0);
        // The report names those that no file defines. Others, which a pattern names, are in the tests.
        let has_mocks = |function: &Value| {
            let kept =
                function["made"]["kept"].as_str().map(|kept| folder.path().join(kept).join("tests.json"));
            let kept = kept.and_then(|kept| std::fs::read_to_string(kept).ok()).unwrap_or_default();
            tests(function) > 0 && kept.contains("\"script\"")
        };
        let with_mocks = functions.iter().filter(|it| has_mocks(it)).count();
        assert!(with_mocks > 0, "{file}: {words}");
        let stem = path.file_stem().expect("a name").to_owned();
        let place = folder.path().join("out").join(stem);
        let unity = format!("UNITY={}", root().join("tests/formats/unity").display());
        let (n_suites, n_runs, n_wrong) = repeated(&place, frameworks, all, |args| {
            let mut make = Command::new("make");
            make.current_dir(&place).arg(&unity).args(args);
            let output = make.output().expect("make starts");
            let said = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{file} {args:?}: {said}");
        });
        let n_tests: u64 = functions.iter().map(|it| tests(it)).sum();
        println!(
            "| {file} | {} | {with_mocks} | {n_tests} | {n_suites} | {n_runs} | {n_wrong} |",
            functions.len()
        );
        assert_eq!(n_wrong, 0, "{file}");
    }
}
