//! Builds and runs suites that were committed, with the code as it is now.

use super::report::Report;
use super::{Error, HARNESSES, kept, tools};
use crate::util::sealed::is_sealed;
use crate::util::{Deadline, bounded, paths};
use regex::Regex;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The result of the suite of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Committed {
    /// The suite.
    pub file: PathBuf,
    /// Whether it could be built and all of its tests pass.
    pub passes: bool,
    /// Its tests, if the suite lists them itself; suites for a framework do not.
    pub tests: Vec<Ran>,
    /// The last lines of its error output, for people.
    pub said: String,
}

/// A test that was run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ran {
    pub name: String,
    pub passes: bool,
    /// The line of the assertion that fails; zero if it is not known.
    pub line: u32,
    pub why: String,
}

/// How many lines of the error output are shown.
const MOST_SAID: usize = 12;

/// Builds and runs the suites in `folder` of the files that a report is about. A file that has no suite there
/// has no result.
///
/// # Errors
/// If `make` cannot be started.
pub fn run(folder: &Path, report: &Report, deadline: &Deadline) -> Result<Vec<Committed>, Error> {
    let mut found = Vec::new();
    for file in report.files.iter().filter(|file| file.functions.iter().any(|it| it.is_asked)) {
        let stem = file.file.file_stem().unwrap_or_default();
        let name = file.build.as_ref().and_then(|build| build.file_name()).unwrap_or(stem);
        let place = folder.join(name);
        let Some(suite) = suite(folder, &name.to_string_lossy()) else { continue };
        if !place.join("Makefile").is_file() {
            continue;
        }
        let Some(made) = tools::make(&place, deadline)? else { break };
        found.push(Committed {
            file: suite,
            passes: made.is_success,
            tests: tests(&made.out, &made.err),
            said: last_lines(&made.err),
        });
    }
    Ok(found)
}

/// The suite of this name; the one for plain C, if there are several.
fn suite(folder: &Path, name: &str) -> Option<PathBuf> {
    let plain = folder.join(format!("test_{name}.c"));
    if plain.is_file() {
        return Some(plain);
    }
    let names = ["unity.c", "cmocka.c", "check.c", "gtest.cc"];
    names.iter().map(|end| folder.join(format!("test_{name}_{end}"))).find(|path| path.is_file())
}

/// The tests that a suite for plain C reports in the Test Anything Protocol, with the assertions that failed.
fn tests(out: &str, err: &str) -> Vec<Ran> {
    let told = Regex::new(r"(?m)^(ok|not ok) \d+ - (\w+)$").expect("invariant: the pattern is regular");
    let assertion = Regex::new(r"(?m)^\S+: \S*?:(\d+): (?:test_)?(\w+): (Assertion .*)$")
        .expect("invariant: the pattern is regular");
    let failed: BTreeMap<&str, (u32, &str)> = assertion
        .captures_iter(err)
        .map(|hit| {
            let (_, [line, name, why]) = hit.extract();
            (name, (line.parse().unwrap_or(0), why))
        })
        .collect();
    told.captures_iter(out)
        .map(|hit| {
            let (_, [how, name]) = hit.extract();
            let passes = how == "ok";
            let (line, why) =
                failed.get(name).copied().unwrap_or((0, if passes { "" } else { "it crashes" }));
            Ran { name: name.to_owned(), passes, line, why: why.to_owned() }
        })
        .collect()
}

fn last_lines(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(MOST_SAID)..].join("\n")
}

/// Copies the harnesses that somebody has changed into another folder of suites, so that they still include
/// the same files.
///
/// # Errors
/// If one cannot be written.
pub fn take_harnesses(from: &Path, to: &Path) -> Result<(), Error> {
    let include = Regex::new(r#"(?m)^(#\s*include\s+")([^"]+)""#).expect("invariant: the pattern is regular");
    for suite in fs::read_dir(from).into_iter().flatten().flatten() {
        let folder = suite.path().join(HARNESSES);
        for harness in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = harness.path();
            let Ok(text) = bounded::read_to_string(&path) else { continue };
            if path.extension().is_none_or(|end| end != "c") || is_sealed(&text) {
                continue;
            }
            let place = to.join(suite.file_name()).join(HARNESSES);
            fs::create_dir_all(&place).map_err(Error::io("create", &place))?;
            let text = include.replace_all(&text, |hit: &regex::Captures<'_>| {
                let file = folder.join(&hit[2]);
                let named = if file.is_file() { paths::relative(&place, &file) } else { hit[2].into() };
                format!("{}{}\"", &hit[1], named.display())
            });
            kept::write_if_new(&place.join(harness.file_name()), &text)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_are_told_with_the_assertions_that_fail() {
        let out = "cc x\nok 1 - half_n_zero\nnot ok 2 - half_n_4\nnot ok 3 - half_n_5\n";
        let err =
            "test_c: ../test_util.c:129: test_half_n_4: Assertion `result == 2' failed.\nmake: *** Error 1\n";
        let ran =
            |name: &str, passes, line, why: &str| Ran { name: name.into(), passes, line, why: why.into() };
        assert_eq!(
            tests(out, err),
            [
                ran("half_n_zero", true, 0, ""),
                ran("half_n_4", false, 129, "Assertion `result == 2' failed."),
                ran("half_n_5", false, 0, "it crashes"),
            ]
        );
    }

    #[test]
    fn only_harnesses_by_hand_are_taken_along_and_find_their_files() {
        let root = tempfile::tempdir().expect("a temporary folder");
        let at = |name: &str| root.path().join(name);
        fs::create_dir_all(at("a/tests/util/harness")).expect("made");
        fs::write(at("util.c"), "").expect("written");
        let text = "#include \"symir.h\"\n#include \"../../../../util.c\"\n";
        fs::write(at("a/tests/util/harness/f.c"), text).expect("written");
        let sealed = crate::util::sealed::seal(text);
        fs::write(at("a/tests/util/harness/g.c"), sealed).expect("written");
        fs::create_dir(at("out")).expect("made");
        take_harnesses(&at("a/tests"), &at("out")).expect("taken");
        let taken = fs::read_to_string(at("out/util/harness/f.c")).expect("read");
        assert_eq!(taken, "#include \"symir.h\"\n#include \"../../../util.c\"\n");
        assert!(!at("out/util/harness/g.c").exists());
    }
}
