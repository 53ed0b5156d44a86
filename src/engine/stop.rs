//! When a run ends: its budget is used up, or it has found what it looked for.

use super::live::Live;
use super::{Budget, Exhausted, Pool, Task};
use crate::exec::Ending;
use crate::search::{Goal, Graph};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// How many other tests take as long as the test of a merged state, whose path has to be run again.
const MERGED_TEST: usize = 8;
/// After a way to the target was found, shorter ones are looked for: for as many instructions again, plus
/// this number.
const SHORTER: u64 = 200_000;

/// Says when one worker's run ends, and which paths are of no use to it.
pub(super) struct StopPolicy {
    budget: Budget,
    target: Option<Target>,
    /// Whether only few of the paths that wait at the end have tests.
    has_few_tests: bool,
}

/// The one place that the run looks for.
struct Target {
    goal: Arc<Goal>,
    graph: Arc<Graph>,
    /// Instructions of all workers when it was reached.
    arrived_after: Option<u64>,
}

impl StopPolicy {
    pub(super) fn new(task: &Task) -> Self {
        let scene = &task.scene;
        let target = scene.goal.as_ref().map(|goal| Target {
            goal: Arc::clone(goal),
            graph: Arc::clone(&scene.graph),
            arrived_after: None,
        });
        Self { budget: task.budget.clone(), target, has_few_tests: !task.wanted.is_all() }
    }

    /// Why the run has to end now, if so; `n_merging` states wait to be merged. Ends the pool when the target
    /// was found.
    pub(super) fn exhausted(&mut self, pool: &Pool, n_merging: usize) -> Option<Exhausted> {
        let budget = &self.budget;
        if budget.deadline.is_interrupted() {
            return Some(Exhausted::Interrupt);
        }
        if let Some(left) = budget.deadline.left() {
            let waiting = if self.has_few_tests { 0 } else { pool.waiting() + MERGED_TEST * n_merging };
            let unproved = budget.unproved.load(Ordering::Relaxed).saturating_add(waiting as u64);
            let unproved = u32::try_from(unproved).unwrap_or(u32::MAX);
            let after = budget.after_each.saturating_mul(unproved).min(budget.most_after);
            if left <= pool.time_to_end(waiting) + after {
                return Some(Exhausted::Time);
            }
        }
        if budget.paths.is_some_and(|limit| pool.tried_paths() >= limit) {
            return Some(Exhausted::Paths);
        }
        if budget.until_saturated && pool.is_saturated() {
            return Some(Exhausted::Saturated);
        }
        let instructions = pool.instructions();
        if let (Some(target), Some(_)) = (&mut self.target, pool.arrived()) {
            let after = *target.arrived_after.get_or_insert(instructions);
            if instructions > 2 * after + SHORTER {
                pool.end_happily();
            }
        }
        budget.instructions.is_some_and(|limit| instructions >= limit).then_some(Exhausted::Instructions)
    }

    /// Whether tests of waiting states are wanted when the run ends for this reason. They are not if the run
    /// looked for one place only, if the receiver takes no more tests, or if the run has found enough, so
    /// that they would add nothing new.
    pub(super) fn wants_waiting(&self, reason: Exhausted) -> bool {
        let has_enough = matches!(reason, Exhausted::Saturated | Exhausted::Attained | Exhausted::Searched);
        !has_enough && reason != Exhausted::Stopped && self.target.is_none()
    }

    /// Whether the run has a limit of time.
    pub(super) fn has_deadline(&self) -> bool {
        self.budget.deadline.left().is_some()
    }

    /// Whether tests of waiting states have used up their share of the time to finish the run.
    pub(super) fn is_late(&self) -> bool {
        self.budget.deadline.is_due(super::WAITING_SHARE)
    }

    /// Notes whether a path has come to the target.
    pub(super) fn note_arrival(&self, live: &mut Live) {
        if let Some(target) = &self.target
            && !live.has_arrived
        {
            let stack: Vec<_> = live.call_stack().collect();
            live.has_arrived = target.goal.is_reached(|edge| live.state.edges.get(edge), &stack);
        }
    }

    /// Whether a state cannot give a shorter way to the target than the one that is known.
    pub(super) fn is_hopeless(&self, pool: &Pool, live: &Live) -> bool {
        let (Some(target), Some(least)) = (&self.target, pool.arrived()) else { return false };
        let call_stack: Vec<_> = live.call_stack().collect();
        let is_lost = !live.has_arrived && target.goal.distance(&target.graph, &call_stack).is_none();
        live.state.instructions >= least || is_lost
    }

    /// Whether a path that ended is what the run looks for; with a target, the shortest way to it so far.
    pub(super) fn is_wanted(&self, pool: &Pool, live: &Live, ending: &Ending) -> bool {
        self.target.is_none() || live.has_arrived && ending.is_path() && pool.arrive(live.state.instructions)
    }
}
