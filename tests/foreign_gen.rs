//! `symir gen` on libraries of other authors: which of their functions get a suite that compiles without
//! warnings, passes, and takes the branches that inputs can reach. Normally only a small library is tried,
//! which has to reach a bound. With `SYMIR_FOREIGN=1` all libraries are tried, and the table in
//! `corpus/foreign/README.md` is written. With `SYMIR_FOREIGN=libcsv,jsmn` only these are tried again, and
//! the table has the earlier results of the others, which `corpus/foreign/rows` keeps. `SYMIR_PROGRAM` names
//! another symir to be used, such as an optimised one.

use assert_cmd::cargo::cargo_bin;
use libraries::{LIBRARIES, Library};
use page::{Class, Item, Row, page};
use serde_json::Value;
use skipped::skipped;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

#[path = "foreign_gen/libraries.rs"]
mod libraries;
#[path = "foreign_gen/page.rs"]
mod page;
#[path = "common/skipped.rs"]
mod skipped;

/// The percentage of the branches in reach that the tests of a function have to take.
const COVERED: u64 = 85;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The folder of the libraries, with all of these in it. `None`, with a message, if they cannot be fetched.
fn sources(libraries: &[&Library]) -> Option<PathBuf> {
    let place = root().join(".sources/foreign");
    if libraries.iter().flat_map(|library| library.files).all(|file| place.join(file).is_file()) {
        return Some(place);
    }
    let output = Command::new(root().join("scripts/foreign")).output().expect("scripts/foreign starts");
    if !output.status.success() {
        skipped(&format!("libraries are not there: {}", String::from_utf8_lossy(&output.stderr)));
        return None;
    }
    Some(place)
}

fn program() -> PathBuf {
    std::env::var_os("SYMIR_PROGRAM").map_or_else(|| cargo_bin("symir"), PathBuf::from)
}

fn generate(library: &Library, place: &Path, folder: &Path) -> Value {
    let include = root().join("tests/foreign/include").display().to_string();
    let mut command = Command::new("timeout");
    command.current_dir(place).arg("3600").arg(program()).args(["gen", "-q", "-j", "2", "-o"]).arg(folder);
    command.args(library.files).arg("--");
    command.args(library.flags.iter().map(|flag| flag.replace("@include", &include)));
    let output = command.output().expect("timeout starts");
    assert!(
        matches!(output.status.code(), Some(0 | 10)),
        "{}: {}",
        library.name,
        String::from_utf8_lossy(&output.stderr)
    );
    let report = fs::read(folder.join("report.json")).expect("a report");
    serde_json::from_slice(&report).expect("a report in JSON")
}

/// What is in a suite.
#[derive(Default)]
struct Suite {
    /// Functions with tests, and the first of their tests that fails.
    tested: BTreeMap<String, Option<String>>,
    /// Tests that the suite does not have, with the reasons.
    left_out: Vec<(String, String)>,
    /// Why it does not compile.
    trouble: Option<String>,
}

impl Suite {
    /// Reads a suite, and builds and runs it with both compilers.
    fn of(folder: &Path, suite: &str) -> Self {
        let text = fs::read_to_string(folder.join(suite)).expect("a suite");
        let name = suite
            .strip_prefix("test_")
            .and_then(|rest| rest.strip_suffix(".c"))
            .expect("the name of a suite");
        let mut function_of = BTreeMap::new();
        let mut function = String::new();
        let mut found = Self::default();
        let is_name = |name: &str| name.chars().all(|c| c.is_alphanumeric() || c == '_');
        for line in text.lines() {
            let is_word = |(name, _): &(&str, &str)| is_name(name);
            if let Some((test, reason)) =
                line.strip_prefix(" *   ").and_then(|rest| rest.split_once(": ")).filter(is_word)
            {
                found.left_out.push((test.to_owned(), reason.to_owned()));
            } else if let Some((name, _)) =
                line.strip_prefix(" * ").and_then(|rest| rest.split_once(": ")).filter(is_word)
            {
                // A function that takes a `va_list` is called by a function of the harness, which makes the
                // list.
                let base = name.strip_suffix("_with").unwrap_or(name);
                let is_base = text.contains(&format!("/* Calls {base} with the arguments that follow. */"));
                function = if is_base { base } else { name }.to_owned();
            }
            if let Some((test, _)) =
                line.strip_prefix("static void test_").and_then(|rest| rest.split_once('('))
            {
                function_of.insert(test.to_owned(), function.clone());
            }
        }
        found.tested = function_of.values().map(|function| (function.clone(), None)).collect();
        let has_clang = Command::new("clang").arg("--version").output().is_ok();
        let clang = if has_clang { "clang" } else { "clang-19" };
        for compiler in ["gcc", clang] {
            found.run(&folder.join(name), compiler, &function_of);
        }
        found
    }

    fn run(&mut self, folder: &Path, compiler: &str, function_of: &BTreeMap<String, String>) {
        let mut command = Command::new("make");
        command.current_dir(folder).args(["-s", "c", "WARNINGS=-Wall -Wextra -Werror"]);
        command.arg(format!("CC={compiler}")).arg(format!("BUILD=build-{compiler}"));
        let output = command.output().expect("make starts");
        let (said, error) =
            (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        let mut n_failed = 0;
        for line in said.lines().filter_map(|line| line.strip_prefix("not ok ")) {
            let test = line.split(" - ").nth(1).unwrap_or_default().split(' ').next().unwrap_or_default();
            if let Some(function) = function_of.get(test) {
                self.tested.insert(function.clone(), Some(test.to_owned()));
                n_failed += 1;
            }
        }
        if !output.status.success() && n_failed == 0 {
            let first = error.lines().find(|line| line.contains("error")).or(error.lines().next());
            self.trouble = Some(format!("with {compiler}: {}", first.unwrap_or_default()));
        }
    }

    /// Why the suite has no test of a function, according to the tests that the suite says are left out.
    fn reason(&self, function: &str, others: &[&str]) -> Option<&str> {
        let is_of = |name: &str, test: &str| {
            test.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('_'))
        };
        let is_own = |test: &str| {
            let of = others.iter().filter(|name| is_of(name, test)).max_by_key(|name| name.len());
            of == Some(&function)
        };
        let (_, reason) = self.left_out.iter().find(|(test, _)| is_own(test))?;
        Some(reason)
    }
}

fn measure(library: &Library, place: &Path) -> Row {
    let folder = root().join("target/foreign").join(library.name.replace(' ', "-"));
    if folder.is_dir() {
        fs::remove_dir_all(&folder).expect("removed");
    }
    let report = generate(library, place, &folder);
    let mut row = Row::default();
    for file in report["files"].as_array().expect("files") {
        let suite = file["suites"].as_array().and_then(|suites| suites.first()).cloned();
        let suite = suite.and_then(|suite| suite["file"].as_str().map(str::to_owned));
        let suite = match (file["folder"].as_str(), suite) {
            (Some(place), Some(suite)) => Suite::of(Path::new(place), &suite),
            _ => Suite::default(),
        };
        if let Some(trouble) = file["trouble"].as_str() {
            row.troubles.push(format!("{}: {}", text(&file["file"]), trouble.lines().next().unwrap_or("")));
        }
        let functions = file["functions"].as_array().expect("functions");
        let names: Vec<&str> = functions.iter().map(|function| text(&function["name"])).collect();
        row.items.extend(functions.iter().map(|function| item(function, &suite, &names)));
    }
    row
}

fn item(function: &Value, suite: &Suite, others: &[&str]) -> Item {
    let name = text(&function["name"]);
    let made = &function["made"];
    let number = |key: &str| made[key].as_u64().unwrap_or(0);
    let (reach, covered) =
        (number("branches").saturating_sub(number("branches_out_of_reach")), number("branches_covered"));
    let uncovered: Vec<String> =
        made["uncovered"].as_array().into_iter().flatten().map(|it| text(it).to_owned()).collect();
    let is_covered = covered * 100 >= reach * COVERED;
    let (class, why) = match (made.is_null(), &suite.trouble, suite.tested.get(name)) {
        (true, ..) => (Class::NoHarness, text(&function["left_out"]).to_owned()),
        (_, Some(why), _) => (Class::NotCompiled, why.clone()),
        (.., Some(Some(test))) => (Class::Fails, format!("`test_{test}` fails")),
        _ if !is_covered => Class::of_gaps(covered, reach, &uncovered, text(&made["ended_by"])),
        (.., Some(None)) => (Class::Good, String::new()),
        (.., None) => {
            let reason = suite.reason(name, others).unwrap_or("its paths do not come to the end of a call");
            let is_nothing = reason.contains("nothing that could be compared");
            let class = if is_nothing { Class::NothingToCheck } else { Class::NoTest };
            (class, format!("{reason} ({} tests, {} unproved)", number("tests"), number("unproved")))
        }
    };
    let list = |key: &str| function[key].as_array().cloned().unwrap_or_default();
    // The path of this tree is of no use to a reader of the page.
    let why = why.replace(&format!("{}/", root().display()), "");
    Item {
        name: name.to_owned(),
        is_static: function["is_static"] == true,
        class,
        why: why.lines().next().unwrap_or_default().to_owned(),
        seconds: function["seconds"].as_f64().unwrap_or(0.0),
        needs: list("needs").iter().map(|need| text(&need["words"]).to_owned()).collect(),
        bugs: list("bugs")
            .iter()
            .map(|bug| page::Bug {
                error: text(&bug["error"]).to_owned(),
                rule: text(&bug["rule"]).to_owned(),
                shown_by: text(&bug["shown_by"]).lines().next().unwrap_or_default().to_owned(),
            })
            .collect(),
    }
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

#[test]
fn functions_of_libraries_get_suites() {
    let asked = std::env::var("SYMIR_FOREIGN").unwrap_or_default();
    let is_asked = |library: &&Library| match asked.as_str() {
        "" => library.bound.is_some(),
        "1" => true,
        names => names.split(',').any(|name| name == library.name),
    };
    let chosen: Vec<&Library> = LIBRARIES.iter().filter(is_asked).collect();
    let Some(place) = sources(&chosen) else { return };
    let folder = root().join("corpus/foreign");
    let rows = folder.join("rows");
    let kept = |library: &Library| rows.join(format!("{}.json", library.name.replace(' ', "-")));
    for library in &chosen {
        let row = measure(library, &place);
        if !asked.is_empty() {
            fs::create_dir_all(&rows).expect("made");
            let row = serde_json::to_string_pretty(&row).expect("in JSON");
            fs::write(kept(library), row + "\n").expect("written");
        }
        let external = || row.items.iter().filter(|item| !item.is_static);
        let n_good = external().filter(|item| item.class == Class::Good).count();
        println!("{}: {n_good} of {}; {:#?}", library.name, external().count(), row.left());
        if let Some(bound) = library.bound {
            assert!(n_good * 10 >= external().count() * bound, "{}: {:#?}", library.name, row.left());
        }
    }
    if asked.is_empty() {
        return;
    }
    let read = |library: &'static Library| {
        let text = fs::read_to_string(kept(library)).ok()?;
        Some((library, serde_json::from_str(&text).expect("a row")))
    };
    let all: Vec<(&Library, Row)> = LIBRARIES.iter().filter_map(read).collect();
    let judged = root().join("tests/foreign_gen/judged.toml");
    let judged = fs::read_to_string(judged).expect("what was said of bugs");
    fs::write(folder.join("README.md"), page(&all, &toml::from_str(&judged).expect("in TOML")))
        .expect("written");
}
