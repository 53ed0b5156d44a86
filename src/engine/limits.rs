//! The limits of paths, checked where they fork.

use super::live::{Live, Member};
use super::{Limits, Task};
use crate::exec::Ending;
use crate::ir::{BlockId, Loops, Pc, Program};
use std::sync::Arc;

/// Checks paths against limits.
pub(super) struct Checker {
    limits: Limits,
    program: Arc<Program>,
    loops: Option<Loops>,
    /// Whether it matters where and how often paths have forked.
    counts_forks: bool,
}

impl Checker {
    pub(super) fn new(task: &Task) -> Self {
        let (limits, program) = (task.limits, Arc::clone(&task.program));
        let loops = limits.iterations.is_some().then(|| Loops::new(&program));
        let counts_forks = limits.count_forks() || task.strategy.needs_iterations();
        Self { limits, program, loops, counts_forks }
    }

    /// Counts the fork that a state, its member `index`, comes from, and ends the path of the state if a
    /// limit is exceeded. `family` has the places at which the states of the fork stand.
    pub(super) fn check(&self, member: &mut Member, index: usize, family: &[Pc]) {
        let live = &mut member.live;
        let decided = live.state.path.decisions().latest_first().next().map(|decision| decision.at);
        let place = decided.filter(|_| self.counts_forks);
        if let Some(place) = place {
            live.iteration = live.forks.add(place);
        }
        if member.ending.is_none() {
            member.ending = self.excess(live, place, index, family).map(Ending::Limit);
        }
    }

    /// Why a state may not go on after a fork at `place`, if forks are counted.
    fn excess(&self, live: &Live, place: Option<Pc>, index: usize, family: &[Pc]) -> Option<String> {
        let state = &live.state;
        if self.limits.depth.is_some_and(|limit| state.decision_path.len() > limit) {
            return Some("the limit of depth".to_owned());
        }
        let (place, count) = (place?, live.iteration);
        if self.limits.iterations.is_some_and(|limit| count > limit) && self.stays(place, state.pc, family) {
            return Some(match self.program.loc(place) {
                Some(loc) => {
                    let file = &self.program.files[loc.file().index()].name;
                    let name = file.rsplit('/').next().unwrap_or(file);
                    format!("the limit of the loop at {name}:{}", loc.line)
                }
                None => "the limit of a loop".to_owned(),
            });
        }
        let is_over = index > 0 && self.limits.forks.is_some_and(|limit| count > limit);
        is_over.then(|| "the limit of forks at a branch".to_owned())
    }

    /// Whether a path that forked at `place` and stands at `now` has stayed in a loop that another member
    /// left.
    fn stays(&self, place: Pc, now: Pc, family: &[Pc]) -> bool {
        let Some(loops) = &self.loops else { return false };
        let mut around = loops.around(self.block(place));
        around.any(|body| {
            body.contains(&self.block(now)) && family.iter().any(|at| !body.contains(&self.block(*at)))
        })
    }

    fn block(&self, pc: Pc) -> BlockId {
        BlockId::new(self.program.blocks.partition_point(|block| block.end <= pc))
    }
}
