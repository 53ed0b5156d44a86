//! Files that are whole whenever somebody looks: grown by whole records, or replaced in one step.

use super::Error;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::ops::Range;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

/// A file that grows by whole records.
#[derive(Debug)]
pub(super) struct Appended {
    path: PathBuf,
    file: File,
    length: u64,
}

impl Appended {
    /// Makes an empty file.
    pub fn create(path: PathBuf) -> Result<Self, Error> {
        let mut options = OpenOptions::new();
        let file = options.read(true).write(true).create(true).truncate(true).open(&path);
        let file = file.map_err(Error::io("create", &path))?;
        Ok(Self { path, file, length: 0 })
    }

    /// Appends a record with one call, and returns where it stands. When that fails, on a full disk for
    /// one, what was written of it is taken off again.
    pub fn append(&mut self, record: &[u8]) -> Result<Range<u64>, Error> {
        if let Err(error) = self.file.write_all_at(record, self.length) {
            // If even this fails there is nothing left to try, and the first error tells more.
            let _ = self.file.set_len(self.length);
            return Err(Error::io("write", &self.path)(error));
        }
        let begin = self.length;
        self.length += record.len() as u64;
        Ok(begin..self.length)
    }

    /// The record at `range`.
    pub fn read(&self, range: &Range<u64>) -> io::Result<Vec<u8>> {
        let mut record = vec![0; (range.end - range.start) as usize];
        self.file.read_exact_at(&mut record, range.start)?;
        Ok(record)
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

fn unfinished(path: &Path) -> PathBuf {
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
        let first = file.append(b"one\n").expect("written");
        let second = file.append(b"two two\n").expect("written");
        assert_eq!(file.read(&second).expect("read"), b"two two\n");
        assert_eq!(file.read(&first).expect("read"), b"one\n");
        assert_eq!(fs::read(dir.path().join("f")).expect("read"), b"one\ntwo two\n");
    }

    #[test]
    fn a_full_disk_is_named_with_its_mend() {
        let mut full = Appended::create("/dev/full".into()).expect("opened");
        let error = full.append(b"one\n").expect_err("the disk is full").to_string();
        assert!(error.starts_with("cannot write /dev/full: No space left on device"), "{error}");
        assert!(error.contains("free some space"), "{error}");
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
