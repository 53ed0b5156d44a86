//! Unit tests in C: one file for each framework, and a makefile that builds and runs them.
//!
//! A test makes its call directly: the objects of the call's scenario are variables, and its result and the
//! objects that it leaves behind are compared. If C cannot say what the call works on, such as an open file,
//! the test runs the driver's own `main` with the recorded inputs, in a process of its own, through the
//! native side of `symir.h`. A test that is possible in neither way, or that has nothing to compare, is left
//! out, with the reason in a comment.
//!
//! The program under test is linked and not included: the makefile turns its objects into one in which `main`
//! is called `driver_main`, everything that the tests use is visible, even if it is `static`, and everything
//! else is local. A function that the C library has too is called `tested_…`, so that the framework does not
//! call it.

mod call;
mod constants;
mod declare;
mod exits;
pub mod faults;
mod framework;
mod frees;
mod headers;
mod literal;
mod makefile;
pub mod mocks;
mod own;
mod place;
mod plan;
mod registers;
mod script;
mod scripts;
mod statements;

pub use framework::Framework;
pub use headers::{Headers, of_type as header_of_type};
pub use makefile::{Used, makefile, mocked_header};
pub use plan::{Drivers, Plan, Title, Wrapper};

use super::facts::{Facts, Type};
use super::inputs::input_lines;
use crate::testcase::{Datum, Outcome, TestCall, TestCase, TestLine, is_error_number};
use crate::util::template::fill;
use call::Direct;
use declare::is_renamed;
use own::OWN;
use script::Script;
use statements::{ByHand, Check, Uses};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

/// A file of unit tests.
#[derive(Clone, Debug)]
pub struct Suite {
    pub text: String,
    /// How many tests it has, including those of bugs.
    pub n_written: usize,
    /// How many of them show a bug.
    pub n_bugs: usize,
    /// Tests that it does not have, by name, with the reasons.
    pub left_out: Vec<(String, String)>,
    /// Functions and variables of the program that it uses.
    pub symbols: BTreeSet<String>,
    /// Functions of the C library that it replaces.
    pub sources: BTreeSet<&'static str>,
    /// Functions of the C library that fail in it.
    pub failing: BTreeSet<&'static str>,
    /// The flags for the linker that CMocka needs.
    pub wraps: String,
    /// The drivers of a plan that it uses.
    pub drivers: Drivers,
}

/// How a test is done.
enum Body {
    Direct(Vec<Direct>),
    /// The test runs the driver's `main`, for this reason. It compares the status, and looks for `prints` in
    /// what the driver prints.
    Driver {
        driver: Option<String>,
        reason: String,
        prints: Vec<String>,
        status: i32,
    },
    Bug {
        driver: Option<String>,
    },
}

/// Writes the tests, which have different names, for a framework.
pub fn write(framework: Framework, facts: &Facts, plan: &Plan, tests: &[TestCase]) -> Suite {
    let mut left_out = Vec::new();
    let mut bodies = Vec::new();
    let mut script = Script::of(facts, tests);
    for test in tests {
        match body(framework, facts, plan, &script, test) {
            Ok(body) => bodies.push((test, body)),
            Err(reason) => left_out.push((test.name.clone(), reason)),
        }
    }
    let cleanup = bodies.iter().flat_map(|(_, body)| match body {
        Body::Direct(calls) => calls.as_slice(),
        _ => &[],
    });
    let mut cleanup = cleanup.flat_map(|call| &call.cleanup);
    let is_plain = |line: &String| ["free(", "fclose(", "va_end("].iter().any(|call| line.starts_with(call));
    script.is_cleaned_up = !script.is_empty() && cleanup.any(|line| line.contains('(') && !is_plain(line));
    let mut uses = Uses::default();
    for (_, body) in &bodies {
        if let Body::Direct(calls) = body {
            calls.iter().for_each(|call| uses.extend(&call.uses));
        }
    }
    let mut wrappers = String::new();
    for (name, wrapper) in &plan.wrappers {
        if uses.functions.remove(name) {
            uses.functions.insert(wrapper.calls.clone());
            uses.headers.extend(wrapper.headers);
            wrappers += &wrapper.text;
            wrappers.push('\n');
        }
    }
    let sources = scripts::functions(tests);
    uses.headers.extend(scripts::headers(&sources));
    let is_direct = |(_, body): &&(&TestCase, Body)| matches!(body, Body::Direct(_));
    let mut failing = faults::functions(bodies.iter().filter(is_direct).map(|(test, _)| *test));
    uses.headers.extend(faults::headers(&failing));
    uses.functions.extend(script.mocks.keys().cloned());
    uses.entities.extend(script.entities(facts));
    if !script.is_empty() {
        uses.headers.extend(["stdio.h", "stdlib.h", "string.h"]);
        uses.headers.extend((framework == Framework::Gtest || script.may_end()).then_some("setjmp.h"));
    }
    uses.headers.extend((script.sets_errno() || is_errno_given(tests)).then_some("errno.h"));
    let renamed: Vec<String> =
        uses.functions.iter().filter(|name| is_renamed(facts, name)).cloned().collect();
    let by_hand = by_hand(framework, facts, &script);
    let played = script.text(framework, facts, &|ty, name| call::declaration(facts, ty, name));
    let texts = bodies.iter().map(|(test, body)| body_text(framework, facts, &script, test, body, by_hand));
    constants::note(facts, std::iter::once(played.clone()).chain(texts), &mut uses.constants);
    let headers = Headers::of(facts, &uses, framework == Framework::Gtest);
    // Different paths may give equal tests, of which one is kept.
    let mut known = BTreeSet::new();
    bodies.retain(|(test, body)| {
        let text = body_text(framework, facts, &script, test, body, by_hand);
        known.insert((matches!(body, Body::Bug { .. }), text))
    });
    let (bugs, plain): (Vec<_>, Vec<_>) =
        bodies.iter().partition(|(_, body)| matches!(body, Body::Bug { .. }));
    let print = |(test, body): &&(&TestCase, Body)| {
        let (before, after) = scripts::around(test);
        let body = before + &body_text(framework, facts, &script, test, body, by_hand) + after;
        comment_above(test) + &framework.test(&test.name, &body) + "\n"
    };
    let mut written: String = plain.iter().map(print).collect();
    if !bugs.is_empty() {
        written += "/* Inputs on which the program errs. Each of these tests fails for as long as it does. */\n#ifdef SYMIR_BUGS\n\n";
        bugs.iter().for_each(|bug| written += &print(bug));
        written += "#endif /* SYMIR_BUGS */\n\n";
    }
    let subject = subject(tests);
    let mut text = head(framework, facts, plan, &subject, [plain.len(), bugs.len()], &left_out);
    leave_to_definitions(framework, &script, &mut uses);
    uses.headers.extend(registers::headers(&uses.globals));
    let (declared, system) = declare::declarations(framework, facts, &headers, &uses);
    uses.headers.extend(uses.constants.iter().any(|name| is_error_number(name)).then_some("errno.h"));
    uses.headers.extend(headers_of(&written));
    let runs_driver = bodies.iter().any(|(_, body)| !matches!(body, Body::Direct(_)));
    let of_framework = includes(framework, runs_driver, &uses, &system);
    // Macros that the driver defines before a header concern headers of the system, too. In C++, those must
    // not be included for the first time within the braces of `extern "C"`.
    text += &match framework {
        Framework::Gtest => of_framework + &own_headers(framework, &headers, facts.mocks.keys()),
        _ => own_headers(framework, &headers, facts.mocks.keys()) + &of_framework,
    };
    text += &declared;
    text += &registers::text(facts, &uses.globals);
    text += &constants::defined(facts, &headers, &declared, &uses.constants);
    text += wrappers.trim_start_matches('\n');
    text += &scripts::stubs(framework, &sources);
    text += &faults::text(framework, &failing, bodies.iter().map(|(test, _)| *test), &written);
    text += &(frees::text(framework, &written) + &exits::text(&written));
    failing.extend(frees::function(&written));
    let written = faults::with_pointers(&written, &failing);
    let drivers = Drivers::of(bodies.iter().filter_map(|(_, body)| match body {
        Body::Driver { driver, .. } => Some((driver.as_ref()?.clone(), false)),
        Body::Bug { driver } => Some((driver.as_ref()?.clone(), true)),
        Body::Direct(_) => None,
    }));
    let uses_driver = bodies.iter().any(|(_, body)| matches!(body, Body::Driver { .. }));
    if uses_driver || !bugs.is_empty() {
        text += &driver_helper(facts, &drivers, uses_driver, !bugs.is_empty());
    }
    if written.contains("\u{1}same_bytes(") {
        text += &own::template(SAME_BYTES);
    }
    if written.contains("\u{1}file_holds(") {
        text += &own::template(FILE_HOLDS);
    }
    for (word, helper) in FILE_HELPERS {
        if written.contains(word) {
            text += &own::template(helper);
        }
    }
    if written.contains(FILE_HELPERS[0].0) {
        text.push('\n');
    }
    text += &without_end(played, &written);
    // This comes last, so that it concerns only the calls of the tests, which call no mock.
    let renamed: Vec<String> = renamed.into_iter().filter(|name| !script.mocks.contains_key(name)).collect();
    text += &with_names(&written, &renamed);
    let names = |tests: &[&(&TestCase, Body)]| -> Vec<String> {
        tests.iter().map(|(test, _)| test.name.clone()).collect()
    };
    text += &framework.runner(&subject, &names(&plain), &names(&bugs));
    let symbols = registers::defined(uses.functions.union(&uses.globals));
    Suite {
        text: own::named(&registers::with_macros(text, &uses.globals), facts),
        n_written: bodies.len(),
        n_bugs: bugs.len(),
        left_out,
        symbols,
        sources,
        failing,
        drivers,
        wraps: script.wraps(),
    }
}

impl Suite {
    /// Whether the name of a file of the program occurs as a text.
    pub fn names(&self, source: &Path) -> bool {
        let name = source.file_name().unwrap_or_default().to_string_lossy();
        self.text.contains(&format!("\"{name}\""))
    }
}

/// Tests that call functions of the program which have the names of functions of the C library.
fn with_names(written: &str, renamed: &[String]) -> String {
    if renamed.is_empty() {
        return written.to_owned();
    }
    let defined: String =
        renamed.iter().map(|name| format!("#undef {name}\n#define {name} tested_{name}\n")).collect();
    let undefined: String = renamed.iter().map(|name| format!("#undef {name}\n")).collect();
    format!(
        "/* The C library has functions of these names too; the makefile gives the program's other ones. */\n\
         {defined}\n{written}{undefined}\n"
    )
}

/// Leaves out the declarations of mocks that their definitions make needless in C++. A header of the system
/// may have declared such a function as one that throws nothing. Clang takes one further declaration that
/// does not say so, which has to be the definition.
fn leave_to_definitions(framework: Framework, script: &Script, uses: &mut Uses) {
    if framework == Framework::Gtest {
        let Uses { functions, pointed, .. } = uses;
        functions.retain(|name| !script.mocks.contains_key(name) || pointed.contains(name));
    }
}

/// The functions behind mocks, without the one for the end of a test if no test is written that plays a script.
fn without_end(played: String, written: &str) -> String {
    const END: &str = "mock_script_ends(void) {";
    let at = played.find(END).filter(|_| !written.contains("mock_script_ends("));
    let Some((at, start)) = at.and_then(|at| Some((at, played[..at].rfind("/*")?))) else { return played };
    match played[at..].split_once("\n}\n\n") {
        Some((_, after)) => format!("{}{after}", &played[..start]),
        None => played,
    }
}

/// The functions under test, to be named in running text.
fn subject(tests: &[TestCase]) -> String {
    let calls = tests.iter().flat_map(|test| &test.calls);
    let names: BTreeSet<&str> = calls.map(|call| call.function.as_str()).collect();
    let names: Vec<&str> = names.into_iter().collect();
    if names.is_empty() { "main".to_owned() } else { names.join(", ") }
}

fn body(
    framework: Framework,
    facts: &Facts,
    plan: &Plan,
    script: &Script,
    test: &TestCase,
) -> Result<Body, String> {
    let is_mocked = test.calls.iter().any(|call| !call.script.is_empty());
    let is_mocked = is_mocked || script.asks(test);
    let fails = test.calls.iter().any(|call| !call.failures.is_empty());
    let driver = || match &facts.obstacle {
        _ if is_mocked => {
            Err("its driver would need what mocks give, which only symir replay has".to_owned())
        }
        _ if fails => Err("its driver would need calls that fail, which only symir replay has".to_owned()),
        _ if !test.functions.is_empty() => {
            Err("its driver would need the addresses of functions, which only symir replay has".to_owned())
        }
        Some(obstacle) => Err(obstacle.clone()),
        None => plan.driver_of(&test.name).and_then(|driver| match test.recorded.as_deref() {
            // Only what the suite itself is linked with asks the suite.
            Some([first, ..]) if driver.is_some() => Err(format!(
                "its harness would need what `{}` gives, which only symir replay has",
                first.function
            )),
            _ => Ok(driver),
        }),
    };
    if let Some(obstacle) = scripts::obstacle(test) {
        return Err(obstacle);
    }
    let status = match &test.outcome {
        Outcome::Bug(_) => return Ok(Body::Bug { driver: driver()? }),
        Outcome::Unsupported { what, .. } => {
            return Err(format!("its path ends at what symir does not support: {what}"));
        }
        Outcome::Budget(reason) => return Err(format!("its path was not followed to its end: {reason}")),
        Outcome::Returned(status) | Outcome::Exited(status) => status & 0xff,
    };
    let exits =
        |at: usize| exits::status(test, at).filter(|_| !is_mocked && exits::is_possible(&test.calls[at]));
    let is_open =
        |(at, call): (usize, &TestCall)| call.result.is_none() && !call.ends_in_mock() && exits(at).is_none();
    if test.calls.iter().enumerate().any(is_open) || test.calls.is_empty() {
        let reason = match test.calls.is_empty() {
            true => "there is no call under test",
            false => "the call does not return",
        };
        let reason = reason.to_owned();
        return Ok(Body::Driver { driver: driver()?, reason, prints: Vec::new(), status });
    }
    let is_cpp = framework == Framework::Gtest;
    let direct = |(at, call): (usize, &TestCall)| match plan.indirect.get(&call.function) {
        Some(reason) => Err(reason.clone()),
        None if exits(at).is_some() => {
            call::direct(facts, &exits::with_objects(call.clone()), script, exits(at), is_cpp)
        }
        None => call::direct(facts, call, script, None, is_cpp),
    };
    let direct: Result<Vec<Direct>, String> = test.calls.iter().enumerate().map(direct).collect();
    let reason = match direct {
        // If no driver does more, it is worth a test that such a call returns.
        Ok(calls)
            if facts.obstacle.is_none()
                && !plan.tests_returns
                && calls
                    .iter()
                    .all(|call| !call.checks.iter().any(Check::is_one) && call.played.is_empty()) =>
        {
            return Err("the call gives nothing back and changes nothing that could be compared".to_owned());
        }
        Ok(calls) => return Ok(Body::Direct(calls)),
        Err(reason) if matches!(test.outcome, Outcome::Exited(_)) => {
            return Ok(Body::Driver { driver: driver()?, reason, prints: Vec::new(), status });
        }
        Err(reason) => reason,
    };
    let prints: Vec<String> = test.calls.iter().filter_map(|call| printed(facts, call)).collect();
    if prints.is_empty() {
        return Err(format!("{reason}, and the driver prints nothing that could be compared"));
    }
    Ok(Body::Driver { driver: driver()?, reason, prints, status })
}

/// What a driver prints of a call whose result is a number, null, or a string.
fn printed(facts: &Facts, call: &TestCall) -> Option<String> {
    let prototype = facts.functions.get(&call.function)?;
    let result = call.result.as_ref()?;
    let shown = match (result, facts.ty(prototype.result)) {
        (Datum::Integer(_) | Datum::Character(_), Type::Bool | Type::Char { .. } | Type::Integer { .. }) => {
            result.to_string()
        }
        (Datum::Name(value), Type::Bool) => value.clone(),
        (Datum::Null, _) => "null".to_owned(),
        (Datum::Pointer(target), Type::Pointer(element))
            if matches!(facts.ty(*element), Type::Char { .. }) && !is_given(call) =>
        {
            printed_text(target)?
        }
        _ => return None,
    };
    Some(format!("{} :=> {shown}", call.function))
}

/// What a driver prints for a pointer to a string, of which it knows only where it ends.
fn printed_text(target: &Datum) -> Option<String> {
    let Datum::Text { text, rest } = target else { return None };
    let terminator = rest.first().filter(|byte| **byte == 0)?;
    let known = Datum::Text { text: text.clone(), rest: vec![*terminator] };
    Some(Datum::Pointer(Box::new(known)).to_string())
}

/// Whether the result points to an object that the arguments lead to. A driver prints all bytes of an input.
fn is_given(call: &TestCall) -> bool {
    let arrangement = &call.arrangement;
    let Some(Datum::At { object: result, .. }) = arrangement.result else { return true };
    let (mut open, mut seen) = (Vec::new(), BTreeSet::new());
    arrangement.arguments.iter().for_each(|argument| argument.objects(&mut |object| open.push(object)));
    while let Some(object) = open.pop() {
        let thing = arrangement.objects.get(object as usize).filter(|_| seen.insert(object));
        let before = thing.and_then(|thing| thing.before.as_ref());
        before.into_iter().for_each(|before| before.objects(&mut |object| open.push(object)));
    }
    seen.contains(&result)
}

/// Whether `errno` is an input of any of these tests.
fn is_errno_given(tests: &[TestCase]) -> bool {
    tests.iter().flat_map(|test| &test.calls).any(|call| call.errno_before().is_some())
}

/// The line of the test and why it exists.
fn comment_above(test: &TestCase) -> String {
    let mut text = String::from("/*\n");
    for line in TestLine(test).to_string().lines() {
        let _ = writeln!(text, " * {}", literal::comment(line));
    }
    for (index, reason) in test.because.iter().enumerate() {
        let word = if index == 0 { "because" } else { "    and" };
        let _ = writeln!(text, " *   {word} {}", literal::comment(&reason.to_string()));
    }
    if let Outcome::Bug(bug) = &test.outcome {
        let _ = writeln!(text, " *   {}", literal::comment(&bug.message));
    }
    text + " */\n"
}

/// The headers for what these statements use besides the program.
fn headers_of(written: &str) -> impl Iterator<Item = &'static str> {
    let has_limits = literal::LIMITS.iter().any(|(name, ..)| written.contains(name));
    let texts = written.contains("strcmp(").then_some("string.h");
    has_limits
        .then_some("limits.h")
        .into_iter()
        .chain(texts)
        .chain(frees::headers(written))
        .chain(exits::headers(written))
}

/// What a suite of a framework compares by itself. The C library's own functions do it only if neither the program
/// nor a mock takes their place.
fn by_hand(framework: Framework, facts: &Facts, script: &Script) -> ByHand {
    let has_own = |name: &str| is_renamed(facts, name) || script.mocks.contains_key(name);
    ByHand { memory: !framework.compares_memory() || has_own("memcmp"), texts: has_own("strcmp") }
}

fn body_text(
    framework: Framework,
    facts: &Facts,
    script: &Script,
    test: &TestCase,
    body: &Body,
    by_hand: ByHand,
) -> String {
    let mut text = String::new();
    match body {
        Body::Direct(calls) => {
            let nested = calls.len() > 1;
            for (call, tested) in calls.iter().zip(&test.calls) {
                let failures = &tested.failures;
                let indent = if nested { "        " } else { "    " };
                if nested {
                    text += "    {\n";
                }
                if call.exits {
                    let (begin, _) = faults::around(failures);
                    let errno = tested.errno_before().map(ToString::to_string);
                    text += &exits::block(call, (&begin, errno), indent, literal::statement);
                    call.checks.iter().for_each(|check| text += &framework.lines(indent, check, by_hand));
                    text += if nested { "    }\n" } else { "" };
                    continue;
                }
                for declaration in &call.declarations {
                    text += &literal::statement(indent, declaration);
                }
                if !call.declarations.is_empty() && !call.setup.is_empty() {
                    text.push('\n');
                }
                for (at, line) in call.setup.iter().enumerate() {
                    text += &literal::statement(indent, line);
                    for (_, check) in call.between.iter().filter(|(behind, _)| *behind == at + 1) {
                        text += &framework.lines(indent, check, by_hand);
                    }
                }
                let (expected, ended) =
                    script.expect(framework, facts, (&tested.function, &call.played), indent);
                if !call.declarations.is_empty() && call.setup.is_empty() && !expected.is_empty() {
                    text.push('\n');
                }
                text += &expected;
                let (begin, end) = faults::around(failures);
                begin.iter().for_each(|line| text += &literal::statement(indent, line));
                if !call.declarations.is_empty()
                    || !call.setup.is_empty()
                    || !expected.is_empty()
                    || !begin.is_empty()
                {
                    text.push('\n');
                }
                let errno = tested.errno_before().map(ToString::to_string);
                if let Some(number) = errno.or_else(|| script.sets_errno().then(|| "0".to_owned())) {
                    let _ = writeln!(text, "{indent}errno = {number};");
                }
                match call.ends_in_mock {
                    true => {
                        let _ = writeln!(
                            text,
                            "{indent}if (setjmp({OWN}mock_ended) == 0)\n{indent}    {};",
                            call.call
                        );
                    }
                    false => {
                        let _ = writeln!(text, "{indent}{};", call.call);
                    }
                }
                end.iter().for_each(|line| text += &literal::statement(indent, line));
                call.checks.iter().for_each(|check| text += &framework.lines(indent, check, by_hand));
                text += &ended;
                call.cleanup.iter().for_each(|line| text += &literal::statement(indent, line));
                if nested {
                    text += "    }\n";
                }
            }
        }
        Body::Driver { driver, reason, prints, status } => {
            let whose = if driver.is_some() { "its harness" } else { "the driver's own main" };
            let _ = writeln!(text, "    /* By {whose}: {}. */", literal::comment(reason));
            text += &inputs(test);
            let check = Check::Integer {
                value: format!("{OWN}run_driver({}inputs)", plan::argument(driver.as_deref())),
                expected: status.to_string(),
                signed: true,
            };
            text += &framework.lines("    ", &check, by_hand);
            for line in prints {
                let printed = format!("{OWN}driver_printed({})", literal::string(line.as_bytes()));
                text += &framework.lines("    ", &Check::True(printed), by_hand);
            }
        }
        Body::Bug { driver } => {
            text += &inputs(test);
            let check =
                Check::True(format!("!{OWN}driver_errs({}inputs)", plan::argument(driver.as_deref())));
            text += &framework.lines("    ", &check, by_hand);
        }
    }
    text
}

/// The recorded inputs of a test as a variable.
fn inputs(test: &TestCase) -> String {
    let lines = input_lines(test);
    if lines.is_empty() {
        return "    static const char inputs[] = \"\";\n\n".to_owned();
    }
    let lines: Vec<String> = lines
        .iter()
        .map(|line| format!("        {}", literal::string(format!("{line}\n").as_bytes())))
        .collect();
    format!("    static const char inputs[] =\n{};\n\n", lines.join("\n"))
}

fn head(
    framework: Framework,
    facts: &Facts,
    plan: &Plan,
    subject: &str,
    [n_plain, n_bugs]: [usize; 2],
    left_out: &[(String, String)],
) -> String {
    let sources: Vec<String> = facts
        .sources
        .iter()
        .filter_map(|path| Some(path.file_name()?.to_string_lossy().into_owned()))
        .collect();
    let values = [
        ("FRAMEWORK", framework.title()),
        ("COMMAND", &*plan.command(framework)),
        ("SUBJECT", subject),
        ("SOURCES", &literal::comment(&sources.join(", "))),
    ];
    let mut text = literal::wrapped(&fill(include_str!("text/suite_head.c"), &values), " * ");
    let _ = writeln!(text, " * {n_plain} {}.", if n_plain == 1 { "test" } else { "tests" });
    if n_bugs > 0 {
        let _ = writeln!(
            text,
            " * {n_bugs} of inputs on which the program errs; they fail until it is mended, and are left out unless\n * \
             SYMIR_BUGS is defined. To run them under sanitizers: {} BUGS=1",
            plan.command(framework)
        );
    }
    if !left_out.is_empty() {
        let _ = writeln!(text, " * {} left out:", left_out.len());
        for (name, reason) in left_out {
            let _ = writeln!(text, " *   {name}: {}", literal::comment(reason));
        }
    }
    text + " */\n"
}

fn includes(framework: Framework, runs_driver: bool, uses: &Uses, system: &BTreeSet<String>) -> String {
    let mut text = String::new();
    if framework == Framework::Plain {
        text += "#undef NDEBUG\n";
    }
    let mut headers: Vec<&str> = framework.headers().to_vec();
    let more: &[&str] = match (framework, runs_driver) {
        (Framework::Plain, false) => {
            &["stdbool.h", "stddef.h", "stdio.h", "stdlib.h", "sys/wait.h", "unistd.h"]
        }
        (_, true) => &["stdbool.h", "stddef.h", "stdio.h", "stdlib.h", "string.h", "sys/wait.h", "unistd.h"],
        (_, false) => &["stdbool.h", "stddef.h"],
    };
    let further: BTreeSet<&str> = more
        .iter()
        .copied()
        .chain(uses.headers.iter().copied())
        .chain(system.iter().map(String::as_str))
        .collect();
    headers.extend(further.into_iter().filter(|header| !framework.headers().contains(header)));
    for header in headers {
        let _ = writeln!(text, "#include <{header}>");
    }
    text.push('\n');
    text
}

/// The headers of the program. Functions that they define get other names there if they have mocks.
fn own_headers<'a>(
    framework: Framework,
    headers: &Headers,
    mocked: impl Iterator<Item = &'a String>,
) -> String {
    if headers.lines.is_empty() {
        return String::new();
    }
    let (mut renamed, mut named) = (String::new(), String::new());
    for name in mocked.filter(|name| headers.define_function(name)) {
        let _ = writeln!(renamed, "#define {name} {name}_of_the_header");
        let _ = writeln!(named, "#undef {name}");
    }
    if !renamed.is_empty() {
        renamed = format!("/* The headers define functions that have mocks here. */\n{renamed}");
    }
    let text = |is_own: bool| -> String {
        let lines = headers.lines.iter().filter(|line| line.is_own == is_own);
        lines.map(|line| format!("{}\n", line.text)).collect()
    };
    match framework {
        Framework::Gtest => {
            format!("{}extern \"C\" {{\n{renamed}{}{named}}}\n\n", text(false), text(true))
        }
        _ => {
            let lines = headers.lines.iter().map(|line| format!("{}\n", line.text)).collect::<String>();
            format!("{renamed}{lines}{named}\n")
        }
    }
}

/// The function that runs the driver. C and C++.
fn driver_helper(facts: &Facts, drivers: &Drivers, checks_output: bool, has_bugs: bool) -> String {
    let mut arguments = String::from("    static char argument_0[] = \"program\";\n");
    let mut table = String::from("argument_0, ");
    for (at, argument) in facts.arguments.iter().enumerate() {
        let at = at + 1;
        let _ = writeln!(
            arguments,
            "    static char argument_{at}[] = {};",
            literal::string(argument.as_bytes())
        );
        let _ = write!(table, "argument_{at}, ");
    }
    let _ = writeln!(arguments, "    static char *arguments[] = {{{table}NULL}};");
    let count = facts.arguments.len() + 1;
    let plan::DriverWords { declared, parameter, called, passed } = drivers.words();
    let values = [
        ("DECLARED", &*declared),
        ("PARAMETER", parameter),
        ("DRIVER", called),
        ("ARGUMENTS", &arguments),
        ("COUNT", &count.to_string()),
    ];
    let run_driver = fill(&own::template(RUN_DRIVER), &values);
    // If the last line of the program under test has no end, this line continues it.
    let begins = if drivers.is_empty() { "(at == \u{1}driver_output || at[-1] == '\\n') && " } else { "" };
    let printed = fill(&own::template(DRIVER_PRINTED), &[("BEGINS", begins)]);
    let errs = fill(&own::template(DRIVER_ERRS), &[("PARAMETER", parameter), ("PASSED", passed)]);
    let condition = if has_bugs { "#ifdef SYMIR_BUGS\n" } else { "" };
    let errs = if has_bugs { &*errs } else { "" };
    match checks_output {
        true => format!("{run_driver}{printed}{condition}{errs}"),
        false => format!("{condition}{run_driver}{errs}"),
    }
}

const RUN_DRIVER: &str = include_str!("text/run_driver.c");
const DRIVER_PRINTED: &str = include_str!("text/driver_printed.c");
const DRIVER_ERRS: &str = include_str!("text/driver_errs.c");
const FILE_HOLDS: &str = include_str!("text/file_holds.c");

/// Functions for files with names, and for what is printed, each with how calls of it begin.
const FILE_HELPERS: [(&str, &str); 5] = [
    ("\u{1}enter_folder(", include_str!("text/named_files.c")),
    ("\u{1}write_file(", include_str!("text/write_file.c")),
    ("\u{1}is_file(", include_str!("text/is_file.c")),
    ("\u{1}file_has(", include_str!("text/file_has.c")),
    ("\u{1}has_printed(", include_str!("text/has_printed.c")),
];
const SAME_BYTES: &str = include_str!("text/same_bytes.c");

/// The beginning of a text that may be long.
fn shorten(text: &str) -> String {
    match text.char_indices().nth(40) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
