//! What the tests of a suite know about a mock: whether any of them needs it, and which of its arguments are
//! objects of the tests.

use crate::emit::facts::Facts;
use crate::testcase::{Datum, TestCall, TestCase};

/// Whether a test calls a mock, or has its address in an object. A mock that is written in a source of its
/// own is always needed, because it stands for a function that the program calls and that is defined nowhere.
pub fn is_needed(facts: &Facts, name: &str, tests: &[TestCase]) -> bool {
    let Some(prototype) = facts.functions.get(name) else { return false };
    let file = facts.folder.join(&prototype.file);
    let is_it = |source: &std::path::PathBuf| {
        *source == file
            || source
                .canonicalize()
                .ok()
                .is_some_and(|source| file.canonicalize().is_ok_and(|it| it == source))
    };
    if facts.sources.iter().any(is_it) {
        return true;
    }
    let address = format!("&{name}");
    tests.iter().flat_map(|test| &test.calls).any(|call| {
        call.script.iter().any(|mocked| mocked.function == name)
            || std::iter::once(call).chain(&call.script).any(|call| has(call, &address))
    })
}

fn has(call: &TestCall, address: &str) -> bool {
    let arrangement = &call.arrangement;
    let held = arrangement.objects.iter().flat_map(|thing| thing.before.iter().chain(&thing.after));
    let given = arrangement.arguments.iter().chain(&arrangement.result);
    arrangement.building.is_some() || held.chain(given).any(|datum| mentions(datum, address))
}

fn mentions(datum: &Datum, address: &str) -> bool {
    datum.any(&|part| match part {
        Datum::Name(name) => name == address,
        Datum::Pointer(target) | Datum::Labelled { target, .. } => mentions(target, address),
        _ => false,
    })
}

/// Whether each call of a mock gets, as this argument, null or an object of the test that is as the test made
/// it, and some call gets such an object. Comparing the pointer says more than comparing the contents of the
/// object. If the type is not known (`is_opaque`), nothing can be said of its contents, whoever changed them.
pub fn is_given(name: &str, (at, is_opaque): (usize, bool), tests: &[TestCase]) -> bool {
    let calls = || tests.iter().flat_map(|test| &test.calls);
    let all = || calls().flat_map(|outer| outer.script.iter().map(move |call| (outer, call)));
    let mut own = all().filter(|(_, call)| call.function == name).peekable();
    let is_null = |call: &TestCall| call.arrangement.arguments.get(at) == Some(&Datum::Null);
    let is_some = all().any(|(_, call)| call.function == name && !is_null(call));
    let is_own = |outer, call| is_own(outer, call, (at, is_opaque));
    own.peek().is_some() && is_some && own.all(|(outer, call)| is_null(call) || is_own(outer, call))
}

fn is_own(outer: &TestCall, call: &TestCall, (at, is_opaque): (usize, bool)) -> bool {
    let Some(Datum::At { object, offset: 0 }) = call.arrangement.arguments.get(at) else { return false };
    let own = call.arrangement.outer.get(*object as usize).copied().flatten();
    let known = own.and_then(|at| outer.arrangement.objects.get(at as usize));
    if outer.arrangement.building.is_some() {
        return false;
    }
    let is_plain = known.is_some_and(|known| known.count == 1 && known.ty.is_some());
    known.is_some() && is_opaque || is_plain && call.passes_unchanged(*object, outer)
}
