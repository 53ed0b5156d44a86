//! The paper's own figures, recomputed from its records, and our six methods beside them.
//!
//! The records lie outside of the repository: in the folder that the environment variable `SYMIR_DATA` names, or in
//! `../shared/data` beside it. Where there is none the tests say so and check nothing.

use assert_cmd::cargo::cargo_bin;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::Command;
use symir::readable::score::{self, Tally};
use symir::readable::{Language, Model};

/// The number of values in the records, without the repetitions of `strlen` and `strnlen`.
const N_RECORDED: usize = 21_792;

/// M of each experiment, to four digits.
const RECORDED: [(&str, f64); 5] =
    [("base", 0.0696), ("simplest", 0.0817), ("SP", 0.0822), ("roulette", 0.0731), ("random", 0.0638)];

/// The paper averages the first runs of what is random.
const N_RUNS: u32 = 5;

const DRIVERS: [&str; 12] = [
    "strlen",
    "strnlen",
    "strcmp",
    "strncmp",
    "sysfs_streq",
    "strcpy",
    "strncpy",
    "strcat",
    "strncat",
    "strstr",
    "strnstr",
    "strpbrk",
];

/// A file of the data folder, if there is one.
fn data(name: &str) -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data");
    let folder = std::env::var_os("SYMIR_DATA").map_or(beside, PathBuf::from);
    let path = folder.join("readability").join(name);
    if !path.exists() {
        eprintln!("{} is not there: nothing is checked; name its folder with SYMIR_DATA", path.display());
        return None;
    }
    Some(path)
}

const TABLE: &str = "jones_mewhort_lncount_paper.csv";

/// The paper's table as a language.
fn paper() -> Option<Language> {
    let model = Model::load(&data(TABLE)?).expect("the table is sound");
    Some(Language::new(Some(model), None))
}

struct Record {
    experiment: String,
    run: u32,
    line: String,
    values: Vec<f64>,
}

fn records() -> Option<Vec<Record>> {
    let file = std::fs::File::open(data("paper_tests_2016.csv.gz")?).expect("the records can be read");
    let mut text = String::new();
    flate2::read::GzDecoder::new(file).read_to_string(&mut text).expect("they are whole");
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let records = reader.records().map(|record| {
        let record = record.expect("they are CSV");
        let values = record.iter().skip(5).filter(|cell| !cell.is_empty());
        Record {
            experiment: record[0].to_owned(),
            run: record[1].parse().expect("a number"),
            line: record[4].to_owned(),
            values: values.map(|cell| cell.parse().expect("a number")).collect(),
        }
    });
    Some(records.collect())
}

/// What a C++ stream prints of a number: six significant digits.
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
    let output = Command::new(cargo_bin("symir")).args(args).output().expect("symir starts");
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// Of the hundred words two have one letter and are in no mean.
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

/// The map that the paper's tool had in effect: after each letter the likeliest.
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
    let text = symir(&["run", paths[0], "--model", paths[1], "--readable", "simplest", "-q", "--", &include]);
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
    // The path on which no first byte matches has letters of neither kind.
    assert_eq!(pairs, expected, "{text}");
}

/// M of the twelve drivers with the paper's table.
fn our_m(language: &Language, table: &str, method: &str, seed: u32) -> f64 {
    let mut tally = Tally::default();
    for name in DRIVERS {
        let driver = Path::new(env!("CARGO_MANIFEST_DIR")).join("drivers").join(name).with_extension("c");
        let driver = driver.to_str().expect("a plain path");
        let seed = seed.to_string();
        let args = ["run", driver, "-q", "--readable", method, "--model", table, "--seed", &seed];
        for line in symir(&args).lines() {
            let (function, strings) = score::strings_of_line(line).expect("a test line");
            tally.add(language, function, &strings);
        }
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
        let is_random = !matches!(experiment, "base" | "simplest");
        let n_runs = if is_random { N_RUNS } else { 1 };
        let m =
            (1..=n_runs).map(|seed| our_m(&language, table, &method, seed)).sum::<f64>() / f64::from(n_runs);
        eprintln!("{method}: {m:.4}, recorded {expected:.4}");
        if (m - expected).abs() > 0.01 {
            wrong += &format!("{method}: {m:.4} is not near {expected:.4}\n");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
