//! The meaning of every operation on floats for concrete patterns. It is defined only here: execution,
//! constant folding and evaluation all call this, and the solvers are given the same meaning (see
//! `solver/backend/translate.rs`).
//!
//! Where the standards leave a choice, operations do what x86-64 does:
//! - results are rounded to nearest, ties to even;
//! - an operation on NaNs passes on the first operand that is one, quieted, with sign and payload; an invalid
//!   operation gives [`Format::default_nan`]. Of two NaNs the x87 and the library for 128 bits pick the one
//!   with the greater payload instead, and a fused operation picks one that depends on the processor;
//! - a conversion to a signed integer that does not fit gives the least integer, `0x80…0`, the processor's
//!   "integer indefinite"; one to an unsigned integer gives what the signed conversion of that width gives.

use super::Kind;
use super::format::{Format, Number, Rounding, shift_rounded};
use crate::util::Bits;
use rustc_apfloat::Float;
use rustc_apfloat::ieee::{Half, Quad, X87DoubleExtended};
use std::cmp::Ordering;
use std::ops::{Add, Div, Mul, Sub};

/// Applies an operation on floats to as many operands as it takes; the others are ignored. `to` is the width
/// of the result, `from` that of the operands.
///
/// # Panics
/// On other kinds, and on widths without a format.
pub fn float_fold(kind: Kind, to: Bits, from: Bits, operands: [u128; 3]) -> u128 {
    let [a, b, c] = operands;
    match kind {
        Kind::SToF | Kind::UToF => from_integer(kind == Kind::SToF, format(to), from, a),
        Kind::FToF => convert(format(from), format(to), a),
        Kind::FToS => to_signed(format(from), to, a),
        Kind::FToU => to_unsigned(format(from), to, a),
        Kind::FEq => u128::from(format(from).compare(a, b) == Some(Ordering::Equal)),
        Kind::FLt => u128::from(format(from).compare(a, b) == Some(Ordering::Less)),
        Kind::FLe => u128::from(matches!(format(from).compare(a, b), Some(Ordering::Less | Ordering::Equal))),
        _ => {
            let format = format(to);
            let n_operands = kind.n_operands();
            if let Some(nan) = operands.into_iter().take(n_operands).find(|x| format.is_nan(*x)) {
                return format.quieted(nan);
            }
            let result = match kind.rounding() {
                Some(rounding) => round_to_integral(format, rounding, a),
                None if kind == Kind::FSqrt => square_root(format, a),
                None => arithmetic(kind, to, [a, b, c]),
            };
            if format.is_nan(result) { format.default_nan() } else { result }
        }
    }
}

fn format(width: Bits) -> Format {
    Format::of(width).expect("invariant: floats have the width of a format")
}

/// The four operations.
fn operate<F>(kind: Kind, a: F, b: F) -> F
where
    F: Add<Output = F> + Sub<Output = F> + Mul<Output = F> + Div<Output = F>,
{
    match kind {
        Kind::FAdd => a + b,
        Kind::FSub => a - b,
        Kind::FMul => a * b,
        Kind::FDiv => a / b,
        _ => unreachable!("invariant: {kind:?} is no arithmetic on floats"),
    }
}

/// The four operations and the fused one, on numbers and infinities.
fn arithmetic(kind: Kind, width: Bits, operands: [u128; 3]) -> u128 {
    match width.0 {
        32 => {
            let [a, b, c] = operands.map(|x| f32::from_bits(x as u32));
            let result = if kind == Kind::FFma { a.mul_add(b, c) } else { operate(kind, a, b) };
            u128::from(result.to_bits())
        }
        64 => {
            let [a, b, c] = operands.map(|x| f64::from_bits(x as u64));
            let result = if kind == Kind::FFma { a.mul_add(b, c) } else { operate(kind, a, b) };
            u128::from(result.to_bits())
        }
        16 => soft_arithmetic::<Half>(kind, operands),
        80 => soft_arithmetic::<X87DoubleExtended>(kind, operands),
        _ => soft_arithmetic::<Quad>(kind, operands),
    }
}

fn soft_arithmetic<F: Float>(kind: Kind, operands: [u128; 3]) -> u128 {
    let [a, b, c] = operands.map(F::from_bits);
    let result = match kind {
        Kind::FAdd => a + b,
        Kind::FSub => a - b,
        Kind::FMul => a * b,
        Kind::FDiv => a / b,
        Kind::FFma => a.mul_add(b, c),
        _ => unreachable!("invariant: {kind:?} is no arithmetic on floats"),
    };
    result.value.to_bits()
}

/// The square root of a number or +∞; that of a negative number is a NaN.
fn square_root(format: Format, a: u128) -> u128 {
    let Some(number) = format.number(a) else {
        return if format.is_negative(a) { format.default_nan() } else { a };
    };
    if number.significand == 0 {
        return a;
    }
    if number.negative {
        return format.default_nan();
    }
    // The number is an integer times a power of four. Each step takes two bits of it and gives one bit of the
    // root. It gives one bit more than the precision, so that the remainder decides only whether the root is
    // exact.
    let odd = number.exponent.rem_euclid(2);
    let (significand, exponent) = (number.significand << odd, number.exponent - odd);
    let n_bits = 128 - significand.leading_zeros();
    let n_pairs = n_bits.div_ceil(2);
    let n_steps = format.precision() + 1;
    let (mut root, mut rest) = (0u128, 0u128);
    for step in 0..n_steps {
        let pair = if step < n_pairs { significand >> (2 * (n_pairs - 1 - step)) & 3 } else { 0 };
        rest = rest << 2 | pair;
        let trial = root << 2 | 1;
        root <<= 1;
        if rest >= trial {
            rest -= trial;
            root |= 1;
        }
    }
    let exponent = exponent / 2 + n_pairs as i32 - n_steps as i32;
    format.round(Number { negative: false, significand: root, exponent }, rest != 0)
}

/// The nearest integer in the direction of `rounding`, as a float with the sign of `a`.
fn round_to_integral(format: Format, rounding: Rounding, a: u128) -> u128 {
    match format.number(a) {
        Some(number) if number.exponent < 0 => {
            let Number { negative, significand, exponent } = number;
            let integer = shift_rounded(significand, -exponent, false, negative, rounding);
            format.round(Number { negative, significand: integer, exponent: 0 }, false)
        }
        _ => a,
    }
}

fn convert(from: Format, to: Format, a: u128) -> u128 {
    match from.number(a) {
        Some(number) => to.round(number, false),
        None if from.is_nan(a) => from.convert_nan(a, to),
        None => to.infinity() | if from.is_negative(a) { to.sign_bit() } else { 0 },
    }
}

fn from_integer(signed: bool, format: Format, from: Bits, a: u128) -> u128 {
    let value = from.sign_extend(a);
    let negative = signed && value < 0;
    let significand = if negative { value.unsigned_abs() } else { a & from.mask() };
    format.round(Number { negative, significand, exponent: 0 }, false)
}

/// The integer part of the magnitude, if it has at most 128 bits.
fn truncated(number: Number) -> Option<u128> {
    if number.significand == 0 {
        return Some(0);
    }
    if number.exponent > number.significand.leading_zeros() as i32 {
        return None;
    }
    Some(shift_rounded(number.significand, -number.exponent, false, number.negative, Rounding::Zero))
}

fn to_signed(format: Format, to: Bits, a: u128) -> u128 {
    let least = 1u128 << (to.0 - 1);
    let number = format.number(a);
    let limit = |negative| if negative { least } else { least - 1 };
    match number.and_then(|number| Some((number.negative, truncated(number)?))) {
        Some((negative, magnitude)) if magnitude <= limit(negative) => {
            let value = if negative { magnitude.wrapping_neg() } else { magnitude };
            value & to.mask()
        }
        _ => least,
    }
}

fn to_unsigned(format: Format, to: Bits, a: u128) -> u128 {
    match format.number(a) {
        Some(number) if !number.negative => match truncated(number) {
            Some(magnitude) if magnitude <= to.mask() => magnitude,
            _ => to_signed(format, to, a),
        },
        _ => to_signed(format, to, a),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::util::Rng;

    const SINGLE: Bits = Bits(32);
    const DOUBLE: Bits = Bits(64);
    const X87: Bits = Bits(80);
    const QUAD: Bits = Bits(128);

    fn doubles() -> Vec<f64> {
        let mut values = vec![
            0.0,
            f64::MIN_POSITIVE,
            5e-324,
            f64::MIN_POSITIVE - 5e-324,
            0.1,
            0.5,
            1.0,
            1.0 + f64::EPSILON,
            1.5,
            2.5,
            3.0,
            4_503_599_627_370_495.5,
            9_007_199_254_740_993.0,
            1e300,
            f64::MAX,
            f64::INFINITY,
            127.999,
            128.0,
            2_147_483_647.0,
            2_147_483_648.0,
            4_294_967_296.0,
            9.223_372_036_854_775e18,
            9_223_372_036_854_775_808.0,
            18_446_744_073_709_551_616.0,
            65_519.999,
            65_520.0,
            1e-8,
            3.402_823_466_385_288_6e38,
            3.402_823_567_797_336_6e38,
            1.401_298_464_324_817e-45,
            7.006_492_321_624_085e-46,
        ];
        let mut rng = Rng::from_seed(1);
        values.extend((0..30).map(|_| f64::from_bits(rng.next_u64() >> 1)).filter(|x| !x.is_nan()));
        let negated: Vec<f64> = values.iter().map(|x| -x).collect();
        values.extend(negated);
        values
    }

    fn fold_doubles(kind: Kind, operands: [f64; 3]) -> f64 {
        let operands = operands.map(|x| u128::from(x.to_bits()));
        f64::from_bits(float_fold(kind, DOUBLE, DOUBLE, operands) as u64)
    }

    fn same(a: f64, b: f64) -> bool {
        a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan()
    }

    #[test]
    fn one_operand_is_as_native() {
        for x in doubles() {
            let one = |kind| fold_doubles(kind, [x, 0.0, 0.0]);
            assert!(same(one(Kind::FSqrt), x.sqrt()), "sqrt {x}");
            assert!(same(one(Kind::FRoundEven), x.round_ties_even()), "rint {x}");
            assert!(same(one(Kind::FRoundAway), x.round()), "round {x}");
            assert!(same(one(Kind::FRoundUp), x.ceil()), "ceil {x}");
            assert!(same(one(Kind::FRoundDown), x.floor()), "floor {x}");
            assert!(same(one(Kind::FRoundZero), x.trunc()), "trunc {x}");
            let single = float_fold(Kind::FToF, SINGLE, DOUBLE, [u128::from(x.to_bits()), 0, 0]);
            assert_eq!(single as u32, (x as f32).to_bits(), "{x} as float");
            let root = float_fold(Kind::FSqrt, SINGLE, SINGLE, [single, 0, 0]) as u32;
            let native = f32::from_bits(single as u32).sqrt();
            assert!(root == native.to_bits() || native.is_nan(), "sqrtf {x}");
        }
    }

    #[test]
    fn comparisons_are_as_native() {
        for x in doubles() {
            for y in doubles() {
                let two =
                    |kind| float_fold(kind, Bits(1), DOUBLE, [x, y, 0.0].map(|z| u128::from(z.to_bits())));
                assert_eq!(two(Kind::FEq) == 1, x == y);
                assert_eq!(two(Kind::FLt) == 1, x < y);
                assert_eq!(two(Kind::FLe) == 1, x <= y);
            }
        }
    }

    /// The wide formats hold the exact results of operations on half the bits, and round them once.
    #[test]
    fn wide_arithmetic_rounds_as_native_does() {
        for x in doubles() {
            for y in doubles() {
                let [a, b] =
                    [x, y].map(|z| float_fold(Kind::FToF, QUAD, DOUBLE, [u128::from(z.to_bits()), 0, 0]));
                for (kind, native) in
                    [(Kind::FAdd, x + y), (Kind::FSub, x - y), (Kind::FMul, x * y), (Kind::FDiv, x / y)]
                {
                    let wide = float_fold(kind, QUAD, QUAD, [a, b, 0]);
                    let narrow = f64::from_bits(float_fold(Kind::FToF, DOUBLE, QUAD, [wide, 0, 0]) as u64);
                    // A denormal result is rounded twice here, and a sum may be longer than 113 bits.
                    if native.is_normal() && kind != Kind::FAdd && kind != Kind::FSub || !native.is_finite() {
                        assert!(same(narrow, native), "{kind:?} {x} {y}: {narrow} {native}");
                    }
                    assert!(same(fold_doubles(kind, [x, y, 0.0]), native));
                }
            }
        }
    }

    #[test]
    fn integers_are_as_native() {
        for x in doubles() {
            let a = u128::from(x.to_bits());
            let signed = float_fold(Kind::FToS, Bits(32), DOUBLE, [a, 0, 0]) as u32 as i32;
            let fits = x > -2_147_483_649.0 && x < 2_147_483_648.0;
            assert_eq!(signed, if fits { x as i32 } else { i32::MIN }, "{x}");
            let unsigned = float_fold(Kind::FToU, Bits(64), DOUBLE, [a, 0, 0]) as u64;
            if x > -1.0 && x < 18_446_744_073_709_551_616.0 {
                assert_eq!(unsigned, x as u64, "{x}");
            } else if (-9_223_372_036_854_775_808.0..0.0).contains(&x) {
                assert_eq!(unsigned, x as i64 as u64, "{x}");
            } else {
                assert_eq!(unsigned, 1 << 63, "{x}");
            }
            let wide = float_fold(Kind::FToS, Bits(128), DOUBLE, [a, 0, 0]) as i128;
            assert_eq!(wide, if x.abs() < 1.7e38 { x as i128 } else { i128::MIN }, "{x}");
        }
        let mut rng = Rng::from_seed(2);
        for _ in 0..1000 {
            let n = (u128::from(rng.next_u64()) << 64 | u128::from(rng.next_u64())) >> rng.below(128);
            let of = |kind, to, from| float_fold(kind, to, from, [n, 0, 0]);
            assert_eq!(of(Kind::UToF, DOUBLE, Bits(128)) as u64, (n as f64).to_bits());
            assert_eq!(of(Kind::SToF, DOUBLE, Bits(128)) as u64, (n as i128 as f64).to_bits());
            assert_eq!(of(Kind::SToF, SINGLE, Bits(128)) as u32, (n as i128 as f32).to_bits());
            assert_eq!(of(Kind::UToF, SINGLE, Bits(128)) as u32, (n as f32).to_bits());
        }
        assert_eq!(float_fold(Kind::SToF, DOUBLE, Bits(1), [1, 0, 0]) as u64, (-1f64).to_bits());
        assert_eq!(float_fold(Kind::FToS, Bits(1), DOUBLE, [u128::from((-1f64).to_bits()), 0, 0]), 1);
    }

    #[test]
    fn nans_are_those_of_x86() {
        let (zero, signalling) = (0, 0x7ff0_0000_0000_0001);
        let add = |a, b| float_fold(Kind::FAdd, DOUBLE, DOUBLE, [a, b, 0]);
        assert_eq!(add(zero, signalling), 0x7ff8_0000_0000_0001);
        assert_eq!(add(0xfff8_0000_0000_0002, signalling), 0xfff8_0000_0000_0002);
        let infinity = u128::from(f64::INFINITY.to_bits());
        assert_eq!(float_fold(Kind::FSub, DOUBLE, DOUBLE, [infinity, infinity, 0]), 0xfff8_0000_0000_0000);
        assert_eq!(float_fold(Kind::FToF, SINGLE, DOUBLE, [0xfff0_0000_2000_0000, 0, 0]), 0xffc0_0001);
        assert_eq!(float_fold(Kind::FToF, X87, SINGLE, [0x7f80_0001, 0, 0]), 0x7fff_c000_0100_0000_0000);
    }

    #[test]
    fn wide_roots_are_correctly_rounded() {
        // The root of 2 to 64 bits, and to 113.
        let two = |width| float_fold(Kind::UToF, width, Bits(8), [2, 0, 0]);
        let root = |width| float_fold(Kind::FSqrt, width, width, [two(width), 0, 0]);
        assert_eq!(root(X87), 0x3fff_b504_f333_f9de_6484);
        assert_eq!(root(QUAD), 0x3fff_6a09_e667_f3bc_c908_b2fb_1366_ea95);
        assert_eq!(root(Bits(16)), 0x3da8);
        let mut rng = Rng::from_seed(3);
        for _ in 0..500 {
            let n = u128::from(rng.next_u64() >> rng.below(60));
            let square = float_fold(Kind::UToF, QUAD, Bits(128), [n * (n >> 20), 0, 0]);
            let root = float_fold(Kind::FSqrt, QUAD, QUAD, [square, 0, 0]);
            let back = float_fold(Kind::FMul, QUAD, QUAD, [root, root, 0]);
            let ulps = back.abs_diff(square);
            assert!(ulps <= 2, "{n}: {ulps}");
        }
    }

    #[test]
    fn halves_are_rounded_singles() {
        const HALF: Bits = Bits(16);
        let mut rng = Rng::from_seed(4);
        for _ in 0..20_000 {
            let [a, b] = [0, 1].map(|_| u128::from(rng.next_u64() as u16));
            let [x, y] =
                [a, b].map(|h| f32::from_bits(float_fold(Kind::FToF, SINGLE, HALF, [h, 0, 0]) as u32));
            // With 24 bits, rounding twice gives the same as rounding once.
            for (kind, native) in
                [(Kind::FAdd, x + y), (Kind::FSub, x - y), (Kind::FMul, x * y), (Kind::FDiv, x / y)]
            {
                let half = float_fold(kind, HALF, HALF, [a, b, 0]);
                let rounded = float_fold(Kind::FToF, HALF, SINGLE, [u128::from(native.to_bits()), 0, 0]);
                let is_nan = format(HALF).is_nan(half);
                assert!(half == rounded || is_nan && native.is_nan(), "{kind:?} {a:#x} {b:#x}");
            }
        }
    }
}
