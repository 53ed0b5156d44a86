//! Derives facts about the value of an operation from facts about its operands. Known bits of sums follow the
//! carries (as in LLVM's `KnownBits`); bounds follow interval arithmetic if nothing wraps.

use super::facts::{mask, signed};
use super::{Facts, Kind, Node};
use crate::util::Bits;

/// An operand: its width and what is known about it.
type Operand = (Bits, Facts);

/// The facts of `node`, which is neither a constant nor a symbol. `operand` gives those of its first, second
/// and third operand.
pub(super) fn transfer(node: &Node, operand: impl Fn(usize) -> Operand) -> Facts {
    let width = node.width();
    let (first_width, a) = operand(0);
    if width.0 > 64 || first_width.0 > 64 || node.kind.is_float() {
        return Facts::any(width);
    }
    let facts = match node.kind {
        Kind::Not => not(width, a),
        Kind::Neg => sub(width, Facts::exactly(width, 0), a),
        // Builders make no extension by zero bits.
        Kind::ZExt if width == first_width => a,
        Kind::ZExt => Facts { least: a.low as i64, greatest: a.high as i64, ..a },
        Kind::SExt => sign_extended(width, first_width, a),
        Kind::Extract => extract(width, node.low_bit(), a),
        Kind::Ite => match a.value() {
            Some(1) => operand(1).1,
            Some(_) => operand(2).1,
            None => operand(1).1.or(operand(2).1),
        },
        kind => {
            let (second_width, b) = operand(1);
            match kind {
                Kind::And => Facts {
                    zeros: a.zeros | b.zeros,
                    ones: a.ones & b.ones,
                    high: a.high.min(b.high),
                    ..Facts::any(width)
                },
                Kind::Or => Facts {
                    zeros: a.zeros & b.zeros,
                    ones: a.ones | b.ones,
                    low: a.low.max(b.low),
                    ..Facts::any(width)
                },
                Kind::Xor => Facts {
                    zeros: a.zeros & b.zeros | a.ones & b.ones,
                    ones: a.zeros & b.ones | a.ones & b.zeros,
                    ..Facts::any(width)
                },
                Kind::Add => add(width, a, b),
                Kind::Sub => sub(width, a, b),
                Kind::Mul => mul(width, a, b),
                Kind::UDiv => unsigned_quotient(width, a, b),
                Kind::URem => unsigned_remainder(width, a, b),
                Kind::SDiv => signed_quotient(width, a, b),
                Kind::SRem => signed_remainder(width, a, b),
                Kind::Shl | Kind::LShr | Kind::AShr => shift(kind, width, a, b),
                Kind::Concat => Facts {
                    zeros: a.zeros << second_width.0 | b.zeros & mask(second_width),
                    ones: a.ones << second_width.0 | b.ones,
                    low: a.low << second_width.0 | b.low,
                    high: a.high << second_width.0 | b.high,
                    ..Facts::any(width)
                },
                Kind::Eq => truth(are_equal(first_width, a, b)),
                Kind::Ult => truth(order(a.high < b.low, a.low >= b.high)),
                Kind::Slt => truth(order(a.greatest < b.least, a.least >= b.greatest)),
                _ => unreachable!("invariant: {kind:?} is a leaf or has an arm above"),
            }
        }
    };
    // If these facts contradict each other, those of the operands do too: nothing is known then.
    facts.tightened(width).unwrap_or(Facts::any(width))
}

fn truth(known: Option<bool>) -> Facts {
    known.map_or(Facts::any(Bits(1)), |value| Facts::exactly(Bits(1), u64::from(value)))
}

fn order(always: bool, never: bool) -> Option<bool> {
    if always {
        Some(true)
    } else if never {
        Some(false)
    } else {
        None
    }
}

fn are_equal(width: Bits, a: Facts, b: Facts) -> Option<bool> {
    match (a.value(), b.value()) {
        (Some(a), Some(b)) => Some(a == b),
        _ => a.and(b, width).is_none().then_some(false),
    }
}

fn not(width: Bits, a: Facts) -> Facts {
    let all = mask(width);
    Facts {
        zeros: a.ones | !all,
        ones: a.zeros & all,
        low: all - a.high,
        high: all - a.low,
        least: !a.greatest,
        greatest: !a.least,
    }
}

fn sign_extended(width: Bits, from: Bits, a: Facts) -> Facts {
    let sign = 1u64 << (from.0 - 1);
    let above = mask(width) & !mask(from);
    let mut facts = Facts { least: a.least, greatest: a.greatest, ..Facts::any(width) };
    facts.zeros |= a.zeros & mask(from) & !sign;
    facts.ones |= a.ones & !sign;
    if a.zeros & sign != 0 {
        facts.zeros |= above | sign;
    }
    if a.ones & sign != 0 {
        facts.ones |= above | sign;
    }
    facts
}

fn extract(width: Bits, low_bit: u32, a: Facts) -> Facts {
    let all = mask(width);
    let mut facts = Facts::any(width);
    facts.zeros |= a.zeros >> low_bit & all;
    facts.ones = a.ones >> low_bit & all;
    // If the bits above the part are the same in both bounds, the part is between the same bits of the
    // bounds.
    let (low, high) = (a.low >> low_bit, a.high >> low_bit);
    if low & !all == high & !all {
        (facts.low, facts.high) = (low & all, high & all);
    }
    facts
}

/// The known bits of `a + b + carry`, from the least and the greatest sum that the known bits allow.
fn sum_bits(width: Bits, a: Facts, b: Facts, carry: u64) -> (u64, u64) {
    let all = mask(width);
    let most = (!a.zeros & all).wrapping_add(!b.zeros & all).wrapping_add(carry);
    let least = a.ones.wrapping_add(b.ones).wrapping_add(carry);
    let no_carry = !(most ^ a.zeros ^ b.zeros);
    let is_carry = least ^ a.ones ^ b.ones;
    let known = (a.zeros | a.ones) & (b.zeros | b.ones) & (no_carry | is_carry) & all;
    (!most & known | !all, least & known)
}

fn add(width: Bits, a: Facts, b: Facts) -> Facts {
    let (zeros, ones) = sum_bits(width, a, b, 0);
    let facts = Facts { zeros, ones, ..Facts::any(width) };
    let sums = [a.low, a.high].map(u128::from).into_iter().zip([b.low, b.high].map(u128::from));
    let facts = unsigned_bounds(facts, width, sums.map(|(a, b)| (a + b) as i128));
    let (least, greatest) =
        (i128::from(a.least) + i128::from(b.least), i128::from(a.greatest) + i128::from(b.greatest));
    signed_bounds(facts, width, least, greatest)
}

fn sub(width: Bits, a: Facts, b: Facts) -> Facts {
    let (zeros, ones) = sum_bits(width, a, not(width, b), 1);
    let facts = Facts { zeros, ones, ..Facts::any(width) };
    let differences =
        [(a.low, b.high), (a.high, b.low)].into_iter().map(|(a, b)| i128::from(a) - i128::from(b));
    let facts = unsigned_bounds(facts, width, differences);
    let (least, greatest) =
        (i128::from(a.least) - i128::from(b.greatest), i128::from(a.greatest) - i128::from(b.least));
    signed_bounds(facts, width, least, greatest)
}

/// Bounds the value by the least and the greatest unsigned result, if both wrap equally often.
fn unsigned_bounds(facts: Facts, width: Bits, mut ends: impl Iterator<Item = i128>) -> Facts {
    let (Some(low), Some(high)) = (ends.next(), ends.next()) else { return facts };
    if low >> width.0 == high >> width.0 {
        Facts { low: low as u64 & mask(width), high: high as u64 & mask(width), ..facts }
    } else {
        facts
    }
}

/// Bounds the value by the least and the greatest signed result, if neither wraps.
fn signed_bounds(facts: Facts, width: Bits, least: i128, greatest: i128) -> Facts {
    let limit = i128::from(mask(width) >> 1);
    if least >= -limit - 1 && greatest <= limit {
        Facts { least: least as i64, greatest: greatest as i64, ..facts }
    } else {
        facts
    }
}

fn mul(width: Bits, a: Facts, b: Facts) -> Facts {
    let mut facts = Facts::any(width);
    facts.zeros |= low_bits(a.trailing_zeros() + b.trailing_zeros());
    if let Some(high) = u128::from(a.high).checked_mul(u128::from(b.high))
        && high <= u128::from(mask(width))
    {
        (facts.low, facts.high) = (a.low * b.low, high as u64);
    }
    let (least, greatest) = corners([a.least, a.greatest], [b.least, b.greatest], |x, y| x * y);
    signed_bounds(facts, width, least, greatest)
}

/// The lowest `n` bits, or all if there are fewer.
fn low_bits(n: u32) -> u64 {
    !u64::MAX.checked_shl(n).unwrap_or(0)
}

/// The least and the greatest result of an operation that is monotonic in each operand, which are among those
/// at the four corners.
fn corners(a: [i64; 2], b: [i64; 2], op: impl Fn(i128, i128) -> i128) -> (i128, i128) {
    let results = [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(i, j)| op(i128::from(a[i]), i128::from(b[j])));
    (results.into_iter().min().unwrap_or(0), results.into_iter().max().unwrap_or(0))
}

fn unsigned_quotient(width: Bits, a: Facts, b: Facts) -> Facts {
    // A quotient by zero is all ones.
    let high = a.high.checked_div(b.low).unwrap_or(mask(width));
    Facts { low: a.low.checked_div(b.high).unwrap_or(mask(width)), high, ..Facts::any(width) }
}

fn unsigned_remainder(width: Bits, a: Facts, b: Facts) -> Facts {
    if a.high < b.low {
        return a;
    }
    // A remainder by zero is the dividend.
    let most = if b.low == 0 { a.high } else { a.high.min(b.high - 1) };
    Facts { high: most, ..Facts::any(width) }
}

fn signed_quotient(width: Bits, a: Facts, b: Facts) -> Facts {
    let facts = Facts::any(width);
    if b.least <= 0 && b.greatest >= 0 {
        return facts;
    }
    let (least, greatest) = corners([a.least, a.greatest], [b.least, b.greatest], |x, y| x / y);
    // Between corners of both signs lies zero, which is one of them or between them.
    signed_bounds(facts, width, least, greatest)
}

fn signed_remainder(width: Bits, a: Facts, b: Facts) -> Facts {
    let facts = Facts::any(width);
    if b.least <= 0 && b.greatest >= 0 {
        return facts;
    }
    let most = i128::from(b.least).abs().max(i128::from(b.greatest).abs()) - 1;
    let least = if a.least < 0 { (-most).max(i128::from(a.least)) } else { 0 };
    let greatest = if a.greatest > 0 { most.min(i128::from(a.greatest)) } else { 0 };
    signed_bounds(facts, width, least, greatest)
}

fn shift(kind: Kind, width: Bits, a: Facts, b: Facts) -> Facts {
    let all = mask(width);
    let mut facts = Facts::any(width);
    let Some(by) = b.value().map(|by| by.min(u64::from(width.0))) else {
        // The amount is not known: these facts hold for every amount from the least on.
        let least_by = b.low.min(127) as u32;
        match kind {
            Kind::LShr => facts.high = a.high.checked_shr(least_by).unwrap_or(0),
            Kind::AShr if a.is_non_negative() => facts.high = a.high.checked_shr(least_by).unwrap_or(0),
            Kind::Shl => {
                facts.zeros |= low_bits(a.trailing_zeros() + least_by);
            }
            _ => {}
        }
        return facts;
    };
    let by = by as u32;
    match kind {
        Kind::Shl => {
            let up = |bits: u64| bits.checked_shl(by).unwrap_or(0) & all;
            facts.zeros |= up(a.zeros) | low_bits(by);
            facts.ones = up(a.ones);
            if u128::from(a.high) << by <= u128::from(all) {
                (facts.low, facts.high) = (up(a.low), up(a.high));
            }
        }
        Kind::LShr => {
            let down = |bits: u64| bits.checked_shr(by).unwrap_or(0);
            facts.zeros |= down(a.zeros & all) | all & !down(all);
            facts.ones = down(a.ones);
            (facts.low, facts.high) = (down(a.low), down(a.high));
        }
        _ => {
            let down = |number: i64| number >> by.min(63);
            (facts.least, facts.greatest) = (down(a.least), down(a.greatest));
            let spread = |bits: u64| signed(width, bits & all) >> by.min(63);
            facts.zeros |= spread(a.zeros) as u64 & all;
            facts.ones = spread(a.ones) as u64 & all;
        }
    }
    facts
}
