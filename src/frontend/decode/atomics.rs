//! Atomic operations. They are plain loads and stores, since programs run on one thread.

use super::body::{Body, Decoded};
use super::{Operands, Unsupported};
use crate::frontend::llvm::{LLVMAtomicRMWBinOp, Value};
use crate::ir::{Op, Operand, Predicate};
use crate::util::Bits;

impl<'m> Body<'_, 'm> {
    pub fn atomic_rmw(&mut self, inst: Value<'m>) -> Decoded {
        let width = self.width(inst.ty())?;
        let address = self.operand(inst.operand(0))?;
        let operand = self.operand(inst.operand(1))?;
        let old = self.compute(Op::Load, width, address, Operand::UNUSED);
        let new = self.rmw_result(inst.rmw_op(), width, old, operand)?;
        self.perform(Op::Store, width, new, address);
        Ok(Operands::from_slice(&[old]))
    }

    fn rmw_result(
        &mut self,
        op: LLVMAtomicRMWBinOp,
        width: Bits,
        old: Operand,
        operand: Operand,
    ) -> Result<Operand, Unsupported> {
        use LLVMAtomicRMWBinOp::*;
        let op = match op {
            LLVMAtomicRMWBinOpXchg => return Ok(operand),
            LLVMAtomicRMWBinOpNand => {
                let both = self.compute(Op::And, width, old, operand);
                let ones = self.d.int(width, u128::MAX);
                return Ok(self.compute(Op::Xor, width, both, ones));
            }
            LLVMAtomicRMWBinOpUIncWrap => {
                let (zero, one) = (self.d.int(width, 0), self.d.int(width, 1));
                let next = self.compute(Op::Add, width, old, one);
                let wraps = self.compare(Predicate::Uge, width, old, operand);
                return Ok(self.choose(width, wraps, zero, next));
            }
            LLVMAtomicRMWBinOpUDecWrap => {
                let (zero, one) = (self.d.int(width, 0), self.d.int(width, 1));
                let next = self.compute(Op::Sub, width, old, one);
                let is_zero = self.compare(Predicate::Eq, width, old, zero);
                let is_beyond = self.compare(Predicate::Ugt, width, old, operand);
                let wraps = self.compute(Op::Or, Bits(1), is_zero, is_beyond);
                return Ok(self.choose(width, wraps, operand, next));
            }
            LLVMAtomicRMWBinOpAdd => Op::Add,
            LLVMAtomicRMWBinOpSub => Op::Sub,
            LLVMAtomicRMWBinOpAnd => Op::And,
            LLVMAtomicRMWBinOpOr => Op::Or,
            LLVMAtomicRMWBinOpXor => Op::Xor,
            LLVMAtomicRMWBinOpMax => Op::SMax,
            LLVMAtomicRMWBinOpMin => Op::SMin,
            LLVMAtomicRMWBinOpUMax => Op::UMax,
            LLVMAtomicRMWBinOpUMin => Op::UMin,
            LLVMAtomicRMWBinOpFAdd => Op::FAdd,
            LLVMAtomicRMWBinOpFSub => Op::FSub,
            _ => return Unsupported::new("this atomic operation"),
        };
        Ok(self.compute(op, width, old, operand))
    }

    /// Always stores: if the old value is not the expected one, the old value is stored again.
    pub fn compare_exchange(&mut self, inst: Value<'m>) -> Decoded {
        let width = self.width(inst.operand(1).ty())?;
        let address = self.operand(inst.operand(0))?;
        let (expected, new) = (self.operand(inst.operand(1))?, self.operand(inst.operand(2))?);
        let old = self.compute(Op::Load, width, address, Operand::UNUSED);
        let same = self.compare(Predicate::Eq, width, old, expected);
        let stored = self.choose(width, same, new, old);
        self.perform(Op::Store, width, stored, address);
        Ok(Operands::from_slice(&[old, same]))
    }
}
