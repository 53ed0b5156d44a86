//! Memory for what code of the program names by its address, see [`crate::ir::registers`].

use crate::emit::facts::Facts;
use crate::util::placed::{Form, address_of, in_text, macro_of};
use std::collections::BTreeSet;

/// The function that puts memory there before any test begins.
const MAP: &str = include_str!("text/registers.c");

/// The headers that it needs.
const HEADERS: [&str; 4] = ["stdio.h", "stdlib.h", "sys/mman.h", "unistd.h"];

/// Whether a name stands for what lies at a fixed address, so that nothing defines it.
pub fn is_one(name: &str) -> bool {
    address_of(name).is_some()
}

/// The headers that a suite needs for these variables.
pub fn headers(globals: &BTreeSet<String>) -> impl Iterator<Item = &'static str> {
    let is_needed = globals.iter().any(|name| is_one(name));
    HEADERS.into_iter().filter(move |_| is_needed)
}

/// Those of these names that the program defines.
pub fn defined<'n>(names: impl Iterator<Item = &'n String>) -> BTreeSet<String> {
    names.filter(|name| !is_one(name)).cloned().collect()
}

/// The macro that stands for a variable in suites. A pointer to something volatile cannot be passed to functions
/// such as `memcpy`, so suites have a macro of their own.
fn macro_name(variable: &str) -> Option<(String, Form)> {
    let (name, form) = macro_of(variable)?;
    let own = if form == Form::VolatilePointer { "_REGISTERS" } else { "" };
    Some((format!("{name}{own}"), form))
}

/// The text of a suite with macros in the places of the variables among these that are named after macros.
pub fn with_macros(text: String, globals: &BTreeSet<String>) -> String {
    match globals.iter().any(|name| macro_of(name).is_some()) {
        true => in_text(&text, |word| macro_name(word).filter(|_| globals.contains(word))),
        false => text,
    }
}

/// Macros for those of these variables that stand for fixed addresses, and code that puts memory there; empty if
/// there are none.
pub fn text(facts: &Facts, globals: &BTreeSet<String>) -> String {
    let mut all: Vec<(u64, &String)> =
        globals.iter().filter_map(|name| Some((address_of(name)?, name))).collect();
    all.sort_unstable();
    let known: Vec<(u64, &String, String)> = all
        .into_iter()
        .filter_map(|(address, name)| {
            let pointer = facts.globals.get(name)?.spelled.declare("*");
            Some((address, name, pointer))
        })
        .collect();
    if known.is_empty() {
        return String::new();
    }
    let mut text =
        "/* What the program looks for at fixed addresses. Before the tests begin, memory is put there. */\n"
            .to_owned();
    for (address, name, pointer) in &known {
        // The program's header may be included, and define its macro.
        text += &match macro_name(name) {
            Some((own, form)) => {
                let star = if form == Form::Object { "*" } else { "" };
                format!("#ifndef {own}\n#define {own} ({star}({pointer})0x{address:x}UL)\n#endif\n")
            }
            None => format!("#define {name} (*({pointer})0x{address:x}UL)\n"),
        };
    }
    let parts: String = known
        .iter()
        .map(|(address, name, _)| format!("        {{0x{address:x}UL, sizeof {name}}},\n"))
        .collect();
    text.push('\n');
    text + &MAP.replace("PARTS\n", &parts) + "\n"
}
