//! `report.md`: the batch for a person who reads text.

use super::row::{Row, Share, Status, Totals};
use crate::util::text::printable;
use std::io::{self, Write};

/// Writes the report.
pub fn write(title: &str, rows: &[Row], out: &mut impl Write) -> io::Result<()> {
    let totals = Totals::of(rows);
    writeln!(out, "# {title}\n")?;
    writeln!(
        out,
        "{} routines: {} explored to the end, {} ended by a budget, {} failed; {} tests, {} bugs.",
        totals.routines, totals.done, totals.budget, totals.failed, totals.tests, totals.bugs
    )?;
    writeln!(
        out,
        "Mean coverage: lines {:.1} %, branches {:.1} %, of the branches that can be reached {:.1} %. Words of the \
         dictionary: {:.0} % of the strings.",
        totals.lines, totals.branches, totals.reachable_branches, totals.words
    )?;
    if rows.iter().any(|row| row.verdicts.is_some()) {
        writeln!(
            out,
            "Native replay: {} confirmed, {} differ, {} flaky, {} other.",
            totals.confirmed, totals.differs, totals.flaky, totals.other
        )?;
    }
    writeln!(
        out,
        "\n| routine | inputs | ended | tests | lines | branches | reachable | words | N | confirmed | bugs | s |\n\
         |---|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|"
    )?;
    for row in rows {
        write_row(row, out)?;
    }
    let unclear: Vec<&Row> =
        rows.iter().filter(|row| row.reason.is_some() || row.not_replayed.is_some()).collect();
    if !unclear.is_empty() {
        writeln!(out, "\n## Why\n")?;
    }
    for row in unclear {
        let reasons: Vec<&str> = row.reason.iter().chain(&row.not_replayed).map(String::as_str).collect();
        writeln!(out, "- `{}`: {}", row.routine, escape(&reasons.join("; ")))?;
    }
    Ok(())
}

fn write_row(row: &Row, out: &mut impl Write) -> io::Result<()> {
    let (name, inputs, status) = (escape(&row.routine), &row.arguments, row.status.word());
    if row.status == Status::Failed {
        return writeln!(out, "| `{name}` | {inputs} | {status} | | | | | | | | | {:.1} |", row.seconds);
    }
    let percent = |share: Share| format!("{:.0} %", share.percent());
    let words = row.words();
    let readable = |text: String| if words.strings == 0 { String::new() } else { text };
    let verdicts = row.verdicts.map_or(String::new(), |verdicts| {
        let all = verdicts.confirmed + verdicts.differs + verdicts.flaky + verdicts.other;
        format!("{} of {all}", verdicts.confirmed)
    });
    writeln!(
        out,
        "| `{name}` | {inputs} | {status} | {} | {} | {} | {} | {} | {} | {verdicts} | {} | {:.1} |",
        row.tests,
        percent(row.lines),
        percent(row.branches),
        percent(row.reachable_branches),
        readable(format!("{:.0} %", 100.0 * words.words)),
        readable(format!("{:.4}", words.n)),
        row.bugs,
        row.seconds
    )
}

/// Text in a cell of a table.
fn escape(text: &str) -> String {
    printable(&text.replace('\n', " ")).replace('|', "\\|")
}
