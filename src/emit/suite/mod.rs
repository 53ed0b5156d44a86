//! Unit tests in C: one file for each framework, and a makefile that builds and runs them.
//!
//! A test makes its call directly, with its arguments as variables, where that is the same call: where nothing but the
//! arguments has a say in it. Else it runs the driver's own `main` with the recorded inputs, in a process of its own,
//! through the native side of `symir.h`. What can be had neither way is left out, with the reason in a comment.
//!
//! The program under test is linked and not included: the makefile turns its objects into one in which `main` is
//! called `driver_main`, each function under test `tested_…`, and everything else is local. So it may define
//! functions of the C library without these reaching the framework, and functions that are `static`.

mod call;
mod framework;
mod literal;
mod makefile;

pub use framework::Framework;
pub use makefile::makefile;

use super::facts::{Facts, Type};
use super::inputs::input_lines;
use crate::testcase::{Datum, Outcome, TestCase, TestLine};
use call::Direct;
use std::collections::BTreeSet;
use std::fmt::Write;

/// A file of unit tests.
#[derive(Clone, Debug)]
pub struct Suite {
    pub text: String,
    /// How many tests it has, those of bugs among them.
    pub n_written: usize,
    /// Tests that it does not have, by name, with the reasons.
    pub left_out: Vec<(String, String)>,
}

/// How a test is done.
enum Body {
    Direct(Vec<Direct>),
    /// By the driver's `main`, for this reason; what it prints among other things, and its status.
    Driver {
        reason: String,
        prints: Vec<String>,
        status: i32,
    },
    Bug,
}

/// The names of the functions that tests of these call.
pub fn functions(facts: &Facts, tests: &[TestCase]) -> Vec<String> {
    let calls = tests.iter().flat_map(|test| &test.calls);
    let names: BTreeSet<&String> = calls.map(|call| &call.function).collect();
    names.into_iter().filter(|name| call::declaration(facts, name).is_some()).cloned().collect()
}

/// Writes the tests, which have different names, for a framework.
pub fn write(framework: Framework, facts: &Facts, tests: &[TestCase]) -> Suite {
    let mut left_out = Vec::new();
    let mut bodies = Vec::new();
    for test in tests {
        match body(facts, test) {
            Ok(body) => bodies.push((test, body)),
            Err(reason) => left_out.push((test.name.clone(), reason)),
        }
    }
    let called: BTreeSet<&str> = bodies
        .iter()
        .filter(|(_, body)| matches!(body, Body::Direct(_)))
        .flat_map(|(test, _)| test.calls.iter().map(|call| call.function.as_str()))
        .collect();
    let by_hand = !framework.compares_memory() || called.contains("memcmp");
    let (bugs, plain): (Vec<_>, Vec<_>) = bodies.iter().partition(|(_, body)| matches!(body, Body::Bug));
    let print = |(test, body): &&(&TestCase, Body)| {
        comment_above(test) + &framework.test(&test.name, &body_text(framework, test, body, by_hand)) + "\n"
    };
    let mut written: String = plain.iter().map(print).collect();
    if !bugs.is_empty() {
        written += "/* Inputs on which the program errs. Each of these tests fails for as long as it does. */\n#ifdef SYMIR_BUGS\n\n";
        bugs.iter().for_each(|bug| written += &print(bug));
        written += "#endif /* SYMIR_BUGS */\n\n";
    }
    let subject = subject(tests);
    let mut text = head(framework, facts, &subject, plain.len(), &bugs, &left_out);
    text += &includes(framework, bodies.iter().any(|(_, body)| !matches!(body, Body::Direct(_))));
    text += &declarations(framework, facts, &called, &written);
    let uses_driver = bodies.iter().any(|(_, body)| matches!(body, Body::Driver { .. }));
    if uses_driver || !bugs.is_empty() {
        text += &driver_helper(facts, uses_driver, !bugs.is_empty());
    }
    if by_hand && written.contains("same_bytes(") {
        text += SAME_BYTES;
    }
    // Last, so that it concerns the calls of the tests only.
    for name in &called {
        let _ = writeln!(text, "#undef {name}\n#define {name} tested_{name}");
    }
    if !called.is_empty() {
        text.push('\n');
    }
    text += &written;
    for name in &called {
        let _ = writeln!(text, "#undef {name}");
    }
    if !called.is_empty() {
        text.push('\n');
    }
    let names = |tests: &[&(&TestCase, Body)]| -> Vec<String> {
        tests.iter().map(|(test, _)| test.name.clone()).collect()
    };
    text += &framework.runner(&subject, &names(&plain), &names(&bugs));
    Suite { text, n_written: bodies.len(), left_out }
}

/// The functions under test, to be named in running text.
fn subject(tests: &[TestCase]) -> String {
    let calls = tests.iter().flat_map(|test| &test.calls);
    let names: BTreeSet<&str> = calls.map(|call| call.function.as_str()).collect();
    let names: Vec<&str> = names.into_iter().collect();
    if names.is_empty() { "main".to_owned() } else { names.join(", ") }
}

fn body(facts: &Facts, test: &TestCase) -> Result<Body, String> {
    let native = |body: Body| match &facts.obstacle {
        Some(obstacle) => Err(obstacle.clone()),
        None => Ok(body),
    };
    let status = match &test.outcome {
        Outcome::Bug(_) => return native(Body::Bug),
        Outcome::Unsupported { what, .. } => {
            return Err(format!("its path ends at what symir does not support: {what}"));
        }
        Outcome::Budget(reason) => return Err(format!("its path was not followed to its end: {reason}")),
        Outcome::Returned(status) | Outcome::Exited(status) => status & 0xff,
    };
    if test.calls.iter().any(|call| call.result.is_none()) || test.calls.is_empty() {
        let reason = match test.calls.is_empty() {
            true => "there is no call under test",
            false => "the call does not return",
        };
        return native(Body::Driver { reason: reason.to_owned(), prints: Vec::new(), status });
    }
    let direct: Result<Vec<Direct>, String> =
        test.calls.iter().map(|call| call::direct(facts, call)).collect();
    match direct {
        Ok(calls) => Ok(Body::Direct(calls)),
        Err(reason) => {
            let prints = test.calls.iter().filter_map(|call| {
                let prototype = facts.functions.get(&call.function)?;
                let shown = match (call.result.as_ref()?, &prototype.result) {
                    (
                        Datum::Integer(value),
                        Type::Bool | Type::Char { .. } | Type::Integer { size: ..=8, .. },
                    ) => value.to_string(),
                    (Datum::Name(value), Type::Bool) => value.clone(),
                    (Datum::Null, _) => "null".to_owned(),
                    (Datum::Void, Type::Void) => "void".to_owned(),
                    _ => return None,
                };
                Some(format!("{} :=> {shown}", call.function))
            });
            let prints = prints.collect();
            native(Body::Driver { reason, prints, status })
        }
    }
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

fn body_text(framework: Framework, test: &TestCase, body: &Body, by_hand: bool) -> String {
    let mut text = String::new();
    match body {
        Body::Direct(calls) => {
            let nested = calls.len() > 1;
            for call in calls {
                let indent = if nested { "        " } else { "    " };
                if nested {
                    text += "    {\n";
                }
                for declaration in &call.declarations {
                    let _ = writeln!(text, "{indent}{declaration};");
                }
                if !call.declarations.is_empty() {
                    text.push('\n');
                }
                let _ = writeln!(text, "{indent}{};", call.call);
                for check in &call.checks {
                    let _ = writeln!(text, "{indent}{}", framework.check(check, by_hand));
                }
                if nested {
                    text += "    }\n";
                }
            }
        }
        Body::Driver { reason, prints, status } => {
            let _ = writeln!(text, "    /* By the driver's own main: {}. */", literal::comment(reason));
            text += &inputs(test);
            let check = call::Check::Integer {
                value: "run_driver(inputs)".to_owned(),
                expected: status.to_string(),
                signed: true,
            };
            let _ = writeln!(text, "    {}", framework.check(&check, by_hand));
            for line in prints {
                let printed = format!("driver_printed({})", literal::string(line.as_bytes()));
                let _ = writeln!(text, "    {}", framework.check(&call::Check::True(printed), by_hand));
            }
        }
        Body::Bug => {
            text += &inputs(test);
            let check = call::Check::True("!driver_errs(inputs)".to_owned());
            let _ = writeln!(text, "    {}", framework.check(&check, by_hand));
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
    subject: &str,
    n_plain: usize,
    bugs: &[&(&TestCase, Body)],
    left_out: &[(String, String)],
) -> String {
    let sources: Vec<String> = facts
        .sources
        .iter()
        .filter_map(|path| Some(path.file_name()?.to_string_lossy().into_owned()))
        .collect();
    let mut text = format!(
        "/*\n * Tests of {subject} for {}, made by symir from {}. To build and run them:\n *\n *     make {}\n *\n",
        framework.title(),
        literal::comment(&sources.join(", ")),
        framework.name()
    );
    let _ = writeln!(text, " * {n_plain} {}.", if n_plain == 1 { "test" } else { "tests" });
    if !bugs.is_empty() {
        let _ = writeln!(
            text,
            " * {} of inputs on which the program errs; they fail until it is mended, and are left out unless\n * \
             SYMIR_BUGS is defined. To run them under sanitizers: make {} BUGS=1",
            bugs.len(),
            framework.name()
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

fn includes(framework: Framework, runs_driver: bool) -> String {
    let mut text = String::new();
    if framework == Framework::Plain {
        text += "#undef NDEBUG\n";
    }
    let mut headers: Vec<&str> = framework.headers().to_vec();
    let more: &[&str] = match (framework, runs_driver) {
        (Framework::Plain, false) => &["stdbool.h", "stddef.h", "stdio.h", "sys/wait.h", "unistd.h"],
        (_, true) => &["stdbool.h", "stddef.h", "stdio.h", "stdlib.h", "string.h", "sys/wait.h", "unistd.h"],
        (_, false) => &["stdbool.h", "stddef.h"],
    };
    headers.extend(more.iter().filter(|header| !framework.headers().contains(header)));
    for header in headers {
        let _ = writeln!(text, "#include <{header}>");
    }
    text.push('\n');
    text
}

/// Structures, enumerators and functions of the program, as far as the tests need them.
fn declarations(framework: Framework, facts: &Facts, called: &BTreeSet<&str>, written: &str) -> String {
    let mut tags = Vec::new();
    for name in called {
        let prototype = &facts.functions[*name];
        tags_of(facts, &prototype.result, &mut tags);
        prototype.parameters.iter().for_each(|parameter| tags_of(facts, &parameter.ty, &mut tags));
    }
    let mut text = String::new();
    for tag in &tags {
        let _ = writeln!(text, "struct {tag};");
    }
    for tag in &tags {
        let members = &facts.records[tag].members;
        let lines: Option<Vec<String>> = members
            .iter()
            .map(|(name, ty)| {
                Some(format!("    {};\n", ty.declare(name).filter(|_| literal::is_free_name(name))?))
            })
            .collect();
        if let Some(lines) = lines.filter(|lines| !lines.is_empty()) {
            let _ = write!(text, "\nstruct {tag} {{\n{}}};\n", lines.concat());
        }
    }
    if !tags.is_empty() {
        text.push('\n');
    }
    let is_used =
        |name: &str| written.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').any(|word| word == name);
    let constants: Vec<String> = facts
        .constants
        .iter()
        .filter(|(name, _)| is_used(name))
        .map(|(name, value)| format!("    {name} = {value},\n"))
        .collect();
    if !constants.is_empty() {
        let _ = writeln!(text, "enum {{\n{}}};\n", constants.concat());
    }
    if !called.is_empty() {
        text += "/* The functions under test, by the names that the makefile gives them. */\n";
        if framework == Framework::Gtest {
            text += "extern \"C\" {\n";
        }
        for name in called {
            let declaration =
                call::declaration(facts, name).expect("invariant: a function that is called has one");
            let _ = writeln!(text, "{declaration};");
        }
        if framework == Framework::Gtest {
            text += "}\n";
        }
        text.push('\n');
    }
    text
}

/// The structures that a type needs, those that others contain first.
fn tags_of(facts: &Facts, ty: &Type, tags: &mut Vec<String>) {
    fn visit(facts: &Facts, ty: &Type, open: &mut Vec<String>, tags: &mut Vec<String>) {
        match ty {
            Type::Pointer(target) => visit(facts, target, open, tags),
            Type::Array(element, _) => visit(facts, element, open, tags),
            Type::Structure(tag) if !tags.contains(tag) && !open.contains(tag) => {
                let Some(record) = facts.records.get(tag) else { return };
                open.push(tag.clone());
                record.members.iter().for_each(|(_, ty)| visit(facts, ty, open, tags));
                tags.push(tag.clone());
            }
            _ => {}
        }
    }
    visit(facts, ty, &mut Vec::new(), tags);
}

/// The function that runs the driver. C and C++.
fn driver_helper(facts: &Facts, checks_output: bool, has_bugs: bool) -> String {
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
    let mut text = String::new();
    if has_bugs && !checks_output {
        text += "#ifdef SYMIR_BUGS\n";
    }
    text += "#ifdef __cplusplus\nextern \"C\"\n#endif\nint driver_main(int argc, char **argv);\n\n\
             /* What the driver has printed. */\nstatic char driver_output[1 << 16];\n\n\
             /*\n * Runs the driver with recorded inputs in a process of its own. Its exit status, or 256 and the number of\n \
             * the signal that ended it.\n */\nstatic int run_driver(const char *inputs) {\n";
    text += &arguments;
    text += "    FILE *recorded = tmpfile();\n    FILE *printed = tmpfile();\n    int status = 0;\n    size_t length;\n    \
             pid_t child;\n\n    if (recorded == NULL || printed == NULL)\n        return -1;\n    \
             fputs(inputs, recorded);\n    fflush(NULL);\n    child = fork();\n    if (child == 0) {\n        \
             char path[32];\n\n        snprintf(path, sizeof path, \"/proc/self/fd/%d\", fileno(recorded));\n        \
             setenv(\"SYMIR_INPUT\", path, 1);\n        dup2(fileno(printed), STDOUT_FILENO);\n";
    let _ = writeln!(text, "        exit(driver_main({count}, arguments));");
    text += "    }\n    if (child < 0 || waitpid(child, &status, 0) != child)\n        return -1;\n    \
             rewind(printed);\n    length = fread(driver_output, 1, sizeof driver_output - 1, printed);\n    \
             driver_output[length] = '\\0';\n    fclose(recorded);\n    fclose(printed);\n    \
             return WIFEXITED(status) ? WEXITSTATUS(status) : 256 + WTERMSIG(status);\n}\n\n";
    if checks_output {
        text += "/* Whether this is among the lines that the driver has printed. */\n\
                 static inline bool driver_printed(const char *line) {\n    size_t length = strlen(line);\n\n    \
                 for (const char *at = driver_output; (at = strstr(at, line)) != NULL; at++) {\n        \
                 if ((at == driver_output || at[-1] == '\\n') && at[length] == '\\n')\n            return true;\n    \
                 }\n    return false;\n}\n\n";
    }
    if has_bugs && checks_output {
        text += "#ifdef SYMIR_BUGS\n";
    }
    if has_bugs {
        text += "/* What a sanitizer ends the program with. */\nenum { SANITIZER_STATUS = 86 };\n\n\
                 #ifdef __cplusplus\nextern \"C\" {\n#endif\nconst char *__asan_default_options(void);\n\
                 const char *__asan_default_options(void) {\n    return \"exitcode=86:detect_stack_use_after_return=1\";\n}\n\n\
                 const char *__ubsan_default_options(void);\nconst char *__ubsan_default_options(void) {\n    \
                 return \"exitcode=86\";\n}\n#ifdef __cplusplus\n}\n#endif\n\n\
                 /* Whether a signal or a sanitizer ends the driver. */\nstatic bool driver_errs(const char *inputs) {\n    \
                 int status = run_driver(inputs);\n\n    return status < 0 || status > 255 || status == SANITIZER_STATUS;\n}\n\
                 #endif /* SYMIR_BUGS */\n\n";
    }
    text
}

const SAME_BYTES: &str = "static bool same_bytes(const void *one, const void *other, size_t size) {
    const unsigned char *a = (const unsigned char *)one;
    const unsigned char *b = (const unsigned char *)other;

    for (size_t i = 0; i < size; i++) {
        if (a[i] != b[i])
            return false;
    }
    return true;
}

";

/// The beginning of a text that may be long.
fn shorten(text: &str) -> String {
    match text.char_indices().nth(40) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
