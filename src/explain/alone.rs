//! The sides of branches that only one test takes: the coverage that would be lost without it.
//!
//! One number is kept for each edge, however many tests there are. If only one test covers a whole region of
//! code, only the edges into the region are reported.

use super::{place, place_of_condition};
use crate::ir::{BlockId, Const, ConstId, EdgeId, FuncId, Inst, Op, Pc, Program};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// Which tests have taken an edge.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Owner {
    Nobody,
    /// The test with this number, in the order of discovery.
    One(u64),
    Several,
}

/// For each edge of the program, the test that has taken it so far if it is the only one.
pub struct EdgeOwners {
    owners: Vec<Owner>,
    /// For each test that has edges of its own, how many it has.
    n_own: BTreeMap<u64, u32>,
    /// The names of tests that had edges of their own when they were settled, in that order.
    names: Vec<(u64, String)>,
}

/// What only one test covers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Alone {
    /// The name of the test.
    pub name: String,
    /// Such as `the false side of parse.c:31`, in the order of the program.
    pub alone: Vec<String>,
}

impl EdgeOwners {
    /// For a program with this many edges, none of which is taken.
    pub fn new(n_edges: usize) -> Self {
        Self { owners: vec![Owner::Nobody; n_edges], n_own: BTreeMap::new(), names: Vec::new() }
    }

    /// Adds a test that took these edges, each named once.
    pub fn add(&mut self, test: u64, taken: &[u32]) {
        for edge in taken {
            let owner = &mut self.owners[*edge as usize];
            *owner = match *owner {
                Owner::Nobody => {
                    *self.n_own.entry(test).or_default() += 1;
                    Owner::One(test)
                }
                Owner::One(other) => {
                    let n_own = self.n_own.entry(other).or_default();
                    *n_own = n_own.saturating_sub(1);
                    if *n_own == 0 {
                        self.n_own.remove(&other);
                    }
                    Owner::Several
                }
                Owner::Several => Owner::Several,
            };
        }
    }

    /// Gives a test its name, which is kept while the test has edges of its own.
    pub fn settle(&mut self, test: u64, name: &str) {
        if self.n_own.contains_key(&test) {
            self.names.push((test, name.to_owned()));
        }
    }

    /// What only one test covers within `functions`. The tests stand in the order in which they were settled.
    pub fn report(&self, program: &Program, functions: &[FuncId]) -> Vec<Alone> {
        let functions: BTreeSet<FuncId> = functions.iter().copied().collect();
        let mut incoming: BTreeMap<BlockId, Vec<EdgeId>> = BTreeMap::new();
        for (index, edge) in program.edges.iter().enumerate() {
            incoming.entry(edge.to).or_default().push(EdgeId::new(index));
        }
        let mut sides: BTreeMap<u64, Vec<String>> = BTreeMap::new();
        for (index, edge) in program.edges.iter().enumerate() {
            let Owner::One(test) = self.owners[index] else { continue };
            let Some(from) = edge.from else { continue };
            let is_reported = functions.contains(&program.blocks[from.index()].function);
            let others = |edge: &EdgeId| match self.owners[edge.index()] {
                Owner::Nobody => false,
                Owner::One(other) => other != test,
                Owner::Several => true,
            };
            // If no other test reaches the block before this edge, the edge into that region is enough.
            if is_reported
                && incoming.get(&from).is_some_and(|edges| edges.iter().any(others))
                && let Some(words) = side(program, EdgeId::new(index))
            {
                let sides = sides.entry(test).or_default();
                if !sides.contains(&words) {
                    sides.push(words);
                }
            }
        }
        let named = self.names.iter();
        named
            .filter_map(|(test, name)| Some(Alone { name: name.clone(), alone: sides.remove(test)? }))
            .collect()
    }
}

/// An edge in words, such as `the false side of parse.c:31`, if it is one of several ways out of its block
/// and the place of the branch is known.
pub fn side(program: &Program, id: EdgeId) -> Option<String> {
    let edge = &program.edges[id.index()];
    let which = Side::of(program, id)?;
    let block = &program.blocks[edge.from?.index()];
    let at = Pc::from_raw(block.end.raw().checked_sub(1)?);
    let branch = place(program, at)?;
    let condition = place_of_condition(program, at)?;
    // A line with more than one branch needs the column.
    let is_alone =
        branches_of_line(program, block.function, branch.line) < 2 && condition.line == branch.line;
    let site = match condition.column {
        column if column > 0 && !is_alone => format!("{condition}:{column}"),
        _ => condition.to_string(),
    };
    Some(match which {
        Side::Named(name) => format!("{name} of {site}"),
        Side::GoesTo(line) => format!("the side of {site} that goes on at line {line}"),
    })
}

/// Which side of a branch or switch an edge is, such as `the true side` or `cases 1, 2`.
pub fn which_side(program: &Program, id: EdgeId) -> Option<String> {
    Side::of(program, id).map(|side| match side {
        Side::Named(name) => name,
        Side::GoesTo(line) => format!("the side that goes on at line {line}"),
    })
}

/// A side of a branch or switch.
enum Side {
    /// `the true side`, `case 3`
    Named(String),
    /// The line that this side leads to, if it is not known whether a compiler has exchanged the sides.
    GoesTo(u32),
}

impl Side {
    fn of(program: &Program, id: EdgeId) -> Option<Side> {
        let from = program.edges[id.index()].from?;
        let block = &program.blocks[from.index()];
        let inst = program.inst(Pc::from_raw(block.end.raw().checked_sub(1)?));
        match inst.op {
            Op::Branch => {
                let (when_true, when_false) = inst.branch_edges();
                if when_true == when_false {
                    return None;
                }
                let lines = [when_true, when_false].map(|edge| first_line(program, edge));
                let is_first = id == when_true;
                let is_exchanged = program.written.get(&from).and_then(|written| written.is_exchanged);
                let name = match (is_exchanged, lines) {
                    (Some(is_exchanged), _) if is_first != is_exchanged => "the true side",
                    (Some(_), _) => "the false side",
                    (None, [Some(yes), Some(no)]) if yes != no => {
                        return Some(Side::GoesTo(if is_first { yes } else { no }));
                    }
                    (None, _) if is_first => "one side",
                    (None, _) => "the other side",
                };
                Some(Side::Named(name.to_owned()))
            }
            Op::Switch => cases(program, inst, id).map(Side::Named),
            _ => None,
        }
    }
}

/// The first line of the block that an edge leads to.
fn first_line(program: &Program, id: EdgeId) -> Option<u32> {
    let block = &program.blocks[program.edges[id.index()].to.index()];
    (block.first.raw()..block.end.raw()).find_map(|at| Some(program.loc(Pc::from_raw(at))?.line))
}

fn branches_of_line(program: &Program, function: FuncId, line: u32) -> usize {
    let blocks = &program.functions[function.index()].blocks;
    let terminators = program.blocks[blocks.start as usize..blocks.end as usize]
        .iter()
        .map(|block| Pc::from_raw(block.end.raw() - 1));
    let parts = |at: &Pc| matches!(program.inst(*at).op, Op::Branch | Op::Switch);
    terminators.filter(parts).filter(|at| program.loc(*at).is_some_and(|loc| loc.line == line)).count()
}

/// The cases of a switch that go along an edge.
fn cases(program: &Program, inst: &Inst, id: EdgeId) -> Option<String> {
    let words = &program.extra[inst.b as usize..];
    let pairs = words[2..2 + 2 * words[1] as usize].chunks_exact(2);
    let mut values = Vec::new();
    for pair in pairs.filter(|pair| EdgeId::from_raw(pair[1]) == id) {
        let Const::Int { width, value } = &program.constants[ConstId::from_raw(pair[0]).index()] else {
            return None;
        };
        values.push(width.sign_extend(*value).to_string());
    }
    match (EdgeId::from_raw(words[0]) == id, values.len()) {
        (true, _) => Some("the default".to_owned()),
        (false, 0) => None,
        (false, 1) => Some(format!("case {}", values[0])),
        (false, _) => Some(format!("cases {}", values.join(", "))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edge_belongs_to_the_only_test_that_took_it() {
        let mut owners = EdgeOwners::new(3);
        owners.add(0, &[0, 1]);
        owners.settle(0, "first");
        owners.add(1, &[0, 2]);
        owners.settle(1, "second");
        owners.add(2, &[0, 2]);
        owners.settle(2, "third");
        assert_eq!(owners.owners, [Owner::Several, Owner::One(0), Owner::Several]);
        let names: Vec<&str> = owners.names.iter().map(|(_, name)| name.as_str()).collect();
        assert_eq!(names, ["first", "second"]);
    }
}
