//! The worker loop: takes states from the frontier, runs them, and hands ended paths on.
//!
//! One worker for now. A worker owns its machine (arena, solver) and its frontier; nothing here is shared, so
//! that more workers are more of these.

use crate::exec::{Child, Ending, Machine, State, Stop};
use crate::search::{Candidate, Searcher, StateId, Strategy};
use crate::util::Deadline;

/// Instructions that a state runs before the worker looks at its budget.
const FUEL: u64 = 20_000;
/// A state that has run this long without forking is tired.
const TIRED_AFTER: u64 = 5 * FUEL;
/// Waiting states beyond which the worker does not look for the least trail among them.
const SETTLE_LIMIT: usize = 256;

/// What a run may spend. `None` is without limit.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    pub deadline: Deadline,
    /// Ended paths.
    pub paths: Option<u64>,
    /// Executed instructions, over all paths.
    pub instructions: Option<u64>,
}

/// Why a run ended before all paths were explored.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Exhausted {
    Time,
    Interrupt,
    Paths,
    Instructions,
    /// Two backends gave different answers; see [`crate::solver::Solver::disagreement`].
    Disagreement,
    /// The receiver of tests wants no more.
    Stopped,
}

impl Exhausted {
    /// The reason in words, to follow "ended by".
    pub const fn words(self) -> &'static str {
        match self {
            Exhausted::Time => "the time limit",
            Exhausted::Interrupt => "an interrupt",
            Exhausted::Paths => "the limit of paths",
            Exhausted::Instructions => "the limit of instructions",
            Exhausted::Disagreement => "a disagreement of two solvers",
            Exhausted::Stopped => "an error in writing the tests",
        }
    }
}

/// Whether to go on.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Flow {
    Continue,
    Stop,
}

/// The receiver of what a worker finds.
pub trait Sink {
    /// A path ended.
    fn ended(&mut self, machine: &mut Machine, state: &State, ending: Ending) -> Flow;

    /// No path whose trail is less than `trail` will end any more; `None` says that none will at all.
    fn settled(&mut self, trail: Option<&[u32]>) -> Flow;

    /// Called every now and then, with the number of waiting states.
    fn progress(&mut self, machine: &Machine, n_waiting: usize);
}

/// One worker and its frontier.
pub struct Worker {
    machine: Machine,
    searcher: Box<dyn Searcher>,
    /// Waiting states by id; freed places are used again.
    waiting: Vec<Option<State>>,
    free: Vec<StateId>,
    n_waiting: usize,
    budget: Budget,
    n_ended: u64,
    waiting_peak: WaitingPeak,
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
    /// A worker with states to begin with.
    pub fn new(machine: Machine, start: Vec<State>, strategy: Strategy, budget: Budget) -> Self {
        let mut worker = Self {
            machine,
            searcher: strategy.start(),
            waiting: Vec::new(),
            free: Vec::new(),
            n_waiting: 0,
            budget,
            n_ended: 0,
            waiting_peak: WaitingPeak::default(),
        };
        worker.add(start, false);
        worker
    }

    /// The machine, for its counts.
    pub fn machine(&self) -> &Machine {
        &self.machine
    }

    /// The machine, when nothing is to be explored any more.
    pub fn into_machine(self) -> Machine {
        self.machine
    }

    /// How many states waited at most, and what they took.
    pub fn waiting_peak(&self) -> WaitingPeak {
        self.waiting_peak
    }

    /// Explores until nothing waits or the budget is used up. Every path goes to the sink; those that a
    /// budget ends too.
    pub fn explore(&mut self, sink: &mut dyn Sink) -> Option<Exhausted> {
        let exhausted = self.explore_within_budget(sink);
        if let Some(reason) = exhausted
            && reason != Exhausted::Stopped
        {
            for state in std::mem::take(&mut self.waiting).into_iter().flatten() {
                let ending = Ending::Budget(reason.words().to_owned());
                if sink.ended(&mut self.machine, &state, ending) == Flow::Stop {
                    break;
                }
            }
        }
        sink.settled(None);
        exhausted
    }

    fn explore_within_budget(&mut self, sink: &mut dyn Sink) -> Option<Exhausted> {
        while let Some(id) = self.searcher.pick() {
            let mut state = self.waiting[id.index()].take().expect("invariant: picked states wait");
            self.free.push(id);
            self.n_waiting -= 1;
            let flow = self.advance(&mut state, sink);
            let exhausted = match flow {
                Advance::Goes { children, is_tired } => {
                    let mut family = vec![state];
                    let mut flow = Flow::Continue;
                    for child in children {
                        flow = self.receive(child, &mut family, sink, flow);
                    }
                    self.add(family, is_tired);
                    self.after(flow, sink)
                }
                Advance::Ended { ending, children } => {
                    let mut family = Vec::new();
                    let mut flow = self.hand_over(&state, ending, sink);
                    for child in children {
                        flow = self.receive(child, &mut family, sink, flow);
                    }
                    self.add(family, false);
                    self.after(flow, sink)
                }
                Advance::Exhausted(reason) => {
                    self.add(vec![state], false);
                    Some(reason)
                }
            };
            if exhausted.is_some() {
                return exhausted;
            }
        }
        None
    }

    /// Runs a state until it forks, ends, tires or the budget is used up.
    fn advance(&mut self, state: &mut State, sink: &mut dyn Sink) -> Advance {
        let mut spent = 0;
        loop {
            if let Some(reason) = self.exhausted() {
                return Advance::Exhausted(reason);
            }
            match self.machine.run(state, FUEL) {
                Stop::Forked(children) => return Advance::Goes { children, is_tired: false },
                Stop::Ended(ending, children) => return Advance::Ended { ending, children },
                Stop::Fuel => {
                    spent += FUEL;
                    sink.progress(&self.machine, self.n_waiting + 1);
                    if spent >= TIRED_AFTER {
                        return Advance::Goes { children: Vec::new(), is_tired: true };
                    }
                }
            }
        }
    }

    fn receive(&mut self, child: Child, family: &mut Vec<State>, sink: &mut dyn Sink, flow: Flow) -> Flow {
        match child.ending {
            None => family.push(child.state),
            Some(ending) => {
                if self.hand_over(&child.state, ending, sink) == Flow::Stop {
                    return Flow::Stop;
                }
            }
        }
        flow
    }

    fn hand_over(&mut self, state: &State, ending: Ending, sink: &mut dyn Sink) -> Flow {
        self.n_ended += u64::from(!matches!(ending, Ending::AssumedAway));
        sink.ended(&mut self.machine, state, ending)
    }

    /// Tells the sink what can no longer come.
    fn after(&mut self, flow: Flow, sink: &mut dyn Sink) -> Option<Exhausted> {
        if flow == Flow::Stop {
            return Some(Exhausted::Stopped);
        }
        sink.progress(&self.machine, self.n_waiting);
        if self.n_waiting <= SETTLE_LIMIT {
            let least = self.waiting.iter().flatten().map(|state| state.trail.as_slice()).min();
            if least.is_some() && sink.settled(least) == Flow::Stop {
                return Some(Exhausted::Stopped);
            }
        }
        None
    }

    fn add(&mut self, family: Vec<State>, is_tired: bool) {
        let mut candidates = Vec::with_capacity(family.len());
        for state in family {
            let id = self.free.pop().unwrap_or_else(|| {
                self.waiting.push(None);
                StateId::new(self.waiting.len() - 1)
            });
            candidates.push(Candidate {
                id,
                depth: state.trail.len(),
                instructions: state.instructions,
                is_tired,
            });
            self.waiting[id.index()] = Some(state);
            self.n_waiting += 1;
        }
        self.searcher.add(&candidates);
        self.waiting_peak.states = self.waiting_peak.states.max(self.n_waiting);
        if self.n_waiting >= 2 * self.waiting_peak.measured.max(1) {
            self.waiting_peak.measured = self.n_waiting;
            let bytes: usize = self.waiting.iter().flatten().map(State::footprint).sum();
            self.waiting_peak.bytes_per_state = bytes / self.n_waiting;
        }
    }

    fn exhausted(&self) -> Option<Exhausted> {
        let budget = &self.budget;
        if self.machine.solver.disagreement().is_some() {
            return Some(Exhausted::Disagreement);
        }
        if budget.deadline.is_interrupted() {
            return Some(Exhausted::Interrupt);
        }
        if budget.deadline.is_over() {
            return Some(Exhausted::Time);
        }
        if budget.paths.is_some_and(|limit| self.n_ended >= limit) {
            return Some(Exhausted::Paths);
        }
        let instructions = self.machine.stats.instructions;
        budget.instructions.is_some_and(|limit| instructions >= limit).then_some(Exhausted::Instructions)
    }
}

/// What became of the state that was advanced.
enum Advance {
    /// It goes on, perhaps with others beside it.
    Goes {
        children: Vec<Child>,
        is_tired: bool,
    },
    Ended {
        ending: Ending,
        children: Vec<Child>,
    },
    Exhausted(Exhausted),
}
