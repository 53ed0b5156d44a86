//! The value of a term under an assignment.

use super::{Arena, Assignment, ExprId, Kind, float_fold, fold};

/// Evaluates terms of one arena. It keeps its tables between calls, so that no call allocates once they
/// have grown; each shared subterm is computed once a call.
#[derive(Default)]
pub struct Evaluator {
    values: Vec<u128>,
    /// The call that computed each value; older ones do not count.
    stamps: Vec<u32>,
    stamp: u32,
    stack: Vec<ExprId>,
    n_computed: u64,
}

impl Evaluator {
    /// An evaluator with empty tables.
    pub fn new() -> Self {
        Self::default()
    }

    /// The value of `expr` when every symbol has its value of `assignment`.
    pub fn eval(&mut self, arena: &Arena, assignment: &Assignment, expr: ExprId) -> u128 {
        self.begin(arena);
        self.compute(arena, assignment, expr)
    }

    /// How many terms were computed so far, over all calls.
    pub fn n_computed(&self) -> u64 {
        self.n_computed
    }

    /// Whether every one of `conditions`, terms of width 1, holds under `assignment`.
    pub fn all_hold(&mut self, arena: &Arena, assignment: &Assignment, conditions: &[ExprId]) -> bool {
        self.begin(arena);
        conditions.iter().all(|condition| self.compute(arena, assignment, *condition) == 1)
    }

    fn begin(&mut self, arena: &Arena) {
        if self.stamp == u32::MAX {
            self.stamps.fill(0);
            self.stamp = 0;
        }
        self.stamp += 1;
        self.values.resize(arena.len(), 0);
        self.stamps.resize(arena.len(), 0);
    }

    /// Depth first with a stack of our own: terms of long loops are deeper than the thread's stack.
    fn compute(&mut self, arena: &Arena, assignment: &Assignment, expr: ExprId) -> u128 {
        self.stack.push(expr);
        while let Some(&top) = self.stack.last() {
            let node = arena.node(top);
            let waiting = self.stack.len();
            if self.stamps[top.index()] != self.stamp {
                let is_open = |id: ExprId| self.stamps[id.index()] != self.stamp;
                if node.kind == Kind::Ite && !is_open(node.first()) {
                    // The side that is not chosen does not matter: a table of 256 places costs eight choices.
                    let is_one = self.values[node.first().index()] == 1;
                    let chosen = if is_one { node.second() } else { node.third() };
                    if is_open(chosen) {
                        self.stack.push(chosen);
                        continue;
                    }
                    self.values[top.index()] = self.values[chosen.index()];
                    self.stamps[top.index()] = self.stamp;
                    self.n_computed += 1;
                    self.stack.pop();
                    continue;
                }
                let n_needed = if node.kind == Kind::Ite { 1 } else { 3 };
                self.stack.extend(node.operands().take(n_needed).filter(|operand| is_open(*operand)));
                if self.stack.len() > waiting {
                    continue;
                }
                let value = |id: ExprId| self.values[id.index()];
                let width = node.width();
                self.values[top.index()] = match node.kind {
                    Kind::Const | Kind::WideConst => {
                        arena.as_const(top).expect("invariant: this node is a constant")
                    }
                    Kind::Symbol => assignment.get(node.symbol()) & width.mask(),
                    Kind::Concat => {
                        value(node.first()) << arena.width(node.second()).0 | value(node.second())
                    }
                    Kind::Extract => value(node.first()) >> node.low_bit() & width.mask(),
                    Kind::Not | Kind::Neg | Kind::ZExt | Kind::SExt => {
                        let operand = node.first();
                        fold(node.kind, arena.width(operand), value(operand), 0) & width.mask()
                    }
                    kind if kind.is_float() => {
                        let mut operands = [0; 3];
                        for (operand, id) in operands.iter_mut().zip(node.operands()) {
                            *operand = value(id);
                        }
                        float_fold(kind, width, arena.width(node.first()), operands)
                    }
                    kind => {
                        let (a, b) = (node.first(), node.second());
                        fold(kind, arena.width(a), value(a), value(b))
                    }
                };
                self.stamps[top.index()] = self.stamp;
                self.n_computed += 1;
            }
            self.stack.pop();
        }
        self.values[expr.index()]
    }
}
