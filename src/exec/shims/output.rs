//! Functions that models call so that output is not more work than its reader needs. Without a reader,
//! nothing is put together, only the arguments are checked, and lengths are terms instead of forks.

use crate::exec::State;
use crate::exec::access::Target;
use crate::exec::driver_calls::Record;
use crate::exec::machine::{Machine, Step};
use crate::ir::{CallSite, Op, Pc, Predicate};
use crate::memory::{Access, AccessError, Byte, ObjectId, Value};
use crate::testcase::BugKind;
use crate::util::{Bits, Bytes};

/// The result of `symir_span` if it cannot tell.
const UNKNOWN: Value = Value::int(u64::MAX);

impl Machine {
    /// `symir_output(descriptor, data, size)`; nothing is written if a byte is symbolic.
    pub(super) fn output(&mut self, state: &mut State, descriptor: Value, data: Value, size: Value) -> Step {
        if !self.host.listens() {
            return self.check_readable(state, data, size);
        }
        let Some(bytes) = self.bytes_at(state, data, size)? else {
            return Ok(());
        };
        self.host.output(descriptor.as_int().unwrap_or(1), &bytes);
        Ok(())
    }

    /// Splits off the states in which `size` bytes cannot be read.
    pub(super) fn check_readable(&mut self, state: &mut State, data: Value, size: Value) -> Step {
        if let Some(size) = size.as_int() {
            return match size {
                0 => Ok(()),
                _ => self.resolve(state, data, Bytes(size), Access::Read).map(|_| ()),
            };
        }
        let Some(address) = data.as_int() else {
            return self.resolve(state, data, Bytes(1), Access::Read).map(|_| ());
        };
        if let Some(object) = data.object() {
            self.settle_size(state, object)?;
        }
        let place = match state.memory.place(data.object(), address, Bytes(1), Access::Read) {
            Ok(place) => place,
            Err(error) => {
                let reads = self.general_compare(Predicate::Ne, Bits(64), size, Value::ZERO);
                return self
                    .check(state, reads, |machine, state| machine.access_bug(state, Access::Read, error));
            }
        };
        let room = state.memory.size(place.object).0 - place.offset as u64;
        let outside = self.general_compare(Predicate::Ugt, Bits(64), size, Value::int(room));
        self.check(state, outside, |machine, state| {
            let what = machine.object_words(&state.memory, place.object);
            let message =
                format!("reads a number of bytes that depends on the input, beyond the end of {what}");
            machine.bug_of(state, BugKind::OutOfBoundsRead, message, place.object)
        })
    }

    /// `symir_is_result_used()`: whether the caller of the function that asks uses its result.
    pub(super) fn is_result_used(&self, state: &State) -> bool {
        let frame = &state.frame;
        if matches!(frame.records, Some(Record::Tested(_))) || frame.return_to.raw() == 0 || state.depth() < 2
        {
            return true;
        }
        let call = self.program.inst(Pc::from_raw(frame.return_to.raw() - 1));
        call.op != Op::Call || CallSite::read(&self.program, call.a).uses_results()
    }

    /// `symir_span(text, limit, width)`: how many characters of `width` bytes stand before the first that is
    /// zero, at most `limit`. A term if the characters are terms; all ones if it cannot be said without
    /// forks. States in which the text goes on beyond its object are split off.
    pub(super) fn span(&mut self, state: &mut State, text: Value, limit: Value, width: Value) -> Step<Value> {
        let (Some(limit), Some(width)) = (limit.as_int(), width.as_int()) else { return Ok(UNKNOWN) };
        if limit == 0 {
            return Ok(Value::ZERO);
        }
        let Target::At(place) = self.resolve(state, text, Bytes(width), Access::Read)? else {
            return Ok(UNKNOWN);
        };
        state.memory.settle(&mut self.arena, place.object);
        let object = place.object;
        let whole = text.object().or_else(|| state.memory.find(state.memory.address(object)));
        let size =
            whole.map_or(state.memory.size(object), |whole| self.readable_text(state, whole)).0 as usize;
        let (step, bits) = (width as usize, Bits(8 * width as u32));
        // Characters that may be the first zero, each with the condition that it is zero.
        let mut candidates = Vec::new();
        let (mut n, mut at) = (0, place.offset);
        let length = loop {
            if n == limit {
                break Some(n);
            }
            if at + step > size || (at..at + step).any(|at| self.stops_at(state, object, at)) {
                break None;
            }
            let (character, _) = state.memory.object(object).read(&mut self.arena, at, bits);
            match character.as_int() {
                Some(0) => break Some(n),
                Some(_) => {}
                None => {
                    let term = character.to_term(&mut self.arena, bits);
                    let zero = self.arena.constant(bits, 0);
                    let is_zero = self.arena.eq(term, zero);
                    match self.arena.as_const(is_zero) {
                        Some(0) => {}
                        Some(_) => break Some(n),
                        None => candidates.push((n, is_zero)),
                    }
                }
            }
            n += 1;
            at += step;
        };
        if length.is_none() {
            let mut goes_on = self.arena.bool(true);
            for (_, is_zero) in &candidates {
                let differs = self.arena.not(*is_zero);
                goes_on = self.arena.and(goes_on, differs);
            }
            let goes_on = Value::from_term(&self.arena, goes_on);
            self.check(state, goes_on, |machine, state| {
                let start = state.memory.address(object);
                let whole = text.object().or_else(|| state.memory.find(start));
                let pointer = Value::int(start + at as u64).with_object(whole);
                match at + step > size {
                    true => {
                        let object = whole.expect("invariant: an object lies at its own address");
                        let error =
                            AccessError::OutOfBounds { object, offset: at as i64, size: Bytes(width) };
                        machine.access_bug(state, Access::Read, error)
                    }
                    false => machine.uninitialised_bug(state, pointer, bits),
                }
            })?;
        }
        let mut sum = self.arena.constant(Bits(64), u128::from(length.unwrap_or(n)));
        for (n, is_zero) in candidates.into_iter().rev() {
            let n = self.arena.constant(Bits(64), u128::from(n));
            sum = self.arena.ite(is_zero, n, sum);
        }
        Ok(Value::from_term(&self.arena, sum))
    }

    /// Whether a read of the byte is an error of its own.
    fn stops_at(&self, state: &State, object: ObjectId, at: usize) -> bool {
        self.options.detect.uninitialised
            && matches!(state.memory.object(object).byte(at), Byte::Uninitialised)
    }
}
