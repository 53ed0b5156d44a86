//! Tests of calls that end the program: each runs in a process of its own, whose exit status the test compares.

use super::call::Direct;
use super::own::{self, OWN};
use crate::testcase::{Datum, Outcome, TestCall, TestCase};

/// The exit status with which the last call of a test ends the program, if it does so itself.
pub(super) fn status(test: &TestCase, at: usize) -> Option<i32> {
    let Outcome::Exited(status) = &test.outcome else { return None };
    let call = test.calls.get(at).filter(|_| at + 1 == test.calls.len())?;
    (call.result.is_none() && !call.ends_in_mock()).then_some(status & 0xff)
}

/// Whether a call can be made in a process of its own: neither mocks nor files are looked at from outside.
pub(super) fn is_possible(call: &TestCall) -> bool {
    call.script.is_empty() && call.arrangement.files.is_empty()
}

/// The same call with objects that are still there when the program ends, whatever they hold by then.
pub(super) fn with_objects(mut call: TestCall) -> TestCall {
    for thing in call.arrangement.objects.iter_mut().filter(|thing| thing.before.is_some()) {
        thing.after = Some(Datum::Uninitialised);
    }
    call
}

/// The statements of a call in a process of its own. `statement` writes one with an indentation.
pub(super) fn block(
    call: &Direct,
    (begin, errno): (&[String], Option<String>),
    indent: &str,
    statement: impl Fn(&str, &str) -> String,
) -> String {
    let inner = format!("{indent}    ");
    let mut text = statement(indent, &format!("const pid_t {OWN}child = {OWN}begin_child()"));
    text += &format!("{indent}if ({OWN}child == 0) {{\n");
    call.declarations.iter().for_each(|line| text += &statement(&inner, line));
    if !call.declarations.is_empty() && !call.setup.is_empty() {
        text.push('\n');
    }
    call.setup.iter().chain(begin).for_each(|line| text += &statement(&inner, line));
    if !call.declarations.is_empty() || !call.setup.is_empty() || !begin.is_empty() {
        text.push('\n');
    }
    text += &errno.map_or(String::new(), |number| statement(&inner, &format!("errno = {number}")));
    text += &statement(&inner, &call.call);
    text += &statement(&inner, &format!("{OWN}end_child()"));
    text + indent + "}\n"
}

/// What the suite defines before its tests.
pub(super) fn text(written: &str) -> String {
    if is_used(written) { own::template(include_str!("text/child.c")) } else { String::new() }
}

fn is_used(written: &str) -> bool {
    written.contains(&format!("{OWN}begin_child()"))
}

/// The headers that it needs.
pub(super) fn headers(written: &str) -> impl Iterator<Item = &'static str> {
    let headers = ["signal.h", "stdio.h", "stdlib.h", "sys/types.h", "sys/wait.h", "unistd.h"];
    let is_used = is_used(written);
    headers.into_iter().filter(move |_| is_used)
}
