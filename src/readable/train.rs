//! Counting a model from word lists and texts.
//!
//! A word is a longest run of letters, digits, apostrophes, underscores and bytes above 127. It counts if,
//! without apostrophes around it, it is wholly of `a` to `z`: names, beginnings of sentences, contractions
//! and words with accents are left out, whether the text is UTF-8 or Latin-1.

use super::letters;
use super::model::{Model, ModelError, N_LETTERS, Row};
use std::path::{Path, PathBuf};

/// Adds words up to a model.
pub struct Trainer {
    n_words: u64,
    first: [u64; N_LETTERS],
    pairs: [[u64; N_LETTERS]; N_LETTERS],
}

impl Default for Trainer {
    fn default() -> Self {
        Self::new()
    }
}

impl Trainer {
    /// A trainer that has seen nothing.
    pub fn new() -> Self {
        Self { n_words: 0, first: [0; N_LETTERS], pairs: [[0; N_LETTERS]; N_LETTERS] }
    }

    /// The number of words that have counted so far.
    pub fn n_words(&self) -> u64 {
        self.n_words
    }

    /// Counts every word of `text`, each `weight` times.
    pub fn add_text(&mut self, text: &[u8], weight: u64) {
        let in_word = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'\'' | b'_' | 128..);
        for word in text.split(|byte| !in_word(*byte)) {
            self.add_word(trim_apostrophes(word), weight);
        }
    }

    /// Counts `word`, `weight` times, if it is wholly of `a` to `z`.
    pub fn add_word(&mut self, word: &[u8], weight: u64) {
        if word.is_empty() || !word.iter().all(u8::is_ascii_lowercase) {
            return;
        }
        let index = |letter: u8| usize::from(letter - b'a');
        self.n_words += 1;
        self.first[index(word[0])] += weight;
        for pair in word.windows(2) {
            self.pairs[index(pair[0])][index(pair[1])] += weight;
        }
    }

    /// The model of the words so far, with notes to be written into its file.
    pub fn finish(self, notes: Vec<(String, String)>) -> Model {
        let row = |counts: [u64; N_LETTERS]| -> Row { counts.map(|count| count as f64) };
        Model::new(notes, row(self.first), self.pairs.map(row))
    }
}

/// Trains a model from the files at `paths`: word lists, one word a line, or running text.
///
/// In running text each word counts once for each time it occurs. A file whose name ends in a frequency
/// class of SCOWL, `.10` to `.95`, is a list in which a word stands but once: its words count 2^k times, k
/// one larger for each ten levels, so that a word of class 10 counts as much as 256 of class 95.
pub fn train(paths: &[PathBuf]) -> Result<Model, ModelError> {
    let mut trainer = Trainer::new();
    for path in paths {
        let fail = |source| ModelError::Read { path: path.clone(), source };
        let file = std::fs::File::open(path).map_err(fail)?;
        if !file.metadata().map_err(fail)?.is_file() {
            return Err(fail(std::io::Error::other("not a regular file")));
        }
        // SAFETY: the map is only read. Should another process change the file meanwhile, counts are of a
        // mixture of both texts; should one cut it short, the kernel ends this process (SIGBUS).
        let text = unsafe { memmap2::Mmap::map(&file) }.map_err(fail)?;
        trainer.add_text(&text, frequency_weight(path));
    }
    let names = letters::file_names(paths);
    let has_pairs = trainer.pairs.iter().flatten().any(|count| *count > 0);
    if !has_pairs {
        return Err(ModelError::NoWords { files: names });
    }
    let notes = [
        (
            "model",
            "letter bigrams; row: a letter (^: the beginning of a word), column: the one after it".into(),
        ),
        ("source", names),
        ("words", trainer.n_words().to_string()),
        ("licence", "that of the source, kept beside this file with the ending .LICENSE".into()),
    ];
    Ok(trainer.finish(notes.map(|(key, value): (&str, String)| (key.to_owned(), value)).to_vec()))
}

fn frequency_weight(path: &Path) -> u64 {
    letters::frequency_class(path).map_or(1, |class| 1 << ((95 - class) / 10))
}

fn trim_apostrophes(mut word: &[u8]) -> &[u8] {
    while let [b'\'', rest @ ..] | [rest @ .., b'\''] = word {
        word = rest;
    }
    word
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    fn counts(text: &[u8]) -> Trainer {
        let mut trainer = Trainer::new();
        trainer.add_text(text, 1);
        trainer
    }

    #[test]
    fn only_words_of_small_letters_count() {
        let text = b"The cat's 'hat' caf\xe9 caf\xc3\xa9s x86 snake_case\n'' well-known, don't";
        let trainer = counts(text);
        assert_eq!(trainer.n_words(), 3, "hat, well, known");
        assert_eq!(trainer.first[usize::from(b'h' - b'a')], 1);
        let model = trainer.finish(Vec::new());
        assert_eq!(model.sum(), 2.0 + 3.0 + 4.0);
        assert_eq!(model.weight(b'l', b'l'), 1.0);
        assert_eq!(model.weight(b'l', b'k'), 0.0, "pairs end with their word");
    }

    #[test]
    fn frequency_classes_weigh_more_the_commoner_they_are() {
        let weights = ["w.10", "w.20", "w.35", "w.50", "w.95", "w.96", "w.txt", "w"]
            .map(|name| frequency_weight(Path::new(name)));
        assert_eq!(weights, [256, 128, 64, 16, 1, 1, 1, 1]);
    }

    #[test]
    fn files_are_mapped_and_their_names_noted() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("list.80");
        let mut file = std::fs::File::create(&path).expect("a file in it");
        file.write_all(b"hat\nat\n").expect("two words");
        let empty = folder.path().join("empty");
        std::fs::File::create(&empty).expect("an empty file in it");
        let model = train(&[path, empty.clone()]).expect("there are words");
        assert_eq!(model.weight(b'a', b't'), 4.0);
        assert_eq!(model.first()[0], 2.0);
        assert!(model.to_string().starts_with("model: letter bigrams"));
        assert!(model.to_csv().contains("\n# source: list.80, empty\n"));
        let error = train(&[empty]).expect_err("there are no words").to_string();
        assert!(error.starts_with("no word in empty; "), "{error}");
        let error = train(&[folder.path().to_owned()]).expect_err("a folder is no text").to_string();
        assert!(error.ends_with("not a regular file; name a file that can be read"), "{error}");
    }
}
