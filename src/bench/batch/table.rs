//! `results.csv`: a row a routine. What differs from run to run, times and memory, stands in the last columns.

use super::row::{Row, Share};
use crate::readable::Method;
use crate::solver::Link;
use std::io;

/// The columns whose cells differ between two runs with one seed.
pub const VARYING: [&str; 3] = ["solver_seconds", "seconds", "peak_mb"];

/// The cells of a row, each with the head of its column. Every row has the same columns.
pub fn cells(row: &Row) -> Vec<(String, String)> {
    let mut cells: Vec<(String, String)> = Vec::new();
    let mut put = |head: &str, cell: String| cells.push((head.to_owned(), cell));
    put("routine", row.routine.clone());
    put("source", row.source.clone());
    put("status", row.status.word().to_owned());
    put("reason", row.reason.clone().unwrap_or_default());
    put("arguments", row.arguments.clone());
    put("tests", row.tests.to_string());
    put("paths", row.paths.to_string());
    let shares = [
        ("lines", Some(row.lines)),
        ("branches", Some(row.branches)),
        ("instructions", Some(row.instructions)),
        ("reachable_lines", Some(row.reachable_lines)),
        ("reachable_branches", Some(row.reachable_branches)),
        ("native_lines", row.native_lines),
        ("native_branches", row.native_branches),
    ];
    for (name, share) in shares {
        let share = |part: fn(Share) -> u64| share.map_or(String::new(), |share| part(share).to_string());
        put(name, share(|share| share.all));
        put(&format!("{name}_covered"), share(|share| share.covered));
    }
    put("unexplained", row.unexplained.to_string());
    for method in Method::ALL {
        let name = method.name();
        let measured = row.readability.get(name);
        let number = |value: Option<f64>| value.map_or(String::new(), |value| format!("{value:.4}"));
        put(&format!("n_{name}"), number(measured.map(|measured| measured.n)));
        put(&format!("bits_{name}"), number(measured.map(|measured| measured.bits)));
        put(&format!("words_{name}"), number(measured.map(|measured| measured.words)));
    }
    let verdicts = row.verdicts;
    put("confirmed", verdicts.map_or(String::new(), |verdicts| verdicts.confirmed.to_string()));
    put("differs", verdicts.map_or(String::new(), |verdicts| verdicts.differs.to_string()));
    put("flaky", verdicts.map_or(String::new(), |verdicts| verdicts.flaky.to_string()));
    put("other_verdicts", verdicts.map_or(String::new(), |verdicts| verdicts.other.to_string()));
    put("not_replayed", row.not_replayed.clone().unwrap_or_default());
    put("bugs", row.bugs.to_string());
    put("unknown", row.unknown.to_string());
    put("unsupported", row.unsupported.to_string());
    put("executed", row.executed.to_string());
    for link in Link::ALL.into_iter().filter(|link| link.answers()) {
        let count = row.questions.iter().find(|(name, _)| Link::named(name) == Some(link));
        put(&format!("q_{}", link.name()), count.map_or(0, |(_, count)| *count).to_string());
    }
    put("solver_seconds", format!("{:.3}", row.solver_seconds));
    put("seconds", format!("{:.3}", row.seconds));
    put("peak_mb", format!("{:.0}", row.peak_mb));
    cells
}

/// Writes the rows as CSV.
pub fn write(rows: &[Row], out: impl io::Write) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(out);
    let heads = cells(&Row::failed("", "", ""));
    writer.write_record(heads.iter().map(|(head, _)| head))?;
    for row in rows {
        writer.write_record(cells(row).iter().map(|(_, cell)| cell))?;
    }
    writer.flush()
}
