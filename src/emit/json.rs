//! `tests.json`: the tests for other programs, and `tests.jsonl`, the journal that it is made from.
//!
//! The journal has one object a line for each test, in the order of discovery. `tests.json` is
//! `{"version": 3, "tests": […]}` with the same objects, each on a line of its own. An object has
//!
//! - `name`: a short name; tests may share one, which the output of a run then tells apart by a number;
//! - `lines`: the test lines;
//! - `inputs`: for each input, in the order of declaration, its `name`, its `kind` (`"string"`, `"bytes"`
//!   or `{"integer": {"width": 32, "signed": true}}`) and `hex`, its bytes as they lie in memory;
//! - `calls`: for each call under test `function`, `arguments`, the names of its `parameters` and `result`,
//!   null if it did not return; `given`, pairs of names and values that the call depends on, too; `changes`,
//!   pairs of places, such as `list->head`, and what they hold after the call, if that is not what they held
//!   before; `printed`, what it prints, if native runs have shown it. A value is an object of one member that names its kind, `{"pointer": {"text": …}}`, with the
//!   bytes of a text as numbers, and a float that is not finite as a text;
//! - `outcome`: `{"returned": 0}`, `{"exited": 1}`, `{"bug": …}`, `{"unsupported": …}` or `{"budget": …}`;
//! - `decision_path`: the sides taken at forks;
//! - `unconfirmed`, if true: a solver did not know whether the path is possible;
//! - `approximated`, if true: something on the path was done natively, on concrete values;
//! - `because`, if the run explains its tests: for each line that decided something, in this order, the
//!   `condition` that held and its `site`, null in code without lines;
//! - `covers`: the `lines` and sides of `branches` that the path takes; the `kinds` of it, such as sides that
//!   are taken more than once and borders of comparisons; and the mistakes that it would show, which are
//!   mutants that are `killed`; all as numbers that mean the same within the run.
//!
//! A call has an `arrangement` if it is known: the `objects` that it works on, each with its `holding`, its
//! contents `before` and `after` the call; its `arguments` and `result`, whose pointers are
//! `{"at": {"object": 0, "offset": 4}}`, an object by its number and a distance in bytes; and the `obstacle`
//! to making the call without its driver. A value that is `"kept"` is as it was before the call, in `after`,
//! or as it was initialised, in the `before` of a global.
//!
//! If a run has so many tests that the file would take hundreds of megabytes, the tests that people do not
//! see are shorter: their `arrangement` has nothing but an `obstacle` that says so.
//!
//! The last member is `checksum`, see [`checksum`]: a test that was changed is refused. Remove the member
//! from a test that you change on purpose.
//!
//! [`read`] gives the tests back, from either file. A later version may add members and kinds; one that
//! changes what is here has another number.

use super::files::{Appended, replace};
use super::{Error, Format};
use crate::testcase::{
    Arrangement, Covers, Datum, FunctionInput, Input, InputKind, Left, Outcome, PointerTo, Reason, Recorded,
    TestCall, TestCase, TestLine,
};
use crate::util::bounded;
use crate::util::checksum::{self, Changed, Sum};
use crate::util::hex;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{ErrorKind, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

/// The version of the layout described above.
pub const VERSION: u32 = 3;

/// The file of the journal.
pub(super) const JOURNAL: &str = "tests.jsonl";

/// The layout as a JSON Schema of the draft 2020-12.
pub const SCHEMA: &str = include_str!("tests.schema.json");

/// Writes `tests.json`.
pub fn write(tests: &[TestCase], out: &mut impl Write) -> std::io::Result<()> {
    write!(out, "{{\"version\": {VERSION}, \"tests\": [")?;
    for (index, test) in tests.iter().enumerate() {
        write!(out, "{}{}", if index == 0 { "\n" } else { ",\n" }, object(test))?;
    }
    writeln!(out, "\n]}}")
}

/// Writes `tests.jsonl` and, at the end, `tests.json`.
#[derive(Debug)]
pub struct Json {
    journal: Appended,
    /// Where the line of each test stands.
    records: BTreeMap<usize, Range<u64>>,
    path: PathBuf,
    /// The numbers of the tests that stay whole however many there are; all tests do if it is `None`.
    whole: Option<BTreeSet<usize>>,
    most_whole: u64,
}

/// If the journal has more bytes than this, tests that people do not see are shortened.
const MOST_WHOLE: u64 = 64 << 20;

/// Why a shortened test does not say which data its call works on.
const SHORTENED: &str = "the run has too many tests to keep this for all";

impl Json {
    /// Makes an empty journal in this folder.
    pub fn create(folder: &Path) -> Result<Self, Error> {
        Ok(Self {
            journal: Appended::create(folder.join(JOURNAL))?,
            records: BTreeMap::new(),
            path: folder.join("tests.json"),
            whole: None,
            most_whole: MOST_WHOLE,
        })
    }
}

impl Json {
    /// Says that all tests but these are to be shortened if there are very many.
    pub fn keep_whole(&mut self, numbers: BTreeSet<usize>) {
        self.whole = Some(numbers);
    }

    /// The record of a test, as it is to stand in `tests.json`.
    fn record(&mut self, number: usize) -> std::io::Result<Vec<u8>> {
        let record = self.journal.read(&self.records[&number])?.to_vec();
        let is_whole = self.whole.as_ref().is_none_or(|whole| whole.contains(&number));
        if is_whole || self.journal.length() <= self.most_whole {
            return Ok(record);
        }
        let Ok(Ok(mut test)) = str::from_utf8(&record).map(parse) else { return Ok(record) };
        let scripts = test.calls.iter_mut().flat_map(|call| std::mem::take(&mut call.script));
        scripts.for_each(drop);
        for call in &mut test.calls {
            call.arrangement = Arrangement { obstacle: Some(SHORTENED.to_owned()), ..Arrangement::default() };
        }
        Ok(object(&test).into_bytes())
    }

    /// The inputs of the test that was written with this number, and its lines. The rest of the test, which may
    /// be much more, is not read.
    pub fn shown(&mut self, number: usize) -> Result<(TestCase, Vec<String>), Error> {
        let path = self.journal.path().to_owned();
        let record = self.journal.read(&self.records[&number]).map_err(Error::io("read", &path))?;
        let bad = |problem: String| Error::NotTests { path: path.clone(), line: number + 1, problem };
        let shown: ShownObject = serde_json::from_slice(record).map_err(|error| bad(error.to_string()))?;
        shown.test().map_err(bad)
    }
}

impl Format for Json {
    fn take(&mut self, number: usize, test: &TestCase) {
        let mut record = object(test);
        record.push('\n');
        self.records.insert(number, self.journal.append(record.as_bytes()));
    }

    fn file(&mut self) -> &mut Appended {
        &mut self.journal
    }

    fn finish(&mut self, order: &[usize]) -> Result<(), Error> {
        let path = self.path.clone();
        replace(&path, |out| {
            write!(out, "{{\"version\": {VERSION}, \"tests\": [")?;
            for (index, number) in order.iter().enumerate() {
                let line = self.record(*number)?;
                out.write_all(if index == 0 { b"\n" } else { b",\n" })?;
                out.write_all(line.trim_ascii_end())?;
            }
            writeln!(out, "\n]}}")
        })?;
        fs::remove_file(self.journal.path()).map_err(Error::io("remove", self.journal.path()))
    }
}

/// The folder that contains the tests: `named` itself, or the folder within it if `named` is the folder of a
/// routine of a batch.
pub fn folder_of_tests(named: &Path) -> PathBuf {
    let has_tests =
        |folder: &Path| ["tests.json", "tests.jsonl"].iter().any(|name| folder.join(name).is_file());
    let within = named.join("tests");
    if !has_tests(named) && has_tests(&within) { within } else { named.to_owned() }
}

/// Reads the tests that a run has written into `folder`, in their order. If the run was killed, they come
/// from its journal, in the order of discovery. The last line of a journal is left out if it is not whole.
pub fn read(folder: &Path) -> Result<Vec<TestCase>, Error> {
    let path = folder.join("tests.json");
    let text = match bounded::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => return read_journal(folder),
        Err(error) => return Err(Error::io("read", &path)(error)),
    };
    let bad = |line: usize, problem: String| Error::NotTests { path: path.clone(), line, problem };
    let file: TestsFile =
        serde_json::from_str(&text).map_err(|error| bad(error.line(), error.to_string()))?;
    if file.version != VERSION {
        let problem = format!("version {} of the layout, not {VERSION}", file.version);
        return Err(bad(1, problem));
    }
    let read = |object: &RawValue| {
        parse(object.get()).map_err(|(line, problem)| {
            let before = object.get().as_ptr() as usize - text.as_ptr() as usize;
            bad(text[..before].matches('\n').count() + line, problem)
        })
    };
    file.tests.into_iter().map(read).collect()
}

/// Reads a test from its object; the error names the line within it.
fn parse(object: &str) -> Result<TestCase, (usize, String)> {
    if checksum::check(object) == Sum::Broken {
        return Err((1, Changed.to_string()));
    }
    let test: TestObject = serde_json::from_str(object).map_err(|error| (error.line(), error.to_string()))?;
    test.test().map_err(|problem| (1, problem))
}

fn read_journal(folder: &Path) -> Result<Vec<TestCase>, Error> {
    let path = folder.join(JOURNAL);
    let text = match bounded::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => return Err(Error::NoTests(folder.to_owned())),
        Err(error) => return Err(Error::io("read", &path)(error)),
    };
    let whole = text.split_inclusive('\n').enumerate().filter(|(_, line)| line.ends_with('\n'));
    let read = |(at, line): (usize, &str)| {
        parse(line).map_err(|(_, problem)| Error::NotTests { path: path.clone(), line: at + 1, problem })
    };
    let tests: Vec<TestCase> = whole.map(read).collect::<Result<_, _>>()?;
    // A test that a native run has completed stands in the journal a second time, and the second one counts.
    let last: BTreeMap<Vec<u32>, usize> =
        tests.iter().enumerate().map(|(at, test)| (test.decision_path.clone(), at)).collect();
    let counts = |(at, test): &(usize, TestCase)| last.get(&test.decision_path) == Some(at);
    Ok(tests.into_iter().enumerate().filter(counts).map(|(_, test)| test).collect())
}

#[derive(Deserialize)]
struct TestsFile<'a> {
    version: u32,
    #[serde(borrow)]
    tests: Vec<&'a RawValue>,
}

/// A test as `tests.json` has it.
#[derive(Serialize, Deserialize)]
struct TestObject<'a> {
    name: Cow<'a, str>,
    lines: Vec<Cow<'a, str>>,
    inputs: Vec<InputObject<'a>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    made: Vec<InputObject<'a>>,
    calls: Cow<'a, [TestCall]>,
    outcome: Cow<'a, Outcome>,
    #[serde(alias = "trail")]
    decision_path: Cow<'a, [u32]>,
    #[serde(default, skip_serializing_if = "is_false")]
    unconfirmed: bool,
    #[serde(default, skip_serializing_if = "is_false")]
    completed: bool,
    #[serde(default, skip_serializing_if = "is_false")]
    approximated: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    recorded: Option<Cow<'a, [Recorded]>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    left: Option<Cow<'a, Left>>,
    #[serde(default, skip_serializing_if = "<[FunctionInput]>::is_empty")]
    functions: Cow<'a, [FunctionInput]>,
    #[serde(default, skip_serializing_if = "is_false")]
    names_address: bool,
    #[serde(default, skip_serializing_if = "is_false")]
    reads_unwritten: bool,
    #[serde(default, skip_serializing_if = "<[_]>::is_empty")]
    path: Cow<'a, [(u32, u32)]>,
    #[serde(default, skip_serializing_if = "<[Reason]>::is_empty")]
    because: Cow<'a, [Reason]>,
    #[serde(default, skip_serializing_if = "covers_nothing")]
    covers: Cow<'a, Covers>,
}

/// The part of a [`TestObject`] that a file of inputs has.
#[derive(Deserialize)]
struct ShownObject<'a> {
    name: Cow<'a, str>,
    lines: Vec<String>,
    inputs: Vec<InputObject<'a>>,
    #[serde(default)]
    made: Vec<InputObject<'a>>,
    #[serde(default)]
    functions: Vec<FunctionInput>,
}

impl ShownObject<'_> {
    fn test(self) -> Result<(TestCase, Vec<String>), String> {
        let test = TestCase {
            name: self.name.into_owned(),
            inputs: read_inputs(self.inputs)?,
            made: read_inputs(self.made)?,
            functions: self.functions,
            ..TestCase::new(Outcome::Returned(0))
        };
        Ok((test, self.lines))
    }
}

fn read_inputs(inputs: Vec<InputObject>) -> Result<Vec<Input>, String> {
    inputs.into_iter().map(InputObject::input).collect()
}

fn covers_nothing(covers: &Covers) -> bool {
    covers.is_empty()
}

fn is_false(value: &bool) -> bool {
    !value
}

#[derive(Serialize, Deserialize)]
struct InputObject<'a> {
    name: Cow<'a, str>,
    kind: InputKind,
    hex: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    value: Option<Cow<'a, Datum>>,
    #[serde(default, skip_serializing_if = "<[PointerTo]>::is_empty")]
    pointers: Cow<'a, [PointerTo]>,
}

impl<'a> InputObject<'a> {
    fn of(input: &'a Input) -> Self {
        Self {
            name: Cow::Borrowed(&input.name),
            kind: input.kind,
            hex: hex::encode(&input.bytes),
            value: input.value.as_ref().map(Cow::Borrowed),
            pointers: Cow::Borrowed(&input.pointers),
        }
    }

    fn input(self) -> Result<Input, String> {
        let bytes = hex::decode(&self.hex).ok_or_else(|| format!("\"{}\" is not hexadecimal", self.hex))?;
        let value = self.value.map(Cow::into_owned);
        let pointers = self.pointers.into_owned();
        Ok(Input { name: self.name.into_owned(), kind: self.kind, bytes, value, pointers })
    }
}

impl TestObject<'_> {
    fn test(self) -> Result<TestCase, String> {
        Ok(TestCase {
            name: self.name.into_owned(),
            inputs: read_inputs(self.inputs)?,
            made: read_inputs(self.made)?,
            calls: self.calls.into_owned(),
            outcome: self.outcome.into_owned(),
            decision_path: self.decision_path.into_owned(),
            unconfirmed: self.unconfirmed,
            completed: self.completed,
            approximated: self.approximated,
            recorded: self.recorded.map(Cow::into_owned),
            left: self.left.map(|left| Box::new(left.into_owned())),
            functions: self.functions.into_owned(),
            names_address: self.names_address,
            reads_unwritten: self.reads_unwritten,
            path: self.path.into_owned(),
            because: self.because.into_owned(),
            covers: self.covers.into_owned(),
            unread: Vec::new(),
        })
    }
}

/// A test as a JSON object in one line.
fn object(test: &TestCase) -> String {
    let lines = TestLine(test).to_string();
    let object = TestObject {
        name: Cow::Borrowed(&test.name),
        lines: lines.lines().map(Cow::Borrowed).collect(),
        inputs: test.inputs.iter().map(InputObject::of).collect(),
        made: test.made.iter().map(InputObject::of).collect(),
        calls: Cow::Borrowed(&test.calls),
        outcome: Cow::Borrowed(&test.outcome),
        decision_path: Cow::Borrowed(&test.decision_path),
        unconfirmed: test.unconfirmed,
        completed: test.completed,
        approximated: test.approximated,
        recorded: test.recorded.as_deref().map(Cow::Borrowed),
        left: test.left.as_deref().filter(|_| test.completed).map(Cow::Borrowed),
        functions: Cow::Borrowed(&test.functions),
        names_address: test.names_address,
        reads_unwritten: test.reads_unwritten,
        path: Cow::Borrowed(&test.path),
        because: Cow::Borrowed(&test.because),
        covers: Cow::Borrowed(&test.covers),
    };
    let text = serde_json::to_string(&object).expect("invariant: the data of a test has only string keys");
    checksum::seal(&text)
}

/// The sum of these bytes in hexadecimal digits.
pub(super) fn sha256(text: &[u8]) -> String {
    use sha2::{Digest, Sha256};
    crate::util::hex::encode(&Sha256::digest(text))
}

#[cfg(test)]
mod tests {
    use super::super::sample;
    use super::*;
    use crate::testcase::Datum;
    use expect_test::expect;

    #[test]
    fn objects() {
        expect![[r#"{"name":"strlen_of_text","lines":["strlen: &\"a\\\"b\"{\\0} :=> 3"],"inputs":[{"name":"the text","kind":"string","hex":"61226200"}],"calls":[{"function":"strlen","arguments":[{"pointer":{"text":{"text":[97,34,98],"rest":[0]}}}],"result":{"integer":3}}],"outcome":{"returned":0},"decision_path":[0,1]}"#]].assert_eq(&bare(&sample::test("a\"b", &[0, 1])));
        expect![[r#"{"name":"main_divides_by_zero","lines":["main: n=0 :=> !division by zero at d.c:3"],"inputs":[{"name":"n","kind":{"integer":{"width":32,"signed":true}},"hex":"00000000"}],"calls":[],"outcome":{"bug":{"kind":"division-by-zero","message":"7 / 0","stack":[{"function":"main","file":"d.c","line":3,"column":9}]}},"decision_path":[1]}"#]].assert_eq(&bare(&sample::bug(&[1])));
    }

    /// An object without its checksum.
    fn bare(test: &TestCase) -> String {
        let object = object(test);
        assert_eq!(checksum::check(&object), Sum::Fits);
        object.split(",\"checksum\"").next().expect("a part").to_owned() + "}"
    }

    #[test]
    fn a_changed_digit_is_refused_with_its_line_and_a_change_on_purpose_is_not() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("tests.json");
        let mut text = Vec::new();
        write(&[sample::test("ab", &[1, 0]), sample::bug(&[1, 1])], &mut text).expect("written");
        let text = String::from_utf8(text).expect("JSON is text");
        let refusal = |text: &str| {
            fs::write(&path, text).expect("written");
            read(folder.path()).err().map(|error| error.to_string())
        };
        assert_eq!(refusal(&text), None);
        let digits = text.char_indices().filter(|(_, c)| c.is_ascii_digit());
        for (at, digit) in digits {
            let changed =
                format!("{}{}{}", &text[..at], if digit == '0' { '1' } else { '0' }, &text[at + 1..]);
            let line = 1 + text[..at].matches('\n').count();
            let error = refusal(&changed).unwrap_or_else(|| panic!("believed: {changed}"));
            assert!(error.contains(&format!("tests.json:{line}: ")), "{error}\n{changed}");
        }
        let bare = text.replace("616200", "636200");
        let bare = regex::Regex::new(",\"checksum\":\"[^\"]*\"").expect("a pattern").replace_all(&bare, "");
        assert_eq!(refusal(&bare), None);
        assert_eq!(read(folder.path()).expect("read")[0].inputs[0].bytes, b"cb\0");
    }

    #[test]
    fn floats_are_read_back_to_the_last_bit() {
        for bits in
            [0x3fb9_99a4_04d2_7211_u64, 0x0010_0000_0000_0001, 0x7fef_ffff_ffff_ffff, 0x4340_0000_0000_0001]
        {
            let mut test = sample::test("", &[]);
            test.calls[0].arguments = vec![Datum::Float(f64::from_bits(bits))];
            assert_eq!(parse(&object(&test)), Ok(test));
        }
    }

    #[test]
    fn tests_are_read_back() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let mut odd = sample::test("x", &[2]);
        let floats = [f64::NEG_INFINITY, 0.1, -0.0].map(Datum::Float);
        odd.calls[0].arguments.extend(floats);
        odd.calls[0].arguments.push(Datum::Integer(i128::MIN));
        odd.unconfirmed = true;
        let tests = [sample::test("ab", &[1, 0]), sample::bug(&[1, 1]), odd];
        let mut json = Json::create(folder.path()).expect("created");
        tests.iter().enumerate().for_each(|(number, test)| json.take(number, test));
        json.file().flush().expect("written");
        json.journal.append(b"{\"name\": \"cut of");
        json.journal.flush().expect("written");
        assert_eq!(read(folder.path()).expect("the journal is read"), tests);
        json.finish(&[0, 1, 2]).expect("finished");
        assert_eq!(read(folder.path()).expect("the tests are read"), tests);

        let fail = |text: &str| {
            fs::write(folder.path().join("tests.json"), text).expect("written");
            let error = read(folder.path()).expect_err("not tests").to_string();
            error.replace(&folder.path().display().to_string(), "f")
        };
        assert!(fail("{\"version\": 1,\n \"tests\": 3}").starts_with("f/tests.json:2: invalid type"));
        assert!(
            fail("{\"version\": 9, \"tests\": []}").starts_with("f/tests.json:1: version 9 of the layout")
        );
        assert!(read(&folder.path().join("none")).expect_err("nothing").to_string().contains("no tests"));
    }

    #[test]
    fn of_very_many_tests_those_that_nobody_sees_are_shortened_and_read_back() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let arrangement = Arrangement { arguments: vec![Datum::Integer(7)], ..Arrangement::default() };
        let mut tests = [sample::test("seen", &[0]), sample::test("hidden", &[1]), sample::bug(&[2])];
        tests[..2].iter_mut().for_each(|test| test.calls[0].arrangement = arrangement.clone());
        let write = |most_whole| {
            let mut json = Json { most_whole, ..Json::create(folder.path()).expect("created") };
            tests.iter().enumerate().for_each(|(number, test)| json.take(number, test));
            json.file().flush().expect("written");
            json.keep_whole([0].into());
            json.finish(&[0, 1, 2]).expect("finished");
            read(folder.path()).expect("read")
        };
        assert_eq!(write(MOST_WHOLE), tests);
        let short = write(10);
        assert_eq!((&short[0], &short[2]), (&tests[0], &tests[2]));
        let without = |test: &TestCase| TestCase { calls: Vec::new(), ..test.clone() };
        assert_eq!(without(&short[1]), without(&tests[1]), "all else is there");
        assert_eq!(short[1].calls[0].arrangement.obstacle.as_deref(), Some(SHORTENED));
    }

    #[test]
    fn wide_integers_keep_their_digits() {
        let mut test = sample::test("", &[]);
        test.calls[0].arguments = vec![Datum::Integer(i128::MAX)];
        let text = object(&test);
        assert!(text.contains("[{\"integer\":170141183460469231731687303715884105727}]"), "{text}");
    }
}
