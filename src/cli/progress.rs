//! The progress line on a terminal.

use indicatif::{ProgressBar, ProgressStyle};
use std::io::IsTerminal;
use std::time::{Duration, Instant};
use symir::run::Progress;

/// A line on standard error that tells how the run goes; nothing where that is no terminal.
pub struct Line {
    bar: Option<ProgressBar>,
    last: Instant,
}

const EVERY: Duration = Duration::from_millis(100);

impl Line {
    /// A line, unless `quiet` or not on a terminal.
    pub fn new(quiet: bool) -> Self {
        let wanted = !quiet && std::io::stderr().is_terminal();
        let bar = wanted.then(|| {
            let style = ProgressStyle::with_template("{spinner} {elapsed} {msg}")
                .expect("invariant: the template is well-formed");
            ProgressBar::new_spinner().with_style(style)
        });
        Self { bar, last: Instant::now() }
    }

    /// Shows the numbers, at most ten times a second.
    pub fn show(&mut self, progress: &Progress) {
        let Some(bar) = &self.bar else { return };
        if self.last.elapsed() < EVERY {
            return;
        }
        self.last = Instant::now();
        bar.set_message(format!(
            "{} tests, {} states wait, {} instructions, {} questions",
            progress.n_tests, progress.n_waiting, progress.instructions, progress.questions
        ));
        bar.tick();
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
