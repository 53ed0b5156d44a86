//! The part of a driver that makes objects by calls: a C function for each type, in which inputs decide which calls are made.

use super::api::{Class, Member, Way};
use crate::generate::harness::{Assumption, Harness};
use crate::generate::roles::Role;
use std::fmt::Write;

impl Class {
    /// The word for its objects: `queue` for `struct queue` and `queue_t`.
    pub fn word(&self) -> String {
        let word = self.name.split(' ').next_back().unwrap_or(&self.name);
        let word = word.strip_suffix("_t").unwrap_or(word).trim_start_matches('_');
        word.to_lowercase()
    }

    /// The C function that makes an object.
    pub fn maker(&self) -> String {
        format!("any_{}", self.word())
    }
}

impl Member {
    /// A harness whose parameters are those of the function, none of them null.
    pub(super) fn harness(&self, outer: &Harness) -> Harness {
        let mut parameters = self.parameters.clone();
        parameters.iter_mut().for_each(|parameter| parameter.is_tested = false);
        let assumptions = parameters.iter().map(|parameter| Assumption {
            condition: format!("{} != NULL", parameter.name),
            because: String::new(),
        });
        let assumptions = assumptions.collect();
        Harness { function: self.function.clone(), parameters, assumptions, ..outer.clone() }
    }
}

/// The C function that makes objects of a class by calls, as many as its argument says at most.
pub fn maker(harness: &Harness, class: &Class) -> String {
    let (name, word) = (&class.name, class.word());
    let mut text = format!(
        "\n/* A {name} as the program makes one: one call that makes it, and up to `most` calls that change it. */\n\
         static {name} *{}(int most) {{\n    {name} *{word} = NULL;\n",
        class.maker()
    );
    let makers: Vec<Vec<String>> = class.makers.iter().map(|it| call(harness, class, it)).collect();
    choice(&mut text, "    ", "made_by", &makers);
    let _ = writeln!(text, "    symir_assume({word} != NULL);");
    if class.modifiers.is_empty() {
        text += "    (void)most;\n";
    } else {
        let modifiers: Vec<Vec<String>> = class.modifiers.iter().map(|it| call(harness, class, it)).collect();
        text += "    int calls = most == 0 ? 0 : symir_range(0, most, \"calls\");\n    for (int call = 0; call < calls; call++) {\n";
        choice(&mut text, "        ", "call", &modifiers);
        text += "    }\n";
    }
    let _ = writeln!(text, "    return {word};\n}}");
    text
}

/// One of several lists of statements, by an input where there are several.
fn choice(text: &mut String, indent: &str, name: &str, cases: &[Vec<String>]) {
    let mut put = |indent: &str, lines: &[String]| {
        lines.iter().for_each(|line| {
            let _ = writeln!(text, "{indent}{line}");
        });
    };
    if let [only] = cases {
        return put(indent, only);
    }
    put(indent, &[format!("switch (symir_choose({}, \"{name}\")) {{", cases.len())]);
    for (number, lines) in cases.iter().enumerate() {
        put(indent, &[format!("case {number}: {{")]);
        put(&format!("{indent}    "), lines);
        put(indent, &["    break;".to_owned(), "}".to_owned()]);
    }
    put(indent, &["}".to_owned()]);
}

/// A call of one of a type's functions, with all that its arguments need.
fn call(harness: &Harness, class: &Class, member: &Member) -> Vec<String> {
    let own = member.harness(harness);
    let word = class.word();
    let mut lines = Vec::new();
    let mut statements = Vec::new();
    let mut passed = Vec::new();
    for (at, parameter) in own.parameters.iter().enumerate() {
        if member.way.parameter() == Some(at) {
            passed.push(if matches!(member.way, Way::Out(_)) { format!("&{word}") } else { word.clone() });
            continue;
        }
        if let Role::Made { class, .. } = &parameter.role {
            let other = harness.classes.iter().find(|it| it.name == *class);
            let maker = other.map_or("NULL".to_owned(), |other| format!("{}(0)", other.maker()));
            passed.push(maker);
            continue;
        }
        let block = own.block(at);
        lines.extend(block.declarations);
        statements.extend(block.statements);
        passed.push(block.passed);
    }
    lines.extend(statements);
    let made = format!("{}({})", member.function, passed.join(", "));
    if let Way::Storage(_) = member.way {
        lines.push(format!("{word} = malloc(sizeof *{word});"));
    }
    lines.push(match member.way {
        Way::Result | Way::Replaced(_) => format!("{word} = {made};"),
        _ => format!("{made};"),
    });
    if let Way::Replaced(_) = member.way {
        lines.push(format!("symir_assume({word} != NULL);"));
    }
    lines
}
