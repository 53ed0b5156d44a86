//! Functions composed of operations that the theory of floats has and of operations on bits, so that symbolic
//! arguments make terms.

use crate::exec::float::format;
use crate::exec::machine::Machine;
use crate::expr::{Kind, float_fold, integer_limits};
use crate::memory::Value;
use crate::util::Bits;

const BIT: Bits = Bits(1);
const INT: Bits = Bits(32);

/// The classes of `llvm.is.fpclass`: one bit for each, here in pairs of a negative and a positive class.
const NAN: u32 = 0b11;
const QUIET: u32 = 0b10;
const ALL: u32 = 0x3ff;
pub(super) const FINITE: u32 = 0x1f8;

/// A pair of classes that differ in the sign.
#[derive(Copy, Clone)]
enum Class {
    Infinite,
    Normal,
    Subnormal,
    Zero,
}

const PAIRS: [(Class, u32, u32); 4] = [
    (Class::Infinite, 1 << 2, 1 << 9),
    (Class::Normal, 1 << 3, 1 << 8),
    (Class::Subnormal, 1 << 4, 1 << 7),
    (Class::Zero, 1 << 5, 1 << 6),
];

impl Machine {
    /// The bit of a condition as an `int`.
    pub(super) fn as_int(&mut self, condition: Value) -> Value {
        self.pick(condition, INT, Value::int(1), Value::int(0))
    }

    /// a with the sign of b
    pub(super) fn copy_sign(&mut self, width: Bits, a: Value, b: Value) -> Value {
        let mask = self.constant(width, 1 << (width.0 - 1));
        let sign = self.general(Kind::And, width, b, mask);
        let magnitude = self.float_magnitude(width, a);
        self.general(Kind::Or, width, magnitude, sign)
    }

    /// The lesser number; the other one if one is a NaN; of two zeros, the first.
    pub(super) fn minimum(&mut self, width: Bits, a: Value, b: Value) -> Value {
        let is_less = self.float(Kind::FLt, BIT, width, &[b, a]);
        self.extreme(width, is_less, a, b)
    }

    /// The greater, in the same way.
    pub(super) fn maximum(&mut self, width: Bits, a: Value, b: Value) -> Value {
        let is_greater = self.float(Kind::FLt, BIT, width, &[a, b]);
        self.extreme(width, is_greater, a, b)
    }

    fn extreme(&mut self, width: Bits, takes_second: Value, a: Value, b: Value) -> Value {
        let is_nan = self.float_is_nan(width, a);
        let takes_second = self.general(Kind::Or, BIT, is_nan, takes_second);
        self.pick(takes_second, width, b, a)
    }

    /// `llvm.minimum` and `llvm.maximum`
    pub(super) fn strict_extreme(&mut self, width: Bits, a: Value, b: Value, is_maximum: bool) -> Value {
        let (first, second) = if is_maximum { (b, a) } else { (a, b) };
        let takes_a = self.float(Kind::FLt, BIT, width, &[first, second]);
        let takes_b = self.float(Kind::FLt, BIT, width, &[second, first]);
        // Equal numbers differ in the sign of a zero only.
        let kind = if is_maximum { Kind::And } else { Kind::Or };
        let equal = self.general(kind, width, a, b);
        let not_a = self.pick(takes_b, width, b, equal);
        let number = self.pick(takes_a, width, a, not_a);
        let (a_is_nan, b_is_nan) = (self.float_is_nan(width, a), self.float_is_nan(width, b));
        let is_nan = self.general(Kind::Or, BIT, a_is_nan, b_is_nan);
        // A sum passes on the first NaN.
        let nan = self.float(Kind::FAdd, width, width, &[a, b]);
        self.pick(is_nan, width, nan, number)
    }

    /// Whether a float is of one of the classes of `llvm.is.fpclass`.
    pub(super) fn has_class(&mut self, width: Bits, a: Value, classes: u32) -> Value {
        let classes = classes & ALL;
        if classes.count_ones() > 5 {
            let has_another = self.has_class(width, a, ALL ^ classes);
            return self.negated(has_another);
        }
        let mut result = Value::int(0);
        if classes & NAN != 0 {
            let is_nan = self.is_some_nan(width, a, classes & NAN);
            result = self.general(Kind::Or, BIT, result, is_nan);
        }
        for (class, negative, positive) in PAIRS {
            if classes & (negative | positive) == 0 {
                continue;
            }
            let mut is_it = self.is_of(class, width, a);
            if classes & (negative | positive) != negative | positive {
                let sign = self.bit_at(a, width, width.0 - 1);
                let sign = if classes & negative != 0 { sign } else { self.negated(sign) };
                is_it = self.general(Kind::And, BIT, is_it, sign);
            }
            result = self.general(Kind::Or, BIT, result, is_it);
        }
        result
    }

    fn is_some_nan(&mut self, width: Bits, a: Value, which: u32) -> Value {
        let is_nan = self.float_is_nan(width, a);
        if which == NAN {
            return is_nan;
        }
        let quiet = self.bit_at(a, width, format(width).quiet_bit().trailing_zeros());
        let is_it = if which == QUIET { quiet } else { self.negated(quiet) };
        self.general(Kind::And, BIT, is_nan, is_it)
    }

    fn is_of(&mut self, class: Class, width: Bits, a: Value) -> Value {
        let format = format(width);
        let magnitude = self.float_magnitude(width, a);
        let mut compare = |kind, pattern: u128, is_first: bool| {
            let constant = self.constant(width, pattern);
            let operands = if is_first { [constant, magnitude] } else { [magnitude, constant] };
            self.float(kind, BIT, width, &operands)
        };
        let (first, second) = match class {
            Class::Infinite => return compare(Kind::FEq, format.infinity(), false),
            Class::Zero => return compare(Kind::FEq, 0, false),
            Class::Normal => (
                compare(Kind::FLe, format.smallest_normal(), true),
                compare(Kind::FLt, format.infinity(), false),
            ),
            Class::Subnormal => {
                (compare(Kind::FLt, 0, true), compare(Kind::FLt, format.smallest_normal(), false))
            }
        };
        self.general(Kind::And, BIT, first, second)
    }

    /// 1 for +∞, −1 for −∞, else 0
    pub(super) fn is_infinite(&mut self, width: Bits, a: Value) -> Value {
        let is_infinite = self.is_of(Class::Infinite, width, a);
        let sign = self.bit_at(a, width, width.0 - 1);
        let one = self.pick(sign, INT, Value::int(u64::from(u32::MAX)), Value::int(1));
        self.pick(is_infinite, INT, one, Value::int(0))
    }

    /// The numbers that glibc gives to `FP_NAN`, `FP_INFINITE`, `FP_ZERO`, `FP_SUBNORMAL` and `FP_NORMAL`.
    pub(super) fn classify(&mut self, width: Bits, a: Value) -> Value {
        let mut result = Value::int(4);
        for (number, class) in [(3, Class::Subnormal), (2, Class::Zero), (1, Class::Infinite)] {
            let is_it = self.is_of(class, width, a);
            result = self.pick(is_it, INT, Value::int(number), result);
        }
        let is_nan = self.float_is_nan(width, a);
        self.pick(is_nan, INT, Value::int(0), result)
    }

    /// The nearest integer that fits, 0 for a NaN.
    pub(super) fn saturated(&mut self, width: Bits, a: Value, is_signed: bool, to: Bits) -> Value {
        let limits = integer_limits(format(width), to, is_signed);
        let (least, above) = (self.constant(width, limits.least), self.constant(width, limits.above));
        let order = if limits.includes_least { Kind::FLe } else { Kind::FLt };
        let not_below = self.float(order, BIT, width, &[least, a]);
        let is_above = self.float(Kind::FLe, BIT, width, &[above, a]);
        let (lowest, highest) = match is_signed {
            true => (1u128 << (to.0 - 1), to.mask() >> 1),
            false => (0, to.mask()),
        };
        let (lowest, highest) = (self.constant(to, lowest), self.constant(to, highest));
        let kind = if is_signed { Kind::FToS } else { Kind::FToU };
        let inside = self.float(kind, to, width, &[a]);
        let number = self.pick(not_below, to, inside, lowest);
        let number = self.pick(is_above, to, highest, number);
        let is_nan = self.float_is_nan(width, a);
        let zero = self.constant(to, 0);
        self.pick(is_nan, to, zero, number)
    }

    /// `fdim`: a − b if a is greater, else 0
    pub(super) fn difference(&mut self, width: Bits, a: Value, b: Value) -> Value {
        let is_zero = self.float(Kind::FLe, BIT, width, &[a, b]);
        let difference = self.float(Kind::FSub, width, width, &[a, b]);
        let zero = self.constant(width, 0);
        self.pick(is_zero, width, zero, difference)
    }

    /// `modf`: both parts have the sign of a
    pub(super) fn integer_and_fraction(&mut self, width: Bits, a: Value) -> (Value, Value) {
        let integer = self.float(Kind::FRoundZero, width, width, &[a]);
        let rest = self.float(Kind::FSub, width, width, &[a, integer]);
        let is_infinite = self.is_of(Class::Infinite, width, a);
        let zero = self.constant(width, 0);
        let fraction = self.pick(is_infinite, width, zero, rest);
        (integer, self.copy_sign(width, fraction, a))
    }

    /// `llvm.powi`: by squaring, as the compiler's library does it
    pub(super) fn integer_power(&mut self, width: Bits, a: Value, n: i128) -> Value {
        let one = self.constant(width, float_fold(Kind::UToF, width, Bits(8), [1, 0, 0]));
        let (mut power, mut square, mut left) = (one, a, n.unsigned_abs());
        loop {
            if left & 1 == 1 {
                power = self.float(Kind::FMul, width, width, &[power, square]);
            }
            left >>= 1;
            if left == 0 {
                break;
            }
            square = self.float(Kind::FMul, width, width, &[square, square]);
        }
        if n < 0 { self.float(Kind::FDiv, width, width, &[one, power]) } else { power }
    }
}
