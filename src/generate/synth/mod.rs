//! Makes objects by calls: for a type whose members are private, it finds the functions that make, change,
//! query and destroy its objects, and writes a driver that tries sequences of them.
//!
//! The search is the forward one of Parshin, "Automatic synthesis of objects for symbolic execution"
//! (2023). A state consists of what the engine knows and of the calls made so far. Which call comes next is
//! an input of the driver, so that the engine forks a state for each call. Arguments that are numbers and
//! strings are inputs, too, and objects among them are made in the same way. The number of calls is raised
//! step by step, so that the shortest sequences come first.

mod api;
mod driver;
mod recipes;
mod shortest;
mod summaries;

pub use api::{Api, Class, Counter, Kind, Member, Way, changed, hidden, name_of, pointee_name};
pub use driver::{lines, or_else, repeated};
pub use recipes::recipes;
pub use shortest::{length, shortest};
pub use summaries::{Answers, Found, Place, Question, answers, invariants};

use std::time::Duration;

/// How much is tried.
#[derive(Copy, Clone, Debug)]
pub struct Effort {
    /// The most calls between the one that makes an object and the one under test.
    pub calls: u64,
    /// The most letters of strings, if their number is limited.
    pub letters: Option<u64>,
}

/// How much of the work on a function the backward search for sequences that build its objects may take.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Share {
    /// The percentage while its paths are explored.
    pub percent: u32,
    /// The time after that, for sides of branches that are left.
    pub time: Duration,
}

impl Default for Share {
    fn default() -> Self {
        Self { percent: 10, time: Duration::ZERO }
    }
}

impl Share {
    /// How many calls may be tried if this many instructions were executed.
    pub fn tries(self, instructions: u64) -> u64 {
        match self.percent {
            0 => 0,
            percent => (instructions / INSTRUCTIONS_OF_A_TRY * u64::from(percent) / 100).max(LEAST_TRIES),
        }
    }
}

/// What trying a call costs, roughly, in instructions; and how many calls are tried at least.
const INSTRUCTIONS_OF_A_TRY: u64 = 100;
const LEAST_TRIES: u64 = 3000;

/// What is tried to find out what callers have to keep to.
pub const TRIAL: Effort = Effort { calls: 1, letters: None };
/// The most calls between the one that makes an object and the one under test.
pub const MOST_CALLS: u64 = 8;
/// What is tried after that, one effort after the other, as long as the function under test has branches that
/// no test takes: the shortest sequences first.
pub const EFFORTS: [Effort; 4] = [
    Effort { calls: 2, letters: Some(2) },
    Effort { calls: 2, letters: None },
    Effort { calls: 4, letters: Some(2) },
    Effort { calls: MOST_CALLS, letters: Some(1) },
];

/// Whether the text of a file may define a function that makes objects of a type: one that returns a pointer
/// to an object, fills one in, or sets it up.
pub fn may_make(text: &str, class: &str) -> bool {
    let class = regex::escape(class);
    let head = r"[^;{}()]*";
    let maker = format!(
        r"(?m)^{head}\b{class}\s*(\*+\s*)?\w+\s*\([^;{{)]*\)\s*\{{|^{head}\w*(init|setup|open|create|new)\w*\s*\([^;{{)]*\b{class}\s*\*"
    );
    regex::Regex::new(&maker).expect("invariant: names are escaped").is_match(text)
}
