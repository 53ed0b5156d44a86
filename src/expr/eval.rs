//! The value of a term under an assignment.

use super::columns::{self, Columns, LANES};
use super::{Arena, Assignment, ExprId, Kind, SymbolId, float_fold, fold};
use crate::util::{Bits, ByteSet};

/// How many values of a column take as long as one value of a term that is computed on its own.
const LANES_PER_TERM: usize = 16;

/// The stamp of terms that have the same value in every call.
const ALWAYS: u32 = u32::MAX;

/// The value of an operation, which is neither a constant nor a symbol, on operands of these widths. `low_bit` is
/// the lowest bit that [`Kind::Extract`] takes.
pub fn apply(kind: Kind, width: Bits, low_bit: u32, widths: [Bits; 3], operands: [u128; 3]) -> u128 {
    let [a, b, c] = operands;
    match kind {
        Kind::Concat => a << widths[1].0 | b,
        Kind::Extract => a >> low_bit & width.mask(),
        Kind::Ite if a == 1 => b,
        Kind::Ite => c,
        Kind::Not | Kind::Neg | Kind::ZExt | Kind::SExt => fold(kind, widths[0], a, 0) & width.mask(),
        kind if kind.is_float() => float_fold(kind, width, widths[0], operands),
        kind => fold(kind, widths[0], a, b),
    }
}

/// Evaluates terms of one arena. It keeps its tables between calls, so that no call allocates once they
/// have grown; each shared subterm is computed once a call.
#[derive(Default)]
pub struct Evaluator {
    values: Vec<u128>,
    /// The number of the call that computed each value; values of older calls do not count. [`ALWAYS`] for
    /// constants.
    stamps: Vec<u32>,
    stamp: u32,
    stack: Vec<ExprId>,
    n_computed: u64,
    columns: Columns,
    /// A function that replaces the values of constants, if there is one.
    constants: Option<fn(Bits, u128) -> u128>,
}

impl Evaluator {
    /// An evaluator with empty tables.
    pub fn new() -> Self {
        Self::default()
    }

    /// An evaluator that uses, for each constant, what the function makes of its width and value.
    pub fn with_constants(constants: fn(Bits, u128) -> u128) -> Self {
        Self { constants: Some(constants), ..Self::default() }
    }

    /// The value of `expr` when every symbol has its value of `assignment`.
    pub fn eval(&mut self, arena: &Arena, assignment: &Assignment, expr: ExprId) -> u128 {
        let node = arena.node(expr);
        if node.kind == Kind::Symbol {
            // Most bytes of memory are symbols. Values that were computed are forgotten here too.
            self.stamp_anew();
            return assignment.get(node.symbol()) & node.width().mask();
        }
        self.begin(arena);
        self.compute(arena, assignment, expr)
    }

    /// How many terms were computed so far, over all calls. A term that is computed for many values at once
    /// counts for less than their number.
    pub fn n_computed(&self) -> u64 {
        self.n_computed
    }

    /// Whether every one of `conditions`, terms of width 1, holds under `assignment`.
    pub fn all_hold(&mut self, arena: &Arena, assignment: &Assignment, conditions: &[ExprId]) -> bool {
        self.begin(arena);
        conditions.iter().all(|condition| self.holds(arena, assignment, *condition))
    }

    /// The first of `conditions`, terms of width 1, that does not hold under `assignment`.
    pub fn first_false(
        &mut self,
        arena: &Arena,
        assignment: &Assignment,
        conditions: &[ExprId],
    ) -> Option<ExprId> {
        self.begin(arena);
        conditions.iter().copied().find(|condition| !self.holds(arena, assignment, *condition))
    }

    /// Whether a term of width 1 is one. Most conditions compare a symbol with a constant or another symbol.
    fn holds(&mut self, arena: &Arena, assignment: &Assignment, condition: ExprId) -> bool {
        let plain = match self.constants {
            None => plain_comparison(arena, assignment, condition),
            Some(_) => None,
        };
        match plain {
            Some(holds) => {
                self.n_computed += 1;
                holds
            }
            None => self.compute(arena, assignment, condition) == 1,
        }
    }

    /// Forgets what was computed, so that [`Self::eval_more`] can be asked under another assignment.
    pub fn forget(&mut self) {
        self.stamp_anew();
    }

    /// The value of `expr` under the assignment of the last call, which was of this method, [`Self::eval`],
    /// [`Self::all_hold`], [`Self::first_false`] or [`Self::forget`]. Values that it has computed are used
    /// again.
    pub fn eval_more(&mut self, arena: &Arena, assignment: &Assignment, expr: ExprId) -> u128 {
        self.grow(arena);
        self.compute(arena, assignment, expr)
    }

    /// Whether the last call has computed this term, or [`Self::eval_more`] since. Of a choice, only the side
    /// that is chosen is computed.
    pub fn has_computed(&self, expr: ExprId) -> bool {
        self.stamps[expr.index()] >= self.stamp
    }

    fn begin(&mut self, arena: &Arena) {
        self.stamp_anew();
        self.grow(arena);
    }

    fn stamp_anew(&mut self) {
        if self.stamp == ALWAYS - 1 {
            self.stamps.iter_mut().filter(|stamp| **stamp != ALWAYS).for_each(|stamp| *stamp = 0);
            self.stamp = 0;
        }
        self.stamp += 1;
    }

    /// Makes room for the arena's new terms.
    fn grow(&mut self, arena: &Arena) {
        let known = self.values.len();
        self.values.resize(arena.len(), 0);
        self.stamps.resize(arena.len(), 0);
        for index in known..arena.len() {
            let expr = ExprId::from_raw(index as u32);
            if let Some(value) = arena.as_const(expr) {
                self.values[index] = match self.constants {
                    Some(constants) => constants(arena.width(expr), value),
                    None => value,
                };
                self.stamps[index] = ALWAYS;
            }
        }
    }

    /// Whether a term was not computed yet in this call.
    #[inline]
    fn is_open(&self, expr: ExprId) -> bool {
        self.stamps[expr.index()] < self.stamp
    }

    /// Depth first with a stack of our own: terms of long loops are deeper than the thread's stack.
    fn compute(&mut self, arena: &Arena, assignment: &Assignment, expr: ExprId) -> u128 {
        self.stack.push(expr);
        while let Some(&top) = self.stack.last() {
            if self.is_open(top) {
                let node = arena.node(top);
                let waiting = self.stack.len();
                let (stamps, stamp) = (&self.stamps, self.stamp);
                let is_open = |id: ExprId| stamps[id.index()] < stamp;
                if node.kind == Kind::Ite && !is_open(node.first()) {
                    // The side that is not chosen is not computed, so a table of 256 places costs only eight
                    // choices.
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

    /// The value of one node whose operands were computed.
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

    /// The values in `among` for which all of `conditions`, terms of width 1, hold if all of `symbols`, which
    /// are bytes, have this value and all other symbols their value in `assignment`. `depends` tells whether
    /// a term depends on `symbols`. Only these terms are computed more than once: once for each value, also
    /// if several conditions share them. `None` if [`Self::n_computed`] reaches `limit` before all values are
    /// tried.
    #[expect(clippy::too_many_arguments, reason = "what is asked, under what, and how much it may cost")]
    pub fn byte_set(
        &mut self,
        arena: &Arena,
        assignment: &mut Assignment,
        conditions: &[ExprId],
        symbols: &[SymbolId],
        among: ByteSet,
        mut depends: impl FnMut(ExprId) -> bool,
        limit: u64,
    ) -> Option<ByteSet> {
        let schedule = self.schedule(arena, assignment, conditions, &mut depends);
        let mut left = ByteSet::EMPTY;
        if schedule.is_narrow && among.len() > 1 {
            self.fill_columns(arena, conditions, &schedule);
            let mut values = among.iter();
            let mut block = [0; LANES];
            loop {
                let n = block.iter_mut().zip(&mut values).map(|(cell, value)| *cell = value).count();
                if n == 0 {
                    return Some(left);
                }
                if self.n_computed > limit {
                    return None;
                }
                let holds = self.run(conditions, &schedule, &block[..n]);
                let lanes = (0..n).filter(|lane| holds >> lane & 1 == 1);
                lanes.for_each(|lane| left.insert(block[lane]));
            }
        }
        for value in among.iter() {
            if self.n_computed > limit {
                return None;
            }
            symbols.iter().for_each(|symbol| assignment.set(*symbol, u128::from(value)));
            schedule.terms.iter().for_each(|id| self.stamps[id.index()] = 0);
            if conditions.iter().all(|condition| self.compute(arena, assignment, *condition) == 1) {
                left.insert(value);
            }
        }
        Some(left)
    }

    /// Clears the columns and adds the terms that are scheduled.
    fn fill_columns(&mut self, arena: &Arena, conditions: &[ExprId], schedule: &Schedule) {
        self.columns.clear(arena);
        let value = |id: ExprId| self.values[id.index()];
        schedule.terms.iter().for_each(|id| self.columns.add(arena, *id, value));
        conditions.iter().for_each(|id| self.columns.add_fixed(*id, value(*id)));
    }

    /// One bit for each of the values, in their order: whether all conditions hold for it. They are computed
    /// one after the other.
    fn run(&mut self, conditions: &[ExprId], schedule: &Schedule, values: &[u8]) -> u64 {
        let n = values.len();
        let mut holds = u64::MAX >> (LANES - n);
        self.columns.vary(values);
        let mut done = 0;
        for (condition, end) in conditions.iter().zip(&schedule.ends) {
            self.n_computed += ((end - done) * n.div_ceil(LANES_PER_TERM)) as u64;
            self.columns.run(done..*end, n);
            done = *end;
            holds &= self.columns.ones(*condition, n);
            if holds == 0 {
                break;
            }
        }
        holds
    }

    /// The terms that are computed for every value of the symbols that vary. All others are computed here.
    fn schedule(
        &mut self,
        arena: &Arena,
        assignment: &Assignment,
        conditions: &[ExprId],
        depends: &mut impl FnMut(ExprId) -> bool,
    ) -> Schedule {
        self.begin(arena);
        let mut schedule = Schedule { terms: Vec::new(), ends: Vec::new(), is_narrow: true };
        let mut open = Vec::new();
        for condition in conditions {
            let first = schedule.terms.len();
            open.push(*condition);
            while let Some(top) = open.pop() {
                if !self.is_open(top) {
                    continue;
                }
                if depends(top) {
                    self.stamps[top.index()] = self.stamp;
                    schedule.is_narrow &= columns::is_narrow(arena, top);
                    schedule.terms.push(top);
                    open.extend(arena.node(top).operands());
                } else {
                    self.compute(arena, assignment, top);
                }
            }
            // Operands have smaller ids.
            schedule.terms[first..].sort_unstable();
            schedule.ends.push(schedule.terms.len());
        }
        schedule
    }
}

/// Whether a comparison of symbols and constants, or the negation of one, holds; `None` for other terms.
fn plain_comparison(arena: &Arena, assignment: &Assignment, condition: ExprId) -> Option<bool> {
    let outer = arena.node(condition);
    let is_not = outer.kind == Kind::Not;
    let node = if is_not { arena.node(outer.first()) } else { outer };
    if !node.kind.is_comparison() {
        return None;
    }
    let leaf = |id: ExprId| {
        let operand = arena.node(id);
        match operand.kind {
            Kind::Symbol => {
                Some((operand.width(), assignment.get(operand.symbol()) & operand.width().mask()))
            }
            Kind::Const => Some((operand.width(), arena.as_const(id)?)),
            _ => None,
        }
    };
    let ((width, a), (_, b)) = (leaf(node.first())?, leaf(node.second())?);
    Some((fold(node.kind, width, a, b) == 1) != is_not)
}

/// The terms of conditions that depend on the symbols that vary.
struct Schedule {
    /// In an order in which they can be computed: for each condition, its terms that no earlier condition
    /// has.
    terms: Vec<ExprId>,
    /// Where the terms of each condition end.
    ends: Vec<usize>,
    /// Whether columns can hold all of them.
    is_narrow: bool,
}
