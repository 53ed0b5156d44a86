//! One worker.

use super::frontier::{Frontier, Live};
use super::limits::Checker;
use super::pool::Taken;
use super::{Exhausted, Flow, Parcel, Pool, Sink, Task, Trail};
use crate::exec::{Child, Ending, ExecStats, Machine, State, Stop};
use crate::search::StateId;
use crate::solver::{Link, SolverStats};
use crate::util::resident;
use std::sync::Arc;
use std::time::Duration;

/// Instructions that a state runs before the worker looks at its budget.
const FUEL: u64 = 20_000;
/// A state that has run this long without forking is tired.
const TIRED_AFTER: u64 = 5 * FUEL;
/// Waiting states beyond which the worker seldom looks for the least trail among them.
const SETTLE_LIMIT: usize = 256;
/// Rounds between two looks at the memory of the process.
const MEMORY_EVERY: u64 = 64;
/// What a question that reached a solver costs, in questions that did not.
const BACKEND_COST: u64 = 256;
/// What it takes to write the test of a state that a budget ends: that much earlier the worker stops exploring.
const LAST_TEST: Duration = Duration::from_micros(120);
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
}

/// A worker gives a state away once it has executed so many times the instructions of all states that have changed hands
/// with it: otherwise two workers with one long path would hand it to and fro and do nothing but make it again.
const PRICE: u64 = 4;

/// What a worker has done: of machines that it had before too.
#[derive(Clone, Default, Debug)]
pub struct Work {
    pub stats: ExecStats,
    pub solver: SolverStats,
    pub terms: usize,
    /// Instructions that made states again from their trails; they are in no other count.
    pub replayed: u64,
    /// States that could not be made again, because a solver answered differently in time.
    pub diverged: u64,
    /// States that waited as trails.
    pub parked: u64,
    /// States that were given to other workers.
    pub given: u64,
}

impl Work {
    /// Adds what another worker has done.
    pub fn add(&mut self, other: &Work) {
        self.stats.instructions += other.stats.instructions;
        self.stats.forks += other.stats.forks;
        self.stats.assumed_away += other.stats.assumed_away;
        for (name, count) in &other.stats.approximations {
            *self.stats.approximations.entry(name).or_default() += count;
        }
        self.solver.add(&other.solver);
        self.terms += other.terms;
        self.replayed += other.replayed;
        self.diverged += other.diverged;
        self.parked += other.parked;
        self.given += other.given;
    }
}

/// How many states waited at most, and what they took.
#[derive(Copy, Clone, Default, Debug)]
pub struct WaitingPeak {
    pub states: usize,
    /// About the bytes that each had for itself on average, when half as many or more were waiting.
    pub bytes_per_state: usize,
    measured: usize,
}

impl Worker {
    /// A further worker of the pool. It has nothing to do until it is given something.
    pub fn new(task: Arc<Task>, pool: Arc<Pool>) -> Self {
        let (machine, origins) = (task.make)();
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
        for live in self.frontier.drain(&self.task) {
            let ending = Ending::Budget(reason.words().to_owned());
            if sink.ended(&mut self.machine, &live.state, ending) == Flow::Stop {
                return;
            }
        }
        let mut parked = std::mem::take(&mut self.frontier.parked);
        parked.extend(self.unmade.take());
        for parcel in parked {
            if sink.ended_waiting(parcel.ticket, reason.words()) == Flow::Stop {
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
        let (ending, children) = loop {
            match self.machine.run(&mut live.state, FUEL) {
                Stop::Forked(children) => break (None, children),
                Stop::Ended(ending, children) => break (Some(ending), children),
                Stop::Fuel => {
                    spent += FUEL;
                    sink.progress(&self.machine, &self.pool);
                    if spent >= TIRED_AFTER || self.exhausted().is_some() {
                        live.is_tired = spent >= TIRED_AFTER;
                        break (None, Vec::new());
                    }
                }
            }
        };
        self.pool.count_instructions(live.state.instructions - before);
        self.executed += live.state.instructions - before;
        let solver = self.machine.solver.stats();
        let backend = solver.of(Link::Backend) - backend;
        live.cost += solver.asked() - asked + BACKEND_COST * backend;
        if self.task.scene.covered.add(live.state.edges.iter()) {
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
        let Live { state, share, news_at, cost, forks, iteration, is_tired, has_arrived } = live;
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
                let count = |edge: usize| live.state.edges.get(edge).copied().unwrap_or(0);
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
        self.pool.count_done(live.share);
        self.pool.count_paths(u64::from(!matches!(ending, Ending::AssumedAway)));
        if self.task.scene.goal.is_some() {
            let is_path = !matches!(ending, Ending::AssumedAway | Ending::Undecided);
            if !live.has_arrived || !is_path || !self.pool.arrive(live.state.instructions) {
                return Flow::Continue;
            }
        }
        sink.ended(&mut self.machine, &live.state, ending)
    }

    /// Takes in the states of a fork.
    fn add(&mut self, parent: Option<StateId>, family: Vec<Live>) {
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
        sink.progress(&self.machine, &self.pool);
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

    /// Gives states to others, those with most behind them.
    fn give(&mut self, hungry: usize, sink: &mut dyn Sink) {
        if self.executed < self.gives_after {
            return;
        }
        let longest = self.frontier.live().map(|live| live.state.instructions).max().unwrap_or(0);
        self.gives_after = PRICE * (self.handed + longest);
        if self.executed < self.gives_after {
            return;
        }
        let mut parcels = Vec::new();
        while parcels.len() < hungry && self.frontier.len() > 1 {
            // The first of those that wait as trails is the least promising one.
            if !self.frontier.parked.is_empty() {
                parcels.push(self.frontier.parked.remove(0));
            } else if let Some(live) = self.frontier.take_largest(&self.task) {
                self.handed += live.state.instructions;
                parcels.push(self.parcel(&live, sink));
            }
        }
        if parcels.is_empty() {
            return;
        }
        self.answer_snapshot(sink);
        self.work.given += parcels.len() as u64;
        self.pool.give(parcels);
    }

    fn parcel(&mut self, live: &Live, sink: &mut dyn Sink) -> Parcel {
        let ticket = sink.park(&mut self.machine, &live.state);
        Parcel { trail: Trail::pack(&live.state.trail), share: live.share, ticket }
    }

    /// When memory is short: all states wait as trails, and the machine with all its terms makes room for a new one.
    fn watch_memory(&mut self, sink: &mut dyn Sink) {
        let (Some(relief_at), Some(limit)) = (self.relief_at, self.task.budget.memory) else { return };
        if resident::bytes() < relief_at {
            return;
        }
        let drained = self.frontier.drain(&self.task);
        self.work.parked += drained.len() as u64;
        for live in drained.iter().rev() {
            let parcel = self.parcel(live, sink);
            self.frontier.parked.push(parcel);
        }
        drop(drained);
        self.retire();
        (self.machine, self.origins) = (self.task.make)();
        resident::give_back();
        let left = resident::bytes();
        if left > limit / 100 * 95 {
            return self.pool.end(Exhausted::Memory);
        }
        self.relief_at = Some((limit / 10 * 7).max(left + (limit - left) / 3));
    }

    /// Adds up what the machine has done.
    fn retire(&mut self) {
        let stats = std::mem::take(&mut self.machine.stats);
        let work = Work {
            stats,
            solver: self.machine.solver.stats().clone(),
            terms: self.machine.arena.len(),
            ..Work::default()
        };
        self.work.add(&work);
    }

    /// All states of this worker.
    fn trails(&self) -> Vec<Trail> {
        let live = self.frontier.live().map(|live| Trail::pack(&live.state.trail));
        let parked = self.frontier.parked.iter().chain(&self.unmade).map(|parcel| parcel.trail.clone());
        live.chain(parked).collect()
    }

    fn answer_snapshot(&mut self, sink: &mut dyn Sink) {
        let asked = self.pool.snapshots();
        if self.snapshots < asked {
            self.snapshots = asked;
            sink.snapshot(self.trails(), false);
        }
    }

    /// Makes a state again from its trail: runs the program from its start and goes the same way at each fork.
    fn make_again(&mut self, parcel: Parcel) -> Flow {
        let trail = parcel.trail.unpack();
        let stats = self.machine.stats.clone();
        let made = self.follow_trail(&trail);
        self.work.replayed += self.machine.stats.instructions - stats.instructions;
        self.machine.stats = stats;
        match made {
            Some(mut live) => {
                live.share = parcel.share;
                self.handed += live.state.instructions;
                self.add(None, vec![live]);
            }
            None if self.pool.is_over() || self.exhausted().is_some() => self.unmade = Some(parcel),
            None => self.work.diverged += 1,
        }
        Flow::Continue
    }

    fn follow_trail(&mut self, trail: &[u32]) -> Option<Live> {
        let origin = self.origins.iter().find(|origin| trail.starts_with(&origin.trail))?;
        let mut live = Live::new(origin.clone(), 1.0);
        while live.state.trail.len() < trail.len() {
            let (ending, children) = match self.machine.run(&mut live.state, FUEL) {
                Stop::Forked(children) => (None, children),
                Stop::Ended(ending, children) => (Some(ending), children),
                Stop::Fuel if self.pool.is_over() || self.exhausted().is_some() => return None,
                Stop::Fuel => continue,
            };
            let family = self.raise(live, ending, children);
            let mut members = family.into_iter();
            let (member, ending) = members.find(|(member, _)| trail.starts_with(&member.state.trail))?;
            if ending.is_some() {
                return None;
            }
            live = member;
        }
        Some(live)
    }

    fn exhausted(&mut self) -> Option<Exhausted> {
        let budget = &self.task.budget;
        if self.machine.solver.disagreement().is_some() {
            return Some(Exhausted::Disagreement);
        }
        if budget.deadline.is_interrupted() {
            return Some(Exhausted::Interrupt);
        }
        let last_tests = LAST_TEST * u32::try_from(self.pool.waiting()).unwrap_or(u32::MAX);
        if budget.deadline.left().is_some_and(|left| left <= last_tests) {
            return Some(Exhausted::Time);
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
