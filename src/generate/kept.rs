//! Results of earlier runs. A function whose key is still the same is not run again.
//!
//! The record of a function is written in one step after its tests, and removed before the function is run
//! again. So if symir is killed at any moment, there is either all of a function or nothing.

use super::code::{Place, Whole, sum};
use super::error::Error;
use super::report::FunctionReport;
use regex::Regex;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// The record of a function.
#[derive(Debug, Serialize, Deserialize)]
pub struct Record {
    /// A checksum of everything that its tests depend on.
    key: String,
    /// A checksum of the harness as the run has left it.
    harness: String,
    /// The lines on which functions began at that time, by the names of their files.
    lines: BTreeMap<String, Vec<(String, u32)>>,
    report: FunctionReport,
}

impl Record {
    /// The record of a run with this key.
    pub fn new(key: &str, whole: &Whole, report: &FunctionReport) -> Self {
        let mut lines: BTreeMap<String, Vec<(String, u32)>> = BTreeMap::new();
        for (name, Place { file, line, .. }) in &whole.places {
            lines.entry(name_of(file)).or_default().push((name.clone(), *line));
        }
        lines.values_mut().for_each(|lines| lines.sort_by_key(|(_, line)| *line));
        Self { key: key.to_owned(), harness: harness_sum(&report.harness), lines, report: report.clone() }
    }

    /// Reads the report of an earlier run, if there is one and a new run would find the same.
    pub fn read(path: &Path, key: &str, whole: &Whole) -> Option<FunctionReport> {
        let record: Self = serde_json::from_str(&fs::read_to_string(path).ok()?).ok()?;
        let is_same = record.key == key && record.harness == harness_sum(&record.report.harness);
        let has_tests = record.report.made.as_ref().is_none_or(|made| made.kept.is_dir());
        (is_same && has_tests).then(|| record.moved(whole))
    }

    /// The report with its line numbers moved to where the functions begin now.
    fn moved(self, whole: &Whole) -> FunctionReport {
        let mut by_file: BTreeMap<&str, Vec<(u32, i64)>> = BTreeMap::new();
        for (file, lines) in &self.lines {
            for (name, line) in lines {
                let now = whole.places.get(name).map_or(*line, |place| place.line);
                by_file.entry(file).or_default().push((*line, i64::from(now) - i64::from(*line)));
            }
        }
        by_file.retain(|_, moves| moves.iter().any(|(_, by)| *by != 0));
        if by_file.is_empty() {
            return self.report;
        }
        let line = |file: &str, line: u32| {
            let moves =
                by_file.get(file).and_then(|moves| moves.iter().rev().find(|(first, _)| *first <= line));
            moves.map_or(line, |(_, by)| (i64::from(line) + by).max(1) as u32)
        };
        let place =
            Regex::new(r"([A-Za-z0-9_.+-]+\.[A-Za-z]+):(\d+)").expect("invariant: the pattern is regular");
        let text = serde_json::to_string(&self.report).expect("invariant: a report has only string keys");
        let text = place.replace_all(&text, |found: &regex::Captures<'_>| {
            let number = found[2].parse().unwrap_or(0);
            format!("{}:{}", &found[1], line(&found[1], number))
        });
        let Ok(mut report) = serde_json::from_str::<FunctionReport>(&text) else { return self.report };
        for bug in &mut report.bugs {
            bug.line = line(&name_of(Path::new(&bug.file)), bug.line);
        }
        report
    }

    pub fn write(&self, path: &Path) -> Result<(), Error> {
        let text = serde_json::to_string(self).expect("invariant: a record has only string keys");
        write_if_new(path, &text).map(|_| ())
    }
}

/// The record of a file: a checksum of what its suites were made of, and the report that later runs about
/// other files use.
#[derive(Debug, Serialize, Deserialize)]
pub struct FileRecord {
    pub key: String,
    pub report: super::report::FileReport,
}

impl FileRecord {
    pub fn read(path: &Path) -> Option<Self> {
        serde_json::from_str(&fs::read_to_string(path).ok()?).ok()
    }

    pub fn write(&self, path: &Path) -> Result<bool, Error> {
        let text = serde_json::to_string(self).expect("invariant: a record has only string keys");
        write_if_new(path, &text)
    }
}

/// The key of a function, from all that its tests depend on.
pub fn key(whole: &Whole, harness: &str, options: &str) -> String {
    sum(&format!("{}\n{}\n{harness}\n{options}", build(), whole.sum))
}

/// Identifies this build of symir, since another build may make other tests.
fn build() -> String {
    let program = std::env::current_exe().and_then(fs::metadata);
    format!("{} {}", env!("CARGO_PKG_VERSION"), program.map_or(0, |data| data.len()))
}

fn harness_sum(path: &Path) -> String {
    fs::read_to_string(path).map_or(String::new(), |text| sum(&text))
}

fn name_of(file: &Path) -> String {
    file.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}

/// Removes a file, if it is there.
pub fn forget(path: &Path) -> Result<(), Error> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(Error::io("remove", path)(error)),
        _ => Ok(()),
    }
}

/// Writes a file in one step, unless it already has this text. Returns whether it was written.
pub fn write_if_new(path: &Path, text: &str) -> Result<bool, Error> {
    if fs::read(path).is_ok_and(|old| old == text.as_bytes()) {
        return Ok(false);
    }
    if let Some(above) = path.parent() {
        fs::create_dir_all(above).map_err(Error::io("create", above))?;
    }
    let mut unfinished = path.as_os_str().to_owned();
    unfinished.push(".unfinished");
    let unfinished = PathBuf::from(unfinished);
    fs::write(&unfinished, text)
        .and_then(|()| fs::rename(&unfinished, path))
        .map_err(Error::io("write", path))?;
    Ok(true)
}
