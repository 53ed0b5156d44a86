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
/// Where a program has allocated more blocks, nobody counts those that a call frees.
const MOST_BLOCKS: usize = 10_000;

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
        let by = after.is_current(object).then(|| after.freed_by(object.id)).flatten();
        by.is_some_and(|by| self.freed_by_line(by) == Some(FREE))
    }

    /// How many blocks of memory lines of the program give to `free`, if a call allocates some of them itself, so
    /// that nothing else tells whether it gives them back. Zero if that is not so, or not known.
    pub(super) fn n_freed(&self, before: &Memory, after: &Memory) -> u64 {
        if after.n_allocated() > MOST_BLOCKS {
            return 0;
        }
        let (mut n, mut has_own) = (0, false);
        for (is_own, by) in after.freed_since(before) {
            match self.freed_by_line(by) {
                Some(FREE) => (n, has_own) = (n + 1, has_own || is_own),
                Some("") => return 0,
                _ => {}
            }
        }
        if has_own { n } else { 0 }
    }

    /// The function by which a line of the program gave something back, if a line did: no name, if the line has
    /// a pointer to the function.
    fn freed_by_line(&self, by: u32) -> Option<&str> {
        let (program, pc) = (self.program(), Pc::from_raw(by));
        let inst = program.loc(pc).map(|_| program.inst(pc)).filter(|inst| inst.op == Op::Call)?;
        match CallSite::read(program, inst.a).callee().kind() {
            OperandKind::Constant(callee) => match program.constants[callee.index()] {
                Const::Function(callee) => Some(&program.functions[callee.index()].name),
                _ => Some(""),
            },
            OperandKind::Register(_) => Some(""),
        }
    }

    /// The constants to which code of the program added a number for the size of an object that it allocated.
    /// If one is the size of a structure, something else follows the structure, and the object is no array.
    pub(super) fn summands(&self, memory: &Memory, object: ObjectRef) -> Vec<u64> {
        let (program, origin) = (self.program(), memory.origin(object.id));
        if !self.is_of_the_program(memory, object) {
            return Vec::new();
        }
        let passed_at = |number: u32| {
            let at = Pc::from_raw(number);
            let function = &program.functions[program.function_of(at).index()];
            program.passed_sums(function, program.inst(at))
        };
        let mut sums = passed_at(origin.number);
        if origin.asked_at != origin.number {
            sums.extend(passed_at(origin.asked_at));
        }
        sums
    }

    /// The bytes that stand behind a structure in an object with room for more, up to the first that was never
    /// written. They are none if there is an address among them.
    pub(super) fn behind(
        &mut self,
        memory: &Memory,
        object: ObjectRef,
        view: Option<TypeId>,
    ) -> Option<Datum> {
        if !memory.holds(object) {
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
