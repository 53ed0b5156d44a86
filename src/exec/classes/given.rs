//! Notes the truth values that a call under test gives to mocks, in arguments or in what they point to. If a
//! choice between two constants decides only what a mock is given, the path is split by it like by a choice
//! that decides the result.

use super::{Machine, decided_by, is_plain};
use crate::exec::state::{RecordedCall, State, Written};
use crate::exec::typed::{Leaf, LeafKind, leaves};
use crate::ir::{CType, TypeId};
use crate::memory::{Content, Value};
use crate::testcase::InputKind;

/// How many truth values given to mocks a path is split by, at most.
const MAX_GIVEN: usize = 3;
/// How many parts of a structure are looked at.
const MAX_PARTS: usize = 32;

impl Machine {
    /// Notes what a mock is given in this call.
    pub(in crate::exec) fn note_given(&mut self, state: &mut State, call: &RecordedCall) {
        let n_given = state.written.iter().filter(|written| written.part > 0).count();
        if !self.options.split_results || n_given == MAX_GIVEN {
            return;
        }
        let params = self.program.functions[call.function.index()].signature.as_ref();
        let params: Vec<TypeId> = params.map_or(Vec::new(), |signature| signature.params.clone());
        let mut given: Vec<Value> = Vec::new();
        for (at, (value, _)) in call.arguments.iter().enumerate() {
            given.push(*value);
            // Structures may be passed in several pieces, so that parameters are not in their places.
            let ty = params.get(at).filter(|_| params.len() == call.arguments.len());
            if let Some(CType::Pointer(target)) = ty.map(|ty| self.program.ctype(*ty).clone()) {
                self.pointed(state, *value, target, &mut given);
            }
        }
        for (part, value) in (0..).zip(given) {
            let Content::Term(term) = value.content() else { continue };
            let n_given = state.written.iter().filter(|written| written.part > 0).count();
            if n_given == MAX_GIVEN {
                return;
            }
            let Some(condition) = decided_by(&self.arena, term) else { continue };
            let is_known = |written: &Written| {
                written.condition == condition || (written.at, written.part) == (call.at, part + 1)
            };
            if is_plain(&self.arena, condition) && !state.written.iter().any(is_known) {
                state.written.push(Written { at: call.at, part: part + 1, condition });
            }
        }
    }

    /// Adds the numbers in the object of type `target` that a pointer leads to.
    fn pointed(&mut self, state: &State, pointer: Value, target: TypeId, given: &mut Vec<Value>) {
        let (Some(object), Some(address)) = (pointer.object(), pointer.as_int()) else { return };
        let memory = &state.memory;
        if !memory.holds(object) {
            return;
        }
        let offset = address.wrapping_sub(memory.address(object.id));
        let is_number = |leaf: &&Leaf| {
            matches!(leaf.kind, LeafKind::Bool | LeafKind::Input(InputKind::Integer { .. }))
                && leaf.offset.0.is_multiple_of(8)
                && leaf.width.0.is_multiple_of(8)
        };
        let Ok(leaves) = leaves(&self.program, target, 1) else { return };
        for leaf in leaves.iter().filter(is_number).take(MAX_PARTS) {
            let at = offset.wrapping_add(u64::from(leaf.offset.0) / 8);
            let end = at.saturating_add(u64::from(leaf.width.0) / 8);
            if end > memory.size(object.id).0 {
                return;
            }
            let (value, is_unwritten) =
                memory.object(object.id).read(&mut self.arena, at as usize, leaf.width);
            if !is_unwritten {
                given.push(value);
            }
        }
    }
}
