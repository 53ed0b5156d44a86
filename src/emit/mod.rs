//! Writers of test files. They know the plain data of a test and nothing that is symbolic.
//!
//! A [`Directory`] takes tests in any order as they are found and has each on disk, whole, before
//! [`Directory::write`] returns; a run that is killed at any moment leaves complete files of all tests so
//! far. [`Directory::finish`] then puts them into their final order, that of their decision paths, in which the
//! same tests give the same bytes whatever the order in which they were found.
//!
//! | file | while the run goes on | at the end |
//! |---|---|---|
//! | `tests.txt` | test lines, as found | the same, in order |
//! | `tests.jsonl`, `tests.json` | the journal: one object a line, as found | `tests.json` only, in order |
//! | `inputs/` | `found-NNNNNN.txt`, numbered as found | `NNNN.txt`, numbered in order |
//! | `*.gcov` | | annotated source, see [`crate::coverage::gcov`] |
//! | `program.json` | what the tests are for, see [`facts`] | the same |
//! | others | | made from all tests, see [`export`] |
//! | `.symir` | marks the folder as one that may be overwritten | the same |
//! | `.symir.lock` | says which process writes, see [`lock`] | |
//!
//! Each format is a [`Format`] in a file of its own; a new one is added to the list in `directory.rs`, and its files to
//! those in `written.rs`, which a later run removes.

pub mod csv;
mod directory;
mod error;
pub mod export;
pub mod facts;
mod files;
mod inputs;
pub mod json;
pub mod junit;
pub mod ktest;
mod lines;
pub mod lock;
pub mod minimize;
#[cfg(test)]
mod sample;
pub mod sarif;
pub mod suite;
pub mod testcomp;
mod written;

pub use directory::Directory;
pub use error::Error;
pub use inputs::{Inputs, Recorded, name as input_name, parse as parse_inputs};
pub use json::{Json, folder_of_tests, read};
pub use lines::Lines;
pub use lock::Lock;
pub use written::APART;

use crate::testcase::TestCase;

/// A format of test files.
pub trait Format: Send {
    /// Writes a test so that it is whole on disk when this returns. Tests come in any order; `number` is
    /// different for each, and ever greater.
    fn write(&mut self, number: usize, test: &TestCase) -> Result<(), Error>;

    /// Puts the tests with these numbers into this order and leaves out all others. What was written stays
    /// whole at every moment, also when this fails.
    fn finish(&mut self, order: &[usize]) -> Result<(), Error>;
}
