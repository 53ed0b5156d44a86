//! Variables that a call under test reads although neither the source nor the driver has set them: they are
//! zero, and their other values were not explored.

use super::State;
use crate::ir::{BlockId, GlobalId, Program};
use crate::memory::{OriginKind, Region};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

/// Adds the variables of this kind that the calls of a path read.
pub fn note_unset(program: &Program, state: &State, found: &mut BTreeSet<GlobalId>) {
    let reads = program.reads_of_unset();
    if reads.is_empty() || state.calls.is_empty() {
        return;
    }
    let taken = state.edges.iter().map(|(edge, _)| program.edges[edge].to);
    let taken: FxHashSet<BlockId> = taken.collect();
    let is_new = |global: &GlobalId| !found.contains(global);
    let read = reads.iter().filter(|(block, _)| taken.contains(block)).map(|(_, global)| *global);
    let read: BTreeSet<GlobalId> = read.filter(is_new).collect();
    if read.is_empty() {
        return;
    }
    for call in &state.calls {
        let used = program.globals_of_calls(call.function);
        let before = &call.memory_before;
        for object in before.live(Region::Static) {
            let origin = before.origin(object.id);
            let id = GlobalId::new(origin.number as usize);
            if origin.kind != OriginKind::Global || !read.contains(&id) || !used.contains(&id) {
                continue;
            }
            let init = program.globals[id.index()].init.as_ref();
            if init.is_some_and(|init| before.object(object.id).is_still(&init.bytes, |_| false)) {
                found.insert(id);
            }
        }
    }
}

/// The name of a variable in the source.
pub fn unset_name(program: &Program, global: GlobalId) -> String {
    let name = &program.globals[global.index()].name;
    match name.split_once('.') {
        Some((function, variable)) => format!("`{variable}` of `{function}`"),
        None => format!("`{name}`"),
    }
}
