//! `tests.json`: the tests for other programs, and `tests.jsonl`, the journal that it is made from.
//!
//! The journal has one object a line for each test, in the order of discovery. `tests.json` is
//! `{"version": 1, "tests": […]}` with the same objects, each on a line of its own. An object has
//!
//! - `name`: a short name; tests may share one, which the output of a run then tells apart by a number;
//! - `lines`: the test lines;
//! - `inputs`: for each input, in the order of declaration, its `name`, its `kind` (`"string"`, `"bytes"`
//!   or `{"integer": {"width": 32, "signed": true}}`) and `hex`, its bytes as they lie in memory;
//! - `calls`: for each call under test `function`, `arguments` and `result`, null if it did not return.
//!   A value is an object of one member that names its kind, `{"pointer": {"text": …}}`, with the bytes of
//!   a text as numbers;
//! - `outcome`: `{"returned": 0}`, `{"exited": 1}`, `{"bug": …}`, `{"unsupported": …}` or `{"budget": …}`;
//! - `trail`: the sides taken at forks;
//! - `because`, if the run explains its tests: for each line that decided something, in this order, the `condition`
//!   that held and its `site`, null in code without lines.
//!
//! A later version may add members and kinds; one that changes what is here has another number.

use super::files::{Appended, replace};
use super::{Error, Format};
use crate::testcase::{InputKind, Outcome, Reason, TestCall, TestCase, TestLine};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// The version of the layout described above.
pub const VERSION: u32 = 1;

/// Writes `tests.jsonl` and, at the end, `tests.json`.
#[derive(Debug)]
pub struct Json {
    journal: Appended,
    /// Where the line of each test stands.
    records: BTreeMap<usize, Range<u64>>,
    path: PathBuf,
}

impl Json {
    /// Makes an empty journal in this folder.
    pub fn create(folder: &Path) -> Result<Self, Error> {
        Ok(Self {
            journal: Appended::create(folder.join("tests.jsonl"))?,
            records: BTreeMap::new(),
            path: folder.join("tests.json"),
        })
    }
}

impl Format for Json {
    fn write(&mut self, number: usize, test: &TestCase) -> Result<(), Error> {
        let record = self.journal.append(format!("{}\n", object(test)).as_bytes())?;
        self.records.insert(number, record);
        Ok(())
    }

    fn finish(&mut self, order: &[usize]) -> Result<(), Error> {
        replace(&self.path, |out| {
            write!(out, "{{\"version\": {VERSION}, \"tests\": [")?;
            for (index, number) in order.iter().enumerate() {
                let line = self.journal.read(&self.records[number])?;
                out.write_all(if index == 0 { b"\n" } else { b",\n" })?;
                out.write_all(line.trim_ascii_end())?;
            }
            writeln!(out, "\n]}}")
        })?;
        fs::remove_file(self.journal.path()).map_err(Error::io("remove", self.journal.path()))
    }
}

/// A test as `tests.json` has it.
#[derive(Serialize)]
struct TestObject<'a> {
    name: &'a str,
    lines: Vec<&'a str>,
    inputs: Vec<InputObject<'a>>,
    calls: &'a [TestCall],
    outcome: &'a Outcome,
    trail: &'a [u32],
    #[serde(skip_serializing_if = "<[Reason]>::is_empty")]
    because: &'a [Reason],
}

#[derive(Serialize)]
struct InputObject<'a> {
    name: &'a str,
    kind: InputKind,
    hex: String,
}

/// A test as a JSON object in one line.
fn object(test: &TestCase) -> String {
    let lines = TestLine(test).to_string();
    let object = TestObject {
        name: &test.name,
        lines: lines.lines().collect(),
        inputs: test
            .inputs
            .iter()
            .map(|input| InputObject { name: &input.name, kind: input.kind, hex: hex(&input.bytes) })
            .collect(),
        calls: &test.calls,
        outcome: &test.outcome,
        trail: &test.trail,
        because: &test.because,
    };
    serde_json::to_string(&object).expect("invariant: the data of a test has only string keys")
}

/// Two digits a byte.
pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::super::sample;
    use super::*;
    use expect_test::expect;

    #[test]
    fn objects() {
        expect![[r#"{"name":"strlen_of_text","lines":["strlen: &\"a\\\"b\"{\\0} :=> 3"],"inputs":[{"name":"the text","kind":"string","hex":"61226200"}],"calls":[{"function":"strlen","arguments":[{"pointer":{"text":{"text":[97,34,98],"rest":[0]}}}],"result":{"integer":3}}],"outcome":{"returned":0},"trail":[0,1]}"#]].assert_eq(&object(&sample::test("a\"b", &[0, 1])));
        expect![[r#"{"name":"main_divides_by_zero","lines":["main: n=0 :=> !division by zero at d.c:3"],"inputs":[{"name":"n","kind":{"integer":{"width":32,"signed":true}},"hex":"00000000"}],"calls":[],"outcome":{"bug":{"kind":"division-by-zero","message":"7 / 0","stack":[{"function":"main","file":"d.c","line":3,"column":9}]}},"trail":[1]}"#]].assert_eq(&object(&sample::bug(&[1])));
    }

    #[test]
    fn wide_integers_keep_their_digits() {
        let mut test = sample::test("", &[]);
        test.calls[0].arguments = vec![crate::testcase::Datum::Integer(i128::MAX)];
        let text = object(&test);
        assert!(text.contains("[{\"integer\":170141183460469231731687303715884105727}]"), "{text}");
    }
}
