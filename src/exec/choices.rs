//! Chooses numbers for terms if the machine needs them: the object of a pointer, the size of an allocation.
//!
//! The state forks over the possible numbers. States that are split off run the instruction again with their
//! choice in their path condition, which then leaves one possibility. So a caller must not have changed the
//! state before it asks here.
//!
//! Possible numbers are found in an order that does not depend on witnesses: from the least one upwards.

use super::addresses::is_made_of_inputs;
use super::fork::Choice;
use super::machine::{Machine, Step};
use super::{DecisionKind, State};
use crate::expr::ExprId;
use crate::ir::{FuncId, Function};
use crate::memory::{Access, Memory, ObjectRef, PAGE, Value};
use crate::solver::Answer;
use crate::testcase::BugKind;
use crate::util::Bits;
use std::sync::Arc;

/// How many numbers a size is set to, at most: the least ones, and in addition the greatest one.
const MAX_NUMBERS: usize = 32;
/// How many of the least numbers the size of an allocation is set to if a few are enough.
const FEW_NUMBERS: usize = 4;
/// A number that is also tried then: arrays of that size are no longer tiny, and a reader can still see them.
const MIDDLE_NUMBER: u64 = 16;
/// How many objects a pointer is set to, at most.
const MAX_OBJECTS: usize = 64;
/// How many functions a pointer made of inputs is set to, at most.
const MAX_FUNCTIONS: usize = 16;

impl Machine {
    /// The least value of a term of at most 64 bits that is at least `from`; `None` if there is none. If no
    /// solver knows it, a number below it.
    pub(super) fn least_from(&mut self, state: &State, term: ExprId, from: u64) -> Step<Option<u64>> {
        let width = self.arena.width(term);
        let number = |machine: &mut Self, n: u64| machine.arena.constant(width, u128::from(n));
        let start = number(self, from);
        let here = self.arena.eq(term, start);
        if self.ask(state, here)? != Answer::No {
            return Ok(Some(from));
        }
        let above = self.arena.ult(start, term);
        if from == width.mask() as u64 || self.ask(state, above)? == Answer::No {
            return Ok(None);
        }
        let (mut low, mut high) = (from + 1, width.mask() as u64);
        let is_below = |machine: &mut Self, most: u64| {
            let bound = number(machine, most);
            let below = machine.arena.ule(term, bound);
            let inside = machine.arena.and(above, below);
            machine.ask(state, inside)
        };
        // The least number is usually close to `from`: double the distance, then halve the rest.
        let mut distance = 0;
        let mut found = false;
        while low < high {
            let middle = low + if found { (high - low) / 2 } else { distance.min((high - low) / 2) };
            distance = u64::saturating_add(distance, distance) | 1;
            match is_below(self, middle)? {
                Answer::Yes(_) => (high, found) = (middle, true),
                Answer::No => low = middle + 1,
                Answer::Unknown => return Ok(Some(low)),
            }
        }
        Ok(Some(low))
    }

    /// The greatest value of a term that is at most `to`, if there is one. If no solver knows it, a number
    /// above it.
    fn greatest_to(&mut self, state: &State, term: ExprId, to: u64) -> Step<u64> {
        let width = self.arena.width(term);
        let (mut low, mut high) = (0, to);
        let limit = self.arena.constant(width, u128::from(to));
        let fits = self.arena.ule(term, limit);
        while low < high {
            let middle = low + (high - low).div_ceil(2);
            let bound = self.arena.constant(width, u128::from(middle));
            let above = self.arena.ule(bound, term);
            let inside = self.arena.and(fits, above);
            match self.ask(state, inside)? {
                Answer::Yes(_) => low = middle,
                Answer::No => high = middle - 1,
                Answer::Unknown => return Ok(high),
            }
        }
        Ok(low)
    }

    /// The least and the greatest value of a term that is known to be at most `to`.
    pub(super) fn range_of(&mut self, state: &State, term: ExprId, to: u64) -> Step<(u64, u64)> {
        let least = self.least_from(state, term, 0)?.unwrap_or(0);
        Ok((least, self.greatest_to(state, term, to)?.max(least)))
    }

    /// Chooses a number for a size that may be a term. The state forks: one state for each size up to
    /// `limit`, one for the least size above `limit`, and one for all sizes above `beyond`, for which the
    /// request fails, so that any number above `beyond` stands for them. Sizes that are left out are counted.
    pub(super) fn pin(
        &mut self,
        state: &mut State,
        value: Value,
        width: Bits,
        limit: u64,
        beyond: u64,
    ) -> Step<u64> {
        self.pin_to(state, value, width, Sizes { limit, beyond, are_few: false })
    }

    /// The same for the size of an allocation, which may be set to a few numbers only.
    pub(super) fn pin_allocation(&mut self, state: &mut State, value: Value, beyond: u64) -> Step<u64> {
        let sizes = Sizes { limit: self.options.max_symbolic_size, beyond, are_few: self.options.few_sizes };
        self.pin_to(state, value, Bits(64), sizes)
    }

    /// `symir_text_number(number)`: the number of a text. If it is an input, it may be set to one number.
    pub(super) fn text_number(&mut self, state: &mut State, value: Value) -> Step<Value> {
        if !self.options.few_texts || value.as_int().is_some() {
            return Ok(value);
        }
        let width = Bits(32);
        let term = value.to_term(&mut self.arena, width);
        let least = self.least_from(state, term, 1)?.unwrap_or(0);
        let constant = self.arena.constant(width, u128::from(least));
        let condition = self.arena.eq(term, constant);
        self.narrow(state, "texts of other error numbers left out");
        self.fork_here(state, &[Choice { what: Value::int(least), condition }])
    }

    fn pin_to(&mut self, state: &mut State, value: Value, width: Bits, sizes: Sizes) -> Step<u64> {
        let Sizes { limit, beyond, are_few } = sizes;
        if let Some(number) = value.as_int() {
            return Ok(number);
        }
        let term = value.to_term(&mut self.arena, width);
        let mut numbers = Vec::new();
        let most = if are_few { FEW_NUMBERS } else { MAX_NUMBERS };
        let mut next = self.least_from(state, term, 0)?;
        while let Some(number) = next {
            if number > limit || numbers.len() == most {
                break;
            }
            numbers.push(number);
            next = self.least_after(state, term, number)?;
        }
        if next.is_some_and(|number| number <= limit) {
            if are_few
                && let Some(middle) = self.least_from(state, term, MIDDLE_NUMBER.max(next.unwrap_or(0)))?
                && middle <= limit
            {
                numbers.push(middle);
            }
            let greatest = self.greatest_to(state, term, limit)?;
            if !numbers.contains(&greatest) {
                numbers.push(greatest);
            }
            next = self.least_after(state, term, limit)?;
            self.narrow(state, "sizes between the least and the greatest left out");
        }
        if let Some(above) = next
            && above <= beyond
            && !(are_few && numbers.len() > FEW_NUMBERS)
        {
            numbers.push(above);
            if self.least_after(state, term, above)?.is_some_and(|another| another <= beyond) {
                self.narrow(state, "sizes above the limit left out");
            }
        }
        let mut ways: Vec<Choice<u64>> = Vec::new();
        for number in numbers {
            let constant = self.arena.constant(width, u128::from(number));
            ways.push(Choice { what: number, condition: self.arena.eq(term, constant) });
        }
        if u128::from(beyond) < width.mask() {
            let bound = self.arena.constant(width, u128::from(beyond));
            ways.push(Choice { what: u64::MAX, condition: self.arena.ult(bound, term) });
        }
        self.fork_here(state, &ways)
    }

    fn least_after(&mut self, state: &State, term: ExprId, number: u64) -> Step<Option<u64>> {
        let last = self.arena.width(term).mask() as u64;
        if number >= last { Ok(None) } else { self.least_from(state, term, number + 1) }
    }

    /// Forks: the state takes the first possible choice, and a state is split off for each other choice, to
    /// run the instruction again.
    pub(super) fn fork_here<T: Copy>(&mut self, state: &mut State, choices: &[Choice<T>]) -> Step<T> {
        let ways = self.ways(state, choices, |_, _| {})?;
        if let [only] = &ways[..] {
            let opposite = self.arena.not(only.side.condition());
            if self.ask(state, opposite)? == Answer::No {
                return Ok(only.what);
            }
        }
        self.split(state, DecisionKind::Choice, ways, |_, _, _| {})
    }

    /// The object that a pointer without a known object points to. The state forks over the possible objects;
    /// states in which it points to no object end as errors.
    pub(super) fn pin_object(
        &mut self,
        state: &mut State,
        pointer: Value,
        access: Access,
    ) -> Step<ObjectRef> {
        let term = pointer.to_term(&mut self.arena, Bits(64));
        if is_made_of_inputs(&self.arena, term) {
            let named = self.objects_named(state);
            return self.pin_named(state, term, &named, access.verb());
        }
        let mut found: Vec<Choice<ObjectRef>> = Vec::new();
        let mut elsewhere = self.arena.bool(true);
        let mut from = 0;
        let mut is_wild = false;
        while found.len() < MAX_OBJECTS {
            let Some(address) = self.least_from(state, term, from)? else { break };
            let end = match state.memory.find(address) {
                Some(object) => {
                    let start = state.memory.address(object.id);
                    let end = start + state.memory.size(object.id).0;
                    let inside = self.between(term, start, end);
                    found.push(Choice { what: object, condition: inside });
                    let outside = self.arena.not(inside);
                    elsewhere = self.arena.and(elsewhere, outside);
                    end
                }
                None => {
                    is_wild = true;
                    match state.memory.next_object(address) {
                        Some(object) => state.memory.address(object.id) - 1,
                        None => u64::MAX,
                    }
                }
            };
            let Some(next) = end.checked_add(1) else { break };
            from = next;
        }
        if found.len() == MAX_OBJECTS && self.least_from(state, term, from)?.is_some() {
            // Addresses behind the last of these objects may belong to objects, too, and are no error.
            let end = self.arena.constant(Bits(64), u128::from(from));
            let before = self.arena.ult(term, end);
            elsewhere = self.arena.and(elsewhere, before);
            self.narrow(state, "objects that a symbolic pointer may point to left out");
        }
        if is_wild {
            self.check_nowhere(state, term, elsewhere, access.verb())?;
        }
        self.fork_here(state, &found)
    }

    /// The object among `named` that a term made only of inputs points to. States in which it points to none
    /// of them end as errors: it cannot point to other objects, because an input cannot know their addresses.
    fn pin_named(
        &mut self,
        state: &mut State,
        term: ExprId,
        named: &[ObjectRef],
        verb: &str,
    ) -> Step<ObjectRef> {
        let mut found: Vec<Choice<ObjectRef>> = Vec::new();
        let mut elsewhere = self.arena.bool(true);
        for object in named {
            let start = state.memory.address(object.id);
            let inside = self.between(term, start, start + state.memory.size(object.id).0);
            found.push(Choice { what: *object, condition: inside });
            let outside = self.arena.not(inside);
            elsewhere = self.arena.and(elsewhere, outside);
        }
        self.check_nowhere(state, term, elsewhere, verb)?;
        self.fork_here(state, &found)
    }

    /// Ends the states in which a term is null, and those in which `elsewhere` holds: it points to no object.
    fn check_nowhere(&mut self, state: &mut State, term: ExprId, elsewhere: ExprId, verb: &str) -> Step {
        // No object lies in the first page.
        let page = self.arena.constant(Bits(64), u128::from(PAGE));
        let null = self.arena.ult(term, page);
        let nowhere = [null, elsewhere].map(|condition| Value::from_term(&self.arena, condition));
        let kinds = [
            (BugKind::NullPointer, "through a null pointer, or just above one"),
            (BugKind::WildPointer, "at an address that depends on the input, where no object lies"),
        ];
        for (condition, (kind, place)) in nowhere.into_iter().zip(kinds) {
            self.check(state, condition, |machine, state| {
                machine.bug(state, kind, format!("{verb} {place}"))
            })?;
        }
        Ok(())
    }

    /// low ≤ term ≤ high
    fn between(&mut self, term: ExprId, low: u64, high: u64) -> ExprId {
        let [low, high] = [low, high].map(|bound| self.arena.constant(Bits(64), u128::from(bound)));
        let above = self.arena.ule(low, term);
        let below = self.arena.ule(term, high);
        self.arena.and(above, below)
    }

    /// The function whose address a term is. A term made only of inputs may be the address of any function
    /// whose address the program takes, if its parameters and results fit the call.
    pub(super) fn pin_function(&mut self, state: &mut State, pointer: Value, call: Shape) -> Step<Value> {
        let term = pointer.to_term(&mut self.arena, Bits(64));
        if is_made_of_inputs(&self.arena, term) {
            return self.pin_candidate(state, term, call);
        }
        let object = self.pin_object(state, pointer, Access::Read)?;
        let start = Value::int(state.memory.address(object.id));
        let is_start =
            self.general_compare(crate::ir::Predicate::Ne, Bits(64), pointer.with_object(None), start);
        self.check(state, is_start, |machine, state| {
            machine.bug(state, BugKind::WildPointer, "calls an address that is no function")
        })?;
        Ok(state.memory.pointer_to(object))
    }

    fn pin_candidate(&mut self, state: &mut State, term: ExprId, call: Shape) -> Step<Value> {
        let program = Arc::clone(&self.program);
        let candidates = self.code.candidates(&program);
        let fits = |id: &&FuncId| call.fits(&program.functions[id.index()]);
        let fitting: Vec<FuncId> = candidates.iter().filter(fits).copied().collect();
        let mut ways: Vec<Choice<FuncId>> = Vec::new();
        let mut elsewhere = self.arena.bool(true);
        for id in fitting.iter().take(MAX_FUNCTIONS) {
            let address = state.memory.address(Memory::function_object(id.index()));
            let address = self.arena.constant(Bits(64), u128::from(address));
            let here = self.arena.eq(term, address);
            ways.push(Choice { what: *id, condition: here });
            let not_here = self.arena.not(here);
            elsewhere = self.arena.and(elsewhere, not_here);
        }
        if fitting.len() > MAX_FUNCTIONS {
            self.narrow(state, "functions that a symbolic pointer may point to left out");
        }
        let zero = self.arena.constant(Bits(64), 0);
        let null = self.arena.eq(term, zero);
        for (condition, kind, words) in [
            (null, BugKind::NullPointer, "calls a null pointer"),
            (
                elsewhere,
                BugKind::WildPointer,
                "calls an address that depends on the input and is no function",
            ),
        ] {
            let condition = Value::from_term(&self.arena, condition);
            self.check(state, condition, |machine, state| machine.bug(state, kind, words))?;
        }
        let function = self.fork_here(state, &ways)?;
        let object = ObjectRef { id: Memory::function_object(function.index()), generation: 0 };
        Ok(state.memory.pointer_to(object))
    }
}

/// The sizes that a term is set to.
#[derive(Copy, Clone)]
struct Sizes {
    limit: u64,
    beyond: u64,
    are_few: bool,
}

/// The arguments and the number of results of a call.
#[derive(Copy, Clone)]
pub(super) struct Shape<'a> {
    pub arguments: &'a [(Value, Bits)],
    pub n_results: usize,
}

impl Shape<'_> {
    fn fits(self, function: &Function) -> bool {
        let n = function.params.len();
        let same_number =
            if function.is_vararg { self.arguments.len() >= n } else { self.arguments.len() == n };
        let mut pairs = function.params.iter().zip(self.arguments);
        same_number
            && pairs.all(|(param, (_, width))| param.width == *width)
            && (self.n_results == 0 || function.n_results as usize == self.n_results)
    }
}
