//! Splits a path by the characters of texts that it compares with ranges. If `*s >= '0' && *s <= '9'` holds,
//! then the text has a `0` there once, and a `9` once. If it does not, then it has the characters beside these.
//! A test with any other digit, or with a letter, would pass if the comparison was off by one.
//!
//! All borders that a path has are met by two tests: one with the first character of each range, and one with
//! the last. Tests with other characters stay, since they are easier to read.

use super::{all_parts, marked, none_of, note_border};
use crate::exec::decision::{Decision, DecisionKind};
use crate::exec::fork::Choice;
use crate::exec::machine::{Machine, Step};
use crate::exec::state::State;
use crate::exec::variants::Border;
use crate::expr::{Arena, ExprId, Kind, SymbolId};
use crate::ir::{Inst, Op, Operand, Pc, Program};
use crate::solver::Answer;
use crate::testcase::InputKind;
use crate::util::{Bits, ByteSet};

/// How many characters a path may look at to be split by them. What a path with more of them compares, one
/// with fewer nearly always compares as well.
const MAX_CHARACTERS: usize = 6;
/// How many characters may be compared at one place.
const MAX_TURNS: usize = 4;
/// How many ranges the characters may be in for which a comparison holds: a test of a bit has more.
const MAX_RUNS: usize = 4;

/// Characters that are borders, with their values.
type End = Vec<(SymbolId, u8)>;
type Way = Choice<Option<usize>>;

/// What a comparison of the call says of a character.
struct Said {
    at: Pc,
    symbol: SymbolId,
    /// The characters for which it has the outcome that it has on the path.
    set: ByteSet,
}

impl Machine {
    /// From now on, paths are split by characters if the decision path of this length was; with `None`, if a
    /// split is of use.
    pub fn follow_variants(&mut self, followed: Option<usize>) {
        self.variants.followed = followed;
    }

    /// Splits the state by whether characters of texts are the first, or the last, of the range in which the
    /// comparisons of the call have found them. This is the last split at a return: whether it is made depends
    /// on earlier paths, unless the machine makes a path again.
    pub(super) fn split_characters(
        &mut self,
        program: &Program,
        state: &mut State,
        record: usize,
        inst: &Inst,
    ) -> Step {
        if !self.options.split_characters {
            return Ok(());
        }
        let Some(said) = self.said_of_characters(program, state, record) else { return Ok(()) };
        let returned = self.returned(program, state, inst);
        let borders_of = |one: &Said| {
            let (at, ends) = (one.at, [borders(one.set).first(), borders(one.set).last()]);
            ends.into_iter().flatten().map(move |value| (at, value, returned))
        };
        let on_path: Vec<Border> = said.iter().flat_map(borders_of).collect();
        if !state.is_variant && !self.variants.are_wanted(state.decision_path.len(), &on_path) {
            return Ok(());
        }
        let Some(symbols) = one_of_each(&said) else { return Ok(()) };
        let (ends, choices) = self.ends(state, &said, &symbols)?;
        if ends.is_empty() {
            return Ok(());
        }
        if !state.is_variant {
            self.variants.count(on_path);
        }
        // The states that are split off come here again.
        state.is_variant = true;
        let end = self.fork_here(state, &choices)?;
        state.is_variant = end.is_some();
        let Some(end) = end else { return Ok(()) };
        for (symbol, value) in &ends[end] {
            for one in said.iter().filter(|one| one.symbol == *symbol && borders(one.set).contains(*value)) {
                let mark = marked([one.at.raw(), 6, u32::from(*value)], true);
                note_border(state, mark);
            }
        }
        Ok(())
    }

    /// The constant that the call returns.
    fn returned(&self, program: &Program, state: &State, inst: &Inst) -> Option<u64> {
        let [raw] = program.extra[inst.a as usize..][..usize::from(inst.width)] else { return None };
        self.value(state, Operand::from_raw(raw)).as_int()
    }

    /// The least and the greatest borders of characters that are possible together, and the choices between
    /// them and neither.
    fn ends(&mut self, state: &State, said: &[Said], symbols: &[SymbolId]) -> Step<(Vec<End>, Vec<Way>)> {
        let (mut ends, mut choices): (Vec<End>, Vec<Way>) = (Vec::new(), Vec::new());
        for end in [ByteSet::first as fn(&ByteSet) -> Option<u8>, ByteSet::last] {
            let mut all = self.arena.bool(true);
            let mut chosen = Vec::new();
            for symbol in symbols {
                let of_it = || said.iter().filter(|one| one.symbol == *symbol);
                let left = of_it().fold(ByteSet::FULL, |left, one| left.and(one.set));
                let ends_of_it = of_it().fold(ByteSet::EMPTY, |all: ByteSet, one| all.or(borders(one.set)));
                let Some(value) = end(&ends_of_it.and(left)) else { continue };
                let with = self.and_equal(all, *symbol, value);
                if matches!(self.ask(state, with)?, Answer::Yes(..)) {
                    all = with;
                    chosen.push((*symbol, value));
                }
            }
            if !chosen.is_empty() && !ends.contains(&chosen) {
                choices.push(Choice { what: Some(ends.len()), condition: all });
                ends.push(chosen);
            }
        }
        if let [first, last] = &mut choices[..] {
            let not = self.arena.not(first.condition);
            last.condition = self.arena.and(last.condition, not);
        }
        let otherwise = none_of(&mut self.arena, choices.iter().map(|choice| choice.condition));
        choices.insert(0, Choice { what: None, condition: otherwise });
        Ok((ends, choices))
    }

    /// `condition`, and that a character has a value.
    fn and_equal(&mut self, condition: ExprId, symbol: SymbolId, value: u8) -> ExprId {
        let term = self.arena.symbol_term(symbol);
        let constant = self.arena.constant(Bits(8), u128::from(value));
        let equal = self.arena.eq(term, constant);
        self.arena.and(condition, equal)
    }

    /// What the comparisons of the call say of single characters of texts, the last one first. `None` if they
    /// look at too many characters.
    fn said_of_characters(&mut self, program: &Program, state: &State, record: usize) -> Option<Vec<Said>> {
        let decisions = state.path.decisions().since(&state.calls[record].decisions_before);
        // Decisions of models of library functions are recorded at their calls.
        let is_of_the_call = |decision: &&Decision| {
            decision.kind == DecisionKind::Branch && program.code[decision.at.index()].op != Op::Call
        };
        let mut said = Vec::new();
        let mut seen: Vec<SymbolId> = Vec::new();
        for decision in decisions.filter(is_of_the_call) {
            if !is_comparison(&self.arena, decision.condition) {
                continue;
            }
            let support = self.solver.analysis().support(&self.arena, decision.condition);
            let [symbol] = *support else { continue };
            let key = self.arena.symbol_key(symbol);
            let kind = &state.inputs[key.input as usize].kind;
            if key.width != Bits(8)
                || !matches!(kind, InputKind::String | InputKind::Chars | InputKind::Bytes)
            {
                continue;
            }
            if !seen.contains(&symbol) {
                seen.push(symbol);
            }
            if seen.len() > MAX_CHARACTERS {
                return None;
            }
            let set = self.solver.analysis().byte_set(&self.arena, decision.condition, &[symbol]);
            said.push(Said { at: decision.at, symbol, set });
        }
        Some(said)
    }
}

/// Whether a condition is a comparison. What a table says of a character, as that of `isspace` does, has no
/// borders that the tested code could miss.
fn is_comparison(arena: &Arena, condition: ExprId) -> bool {
    all_parts(arena, condition, |part, _| {
        let node = arena.node(part);
        let is_joined = matches!(node.kind, Kind::And | Kind::Or | Kind::Xor) && node.width() == Bits(1);
        !is_joined && node.kind != Kind::Ite
    })
}

/// One of the characters that are compared at each place, the one that is compared last: a loop compares all of
/// them. `None` if it does so too often.
fn one_of_each(said: &[Said]) -> Option<Vec<SymbolId>> {
    let mut symbols: Vec<SymbolId> = Vec::new();
    for (at, one) in said.iter().enumerate() {
        let is_again = |before: &&Said| before.at == one.at && before.set == one.set;
        match said[..at].iter().filter(is_again).count() {
            0 if !symbols.contains(&one.symbol) => symbols.push(one.symbol),
            MAX_TURNS => return None,
            _ => {}
        }
    }
    Some(symbols)
}

/// The first and the last characters of the ranges of a set. It has none if it has only one character, or all
/// but one, as after a comparison with `==`. The ends of all characters, and of those without a sign, are no
/// borders.
fn borders(set: ByteSet) -> ByteSet {
    const NO_BORDERS: [u8; 4] = [0, 127, 128, 255];
    let found = ByteSet::from_fn(|byte| {
        let is_first = byte == 0 || !set.contains(byte - 1);
        let is_last = byte == 255 || !set.contains(byte + 1);
        set.contains(byte) && (is_first || is_last)
    });
    let n_runs =
        (0..=255).filter(|byte| set.contains(*byte) && (*byte == 0 || !set.contains(byte - 1))).count();
    if set.len() <= 1 || set.len() >= 255 || n_runs > MAX_RUNS {
        return ByteSet::EMPTY;
    }
    found.and(ByteSet::from_fn(|byte| !NO_BORDERS.contains(&byte)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(set: ByteSet) -> Vec<u8> {
        borders(set).iter().collect()
    }

    #[test]
    fn borders_are_the_ends_of_ranges() {
        let digits = ByteSet::range(b'0', b'9');
        assert_eq!(of(digits), b"09");
        assert_eq!(of(digits.complement()), b"/:");
        assert_eq!(of(ByteSet::range(b'A', b'Z').or(ByteSet::range(b'a', b'z'))), b"AZaz");
        assert_eq!(of(ByteSet::just(b'x')), b"");
        assert_eq!(of(ByteSet::just(b'x').complement()), b"");
        assert_eq!(of(ByteSet::from_fn(|byte| byte & 1 == 1)), b"");
    }
}
