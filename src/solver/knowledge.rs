//! What is worked out once about a term and then remembered.

use crate::expr::{Arena, Assignment, Evaluator, ExprId, Support, SymbolId};
use crate::util::ByteSet;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Memories of one arena's terms, and the evaluator that fills them.
#[derive(Default)]
pub struct Knowledge {
    support: Support,
    byte_sets: FxHashMap<ExprId, ByteSet>,
    evaluator: Evaluator,
}

impl Knowledge {
    /// Nothing known yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The symbols of `expr`, in ascending order.
    pub fn support(&mut self, arena: &Arena, expr: ExprId) -> Rc<[SymbolId]> {
        self.support.of(arena, expr)
    }

    /// The values of the byte `symbol`, the only symbol of `condition`, for which the condition holds.
    pub fn byte_set(&mut self, arena: &Arena, condition: ExprId, symbol: SymbolId) -> ByteSet {
        if let Some(set) = self.byte_sets.get(&condition) {
            return *set;
        }
        let mut assignment = Assignment::new();
        let set = ByteSet::from_fn(|value| {
            assignment.set(symbol, u128::from(value));
            self.evaluator.eval(arena, &assignment, condition) == 1
        });
        self.byte_sets.insert(condition, set);
        set
    }

    /// The value of `expr` under `assignment`.
    pub fn eval(&mut self, arena: &Arena, assignment: &Assignment, expr: ExprId) -> u128 {
        self.evaluator.eval(arena, assignment, expr)
    }

    /// Whether every condition holds under `assignment`.
    pub fn all_hold(&mut self, arena: &Arena, assignment: &Assignment, conditions: &[ExprId]) -> bool {
        self.evaluator.all_hold(arena, assignment, conditions)
    }
}
