//! Terminators: returns, branches, jumps and switches.

use super::body::{Body, Decoded};
use super::{Operands, Unsupported};
use crate::frontend::llvm::{BasicBlock, Value};
use crate::ir::{EdgeId, Inst, Op, Operand, OperandKind, Written};
use crate::util::Bits;
use rustc_hash::FxHashMap;

impl<'m> Body<'_, 'm> {
    pub fn ret(&mut self, inst: Value<'m>) -> Decoded {
        let operands = match inst.n_operands() {
            0 => Operands::new(),
            _ => self.operands(inst.operand(0))?,
        };
        let words: Vec<u32> = operands.into_iter().map(|operand| self.defined(operand).raw()).collect();
        let at = self.extra(&words);
        self.emit(Op::Ret, 0, words.len() as u16, Inst::NO_RESULT, at, Operand::UNUSED.raw());
        Ok(Operands::new())
    }

    pub fn unreachable(&mut self) -> Decoded {
        self.perform(Op::Unreachable, Bits(0), Operand::UNUSED, Operand::UNUSED);
        Ok(Operands::new())
    }

    pub fn branch(&mut self, inst: Value<'m>) -> Decoded {
        let successors = inst.successors();
        if !inst.is_conditional() {
            return self.jump(successors[0]);
        }
        let condition = self.operand(inst.condition())?;
        let written = self.written(inst);
        if written != Written::default() {
            self.d.program.written.insert(self.block, written);
        }
        let yes = self.edge(successors[0])?;
        self.edge(successors[1])?;
        self.emit(Op::Branch, 0, 1, Inst::NO_RESULT, condition.raw(), yes.raw());
        Ok(Operands::new())
    }

    pub fn jump(&mut self, to: BasicBlock<'m>) -> Decoded {
        let edge = self.edge(to)?;
        self.emit(Op::Jump, 0, 0, Inst::NO_RESULT, edge.raw(), Operand::UNUSED.raw());
        Ok(Operands::new())
    }

    /// Cases that go to the same block share an edge.
    pub fn switch(&mut self, inst: Value<'m>) -> Decoded {
        let width = self.width(inst.operand(0).ty())?;
        let condition = self.operand(inst.operand(0))?;
        let mut edges: FxHashMap<BasicBlock<'m>, EdgeId> = FxHashMap::default();
        let default = self.shared_edge(inst.block_operand(1), &mut edges)?;
        let n_cases = (inst.n_operands() - 2) / 2;
        let mut words = vec![default.raw(), n_cases];
        for case in 0..n_cases {
            let value = self.operand(inst.operand(2 + 2 * case))?;
            let OperandKind::Constant(constant) = value.kind() else {
                return Unsupported::new("a switch over what is not a constant");
            };
            let edge = self.shared_edge(inst.block_operand(3 + 2 * case), &mut edges)?;
            words.extend([constant.raw(), edge.raw()]);
        }
        let at = self.extra(&words);
        self.emit(Op::Switch, 0, width.0 as u16, Inst::NO_RESULT, condition.raw(), at);
        Ok(Operands::new())
    }

    pub fn indirect_branch(&mut self, inst: Value<'m>) -> Decoded {
        let address = self.operand(inst.operand(0))?;
        let mut edges = FxHashMap::default();
        let mut words = vec![0];
        for successor in inst.successors() {
            if !edges.contains_key(&successor) {
                words.push(self.shared_edge(successor, &mut edges)?.raw());
            }
        }
        words[0] = words.len() as u32 - 1;
        let at = self.extra(&words);
        self.emit(Op::IndirectJump, 0, 0, Inst::NO_RESULT, address.raw(), at);
        Ok(Operands::new())
    }

    fn shared_edge(
        &mut self,
        to: BasicBlock<'m>,
        edges: &mut FxHashMap<BasicBlock<'m>, EdgeId>,
    ) -> Result<EdgeId, Unsupported> {
        if let Some(edge) = edges.get(&to) {
            return Ok(*edge);
        }
        let edge = self.edge(to)?;
        edges.insert(to, edge);
        Ok(edge)
    }
}
