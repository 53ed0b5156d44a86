//! One row of a batch: the results of a routine, in numbers.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How a routine ended.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// All paths were explored.
    Done,
    /// A budget ended the run; its tests are there.
    Budget,
    /// There are no tests: `reason` says why.
    Failed,
}

impl Status {
    /// The word in tables.
    pub const fn word(self) -> &'static str {
        match self {
            Status::Done => "done",
            Status::Budget => "budget",
            Status::Failed => "failed",
        }
    }
}

/// A part of a whole, such as covered lines and all lines.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Share {
    pub covered: u64,
    pub all: u64,
}

impl Share {
    /// In percent; 100 if there is nothing to cover.
    pub fn percent(self) -> f64 {
        if self.all == 0 { 100.0 } else { 100.0 * self.covered as f64 / self.all as f64 }
    }
}

/// How readable the strings of a run are, as [`crate::readable::score`] measures it. Zero if there are no
/// strings.
#[derive(Copy, Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Readability {
    pub strings: u32,
    pub n: f64,
    pub bits: f64,
    /// The share of words of the dictionary, 0 to 1.
    pub words: f64,
}

/// Verdicts of the native replay.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Verdicts {
    pub confirmed: u64,
    pub differs: u64,
    pub flaky: u64,
    /// Timed out, crashed, or could not be run.
    pub other: u64,
}

/// One routine of a batch.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Row {
    pub routine: String,
    /// The name of the source; `ours` for a routine of this project.
    pub source: String,
    pub status: Status,
    /// Why there are no tests, or what ended the run early.
    pub reason: Option<String>,
    /// The inputs: `s5` is a string of five symbolic bytes, `b6` are six bytes, `i32` an integer, `f64` a
    /// float.
    pub arguments: String,
    pub tests: u64,
    pub paths: u64,
    pub lines: Share,
    pub branches: Share,
    pub instructions: Share,
    /// Only lines and branches that can be reached according to the manifest.
    pub reachable_lines: Share,
    pub reachable_branches: Share,
    /// Lines and branches that are not covered and that nothing explains.
    pub unexplained: u64,
    /// Coverage of the native runs as gcov counts it, without the tests of bugs, which run under sanitizers.
    /// `None` without a replay.
    pub native_lines: Option<Share>,
    pub native_branches: Option<Share>,
    /// By the name of the method, the default `words` among them.
    pub readability: BTreeMap<String, Readability>,
    pub verdicts: Option<Verdicts>,
    /// Why there are no verdicts, or the first test that does not hold, with its verdict.
    pub not_replayed: Option<String>,
    pub bugs: u64,
    pub unknown: u64,
    pub unsupported: u64,
    pub executed: u64,
    /// Questions by the link that answered them, in the chain's order.
    pub questions: Vec<(String, u64)>,
    /// Seconds in the backend.
    pub solver_seconds: f64,
    /// Seconds of the whole process.
    pub seconds: f64,
    /// The most memory, in MB.
    pub peak_mb: f64,
}

impl Row {
    /// A row without tests.
    pub fn failed(routine: &str, source: &str, reason: impl Into<String>) -> Self {
        Self {
            routine: routine.to_owned(),
            source: source.to_owned(),
            status: Status::Failed,
            reason: Some(reason.into()),
            arguments: String::new(),
            tests: 0,
            paths: 0,
            lines: Share::default(),
            branches: Share::default(),
            instructions: Share::default(),
            reachable_lines: Share::default(),
            reachable_branches: Share::default(),
            unexplained: 0,
            native_lines: None,
            native_branches: None,
            readability: BTreeMap::new(),
            verdicts: None,
            not_replayed: None,
            bugs: 0,
            unknown: 0,
            unsupported: 0,
            executed: 0,
            questions: Vec::new(),
            solver_seconds: 0.0,
            seconds: 0.0,
            peak_mb: 0.0,
        }
    }

    /// The readability of the default method.
    pub fn words(&self) -> Readability {
        self.readability.get("words").copied().unwrap_or_default()
    }
}

/// The sums and means of a batch.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Totals {
    pub routines: usize,
    pub done: usize,
    pub budget: usize,
    pub failed: usize,
    pub tests: u64,
    pub confirmed: u64,
    pub differs: u64,
    pub flaky: u64,
    pub other: u64,
    pub bugs: u64,
    /// Means over the routines with tests, in percent.
    pub lines: f64,
    pub branches: f64,
    pub reachable_branches: f64,
    /// The mean share of dictionary words over the routines with strings, in percent.
    pub words: f64,
}

impl Totals {
    /// The sums and means of these rows.
    pub fn of(rows: &[Row]) -> Self {
        let count = |status: Status| rows.iter().filter(|row| row.status == status).count();
        let ran = || rows.iter().filter(|row| row.status != Status::Failed);
        let mean = |value: fn(&Row) -> f64| mean(ran().map(value));
        let verdicts = || rows.iter().filter_map(|row| row.verdicts);
        let with_strings = rows.iter().map(Row::words).filter(|words| words.strings > 0);
        Self {
            routines: rows.len(),
            done: count(Status::Done),
            budget: count(Status::Budget),
            failed: count(Status::Failed),
            tests: rows.iter().map(|row| row.tests).sum(),
            confirmed: verdicts().map(|verdicts| verdicts.confirmed).sum(),
            differs: verdicts().map(|verdicts| verdicts.differs).sum(),
            flaky: verdicts().map(|verdicts| verdicts.flaky).sum(),
            other: verdicts().map(|verdicts| verdicts.other).sum(),
            bugs: rows.iter().map(|row| row.bugs).sum(),
            lines: mean(|row| row.lines.percent()),
            branches: mean(|row| row.branches.percent()),
            reachable_branches: mean(|row| row.reachable_branches.percent()),
            words: self::mean(with_strings.map(|words| 100.0 * words.words)),
        }
    }
}

/// The mean; zero if there are no values.
fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (sum, n) = values.fold((0.0, 0u32), |(sum, n), value| (sum + value, n + 1));
    if n == 0 { 0.0 } else { sum / f64::from(n) }
}
