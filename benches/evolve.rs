//! Search by native runs.
//!
//! - `cargo bench --bench evolve -- speed`: how many runs of small functions fit into a second, with one process
//!   and with as many as there are cores.
//! - `cargo bench --bench evolve -- pex [RUNS]`: five puzzles of Pex (Rost, "Covering program code with tests
//!   by evolutionary algorithms", 2013). Prints the mean evaluations until every side is taken, of RUNS
//!   searches (1,000) with seeds from 1 on: with one parent, one child and the operator of the thesis, and
//!   with the archive and all operators. Also prints how many of the sides random testing takes with as many
//!   evaluations as the thesis needs in the mean. All this once with the numbers of a range and once with all
//!   numbers.
//! - `cargo bench --bench evolve -- linear [RUNS]`: the fourth puzzle by range: the mean evaluations of one
//!   parent, computed from the probabilities of the operator, and measured in RUNS searches (1,000).
//! - `cargo bench --bench evolve -- stops [EVALUATIONS] [SECONDS]`: the functions of `corpus/evolve/stops`,
//!   at which solvers stop: for each engine, how many sides of their branches tests take with at most
//!   EVALUATIONS evaluations (100,000) and SECONDS seconds (10).
//! - `cargo bench --bench evolve -- fold [RUNS] [EVALUATIONS]`: Huzita's sixth axiom with coordinates within
//!   10, 100 and 1000: which share of the sides RUNS searches (20) take in the mean with EVALUATIONS
//!   evaluations each (200,000), and how many sides `symir run` takes with both engines in a minute.
//! - `cargo bench --bench evolve -- fitness [RUNS]`: the mean evaluations for the puzzles with one parent, by
//!   each measure of nearness.
//! - `cargo bench --bench evolve -- evolution [RUNS]`: the mean evaluations for the puzzles with one parent,
//!   with several, and with the archive; and how much of Huzita's sixth axiom each method covers with 20,000
//!   evaluations, if both coordinates of a point change together and if they do not.
//! - `cargo bench --bench evolve -- without [RUNS]`: the mean evaluations for the puzzles with the archive,
//!   without one group of operators at a time.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::time::Instant;
use symir::internals::evolve::{Fitness, Method, Operator, Options, Sides, search};
use symir::internals::frontend::{self, Compiled};
use symir::internals::replay::{GuidedOptions, GuidedRunner, Source};

/// Each puzzle, the mean evaluations that the thesis gives for it, and how far its numbers go to either side.
/// The thesis gives ranges only for the last puzzle, and its driver has them. The other ranges are chosen so
/// that random testing takes about as many sides as the thesis says.
const PEX: [(&str, f64, Option<u32>); 5] = [
    ("sum", 340.0, Some(128)),
    ("successor", 660.0, Some(32_768)),
    ("element", 2604.0, Some(65_536)),
    ("linear", 201.0, Some(3_539)),
    ("product", 1429.0, None),
];

const OPERATORS: [Operator; 6] = [
    Operator::Operands,
    Operator::Secants,
    Operator::Constants,
    Operator::Noise,
    Operator::Letters,
    Operator::Sweeps,
];

/// The points of Huzita's sixth axiom.
const POINTS: [&str; 6] = ["p1", "p2", "a", "b", "c", "d"];

/// Evaluations after which a search counts as failed.
const MOST: u64 = 200_000;

fn corpus(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/evolve").join(name).with_extension("c")
}

fn compile(name: &str, flags: &[String]) -> (Compiled, GuidedRunner) {
    compile_for(1, name, flags)
}

/// Compiles a program that this many processes run.
fn compile_for(processes: usize, name: &str, flags: &[String]) -> (Compiled, GuidedRunner) {
    let files = vec![corpus(name)];
    let options = frontend::Options { guided: true, flags: flags.to_vec(), ..frontend::Options::default() };
    let compiled = frontend::compile(&files, &options).expect("the program compiles");
    let guided = compiled.guided.as_ref().expect("invariant: it was asked for");
    let limits = GuidedOptions { processes, ..GuidedOptions::default() };
    let runner = GuidedRunner::build(guided, Source { files, options }, limits);
    (compiled, runner.expect("the program can be run"))
}

/// Runs one search. Returns its evaluations and the share of the sides that it took.
fn one(runner: &mut GuidedRunner, sides: &Sides<'_>, options: &Options) -> (u64, f64) {
    let targets: BTreeSet<u32> = sides.of(|_| true);
    let found = search(runner, sides, &targets, &[], options).expect("the program runs");
    let share = 1.0 - found.left.len() as f64 / targets.len() as f64;
    (found.evaluations, share)
}

/// The means of many searches: their evaluations, and the share of the sides that they took.
fn mean(name: &str, n: u64, options: &Options) -> (f64, f64) {
    mean_with(name, &[], n, options)
}

/// The same means for a program that is compiled with flags.
fn mean_with(name: &str, flags: &[String], n: u64, options: &Options) -> (f64, f64) {
    let (compiled, mut runner) = compile(name, flags);
    let guided = compiled.guided.as_ref().expect("invariant: it was asked for");
    let sides = Sides::new(&compiled.program, guided);
    let (mut evaluations, mut shares) = (0, 0.0);
    for seed in 1..=n {
        let (spent, share) = one(&mut runner, &sides, &Options { seed, ..options.clone() });
        evaluations += spent;
        shares += share;
    }
    (evaluations as f64 / n as f64, shares / n as f64)
}

fn pex(n: u64) {
    println!(
        "{:<10} {:>8} {:>8} {:>10} {:>9} {:>10} {:>9} {:>9}",
        "puzzle", "range", "thesis", "single", "covered", "archive", "covered", "random"
    );
    for (name, thesis, range) in PEX.into_iter().chain(PEX.map(|(name, thesis, _)| (name, thesis, None))) {
        let flags: Vec<String> = range.iter().map(|range| format!("-DRANGE={range}")).collect();
        let name = format!("pex/{name}");
        let mean = |name: &str, n, options: &Options| mean_with(name, &flags, n, options);
        let single = Options { method: Method::Single, most: MOST, ..Options::default() };
        let (evaluations, covered) = mean(&name, n, &single);
        let archive = Options { most: MOST, ..Options::default() };
        let (ours, covered_by_ours) = mean(&name, n, &archive);
        let random = Options { method: Method::Random, most: thesis as u64, ..Options::default() };
        let (_, at_random) = mean(&name, n, &random);
        println!(
            "{:<10} {:>8} {thesis:>8.0} {evaluations:>10.1} {:>8.1}% {ours:>10.1} {:>8.1}% {:>8.1}%",
            &name[4..],
            range.map_or("all".to_owned(), |range| format!("±{range}")),
            covered * 100.0,
            covered_by_ours * 100.0,
            at_random * 100.0
        );
    }
}

/// The mean evaluations until one parent with Rost's operator has reached 42, computed from the probabilities
/// of each step: a number changes only to one that is as near or nearer. The search begins with any number
/// from `-range` to `range - 1`. A search counts two evaluations more: zeros, and the first number.
fn expected(range: i64) -> f64 {
    const GOAL: i64 = 42;
    const N_STEPS: f64 = 190.0;
    let steps: Vec<i64> =
        (-9..=9).flat_map(|digit| (0..10).map(move |power| digit * 10i64.pow(power))).collect();
    let bounds = -range..=range - 1;
    let mut means: HashMap<i64, f64> = HashMap::from([(GOAL, 0.0)]);
    for distance in 1..=range + GOAL {
        let pair = [GOAL - distance, GOAL + distance];
        let pair: Vec<i64> = pair.into_iter().filter(|number| bounds.contains(number)).collect();
        // The mean of each number is a sum over nearer numbers, and the two numbers of a pair lead to each
        // other. So there are two equations.
        let row = |from: i64| {
            let (mut nearer, mut stays, mut crosses) = (N_STEPS, 0.0, 0.0);
            for step in &steps {
                let to = (from + step).clamp(*bounds.start(), *bounds.end());
                let is_nearer = (to - GOAL).abs() < distance;
                match to {
                    to if is_nearer => nearer += means[&to],
                    to if to != from && (to - GOAL).abs() == distance => crosses += 1.0,
                    _ => stays += 1.0,
                }
            }
            [nearer, N_STEPS - stays, crosses]
        };
        match pair[..] {
            [one] => {
                let [nearer, leaves, _] = row(one);
                means.insert(one, nearer / leaves);
            }
            [one, other] => {
                let ([a, b, c], [d, e, f]) = (row(one), row(other));
                means.insert(one, (a * e + c * d) / (b * e - c * f));
                means.insert(other, (d * b + f * a) / (b * e - c * f));
            }
            _ => {}
        }
    }
    means.values().sum::<f64>() / means.len() as f64
}

fn linear(n: u64) {
    println!("{:>8} {:>10} {:>10}", "range", "expected", "measured");
    for range in [50, 55, 100, 1_000, 3_539, 32_768] {
        let options = Options { method: Method::Single, most: MOST, ..Options::default() };
        let (evaluations, _) = mean_with("pex/linear", &[format!("-DRANGE={range}")], n, &options);
        println!("{:>8} {:>10.1} {evaluations:>10.1}", format!("±{range}"), expected(range) + 2.0);
    }
}

fn fitnesses(n: u64) {
    println!("{:<10} {:>16} {:>16} {:>16}", "puzzle", "branch distance", "reference path", "many directions");
    for (name, ..) in PEX {
        let name = format!("pex/{name}");
        let row = [Fitness::BranchDistance, Fitness::ReferencePath, Fitness::ManyDirections].map(|fitness| {
            let options = Options { method: Method::Single, fitness, most: MOST, ..Options::default() };
            mean(&name, n, &options).0
        });
        println!("{:<10} {:>16.1} {:>16.1} {:>16.1}", &name[4..], row[0], row[1], row[2]);
    }
}

fn evolutions(n: u64) {
    let methods = [
        ("single", Method::Single),
        ("1 + 8", Method::Population { parents: 1, children: 8 }),
        ("10 + 40", Method::Population { parents: 10, children: 40 }),
        ("100 + 100", Method::Population { parents: 100, children: 100 }),
        ("archive", Method::Archive),
    ];
    let points = |point: &&str| vec![format!("{point}.x"), format!("{point}.y")];
    let together: Vec<Vec<String>> = POINTS.iter().map(points).collect();
    println!(
        "{:<10}{}{:>12}{:>12}",
        "",
        PEX.map(|(name, ..)| format!("{name:>10}")).join(""),
        "fold",
        "together"
    );
    for (name, method) in methods {
        let row = PEX.map(|(name, _, range)| {
            let flags: Vec<String> = range.iter().map(|range| format!("-DRANGE={range}")).collect();
            let options = Options { method, most: MOST, ..Options::default() };
            format!("{:>10.1}", mean_with(&format!("pex/{name}"), &flags, n, &options).0)
        });
        let folds = [Vec::new(), together.clone()].map(|together| {
            let patience = (method != Method::Archive).then_some(10_000);
            let options = Options { method, most: 20_000, patience, together, ..Options::default() };
            let (_, share) =
                mean_with("huzita/axiom6", &["-DRANGE=100".to_owned()], n.div_ceil(10), &options);
            format!("{:>12}", format!("{:.1}%", share * 100.0))
        });
        println!("{name:<10}{}{}", row.join(""), folds.join(""));
    }
}

fn without(n: u64) {
    for operator in OPERATORS {
        let options = Options { most: MOST, without: vec![operator], ..Options::default() };
        let row = PEX.map(|(name, ..)| format!("{:>10.1}", mean(&format!("pex/{name}"), n, &options).0));
        println!("without {:<10} {}", format!("{operator:?}"), row.join(""));
    }
}

/// Runs one engine on one function. Returns the numbers of sides that tests take, of all sides, and of tests,
/// as `symir run --json` tells them, and the seconds.
fn covered_by(
    engine: &str,
    file: &Path,
    flags: &[String],
    evaluations: u64,
    seconds: u64,
) -> Option<[f64; 4]> {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_symir"));
    command.args(["run", "--json", "--workers", "1", "--engine", engine]).arg(file);
    command.args(["--evaluations", &evaluations.to_string(), "--time", &format!("{seconds}s")]);
    if !flags.is_empty() {
        command.arg("--").args(flags);
    }
    let start = Instant::now();
    let output = command.output().expect("the program runs");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let mut events = text.lines().filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok());
    let summary = events.rfind(|event| event["event"] == "summary")?;
    let number = |name: &str| summary["summary"][name].as_f64().unwrap_or(f64::NAN);
    let spent = start.elapsed().as_secs_f64();
    Some([number("branches_covered"), number("branches"), number("tests"), spent])
}

fn stops(evaluations: u64, seconds: u64) {
    const ENGINES: [&str; 4] = ["symbolic", "search", "both", "random"];
    println!("{:<10} {}", "function", ENGINES.map(|engine| format!("{engine:>26}")).join(""));
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/evolve/stops");
    let entries = std::fs::read_dir(folder).expect("the corpus is there");
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.sort();
    let mut sums = [0.0; ENGINES.len()];
    for file in &files {
        let cells = ENGINES.iter().zip(&mut sums).map(|(engine, sum)| {
            match covered_by(engine, file, &[], evaluations, seconds) {
                Some([covered, all, tests, spent]) => {
                    *sum += covered / all.max(1.0);
                    format!("{:>26}", format!("{covered}/{all} {tests} tests {spent:.1}s"))
                }
                None => format!("{:>26}", "failed"),
            }
        });
        let name = file.file_stem().unwrap_or_default().to_string_lossy();
        println!("{name:<10} {}", cells.collect::<String>());
    }
    let means = sums.map(|sum| format!("{:>25.1}%", 100.0 * sum / files.len() as f64));
    println!("{:<10} {}", "mean", means.join(""));
}

fn fold(n: u64, evaluations: u64) {
    println!("{:<8} {:>10} {:>10} {:>10} {:>20}", "range", "single", "archive", "random", "symir run, both");
    for range in [10, 100, 1000] {
        let flags = vec![format!("-DRANGE={range}")];
        let cells = [Method::Single, Method::Archive, Method::Random].map(|method| {
            // A search with one parent begins anew if it has no success for this long.
            let patience = (method == Method::Single).then_some(10_000);
            let options = Options { method, most: evaluations, patience, ..Options::default() };
            let (_, share) = mean_with("huzita/axiom6", &flags, n, &options);
            format!("{:>10}", format!("{:.1}%", share * 100.0))
        });
        let both = covered_by("both", &corpus("huzita/axiom6"), &flags, evaluations, 60);
        let both = both.map_or("failed".to_owned(), |[covered, all, ..]| format!("{covered}/{all}"));
        println!("{range:<8} {} {both:>20}", cells.join(" "));
    }
}

fn speed() {
    let n_cores = std::thread::available_parallelism().map_or(1, usize::from);
    println!("{:<20} {:>14} {:>14}", "runs a second", "one process", format!("{n_cores} processes"));
    for name in ["pex/linear", "pex/element", "pex/product"] {
        let speeds = [1, n_cores].map(|processes| {
            let (_, mut runner) = compile_for(processes, name, &[]);
            let batch: Vec<Vec<u8>> = (0..512u32).map(|at| at.to_le_bytes().repeat(6)).collect();
            runner.run(&batch).expect("the program runs");
            let start = Instant::now();
            let n_batches = 400;
            for _ in 0..n_batches {
                runner.run(&batch).expect("the program runs");
            }
            (n_batches * batch.len()) as f64 / start.elapsed().as_secs_f64()
        });
        println!("{name:<20} {:>14.0} {:>14.0}", speeds[0], speeds[1]);
    }
}

fn main() {
    let arguments: Vec<String> =
        std::env::args().skip(1).filter(|argument| !argument.starts_with("--")).collect();
    let number = |at: usize, default: u64| arguments.get(at).and_then(|n| n.parse().ok()).unwrap_or(default);
    let n = number(1, 1000);
    match arguments.first().map(String::as_str) {
        Some("pex") => pex(n),
        Some("linear") => linear(n),
        Some("fitness") => fitnesses(n),
        Some("evolution") => evolutions(n),
        Some("without") => without(n),
        Some("stops") => stops(number(1, 100_000), number(2, 10)),
        Some("fold") => fold(number(1, 20), number(2, 200_000)),
        _ => speed(),
    }
}
