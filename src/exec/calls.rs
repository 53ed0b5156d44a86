//! Calls and returns.

use super::access::STACK_LIMIT;
use super::choices::Shape;
use super::driver_calls::Record;
use super::machine::{Machine, Step};
use super::predecoded::Callee;
use super::shims::Shim;
use super::state::{Caller, Frame};
use super::varargs::Varargs;
use super::{Ending, State};
use crate::ir::{CallSite, FuncId, Inst, Operand, Program, RegId};
use crate::memory::{OriginKind, Value};
use crate::testcase::BugKind;
use crate::util::{Bits, Bytes};
use std::rc::Rc;

impl Machine {
    /// Calls a function that has a body, or does what symir has in the place of one without a body.
    pub(super) fn call(&mut self, program: &Program, state: &mut State, inst: &Inst) -> Step {
        let site = CallSite::read(program, inst.a);
        let callee = self.value(state, site.callee());
        let arguments: Vec<(Value, Bits)> =
            site.args().map(|passed| (self.value(state, passed.operand), passed.width)).collect();
        let shape = Shape { arguments: &arguments, n_results: site.n_results() };
        let function = self.function_at(state, callee, shape)?;
        let records = self.begin_recording(program, state, function, &arguments);
        match self.code.callees[function.index()] {
            Callee::Body => self.enter(program, state, inst, &site, function, arguments, records),
            Callee::Shim(Shim::Exit) => {
                let status = arguments.first().map_or(Value::ZERO, |(value, _)| *value);
                self.exit(program, state, status)
            }
            Callee::Shim(Shim::LongJump) => {
                let argument = |at: usize| arguments.get(at).map_or(Value::ZERO, |(value, _)| *value);
                self.long_jump(program, state, argument(0), argument(1))
            }
            Callee::Shim(Shim::NondetWide) => {
                for at in 0..site.n_results() as u32 {
                    let word = self.input_integer(state, "nondet".into(), Bits(64), false)?;
                    self.set(state, RegId::from_raw(inst.dst.raw() + at), word);
                }
                state.pc = state.pc.next();
                Ok(())
            }
            Callee::Shim(Shim::Land) => {
                let argument = |at: usize| arguments.get(at).map_or(Value::ZERO, |(value, _)| *value);
                self.land(program, state, [0, 1, 2].map(argument))
            }
            Callee::Shim(shim) => {
                let result = self.call_shim(state, shim, &arguments)?;
                if let Some(value) = result
                    && site.n_results() > 0
                {
                    self.set(state, inst.dst, value);
                }
                self.finish_recording(state, records, result.into_iter().collect());
                state.pc = state.pc.next();
                Ok(())
            }
            Callee::External => {
                self.call_external(program, state, inst, function, &arguments)?;
                let results = (0..site.n_results())
                    .map(|at| state.frame.registers.get(inst.dst.index() + at))
                    .collect();
                self.finish_recording(state, records, results);
                Ok(())
            }
        }
    }

    /// The function whose address `callee` is.
    fn function_at(&mut self, state: &mut State, callee: Value, shape: Shape<'_>) -> Step<FuncId> {
        let is_term = callee.as_int().is_none();
        let callee = if is_term { self.pin_function(state, callee, shape)? } else { callee };
        let address = callee.as_int().expect("invariant: made concrete above");
        let object = match callee.object() {
            Some(object) => Some(object),
            None => state.memory.find(address),
        };
        let object = object
            .filter(|object| state.memory.is_current(*object) && state.memory.address(object.id) == address);
        match object.map(|object| state.memory.origin(object.id)) {
            Some(origin) if origin.kind == OriginKind::Function => Ok(FuncId::from_raw(origin.number)),
            _ if address == 0 => Err(self.bug(state, BugKind::NullPointer, "calls a null pointer").into()),
            _ => {
                let message = format!("calls {address:#x}, which is no function");
                Err(self.bug(state, BugKind::WildPointer, message).into())
            }
        }
    }

    #[allow(clippy::too_many_arguments, reason = "the parts of one call, each read once by the caller")]
    fn enter(
        &mut self,
        program: &Program,
        state: &mut State,
        inst: &Inst,
        site: &CallSite,
        id: FuncId,
        mut arguments: Vec<(Value, Bits)>,
        records: Option<Record>,
    ) -> Step {
        let function = &program.functions[id.index()];
        let n_params = function.params.len();
        if arguments.len() < n_params {
            let message = format!("calls `{}` with too few arguments", function.name);
            return Err(self.unsupported(state, message).into());
        }
        let n_bytes = self.code.predecoded.frames[id.index()].n_bytes;
        let stack_used = state.frame.stack_used.saturating_add(n_bytes);
        if stack_used > self.options.max_stack {
            return Err(self.stack_overflow(state, id).into());
        }
        if self.options.split_results && state.calls.iter().any(|call| call.returned.is_none()) {
            state.note_printed(program, id, &arguments);
        }
        let varargs = (arguments.len() > n_params || function.is_vararg).then(|| {
            let kinds = site.args().map(|argument| argument.kind);
            Box::new(Varargs::place(&arguments, kinds, n_params))
        });
        arguments.truncate(n_params);
        let mut registers = self.registers.fresh(&self.code, id);
        for (register, (value, _)) in arguments.into_iter().enumerate() {
            registers.set(register, value);
        }
        let frame = Frame {
            function: id,
            registers,
            return_to: state.pc.next(),
            results: inst.dst,
            n_results: site.n_results() as u32,
            stack_mark: state.memory.stack_mark(),
            stack_used,
            varargs,
            records,
            mocks: None,
        };
        let caller = std::mem::replace(&mut state.frame, frame);
        state.callers.push(Caller::Own(caller));
        let entry = function.entry.expect("invariant: a callee with a body has an entry");
        self.take_edge(program, state, entry);
        Ok(())
    }

    /// The error of a call for which the stack has no room, reported in the callee before its first line.
    fn stack_overflow(&self, state: &State, callee: FuncId) -> Ending {
        let most = Bytes(self.options.max_stack);
        let depth = state.depth() + 1;
        let message = format!("calls go {depth} deep and need more than {most} of stack, {STACK_LIMIT}");
        let mut ending = self.bug(state, BugKind::StackOverflow, message);
        if let Ending::Bug(bug) = &mut ending {
            let entry = self.entry_site(callee);
            if !entry.file.is_empty() {
                bug.stack.insert(0, entry);
            }
        }
        ending
    }

    /// Returns to the caller; from `main`, ends the path.
    pub(super) fn ret(&mut self, program: &Program, state: &mut State, inst: &Inst) -> Step {
        self.split_result(program, state, inst)?;
        let operands = &program.extra[inst.a as usize..][..usize::from(inst.width)];
        let results: smallvec::SmallVec<[Value; 2]> =
            operands.iter().map(|raw| self.value(state, Operand::from_raw(*raw))).collect();
        let Some(caller) = state.callers.pop() else {
            let status = results.first().copied().unwrap_or(Value::ZERO);
            return self.returned_to_outside(program, state, status);
        };
        let frame = std::mem::replace(&mut state.frame, caller.into_frame());
        state.memory.release_stack(frame.stack_mark);
        self.finish_recording(state, frame.records, results.to_vec());
        self.finish_mocked(state, frame.mocks, &results);
        state.pc = frame.return_to;
        for (at, value) in results.iter().take(frame.n_results as usize).enumerate() {
            self.set(state, RegId::from_raw(frame.results.raw() + at as u32), *value);
        }
        self.registers.reuse(&self.code, frame.function, frame.registers);
        Ok(())
    }

    /// The outermost call has returned. If it was the call of `main`, the program begins to end.
    fn returned_to_outside(&mut self, program: &Program, state: &mut State, status: Value) -> Step {
        let is_main = state.agenda.is_empty() && state.outcome.is_none();
        // The call's variables are gone, also those of `main`: what only they pointed to is lost.
        state.memory.release_stack(state.frame.stack_mark);
        if is_main {
            self.begin_exit(program, state, Ending::Returned(status));
        }
        self.next_from_outside(program, state)
    }

    /// Enters the next function that is to be called. If there is none, ends the path.
    fn next_from_outside(&mut self, program: &Program, state: &mut State) -> Step {
        if self.next_call(program, state) {
            return Ok(());
        }
        if self.options.detect.leaks {
            self.check_leaks(state)?;
        }
        self.assume_left_out(state)?;
        let outcome = state.outcome.as_deref().expect("invariant: the program is ending").clone();
        Err(outcome.into())
    }

    /// Begins to end the program: it ends with `ending` after handlers and destructors have run.
    pub(super) fn begin_exit(&mut self, program: &Program, state: &mut State, ending: Ending) {
        if state.outcome.replace(Rc::new(ending)).is_some() {
            // A handler has called `exit`: the rest of the agenda is still to be called.
            return;
        }
        state.agenda = program.destructors.iter().rev().copied().collect();
        let handlers = program.function_named("symir_run_exit_handlers");
        state.agenda.extend(handlers.filter(|id| program.functions[id.index()].entry.is_some()));
    }

    /// `exit(status)`: leaves every call.
    pub(super) fn exit(&mut self, program: &Program, state: &mut State, status: Value) -> Step {
        self.begin_exit(program, state, Ending::Exited(status));
        state.callers.clear();
        self.next_from_outside(program, state)
    }
}
