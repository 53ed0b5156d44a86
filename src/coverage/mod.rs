//! Coverage as gcov measures it, computed from how often each edge of the program was taken.
//!
//! A [`Coverage`] is made for the functions that are to be reported. It is given the edge counts of each run
//! and at any time makes a [`Report`]: plain data by file, line, branch and function, which the writers
//! ([`gcov`], [`lcov`], [`cobertura`], [`json`], [`page`]) turn into files. Counts are those that
//! `llvm-cov gcov` prints for the same code built by clang with `--coverage`; `layout` and `lines` say where
//! each rule comes from.
//!
//! Four things differ from `llvm-cov gcov` on purpose. The outcomes of a branch come in the order of the
//! program, while those of `llvm-cov` come in an order that depends on which edges clang chose to instrument.
//! A branch whose line is listed more than once in its block is reported once. A line of an included file is
//! counted in that file. The share of blocks that a function executed leaves out the blocks without an edge
//! into them that clang adds when several cases of a `switch` go to one place.
//!
//! This module reads the decoded program and nothing else: no source files, no tests.

pub mod cobertura;
mod detail;
pub mod gcov;
pub mod json;
mod layout;
pub mod lcov;
mod lines;
pub mod page;
mod points;
#[cfg(test)]
mod sample;

use crate::ir::{EdgeId, FuncId, Program};
pub use detail::{Detail, Gap, TestRow, Why};
use layout::Layout;
pub use points::CoveragePoint;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// The sum of the runs so far.
#[derive(Clone, Debug)]
pub struct Coverage {
    layout: Layout,
    /// By edge of the program.
    edge_counts: Vec<u64>,
    n_runs: u64,
}

impl Coverage {
    /// Coverage of `functions`, which are those under test. Functions without a body or without any source
    /// line are left out.
    pub fn new(program: &Program, functions: &[FuncId]) -> Self {
        Self { layout: Layout::new(program, functions), edge_counts: vec![0; program.edges.len()], n_runs: 0 }
    }

    /// Adds the sum of `n_runs` runs: how often they went along each edge of the program, in the order of
    /// [`Program::edges`]. The edge into a function counts its calls.
    ///
    /// # Panics
    /// If there is not one count for each edge.
    pub fn add_runs(&mut self, edge_counts: &[u64], n_runs: u64) {
        assert_eq!(edge_counts.len(), self.edge_counts.len(), "one count for each edge of the program");
        for (sum, count) in self.edge_counts.iter_mut().zip(edge_counts) {
            *sum += count;
        }
        self.n_runs += n_runs;
    }

    /// Adds one run.
    #[cfg(test)]
    fn add(&mut self, edge_counts: &[u64]) {
        self.add_runs(edge_counts, 1);
    }

    /// How often an edge of the program was taken in all runs so far.
    pub fn count(&self, edge: EdgeId) -> u64 {
        self.edge_counts[edge.index()]
    }

    /// Every line and every side of a branch, in the order of the report.
    pub fn points(&self) -> Vec<CoveragePoint> {
        self.layout.points()
    }

    /// What the runs so far have covered.
    pub fn report(&self) -> Report {
        Report { n_runs: self.n_runs, files: self.layout.files(&self.edge_counts) }
    }
}

/// What a set of runs has covered.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    pub n_runs: u64,
    /// Ordered by path.
    pub files: Vec<FileCoverage>,
}

impl Report {
    /// The sums over all files.
    pub fn totals(&self) -> Totals {
        let mut totals = Totals::default();
        for file in &self.files {
            totals.add(&file.totals());
        }
        totals
    }
}

/// One source file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileCoverage {
    /// The name that was given to the compiler.
    pub name: String,
    /// Where the file lies, as far as the compiler says.
    pub path: PathBuf,
    /// The lines that have code, by number.
    pub lines: BTreeMap<u32, LineCoverage>,
    /// In the order of the program.
    pub functions: Vec<FunctionCoverage>,
}

impl FileCoverage {
    /// The sums over this file.
    pub fn totals(&self) -> Totals {
        Totals {
            functions: self.functions.len(),
            functions_covered: self.functions.iter().filter(|function| function.calls > 0).count(),
            ..totals_of(self.lines.values())
        }
    }
}

/// The sums over these lines, without functions.
fn totals_of<'a>(lines: impl Iterator<Item = &'a LineCoverage>) -> Totals {
    let mut totals = Totals::default();
    for line in lines {
        totals.lines += 1;
        totals.lines_covered += usize::from(line.count > 0);
        for taken in line.branches.iter().flat_map(|branch| &branch.outcomes) {
            totals.branches += 1;
            totals.branches_covered += usize::from(*taken > 0);
        }
    }
    totals
}

/// One line that has code.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LineCoverage {
    /// How often the line was executed, by gcov's rule.
    pub count: u64,
    /// The branches that end on this line, in the order of the program.
    pub branches: Vec<BranchCoverage>,
}

/// One place from which control can go several ways.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BranchCoverage {
    /// Where the condition stands in the line; zero if that is not known.
    pub column: u16,
    /// How often control went to each of the places it can go to, of which there are two or more. Cases of a
    /// switch that go to one place are one outcome.
    pub outcomes: Vec<u64>,
}

impl BranchCoverage {
    /// Whether control reached the branch at all.
    pub fn is_executed(&self) -> bool {
        self.outcomes.iter().any(|taken| *taken > 0)
    }
}

/// One function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FunctionCoverage {
    pub name: String,
    /// The line of its name.
    pub line: u32,
    pub calls: u64,
    /// How often control came to an end of the function.
    pub returns: u64,
    pub blocks: usize,
    pub blocks_executed: usize,
}

/// Sums for a summary.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Totals {
    pub lines: usize,
    pub lines_covered: usize,
    /// Counts outcomes, as gcov does.
    pub branches: usize,
    pub branches_covered: usize,
    pub functions: usize,
    pub functions_covered: usize,
}

impl Totals {
    /// Adds the sums of another file.
    pub fn add(&mut self, other: &Totals) {
        self.lines += other.lines;
        self.lines_covered += other.lines_covered;
        self.branches += other.branches;
        self.branches_covered += other.branches_covered;
        self.functions += other.functions;
        self.functions_covered += other.functions_covered;
    }
}

#[cfg(test)]
mod tests {
    use super::sample::Sample;
    use super::*;

    fn counts(report: &Report) -> Vec<(u32, u64)> {
        report.files[0].lines.iter().map(|(line, coverage)| (*line, coverage.count)).collect()
    }

    fn outcomes(report: &Report, line: u32) -> Vec<Vec<u64>> {
        report.files[0].lines[&line].branches.iter().map(|branch| branch.outcomes.clone()).collect()
    }

    /// `int multi(int a, int b) {` / `int x = g(a) +` / `g(b) +` / `a;` / `return x;`: what `llvm-cov-19
    /// gcov` prints for one call is 1, 3, 2, 1, 1.
    #[test]
    fn a_line_counts_as_often_as_its_block_lists_it() {
        let mut sample = Sample::new();
        let f = sample.function("multi", 4, &[(&[5, 6, 5, 6, 7, 5, 8], &[])]);
        let mut coverage = Coverage::new(&sample.program, &[f]);
        coverage.add(&sample.walk(f, &[0]));
        assert_eq!(counts(&coverage.report()), [(4, 1), (5, 3), (6, 2), (7, 1), (8, 1)]);
    }

    /// `for (int i = 0; i < n; i++) s += i;` on line 12: three calls with 0, 4 and 9 give 16 for the line,
    /// and 13 and 3 for the sides of the branch.
    #[test]
    fn a_loop_on_one_line_counts_its_turns() {
        let mut sample = Sample::new();
        let f = sample.function(
            "loops",
            10,
            &[(&[10, 11, 12], &[1]), (&[12], &[2, 4]), (&[12], &[3]), (&[12], &[1]), (&[16], &[])],
        );
        let mut coverage = Coverage::new(&sample.program, &[f]);
        for turns in [0, 4, 9] {
            let mut walk = vec![0];
            (0..turns).for_each(|_| walk.extend([1, 2, 3]));
            walk.extend([1, 4]);
            coverage.add(&sample.walk(f, &walk));
        }
        let report = coverage.report();
        assert_eq!(counts(&report), [(10, 3), (11, 3), (12, 16), (16, 3)]);
        assert_eq!(outcomes(&report, 12), [[13, 3]]);
        assert_eq!(report.n_runs, 3);
    }

    /// `switch (n) { case 1: …; case 2: case 3: …; default: … }` run for 0 to 4.
    #[test]
    fn cases_that_go_to_one_place_are_one_outcome() {
        let mut sample = Sample::new();
        let blocks: [(&[u32], &[usize]); 5] =
            [(&[18, 19], &[3, 1, 2, 2]), (&[20], &[4]), (&[22], &[4]), (&[23, 24], &[4]), (&[25, 26], &[])];
        let f = sample.function("sw", 18, &blocks);
        let mut coverage = Coverage::new(&sample.program, &[f]);
        for case in [3, 1, 2, 2, 3] {
            coverage.add(&sample.walk(f, &[0, case, 4]));
        }
        let report = coverage.report();
        assert_eq!(outcomes(&report, 19), [[2, 1, 2]]);
        assert_eq!(counts(&report)[2..], [(20, 1), (22, 2), (23, 2), (24, 2), (25, 5), (26, 5)]);
    }

    #[test]
    fn what_never_runs_is_there_with_zeros() {
        let mut sample = Sample::new();
        let f = sample.function("never", 3, &[(&[3, 4], &[1, 2]), (&[5], &[2]), (&[6], &[])]);
        let report = Coverage::new(&sample.program, &[f]).report();
        assert_eq!(counts(&report), [(3, 0), (4, 0), (5, 0), (6, 0)]);
        assert!(!report.files[0].lines[&4].branches[0].is_executed());
        let totals = report.totals();
        assert_eq!((totals.lines, totals.lines_covered), (4, 0));
        assert_eq!((totals.branches, totals.branches_covered), (2, 0));
        assert_eq!((totals.functions, totals.functions_covered), (1, 0));
    }

    #[test]
    fn a_path_that_ends_early_covers_what_it_entered() {
        let mut sample = Sample::new();
        let f = sample.function("f", 1, &[(&[1, 2], &[1, 2]), (&[3], &[2]), (&[4], &[])]);
        let mut coverage = Coverage::new(&sample.program, &[f]);
        coverage.add(&sample.walk(f, &[0, 1]));
        let report = coverage.report();
        assert_eq!(counts(&report), [(1, 1), (2, 1), (3, 1), (4, 0)]);
        let function = &report.files[0].functions[0];
        assert_eq!((function.calls, function.returns), (1, 0));
        assert_eq!((function.blocks_executed, function.blocks), (2, 3));
    }

    #[test]
    fn only_the_functions_asked_for_are_reported() {
        let mut sample = Sample::new();
        let f = sample.function("f", 1, &[(&[1, 2], &[])]);
        let main = sample.function("main", 5, &[(&[5, 6], &[])]);
        let bare = sample.function("bare", 0, &[(&[], &[])]);
        let report = Coverage::new(&sample.program, &[f, bare]).report();
        assert_eq!(counts(&report), [(1, 0), (2, 0)]);
        assert_eq!(report.totals().functions, 1);
        let report = Coverage::new(&sample.program, &[main, f]).report();
        let names: Vec<&str> = report.files[0].functions.iter().map(|f| f.name.as_str()).collect();
        assert_eq!(names, ["f", "main"]);
    }

    #[test]
    fn lines_of_two_functions_on_one_line_add_up() {
        let mut sample = Sample::new();
        let f = sample.function("f", 1, &[(&[1], &[])]);
        let g = sample.function("g", 1, &[(&[1], &[])]);
        let mut coverage = Coverage::new(&sample.program, &[f, g]);
        coverage.add(&sample.walk(f, &[0]));
        coverage.add(&sample.walk(g, &[0]));
        coverage.add(&sample.walk(g, &[0]));
        assert_eq!(counts(&coverage.report()), [(1, 3)]);
    }
}
