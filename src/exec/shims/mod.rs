//! Functions that the machine executes itself, known by their names.
//!
//! To add one: a variant of [`Shim`], its name in [`named`], and an arm in [`Machine::call_shim`] that calls
//! a method of the file it belongs to. Those of `symir.h` have a table of their own, `ir/header.rs`.

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
use crate::ir::header::{self, Does, ValueKind};
use crate::memory::{Access, Value};
use crate::util::{Bits, Bytes};
use math::Math;
pub(super) use objects::Naming;
use sanitizer::Check;

/// A function that the machine executes itself.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Shim {
    /// A function of `symir.h`
    Header(Does),
    /// `klee_range`
    HalfOpenRange,
    /// `__VERIFIER_nondet_…`
    Nondet(ValueKind),
    /// `__VERIFIER_nondet_uint128`: its two words, the lower first
    NondetWide,
    ReportError,
    ReachError,
    /// `assume_abort_if_not` of SV-COMP
    AssumeOrAbort,
    /// `__VERIFIER_nondet_memory`
    NondetMemory,
    /// Nothing happens.
    Nothing,
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
    /// `symir_memory`: memory that a model keeps for itself
    LibraryMemory,
    MemCpy,
    MemMove,
    MemSet,
    SetJump,
    LongJump,
    /// The results of `cpuid`, `rdtsc` and similar instructions
    Processor,
    /// Functions that the model of exceptions calls
    Frames,
    Clauses,
    Clause,
    Land,
    Uncaught,
    /// A handler of `-fsanitize=undefined`
    Sanitizer(Check),
    /// `klee_make_symbolic`
    MakeSymbolic,
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
    /// A function that models of library functions call
    Output,
    /// `symir_is_heard`, `symir_is_result_used`, `symir_span`
    IsHeard,
    IsResultUsed,
    /// `symir_text_number`
    TextNumber,
    Span,
    /// `symir_compared`
    Compared,
    /// `symir_fault`: the stand-in for a function that may fail asks whether it does
    Fault,
    /// `symir_stream`, `symir_control_stream`, `symir_system`
    Stream,
    ControlStream,
    System,
    FileContents,
    ReadStream,
    StoreFile,
    Time,
    /// `math.h`, or an intrinsic of LLVM, which leaves `errno` alone
    Math {
        function: Math,
        sets_errno: bool,
    },
}

/// Whether the machine executes a function of this name itself.
pub fn is_known(name: &str) -> bool {
    named(name).is_some()
}

/// The shim for a function of this name.
pub(super) fn named(name: &str) -> Option<Shim> {
    if let Some(function) = header::named(name) {
        return Some(Shim::Header(function.does));
    }
    match name {
        "exit" => Some(Shim::Exit),
        "_exit" | "_Exit" => Some(Shim::ExitAtOnce),
        "symir_output" => Some(Shim::Output),
        "symir_is_heard" => Some(Shim::IsHeard),
        "symir_is_result_used" => Some(Shim::IsResultUsed),
        "symir_text_number" => Some(Shim::TextNumber),
        "symir_stream" => Some(Shim::Stream),
        "symir_control_stream" => Some(Shim::ControlStream),
        "symir_system" => Some(Shim::System),
        "symir_span" => Some(Shim::Span),
        "symir_compared" => Some(Shim::Compared),
        "symir_fault" => Some(Shim::Fault),
        "symir_file_contents" => Some(Shim::FileContents),
        "symir_read_stream" => Some(Shim::ReadStream),
        "symir_store_file" => Some(Shim::StoreFile),
        "symir_time" => Some(Shim::Time),
        "symir_memory" => Some(Shim::LibraryMemory),
        "abort" | "_ZSt9terminatev" | "__cxa_pure_virtual" | "__cxa_deleted_virtual" => Some(Shim::Abort),
        // Functions by which the library of C++ throws, if nothing catches.
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
        _ => sanitizer::named(name).map(Shim::Sanitizer).or_else(|| foreign::named(name)).or_else(|| {
            let function = math::named(name)?;
            Some(Shim::Math { function, sets_errno: !name.starts_with("llvm.") })
        }),
    }
}

impl Shim {
    /// Whether the machine executes this even if the program has a function of that name: the functions that
    /// `symir.h` declares are never the program's own.
    pub(super) fn overrides_bodies(self) -> bool {
        matches!(self, Shim::Header(_) | Shim::ReachError | Shim::AssumeOrAbort)
    }
}

impl Machine {
    /// Executes a call of the function and returns its result, if it has one.
    pub(super) fn call_shim(
        &mut self,
        state: &mut State,
        shim: Shim,
        arguments: &[(Value, Bits)],
    ) -> Step<Option<Value>> {
        let argument = |at: usize| arguments.get(at).map_or(Value::ZERO, |(value, _)| *value);
        let [a, b, c] = [argument(0), argument(1), argument(2)];
        match shim {
            Shim::Header(does) => self.call_header(state, does, arguments),
            Shim::Nondet(kind) => self.input_value(state, "nondet".into(), kind).map(Some),
            Shim::NondetWide => unreachable!("invariant: two results are the call's own business"),
            Shim::HalfOpenRange => self.half_open_range(state, a, b, c).map(Some),
            Shim::ReportError => self.report_error(state, c),
            Shim::ReachError => self.reach_error(state),
            Shim::Nothing => Ok(None),
            Shim::NondetMemory => self.nondet_memory(state, a, b).map(|()| None),
            Shim::AssumeOrAbort => self.call_header(state, Does::Assume, arguments),
            Shim::Exit => unreachable!("invariant: a call of exit leaves the call itself"),
            Shim::ExitAtOnce => {
                self.forget_streams();
                Err(Ending::Exited(a).into())
            }
            Shim::Output => self.output(state, a, b, c).map(|()| None),
            Shim::IsHeard => Ok(Some(Value::int(u64::from(self.host.listens())))),
            Shim::TextNumber => self.text_number(state, a).map(Some),
            Shim::IsResultUsed => Ok(Some(Value::int(u64::from(self.is_result_used(state))))),
            Shim::Stream => self.stream(state, a, b, c).map(|()| None),
            Shim::ControlStream => {
                self.control_stream(a, b, c);
                Ok(None)
            }
            Shim::System => self.system(state, arguments).map(Some),
            Shim::Compared if self.options.lenient_memcmp => Ok(None),
            Shim::Compared => self.check_readable(state, a, b).map(|()| None),
            Shim::Fault => self.fault(state, [a, b, c, argument(3)]).map(Some),
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
            Shim::LibraryMemory => self.library_memory(state, a).map(Some),
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
            Shim::Choose => self.choose(state, a).map(Some),
            Shim::Zero => Ok(Some(Value::ZERO)),
            Shim::ObjectSize => {
                let object = a.object().filter(|object| state.memory.is_current(*object));
                if let Some(object) = object {
                    self.settle_size(state, object)?;
                }
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
            Shim::Math { function, sets_errno } => {
                let result = self.call_math(state, function, arguments)?;
                if sets_errno {
                    self.set_math_error(state, function, arguments, result)?;
                }
                Ok(result)
            }
        }
    }
}
