//! The lengths of the words that begin in a certain way, from a tree of beginnings that grows on demand.
//!
//! If another text has fixed the beginning of a text, it may end at many places, and for each of them the
//! draft asks whether a word ends there. One walk along the known letters answers all these questions.

use super::draft::Position;
use super::lexicon::MAX_LENGTH;
use crate::readable::{Dictionary, Words};
use smallvec::SmallVec;
use std::ops::Range;

/// The most beginnings that are followed at once, where positions can be several letters but not all.
const MAX_AT_ONCE: usize = 32;
/// Beginnings that are remembered; they are forgotten when there are more.
const MAX_REMEMBERED: usize = 1 << 14;

/// Lengths of words, one bit each.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Lengths {
    any: u32,
    /// Those of words that the user or the program has named.
    preferred: u32,
}

impl Lengths {
    /// Whether there is a word of this length.
    pub(super) fn has(self, length: usize) -> bool {
        length <= MAX_LENGTH && self.any >> length & 1 == 1
    }

    /// Whether there is a named word of this length.
    pub(super) fn has_preferred(self, length: usize) -> bool {
        length <= MAX_LENGTH && self.preferred >> length & 1 == 1
    }

    fn or(self, other: Self) -> Self {
        Self { any: self.any | other.any, preferred: self.preferred | other.preferred }
    }

    fn and(self, mask: u32) -> Self {
        Self { any: self.any & mask, preferred: self.preferred & mask }
    }
}

/// Neighbouring words of one dictionary, length and class, which are in the order of their bytes.
#[derive(Clone, Debug)]
struct Span {
    dictionary: usize,
    length: usize,
    is_preferred: bool,
    words: Range<usize>,
}

/// A beginning of words.
#[derive(Default, Debug)]
struct Node {
    n_letters: usize,
    lengths: Lengths,
    spans: Vec<Span>,
    /// The beginnings with one letter more, by that letter in ascending order, once they were asked for.
    longer: Option<Vec<(u8, usize)>>,
}

/// The beginnings that were asked for; the first is that of all words.
#[derive(Default, Debug)]
pub(super) struct Beginnings {
    nodes: Vec<Node>,
}

impl Beginnings {
    /// The lengths of the words of these dictionaries that fit the first of `positions`. No position may be
    /// repeated or have only capitals. `None` if too many beginnings would have to be followed.
    pub(super) fn lengths(
        &mut self,
        dictionaries: [&Dictionary; 2],
        positions: &[Position],
    ) -> Option<Lengths> {
        if self.nodes.is_empty() || self.nodes.len() > MAX_REMEMBERED {
            self.nodes = vec![all(dictionaries)];
        }
        let n_told = positions.iter().rposition(|it| !it.kind.has_all_letters).map_or(0, |last| last + 1);
        let mut found = Lengths::default();
        let mut followed: SmallVec<[usize; MAX_AT_ONCE]> = SmallVec::from_elem(0, 1);
        for (at, position) in positions[..n_told].iter().enumerate() {
            found = found.or(self.of(&followed).and(1 << at));
            let mut next = SmallVec::new();
            for node in followed {
                let longer = self.longer(dictionaries, node);
                match position.kind.fixed {
                    Some(byte) => {
                        next.extend(longer.binary_search_by_key(&byte, |it| it.0).ok().map(|it| longer[it].1))
                    }
                    None => {
                        next.extend(longer.iter().filter(|it| position.set.contains(it.0)).map(|it| it.1))
                    }
                }
            }
            if next.len() > MAX_AT_ONCE {
                return None;
            }
            followed = next;
        }
        Some(found.or(self.of(&followed).and(u32::MAX << n_told)))
    }

    fn of(&self, nodes: &[usize]) -> Lengths {
        nodes.iter().fold(Lengths::default(), |all, node| all.or(self.nodes[*node].lengths))
    }

    /// The beginnings with one letter more.
    fn longer(&mut self, dictionaries: [&Dictionary; 2], node: usize) -> &[(u8, usize)] {
        if self.nodes[node].longer.is_none() {
            let made = self.nodes[node].longer(dictionaries);
            let first = self.nodes.len();
            let longer = made.iter().enumerate().map(|(at, (byte, _))| (*byte, first + at)).collect();
            self.nodes[node].longer = Some(longer);
            self.nodes.extend(made.into_iter().map(|(_, node)| node));
        }
        self.nodes[node].longer.as_deref().unwrap_or_default()
    }
}

impl Node {
    fn add(&mut self, span: Span) {
        let bit = 1 << span.length;
        self.lengths =
            self.lengths.or(Lengths { any: bit, preferred: if span.is_preferred { bit } else { 0 } });
        self.spans.push(span);
    }

    fn longer(&self, dictionaries: [&Dictionary; 2]) -> Vec<(u8, Node)> {
        let mut found: Vec<(u8, Node)> = Vec::new();
        for span in self.spans.iter().filter(|span| span.length > self.n_letters) {
            let words: Words = dictionaries[span.dictionary].of_length(span.length);
            let letter = |at: usize| words.get(at)[self.n_letters];
            let mut start = span.words.start;
            while start < span.words.end {
                let byte = letter(start);
                let end = (start..span.words.end).find(|at| letter(*at) != byte).unwrap_or(span.words.end);
                let at = match found.binary_search_by_key(&byte, |it| it.0) {
                    Ok(at) => at,
                    Err(at) => {
                        found.insert(at, (byte, Node { n_letters: self.n_letters + 1, ..Node::default() }));
                        at
                    }
                };
                found[at].1.add(Span { words: start..end, ..span.clone() });
                start = end;
            }
        }
        found
    }
}

/// The empty beginning, which is that of all words.
fn all(dictionaries: [&Dictionary; 2]) -> Node {
    let mut node = Node::default();
    for (dictionary, words) in dictionaries.iter().enumerate() {
        for length in 1..=MAX_LENGTH {
            let words = words.of_length(length);
            let mut start = 0;
            while let Some(class) = words.classes.get(start) {
                let end = start + words.classes[start..].partition_point(|other| other == class);
                node.add(Span { dictionary, length, is_preferred: *class == 0, words: start..end });
                start = end;
            }
        }
    }
    node
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::readable::Language;
    use crate::readable::words::lexicon::Lexicon;
    use crate::solver::VarId;
    use crate::util::{ByteSet, Rng};
    use std::sync::Arc;

    #[test]
    fn lengths_are_those_of_the_words_that_fit() {
        let named = Dictionary::new([(b"helpful".as_slice(), 0), (&b"zq"[..], 0)]);
        let lexicon = Lexicon::new(Arc::new(Language::english()), named);
        let mut rng = Rng::from_seed(9);
        let (mut n_known, mut n_preferred) = (0, 0);
        for round in 0..400 {
            let word: &[u8] = [&b"helpful"[..], b"understand", b"zq", b"many", b"xyzzy"][round % 5];
            let n_fixed = rng.below(word.len() as u64 + 1) as usize;
            let n = n_fixed + rng.below(26) as usize;
            let share = [256, 250, 20][rng.below(3) as usize];
            let is_odd = rng.below(3) == 0;
            let positions: Vec<Position> = (0..n)
                .map(|at| {
                    let set = match at {
                        _ if at < n_fixed => ByteSet::just(word[at]),
                        _ if at == n_fixed && is_odd => {
                            ByteSet::from_fn(|byte| byte == b'e' || rng.below(256) < share)
                        }
                        _ => ByteSet::just(0).complement(),
                    };
                    let kind = lexicon.kind(set, set);
                    Position { variable: VarId::new(at), set, kind, is_touched: true, is_repeated: false }
                })
                .collect();
            let Some(lengths) = lexicon.lengths(&positions) else { continue };
            for length in 0..=n {
                let fits = lexicon.fits(&positions[..length]);
                assert_eq!(lengths.has(length), fits.is_some(), "{length} of {positions:?}");
                let is_preferred = fits.is_some_and(|fits| fits.has_preferred());
                assert_eq!(lengths.has_preferred(length), is_preferred, "{length} of {positions:?}");
                n_known += usize::from(lengths.has(length));
                n_preferred += usize::from(is_preferred);
            }
        }
        assert!(n_known > 1000 && n_preferred > 50, "{n_known} {n_preferred}");
    }
}
