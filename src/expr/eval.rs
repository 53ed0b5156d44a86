//! The value of a term under an assignment.

use super::{Arena, Assignment, ExprId, Kind, SymbolId, float_fold, fold};
use crate::util::ByteSet;

/// Choices beyond which a term is not computed whole for every value of a byte.
const MAX_CHOICES: usize = 64;

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
                self.values[top.index()] = self.value(arena, assignment, top);
                self.stamps[top.index()] = self.stamp;
                self.n_computed += 1;
            }
            self.stack.pop();
        }
        self.values[expr.index()]
    }

    /// The value of one node whose operands have theirs.
    fn value(&self, arena: &Arena, assignment: &Assignment, expr: ExprId) -> u128 {
        let value = |id: ExprId| self.values[id.index()];
        let node = arena.node(expr);
        let width = node.width();
        match node.kind {
            Kind::Const | Kind::WideConst => {
                arena.as_const(expr).expect("invariant: this node is a constant")
            }
            Kind::Symbol => assignment.get(node.symbol()) & width.mask(),
            Kind::Concat => value(node.first()) << arena.width(node.second()).0 | value(node.second()),
            Kind::Extract => value(node.first()) >> node.low_bit() & width.mask(),
            Kind::Ite if value(node.first()) == 1 => value(node.second()),
            Kind::Ite => value(node.third()),
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
        }
    }

    /// The values of a byte for which `expr`, of width 1, holds, where all of `symbols` have that value and the
    /// others those of `assignment`. `depends` tells whether a term depends on `symbols`: only such are computed
    /// more than once. `None` if [`Self::n_computed`] reaches `limit` before all values are tried.
    pub fn byte_set(
        &mut self,
        arena: &Arena,
        assignment: &mut Assignment,
        expr: ExprId,
        symbols: &[SymbolId],
        mut depends: impl FnMut(ExprId) -> bool,
        limit: u64,
    ) -> Option<ByteSet> {
        let mut set = ByteSet::EMPTY;
        let Some(schedule) = self.schedule(arena, assignment, expr, &mut depends) else {
            for value in 0..=255u8 {
                symbols.iter().for_each(|symbol| assignment.set(*symbol, u128::from(value)));
                if self.eval(arena, assignment, expr) == 1 {
                    set.insert(value);
                }
                if self.n_computed > limit {
                    return None;
                }
            }
            return Some(set);
        };
        self.n_computed += 256 * schedule.len() as u64;
        if self.n_computed > limit {
            return None;
        }
        for value in 0..=255u8 {
            symbols.iter().for_each(|symbol| assignment.set(*symbol, u128::from(value)));
            for id in &schedule {
                self.values[id.index()] = self.value(arena, assignment, *id);
            }
            if self.values[expr.index()] == 1 {
                set.insert(value);
            }
        }
        Some(set)
    }

    /// The terms in `expr` that depend on what varies, in an order in which they can be computed; the others get
    /// their values. `None` where choices make it better to compute only what is chosen.
    fn schedule(
        &mut self,
        arena: &Arena,
        assignment: &Assignment,
        expr: ExprId,
        depends: &mut impl FnMut(ExprId) -> bool,
    ) -> Option<Vec<ExprId>> {
        self.begin(arena);
        let mut schedule = Vec::new();
        let mut n_choices = 0;
        let mut open = vec![expr];
        while let Some(top) = open.pop() {
            if self.stamps[top.index()] == self.stamp {
                continue;
            }
            if depends(top) {
                self.stamps[top.index()] = self.stamp;
                n_choices += usize::from(arena.node(top).kind == Kind::Ite);
                if n_choices > MAX_CHOICES {
                    return None;
                }
                schedule.push(top);
                open.extend(arena.node(top).operands());
            } else {
                self.compute(arena, assignment, top);
            }
        }
        // Operands have smaller ids.
        schedule.sort_unstable();
        Some(schedule)
    }
}
