//! A report with its details as JSON: the file `coverage.json`, and the data of the page.
//!
//! Tests are given as ranges of their numbers in `tests`, from 0, both ends included: `0-3 7`.

use super::{
    BranchCoverage, CoveragePoint, Detail, FileCoverage, FunctionCoverage, Gap, Report, TestRow, Totals, Why,
};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{self, Write};

/// The version of the format.
const VERSION: u32 = 1;

/// A report with everything that is known of it.
#[derive(Copy, Clone, Debug)]
pub struct Covered<'a> {
    pub report: &'a Report,
    /// The points of the same coverage.
    pub points: &'a [CoveragePoint],
    pub detail: &'a Detail,
}

/// Writes `coverage.json`.
pub fn write(covered: &Covered, out: &mut dyn Write) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, &document(covered, |_| None))?;
    writeln!(out)
}

#[derive(Serialize)]
pub(super) struct Document<'a> {
    version: u32,
    runs: u64,
    totals: Sums,
    files: Vec<File<'a>>,
    tests: &'a [TestRow],
    /// How many further tests there are.
    unlisted: usize,
}

#[derive(Serialize)]
struct Sums {
    lines: [usize; 2],
    branches: [usize; 2],
    functions: [usize; 2],
}

#[derive(Serialize)]
struct File<'a> {
    name: String,
    path: String,
    totals: Sums,
    functions: Vec<Function<'a>>,
    lines: Vec<Line<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<Vec<String>>,
}

#[derive(Serialize)]
struct Function<'a> {
    name: &'a str,
    line: u32,
    calls: u64,
    returns: u64,
}

#[derive(Serialize)]
struct Line<'a> {
    number: u32,
    count: u64,
    tests: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    uncovered: Option<Uncovered<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    branches: Vec<Branch<'a>>,
}

#[derive(Serialize)]
struct Branch<'a> {
    column: u16,
    sides: Vec<Side<'a>>,
}

#[derive(Serialize)]
struct Side<'a> {
    name: String,
    taken: u64,
    tests: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    uncovered: Option<Uncovered<'a>>,
}

#[derive(Serialize)]
struct Uncovered<'a> {
    words: String,
    #[serde(flatten)]
    why: &'a Why,
}

/// The whole document as plain data. `source` gives the text of a file, if the document is to contain it.
pub(super) fn document<'a>(
    covered: &Covered<'a>,
    source: impl Fn(&FileCoverage) -> Option<Vec<u8>>,
) -> Document<'a> {
    let Covered { report, points, detail } = *covered;
    let by_key: BTreeMap<_, usize> = points
        .iter()
        .enumerate()
        .map(|(index, point)| ((point.file, point.line, point.side), index))
        .collect();
    let gaps: BTreeMap<usize, &Gap> = detail.gaps.iter().map(|gap| (gap.point, gap)).collect();
    let find = |file: usize, line: u32, side: Option<(usize, usize)>| {
        let index = by_key.get(&(file, line, side)).copied();
        let tests = index.and_then(|index| detail.covered_by.get(index));
        let gap = index.and_then(|index| gaps.get(&index));
        let name = index.and_then(|index| detail.sides.get(index)).cloned().unwrap_or_default();
        let uncovered = gap.map(|gap| Uncovered { words: gap.why.to_string(), why: &gap.why });
        (name, tests.map_or(String::new(), |tests| ranges(tests)), uncovered)
    };
    let branch = |file: usize, line: u32, (index, branch): (usize, &BranchCoverage)| {
        let side = |(side, taken): (usize, &u64)| {
            let (name, tests, uncovered) = find(file, line, Some((index, side)));
            Side { name, taken: *taken, tests, uncovered }
        };
        Branch { column: branch.column, sides: branch.outcomes.iter().enumerate().map(side).collect() }
    };
    let files = report.files.iter().enumerate().map(|(index, file)| File {
        name: file.path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
        path: file.path.to_string_lossy().into_owned(),
        totals: sums(&file.totals()),
        functions: file.functions.iter().map(function).collect(),
        lines: file
            .lines
            .iter()
            .map(|(number, line)| {
                let (_, tests, uncovered) = find(index, *number, None);
                let branches = line.branches.iter().enumerate();
                Line {
                    number: *number,
                    count: line.count,
                    tests,
                    uncovered,
                    branches: branches.map(|pair| branch(index, *number, pair)).collect(),
                }
            })
            .collect(),
        source: source(file).map(|text| lines_of(&text)),
    });
    Document {
        version: VERSION,
        runs: report.n_runs,
        totals: sums(&report.totals()),
        files: files.collect(),
        tests: &detail.tests,
        unlisted: detail.n_unlisted,
    }
}

fn lines_of(text: &[u8]) -> Vec<String> {
    String::from_utf8_lossy(text).lines().map(str::to_owned).collect()
}

fn function(function: &FunctionCoverage) -> Function<'_> {
    let FunctionCoverage { name, line, calls, returns, .. } = function;
    Function { name, line: *line, calls: *calls, returns: *returns }
}

fn sums(totals: &Totals) -> Sums {
    Sums {
        lines: [totals.lines_covered, totals.lines],
        branches: [totals.branches_covered, totals.branches],
        functions: [totals.functions_covered, totals.functions],
    }
}

/// Ascending numbers as `0-3 7`.
fn ranges(numbers: &[u32]) -> String {
    let mut runs: Vec<(u32, u32)> = Vec::new();
    for number in numbers {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == *number => *last = *number,
            _ => runs.push((*number, *number)),
        }
    }
    let words = runs.iter().map(|(first, last)| match first == last {
        true => first.to_string(),
        false => format!("{first}-{last}"),
    });
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_told_as_ranges() {
        assert_eq!(ranges(&[]), "");
        assert_eq!(ranges(&[3]), "3");
        assert_eq!(ranges(&[0, 1, 2, 5, 7, 8]), "0-2 5 7-8");
    }
}
