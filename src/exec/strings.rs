//! Text in the memory of the tested program.

use super::State;
use super::machine::Machine;
use crate::memory::{Byte, Value};

/// Names and messages longer than this are cut.
const MAX_TEXT: usize = 4096;

impl Machine {
    /// The terminated text that `pointer` points to, where all of it is concrete.
    pub(super) fn text_at(&self, state: &State, pointer: Value) -> Option<String> {
        let address = pointer.as_int()?;
        let object = pointer.object().or_else(|| state.memory.find(address))?;
        if !state.memory.is_current(object) || state.memory.freed_by(object.id).is_some() {
            return None;
        }
        let start = address.checked_sub(state.memory.address(object.id))? as usize;
        let contents = state.memory.object(object.id);
        if !contents.updates().is_empty() {
            return None;
        }
        let mut text = Vec::new();
        for at in start..contents.len().min(start.saturating_add(MAX_TEXT)) {
            match contents.byte(at) {
                Byte::Concrete(0) => return Some(String::from_utf8_lossy(&text).into_owned()),
                Byte::Concrete(byte) => text.push(byte),
                Byte::Symbolic(_) | Byte::Uninitialised => return None,
            }
        }
        None
    }
}
