//! Functions of other tools in terms of symir's own, so that programs written for these tools run unchanged:
//! KLEE's intrinsics (<https://klee-se.org/docs/intrinsics/>), and the functions of SV-COMP and Test-Comp
//! (<https://sv-comp.sosy-lab.org/2024/rules.php>).

use super::Shim;
use crate::exec::State;
use crate::exec::machine::{Machine, Step};
use crate::ir::header::{self, Does};
use crate::memory::Value;
use crate::testcase::{BugKind, ERROR_CALL, InputKind};
use crate::util::Bits;

/// The shim for a function of another tool.
pub(super) fn named(name: &str) -> Option<Shim> {
    match name {
        "klee_make_symbolic" => Some(Shim::MakeSymbolic),
        "klee_assume" | "__VERIFIER_assume" => Some(Shim::Header(Does::Assume)),
        "klee_int" => header::named("symir_int").map(|function| Shim::Header(function.does)),
        "klee_range" => Some(Shim::HalfOpenRange),
        "klee_silent_exit" => Some(Shim::ExitAtOnce),
        "klee_abort" => Some(Shim::Abort),
        "klee_report_error" => Some(Shim::ReportError),
        // By the rules of SV-COMP a call is the error, whatever the body of the program's own function does.
        "reach_error" | "__VERIFIER_error" => Some(Shim::ReachError),
        // Programs of SV-COMP define it as `if (!cond) abort();` and mean an assumption.
        "assume_abort_if_not" => Some(Shim::AssumeOrAbort),
        "__VERIFIER_nondet_memory" => Some(Shim::NondetMemory),
        "klee_is_symbolic" => Some(Shim::IsSymbolic),
        "klee_choose" => Some(Shim::Choose),
        "klee_is_replay" => Some(Shim::Zero),
        "klee_get_obj_size" => Some(Shim::ObjectSize),
        "klee_check_memory_access" => Some(Shim::CheckAccess),
        _ if name.starts_with("klee_get_value") => Some(Shim::GetValue),
        // Hints, which change neither what is possible nor what is tested.
        "klee_prefer_cex"
        | "klee_posix_prefer_cex"
        | "klee_mark_global"
        | "klee_set_forking"
        | "klee_open_merge"
        | "klee_close_merge"
        | "klee_warning"
        | "klee_warning_once"
        | "klee_print_expr"
        | "klee_print_range"
        | "klee_stack_trace"
        // There is one thread.
        | "__VERIFIER_atomic_begin"
        | "__VERIFIER_atomic_end" => Some(Shim::Nothing),
        _ => nondet(name.strip_prefix("__VERIFIER_nondet_")?),
    }
}

/// The shim for `__VERIFIER_nondet_` and this name of a type.
fn nondet(ty: &str) -> Option<Shim> {
    match ty {
        "int128" | "uint128" => Some(Shim::NondetWide),
        _ => header::nondet(ty).map(Shim::Nondet),
    }
}

impl Machine {
    /// `klee_range(begin, end, name)`: the end is not included
    pub(super) fn half_open_range(
        &mut self,
        state: &mut State,
        low: Value,
        end: Value,
        name: Value,
    ) -> Step<Value> {
        let width = Bits(32);
        let minus_one = Value::int(u64::from(u32::MAX));
        let high = self.general(crate::expr::Kind::Add, width, end, minus_one);
        self.input_range(state, low, high, name)
    }

    /// `klee_make_symbolic(object, size, name)`: by the type of the object, if that is known; without a name
    /// it is `unnamed`
    pub(super) fn make_symbolic(&mut self, state: &mut State, to: Value, size: Value, name: Value) -> Step {
        let name = if name.as_int() == Some(0) { "unnamed".into() } else { self.input_name(state, name)? };
        let size = self.input_size(state, size, "klee_make_symbolic")?;
        self.input_memory(state, to, size, name)
    }

    /// `klee_choose(n)`: a number from 0 to n − 1
    pub(super) fn choose(&mut self, state: &mut State, n: Value) -> Step<Value> {
        let value = self.input_integer(state, "choose".into(), Bits(64), false)?;
        let (term, n) = (value.to_term(&mut self.arena, Bits(64)), n.to_term(&mut self.arena, Bits(64)));
        let below = self.arena.ult(term, n);
        self.require(state, below)?;
        Ok(value)
    }

    /// `klee_get_value_…(expression)`: a number that the expression may be, without consequences for the path
    pub(super) fn get_value(&mut self, state: &mut State, value: Value, width: Bits) -> Step<Value> {
        if value.as_int().is_some() {
            return Ok(value);
        }
        let term = value.to_term(&mut self.arena, width);
        let number = self.least_from(state, term, 0)?.unwrap_or(0);
        Ok(self.constant(width, u128::from(number)))
    }

    /// `klee_report_error(file, line, message, suffix)`
    pub(super) fn report_error<T>(&mut self, state: &State, message: Value) -> Step<T> {
        let message = self.text_at(state, message).unwrap_or_else(|| "an error".to_owned());
        Err(self.bug(state, BugKind::AssertionFailed, format!("reports `{message}`")).into())
    }

    /// `__VERIFIER_nondet_memory(start, size)`
    pub(super) fn nondet_memory(&mut self, state: &mut State, to: Value, size: Value) -> Step {
        let Some(size) = size.as_int() else {
            return Err(self.unsupported(state, "__VERIFIER_nondet_memory of symbolic size").into());
        };
        self.input_buffer(state, to, size, "nondet".into(), InputKind::Bytes)
    }

    /// `reach_error()`
    pub(super) fn reach_error<T>(&mut self, state: &State) -> Step<T> {
        Err(self.bug(state, BugKind::AssertionFailed, ERROR_CALL).into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::header::ValueKind;

    #[test]
    fn names_of_types_are_those_of_sv_comp() {
        assert_eq!(
            named("__VERIFIER_nondet_uchar"),
            Some(Shim::Nondet(ValueKind::Integer { width: 8, signed: false }))
        );
        assert_eq!(named("__VERIFIER_nondet_uint128"), Some(Shim::NondetWide));
        assert_eq!(
            named("__VERIFIER_nondet_pchar"),
            Some(Shim::Nondet(ValueKind::Integer { width: 64, signed: false }))
        );
        assert_eq!(named("__VERIFIER_nondet_dog"), None);
        assert_eq!(named("verifier"), None);
    }
}
