//! States that leave a worker as trails, for another one or for want of memory, and come back: a state is made again by
//! running the program from its start.

use super::{FUEL, Worker};
use crate::engine::family::Outcome;
use crate::engine::frontier::Live;
use crate::engine::relief::Relief;
use crate::engine::{Exhausted, Flow, Observer, Parcel, Trail};
use crate::exec::ExecStats;

impl Worker {
    /// Gives states to others, those with most behind them.
    pub(super) fn give(&mut self, hungry: usize, observer: &mut Observer<'_>) {
        let frontier = &self.frontier;
        let longest = || frontier.live().map(|live| live.state.instructions).max().unwrap_or(0);
        if !self.exchange.may_give(longest) {
            return;
        }
        let mut parcels = Vec::new();
        while parcels.len() < hungry && self.frontier.len() > 1 {
            // The first of those that wait as trails is the least promising one.
            if !self.frontier.parked.is_empty() {
                parcels.push(self.frontier.parked.remove(0));
            } else if let Some(live) = self.frontier.take_largest(&self.task) {
                self.exchange.count_handed(live.state.instructions);
                parcels.push(self.parcel(&live, observer));
            }
        }
        if parcels.is_empty() {
            return;
        }
        self.answer_snapshot(observer);
        self.work.given += parcels.len() as u64;
        self.pool.give(parcels);
    }

    fn parcel(&mut self, live: &Live, observer: &mut Observer<'_>) -> Parcel {
        let ticket = observer.sink().park(&mut self.machine, &live.state);
        Parcel { trail: Trail::pack(&live.state.trail), share: live.share, ticket }
    }

    /// When memory is short: all states wait as trails, and the machine with all its terms makes room for a new one.
    pub(super) fn watch_memory(&mut self, observer: &mut Observer<'_>) {
        if !self.relief.as_ref().is_some_and(Relief::is_due) {
            return;
        }
        let drained = self.frontier.drain(&self.task);
        self.work.parked += drained.len() as u64;
        for live in drained.iter().rev() {
            let parcel = self.parcel(live, observer);
            self.frontier.parked.push(parcel);
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
        self.work.solver.add(self.machine.solver.stats());
        self.work.terms += self.machine.arena.len();
        for (rule, count) in self.machine.arena.rule_hits().filter(|(_, count)| *count > 0) {
            *self.work.rules.entry(rule).or_default() += count;
        }
    }

    /// All states of this worker.
    pub(super) fn trails(&self) -> Vec<Trail> {
        self.frontier.trails().collect()
    }

    pub(super) fn answer_snapshot(&mut self, observer: &mut Observer<'_>) {
        if self.exchange.is_asked(&self.pool) {
            observer.sink().snapshot(self.trails(), false);
        }
    }

    /// Makes a state again from its trail: runs the program from its start and goes the same way at each fork.
    pub(super) fn make_again(&mut self, parcel: Parcel) -> Flow {
        let mut replayed = ExecStats::default();
        let made = self.follow_trail(&parcel.trail.unpack(), &mut replayed);
        self.work.replayed += replayed.instructions;
        match made {
            Some(mut live) => {
                live.share = parcel.share;
                self.exchange.count_handed(live.state.instructions);
                self.add(None, vec![live]);
            }
            None if self.pool.is_over() || self.exhausted().is_some() => self.frontier.parked.push(parcel),
            None => self.work.diverged += 1,
        }
        Flow::Continue
    }

    fn follow_trail(&mut self, trail: &[u32], counts: &mut ExecStats) -> Option<Live> {
        let origin = self.origins.iter().find(|origin| trail.starts_with(&origin.trail))?;
        let mut live = Live::new(origin.clone(), 1.0);
        while live.state.trail.len() < trail.len() {
            let stop = self.machine.run(&mut live.state, FUEL, counts);
            let Some(outcome) = Outcome::of(stop) else {
                if self.pool.is_over() || self.exhausted().is_some() {
                    return None;
                }
                continue;
            };
            let mut members = outcome.family(live, &self.checker, &self.stop).into_iter();
            let member = members.find(|member| trail.starts_with(&member.live.state.trail))?;
            if member.ending.is_some() {
                return None;
            }
            live = member.live;
        }
        Some(live)
    }
}
