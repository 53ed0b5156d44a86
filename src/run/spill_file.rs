//! Tests that wait on disk, in a file without a name that goes away with the process.

use crate::engine::SpillSlot;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// Bits of a slot that say how long the record is.
const LENGTH_BITS: u32 = 24;

/// A file to which all workers can write records, and from which they can read them back.
#[derive(Default, Debug)]
pub(crate) struct SpillFile {
    file: OnceLock<Option<File>>,
    end: AtomicU64,
}

impl SpillFile {
    /// Writes a record; `None` if there is no room for it.
    pub(crate) fn put(&self, record: &impl Serialize) -> Option<SpillSlot> {
        let record = serde_json::to_vec(record).ok()?;
        let file = self.file.get_or_init(|| tempfile::tempfile().ok()).as_ref()?;
        let length = record.len() as u64;
        if length >> LENGTH_BITS > 0 {
            return None;
        }
        let start = self.end.fetch_add(length, Ordering::Relaxed);
        file.write_all_at(&record, start).ok()?;
        Some(SpillSlot(start << LENGTH_BITS | length))
    }

    /// Reads a record back.
    pub(crate) fn get<T: DeserializeOwned>(&self, SpillSlot(slot): SpillSlot) -> io::Result<T> {
        let file = self.file.get().and_then(Option::as_ref);
        let file = file.ok_or_else(|| io::Error::from(io::ErrorKind::NotFound))?;
        let mut record = vec![0; (slot & ((1 << LENGTH_BITS) - 1)) as usize];
        file.read_exact_at(&mut record, slot >> LENGTH_BITS)?;
        Ok(serde_json::from_slice(&record)?)
    }
}
