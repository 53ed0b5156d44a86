//! Which of the tests whose objects were made by calls a suite has.

use crate::explain;
use crate::testcase::{CALL_CHOICES, Datum, TestCall, TestCase};
use regex::{Captures, Regex};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// What the inputs that choose calls give to the name of a test.
static CHOICE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"_(calls|call|made_by)(_(minus_)?(zero|[0-9]+))").expect("invariant: the pattern is regular")
});

/// Whether calls may have made the objects of a test.
pub fn is_by_calls(test: &TestCase) -> bool {
    test.inputs.iter().any(|input| CALL_CHOICES.contains(&&*input.name))
}

/// Of tests that take the same way through the call under test, on the same borders of comparisons, and end alike, the first and the last: with the fewest calls
/// before it, and with the most, which leave the object in another state. Names say nothing of how calls were chosen, which the
/// tests show themselves.
pub fn shortest(tests: Vec<TestCase>) -> Vec<TestCase> {
    let mut known: BTreeMap<String, usize> = BTreeMap::new();
    let mut kept: Vec<TestCase> = Vec::new();
    for mut test in tests {
        if !is_by_calls(&test) {
            kept.push(test);
            continue;
        }
        test.name = without_choices(&test.name, test.calls.last().map_or("", |call| &call.function));
        let results: Vec<i8> = test.calls.iter().map(kind).collect();
        let borders: Vec<u32> = test.covers.borders().collect();
        let way = format!(
            "{:?}{:?}{:?}{borders:?}{results:?}",
            test.outcome, test.covers.lines, test.covers.branches
        );
        match known.get(&way) {
            None => {
                known.insert(way.clone(), kept.len());
                kept.push(test);
            }
            Some(first) if kept[*first].inputs.len() == test.inputs.len() => {}
            Some(_) => match known.get(&format!("{way} last")) {
                Some(last) => kept[*last] = test,
                None => {
                    known.insert(format!("{way} last"), kept.len());
                    kept.push(test);
                }
            },
        }
    }
    kept
}

/// The name of a test without what the inputs that choose calls give to it. The name of the function, and that of a call
/// that fails, may have the same words.
fn without_choices(name: &str, function: &str) -> String {
    let (function, facts) = name.split_at_checked(explain::word(function).len()).unwrap_or((name, ""));
    let kept = CHOICE.replace_all(facts, |found: &Captures<'_>| {
        let before = &facts[..found.get_match().start()];
        if before.ends_with("_fails_at") { found[0].to_owned() } else { String::new() }
    });
    format!("{function}{kept}")
}

/// Which kind of result a call gives.
fn kind(call: &TestCall) -> i8 {
    match &call.result {
        None => -3,
        Some(Datum::Null) => -2,
        Some(Datum::Integer(value)) => value.signum() as i8,
        Some(_) => 2,
    }
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
