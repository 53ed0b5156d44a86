//! The summary of a run as text.

use super::bug::BugText;
use crate::coverage::Why;
use crate::explain::Alone;
use crate::run::{LateType, Summary, Uncovered};
use crate::testcase::TestCase;
use crate::util::text::counted;
use std::fmt::{self, Display};
use std::path::PathBuf;

/// How many reasons for uncovered code are shown at most.
const MOST_UNCOVERED: usize = 8;

/// A summary to be shown to a person.
pub struct Text<'a> {
    pub summary: &'a Summary,
    /// Whether to show figures that only developers of symir need.
    pub all: bool,
    /// How many tests were printed, if not all.
    pub n_printed: Option<u64>,
    /// What native runs of the tests say: whole lines, or nothing.
    pub replay: &'a str,
    /// The files of the tests of bugs, by the tests' decision paths, if there is a folder for them.
    pub inputs: &'a [(Vec<u32>, PathBuf)],
}

impl Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let summary = self.summary;
        write!(f, "tests         {} from {}", summary.tests, counted(summary.paths, "path"))?;
        if summary.assumed_away > 0 {
            write!(f, ", {} assumed away", summary.assumed_away)?;
        }
        let unsupported: u64 = summary.unsupported.iter().map(|report| report.paths).sum();
        writeln!(
            f,
            "; {}, {unsupported} unsupported, {} unknown",
            counted(summary.bugs.len() as u64, "bug"),
            summary.unknown
        )?;
        if let Some(n_printed) = self.n_printed.filter(|n_printed| *n_printed < summary.tests) {
            writeln!(
                f,
                "printed       {n_printed} of them, which have every outcome, side of a branch and border; --all prints the \
                 {} too",
                match summary.tests - n_printed {
                    1 => "other one".to_owned(),
                    n_others => format!("{n_others} others"),
                }
            )?;
        }
        writeln!(
            f,
            "coverage      {}: lines {}, branches {}",
            summary.functions.join(", "),
            share(summary.lines_covered, summary.lines),
            share(summary.branches_covered, summary.branches)
        )?;
        write!(f, "{}", self.replay)?;
        self.uncovered(f)?;
        self.findings(f)?;
        writeln!(
            f,
            "work          {} instructions, {}, {} terms",
            summary.instructions,
            counted(summary.forks, "fork"),
            summary.terms
        )?;
        self.rules(f)?;
        if self.all && summary.waiting_states > 0 {
            writeln!(
                f,
                "states        at most {} waiting, about {} bytes each",
                summary.waiting_states, summary.bytes_per_state
            )?;
        }
        if self.all && (summary.workers.len() > 1 || summary.replayed > 0) {
            let each: Vec<String> = summary.workers.iter().map(u64::to_string).collect();
            writeln!(
                f,
                "workers       {} instructions each; {} to make states again, of which {} had waited as decision paths",
                each.join(", "),
                summary.replayed,
                summary.parked
            )?;
        }
        self.questions(f)?;
        write!(
            f,
            "time          {:.3} s, of it {:.3} s in {}",
            summary.seconds, summary.backend_seconds, summary.backend
        )
    }
}

/// Explains why a test exists, below its line: its name, and what each line of the source decided.
pub struct Explained<'a>(pub &'a TestCase);

impl Display for Explained<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Explained(test) = self;
        writeln!(f, "  {}", test.name)?;
        for (index, reason) in test.because.iter().enumerate() {
            writeln!(f, "  {} {reason}", if index == 0 { "because" } else { "    and" })?;
        }
        Ok(())
    }
}

/// What each test covers that no other test does. Printed after the last test.
pub struct AloneList<'a> {
    pub alone: &'a [Alone],
    /// Whether each entry is printed as a JSON object.
    pub json: bool,
}

impl Display for AloneList<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.json && !self.alone.is_empty() {
            writeln!(f, "\ncovered by one test alone:")?;
        }
        for Alone { name, alone } in self.alone {
            match self.json {
                true => {
                    let object = serde_json::json!({ "event": "alone", "name": name, "alone": alone });
                    writeln!(f, "{object}")?;
                }
                false => writeln!(f, "  {name}: {}", alone.join(", "))?,
            }
        }
        Ok(())
    }
}

impl Text<'_> {
    /// With `all`: how often each rewrite rule was applied, the most frequent first.
    fn rules(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.all {
            return Ok(());
        }
        let mut rules = self.summary.rules.clone();
        rules.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        let applied: u64 = rules.iter().map(|(_, count)| count).sum();
        writeln!(f, "rules         {} applied", counted(applied, "rewrite"))?;
        rules.iter().try_for_each(|(rule, count)| writeln!(f, "              {count:>8}  {rule}"))
    }

    /// How many questions each link answered. With `all`, each link has a line of its own with its share.
    fn questions(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let summary = self.summary;
        let asked: u64 = summary.questions.iter().map(|(_, count)| count).sum();
        if !self.all {
            let answered = summary.questions.iter().filter(|(_, count)| *count > 0);
            let by_link: Vec<String> = answered.map(|(link, count)| format!("{link} {count}")).collect();
            if asked == 0 {
                return writeln!(f, "questions     none");
            }
            return writeln!(
                f,
                "questions     {asked}: {}; {} for readability",
                by_link.join(", "),
                summary.probes
            );
        }
        writeln!(f, "questions     {asked}, {} for readability; answered by", summary.probes)?;
        let share = |count: u64| 100.0 * count as f64 / asked.max(1) as f64;
        for (link, count) in &summary.questions {
            writeln!(f, "              {link:<13} {count:>8} {:>5.1} %", share(*count))?;
        }
        let independent = summary.independent;
        writeln!(f, "              conditions left out of {independent} ({:.1} %)", share(independent))
    }

    /// What no test covers. Things with the same reason stand together, and only the first few reasons are
    /// shown.
    fn uncovered(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut groups: Vec<(&Why, Vec<&str>)> = Vec::new();
        for Uncovered { what, why } in &self.summary.uncovered {
            match groups.iter_mut().find(|(other, _)| *other == why) {
                Some((_, known)) => known.push(what),
                None => groups.push((why, vec![what])),
            }
        }
        for (why, what) in groups.iter().take(MOST_UNCOVERED) {
            let more = what.len().saturating_sub(3);
            let what = what[..what.len() - more].join(", ");
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            writeln!(f, "uncovered     {what}{more}: {why}")?;
        }
        let more = groups.len().saturating_sub(MOST_UNCOVERED);
        if more > 0 {
            writeln!(
                f,
                "uncovered     for {} more; -o DIR writes all to coverage.html",
                counted(more as u64, "reason")
            )?;
        }
        Ok(())
    }

    /// What went wrong or was left out, each on a line with its own label.
    fn findings(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let summary = self.summary;
        for report in &summary.bugs {
            let input = self.inputs.iter().find(|(decision_path, _)| *decision_path == report.decision_path);
            write!(f, "{}", BugText { report, input: input.map(|(_, path)| path.as_path()) })?;
        }
        for report in &summary.unsupported {
            let site = report.site.as_ref().map_or(String::new(), |site| format!(" at {site}"));
            let paths = counted(report.paths, "path");
            let completed = match report.completed {
                0 => String::new(),
                all if all == report.paths => ", completed natively".to_owned(),
                some => format!(", {some} completed natively"),
            };
            writeln!(f, "unsupported   {}{site} ({paths}{completed})", report.what)?;
            if let Some(advice) = &report.advice {
                writeln!(f, "              {advice}")?;
            }
        }
        if summary.unknown > 0 {
            writeln!(
                f,
                "unknown       {} no solver could answer; {} without a test, {} unconfirmed",
                counted(summary.unknown, "question"),
                counted(summary.undecided, "path"),
                counted(summary.unconfirmed, "test")
            )?;
        }
        if summary.unreadable > 0 {
            writeln!(f, "unreadable    {} with plain values", counted(summary.unreadable, "test"))?;
        }
        if !summary.unset.is_empty() {
            let names = summary.unset.join(", ");
            writeln!(
                f,
                "never set     the function under test reads {names}, which nobody set: symir_global(variable) in the driver \
                 makes a variable an input"
            )?;
        }
        for (name, count) in &summary.sources {
            writeln!(f, "made inputs   {name}, which differs from run to run: {}", counted(*count, "time"))?;
        }
        if self.all || !summary.approximations.is_empty() {
            for (name, count) in &summary.approximations {
                writeln!(f, "approximated  {name}: {}", counted(*count, "time"))?;
            }
        }
        if let Some(reason) = &summary.log_failure {
            writeln!(f, "not logged    {reason}")?;
        }
        if summary.is_saturated {
            let left = counted(summary.waiting_at_end as u64, "state");
            writeln!(f, "saturated     coverage did not grow any more; {left} not explored further")?;
        }
        if summary.is_attained {
            let left = counted(summary.waiting_at_end as u64, "state");
            writeln!(
                f,
                "attained      tests cover everything that was asked for; {left} not explored further"
            )?;
        }
        if let Some(reason) = summary.exhausted.filter(|_| !summary.is_saturated && !summary.is_attained) {
            let unfinished = summary.unfinished_by.get(reason).copied().unwrap_or_default();
            writeln!(f, "ended early   by {reason}; {} unfinished", counted(unfinished, "path"))?;
        }
        let limits = summary.unfinished_by.iter();
        for (reason, count) in limits.filter(|(reason, _)| summary.exhausted != Some(reason)) {
            writeln!(f, "limited       by {reason}: {}", counted(*count, "path"))?;
        }
        if summary.left > 0 {
            writeln!(f, "not reached   {} that waited without a test", counted(summary.left, "state"))?;
        }
        for LateType { pointer, ty, objects, .. } in &summary.types {
            writeln!(f, "type          {pointer} leads to {ty}: {}", counted(*objects, "object"))?;
        }
        if summary.diverged > 0 {
            writeln!(f, "diverged      {} that could not be made again", counted(summary.diverged, "state"))?;
        }
        if summary.lost > 0 {
            writeln!(f, "lost          {} on a disk that gave nothing back", counted(summary.lost, "test"))?;
        }
        if let Some(reason) = &summary.checkpoint_failure {
            writeln!(f, "no checkpoint {reason}")?;
        }
        Ok(())
    }
}

/// `3 of 4 (75 %)`.
fn share(part: usize, whole: usize) -> String {
    if whole == 0 {
        return "none".to_owned();
    }
    // Rounded down, so that 100 % means all.
    format!("{part} of {whole} ({} %)", part * 100 / whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_but_one_is_not_a_hundred_percent() {
        assert_eq!(share(999, 1000), "999 of 1000 (99 %)");
        assert_eq!(share(0, 0), "none");
    }
}
