//! What a path has decided, and where: the conditions that it took at forks and those that the driver assumes.
//!
//! A condition that was implied by what was decided before is no decision: at such a place there was no fork.

use super::{Machine, State};
use crate::expr::ExprId;
use crate::ir::Pc;
use crate::util::CowVec;

/// A condition that holds on a path from here on.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Decision {
    /// A term of width 1, as it holds on this path: negated where the false side was taken.
    pub condition: ExprId,
    /// The instruction, or the innermost call of it that has a line: models of library functions have none.
    pub at: Pc,
    pub kind: DecisionKind,
}

/// What was decided.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum DecisionKind {
    /// The side of a branch, the target of a switch or the operand of a choice.
    Branch,
    /// Whether an error happens: a division by zero, an access out of bounds.
    Check,
    /// One number or object where the machine needs one: a size, what a pointer points to.
    Choice,
    /// What the driver assumes. It may have been implied.
    Assumption,
}

/// The decisions of a path in the order in which they were made. A clone shares all full pages.
pub type Decisions = CowVec<Decision>;

impl Default for Decision {
    /// Truth, decided nowhere: what unused places of [`Decisions`] hold.
    fn default() -> Self {
        Self { condition: ExprId::from_raw(0), at: Pc::from_raw(0), kind: DecisionKind::Assumption }
    }
}

impl Machine {
    /// Records that `condition` was decided at the state's instruction.
    pub(super) fn record(&self, state: &mut State, condition: ExprId, kind: DecisionKind) {
        if self.arena.as_const(condition).is_some() {
            return;
        }
        let has_line = |(_, pc): &(_, Pc)| self.program.loc(*pc).is_some();
        let at = match self.program.loc(state.pc) {
            Some(_) => state.pc,
            None => state.stack().find(has_line).map_or(state.pc, |(_, pc)| pc),
        };
        state.decisions.push(Decision { condition, at, kind });
    }
}
