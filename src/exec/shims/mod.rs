//! Functions that the machine does itself, known by name.
//!
//! To add one: a variant of [`Shim`], its name in [`named`], and an arm in [`Machine::call_shim`] that calls
//! a method of the file it belongs to.

mod foreign;
mod heap;
mod inputs;
mod jumps;
mod math;
mod objects;
mod output;
mod outside;
mod process;
mod sanitizer;
mod system;
mod unwind;

use super::machine::{Machine, Step};
use super::{Ending, State};
use crate::ir::VECTOR_INDEX;
use crate::memory::{Access, Value};
use crate::util::{Bits, Bytes};
use math::Math;
pub(super) use objects::Naming;
use sanitizer::Check;

/// A function that the machine does itself.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Shim {
    /// `symir_bytes`, `symir_object`, `symir_string`
    Bytes,
    Object,
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
    /// `__VERIFIER_nondet_uint128`: its two words, the lower first
    NondetWide,
    NondetFloat {
        width: u8,
    },
    ReportError,
    ReachError,
    /// `assume_abort_if_not` of SV-COMP
    AssumeOrAbort,
    /// `__VERIFIER_nondet_memory`
    NondetMemory,
    /// Nothing happens.
    Nothing,
    Assume,
    AssertFail,
    /// `symir_unsupported`: what a model of a library function cannot do
    Unsupported,
    TestBegin,
    TestEnd,
    Exit,
    /// `_exit`: at once, without handlers
    ExitAtOnce,
    Abort,
    /// `__assert_fail` of `assert.h`
    LibraryAssertFail,
    Malloc,
    Calloc,
    Realloc,
    Free,
    MemCpy,
    MemMove,
    MemSet,
    SetJump,
    LongJump,
    /// What `cpuid`, `rdtsc` and the like give
    Processor,
    /// What the model of exceptions calls
    Frames,
    Clauses,
    Clause,
    Land,
    Uncaught,
    /// A handler of `-fsanitize=undefined`
    Sanitizer(Check),
    /// `klee_make_symbolic`
    MakeSymbolic,
    /// `symir_vector_index`: what the frontend puts before an access to an element of a vector
    VectorIndex,
    /// `klee_choose`: a number below another
    Choose,
    /// Zero.
    Zero,
    /// `klee_get_obj_size`
    ObjectSize,
    /// `klee_check_memory_access`
    CheckAccess,
    /// `klee_is_symbolic`
    IsSymbolic,
    /// `klee_get_value_…`
    GetValue,
    /// `aligned_alloc`, `memalign`
    AlignedAlloc,
    PosixMemalign,
    /// What models of library functions call
    Output,
    /// `symir_is_heard`, `symir_is_result_used`, `symir_span`
    IsHeard,
    IsResultUsed,
    Span,
    /// `symir_stream`, `symir_control_stream`, `symir_system`
    Stream,
    ControlStream,
    System,
    FileContents,
    ReadStream,
    StoreFile,
    Time,
    Math(Math),
}

/// Whether the machine does a function of this name itself.
pub fn is_known(name: &str) -> bool {
    named(name).is_some()
}

/// The shim for a function of this name.
pub(super) fn named(name: &str) -> Option<Shim> {
    let integer = |width, signed| Some(Shim::Integer { width, signed });
    match name {
        "symir_bytes" => Some(Shim::Bytes),
        "symir_typed" => Some(Shim::Object),
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
        VECTOR_INDEX => Some(Shim::VectorIndex),
        "symir_test_begin" => Some(Shim::TestBegin),
        "symir_test_end" => Some(Shim::TestEnd),
        "exit" => Some(Shim::Exit),
        "_exit" | "_Exit" => Some(Shim::ExitAtOnce),
        "symir_output" => Some(Shim::Output),
        "symir_is_heard" => Some(Shim::IsHeard),
        "symir_is_result_used" => Some(Shim::IsResultUsed),
        "symir_stream" => Some(Shim::Stream),
        "symir_control_stream" => Some(Shim::ControlStream),
        "symir_system" => Some(Shim::System),
        "symir_span" => Some(Shim::Span),
        "symir_file_contents" => Some(Shim::FileContents),
        "symir_read_stream" => Some(Shim::ReadStream),
        "symir_store_file" => Some(Shim::StoreFile),
        "symir_time" => Some(Shim::Time),
        "abort" | "_ZSt9terminatev" | "__cxa_pure_virtual" | "__cxa_deleted_virtual" => Some(Shim::Abort),
        // What the library of C++ throws, where nothing catches.
        _ if name.starts_with("_ZSt") && name.contains("__throw_") => Some(Shim::Abort),
        "__assert_fail" => Some(Shim::LibraryAssertFail),
        "malloc" | "_Znwm" | "_Znam" | "_ZnwmRKSt9nothrow_t" | "_ZnamRKSt9nothrow_t" => Some(Shim::Malloc),
        "calloc" => Some(Shim::Calloc),
        "realloc" => Some(Shim::Realloc),
        "free" | "_ZdlPv" | "_ZdlPvm" | "_ZdaPv" | "_ZdaPvm" => Some(Shim::Free),
        "memcpy" => Some(Shim::MemCpy),
        "memmove" => Some(Shim::MemMove),
        "setjmp" | "_setjmp" | "sigsetjmp" | "__sigsetjmp" => Some(Shim::SetJump),
        "longjmp" | "_longjmp" | "siglongjmp" | "__longjmp_chk" => Some(Shim::LongJump),
        "memset" => Some(Shim::MemSet),
        "symir_processor" => Some(Shim::Processor),
        "symir_frames" => Some(Shim::Frames),
        "symir_clauses" => Some(Shim::Clauses),
        "symir_clause" => Some(Shim::Clause),
        "symir_land" => Some(Shim::Land),
        "symir_uncaught" => Some(Shim::Uncaught),
        "aligned_alloc" | "memalign" => Some(Shim::AlignedAlloc),
        "posix_memalign" => Some(Shim::PosixMemalign),
        _ => sanitizer::named(name)
            .map(Shim::Sanitizer)
            .or_else(|| foreign::named(name))
            .or_else(|| math::named(name).map(Shim::Math)),
    }
}

impl Shim {
    /// Whether the machine does this even where the program brings a function of the name along: what
    /// `symir.h` declares is never the program's own.
    pub(super) fn overrides_bodies(self) -> bool {
        matches!(
            self,
            Shim::Bytes
                | Shim::Object
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
                | Shim::ReachError
                | Shim::AssumeOrAbort
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
            Shim::Object => self.input_object(state, a, b, c).map(|()| None),
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
            Shim::NondetWide => unreachable!("invariant: two results are the call's own business"),
            Shim::NondetBool => self.input_bool(state, "nondet".into()).map(Some),
            Shim::HalfOpenRange => self.half_open_range(state, a, b, c).map(Some),
            Shim::ReportError => self.report_error(state, c),
            Shim::ReachError => self.reach_error(state),
            Shim::Nothing => Ok(None),
            Shim::Range => self.input_range(state, a, b, c).map(Some),
            Shim::NondetMemory => self.nondet_memory(state, a, b).map(|()| None),
            Shim::Assume | Shim::AssumeOrAbort => {
                let width = arguments.first().map_or(Bits(32), |(_, width)| *width);
                self.assume(state, a, width).map(|()| None)
            }
            Shim::AssertFail => self.assertion_failed(state, a),
            Shim::Unsupported => self.model_unsupported(state, a),
            Shim::TestBegin => self.test_begin(state, a).map(|()| None),
            Shim::TestEnd => self.test_end(state).map(|()| None),
            Shim::Exit => unreachable!("invariant: a call of exit leaves the call itself"),
            Shim::ExitAtOnce => {
                self.forget_streams();
                Err(Ending::Exited(a).into())
            }
            Shim::Output => self.output(state, a, b, c).map(|()| None),
            Shim::IsHeard => Ok(Some(Value::int(u64::from(self.host.listens())))),
            Shim::IsResultUsed => Ok(Some(Value::int(u64::from(self.is_result_used(state))))),
            Shim::Stream => self.stream(state, a, b, c).map(|()| None),
            Shim::ControlStream => {
                self.control_stream(a, b, c);
                Ok(None)
            }
            Shim::System => self.system(state, arguments).map(Some),
            Shim::Span => self.span(state, a, b, c).map(Some),
            Shim::FileContents => self.file_contents(state, a, b).map(Some),
            Shim::ReadStream => self.read_stream(state, a, b, c).map(Some),
            Shim::StoreFile => self.store_file(state, a, b, c).map(|()| None),
            Shim::Time => self.time(state, a).map(Some),
            Shim::Abort => self.abort(state),
            Shim::LibraryAssertFail => self.assertion_failed(state, a),
            Shim::Malloc => self.malloc(state, a).map(Some),
            Shim::Calloc => self.calloc(state, a, b).map(Some),
            Shim::Realloc => self.realloc(state, a, b).map(Some),
            Shim::Free => self.free(state, a).map(|()| None),
            Shim::MemCpy => self.copy_apart(state, a, b, c).map(|()| Some(a)),
            Shim::MemMove => self.copy(state, a, b, c).map(|()| Some(a)),
            Shim::SetJump => self.set_jump(state, a).map(Some),
            Shim::LongJump => unreachable!("invariant: a jump leaves the call itself"),
            Shim::Processor => self.input_integer(state, "processor".into(), Bits(32), false).map(Some),
            Shim::Frames => Ok(Some(self.n_frames(state))),
            Shim::Clauses => Ok(Some(self.n_clauses(state, a))),
            Shim::Clause => self.clause(state, [a, b, c, argument(3), argument(4)]).map(Some),
            Shim::Land => unreachable!("invariant: who goes to a landing pad leaves the call itself"),
            Shim::Uncaught => self.uncaught(state, a),
            Shim::Sanitizer(check) => self.sanitizer_bug(state, check, a, c),
            Shim::MakeSymbolic => self.make_symbolic(state, a, b, c).map(|()| None),
            Shim::VectorIndex => self.check_vector_index(state, a, b, c).map(|()| None),
            Shim::Choose => self.choose(state, a).map(Some),
            Shim::Zero => Ok(Some(Value::ZERO)),
            Shim::ObjectSize => {
                let object = a.object().filter(|object| state.memory.is_current(*object));
                Ok(Some(Value::int(object.map_or(0, |object| state.memory.size(object.id).0))))
            }
            Shim::CheckAccess => {
                let size = self.pin(state, b, Bits(64), u64::MAX, u64::MAX)?;
                self.resolve(state, a, Bytes(size), Access::Read).map(|_| None)
            }
            Shim::IsSymbolic => Ok(Some(Value::int(u64::from(a.as_int().is_none())))),
            Shim::GetValue => {
                let width = arguments.first().map_or(Bits(32), |(_, width)| *width);
                self.get_value(state, a, width).map(Some)
            }
            Shim::AlignedAlloc => self.aligned_alloc(state, a, b).map(Some),
            Shim::PosixMemalign => self.posix_memalign(state, a, b, c).map(Some),
            Shim::MemSet => self.fill(state, a, b, c).map(|()| Some(a)),
            Shim::Math(function) => self.call_math(state, function, arguments),
        }
    }
}
