//! States that wait. The registers of a large function take megabytes, most of them never written: while a state waits,
//! it keeps only those that are, and siblings share even these.

use super::registers::{Held, Registers};
use super::{Machine, State};
use std::rc::Rc;
use std::sync::Arc;

/// Registers of a function up to which its calls keep them all while they wait: a page of memory and more.
const FEW: u32 = 1024;

/// What siblings have in common: the registers with which they were split off, and those of them that are written.
#[derive(Default)]
pub struct Siblings(Option<(Registers, Rc<[Held]>)>);

impl Machine {
    /// Makes a state small, which waits from now on. `siblings` is for all states of one fork.
    pub fn rest(&mut self, state: &mut State, siblings: &mut Siblings) {
        let function = state.frame.function.index();
        let n_registers = self.quick.frames[function].n_registers;
        if n_registers <= FEW || state.resting.is_some() {
            return;
        }
        let mut registers = std::mem::take(&mut state.frame.registers);
        let held = match &siblings.0 {
            Some((same, held)) if same.is_shared_with(&registers) => Rc::clone(held),
            _ => {
                let held = registers.held(n_registers as usize);
                if registers.is_alone() {
                    registers.clear(&held);
                    self.keep_registers(state.frame.function, registers);
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
        let quick = Arc::clone(&self.quick);
        state.frame.registers = self.fresh_registers(&quick, state.frame.function);
        state.frame.registers.restore(&held);
    }

    /// Whether calls of a function keep only a part of their registers while they wait.
    pub(super) fn rests(n_registers: u32) -> bool {
        n_registers > FEW
    }
}
