//! Objects with more behind their members, although their type does not say so: `struct text`, for which
//! `malloc(sizeof(struct text) + length)` makes room for the letters, too. Only the functions of the type know
//! what lies there, so only calls can make a consistent object.

use super::Reader;
use super::taken::ALLOCATORS;
use crate::ir::{CType, CallSite, Const, FuncId, Op, OperandKind, TypeId};

impl Reader<'_> {
    /// Whether a function allocates an object of a structure's size plus a number that is no constant. A type
    /// whose last member is an array says itself what follows.
    pub(super) fn extends(&self, id: FuncId, ty: TypeId) -> bool {
        let program = self.program;
        let CType::Struct { members, .. } = program.ctype(ty) else { return false };
        let has_array = members.last().is_some_and(|it| matches!(program.ctype(it.ty), CType::Array { .. }));
        let Some(size) = program.size_of(ty).filter(|_| !has_array) else { return false };
        let function = &program.functions[id.index()];
        let mut calls = program.code_of(function).filter(|inst| inst.op == Op::Call);
        calls.any(|inst| {
            let site = CallSite::read(program, inst.a);
            let OperandKind::Constant(callee) = site.callee().kind() else { return false };
            let Const::Function(callee) = program.constants[callee.index()] else { return false };
            let name = &program.functions[callee.index()].name;
            ALLOCATORS.contains(&name.as_str()) && program.passed_sums(function, inst).contains(&size.0)
        })
    }
}
