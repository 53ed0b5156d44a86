//! Runs random programs of Csmith with `symir exec` and natively: output and status are the same.
//!
//! Csmith (Yang, Chen, Eide, Regehr: Finding and Understanding Bugs in C Compilers, PLDI 2011) makes programs
//! without undefined behaviour that print a checksum of all their variables. `SYMIR_CSMITH` is the number of
//! programs, 120 without it.

use assert_cmd::cargo::cargo_bin;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// Small programs, so that many run in little time.
const SHAPE: &[&str] = &["--max-funcs", "4", "--max-block-depth", "3", "--max-expr-complexity", "6"];
const HEADERS: &str = "/usr/include/csmith";
/// A program that runs natively for longer than this is endless or too long to be interpreted.
const PATIENCE: Duration = Duration::from_millis(200);

fn clang() -> std::path::PathBuf {
    Path::new(env!("SYMIR_LLVM_PREFIX")).join("bin/clang")
}

/// What a program printed natively, and its status. `None` if it takes too long.
fn native(program: &Path) -> Option<(Vec<u8>, Option<i32>)> {
    let mut child = Command::new(program).stdout(Stdio::piped()).spawn().expect("the program starts");
    let start = Instant::now();
    // The output of such a program fits into the pipe, so the program is not blocked.
    while child.try_wait().expect("the program can be waited for").is_none() {
        if start.elapsed() > PATIENCE {
            child.kill().expect("the program can be killed");
            child.wait().expect("the program can be waited for");
            return None;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    let output = child.wait_with_output().expect("the output can be read");
    Some((output.stdout, output.status.code()))
}

/// Compares one program at both levels of optimisation. Returns the differences, or `None` if the program
/// takes too long natively.
fn compare(seed: u32, folder: &Path) -> Option<Vec<String>> {
    let source = folder.join(format!("{seed}.c"));
    let drawn = Command::new("csmith").args(["--seed", &seed.to_string()]).args(SHAPE).output();
    std::fs::write(&source, drawn.expect("csmith starts: run `make deps`").stdout)
        .expect("a folder to write to");
    let mut failures = Vec::new();
    for level in ["-O0", "-O2"] {
        let (code, program) = (source.with_extension("bc"), source.with_extension("out"));
        let flags = ["-w", "-fno-pic", "-I", HEADERS, "-c", "-emit-llvm", level];
        let compiled = Command::new(clang()).args(flags).arg(&source).arg("-o").arg(&code).status();
        assert!(compiled.expect("clang starts").success(), "seed {seed} does not compile");
        let linked =
            Command::new(clang()).args(["-w", "-no-pie"]).arg(&code).arg("-o").arg(&program).status();
        assert!(linked.expect("clang starts").success(), "seed {seed} does not link");
        let (stdout, status) = native(&program)?;
        let ours = Command::new(cargo_bin("symir")).arg("exec").arg(&code).output().expect("symir starts");
        if (&ours.stdout, ours.status.code()) != (&stdout, status) {
            let message = String::from_utf8_lossy(&ours.stderr).into_owned();
            let printed = String::from_utf8_lossy(&ours.stdout).into_owned();
            failures.push(format!("seed {seed} at {level}: {:?} {printed}{message}", ours.status.code()));
        }
    }
    Some(failures)
}

#[test]
fn drawn_programs_do_what_they_do_natively() {
    let wanted: u32 = std::env::var("SYMIR_CSMITH").ok().and_then(|n| n.parse().ok()).unwrap_or(120);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (next, done, long) = (AtomicU32::new(1), AtomicU32::new(0), AtomicU32::new(0));
    let work = || {
        let mut failures = Vec::new();
        while done.load(Ordering::Relaxed) < wanted {
            match compare(next.fetch_add(1, Ordering::Relaxed), folder.path()) {
                None => drop(long.fetch_add(1, Ordering::Relaxed)),
                Some(more) => {
                    done.fetch_add(1, Ordering::Relaxed);
                    failures.extend(more);
                }
            }
        }
        failures
    };
    let n_threads = std::thread::available_parallelism().map_or(1, usize::from);
    let failures: Vec<String> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..n_threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("a worker that does not panic")).collect()
    });
    let (done, long) = (done.into_inner(), long.into_inner());
    println!("{done} programs compared, {long} left out that run for long");
    assert!(long * 2 < done, "{long} of {} programs run for long: the shape is no good", done + long);
    assert!(failures.is_empty(), "{} differ:\n{}", failures.len(), failures.join("\n"));
}
