//! Coverage over time of each strategy, on the programs of `corpus/search`.
//!
//! The clock is instructions, which repeat exactly; seconds stand beside them. `cargo bench --bench search`
//! writes `target/search/coverage.csv` and `coverage.svg` and prints a table. Words after `--` are strategies
//! to compare instead of all.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use symir::internals::engine::Budget;
use symir::internals::frontend;
use symir::internals::ir::Program;
use symir::internals::readable::{self, Method};
use symir::internals::run::{Options, run};
use symir::internals::search::{Covered, Part, Strategy};
use symir::internals::solver::{QueryLimit, SolverOptions};
use symir::internals::util::{Deadline, Interrupt};

#[path = "common/nowhere.rs"]
mod nowhere;
use nowhere::Nowhere;

/// The limit of a run in instructions.
const INSTRUCTIONS: u64 = 20_000;
/// The limit of a run in seconds, which is reached if questions are hard.
const TIME: Duration = Duration::from_secs(3);
/// How many seeds each strategy is run with, since some strategies draw at random.
const SEEDS: u64 = 2;
/// The columns of the table: coverage after these parts of the instructions.
const COLUMNS: [f64; 4] = [0.05, 0.2, 0.5, 1.0];

const MIXES: [&str; 7] = [
    "locations,distance",
    "new-coverage,distance",
    "distance:1,random-path:1",
    "distance:2,random-path:1",
    "new-coverage:1,random-path:1",
    "new-coverage:1,random-path:1,distance:1",
    "dfs:1,distance:1",
];

/// How the coverage of one run grew: instructions, seconds, and edges covered by then.
type Growth = Vec<(u64, f64, u64)>;

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files: Vec<PathBuf> = fs::read_dir(root.join("corpus/search"))
        .expect("the folder is part of the package")
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
        .collect();
    files.sort();
    let wanted: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let names: Vec<String> = match wanted.is_empty() {
        true => Part::named().map(|(_, name)| name).chain(MIXES).map(str::to_owned).collect(),
        false => wanted,
    };
    let folder = root.join("target/search");
    fs::create_dir_all(&folder).expect("the target folder can be written");
    let mut csv = "program,strategy,seed,instructions,seconds,covered,edges\n".to_owned();
    // By strategy, then by program: the share of the edges that is covered at each point of the clock.
    let mut curves: BTreeMap<String, Vec<Vec<f64>>> = BTreeMap::new();
    for file in &files {
        let compiled = frontend::compile(std::slice::from_ref(file), &frontend::Options::default());
        let program = Arc::new(compiled.expect("the program compiles").program);
        let edges = Covered::new(&program).n_edges();
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        for strategy in &names {
            let mut mean = vec![0.0; POINTS];
            for seed in 1..=SEEDS {
                let growth = grow(&program, strategy, seed);
                for (instructions, seconds, covered) in &growth {
                    let _ = writeln!(
                        csv,
                        "{name},\"{strategy}\",{seed},{instructions},{seconds:.4},{covered},{edges}"
                    );
                }
                for (point, sum) in mean.iter_mut().enumerate() {
                    let clock = INSTRUCTIONS * (point as u64 + 1) / POINTS as u64;
                    let covered = growth.iter().take_while(|(at, _, _)| *at <= clock).last();
                    *sum += covered.map_or(0.0, |(_, _, n)| *n as f64 / edges as f64) / SEEDS as f64;
                }
            }
            curves.entry(strategy.clone()).or_default().push(mean);
        }
        eprintln!("{name}: {edges} edges");
    }
    fs::write(folder.join("coverage.csv"), csv).expect("the target folder can be written");
    print_table(&curves);
    fs::write(folder.join("coverage.svg"), plot(&curves)).expect("the target folder can be written");
    println!("\n{}", folder.join("coverage.csv").display());
    println!("{}", folder.join("coverage.svg").display());
}

/// Points of a curve.
const POINTS: usize = 200;

fn grow(program: &Arc<Program>, strategy: &str, seed: u64) -> Growth {
    let deadline = Deadline::new(Some(TIME), Interrupt::default());
    let options = Options {
        strategy: strategy.parse::<Strategy>().expect("the strategy has a name"),
        budget: Budget { deadline: deadline.clone(), instructions: Some(INSTRUCTIONS), ..Budget::default() },
        solver: SolverOptions {
            deadline,
            limit: QueryLimit { time: None, conflicts: Some(2_000) },
            ..SolverOptions::default()
        },
        readable: readable::Options { method: Method::None, ..readable::Options::default() },
        seed,
        ..Options::default()
    };
    let outcomes = run(program, &options, &mut Nowhere).expect("the program has a main");
    outcomes.news.iter().map(|(seconds, news)| (news.instructions, *seconds, news.covered)).collect()
}

/// Prints a row for each strategy, the best first: the mean of coverage over all instructions and programs,
/// and coverage at some points.
fn print_table(curves: &BTreeMap<String, Vec<Vec<f64>>>) {
    let mean = |of: &dyn Fn(&Vec<f64>) -> f64, programs: &[Vec<f64>]| {
        100.0 * programs.iter().map(of).sum::<f64>() / programs.len() as f64
    };
    let area = |curve: &Vec<f64>| curve.iter().sum::<f64>() / curve.len() as f64;
    let mut rows: Vec<(f64, &String, &Vec<Vec<f64>>)> =
        curves.iter().map(|(name, programs)| (mean(&area, programs), name, programs)).collect();
    rows.sort_by(|a, b| b.0.total_cmp(&a.0));
    print!("{:<44} {:>6}", "strategy", "mean");
    COLUMNS.iter().for_each(|part| print!(" {:>8}", format!("at {:.0} %", 100.0 * part)));
    println!("\n{}", "-".repeat(44 + 7 + 9 * COLUMNS.len()));
    for (score, name, programs) in rows {
        print!("{name:<44} {score:>6.2}");
        for part in COLUMNS {
            let point = ((POINTS as f64 * part) as usize).max(1) - 1;
            print!(" {:>8.2}", mean(&|curve: &Vec<f64>| curve[point], programs));
        }
        println!();
    }
}

/// Curves of the mean over all programs, as an SVG.
fn plot(curves: &BTreeMap<String, Vec<Vec<f64>>>) -> String {
    let (width, height, left, bottom) = (860.0, 520.0, 60.0, 40.0);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" font-family=\"sans-serif\" \
         font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
        width + 330.0,
        height + 2.0 * bottom
    );
    for percent in (0..=100).step_by(20) {
        let y = height - height * f64::from(percent) / 100.0 + 20.0;
        let _ = writeln!(svg, "<line x1=\"{left}\" x2=\"{width}\" y1=\"{y}\" y2=\"{y}\" stroke=\"#ddd\"/>");
        let _ = writeln!(svg, "<text x=\"10\" y=\"{}\">{percent} %</text>", y + 4.0);
    }
    let _ = writeln!(
        svg,
        "<text x=\"{left}\" y=\"{}\">edges taken, mean of the programs, over {INSTRUCTIONS} instructions</text>",
        height + 45.0
    );
    for (index, (name, programs)) in curves.iter().enumerate() {
        let colour = format!("hsl({}, 70%, 42%)", index * 360 / curves.len());
        let mut points = String::new();
        for point in 0..POINTS {
            let mean = programs.iter().map(|curve| curve[point]).sum::<f64>() / programs.len() as f64;
            let x = left + (width - left) * (point + 1) as f64 / POINTS as f64;
            let _ = write!(points, "{x:.1},{:.1} ", height - height * mean + 20.0);
        }
        let _ = writeln!(svg, "<polyline points=\"{points}\" fill=\"none\" stroke=\"{colour}\"/>");
        let y = 30.0 + 18.0 * index as f64;
        let _ = writeln!(svg, "<text x=\"{}\" y=\"{y}\" fill=\"{colour}\">{name}</text>", width + 15.0);
    }
    svg.push_str("</svg>\n");
    svg
}
