//! Tests the solving chain as a whole: a run gives the same tests whichever links are on; random questions
//! get the same answers as from every backend; a question that no backend can answer is counted and does not
//! end the run.
//!
//! `SYMIR_FUZZ_SECONDS=300 cargo test --release --test chain -- random` tries new questions for so many
//! seconds.

#[path = "chain/random.rs"]
mod random;

use assert_cmd::Command;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use symir::internals::engine::Flow;
use symir::internals::frontend;
use symir::internals::ir::Program;
use symir::internals::readable::{self, Method};
use symir::internals::run::{Options, Progress, Receiver, run};
use symir::internals::solver::{BackendKind, Link, Links, SolverOptions};
use symir::internals::testcase::{TestCase, TestLine};

/// Keeps the lines of all tests, in order.
#[derive(Default)]
struct Lines(Vec<String>);

impl Receiver for Lines {
    fn found(&mut self, _: &TestCase) -> Flow {
        Flow::Continue
    }
    fn in_order(&mut self, test: &TestCase) -> Flow {
        self.0.push(TestLine(test).to_string());
        Flow::Continue
    }
    fn progress(&mut self, _: &Progress) {}
}

fn compiled(file: &str, defines: &[&str]) -> Arc<Program> {
    let file: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    let flags = defines.iter().map(|define| format!("-D{define}")).collect();
    let options = frontend::Options { flags, ..frontend::Options::default() };
    Arc::new(frontend::compile(&[file], &options).expect("the driver compiles").program)
}

/// The method for readable values with these links. `words` reads the terms of the path condition, and finds
/// other words if the rewrite rules have not changed the terms. The values of other methods depend only on
/// answers.
fn method(links: Links) -> Method {
    if links.has(Link::Rules) { Method::Words } else { Method::Roulette }
}

fn lines(program: &Arc<Program>, backend: BackendKind, links: Links, method: Method) -> Vec<String> {
    let solver = SolverOptions { backend, links, ..SolverOptions::default() };
    let readable = readable::Options { method, ..readable::Options::default() };
    let options = Options { solver, readable, ..Options::default() };
    let mut lines = Lines::default();
    let outcomes = run(program, &options, &mut lines).expect("the driver has a main");
    assert_eq!(outcomes.summary.unknown, 0, "every question is easy");
    lines.0
}

/// All links, all but one of them, only one of them, and none.
fn subsets() -> Vec<Links> {
    let mut subsets = vec![Links::ALL, Links::NONE];
    for link in Link::optional() {
        subsets.push(Links::ALL.without(link));
        subsets.push(Links::NONE.with(link));
    }
    subsets
}

#[test]
fn every_subset_of_links_gives_the_same_tests() {
    let program = compiled("tests/chain/subsets.c", &[]);
    let expected = |method: Method| {
        let expected = lines(&program, BackendKind::Sat, Links::ALL, method);
        assert!(expected.len() > 5);
        expected
    };
    let (words, roulette) = (expected(Method::Words), expected(Method::Roulette));
    let optional: Vec<Link> = Link::optional().collect();
    for choice in 0..1u32 << optional.len() {
        let chosen = optional.iter().enumerate().filter(|(index, _)| choice >> index & 1 == 1);
        let links = chosen.fold(Links::NONE, |links, (_, link)| links.with(*link));
        let expected = if method(links) == Method::Words { &words } else { &roulette };
        assert_eq!(&lines(&program, BackendKind::Sat, links, method(links)), expected, "{links:?}");
    }
}

#[test]
fn each_link_left_out_or_alone_gives_the_same_tests() {
    for (file, defines) in [
        ("drivers/strcmp.c", vec![]),
        ("drivers/sysfs_streq.c", vec![]),
        ("benches/queries/sort.c", vec!["N=3"]),
        ("benches/queries/crc8_inverse.c", vec![]),
    ] {
        let program = compiled(file, &defines);
        let expected = |method: Method| lines(&program, BackendKind::Sat, Links::ALL, method);
        let (words, roulette) = (expected(Method::Words), expected(Method::Roulette));
        assert!(words.len() > 1);
        for links in subsets() {
            let expected = if method(links) == Method::Words { &words } else { &roulette };
            let found = lines(&program, BackendKind::Sat, links, method(links));
            assert_eq!(&found, expected, "{file} with {links:?}");
        }
    }
}

#[test]
fn every_backend_gives_the_same_tests() {
    for file in ["drivers/strlen.c", "benches/queries/pointer_chase.c", "benches/queries/float_class.c"] {
        let program = compiled(file, &[]);
        let expected = lines(&program, BackendKind::Sat, Links::ALL, Method::Words);
        for backend in BackendKind::ALL.iter().copied().filter(|kind| *kind != BackendKind::Sat) {
            assert_eq!(
                lines(&program, backend, Links::ALL, Method::Words),
                expected,
                "{file} with {}",
                backend.name()
            );
        }
        let solver = SolverOptions { race: true, ..SolverOptions::default() };
        let mut raced = Lines::default();
        run(&program, &Options { solver, ..Options::default() }, &mut raced).expect("the driver has a main");
        assert_eq!(raced.0, expected, "{file} with a race");
    }
}

/// Under one in a hundred questions of string code reaches a backend.
#[test]
fn backends_are_asked_seldom_in_string_code() {
    let drivers = std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("drivers")).expect("drivers");
    let mut n_drivers = 0;
    for entry in drivers {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|extension| extension != "c") {
            continue;
        }
        let name = format!("drivers/{}", path.file_name().expect("a name").to_string_lossy());
        let program = compiled(&name, &[]);
        let summary = run(&program, &Options::default(), &mut Lines::default()).expect("a main").summary;
        let asked: u64 = summary.questions.iter().map(|(_, count)| count).sum();
        let backend = summary.questions.iter().find(|(link, _)| *link == "backend").map_or(0, |(_, n)| *n);
        assert!(asked > 0 && backend * 100 < asked, "{name}: {backend} of {asked} questions");
        n_drivers += 1;
    }
    assert_eq!(n_drivers, 12);
}

fn symir() -> Command {
    let mut command = Command::cargo_bin("symir").expect("the binary is built");
    command.current_dir(env!("CARGO_MANIFEST_DIR"));
    command
}

#[test]
fn a_question_that_nobody_can_answer_is_counted_and_ends_nothing() {
    for solver in ["sat", "cvc5", "z3", "portfolio"] {
        let output = symir()
            .args(["run", "--all", "--json", "--one-test-a-path", "--query-time", "1", "--solver", solver])
            .arg("tests/chain/semiprime.c")
            .output()
            .expect("symir runs");
        assert_eq!(output.status.code(), Some(0), "{solver}: {}", String::from_utf8_lossy(&output.stderr));
        let text = String::from_utf8(output.stdout).expect("JSON is text");
        let last: serde_json::Value =
            serde_json::from_str(text.lines().last().expect("a summary")).expect("JSON");
        let summary = last.get("summary").unwrap_or(&last);
        // One question at the fork is unknown, and one about values of the path. A native run tells where
        // that path goes.
        assert_eq!(summary["unknown"], 2, "{solver}");
        assert_eq!((&summary["tests"], &summary["undecided"]), (&4.into(), &0.into()), "{solver}");
        let is_completed =
            |line: &&str| line.contains("\"event\":\"test\"") && line.contains("(completed natively)");
        assert_eq!(text.lines().filter(is_completed).count(), 1, "{solver}: {text}");
        let uncovered = &summary["uncovered"][0];
        assert_eq!(uncovered["what"], "the true side of semiprime.c:10", "{solver}");
        assert_eq!(uncovered["why"]["reason"], "unknown", "{solver}");
    }
}

#[test]
fn questions_are_written_as_scripts() {
    let folder = tempfile::tempdir().expect("a folder");
    let log = folder.path().join("queries");
    let status = symir()
        .args([
            "run",
            "--all",
            "-q",
            "--readable",
            "none",
            "--without",
            "local-search,bounds,order-graph",
            "--log-queries",
        ])
        .arg(&log)
        .args(["benches/queries/sort.c", "--", "-DN=3"])
        .output()
        .expect("symir runs")
        .status;
    assert!(status.success());
    let mut n_scripts = 0;
    for entry in std::fs::read_dir(&log).expect("the folder was made") {
        let text = std::fs::read_to_string(entry.expect("an entry").path()).expect("a script");
        let expected = if text.contains("(set-info :status sat)") { "sat" } else { "unsat" };
        // The library of Z3 reads the same scripts as its program.
        let config = z3::Config::new();
        z3::with_z3_config(&config, || {
            let solver = z3::Solver::new();
            solver.from_string(text.as_str());
            let verdict = match solver.check() {
                z3::SatResult::Sat => "sat",
                z3::SatResult::Unsat => "unsat",
                z3::SatResult::Unknown => "unknown",
            };
            assert_eq!(verdict, expected, "{text}");
        });
        n_scripts += 1;
    }
    assert!(n_scripts > 5, "{n_scripts} questions were asked");
}

#[test]
fn a_link_that_does_not_exist_is_wrong_use() {
    let output = symir()
        .args(["run", "--all", "--without", "wittness", "drivers/strlen.c"])
        .output()
        .expect("symir runs");
    assert_eq!(output.status.code(), Some(2));
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(message.contains("rules, witness, domain"), "{message}");
}
