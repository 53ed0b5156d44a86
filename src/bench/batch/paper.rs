//! Table 1 of Yakimov and Kuznetsov, "Test readability optimization in context of symbolic execution", 2016,
//! beside the rows of a batch: tests, arguments, coverage, and N by method.

use super::row::Row;
use crate::readable::Method;
use std::fmt::Write;

/// The paper's figures; see the head of the file.
const RECORDED: &str = include_str!("paper.csv");

/// The methods of the paper, with the mean M that it prints for each.
const PRINTED: [(&str, &str); 5] =
    [("base", "0.07"), ("simplest", "0.08"), ("sp", "0.08"), ("roulette", "0.07"), ("random", "0.06")];

/// The methods of the table, in its order; the first is ours.
const METHODS: [Method; 7] = [
    Method::Words,
    Method::Base,
    Method::Simplest,
    Method::Sp,
    Method::Roulette,
    Method::Random,
    Method::None,
];

/// A function of the paper, with N by method.
struct Recorded {
    function: String,
    cells: Vec<String>,
}

/// The table as text. Rows of functions that the paper does not have show only our figures.
pub fn table(rows: &[Row]) -> String {
    let recorded = recorded();
    let ours: Vec<&str> = METHODS.iter().map(|method| method.name()).collect();
    let theirs: Vec<&str> = PRINTED.iter().map(|(name, _)| *name).collect();
    let mut text = String::new();
    let (left, right) = (9 * ours.len(), 9 * theirs.len());
    let _ = writeln!(
        text,
        "{:<13}{:>6}  {:<10}{:>7}{:>9}  {:^left$}    {:^right$}",
        "", "", "", "lines", "branches", "N, symir", "N, the paper's records"
    );
    let _ = write!(text, "{:<13}{:>6}  {:<10}{:>7}{:>9}  ", "function", "tests", "inputs", "%", "%");
    ours.iter().for_each(|name| text += &format!("{name:>9}"));
    text += "    ";
    theirs.iter().for_each(|name| text += &format!("{name:>9}"));
    text += "\n";
    for row in rows {
        let (lines, branches) = (row.reachable_lines.percent(), row.reachable_branches.percent());
        let _ = write!(
            text,
            "{:<13}{:>6}  {:<10}{lines:>7.0}{branches:>9.0}  ",
            row.routine, row.tests, row.arguments
        );
        for name in &ours {
            match row.readability.get(*name).filter(|measured| measured.strings > 0) {
                Some(measured) => text += &format!("{:>9.4}", measured.n),
                None => text += &format!("{:>9}", "-"),
            }
        }
        text += "    ";
        if let Some(paper) = recorded.iter().find(|paper| paper.function == row.routine) {
            paper.cells.iter().for_each(|cell| text += &format!("{cell:>9}"));
        }
        text += "\n";
    }
    let column = |name: &str| -> Vec<f64> {
        let measured = rows.iter().filter_map(|row| row.readability.get(name));
        measured.filter(|measured| measured.strings > 0).map(|measured| measured.n).collect()
    };
    let paper = |at: usize| -> Vec<f64> {
        recorded.iter().filter_map(|paper| paper.cells.get(at)?.parse().ok()).collect()
    };
    let head = |name: &str| format!("{name:<13}{:>6}  {:<10}{:>7}{:>9}  ", "", "", "", "");
    for (name, value) in [("M", mean as fn(&[f64]) -> f64), ("sigma", deviation)] {
        text += &head(name);
        for name in &ours {
            let column = column(name);
            text +=
                &if column.is_empty() { format!("{:>9}", "-") } else { format!("{:>9.4}", value(&column)) };
        }
        text += "    ";
        (0..theirs.len()).for_each(|at| text += &format!("{:>9.4}", value(&paper(at))));
        text += "\n";
    }
    text += &head("M, printed");
    let _ = write!(text, "{:>left$}    ", "");
    PRINTED.iter().for_each(|(_, printed)| text += &format!("{printed:>9}"));
    text += "\n";
    text
}

fn recorded() -> Vec<Recorded> {
    let lines = RECORDED.lines().filter(|line| !line.starts_with('#')).skip(1);
    lines
        .map(|line| {
            let mut cells = line.split(',').map(str::to_owned);
            let function = cells.next().unwrap_or_default();
            Recorded { function, cells: cells.skip(1).collect() }
        })
        .collect()
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

/// The standard deviation, with all values as the population.
fn deviation(values: &[f64]) -> f64 {
    let mean = mean(values);
    (values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / values.len().max(1) as f64).sqrt()
}

#[cfg(test)]
mod tests {
    use super::super::row::{Readability, Share, Status};
    use super::*;

    #[test]
    fn the_records_have_the_printed_means() {
        let recorded = recorded();
        assert_eq!(recorded.len(), 12);
        for (at, (name, printed)) in PRINTED.iter().enumerate() {
            let column: Vec<f64> =
                recorded.iter().map(|paper| paper.cells[at].parse().expect("a number")).collect();
            assert_eq!(format!("{:.2}", mean(&column)), *printed, "{name}");
        }
    }

    #[test]
    fn ours_stand_beside_the_papers() {
        let n = |n: f64| Readability { strings: 3, n, ..Readability::default() };
        let row = |name: &str, values: f64| Row {
            status: Status::Done,
            tests: 6,
            arguments: "s5".into(),
            reachable_lines: Share { covered: 4, all: 4 },
            reachable_branches: Share { covered: 1, all: 2 },
            readability: [("words".to_owned(), n(values))].into(),
            ..Row::failed(name, "linux", "")
        };
        let table = table(&[row("strlen", 0.1), row("other", 0.06)]);
        let line =
            |start: &str| table.lines().find(|line| line.starts_with(start)).expect("a line").to_owned();
        let strlen: Vec<String> = line("strlen").split_whitespace().map(str::to_owned).collect();
        assert_eq!(strlen[..6], ["strlen", "6", "s5", "100", "50", "0.1000"]);
        assert_eq!(strlen[12..], ["0.0814", "0.0992", "0.0986", "0.0882", "0.0814"]);
        assert!(line("other").trim_end().ends_with("-"));
        assert!(line("M ").contains("0.0800") && line("sigma").contains("0.0200"), "{table}");
    }
}
