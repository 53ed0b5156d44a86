//! Measures concrete code: programs of `benches/programs` at `-O1`, as `symir exec` runs them.
//!
//! The counts of instructions come first (they repeat exactly), then time. Divide both for instructions a
//! second.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::path::Path;
use std::sync::Arc;
use symir::internals::exec::{Ending, ExecOptions, ExecStats, Machine, Start, Stop};
use symir::internals::frontend::{self, OptLevel};
use symir::internals::ir::Program;
use symir::internals::solver::SolverOptions;

const PROGRAMS: [&str; 5] = ["sieve", "crc32", "fib", "heapsort", "sieve_beside_input"];

fn program(name: &str) -> Arc<Program> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/programs").join(name).with_extension("c");
    let options = frontend::Options { level: OptLevel::O1, ..frontend::Options::default() };
    Arc::new(frontend::compile(&[file], &options).expect("the program compiles").program)
}

/// Runs the first path to its end and returns the number of its instructions.
fn run(program: &Arc<Program>) -> u64 {
    let mut machine = Machine::new(Arc::clone(program), SolverOptions::default(), ExecOptions::default());
    let main = program.function_named("main").expect("the program has a main");
    let mut state = machine.start(main, &Start::default()).remove(0);
    loop {
        match machine.run(&mut state, u64::MAX, &mut ExecStats::default()) {
            Stop::Ended(Ending::Returned(_), _) => return state.instructions,
            Stop::Ended(ending, _) => panic!("the program ends by {ending:?}"),
            Stop::Forked(_) | Stop::Fuel => {}
        }
    }
}

fn concrete(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("concrete");
    group.sample_size(10);
    for name in PROGRAMS {
        let program = program(name);
        let instructions = run(&program);
        println!("{name:<20} {instructions:>12} instructions");
        group.throughput(Throughput::Elements(instructions));
        group.bench_function(name, |bencher| bencher.iter(|| run(&program)));
    }
    group.finish();
}

criterion_group!(benches, concrete);
criterion_main!(benches);
