//! How readable the tests of the twelve drivers are, and what that costs, with the release binary, as a user
//! runs it.
//!
//! First comes the paper's Table 1 beside ours: N of each function and method, both by the paper's table of
//! letter pairs. The paper's figures come from its records. The table and the records lie outside of the
//! repository (`tests/readability/records.rs` says where), and without them this part is left out. A method
//! that draws letters has the mean of the seeds 1 to 5.
//!
//! Then come figures about the strings of two characters and more that the default method chooses: how many
//! are words, how many are words if a word fits (`tests/readability/fits.rs` has the definition), how many of
//! a function's strings differ, and the bits a letter by a model that has not seen the word, beside those of
//! common words of the same lengths.
//!
//! Last comes the cost: every driver is compiled beforehand, the methods take turns, and the best of several
//! runs counts.

#[path = "../tests/readability/fits.rs"]
mod fits;
#[path = "../tests/readability/judge.rs"]
mod judge;
#[path = "../tests/readability/records.rs"]
mod records;
#[path = "../tests/readability/runs.rs"]
mod runs;

use clap::Parser;
use judge::{HeldOut, Quality, mean};
use records::{N_RUNS, RECORDED, Record, TABLE, data, n_runs, paper, records};
use runs::{DRIVERS, Run, driver};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;
use symir::internals::frontend;
use symir::internals::readable::score::{Summary, Tally, strings_of_line};
use symir::internals::readable::{Dictionary, Language};

/// How often each driver is run with each method to measure the time.
const REPEATS: usize = 15;
/// The methods whose cost is measured; the others are compared with the first.
const MEASURED: [&str; 3] = ["none", "words", "roulette"];
/// How many strings are shown that could be words and are not.
const SHOWN: usize = 10;

#[derive(Parser)]
struct Options {
    /// Cargo passes this to every benchmark
    #[arg(long, hide = true)]
    bench: bool,
}

fn main() {
    Options::parse();
    match (paper(), data(TABLE), records()) {
        (Some(language), Some(table), Some(records)) => print_table(&language, &table, &records),
        _ => println!("Table 1 is left out: the paper's table and records are not there"),
    }
    print_quality();
    print_cost();
}

// --- Table 1 -----------------------------------------------------------------------------------------------

/// N by function, M and sigma of a method. If the method draws letters, they are means over several runs.
struct Column {
    head: String,
    n: BTreeMap<String, f64>,
    m: f64,
    sigma: f64,
}

impl Column {
    fn new(head: String, summaries: &[Summary]) -> Column {
        let average = |of: fn(&Summary) -> f64| mean(summaries.iter().map(of)).expect("there are runs");
        let mut n: BTreeMap<String, f64> = BTreeMap::new();
        for function in summaries.iter().flat_map(|summary| &summary.functions) {
            *n.entry(function.function.clone()).or_default() += function.n / summaries.len() as f64;
        }
        Column { head, n, m: average(|summary| summary.n), sigma: average(|summary| summary.sigma) }
    }
}

fn print_table(language: &Language, table: &Path, records: &[Record]) {
    let recorded = RECORDED.map(|(experiment, _)| recorded(language, records, experiment));
    let methods = RECORDED.map(|(experiment, _)| experiment.to_ascii_lowercase());
    let ours = methods.iter().map(|method| ours(language, Some(table), method));
    let columns: Vec<Column> = recorded.into_iter().chain(ours).chain([ours_words(language)]).collect();
    println!("N of each function by the paper's table: the paper's records, then ours\n");
    let width = 9 * RECORDED.len();
    println!("{:<12}{:^width$}{:^width$}", "", "paper", "symir");
    print!("{:<12}", "function");
    columns.iter().for_each(|column| print!("{:>9}", column.head));
    println!();
    for name in DRIVERS {
        print!("{name:<12}");
        columns.iter().for_each(|column| match column.n.get(name) {
            Some(n) => print!("{n:>9.4}"),
            None => print!("{:>9}", "-"),
        });
        println!();
    }
    print!("{:<12}", "M");
    columns.iter().for_each(|column| print!("{:>9.4}", column.m));
    print!("\n{:<12}", "sigma");
    columns.iter().for_each(|column| print!("{:>9.4}", column.sigma));
    println!("\n");
}

/// The column of the paper's runs of an experiment.
fn recorded(language: &Language, records: &[Record], experiment: &str) -> Column {
    let mut tallies: BTreeMap<u32, Tally> = BTreeMap::new();
    let of_experiment = records.iter().filter(|record| record.experiment == experiment);
    for record in of_experiment.filter(|record| !record.values.is_empty() && record.run <= N_RUNS) {
        let (function, strings) = strings_of_line(&record.line).expect("a test line");
        tallies.entry(record.run).or_default().add(language, function, &strings);
    }
    let summaries: Vec<Summary> = tallies.values().filter_map(Tally::summary).collect();
    Column::new(experiment.to_ascii_lowercase(), &summaries)
}

/// The column of our runs with a method, which draws letters by `model` if one is given.
fn ours(language: &Language, model: Option<&Path>, method: &str) -> Column {
    let model = model.map(|path| path.to_str().expect("a plain path"));
    let summary = |seed: u32| {
        let seed = seed.to_string();
        let mut args = vec!["--readable", method, "--seed", &seed];
        args.extend(model.iter().flat_map(|model| ["--model", *model]));
        let mut tally = Tally::default();
        DRIVERS.iter().for_each(|name| Run::new(&driver(name), &args).tally(language, &mut tally));
        tally.summary().expect("there are strings")
    };
    let summaries: Vec<Summary> = (1..=n_runs(method)).map(summary).collect();
    Column::new(method.to_owned(), &summaries)
}

/// The column of the default method, with the model and the dictionary that the program carries.
fn ours_words(language: &Language) -> Column {
    ours(language, None, "words")
}

// --- Strings -----------------------------------------------------------------------------------------------

fn print_quality() {
    let dictionary = Dictionary::english();
    let held_out = HeldOut::new(&dictionary);
    println!(
        "Strings of two characters and more that the default method chooses: percent of words, of words where one \
         fits,\nof different ones; bits a letter by a held-out model, beside those of common words of the same \
         lengths: of all, and of those that could be words\n"
    );
    println!(
        "{:<12}{:>9}{:>8}{:>9}{:>9}{:>11}{:>8}{:>8}{:>10}{:>8}",
        "function",
        "strings",
        "words",
        "could be",
        "words",
        "different",
        "bits",
        "common",
        "could be",
        "common"
    );
    let mut all = Quality::default();
    for name in DRIVERS {
        let quality = Quality::of_run(name, &Run::new(&driver(name), &[]), &dictionary, &held_out);
        print_row(name, &quality);
        all.extend(&quality);
    }
    print_row("all", &all);
    if !all.missed.is_empty() {
        println!("\nStrings that could be words, {SHOWN} of {} at most", all.missed.len());
        all.missed.iter().take(SHOWN).for_each(|missed| println!("    {missed}"));
    }
    print_lengths(&held_out);
    println!();
}

fn print_row(name: &str, quality: &Quality) {
    let ((bits, common), (fitting, fitting_common)) = (quality.bits.means(), quality.fitting_bits.means());
    println!(
        "{name:<12}{:>9}{:>8.1}{:>9}{:>9.1}{:>11.1}{bits:>8.3}{common:>8.3}{fitting:>10.3}{fitting_common:>8.3}",
        quality.n_strings,
        100.0 * quality.words(),
        quality.n_fitting,
        100.0 * quality.fitting(),
        100.0 * quality.distinct(),
    );
}

/// Bits a letter by length, of the strings of all drivers and of common words.
fn print_lengths(held_out: &HeldOut) {
    let runs = DRIVERS.map(|name| Run::new(&driver(name), &[]));
    let inputs = runs.iter().flat_map(|run| &run.tests).flat_map(|test| &test.inputs);
    let mut by_length: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
    for text in inputs.filter_map(runs::Input::text) {
        if text.iter().all(u8::is_ascii_lowercase) {
            by_length.entry(text.len()).or_default().extend(held_out.bits(text));
        }
    }
    println!("\n{:<12}{:>9}{:>8}{:>8}", "letters", "strings", "bits", "common");
    for (length, bits) in by_length {
        let common = held_out.common_bits(length).unwrap_or(f64::NAN);
        let n = bits.len();
        println!("{length:<12}{n:>9}{:>8.3}{common:>8.3}", mean(bits.into_iter()).unwrap_or(f64::NAN));
    }
}

// --- Cost --------------------------------------------------------------------------------------------------

/// Sums over the drivers for one method.
#[derive(Default)]
struct Cost {
    tests: f64,
    instructions: f64,
    questions: f64,
    probes: f64,
    backend: f64,
    /// Sums of the best times: as symir itself reports them, and of the whole process.
    seconds: f64,
    wall: f64,
}

fn print_cost() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut costs = MEASURED.map(|_| Cost::default());
    for name in DRIVERS {
        let bitcode = compile(name, folder.path());
        let mut best = MEASURED.map(|_| (f64::INFINITY, f64::INFINITY));
        for _ in 0..REPEATS {
            for (method, best) in MEASURED.iter().zip(&mut best) {
                let (run, wall) = timed(&bitcode, method);
                *best = (best.0.min(run.number("seconds")), best.1.min(wall));
            }
        }
        for ((method, cost), (seconds, wall)) in MEASURED.iter().zip(&mut costs).zip(best) {
            let (run, _) = timed(&bitcode, method);
            cost.tests += run.number("tests");
            cost.instructions += run.number("instructions");
            cost.questions += run.questions(None);
            cost.probes += run.number("probes");
            cost.backend += run.questions(Some("backend"));
            cost.seconds += seconds;
            cost.wall += wall;
        }
    }
    println!("Cost of the twelve drivers together, the best of {REPEATS} runs of each\n");
    println!(
        "{:<10}{:>7}{:>14}{:>11}{:>17}{:>7}{:>9}{:>7}{:>9}{:>8}{:>12}{:>8}",
        "method",
        "tests",
        "instructions",
        "questions",
        "for readability",
        "/test",
        "backend",
        "/test",
        "run ms",
        "ratio",
        "process ms",
        "ratio"
    );
    for (method, cost) in MEASURED.iter().zip(&costs) {
        println!(
            "{method:<10}{:>7}{:>14}{:>11}{:>17}{:>7.2}{:>9}{:>7.2}{:>9.2}{:>8.2}{:>12.1}{:>8.2}",
            cost.tests,
            cost.instructions,
            cost.questions,
            cost.probes,
            cost.probes / cost.tests,
            cost.backend,
            cost.backend / cost.tests,
            1e3 * cost.seconds,
            cost.seconds / costs[0].seconds,
            1e3 * cost.wall,
            cost.wall / costs[0].wall
        );
    }
}

/// A run, and the seconds of its process.
fn timed(bitcode: &Path, method: &str) -> (Run, f64) {
    let start = Instant::now();
    let run = Run::new(bitcode, &["--readable", method]);
    (run, start.elapsed().as_secs_f64())
}

/// The driver as bitcode, compiled with symir's own flags.
fn compile(name: &str, folder: &Path) -> PathBuf {
    let clang = frontend::find_clang(None).expect("there is clang").path;
    let bitcode = folder.join(name).with_extension("bc");
    let output = Command::new(clang)
        .args(["-c", "-emit-llvm", "-g", "-O0", "-D__SYMIR__=1", "-fno-pic", "-ffp-contract=off"])
        .args(["-fno-vectorize", "-fno-slp-vectorize", "-fno-stack-protector"])
        .args(["-Xclang", "-disable-O0-optnone"])
        .arg(driver(name))
        .arg("-o")
        .arg(&bitcode)
        .output()
        .expect("clang starts");
    assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
    bitcode
}
