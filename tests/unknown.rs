//! Pointers of unknown type: each program of `corpus/unknown` gets the types that a person would give, which
//! stand in `types.csv` beside them.
//!
//! `SYMIR_UNKNOWN=1 cargo test --test unknown -- --nocapture` tries all programs. It prints which types were
//! chosen, and what is covered, compared with the three other ways of `--unknown-types` and with a driver for
//! each program, in which a person has given the types (`corpus/unknown/drivers`). Otherwise a few programs
//! are tried, in one way.

#[path = "common/skipped.rs"]
mod skipped;

use skipped::skipped;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The programs that are tried in every run.
const FEW: [&str; 6] = ["animals.c", "compare_people.c", "handler.c", "list_sum.c", "shapes.c", "sort_any.c"];
/// The ways, ours first.
const WAYS: [&str; 4] = ["ranked", "every", "imitating", "bytes"];

/// What is read from the summary of a run.
const LINES_AND_PATHS: [&str; 3] = ["lines_covered", "lines", "paths"];

/// A row of the table.
struct Expected {
    file: String,
    function: String,
    pointer: String,
    ty: String,
}

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/unknown")
}

fn expected() -> Vec<Expected> {
    let mut reader = csv::Reader::from_path(corpus().join("types.csv")).expect("the table is there");
    let rows = reader.records().map(|row| {
        let row = row.expect("a row");
        let [file, function, pointer, ty] = [0, 1, 2, 3].map(|at| row[at].to_owned());
        Expected { file, function, pointer, ty }
    });
    rows.collect()
}

/// The harness that `symir gen` writes for a function.
fn harness(file: &str, function: &str, folder: &Path) -> PathBuf {
    let mut command = Command::new(program());
    command.args(["gen", "-q", "--time", "10", "-f", function, "-o"]).arg(folder).arg(corpus().join(file));
    let output = command.output().expect("the binary runs");
    let stem = file.trim_end_matches(".c");
    let harness = folder.join(stem).join("harness").join(format!("{function}.c"));
    assert!(harness.is_file(), "{file}: {}", String::from_utf8_lossy(&output.stderr));
    harness
}

/// Takes back the types that `symir gen` has read from the code for the parameters of a harness, if they are those
/// of the table, so that the run has to find them. Returns whether the harness says that each of them is a string,
/// which needs no finding.
fn forget_types(harness: &Path, rows: &[&Expected]) -> Vec<bool> {
    let mut text = std::fs::read_to_string(harness).expect("the harness is there");
    let mut are_strings = Vec::new();
    for Expected { pointer, ty, .. } in rows {
        are_strings.push(ty == "string" && text.contains(&format!("*{pointer} = symir_text(")));
        for ty in [ty.clone(), format!("{ty}const")] {
            let made = format!("{pointer} = symir_pointer({ty}, \"{pointer}\");");
            if text.contains(&made) {
                text = text.replace(&made, &format!("{pointer} = symir_pointer(void, \"{pointer}\");"));
                let space = if ty.ends_with('*') { "" } else { " " };
                text = text.replace(&format!("{ty}{space}*{pointer};"), &format!("void *{pointer};"));
                let is_of_target = |line: &&str| !line.contains(&format!("symir_assume(*{pointer} "));
                text = text.lines().filter(is_of_target).map(|line| format!("{line}\n")).collect();
            }
        }
    }
    std::fs::write(harness, text).expect("written");
    are_strings
}

/// The summary of a run, and under `replay` how its tests fared natively.
fn run(harness: &Path, way: &str, arguments: &[&str]) -> serde_json::Value {
    let mut command = Command::new(program());
    command.args(["run", "--json", "--workers", "1", "--unknown-types", way, "--time", "20"]);
    let output = command.args(arguments).arg(harness).output().expect("the binary runs");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let mut events = text.lines().filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok());
    let summary = events.rfind(|event| event["event"] == "summary");
    let event = summary.unwrap_or_else(|| panic!("{}", String::from_utf8_lossy(&output.stderr)));
    let mut summary = event["summary"].clone();
    summary["replay"] = event["replay"].clone();
    summary
}

/// The types that were chosen for a pointer, each with how many others were chosen before it.
fn chosen(summary: &serde_json::Value) -> BTreeMap<(String, String), u64> {
    let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    let mut found = BTreeMap::new();
    for row in summary["types"].as_array().into_iter().flatten() {
        let place = row["place"].as_u64().unwrap_or(u64::MAX);
        let least = found.entry((text(&row["pointer"]), text(&row["type"]))).or_insert(place);
        *least = place.min(*least);
    }
    found
}

#[test]
fn types_are_those_that_a_person_would_give() {
    let is_whole = std::env::var_os("SYMIR_UNKNOWN").is_some();
    let rows = expected();
    let subjects: BTreeSet<(&str, &str)> = rows
        .iter()
        .filter(|row| is_whole || FEW.contains(&row.file.as_str()))
        .map(|row| (row.file.as_str(), row.function.as_str()))
        .collect();
    let ways = if is_whole { &WAYS[..] } else { &WAYS[..1] };
    let folder = tempfile::tempdir().expect("a folder");
    let (mut n_early, mut n_rows, mut wrong) = (0, 0, Vec::new());
    let mut covered = vec![[0u64; 3]; ways.len()];
    let mut n_by_hand = 0;
    for (file, function) in subjects {
        let harness = harness(file, function, folder.path());
        let own: Vec<&Expected> =
            rows.iter().filter(|row| row.file == file && row.function == function).collect();
        let are_strings = forget_types(&harness, &own);
        let mut line = format!("{file:<20}");
        for (at, way) in ways.iter().enumerate() {
            // To try all types at once may take thousands of paths.
            let limit = if at == 0 { "100000" } else { "400" };
            let summary = run(&harness, way, &["--no-replay", "--paths", limit]);
            let now = LINES_AND_PATHS.map(|key| summary[key].as_u64().unwrap_or(0));
            covered[at].iter_mut().zip(now).for_each(|(sum, now)| *sum += now);
            line += &format!("  {:>3} of {:>3} lines, {:>4} paths", now[0], now[1], now[2]);
            if at > 0 {
                continue;
            }
            let chosen = chosen(&summary);
            for (row, is_string) in own.iter().copied().zip(&are_strings) {
                n_rows += 1;
                match chosen.get(&(row.pointer.clone(), row.ty.clone())) {
                    // If several types are correct, each has its turn, so the types before this one are not
                    // wrong.
                    Some(place) if *place <= 1 || is_one_of_several(&rows, row) => n_early += 1,
                    None if *is_string => n_early += 1,
                    _ => wrong.push(format!("{file}: {} is no {}: {chosen:?}", row.pointer, row.ty)),
                }
            }
        }
        let by_hand = run(&corpus().join("drivers").join(file), "ranked", &["--no-replay"]);
        let [_, _, paths] = LINES_AND_PATHS.map(|key| by_hand[key].as_u64().unwrap_or(0));
        n_by_hand += paths;
        println!("{line}  {paths:>4} paths by hand");
    }
    for (way, [lines, all, paths]) in ways.iter().zip(&covered) {
        println!("{way:<12} {lines} of {all} lines, {paths} paths");
    }
    println!("by hand      {n_by_hand} paths");
    println!("{n_early} of {n_rows} types chosen first or second");
    wrong.iter().for_each(|words| println!("  {words}"));
    assert!(n_early * 10 >= n_rows * 9, "{n_early} of {n_rows}: {wrong:#?}");
    let [lines, all, paths] = covered[0];
    assert!(lines * 100 >= all * 95, "{lines} of {all} lines");
    assert!(paths <= 2 * n_by_hand, "{paths} paths, and {n_by_hand} with drivers");
    for other in &covered[1..] {
        assert!(lines >= other[0], "another way covers {} lines, and ours {lines}", other[0]);
    }
}

/// A run of a program without pointers of unknown type costs the same whether or not their types are looked
/// for.
#[test]
fn programs_without_unknown_types_cost_the_same() {
    const COUNTS: [&str; 5] = ["paths", "instructions", "forks", "terms", "questions"];
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let is_whole = std::env::var_os("SYMIR_UNKNOWN").is_some();
    let few =
        ["date.c", "machine.c", "network.c", "wide.c"].map(|name| root.join("corpus/search").join(name));
    let mut programs = few.to_vec();
    if is_whole {
        programs.clear();
        for folder in ["corpus/evolve/pex", "corpus/search", "drivers"] {
            let entries = std::fs::read_dir(root.join(folder)).expect("the folder is there");
            let files = entries.map(|entry| entry.expect("an entry").path());
            programs.extend(files.filter(|path| path.extension().is_some_and(|extension| extension == "c")));
        }
        programs.sort();
    }
    for program in &programs {
        let counts = ["ranked", "bytes"].map(|way| {
            let limits = ["--no-replay", "--instructions", "5000", "--query-conflicts", "500"];
            let summary = run(program, way, &limits);
            COUNTS.map(|key| summary[key].clone())
        });
        let name = program.strip_prefix(root).unwrap_or(program).display();
        let [[paths, instructions, ..], _] = &counts;
        println!("{name}: {paths} paths, {instructions} instructions");
        assert!(paths.is_u64() && instructions.is_u64(), "{name}: no counts");
        assert_eq!(counts[0], counts[1], "{name}: {COUNTS:?}");
    }
    println!("{} programs, for which all counts are equal", programs.len());
}

/// Whether the table has several types for the pointer of a row.
fn is_one_of_several(rows: &[Expected], row: &Expected) -> bool {
    let is_it = |other: &&Expected| (&other.file, &other.pointer) == (&row.file, &row.pointer);
    rows.iter().filter(is_it).count() > 2
}

#[test]
fn tests_with_decided_types_are_confirmed_and_the_same_for_any_number_of_workers() {
    let folder = tempfile::tempdir().expect("a folder");
    let rows = expected();
    let few = [("animals.c", "speak"), ("list_sum.c", "sum")];
    let mut subjects = BTreeSet::from(few);
    if std::env::var_os("SYMIR_UNKNOWN").is_some() {
        subjects.extend(rows.iter().map(|row| (row.file.as_str(), row.function.as_str())));
    }
    for (file, function) in subjects {
        let harness = harness(file, function, folder.path());
        let own: Vec<&Expected> =
            rows.iter().filter(|row| row.file == file && row.function == function).collect();
        let are_strings = forget_types(&harness, &own);
        let lines = |workers: &str| {
            let mut command = Command::new(program());
            command.args(["run", "--all", "--quiet", "--workers", workers]).arg(&harness);
            let output = command.output().expect("the binary runs");
            assert!(output.status.success() || output.status.code() == Some(10), "{file}: {output:?}");
            String::from_utf8_lossy(&output.stdout).into_owned()
        };
        let alone = lines("1");
        assert!(alone.contains(":=>"), "{file}: {alone}");
        let summary = run(&harness, "ranked", &[]);
        // Where a solver gives up, values depend on how fast it is.
        if few.contains(&(file, function)) || summary["unknown"] == 0 {
            assert_eq!(alone, lines("2"), "{file}");
        }
        assert_eq!(summary["replay"]["differ"], 0, "{file}: {summary}");
        assert_eq!(summary["replay"]["confirmed"], summary["tests"], "{file}: {summary}");
        assert!(!chosen(&summary).is_empty() || are_strings.contains(&true), "{file}: {summary}");
    }
}

/// Files of the kernel, and the routines of each that have drivers written by hand.
const KERNEL: [(&str, &[&str]); 5] = [
    ("bsearch", &["bsearch"]),
    ("list_sort", &["list_sort"]),
    ("llist", &["llist_reverse_order", "llist_del_first"]),
    ("rbtree", &["rb_insert_color", "rb_erase"]),
    ("sort", &["sort"]),
];

/// The program under test, or the one that `SYMIR_PROGRAM` names.
fn program() -> PathBuf {
    std::env::var_os("SYMIR_PROGRAM").map_or_else(|| assert_cmd::cargo::cargo_bin("symir"), PathBuf::from)
}

/// How many sides of branches the drivers of the collection cover, and how many there are: of all routines of
/// a file together, as far as one of them does.
fn with_drivers(root: &Path, folder: &Path, routines: &[&str]) -> (u64, u64) {
    let mut bench = Command::new(program());
    bench.current_dir(root).args(["bench", "kernel", "--filter", &format!("^({})$", routines.join("|"))]);
    let output = bench.arg("-o").arg(folder).output().expect("symir starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut reader = csv::Reader::from_path(folder.join("results.csv")).expect("a table");
    let rows = reader.deserialize::<BTreeMap<String, String>>().map(|row| row.expect("a row"));
    let numbers = rows.map(|row| {
        let number = |name: &str| row[name].parse().unwrap_or(0);
        (number("native_branches_covered"), number("native_branches"))
    });
    numbers.max().unwrap_or_default()
}

/// The same of the suite that `symir gen` makes of the file, which has to pass.
fn without_drivers(root: &Path, folder: &Path, file: &str) -> (u64, u64) {
    let source = folder.join(format!("{file}.c"));
    if file == "list_sort" {
        // As many items as the driver has.
        std::fs::write(folder.join("symir.toml"), "[bounds]\nlist = 5\n").expect("the folder is there");
    }
    let kernel = root.join(".sources/linux-6.1/lib");
    std::fs::copy(kernel.join(format!("{file}.c")), &source).expect("the kernel's sources are there");
    let suites = folder.join("tests");
    let mut gen_suite = Command::new(program());
    gen_suite.args(["gen", "-q", "-j", "1", "--time", "20", "-o"]).arg(&suites).arg(&source);
    gen_suite.args(["--", "-std=gnu11", "-nostdlibinc", "-fno-strict-aliasing", "-fwrapv", "-w"]);
    gen_suite.arg(format!("-I{}", root.join("corpus/linux/include").display()));
    let output = gen_suite.args(["-include", "linux/kconfig.h"]).output().expect("symir starts");
    assert!(matches!(output.status.code(), Some(0 | 10)), "{}", String::from_utf8_lossy(&output.stderr));
    let suite = suites.join(file);
    let mut make = Command::new("make");
    let output = make.current_dir(&suite).args(["c", "CC=gcc --coverage"]).output().expect("make starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut gcov = Command::new("gcov");
    let gcov = gcov.current_dir(suite.join("build")).args(["-b", "-n", "source0.gcda"]).output();
    let said = String::from_utf8_lossy(&gcov.expect("gcov starts").stdout).into_owned();
    // "File '…/sort.c'", and some lines below it "Taken at least once:93.18% of 44". As in the table of the
    // collection, functions of headers do not count.
    let own = said.split("File '").filter(|part| {
        let name = part.split('\'').next().unwrap_or_default();
        name.ends_with(&format!("/{file}.c"))
    });
    let shares = own.filter_map(|part| part.split_once("Taken at least once:")?.1.split_once("% of "));
    let shares = shares.filter_map(|(percent, rest)| {
        let all: u64 = rest.lines().next()?.parse().ok()?;
        let percent: f64 = percent.parse().ok()?;
        Some(((percent * all as f64 / 100.0).round() as u64, all))
    });
    shares.fold((0, 0), |sum, share| (sum.0 + share.0, sum.1 + share.1))
}

/// `SYMIR_KERNEL=1 cargo test --release --test unknown kernel -- --nocapture` compares what `symir gen` reaches
/// in files of the kernel with what drivers reach that were written by hand.
#[test]
fn files_of_the_kernel_need_no_drivers() {
    if std::env::var_os("SYMIR_KERNEL").is_none() {
        skipped("it takes long; SYMIR_KERNEL=1 runs it");
        return;
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    println!("{:<12} {:>14} {:>14}", "file", "with drivers", "without");
    for (file, routines) in KERNEL {
        let folder = tempfile::tempdir().expect("a folder");
        let by_hand = with_drivers(root, &folder.path().join("bench"), routines);
        let alone = without_drivers(root, folder.path(), file);
        let words = |(covered, all): (u64, u64)| format!("{covered} of {all}");
        println!("{file:<12} {:>14} {:>14}", words(by_hand), words(alone));
    }
}
