//! Which paths are to have tests: all, or those that cover something new.
//!
//! What covers nothing new is followed to its end like all else, and counted, and nobody chooses values for it. Which path is
//! the first to cover something depends on the order in which they end. A path that nobody knows to be possible covers
//! nothing for others: they have tests, too.

use super::live::Live;
use crate::exec::Ending;
use crate::search::Covered;

/// Which paths are to have tests.
#[derive(Default)]
pub enum Wanted {
    #[default]
    All,
    /// Those that take an edge of the program that no test takes.
    New(Covered),
}

impl Wanted {
    /// Whether a path that has ended so, or waits, is to have a test. If it is certain to be possible, what it takes is covered
    /// then.
    pub(super) fn takes(&self, live: &Live, ending: &Ending, is_certain: bool) -> bool {
        let Wanted::New(covered) = self else { return true };
        let edges = || live.state.edges.iter().map(|(edge, _)| edge);
        match is_certain && !matches!(ending, Ending::AssumedAway) {
            true => covered.add(edges()),
            false => edges().any(|edge| covered.lacks(edge)),
        }
    }

    /// Whether every path is to have one.
    pub(crate) fn is_all(&self) -> bool {
        matches!(self, Wanted::All)
    }
}
