//! Which paths are to have tests: all, those that are explored to their ends, or those that cover something
//! new.
//!
//! A path that covers nothing new is followed to its end like all others, and counted, but no values are
//! chosen for it. Which path is the first to cover something depends on the order in which paths end. What is
//! covered only by a path that is not known to be possible does not count as covered, so that other paths
//! over it have tests, too.

use super::live::Live;
use crate::exec::Ending;
use crate::search::Covered;
use crate::util::rng;
use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

/// Which paths are to have tests.
#[derive(Default)]
pub enum Wanted {
    #[default]
    All,
    /// All paths that are explored to their ends. Of the paths that wait at the end of the run, one for each
    /// set of edges that no other test takes: a loop that may go on for ever leaves thousands of them that
    /// differ only in their length.
    Ended(EdgeSets),
    /// Those that take an edge of the program that no test takes.
    New(Covered),
}

/// The sets of edges that the tests take, as hashes.
#[derive(Default)]
pub struct EdgeSets(Mutex<HashSet<u64>>);

impl EdgeSets {
    /// Adds the edges of a path. Returns whether no path before has taken exactly these.
    fn add(&self, live: &Live) -> bool {
        let edges = live.state.edges.iter();
        let set = edges.fold(0, |set, (edge, _)| rng::combine(set, edge as u64));
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(set)
    }
}

impl Wanted {
    /// Whether a path that has ended in this way, or waits, is to have a test. If it is certain to be
    /// possible, the edges that it takes are covered afterwards.
    pub(super) fn takes(&self, live: &Live, ending: &Ending, is_certain: bool) -> bool {
        let covered = match self {
            Wanted::All => return true,
            Wanted::Ended(sets) => {
                // A path that is not known to be possible may have no test in the end, so it is not added.
                let is_new = is_certain && sets.add(live);
                return is_new || !is_certain || !matches!(ending, Ending::Budget(_));
            }
            Wanted::New(covered) => covered,
        };
        let edges = || live.state.edges.iter().map(|(edge, _)| edge);
        match is_certain && !ending.is_excluded() {
            true => covered.add(edges()),
            false => edges().any(|edge| covered.lacks(edge)),
        }
    }

    /// Whether every path is to have one.
    pub(crate) fn is_all(&self) -> bool {
        matches!(self, Wanted::All)
    }
}
