//! The functions of math.h and LLVM's intrinsics of the same meaning, in every format.
//!
//! If the theory of floats has the function, or it can be composed of what the theory has, a symbolic
//! argument makes a term ([`compose`]). Otherwise, the argument gets its value in the path's witness, which
//! is counted as an approximation. Functions without an exact result are those of the machine that symir runs
//! on ([`host`]); a `long double` goes through `double` there, which is counted, too. [`errors`] sets
//! `errno`; the flags of the floating-point environment are not modelled.

mod compose;
mod errors;
mod exact;
mod host;

use crate::exec::float::format;
use crate::exec::machine::{Machine, Step};
use crate::exec::{Ending, State};
use crate::expr::{Format, Kind, Rounding, float_fold};
use crate::memory::Value;
use crate::util::Bits;
use exact::Quotient;

/// A function of floats. The width of the first argument says which format it is for.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(in crate::exec) enum Math {
    SquareRoot,
    /// `fma`, rounded once.
    Fused,
    /// `llvm.fmuladd`, which x86-64 without extensions rounds twice.
    MultiplyAdd,
    Round(Rounding),
    Magnitude,
    CopySign,
    /// `llvm.minnum` and `llvm.maxnum`: a number rather than a NaN. Of two zeros it is the one that compiled
    /// code gives.
    Minimum,
    Maximum,
    /// `fmin` and `fmax`: the same, but of two zeros the one that glibc gives.
    LibraryMinimum,
    LibraryMaximum,
    /// `llvm.minimum` and `llvm.maximum`: a NaN if there is one, and −0 below +0.
    StrictMinimum,
    StrictMaximum,
    /// `llvm.is.fpclass`
    HasClass,
    IsNan,
    /// 1 or −1
    IsInfinite,
    IsFinite,
    SignBit,
    /// `__fpclassify` of glibc
    Classify,
    Canonical,
    /// `lrint`, `lround` and their family
    ToInteger {
        rounding: Rounding,
        width: u8,
    },
    /// `llvm.fptosi.sat` and `llvm.fptoui.sat`
    Saturate {
        signed: bool,
        width: u8,
    },
    /// `fdim`
    Difference,
    Remainder(Quotient),
    RemainderAndQuotient,
    /// `ldexp`, `scalbn`, `scalbln`
    Scale,
    /// `frexp`
    FractionAndExponent,
    /// `modf`
    IntegerAndFraction,
    /// `logb`
    Exponent,
    /// `ilogb`
    IntegerExponent,
    /// `nextafter` and `nexttoward`
    NextAfter,
    /// `llvm.powi`
    IntegerPower,
    /// `nan`
    Nan {
        width: u8,
    },
    /// A row of [`host::UNARY`].
    Unary(u8),
    /// A row of [`host::BINARY`].
    Binary(u8),
    /// `jn` and `yn`
    Bessel {
        second_kind: bool,
    },
    SineAndCosine,
    /// `lgamma_r`
    LogGammaAndSign,
}

/// The function of this name.
pub(super) fn named(name: &str) -> Option<Math> {
    match name.strip_prefix("llvm.") {
        Some(intrinsic) => intrinsic_named(intrinsic),
        None => library_named(name),
    }
}

/// `sqrt.f64`, `lround.i64.f32`: the name, and the widths of an integer result and of the argument.
fn intrinsic_named(name: &str) -> Option<Math> {
    let (base, _) = name.rsplit_once(".f")?;
    if let Some((base, width)) = base.rsplit_once(".i")
        && let Ok(width) = width.parse()
    {
        return match base {
            "fptosi.sat" => Some(Math::Saturate { signed: true, width }),
            "fptoui.sat" => Some(Math::Saturate { signed: false, width }),
            "lrint" | "llrint" => Some(Math::ToInteger { rounding: Rounding::NearestEven, width }),
            "lround" | "llround" => Some(Math::ToInteger { rounding: Rounding::NearestAway, width }),
            _ => None,
        };
    }
    match base {
        "fmuladd" => Some(Math::MultiplyAdd),
        "roundeven" => Some(Math::Round(Rounding::NearestEven)),
        "minnum" => Some(Math::Minimum),
        "maxnum" => Some(Math::Maximum),
        "minimum" => Some(Math::StrictMinimum),
        "maximum" => Some(Math::StrictMaximum),
        "is.fpclass" => Some(Math::HasClass),
        "canonicalize" => Some(Math::Canonical),
        "powi" => Some(Math::IntegerPower),
        "fabs" | "copysign" | "sqrt" | "fma" | "floor" | "ceil" | "trunc" | "rint" | "nearbyint"
        | "round" | "ldexp" => plain(base),
        _ => host_named(base),
    }
}

/// `sqrt`, `sqrtf`, `sqrtl`, `sqrtf128`; `__isnan` and the other functions that the macros of math.h call.
fn library_named(name: &str) -> Option<Math> {
    let width = |suffix| match suffix {
        "f" | "f32" => Some(32),
        "" | "f64" | "f32x" => Some(64),
        "l" | "f64x" => Some(80),
        "f128" => Some(128),
        "f16" => Some(16),
        _ => None,
    };
    if let Some(width) = name.strip_prefix("nan").and_then(width) {
        return Some(Math::Nan { width });
    }
    let suffixes = ["", "f", "l", "f128", "f64", "f32", "f16", "f64x", "f32x"];
    let mut bases = suffixes.into_iter().filter_map(|suffix| name.strip_suffix(suffix));
    bases.find_map(|base| plain(base).or_else(|| host_named(base)))
}

fn plain(base: &str) -> Option<Math> {
    let to_long = |rounding| Math::ToInteger { rounding, width: 64 };
    Some(match base {
        "sqrt" => Math::SquareRoot,
        "fma" => Math::Fused,
        "floor" => Math::Round(Rounding::Down),
        "ceil" => Math::Round(Rounding::Up),
        "trunc" => Math::Round(Rounding::Zero),
        "rint" | "nearbyint" | "roundeven" => Math::Round(Rounding::NearestEven),
        "round" => Math::Round(Rounding::NearestAway),
        "fabs" => Math::Magnitude,
        "copysign" => Math::CopySign,
        "fmin" => Math::LibraryMinimum,
        "fmax" => Math::LibraryMaximum,
        "isnan" | "__isnan" => Math::IsNan,
        "isinf" | "__isinf" => Math::IsInfinite,
        "finite" | "__finite" => Math::IsFinite,
        "__signbit" => Math::SignBit,
        "__fpclassify" => Math::Classify,
        "lrint" | "llrint" => to_long(Rounding::NearestEven),
        "lround" | "llround" => to_long(Rounding::NearestAway),
        "fdim" => Math::Difference,
        "fmod" => Math::Remainder(Quotient::Truncated),
        "remainder" | "drem" => Math::Remainder(Quotient::Nearest),
        "remquo" => Math::RemainderAndQuotient,
        "ldexp" | "scalbn" | "scalbln" => Math::Scale,
        "frexp" => Math::FractionAndExponent,
        "modf" => Math::IntegerAndFraction,
        "logb" => Math::Exponent,
        "ilogb" => Math::IntegerExponent,
        "nextafter" | "nexttoward" => Math::NextAfter,
        "jn" => Math::Bessel { second_kind: false },
        "yn" => Math::Bessel { second_kind: true },
        "sincos" => Math::SineAndCosine,
        "lgamma_r" => Math::LogGammaAndSign,
        _ => return None,
    })
}

fn host_named(base: &str) -> Option<Math> {
    let base = match base {
        "gamma" => "lgamma",
        "pow10" => "exp10",
        other => other,
    };
    let unary = host::UNARY.iter().position(|function| function.name == base);
    let binary = || host::BINARY.iter().position(|function| function.name == base);
    unary.map(|row| Math::Unary(row as u8)).or_else(|| binary().map(|row| Math::Binary(row as u8)))
}

/// An `int` as a value.
fn int(value: i32) -> Value {
    Value::int(u64::from(value as u32))
}

impl Machine {
    /// Executes a call of the function and returns its result, if it has one.
    pub(super) fn call_math(
        &mut self,
        state: &mut State,
        function: Math,
        arguments: &[(Value, Bits)],
    ) -> Step<Option<Value>> {
        let argument = |at: usize| arguments.get(at).copied().unwrap_or((Value::ZERO, Bits(64)));
        let [(a, width), (b, b_width), (c, _)] = [argument(0), argument(1), argument(2)];
        if let Some(result) = self.call_on_others(state, function, arguments)? {
            return Ok(result);
        }
        if Format::of(width).is_none() {
            return Err(self.no_float(state));
        }
        let float =
            |machine: &mut Self, kind, operands: &[Value]| machine.float(kind, width, width, operands);
        Ok(Some(match function {
            Math::SquareRoot => float(self, Kind::FSqrt, &[a]),
            Math::Fused => float(self, Kind::FFma, &[a, b, c]),
            Math::MultiplyAdd => {
                let product = float(self, Kind::FMul, &[a, b]);
                float(self, Kind::FAdd, &[product, c])
            }
            Math::Round(rounding) => float(self, round_kind(rounding), &[a]),
            Math::Magnitude => self.float_magnitude(width, a),
            Math::CopySign => self.copy_sign(width, a, b),
            Math::Minimum | Math::Maximum | Math::LibraryMinimum | Math::LibraryMaximum => {
                self.weak_extreme(function, width, a, b)
            }
            Math::StrictMinimum => self.strict_extreme(width, a, b, false),
            Math::StrictMaximum => self.strict_extreme(width, a, b, true),
            Math::HasClass => {
                let mask = self.concretized(state, b, b_width, "concretized mask of classes")?;
                self.has_class(width, a, mask as u32)
            }
            Math::IsNan => {
                let is_nan = self.float_is_nan(width, a);
                self.as_int(is_nan)
            }
            Math::IsInfinite => self.is_infinite(width, a),
            Math::IsFinite => {
                let is_finite = self.has_class(width, a, compose::FINITE);
                self.as_int(is_finite)
            }
            Math::SignBit => {
                let sign = self.bit_at(a, width, width.0 - 1);
                self.as_int(sign)
            }
            Math::Classify => self.classify(width, a),
            Math::Canonical => {
                let one = self.constant(width, float_fold(Kind::UToF, width, Bits(8), [1, 0, 0]));
                float(self, Kind::FMul, &[a, one])
            }
            Math::ToInteger { rounding, width: to } => {
                let rounded = float(self, round_kind(rounding), &[a]);
                self.float(Kind::FToS, Bits(to.into()), width, &[rounded])
            }
            Math::Saturate { signed, width: to } => self.saturated(width, a, signed, Bits(to.into())),
            Math::Difference => self.difference(width, a, b),
            Math::Remainder(Quotient::Truncated) => self.float_remainder(state, width, a, b)?,
            Math::Remainder(Quotient::Nearest) => {
                const WHAT: &str = "concretized argument of remainder";
                let (x, y) =
                    (self.concretized(state, a, width, WHAT)?, self.concretized(state, b, width, WHAT)?);
                let division = exact::divide(format(width), Quotient::Nearest, x, y);
                self.constant(width, division.remainder)
            }
            Math::RemainderAndQuotient => self.remainder_and_quotient(state, width, a, b, c)?,
            Math::Scale => self.scaled(state, width, a, b, b_width)?,
            Math::FractionAndExponent => {
                let x = self.concretized(state, a, width, "concretized argument of frexp")?;
                let (fraction, exponent) = exact::fraction_and_exponent(format(width), x);
                self.write(state, b, Bits(32), int(exponent))?;
                self.constant(width, fraction)
            }
            Math::IntegerAndFraction => {
                let (integer, fraction) = self.integer_and_fraction(width, a);
                self.write(state, b, width, integer)?;
                fraction
            }
            Math::Exponent => {
                let x = self.concretized(state, a, width, "concretized argument of logb")?;
                let result = exponent_as_float(width, x);
                self.constant(width, result)
            }
            Math::IntegerExponent => {
                let x = self.concretized(state, a, width, "concretized argument of ilogb")?;
                let is_infinite = format(width).is_infinite(x);
                // These are glibc's results for zeros and NaNs on x86.
                let otherwise = if is_infinite { i32::MAX } else { i32::MIN };
                int(exact::exponent(format(width), x).unwrap_or(otherwise))
            }
            Math::NextAfter => self.next_after(state, (a, width), (b, b_width))?,
            Math::IntegerPower => {
                let n = self.concretized(state, b, b_width, "concretized argument of powi")?;
                self.integer_power(width, a, b_width.sign_extend(n))
            }
            Math::Unary(row) => self.unary(state, usize::from(row), a, width)?,
            Math::Binary(row) => self.binary_function(state, usize::from(row), a, b, width)?,
            Math::SineAndCosine => {
                let (sine, cosine) = (host_row("sin"), host_row("cos"));
                let (sine, cosine) =
                    (self.unary(state, sine, a, width)?, self.unary(state, cosine, a, width)?);
                self.write(state, b, width, sine)?;
                self.write(state, c, width, cosine)?;
                return Ok(None);
            }
            Math::LogGammaAndSign => {
                let result = self.unary(state, host_row("lgamma"), a, width)?;
                let x = self.concretized(state, a, width, "concretized argument of lgamma")?;
                let x = f64::from_bits(float_fold(Kind::FToF, Bits(64), width, [x, 0, 0]) as u64);
                self.write(state, b, Bits(32), int(libm::lgamma_r(x).1))?;
                result
            }
            Math::Nan { .. } | Math::Bessel { .. } => unreachable!("invariant: these were called before"),
        }))
    }

    /// `fmin`, `fmax` and their intrinsics. `float` and `double` are compared in place, where the first of
    /// two zeros stays; the other formats go to glibc, which gives the second zero except from `fminl`,
    /// `fminf128` and `fmaxf128`. A `half` goes there as a `float`.
    fn weak_extreme(&mut self, function: Math, width: Bits, a: Value, b: Value) -> Value {
        let is_maximum = matches!(function, Math::Maximum | Math::LibraryMaximum);
        let gives_second_zero = match width.0 {
            16 => true,
            32 | 64 => matches!(function, Math::LibraryMinimum | Math::LibraryMaximum),
            80 => is_maximum,
            _ => false,
        };
        let (a, b) = if gives_second_zero { (b, a) } else { (a, b) };
        if is_maximum { self.maximum(width, a, b) } else { self.minimum(width, a, b) }
    }

    /// Executes the functions whose first argument is not a float; `None` for other functions.
    fn call_on_others(
        &mut self,
        state: &mut State,
        function: Math,
        arguments: &[(Value, Bits)],
    ) -> Step<Option<Option<Value>>> {
        let result = match (function, arguments) {
            (Math::Nan { width }, _) => {
                let format = format(Bits(width.into()));
                self.constant(format.width(), format.infinity() | format.quiet_bit())
            }
            (Math::Bessel { second_kind }, [(n, n_width), (x, width), ..])
                if Format::of(*width).is_some() =>
            {
                self.bessel(state, second_kind, (*n, *n_width), (*x, *width))?
            }
            (Math::Bessel { .. }, _) | (_, []) => return Err(self.no_float(state)),
            _ => return Ok(None),
        };
        Ok(Some(Some(result)))
    }

    fn no_float(&self, state: &State) -> Box<Ending> {
        self.unsupported(state, "a mathematical function of what is no float").into()
    }

    /// `fmod`, and LLVM's `frem`
    pub(in crate::exec) fn float_remainder(
        &mut self,
        state: &mut State,
        width: Bits,
        a: Value,
        b: Value,
    ) -> Step<Value> {
        const WHAT: &str = "concretized argument of fmod";
        let (x, y) = (self.concretized(state, a, width, WHAT)?, self.concretized(state, b, width, WHAT)?);
        let division = exact::divide(format(width), Quotient::Truncated, x, y);
        Ok(self.constant(width, division.remainder))
    }

    fn remainder_and_quotient(
        &mut self,
        state: &mut State,
        width: Bits,
        a: Value,
        b: Value,
        to: Value,
    ) -> Step<Value> {
        const WHAT: &str = "concretized argument of remquo";
        let (x, y) = (self.concretized(state, a, width, WHAT)?, self.concretized(state, b, width, WHAT)?);
        let format = format(width);
        let division = exact::divide(format, Quotient::Nearest, x, y);
        // glibc keeps three bits of the quotient towards zero, and rounds after that.
        let magnitude = (division.quotient & 7) as i32 + i32::from(division.rounded_up);
        let is_negative = format.is_negative(x) != format.is_negative(y);
        self.write(state, to, Bits(32), int(if is_negative { -magnitude } else { magnitude }))?;
        Ok(self.constant(width, division.remainder))
    }

    /// `a · 2^n`. A product with a power of two that the format has is the same.
    fn scaled(&mut self, state: &mut State, width: Bits, a: Value, n: Value, n_width: Bits) -> Step<Value> {
        const WHAT: &str = "concretized argument of ldexp";
        let format = format(width);
        let by = n_width.sign_extend(self.concretized(state, n, n_width, WHAT)?);
        let by = by.clamp(-100_000, 100_000) as i64;
        let one = float_fold(Kind::UToF, width, Bits(8), [1, 0, 0]);
        let power = exact::scale(format, one, by);
        let is_normal = power >= format.smallest_normal() && !format.is_infinite(power);
        if self.concrete(a).is_none() && is_normal {
            let power = self.constant(width, power);
            return Ok(self.float(Kind::FMul, width, width, &[a, power]));
        }
        let x = self.concretized(state, a, width, WHAT)?;
        Ok(self.constant(width, exact::scale(format, x, by)))
    }

    /// `nextafter`, and `nexttoward` with a second argument of another format
    fn next_after(
        &mut self,
        state: &mut State,
        (a, width): (Value, Bits),
        (b, b_width): (Value, Bits),
    ) -> Step<Value> {
        const WHAT: &str = "concretized argument of nextafter";
        if Format::of(b_width).is_none() {
            return Err(self.no_float(state));
        }
        let (x, y) = (self.concretized(state, a, width, WHAT)?, self.concretized(state, b, b_width, WHAT)?);
        // The wider format has both.
        let (wide, narrow) = (format(Bits(width.0.max(b_width.0))), format(width));
        let widen = |from: Bits, value| {
            if from == wide.width() {
                value
            } else {
                float_fold(Kind::FToF, wide.width(), from, [value, 0, 0])
            }
        };
        let (wide_x, wide_y) = (widen(width, x), widen(b_width, y));
        let towards = match wide.compare(wide_x, wide_y) {
            Some(std::cmp::Ordering::Less) => narrow.infinity(),
            Some(std::cmp::Ordering::Greater) => narrow.infinity() | narrow.sign_bit(),
            _ if width == b_width => y,
            Some(_) => float_fold(Kind::FToF, width, b_width, [y, 0, 0]),
            None if narrow.is_nan(x) => x,
            None => float_fold(Kind::FToF, width, b_width, [y, 0, 0]),
        };
        // From zero, only the sign of the direction counts.
        Ok(self.constant(width, exact::next_after(narrow, x, towards)))
    }

    fn unary(&mut self, state: &mut State, row: usize, a: Value, width: Bits) -> Step<Value> {
        let function = &host::UNARY[row];
        let x = self.concretized(state, a, width, function.approximation)?;
        Ok(self.on_host(width, [x, 0], 1, |[x, _]| (function.single)(x), |[x, _]| (function.double)(x)))
    }

    fn binary_function(
        &mut self,
        state: &mut State,
        row: usize,
        a: Value,
        b: Value,
        width: Bits,
    ) -> Step<Value> {
        let function = &host::BINARY[row];
        let x = self.concretized(state, a, width, function.approximation)?;
        let y = self.concretized(state, b, width, function.approximation)?;
        let (single, double) = (function.single, function.double);
        Ok(self.on_host(width, [x, y], 2, |[x, y]| single(x, y), |[x, y]| double(x, y)))
    }

    fn bessel(
        &mut self,
        state: &mut State,
        second_kind: bool,
        (n, n_width): (Value, Bits),
        (x, width): (Value, Bits),
    ) -> Step<Value> {
        const WHAT: &str = "concretized argument of a Bessel function";
        let n = n_width.sign_extend(self.concretized(state, n, n_width, WHAT)?) as i32;
        let x = self.concretized(state, x, width, WHAT)?;
        Ok(if second_kind {
            self.on_host(width, [x, 0], 1, |[x, _]| libm::ynf(n, x), |[x, _]| libm::yn(n, x))
        } else {
            self.on_host(width, [x, 0], 1, |[x, _]| libm::jnf(n, x), |[x, _]| libm::jn(n, x))
        })
    }

    /// The result of a function of the host on concrete operands.
    fn on_host(
        &mut self,
        width: Bits,
        operands: [u128; 2],
        n_operands: usize,
        single: impl Fn([f32; 2]) -> f32,
        double: impl Fn([f64; 2]) -> f64,
    ) -> Value {
        let to = |width: Bits, from: Bits, value: u128| {
            if width == from { value } else { float_fold(Kind::FToF, width, from, [value, 0, 0]) }
        };
        let result = if width.0 <= 32 {
            let operands = operands.map(|x| f32::from_bits(to(Bits(32), width, x) as u32));
            to(width, Bits(32), u128::from(single(operands).to_bits()))
        } else {
            if width.0 > 64 {
                self.approximate("long double function computed in double");
            }
            let operands = operands.map(|x| f64::from_bits(to(Bits(64), width, x) as u64));
            to(width, Bits(64), u128::from(double(operands).to_bits()))
        };
        // A library may return any NaN, so the result is chosen here.
        let format = format(width);
        let nan = operands.into_iter().take(n_operands).find(|x| format.is_nan(*x));
        let result = match nan {
            _ if !format.is_nan(result) => result,
            Some(nan) => format.quieted(nan),
            None => format.default_nan(),
        };
        self.constant(width, result)
    }
}

fn host_row(name: &str) -> usize {
    let row = host::UNARY.iter().position(|function| function.name == name);
    row.expect("invariant: the table has the function")
}

fn round_kind(rounding: Rounding) -> Kind {
    match rounding {
        Rounding::NearestEven => Kind::FRoundEven,
        Rounding::NearestAway => Kind::FRoundAway,
        Rounding::Up => Kind::FRoundUp,
        Rounding::Down => Kind::FRoundDown,
        Rounding::Zero => Kind::FRoundZero,
    }
}

/// `logb`
fn exponent_as_float(width: Bits, x: u128) -> u128 {
    let format = format(width);
    match exact::exponent(format, x) {
        Some(exponent) => float_fold(Kind::SToF, width, Bits(32), [u128::from(exponent as u32), 0, 0]),
        None if format.is_nan(x) => format.quieted(x),
        None if format.is_zero(x) => format.infinity() | format.sign_bit(),
        None => format.infinity(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_letters_of_types() {
        assert_eq!(named("sqrtf"), Some(Math::SquareRoot));
        assert_eq!(named("ceil"), named("ceill"));
        assert_eq!(named("fmin"), Some(Math::LibraryMinimum));
        assert_eq!(named("llvm.minnum.f64"), Some(Math::Minimum));
        assert_eq!(named("modf"), named("modff"));
        assert_eq!(named("erf"), named("erff"));
        assert_eq!(named("nanl"), Some(Math::Nan { width: 80 }));
        assert_eq!(named("__isnanf"), Some(Math::IsNan));
        assert_eq!(named("llvm.lround.i64.f32"), named("lroundf"));
        assert_eq!(named("llvm.sin.f64"), named("sin"));
        assert_eq!(named("llvm.fptoui.sat.i8.f64"), Some(Math::Saturate { signed: false, width: 8 }));
        assert_eq!(named("function"), None);
        assert_eq!(named("llvm.umax.i32"), None);
    }
}
