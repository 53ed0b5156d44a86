//! The functions of `symir.h`: inputs, assumptions and the marks around a call under test.

use crate::exec::access::Target;
use crate::exec::machine::{Machine, Step};
use crate::exec::state::PendingTest;
use crate::exec::typed;
use crate::exec::{InputRecord, State};
use crate::expr::{ExprId, SymbolId, SymbolKey};
use crate::ir::header::{Does, ValueKind};
use crate::memory::{Access, Value};
use crate::testcase::{BugKind, InputKind};
use crate::util::{Bits, Bytes};
use std::rc::Rc;

impl Machine {
    /// Executes a call of a function of `symir.h` and returns its result, if it has one.
    pub(super) fn call_header(
        &mut self,
        state: &mut State,
        does: Does,
        arguments: &[(Value, Bits)],
    ) -> Step<Option<Value>> {
        let argument = |at: usize| arguments.get(at).map_or(Value::ZERO, |(value, _)| *value);
        let [a, b, c] = [argument(0), argument(1), argument(2)];
        match does {
            Does::Value(kind) => {
                let name = self.input_name(state, a)?;
                self.input_value(state, name, kind).map(Some)
            }
            Does::Bytes => self.input_bytes(state, a, b, c).map(|()| None),
            Does::Object => self.input_object(state, a, b, c).map(|()| None),
            Does::Elements => {
                let size = self.input_size(state, b, "symir_array")?;
                self.input_growing(state, a, c, argument(3), Some(Bytes(size))).map(|()| None)
            }
            Does::Characters => self.input_growing(state, a, b, c, None).map(|()| None),
            Does::Length => self.length_of(state, a, b).map(Some),
            Does::Counted => {
                let numbers = [b, c, argument(3), argument(4), argument(5)];
                self.declare_count(state, a, numbers).map(|()| None)
            }
            Does::Letters => {
                let most = self.input_size(state, a, "symir_letters")?;
                self.set_letters(state, most);
                Ok(None)
            }
            Does::String => self.input_string(state, a, b, c).map(|()| None),
            Does::Range => self.input_range(state, a, b, c).map(Some),
            Does::Assume => {
                let width = arguments.first().map_or(Bits(32), |(_, width)| *width);
                self.assume(state, a, width).map(|()| None)
            }
            Does::AssertFail => self.assertion_failed(state, a),
            Does::TestBegin => self.test_begin(state, a).map(|()| None),
            Does::TestEnd => self.test_end(state).map(|()| None),
            Does::Mocked => {
                self.begin_mocked(state);
                Ok(None)
            }
            Does::Unsupported => self.model_unsupported(state, a),
        }
    }

    /// An input of a C type: `symir_int(name)` and its family
    pub(super) fn input_value(&mut self, state: &mut State, name: Rc<str>, kind: ValueKind) -> Step<Value> {
        match kind {
            ValueKind::Bool => self.input_bool(state, name),
            ValueKind::Character => {
                let value = self.input_integer(state, name, Bits(8), true)?;
                let input = Rc::make_mut(&mut state.inputs).last_mut();
                Rc::make_mut(input.expect("invariant: it was just declared")).is_character = true;
                Ok(value)
            }
            ValueKind::Integer { width, signed } => {
                self.input_integer(state, name, Bits(width.into()), signed)
            }
            ValueKind::Float { width } => Ok(self.input_float(state, name, Bits(width.into()))),
        }
    }

    /// `symir_bytes(ptr, size, name)`
    fn input_bytes(&mut self, state: &mut State, to: Value, size: Value, name: Value) -> Step {
        let size = self.input_size(state, size, "symir_bytes")?;
        let name = self.input_name(state, name)?;
        self.input_memory(state, to, size, name)
    }

    /// `symir_string(ptr, size, name)`: the last byte is the terminator
    fn input_string(&mut self, state: &mut State, to: Value, size: Value, name: Value) -> Step {
        let size = self.input_size(state, size, "symir_string")?;
        if size == 0 {
            return Err(self.unsupported(state, "symir_string with no room for the terminator").into());
        }
        let name = self.input_name(state, name)?;
        self.input_buffer(state, to, size - 1, name, InputKind::String)?;
        let end = self.offset(to, Value::int(size - 1));
        self.write(state, end, Bits(8), Value::ZERO)
    }

    pub(in crate::exec) fn input_size(&self, state: &State, size: Value, function: &str) -> Step<u64> {
        match size.as_int() {
            Some(size) => Ok(size),
            None => Err(self.unsupported(state, format!("{function} of symbolic size")).into()),
        }
    }

    /// A buffer that is an input of this name.
    pub(super) fn input_buffer(
        &mut self,
        state: &mut State,
        to: Value,
        n_bytes: u64,
        name: Rc<str>,
        kind: InputKind,
    ) -> Step {
        // One check for all, so that a buffer that is too small is one clear error.
        let whole = n_bytes + u64::from(kind == InputKind::String);
        if n_bytes > typed::MAX_SIZE {
            let limit = Bytes(typed::MAX_SIZE);
            return Err(self
                .unsupported(state, format!("the input `{name}`: it is larger than {limit}"))
                .into());
        }
        if whole > 0 {
            self.resolve(state, to, Bytes(whole), Access::Write)?;
        }
        let elements = (0..n_bytes as u32).map(|element| (element, Bits(8)));
        let symbols = self.declare_symbols(state, name, kind, elements);
        self.place_input(state, to);
        for (at, symbol) in symbols.into_iter().enumerate() {
            let place = self.offset(to, Value::int(at as u64));
            self.write_symbol(state, place, symbol)?;
        }
        Ok(())
    }

    /// The name of an input, from the text that the driver passes.
    pub(in crate::exec) fn input_name(&self, state: &State, name: Value) -> Step<Rc<str>> {
        match self.name_at(state, name) {
            Some(name) => Ok(name.into()),
            None => Err(self.unsupported(state, "an input whose name is no constant text").into()),
        }
    }

    /// Makes the symbols of a new input, with their terms.
    pub(in crate::exec) fn declare(
        &mut self,
        state: &mut State,
        name: Rc<str>,
        kind: InputKind,
        elements: impl Iterator<Item = (u32, Bits)>,
    ) -> Vec<ExprId> {
        let symbols = self.declare_symbols(state, name, kind, elements);
        symbols.into_iter().map(|symbol| self.arena.term_of(symbol)).collect()
    }

    /// Makes the symbols of a new input, which get terms when the program reads them.
    pub(in crate::exec) fn declare_symbols(
        &mut self,
        state: &mut State,
        name: Rc<str>,
        kind: InputKind,
        elements: impl Iterator<Item = (u32, Bits)>,
    ) -> Vec<SymbolId> {
        let input = state.inputs.len() as u32;
        let symbols: Vec<SymbolId> = elements
            .map(|(element, width)| {
                self.arena.declare(SymbolKey { input, element, name: Rc::clone(&name), width })
            })
            .collect();
        let record = InputRecord::new(name, kind, symbols.clone());
        Rc::make_mut(&mut state.inputs).push(Rc::new(record));
        symbols
    }

    /// Writes a symbol to where `pointer` points, without making a term of it.
    pub(super) fn write_symbol(&mut self, state: &mut State, pointer: Value, symbol: SymbolId) -> Step {
        let width = self.arena.symbol_key(symbol).width;
        match self.resolve(state, pointer, width.to_bytes(), Access::Write)? {
            Target::At(place) => {
                let object = state.memory.object_mut(place.object);
                object.write_symbol(&mut self.arena, place.offset, symbol);
                Ok(())
            }
            Target::Somewhere { .. } => {
                let term = self.arena.term_of(symbol);
                self.write(state, pointer, width, Value::term(term))
            }
        }
    }

    /// Records where the input lies that was declared last.
    pub(in crate::exec) fn place_input(&self, state: &mut State, to: Value) {
        if let Some(input) = Rc::make_mut(&mut state.inputs).last_mut() {
            Rc::make_mut(input).place = Some(to);
        }
    }

    /// An input that is an integer.
    pub(in crate::exec) fn input_integer(
        &mut self,
        state: &mut State,
        name: Rc<str>,
        width: Bits,
        signed: bool,
    ) -> Step<Value> {
        let kind = InputKind::Integer { width, signed };
        let ty = self.program.named_input(&name, width, signed);
        let terms = self.declare(state, name, kind, std::iter::once((0, width)));
        if let (Some(ty), Some(input)) = (ty, Rc::make_mut(&mut state.inputs).last_mut()) {
            let input = Rc::make_mut(input);
            (input.named, input.ty) = (self.named_values(ty, width), Some(ty));
        }
        Ok(Value::term(terms[0]))
    }

    /// An input that is a float.
    fn input_float(&mut self, state: &mut State, name: Rc<str>, width: Bits) -> Value {
        let terms = self.declare(state, name, InputKind::Float { width }, std::iter::once((0, width)));
        Value::term(terms[0])
    }

    /// `symir_bool(name)`: a byte that is zero or one, returned as one bit
    fn input_bool(&mut self, state: &mut State, name: Rc<str>) -> Step<Value> {
        let byte = self.input_integer(state, name, Bits(8), false)?.to_term(&mut self.arena, Bits(8));
        let inputs = Rc::make_mut(&mut state.inputs);
        let input = inputs.last_mut().expect("invariant: it was just declared");
        Rc::make_mut(input).is_bool = true;
        self.require_bool(state, byte)?;
        Ok(Value::term(self.arena.extract(byte, 0, Bits(1))))
    }

    /// Gives up the part of the path on which a byte is no `bool`.
    fn require_bool(&mut self, state: &mut State, byte: ExprId) -> Step {
        let two = self.arena.constant(Bits(8), 2);
        let fits = self.arena.ult(byte, two);
        self.require(state, fits)
    }

    /// `symir_range(low, high, name)`, both included
    pub(super) fn input_range(
        &mut self,
        state: &mut State,
        low: Value,
        high: Value,
        name: Value,
    ) -> Step<Value> {
        let width = Bits(32);
        let name = self.input_name(state, name)?;
        let value = self.input_integer(state, name, width, true)?;
        let term = value.to_term(&mut self.arena, width);
        let (low, high) = (low.to_term(&mut self.arena, width), high.to_term(&mut self.arena, width));
        let above = self.arena.sle(low, term);
        let below = self.arena.sle(term, high);
        self.require(state, above)?;
        self.require(state, below)?;
        Ok(value)
    }

    /// `symir_assume(condition)`, of this width
    fn assume(&mut self, state: &mut State, condition: Value, width: Bits) -> Step {
        let condition = match condition.as_int() {
            Some(value) => self.arena.bool(value != 0),
            None => {
                let term = condition.to_term(&mut self.arena, width);
                let zero = self.arena.constant(width, 0);
                self.arena.ne(term, zero)
            }
        };
        self.require(state, condition)
    }

    /// A failed `symir_assert` or `assert`; the first argument is the text of the condition.
    pub(super) fn assertion_failed<T>(&mut self, state: &State, text: Value) -> Step<T> {
        let condition = self.text_at(state, text).unwrap_or_else(|| "a condition".to_owned());
        Err(self.bug(state, BugKind::AssertionFailed, format!("`{condition}` is false")).into())
    }

    /// `symir_test_begin(function)`: the next call of that function from this frame is recorded.
    fn test_begin(&mut self, state: &mut State, function: Value) -> Step {
        let Some(function) = self.text_at(state, function) else {
            return Err(self
                .unsupported(state, "a test of a function whose name is no constant text")
                .into());
        };
        state.pending_test = Some(PendingTest { function: function.into(), depth: state.depth() });
        Ok(())
    }

    /// `symir_test_end()`
    fn test_end(&mut self, state: &mut State) -> Step {
        state.pending_test = None;
        if self.options.detect.leaks_of_calls {
            self.check_leaks_of_call(state)?;
        }
        Ok(())
    }
}
