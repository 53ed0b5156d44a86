//! Reports on a run over the functions that a change touches: bugs for code scanners, each test for build
//! servers, a summary for people, and lines in the form of compiler messages, which editors and build servers
//! recognise.

use super::committed::Committed;
use super::doubt::{Doubt, in_one_line};
use super::error::Error;
use super::page::{self, Totals};
use super::report::{FunctionReport, Report};
use crate::emit::facts::Facts;
use crate::emit::junit::{self, Replayed, Verdict};
use crate::emit::minimize::{Goal, minimize};
use crate::emit::{choose, sarif};
use crate::testcase::{Bug, Outcome, TestCase};
use crate::util::paths;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The files of a review.
pub const SARIF: &str = "bugs.sarif";
pub const JUNIT: &str = "junit.xml";
pub const SUMMARY: &str = "summary.md";

/// The report on a run and on committed suites.
pub struct Review<'a> {
    report: &'a Report,
    /// The functions that the run is about, with their tests.
    functions: Vec<(&'a FunctionReport, Vec<TestCase>)>,
    committed: &'a [Committed],
    /// The folder that symir was called in. Names of files are relative to it.
    folder: PathBuf,
}

impl<'a> Review<'a> {
    /// A review of a run, and of committed suites that were run again.
    ///
    /// # Errors
    /// If the tests of a function cannot be read.
    pub fn new(report: &'a Report, committed: &'a [Committed], folder: &Path) -> Result<Self, Error> {
        let mut functions = Vec::new();
        for function in report.functions() {
            let tests = match &function.made {
                Some(made) => crate::emit::read(&made.kept)?,
                None => Vec::new(),
            };
            functions.push((function, tests));
        }
        Ok(Self { report, functions, committed, folder: folder.to_owned() })
    }

    /// Whether a bug was found.
    pub fn has_bugs(&self) -> bool {
        self.functions.iter().any(|(function, _)| !function.bugs.is_empty())
    }

    /// Whether a native run contradicts a new test, or a committed suite does not pass.
    pub fn is_contradicted(&self) -> bool {
        self.doubts().any(|(_, doubt)| doubt.contradicts) || self.committed.iter().any(|suite| !suite.passes)
    }

    /// Writes the files into a folder.
    ///
    /// # Errors
    /// If one cannot be written.
    pub fn write(&self, folder: &Path) -> Result<(), Error> {
        fs::create_dir_all(folder).map_err(Error::io("create", folder))?;
        let mut log = Vec::new();
        let path = folder.join(SARIF);
        let sources = self.functions.iter().map(|(function, _)| self.folder.join(&function.file));
        let facts = Facts { folder: self.folder.clone(), sources: sources.collect(), ..Facts::default() };
        sarif::write(&self.bugs(), &facts, &mut log)
            .and_then(|()| fs::write(&path, log))
            .map_err(Error::io("write", &path))?;
        let (mut cases, path) = (Vec::new(), folder.join(JUNIT));
        let seconds: f64 = self.functions.iter().map(|(function, _)| function.seconds).sum();
        junit::write("symir", &self.cases(), Duration::from_secs_f64(seconds), &mut cases)
            .and_then(|()| fs::write(&path, cases))
            .map_err(Error::io("write", &path))?;
        let path = folder.join(SUMMARY);
        fs::write(&path, self.markdown()).map_err(Error::io("write", &path))
    }

    /// Tests that show the bugs. For a bug without a test in the run, the test has only the bug.
    fn bugs(&self) -> Vec<TestCase> {
        let mut found = Vec::new();
        for (function, tests) in &self.functions {
            for bug in function.bugs.iter().filter_map(|finding| finding.bug.as_deref()) {
                let shows = |test: &&TestCase| match &test.outcome {
                    Outcome::Bug(other) => other.kind == bug.kind && other.site() == bug.site(),
                    _ => false,
                };
                let before = found.len();
                found.extend(tests.iter().filter(shows).cloned());
                if found.len() == before {
                    let name = function.name.clone();
                    found.push(TestCase { name, ..TestCase::new(Outcome::Bug(bug.clone())) });
                }
            }
        }
        found
    }

    fn doubts(&self) -> impl Iterator<Item = (&FunctionReport, &Doubt)> {
        let made = |function: &'a FunctionReport| function.made.iter().flat_map(|made| &made.doubts);
        self.functions.iter().flat_map(move |(function, _)| made(function).map(|doubt| (*function, doubt)))
    }

    /// Each test of a suite with its result.
    fn cases(&self) -> Vec<Replayed> {
        let mut cases = Vec::new();
        for (function, tests) in &self.functions {
            let doubts = function.made.as_ref().map_or(&[][..], |made| &made.doubts);
            for at in minimize(tests, Goal::Chosen) {
                let (test, line) = (&tests[at], in_one_line(&tests[at]));
                let (verdict, message) = match (&test.outcome, doubts.iter().find(|it| it.line == line)) {
                    (Outcome::Bug(bug), _) => (Verdict::Failed, format!("{}: {line}", bug.message)),
                    (_, Some(doubt)) if doubt.contradicts => (Verdict::Failed, doubt.why.clone()),
                    (_, Some(doubt)) => (Verdict::Skipped, format!("{}: {}", doubt.verdict, doubt.why)),
                    (Outcome::Budget(why), None) => (Verdict::Skipped, format!("unfinished: {why}")),
                    _ => (Verdict::Passed, String::new()),
                };
                cases.push(Replayed {
                    name: test.name.clone(),
                    group: choose::title(test),
                    verdict,
                    message,
                });
            }
            if let Some(why) = &function.left_out {
                let (name, message) = (function.name.clone(), why.clone());
                cases.push(Replayed {
                    name,
                    group: "no tests".to_owned(),
                    verdict: Verdict::Skipped,
                    message,
                });
            }
        }
        for suite in self.committed {
            let group = self.named(&suite.file);
            cases.extend(suite.tests.iter().map(|test| Replayed {
                name: test.name.clone(),
                group: group.clone(),
                verdict: if test.passes { Verdict::Passed } else { Verdict::Failed },
                message: test.why.clone(),
            }));
            if !suite.passes && suite.tests.iter().all(|test| test.passes) {
                let (name, message) = (group.clone(), suite.said.clone());
                cases.push(Replayed { name, group, verdict: Verdict::Error, message });
            }
        }
        cases
    }

    /// The summary in Markdown: the totals, the committed suites, then the functions of the run.
    pub fn markdown(&self) -> String {
        let functions: Vec<&FunctionReport> = self.functions.iter().map(|(function, _)| *function).collect();
        let mut text = String::from("# symir: what this change touches\n\n");
        if functions.is_empty() && self.report.files.iter().all(|file| file.trouble.is_none()) {
            text += "No function of the named files was changed.\n";
            return text;
        }
        let _ = writeln!(text, "{}\n", page::summary(&Totals::of(functions.iter().copied())));
        for suite in self.committed {
            let failing = suite.tests.iter().filter(|test| !test.passes).count();
            let words = match (suite.passes, failing) {
                (true, _) => format!("passes: {} tests", suite.tests.len()),
                (false, 0) => "could not be built or run".to_owned(),
                (false, n) => format!("{n} of {} tests fail", suite.tests.len()),
            };
            let _ = writeln!(text, "- The suite `{}` that was there: {words}.", self.named(&suite.file));
        }
        text + &page::tables(&self.report.files, &functions)
    }

    /// Lines as compilers write them: `FILE:LINE:COLUMN: error: WORDS`.
    pub fn lines(&self) -> String {
        let mut text = String::new();
        for (function, _) in &self.functions {
            for finding in &function.bugs {
                let place = finding.bug.as_deref().and_then(|bug| self.place(bug));
                let place = place.unwrap_or_else(|| self.start(function));
                let words = format!("{}; shown by {}", finding.error, finding.shown_by);
                let _ = writeln!(text, "{place}: error: {} [{}]", one_line(&words), function.name);
            }
            for need in function.needs.iter().filter(|need| need.broken_by.is_empty()) {
                let site = need.site.as_ref().filter(|site| site.line > 0);
                let place = site.map(|site| self.at(&site.file, site.line, site.column));
                let place = place.unwrap_or_else(|| self.start(function));
                let words = format!("callers must see to it that {}: {}", need.words, need.shown_by);
                let _ = writeln!(text, "{place}: note: {} [{}]", one_line(&words), function.name);
            }
            if let Some(why) = &function.left_out {
                let place = self.start(function);
                let _ = writeln!(text, "{place}: note: no tests: {} [{}]", one_line(why), function.name);
            }
        }
        for (function, doubt) in self.doubts() {
            let level = if doubt.contradicts { "error" } else { "warning" };
            let words = one_line(&format!(
                "the native run of this test {}: {}; {}",
                doubt.verdict, doubt.line, doubt.why
            ));
            let _ = writeln!(text, "{}: {level}: {words} [{}]", self.start(function), function.name);
        }
        for suite in self.committed.iter().filter(|suite| !suite.passes) {
            let file = self.named(&suite.file);
            let failing: Vec<_> = suite.tests.iter().filter(|test| !test.passes).collect();
            for test in &failing {
                let words = one_line(&format!("{} fails: {}", test.name, test.why));
                let _ = writeln!(text, "{file}:{}:1: error: {words}", test.line.max(1));
            }
            if failing.is_empty() {
                let _ = writeln!(text, "{file}:1:1: error: the suite fails: {}", one_line(&suite.said));
            }
        }
        text
    }

    /// Where a function begins.
    fn start(&self, function: &FunctionReport) -> String {
        self.at(&function.file.to_string_lossy(), function.line, 1)
    }

    /// The innermost place of a bug that has a line.
    fn place(&self, bug: &Bug) -> Option<String> {
        let site = bug.stack.iter().find(|site| site.line > 0 && !site.file.is_empty())?;
        Some(self.at(&site.file, site.line, site.column))
    }

    fn at(&self, file: &str, line: u32, column: u32) -> String {
        format!("{}:{line}:{}", self.named(Path::new(file)), column.max(1))
    }

    /// A file as seen from the folder that symir was called in.
    fn named(&self, file: &Path) -> String {
        let path = paths::plain(&self.folder.join(file));
        path.strip_prefix(&self.folder).unwrap_or(&path).display().to_string()
    }
}

/// A text of several lines in one.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
