//! Chooses the values of a test so that a person can read them, without leaving the test's path.
//!
//! The default, [`words`], evaluates the path condition as a network of constraints and writes words of a
//! [`Dictionary`]; inputs that it leaves open get their values in the second way ([`complete`]).
//!
//! The second way asks the path questions ([`choose`]), in two passes, after Yakimov and Kuznetsov, "Test
//! readability optimization in context of symbolic execution", 2016. *Narrowing* confines each byte of a
//! string to the most readable class that the path allows. *Concretizing* then gives each byte a value of its
//! class, a letter by a roulette over a bigram [`Model`]. Numbers take a plain or round value.
//!
//! Invariants:
//! - a condition is assumed only after the path has allowed it, so the values always stay on the path;
//! - the values are a function of the path condition, the options and the seed. [`Path::domain`] and
//!   [`Path::guess`] only save questions: a coarser domain or another guess gives the same values. (If a
//!   solver gives up, its "unknown" is taken for a no, and the values then depend on when it gives up.)
//!
//! This module knows no states: a path is whatever implements [`Path`], and for `words` a path condition of
//! `solver`.

mod class;
mod dictionary;
mod float;
mod integer;
mod language;
mod layout;
mod letters;
mod model;
pub mod mutants;
mod probe;
pub mod ranks;
pub mod score;
mod text;
mod train;
pub mod words;

#[cfg(test)]
mod tests;

pub use dictionary::{Dictionary, Words, gather};
pub use language::Language;
pub use letters::Reading;
pub use model::{Model, ModelError};
pub use probe::Probes;
pub use train::{Trainer, train};

use crate::expr::{Arena, Assignment, ExprId, SymbolId};
use crate::testcase::{InputKind, NumberAt};
use crate::util::{ByteSet, Rng};
use probe::Prober;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;
use words::Written;

/// A path that can be asked and narrowed. The path is satisfiable to begin with.
pub trait Path {
    /// Whether `condition`, a term of width 1, can hold together with everything assumed so far; a solver's
    /// "unknown" counts as no.
    fn is_possible(&mut self, arena: &mut Arena, condition: ExprId) -> bool;

    /// Adds a condition that [`Path::is_possible`] has just allowed.
    fn assume(&mut self, arena: &mut Arena, condition: ExprId);

    /// A set that holds every value the 8-bit `symbol` can have. The more exact it is, the fewer questions.
    fn domain(&self, symbol: SymbolId) -> ByteSet;

    /// The value of `symbol` in a witness of the path. The choice never depends on it: the path is asked
    /// whether it is the only possible value, and it bounds a search that ends alike for every bound.
    fn guess(&self, _symbol: SymbolId) -> Option<u128> {
        None
    }

    /// The symbols that conditions link with `symbol`, itself among them and each one once, if such a condition
    /// computes with floats.
    fn computed_with(&mut self, _arena: &Arena, _symbol: SymbolId) -> Vec<SymbolId> {
        Vec::new()
    }

    /// Whether all conditions on these symbols hold if they have these values. Only what
    /// [`Path::computed_with`] returned may be asked for.
    fn holds_with(&mut self, _arena: &Arena, _values: &[(SymbolId, u128)]) -> bool {
        false
    }

    /// A value of a symbol with which these conditions hold if the other symbols that
    /// [`Path::computed_with`] returned have these values, looked for from a value on. There may be one even if
    /// none is found.
    fn value_beside(
        &mut self,
        _arena: &mut Arena,
        _values: &[(SymbolId, u128)],
        _start: (SymbolId, u128),
    ) -> Option<u128> {
        None
    }

    /// Whether the time to choose is over: every further question is answered with no.
    fn is_over(&self) -> bool {
        false
    }

    /// Values that the 8-bit `symbol` can certainly have, as far as they are known without much work. They
    /// only save questions: the choice never depends on them.
    fn possible_bytes(&mut self, _arena: &Arena, _symbol: SymbolId) -> ByteSet {
        ByteSet::EMPTY
    }
}

/// The symbols of one input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symbols {
    pub kind: InputKind,
    /// For a string or bytes, one 8-bit symbol for each byte except the fixed terminator; for an integer, one
    /// symbol of its width.
    pub symbols: Vec<SymbolId>,
    /// For an integer, values that have names, such as those of an enumeration: they come before others.
    pub named: Rc<[u128]>,
    /// Whether it is one of the type `char`, so that letters come before other values.
    pub is_character: bool,
    /// For bytes, the numbers that they are meant to hold.
    pub numbers: Vec<NumberAt>,
}

/// How values are chosen.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Method {
    /// Not at all: the values that symir came upon when it asked whether the path is possible.
    Witness,
    /// Plain values: the least byte, the integer nearest zero.
    None,
    /// Narrowing only: the least letter.
    Base,
    /// Narrowing, then each letter the likeliest after the one before it; the first is the least.
    Simplest,
    /// As `Simplest`, but the first letter is drawn.
    Sp,
    /// Narrowing, then each letter drawn with the model's weights after the letter before it.
    Roulette,
    /// Narrowing, then each letter drawn, all with the same weight.
    Random,
    /// Words of the dictionary, by evaluating the path condition instead of asking; see `words`.
    #[default]
    Words,
}

// A method that is not in the list would be measured nowhere; `Witness` chooses nothing.
const _: () = assert!(Method::ALL.len() == Method::Words as usize);

impl Method {
    /// All methods that choose values.
    pub const ALL: [Method; 7] = [
        Method::None,
        Method::Base,
        Method::Simplest,
        Method::Sp,
        Method::Roulette,
        Method::Random,
        Method::Words,
    ];

    /// The name on the command line and in tables.
    pub const fn name(self) -> &'static str {
        match self {
            Method::Witness => "witness",
            Method::None => "none",
            Method::Base => "base",
            Method::Simplest => "simplest",
            Method::Sp => "sp",
            Method::Roulette => "roulette",
            Method::Random => "random",
            Method::Words => "words",
        }
    }
}

/// How values are chosen, and the language that they are chosen from.
#[derive(Clone, Debug)]
pub struct Options {
    pub method: Method,
    pub language: Arc<Language>,
    /// Whether numbers are changed so that mistakes in the code would show, see `readable::mutants`.
    pub kills_mutants: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { method: Method::default(), language: Arc::new(Language::english()), kills_mutants: false }
    }
}

/// The values of a test.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// A value for every symbol of every input.
    pub values: Assignment,
    pub probes: Probes,
}

/// No value of a symbol was allowed, which happens only if a solver answers "unknown" or the time is over.
/// The path has been narrowed on the way, so the caller has to use the witness of the path as it was before.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Unsettled {
    pub symbol: SymbolId,
    pub probes: Probes,
}

/// Chooses a value for every symbol of `inputs`, which stand in the order of their declaration.
///
/// All strings and bytes are narrowed before any of them gets a value, so that no drawn letter takes from
/// a later byte the chance to be one; numbers come last. `rng` is split by input and byte, never advanced:
/// what one byte draws does not depend on how often another one had to.
pub fn choose(
    arena: &mut Arena,
    path: &mut dyn Path,
    inputs: &[Symbols],
    options: &Options,
    rng: &Rng,
) -> Result<Choice, Unsettled> {
    let mut prober = Prober::new(arena, path);
    let mut values = Assignment::new();
    let all: Vec<usize> = (0..inputs.len()).collect();
    choose_some(&mut prober, inputs, &all, options, rng, &mut values)?;
    Ok(Choice { values, probes: prober.probes() })
}

/// Chooses values for the inputs that [`words::Speller`] left open, by asking the path: the texts that it
/// drafted are kept as far as the path allows them, and the rest is chosen as in [`choose`].
pub fn complete(
    arena: &mut Arena,
    path: &mut dyn Path,
    inputs: &[Symbols],
    written: Written,
    options: &Options,
    rng: &Rng,
) -> Result<Choice, Unsettled> {
    let mut prober = Prober::new(arena, path);
    let Written { mut values, open, drafts } = written;
    let texts: Vec<ExprId> =
        drafts.iter().map(|(input, bytes)| prober.all_equal(&inputs[*input].symbols, bytes)).collect();
    let all = texts.iter().fold(prober.arena.bool(true), |all, text| prober.arena.and(all, *text));
    if !prober.keep(all) && texts.len() > 1 {
        texts.into_iter().for_each(|text| {
            prober.keep(text);
        });
    }
    choose_some(&mut prober, inputs, &open, options, rng, &mut values)?;
    Ok(Choice { values, probes: prober.probes() })
}

/// Chooses values for the inputs at the positions `wanted`.
fn choose_some(
    prober: &mut Prober,
    inputs: &[Symbols],
    wanted: &[usize],
    options: &Options,
    rng: &Rng,
    values: &mut Assignment,
) -> Result<(), Unsettled> {
    let mut narrowed = Vec::new();
    for index in wanted {
        let input = &inputs[*index];
        if input.is_number() {
            continue;
        }
        let roles = match options.method {
            Method::None => vec![text::Role::Plain; input.symbols.len()],
            _ => text::narrow(prober, input)?,
        };
        narrowed.push((*index, input, roles));
    }
    for (index, input, roles) in narrowed {
        let rng = rng.split(index as u64);
        text::concretize(prober, input, &roles, options, &rng, values)?;
    }
    let is_float = |input: &&Symbols| matches!(input.kind, InputKind::Float { .. });
    let floats = wanted.iter().map(|index| &inputs[*index]).filter(is_float);
    let floats: Vec<SymbolId> = floats.flat_map(|input| &input.symbols).copied().collect();
    let mut used = BTreeSet::new();
    for index in wanted {
        let input = &inputs[*index];
        for symbol in &input.symbols {
            if prober.is_over() {
                return Err(prober.unsettled(*symbol));
            }
            match input.kind {
                InputKind::Integer { width, signed } => {
                    let shape = integer::Shape { width, signed };
                    // If numbers differ, it shows when the code takes one for another.
                    let telling = (2..).find(|value| !used.contains(value));
                    let telling = telling.filter(|_| options.method == Method::Words);
                    let named = input.named.iter().copied();
                    let first: Vec<u128> = match input.named.is_empty() {
                        true => telling.into_iter().collect(),
                        false => named.collect(),
                    };
                    integer::concretize(prober, *symbol, shape, &first, options.method, values)?;
                    used.insert(values.get(*symbol));
                }
                InputKind::Float { width } => {
                    float::concretize(prober, *symbol, &floats, width, options.method, values)?;
                }
                InputKind::String | InputKind::Bytes | InputKind::Chars => {}
                InputKind::Object | InputKind::Pointer => {}
            }
        }
    }
    Ok(())
}

impl Symbols {
    fn is_number(&self) -> bool {
        matches!(self.kind, InputKind::Integer { .. } | InputKind::Float { .. })
    }
}
