//! Calls of functions that have no body and that no model and no shim stands for.

use super::State;
use super::host::{NativeArgument, NativeCall, NativeValue};
use super::machine::{Externals, Machine, Step};
use crate::ir::{ArgKind, CallSite, FuncId, Inst, Program, RegId};
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
        let name = &program.functions[function.index()].name;
        let site = CallSite::read(program, inst.a);
        match self.options.externals {
            Externals::Stop => {
                let what = format!(
                    "a call of `{name}`, which has no body (--externals native calls it with concrete \
                     arguments, --externals havoc makes up what it returns)"
                );
                Err(self.unsupported(state, what).into())
            }
            Externals::Havoc => {
                for (at, (width, kind)) in site.results().enumerate() {
                    let signed = kind == ArgKind::Integer;
                    let value = self.input_integer(state, name.as_str().into(), width, signed)?;
                    self.set(state, RegId::from_raw(inst.dst.raw() + at as u32), value);
                }
                self.approximate("results of functions without a body made up");
                state.pc = state.pc.next();
                Ok(())
            }
            Externals::Native => {
                let kinds: Vec<ArgKind> = site.args().map(|(_, _, kind)| kind).collect();
                self.call_native(program, state, inst, function, arguments, &kinds)
            }
        }
    }

    fn call_native(
        &mut self,
        program: &Program,
        state: &mut State,
        inst: &Inst,
        function: FuncId,
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
        let mut objects: Vec<(usize, ObjectRef)> = Vec::new();
        for (at, ((value, width), kind)) in arguments.iter().zip(kinds).enumerate() {
            let number = self.concretize(state, *value, *width)?;
            let object = value.object().or_else(|| match kind {
                ArgKind::Pointer => state.memory.find(number as u64),
                _ => None,
            });
            let is_data = |object: &ObjectRef| {
                state.memory.is_current(*object)
                    && state.memory.freed_by(object.id).is_none()
                    && state.memory.origin(object.id).kind != OriginKind::Function
            };
            match object.filter(is_data) {
                Some(object) => {
                    let bytes = self.concrete_bytes(state, object)?;
                    let offset = (number as u64).wrapping_sub(state.memory.address(object.id));
                    let is_constant = state.memory.origin(object.id).kind == OriginKind::Constant;
                    passed.push(NativeArgument::Pointer { bytes, offset, is_constant });
                    objects.push((at, object));
                }
                None => passed.push(NativeArgument::Number { width: *width, kind: *kind, value: number }),
            }
        }
        let call = NativeCall {
            function: &declared.name,
            arguments: passed,
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
        self.approximate("functions without a body called natively");
        for ((_, object), bytes) in objects.iter().zip(&result.objects) {
            self.store_changes(state, *object, bytes)?;
        }
        let value = match result.value {
            NativeValue::Nothing => None,
            NativeValue::Number(number) => {
                let width = call.result.map_or(Bits(64), |(width, _)| width);
                Some(self.constant(width, number))
            }
            NativeValue::Within { argument, offset } => {
                let object = objects.iter().find(|(at, _)| *at == argument).map(|(_, object)| *object);
                object.map(|object| {
                    let address = state.memory.address(object.id).wrapping_add(offset);
                    Value::pointer(object, address)
                })
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

    /// One number for a term, which the path condition then says it is; counted.
    pub(super) fn concretize(&mut self, state: &mut State, value: Value, width: Bits) -> Step<u128> {
        if let Some(number) = value.as_int() {
            return Ok(u128::from(number));
        }
        let term = value.to_term(&mut self.arena, width);
        if let Some(number) = self.arena.as_const(term) {
            return Ok(number);
        }
        // The least one: the same whatever the state has met before.
        let number = if width.0 <= 64 {
            self.least_from(state, term, 0).map_or(0, u128::from)
        } else {
            match &state.witness {
                Some(witness) => self.solver.knowledge().eval(&self.arena, witness, term),
                None => return Err(super::Ending::Undecided.into()),
            }
        };
        let constant = self.arena.constant(width, number);
        let is_it = self.arena.eq(term, constant);
        self.approximate("symbolic values made concrete for a native call");
        self.require(state, is_it)?;
        Ok(number)
    }

    /// All bytes of an object, made concrete; bytes that were never written are zero.
    fn concrete_bytes(&mut self, state: &mut State, object: ObjectRef) -> Step<Vec<u8>> {
        state.memory.settle(&mut self.arena, object.id);
        let len = state.memory.size(object.id).0 as usize;
        let mut bytes = Vec::with_capacity(len);
        for at in 0..len {
            bytes.push(match state.memory.object(object.id).byte(at) {
                Byte::Concrete(byte) => byte,
                Byte::Uninitialised => 0,
                Byte::Symbolic(term) => self.concretize(state, Value::term(term), Bits(8))? as u8,
            });
        }
        Ok(bytes)
    }

    /// Writes what a native call has changed.
    fn store_changes(&mut self, state: &mut State, object: ObjectRef, bytes: &[u8]) -> Step {
        for (at, byte) in bytes.iter().enumerate() {
            let old = match state.memory.object(object.id).byte(at) {
                Byte::Concrete(byte) => byte,
                Byte::Uninitialised => 0,
                // It was made concrete: what it was is what the path condition says.
                Byte::Symbolic(term) => self.concretize(state, Value::term(term), Bits(8))? as u8,
            };
            if old != *byte {
                let place = Value::pointer(object, state.memory.address(object.id) + at as u64);
                self.resolve(state, place, Bytes(1), Access::Write)?;
                self.write(state, place, Bits(8), Value::int(u64::from(*byte)))?;
            }
        }
        Ok(())
    }
}
