//! Finds the paper's table and its records in the folder that the environment variable `SYMIR_DATA` names, or
//! in `../shared/data` beside the repository.

#[path = "../common/skipped.rs"]
mod skipped;

use skipped::skipped;
use std::io::Read;
use std::path::{Path, PathBuf};
use symir::internals::readable::{Language, Model};

/// M of each experiment, to four digits.
pub const RECORDED: [(&str, f64); 5] =
    [("base", 0.0696), ("simplest", 0.0817), ("SP", 0.0822), ("roulette", 0.0731), ("random", 0.0638)];

/// How many runs the paper averages for methods that draw at random.
pub const N_RUNS: u32 = 5;

/// The number of runs of a method: one if nothing is drawn.
pub fn n_runs(method: &str) -> u32 {
    if matches!(method, "base" | "simplest" | "words") { 1 } else { N_RUNS }
}

/// A file of the data folder, if there is one.
pub fn data(name: &str) -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data");
    let folder = std::env::var_os("SYMIR_DATA").map_or(beside, PathBuf::from);
    let path = folder.join("readability").join(name);
    if !path.exists() {
        skipped(&format!("{} is not there; SYMIR_DATA names its folder", path.display()));
        return None;
    }
    Some(path)
}

pub const TABLE: &str = "jones_mewhort_lncount_paper.csv";

/// The paper's table as a language.
pub fn paper() -> Option<Language> {
    let model = Model::load(&data(TABLE)?).expect("the table is sound");
    Some(Language::new(Some(model), None))
}

/// A recorded test line and the N of its strings.
pub struct Record {
    pub experiment: String,
    pub run: u32,
    pub line: String,
    pub values: Vec<f64>,
}

pub fn records() -> Option<Vec<Record>> {
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
