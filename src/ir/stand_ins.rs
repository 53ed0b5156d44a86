//! Functions that stand for others: a program calls them in the place of functions of the library.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What the names of such functions begin with; behind it stands the name in the source.
pub const STAND_IN: &str = "symir_failing_";

/// Functions in C that a program calls in the place of others, which it does not define. They have no debug information, so that
/// they are in no coverage.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StandIns {
    /// By the names of the functions that they stand for, their own.
    pub names: BTreeMap<String, String>,
    /// What defines them; nothing if there are none.
    pub text: String,
}
