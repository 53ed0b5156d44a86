//! Dictionaries as text.

use super::{Dictionary, ModelError};
use std::path::Path;

/// The words of `text` in its order; a word that stands twice is in the result twice.
pub(super) fn parse_ordered(text: &[u8], path: &Path) -> Result<Dictionary, ModelError> {
    let fail = |line: usize, problem: String| {
        let (path, line) = (path.to_owned(), line as u64 + 1);
        Err(ModelError::Format { path, line, problem })
    };
    let mut dictionary = Dictionary::default();
    let mut class = 0;
    let is_plain = text.is_ascii() && !text.contains(&0);
    for (index, line) in text.split(|byte| *byte == b'\n').enumerate() {
        let word = line.trim_ascii();
        match word {
            [] | [b'#'] | [b'#', b' ', ..] => {}
            [b'@', number @ ..] if number.first().is_some_and(u8::is_ascii_digit) => {
                class = match str::from_utf8(number).ok().and_then(|number| number.parse().ok()) {
                    Some(class @ 0..=100) => class,
                    _ => {
                        let line = String::from_utf8_lossy(word);
                        return fail(index, format!("\"{line}\" is no class; write @0 to @100"));
                    }
                };
            }
            _ if is_plain => dictionary.push(word, class),
            _ if word.contains(&0) => {
                return fail(index, "a NUL, which no string of C can hold; take it out".into());
            }
            _ if str::from_utf8(word).is_err() => {
                return fail(index, "the word is not UTF-8; convert the list".into());
            }
            _ => dictionary.push(word, class),
        }
    }
    Ok(dictionary)
}

/// The text of `dictionary`: notes, then each class with its words in alphabetical order.
pub(super) fn write(dictionary: &Dictionary, notes: &[(String, String)]) -> String {
    let mut text: String = notes.iter().map(|(key, value)| format!("# {key}: {value}\n")).collect();
    let mut words: Vec<(u8, &[u8])> = dictionary.iter().map(|(word, class)| (class, word)).collect();
    words.sort_unstable();
    for class in words.chunk_by(|a, b| a.0 == b.0) {
        text += &format!("@{}\n", class[0].0);
        for (_, word) in class {
            text += &String::from_utf8_lossy(word);
            text.push('\n');
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        let words = [(&b"the"[..], 10), (b"of", 10), ("für".as_bytes(), 35), (b"foo", 0)];
        let dictionary = Dictionary::new(words);
        let text = dictionary.to_text(&[("source".into(), "us".into())]);
        assert_eq!(text, "# source: us\n@0\nfoo\n@10\nof\nthe\n@35\nfür\n");
        assert_eq!(Dictionary::parse(text.as_bytes(), Path::new("w")).expect("we wrote it"), dictionary);
    }

    #[test]
    fn errors_name_the_line_and_the_mend() {
        let error = |text: &[u8]| {
            Dictionary::parse(text, Path::new("w.txt")).expect_err("the list is broken").to_string()
        };
        assert_eq!(error(b"@10\nab\n@1000\n"), r#"w.txt:3: "@1000" is no class; write @0 to @100"#);
        assert_eq!(error(b"a\nb\xffc\n"), "w.txt:2: the word is not UTF-8; convert the list");
        assert_eq!(error(b"a\0b"), "w.txt:1: a NUL, which no string of C can hold; take it out");
        let missing = Dictionary::load(Path::new("/nonexistent/w")).expect_err("there is no such file");
        assert!(missing.to_string().starts_with("/nonexistent/w: "));
    }
}
