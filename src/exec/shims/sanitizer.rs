//! The handlers that `-fsanitize=undefined` calls: each is an error with a name.
//!
//! Clang compiles the check as a branch, so that the side without the error goes on by itself. The handlers
//! are those of compiler-rt's `ubsan_handlers.h`.

use crate::exec::State;
use crate::exec::machine::{Machine, Step};
use crate::ir::Predicate;
use crate::memory::Value;
use crate::testcase::BugKind;
use crate::util::Bits;

/// Offsets in a handler's first argument, `ShiftOutOfBoundsData` of `ubsan_handlers.h`, and in
/// `TypeDescriptor` of `ubsan_value.h`: where the shifted type is, and where a type has its width.
const SHIFTED_TYPE: u64 = 16;
const TYPE_INFO: u64 = 2;

/// The error that a handler reports.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(in crate::exec) struct Check {
    kind: BugKind,
    words: &'static str,
}

/// The error that the handler of this name reports.
pub(super) fn named(name: &str) -> Option<Check> {
    let name = name.strip_prefix("__ubsan_handle_")?;
    let name = name.strip_suffix("_abort").unwrap_or(name);
    let name = name.strip_suffix("_v1").unwrap_or(name);
    let (kind, words) = match name {
        "add_overflow" => (BugKind::IntegerOverflow, "the sum does not fit its type"),
        "sub_overflow" => (BugKind::IntegerOverflow, "the difference does not fit its type"),
        "mul_overflow" => (BugKind::IntegerOverflow, "the product does not fit its type"),
        "negate_overflow" => (BugKind::IntegerOverflow, "the negated number does not fit its type"),
        "divrem_overflow" => (BugKind::DivisionOverflow, "the quotient does not fit its type"),
        "shift_out_of_bounds" => {
            (BugKind::OversizedShift, "shifts by the width or more, or a negative number")
        }
        "out_of_bounds" => (BugKind::UndefinedBehaviour, "the index lies outside of the array"),
        "builtin_unreachable" => (BugKind::Unreachable, "reaches code that the program says is unreachable"),
        "missing_return" => (BugKind::UndefinedBehaviour, "the function ends without a return"),
        "vla_bound_not_positive" => (BugKind::UndefinedBehaviour, "the length of an array is not positive"),
        "float_cast_overflow" => {
            (BugKind::UndefinedBehaviour, "the number does not fit the type it is converted to")
        }
        "load_invalid_value" => (BugKind::UndefinedBehaviour, "reads a value that its type does not have"),
        "pointer_overflow" => (BugKind::UndefinedBehaviour, "the sum of a pointer and an offset overflows"),
        "type_mismatch" => (BugKind::UndefinedBehaviour, "uses a pointer that is null or not aligned"),
        "alignment_assumption" => (BugKind::UndefinedBehaviour, "a pointer is not aligned as was promised"),
        "nonnull_arg" | "nullability_arg" => {
            (BugKind::UndefinedBehaviour, "passes null where the declaration forbids it")
        }
        "nonnull_return" | "nullability_return" => {
            (BugKind::UndefinedBehaviour, "returns null where the declaration forbids it")
        }
        "invalid_builtin" => (BugKind::UndefinedBehaviour, "passes zero to a builtin that forbids it"),
        "function_type_mismatch" => {
            (BugKind::UndefinedBehaviour, "calls a function through a pointer of another type")
        }
        "implicit_conversion" => (BugKind::UndefinedBehaviour, "an implicit conversion changes the value"),
        _ => (BugKind::UndefinedBehaviour, "a check of the sanitizer fails"),
    };
    Some(Check { kind, words })
}

impl Machine {
    /// How many bits the shifted number has.
    fn shifted_width(&mut self, state: &mut State, data: Value) -> Option<u64> {
        let at = self.offset(data, Value::int(SHIFTED_TYPE));
        let ty = self.read(state, at, Bits(64)).ok()?;
        let info = self.offset(ty, Value::int(TYPE_INFO));
        let info = self.read(state, info, Bits(16)).ok()?.as_int()?;
        // The lowest bit tells whether there is a sign. Above it stands the logarithm of the width.
        1u64.checked_shl((info >> 1) as u32)
    }

    /// Ends the path with the error that a handler reports. The operands follow the handler's first argument.
    pub(super) fn sanitizer_bug<T>(
        &mut self,
        state: &mut State,
        check: Check,
        data: Value,
        right: Value,
    ) -> Step<T> {
        if check.kind == BugKind::OversizedShift
            && let Some(width) = self.shifted_width(state, data)
        {
            let oversized = self.general_compare(Predicate::Uge, Bits(64), right, Value::int(width));
            self.check(state, oversized, |machine, state| machine.bug(state, check.kind, check.words))?;
            let words = "shifts a bit out of the number, or into its sign";
            return Err(self.bug(state, BugKind::IntegerOverflow, words).into());
        }
        let by_zero = check.kind == BugKind::DivisionOverflow && right.as_int() == Some(0);
        let (kind, words) = match by_zero {
            true => (BugKind::DivisionByZero, "divides by zero"),
            false => (check.kind, check.words),
        };
        Err(self.bug(state, kind, words).into())
    }
}
