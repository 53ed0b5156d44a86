//! Measures runs from bitcode to the last test: for drivers of three kinds (one buffer, two coupled buffers,
//! a nested loop), and for large objects of which functions use a small part (a thousand records, a list, a
//! tree, two hundred inputs).
//!
//! Counts come first (they repeat exactly), then time.

use criterion::{Criterion, criterion_group, criterion_main};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use symir::internals::frontend;
use symir::internals::ir::Program;
use symir::internals::run::{Options, run};

#[path = "common/nowhere.rs"]
mod nowhere;
use nowhere::Nowhere;

const DRIVERS: [&str; 8] = [
    "drivers/strlen",
    "drivers/strcmp",
    "drivers/strcat",
    "drivers/strstr",
    "benches/objects/records",
    "benches/objects/list",
    "benches/objects/tree",
    "benches/objects/inputs",
];

fn program(name: &str) -> Arc<Program> {
    let driver: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join(name).with_extension("c");
    let compiled = frontend::compile(&[driver], &frontend::Options::default()).expect("the driver compiles");
    Arc::new(compiled.program)
}

fn drivers(criterion: &mut Criterion) {
    let options = Options::default();
    println!(
        "{:<24} {:>6} {:>12} {:>6} {:>10} {:>8} {:>8}",
        "driver", "paths", "instructions", "forks", "questions", "backend", "terms"
    );
    for name in DRIVERS {
        let program = program(name);
        let summary = run(&program, &options, &mut Nowhere).expect("the driver has a main").summary;
        let asked: u64 = summary.questions.iter().map(|(_, count)| count).sum();
        let backend =
            summary.questions.iter().find(|(link, _)| *link == "backend").map_or(0, |(_, count)| *count);
        println!(
            "{name:<24} {:>6} {:>12} {:>6} {asked:>10} {backend:>8} {:>8}",
            summary.paths, summary.instructions, summary.forks, summary.terms
        );
    }
    let mut group = criterion.benchmark_group("drivers");
    group.sample_size(10);
    for name in DRIVERS {
        let program = program(name);
        group.bench_function(name, |bencher| {
            bencher
                .iter(|| run(&program, &options, &mut Nowhere).expect("the driver has a main").summary.tests);
        });
    }
    group.finish();
}

criterion_group!(benches, drivers);
criterion_main!(benches);
