//! Memory that the program can no longer reach when it ends.

use super::machine::{Machine, Step};
use super::{Ending, State};
use crate::ir::Pc;
use crate::memory::{Byte, ObjectId, OriginKind, Region};
use crate::testcase::BugKind;
use rustc_hash::FxHashSet;
use std::ops::Range;
use std::rc::Rc;

impl Machine {
    /// Ends the path as an error if heap objects are left that neither a variable nor another object that can
    /// be reached points to.
    pub(super) fn check_leaks(&mut self, state: &mut State) -> Step {
        let lost = self.lost(state, Vec::new());
        let Some(first) = lost.first() else { return Ok(()) };
        Err(self.leak(state, *first, lost.len() - 1, "when the program ends").into())
    }

    /// Ends the path as an error if the call under test that has just returned has made heap objects that
    /// cannot be reached from its result, from variables, or from other objects that can be reached.
    pub(super) fn check_leaks_of_call(&mut self, state: &mut State) -> Step {
        let Some(call) = state.calls.last().map(Rc::clone) else { return Ok(()) };
        let Some(returned) = &call.returned else { return Ok(()) };
        let results = returned.results.iter().filter_map(|result| result.object());
        let mut lost = self.lost(state, results.map(|object| object.id).collect());
        let before: FxHashSet<ObjectId> =
            call.memory_before.live(Region::Heap).map(|object| object.id).collect();
        lost.retain(|id| !before.contains(id));
        let Some(first) = lost.first() else { return Ok(()) };
        Err(self.leak(state, *first, lost.len() - 1, "once the call has returned").into())
    }

    /// The heap objects that can no longer be reached from variables and these objects.
    fn lost(&mut self, state: &mut State, mut waiting: Vec<ObjectId>) -> Vec<ObjectId> {
        // Memory that models keep, such as the contents of files, stands for the library's own memory.
        let (heap, kept): (Vec<ObjectId>, Vec<ObjectId>) = state
            .memory
            .live(Region::Heap)
            .map(|object| object.id)
            .partition(|id| state.memory.origin(*id).kind == OriginKind::Heap);
        if heap.is_empty() {
            return heap;
        }
        for region in [Region::Static, Region::Stack, Region::Input] {
            waiting.extend(state.memory.live(region).map(|object| object.id));
        }
        waiting.extend(kept);
        let mut reached: FxHashSet<ObjectId> = FxHashSet::default();
        while let Some(id) = waiting.pop() {
            // A freed object has no contents, although a variable may still point to it.
            if state.memory.is_alive(id) && reached.insert(id) {
                self.targets_of(state, id, &mut waiting);
            }
        }
        heap.into_iter().filter(|id| !reached.contains(id)).collect()
    }

    /// The error that an object is lost, and `others` with it.
    fn leak(&mut self, state: &State, first: ObjectId, others: usize, when: &str) -> Ending {
        let what = self.object_words(&state.memory, first);
        let more = if others > 0 { format!(", and {others} more,") } else { String::new() };
        let message = format!("{what}{more} can no longer be freed {when}");
        let mut ending = self.bug_of(state, BugKind::MemoryLeak, message, first);
        let made = Pc::from_raw(state.memory.origin(first).number);
        if let Ending::Bug(bug) = &mut ending {
            // The place to look at is where the object was made.
            bug.stack = vec![self.site(self.program.function_of(made), made)];
        }
        ending
    }

    /// Adds the objects that the words of an object point to.
    fn targets_of(&mut self, state: &mut State, id: ObjectId, targets: &mut Vec<ObjectId>) {
        state.memory.settle(&mut self.arena, id);
        let object = state.memory.object(id);
        let words = |range: Range<usize>| (range.start..range.end.saturating_sub(7)).step_by(8);
        for offset in object.extents().into_iter().flat_map(words) {
            if let Some(target) = object.pointer_at(offset) {
                targets.push(target.id);
                continue;
            }
            // If the place where a pointer was written depends on inputs, the path's own witness decides.
            let mut byte = |at: usize| match object.byte(offset + at) {
                Byte::Concrete(byte) => Some(byte),
                Byte::Symbolic(term) => {
                    state.path.value(&self.arena, &mut self.solver, term).map(|value| value as u8)
                }
                // An input is no address; for a pointer that is an input, its object is stored in addition.
                Byte::Input(_) | Byte::Uninitialised => None,
            };
            let word: Option<Vec<u8>> = (0..8).map(&mut byte).collect();
            let address = word.and_then(|word| Some(u64::from_le_bytes(word.try_into().ok()?)));
            if let Some(target) = address.filter(|address| *address != 0).and_then(|a| state.memory.find(a)) {
                targets.push(target.id);
            }
        }
    }
}
