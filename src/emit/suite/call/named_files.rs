//! Files that the program opens by their names. A test works in a temporary folder that has these files with
//! the contents that they had.

use super::super::literal;
use super::super::own::OWN;
use super::Writer;
use crate::emit::suite::statements::Check;
use crate::testcase::{Datum, NamedFile};

fn bytes(content: &Datum) -> Vec<u8> {
    match content {
        Datum::Text { text, .. } => text.clone(),
        _ => Vec::new(),
    }
}

impl Writer<'_> {
    /// Enters a folder that has these files.
    pub(super) fn make_files(&mut self, files: &[NamedFile]) {
        if files.is_empty() {
            return;
        }
        self.out.setup.push(format!("{OWN}enter_folder()"));
        for NamedFile { name, before, .. } in files {
            let Some(content) = before.as_ref().map(bytes) else { continue };
            let (name, words) = (literal::string(name.as_bytes()), literal::string(&content));
            self.out.setup.push(format!("{OWN}write_file({name}, {words}, {})", content.len()));
        }
    }

    /// Checks what the call has done to the files, and leaves the folder.
    pub(super) fn check_files(&mut self, files: &[NamedFile]) {
        if files.is_empty() {
            return;
        }
        for NamedFile { name, before, after } in files {
            let name = literal::string(name.as_bytes());
            match after {
                Some(Datum::Uninitialised) => self.out.cleanup.push(format!("remove({name})")),
                Some(content) => {
                    let content = bytes(content);
                    let words = literal::string(&content);
                    self.out
                        .checks
                        .push(Check::True(format!("{OWN}file_has({name}, {words}, {})", content.len())));
                    self.out.cleanup.push(format!("remove({name})"));
                }
                None if before.is_some() => {
                    self.out.checks.push(Check::True(format!("!{OWN}is_file({name})")))
                }
                None => {}
            }
        }
        self.out.cleanup.push(format!("{OWN}leave_folder()"));
        let headers = ["stdio.h", "stdlib.h", "string.h", "sys/stat.h", "unistd.h"];
        self.out.uses.headers.extend(headers);
    }
}
