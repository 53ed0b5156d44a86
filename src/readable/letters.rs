//! Which words of a text count, for models and dictionaries alike.
//!
//! A *letter* is an alphabetic character that is not a capital. A word counts if it is wholly of letters:
//! names, beginnings of sentences and abbreviations are left out, unless capitals are folded.

use std::path::{Path, PathBuf};

/// How a text is read.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Reading {
    /// Capitals count as the small letters that belong to them. For languages that write common words with
    /// them.
    pub fold_case: bool,
    /// Only words of `a` to `z` count.
    pub ascii: bool,
}

impl Reading {
    /// The letters of `word`, if it counts.
    pub fn letters(self, word: &[u8]) -> Option<impl Iterator<Item = char>> {
        let text = str::from_utf8(word).ok().filter(|text| !text.is_empty())?;
        let counts = text.chars().all(|c| self.letter(c).is_some());
        counts.then(|| text.chars().filter_map(move |c| self.letter(c)))
    }

    /// The letter that `c` counts as.
    fn letter(self, c: char) -> Option<char> {
        let c = if self.fold_case { small(c)? } else { c };
        (is_letter(c) && (c.is_ascii() || !self.ascii)).then_some(c)
    }
}

/// Whether `c` is alphabetic and no capital.
pub(super) fn is_letter(c: char) -> bool {
    if c.is_ascii() { c.is_ascii_lowercase() } else { c.is_alphabetic() && small(c) == Some(c) }
}

/// The small letter of `c`, if it is a single character.
fn small(c: char) -> Option<char> {
    if c.is_ascii() {
        return Some(c.to_ascii_lowercase());
    }
    let mut letters = c.to_lowercase();
    letters.next().filter(|_| letters.next().is_none())
}

/// The frequency class of SCOWL, 10 to 95, that the name of a list ends in.
pub(super) fn frequency_class(path: &Path) -> Option<u8> {
    path.extension()?.to_str()?.parse().ok().filter(|class| (10..=95).contains(class))
}

/// The names of the files, without their folders.
pub(super) fn file_names(paths: &[PathBuf]) -> String {
    if paths.is_empty() {
        return "no file".to_owned();
    }
    let name = |path: &PathBuf| path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
    paths.iter().map(name).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_letters_count() {
        let check = |word: &str, fold_case: bool, ascii: bool, expected: Option<&str>| {
            let letters = Reading { fold_case, ascii }.letters(word.as_bytes());
            assert_eq!(letters.map(Iterator::collect::<String>).as_deref(), expected, "{word}");
        };
        check("hat", false, false, Some("hat"));
        check("Hat", false, false, None);
        check("Straße", true, false, Some("straße"));
        check("кот", false, false, Some("кот"));
        check("Кот", false, false, None);
        check("café", false, true, None);
        check("שלום", false, false, Some("שלום"));
        for word in ["", "x86", "don't", "a b", "İ"] {
            check(word, true, false, None);
        }
        assert!(Reading::default().letters(b"caf\xe9").is_none(), "Latin-1");
    }
}
