//! Computes terms for many values of a byte at once. Each term has a column of values, and one operation over
//! whole columns is done after the other. So the work of telling which operation to do is shared by all
//! values of a column, and compilers turn the loops over columns into vector instructions.

use super::fold::fold;
use super::{Arena, ExprId, Kind};
use crate::util::Bits;
use std::ops::Range;

/// Values in a column.
pub(super) const LANES: usize = 64;

type Column = [u64; LANES];

/// The position of a column. Zero stands for a term without a column.
type Slot = u32;

/// One operation over columns.
struct Step {
    kind: Kind,
    /// The width of the first operand.
    width: Bits,
    /// The bits in which the result may have ones.
    mask: u64,
    /// For an extract its low bit, for a concatenation the width of the lower part.
    shift: u32,
    result: Slot,
    operands: [Slot; 3],
}

/// Operations over columns in the order in which they can be done, and the columns. It keeps its memory
/// between uses.
#[derive(Default)]
pub(super) struct Columns {
    /// By term.
    slots: Vec<Slot>,
    /// Terms with a slot.
    held: Vec<ExprId>,
    steps: Vec<Step>,
    /// The slots of symbols, whose values vary.
    varying: Vec<Slot>,
    /// By slot; operands lie before results.
    cells: Vec<Column>,
}

/// Whether the term can be computed in columns: an operation on integers that a machine word holds.
pub(super) fn is_narrow(arena: &Arena, expr: ExprId) -> bool {
    let node = arena.node(expr);
    let is_word = |id: ExprId| arena.width(id).0 <= 64;
    !node.kind.is_float() && is_word(expr) && node.operands().all(is_word)
}

impl Columns {
    /// Forgets all terms.
    pub(super) fn clear(&mut self, arena: &Arena) {
        self.held.drain(..).for_each(|expr| self.slots[expr.index()] = 0);
        self.slots.resize(arena.len(), 0);
        self.steps.clear();
        self.varying.clear();
        self.cells.truncate(1);
        if self.cells.is_empty() {
            self.cells.push([0; LANES]);
        }
    }

    fn hold(&mut self, expr: ExprId, value: u64) -> Slot {
        let slot = self.cells.len() as Slot;
        self.cells.push([value; LANES]);
        self.slots[expr.index()] = slot;
        self.held.push(expr);
        slot
    }

    /// Adds a narrow term. An operand that was not added before has the value that `fixed` gives in every
    /// lane. Symbols vary.
    pub(super) fn add(&mut self, arena: &Arena, expr: ExprId, fixed: impl Fn(ExprId) -> u128) {
        let node = arena.node(expr);
        let mut operands = [0; 3];
        for (operand, id) in operands.iter_mut().zip(node.operands()) {
            *operand = match self.slots[id.index()] {
                0 => self.hold(id, fixed(id) as u64),
                slot => slot,
            };
        }
        let shift = match node.kind {
            Kind::Extract => node.low_bit(),
            Kind::Concat => arena.width(node.second()).0,
            _ => 0,
        };
        let width = node.operands().next().map_or(node.width(), |operand| arena.width(operand));
        let mask = node.width().mask() as u64;
        let result = self.hold(expr, 0);
        if node.kind == Kind::Symbol {
            self.varying.push(result);
        }
        self.steps.push(Step { kind: node.kind, width, mask, shift, result, operands });
    }

    /// Adds a term that has the same value in every lane, unless it was added.
    pub(super) fn add_fixed(&mut self, expr: ExprId, value: u128) {
        if self.slots[expr.index()] == 0 {
            self.hold(expr, value as u64);
        }
    }

    /// Gives the symbols that vary their values, at most [`LANES`].
    pub(super) fn vary(&mut self, values: &[u8]) {
        for slot in &self.varying {
            let column = self.cells[*slot as usize].iter_mut();
            column.zip(values).for_each(|(cell, value)| *cell = u64::from(*value));
        }
    }

    /// Does the operations `steps`, numbered in the order in which their terms were added, for at least the
    /// first `n` lanes.
    pub(super) fn run(&mut self, steps: Range<usize>, n: usize) {
        // With a multiple of the length of vectors, the loops have no remainder.
        let n = n.next_multiple_of(8);
        for step in &self.steps[steps] {
            let (before, after) = self.cells.split_at_mut(step.result as usize);
            let [a, b, c] = step.operands.map(|slot| &before[slot as usize][..n]);
            step.run(&mut after[0][..n], a, b, c);
        }
    }

    /// Which of the first `n` lanes of a term of width 1 are ones.
    pub(super) fn ones(&self, expr: ExprId, n: usize) -> u64 {
        let column = &self.cells[self.slots[expr.index()] as usize][..n];
        column.iter().enumerate().fold(0, |ones, (lane, value)| ones | value << lane)
    }
}

impl Step {
    fn run(&self, out: &mut [u64], a: &[u64], b: &[u64], c: &[u64]) {
        let (width, mask, shift) = (self.width, self.mask, self.shift);
        let unused = 64 - width.0;
        let signed = |x: u64| (x << unused) as i64 >> unused;
        match self.kind {
            Kind::Symbol => {}
            Kind::Not => zip(out, a, b, |a, _| !a & mask),
            Kind::Neg => zip(out, a, b, |a, _| a.wrapping_neg() & mask),
            Kind::And => zip(out, a, b, |a, b| a & b),
            Kind::Or => zip(out, a, b, |a, b| a | b),
            Kind::Xor => zip(out, a, b, |a, b| a ^ b),
            Kind::Add => zip(out, a, b, |a, b| a.wrapping_add(b) & mask),
            Kind::Sub => zip(out, a, b, |a, b| a.wrapping_sub(b) & mask),
            Kind::Mul => zip(out, a, b, |a, b| a.wrapping_mul(b) & mask),
            Kind::Concat => zip(out, a, b, |a, b| a << shift | b),
            Kind::Extract => zip(out, a, b, |a, _| a >> shift & mask),
            Kind::ZExt => out.copy_from_slice(a),
            Kind::SExt => zip(out, a, b, |a, _| signed(a) as u64 & mask),
            Kind::Eq => zip(out, a, b, |a, b| u64::from(a == b)),
            Kind::Ult => zip(out, a, b, |a, b| u64::from(a < b)),
            Kind::Slt => zip(out, a, b, |a, b| u64::from(signed(a) < signed(b))),
            Kind::Ite => {
                for (((out, a), b), c) in out.iter_mut().zip(a).zip(b).zip(c) {
                    let chosen = a.wrapping_neg();
                    *out = b & chosen | c & !chosen;
                }
            }
            kind => zip(out, a, b, |a, b| fold(kind, width, a.into(), b.into()) as u64),
        }
    }
}

#[inline]
fn zip(out: &mut [u64], a: &[u64], b: &[u64], operation: impl Fn(u64, u64) -> u64) {
    for ((out, a), b) in out.iter_mut().zip(a).zip(b) {
        *out = operation(*a, *b);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expr::{Assignment, Evaluator, Support, SymbolKey};
    use crate::util::{ByteSet, Rng};

    /// A random operation on terms of `made`, with no rule applied.
    fn random(arena: &mut Arena, rng: &mut Rng, made: &[ExprId]) -> ExprId {
        let mut pick = || made[rng.below(made.len() as u64) as usize];
        let (a, b) = (pick(), pick());
        let (of_a, of_b) = (arena.width(a), arena.width(b));
        match rng.below(8) {
            0 => arena.raw(Kind::Not, of_a, &[a], 0),
            1 => arena.raw(Kind::Neg, of_a, &[a], 0),
            2 if of_a.0 + of_b.0 <= 64 => arena.raw(Kind::Concat, Bits(of_a.0 + of_b.0), &[a, b], 0),
            3 => {
                let low = rng.below(u64::from(of_a.0)) as u32;
                arena.raw(Kind::Extract, Bits(1 + rng.below(u64::from(of_a.0 - low)) as u32), &[a], low)
            }
            4 => {
                let kind = [Kind::ZExt, Kind::SExt][rng.below(2) as usize];
                arena.raw(kind, Bits(of_a.0 + rng.below(u64::from(65 - of_a.0)) as u32), &[a], 0)
            }
            5 if of_a == of_b => {
                let bit = arena.raw(Kind::Ult, Bits(1), &[a, b], 0);
                arena.raw(Kind::Ite, of_a, &[bit, b, a], 0)
            }
            _ if of_a == of_b => {
                let kinds = [&Kind::OPERATIONS[..], &Kind::COMPARISONS].concat();
                let kind = kinds[rng.below(kinds.len() as u64) as usize];
                arena.raw(kind, if kind.is_comparison() { Bits(1) } else { of_a }, &[a, b], 0)
            }
            _ => a,
        }
    }

    #[test]
    fn columns_have_the_values_of_evaluation() {
        let mut rng = Rng::from_seed(7);
        let mut n_mixed = 0;
        for _ in 0..300 {
            let mut arena = Arena::without_rules();
            let key = |element| SymbolKey { input: 0, element, name: "s".into(), width: Bits(8) };
            let [x, y] = [0, 1].map(|element| arena.symbol(key(element)));
            let [varying, fixed] = [x, y].map(|expr| arena.node(expr).symbol());
            let mut made = vec![x, y, x];
            made.extend([0, 3, 0x80, 0xff].map(|value| arena.constant(Bits(8), value)));
            for _ in 0..40 {
                made.push(random(&mut arena, &mut rng, &made));
            }
            let conditions: Vec<ExprId> =
                made.iter().copied().filter(|expr| arena.width(*expr) == Bits(1)).take(2).collect();
            let mut assignment = Assignment::new();
            assignment.set(fixed, u128::from(rng.below(256)));
            let among = ByteSet::from_fn(|value| value % 3 != 0);
            let mut evaluator = Evaluator::new();
            let expected = ByteSet::from_fn(|value| {
                let mut assignment = assignment.clone();
                assignment.set(varying, u128::from(value));
                among.contains(value) && evaluator.all_hold(&arena, &assignment, &conditions)
            });
            let mut support = Support::new();
            let depends = |expr| support.of(&arena, expr).contains(&varying);
            let (limit, symbols) = (u64::MAX, [varying]);
            let found = Evaluator::new().byte_set(
                &arena,
                &mut assignment,
                &conditions,
                &symbols,
                among,
                depends,
                limit,
            );
            assert_eq!(found, Some(expected));
            n_mixed += u32::from(!expected.is_empty() && expected != among);
        }
        assert!(n_mixed > 50, "{n_mixed} of the conditions hold for some values only");
    }
}
