//! `symir ci`: what it tells a build server about a change, and the templates for two build servers.

use assert_cmd::cargo::cargo_bin;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

#[path = "common/skipped.rs"]
mod skipped;

/// The code before the change.
const BEFORE: &str = "int half(int n) {\n    if (n % 2)\n        return -1;\n    return n / 2;\n}\n\n\
                      int twice(int n) {\n    return n < 9 && n > 0 ? 2 * n : n;\n}\n";
/// A function with a bug: it compares its divisor with zero, but divides by zero all the same.
const WRONG: &str = "\nint ratio(int total, int parts) {\n    if (parts == 0 && total < 0)\n        return -1;\n    \
                     return total / parts;\n}\n";

/// A repository with a suite that was committed, and a branch for a change.
struct Repository {
    folder: tempfile::TempDir,
}

impl Repository {
    fn new() -> Self {
        let repository = Self { folder: tempfile::tempdir().expect("a temporary folder") };
        repository.write("util.c", BEFORE);
        repository.write(".gitignore", ".symir-gen\nbuild\nsymir-results\n");
        let (code, said) = repository.symir(&["gen", "-q", "util.c"], &[]);
        assert_eq!(code, 0, "{said}");
        // A clone does not have this folder.
        fs::remove_dir_all(repository.path("tests/.symir-gen")).expect("removed");
        repository.git(&["init", "-q"]);
        repository.git(&["add", "."]);
        repository.git(&["commit", "-q", "-m", "First."]);
        repository.git(&["branch", "-M", "main"]);
        repository.git(&["checkout", "-q", "-b", "change"]);
        repository
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).expect("written");
    }

    fn git(&self, args: &[&str]) -> String {
        let mut command = Command::new("git");
        command.current_dir(self.folder.path());
        command.args(["-c", "user.name=x", "-c", "user.email=x@example.org"]).args(args);
        let (code, out, err) = said(&command.output().expect("git starts"));
        assert_eq!(code, 0, "{err}");
        out
    }

    fn command(&self, args: &[&str], variables: &[(&str, &str)]) -> Output {
        let mut command = Command::new(cargo_bin("symir"));
        command.current_dir(self.folder.path()).args(args);
        // A busy machine needs more time than others.
        command
            .args(["--time", "300s"])
            .env_remove("GITHUB_BASE_REF")
            .env_remove("CI_MERGE_REQUEST_DIFF_BASE_SHA");
        command.envs(variables.iter().copied()).output().expect("symir starts")
    }

    fn symir(&self, args: &[&str], variables: &[(&str, &str)]) -> (i32, String) {
        let (code, out, err) = said(&self.command(args, variables));
        (code, err + &out)
    }
}

fn said(output: &Output) -> (i32, String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code().unwrap_or(-1), text(&output.stdout), text(&output.stderr))
}

#[test]
fn a_change_is_checked_and_its_results_are_written() {
    let repository = Repository::new();
    // Meanwhile somebody else changes `main`, and that change is not under review.
    repository.git(&["checkout", "-q", "main"]);
    repository.write("util.c", &BEFORE.replace("n < 9", "n < 8"));
    repository.git(&["commit", "-q", "-a", "-m", "Others."]);
    repository.git(&["checkout", "-q", "change"]);
    repository.write("util.c", &(BEFORE.replace("n / 2;", "n / 2 + 1;") + WRONG));
    repository.git(&["commit", "-q", "-a", "-m", "Change."]);
    let suite = repository.read("tests/test_util.c");
    let (code, out, err) = said(&repository.command(&["ci", "util.c", "--changed", "main", "--check"], &[]));
    assert_eq!(code, 10, "{out}{err}");
    assert!(!err.contains("no function was changed"), "{err}");
    // The lines have the form that a problem matcher reads.
    let matcher =
        regex::Regex::new(r"^([^\s:]+):(\d+):(\d+): (error|warning|note): (.+)$").expect("a pattern");
    assert!(out.lines().all(|line| matcher.is_match(line)), "{out}");
    assert!(out.contains("util.c:14:18: error: division by zero at util.c:14; shown by ratio: "), "{out}");
    let failing = out.lines().filter(|line| line.starts_with("tests/test_util.c:")).collect::<Vec<_>>();
    assert!(!failing.is_empty() && failing.iter().all(|line| line.contains("error: half_")), "{out}");
    assert!(!out.contains("twice"), "{out}");

    let log: Value = serde_json::from_str(&repository.read("symir-results/bugs.sarif")).expect("JSON");
    let results = log["runs"][0]["results"].as_array().expect("results");
    assert_eq!(results.len(), 1);
    assert_eq!(results[0]["ruleId"], "division-by-zero");
    let place = &results[0]["locations"][0]["physicalLocation"];
    assert_eq!(
        (&place["artifactLocation"]["uri"], &place["region"]["startLine"]),
        (&"util.c".into(), &14.into())
    );
    let cases = repository.read("symir-results/junit.xml");
    let cases = quick_junit::Report::deserialize_from_str(&cases).expect("JUnit");
    assert_eq!((cases.failures, cases.errors), (1 + failing.len(), 0));
    let summary = repository.read("symir-results/summary.md");
    for words in
        ["2 of 2 functions have tests", "Bugs: 1.", "`ratio`: division by zero", "| `half` | util.c:1 |"]
    {
        assert!(summary.contains(words), "no `{words}` in:\n{summary}");
    }
    // The committed files are unchanged.
    assert_eq!(repository.read("tests/test_util.c"), suite);
    assert_eq!(repository.git(&["status", "--short"]), "");

    // Without the bug, only the contradiction to the suite is left.
    repository.write("util.c", &BEFORE.replace("n / 2;", "n / 2 + 1;"));
    let (code, said) = repository.symir(&["ci", "util.c", "--check"], &[("GITHUB_BASE_REF", "x")]);
    assert_eq!((code, said.contains("there is no branch or commit origin/x")), (2, true), "{said}");
    let base = [("CI_MERGE_REQUEST_DIFF_BASE_SHA", "main")];
    let (code, said) = repository.symir(&["ci", "util.c", "--check", "-q"], &base);
    assert_eq!(code, 7, "{said}");
    // Suites that are made anew pass, and they have the tests of unchanged functions, too.
    let (code, said) = repository.symir(&["ci", "util.c", "-q"], &base);
    assert_eq!(code, 0, "{said}");
    let suite = repository.read("tests/test_util.c");
    assert!(suite.contains("test_twice_") && suite.contains("test_half_"), "{suite}");
    let (code, said) = repository.symir(&["ci", "util.c", "--check", "-q"], &base);
    assert_eq!(code, 0, "{said}");
}

#[test]
fn what_is_not_said_or_not_changed_is_told() {
    let repository = Repository::new();
    let (code, said) = repository.symir(&["ci", "util.c"], &[]);
    assert_eq!((code, said.contains("which branch the change goes into")), (2, true), "{said}");
    let (code, said) = repository.symir(&["ci", "util.c", "--changed", "main", "--line", "3"], &[]);
    assert_eq!(code, 2, "{said}");
    let (code, said) = repository.symir(&["ci", "util.c", "--changed", "main", "--check"], &[]);
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("no function was changed since main"), "{said}");
    assert!(
        repository.read("symir-results/summary.md").contains("No function of the named files was changed.")
    );
    let log: Value = serde_json::from_str(&repository.read("symir-results/bugs.sarif")).expect("JSON");
    assert_eq!(log["runs"][0]["results"], serde_json::json!([]));
}

/// The templates satisfy the schemas of GitHub and GitLab, which the set-up fetches.
#[test]
fn the_templates_satisfy_the_schemas_of_their_build_servers() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (template, schema) in
        [("ci/github.yml", "github-workflows.json"), ("ci/gitlab.yml", "gitlab-ci.json")]
    {
        let text = fs::read_to_string(root.join(template)).expect("the template is there");
        let value: Value =
            serde_norway::from_str(&text).unwrap_or_else(|error| panic!("{template}: {error}"));
        let Ok(schema) = fs::read_to_string(root.join(".deps/schemas").join(schema)) else {
            return skipped::skipped("there is no .deps/schemas: scripts/setup --tests fetches the schemas");
        };
        let schema: Value = serde_json::from_str(&schema).expect("JSON");
        let validator =
            jsonschema::validator_for(&schema).unwrap_or_else(|error| panic!("{template}: {error}"));
        let troubles: Vec<String> = validator
            .iter_errors(&value)
            .map(|error| format!("{}: {error}", error.instance_path()))
            .collect();
        assert_eq!(troubles, Vec::<String>::new(), "{template}");
        // The schema rejects what it does not know, so this check can fail.
        let mut other = value.clone();
        other["on"] = serde_json::json!({ "never": 3 });
        other["jobs"] = serde_json::json!({ "symir": { "steps": 3 } });
        other["include"] = serde_json::json!(3);
        assert!(!validator.is_valid(&other), "{template}: the schema allows everything");
    }
}
