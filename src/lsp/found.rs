//! What `symir gen` has found out about a file, read from the folder of suites: for diagnostics, hovers and
//! the way to a test.

use super::document::{Moved, character};
use super::outline::{Outlined, outline};
use super::{address, places::Places};
use crate::generate::{FileReport, FunctionReport};
use lsp_types::{
    Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, Location, NumberOrString, Position, Range,
};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// How many tests a hover names.
const MOST_TESTS: usize = 8;

/// What is known about a file.
#[derive(Debug)]
pub struct Found {
    /// The text that line numbers refer to.
    pub text: String,
    pub functions: Vec<FunctionFound>,
}

/// What is known about a function.
#[derive(Debug)]
pub struct FunctionFound {
    pub report: FunctionReport,
    /// Its tests in the suite, the smallest first.
    pub places: Places,
    /// What its tests cover of the file, by line.
    lines: BTreeMap<u32, Line>,
    /// The lines of all tests.
    tests: Vec<String>,
}

/// The report of all files.
#[derive(Deserialize)]
struct Report {
    files: Vec<FileReport>,
}

/// `coverage.json`, as far as it is read here.
#[derive(Deserialize)]
struct Coverage {
    files: Vec<CoveredFile>,
    tests: Vec<CoveringTest>,
}

#[derive(Deserialize)]
struct CoveredFile {
    path: PathBuf,
    lines: Vec<Line>,
}

#[derive(Deserialize)]
struct CoveringTest {
    line: String,
}

/// A line of the file.
#[derive(Clone, Debug, Deserialize)]
struct Line {
    number: u32,
    /// The numbers of the tests that cover it, as ranges.
    tests: String,
    #[serde(default)]
    uncovered: Option<Words>,
    #[serde(default)]
    branches: Vec<Branch>,
}

#[derive(Clone, Debug, Deserialize)]
struct Branch {
    sides: Vec<Side>,
}

#[derive(Clone, Debug, Deserialize)]
struct Side {
    name: String,
    taken: u64,
    #[serde(default)]
    uncovered: Option<Words>,
}

#[derive(Clone, Debug, Deserialize)]
struct Words {
    words: String,
}

impl Found {
    /// Reads what lies in `folder` about a file; `root` is the folder that symir was called in. Functions
    /// whose lines differ from those of the file on the disk are left out, since the file was changed
    /// afterwards.
    pub fn read(root: &Path, folder: &Path, file: &Path) -> Option<Self> {
        let text = fs::read_to_string(file).ok()?;
        let report: Report =
            serde_json::from_str(&fs::read_to_string(folder.join("report.json")).ok()?).ok()?;
        let is_it = |path: &Path| root.join(path).canonicalize().is_ok_and(|path| path == file);
        let own = report.files.into_iter().find(|own| is_it(&own.file))?;
        let suite = own.suites.first().zip(own.folder.as_ref());
        let suite = suite.map(|(suite, folder)| root.join(folder).join(&suite.file));
        let there = outline(&text);
        // The last line of a function's code may be the one above its last bracket.
        let is_there = |function: &FunctionReport| {
            let is_it = |it: &Outlined| it.name == function.name && it.line >= function.line;
            there.iter().any(|it| is_it(it) && it.line <= function.last && function.last <= it.last)
        };
        let read = |mut report: FunctionReport| {
            let places = suite.as_deref().map(|suite| Places::read(suite, &report.name)).unwrap_or_default();
            report.harness = root.join(&report.harness);
            let coverage = report.made.as_ref().and_then(|made| {
                let text = fs::read_to_string(root.join(&made.kept).join("coverage.json")).ok()?;
                serde_json::from_str::<Coverage>(&text).ok()
            });
            let (mut lines, mut tests) = (BTreeMap::new(), Vec::new());
            if let Some(coverage) = coverage {
                let is_it = |path: &Path| path.canonicalize().is_ok_and(|path| path == file);
                let of_file = coverage.files.into_iter().find(|covered| is_it(&covered.path));
                lines.extend(of_file.into_iter().flat_map(|file| file.lines).map(|line| (line.number, line)));
                tests.extend(coverage.tests.into_iter().map(|test| test.line));
            }
            FunctionFound { report, places, lines, tests }
        };
        let functions = own.functions.into_iter().filter(is_there).map(read).collect();
        Some(Self { text, functions })
    }

    /// What is known about a function.
    pub fn function(&self, name: &str) -> Option<&FunctionFound> {
        self.functions.iter().find(|function| function.report.name == name)
    }

    /// Diagnostics for bugs, preconditions and contradicted tests, at the lines where they are now.
    pub fn diagnostics(&self, file: &Path, moved: &Moved) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        let lines: Vec<&str> = self.text.lines().collect();
        for function in &self.functions {
            let report = &function.report;
            if moved.touches(report.line.saturating_sub(1), report.last.saturating_sub(1)) {
                continue;
            }
            for bug in &report.bugs {
                let site = bug.bug.as_ref().and_then(|bug| bug.stack.iter().find(|site| site.line > 0));
                let place = site.map(|site| (site.file.as_str(), site.line, site.column));
                let message = format!(
                    "{}\nIt is a bug because {}.\nShown by {}",
                    sentence(&bug.error, &bug.message),
                    bug.rule,
                    bug.shown_by
                );
                let said = Said {
                    severity: DiagnosticSeverity::ERROR,
                    code: "bug",
                    message,
                    shown_by: &bug.shown_by,
                };
                found.extend(diagnostic(file, &lines, moved, function, place, said));
            }
            for need in &report.needs {
                let site = need.site.as_ref().filter(|site| site.line > 0);
                let place = site.map(|site| (site.file.as_str(), site.line, site.column));
                let message = format!("{} needs {}\nShown by {}", report.name, need.line(), need.shown_by);
                let severity = DiagnosticSeverity::INFORMATION;
                let said = Said { severity, code: "precondition", message, shown_by: &need.shown_by };
                found.extend(diagnostic(file, &lines, moved, function, place, said));
            }
            let doubts = report.made.iter().flat_map(|made| &made.doubts).filter(|doubt| doubt.contradicts);
            for doubt in doubts {
                let message =
                    format!("The native run of this test {}: {}\n{}", doubt.verdict, doubt.line, doubt.why);
                let severity = DiagnosticSeverity::WARNING;
                let said = Said { severity, code: "contradicted", message, shown_by: &doubt.line };
                found.extend(diagnostic(file, &lines, moved, function, None, said));
            }
        }
        found
    }

    /// Which tests cover a line, or why none does, in Markdown; `line` is one of the text that was tested,
    /// from 1.
    pub fn hover(&self, line: u32) -> Option<String> {
        let within =
            |function: &&FunctionFound| (function.report.line..=function.report.last).contains(&line);
        let function = self.functions.iter().find(within)?;
        let mut text = match (&function.report.left_out, function.lines.get(&line)) {
            (Some(why), _) => {
                return Some(format!("symir has no tests of `{}`: {why}", function.report.name));
            }
            // No code stands in the line, unless it is the head of the function.
            (None, None) => return None,
            (None, Some(line)) => function.words(line),
        };
        let others = self.functions.iter().filter(|other| other.report.name != function.report.name);
        let calling =
            others.filter(|other| other.lines.get(&line).is_some_and(|line| !line.tests.is_empty()));
        let names: Vec<String> = calling.map(|other| format!("`{}`", other.report.name)).collect();
        if !names.is_empty() {
            let _ = write!(text, "\nTests of {} come here, too.\n", names.join(", "));
        }
        Some(text)
    }
}

/// What a diagnostic says.
struct Said<'a> {
    severity: DiagnosticSeverity,
    code: &'static str,
    message: String,
    shown_by: &'a str,
}

/// A diagnostic at a place, or at the head of the function; `lines` are those of the text that was tested.
fn diagnostic(
    file: &Path,
    lines: &[&str],
    moved: &Moved,
    function: &FunctionFound,
    place: Option<(&str, u32, u32)>,
    said: Said<'_>,
) -> Option<Diagnostic> {
    let is_here = |name: &str| Path::new(name).file_name() == file.file_name();
    let (line, column) = match place {
        Some((name, line, column)) if is_here(name) => (line, column.max(1)),
        // An error in another file is shown at the head of the function.
        _ => (function.report.line, 1),
    };
    let now = moved.now(line.checked_sub(1)?)?;
    let text = lines.get(line as usize - 1).copied().unwrap_or_default();
    let width = text.encode_utf16().count();
    let range =
        Range { start: Position::new(now, character(text, column)), end: Position::new(now, width as u32) };
    let shown = function.place(said.shown_by).and_then(|(path, line)| {
        let at = Position::new(line.saturating_sub(1), 0);
        let location = Location { uri: address::uri(&path)?, range: Range { start: at, end: at } };
        Some(vec![DiagnosticRelatedInformation { location, message: said.shown_by.to_owned() }])
    });
    Some(Diagnostic {
        range,
        severity: Some(said.severity),
        code: Some(NumberOrString::String(said.code.to_owned())),
        source: Some("symir".to_owned()),
        message: said.message,
        related_information: shown,
        ..Diagnostic::default()
    })
}

impl FunctionFound {
    /// Where a test is, by its line: in the suite, or else at the beginning of the harness, which has no
    /// tests of its own.
    fn place(&self, line: &str) -> Option<(PathBuf, u32)> {
        let harness = || self.report.harness.is_file().then(|| (self.report.harness.clone(), 1));
        self.places.of(line).or_else(harness)
    }

    /// The first test that comes to a line, if it is in the suite; else the first test.
    pub fn test_at(&self, line: Option<u32>) -> Option<(PathBuf, u32)> {
        let covering = line.and_then(|line| self.lines.get(&line)).map(|line| numbers(&line.tests));
        let tests = covering.unwrap_or_default().into_iter().filter_map(|at| self.tests.get(at));
        tests.into_iter().find_map(|line| self.places.of(line)).or_else(|| self.places.first())
    }

    fn words(&self, line: &Line) -> String {
        let mut text = String::new();
        let tests = numbers(&line.tests);
        if tests.is_empty() {
            let why = line.uncovered.as_ref().map_or("nobody knows why", |why| why.words.as_str());
            let _ = writeln!(text, "No test of `{}` comes here: {why}", self.report.name);
        } else {
            let plural = if tests.len() == 1 { "test" } else { "tests" };
            let _ = writeln!(text, "{} {plural} of `{}` come here:\n", tests.len(), self.report.name);
            for test in tests.iter().take(MOST_TESTS).filter_map(|at| self.tests.get(*at)) {
                let _ = writeln!(text, "- `{}`", test.replace('\n', "; "));
            }
            if tests.len() > MOST_TESTS {
                let _ = writeln!(text, "- and {} more", tests.len() - MOST_TESTS);
            }
        }
        for side in line.branches.iter().flat_map(|branch| &branch.sides).filter(|side| side.taken == 0) {
            let why = side.uncovered.as_ref().map_or(String::new(), |why| format!(": {}", why.words));
            let _ = writeln!(text, "\nNo test takes {}{why}", side.name);
        }
        text
    }
}

/// The numbers of `0-2 5`.
fn numbers(ranges: &str) -> Vec<usize> {
    let number = |text: &str| text.parse::<usize>().ok();
    let range = |text: &str| match text.split_once('-') {
        Some((first, last)) => Some(number(first)?..number(last)? + 1),
        None => number(text).map(|at| at..at + 1),
    };
    ranges.split_whitespace().filter_map(range).flatten().collect()
}

/// An error in a sentence.
fn sentence(error: &str, message: &str) -> String {
    if message.is_empty() || error.contains(message) {
        format!("{error}.")
    } else {
        format!("{error}: {message}.")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_numbers() {
        assert_eq!(numbers("0-2 5"), [0, 1, 2, 5]);
        assert_eq!(numbers(""), Vec::<usize>::new());
    }
}
