//! Memory that the program can no longer reach when it ends.

use super::State;
use super::machine::{Machine, Step};
use crate::ir::Pc;
use crate::memory::{Byte, ObjectId, OriginKind, Region};
use crate::testcase::BugKind;
use rustc_hash::FxHashSet;
use std::ops::Range;

impl Machine {
    /// Ends the path as an error if heap objects are left that neither a variable nor another object that can
    /// be reached points to.
    pub(super) fn check_leaks(&mut self, state: &mut State) -> Step {
        // What models keep for themselves, such as the contents of files, stands for the library's own memory.
        let (heap, kept): (Vec<ObjectId>, Vec<ObjectId>) = state
            .memory
            .live(Region::Heap)
            .map(|object| object.id)
            .partition(|id| state.memory.origin(*id).kind == OriginKind::Heap);
        if heap.is_empty() {
            return Ok(());
        }
        let roots = [Region::Static, Region::Stack].into_iter();
        let mut waiting: Vec<ObjectId> = roots
            .flat_map(|region| state.memory.live(region).map(|object| object.id).collect::<Vec<_>>())
            .collect();
        waiting.extend(kept);
        let mut reached: FxHashSet<ObjectId> = FxHashSet::default();
        while let Some(id) = waiting.pop() {
            // What was freed holds nothing, though a variable may still point to it.
            if state.memory.is_alive(id) && reached.insert(id) {
                self.targets_of(state, id, &mut waiting);
            }
        }
        let mut lost = heap.into_iter().filter(|id| !reached.contains(id));
        let Some(first) = lost.next() else { return Ok(()) };
        let others = lost.count();
        let what = self.object_words(&state.memory, first);
        let more = if others > 0 { format!(", and {others} more,") } else { String::new() };
        let message = format!("{what}{more} can no longer be freed when the program ends");
        let mut ending = self.bug_of(state, BugKind::MemoryLeak, message, first);
        let made = Pc::from_raw(state.memory.origin(first).number);
        if let super::Ending::Bug(bug) = &mut ending {
            // The place to look at is where the object was made.
            bug.stack = vec![self.site(self.function_of(made), made)];
        }
        Err(ending.into())
    }

    /// Objects that the words of an object are addresses of.
    fn targets_of(&mut self, state: &mut State, id: ObjectId, targets: &mut Vec<ObjectId>) {
        state.memory.settle(&mut self.arena, id);
        let object = state.memory.object(id);
        let words = |range: Range<usize>| (range.start..range.end.saturating_sub(7)).step_by(8);
        for offset in object.extents().into_iter().flat_map(words) {
            if let Some(target) = object.pointer_at(offset) {
                targets.push(target.id);
                continue;
            }
            let byte = |at: usize| match object.byte(offset + at) {
                Byte::Concrete(byte) => Some(byte),
                _ => None,
            };
            let word: Option<Vec<u8>> = (0..8).map(byte).collect();
            let address = word.and_then(|word| Some(u64::from_le_bytes(word.try_into().ok()?)));
            if let Some(target) = address.filter(|address| *address != 0).and_then(|a| state.memory.find(a)) {
                targets.push(target.id);
            }
        }
    }
}
