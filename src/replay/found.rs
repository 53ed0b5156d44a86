//! Errors that a native run meets after the point at which its path was given up: bugs found natively.

use super::sanitizer::Finding;
use super::wire::Answer;
use crate::ir::Program;
use crate::testcase::{Bug, BugKind, Outcome, Site, TestCase};
use regex::Regex;
use std::sync::LazyLock;

/// What glibc and `inputs.c` print when an assertion fails.
static ASSERTION: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?m)([^\s:]+):(\d+): (?:.*: )?Assertion `(.*)' failed\.$").expect("a pattern")
});

/// Linux's SIGABRT.
const ABORTED: i32 = 6;

/// The test, which now ends with this error.
pub(super) fn with_bug(test: &TestCase, bug: Bug) -> TestCase {
    let mut test = test.clone();
    test.outcome = Outcome::Bug(bug);
    test.completed = true;
    test.path.clear();
    test
}

/// The failed assertion that ended a run, read from what the run has written.
pub(super) fn failed_assertion(program: &Program, answer: &Answer) -> Option<Bug> {
    if answer.signal() != Some(ABORTED) {
        return None;
    }
    let text = String::from_utf8_lossy(&answer.stderr);
    let hit = ASSERTION.captures_iter(&text).last()?;
    let place = (hit[1].to_owned(), hit[2].parse().ok()?);
    Some(Bug {
        kind: BugKind::AssertionFailed,
        message: format!("`{}` is false", &hit[3]),
        stack: vec![site(program, &place)],
        object: None,
        elements: None,
        depends: Vec::new(),
    })
}

/// The error that a sanitizer has seen, if symir has a kind for it and its place is known.
pub(super) fn seen_bug(program: &Program, findings: &[Finding]) -> Option<Bug> {
    let finding = findings.iter().find(|finding| !finding.stack.is_empty())?;
    Some(Bug {
        kind: *finding.kinds.first()?,
        message: format!("{}, as a native run shows", finding.words),
        stack: finding.stack.iter().map(|frame| site(program, frame)).collect(),
        object: None,
        elements: None,
        depends: Vec::new(),
    })
}

/// The place of a line, with the function that it is in.
fn site(program: &Program, (file, line): &(String, u32)) -> Site {
    let name = |file: &str| file.rsplit('/').next().unwrap_or(file).to_owned();
    let is_there = |at: &usize| {
        let loc = &program.locs[*at];
        loc.line == *line && name(&program.files[loc.file().index()].name) == name(file)
    };
    let known = (0..program.locs.len()).find(is_there);
    let function = known.and_then(|at| {
        let holds = |block: &&crate::ir::Block| (block.first.index()..block.end.index()).contains(&at);
        let block = program.blocks.iter().find(holds)?;
        Some(program.functions[block.function.index()].source_name().into_owned())
    });
    let file =
        known.map_or_else(|| file.clone(), |at| program.files[program.locs[at].file().index()].name.clone());
    Site { function: function.unwrap_or_default(), file, line: *line, column: 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn assertions_are_read_as_glibc_writes_them() {
        let check = |text: &str, expected: Option<(&str, &str, &str)>| {
            let hit = ASSERTION.captures(text);
            let hit = hit.as_ref().map(|hit| (&hit[1], &hit[2], &hit[3]));
            assert_eq!(hit, expected, "{text}");
        };
        check("prog: a/b.c:12: main: Assertion `x > 0' failed.\n", Some(("a/b.c", "12", "x > 0")));
        check("b.c:7: Assertion `f(`'`) == 2' failed.\nmore", Some(("b.c", "7", "f(`'`) == 2")));
        check("Assertion of mine failed.", None);
    }
}
