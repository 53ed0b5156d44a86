//! Splits a path by the labels of a `switch`. If several labels lead to the same code, as `case 4: case 6:`
//! do, then one path has all of them, and a test of one would not notice if another was wrong.

use super::{all_parts, marked, none_of, note_border};
use crate::exec::decision::{Decision, DecisionKind};
use crate::exec::fork::Choice;
use crate::exec::machine::{Machine, Step};
use crate::exec::state::State;
use crate::expr::{Arena, ExprId, Kind, SymbolId};
use crate::ir::{Const, ConstId, Op, Pc, Program};
use crate::testcase::InputKind;

/// How many labels that lead to the same code are told apart.
const MAX_LABELS: usize = 16;

impl Machine {
    /// Splits the state by the label that the last `switch` over an input has taken in the call.
    pub(super) fn split_labels(&mut self, program: &Program, state: &mut State, record: usize) -> Step {
        let is_switch =
            |it: &&Decision| it.kind == DecisionKind::Branch && program.code[it.at.index()].op == Op::Switch;
        let before = &state.calls[record].decisions_before;
        let last = state.path.decisions().since(before).find(is_switch).map(|it| (it.at, it.condition));
        let Some((at, condition)) = last else { return Ok(()) };
        let Some(symbol) = only_symbol(&self.arena, condition) else { return Ok(()) };
        let input = &state.inputs[self.arena.symbol_key(symbol).input as usize];
        let is_number = matches!(input.kind, InputKind::Integer { .. }) && !input.is_bool;
        let term = self.arena.symbol_term(symbol);
        let width = self.arena.width(term);
        let Some(value) = state.path.witness().map(|witness| witness.get(symbol)).filter(|_| is_number)
        else {
            return Ok(());
        };
        let labels = labels(program, at, width.mask());
        let Some((_, edge)) = labels.iter().find(|(label, _)| *label == value) else { return Ok(()) };
        let labels: Vec<u128> = labels.iter().filter(|(_, to)| to == edge).map(|(label, _)| *label).collect();
        if !(2..=MAX_LABELS).contains(&labels.len()) {
            return Ok(());
        }
        let mut choices = Vec::new();
        for label in labels {
            let constant = self.arena.constant(width, label);
            choices.push(Choice { what: Some(label), condition: self.arena.eq(term, constant) });
        }
        let otherwise = none_of(&mut self.arena, choices.iter().map(|choice| choice.condition));
        choices.push(Choice { what: None, condition: otherwise });
        if let Some(label) = self.fork_here(state, &choices)? {
            let mark = marked([at.raw(), 5, label as u32], true);
            note_border(state, mark);
        }
        Ok(())
    }
}

/// The labels of a `switch` as bit patterns, with the numbers of the edges that they lead to.
fn labels(program: &Program, at: Pc, mask: u128) -> Vec<(u128, u32)> {
    let inst = program.inst(at);
    let words = &program.extra[inst.b as usize..];
    let pairs = words[2..2 + 2 * words[1] as usize].chunks_exact(2);
    let label = |pair: &[u32]| match program.constants[ConstId::from_raw(pair[0]).index()] {
        Const::Int { value, .. } => Some((value & mask, pair[1])),
        _ => None,
    };
    pairs.filter_map(label).collect()
}

/// The symbol of a condition that depends on only one.
fn only_symbol(arena: &Arena, condition: ExprId) -> Option<SymbolId> {
    let mut found: Option<SymbolId> = None;
    let is_one = all_parts(arena, condition, |part, _| {
        let node = arena.node(part);
        node.kind != Kind::Symbol || *found.get_or_insert(node.symbol()) == node.symbol()
    });
    found.filter(|_| is_one)
}
