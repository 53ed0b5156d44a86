//! A folder belongs to one process at a time: two that write into it would mix their tests, or their
//! journals.
//!
//! The lock is an advisory lock of the kernel (`flock`) on a file in the folder, so it ends when its process
//! ends, in whatever way. The file says which process holds the lock, and is removed with it. A process that
//! was killed leaves the file behind, which then means nothing.

use super::Error;
use rustix::fs::{FlockOperation, flock};
use rustix::io::Errno;
use std::fs::{self, File, OpenOptions};
use std::io::{Read, Seek, Write};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// The name of the file.
pub const NAME: &str = ".symir.lock";

/// A folder that no other process may write to.
#[derive(Debug)]
pub struct Lock {
    path: PathBuf,
    /// `None` on a file system that has no locks.
    file: Option<File>,
}

impl Lock {
    /// Takes the folder, which is made if it is not there.
    ///
    /// # Errors
    /// If another process has the folder. The error says which process.
    pub fn take(folder: &Path) -> Result<Self, Error> {
        fs::create_dir_all(folder).map_err(Error::folder(folder))?;
        let path = folder.join(NAME);
        loop {
            let mut options = OpenOptions::new();
            let file = options.read(true).write(true).create(true).truncate(false).open(&path);
            let mut file = file.map_err(Error::io("create", &path))?;
            match flock(&file, FlockOperation::NonBlockingLockExclusive) {
                Ok(()) => {}
                Err(Errno::WOULDBLOCK) => {
                    let mut holder = String::new();
                    // It may just have been released, or not be written yet.
                    let _ = file.read_to_string(&mut holder);
                    let holder = Some(holder.trim()).filter(|holder| !holder.is_empty());
                    let holder = holder.unwrap_or("a process that has only just begun").to_owned();
                    return Err(Error::Locked { folder: folder.to_owned(), holder });
                }
                Err(_) => return Ok(Self { path, file: None }),
            }
            // The process that held the lock before has removed the file, so this lock is on a file that no
            // other process can find.
            if !is_at(&file, &path) {
                continue;
            }
            let written =
                file.set_len(0).and_then(|()| file.rewind()).and_then(|()| writeln!(file, "{}", holder()));
            written.map_err(Error::io("write", &path))?;
            return Ok(Self { path, file: Some(file) });
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // The folder may have been removed.
        if self.file.as_ref().is_some_and(|file| is_at(file, &self.path)) {
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Whether this file is the one of that name.
fn is_at(file: &File, path: &Path) -> bool {
    match (file.metadata(), fs::metadata(path)) {
        (Ok(one), Ok(other)) => (one.dev(), one.ino()) == (other.dev(), other.ino()),
        _ => false,
    }
}

/// This process, in words.
fn holder() -> String {
    let words: Vec<String> =
        std::env::args_os().map(|word| crate::util::text::printable_bytes(word.as_encoded_bytes())).collect();
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    format!("process {} since {}: {}", std::process::id(), utc(now), words.join(" "))
}

/// Seconds since 1970 as a date and a time of day. The days are those of the Gregorian calendar, counted from
/// 1 March, so that a leap day is the last of its year.
fn utc(seconds: u64) -> String {
    let days = (seconds / 86400) as i64 + 719_468;
    let era = days / 146_097;
    let day_of_era = days % 146_097;
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    let time = seconds % 86400;
    format!("{year:04}-{month:02}-{day:02} {:02}:{:02}:{:02} UTC", time / 3600, time / 60 % 60, time % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_taken_once_and_can_be_taken_again() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("out");
        let lock = Lock::take(&path).expect("taken");
        let error = Lock::take(&path).expect_err("it is held").to_string();
        let own = format!("process {} since 20", std::process::id());
        assert!(error.contains("out is being written by") && error.contains(&own), "{error}");
        drop(lock);
        assert_eq!(fs::read_dir(&path).expect("listed").count(), 0, "nothing is left");
        fs::write(path.join(NAME), "process 1 since long ago: symir")
            .expect("as one that was killed leaves it");
        drop(Lock::take(&path).expect("a lock of the dead is none"));
    }

    #[test]
    fn dates() {
        assert_eq!(utc(0), "1970-01-01 00:00:00 UTC");
        assert_eq!(utc(951_827_696), "2000-02-29 12:34:56 UTC");
        assert_eq!(utc(1_772_323_199), "2026-02-28 23:59:59 UTC");
        assert_eq!(utc(4_102_444_800), "2100-01-01 00:00:00 UTC");
    }
}
