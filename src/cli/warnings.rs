//! Shows a few of clang's warnings, those about the files that the user named first, and counts the others.

use crate::util::text::counted;
use std::path::{Path, PathBuf};

/// How many warnings are shown.
const MOST: usize = 3;

/// One warning with the lines that belong to it.
struct Warning<'a> {
    lines: Vec<&'a str>,
    /// Whether it is about a file that was named on the command line.
    is_own: bool,
}

/// The part that is shown of the text that clang wrote about `files`; with `all`, the whole text.
pub fn shown(text: &str, files: &[PathBuf], all: bool) -> String {
    if all {
        return text.to_owned();
    }
    let mut warnings = split(text, files);
    // The sort is stable: otherwise warnings stay in the order in which clang wrote them.
    warnings.sort_by_key(|warning| !warning.is_own);
    let n_more = warnings.len().saturating_sub(MOST);
    warnings.truncate(MOST);
    let mut shown = String::new();
    for line in warnings.iter().flat_map(|warning| &warning.lines) {
        shown += line;
        shown.push('\n');
    }
    if n_more > 0 {
        shown +=
            &format!("symir: clang has {}; --warnings shows all\n", counted(n_more as u64, "more warning"));
    }
    shown
}

/// The warnings in a text of clang's, without the line that counts them.
fn split<'a>(text: &'a str, files: &[PathBuf]) -> Vec<Warning<'a>> {
    let mut warnings: Vec<Warning<'a>> = Vec::new();
    // The lines that say how a file came to be included. They stand before the warning that they belong to.
    let mut before: Vec<&str> = Vec::new();
    for line in text.lines() {
        let plain = without_colour(line);
        if plain.ends_with("generated.") && plain.contains(" warning") {
            continue;
        }
        if plain.starts_with("In file included from ") || plain.starts_with("                 from ") {
            before.push(line);
        } else if plain.contains("warning: ") || warnings.is_empty() {
            let mut lines = std::mem::take(&mut before);
            lines.push(line);
            warnings.push(Warning { lines, is_own: files.iter().any(|file| names(&plain, file)) });
        } else if let Some(last) = warnings.last_mut() {
            last.lines.append(&mut before);
            last.lines.push(line);
        }
    }
    warnings
}

/// Whether a line of clang's begins with the name of the file.
fn names(line: &str, file: &Path) -> bool {
    line.strip_prefix(&*file.to_string_lossy()).is_some_and(|rest| rest.starts_with(':'))
}

/// The line without the codes for colours.
fn without_colour(line: &str) -> String {
    let mut plain = String::new();
    let mut rest = line;
    while let Some((before, after)) = rest.split_once("\u{1b}[") {
        plain += before;
        let end = after.find(|c: char| c.is_ascii_alphabetic()).map_or(after.len(), |at| at + 1);
        rest = &after[end..];
    }
    plain + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "In file included from a.c:1:\n\
        big.h:3:1: warning: one\n    3 | int x\n      | ^\nbig.h:3:1: note: more of one\n\
        big.h:4:1: warning: two\n\
        \u{1b}[1ma.c:9:2: \u{1b}[0m\u{1b}[0;1;35mwarning: \u{1b}[0mthree\n\
        big.h:5:1: warning: four\n\
        big.h:6:1: warning: five\n\
        5 warnings generated.\n";

    #[test]
    fn warnings_of_the_files_that_were_named_come_first() {
        let shown = shown(TEXT, &[PathBuf::from("a.c")], false);
        let lines: Vec<&str> = shown.lines().collect();
        assert!(without_colour(lines[0]).starts_with("a.c:9:2: warning: three"), "{shown}");
        assert_eq!(lines[1..3], ["In file included from a.c:1:", "big.h:3:1: warning: one"]);
        assert!(shown.contains("note: more of one") && shown.contains("warning: two"), "{shown}");
        assert!(!shown.contains("four"), "{shown}");
        assert_eq!(lines.last(), Some(&"symir: clang has 2 more warnings; --warnings shows all"));
    }

    #[test]
    fn few_and_none_and_all_are_as_they_were() {
        let files = [PathBuf::from("a.c")];
        assert_eq!(shown("", &files, false), "");
        let one = "a.c:1:1: warning: one\n";
        assert_eq!(shown(&format!("{one}1 warning generated.\n"), &files, false), one);
        assert_eq!(shown(TEXT, &files, true), TEXT);
    }
}
