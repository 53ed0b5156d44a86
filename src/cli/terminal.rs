//! Colours, lines that fit the terminal, and text that is safe to show: names in it come from foreign
//! programs and may hold control characters.

use super::args::ColorName;
use crate::util::text::for_terminal;
use std::io::IsTerminal;

/// Where colours are wanted, and how wide the terminal is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Colours {
    pub stdout: bool,
    pub stderr: bool,
    /// The columns of the terminal that standard error goes to; `None` if it goes elsewhere.
    pub columns: Option<usize>,
}

/// Words of a summary begin at this column, behind their label.
const LABEL: usize = 14;
/// Lines below the line of a function are indented so far, and further if they are continued.
const BELOW: &str = "    ";
/// Terminals that are narrower show lines as they are.
const NARROWEST: usize = 40;

const RED: &str = "\x1b[1;31m";
const YELLOW: &str = "\x1b[33m";
const GREEN: &str = "\x1b[1;32m";
const BOLD: &str = "\x1b[1m";
const PLAIN: &str = "\x1b[0m";

/// How lines of the summary begin that report something wrong, and those that report something unsettled.
const WRONG: [&str; 4] = ["bug ", "differs ", "crashed ", "failed "];
const UNSETTLED: [&str; 13] = [
    "flaky ",
    "unproved ",
    "timed out ",
    "not run ",
    "unsupported ",
    "unknown ",
    "unreadable ",
    "uncovered ",
    "ended early ",
    "limited ",
    "not reached ",
    "lost ",
    "no checkpoint ",
];

impl Colours {
    /// What `--color` asks for. By default, terminals have colours, unless they are `dumb` or `NO_COLOR` is
    /// set.
    pub fn new(name: ColorName) -> Self {
        let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        let allowed = |is_terminal: bool| match name {
            ColorName::Always => true,
            ColorName::Never => false,
            ColorName::Auto => is_terminal && !is_dumb && !is_set("NO_COLOR"),
        };
        Self {
            stdout: allowed(std::io::stdout().is_terminal()),
            stderr: allowed(std::io::stderr().is_terminal()),
            columns: console::Term::stderr().size_checked().map(|(_, columns)| usize::from(columns)),
        }
    }

    /// The same for text that is written to standard output instead of standard error.
    pub fn on_stdout(self) -> Self {
        let columns = self.columns.filter(|_| std::io::stdout().is_terminal());
        Self { stderr: self.stdout, columns, ..self }
    }

    /// What a compiler says, with its colours if they are wanted.
    pub fn foreign(self, text: &str) -> String {
        for_terminal(text, self.stderr).into_owned()
    }

    /// A message of this program, with its name before it.
    pub fn message(self, text: &str) -> String {
        let text = self.foreign(text);
        if self.stderr { format!("{RED}symir:{PLAIN} {text}") } else { format!("symir: {text}") }
    }

    /// A summary for standard error.
    pub fn summary(self, text: &str) -> String {
        let text = self.fitted(&for_terminal(text, false));
        match self.stderr {
            true => text.split('\n').map(painted).collect::<Vec<_>>().join("\n"),
            false => text,
        }
    }

    /// The line of a function and those below it, for standard error.
    pub fn function(self, text: &str) -> String {
        let line = |line: &str| match line
            .strip_prefix(BELOW)
            .and_then(|rest| Some((rest, rest.split_once(' ')?)))
        {
            Some((_, ("bug:", rest))) => format!("{BELOW}{RED}bug:{PLAIN} {rest}"),
            Some((_, ("needs", rest))) => format!("{BELOW}{YELLOW}needs{PLAIN} {rest}"),
            _ => line.to_owned(),
        };
        let text = self.fitted(&for_terminal(text, false));
        match self.stderr {
            true => text.split('\n').map(line).collect::<Vec<_>>().join("\n"),
            false => text,
        }
    }

    /// Breaks lines between words so that they fit the terminal. Tests and messages of a compiler keep their
    /// lines, so that they can be copied.
    fn fitted(self, text: &str) -> String {
        let Some(columns) = self.columns.filter(|columns| *columns >= NARROWEST) else {
            return text.to_owned();
        };
        let fit = |line: &str| {
            let is_label = |c: char| c.is_ascii_lowercase();
            let indent = match line.strip_prefix(BELOW) {
                Some(rest) if rest.starts_with(is_label) => BELOW.len() + 2,
                None if line.starts_with(is_label) && !line.contains(": error: ") => LABEL,
                _ => return line.to_owned(),
            };
            let indent = " ".repeat(indent);
            let options = textwrap::Options::new(columns).subsequent_indent(&indent).break_words(false);
            textwrap::fill(line, options)
        };
        text.split('\n').map(fit).collect::<Vec<_>>().join("\n")
    }

    /// Lines of tests for standard output.
    pub fn tests(self, text: &str) -> String {
        let line = |line: &str| match line.split_once(":=> !") {
            Some((before, end)) => format!("{before}:=> {RED}!{end}{PLAIN}"),
            None => line.to_owned(),
        };
        match self.stdout {
            true => text.split('\n').map(line).collect::<Vec<_>>().join("\n"),
            false => text.to_owned(),
        }
    }
}

/// A line of the summary with its colours.
fn painted(line: &str) -> String {
    let starts = |words: &[&str]| words.iter().any(|word| line.starts_with(word));
    let colour = match () {
        () if starts(&WRONG) => RED,
        () if starts(&UNSETTLED) => YELLOW,
        () if line.starts_with(|c: char| c.is_ascii_lowercase()) && line.len() > LABEL => BOLD,
        () => "",
    };
    if let Some((place, rest)) = line.split_once(": error: ") {
        return format!("{BOLD}{place}:{PLAIN} {RED}error:{PLAIN} {rest}");
    }
    if let Some(before) = line.strip_suffix('^') {
        return format!("{before}{GREEN}^{PLAIN}");
    }
    match line.is_char_boundary(LABEL) && !colour.is_empty() {
        true => format!("{colour}{}{PLAIN}{}", &line[..LABEL], &line[LABEL..]),
        false => line.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_only_where_they_are_wanted() {
        let on = Colours { stdout: true, stderr: true, columns: None };
        let off = Colours { stdout: false, stderr: false, columns: None };
        let text = "bug           at \x1b[2Jx.c:3\nx.c:3:1: error: bad\n     3 | a\n       | ^\ntests         4 from 4";
        assert_eq!(off.summary(text), text.replace('\x1b', "\\x1b"));
        assert_eq!(
            on.summary(text),
            "\x1b[1;31mbug           \x1b[0mat \\x1b[2Jx.c:3\n\x1b[1mx.c:3:1:\x1b[0m \x1b[1;31merror:\x1b[0m bad\n     \
             3 | a\n       | \x1b[1;32m^\x1b[0m\n\x1b[1mtests         \x1b[0m4 from 4"
        );
        assert_eq!(on.tests("f: 0 :=> !abort\n"), "f: 0 :=> \x1b[1;31m!abort\x1b[0m\n");
        assert_eq!(off.message("f\x07"), "symir: f\\x07");
        let function =
            "half   2 tests\n    bug: division by zero at x.c:3: it checks\n        half: 0 :=> !abort\n";
        assert_eq!(on.function(function), function.replace("bug:", "\x1b[1;31mbug:\x1b[0m"));
        assert_eq!(off.function(function), function);
    }

    #[test]
    fn lines_fit_the_terminal() {
        let narrow = Colours { stdout: false, stderr: false, columns: Some(44) };
        let text = "uncovered     the true side of x.c:501: the run ended early, with paths left\n\
                    x.c:501:5: error: division by zero: divides by zero and so on\n";
        expect_test::expect![[r"
            uncovered     the true side of x.c:501: the
                          run ended early, with paths
                          left
            x.c:501:5: error: division by zero: divides by zero and so on
        "]]
        .assert_eq(&narrow.summary(text));
        let text = "    needs what state points to is consistent: else read of x\n        \
                    read: &{.balance=2, .locked=0} null 1 :=> !null pointer dereference\n";
        let expected = "    needs what state points to is\n      consistent: else read of x\n        \
                        read: &{.balance=2, .locked=0} null 1 :=> !null pointer dereference\n";
        assert_eq!(narrow.function(text), expected);
        let (wide, unknown) = (Colours { columns: Some(300), ..narrow }, Colours { columns: None, ..narrow });
        assert_eq!((wide.function(text), unknown.function(text)), (text.to_owned(), text.to_owned()));
    }
}
