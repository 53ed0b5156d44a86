//! The states of one worker: those in memory, by number, with a searcher over them, and those that wait as trails.

use super::limits::ForkCounts;
use super::{Parcel, Task, Trail, WaitingPeak};
use crate::exec::State;
use crate::expr::ExprId;
use crate::ir::Pc;
use crate::search::{Candidate, Searcher, StateId};
use crate::util::Rng;
use std::collections::BTreeMap;
use std::rc::Rc;

/// A state with what the engine knows of it.
pub(super) struct Live {
    pub(super) state: State,
    /// The part of all paths that lies behind it, if each side of a fork has as much as the others.
    pub(super) share: f64,
    /// Instructions that the path had behind it when it took an edge that no path had taken.
    pub(super) news_at: u64,
    /// What the path's questions have cost.
    pub(super) cost: u64,
    pub(super) forks: ForkCounts,
    /// How often the path has forked at the place of its last fork.
    pub(super) iteration: u32,
    pub(super) is_tired: bool,
    pub(super) has_arrived: bool,
    /// Of a run that merges states.
    pub(super) company: Company,
}

impl Live {
    /// A state that nothing is known of.
    pub(super) fn new(state: State, share: f64) -> Self {
        Self {
            state,
            share,
            news_at: 0,
            cost: 0,
            forks: ForkCounts::default(),
            iteration: 0,
            is_tired: false,
            has_arrived: false,
            company: Company::default(),
        }
    }

    /// A state that was split off from this one.
    pub(super) fn sibling(&self, state: State) -> Self {
        Self {
            state,
            share: self.share,
            news_at: self.news_at,
            cost: self.cost,
            forks: self.forks.clone(),
            iteration: self.iteration,
            is_tired: self.is_tired,
            has_arrived: self.has_arrived,
            company: self.company.clone(),
        }
    }

    /// Where each call stands, the innermost first.
    pub(super) fn places(&self) -> impl Iterator<Item = Pc> + '_ {
        self.state.stack().map(|(_, pc)| pc)
    }
}

/// What a state that may be merged has with it.
#[derive(Clone, Default)]
pub(super) struct Company {
    /// The groups that wait for it, the innermost last.
    pub(super) groups: Vec<u32>,
    /// Edges that some of its paths have taken, with the condition for it.
    pub(super) owed: Rc<BTreeMap<usize, ExprId>>,
    /// Whether it stands for more than one path.
    pub(super) is_merged: bool,
}

/// The states of one worker.
pub(super) struct Frontier {
    searcher: Box<dyn Searcher>,
    live: BTreeMap<StateId, Live>,
    n_made: usize,
    /// States that wait as trails, the most promising last.
    pub(super) parked: Vec<Parcel>,
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
                depth: live.state.trail.len(),
                instructions: live.state.instructions,
                since_new: live.state.instructions.saturating_sub(live.news_at),
                cost: live.cost,
                iteration: live.iteration,
                is_tired: live.is_tired,
                has_arrived: live.has_arrived,
                places: match task.strategy.needs_places() {
                    true => live.places().collect(),
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

    /// The trails of all states.
    pub(super) fn trails(&self) -> impl Iterator<Item = Trail> + '_ {
        let live = self.live().map(|live| Trail::pack(&live.state.trail));
        live.chain(self.parked.iter().map(|parcel| parcel.trail.clone()))
    }

    /// The least trail of a waiting state.
    pub(super) fn least(&self) -> Option<Vec<u32>> {
        let live = self.live.values().map(|live| live.state.trail.as_slice()).min().map(<[u32]>::to_vec);
        live.into_iter().chain(self.parked.iter().map(|parcel| parcel.trail.unpack())).min()
    }
}
