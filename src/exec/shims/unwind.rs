//! Functions that `models/libcxx/exceptions.cpp` calls to ask where exceptions that leave the calls on the
//! stack would go, and to go there. Calls are numbered from the outermost one, which has number 1. The
//! exception that a landing pad gets is a pointer that means nothing here.

use crate::exec::machine::{Machine, Step};
use crate::exec::{Ending, State};
use crate::ir::{Clauses, EdgeId, Inst, Program, RegId};
use crate::memory::Value;
use crate::testcase::BugKind;
use crate::util::Bits;
use cpp_demangle::{DemangleOptions, Symbol};

impl Machine {
    /// `symir_frames()`
    pub(super) fn n_frames(&self, state: &State) -> Value {
        Value::int(state.depth() as u64)
    }

    /// `symir_clauses(frame)`: −1 without a landing pad; else twice the number of clauses, + 1 for a clean-up
    pub(super) fn n_clauses(&self, state: &State, frame: Value) -> Value {
        let program = &self.program;
        let Some(pad) = landing(program, state, frame).and_then(|edge| pad_of(program, edge)) else {
            return Value::int(u64::MAX);
        };
        let clauses = Clauses::read(program, pad.b);
        Value::int(2 * clauses.len() as u64 + u64::from(clauses.is_cleanup()))
    }

    /// `symir_clause(frame, clause, number, type *, n *)`: the selector
    pub(super) fn clause(&mut self, state: &mut State, arguments: [Value; 5]) -> Step<Value> {
        let [frame, clause, number, to, n] = arguments;
        let program = std::sync::Arc::clone(&self.program);
        let found = landing(&program, state, frame).and_then(|edge| pad_of(&program, edge)).and_then(|pad| {
            let (selector, mut types) =
                Clauses::read(&program, pad.b).iter().nth(clause.as_int()? as usize)?;
            Some((selector, types.len(), types.nth(number.as_int()? as usize)))
        });
        let Some((selector, n_types, ty)) = found else {
            return Err(self.unsupported(state, "a clause of a landing pad that is not there").into());
        };
        if let Some(ty) = ty {
            let ty = self.value(state, ty);
            self.write(state, to, Bits(64), ty)?;
        }
        self.write(state, n, Bits(64), Value::int(n_types as u64))?;
        Ok(Value::int(u64::from(selector as u32)))
    }

    /// `symir_land(frame, exception, selector)`
    pub(in crate::exec) fn land(
        &mut self,
        program: &Program,
        state: &mut State,
        [frame, exception, selector]: [Value; 3],
    ) -> Step {
        let way = landing(program, state, frame).and_then(|edge| Some((edge, pad_of(program, edge)?)));
        let (Some((edge, pad)), Some(depth)) = (way, frame.as_int()) else {
            return Err(self.unsupported(state, "an exception goes where no landing pad is").into());
        };
        while state.depth() as u64 > depth {
            let caller = state.callers.pop().expect("invariant: the stack is deeper than the landing pad");
            let left = std::mem::replace(&mut state.frame, caller.into_frame());
            state.memory.release_stack(left.stack_mark);
        }
        self.take_edge(program, state, edge);
        self.set(state, pad.dst, exception);
        self.set(state, RegId::from_raw(pad.dst.raw() + 1), selector);
        Ok(())
    }

    /// `symir_uncaught(type_name)`: nothing catches an exception of the type
    pub(super) fn uncaught<T>(&mut self, state: &State, name: Value) -> Step<T> {
        let message = match self.text_at(state, name) {
            Some(name) => {
                format!("throws an exception of type `{}`, which nothing catches", type_name(&name))
            }
            None => "calls std::terminate".to_owned(),
        };
        let mut ending = self.bug(state, BugKind::Abort, message);
        if let Ending::Bug(bug) = &mut ending {
            // The error is at the `throw`, and not in the functions of the library behind it.
            let first = bug.stack.iter().position(|site| !site.file.is_empty());
            bug.stack.drain(..first.unwrap_or(0));
        }
        Err(ending.into())
    }
}

/// The edge of an exception that leaves the call which this frame waits for.
fn landing(program: &Program, state: &State, frame: Value) -> Option<EdgeId> {
    let frame = usize::try_from(frame.as_int()?).ok()?;
    if frame == 0 || frame >= state.depth() {
        return None;
    }
    // From the innermost call outwards, each with the instruction that it is at.
    let (_, call) = state.stack().nth(state.depth() - frame)?;
    program.landing_of(call)
}

fn pad_of(program: &Program, edge: EdgeId) -> Option<&Inst> {
    program.landing_pad(program.edges[edge.index()].to)
}

/// The name in the source of a type by its name in a `std::type_info`.
fn type_name(name: &str) -> String {
    let symbol = format!("_ZTI{name}");
    let demangled = Symbol::new(&symbol)
        .ok()
        .and_then(|symbol| symbol.demangle_with_options(&DemangleOptions::new()).ok());
    let demangled = demangled.and_then(|text| Some(text.strip_prefix("typeinfo for ")?.to_owned()));
    demangled.unwrap_or_else(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_have_the_names_of_the_source() {
        assert_eq!(type_name("St13runtime_error"), "std::runtime_error");
        assert_eq!(type_name("i"), "int");
        assert_eq!(type_name("PKc"), "char const*");
        assert_eq!(type_name("?"), "?");
    }
}
