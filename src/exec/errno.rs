//! `errno`, which a program has if it uses it: it is the only variable of the model that returns its address.

use super::State;
use super::machine::{Machine, Step};
use crate::ir::Program;
use crate::memory::{Memory, ObjectRef, Value};
use crate::util::Bits;

/// The variable of the model.
const NAME: &str = "__errno_location.number";

/// The object of the program's `errno`. Globals are made right after the functions.
pub(super) fn find(program: &Program) -> Option<ObjectRef> {
    let at = program.globals.iter().position(|global| global.name == NAME)?;
    Some(ObjectRef { id: Memory::function_object(program.functions.len() + at), generation: 0 })
}

impl Machine {
    /// The value of `errno`, if the program has it.
    pub(super) fn errno(&mut self, state: &mut State) -> Step<Option<Value>> {
        let Some(object) = self.errno else { return Ok(None) };
        let place = state.memory.pointer_to(object);
        self.read(state, place, Bits(32)).map(Some)
    }

    /// Sets `errno`, if the program has it.
    pub(super) fn set_errno(&mut self, state: &mut State, number: Value) -> Step {
        let Some(object) = self.errno else { return Ok(()) };
        let place = state.memory.pointer_to(object);
        self.write(state, place, Bits(32), number)
    }
}
