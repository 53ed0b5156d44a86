//! The states of one worker: those in memory, by number, with a searcher over them, and those that wait as
//! decision paths.

use super::deferred::{Action, Deferred, Side};
use super::live::Live;
use super::{DecisionPath, SuspendedState, Task, WaitingPeak};
use crate::ir::Pc;
use crate::search::{Candidate, Searcher, StateId};
use crate::util::Rng;
use std::cmp::Ordering;
use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;

/// The streams of randomness for states that late forks made, and for late forks.
const SHAPED_STREAM: u64 = 1 << 32;
const DEFERRED_STREAM: u64 = 2 << 32;

/// How many states go before all others: siblings of a path that was found natively, of which a loop has one
/// for each iteration, and variants of paths that have come to their end.
const MOST_FIRST: usize = 256;

/// What the worker does next.
pub(super) enum Picked {
    State(StateId, Box<Live>),
    /// A late fork is made.
    Late(Side),
}

/// The states of one worker.
pub(super) struct Frontier {
    /// Chooses among the states that no late fork made.
    searcher: Box<dyn Searcher>,
    /// Chooses among the states that a late fork made, and their number.
    shaped: Box<dyn Searcher>,
    n_shaped: usize,
    /// States that go before all others.
    first: VecDeque<StateId>,
    /// The state that was picked last, and whether a late fork made it.
    picked: Option<(StateId, bool)>,
    /// Late forks that are to be made.
    pub(super) deferred: Deferred,
    live: BTreeMap<StateId, Live>,
    n_made: usize,
    /// States that wait as decision paths, the most promising last.
    pub(super) parked: Vec<SuspendedState>,
    /// States whose next question is left for later, as decision paths.
    pub(super) postponed: Vec<SuspendedState>,
    peak: WaitingPeak,
}

impl Frontier {
    pub(super) fn new(task: &Task, rng: &Rng) -> Self {
        Self {
            searcher: task.strategy.start(rng),
            shaped: task.strategy.start(&rng.split(SHAPED_STREAM)),
            n_shaped: 0,
            first: VecDeque::new(),
            picked: None,
            deferred: Deferred::new(task.weights, rng.split(DEFERRED_STREAM)),
            live: BTreeMap::new(),
            n_made: 0,
            parked: Vec::new(),
            postponed: Vec::new(),
            peak: WaitingPeak::default(),
        }
    }

    /// How many states wait.
    pub(super) fn len(&self) -> usize {
        self.live.len() + self.parked.len() + self.postponed.len() + self.deferred.len()
    }

    /// The states in memory.
    pub(super) fn live(&self) -> impl Iterator<Item = &Live> {
        self.live.values()
    }

    /// Takes in the states that the state `parent` became.
    pub(super) fn add(&mut self, task: &Task, parent: Option<StateId>, family: Vec<Live>) {
        let mut candidates = Vec::with_capacity(family.len());
        // All states of a fork are of the same kind as the state that forked.
        let is_shaped = match self.picked {
            Some((id, is_shaped)) if parent == Some(id) => is_shaped,
            _ => family.first().is_some_and(|live| live.is_shaped),
        };
        self.n_shaped += if is_shaped { family.len() } else { 0 };
        let program = &task.program;
        let is_own = |pc: &Pc| program.functions[program.function_of(*pc).index()].signature.is_some();
        for live in family {
            let id = StateId::new(self.n_made);
            self.n_made += 1;
            let call_stack: Rc<[Pc]> = match task.strategy.needs_call_stacks() {
                true => live.call_stack().collect(),
                false => [].into(),
            };
            candidates.push(Candidate {
                id,
                depth: live.state.decision_path.len(),
                beginning: live.state.beginning.hash,
                instructions: live.state.instructions,
                since_new: live.state.instructions.saturating_sub(live.news_at),
                cost: live.cost,
                iteration: live.iteration,
                is_tired: live.is_tired,
                has_arrived: live.has_arrived,
                site: call_stack.iter().copied().find(is_own),
                call_stack,
            });
            // It is nearly at its end, and may be left over if the run ends before all states have had a turn.
            if live.state.is_variant && self.first.len() < MOST_FIRST {
                self.first.push_back(id);
            }
            self.live.insert(id, live);
        }
        let searcher = if is_shaped { &mut self.shaped } else { &mut self.searcher };
        searcher.add(&task.scene, parent, &candidates);
        self.measure();
    }

    /// Takes out the state that leads to a path with this decision path, if it waits here and no late fork
    /// made it. Returns its number, if it is in memory, and its own decision path.
    pub(super) fn take_on_way(&mut self, decision_path: &[u32]) -> Option<(Option<StateId>, Vec<u32>)> {
        let leads_there = |(_, live): &(&StateId, &Live)| {
            !live.is_shaped && decision_path.starts_with(&live.state.decision_path)
        };
        if let Some((id, _)) = self.live.iter().find(leads_there) {
            let id = *id;
            let live = self.live.remove(&id)?;
            return Some((Some(id), live.state.decision_path));
        }
        for waiting in [&mut self.postponed, &mut self.parked] {
            let paths = waiting.iter().map(|suspended| suspended.decision_path.unpack());
            let on_way = paths.enumerate().find(|(_, path)| decision_path.starts_with(path));
            if let Some((at, path)) = on_way {
                waiting.remove(at);
                return Some((None, path));
            }
        }
        None
    }

    /// Takes in states of several forks in the place of the state `parent`. The first of them go before all
    /// others.
    pub(super) fn add_first(&mut self, task: &Task, parent: Option<StateId>, states: Vec<Live>) {
        let first = self.n_made;
        self.add(task, parent, states);
        self.first.extend((first..self.n_made).take(MOST_FIRST).map(StateId::new));
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

    /// Picks what to do next. The states that a picked state becomes have to be [added](Self::add).
    pub(super) fn pick(&mut self, task: &Task) -> Option<Picked> {
        let state = |(id, live)| Picked::State(id, Box::new(live));
        while let Some(id) = self.first.pop_front() {
            if let Some(live) = self.live.remove(&id) {
                self.n_shaped -= usize::from(live.is_shaped);
                self.picked = Some((id, live.is_shaped));
                return Some(state((id, live)));
            }
        }
        if self.n_shaped == 0 && self.deferred.len() == 0 {
            return self.pick_state(task, false).map(state);
        }
        loop {
            let n_plain = self.live.len() - self.n_shaped;
            let picked = match self.deferred.draw(n_plain > 0, self.n_shaped > 0)? {
                Action::Plain => self.pick_state(task, false).map(state),
                Action::Shaped => self.pick_state(task, true).map(state),
                Action::First => self.deferred.take(true).map(Picked::Late),
                Action::Further => self.deferred.take(false).map(Picked::Late),
            };
            if picked.is_some() {
                return picked;
            }
        }
    }

    /// Picks a state in memory, either among those that late forks made or among the others.
    fn pick_state(&mut self, task: &Task, is_shaped: bool) -> Option<(StateId, Live)> {
        let searcher = if is_shaped { &mut self.shaped } else { &mut self.searcher };
        while !self.live.is_empty() {
            let id = searcher.pick(&task.scene)?;
            if let Some(live) = self.live.remove(&id) {
                self.n_shaped -= usize::from(is_shaped);
                self.picked = Some((id, is_shaped));
                return Some((id, live));
            }
            // The state was taken out before, so it becomes nothing here.
            searcher.add(&task.scene, Some(id), &[]);
        }
        None
    }

    /// Takes out the state with the largest share of all paths.
    pub(super) fn take_largest(&mut self, task: &Task) -> Option<Live> {
        let largest = self.live.iter().max_by(|(_, a), (_, b)| a.share.total_cmp(&b.share));
        let id = *largest?.0;
        let live = self.live.remove(&id)?;
        self.n_shaped -= usize::from(live.is_shaped);
        let searcher = if live.is_shaped { &mut self.shaped } else { &mut self.searcher };
        searcher.retain(&|other| other != id);
        searcher.add(&task.scene, Some(id), &[]);
        Some(live)
    }

    /// Takes out all states in memory, the most promising first.
    pub(super) fn drain(&mut self, task: &Task) -> Vec<Live> {
        let mut drained = Vec::with_capacity(self.live.len());
        for is_shaped in [false, true] {
            while let Some((id, live)) = self.pick_state(task, is_shaped) {
                let searcher = if is_shaped { &mut self.shaped } else { &mut self.searcher };
                searcher.add(&task.scene, Some(id), &[]);
                drained.push(live);
            }
        }
        drained
    }

    /// Lets states whose questions were left for later go on when their turn comes, in the order in which
    /// they were left.
    pub(super) fn resume_postponed(&mut self) {
        self.parked.extend(self.postponed.drain(..).rev());
    }

    /// Makes states whose questions were left for later, and late forks that were not made yet, wait as
    /// decision paths.
    pub(super) fn park_all(&mut self) {
        self.resume_postponed();
        while let Some(side) = self.deferred.take_any() {
            self.parked.push(suspended(side));
        }
    }

    fn suspended(&self) -> impl Iterator<Item = &SuspendedState> {
        self.parked.iter().chain(&self.postponed)
    }

    /// The decision paths of all states.
    pub(super) fn decision_paths(&self) -> impl Iterator<Item = DecisionPath> + '_ {
        let live = self.live().map(|live| DecisionPath::pack(&live.state.decision_path));
        let late = self.deferred.sides().map(|side| DecisionPath::pack(&side.decision_path));
        live.chain(self.suspended().map(|suspended| suspended.decision_path.clone())).chain(late)
    }

    /// The least decision path of a waiting state.
    pub(super) fn least(&self) -> Option<Vec<u32>> {
        let live = self.live.values().map(|live| live.state.decision_path.as_slice());
        let live = live.min_by(|a, b| in_order(a, b)).map(<[u32]>::to_vec);
        let late = self.deferred.sides().map(|side| side.decision_path.clone());
        let parked = self.suspended().map(|suspended| suspended.decision_path.unpack());
        live.into_iter().chain(parked).chain(late).min()
    }
}

/// A side of a late fork as a state that waits.
pub(super) fn suspended(side: Side) -> SuspendedState {
    SuspendedState { decision_path: DecisionPath::pack(&side.decision_path), share: side.share, slot: None }
}

/// Compares two decision paths. Those of neighbours begin with the same decisions, often with thousands of
/// them, so many are compared at once.
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
