//! What the calls of a test write, and whether the test shows it.

use crate::testcase::{Datum, TestCall, TestCase};
use std::collections::BTreeSet;

/// How many members the calls write so that it shows.
pub fn n_written(test: &TestCase) -> usize {
    let shown = |call| written(call).into_iter().filter(|it| it.is_shown);
    test.calls
        .iter()
        .map(|call| shown(call).map(|it| (it.object, it.member)).collect::<BTreeSet<_>>().len())
        .sum()
}

/// What a call writes.
pub(super) struct Written<'a> {
    /// The variable that it lies behind.
    pub(super) object: &'a str,
    pub(super) member: &'a str,
    /// Whether a test would notice if it were not written: memory of which nobody knows what it held may hold null, too.
    pub(super) is_shown: bool,
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
                let is_shown = *value != Datum::Null || is_known(member);
                all.push(Written { object, member, is_shown });
            }
        }
    }
    let mut unknown = BTreeSet::new();
    call.arguments.iter().for_each(|argument| unwritten(argument, &mut unknown));
    let mut all = Vec::new();
    if let Some(Datum::Pointer(target) | Datum::Labelled { target, .. }) = &call.result
        && let Datum::Struct(_) = **target
    {
        add("the result", "", target, &|_| false, &mut all);
    }
    for (place, value) in &call.changes {
        let (object, member) = ends_of(place);
        add(object, member, value, &|member| !unknown.contains(member), &mut all);
    }
    all
}

/// The members that nobody has written.
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
