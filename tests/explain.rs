//! `symir run --explain`: the explanation of a test is true of it, and names distinguish the tests of a run.

#[path = "common/drivers.rs"]
mod drivers;

use assert_cmd::cargo::cargo_bin;
use drivers::DRIVERS;
use regex::Regex;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;

/// Standard output of `symir run FILE ARGS`.
fn run(file: &Path, args: &[&str]) -> String {
    let output = Command::new(cargo_bin("symir"))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(["run", "--all"])
        .arg(file)
        .args(args)
        .output()
        .expect("symir starts");
    String::from_utf8(output.stdout).expect("the output is text")
}

/// The JSON objects of a run for this event.
fn events(file: &Path, args: &[&str], event: &str) -> Vec<Value> {
    let stdout = run(file, &[args, &["--json"]].concat());
    let events = stdout.lines().map(|line| serde_json::from_str::<Value>(line).expect("each line is JSON"));
    events.filter(|object| object["event"] == event).collect()
}

fn driver(name: &str) -> std::path::PathBuf {
    Path::new("drivers").join(name).with_extension("c")
}

/// `UPDATE_EXPECT=1` writes the expected text anew.
#[test]
fn the_whole_text_for_strcmp() {
    let text = run(&driver("strcmp"), &["--explain", "-q", "--readable", "none"]);
    let expected = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/explain/strcmp.out");
    expect_test::expect_file![expected].assert_eq(&text);
}

#[test]
fn without_the_flag_there_are_names_only() {
    let tests = events(&driver("strlen"), &[], "test");
    let names: Vec<&str> = tests.iter().filter_map(|test| test["test"]["name"].as_str()).collect();
    assert_eq!(names[0], "strlen_of_empty");
    assert_eq!(names.len(), 6);
    assert!(tests.iter().all(|test| test["test"].get("because").is_none()));
    assert!(events(&driver("strlen"), &[], "alone").is_empty());
}

#[test]
fn the_order_of_search_changes_neither_names_nor_reasons() {
    for name in ["strcmp", "sysfs_streq"] {
        let depth_first = run(&driver(name), &["--explain", "--search", "dfs"]);
        assert_eq!(depth_first, run(&driver(name), &["--explain", "--search", "bfs"]), "{name}");
    }
}

/// Names are C identifiers, unique, and few need a number.
#[test]
fn names_tell_the_tests_of_the_drivers_apart() {
    let identifier = Regex::new("^[a-z_][a-z0-9_]{0,60}$").expect("a pattern");
    let (mut n_tests, mut n_numbered) = (0, 0);
    for driver_name in DRIVERS {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let output = folder.path().join("out");
        let tests = events(&driver(driver_name), &["-o", output.to_str().expect("a plain path")], "test");
        let names: Vec<&str> = tests.iter().filter_map(|test| test["test"]["name"].as_str()).collect();
        let unique: BTreeSet<&str> = names.iter().copied().collect();
        assert_eq!(unique.len(), tests.len(), "{driver_name}: {names:?}");
        for name in &names {
            assert!(name.starts_with(driver_name) && identifier.is_match(name), "{name}");
        }
        // The file has the name without the number.
        let text = std::fs::read_to_string(output.join("tests.json")).expect("written");
        let file: Value = serde_json::from_str(&text).expect("it is JSON");
        let bases = file["tests"].as_array().expect("a list").iter().map(|test| test["name"].as_str());
        n_numbered += bases.zip(&names).filter(|(base, name)| *base != Some(**name)).count();
        n_tests += names.len();
    }
    assert!(n_numbered * 20 < n_tests, "{n_numbered} of {n_tests} names need a number");
}

/// Tries programs that branch at random on the bytes of a text. Every explained condition that is about one
/// byte, or about whether two bytes are equal, must hold for the values of its test.
#[test]
fn explained_conditions_are_true_of_the_values() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("random.c");
    let mut random = Random(7);
    let (mut n_checked, mut n_others) = (0, 0);
    for _ in 0..12 {
        std::fs::write(&file, program(&mut random)).expect("the folder is writable");
        let tests =
            events(&file, &["--explain", "--paths", "60", "--search", "dfs", "--workers", "1"], "test");
        assert!(tests.len() > 1);
        for test in &tests {
            let bytes: Vec<u8> = test["test"]["inputs"][0]["bytes"]
                .as_array()
                .expect("bytes")
                .iter()
                .map(|byte| byte.as_u64().expect("a byte") as u8)
                .collect();
            for reason in test["test"]["because"].as_array().into_iter().flatten() {
                for conjunct in reason["condition"].as_str().expect("a condition").split(" && ") {
                    match holds(conjunct, &bytes) {
                        Some(holds) => {
                            assert!(holds, "{conjunct} of {bytes:?} in {test}");
                            n_checked += 1;
                        }
                        None => n_others += 1,
                    }
                }
            }
        }
    }
    assert!(n_checked > 500 && n_others * 10 < n_checked, "{n_checked} checked, {n_others} not");
}

/// A small random generator of this test's own, so that the programs stay the same.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }
}

fn program(random: &mut Random) -> String {
    let mut text = "#include \"symir.h\"\nint f(const char *s) {\n    int n = 0;\n".to_owned();
    for _ in 0..6 {
        let (i, j) = (random.below(5), random.below(5));
        let bound = ["'a'", "'z'", "'0'", "0", "-3", "'\\n'", "' '"][random.below(7) as usize];
        let relation = ["==", "!=", "<", "<=", ">", ">="][random.below(6) as usize];
        let condition = match random.below(6) {
            0 => format!("s[{i}] == s[{j}]"),
            1 => format!("s[{i}] >= '0' && s[{i}] <= '9'"),
            2 => format!("(unsigned char)s[{i}] {relation} 'k'"),
            3 => format!("(s[{i}] | 32) == 'e'"),
            _ => format!("s[{i}] {relation} {bound}"),
        };
        writeln!(text, "    if ({condition})\n        n++;").expect("strings take all");
    }
    text + "    return n;\n}\nint main(void) {\n    char s[6];\n    symir_string(s, 6, \"s\");\n    SYMIR_TEST(f, s);\n}\n"
}

/// Whether a conjunct holds that is about single bytes of `s` or about equal ones; `None` for all others.
fn holds(conjunct: &str, bytes: &[u8]) -> Option<bool> {
    let subject = r"s\[(\d+)(?:\.\.(\d+))?\]";
    let single =
        Regex::new(&format!(r"^(?s)(\((?:un)?signed char\))?{subject} (==|!=|<=|<|>=|>|not in|in) (.+)$"));
    let captures = single.expect("a pattern").captures(conjunct)?;
    let number = |at: usize| captures.get(at).and_then(|digits| digits.as_str().parse::<usize>().ok());
    let first = number(2)?;
    let last = number(3).unwrap_or(first);
    let (operator, right) = (&captures[4], &captures[5]);
    let pair = Regex::new(&format!("^{subject}$")).expect("a pattern");
    if let Some(other) = pair.captures(right) {
        let start: usize = other[1].parse().ok()?;
        let same = (first..=last).all(|at| bytes[at] == bytes[start + at - first]);
        return Some(same == (operator == "=="));
    }
    let unsigned = captures.get(1).is_some_and(|cast| cast.as_str() == "(unsigned char)");
    let value = |byte: u8| if unsigned { i64::from(byte) } else { i64::from(byte as i8) };
    let test = |byte: u8| {
        Some(match operator {
            "in" => is_member(right, byte)?,
            "not in" => !is_member(right, byte)?,
            _ => {
                let (value, bound) = (value(byte), literal(right)?);
                match operator {
                    "==" => value == bound,
                    "!=" => value != bound,
                    "<" => value < bound,
                    "<=" => value <= bound,
                    ">" => value > bound,
                    _ => value >= bound,
                }
            }
        })
    };
    (first..=last).map(|at| test(bytes[at])).try_fold(true, |all, one| Some(all && one?))
}

fn literal(text: &str) -> Option<i64> {
    let Some(quoted) = text.strip_prefix('\'').and_then(|text| text.strip_suffix('\'')) else {
        return text.parse().ok();
    };
    characters(quoted).first().map(|(byte, _)| i64::from(*byte))
}

/// Whether a byte is in a class such as `[a-z\n]`.
fn is_member(class: &str, byte: u8) -> Option<bool> {
    let members = characters(class.strip_prefix('[')?.strip_suffix(']')?);
    let mut at = 0;
    let mut found = false;
    while at < members.len() {
        let is_range = members.get(at + 1) == Some(&(b'-', false));
        let (first, last) = (members[at].0, if is_range { members.get(at + 2)?.0 } else { members[at].0 });
        found |= (first..=last).contains(&byte);
        at += if is_range { 3 } else { 1 };
    }
    Some(found)
}

/// The characters of a text, and whether each was escaped.
fn characters(text: &str) -> Vec<(u8, bool)> {
    let escape = Regex::new(r"(?s)\\x([0-9a-f]{2})|\\(.)|(.)").expect("a pattern");
    escape
        .captures_iter(text)
        .map(|found| match (found.get(1), found.get(2), found.get(3)) {
            (Some(hex), ..) => (u8::from_str_radix(hex.as_str(), 16).expect("two digits"), true),
            (_, Some(c), _) => (
                match c.as_str() {
                    "n" => b'\n',
                    "t" => b'\t',
                    "r" => b'\r',
                    "0" => 0,
                    other => other.as_bytes()[0],
                },
                true,
            ),
            (.., Some(c)) => (c.as_str().as_bytes()[0], false),
            _ => unreachable!("one of them matched"),
        })
        .collect()
}
