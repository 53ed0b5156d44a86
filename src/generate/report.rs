//! What came of a run over files: for each function its tests, coverage, needs and bugs, or why there are none.

use super::error::Error;
use super::function::Found;
use super::needs::{Finding, Need, Negotiation};
use crate::emit::export::Exported;
use crate::pipeline::Results;
use serde::Serialize;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// What came of all files.
#[derive(Default, Debug, Serialize)]
pub struct Report {
    pub files: Vec<FileReport>,
}

/// What came of one file.
#[derive(Default, Debug, Serialize)]
pub struct FileReport {
    pub file: PathBuf,
    /// Why it could not be read.
    pub trouble: Option<String>,
    pub functions: Vec<FunctionReport>,
    /// Where its suites are.
    pub folder: Option<PathBuf>,
    #[serde(skip)]
    pub exported: Vec<Exported>,
}

/// What came of one function.
#[derive(Default, Debug, Serialize)]
pub struct FunctionReport {
    pub name: String,
    pub file: PathBuf,
    pub line: u32,
    pub is_static: bool,
    pub harness: PathBuf,
    /// Whether somebody has changed the harness.
    pub is_by_hand: bool,
    /// Why there are no tests.
    pub left_out: Option<String>,
    pub made: Option<Made>,
    /// What callers have to keep to.
    pub needs: Vec<Need>,
    pub bugs: Vec<Finding>,
    pub seconds: f64,
}

/// The tests of a function.
#[derive(Clone, Default, Debug, Serialize)]
pub struct Made {
    /// The folder with all of them.
    pub kept: PathBuf,
    pub tests: usize,
    /// Those that their native runs do not confirm.
    pub unproved: usize,
    pub branches: usize,
    pub branches_covered: usize,
    pub lines: usize,
    pub lines_covered: usize,
    /// Why not all is covered: places and reasons.
    pub uncovered: Vec<String>,
    /// What ended the run early.
    pub ended_by: Option<String>,
}

impl FunctionReport {
    /// Takes in what the run for good has given.
    pub(super) fn add(&mut self, results: &Results, found: &Found, negotiation: &Negotiation, kept: PathBuf) {
        let summary = &results.outcomes.summary;
        self.needs = negotiation.needs();
        self.bugs = negotiation.bugs();
        self.made = Some(Made {
            kept,
            tests: found.tests.len(),
            unproved: found.n_unproved,
            branches: summary.branches,
            branches_covered: summary.branches_covered,
            lines: summary.lines,
            lines_covered: summary.lines_covered,
            uncovered: summary.uncovered.iter().map(|it| format!("{}: {}", it.what, it.why)).collect(),
            ended_by: summary.exhausted.map(str::to_owned),
        });
    }
}

impl Report {
    /// All functions.
    pub fn functions(&self) -> impl Iterator<Item = &FunctionReport> {
        self.files.iter().flat_map(|file| &file.functions)
    }

    /// Writes `report.md` and `report.json` into a folder.
    pub(super) fn write(&self, folder: &Path) -> Result<(), Error> {
        fs::create_dir_all(folder).map_err(Error::io("create", folder))?;
        let write = |name: &str, text: String| {
            let path = folder.join(name);
            fs::write(&path, text).map_err(Error::io("write", &path))
        };
        write("report.md", self.markdown())?;
        let json = serde_json::to_string_pretty(self).expect("invariant: a report has only string keys");
        write("report.json", json + "\n")
    }

    /// The report as Markdown.
    pub fn markdown(&self) -> String {
        let mut text = String::from("# Tests by symir gen\n");
        for file in &self.files {
            let _ = writeln!(text, "\n## {}\n", file.file.display());
            if let Some(trouble) = &file.trouble {
                let _ = writeln!(text, "{trouble}");
                continue;
            }
            text += "| function | tests | branches | needs | bugs |\n|---|---|---|---|---|\n";
            for function in &file.functions {
                let _ = writeln!(
                    text,
                    "| {} | {} | {} | {} | {} |",
                    function.name,
                    function.tests(),
                    function.coverage(),
                    function.needs.iter().map(|need| need.words.clone()).collect::<Vec<_>>().join(", "),
                    function.bugs.iter().map(|bug| bug.error.clone()).collect::<Vec<_>>().join(", "),
                );
            }
            text += &file.lists();
        }
        text
    }
}

impl FileReport {
    /// The bugs and, apart from them, what callers have to keep to, as Markdown.
    fn lists(&self) -> String {
        let mut text = String::new();
        let bugs =
            self.functions.iter().flat_map(|function| function.bugs.iter().map(move |bug| (function, bug)));
        for (at, (function, bug)) in bugs.enumerate() {
            if at == 0 {
                text += "\n### Bugs\n\n";
            }
            let _ = writeln!(
                text,
                "- `{}`: {}: {}. It is a bug because {}.\n  `{}`",
                function.name, bug.error, bug.message, bug.rule, bug.shown_by
            );
        }
        let needs = self
            .functions
            .iter()
            .flat_map(|function| function.needs.iter().map(move |need| (function, need)));
        for (at, (function, need)) in needs.enumerate() {
            if at == 0 {
                text += "\n### What functions need\n\n";
            }
            let _ = writeln!(text, "- `{}` needs {}.\n  `{}`", function.name, need.line(), need.shown_by);
        }
        text
    }
}

impl FunctionReport {
    /// How many tests it has, or why none.
    pub fn tests(&self) -> String {
        match (&self.made, &self.left_out) {
            (Some(made), _) => made.tests.to_string(),
            (None, Some(why)) => why.clone(),
            (None, None) => "none".to_owned(),
        }
    }

    /// The share of branches that tests take.
    pub fn coverage(&self) -> String {
        self.made
            .as_ref()
            .map_or(String::new(), |made| format!("{} of {}", made.branches_covered, made.branches))
    }
}
