//! Calls that an exception may leave, and the landing pads that it goes to. What an exception is and which
//! handler it has, the model in `models/libcxx/exceptions.cpp` decides.

use super::Operands;
use super::body::{Body, Decoded};
use super::layout::ADDRESS;
use crate::frontend::llvm::{LLVMTypeKind, Value};
use crate::ir::{ArgKind, Argument, Clauses, Const, EdgeId, FuncId, Op, Operand, Param, Pc};
use crate::util::Bits;

/// The width of a selector.
const SELECTOR: Bits = Bits(32);

impl<'m> Body<'_, 'm> {
    /// A call with two ways to go on: the normal one is the first.
    pub fn invoke(&mut self, inst: Value<'m>) -> Decoded {
        let successors = inst.successors();
        // The values that phi nodes take along this edge are computed before the call.
        let unwind = self.edge(successors[1])?;
        let start = self.pc();
        let results = self.call(inst)?;
        self.define(inst, &results);
        let made = &self.d.program.code[start.index()..];
        let call = made.iter().rposition(|inst| inst.op == Op::Call).map(|at| Pc::new(start.index() + at));
        self.jump(successors[0])?;
        // The normal edge comes first, as it does for code that counts branches.
        let normal = EdgeId::new(unwind.index() + 1);
        self.d.program.edges.swap(unwind.index(), normal.index());
        let jump = self.d.program.code.last_mut().expect("invariant: it was made just now");
        let (normal, unwind) = (unwind, normal);
        jump.a = normal.raw();
        // Assembly and intrinsic functions that LLVM invokes throw nothing.
        self.d.program.landings.extend(call.map(|call| (call, unwind)));
        Ok(results)
    }

    /// Decodes a landing pad, which gives the exception and the selector.
    pub fn landing_pad(&mut self, inst: Value<'m>) -> Decoded {
        let mut clauses = Vec::new();
        for clause in inst.clauses() {
            // Only a filter, which is a list of types, is an array.
            if !matches!(clause.ty().kind(), LLVMTypeKind::LLVMArrayTypeKind) {
                let ty = self.operand(clause)?;
                clauses.push((self.d.type_number(clause), vec![ty]));
                continue;
            }
            let mut types = Vec::new();
            let mut index = 0;
            while let Some(ty) = clause.element(index) {
                types.push(self.operand(ty)?);
                index += 1;
            }
            self.d.n_filters += 1;
            clauses.push((-self.d.n_filters, types));
        }
        let words = Clauses::encode(inst.is_cleanup(), &clauses);
        let at = self.extra(&words);
        let (exception, selector) = (self.fresh(), self.fresh_operand());
        self.emit(Op::LandingPad, 0, 0, exception, Operand::UNUSED.raw(), at);
        Ok(Operands::from_slice(&[Operand::register(exception), selector]))
    }

    /// The exception goes on to the next landing pad.
    pub fn resume(&mut self, inst: Value<'m>) -> Decoded {
        let exception = self.operands(inst.operand(0))?;
        let function = self.d.function_called("_Unwind_Resume", ADDRESS);
        let target = self.d.constant(Const::Function(function));
        let passed = [Argument { operand: exception[0], width: ADDRESS, kind: ArgKind::Pointer }];
        self.emit_call_of(target, &passed, &[]);
        self.unreachable()
    }

    /// `llvm.eh.typeid.for(type)`: the selector of a clause that catches the type
    pub fn type_selector(&mut self, inst: Value<'m>) -> Decoded {
        let number = self.d.type_number(inst.operand(0));
        Ok(Operands::from_slice(&[self.d.int(SELECTOR, number as u128)]))
    }
}

impl<'m> super::Decoder<'m> {
    /// The selector of clauses that catch this type.
    fn type_number(&mut self, ty: Value<'m>) -> i32 {
        let next = self.type_numbers.len() as i32 + 1;
        *self.type_numbers.entry(ty).or_insert(next)
    }

    /// The function of this name with one parameter. If the program does not have it, it is added without a
    /// body.
    fn function_called(&mut self, name: &str, width: Bits) -> FuncId {
        let known = self.program.functions.iter().position(|function| function.name == name);
        known.map_or_else(|| self.external(name, vec![Param { width }], 0), FuncId::new)
    }
}
