//! Macros and enumerators that a suite writes for numbers. Those that no header defines are defined in the
//! suite.

use super::headers::Headers;
use crate::emit::facts::Facts;
use crate::testcase::is_error_number;
use std::collections::BTreeSet;
use std::fmt::Write;

/// Notes the constants that these parts of the suite name.
pub fn note(facts: &Facts, texts: impl Iterator<Item = String>, used: &mut BTreeSet<String>) {
    if facts.constants.is_empty() {
        return;
    }
    texts.for_each(|text| used.extend(named(facts, &text)));
}

fn named(facts: &Facts, text: &str) -> BTreeSet<String> {
    let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
    words.filter(|word| facts.constants.contains_key(*word)).map(str::to_owned).collect()
}

/// The definitions of the used constants that neither the headers nor the declarations of the suite have.
pub fn defined(facts: &Facts, headers: &Headers, declared: &str, used: &BTreeSet<String>) -> String {
    let others = named(facts, declared);
    let mut text = String::new();
    for name in used.difference(&others).filter(|name| !headers.name(name) && !is_error_number(name)) {
        let Some(value) = facts.constants.get(name) else { continue };
        let value = if *value < 0 { format!("({value})") } else { value.to_string() };
        let _ = writeln!(text, "#ifndef {name}\n#define {name} {value}\n#endif");
    }
    if text.is_empty() { text } else { format!("/* What no header of the program defines. */\n{text}\n") }
}
