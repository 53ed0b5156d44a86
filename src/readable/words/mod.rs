//! Writes words into the strings of a test, and plain numbers beside them, by evaluating the path condition:
//! no solver is asked.
//!
//! The path condition is a [`Network`]: a set of feasible values for each class of equal bytes, and
//! constraints. Inputs that share a condition are written together, text after text. Each text is drafted
//! from the sets of its bytes (where it ends, which positions can be letters, which words fit there) and
//! assigned, which narrows what is left for the next one; a contradiction takes the next draft. Numbers come
//! last. Inputs that cannot be written within these bounds are left open, with the texts that have been
//! found: the caller then asks a solver.
//!
//! Invariants:
//! - the values written satisfy every condition on the inputs written;
//! - they are a function of the path condition, the dictionary, the model and the seed. All bounds count
//!   attempts.

mod beam;
mod beginnings;
mod draft;
mod index;
mod lexicon;
mod number;
mod plain;
mod spell;
mod values;

use super::{Dictionary, Language, Symbols};
use crate::expr::{Arena, Assignment, ExprId};
use crate::solver::{Field, Network, PathCondition, TermAnalysis, VarId};
use crate::testcase::{InputKind, NumberAt};
use crate::util::{Bits, ByteSet, Rng};
use beam::Alphabet;
use draft::{Draft, Level, Position};
use lexicon::{Kind, Lexicon};
use plain::Domains;
use rustc_hash::FxHashSet;
use smallvec::SmallVec;
use spell::{Bytes, Style};
use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;
use values::{Number, Preferences};

/// Texts drafted for one group of inputs at each [`Level`], at most.
const MAX_DRAFTS: u32 = 64;
/// Drafts of one text before the texts before it are reconsidered.
const MAX_DRAFTS_OF_ONE: u32 = 24;
/// How many values of bytes that decide which others conditions depend on are tried, with drafts for each.
const MAX_SIDES: u32 = 12;
/// A byte gets its value first if it decides, in at least this many conditions, which others they depend on.
const MIN_SELECTED: usize = 2;
/// Values tried for the numbers of one group of inputs.
const MAX_NUMBERS: u32 = 4_000;
/// Values of bytes that are tried if no draft of a group fits. A large group has one try for each of its
/// bytes, and half of this number in addition.
const MAX_BYTES: u32 = 200;

/// Characters that a text may have beyond the last byte that the path looks at. More of them would say
/// nothing, and a long buffer would cost as much as one that the path reads to its end.
const REACH: usize = lexicon::MAX_LENGTH;

/// Writes tests in one language.
#[derive(Debug)]
pub struct Speller {
    lexicon: Lexicon,
    language: Arc<Language>,
    /// Numbers that the program computes and compares with.
    numbers: Vec<u128>,
    /// The letters of the language's model; made for the first text without a word.
    alphabet: OnceCell<Alphabet>,
}

/// What was written into one test.
#[derive(Debug)]
pub struct Written {
    /// Values for every symbol of the inputs that are not open.
    pub values: Assignment,
    /// The positions of the inputs that are open, in ascending order.
    pub open: Vec<usize>,
    /// Texts of open inputs that satisfied every condition on texts alone, by the position of the input.
    /// Perhaps no numbers go with them.
    pub drafts: BTreeMap<usize, Vec<u8>>,
}

/// What the driver asks of the inputs before it calls the function under test.
#[derive(Clone, Default)]
pub struct Asked {
    /// Conditions that it assumes: nobody would test their borders.
    pub assumed: FxHashSet<ExprId>,
    /// Conditions that it branches on: only their borders above zero count, since zero hides mistakes.
    pub decided: FxHashSet<ExprId>,
}

/// What a test is written for.
#[derive(Copy, Clone)]
pub struct Wanted<'a> {
    pub path: &'a PathCondition,
    /// In the order of their declaration.
    pub inputs: &'a [Symbols],
    pub asked: &'a Asked,
    /// It is split by input and never advanced.
    pub rng: &'a Rng,
}

/// An input that is a text.
struct Text<'a> {
    input: usize,
    variables: &'a [VarId],
    is_string: bool,
    /// An array that may be full: its terminator is an input, too.
    is_bounded: bool,
    /// The path requires bytes of it that cannot be printed.
    is_binary: bool,
    /// The path reads numbers from it.
    has_numbers: bool,
    /// Its buffer goes on behind the variables, with bytes without conditions: it must end before them.
    is_cut: bool,
}

/// Inputs that conditions tie together.
struct Group<'a> {
    texts: Vec<Text<'a>>,
    numbers: Vec<Number>,
}

impl Speller {
    /// A speller with the words of the language, and the words and the numbers of the program under test.
    pub fn new(language: Arc<Language>, named: Dictionary, numbers: Vec<u128>) -> Self {
        let lexicon = Lexicon::new(Arc::clone(&language), named);
        Self { lexicon, language, numbers, alphabet: OnceCell::new() }
    }

    /// Writes values for the inputs of a test.
    pub fn write(&self, arena: &Arena, analysis: &mut TermAnalysis, wanted: Wanted<'_>) -> Written {
        let inputs = wanted.inputs.iter();
        let plain: Vec<Option<Domains>> = inputs.map(|input| plain::domains(wanted.path, input)).collect();
        self.write_some(arena, analysis, wanted, &plain, n_in_reach).unwrap_or_else(|| {
            let none: Vec<Option<Domains>> = wanted.inputs.iter().map(|_| None).collect();
            let written = self.write_some(arena, analysis, wanted, &none, |_, input| input.symbols.len());
            written.expect("invariant: without plain strings and short texts there is always a result")
        })
    }

    /// Writes values. Plain strings, whose domains are given, need no network; other inputs have variables
    /// for the first `n_variables` of their symbols. `None` if that is not enough for one of them.
    fn write_some(
        &self,
        arena: &Arena,
        analysis: &mut TermAnalysis,
        wanted: Wanted<'_>,
        plain: &[Option<Domains>],
        n_variables: impl Fn(&PathCondition, &Symbols) -> usize,
    ) -> Option<Written> {
        let Wanted { path, inputs, asked, rng } = wanted;
        let is_plain: Vec<bool> = plain.iter().map(Option::is_some).collect();
        let n_variables =
            |(input, plain): (&Symbols, &bool)| if *plain { 0 } else { n_variables(path, input) };
        let n_variables: Vec<usize> = inputs.iter().zip(&is_plain).map(n_variables).collect();
        let n_in_all = n_variables.iter().sum();
        let mut network = if is_plain.iter().all(|plain| *plain) {
            Network::empty(arena, analysis, 0)
        } else {
            let is_left_out = |symbol| is_plain.get(arena.symbol_key(symbol).input as usize) == Some(&true);
            Network::new(arena, analysis, path, n_in_all, is_left_out)
        };
        let variables: Vec<Vec<VarId>> = inputs
            .iter()
            .zip(&n_variables)
            .map(|(input, n)| input.symbols[..*n].iter().map(|symbol| network.variable(*symbol)).collect())
            .collect();
        let sizes = inputs.iter().filter(|input| !input.is_number());
        let sizes = sizes.flat_map(|input| [input.symbols.len() as u128 + 1, input.symbols.len() as u128]);
        let preferences = Preferences::new(sizes.collect(), &self.numbers, asked);
        let mut session = Session {
            speller: self,
            network,
            rng,
            preferences,
            used: Vec::new(),
            n_drafts: 0,
            n_numbers: 0,
            n_bytes: 0,
            n_sides: 0,
            drafted: None,
            is_too_short: false,
        };
        let mut open = Vec::new();
        let mut drafts = BTreeMap::new();
        let mut plain_values = Vec::new();
        let mut groups = groups(&mut session.network, inputs, &variables, &is_plain);
        for (at, input) in inputs.iter().enumerate() {
            if let Some(domains) = &plain[at] {
                let writer = Writer { speller: self, network: &session.network };
                let bytes = plain::write(&writer, domains, &rng.split(at as u64), &mut session.used)?;
                plain_values.push((input, bytes));
            }
            let Some(group) = groups.remove(&at) else { continue };
            let mark = session.network.mark();
            if session.network.is_over() || !session.write(&group) {
                if session.is_too_short {
                    return None;
                }
                session.network.undo(mark);
                open.extend(group.texts.iter().map(|text| text.input));
                open.extend(group.numbers.iter().map(|number| number.input));
                drafts.extend(session.drafted.take().into_iter().flatten());
            }
        }
        open.sort_unstable();
        let mut values = session.network.into_assignment();
        for (input, n) in inputs.iter().zip(&n_variables).filter(|(_, n)| **n > 0) {
            let quiet = spell::quiet(Style::behind(input.kind)).map_or(0, u128::from);
            input.symbols[*n..].iter().rev().for_each(|symbol| values.set(*symbol, quiet));
        }
        for (input, bytes) in plain_values {
            // The last one first, so that there is room for all.
            for (symbol, byte) in input.symbols.iter().zip(bytes).rev() {
                values.set(*symbol, u128::from(byte));
            }
        }
        Some(Written { values, open, drafts })
    }
}

/// How many of an input's symbols a text of it can reach, its terminator included.
fn n_in_reach(path: &PathCondition, input: &Symbols) -> usize {
    let n = input.symbols.len();
    if !matches!(input.kind, InputKind::String | InputKind::Chars) || n <= REACH {
        return n;
    }
    let n_concerned = input.symbols.iter().rposition(|symbol| path.concerns(*symbol)).map_or(0, |at| at + 1);
    n.min(n_concerned + REACH + 1)
}

/// The inputs that are not plain, in groups that share no condition. Each group stands at its first input.
fn groups<'a>(
    network: &mut Network,
    inputs: &[Symbols],
    variables: &'a [Vec<VarId>],
    is_plain: &[bool],
) -> BTreeMap<usize, Group<'a>> {
    // By input, the group that it is in; by part of the path condition, the input that first met it.
    let mut group_of: Vec<usize> = (0..inputs.len()).collect();
    let mut met: Vec<Option<usize>> = Vec::new();
    for (input, variables) in variables.iter().enumerate() {
        for part in variables.iter().filter_map(|variable| network.part(*variable)) {
            met.resize(met.len().max(part as usize + 1), None);
            let first = *met[part as usize].get_or_insert(input);
            let (from, to) = (group_of[input].max(group_of[first]), group_of[input].min(group_of[first]));
            if from != to {
                group_of.iter_mut().filter(|group| **group == from).for_each(|group| *group = to);
            }
        }
    }
    let mut groups: BTreeMap<usize, Group> = BTreeMap::new();
    for (input, symbols) in inputs.iter().enumerate().filter(|(input, _)| !is_plain[*input]) {
        let group = groups.entry(group_of[input]);
        let group = group.or_insert_with(|| Group { texts: Vec::new(), numbers: Vec::new() });
        let variables = &variables[input];
        if symbols.is_number() {
            let of_input = symbols.symbols.iter().zip(variables);
            group.numbers.extend(of_input.map(|(symbol, variable)| Number {
                input,
                term: network.arena().has_term(*symbol).then(|| network.arena().symbol_term(*symbol)),
                symbols: SmallVec::from_elem(*symbol, 1),
                variables: SmallVec::from_elem(*variable, 1),
                kind: symbols.kind,
                named: Rc::clone(&symbols.named),
                is_character: symbols.is_character,
            }));
        } else {
            let fields =
                if symbols.kind == InputKind::Bytes { network.fields(variables) } else { Vec::new() };
            let mut numbers = numbers_in(network, input, symbols, variables, fields);
            numbers.extend(free_numbers(network, input, symbols, variables));
            group.texts.push(text(network, input, symbols, variables, !numbers.is_empty()));
            group.numbers.extend(numbers);
        }
    }
    groups
}

/// The numbers that bytes are meant to hold and that no condition concerns.
fn free_numbers(network: &Network, input: usize, symbols: &Symbols, variables: &[VarId]) -> Vec<Number> {
    let is_free = |number: &&NumberAt| {
        let own = variables.get(number.bytes.clone());
        own.is_some_and(|variables| network.is_unconcerned(variables))
    };
    let free = symbols.numbers.iter().filter(is_free);
    free.map(|number| number_in_bytes(number, input, symbols, variables)).collect()
}

/// A number that these bytes are meant to hold.
fn number_in_bytes(number: &NumberAt, input: usize, symbols: &Symbols, variables: &[VarId]) -> Number {
    Number {
        input,
        term: None,
        symbols: symbols.symbols[number.bytes.clone()].into(),
        variables: variables[number.bytes.clone()].into(),
        kind: number.kind,
        named: Rc::default(),
        is_character: false,
    }
}

/// The numbers that the path reads from the bytes of an input, first to last. Of two that overlap, the wider
/// one.
fn numbers_in(
    network: &mut Network,
    input: usize,
    symbols: &Symbols,
    variables: &[VarId],
    fields: Vec<Field>,
) -> Vec<Number> {
    let position = |field: &Field| symbols.symbols.iter().position(|symbol| *symbol == field.symbols[0]);
    let mut fields: Vec<(usize, Field)> =
        fields.into_iter().filter_map(|field| Some((position(&field)?, field))).collect();
    fields.sort_by_key(|(start, field)| (usize::MAX - field.symbols.len(), *start));
    let mut taken = vec![false; symbols.symbols.len()];
    fields.retain(|(start, field)| {
        let positions = &mut taken[*start..start + field.symbols.len()];
        let is_free = !positions.contains(&true);
        if is_free {
            positions.fill(true);
        }
        is_free
    });
    fields.sort_by_key(|(start, _)| *start);
    // Of some numbers the path only looks at single bytes, for example whether one of them is not zero.
    let in_bytes = symbols.numbers.iter().filter(|number| {
        let is_free = taken.get(number.bytes.clone()).is_some_and(|taken| !taken.contains(&true));
        is_free && !network.is_unconcerned(&variables[number.bytes.clone()])
    });
    let in_bytes: Vec<Number> =
        in_bytes.map(|number| number_in_bytes(number, input, symbols, variables)).collect();
    let number = |(start, field): (usize, Field)| Number {
        input,
        term: Some(field.term),
        variables: field.symbols.iter().map(|symbol| network.variable(*symbol)).collect(),
        kind: {
            let meant = symbols
                .numbers
                .iter()
                .find(|number| number.bytes.start == start && number.bytes.len() == field.symbols.len());
            let width = Bits(8 * field.symbols.len() as u32);
            meant.map_or(InputKind::Integer { width, signed: true }, |number| number.kind)
        },
        symbols: field.symbols,
        named: Rc::default(),
        is_character: false,
    };
    fields.into_iter().map(number).chain(in_bytes).collect()
}

fn text<'a>(
    network: &Network,
    input: usize,
    symbols: &Symbols,
    variables: &'a [VarId],
    has_numbers: bool,
) -> Text<'a> {
    let sets = || variables.iter().map(|variable| network.set(*variable));
    let ends = sets().any(|set| set == ByteSet::just(0));
    const PRINTABLE: ByteSet = ByteSet::range(b' ', b'~');
    const LAYOUT: ByteSet = ByteSet::range(b'\t', b'\r').or(ByteSet::just(0));
    let is_unprintable = |set: ByteSet| set.and(PRINTABLE).is_empty() && set.and(LAYOUT) != set;
    let is_bytes = symbols.kind == InputKind::Bytes;
    let is_binary = has_numbers || is_bytes && sets().any(is_unprintable);
    let is_bounded = symbols.kind == InputKind::Chars;
    let is_cut = variables.len() < symbols.symbols.len();
    Text { input, variables, is_string: !is_bytes || ends, is_bounded, is_binary, has_numbers, is_cut }
}

/// The writing of one test.
struct Session<'a, 'n> {
    speller: &'a Speller,
    network: Network<'n>,
    rng: &'a Rng,
    preferences: Preferences<'a>,
    /// Texts written so far.
    used: Vec<Vec<u8>>,
    n_drafts: u32,
    n_numbers: u32,
    n_bytes: u32,
    /// How often texts may still be drafted for a value of a byte that others depend on.
    n_sides: u32,
    /// The first texts of the group for which no numbers were found.
    drafted: Option<BTreeMap<usize, Vec<u8>>>,
    /// Whether a text that must end before the end of its buffer has no draft that fits.
    is_too_short: bool,
}

impl Session<'_, '_> {
    /// Writes a group; `false` if that was not possible within the bounds.
    fn write(&mut self, group: &Group) -> bool {
        self.n_numbers = MAX_NUMBERS;
        self.n_sides = MAX_SIDES;
        if self.split(group) || self.draft_at_levels(group) {
            return true;
        }
        if group.texts.iter().any(|text| text.is_cut) {
            self.is_too_short = true;
            return false;
        }
        if group.texts.iter().all(|text| text.is_binary) {
            return false;
        }
        // The sets may have values that go with no value of another byte.
        let mut narrowed = false;
        for text in &group.texts {
            narrowed |= self.network.project(text.variables);
        }
        if narrowed && self.draft_at_levels(group) {
            return true;
        }
        self.n_bytes = max_bytes(group);
        self.spell(group, 0)
    }

    /// Gives a value to the byte that decides, in most conditions, which others they depend on, and then
    /// drafts: before that, nothing is known of the others. `false` without such a byte or a draft that fits.
    fn split(&mut self, group: &Group) -> bool {
        let Some((text, at)) = self.selector(group) else { return false };
        let variable = text.variables[at];
        let set = self.network.set(variable);
        let mut rng = self.rng.split(text.input as u64).split(at as u64);
        for value in spell::text_order(&mut rng).filter(|byte| set.contains(*byte)) {
            if self.n_sides == 0 || self.network.is_over() {
                return false;
            }
            let mark = self.network.mark();
            if self.network.assign(variable, u128::from(value)) {
                if self.selector(group).is_none() {
                    self.n_sides -= 1;
                }
                if self.split(group) || self.draft_at_levels(group) {
                    return true;
                }
            }
            self.network.undo(mark);
        }
        false
    }

    /// The open byte that decides, in most conditions, which others they depend on: its text and position.
    fn selector<'g>(&self, group: &'g Group<'g>) -> Option<(&'g Text<'g>, usize)> {
        let mut best: Option<(usize, &Text, usize)> = None;
        for text in group.texts.iter().filter(|text| !text.is_binary && !text.has_numbers) {
            for (at, variable) in text.variables.iter().enumerate() {
                let n_selected = self.network.n_selected(*variable);
                let is_best = n_selected >= MIN_SELECTED && best.is_none_or(|(most, ..)| n_selected > most);
                if is_best && self.network.value(*variable).is_none() {
                    best = Some((n_selected, text, at));
                }
            }
        }
        best.map(|(_, text, at)| (text, at))
    }

    fn draft_at_levels(&mut self, group: &Group) -> bool {
        let mark = self.network.mark();
        for level in [Level::Words, Level::Letters] {
            self.n_drafts = MAX_DRAFTS;
            let n_used = self.used.len();
            if self.draft(group, 0, level) {
                return true;
            }
            self.used.truncate(n_used);
            self.network.undo(mark);
            if group.texts.iter().all(|text| text.is_binary) {
                return false;
            }
        }
        false
    }

    /// Writes the texts from number `at` on, then the numbers.
    fn draft(&mut self, group: &Group, at: usize, level: Level) -> bool {
        let Some(text) = group.texts.get(at) else { return self.finish(group) };
        if text.has_numbers {
            return self.draft(group, at + 1, level);
        }
        if text.is_binary {
            self.n_bytes = max_bytes(group);
            let mark = self.network.mark();
            if self.quiet(text) && self.draft(group, at + 1, level) {
                return true;
            }
            self.network.undo(mark);
            return false;
        }
        let lexicon = &self.speller.lexicon;
        let mut draft = Draft::new(lexicon, self.positions(text, level), text.is_string);
        let mut rng = self.rng.split(text.input as u64).split(level as u64);
        for attempt in 0..MAX_DRAFTS_OF_ONE {
            if self.n_drafts == 0 || self.network.is_over() {
                return false;
            }
            self.n_drafts -= 1;
            let writer = Writer { speller: self.speller, network: &self.network };
            let Some(written) = draft.next(lexicon, &writer, level, &mut rng) else { return false };
            // A copy or an overwrite shows only if the texts differ.
            let is_repeated = written.len() > 1 && self.used.contains(&written);
            if is_repeated && attempt < MAX_DRAFTS_OF_ONE / 4 {
                continue;
            }
            let mark = self.network.mark();
            if self.assign(text, &written) {
                self.used.push(written);
                if self.draft(group, at + 1, level) {
                    return true;
                }
                self.used.pop();
            }
            self.network.undo(mark);
        }
        false
    }

    /// The positions of a text, up to where it must end.
    fn positions(&self, text: &Text, level: Level) -> Vec<Position> {
        let lexicon = &self.speller.lexicon;
        let mut positions: Vec<Position> = Vec::with_capacity(text.variables.len());
        let mut known: Option<(ByteSet, ByteSet, Kind)> = None;
        // A name ends within its array, unless the path looks at the last character.
        let has_room = text.variables.last().is_some_and(|last| self.network.is_free(*last));
        let n_letters = text.variables.len() - usize::from(text.is_cut || text.is_bounded && has_room);
        for variable in &text.variables[..n_letters] {
            let set = self.network.set(*variable);
            // Words have capitals only where the path requires them, not where another text has left only
            // them.
            let cased = match level {
                Level::Words => self.network.domain(*variable),
                Level::Letters => set,
            };
            let value = self.network.value(*variable);
            let kind = match (known, value) {
                (Some((same_set, same_cased, kind)), _) if same_set == set && same_cased == cased => kind,
                // If another text has fixed this one, each of its letters is another kind.
                (_, Some(value)) => lexicon.kind_of(value as u8, cased),
                _ => lexicon.kind(set, cased),
            };
            known = Some((set, cased, kind));
            let is_touched = self.network.part(*variable).is_some() || value.is_some();
            positions.push(Position { variable: *variable, set, kind, is_touched, is_repeated: false });
            if text.is_string && kind.must_end {
                break;
            }
        }
        draft::mark_repetitions(&mut positions);
        positions
    }

    /// Assigns a text and, to a string that is shorter than its buffer, its terminator.
    fn assign(&mut self, text: &Text, written: &[u8]) -> bool {
        let terminator = (text.is_string && written.len() < text.variables.len()).then_some(0);
        let bytes = written.iter().copied().chain(terminator);
        self.network.assign_all(text.variables.iter().copied().zip(bytes.map(u128::from)))
    }

    /// Gives the bytes after terminators and the numbers their values.
    fn finish(&mut self, group: &Group) -> bool {
        let mark = self.network.mark();
        self.n_bytes = max_bytes(group);
        if !group.texts.iter().all(|text| text.has_numbers || self.quiet(text)) {
            self.network.undo(mark);
            return false;
        }
        let texts = || group.texts.iter().filter(|text| !text.has_numbers);
        if self.drafted.is_none() && !group.numbers.is_empty() {
            self.drafted = Some(texts().map(|text| (text.input, self.bytes(text))).collect());
        }
        if group.numbers.is_empty() {
            return true;
        }
        let (network, preferences) = (&mut self.network, &mut self.preferences);
        if values::choose(network, &group.numbers, preferences, &mut self.n_numbers)
            && group.texts.iter().all(|text| self.quiet(text))
        {
            self.drafted = None;
            return true;
        }
        self.network.undo(mark);
        false
    }

    fn bytes(&self, text: &Text) -> Vec<u8> {
        let value = |variable: &VarId| self.network.value(*variable).unwrap_or(0) as u8;
        text.variables.iter().map(value).collect()
    }

    /// Gives the open bytes of a text quiet values.
    fn quiet(&mut self, text: &Text) -> bool {
        let kind = if text.is_bounded { InputKind::Chars } else { InputKind::String };
        let style = if text.is_binary { Style::Binary } else { Style::behind(kind) };
        let bytes = Bytes { variables: text.variables, style, rng: self.rng };
        spell::spell(&mut self.network, &bytes, &mut self.n_bytes)
    }

    /// Writes the texts from number `at` on byte by byte, then the numbers.
    fn spell(&mut self, group: &Group, at: usize) -> bool {
        let Some(text) = group.texts.get(at) else { return self.finish(group) };
        if text.has_numbers {
            return self.spell(group, at + 1);
        }
        let style = if text.is_string { Style::String } else { Style::Text };
        let rng = self.rng.split(text.input as u64);
        let bytes = Bytes { variables: text.variables, style, rng: &rng };
        let mark = self.network.mark();
        if spell::spell(&mut self.network, &bytes, &mut self.n_bytes) && self.spell(group, at + 1) {
            return true;
        }
        self.network.undo(mark);
        false
    }
}

/// How many bytes may be tried for the texts of a group, each time.
fn max_bytes(group: &Group) -> u32 {
    let n_bytes: usize = group.texts.iter().map(|text| text.variables.len()).sum();
    MAX_BYTES.max(u32::try_from(n_bytes).unwrap_or(u32::MAX).saturating_add(MAX_BYTES / 2))
}

/// Writes letters of a speller's language as long as there is time.
struct Writer<'a, 'n> {
    speller: &'a Speller,
    network: &'a Network<'n>,
}

impl draft::Letters for Writer<'_, '_> {
    fn letters(&self, positions: &[Position], rng: &mut Rng) -> Option<Vec<u8>> {
        let Speller { language, lexicon, alphabet, .. } = self.speller;
        let model = language.model();
        let alphabet = alphabet.get_or_init(|| Alphabet::new(model));
        beam::search(model, alphabet, positions, lexicon.case(positions), rng)
    }

    fn is_over(&self) -> bool {
        self.network.is_over()
    }
}
