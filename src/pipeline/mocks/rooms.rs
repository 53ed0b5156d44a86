//! Finds out how much room there is where a mocked function may write. Its callers often pass an array of a
//! known size, although no parameter says how large it is.

use crate::ir::{CType, CallSite, Const, Function, Inst, Op, Operand, OperandKind, Pc, Program, TypeId};
use std::collections::BTreeMap;

/// How many steps lead from an argument back to the object that it points into, at most.
const DEPTH: u32 = 8;

/// For one mocked function, by the number of the parameter: how many bytes all calls in a program leave room
/// for. A parameter is missing if some call leaves no known room for it, or passes a string that was already
/// written.
pub(super) fn rooms(program: &Program, name: &str) -> BTreeMap<usize, u64> {
    let mut found: BTreeMap<usize, Option<u64>> = BTreeMap::new();
    for function in program.functions.iter().filter(|function| function.entry.is_some()) {
        let reader = Reader::new(program, function);
        for pc in program.positions(function) {
            let inst = program.inst(pc);
            if inst.op != Op::Call {
                continue;
            }
            let site = CallSite::read(program, inst.a);
            let OperandKind::Constant(callee) = site.callee().kind() else { continue };
            let Const::Function(callee) = program.constants[callee.index()] else { continue };
            if program.functions[callee.index()].name != name {
                continue;
            }
            let n_declared = program.declaration(callee).map(|declared| declared.params.len());
            let is_plain = n_declared == Some(site.n_args());
            for (at, argument) in site.args().enumerate() {
                let room = reader.room(argument.operand).filter(|_| is_plain);
                let room = room.filter(|_| !reader.is_text_before(argument.operand, pc));
                let known = found.entry(at).or_insert(room);
                *known = known.zip(room).map(|(known, room)| known.min(room));
            }
        }
    }
    found.into_iter().filter_map(|(at, room)| Some((at, room?))).collect()
}

/// An object, or a part of one, that an address leads to.
struct Target {
    ty: TypeId,
    /// In bytes, from where the object begins.
    offset: u64,
    /// Whether the object itself is known, and not only a pointer to it, which may lead to several.
    is_whole: bool,
}

struct Reader<'a> {
    program: &'a Program,
    /// The instruction that sets each register, and where it stands.
    makers: BTreeMap<u32, (Inst, Pc)>,
    function: &'a Function,
}

impl<'a> Reader<'a> {
    fn new(program: &'a Program, function: &'a Function) -> Self {
        let mut makers = BTreeMap::new();
        for pc in program.positions(function) {
            let inst = program.inst(pc);
            if inst.dst != Inst::NO_RESULT {
                makers.insert(inst.dst.raw(), (*inst, pc));
            }
        }
        Self { program, makers, function }
    }

    fn maker(&self, operand: Operand) -> Option<&Inst> {
        match operand.kind() {
            OperandKind::Register(register) => self.makers.get(&register.raw()).map(|(inst, _)| inst),
            OperandKind::Constant(_) => None,
        }
    }

    /// How many bytes lie between an address and the end of its object.
    fn room(&self, address: Operand) -> Option<u64> {
        let target = self.target(address, DEPTH)?;
        self.rest(&target)
    }

    fn target(&self, address: Operand, depth: u32) -> Option<Target> {
        if let OperandKind::Constant(id) = address.kind() {
            let Const::Global { global, offset } = self.program.constants[id.index()] else { return None };
            let global = &self.program.globals[global.index()];
            let ty = global.ty.filter(|_| !global.is_constant)?;
            return Some(Target { ty, offset: u64::try_from(offset).ok()?, is_whole: true });
        }
        let inst = self.maker(address).filter(|_| depth > 0)?;
        match inst.op {
            Op::Move => self.target(inst.a(), depth - 1),
            Op::Alloca => {
                let ty = inst.alloca(self.program).ty?;
                Some(Target { ty, offset: 0, is_whole: true })
            }
            Op::PtrAdd | Op::PtrIndex => {
                let scale = if inst.op == Op::PtrIndex { i128::from(inst.width) } else { 1 };
                let step = self.program.signed_constant(inst.b())? * scale;
                let base = self.target(inst.a(), depth - 1)?;
                let offset = u64::try_from(i128::from(base.offset) + step).ok()?;
                Some(Target { offset, ..base })
            }
            Op::Load => {
                let pointer = self.target(inst.a(), depth - 1)?;
                let CType::Pointer(ty) = self.program.ctype(self.part(&pointer)?) else { return None };
                let is_structure = matches!(self.program.ctype(*ty), CType::Struct { .. });
                is_structure.then_some(Target { ty: *ty, offset: 0, is_whole: false })
            }
            _ => None,
        }
    }

    /// The type of the innermost object that begins at a target, or of the array that the target is within.
    fn part(&self, target: &Target) -> Option<TypeId> {
        self.innermost(target.ty, target.offset).map(|(ty, _)| ty)
    }

    /// The innermost array, number or pointer at an offset of a type, and how many bytes of it lie before the
    /// offset.
    fn innermost(&self, ty: TypeId, offset: u64) -> Option<(TypeId, u64)> {
        match self.program.ctype(ty) {
            CType::Struct { members, .. } => {
                let member = members.iter().find(|member| {
                    let begin = member.offset.0 / 8;
                    let size = self.program.size_of(member.ty).map_or(0, |size| size.0);
                    member.bit_field.is_none() && (begin..begin + size).contains(&offset)
                })?;
                self.innermost(member.ty, offset - member.offset.0 / 8)
            }
            CType::Array { element, .. } => match self.program.ctype(*element) {
                CType::Struct { .. } | CType::Array { .. } => {
                    let size = self.program.size_of(*element)?.0;
                    self.innermost(*element, offset % size.max(1))
                }
                _ => Some((ty, offset)),
            },
            _ => Some((ty, offset)),
        }
    }

    fn rest(&self, target: &Target) -> Option<u64> {
        // An object with pointers in it is no room for bytes.
        let whole = self.program.size_of(target.ty)?.0;
        let is_all = target.is_whole && target.offset == 0 && !self.has_pointers(target.ty, DEPTH);
        if is_all {
            return Some(whole);
        }
        let (ty, before) = self.innermost(target.ty, target.offset)?;
        let is_pointer = self.has_pointers(ty, DEPTH);
        self.program.size_of(ty)?.0.checked_sub(before).filter(|rest| *rest > 0 && !is_pointer)
    }

    fn has_pointers(&self, ty: TypeId, depth: u32) -> bool {
        match self.program.ctype(ty) {
            CType::Pointer(_) | CType::Function => true,
            CType::Array { element, .. } => self.has_pointers(*element, depth),
            CType::Struct { members, .. } | CType::Union { members, .. } => {
                depth == 0 || members.iter().any(|member| self.has_pointers(member.ty, depth - 1))
            }
            _ => false,
        }
    }

    /// Whether an argument leads to characters that were already written, or passed to another call, before
    /// this call. It is a string then, and not room for one.
    fn is_text_before(&self, address: Operand, call: Pc) -> bool {
        let Some(target) = self.target(address, DEPTH) else { return false };
        let Some(ty) = self.part(&target) else { return false };
        let is_text = match self.program.ctype(ty) {
            CType::Array { element, .. } => {
                matches!(self.program.ctype(*element), CType::Char { signed: true })
            }
            ctype => matches!(ctype, CType::Char { signed: true }),
        };
        let Some(root) = self.root(address, DEPTH).filter(|_| is_text) else { return is_text };
        self.program.positions(self.function).take_while(|pc| *pc < call).any(|pc| {
            let inst = self.program.inst(pc);
            match inst.op {
                Op::Store => self.root(inst.b(), DEPTH) == Some(root),
                Op::MemCpy | Op::MemMove | Op::MemSet => {
                    let to = Operand::from_raw(self.program.extra[inst.a as usize]);
                    self.root(to, DEPTH) == Some(root)
                }
                Op::Call => {
                    let mut arguments = CallSite::read(self.program, inst.a).args();
                    arguments.any(|argument| self.root(argument.operand, DEPTH) == Some(root))
                }
                _ => false,
            }
        })
    }

    /// The register of the variable that an address leads into.
    fn root(&self, address: Operand, depth: u32) -> Option<u32> {
        let inst = self.maker(address).filter(|_| depth > 0)?;
        match inst.op {
            Op::Alloca => Some(inst.dst.raw()),
            Op::Move | Op::PtrAdd | Op::PtrIndex => self.root(inst.a(), depth - 1),
            _ => None,
        }
    }
}
