//! Counting a model from word lists and texts.
//!
//! A word is a longest run of letters, digits, apostrophes, underscores and combining marks. It counts if,
//! without apostrophes around it, it is wholly of [letters]: names, beginnings of sentences and
//! contractions are left out, and so are words with bytes that are not UTF-8.

use super::letters::{self, Reading};
use super::model::{Gram, Grams, Letters, MAX_ORDER, Model, ModelError, Symbol};
use crate::util::numbers::greatest_common_divisor;
use rustc_hash::FxHashMap;
use std::path::{Path, PathBuf};

/// Counts words for a model. Memory grows with the number of different grams, not with the number of words.
#[derive(Debug)]
pub struct Trainer {
    order: usize,
    reading: Reading,
    n_words: u64,
    letters: Letters,
    counts: FxHashMap<Gram, u64>,
}

impl Trainer {
    /// A trainer of grams of `order` letters that has seen nothing.
    ///
    /// # Panics
    /// If `order` is not one of 2 to 5.
    pub fn new(order: usize, reading: Reading) -> Self {
        assert!((2..=MAX_ORDER).contains(&order), "an order of {order}");
        Self { order, reading, n_words: 0, letters: Letters::default(), counts: FxHashMap::default() }
    }

    /// The number of words that have counted so far.
    pub fn n_words(&self) -> u64 {
        self.n_words
    }

    /// Counts every word of `text`, each `weight` times.
    pub fn add_text(&mut self, text: &[u8], weight: u64) {
        let in_word = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'\'' | b'_' | 128..);
        for run in text.split(|byte| !in_word(*byte)).filter(|run| !run.is_empty()) {
            match str::from_utf8(run) {
                Ok(run) if !run.is_ascii() => {
                    for word in run.split(|c| !is_in_word(c)) {
                        self.add_word(word.trim_matches(['\'', '’', 'ʼ']).as_bytes(), weight);
                    }
                }
                _ => self.add_word(trim_apostrophes(run), weight),
            }
        }
    }

    /// Adds `weight` to the count of a word that consists of letters alone. The model has room for 4,000
    /// different letters; a word with any further letter is left out.
    pub fn add_word(&mut self, word: &[u8], weight: u64) {
        let Some(letters) = self.reading.letters(word) else { return };
        let mut symbols = smallvec::SmallVec::<[Symbol; 32]>::new();
        for letter in letters {
            let Some(symbol) = self.letters.symbol(letter) else { return };
            symbols.push(symbol);
        }
        self.n_words += 1;
        let mut gram = Gram::default().then(Symbol::BEGIN);
        for symbol in symbols.into_iter().chain([Symbol::END]) {
            gram = gram.then(symbol);
            if gram.len() > self.order {
                gram = gram.without_first();
            }
            *self.counts.entry(gram).or_default() += weight;
        }
    }

    /// Divides all counts by their greatest common divisor, which the weights of word lists may bring in.
    pub fn reduce(&mut self) {
        let divisor = self.counts.values().fold(0, |divisor, count| greatest_common_divisor(divisor, *count));
        self.counts.values_mut().for_each(|count| *count /= divisor.max(1));
    }

    /// The model of the words so far, with notes to be written into its file.
    pub fn finish(self, notes: Vec<(String, String)>) -> Model {
        let counts = self.counts.into_iter().collect();
        let (alphabet, grams) = Grams::new(self.order, self.letters.found(), counts);
        Model::from_grams(notes, alphabet, grams)
    }
}

/// Trains a model of grams of `order` letters from the files at `paths`: word lists, one word a line, or
/// running text.
///
/// In running text each word counts once for each time it occurs. A file whose name ends in a frequency class
/// of SCOWL, `.10` to `.95`, is a list in which each word stands only once. Its words count 2^k times, where
/// k grows by one for each ten levels: a word of class 10 counts as much as 256 of class 95.
pub fn train(paths: &[PathBuf], order: usize, reading: Reading) -> Result<Model, ModelError> {
    let mut trainer = Trainer::new(order, reading);
    for path in paths {
        let fail = |source| ModelError::Read { path: path.clone(), source };
        let file = std::fs::File::open(path).map_err(fail)?;
        if !file.metadata().map_err(fail)?.is_file() {
            return Err(fail(std::io::Error::other("not a regular file")));
        }
        // SAFETY: the map is only read. If another process changes the file meanwhile, the counts mix both
        // texts; if one cuts it short, the kernel ends this process (SIGBUS).
        let text = unsafe { memmap2::Mmap::map(&file) }.map_err(fail)?;
        trainer.add_text(&text, frequency_weight(path));
    }
    let files = letters::file_names(paths);
    if trainer.n_words() == 0 {
        return Err(ModelError::NoWords { files });
    }
    trainer.reduce();
    let notes = [
        ("model", format!("letter {order}-grams of words; ^: the beginning of a word, $: its end")),
        ("order", order.to_string()),
        ("smoothing", "interpolated Witten-Bell, when it is read; the counts are plain".into()),
        ("source", files),
        ("words", trainer.n_words().to_string()),
        ("licence", "that of the source, kept beside this file with the ending .LICENSE".into()),
    ];
    Ok(trainer.finish(notes.map(|(key, value)| (key.to_owned(), value)).to_vec()))
}

/// Whether `c` is part of the word beside it. Because of it, the word may not count.
fn is_in_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '\'' | '’' | 'ʼ' | '_' | '\u{300}'..='\u{36f}')
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

    fn counts(text: &[u8], reading: Reading) -> Trainer {
        let mut trainer = Trainer::new(4, reading);
        trainer.add_text(text, 1);
        trainer
    }

    #[test]
    fn only_words_of_small_letters_count() {
        let text = b"The cat's 'hat' caf\xe9 caf\xc3\xa9s x86 snake_case\n'' well-known, don't";
        assert_eq!(counts(text, Reading::default()).n_words(), 4, "hat, cafés, well, known");
        let trainer = counts(text, Reading { ascii: true, ..Reading::default() });
        assert_eq!(trainer.n_words(), 3, "hat, well, known");
        let model = trainer.finish(Vec::new());
        assert_eq!(model.first()[usize::from(b'h' - b'a')], 1.0);
        assert_eq!(model.sum(), 2.0 + 3.0 + 4.0);
        assert_eq!(model.weight(b'l', b'l'), 1.0);
        assert_eq!(model.weight(b'l', b'k'), 0.0, "pairs end with their word");
    }

    #[test]
    fn other_languages_train() {
        let german = "Die Straße führt »über« den Fluß – „schön“, geht’s?".as_bytes();
        assert_eq!(counts(german, Reading::default()).n_words(), 4, "führt, über, den, schön");
        let trainer = counts(german, Reading { fold_case: true, ..Reading::default() });
        assert_eq!(trainer.n_words(), 7);
        let model = trainer.finish(Vec::new());
        assert!(model.alphabet().ends_with(&['ß', 'ö', 'ü']) && !model.is_of_a_to_z());
        assert_eq!(model.weight(b'd', b'e'), 1.0, "a to z are there as ever");
        assert!(model.bits(&['s', 't', 'r', 'a'], Some('ß')) < 1.5);
        let russian = counts("Кошка спит, и кот спит…".as_bytes(), Reading::default()).finish(Vec::new());
        assert!(russian.word_bits("спит") < russian.word_bits("тпис"));
        assert_eq!(russian.alphabet(), ['и', 'к', 'о', 'п', 'с', 'т']);
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
        let list = |name: &str, text: &[u8]| {
            let path = folder.path().join(name);
            std::fs::File::create(&path).expect("a file in it").write_all(text).expect("words");
            path
        };
        let paths = [list("list.80", b"hat\nat\n"), list("list.90", b"it\n"), list("list.70", b"")];
        let model = train(&paths[..2], 3, Reading::default()).expect("there are words");
        assert_eq!((model.weight(b'a', b't'), model.weight(b'i', b't')), (4.0, 1.0));
        assert_eq!(model.first()[0], 2.0);
        assert!(model.to_string().starts_with("model: letter 3-grams"));
        assert!(model.to_csv().contains("\n# source: list.80, list.90\n"));
        let again = Model::parse(model.to_csv().as_bytes(), Path::new("m")).expect("we wrote it");
        assert_eq!(again, model);
        let model = train(&paths[..1], 2, Reading::default()).expect("there are words");
        assert_eq!(model.weight(b'a', b't'), 2.0, "a common factor is taken out");
        let error = train(&paths[2..], 4, Reading::default()).expect_err("there are no words").to_string();
        assert!(error.starts_with("no word in list.70; "), "{error}");
        let folder = [folder.path().to_owned()];
        let error = train(&folder, 4, Reading::default()).expect_err("a folder is no text").to_string();
        assert!(error.ends_with("not a regular file; name a file that can be read"), "{error}");
    }
}
