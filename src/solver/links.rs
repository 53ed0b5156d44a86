//! The links of the chain: their names, switches and counts.

use std::time::Duration;

/// A link of the chain, roughly in the order in which links are asked.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Link {
    /// Rewrite rules turned the question into a constant.
    Rules,
    /// The path's witness satisfies it.
    Witness,
    /// It is about the values of one byte, or of bytes that are equal.
    Domain,
    /// Known bits and bounds of terms exclude it.
    Bounds,
    /// The comparisons of the path order its terms, and this order decides the question.
    OrderGraph,
    /// A search over the values of a few bytes decided it.
    Search,
    /// The witness was changed until it satisfied the question too.
    LocalSearch,
    /// It was asked before.
    Cache,
    /// An earlier model of other conditions satisfies it.
    Model,
    /// It contains conditions that were found to exclude each other.
    Core,
    /// A solver was asked.
    Backend,
    /// Values that the path settles were put into a term. This link answers nothing itself; its count is the
    /// number of terms that it changed.
    Reduction,
    /// Conditions that share no symbol with the question are left out. This link answers nothing itself; its
    /// count is the number of questions from which it left something out.
    Independence,
}

// A link that is not in the list would be counted nowhere.
const _: () = assert!(Link::ALL.len() == Link::Independence as usize + 1);

impl Link {
    /// Every link, roughly in the order in which links are asked; those that answer nothing come last.
    pub const ALL: [Link; 13] = [
        Link::Rules,
        Link::Witness,
        Link::Domain,
        Link::Bounds,
        Link::OrderGraph,
        Link::Search,
        Link::LocalSearch,
        Link::Cache,
        Link::Model,
        Link::Core,
        Link::Backend,
        Link::Reduction,
        Link::Independence,
    ];

    /// The name in statistics and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Link::Rules => "rules",
            Link::Witness => "witness",
            Link::Domain => "domain",
            Link::Bounds => "bounds",
            Link::OrderGraph => "order-graph",
            Link::Search => "search",
            Link::LocalSearch => "local-search",
            Link::Cache => "cache",
            Link::Model => "model",
            Link::Core => "core",
            Link::Backend => "backend",
            Link::Reduction => "reduction",
            Link::Independence => "independence",
        }
    }

    /// The link with this name, or with a former name that scripts may still use.
    pub fn named(name: &str) -> Option<Link> {
        match name {
            "order" => Some(Link::OrderGraph),   // its former name
            "repair" => Some(Link::LocalSearch), // its former name
            _ => Link::ALL.into_iter().find(|link| link.name() == name),
        }
    }

    /// Whether the link answers questions itself.
    pub const fn answers(self) -> bool {
        !matches!(self, Link::Reduction | Link::Independence)
    }

    /// The links that can be turned off: all but the backend.
    pub fn optional() -> impl Iterator<Item = Link> {
        Link::ALL.into_iter().filter(|link| *link != Link::Backend)
    }
}

/// A set of links that are on.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Links(u16);

impl Links {
    /// Every link.
    pub const ALL: Links = Links((1 << Link::ALL.len()) - 1);
    /// Only the backend.
    pub const NONE: Links = Links(1 << Link::Backend as u16);

    /// The same set with `link`.
    pub const fn with(self, link: Link) -> Links {
        Links(self.0 | 1 << link as u16)
    }

    /// The same set without `link`, which is not the backend.
    pub const fn without(self, link: Link) -> Links {
        Links(self.0 & !(1 << link as u16) | Links::NONE.0)
    }

    /// Whether `link` is on.
    pub const fn has(self, link: Link) -> bool {
        self.0 >> link as u16 & 1 == 1
    }
}

impl Default for Links {
    fn default() -> Self {
        Links::ALL
    }
}

/// Counts of one solver.
#[derive(Clone, Default, Debug)]
pub struct SolverStats {
    counts: [u64; Link::ALL.len()],
    /// Questions that no link could answer.
    pub unknown: u64,
    /// Time spent in backends.
    pub backend_time: Duration,
    /// Literals that backends have propagated, as far as they count them.
    pub propagated: u64,
}

impl SolverStats {
    /// The count of every link.
    pub fn by_link(&self) -> impl Iterator<Item = (Link, u64)> + '_ {
        Link::ALL.into_iter().zip(self.counts)
    }

    /// How many questions were asked.
    pub fn asked(&self) -> u64 {
        self.by_link().filter(|(link, _)| link.answers()).map(|(_, count)| count).sum()
    }

    /// The count of this link.
    pub fn of(&self, link: Link) -> u64 {
        self.counts[link as usize]
    }

    /// Counts one question for `link`.
    pub(super) fn count(&mut self, link: Link) {
        self.counts[link as usize] += 1;
    }

    /// Adds the counts of another solver.
    pub fn add(&mut self, other: &SolverStats) {
        for (mine, theirs) in self.counts.iter_mut().zip(other.counts) {
            *mine += theirs;
        }
        self.unknown += other.unknown;
        self.backend_time += other.backend_time;
        self.propagated += other.propagated;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_found_by_their_names_and_by_former_ones() {
        for link in Link::ALL {
            assert_eq!(Link::named(link.name()), Some(link));
        }
        let former = ["order", "repair", "luck"].map(Link::named);
        assert_eq!(former, [Some(Link::OrderGraph), Some(Link::LocalSearch), None]);
    }
}
