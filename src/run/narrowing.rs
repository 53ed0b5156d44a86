//! A path as the readable pass sees it: the solver's chain over a path condition that grows.

use crate::expr::{Arena, Assignment, ExprId, SymbolId};
use crate::readable::Path;
use crate::solver::{Answer, PathCondition, Solver};
use crate::util::ByteSet;

/// Questions without an answer, each of which took all the time that a question may take, after which nothing more is
/// asked: the test then has the values of the path's witness.
const MAX_UNKNOWN: u32 = 2;

/// A path condition that is asked and narrowed, apart from the state it came from.
pub(super) struct Narrowing<'a> {
    solver: &'a mut Solver,
    path: PathCondition,
    /// Satisfies the path as narrowed so far. It makes answers cheaper and never changes them.
    witness: Option<Assignment>,
    /// Questions that nobody could answer.
    n_unknown: u32,
    /// What the last condition that was possible changes in the witness.
    last: Option<(ExprId, Vec<(SymbolId, u128)>)>,
}

impl<'a> Narrowing<'a> {
    pub(super) fn new(solver: &'a mut Solver, path: PathCondition, witness: Option<Assignment>) -> Self {
        Self { solver, path, witness, n_unknown: 0, last: None }
    }
}

impl Path for Narrowing<'_> {
    fn is_possible(&mut self, arena: &mut Arena, condition: ExprId) -> bool {
        if self.n_unknown == MAX_UNKNOWN {
            return false;
        }
        match self.solver.ask(arena, &self.path, self.witness.as_ref(), condition) {
            Answer::Yes(changes) => {
                self.last = Some((condition, changes));
                true
            }
            Answer::No => false,
            Answer::Unknown => {
                self.n_unknown += 1;
                false
            }
        }
    }

    fn assume(&mut self, arena: &mut Arena, condition: ExprId) {
        self.solver.assume(arena, &mut self.path, condition);
        let Some(witness) = &mut self.witness else { return };
        match self.last.take() {
            Some((asked, changes)) if asked == condition => {
                for (symbol, value) in changes {
                    witness.set(symbol, value);
                }
            }
            _ if self.solver.knowledge().eval(arena, witness, condition) == 1 => {}
            _ => self.witness = None,
        }
    }

    fn domain(&self, symbol: SymbolId) -> ByteSet {
        self.path.domain(symbol)
    }

    fn is_over(&self) -> bool {
        self.solver.is_over()
    }

    fn possible_bytes(&mut self, arena: &Arena, symbol: SymbolId) -> ByteSet {
        match &self.witness {
            Some(witness) => self.solver.values_beside(arena, &self.path, witness, symbol),
            None => ByteSet::EMPTY,
        }
    }

    fn guess(&self, symbol: SymbolId) -> Option<u128> {
        self.witness.as_ref().map(|witness| witness.get(symbol))
    }
}
