//! What calls under test leave behind, as terms.

use super::scenario::is_same;
use super::state::{RecordedCall, Returned, State};
use crate::expr::ExprId;
use crate::memory::{Byte, Content, Region};

/// Only the first bytes of an object are looked at.
const MOST_BYTES: usize = 256;

impl State {
    /// The terms, other than inputs themselves, that the calls under test have returned or written to memory
    /// that is still there.
    pub fn left_by_calls(&self) -> Vec<ExprId> {
        let mut terms = Vec::new();
        for call in &self.calls {
            if let Some(returned) = &call.returned {
                left(call, returned, &mut terms);
            }
        }
        terms.sort_unstable();
        terms.dedup();
        terms
    }
}

fn left(call: &RecordedCall, returned: &Returned, terms: &mut Vec<ExprId>) {
    terms.extend(returned.results.iter().filter_map(|result| match result.content() {
        Content::Term(term) => Some(term),
        Content::Concrete(_) => None,
    }));
    let memory = &returned.memory_after;
    for region in [Region::Static, Region::Heap, Region::Input, Region::Stack] {
        for found in memory.live(region) {
            let object = memory.object(found.id);
            let was_there = call.memory_before.is_current(found);
            if was_there && is_same(&call.memory_before, memory, found) {
                continue;
            }
            terms.extend((0..object.len().min(MOST_BYTES)).filter_map(|at| match object.byte(at) {
                Byte::Symbolic(term) => Some(term),
                _ => None,
            }));
        }
    }
}
