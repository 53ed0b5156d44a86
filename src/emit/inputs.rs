//! `inputs/`: one file a test that the native build of a driver reads, as `drivers/symir.h` describes it:
//! a line `name hexbytes` for each input, in the order of declaration, after comments with the test's name and lines.
//!
//! The last line is `# checksum` with the CRC-32 of all before it, so that a digit that was changed is refused. A file
//! without that line, written by hand or changed on purpose, is read as it is. In names, control characters, bytes that
//! are no text, backslashes and a `#` at the beginning are written as `\\` or `\x23`.

use super::files::replace;
use super::json::hex;
use super::{Error, Format};
use crate::testcase::{TestCase, TestLine};
use crate::util::checksum;
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Writes the folder `inputs`.
#[derive(Debug)]
pub struct Inputs {
    folder: PathBuf,
    /// The numbers of tests that have a file.
    found: BTreeSet<usize>,
}

impl Inputs {
    /// Makes an empty `inputs` in this folder.
    pub fn create(folder: &Path) -> Result<Self, Error> {
        let folder = folder.join("inputs");
        fs::create_dir_all(&folder).map_err(Error::io("create", &folder))?;
        Ok(Self { folder, found: BTreeSet::new() })
    }

    fn found(&self, number: usize) -> PathBuf {
        self.folder.join(format!("found-{:06}.txt", number + 1))
    }
}

impl Format for Inputs {
    fn write(&mut self, number: usize, test: &TestCase) -> Result<(), Error> {
        replace(&self.found(number), |out| write_inputs(test, out))?;
        self.found.insert(number);
        Ok(())
    }

    fn finish(&mut self, order: &[usize]) -> Result<(), Error> {
        for (index, number) in order.iter().enumerate() {
            let (from, to) = (self.found(*number), self.folder.join(name(index, order.len())));
            fs::rename(&from, &to).map_err(Error::io("write", &to))?;
            self.found.remove(number);
        }
        // Those of tests that are left out.
        while let Some(number) = self.found.pop_last() {
            let path = self.found(number);
            fs::remove_file(&path).map_err(Error::io("remove", &path))?;
        }
        Ok(())
    }
}

/// The name of the file of the test at `index` of `n_tests`.
pub fn name(index: usize, n_tests: usize) -> String {
    let n_digits = n_tests.to_string().len().max(4);
    format!("{:0n_digits$}.txt", index + 1)
}

/// Whether this is the name of a file of [`Inputs`].
pub(super) fn is_own_name(name: &str) -> bool {
    let number = name.strip_suffix(".txt").map(|name| name.strip_prefix("found-").unwrap_or(name));
    number.is_some_and(|number| number.len() >= 4 && number.bytes().all(|byte| byte.is_ascii_digit()))
}

/// How the last line begins.
const SUM: &str = "# checksum ";

/// Writes the inputs of a test in the format that `drivers/symir.h` reads.
pub fn write_inputs(test: &TestCase, out: &mut impl Write) -> io::Result<()> {
    let mut text = format!("# {}\n", test.name);
    for line in TestLine(test).to_string().lines() {
        text += &format!("# {line}\n");
    }
    input_lines(test).iter().for_each(|line| text += &format!("{line}\n"));
    writeln!(out, "{text}{SUM}{}", checksum::of(text.as_bytes()))
}

/// Checks the text of a file against the test that it was written for.
///
/// # Errors
/// The line that was changed, and what to do.
pub fn check(text: &str, test: &TestCase) -> Result<(), (usize, &'static str)> {
    let sum = text.lines().next_back().and_then(|line| line.strip_prefix(SUM));
    let body = &text[..text.trim_end().rfind('\n').map_or(0, |end| end + 1)];
    if sum.is_some_and(|sum| sum == checksum::of(body.as_bytes())) {
        return Ok(());
    }
    let mut written = Vec::new();
    write_inputs(test, &mut written).expect("invariant: a vector takes all");
    let written = String::from_utf8_lossy(&written);
    if sum.is_some() {
        let same = text.lines().zip(written.lines()).take_while(|(one, other)| one == other).count();
        return Err((
            same + 1,
            "this was changed after symir wrote it, since the file's checksum does not fit",
        ));
    }
    let is_input = |(_, line): &(usize, &str)| !line.is_empty() && !line.starts_with('#');
    let mut expected = input_lines(test).into_iter();
    let changed =
        text.lines().enumerate().filter(is_input).find(|(_, line)| expected.next().as_deref() != Some(line));
    match changed {
        Some((at, _)) => Err((at + 1, "this is not the input that the test was recorded with")),
        None if expected.next().is_some() => {
            Err((text.lines().count(), "inputs of the recorded test are missing"))
        }
        None => Ok(()),
    }
}

/// The inputs of a test in that format, a line each.
pub(super) fn input_lines(test: &TestCase) -> Vec<String> {
    test.inputs.iter().map(|input| format!("{} {}", line_name(&input.name), hex(&input.bytes))).collect()
}

/// A name at the beginning of a line, where `#` begins a comment.
fn line_name(name: &str) -> Cow<'_, str> {
    match name.strip_prefix('#') {
        Some(rest) => format!("\\x23{rest}").into(),
        None => name.into(),
    }
}
