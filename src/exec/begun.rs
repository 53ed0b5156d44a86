//! Objects that are larger than the type of the pointers to them. The objects of an interface begin with a
//! structure that all code knows, followed by parts that only the functions of one kind of object know.

use super::observe::Observer;
use crate::ir::{CType, Op, Pc, TypeId};
use crate::memory::{Memory, ObjectRef, OriginKind};

impl Observer<'_> {
    /// Whether code of the program allocated an object, and no driver made it as an input.
    pub(super) fn is_of_the_program(&self, memory: &Memory, object: ObjectRef) -> bool {
        let (program, origin) = (self.program(), memory.origin(object.id));
        let at = Pc::from_raw(origin.number);
        let is_driver = || program.functions[program.function_of(at).index()].name == "main";
        origin.kind == OriginKind::Heap && program.inst(at).op == Op::Call && !is_driver()
    }

    /// Whether an object of this size, which code takes for a structure, is a larger structure that begins
    /// with it, as a circle begins with a shape: then it is no array. A larger structure that has only
    /// members of that type does not count.
    pub(super) fn is_begun(&self, view: TypeId, size: u64) -> bool {
        let program = self.program();
        let name_of = |ty: TypeId| match program.ctype(ty) {
            CType::Struct { name, .. } => name.as_deref(),
            _ => None,
        };
        let Some(name) = name_of(view) else { return false };
        let is_view = |ty: TypeId| ty == view || name_of(ty) == Some(name);
        program.types.iter().any(|ty| match ty {
            CType::Struct { size: whole, members, .. } if whole.0 == size => {
                members.first().is_some_and(|first| is_view(first.ty))
                    && members.iter().any(|member| !is_view(member.ty))
            }
            _ => false,
        })
    }
}
