//! The progress line on a terminal.

use indicatif::{ProgressBar, ProgressStyle};
use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};
use symir::run::Progress;

/// A line on standard error that tells how the run goes; nothing where that is no terminal.
pub struct Line {
    bar: Option<ProgressBar>,
    last: Instant,
    /// The time limit of the run.
    limit: Option<Duration>,
    /// Whether to write events to standard output, for programs.
    json: bool,
}

/// Events are for programs that wait for minutes, not for a second.
const EVENT_EVERY: Duration = Duration::from_secs(1);

const EVERY: Duration = Duration::from_millis(100);

impl Line {
    /// A line, unless `quiet` or not on a terminal.
    pub fn new(quiet: bool, limit: Option<Duration>, json: bool) -> Self {
        let wanted = !quiet && std::io::stderr().is_terminal();
        let bar = wanted.then(|| {
            let style = ProgressStyle::with_template("{spinner} {elapsed} {msg}")
                .expect("invariant: the template is well-formed");
            ProgressBar::new_spinner().with_style(style)
        });
        Self { bar, last: Instant::now(), limit, json }
    }

    /// Shows the numbers, at most ten times a second; an event a second for programs.
    pub fn show(&mut self, progress: &Progress) {
        if self.json && self.last.elapsed() >= EVENT_EVERY {
            self.last = Instant::now();
            let event = self.event(progress);
            // Whoever reads our output may have had enough: the next test tells.
            let _ = self.aside(|| writeln!(io::stdout(), "{event}"));
        }
        let Some(bar) = self.bar.as_ref().filter(|_| !self.json) else { return };
        if self.last.elapsed() < EVERY {
            return;
        }
        self.last = Instant::now();
        let left = match self.left(progress) {
            Some(left) => format!(", {left:.0} s left"),
            None => String::new(),
        };
        bar.set_message(format!(
            "{} tests of {} paths, {} of {} edges, {} states wait, {} MB, {:.0} questions/s, {:.0} % done{left}",
            progress.n_tests,
            progress.n_paths,
            progress.covered,
            progress.edges,
            progress.n_waiting,
            progress.resident >> 20,
            progress.questions as f64 / progress.seconds.max(0.001),
            // All of it is done when the run has ended.
            (100.0 * progress.done).min(99.0).floor(),
        ));
        bar.tick();
    }

    /// Seconds until the time is up, or until all is done if what is left takes as long as what was.
    fn left(&self, progress: &Progress) -> Option<f64> {
        let limit = self.limit.map(|limit| (limit.as_secs_f64() - progress.seconds).max(0.0));
        let all = (progress.done > 0.01).then(|| progress.seconds * (1.0 / progress.done - 1.0));
        limit.into_iter().chain(all).reduce(f64::min)
    }

    fn event(&self, progress: &Progress) -> serde_json::Value {
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
            "done": progress.done,
            "seconds_left": self.left(progress),
        })
    }

    /// Does `print` with the line out of the way.
    pub fn aside<T>(&self, print: impl FnOnce() -> T) -> T {
        match &self.bar {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
    }

    /// Takes the line away.
    pub fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
