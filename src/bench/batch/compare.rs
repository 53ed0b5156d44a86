//! What got better or worse between two batches.

use super::Error;
use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

/// A figure of a routine that has changed.
#[derive(Clone, PartialEq, Debug)]
pub struct Change {
    pub routine: String,
    /// The head of the column.
    pub figure: String,
    pub old: String,
    pub new: String,
    pub kind: Kind,
}

/// Whether a change is welcome.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    Worse,
    Better,
    /// Neither more nor less of it is better.
    Other,
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.kind {
            Kind::Worse => "worse",
            Kind::Better => "better",
            Kind::Other => "changed",
        };
        let show = |text: &str| if text.is_empty() { "nothing".to_owned() } else { text.to_owned() };
        write!(
            f,
            "{kind:<8}{}: {} from {} to {}",
            self.routine,
            self.figure,
            show(&self.old),
            show(&self.new)
        )
    }
}

/// Figures that are better when they are higher, and those that are better when they are lower.
const MORE: [&str; 7] = [
    "lines_covered",
    "branches_covered",
    "reachable_lines_covered",
    "reachable_branches_covered",
    "native_lines_covered",
    "native_branches_covered",
    "confirmed",
];
const LESS: [&str; 7] =
    ["unexplained", "differs", "flaky", "other_verdicts", "unknown", "unsupported", "bugs"];
/// Figures that are neither better nor worse when they change. The change is reported all the same.
const OTHERS: [&str; 2] = ["tests", "paths"];
/// Shares. A change of a share counts only if it is larger than `LEAST_SHARE`.
const SHARES: [&str; 2] = ["n_words", "words_words"];
const LEAST_SHARE: f64 = 0.01;

/// Results by routine and column.
type Table = BTreeMap<String, BTreeMap<String, String>>;

/// The changes from the results in the file `old` to those in `new`, the worse ones first. Times are not
/// compared.
///
/// # Errors
/// When a file cannot be read or has no column `routine`.
pub fn compare(old: &Path, new: &Path) -> Result<Vec<Change>, Error> {
    let (old, new) = (read(old)?, read(new)?);
    let mut changes = Vec::new();
    let none = BTreeMap::new();
    let names = old.keys().chain(new.keys().filter(|name| !old.contains_key(*name)));
    for name in names {
        let (before, after) = (old.get(name).unwrap_or(&none), new.get(name).unwrap_or(&none));
        if let Some(kind) = change_of_status(before, after) {
            changes.push(change(name, "status", before, after, kind));
        }
        if before.is_empty() || after.is_empty() {
            continue;
        }
        let kinds = MORE.iter().map(|figure| (figure, 1.0)).chain(LESS.iter().map(|figure| (figure, -1.0)));
        for (figure, sign) in kinds.chain(SHARES.iter().map(|figure| (figure, 1.0))) {
            let number = |row: &BTreeMap<String, String>| row.get(*figure)?.parse::<f64>().ok();
            let (Some(was), Some(is)) = (number(before), number(after)) else { continue };
            let least = if SHARES.contains(figure) { LEAST_SHARE } else { 0.0 };
            if (is - was).abs() > least {
                let kind = if (is - was) * sign > 0.0 { Kind::Better } else { Kind::Worse };
                changes.push(change(name, figure, before, after, kind));
            }
        }
        for figure in OTHERS {
            if before.get(figure) != after.get(figure) {
                changes.push(change(name, figure, before, after, Kind::Other));
            }
        }
    }
    changes.sort_by_key(|change| change.kind);
    Ok(changes)
}

/// Whether the status of a routine has become better or worse. A routine that is missing has the worst
/// status.
fn change_of_status(before: &BTreeMap<String, String>, after: &BTreeMap<String, String>) -> Option<Kind> {
    let rank = |row: &BTreeMap<String, String>| match row.get("status").map(String::as_str) {
        Some("done") => 3,
        Some("budget") => 2,
        Some(_) => 1,
        None => 0,
    };
    match rank(after) - rank(before) {
        0 => None,
        difference if difference > 0 => Some(Kind::Better),
        _ => Some(Kind::Worse),
    }
}

fn change(
    routine: &str,
    figure: &str,
    before: &BTreeMap<String, String>,
    after: &BTreeMap<String, String>,
    kind: Kind,
) -> Change {
    let cell = |row: &BTreeMap<String, String>| row.get(figure).cloned().unwrap_or_default();
    Change {
        routine: routine.to_owned(),
        figure: figure.to_owned(),
        old: cell(before),
        new: cell(after),
        kind,
    }
}

fn read(path: &Path) -> Result<Table, Error> {
    let fail = |problem: String| Error::Results { path: path.to_owned(), problem };
    let mut reader = csv::Reader::from_path(path).map_err(|error| fail(error.to_string()))?;
    let heads = reader.headers().map_err(|error| fail(error.to_string()))?.clone();
    let Some(name) = heads.iter().position(|head| head == "routine") else {
        return Err(fail("there is no column `routine`".to_owned()));
    };
    let mut table = Table::new();
    for record in reader.records() {
        let record = record.map_err(|error| fail(error.to_string()))?;
        let row = heads.iter().zip(&record).map(|(head, cell)| (head.to_owned(), cell.to_owned())).collect();
        table.insert(record[name].to_owned(), row);
    }
    Ok(table)
}

#[cfg(test)]
mod tests {
    use super::super::row::{Row, Share, Status};
    use super::super::table;
    use super::*;

    /// Columns that a comparison ignores: names and reasons, how much there is to cover, the cost of a run,
    /// and measures of strings except for the words of the default method.
    const LEFT: &[&str] = &[
        "routine",
        "source",
        "reason",
        "arguments",
        "lines",
        "branches",
        "instructions",
        "instructions_covered",
        "reachable_lines",
        "reachable_branches",
        "native_lines",
        "native_branches",
        "not_replayed",
        "executed",
    ];

    #[test]
    fn of_every_column_is_said_whether_more_of_it_is_better() {
        let compared = || MORE.iter().chain(&LESS).chain(&SHARES).chain(&OTHERS).chain(&["status"]);
        let heads: Vec<String> =
            table::cells(&Row::failed("", "", "")).into_iter().map(|(head, _)| head).collect();
        let is_of_many = |head: &str| {
            ["q_", "n_", "bits_", "words_"].iter().any(|prefix| head.starts_with(prefix))
                || table::VARYING.contains(&head)
        };
        let is_said = |head: &str| compared().chain(LEFT).any(|known| *known == head) || is_of_many(head);
        let unsaid: Vec<&String> = heads.iter().filter(|head| !is_said(head)).collect();
        assert!(unsaid.is_empty(), "put {unsaid:?} into one of the lists of columns in compare.rs");
        let gone: Vec<&&str> = compared().filter(|known| !heads.iter().any(|head| head == *known)).collect();
        assert!(gone.is_empty(), "there are no columns {gone:?}");
    }

    #[test]
    fn what_is_worse_comes_first() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let row = |name: &str, covered: u64, unknown: u64| Row {
            status: Status::Done,
            branches: Share { covered, all: 10 },
            unknown,
            ..Row::failed(name, "ours", "")
        };
        let write = |name: &str, rows: &[Row]| {
            let path = folder.path().join(name);
            table::write(rows, std::fs::File::create(&path).expect("created")).expect("written");
            path
        };
        let old = write("old.csv", &[row("a", 8, 1), row("b", 9, 0), row("gone", 1, 0), row("same", 3, 0)]);
        let failed = Row::failed("b", "ours", "crashed");
        let new = write("new.csv", &[row("a", 7, 0), failed, row("same", 3, 0), row("more", 1, 0)]);
        let changes = compare(&old, &new).expect("both are results");
        let lines: Vec<String> = changes.iter().map(ToString::to_string).collect();
        let expected = [
            "worse   a: branches_covered from 8 to 7",
            "worse   b: status from done to failed",
            "worse   b: branches_covered from 9 to 0",
            "worse   gone: status from done to nothing",
            "better  a: unknown from 1 to 0",
            "better  more: status from nothing to done",
        ];
        assert_eq!(lines, expected);
        assert!(compare(&old, &old).expect("results").is_empty());
        let error = compare(&folder.path().join("none"), &new).expect_err("no file").to_string();
        assert!(error.contains("none"), "{error}");
    }
}
