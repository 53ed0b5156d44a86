//! Chooses which of the tests whose objects were made by calls go into a suite.

use super::MOST_CALLS;
use crate::emit::choose::{Counts, kind, shown};
use crate::explain;
use crate::testcase::{Datum, TestCase};
use regex::{Captures, Regex};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

/// The words that inputs which choose calls add to the name of a test.
static CHOICE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"_(calls|call|made_by|taken)(_(minus_)?(zero|[0-9]+|true|false))")
        .expect("invariant: the pattern is regular")
});

/// How many calls build the objects of a test, and how many inputs it has.
pub fn length(test: &TestCase) -> (usize, usize) {
    let building = test.calls.iter().filter_map(|call| call.arrangement.building.as_deref());
    (building.map(|building| building.calls.len()).sum(), test.inputs.len())
}

/// Keeps a few of the tests that take the same way through the call under test, on the same borders of
/// comparisons, and end alike: the one that writes most that is visible, with the fewest calls before it; the
/// one with the most calls, if they leave the object in another state; those with one call less and one call
/// more where that changes the result; and those that write something else that is visible. Names do not say how calls were chosen, because the tests show it themselves.
pub fn shortest(tests: Vec<TestCase>) -> Vec<TestCase> {
    let mut ways: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    let mut is_kept = vec![true; tests.len()];
    let mut counts = Counts::default();
    for (at, test) in tests.iter().enumerate().filter(|(_, test)| test.is_by_calls()) {
        let results: Vec<_> = test.calls.iter().map(|call| call.result.as_ref().and_then(kind)).collect();
        counts.add(test, results.last().cloned().flatten(), at);
        let borders: Vec<u32> = test.covers.borders().collect();
        let way = format!(
            "{:?}{:?}{:?}{borders:?}{results:?}",
            test.outcome, test.covers.lines, test.covers.branches
        );
        ways.entry(way).or_default().push(at);
        is_kept[at] = false;
    }
    for of_way in ways.values() {
        let first = of_way.iter().min_by_key(|at| {
            let test = &tests[**at];
            (test.needs_driver(), Reverse(shown(test).len()), length(test))
        });
        let Some(first) = first else { continue };
        is_kept[*first] = true;
        let state = state(&tests[*first]);
        // After very many calls, nobody sees which state they lead to.
        let others = of_way.iter().filter(|at| length(&tests[**at]).0 <= MOST_CALLS as usize);
        let others = others.filter(|at| self::state(&tests[**at]) != state && !tests[**at].needs_driver());
        if let Some(last) = others.max_by_key(|at| length(&tests[**at])) {
            is_kept[*last] = true;
        }
        let kept = of_way.iter().filter(|at| is_kept[**at]);
        let mut all_shown: BTreeSet<_> = kept.flat_map(|at| shown(&tests[*at])).collect();
        for at in of_way.iter().filter(|at| !tests[**at].needs_driver()) {
            let more = shown(&tests[*at]);
            if !more.is_subset(&all_shown) {
                is_kept[*at] = true;
                all_shown.extend(more);
            }
        }
    }
    counts.on_borders().into_iter().for_each(|at| is_kept[at] = true);
    for at in 1..tests.len() {
        // Needless calls have been left out, which may have been all that was different.
        let is_like = |other: usize| {
            is_kept[other]
                && tests[other].calls == tests[at].calls
                && tests[other].outcome == tests[at].outcome
        };
        is_kept[at] &= !(tests[at].is_by_calls() && (0..at).any(is_like));
    }
    let kept = tests.into_iter().zip(is_kept).filter(|(_, is_kept)| *is_kept);
    kept.map(|(mut test, _)| {
        if test.is_by_calls() {
            test.name = without_choices(&test.name, test.calls.last().map_or("", |call| &call.function));
        }
        test
    })
    .collect()
}

/// What is passed to the call under test, without texts and without the numbers that were passed to the calls
/// before it, because it does not matter which numbers these are.
fn state(test: &TestCase) -> Vec<Datum> {
    fn blank(value: &mut Datum, passed: &[Datum]) {
        match value {
            Datum::Text { .. } => *value = Datum::Void,
            Datum::Integer(_) | Datum::Character(_) | Datum::Float(_) if passed.contains(value) => {
                *value = Datum::Void
            }
            Datum::Pointer(target) | Datum::Labelled { target, .. } => blank(target, passed),
            Datum::Array(elements) => elements.iter_mut().for_each(|element| blank(element, passed)),
            Datum::Struct(members) => members.iter_mut().for_each(|(_, value)| blank(value, passed)),
            _ => {}
        }
    }
    let Some(call) = test.calls.last() else { return Vec::new() };
    let building = call.arrangement.building.iter().flat_map(|building| &building.calls);
    let passed: Vec<Datum> = building.flat_map(|call| call.arguments.clone()).collect();
    let mut given = call.arguments.clone();
    given.extend(call.given.iter().map(|(_, value)| value.clone()));
    given.iter_mut().for_each(|value| blank(value, &passed));
    given
}

/// The name of a test without the words that inputs which choose calls add to it. The name of the function,
/// and the words for a call that fails, may have the same words and keep them.
fn without_choices(name: &str, function: &str) -> String {
    let (function, facts) = name.split_at_checked(explain::word(function).len()).unwrap_or((name, ""));
    let kept = CHOICE.replace_all(facts, |found: &Captures<'_>| {
        let before = &facts[..found.get_match().start()];
        if before.ends_with("_fails_at") { found[0].to_owned() } else { String::new() }
    });
    format!("{function}{kept}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_choices_leave_a_name() {
        for (function, name, kept) in [
            ("set_calls", "set_calls_calls_2_call_zero_n_3", "set_calls_n_3"),
            ("push", "push_malloc_fails_at_call_2_made_by_1", "push_malloc_fails_at_call_2"),
            ("push", "push", "push"),
        ] {
            assert_eq!(without_choices(name, function), kept);
        }
    }
}
