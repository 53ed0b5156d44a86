//! Tests that wait for their turn: some in memory, the others on disk.

use crate::engine::SpillSlot;
use crate::run::SpillFile;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::collections::VecDeque;
use std::io;

/// A first-in, first-out queue. Each record has a number.
#[derive(Debug)]
pub(super) struct Queue<T> {
    waiting: VecDeque<(u64, Entry<T>)>,
    n_held: usize,
    most_held: usize,
    spill_file: SpillFile,
}

/// Where a record is.
#[derive(Debug)]
enum Entry<T> {
    Held(Box<T>),
    OnDisk(SpillSlot),
}

impl<T: Serialize + DeserializeOwned> Queue<T> {
    /// An empty queue that keeps at most so many records in memory.
    pub(super) fn new(most_held: usize) -> Self {
        Self { waiting: VecDeque::new(), n_held: 0, most_held, spill_file: SpillFile::default() }
    }

    /// The number of the record that is next.
    pub(super) fn next(&self) -> Option<u64> {
        self.waiting.front().map(|(number, _)| *number)
    }

    pub(super) fn push(&mut self, number: u64, record: T) {
        let slot = if self.n_held < self.most_held { None } else { self.spill_file.put(&record) };
        let place = match slot {
            Some(slot) => Entry::OnDisk(slot),
            None => {
                self.n_held += 1;
                Entry::Held(Box::new(record))
            }
        };
        self.waiting.push_back((number, place));
    }

    /// Takes out the next record. Reading it from disk may fail.
    pub(super) fn pop(&mut self) -> Option<(u64, io::Result<T>)> {
        let (number, place) = self.waiting.pop_front()?;
        let record = match place {
            Entry::Held(record) => {
                self.n_held -= 1;
                Ok(*record)
            }
            Entry::OnDisk(slot) => self.spill_file.get(slot),
        };
        if self.waiting.is_empty() {
            // Gives the space on the disk back.
            self.spill_file = SpillFile::default();
        }
        Some((number, record))
    }

    /// Forgets all records.
    pub(super) fn clear(&mut self) {
        *self = Self::new(self.most_held);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_goes_to_the_disk_comes_back_in_order() {
        let mut queue = Queue::new(2);
        for round in 0..3 {
            for number in 0..7u64 {
                queue.push(number, format!("{round} {number}"));
            }
            assert_eq!((queue.n_held, queue.waiting.len()), (2, 7));
            for number in 0..4u64 {
                let (found, record) = queue.pop().expect("there are seven");
                assert_eq!((found, record.expect("it is there")), (number, format!("{round} {number}")));
            }
            // Records that come now are held in memory, and stand behind those on the disk.
            queue.push(7, "last".to_owned());
            let rest: Vec<u64> = std::iter::from_fn(|| queue.pop()).map(|(number, _)| number).collect();
            assert_eq!(rest, [4, 5, 6, 7]);
            assert!(queue.next().is_none());
        }
    }
}
