//! How far it is from one place of a program to another: over control flow, into calls, and out of them.
//!
//! Blocks are cut behind each call, because a call on the stack goes on there. A distance counts the edges on
//! the way, and each call as one edge. It is exact for the graph; whether any input can go that way is not
//! asked.

use super::Covered;
use crate::ir::{
    CallSite, Const, EdgeId, FuncId, Op, OperandKind, Pc, Program, Taken, functions_with_addresses,
};
use std::collections::BTreeSet;

crate::define_id!(
    /// Instructions of a block up to and including a call, or to the end of the block.
    Segment
);

/// The distance if there is no way.
const NEVER: u32 = u32::MAX;

/// How a segment ends.
enum Step {
    /// Goes along one of these edges.
    Flow(Vec<(u32, Segment)>),
    /// Calls one of these functions, then goes on.
    Call {
        callees: Vec<FuncId>,
        next: Segment,
    },
    Return,
}

/// The segments of a program and where each of them leads.
pub struct Graph {
    steps: Vec<Step>,
    /// The segment of each instruction.
    segments: Vec<Segment>,
    /// For each function its first segment and the edge into it; `None` without a body.
    entries: Vec<Option<(u32, Segment)>>,
    /// The length of the shortest way from each segment out of its function.
    through: Vec<u32>,
}

/// The length of the shortest way from each segment to a goal, within its function and its callees.
#[derive(Default)]
pub struct Distances {
    near: Vec<u32>,
}

impl Distances {
    /// The distance from the place at which a call stack stands, the innermost call first. `u32::MAX` if
    /// there is no way.
    pub fn from(&self, graph: &Graph, call_stack: &[Pc]) -> u32 {
        let mut behind = NEVER;
        for (depth, location) in call_stack.iter().enumerate().rev() {
            let mut segment = graph.segments[location.index()];
            if let (true, Step::Call { next, .. }) = (depth > 0, &graph.steps[segment.index()]) {
                segment = *next;
            }
            let out = graph.through[segment.index()].saturating_add(behind);
            behind = self.near[segment.index()].min(out);
        }
        behind
    }
}

impl Graph {
    /// The graph of a program.
    pub fn new(program: &Program) -> Self {
        let mut segments = vec![Segment::new(0); program.code.len()];
        let mut ends: Vec<Pc> = Vec::new();
        for block in &program.blocks {
            let mut pc = block.first;
            while pc < block.end {
                segments[pc.index()] = Segment::new(ends.len());
                if program.inst(pc).op == Op::Call || pc.next() == block.end {
                    ends.push(pc);
                }
                pc = pc.next();
            }
        }
        let first_of = |edge: u32| {
            let block = program.edges[edge as usize].to;
            segments[program.blocks[block.index()].first.index()]
        };
        let entry =
            |function: &crate::ir::Function| function.entry.map(|edge| (edge.raw(), first_of(edge.raw())));
        let entries: Vec<Option<(u32, Segment)>> = program.functions.iter().map(entry).collect();
        let mut leaving: Vec<Vec<u32>> = vec![Vec::new(); program.blocks.len()];
        for (index, edge) in program.edges.iter().enumerate() {
            if let Some(from) = edge.from {
                leaving[from.index()].push(index as u32);
            }
        }
        // The functions that a call through a pointer may reach.
        let pointed_at = functions_with_addresses(program, Taken::Anywhere);
        let steps: Vec<Step> = ends
            .iter()
            .map(|end| {
                let inst = program.inst(*end);
                match inst.op {
                    Op::Call => {
                        let callees = match CallSite::read(program, inst.a).callee().kind() {
                            OperandKind::Constant(constant) => match program.constants[constant.index()] {
                                Const::Function(function) => vec![function],
                                _ => Vec::new(),
                            },
                            OperandKind::Register(_) => pointed_at.clone(),
                        };
                        Step::Call { callees, next: segments[end.next().index()] }
                    }
                    Op::Ret => Step::Return,
                    _ => {
                        let block = block_of(program, *end);
                        Step::Flow(leaving[block].iter().map(|edge| (*edge, first_of(*edge))).collect())
                    }
                }
            })
            .collect();
        let mut graph = Self { steps, segments, entries, through: Vec::new() };
        graph.through = graph.ways_out();
        graph
    }

    /// How far it is to an edge of the program's own code that no path has taken.
    pub fn to_uncovered(&self, covered: &Covered) -> Distances {
        self.distances(|edge| covered.lacks(edge as usize), &BTreeSet::new())
    }

    /// How far it is to one of these instructions.
    pub fn to_locations(&self, locations: impl Iterator<Item = Pc>) -> Distances {
        self.distances(|_| false, &locations.map(|location| self.segments[location.index()]).collect())
    }

    /// How far it is to the nearest of these edges.
    pub fn to_edges(&self, goals: &BTreeSet<EdgeId>) -> Distances {
        self.distances(|edge| goals.contains(&EdgeId::from_raw(edge)), &BTreeSet::new())
    }

    fn distances(&self, is_goal: impl Fn(u32) -> bool, goals: &BTreeSet<Segment>) -> Distances {
        let mut near = vec![NEVER; self.steps.len()];
        goals.iter().for_each(|goal| near[goal.index()] = 0);
        let along = |near: &[u32], edge: u32, to: Segment| match is_goal(edge) {
            true => 1,
            false => near[to.index()].saturating_add(1),
        };
        self.until_stable(&mut near, |near, step| match step {
            Step::Flow(edges) => {
                edges.iter().map(|(edge, to)| along(near, *edge, *to)).min().unwrap_or(NEVER)
            }
            Step::Call { callees, next } => {
                let entries = callees.iter().filter_map(|callee| self.entries[callee.index()]);
                let inside = entries.map(|(edge, to)| along(near, edge, to)).min().unwrap_or(NEVER);
                inside.min(self.over(&self.through, callees).saturating_add(near[next.index()]))
            }
            Step::Return => NEVER,
        });
        Distances { near }
    }

    /// The length of the shortest way out of the function from each segment.
    fn ways_out(&self) -> Vec<u32> {
        let mut through = vec![NEVER; self.steps.len()];
        self.until_stable(&mut through, |through, step| match step {
            Step::Flow(edges) => {
                let ways = edges.iter().map(|(_, to)| through[to.index()].saturating_add(1));
                ways.min().unwrap_or(NEVER)
            }
            Step::Call { callees, next } => self.over(through, callees).saturating_add(through[next.index()]),
            Step::Return => 0,
        });
        through
    }

    /// The length of the shortest way through one of `callees`; a function without a body counts as one edge.
    fn over(&self, through: &[u32], callees: &[FuncId]) -> u32 {
        let ways = callees.iter().map(|callee| match self.entries[callee.index()] {
            Some((_, entry)) => through[entry.index()].saturating_add(1),
            None => 1,
        });
        ways.min().unwrap_or(1)
    }

    /// Lowers distances until none can be less.
    fn until_stable(&self, distances: &mut [u32], at: impl Fn(&[u32], &Step) -> u32) {
        let mut is_stable = false;
        while !is_stable {
            is_stable = true;
            // Ways mostly lead to segments with higher numbers, so going backwards needs fewer rounds.
            for index in (0..self.steps.len()).rev() {
                let distance = at(distances, &self.steps[index]);
                if distance < distances[index] {
                    distances[index] = distance;
                    is_stable = false;
                }
            }
        }
    }
}

fn block_of(program: &Program, pc: Pc) -> usize {
    program.blocks.partition_point(|block| block.end <= pc)
}
