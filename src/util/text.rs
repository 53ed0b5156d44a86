//! Text from outside, such as names and messages of tested programs, made fit to be shown and written:
//! control characters would break lines of files, documents of XML, and terminals.
//!
//! Characters that must not stand as they are, are written as bytes, such as `\x1b`. [`printable`] is for
//! people. [`name_of`] also doubles backslashes, so that [`bytes_of`] gives the bytes back.

use std::borrow::Cow;
use std::fmt::Write;

/// Whether a character can stand in a line of text, in an XML document and on a terminal.
fn is_plain(c: char) -> bool {
    let breaks_lines = matches!(c, '\u{2028}' | '\u{2029}');
    let turns_text_around =
        matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let is_no_character = (c as u32) & 0xfffe == 0xfffe || matches!(c, '\u{fdd0}'..='\u{fdef}');
    !(c.is_control() || breaks_lines || turns_text_around || is_no_character)
}

fn add(text: &mut String, c: char, is_kept: impl Fn(char) -> bool) {
    if is_kept(c) {
        text.push(c);
    } else {
        add_bytes(text, c.encode_utf8(&mut [0; 4]).as_bytes());
    }
}

fn add_bytes(text: &mut String, bytes: &[u8]) {
    for byte in bytes {
        let _ = write!(text, "\\x{byte:02x}");
    }
}

/// The text on one line, without control characters.
pub fn printable(text: &str) -> Cow<'_, str> {
    keep(text, is_plain)
}

/// The text for a terminal: lines and tabs stay. With `colours` the sequences that choose them stay, too, as
/// compilers write them.
pub fn for_terminal(text: &str, colours: bool) -> Cow<'_, str> {
    let is_kept = |c: char| is_plain(c) || matches!(c, '\n' | '\t');
    if text.chars().all(is_kept) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let sequence = if c == '\u{1b}' { colour_sequence(rest) } else { 0 };
        if sequence > 0 && colours {
            shown.push_str(&rest[..sequence]);
        } else if sequence == 0 {
            add(&mut shown, c, is_kept);
        }
        rest = &rest[sequence.max(c.len_utf8())..];
    }
    Cow::Owned(shown)
}

/// The length of the sequence at the beginning that sets colours or clears the rest of a line; 0 if there is
/// none.
fn colour_sequence(text: &str) -> usize {
    let Some(rest) = text.strip_prefix("\u{1b}[") else { return 0 };
    let end = rest.find(|c: char| !c.is_ascii_digit() && c != ';').unwrap_or(rest.len());
    if rest[end..].starts_with(['m', 'K']) { 2 + end + 1 } else { 0 }
}

fn keep(text: &str, is_kept: impl Fn(char) -> bool + Copy) -> Cow<'_, str> {
    if text.chars().all(is_kept) {
        return Cow::Borrowed(text);
    }
    let mut kept = String::new();
    text.chars().for_each(|c| add(&mut kept, c, is_kept));
    Cow::Owned(kept)
}

/// Bytes that should be text, on one line, without control characters.
pub fn printable_bytes(bytes: &[u8]) -> String {
    written(bytes, is_plain)
}

/// A name that a program has given, as it stands in tests and all files. Different byte strings have
/// different names.
pub fn name_of(bytes: &[u8]) -> String {
    written(bytes, |c| is_plain(c) && c != '\\')
}

fn written(bytes: &[u8], is_kept: impl Fn(char) -> bool) -> String {
    let mut text = String::new();
    for chunk in bytes.utf8_chunks() {
        for c in chunk.valid().chars() {
            match c {
                '\\' if !is_kept(c) => text.push_str("\\\\"),
                _ => add(&mut text, c, &is_kept),
            }
        }
        add_bytes(&mut text, chunk.invalid());
    }
    text
}

/// The bytes that [`name_of`] was given.
pub fn bytes_of(name: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = name.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let digits = after.strip_prefix(b"x").and_then(|digits| str::from_utf8(digits.get(..2)?).ok());
        let byte = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        (bytes, rest) = match (first, byte, after.first()) {
            (b'\\', Some(byte), _) => (pushed(bytes, byte), &after[3..]),
            (b'\\', None, Some(b'\\')) => (pushed(bytes, b'\\'), &after[1..]),
            _ => (pushed(bytes, *first), after),
        };
    }
    bytes
}

fn pushed(mut bytes: Vec<u8>, byte: u8) -> Vec<u8> {
    bytes.push(byte);
    bytes
}

/// `1 path`, `2 paths`.
pub fn counted(n: u64, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use proptest::test_runner::RngSeed;

    #[test]
    fn what_breaks_lines_or_terminals_is_written_as_bytes() {
        assert_eq!(printable("größe\\n 数"), "größe\\n 数");
        assert_eq!(printable("a\n\u{1b}[31mb\u{85}\u{202e}"), "a\\x0a\\x1b[31mb\\xc2\\x85\\xe2\\x80\\xae");
        assert_eq!(printable_bytes(b"caf\xe9\\"), "caf\\xe9\\");
        assert_eq!(name_of(b"caf\xe9\\\n"), "caf\\xe9\\\\\\x0a");
    }

    #[test]
    fn colours_of_compilers_stay_where_they_are_wanted() {
        let text = "\u{1b}[1;31merror\u{1b}[0m\u{1b}[K:\n\t\u{1b}]0;title\u{7}";
        assert_eq!(for_terminal(text, true), "\u{1b}[1;31merror\u{1b}[0m\u{1b}[K:\n\t\\x1b]0;title\\x07");
        assert_eq!(for_terminal(text, false), "error:\n\t\\x1b]0;title\\x07");
    }

    proptest! {
        #![proptest_config(ProptestConfig { rng_seed: RngSeed::Fixed(1), ..ProptestConfig::default() })]

        #[test]
        fn names_give_their_bytes_back(bytes: Vec<u8>) {
            let name = name_of(&bytes);
            prop_assert_eq!(bytes_of(&name), bytes);
            prop_assert_eq!(printable(&name), &*name);
        }
    }
}
