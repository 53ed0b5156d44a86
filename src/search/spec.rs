//! Strategies by name, and how several are combined.

use super::distance::Nearest;
use super::groups::{self, Groups};
use super::mix::Mix;
use super::order::{BreadthFirst, DepthFirst, RandomState};
use super::target::Targeted;
use super::tree::{NewsPath, RandomPath};
use super::weighted::{self, NewsFirst, Weighted};
use super::{Searcher, StateId};
use crate::util::Rng;
use std::fmt;
use std::str::FromStr;

/// A single strategy.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Part {
    /// The newest state first.
    DepthFirst,
    /// The oldest state first.
    BreadthFirst,
    /// Any state.
    RandomState,
    /// A random way through the tree of forks.
    RandomPath,
    /// The shortest way to code that no path has taken.
    Distance,
    /// The fewest instructions since the path took a new edge; of equals the newest.
    NewCoverage,
    /// Random states; each fork halves the weight.
    Depth,
    /// Random states; the more instructions since the path took a new edge, the less weight.
    News,
    /// The same, but among states with the same weight a random way through the tree of forks.
    NewsPath,
    /// Random states; the more the path's questions have cost, the less weight.
    Cost,
    /// Random states; each iteration of a loop halves the weight.
    Iteration,
    /// One state of each location in the program, in turns.
    Locations,
    /// The same without the C library, which may have more locations than the program: states within a function
    /// of it stand where the program calls it.
    Sites,
    /// One state of each depth, in turns.
    Depths,
    /// One state of each way to begin `main`, in turns.
    Beginnings,
    /// The shortest way to the target of the run.
    Target,
}

/// What a strategy wants to know of candidates that takes time to find out.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Need {
    Nothing,
    /// Where each call stands.
    CallStacks,
    /// How often the path has forked where it forked last.
    Iterations,
}

// Every strategy except the last has a name that users can ask for. `--target` chooses the last one.
const _: () = assert!(NAMES.len() == Part::Target as usize);

/// All strategies with their names.
const NAMES: [(Part, &str); 15] = [
    (Part::DepthFirst, "dfs"),
    (Part::BreadthFirst, "bfs"),
    (Part::RandomState, "random-state"),
    (Part::RandomPath, "random-path"),
    (Part::Distance, "distance"),
    (Part::NewCoverage, "new-coverage"),
    (Part::Depth, "depth"),
    (Part::News, "news"),
    (Part::NewsPath, "news-path"),
    (Part::Cost, "cost"),
    (Part::Iteration, "iteration"),
    (Part::Locations, "locations"),
    (Part::Sites, "sites"),
    (Part::Depths, "depths"),
    (Part::Beginnings, "beginnings"),
];

impl Part {
    /// The strategies that can be asked for, with their names.
    pub fn named() -> impl Iterator<Item = (Part, &'static str)> {
        NAMES.into_iter()
    }

    const fn needs(self) -> Need {
        match self {
            Part::DepthFirst
            | Part::BreadthFirst
            | Part::RandomState
            | Part::RandomPath
            | Part::NewCoverage
            | Part::Depth
            | Part::News
            | Part::NewsPath
            | Part::Cost
            | Part::Depths
            | Part::Beginnings => Need::Nothing,
            Part::Distance | Part::Locations | Part::Sites | Part::Target => Need::CallStacks,
            Part::Iteration => Need::Iterations,
        }
    }

    /// A searcher with an empty frontier.
    pub fn start(self, rng: Rng) -> Box<dyn Searcher> {
        match self {
            Part::DepthFirst => Box::new(DepthFirst::default()),
            Part::BreadthFirst => Box::new(BreadthFirst::default()),
            Part::RandomState => Box::new(RandomState { frontier: Vec::<StateId>::new(), rng }),
            Part::RandomPath => Box::new(RandomPath::new(rng)),
            Part::Distance => Box::new(Nearest::default()),
            Part::NewCoverage => Box::new(NewsFirst::default()),
            Part::Depth => Box::new(Weighted::new(weighted::by_depth, rng)),
            Part::News => Box::new(Weighted::new(weighted::by_news, rng)),
            Part::NewsPath => Box::new(NewsPath::new(rng)),
            Part::Cost => Box::new(Weighted::new(weighted::by_cost, rng)),
            Part::Iteration => Box::new(Weighted::new(weighted::by_iteration, rng)),
            Part::Locations => Box::new(Groups::new(groups::location, rng)),
            Part::Sites => Box::new(Groups::new(groups::site, rng)),
            Part::Depths => Box::new(Groups::new(groups::depth, rng)),
            Part::Beginnings => Box::new(Groups::new(groups::beginning, rng)),
            Part::Target => Box::new(Targeted::default()),
        }
    }
}

/// One strategy, or several that take turns by weight.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Strategy {
    parts: Vec<(Part, u32)>,
}

impl Default for Strategy {
    /// Depth first: needs the least memory, and gives tests in their order.
    fn default() -> Self {
        Self::just(Part::DepthFirst)
    }
}

impl Strategy {
    /// One strategy.
    pub fn just(part: Part) -> Self {
        Self { parts: vec![(part, 1)] }
    }

    /// Several strategies with equal weights.
    pub fn alike(parts: impl IntoIterator<Item = Part>) -> Self {
        Self { parts: parts.into_iter().map(|part| (part, 1)).collect() }
    }

    /// A searcher with an empty frontier. `rng` is for strategies that draw at random.
    pub fn start(&self, rng: &Rng) -> Box<dyn Searcher> {
        match self.parts[..] {
            [(part, _)] => part.start(rng.split(0)),
            _ => {
                let parts = self.parts.iter().enumerate();
                Box::new(Mix::new(
                    parts.map(|(index, (part, weight))| (part.start(rng.split(index as u64)), *weight)),
                ))
            }
        }
    }

    /// Whether candidates need their call stacks.
    pub fn needs_call_stacks(&self) -> bool {
        self.needs(Need::CallStacks)
    }

    /// Whether candidates need their iterations.
    pub fn needs_iterations(&self) -> bool {
        self.needs(Need::Iterations)
    }

    fn needs(&self, need: Need) -> bool {
        self.parts.iter().any(|(part, _)| part.needs() == need)
    }
}

impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (part, weight)) in self.parts.iter().enumerate() {
            let name = NAMES.iter().find(|(named, _)| named == part).map_or("target", |(_, name)| name);
            let comma = if index == 0 { "" } else { "," };
            match self.parts.len() {
                1 => write!(f, "{name}")?,
                _ => write!(f, "{comma}{name}:{weight}")?,
            }
        }
        Ok(())
    }
}

impl FromStr for Strategy {
    type Err = String;

    /// `dfs`, or several with weights: `random-path:2,distance:1`. A weight that is left out is 1.
    fn from_str(text: &str) -> Result<Self, String> {
        let mut parts = Vec::new();
        for part in text.split(',') {
            let (name, weight) = part.split_once(':').unwrap_or((part, "1"));
            let weight = weight.parse().ok().filter(|weight| (1..=1000).contains(weight));
            let weight = weight.ok_or_else(|| format!("`{part}`: a weight is a number from 1 to 1000"))?;
            // `places` is a former name, which scripts may still have.
            let wanted = if name == "places" { "locations" } else { name }; // former
            let found = NAMES.iter().find(|(_, known)| *known == wanted);
            let (part, _) = found.ok_or_else(|| {
                let names: Vec<&str> = NAMES.iter().map(|(_, name)| *name).collect();
                format!("`{name}` is no strategy; those are {}", names.join(", "))
            })?;
            parts.push((*part, weight));
        }
        Ok(Self { parts })
    }
}
