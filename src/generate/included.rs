//! The headers that a file includes, as clang lists them.

use crate::frontend::Options;
use crate::util::Scratch;
use std::path::PathBuf;

/// A file of dependencies, which clang writes beside what it compiles.
pub(super) struct Included {
    folder: Scratch,
}

/// The name of this file in its folder.
const NAME: &str = "included.d";

impl Included {
    /// Tells clang to write such a file, if there can be a folder for it.
    pub(super) fn ask(options: &mut Options) -> Option<Self> {
        let included = Self { folder: Scratch::new().ok()? };
        let file = included.folder.path().join(NAME).display().to_string();
        options.flags.splice(0..0, ["-MD".to_owned(), "-MF".to_owned(), file]);
        Some(included)
    }

    /// The files that it names; none if there is no such file.
    pub(super) fn files(&self) -> Vec<PathBuf> {
        let text = std::fs::read_to_string(self.folder.path().join(NAME));
        text.map(|text| named(&text)).unwrap_or_default()
    }
}

/// The files behind the colon of a rule of make: `a.o: a.c my\ header.h \`.
fn named(rule: &str) -> Vec<PathBuf> {
    let (_, names) = rule.split_once(": ").unwrap_or(("", ""));
    let mut files = Vec::new();
    let mut name = String::new();
    let mut rest = names.chars();
    while let Some(c) = rest.next() {
        match c {
            '\\' => match rest.next() {
                Some('\n') | None => {}
                Some(escaped @ (' ' | '#')) => name.push(escaped),
                Some(other) => name.extend(['\\', other]),
            },
            '$' => name.extend(rest.next()),
            c if c.is_whitespace() => {
                files.extend((!name.is_empty()).then(|| PathBuf::from(std::mem::take(&mut name))))
            }
            c => name.push(c),
        }
    }
    files.extend((!name.is_empty()).then(|| PathBuf::from(name)));
    files
}

#[cfg(test)]
mod tests {
    use super::named;
    use std::path::Path;

    #[test]
    fn names_are_read_as_make_reads_them() {
        let files = named("out/0.o: a.c inc/a.h \\\n  my\\ header.h \\\n  cash$$.h\n");
        assert_eq!(files, ["a.c", "inc/a.h", "my header.h", "cash$.h"].map(Path::new));
        assert!(named("").is_empty());
    }
}
