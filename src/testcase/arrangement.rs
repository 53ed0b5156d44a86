//! The scenario of a call under test: the objects that it works on, with their contents before and after it,
//! and the pointers between them. It is a graph, so that two pointers to one object stay two pointers to one
//! object.

use super::{Datum, TestCall};
use serde::{Deserialize, Serialize};

/// The data around a call. Pointers in it are [`Datum::At`].
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
pub struct Arrangement {
    /// The objects that can be reached from the arguments, from the result, and from the globals that matter.
    /// A global matters if it no longer holds its initial value, or if the call changes it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub objects: Vec<Thing>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub arguments: Vec<Datum>,
    /// How the last arguments are passed, if there are more arguments than parameters.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub further: Vec<Further>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<Datum>,
    /// The reason why this data is not enough to repeat the call, such as inputs that the call itself reads.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub obstacle: Option<String>,
    /// For a call of a mock: which of its objects are objects of the call under test, by their numbers there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub outer: Vec<Option<u32>>,
    /// The files that exist when the call begins or has returned, or that the call looks for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<NamedFile>,
    /// The calls with which the driver has built the objects.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub building: Option<Box<Building>>,
    /// How many blocks of memory the call gives to `free`, if it has allocated some of them itself.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub n_freed: u64,
}

fn is_zero(n: &u64) -> bool {
    *n == 0
}

/// The type of an argument in the place of `...`, as wide as C makes it there (C17, 6.5.2.2).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Further {
    Int,
    Long,
    Double,
    Pointer,
}

/// How a driver has built the objects of a call by calls of the program. Between these calls, nothing else
/// changes an object, so a caller that makes the same calls gets the same objects.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
pub struct Building {
    /// In the order in which the driver makes them; all come before the call under test.
    pub calls: Vec<DriverCall>,
    /// For each object of the arrangement, its contents when the first of these calls that may use it begins;
    /// `None` if one of the calls makes it. Objects that only these calls use stand behind the others.
    pub first: Vec<Option<Datum>>,
    /// The driver's calls after the one under test that free objects.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ending: Vec<DriverCall>,
    /// The numbers of the objects that these calls free.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub freed: Vec<u32>,
}

/// A call of the driver that is not under test.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct DriverCall {
    pub function: String,
    pub arguments: Vec<Datum>,
    pub result: Datum,
}

/// A file that the program knows by its name.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct NamedFile {
    pub name: String,
    /// The text that is in the file before the call; `None` if the file does not exist.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<Datum>,
    /// The same after the call; [`Datum::Uninitialised`] if it is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<Datum>,
}

impl Arrangement {
    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

impl TestCall {
    /// Whether an object that is passed to a mock belongs to the call around it and is still as it was when
    /// that call began.
    pub fn passes_unchanged(&self, object: u32, outer: &TestCall) -> bool {
        let own = |object: u32| self.arrangement.outer.get(object as usize).copied().flatten();
        let known = own(object).and_then(|at| outer.arrangement.objects.get(at as usize));
        let seen = self.arrangement.objects.get(object as usize).and_then(|thing| thing.before.as_ref());
        match (known.and_then(|known| known.before.as_ref()), seen) {
            (Some(before), Some(seen)) => is_same(before, seen, &own),
            _ => false,
        }
    }
}

/// Whether a value is unchanged. `own` translates the number of an object of the mock's call into its number
/// in the outer call.
fn is_same(before: &Datum, seen: &Datum, own: &impl Fn(u32) -> Option<u32>) -> bool {
    match (before, seen) {
        (Datum::At { object: one, offset: a }, Datum::At { object: other, offset: b }) => {
            a == b && own(*other) == Some(*one)
        }
        (Datum::Struct(one), Datum::Struct(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|((_, a), (_, b))| is_same(a, b, own))
        }
        (Datum::Array(one), Datum::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(a, b)| is_same(a, b, own))
        }
        (one, other) => one == other,
    }
}

/// An object in memory.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Thing {
    pub holding: Holding,
    /// The name of the variable in the source.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The type of its elements, as its number in the program's facts; characters if there is none.
    #[serde(rename = "type", default, skip_serializing_if = "Option::is_none")]
    pub ty: Option<u32>,
    /// How many elements it has. Its contents are an array unless it has exactly one element, of a known
    /// size.
    pub count: u64,
    /// In bytes.
    pub size: u64,
    /// `None` if the call makes it. In a global, [`Datum::Kept`] stands for the initial value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<Datum>,
    /// `None` if it is gone after the call, or if the call does not return. [`Datum::Kept`] stands for the
    /// value before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<Datum>,
    /// For a structure that was allocated with room for more: the bytes behind it after the call, as far as they
    /// are known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub behind: Option<Datum>,
    /// Whether the call passes it to `realloc`, which has no memory and leaves it as it is.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_handed: bool,
    /// Whether the call under test gives it to `free`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_freed: bool,
}

/// The kind of memory that an object lies in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Holding {
    /// A local variable, or an object that only the driver knows.
    Automatic,
    Heap,
    /// A variable of the program, by the linker's name.
    Global(String),
    /// A constant without a name: a string.
    Text,
    /// A `FILE`. It is shown as a structure of the `content` of its file and the `position` in it.
    Stream,
}

/// The lines and the sides of branches that a path takes, as numbers that mean the same in all tests of a
/// run; in ascending order.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Covers {
    pub lines: Vec<u32>,
    pub branches: Vec<u32>,
    /// What else distinguishes the path from others: sides of branches that it takes twice or more often, loops
    /// that it goes round twice in a row, and borders of comparisons that it lies on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub kinds: Vec<u32>,
    /// Mistakes that would show in what the call returns or writes: small changes of its terms.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub killed: Vec<u32>,
}

impl Covers {
    /// The bit that marks the numbers of borders among the kinds.
    pub const BORDERS: u32 = 1 << 31;

    /// The kinds that are borders of comparisons.
    pub fn borders(&self) -> impl Iterator<Item = u32> {
        self.kinds.iter().copied().filter(|kind| kind & Self::BORDERS != 0)
    }

    /// What two tests of a run both cover.
    pub fn shared(&self, other: &Self) -> Self {
        let both = |one: &[u32], other: &[u32]| -> Vec<u32> {
            one.iter().copied().filter(|number| other.binary_search(number).is_ok()).collect()
        };
        Self {
            lines: both(&self.lines, &other.lines),
            branches: both(&self.branches, &other.branches),
            kinds: both(&self.kinds, &other.kinds),
            killed: both(&self.killed, &other.killed),
        }
    }

    /// Whether another test of the run covers all of this, the borders of comparisons aside.
    pub fn is_within(&self, other: &Self) -> bool {
        let has = |numbers: &[u32], number: u32| numbers.binary_search(&number).is_ok();
        let is_border = |kind: u32| kind & Self::BORDERS != 0;
        self.lines.iter().all(|line| has(&other.lines, *line))
            && self.branches.iter().all(|branch| has(&other.branches, *branch))
            && self.kinds.iter().all(|kind| is_border(*kind) || has(&other.kinds, *kind))
    }

    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty() && self.branches.is_empty()
    }
}
