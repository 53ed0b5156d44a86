//! Mocks in suites: small functions that play a script. A test says which calls it expects, in order, with
//! their arguments, results and writes. It fails if a call is missing, is one too many, or is another one.
//!
//! What all tests know of an argument is compared: a number, a text, the bytes that the parameter beside it
//! counts, the members of a structure. For any other pointer, it is compared whether it is null.

mod cmocka;
mod known;
mod leaves;
mod seen;

pub use leaves::{Form, Leaf, bytes_of_leaf, leaf};
pub use seen::{bytes_of, counted_bytes, is_written, kept, pointee, pointee_behind, written_part};

use super::declare::linked_name;
use super::own::{self, OWN};
use super::{Framework, fill, literal};
use crate::emit::facts::{Facts, Type};
use crate::ir::{Spelled, is_length};
use crate::testcase::{Datum, Holding, TestCall, TestCase};
use leaves::{Known, common, place, words};
use seen::{is_number, text_of};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// Longer records of calls stand in two lines.
const MAX_LINE: usize = 100;
/// The last statement of a mock that never returns.
const LEAVE: &str = "longjmp(\u{1}mock_ended, 1);";

/// The mocks of a suite.
#[derive(Clone, Default, Debug)]
pub struct Script {
    pub mocks: BTreeMap<String, Shape>,
    /// Whether the ends of tests may call mocks, too, such as by freeing an object that holds callbacks.
    pub is_cleaned_up: bool,
    /// The functions under test that call mocks in some test.
    callers: BTreeSet<String>,
}

/// What a suite knows of a mock.
#[derive(Clone, Debug)]
pub struct Shape {
    pub name: String,
    /// Its name for the linker.
    pub linked: String,
    /// Whether the program has a function of this name, which it takes the place of.
    pub is_defined: bool,
    result: u32,
    spelled: Spelled,
    parameters: Vec<Parameter>,
    is_variadic: bool,
    pub parts: Vec<Part>,
}

#[derive(Clone, Debug)]
struct Parameter {
    name: String,
    ty: u32,
    spelled: Spelled,
}

/// Something that the script says about each call of a mock.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Part {
    /// The value of a parameter.
    Value {
        at: usize,
    },
    IsNull {
        at: usize,
    },
    /// A pointer to this object of the test.
    Object {
        at: usize,
    },
    /// A pointer that is null in no call.
    Present {
        at: usize,
    },
    Text {
        at: usize,
    },
    /// Bytes, as many as another parameter says.
    Bytes {
        at: usize,
        length: usize,
    },
    /// A part of a structure or an array that is passed, or pointed to: `.x`, `->pos.x`, `[1].x`, or a number
    /// that is pointed to.
    Member {
        at: usize,
        leaf: Leaf,
        /// The parameter that says how many elements there are, if some calls do not have this one.
        length: Option<usize>,
    },
    Result {
        ty: u32,
    },
    /// What it writes through a pointer: one value, in all calls or in some, or bytes, or numbers.
    Written {
        at: usize,
        ty: u32,
        always: bool,
    },
    WrittenBytes {
        at: usize,
    },
    WrittenNumbers {
        at: usize,
        ty: u32,
    },
    Global {
        name: String,
        ty: u32,
    },
    /// What it sets `errno` to; zero if it does not.
    Errno,
    /// Whether it never returns: `always`, or in the calls that say so.
    Ends {
        always: bool,
    },
}

/// A call of a mock as a test expects it: the values of the fields of its record, in order.
#[derive(Clone, Default, Debug)]
pub struct Played {
    pub function: String,
    pub fields: Vec<(String, String)>,
}

impl Script {
    /// Whether a test needs results of the mocks, also in calls before the one under test. The inputs of a
    /// mock have names that begin with its name.
    pub fn asks(&self, test: &TestCase) -> bool {
        let is_of = |input: &str, mock: &str| {
            input.strip_prefix(mock).is_some_and(|rest| rest.is_empty() || rest.starts_with('_'))
        };
        test.inputs.iter().any(|input| self.mocks.keys().any(|mock| is_of(&input.name, mock)))
    }

    /// The mocks of a program, and what these tests know of their calls.
    pub fn of(facts: &Facts, tests: &[TestCase]) -> Self {
        let mut script = Self::default();
        let callers = tests.iter().flat_map(|test| &test.calls).filter(|call| !call.script.is_empty());
        script.callers = callers.map(|call| call.function.clone()).collect();
        let calls = || tests.iter().flat_map(|test| &test.calls).flat_map(|call| &call.script);
        for (name, is_defined) in &facts.mocks {
            let Some(prototype) = facts.functions.get(name) else { continue };
            let Some(spelled) = prototype.spelled.as_ref().filter(|_| known::is_needed(facts, name, tests))
            else {
                continue;
            };
            let names = super::declare::parameter_names(prototype);
            let parameters: Vec<Parameter> = (names.into_iter().zip(&prototype.parameters))
                .zip(&spelled.parameters)
                .map(|((name, known), spelled)| Parameter { name, ty: known.ty, spelled: spelled.clone() })
                .collect();
            let mut shape = Shape {
                name: name.clone(),
                linked: linked_name(facts, name),
                is_defined: *is_defined,
                result: prototype.result,
                spelled: spelled.result.clone(),
                parameters,
                is_variadic: prototype.is_variadic,
                parts: Vec::new(),
            };
            let own: Vec<&TestCall> = calls().filter(|call| call.function == *name).collect();
            let is_opaque = |at: usize| match facts.ty(shape.parameters[at].ty) {
                Type::Pointer(target) => {
                    matches!(facts.ty(*target), Type::Record(record) if record.members.is_empty())
                }
                _ => false,
            };
            let given = |at: &usize| known::is_given(name, (*at, is_opaque(*at)), tests);
            let given: Vec<usize> = (0..shape.parameters.len()).filter(given).collect();
            shape.find_parts(facts, &own, &given);
            script.mocks.insert(name.clone(), shape);
        }
        script
    }

    /// Whether some call of a mock never returns, so that a test goes on behind the call under test.
    pub fn may_end(&self) -> bool {
        self.mocks.values().any(Shape::may_end)
    }

    /// Whether a mock sets `errno`.
    pub fn sets_errno(&self) -> bool {
        self.mocks.values().any(|shape| shape.parts.contains(&Part::Errno))
    }

    /// Whether the suite has no mocks.
    pub fn is_empty(&self) -> bool {
        self.mocks.is_empty()
    }
}

impl Shape {
    /// `given` are the parameters that are objects of the tests.
    fn find_parts(&mut self, facts: &Facts, calls: &[&TestCall], given: &[usize]) {
        let mut parts = Vec::new();
        for at in 0..self.parameters.len() {
            self.seen(facts, calls, (at, given.contains(&at)), &mut parts);
        }
        let gives = calls.is_empty() || calls.iter().any(|call| call.result.is_some());
        if gives && *facts.ty(self.result) != Type::Void {
            parts.push(Part::Result { ty: self.result });
        }
        for at in 0..self.parameters.len() {
            parts.extend(self.written(facts, calls, at));
        }
        for thing in calls.iter().flat_map(|call| &call.arrangement.objects) {
            let is_changed = thing.after.as_ref().is_some_and(|after| *after != Datum::Kept);
            if let (Holding::Global(name), Some(ty), true) = (&thing.holding, thing.ty, is_changed)
                && is_number(facts, ty)
            {
                let part = Part::Global { name: name.clone(), ty };
                if !parts.contains(&part) {
                    parts.push(part);
                }
            }
        }
        if calls.iter().any(|call| call.errno().is_some()) {
            parts.push(Part::Errno);
        }
        let n_ending = calls.iter().filter(|call| call.result.is_none()).count();
        if n_ending > 0 {
            parts.push(Part::Ends { always: n_ending == calls.len() });
        }
        // The element `v[0]` and the member `v_0` would have one name.
        let mut names = BTreeSet::new();
        parts.retain(|part| names.insert(field_name(self, part)) || !matches!(part, Part::Member { .. }));
        self.parts = parts;
    }

    /// Whether some of its calls never return.
    fn may_end(&self) -> bool {
        self.parts.iter().any(|part| matches!(part, Part::Ends { .. }))
    }

    /// Adds what is compared of a parameter.
    fn seen(&self, facts: &Facts, calls: &[&TestCall], (at, is_given): (usize, bool), parts: &mut Vec<Part>) {
        let ty = self.parameters[at].ty;
        let arguments = || calls.iter().map(|call| call.arrangement.arguments.get(at));
        let all = |is_fit: &dyn Fn(&Datum) -> bool| arguments().all(|datum| datum.is_some_and(is_fit));
        if calls.is_empty() {
            return;
        }
        if is_number(facts, ty) {
            if all(&|datum| datum.is_number()) {
                parts.push(Part::Value { at });
            }
            return;
        }
        if let Type::Record(_) = facts.ty(ty) {
            let known: Vec<Known> = calls.iter().map(|call| Known::of_value(facts, call, at, ty)).collect();
            parts.extend(common(&known).into_iter().map(|(leaf, _)| Part::Member { at, leaf, length: None }));
            return;
        }
        if !all(&|datum| matches!(datum, Datum::Null | Datum::At { .. } | Datum::Name(_))) {
            return;
        }
        let Type::Pointer(target) = facts.ty(ty) else {
            let is_known = |datum: &Datum| match datum {
                Datum::Name(name) => facts.functions.contains_key(name.trim_start_matches('&')),
                datum => *datum == Datum::Null,
            };
            if all(&is_known) {
                parts.push(Part::Value { at });
            }
            return;
        };
        let is_null = |call: &&&TestCall| call.arrangement.arguments.get(at) == Some(&Datum::Null);
        let present: Vec<&TestCall> = calls.iter().filter(|call| !is_null(call)).copied().collect();
        let is_character = matches!(facts.ty(*target), Type::Char { .. });
        let length = (self.parameters.get(at + 1))
            .filter(|next| matches!(facts.ty(next.ty), Type::Integer { .. }) && is_length(&next.name));
        if length.is_none() && is_character && present.iter().all(|call| text_of(call, at).is_some()) {
            parts.push(Part::Text { at });
            return;
        }
        if is_given && !is_character && (length.is_none() || *facts.ty(*target) != Type::Void) {
            parts.push(Part::Object { at });
            return;
        }
        parts.push(match present.len() == calls.len() {
            true => Part::Present { at },
            false => Part::IsNull { at },
        });
        if length.is_some() && matches!(facts.ty(*target), Type::Char { .. } | Type::Void) {
            let is_known = |call: &&TestCall| counted_bytes(facts, call, at, at + 1).is_some();
            if !present.is_empty() && present.iter().all(is_known) {
                parts.push(Part::Bytes { at, length: at + 1 });
            }
            return;
        }
        let length = length.map(|_| at + 1);
        let known: Vec<Known> =
            present.iter().map(|call| Known::of(facts, call, (at, *target), length)).collect();
        parts.extend(common(&known).into_iter().map(|(leaf, is_missing)| {
            let length = length.filter(|_| is_missing);
            Part::Member { at, leaf, length }
        }));
    }

    /// What is written through a parameter.
    fn written(&self, facts: &Facts, calls: &[&TestCall], at: usize) -> Option<Part> {
        let Type::Pointer(target) = facts.ty(self.parameters[at].ty) else { return None };
        if !calls.iter().any(|call| is_written(call, at))
            || self.parameters[at].spelled.text.contains("const ")
        {
            return None;
        }
        let is_array = |call: &&TestCall| {
            let Some(Datum::At { object, .. }) = call.arrangement.arguments.get(at) else { return false };
            let thing = &call.arrangement.objects[*object as usize];
            thing.count > 1 || thing.ty.is_some_and(|ty| matches!(facts.ty(ty), Type::Array(..)))
        };
        Some(match facts.ty(*target) {
            Type::Char { .. } | Type::Void => Part::WrittenBytes { at },
            Type::Integer { .. } if calls.iter().any(is_array) => Part::WrittenNumbers { at, ty: *target },
            _ => {
                let always = calls.iter().all(|call| is_written(call, at));
                Part::Written { at, ty: *target, always }
            }
        })
    }

    /// The name of a parameter.
    pub fn parameter(&self, at: usize) -> &str {
        &self.parameters[at].name
    }

    /// The type of a parameter.
    pub fn parameter_type(&self, at: usize) -> u32 {
        self.parameters[at].ty
    }

    /// The fields of a part in the record of a call, with their declarations.
    fn fields(&self, part: &Part) -> Vec<String> {
        let of = |at: &usize, name: &str| unqualified(&self.parameters[*at].spelled.declare(name));
        let pointed = |at: &usize, name: &str| {
            let text = &self.parameters[*at].spelled.text;
            let inner = text.strip_suffix("*@").map(|inner| format!("{inner}@"));
            let spelled = Spelled { text: inner.unwrap_or_else(|| text.clone()), ..Spelled::default() };
            unqualified(&spelled.declare(name))
        };
        let name = field_name(self, part);
        match part {
            Part::Value { at } => vec![of(at, &name)],
            Part::Object { .. } => vec![format!("const void *{name}")],
            Part::IsNull { .. } | Part::Ends { always: false } => vec![format!("bool {name}")],
            Part::Ends { always: true } | Part::Present { .. } => Vec::new(),
            Part::Errno => vec![format!("int {name}")],
            Part::Text { .. } | Part::Bytes { .. } => vec![format!("const char *{name}")],
            Part::Member { leaf, .. } if leaf.form != Form::Number => vec![format!("const char *{name}")],
            Part::Member { leaf: Leaf { ty, .. }, .. } | Part::Global { ty, .. } => {
                vec![format!("@{ty}@{name}")]
            }
            Part::Result { .. } => vec![unqualified(&self.spelled.declare(&name))],
            Part::Written { at, always: true, .. } => vec![pointed(at, &name)],
            Part::Written { at, .. } => vec![format!("bool {name}_is_set"), pointed(at, &name)],
            Part::WrittenBytes { .. } => vec![format!("const void *{name}"), format!("size_t {name}_size")],
            Part::WrittenNumbers { at, .. } => {
                vec![format!("const {}", pointed(at, &format!("*{name}"))), format!("size_t {name}_size")]
            }
        }
    }

    /// The declaration of the mock, by this name.
    fn head(&self, name: &str) -> String {
        let mut listed: Vec<String> =
            self.parameters.iter().map(|parameter| parameter.spelled.declare(&parameter.name)).collect();
        if self.is_variadic {
            listed.push("...".to_owned());
        }
        let listed = if listed.is_empty() { "void".to_owned() } else { listed.join(", ") };
        self.spelled.declare(&format!("{name}({listed})"))
    }

    /// The statements that compare and write.
    fn statements(&self, record: &str) -> Vec<String> {
        let mut lines = Vec::new();
        // Values come first, because one of them may say how many bytes of a buffer are compared.
        let is_value = |part: &&Part| matches!(part, Part::Value { .. });
        let (values, others): (Vec<&Part>, Vec<&Part>) = self.parts.iter().partition(is_value);
        for part in values.into_iter().chain(others) {
            let name = field_name(self, part);
            let field = format!("{record}{name}");
            let check = |condition: String, what: &str| {
                let what = literal::string(format!("{}: {what}", self.name).as_bytes());
                let line = format!("{OWN}mock_check({condition}, {what});");
                match line.len() + 4 > MAX_LINE {
                    true => format!("{OWN}mock_check({condition},\n               {what});"),
                    false => line,
                }
            };
            match part {
                Part::Value { at } | Part::Object { at } => {
                    let own = self.parameter(*at);
                    lines.push(check(format!("{own} == {field}"), own));
                }
                Part::Present { at } => {
                    let own = self.parameter(*at);
                    lines.push(check(format!("{own} != NULL"), own));
                }
                Part::IsNull { at } => {
                    let own = self.parameter(*at);
                    lines.push(check(format!("({own} == NULL) == {field}"), own));
                }
                Part::Text { at } => {
                    let own = self.parameter(*at);
                    let pointer = format!("(const char *){own}");
                    lines.push(check(format!("{OWN}same_text({pointer}, {field})"), own));
                }
                Part::Bytes { at, length } => {
                    let (own, length) = (self.parameter(*at), self.parameter(*length));
                    let guard = match self.parts.contains(&Part::IsNull { at: *at }) {
                        true => format!("{own} == NULL || "),
                        false => String::new(),
                    };
                    lines.push(check(format!("{guard}memcmp({own}, {field}, (size_t){length}) == 0"), own));
                }
                Part::Member { at, leaf, length } => {
                    let own = self.parameter(*at);
                    let may_be_null = self.parts.contains(&Part::IsNull { at: *at });
                    let is_pointer = may_be_null || self.parts.contains(&Part::Present { at: *at });
                    let mut guard = if may_be_null { format!("{own} == NULL || ") } else { String::new() };
                    if let (Some(length), Some(element)) = (length, leaf.element()) {
                        guard += &format!("{} <= {element} || ", self.parameter(*length));
                    }
                    let place = place(own, is_pointer, &leaf.path);
                    let holds = match leaf.form {
                        Form::Number => format!("{place} == {field}"),
                        Form::Text => format!("{OWN}same_text({place}, {field})"),
                        Form::Bytes => format!("memcmp({place}, {field}, sizeof {place}) == 0"),
                    };
                    let what = place.trim_start_matches('*').to_owned();
                    lines.push(check(format!("{guard}{holds}"), &what));
                }
                Part::Result { .. } => {}
                Part::Written { at, always, .. } => {
                    let own = self.parameter(*at);
                    let condition =
                        if *always { format!("{own} != NULL") } else { format!("{field}_is_set") };
                    lines.push(format!("if ({condition})\n        *{own} = {field};"));
                }
                Part::WrittenBytes { at } | Part::WrittenNumbers { at, .. } => {
                    let own = self.parameter(*at);
                    lines.push(format!(
                        "if ({field}_size > 0)\n        memcpy({own}, {field}, {field}_size);"
                    ));
                }
                Part::Global { name, .. } => lines.push(format!("{name} = {field};")),
                Part::Errno => lines.push(format!("if ({field} != 0)\n        errno = {field};")),
                Part::Ends { always: true } => lines.push(LEAVE.to_owned()),
                Part::Ends { always: false } => lines.push(format!("if ({field})\n        {LEAVE}")),
            }
        }
        lines
    }

    /// Parameters that no statement uses.
    fn unused(&self, statements: &[String]) -> Vec<&str> {
        let has = |text: &String, word: &str| {
            text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').any(|found| found == word)
        };
        let names = self.parameters.iter().map(|parameter| parameter.name.as_str());
        names.filter(|name| !statements.iter().any(|line| has(line, name))).collect()
    }

    /// Whether CMocka's own functions can say everything about a call.
    fn is_plain(&self, facts: &Facts) -> bool {
        let is_integral = |ty: u32| {
            matches!(
                facts.ty(ty),
                Type::Bool | Type::Char { .. } | Type::Integer { .. } | Type::Enumeration { .. }
            )
        };
        self.parts.iter().all(|part| match part {
            Part::Value { at } => is_integral(self.parameters[*at].ty),
            Part::Text { .. } | Part::Object { .. } | Part::Present { .. } | Part::Ends { always: true } => {
                true
            }
            Part::Result { ty } => is_integral(*ty),
            _ => false,
        })
    }

    /// Its name for CMocka. The linker makes the program call this in the place of the function.
    fn wrapped(&self) -> String {
        match self.is_wrapped() {
            true => format!("__wrap_{}", self.name),
            false => self.linked.clone(),
        }
    }

    /// Whether the linker puts it in the place of the function, which must be defined elsewhere for that.
    fn is_wrapped(&self) -> bool {
        !self.is_defined && self.linked == self.name
    }
}

/// The structure that a type is or points to, if it is known as a whole.
pub fn pointed_record(facts: &Facts, ty: u32) -> Option<u32> {
    let target = match facts.ty(ty) {
        Type::Pointer(target) => *target,
        _ => ty,
    };
    match facts.ty(target) {
        Type::Record(record) if record.size > 0 => record.entity,
        _ => None,
    }
}

/// The name of the fields of a part.
pub fn field_name(shape: &Shape, part: &Part) -> String {
    match part {
        Part::Value { at } | Part::Object { at } | Part::Text { at } | Part::Bytes { at, .. } => {
            shape.parameter(*at).to_owned()
        }
        Part::IsNull { at } | Part::Present { at } => format!("{}_is_null", shape.parameter(*at)),
        Part::Member { at, leaf, .. } if leaf.path.is_empty() => format!("{}_holds", shape.parameter(*at)),
        Part::Member { at, leaf, .. } => format!("{}_{}", shape.parameter(*at), words(&leaf.path)),
        Part::Result { .. } => "result".to_owned(),
        Part::Written { at, .. } | Part::WrittenBytes { at } | Part::WrittenNumbers { at, .. } => {
            format!("{}_out", shape.parameter(*at))
        }
        Part::Global { name, .. } => format!("{name}_then"),
        Part::Errno => "errno_then".to_owned(),
        Part::Ends { .. } => "never_returns".to_owned(),
    }
}

fn unqualified(declared: &str) -> String {
    match declared.contains('*') {
        true => declared.replace("*const ", "*"),
        false => declared.trim_start_matches("const ").to_owned(),
    }
}

impl Script {
    /// The definitions before the tests: records of calls, and mocks. `declare` declares a name of a type.
    pub fn text(
        &self,
        framework: Framework,
        facts: &Facts,
        declare: &dyn Fn(u32, &str) -> Option<String>,
    ) -> String {
        if self.is_empty() {
            return String::new();
        }
        let is_cmocka = framework == Framework::Cmocka;
        let mut records = String::new();
        for shape in self.mocks.values().filter(|shape| !(is_cmocka && shape.is_plain(facts))) {
            let fields: Vec<String> = shape.parts.iter().flat_map(|part| shape.fields(part)).collect();
            if fields.is_empty() {
                continue;
            }
            records += "        struct {\n";
            for field in fields {
                let field = match field.strip_prefix('@').and_then(|rest| rest.split_once('@')) {
                    Some((ty, name)) => ty
                        .parse()
                        .ok()
                        .and_then(|ty| declare(ty, name))
                        .unwrap_or_else(|| format!("long {name}")),
                    None => field,
                };
                let _ = writeln!(records, "            {field};");
            }
            let _ = writeln!(records, "        }} {};", shape.name);
        }
        let union = match records.is_empty() {
            true => String::new(),
            false => format!("    union {{\n{records}    }} as;\n"),
        };
        let mut text = String::new();
        if self.mocks.values().any(|shape| shape.is_defined) {
            text += "/* The program has functions of the names of some mocks. mocked.h makes the compiler leave calls of them to the\n   \
                     linker, and the makefile makes the program's own ones weak, so that those of this file are taken. */\n";
        }
        if self.is_cleaned_up {
            text += &own::template(include_str!("text/mocks_are_over.c"));
        }
        text += &match framework {
            Framework::Cmocka if union.is_empty() => include_str!("text/script_cmocka_plain.c").to_owned(),
            Framework::Cmocka => {
                fill(&own::template(include_str!("text/script_cmocka.c")), &[("RECORDS", &union)])
            }
            _ => {
                // Mocks are called from C, which exceptions cannot pass through.
                let (state, mut enter) = match framework {
                    Framework::Gtest => {
                        let enter = "        if (setjmp(\u{1}mock_left) != 0) \\\n            return; \\\n";
                        ("static jmp_buf \u{1}mock_left;\n", enter.to_owned())
                    }
                    _ => ("", String::new()),
                };
                let mut leave = "";
                if self.is_cleaned_up {
                    enter.insert_str(0, "        \u{1}mocks_are_over = false; \\\n");
                    leave = "    \u{1}mocks_are_over = true;\n";
                }
                let fail = own::template(failing(framework));
                let values = [
                    ("RECORDS", union.as_str()),
                    ("FAIL", &*fail),
                    ("STATE", state),
                    ("ENTER", &enter),
                    ("LEAVE", leave),
                ];
                fill(&own::template(include_str!("text/script.c")), &values)
            }
        };
        if self.may_end() {
            text += &own::template(include_str!("text/mock_ends.c"));
        }
        // Compilers warn about unused functions.
        let parts = || self.mocks.values().filter(|shape| !(is_cmocka && shape.is_plain(facts)));
        let mut parts = parts().flat_map(|shape| &shape.parts);
        let statements: Vec<&Part> = parts.by_ref().collect();
        let is_seen = |part: &&Part| {
            matches!(
                part,
                Part::Value { .. }
                    | Part::Object { .. }
                    | Part::IsNull { .. }
                    | Part::Present { .. }
                    | Part::Text { .. }
                    | Part::Bytes { .. }
                    | Part::Member { .. }
            )
        };
        if !is_cmocka && statements.iter().copied().any(|part| is_seen(&part)) {
            text += &own::template(include_str!("text/mock_check.c"));
        }
        let is_text = |part: &Part| match part {
            Part::Member { leaf, .. } => leaf.form == Form::Text,
            part => matches!(part, Part::Text { .. }),
        };
        if statements.iter().any(|part| is_text(part)) {
            text += &own::template(include_str!("text/same_text.c"));
        }
        text += "\n";
        if framework == Framework::Gtest {
            text += "extern \"C\" {\n\n";
        }
        for shape in self.mocks.values() {
            text += &match is_cmocka {
                true => shape.for_cmocka(facts, self.is_cleaned_up),
                false => shape.stub(self.is_cleaned_up),
            };
            text += "\n";
        }
        if framework == Framework::Gtest {
            text += "} /* extern \"C\" */\n\n";
        }
        text
    }

    /// The statements before a call of the function under test, which expects these calls of mocks, and those
    /// behind its checks.
    pub fn expect(
        &self,
        framework: Framework,
        facts: &Facts,
        (function, played): (&str, &[Played]),
        indent: &str,
    ) -> (String, String) {
        // A mock that is called all the same finds that no calls are left. In GoogleTest, it has to know how
        // to leave the test.
        let is_idle = !self.callers.is_empty() && !self.callers.contains(function);
        if self.is_empty() || is_idle && !self.is_cleaned_up && framework != Framework::Gtest {
            return (String::new(), String::new());
        }
        let mut text = String::new();
        if framework == Framework::Cmocka {
            let set = |is_over: bool| match self.is_cleaned_up {
                true => format!("{indent}{OWN}mocks_are_over = {is_over};\n"),
                false => String::new(),
            };
            text += &set(false);
            for (number, call) in (1..).zip(played) {
                let Some(shape) = self.mocks.get(&call.function) else { continue };
                for line in shape.expected_by_cmocka(facts, call, number) {
                    text += &literal::statement(indent, &line);
                }
            }
            return (text, set(true));
        }
        if played.is_empty() {
            let _ = writeln!(text, "{indent}{OWN}EXPECT_NO_CALLS();");
        } else {
            let _ = writeln!(text, "{indent}const struct {OWN}mock_call {OWN}script[] = {{");
            for call in played {
                let inner = format!("{indent}    ");
                let _ = writeln!(text, "{inner}{},", record(call, &inner));
            }
            let _ = writeln!(text, "{indent}}};\n\n{indent}{OWN}EXPECT_CALLS({OWN}script);");
        }
        (text, format!("{indent}{OWN}mock_script_ends();\n"))
    }

    /// The structures that mocks look into.
    pub fn entities(&self, facts: &Facts) -> BTreeSet<u32> {
        let shapes = self.mocks.values();
        let types = shapes.flat_map(|shape| {
            shape.parameters.iter().map(|parameter| parameter.ty).chain(std::iter::once(shape.result))
        });
        types.filter_map(|ty| pointed_record(facts, ty)).collect()
    }

    /// Further flags for the compiler of a suite.
    pub fn wraps(&self) -> String {
        let wrapped = self.mocks.values().filter(|shape| shape.is_wrapped());
        wrapped.map(|shape| format!(" -Wl,--wrap={}", shape.name)).collect()
    }
}

/// A call as a value of `struct mock_call`.
fn record(call: &Played, indent: &str) -> String {
    match call.fields.is_empty() {
        true => format!("{{.function = \"{}\"}}", call.function),
        false => {
            let (name, what) = (&call.function, braced(call));
            let line = format!("{{.function = \"{name}\", .as = {{.{name} = {what}}}}}");
            match line.len() <= MAX_LINE {
                true => line,
                false => {
                    let what =
                        literal::wrapped_list(&format!(".as = {{.{name} = {what}}}"), indent.len() + 1);
                    format!("{{.function = \"{name}\",\n{indent} {what}}}")
                }
            }
        }
    }
}

fn braced(call: &Played) -> String {
    let fields: Vec<String> = call.fields.iter().map(|(name, value)| format!(".{name} = {value}")).collect();
    format!("{{{}}}", fields.join(", "))
}

/// The statements that fail a test from within a mock.
fn failing(framework: Framework) -> &'static str {
    match framework {
        Framework::Plain => include_str!("text/mock_fails_plain.c"),
        Framework::Unity => include_str!("text/mock_fails_unity.c"),
        Framework::Check => "    ck_abort_msg(\"%s\", \u{1}mock_message);\n",
        Framework::Gtest => "    ADD_FAILURE() << \u{1}mock_message;\n    longjmp(\u{1}mock_left, 1);\n",
        Framework::Cmocka => "",
    }
}

impl Shape {
    /// The statements by which it does nothing once the call under test is over.
    fn rest(&self, is_cleaned_up: bool) -> String {
        let none = unqualified(&self.spelled.declare("none"));
        match (is_cleaned_up, none == "void none") {
            (false, _) => String::new(),
            (true, true) => "    if (\u{1}mocks_are_over)\n        return;\n".to_owned(),
            (true, false) => {
                format!(
                    "    if ({OWN}mocks_are_over) {{\n        static {none};\n\n        return none;\n    }}\n"
                )
            }
        }
    }

    /// The mock as a function that plays the script.
    fn stub(&self, is_cleaned_up: bool) -> String {
        let statements = self.statements(&format!("call->as.{}.", self.name));
        let head = self.head(&self.linked);
        let mut text = format!("{head} {{\n{}", self.rest(is_cleaned_up));
        let has_result = self.parts.iter().any(|part| matches!(part, Part::Result { .. }));
        let call = format!("{OWN}mock_next(\"{}\")", self.name);
        if self.parts.iter().all(|part| self.fields(part).is_empty()) {
            let _ = writeln!(text, "    {call};");
        } else {
            let _ = writeln!(text, "    const struct {OWN}mock_call *call = {call};\n");
        }
        for name in self.unused(&statements) {
            let _ = writeln!(text, "    (void){name};");
        }
        for line in statements {
            let _ = writeln!(text, "    {line}");
        }
        if has_result {
            let _ = writeln!(text, "    return call->as.{}.result;", self.name);
        }
        text + "}\n"
    }
}
