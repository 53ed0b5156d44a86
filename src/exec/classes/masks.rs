//! Splits a path by the bits of inputs that its tests of bits do not look at. If `flags & 0x10` is zero, then
//! all other bits are set once, and if it is not zero, then no other bit is set once. A test with any other
//! number would pass if the code looked at one bit more, or at a bit beside it.

use super::{MAX_RANGES, input_of, marked, none_of, note_border};
use crate::exec::decision::{Decision, DecisionKind};
use crate::exec::fork::Choice;
use crate::exec::machine::{Machine, Step};
use crate::exec::state::State;
use crate::expr::{Arena, ExprId, Kind, SymbolId};
use crate::ir::{Op, Pc, Program};
use crate::testcase::InputKind;
use crate::util::Bits;

/// How many tests of bits a path may have to be split by them: a loop over bits makes one in each iteration.
const MAX_TESTS: usize = 4;

/// A test of bits of an input.
struct Tested {
    at: Pc,
    symbol: SymbolId,
    /// The bits of the input that it looks at.
    mask: u128,
    /// Whether they had to have certain values, and not only other ones than these.
    is_equal: bool,
}

impl Machine {
    /// Splits the state by whether the bits of an input that no test of the call looks at are all set, or all
    /// clear.
    pub(super) fn split_masks(&mut self, program: &Program, state: &mut State, record: usize) -> Step {
        let tests = self.tests_of_bits(program, state, record);
        let mut symbols: Vec<SymbolId> = tests.iter().map(|test| test.symbol).collect();
        symbols.dedup();
        if tests.len() > MAX_TESTS || symbols.len() > MAX_RANGES {
            return Ok(());
        }
        for symbol in symbols {
            let of_it = || tests.iter().filter(|test| test.symbol == symbol);
            let term = self.arena.symbol_term(symbol);
            let width = self.arena.width(term);
            let looked_at = of_it().fold(0, |mask, test| mask | test.mask);
            let rest = !looked_at & width.mask();
            if rest == 0 {
                continue;
            }
            let (zero, rest) = (self.arena.constant(width, 0), self.arena.constant(width, rest));
            let others = self.arena.and(term, rest);
            let (full, clear) = (self.arena.eq(others, rest), self.arena.eq(others, zero));
            let mut choices = Vec::new();
            for (is_equal, condition) in [(true, full), (false, clear)] {
                if of_it().any(|test| test.is_equal == is_equal) {
                    choices.push(Choice { what: Some(is_equal), condition });
                }
            }
            let otherwise = none_of(&mut self.arena, choices.iter().map(|choice| choice.condition));
            choices.insert(0, Choice { what: None, condition: otherwise });
            let Some(is_equal) = self.fork_here(state, &choices)? else { continue };
            for test in of_it().filter(|test| test.is_equal == is_equal) {
                let mark = marked([test.at.raw(), 4, u32::MAX], is_equal);
                note_border(state, mark);
            }
        }
        Ok(())
    }

    /// The tests of bits of inputs that are numbers, in the call under test, by input.
    fn tests_of_bits(&self, program: &Program, state: &State, record: usize) -> Vec<Tested> {
        let decisions = state.path.decisions().since(&state.calls[record].decisions_before);
        // Decisions of models of library functions are recorded at their calls.
        let is_of_the_call = |decision: &&Decision| match decision.kind {
            DecisionKind::Branch => program.code[decision.at.index()].op != Op::Call,
            kind => kind == DecisionKind::Choice,
        };
        let decisions: Vec<&Decision> = decisions.filter(is_of_the_call).collect();
        let mut tests: Vec<Tested> = Vec::new();
        for decision in decisions.into_iter().rev() {
            let Some((symbol, mask, is_equal)) = tested(&self.arena, decision.condition) else { continue };
            let key = self.arena.symbol_key(symbol);
            let input = &state.inputs[key.input as usize];
            if !matches!(input.kind, InputKind::Integer { .. }) || input.is_bool {
                continue;
            }
            let of_it = tests.iter().filter(|test| test.symbol == symbol);
            let looked_at = of_it.fold(0, |known, test| known | test.mask);
            // The split itself is a choice, which this state may have behind it.
            let width = self.arena.width(self.arena.symbol_term(symbol));
            let is_split = looked_at != 0 && mask == !looked_at & width.mask();
            let is_sign = mask == 1 << (width.0 - 1);
            if !is_sign && (decision.kind == DecisionKind::Branch || !is_split) {
                tests.push(Tested { at: decision.at, symbol, mask, is_equal });
            }
        }
        tests.sort_by_key(|test| test.symbol);
        tests
    }
}

/// The input of which a condition tests some bits, the bits, and whether they have certain values.
fn tested(arena: &Arena, condition: ExprId) -> Option<(SymbolId, u128, bool)> {
    let node = arena.node(condition);
    let (is_not, inner) = match node.kind {
        Kind::Not => (true, node.first()),
        _ => (false, condition),
    };
    let node = arena.node(inner);
    // A single bit.
    if node.kind == Kind::Extract {
        let (symbol, lowest) = part_of(arena, inner)?;
        return Some((symbol, 1 << lowest, is_not));
    }
    if node.kind != Kind::Eq {
        return None;
    }
    let mut side = match (arena.as_const(node.first()), arena.as_const(node.second())) {
        (None, Some(_)) => node.first(),
        (Some(_), None) => node.second(),
        _ => return None,
    };
    while matches!(arena.node(side).kind, Kind::ZExt | Kind::SExt) {
        side = arena.node(side).first();
    }
    let node = arena.node(side);
    let (term, mask) = match node.kind {
        Kind::And => match (arena.as_const(node.first()), arena.as_const(node.second())) {
            (None, Some(mask)) => (node.first(), mask),
            (Some(mask), None) => (node.second(), mask),
            _ => return None,
        },
        Kind::Extract => (side, node.width().mask()),
        _ => return None,
    };
    let (symbol, lowest) = part_of(arena, term)?;
    Some((symbol, mask << lowest, !is_not))
}

/// The input that a term is a part of, and the lowest bit of the part.
fn part_of(arena: &Arena, term: ExprId) -> Option<(SymbolId, u32)> {
    let node = arena.node(term);
    match node.kind {
        _ if node.width() > Bits(64) => None,
        Kind::Extract => {
            let (symbol, lowest) = part_of(arena, node.first())?;
            Some((symbol, lowest + node.low_bit()))
        }
        // Bits beyond the input are copies of its sign.
        Kind::ZExt | Kind::SExt => part_of(arena, node.first()),
        _ => Some((input_of(arena, term)?, 0)),
    }
}
