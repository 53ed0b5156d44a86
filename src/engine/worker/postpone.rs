//! Puts off hard questions while a search by native runs is available.
//!
//! One question about a checksum can keep a solver busy until the end of the run, and the search gets a turn
//! only between two questions. So a solver at first gives up a question soon. The state that asked it is set
//! aside, as its decision path, until nothing else is left to explore. Then the search has a turn, and after
//! that the question is asked again with a higher limit, and in the end with the limit that the user allows.
//! Limits are counted in conflicts and not in time, so that a run with one worker repeats.

use super::Worker;
use super::merge::Way;
use crate::engine::family::Outcome;
use crate::engine::live::Live;
use crate::engine::{DecisionPath, Exhausted, Flow, Observer, SuspendedState, Task};
use crate::solver::QueryLimit;

/// How many conflicts a solver has for a question: when it is first asked, when it is asked again, and when
/// it is asked a third time. After that there is no limit but the user's.
const CONFLICTS: [u64; 3] = [2_000, 16_000, 128_000];
/// Evaluations of the search before questions are asked again; all that are left when there is no further
/// limit.
const EVALUATIONS: u64 = 32_000;

/// How long a worker waits for the answer to a question.
pub(super) struct Patience {
    /// Which of [`CONFLICTS`] holds now. Behind the last of them, the user's limit does.
    stage: usize,
    /// Conflicts that went by without an answer.
    spent: u64,
}

impl Patience {
    /// Without a search nothing is left for later. States that are to be merged wait for each other, so that
    /// none of them may be left behind.
    pub(super) fn new(task: &Task) -> Self {
        let postpones = task.seeks && task.explores && !task.merge;
        Self { stage: if postpones { 0 } else { CONFLICTS.len() }, spent: 0 }
    }

    /// Conflicts of questions that were left for later.
    pub(super) fn spent(&self) -> u64 {
        self.spent
    }

    fn conflicts(&self) -> Option<u64> {
        CONFLICTS.get(self.stage).copied()
    }
}

/// The result of running a state for a while.
pub(super) struct Turn {
    pub(super) outcome: Outcome,
    pub(super) way: Way,
    /// Questions that are to be left for later.
    pub(super) n_unanswered: u64,
}

impl Worker {
    /// Runs a state until it forks, ends, tires or has come to where others wait for it.
    pub(super) fn run_patiently(&mut self, live: &mut Live, observer: &mut Observer<'_>) -> Turn {
        let limit = self.machine.solver.limit();
        // If the user allows no more conflicts than this, there is nothing to ask again later.
        let is_less = |conflicts: &u64| limit.conflicts.is_none_or(|most| *conflicts < most);
        let Some(conflicts) = self.patience.conflicts().filter(is_less) else {
            let (outcome, way) = self.run(live, observer);
            return Turn { outcome, way, n_unanswered: 0 };
        };
        let n_unknown = self.machine.solver.stats().unknown;
        self.machine.solver.set_limit(QueryLimit { conflicts: Some(conflicts), ..limit });
        let (outcome, way) = self.run(live, observer);
        self.machine.solver.set_limit(limit);
        let n_unanswered = self.machine.solver.stats().unknown - n_unknown;
        self.patience.spent += conflicts * n_unanswered;
        Turn { outcome, way, n_unanswered }
    }

    /// A state as it was after `n_decisions` decisions, before a question that no solver has answered. If the
    /// run ends before it goes on, the test of one of the states that it has led to stands for it.
    pub(super) fn postponed(
        &mut self,
        live: Live,
        n_decisions: usize,
        outcome: Outcome,
        observer: &mut Observer<'_>,
    ) -> SuspendedState {
        let decision_path = DecisionPath::pack(&live.state.decision_path[..n_decisions]);
        let share = live.share;
        let family = outcome.family(live, &self.checker, &self.stop);
        let possible = family.iter().find(|member| member.live.state.path.witness().is_some());
        let slot = possible.and_then(|member| observer.sink().park(&mut self.machine, &member.live.state));
        SuspendedState { decision_path, share, slot }
    }

    /// When nothing else is left: gives the search a turn, and lets the states go on whose questions were
    /// left for later.
    pub(super) fn go_on_with_postponed(&mut self, observer: &mut Observer<'_>) {
        self.patience.stage += 1;
        let is_last = self.patience.conflicts().is_none();
        let most = if is_last { u64::MAX } else { EVALUATIONS };
        if self.search_once(most, observer) == Flow::Stop {
            return self.pool.end(Exhausted::Stopped);
        }
        self.frontier.resume_postponed();
    }
}
