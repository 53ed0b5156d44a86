//! A path as the readable pass sees it: the solver's chain over a path condition that grows.

use crate::exec::{self, Side};
use crate::expr::{Arena, ExprId, SymbolId};
use crate::readable::Path;
use crate::solver::Solver;
use crate::util::ByteSet;

/// Questions without an answer, each of which took all the time that a question may take, after which nothing more is
/// asked: the test then has the values of the path's witness.
const MAX_UNKNOWN: u32 = 2;

/// A path that is asked and narrowed, apart from the state it came from. Its witness makes answers cheaper and never
/// changes them.
pub(super) struct Narrowing<'a> {
    solver: &'a mut Solver,
    path: exec::Path,
    /// Questions that nobody could answer.
    n_unknown: u32,
    /// The last side that was possible.
    last: Option<Side>,
}

impl<'a> Narrowing<'a> {
    pub(super) fn new(solver: &'a mut Solver, path: exec::Path) -> Self {
        Self { solver, path, n_unknown: 0, last: None }
    }
}

impl Path for Narrowing<'_> {
    fn is_possible(&mut self, arena: &mut Arena, condition: ExprId) -> bool {
        if self.n_unknown == MAX_UNKNOWN {
            return false;
        }
        let Some(side) = self.path.side(arena, self.solver, condition) else { return false };
        if side.is_open() {
            self.n_unknown += 1;
            return false;
        }
        self.last = Some(side);
        true
    }

    fn assume(&mut self, arena: &mut Arena, condition: ExprId) {
        match self.last.take() {
            Some(side) if side.condition() == condition => self.path.assume(arena, self.solver, side),
            _ => self.path.learn(arena, self.solver, condition),
        }
    }

    fn domain(&self, symbol: SymbolId) -> ByteSet {
        self.path.condition().domain(symbol)
    }

    fn is_over(&self) -> bool {
        self.solver.is_over()
    }

    fn possible_bytes(&mut self, arena: &Arena, symbol: SymbolId) -> ByteSet {
        self.path.values_beside(arena, self.solver, symbol)
    }

    fn guess(&self, symbol: SymbolId) -> Option<u128> {
        self.path.witness().map(|witness| witness.get(symbol))
    }
}
