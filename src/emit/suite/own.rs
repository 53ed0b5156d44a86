//! The names that a suite gives to functions, variables and types of its own. If the program has something of
//! the same name, the suite's gets another one.
//!
//! While a suite is written, [`OWN`] stands before each of them, so that they are told apart from the names of
//! the program.

use crate::emit::facts::Facts;
use std::collections::{BTreeMap, BTreeSet};

/// Stands before a name of the suite's own.
pub const OWN: char = '\u{1}';

/// The names in the templates.
const NAMES: [&str; 50] = [
    "EXPECT_CALLS",
    "EXPECT_FROM",
    "EXPECT_NO_CALLS",
    "SANITIZER_STATUS",
    "begin_child",
    "begin_failures",
    "calls",
    "child",
    "driver_errs",
    "driver_function",
    "driver_output",
    "driver_printed",
    "end_child",
    "end_failures",
    "enter_folder",
    "failure",
    "failures",
    "file_has",
    "file_holds",
    "folder",
    "folder_before",
    "freed",
    "has_printed",
    "is_file",
    "leave_folder",
    "mock_call",
    "mock_check",
    "mock_ended",
    "mock_fails",
    "mock_message",
    "mock_next",
    "mock_script",
    "mock_script_at",
    "mock_script_ends",
    "mock_script_length",
    "mocks_are_over",
    "n_begun",
    "n_failures",
    "n_freed",
    "output_before",
    "prints",
    "run_driver",
    "same_bytes",
    "same_text",
    "start_printing",
    "status_of",
    "tests",
    "was_freed",
    "watch_frees",
    "way_of_failing",
];
/// Names that only the templates of recorded numbers have for a variable.
const OF_SCRIPTS: [&str; 2] = ["script", "script_length"];

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// A template in which the suite's own names are marked.
pub fn template(text: &str) -> String {
    marked(text, &NAMES)
}

/// The same for the templates of recorded numbers.
pub fn template_of_scripts(text: &str) -> String {
    marked(text, &OF_SCRIPTS)
}

fn marked(text: &str, names: &[&str]) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(start) = rest.find(is_word) {
        let (before, from) = rest.split_at(start);
        let (word, after) = from.split_at(from.find(|c| !is_word(c)).unwrap_or(from.len()));
        out += before;
        out.extend((names.contains(&word) && !out.ends_with(OWN)).then_some(OWN));
        out += word;
        rest = after;
    }
    out + rest
}

/// The finished text: without the marks, and with other names for those that the program has.
pub fn named(text: &str, facts: &Facts) -> String {
    // Of `struct calls`, the last word counts.
    let types = facts.entities.iter().filter_map(|entity| entity.name.split(' ').next_back());
    let types: BTreeSet<&str> = types.collect();
    let is_taken = |name: &str| {
        facts.functions.contains_key(name)
            || facts.globals.contains_key(name)
            || types.contains(name)
            || facts.has_type_or_enumerator(name)
    };
    let mut known: BTreeMap<&str, bool> = BTreeMap::new();
    let mut parts = text.split(OWN);
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let name = &part[..part.find(|c| !is_word(c)).unwrap_or(part.len())];
        out += if *known.entry(name).or_insert_with(|| is_taken(name)) { "own_" } else { "" };
        out += part;
    }
    out
}
