//! What a test costs where buffers are long: routines over strings of 16 to 4,096 characters, with any values and with
//! readable ones.
//!
//! Counts come first, since they repeat exactly: questions grow with the number of tests, and readable values ask none.
//! Seconds follow, those of the processor, so that it does not matter what else the machine does: the least of several
//! runs, with the share of a byte of all tests. A test of a long string is itself long, so the time of a run grows with the
//! square of the length, and the time of a byte should not grow at all.
//! The last column is what readable values cost beside any values: the goal is 1.3.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use symir::internals::engine::Flow;
use symir::internals::frontend;
use symir::internals::ir::Program;
use symir::internals::readable::Method;
use symir::internals::run::{Options, Progress, Receiver, Summary, run};
use symir::internals::testcase::TestCase;

/// Routines, with the declarations and the arguments of a call.
const ROUTINES: [(&str, &str, &str); 3] = [
    ("strlen", "S(s)", "s"),
    ("strcmp", "S(s) S(other)", "s, other"),
    // A longer text to be found would have a number of paths that grows exponentially.
    ("strstr", "S(s)", "s, \"x\""),
];
const LENGTHS: [usize; 5] = [16, 64, 256, 1024, 4096];
/// Runs of which the fastest counts, unless one takes longer than this many seconds.
const REPEATS: usize = 5;
const LONG: f64 = 1.0;

/// Takes tests and counts their bytes.
#[derive(Default)]
struct Bytes(usize);

impl Receiver for Bytes {
    fn found(&mut self, test: &TestCase) -> Flow {
        self.0 += test.inputs.iter().map(|input| input.bytes.len()).sum::<usize>();
        Flow::Continue
    }
    fn in_order(&mut self, _: &TestCase) -> Flow {
        Flow::Continue
    }
    fn progress(&mut self, _: &Progress) {}
}

fn program(routine: (&str, &str, &str), length: usize) -> Arc<Program> {
    let (name, declarations, arguments) = routine;
    let folder = tempfile::tempdir().expect("the temporary folder can be written");
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let file = folder.path().join("driver.c");
    let routine = root.join("corpus/routines").join(name).with_extension("c");
    let text = include_str!("lengths.c")
        .replace("@ROUTINE@", &routine.to_string_lossy())
        .replace("@LENGTH@", &length.to_string())
        .replace("@DECLARATIONS@", declarations)
        .replace("@NAME@", name)
        .replace("@ARGUMENTS@", arguments);
    fs::write(&file, text).expect("the temporary folder can be written");
    let compiled = frontend::compile(&[file], &frontend::Options::default()).expect("the driver compiles");
    Arc::new(compiled.program)
}

/// Seconds of the processor that this thread has taken, as Linux counts them.
fn processor_seconds() -> f64 {
    let counts = fs::read_to_string("/proc/thread-self/schedstat").expect("Linux has it");
    let nanoseconds = counts.split(' ').next().and_then(|first| first.parse::<f64>().ok());
    1e-9 * nanoseconds.expect("the first is a number")
}

/// A run's summary, the bytes of its tests, and its seconds.
fn measure(program: &Arc<Program>, method: Method) -> (Summary, usize, f64) {
    let mut options = Options::default();
    options.readable.method = method;
    let mut best: Option<(Summary, usize, f64)> = None;
    for _ in 0..REPEATS {
        let mut bytes = Bytes::default();
        let start = processor_seconds();
        let summary = run(program, &options, &mut bytes).expect("the driver has a main").summary;
        let seconds = processor_seconds() - start;
        if best.as_ref().is_none_or(|(_, _, least)| seconds < *least) {
            best = Some((summary, bytes.0, seconds));
        }
        if seconds > LONG {
            break;
        }
    }
    best.expect("invariant: there is one run at least")
}

fn main() {
    println!(
        "{:<8} {:>6} {:>8} {:>12} {:>10} {:>8} {:>8} {:>8} | {:>9} {:>8} | {:>9} {:>8} | {:>6}",
        "routine",
        "length",
        "tests",
        "instructions",
        "questions",
        "of words",
        "backend",
        "terms",
        "any, s",
        "ns/byte",
        "words, s",
        "ns/byte",
        "ratio"
    );
    for routine in ROUTINES {
        for length in LENGTHS {
            let program = program(routine, length);
            let (any, n_any, any_seconds) = measure(&program, Method::Witness);
            let (words, n_words, words_seconds) = measure(&program, Method::Words);
            assert_eq!(
                (any.tests, n_any),
                (words.tests, n_words),
                "the same paths have tests of the same size"
            );
            let asked = |summary: &Summary| summary.questions.iter().map(|(_, count)| count).sum::<u64>();
            let backend = any.questions.iter().find(|(link, _)| *link == "backend").map_or(0, |(_, n)| *n);
            println!(
                "{:<8} {length:>6} {:>8} {:>12} {:>10} {:>8} {backend:>8} {:>8} | {any_seconds:>9.4} {:>8.1} | \
                 {words_seconds:>9.4} {:>8.1} | {:>6.2}",
                routine.0,
                any.tests,
                any.instructions,
                asked(&any),
                words.probes,
                any.terms,
                1e9 * any_seconds / n_any as f64,
                1e9 * words_seconds / n_words as f64,
                words_seconds / any_seconds
            );
        }
    }
}
