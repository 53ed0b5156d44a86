//! The state that has the least way to go to code that no path has taken.

use super::{Candidate, Distances, Scene, Searcher, StateId};
use crate::ir::Pc;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::rc::Rc;

/// A state with its distance as it was when it was looked at last. Distances only grow, since less and less is
/// uncovered: the first whose distance is still right is nearest.
type Entry = (Reverse<u32>, u32, StateId, Rc<[Pc]>);

/// States by their distance in edges over control flow and calls, through the calls that wait. Of equals the newest.
#[derive(Default)]
pub(super) struct Nearest {
    heap: BinaryHeap<Entry>,
    distances: Distances,
    /// How much was covered when the distances were computed.
    n_covered: Option<u64>,
}

impl Nearest {
    fn distance(&self, places: &[Pc], scene: &Scene) -> u32 {
        self.distances.from(&scene.graph, places)
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
            let distance = self.distance(&candidate.places, scene);
            let places = Rc::clone(&candidate.places);
            self.heap.push((Reverse(distance), candidate.id.raw(), candidate.id, places));
        }
    }

    fn pick(&mut self, scene: &Scene) -> Option<StateId> {
        self.refresh(scene);
        while let Some((Reverse(known), newness, id, places)) = self.heap.pop() {
            let distance = self.distance(&places, scene);
            if distance <= known {
                return Some(id);
            }
            self.heap.push((Reverse(distance), newness, id, places));
        }
        None
    }

    fn retain(&mut self, waits: &dyn Fn(StateId) -> bool) {
        self.heap.retain(|(_, _, id, _)| waits(*id));
    }
}
