//! Tells preconditions from bugs: a function that fails on an input which breaks an unwritten contract has a
//! precondition and no bug.
//!
//! [`candidates`] says which contracts could exclude an error, [`Negotiation`] tries them in runs. An error
//! is a bug
//!
//! - if the function itself guards against the value elsewhere ([`Guards`](super::guards::Guards)),
//! - if a caller in the same program can reach it ([`mod@across`]), or
//! - if no contract over the function's own inputs excludes it.

mod across;
mod candidates;
mod contract;
mod facts;
mod leaves;
mod negotiation;
mod reachable;
mod softened;
mod when;

pub use across::across;
pub use facts::Facts;
pub use negotiation::{Extent, Negotiation};

use crate::testcase::{Bug, Site};
use serde::{Deserialize, Serialize};

/// The rule by which an error is a bug if no contract excludes it.
pub(super) const NO_CONDITION: &str = "no condition over its inputs alone excludes it";
/// How it ends if the function allocates the object.
pub(super) const MADE_BY_ITSELF: &str = "makes the object, so that no caller can make it larger";

/// The need that members of what a parameter points to fit together, if no condition says how.
pub(super) fn consistent(parameter: &str) -> String {
    format!("what {parameter} points to is consistent")
}

/// The same need for members and other arguments.
pub(super) fn fits_others(parameter: &str) -> String {
    format!("what {parameter} points to fits the other arguments")
}

/// The beginning of the rules by which an error is a bug because of what the function compares.
pub(super) const GUARDED: &str = "the function itself compares";

/// A precondition that was found.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Need {
    /// The condition in C; empty if the arguments have to be made in another way instead.
    pub condition: String,
    /// In words: `q is not null`.
    pub words: String,
    /// The error that happens without it, and where.
    pub error: String,
    /// The test line that shows it.
    pub shown_by: String,
    /// Whether all callers in the same files keep to it.
    pub is_kept_by_callers: bool,
    /// The functions that call this one and break it.
    pub broken_by: Vec<String>,
    /// Where the error is.
    #[serde(default)]
    pub site: Option<Site>,
}

/// A bug that was found.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Finding {
    /// What happens and where: `null pointer dereference at util.c:12`.
    pub error: String,
    pub message: String,
    pub file: String,
    pub line: u32,
    /// Why it is no precondition.
    pub rule: String,
    pub shown_by: String,
    /// The functions that were being called, innermost first.
    #[serde(default)]
    pub stack: Vec<String>,
    /// The error itself, as the run has it; earlier versions did not keep it.
    #[serde(default)]
    pub bug: Option<Box<Bug>>,
}

impl Need {
    /// In one line: the words, whether callers keep to it, and the error otherwise.
    pub fn line(&self) -> String {
        let callers = match (self.is_kept_by_callers, &self.broken_by[..]) {
            (true, _) => ", kept by all callers here".to_owned(),
            (false, []) => String::new(),
            (false, names) => format!(", broken by {}", names.join(", ")),
        };
        format!("{}{callers}: else {}", self.words, self.error)
    }
}
