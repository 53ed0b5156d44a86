//! Known bits and bounds of terms under the conditions of a path. They are derived forward, from operands to
//! results, and backward, from what a condition says about a result to its operands (the HC4 scheme of
//! Benhamou et al., 1999, over the facts of [`crate::expr::Facts`]).
//!
//! Everything here is an over-approximation, so it can exclude a question but never confirm one.

use super::group::Group;
use crate::expr::{Arena, ExprId, Facts, Kind};
use crate::util::Bits;
use rustc_hash::FxHashMap;

/// Terms whose facts are computed for one question. Further terms keep the facts that follow from the term
/// itself.
const MAX_TERMS: u32 = 1_000;
/// Nothing is learnt from a condition about operands that are deeper in it than this.
const MAX_DEPTH: u32 = 24;
/// How many conditions of the path, the latest ones, are looked at again under the assumption of a question.
const MAX_REVISITED: usize = 64;
/// How often they are looked at. On the sorts and parsers of `make peers`, more rounds exclude only 0.03 %
/// more questions.
const MAX_ROUNDS: u32 = 2;

/// Facts about terms in addition to those of a group.
#[derive(Clone, Default, Debug)]
pub(super) struct Overlay {
    facts: FxHashMap<ExprId, Facts>,
    n_changes: u32,
}

impl IntoIterator for Overlay {
    type Item = (ExprId, Facts);
    type IntoIter = std::collections::hash_map::IntoIter<ExprId, Facts>;

    fn into_iter(self) -> Self::IntoIter {
        self.facts.into_iter()
    }
}

/// No value satisfies what is known.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Contradiction;

/// Computes facts of one arena's terms. It keeps its tables between calls.
#[derive(Default)]
pub(super) struct Bounds {
    facts: Vec<Facts>,
    /// By term, the stamp at which its facts were computed. Facts with an older stamp do not count.
    stamps: Vec<u32>,
    stamp: u32,
    /// How many changes of the overlay the facts of the current stamp include; `None` at the start of a
    /// question.
    known_changes: Option<u32>,
    stack: Vec<ExprId>,
    /// Terms that may still be computed for this question.
    left: u32,
}

/// Sources of facts in addition to the terms themselves.
struct Known<'a> {
    arena: &'a Arena,
    groups: &'a [&'a Group],
    overlay: &'a Overlay,
}

impl Known<'_> {
    /// What the term itself and the conditions say about its value.
    fn of(&self, expr: ExprId) -> Result<Facts, Contradiction> {
        let mut facts = *self.arena.facts(expr);
        if facts.value().is_some() {
            return Ok(facts);
        }
        let width = self.arena.width(expr);
        let learnt = self.overlay.facts.get(&expr).copied();
        let assumed = self.groups.iter().filter_map(|group| group.bounds_of(self.arena, expr));
        for other in learnt.into_iter().chain(assumed) {
            facts = facts.and(other, width).ok_or(Contradiction)?;
        }
        Ok(facts)
    }
}

impl Bounds {
    /// Whether the conditions of `groups` exclude `question`, as far as bounds can tell.
    pub(super) fn exclude(&mut self, arena: &Arena, groups: &[&Group], question: ExprId) -> bool {
        let mut overlay = Overlay::default();
        self.start();
        self.is_contradicted(arena, groups, &mut overlay, question).is_err()
    }

    fn is_contradicted(
        &mut self,
        arena: &Arena,
        groups: &[&Group],
        overlay: &mut Overlay,
        question: ExprId,
    ) -> Result<(), Contradiction> {
        if self.facts(arena, groups, overlay, question)?.value() == Some(0) {
            return Err(Contradiction);
        }
        self.learn_truth(arena, groups, overlay, question, true, 0)?;
        // Together with the conditions of the path, what the question says about terms may say more.
        let mut n_changes = 0;
        for _ in 0..MAX_ROUNDS {
            if overlay.n_changes == n_changes || self.left == 0 {
                break;
            }
            n_changes = overlay.n_changes;
            let conditions = groups.iter().flat_map(|group| group.conditions.iter().rev());
            for condition in conditions.take(MAX_REVISITED) {
                if self.facts(arena, groups, overlay, *condition)?.value() == Some(0) {
                    return Err(Contradiction);
                }
                self.learn_truth(arena, groups, overlay, *condition, true, 0)?;
            }
        }
        Ok(())
    }

    /// The facts of a term under the conditions of `groups` and those of `overlay`.
    fn facts(
        &mut self,
        arena: &Arena,
        groups: &[&Group],
        overlay: &Overlay,
        expr: ExprId,
    ) -> Result<Facts, Contradiction> {
        if self.known_changes != Some(overlay.n_changes) {
            self.known_changes = Some(overlay.n_changes);
            if self.stamp == u32::MAX {
                self.stamps.fill(0);
                self.stamp = 0;
            }
            self.stamp += 1;
        }
        self.stamps.resize(arena.len(), 0);
        self.facts.resize(arena.len(), Facts::any(Bits(1)));
        let known = Known { arena, groups, overlay };
        self.stack.clear();
        self.stack.push(expr);
        while let Some(&top) = self.stack.last() {
            if self.stamps[top.index()] != self.stamp {
                let waiting = self.stack.len();
                let node = arena.node(top);
                let is_settled = self.left == 0 || node.width().0 > 64 || arena.facts(top).value().is_some();
                if !is_settled {
                    let open = node.operands().filter(|operand| self.stamps[operand.index()] != self.stamp);
                    self.stack.extend(open);
                    if self.stack.len() > waiting {
                        continue;
                    }
                }
                let mut facts = known.of(top)?;
                if !is_settled {
                    self.left -= 1;
                    let is_plain = |operand: ExprId| self.facts[operand.index()] == *arena.facts(operand);
                    // If nothing else is known about the operands, the term's own facts already contain what
                    // follows from them.
                    if !node.operands().all(is_plain) {
                        let computed = arena.facts_from(top, |operand| self.facts[operand.index()]);
                        facts = facts.and(computed, node.width()).ok_or(Contradiction)?;
                    }
                    if let Some(holds) = compared_with_division(arena, top, |expr| self.facts[expr.index()]) {
                        let truth = Facts::exactly(Bits(1), u64::from(holds));
                        facts = facts.and(truth, Bits(1)).ok_or(Contradiction)?;
                    }
                }
                self.facts[top.index()] = facts;
                self.stamps[top.index()] = self.stamp;
            }
            self.stack.pop();
        }
        Ok(self.facts[expr.index()])
    }

    /// Adds to `overlay` what `condition` says about the terms in it.
    pub(super) fn learn(
        &mut self,
        arena: &Arena,
        groups: &[&Group],
        overlay: &mut Overlay,
        condition: ExprId,
    ) -> Result<(), Contradiction> {
        self.start();
        self.learn_truth(arena, groups, overlay, condition, true, 0)
    }

    fn start(&mut self) {
        self.left = MAX_TERMS;
        self.known_changes = None;
    }

    fn learn_truth(
        &mut self,
        arena: &Arena,
        groups: &[&Group],
        overlay: &mut Overlay,
        condition: ExprId,
        holds: bool,
        depth: u32,
    ) -> Result<(), Contradiction> {
        let node = arena.node(condition);
        if depth > MAX_DEPTH {
            return Ok(());
        }
        let mut parts = |parts: [ExprId; 2]| {
            parts
                .into_iter()
                .try_for_each(|part| self.learn_truth(arena, groups, overlay, part, holds, depth + 1))
        };
        match (node.kind, holds) {
            (Kind::Not, _) => self.learn_truth(arena, groups, overlay, node.first(), !holds, depth + 1),
            (Kind::And, true) | (Kind::Or, false) if node.width() == Bits(1) => {
                parts([node.first(), node.second()])
            }
            (Kind::Eq | Kind::Ult | Kind::Slt, _) => {
                let (a, b) = (node.first(), node.second());
                let width = arena.width(a);
                if width.0 > 64 {
                    return Ok(());
                }
                let of_a = self.facts(arena, groups, overlay, a)?;
                let of_b = self.facts(arena, groups, overlay, b)?;
                let (for_a, for_b) = compared(node.kind, holds, width, of_a, of_b)?;
                let mut teacher = Teacher { arena, groups, overlay };
                teacher.refine(a, for_a, 0)?;
                teacher.refine(b, for_b, 0)
            }
            _ => {
                let truth = Facts::exactly(Bits(1), u64::from(holds));
                Teacher { arena, groups, overlay }.refine(condition, truth, 0)
            }
        }
    }
}

/// Whether a comparison of a quotient or a remainder with its own dividend or divisor holds, if that is
/// known: x / y ≤ x and x % y < y if y is not zero, and x % y ≤ x. Intervals do not tell, since both sides
/// vary together.
fn compared_with_division(arena: &Arena, expr: ExprId, facts: impl Fn(ExprId) -> Facts) -> Option<bool> {
    let node = arena.node(expr);
    if !matches!(node.kind, Kind::Ult | Kind::Eq) || arena.width(node.first()).0 > 64 {
        return None;
    }
    let (a, b) = (node.first(), node.second());
    let is_zero_excluded = |expr: ExprId| facts(expr).low > 0;
    let divided = |of: ExprId| {
        let node = arena.node(of);
        matches!(node.kind, Kind::UDiv | Kind::URem).then(|| (node.kind, node.first(), node.second()))
    };
    match (node.kind, divided(a), divided(b)) {
        (Kind::Ult, _, Some((Kind::UDiv, x, y))) if x == a && is_zero_excluded(y) => Some(false),
        (Kind::Ult, _, Some((Kind::URem, x, y))) if x == a || y == a && is_zero_excluded(y) => Some(false),
        (Kind::Ult, Some((Kind::URem, _, y)), _) if y == b && is_zero_excluded(y) => Some(true),
        (Kind::Eq, _, Some((Kind::URem, _, y))) if y == a && is_zero_excluded(y) => Some(false),
        (Kind::Eq, Some((Kind::URem, _, y)), _) if y == b && is_zero_excluded(y) => Some(false),
        _ => None,
    }
}

/// What follows for two terms with the facts `a` and `b` if a comparison of them holds, or does not hold.
fn compared(
    kind: Kind,
    holds: bool,
    width: Bits,
    a: Facts,
    b: Facts,
) -> Result<(Facts, Facts), Contradiction> {
    let any = Facts::any(width);
    // Below, `a` is not less than `b` means that `b` is less or equal.
    let (for_a, for_b) = match (kind, holds) {
        (Kind::Eq, true) => (b, a),
        (Kind::Eq, false) => (unequal(any, a, b), unequal(any, b, a)),
        (Kind::Ult, true) => (
            Facts { high: b.high.checked_sub(1).ok_or(Contradiction)?, ..any },
            Facts { low: a.low.checked_add(1).ok_or(Contradiction)?, ..any },
        ),
        (Kind::Ult, false) => (Facts { low: b.low, ..any }, Facts { high: a.high, ..any }),
        (_, true) => (
            Facts { greatest: b.greatest.checked_sub(1).ok_or(Contradiction)?, ..any },
            Facts { least: a.least.checked_add(1).ok_or(Contradiction)?, ..any },
        ),
        (_, false) => (Facts { least: b.least, ..any }, Facts { greatest: a.greatest, ..any }),
    };
    let with = |facts: Facts, more: Facts| facts.and(more, width).ok_or(Contradiction);
    Ok((with(a, for_a)?, with(b, for_b)?))
}

/// What follows for a term with the facts `a` if it differs from a term with the facts `b`: if `b` is one
/// value and a bound of `a` is this value, the bound moves by one.
fn unequal(any: Facts, a: Facts, b: Facts) -> Facts {
    let mut facts = any;
    if let Some(value) = b.value() {
        if a.low == value {
            facts.low = value.saturating_add(1);
        }
        if a.high == value {
            facts.high = value.saturating_sub(1);
        }
        if a.least == b.least {
            facts.least = b.least.saturating_add(1);
        }
        if a.greatest == b.least {
            facts.greatest = b.least.saturating_sub(1);
        }
    }
    facts
}

/// Derives facts about operands from facts about results.
struct Teacher<'a> {
    arena: &'a Arena,
    groups: &'a [&'a Group],
    overlay: &'a mut Overlay,
}

impl Teacher<'_> {
    /// Notes that `facts` hold for `expr`, and what follows for its operands.
    fn refine(&mut self, expr: ExprId, facts: Facts, depth: u32) -> Result<(), Contradiction> {
        let node = self.arena.node(expr);
        let width = node.width();
        if width.0 > 64 || depth > MAX_DEPTH {
            return Ok(());
        }
        let old = Known { arena: self.arena, groups: self.groups, overlay: self.overlay }.of(expr)?;
        let new = old.and(facts, width).ok_or(Contradiction)?;
        if new == old {
            return Ok(());
        }
        self.overlay.facts.insert(expr, new);
        self.overlay.n_changes += 1;
        if width == Bits(1) || node.kind.n_operands() == 0 || node.kind.is_float() {
            return Ok(());
        }
        let a = node.first();
        let from = self.arena.width(a);
        if from.0 > 64 {
            return Ok(());
        }
        let any = Facts::any(from);
        let of_a = match node.kind {
            Kind::Not => Some(flipped(width, new)),
            Kind::ZExt => Some(Facts { low: new.low, high: new.high.min(any.high), ..any }),
            Kind::SExt => Some(Facts {
                least: new.least.max(any.least),
                greatest: new.greatest.min(any.greatest),
                ..any
            }),
            Kind::Extract => {
                let low = node.low_bit();
                let bits = any.high >> low & width.mask() as u64;
                Some(Facts { zeros: any.zeros | (new.zeros & bits) << low, ones: new.ones << low, ..any })
            }
            Kind::Concat => return self.refine_concat(node.second(), a, new, depth),
            Kind::UDiv | Kind::URem if self.arena.as_const(node.second()).is_none() => {
                return self.refine_division(expr, new, depth);
            }
            _ => self.of_first_operand(expr, new),
        };
        if let Some(of_a) = of_a {
            let of_a = of_a.tightened(from).ok_or(Contradiction)?;
            self.refine(a, of_a, depth + 1)?;
        }
        Ok(())
    }

    fn refine_concat(
        &mut self,
        low: ExprId,
        high: ExprId,
        new: Facts,
        depth: u32,
    ) -> Result<(), Contradiction> {
        let border = self.arena.width(low);
        let [below, above] = [border, self.arena.width(high)].map(|width| (width, Facts::any(width)));
        let of_low = Facts {
            zeros: below.1.zeros | new.zeros & below.1.high,
            ones: new.ones & below.1.high,
            ..below.1
        };
        let of_high = Facts { low: new.low >> border.0, high: new.high >> border.0, ..above.1 };
        self.refine(low, of_low.tightened(below.0).ok_or(Contradiction)?, depth + 1)?;
        self.refine(high, of_high.tightened(above.0).ok_or(Contradiction)?, depth + 1)
    }

    /// Derives facts about a dividend and a divisor from those about the quotient or remainder, if the
    /// divisor varies and is not zero.
    fn refine_division(&mut self, expr: ExprId, new: Facts, depth: u32) -> Result<(), Contradiction> {
        let node = self.arena.node(expr);
        let (width, dividend, divisor) = (node.width(), node.first(), node.second());
        let known = Known { arena: self.arena, groups: self.groups, overlay: self.overlay };
        let (x, y) = (known.of(dividend)?, known.of(divisor)?);
        if y.low == 0 {
            return Ok(());
        }
        let any = Facts::any(width);
        let (of_x, of_y) = match node.kind {
            // q · y ≤ x < (q + 1) · y
            Kind::UDiv => {
                let low = u128::from(new.low) * u128::from(y.low);
                let high = u128::from(new.high) * u128::from(y.high) + u128::from(y.high - 1);
                let low = u64::try_from(low).ok().filter(|low| *low <= any.high).ok_or(Contradiction)?;
                let most = x.high.checked_div(new.low).unwrap_or(any.high).min(any.high);
                let least = x.low / new.high.saturating_add(1);
                let of_x = Facts { low, high: high.min(u128::from(any.high)) as u64, ..any };
                (of_x, Facts { low: least, high: most, ..any })
            }
            _ => {
                let least = new.low.checked_add(1).filter(|least| *least <= any.high).ok_or(Contradiction)?;
                (Facts { low: new.low, ..any }, Facts { low: least, ..any })
            }
        };
        if of_y.low > of_y.high {
            return Err(Contradiction);
        }
        self.refine(dividend, of_x.tightened(width).ok_or(Contradiction)?, depth + 1)?;
        self.refine(divisor, of_y.tightened(width).ok_or(Contradiction)?, depth + 1)
    }

    /// The facts of the first operand, if the second is a constant and the operation can be inverted.
    fn of_first_operand(&self, expr: ExprId, new: Facts) -> Option<Facts> {
        let node = self.arena.node(expr);
        let width = node.width();
        if node.kind.n_operands() != 2 {
            return None;
        }
        let c = self.arena.facts(node.second()).value()?;
        let any = Facts::any(width);
        let all = any.high;
        match node.kind {
            Kind::Add => Some(moved(width, new, c.wrapping_neg() & all)),
            Kind::And => {
                Some(Facts { zeros: any.zeros | new.zeros & c, ones: new.ones, low: new.low, ..any })
            }
            Kind::Or => Some(Facts { zeros: new.zeros, ones: new.ones & !c, high: new.high, ..any }),
            Kind::Xor => Some(Facts {
                zeros: any.zeros | new.zeros & !c | new.ones & c,
                ones: new.ones & !c | new.zeros & c & all,
                ..any
            }),
            Kind::LShr if c < u64::from(width.0) => Some(Facts {
                low: new.low << c & all,
                high: (u128::from(new.high) << c | ((1u128 << c) - 1)).min(u128::from(all)) as u64,
                ..any
            }),
            Kind::UDiv if c > 0 => Some(Facts {
                low: new.low.checked_mul(c)?,
                high: (u128::from(new.high) * u128::from(c) + u128::from(c - 1)).min(u128::from(all)) as u64,
                ..any
            }),
            Kind::Mul if c > 0 && u128::from(self.high(node.first())) * u128::from(c) <= u128::from(all) => {
                Some(Facts { low: new.low.div_ceil(c), high: new.high / c, ..any })
            }
            Kind::Shl if c < u64::from(width.0) && self.high(node.first()) <= all >> c => {
                Some(Facts { low: new.low >> c, high: new.high >> c, ..any })
            }
            _ => None,
        }
    }

    fn high(&self, expr: ExprId) -> u64 {
        let known = Known { arena: self.arena, groups: self.groups, overlay: self.overlay }.of(expr);
        known.unwrap_or(*self.arena.facts(expr)).high
    }
}

/// The facts of ¬x from those of x.
fn flipped(width: Bits, facts: Facts) -> Facts {
    let any = Facts::any(width);
    Facts { low: any.high - facts.high, high: any.high - facts.low, ..any }
}

/// The facts of x + c from those of x. Nothing is known if some values wrap around and others do not.
fn moved(width: Bits, facts: Facts, c: u64) -> Facts {
    let any = Facts::any(width);
    let (low, high) = (facts.low.wrapping_add(c) & any.high, facts.high.wrapping_add(c) & any.high);
    if low <= high { Facts { low, high, ..any } } else { any }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expr::SymbolKey;
    use crate::solver::{Answer, Link, Links, PathCondition, Solver, SolverOptions};

    #[test]
    fn sizes_and_counters_stay_within_their_bounds() {
        let mut arena = Arena::new();
        let [size, index] = [0, 1]
            .map(|element| arena.symbol(SymbolKey { input: 0, element, name: "n".into(), width: Bits(64) }));
        let number = |arena: &mut Arena, value| arena.constant(Bits(64), value);
        let (ten, twelve, limit) = (number(&mut arena, 10), number(&mut arena, 12), number(&mut arena, 112));
        let links = Links::NONE.with(Link::Bounds);
        let mut solver = Solver::new(SolverOptions { links, ..SolverOptions::default() });
        let mut path = PathCondition::new();
        for condition in [arena.ult(size, ten), arena.ult(index, size)] {
            solver.assume(&arena, &mut path, condition);
        }
        let offset = arena.mul(index, twelve);
        let outside = arena.ult(limit, offset);
        assert_eq!(solver.ask(&arena, &path, None, outside), Answer::No);
        let (four, odd) = (number(&mut arena, 4), number(&mut arena, 6));
        let scaled = arena.mul(index, four);
        let unaligned = arena.eq(scaled, odd);
        assert_eq!(solver.ask(&arena, &path, None, unaligned), Answer::No, "a multiple of 4 is not 6");
        // The last question is a constant already when it is built.
        assert_eq!([Link::Bounds, Link::Rules].map(|link| solver.stats().of(link)), [1, 1]);
    }

    #[test]
    fn quotients_and_remainders_stay_below_what_they_are_made_of() {
        let mut arena = Arena::new();
        let [x, y] = [0, 1]
            .map(|element| arena.symbol(SymbolKey { input: 0, element, name: "n".into(), width: Bits(64) }));
        let [quotient, remainder] = [arena.udiv(x, y), arena.urem(x, y)];
        let [zero, seven, hundred] = [0u128, 7, 100].map(|value| arena.constant(Bits(64), value));
        let links = Links::NONE.with(Link::Bounds);
        let mut solver = Solver::new(SolverOptions { links, ..SolverOptions::default() });
        let unknown = PathCondition::new();
        let grows = arena.ult(x, quotient);
        assert_ne!(solver.ask(&arena, &unknown, None, grows), Answer::No, "x / 0 is the greatest number");
        let mut path = PathCondition::new();
        let divides = arena.ult(zero, y);
        solver.assume(&arena, &mut path, divides);
        let below = arena.ult(remainder, y);
        let questions = [grows, arena.ult(x, remainder), arena.not(below), arena.eq(remainder, y)];
        for question in questions {
            assert_eq!(solver.ask(&arena, &path, None, question), Answer::No, "{question:?}");
        }
        // Bounds of a quotient say something about both operands.
        let [many, small] = [arena.ult(seven, quotient), arena.ult(x, hundred)];
        solver.assume(&arena, &mut path, small);
        solver.assume(&arena, &mut path, many);
        let [large_y, small_x] = [arena.ult(seven, y), arena.ult(x, seven)];
        let thirteen = arena.constant(Bits(64), 13);
        let larger_y = arena.ult(thirteen, y);
        assert_ne!(solver.ask(&arena, &path, None, large_y), Answer::No, "99 / 12 = 8");
        for question in [larger_y, small_x] {
            assert_eq!(solver.ask(&arena, &path, None, question), Answer::No, "{question:?}");
        }
    }
}
