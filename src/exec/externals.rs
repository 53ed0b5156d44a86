//! Calls of functions that have no body, no model and no shim.

use super::host::{NativeArgument, NativeCall, NativeValue};
use super::machine::{Machine, Step};
use super::{Ending, Externals, State};
use crate::ir::{ArgKind, CallSite, FuncId, Inst, Outlined, Program, RegId};
use crate::memory::{Access, Byte, ObjectRef, OriginKind, Value};
use crate::util::{Bits, Bytes};

impl Machine {
    /// Calls `function`, which has no body, as the options say.
    pub(super) fn call_external(
        &mut self,
        program: &Program,
        state: &mut State,
        inst: &Inst,
        function: FuncId,
        arguments: &[(Value, Bits)],
    ) -> Step {
        let function_called = &program.functions[function.index()];
        let name = &function_called.name;
        let site = CallSite::read(program, inst.a);
        let outlined = program.outlined.get(&function);
        let is_stopped = matches!(self.options.externals, Externals::Stop | Externals::Mock);
        if outlined.is_some() || self.options.concretize && is_stopped {
            let kinds: Vec<ArgKind> = site.args().map(|argument| argument.kind).collect();
            return self.call_concretized(program, state, inst, (function, outlined), arguments, &kinds);
        }
        match self.options.externals {
            Externals::Stop | Externals::Mock => {
                let what = format!("a call of `{}`, which has no body", function_called.source_name());
                Err(self.unsupported(state, what).into())
            }
            Externals::Havoc => {
                for (at, (width, kind)) in site.results().enumerate() {
                    let signed = kind == ArgKind::Integer;
                    let value = self.input_integer(state, name.as_str().into(), width, signed)?;
                    self.set(state, RegId::from_raw(inst.dst.raw() + at as u32), value);
                }
                self.approximate("results of functions without a body made up");
                self.note_narrowed(
                    state,
                    "memory that a function without a body may change taken as unchanged",
                );
                state.pc = state.pc.next();
                Ok(())
            }
            Externals::Native => {
                let kinds: Vec<ArgKind> = site.args().map(|argument| argument.kind).collect();
                self.call_native(program, state, inst, (function, None), arguments, &kinds)?;
                self.approximate("functions without a body called natively");
                Ok(())
            }
        }
    }

    /// Executes natively, on concrete values, a call that would otherwise end the path.
    fn call_concretized(
        &mut self,
        program: &Program,
        state: &mut State,
        inst: &Inst,
        (function, outlined): (FuncId, Option<&Outlined>),
        arguments: &[(Value, Bits)],
        kinds: &[ArgKind],
    ) -> Step {
        let called = (function, outlined.map(|outlined| outlined.code.as_str()));
        match self.call_native(program, state, inst, called, arguments, kinds) {
            Ok(()) => {
                state.is_approximated = true;
                self.approximate("what cannot be done symbolically done natively on concrete values");
                Ok(())
            }
            // An outlined function has no name that users know: the message names the instruction.
            Err(ending) => Err(match (*ending, outlined) {
                (Ending::Unsupported { what, .. }, Some(outlined)) => {
                    let why = what.split_once("`: ").map_or(what.as_str(), |(_, why)| why);
                    self.unsupported(state, format!("{}: {why}", outlined.what)).into()
                }
                (ending, _) => ending.into(),
            }),
        }
    }

    fn call_native(
        &mut self,
        program: &Program,
        state: &mut State,
        inst: &Inst,
        (function, code): (FuncId, Option<&str>),
        arguments: &[(Value, Bits)],
        kinds: &[ArgKind],
    ) -> Step {
        let declared = &program.functions[function.index()];
        let site = CallSite::read(program, inst.a);
        if site.n_results() > 1 {
            let what = format!("a native call of `{}`, which returns a structure", declared.name);
            return Err(self.unsupported(state, what).into());
        }
        let mut passed = Vec::new();
        let mut objects: Vec<ObjectRef> = Vec::new();
        for ((value, width), kind) in arguments.iter().zip(kinds) {
            let number = self.concretize(state, *value, *width)?;
            let object = match kind {
                ArgKind::Pointer => value.object().or_else(|| state.memory.find(number as u64)),
                ArgKind::Integer => value.object(),
                _ => None,
            };
            let alive = object.filter(|object| state.memory.holds(*object));
            passed.push(match alive {
                Some(object) if state.memory.origin(object.id).kind == OriginKind::Function => {
                    let what = format!("a native call of `{}` with the address of a function", declared.name);
                    return Err(self.unsupported(state, what).into());
                }
                Some(object) => {
                    let place = objects.iter().position(|known| *known == object);
                    let offset = (number as u64).wrapping_sub(state.memory.address(object.id));
                    let new = objects.len();
                    objects.extend(place.is_none().then_some(object));
                    NativeArgument::Pointer { object: place.unwrap_or(new), offset }
                }
                None => NativeArgument::Number { width: *width, kind: *kind, value: number },
            });
        }
        let contents: Step<_> = objects.iter().map(|object| self.concrete_bytes(state, *object)).collect();
        let call = NativeCall {
            function: &declared.name,
            code,
            arguments: passed,
            objects: contents?,
            result: site.results().next(),
            fixed: declared.is_vararg.then_some(declared.params.len()),
        };
        let result = match self.host.call(&call) {
            Ok(result) => result,
            Err(why) => {
                let what = format!("a native call of `{}`: {why}", declared.name);
                return Err(self.unsupported(state, what).into());
            }
        };
        for ((object, before), after) in objects.iter().zip(&call.objects).zip(&result.objects) {
            self.store_changes(state, *object, before, after)?;
        }
        if result.error != 0 {
            self.set_errno(state, Value::int(u64::from(result.error as u32)))?;
        }
        let value = match result.value {
            NativeValue::Nothing => None,
            NativeValue::Number(number) => {
                let width = call.result.map_or(Bits(64), |(width, _)| width);
                Some(self.constant(width, number))
            }
            NativeValue::Within { object, offset } => {
                let object = objects[object];
                Some(Value::pointer(object, state.memory.address(object.id).wrapping_add(offset)))
            }
        };
        if let Some(value) = value
            && site.n_results() == 1
        {
            self.set(state, inst.dst, value);
        }
        state.pc = state.pc.next();
        Ok(())
    }

    /// One number for a term, which the path condition then requires it to be. This is counted.
    pub(super) fn concretize(&mut self, state: &mut State, value: Value, width: Bits) -> Step<u128> {
        if let Some(number) = value.as_int() {
            return Ok(u128::from(number));
        }
        let term = value.to_term(&mut self.arena, width);
        if let Some(number) = self.arena.as_const(term) {
            return Ok(number);
        }
        // The least one, which does not depend on what the state has met before.
        let number = if width.0 <= 64 {
            self.least_from(state, term, 0)?.map_or(0, u128::from)
        } else {
            let number = state.path.value(&self.arena, &mut self.solver, term);
            number.ok_or(super::Ending::Undecided)?
        };
        let constant = self.arena.constant(width, number);
        let is_it = self.arena.eq(term, constant);
        self.narrow(state, "symbolic values made concrete for a native call");
        self.require(state, is_it)?;
        Ok(number)
    }

    /// All bytes of an object, made concrete. Bytes that were never written are zero.
    fn concrete_bytes(&mut self, state: &mut State, object: ObjectRef) -> Step<Vec<u8>> {
        self.settle_size(state, object)?;
        state.memory.settle(&mut self.arena, object.id);
        let len = state.memory.size(object.id).0 as usize;
        let mut bytes = Vec::with_capacity(len);
        for at in 0..len {
            bytes.push(match state.memory.object(object.id).byte(at) {
                Byte::Concrete(byte) => byte,
                Byte::Uninitialised => 0,
                Byte::Symbolic(term) => self.concretize(state, Value::term(term), Bits(8))? as u8,
                Byte::Input(part) => {
                    let term = part.term(&mut self.arena);
                    self.concretize(state, Value::term(term), Bits(8))? as u8
                }
            });
        }
        Ok(bytes)
    }

    /// Writes the changes that a native call has made.
    fn store_changes(&mut self, state: &mut State, object: ObjectRef, before: &[u8], after: &[u8]) -> Step {
        for (at, (old, new)) in before.iter().zip(after).enumerate() {
            // The function may have written a zero to a byte without contents. In case of doubt, it has, so
            // that reading the byte is no error.
            let may_be_new = self.options.detect.uninitialised
                && matches!(state.memory.object(object.id).byte(at), Byte::Uninitialised);
            if old != new || may_be_new {
                let place = Value::pointer(object, state.memory.address(object.id) + at as u64);
                self.resolve(state, place, Bytes(1), Access::Write)?;
                self.write(state, place, Bits(8), Value::int(u64::from(*new)))?;
            }
        }
        Ok(())
    }
}
