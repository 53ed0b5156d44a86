//! `--merge`: every test is also a test of the run without merging, apart from its name. Nothing that is
//! covered without merging is lost, and errors are found at the same places.

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn run(file: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin("symir"));
    command.args(["run", "--all", "--no-replay", "--readable", "none"]).arg(file).args(arguments);
    command.output().expect("the binary runs")
}

/// What a run has found.
struct Found {
    lines: BTreeSet<String>,
    summary: serde_json::Value,
}

impl Found {
    fn of(file: &Path, arguments: &[&str]) -> Self {
        let output = run(file, &[&["--json"], arguments].concat());
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let mut found = Self { lines: BTreeSet::new(), summary: serde_json::Value::Null };
        for line in text.lines() {
            let mut event: serde_json::Value = serde_json::from_str(line).expect("each line is JSON");
            // A name has a number if other tests have the same name.
            event["test"].as_object_mut().and_then(|test| test.remove("name"));
            match event["event"].as_str() {
                Some("test") => {
                    assert!(found.lines.insert(event["test"].to_string()), "a test comes once: {line}");
                }
                Some("summary") => found.summary = event["summary"].clone(),
                _ => {}
            }
        }
        assert!(!found.summary.is_null(), "{}", String::from_utf8_lossy(&output.stderr));
        found
    }

    fn number(&self, what: &str) -> u64 {
        self.summary[what].as_u64().expect("the summary has the number")
    }

    /// The kind and the place of each error.
    fn bugs(&self) -> BTreeSet<String> {
        let bugs = self.summary["bugs"].as_array().cloned().unwrap_or_default();
        bugs.iter().map(|bug| format!("{}{}", bug["bug"]["kind"], bug["bug"]["stack"][0])).collect()
    }
}

/// Runs a program with and without merging, compares the results, and returns both.
fn compare(file: &Path) -> (Found, Found) {
    let (plain, merged) = (Found::of(file, &["--workers", "1"]), Found::of(file, &["--merge"]));
    let foreign: Vec<&String> = merged.lines.difference(&plain.lines).collect();
    assert!(foreign.is_empty(), "{}: no test of the plain run: {foreign:?}", file.display());
    for what in ["lines", "lines_covered", "branches", "branches_covered", "code_covered"] {
        assert_eq!(merged.number(what), plain.number(what), "{}: {what}", file.display());
    }
    assert_eq!(merged.bugs(), plain.bugs(), "{}", file.display());
    for what in ["diverged", "untested_edges", "lost", "left"] {
        assert_eq!(merged.number(what), 0, "{}: {what}", file.display());
    }
    (plain, merged)
}

fn compare_text(text: &str) -> (Found, Found) {
    let folder = tempfile::tempdir().expect("there is a temporary folder");
    let file = folder.path().join("driver.c");
    fs::write(&file, text).expect("the temporary folder can be written");
    compare(&file)
}

#[test]
fn a_sum_over_diamonds_is_one_path() {
    let (plain, merged) = compare_text(
        r#"
        #include "symir.h"
        int weigh(const unsigned char *s) {
            int n = 0;
            for (int i = 0; i < 6; i++) {
                if (s[i] > 'm') n += i;
                else if (s[i] == 'c') n ^= 3;
                else n -= 1;
            }
            if (n == 15) return 1;
            return 0;
        }
        int main(void) {
            unsigned char s[6];
            symir_bytes(s, sizeof s, "s");
            SYMIR_TEST(weigh, s);
        }
        "#,
    );
    assert_eq!(plain.number("paths"), 729);
    assert!(merged.number("tests") <= 4, "{}", merged.summary);
    assert!(merged.number("merged") >= 12, "{}", merged.summary);
    assert!(merged.number("instructions") * 10 < plain.number("instructions"), "{}", merged.summary);
}

/// Both sides end in the same state. One test would be enough for the path, but not for the lines.
#[test]
fn a_side_that_leaves_no_trace_is_covered() {
    let (_, merged) = compare_text(
        r#"
        #include "symir.h"
        int quiet(int a, int b) {
            int x = 0;
            if (a == 77) x = 1; else x = 2;
            x = 0;
            if (b == 5) x++; else if (b == 6) x--;
            return x * 0;
        }
        int main(void) { int a = symir_int("a"), b = symir_int("b"); SYMIR_TEST(quiet, a, b); }
        "#,
    );
    assert_eq!(merged.number("branches_covered"), merged.number("branches"));
    assert!((2..=4).contains(&merged.number("tests")), "{}", merged.summary);
}

/// The error is behind the point where states are merged, and needs one of the sides.
#[test]
fn an_error_that_needs_one_side_is_found() {
    let (plain, merged) = compare_text(
        r#"
        #include "symir.h"
        int share(int a, int b) {
            int by = 4, *place = &by;
            if (a > 10) by = b - 3; else if (a < -10) by = 7;
            if (b == 1000) place = &a;
            return 100 / *place;
        }
        int main(void) { int a = symir_int("a"), b = symir_int("b"); SYMIR_TEST(share, a, b); }
        "#,
    );
    assert!(!plain.bugs().is_empty());
    assert!(merged.number("merged") > 0);
}

#[test]
fn the_measurement_set_and_the_drivers_agree() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for file in ["drivers/strcmp.c", "drivers/strncpy.c", "drivers/strpbrk.c", "corpus/search/date.c"] {
        compare(&root.join(file));
    }
}

#[test]
fn a_budget_ends_waiting_states_with_tests() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/search/wide.c");
    let found = Found::of(&file, &["--merge", "--instructions", "400"]);
    assert_eq!(found.summary["exhausted"], "the limit of instructions");
    assert!(
        found.number("tests") > 0 && found.lines.len() as u64 == found.number("tests"),
        "{}",
        found.summary
    );
}

#[test]
fn what_does_not_go_with_it_is_named() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("drivers/strcpy.c");
    for (arguments, words) in [
        (&["--workers", "2"][..], "leave --workers out, or give --workers 1"),
        (&["--checkpoint", "notes"], "--checkpoint"),
        (&["--resume", "notes"], "--resume"),
        (&["--memory", "512M"], "--memory"),
        (&["--loop-limit", "3"], "--loop-limit"),
        (&["--target", "strcpy"], "--target"),
    ] {
        let output = run(&file, &[&["--merge"], arguments].concat());
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(text.contains("--merge") && text.contains(words), "{text}");
    }
}

/// A statement over the variables `x`, `y`, `z`, the array `v` of 4 and the input bytes `s[0]` to `s[2]`.
#[derive(Clone, Debug)]
enum Statement {
    Set(u8, String),
    Store(u8, String),
    If(String, Vec<Statement>, Vec<Statement>),
    Repeat(u8, Vec<Statement>),
    Call(u8, String),
    Return(String),
}

fn expression() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        (0u8..3).prop_map(|n| format!("s[{n}]")),
        (0u8..3).prop_map(|n| ["x", "y", "z"][usize::from(n)].to_owned()),
        (0u8..4).prop_map(|n| format!("v[{n}]")),
        (0u8..8).prop_map(|n| n.to_string()),
        Just("v[s[0] & 3]".to_owned()),
    ];
    leaf.prop_recursive(2, 4, 2, |inner| {
        let operation = prop_oneof![Just("+"), Just("-"), Just("^"), Just("&")];
        (inner.clone(), operation, inner).prop_map(|(a, operation, b)| format!("({a} {operation} {b})"))
    })
}

fn condition() -> impl Strategy<Value = String> {
    let side = || {
        (expression(), prop_oneof![Just("=="), Just("<"), Just(">")], 0u8..60)
            .prop_map(|(a, comparison, b)| format!("{a} {comparison} {b}"))
    };
    (side(), prop_oneof![Just(""), Just(" && "), Just(" || ")], side())
        .prop_map(|(a, and, b)| if and.is_empty() { a } else { format!("{a}{and}{b}") })
}

fn statements() -> impl Strategy<Value = Vec<Statement>> {
    let leaf = prop_oneof![
        4 => (0u8..3, expression()).prop_map(|(n, value)| Statement::Set(n, value)),
        2 => (0u8..4, expression()).prop_map(|(n, value)| Statement::Store(n, value)),
        1 => (0u8..3, expression()).prop_map(|(n, value)| Statement::Call(n, value)),
        1 => expression().prop_map(Statement::Return),
    ];
    let statement = leaf.prop_recursive(3, 10, 3, |inner| {
        let block = || prop::collection::vec(inner.clone(), 0..3);
        prop_oneof![
            3 => (condition(), block(), block()).prop_map(|(c, a, b)| Statement::If(c, a, b)),
            1 => (1u8..3, block()).prop_map(|(n, body)| Statement::Repeat(n, body)),
        ]
    });
    prop::collection::vec(statement, 2..6)
}

fn write(out: &mut String, depth: usize, statements: &[Statement]) {
    let variable = |n: &u8| ["x", "y", "z"][usize::from(*n)];
    let indent = "    ".repeat(depth);
    for statement in statements {
        let _ = match statement {
            Statement::Set(n, value) => writeln!(out, "{indent}{} = {value};", variable(n)),
            Statement::Store(n, value) => writeln!(out, "{indent}v[{n}] = {value};"),
            Statement::Call(n, value) => writeln!(out, "{indent}{} = clamp({value});", variable(n)),
            Statement::Return(value) => writeln!(out, "{indent}return {value};"),
            Statement::If(condition, yes, no) => {
                let _ = writeln!(out, "{indent}if ({condition}) {{");
                write(out, depth + 1, yes);
                let _ = writeln!(out, "{indent}}} else {{");
                write(out, depth + 1, no);
                writeln!(out, "{indent}}}")
            }
            Statement::Repeat(n, body) => {
                let _ = writeln!(out, "{indent}for (int i{depth} = 0; i{depth} < {n}; i{depth}++) {{");
                write(out, depth + 1, body);
                writeln!(out, "{indent}}}")
            }
        };
    }
}

/// Compares runs with and without merging for random programs with branches, loops, calls and symbolic
/// indices.
#[test]
fn random_programs_agree() {
    let cases = std::env::var("SYMIR_MERGES").ok().and_then(|text| text.parse().ok()).unwrap_or(24);
    let config = Config { cases, failure_persistence: None, max_shrink_iters: 200, ..Config::default() };
    let n_merged = std::cell::Cell::new(0);
    let mut runner = TestRunner::new_with_rng(
        config,
        proptest::test_runner::TestRng::deterministic_rng(proptest::test_runner::RngAlgorithm::ChaCha),
    );
    let outcome = runner.run(&statements(), |body| {
        let mut text = "#include \"symir.h\"\n\
            static unsigned clamp(unsigned n) { if (n > 40) return 40; return n; }\n\
            static unsigned work(const unsigned char *s) {\n    unsigned x = 1, y = 2, z = 3, v[4] = {0, 1, 2, 3};\n"
            .to_owned();
        write(&mut text, 1, &body);
        text.push_str(
            "    return x ^ y ^ z ^ v[0] ^ v[1] ^ v[2] ^ v[3];\n}\nint main(void) {\n    unsigned char s[3];\n    \
             symir_bytes(s, sizeof s, \"s\");\n    SYMIR_TEST(work, s);\n}\n",
        );
        let (_, merged) = compare_text(&text);
        n_merged.set(n_merged.get() + merged.number("merged"));
        Ok(())
    });
    outcome.unwrap_or_else(|failure| panic!("{failure}"));
    assert!(n_merged.get() > u64::from(cases), "{} states were merged", n_merged.get());
}
