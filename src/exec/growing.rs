//! Inputs whose size is an input, too: arrays with a number of elements, and strings that end with their
//! terminator.
//!
//! Memory has room for the largest size that such an object can have. The size that is recorded there is the
//! one that it has in any case on this path. An access beyond that size asks whether the object can be
//! larger. If it cannot, the access is an error; if it can, the object is larger from then on. So a program
//! that walks through an array or a string decides about the length by its own comparisons, and nothing is
//! decided about parts that it does not look at. If an instruction needs the size as a number, the state
//! forks over all sizes that are left.

use super::DecisionKind;
use super::fork::{Choice, Sides};
use super::imitating;
use super::machine::{Machine, Step};
use super::pointers::{Made, Pointee, Pointers};
use super::shims::Naming;
use super::state::State;
use crate::expr::{Assignment, ExprId, SymbolId};
use crate::ir::CType;
use crate::memory::{Access, AccessError, Byte, Memory, ObjectRef, SymbolByte, Value};
use crate::testcase::InputKind;
use crate::util::{Bits, Bytes};
use std::rc::Rc;

/// What determines the size of an object.
#[derive(Clone, Debug)]
pub(super) enum Extent {
    Array(Elements),
    /// It ends with the first of its characters that is zero, or with a zero behind all of them.
    Text {
        characters: Vec<SymbolId>,
    },
    /// An object of unknown type is as large as the part of it that the path has used.
    Used {
        most: Bytes,
        used: Bytes,
    },
}

/// Elements whose number is an input.
#[derive(Clone, Debug)]
pub(super) struct Elements {
    /// The input, and its value as 64 bits.
    pub(super) length: (SymbolId, ExprId),
    /// The size of one element.
    pub(super) element: Bytes,
    pub(super) most: u64,
    /// The size of the rest of the object, which it has in any case.
    pub(super) header: Bytes,
    /// Where the first element lies.
    pub(super) first: Bytes,
}

impl Elements {
    /// The size of an object with so many elements.
    fn size(&self, count: u64) -> u64 {
        self.header.0 + self.element.0 * count
    }

    /// How many elements there have to be so that an object has so many bytes.
    fn count(&self, size: u64) -> u64 {
        size.saturating_sub(self.header.0).div_ceil(self.element.0.max(1))
    }
}

impl Extent {
    /// The size that it has in any case.
    pub(super) fn least(&self) -> Bytes {
        match self {
            Extent::Array(elements) => elements.header,
            Extent::Used { .. } => Bytes(0),
            Extent::Text { .. } => Bytes(1),
        }
    }

    fn most(&self) -> Bytes {
        match self {
            Extent::Array(elements) => Bytes(elements.size(elements.most)),
            Extent::Text { characters } => Bytes(characters.len() as u64 + 1),
            Extent::Used { most, .. } => *most,
        }
    }

    /// The smallest size of at least so many bytes.
    fn size_from(&self, bytes: u64) -> u64 {
        match self {
            Extent::Array(elements) => elements.size(elements.count(bytes)),
            Extent::Text { .. } | Extent::Used { .. } => bytes,
        }
    }

    /// All possible sizes from `from` on, each once.
    fn sizes(&self, from: u64) -> impl DoubleEndedIterator<Item = u64> + use<> {
        let mut sizes: Vec<u64> = match self {
            Extent::Array(elements) => (0..=elements.most).map(|count| elements.size(count)).collect(),
            Extent::Text { .. } | Extent::Used { .. } => (from..=self.most().0).collect(),
        };
        sizes.retain(|size| *size >= from);
        sizes.dedup();
        sizes.into_iter()
    }

    /// The size under these values.
    pub(super) fn size(&self, values: &Assignment) -> Bytes {
        match self {
            Extent::Array(elements) => {
                Bytes(elements.size((values.get(elements.length.0) as u64).min(elements.most)))
            }
            Extent::Text { characters } => {
                let end = characters.iter().position(|symbol| values.get(*symbol) == 0);
                Bytes(end.unwrap_or(characters.len()) as u64 + 1)
            }
            Extent::Used { used, .. } => Bytes(used.0.max(imitating::UNUSED)),
        }
    }
}

impl State {
    /// Whether there are objects whose size is an input.
    pub fn has_growing(&self) -> bool {
        self.pointers.growing().next().is_some()
    }

    /// A copy of the state in which these objects are as large as the values say.
    pub fn with_sizes(&self, values: &Assignment) -> State {
        let mut state = self.clone();
        let sizes: Vec<_> = self
            .pointers
            .growing()
            .filter_map(|made| Some((made.object, made.extent.as_ref()?.size(values))))
            .collect();
        let set = |memory: &mut Memory| {
            for (object, size) in &sizes {
                memory.set_size(object.id, *size);
            }
        };
        set(&mut state.memory);
        for call in state.recorded_mut() {
            Rc::make_mut(call).memories(&mut |memory| set(memory));
        }
        state
    }
}

impl Machine {
    /// `symir_array(type, most, name)` or, without a size, `symir_text(most, name)`: sets `variable`.
    pub(super) fn input_growing(
        &mut self,
        state: &mut State,
        variable: Value,
        most: Value,
        name: Value,
        element: Option<Bytes>,
    ) -> Step {
        let function = if element.is_some() { "symir_array" } else { "symir_text" };
        let most = self.input_size(state, most, function)?;
        let name = self.input_name(state, name)?;
        let ty = match self.variable_type(state, variable).map(|ty| self.program.ctype(ty)) {
            Some(CType::Pointer(ty)) => *ty,
            _ => {
                let what = format!("{function} of `{name}` in code without debug information");
                return Err(self.unsupported(state, what).into());
            }
        };
        let width = std::iter::once((0, Bits(64)));
        let terms = self.declare(state, Rc::clone(&name), InputKind::Pointer, width);
        if let Some(input) = Rc::make_mut(&mut state.inputs).last_mut() {
            Rc::make_mut(input).named = Rc::new([0]);
        }
        self.place_input(state, variable);
        let symbol = self.arena.node(terms[0]).symbol();
        Rc::make_mut(&mut state.pointers).declare(symbol, Rc::clone(&name), ty, 0);
        let naming = Naming { name, is_pointee: false, depth: 1, is_head: false };
        let pointee = if element.is_some() { Pointee::Array(most) } else { Pointee::Text(most) };
        let pointer = self.make_object(state, &naming, ty, pointee, Some(symbol))?;
        self.write(state, variable, Bits(64), pointer)
    }

    /// Declares the input that is the length of an array.
    pub(super) fn declare_length(&mut self, state: &mut State, name: &str, most: u64) -> Step<ExprId> {
        let length = self.input_integer(state, format!("{name}.length").into(), Bits(64), false)?;
        let length = length.to_term(&mut self.arena, Bits(64));
        let bound = self.arena.constant(Bits(64), most.into());
        let fits = self.arena.ule(length, bound);
        self.require(state, fits)?;
        Ok(length)
    }

    pub(super) fn array_extent(&self, length: ExprId, element: Bytes, most: u64) -> Extent {
        let length = (self.arena.node(length).symbol(), length);
        Extent::Array(Elements { length, element, most, header: Bytes(0), first: Bytes(0) })
    }

    /// The extent of a string that was just made.
    pub(super) fn text_extent(&self, state: &State, object: ObjectRef) -> Extent {
        let contents = state.memory.object(object.id);
        let character = |at| match contents.byte(at) {
            Byte::Input(part) => Some(part.symbol),
            _ => None,
        };
        Extent::Text { characters: (0..contents.len()).map_while(character).collect() }
    }

    /// `symir_length(array, size)`: the number of elements of this size, from the place on to which `array` points.
    pub(super) fn length_of(&mut self, state: &mut State, array: Value, size: Value) -> Step<Value> {
        let size = self.input_size(state, size, "symir_array_length")?.max(1);
        let Some(object) = array.object().filter(|object| state.memory.is_current(*object)) else {
            return Ok(Value::ZERO);
        };
        let address = state.memory.address(object.id);
        if let Some(Extent::Array(elements)) = open_extent(&state.pointers, object).as_deref()
            && array.as_int().is_none_or(|place| place >= address + elements.first.0)
            && elements.element.0 == size
        {
            let length = elements.length.1;
            return Ok(match array.as_int() == Some(address + elements.first.0) {
                true => Value::term(length),
                false => self.less(length, array, address + elements.first.0, size),
            });
        }
        self.settle_size(state, object)?;
        let length = state.memory.size(object.id).0 / size;
        if array.as_int() == Some(address) {
            return Ok(Value::int(length));
        }
        let length = self.arena.constant(Bits(64), length.into());
        Ok(self.less(length, array, address, size))
    }

    /// The number of elements from a place on in an array of this length that begins at an address.
    fn less(&mut self, length: ExprId, place: Value, address: u64, size: u64) -> Value {
        let place = place.to_term(&mut self.arena, Bits(64));
        let begin = self.arena.constant(Bits(64), address.into());
        let size = self.arena.constant(Bits(64), size.into());
        let distance = self.arena.sub(place, begin);
        let skipped = self.arena.udiv(distance, size);
        let left = self.arena.sub(length, skipped);
        Value::from_term(&self.arena, left)
    }

    /// Handles an access that was found to lie outside of an object. Returns whether the object has become
    /// larger, so that the access lies in it. States in which it is too small end as errors.
    pub(super) fn grow(&mut self, state: &mut State, error: AccessError, access: Access) -> Step<bool> {
        let AccessError::OutOfBounds { object, offset, size } = error else { return Ok(false) };
        let Some(extent) = open_extent(&state.pointers, object) else {
            return self.reconsider(state, object, offset, size);
        };
        if let Extent::Used { .. } = *extent {
            return self.imitate(state, object, offset, size);
        }
        let end = u64::try_from(offset).ok().and_then(|offset| offset.checked_add(size.0));
        let needed = end.map(|end| extent.size_from(end)).filter(|needed| *needed <= extent.most().0);
        let Some(needed) = needed else {
            self.settle_below(state, object, &extent, extent.most().0 + 1);
            return Ok(false);
        };
        let known = state.memory.size(object.id).0;
        let is_short = self.is_smaller(&extent, known, needed);
        let is_short = Value::from_term(&self.arena, is_short);
        match self.decide_as(DecisionKind::Check, state, is_short)? {
            Sides::False => {}
            Sides::True => {
                self.settle_below(state, object, &extent, needed);
                return Ok(false);
            }
            Sides::Both { mut when_true } => {
                self.settle_below(&mut when_true, object, &extent, needed);
                let ending = self.access_bug(&when_true, access, error);
                self.scope.end(*when_true, ending);
            }
        }
        state.memory.set_size(object.id, Bytes(needed));
        Ok(true)
    }

    /// The condition that an object, which has at least `known` bytes, has less than `needed`.
    fn is_smaller(&mut self, extent: &Extent, known: u64, needed: u64) -> ExprId {
        match extent {
            Extent::Array(elements) => {
                let bound = self.arena.constant(Bits(64), elements.count(needed).into());
                self.arena.ult(elements.length.1, bound)
            }
            Extent::Text { characters } => {
                let mut ends = self.arena.bool(false);
                for character in &characters[known as usize - 1..needed as usize - 1] {
                    let is_zero = self.is_zero(*character);
                    ends = self.arena.or(ends, is_zero);
                }
                ends
            }
            Extent::Used { .. } => self.arena.bool(false),
        }
    }

    /// The condition that an object, which has at least `known` bytes, has this size.
    fn is_size(&mut self, extent: &Extent, known: u64, size: u64) -> ExprId {
        match extent {
            Extent::Array(elements) => {
                let number = self.arena.constant(Bits(64), elements.count(size).into());
                self.arena.eq(elements.length.1, number)
            }
            Extent::Text { characters } => {
                let shorter = self.is_smaller(extent, known, size);
                let longer = self.arena.not(shorter);
                match characters.get(size as usize - 1) {
                    Some(last) => {
                        let is_zero = self.is_zero(*last);
                        self.arena.and(longer, is_zero)
                    }
                    None => longer,
                }
            }
            Extent::Used { .. } => self.arena.bool(size == imitating::UNUSED.max(known)),
        }
    }

    fn is_zero(&mut self, character: SymbolId) -> ExprId {
        let character = self.arena.term_of(character);
        let zero = self.arena.constant(Bits(8), 0);
        self.arena.eq(character, zero)
    }

    /// Gives an object the largest possible size below `bound`.
    fn settle_below(&mut self, state: &mut State, object: ObjectRef, extent: &Extent, bound: u64) {
        let known = state.memory.size(object.id).0;
        for size in extent.sizes(known).rev().filter(|size| *size < bound) {
            let condition = self.is_size(extent, known, size);
            if let Some(side) = state.path.side_reduced(&mut self.arena, &mut self.solver, condition) {
                self.commit(state, side, DecisionKind::Check);
                state.memory.set_size(object.id, Bytes(size));
                if let Some(made) = Rc::make_mut(&mut state.pointers).growing_mut(object) {
                    made.is_settled = true;
                }
                return;
            }
        }
    }

    /// Decides the size of an object, if it is open: the state forks over the possible sizes. A caller must
    /// not have changed the state before.
    pub(super) fn settle_size(&mut self, state: &mut State, object: ObjectRef) -> Step {
        let Some(extent) = open_extent(&state.pointers, object) else { return Ok(()) };
        if !state.memory.is_alive(object.id) {
            return Ok(());
        }
        if let Extent::Used { .. } = *extent {
            return self.settle_imitating(state, object);
        }
        let known = state.memory.size(object.id).0;
        let mut ways: Vec<Choice<u64>> = Vec::new();
        for size in extent.sizes(known) {
            ways.push(Choice { what: size, condition: self.is_size(&extent, known, size) });
        }
        let size = self.fork_here(state, &ways)?;
        state.memory.set_size(object.id, Bytes(size));
        if let Some(made) = Rc::make_mut(&mut state.pointers).growing_mut(object) {
            made.is_settled = true;
        }
        Ok(())
    }

    /// How many bytes of an object code may read without an error if it stops at the first zero. For a string
    /// that was not changed at its end, these are all bytes that it has room for.
    pub(super) fn readable_text(&self, state: &State, object: ObjectRef) -> Bytes {
        let known = state.memory.size(object.id);
        let Some(extent) = open_extent(&state.pointers, object) else { return known };
        let Extent::Text { characters } = &*extent else { return known };
        let last = known.0 as usize - 1;
        match characters.get(last) {
            Some(symbol) => {
                let unchanged = Byte::Input(SymbolByte { symbol: *symbol, byte: 0 });
                match state.memory.object(object.id).byte(last) == unchanged {
                    true => extent.most(),
                    false => known,
                }
            }
            None => known,
        }
    }
}

/// What determines the size of an object, if the size is not decided yet.
pub(super) fn open_extent(pointers: &Pointers, object: ObjectRef) -> Option<Rc<Extent>> {
    let is_it = |made: &&Made| made.object == object && !made.is_settled;
    pointers.growing().find(is_it)?.extent.clone()
}
