//! Functions of the C library that may fail, and how their documentation says they do. In symbolic execution,
//! native runs and suites, a program calls stand-ins for them in C, which this module writes. Calls of the
//! test framework and of the C library itself are not touched.
//!
//! To add a function, add a row to `faults.txt`.

use super::Framework;
use super::frees;
use super::own::{self, OWN};
use crate::ir::{STAND_IN, StandIns};
use crate::testcase::{Failure, TestCall, TestCase};
use crate::util::template::fill;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::sync::LazyLock;

/// A function that may fail.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fallible {
    pub name: &'static str,
    /// The other names by which programs call it.
    aliases: Vec<&'static str>,
    headers: Vec<&'static str>,
    result: &'static str,
    parameters: &'static str,
    /// How it is called, for the case that it does not fail.
    call: &'static str,
    /// Statements before all else.
    before: &'static str,
    ways: Vec<Way>,
    /// Whether it allocates memory: `symir gen` tries what happens if there is none.
    pub is_allocation: bool,
}

/// How a call fails.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Way {
    /// An error number by its name, which becomes `errno`, or another word.
    word: &'static str,
    /// The statements that the call does then, in C.
    gives: &'static str,
}

/// The functions, by name.
static TABLE: LazyLock<Vec<Fallible>> = LazyLock::new(|| read(include_str!("faults.txt")));

/// Reads the table: lines of keys and values, with an empty line between functions.
fn read(text: &'static str) -> Vec<Fallible> {
    let blocks = text.split("\n\n").map(|block| block.lines().filter(|line| !line.starts_with('#')));
    let mut table = Vec::new();
    for mut lines in blocks {
        let Some(first) = lines.find(|line| !line.is_empty()) else { continue };
        let (head, rest) = first.split_once('(').expect("invariant: a row begins with a prototype");
        let parameters = rest.strip_suffix(')').expect("invariant: a prototype ends with a parenthesis");
        let at = head.rfind([' ', '*']).expect("invariant: a function has a result") + 1;
        let (result, name) = (head[..at].trim_end(), &head[at..]);
        let mut function = Fallible {
            name,
            aliases: Vec::new(),
            headers: Vec::new(),
            result,
            parameters,
            call: "",
            before: "",
            ways: Vec::new(),
            is_allocation: false,
        };
        for line in lines {
            let (key, value) = line.trim().split_once(": ").expect("invariant: a key and a value");
            match key {
                "call" => function.call = value,
                "before" => function.before = value,
                "header" => function.headers.extend(value.split(' ')),
                "also" => function.aliases.extend(value.split(' ')),
                "gives" => function.is_allocation = value == "memory",
                words => function.ways.extend(words.split(' ').map(|word| Way { word, gives: value })),
            }
        }
        table.push(function);
    }
    table
}

/// The function of this name, if symir knows how it fails.
pub fn known(name: &str) -> Option<&'static Fallible> {
    TABLE.iter().find(|function| function.name == name || function.aliases.contains(&name))
}

/// The names of all functions of the table.
pub fn names() -> impl Iterator<Item = &'static str> {
    TABLE.iter().map(|function| function.name)
}

/// Which functions fail, and how often.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Faults {
    /// Each call of these functions may fail.
    pub always: BTreeSet<&'static str>,
    /// Calls of these functions may fail if their results are compared with zero.
    pub if_checked: BTreeSet<&'static str>,
    /// How many calls of a path may fail.
    pub most: u32,
}

impl Faults {
    /// Makes the allocations among these functions fail if the program looks at their results.
    pub fn add_allocations<'n>(&mut self, called: impl Iterator<Item = &'n str>) {
        let own = called.filter_map(known).filter(|function| function.is_allocation);
        self.if_checked.extend(own.map(|function| function.name));
    }

    /// The stand-ins for these functions, with the names by which the program calls each, and the C that
    /// defines them.
    pub fn stand_ins(&self) -> StandIns {
        let functions = || {
            let always = self.always.iter().map(|name| (*name, 0));
            let if_checked = self.if_checked.difference(&self.always).map(|name| (*name, 1));
            let all: BTreeMap<&str, i32> = always.chain(if_checked).collect();
            all.into_iter().filter_map(|(name, is_checked)| Some((known(name)?, is_checked)))
        };
        let mut names = BTreeMap::new();
        let mut text =
            format!("#define _GNU_SOURCE\n{}", includes(functions().map(|(function, _)| function)));
        text += "\nint symir_fault(const char *function, const char *ways, int most, int is_checked);\n\n";
        for (function, is_checked) in functions() {
            let own = format!("{STAND_IN}{}", function.name);
            names.insert(function.name.to_owned(), own.clone());
            names.extend(function.aliases.iter().map(|alias| ((*alias).to_owned(), own.clone())));
            let words: Vec<&str> = function.ways.iter().map(|way| way.word).collect();
            let asked = format!(
                "symir_fault(\"{}\", \"{}\", {}, {is_checked})",
                function.name,
                words.join(","),
                self.most
            );
            text += &format!("{} {{\n{}", function.head(&own), function.lead());
            let _ = writeln!(text, "    switch ({asked}) {{");
            for (number, way) in (1..).zip(&function.ways) {
                let _ = writeln!(text, "    case {number}:\n        {}{}", way.sets(), way.gives);
            }
            let _ = writeln!(text, "    }}\n    return {};\n}}\n", function.call);
        }
        StandIns { names, text: if functions().next().is_some() { text } else { String::new() } }
    }
}

/// The lines that include what these functions need.
fn includes<'f>(functions: impl Iterator<Item = &'f Fallible>) -> String {
    let headers: BTreeSet<&str> = functions.flat_map(|function| function.headers.iter().copied()).collect();
    headers.iter().chain(&["errno.h"]).map(|header| format!("#include <{header}>\n")).collect()
}

impl Fallible {
    fn head(&self, name: &str) -> String {
        let space = if self.result.ends_with('*') { "" } else { " " };
        format!("{}{space}{name}({})", self.result, self.parameters)
    }

    fn lead(&self) -> String {
        if self.before.is_empty() { String::new() } else { format!("    {}\n\n", self.before) }
    }
}

impl Way {
    /// The statement that sets `errno`, with what stands behind it.
    fn sets(&self) -> String {
        match self.word.starts_with('E') && !self.gives.contains(&format!("return {}", self.word)) {
            true => format!("errno = {};\n        ", self.word),
            false => String::new(),
        }
    }
}

/// The failures in the calls under test of these tests.
fn failures<'t>(tests: impl Iterator<Item = &'t TestCase>) -> impl Iterator<Item = &'t Failure> {
    tests.flat_map(|test| &test.calls).flat_map(|call: &TestCall| &call.failures)
}

/// The functions that fail in these tests.
pub(super) fn functions<'t>(tests: impl Iterator<Item = &'t TestCase>) -> BTreeSet<&'static str> {
    failures(tests).filter_map(|failure| known(&failure.function)).map(|function| function.name).collect()
}

/// Names in the program's object, each with what the makefile puts in its place.
pub(super) fn renamed(functions: &BTreeSet<&'static str>) -> Vec<(&'static str, String)> {
    let freed = functions.contains(frees::FREE).then(|| (frees::FREE, frees::NOTED.to_owned()));
    let known = functions.iter().filter_map(|name| known(name));
    let failing = known.flat_map(|function| {
        let names = std::iter::once(function.name).chain(function.aliases.iter().copied());
        names.map(|name| (name, format!("failing_{name}")))
    });
    freed.into_iter().chain(failing).collect()
}

/// Tests in which pointers to these functions lead to what the program calls instead.
pub(super) fn with_pointers(written: &str, functions: &BTreeSet<&'static str>) -> String {
    let renamed = renamed(functions);
    let is_comment = |line: &str| line.trim_start().starts_with(['*', '/']);
    let mut text = String::with_capacity(written.len());
    for line in written.split_inclusive('\n') {
        let names = renamed.iter().filter(|_| !is_comment(line));
        text += &names.fold(line.to_owned(), |line, (name, other)| with_pointer(&line, name, other));
    }
    text
}

/// A line in which the name of a function, if it is neither called nor a part of another word or of a text,
/// becomes another one.
fn with_pointer(line: &str, name: &str, other: &str) -> String {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | OWN | '.' | '>');
    let (mut text, mut rest) = (String::new(), line);
    while let Some(at) = rest.find(name) {
        let (before, behind) = (&rest[..at], &rest[at + name.len()..]);
        let is_text = (text.matches('"').count() + before.matches('"').count()) % 2 == 1;
        let is_word = !before.ends_with(is_part) && !behind.starts_with(|c| is_part(c) || c == '(');
        text += before;
        text += if is_word && !is_text { other } else { name };
        rest = behind;
    }
    text + rest
}

/// The headers that the suite needs for them.
pub(super) fn headers(functions: &BTreeSet<&'static str>) -> BTreeSet<&'static str> {
    let own =
        functions.iter().filter_map(|name| known(name)).flat_map(|function| function.headers.iter().copied());
    let always = ["errno.h", "string.h", "stdbool.h"];
    own.chain(always.into_iter().filter(|_| !functions.is_empty())).collect()
}

/// What the suite defines before its tests, which are `written`.
pub(super) fn text<'t>(
    framework: Framework,
    functions: &BTreeSet<&'static str>,
    tests: impl Iterator<Item = &'t TestCase>,
    written: &str,
) -> String {
    if functions.is_empty() {
        return String::new();
    }
    let used: BTreeSet<(&str, &str)> =
        failures(tests).map(|failure| (failure.function.as_str(), failure.way.as_str())).collect();
    let linkage = if framework == Framework::Gtest { "extern \"C\" " } else { "" };
    let mut text = own::template(include_str!("text/failures.c"));
    // A call that ends the program has no end of its failures.
    if written.contains(&format!("{OWN}end_failures()")) {
        text += &own::template(include_str!("text/end_failures.c"));
    }
    for function in functions.iter().filter_map(|name| known(name)) {
        let head = format!("{linkage}{}", function.head(&format!("failing_{}", function.name)));
        text += &fill(
            &own::template(include_str!("text/failing.c")),
            &[("HEAD", &head), ("NAME", function.name)],
        );
        if !function.before.is_empty() {
            let _ = writeln!(text, "    {}", function.before);
        }
        text.push('\n');
        for way in function.ways.iter().filter(|way| used.contains(&(function.name, way.word))) {
            let _ = writeln!(
                text,
                "    if (strcmp(way, \"{}\") == 0) {{\n        {}{}\n    }}",
                way.word,
                way.sets(),
                way.gives
            );
        }
        let _ = writeln!(text, "    return {};\n}}\n", function.call);
        for alias in &function.aliases {
            let own = function.head(&format!("failing_{alias}"));
            let _ = writeln!(
                text,
                "/* Another name of it. */\n{linkage}{own} __attribute__((alias(\"failing_{}\")));\n",
                function.name
            );
        }
    }
    text
}

/// The statements before a call under test and behind it.
pub(super) fn around(call: &[Failure]) -> (Vec<String>, Vec<String>) {
    if call.is_empty() {
        return (Vec::new(), Vec::new());
    }
    let list: Vec<String> = call
        .iter()
        .map(|Failure { function, call, way }| format!("{{\"{function}\", {call}, \"{way}\"}}"))
        .collect();
    (
        vec![
            format!("static const struct {OWN}failure failing[] = {{{}}}", list.join(", ")),
            format!("{OWN}begin_failures(failing, sizeof failing / sizeof failing[0])"),
        ],
        vec![format!("{OWN}end_failures()")],
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pointers_lead_to_what_the_program_calls() {
        let functions = BTreeSet::from(["malloc", frees::FREE]);
        let becomes = |line: &str, other: &str| assert_eq!(with_pointers(line, &functions), other);
        becomes("    assert(a.free == &free);\n", "    assert(a.free == &noted_free);\n");
        becomes("    b = {malloc, \"malloc\"};\n", "    b = {failing_malloc, \"malloc\"};\n");
        // Calls of the test itself, and comments, stay as they are.
        for line in ["    free(a);\n", " * f: &free :=> 0\n", "    b->free = caller_free;\n"] {
            becomes(line, line);
        }
    }

    #[test]
    fn every_row_is_whole() {
        assert!(names().count() > 40);
        for function in TABLE.iter() {
            assert!(!function.ways.is_empty() && !function.headers.is_empty(), "{function:?}");
            assert!(function.call.contains('('), "{function:?}");
            assert!(function.ways.iter().all(|way| way.gives.ends_with(';')), "{function:?}");
            let is_name =
                |way: &Way| way.word.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
            assert!(function.ways.iter().all(is_name), "{function:?}");
        }
        assert_eq!(known("fopen64").map(|function| function.name), Some("fopen"));
        assert_eq!(known("strlen"), None);
        assert!(known("realloc").is_some_and(|function| function.is_allocation));
    }

    #[test]
    fn stand_ins_ask_in_the_order_of_their_ways() {
        let faults =
            Faults { always: BTreeSet::from(["read"]), if_checked: BTreeSet::from(["malloc"]), most: 2 };
        let made = faults.stand_ins();
        assert!(made.text.contains("switch (symir_fault(\"malloc\", \"ENOMEM\", 2, 1)) {"), "{}", made.text);
        assert!(made.text.contains("case 1:\n        errno = EINTR;\n        return -1;"), "{}", made.text);
        assert_eq!(made.names["read"], "symir_failing_read");
        assert!(Faults::default().stand_ins().text.is_empty());
    }
}
