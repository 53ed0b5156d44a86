//! Streams are temporary files with what was in the file. After the call, it is checked what is in them, and what
//! has been printed.

use super::super::literal;
use super::super::own::OWN;
use super::super::place::Lvalue;
use super::{Reason, Writer};
use crate::emit::suite::statements::Check;
use crate::testcase::{Datum, TestCall};

/// What is in the file of a stream, and where its next character is read or written, as far as it is known.
fn parts(stream: &Datum) -> (Option<Vec<u8>>, Option<i128>) {
    let Datum::Struct(parts) = stream else { return (None, None) };
    let part = |wanted: &str| parts.iter().find(|(name, _)| name == wanted).map(|(_, value)| value);
    let content = match part("content") {
        Some(Datum::Text { text, rest }) => Some([&text[..], rest].concat()),
        _ => None,
    };
    let position = match part("position") {
        Some(Datum::Integer(position)) => Some(*position),
        _ => None,
    };
    (content, position)
}

impl Writer<'_> {
    /// Declares a stream over a temporary file, with what is in it.
    pub(super) fn open_stream(&mut self, object: usize, before: &Datum) -> Result<(), Reason> {
        let (Some(content), Some(position)) = parts(before) else {
            return Err("it works on a stream of which not all is known".to_owned());
        };
        let name = self.name_of(object, "file");
        self.out.uses.headers.insert("stdio.h");
        self.out.declarations.push(format!("FILE *{name} = tmpfile()"));
        if !content.is_empty() {
            self.out.setup.push(match content.contains(&0) {
                false => format!("fputs({}, {name})", literal::string(&content)),
                true => format!("fwrite({}, 1, {}, {name})", literal::string(&content), content.len()),
            });
        }
        match position {
            0 if content.is_empty() => {}
            0 => self.out.setup.push(format!("rewind({name})")),
            _ => self.out.setup.push(format!("fseek({name}, {position}, SEEK_SET)")),
        }
        if self.things[object].after.is_some() {
            self.out.cleanup.push(format!("fclose({name})"));
        }
        self.objects[object].is_declared = true;
        self.objects[object].way = Some(name);
        Ok(())
    }

    /// Checks where a stream stands and what is in its file, as far as that has changed.
    pub(super) fn check_stream(&mut self, object: usize, after: &Datum) {
        let Lvalue::Behind(name) = self.whole(object) else { return };
        let (content, position) = parts(after);
        if let Some(position) = position {
            let value = format!("ftell({name})");
            self.out.checks.push(Check::Integer { value, expected: position.to_string(), signed: true });
        }
        if let Some(content) = content {
            let words = literal::string(&content);
            self.out.checks.push(Check::True(format!("{OWN}file_holds({name}, {words}, {})", content.len())));
        }
    }

    /// Checks what the call prints. Where a source lies (`__FILE__`) and when it was compiled (`__DATE__`) is
    /// something else for a suite.
    pub(super) fn check_prints(&mut self, call: &TestCall) {
        let Some(Datum::Text { text, rest }) = &call.printed else { return };
        let bytes = [&text[..], rest].concat();
        let words = String::from_utf8_lossy(&bytes);
        let files = self.facts.functions.values().map(|function| &function.file).chain(&self.facts.sources);
        let mut names = files.filter_map(|file| file.file_name()?.to_str());
        if names.any(|name| words.contains(name)) || has_date(&words) {
            return;
        }
        self.out.setup.push(format!("{OWN}start_printing()"));
        let has = format!("{OWN}has_printed({}, {})", literal::string(&bytes), bytes.len());
        self.out.checks.insert(0, Check::True(has));
        self.out.uses.headers.extend(["stdio.h", "unistd.h"]);
    }
}

/// Whether a text has a date as `__DATE__` gives it: `Dec  1 2026`.
fn has_date(text: &str) -> bool {
    const MONTHS: [&str; 12] =
        ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let is_date = |at: usize| {
        let rest = text.get(at + 3..at + 11).unwrap_or_default().as_bytes();
        let is_day = |day: &u8| *day == b' ' || day.is_ascii_digit();
        matches!(rest, [b' ', ten, day, b' ', year @ ..]
            if is_day(ten) && day.is_ascii_digit() && year.iter().all(u8::is_ascii_digit))
    };
    MONTHS.iter().any(|month| text.match_indices(month).any(|(at, _)| is_date(at)))
}

#[cfg(test)]
mod tests {
    use super::has_date;

    #[test]
    fn dates_of_the_compiler_are_found() {
        assert!(has_date("built on Dec  1 2026 at 17:45"));
        assert!(has_date("Jan 31 2027"));
        assert!(!has_date("Mayor of 2026") && !has_date("Dec") && !has_date("Dec 1, 2026"));
    }
}
