//! Numbers, arrays and results in words.

use super::{Decided, texts, word};
use crate::testcase::{
    Building, CALL_CHOICES, Datum, ERRNO, FAILING_CALL, Input, InputKind, TestCase, error_number,
    is_nearly_full,
};
use crate::util::Bits;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// Numbers beyond this are only said to be large.
const LARGE: i128 = 9_999_999_999;
/// For an unsorted array of up to this many elements, a name has the ranks of the elements.
const MAX_RANKED: usize = 6;

/// `zero`, `12`, `minus_3`, `0xffffffdf`, `large`, `very_negative`.
pub(super) fn value(number: i128) -> String {
    match number {
        0 => "zero".to_owned(),
        1..=LARGE if is_nearly_full(number) => format!("{number:#x}"),
        1..=LARGE => number.to_string(),
        _ if number > 0 => "large".to_owned(),
        _ if number >= -LARGE => format!("minus_{}", -number),
        _ => "very_negative".to_owned(),
    }
}

/// Each input that is a number and that the path depends on: `n_zero`, `a_minus_1`, `size_max`. Two that are
/// the same number are `both_zero`. `only_unique` leaves out inputs of one name.
pub(super) fn inputs(test: &TestCase, decided: &[Decided], only_unique: bool) -> Vec<String> {
    let matters = |index: usize| decided.get(index).is_none_or(|decided| decided.matters);
    let mut counts: FxHashMap<&str, usize> = FxHashMap::default();
    test.inputs.iter().for_each(|input| *counts.entry(&input.name).or_default() += 1);
    let is_unique = |input: &Input| counts[&*input.name] == 1;
    // The test itself shows which calls were chosen, or that none was.
    let is_parameter =
        |name: &str| test.calls.iter().any(|call| call.parameters.iter().any(|own| own == name));
    let is_said = |name: &str| name == FAILING_CALL || CALL_CHOICES.contains(&name) && !is_parameter(name);
    let earlier = match test.calls.iter().find_map(|call| call.arrangement.building.as_ref()) {
        Some(building) => of_building(test, building),
        None => of_earlier_calls(test),
    };
    let is_shown = |index: usize| !earlier.get(index).is_some_and(|is_earlier| *is_earlier);
    let numbers: Vec<(&Input, String)> = test
        .inputs
        .iter()
        .enumerate()
        .filter(|(index, input)| {
            let is_wanted = !only_unique || is_unique(input);
            matters(*index) && is_wanted && !is_said(&input.name) && is_shown(*index)
        })
        .filter_map(|(_, input)| Some((input, of_input(input)?)))
        .filter(|(input, text)| !(is_state(&input.name) && text == "false"))
        .collect();
    match &numbers[..] {
        [(a, first), (b, second)] if first == second && a.kind == b.kind && a.bytes == b.bytes => {
            vec![format!("both_{first}")]
        }
        _ => {
            let facts = numbers.iter().map(|(input, text)| fact(own_name(test, &input.name), text));
            repeated(facts.collect())
        }
    }
}

/// The facts, of which those that several inputs of one name have one after the other are said once.
fn repeated(facts: Vec<String>) -> Vec<String> {
    let said = |run: &[String]| match run {
        [fact, _, _, ..] => vec![format!("{fact}_{}_times", run.len())],
        few => few.to_vec(),
    };
    facts.chunk_by(|one, next| one == next).flat_map(said).collect()
}

/// For each input, whether it is an argument of a call that builds the objects. The test shows these calls, and
/// what decides is what they have made. Needless ones among them are left out of a test.
fn of_building<'t>(test: &'t TestCase, building: &Building) -> Vec<bool> {
    let mut left = building.calls.iter().flat_map(|call| &call.arguments);
    let mut is_chosen = false;
    let mut own: Vec<&str> = Vec::new();
    let mut is_argument = |input: &'t Input| {
        is_chosen |= CALL_CHOICES.contains(&&*input.name);
        if !is_chosen {
            own.push(&input.name);
        }
        let (value, mut arguments) = (input.datum(), left.clone());
        let is_it = is_chosen && arguments.any(|argument| *argument == value);
        if is_it {
            left = arguments;
        }
        is_it || is_chosen && own.contains(&&*input.name)
    };
    test.inputs.iter().map(&mut is_argument).collect()
}

/// For each input, whether it is what a mock returned in a call that built the objects, before the call under
/// test. A test that describes the objects by what they hold does not show it. Empty if no calls were chosen.
fn of_earlier_calls(test: &TestCase) -> Vec<bool> {
    let first_choice = test.inputs.iter().position(|input| CALL_CHOICES.contains(&&*input.name));
    let (Some(call), Some(first_choice)) = (test.calls.last(), first_choice) else { return Vec::new() };
    let mut in_call: FxHashMap<&str, usize> = FxHashMap::default();
    call.script.iter().for_each(|mock| *in_call.entry(&mock.function).or_default() += 1);
    let mut later: FxHashMap<&str, usize> = FxHashMap::default();
    let mut are_earlier = Vec::with_capacity(test.inputs.len());
    for (index, input) in test.inputs.iter().enumerate().rev() {
        let n_in_call = in_call.get(&*input.name).copied().unwrap_or(0);
        let n_later = later.entry(&input.name).or_default();
        are_earlier.push(n_in_call > 0 && *n_later >= n_in_call && index > first_choice);
        *n_later += 1;
    }
    are_earlier.reverse();
    are_earlier
}

/// The name of an input without the name of the function under test before it, which the names of stand-ins
/// for its callbacks begin with.
fn own_name<'n>(test: &TestCase, name: &'n str) -> &'n str {
    let functions = test.calls.iter().map(|call| call.function.as_str());
    let mut own = functions.filter_map(|function| name.strip_prefix(function)?.strip_prefix('_'));
    own.find(|own| own.starts_with(|c: char| c.is_ascii_alphabetic())).unwrap_or(name)
}

/// A number that a pointer leads to: `size_2` for `*size`.
pub(super) fn pointee(input: &Input) -> Option<String> {
    match (input.kind, &input.value) {
        (InputKind::Object, Some(Datum::Integer(number))) => {
            Some(format!("{}_{}", word(&input.name), value(*number)))
        }
        (InputKind::Object, Some(Datum::Character(character))) => {
            Some(format!("{}_{}", word(&input.name), texts::character(*character as u8)))
        }
        _ => None,
    }
}

/// This stands between what a truth value is about and what it says about it, as in `list_is_null`.
const IS: &str = "_is_";

/// Whether the name of a truth value says what holds if it is true. If it is false, that tells nothing.
fn is_state(name: &str) -> bool {
    name.contains(IS)
}

/// `list_null` for `list_is_null` if that is true.
fn fact(name: &str, text: &str) -> String {
    match text {
        "true" if is_state(name) => word(&name.replacen(IS, "_", 1)),
        // `KIND_FILE` of `kind`
        _ if text.starts_with(&format!("{}_", word(name))) => text.to_owned(),
        _ => format!("{}_{text}", word(name)),
    }
}

fn of_input(input: &Input) -> Option<String> {
    match (input.kind, input.datum()) {
        // It is the address of an object.
        (InputKind::Integer { .. }, _) if !input.pointers.is_empty() => None,
        (InputKind::Integer { width, signed }, Datum::Integer(number)) => {
            let is_error = input.name.rsplit('_').next() == Some(ERRNO);
            let error = i32::try_from(number).ok().filter(|_| is_error).map(error_number);
            match error {
                Some(Datum::Name(name)) => Some(word(&name.to_lowercase())),
                _ => Some(integer(number, width, signed)),
            }
        }
        (InputKind::Integer { .. }, Datum::Character(character)) => Some(texts::character(character as u8)),
        (InputKind::Integer { width: Bits(1), .. }, Datum::Name(truth)) => Some(truth),
        (InputKind::Integer { .. }, Datum::Name(name)) => Some(word(&name)),
        (InputKind::Float { .. }, Datum::Float(number)) => Some(float(number)),
        _ => None,
    }
}

fn integer(number: i128, width: Bits, signed: bool) -> String {
    let most = if signed { width.mask() >> 1 } else { width.mask() } as i128;
    let least = if signed { -most - 1 } else { 0 };
    match number {
        9 | 10 | 13 | 32 if width == Bits(8) && signed => texts::character(number as u8),
        _ if width == Bits(8) && signed && (33..127).contains(&number) => texts::character(number as u8),
        _ if width.0 > 8 && number == most => "max".to_owned(),
        _ if width.0 > 8 && signed && number == least => "min".to_owned(),
        _ => value(number),
    }
}

pub(super) fn float(number: f64) -> String {
    let sign = if number.is_sign_negative() { "minus_" } else { "" };
    let size = number.abs();
    match size {
        _ if number.is_nan() => "nan".to_owned(),
        _ if number.is_infinite() => format!("{sign}infinite"),
        _ if size == 0.0 => format!("{sign}zero"),
        _ if size > LARGE as f64 => format!("{sign}large"),
        _ if size < 1e-3 => format!("{sign}tiny"),
        _ if size.fract() == 0.0 => format!("{sign}{size}"),
        _ => format!("{sign}{}_and_a_fraction", size.trunc()),
    }
}

/// The order of an array of integers: `of_3_sorted`, `of_4_ranked_2_1_1_3`, where 1 is the least; `None` if
/// it is no such array.
pub(super) fn array(argument: &Datum) -> Option<String> {
    let Datum::Array(elements) = argument.target()? else { return None };
    let numbers: Option<Vec<i128>> = elements.iter().map(Datum::integer).collect();
    let numbers = numbers.filter(|numbers| numbers.len() > 1)?;
    let order = if numbers.windows(2).all(|pair| pair[0] == pair[1]) {
        "equal".to_owned()
    } else if numbers.is_sorted_by(|a, b| a < b) {
        "sorted".to_owned()
    } else if numbers.is_sorted_by(|a, b| a > b) {
        "reversed".to_owned()
    } else if numbers.len() <= MAX_RANKED {
        let distinct: BTreeSet<i128> = numbers.iter().copied().collect();
        let rank = |number: &i128| 1 + distinct.iter().take_while(|other| *other < number).count();
        let ranks: Vec<String> = numbers.iter().map(|number| rank(number).to_string()).collect();
        format!("ranked_{}", ranks.join("_"))
    } else {
        "unsorted".to_owned()
    };
    Some(format!("of_{}_{order}", numbers.len()))
}

/// The result of a call: `returns_zero`, `returns_null`; empty if it cannot be said in a few words.
pub(super) fn result(result: &Datum) -> String {
    match result {
        Datum::Integer(number) => format!("returns_{}", value(*number)),
        Datum::Character(character) => format!("returns_{}", texts::character(*character as u8)),
        Datum::Float(number) => format!("returns_{}", float(*number)),
        Datum::Null => "returns_null".to_owned(),
        Datum::Name(name) => format!("returns_{}", word(name)),
        // A label by itself says nothing.
        Datum::Place(place) if !place.contains(['#', '…']) => format!("returns_{}", word(place)),
        _ => String::new(),
    }
}
