//! `inputs/`: one file a test that the native build of a driver reads, as `drivers/symir.h` describes it:
//! a line `name hexbytes` for each input, in the order of declaration, after comments with the test's name and lines.

use super::files::replace;
use super::json::hex;
use super::{Error, Format};
use crate::testcase::{TestCase, TestLine};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Writes the folder `inputs`.
#[derive(Debug)]
pub struct Inputs {
    folder: PathBuf,
}

impl Inputs {
    /// Makes an empty `inputs` in this folder.
    pub fn create(folder: &Path) -> Result<Self, Error> {
        let folder = folder.join("inputs");
        fs::create_dir_all(&folder).map_err(Error::io("create", &folder))?;
        Ok(Self { folder })
    }

    fn found(&self, number: usize) -> PathBuf {
        self.folder.join(format!("found-{:06}.txt", number + 1))
    }
}

impl Format for Inputs {
    fn write(&mut self, number: usize, test: &TestCase) -> Result<(), Error> {
        replace(&self.found(number), |out| write_inputs(test, out))
    }

    fn finish(&mut self, order: &[usize]) -> Result<(), Error> {
        for (index, number) in order.iter().enumerate() {
            let (from, to) = (self.found(*number), self.folder.join(name(index, order.len())));
            fs::rename(&from, &to).map_err(Error::io("write", &to))?;
        }
        Ok(())
    }
}

/// The name of the file of the test at `index` of `n_tests`.
pub(super) fn name(index: usize, n_tests: usize) -> String {
    let n_digits = n_tests.to_string().len().max(4);
    format!("{:0n_digits$}.txt", index + 1)
}

/// Writes the inputs of a test in the format that `drivers/symir.h` reads.
pub fn write_inputs(test: &TestCase, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "# {}", test.name)?;
    for line in TestLine(test).to_string().lines() {
        writeln!(out, "# {line}")?;
    }
    input_lines(test).iter().try_for_each(|line| writeln!(out, "{line}"))
}

/// The inputs of a test in that format, a line each.
pub(super) fn input_lines(test: &TestCase) -> Vec<String> {
    test.inputs.iter().map(|input| format!("{} {}", input.name, hex(&input.bytes))).collect()
}
