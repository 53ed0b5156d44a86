//! States that leave a worker as decision paths, for another worker or because memory is short, and come
//! back. A state is made again by running the program from its start.

use super::{FUEL, Worker};
use crate::engine::deferred::is_late;
use crate::engine::family::Outcome;
use crate::engine::frontier::suspended;
use crate::engine::likeness::{self, Likeness};
use crate::engine::live::{Live, Member};
use crate::engine::relief::Relief;
use crate::engine::{DecisionPath, Exhausted, Flow, GivenInputs, Observer, SuspendedState, Work};
use crate::exec::{Ending, ExecStats, Machine, State};

impl Worker {
    /// Gives states to other workers: first those that wait as decision paths, then those with the largest
    /// share of all paths.
    pub(super) fn give(&mut self, hungry: usize, observer: &mut Observer<'_>) {
        let frontier = &self.frontier;
        let longest = || frontier.live().map(|live| live.state.instructions).max().unwrap_or(0);
        if !self.exchange.may_give(longest) {
            return;
        }
        let mut suspended_states = Vec::new();
        while suspended_states.len() < hungry && self.frontier.len() > 1 {
            // The first of those that wait as decision paths is the least promising one.
            if !self.frontier.parked.is_empty() {
                suspended_states.push(self.frontier.parked.remove(0));
            } else if let Some(side) = self.frontier.deferred.take_any() {
                suspended_states.push(suspended(side));
            } else if let Some(live) = self.frontier.take_largest(&self.task) {
                self.exchange.count_handed(live.state.instructions);
                suspended_states.push(self.suspend(&live, observer));
            } else {
                // States whose questions were left for later stay here.
                break;
            }
        }
        if suspended_states.is_empty() {
            return;
        }
        self.answer_snapshot(observer);
        self.work.given += suspended_states.len() as u64;
        self.pool.give(suspended_states);
    }

    fn suspend(&mut self, live: &Live, observer: &mut Observer<'_>) -> SuspendedState {
        let slot = observer.sink().park(&mut self.machine, &live.state);
        SuspendedState {
            decision_path: DecisionPath::pack(&live.state.decision_path),
            share: live.share,
            slot,
        }
    }

    /// If memory is short, all states wait as decision paths, and the machine with all its terms makes room
    /// for a new one.
    pub(super) fn watch_memory(&mut self, observer: &mut Observer<'_>) {
        if !self.relief.as_ref().is_some_and(Relief::is_due) {
            return;
        }
        let drained = self.frontier.drain(&self.task);
        self.work.parked += drained.len() as u64;
        for live in drained.iter().rev() {
            let suspended = self.suspend(live, observer);
            self.frontier.parked.push(suspended);
        }
        drop(drained);
        self.retire();
        (self.machine, self.origins) = (self.task.make)();
        if !self.relief.as_mut().is_some_and(Relief::made_room) {
            self.pool.end(Exhausted::Memory);
        }
    }

    /// Adds up what the machine has done.
    pub(super) fn retire(&mut self) {
        let machine = &self.machine;
        self.work.add(&Work {
            solver: machine.solver.stats().clone(),
            terms: machine.arena.len(),
            rules: machine.arena.rule_hits().filter(|(_, count)| *count > 0).collect(),
            ..Work::default()
        });
    }

    /// All states of this worker.
    pub(super) fn decision_paths(&self) -> Vec<DecisionPath> {
        self.frontier.decision_paths().collect()
    }

    pub(super) fn answer_snapshot(&mut self, observer: &mut Observer<'_>) {
        if self.exchange.is_asked(&self.pool) {
            observer.sink().snapshot(self.decision_paths(), false);
        }
    }

    /// Makes a state again from its decision path: runs the program from its start and goes the same way at
    /// each fork.
    pub(super) fn make_again(&mut self, suspended: SuspendedState) -> Flow {
        let mut replayed = ExecStats::default();
        let decision_path = suspended.decision_path.unpack();
        self.machine.follow_types(decision_path.iter().any(|it| is_late(*it)).then_some(&decision_path));
        let made = self.follow_decision_path(&decision_path, &mut replayed);
        self.machine.follow_types(None);
        self.work.replayed += replayed.instructions;
        match made {
            Some(mut live) => {
                live.share = suspended.share;
                live.is_shaped = decision_path.iter().any(|choice| is_late(*choice));
                self.exchange.count_handed(live.state.instructions);
                self.add(None, vec![live]);
            }
            None if self.pool.is_over() || self.exhausted().is_some() => self.frontier.parked.push(suspended),
            None => self.work.diverged += 1,
        }
        Flow::Continue
    }

    /// Makes the end of a path again. Pointers that it has not read lead where they do in another test, and
    /// the result has the values of its other inputs in that test. `None` if that is not possible.
    pub fn make_like(
        &mut self,
        decision_path: &[u32],
        other: &GivenInputs,
    ) -> Option<(State, Ending, Likeness)> {
        let mut replayed = ExecStats::default();
        let ended = self.follow_to_end(decision_path, &mut replayed);
        self.work.replayed += replayed.instructions;
        let (Live { mut state, .. }, ending) = ended?;
        let likeness = likeness::complete(&mut self.machine, &mut state, other)?;
        Some((state, ending, likeness))
    }

    /// The machine of this worker.
    pub fn machine(&mut self) -> &mut Machine {
        &mut self.machine
    }

    /// The state of a decision path, if its path goes on.
    fn follow_decision_path(&mut self, decision_path: &[u32], counts: &mut ExecStats) -> Option<Live> {
        let origin = self.origin_of(decision_path)?;
        if origin.state.decision_path.len() == decision_path.len() {
            return Some(origin);
        }
        let (live, ending) = self.follow(origin, decision_path, false, counts)?;
        ending.is_none().then_some(live)
    }

    /// The end of a path with this decision path.
    fn follow_to_end(&mut self, decision_path: &[u32], counts: &mut ExecStats) -> Option<(Live, Ending)> {
        let origin = self.origin_of(decision_path)?;
        let (live, ending) = self.follow(origin, decision_path, true, counts)?;
        Some((live, ending?))
    }

    fn origin_of(&self, decision_path: &[u32]) -> Option<Live> {
        let origin = self.origins.iter().find(|origin| decision_path.starts_with(&origin.decision_path))?;
        Some(Live::new(origin.clone(), 1.0))
    }

    /// Goes the way of a decision path, to its last decision or to where the path ended.
    fn follow(
        &mut self,
        live: Live,
        decision_path: &[u32],
        is_to_end: bool,
        counts: &mut ExecStats,
    ) -> Option<(Live, Option<Ending>)> {
        self.machine.follow_variants(Some(decision_path.len()));
        let found = self.go_on(live, decision_path, is_to_end, counts);
        self.machine.follow_variants(None);
        found
    }

    fn go_on(
        &mut self,
        mut live: Live,
        decision_path: &[u32],
        is_to_end: bool,
        counts: &mut ExecStats,
    ) -> Option<(Live, Option<Ending>)> {
        loop {
            let stop = self.machine.run(&mut live.state, FUEL, counts);
            let Some(outcome) = Outcome::of(stop) else {
                let is_over = match is_to_end {
                    true => self.task.budget.deadline.is_over(),
                    false => self.pool.is_over() || self.exhausted().is_some(),
                };
                if is_over {
                    return None;
                }
                continue;
            };
            let mut members = outcome.family(live, &self.checker, &self.stop).into_iter();
            let is_on_way = |member: &Member| decision_path.starts_with(&member.live.state.decision_path);
            let Member { live: next, ending } = members.find(is_on_way)?;
            live = next;
            let is_whole = live.state.decision_path.len() == decision_path.len();
            if ending.is_some() || is_whole && !is_to_end {
                return is_whole.then_some((live, ending));
            }
        }
    }
}
