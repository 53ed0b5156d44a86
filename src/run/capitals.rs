//! Capital letters where they show something.
//!
//! Words are written in small letters. A function such as `tolower` leaves these as they are, so that a test
//! with small letters only would also pass if the function did nothing. If what a call leaves behind equals a
//! letter of an input, but would differ from it if the letter were a capital, then some letters become
//! capitals: the first and every second one after it, as far as the path allows it.

use crate::exec::{Machine, State};
use crate::expr::{Assignment, Evaluator, SymbolId};
use crate::testcase::InputKind;
use std::collections::BTreeSet;

/// How many letters are changed one by one, at most, if they cannot be changed all at once.
const MOST_TRIED: usize = 32;
/// What distinguishes a capital letter from a small one.
const CASE: u128 = 0x20;

/// Makes letters of the inputs capitals, see above. The values still take the path of the state.
pub(super) fn capitalise(machine: &mut Machine, state: &State, values: &mut Assignment) {
    let is_letter =
        |symbol: &SymbolId| u8::try_from(values.get(*symbol)).is_ok_and(|value| value.is_ascii_lowercase());
    let texts = state.inputs.iter().filter(|input| {
        matches!(input.kind, InputKind::String | InputKind::Chars | InputKind::Bytes) && !input.is_fault
    });
    let texts: Vec<Vec<SymbolId>> =
        texts.map(|input| input.symbols.iter().copied().filter(is_letter).collect()).collect();
    if texts.iter().all(Vec::is_empty) {
        return;
    }
    let letters: BTreeSet<SymbolId> = texts.iter().flatten().copied().collect();
    let mut told = BTreeSet::new();
    let mut evaluator = Evaluator::new();
    for term in state.left_by_calls() {
        let support = machine.solver.analysis().support(&machine.arena, term);
        let [symbol] = *support else { continue };
        if !letters.contains(&symbol) {
            continue;
        }
        let small = values.get(symbol);
        let mut changed = values.clone();
        changed.set(symbol, small ^ CASE);
        let mut of = |values: &Assignment| evaluator.eval(&machine.arena, values, term);
        if of(values) == small && of(&changed) != small ^ CASE {
            told.insert(symbol);
        }
    }
    let every_second = |text: &Vec<SymbolId>| {
        text.iter().filter(|it| told.contains(it)).step_by(2).copied().collect::<Vec<_>>()
    };
    let wanted: Vec<SymbolId> = texts.iter().flat_map(every_second).collect();
    let analysis = machine.solver.analysis();
    let path = state.path.condition();
    let mut change = |symbols: &[SymbolId]| {
        let mut other = values.clone();
        symbols.iter().for_each(|symbol| other.set(*symbol, values.get(*symbol) ^ CASE));
        let is_on_path = path.is_satisfied_by(&machine.arena, analysis, &other);
        if is_on_path {
            *values = other;
        }
        is_on_path
    };
    if !wanted.is_empty() && !change(&wanted) {
        for symbol in wanted.iter().take(MOST_TRIED) {
            change(std::slice::from_ref(symbol));
        }
    }
}
