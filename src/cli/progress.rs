//! The progress line on a terminal.

use super::output;
use crate::run::Progress;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::IsTerminal;
use std::time::{Duration, Instant};

/// The limits that end a run early, if it has any. Only against these can the progress of a run be measured,
/// since the number of paths is unknown until the last one has ended.
#[derive(Copy, Clone, Default, Debug)]
pub struct Limits {
    pub time: Option<Duration>,
    pub paths: Option<u64>,
    pub instructions: Option<u64>,
}

/// A line on standard error that shows how the run goes. There is none if standard error is not a terminal.
pub struct Line {
    bar: Option<ProgressBar>,
    last: Instant,
    limits: Limits,
    /// Whether to write events to standard output, for programs.
    json: bool,
    /// Whether the bar now counts the tests that were run natively.
    is_proving: bool,
}

/// Programs that read events wait for minutes, so an event a second is enough.
const EVENT_EVERY: Duration = Duration::from_secs(1);

const EVERY: Duration = Duration::from_millis(100);

impl Line {
    /// A line, unless `quiet` or not on a terminal.
    pub fn new(quiet: bool, limits: Limits, json: bool) -> Self {
        let wanted = !quiet && std::io::stderr().is_terminal();
        let bar = wanted.then(|| ProgressBar::new_spinner().with_style(style("{spinner} {elapsed} {msg}")));
        Self { bar, last: Instant::now(), limits, json, is_proving: false }
    }

    /// Shows the numbers at most ten times a second. Programs get at most one event a second instead.
    pub fn show(&mut self, progress: &Progress) {
        if self.json && self.last.elapsed() >= EVENT_EVERY {
            self.last = Instant::now();
            let event = self.limits.event(progress);
            // An error is ignored here: it will also occur when the next test is printed, and is reported
            // then.
            let _ = self.aside(|| output::line(&event));
        }
        let Some(bar) = self.bar.as_ref().filter(|_| !self.json) else { return };
        if self.last.elapsed() < EVERY {
            return;
        }
        self.last = Instant::now();
        bar.set_message(self.limits.message(progress));
        bar.tick();
    }

    /// Shows in a bar of its own how many of the tests were run natively.
    pub fn show_proving(&mut self, n_done: u64, n_tests: u64) {
        let Some(bar) = self.bar.as_ref().filter(|_| !self.json && n_tests > 0) else { return };
        if !std::mem::replace(&mut self.is_proving, true) {
            bar.set_style(style("{bar:30} {pos} of {len} tests run natively, {elapsed}"));
            bar.reset_elapsed();
        }
        bar.set_length(n_tests);
        bar.set_position(n_done);
    }

    /// Returns a function that writes a line to standard error, with the progress line out of the way.
    /// Another thread may call it.
    pub fn herald(&self, words: String) -> impl Fn() + Send + 'static {
        let bar = self.bar.clone();
        move || match &bar {
            Some(bar) => bar.suspend(|| output::tell_line(&words)),
            None => output::tell_line(&words),
        }
    }

    /// Calls `print` with the progress line out of the way.
    pub fn aside<T>(&self, print: impl FnOnce() -> T) -> T {
        match &self.bar {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
    }

    /// Removes the line.
    pub fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).expect("invariant: the template is well-formed")
}

impl Limits {
    /// Which part of its limit is used up, from 0 to 1, for the limit that is nearest to ending the run.
    fn used(&self, progress: &Progress) -> Option<f64> {
        let time = self.time.map(|limit| progress.seconds / limit.as_secs_f64().max(1e-3));
        let of = |limit: Option<u64>, used: u64| limit.map(|limit| used as f64 / limit.max(1) as f64);
        let counted = [of(self.paths, progress.n_paths), of(self.instructions, progress.instructions)];
        let used = counted.into_iter().chain([time]).flatten().reduce(f64::max);
        used.map(|used| used.min(1.0))
    }

    fn message(&self, progress: &Progress) -> String {
        let mut text = format!(
            "{} tests of {} paths, {} of {} edges, {} states wait, {} MB, {:.0} questions/s",
            progress.n_tests,
            progress.n_paths,
            progress.covered,
            progress.edges,
            progress.n_waiting,
            progress.resident >> 20,
            progress.questions as f64 / progress.seconds.max(0.001),
        );
        if let Some(limit) = self.time {
            text += &format!(", {:.0} s of {:.0} s", progress.seconds, limit.as_secs_f64());
        }
        if let Some(limit) = self.paths {
            text += &format!(", {} of {limit} paths", progress.n_paths);
        }
        if let Some(limit) = self.instructions {
            text += &format!(", {} of {limit} instructions", progress.instructions);
        }
        text
    }

    fn event(&self, progress: &Progress) -> serde_json::Value {
        let left = self.time.map(|limit| (limit.as_secs_f64() - progress.seconds).max(0.0));
        serde_json::json!({
            "event": "progress",
            "seconds": progress.seconds,
            "tests": progress.n_tests,
            "paths": progress.n_paths,
            "edges": progress.edges,
            "edges_covered": progress.covered,
            "states": progress.n_waiting,
            "workers": progress.n_workers,
            "instructions": progress.instructions,
            "questions": progress.questions,
            "bytes": progress.resident,
            "done": self.used(progress),
            "seconds_left": left,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROGRESS: Progress = Progress {
        n_tests: 9,
        n_paths: 10,
        n_waiting: 4000,
        n_workers: 2,
        instructions: 500,
        questions: 70,
        covered: 5,
        edges: 8,
        resident: 64 << 20,
        seconds: 7.0,
    };

    #[test]
    fn without_a_limit_nobody_says_how_much_is_done() {
        let limits = Limits::default();
        let message = limits.message(&PROGRESS);
        assert_eq!(
            message, "9 tests of 10 paths, 5 of 8 edges, 4000 states wait, 64 MB, 10 questions/s",
            "no estimate"
        );
        let event = limits.event(&PROGRESS);
        assert!(event["done"].is_null() && event["seconds_left"].is_null(), "{event}");
    }

    #[test]
    fn what_is_done_is_told_against_the_limit() {
        let limits = Limits { time: Some(Duration::from_secs(28)), paths: Some(20), instructions: None };
        let message = limits.message(&PROGRESS);
        assert!(message.ends_with(", 7 s of 28 s, 10 of 20 paths"), "{message}");
        let event = limits.event(&PROGRESS);
        assert_eq!((event["done"].as_f64(), event["seconds_left"].as_f64()), (Some(0.5), Some(21.0)));
    }
}
