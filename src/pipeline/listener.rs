//! Hands tests from stage to stage: to the folder and to native runs as they are found, and to the observer
//! in their order, together with their verdicts.

use super::folder::Folder;
use super::prover::{Proof, Prover};
use super::queue::Queue;
use super::{Observer, Readers};
use crate::emit;
use crate::emit::choose::{Chooser, Cover};
use crate::engine::Flow;
use crate::exec;
use crate::explain;
use crate::replay::Verdict;
use crate::run::{Completed, Covering, Progress, Receiver, Summary};
use crate::testcase::{Covers, Outcome, TestCall, TestCase, TestLine};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// How many tests in order are held in memory until their verdicts come: in a run with a memory limit, and in
/// other runs.
const MOST_HELD: [usize; 2] = [1 << 9, 1 << 14];

/// Receives the tests that exploration finds.
pub(super) struct Listener<'a> {
    observer: &'a mut dyn Observer,
    folder: Option<Folder>,
    proving: Option<Proving>,
    /// Errors that native runs have found beyond the ends of paths.
    native_bugs: Summary,
    /// Chooses the tests that people see, among those that native runs do not contradict.
    chooser: Option<Chooser<TestCase>>,
    n_unconfirmed: u64,
    /// Knows what edges cover, for the choice.
    covering: Covering,
    /// Tests that native runs have followed beyond the ends of their paths.
    completed: Vec<Completed>,
    /// How many of these tests have the same name.
    names_of_completed: HashMap<String, u64>,
    /// How many tests could not be read back from disk.
    n_lost: u64,
    has_stopped: bool,
    failure: Option<emit::Error>,
}

/// Tests on their way to native runs and back.
struct Proving {
    prover: Prover,
    /// The numbers that the prover has given to tests which are not in their order yet, by their decision
    /// paths.
    numbers: HashMap<Vec<u32>, u64>,
    /// Verdicts of tests whose turn has not come.
    verdicts: HashMap<u64, Verdict>,
    /// Tests in their order that wait for their verdicts.
    waiting: Queue<Waiting>,
    /// Whether tests are shown only once they have their verdicts. This begins with the first test whose end
    /// only a native run can tell.
    is_held_up: bool,
}

/// A test that waits for its verdict.
#[derive(Serialize, Deserialize)]
struct Waiting {
    test: TestCase,
    /// What the test covers, which is not part of its record.
    covers: Covers,
    is_shown: bool,
}

/// The results of the listener when a run has ended.
pub(super) struct Heard {
    pub(super) folder: Option<Folder>,
    pub(super) proof: Option<Proof>,
    pub(super) chosen: Vec<TestCase>,
    /// Tests that native runs have followed beyond the ends of their paths.
    pub(super) completed: Vec<Completed>,
    /// Why a test could not be written.
    pub(super) failure: Option<emit::Error>,
}

impl<'a> Listener<'a> {
    pub(super) fn new(
        observer: &'a mut dyn Observer,
        folder: Option<Folder>,
        prover: Option<Prover>,
        memory: Option<u64>,
        readers: Readers,
        covering: Covering,
    ) -> Self {
        let proving = prover.map(|prover| Proving {
            prover,
            numbers: HashMap::new(),
            verdicts: HashMap::new(),
            waiting: Queue::new(MOST_HELD[usize::from(memory.is_none())]),
            is_held_up: false,
        });
        Self {
            observer,
            folder,
            proving,
            native_bugs: Summary::default(),
            chooser: (readers == Readers::Chosen).then(|| Chooser::new(Cover::Everything)),
            n_unconfirmed: 0,
            covering,
            completed: Vec::new(),
            names_of_completed: HashMap::new(),
            n_lost: 0,
            has_stopped: false,
            failure: None,
        }
    }

    /// Waits for the native runs of all tests, unless the run was stopped, and adds to the summary what they
    /// found.
    pub(super) fn finish(mut self, summary: &mut Summary) -> Heard {
        let written = self.folder.as_mut().map_or(Ok(()), Folder::flush);
        self.note(written);
        let is_stopped = self.has_stopped || self.failure.is_some();
        let proof = if is_stopped { None } else { self.prove_all() };
        self.proving = None;
        summary.lost += self.n_lost;
        if proof.as_ref().is_some_and(|proof| proof.tally.is_ok()) {
            summary.add_native_bugs(self.native_bugs);
            summary.unconfirmed = self.n_unconfirmed;
            self.completed.iter().for_each(|completed| summary.add_completed(&completed.was));
        }
        let chooser = self.chooser.filter(|_| !is_stopped);
        let chosen = chooser.map_or(Vec::new(), Chooser::finish);
        Heard { folder: self.folder, proof, chosen, completed: self.completed, failure: self.failure }
    }

    fn prove_all(&mut self) -> Option<Proof> {
        loop {
            self.keep_up();
            self.pass_on();
            let proving = self.proving.as_mut()?;
            let (n_tests, n_done) = proving.prover.counts();
            self.observer.proving(n_done, n_tests);
            proving.prover.close();
            if !proving.prover.receive(&mut proving.verdicts) {
                break;
            }
        }
        // No more verdicts come, so tests that still wait are shown as they are.
        while let Some(proving) = &mut self.proving
            && let Some((_, record)) = proving.waiting.pop()
            && !self.has_stopped
        {
            match record {
                Ok(Waiting { test, covers, is_shown }) => {
                    let test = TestCase { covers, ..test };
                    if !needs_proof(&test) {
                        self.consider(&test);
                    }
                    if !is_shown {
                        self.show(&test);
                    }
                }
                Err(_) => self.n_lost += 1,
            }
        }
        self.proving.take().map(|proving| proving.prover.finish())
    }

    /// Passes on the tests that are next in order and have their verdicts.
    fn pass_on(&mut self) {
        while let Some(proving) = &mut self.proving
            && !self.has_stopped
        {
            proving.prover.receive_what_is_there(&mut proving.verdicts);
            let Some(number) = proving.waiting.next() else { return };
            let Some(verdict) = proving.verdicts.remove(&number) else { return };
            match proving.waiting.pop() {
                Some((_, Ok(waiting))) => self.judge(waiting, verdict),
                _ => self.n_lost += 1,
            }
        }
    }

    /// A name that says how native runs ended, and that no other test has.
    fn name_of_completed(&mut self, test: &TestCase) -> String {
        let name = explain::completed(test);
        let n_alike = self.names_of_completed.entry(name.clone()).or_insert(0);
        *n_alike += 1;
        if *n_alike > 1 { format!("{name}_{n_alike}") } else { name }
    }

    /// Passes on a test with the verdict of its native run.
    fn judge(&mut self, waiting: Waiting, mut verdict: Verdict) {
        let Waiting { mut test, covers, is_shown } = waiting;
        test.covers = covers;
        match &mut verdict {
            Verdict::Completed { test: completed, path } => {
                completed.covers = std::mem::take(&mut test.covers);
                let beyond = self.covering.beyond(&test.path, path);
                let calls = &completed.calls;
                self.covering.add(&mut completed.covers, &beyond, calls);
                let old_name = completed.name.clone();
                completed.name = self.name_of_completed(completed);
                let (name, line) = (completed.name.clone(), TestLine(completed).to_string());
                self.completed.push(Completed { name, old_name, line, was: test.outcome, beyond });
                test = TestCase::clone(completed);
                self.native_bugs.count_bug(&test);
            }
            Verdict::Confirmed { printed } => {
                test.unconfirmed = false;
                test.set_printed(std::mem::take(printed));
            }
            Verdict::OtherPath { .. } => test.unconfirmed = false,
            Verdict::Recorded { test: recorded } => {
                test.unconfirmed = false;
                for (call, recorded) in test.calls.iter_mut().zip(&recorded.calls) {
                    call.printed.clone_from(&recorded.printed);
                }
                test.recorded.clone_from(&recorded.recorded);
            }
            _ => {}
        }
        self.n_unconfirmed += u64::from(test.unconfirmed);
        // An example of an error that native runs do not see, or of something that is not supported, is
        // useful without proof, too.
        let is_told = matches!(verdict, Verdict::Unproved { .. })
            && matches!(test.outcome, Outcome::Bug(_) | Outcome::Unsupported { .. });
        let is_doubtful = verdict == Verdict::NotRun && needs_proof(&test);
        if (verdict.holds() || is_told) && verdict != Verdict::Excluded && !is_doubtful {
            self.consider(&test);
        }
        if !is_shown && verdict != Verdict::Excluded {
            self.show(&test);
        }
        let written = self.folder.as_mut().map_or(Ok(()), |folder| folder.judged(&test, &verdict));
        self.note(written);
        self.observer.verdict(&test, &verdict);
    }

    fn show(&mut self, test: &TestCase) {
        self.has_stopped |= self.observer.test(test) == Flow::Stop;
    }

    /// Offers the next test in order to the chooser.
    fn consider(&mut self, test: &TestCase) {
        // The data for the comparison with native runs is large, and is not needed any more.
        let for_people = || {
            let mut kept = TestCase { path: Vec::new(), ..test.clone() };
            kept.calls.iter_mut().for_each(TestCall::forget_footprints);
            kept
        };
        if let Some(chooser) = &mut self.chooser {
            chooser.add(test, for_people);
        }
    }

    fn keep_up(&mut self) {
        let written = self.folder.as_mut().map_or(Ok(()), Folder::keep_up);
        self.note(written);
    }

    fn note(&mut self, written: Result<(), emit::Error>) {
        if let Err(error) = written {
            self.failure.get_or_insert(error);
        }
    }

    fn flow(&self) -> Flow {
        if self.has_stopped || self.failure.is_some() { Flow::Stop } else { Flow::Continue }
    }
}

/// Whether a test is worth nothing without a native run: what it returns depends on memory that was never
/// written, or one of its numbers is where an object lies.
fn needs_proof(test: &TestCase) -> bool {
    let is_address = |word: &[u8; 8]| {
        let number = u64::from_le_bytes(*word);
        exec::moved_address(number) != number
    };
    let mut inputs = test.inputs.iter().chain(&test.made);
    let mut has_address = || inputs.any(|input| input.bytes.as_chunks().0.iter().any(is_address));
    !matches!(test.outcome, Outcome::Bug(_)) && (test.reads_unwritten || test.names_address && has_address())
}

impl Receiver for Listener<'_> {
    fn found(&mut self, test: &TestCase) -> Flow {
        let written = self.folder.as_mut().map_or(Ok(()), |folder| folder.found(test));
        self.note(written);
        self.has_stopped |= self.observer.found(test) == Flow::Stop;
        // A native run that completes a test needs its unique name, so an unfinished test is handed over
        // later, in its order.
        if let Some(proving) = &mut self.proving
            && !test.outcome.is_unfinished()
        {
            let number = proving.prover.push(test);
            proving.numbers.insert(test.decision_path.clone(), number);
        }
        self.flow()
    }

    fn in_order(&mut self, test: &TestCase) -> Flow {
        let Some(proving) = &mut self.proving else {
            self.consider(test);
            self.show(test);
            return self.flow();
        };
        let number = proving.numbers.remove(&test.decision_path);
        let number = number.unwrap_or_else(|| proving.prover.push(test));
        proving.is_held_up |= test.outcome.is_unfinished();
        let is_shown = !proving.is_held_up;
        proving.waiting.push(number, Waiting { test: test.clone(), covers: test.covers.clone(), is_shown });
        if is_shown {
            self.show(test);
        }
        self.pass_on();
        self.flow()
    }

    fn progress(&mut self, progress: &Progress) {
        self.keep_up();
        self.pass_on();
        self.observer.progress(progress);
    }
}
