//! The paper's own figures, recomputed from its records, and our six methods beside them.
//!
//! The records lie outside of the repository: in the folder that the environment variable `SYMIR_DATA` names,
//! or in `../shared/data` beside it. We may not put them into the repository, since they are not ours.
//! Without them each test says SKIPPED.

#[path = "readability/records.rs"]
mod records;
#[path = "readability/runs.rs"]
#[allow(dead_code, reason = "inputs and the summary are for other tests")]
mod runs;

use records::{N_RUNS, RECORDED, TABLE, data, n_runs, paper, records};
use runs::{DRIVERS, Run, driver};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;
use symir::internals::readable::Language;
use symir::internals::readable::score::{self, Tally};

/// The number of values in the records, without the repetitions of `strlen` and `strnlen`.
const N_RECORDED: usize = 21_792;

/// Rounds a number to six significant digits, as a C++ stream prints it.
fn six_digits(x: f64) -> f64 {
    format!("{x:.5e}").parse().expect("a number")
}

#[test]
fn every_recorded_value_comes_out() {
    let (Some(language), Some(records)) = (paper(), records()) else { return };
    let mut n_compared = 0;
    for record in records.iter().filter(|record| !record.values.is_empty()) {
        let (_, strings) = score::strings_of_line(&record.line).expect("a test line");
        let computed: Vec<f64> =
            strings.iter().filter_map(|text| score::n(language.model(), text)).map(six_digits).collect();
        let mut recorded = record.values.clone();
        if record.line.starts_with("strlen:") || record.line.starts_with("strnlen:") {
            recorded.dedup();
        }
        assert_eq!(computed, recorded, "{} {}: {}", record.experiment, record.run, record.line);
        n_compared += recorded.len();
    }
    assert_eq!(n_compared, N_RECORDED);
}

#[test]
fn means_of_the_records_are_those_of_the_paper() {
    let (Some(language), Some(records)) = (paper(), records()) else { return };
    let mut tallies: BTreeMap<(&str, u32), Tally> = BTreeMap::new();
    for record in records.iter().filter(|record| !record.values.is_empty() && record.run <= N_RUNS) {
        let (function, strings) = score::strings_of_line(&record.line).expect("a test line");
        let tally = tallies.entry((&record.experiment, record.run)).or_default();
        tally.add(&language, function, &strings);
    }
    for (experiment, expected) in RECORDED {
        let runs = tallies.iter().filter(|((name, _), _)| *name == experiment);
        let ms: Vec<f64> = runs.map(|(_, tally)| tally.summary().expect("strings").n).collect();
        let m = ms.iter().sum::<f64>() / ms.len() as f64;
        assert_eq!(format!("{m:.4}"), format!("{expected:.4}"), "{experiment}");
    }
}

fn symir(args: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_symir")).args(args).output().expect("symir starts");
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// Two words of the first hundred have one letter and are in no mean.
#[test]
fn the_validation_sets_score_as_in_the_paper() {
    for (set, expected) in [
        ("paper_top100_words.txt", "mean of 98: N 0.0960 "),
        ("paper_rand100_with_N.txt", "mean of 96: N 0.0682 "),
    ] {
        let (Some(set), Some(table)) = (data(set), data(TABLE)) else { return };
        let paths = [&table, &set].map(|path| path.to_str().expect("a plain path"));
        let text = symir(&["model", "score", "--model", paths[0], paths[1]]);
        assert!(text.lines().any(|line| line.starts_with(expected)), "{expected}: {text}");
    }
}

/// The map that the paper's tool used in effect: each letter with the likeliest letter after it.
const SIMPLEST: &str = "a>t b>e c>t d>i e>s f>o g>e h>e i>n j>u k>e l>y m>e n>t o>r p>r q>u r>e s>t t>h u>t v>e \
                        w>i x>p y>e z>e";

#[test]
fn the_likeliest_letters_are_those_of_the_paper() {
    let Some(table) = data(TABLE) else { return };
    let folder = tempfile::tempdir().expect("a temporary folder");
    let driver = folder.path().join("pairs.c");
    let source = r#"
        #include "symir.h"
        static int at(const char *s) { int i; for (i = 0; i < 26; i++) if (s[0] == 'a' + i && s[1]) return i; return -1; }
        int main(void) { char s[3]; symir_string(s, sizeof s, "s"); SYMIR_TEST(at, s); }"#;
    std::fs::write(&driver, source).expect("a driver");
    let include = format!("-I{}", Path::new(env!("CARGO_MANIFEST_DIR")).join("drivers").display());
    let paths = [&driver, &table].map(|path| path.to_str().expect("a plain path"));
    let text = symir(&[
        "run",
        "--all",
        paths[0],
        "--model",
        paths[1],
        "--readable",
        "simplest",
        "-q",
        "--",
        &include,
    ]);
    let pairs: BTreeSet<(char, char)> = text
        .lines()
        .filter_map(|line| line.strip_prefix("at: &\"")?.split_once('"'))
        .filter_map(|(pair, _)| Some((pair.chars().next()?, pair.chars().nth(1)?)))
        .filter(|(first, second)| first.is_ascii_lowercase() && second.is_ascii_lowercase())
        .collect();
    let expected: BTreeSet<(char, char)> = SIMPLEST
        .split_whitespace()
        .filter_map(|pair| Some((pair.chars().next()?, pair.chars().nth(2)?)))
        .collect();
    // The test of the path on which no first byte matches has no pair of letters.
    assert_eq!(pairs, expected, "{text}");
}

/// M of the twelve drivers with the paper's table and a method.
fn our_m(language: &Language, table: &str, method: &str, seed: u32) -> f64 {
    let mut tally = Tally::default();
    let seed = seed.to_string();
    for name in DRIVERS {
        let args = ["--readable", method, "--model", table, "--seed", &seed];
        Run::new(&driver(name), &args).tally(language, &mut tally);
    }
    tally.summary().expect("there are strings").n
}

#[test]
fn our_methods_score_as_those_of_the_paper() {
    let (Some(language), Some(table)) = (paper(), data(TABLE)) else { return };
    let table = table.to_str().expect("a plain path");
    let mut wrong = String::new();
    for (experiment, expected) in RECORDED {
        let method = experiment.to_ascii_lowercase();
        let n_runs = n_runs(&method);
        let m =
            (1..=n_runs).map(|seed| our_m(&language, table, &method, seed)).sum::<f64>() / f64::from(n_runs);
        eprintln!("{method}: {m:.4}, recorded {expected:.4}");
        if (m - expected).abs() > 0.01 {
            wrong += &format!("{method}: {m:.4} is not near {expected:.4}\n");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
