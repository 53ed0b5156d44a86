//! Shows a bug to a developer: where it is, what happens, with which object and which input, and how to
//! reproduce it.

use crate::run::BugReport;
use crate::testcase::Site;
use crate::util::bounded;
use crate::util::text::counted;
use crate::util::text::printable;
use std::fmt::{self, Display};
use std::path::Path;

/// The start of each line below the first.
const MARGIN: &str = "              ";

/// A bug of the summary.
pub struct BugText<'a> {
    pub report: &'a BugReport,
    /// The file of the test that shows it.
    pub input: Option<&'a Path>,
}

impl Display for BugText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (bug, paths) = (&self.report.bug, counted(self.report.paths, "path"));
        // In the form of a compiler's message, for editors and build servers. For a bug in a library
        // function, the line is the one that calls the function.
        if let Some(site) = bug.stack.iter().find(|site| site.line > 0 && !site.file.is_empty()) {
            writeln!(f, "{}: error: {}: {}", file_line_column(site), bug.kind, bug.message)?;
        }
        let place = bug.site().map_or(String::new(), |site| format!(" at {}", exact(site)));
        writeln!(f, "bug           {}{place}: {} ({paths})", bug.kind, bug.message)?;
        // The lines of a library function are not known here, so the line of its caller is shown.
        if let Some(excerpt) = bug.stack.iter().find_map(Excerpt::of) {
            write!(f, "{excerpt}")?;
        }
        // All calls of a recursion share one line.
        for callers in bug.stack.get(1..).unwrap_or_default().chunk_by(|a, b| a == b) {
            let caller = &callers[0];
            let times = if callers.len() > 1 { format!(", {} times", callers.len()) } else { String::new() };
            writeln!(f, "{MARGIN}called from {} in {}{times}", exact(caller), caller.function)?;
        }
        if let Some(object) = &bug.object {
            let within = |site: &Site| match site.function.as_str() {
                "" => String::new(),
                function => format!(" in {function}"),
            };
            let place = |words: &str, site: &Option<Site>| {
                site.as_ref().map(|site| format!("{words} {}{}", exact(site), within(site)))
            };
            let places = [place("from", &object.made), place("freed at", &object.freed)];
            let places: Vec<String> = places.into_iter().flatten().collect();
            if !places.is_empty() {
                writeln!(f, "{MARGIN}{}: {}", object.what, places.join(", "))?;
            }
        }
        for line in self.report.test.lines() {
            writeln!(f, "{MARGIN}{line}")?;
        }
        match self.input {
            Some(input) => {
                writeln!(f, "{MARGIN}to see it: symir replay {} --program bug && ./bug", shell_word(input))
            }
            None => Ok(()),
        }
    }
}

/// The path as one word of a shell, quoted if necessary.
pub(super) fn shell_word(path: &Path) -> String {
    let text = path.to_string_lossy();
    match text.chars().all(|c| c.is_alphanumeric() || "/._-+=,:@%".contains(c)) {
        true => text.into_owned(),
        false => format!("'{}'", text.replace('\'', "'\\''")),
    }
}

/// `file:line:column`, with the whole path of the file, so that it can be opened.
fn file_line_column(site: &Site) -> String {
    let column = if site.column > 0 { format!(":{}", site.column) } else { String::new() };
    format!("{}:{}{column}", printable(&site.file), site.line)
}

/// `file:line:column`, as far as they are known.
fn exact(site: &Site) -> String {
    match site.column {
        0 => site.to_string(),
        column if site.line > 0 => format!("{site}:{column}"),
        _ => site.to_string(),
    }
}

/// A line of the source with a mark below the place that is meant.
struct Excerpt {
    line: u32,
    text: String,
    /// Counted in bytes from 1; zero if only the line is known.
    column: usize,
}

impl Excerpt {
    /// The line of a site, if the source can be read and still has it.
    fn of(site: &Site) -> Option<Self> {
        let source = bounded::read(site.file.as_ref()).ok()?;
        let text = source.split(|byte| *byte == b'\n').nth(site.line.checked_sub(1)? as usize)?;
        let text = String::from_utf8_lossy(text).trim_end().to_owned();
        (!text.is_empty()).then_some(Self { line: site.line, text, column: site.column as usize })
    }
}

impl Display for Excerpt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = self.line.to_string();
        writeln!(f, "{MARGIN}{number} | {}", self.text)?;
        let before = self.text.bytes().take(self.column.saturating_sub(1));
        // Tabs stay tabs, so that the mark stands below its place. Continuation bytes of UTF-8 take no room
        // on the screen.
        let before: String = before
            .filter(|byte| byte & 0xc0 != 0x80)
            .map(|byte| if byte == b'\t' { '\t' } else { ' ' })
            .collect();
        if self.column == 0 || self.column > self.text.len() {
            return Ok(());
        }
        writeln!(f, "{MARGIN}{} | {before}^", " ".repeat(number.len()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mark_stands_below_its_place() {
        let shown = |text: &str, column| Excerpt { line: 12, text: text.to_owned(), column }.to_string();
        let lines = |text: &str| format!("{MARGIN}12 | {text}\n{MARGIN}   | ");
        assert_eq!(shown("  a[i] = 0;", 3), lines("  a[i] = 0;") + "  ^\n");
        assert_eq!(shown("\ta[i] = 0;", 2), lines("\ta[i] = 0;") + "\t^\n");
        assert_eq!(shown("f(\"ä\", *p);", 8), lines("f(\"ä\", *p);") + "      ^\n");
        assert_eq!(shown("short", 0), format!("{MARGIN}12 | short\n"));
        assert_eq!(shown("short", 9), format!("{MARGIN}12 | short\n"));
    }
}
