//! What a native run says of a test.

use crate::testcase::TestCase;
use serde::Serialize;
use std::fmt;

/// How the name of a difference in the path begins; its place follows.
pub(super) const PATH: &str = "the path";

/// The outcome of the replay of a test.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "kebab-case", tag = "verdict")]
pub enum Verdict {
    /// The same result, memory, end and path; the same error at the same line.
    Confirmed {
        /// What each call under test prints, if that is something, and always the same.
        #[serde(skip)]
        printed: Vec<Option<Vec<u8>>>,
    },
    /// The same result, memory and end by another path, since the program looks at addresses, which are
    /// different natively.
    OtherPath { why: String },
    /// The path was not followed to its end: the native result becomes the expected one.
    Completed {
        test: Box<TestCase>,
        /// The edges of the program that the native run took, and how often.
        #[serde(skip)]
        path: Vec<(u32, u32)>,
    },
    /// The same, if functions whose results differ from run to run give again their results of the first run.
    Recorded { test: Box<TestCase> },
    /// The path was not explored to its end, and its inputs do not satisfy an assumption that comes later: it
    /// is no test.
    Excluded,
    /// The native run does something else.
    Differs { differences: Vec<Difference> },
    /// Native runs do not agree with each other.
    Flaky { outputs: Vec<String>, causes: Vec<String> },
    /// It did not end within the limit.
    TimedOut { why: String },
    /// It ended in a way that no test describes.
    Crashed { why: String },
    /// There was no time to run it.
    NotRun,
    /// It could not be run, or there is nothing to compare it with.
    Unproved { why: String },
}

/// One thing that is not as the test says.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Difference {
    pub what: String,
    pub expected: String,
    pub found: String,
}

impl Difference {
    /// Whether the path differs, and not the result.
    pub(super) fn is_of_path(&self) -> bool {
        self.what.starts_with(PATH)
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: expected {}, found {}", self.what, self.expected, self.found)
    }
}

impl Verdict {
    /// The word for it.
    pub fn word(&self) -> &'static str {
        match self {
            Verdict::Confirmed { .. } => "confirmed",
            Verdict::OtherPath { .. } => "other path",
            Verdict::Completed { .. } => "completed",
            Verdict::Recorded { .. } => "recorded",
            Verdict::Excluded => "excluded",
            Verdict::Differs { .. } => "differs",
            Verdict::Flaky { .. } => "flaky",
            Verdict::TimedOut { .. } => "timed out",
            Verdict::Crashed { .. } => "crashed",
            Verdict::NotRun => "not run",
            Verdict::Unproved { .. } => "unproved",
        }
    }

    /// Whether nothing speaks against the test, as it is or as the run has completed it.
    pub fn holds(&self) -> bool {
        matches!(
            self,
            Verdict::Confirmed { .. }
                | Verdict::OtherPath { .. }
                | Verdict::Completed { .. }
                | Verdict::Recorded { .. }
                | Verdict::Excluded
                | Verdict::NotRun
        )
    }

    /// Whether the native run does something else than the test says.
    pub fn contradicts(&self) -> bool {
        matches!(self, Verdict::Differs { .. } | Verdict::Crashed { .. })
    }

    /// Whether users should be told more about the test than the test itself.
    pub fn is_remarkable(&self) -> bool {
        !self.holds() || matches!(self, Verdict::OtherPath { .. })
    }

    /// The reasons, a line each; empty if there is nothing to say.
    pub fn reasons(&self) -> Vec<String> {
        match self {
            Verdict::Confirmed { .. }
            | Verdict::Completed { .. }
            | Verdict::Recorded { .. }
            | Verdict::Excluded
            | Verdict::NotRun => Vec::new(),
            Verdict::Differs { differences } => differences.iter().map(ToString::to_string).collect(),
            Verdict::Flaky { outputs, causes } => {
                let outputs = outputs.join(", ");
                vec![format!("from run to run {outputs} changes; cause: {}", causes.join(", "))]
            }
            Verdict::TimedOut { why }
            | Verdict::Crashed { why }
            | Verdict::Unproved { why }
            | Verdict::OtherPath { why } => vec![why.clone()],
        }
    }
}

/// How many tests have which verdict.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug, Serialize)]
pub struct Tally {
    pub confirmed: u64,
    pub other_path: u64,
    pub completed: u64,
    pub recorded: u64,
    pub excluded: u64,
    pub differ: u64,
    pub flaky: u64,
    pub timed_out: u64,
    pub crashed: u64,
    pub unproved: u64,
    pub not_run: u64,
}

impl Tally {
    /// Counts these verdicts.
    pub fn of<'v>(verdicts: impl IntoIterator<Item = &'v Verdict>) -> Self {
        let mut tally = Self::default();
        verdicts.into_iter().for_each(|verdict| tally.add(verdict));
        tally
    }

    /// Counts one more.
    pub fn add(&mut self, verdict: &Verdict) {
        *match verdict {
            Verdict::Confirmed { .. } => &mut self.confirmed,
            Verdict::OtherPath { .. } => &mut self.other_path,
            Verdict::Completed { .. } => &mut self.completed,
            Verdict::Recorded { .. } => &mut self.recorded,
            Verdict::Excluded => &mut self.excluded,
            Verdict::Differs { .. } => &mut self.differ,
            Verdict::Flaky { .. } => &mut self.flaky,
            Verdict::TimedOut { .. } => &mut self.timed_out,
            Verdict::Crashed { .. } => &mut self.crashed,
            Verdict::Unproved { .. } => &mut self.unproved,
            Verdict::NotRun => &mut self.not_run,
        } += 1;
    }

    /// Whether a native run contradicts a test.
    pub fn contradicts(&self) -> bool {
        self.differ + self.crashed > 0
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} confirmed, {} differ", self.confirmed, self.differ)?;
        let others = [
            (self.other_path, "confirmed by another path"),
            (self.completed, "completed natively"),
            (self.recorded, "confirmed with what was recorded"),
            (self.excluded, "left out for an assumption beyond their ends"),
            (self.flaky, "flaky"),
            (self.timed_out, "timed out"),
            (self.crashed, "crashed"),
            (self.unproved, "unproved"),
            (self.not_run, "not run for want of time"),
        ];
        others.iter().filter(|(n, _)| *n > 0).try_for_each(|(n, words)| write!(f, ", {n} {words}"))
    }
}
