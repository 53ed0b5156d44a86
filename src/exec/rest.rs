//! States that wait. The registers of a large function take megabytes, most of which were never written.
//! While a state waits, it keeps only the registers that were written, and siblings share even these.

use super::registers::{Held, Registers};
use super::{Machine, State};
use std::rc::Rc;

/// What siblings share: the registers with which they were split off, and those that were written.
#[derive(Default)]
pub struct Siblings(Option<(Registers, Rc<[Held]>)>);

impl Machine {
    /// Makes a state small that waits from now on. `siblings` is for all states of one fork.
    pub fn rest(&mut self, state: &mut State, siblings: &mut Siblings) {
        let function = state.frame.function;
        if !self.code.rests(function) || state.resting.is_some() {
            return;
        }
        let mut registers = std::mem::take(&mut state.frame.registers);
        let held = match &siblings.0 {
            Some((same, held)) if same.is_shared_with(&registers) => Rc::clone(held),
            _ => {
                let held = registers.held(self.code.predecoded.frames[function.index()].n_registers as usize);
                if registers.is_alone() {
                    registers.clear(&held);
                    self.registers.keep(function, registers);
                } else {
                    siblings.0 = Some((registers, Rc::clone(&held)));
                }
                held
            }
        };
        state.resting = Some(held);
    }

    /// Makes a state ready to run again.
    pub fn wake(&mut self, state: &mut State) {
        let Some(held) = state.resting.take() else { return };
        state.frame.registers = self.registers.fresh(&self.code, state.frame.function);
        state.frame.registers.restore(&held);
    }
}
