//! `--engine`: inputs that native runs find become tests like all others.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;
use symir::internals::evolve::{Fitness, Method, Options, Sides, search};
use symir::internals::frontend::{self, Compiled};
use symir::internals::replay::{End, GuidedOptions, GuidedRunner, Source};

/// The tests of a run, as JSON, and its summary.
fn run(file: &Path, arguments: &[&str]) -> (Vec<serde_json::Value>, serde_json::Value) {
    run_by("1", file, arguments)
}

/// The same with a number of workers.
fn run_by(workers: &str, file: &Path, arguments: &[&str]) -> (Vec<serde_json::Value>, serde_json::Value) {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin("symir"));
    command.args(["run", "--json", "--workers", workers]).arg(file).args(arguments);
    let output = command.output().expect("the binary runs");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let events = text.lines().map(|line| serde_json::from_str(line).expect("each line is JSON"));
    let events: Vec<serde_json::Value> = events.collect();
    let of = |kind: &str| events.iter().filter(|event| event["event"] == kind).cloned().collect::<Vec<_>>();
    let summary = of("summary").pop();
    let summary = summary.unwrap_or_else(|| panic!("{}", String::from_utf8_lossy(&output.stderr)));
    (of("test"), summary["summary"].clone())
}

fn corpus(name: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/evolve").join(name)
}

/// A driver with this text, and the folder that it lies in.
fn driver(text: &str) -> (tempfile::TempDir, std::path::PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("driver.c");
    std::fs::write(&file, text).expect("a file");
    (folder, file)
}

fn guided(text: &str) -> (Compiled, GuidedRunner, tempfile::TempDir) {
    guided_by(1, text)
}

/// A program that this many processes run.
fn guided_by(processes: usize, text: &str) -> (Compiled, GuidedRunner, tempfile::TempDir) {
    let (folder, file) = driver(text);
    let options = frontend::Options { guided: true, ..frontend::Options::default() };
    let files = vec![file];
    let compiled = frontend::compile(&files, &options).expect("the program compiles");
    let guided = compiled.guided.as_ref().expect("it was asked for");
    let limits = GuidedOptions { most_branches: 10_000, processes, ..GuidedOptions::default() };
    let runner = GuidedRunner::build(guided, Source { files, options }, limits).expect("it can be run");
    (compiled, runner, folder)
}

const HOSTILE: &str = r#"
#include "symir.h"
#include <stdlib.h>
#include <unistd.h>
static int n_calls;
int f(int x) {
    n_calls++;
    if (n_calls != 1) return 99;
    char *room = malloc(8);
    if (room[0] != 0) return 98;
    room[0] = 1;
    if (x == 1) exit(3);
    if (x == 2) abort();
    if (x == 3) *(volatile int *)0 = 1;
    if (x == 4) for (volatile int i = 0; ; i++) if (i < 0) break;
    if (x == 5) return fork() < 0 ? 55 : 54;
    if (x == 6) symir_assume(x > 6);
    return 7;
}
int main(void) { int x = symir_int("x"); return f(x); }
"#;

/// One run ends its process in a way that native code cannot catch.
const ENDING: &str = r#"
#include "symir.h"
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>
int main(void) {
    int x = symir_int("x");
    if (x == 13) syscall(SYS_exit_group, 1);
    return x;
}
"#;

#[test]
fn a_run_costs_nothing_but_itself() {
    let (_, mut runner, _folder) = guided(HOSTILE);
    let inputs: Vec<Vec<u8>> = (0..8i32).map(|x| x.to_le_bytes().to_vec()).collect();
    let ends: Vec<End> = runner.run(&inputs).expect("it runs").into_iter().map(|run| run.end).collect();
    let expected = [
        End::Returned(7),
        End::Exited(3),
        End::Signal(6),
        End::Signal(11),
        End::Limit,
        End::Returned(55),
        End::AssumedAway,
        End::Returned(7),
    ];
    assert_eq!(ends, expected);
    assert_eq!(runner.n_restarts(), 0);
}

#[test]
fn distances_are_those_of_the_operands() {
    let text = r#"
#include "symir.h"
#include <string.h>
int f(int x, const char *s) {
    if (x == 42) return 1;
    if (x > 100 && x < 50) return 2;
    if (strcmp(s, "key") == 0) return 3;
    return 0;
}
int main(void) { int x = symir_int("x"); char s[4]; symir_string(s, 4, "s"); return f(x, s); }
"#;
    let (_, mut runner, _folder) = guided(text);
    let mut far = 40i32.to_le_bytes().to_vec();
    far.extend_from_slice(b"kex\0");
    let run = &runner.run(&[far]).expect("it runs")[0];
    let open: Vec<f64> =
        run.seen.iter().map(|seen| seen.distance).filter(|distance| *distance > 0.0).collect();
    // Distances: from 40 to 42, from 40 to more than 100, from 'x' to 'y'.
    assert_eq!(open, [2.0, 61.0, 1.0]);
    assert_eq!(runner.layout(run.layout).len(), 2);
}

#[test]
fn a_search_is_a_function_of_its_seed() {
    let text = std::fs::read_to_string(corpus("pex/element.c")).expect("the corpus is there");
    let (compiled, mut runner, _folder) = guided(&text);
    let sides = Sides::new(&compiled.program, compiled.guided.as_ref().expect("it was asked for"));
    let targets: BTreeSet<u32> = sides.of(|_| true);
    for method in [Method::Single, Method::Archive, Method::Random] {
        let mut once = |seed| {
            let options = Options { method, seed, most: 3_000, ..Options::default() };
            let found = search(&mut runner, &sides, &targets, &[], &options).expect("it runs");
            let kept = found.kept.iter().map(|kept| (kept.genotype.bytes().to_vec(), kept.evaluation));
            (found.evaluations, kept.collect::<Vec<_>>())
        };
        assert_eq!(once(5), once(5), "{method:?}");
    }
}

/// Processes that share the runs of a search report what one alone would, also where runs end their process.
#[test]
fn more_processes_find_the_same() {
    let text = std::fs::read_to_string(corpus("pex/element.c")).expect("the corpus is there");
    let found = [1, 3].map(|processes| {
        let (compiled, mut runner, _folder) = guided_by(processes, &text);
        let sides = Sides::new(&compiled.program, compiled.guided.as_ref().expect("it was asked for"));
        let options = Options { most: 3_000, ..Options::default() };
        let found = search(&mut runner, &sides, &sides.of(|_| true), &[], &options).expect("it runs");
        let kept = found.kept.iter().map(|kept| (kept.genotype.bytes().to_vec(), kept.evaluation));
        (found.evaluations, kept.collect::<Vec<_>>())
    });
    assert_eq!(found[0], found[1]);
    let ends = [1, 3].map(|processes| {
        let (_, mut runner, _folder) = guided_by(processes, ENDING);
        let inputs: Vec<Vec<u8>> = (0..40i32).map(|x| x.to_le_bytes().to_vec()).collect();
        let ends: Vec<End> = runner.run(&inputs).expect("it runs").into_iter().map(|run| run.end).collect();
        (ends, runner.n_restarts())
    });
    assert_eq!(ends[0].0, ends[1].0);
    assert_eq!(ends[0].0[13], End::Fatal);
    assert_eq!(ends[0].0[14], End::Returned(14));
    assert_eq!([ends[0].1, ends[1].1], [2, 2], "the process ends in the request, and for the one run");
}

#[test]
fn every_measure_and_method_solves_a_puzzle() {
    let text = std::fs::read_to_string(corpus("pex/linear.c")).expect("the corpus is there");
    let (compiled, mut runner, _folder) = guided(&text);
    let sides = Sides::new(&compiled.program, compiled.guided.as_ref().expect("it was asked for"));
    let targets: BTreeSet<u32> = sides.of(|_| true);
    for method in [Method::Single, Method::Archive] {
        for fitness in [Fitness::BranchDistance, Fitness::ManyDirections] {
            let options = Options { method, fitness, most: 20_000, ..Options::default() };
            let found = search(&mut runner, &sides, &targets, &[], &options).expect("it runs");
            assert!(found.left.is_empty(), "{method:?} {fitness:?}: {:?} are left", found.left);
        }
    }
    let random = Options { method: Method::Random, most: 2_000, ..Options::default() };
    let found = search(&mut runner, &sides, &targets, &[], &random).expect("it runs");
    assert_eq!(found.left.len(), 1, "nobody draws the one number of four billion");
}

/// Inputs that a search finds are followed symbolically and proved natively, and become tests of their paths
/// like any other.
#[test]
fn what_a_search_finds_is_a_proved_test() {
    let (tests, summary) = run(&corpus("pex/element.c"), &["--engine", "search", "--evaluations", "2000"]);
    let results: BTreeSet<String> =
        tests.iter().map(|test| test["test"]["calls"][0]["result"].to_string()).collect();
    assert!(results.len() >= 2, "{tests:?}");
    assert_eq!(summary["branches_covered"], summary["branches"], "{summary}");
}

/// An option chooses how a search gets from inputs to nearer ones, and every way solves the puzzle.
#[test]
fn every_evolution_solves_a_puzzle() {
    for evolution in [
        &["archive"][..],
        &["single", "--restart-after", "5000"],
        &["population", "--population", "5,20"],
        &["population", "--together", "x,y"],
    ] {
        let options = ["--engine", "search", "--evaluations", "60000", "--evolution"];
        let (_, summary) = run(&corpus("pex/product.c"), &[&options[..], evolution].concat());
        assert_eq!(summary["branches_covered"], summary["branches"], "{evolution:?} {summary}");
    }
}

/// The names of inputs that the user gives are looked up among the inputs that runs ask for.
#[test]
fn a_name_that_no_input_has_is_told() {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin("symir"));
    command.args(["run", "--engine", "search", "--together", "x,z"]).arg(corpus("pex/product.c"));
    let output = command.output().expect("the binary runs");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("no input is called `z`"), "{said}");
}

/// A checksum does not show which inputs are nearer. The search does not try the same inputs twice, and draws
/// new ones if nothing comes nearer.
#[test]
fn a_plateau_is_left() {
    for seed in ["1", "2", "3", "4"] {
        let options = ["--engine", "search", "--seed", seed, "--evaluations", "40000"];
        let (_, summary) = run(&corpus("stops/crc.c"), &options);
        assert_eq!(summary["branches_covered"], summary["branches"], "{summary}");
    }
}

/// Of ten thousand numbers one takes 261 steps, and no other number is near it.
#[test]
fn the_only_number_of_a_range_is_found() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/testcomp/loops/collatz.c");
    for seed in ["1", "2", "3", "4"] {
        let options = ["--engine", "search", "--seed", seed, "--evaluations", "60000"];
        let (_, summary) = run(&file, &options);
        assert_eq!(summary["branches_covered"], summary["branches"], "{summary}");
    }
}

/// If symbolic execution follows every path to its end, there is nothing to search.
#[test]
fn both_engines_give_what_one_gives_where_that_is_all() {
    let file = corpus("pex/product.c");
    let (alone, _) = run(&file, &[]);
    let (both, _) = run(&file, &["--engine", "both"]);
    assert_eq!(alone, both);
}

/// A search adds to what exploration has covered.
#[test]
fn both_engines_cover_no_less_than_one() {
    let file = corpus("stops/sine.c");
    let covered = |summary: &serde_json::Value| summary["branches_covered"].as_u64();
    let (_, alone) = run(&file, &[]);
    let (_, both) = run(&file, &["--engine", "both", "--evaluations", "2000"]);
    assert!(covered(&both) >= covered(&alone), "{both} {alone}");
}

#[test]
fn both_engines_go_on_where_sines_are_numbers() {
    let file = corpus("stops/sine.c");
    let (_, alone) = run(&file, &["--engine", "symbolic"]);
    let (tests, both) = run(&file, &["--engine", "both", "--evaluations", "20000"]);
    assert!(alone["code_covered"].as_u64() < alone["code"].as_u64(), "nothing is left to search");
    assert_eq!(both["code_covered"], both["code"], "{both}");
    // Plain values: a few decimals at most.
    let plain = |test: &serde_json::Value| test["line"].as_str().is_some_and(|line| line.len() < 30);
    assert!(tests.iter().all(plain), "{tests:?}");
}

/// Exploration takes long, on paths that cover nothing new. The search does not wait for its end.
const NEVER_DONE: &str = r#"
#include "symir.h"
#include <math.h>
int f(const unsigned char *s, double angle) {
    int n = 0;
    for (int i = 0; i < 12; i++)
        n += s[i] > 100 ? 1 : s[i] > 50 ? 2 : 3;
    if (n == 0) return 0;
    if (sin(angle) > 0.5) return 1;
    return 2;
}
int main(void) {
    unsigned char s[12];
    double angle = symir_double("angle");
    symir_bytes(s, sizeof s, "s");
    SYMIR_TEST(f, s, angle);
}
"#;

#[test]
fn a_search_has_its_turn_while_paths_are_left() {
    let (_folder, file) = driver(NEVER_DONE);
    let options = ["--paths", "8000", "--evaluations", "20000"];
    let uncovered = |engine: &str| {
        let (_, summary) = run(&file, &[&["--engine", engine], &options[..]].concat());
        let uncovered = summary["uncovered"].as_array().expect("a list").clone();
        uncovered.iter().filter(|side| side["what"].to_string().contains("driver.c:9")).count()
    };
    assert_eq!([uncovered("symbolic"), uncovered("both")], [1, 0]);
}

/// Pointers, arrays and texts are inputs of a search like others, together with the objects that they point
/// to.
const OBJECTS: &str = r#"
#include "symir.h"
struct item { struct item *next; int key; unsigned flag : 3; signed char tag; };
int f(const struct item *item, const int *a, size_t n, const char *text) {
    unsigned sum = 0;
    if (item == 0) return -1;
    if (item->next == item) return 1;
    if (item->next != 0 && item->next->key == item->key + 7 && item->next->flag == 5) return 2;
    for (size_t i = 0; i < n; i++)
        sum = sum * 31 + (unsigned)a[i];
    if (n == 3 && sum == 96500) return 3;
    if (text[0] == 'o' && text[1] == 'k' && text[2] == 0) return 4;
    return 0;
}
int main(void) {
    const struct item *item = symir_pointer(struct item, "item");
    const int *a = symir_array(int, 5, "a");
    size_t n = symir_array_length(a);
    const char *text = symir_text(6, "text");
    SYMIR_TEST(f, item, a, n, text);
}
"#;

#[test]
fn objects_and_arrays_are_searched() {
    let (_folder, file) = driver(OBJECTS);
    let (tests, summary) = run(&file, &["--engine", "search", "--evaluations", "40000"]);
    let results: BTreeSet<String> =
        tests.iter().map(|test| test["test"]["calls"][0]["result"].to_string()).collect();
    assert_eq!(summary["branches_covered"], summary["branches"], "{summary}");
    assert!(results.len() == 6, "{results:?}");
    // Each path is the one that its inputs take natively.
    assert_eq!([&summary["diverged"], &summary["unfinished"]], [0, 0], "{summary}");
    assert!(
        tests.iter().any(|test| test["line"].as_str().is_some_and(|line| line.contains(".next=item"))),
        "{tests:?}"
    );
}

/// Pointers to functions are inputs of a search, too: of a structure, of an array in it, and behind a pointer. One
/// of the functions has another name for the linker.
const CALLBACKS: &str = r#"
#include "symir.h"
#include <math.h>
typedef double (*map)(double);
static double half(double x) { return x / 2 + 0.1; }
static double power(double x) { return exp(x); }
double wave(double x) __asm__("wave_of_sines");
double wave(double x) { return sin(x); }
struct maps { map first; int n; struct maps *next; map others[2]; };
static const map known[] = {half, power, wave};
int f(const struct maps *maps, double x) {
    if (!maps || !maps->first || !maps->next || !maps->next->others[1]) return -1;
    double y = maps->first(x) + maps->next->others[1](x);
    if (maps->first == known[1] && maps->next->others[1] == known[2] && fabs(y * 1000 - 3123) < 2) return 9;
    if (maps->first == known[0] && maps->next->n == 777) return 4;
    return 1;
}
int main(void) {
    const struct maps *maps = symir_pointer(struct maps, "maps");
    double x = symir_double("x");
    return f(maps, x);
}
"#;

#[test]
fn pointers_to_functions_are_searched() {
    let (_folder, file) = driver(CALLBACKS);
    let (tests, summary) = run(&file, &["--engine", "search", "--evaluations", "20000"]);
    assert_eq!(summary["branches_covered"], summary["branches"], "{summary}");
    assert_eq!([&summary["diverged"], &summary["unfinished"]], [0, 0], "{summary}");
    let shows =
        |text: &str| tests.iter().any(|test| test["line"].as_str().is_some_and(|it| it.contains(text)));
    assert!(shows(".first=&power") && shows(".others={null, &wave_of_sines}"), "{tests:?}");
    // Without a search, the side is only not found, because the values of `exp` and `sin` are numbers.
    let (_, summary) = run(&file, &["--engine", "symbolic"]);
    let uncovered = summary["uncovered"].to_string();
    assert!(uncovered.contains("concretized") && !uncovered.contains("constant"), "{uncovered}");
}

/// A worker that does not lead the search once ended the run while it waited.
#[test]
fn workers_wait_for_what_the_search_finds() {
    let (_folder, file) = driver(CALLBACKS);
    let (_, summary) = run_by("3", &file, &["--engine", "both", "--evaluations", "20000"]);
    assert_eq!(summary["branches_covered"], summary["branches"], "{summary}");
    assert_eq!(summary["exhausted"], serde_json::Value::Null, "{summary}");
}

#[test]
fn what_a_search_has_not_found_is_not_called_infeasible() {
    let (_, summary) = run(&corpus("pex/element.c"), &["--engine", "random", "--evaluations", "20"]);
    let uncovered = summary["uncovered"].to_string();
    assert!(uncovered.contains("not-found"), "{uncovered}");
    assert!(!uncovered.contains("infeasible"), "{uncovered}");
}

#[test]
fn a_suite_has_what_a_search_finds() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("turn.c");
    let text = "#include <math.h>\nint turn(double angle) {\n    if (cos(angle) < -0.5)\n        return -1;\n    \
                return sin(angle) > 0.5 ? 1 : 0;\n}\n";
    std::fs::write(&file, text).expect("a file");
    let branches = |engine: &str| {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin("symir"));
        command.args(["gen", "turn.c", "--engine", engine, "-o", engine]).current_dir(folder.path());
        let output = command.output().expect("the binary runs");
        let text = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
        let line = text.lines().find(|line| line.contains("branches")).unwrap_or_else(|| panic!("{text}"));
        line.split("branches").next().unwrap_or_default().trim_end().chars().rev().take(6).collect::<String>()
    };
    assert_eq!([branches("symbolic"), branches("both")], ["2 fo 1", "2 fo 2"]);
}

/// Arguments, standard input and files are inputs of native runs like others.
const STARTED: &str = r#"
#include <math.h>
#include <stdio.h>
#include <string.h>
int main(int argc, char **argv) {
    char line[8] = {0};
    FILE *file = fopen("data", "r");
    if (argc < 2) return 1;
    if (argc > 2 && strcmp(argv[2], "-v") == 0) return 2;
    if (sin(argv[1][0]) > 0.99 && argv[1][1] == 0) return 3;
    if (fgets(line, sizeof line, stdin) && cos(line[0]) > 0.99 && line[1] == 'n') return 4;
    if (file && fgetc(file) == 'D' && sin(fgetc(file)) < -0.99) return 5;
    return 0;
}
"#;

#[test]
fn what_a_program_is_started_with_is_searched() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("tool.c");
    std::fs::write(&file, STARTED).expect("a file");
    let started = ["--sym-args", "0", "2", "2", "--sym-stdin", "3", "--sym-file", "data:2"];
    for engine in ["search", "both"] {
        let options = ["--engine", engine, "--evaluations", "30000"];
        let (tests, summary) = run(&file, &[&options[..], &started].concat());
        let returned = |test: &serde_json::Value| test["test"]["outcome"]["returned"].as_i64();
        let results: BTreeSet<i64> = tests.iter().filter_map(returned).collect();
        assert_eq!(results, (0..=5).collect(), "{engine} {tests:?}");
        // Each path is the one that its inputs take natively.
        assert_eq!(summary["diverged"], 0, "{engine} {summary}");
    }
}

/// After a run, its streams are closed and its files are removed.
const OPENING: &str = r#"
#include "symir.h"
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>
int f(FILE *in, int n) {
    struct stat status;
    int first = fgetc(in), descriptor = open("left", O_RDONLY);
    if (descriptor >= 0 || fgetc(stdin) != EOF) return 90;
    if (ungetc('x', stdin) != 'x') return 91;
    descriptor = open("left", O_WRONLY | O_CREAT, 0600);
    FILE *stream = fopen("other", "w+");
    if (descriptor < 0 || !stream || fputs("text", stream) < 0) return 92;
    fseek(in, 0, SEEK_END);
    if (ftell(in) != n || fputc('y', in) != 'y' || fflush(in) != 0) return 93;
    if (fstat(fileno(in), &status) != 0 || status.st_size != n + 1) return 94;
    rewind(in);
    if (fgetc(in) != (n > 0 ? first : 'y')) return 95;
    if (mkdir("folder", 0700) != 0 || chdir("folder") != 0) return 96;
    return descriptor;
}
int main(void) {
    unsigned char content[4];
    int n = symir_range(0, 4, "n");
    symir_bytes(content, sizeof content, "in");
    return f(symir_stream_of(content, (size_t)n), n);
}
"#;

#[test]
fn a_run_finds_nothing_that_others_have_opened() {
    let (_, mut runner, _folder) = guided(OPENING);
    let inputs: Vec<Vec<u8>> = (0..300u32).map(|n| [&(n % 5).to_le_bytes()[..], b"abcd"].concat()).collect();
    let runs = runner.run(&inputs).expect("it runs");
    let ends: Vec<End> = runs.into_iter().map(|run| run.end).collect();
    let End::Returned(descriptor) = ends[0] else { panic!("{:?}", ends[0]) };
    assert!(descriptor < 20, "{descriptor}");
    assert!(ends.iter().all(|end| *end == ends[0]), "{ends:?}");
    assert_eq!(runner.n_restarts(), 0);
}

/// A stream that `symir gen` makes is searched, too.
const STREAM: &str = r#"
#include <math.h>
#include <stdio.h>
int level(FILE *in) {
    int kind = fgetc(in), angle = fgetc(in);
    if (angle == EOF) return -1;
    if (sin(angle) > 0.99 && kind == 'K') return 1;
    return 0;
}
"#;

#[test]
fn streams_of_a_suite_are_searched() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("level.c"), STREAM).expect("a file");
    let covered = |engine: &str| {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin("symir"));
        command.args(["gen", "level.c", "--engine", engine, "-o", engine]).current_dir(folder.path());
        let output = command.output().expect("the binary runs");
        String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned()
    };
    assert!(covered("both").contains("6 of 6 branches"), "{}", covered("both"));
    assert!(!covered("symbolic").contains("6 of 6 branches"), "what is left is what a search is for");
}

/// A checksum of two bytes: 65,536 paths, of which one spells a word, and no branch that tells a search how near it is.
const CHECKSUM: &str = r#"
#include "symir.h"
int kind(const unsigned char *frame) {
    unsigned sum = 0;
    for (int i = 0; i < 2; i++) {
        sum ^= frame[i];
        for (int bit = 0; bit < 8; bit++)
            sum = sum & 0x80 ? (sum << 1 ^ 0x07) & 0xff : sum << 1 & 0xff;
    }
    if (sum != frame[2])
        return 0;
    if (frame[0] == 'O' && frame[1] == 'K')
        return 2;
    return 1;
}
int main(void) {
    unsigned char frame[3];
    symir_bytes(frame, 3, "frame");
    return kind(frame);
}
"#;

#[test]
fn merged_states_find_what_exploration_and_search_do_not() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("checksum.c");
    std::fs::write(&file, CHECKSUM).expect("a file");
    let limits = ["--no-replay", "--readable", "witness", "--until", "saturated"];
    let (_, explored) = run(&file, &[&limits[..], &["--engine", "symbolic"]].concat());
    let (_, found) = run(&file, &[&limits[..], &["--engine", "both", "--evaluations", "200"]].concat());
    let covered = |summary: &serde_json::Value| summary["branches_covered"].as_u64();
    assert!(covered(&explored) < covered(&found), "{explored:#} {found:#}");
    assert_eq!(covered(&found), found["branches"].as_u64(), "{found:#}");
}

const ERRING: &str = r#"
#include "symir.h"
#include <math.h>
static const int weights[8] = {3, 1, 4, 1, 5, 9, 2, 6};
int share(double angle) {
    int step = (int)(sin(angle) * 1000);
    return 100 / (step - 777);
}
int weight(double angle) {
    int step = (int)(cos(angle) * 1000) / 100;
    if (step < 0) return 0;
    return weights[step];
}
unsigned bit(double angle) {
    int step = (int)(sin(angle) * 1000) / 25;
    return 1u << (step < 0 ? -step : step);
}
int area(double angle, int height) {
    int width = (int)(exp(fabs(angle)) * 1000);
    if (width > 100000 || height < 0 || height > 100000) return 0;
    return __builtin_mul_overflow(width, height, &width) ? -1 : width;
}
struct scale { int weight; struct scale *other; };
int weigh(double angle, const struct scale *scale) {
    if (!scale || sin(angle) < 0.9) return 0;
    return scale->weight - scale->other->weight;
}
int main(void) {
    double angle = symir_double("angle");
    switch (symir_choose(5, "which")) {
    case 0: SYMIR_TEST(share, angle); break;
    case 1: SYMIR_TEST(weight, angle); break;
    case 2: SYMIR_TEST(bit, angle); break;
    case 3: SYMIR_TEST(area, angle, symir_int("height")); break;
    default: SYMIR_TEST(weigh, angle, symir_pointer(struct scale, "scale")); break;
    }
    return 0;
}
"#;

/// Errors are looked for where symbolic execution knows nothing about the numbers that lead to them.
#[test]
fn errors_are_looked_for_like_sides() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("erring.c");
    std::fs::write(&file, ERRING).expect("a file");
    let (tests, _) = run(&file, &["--engine", "search", "--time", "60s"]);
    let lines: Vec<&str> = tests.iter().filter_map(|test| test["line"].as_str()).collect();
    for error in [
        "!division by zero at erring.c:7",
        "!out of bounds read at erring.c:12",
        "!shift by the width or more at erring.c:16",
        "area: ",
        "!null pointer dereference at erring.c:26",
    ] {
        assert!(lines.iter().any(|line| line.contains(error)), "no {error} in {lines:?}");
    }
}

/// Compares the slack of overflows with what the compiler's functions say, for many pairs of numbers near borders.
const OVERFLOWS: &str = r#"
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
enum { NOTHING };
static uint32_t operand_kind;
SLACK
static uint64_t state = 1;
static uint64_t next(void) {
    state ^= state << 13;
    state ^= state >> 7;
    return state ^= state << 17;
}
static uint64_t number(void) {
    uint64_t one = (uint64_t)1 << next() % 64;
    switch (next() % 4) {
    case 0: return one + next() % 5 - 2;
    case 1: return next() % 7 - 3;
    case 2: return next() >> next() % 64;
    default: return -one + next() % 5 - 2;
    }
}
#define CHECK(type, is_signed, operation, builtin)                                                                  \
    for (int i = 0; i < 200000; i++) {                                                                              \
        type a = (type)number(), b = (type)number(), result;                                                        \
        bool overflows = builtin(a, b, &result);                                                                    \
        double slack = symir_overflows(operation, is_signed, (uint64_t)a, (uint64_t)b, 8 * sizeof(type));           \
        if (overflows != (slack > 0)) {                                                                             \
            printf("%s %d: %lld %lld gives %g\n", #type, operation, (long long)a, (long long)b, slack);            \
            return 1;                                                                                               \
        }                                                                                                           \
    }
#define ALL(type, is_signed)                                                                                        \
    CHECK(type, is_signed, 1, __builtin_add_overflow)                                                               \
    CHECK(type, is_signed, 2, __builtin_sub_overflow)                                                               \
    CHECK(type, is_signed, 3, __builtin_mul_overflow)
int main(void) {
    ALL(int8_t, 1) ALL(uint8_t, 0) ALL(int16_t, 1) ALL(uint16_t, 0)
    ALL(int32_t, 1) ALL(uint32_t, 0) ALL(int64_t, 1) ALL(uint64_t, 0)
    return 0;
}
"#;

/// The slack of an overflow is positive exactly if there is one.
#[test]
fn overflows_are_told_exactly() {
    let runtime = include_str!("../src/replay/guided.c");
    let from = runtime.find("double symir_overflows(").expect("the function");
    let end = from + runtime[from..].find("\n}\n").expect("its end") + 3;
    let folder = tempfile::tempdir().expect("a folder");
    let (file, program) = (folder.path().join("overflows.c"), folder.path().join("overflows"));
    std::fs::write(&file, OVERFLOWS.replace("SLACK", &runtime[from..end])).expect("a file");
    let clang = std::env::var_os("SYMIR_CLANG").unwrap_or_else(|| "clang-19".into());
    let built = Command::new(clang).args(["-O1", "-w", "-o"]).arg(&program).arg(&file).status();
    assert!(built.expect("clang runs").success());
    let output = Command::new(&program).output().expect("the program runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}
