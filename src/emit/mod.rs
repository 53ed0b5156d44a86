//! Writers of test files. They know the plain data of a test and nothing that is symbolic.
//!
//! A [`Directory`] takes tests in any order as they are found. Tests that follow each other quickly are
//! written with one call. Each test is on disk, whole, a fiftieth of a second after it was found, so a run
//! that is killed at any moment leaves a complete journal of all tests before that. [`Directory::finish`]
//! then puts the tests into their final order, the order of their decision paths: the same tests give the
//! same bytes in whatever order they were found.
//!
//! | file | while the run goes on | at the end |
//! |---|---|---|
//! | `tests.txt` | test lines, as found | the same, in order |
//! | `tests.jsonl`, `tests.json` | the journal: one object a line, as found | `tests.json` only, in order |
//! | `inputs/` | | `NNNN.txt` for each test that people see, numbered by its place among all tests |
//! | `*.gcov` | | annotated source, see [`crate::coverage::gcov`] |
//! | `program.json` | what the tests are for, see [`facts`] | the same |
//! | others | | made from all tests, see [`export`] |
//! | `.symir` | marks the folder as one that may be overwritten | the same |
//! | `.symir.lock` | says which process writes, see [`lock`] | |
//!
//! A format that is written as tests are found is a [`Format`] in a file of its own, which `directory.rs`
//! calls. The files of every format are listed in `written.rs`, so that a later run removes them.

pub mod choose;
pub mod csv;
mod directory;
mod error;
pub mod export;
mod exported;
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
pub use exported::Exported;
pub use inputs::{Inputs, Recorded, name as input_name, parse as parse_inputs};
pub use json::{Json, folder_of_tests, read};
pub use lines::Lines;
pub use lock::Lock;
pub use written::APART;

use crate::testcase::TestCase;

use files::Appended;

/// A format of test files.
trait Format: Send {
    /// Takes a test for its file. Tests come in any order. The `number` of each is greater than those before.
    fn take(&mut self, number: usize, test: &TestCase);

    /// The file that grows by each test.
    fn file(&mut self) -> &mut Appended;

    /// Puts the tests with these numbers, all of which are written to the file, into this order and leaves
    /// out all others. What was written stays whole at every moment, also when this fails.
    fn finish(&mut self, order: &[usize]) -> Result<(), Error>;
}
