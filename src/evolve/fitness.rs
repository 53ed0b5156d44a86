//! How near a run has come to a target. Less is nearer; fields are compared in their order.

use super::sides::{NEVER, Sides};
use crate::replay::{Run, Step};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

/// What nearness means: the three measures of Rost's thesis.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub enum Fitness {
    /// The distance at the target's own branch. Runs that do not reach it are all equally far.
    BranchDistance,
    /// How long a run follows a path that leads to the target, then the distance at the branch where it
    /// leaves this path. The path is that of the first run that came to the target's branch; before there is
    /// one, runs are measured as by `ManyDirections`.
    ReferencePath,
    /// The least distance over control flow to the target from any side that the run could have taken, then
    /// the least branch distance among the sides with this distance.
    #[default]
    ManyDirections,
}

/// How near a run has come to a target.
#[derive(Copy, Clone, PartialEq, PartialOrd, Debug)]
pub(super) struct Nearness {
    /// Compared first: edges to go, or steps of the reference path that a run did not follow.
    pub(super) way: u32,
    /// Compared second: how far a comparison was from the other outcome.
    pub(super) distance: f64,
}

impl Nearness {
    pub(super) const NOWHERE: Self = Self { way: NEVER, distance: f64::INFINITY };
    pub(super) const TAKEN: Self = Self { way: 0, distance: 0.0 };
}

/// Says how near runs have come.
pub(super) struct Judge<'a> {
    pub(super) sides: &'a Sides<'a>,
    fitness: Fitness,
    /// For each target the path that leads to it, for [`Fitness::ReferencePath`].
    references: RefCell<HashMap<u32, Rc<[u32]>>>,
}

/// Runs in which an assumption failed are farther than all others. The fewer assumptions held, the farther.
const ASSUMED_AWAY: u32 = 1 << 31;

impl<'a> Judge<'a> {
    pub(super) fn new(sides: &'a Sides<'a>, fitness: Fitness) -> Self {
        Self { sides, fitness, references: RefCell::default() }
    }

    /// How near a run has come to a target.
    pub(super) fn nearness(&self, run: &Run, target: u32) -> Nearness {
        if run.assumption > 0.0 {
            let way = (ASSUMED_AWAY | 1 << 30) - run.n_assumed.min(1 << 29);
            return Nearness { way, distance: run.assumption };
        }
        match self.fitness {
            Fitness::BranchDistance => branch_distance(run, target),
            Fitness::ReferencePath => self.along_reference(run, target),
            Fitness::ManyDirections => self.many_directions(run, target),
        }
    }

    /// The position in `run.seen` of the side that decides how near the run has come; `None` if it took all.
    pub(super) fn nearest_side(&self, run: &Run, target: u32) -> Option<usize> {
        let ways = self.sides.ways_to(target);
        let key = |seen: &crate::replay::Seen| (ways[seen.side as usize], seen.distance);
        let open = run.seen.iter().enumerate().filter(|(_, seen)| seen.distance > 0.0);
        let nearest = open.min_by(|(_, a), (_, b)| {
            let ((way_a, a), (way_b, b)) = (key(a), key(b));
            way_a.cmp(&way_b).then(a.total_cmp(&b))
        });
        nearest.map(|(at, _)| at)
    }

    fn many_directions(&self, run: &Run, target: u32) -> Nearness {
        let ways = self.sides.ways_to(target);
        let mut nearest = Nearness::NOWHERE;
        for seen in &run.seen {
            let here = match (seen.side == target, seen.distance == 0.0) {
                (true, true) => return Nearness::TAKEN,
                (_, false) => Nearness { way: ways[seen.side as usize], distance: seen.distance },
                // This side was taken and led elsewhere.
                (false, true) => continue,
            };
            if here < nearest {
                nearest = here;
            }
        }
        nearest
    }

    fn along_reference(&self, run: &Run, target: u32) -> Nearness {
        if run.taken().any(|side| side == target) {
            return Nearness::TAKEN;
        }
        let mut references = self.references.borrow_mut();
        let Some(reference) = references.get(&target) else {
            let branch = self.sides.branch(target);
            let at = run.way.iter().position(|step| self.sides.branch(step.side) == branch);
            if let Some(at) = at {
                let before = run.way[..at].iter().map(|step| step.side);
                references.insert(target, before.chain([target]).collect());
            }
            drop(references);
            let Nearness { way, distance } = self.many_directions(run, target);
            // Farther than every run that can be measured along a path.
            return Nearness { way: way.saturating_add(1 << 24), distance };
        };
        let goes_along = |(step, side): &(&Step, &u32)| step.side == **side;
        let n_along = run.way.iter().zip(reference.iter()).take_while(goes_along).count();
        let distance = match run.way.get(n_along) {
            Some(step) if self.sides.branch(step.side) == self.sides.branch(reference[n_along]) => {
                step.distance
            }
            _ => f64::INFINITY,
        };
        Nearness { way: (reference.len() - n_along) as u32, distance }
    }
}

fn branch_distance(run: &Run, target: u32) -> Nearness {
    let seen = run.seen.iter().find(|seen| seen.side == target);
    seen.map_or(Nearness::NOWHERE, |seen| Nearness { way: 0, distance: seen.distance })
}
