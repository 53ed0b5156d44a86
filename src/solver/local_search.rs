//! Changes a witness until it satisfies a question too. The value that a false condition should have is
//! passed down to a symbol, one operand at a time; then all conditions are evaluated again (propagation-based
//! local search, after Niemetz, Preiner and Biere, 2016). The only answer is yes, with a model that was
//! evaluated.

mod floats;

use super::TermAnalysis;
use crate::expr::{Arena, Assignment, ExprId, Kind, fold};
use crate::util::{Bits, rng};

/// Attempts, each of which starts from the witness.
const MAX_STARTS: u64 = 3;
/// How often one attempt changes symbols to make a false condition true.
const MAX_MOVES: u64 = 10;
/// Terms to which one move may assign a target value.
const MAX_TARGETS: usize = 64;
/// Terms evaluated in all attempts together. If more were needed, a backend would be cheaper.
const MAX_WORK: u64 = 20_000;

/// Changes `assignment` so that all of `conditions` hold; those that do not hold yet should come first.
/// Returns false if that does not succeed; the assignment then has no meaning.
pub(super) fn local_search(
    arena: &Arena,
    analysis: &mut TermAnalysis,
    assignment: &mut Assignment,
    conditions: &[ExprId],
) -> bool {
    let start = assignment.clone();
    let limit = analysis.work() + MAX_WORK;
    for attempt in 0..MAX_STARTS {
        assignment.clone_from(&start);
        let mut takes_first = attempt == 0;
        for step in 0..MAX_MOVES {
            let Some(condition) = analysis.first_false(arena, assignment, conditions) else { return true };
            if analysis.work() > limit {
                return false;
            }
            // The first attempt takes the first choice everywhere, until that leads nowhere.
            let choices = if takes_first { 0 } else { rng::mix(attempt << 32 | step << 8) };
            let open = vec![(condition, 1)];
            let mut mover = Move { arena, analysis, assignment, choices, open, has_changed: false };
            takes_first &= mover.run();
        }
    }
    false
}

/// Makes one condition true by passing target values down to symbols.
struct Move<'a> {
    arena: &'a Arena,
    analysis: &'a mut TermAnalysis,
    assignment: &'a mut Assignment,
    /// One bit for each choice between two ways.
    choices: u64,
    /// Terms with the values that they should have.
    open: Vec<(ExprId, u128)>,
    /// Whether a symbol was set since the last evaluation.
    has_changed: bool,
}

impl Move<'_> {
    /// Sets symbols until nothing is open; false if a term cannot have its value.
    fn run(&mut self) -> bool {
        let mut n_targets = 0;
        while let Some((expr, target)) = self.open.pop() {
            n_targets += 1;
            if n_targets > MAX_TARGETS || !self.carry(expr, target) {
                return false;
            }
        }
        true
    }

    fn value(&mut self, expr: ExprId) -> u128 {
        if std::mem::take(&mut self.has_changed) {
            return self.analysis.eval(self.arena, self.assignment, expr);
        }
        self.analysis.eval_more(self.arena, self.assignment, expr)
    }

    /// The next choice.
    fn flip(&mut self) -> bool {
        let bit = self.choices & 1 == 1;
        self.choices >>= 1;
        bit
    }

    fn is_const(&self, expr: ExprId) -> bool {
        self.arena.as_const(expr).is_some()
    }

    /// Passes `target`, the value that `expr` should have, one level down. False if `expr` cannot have it.
    fn carry(&mut self, expr: ExprId, target: u128) -> bool {
        let node = self.arena.node(expr);
        let width = node.width();
        let mask = width.mask();
        match node.kind {
            Kind::Const | Kind::WideConst => self.arena.as_const(expr) == Some(target),
            Kind::Symbol => {
                self.assignment.set(node.symbol(), target);
                self.has_changed = true;
                true
            }
            Kind::Not => self.next(node.first(), !target & mask),
            Kind::Neg => self.next(node.first(), target.wrapping_neg() & mask),
            Kind::ZExt | Kind::SExt => {
                let inner = self.arena.width(node.first());
                let narrow = target & inner.mask();
                fold(node.kind, inner, narrow, 0) & mask == target && self.next(node.first(), narrow)
            }
            Kind::Extract => {
                let old = self.value(node.first());
                let low = node.low_bit();
                self.next(node.first(), old & !(mask << low) | target << low)
            }
            Kind::Concat => {
                let low = self.arena.width(node.second());
                self.next(node.first(), target >> low.0) && self.next(node.second(), target & low.mask())
            }
            Kind::Ite => self.choose_side(expr, target),
            Kind::Eq | Kind::Ult | Kind::Slt => self.compare(expr, target == 1),
            Kind::And | Kind::Or if width == Bits(1) => self.connect(expr, target),
            kind if kind.is_float() => self.carry_float(expr, target),
            _ => self.invert(expr, target),
        }
    }

    fn next(&mut self, expr: ExprId, target: u128) -> bool {
        self.open.push((expr, target));
        true
    }

    /// Passes the value to both operands if both must have it, and to one of them if one suffices.
    fn connect(&mut self, expr: ExprId, target: u128) -> bool {
        let node = self.arena.node(expr);
        let (a, b) = (node.first(), node.second());
        if (node.kind == Kind::And) == (target == 1) {
            // The first operand is taken up first. A symbol that both operands set gets its value from the
            // second.
            if self.value(b) != target {
                self.next(b, target);
            }
            return self.value(a) == target || self.next(a, target);
        }
        let chosen = if self.flip() { b } else { a };
        self.next(chosen, target)
    }

    fn choose_side(&mut self, expr: ExprId, target: u128) -> bool {
        let node = self.arena.node(expr);
        let is_first = self.value(node.first()) == 1;
        let (taken, other) =
            if is_first { (node.second(), node.third()) } else { (node.third(), node.second()) };
        if self.value(other) == target {
            return self.next(node.first(), u128::from(!is_first));
        }
        if self.is_const(taken) || (!self.is_const(other) && self.flip()) {
            return !self.is_const(other)
                && self.next(node.first(), u128::from(!is_first))
                && self.next(other, target);
        }
        self.next(taken, target)
    }

    /// Gives one operand the nearest value with which the comparison has the wanted result.
    fn compare(&mut self, expr: ExprId, holds: bool) -> bool {
        let node = self.arena.node(expr);
        let (a, b) = (node.first(), node.second());
        let width = self.arena.width(a);
        let mask = width.mask();
        let (of_a, of_b) = (self.value(a), self.value(b));
        let moves_second = self.is_const(a) || (!self.is_const(b) && self.flip());
        let (moved, other) = if moves_second { (b, of_a) } else { (a, of_b) };
        if node.kind == Kind::Eq {
            let target = if holds { other } else { other.wrapping_add(1) & mask };
            return self.next(moved, target);
        }
        // For `a < b` to be false, the operand becomes equal to the other; for it to be true, one less or one
        // greater.
        if !holds {
            return self.next(moved, other);
        }
        let sign = if node.kind == Kind::Slt { 1 << (width.0 - 1) } else { 0 };
        let (limit, step) = if moves_second { (mask ^ sign, 1) } else { (sign, mask) };
        other & mask != limit & mask && self.next(moved, other.wrapping_add(step) & mask)
    }

    /// Finds the value that one of two operands should have while the other one keeps its value.
    fn invert(&mut self, expr: ExprId, target: u128) -> bool {
        let node = self.arena.node(expr);
        let (a, b) = (node.first(), node.second());
        let width = node.width();
        let moves_second =
            self.is_const(a) || (node.kind.is_commutative() && !self.is_const(b) && self.flip());
        if moves_second && !node.kind.is_commutative() && node.kind != Kind::Sub {
            return false;
        }
        let (moved, fixed) = if moves_second { (b, a) } else { (a, b) };
        let (old, other) = (self.value(moved), self.value(fixed));
        let mask = width.mask();
        let wanted = match node.kind {
            Kind::Add => Some(target.wrapping_sub(other)),
            Kind::Sub if moves_second => Some(other.wrapping_sub(target)),
            Kind::Sub => Some(target.wrapping_add(other)),
            Kind::Xor => Some(target ^ other),
            Kind::And => (target & !other & mask == 0).then_some(old & !other | target),
            Kind::Or => (other & !target == 0).then_some(old & other | target & !other),
            Kind::Mul => divided(width, target, other),
            Kind::UDiv if other > 0 => target.checked_mul(other).map(|product| product + old % other),
            Kind::URem if target < other => Some(old - old % other + target),
            Kind::Shl if other < u128::from(width.0) => {
                (target >> other << other == target).then(|| target >> other | old & !(mask >> other))
            }
            Kind::LShr if other < u128::from(width.0) => {
                (target <= mask >> other).then(|| target << other | old & !(u128::MAX << other))
            }
            Kind::AShr if other < u128::from(width.0) => {
                let wide = target << other & mask | old & !(u128::MAX << other);
                (fold(Kind::AShr, width, wide, other) == target).then_some(wide)
            }
            Kind::SDiv | Kind::SRem => self.undivided(expr, target, old, other),
            _ => None,
        };
        wanted.is_some_and(|wanted| wanted <= mask || node.kind != Kind::UDiv)
            && self.next(moved, wanted.unwrap_or(0) & mask)
    }

    /// A dividend whose signed quotient or remainder is `target`.
    fn undivided(&self, expr: ExprId, target: u128, old: u128, divisor: u128) -> Option<u128> {
        let node = self.arena.node(expr);
        let width = node.width();
        let signed = |value| width.sign_extend(value);
        let (result, divisor, old) = (signed(target), signed(divisor), signed(old));
        let rest = old.checked_rem(divisor)?;
        let wide = match node.kind {
            Kind::SDiv => result.checked_mul(divisor)?,
            _ => old.checked_sub(rest)?.checked_add(result)?,
        };
        let dividend = wide as u128 & width.mask();
        (fold(node.kind, width, dividend, divisor as u128 & width.mask()) == target).then_some(dividend)
    }
}

/// A factor x with `x · other = product` modulo 2^width.
fn divided(width: Bits, product: u128, other: u128) -> Option<u128> {
    if other == 0 {
        return (product == 0).then_some(0);
    }
    let n_zeros = other.trailing_zeros();
    if product & !(u128::MAX << n_zeros) != 0 {
        return None;
    }
    // Each step of Newton's iteration doubles the number of correct low bits of the inverse of an odd number.
    let odd = other >> n_zeros;
    let mut inverse = odd;
    for _ in 0..6 {
        inverse = inverse.wrapping_mul(2u128.wrapping_sub(odd.wrapping_mul(inverse)));
    }
    Some((product >> n_zeros).wrapping_mul(inverse) & width.mask() >> n_zeros)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expr::SymbolKey;

    fn symbol(arena: &mut Arena, element: u32, width: u32) -> ExprId {
        arena.symbol(SymbolKey { input: 0, element, name: "x".into(), width: Bits(width) })
    }

    #[test]
    fn operations_are_undone_down_to_a_symbol() {
        let mut arena = Arena::new();
        let x = symbol(&mut arena, 0, 32);
        let number = |arena: &mut Arena, value| arena.constant(Bits(32), value);
        let (three, mask, shift, target) = (
            number(&mut arena, 3),
            number(&mut arena, 0xff00),
            number(&mut arena, 5),
            number(&mut arena, 0x4200),
        );
        let tripled = arena.mul(x, three);
        let sum = arena.add(tripled, shift);
        let masked = arena.and(sum, mask);
        let question = arena.eq(masked, target);
        let mut model = Assignment::new();
        assert!(local_search(&arena, &mut TermAnalysis::new(), &mut model, &[question]));
        assert_eq!((model.get(arena.node(x).symbol()) * 3 + 5) & 0xff00, 0x4200);
    }

    #[test]
    fn conditions_that_a_move_breaks_are_mended_too() {
        let mut arena = Arena::new();
        let [a, b, c] = [0, 1, 2].map(|element| symbol(&mut arena, element, 16));
        let hundred = arena.constant(Bits(16), 100);
        let chain = [arena.ult(hundred, a), arena.ult(a, b), arena.ult(b, c)];
        let mut model = Assignment::new();
        assert!(local_search(&arena, &mut TermAnalysis::new(), &mut model, &chain));
        assert!(TermAnalysis::new().all_hold(&arena, &model, &chain));
    }

    #[test]
    fn factors_are_found_where_there_are_any() {
        for (width, product, other) in
            [(8, 30, 5), (16, 1234, 2), (32, 0, 0), (32, 7, 3), (128, 1 << 100, 1 << 99)]
        {
            let factor = divided(Bits(width), product, other).expect("there is one");
            assert_eq!(factor.wrapping_mul(other) & Bits(width).mask(), product);
        }
        assert_eq!(divided(Bits(8), 3, 2), None);
        assert_eq!(divided(Bits(8), 1, 0), None);
    }
}
