//! Which members the calls of a test write and what they pass to mocks, and whether the test shows it.

use crate::testcase::{Datum, TestCall, TestCase};
use std::collections::BTreeSet;

/// The members that the calls of a test write in a way that the test shows: the variable, the member, and
/// whether it is more than null that they write.
pub fn shown(test: &TestCase) -> BTreeSet<(&str, &str, bool)> {
    let of_call = |call| written(call).into_iter().filter(|it| it.is_shown);
    test.calls.iter().flat_map(of_call).map(|it| (it.object, it.member, it.is_more)).collect()
}

/// A member that a call writes.
pub(super) struct Written<'a> {
    /// The variable that it lies behind.
    pub(super) object: &'a str,
    pub(super) member: &'a str,
    /// Whether a test would notice if the member were not written, or another value were. Memory with unknown
    /// contents may hold null, too, and an empty text does not show what was to be in it.
    pub(super) is_shown: bool,
    /// Whether it is more than a null pointer. A call that always writes null there writes null, too.
    pub(super) is_more: bool,
}

pub(super) fn written(call: &TestCall) -> Vec<Written<'_>> {
    fn add<'a>(
        object: &'a str,
        member: &'a str,
        value: &'a Datum,
        is_known: &dyn Fn(&str) -> bool,
        all: &mut Vec<Written<'a>>,
    ) {
        match value {
            Datum::Struct(members) => {
                members.iter().for_each(|(member, value)| add(object, member, value, is_known, all));
            }
            value => {
                let is_shown = match value {
                    Datum::Null => is_known(member),
                    Datum::Text { text, .. } => !text.is_empty(),
                    _ => true,
                };
                all.push(Written { object, member, is_shown, is_more: *value != Datum::Null });
            }
        }
    }
    let mut unknown = BTreeSet::new();
    call.arguments.iter().for_each(|argument| unwritten(argument, &mut unknown));
    let mut all = Vec::new();
    let result = match &call.result {
        Some(Datum::Pointer(target) | Datum::Labelled { target, .. }) => Some(&**target),
        result => result.as_ref(),
    };
    if let Some(result @ Datum::Struct(_)) = result {
        add("the result", "", result, &|_| false, &mut all);
    }
    for (place, value) in &call.changes {
        let (object, member) = ends_of(place);
        add(object, member, value, &|member| !unknown.contains(member), &mut all);
    }
    all
}

/// What the mocks that a call calls are given in a way that a test shows: an argument that is neither zero nor
/// null, and one that differs from what the call before was given.
pub(super) fn to_mocks(call: &TestCall) -> Vec<String> {
    let mut shown = Vec::new();
    for (nth, mocked) in call.script.iter().enumerate() {
        let before = call.script[..nth].iter().rev().find(|before| before.function == mocked.function);
        for (at, argument) in mocked.arguments.iter().enumerate() {
            let function = &mocked.function;
            if !matches!(argument, Datum::Null | Datum::Integer(0) | Datum::Void | Datum::Uninitialised) {
                shown.push(format!("{function} is given argument {at}"));
            }
            let other = before.and_then(|before| before.arguments.get(at));
            if other.is_some_and(|other| other != argument) {
                shown.push(format!("{function} is given another argument {at}"));
            }
        }
    }
    shown
}

/// How many null pointers the mocks that a call calls are given.
pub(super) fn nulls_to_mocks(call: &TestCall) -> usize {
    let given = call.script.iter().flat_map(|mocked| &mocked.arguments);
    given.filter(|argument| **argument == Datum::Null).count()
}

/// The members of objects made by calls that are neither zero nor null when the call under test begins. A test
/// of an empty object says little about a function that refuses a full one.
pub(super) fn filled(test: &TestCase) -> BTreeSet<String> {
    let mut places = BTreeSet::new();
    if !test.is_by_calls() {
        return places;
    }
    let arguments = test.calls.last().map_or(&[][..], |call| &call.arguments);
    for (at, argument) in arguments.iter().enumerate() {
        let (Datum::Pointer(target) | Datum::Labelled { target, .. }) = argument else { continue };
        let Datum::Struct(members) = &**target else { continue };
        let is_filled = |value: &Datum| match value {
            Datum::Integer(number) => *number != 0,
            Datum::Character(_) => true,
            Datum::Pointer(_) | Datum::Labelled { .. } | Datum::Place(_) => true,
            _ => false,
        };
        let members = members.iter().filter(|(_, value)| is_filled(value));
        places.extend(members.map(|(member, _)| format!("{member} of argument {at}")));
    }
    places
}

/// What arrays and objects tell in a test: that a call writes behind the first element of an array, where a
/// wrong index shows, that the numbers that it writes differ, and that none of the numbers in an object that
/// it is given is zero.
pub(super) fn behind_pointers(call: &TestCall) -> Vec<String> {
    let function = &call.function;
    let is_later = |place: &&str| {
        let index = place.strip_suffix(']').and_then(|place| Some(&place[place.rfind('[')? + 1..]));
        index.is_some_and(|index| index != "0")
    };
    let written = call.changes.iter().map(|(place, _)| place.as_str()).filter(is_later);
    let mut told: Vec<String> = written
        .map(|place| format!("{function} writes behind the first element of {}", ends_of(place).0))
        .collect();
    // Equal numbers would not show if the call exchanged them.
    let numbers: Vec<i128> = call.changes.iter().filter_map(|(_, value)| value.integer()).collect();
    let distinct: BTreeSet<i128> = numbers.iter().copied().filter(|number| *number != 0).collect();
    if numbers.len() > 1 && distinct.len() == numbers.len() {
        told.push(format!("{function} writes {} different numbers", numbers.len()));
    }
    for (at, argument) in call.arguments.iter().enumerate() {
        let Some(Datum::Struct(members)) = argument.target() else { continue };
        let numbers: Vec<i128> = members.iter().filter_map(|(_, value)| value.integer()).collect();
        if numbers.len() > 1 && !numbers.contains(&0) && call.result.is_some() {
            told.push(format!("{function} is given no zero in argument {at}"));
        }
    }
    told
}

/// The members that were never written.
fn unwritten<'a>(value: &'a Datum, found: &mut BTreeSet<&'a str>) {
    match value {
        Datum::Struct(members) => {
            for (member, value) in members {
                match value {
                    Datum::Uninitialised => {
                        found.insert(member);
                    }
                    value => unwritten(value, found),
                }
            }
        }
        Datum::Pointer(target) | Datum::Labelled { target, .. } => unwritten(target, found),
        _ => {}
    }
}

/// The variable that a place begins with, and the member that it ends with.
pub(super) fn ends_of(place: &str) -> (&str, &str) {
    let is_word = |c: char| c.is_alphanumeric() || "_#".contains(c);
    let place = place.trim_start_matches('*');
    let object = &place[..place.find(|c| !is_word(c)).unwrap_or(place.len())];
    let mut place = place;
    while let Some(open) = place.strip_suffix(']').and_then(|array| array.rfind('[')) {
        place = &place[..open];
    }
    (object, &place[place.rfind(|c| !is_word(c)).map_or(0, |at| at + 1)..])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::emit::sample;

    fn members(pairs: &[(&str, Datum)]) -> Datum {
        Datum::Struct(pairs.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect())
    }

    fn seen(test: &TestCase) -> Vec<(&str, &str, bool)> {
        written(&test.calls[0]).iter().map(|it| (it.object, it.member, it.is_shown)).collect()
    }

    #[test]
    fn null_shows_where_something_else_was() {
        let mut test = sample::test("a", &[0]);
        let before = members(&[("next", Datum::Null), ("data", Datum::Uninitialised)]);
        test.calls[0].arguments = vec![Datum::Pointer(before.into())];
        test.calls[0].result = None;
        test.calls[0].changes = vec![
            ("p->next".into(), Datum::Null),
            ("p->data".into(), Datum::Null),
            ("p->items[3].age".into(), Datum::Integer(0)),
            ("*out".into(), members(&[("name", Datum::text(b"\0")), ("size", Datum::Integer(4))])),
        ];
        let expected = [
            ("p", "next", true),
            ("p", "data", false),
            ("p", "age", true),
            ("out", "name", false),
            ("out", "size", true),
        ];
        assert_eq!(seen(&test), expected);
        assert_eq!(shown(&test).len(), 3);
        test.calls[0].changes.clear();
        test.calls[0].result = Some(Datum::Pointer(members(&[("left", Datum::Null)]).into()));
        assert_eq!(seen(&test), [("the result", "left", false)]);
    }
}
