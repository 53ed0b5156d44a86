//! What a function with `...` reads of its further arguments, found in the text of its body: each `va_arg`
//! names a type, a `case` before it says when it is read, and a function that passes them to `vprintf` or a
//! similar function has a format.
//!
//! The number of arguments is bounded. Code that macros make is not seen.

use super::roles::is_length;
use crate::ir::{FuncId, Program};
use crate::util::bounded;
use regex::Regex;
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// How many further arguments there are if a parameter says their number, and if a mark ends them.
const COUNTED: usize = 4;
const MARKED: usize = 3;

/// The calls of a harness: one for each way in which further arguments are read.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Variadic {
    /// The parameter that is a format, by number.
    pub format: Option<usize>,
    pub calls: Vec<Call>,
    /// The parameter that says how many further arguments there are, by number, and their greatest number.
    pub count: Option<(usize, usize)>,
}

/// One call with further arguments.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Call {
    /// The format, as a string in C.
    pub format: Option<String>,
    /// A condition over the other parameters, in C.
    pub condition: Option<String>,
    pub arguments: Vec<Further>,
}

/// An argument that belongs to no parameter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Further {
    /// A number of this type, from this function of `symir.h`.
    Number(String, &'static str),
    Text(String),
    /// A pointer to this type.
    Object(String),
    /// A place to which something of this type is written.
    Place(String),
    /// A place to which this many characters are written.
    Room(usize),
    /// The mark that ends the list, in C.
    Mark(String),
}

/// What this file has to know about a parameter.
pub struct Named<'a> {
    pub name: &'a str,
    pub is_text: bool,
    pub is_number: bool,
    /// Whether it is the end of a range.
    pub is_end: bool,
}

/// What a function reads in addition to its parameters.
///
/// # Errors
/// In words, why that is not known.
pub fn variadic(program: &Program, id: FuncId, parameters: &[Named<'_>]) -> Result<Variadic, String> {
    let mut text = body(program, id).ok_or(
        "it takes any number of arguments, and its body is not in the source as it is written, so that it is not known which",
    )?;
    // Functions that get the arguments as a `va_list` read them, too.
    let mut seen = BTreeSet::from([id]);
    for _ in 0..DEPTH {
        let names: BTreeSet<String> = CALL.captures_iter(&text).map(|found| found[1].to_owned()).collect();
        for callee in names.iter().filter_map(|name| program.function_named(name)) {
            if seen.insert(callee)
                && let Some(other) = body(program, callee).filter(|other| other.contains("va_list"))
            {
                text += &other;
            }
        }
    }
    let format = parameters.iter().rposition(|parameter| parameter.is_text);
    let call = |format: &str, arguments: Vec<Further>| Call {
        format: Some(format!("\"{format}\"")),
        arguments,
        ..Call::default()
    };
    if SCANF.is_match(&text) {
        let Some(format) = format else {
            return Err(
                "it reads by a format of scanf, and symir does not see which parameter that is".to_owned()
            );
        };
        let number = || Further::Place("int".to_owned());
        let calls = vec![
            call("%d", vec![number()]),
            call("%d %d", vec![number(), number()]),
            call("%3s", vec![Further::Room(4)]),
            call("%1s%c", vec![Further::Room(2), Further::Place("char".to_owned())]),
        ];
        return Ok(Variadic { format: Some(format), calls, count: None });
    }
    if PRINTF.is_match(&text)
        && let Some(format) = format
    {
        let number = Further::Number("int".to_owned(), "symir_int");
        let words = Further::Text("const char *".to_owned());
        let calls = vec![
            call("plain", Vec::new()),
            call("%d", vec![number.clone()]),
            call("%s", vec![words.clone()]),
            call("%s: %d", vec![words, number]),
        ];
        return Ok(Variadic { format: Some(format), calls, count: None });
    }
    let reads = reads(&text)?;
    Ok(match &*reads {
        [] => Variadic { calls: vec![Call::default()], ..Variadic::default() },
        _ if reads.iter().all(|read| read.letter.is_some()) && format.is_some() => {
            by_letters(&reads, &text, format)
        }
        _ if reads.iter().any(|read| read.case.is_some()) => by_cases(&reads, parameters),
        _ => in_a_row(&reads, &text, parameters),
    })
}

const DEPTH: usize = 2;

fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("invariant: the pattern is regular")
}

static CALL: LazyLock<Regex> = LazyLock::new(|| pattern(r"\b([A-Za-z_]\w*)\s*\("));
static PRINTF: LazyLock<Regex> = LazyLock::new(|| pattern(r"\bv(f|s|sn|as|d)?printf\s*\("));
static SCANF: LazyLock<Regex> = LazyLock::new(|| pattern(r"\bv(f|s)?scanf\s*\("));
static READ: LazyLock<Regex> = LazyLock::new(|| pattern(r"\bva_arg\s*\(\s*[^,()]+,\s*([^()]+?)\s*\)"));
static LETTER: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?:case|==)\s*'([A-Za-z])'"));
static CASE: LazyLock<Regex> = LazyLock::new(|| pattern(r"\bcase\s+([A-Za-z_]\w*|-?\d+)\s*:"));
static SWITCH: LazyLock<Regex> = LazyLock::new(|| pattern(r"\bswitch\s*\(\s*(\w+)\s*\)"));
static MARK: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?:!=|==)\s*(-\s*\d+)\b"));

/// One `va_arg`, and what stands before it.
struct Read {
    further: Further,
    letter: Option<String>,
    /// The variable of the `switch` before it, and the last `case` before it.
    case: Option<(String, String)>,
}

fn reads(text: &str) -> Result<Vec<Read>, String> {
    let mut reads = Vec::new();
    for found in READ.captures_iter(text) {
        let before = &text[..found.get(0).map_or(0, |whole| whole.start())];
        let last = |pattern: &Regex| pattern.captures_iter(before).last().map(|found| found[1].to_owned());
        let further = further(&found[1]).ok_or_else(|| {
            format!("it reads an argument of the type `{}`, which symir gen does not make", &found[1])
        })?;
        let case = last(&CASE).and_then(|case| Some((last(&SWITCH)?, case)));
        reads.push(Read { further, letter: last(&LETTER), case });
    }
    Ok(reads)
}

/// An argument of a type as it is written.
fn further(ty: &str) -> Option<Further> {
    let ty = ty.split_whitespace().collect::<Vec<_>>().join(" ");
    if let Some(element) = ty.strip_suffix('*') {
        let element = element.trim_end();
        let plain = element.trim_start_matches("const ").trim_end_matches(" const");
        return match plain {
            "char" => Some(Further::Text(format!("{element} *"))),
            "" | "void" => Some(Further::Object("int".to_owned())),
            _ => Some(Further::Object(plain.to_owned())),
        };
    }
    let maker = |name: &str| crate::ir::header::of_type(name);
    let known = maker(&ty).or_else(|| {
        let alias = crate::ir::header::ALIASES.iter().find(|(_, alias, _)| *alias == ty);
        alias.map(|(maker, ..)| *maker)
    });
    let known = known.or_else(|| ty.starts_with("enum ").then_some("symir_int"));
    let known = known.or(match ty.as_str() {
        "unsigned" => maker("unsigned int"),
        "uintptr_t" => maker("unsigned long"),
        "ssize_t" | "ptrdiff_t" | "intptr_t" => maker("long"),
        _ => None,
    });
    known.map(|maker| Further::Number(ty, maker))
}

/// The function has a format of its own, whose letters say which arguments come.
fn by_letters(reads: &[Read], text: &str, format: Option<usize>) -> Variadic {
    let sign = if text.contains("'%'") { "%" } else { "" };
    let letter = |read: &Read| format!("{sign}{}", read.letter.as_deref().unwrap_or_default());
    let mut calls = vec![Call { format: Some("\"\"".to_owned()), ..Call::default() }];
    let mut known = BTreeSet::new();
    let reads: Vec<&Read> = reads.iter().filter(|read| known.insert(read.letter.clone())).collect();
    for read in &reads {
        calls.push(Call {
            format: Some(format!("\"{}\"", letter(read))),
            arguments: vec![read.further.clone()],
            condition: None,
        });
    }
    if reads.len() > 1 {
        let both = &reads[..2];
        calls.push(Call {
            format: Some(format!("\"{}{}\"", letter(both[0]), letter(both[1]))),
            arguments: both.iter().map(|read| read.further.clone()).collect(),
            condition: None,
        });
    }
    Variadic { format, calls, count: None }
}

/// A parameter says which argument comes.
fn by_cases(reads: &[Read], parameters: &[Named<'_>]) -> Variadic {
    let is_parameter = |name: &str| parameters.iter().any(|parameter| parameter.name == name);
    let mut calls: Vec<Call> = Vec::new();
    let mut others = Vec::new();
    for (further, (of, case)) in reads.iter().filter_map(|read| Some((&read.further, read.case.as_ref()?))) {
        let condition = is_parameter(of).then(|| format!("{of} == {case}"));
        others.extend(is_parameter(of).then(|| format!("{of} != {case}")));
        match calls.iter_mut().find(|call| call.condition == condition && condition.is_some()) {
            Some(call) => call.arguments.push(further.clone()),
            None => calls.push(Call { condition, arguments: vec![further.clone()], format: None }),
        }
    }
    if !others.is_empty() {
        calls.push(Call { condition: Some(others.join(" && ")), ..Call::default() });
    }
    Variadic { calls, ..Variadic::default() }
}

/// There are as many arguments as a parameter says, or they end with a mark.
fn in_a_row(reads: &[Read], text: &str, parameters: &[Named<'_>]) -> Variadic {
    let counts =
        |parameter: &Named<'_>| parameter.is_number && (parameter.is_end || is_length(parameter.name));
    let count = parameters.iter().rposition(counts).map(|at| (at, COUNTED));
    let all = reads.iter().map(|read| read.further.clone());
    let is_repeated = ["for", "while", "do"]
        .iter()
        .any(|word| text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|other| other == *word));
    let mut arguments: Vec<Further> = match reads {
        [_] if is_repeated => all.cycle().take(if count.is_some() { COUNTED } else { MARKED }).collect(),
        _ if is_repeated => all.clone().chain(all).collect(),
        _ => all.collect(),
    };
    if is_repeated && count.is_none() {
        let mark = MARK.captures(text).map(|found| found[1].replace(' ', ""));
        let zero = match arguments.last() {
            Some(Further::Number(ty, _)) => format!("({ty})0"),
            Some(Further::Text(ty)) => format!("({ty})NULL"),
            _ => "NULL".to_owned(),
        };
        arguments.push(Further::Mark(mark.unwrap_or(zero)));
    }
    let count = count.filter(|_| is_repeated);
    Variadic { calls: vec![Call { arguments, ..Call::default() }], count, ..Variadic::default() }
}

/// The definition of a function as it is written, without comments.
pub fn body(program: &Program, id: FuncId) -> Option<String> {
    let function = &program.functions[id.index()];
    let signature = function.signature.as_ref().filter(|_| function.entry.is_some())?;
    let text = bounded::read_to_string(&program.files[signature.file.index()].path()).ok()?;
    let start = text.split_inclusive('\n').take(signature.line.checked_sub(1)? as usize).map(str::len).sum();
    definition(&text[start..])
}

/// The text up to the end of the first braces.
fn definition(text: &str) -> Option<String> {
    let mut kept = String::new();
    let mut depth = 0;
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let comment = ["/*", "//"].into_iter().find(|mark| rest.starts_with(mark));
        let length = match (comment, c) {
            (Some("/*"), _) => rest.find("*/").map_or(rest.len(), |end| end + 2),
            (Some(_), _) => rest.find('\n').unwrap_or(rest.len()),
            (None, '"' | '\'') => {
                let mut is_escaped = false;
                let end = rest.char_indices().skip(1).find(|(_, other)| {
                    let ends = *other == c && !is_escaped;
                    is_escaped = *other == '\\' && !is_escaped;
                    ends
                });
                end.map_or(rest.len(), |(at, _)| at + 1)
            }
            _ => c.len_utf8(),
        };
        let (piece, after) = rest.split_at(length);
        rest = after;
        if comment.is_some() {
            kept.push(' ');
            continue;
        }
        kept += piece;
        match c {
            '{' => depth += 1,
            '}' if depth == 1 => return Some(kept),
            '}' => depth -= 1,
            ';' if depth == 0 => return None,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(name: &str, is_text: bool) -> Named<'_> {
        Named { name, is_text, is_number: !is_text, is_end: false }
    }

    fn read(text: &str) -> Vec<Read> {
        reads(&definition(text).expect("a definition")).expect("known types")
    }

    #[test]
    fn a_definition_ends_with_its_braces() {
        let text =
            "int f(int n, ...) { /* } */ if (n == '}') { return \"}\\\"\"[0]; } // }\n return 1; } int g;";
        let found = definition(text).expect("a definition");
        assert!(found.ends_with("return 1; }") && !found.contains("/*"), "{found}");
        assert_eq!(definition("int f(int n, ...);\nint g(void) { }"), None);
    }

    #[test]
    fn a_number_or_a_mark_ends_a_list() {
        let sum = "{ for (int i = 0; i < n; i++) s += va_arg(l, int); }";
        let found = in_a_row(&read(sum), sum, &[named("n", false)]);
        assert_eq!((found.count, found.calls[0].arguments.len()), (Some((0, 4)), 4));
        let join = "{ while ((s = va_arg(l, const char *)) != NULL) puts(s); }";
        let found = in_a_row(&read(join), join, &[named("first", true)]);
        assert_eq!(found.calls[0].arguments[3], Further::Mark("(const char *)NULL".to_owned()));
        let marked = "{ while ((s = va_arg(l, int)) != -1) n += s; }";
        let found = in_a_row(&read(marked), marked, &[named("first", false)]);
        assert_eq!(found.calls[0].arguments[3], Further::Mark("-1".to_owned()));
    }

    #[test]
    fn letters_and_cases_say_what_is_read() {
        let own = "{ for (; *f; f++) switch (*f) { case 'd': a = va_arg(l, int); break; case 's': b = va_arg(l, char *); } }";
        let found = by_letters(&read(own), own, Some(0));
        let formats: Vec<_> = found.calls.iter().filter_map(|call| call.format.as_deref()).collect();
        assert_eq!(formats, ["\"\"", "\"d\"", "\"s\"", "\"ds\""]);
        let set = "{ switch (what) { case SIZE: o->size = va_arg(l, size_t); break; case NAME: o->name = va_arg(l, char *); } }";
        let found = by_cases(&read(set), &[named("o", false), named("what", false)]);
        let conditions: Vec<_> = found.calls.iter().filter_map(|call| call.condition.as_deref()).collect();
        assert_eq!(conditions, ["what == SIZE", "what == NAME", "what != SIZE && what != NAME"]);
        let argument = &found.calls[0].arguments[0];
        assert!(matches!(argument, Further::Number(_, "symir_ulong" | "symir_size")), "{argument:?}");
    }
}
