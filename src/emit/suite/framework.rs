//! The test frameworks: how each says what must hold, what a test is, and how tests are run.

use super::own::{self, OWN};
use super::statements::{ByHand, Check};
use crate::util::template::fill;

/// A framework for unit tests in C.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Framework {
    /// `assert` of the standard library.
    Plain,
    Unity,
    Cmocka,
    Check,
    Gtest,
}

// A framework that is not in the list would have no makefile.
const _: () = assert!(Framework::ALL.len() == Framework::Gtest as usize + 1);

impl Framework {
    /// Every framework.
    pub const ALL: [Framework; 5] =
        [Framework::Plain, Framework::Unity, Framework::Cmocka, Framework::Check, Framework::Gtest];

    /// Its name in file names and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Framework::Plain => "c",
            Framework::Unity => "unity",
            Framework::Cmocka => "cmocka",
            Framework::Check => "check",
            Framework::Gtest => "gtest",
        }
    }

    /// The name in running text.
    pub const fn title(self) -> &'static str {
        match self {
            Framework::Plain => "plain C",
            Framework::Unity => "Unity",
            Framework::Cmocka => "CMocka",
            Framework::Check => "Check",
            Framework::Gtest => "GoogleTest",
        }
    }

    /// The name of the file.
    pub fn file(self) -> String {
        format!("test_{}.{}", self.name(), if self == Framework::Gtest { "cc" } else { "c" })
    }

    /// The name of the file with the tests of `subject`.
    pub fn file_of(self, subject: &str) -> String {
        match self {
            Framework::Plain => format!("test_{subject}.c"),
            Framework::Gtest => format!("test_{subject}_gtest.cc"),
            other => format!("test_{subject}_{}.c", other.name()),
        }
    }

    /// Further arguments for the compiler of the suite; `$(UNITY)` is the folder of Unity.
    pub const fn libraries(self) -> &'static str {
        match self {
            Framework::Plain => "",
            Framework::Unity => " -I$(UNITY) $(UNITY)/unity.c",
            Framework::Cmocka => " -lcmocka",
            Framework::Check => " -lcheck -lsubunit -lrt -lm -pthread",
            Framework::Gtest => " -lgtest -pthread",
        }
    }

    /// The headers, in the order in which they must come.
    pub const fn headers(self) -> &'static [&'static str] {
        match self {
            Framework::Plain => &["assert.h"],
            Framework::Unity => &["unity.h"],
            Framework::Cmocka => &["stdarg.h", "stddef.h", "setjmp.h", "stdint.h", "cmocka.h"],
            Framework::Check => &["check.h"],
            Framework::Gtest => &["gtest/gtest.h"],
        }
    }

    /// A check as lines of a test, which are indented.
    pub fn lines(self, indent: &str, check: &Check, by_hand: ByHand) -> String {
        let statement = self.check(check, by_hand).replace('\n', &format!("\n{indent}"));
        format!("{indent}{statement}\n")
    }

    /// A check as a statement, which may be several lines.
    fn check(self, check: &Check, by_hand: ByHand) -> String {
        match check {
            Check::Integer { value, expected, signed } => match self {
                Framework::Plain => format!("assert({value} == {expected});"),
                Framework::Unity if *signed => format!("TEST_ASSERT_EQUAL_INT64({expected}, {value});"),
                Framework::Unity => format!("TEST_ASSERT_EQUAL_UINT64({expected}, {value});"),
                Framework::Cmocka => format!("assert_int_equal({value}, {expected});"),
                Framework::Check if *signed => format!("ck_assert_int_eq({value}, {expected});"),
                Framework::Check => format!("ck_assert_uint_eq({value}, {expected});"),
                // In a template, the constant is only an int. Compilers warn if an unsigned number is
                // compared with it.
                Framework::Gtest if !*signed && expected.bytes().all(|c| c.is_ascii_digit()) => {
                    format!("EXPECT_EQ({value}, {expected}U);")
                }
                Framework::Gtest => format!("EXPECT_EQ({value}, {expected});"),
            },
            Check::Given(statement) => format!("{statement};"),
            Check::Each { index, from, to, checks } => {
                let body: String = checks.iter().map(|check| self.lines("    ", check, by_hand)).collect();
                let head = format!("for (int {index} = {from}; {index} < {to}; {index}++)");
                match body.lines().count() {
                    1 => format!("{head}\n{}", body.trim_end()),
                    _ => format!("{head} {{\n{body}}}"),
                }
            }
            Check::True(condition) => match self {
                Framework::Plain => format!("assert({condition});"),
                Framework::Unity => format!("TEST_ASSERT_TRUE({condition});"),
                Framework::Cmocka => format!("assert_true({condition});"),
                Framework::Check => format!("ck_assert({condition});"),
                Framework::Gtest => format!("EXPECT_TRUE({condition});"),
            },
            Check::Null(pointer) => match self {
                Framework::Plain => format!("assert({pointer} == NULL);"),
                Framework::Unity => format!("TEST_ASSERT_NULL({pointer});"),
                Framework::Cmocka => format!("assert_null({pointer});"),
                Framework::Check => format!("ck_assert_ptr_eq({pointer}, NULL);"),
                Framework::Gtest => format!("EXPECT_EQ({pointer}, nullptr);"),
            },
            // The statements behind this check would follow the pointer.
            Check::NotNull(pointer) => match self {
                Framework::Plain => format!("assert({pointer} != NULL);"),
                Framework::Unity => format!("TEST_ASSERT_NOT_NULL({pointer});"),
                Framework::Cmocka => format!("assert_non_null({pointer});"),
                Framework::Check => format!("ck_assert_ptr_ne({pointer}, NULL);"),
                Framework::Gtest => format!("ASSERT_NE({pointer}, nullptr);"),
            },
            Check::Same { pointer, expected } => match self {
                Framework::Plain => format!("assert({pointer} == {expected});"),
                Framework::Unity => format!("TEST_ASSERT_EQUAL_PTR({expected}, {pointer});"),
                Framework::Cmocka => format!("assert_ptr_equal({pointer}, {expected});"),
                Framework::Check => format!("ck_assert_ptr_eq({pointer}, {expected});"),
                Framework::Gtest => format!("EXPECT_EQ({pointer}, {expected});"),
            },
            Check::Memory { at, expected, is_text: true, .. } if !by_hand.texts => match self {
                Framework::Plain => format!("assert(strcmp({at}, {expected}) == 0);"),
                Framework::Unity => format!("TEST_ASSERT_EQUAL_STRING({expected}, {at});"),
                Framework::Cmocka => format!("assert_string_equal({at}, {expected});"),
                Framework::Check => format!("ck_assert_str_eq({at}, {expected});"),
                Framework::Gtest => format!("EXPECT_STREQ({at}, {expected});"),
            },
            Check::Memory { at, expected, size, .. } => match self {
                Framework::Unity if !by_hand.memory => {
                    format!("TEST_ASSERT_EQUAL_MEMORY({expected}, {at}, {size});")
                }
                Framework::Cmocka if !by_hand.memory => {
                    format!("assert_memory_equal({at}, {expected}, {size});")
                }
                Framework::Check if !by_hand.memory => format!("ck_assert_mem_eq({at}, {expected}, {size});"),
                _ => self.check(&Check::True(format!("{OWN}same_bytes({at}, {expected}, {size})")), by_hand),
            },
        }
    }

    /// Whether the framework itself compares memory.
    pub const fn compares_memory(self) -> bool {
        matches!(self, Framework::Unity | Framework::Cmocka | Framework::Check)
    }

    /// A test with this body, which is indented and ends in a line end.
    pub fn test(self, name: &str, body: &str) -> String {
        match self {
            Framework::Plain => format!("static void {OWN}test_{name}(void) {{\n{body}}}\n"),
            Framework::Unity => format!("static void {OWN}test_{name}(void) {{\n{body}}}\n"),
            Framework::Cmocka => {
                format!(
                    "static void {OWN}test_{name}(void **{OWN}state) {{\n    (void){OWN}state;\n{body}}}\n"
                )
            }
            Framework::Check => format!("START_TEST({OWN}test_{name}) {{\n{body}}}\nEND_TEST\n"),
            Framework::Gtest => format!("TEST(generated, {name}) {{\n{body}}}\n"),
        }
    }

    /// The end of a suite: runs the tests, then those of bugs.
    pub fn runner(self, subject: &str, tests: &[String], bugs: &[String]) -> String {
        let group = |line: &dyn Fn(&str) -> String| {
            let mut text: String = tests.iter().map(|name| line(name)).collect();
            if !bugs.is_empty() {
                text += "#ifdef SYMIR_BUGS\n";
                bugs.iter().for_each(|name| text += &line(name));
                text += "#endif\n";
            }
            text
        };
        let lines = group(&|name| match self {
            Framework::Plain => format!("    {{\"{name}\", {OWN}test_{name}}},\n"),
            Framework::Unity => format!("    RUN_TEST({OWN}test_{name});\n"),
            Framework::Cmocka => format!("        cmocka_unit_test({OWN}test_{name}),\n"),
            Framework::Check => format!("    tcase_add_test(cases, {OWN}test_{name});\n"),
            Framework::Gtest => String::new(),
        });
        let template = match self {
            Framework::Plain => include_str!("text/plain.c"),
            Framework::Unity => include_str!("text/unity.c"),
            // An array needs an element, also if only bugs have tests.
            Framework::Cmocka if tests.is_empty() && bugs.is_empty() => include_str!("text/nothing.c"),
            Framework::Cmocka if tests.is_empty() => include_str!("text/cmocka_bugs.c"),
            Framework::Cmocka => include_str!("text/cmocka.c"),
            Framework::Check => include_str!("text/check.c"),
            Framework::Gtest => include_str!("text/gtest.cc"),
        };
        fill(&own::template(template), &[("TESTS", &lines), ("SUBJECT", subject)])
    }
}
