//! A language: the model of its letters and the dictionary of its words.

use super::{Dictionary, Model};
use crate::util::rng;
use std::sync::OnceLock;

/// A model and a dictionary. A part that is not given is English, which is read when it is first asked for.
#[derive(Debug, Default)]
pub struct Language {
    model: OnceLock<Model>,
    dictionary: OnceLock<Dictionary>,
    /// Whether each of the two was given.
    is_given: [bool; 2],
}

impl Language {
    /// The English that the program carries.
    pub fn english() -> Language {
        Language::default()
    }

    /// A language of these parts.
    pub fn new(model: Option<Model>, dictionary: Option<Dictionary>) -> Language {
        Language {
            is_given: [model.is_some(), dictionary.is_some()],
            model: model.map_or_else(OnceLock::new, OnceLock::from),
            dictionary: dictionary.map_or_else(OnceLock::new, OnceLock::from),
        }
    }

    /// A language of `model` and the words of `lists`, which are added to the English dictionary. A model
    /// that is not written with `a` to `z` is of another language: then the dictionary has only the words of
    /// `lists`.
    pub fn with_words(model: Option<Model>, lists: &[Dictionary]) -> Language {
        let english = model.as_ref().is_none_or(Model::is_of_a_to_z);
        if english && lists.is_empty() {
            return Language::new(model, None);
        }
        let mut dictionary = if english { Dictionary::english() } else { Dictionary::default() };
        for list in lists {
            dictionary.extend(list);
        }
        Language::new(model, Some(dictionary))
    }

    /// The model of letters.
    pub fn model(&self) -> &Model {
        self.model.get_or_init(Model::english)
    }

    /// A checksum of the model and the dictionary. A part that was not given counts as 0, so that English is
    /// not read for this.
    pub fn fingerprint(&self) -> u64 {
        let [model, dictionary] = self.is_given;
        let model = if model { self.model().fingerprint() } else { 0 };
        rng::combine(model, if dictionary { self.dictionary().fingerprint() } else { 0 })
    }

    /// The dictionary.
    pub fn dictionary(&self) -> &Dictionary {
        self.dictionary.get_or_init(Dictionary::english)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_given_is_english() {
        let words = Dictionary::new([(&b"foo"[..], 0), (b"the", 0)]);
        let added = Language::with_words(None, std::slice::from_ref(&words));
        assert_eq!(added.dictionary().class(b"the"), Some(0));
        assert!(added.dictionary().contains(b"foo") && added.dictionary().contains(b"about"));
        assert!(Language::english().dictionary().contains(b"about"));
        let only = Language::new(None, Some(words));
        assert_eq!(only.dictionary().n_words(), 2);
        assert_eq!(only.model().weight(b't', b'h'), Model::english().weight(b't', b'h'));
    }
}
