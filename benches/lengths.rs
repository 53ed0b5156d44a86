//! What a test costs if buffers are long: routines over strings of 16 to 4,096 characters, with any values
//! and with readable ones.
//!
//! Counts come first, since they repeat exactly: questions grow with the number of tests, and choosing
//! readable values asks no questions. Then come seconds of processor time, which do not depend on what else
//! the machine does: those of the fastest of several runs, and their share for a byte of all tests. A test of
//! a long string is itself long, so the time of a run grows with the square of the length, and the time of a
//! byte should not grow at all. The last column is the time with readable values divided by the time with any
//! values: the goal is 1.3.
//! `cargo bench --bench lengths -- strcmp 1024` measures that routine at that length alone.
//!
//! `cargo bench --bench lengths -- commands` measures the whole command instead, `symir run` with its tests
//! in a folder: once without native runs and once with them, in seconds of processor time of all its
//! processes and threads.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
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
    // If the text to be found were longer, the number of paths would grow exponentially.
    ("strstr", "S(s)", "s, \"x\""),
];
const LENGTHS: [usize; 5] = [16, 64, 256, 1024, 4096];
/// How many runs are made, of which the fastest counts. A run that takes longer than this many seconds is the
/// last.
const REPEATS: usize = 5;
const LONG: f64 = 1.0;
/// The argument that asks for whole commands.
const COMMANDS: &str = "commands";

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

/// Writes the driver of a routine into a folder.
fn driver(folder: &Path, routine: (&str, &str, &str), length: usize) -> PathBuf {
    let (name, declarations, arguments) = routine;
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let file = folder.join("driver.c");
    let routine = root.join("corpus/routines").join(name).with_extension("c");
    let text = include_str!("lengths.c")
        .replace("@ROUTINE@", &routine.to_string_lossy())
        .replace("@LENGTH@", &length.to_string())
        .replace("@DECLARATIONS@", declarations)
        .replace("@NAME@", name)
        .replace("@ARGUMENTS@", arguments);
    fs::write(&file, text).expect("the temporary folder can be written");
    file
}

fn program(routine: (&str, &str, &str), length: usize) -> Arc<Program> {
    let folder = tempfile::tempdir().expect("the temporary folder can be written");
    let file = driver(folder.path(), routine, length);
    let compiled = frontend::compile(&[file], &frontend::Options::default()).expect("the driver compiles");
    Arc::new(compiled.program)
}

/// The processor time of this thread in seconds, as Linux counts it.
fn processor_seconds() -> f64 {
    let counts = fs::read_to_string("/proc/thread-self/schedstat").expect("Linux has it");
    let nanoseconds = counts.split(' ').next().and_then(|first| first.parse::<f64>().ok());
    1e-9 * nanoseconds.expect("the first is a number")
}

/// The summary of the fastest run, the bytes of its tests, and its seconds.
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

/// The processor time in seconds of all child processes that have ended, and of their child processes.
fn seconds_of_children() -> f64 {
    let mut usage = std::mem::MaybeUninit::<libc::rusage>::uninit();
    // SAFETY: the call fills in the structure, and fails only on a bad pointer or a bad first argument.
    let usage = unsafe {
        assert_eq!(libc::getrusage(libc::RUSAGE_CHILDREN, usage.as_mut_ptr()), 0);
        usage.assume_init()
    };
    let seconds = |time: libc::timeval| time.tv_sec as f64 + 1e-6 * time.tv_usec as f64;
    seconds(usage.ru_utime) + seconds(usage.ru_stime)
}

/// The processor time in seconds of `symir run` with these values and options: the least of several runs.
fn measure_command(routine: (&str, &str, &str), length: usize, readable: &str, options: &[&str]) -> f64 {
    let folder = tempfile::tempdir().expect("the temporary folder can be written");
    let file = driver(folder.path(), routine, length);
    let mut least = f64::INFINITY;
    for _ in 0..REPEATS {
        let tests = folder.path().join("tests");
        let start = seconds_of_children();
        let mut command = Command::new(env!("CARGO_BIN_EXE_symir"));
        command.args(["run", "--all", "--workers", "1", "--readable", readable]).args(options);
        command.arg(&file).arg("-o").arg(&tests).stdout(Stdio::null()).stderr(Stdio::null());
        let status = command.status().expect("symir starts");
        assert!(status.success(), "{}: {status}", routine.0);
        let seconds = seconds_of_children() - start;
        fs::remove_dir_all(&tests).expect("the temporary folder can be written");
        least = least.min(seconds);
        if seconds > LONG {
            break;
        }
    }
    least
}

/// Prints a row with the seconds of the commands.
fn print_commands(routine: (&str, &str, &str), length: usize) {
    print!("{:<8} {length:>6}", routine.0);
    for options in [&["--no-replay"][..], &[]] {
        let any = measure_command(routine, length, "witness", options);
        let words = measure_command(routine, length, "words", options);
        print!(" | {any:>9.3} {words:>9.3} {:>6.2}", words / any);
    }
    println!();
}

fn print_head() {
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
}

fn print_head_of_commands() {
    let columns = format!("{:>9} {:>9} {:>6}", "any, s", "words, s", "ratio");
    println!("{:<15} | {:<26} | with native runs", "", "without native runs");
    println!("{:<8} {:>6} | {columns} | {columns}", "routine", "length");
}

fn is_length(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_name(word: &str) -> bool {
    word != COMMANDS && !is_length(word)
}

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let is_wanted = |word: &str, is_one: fn(&str) -> bool| {
        wanted.iter().any(|one| one == word) || !wanted.iter().any(|one| is_one(one))
    };
    for word in &wanted {
        let is_known = word == COMMANDS
            || ROUTINES.iter().any(|routine| routine.0 == word)
            || LENGTHS.iter().any(|length| length.to_string() == *word);
        if !is_known {
            let names = ROUTINES.map(|routine| routine.0).join(", ");
            eprintln!("`{word}`: give a routine ({names}), one of the lengths {LENGTHS:?}, or `{COMMANDS}`");
            std::process::exit(2);
        }
    }
    let of_commands = wanted.iter().any(|word| word == COMMANDS);
    if of_commands {
        print_head_of_commands();
    } else {
        print_head();
    }
    for routine in ROUTINES.into_iter().filter(|routine| is_wanted(routine.0, is_name)) {
        for length in LENGTHS.into_iter().filter(|length| is_wanted(&length.to_string(), is_length)) {
            if of_commands {
                print_commands(routine, length);
                continue;
            }
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
