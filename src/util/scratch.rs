//! Temporary folders that say whether a process still uses them.
//!
//! A folder holds a file that its process keeps locked as long as the folder lives. The kernel releases the
//! lock when the process ends, in whatever way. So a later process sees which folders have lost their owner,
//! and removes them. It looks once, before it makes its first folder. Folders without such a file, locked
//! ones, and those of other users stay as they are.

use rustix::fs::{FlockOperation, flock};
use std::fs::File;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::sync::Once;
use tempfile::TempDir;

const PREFIX: &str = "symir-";
const LOCK: &str = ".lock";

/// A temporary folder. It is removed when this is dropped, or when a later process finds it without an owner.
#[derive(Debug)]
pub struct Scratch {
    // It is dropped before the lock.
    folder: TempDir,
    _lock: File,
}

impl Scratch {
    /// Makes a new empty folder.
    ///
    /// # Errors
    /// If the temporary folder of the machine cannot be written to.
    pub fn new() -> io::Result<Self> {
        static SWEPT: Once = Once::new();
        SWEPT.call_once(|| sweep(&std::env::temp_dir()));
        Self::new_in(&std::env::temp_dir())
    }

    fn new_in(parent: &Path) -> io::Result<Self> {
        let folder = tempfile::Builder::new().prefix(PREFIX).tempdir_in(parent)?;
        // The file has another name until it is locked, so that no other process locks it first.
        let unlocked = folder.path().join(".new");
        let lock = File::create(&unlocked)?;
        // If files cannot be locked here, no other process can lock it either.
        let _ = flock(&lock, FlockOperation::NonBlockingLockExclusive);
        std::fs::rename(unlocked, folder.path().join(LOCK))?;
        Ok(Self { folder, _lock: lock })
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }
}

/// Removes folders whose owners have ended.
fn sweep(parent: &Path) {
    let Ok(entries) = std::fs::read_dir(parent) else { return };
    for entry in entries.flatten() {
        if entry.file_name().as_encoded_bytes().starts_with(PREFIX.as_bytes()) {
            // A folder that cannot be removed stays.
            let _ = remove_if_stale(&entry.path());
        }
    }
}

fn remove_if_stale(folder: &Path) -> io::Result<()> {
    let is_ours = |status: &std::fs::Metadata| status.uid() == rustix::process::geteuid().as_raw();
    let status = std::fs::symlink_metadata(folder)?;
    let path = folder.join(LOCK);
    let lock_status = std::fs::symlink_metadata(&path)?;
    if !status.is_dir() || !is_ours(&status) || !lock_status.is_file() || !is_ours(&lock_status) {
        return Ok(());
    }
    let lock = File::open(path)?;
    if flock(&lock, FlockOperation::NonBlockingLockExclusive).is_ok() {
        std::fs::remove_dir_all(folder)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_without_an_owner_are_removed_and_no_others() {
        let parent = tempfile::tempdir().expect("a temporary folder");
        let used = Scratch::new_in(parent.path()).expect("made");
        let stale = Scratch::new_in(parent.path()).expect("made");
        let left = stale.path().to_owned();
        std::fs::create_dir(left.join("inner")).expect("made");
        // This is how a process that is killed leaves it.
        let Scratch { folder, _lock: lock } = stale;
        drop(lock);
        let _ = folder.keep();
        let others = ["symir-results", "other"].map(|name| parent.path().join(name));
        others.iter().for_each(|folder| std::fs::create_dir(folder).expect("made"));
        std::fs::write(others[1].join(LOCK), "").expect("written");
        let elsewhere = tempfile::tempdir().expect("a temporary folder");
        std::fs::write(elsewhere.path().join(LOCK), "").expect("written");
        std::os::unix::fs::symlink(elsewhere.path(), parent.path().join("symir-link")).expect("linked");
        sweep(parent.path());
        assert!(!left.exists() && used.path().exists());
        assert!(others.iter().all(|folder| folder.exists()) && elsewhere.path().join(LOCK).exists());
        let path = used.path().to_owned();
        drop(used);
        assert!(!path.exists());
    }
}
