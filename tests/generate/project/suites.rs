//! What the suite of a file contains beside calls that return: calls that end the program, and inputs that
//! cause errors.

use super::*;

const ENDS: &str = r#"#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const int table[3] = {1, 2, 3};

void leave(int code) {
    if (code == 2)
        exit(code + 1);
}

int at(unsigned n) {
    if (n > 3)
        return 0;
    return table[n];
}

int twice(int n) {
    return n > 4 ? 2 : n;
}

int main(int argc, char **argv) {
    if (argc < 2)
        return 2;
    if (strcmp(argv[1], "go") != 0)
        exit(4);
    printf("no end of line");
    return 0;
}
"#;

/// Runs `make` in the folder of the suites, which builds and runs them.
fn make(project: &Project, args: &[&str]) -> (i32, String) {
    let tests = project.path("tests");
    said(&Command::new("make").arg("-C").arg(tests).args(args).output().expect("make starts"))
}

#[test]
fn calls_that_end_the_program_are_tests_and_bugs_stay_apart() {
    let project = Project::new();
    project.write("src/ends.c", ENDS);
    let found = project.run(&["src/ends.c", "--emit", "c,gtest", "--time", "1m"]);
    check(&found, 10, &["tests/test_ends.c", "tests/test_ends_gtest.cc"]);
    let suite = project.read("tests/test_ends.c");
    for words in [
        "status_of(child) == 3",
        "run_driver(harness_main, inputs) == 4",
        "driver_printed(\"program_main :=> 2\")",
        "#ifdef SYMIR_BUGS",
        "!driver_errs(harness_at, inputs)",
        "make -C ends c BUGS=1",
    ] {
        assert!(suite.contains(words), "no `{words}` in:\n{suite}");
    }
    assert!(!suite.contains("harness_twice"), "{suite}");
    // Without `BUGS=1` nothing fails, and with it only the tests of bugs fail.
    check(&make(&project, &[]), 0, &["leave", "returns_2"]);
    let bugs = make(&project, &["BUGS=1", "ends"]);
    check(&bugs, 2, &["harness_at"]);
    let failed: Vec<&str> = bugs.1.lines().filter(|line| line.starts_with("not ok")).collect();
    assert!(!failed.is_empty() && failed.iter().all(|line| line.contains("at_")), "{failed:?}");
}

#[test]
fn a_file_that_is_not_there_leaves_no_report() {
    let project = Project::new();
    let found = project.run(&["src/none.c"]);
    check(&found, 2, &["src/none.c: there is no such file"]);
    assert_eq!(found.1.lines().count(), 1, "{}", found.1);
    assert!(!project.path("tests/report.json").exists());
    let found = project.run(&["src/none.c", "src/util.c", "-f", "halve", "--", "-I", "include"]);
    check(&found, 0, &["src/none.c: there is no such file", "tests/test_util.c"]);
}

const STREAM_H: &str = r#"struct stream {
    int result;
    size_t room;
    int (*keep)(int);
    void *(*grow)(void *, size_t);
};

#define ALONE 1
#ifndef ALONE
int stream_ask(const struct stream *stream);
#endif
void stream_begin(struct stream *stream);
void stream_grows(struct stream *stream, void *(*grow)(void *, size_t));
"#;

const STREAM: &str = r#"#include <stdlib.h>
#include "stream.h"

void stream_begin(struct stream *stream) {
    if (stream != NULL)
        stream->result = 3;
}

void stream_grows(struct stream *stream, void *(*grow)(void *, size_t)) {
    if (stream != NULL)
        stream->grow = grow;
}

int stream_ask(const struct stream *stream) {
    if (stream == NULL)
        return -1;
    if (stream->keep != NULL && stream->keep(4) == 5)
        return 1;
    return 0;
}
"#;

#[test]
fn members_that_point_to_functions_and_headers_that_rely_on_others() {
    let project = Project::new();
    project.write("src/stream.h", STREAM_H);
    project.write("src/stream.c", STREAM);
    let found = project.run(&["src/stream.c", "--time", "1m"]);
    check(&found, 0, &["tests/test_stream.c", "10 of 10 branches"]);
    let suite = project.read("tests/test_stream.c");
    for words in ["#include <stdlib.h>\n#include \"stream.h\"", "caller_realloc", "int stream_ask("] {
        assert!(suite.contains(words), "no `{words}` in:\n{suite}");
    }
    // Even if there is nothing to compare, a call has a test that it returns.
    assert!(suite.contains("stream_begin(NULL);") && !suite.contains("left out"), "{suite}");
    check(&make(&project, &["WARNINGS=-Wall -Wextra -Werror"]), 0, &["stream_ask"]);
}

const INLINE_H: &str = r#"#ifndef SQUARE_H
#define SQUARE_H
inline int square(int n) {
    return n > 3 ? n * n : 0;
}
int outside(int n);
#endif
"#;

#[test]
fn inline_functions_that_no_file_defines_are_no_mocks() {
    let project = Project::new();
    project.write("src/square.h", INLINE_H);
    let source = "#include \"square.h\"\nint area(int n) {\n    return square(n) > 20 ? 1 : outside(2);\n}\n";
    project.write("src/area.c", source);
    // Both files have an inline definition, and one of them is used.
    project.write(
        "src/outside.c",
        "#include \"square.h\"\nint outside(int n) {\n    return square(n) + 1;\n}\n",
    );
    let found = project.run(&["src/area.c", "src/outside.c", "--time", "1m"]);
    check(&found, 0, &["tests/test_area.c", "tests/test_outside.c", "2 of 2 branches"]);
    assert!(!found.1.contains("defines them"), "{}", found.1);
    let harness = project.read("tests/area/harness/area.c");
    assert!(harness.contains("#include \"area_inline.c\""), "{harness}");
    check(&make(&project, &["WARNINGS=-Wall -Wextra -Werror"]), 0, &["area", "outside"]);
    // The definition of a file takes precedence over the inline one.
    project.write("src/square.c", "#include \"square.h\"\nextern int square(int n);\n");
    check(&project.run(&["src/area.c", "src/square.c", "--time", "1m"]), 0, &["tests/test_area.c"]);
    check(&make(&project, &["WARNINGS=-Wall -Wextra -Werror"]), 0, &["area"]);
}

#[test]
fn a_suite_links_although_none_of_its_tests_plays_a_mock() {
    let project = Project::new();
    project.write(
        "src/half.c",
        "int reading(int channel);\nint half(int n) {\n    return n > 3 ? n / 2 : 0;\n}\n\
         int scaled(int channel) {\n    return half(reading(channel));\n}\n",
    );
    check(&project.run(&["src/half.c", "-f", "half"]), 0, &["tests/test_half.c"]);
    let make = Command::new("make").arg("-C").arg(project.path("tests")).output().expect("make starts");
    check(&said(&make), 0, &["ok 1 - half"]);
}
