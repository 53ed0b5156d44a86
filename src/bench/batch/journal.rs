//! The journal of a batch: one line for each routine, written when the routine has ended, so that a batch
//! that was interrupted goes on where it was.
//!
//! The first line describes the batch. If a batch was killed, its last line may not be whole. That line does
//! not count, and its routine runs again. Each line ends with its own checksum, so that a changed line is
//! refused.

use super::Error;
use super::row::Row;
use crate::util::bounded;
use crate::util::checksum::{self, Changed, Sum};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

/// The name of the file.
pub const NAME: &str = "journal.jsonl";

/// Describes a batch. Rows of batches with different heads do not belong together.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Head {
    pub collection: String,
    /// The checksum of the manifest's text.
    pub manifest: String,
    /// The options that have an influence on rows, as words.
    pub options: String,
}

/// A file that grows by a line for each routine that has ended.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
}

impl Journal {
    /// An empty journal in this folder.
    pub fn create(folder: &Path, head: &Head) -> Result<Self, Error> {
        let path = folder.join(NAME);
        let file = File::create(&path).map_err(|source| Error::Write { path: path.clone(), source })?;
        let mut journal = Self { path, file };
        journal.append(head)?;
        Ok(journal)
    }

    /// The journal of a batch that was interrupted, and its rows.
    ///
    /// # Errors
    /// When there is none, or it is of another batch.
    pub fn resume(folder: &Path, head: &Head) -> Result<(Self, Vec<Row>), Error> {
        let path = folder.join(NAME);
        let Contents { head: found, rows, length } = read(&path)?;
        if found != *head {
            return Err(Error::OtherBatch { path, found: Box::new(found), wanted: Box::new(head.clone()) });
        }
        let write_error = |source| Error::Write { path: path.clone(), source };
        let file = OpenOptions::new().append(true).open(&path).map_err(write_error)?;
        // Cuts off the part of a line at the end.
        file.set_len(length).map_err(write_error)?;
        Ok((Self { path, file }, rows))
    }

    /// Adds a row.
    pub fn add(&mut self, row: &Row) -> Result<(), Error> {
        self.append(row)
    }

    fn append(&mut self, value: &impl Serialize) -> Result<(), Error> {
        let line = serde_json::to_string(value).expect("invariant: rows have only string keys");
        let line = checksum::seal(&line) + "\n";
        self.file
            .write_all(line.as_bytes())
            .map_err(|source| Error::Write { path: self.path.clone(), source })
    }
}

/// The contents of a journal.
#[derive(Debug)]
pub struct Contents {
    pub head: Head,
    pub rows: Vec<Row>,
    /// The length of its whole lines, in bytes. A process that was killed may have left a part of a line
    /// behind them.
    pub length: u64,
}

/// Reads a journal.
pub fn read(path: &Path) -> Result<Contents, Error> {
    let text = match bounded::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => {
            return Err(Error::NoJournal(path.to_owned()));
        }
        Err(source) => return Err(Error::Read { path: path.to_owned(), source }),
    };
    let whole = &text[..text.rfind('\n').map_or(0, |end| end + 1)];
    let bad = |line: usize, problem: String| Error::Journal { path: path.to_owned(), line, problem };
    let mut lines = whole.lines();
    let head = lines.next().ok_or_else(|| Error::NoJournal(path.to_owned()))?;
    let head = parse(head).map_err(|problem| bad(1, problem))?;
    let rows = lines.enumerate().map(|(at, line)| parse(line).map_err(|problem| bad(at + 2, problem)));
    Ok(Contents { head, rows: rows.collect::<Result<_, _>>()?, length: whole.len() as u64 })
}

/// Parses a line, and refuses one that was changed after it was written.
fn parse<T: DeserializeOwned>(line: &str) -> Result<T, String> {
    match checksum::check(line) {
        Sum::Broken => Err(Changed.to_string()),
        Sum::Fits | Sum::Missing => serde_json::from_str(line).map_err(|error| error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_batch_goes_on_where_it_was() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let head = |seed: &str| Head {
            collection: "paper".into(),
            manifest: "1".into(),
            options: format!("seed {seed}"),
        };
        let rows = [Row::failed("strlen", "linux", "one"), Row::failed("strcmp", "linux", "two")];
        let mut journal = Journal::create(folder.path(), &head("1")).expect("created");
        rows.iter().for_each(|row| journal.add(row).expect("written"));
        // Killed while it wrote.
        let path = folder.path().join(NAME);
        let text = std::fs::read_to_string(&path).expect("read");
        std::fs::write(&path, &text[..text.len() - 5]).expect("written");

        let error = Journal::resume(folder.path(), &head("2")).expect_err("another batch").to_string();
        assert!(error.contains("seed 1") && error.contains("seed 2"), "{error}");
        let (mut journal, found) = Journal::resume(folder.path(), &head("1")).expect("there");
        assert_eq!(found, rows[..1]);
        journal.add(&rows[1]).expect("written");
        assert_eq!(read(&path).expect("read").rows, rows);

        let text = std::fs::read_to_string(&path).expect("read");
        std::fs::write(&path, text.replacen("\"tests\":0", "\"tests\":8", 1)).expect("written");
        let error = read(&path).expect_err("it was changed").to_string();
        assert!(error.contains("journal.jsonl:2: this was changed after symir wrote it"), "{error}");

        std::fs::remove_file(&path).expect("removed");
        let error = Journal::resume(folder.path(), &head("1")).expect_err("none").to_string();
        assert!(error.contains("--resume"), "{error}");
    }
}
