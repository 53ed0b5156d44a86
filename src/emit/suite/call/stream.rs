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

    /// Checks what the call prints.
    pub(super) fn check_prints(&mut self, call: &TestCall) {
        let Some(Datum::Text { text, rest }) = &call.printed else { return };
        let bytes = [&text[..], rest].concat();
        self.out.setup.push(format!("{OWN}start_printing()"));
        let has = format!("{OWN}has_printed({}, {})", literal::string(&bytes), bytes.len());
        self.out.checks.insert(0, Check::True(has));
        self.out.uses.headers.extend(["stdio.h", "unistd.h"]);
    }
}
