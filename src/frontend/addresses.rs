//! Functions whose paths or results depend on where objects lie in memory.

use super::llvm::{LLVMIntPredicate, LLVMOpcode, LLVMTypeKind, Value};

/// Whether a function asks which of two addresses is smaller, or uses an address as a number for more than
/// its distance from another one.
pub(super) fn orders_addresses(function: Value<'_>) -> bool {
    use LLVMIntPredicate::{LLVMIntEQ, LLVMIntNE};
    let is_address = |value: Value<'_>| value.ty().kind() == LLVMTypeKind::LLVMPointerTypeKind;
    let orders = |inst: Value<'_>| {
        let is_comparison = matches!(inst.opcode(), LLVMOpcode::LLVMICmp) && is_address(inst.operand(0));
        is_comparison && !matches!(inst.int_predicate(), LLVMIntEQ | LLVMIntNE) || is_number(inst)
    };
    any_instruction(function, orders)
}

/// Whether a function uses an address as a number for more than its distance from another one, as code does
/// that asks how an object is aligned.
pub(super) fn numbers_addresses(function: Value<'_>) -> bool {
    any_instruction(function, is_number)
}

/// Whether an instruction makes a number of an address, for more than a distance.
fn is_number(inst: Value<'_>) -> bool {
    let makes_number =
        |value: &Value<'_>| value.is_instruction() && matches!(value.opcode(), LLVMOpcode::LLVMPtrToInt);
    let is_distance = |user: &Value<'_>| {
        matches!(user.opcode(), LLVMOpcode::LLVMSub) && (0..2).all(|at| makes_number(&user.operand(at)))
    };
    makes_number(&inst) && !inst.users().iter().all(is_distance)
}

fn any_instruction(function: Value<'_>, holds: impl Fn(Value<'_>) -> bool) -> bool {
    function.blocks().into_iter().any(|block| block.instructions().any(&holds))
}
