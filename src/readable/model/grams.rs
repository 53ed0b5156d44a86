//! Models as lists of counted n-grams.

use super::{Model, ModelError, notes};
use crate::readable::layout::gram::{Gram, MAX_LETTERS, MAX_ORDER, Symbol, pack, unpack};
use crate::readable::letters;
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::path::Path;

/// Grams with their counts, in the order of their texts. Each has `order` symbols, or fewer if it begins with
/// [`Symbol::BEGIN`].
#[derive(Clone, PartialEq, Debug)]
pub(in crate::readable) struct Grams {
    order: usize,
    /// As [`pack`] lays them out.
    counts: Cow<'static, [u8]>,
}

impl Grams {
    /// Sorts letters and grams. `letters` are in the order of the places that they have in `counts`.
    pub(in crate::readable) fn new(
        order: usize,
        letters: &[char],
        mut counts: Vec<(Gram, u64)>,
    ) -> (Vec<char>, Grams) {
        let mut alphabet = letters.to_vec();
        alphabet.sort_unstable();
        if alphabet != letters {
            let place = |letter| alphabet.binary_search(letter).expect("invariant: the same letters");
            let places: Vec<usize> = letters.iter().map(place).collect();
            for (gram, _) in &mut counts {
                *gram = gram.moved(&places);
            }
        }
        // Short grams first: they begin words.
        if !counts.is_sorted_by(|a, b| a.0 < b.0) {
            counts.sort_unstable();
            counts.dedup_by(|later, first| {
                let same = later.0 == first.0;
                if same {
                    first.1 += later.1;
                }
                same
            });
        }
        (alphabet, Grams { order, counts: pack(&counts).into() })
    }

    /// Grams that [`pack`] has laid out in order.
    pub(super) fn packed(order: usize, counts: &'static [u8]) -> Grams {
        Grams { order, counts: counts.into() }
    }

    pub(super) fn order(&self) -> usize {
        self.order
    }

    pub(super) fn total(&self) -> u64 {
        self.iter().map(|(_, count)| count).sum()
    }

    pub(super) fn iter(&self) -> impl ExactSizeIterator<Item = (Gram, u64)> + '_ {
        unpack(&self.counts)
    }

    /// The texts of the `n` commonest grams.
    pub(super) fn commonest(&self, alphabet: &[char], n: usize) -> Vec<String> {
        let mut sorted: Vec<(Gram, u64)> = self.iter().collect();
        sorted.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        sorted.iter().take(n).map(|(gram, _)| gram.text(alphabet)).collect()
    }

    /// The list as CSV, without notes.
    pub(super) fn write(&self, alphabet: &[char]) -> String {
        let lines = self.iter().map(|(gram, count)| format!("{},{count}\n", gram.text(alphabet)));
        HEADER.to_owned() + "\n" + &lines.collect::<String>()
    }
}

/// The line above the grams.
const HEADER: &str = "gram,count";

/// The lines of `text` without notes and empty ones, each with its number.
fn lines(text: &[u8]) -> impl Iterator<Item = (u64, &[u8])> {
    let lines = text.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
    (1..).zip(lines).filter(|(_, line)| !line.is_empty() && line[0] != b'#')
}

/// Whether this is a list of grams.
pub(super) fn is_list(text: &[u8]) -> bool {
    lines(text).next().is_some_and(|(_, line)| line == HEADER.as_bytes())
}

/// Reads a list of grams.
pub(super) fn parse(text: &[u8], path: &Path) -> Result<Model, ModelError> {
    let fail = |line, problem| ModelError::Format { path: path.to_owned(), line, problem };
    let mut letters = Letters::default();
    let mut counts: Vec<(Gram, u64)> = Vec::with_capacity(text.len() / 7);
    let mut last = 0;
    for (number, line) in lines(text).skip(1) {
        counts.push(read_line(line, &mut letters).map_err(|problem| fail(number, problem))?);
        last = number;
    }
    let notes = notes(text);
    let order = match noted_order(&notes) {
        Some(order) => order,
        None => counts.iter().map(|(gram, _)| gram.len()).max().unwrap_or(0),
    };
    if !(2..=MAX_ORDER).contains(&order) {
        let problem = format!("the order is no number from 2 to {MAX_ORDER}; note it as \"# order: 4\"");
        return Err(fail(last.max(1), problem));
    }
    let begins = |gram: Gram| gram.symbols().next() == Some(Symbol::BEGIN);
    // Other shorter grams say nothing that grams of the full order do not say.
    counts.retain(|(gram, count)| *count > 0 && (gram.len() == order || gram.len() < order && begins(*gram)));
    if counts.is_empty() {
        return Err(fail(last.max(1), format!("no gram of the order {order}; list those that occur")));
    }
    let (alphabet, grams) = Grams::new(order, &letters.found, counts);
    Ok(Model::from_grams(notes, alphabet, grams))
}

/// The order that the notes give; 0 if it is not a number.
pub(super) fn noted_order(notes: &[(String, String)]) -> Option<usize> {
    let (_, order) = notes.iter().find(|(key, _)| key == "order")?;
    Some(order.parse().unwrap_or(0))
}

/// Letters in the order in which they were found.
#[derive(Debug, Default)]
pub(in crate::readable) struct Letters {
    found: Vec<char>,
    places: FxHashMap<char, usize>,
    /// The symbols of `a` to `z`, as far as they are found, which saves looking up.
    ascii: [Option<Symbol>; 26],
}

impl Letters {
    /// The letters found, in order.
    pub(in crate::readable) fn found(&self) -> &[char] {
        &self.found
    }

    /// The symbol of `letter`; none if there are too many letters.
    pub(in crate::readable) fn symbol(&mut self, letter: char) -> Option<Symbol> {
        let slot = letter.is_ascii_lowercase().then(|| letter as usize - 'a' as usize);
        if let Some(symbol) = slot.and_then(|slot| self.ascii[slot]) {
            return Some(symbol);
        }
        if let Some(place) = self.places.get(&letter) {
            return Some(Symbol::letter(*place));
        }
        if self.found.len() == MAX_LETTERS {
            return None;
        }
        self.places.insert(letter, self.found.len());
        self.found.push(letter);
        let symbol = Symbol::letter(self.found.len() - 1);
        if let Some(slot) = slot {
            self.ascii[slot] = Some(symbol);
        }
        Some(symbol)
    }
}

/// Reads `gram,count`.
fn read_line(line: &[u8], letters: &mut Letters) -> Result<(Gram, u64), String> {
    let text = || String::from_utf8_lossy(line).into_owned();
    let comma = line.iter().position(|byte| *byte == b',');
    let Some((gram, count)) = comma.map(|comma| (&line[..comma], &line[comma + 1..])) else {
        return Err(format!("\"{}\" is no gram and count; write them as the,12", text()));
    };
    let count =
        read_count(count).ok_or_else(|| format!("the count of \"{}\"; write a whole number", text()))?;
    let gram = str::from_utf8(gram).map_err(|_| "the gram is not UTF-8; convert the file".to_owned())?;
    let mut read = Gram::default();
    let n_symbols = gram.chars().count();
    if !(1..=MAX_ORDER).contains(&n_symbols) {
        return Err(format!("\"{gram}\" has {n_symbols} letters; write 1 to {MAX_ORDER}"));
    }
    for (at, letter) in gram.chars().enumerate() {
        let symbol = match letter {
            '^' if at == 0 && n_symbols > 1 => Symbol::BEGIN,
            '$' if at + 1 == n_symbols => Symbol::END,
            _ if !letters::is_letter(letter) => {
                return Err(format!(
                    "\"{letter}\" in \"{gram}\"; write small letters, ^ only first and $ only last"
                ));
            }
            _ => letters
                .symbol(letter)
                .ok_or_else(|| format!("more than {MAX_LETTERS} different letters; leave out rare ones"))?,
        };
        read = read.then(symbol);
    }
    Ok((read, count))
}

/// A whole number of at most 18 digits.
fn read_count(digits: &[u8]) -> Option<u64> {
    let is_number = (1..=18).contains(&digits.len()) && digits.iter().all(u8::is_ascii_digit);
    is_number.then(|| digits.iter().fold(0, |count, digit| 10 * count + u64::from(digit - b'0')))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Model, String> {
        Model::parse(text.as_bytes(), Path::new("m.csv")).map_err(|error| error.to_string())
    }

    #[test]
    fn shorter_grams_follow_by_summing() {
        let model = parse("# source: us\ngram,count\n^t,5\n^th,4\nthe,3\nhe$,3\nth$,1\n^t$,1\nhe,9\n");
        let model = model.expect("the list is sound");
        assert_eq!(model.order(), 3);
        assert_eq!(model.weight(b't', b'h'), 4.0, "^th and no other; he is of no full order");
        assert_eq!(model.weight(b'h', b'e'), 3.0);
        assert_eq!(model.first()[usize::from(b't' - b'a')], 5.0);
        assert_eq!(model.alphabet(), ['e', 'h', 't']);
        assert!(model.to_csv().starts_with("# source: us\ngram,count\n^t,5\n"));
        let again = parse(&model.to_csv()).expect("we wrote it");
        assert_eq!(again, model);
    }

    #[test]
    fn other_alphabets_are_read() {
        let model = parse("gram,count\n^да,2\nда$,2\n^д,2\n").expect("the list is sound");
        assert_eq!((model.order(), model.alphabet(), model.is_of_a_to_z()), (3, &['а', 'д'][..], false));
        assert!(model.word_bits("да") < model.word_bits("ад"));
        assert_eq!(model.sum(), 0.0);
    }

    #[test]
    fn errors_name_the_line_and_the_mend() {
        let error = |text: &str| parse(text).expect_err("the list is broken");
        assert_eq!(
            error("gram,count\nthe\n"),
            r#"m.csv:2: "the" is no gram and count; write them as the,12"#
        );
        assert_eq!(error("gram,count\n\nthe,-1"), r#"m.csv:3: the count of "the,-1"; write a whole number"#);
        assert_eq!(
            error("gram,count\nt^e,1\n"),
            r#"m.csv:2: "^" in "t^e"; write small letters, ^ only first and $ only last"#
        );
        assert_eq!(error("gram,count\nstrength,1\n"), r#"m.csv:2: "strength" has 8 letters; write 1 to 5"#);
        assert_eq!(
            error("gram,count\n"),
            r##"m.csv:1: the order is no number from 2 to 5; note it as "# order: 4""##
        );
        assert!(error("# order: 3\ngram,count\nab,1\n").contains("no gram of the order 3"));
    }
}
