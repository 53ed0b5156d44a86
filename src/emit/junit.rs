//! JUnit XML of a replay, as build servers read it.

use quick_junit::{NonSuccessKind, Report, TestCaseStatus, TestSuite};
use std::io::{self, Write};
use std::time::Duration;

/// What a native run says of a test.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It did what the test says.
    Passed,
    /// It did something else.
    Failed,
    /// It could not be run, or ended in a way that no test expects, such as by a time limit.
    Error,
    /// It was not run.
    Skipped,
}

/// One test of a replay.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replayed {
    pub name: String,
    /// The group that it belongs to: the tests with the same kind of outcome, such as `parse gives null`.
    pub group: String,
    pub verdict: Verdict,
    /// What differs, or why; empty if all is well.
    pub message: String,
}

/// Writes the tests, which took `time` together, as one suite; tests of one group stand together and have its
/// name for their class.
pub fn write(suite: &str, tests: &[Replayed], time: Duration, out: &mut impl Write) -> io::Result<()> {
    let mut report = Report::new("symir");
    let mut cases = TestSuite::new(suite);
    let mut groups: Vec<(&str, Vec<&Replayed>)> = Vec::new();
    for test in tests {
        match groups.iter_mut().find(|(name, _)| *name == test.group) {
            Some((_, tests)) => tests.push(test),
            None => groups.push((&test.group, vec![test])),
        }
    }
    for test in groups.into_iter().flat_map(|(_, tests)| tests) {
        let mut status = match test.verdict {
            Verdict::Passed => TestCaseStatus::success(),
            Verdict::Failed => TestCaseStatus::non_success(NonSuccessKind::Failure),
            Verdict::Error => TestCaseStatus::non_success(NonSuccessKind::Error),
            Verdict::Skipped => TestCaseStatus::skipped(),
        };
        if !test.message.is_empty() {
            status.set_message(test.message.as_str());
        }
        let mut case = quick_junit::TestCase::new(test.name.as_str(), status);
        case.set_classname(test.group.as_str());
        cases.add_test_case(case);
    }
    cases.set_time(time);
    report.add_test_suite(cases);
    report.serialize(out).map_err(io::Error::other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_are_counted() {
        let test = |name: &str, verdict, message: &str| Replayed {
            name: name.to_owned(),
            group: format!("f gives {}", name.len()),
            verdict,
            message: message.to_owned(),
        };
        let tests = [
            test("one", Verdict::Passed, ""),
            test("two", Verdict::Failed, "returned \"a\" & not \u{1}<b>"),
            test("three", Verdict::Error, "timed out"),
            test("four", Verdict::Skipped, "no native form"),
        ];
        let mut text = Vec::new();
        write("strcpy", &tests, Duration::from_millis(2), &mut text).expect("written");
        let text = String::from_utf8(text).expect("UTF-8");
        for part in [
            "<testsuite name=\"strcpy\" tests=\"4\" skipped=\"1\" errors=\"1\" failures=\"1\" time=\"0.002\"",
            "<testcase name=\"one\" classname=\"f gives 3\"",
            "returned &quot;a&quot; &amp; not &lt;b&gt;",
            "<error message=\"timed out\"",
            "<skipped message=\"no native form\"",
        ] {
            assert!(text.contains(part), "{part}\n{text}");
        }
        let places = ["one", "two", "three"].map(|name| text.find(&format!("name=\"{name}\"")));
        assert!(places.is_sorted(), "tests of one group stand together: {text}");
        let report = Report::deserialize_from_str(&text).expect("it is read back");
        assert_eq!((report.tests, report.failures, report.errors), (4, 1, 1));
    }
}
