//! Functions whose results differ from run to run. In a suite, the program calls a function of the suite
//! instead, which returns what the test has recorded. The framework's own calls, and those of the C library,
//! are not touched.

use super::{Framework, own};
use crate::testcase::{Input, InputKind, Recorded, TestCase};
use crate::util::template::fill;
use std::collections::BTreeSet;

/// A function that a suite can replace.
struct Source {
    name: &'static str,
    result: &'static str,
    parameter: &'static str,
    /// The argument that is passed on.
    argument: &'static str,
    header: &'static str,
}

const fn source(name: &'static str, result: &'static str, header: &'static str) -> Source {
    Source { name, result, parameter: "void", argument: "", header }
}

const SOURCES: [Source; 14] = [
    source("clock", "clock_t", "time.h"),
    source("drand48", "double", "stdlib.h"),
    source("getegid", "gid_t", "unistd.h"),
    source("geteuid", "uid_t", "unistd.h"),
    source("getgid", "gid_t", "unistd.h"),
    source("getpid", "pid_t", "unistd.h"),
    source("getppid", "pid_t", "unistd.h"),
    source("getuid", "uid_t", "unistd.h"),
    source("lrand48", "long", "stdlib.h"),
    source("mrand48", "long", "stdlib.h"),
    source("rand", "int", "stdlib.h"),
    Source {
        name: "rand_r",
        result: "int",
        parameter: "unsigned int *seed",
        argument: "seed",
        header: "stdlib.h",
    },
    source("random", "long", "stdlib.h"),
    Source { name: "time", result: "time_t", parameter: "time_t *to", argument: "to", header: "time.h" },
];

/// The name of the inputs that are random bytes.
const RANDOM: &str = "random";

fn known(name: &str) -> Option<&'static Source> {
    SOURCES.iter().find(|source| source.name == name)
}

/// Why a suite cannot play back what a test has recorded.
pub(super) fn obstacle(test: &TestCase) -> Option<String> {
    let recorded = test.recorded.as_deref();
    let unknown = recorded.unwrap_or_default().iter().find(|recorded| known(&recorded.function).is_none());
    if let Some(unknown) = unknown {
        return Some(format!("it asks `{}`, which no suite stands for", unknown.function));
    }
    // A native run answers with random bytes from the inputs, so that a test may be confirmed without anything
    // recorded.
    let is_random = |input: &Input| input.name == RANDOM && input.kind == InputKind::Bytes;
    let asks = recorded.is_some_and(<[Recorded]>::is_empty) || test.inputs.iter().any(is_random);
    asks.then(|| "it asks for random bytes, which no suite stands for".to_owned())
}

/// The functions of the C library that suites of these tests replace.
pub(super) fn functions(tests: &[TestCase]) -> BTreeSet<&'static str> {
    let played = tests.iter().filter(|test| obstacle(test).is_none());
    let recorded = played.flat_map(|test| test.recorded.as_deref().unwrap_or_default());
    recorded.filter_map(|recorded| known(&recorded.function)).map(|source| source.name).collect()
}

/// The headers that declare them.
pub(super) fn headers(functions: &BTreeSet<&'static str>) -> BTreeSet<&'static str> {
    let headers = functions.iter().filter_map(|name| known(name)).map(|source| source.header);
    headers.chain((!functions.is_empty()).then_some("string.h")).collect()
}

/// The functions of the suite that replace them.
pub(super) fn stubs(framework: Framework, functions: &BTreeSet<&'static str>) -> String {
    if functions.is_empty() {
        return String::new();
    }
    let mut text = own::template_of_scripts(include_str!("text/scripted_all.c"));
    for Source { name, result, parameter, argument, .. } in functions.iter().filter_map(|name| known(name)) {
        let linkage = if framework == Framework::Gtest { "extern \"C\" " } else { "" };
        let store = if *argument == "to" { "    if (to != NULL)\n        *to = value;\n" } else { "" };
        let values = [
            ("LINKAGE", linkage),
            ("RESULT", result),
            ("NAME", name),
            ("PARAMETER", parameter),
            ("ARGUMENT", argument),
            ("STORE", store),
        ];
        text += &fill(&own::template_of_scripts(include_str!("text/scripted.c")), &values);
    }
    text
}

/// What stands before and behind the statements of a test.
pub(super) fn around(test: &TestCase) -> (String, &'static str) {
    let Some(recorded) = test.recorded.as_deref().filter(|recorded| !recorded.is_empty()) else {
        return (String::new(), "");
    };
    let number = |recorded: &Recorded| format!("{}ULL /* {} */", recorded.result, recorded.function);
    let numbers: Vec<String> = recorded.iter().map(number).collect();
    let values = [("NUMBERS", &*numbers.join(",\n        ")), ("COUNT", &recorded.len().to_string())];
    let before = fill(&own::template_of_scripts(include_str!("text/scripted_numbers.c")), &values);
    (before, "    \u{1}script_length = 0;\n")
}
