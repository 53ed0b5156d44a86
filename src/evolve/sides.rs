//! Sides of branches, which are the targets of a search: where they are in the decoded program, and how far
//! it is over control flow from one to another.

use crate::frontend::{Guided, NativeBlock, NativeEdge};
use crate::ir::{EdgeId, Program};
use crate::search::{Distances, Graph};
use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

/// The distance if no way leads to the target.
pub(super) const NEVER: u32 = u32::MAX;

/// The sides of a program's branches, by the numbers that native runs give them.
pub struct Sides<'p> {
    program: &'p Program,
    graph: Graph,
    /// The edge of each side; `None` if the decoded program has no such edge.
    edges: Vec<Option<EdgeId>>,
    /// The first side of each branch, and each check.
    branches: Vec<u32>,
    /// By check, the edges into its block. Checks have the numbers behind those of the sides.
    checks: Vec<BTreeSet<EdgeId>>,
    /// How many of them, at the end, are whether a pointer is null.
    n_pointers: u32,
    /// Integers and texts that the program has.
    pub(super) constants: Vec<u64>,
    pub(super) texts: Vec<Vec<u8>>,
    /// By target, how far it is to it from each side. Filled in when it is first asked for.
    ways: RefCell<HashMap<u32, Rc<[u32]>>>,
}

impl<'p> Sides<'p> {
    /// The sides of a program, of which `guided` is the form that runs natively.
    pub fn new(program: &'p Program, guided: &Guided) -> Self {
        let mut known: HashMap<NativeEdge, EdgeId> = HashMap::new();
        for (index, edge) in program.edges.iter().enumerate() {
            let function = &program.functions[program.blocks[edge.to.index()].function.index()];
            let first = function.blocks.start;
            let key = NativeEdge {
                function: function.name.clone(),
                from: edge.from.map(|from| from.raw() - first),
                to: edge.to.raw() - first,
            };
            known.insert(key, EdgeId::new(index));
        }
        let mut into: HashMap<(&str, u32), BTreeSet<EdgeId>> = HashMap::new();
        for (edge, id) in &known {
            into.entry((edge.function.as_str(), edge.to)).or_default().insert(*id);
        }
        let edges_into = |NativeBlock { function, at }: &NativeBlock| {
            into.get(&(function.as_str(), *at)).cloned().unwrap_or_default()
        };
        let checks: Vec<BTreeSet<EdgeId>> = guided.checks.iter().map(edges_into).collect();
        let n_sides = guided.sides.len() as u32;
        let numbers = (n_sides..).take(checks.len());
        let mut edges: Vec<Option<EdgeId>> =
            guided.sides.iter().map(|side| known.get(side).copied()).collect();
        edges.resize(edges.len() + checks.len(), None);
        Self {
            program,
            graph: Graph::new(program),
            edges,
            branches: guided.branches.iter().copied().chain(numbers).collect(),
            checks,
            n_pointers: guided.n_pointers as u32,
            constants: guided.constants.clone(),
            texts: guided.texts.clone(),
            ways: RefCell::default(),
        }
    }

    /// The numbers of the places at which a run may err.
    pub fn checks(&self) -> std::ops::Range<u32> {
        let end = self.edges.len() as u32;
        end - self.checks.len() as u32..end
    }

    /// The checks whether a pointer is null. No run comes nearer to that than another.
    pub(super) fn pointers(&self) -> std::ops::Range<u32> {
        let end = self.checks().end;
        end - self.n_pointers..end
    }

    /// How many there are, with the checks.
    pub fn len(&self) -> usize {
        self.edges.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.edges.is_empty()
    }

    /// The edge of a side.
    pub fn edge(&self, side: u32) -> Option<EdgeId> {
        self.edges.get(side as usize).copied().flatten()
    }

    /// All sides whose edges are wanted.
    pub fn of(&self, mut is_wanted: impl FnMut(EdgeId) -> bool) -> BTreeSet<u32> {
        let wanted = self.edges.iter().zip(0..).filter(|(edge, _)| edge.is_some_and(&mut is_wanted));
        wanted.map(|(_, side)| side).collect()
    }

    /// The branch that a side belongs to, as the number of its first side.
    pub fn branch(&self, side: u32) -> u32 {
        let at = self.branches.partition_point(|first| *first <= side);
        self.branches[at.saturating_sub(1)]
    }

    /// How many edges it is from each side to a target: 0 for the target itself, `NEVER` if no way leads
    /// there.
    pub(super) fn ways_to(&self, target: u32) -> Rc<[u32]> {
        if let Some(known) = self.ways.borrow().get(&target) {
            return Rc::clone(known);
        }
        let check = target.checked_sub(self.checks().start).map(|check| &self.checks[check as usize]);
        let goals = check.cloned().unwrap_or_else(|| self.edge(target).into_iter().collect());
        let distances = self.graph.to_edges(&goals);
        // A check comes behind the edges into its block.
        let at_goal = u32::from(check.is_some());
        let way = |(side, edge): (u32, &Option<EdgeId>)| match edge {
            _ if side == target && check.is_some() => 0,
            Some(edge) if goals.contains(edge) => at_goal,
            Some(edge) => self.way_behind(&distances, *edge).saturating_add(at_goal),
            None => NEVER,
        };
        let ways: Rc<[u32]> = (0..).zip(&self.edges).map(way).collect();
        self.ways.borrow_mut().insert(target, Rc::clone(&ways));
        ways
    }

    fn way_behind(&self, distances: &Distances, edge: EdgeId) -> u32 {
        let to = self.program.edges[edge.index()].to;
        let first = self.program.blocks[to.index()].first;
        distances.from(&self.graph, &[first]).saturating_add(1)
    }
}
