//! Files that are complete whenever they are read: they grow by whole records, or are replaced in one step.
//!
//! A system call takes longer than writing a short record into memory. So several records are collected and
//! written by one call, and several are read by one call.

use super::Error;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::ops::Range;
use std::os::unix::fs::{FileExt, MetadataExt};
use std::path::{Path, PathBuf};

/// A file that grows by whole records.
#[derive(Debug)]
pub(super) struct Appended {
    path: PathBuf,
    file: File,
    /// How many bytes are in the file.
    length: u64,
    /// Whole records that still have to be written behind it.
    waiting: Vec<u8>,
    /// A part of the file that was read, and where it stands.
    window: (u64, Vec<u8>),
}

/// How many bytes are read at once. Records are read back nearly in the order in which they were written, or
/// in no order.
const WINDOW: u64 = 1 << 15;

impl Appended {
    /// Makes an empty file.
    pub fn create(path: PathBuf) -> Result<Self, Error> {
        let mut options = OpenOptions::new();
        let file = options.read(true).write(true).create(true).truncate(true).open(&path);
        let file = file.map_err(Error::io("create", &path))?;
        Ok(Self { path, file, length: 0, waiting: Vec::new(), window: (0, Vec::new()) })
    }

    /// Takes in a record for [`Self::flush`] to write, and returns where it will stand.
    pub fn append(&mut self, record: &[u8]) -> Range<u64> {
        let begin = self.length + self.waiting.len() as u64;
        self.waiting.extend_from_slice(record);
        begin..begin + record.len() as u64
    }

    /// How many bytes wait to be written.
    pub fn n_waiting(&self) -> usize {
        self.waiting.len()
    }

    /// Writes the records that wait, with one call. If that fails, for example on a full disk, what was
    /// written of them is removed again, and they go on waiting.
    pub fn flush(&mut self) -> Result<(), Error> {
        if self.waiting.is_empty() {
            return Ok(());
        }
        if let Err(error) = self.file.write_all_at(&self.waiting, self.length) {
            // If even this fails there is nothing left to try, and the first error tells more.
            let _ = self.file.set_len(self.length);
            return Err(Error::io("write", &self.path)(error));
        }
        self.length += self.waiting.len() as u64;
        self.waiting.clear();
        // Somebody has removed the file, so nobody would ever read the records.
        match self.file.metadata().is_ok_and(|status| status.nlink() == 0) {
            true => Err(Error::io("write", &self.path)(ErrorKind::NotFound.into())),
            false => Ok(()),
        }
    }

    /// The record at `range`, which was written.
    pub fn read(&mut self, range: &Range<u64>) -> io::Result<&[u8]> {
        let (start, window) = &mut self.window;
        if range.start < *start || *start + (window.len() as u64) < range.end {
            let end = range.end.max(self.length.min(range.start + WINDOW));
            window.resize((end - range.start) as usize, 0);
            *start = range.start;
            if let Err(error) = self.file.read_exact_at(window, range.start) {
                window.clear();
                return Err(error);
            }
        }
        Ok(&window[(range.start - *start) as usize..(range.end - *start) as usize])
    }

    /// How many bytes it has.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// Where the file is.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// Writes a file beside `path` and then puts it into its place, so that there is the old file or the new
/// one and never a part.
pub(super) fn replace(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> Result<(), Error> {
    let unfinished = unfinished(path);
    let written = File::create(&unfinished).and_then(|file| {
        let mut out = BufWriter::new(file);
        write(&mut out)?;
        out.flush()
    });
    written.and_then(|()| fs::rename(&unfinished, path)).map_err(|error| {
        let _ = fs::remove_file(&unfinished);
        Error::io("write", path)(error)
    })
}

/// The ending of files that are being written.
pub(super) const UNFINISHED: &str = ".unfinished";

pub(super) fn unfinished(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(UNFINISHED);
    PathBuf::from(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_are_read_back() {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let mut file = Appended::create(dir.path().join("f")).expect("created");
        let first = file.append(b"one\n");
        let second = file.append(b"two two\n");
        assert_eq!(fs::read(dir.path().join("f")).expect("read"), b"", "they wait for others");
        file.flush().expect("written");
        let long = vec![b'x'; 3 * WINDOW as usize];
        let third = file.append(&long);
        let fourth = file.append(b"four\n");
        file.flush().expect("written");
        assert_eq!(file.read(&second).expect("read"), b"two two\n");
        assert_eq!(file.read(&fourth).expect("read"), b"four\n");
        assert_eq!(file.read(&first).expect("read"), b"one\n");
        assert_eq!(file.read(&third).expect("read"), long);
        let text = fs::read(dir.path().join("f")).expect("read");
        assert!(text.starts_with(b"one\ntwo two\nx") && text.ends_with(b"xfour\n"));
    }

    #[test]
    fn a_full_disk_is_named_with_its_mend() {
        let mut full = Appended::create("/dev/full".into()).expect("opened");
        full.append(b"one\n");
        let error = full.flush().expect_err("the disk is full").to_string();
        assert!(error.starts_with("cannot write /dev/full: No space left on device"), "{error}");
        assert!(error.contains("free some space"), "{error}");
        assert_eq!(full.n_waiting(), 4, "it is tried again at the end");
    }

    #[test]
    fn a_replacement_that_fails_leaves_the_old_file() {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let path = dir.path().join("f");
        fs::write(&path, "old").expect("written");
        let failed = replace(&path, |out| {
            out.write_all(b"new")?;
            Err(io::Error::from(io::ErrorKind::StorageFull))
        });
        assert!(failed.is_err());
        assert_eq!(fs::read(&path).expect("read"), b"old");
        assert_eq!(fs::read_dir(dir.path()).expect("listed").count(), 1);
        replace(&path, |out| out.write_all(b"new")).expect("written");
        assert_eq!(fs::read(&path).expect("read"), b"new");
    }
}
