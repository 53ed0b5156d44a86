//! Gathering a dictionary from word lists.

use super::Dictionary;
use crate::readable::ModelError;
use crate::readable::letters::{self, Reading};
use crate::util::bounded;
use std::path::PathBuf;

/// Gathers the words of `lists`, without those of the lists `without`, and notes for the dictionary's file.
///
/// A list has one word a line; a word that is not wholly of the letters that `reading` admits is passed over.
/// If the ending of a list's name is a class of SCOWL, its words have this class, otherwise class 0.
pub fn gather(
    lists: &[PathBuf],
    without: &[PathBuf],
    reading: Reading,
) -> Result<(Dictionary, Vec<(String, String)>), ModelError> {
    let mut texts = Vec::with_capacity(lists.len());
    for path in lists {
        let text = bounded::read(path).map_err(|source| ModelError::Read { path: path.clone(), source })?;
        texts.push((letters::frequency_class(path).unwrap_or(0), text));
    }
    let words = texts.iter().flat_map(|(class, text)| {
        let lines = text.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
        lines.filter(|word| reading.letters(word).is_some()).map(|word| (word, *class))
    });
    let mut dictionary = Dictionary::new(words);
    for path in without {
        dictionary = dictionary.without(&Dictionary::load(path)?);
    }
    let files = letters::file_names(lists);
    if dictionary.n_words() == 0 {
        return Err(ModelError::NoWords { files });
    }
    let mut notes = vec![
        ("dictionary".to_owned(), "one word a line; @: the class of frequency of those below".to_owned()),
        ("source".to_owned(), files),
    ];
    if !without.is_empty() {
        notes.push(("without".to_owned(), letters::file_names(without)));
    }
    notes.push(("words".to_owned(), dictionary.n_words().to_string()));
    notes.push((
        "licence".to_owned(),
        "that of the source, kept beside this file with the ending .LICENSE".to_owned(),
    ));
    Ok((dictionary, notes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_joined_by_class() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let write = |name: &str, text: &str| {
            let path = folder.path().join(name);
            std::fs::write(&path, text).expect("a file in it");
            path
        };
        let lists = [write("l.20", "of\nOK\nit's\ncafé\nhm\n"), write("l.10", "of\nto\n")];
        let drop = [write("drop", "hm\n")];
        let (dictionary, notes) =
            gather(&lists, &drop, Reading { ascii: true, ..Reading::default() }).expect("words");
        assert_eq!(dictionary, Dictionary::new([(&b"of"[..], 10), (b"to", 10)]));
        assert!(notes.contains(&("source".to_owned(), "l.20, l.10".to_owned())), "{notes:?}");
        let (dictionary, _) = gather(&lists, &drop, Reading::default()).expect("words");
        assert_eq!(dictionary.class("café".as_bytes()), Some(20));
        let error = gather(&drop, &drop, Reading::default()).expect_err("no word is left");
        assert!(error.to_string().starts_with("no word in drop; "), "{error}");
    }
}
