//! Text in the memory of the tested program.

use super::State;
use super::machine::Machine;
use crate::memory::{Byte, Value};
use crate::util::text;

/// Names and messages longer than this are cut.
const MAX_TEXT: usize = 4096;

impl Machine {
    /// The terminated text that `pointer` points to, if all of it is concrete, in a form that can be shown.
    pub(super) fn text_at(&self, state: &State, pointer: Value) -> Option<String> {
        self.terminated_at(state, pointer).map(|bytes| text::printable_bytes(&bytes))
    }

    /// The name that `pointer` points to, in a form that its bytes can be made from again.
    pub(super) fn name_at(&self, state: &State, pointer: Value) -> Option<String> {
        self.terminated_at(state, pointer).map(|bytes| text::name_of(&bytes))
    }

    /// The name of a file that `pointer` points to.
    pub(super) fn file_name_at(&self, state: &State, pointer: Value) -> Option<String> {
        self.terminated_at(state, pointer).map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
    }

    /// The bytes before the terminator, if all of them are concrete.
    fn terminated_at(&self, state: &State, pointer: Value) -> Option<Vec<u8>> {
        let address = pointer.as_int()?;
        let object = pointer.object().or_else(|| state.memory.find(address))?;
        if !state.memory.holds(object) {
            return None;
        }
        let start = address.checked_sub(state.memory.address(object.id))? as usize;
        let contents = state.memory.object(object.id);
        if !contents.updates().is_empty() {
            return None;
        }
        let mut bytes = Vec::new();
        for at in start..contents.len().min(start.saturating_add(MAX_TEXT)) {
            match contents.byte(at) {
                Byte::Concrete(0) => return Some(bytes),
                Byte::Concrete(byte) => bytes.push(byte),
                Byte::Symbolic(_) | Byte::Input(_) | Byte::Uninitialised => return None,
            }
        }
        None
    }
}
