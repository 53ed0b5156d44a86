//! `setjmp` and `longjmp`.
//!
//! A buffer holds the number of a jump target, which the state knows. A jump does not change registers: LLVM
//! marks calls that return twice, so that values which are used after such a call lie in memory or were
//! computed before.

use crate::exec::State;
use crate::exec::machine::{Machine, Step};
use crate::exec::state::JumpTarget;
use crate::ir::{Inst, Program};
use crate::memory::Value;
use crate::testcase::BugKind;
use crate::util::Bits;

impl Machine {
    /// `setjmp(buffer)`: zero, the first time
    pub(super) fn set_jump(&mut self, state: &mut State, buffer: Value) -> Step<Value> {
        let target = JumpTarget { function: state.frame.function, at: state.pc, depth: state.depth() };
        self.write(state, buffer, Bits(64), Value::int(state.jump_targets.len() as u64))?;
        state.jump_targets.push(target);
        Ok(Value::ZERO)
    }

    /// `longjmp(buffer, value)`: `setjmp` returns again
    pub(in crate::exec) fn long_jump(
        &mut self,
        program: &Program,
        state: &mut State,
        buffer: Value,
        value: Value,
    ) -> Step {
        let number = self.read(state, buffer, Bits(64))?.as_int();
        let target = number.and_then(|number| state.jump_targets.get(usize::try_from(number).ok()?)).copied();
        let is_there = |target: &JumpTarget| {
            let depth = state.depth();
            let function = match target.depth {
                here if here == depth => state.frame.function,
                outer if outer < depth => state.callers[outer - 1].function,
                _ => return false,
            };
            function == target.function
        };
        let Some(target) = target.filter(is_there) else {
            let message = "longjmp to a setjmp whose function has returned, or that never was";
            return Err(self.bug(state, BugKind::InvalidJump, message).into());
        };
        while state.depth() > target.depth {
            let caller = state.callers.pop().expect("invariant: the stack is deeper than the target");
            let left = std::mem::replace(&mut state.frame, caller.into_frame());
            state.memory.release_stack(left.stack_mark);
        }
        let call: &Inst = program.inst(target.at);
        let zero = self.general_compare(crate::ir::Predicate::Eq, Bits(32), value, Value::ZERO);
        let one = Value::int(1);
        let result = match zero.as_int() {
            Some(0) => value,
            Some(_) => one,
            None => {
                let condition = zero.to_term(&mut self.arena, Bits(1));
                let one = one.to_term(&mut self.arena, Bits(32));
                let value = value.to_term(&mut self.arena, Bits(32));
                let term = self.arena.ite(condition, one, value);
                Value::from_term(&self.arena, term)
            }
        };
        if call.dst != Inst::NO_RESULT {
            self.set(state, call.dst, result);
        }
        state.pc = target.at.next();
        Ok(())
    }
}
