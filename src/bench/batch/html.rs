//! `report.html`: the batch as one page that opens from disk, with totals, the routines below 100 %, and a
//! table that sorts by any column. On a narrow page each row of the table is a card, and the heads are
//! buttons above them.

use super::row::{Row, Share, Status, Totals};
use crate::util::template::fill;
use crate::util::text::printable;
use std::fmt::Write as _;
use std::io::{self, Write};

const PAGE: &str = include_str!("report.html");
const STYLE: &str = include_str!("report.css");
const SCRIPT: &str = include_str!("report.js");

/// Writes the page. `link` gives the names and addresses of the files that belong to a routine.
pub fn write(
    title: &str,
    rows: &[Row],
    link: &dyn Fn(&Row) -> Vec<(String, String)>,
    out: &mut impl Write,
) -> io::Result<()> {
    let values = [
        ("TITLE", escape(title)),
        ("STYLE", STYLE.to_owned()),
        ("TOTALS", text(|out| write_totals(rows, out))?),
        ("PLOTS", text(|out| write_plots(rows, out))?),
        ("HEADS", text(write_heads)?),
        ("ROWS", text(|out| rows.iter().try_for_each(|row| write_row(row, &link(row), out)))?),
        ("SCRIPT", SCRIPT.to_owned()),
    ];
    let page = fill(PAGE, &values.each_ref().map(|(name, value)| (*name, &**value)));
    out.write_all(page.as_bytes())
}

/// The output of `write` as text.
fn text(write: impl FnOnce(&mut Vec<u8>) -> io::Result<()>) -> io::Result<String> {
    let mut bytes = Vec::new();
    write(&mut bytes)?;
    Ok(String::from_utf8(bytes).expect("invariant: nothing but text is written"))
}

fn write_totals(rows: &[Row], out: &mut impl Write) -> io::Result<()> {
    let totals = Totals::of(rows);
    let mut cards = vec![
        (totals.routines.to_string(), "routines".to_owned()),
        (totals.done.to_string(), "explored to the end".to_owned()),
        (totals.budget.to_string(), "ended by a budget".to_owned()),
        (totals.failed.to_string(), "failed".to_owned()),
        (totals.tests.to_string(), "tests".to_owned()),
        (format!("{:.1} %", totals.lines), "lines, mean".to_owned()),
        (format!("{:.1} %", totals.branches), "branches, mean".to_owned()),
        (format!("{:.1} %", totals.reachable_branches), "of what can be reached".to_owned()),
        (format!("{:.0} %", totals.words), "of strings are words".to_owned()),
        (totals.bugs.to_string(), "bugs".to_owned()),
    ];
    if rows.iter().any(|row| row.verdicts.is_some()) {
        cards.push((totals.confirmed.to_string(), "tests confirmed".to_owned()));
        cards.push(((totals.differs + totals.flaky + totals.other).to_string(), "not confirmed".to_owned()));
    }
    writeln!(out, "<div class=\"cards\">")?;
    for (number, what) in cards {
        writeln!(out, "<div><b>{number}</b><span>{what}</span></div>")?;
    }
    writeln!(out, "</div>")
}

/// Shows the routines that have less than 100 %, the lowest first. A sentence says how many have 100 %.
fn write_plots(rows: &[Row], out: &mut impl Write) -> io::Result<()> {
    let ran: Vec<&Row> = rows.iter().filter(|row| row.status != Status::Failed).collect();
    let coverage = ran.iter().map(|row| (*row, row.reachable_branches.percent())).collect();
    let with_strings = ran.iter().filter(|row| row.words().strings > 0);
    let words = with_strings.map(|row| (*row, 100.0 * row.words().words)).collect();
    writeln!(out, "<div class=\"plots\">")?;
    write_plot("Branches covered of those that can be reached", coverage, out)?;
    write_plot("Strings that are words", words, out)?;
    writeln!(out, "</div>")
}

/// How many bars are shown at most.
const MOST_BARS: usize = 20;

fn write_plot(title: &str, values: Vec<(&Row, f64)>, out: &mut impl Write) -> io::Result<()> {
    let n_all = values.len();
    // Leaves out values that the text would round to 100 %.
    let mut lower: Vec<(&Row, f64)> = values.into_iter().filter(|(_, value)| *value < 99.95).collect();
    lower.sort_by(|a, b| a.1.total_cmp(&b.1));
    let n_full = n_all - lower.len();
    let full = match (n_all, n_full) {
        (0, _) => return Ok(()),
        (1, 1) => "100 % for the one routine.".to_owned(),
        (_, full) if full == n_all => format!("100 % for each of {n_all} routines."),
        (_, 0) => format!("less than 100 % for each of {n_all}:"),
        (_, full) => format!("100 % for {full} of {n_all} routines; the others:"),
    };
    writeln!(out, "<figure><figcaption>{title}: {full}</figcaption>")?;
    if !lower.is_empty() {
        writeln!(out, "<ol class=\"bars\">")?;
        for (row, value) in lower.iter().take(MOST_BARS) {
            writeln!(
                out,
                "<li><a href=\"#r-{}\">{}</a><i style=\"--share: {value:.1}%\"></i><b>{value:.1} %</b></li>",
                identifier(&row.routine),
                escape(&row.routine),
            )?;
        }
        writeln!(out, "</ol>")?;
    }
    if let Some(more @ 1..) = lower.len().checked_sub(MOST_BARS) {
        writeln!(out, "<p>and {more} more, each with at least {:.1} %</p>", lower[MOST_BARS].1)?;
    }
    writeln!(out, "</figure>")
}

/// The heads of the table, and whether the column holds numbers.
const HEADS: [(&str, bool); 15] = [
    ("routine", false),
    ("source", false),
    ("inputs", false),
    ("ended", false),
    ("tests", true),
    ("lines %", true),
    ("branches %", true),
    ("of reachable %", true),
    ("unexplained", true),
    ("words %", true),
    ("N", true),
    ("confirmed", true),
    ("bugs", true),
    ("seconds", true),
    ("MB", true),
];

fn write_heads(out: &mut Vec<u8>) -> io::Result<()> {
    for (head, is_number) in HEADS {
        let class = if is_number { " class=\"number\"" } else { "" };
        writeln!(out, "<th{class} scope=\"col\" role=\"columnheader\"><button>{head}</button></th>")?;
    }
    Ok(())
}

fn write_row(row: &Row, links: &[(String, String)], out: &mut impl Write) -> io::Result<()> {
    let failed = row.status == Status::Failed;
    let percent = |share: Share| if failed { String::new() } else { format!("{:.1}", share.percent()) };
    let words = row.words();
    let readable = |text: String| if words.strings == 0 { String::new() } else { text };
    let mut name = format!("<b>{}</b>", escape(&row.routine));
    for (text, address) in links {
        let _ = write!(name, " <a href=\"{}\">{}</a>", escape(address), escape(text));
    }
    for reason in row.reason.iter().chain(&row.not_replayed) {
        let _ = write!(name, "<br><small>{}</small>", escape(reason));
    }
    let confirmed = row.verdicts.map_or(String::new(), |verdicts| {
        let others = verdicts.differs + verdicts.flaky + verdicts.other;
        let others = if others == 0 { String::new() } else { format!(" (−{others})") };
        format!("{}{others}", verdicts.confirmed)
    });
    let cells = [
        name,
        escape(&row.source),
        escape(&row.arguments),
        row.status.word().to_owned(),
        row.tests.to_string(),
        percent(row.lines),
        percent(row.branches),
        percent(row.reachable_branches),
        row.unexplained.to_string(),
        readable(format!("{:.0}", 100.0 * words.words)),
        readable(format!("{:.4}", words.n)),
        confirmed,
        row.bugs.to_string(),
        format!("{:.2}", row.seconds),
        format!("{:.0}", row.peak_mb),
    ];
    // Lower is worse: failures come first, then routines by the share of reachable branches that they cover.
    let rank = if failed { -1.0 } else { row.reachable_branches.percent() };
    write!(
        out,
        "<tr id=\"r-{}\" role=\"row\" class=\"{}\" data-rank=\"{rank:.3}\">",
        identifier(&row.routine),
        row.status.word()
    )?;
    for (cell, (head, is_number)) in cells.iter().zip(HEADS) {
        let class = if is_number { " class=\"number\"" } else { "" };
        write!(out, "<td{class} role=\"cell\" data-head=\"{head}\">{cell}</td>")?;
    }
    writeln!(out, "</tr>")
}

/// A name as part of an address.
fn identifier(name: &str) -> String {
    name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect()
}

/// The text as HTML, in which nothing looks like a placeholder of the template.
fn escape(text: &str) -> String {
    let text = printable(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    text.replace('"', "&quot;").replace('@', "&#64;")
}
