//! The binary formats of floats, as bit patterns: IEEE 754's binary16, 32, 64 and 128, and the x87's 80 bits
//! with their explicit integer bit.
//!
//! The width of a pattern determines its format. A pattern of the x87 whose integer bit contradicts its
//! exponent (an "unnormal") counts as a NaN, since the processor treats it as an invalid operand; a
//! pseudo-denormal has the value that the processor gives it.

use crate::util::Bits;
use std::cmp::Ordering;

/// How a result that lies between two floats or two integers is rounded.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Rounding {
    NearestEven,
    NearestAway,
    Up,
    Down,
    Zero,
}

/// A binary format of floats.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Format {
    width: u32,
    exponent: u32,
    precision: u32,
}

/// A finite number: the magnitude `significand · 2^exponent`, and its sign.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Number {
    pub negative: bool,
    pub significand: u128,
    pub exponent: i32,
}

impl Format {
    /// The format of this width, if there is one.
    pub const fn of(width: Bits) -> Option<Format> {
        let (exponent, precision) = match width.0 {
            16 => (5, 11),
            32 => (8, 24),
            64 => (11, 53),
            80 => (15, 64),
            128 => (15, 113),
            _ => return None,
        };
        Some(Format { width: width.0, exponent, precision })
    }

    /// The width of a pattern.
    pub const fn width(self) -> Bits {
        Bits(self.width)
    }

    /// How many bits the exponent has.
    pub const fn exponent_bits(self) -> u32 {
        self.exponent
    }

    /// How many bits the significand has, with the integer bit.
    pub const fn precision(self) -> u32 {
        self.precision
    }

    /// Whether the integer bit is stored.
    pub const fn has_integer_bit(self) -> bool {
        self.width == 80
    }

    /// The pattern with only the sign bit.
    pub const fn sign_bit(self) -> u128 {
        1 << (self.width - 1)
    }

    /// How many bits are below the exponent.
    const fn stored(self) -> u32 {
        self.width - 1 - self.exponent
    }

    const fn integer_bit(self) -> u128 {
        if self.has_integer_bit() { 1 << (self.precision - 1) } else { 0 }
    }

    const fn max_biased(self) -> u32 {
        (1 << self.exponent) - 1
    }

    /// The exponent of the last bit of the smallest numbers.
    const fn least_exponent(self) -> i32 {
        3 - (1 << (self.exponent - 1)) - self.precision as i32
    }

    /// The pattern of +∞.
    pub const fn infinity(self) -> u128 {
        (self.max_biased() as u128) << self.stored() | self.integer_bit()
    }

    /// The pattern of the greatest finite number.
    pub const fn largest(self) -> u128 {
        ((self.max_biased() - 1) as u128) << self.stored() | ((1 << self.stored()) - 1)
    }

    /// The pattern of the smallest number with the full precision.
    pub const fn smallest_normal(self) -> u128 {
        1 << self.stored() | self.integer_bit()
    }

    /// The bit that tells a quiet NaN from a signalling one.
    pub const fn quiet_bit(self) -> u128 {
        1 << (self.precision - 2)
    }

    /// The NaN that an invalid operation on numbers gives: that of x86, quiet, with the sign set and no
    /// payload.
    pub const fn default_nan(self) -> u128 {
        self.sign_bit() | self.infinity() | self.quiet_bit()
    }

    /// Whether the sign bit is set, also for zeros and NaNs.
    pub const fn is_negative(self, pattern: u128) -> bool {
        pattern & self.sign_bit() != 0
    }

    /// The pattern without its sign.
    pub const fn magnitude(self, pattern: u128) -> u128 {
        pattern & (self.sign_bit() - 1)
    }

    /// Whether an x87 pattern has no integer bit although its exponent demands one.
    const fn is_unnormal(self, pattern: u128) -> bool {
        self.has_integer_bit()
            && self.magnitude(pattern) >> self.stored() != 0
            && pattern & self.integer_bit() == 0
    }

    /// Whether the pattern is a NaN.
    pub const fn is_nan(self, pattern: u128) -> bool {
        self.magnitude(pattern) > self.infinity() || self.is_unnormal(pattern)
    }

    /// Whether the pattern is one of the infinities.
    pub const fn is_infinite(self, pattern: u128) -> bool {
        self.magnitude(pattern) == self.infinity()
    }

    /// Whether the pattern is one of the zeros.
    pub const fn is_zero(self, pattern: u128) -> bool {
        self.magnitude(pattern) == 0
    }

    /// A NaN as an operation passes it on: quiet, with its sign and payload.
    pub const fn quieted(self, nan: u128) -> u128 {
        if self.is_unnormal(nan) { self.default_nan() } else { nan | self.quiet_bit() }
    }

    /// Converts a NaN of this format to the format `to`: it keeps the upper bits of its payload and becomes
    /// quiet.
    pub const fn convert_nan(self, nan: u128, to: Format) -> u128 {
        let nan = self.quieted(nan);
        let payload = nan & ((1 << (self.precision - 1)) - 1);
        let (from_bits, to_bits) = (self.precision - 1, to.precision - 1);
        let payload = if to_bits >= from_bits {
            payload << (to_bits - from_bits)
        } else {
            payload >> (from_bits - to_bits)
        };
        let sign = if self.is_negative(nan) { to.sign_bit() } else { 0 };
        sign | to.infinity() | payload
    }

    /// The number that a finite pattern stands for; zero has the significand 0. `None` for infinities and
    /// NaNs.
    pub const fn number(self, pattern: u128) -> Option<Number> {
        if self.is_nan(pattern) || self.is_infinite(pattern) {
            return None;
        }
        let magnitude = self.magnitude(pattern);
        let biased = (magnitude >> self.stored()) as i32;
        let stored = magnitude & ((1 << self.stored()) - 1);
        let hidden = if biased > 0 { 1 << (self.precision - 1) } else { 0 };
        let above = if biased > 0 { biased - 1 } else { 0 };
        Some(Number {
            negative: self.is_negative(pattern),
            significand: stored | hidden,
            exponent: self.least_exponent() + above,
        })
    }

    /// The float nearest to `number`, ties to even. `sticky` says that the true significand is a little
    /// larger, by less than one.
    pub fn round(self, number: Number, sticky: bool) -> u128 {
        let Number { negative, significand, exponent } = number;
        let sign = if negative { self.sign_bit() } else { 0 };
        let n_bits = 128 - significand.leading_zeros() as i32;
        let last = (exponent + n_bits - self.precision as i32).max(self.least_exponent());
        let mut rounded =
            shift_rounded(significand, last - exponent, sticky, negative, Rounding::NearestEven);
        let mut biased = last - self.least_exponent() + 1;
        if rounded >> self.precision != 0 {
            (rounded, biased) = (rounded >> 1, biased + 1);
        }
        if rounded >> (self.precision - 1) == 0 {
            return sign | rounded;
        }
        if biased >= self.max_biased() as i32 {
            return sign | self.infinity();
        }
        let stored = rounded & ((1 << (self.precision - 1)) - 1) | self.integer_bit();
        sign | (biased as u128) << self.stored() | stored
    }

    /// How two patterns compare as numbers; `None` if one is a NaN.
    pub fn compare(self, a: u128, b: u128) -> Option<Ordering> {
        if self.is_nan(a) || self.is_nan(b) {
            return None;
        }
        let key = |pattern: u128| {
            let mut magnitude = self.magnitude(pattern);
            if self.has_integer_bit() && magnitude >> self.stored() == 0 {
                // A pseudo-denormal has the value that it would have with the next greater exponent.
                magnitude += (magnitude & self.integer_bit()) << 1;
            }
            (self.is_negative(pattern), magnitude)
        };
        let ((a_negative, a), (b_negative, b)) = (key(a), key(b));
        Some(match (a_negative, b_negative) {
            _ if a == 0 && b == 0 => Ordering::Equal,
            (false, false) => a.cmp(&b),
            (true, true) => b.cmp(&a),
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
        })
    }
}

/// `significand · 2^-by`, rounded to an integer. A negative `by` must not lose bits; `sticky` says that the
/// true significand is a little larger, and `negative` that the number is below zero.
pub fn shift_rounded(significand: u128, by: i32, sticky: bool, negative: bool, rounding: Rounding) -> u128 {
    if by <= 0 {
        return if significand == 0 { 0 } else { significand << -by };
    }
    let (kept, lost) =
        if by < 128 { (significand >> by, significand & ((1 << by) - 1)) } else { (0, significand) };
    // If more than 128 bits are lost, the lost part is less than a half.
    let to_half = if by <= 128 { lost.cmp(&(1 << (by - 1))) } else { Ordering::Less };
    let inexact = lost != 0 || sticky;
    let to_half = if to_half == Ordering::Equal && sticky { Ordering::Greater } else { to_half };
    let up = match rounding {
        Rounding::NearestEven => to_half == Ordering::Greater || to_half == Ordering::Equal && kept & 1 == 1,
        Rounding::NearestAway => to_half != Ordering::Less,
        Rounding::Up => inexact && !negative,
        Rounding::Down => inexact && negative,
        Rounding::Zero => false,
    };
    kept + u128::from(up)
}

/// Which floats have an integer part that fits an integer type: those that are below `above` and greater than
/// `least`, or also equal to `least` if `includes_least`. Both are patterns.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct IntegerLimits {
    pub least: u128,
    pub includes_least: bool,
    pub above: u128,
}

/// The limits of the integers of `width`, as floats of `format`; infinities if no number is too large.
pub fn integer_limits(format: Format, width: Bits, is_signed: bool) -> IntegerLimits {
    let float =
        |negative, significand, exponent| format.round(Number { negative, significand, exponent }, false);
    if !is_signed {
        let above = float(false, 1, width.0 as i32);
        return IntegerLimits { least: float(true, 1, 0), includes_least: false, above };
    }
    let power = width.0 - 1;
    let above = float(false, 1, power as i32);
    // The number below the least integer, if the format has it. Otherwise the least integer itself: no float
    // lies between.
    let has_next = power < format.precision();
    let least = if has_next { float(true, (1 << power) + 1, 0) } else { float(true, 1, power as i32) };
    // Minus infinity has no integer part.
    let includes_least = !has_next && !format.is_infinite(least);
    IntegerLimits { least, includes_least, above }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DOUBLE: Format = Format::of(Bits(64)).expect("a format");
    const X87: Format = Format::of(Bits(80)).expect("a format");

    #[test]
    fn constants_are_those_of_the_native_formats() {
        assert_eq!(DOUBLE.infinity(), u128::from(f64::INFINITY.to_bits()));
        assert_eq!(DOUBLE.largest(), u128::from(f64::MAX.to_bits()));
        assert_eq!(DOUBLE.smallest_normal(), u128::from(f64::MIN_POSITIVE.to_bits()));
        assert_eq!(DOUBLE.default_nan(), 0xfff8_0000_0000_0000);
        let single = Format::of(Bits(32)).expect("a format");
        assert_eq!(single.default_nan(), 0xffc0_0000);
        assert_eq!(X87.infinity(), 0x7fff_8000_0000_0000_0000);
        assert_eq!(X87.largest(), 0x7ffe_ffff_ffff_ffff_ffff);
        assert_eq!(X87.default_nan(), 0xffff_c000_0000_0000_0000);
    }

    #[test]
    fn numbers_are_taken_apart_and_put_together() {
        for value in [0.0, -0.0, 1.0, -1.5, f64::MAX, f64::MIN_POSITIVE, 5e-324, 2.2e-308, 0.1] {
            let pattern = u128::from(value.to_bits());
            let number = DOUBLE.number(pattern).expect("a number");
            assert_eq!(DOUBLE.round(number, false), pattern, "{value}");
        }
        let one = DOUBLE.number(u128::from(1f64.to_bits())).expect("a number");
        assert_eq!(X87.round(one, false), 0x3fff_8000_0000_0000_0000);
        assert_eq!(
            X87.number(0x3fff_8000_0000_0000_0000).map(|n| (n.significand, n.exponent)),
            Some((1 << 63, -63))
        );
    }

    #[test]
    fn rounding_is_to_nearest_even() {
        let round = |significand, exponent, sticky| {
            f64::from_bits(DOUBLE.round(Number { negative: false, significand, exponent }, sticky) as u64)
        };
        let half = 1 << 53;
        assert_eq!(round(half + 1, 0, false), half as f64);
        assert_eq!(round(half + 3, 0, false), (half + 4) as f64);
        assert_eq!(round(half + 1, 0, true), (half + 2) as f64);
        assert_eq!(round(u128::MAX, 1000, false), f64::INFINITY);
        assert_eq!(round(1, -1075, false), 0.0);
        assert_eq!(round(1, -1075, true), 5e-324);
        assert_eq!(round(3, -1075, false), 1e-323);
        assert_eq!(round(1, -5000, true), 0.0);
    }

    #[test]
    fn patterns_of_the_x87_that_are_no_numbers() {
        let (unnormal, pseudo_denormal) = (0x3fff_0000_0000_0000_0001, 0x0000_8000_0000_0000_0000);
        assert!(X87.is_nan(unnormal));
        assert_eq!(X87.quieted(unnormal), X87.default_nan());
        assert_eq!(X87.compare(pseudo_denormal, X87.smallest_normal()), Some(Ordering::Equal));
        let values = [pseudo_denormal, X87.smallest_normal()].map(|pattern| {
            let number = X87.number(pattern).expect("a number");
            X87.round(number, false)
        });
        assert_eq!(values, [X87.smallest_normal(); 2]);
    }
}
