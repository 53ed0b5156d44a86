//! Floats: the plainest number that the path allows.

use super::integer::{self, Shape};
use super::probe::Prober;
use super::{Method, Unsettled};
use crate::expr::{Assignment, Format, Kind, SymbolId, float_fold};
use crate::util::Bits;

/// Gives the float `symbol` a value: 0, 1, 2 or −1, else another number that is easily read, an infinity, a
/// NaN or an extreme, else one whose significand is short. If the code computes with several of the path's
/// `floats`, plain numbers are tried for all of them first. [`Method::None`] takes the least pattern at once.
pub(super) fn concretize(
    prober: &mut Prober,
    symbol: SymbolId,
    floats: &[SymbolId],
    width: Bits,
    method: Method,
    values: &mut Assignment,
) -> Result<(), Unsettled> {
    let value = choose(prober, symbol, floats, width, method).ok_or_else(|| prober.unsettled(symbol))?;
    values.set(symbol, value);
    Ok(())
}

/// How many of the preferred numbers are tried before it is asked whether there is a choice at all.
const N_BEFORE_GUESS: usize = 4;

/// The numbers that are tried for several floats at the same time, and for how many floats.
const TOGETHER: [f64; 16] =
    [1.0, 2.0, 10.0, 100.0, 3.0, 5.0, 0.5, 50.0, 20.0, 1000.0, 4.0, 1.5, 0.25, 200.0, -1.0, -10.0];
const MOST_TOGETHER: usize = 3;
/// How often another float is searched for beside such numbers.
const MOST_BESIDE: usize = 16;
/// A number is short if it is at most this large and has at most three digits behind the point.
const LARGEST: f64 = 1e6;
const THOUSAND: f64 = 1e3;

fn choose(
    prober: &mut Prober,
    symbol: SymbolId,
    floats: &[SymbolId],
    width: Bits,
    method: Method,
) -> Option<u128> {
    let shape = Shape { width, signed: false };
    let Some(format) = Format::of(width).filter(|_| method != Method::None) else {
        return integer::nearest_zero(prober, symbol, shape);
    };
    let candidates = plain_numbers(format);
    let (first, rest) = candidates.split_at(N_BEFORE_GUESS);
    keep_together(prober, symbol, floats)
        .or_else(|| prober.keep_first(symbol, first))
        .or_else(|| integer::only_value(prober, symbol, width))
        .or_else(|| prober.keep_first(symbol, rest))
        .or_else(|| {
            shorten(prober, symbol, format);
            integer::nearest_zero(prober, symbol, shape)
        })
}

/// Assumes the first plain numbers that floats may have with which the code computes. A solver hardly knows
/// what a product or a quotient of two of them may be, so the numbers are tried, all at the same time.
fn keep_together(prober: &mut Prober, symbol: SymbolId, others: &[SymbolId]) -> Option<u128> {
    let linked = prober.computed_with(symbol);
    if !(2..=MOST_TOGETHER).contains(&linked.len()) || linked.iter().any(|it| !others.contains(it)) {
        return None;
    }
    let mut formats = Vec::new();
    for symbol in &linked {
        let term = prober.term(*symbol);
        formats.push(Format::of(prober.arena.width(term))?);
    }
    let numbers = TOGETHER.len();
    let mut orders: Vec<Vec<usize>> =
        (0..numbers.pow(linked.len() as u32)).map(|n| digits(n, numbers, linked.len())).collect();
    orders.sort_by_key(|order| order.iter().sum::<usize>());
    let at = linked.iter().position(|it| *it == symbol)?;
    let values_of = |order: &[usize]| -> Vec<(SymbolId, u128)> {
        let number = |(at, place): (usize, &usize)| (linked[at], of_double(formats[at], TOGETHER[*place]));
        order.iter().enumerate().map(number).collect()
    };
    for order in &orders {
        let values = values_of(order);
        if prober.holds_with(&values) {
            prober.keep_known(symbol, values[at].1);
            return Some(values[at].1);
        }
    }
    // If the others are plain, this one may be whatever short number the conditions ask for.
    for order in orders.iter().filter(|order| order[at] == 0).take(MOST_BESIDE) {
        let mut values = values_of(order);
        let start = values.remove(at);
        let Some(value) = prober.value_beside(&values, start).filter(|it| is_short(formats[at], *it)) else {
            continue;
        };
        values.push((symbol, value));
        if prober.holds_with(&values) {
            prober.keep_known(symbol, value);
            return Some(value);
        }
    }
    None
}

/// The digits of a number to a base, the last one first.
fn digits(mut number: usize, base: usize, n_digits: usize) -> Vec<usize> {
    let next = |_| {
        let digit = number % base;
        number /= base;
        digit
    };
    (0..n_digits).map(next).collect()
}

/// Assumes that as many of the significand's last bits as possible are zero.
fn shorten(prober: &mut Prober, symbol: SymbolId, format: Format) {
    let condition = |prober: &mut Prober, n_zeros: u32| {
        let term = prober.term(symbol);
        let low = prober.arena.extract(term, 0, Bits(n_zeros));
        let zero = prober.arena.constant(Bits(n_zeros), 0);
        prober.arena.eq(low, zero)
    };
    let (mut possible, mut impossible) = (0, format.precision());
    while impossible - possible > 1 {
        let middle = (possible + impossible) / 2;
        let are_zero = condition(prober, middle);
        if prober.ask(are_zero) {
            possible = middle;
        } else {
            impossible = middle;
        }
    }
    if possible > 0 {
        let are_zero = condition(prober, possible);
        prober.keep(are_zero);
    }
}

/// The bit pattern of a number in this format.
pub(super) fn of_double(format: Format, x: f64) -> u128 {
    float_fold(Kind::FToF, format.width(), Bits(64), [u128::from(x.to_bits()), 0, 0])
}

/// The patterns in the format of `width` of a number that `constant` has in the format of `of_constant`, and of
/// the numbers a half above and below it. Zero itself is left out, since it hides mistakes, and so are numbers
/// that take many digits.
pub(super) fn around(constant: u128, of_constant: Bits, width: Bits) -> Vec<u128> {
    let Some(format) = Format::of(width) else { return Vec::new() };
    let double = float_fold(Kind::FToF, Bits(64), of_constant, [constant, 0, 0]);
    let double = f64::from_bits(double as u64);
    // A `float` has the digits that tell it from other ones.
    let number = if of_constant == Bits(32) { digits_of(double as f32) } else { double };
    let numbers = [number, number + 0.5, number - 0.5].into_iter();
    let numbers = numbers.filter(|number| *number != 0.0 && is_short_number(*number));
    numbers.map(|number| of_double(format, number)).collect()
}

fn is_short_number(number: f64) -> bool {
    let thousands = number * THOUSAND;
    number.abs() <= LARGEST && (thousands - thousands.round()).abs() < 1e-6
}

/// Whether a pattern is that of a short number.
fn is_short(format: Format, pattern: u128) -> bool {
    let double = float_fold(Kind::FToF, Bits(64), format.width(), [pattern, 0, 0]);
    let double = f64::from_bits(double as u64);
    is_short_number(if format.width() == Bits(32) { digits_of(double as f32) } else { double })
}

/// The number with the fewest digits that a `float` stands for.
fn digits_of(number: f32) -> f64 {
    number.to_string().parse().unwrap_or(number.into())
}

/// Patterns of the preferred numbers, in order.
pub(super) fn plain_numbers(format: Format) -> Vec<u128> {
    let small = [0.0, 1.0, 2.0, -1.0, 0.5, -0.5, 1.5, -2.0, 0.25, 0.1];
    let integers = (3..=9).flat_map(|n| [f64::from(n), -f64::from(n)]);
    let scales = [1, 2, 3, 4, 6, 9, 12, 18, 30, 100, 300];
    let powers =
        scales.into_iter().flat_map(|n| [10f64.powi(n), -10f64.powi(n), 10f64.powi(-n), -10f64.powi(-n)]);
    let between = [1.25, 1.75, 2.5, 3.5, 1.125, -1.5, -2.5];
    let numbers = small.into_iter().chain(integers).chain(powers).chain(between);
    let convert = |x: f64| of_double(format, x);
    let sign = format.sign_bit();
    let infinity = format.infinity();
    let special = [
        infinity,
        sign | infinity,
        infinity | format.quiet_bit(),
        sign,
        format.largest(),
        sign | format.largest(),
        format.smallest_normal(),
        1,
    ];
    // Numbers that a narrow format rounds to infinity are left out here: infinity is one of the special ones.
    numbers.map(convert).filter(|x| format.number(*x).is_some()).chain(special).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_numbers_come_first() {
        let format = Format::of(Bits(64)).expect("a format");
        let numbers: Vec<f64> = plain_numbers(format).iter().map(|x| f64::from_bits(*x as u64)).collect();
        assert_eq!(numbers[..6], [0.0, 1.0, 2.0, -1.0, 0.5, -0.5]);
        assert!(numbers.iter().any(|x| x.is_nan()) && numbers.contains(&f64::NEG_INFINITY));
    }
}
