//! `tests.txt`: the test lines, one or more a test.

use super::files::{Appended, replace};
use super::{Error, Format};
use crate::testcase::{TestCase, TestLine};
use std::collections::BTreeMap;
use std::io::Write;
use std::ops::Range;
use std::path::Path;

/// Writes `tests.txt`.
#[derive(Debug)]
pub struct Lines {
    file: Appended,
    /// Where the lines of each test stand.
    records: BTreeMap<usize, Range<u64>>,
}

impl Lines {
    /// Makes an empty `tests.txt` in this folder.
    pub fn create(folder: &Path) -> Result<Self, Error> {
        Ok(Self { file: Appended::create(folder.join("tests.txt"))?, records: BTreeMap::new() })
    }
}

impl Format for Lines {
    fn take(&mut self, number: usize, test: &TestCase) {
        let record = self.file.append(format!("{}\n", TestLine(test)).as_bytes());
        self.records.insert(number, record);
    }

    fn file(&mut self) -> &mut Appended {
        &mut self.file
    }

    fn finish(&mut self, order: &[usize]) -> Result<(), Error> {
        let path = self.file.path().to_owned();
        replace(&path, |out| {
            for number in order {
                out.write_all(self.file.read(&self.records[number])?)?;
            }
            Ok(())
        })
    }
}
