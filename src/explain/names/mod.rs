//! A short name for a test, from what sets its path apart: `strcmp_differ_at_2_first_greater`, `parse_of_minus_only`.
//!
//! A name is a function of the test's own data and says nothing that is not true of it. It is a C identifier in lower
//! case that begins with the function under test. Facts are added, those first that tell most, while there is room.
//! Two tests of a run may come to the same name: [`Names`] then numbers them in the order of printing.

mod numbers;
mod pairs;
mod texts;

use crate::testcase::{BugKind, Datum, InputKind, Outcome, TestCall, TestCase};
use std::collections::BTreeMap;

/// Characters of a name, without the number that may follow.
const MAX_NAME: usize = 56;
/// Characters of a function's or input's name that are used.
const MAX_WORD: usize = 30;

/// What the path of a test has decided about one input, in the order of [`TestCase::inputs`].
#[derive(Clone, Default, Debug)]
pub struct Decided {
    /// Whether the path depends on the input at all.
    pub matters: bool,
    /// For each byte of a text, whether the path leaves it one value only.
    pub fixed: Vec<bool>,
}

/// The name of a test, not yet told from the others of its run.
pub fn name(test: &TestCase, decided: &[Decided]) -> String {
    let call = test.calls.last();
    let mut name = Name { text: word(call.map_or("main", |call| &call.function)), is_full: false };
    let ending = ending(test);
    match call.is_some_and(|call| call.result.is_some()) && !ending.is_empty() {
        // The function had returned by then.
        true => name.add(&format!("then_{ending}")),
        false => name.add(&ending),
    }
    match call {
        Some(call) => call_facts(&mut name, test, decided, call),
        None => {
            text_inputs(&mut name, test, decided);
            numbers::inputs(test, decided, false).iter().for_each(|fact| name.add(fact));
            if let Outcome::Returned(status) = test.outcome {
                name.add(&format!("returns_{}", numbers::value(i128::from(status))));
            }
        }
    }
    name.text
}

/// The names of a run so far.
#[derive(Default)]
pub struct Names {
    /// How often each was asked for or given.
    used: BTreeMap<String, u32>,
}

impl Names {
    /// `base`, or if an earlier test has it, `base` with a number: 2 for the second.
    pub fn unique(&mut self, base: &str) -> String {
        let mut n = *self.used.entry(base.to_owned()).and_modify(|n| *n += 1).or_insert(1);
        if n == 1 {
            return base.to_owned();
        }
        loop {
            let numbered = format!("{base}_{n}");
            if !self.used.contains_key(&numbered) {
                self.used.insert(base.to_owned(), n);
                self.used.insert(numbered.clone(), 1);
                return numbered;
            }
            n += 1;
        }
    }
}

/// A name that grows.
struct Name {
    text: String,
    /// A fact had no room: what would follow might be misread without it.
    is_full: bool,
}

impl Name {
    fn add(&mut self, fact: &str) {
        if fact.is_empty() || self.is_full {
            return;
        }
        match self.text.len() + 1 + fact.len() > MAX_NAME {
            true => self.is_full = true,
            false => {
                self.text.push('_');
                self.text += fact;
            }
        }
    }
}

/// What a call says: of its texts, its arrays and numbers, and its result.
fn call_facts(name: &mut Name, test: &TestCase, decided: &[Decided], call: &TestCall) {
    let texts: Vec<&[u8]> = call.arguments.iter().filter_map(text_of).collect();
    let mut has_array = false;
    let said_result = match texts[..] {
        [] => {
            let arrays: Vec<String> = call.arguments.iter().filter_map(numbers::array).collect();
            arrays.iter().for_each(|fact| name.add(fact));
            text_inputs(name, test, decided);
            has_array = !arrays.is_empty();
            false
        }
        [text] => {
            name.add(&format!("of_{}", texts::shape_where(text, fixed_of(test, decided, text))));
            call.result.as_ref().is_some_and(|result| *result == Datum::Integer(text.len() as i128))
        }
        [first, second, ..] => {
            let facts = pairs::facts(call, first, second);
            facts.words.iter().for_each(|fact| name.add(fact));
            facts.say_result
        }
    };
    // Elements of an array are inputs of one name.
    let inputs = numbers::inputs(test, decided, has_array);
    inputs.iter().for_each(|fact| name.add(fact));
    if !said_result && let Some(result) = &call.result {
        name.add(&numbers::result(result));
    }
}

/// The characters before the terminator of an argument that is a string.
fn text_of(argument: &Datum) -> Option<&[u8]> {
    let Datum::Pointer(target) = argument else { return None };
    match &**target {
        Datum::Text { text, rest } if !rest.is_empty() => Some(text),
        _ => None,
    }
}

/// The texts among the inputs, by name.
fn text_inputs(name: &mut Name, test: &TestCase, decided: &[Decided]) {
    for (index, input) in test.inputs.iter().enumerate() {
        if !matches!(input.kind, InputKind::String | InputKind::Bytes | InputKind::Chars) {
            continue;
        }
        let fixed = decided.get(index).map_or(&[][..], |decided| &decided.fixed);
        let end = input.bytes.iter().position(|byte| *byte == 0).unwrap_or(input.bytes.len());
        name.add(&format!("{}_{}", word(&input.name), texts::shape_where(&input.bytes[..end], fixed)));
    }
}

/// Which bytes of an argument the path leaves no choice about: those of the input that it is.
fn fixed_of<'a>(test: &TestCase, decided: &'a [Decided], text: &[u8]) -> &'a [bool] {
    let is_text = |bytes: &[u8]| bytes.strip_prefix(text).is_some_and(|rest| rest.first() == Some(&0));
    let index = test.inputs.iter().position(|input| is_text(&input.bytes));
    index.and_then(|index| decided.get(index)).map_or(&[][..], |decided| &decided.fixed)
}

/// How a path ended, if not by returning from `main`.
fn ending(test: &TestCase) -> String {
    match &test.outcome {
        Outcome::Bug(bug) => bug_words(bug.kind).to_owned(),
        Outcome::Exited(status) => format!("exits_{}", numbers::value(i128::from(*status))),
        Outcome::Unsupported { .. } => "unsupported".to_owned(),
        Outcome::Budget(_) => "unfinished".to_owned(),
        Outcome::Returned(_) => String::new(),
    }
}

/// What the function does wrong, as a verb.
fn bug_words(kind: BugKind) -> &'static str {
    match kind {
        BugKind::OutOfBoundsRead => "reads_out_of_bounds",
        BugKind::OutOfBoundsWrite => "writes_out_of_bounds",
        BugKind::NullPointer => "uses_null",
        BugKind::WildPointer => "uses_wild_pointer",
        BugKind::UseAfterFree => "uses_after_free",
        BugKind::UseAfterReturn => "uses_after_return",
        BugKind::UseAfterScope => "uses_after_scope",
        BugKind::UninitialisedRead => "reads_uninitialised",
        BugKind::OverlappingCopy => "copies_overlapping",
        BugKind::MemoryLeak => "leaks_memory",
        BugKind::InvalidFree => "frees_wrongly",
        BugKind::DoubleFree => "frees_twice",
        BugKind::WriteToConstant => "writes_to_constant",
        BugKind::DivisionByZero => "divides_by_zero",
        BugKind::DivisionOverflow => "overflows_in_division",
        BugKind::OversizedShift => "shifts_too_far",
        BugKind::IntegerOverflow => "overflows",
        BugKind::UndefinedBehaviour => "is_undefined",
        BugKind::InvalidJump => "jumps_wrongly",
        BugKind::AssertionFailed => "fails_assertion",
        BugKind::Abort => "aborts",
        BugKind::IllegalInstruction => "traps",
        BugKind::Unreachable => "reaches_unreachable",
        BugKind::StackOverflow => "overflows_stack",
    }
}

/// A name of the program as a part of ours.
fn word(text: &str) -> String {
    let mut word = String::new();
    for c in text.chars() {
        match c.is_ascii_alphanumeric() {
            true => word.push(c.to_ascii_lowercase()),
            false if word.ends_with('_') || (word.is_empty() && c != '_') => {}
            false => word.push('_'),
        }
        if word.len() == MAX_WORD {
            break;
        }
    }
    let word = word.trim_end_matches('_');
    match word.chars().next() {
        None => "x".to_owned(),
        Some('0'..='9') => format!("_{word}"),
        Some(_) => word.to_owned(),
    }
}

#[cfg(test)]
mod tests;
