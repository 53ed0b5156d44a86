//! Questions of models of library functions to the world outside: files, the time. See [`Host`].
//!
//! [`Host`]: crate::exec::Host

use crate::exec::State;
use crate::exec::machine::{Machine, Step};
use crate::expr::ExprId;
use crate::memory::{Access, Byte, Object, Origin, OriginKind, Region, Value};
use crate::testcase::InputKind;
use crate::util::{Bits, Bytes, text};

/// The name by which models open standard input.
const STDIN: &str = "/dev/stdin";

/// How many bytes are read from a stream at once, at most: fewer than asked for are allowed.
const MOST_AT_ONCE: usize = 1 << 16;

impl Machine {
    /// `symir_file_contents(name, size *)`: null if there is no such file
    pub(super) fn file_contents(&mut self, state: &mut State, name: Value, size: Value) -> Step<Value> {
        let Some(name) = self.file_name_at(state, name) else {
            return Err(self.unsupported(state, "opening a file whose name is symbolic").into());
        };
        let symbolic = self.options.symbolic_files.get(&*name).copied();
        let contents = match symbolic {
            Some(size) => {
                let input = if name == STDIN { "stdin".to_owned() } else { text::name_of(name.as_bytes()) };
                self.symbolic_object(state, &input, size)
            }
            None => match self.host.file(&name) {
                Some(contents) => Object::initialised(contents),
                // A sealed program's standard input is at its end.
                None if name == STDIN => Object::initialised(Vec::new()),
                None => return Ok(Value::ZERO),
            },
        };
        self.write(state, size, Bits(64), Value::int(contents.len() as u64))?;
        let origin = Origin::new(OriginKind::Environment, crate::exec::state::FILE);
        let object = state.memory.allocate(Region::Heap, contents, Bytes(16), origin);
        Ok(state.memory.pointer_to(object))
    }

    /// `symir_read_stream(name, to, size)`: how many bytes were read; all ones if the file is no stream
    pub(super) fn read_stream(
        &mut self,
        state: &mut State,
        name: Value,
        to: Value,
        size: Value,
    ) -> Step<Value> {
        let none = Value::int(u64::MAX);
        let (Some(name), Some(size)) = (self.text_at(state, name), size.as_int()) else { return Ok(none) };
        let most = usize::try_from(size).unwrap_or(usize::MAX).min(MOST_AT_ONCE);
        let Some(bytes) = self.host.read_stream(&name, most) else { return Ok(none) };
        for (at, byte) in (0..).zip(&bytes) {
            let place = self.offset(to, Value::int(at));
            self.write(state, place, Bits(8), Value::int(u64::from(*byte)))?;
        }
        Ok(Value::int(bytes.len() as u64))
    }

    /// `symir_store_file(name, data, size)`: a size of all ones removes the file
    pub(super) fn store_file(&mut self, state: &mut State, name: Value, data: Value, size: Value) -> Step {
        let Some(name) = self.file_name_at(state, name) else { return Ok(()) };
        if size.as_int() == Some(u64::MAX) {
            self.host.store(&name, None);
        } else if let Some(bytes) = self.bytes_at(state, data, size)? {
            self.host.store(&name, Some(&bytes));
        }
        Ok(())
    }

    /// `symir_time(clock)`: an input if the host does not tell
    pub(super) fn time(&mut self, state: &mut State, clock: Value) -> Step<Value> {
        if let Some(time) = self.host.time(clock.as_int().unwrap_or(0)) {
            return Ok(Value::int(time));
        }
        let name = match clock.as_int() {
            Some(1) => "clock",
            Some(2) => "nanoseconds",
            _ => "time",
        };
        self.count_source(match name {
            "clock" => "the processor time",
            _ => "the time",
        });
        let value = self.input_integer(state, name.into(), Bits(64), true)?;
        // No clock shows a time before its beginning, or one beyond what calendars can show.
        let limit = if name == "nanoseconds" { 1_000_000_000 } else { 1 << 40 };
        let term = value.to_term(&mut self.arena, Bits(64));
        let limit = self.arena.constant(Bits(64), limit);
        let fits = self.arena.ult(term, limit);
        self.require(state, fits)?;
        Ok(value)
    }

    /// A terminated text of `len` symbolic bytes.
    pub(in crate::exec) fn symbolic_text(&mut self, state: &mut State, name: &str, len: u32) -> Object {
        let terms = self.input_elements(state, name, InputKind::String, len);
        object_of(&terms, 1)
    }

    fn symbolic_object(&mut self, state: &mut State, name: &str, len: u64) -> Object {
        let terms = self.input_elements(state, name, InputKind::Bytes, len as u32);
        object_of(&terms, 0)
    }

    fn input_elements(&mut self, state: &mut State, name: &str, kind: InputKind, len: u32) -> Vec<ExprId> {
        self.declare(state, name.into(), kind, (0..len).map(|element| (element, Bits(8))))
    }

    /// `size` concrete bytes; `None` if one of them is a term.
    pub(super) fn bytes_at(&mut self, state: &mut State, data: Value, size: Value) -> Step<Option<Vec<u8>>> {
        let Some(size) = size.as_int() else {
            return Ok(None);
        };
        if size == 0 {
            return Ok(Some(Vec::new()));
        }
        let crate::exec::access::Target::At(place) = self.resolve(state, data, Bytes(size), Access::Read)?
        else {
            return Ok(None);
        };
        state.memory.settle(&mut self.arena, place.object);
        let contents = state.memory.object(place.object);
        let byte = |at| match contents.byte(place.offset + at) {
            Byte::Concrete(byte) => Some(byte),
            Byte::Uninitialised => Some(0),
            Byte::Symbolic(_) | Byte::Input(_) => None,
        };
        let bytes: Option<Vec<u8>> = (0..size as usize).map(byte).collect();
        Ok(bytes)
    }
}

/// An object of symbolic bytes, followed by zeros.
fn object_of(terms: &[ExprId], zeros: usize) -> Object {
    let mut object = Object::initialised(vec![0; terms.len() + zeros]);
    for (at, term) in terms.iter().enumerate() {
        object.write_byte(at, Byte::Symbolic(*term));
    }
    object
}
