//! What a writer of tests needs to know to make a call under test by itself, and to choose among tests.

use serde::{Deserialize, Serialize};

/// Where the pointers of a call lead, and what stands against making the call without its driver.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Arrangement {
    /// Of each argument the place it points to; `None` where it points to no object, or is no pointer.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub arguments: Vec<Option<Place>>,
    /// The same of the result.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<Place>,
    /// Why the arguments alone do not make the call what it was, such as a global that the driver had changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub obstacle: Option<String>,
}

impl Arrangement {
    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// A byte of an object.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Place {
    /// The object, by a number that is the same within one call.
    pub object: u32,
    /// In bytes from the start of the object.
    pub offset: u64,
}

/// The lines and the sides of branches that a path takes, as numbers that mean the same in all tests of a run; in
/// ascending order.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Covers {
    pub lines: Vec<u32>,
    pub branches: Vec<u32>,
}

impl Covers {
    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty() && self.branches.is_empty()
    }
}
