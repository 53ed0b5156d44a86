//! One generated test as plain data: inputs, the calls under test with their arguments and results, and
//! how the run ended. Nothing symbolic is in it.

mod arrangement;
mod bug;
mod datum;
mod error_numbers;
mod line;
mod memory;
mod property;
mod unfold;

pub use arrangement::{Arrangement, Building, Covers, DriverCall, Further, Holding, NamedFile, Thing};
pub use bug::{Bug, BugKind, Concerned, Dependence, ERROR_CALL, Site, Storage, VECTOR_ELEMENT};
pub use datum::Datum;
pub use error_numbers::{error_number, is_error_number};
pub use line::{TestLine, is_nearly_full};
pub use memory::{Footprint, Object, Scalar};
pub use property::{BadProperty, Property};

use crate::util::Bits;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A generated test.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TestCase {
    /// A short name made of what distinguishes the test from others; a C identifier. It is unique within a
    /// run once the tests are in their order. Before that, two tests may have the same name.
    pub name: String,
    /// Values for every symbolic input, in the order of their declaration on the path.
    pub inputs: Vec<Input>,
    /// Objects that pointers among the inputs point to.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub made: Vec<Input>,
    /// The calls under test that the path made.
    pub calls: Vec<TestCall>,
    pub outcome: Outcome,
    /// The sides taken at forks, from first to last. They identify the path.
    pub decision_path: Vec<u32>,
    /// A solver could not answer a question on the way, so only the values themselves can show that the path
    /// is possible. A native run can confirm it.
    pub unconfirmed: bool,
    /// The functions whose addresses the inputs contain.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub functions: Vec<FunctionInput>,
    /// The path is taken only because objects lie at certain addresses of this run, which a native run does
    /// not have.
    #[serde(default, skip_serializing_if = "is_false")]
    pub names_address: bool,
    /// The path reads memory that was never written. In a native run, such memory can hold anything.
    #[serde(default, skip_serializing_if = "is_false")]
    pub reads_unwritten: bool,
    /// Something on the path could not be done symbolically: it was done natively, on concrete values.
    #[serde(default, skip_serializing_if = "is_false")]
    pub approximated: bool,
    /// The path was not followed to its end: outcome, results and changes are those of native runs.
    #[serde(default, skip_serializing_if = "is_false")]
    pub completed: bool,
    /// The results of functions whose results differ from run to run, in the order of the calls. Native runs
    /// play them back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recorded: Option<Vec<Recorded>>,
    /// Where symir left the path, if the path was not followed to its end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<Box<Left>>,
    /// The path: edges of the program and how often each was taken, if a native run is to be compared with
    /// it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub path: Vec<(u32, u32)>,
    /// The path condition in the terms of the source, if it was asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub because: Vec<Reason>,
    /// What the path covers; kept in files and not shown.
    #[serde(skip)]
    pub covers: Covers,
    /// The names of the pointers among the inputs that the path has not read. The path does not depend on
    /// their being null.
    #[serde(skip)]
    pub unread: Vec<String>,
}

fn is_zero(value: &u64) -> bool {
    *value == 0
}

fn is_false(value: &bool) -> bool {
    !value
}

/// One result of a function whose results differ from run to run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Recorded {
    pub function: String,
    /// The bits of the result.
    pub result: u64,
}

/// The place where symir left a path that it did not follow to its end.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Left {
    /// Why it was not followed any further.
    pub why: String,
    /// `None` in code without line numbers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub site: Option<Site>,
    /// The edges of the program that may come next. In a completed test, only the ones that the native run
    /// took.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub edges: Vec<u32>,
}

/// Something that a path has decided at one line of the source.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Reason {
    /// The condition in C, with `in` for sets of characters: `s[0] == '-' && s[1] == 0`, for example.
    pub condition: String,
    /// `None` in code without line numbers.
    pub site: Option<Site>,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.condition)?;
        self.site.as_ref().map_or(Ok(()), |site| write!(f, ", at {site}"))
    }
}

/// The last number in the decision path of a test that takes its inputs from another test wherever its own
/// path does not constrain them. The path has one more test, with inputs of its own.
pub const LIKE_ANOTHER: u32 = u32::MAX;

impl TestCase {
    /// Notes what each call prints.
    pub fn set_printed(&mut self, printed: Vec<Option<Vec<u8>>>) {
        for (call, text) in self.calls.iter_mut().zip(printed) {
            call.printed = text.map(|text| Datum::text(&text));
        }
    }

    /// Whether calls may have made its objects, as a harness of `symir gen` lets inputs choose.
    pub fn is_by_calls(&self) -> bool {
        self.inputs.iter().any(|input| CALL_CHOICES.contains(&&*input.name))
    }

    /// Whether a suite can run it only by its driver, so that its values cannot be seen.
    pub fn needs_driver(&self) -> bool {
        self.calls.iter().any(|call| call.arrangement.obstacle.is_some())
    }

    /// Whether two pointers in its inputs lead to the same object.
    pub fn has_shared_objects(&self) -> bool {
        let pointers = self.inputs.iter().chain(&self.made).flat_map(|input| &input.pointers);
        let mut led_to: Vec<u32> = pointers.map(|pointer| pointer.object).collect();
        led_to.sort_unstable();
        led_to.windows(2).any(|two| two[0] == two[1])
    }

    /// Whether its inputs are taken from another test wherever its path does not constrain them.
    pub fn is_like_another(&self) -> bool {
        self.decision_path.last() == Some(&LIKE_ANOTHER)
    }

    /// A test without inputs, calls and a name.
    pub fn new(outcome: Outcome) -> Self {
        Self {
            name: String::new(),
            inputs: Vec::new(),
            made: Vec::new(),
            calls: Vec::new(),
            outcome,
            decision_path: Vec::new(),
            unconfirmed: false,
            completed: false,
            approximated: false,
            left: None,
            recorded: None,
            functions: Vec::new(),
            names_address: false,
            reads_unwritten: false,
            path: Vec::new(),
            because: Vec::new(),
            covers: Covers::default(),
            unread: Vec::new(),
        }
    }
}

/// The values of one symbolic input.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Input {
    /// As the driver named it.
    pub name: String,
    pub kind: InputKind,
    /// As it lies in memory.
    pub bytes: Vec<u8>,
    /// The values of the members of an [object](InputKind::Object).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<Datum>,
    /// The pointers in it that are not null. In `bytes`, zeros stand in their place.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pointers: Vec<PointerTo>,
}

/// A pointer in an input.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PointerTo {
    /// In bytes from the beginning of the input.
    pub at: u64,
    /// The number of the object in [`TestCase::made`] that it points into.
    pub object: u32,
    /// How far behind the beginning of the object, in bytes.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub offset: u64,
}

/// The address of a function in an input. The bytes of the input hold the address that the function has in
/// the symbolic run. In another run, the function lies elsewhere.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FunctionInput {
    /// The index of the input among the inputs of the test, which the [objects](TestCase::made) behind
    /// pointers follow.
    pub input: u32,
    /// The offset of the address in the input, in bytes.
    pub offset: u32,
    /// The function's name in the source.
    pub name: String,
}

/// A number that some bytes of an input are meant to hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NumberAt {
    /// The least significant first.
    pub bytes: std::ops::Range<usize>,
    pub kind: InputKind,
}

/// What an input was declared as.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum InputKind {
    /// A terminated string; the last byte is the fixed terminator.
    String,
    Bytes,
    /// An array of characters, with or without a terminator. It is filled with text if the path leaves a
    /// choice.
    Chars,
    /// An object of a C type that is no scalar.
    Object,
    Pointer,
    /// An integer of one bit is a `bool`, which takes a byte in memory.
    Integer {
        #[serde(with = "bits")]
        width: Bits,
        signed: bool,
    },
    Float {
        #[serde(with = "bits")]
        width: Bits,
    },
}

mod bits {
    use crate::util::Bits;
    use serde::{Deserialize, Deserializer, Serializer};

    pub fn serialize<S: Serializer>(bits: &Bits, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u32(bits.0)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Bits, D::Error> {
        u32::deserialize(deserializer).map(Bits)
    }
}

/// One call under test.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TestCall {
    pub function: String,
    /// As they were when the call began.
    pub arguments: Vec<Datum>,
    /// The names of the parameters in the source; empty if they are not all known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parameters: Vec<String>,
    /// Other data that the call depends on: variables that no longer hold their initial values, and inputs
    /// that are part neither of these nor of the arguments.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub given: Vec<(String, Datum)>,
    /// As it was when the call returned; `None` if it did not return.
    pub result: Option<Datum>,
    /// The places that the call has changed when it returns, in the words of the source, with their new
    /// contents.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<(String, Datum)>,
    /// The data that is needed to make the call without the driver around it.
    #[serde(default, skip_serializing_if = "Arrangement::is_empty")]
    pub arrangement: Arrangement,
    /// What a native run of the call is compared with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub footprint: Option<Box<Footprint>>,
    /// The calls of mocks that it makes, in order, each with its arguments, its result and the places that it
    /// changes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub script: Vec<TestCall>,
    /// Calls of library functions that fail in it, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub failures: Vec<Failure>,
    /// What it prints to standard output, as native runs have shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub printed: Option<Datum>,
}

/// The names of the inputs by which a harness of `symir gen` chooses the calls that build an object: how
/// many, and which.
pub const CALL_CHOICES: [&str; 4] = ["calls", "call", "made_by", "taken"];

/// The name of the inputs that say which call fails.
pub const FAILING_CALL: &str = "failing_call";

/// A call of a library function that is made to fail, although nothing in the program makes it fail.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Failure {
    pub function: String,
    /// The number of the call among the calls of this function within the call under test, counted from 1.
    pub call: u32,
    /// An error number by its name, such as `ENOMEM`, or another word for what happens, such as `short`.
    pub way: String,
}

/// The name under which the error number stands among what a call is given and among the changes of a mock.
pub const ERRNO: &str = "errno";

impl TestCall {
    /// The value that `errno` has before the call, if it is an input.
    pub fn errno_before(&self) -> Option<&Datum> {
        self.given.iter().find(|(place, _)| place == ERRNO).map(|(_, number)| number)
    }

    /// The value that a call of a mock sets `errno` to, if it does.
    pub fn errno(&self) -> Option<&Datum> {
        self.changes.iter().find(|(place, _)| place == ERRNO).map(|(_, number)| number)
    }

    /// Whether the call ends in a call of a mock that never returns.
    pub fn ends_in_mock(&self) -> bool {
        self.result.is_none() && self.script.last().is_some_and(|mocked| mocked.result.is_none())
    }

    /// Drops what a native run is compared with.
    pub fn forget_footprints(&mut self) {
        self.footprint = None;
        self.script.iter_mut().for_each(Self::forget_footprints);
    }
}

impl Outcome {
    /// Whether the path was not followed to its end, so that only a native run can tell what comes of it.
    pub fn is_unfinished(&self) -> bool {
        matches!(self, Outcome::Unsupported { .. } | Outcome::Budget(_))
    }
}

/// How a path ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// `main` returned this value.
    Returned(i32),
    /// The program called `exit` or the like.
    Exited(i32),
    /// The program erred.
    Bug(Bug),
    /// The engine cannot do what comes next.
    Unsupported { what: String, site: Option<Site> },
    /// A budget ended the path early; the test has the inputs that lead to where it was.
    Budget(String),
}
