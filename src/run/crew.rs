//! The workers of a run: the first one in the thread of the run, which also gathers what all of them find;
//! the others in threads of their own, once there is enough to do.

use super::Progress;
use super::base_choice::{self, Pair};
use super::finder::{Finder, Found, Tally};
use super::gatherer::Gatherer;
use super::guide::Seeker;
use super::spill_file::SpillFile;
use super::uncovered::Stops;
use crate::engine::{
    self, DecisionPath, Exhausted, Flow, GivenInputs, Lead, Observer, Pool, Sink, SpillSlot, SuspendedState,
    Task, WAITING_SHARE, WaitingPeak, Work, Worker,
};
use crate::exec::{Ending, Machine, PackedObstacles, State};
use crate::expr::Script;
use crate::solver::Disagreement;
use crate::util::resident;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::mpsc::{Receiver as Inbox, SyncSender};
use std::time::{Duration, Instant};

/// A run that is shorter has only one worker, since starting others would take longer than they save.
const ALONE: Duration = Duration::from_millis(250);
/// Progress is reported no more often than this.
const TELL_EVERY: Duration = Duration::from_millis(50);

/// What a worker sends to the first one.
pub(super) enum Message {
    Found(Box<Found>),
    Waiting(Option<SpillSlot>, String),
    Frontier { decision_paths: Vec<DecisionPath>, is_last: bool },
    Done(Box<Report>),
}

/// What a worker reports at its end.
pub(super) struct Report {
    pub(super) work: Work,
    pub(super) tally: Tally,
    pub(super) disagreement: Option<(Disagreement, String)>,
    pub(super) stops: Stops,
    /// Only of a further worker; those of the first worker are in its machine.
    pub(super) obstacles: PackedObstacles,
}

/// A worker that has ended.
pub(super) struct Finished {
    pub(super) report: Report,
    pub(super) peak: WaitingPeak,
    pub(super) machine: Machine,
}

/// Ends a worker and collects its results.
pub(super) fn finish(worker: Worker, tally: Tally, stops: Stops) -> Finished {
    let engine::Finished { work, peak, machine } = worker.finish();
    let disagreement = machine.solver.disagreement().map(|disagreement| {
        (disagreement.clone(), Script::new(&machine.arena, &disagreement.conditions).to_string())
    });
    let report = Report { work, tally, disagreement, stops, obstacles: PackedObstacles::default() };
    Finished { report, peak, machine }
}

/// The sink of a further worker: sends everything to the first one.
struct Remote<'a> {
    finder: Finder<'a>,
    spill_file: Arc<SpillFile>,
    known: Arc<BTreeSet<Vec<u32>>>,
    outbox: SyncSender<Message>,
}

impl Remote<'_> {
    fn send(&self, message: Message) -> Flow {
        if self.outbox.send(message).is_ok() { Flow::Continue } else { Flow::Stop }
    }
}

impl Sink for Remote<'_> {
    fn ended(&mut self, machine: &mut Machine, state: &State, ending: Ending) -> Flow {
        if self.known.contains(&state.decision_path) {
            return Flow::Continue;
        }
        match self.finder.find(machine, state, ending) {
            Some(found) => self.send(Message::Found(Box::new(found))),
            None => Flow::Continue,
        }
    }

    fn park(&mut self, machine: &mut Machine, state: &State) -> Option<SpillSlot> {
        let found = self.finder.find_waiting(machine, state)?;
        self.spill_file.put(&found)
    }

    fn rehearse(&mut self, machine: &mut Machine, state: &State) {
        drop(self.finder.rehearse(machine, state));
    }

    fn ended_waiting(&mut self, slot: Option<SpillSlot>, reason: &str) -> Flow {
        self.send(Message::Waiting(slot, reason.to_owned()))
    }

    fn left(&mut self, machine: &mut Machine, state: &State) {
        self.finder.left(machine, state);
    }

    fn snapshot(&mut self, decision_paths: Vec<DecisionPath>, is_last: bool) {
        self.send(Message::Frontier { decision_paths, is_last });
    }
}

/// Ends the run if its worker panics, since the others would wait for it.
struct Watch(Arc<Pool>);

impl Drop for Watch {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.end(Exhausted::Stopped);
        }
    }
}

/// The work of the thread of a further worker.
pub(super) fn work(task: Arc<Task>, pool: Arc<Pool>, finder: Finder, shared: Shared) {
    let _watch = Watch(Arc::clone(&pool));
    let Shared { spill_file, known, outbox } = shared;
    let mut worker = Worker::new(task, pool);
    let mut sink = Remote { finder, spill_file, known, outbox };
    worker.explore(&mut Observer::Other(&mut sink));
    let (tally, stops) = (std::mem::take(&mut sink.finder.tally), std::mem::take(&mut sink.finder.stops));
    let Finished { mut report, machine, .. } = finish(worker, tally, stops);
    report.obstacles = machine.obstacles.pack(&machine.arena);
    sink.send(Message::Done(Box::new(report)));
}

/// What a further worker shares with the first one.
#[derive(Clone)]
pub(super) struct Shared {
    pub(super) spill_file: Arc<SpillFile>,
    pub(super) known: Arc<BTreeSet<Vec<u32>>>,
    pub(super) outbox: SyncSender<Message>,
}

/// The frontier of all workers, while it is being collected.
#[derive(Default)]
struct Collecting {
    decision_paths: Vec<DecisionPath>,
    /// Workers that have still to answer.
    open: usize,
}

/// The sink of the first worker: gathers what all workers find.
pub(super) struct Local<'a, 'b> {
    pub(super) finder: Finder<'a>,
    pub(super) gatherer: Gatherer<'b>,
    pub(super) spill_file: Arc<SpillFile>,
    pub(super) inbox: Inbox<Message>,
    pub(super) reports: Vec<Report>,
    pool: Arc<Pool>,
    /// Starts the other workers, unless they have been started.
    start_others: Option<Box<dyn FnOnce() + 'a>>,
    start: Instant,
    told: Instant,
    n_edges: u64,
    task: Arc<Task>,
    collecting: Option<Collecting>,
    /// The frontiers of workers that have ended.
    last: Vec<DecisionPath>,
    /// The guide that is asked for inputs beside exploration, and when there is nothing else to do.
    pub(super) seeker: Option<Seeker>,
    /// Inputs of tests that covered something new since the guide was last asked.
    seeds: Vec<GivenInputs>,
    /// Whether tests are still taken in after the first worker has ended.
    flow: Flow,
}

impl<'a, 'b> Local<'a, 'b> {
    pub(super) fn new(
        (finder, gatherer): (Finder<'a>, Gatherer<'b>),
        spill_file: Arc<SpillFile>,
        inbox: Inbox<Message>,
        (task, pool): (Arc<Task>, Arc<Pool>),
        start_others: Option<Box<dyn FnOnce() + 'a>>,
    ) -> Self {
        let now = Instant::now();
        Self {
            finder,
            gatherer,
            spill_file,
            inbox,
            reports: Vec::new(),
            n_edges: task.scene.covered.n_edges(),
            task,
            pool,
            start_others,
            start: now,
            told: now,
            collecting: None,
            last: Vec::new(),
            seeker: None,
            seeds: Vec::new(),
            flow: Flow::Continue,
        }
    }

    fn take(&mut self, message: Message) -> Flow {
        match message {
            // A search may have found the same path.
            Message::Found(found) if self.has(&found.test.decision_path) => Flow::Continue,
            Message::Found(found) => self.add(*found),
            Message::Waiting(slot, reason) => self.gatherer.add_waiting(slot, &reason),
            Message::Frontier { decision_paths, is_last } => {
                self.frontier(decision_paths, is_last);
                Flow::Continue
            }
            Message::Done(report) => {
                self.reports.push(*report);
                Flow::Continue
            }
        }
    }

    /// Whether a test of this path waits already, since a search and exploration may find the same path.
    fn has(&self, decision_path: &[u32]) -> bool {
        self.task.seeks && self.gatherer.has(decision_path)
    }

    /// Takes in a test of any worker.
    fn add(&mut self, found: Found) -> Flow {
        if self.seeker.is_some() && self.gatherer.is_new(&found) {
            self.seeds.push(GivenInputs::of(&found.test));
        }
        let flow = self.gatherer.add(found);
        if self.gatherer.has_grown() {
            self.pool.note_growth();
        }
        if self.gatherer.has_attained() {
            self.pool.end(Exhausted::Attained);
        }
        flow
    }

    fn frontier(&mut self, decision_paths: Vec<DecisionPath>, is_last: bool) {
        if is_last {
            self.last.extend(decision_paths);
        } else if let Some(collecting) = &mut self.collecting {
            collecting.decision_paths.extend(decision_paths);
            collecting.open -= 1;
            if collecting.open == 0 {
                let collected = self.collecting.take().unwrap_or_default();
                self.gatherer.frontier(&collected.decision_paths);
            }
        }
    }

    /// Takes in what the others send until they have all ended. Call it when the first worker has ended.
    pub(super) fn gather_all(&mut self) {
        self.start_others = None;
        while let Ok(message) = self.inbox.recv() {
            let is_end = matches!(message, Message::Done(_) | Message::Frontier { .. });
            if self.flow == Flow::Continue || is_end {
                self.flow = self.take(message);
            }
        }
    }

    /// Makes further tests with inputs like those of others, if that is wanted and there is time for it.
    pub(super) fn choose_bases(&mut self, worker: &mut Worker) {
        let Some(chooser) = self.gatherer.bases.take() else { return };
        let mut known = BTreeSet::new();
        for Pair { decision_path, own, base } in chooser.pairs() {
            if self.flow == Flow::Stop || self.task.budget.deadline.is_over() {
                return;
            }
            let Some((state, ending, likeness)) = worker.make_like(&decision_path, &base) else { continue };
            let Some(mut found) = self.finder.find_like(worker.machine(), &state, ending, &likeness) else {
                continue;
            };
            // A null pointer that the path has not looked at may lead to an object instead.
            let further = base_choice::with_objects(&GivenInputs::of(&found.test), &base);
            if let Some((state, ending, likeness)) = further.and_then(|given| worker.end_of(&given))
                && let Some(other) = self.finder.find_like(worker.machine(), &state, ending, &likeness)
                && other.tested == found.tested
                && other.test.outcome == found.test.outcome
            {
                found = other;
            }
            if GivenInputs::of(&found.test) != own && known.insert(found.test.decision_path.clone()) {
                self.flow = self.gatherer.add_like(found);
            }
        }
    }

    /// Takes in the states that no worker took, and hands on all tests.
    pub(super) fn finish(&mut self) {
        let mut flow = self.flow;
        let leftovers: Vec<SuspendedState> = self.pool.leftovers();
        let mut decision_paths = std::mem::take(&mut self.last);
        decision_paths.append(&mut self.gatherer.rushed);
        decision_paths.extend(leftovers.iter().map(|suspended| suspended.decision_path.clone()));
        self.gatherer.frontier(&decision_paths);
        let wants_tests = |reason: &Exhausted| {
            let has_enough =
                matches!(reason, Exhausted::Saturated | Exhausted::Attained | Exhausted::Searched);
            !has_enough && self.task.scene.goal.is_none()
        };
        if let Some(reason) = self.pool.exhausted().filter(wants_tests) {
            for suspended in leftovers {
                if flow == Flow::Continue {
                    let is_due = self.task.budget.deadline.is_due(WAITING_SHARE);
                    let slot = suspended.slot.filter(|_| !is_due && self.task.wanted.is_all());
                    flow = self.gatherer.add_waiting(slot, reason.words());
                }
            }
        }
        if flow == Flow::Continue {
            self.gatherer.settled(None);
        }
        self.gatherer.count(&std::mem::take(&mut self.finder.tally));
    }

    fn keep_up(&mut self) {
        if self.collecting.is_none()
            && let Some(journal) = &mut self.gatherer.journal
            && journal.is_due()
        {
            journal.wait();
            let (suspended_states, open) = self.pool.begin_snapshot();
            let decision_paths =
                suspended_states.into_iter().map(|suspended| suspended.decision_path).collect();
            self.collecting = Some(Collecting { decision_paths, open });
        }
        if self.start.elapsed() >= ALONE
            && self.pool.waiting() >= 2
            && let Some(start_others) = self.start_others.take()
        {
            start_others();
        }
    }
}

impl Sink for Local<'_, '_> {
    fn ended(&mut self, machine: &mut Machine, state: &State, ending: Ending) -> Flow {
        if self.has(&state.decision_path) || self.gatherer.known.contains(&state.decision_path) {
            return Flow::Continue;
        }
        match self.finder.find(machine, state, ending) {
            Some(found) => self.add(found),
            None => Flow::Continue,
        }
    }

    fn park(&mut self, machine: &mut Machine, state: &State) -> Option<SpillSlot> {
        let found = self.finder.find_waiting(machine, state)?;
        self.spill_file.put(&found)
    }

    fn rehearse(&mut self, machine: &mut Machine, state: &State) {
        drop(self.finder.rehearse(machine, state));
    }

    fn ended_waiting(&mut self, slot: Option<SpillSlot>, reason: &str) -> Flow {
        self.gatherer.add_waiting(slot, reason)
    }

    fn left(&mut self, machine: &mut Machine, state: &State) {
        self.finder.left(machine, state);
    }

    fn snapshot(&mut self, decision_paths: Vec<DecisionPath>, is_last: bool) {
        self.frontier(decision_paths, is_last);
    }
}

impl Lead for Local<'_, '_> {
    fn gather(&mut self) -> Flow {
        while let Ok(message) = self.inbox.try_recv() {
            if self.take(message) == Flow::Stop {
                return Flow::Stop;
            }
        }
        Flow::Continue
    }

    fn settled(&mut self, decision_path: &[u32]) -> Flow {
        self.gatherer.settled(Some(decision_path))
    }

    fn seek(&mut self, most: u64) -> Vec<GivenInputs> {
        let Some(seeker) = &self.seeker else { return Vec::new() };
        let edges = &self.gatherer.edges;
        let seeds = std::mem::take(&mut self.seeds);
        seeker.seek(&|edge| edges[edge.index()] > 0, &seeds, most)
    }

    fn progress(&mut self, machine: &Machine, pool: &Pool) {
        if self.told.elapsed() < TELL_EVERY {
            return;
        }
        self.told = Instant::now();
        let (backlog, each) = self.gatherer.backlog();
        pool.set_backlog(backlog, each);
        self.keep_up();
        let progress = Progress {
            n_tests: self.gatherer.summary.tests,
            n_paths: pool.paths(),
            n_waiting: pool.waiting(),
            n_workers: pool.n_workers(),
            instructions: pool.instructions(),
            questions: machine.solver.stats().asked(),
            covered: self.task.scene.covered.n_covered(),
            edges: self.n_edges,
            resident: resident::bytes(),
            seconds: self.start.elapsed().as_secs_f64(),
        };
        self.gatherer.receiver().progress(&progress);
    }
}
