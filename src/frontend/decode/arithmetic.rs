//! Integer and float arithmetic, comparisons and selections, element by element.

use super::body::{Body, Decoded};
use super::{Operands, Unsupported};
use crate::frontend::llvm::{LLVMIntPredicate, Value};
use crate::ir::{Inst, Op, Operand, Predicate};
use crate::util::Bits;

impl<'m> Body<'_, 'm> {
    pub fn binary(&mut self, op: Op, value: Value<'m>) -> Decoded {
        let (left, right) = (value.operand(0), value.operand(1));
        self.elementwise(op, 0, left, right)
    }

    /// A shift, flagged if the source writes it as a shift, too.
    pub fn shift(&mut self, op: Op, value: Value<'m>) -> Decoded {
        let is_unoptimised = self.d.program.functions[self.function.index()].is_unoptimised;
        let is_written = is_unoptimised || self.d.debug.says(self.loc, &["<<", ">>"]);
        let mut flags = if is_written { Inst::AS_WRITTEN } else { 0 };
        if value.ty().is_vector() {
            flags |= Inst::VECTOR;
        }
        self.elementwise(op, flags, value.operand(0), value.operand(1))
    }

    pub fn unary(&mut self, op: Op, value: Value<'m>) -> Decoded {
        self.map(value.operand(0), |body, width, operand| body.compute(op, width, operand, Operand::UNUSED))
    }

    /// Applies `compute` to every scalar of `value`.
    pub fn map(
        &mut self,
        value: Value<'m>,
        mut compute: impl FnMut(&mut Self, Bits, Operand) -> Operand,
    ) -> Decoded {
        let layout = self.layout(value.ty())?;
        let operands = self.operands(value)?;
        Ok(operands.into_iter().zip(&layout.scalars).map(|(a, s)| compute(self, s.width, a)).collect())
    }

    /// Applies an operation to the scalars of two values of one type.
    pub fn elementwise(&mut self, op: Op, flags: u8, left: Value<'m>, right: Value<'m>) -> Decoded {
        let rights = self.operands(right)?;
        let mut rights = rights.into_iter();
        self.map(left, |body, width, a| {
            let b = rights.next().expect("invariant: both operands have one type");
            body.compute_with(op, flags, width, a.raw(), b.raw())
        })
    }

    pub fn int_comparison(&mut self, inst: Value<'m>) -> Decoded {
        let predicate = predicate(inst.int_predicate());
        self.elementwise(Op::ICmp, predicate as u8, inst.operand(0), inst.operand(1))
    }

    pub fn float_comparison(&mut self, inst: Value<'m>) -> Decoded {
        self.elementwise(Op::FCmp, inst.float_predicate(), inst.operand(0), inst.operand(1))
    }

    /// A comparison of two scalars.
    pub fn compare(&mut self, predicate: Predicate, width: Bits, a: Operand, b: Operand) -> Operand {
        self.compute_with(Op::ICmp, predicate as u8, width, a.raw(), b.raw())
    }

    pub fn select(&mut self, inst: Value<'m>) -> Decoded {
        let conditions = self.operands(inst.operand(0))?;
        let (yes, no) = (self.operands(inst.operand(1))?, self.operands(inst.operand(2))?);
        let layout = self.layout(inst.ty())?;
        let n = layout.scalars.len();
        // One condition chooses whole values; a vector of conditions chooses element by element.
        let condition = |index: usize| conditions[if conditions.len() == n { index } else { 0 }];
        let pick =
            |index: usize| self.choose(layout.scalars[index].width, condition(index), yes[index], no[index]);
        Ok((0..n).map(pick).collect())
    }

    /// `yes` if the condition is one, else `no`.
    pub fn choose(&mut self, width: Bits, condition: Operand, yes: Operand, no: Operand) -> Operand {
        let choices = self.extra(&[yes.raw(), no.raw()]);
        self.compute_with(Op::Select, 0, width, condition.raw(), choices)
    }

    /// Combines all scalars of a vector into one, from the first to the last.
    pub fn reduce(&mut self, op: Op, start: Option<Operand>, vector: Value<'m>) -> Decoded {
        let layout = self.layout(vector.ty())?;
        let Some(width) = layout.scalars.first().map(|scalar| scalar.width) else {
            return Unsupported::new("a vector of no elements");
        };
        let mut operands = self.operands(vector)?.into_iter();
        let first = start.or_else(|| operands.next()).expect("invariant: a scalar to begin with");
        let all = operands.fold(first, |sum, operand| self.compute(op, width, sum, operand));
        Ok(Operands::from_slice(&[all]))
    }
}

/// LLVM's predicate as ours.
pub fn predicate(predicate: LLVMIntPredicate) -> Predicate {
    use LLVMIntPredicate::*;
    match predicate {
        LLVMIntEQ => Predicate::Eq,
        LLVMIntNE => Predicate::Ne,
        LLVMIntUGT => Predicate::Ugt,
        LLVMIntUGE => Predicate::Uge,
        LLVMIntULT => Predicate::Ult,
        LLVMIntULE => Predicate::Ule,
        LLVMIntSGT => Predicate::Sgt,
        LLVMIntSGE => Predicate::Sge,
        LLVMIntSLT => Predicate::Slt,
        LLVMIntSLE => Predicate::Sle,
    }
}
