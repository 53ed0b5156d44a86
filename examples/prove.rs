//! An example of a program that uses symir: it explores drivers, runs every test natively, and prints the
//! verdicts.
//!
//! `cargo run --example prove -- drivers/strlen.c`

use symir::pipeline::{Observer, Options, Pipeline};
use symir::{TestCase, TestLine, Verdict};

/// Prints each test together with what its native run says.
struct Printer;

impl Observer for Printer {
    fn verdict(&mut self, test: &TestCase, verdict: &Verdict) {
        println!("{}: {}", verdict.word(), TestLine(test));
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let options = Options { prove: true, ..Options::of(std::env::args_os().skip(1)) };
    let results = Pipeline::new(options)?.run(&mut Printer)?;
    let summary = &results.outcomes.summary;
    println!("{} tests, {} of {} branches", summary.tests, summary.branches_covered, summary.branches);
    Ok(())
}
