//! Drafts of one text: where it may end, which positions can be letters, and words that fit there.
//!
//! A draft looks at the feasible bytes of each position separately. The caller tries out whether the whole
//! text stays on the path, and asks for the next text if it does not.

use super::lexicon::{Fits, Kind, Lexicon};
use super::number;
use crate::readable::class;
use crate::solver::VarId;
use crate::util::rng::Wheel;
use crate::util::{ByteSet, Rng};
use rustc_hash::FxHashMap;
use std::ops::Range;
use std::rc::Rc;
use std::sync::LazyLock;

/// What a draft knows of a position.
#[derive(Copy, Clone, Debug)]
pub(super) struct Position {
    /// Positions of one variable have the same byte.
    pub(super) variable: VarId,
    /// Its feasible bytes, at least one.
    pub(super) set: ByteSet,
    /// Its properties that matter for words.
    pub(super) kind: Kind,
    /// Whether a condition concerns it, or it already has a value.
    pub(super) is_touched: bool,
    /// Whether another place of the text has the same variable.
    pub(super) is_repeated: bool,
}

/// Marks the positions of variables that occur more than once.
pub(super) fn mark_repetitions(positions: &mut [Position]) {
    if positions.is_sorted_by(|a, b| a.variable < b.variable) {
        return;
    }
    let mut counts: FxHashMap<VarId, u32> = FxHashMap::default();
    positions.iter().for_each(|position| *counts.entry(position.variable).or_default() += 1);
    positions.iter_mut().for_each(|position| position.is_repeated = counts[&position.variable] > 1);
}

/// For each position, the first one of the same variable; empty if no variable occurs more than once.
fn firsts(positions: &[Position]) -> Vec<usize> {
    if !positions.iter().any(|position| position.is_repeated) {
        return Vec::new();
    }
    let mut known: FxHashMap<VarId, usize> = FxHashMap::default();
    let places = positions.iter().enumerate();
    places.map(|(at, position)| *known.entry(position.variable).or_insert(at)).collect()
}

/// How far a text may be from words.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Level {
    /// Every run of two letters and more is a word or a few.
    Words,
    /// A run without a word is drawn letter by letter.
    Letters,
}

/// The positions of a buffer cut into pieces.
#[derive(Debug)]
pub(super) struct Draft {
    positions: Vec<Position>,
    /// For each position, the first one of the same variable; empty if no variable occurs more than once.
    firsts: Vec<usize>,
    pieces: Vec<Piece>,
    last: Last,
    /// Where further drafts end, earlier than this one, in case it leads nowhere.
    earlier: Vec<usize>,
    is_string: bool,
    n_drawn: usize,
    #[cfg(test)]
    n_ends_tried: usize,
}

/// A part of the text whose length is known.
#[derive(Debug)]
enum Piece {
    /// Positions that can all be letters.
    Run(Range<usize>, Option<Fits>),
    /// Positions that can be digits and no letters.
    Number(Range<usize>),
    /// A position that can be neither.
    Mark(usize),
}

/// The end of the text: a run of letters of one of several lengths, one of which may be 0.
#[derive(Debug)]
struct Last {
    start: usize,
    ends: Vec<End>,
}

/// A place where the text may end.
#[derive(Debug)]
struct End {
    at: usize,
    weight: f64,
    /// Whether words fit from the start of the run to here, and which ones, once one of them is drawn.
    has_words: bool,
    fits: Option<Fits>,
}

/// Writes letters where the dictionary has no word.
pub(super) trait Letters {
    /// Letters for positions that can all be letters, chosen by how likely they follow each other: one
    /// feasible byte for each position. `None` if nothing was found.
    fn letters(&self, positions: &[Position], rng: &mut Rng) -> Option<Vec<u8>>;

    /// Whether the time to look for texts is over.
    fn is_over(&self) -> bool;
}

const DIGITS: ByteSet = ByteSet::range(b'0', b'9');

/// Texts drawn before it is tried to end them earlier.
const PATIENCE: usize = 8;

/// If there are more possible ends than this, whether words end there is found out for all of them at once.
const FEW_ENDS: usize = 8;

/// How likely a word of a length is chosen if several lengths are possible: short words are read at a glance.
fn length_weight(length: usize) -> f64 {
    match length {
        0 => 0.001,
        1 => 0.05,
        2 => 0.5,
        3..=6 => 1.0,
        7..=8 => 0.5,
        9..=10 => 0.2,
        _ => 0.02,
    }
}

impl Draft {
    /// Drafts the text of a buffer; a `string` ends at its first zero.
    pub(super) fn new(lexicon: &Lexicon, positions: Vec<Position>, string: bool) -> Self {
        let ends = if string { ends(&positions) } else { vec![positions.len()] };
        let earlier = if string { early_ends(&positions, ends[0]).collect() } else { Vec::new() };
        Self { earlier, ..Self::with_ends(lexicon, positions, string, ends) }
    }

    fn with_ends(lexicon: &Lexicon, positions: Vec<Position>, string: bool, ends: Vec<usize>) -> Self {
        let is_letter = |at: usize| positions[at].kind.is_letter && !is_hexadecimal(&positions, at);
        let fixed_end = ends[0];
        let start = (0..fixed_end).rev().take_while(|at| is_letter(*at)).last().unwrap_or(fixed_end);
        let longest = (fixed_end..positions.len()).find(|at| !is_letter(*at)).unwrap_or(positions.len());
        let mut possible: Vec<usize> = ends.iter().copied().filter(|end| *end <= longest).collect();
        if start == fixed_end && start > 0 && !begins_something(&positions[start - 1].set) {
            possible.truncate(1);
        }
        let several = possible.len() > 1;
        let last = possible.last().copied().unwrap_or(start);
        let lengths = if possible.len() > FEW_ENDS { lexicon.lengths(&positions[start..last]) } else { None };
        let weigh = |at: usize| {
            let length = at - start;
            let fits = if lengths.is_some() { None } else { lexicon.fits(&positions[start..at]) };
            let (has_words, has_preferred) = match lengths {
                Some(lengths) => (lengths.has(length), lengths.has_preferred(length)),
                None => (fits.is_some(), fits.as_ref().is_some_and(Fits::has_preferred)),
            };
            let weight = if several { length_weight(length) } else { 1.0 };
            // If there is a choice, a word is better than none, and a named word better than any other.
            let weight = match () {
                () if !has_words && length > 1 => weight * 0.001,
                () if has_preferred => weight * 4.0,
                () => weight,
            };
            End { at, weight, has_words, fits }
        };
        let ends = possible.into_iter().map(weigh).collect();
        let pieces = pieces(lexicon, &positions, start, is_letter);
        Self {
            firsts: firsts(&positions),
            positions,
            pieces,
            last: Last { start, ends },
            earlier: Vec::new(),
            is_string: string,
            n_drawn: 0,
            #[cfg(test)]
            n_ends_tried: 0,
        }
    }

    /// The next text, without its terminator. `None` when there are no more worth trying.
    pub(super) fn next(
        &mut self,
        lexicon: &Lexicon,
        letters: &dyn Letters,
        level: Level,
        rng: &mut Rng,
    ) -> Option<Vec<u8>> {
        loop {
            let text = if self.n_drawn < PATIENCE || self.earlier.is_empty() {
                self.draw(lexicon, letters, level, rng)
            } else {
                None
            };
            if text.is_some() {
                return text;
            }
            if letters.is_over() {
                return None;
            }
            let end = self.earlier.pop()?;
            let earlier = std::mem::take(&mut self.earlier);
            let positions = std::mem::take(&mut self.positions);
            *self = Self { earlier, ..Self::with_ends(lexicon, positions, self.is_string, vec![end]) };
        }
    }

    fn draw(
        &mut self,
        lexicon: &Lexicon,
        letters: &dyn Letters,
        level: Level,
        rng: &mut Rng,
    ) -> Option<Vec<u8>> {
        let attempt = self.n_drawn;
        self.n_drawn += 1;
        let writer = Writer { lexicon, letters, level, positions: &self.positions, firsts: &self.firsts };
        let mut text = Vec::with_capacity(self.positions.len());
        let (mut varies, mut n_numbers) = (false, 0);
        for piece in &mut self.pieces {
            match piece {
                Piece::Run(range, fits) => {
                    varies = true;
                    writer.run(&mut text, range.clone(), fits, rng)?;
                }
                Piece::Number(range) => {
                    varies = true;
                    let sets: Vec<ByteSet> =
                        self.positions[range.clone()].iter().map(|position| position.set).collect();
                    number::write(&mut text, &sets, n_numbers, attempt);
                    n_numbers += 1;
                }
                Piece::Mark(at) => text.push(mark(self.positions[*at].set)),
            }
        }
        let start = self.last.start;
        let mut weights: Vec<f64> = self.last.ends.iter().map(|end| end.weight).collect();
        loop {
            let chosen = rng.roulette(&weights)?;
            #[cfg(test)]
            {
                self.n_ends_tried += 1;
            }
            let end = &mut self.last.ends[chosen];
            let range = start..end.at;
            if range.is_empty() {
                // If nothing else varies, there is only one text that ends here.
                end.weight *= if varies { 1.0 } else { 0.0 };
                return Some(text);
            }
            if end.has_words && end.fits.is_none() {
                end.fits = lexicon.fits(&self.positions[range.clone()]);
            }
            if writer.run(&mut text, range.clone(), &mut end.fits, rng).is_some() {
                return Some(text);
            }
            // This end has run out of words: try another one.
            let are_hopeless = writer.has_no_beginning(&range);
            for (at, end) in self.last.ends.iter_mut().enumerate() {
                if at == chosen || are_hopeless && !end.has_words && end.at - start >= PLAIN {
                    (end.weight, weights[at]) = (0.0, 0.0);
                }
            }
        }
    }
}

/// Where the text of a string may end, in ascending order: not before the last position that is touched.
fn ends(positions: &[Position]) -> Vec<usize> {
    let n = positions.len();
    if let Some(end) = positions.iter().position(|position| position.kind.must_end) {
        return vec![end];
    }
    let touched_end = (0..n).rev().find(|at| positions[*at].is_touched).map_or(0, |at| at + 1);
    let can_end = |at: &usize| *at == n || positions[*at].kind.can_end;
    (touched_end.saturating_sub(1)..=n).filter(can_end).collect()
}

/// Where else the text may end: at a terminator before the last position that a condition concerns. Other
/// conditions may leave no other end.
fn early_ends(positions: &[Position], end: usize) -> impl Iterator<Item = usize> + '_ {
    (0..end).filter(|at| positions[*at].kind.can_end)
}

/// Whether the position can be a digit or follows one, and can be no letters except hexadecimal digits.
fn is_hexadecimal(positions: &[Position], at: usize) -> bool {
    let is_digit = |position: &Position| !position.kind.is_plain_letter && position.set.meets(DIGITS);
    !positions[at].kind.is_plain_letter
        && (is_digit(&positions[at]) || at > 0 && is_digit(&positions[at - 1]))
}

/// Whether something is expected after this byte: a value after `=`, a name after a slash.
fn begins_something(set: &ByteSet) -> bool {
    set.iter().all(|byte| b"=:/ ,;.-_@?&#+\t\n".contains(&byte))
}

fn pieces(
    lexicon: &Lexicon,
    positions: &[Position],
    end: usize,
    is_letter: impl Fn(usize) -> bool,
) -> Vec<Piece> {
    let is_number = |at: usize| {
        let Position { set, kind, .. } = positions[at];
        let is_digit = set.meets(DIGITS) || at > 0 && is_hexadecimal(positions, at) && kind.is_letter;
        !is_letter(at) && is_digit
    };
    let mut pieces = Vec::new();
    let mut at = 0;
    while at < end {
        let run_end = (at..end).find(|position| !is_letter(*position)).unwrap_or(end);
        let number_end = (at..end).find(|position| !is_number(*position)).unwrap_or(end);
        if run_end > at {
            pieces.push(Piece::Run(at..run_end, lexicon.fits(&positions[at..run_end])));
            at = run_end;
        } else if number_end > at {
            pieces.push(Piece::Number(at..number_end));
            at = number_end;
        } else {
            pieces.push(Piece::Mark(at));
            at += 1;
        }
    }
    pieces
}

/// The plainest byte of a set without letters: a space if all are white space, else a mark, else any.
fn mark(set: ByteSet) -> u8 {
    const WHITE: ByteSet = ByteSet::range(b'\t', b'\r').or(ByteSet::just(b' '));
    static ORDER: LazyLock<Vec<u8>> = LazyLock::new(|| {
        class::printable_order(b"", b"").into_iter().chain(class::other_order()).chain([0]).collect()
    });
    if set.contains(b' ') && set.and(WHITE) == set {
        return b' ';
    }
    let mut order = ORDER.iter().copied();
    order.find(|byte| set.contains(*byte)).expect("invariant: a position has a feasible byte")
}

/// Writes runs of letters.
struct Writer<'a> {
    lexicon: &'a Lexicon,
    letters: &'a dyn Letters,
    level: Level,
    positions: &'a [Position],
    firsts: &'a [usize],
}

/// Instead of longer words, several words are written if there may be a space between them.
const LONG: usize = 9;
/// Bytes that may stand between words.
const SEPARATORS: &[u8] = b" _-";
/// The fewest positions that a phrase has behind a word, if any: a separator and two letters.
const REST: usize = 3;
/// Words that are tried at each place of a phrase if some letters have to be the same as earlier ones.
const WORDS_TRIED: usize = 4;
/// If at least this many positions are left of a phrase, its end does not matter for how it may go on.
const PLAIN: usize = LONG + REST;

/// How a phrase may go on: with words of several lengths.
#[derive(Debug)]
pub(super) struct Ways {
    lengths: Vec<usize>,
    wheel: Wheel,
    fits: Vec<Option<Fits>>,
}

impl Ways {
    /// The ways to go on at the positions `rest`, perhaps to their end.
    fn new(lexicon: &Lexicon, rest: &[Position]) -> Self {
        let mut ways = Self { lengths: Vec::new(), wheel: Wheel::default(), fits: Vec::new() };
        let mut weights = Vec::new();
        for length in 2..=rest.len().min(LONG) {
            let ends = length == rest.len();
            if ends || length + REST <= rest.len() && separator(rest[length].set).is_some() {
                let fits = lexicon.fits(&rest[..length]);
                let weight = if fits.is_some() { length_weight(length) } else { 0.0 };
                ways.lengths.push(length);
                weights.push(if ends { 4.0 * weight } else { weight });
                ways.fits.push(fits);
            }
        }
        ways.wheel = Wheel::new(weights);
        ways
    }

    fn are_none(&self) -> bool {
        self.wheel.is_empty()
    }

    /// Draws one: a length and the words that fit.
    fn draw(&self, rng: &mut Rng) -> Option<(usize, &Fits)> {
        let way = self.wheel.draw(rng)?;
        Some((self.lengths[way], self.fits[way].as_ref()?))
    }
}

fn separator(set: ByteSet) -> Option<u8> {
    SEPARATORS.iter().copied().find(|byte| set.contains(*byte))
}

/// Whether all positions that matter for how to go on are of the first one's kind.
fn is_plain(rest: &[Position]) -> bool {
    let is_same = |position: &Position| position.kind == rest[0].kind && !position.is_repeated;
    rest.len() >= PLAIN && rest[..=LONG].iter().all(is_same)
}

impl Writer<'_> {
    /// Appends letters for the positions of `range`; `None` if there is no word and the level demands one.
    fn run(
        &self,
        text: &mut Vec<u8>,
        range: Range<usize>,
        fits: &mut Option<Fits>,
        rng: &mut Rng,
    ) -> Option<()> {
        let positions = &self.positions[range.clone()];
        if let [position] = positions {
            text.push(single(position.set, rng));
            return Some(());
        }
        // Another text has left only one word.
        if fits.is_some() && positions.iter().all(|position| position.kind.fixed.is_some()) {
            text.extend(positions.iter().filter_map(|position| position.kind.fixed));
            return Some(());
        }
        if range.len() > LONG && self.phrase(text, positions, rng).is_some() {
            return Some(());
        }
        if let Some(fits) = fits
            && let Some(word) = self.lexicon.draw(fits, positions, rng)
        {
            text.extend(word);
            return Some(());
        }
        if self.phrase(text, positions, rng).is_some() {
            return Some(());
        }
        if self.level == Level::Words {
            return None;
        }
        let letters = self.letters.letters(positions, rng);
        let letters =
            letters.unwrap_or_else(|| positions.iter().map(|position| single(position.set, rng)).collect());
        text.extend(letters);
        Some(())
    }

    /// Whether no word can begin a long phrase at these positions, so that no long phrase can be written.
    fn has_no_beginning(&self, range: &Range<usize>) -> bool {
        range.len() >= PLAIN && self.ways(&self.positions[range.clone()]).are_none()
    }

    fn ways(&self, rest: &[Position]) -> Rc<Ways> {
        if is_plain(rest) {
            return self.lexicon.ways(rest[0].kind, || Ways::new(self.lexicon, rest));
        }
        self.lexicon.mixed_ways(&rest[..rest.len().min(PLAIN)], || Ways::new(self.lexicon, rest))
    }

    /// Appends words with a space or another mark between them. Each step writes one word to the end of the
    /// text, or a word and a separator behind which there is room for two letters or more. `None` if there is
    /// no such word; then nothing is appended.
    fn phrase(&self, text: &mut Vec<u8>, positions: &[Position], rng: &mut Rng) -> Option<()> {
        let start = text.len();
        let is_written = self.words(text, positions, rng).is_some();
        if !is_written {
            text.truncate(start);
        }
        is_written.then_some(())
    }

    fn words(&self, text: &mut Vec<u8>, positions: &[Position], rng: &mut Rng) -> Option<()> {
        let (start, end) = (text.len(), text.len() + positions.len());
        text.reserve(positions.len());
        // The end of the positions of the same kind, and how a text goes on within them.
        let mut stretch = start;
        let mut plain: Option<Rc<Ways>> = None;
        while text.len() < end {
            let at = text.len();
            let rest = &positions[at - start..];
            if stretch <= at {
                let is_same = |position: &&Position| position.kind == rest[0].kind && !position.is_repeated;
                stretch = at + rest.iter().take_while(is_same).count();
                plain = None;
            }
            let is_plain = rest.len() >= PLAIN && stretch > at + LONG;
            let ways = match &plain {
                Some(known) if is_plain => Rc::clone(known),
                _ => self.ways(rest),
            };
            if is_plain && plain.is_none() {
                plain = Some(Rc::clone(&ways));
            }
            let n_tries = if self.firsts.is_empty() { 1 } else { WORDS_TRIED };
            (0..n_tries).find_map(|_| {
                text.truncate(at);
                let (length, fits) = ways.draw(rng)?;
                self.lexicon.write_one(fits, &rest[..length], rng, text)?;
                if length < rest.len() {
                    text.extend(separator(rest[length].set));
                }
                self.repeats(text, at).then_some(())
            })?;
        }
        Some(())
    }

    /// Whether all bytes of a text from a position on are the same as earlier ones of the same variables.
    fn repeats(&self, text: &[u8], from: usize) -> bool {
        let firsts = self.firsts.iter().zip(text).skip(from);
        firsts.into_iter().all(|(first, byte)| text[*first] == *byte)
    }
}

/// One letter that stands alone. If nothing but a range of letters is possible, it is the last one of them: it
/// notices a mistake such as `c < 'z'` for `c <= 'z'`.
fn single(set: ByteSet, rng: &mut Rng) -> u8 {
    let of = |is_wanted: fn(&u8) -> bool| {
        let bytes: Vec<u8> = set.iter().filter(is_wanted).collect();
        (!bytes.is_empty()).then_some(bytes)
    };
    let bytes = of(u8::is_ascii_lowercase).or_else(|| of(u8::is_ascii_uppercase));
    match bytes {
        Some(bytes) if set.iter().all(|byte| byte.is_ascii_alphabetic()) => bytes[bytes.len() - 1],
        Some(bytes) => bytes[rng.below(bytes.len() as u64) as usize],
        None => mark(set),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::readable::{Dictionary, Language};
    use std::sync::Arc;

    struct Nothing;

    impl Letters for Nothing {
        fn letters(&self, _: &[Position], _: &mut Rng) -> Option<Vec<u8>> {
            None
        }
        fn is_over(&self) -> bool {
            false
        }
    }

    /// A string of which `beginning` is fixed, as by another text, and nothing else is known.
    fn tied(lexicon: &Lexicon, beginning: &str, size: usize) -> Draft {
        let set = |at: usize| beginning.as_bytes().get(at).map_or(ByteSet::FULL, |byte| ByteSet::just(*byte));
        let position = |at: usize| Position {
            variable: VarId::new(at),
            set: set(at),
            kind: lexicon.kind(set(at), set(at)),
            is_touched: at < beginning.len(),
            is_repeated: false,
        };
        Draft::new(lexicon, (0..size).map(position).collect(), true)
    }

    #[test]
    fn where_no_word_can_end_a_text_its_length_is_not_paid_for() {
        let lexicon = Lexicon::new(Arc::new(Language::english()), Dictionary::default());
        for size in [60, 2_000] {
            let mut draft = tied(&lexicon, "some words and qzx", size);
            let written = draft.next(&lexicon, &Nothing, Level::Words, &mut Rng::from_seed(1));
            assert_eq!(written, None, "no word begins so");
            assert_eq!(draft.n_drawn, 1, "what stands before the end is written once");
            assert!(draft.n_ends_tried <= PLAIN, "{} ends of {size}", draft.n_ends_tried);
        }
    }

    #[test]
    fn words_that_another_text_has_left_are_written_each_time() {
        let lexicon = Lexicon::new(Arc::new(Language::english()), Dictionary::default());
        let mut draft = tied(&lexicon, "understanding what ", 40);
        let mut rng = Rng::from_seed(1);
        for _ in 0..PATIENCE {
            let written = draft.next(&lexicon, &Nothing, Level::Words, &mut rng);
            let written = String::from_utf8(written.expect("many words fit")).expect("they are letters");
            assert!(written.starts_with("understanding what "), "{written}");
        }
    }
}
