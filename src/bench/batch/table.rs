//! `results.csv`: one row for each routine. Times and memory, which differ from run to run, stand in the last
//! columns.

use super::row::{Row, Share};
use crate::readable::Method;
use crate::solver::Link;
use std::io;

/// The columns whose cells differ between two runs with one seed.
pub const VARYING: [&str; 3] = ["solver_seconds", "seconds", "peak_mb"];

/// The cells of a row, each with the head of its column. Every row has the same columns.
pub fn cells(row: &Row) -> Vec<(String, String)> {
    // All fields are named here, so that the code does not compile until a new one has a column.
    let Row {
        routine,
        source,
        status,
        reason,
        arguments,
        tests,
        paths,
        lines,
        branches,
        instructions,
        reachable_lines,
        reachable_branches,
        unexplained,
        native_lines,
        native_branches,
        readability,
        verdicts,
        not_replayed,
        bugs,
        unknown,
        unsupported,
        executed,
        questions,
        solver_seconds,
        seconds,
        peak_mb,
    } = row;
    let mut cells: Vec<(String, String)> = Vec::new();
    let mut put = |head: &str, cell: String| cells.push((head.to_owned(), cell));
    put("routine", routine.clone());
    put("source", source.clone());
    put("status", status.word().to_owned());
    put("reason", reason.clone().unwrap_or_default());
    put("arguments", arguments.clone());
    put("tests", tests.to_string());
    put("paths", paths.to_string());
    let shares = [
        ("lines", Some(*lines)),
        ("branches", Some(*branches)),
        ("instructions", Some(*instructions)),
        ("reachable_lines", Some(*reachable_lines)),
        ("reachable_branches", Some(*reachable_branches)),
        ("native_lines", *native_lines),
        ("native_branches", *native_branches),
    ];
    for (name, share) in shares {
        let share = |part: fn(Share) -> u64| share.map_or(String::new(), |share| part(share).to_string());
        put(name, share(|share| share.all));
        put(&format!("{name}_covered"), share(|share| share.covered));
    }
    put("unexplained", unexplained.to_string());
    for method in Method::ALL {
        let name = method.name();
        let measured = readability.get(name);
        let number = |value: Option<f64>| value.map_or(String::new(), |value| format!("{value:.4}"));
        put(&format!("n_{name}"), number(measured.map(|measured| measured.n)));
        put(&format!("bits_{name}"), number(measured.map(|measured| measured.bits)));
        put(&format!("words_{name}"), number(measured.map(|measured| measured.words)));
    }
    put("confirmed", verdicts.map_or(String::new(), |verdicts| verdicts.confirmed.to_string()));
    put("differs", verdicts.map_or(String::new(), |verdicts| verdicts.differs.to_string()));
    put("flaky", verdicts.map_or(String::new(), |verdicts| verdicts.flaky.to_string()));
    put("other_verdicts", verdicts.map_or(String::new(), |verdicts| verdicts.other.to_string()));
    put("not_replayed", not_replayed.clone().unwrap_or_default());
    put("bugs", bugs.to_string());
    put("unknown", unknown.to_string());
    put("unsupported", unsupported.to_string());
    put("executed", executed.to_string());
    for link in Link::ALL.into_iter().filter(|link| link.answers()) {
        let count = questions.iter().find(|(name, _)| Link::named(name) == Some(link));
        put(&format!("q_{}", link.name()), count.map_or(0, |(_, count)| *count).to_string());
    }
    put("solver_seconds", format!("{solver_seconds:.3}"));
    put("seconds", format!("{seconds:.3}"));
    put("peak_mb", format!("{peak_mb:.0}"));
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
