//! Batches: every routine of a collection in a process of its own, and the tables and reports of them all.
//!
//! A batch has a folder. The [`journal`] in it grows by a line for each routine that has ended, and
//! `routines/NAME/` holds the tests and coverage of a routine. [`write_results`] writes tables of all rows in
//! the order of the manifest, whatever the order in which routines ended. A batch that was interrupted goes
//! on with the routines that the journal lacks. A [`Shard`] is every n-th routine; the rows of several
//! folders are [gathered](gather) into one.
//!
//! A process explores its routine with [`measure::measure`] and prints the [`Row`].

mod compare;
mod html;
pub mod journal;
mod markdown;
pub mod measure;
mod memory;
pub mod paper;
pub mod pool;
mod row;
mod slurm;
mod table;

pub use compare::{Kind, compare};
pub use memory::MemoryLimit;
pub use row::{Row, Status, Totals};
pub use slurm::Submission;
pub use table::VARYING;

use journal::{Contents, Head};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};

/// Why a batch cannot be run, or its results not be written.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("cannot write {}: {source}; name a folder that can be written to, on a disk with space", path.display())]
    Write { path: PathBuf, source: io::Error },
    #[error("cannot read {}: {source}", path.display())]
    Read { path: PathBuf, source: io::Error },
    #[error("{} is not there: no batch was begun in this folder; leave out --resume to begin one", .0.display())]
    NoJournal(PathBuf),
    #[error("{}:{line}: {problem}; begin the batch anew, without --resume", path.display())]
    Journal { path: PathBuf, line: usize, problem: String },
    #[error(
        "{}: the batch in this folder is another one: {} with `{}`, not {} with `{}`, or the manifest has changed; \
         begin it anew without --resume, or in another folder",
        path.display(), found.collection, found.options, wanted.collection, wanted.options
    )]
    OtherBatch { path: PathBuf, found: Box<Head>, wanted: Box<Head> },
    #[error("{}: {problem}; name the results.csv of a batch", path.display())]
    Results { path: PathBuf, problem: String },
    #[error("{0}")]
    Slurm(String),
    #[error(
        "{} is of another batch than {}: {} with `{}` and {} with `{}`; gather shards of one batch",
        path.display(), first.display(), found.collection, found.options, wanted.collection, wanted.options
    )]
    Mixed { first: PathBuf, path: PathBuf, found: Box<Head>, wanted: Box<Head> },
}

/// Every `of`-th routine, beginning with the one that has this number; numbers begin with 1.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Shard {
    pub number: usize,
    pub of: usize,
}

impl Shard {
    /// All routines.
    pub const ALL: Shard = Shard { number: 1, of: 1 };

    /// Whether the routine at this index belongs to the shard.
    pub const fn has(self, at: usize) -> bool {
        at % self.of == self.number - 1
    }
}

impl std::str::FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts =
            text.split_once('/').and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        match parts {
            Some((number, of)) if 1 <= number && number <= of => Ok(Self { number, of }),
            _ => Err(format!("`{text}` is no shard; write 2/5 for the second of five")),
        }
    }
}

/// Puts rows into the order of `names`.
pub fn in_order(names: &[String], rows: Vec<Row>) -> Vec<Row> {
    let mut by_name: BTreeMap<String, Row> = rows.into_iter().map(|row| (row.routine.clone(), row)).collect();
    names.iter().filter_map(|name| by_name.remove(name)).collect()
}

/// The rows of batches in several folders, all of one collection with the same options. If a routine has
/// several rows, the first one counts.
pub fn gather(folders: &[PathBuf]) -> Result<(Head, Vec<Row>), Error> {
    let mut all: Option<(PathBuf, Head)> = None;
    let mut rows: Vec<Row> = Vec::new();
    for folder in folders {
        let path = folder.join(journal::NAME);
        let Contents { head, rows: found, .. } = journal::read(&path)?;
        match &all {
            Some((first, wanted)) if *wanted != head => {
                let (found, wanted) = (Box::new(head), Box::new(wanted.clone()));
                return Err(Error::Mixed { first: first.clone(), path, found, wanted });
            }
            Some(_) => {}
            None => all = Some((path, head)),
        }
        for row in found {
            if rows.iter().all(|known| known.routine != row.routine) {
                rows.push(row);
            }
        }
    }
    all.map(|(_, head)| (head, rows)).ok_or_else(|| Error::NoJournal(PathBuf::from("no folder")))
}

/// Writes `results.csv`, `report.md` and `report.html` into the folder. `link` gives the links of a routine
/// in the report, relative to the folder.
pub fn write_results(
    folder: &Path,
    title: &str,
    rows: &[Row],
    link: &dyn Fn(&Row) -> Vec<(String, String)>,
) -> Result<(), Error> {
    let write = |name: &str, write: &mut dyn FnMut(&mut BufWriter<File>) -> io::Result<()>| {
        let path = folder.join(name);
        let unfinished = folder.join(format!("{name}.unfinished"));
        let written = File::create(&unfinished).and_then(|file| {
            let mut out = BufWriter::new(file);
            write(&mut out)?;
            io::Write::flush(&mut out)
        });
        written
            .and_then(|()| std::fs::rename(&unfinished, &path))
            .map_err(|source| Error::Write { path: path.clone(), source })
    };
    write("results.csv", &mut |out| table::write(rows, out))?;
    write("report.md", &mut |out| markdown::write(title, rows, out))?;
    write("report.html", &mut |out| html::write(title, rows, link, out))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_share_all() {
        let shards: Vec<Shard> = (1..=3).map(|number| Shard { number, of: 3 }).collect();
        for at in 0..10 {
            assert_eq!(shards.iter().filter(|shard| shard.has(at)).count(), 1, "{at}");
        }
        assert_eq!("2/5".parse(), Ok(Shard { number: 2, of: 5 }));
        for text in ["0/5", "6/5", "2", "2/x", ""] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }

    #[test]
    fn shards_are_gathered() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let head = |seed: u32| Head {
            collection: "c".into(),
            manifest: "m".into(),
            options: format!("seed {seed}"),
        };
        let write = |name: &str, seed: u32, routines: &[&str]| {
            let path = folder.path().join(name);
            std::fs::create_dir(&path).expect("made");
            let mut journal = journal::Journal::create(&path, &head(seed)).expect("created");
            routines.iter().for_each(|name| journal.add(&Row::failed(name, "ours", "")).expect("written"));
            path
        };
        let folders = [write("a", 1, &["x", "z"]), write("b", 1, &["y", "x"])];
        let (_, rows) = gather(&folders).expect("of one batch");
        let names = ["x", "y", "z"].map(str::to_owned);
        let ordered: Vec<String> = in_order(&names, rows).into_iter().map(|row| row.routine).collect();
        assert_eq!(ordered, names);
        let mixed = [folders[0].clone(), write("c", 2, &["w"])];
        let error = gather(&mixed).expect_err("of two batches").to_string();
        assert!(error.contains("seed 1") && error.contains("seed 2"), "{error}");
    }
}
