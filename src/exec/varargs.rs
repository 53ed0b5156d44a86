//! Variable arguments, laid out by the ABI of x86-64 (System V, sections 3.2.3 and 3.5.7): arguments that are
//! passed in registers lie in the register save area, the others in the overflow area. Code that clang has
//! compiled looks for each in one of the two, so it takes the same path as on the real machine.

use super::machine::{Machine, Step};
use super::state::State;
use super::state::VARIABLE_ARGUMENTS;
use crate::ir::{ArgKind, Inst};
use crate::memory::{Byte, Object, Origin, OriginKind, Region, Value};
use crate::testcase::BugKind;
use crate::util::{Bits, Bytes};

/// The end of the integer registers in the save area, and the end of all registers.
const INTEGERS_END: u64 = 6 * 8;
const REGISTERS_END: u64 = INTEGERS_END + 8 * 16;
/// The room of a register of each kind.
const INTEGER_ROOM: u64 = 8;
const VECTOR_ROOM: u64 = 16;
/// Where the overflow area begins: at a multiple of the largest alignment of an argument, as natively.
const OVERFLOW: u64 = 192;
const OVERFLOW_ALIGN: u64 = 64;

/// The arguments of a call beyond the declared parameters.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Varargs {
    arguments: Vec<Placed>,
    /// The size of the area.
    size: u64,
    /// Where variable arguments begin among the integer registers and among the others.
    first: [u64; 2],
}

/// An argument in an area that has the register save area at its beginning and the overflow area behind it.
#[derive(Copy, Clone, PartialEq, Eq)]
struct Placed {
    value: Value,
    width: Bits,
    /// In bytes, from the beginning of the area.
    offset: u64,
}

impl Varargs {
    /// Places the arguments of a call behind the first `n_params`.
    pub(super) fn place(
        arguments: &[(Value, Bits)],
        kinds: impl Iterator<Item = ArgKind>,
        n_params: usize,
    ) -> Self {
        let (mut integer, mut float, mut size) = (0, INTEGERS_END, OVERFLOW);
        let mut placed = Vec::new();
        let mut first = [integer, float];
        for (index, ((value, width), kind)) in arguments.iter().zip(kinds).enumerate() {
            let is_variable = index >= n_params;
            let take = |next: &mut u64, room: u64, end: u64| {
                let place = *next;
                (place + room <= end).then(|| {
                    *next = place + room;
                    place
                })
            };
            let room = width.to_bytes().0.next_multiple_of(8);
            let place = match kind {
                ArgKind::Integer | ArgKind::Pointer => take(&mut integer, room, INTEGERS_END),
                // `long double` travels on the stack.
                ArgKind::Float if width.0 != 80 => take(&mut float, VECTOR_ROOM, REGISTERS_END),
                ArgKind::Lane => take(&mut float, VECTOR_ROOM, REGISTERS_END),
                // A part of a declared parameter: of a structure on the stack, or an element of a vector.
                ArgKind::Part if !is_variable => continue,
                _ => None,
            };
            if !is_variable {
                first = [integer, float];
                continue;
            }
            let place = place.unwrap_or_else(|| {
                // An argument that is larger than a word is aligned to its size.
                let align = match kind {
                    ArgKind::StackAt16 => 16,
                    ArgKind::StackAt32 => 32,
                    ArgKind::StackAt64 => OVERFLOW_ALIGN,
                    _ if width.0 > 64 => 16,
                    _ => 8,
                };
                let place = u64::next_multiple_of(size, align);
                size = place + room;
                place
            });
            placed.push(Placed { value: *value, width: *width, offset: place });
        }
        Self { arguments: placed, size, first }
    }
}

impl Machine {
    /// Fills a `va_list`.
    pub(super) fn va_start(&mut self, state: &mut State, inst: &Inst) -> Step {
        let list = self.value(state, inst.a());
        let empty = || Varargs { arguments: Vec::new(), size: OVERFLOW, first: [0, INTEGERS_END] };
        let varargs = state.frame.varargs.as_deref().cloned().unwrap_or_else(empty);
        let origin = Origin::new(OriginKind::Environment, VARIABLE_ARGUMENTS);
        let area = Object::uninitialised(Bytes(varargs.size));
        let area = state.memory.allocate(Region::Stack, area, Bytes(OVERFLOW_ALIGN), origin);
        let start = state.memory.pointer_to(area);
        for Placed { value, width, offset } in varargs.arguments {
            let object = state.memory.object_mut(area.id);
            object.write(&mut self.arena, offset as usize, width, value);
        }
        let overflow = self.offset(start, Value::int(OVERFLOW));
        let [integers, floats] = varargs.first.map(Value::int);
        let fields = [(0, 32, integers), (4, 32, floats), (8, 64, overflow), (16, 64, start)];
        for (offset, width, value) in fields {
            let at = self.offset(list, Value::int(offset));
            self.write(state, at, Bits(width), value)?;
        }
        Ok(())
    }

    /// Ends the path if `length` bytes are read behind the last variable argument, from a word in which
    /// nothing was put. Some bytes of a word may be padding. In a structure that `may_end_in_padding`, as one
    /// of alignment 16, all words but the first may be padding.
    pub(super) fn check_passed(
        &self,
        state: &State,
        from: Value,
        length: Value,
        may_end_in_padding: bool,
    ) -> Step {
        if !self.is_vararg(state, from) {
            return Ok(());
        }
        let area = from.object().expect("invariant: it is known to be one of variable arguments").id;
        let (Some(address), Some(length)) = (from.as_int(), length.as_int()) else { return Ok(()) };
        let start = address.wrapping_sub(state.memory.address(area));
        let contents = state.memory.object(area);
        let is_missing = |slot: u64| {
            let end = (slot + INTEGER_ROOM).min(contents.len() as u64);
            (slot..end).all(|at| matches!(contents.byte(at as usize), Byte::Uninitialised))
        };
        let checked = if may_end_in_padding { length.min(INTEGER_ROOM) } else { length };
        let is_inside = start.checked_add(length).is_some_and(|end| end <= contents.len() as u64);
        // An access outside of the area is an error of its own.
        if is_inside && (start & !7..start + checked).step_by(8).any(is_missing) {
            let message = "reads more variable arguments than the call has";
            return Err(self.bug_of(state, BugKind::OutOfBoundsRead, message, area).into());
        }
        Ok(())
    }

    /// Whether an address lies among the variable arguments of a call.
    pub(super) fn is_vararg(&self, state: &State, pointer: Value) -> bool {
        pointer.object().is_some_and(|object| {
            let origin = state.memory.origin(object.id);
            origin.kind == OriginKind::Environment && origin.number == VARIABLE_ARGUMENTS
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(arguments: &[(u32, ArgKind)], n_params: usize) -> (Vec<u64>, [u64; 2], u64) {
        let values: Vec<(Value, Bits)> =
            arguments.iter().map(|(width, _)| (Value::ZERO, Bits(*width))).collect();
        let placed = Varargs::place(&values, arguments.iter().map(|(_, kind)| *kind), n_params);
        (placed.arguments.iter().map(|argument| argument.offset).collect(), placed.first, placed.size)
    }

    #[test]
    fn registers_first_and_then_the_stack() {
        use ArgKind::{Float, Integer, Pointer, Stack};
        // printf-like: a format, then an int, a double, a long double, a structure of two words.
        let arguments =
            [(64, Pointer), (32, Integer), (64, Float), (80, Float), (64, Stack), (64, Stack), (64, Float)];
        assert_eq!(places(&arguments, 1), (vec![8, 48, 192, 208, 216, 64], [8, 48], 224));
        // Six integer registers, of which the parameters have two.
        let arguments = [(64, Integer); 8];
        assert_eq!(places(&arguments, 2), (vec![16, 24, 32, 40, 192, 200], [16, 48], 208));
        // 128 bits need two registers together.
        let arguments =
            [(64, Integer), (64, Integer), (64, Integer), (64, Integer), (64, Integer), (128, Integer)];
        assert_eq!(places(&arguments, 0), (vec![0, 8, 16, 24, 32, 192], [0, 48], 208));
    }
}
