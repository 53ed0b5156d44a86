//! Mocks as C that people can read. The definition of each function says that it is a mock, returns an input,
//! and writes inputs to where the function may write. Symbolic execution and native runs of tests use this
//! same text.

use super::declare::declarations;
use super::headers::{self, Headers};
use super::statements::Uses;
use super::{Framework, own_headers};
use crate::emit::facts::{Facts, Type};
use crate::ir::{Spelled, header, is_length};
use std::collections::BTreeMap;
use std::fmt::Write;

/// A function that needs a mock.
#[derive(Clone, Default, Debug)]
pub struct Wanted {
    pub name: String,
    pub is_noreturn: bool,
    /// Conditions over `result` and the parameters, in C.
    pub assume: Vec<String>,
    /// Statements in C that are done before it returns.
    pub effects: Vec<String>,
    /// Whether equal arguments always have equal results.
    pub is_pure: bool,
    pub errors: Errors,
    /// How many bytes all callers have room for where a parameter points to, by the number of the parameter.
    pub rooms: BTreeMap<usize, u64>,
}

/// What a mock sets `errno` to when it fails: when it returns a negative number or null. If its result can be
/// neither, it always sets `errno`.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub enum Errors {
    /// It leaves it alone.
    #[default]
    None,
    /// Any number, if its result can tell of a failure.
    Any,
    /// One of these, by their names.
    These(Vec<String>),
}

/// The highest error number.
pub const LAST_ERROR: u32 = 133;

/// How many elements are written, at most, to a buffer of an unknown size.
const ELEMENTS: u64 = 8;
/// How many elements are written one by one, at most, to a buffer for which all callers have room.
const KNOWN_ELEMENTS: u64 = 64;
/// How many bytes of a larger buffer are inputs; the bytes behind them are zero.
const BYTES: u64 = 32;
/// How many characters a string that is written has at most, with its terminator.
const LETTERS: u64 = 16;
/// How many calls of a function are remembered, so that equal arguments get equal results.
const KNOWN_CALLS: u64 = 16;

/// The text of a file with mocks, and the functions that cannot have a mock, each with the reason.
pub fn mocks(facts: &Facts, wanted: &[Wanted]) -> (String, Vec<(String, String)>) {
    let mut left_out = Vec::new();
    let mut bodies = String::new();
    let mut uses = Uses::default();
    for mock in wanted {
        let prototype = facts.functions.get(&mock.name);
        let Some((prototype, spelled)) = prototype.and_then(|known| Some((known, known.spelled.as_ref()?)))
        else {
            left_out
                .push((mock.name.clone(), "C has no words for its declaration that symir knows".to_owned()));
            continue;
        };
        uses.functions.insert(mock.name.clone());
        // No header that defines it is included.
        uses.pointed.insert(mock.name.clone());
        let types = prototype.parameters.iter().map(|parameter| parameter.ty);
        let types = types.chain(std::iter::once(prototype.result));
        uses.entities.extend(types.filter_map(|ty| super::script::pointed_record(facts, ty)));
        let names = super::declare::parameter_names(prototype);
        let parameters: Vec<Parameter<'_>> = (names.iter().zip(&spelled.parameters))
            .zip(&prototype.parameters)
            .map(|((name, spelled), known)| Parameter { name, spelled, ty: known.ty })
            .collect();
        bodies +=
            &Mock { facts, wanted: mock, parameters, result: prototype.result, spelled: &spelled.result }
                .text(spelled.is_variadic);
    }
    let headers = Headers::of(facts, &uses, false);
    let (declared, system) = declarations(Framework::Plain, facts, &headers, &uses);
    let mut text = include_str!("text/mocks.c").to_owned();
    // A program that is built without the C library, as a kernel is, has no other headers of it.
    if bodies.contains("exit(EXIT_FAILURE)") || system.iter().any(|header| header == "stdlib.h") {
        text += "#include <stdlib.h>\n";
    }
    for header in system.iter().filter(|header| *header != "stdlib.h") {
        let _ = writeln!(text, "#include <{header}>");
    }
    if bodies.contains("errno") {
        text += "#include <errno.h>\n";
    }
    if bodies.contains("va_list ") {
        text += "#include <stdarg.h>\n";
    }
    if bodies.contains("    memset(") && !system.iter().any(|header| header == "string.h") {
        text += "#include <string.h>\n";
    }
    text += &own_headers(Framework::Plain, &absolute(facts, headers), wanted.iter().map(|mock| &mock.name));
    if !text.ends_with("\n\n") {
        text.push('\n');
    }
    (text + &declared + &bodies, left_out)
}

/// The same inclusions by absolute paths, because mocks lie in another folder.
fn absolute(facts: &Facts, mut headers: Headers) -> Headers {
    let folders = headers::folders(facts);
    for line in headers.lines.iter_mut().filter(|line| line.is_own) {
        let name = line.text.split('"').nth(1).map(str::to_owned);
        let path = name.as_ref().and_then(|name| {
            let path = folders.iter().map(|folder| folder.join(name)).find(|path| path.is_file())?;
            path.canonicalize().ok()
        });
        if let Some(path) = path {
            line.text = format!("#include \"{}\"", path.display());
        }
    }
    headers
}

/// Functions of the C library and of POSIX that never return what they are given, although its type is that
/// of their result.
const GIVE_THEIR_OWN: [&str; 6] =
    ["bindtextdomain", "getenv", "secure_getenv", "setlocale", "strdup", "textdomain"];

/// Functions that write a text, with its end, where a parameter points to.
const WRITE_TEXTS: [&str; 3] = ["getcwd", "gethostname", "getlogin_r"];

/// What is assumed of the result of a function that says whether it succeeds.
pub(crate) const STATUS_RESULT: &str = "result == 0 || result == -1";

struct Parameter<'a> {
    name: &'a str,
    spelled: &'a Spelled,
    ty: u32,
}

struct Mock<'a> {
    facts: &'a Facts,
    wanted: &'a Wanted,
    parameters: Vec<Parameter<'a>>,
    result: u32,
    spelled: &'a Spelled,
}

impl Mock<'_> {
    fn text(&self, is_variadic: bool) -> String {
        let name = &self.wanted.name;
        let mut listed: Vec<String> =
            self.parameters.iter().map(|parameter| parameter.spelled.declare(parameter.name)).collect();
        if is_variadic {
            listed.push("...".to_owned());
        }
        let listed = if listed.is_empty() { "void".to_owned() } else { listed.join(", ") };
        let lines = self.lines();
        let mut text = format!("{} {{\n", self.spelled.declare(&format!("{name}({listed})")));
        text += "    symir_mocked();\n";
        for parameter in &self.parameters {
            if !lines.iter().any(|line| has_word(line, parameter.name)) {
                let _ = writeln!(text, "    (void){};", parameter.name);
            }
        }
        for line in lines {
            let _ = writeln!(text, "    {line}");
        }
        text + "}\n\n"
    }

    fn lines(&self) -> Vec<String> {
        let name = &self.wanted.name;
        let mut lines = Vec::new();
        let counted = self.counted();
        // A function that returns how much it has read writes nothing if it fails, nor does one that returns
        // whether it succeeds.
        let is_status = self.wanted.assume.iter().any(|condition| condition == STATUS_RESULT);
        let succeeds = match (&counted, is_status) {
            (Some(_), _) => Some("result > 0"),
            (None, true) => Some("result == 0"),
            (None, false) => None,
        };
        for at in (0..self.parameters.len()).filter(|_| succeeds.is_none()) {
            lines.extend(self.write(at));
        }
        let is_void = *self.facts.ty(self.result) == Type::Void;
        lines.extend(self.wanted.effects.iter().map(|effect| format!("{};", effect.trim_end_matches(';'))));
        let errors = self.errors();
        if self.wanted.is_noreturn {
            lines.push("exit(EXIT_FAILURE); /* It never returns. */".to_owned());
            return lines;
        }
        if is_void {
            lines.extend(errors);
            return lines;
        }
        let mut assumed: Vec<String> = self
            .wanted
            .assume
            .iter()
            .map(|condition| format!("symir_assume({});", self.named(condition)))
            .collect();
        assumed.extend(counted);
        let filled: Vec<String> = match succeeds {
            Some(_) => (0..self.parameters.len()).flat_map(|at| self.write(at)).collect(),
            None => Vec::new(),
        };
        let value = self.value();
        match value {
            Some(value)
                if assumed.is_empty() && errors.is_empty() && !self.wanted.is_pure && lines.is_empty() =>
            {
                lines.extend(self.argument_back());
                lines.push(format!("return {value};"));
            }
            value => {
                lines.extend(self.argument_back());
                let declared = self.spelled.declare("result");
                match value {
                    Some(value) => lines.push(format!("{} = {value};", unqualified(&declared))),
                    None => {
                        lines.push(format!("{};", unqualified(&declared)));
                        lines.push(format!("symir_object(result, \"{name}\");"));
                    }
                }
                if self.wanted.is_pure {
                    self.remember(&mut lines);
                }
                lines.extend(assumed);
                if let Some(succeeds) = succeeds.filter(|_| !filled.is_empty()) {
                    lines.push(format!("if ({succeeds}) {{"));
                    lines.extend(filled.iter().map(|line| format!("    {line}")));
                    lines.push("}".to_owned());
                }
                lines.extend(errors);
                lines.push("return result;".to_owned());
            }
        }
        lines
    }

    /// A condition with the first parameter in the place of `@0`, and the second in that of `@1`.
    fn named(&self, condition: &str) -> String {
        let name = |at: usize| self.parameters.get(at).map_or("0", |parameter| parameter.name);
        condition.replace("@0", name(0)).replace("@1", name(1))
    }

    /// The statements that set `errno`.
    fn errors(&self) -> Vec<String> {
        let fails = match self.facts.ty(self.result) {
            Type::Pointer(_) => Some("result == NULL"),
            Type::Integer { signed: true, .. } => Some("result < 0"),
            _ => None,
        };
        let number = format!("errno = symir_range(1, {LAST_ERROR}, \"{}_errno\");", self.wanted.name);
        let set = match (&self.wanted.errors, fails) {
            (Errors::None, _) | (Errors::Any, None) => return Vec::new(),
            (Errors::Any, _) => vec![number],
            (Errors::These(names), _) => match names.as_slice() {
                [only] => vec![format!("errno = {only};")],
                names => {
                    let each: Vec<String> = names.iter().map(|name| format!("errno == {name}")).collect();
                    vec![number, format!("symir_assume({});", each.join(" || "))]
                }
            },
        };
        match (fails, set.as_slice()) {
            (None, _) => set,
            (Some(fails), [only]) => vec![format!("if ({fails})"), format!("    {only}")],
            (Some(fails), several) => {
                let mut lines = vec![format!("if ({fails}) {{")];
                lines.extend(several.iter().map(|line| format!("    {line}")));
                lines.push("}".to_owned());
                lines
            }
        }
    }

    /// The result as an expression, if there is one.
    fn value(&self) -> Option<String> {
        let name = &self.wanted.name;
        match self.facts.ty(self.result) {
            Type::Pointer(target) => {
                let words = self.spelled.declare("");
                let inner = words.strip_suffix('*').map(|inner| inner.trim().replace("const ", ""));
                let is_whole = self.facts.size(*target).is_some();
                Some(match inner {
                    Some(inner) if is_whole => format!("symir_pointer({inner}, \"{name}\")"),
                    _ => format!("({words})symir_pointer(void, \"{name}\")"),
                })
            }
            _ => self.number(self.result, self.spelled).map(|maker| format!("{maker}(\"{name}\")")),
        }
    }

    /// The function of `symir.h` for a number of this type.
    fn number(&self, ty: u32, spelled: &Spelled) -> Option<&'static str> {
        let text = spelled.declare("");
        let text = text.trim_start_matches("const ");
        let own = header::ALIASES.iter().find(|(_, ty, _)| *ty == text).map(|(maker, ..)| *maker);
        match self.facts.ty(ty) {
            Type::Bool => Some("symir_bool"),
            Type::Char { signed: false } => Some("symir_uchar"),
            Type::Char { signed: true } => Some("symir_char"),
            Type::Integer { name, .. } => own.or_else(|| header::of_type(name)).or_else(|| {
                let words = match name.as_str() {
                    "long int" => "long",
                    "unsigned long int" | "long unsigned int" => "unsigned long",
                    "short int" => "short",
                    "unsigned short int" => "unsigned short",
                    "long long int" => "long long",
                    "long long unsigned int" => "unsigned long long",
                    _ => return None,
                };
                header::of_type(words)
            }),
            Type::Float { size: 4 } => Some("symir_float"),
            Type::Float { size: 8 } => Some("symir_double"),
            _ => None,
        }
    }

    /// The parameter that says how many elements another one has.
    fn length_of(&self, at: usize) -> Option<&Parameter<'_>> {
        let next = self.parameters.get(at + 1)?;
        let is_number = matches!(self.facts.ty(next.ty), Type::Integer { .. });
        (is_number && is_length(next.name)).then_some(next)
    }

    /// The statements that write through a parameter.
    fn write(&self, at: usize) -> Vec<String> {
        let Parameter { name, spelled, ty } = self.parameters[at];
        let Type::Pointer(target) = self.facts.ty(ty) else { return Vec::new() };
        let is_constant = spelled.text.contains("const ");
        if is_constant || spelled.is_argument_list() {
            return Vec::new();
        }
        let input = format!("{}_{name}", self.wanted.name);
        let is_byte = matches!(self.facts.ty(*target), Type::Void | Type::Char { .. });
        let size = if is_byte { Some(1) } else { self.facts.size(*target) };
        let elements = |least| {
            let room = self.wanted.rooms.get(&at).zip(size).map(|(room, size)| room / size.max(1));
            room.filter(|room| *room >= least)
        };
        if let Some(length) = self.length_of(at) {
            let maker = match self.facts.ty(*target) {
                Type::Void => Some("symir_uchar"),
                Type::Char { signed: true } => Some("symir_char"),
                Type::Char { signed: false } => Some("symir_uchar"),
                Type::Integer { name, .. } => header::of_type(name),
                _ => None,
            };
            let element = if *self.facts.ty(*target) == Type::Void {
                format!("((unsigned char *){name})")
            } else {
                name.to_owned()
            };
            let most = elements(1).map_or(ELEMENTS, |room| room.clamp(ELEMENTS, KNOWN_ELEMENTS));
            if WRITE_TEXTS.contains(&self.wanted.name.as_str()) {
                let count = most.min(LETTERS);
                return vec![
                    format!("if ({} >= {count}) {{", length.name),
                    format!("    symir_string(*(char (*)[{count}]){name}, \"{input}\");"),
                    format!("    for (size_t i = 1; i < {count}; i++) /* nothing behind its end */"),
                    format!("        symir_assume(({name}[i - 1] != '\\0') | ({name}[i] == '\\0'));"),
                    format!("}} else if ({} > 0) {{", length.name),
                    format!("    *{name} = '\\0';"),
                    "}".to_owned(),
                ];
            }
            return maker.map_or_else(Vec::new, |maker| {
                vec![
                    format!("for (size_t i = 0; i < (size_t){} && i < {most}; i++)", length.name),
                    format!("    {element}[i] = {maker}(\"{input}\");"),
                ]
            });
        }
        let is_number =
            is_byte || matches!(self.facts.ty(*target), Type::Integer { .. } | Type::Float { .. });
        // A caller that passes an array without its length expects the function to fill it.
        if let Some(room) = elements(if is_byte { 1 } else { 2 }).filter(|_| is_number) {
            return self.fill(at, *target, room, &input);
        }
        if is_byte
            || self.facts.size(*target).is_none()
            || self.has_pointers(*target, 0) && !matches!(self.facts.ty(*target), Type::Pointer(_))
        {
            return Vec::new();
        }
        vec![format!("if ({name} != NULL)"), format!("    symir_object(*{name}, \"{input}\");")]
    }

    /// The statements that fill an array of `room` elements of this type.
    fn fill(&self, at: usize, target: u32, room: u64, input: &str) -> Vec<String> {
        let Parameter { name, spelled, .. } = self.parameters[at];
        // `int8_t` and `signed char` are numbers.
        if *self.facts.ty(target) == (Type::Char { signed: true }) && spelled.text.starts_with("char ") {
            let count = room.min(LETTERS);
            let string = format!("symir_string(*(char (*)[{count}]){name}, \"{input}\");");
            return vec![format!("if ({name} != NULL)"), format!("    {string}")];
        }
        let is_byte = matches!(self.facts.ty(target), Type::Void | Type::Char { .. });
        let size = if is_byte { 1 } else { self.facts.size(target).unwrap_or(1).max(1) };
        let count = room.min(BYTES / size);
        let filled = match is_byte {
            true => format!("symir_bytes(*(unsigned char (*)[{count}]){name}, \"{input}\");"),
            false => format!("symir_object(*(__typeof__(*{name}) (*)[{count}]){name}, \"{input}\");"),
        };
        if count == room {
            return vec![format!("if ({name} != NULL)"), format!("    {filled}")];
        }
        vec![
            format!("if ({name} != NULL) {{"),
            format!("    memset({name}, 0, {});", room * size),
            format!("    {filled}"),
            "}".to_owned(),
        ]
    }

    /// Whether values of a type have pointers. A structure with pointers is not just a place to write to.
    fn has_pointers(&self, ty: u32, depth: usize) -> bool {
        match self.facts.ty(ty) {
            Type::Pointer(_) | Type::Function { .. } | Type::Opaque => true,
            Type::Array(element, _) => self.has_pointers(*element, depth),
            Type::Record(record) => {
                depth > 8 || record.members.iter().any(|member| self.has_pointers(member.ty, depth + 1))
            }
            _ => false,
        }
    }

    /// Assumes that a function that reads or writes this many bytes returns at most as many.
    fn counted(&self) -> Option<String> {
        const WORDS: [&str; 8] = ["read", "recv", "receive", "write", "send", "get", "put", "fetch"];
        let name = self.wanted.name.to_lowercase();
        if !matches!(self.facts.ty(self.result), Type::Integer { size: 4 | 8, .. })
            || !WORDS.iter().any(|word| name.contains(word))
            || !self.wanted.assume.is_empty()
        {
            return None;
        }
        let is_pointer = |at: &usize| matches!(self.facts.ty(self.parameters[*at].ty), Type::Pointer(_));
        let length = (0..self.parameters.len()).filter(is_pointer).find_map(|at| self.length_of(at))?;
        Some(format!("symir_assume(result <= (__typeof__(result)){});", length.name))
    }

    /// The statements that may return a pointer that the mock is given.
    fn argument_back(&self) -> Vec<String> {
        let Type::Pointer(target) = self.facts.ty(self.result) else { return Vec::new() };
        if GIVE_THEIR_OWN.contains(&self.wanted.name.as_str()) {
            return Vec::new();
        }
        let is_void = *self.facts.ty(*target) == Type::Void;
        let plain = |text: &str| text.replace("const ", "");
        let is_it = |parameter: &&Parameter<'_>| {
            plain(&parameter.spelled.text) == plain(&self.spelled.text) && !is_void
        };
        let Some(parameter) = self.parameters.iter().find(is_it) else { return Vec::new() };
        let name = &self.wanted.name;
        vec![
            format!("if (symir_bool(\"{name}_gives_{}\"))", parameter.name),
            format!("    return ({}){};", self.spelled.declare(""), parameter.name),
        ]
    }

    /// Adds statements by which equal arguments have equal results.
    fn remember(&self, lines: &mut Vec<String>) {
        let is_scalar = |parameter: &&Parameter<'_>| {
            let is_whole =
                matches!(self.facts.ty(parameter.ty), Type::Record(_) | Type::Array(..) | Type::Opaque);
            !is_whole && !parameter.spelled.is_argument_list()
        };
        let kept: Vec<&Parameter<'_>> = self.parameters.iter().filter(is_scalar).collect();
        lines.push("/* Equal arguments have equal results. */".to_owned());
        lines.push("static struct {".to_owned());
        for parameter in &kept {
            lines.push(format!("    {};", unqualified(&parameter.spelled.declare(parameter.name))));
        }
        lines.push(format!("    {};", unqualified(&self.spelled.declare("result"))));
        lines.push(format!("}} known[{KNOWN_CALLS}];"));
        lines.push("static size_t n_known;".to_owned());
        let same: Vec<String> =
            kept.iter().map(|parameter| format!("known[i].{0} == {0}", parameter.name)).collect();
        let same = if same.is_empty() { "true".to_owned() } else { same.join(" && ") };
        lines.push("for (size_t i = 0; i < n_known; i++)".to_owned());
        lines.push(format!("    symir_assume(!({same}) || known[i].result == result);"));
        lines.push(format!("if (n_known < {KNOWN_CALLS}) {{"));
        for parameter in &kept {
            lines.push(format!("    known[n_known].{0} = {0};", parameter.name));
        }
        lines.push("    known[n_known++].result = result;".to_owned());
        lines.push("}".to_owned());
    }
}

/// A declaration that can be assigned to.
fn unqualified(declared: &str) -> String {
    match declared.contains('*') {
        true => declared.replace("*const ", "*"),
        false => declared.trim_start_matches("const ").to_owned(),
    }
}

fn has_word(text: &str, word: &str) -> bool {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').any(|found| found == word)
}
