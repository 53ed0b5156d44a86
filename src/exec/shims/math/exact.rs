//! Functions of one or two floats, as bit patterns, that are exact, or rounded once, in every format.

use crate::expr::{Format, Number};

/// The result of a division of two floats.
pub(super) struct Division {
    /// The lowest bits of the magnitude of the quotient, rounded towards zero.
    pub(super) quotient: u64,
    /// Whether the remainder belongs to the next integer after the quotient.
    pub(super) rounded_up: bool,
    pub(super) remainder: u128,
}

/// How the quotient of a division is rounded to an integer.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(in crate::exec) enum Quotient {
    /// Towards zero, as `fmod` does it.
    Truncated,
    /// To nearest, ties to even, as `remainder` does it.
    Nearest,
}

/// The remainder of a division by a float, which is exact, by long division, bit by bit.
pub(super) fn divide(format: Format, quotient: Quotient, a: u128, b: u128) -> Division {
    let of = |remainder| Division { quotient: 0, rounded_up: false, remainder };
    if let Some(nan) = [a, b].into_iter().find(|x| format.is_nan(*x)) {
        return of(format.quieted(nan));
    }
    let (Some(x), false) = (format.number(a), format.is_zero(b)) else { return of(format.default_nan()) };
    let Some(y) = format.number(b) else { return of(a) };
    let (mut n, mut rest, divisor, exponent);
    if x.exponent >= y.exponent {
        (n, rest, divisor, exponent) = (
            (x.significand / y.significand) as u64,
            x.significand % y.significand,
            y.significand,
            y.exponent,
        );
        for _ in y.exponent..x.exponent {
            (n, rest) = (n << 1, rest << 1);
            if rest >= divisor {
                (n, rest) = (n | 1, rest - divisor);
            }
        }
    } else {
        let by = y.exponent - x.exponent;
        exponent = x.exponent;
        // A divisor of more bits than fit is more than twice the dividend.
        divisor = if by < y.significand.leading_zeros() as i32 { y.significand << by } else { u128::MAX };
        (n, rest) = ((x.significand / divisor) as u64, x.significand % divisor);
    }
    let mut negative = x.negative;
    let is_above_half = rest > divisor - rest || rest == divisor - rest && n & 1 == 1;
    let rounded_up = quotient == Quotient::Nearest && is_above_half;
    if rounded_up {
        (rest, negative) = (divisor - rest, !negative);
    }
    if rest == 0 {
        negative = x.negative;
    }
    let number = Number { negative, significand: rest, exponent };
    Division { quotient: n, rounded_up, remainder: format.round(number, false) }
}

/// `a · 2^by`, rounded once.
pub(super) fn scale(format: Format, a: u128, by: i64) -> u128 {
    match format.number(a) {
        Some(number) => {
            // These limits lie beyond the range of every format.
            let by = by.clamp(-70_000, 70_000) as i32;
            format.round(Number { exponent: number.exponent + by, ..number }, false)
        }
        None if format.is_nan(a) => format.quieted(a),
        None => a,
    }
}

/// The exponent e of a number in `[2^e, 2^(e+1))`; `None` for zeros, infinities and NaNs.
pub(super) fn exponent(format: Format, a: u128) -> Option<i32> {
    let number = format.number(a).filter(|number| number.significand != 0)?;
    Some(number.exponent + 127 - number.significand.leading_zeros() as i32)
}

/// The fraction in `[½, 1)` and the exponent whose product is `a`; `a` itself and 0 if there are none.
pub(super) fn fraction_and_exponent(format: Format, a: u128) -> (u128, i32) {
    match exponent(format, a) {
        Some(exponent) => (scale(format, a, -i64::from(exponent) - 1), exponent + 1),
        None => (scale(format, a, 0), 0),
    }
}

/// The next float after `a` in the direction of `b`.
pub(super) fn next_after(format: Format, a: u128, b: u128) -> u128 {
    use std::cmp::Ordering::*;
    let Some(order) = format.compare(a, b) else {
        return format.quieted(if format.is_nan(a) { a } else { b });
    };
    if order == Equal {
        return b;
    }
    if format.is_zero(a) {
        return 1 | b & format.sign_bit();
    }
    let grows = (order == Less) != format.is_negative(a);
    let Some(number) = format.number(a) else {
        return format.largest() | a & format.sign_bit();
    };
    let stepped = if grows {
        Number { significand: number.significand + 1, ..number }
    } else {
        // The step below a power of two is half as large, so the significand gets one bit more.
        let is_power = number.significand == 1 << (format.precision() - 1);
        let least = format.number(1).is_some_and(|smallest| smallest.exponent == number.exponent);
        if is_power && !least {
            let significand = (number.significand << 1) - 1;
            Number { significand, exponent: number.exponent - 1, ..number }
        } else {
            Number { significand: number.significand - 1, ..number }
        }
    };
    format.round(stepped, false)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expr::{Kind, float_fold};
    use crate::util::{Bits, Rng};

    const DOUBLE: Format = Format::of(Bits(64)).expect("a format");

    fn doubles() -> Vec<f64> {
        let mut values =
            vec![0.0, 1.0, 2.5, 3.0, 5e-324, f64::MIN_POSITIVE, f64::MAX, f64::INFINITY, f64::NAN];
        let mut rng = Rng::from_seed(6);
        values.extend((0..30).map(|_| f64::from_bits(rng.next_u64() >> 1)));
        values.extend((0..10).map(|_| (rng.below(1000) as f64) / 8.0));
        let negated: Vec<f64> = values.iter().map(|x| -x).collect();
        values.extend(negated);
        values
    }

    fn bits(x: f64) -> u128 {
        u128::from(x.to_bits())
    }

    fn same(pattern: u128, native: f64) -> bool {
        pattern == bits(native) || DOUBLE.is_nan(pattern) && native.is_nan()
    }

    #[test]
    fn remainders_are_as_native() {
        for x in doubles() {
            for y in doubles() {
                let truncated = divide(DOUBLE, Quotient::Truncated, bits(x), bits(y)).remainder;
                assert!(same(truncated, x % y), "fmod {x} {y}: {}", f64::from_bits(truncated as u64));
                let nearest = divide(DOUBLE, Quotient::Nearest, bits(x), bits(y));
                let (expected, quotient) = libm::remquo(x, y);
                assert!(same(nearest.remainder, expected), "remainder {x} {y}");
                if !expected.is_nan() && x.is_finite() && y.is_finite() {
                    let n = nearest.quotient.wrapping_add(nearest.rounded_up.into());
                    assert_eq!(n & 7, u64::from(quotient.unsigned_abs()) & 7, "remquo {x} {y}");
                }
            }
        }
    }

    #[test]
    fn exponents_are_as_native() {
        for x in doubles() {
            let (fraction, exponent) = fraction_and_exponent(DOUBLE, bits(x));
            let expected = libm::frexp(x);
            assert!(same(fraction, expected.0), "frexp {x}");
            assert!(exponent == expected.1 || !x.is_finite(), "frexp {x}");
            for by in [-3000, -1074, -60, -1, 0, 1, 52, 1023, 3000] {
                let scaled = scale(DOUBLE, bits(x), i64::from(by));
                assert!(same(scaled, libm::ldexp(x, by)), "ldexp {x} {by}");
            }
        }
    }

    #[test]
    fn neighbours_are_as_native() {
        for x in doubles() {
            for y in doubles() {
                assert!(same(next_after(DOUBLE, bits(x), bits(y)), libm::nextafter(x, y)), "{x} {y}");
            }
        }
        // Across a power of two in the format with the stored integer bit.
        let x87 = Format::of(Bits(80)).expect("a format");
        let one = float_fold(Kind::UToF, Bits(80), Bits(8), [1, 0, 0]);
        assert_eq!(next_after(x87, one, 0), 0x3ffe_ffff_ffff_ffff_ffff);
        assert_eq!(next_after(x87, 0x3ffe_ffff_ffff_ffff_ffff, one), one);
        assert_eq!(next_after(x87, x87.largest(), x87.infinity()), x87.infinity());
    }
}
