//! How often types are to be tried for objects of unknown type: variants of `--type-weights`, on functions of
//! `corpus/unknown` and of the files of `corpus/textbook` that take a `void *` or a list inside of items.
//!
//! The clock is instructions, as in `search.rs`. The coverage of a run is the mean, over the instructions
//! that the slowest variant needs, of the edges taken by then, as a share of those that any variant takes.
//! Files alternate between two halves: the variant that is best on the first half is the one to choose, and
//! what it gives on the second half is what others may expect of it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use symir::internals::engine::{Budget, Weights};
use symir::internals::frontend;
use symir::internals::ir::Program;
use symir::internals::readable::{self, Method};
use symir::internals::run::{Options, run};
use symir::internals::search::{Part, Strategy};
use symir::internals::solver::{QueryLimit, SolverOptions};

#[path = "common/nowhere.rs"]
mod nowhere;
use nowhere::Nowhere;

/// The variants: how often to continue a path without an object of unknown type, to try a first type, to
/// continue a path with a type, and to try a further one.
const VARIANTS: [[u32; 4]; 14] = [
    [20, 40, 35, 5],
    [25, 25, 25, 25],
    [40, 20, 35, 5],
    [40, 40, 15, 5],
    [10, 60, 25, 5],
    [10, 40, 45, 5],
    [10, 20, 65, 5],
    [20, 40, 20, 20],
    [5, 40, 15, 40],
    [35, 40, 20, 5],
    [100, 1, 1, 1],
    [1, 100, 1, 1],
    [1, 1, 100, 1],
    [1, 1, 1, 100],
];
/// The files of the textbook that have pointers of unknown type.
const TEXTBOOK: [&str; 5] =
    ["generic_list.c", "generic_search.c", "generic_sort.c", "generic_stack.c", "intrusive_list.c"];
/// The limit of a run in instructions.
const INSTRUCTIONS: u64 = 5_000;
const SEEDS: u64 = 4;

/// How the coverage of one run grew: instructions, and edges covered by then.
type Growth = Vec<(u64, u64)>;

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let entries = fs::read_dir(root.join("corpus/unknown")).expect("the folder is part of the package");
    let of_folder = entries.map(|entry| entry.expect("an entry").path());
    let is_source = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "c");
    let textbook = TEXTBOOK.map(|name| root.join("corpus/textbook").join(name));
    let files: BTreeSet<PathBuf> = of_folder.filter(is_source).chain(textbook).collect();
    let folder = tempfile::tempdir().expect("a temporary folder");
    // By variant, the coverage of each function of the two halves.
    let mut halves: [BTreeMap<[u32; 4], Vec<f64>>; 2] = Default::default();
    for (index, file) in files.iter().enumerate() {
        let of_file = coverage(&harnesses(file, &folder.path().join(index.to_string())));
        for (variant, mean) in &of_file {
            halves[index % 2].entry(*variant).or_default().extend(mean);
        }
        let n_functions = of_file.values().next().map_or(0, Vec::len);
        eprintln!("{}: {n_functions} functions", file.display());
    }
    let mean = |values: &[f64]| 100.0 * values.iter().sum::<f64>() / values.len() as f64;
    let row = |variant: &[u32; 4]| halves.each_ref().map(|half| mean(&half[variant]));
    let mut rows: Vec<([u32; 4], [f64; 2])> =
        VARIANTS.iter().map(|variant| (*variant, row(variant))).collect();
    rows.sort_by(|(_, a), (_, b)| b[0].total_cmp(&a[0]));
    let [first, second] = halves.each_ref().map(|half| half[&VARIANTS[0]].len());
    println!("| weights | first half, {first} functions | second half, {second} functions |\n|---|---|---|");
    for (variant, [first, second]) in rows {
        println!("| `{}` | {first:.2} | {second:.2} |", Weights(variant));
    }
}

/// The harnesses that `symir gen` writes for the functions of a file, as programs.
fn harnesses(file: &Path, folder: &Path) -> Vec<Arc<Program>> {
    // Tags of the same name in the files beside it do not matter if the file is alone in its folder.
    fs::create_dir_all(folder).expect("the temporary folder can be written");
    let name = file.file_name().expect("a file has a name");
    let source = folder.join(name);
    fs::copy(file, &source).expect("copied");
    let mut command = Command::new(env!("CARGO_BIN_EXE_symir"));
    command.args(["gen", "-q", "--time", "2", "-o"]).arg(folder.join("tests")).arg(&source);
    let output = command.output().expect("the binary runs");
    let words = String::from_utf8_lossy(&output.stderr);
    assert!(matches!(output.status.code(), Some(0 | 10)), "{}: {words}", file.display());
    let harnesses = folder.join("tests").join(Path::new(name).with_extension("")).join("harness");
    let entries = fs::read_dir(harnesses).expect("symir gen wrote harnesses");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    // Files of stubs are parts of harnesses.
    let is_whole = |name: &str| name.ends_with(".c") && !name.ends_with("_stubs.c");
    paths.retain(|path| path.file_name().is_some_and(|name| is_whole(&name.to_string_lossy())));
    paths.sort();
    let compiled =
        paths.iter().map(|path| frontend::compile(std::slice::from_ref(path), &frontend::Options::default()));
    compiled.map(|compiled| Arc::new(compiled.expect("the harness compiles").program)).collect()
}

/// For each variant, the coverage of each program in which types are tried.
fn coverage(programs: &[Arc<Program>]) -> BTreeMap<[u32; 4], Vec<f64>> {
    let mut coverage: BTreeMap<[u32; 4], Vec<f64>> = BTreeMap::new();
    for program in programs {
        let runs = VARIANTS.map(|variant| {
            let seeds: Vec<(Growth, usize)> = (1..=SEEDS).map(|seed| grow(program, variant, seed)).collect();
            (variant, seeds)
        });
        let seeds = || runs.iter().flat_map(|(_, seeds)| seeds);
        if seeds().all(|(_, n_types)| *n_types == 0) {
            continue;
        }
        let last = || seeds().filter_map(|(growth, _)| growth.last());
        let most = last().map(|(_, covered)| *covered).max().unwrap_or(1);
        let end = last().map(|(at, _)| *at).max().unwrap_or(1);
        for (variant, seeds) in &runs {
            let area = seeds.iter().map(|(growth, _)| area(growth, end) / most as f64).sum::<f64>();
            coverage.entry(*variant).or_default().push(area / seeds.len() as f64);
        }
    }
    coverage
}

/// The mean number of edges taken over the clock, up to `end`.
fn area(growth: &Growth, end: u64) -> f64 {
    let mut sum = 0.0;
    for (index, (at, covered)) in growth.iter().enumerate() {
        let next = growth.get(index + 1).map_or(end, |(at, _)| *at);
        sum += (next - at) as f64 * *covered as f64;
    }
    sum / end as f64
}

/// One run, and how many types it tried.
fn grow(program: &Arc<Program>, variant: [u32; 4], seed: u64) -> (Growth, usize) {
    let options = Options {
        strategy: Strategy::just(Part::Locations),
        weights: Weights(variant),
        budget: Budget { instructions: Some(INSTRUCTIONS), ..Budget::default() },
        solver: SolverOptions {
            limit: QueryLimit { time: None, conflicts: Some(2_000) },
            ..SolverOptions::default()
        },
        readable: readable::Options { method: Method::None, ..readable::Options::default() },
        workers: 1,
        seed,
        ..Options::default()
    };
    let outcomes = run(program, &options, &mut Nowhere).expect("the harness has a main");
    let growth = outcomes.news.iter().map(|(_, news)| (news.instructions, news.covered)).collect();
    (growth, outcomes.summary.types.len())
}
