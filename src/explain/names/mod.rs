//! A short name for a test, made from what distinguishes its path: `strcmp_differ_at_2_first_greater`,
//! `parse_of_minus_only`.
//!
//! A name is a function of the test's own data and says only what is true of the test. It is a C identifier
//! in lower case that begins with the function under test. Facts are added while there is room, the most
//! telling ones first. If two tests of a run get the same name, [`Names`] adds further facts to the name of
//! the later one. So a name does not change when further tests come or others go.

mod numbers;
mod objects;
mod pairs;
mod telling;
mod texts;

use crate::testcase::{BugKind, Datum, InputKind, Outcome, TestCall, TestCase};
use crate::util::placed::without_addresses;
use crate::util::rng;
use std::collections::{BTreeMap, BTreeSet};

/// How long a name may be, and how long if facts are added to distinguish it from an equal one.
const MAX_NAME: usize = 56;
const MAX_LONG_NAME: usize = 72;
/// How many characters of a function's or input's name are used.
const MAX_WORD: usize = 30;

/// How many tests of one name are remembered, so that further tests of that name can be distinguished from
/// them.
const MAX_OTHERS: usize = 64;

/// What the path of a test has decided about one input, in the order of [`TestCase::inputs`].
#[derive(Clone, Default, Debug)]
pub struct Decided {
    /// Whether the path depends on the input at all.
    pub matters: bool,
    /// For each byte of a text, whether the path leaves it only one value.
    pub fixed: Vec<bool>,
    /// The members of an object that the path depends on, with the object's name: `db[0].kind`.
    pub members: Vec<String>,
}

/// The name of a test. It may be equal to the name of another test of the run.
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
            text_inputs(&mut name, test, decided, true);
            numbers::inputs(test, decided, false).iter().for_each(|fact| name.add(fact));
            if let Outcome::Returned(status) = test.outcome {
                name.add(&format!("returns_{}", numbers::value(i128::from(status))));
            }
        }
    }
    without_addresses(&name.text).into_owned()
}

/// The name of a test that native runs have completed. If the name said that the path has no end, it now says
/// which end the native runs saw.
pub fn completed(test: &TestCase) -> String {
    let whole = test.calls.last().map_or(4, |call| word(&call.function).len()).min(test.name.len());
    let (function, facts) = test.name.split_at(whole);
    let seen = match ending(test) {
        none if none.is_empty() => {
            let result = test.calls.last().and_then(|call| call.result.as_ref());
            result.map_or("natively".to_owned(), |result| match numbers::result(result) {
                none if none.is_empty() => "natively".to_owned(),
                words => format!("natively_{words}"),
            })
        }
        words => format!("natively_{words}"),
    };
    for unknown in ["_unsupported", "_unfinished"] {
        if let Some(at) = facts.find(unknown) {
            return format!("{function}{}_{seen}{}", &facts[..at], &facts[at + unknown.len()..]);
        }
    }
    test.name.clone()
}

/// The names of a run so far.
#[derive(Default)]
pub struct Names {
    used: BTreeSet<String>,
    /// The facts of the tests so far, by the names of their paths.
    told: BTreeMap<String, Vec<BTreeSet<String>>>,
}

impl Names {
    /// The name of a test. If the paths of earlier tests have the same name, a fact is added that none of
    /// these tests has, or else several facts that together distinguish the test from them. If there are no
    /// such facts, four letters are added that are made from the values.
    pub fn unique(&mut self, test: &TestCase) -> String {
        let facts = telling::facts(test);
        let others = self.told.entry(test.name.clone()).or_default();
        let mut names = vec![test.name.clone()];
        if self.used.contains(&test.name) {
            names = longer(&test.name, &facts, others);
        }
        if others.len() < MAX_OTHERS {
            others.push(facts.into_iter().collect());
        }
        for name in names {
            if self.used.insert(name.clone()) {
                return name;
            }
        }
        let mut salt = 0u64;
        loop {
            let marked = format!("{}_{}", test.name, letters(test, salt));
            if self.used.insert(marked.clone()) {
                return marked;
            }
            salt += 1;
        }
    }
}

/// Longer names that distinguish a test from others, whose facts are `others`. The best name comes first.
fn longer(name: &str, facts: &[String], others: &[BTreeSet<String>]) -> Vec<String> {
    let fits = |name: &str, fact: &str| name.len() + 1 + fact.len() <= MAX_LONG_NAME && !is_said(name, fact);
    let own = |fact: &&String| !others.iter().any(|other| other.contains(*fact));
    let mut names: Vec<String> = (facts.iter().filter(own))
        .filter(|fact| fits(name, fact))
        .map(|fact| format!("{name}_{fact}"))
        .collect();
    let (mut several, mut left): (_, Vec<&BTreeSet<String>>) = (name.to_owned(), others.iter().collect());
    for fact in facts {
        if left.iter().any(|other| !other.contains(fact)) && fits(&several, fact) {
            several = format!("{several}_{fact}");
            left.retain(|other| other.contains(fact));
        }
    }
    if left.is_empty() {
        names.push(several);
    }
    names
}

/// Whether the words of a fact stand in a name already.
fn is_said(name: &str, fact: &str) -> bool {
    format!("{name}_").contains(&format!("_{fact}_"))
}

/// Four letters that depend only on what the test is given and on its path.
fn letters(test: &TestCase, salt: u64) -> String {
    let mut hash = rng::combine(0, salt);
    for input in test.inputs.iter().chain(&test.made) {
        hash = input.bytes.iter().fold(hash, |hash, byte| rng::combine(hash, u64::from(*byte)));
        hash = input
            .pointers
            .iter()
            .fold(hash, |hash, to| rng::combine(hash, to.at << 32 | u64::from(to.object)));
    }
    hash = test.decision_path.iter().fold(hash, |hash, side| rng::combine(hash, u64::from(*side)));
    (0..4).map(|at| char::from(b'a' + (hash >> (at * 8) & 0xff) as u8 % 26)).collect()
}

/// A name that grows.
struct Name {
    text: String,
    /// Whether a fact had no room. Further facts might be misread without it, so none is added.
    is_full: bool,
}

impl Name {
    /// Adds a fact. A preposition that the name ends with is not said twice: `sum_of` and `of_2_sorted`.
    fn add(&mut self, fact: &str) {
        let said = ["of", "at", "by"].into_iter().find(|word| self.text.rsplit('_').next() == Some(word));
        let fact = said.and_then(|word| fact.strip_prefix(word)?.strip_prefix('_')).unwrap_or(fact);
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

/// Adds the facts of a call: about its texts, its arrays and numbers, and its result.
fn call_facts(name: &mut Name, test: &TestCase, decided: &[Decided], call: &TestCall) {
    for failure in &call.failures {
        let at = if failure.call > 1 { format!("_at_call_{}", failure.call) } else { String::new() };
        // A call that fails in several ways has a test for each of them.
        let way = if failure.way == "ENOMEM" {
            String::new()
        } else {
            format!("_{}", word(&failure.way.to_lowercase()))
        };
        name.add(&format!("{}_fails{at}{way}", word(&failure.function)));
    }
    let told: Vec<(bool, &[u8])> = (call.arguments.iter().enumerate())
        .filter_map(|(at, argument)| {
            let text = text_of(argument).filter(|text| matters(test, decided, text))?;
            Some((is_output(test, decided, call, at, text), text))
        })
        .collect();
    let texts: Vec<&[u8]> = told.iter().map(|(_, text)| *text).collect();
    let inner: Vec<&[u8]> = told.iter().filter(|(is_output, _)| !is_output).map(|(_, text)| *text).collect();
    let mut has_array = false;
    let members = objects::facts(test, decided);
    if !members.is_empty()
        && let Some(result) = &call.result
    {
        // There may be many members, and the result tells most.
        name.add(&numbers::result(result));
    }
    let of = |name: &mut Name, text: &[u8]| {
        name.add(&format!("of_{}", texts::shape_where(text, fixed_of(test, decided, text))));
        call.result.as_ref().is_some_and(|result| *result == Datum::Integer(text.len() as i128))
    };
    let pair = match texts[..] {
        [first, second, ..] => Some(pairs::facts(call, first, second)),
        _ => None,
    };
    let said_result = match (pair, &inner[..]) {
        (Some(pair), inner) if pair.is_found || inner.len() > 1 => {
            pair.words.iter().for_each(|fact| name.add(fact));
            pair.say_result
        }
        // The contents of a buffer that the function only fills say nothing about a test.
        (_, [text, ..]) => of(name, text),
        (_, []) => {
            let arrays: Vec<String> = call.arguments.iter().filter_map(numbers::array).collect();
            arrays.iter().for_each(|fact| name.add(fact));
            text_inputs(name, test, decided, false);
            has_array = !arrays.is_empty();
            false
        }
    };
    members.iter().for_each(|fact| name.add(fact));
    // Elements of an array are inputs of one name.
    let inputs = numbers::inputs(test, decided, has_array);
    inputs.iter().for_each(|fact| name.add(fact));
    if !said_result
        && members.is_empty()
        && let Some(result) = &call.result
    {
        name.add(&numbers::result(result));
    }
}

/// Whether the path may depend on a text: on the input that has this text, if there is one.
fn matters(test: &TestCase, decided: &[Decided], text: &[u8]) -> bool {
    let inputs = test.inputs.iter().chain(&test.made).zip(decided);
    let mut same = inputs.filter(|(input, _)| is_text_of(&input.bytes, text)).peekable();
    same.peek().is_none() || same.any(|(_, decided)| decided.matters)
}

/// Whether an argument is a buffer that the call fills without looking at what lies there.
fn is_output(test: &TestCase, decided: &[Decided], call: &TestCall, at: usize, text: &[u8]) -> bool {
    let Some(parameter) = call.parameters.get(at) else { return false };
    let is_it = |place: &str| {
        let rest = place.strip_prefix(parameter.as_str());
        rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
    };
    let is_changed = call.changes.iter().any(|(place, _)| is_it(place));
    let input = test.inputs.iter().position(|input| is_text_of(&input.bytes, text));
    let matters = input.and_then(|input| decided.get(input)).is_some_and(|decided| decided.matters);
    is_changed && !matters
}

/// The characters before the terminator of an argument that is a string.
fn text_of(argument: &Datum) -> Option<&[u8]> {
    match argument.target()? {
        Datum::Text { text, rest } if !rest.is_empty() => Some(text),
        _ => None,
    }
}

/// The texts among the inputs, by name. Bytes count as text only if `has_bytes`, because a function may use
/// them as anything.
fn text_inputs(name: &mut Name, test: &TestCase, decided: &[Decided], has_bytes: bool) {
    for (index, input) in test.inputs.iter().enumerate() {
        match input.kind {
            InputKind::String | InputKind::Chars => {}
            InputKind::Bytes if has_bytes => {}
            _ => continue,
        }
        let fixed = decided.get(index).map_or(&[][..], |decided| &decided.fixed);
        let end = input.bytes.iter().position(|byte| *byte == 0).unwrap_or(input.bytes.len());
        name.add(&format!("{}_{}", word(&input.name), texts::shape_where(&input.bytes[..end], fixed)));
    }
}

/// Which bytes of an argument have only one possible value on the path, if the argument is an input.
fn fixed_of<'a>(test: &TestCase, decided: &'a [Decided], text: &[u8]) -> &'a [bool] {
    let index = test.inputs.iter().position(|input| is_text_of(&input.bytes, text));
    index.and_then(|index| decided.get(index)).map_or(&[][..], |decided| &decided.fixed)
}

fn is_text_of(bytes: &[u8], text: &[u8]) -> bool {
    bytes.strip_prefix(text).is_some_and(|rest| rest.first() == Some(&0))
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

/// A name of the program in the form in which it can be a part of a test's name.
pub fn word(text: &str) -> String {
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
