//! Numbers that are inputs and that the code uses as pointers, as `(struct request *)cookie` does and as
//! `(struct node *)(node->parent_color & ~3)` does, where the lowest bits of an address hold something else.
//!
//! Such a number leads to an object as a [pointer](super::pointers) does: it is null, or leads to a new object
//! or to one that was made before. That is decided at the first access through it, when the view of the code
//! tells the type. It is a condition of the path that the number is the address; bits that the code masks out
//! stay free. A test then has the address of the object of that test.

use super::addresses::is_made_of_inputs;
use super::fork::Choice;
use super::machine::{Machine, Step};
use super::pointers::{Place, Pointee, Pointers, longest_chain};
use super::shims::Naming;
use super::state::State;
use super::views::View;
use super::{Ending, Unknown};
use crate::expr::{Arena, Assignment, ExprId, Kind, SymbolId};
use crate::ir::{CType, Inst, Op};
use crate::memory::{Access, ObjectRef, Value};
use crate::testcase::{BugKind, InputKind};
use crate::util::Bits;
use std::rc::Rc;
use std::sync::Arc;

impl Pointers {
    /// The place in an object that was made, if a number that is used as a pointer leads there.
    pub(super) fn led_to_by(&self, symbol: SymbolId, values: &Assignment) -> Option<Place> {
        if !self.numbers.contains(&symbol) {
            return None;
        }
        let address = u64::try_from(values.get(symbol)).ok()?;
        let mut made = self.made().iter().enumerate();
        made.find_map(|(number, made)| {
            let offset = address.checked_sub(made.address).filter(|offset| *offset < made.room)?;
            Some(Place { object: number as u32, offset })
        })
    }
}

impl Machine {
    /// Where an address leads that is such a number; `None` if it is none, or if the code does not tell the type
    /// of what lies there. If that is not decided yet, the state forks.
    pub(super) fn lead_number(
        &mut self,
        state: &mut State,
        term: ExprId,
        access: Access,
    ) -> Step<Option<Value>> {
        if self.options.unknown != Unknown::Ranked || !is_made_of_inputs(&self.arena, term) {
            return Ok(None);
        }
        let Some((symbol, input)) = self.number_in(state, term) else { return Ok(None) };
        let Some(view) = self.view_here(state) else { return Ok(None) };
        let back = self.arena.constant(Bits(64), u128::from((view.offset as u64).wrapping_neg()));
        let start = self.arena.add(term, back);
        if !state.pointers.numbers.contains(&symbol) {
            Rc::make_mut(&mut state.pointers).numbers.insert(symbol);
        }
        let zero = self.arena.constant(Bits(64), 0);
        let null = self.arena.eq(start, zero);
        let null = Value::from_term(&self.arena, null);
        self.check(state, null, |machine, state| {
            let what = format!("{} through a number that is zero", access.verb());
            machine.bug(state, BugKind::NullPointer, what)
        })?;
        let mut ways: Vec<Choice<Option<ObjectRef>>> = Vec::new();
        let mut elsewhere = self.arena.bool(true);
        let fitting: Vec<(ObjectRef, u64)> = (state.pointers.made().iter())
            .filter(|made| made.ty == view.ty)
            .map(|made| (made.object, made.address))
            .collect();
        for (object, address) in fitting {
            let address = self.arena.constant(Bits(64), address.into());
            let condition = self.arena.eq(start, address);
            let not = self.arena.not(condition);
            elsewhere = self.arena.and(elsewhere, not);
            ways.push(Choice { what: Some(object), condition });
        }
        let record = Rc::clone(&state.inputs[input]);
        let depth = match state.object_of(input) {
            Some((Some(made), _)) => match state.pointers.made()[made as usize].number_depth {
                Some(depth) => depth,
                None => state.pointers.depth_within(Some(made)),
            },
            _ => 0,
        };
        let program = Arc::clone(&self.program);
        let most = longest_chain(&program, self.options.chains, view.ty);
        match depth < most {
            true => ways.push(Choice { what: None, condition: elsewhere }),
            false => self.narrow(state, format!("objects more than {most} pointers deep left out")),
        }
        let within = Value::int(view.offset as u64);
        if let Some(object) = self.fork_here(state, &ways)? {
            let to = state.memory.pointer_to(object);
            return Ok(Some(self.offset(to, within)));
        }
        let naming =
            Naming { name: Rc::clone(&record.name), is_pointee: true, depth: depth + 1, is_head: false };
        let to = self.make_object(state, &naming, view.ty, Pointee::One, None)?;
        if let Some(made) = Rc::make_mut(&mut state.pointers).last_made() {
            made.number_depth = Some(depth + 1);
        }
        let address = to.with_object(None).to_term(&mut self.arena, Bits(64));
        let is_it = self.arena.eq(start, address);
        if !self.assume_if_possible(state, is_it)? {
            return Err(Ending::AssumedAway.into());
        }
        Ok(Some(self.offset(to, within)))
    }

    /// The only input in an address, if it is a number as wide as an address; and the input's number.
    fn number_in(&mut self, state: &State, term: ExprId) -> Option<(SymbolId, usize)> {
        let support = self.solver.analysis().support(&self.arena, term);
        let [symbol] = support[..] else { return None };
        let is_it = |kind: InputKind| matches!(kind, InputKind::Integer { width: Bits(64), .. });
        let input = state.inputs.iter().position(|input| input.symbols == [symbol] && is_it(input.kind))?;
        is_address_of(&self.arena, term).then_some((symbol, input))
    }

    /// The type through which the current instruction looks at memory.
    fn view_here(&self, state: &State) -> Option<View> {
        let program = &self.program;
        let inst: &Inst = program.inst(state.pc);
        let operand = match inst.op {
            Op::Load => inst.a(),
            Op::Store => inst.b(),
            _ => return None,
        };
        let view = self.code.views.of(program, state.frame.function, state.pc, operand)?;
        let is_known = !view.is_indexed && view.offset >= 0 && !self.is_unknown(view.ty);
        let is_object = !matches!(program.ctype(view.ty), CType::Void | CType::Function | CType::Char { .. });
        (is_known && is_object && program.size_of(view.ty).is_some()).then_some(view)
    }
}

/// Whether a term is a number, perhaps without its lowest bits, plus or minus a constant.
fn is_address_of(arena: &Arena, term: ExprId) -> bool {
    let mut waiting = vec![term];
    while let Some(top) = waiting.pop() {
        let node = arena.node(top);
        match node.kind {
            Kind::Symbol | Kind::Const => {}
            Kind::Add | Kind::And | Kind::Concat | Kind::Extract | Kind::Sub => {
                waiting.extend(node.operands())
            }
            _ => return false,
        }
    }
    true
}
