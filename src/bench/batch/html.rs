//! `report.html`: the batch as one page that opens from disk: totals, plots, and a table that sorts by any column.

use super::row::{Row, Share, Status, Totals};
use crate::util::text::printable;
use std::fmt::Write as _;
use std::io::{self, Write};

const STYLE: &str = include_str!("report.css");
const SCRIPT: &str = include_str!("report.js");

/// Writes the page. `link` gives the names and addresses of what belongs to a routine.
pub fn write(
    title: &str,
    rows: &[Row],
    link: &dyn Fn(&Row) -> Vec<(String, String)>,
    out: &mut impl Write,
) -> io::Result<()> {
    let name = escape(title);
    writeln!(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{name}</title>\n<style>\n{STYLE}</style>\n\
         </head>\n<body>\n<h1>{name}</h1>"
    )?;
    write_totals(rows, out)?;
    write_plots(rows, out)?;
    write_table(rows, link, out)?;
    writeln!(out, "<script>\n{SCRIPT}</script>\n</body>\n</html>")
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

/// Bars, the lowest first: a bar is a routine.
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

fn write_plot(title: &str, mut values: Vec<(&Row, f64)>, out: &mut impl Write) -> io::Result<()> {
    const HEIGHT: f64 = 120.0;
    const WIDTH: f64 = 480.0;
    if values.is_empty() {
        return Ok(());
    }
    values.sort_by(|a, b| a.1.total_cmp(&b.1));
    let step = WIDTH / values.len() as f64;
    let mut bars = String::new();
    for (at, (row, value)) in values.iter().enumerate() {
        let height = (HEIGHT * value / 100.0).max(1.0);
        let _ = writeln!(
            bars,
            "<a href=\"#r-{id}\"><rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{height:.1}\"><title>{name}: \
             {value:.0} %</title></rect></a>",
            step * at as f64,
            HEIGHT - height,
            (step - 1.0).max(0.8),
            id = identifier(&row.routine),
            name = escape(&row.routine),
        );
    }
    writeln!(
        out,
        "<figure><figcaption>{title}, percent, the lowest first</figcaption>\n\
         <svg viewBox=\"-30 -8 {} {}\" role=\"img\" aria-label=\"{title}\">\n\
         <g class=\"axis\"><path d=\"M0 0H{WIDTH}M0 60H{WIDTH}M0 120H{WIDTH}\"/>\
         <text x=\"-5\" y=\"4\">100</text><text x=\"-5\" y=\"64\">50</text><text x=\"-5\" y=\"124\">0</text></g>\n{bars}</svg>\n\
         </figure>",
        WIDTH + 40.0,
        HEIGHT + 16.0
    )
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

fn write_table(
    rows: &[Row],
    link: &dyn Fn(&Row) -> Vec<(String, String)>,
    out: &mut impl Write,
) -> io::Result<()> {
    writeln!(
        out,
        "<p class=\"tools\"><label>Find <input id=\"find\" type=\"search\" placeholder=\"routine, reason\"></label>\n\
         <button id=\"worst\">Worst first</button></p>\n<table id=\"rows\">\n<thead><tr>"
    )?;
    for (head, is_number) in HEADS {
        let class = if is_number { " class=\"number\"" } else { "" };
        writeln!(out, "<th{class}><button>{head}</button></th>")?;
    }
    writeln!(out, "</tr></thead>\n<tbody>")?;
    for row in rows {
        write_row(row, &link(row), out)?;
    }
    writeln!(out, "</tbody>\n</table>")
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
    // The lower, the worse: failures, then the least of what can be reached.
    let rank = if failed { -1.0 } else { row.reachable_branches.percent() };
    write!(
        out,
        "<tr id=\"r-{}\" class=\"{}\" data-rank=\"{rank:.3}\">",
        identifier(&row.routine),
        row.status.word()
    )?;
    for (cell, (_, is_number)) in cells.iter().zip(HEADS) {
        let class = if is_number { " class=\"number\"" } else { "" };
        write!(out, "<td{class}>{cell}</td>")?;
    }
    writeln!(out, "</tr>")
}

/// A name as part of an address.
fn identifier(name: &str) -> String {
    name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect()
}

fn escape(text: &str) -> String {
    printable(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
