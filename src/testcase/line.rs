//! The test line, `f: a1 a2 … an :=> r`; `docs/reading-tests.md` explains it to those who read tests.

use super::unfold::unfolded_inputs;
use super::{Datum, Failure, FunctionInput, Outcome, TestCall, TestCase};
use crate::util::Bits;
use crate::util::placed::spelled;
use crate::util::text::printable;
use std::collections::BTreeSet;
use std::fmt;

/// A test as one line for each call under test, without a line end after the last.
///
/// A call that did not return has `!` and the reason in the place of the result. A test without a call
/// under test has its inputs, by name, and what `main` returned.
pub struct TestLine<'a>(pub &'a TestCase);

impl fmt::Display for TestLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TestLine(test) = self;
        for (index, call) in test.calls.iter().enumerate() {
            if index > 0 {
                writeln!(f)?;
            }
            write_call(f, call, &test.outcome)?;
        }
        let ended_after_its_calls = test.calls.last().is_some_and(|call| call.result.is_some());
        if test.calls.is_empty() {
            write!(f, "main:")?;
            for (input, datum) in test.inputs.iter().zip(unfolded_inputs(test)) {
                write!(f, " {}={datum}", printable(&spelled(&input.name)))?;
            }
            write!(f, " :=> ")?;
            write_end(f, &test.outcome)?;
        } else if ended_after_its_calls && !matches!(test.outcome, Outcome::Returned(_)) {
            writeln!(f)?;
            write!(f, "main: :=> ")?;
            write_end(f, &test.outcome)?;
        }
        if test.approximated {
            write!(f, " {APPROXIMATED}")?;
        }
        if test.completed {
            write!(f, " {COMPLETED}")?;
        }
        match &test.recorded {
            Some(recorded) => {
                let names: BTreeSet<&str> = recorded.iter().map(|it| it.function.as_str()).collect();
                let names: Vec<&str> = names.into_iter().collect();
                write!(
                    f,
                    " (recorded: {})",
                    if names.is_empty() { "inputs".into() } else { names.join(", ") }
                )
            }
            None => Ok(()),
        }
    }
}

/// This follows the last line of a test if something on its path was done on concrete values.
const APPROXIMATED: &str = "(approximated)";
/// This follows the last line of a test if only native runs know how it ends.
const COMPLETED: &str = "(completed natively)";

/// A line shows so many calls of mocks, and says how many more there were.
const MOST_MOCKED: usize = 32;

fn write_call(f: &mut fmt::Formatter<'_>, call: &TestCall, outcome: &Outcome) -> fmt::Result {
    write!(f, "{}:", printable(&call.function))?;
    for argument in &call.arguments {
        write!(f, " {argument}")?;
    }
    write_places(f, &call.given)?;
    write!(f, " :=>")?;
    match &call.result {
        Some(Datum::Void) if !call.changes.is_empty() => write_places(f, &call.changes),
        Some(result) => {
            write!(f, " {result}")?;
            write_places(f, &call.changes)
        }
        None => {
            write!(f, " ")?;
            write_end(f, outcome)
        }
    }?;
    call.script.iter().take(MOST_MOCKED).try_for_each(|mocked| write_mocked(f, mocked, call))?;
    match call.script.len().saturating_sub(MOST_MOCKED) {
        0 => {}
        1 => write!(f, ", and 1 more call of a mock")?,
        n => write!(f, ", and {n} more calls of mocks")?,
    }
    call.failures.iter().try_for_each(|failure| write!(f, ", {failure}"))
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Failure { function, call, way } = self;
        write!(f, "{} fails", printable(function))?;
        if *call > 1 {
            write!(f, " at call {call}")?;
        }
        write!(f, ": {}", printable(way))
    }
}

/// A call of a mock in another call: `, read(3, ?, 8) = 2 buf="ab"`. An argument of the other call that is
/// passed on unchanged is shown by its name.
fn write_mocked(f: &mut fmt::Formatter<'_>, call: &TestCall, outer: &TestCall) -> fmt::Result {
    write!(f, ", {}(", printable(&call.function))?;
    for (at, argument) in call.arguments.iter().enumerate() {
        let comma = if at > 0 { ", " } else { "" };
        match passed_on(call, at, outer) {
            Some(name) => write!(f, "{comma}{}", printable(&name))?,
            None => write!(f, "{comma}{argument}")?,
        }
    }
    write!(f, ")")?;
    match &call.result {
        Some(Datum::Void) => {}
        Some(result) => write!(f, " = {result}")?,
        None => write!(f, " = !")?,
    }
    write_places(f, &call.changes)
}

/// What a mock gets as this argument, in the words of the outer call, if it is a pointer to an object that is
/// unchanged: a parameter, a member of what one points to (`c->conn`), or what a mock has given (`open()`).
fn passed_on(call: &TestCall, at: usize, outer: &TestCall) -> Option<String> {
    let Some(Datum::At { object, offset }) = call.arrangement.arguments.get(at) else { return None };
    let in_outer =
        |call: &TestCall, object: u32| call.arrangement.outer.get(object as usize).copied().flatten();
    let own = Datum::At { object: in_outer(call, *object)?, offset: *offset };
    if !call.passes_unchanged(*object, outer) {
        return None;
    }
    let arguments = || outer.parameters.iter().zip(&outer.arrangement.arguments);
    if let Some((name, _)) = arguments().find(|(_, argument)| **argument == own) {
        return Some(name.clone());
    }
    let behind = |argument: &Datum| match argument {
        Datum::At { object, offset: 0 } => outer.arrangement.objects.get(*object as usize),
        _ => None,
    };
    let member = arguments().find_map(|(name, argument)| match behind(argument)?.before.as_ref()? {
        Datum::Struct(members) => {
            let (member, _) = members.iter().find(|(_, held)| *held == own)?;
            Some(format!("{name}->{member}"))
        }
        _ => None,
    });
    if member.is_some() {
        return member;
    }
    let gives = |mocked: &&TestCall| match mocked.arrangement.result {
        Some(Datum::At { object, offset }) => {
            in_outer(mocked, object).is_some_and(|object| Datum::At { object, offset } == own)
        }
        _ => false,
    };
    let giver = outer.script.iter().find(gives)?;
    let is_only = outer.script.iter().filter(|other| other.function == giver.function).count() == 1;
    is_only.then(|| format!("{}()", giver.function))
}

/// Writes the contents of several places, each with a space before it.
fn write_places(f: &mut fmt::Formatter<'_>, places: &[(String, Datum)]) -> fmt::Result {
    for (name, held) in places {
        match name.is_empty() {
            true => write!(f, " ")?,
            false => write!(f, " {}=", printable(&spelled(name)))?,
        }
        write_datum(f, held, &mut Room(MAX_SHOWN), true)?;
    }
    Ok(())
}

fn write_end(f: &mut fmt::Formatter<'_>, outcome: &Outcome) -> fmt::Result {
    match outcome {
        Outcome::Returned(status) => write!(f, "{status}"),
        Outcome::Exited(status) => write!(f, "!exit {status}"),
        Outcome::Bug(bug) => {
            write!(f, "!{}", bug.kind)?;
            bug.site().map_or(Ok(()), |site| write!(f, " at {site}"))
        }
        Outcome::Unsupported { what, site } => {
            write!(f, "!unsupported: {}", printable(what))?;
            site.as_ref().map_or(Ok(()), |site| write!(f, " at {site}"))
        }
        Outcome::Budget(reason) => write!(f, "!unfinished: {reason}"),
    }
}

impl super::Input {
    /// The input as a C value, with the names of the `functions` whose addresses it contains.
    pub(super) fn datum_with<'a>(&self, functions: impl Iterator<Item = &'a FunctionInput>) -> Datum {
        let name = |function: &FunctionInput| Datum::Name(format!("&{}", function.name));
        let functions: Vec<&FunctionInput> = functions.collect();
        match (&functions[..], self.kind) {
            ([], _) => self.datum(),
            // The input is one address and nothing else.
            ([function], _) if self.bytes.len() == 8 => name(function),
            _ => {
                let mut elements = Vec::new();
                let mut at = 0;
                while at < self.bytes.len() {
                    let function = functions.iter().find(|function| function.offset as usize == at);
                    elements.push(function.map_or(Datum::Integer(self.bytes[at].into()), |it| name(it)));
                    at += if function.is_some() { 8 } else { 1 };
                }
                Datum::Array(elements)
            }
        }
    }

    /// The value of an input that is an integer.
    pub fn number(&self) -> Option<i128> {
        let super::InputKind::Integer { width, signed } = self.kind else { return None };
        let pattern = self.pattern();
        Some(if signed { width.sign_extend(pattern) } else { pattern as i128 })
    }

    /// The input as a C value.
    pub fn datum(&self) -> Datum {
        match self.kind {
            super::InputKind::String | super::InputKind::Chars => {
                Datum::Pointer(Box::new(Datum::text(&self.bytes)))
            }
            super::InputKind::Object if self.value.is_some() => self.value.clone().unwrap_or(Datum::Void),
            super::InputKind::Bytes if is_text(&self.bytes) => {
                Datum::Pointer(Box::new(Datum::text(&self.bytes)))
            }
            super::InputKind::Pointer => match self.pointers.is_empty() {
                true => Datum::Null,
                false => Datum::Name(format!("&*{}", self.name)),
            },
            super::InputKind::Bytes | super::InputKind::Object => {
                Datum::Array(self.bytes.iter().map(|byte| Datum::Integer(i128::from(*byte))).collect())
            }
            super::InputKind::Float { .. } if self.value.is_some() => {
                self.value.clone().unwrap_or(Datum::Void)
            }
            super::InputKind::Float { width } => match width.0 {
                32 => Datum::single(f32::from_bits(self.pattern() as u32)),
                _ => Datum::Float(f64::from_bits(self.pattern() as u64)),
            },
            super::InputKind::Integer { width: Bits(1), .. } => Datum::boolean(self.pattern() != 0),
            super::InputKind::Integer { .. } if self.value.is_some() => {
                self.value.clone().unwrap_or(Datum::Void)
            }
            super::InputKind::Integer { .. } => Datum::Integer(self.number().unwrap_or_default()),
        }
    }
}

impl super::Input {
    /// The bytes as one number.
    fn pattern(&self) -> u128 {
        self.bytes.iter().rev().fold(0, |n, byte| n << 8 | u128::from(*byte))
    }
}

/// Whether bytes of unknown meaning read best as text: printable up to a terminator or to their end.
fn is_text(bytes: &[u8]) -> bool {
    let end = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
    end > 0 && bytes[..end].iter().all(|byte| matches!(byte, b' '..=b'~'))
}

impl Datum {
    /// A number of type `float`, with the digits that tell it from other ones: 0.9, and not 0.8999999761581421.
    pub fn single(number: f32) -> Datum {
        let digits = number.to_string().parse().ok().filter(|digits: &f64| *digits as f32 == number);
        Datum::Float(digits.unwrap_or(f64::from(number)))
    }

    /// Splits the bytes of a buffer at its terminator.
    pub fn text(bytes: &[u8]) -> Datum {
        let end = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
        Datum::Text { text: bytes[..end].to_vec(), rest: bytes[end..].to_vec() }
    }
}

/// The value as C would write it, cut to a length that a person reads: of a long text, array or structure, it
/// shows the beginning and how much is missing. Formats for programs have the whole value.
impl fmt::Display for Datum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_datum(f, self, &mut Room(MAX_SHOWN), false)
    }
}

/// How many characters of a text are shown, how many bytes behind its terminator, and how many values and
/// characters of a whole datum.
const MAX_TEXT: usize = 1024;
const MAX_REST: usize = 256;
const MAX_SHOWN: usize = 4096;
/// How many elements of an array are shown.
const MAX_ELEMENTS: usize = 32;

/// How much of a datum may still be shown.
struct Room(usize);

impl Room {
    /// How many of `n` things are shown: at most `most`, and no more than there is room for.
    fn take(&mut self, n: usize, most: usize) -> usize {
        let shown = n.min(most).min(self.0);
        self.0 -= shown;
        shown
    }
}

/// Whether most bits of a number of 32 or 64 bits are set. People then look for those that are not, which its
/// digits to the base 16 show.
pub fn is_nearly_full(value: i128) -> bool {
    (0xffff_0000..1 << 32).contains(&value) || (0xffff_ffff_0000_0000..1 << 64).contains(&value)
}

/// Writes a value. `is_part` says that the value is a part of something larger or the contents of a variable.
/// The reader then knows its size, so zeros at the end of a text are left out.
fn write_datum(f: &mut fmt::Formatter<'_>, datum: &Datum, room: &mut Room, is_part: bool) -> fmt::Result {
    match datum {
        Datum::Integer(value) if is_nearly_full(*value) => write!(f, "{value:#x}"),
        Datum::Integer(value) => write!(f, "{value}"),
        Datum::Character(character) => {
            write!(f, "'")?;
            write_char(f, *character as u8, b"'\\")?;
            write!(f, "'")
        }
        Datum::Float(value) => write!(f, "{value:?}"),
        Datum::Null => write!(f, "null"),
        Datum::Pointer(target) => {
            write!(f, "&")?;
            write_datum(f, target, room, false)
        }
        Datum::Labelled { name, target } => {
            write!(f, "{}=", printable(&spelled(&format!("&{name}"))))?;
            write_datum(f, target, room, false)
        }
        Datum::Text { text, rest } => {
            let is_filled = is_part && !rest.is_empty() && rest.iter().all(|byte| *byte == 0);
            write_text(f, text, rest, room, !is_filled)
        }
        Datum::Array(elements) => write_array(f, elements, room),
        Datum::Struct(_) if is_unwritten(datum) => write!(f, "?"),
        Datum::Struct(members) => {
            let is_null = |(_, value): &&(String, Datum)| *value == Datum::Null;
            if members.iter().filter(is_null).count() > MANY_NULL {
                let others: Vec<_> = members.iter().filter(|member| !is_null(member)).cloned().collect();
                write!(f, "{{")?;
                for (name, value) in &others {
                    write!(f, ".{name}=")?;
                    write_datum(f, value, room, true)?;
                    write!(f, ", ")?;
                }
                return write!(f, "{}null}}", if others.is_empty() { "all " } else { "others " });
            }
            write_list(f, members, room, |f, (name, _)| write!(f, ".{name}="), |(_, value)| value)
        }
        Datum::Name(name) | Datum::Place(name) => write!(f, "{}", printable(&spelled(name))),
        Datum::At { object, offset: 0 } => write!(f, "&#{object}"),
        Datum::At { object, offset } => write!(f, "&#{object} + {offset}"),
        Datum::Kept => write!(f, "…"),
        Datum::Address(address) => write!(f, "{address:#x}"),
        Datum::Uninitialised => write!(f, "?"),
        Datum::Void => write!(f, "void"),
    }
}

/// Whether nothing was ever written to any part of a value.
fn is_unwritten(datum: &Datum) -> bool {
    match datum {
        Datum::Uninitialised => true,
        Datum::Array(elements) => !elements.is_empty() && elements.iter().all(is_unwritten),
        Datum::Struct(members) => !members.is_empty() && members.iter().all(|(_, value)| is_unwritten(value)),
        _ => false,
    }
}

/// If more members than this are null, they are not listed.
const MANY_NULL: usize = 5;

/// From this number on, equal elements, or equal characters behind a text, are written once with their
/// number.
const MANY: usize = 16;
/// The same for elements that have elements or members themselves.
const MANY_LONG: usize = 3;

/// Writes an array; equal elements that follow one another are written once.
fn write_array(f: &mut fmt::Formatter<'_>, elements: &[Datum], room: &mut Room) -> fmt::Result {
    write!(f, "{{")?;
    let (mut at, mut n_shown) = (0, 0);
    while at < elements.len() {
        write!(f, "{}", if at > 0 { ", " } else { "" })?;
        n_shown += 1;
        if room.take(1, 1) == 0 || n_shown > MAX_ELEMENTS {
            write!(f, "{}", Datum::more((elements.len() - at) as u64))?;
            break;
        }
        write_datum(f, &elements[at], room, true)?;
        let equal = elements[at..].iter().take_while(|element| **element == elements[at]).count();
        let is_long = matches!(elements[at], Datum::Struct(_) | Datum::Array(_) | Datum::Pointer(_));
        let are_many = equal >= if is_long { MANY_LONG } else { MANY };
        if are_many {
            write!(f, " ({equal} times)")?;
        }
        at += if are_many { equal } else { 1 };
    }
    write!(f, "}}")
}

fn write_list<T>(
    f: &mut fmt::Formatter<'_>,
    parts: &[T],
    room: &mut Room,
    head: impl Fn(&mut fmt::Formatter<'_>, &T) -> fmt::Result,
    value: impl Fn(&T) -> &Datum,
) -> fmt::Result {
    write!(f, "{{")?;
    for (index, part) in parts.iter().enumerate() {
        write!(f, "{}", if index > 0 { ", " } else { "" })?;
        if room.take(1, 1) == 0 {
            write!(f, "{}", Datum::more((parts.len() - index) as u64))?;
            break;
        }
        head(f, part)?;
        write_datum(f, value(part), room, true)?;
    }
    write!(f, "}}")
}

fn write_text(
    f: &mut fmt::Formatter<'_>,
    text: &[u8],
    rest: &[u8],
    room: &mut Room,
    has_rest: bool,
) -> fmt::Result {
    let shown = room.take(text.len(), MAX_TEXT);
    write!(f, "\"")?;
    for byte in &text[..shown] {
        write_char(f, *byte, b"\"\\")?;
    }
    write!(f, "\"")?;
    if shown < text.len() {
        write!(f, "({})", Datum::more((text.len() - shown) as u64))?;
    }
    if !has_rest {
        return Ok(());
    }
    write!(f, "{{")?;
    let shown = room.take(rest.len(), MAX_REST);
    let mut at = 0;
    while at < shown {
        write!(f, "{}", if at > 0 { "," } else { "" })?;
        write_char(f, rest[at], b",{}\"\\")?;
        let equal = rest[at..].iter().take_while(|byte| **byte == rest[at]).count();
        if equal >= MANY {
            write!(f, " ({equal} times)")?;
        }
        at += if equal >= MANY { equal } else { 1 };
    }
    if at < rest.len() {
        let comma = if at > 0 { "," } else { "" };
        write!(f, "{comma}{}", Datum::more((rest.len() - at) as u64))?;
    }
    write!(f, "}}")
}

/// Writes one byte; those of `special` get a backslash.
fn write_char(f: &mut fmt::Formatter<'_>, byte: u8, special: &[u8]) -> fmt::Result {
    match byte {
        0 => write!(f, "\\0"),
        b'\n' => write!(f, "\\n"),
        b'\t' => write!(f, "\\t"),
        b'\r' => write!(f, "\\r"),
        _ if special.contains(&byte) => write!(f, "\\{}", char::from(byte)),
        b' '..=b'~' => write!(f, "{}", char::from(byte)),
        _ => write!(f, "\\x{byte:02x}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testcase::{Bug, BugKind, Input, InputKind, Site};
    use crate::util::Bits;

    fn pointer(bytes: &[u8]) -> Datum {
        Datum::Pointer(Box::new(Datum::text(bytes)))
    }

    fn check(test: &TestCase, expected: &str) {
        assert_eq!(TestLine(test).to_string(), expected);
    }

    fn strcpy(outcome: Outcome, result: Option<Datum>) -> TestCase {
        let call = TestCall {
            function: "strcpy".into(),
            arguments: vec![pointer(b"fmf\0\x01\x01"), pointer(b"emslo\0")],
            result,
            parameters: Vec::new(),
            given: Vec::new(),
            changes: Vec::new(),
            arrangement: Default::default(),
            footprint: None,
            script: Vec::new(),
            failures: Vec::new(),
            printed: None,
        };
        TestCase { calls: vec![call], ..TestCase::new(outcome) }
    }

    #[test]
    fn the_line_of_the_design() {
        check(
            &strcpy(Outcome::Returned(0), Some(pointer(b"emslo\0"))),
            r#"strcpy: &"fmf"{\0,\x01,\x01} &"emslo"{\0} :=> &"emslo"{\0}"#,
        );
    }

    #[test]
    fn many_calls_of_mocks_are_counted() {
        let mut test = strcpy(Outcome::Returned(0), Some(Datum::Void));
        let mocked = TestCall { function: "tick".into(), arguments: Vec::new(), ..test.calls[0].clone() };
        test.calls[0].arguments.clear();
        test.calls[0].script = vec![mocked; MOST_MOCKED];
        let all = format!("strcpy: :=> void{}", ", tick()".repeat(MOST_MOCKED));
        check(&test, &all);
        let more = test.calls[0].script[0].clone();
        test.calls[0].script.push(more.clone());
        check(&test, &format!("{all}, and 1 more call of a mock"));
        test.calls[0].script.push(more);
        check(&test, &format!("{all}, and 2 more calls of mocks"));
    }

    #[test]
    fn a_bug_stands_where_the_result_would() {
        let site = Site { function: "strcpy".into(), file: "a/strcpy.c".into(), line: 7, column: 3 };
        let bug = Bug {
            kind: BugKind::OutOfBoundsWrite,
            message: String::new(),
            stack: vec![site],
            object: None,
            elements: None,
            depends: Vec::new(),
        };
        check(
            &strcpy(Outcome::Bug(bug), None),
            r#"strcpy: &"fmf"{\0,\x01,\x01} &"emslo"{\0} :=> !out of bounds write at strcpy.c:7"#,
        );
    }

    #[test]
    fn an_exit_after_the_call_has_a_line_of_its_own() {
        let mut test = strcpy(Outcome::Exited(3), Some(Datum::Null));
        test.calls[0].arguments.clear();
        check(&test, "strcpy: :=> null\nmain: :=> !exit 3");
    }

    #[test]
    fn without_a_call_the_inputs_stand_by_name() {
        let kind = InputKind::Integer { width: Bits(32), signed: true };
        let inputs = vec![
            Input {
                name: "n".into(),
                kind,
                bytes: vec![0xfe, 0xff, 0xff, 0xff],
                value: None,
                pointers: Vec::new(),
            },
            Input {
                name: "s".into(),
                kind: InputKind::String,
                bytes: b"ab\0".to_vec(),
                value: None,
                pointers: Vec::new(),
            },
        ];
        let test = TestCase { inputs, ..TestCase::new(Outcome::Returned(1)) };
        check(&test, r#"main: n=-2 s=&"ab"{\0} :=> 1"#);
    }

    #[test]
    fn special_characters_are_escaped() {
        assert_eq!(pointer(b"a\"\\\n\x7f\xff\0,}\0").to_string(), r#"&"a\"\\\n\x7f\xff"{\0,\,,\},\0}"#);
        assert_eq!(pointer(b"ab").to_string(), r#"&"ab"{}"#);
    }

    #[test]
    fn what_is_long_is_cut_off() {
        assert_eq!(pointer(&[b'a'; 1024]).to_string(), format!("&\"{}\"{{}}", "a".repeat(1024)));
        let long = pointer(&[b'a'; 1030]).to_string();
        assert_eq!(long, format!("&\"{}\"(… 6 more){{}}", "a".repeat(1024)));
        // Equal bytes are written once.
        assert_eq!(Datum::text(&[0; 260]).to_string(), r#""{\0 (260 times)}"#.replace('"', "\"\""));
        let rest: Vec<u8> = std::iter::once(0).chain((0..300).map(|at| b'a' + at as u8 % 26)).collect();
        let rest = Datum::text(&rest).to_string();
        assert!(rest.starts_with("\"\"{\\0,a,b,c,") && rest.ends_with(",u,… 45 more}"), "{rest}");
        let numbers = |n: i128| (0..n).map(Datum::Integer).collect::<Vec<Datum>>();
        assert!(Datum::Array(numbers(40)).to_string().ends_with(", 30, 31, … 8 more}"));
        let sparse = [vec![Datum::Integer(0); 500], numbers(2), vec![Datum::Null; 7]].concat();
        assert_eq!(
            Datum::Array(sparse).to_string(),
            "{0 (501 times), 1, null, null, null, null, null, null, null}"
        );
        // Many small values are cut off like one large value.
        let arrays = Datum::Array((0..100).map(|at| Datum::Array(numbers(at))).collect());
        let nested = Datum::Struct((0..9).map(|at| (format!("m{at}"), arrays.clone())).collect());
        let shown = nested.to_string();
        assert!(shown.len() < 30_000, "{}", shown.len());
        assert!(shown.ends_with(" more}"), "{shown}");
        assert_eq!(
            Datum::Struct(vec![("s".into(), Datum::text(&[1; 70_000])), ("n".into(), Datum::Integer(3))])
                .to_string()
                .len(),
            "{.s=\"\"(… 68976 more){}, .n=3}".len() + 4 * 1024
        );
    }

    #[test]
    fn structures_look_like_c() {
        let inner = Datum::Struct(vec![("key".into(), Datum::Integer(4)), ("next".into(), Datum::Null)]);
        let outer = Datum::Struct(vec![
            ("key".into(), Datum::Integer(3)),
            ("next".into(), Datum::Pointer(inner.into())),
        ]);
        assert_eq!(Datum::Pointer(outer.into()).to_string(), "&{.key=3, .next=&{.key=4, .next=null}}");
        assert_eq!(Datum::Array(vec![Datum::Integer(1), Datum::Uninitialised]).to_string(), "{1, ?}");
    }
}
