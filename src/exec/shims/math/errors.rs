//! How the functions of math.h set `errno`, as glibc does: to `EDOM` if there is no result, to `ERANGE` if
//! the result is too large or too small for the format.
//!
//! With a symbolic argument, `errno` is a term, so that no path forks over a value that may never be read.

use super::{Math, host};
use crate::exec::State;
use crate::exec::machine::{Machine, Step};
use crate::expr::{Format, Kind};
use crate::memory::Value;
use crate::util::Bits;

const EDOM: u64 = 33;
const ERANGE: u64 = 34;

/// Classes of `llvm.is.fpclass`.
const BELOW_ZERO: u32 = 0x1c;
const FINITE: u32 = super::compose::FINITE;
const FINITE_NOT_ZERO: u32 = 0x198;
const INFINITE: u32 = 0x204;
const INFINITE_OR_ZERO: u32 = 0x264;

/// Small results that are errors.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Small {
    /// None.
    Never,
    /// A zero, if the exact result is not zero.
    Zero,
    /// A subnormal number, too.
    Subnormal,
}

/// Which small results of a function are errors; `None` if it leaves `errno` alone.
fn convention(function: Math) -> Option<Small> {
    let name = match function {
        Math::Unary(row) => host::UNARY[usize::from(row)].name,
        Math::Binary(row) => host::BINARY[usize::from(row)].name,
        Math::NextAfter => return Some(Small::Subnormal),
        Math::Scale => return Some(Small::Zero),
        Math::SquareRoot
        | Math::Remainder(_)
        | Math::Difference
        | Math::Bessel { .. }
        | Math::SineAndCosine
        | Math::LogGammaAndSign => return Some(Small::Never),
        _ => return None,
    };
    match name {
        "exp" | "exp2" | "exp10" | "pow" | "erfc" | "tgamma" | "atan2" => Some(Small::Zero),
        "cbrt" | "erf" | "atan" | "tanh" | "asinh" => None,
        _ => Some(Small::Never),
    }
}

/// The error of a function with these arguments and this result, all of one format.
fn error_of(function: Math, format: Format, arguments: &[u128], result: u128) -> Option<u64> {
    let small = convention(function)?;
    let all = |is: &dyn Fn(u128) -> bool| arguments.iter().all(|argument| is(*argument));
    if format.is_nan(result) {
        return all(&|argument| !format.is_nan(argument)).then_some(EDOM);
    }
    let first = *arguments.first()?;
    let is_finite = |number| !format.is_nan(number) && !format.is_infinite(number);
    let is_too_small = match small {
        Small::Never => false,
        Small::Zero => format.is_zero(result),
        Small::Subnormal => {
            format.magnitude(result) < format.smallest_normal() && arguments.get(1) != Some(&first)
        }
    };
    let is_error = format.is_infinite(result) || (is_too_small && !format.is_zero(first));
    // The second argument of `nextafter` may be an infinity.
    let is_of_numbers = if function == Math::NextAfter { is_finite(first) } else { all(&is_finite) };
    (is_error && is_of_numbers).then_some(ERANGE)
}

impl Machine {
    /// Sets `errno` after a call that returned `result`, if the program can read it.
    pub(in crate::exec::shims) fn set_math_error(
        &mut self,
        state: &mut State,
        function: Math,
        arguments: &[(Value, Bits)],
        result: Option<Value>,
    ) -> Step {
        if self.errno.is_none() {
            return Ok(());
        }
        let argument = |at: usize| arguments.get(at).copied().unwrap_or((Value::ZERO, Bits(64)));
        let ((first, width), (second, second_width)) = (argument(0), argument(1));
        if function == Math::IntegerExponent {
            let has_none = self.has_class(width, first, !FINITE_NOT_ZERO);
            return self.set_error_if(state, has_none, EDOM);
        }
        if convention(function).is_none() {
            return Ok(());
        }
        let takes_two =
            matches!(function, Math::Binary(_) | Math::Remainder(_) | Math::Difference | Math::NextAfter);
        let floats: &[(Value, Bits)] = match function {
            Math::Bessel { .. } => &[(second, second_width)],
            // Infinities have no sine.
            _ if takes_two && second_width == width => &[(first, width), (second, width)],
            _ => &[(first, width)],
        };
        let width = floats[0].1;
        let Some(format) = Format::of(width) else { return Ok(()) };
        if function == Math::SineAndCosine {
            let is_infinite = self.has_class(width, first, INFINITE);
            return self.set_error_if(state, is_infinite, EDOM);
        }
        let Some(result) = result else { return Ok(()) };
        let numbers: Option<Vec<u128>> =
            floats.iter().map(|(value, _)| self.number_of(state, *value, width)).collect();
        if let (Some(numbers), Some(result)) = (numbers, self.concrete(result)) {
            return match error_of(function, format, &numbers, result) {
                Some(error) => self.set_errno(state, Value::int(error)),
                None => Ok(()),
            };
        }
        match function {
            Math::SquareRoot => {
                let is_below = self.has_class(width, first, BELOW_ZERO);
                self.set_error_if(state, is_below, EDOM)
            }
            Math::Scale | Math::Difference => {
                let (before, after) = match function {
                    Math::Scale => (FINITE_NOT_ZERO, INFINITE_OR_ZERO),
                    _ => (FINITE, INFINITE),
                };
                let mut is_error = self.has_class(width, result, after);
                for (value, _) in floats {
                    let is_finite = self.has_class(width, *value, before);
                    is_error = self.general(Kind::And, Bits(1), is_error, is_finite);
                }
                self.set_error_if(state, is_error, ERANGE)
            }
            _ => Ok(()),
        }
    }

    /// The value as a number, if it is one, or became one for a function that takes only numbers.
    fn number_of(&mut self, state: &State, value: Value, width: Bits) -> Option<u128> {
        if let Some(number) = self.concrete(value) {
            return Some(number);
        }
        let term = value.to_term(&mut self.arena, width);
        let term = state.path.reduce(&mut self.arena, &mut self.solver, term);
        self.arena.as_const(term)
    }

    /// Sets `errno` to `error` if the condition, of one bit, holds; otherwise it stays as it was.
    fn set_error_if(&mut self, state: &mut State, condition: Value, error: u64) -> Step {
        let Some(old) = self.errno(state)? else { return Ok(()) };
        let int = Bits(32);
        let condition = condition.to_term(&mut self.arena, Bits(1));
        let new = self.arena.constant(int, u128::from(error));
        let old = old.to_term(&mut self.arena, int);
        let chosen = self.arena.ite(condition, new, old);
        let chosen = Value::from_term(&self.arena, chosen);
        self.set_errno(state, chosen)
    }
}
