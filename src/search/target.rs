//! Goes the way to one place of the program: a line or a function.

use super::{Candidate, Distances, Graph, Scene, Searcher, StateId};
use crate::ir::{Block, Pc, Program};
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// The place to reach: the first instruction of a line, in each block that has one, or of a function.
pub struct Goal {
    locations: Vec<Location>,
    distances: Distances,
}

/// An instruction, with its block and the edges that lead into the block.
struct Location {
    block: Block,
    at: Pc,
    edges: Vec<usize>,
}

impl Goal {
    /// `file.c:12`, or the name of a function. `None` if the program has no such code.
    pub fn find(program: &Program, graph: &Graph, text: &str) -> Option<Self> {
        let line = text.rsplit_once(':').and_then(|(file, line)| Some((file, line.parse::<u32>().ok()?)));
        let mut locations = Vec::new();
        for (index, block) in program.blocks.iter().enumerate() {
            let function = &program.functions[block.function.index()];
            let is_entry = function.entry.is_some_and(|edge| program.edges[edge.index()].to.index() == index);
            let is_wanted = |pc: &Pc| match line {
                Some((file, line)) => program.loc(*pc).is_some_and(|loc| {
                    loc.line == line && is_file(&program.files[loc.file().index()].name, file)
                }),
                None => is_entry && function.name == text,
            };
            if let Some(at) = (block.first.raw()..block.end.raw()).map(Pc::from_raw).find(is_wanted) {
                let edges = program.edges.iter().enumerate();
                let edges = edges.filter(|(_, edge)| edge.to.index() == index).map(|(edge, _)| edge);
                locations.push(Location { block: block.clone(), at, edges: edges.collect() });
            }
        }
        let distances = graph.to_locations(locations.iter().map(|location| location.at));
        (!locations.is_empty()).then_some(Self { locations, distances })
    }

    /// Whether a path has come there. `count` says how often it took an edge, `stack` where its calls stand.
    pub fn is_reached(&self, count: impl Fn(usize) -> u32, stack: &[Pc]) -> bool {
        self.locations.iter().any(|location| {
            let entered: u64 = location.edges.iter().map(|edge| u64::from(count(*edge))).sum();
            // A call that stands in the block before the place has entered it, but not come there.
            let is_before = |at: &&Pc| **at >= location.block.first && **at < location.at;
            entered > stack.iter().filter(is_before).count() as u64
        })
    }

    /// How far it is from where the calls of a path stand, the innermost first; `None` if there is no way.
    pub fn distance(&self, graph: &Graph, stack: &[Pc]) -> Option<u32> {
        let distance = self.distances.from(graph, stack);
        (distance < u32::MAX).then_some(distance)
    }
}

/// Whether `path` ends with the components of `name`.
fn is_file(path: &str, name: &str) -> bool {
    path.strip_suffix(name).is_some_and(|before| before.is_empty() || before.ends_with('/'))
}

/// Picks the state with the shortest way to the goal; of equals the one that has executed the fewest
/// instructions. States that have arrived come first, so that their paths end.
#[derive(Default)]
pub(super) struct Targeted {
    frontier: BTreeSet<(Reverse<bool>, u32, u64, StateId)>,
}

impl Searcher for Targeted {
    fn add(&mut self, scene: &Scene, _: Option<StateId>, family: &[Candidate]) {
        for candidate in family {
            let goal = scene.goal.as_ref().filter(|_| !candidate.has_arrived);
            let distance = goal.map_or(0, |goal| goal.distances.from(&scene.graph, &candidate.call_stack));
            let key = (Reverse(candidate.has_arrived), distance, candidate.instructions, candidate.id);
            self.frontier.insert(key);
        }
    }

    fn pick(&mut self, _: &Scene) -> Option<StateId> {
        self.frontier.pop_first().map(|(_, _, _, id)| id)
    }

    fn retain(&mut self, waits: &dyn Fn(StateId) -> bool) {
        self.frontier.retain(|(_, _, _, id)| waits(*id));
    }
}
