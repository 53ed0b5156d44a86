//! Objects that are larger than the type of the pointers to them. The objects of an interface begin with a
//! structure that all code knows, followed by parts that only the functions of one kind of object know.

use super::observe::Observer;
use super::shape::Source;
use crate::ir::{CType, CallSite, Const, Op, OperandKind, Pc, TypeId};
use crate::memory::{Memory, ObjectRef, OriginKind};
use crate::testcase::Datum;

/// Of how many bytes behind a structure tests know.
const MAX_BEHIND: u64 = 256;
/// The function of the C library that gives memory back.
const FREE: &str = "free";

impl Observer<'_> {
    /// Whether code of the program allocated an object, and no driver made it as an input.
    pub(super) fn is_of_the_program(&self, memory: &Memory, object: ObjectRef) -> bool {
        let (program, origin) = (self.program(), memory.origin(object.id));
        let at = Pc::from_raw(origin.number);
        let is_driver = || program.functions[program.function_of(at).index()].name == "main";
        origin.kind == OriginKind::Heap && program.inst(at).op == Op::Call && !is_driver()
    }

    /// Whether a line of the program gives an object to `free`. Nobody can watch calls that the C library or a
    /// pointer to its function makes.
    pub(super) fn is_freed(&self, after: &Memory, object: ObjectRef) -> bool {
        let program = self.program();
        let by = after.is_current(object).then(|| after.freed_by(object.id)).flatten().map(Pc::from_raw);
        let Some(pc) = by.filter(|pc| program.loc(*pc).is_some()) else { return false };
        let inst = program.inst(pc);
        if inst.op != Op::Call {
            return false;
        }
        match CallSite::read(program, inst.a).callee().kind() {
            OperandKind::Constant(callee) => match program.constants[callee.index()] {
                Const::Function(callee) => program.functions[callee.index()].name == FREE,
                _ => false,
            },
            OperandKind::Register(_) => false,
        }
    }

    /// The constants to which code of the program added a number for the size of an object that it allocated.
    /// If one is the size of a structure, something else follows the structure, and the object is no array.
    pub(super) fn summands(&self, memory: &Memory, object: ObjectRef) -> Vec<u64> {
        let (program, at) = (self.program(), Pc::from_raw(memory.origin(object.id).number));
        match self.is_of_the_program(memory, object) {
            true => {
                let function = &program.functions[program.function_of(at).index()];
                program.passed_sums(function, program.inst(at))
            }
            false => Vec::new(),
        }
    }

    /// The bytes that stand behind a structure in an object with room for more, up to the first that was never
    /// written. They are none if there is an address among them.
    pub(super) fn behind(
        &mut self,
        memory: &Memory,
        object: ObjectRef,
        view: Option<TypeId>,
    ) -> Option<Datum> {
        if !memory.is_current(object) || memory.freed_by(object.id).is_some() {
            return None;
        }
        let (view, size) = (view?, memory.size(object.id).0);
        let start = self.program().size_of(view)?.0;
        if size <= start || self.has_flexible_end(view) || !self.summands(memory, object).contains(&start) {
            return None;
        }
        let source = Source::Object(memory, object);
        let has_address = (start / 8 * 8..size).step_by(8).any(|at| self.pointer_of(source, at).is_some());
        let bytes = (start..size.min(start + MAX_BEHIND)).map_while(|at| self.byte_of(source, at));
        let bytes: Vec<u8> = bytes.collect();
        (!has_address && !bytes.is_empty()).then(|| Datum::text(&bytes))
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
