//! Checks of indices: of an array that lies within a structure or another array, and of a vector. An access
//! behind such an array may stay within the object, where the access itself is no error.
//!
//! What is checked is what Clang's `-fsanitize=bounds` checks with `-fstrict-flex-arrays=2`, so that a native
//! run with both finds the same errors. An array of no or one element that is the last member of a structure is
//! left out: it may go on behind the structure.

use super::Unsupported;
use super::body::Body;
use super::layout::ADDRESS;
use crate::frontend::llvm::{LLVMOpcode, LLVMTypeKind, LLVMValueKind, Type, Value};
use crate::ir::{Inst, Op, Operand};

/// How many address computations behind one another are followed to find out what is done with an address.
const MAX_STEPS: usize = 4;

/// What code does with the address of an element.
#[derive(Copy, Clone, Default, Debug)]
struct Usage {
    reads: bool,
    writes: bool,
    /// The address is compared, kept or passed on.
    keeps: bool,
}

impl<'m> Body<'_, 'm> {
    /// Emits a check that a vector's index is less than `n`, the number of its elements, if that is not
    /// clear.
    pub fn check_vector_index(
        &mut self,
        index: Value<'m>,
        n: usize,
        writes: bool,
    ) -> Result<(), Unsupported> {
        let is_clear = index.small_int().is_some_and(|index| index < n as u64);
        // An optimisation has moved an instruction that has no line to an earlier place.
        if is_clear || self.loc.line == 0 {
            return Ok(());
        }
        let width = self.width(index.ty())?;
        let operand = self.operand(index)?;
        let index = self.resize(Op::ZExt, operand, width, ADDRESS);
        self.check_index(index, n as u64, Inst::VECTOR | if writes { Inst::WRITES } else { 0 });
        Ok(())
    }

    /// Emits a check of an index of 64 bits for an array of `length` elements, if the address computation
    /// `step` is one that the source writes. Optimisation moves others to earlier places.
    pub fn check_array_index(&mut self, step: Value<'m>, index: Operand, length: u64) {
        if !self.d.program.functions[self.function.index()].is_unoptimised || !step.is_instruction() {
            return;
        }
        let mut usage = Usage::default();
        note_usage(step, MAX_STEPS, &mut usage);
        let mut flags = 0;
        if usage.writes {
            flags |= Inst::WRITES;
        }
        if usage.keeps || !(usage.reads || usage.writes) {
            flags |= Inst::TAKES_ADDRESS;
        }
        self.check_index(index, length, flags);
    }

    fn check_index(&mut self, index: Operand, n: u64, flags: u8) {
        let n = self.d.int(ADDRESS, u128::from(n));
        self.emit(Op::IndexCheck, flags, ADDRESS.0 as u16, Inst::NO_RESULT, index.raw(), n.raw());
    }
}

/// The number of elements that the array of the last index of an address computation has, if it lies within
/// something larger and does not go on behind its end.
pub fn length_within<'m>(step: Value<'m>) -> Option<u64> {
    let last = step.n_operands().checked_sub(1)?;
    let array = match last {
        // The array is the one that the address before leads to.
        2 => inner_array(step.operand(0))
            .filter(|array| *array == step.gep_source_type() && step.operand(1).small_int() == Some(0)),
        3.. => within(step, last),
        _ => None,
    }?;
    Some(array.length()).filter(|length| *length > 0)
}

/// The array whose address an address computation yields, if it is a member or an element of an array, and does
/// not go on behind its end.
fn inner_array<'m>(address: Value<'m>) -> Option<Type<'m>> {
    let is_step = matches!(
        address.kind(),
        LLVMValueKind::LLVMInstructionValueKind | LLVMValueKind::LLVMConstantExprValueKind
    ) && matches!(address.opcode(), LLVMOpcode::LLVMGetElementPtr);
    if !is_step {
        return None;
    }
    match address.n_operands() {
        // A row behind a pointer to rows.
        2 => Some(address.gep_source_type()).filter(|ty| is_array(*ty)),
        n => within(address, n),
    }
}

/// The array to which the operands of an address computation lead before the one at `end`.
fn within<'m>(step: Value<'m>, end: u32) -> Option<Type<'m>> {
    let (mut ty, mut is_last) = (step.gep_source_type(), true);
    for position in 2..end {
        if matches!(ty.kind(), LLVMTypeKind::LLVMStructTypeKind) {
            let member = step.operand(position).small_int()? as usize;
            let members = ty.members();
            is_last = member + 1 == members.len();
            ty = *members.get(member)?;
        } else {
            is_last = false;
            ty = ty.element();
        }
    }
    Some(ty).filter(|ty| is_array(*ty) && (!is_last || ty.length() > 1))
}

fn is_array(ty: Type<'_>) -> bool {
    matches!(ty.kind(), LLVMTypeKind::LLVMArrayTypeKind)
}

/// Notes what the users of an address do with it, and with addresses of parts of what it leads to.
fn note_usage<'m>(address: Value<'m>, steps: usize, usage: &mut Usage) {
    for user in address.users() {
        match user.opcode() {
            LLVMOpcode::LLVMLoad => usage.reads = true,
            LLVMOpcode::LLVMStore if user.operand(1) == address => usage.writes = true,
            LLVMOpcode::LLVMGetElementPtr if steps > 0 => note_usage(user, steps - 1, usage),
            _ => usage.keeps = true,
        }
    }
}
