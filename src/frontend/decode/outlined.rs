//! Calls of inline assembly and intrinsics that symir cannot express. They become calls of functions without
//! a body, which the machine that symir runs on can do (`--concretize`). Arguments and the result travel
//! through memory.

use super::body::Body;
use super::layout::ADDRESS;
use super::{Operands, Unsupported};
use crate::frontend::llvm::{LLVMTypeKind, LLVMValueKind, Passed, Type, Value, outlined};
use crate::ir::{ArgKind, Argument, Op, Operand, Outlined, Param};
use crate::util::{Bits, Bytes};

/// Arguments lie at multiples of this.
const ALIGN: u64 = 16;

impl<'m> Body<'_, 'm> {
    /// A call of a function that does what `call` does; `what` describes that in words.
    pub fn outline(&mut self, call: Value<'m>, what: &str) -> Result<Operands, Unsupported> {
        let result = call.ty();
        if !result.is_void() {
            self.only_numbers(result, what)?;
        }
        let mut passed = Vec::new();
        let mut stored: Vec<(u64, Type<'m>, Operands)> = Vec::new();
        let mut pointers = Vec::new();
        let mut size = 0;
        for argument in call.arguments() {
            let is_pointer = argument.ty().kind() == LLVMTypeKind::LLVMPointerTypeKind;
            passed.push(if is_literal(argument) {
                Passed::Constant
            } else if is_pointer {
                pointers.push(address(self.operand(argument)?));
                Passed::Pointer
            } else {
                self.only_numbers(argument.ty(), what)?;
                stored.push((size, argument.ty(), self.operands(argument)?));
                let at = size;
                size += self.d.data_layout.alloc_size(argument.ty()).next_multiple_of(ALIGN);
                Passed::Memory(at)
            });
        }
        let unused = Operand::UNUSED;
        let mark = self.compute(Op::StackSave, ADDRESS, unused, unused);
        let one = self.d.int(ADDRESS, 1);
        let given = self.stack_object(Bytes(size.max(1)), ALIGN, one, None);
        let room = if result.is_void() { 1 } else { self.d.data_layout.alloc_size(result).max(1) };
        let taken = self.stack_object(Bytes(room), ALIGN, one, None);
        let zero = self.d.int(Bits(8), 0);
        for (object, size) in [(given, size.max(1)), (taken, room)] {
            for at in 0..size {
                let at = self.displace(object, at as i64);
                self.perform(Op::Store, Bits(8), zero, at);
            }
        }
        for (at, ty, operands) in stored {
            let at = self.displace(given, at as i64);
            self.store_to(ty, &operands, at, false)?;
        }
        let mut arguments = vec![address(given), address(taken)];
        arguments.extend(pointers);
        let name = format!("outlined.{}", self.d.program.outlined.len());
        let params = arguments.iter().map(|_| Param { width: ADDRESS }).collect();
        let function = self.d.external(&name, params, 0);
        let code = outlined(call, &name, &passed);
        self.d.program.outlined.insert(function, Outlined { what: what.to_owned(), code });
        let target = self.d.constant(crate::ir::Const::Function(function));
        self.emit_plain_call(target, &arguments);
        let results = match result.is_void() {
            true => Operands::new(),
            false => self.load_from(result, taken, false)?,
        };
        self.perform(Op::StackRestore, ADDRESS, mark, unused);
        Ok(results)
    }

    /// Refuses types that are no numbers: a number means the same natively, but addresses are those of the
    /// interpreted program.
    fn only_numbers(&mut self, ty: Type<'m>, what: &str) -> Result<(), Unsupported> {
        let is_number = |kind| matches!(kind, ArgKind::Integer | ArgKind::Float);
        match self.layout(ty)?.scalars.iter().all(|scalar| is_number(scalar.kind) && scalar.width <= Bits(64))
        {
            true => Ok(()),
            false => Unsupported::new(what),
        }
    }
}

/// Whether a value is a literal, which native code can contain as it is.
fn is_literal(value: Value<'_>) -> bool {
    matches!(
        value.kind(),
        LLVMValueKind::LLVMConstantIntValueKind
            | LLVMValueKind::LLVMConstantFPValueKind
            | LLVMValueKind::LLVMConstantDataVectorValueKind
            | LLVMValueKind::LLVMConstantAggregateZeroValueKind
    )
}

/// An address as an argument.
fn address(operand: Operand) -> Argument {
    Argument { operand, width: ADDRESS, kind: ArgKind::Pointer }
}
