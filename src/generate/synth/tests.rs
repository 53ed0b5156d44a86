//! Which of the tests whose objects were made by calls a suite has.

use crate::testcase::{CALL_CHOICES, Datum, TestCall, TestCase};
use regex::Regex;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// What the inputs that choose calls give to the name of a test.
static CHOICE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"_(calls|call|made_by)(_(minus_)?(zero|[0-9]+))?").expect("invariant: the pattern is regular")
});

/// Of tests that take the same way through the call under test and end alike, the first and the last: with the fewest calls
/// before it, and with the most, which leave the object in another state. Names say nothing of how calls were chosen, which the
/// tests show themselves.
pub fn shortest(tests: Vec<TestCase>) -> Vec<TestCase> {
    let mut known: BTreeMap<String, usize> = BTreeMap::new();
    let mut kept: Vec<TestCase> = Vec::new();
    for mut test in tests {
        if !test.inputs.iter().any(|input| CALL_CHOICES.contains(&&*input.name)) {
            kept.push(test);
            continue;
        }
        test.name = CHOICE.replace_all(&test.name, "").into_owned();
        let results: Vec<i8> = test.calls.iter().map(kind).collect();
        let way = format!("{:?}{:?}{:?}{results:?}", test.outcome, test.covers.lines, test.covers.branches);
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

/// Which kind of result a call gives.
fn kind(call: &TestCall) -> i8 {
    match &call.result {
        None => -3,
        Some(Datum::Null) => -2,
        Some(Datum::Integer(value)) => value.signum() as i8,
        Some(_) => 2,
    }
}
