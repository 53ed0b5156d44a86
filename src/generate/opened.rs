//! Files that a function opens to read by names that its text says, such as `fopen("config.ini", "r")`. Its harness makes
//! them, with any content or not at all.

use regex::Regex;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::sync::LazyLock;

/// A name of a file in the folder where the program is, and the mode.
static OPENED: LazyLock<Regex> = LazyLock::new(|| {
    let pattern = r#"\bf(?:re)?open\s*\(\s*"([^"/\\]+)"\s*,\s*"r[b+t]*""#;
    Regex::new(pattern).expect("invariant: the pattern is regular")
});

/// The names that the text of a function opens, in alphabetical order.
pub fn opened(text: &str) -> Vec<String> {
    let names: BTreeSet<&str> =
        OPENED.captures_iter(text).filter_map(|found| Some(found.get(1)?.as_str())).collect();
    names.into_iter().map(str::to_owned).collect()
}

/// The lines of a harness that make these files, each of at most so many characters.
pub fn lines(names: &[String], most: u64) -> String {
    let mut text = String::new();
    for name in names {
        let input: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
        let lines = include_str!("named_file.c").replace("@FILE@", name);
        let _ = write!(text, "{}", lines.replace("@INPUT@", &input).replace("@MOST@", &most.to_string()));
    }
    text
}
