//! Targets for pointers that a path has not read, so that any are right.

use super::{Choice, Machine, Place, set};
use crate::exec::state::{Declared, State};
use crate::expr::SymbolId;
use crate::memory::{Memory, ObjectRef, Value};
use crate::testcase::InputKind;
use crate::util::Bits;

/// How many pointers of a call get objects because it overwrites them.
const MAX_OVERWRITTEN: usize = 8;

/// A target for a pointer that the path has not read.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Lead<'a> {
    Null,
    /// To an object of its own.
    Own,
    /// To the beginning of the object of this number.
    Made(u32),
    /// To the function of this name.
    Function(&'a str),
}

impl Machine {
    /// Gives a target to a pointer that was not read, on a path that has ended. Returns whether that is
    /// possible; if not, the state is of no use any more.
    pub fn lead(&mut self, state: &mut State, symbol: SymbolId, to: Lead<'_>) -> bool {
        let pointer = state.pointers.known[&symbol].clone();
        let led = match to {
            Lead::Null => {
                set(state, symbol, Choice::Null);
                pointer.count.map_or(Ok(()), |count| self.require_none(state, count))
            }
            Lead::Own => self.make_target(state, symbol, &pointer),
            Lead::Made(object) => {
                if state.pointers.made[object as usize].ty != pointer.target {
                    return false;
                }
                set(state, symbol, Choice::Made(Place { object, offset: 0 }));
                Ok(())
            }
            Lead::Function(name) => {
                let functions = self.functions_of(state, &pointer);
                let is_it = |choice: &Choice| match choice {
                    Choice::Function(function) => self.program.functions[function.index()].name == name,
                    _ => false,
                };
                let Some(choice) = functions.into_iter().find(is_it) else { return false };
                set(state, symbol, choice);
                Ok(())
            }
        };
        led.is_ok()
    }

    /// Gives objects to pointers that a call under test, which returns now, has overwritten by null without
    /// reading them. If they were null before, nobody would notice that the call no longer does so.
    pub(in crate::exec) fn lead_overwritten(&mut self, state: &mut State, call: usize) {
        for symbol in self.overwritten(state, call).into_iter().take(MAX_OVERWRITTEN) {
            let pointer = state.pointers.known[&symbol].clone();
            let may_own = pointer.count.is_none() && self.choices(state, &pointer).contains(&Choice::Own);
            // If it fails half-way, the state stays as it was.
            let mut led = state.fork();
            if may_own && self.lead(&mut led, symbol, Lead::Own) {
                *state = led;
            }
        }
    }

    /// The pointers that were inputs when a call began, that the path has not read, and where it has written
    /// null.
    fn overwritten(&mut self, state: &State, call: usize) -> Vec<SymbolId> {
        const WIDTH: Bits = Bits(64);
        let unread: Vec<SymbolId> = state.pointers.unread().collect();
        if unread.is_empty() {
            return Vec::new();
        }
        let before = &state.calls[call].memory_before;
        let is_there = |memory: &Memory, object: ObjectRef| memory.holds(object);
        let mut found = Vec::new();
        for declared in state.declared() {
            let Declared::Object(object, parts) = declared else { continue };
            let place = object.place.object();
            let Some(place) = place.filter(|it| is_there(before, *it) && is_there(&state.memory, *it)) else {
                continue;
            };
            let begin = object.place.as_int().map(|address| address - before.address(place.id));
            let pointers = parts.iter().filter(|part| part.kind == InputKind::Pointer);
            for (part, begin) in pointers.filter_map(|part| Some((part, begin?))) {
                let symbol = part.symbols[0];
                let offset = (begin + u64::from(part.within.map_or(0, |within| within.0 / 8))) as usize;
                if !unread.contains(&symbol) {
                    continue;
                }
                let was = before.object(place.id).read(&mut self.arena, offset, WIDTH).0;
                let is = state.memory.object(place.id).read(&mut self.arena, offset, WIDTH).0;
                if was.as_int().is_none() && is == Value::ZERO {
                    found.push(symbol);
                }
            }
        }
        found
    }
}
