//! What is known of the sizes that code asks for.

use super::{CallSite, Function, Inst, Op, Operand, OperandKind, Program};

impl Program {
    /// The constants in arguments of a call in this function that are sums of a constant and a number which is
    /// none: 16 in `malloc(sizeof(struct text) + length)`. The size of an array is a product.
    pub fn passed_sums(&self, function: &Function, call: &Inst) -> Vec<u64> {
        let constant = |operand: Operand| u64::try_from(self.signed_constant(operand)?).ok();
        let of_sum = |operand: Operand| {
            let OperandKind::Register(register) = operand.kind() else { return None };
            let sum = self.code_of(function).find(|inst| inst.dst == register && inst.op == Op::Add)?;
            constant(sum.a()).or_else(|| constant(sum.b()))
        };
        CallSite::read(self, call.a).args().filter_map(|argument| of_sum(argument.operand)).collect()
    }
}
