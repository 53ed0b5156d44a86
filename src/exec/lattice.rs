//! The places at which an access may fall if its offset is a term: an element of an array of structures lies
//! only at every so many bytes. A read then depends on the members of that name alone, and not on all others.

use super::machine::{Machine, Step};
use super::state::State;
use crate::expr::{Arena, ExprId, Kind};
use crate::memory::Offsets;
use crate::solver::Answer;
use crate::util::numbers::greatest_common_divisor;

/// A number of 64 bits is assumed to be at most this large where the path does not allow more.
const MOST: u64 = 1 << 32;
/// Sums of more terms than this are not taken apart.
const MAX_TERMS: usize = 8;

/// An offset as a sum without overflow. Its values are `rest` plus multiples of `stride`, and the offset has
/// the same low `width` bits.
struct Sum {
    stride: u64,
    rest: i128,
    width: u32,
    /// How far from `rest` the sum may be without the terms of `wide`.
    bound: u128,
    /// Terms of 64 bits with their factors.
    wide: Vec<(ExprId, i128)>,
    n_terms: usize,
}

impl Sum {
    fn of(arena: &Arena, offset: ExprId) -> Self {
        let mut sum = Self { stride: 0, rest: 0, width: 64, bound: 0, wide: Vec::new(), n_terms: 0 };
        sum.add(arena, offset, 1);
        let whole = 1i128 << sum.width;
        sum.rest = sum.rest.rem_euclid(whole);
        if sum.rest >= whole / 2 {
            sum.rest -= whole;
        }
        sum
    }

    /// Adds a term with a factor.
    fn add(&mut self, arena: &Arena, term: ExprId, by: i128) {
        let node = arena.node(term);
        if let Some(constant) = arena.as_const(term) {
            let number = i128::from(constant as u64 as i64).saturating_mul(by);
            self.rest = self.rest.saturating_add(number);
            return;
        }
        self.n_terms += 1;
        let factor = |term| arena.as_const(term).map(|factor| i128::from(factor as u64 as i64));
        match node.kind {
            _ if self.n_terms > MAX_TERMS => {}
            Kind::Add => {
                self.add(arena, node.first(), by);
                return self.add(arena, node.second(), by);
            }
            Kind::Sub => {
                self.add(arena, node.first(), by);
                return self.add(arena, node.second(), by.saturating_neg());
            }
            Kind::Neg => return self.add(arena, node.first(), by.saturating_neg()),
            Kind::Mul => match (factor(node.first()), factor(node.second())) {
                (Some(factor), None) => return self.add(arena, node.second(), by.saturating_mul(factor)),
                (None, Some(factor)) => return self.add(arena, node.first(), by.saturating_mul(factor)),
                _ => {}
            },
            Kind::Shl => {
                if let Some(shift @ 0..32) = factor(node.second()) {
                    return self.add(arena, node.first(), by.saturating_mul(1 << shift));
                }
            }
            _ => {}
        }
        if let Some((whole, width)) = low_part(arena, term).filter(|_| by == 1) {
            self.width = self.width.min(width);
            return self.add(arena, whole, by);
        }
        let stride = u64::try_from(by.unsigned_abs()).unwrap_or(1);
        self.stride = greatest_common_divisor(self.stride, stride);
        match node.kind {
            Kind::ZExt | Kind::SExt => {
                let largest = 1u128 << arena.width(node.first()).0;
                self.bound = self.bound.saturating_add(largest.saturating_mul(by.unsigned_abs()));
            }
            _ => self.wide.push((term, by)),
        }
    }
}

impl Machine {
    /// The offsets from `first` to `last` that `offset` may have.
    pub(super) fn offsets_within(
        &mut self,
        state: &State,
        offset: ExprId,
        first: u64,
        last: u64,
    ) -> Step<Offsets> {
        let known = 1u64 << self.arena.facts(offset).trailing_zeros().min(40);
        let plain = Offsets {
            first: first.next_multiple_of(known) as usize,
            last: last as usize,
            step: known as usize,
        };
        let mut sum = Sum::of(&self.arena, offset);
        if sum.stride < 2 {
            return Ok(plain);
        }
        // What overflows keeps its remainder by a power of two.
        let power = 1u64 << sum.stride.trailing_zeros().min(sum.width - 1);
        let is_exact = power == sum.stride || self.is_exact(state, &mut sum, last)?;
        let step = if is_exact { sum.stride } else { power };
        if step <= known {
            return Ok(plain);
        }
        let to_first = (sum.rest - i128::from(first)).rem_euclid(i128::from(step)) as u64;
        let Some(first) = first.checked_add(to_first).filter(|first| *first <= last) else {
            return Ok(plain);
        };
        let last = first + (last - first) / step * step;
        Ok(Offsets { first: first as usize, last: last as usize, step: step as usize })
    }

    /// Whether a sum is the offset itself, which is at most `last`, and not only the same in the low bits: no
    /// two numbers that are near enough have the same ones.
    fn is_exact(&mut self, state: &State, sum: &mut Sum, last: u64) -> Step<bool> {
        let is_near = |sum: &Sum| {
            let farthest = sum.bound.saturating_add(sum.rest.unsigned_abs());
            farthest.saturating_add(u128::from(last)) < 1 << sum.width
        };
        for (term, by) in std::mem::take(&mut sum.wide) {
            sum.bound = sum.bound.saturating_add(u128::from(MOST).saturating_mul(by.unsigned_abs()));
            if !is_near(sum) {
                return Ok(false);
            }
            let most = self.arena.constant(self.arena.width(term), u128::from(MOST));
            let is_more = self.arena.ult(most, term);
            if self.ask(state, is_more)? != Answer::No {
                return Ok(false);
            }
        }
        Ok(is_near(sum))
    }
}

/// The term of 64 bits whose low bits, of this number, a term has, if all its other bits are constant: an
/// address within a known object is such a term.
fn low_part(arena: &Arena, term: ExprId) -> Option<(ExprId, u32)> {
    let node = arena.node(term);
    let node = if node.kind == Kind::ZExt { arena.node(node.first()) } else { node };
    let node = match node.kind {
        Kind::Concat => arena.as_const(node.first()).map(|_| arena.node(node.second()))?,
        Kind::Extract => node,
        _ => return None,
    };
    let is_low = node.kind == Kind::Extract && node.low_bit() == 0;
    is_low.then(|| (node.first(), node.width().0)).filter(|(whole, _)| arena.width(*whole).0 == 64)
}

#[cfg(test)]
mod tests {
    use super::Sum;
    use crate::expr::{Arena, SymbolKey};
    use crate::util::Bits;

    #[test]
    fn members_of_elements_lie_at_every_so_many_bytes() {
        let mut arena = Arena::new();
        let index = arena.symbol(SymbolKey { input: 0, element: 0, name: "i".into(), width: Bits(32) });
        let before = arena.constant(Bits(32), u128::from(u32::MAX));
        let before = arena.add(index, before);
        let wide = arena.sext(before, Bits(64));
        let [size, member] = [48, 12].map(|number| arena.constant(Bits(64), number));
        let scaled = arena.mul(wide, size);
        let offset = arena.add(scaled, member);
        let sum = Sum::of(&arena, offset);
        assert_eq!((sum.stride, sum.rest, sum.width, sum.wide.len()), (48, 12, 64, 0));
        assert!(sum.bound < 1 << 40);
        // A factor of 64 bits may be so large that the product wraps around.
        let index = arena.symbol(SymbolKey { input: 1, element: 0, name: "n".into(), width: Bits(64) });
        let scaled = arena.mul(index, size);
        let sum = Sum::of(&arena, scaled);
        assert_eq!((sum.stride, sum.rest, sum.width, sum.wide.len()), (48, 0, 64, 1));
        // An address whose high bits are known.
        let base = arena.constant(Bits(64), 0x6100_1234_5678);
        let address = arena.add(offset, base);
        let low = arena.extract(address, 0, Bits(40));
        let high = arena.constant(Bits(24), 0x61);
        let known = arena.concat(high, low);
        let distance = arena.sub(known, base);
        let sum = Sum::of(&arena, distance);
        assert_eq!((sum.stride, sum.rest, sum.width), (48, 12, 40));
    }
}
