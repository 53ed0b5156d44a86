//! Objects with more behind their members, although their type does not say so: `struct text`, for which
//! `malloc(sizeof(struct text) + length)` makes room for the letters, too. Only the functions of the type know
//! what lies there, so only calls can make a consistent object. And structures that are members of larger objects.

use super::taken::ALLOCATORS;
use super::{Reader, name_of};
use crate::ir::{CType, CallSite, Const, FuncId, Inst, Op, Operand, OperandKind, TypeId};

impl Reader<'_> {
    /// Whether code of these functions steps from a pointer to such a structure to what is before it, as
    /// `container_of` does. Then it is a member of larger objects, which no call for it makes.
    pub(super) fn is_contained(&self, ids: &[FuncId], ty: TypeId) -> bool {
        let program = self.program;
        let name = name_of(program, ty);
        let leads_to_it = |ty: TypeId| match program.ctype(ty) {
            CType::Pointer(target) => name.is_some() && name_of(program, *target) == name,
            _ => false,
        };
        ids.iter().any(|id| {
            let code = || program.code_of(&program.functions[id.index()]);
            let maker = |operand: Operand| match operand.kind() {
                OperandKind::Register(register) => code().find(|inst| inst.dst == register),
                OperandKind::Constant(_) => None,
            };
            let steps_back = |inst: &Inst| {
                inst.op == Op::PtrAdd && program.signed_constant(inst.b()).is_some_and(|by| by < 0)
            };
            code().filter(|inst| steps_back(inst)).any(|inst| {
                let load = maker(inst.a()).filter(|inst| inst.op == Op::Load);
                let variable = load.and_then(|load| maker(load.a())).filter(|inst| inst.op == Op::Alloca);
                variable.and_then(|inst| inst.alloca(program).ty).is_some_and(leads_to_it)
            })
        })
    }

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
