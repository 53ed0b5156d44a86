//! What a tested program did wrong, and where.

use crate::util::text::printable;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The kinds of errors that are found.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BugKind {
    OutOfBoundsRead,
    OutOfBoundsWrite,
    NullPointer,
    WildPointer,
    UseAfterFree,
    UseAfterReturn,
    UseAfterScope,
    UninitialisedRead,
    OverlappingCopy,
    MemoryLeak,
    InvalidFree,
    DoubleFree,
    WriteToConstant,
    DivisionByZero,
    DivisionOverflow,
    OversizedShift,
    IntegerOverflow,
    UndefinedBehaviour,
    InvalidJump,
    AssertionFailed,
    Abort,
    IllegalInstruction,
    Unreachable,
    StackOverflow,
}

impl BugKind {
    /// The kind in plain words, without an article.
    pub const fn words(self) -> &'static str {
        match self {
            BugKind::OutOfBoundsRead => "out of bounds read",
            BugKind::OutOfBoundsWrite => "out of bounds write",
            BugKind::NullPointer => "null pointer dereference",
            BugKind::WildPointer => "access through a pointer to no object",
            BugKind::UseAfterFree => "use after free",
            BugKind::UseAfterReturn => "use after return",
            BugKind::UseAfterScope => "use after scope",
            BugKind::UninitialisedRead => "read of uninitialised memory",
            BugKind::OverlappingCopy => "copy between overlapping places",
            BugKind::MemoryLeak => "memory leak",
            BugKind::InvalidFree => "invalid free",
            BugKind::DoubleFree => "double free",
            BugKind::WriteToConstant => "write to a constant",
            BugKind::DivisionByZero => "division by zero",
            BugKind::DivisionOverflow => "overflow in a division",
            BugKind::OversizedShift => "shift by the width or more",
            BugKind::IntegerOverflow => "integer overflow",
            BugKind::UndefinedBehaviour => "undefined behaviour",
            BugKind::InvalidJump => "jump to a place that is gone",
            BugKind::AssertionFailed => "assertion failed",
            BugKind::Abort => "abort",
            BugKind::IllegalInstruction => "illegal instruction",
            BugKind::Unreachable => "unreachable code reached",
            BugKind::StackOverflow => "stack overflow",
        }
    }
}

impl fmt::Display for BugKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.words())
    }
}

/// A place in the source.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Site {
    pub function: String,
    /// As the debug information names it; empty if it does not.
    pub file: String,
    /// Zero if the line is not known.
    pub line: u32,
    pub column: u32,
}

impl fmt::Display for Site {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line == 0 {
            return write!(f, "{}()", printable(&self.function));
        }
        let file = self.file.rsplit('/').next().unwrap_or(&self.file);
        write!(f, "{}:{}", printable(file), self.line)
    }
}

/// What is said in the message of an error that concerns an element of a vector.
pub const VECTOR_ELEMENT: &str = "an element of a vector";

/// An error of the tested program.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Bug {
    pub kind: BugKind,
    /// What happened, with numbers: one sentence without a full stop.
    pub message: String,
    /// Where, innermost call first; not empty.
    pub stack: Vec<Site>,
    /// The object that was accessed, freed or lost, if the error is about one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub object: Option<Box<Concerned>>,
    /// The number of elements that the array has whose index is outside, if the error is about one within an
    /// object. It is known only during the run.
    #[serde(skip)]
    pub elements: Option<u64>,
    /// The inputs that decide whether the error happens when the path reaches it. Only the run that found the
    /// error knows them: files do not contain them.
    #[serde(skip)]
    pub depends: Vec<Dependence>,
}

/// An input, or a part of one, that something depends on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dependence {
    /// The name that the driver gives it.
    pub input: String,
    /// How many inputs before it have the same name.
    pub earlier: usize,
    /// For a part of an object, the number of bytes before that part.
    pub offset: Option<u64>,
}

/// The object that an error concerns, and where it came from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Concerned {
    /// What it is: words such as ``the local variable `word` of 8 bytes``.
    pub what: String,
    /// How long it lives, if it is a variable, allocated, or passed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub storage: Option<Storage>,
    /// How many bytes lie between it and an access outside of it: zero if they touch or overlap.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distance: Option<u64>,
    /// Where it was declared or allocated, if the source says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub made: Option<Site>,
    /// Where it was freed, if it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub freed: Option<Site>,
    /// The name of the input, if the object was made for one. It is known only during the run.
    #[serde(skip)]
    pub input: Option<String>,
}

/// How an object is stored: the storage durations of C (C17, 6.2.4), and the arguments that `...` stands for.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Storage {
    Static,
    Automatic,
    Allocated,
    VariableArguments,
}

impl Concerned {
    /// The distance of an access of `size` bytes at `offset` to an object of `whole` bytes.
    pub fn distance(offset: i64, size: u64, whole: u64) -> u64 {
        match u64::try_from(offset) {
            Ok(offset) => offset.saturating_sub(whole),
            Err(_) => offset.unsigned_abs().saturating_sub(size),
        }
    }
}

/// The message of a call of the function that stands for an error by the rules of SV-COMP.
pub const ERROR_CALL: &str = "reaches an error location";

impl Bug {
    /// Whether it is a call of the function that stands for an error.
    pub fn is_error_call(&self) -> bool {
        self.kind == BugKind::AssertionFailed && self.message == ERROR_CALL
    }

    /// The place of the error.
    pub fn site(&self) -> Option<&Site> {
        self.stack.first()
    }
}
