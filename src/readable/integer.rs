//! Integers: the plainest value that the path allows.

use super::probe::Prober;
use super::{Method, Unsettled};
use crate::expr::{Assignment, ExprId, SymbolId};
use crate::util::Bits;

/// What an integer was declared as.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Shape {
    pub(super) width: Bits,
    pub(super) signed: bool,
}

/// Gives the integer `symbol` a value: 0, 1, 2 or −1, else a small, round or binary number, else the possible
/// one nearest zero; values that have a name come first. [`Method::None`] takes the one nearest zero at once.
pub(super) fn concretize(
    prober: &mut Prober,
    symbol: SymbolId,
    shape: Shape,
    named: &[u128],
    method: Method,
    values: &mut Assignment,
) -> Result<(), Unsettled> {
    let value = choose(prober, symbol, shape, named, method).ok_or_else(|| prober.unsettled(symbol))?;
    values.set(symbol, value);
    Ok(())
}

/// How many of the preferred numbers are tried before it is asked whether there is a choice at all.
const N_BEFORE_GUESS: usize = 4;

fn choose(
    prober: &mut Prober,
    symbol: SymbolId,
    shape: Shape,
    named: &[u128],
    method: Method,
) -> Option<u128> {
    let mut candidates = Vec::new();
    if method != Method::None {
        candidates.extend_from_slice(named);
        candidates.extend(plain_numbers(shape));
    }
    if shape.width == Bits(8) {
        return choose_byte(prober, symbol, shape, candidates);
    }
    let (first, rest) = candidates.split_at(N_BEFORE_GUESS.min(candidates.len()));
    prober
        .keep_first(symbol, first)
        .or_else(|| only_value(prober, symbol, shape.width))
        .or_else(|| prober.keep_first(symbol, rest))
        .or_else(|| nearest_zero(prober, symbol, shape))
}

/// An 8-bit integer has a domain, and few enough values to try them all in order.
fn choose_byte(
    prober: &mut Prober,
    symbol: SymbolId,
    shape: Shape,
    mut candidates: Vec<u128>,
) -> Option<u128> {
    let domain = prober.domain(symbol);
    if domain.len() == 1 {
        prober.note_known();
        return domain.first().map(u128::from);
    }
    candidates.extend(bytes_from_zero(shape.signed));
    candidates.retain(|value| domain.contains(*value as u8));
    dedup_in_order(&mut candidates);
    prober.keep_first(symbol, &candidates)
}

/// The guess, if no other value is possible. As "unknown" counts as no, the guess is asked for, too.
pub(super) fn only_value(prober: &mut Prober, symbol: SymbolId, width: Bits) -> Option<u128> {
    let guess = prober.guess(symbol)? & width.mask();
    let term = prober.term(symbol);
    let constant = prober.arena.constant(width, guess);
    let other = prober.arena.ne(term, constant);
    if prober.ask(other) {
        return None;
    }
    let equal = prober.arena.eq(term, constant);
    prober.keep(equal).then_some(guess)
}

/// Bit patterns of the preferred numbers, in order. A number that is preferred for several reasons occurs
/// several times.
fn plain_numbers(shape: Shape) -> Vec<u128> {
    let powers_of_ten = || (1..=9).map(|power| 10i128.pow(power));
    let round = || powers_of_ten().flat_map(|ten| [ten, 2 * ten, 5 * ten]);
    let numbers = [0, 1, 2, -1]
        .into_iter()
        .chain(3..=9)
        .chain((2..=9).map(|n| -n))
        .chain(round())
        .chain(round().map(|n| -n))
        .chain((4..=63).map(|power| 1i128 << power));
    numbers.filter_map(|number| shape.pattern(number)).collect()
}

/// The preferred numbers, each once: plain ones, then the greatest and the least of each C type and their
/// neighbours (`INT_MAX` and the like).
pub(super) fn preferred_numbers(shape: Shape) -> Vec<u128> {
    let greatest = [8, 16, 32, 64].into_iter().flat_map(|width| {
        let (signed, unsigned) = ((1i128 << (width - 1)) - 1, (1i128 << width) - 1);
        [signed, -signed - 1, unsigned, signed + 1, unsigned + 1]
    });
    let mut numbers = plain_numbers(shape);
    numbers.extend(greatest.filter_map(|number| shape.pattern(number)));
    dedup_in_order(&mut numbers);
    numbers
}

/// Every 8-bit pattern, the nearest to zero first, positive before negative.
fn bytes_from_zero(signed: bool) -> Vec<u128> {
    let shape = Shape { width: Bits(8), signed };
    (0..=255).flat_map(|n| [shape.pattern(n), shape.pattern(-n)]).flatten().collect()
}

pub(super) fn dedup_in_order(values: &mut Vec<u128>) {
    let mut seen = rustc_hash::FxHashSet::default();
    values.retain(|value| seen.insert(*value));
}

impl Shape {
    /// The pattern of `number`, if the type can represent it.
    fn pattern(self, number: i128) -> Option<u128> {
        let pattern = number as u128 & self.width.mask();
        let back = if self.signed { self.width.sign_extend(pattern) } else { pattern as i128 };
        (back == number && (self.signed || number >= 0)).then_some(pattern)
    }

    /// The distance of a pattern from zero.
    pub(super) fn magnitude(self, pattern: u128) -> u128 {
        if self.signed { self.width.sign_extend(pattern).unsigned_abs() } else { pattern }
    }

    /// The largest distance from zero.
    fn farthest(self) -> u128 {
        if self.signed { 1 << (self.width.0 - 1) } else { self.width.mask() }
    }
}

/// The possible value nearest zero, the positive one of two.
///
/// First the number of bits of the distance is searched, then the distance: about log w + b questions for
/// a value of b bits.
pub(super) fn nearest_zero(prober: &mut Prober, symbol: SymbolId, shape: Shape) -> Option<u128> {
    let term = prober.term(symbol);
    let bound = search_bound(prober, term, symbol, shape);
    let bits_needed = u128::from(u128::BITS - bound.leading_zeros());
    let n_bits = least(0, bits_needed, |n_bits| {
        let within = within(prober, term, shape, Bits(n_bits as u32).mask());
        prober.ask(within)
    });
    let most = Bits(n_bits as u32).mask();
    let distance = least(most.div_ceil(2), most.min(bound), |distance| {
        let within = within(prober, term, shape, distance);
        prober.ask(within)
    });
    let mut candidates = vec![distance & shape.width.mask()];
    if shape.signed {
        candidates.push(distance.wrapping_neg() & shape.width.mask());
    }
    // Zero is its own negative, and so is −2^(w−1).
    candidates.dedup();
    prober.keep_first(symbol, &candidates)
}

/// A distance from zero within which there is a possible value: the guess's, if the path confirms it.
fn search_bound(prober: &mut Prober, term: ExprId, symbol: SymbolId, shape: Shape) -> u128 {
    let Some(guess) = prober.guess(symbol) else {
        return shape.farthest();
    };
    let distance = shape.magnitude(guess & shape.width.mask());
    let within = within(prober, term, shape, distance);
    if prober.ask(within) { distance } else { shape.farthest() }
}

/// The least number of `low..=high` for which `holds`, which is monotone and holds for `high`.
fn least(low: u128, high: u128, mut holds: impl FnMut(u128) -> bool) -> u128 {
    let (mut low, mut high) = (low, high);
    while low < high {
        let middle = low + (high - low) / 2;
        if holds(middle) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    low
}

/// The condition that `term` is at most `distance` away from zero.
fn within(prober: &mut Prober, term: ExprId, shape: Shape, distance: u128) -> ExprId {
    if distance >= shape.farthest() {
        return prober.arena.bool(true);
    }
    let high = prober.arena.constant(shape.width, distance);
    let positive = prober.arena.ule(term, high);
    if !shape.signed || distance == 0 {
        return positive;
    }
    let low = prober.arena.constant(shape.width, distance.wrapping_neg());
    let negative = prober.arena.ule(low, term);
    prober.arena.or(positive, negative)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_the_type_lacks_are_left_out() {
        let byte = Shape { width: Bits(8), signed: true };
        let numbers: Vec<i128> = plain_numbers(byte).iter().map(|p| Bits(8).sign_extend(*p)).collect();
        assert_eq!(numbers[..5], [0, 1, 2, -1, 3]);
        assert!(numbers.contains(&100) && numbers.contains(&-100) && !numbers.contains(&-56));
        let flag = Shape { width: Bits(1), signed: false };
        assert_eq!(plain_numbers(flag), [0, 1]);
        let widest = Shape { width: Bits(128), signed: false };
        assert!(plain_numbers(widest).iter().all(|pattern| *pattern < 1 << 100), "no negative number");
    }

    #[test]
    fn bytes_come_from_zero_outwards() {
        let signed = bytes_from_zero(true);
        assert_eq!(signed.iter().map(|p| *p as u8 as i8).collect::<Vec<_>>()[2..6], [1, -1, 2, -2]);
        assert_eq!(signed.last(), Some(&0x80));
    }
}
