//! Edges, branches and switches.

use super::fork::{Choice, Sides};
use super::machine::{Machine, Step};
use super::{DecisionKind, Ending, State};
use crate::ir::{ConstId, EdgeId, Inst, Operand, Program};
use crate::memory::Value;
use crate::testcase::BugKind;
use crate::util::Bits;

/// Addresses of labels begin here: outside of every region of memory, and at no round number.
pub(super) const LABELS: u64 = 0x6a59_d2c3_7410;

/// Whether a number can be the address of a label.
pub(super) fn is_label(number: u64) -> bool {
    (LABELS..=LABELS + u64::from(u32::MAX)).contains(&number)
}

impl Machine {
    /// Takes an edge: makes its moves, one after the other, and goes to its target.
    #[inline]
    pub(super) fn take_edge(&self, program: &Program, state: &mut State, id: EdgeId) {
        let edge = &program.edges[id.index()];
        for step in program.moves_of(edge) {
            let value = self.value(state, step.src);
            self.set(state, step.dst, value);
        }
        self.count_edge(state, id);
        state.pc = program.blocks[edge.to.index()].first;
    }

    /// Counts an edge that is taken.
    #[inline]
    pub(super) fn count_edge(&self, state: &mut State, id: EdgeId) {
        state.edges.add(id.index());
    }

    /// Takes one side or, if both are possible, both.
    pub(super) fn branch(&mut self, program: &Program, state: &mut State, inst: &Inst) -> Step {
        let condition = self.value(state, inst.a());
        let (when_true, when_false) = inst.branch_edges();
        let is_input = condition.as_int().is_none();
        match self.decide(state, condition)? {
            Sides::True => {
                if is_input {
                    self.note_left_out(program, state, when_true, when_false);
                    self.refute(state, when_false, |machine| {
                        let holds = condition.to_term(&mut machine.arena, Bits(1));
                        machine.arena.not(holds)
                    });
                }
                self.take_edge(program, state, when_true);
            }
            Sides::False => {
                if is_input {
                    self.note_left_out(program, state, when_false, when_true);
                    self.refute(state, when_true, |machine| condition.to_term(&mut machine.arena, Bits(1)));
                }
                self.take_edge(program, state, when_false);
            }
            Sides::Both { when_true: mut sibling } => {
                self.note_left_out(program, &mut sibling, when_true, when_false);
                self.note_left_out(program, state, when_false, when_true);
                self.take_edge(program, &mut sibling, when_true);
                self.take_edge(program, state, when_false);
                self.scope.split_off(*sibling);
            }
        }
        Ok(())
    }

    /// Goes to the case that matches. If the value is a term, goes to every target that can be reached.
    pub(super) fn switch(&mut self, program: &Program, state: &mut State, inst: &Inst) -> Step {
        let words = &program.extra[inst.b as usize..];
        let default = EdgeId::from_raw(words[0]);
        let cases = words[2..2 + 2 * words[1] as usize]
            .chunks_exact(2)
            .map(|pair| (Operand::constant(ConstId::from_raw(pair[0])), EdgeId::from_raw(pair[1])));
        let scrutinee = self.value(state, inst.a());
        if let Some(value) = scrutinee.as_int() {
            let mut cases = cases;
            let case = cases.find(|(constant, _)| self.value(state, *constant).as_int() == Some(value));
            self.take_edge(program, state, case.map_or(default, |(_, edge)| edge));
            return Ok(());
        }
        let width = inst.bits();
        let scrutinee = scrutinee.to_term(&mut self.arena, width);
        let mut ways: Vec<Choice<EdgeId>> = Vec::new();
        let mut none_matches = self.arena.bool(true);
        for (constant, edge) in cases {
            let constant = self.term(state, constant, width);
            let here = self.arena.eq(scrutinee, constant);
            let elsewhere = self.arena.not(here);
            none_matches = self.arena.and(none_matches, elsewhere);
            // Cases with one target share an edge, and a state.
            match ways.iter_mut().find(|way| way.what == edge) {
                Some(way) => way.condition = self.arena.or(way.condition, here),
                None => ways.push(Choice { what: edge, condition: here }),
            }
        }
        match ways.iter_mut().find(|way| way.what == default) {
            Some(way) => way.condition = self.arena.or(way.condition, none_matches),
            None => ways.insert(0, Choice { what: default, condition: none_matches }),
        }
        self.fork_over(program, state, &ways)
    }

    /// Goes along every edge whose condition is possible. The conditions exclude each other and one holds.
    fn fork_over(&mut self, program: &Program, state: &mut State, edges: &[Choice<EdgeId>]) -> Step {
        let exclude =
            |machine: &mut Self, edge: &Choice<EdgeId>| machine.refute(state, edge.what, |_| edge.condition);
        let ways = self.ways(state, edges, exclude)?;
        if let [only] = &ways[..] {
            self.take_edge(program, state, only.what);
            return Ok(());
        }
        let go = |machine: &Self, state: &mut State, edge| machine.take_edge(program, state, edge);
        self.split(state, DecisionKind::Branch, ways, go)?;
        Ok(())
    }

    /// Goes to the label whose address the operand is.
    pub(super) fn indirect_jump(&mut self, program: &Program, state: &mut State, inst: &Inst) -> Step {
        let words = &program.extra[inst.b as usize..];
        let edges = || words[1..1 + words[0] as usize].iter().map(|raw| EdgeId::from_raw(*raw));
        let address = self.value(state, inst.a());
        let label = |edge: EdgeId| LABELS + u64::from(program.edges[edge.index()].to.raw());
        if let Some(address) = address.as_int() {
            return match edges().find(|edge| label(*edge) == address) {
                Some(edge) => {
                    self.take_edge(program, state, edge);
                    Ok(())
                }
                None => Err(self.invalid_jump(state, address == 0).into()),
            };
        }
        let address = address.to_term(&mut self.arena, Bits(64));
        let mut ways = Vec::new();
        let mut elsewhere = self.arena.bool(true);
        for edge in edges() {
            let label = self.constant(Bits(64), u128::from(label(edge))).to_term(&mut self.arena, Bits(64));
            let here = self.arena.eq(address, label);
            let not_here = self.arena.not(here);
            elsewhere = self.arena.and(elsewhere, not_here);
            ways.push(Choice { what: edge, condition: here });
        }
        let zero = self.arena.constant(Bits(64), 0);
        let null = self.arena.eq(address, zero);
        for (condition, is_null) in [(null, true), (elsewhere, false)] {
            let condition = Value::from_term(&self.arena, condition);
            self.check(state, condition, |machine, state| machine.invalid_jump(state, is_null))?;
        }
        self.fork_over(program, state, &ways)
    }

    /// The program's error when it jumps to an address that is no label of the function.
    fn invalid_jump(&self, state: &State, is_null: bool) -> Ending {
        let what = if is_null { "a null pointer" } else { "an address" };
        self.bug(state, BugKind::InvalidJump, format!("jumps to {what}, which is no label of the function"))
    }

    /// The address of a label.
    pub(super) fn label_address(block: crate::ir::BlockId) -> Value {
        Value::int(LABELS + u64::from(block.raw()))
    }
}
