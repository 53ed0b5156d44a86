//! Edges between blocks, and phi nodes as moves on them.

use super::body::{Body, Decoded};
use super::{Operands, Unsupported};
use crate::frontend::llvm::{BasicBlock, Value};
use crate::ir::{Edge, EdgeId, Move, Operand, OperandKind, RegId};

impl<'m> Body<'_, 'm> {
    /// Phi nodes have their registers from the beginning; the edges fill them.
    pub fn phi(&mut self, inst: Value<'m>) -> Decoded {
        self.operands(inst)
    }

    /// A new edge from the current block. The values that the phi nodes of `to` take along it are decoded
    /// here. This may emit code, which comes before the terminator.
    pub fn edge(&mut self, to: BasicBlock<'m>) -> Result<EdgeId, Unsupported> {
        let mut pending = Vec::new();
        for phi in to.phis() {
            let Ok(registers) = self.operands(phi) else { continue };
            let Some(value) = phi.incoming(self.llvm_block) else { continue };
            for (register, src) in registers.into_iter().zip(self.operands(value)?) {
                let OperandKind::Register(dst) = register.kind() else { continue };
                pending.push(Move { dst, src });
            }
        }
        let moves = in_sequence(pending, || self.fresh());
        let program = &mut self.d.program;
        let first = program.moves.len() as u32;
        program.moves.extend(moves);
        let moves = first..program.moves.len() as u32;
        program.edges.push(Edge { from: Some(self.block), to: self.d.blocks[&to], moves });
        Ok(EdgeId::new(program.edges.len() - 1))
    }

    /// Makes a value known before its instruction is wholly decoded.
    pub fn define(&mut self, value: Value<'m>, operands: &Operands) {
        self.values.insert(value, operands.clone());
    }
}

/// Orders moves that happen all at once so that they can be done one after the other. A cycle is broken
/// with a temporary register (Boissinot et al., "Revisiting out-of-SSA translation", CGO 2009, section 3.4).
fn in_sequence(mut pending: Vec<Move>, mut temporary: impl FnMut() -> RegId) -> Vec<Move> {
    let mut done = Vec::with_capacity(pending.len());
    pending.retain(|step| step.src != Operand::register(step.dst));
    while !pending.is_empty() {
        let is_read = |dst: RegId| pending.iter().any(|step| step.src == Operand::register(dst));
        match pending.iter().position(|step| !is_read(step.dst)) {
            Some(free) => done.push(pending.remove(free)),
            None => {
                // Every move that is left is on a cycle: save one register, and let the moves that read it
                // read the copy.
                let saved = pending[0].dst;
                let copy = temporary();
                done.push(Move { dst: copy, src: Operand::register(saved) });
                for step in pending.iter_mut().filter(|step| step.src == Operand::register(saved)) {
                    step.src = Operand::register(copy);
                }
            }
        }
    }
    done
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(dst: u32, src: u32) -> Move {
        Move { dst: RegId::from_raw(dst), src: Operand::register(RegId::from_raw(src)) }
    }

    /// Runs moves on registers that hold their own number.
    fn run(moves: &[Move]) -> Vec<u32> {
        let mut registers: Vec<u32> = (0..8).collect();
        for step in moves {
            let OperandKind::Register(src) = step.src.kind() else { unreachable!() };
            registers[step.dst.index()] = registers[src.index()];
        }
        registers[..5].to_vec()
    }

    #[test]
    fn one_after_the_other_is_all_at_once() {
        // A rotation of three, a chain off it, and a register that stays.
        let moves = in_sequence(vec![step(0, 1), step(1, 2), step(2, 0), step(3, 2), step(4, 4)], || {
            RegId::from_raw(7)
        });
        assert_eq!(run(&moves), [1, 2, 0, 2, 4]);
        assert_eq!(moves.len(), 5, "one temporary is enough");
    }

    #[test]
    fn a_chain_needs_no_temporary() {
        let moves = in_sequence(vec![step(0, 1), step(1, 2), step(2, 3)], || panic!("no cycle"));
        assert_eq!(run(&moves), [1, 2, 3, 3, 4]);
    }
}
