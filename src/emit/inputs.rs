//! `inputs/`: a file for each test that people see, named by the test's place among all tests. The native
//! build of a driver reads it, as `drivers/symir.h` describes: a line `name hexbytes` for each input, in the
//! order of declaration, after comments with the test's name and lines.
//!
//! The last line is `# checksum` with the CRC-32 of everything before it, so that a file with a changed digit
//! is refused. A file without that line, written by hand or changed on purpose, is read as it is. In names,
//! control characters, bytes that are no text, backslashes and a `#` at the beginning are written as `\\` or
//! `\x23`.

use super::Error;
use super::files::replace;
use crate::testcase::{Input, PointerTo, TestCase, TestLine};
use crate::util::{checksum, hex};
use std::borrow::Cow;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The folder `inputs`.
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

    /// Writes the file of the test at `index` of `n_tests`, which has these lines.
    pub fn write(
        &self,
        index: usize,
        n_tests: usize,
        test: &TestCase,
        lines: &[String],
    ) -> Result<(), Error> {
        replace(&self.folder.join(name(index, n_tests)), |out| {
            write_shown(test, lines.iter().map(String::as_str), out)
        })
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
    write_shown(test, TestLine(test).to_string().lines(), out)
}

fn write_shown<'l>(
    test: &TestCase,
    lines: impl Iterator<Item = &'l str>,
    out: &mut impl Write,
) -> io::Result<()> {
    let mut text = format!("# {}\n", test.name);
    lines.for_each(|line| text += &format!("# {line}\n"));
    input_lines(test).iter().for_each(|line| text += &format!("{line}\n"));
    writeln!(out, "{text}{SUM}{}", checksum::of(text.as_bytes()))
}

/// How the inputs in a file compare to those of the test that the file was written for.
#[derive(Clone, PartialEq, Debug)]
pub enum Recorded {
    /// The inputs of that test.
    Same,
    /// Other inputs; `line` has the first that differs. Without a checksum, somebody has changed the file on
    /// purpose. With one, it is the file of another test, whose inputs may not fit this one.
    Other { line: usize, inputs: Vec<Input>, has_sum: bool },
}

/// Reads the text of a file that was written for `test`.
///
/// # Errors
/// The line that cannot be used, and why: it was changed, or it does not have the input that the test has
/// there.
pub fn parse(text: &str, test: &TestCase) -> Result<Recorded, (usize, String)> {
    let sum = text.lines().next_back().and_then(|line| line.strip_prefix(SUM));
    let body = &text[..text.trim_end().rfind('\n').map_or(0, |end| end + 1)];
    if let Some(sum) = sum.filter(|sum| *sum != checksum::of(body.as_bytes())) {
        let mut written = Vec::new();
        write_inputs(test, &mut written).expect("invariant: a vector takes all");
        let written = String::from_utf8_lossy(&written);
        let same = text.lines().zip(written.lines()).take_while(|(one, other)| one == other).count();
        let problem =
            format!("this was changed after symir wrote it, since the file's checksum {sum} does not fit");
        return Err((same + 1, problem));
    }
    match (values(text, test), sum) {
        (Ok((inputs, Some(line))), _) => Ok(Recorded::Other { line, inputs, has_sum: sum.is_some() }),
        (Ok((_, None)), _) => Ok(Recorded::Same),
        (Err((line, _)), Some(_)) => Ok(Recorded::Other { line, inputs: Vec::new(), has_sum: true }),
        (Err(problem), None) => Err(problem),
    }
}

/// The inputs of a test with the values that a file gives them, and the first line that gives another value
/// than the test has.
fn values(text: &str, test: &TestCase) -> Result<(Vec<Input>, Option<usize>), (usize, String)> {
    let is_objects = |line: &str| line.starts_with('&');
    let is_input = |line: &str| !line.is_empty() && !line.starts_with('#') && !is_objects(line);
    let expected: Vec<String> = input_lines(test).into_iter().filter(|line| is_objects(line)).collect();
    let mut objects = expected.iter();
    for (at, line) in text.lines().enumerate().filter(|(_, line)| is_objects(line)) {
        if objects.next().is_none_or(|expected| expected != line.trim_end()) {
            let problem = "objects that pointers point to cannot be changed here, only in a native run";
            return Err((at + 1, problem.to_owned()));
        }
    }
    let mut lines = text.lines().enumerate().filter(|(_, line)| is_input(line));
    let mut inputs = Vec::new();
    let mut first = None;
    for input in &test.inputs {
        let name = line_name(&input.name);
        let size = input.bytes.len();
        let missing = |at: usize| (at + 1, format!("`{name}` and {size} bytes in hexadecimal are missing"));
        let (at, line) = lines.next().ok_or_else(|| missing(text.lines().count()))?;
        let line = line.split_once(" @").map_or(line, |(line, _)| line);
        let digits = line.strip_prefix(&*name).and_then(|rest| rest.strip_prefix(' ')).map(str::trim);
        let bytes =
            digits.and_then(hex::decode).filter(|bytes| bytes.len() == size).ok_or_else(|| missing(at))?;
        if bytes != input.bytes {
            first.get_or_insert(at + 1);
            // Only the program's types tell what the members are now.
            inputs.push(Input { bytes, value: None, ..input.clone() });
            continue;
        }
        inputs.push(input.clone());
    }
    match lines.next() {
        Some((at, _)) => Err((at + 1, "the test has no more inputs".to_owned())),
        None => Ok((inputs, first)),
    }
}

/// The inputs of a test in the format of the file, a line each.
pub(super) fn input_lines(test: &TestCase) -> Vec<String> {
    let mut lines = Vec::new();
    // The objects that pointers have led to so far: their numbers are their places here, from 1. The first of
    // them have lines of their own already.
    let mut known: Vec<u32> = Vec::new();
    let mut n_defined = 0;
    let n_inputs = test.inputs.len();
    for (number, input) in test.inputs.iter().enumerate() {
        let links = links(input, &mut known) + &functions(test, number);
        lines.push(format!("{} {}{links}", line_name(&input.name), hex::encode(&input.bytes)));
        while let Some(&number) = known.get(n_defined) {
            let Some(made) = test.made.get(number as usize) else { break };
            n_defined += 1;
            let links = self::links(made, &mut known) + &functions(test, n_inputs + number as usize);
            lines.push(format!("&{n_defined} {} {}{links}", made.bytes.len(), hex::encode(&made.bytes)));
        }
    }
    lines
}

/// The pointers of an input, as they stand behind its bytes.
fn links(input: &Input, known: &mut Vec<u32>) -> String {
    let link = |to: &PointerTo| {
        let number = known.iter().position(|known| *known == to.object).unwrap_or_else(|| {
            known.push(to.object);
            known.len() - 1
        });
        let offset = if to.offset == 0 { String::new() } else { format!("+{}", to.offset) };
        format!(" @{}={}{offset}", to.at, number + 1)
    };
    input.pointers.iter().map(link).collect()
}

/// The functions whose addresses an input contains, as they stand behind its bytes: by name, because each
/// program has them at other addresses.
fn functions(test: &TestCase, input: usize) -> String {
    let these = test.functions.iter().filter(|function| function.input as usize == input);
    these.map(|function| format!(" @{}=&{}", function.offset, function.name)).collect()
}

/// A name at the beginning of a line, where `#` begins a comment.
fn line_name(name: &str) -> Cow<'_, str> {
    match name.strip_prefix('#') {
        Some(rest) => format!("\\x23{rest}").into(),
        None => name.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::sample;
    use super::*;

    #[test]
    fn files_are_read_as_they_are_or_as_somebody_has_changed_them() {
        let test = sample::test("ab", &[1]);
        let mut text = Vec::new();
        write_inputs(&test, &mut text).expect("written");
        let text = String::from_utf8(text).expect("text");
        assert_eq!(parse(&text, &test), Ok(Recorded::Same));
        let problem = |text: &str| parse(text, &test).map_err(|(line, _)| line);
        assert_eq!(problem(&text.replace("616200", "616300")), Err(3));
        assert_eq!(problem(&text.replace(":=> 2", ":=> 3")), Err(2));
        let by_hand = |line: &str| format!("# mine\n\n{line}\n");
        let Ok(Recorded::Other { line: 3, inputs, has_sum: false }) =
            parse(&by_hand("the text 636400"), &test)
        else {
            panic!("it can be used")
        };
        assert_eq!(inputs[0].bytes, b"cd\0");
        assert_eq!(parse(&by_hand("the text 616200"), &test), Ok(Recorded::Same));
        for wrong in ["the text 6364", "text 616200", "the text 61620g", "the text 616200\nmore 00"] {
            assert!(parse(&by_hand(wrong), &test).is_err(), "{wrong}");
        }
    }
}
