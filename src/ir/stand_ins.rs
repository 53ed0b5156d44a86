//! Functions that stand for others: a program calls them in the place of functions of the library.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How the names of such functions begin; the name in the source follows.
pub const STAND_IN: &str = "symir_failing_";

/// Functions in C that a program calls in the place of others, which it does not define. They have no debug
/// information, so that coverage does not show them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StandIns {
    /// Their names, by the names of the functions that they stand for.
    pub names: BTreeMap<String, String>,
    /// The C code that defines them; empty if there are none.
    pub text: String,
}
