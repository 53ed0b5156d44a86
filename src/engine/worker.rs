//! One worker.

mod merge;
mod travel;

pub(super) use merge::Company;

use super::frontier::{Frontier, Live};
use super::limits::Checker;
use super::pool::Taken;
use super::{Exhausted, Flow, Parcel, Pool, Sink, Task, Trail, WaitingPeak, Work};
use crate::exec::{Child, Ending, Leg, Machine, Siblings, State, Stop};
use crate::search::StateId;
use crate::solver::Link;
use merge::{Merger, Way};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

/// Instructions that a state runs before the worker looks at its budget.
const FUEL: u64 = 20_000;
/// A state that has run this long without forking is tired.
const TIRED_AFTER: u64 = 5 * FUEL;
/// Waiting states beyond which the worker seldom looks for the least trail among them.
const SETTLE_LIMIT: usize = 256;
/// Rounds between two looks at the memory of the process.
const MEMORY_EVERY: u64 = 64;
/// Rounds between two tests that are made to see how long it takes, of a run that has a time limit.
const REHEARSE_EVERY: u64 = 256;
/// Tests of waiting states that are written between two looks at what others have written.
const GATHER_EVERY: usize = 16;
/// What a question that reached a solver costs, in questions that did not.
const BACKEND_COST: u64 = 256;
/// What the test of a merged state takes, in others: its path is run again.
const MERGED_TEST: usize = 8;
/// The share of the time to finish a run that the tests of waiting states may take. Native runs and files come after.
pub const WAITING_SHARE: f64 = 0.4;
/// After a way to the target was found, shorter ones are looked for: for as many instructions again, and these.
const SHORTER: u64 = 200_000;

/// One worker and its frontier.
pub struct Worker {
    task: Arc<Task>,
    pool: Arc<Pool>,
    number: usize,
    machine: Machine,
    /// The states that the program begins with, of this machine.
    origins: Vec<State>,
    frontier: Frontier,
    checker: Checker,
    /// Whether it matters where and how often paths have forked.
    counts_forks: bool,
    rounds: u64,
    /// Resident bytes above which states are parked; none without a budget of memory.
    relief_at: Option<u64>,
    is_idle: bool,
    /// How many times the frontier was asked for and given.
    snapshots: u64,
    work: Work,
    waiting_peak: WaitingPeak,
    n_counted: usize,
    /// Instructions of all workers when the target was reached.
    arrived_after: Option<u64>,
    /// A state that was to be made again when the run ended.
    unmade: Option<Parcel>,
    /// Instructions of its own, without those that made states again.
    executed: u64,
    /// Instructions on the paths of states that it was given or gave: somebody has to execute them again.
    handed: u64,
    /// What it has to have executed before it gives again.
    gives_after: u64,
    /// Of a run that merges states.
    merger: Option<Merger>,
}

impl Worker {
    /// A further worker of the pool. It has nothing to do until it is given something.
    pub fn new(task: Arc<Task>, pool: Arc<Pool>) -> Self {
        let (mut machine, origins) = (task.make)();
        let merger = task.merge.then(|| Merger::new(&task.program));
        if let Some(merger) = &merger {
            machine.pause_at(merger.places());
        }
        let (number, snapshots) = pool.join();
        let rng = task.rng.split(number as u64);
        Self {
            frontier: Frontier::new(&task, &rng),
            checker: Checker::new(&task.program, task.limits),
            counts_forks: task.limits.count_forks() || task.strategy.needs_iterations(),
            rounds: 0,
            relief_at: task.budget.memory.map(|limit| limit / 10 * 7),
            is_idle: false,
            snapshots,
            work: Work::default(),
            waiting_peak: WaitingPeak::default(),
            n_counted: 0,
            arrived_after: None,
            unmade: None,
            executed: 0,
            handed: 0,
            gives_after: 0,
            merger,
            task,
            pool,
            number,
            machine,
            origins,
        }
    }

    /// Begins with the states that the program begins with.
    pub fn begin(&mut self) {
        let share = 1.0 / self.origins.len() as f64;
        let family = self.origins.iter().map(|state| Live::new(state.clone(), share)).collect();
        self.add(None, family);
    }

    /// Goes on with states that wait as trails. What they have behind them is taken to be the same for all.
    pub fn resume(&mut self, frontier: &[Trail]) {
        let share = 1.0 / frontier.len().max(1) as f64;
        let parcels = frontier.iter().rev().map(|trail| Parcel { trail: trail.clone(), share, ticket: None });
        self.frontier.parked.extend(parcels);
    }

    /// The states that the program begins with.
    pub fn origins(&self) -> Vec<Trail> {
        self.origins.iter().map(|state| Trail::pack(&state.trail)).collect()
    }

    /// What was done, and the machine, when nothing is to be explored any more.
    pub fn finish(mut self) -> (Work, WaitingPeak, Machine) {
        self.retire();
        (self.work, self.waiting_peak, self.machine)
    }

    /// Explores until the run is over. Every path goes to the sink; those that a budget ends too.
    pub fn explore(&mut self, sink: &mut dyn Sink) {
        self.explore_within_budget(sink);
        let reason = match self.pool.exhausted() {
            // Who looks for one place has no use for other tests, and who cannot take tests for none.
            Some(Exhausted::Stopped) | None => None,
            Some(_) if self.task.scene.goal.is_some() => None,
            Some(reason) => Some(reason),
        };
        sink.snapshot(self.trails(), true);
        let Some(reason) = reason else { return };
        let mut waiting = self.frontier.drain(&self.task);
        waiting.extend(self.merger.iter_mut().flat_map(Merger::drain));
        for (index, live) in waiting.into_iter().enumerate() {
            if self.task.budget.deadline.is_due(WAITING_SHARE) {
                if sink.ended_waiting(None, reason.words()) == Flow::Stop {
                    return;
                }
                continue;
            }
            let ending = Ending::Budget(reason.words().to_owned());
            if self.hand_on(&live, ending, sink) == Flow::Stop {
                return;
            }
            // Others wait where too much of theirs is on the way.
            if index.is_multiple_of(GATHER_EVERY) && sink.gather() == Flow::Stop {
                return;
            }
        }
        let mut parked = std::mem::take(&mut self.frontier.parked);
        parked.extend(self.unmade.take());
        for parcel in parked {
            let ticket = parcel.ticket.filter(|_| !self.task.budget.deadline.is_due(WAITING_SHARE));
            if sink.ended_waiting(ticket, reason.words()) == Flow::Stop {
                return;
            }
        }
    }

    fn explore_within_budget(&mut self, sink: &mut dyn Sink) {
        while !self.pool.is_over() {
            self.answer_snapshot(sink);
            if let Some(reason) = self.exhausted() {
                return self.pool.end(reason);
            }
            let flow = match self.frontier.pick(&self.task) {
                Some((id, live)) => self.advance(id, live, sink),
                None => match self.next_parcel(sink) {
                    Some(parcel) => self.make_again(parcel),
                    None => Flow::Continue,
                },
            };
            self.rounds += 1;
            let flow = if flow == Flow::Continue { self.look_around(sink) } else { flow };
            if flow == Flow::Stop {
                return self.pool.end(Exhausted::Stopped);
            }
        }
    }

    /// A state that waits as a trail, of this worker or another.
    fn next_parcel(&mut self, sink: &mut dyn Sink) -> Option<Parcel> {
        if let Some(parcel) = self.frontier.parked.pop() {
            return Some(parcel);
        }
        // Nobody waits for a worker that has nothing.
        self.count_waiting();
        match self.pool.take(self.number, &mut self.is_idle) {
            Taken::Parcel(parcel) => Some(parcel),
            Taken::Nothing => {
                sink.progress(&self.machine, &self.pool);
                None
            }
            Taken::Over => None,
        }
    }

    /// Runs a state until it forks, ends or tires, and takes in what became of it.
    fn advance(&mut self, id: StateId, mut live: Live, sink: &mut dyn Sink) -> Flow {
        let before = live.state.instructions;
        let solver = self.machine.solver.stats();
        let (asked, backend) = (solver.asked(), solver.of(Link::Backend));
        let mut spent = 0;
        let goal = self.merger.as_ref().and_then(|merger| merger.goal(&live));
        let groups = live.company.groups().to_vec();
        self.machine.wake(&mut live.state);
        let (ending, children, way) = loop {
            match self.machine.run_to(&mut live.state, FUEL, goal) {
                Leg::Joined => break (None, Vec::new(), Way::Joined),
                Leg::Stopped(Stop::Forked(children), at) => break (None, children, Way::Other(at)),
                Leg::Stopped(Stop::Ended(ending, children), at) => {
                    break (Some(ending), children, Way::Other(at));
                }
                Leg::Stopped(Stop::Fuel, at) => {
                    spent += FUEL;
                    sink.progress(&self.machine, &self.pool);
                    if spent >= TIRED_AFTER || self.exhausted().is_some() {
                        live.is_tired = spent >= TIRED_AFTER;
                        break (None, Vec::new(), Way::Other(at));
                    }
                }
            }
        };
        self.pool.count_instructions(live.state.instructions - before);
        self.executed += live.state.instructions - before;
        let solver = self.machine.solver.stats();
        let backend = solver.of(Link::Backend) - backend;
        live.cost += solver.asked() - asked + BACKEND_COST * backend;
        if self.task.scene.covered.add(live.state.edges.iter().map(|(edge, _)| edge)) {
            live.news_at = live.state.instructions;
            self.pool.note_news(self.task.scene.covered.n_covered());
        }
        let family = self.raise(live, ending, children);
        let mut waiting = Vec::with_capacity(family.len());
        let mut flow = Flow::Continue;
        for (member, ending) in family {
            match ending {
                None if self.is_hopeless(&member) => {}
                None => waiting.push(member),
                Some(ending) if flow == Flow::Continue => flow = self.hand_over(&member, ending, sink),
                Some(_) => {}
            }
        }
        let waiting = self.take_in(&groups, way, waiting);
        self.add(Some(id), waiting);
        flow
    }

    /// What a fork gives: the state that went on or ended, and those it split off. Paths that went beyond a limit end.
    fn raise(
        &mut self,
        live: Live,
        ending: Option<Ending>,
        children: Vec<Child>,
    ) -> Vec<(Live, Option<Ending>)> {
        let Live { state, share, news_at, cost, forks, iteration, is_tired, has_arrived, company } = live;
        let members: Vec<(State, Option<Ending>)> = std::iter::once((state, ending))
            .chain(children.into_iter().map(|child| (child.state, child.ending)))
            .collect();
        let n_members = members.len();
        let places: Vec<_> = members.iter().map(|(state, _)| state.pc).collect();
        let mut family = Vec::with_capacity(n_members);
        for (index, (state, mut ending)) in members.into_iter().enumerate() {
            let mut live = Live {
                share: share / n_members as f64,
                news_at,
                cost,
                forks: forks.clone(),
                iteration,
                is_tired,
                has_arrived,
                company: company.clone(),
                state,
            };
            if n_members > 1 {
                let decided = || live.state.decisions.latest_first().next().map(|decision| decision.at);
                let place = if self.counts_forks { decided() } else { None };
                if let Some(place) = place {
                    live.iteration = live.forks.add(place);
                }
                if ending.is_none() {
                    let count = place.map(|place| (place, live.iteration));
                    let excess = self.checker.excess(&live.state, count, (index, &places));
                    ending = excess.map(Ending::Limit);
                }
            }
            if let Some(goal) = &self.task.scene.goal
                && !live.has_arrived
            {
                let stack: Vec<_> = live.places().collect();
                let count = |edge: usize| live.state.edges.get(edge);
                live.has_arrived = goal.is_reached(count, &stack);
            }
            family.push((live, ending));
        }
        family
    }

    /// Whether a state cannot give a shorter way to the target than the one that is known.
    fn is_hopeless(&self, live: &Live) -> bool {
        let Some(least) = self.pool.arrived() else { return false };
        let Some(goal) = &self.task.scene.goal else { return false };
        let places: Vec<_> = live.places().collect();
        let is_lost = !live.has_arrived && goal.distance(&self.task.scene.graph, &places).is_none();
        live.state.instructions >= least || is_lost
    }

    fn hand_over(&mut self, live: &Live, ending: Ending, sink: &mut dyn Sink) -> Flow {
        self.pool.count_paths(u64::from(!matches!(ending, Ending::AssumedAway)));
        if self.task.scene.goal.is_some() {
            let is_path = !matches!(ending, Ending::AssumedAway | Ending::Undecided | Ending::Halted);
            if !live.has_arrived || !is_path || !self.pool.arrive(live.state.instructions) {
                return Flow::Continue;
            }
        }
        self.hand_on(live, ending, sink)
    }

    fn hand_on(&mut self, live: &Live, ending: Ending, sink: &mut dyn Sink) -> Flow {
        let is_test = !matches!(ending, Ending::AssumedAway | Ending::Undecided | Ending::Halted);
        match &mut self.merger {
            Some(_) if is_test && live.company.is_merged => self.hand_over_merged(live, ending, sink),
            Some(merger) if is_test => match merger.note(&live.state) {
                true => sink.ended(&mut self.machine, &live.state, ending),
                false => Flow::Continue,
            },
            _ => sink.ended(&mut self.machine, &live.state, ending),
        }
    }

    /// Makes the test of a waiting state, as at the end of the run, to see how long that takes.
    fn rehearse(&mut self, sink: &mut dyn Sink) {
        let oldest = self.frontier.live().next();
        let Some(live) = oldest.filter(|live| live.state.witness.is_some()) else { return };
        let start = Instant::now();
        sink.rehearse(&mut self.machine, &live.state);
        self.pool.note_test(start.elapsed());
    }

    /// Takes in the states of a fork.
    fn add(&mut self, parent: Option<StateId>, mut family: Vec<Live>) {
        let mut siblings = Siblings::default();
        family.iter_mut().for_each(|live| self.machine.rest(&mut live.state, &mut siblings));
        self.frontier.add(&self.task, parent, family);
        let peak = &mut self.waiting_peak;
        let n_live = self.frontier.n_live();
        peak.states = peak.states.max(self.frontier.len());
        if n_live >= 2 * peak.measured.max(1) {
            peak.measured = n_live;
            let bytes: usize = self.frontier.live().map(|live| live.state.footprint()).sum();
            peak.bytes_per_state = bytes / n_live;
        }
    }

    /// What is to be done between two states.
    fn look_around(&mut self, sink: &mut dyn Sink) -> Flow {
        self.count_waiting();
        let hungry = self.pool.hungry();
        if hungry > 0 {
            self.give(hungry, sink);
        }
        if self.rounds.is_multiple_of(MEMORY_EVERY) {
            self.watch_memory(sink);
        }
        if self.rounds.is_multiple_of(REHEARSE_EVERY) && self.task.budget.deadline.left().is_some() {
            self.rehearse(sink);
        }
        sink.progress(&self.machine, &self.pool);
        if self.merger.is_some() {
            // A test that stands for others may come before all that is waiting: the order is known at the end.
            return Flow::Continue;
        }
        let is_alone = self.number == 0 && self.pool.n_workers() == 1;
        // With many states, or many workers, it costs too much to do it each time.
        if self.frontier.len() > SETTLE_LIMIT && !self.rounds.is_multiple_of(1024)
            || !is_alone && !self.rounds.is_multiple_of(32)
        {
            return Flow::Continue;
        }
        let least = self.frontier.least();
        if self.number > 0 {
            if least.is_some() {
                self.pool.set_least(self.number, least);
            }
            return Flow::Continue;
        }
        // What others have handed on before they said what they still have is here before that counts.
        let others = if is_alone { None } else { self.pool.least_of_others(0) };
        if sink.gather() == Flow::Stop {
            return Flow::Stop;
        }
        match least.into_iter().chain(others).min() {
            Some(least) => sink.settled(Some(&least)),
            None => Flow::Continue,
        }
    }

    fn count_waiting(&mut self) {
        let now = self.frontier.len();
        self.pool.count_waiting(self.n_counted, now);
        self.n_counted = now;
    }

    fn exhausted(&mut self) -> Option<Exhausted> {
        let budget = &self.task.budget;
        if self.machine.solver.disagreement().is_some() {
            return Some(Exhausted::Disagreement);
        }
        if budget.deadline.is_interrupted() {
            return Some(Exhausted::Interrupt);
        }
        if let Some(left) = budget.deadline.left() {
            let merged = self.merger.as_ref().map_or(0, |merger| MERGED_TEST * merger.n_waiting());
            let waiting = self.pool.waiting() + merged;
            let unproved = budget.unproved.load(Ordering::Relaxed).saturating_add(waiting as u64);
            let unproved = u32::try_from(unproved).unwrap_or(u32::MAX);
            let after = budget.after_each.saturating_mul(unproved).min(budget.most_after);
            if left <= self.pool.time_to_end(waiting) + after {
                return Some(Exhausted::Time);
            }
        }
        if budget.paths.is_some_and(|limit| self.pool.paths() >= limit) {
            return Some(Exhausted::Paths);
        }
        let instructions = self.pool.instructions();
        if self.pool.arrived().is_some() {
            let after = *self.arrived_after.get_or_insert(instructions);
            if instructions > 2 * after + SHORTER {
                self.pool.end_happily();
            }
        }
        budget.instructions.is_some_and(|limit| instructions >= limit).then_some(Exhausted::Instructions)
    }
}
