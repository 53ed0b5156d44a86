//! What a run has reached, compared with what its inputs can reach.
//!
//! A manifest says which lines and branches inputs of its sizes cannot reach, and why. These do not count.
//! Everything else that was not reached is a gap without an explanation. An entry of the manifest about code
//! that was reached is reported as stale.

use super::manifest::{Routine, Unreached};
use crate::coverage::{FileCoverage, Report, Totals};
use std::fmt;
use std::path::Path;

/// Coverage of what can be reached.
#[derive(Clone, Debug, Default)]
pub struct Reached {
    /// The coverage of all code that counts, as gcov counts it.
    pub all: Totals,
    /// Lines and outcomes of branches that were not reached and need not be.
    pub excused_lines: usize,
    pub excused_branches: usize,
    /// The lines with something that was not reached, by file and line, with the reason if the manifest has
    /// one.
    pub gaps: Vec<Gap>,
    /// The entries of the manifest that say that code cannot be reached although all of it was.
    pub stale: Vec<Unreached>,
}

/// A line with something on it that was not reached.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Gap {
    pub file: String,
    pub line: u32,
    /// Whether the line itself was never executed.
    pub is_line: bool,
    /// Outcomes of its branches that were never taken.
    pub branches: usize,
    /// Why it need not be reached; `None` if the manifest does not say.
    pub reason: Option<String>,
}

impl fmt::Display for Gap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match (self.is_line, self.branches) {
            (true, _) => "not reached".to_owned(),
            (false, 1) => "1 branch not taken".to_owned(),
            (false, n) => format!("{n} branches not taken"),
        };
        write!(f, "{}:{}: {what}", self.file, self.line)?;
        self.reason.as_ref().map_or(Ok(()), |reason| write!(f, "; {reason}"))
    }
}

impl Reached {
    /// Compares the coverage of a run with what the manifest says about the routine. Only files that the
    /// routine covers count; if it names none, all do.
    pub fn new(report: &Report, routine: &Routine) -> Self {
        let mut reached = Self::default();
        let expect = &routine.expect;
        let mut used = vec![false; expect.unreached.len()];
        let counts = |file: &&FileCoverage| {
            routine.covers.is_empty() || routine.covers.iter().any(|own| is_at(file, own))
        };
        for file in report.files.iter().filter(counts) {
            reached.all.add(&file.totals());
            for mut gap in gaps(file) {
                let found = expect.unreached.iter().position(|unreached| covers(unreached, file, gap.line));
                if let Some(index) = found {
                    used[index] = true;
                    gap.reason = Some(expect.unreached[index].reason.clone());
                    reached.excused_lines += usize::from(gap.is_line);
                    reached.excused_branches += gap.branches;
                }
                reached.gaps.push(gap);
            }
        }
        let stale = expect.unreached.iter().zip(used).filter(|(_, used)| !used);
        reached.stale = stale.map(|(unreached, _)| unreached.clone()).collect();
        reached
    }

    /// Lines that can be reached.
    pub fn lines(&self) -> usize {
        self.all.lines - self.excused_lines
    }

    /// Outcomes of branches that can be reached.
    pub fn branches(&self) -> usize {
        self.all.branches - self.excused_branches
    }

    /// The gaps that the manifest does not explain.
    pub fn unexplained(&self) -> impl Iterator<Item = &Gap> {
        self.gaps.iter().filter(|gap| gap.reason.is_none())
    }
}

/// Lines of a file with something that was not reached, ascending.
fn gaps(file: &FileCoverage) -> impl Iterator<Item = Gap> {
    file.lines.iter().filter_map(|(line, coverage)| {
        let outcomes = coverage.branches.iter().flat_map(|branch| &branch.outcomes);
        let branches = outcomes.filter(|taken| **taken == 0).count();
        let is_line = coverage.count == 0;
        (is_line || branches > 0).then(|| Gap {
            file: file.name.clone(),
            line: *line,
            is_line,
            branches,
            reason: None,
        })
    })
}

/// Whether a file's path ends like this.
fn is_at(file: &FileCoverage, end: &Path) -> bool {
    file.path.ends_with(end) || Path::new(&file.name).ends_with(end)
}

/// Whether the entry of the manifest is about this line.
fn covers(unreached: &Unreached, file: &FileCoverage, line: u32) -> bool {
    if !is_at(file, Path::new(&unreached.file)) {
        return false;
    }
    if let Some(name) = &unreached.function {
        // A function goes on until the next one begins.
        let inside = file
            .functions
            .iter()
            .filter(|function| function.line <= line)
            .max_by_key(|function| function.line);
        if inside.is_none_or(|function| function.name != *name) {
            return false;
        }
    }
    let ranges = unreached.ranges().unwrap_or_default();
    ranges.is_empty() || ranges.iter().any(|(low, high)| (*low..=*high).contains(&line))
}

#[cfg(test)]
mod tests {
    use super::super::manifest::{Driver, Expect, Settings};
    use super::*;
    use crate::coverage::{BranchCoverage, FunctionCoverage, LineCoverage};

    fn report() -> Report {
        let line = |count, outcomes: &[u64]| LineCoverage {
            count,
            branches: vec![BranchCoverage { column: 1, outcomes: outcomes.to_vec() }],
        };
        let function = |name: &str, line| FunctionCoverage {
            name: name.to_owned(),
            line,
            calls: 1,
            returns: 1,
            blocks: 1,
            blocks_executed: 1,
        };
        let other = FileCoverage {
            name: "src/lib/g.c".to_owned(),
            path: "/src/lib/g.c".into(),
            lines: [(1, line(0, &[0, 0]))].into(),
            functions: Vec::new(),
        };
        let file = FileCoverage {
            name: "src/lib/f.c".to_owned(),
            path: "/src/lib/f.c".into(),
            lines: [(2, line(5, &[5, 0])), (3, line(0, &[0, 0])), (12, line(1, &[1, 0]))].into(),
            functions: vec![function("f", 1), function("g", 11)],
        };
        Report { n_runs: 1, files: vec![file, other] }
    }

    fn unreached(lines: Option<&str>, function: Option<&str>) -> Routine {
        let unreached = Unreached {
            file: "lib/f.c".to_owned(),
            lines: lines.map(str::to_owned),
            function: function.map(str::to_owned),
            reason: "because".to_owned(),
        };
        Routine {
            name: "f".to_owned(),
            source: None,
            files: Vec::new(),
            flags: Vec::new(),
            driver: Driver::File("f.c".into()),
            settings: Settings::default(),
            covers: vec!["lib/f.c".into()],
            expect: Expect { unreached: vec![unreached], bugs: Vec::new() },
            line: 1,
        }
    }

    #[test]
    fn what_is_excused_does_not_count() {
        let reached = Reached::new(&report(), &unreached(Some("2-3"), None));
        assert_eq!((reached.lines(), reached.branches()), (2, 3));
        assert_eq!(reached.unexplained().count(), 1);
        assert_eq!(reached.gaps[0].to_string(), "src/lib/f.c:2: 1 branch not taken; because");
        assert_eq!(reached.gaps[1].to_string(), "src/lib/f.c:3: not reached; because");
        assert_eq!(reached.gaps[2].to_string(), "src/lib/f.c:12: 1 branch not taken");
    }

    #[test]
    fn a_function_ends_where_the_next_begins() {
        let reached = Reached::new(&report(), &unreached(None, Some("f")));
        assert_eq!(reached.unexplained().map(|gap| gap.line).collect::<Vec<_>>(), [12]);
        assert!(reached.stale.is_empty());
    }

    #[test]
    fn words_about_reached_code_are_stale() {
        let reached = Reached::new(&report(), &unreached(Some("7"), None));
        assert_eq!(reached.stale.len(), 1);
        assert_eq!(reached.unexplained().count(), 3);
    }
}
