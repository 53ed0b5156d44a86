//! What a run that has to cover a property still looks for.
//!
//! Branches count as in coverage reports: the sides of all branches in the functions that `main` leads to. A
//! side that no input can take is not known to be such a side, so a program that has one is explored to its
//! end, or until a budget ends the run. A call counts only in a test that is known to be possible. If a part
//! of its path was approximated, its native run may contradict it, and exploration is not told of that.

use crate::coverage::Coverage;
use crate::ir::{EdgeId, FuncId, Program, reachable_functions};
use crate::testcase::{Property, TestCase};

/// What is left to be covered.
pub(super) enum Quest {
    /// The edges of each side that no test takes.
    Sides(Vec<Vec<EdgeId>>),
    Call {
        property: Property,
        is_made: bool,
    },
}

impl Quest {
    pub(super) fn new(property: &Property, program: &Program, main: FuncId) -> Self {
        match property {
            Property::Branches => {
                let coverage = Coverage::new(program, &reachable_functions(program, &[main]));
                let sides = coverage.points().into_iter().filter(|point| point.side.is_some());
                Quest::Sides(sides.map(|side| side.edges).filter(|edges| !edges.is_empty()).collect())
            }
            Property::Call(_) => Quest::Call { property: property.clone(), is_made: false },
        }
    }

    /// Takes in a test; `edges` say how often all tests, this one among them, took each edge.
    pub(super) fn found(&mut self, test: &TestCase, edges: &[u64]) {
        match self {
            Quest::Sides(sides) => {
                sides.retain(|side| side.iter().all(|edge| edges[edge.index()] == 0));
            }
            Quest::Call { property, is_made } => {
                *is_made |= property.takes(test) && !test.unconfirmed && !test.approximated;
            }
        }
    }

    /// Whether nothing is left.
    pub(super) fn is_over(&self) -> bool {
        match self {
            Quest::Sides(sides) => sides.is_empty(),
            Quest::Call { is_made, .. } => *is_made,
        }
    }
}
