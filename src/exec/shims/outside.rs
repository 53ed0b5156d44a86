//! Questions of models to the system that the program runs on, see [`Request`]. In a sealed world, answers
//! that the models cannot know for themselves are inputs: the numbers of the process, and random bytes.

use crate::exec::State;
use crate::exec::host::{Identity, Request, StreamControl};
use crate::exec::machine::{Machine, Step};
use crate::memory::{Access, Value};
use crate::testcase::InputKind;
use crate::util::{Bits, Bytes};

/// As in `models/libc/machine.h`: nothing answers.
const SEALED: i64 = -4096;

/// The largest process number of Linux.
const MOST_PROCESSES: u128 = 1 << 22;

/// The requests by number, as in `models/libc/machine.h`.
mod number {
    macro_rules! numbers {
        ($($name:ident)*) => {
            /// In the order of their numbers.
            #[allow(non_camel_case_types, clippy::upper_case_acronyms, reason = "the names are those of C")]
            enum InOrder { $($name,)* }
            $(pub const $name: u64 = InOrder::$name as u64;)*
            /// All of them, for a test that reads the other file.
            #[cfg(test)]
            pub const NAMES: &[&str] = &[$(stringify!($name),)*];
        };
    }

    numbers! {
        STATUS STATUS_OF_LINK STATUS_OF_STANDARD LISTING MAKE_FOLDER REMOVE_FOLDER CHANGE_MODE MAKE_LINK LINK_TEXT
        WORKING_FOLDER IDENTITY SYSTEM_NAME CONFIGURATION RANDOM IS_TERMINAL
    }
}

impl Machine {
    /// `symir_system(request, name, argument, to, room)`: how many bytes the answer has, of which `room` are
    /// stored; an error number below zero; or [`SEALED`]
    pub(super) fn system(&mut self, state: &mut State, arguments: &[(Value, Bits)]) -> Step<Value> {
        let argument = |at: usize| arguments.get(at).map_or(Value::ZERO, |(value, _)| *value);
        let (name, to) = (argument(1), argument(3));
        let (Some(request), Some(number), Some(room)) =
            (argument(0).as_int(), argument(2).as_int(), argument(4).as_int())
        else {
            return Err(self.unsupported(state, "a question to the system that depends on the input").into());
        };
        if !self.host.listens() {
            return match request as u32 as u64 {
                number::IDENTITY => self.input_identity(state, number, to),
                number::RANDOM => self.input_random(state, number, to),
                _ => Ok(Value::int(SEALED as u64)),
            };
        }
        let text = |machine: &Self, at: Value| match at.as_int() {
            Some(0) => Some(String::new()),
            _ => machine.text_at(state, at),
        };
        let (Some(name), target) = (text(self, name), text(self, to)) else {
            return Err(self.unsupported(state, "a name of a file that is symbolic").into());
        };
        let asked = match request as u32 as u64 {
            number::STATUS => Request::Status { name: &name, follows: true },
            number::STATUS_OF_LINK => Request::Status { name: &name, follows: false },
            number::STATUS_OF_STANDARD => Request::StatusOfStandard(number),
            number::LISTING => Request::Listing(&name),
            number::MAKE_FOLDER => Request::MakeFolder { name: &name, mode: number },
            number::REMOVE_FOLDER => Request::RemoveFolder(&name),
            number::CHANGE_MODE => Request::ChangeMode { name: &name, mode: number },
            number::MAKE_LINK => {
                Request::MakeLink { target: target.as_deref().unwrap_or_default(), name: &name }
            }
            number::LINK_TEXT => Request::LinkText(&name),
            number::WORKING_FOLDER => Request::WorkingFolder,
            number::IDENTITY => Request::Identity(identity(number).0),
            number::SYSTEM_NAME => Request::SystemName,
            number::CONFIGURATION => Request::Configuration(number as i64),
            number::RANDOM => Request::Random(number as usize),
            number::IS_TERMINAL => Request::IsTerminal(number),
            _ => return Ok(Value::int(SEALED as u64)),
        };
        let answer = match self.host.system(&asked) {
            None => return Ok(Value::int(SEALED as u64)),
            Some(Err(error)) => return Ok(Value::int(i64::from(-error) as u64)),
            Some(Ok(answer)) => answer,
        };
        for (at, byte) in answer.iter().enumerate().take(room as usize) {
            let place = self.offset(to, Value::int(at as u64));
            self.write(state, place, Bits(8), Value::int(u64::from(*byte)))?;
        }
        Ok(Value::int(answer.len() as u64))
    }

    fn input_identity(&mut self, state: &mut State, which: u64, to: Value) -> Step<Value> {
        let (which, name) = identity(which);
        self.count_source(match which {
            Identity::Process | Identity::Parent => "the number of a process",
            _ => "the number of a user or a group",
        });
        let value = self.input_integer(state, name.into(), Bits(64), true)?;
        let term = value.to_term(&mut self.arena, Bits(64));
        let limit = match which {
            Identity::Process | Identity::Parent => MOST_PROCESSES,
            _ => 1 << 31,
        };
        let limit = self.arena.constant(Bits(64), limit);
        let fits = self.arena.ult(term, limit);
        self.require(state, fits)?;
        if which == Identity::Process {
            // The first process of a system runs no tests.
            let one = self.arena.constant(Bits(64), 1);
            let is_later = self.arena.ult(one, term);
            self.require(state, is_later)?;
        }
        self.write(state, to, Bits(64), value)?;
        Ok(Value::int(8))
    }

    fn input_random(&mut self, state: &mut State, n: u64, to: Value) -> Step<Value> {
        self.count_source("random bytes");
        if n > 0 {
            self.resolve(state, to, Bytes(n), Access::Write)?;
        }
        let elements = (0..n as u32).map(|element| (element, Bits(8)));
        let terms = self.declare(state, "random".into(), InputKind::Bytes, elements);
        for (at, term) in terms.into_iter().enumerate() {
            let place = self.offset(to, Value::int(at as u64));
            self.write(state, place, Bits(8), Value::term(term))?;
        }
        Ok(Value::int(n))
    }

    /// `symir_stream(descriptor, data, size)`: writes through the buffer of a stream
    pub(super) fn stream(&mut self, state: &mut State, descriptor: Value, data: Value, size: Value) -> Step {
        if let Some(bytes) = self.bytes_at(state, data, size)? {
            self.host.stream(descriptor.as_int().unwrap_or(1), &bytes);
        }
        Ok(())
    }

    /// `symir_control_stream(descriptor, control, size)`: see `models/libc/machine.h`; zero is the usual size
    pub(super) fn control_stream(&mut self, descriptor: Value, control: Value, size: Value) {
        let size = size.as_int().filter(|size| *size > 0);
        let control = match control.as_int().map(|control| control as u32) {
            Some(0) => StreamControl::Full(size),
            Some(1) => StreamControl::Lines(size),
            Some(2) => StreamControl::Nothing,
            _ => StreamControl::Flush,
        };
        self.host.control_stream(descriptor.as_int().unwrap_or(1), control);
    }

    /// The program ends without writing what waits in its streams.
    pub(super) fn forget_streams(&mut self) {
        self.host.control_stream(1, StreamControl::Forget);
        self.host.control_stream(2, StreamControl::Forget);
    }
}

/// A number as in `models/libc/machine.h`, with the name of its input.
fn identity(number: u64) -> (Identity, &'static str) {
    match number {
        0 => (Identity::Process, "pid"),
        1 => (Identity::Parent, "ppid"),
        2 => (Identity::User, "uid"),
        3 => (Identity::EffectiveUser, "euid"),
        4 => (Identity::Group, "gid"),
        _ => (Identity::EffectiveGroup, "egid"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names of the enumeration in `models/libc/machine.h` that begins with `first`.
    fn enumerated(first: &str) -> Vec<&'static str> {
        let header = include_str!("../../../models/libc/machine.h");
        let lists = header.split("enum {").skip(1).filter_map(|rest| rest.split_once('}'));
        let names = |list: &'static str| -> Vec<&'static str> {
            let names = list.split(',').map(|part| part.rsplit("*/").next().unwrap_or(part).trim());
            names.filter(|name| !name.is_empty()).collect()
        };
        lists
            .map(|(list, _)| names(list))
            .find(|names| names.first() == Some(&first))
            .expect("the header has such an enumeration")
    }

    #[test]
    fn models_and_machine_mean_the_same_by_a_number() {
        assert_eq!(number::NAMES, enumerated("STATUS"));
        let identities = [
            Identity::Process,
            Identity::Parent,
            Identity::User,
            Identity::EffectiveUser,
            Identity::Group,
            Identity::EffectiveGroup,
        ];
        assert_eq!((0..).map(|at| identity(at).0).take(identities.len()).collect::<Vec<_>>(), identities);
        let said = identities.map(|known| format!("{known:?}").to_uppercase());
        let names: Vec<String> = enumerated("PROCESS").iter().map(|name| name.replace('_', "")).collect();
        assert_eq!(said[..], names);
    }
}
