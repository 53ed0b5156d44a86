//! Takes in what all workers of a run have found, counts it, and brings the tests into their order.

use super::base_choice::BaseChoice;
use super::explaining::{Explainer, Numbered};
use super::finder::{Found, Tally};
use super::journal::Journal;
use super::quest::Quest;
use super::spill_file::SpillFile;
use super::uncovered::Listed;
use super::{Options, Receiver, Summary};
use crate::emit::choose::Growth;
use crate::engine::{DecisionPath, Flow, SpillSlot};
use crate::ir::{FuncId, GlobalId, Program};
use crate::testcase::{Outcome, TestCase};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How many tests are held in memory before others wait on disk: in a run with a memory limit, and in other
/// runs.
const MOST_HELD: [usize; 2] = [1 << 12, 1 << 16];

/// How long it takes to hand on a test that waits for its turn, as long as it was not measured.
const HAND_ON: Duration = Duration::from_micros(20);
/// After so many tests, their mean time counts.
const FEW: u32 = 100;
/// How many times as long it takes to read a test from disk and hand it on as to put it there.
const FROM_DISK: u32 = 2;

/// A mean time.
#[derive(Default)]
struct Mean {
    n: u32,
    spent: Duration,
}

impl Mean {
    fn add(&mut self, n: u32, spent: Duration) {
        self.n = self.n.saturating_add(n);
        self.spent += spent;
    }

    fn get(&self) -> Option<Duration> {
        (self.n >= FEW).then(|| self.spent / self.n)
    }
}

/// A test that may have to wait for one that stands before it.
enum Unsettled {
    Held(Box<Numbered>),
    OnDisk { number: u64, slot: SpillSlot },
}

/// Takes in tests from all workers.
pub(super) struct Gatherer<'a> {
    receiver: &'a mut dyn Receiver,
    unsettled: BTreeMap<Vec<u32>, Unsettled>,
    n_held: usize,
    most_held: usize,
    /// The mean times of putting a test on disk, and of handing one on.
    put: Mean,
    handed_on: Mean,
    spill_file: Arc<SpillFile>,
    explainer: Explainer,
    /// Which tests cover what, if that is wanted.
    pub(super) listed: Listed,
    pub(super) summary: Summary,
    /// How often all tests together took each edge.
    pub(super) edges: Vec<u64>,
    /// Functions that were called under test.
    pub(super) tested: BTreeSet<FuncId>,
    /// Variables that these functions read although nothing has set them.
    pub(super) unset: BTreeSet<GlobalId>,
    /// The decision paths of the tests that an earlier run has found. These tests were taken in already.
    pub(super) known: Arc<BTreeSet<Vec<u32>>>,
    pub(super) journal: Option<Journal>,
    /// Paths that have ended, but whose values a run that resumes from the journal has to choose again.
    pub(super) rushed: Vec<DecisionPath>,
    /// The shortest test that has come to the target, if that is all that is looked for.
    best: Option<Option<Found>>,
    /// What tests cover, if the run ends when that does not grow any more; and whether it has grown since
    /// `has_grown` was called.
    growth: Option<Growth>,
    has_grown: bool,
    /// What is still to be covered, if the run ends when nothing is left.
    quest: Option<Quest>,
    /// Tests whose inputs others may get, if that is wanted.
    pub(super) bases: Option<BaseChoice>,
}

impl<'a> Gatherer<'a> {
    pub(super) fn new(
        program: &Program,
        receiver: &'a mut dyn Receiver,
        spill_file: Arc<SpillFile>,
        (options, quest): (&Options, Option<Quest>),
    ) -> Self {
        Self {
            receiver,
            unsettled: BTreeMap::new(),
            n_held: 0,
            most_held: MOST_HELD[usize::from(options.budget.memory.is_none())],
            put: Mean::default(),
            handed_on: Mean::default(),
            spill_file,
            explainer: Explainer::new(program, options.explain),
            listed: Listed::new(options.covered_by, program.edges.len()),
            summary: Summary::default(),
            edges: vec![0; program.edges.len()],
            tested: BTreeSet::new(),
            unset: BTreeSet::new(),
            known: Arc::default(),
            journal: None,
            rushed: Vec::new(),
            best: options.target.is_some().then_some(None),
            growth: options.budget.until_saturated.then(Growth::default),
            has_grown: false,
            quest,
            bases: (options.base_choice && options.target.is_none()).then(BaseChoice::default),
        }
    }

    /// Takes in a test.
    pub(super) fn add(&mut self, found: Found) -> Flow {
        if let Some(best) = &mut self.best {
            // A test that comes later is shorter.
            *best = Some(found);
            return Flow::Continue;
        }
        let is_finished = !matches!(found.test.outcome, Outcome::Budget(_)) || found.is_limited;
        if is_finished && let Some(journal) = &mut self.journal {
            match found.is_rushed {
                true => self.rushed.push(DecisionPath::pack(&found.test.decision_path)),
                false => journal.found(&found),
            }
        }
        self.take(found)
    }

    /// Whether a test of this path waits for its turn.
    pub(super) fn has(&self, decision_path: &[u32]) -> bool {
        self.unsettled.contains_key(decision_path)
    }

    /// Whether a test takes an edge that none before it took.
    pub(super) fn is_new(&self, found: &Found) -> bool {
        found.edges.iter().any(|(edge, _)| self.edges[*edge as usize] == 0)
    }

    fn take(&mut self, found: Found) -> Flow {
        let Found { mut test, edges, functions, tested, .. } = found;
        self.summary.paths += 1;
        self.summary.count(&test);
        for (edge, count) in &edges {
            self.edges[*edge as usize] += u64::from(*count);
        }
        if let Some(quest) = &mut self.quest {
            quest.found(&test, &self.edges);
        }
        self.tested.extend(functions.into_iter().map(FuncId::from_raw));
        let number = self.explainer.found(&edges, &tested, &mut test);
        if let Some(bases) = &mut self.bases {
            bases.add(&test);
        }
        let taken: Vec<u32> = edges.into_iter().map(|(edge, _)| edge).collect();
        self.listed.found(number, taken);
        self.has_grown |= self.growth.as_mut().is_some_and(|growth| growth.add(&test));
        self.receive(number, test)
    }

    /// Takes in a test of a path that has one already, with other inputs.
    pub(super) fn add_like(&mut self, found: Found) -> Flow {
        let Found { mut test, edges, tested, .. } = found;
        let number = self.explainer.found(&edges, &tested, &mut test);
        self.listed.found(number, edges.into_iter().map(|(edge, _)| edge).collect());
        self.receive(number, test)
    }

    /// Tells the receiver that a test was found, and keeps the test until it is its turn.
    fn receive(&mut self, number: u64, test: TestCase) -> Flow {
        let flow = self.receiver.found(&test);
        let decision_path = test.decision_path.clone();
        let numbered = Box::new(Numbered { number, test });
        self.n_held += 1;
        self.unsettled.insert(decision_path, Unsettled::Held(numbered));
        if self.n_held > self.most_held {
            self.put_away();
        }
        flow
    }

    /// Puts the held tests on disk, except for those whose turn comes soon.
    fn put_away(&mut self) {
        let (start, n_before) = (Instant::now(), self.n_held);
        for waiting in self.unsettled.values_mut().skip(self.most_held / 4) {
            let Unsettled::Held(numbered) = waiting else { continue };
            let number = numbered.number;
            // What a test covers is not part of its record, so it is written beside it.
            if let Some(slot) = self.spill_file.put(&(&numbered.test, &numbered.test.covers)) {
                *waiting = Unsettled::OnDisk { number, slot };
                self.n_held -= 1;
            }
        }
        self.put.add((n_before - self.n_held) as u32, start.elapsed());
    }

    /// About how long it takes to hand on all tests that wait for their turn, and one more.
    pub(super) fn backlog(&self) -> (Duration, Duration) {
        let each = self.handed_on.get().unwrap_or(HAND_ON);
        let from_disk = self.put.get().map_or(HAND_ON, |put| put * FROM_DISK).max(each);
        let n_on_disk = self.unsettled.len() - self.n_held;
        let all = each * self.n_held as u32 + from_disk * u32::try_from(n_on_disk).unwrap_or(u32::MAX);
        (all, from_disk)
    }

    /// Takes in a test from the spill file, with the reason why its path did not go on.
    pub(super) fn add_waiting(&mut self, slot: Option<SpillSlot>, reason: &str) -> Flow {
        match slot.and_then(|slot| self.spill_file.get::<Found>(slot).ok()) {
            Some(mut found) => {
                found.test.outcome = Outcome::Budget(reason.to_owned());
                if let Some(left) = &mut found.test.left {
                    left.why = reason.to_owned();
                }
                self.add(found)
            }
            None => {
                self.summary.left += 1;
                Flow::Continue
            }
        }
    }

    /// Takes in what an earlier run has found.
    pub(super) fn resume(&mut self, tests: Vec<Found>) -> Flow {
        let mut known = BTreeSet::new();
        for found in tests {
            if known.insert(found.test.decision_path.clone()) && self.add(found) == Flow::Stop {
                return Flow::Stop;
            }
        }
        self.known = Arc::new(known);
        Flow::Continue
    }

    /// Hands on the tests before which no other can come; all of them if `decision_path` is `None`.
    pub(super) fn settled(&mut self, decision_path: Option<&[u32]>) -> Flow {
        if decision_path.is_none()
            && let Some(best) = self.best.take()
            && let Some(best) = best
            && self.take(best) == Flow::Stop
        {
            return Flow::Stop;
        }
        let (start, n_before) = (Instant::now(), self.unsettled.len());
        let flow = self.hand_on(decision_path);
        // Calls that hand on nothing are frequent and cheap, and do not count.
        if self.unsettled.len() < n_before {
            self.handed_on.add((n_before - self.unsettled.len()) as u32, start.elapsed());
        }
        flow
    }

    fn hand_on(&mut self, decision_path: Option<&[u32]>) -> Flow {
        while let Some(first) = self.unsettled.first_entry() {
            if decision_path.is_some_and(|decision_path| first.key().as_slice() > decision_path) {
                break;
            }
            let numbered = match first.remove() {
                Unsettled::Held(numbered) => {
                    self.n_held -= 1;
                    *numbered
                }
                Unsettled::OnDisk { number, slot } => match self.spill_file.get(slot) {
                    Ok((test, covers)) => Numbered { number, test: TestCase { covers, ..test } },
                    Err(_) => {
                        self.summary.lost += 1;
                        continue;
                    }
                },
            };
            let number = numbered.number;
            let test = self.explainer.settle(numbered);
            self.listed.settled(number, &test);
            if self.receiver.in_order(&test) == Flow::Stop {
                return Flow::Stop;
            }
        }
        Flow::Continue
    }

    /// Whether tests have covered something new since the last call.
    pub(super) fn has_grown(&mut self) -> bool {
        std::mem::take(&mut self.has_grown)
    }

    /// Whether tests cover everything that was asked for.
    pub(super) fn has_attained(&self) -> bool {
        self.quest.as_ref().is_some_and(Quest::is_over)
    }

    /// Writes the states that are left to the checkpoint, if there is one.
    pub(super) fn frontier(&mut self, decision_paths: &[DecisionPath]) {
        if let Some(journal) = &mut self.journal {
            journal.frontier(decision_paths);
        }
    }

    /// Counts what happened on the way to tests.
    pub(super) fn count(&mut self, tally: &Tally) {
        self.summary.undecided += tally.undecided;
        self.summary.paths += tally.untested;
        self.summary.unreadable += tally.unreadable;
        self.summary.probes += tally.probes;
        self.unset.extend(&tally.unset);
    }

    pub(super) fn receiver(&mut self) -> &mut dyn Receiver {
        self.receiver
    }

    pub(super) fn explainer(&self) -> &Explainer {
        &self.explainer
    }
}
