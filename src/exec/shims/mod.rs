//! Functions that the machine does itself, known by name.
//!
//! To add one: a variant of [`Shim`], its name in [`named`], and an arm in [`Machine::call_shim`] that calls
//! a method of the file it belongs to.

mod foreign;
mod heap;
mod inputs;
mod math;
mod process;

use super::State;
use super::machine::{Machine, Step};
use crate::memory::Value;
use crate::util::Bits;
use math::Math;

/// A function that the machine does itself.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Shim {
    /// `symir_bytes`, `symir_string`
    Bytes,
    String,
    /// `symir_int` and its family: an integer of this width
    Integer {
        width: u8,
        signed: bool,
    },
    Bool,
    Float {
        width: u8,
    },
    /// `symir_range`
    Range,
    /// `klee_range`
    HalfOpenRange,
    /// `__VERIFIER_nondet_…`
    Nondet {
        width: u8,
        signed: bool,
    },
    NondetBool,
    NondetFloat {
        width: u8,
    },
    ReportError,
    ReachError,
    /// Nothing happens.
    Nothing,
    Assume,
    AssertFail,
    /// `symir_unsupported`: what a model of a library function cannot do
    Unsupported,
    TestBegin,
    TestEnd,
    Exit,
    Abort,
    /// `__assert_fail` of `assert.h`
    LibraryAssertFail,
    Malloc,
    Calloc,
    Realloc,
    Free,
    MemCpy,
    MemSet,
    Math(Math),
}

/// The shim for a function of this name.
pub(super) fn named(name: &str) -> Option<Shim> {
    let integer = |width, signed| Some(Shim::Integer { width, signed });
    match name {
        "symir_bytes" => Some(Shim::Bytes),
        "symir_string" => Some(Shim::String),
        "symir_bool" => Some(Shim::Bool),
        "symir_char" | "symir_schar" => integer(8, true),
        "symir_uchar" => integer(8, false),
        "symir_short" => integer(16, true),
        "symir_ushort" => integer(16, false),
        "symir_int" => integer(32, true),
        "symir_uint" => integer(32, false),
        "symir_long" | "symir_longlong" => integer(64, true),
        "symir_ulong" | "symir_ulonglong" => integer(64, false),
        "symir_float" => Some(Shim::Float { width: 32 }),
        "symir_double" => Some(Shim::Float { width: 64 }),
        "symir_range" => Some(Shim::Range),
        "symir_assume" => Some(Shim::Assume),
        "symir_assert_fail" => Some(Shim::AssertFail),
        "symir_unsupported" => Some(Shim::Unsupported),
        "symir_test_begin" => Some(Shim::TestBegin),
        "symir_test_end" => Some(Shim::TestEnd),
        "exit" | "_exit" | "_Exit" => Some(Shim::Exit),
        "abort" => Some(Shim::Abort),
        "__assert_fail" => Some(Shim::LibraryAssertFail),
        "malloc" => Some(Shim::Malloc),
        "calloc" => Some(Shim::Calloc),
        "realloc" => Some(Shim::Realloc),
        "free" => Some(Shim::Free),
        "memcpy" | "memmove" => Some(Shim::MemCpy),
        "memset" => Some(Shim::MemSet),
        _ => foreign::named(name).or_else(|| math::named(name).map(Shim::Math)),
    }
}

impl Shim {
    /// Whether the machine does this even where the program brings a function of the name along: what
    /// `symir.h` declares is never the program's own.
    pub(super) fn overrides_bodies(self) -> bool {
        matches!(
            self,
            Shim::Bytes
                | Shim::String
                | Shim::Integer { .. }
                | Shim::Bool
                | Shim::Float { .. }
                | Shim::Range
                | Shim::Assume
                | Shim::AssertFail
                | Shim::Unsupported
                | Shim::TestBegin
                | Shim::TestEnd
        )
    }
}

impl Machine {
    /// Does what a call of the function does; gives its result, if it has one.
    pub(super) fn call_shim(
        &mut self,
        state: &mut State,
        shim: Shim,
        arguments: &[(Value, Bits)],
    ) -> Step<Option<Value>> {
        let argument = |at: usize| arguments.get(at).map_or(Value::ZERO, |(value, _)| *value);
        let [a, b, c] = [argument(0), argument(1), argument(2)];
        match shim {
            Shim::Bytes => self.input_bytes(state, a, b, c).map(|()| None),
            Shim::String => self.input_string(state, a, b, c).map(|()| None),
            Shim::Integer { width, signed } => {
                let name = self.input_name(state, a)?;
                self.input_integer(state, name, Bits(width.into()), signed).map(Some)
            }
            Shim::Bool => {
                let name = self.input_name(state, a)?;
                self.input_bool(state, name).map(Some)
            }
            Shim::Float { width } => {
                let name = self.input_name(state, a)?;
                Ok(Some(self.input_float(state, name, Bits(width.into()))))
            }
            Shim::NondetFloat { width } => {
                Ok(Some(self.input_float(state, "nondet".into(), Bits(width.into()))))
            }
            Shim::Nondet { width, signed } => {
                self.input_integer(state, "nondet".into(), Bits(width.into()), signed).map(Some)
            }
            Shim::NondetBool => self.input_bool(state, "nondet".into()).map(Some),
            Shim::HalfOpenRange => self.half_open_range(state, a, b, c).map(Some),
            Shim::ReportError => self.report_error(state, c),
            Shim::ReachError => self.reach_error(state),
            Shim::Nothing => Ok(None),
            Shim::Range => self.input_range(state, a, b, c).map(Some),
            Shim::Assume => {
                let width = arguments.first().map_or(Bits(32), |(_, width)| *width);
                self.assume(state, a, width).map(|()| None)
            }
            Shim::AssertFail => self.assertion_failed(state, a),
            Shim::Unsupported => self.model_unsupported(state, a),
            Shim::TestBegin => self.test_begin(state, a).map(|()| None),
            Shim::TestEnd => self.test_end(state).map(|()| None),
            Shim::Exit => self.exit(a),
            Shim::Abort => self.abort(state),
            Shim::LibraryAssertFail => self.assertion_failed(state, a),
            Shim::Malloc => self.malloc(state, a).map(Some),
            Shim::Calloc => self.calloc(state, a, b).map(Some),
            Shim::Realloc => self.realloc(state, a, b).map(Some),
            Shim::Free => self.free(state, a).map(|()| None),
            Shim::MemCpy => self.copy(state, a, b, c).map(|()| Some(a)),
            Shim::MemSet => self.fill(state, a, b, c).map(|()| Some(a)),
            Shim::Math(function) => self.call_math(state, function, arguments),
        }
    }
}
