//! The states of one worker: those in memory, by number, with a searcher over them, and those that wait as decision
//! paths.

use super::live::Live;
use super::{DecisionPath, SuspendedState, Task, WaitingPeak};
use crate::search::{Candidate, Searcher, StateId};
use crate::util::Rng;
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// The states of one worker.
pub(super) struct Frontier {
    searcher: Box<dyn Searcher>,
    live: BTreeMap<StateId, Live>,
    n_made: usize,
    /// States that wait as decision paths, the most promising last.
    pub(super) parked: Vec<SuspendedState>,
    peak: WaitingPeak,
}

impl Frontier {
    pub(super) fn new(task: &Task, rng: &Rng) -> Self {
        let searcher = task.strategy.start(rng);
        Self { searcher, live: BTreeMap::new(), n_made: 0, parked: Vec::new(), peak: WaitingPeak::default() }
    }

    /// How many states wait.
    pub(super) fn len(&self) -> usize {
        self.live.len() + self.parked.len()
    }

    /// The states in memory.
    pub(super) fn live(&self) -> impl Iterator<Item = &Live> {
        self.live.values()
    }

    /// Takes in what became of the state `parent`.
    pub(super) fn add(&mut self, task: &Task, parent: Option<StateId>, family: Vec<Live>) {
        let mut candidates = Vec::with_capacity(family.len());
        for live in family {
            let id = StateId::new(self.n_made);
            self.n_made += 1;
            candidates.push(Candidate {
                id,
                depth: live.state.decision_path.len(),
                instructions: live.state.instructions,
                since_new: live.state.instructions.saturating_sub(live.news_at),
                cost: live.cost,
                iteration: live.iteration,
                is_tired: live.is_tired,
                has_arrived: live.has_arrived,
                call_stack: match task.strategy.needs_call_stacks() {
                    true => live.call_stack().collect(),
                    false => [].into(),
                },
            });
            self.live.insert(id, live);
        }
        self.searcher.add(&task.scene, parent, &candidates);
        self.measure();
    }

    /// How many states have waited at most.
    pub(super) fn peak(&self) -> WaitingPeak {
        self.peak
    }

    fn measure(&mut self) {
        let n_live = self.live.len();
        self.peak.states = self.peak.states.max(self.len());
        if n_live >= 2 * self.peak.measured.max(1) {
            self.peak.measured = n_live;
            let bytes: usize = self.live().map(|live| live.state.footprint()).sum();
            self.peak.bytes_per_state = bytes / n_live;
        }
    }

    /// The state in memory that goes next. What becomes of it is to be [added](Self::add).
    pub(super) fn pick(&mut self, task: &Task) -> Option<(StateId, Live)> {
        while !self.live.is_empty() {
            let id = self.searcher.pick(&task.scene)?;
            if let Some(live) = self.live.remove(&id) {
                return Some((id, live));
            }
            // Somebody else has it now.
            self.searcher.add(&task.scene, Some(id), &[]);
        }
        None
    }

    /// Takes out the state with the most paths behind it.
    pub(super) fn take_largest(&mut self, task: &Task) -> Option<Live> {
        let largest = self.live.iter().max_by(|(_, a), (_, b)| a.share.total_cmp(&b.share));
        let id = *largest?.0;
        let live = self.live.remove(&id);
        self.searcher.retain(&|other| other != id);
        self.searcher.add(&task.scene, Some(id), &[]);
        live
    }

    /// Takes out all states in memory, the most promising first.
    pub(super) fn drain(&mut self, task: &Task) -> Vec<Live> {
        let mut drained = Vec::with_capacity(self.live.len());
        while let Some((id, live)) = self.pick(task) {
            self.searcher.add(&task.scene, Some(id), &[]);
            drained.push(live);
        }
        drained
    }

    /// The decision paths of all states.
    pub(super) fn decision_paths(&self) -> impl Iterator<Item = DecisionPath> + '_ {
        let live = self.live().map(|live| DecisionPath::pack(&live.state.decision_path));
        live.chain(self.parked.iter().map(|suspended| suspended.decision_path.clone()))
    }

    /// The least decision path of a waiting state.
    pub(super) fn least(&self) -> Option<Vec<u32>> {
        let live = self.live.values().map(|live| live.state.decision_path.as_slice());
        let live = live.min_by(|a, b| in_order(a, b)).map(<[u32]>::to_vec);
        live.into_iter().chain(self.parked.iter().map(|suspended| suspended.decision_path.unpack())).min()
    }
}

/// How two decision paths follow each other. Those of neighbours begin with the same decisions, often with thousands of
/// them, so these are compared many at once.
fn in_order(a: &[u32], b: &[u32]) -> Ordering {
    const AT_ONCE: usize = 32;
    let (chunks, others) = (a.as_chunks::<AT_ONCE>().0, b.as_chunks::<AT_ONCE>().0);
    let n_same = chunks.iter().zip(others).take_while(|(a, b)| a == b).count() * AT_ONCE;
    a[n_same..].cmp(&b[n_same..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decision_paths_are_in_order_however_they_are_compared() {
        let mut rng = Rng::from_seed(5);
        let mut path = |n: u64| -> Vec<u32> {
            let changed = rng.below(n + 1);
            (0..rng.below(n + 1)).map(|at| u32::from(at == changed)).collect()
        };
        for n in [0, 1, 31, 32, 33, 64, 100] {
            for _ in 0..50 {
                let (a, b) = (path(n), path(n));
                assert_eq!(in_order(&a, &b), a.cmp(&b), "{a:?} {b:?}");
            }
        }
    }
}
