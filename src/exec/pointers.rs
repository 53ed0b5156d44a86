//! Pointers that are inputs: what one points to is decided when it is first read from memory.
//!
//! Then the state forks: the pointer is null, points to an object of its own, or to one that was made before for another
//! pointer of its type. Lists, trees and graphs come out of that, after Khurshid, Păsăreanu and Visser, "Generalized
//! symbolic execution for model checking and testing", 2003. Objects within objects are made up to a depth.
//!
//! Memory holds a symbol where such a pointer lies. No condition of a path is about it: the choice is the decision
//! path's, and
//! [`Pointers`] says what it was. Objects that are made lie in a region of their own, so that they lie in memory as it was
//! when a call under test began just where they lie now.

use super::Ending;
use super::machine::{Machine, Step};
use super::shims::Naming;
use super::state::{ObjectRecord, State};
use super::typed;
use crate::expr::{Assignment, ExprId, Kind, SymbolId};
use crate::ir::{CType, TypeId};
use crate::memory::{Content, Object, ObjectRef, Region, Value};
use crate::testcase::InputKind;
use crate::util::{Bits, Bytes};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

/// How deep objects are made within each other.
const MAX_DEPTH: u32 = 3;
/// Characters, with the terminator, that a pointer to characters points to.
const N_CHARACTERS: u64 = 8;
/// Pointers that a path may read from objects of which two lead to the same one. Whoever reads more goes round a cycle.
const MAX_READS: u32 = 64;
/// Objects are aligned as `malloc` does.
const ALIGN: Bytes = Bytes(16);

/// The pointers of a state that are inputs, and what was made for them.
#[derive(Clone, Default, Debug)]
pub struct Pointers {
    known: BTreeMap<SymbolId, Pointer>,
    made: Vec<Made>,
    /// Since two pointers lead to the same object, how many were read.
    shared_reads: Option<u32>,
}

#[derive(Clone, Debug)]
struct Pointer {
    name: Rc<str>,
    target: TypeId,
    depth: u32,
    chosen: Option<Choice>,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Choice {
    Null,
    /// An object of its own, which is still to be made.
    Own,
    Made(u32),
}

/// An object that was made for a pointer.
#[derive(Clone, Debug)]
struct Made {
    object: ObjectRef,
    address: u64,
    ty: TypeId,
}

impl Pointers {
    /// Whether there is none.
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// Notes a pointer input at this depth.
    pub(super) fn declare(&mut self, symbol: SymbolId, name: Rc<str>, target: TypeId, depth: u32) {
        self.known.insert(symbol, Pointer { name, target, depth, chosen: None });
    }

    /// The number of the object that a pointer points to, if it does.
    pub fn target(&self, symbol: SymbolId) -> Option<u32> {
        match self.known.get(&symbol)?.chosen? {
            Choice::Made(number) => Some(number),
            Choice::Null | Choice::Own => None,
        }
    }

    /// Gives the symbols of pointers the addresses of what they point to.
    pub fn assign(&self, values: &mut Assignment) {
        for (symbol, pointer) in &self.known {
            let address = match pointer.chosen {
                Some(Choice::Made(number)) => self.made[number as usize].address,
                _ => 0,
            };
            values.set(*symbol, u128::from(address));
        }
    }
}

impl Machine {
    /// A value that was read, with the pointers chosen that it is made of.
    pub(super) fn settle_pointers(&mut self, state: &mut State, value: Value) -> Step<Value> {
        let Content::Term(term) = value.content() else { return Ok(value) };
        let support = self.solver.analysis().support(&self.arena, term);
        let is_pointer = |symbol: &SymbolId| state.pointers.known.contains_key(symbol);
        let pointers: Vec<SymbolId> = support.iter().copied().filter(is_pointer).collect();
        if pointers.is_empty() {
            return Ok(value);
        }
        if let Some(reads) = state.pointers.shared_reads {
            if reads == MAX_READS {
                self.narrow(state, "inputs with a cycle that the program follows without end left out");
                return Err(Ending::AssumedAway.into());
            }
            Rc::make_mut(&mut state.pointers).shared_reads = Some(reads + 1);
        }
        let is_all = pointers.len() == support.len();
        for symbol in &pointers {
            self.choose_target(state, *symbol)?;
        }
        self.chosen_value(state, term, &pointers, is_all)
    }

    fn chosen_value(
        &mut self,
        state: &State,
        term: ExprId,
        pointers: &[SymbolId],
        is_all: bool,
    ) -> Step<Value> {
        if self.arena.node(term).kind == Kind::Symbol {
            let target = state.pointers.target(pointers[0]);
            let object = target.map(|number| state.pointers.made[number as usize].object);
            return Ok(object.map_or(Value::ZERO, |object| state.memory.pointer_to(object)));
        }
        if !is_all {
            return Err(self.unsupported(state, "bytes of a pointer that is an input beside others").into());
        }
        let mut values = Assignment::new();
        state.pointers.assign(&mut values);
        let number = crate::expr::Evaluator::new().eval(&self.arena, &values, term);
        let width = self.arena.width(term);
        Ok(self.constant(width, number))
    }

    /// Decides what a pointer points to. The state takes the first possibility, null, and the others are split off, to run
    /// the instruction again.
    fn choose_target(&mut self, state: &mut State, symbol: SymbolId) -> Step {
        let pointer = state.pointers.known[&symbol].clone();
        match pointer.chosen {
            Some(Choice::Null | Choice::Made(_)) => return Ok(()),
            Some(Choice::Own) => return self.make_target(state, symbol, &pointer),
            None => {}
        }
        let mut choices = Vec::new();
        match self.can_be_made(pointer.target) {
            true if pointer.depth < MAX_DEPTH => choices.push(Choice::Own),
            true => self.narrow(state, "objects more than three pointers deep left out"),
            false => self.narrow(state, "pointers to functions, void or incomplete types are null"),
        }
        let made = state.pointers.made.iter().enumerate();
        let same = made.filter(|(_, made)| made.ty == pointer.target);
        choices.extend(same.map(|(number, _)| Choice::Made(number as u32)));
        if choices.is_empty() {
            set(state, symbol, Choice::Null);
            return Ok(());
        }
        self.scope.counts.forks += choices.len() as u64;
        for (number, choice) in choices.into_iter().enumerate() {
            let mut sibling = state.fork();
            sibling.decision_path.push(number as u32 + 1);
            set(&mut sibling, symbol, choice);
            if let Choice::Made(_) = choice {
                Rc::make_mut(&mut sibling.pointers).shared_reads.get_or_insert(0);
            }
            self.scope.split_off(sibling);
        }
        state.decision_path.push(0);
        set(state, symbol, Choice::Null);
        Ok(())
    }

    fn can_be_made(&self, target: TypeId) -> bool {
        !matches!(self.program.ctype(target), CType::Void | CType::Function)
            && typed::leaves(&self.program, target, 1).is_ok()
    }

    /// Makes the object that a pointer has of its own.
    fn make_target(&mut self, state: &mut State, symbol: SymbolId, pointer: &Pointer) -> Step {
        let program = Arc::clone(&self.program);
        let count = match program.ctype(pointer.target) {
            CType::Char { .. } => N_CHARACTERS,
            _ => 1,
        };
        let leaves = typed::leaves(&program, pointer.target, count);
        let mut leaves = leaves.map_err(|typed::Unmade(why)| self.unsupported(state, why))?;
        for leaf in &mut leaves {
            // A pointer to characters is taken for a string.
            if let typed::LeafKind::Input(InputKind::Chars) = leaf.kind
                && leaf.path.is_empty()
            {
                leaf.kind = typed::LeafKind::Input(InputKind::String);
                leaf.width = Bits(leaf.width.0 - 8);
            }
        }
        let size = program.size_of(pointer.target).map_or(0, |size| size.0) * count;
        let object = Object::uninitialised(Bytes(size));
        let origin = self.heap_origin(state);
        let object = state.memory.allocate(Region::Input, object, ALIGN, origin);
        let number = state.pointers.made.len() as u32;
        let made = Made { object, address: state.memory.address(object.id), ty: pointer.target };
        Rc::make_mut(&mut state.pointers).made.push(made);
        set(state, symbol, Choice::Made(number));
        let to = state.memory.pointer_to(object);
        let first = state.inputs.len();
        let naming = Naming { name: Rc::clone(&pointer.name), is_pointee: true, depth: pointer.depth + 1 };
        self.write_leaves(state, to, size, &naming, leaves, false)?;
        let record = ObjectRecord {
            name: Rc::clone(&pointer.name),
            ty: pointer.target,
            count,
            size: Bytes(size),
            place: to,
            parts: first..state.inputs.len(),
            made: Some(number),
        };
        Rc::make_mut(&mut state.objects).push(record);
        // It was there when the call under test began.
        let contents = state.memory.object(object.id).clone();
        for call in &mut state.calls {
            let call = Rc::make_mut(call);
            call.memory_before.allocate(Region::Input, contents.clone(), ALIGN, origin);
            if let Some(returned) = &mut call.returned {
                returned.memory_after.allocate(Region::Input, contents.clone(), ALIGN, origin);
            }
        }
        Ok(())
    }
}

fn set(state: &mut State, symbol: SymbolId, choice: Choice) {
    let pointers = Rc::make_mut(&mut state.pointers);
    pointers.known.get_mut(&symbol).expect("invariant: a pointer of this state").chosen = Some(choice);
}
