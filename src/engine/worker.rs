//! One worker: takes the state that the searcher picks, runs it until it forks, ends or tires, and hands on
//! the result. Its parts are the states that wait ([`Frontier`]), limits of paths ([`Checker`]), the end of
//! the run ([`StopPolicy`]), the other workers ([`Exchange`]), memory ([`Relief`]) and merging ([`Merger`]).

mod given;
mod merge;
mod postpone;
mod travel;

use super::deferred::Side;
use super::exchange::Exchange;
use super::family::Outcome;
use super::frontier::{Frontier, Picked, suspended};
use super::limits::Checker;
use super::live::{Live, Member};
use super::pool::Taken;
use super::relief::Relief;
use super::stop::StopPolicy;
use super::turns::Turns;
use super::work::ProposedType;
use super::{DecisionPath, Exhausted, Flow, Observer, Pool, SuspendedState, Task, WaitingPeak, Work};
use crate::exec::{Ending, Leg, Machine, Proposal, Siblings, State};
use crate::search::StateId;
use crate::solver::{Link, SolverStats};
use merge::{Merger, Way};
use postpone::{Patience, Turn};
use std::sync::Arc;
use std::time::Instant;

/// How many instructions a state runs before the worker checks its budget.
const FUEL: u64 = 20_000;
/// A state that has run this long without forking is tired.
const TIRED_AFTER: u64 = 5 * FUEL;
/// If more states wait than this, the worker looks only seldom for the least decision path among them.
const SETTLE_LIMIT: usize = 256;
/// Rounds between two checks of the memory of the process.
const MEMORY_EVERY: u64 = 64;
/// Rounds between two tests that are made to see how long that takes, in a run that has a time limit.
const REHEARSE_EVERY: u64 = 256;
/// How many tests of waiting states are written before the tests of other workers are taken in.
const GATHER_EVERY: usize = 16;
/// A question that reached a solver costs as much as so many questions that did not.
const BACKEND_COST: u64 = 256;

/// The results of a worker that has ended, and its machine.
pub struct Finished {
    pub work: Work,
    pub peak: WaitingPeak,
    pub machine: Machine,
}

/// One worker of a run.
pub struct Worker {
    task: Arc<Task>,
    pool: Arc<Pool>,
    machine: Machine,
    /// The states that the program begins with, of this machine.
    origins: Vec<State>,
    frontier: Frontier,
    checker: Checker,
    stop: StopPolicy,
    exchange: Exchange,
    /// Only in a run with a budget of memory.
    relief: Option<Relief>,
    /// Only in a run that merges states.
    merger: Option<Merger>,
    /// Used in a run that also searches.
    turns: Turns,
    patience: Patience,
    /// How many paths of given inputs in a row had questions about other inputs that cost too much.
    n_hopeless: u32,
    work: Work,
    rounds: u64,
}

impl Worker {
    /// A further worker of the pool. It has nothing to do until it is given something.
    pub fn new(task: Arc<Task>, pool: Arc<Pool>) -> Self {
        let (mut machine, origins) = (task.make)();
        let merger = task.merge.then(|| Merger::new(&task.program));
        if let Some(merger) = &merger {
            machine.pause_at(merger.locations());
        }
        let exchange = Exchange::join(&pool);
        if task.seeks && exchange.number() == 0 {
            pool.hold();
        }
        let rng = task.rng.split(exchange.number() as u64);
        Self {
            frontier: Frontier::new(&task, &rng),
            checker: Checker::new(&task),
            stop: StopPolicy::new(&task),
            exchange,
            relief: task.budget.memory.map(Relief::new),
            merger,
            turns: Turns::new(task.searches_first),
            patience: Patience::new(&task),
            n_hopeless: 0,
            work: Work::default(),
            rounds: 0,
            task,
            pool,
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

    /// Goes on with states that wait as decision paths. All of them are taken to have the same share of the
    /// paths.
    pub fn resume(&mut self, frontier: &[DecisionPath]) {
        let share = 1.0 / frontier.len().max(1) as f64;
        frontier.iter().for_each(|decision_path| self.pool.note_late_forks(&decision_path.unpack()));
        let suspended_states = frontier.iter().rev().map(|decision_path| SuspendedState {
            decision_path: decision_path.clone(),
            share,
            slot: None,
        });
        self.frontier.parked.extend(suspended_states);
    }

    /// The states that the program begins with.
    pub fn origins(&self) -> Vec<DecisionPath> {
        self.origins.iter().map(|state| DecisionPath::pack(&state.decision_path)).collect()
    }

    /// Ends the worker. Returns what it has done, and its machine.
    pub fn finish(mut self) -> Finished {
        self.retire();
        self.work.merged = self.merger.as_ref().map_or(0, |merger| merger.n_merged);
        Finished { work: self.work, peak: self.frontier.peak(), machine: self.machine }
    }

    /// Explores until the run is over. Every path goes to the observer, also those that a budget ends.
    pub fn explore(&mut self, observer: &mut Observer<'_>) {
        self.explore_within_budget(observer);
        let exhausted = self.pool.exhausted();
        let reason = exhausted.filter(|reason| self.stop.wants_waiting(*reason));
        observer.sink().snapshot(self.decision_paths(), true);
        if matches!(exhausted, Some(Exhausted::Saturated | Exhausted::Attained)) {
            let mut waiting = self.frontier.drain(&self.task);
            waiting.extend(self.merger.iter_mut().flat_map(Merger::drain));
            waiting.iter().for_each(|live| observer.sink().left(&mut self.machine, &live.state));
        }
        if let Some(reason) = reason {
            self.end_waiting(reason, observer);
        }
    }

    fn explore_within_budget(&mut self, observer: &mut Observer<'_>) {
        while !self.pool.is_over() {
            self.answer_snapshot(observer);
            if let Some(reason) = self.exhausted() {
                if reason == Exhausted::Saturated && self.grows_by_search(observer) {
                    continue;
                }
                return self.pool.end(reason);
            }
            let flow = match self.frontier.pick(&self.task) {
                Some(Picked::State(id, live)) => self.advance(id, *live, observer),
                Some(Picked::Late(side)) => self.make_again(suspended(side)),
                None => match self.next_suspended(observer) {
                    Some(suspended) => self.make_again(suspended),
                    None => Flow::Continue,
                },
            };
            self.rounds += 1;
            let flow = if flow == Flow::Continue { self.look_around(observer) } else { flow };
            if flow == Flow::Stop {
                return self.pool.end(Exhausted::Stopped);
            }
        }
    }

    /// Hands on the tests of all states that wait when the run ends.
    fn end_waiting(&mut self, reason: Exhausted, observer: &mut Observer<'_>) {
        let mut waiting = self.frontier.drain(&self.task);
        waiting.extend(self.merger.iter_mut().flat_map(Merger::drain));
        for (index, live) in waiting.into_iter().enumerate() {
            if self.stop.is_late() {
                if observer.sink().ended_waiting(None, reason.words()) == Flow::Stop {
                    return;
                }
                continue;
            }
            let ending = Ending::Budget(reason.words().to_owned());
            if !self.task.wanted.takes(&live, &ending, !live.state.path.is_unconfirmed()) {
                observer.sink().left(&mut self.machine, &live.state);
                continue;
            }
            if self.hand_on(&live, ending, observer) == Flow::Stop {
                return;
            }
            // Other workers wait if too many of their tests are on the way.
            if index.is_multiple_of(GATHER_EVERY) && observer.gather() == Flow::Stop {
                return;
            }
        }
        self.frontier.park_all();
        for suspended in std::mem::take(&mut self.frontier.parked) {
            let slot = suspended.slot.filter(|_| !self.stop.is_late() && self.task.wanted.is_all());
            if observer.sink().ended_waiting(slot, reason.words()) == Flow::Stop {
                return;
            }
        }
    }

    /// A state that waits as a decision path, of this worker or another.
    fn next_suspended(&mut self, observer: &mut Observer<'_>) -> Option<SuspendedState> {
        if let Some(suspended) = self.frontier.parked.pop() {
            return Some(suspended);
        }
        if !self.frontier.postponed.is_empty() {
            self.go_on_with_postponed(observer);
            return None;
        }
        // The pool has to know that no state waits here any more.
        self.count_waiting();
        match self.exchange.take(&self.pool) {
            Taken::SuspendedState(suspended) => Some(suspended),
            Taken::Nothing => {
                self.seek(observer);
                observer.progress(&self.machine, &self.pool);
                None
            }
            Taken::Over => None,
        }
    }

    /// Runs a state until it forks, ends or tires, and takes in the states that it became.
    fn advance(&mut self, id: StateId, mut live: Live, observer: &mut Observer<'_>) -> Flow {
        let before = live.state.instructions;
        let cost = cost(self.machine.solver.stats());
        let groups = live.merged_paths.groups.clone();
        self.machine.wake(&mut live.state);
        let n_decisions = live.state.decision_path.len();
        let Turn { outcome, way, n_unanswered } = self.run_patiently(&mut live, observer);
        self.exchange.count_executed(&self.pool, live.state.instructions - before);
        live.cost += self::cost(self.machine.solver.stats()) - cost;
        if n_unanswered > 0 {
            self.work.postponed += n_unanswered;
            let suspended = self.postponed(live, n_decisions, outcome, observer);
            self.frontier.postponed.push(suspended);
            self.add(Some(id), Vec::new());
            return Flow::Continue;
        }
        if self.task.scene.covered.add(live.state.edges.iter().map(|(edge, _)| edge)) {
            live.news_at = live.state.instructions;
            self.pool.note_news(self.task.scene.covered.n_covered());
        }
        let family = outcome.family(live, &self.checker, &self.stop);
        let mut waiting = Vec::with_capacity(family.len());
        let mut flow = Flow::Continue;
        for Member { live, ending } in family {
            match ending {
                None if self.stop.is_hopeless(&self.pool, &live) => {}
                None => waiting.push(live),
                Some(ending) if flow == Flow::Continue => flow = self.hand_over(&live, ending, observer),
                Some(_) => {}
            }
        }
        if let Some(merger) = &mut self.merger {
            let covered = &self.task.scene.covered;
            waiting = merger.take_in(&mut self.machine, covered, &groups, way, waiting);
        }
        self.add(Some(id), waiting);
        flow
    }

    /// Runs a state until it forks, ends, tires or has come to where others wait for it.
    fn run(&mut self, live: &mut Live, observer: &mut Observer<'_>) -> (Outcome, Way) {
        let join = self.merger.as_ref().and_then(|merger| merger.join_of(live));
        let mut spent = 0;
        loop {
            let (stop, at) = match self.machine.run_to(&mut live.state, FUEL, join, &mut self.work.stats) {
                Leg::Joined => return (Outcome::default(), Way::Joined),
                Leg::Stopped(stop, at) => (stop, at),
            };
            if let Some(outcome) = Outcome::of(stop) {
                return (outcome, Way::Other(at));
            }
            spent += FUEL;
            observer.progress(&self.machine, &self.pool);
            if spent >= TIRED_AFTER || self.exhausted().is_some() {
                live.is_tired = spent >= TIRED_AFTER;
                return (Outcome::default(), Way::Other(at));
            }
        }
    }

    /// Hands on a path that has ended, or takes in the types that it proposes instead.
    fn hand_over(&mut self, live: &Live, ending: Ending, observer: &mut Observer<'_>) -> Flow {
        let proposals = self.machine.proposals(&live.state, &ending);
        if !proposals.is_empty() || matches!(ending, Ending::Retyped) {
            self.work.scouts += 1;
            proposals.into_iter().for_each(|proposal| self.defer(live, proposal));
            return Flow::Continue;
        }
        let is_known = ending.is_excluded()
            || matches!(ending, Ending::Returned(_) | Ending::Exited(_) | Ending::Bug(_));
        let is_certain = is_known && !live.state.path.is_unconfirmed() && !live.state.is_approximated;
        if !is_certain || self.machine.obstacles.n_narrowed() > 0 {
            self.pool.count_open();
        }
        match ending {
            Ending::Endless => self.pool.count_endless(),
            _ => self.pool.count_paths(u64::from(!ending.is_excluded() && !live.state.is_variant)),
        }
        if !self.stop.is_wanted(&self.pool, live, &ending) {
            return Flow::Continue;
        }
        if !self.task.wanted.takes(live, &ending, is_certain) {
            self.work.stale += u64::from(!ending.is_excluded());
            return Flow::Continue;
        }
        self.hand_on(live, ending, observer)
    }

    /// Takes in a late fork, unless it was proposed before.
    fn defer(&mut self, live: &Live, proposal: Proposal) {
        let Proposal { at, decision_path, pointer, words } = proposal;
        if let Some(place) = self.pool.propose(&decision_path) {
            *self.work.late_types.entry(ProposedType { pointer, place, ty: words }).or_default() += 1;
            self.frontier.deferred.add(at, Side { decision_path, share: live.share });
        }
    }

    fn hand_on(&mut self, live: &Live, ending: Ending, observer: &mut Observer<'_>) -> Flow {
        let is_new = match &mut self.merger {
            Some(_) if ending.is_path() && live.merged_paths.is_merged => {
                return self.hand_over_merged(live, ending, observer);
            }
            Some(merger) if ending.is_path() => merger.note(&live.state),
            _ => true,
        };
        match is_new {
            true => observer.sink().ended(&mut self.machine, &live.state, ending),
            false => Flow::Continue,
        }
    }

    /// Makes the test of a waiting state, as at the end of the run, to see how long that takes.
    fn rehearse(&mut self, observer: &mut Observer<'_>) {
        let oldest = self.frontier.live().next();
        let Some(live) = oldest.filter(|live| live.state.path.witness().is_some()) else { return };
        let start = Instant::now();
        observer.sink().rehearse(&mut self.machine, &live.state);
        self.pool.note_test(start.elapsed());
    }

    /// Takes in the states of a fork.
    fn add(&mut self, parent: Option<StateId>, mut family: Vec<Live>) {
        let mut siblings = Siblings::default();
        family.iter_mut().for_each(|live| self.machine.rest(&mut live.state, &mut siblings));
        self.frontier.add(&self.task, parent, family);
    }

    /// What is to be done between two states.
    fn look_around(&mut self, observer: &mut Observer<'_>) -> Flow {
        self.count_waiting();
        let hungry = self.pool.hungry();
        if hungry > 0 {
            self.give(hungry, observer);
        }
        if self.rounds.is_multiple_of(MEMORY_EVERY) {
            self.watch_memory(observer);
        }
        if self.rounds.is_multiple_of(REHEARSE_EVERY) && self.stop.has_deadline() {
            self.rehearse(observer);
        }
        observer.progress(&self.machine, &self.pool);
        if self.task.seeks && self.take_turn(observer) == Flow::Stop {
            return Flow::Stop;
        }
        // With merging or a search, a test may still be found that stands before everything that waits. So
        // the order is known only at the end.
        if self.merger.is_some() || self.task.seeks { Flow::Continue } else { self.settle(observer) }
    }

    /// Says, every now and then, below which decision path nothing will be found any more.
    fn settle(&mut self, observer: &mut Observer<'_>) -> Flow {
        let number = self.exchange.number();
        let is_alone = number == 0 && self.pool.n_workers() == 1;
        // With many states, or many workers, it costs too much to do it each time.
        if self.frontier.len() > SETTLE_LIMIT && !self.rounds.is_multiple_of(1024)
            || !is_alone && !self.rounds.is_multiple_of(32)
        {
            return Flow::Continue;
        }
        let least = self.frontier.least();
        let Some(lead) = observer.lead() else {
            if least.is_some() {
                self.pool.set_least(number, least);
            }
            return Flow::Continue;
        };
        // What other workers handed on before they noted their least decision paths has to be taken in before
        // these count.
        let others = if is_alone { None } else { self.pool.least_of_others(number) };
        if lead.gather() == Flow::Stop {
            return Flow::Stop;
        }
        let least = least.into_iter().chain(others).min();
        least.map_or(Flow::Continue, |least| lead.settled(&least))
    }

    fn count_waiting(&mut self) {
        self.exchange.count_waiting(&self.pool, self.frontier.len());
    }

    fn exhausted(&mut self) -> Option<Exhausted> {
        if self.machine.solver.disagreement().is_some() {
            return Some(Exhausted::Disagreement);
        }
        self.stop.exhausted(&self.pool, self.merger.as_ref().map_or(0, Merger::n_waiting))
    }
}

/// What questions have cost up to now.
fn cost(stats: &SolverStats) -> u64 {
    stats.asked() + BACKEND_COST * stats.of(Link::Backend)
}
