//! Members of objects that are inputs: those that the path depends on, in the program's words: `kind_closed`,
//! `hi_10`.

use super::{Decided, numbers, texts, word};
use crate::testcase::{Datum, Input, InputKind, TestCase};

/// How many elements of arrays are told.
const MAX_ELEMENTS: usize = 2;

/// A member that the path depends on, in words.
struct Told {
    /// Whether the value has a name in the source.
    is_named: bool,
    /// Whether another argument has such a member, too.
    is_shared: bool,
    input: String,
    /// The member's own name, and the way to it from the input.
    field: String,
    whole: String,
    /// Its value.
    held: String,
}

/// Each member that the path depends on. If several elements have a member of this name, the number of its
/// element stands before it: `0_kind_closed`. Names of values come first, because they tell most.
pub(super) fn facts(test: &TestCase, decided: &[Decided]) -> Vec<String> {
    let mut found: Vec<Told> = Vec::new();
    let mut n_elements = 0;
    for (at, (input, decided)) in test.inputs.iter().chain(&test.made).zip(decided).enumerate() {
        let (InputKind::Object, Some(value)) = (input.kind, &input.value) else { continue };
        for part in decided.members.iter().filter_map(|name| name.strip_prefix(&*input.name)) {
            // The member lies behind a pointer.
            let part = &part.strip_prefix("->").map_or(part.to_owned(), |field| format!(".{field}"));
            // Strings are described as arguments elsewhere, and so are numbers in a row behind a pointer.
            let is_string = part.is_empty() && matches!(value, Datum::Text { rest, .. } if !rest.is_empty());
            let is_element = at >= test.inputs.len() && part.starts_with('[') && part.ends_with(']');
            let held = member(value, part).filter(|_| !is_string && !is_element);
            let Some((is_named, held)) = held.and_then(|held| words(input, held)) else { continue };
            // An element is told with the name of its array.
            let is_alone = part.starts_with('[') && part.ends_with(']');
            n_elements += usize::from(is_alone);
            if is_alone && n_elements > MAX_ELEMENTS {
                continue;
            }
            let whole = match part.as_str() {
                "" => word(&input.name),
                part if is_alone => word(&format!("{}{part}", input.name)),
                part => word(part),
            };
            let field = part.rsplit('.').next().filter(|field| !field.is_empty() && !is_alone);
            let field = field.map_or(whole.clone(), word);
            // The objects that members lead to have the names of these.
            let is_argument = |input: &Input| !input.name.contains(['>', '.', '[', '*']);
            let has_it = |other: &Input| {
                is_argument(other)
                    && other.name != input.name
                    && other.value.as_ref().is_some_and(|value| member(value, part).is_some())
            };
            let mut others = test.inputs.iter().chain(&test.made);
            let is_shared = !part.is_empty() && is_argument(input) && !is_alone && others.any(has_it);
            let input = word(&input.name);
            found.push(Told { is_named, is_shared, input, field, whole, held });
        }
    }
    found.sort_by_key(|told| !told.is_named);
    let is_one = |is_it: &dyn Fn(&&Told) -> bool| found.iter().filter(is_it).count() == 1;
    // An input is named once for members that follow one another.
    let mut last = None;
    let fact = |told: &Told| {
        let is_alone = is_one(&|other| other.field == told.field);
        let names_input = told.is_shared || !is_alone && !is_one(&|other| other.whole == told.whole);
        let of_input = is_one(&|other| (&other.input, &other.field) == (&told.input, &told.field));
        let name = if is_alone || names_input && of_input { &told.field } else { &told.whole };
        let name = name.trim_start_matches('_');
        // `KIND_FILE` of `kind`
        let says_both = told.is_named && told.held.starts_with(&format!("{name}_"));
        let fact = if says_both { told.held.clone() } else { format!("{name}_{}", told.held) };
        let known = last.take();
        if !names_input {
            return fact;
        }
        let is_known = known.as_ref() == Some(&told.input);
        last = Some(told.input.clone());
        if is_known { fact } else { format!("{}_{fact}", told.input) }
    };
    found.iter().map(fact).collect()
}

/// A value in words, and whether it has a name in the source.
fn words(input: &Input, held: &Datum) -> Option<(bool, String)> {
    match held {
        Datum::Name(name) => Some((true, word(name))),
        Datum::Integer(number) => Some((false, numbers::value(*number))),
        Datum::Character(character) => Some((false, texts::character(*character as u8))),
        Datum::Float(number) => Some((false, numbers::float(*number))),
        Datum::Text { text, .. } => Some((false, texts::shape(text))),
        // It is known which pointers are null only if all are.
        Datum::Null if input.pointers.is_empty() => Some((true, "null".to_owned())),
        _ => None,
    }
}

/// The part of a value that `path` leads to, such as `[2].name`.
fn member<'d>(value: &'d Datum, path: &str) -> Option<&'d Datum> {
    if path.is_empty() {
        return Some(value);
    }
    if let Some(rest) = path.strip_prefix('[') {
        let (at, rest) = rest.split_once(']')?;
        let Datum::Array(values) = value else { return None };
        return member(values.get(at.parse::<usize>().ok()?)?, rest);
    }
    let rest = path.strip_prefix('.')?;
    let end = rest.find(['.', '[']).unwrap_or(rest.len());
    let Datum::Struct(values) = value else { return None };
    let (_, held) = values.iter().find(|(name, _)| *name == rest[..end])?;
    member(held, &rest[end..])
}
