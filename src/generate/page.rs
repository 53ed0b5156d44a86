//! The pages of a project: what was found about each function, and what to look at first. HTML and Markdown
//! are for people, JSON is for programs.

use super::builds;
use super::error::Error;
use super::kept::write_if_new;
use super::report::{Concern, FileReport, FunctionReport, Report};
use crate::util::paths;
use crate::util::template::page;
use serde::Serialize;
use std::cmp::Reverse;
use std::fmt::Write;
use std::fs;
use std::path::Path;

const PAGE: &str = include_str!("page.html");

/// Sums over functions.
#[derive(Copy, Clone, Default, PartialEq, Eq, Debug, Serialize)]
pub struct Totals {
    pub functions: usize,
    pub with_tests: usize,
    pub tests: usize,
    pub branches: usize,
    pub branches_covered: usize,
    pub lines: usize,
    pub lines_covered: usize,
    pub bugs: usize,
    pub needs: usize,
}

#[derive(Serialize)]
struct Json<'a> {
    version: u32,
    totals: Totals,
    files: Vec<&'a FileReport>,
}

impl Totals {
    /// The sums over these functions.
    pub fn of<'a>(functions: impl IntoIterator<Item = &'a FunctionReport>) -> Self {
        let mut totals = Self::default();
        for function in functions {
            totals.functions += 1;
            totals.bugs += function.bugs.len();
            totals.needs += function.needs.len();
            if let Some(made) = &function.made {
                totals.with_tests += usize::from(made.tests > 0);
                totals.tests += made.tests;
                totals.branches += made.branches;
                totals.branches_covered += made.branches_covered;
                totals.lines += made.lines;
                totals.lines_covered += made.lines_covered;
            }
        }
        totals
    }
}

impl Report {
    /// Writes the pages, and the files that run all suites, into a folder. Returns whether anything differs
    /// from what was there.
    pub(super) fn write(&self, folder: &Path) -> Result<bool, Error> {
        fs::create_dir_all(folder).map_err(Error::io("create", folder))?;
        let files = self.all();
        let json =
            Json { version: 1, totals: Totals::of(files.iter().flat_map(|file| &file.functions)), files };
        let text = serde_json::to_string_pretty(&json).expect("invariant: a report has only string keys");
        let mut has_written = write_if_new(&folder.join("report.json"), &(text + "\n"))?;
        has_written |= write_if_new(&folder.join("report.md"), &self.markdown())?;
        has_written |= write_if_new(&folder.join("report.html"), &self.html(folder))?;
        let with_suites = json.files.iter().filter(|file| !file.suites.is_empty());
        let suites: Vec<String> = with_suites
            .filter_map(|file| {
                file.build.as_ref()?.file_name().map(|name| name.to_string_lossy().into_owned())
            })
            .collect();
        if !suites.is_empty() {
            for build in builds::all(&suites) {
                has_written |= write_if_new(&folder.join(build.name), &build.text)?;
            }
        }
        Ok(has_written)
    }

    /// All functions, those to look at first at the top.
    pub fn by_concern(&self) -> Vec<&FunctionReport> {
        let mut functions: Vec<&FunctionReport> =
            self.all().into_iter().flat_map(|file| &file.functions).collect();
        let open = |function: &FunctionReport| {
            function.made.as_ref().map_or(0, |made| made.branches.saturating_sub(made.branches_covered))
        };
        functions.sort_by_key(|function| {
            (
                function.concern(),
                Reverse(function.bugs.len()),
                Reverse(open(function)),
                function.file.clone(),
                function.line,
            )
        });
        functions
    }

    /// The report as Markdown.
    pub fn markdown(&self) -> String {
        let mut text = String::from("# Tests by symir gen\n\n");
        let functions = self.by_concern();
        let totals = Totals::of(functions.iter().copied());
        let _ = writeln!(text, "{}\n", summary(&totals));
        text + &tables(self.all(), &functions)
    }

    /// The report as a page that needs no other file.
    fn html(&self, folder: &Path) -> String {
        let functions = self.by_concern();
        let totals = Totals::of(functions.iter().copied());
        let mut rows = String::new();
        for file in self.all().into_iter().filter(|file| file.trouble.is_some()) {
            let _ = writeln!(
                rows,
                "<tr class=\"left_out\"><td data-label=\"function\"><b>{}</b></td><td data-label=\"look at\" colspan=\"3\"><pre>{}</pre></td></tr>",
                escaped(&file.file.display().to_string()),
                escaped(file.trouble.as_deref().unwrap_or_default())
            );
        }
        functions.iter().for_each(|function| row(&mut rows, function, folder));
        let share = |part: usize, whole: usize| match whole {
            0 => "none".to_owned(),
            _ => format!("{} %", 100 * part / whole),
        };
        let total = |name: &str, value: String, more: String| {
            let name = if value == "1" { name.trim_end_matches('s') } else { name };
            format!("<div><b>{value}</b> {name}<small>{more}</small></div>\n")
        };
        let head =
            total("functions", totals.functions.to_string(), format!("{} with tests", totals.with_tests))
                + &total("tests", totals.tests.to_string(), String::new())
                + &total(
                    "of branches",
                    share(totals.branches_covered, totals.branches),
                    format!("{} of {}", totals.branches_covered, totals.branches),
                )
                + &total(
                    "of lines",
                    share(totals.lines_covered, totals.lines),
                    format!("{} of {}", totals.lines_covered, totals.lines),
                )
                + &total("bugs", totals.bugs.to_string(), String::new())
                + &total("preconditions", totals.needs.to_string(), String::new());
        page(PAGE).replace("<!--TOTALS-->", &head).replace("<!--ROWS-->", &rows)
    }
}

/// Markdown with the files that could not be read, bugs, preconditions, and a table of functions.
pub fn tables<'a>(files: impl IntoIterator<Item = &'a FileReport>, functions: &[&FunctionReport]) -> String {
    let mut text = String::new();
    for file in files {
        if let Some(trouble) = &file.trouble {
            let _ = writeln!(text, "- `{}` could not be read:\n\n{}", file.file.display(), indented(trouble));
        }
    }
    let bugs: Vec<_> = functions.iter().flat_map(|it| it.bugs.iter().map(move |bug| (it, bug))).collect();
    if !bugs.is_empty() {
        text += "\n## Bugs\n\n";
        for (function, bug) in bugs {
            let _ = writeln!(
                text,
                "- `{}`: {}. It is a bug because {}.\n\n      {}",
                function.name, bug.error, bug.rule, bug.shown_by
            );
        }
    }
    let needs: Vec<_> = functions.iter().flat_map(|it| it.needs.iter().map(move |need| (it, need))).collect();
    if !needs.is_empty() {
        text += "\n## Preconditions found\n\n";
        for (function, need) in needs {
            let _ = writeln!(text, "- `{}` needs {}\n\n      {}", function.name, need.line(), need.shown_by);
        }
    }
    text += "\n## Functions\n\n| function | where | look at | tests | branches |\n|---|---|---|---:|---:|\n";
    for function in functions {
        let tests = function.made.as_ref().map_or(0, |made| made.tests);
        let _ = writeln!(
            text,
            "| `{}` | {} | {} | {tests} | {} |",
            function.name,
            place(function),
            cell(&look_at(function)),
            function.coverage()
        );
    }
    text
}

/// The sums as a sentence.
pub fn summary(totals: &Totals) -> String {
    let share = (100 * totals.branches_covered).checked_div(totals.branches).unwrap_or(100);
    format!(
        "{} of {} functions have tests: {} tests, which take {} of {} branches ({share} %). Bugs: {}. Preconditions found: {}.",
        totals.with_tests,
        totals.functions,
        totals.tests,
        totals.branches_covered,
        totals.branches,
        totals.bugs,
        totals.needs
    )
}

/// What to look at, in words.
fn look_at(function: &FunctionReport) -> String {
    match (function.concern(), &function.made) {
        (Concern::Bug, _) => {
            function.bugs.iter().map(|bug| bug.error.as_str()).collect::<Vec<_>>().join("; ")
        }
        (Concern::Unproved, Some(made)) => format!("{} tests that native runs do not confirm", made.unproved),
        (Concern::Uncovered, Some(made)) => made.uncovered.first().cloned().unwrap_or_default(),
        (Concern::Need, _) => {
            function.needs.iter().map(|need| need.words.as_str()).collect::<Vec<_>>().join("; ")
        }
        (Concern::None, _) => String::new(),
        _ => function.left_out.clone().unwrap_or_default(),
    }
}

fn place(function: &FunctionReport) -> String {
    format!("{}:{}", function.file.display(), function.line)
}

/// A row of the page's table.
fn row(rows: &mut String, function: &FunctionReport, folder: &Path) {
    let concern = match function.concern() {
        Concern::Bug => ("bug", "bug"),
        Concern::Unproved => ("unproved", "not confirmed"),
        Concern::LeftOut => ("left_out", "no tests"),
        Concern::Uncovered => ("uncovered", "not all covered"),
        Concern::Need => ("need", "precondition"),
        Concern::None => ("none", "fine"),
    };
    let link = |path: &Path, words: &str| {
        format!("<a href=\"{}\">{words}</a>", escaped(&paths::relative(folder, path).display().to_string()))
    };
    let mut more = String::new();
    let mut item = |title: &str, words: &str, code: &str| {
        let code = if code.is_empty() { String::new() } else { format!("<code>{}</code>", escaped(code)) };
        let _ = write!(more, "<li><b>{title}</b> {}{code}</li>", escaped(words));
    };
    for bug in &function.bugs {
        item("bug", &format!("{}: it is a bug because {}", bug.error, bug.rule), &bug.shown_by);
    }
    for need in &function.needs {
        item("precondition", &need.line(), &need.shown_by);
    }
    if let Some(made) = &function.made {
        made.uncovered.iter().for_each(|words| item("not covered", words, ""));
        made.ended_by.iter().for_each(|words| item("ended early", words, ""));
    }
    if !function.mocked.is_empty() {
        item("mocked", &function.mocked.join(", "), "");
    }
    if !function.undefined.is_empty() {
        item("defined nowhere", &function.undefined.join(", "), "");
    }
    let mut links = Vec::new();
    if function.harness.is_file() {
        links.push(link(&function.harness, if function.is_by_hand { "harness, by hand" } else { "harness" }));
    }
    links.extend(function.made.as_ref().map(|made| link(&made.kept.join("coverage.html"), "coverage")));
    let _ = writeln!(
        rows,
        "<tr class=\"{class}\"><td data-label=\"function\"><b>{name}</b><small>{place}</small></td>\
         <td data-label=\"look at\"><details><summary><i>{badge}</i> {look}</summary><ul>{more}</ul>{links}</details></td>\
         <td data-label=\"tests\">{tests}</td><td data-label=\"branches\">{branches}</td></tr>",
        class = concern.0,
        name = escaped(&function.name),
        place = escaped(&place(function)),
        badge = concern.1,
        look = escaped(&look_at(function)),
        links = links.join(" · "),
        tests = function.made.as_ref().map_or(0, |made| made.tests),
        branches = function.coverage(),
    );
}

/// Text for HTML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Text for a cell of a Markdown table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("      {line}\n")).collect()
}
