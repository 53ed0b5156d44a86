//! Files that a function opens by a name in its text, such as `fopen("config.ini", "r")`, or by a name that
//! is passed to it. Its harness makes them with any content, or not at all.

use regex::Regex;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::sync::LazyLock;

/// A call that opens a file in the current folder for reading, with the name of the file.
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

/// The lines of a harness that make these files, each of at most `most` characters.
pub fn lines(names: &[String], most: u64) -> String {
    let mut text = String::new();
    for name in names {
        let input: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
        let lines = include_str!("named_file.c").replace("@FILE@", name);
        let _ = write!(text, "{}", lines.replace("@INPUT@", &input).replace("@MOST@", &most.to_string()));
    }
    text
}

/// The most bytes of a file whose name is passed: enough for the head of what programs write to files.
const MOST_BYTES: u64 = 128;

/// The lines of a harness that set a parameter to the name of a file, which may exist or be a folder. If the
/// code looks at the letters itself, the parameter may also be any other name, of at most `letters` letters.
pub fn named_by(parameter: &str, letters: Option<u64>, may_be_null: bool) -> Vec<String> {
    let other = match letters {
        Some(most) => format!("symir_text({most}, \"{parameter}\")"),
        None => "\"\"".to_owned(),
    };
    let null = match may_be_null {
        true => format!("if (symir_bool(\"{parameter}_is_null\"))\n    {parameter} = NULL;\nelse "),
        false => String::new(),
    };
    let most = MOST_BYTES.to_string();
    let values =
        [("@NULL@", &null), ("@NAME@", &parameter.to_owned()), ("@MOST@", &most), ("@OTHER@", &other)];
    let text = include_str!("given_file.c").to_owned();
    let text = values.iter().fold(text, |text, (from, to)| text.replace(from, to));
    text.lines().map(str::to_owned).collect()
}
