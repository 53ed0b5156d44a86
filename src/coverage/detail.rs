//! What a report tells beyond counts: which tests cover what, and why the rest is not covered.

use serde::Serialize;
use std::fmt;

/// The tests with what they cover, and what no test covers.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Detail {
    /// In the order of the run; empty if it was not asked for.
    pub tests: Vec<TestRow>,
    /// How many further tests there are. They are too many to be listed.
    pub n_unlisted: usize,
    /// For each of `Coverage::points` the numbers of the tests that cover it, ascending.
    pub covered_by: Vec<Vec<u32>>,
    /// For each of these points its words: `the true side`, `case 3`; empty for a line.
    pub sides: Vec<String>,
    /// What is not covered, in the same order.
    pub gaps: Vec<Gap>,
}

/// A test, for a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TestRow {
    pub name: String,
    pub line: String,
    /// `ok`, `bug`, `unsupported`, `unfinished` or `completed`.
    pub outcome: &'static str,
    /// What went wrong, in words; empty otherwise.
    pub note: String,
}

/// A line or a side that no test covers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Gap {
    /// The index in `Coverage::points`.
    pub point: usize,
    /// Such as `the false side of parse.c:31`, or `parse.c:32`.
    pub what: String,
    pub why: Why,
}

/// Why something is not covered.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(tag = "reason", rename_all = "kebab-case")]
pub enum Why {
    /// No input leads there: what would have to hold contradicts what the path has decided.
    Infeasible {
        needs: String,
        /// The conditions that exclude it on the first of these paths; empty if it contradicts itself.
        excluded_by: Vec<String>,
        /// On how many paths it was refuted.
        paths: u64,
    },
    /// The same, but an assumption of the driver is among these conditions. Without it, an input may lead
    /// there.
    Assumed {
        needs: String,
        /// The conditions that exclude it on the first of these paths: those that the driver assumes, and
        /// those that the path has decided.
        assumed: Vec<String>,
        excluded_by: Vec<String>,
        paths: u64,
    },
    /// Whenever control comes there, the condition has the same value, whatever the inputs are.
    Constant,
    /// The driver's assumptions exclude every path that was seen to come there.
    AssumedAway,
    /// Every path that enters the block before it ends there, at one of these places.
    Ended { at: Vec<String> },
    /// A budget ended the run while paths were at these places, from which it may be reached.
    Budget { at: Vec<String> },
    /// The limits of a path ended paths at these places, from which it may be reached.
    Limited { at: Vec<String> },
    /// The run has not looked for it, or was asked not to look for it. The words say why.
    NotLookedFor { because: String },
    /// A search by native runs has found no input that leads there. It is not known whether there is one.
    NotFound,
    /// Values that were made concrete at these places, or possibilities that were left out at them, may have
    /// led there.
    Concretized { at: Vec<String> },
    /// Paths that may lead there ended at something that is not supported.
    Unsupported { at: Vec<String> },
    /// No solver could tell whether a path can come there.
    Unknown,
    /// Nothing that was run leads there; `behind` is the first thing on the way that is not covered itself.
    NeverReached { behind: String, because: Option<Box<Why>> },
    /// Nothing under test calls the function.
    NeverCalled,
    /// Only an exception that leaves a call leads there, and no call was left by one.
    NotThrown,
}

impl Why {
    /// Whether no input that the driver makes leads there.
    pub fn is_out_of_reach(&self) -> bool {
        match self {
            Why::Infeasible { .. } | Why::Assumed { .. } | Why::Constant | Why::AssumedAway => true,
            Why::NeverReached { because, .. } => because.as_ref().is_some_and(|why| why.is_out_of_reach()),
            Why::Ended { .. }
            | Why::Budget { .. }
            | Why::Limited { .. }
            | Why::NotLookedFor { .. }
            | Why::NotFound
            | Why::Concretized { .. }
            | Why::Unsupported { .. }
            | Why::Unknown
            | Why::NeverCalled
            | Why::NotThrown => false,
        }
    }
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Why::Infeasible { needs, excluded_by, .. } if excluded_by.is_empty() => {
                write!(f, "infeasible: it needs {needs}, which no input satisfies")
            }
            Why::Infeasible { needs, excluded_by, .. } => {
                write!(
                    f,
                    "infeasible: it needs {needs}, excluded on the first path by {}",
                    excluded_by.join(" and ")
                )
            }
            Why::Assumed { needs, assumed, excluded_by, .. } => {
                write!(
                    f,
                    "excluded by what the driver assumes: it needs {needs}, but {}",
                    assumed.join(" and ")
                )?;
                if !excluded_by.is_empty() {
                    write!(f, ", and the first path has {}", excluded_by.join(" and "))?;
                }
                Ok(())
            }
            Why::Constant => f.write_str("infeasible: the condition has the same value for all inputs here"),
            Why::AssumedAway => f.write_str("excluded by what the driver assumes"),
            Why::Ended { at } => write!(f, "every path ends before: {}", at.join("; ")),
            Why::Budget { at } => write!(f, "the run ended early, with {}", at.join("; ")),
            Why::Limited { at } => write!(f, "cut off by a limit of each path: {}", at.join("; ")),
            Why::NotLookedFor { because } => write!(f, "not looked for: {because}"),
            Why::NotFound => f.write_str("not found by the search; other inputs may come here"),
            Why::Concretized { at } => write!(f, "approximated before: {}", at.join("; ")),
            Why::Unsupported { at } => write!(f, "not supported before: {}", at.join("; ")),
            Why::Unknown => f.write_str("unknown: no solver could tell whether a path comes here"),
            Why::NeverReached { behind, because: None } => {
                write!(f, "never reached: it lies behind {behind}")
            }
            Why::NeverReached { behind, because: Some(why) } => {
                write!(f, "never reached: it lies behind {behind}, which is not taken; {why}")
            }
            Why::NotThrown => f.write_str("no exception comes there"),
            Why::NeverCalled => f.write_str("never called by what is under test"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Why;

    /// The name of a reason in the table of the page on coverage.
    fn documented(why: &Why) -> &'static str {
        match why {
            Why::Infeasible { .. } | Why::Constant => "infeasible",
            Why::Assumed { .. } | Why::AssumedAway => "excluded by what the driver assumes",
            Why::Ended { .. } => "every path ends before",
            Why::Budget { .. } => "the run ended early",
            Why::Limited { .. } => "a limit of each path cut it off",
            Why::NotLookedFor { .. } => "the run was not to look for it",
            Why::NotFound => "the search has not found it",
            Why::Concretized { .. } | Why::Unsupported { .. } => {
                "not supported, or approximated before: values made concrete, possibilities left out"
            }
            Why::Unknown => "no solver could tell",
            Why::NeverReached { .. } => "it lies behind something that is not covered",
            Why::NeverCalled => "never called",
            Why::NotThrown => "no exception comes there",
        }
    }

    /// One of each kind.
    fn reasons() -> Vec<Why> {
        let at = || vec!["a loop at f.c:3".to_owned()];
        let (needs, text) = (|| "`n > 9`".to_owned(), Vec::<String>::new);
        let mut reasons = vec![
            Why::Infeasible { needs: needs(), excluded_by: text(), paths: 1 },
            Why::Assumed { needs: needs(), assumed: at(), excluded_by: text(), paths: 1 },
            Why::Constant,
            Why::AssumedAway,
            Why::Ended { at: at() },
            Why::Budget { at: at() },
            Why::Limited { at: at() },
            Why::NotLookedFor { because: needs() },
            Why::NotFound,
            Why::Concretized { at: at() },
            Why::Unsupported { at: at() },
            Why::Unknown,
            Why::NeverCalled,
            Why::NotThrown,
        ];
        let behind = "the true side of f.c:4".to_owned();
        reasons.push(Why::NeverReached { behind, because: None });
        reasons
    }

    #[test]
    fn every_reason_has_a_row_in_the_page_on_coverage() {
        let page = include_str!("../../docs/coverage.md");
        for why in reasons() {
            let row = format!("\n| {} |", documented(&why));
            assert!(page.contains(&row), "{row} for \"{why}\"");
        }
    }
}
