//! The facts that distinguish a test from others whose path has the same name: anything that the test is
//! given, the calls before it, and what comes of it.

use super::{numbers, texts, word};
use crate::testcase::{Datum, Input, InputKind, TestCall, TestCase};
use std::collections::BTreeMap;

/// How many members and elements of one input become facts.
const MAX_TOLD: usize = 16;
/// How many elements of an array become facts.
const MAX_ELEMENTS: usize = 4;
/// How long a text may be that is spelled out.
const MAX_TEXT: usize = 30;
/// How long it may be if not all of its characters are letters and digits.
const MAX_SHORT: usize = 8;

/// Everything that a test is given, in words: its numbers, what pointers lead to, members, texts, and the
/// calls before it. What comes of it follows: its result, what it changes, and how often it calls each mock.
pub(super) fn facts(test: &TestCase) -> Vec<String> {
    let given = || test.inputs.iter().chain(&test.made);
    let mut facts = numbers::inputs(test, &[], false);
    facts.extend(test.calls.last().into_iter().flat_map(state));
    facts.extend(test.made.iter().filter_map(numbers::pointee));
    facts.extend(given().flat_map(parts));
    facts.extend(given().filter_map(spelled));
    facts.extend(test.calls.last().into_iter().flat_map(links));
    let built = test.calls.iter().filter_map(|call| call.arrangement.building.as_ref());
    facts.extend(built.flat_map(|built| &built.calls).map(|call| format!("after_{}", word(&call.function))));
    facts.extend(test.calls.last().into_iter().flat_map(outcome));
    facts
}

/// What variables hold that a call depends on, in words. Numbers and names come first: they tell more in a
/// short word than texts do.
fn state(call: &TestCall) -> impl Iterator<Item = String> {
    let (texts, others): (Vec<_>, Vec<_>) =
        call.given.iter().take(MAX_TOLD).partition(|(_, value)| matches!(value, Datum::Text { .. }));
    let given = others.into_iter().chain(texts);
    given.filter_map(|(place, value)| Some(format!("{}_{}", word(place), held(value)?)))
}

/// The members of objects behind arguments that lead to objects which something else leads to as well:
/// `nodes_next_is_nodes`.
fn links(call: &TestCall) -> Vec<String> {
    let mut found = Vec::new();
    for (name, argument) in call.parameters.iter().zip(&call.arguments) {
        add_links(argument, &word(name), &mut found);
    }
    found.truncate(MAX_TOLD);
    found
}

fn add_links(value: &Datum, path: &str, found: &mut Vec<String>) {
    let Some(Datum::Struct(members)) = value.target() else { return };
    for (name, member) in members {
        let path = format!("{path}_{}", word(name));
        match member {
            Datum::Place(other) => found.push(format!("{path}_is_{}", word(other))),
            Datum::Name(other) if other.starts_with("&#") => found.push(format!("{path}_is_shared")),
            _ => add_links(member, &path, found),
        }
    }
}

/// What comes of a call, in words.
fn outcome(call: &TestCall) -> Vec<String> {
    let mut facts: Vec<String> = call.result.iter().map(numbers::result).collect();
    let changes = call.changes.iter().take(MAX_TOLD);
    facts.extend(changes.filter_map(|(place, now)| Some(format!("{}_becomes_{}", word(place), held(now)?))));
    let mut called: BTreeMap<&str, usize> = BTreeMap::new();
    for mocked in &call.script {
        *called.entry(&mocked.function).or_default() += 1;
    }
    facts.extend(called.into_iter().map(|(function, times)| match times {
        1 => format!("{}_called_once", word(function)),
        2 => format!("{}_called_twice", word(function)),
        more => format!("{}_called_{more}_times", word(function)),
    }));
    facts.retain(|fact| !fact.is_empty());
    facts
}

/// A value that is no object, in words.
fn held(value: &Datum) -> Option<String> {
    match value {
        Datum::Integer(number) => Some(numbers::value(*number)),
        Datum::Character(character) => Some(texts::character(*character as u8)),
        Datum::Float(number) => Some(numbers::float(*number)),
        Datum::Name(name) => Some(word(name)),
        Datum::Text { text, .. } => Some(texts::shape(text)),
        Datum::Null => Some("null".to_owned()),
        _ => None,
    }
}

/// A part of an object: the way to it, its last name, and its value in words.
struct Part {
    whole: String,
    field: String,
    held: String,
}

/// The members and elements of an object. A member that shares its name with another one gets the way to it
/// as its name.
fn parts(input: &Input) -> Vec<String> {
    let (InputKind::Object, Some(value)) = (input.kind, &input.value) else { return Vec::new() };
    let name = word(&input.name);
    let mut found = Vec::new();
    match value {
        Datum::Array(elements) => {
            found.push(Part {
                whole: name.clone(),
                field: name.clone(),
                held: format!("of_{}", elements.len()),
            });
            collect(value, &name, &name, &mut found);
        }
        Datum::Struct(_) => collect(value, "", &name, &mut found),
        _ => {}
    }
    let is_one = |field: &str| found.iter().filter(|part| part.field == field).count() == 1;
    found
        .iter()
        .map(|part| format!("{}_{}", if is_one(&part.field) { &part.field } else { &part.whole }, part.held))
        .collect()
}

fn collect(value: &Datum, whole: &str, field: &str, found: &mut Vec<Part>) {
    if found.len() >= MAX_TOLD {
        return;
    }
    let held = match value {
        Datum::Struct(members) => {
            for (name, held) in members {
                let field = word(name);
                let whole = if whole.is_empty() { field.clone() } else { format!("{whole}_{field}") };
                collect(held, &whole, &field, found);
            }
            return;
        }
        Datum::Array(elements) => {
            for (at, element) in elements.iter().take(MAX_ELEMENTS).enumerate() {
                let (whole, field) = (format!("{whole}_{at}"), format!("{field}_{at}"));
                collect(element, &whole, &field, found);
            }
            return;
        }
        // Of pointers, what they lead to is told.
        Datum::Null => return,
        value => match held(value) {
            Some(words) => words,
            None => return,
        },
    };
    found.push(Part { whole: whole.to_owned(), field: field.to_owned(), held });
}

/// An input that is a text: the text itself if it has only letters and digits, or is short, else the kinds of
/// its characters.
fn spelled(input: &Input) -> Option<String> {
    let is_text = matches!(input.value, Some(Datum::Text { .. }))
        || matches!(input.kind, InputKind::String | InputKind::Chars);
    let end = input.bytes.iter().position(|byte| *byte == 0).unwrap_or(input.bytes.len());
    let text = &input.bytes[..end];
    if !is_text {
        return None;
    }
    let is_plain = !text.is_empty() && text.len() <= MAX_TEXT && text.iter().all(u8::is_ascii_alphanumeric);
    let is_short = (1..=MAX_SHORT).contains(&text.len());
    let words = match is_plain || is_short && text.iter().all(u8::is_ascii_graphic) {
        true => texts::spelled(text),
        false => texts::shape(text),
    };
    Some(format!("{}_{words}", word(&input.name)))
}
