//! Mutants of C sources, with one change each: of an operator, a constant, a field, an index, an argument or
//! a statement.

use regex::Regex;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

/// A mutant: a change of one line.
pub struct Mutant {
    pub line: usize,
    pub text: String,
}

impl Mutant {
    /// Returns the source with the change.
    pub fn of(&self, source: &str) -> String {
        let mut lines: Vec<&str> = source.lines().collect();
        lines[self.line] = &self.text;
        lines.join("\n") + "\n"
    }

    /// Describes the change in words.
    pub fn words(&self, source: &str) -> String {
        let before = source.lines().nth(self.line).unwrap_or_default().trim();
        format!("{}: {} for {before}", self.line + 1, self.text.trim())
    }
}

/// What each operator, field and value is exchanged for.
const EXCHANGES: [(&str, &str); 21] = [
    (r" (<) ", "<="),
    (r" (>) ", ">="),
    (r"[^<>](<=)", "<"),
    (r"[^->](>=)", ">"),
    (r"(==)", "!="),
    (r"(!=)", "=="),
    (r"(&&)", "||"),
    (r"(\|\|)", "&&"),
    (r" (\+) ", "-"),
    (r" (-) ", "+"),
    (r" (\*) ", "+"),
    (r"(\+=)", "-="),
    (r"(-=)", "+="),
    (r"(\+\+)", "--"),
    (r"[^-](--)", "++"),
    (r"->(next)\b", "prev"),
    (r"\.(low)\b", "high"),
    (r"\.(x)\b", "y"),
    (r"\breturn (true);", "false"),
    (r"\breturn (false);", "true"),
    (r"\b(NULL);", "(void *)8"),
];

/// The mutants that change a line for which `is_within` returns true.
pub fn mutants(source: &str, is_within: &dyn Fn(usize, &str) -> bool) -> Vec<Mutant> {
    let exchanges = EXCHANGES.map(|(from, to)| (Regex::new(from).expect("a pattern"), to));
    let number = Regex::new(r"[^\w.'](\d+)\b[^.]").expect("a pattern");
    let statement = Regex::new(r"^\s+[\w>.\-\[\]*]+ [-+|]?= [^=].*;$").expect("a pattern");
    let arguments = Regex::new(r"\w\((\w+), (\w+)\)").expect("a pattern");
    let mut found = Vec::new();
    for (line, text) in source.lines().enumerate() {
        let is_code = text.starts_with([' ', '\t']) && !text.trim_start().starts_with(['/', '*', '#']);
        if !is_code || !is_within(line, text) {
            continue;
        }
        let mut change = |text: String| found.push(Mutant { line, text });
        for (pattern, to) in &exchanges {
            for place in pattern.captures_iter(text).filter_map(|found| found.get(1)) {
                change(format!("{}{to}{}", &text[..place.start()], &text[place.end()..]));
            }
        }
        for place in number.captures_iter(text).filter_map(|found| found.get(1)) {
            if let Ok(value) = place.as_str().parse::<u64>() {
                change(format!("{}{}{}", &text[..place.start()], value + 1, &text[place.end()..]));
            }
        }
        for places in arguments.captures_iter(text) {
            let (one, other) = (places.get(1).expect("the first"), places.get(2).expect("the second"));
            let (head, tail) = (&text[..one.start()], &text[other.end()..]);
            change(format!("{head}{}, {}{tail}", other.as_str(), one.as_str()));
        }
        if statement.is_match(text) {
            change(String::new());
        }
    }
    found
}

/// The lines of the bodies of these functions. The name of a function stands in a line that is not indented.
#[allow(dead_code, reason = "not every test file that has this module asks for functions")]
pub fn lines_of(source: &str, functions: &[&str]) -> BTreeSet<usize> {
    let lines: Vec<&str> = source.lines().collect();
    let mut found = BTreeSet::new();
    for name in functions {
        let pattern = Regex::new(&format!(r"^[^\s#/*].*\b{name}\s*\(|^{name}\s*\(")).expect("a pattern");
        for begin in (0..lines.len()).filter(|at| pattern.is_match(lines[*at])) {
            let Some(open) = (begin..lines.len()).find(|at| lines[*at].contains(['{', ';'])) else {
                continue;
            };
            if !lines[open].contains('{') {
                continue;
            }
            let end = (open + 1..lines.len()).find(|at| lines[*at].starts_with('}')).unwrap_or(lines.len());
            found.extend(open + 1..end);
        }
    }
    found
}

/// Whether a file compiles, with these flags.
pub fn compiles(file: &Path, flags: &[String]) -> bool {
    let output = Command::new("gcc").args(["-w", "-fsyntax-only"]).args(flags).arg(file).output();
    output.is_ok_and(|output| output.status.success())
}

/// Whether the suite in a folder passes. A suite that does not end does not pass.
pub fn passes(folder: &Path) -> bool {
    let mut command = Command::new("timeout");
    // The limit is on processor time, so that a suite passes that is merely slow because the machine is busy.
    command.args(["120", "sh", "-c", "ulimit -t 10; exec make -s c"]).current_dir(folder);
    command.env("MALLOC_PERTURB_", "85");
    command.output().expect("timeout starts").status.success()
}
