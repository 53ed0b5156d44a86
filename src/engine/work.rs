//! What workers have done, in numbers.

use crate::exec::ExecStats;
use crate::expr::Rule;
use crate::solver::SolverStats;
use std::collections::BTreeMap;

/// What a worker has done, also with machines that it had before.
#[derive(Clone, Default, Debug)]
pub struct Work {
    pub stats: ExecStats,
    pub solver: SolverStats,
    pub terms: usize,
    /// How often each rewrite rule was applied, without rules that were never applied.
    pub rules: BTreeMap<Rule, u64>,
    /// Instructions that made states again from their decision paths; they are in no other count.
    pub replayed: u64,
    /// States that could not be made again, because a solver with a time limit answered differently than
    /// before.
    pub diverged: u64,
    /// States that waited as decision paths.
    pub parked: u64,
    /// Questions that were left for later. They are among the unknown ones, and were asked again unless the
    /// run ended first.
    pub postponed: u64,
    /// States that split off from paths of given inputs, and that were explored first.
    pub siblings: u64,
    /// States that were given to other workers.
    pub given: u64,
    /// States that became part of another one.
    pub merged: u64,
    /// Edges that only some paths of a merged state took, and for which no solver could say whether such a
    /// path ends like it.
    pub untested_edges: u64,
    /// Paths that ended and cover nothing new, in a run in which such paths have no tests.
    pub stale: u64,
    /// Paths that gave no test, because they only found out the types of objects of unknown type.
    pub scouts: u64,
    /// Types that these paths proposed, each with the number of objects.
    pub late_types: BTreeMap<ProposedType, u64>,
}

/// A type that a path has proposed for the object that a pointer leads to.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct ProposedType {
    /// Which pointer, in words.
    pub pointer: String,
    /// How many other types had been proposed for the same object before.
    pub place: usize,
    pub ty: String,
}

impl Work {
    /// Adds what another worker has done.
    pub fn add(&mut self, other: &Work) {
        let Work {
            stats,
            solver,
            terms,
            rules,
            replayed,
            diverged,
            parked,
            postponed,
            siblings,
            given,
            merged,
            untested_edges,
            stale,
            scouts,
            late_types,
        } = other;
        self.stats.add(stats);
        self.solver.add(solver);
        self.terms += terms;
        for (rule, count) in rules {
            *self.rules.entry(*rule).or_default() += count;
        }
        self.stale += stale;
        self.replayed += replayed;
        self.diverged += diverged;
        self.parked += parked;
        self.postponed += postponed;
        self.siblings += siblings;
        self.given += given;
        self.merged += merged;
        self.untested_edges += untested_edges;
        self.scouts += scouts;
        for (ty, count) in late_types {
            *self.late_types.entry(ty.clone()).or_default() += count;
        }
    }
}

/// How many states waited at most, and how much memory they took.
#[derive(Copy, Clone, Default, Debug)]
pub struct WaitingPeak {
    pub states: usize,
    /// About how many bytes each had for itself on average, measured when at least half as many were waiting.
    pub bytes_per_state: usize,
    pub(super) measured: usize,
}
