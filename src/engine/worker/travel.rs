//! States that leave a worker as trails, for another one or for want of memory, and come back: a state is made again by
//! running the program from its start.

use super::{FUEL, Worker};
use crate::engine::frontier::Live;
use crate::engine::{Exhausted, Flow, Parcel, Sink, Trail, Work};
use crate::exec::Stop;
use crate::util::resident;

/// A worker gives a state away once it has executed so many times the instructions of all states that have changed hands
/// with it: otherwise two workers with one long path would hand it to and fro and do nothing but make it again.
const PRICE: u64 = 4;

impl Worker {
    /// Gives states to others, those with most behind them.
    pub(super) fn give(&mut self, hungry: usize, sink: &mut dyn Sink) {
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
    pub(super) fn watch_memory(&mut self, sink: &mut dyn Sink) {
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
    pub(super) fn retire(&mut self) {
        let stats = std::mem::take(&mut self.machine.stats);
        let work = Work {
            stats,
            solver: self.machine.solver.stats().clone(),
            terms: self.machine.arena.len(),
            rules: self.machine.arena.rule_hits().filter(|(_, count)| *count > 0).collect(),
            ..Work::default()
        };
        self.work.add(&work);
    }

    /// All states of this worker.
    pub(super) fn trails(&self) -> Vec<Trail> {
        let live = self.frontier.live().map(|live| Trail::pack(&live.state.trail));
        let parked = self.frontier.parked.iter().chain(&self.unmade).map(|parcel| parcel.trail.clone());
        live.chain(parked).collect()
    }

    pub(super) fn answer_snapshot(&mut self, sink: &mut dyn Sink) {
        let asked = self.pool.snapshots();
        if self.snapshots < asked {
            self.snapshots = asked;
            sink.snapshot(self.trails(), false);
        }
    }

    /// Makes a state again from its trail: runs the program from its start and goes the same way at each fork.
    pub(super) fn make_again(&mut self, parcel: Parcel) -> Flow {
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
}
