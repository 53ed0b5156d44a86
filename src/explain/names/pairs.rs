//! Functions of two texts: what a comparison, a search, a copy or an append found.
//!
//! The result of a function shows which of these it is: a pointer into the first text is a find, a text that
//! begins with both is an append. Each fact is true of the data, whatever the function was meant to do.

use super::texts::{kinds, shape};
use crate::testcase::{Datum, TestCall};

/// The places of near misses are named if there are no more than this.
const MAX_MISSES: usize = 5;

/// What a name says about a pair of texts.
pub(super) struct Facts {
    pub(super) words: Vec<String>,
    /// The words say what the result was, or it follows from them.
    pub(super) say_result: bool,
    /// The words say what was found, copied or appended, and not only what the texts are.
    pub(super) is_found: bool,
}

/// The facts of a call whose first two texts are these.
pub(super) fn facts(call: &TestCall, first: &[u8], second: &[u8]) -> Facts {
    let said = |words: Vec<String>| Facts { words, say_result: true, is_found: false };
    let found_out = |words: Vec<String>| Facts { words, say_result: true, is_found: true };
    if first.is_empty() && second.is_empty() {
        return said(vec!["both_empty".to_owned()]);
    }
    let target = call.result.as_ref().and_then(Datum::target);
    match (&call.result, target) {
        // Whether this was a search or an append cannot be seen.
        (_, Some(_)) if second.is_empty() => said(vec![format!("second_empty_first_{}", shape(first))]),
        (Some(Datum::Null), _) => match not_found(first, second) {
            Some(words) => found_out(words),
            None => Facts { words: lengths(first, second), say_result: false, is_found: false },
        },
        (_, Some(Datum::Text { text, rest })) => appended(first, second, text)
            .or_else(|| found(call, text, rest, second))
            .or_else(|| copied(call, second, text))
            .map_or_else(|| said(lengths(first, second)), found_out),
        (_, Some(_)) => Facts { words: compared(first, second), say_result: false, is_found: false },
        (Some(_), None) => said(compared(first, second)),
        (None, None) => said(lengths(first, second)),
    }
}

fn lengths(first: &[u8], second: &[u8]) -> Vec<String> {
    vec![format!("first_{}", shape(first)), format!("second_{}", shape(second))]
}

/// How two texts relate as strings.
fn compared(first: &[u8], second: &[u8]) -> Vec<String> {
    let common = first.iter().zip(second).take_while(|(a, b)| a == b).count();
    let longer = |name: &str, text: &[u8]| {
        vec![format!("{name}_longer_after_{common}"), format!("by_{}", kinds(&text[common..]))]
    };
    match (first.get(common), second.get(common)) {
        (None, None) => vec![format!("equal_{}", shape(first))],
        (None, Some(_)) if first.is_empty() => vec![format!("first_empty_second_{}", kinds(second))],
        (Some(_), None) if second.is_empty() => vec![format!("second_empty_first_{}", kinds(first))],
        (None, Some(_)) => longer("second", second),
        (Some(_), None) => longer("first", first),
        (Some(a), Some(b)) => {
            let greater = if a > b { "first" } else { "second" };
            vec![format!("differ_at_{common}"), format!("{greater}_greater")]
        }
    }
}

/// The result is the first text with the second behind it.
fn appended(first: &[u8], second: &[u8], result: &[u8]) -> Option<Vec<String>> {
    let size = |text: &[u8]| if text.is_empty() { "empty".to_owned() } else { text.len().to_string() };
    let is_it = result.strip_prefix(first) == Some(second);
    is_it.then(|| vec![format!("appends_{}_to_{}", size(second), size(first))])
}

/// The result is the second text, or as much of it as a count allows.
fn copied(call: &TestCall, second: &[u8], result: &[u8]) -> Option<Vec<String>> {
    let counts = |length: usize| call.arguments.contains(&Datum::Integer(length as i128));
    if result == second {
        let cut = if counts(second.len()) && !second.is_empty() { "cut_at_count" } else { "" };
        return Some(vec![format!("copies_{}", shape(second)), cut.to_owned()]);
    }
    let is_cut = (0..second.len()).any(|length| counts(length) && result.starts_with(&second[..length]));
    is_cut.then(|| vec![format!("copies_of_{}", shape(second)), "cut_at_count".to_owned()])
}

/// The result points into the first argument.
fn found(call: &TestCall, text: &[u8], rest: &[u8], needle: &[u8]) -> Option<Vec<String>> {
    let whole = call.arguments.iter().find_map(|argument| match argument.target()? {
        Datum::Text { text, rest } => Some([&text[..], rest].concat()),
        _ => None,
    })?;
    let from_here = [text, rest].concat();
    let at = whole.strip_suffix(&from_here[..])?.len();
    let place = if at == 0 { "at_start".to_owned() } else { format!("at_{at}") };
    if from_here.starts_with(needle) {
        let what = shape(needle);
        return Some(vec![format!("finds_{what}_{place}"), misses(&whole[..at], needle)]);
    }
    let one = text.first().filter(|byte| needle.contains(byte))?;
    Some(vec![format!("finds_{}_{place}", super::texts::character(*one))])
}

/// The first text does not contain the second.
fn not_found(first: &[u8], second: &[u8]) -> Option<Vec<String>> {
    if second.is_empty() || first.windows(second.len()).any(|window| window == second) {
        return None;
    }
    let size = if first.is_empty() { "empty".to_owned() } else { first.len().to_string() };
    let one = if second.len() == 1 {
        format!("{}_", shape(second).trim_end_matches("_only"))
    } else {
        String::new()
    };
    Some(vec![format!("{one}not_found_in_{size}"), misses(first, second)])
}

/// The places where the needle's first character stands, but not the needle: a search looks at them twice.
fn misses(before: &[u8], needle: &[u8]) -> String {
    let Some(first) = needle.first() else { return String::new() };
    let places: Vec<usize> =
        before.iter().enumerate().filter(|(_, byte)| *byte == first).map(|(at, _)| at).collect();
    if needle.len() < 2 || places.is_empty() || places.len() > MAX_MISSES {
        return String::new();
    }
    let places: Vec<String> = places.iter().map(usize::to_string).collect();
    format!("near_miss_at_{}", places.join("_"))
}
