//! Picks the state with the shortest way to code that no path has taken.

use super::{Candidate, Distances, Scene, Searcher, StateId};
use crate::ir::Pc;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::rc::Rc;

/// A state with the distance that it had when it was last looked at. Distances only grow, since less and less
/// is uncovered, so the first state whose distance is still right is the nearest.
type Entry = (Reverse<u32>, u32, StateId, Rc<[Pc]>);

/// States by their distance in edges over control flow and calls, including the ways out of the calls on the
/// stack. Of equals the newest comes first.
#[derive(Default)]
pub(super) struct Nearest {
    heap: BinaryHeap<Entry>,
    distances: Distances,
    /// How much was covered when the distances were computed.
    n_covered: Option<u64>,
}

impl Nearest {
    fn distance(&self, call_stack: &[Pc], scene: &Scene) -> u32 {
        self.distances.from(&scene.graph, call_stack)
    }

    fn refresh(&mut self, scene: &Scene) {
        let n_covered = scene.covered.n_covered();
        if self.n_covered != Some(n_covered) {
            self.n_covered = Some(n_covered);
            self.distances = scene.graph.to_uncovered(&scene.covered);
        }
    }
}

impl Searcher for Nearest {
    fn add(&mut self, scene: &Scene, _: Option<StateId>, family: &[Candidate]) {
        self.refresh(scene);
        for candidate in family {
            let distance = self.distance(&candidate.call_stack, scene);
            let call_stack = Rc::clone(&candidate.call_stack);
            self.heap.push((Reverse(distance), candidate.id.raw(), candidate.id, call_stack));
        }
    }

    fn pick(&mut self, scene: &Scene) -> Option<StateId> {
        self.refresh(scene);
        while let Some((Reverse(known), newness, id, call_stack)) = self.heap.pop() {
            let distance = self.distance(&call_stack, scene);
            if distance <= known {
                return Some(id);
            }
            self.heap.push((Reverse(distance), newness, id, call_stack));
        }
        None
    }

    fn retain(&mut self, waits: &dyn Fn(StateId) -> bool) {
        self.heap.retain(|(_, _, id, _)| waits(*id));
    }
}
