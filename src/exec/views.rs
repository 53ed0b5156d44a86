//! The C types through which the code looks at memory: what the source says about the address of an access.
//!
//! Works on one function at a time, backward from an address to the variable, member, parameter or result
//! that it was taken from: after `struct item *it = p`, what is read at `it->next` is looked at as a `struct
//! item`, whatever `p` was declared as. Unoptimised code keeps its variables, so that most casts of the
//! source are seen there. If nothing is known, there is no view.

use crate::ir::{
    BlockId, CType, CallSite, Const, FuncId, Function, Inst, Op, Operand, OperandKind, Pc, Program, TypeId,
};
use rustc_hash::FxHashMap;
use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

/// How many steps are followed backward.
const MAX_STEPS: u32 = 16;

/// The type through which an address is looked at.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct View {
    /// The type of the value there, according to the source.
    pub(super) ty: TypeId,
    /// How far behind the beginning of this value the address is.
    pub(super) offset: i64,
    /// Whether something other than a constant was added, such as an index.
    pub(super) is_indexed: bool,
}

/// What was found out about a program's addresses.
#[derive(Default)]
pub(super) struct Views {
    /// The instruction that sets each register of a function.
    makers: RefCell<FxHashMap<FuncId, Rc<[Option<Pc>]>>>,
    /// The structures by their names, once a cast asks for one.
    tags: OnceCell<FxHashMap<String, TypeId>>,
}

impl Views {
    /// The type through which the access at `pc` of a function looks at its address, which is `operand`.
    pub(super) fn of(&self, program: &Program, function: FuncId, pc: Pc, operand: Operand) -> Option<View> {
        let cast = program.casts.get(&pc).and_then(|cast| {
            let tags = self.tags.get_or_init(|| tags(program));
            let ty = *tags.get(&program.texts[cast.tag as usize])?;
            Some(View { ty, offset: cast.offset.into(), is_indexed: false })
        });
        cast.or_else(|| self.of_operand(program, function, operand))
    }

    fn of_operand(&self, program: &Program, function: FuncId, operand: Operand) -> Option<View> {
        let makers = Rc::clone(
            self.makers
                .borrow_mut()
                .entry(function)
                .or_insert_with(|| makers(program, &program.functions[function.index()])),
        );
        Reader { program, function: &program.functions[function.index()], makers: &makers }
            .view(operand, MAX_STEPS)
    }
}

/// The type through which a function looks at the targets of pointers in its variables: the first one that
/// its code says or, if that is void, the type of the number that it reads.
pub fn looked_at(program: &Program, id: FuncId) -> Option<TypeId> {
    let function = &program.functions[id.index()];
    let makers = makers(program, function);
    let views = Views::default();
    let maker = |operand: Operand| match operand.kind() {
        OperandKind::Register(register) => makers[register.index()].map(|pc| (pc, program.inst(pc))),
        OperandKind::Constant(_) => None,
    };
    let through = |pc: Pc| {
        let inst = program.inst(pc);
        let mut address = inst.a();
        while let Some((_, step)) =
            maker(address).filter(|(_, step)| matches!(step.op, Op::PtrAdd | Op::PtrIndex))
        {
            address = step.a();
        }
        let (_, pointer) = maker(address).filter(|(_, inst)| inst.op == Op::Load)?;
        let (_, variable) = maker(pointer.a()).filter(|(_, inst)| inst.op == Op::Alloca)?;
        let CType::Pointer(target) = program.ctype(variable.alloca(program).ty?) else { return None };
        let cast = views.of(program, id, pc, inst.a()).filter(|view| view.ty != *target);
        match (cast, program.ctype(*target)) {
            (Some(view), CType::Void | CType::Char { .. }) => Some(view.ty),
            (_, CType::Void) => number_like(program, inst),
            (_, CType::Char { .. } | CType::Function) => None,
            _ => Some(*target),
        }
    };
    let mut loads = program.positions(function).filter(|pc| program.inst(*pc).op == Op::Load);
    loads.find_map(through)
}

/// The type of the number that an instruction reads, as the program has one: signed, if there is a choice.
fn number_like(program: &Program, inst: &Inst) -> Option<TypeId> {
    let size = inst.bits().to_bytes();
    let is_it = |ty: &TypeId, signed: bool| match program.ctype(*ty) {
        CType::Int { size: own, signed: is_signed } => {
            *own == size && *is_signed == signed && inst.flags & (Inst::FLOAT | Inst::ADDRESS) == 0
        }
        CType::Float { size: own } => *own == size && inst.flags & Inst::FLOAT != 0,
        CType::Pointer(target) => {
            inst.flags & Inst::ADDRESS != 0 && matches!(program.ctype(*target), CType::Char { .. })
        }
        _ => false,
    };
    let types = || (0..program.types.len()).map(TypeId::new);
    types().find(|ty| is_it(ty, true)).or_else(|| types().find(|ty| is_it(ty, false)))
}

/// The structures of a program by their tags, and by the typedefs of those that have none.
pub fn tags(program: &Program) -> FxHashMap<String, TypeId> {
    let mut found = FxHashMap::default();
    for ty in (0..program.types.len()).map(TypeId::new) {
        let (CType::Struct { name, members, .. } | CType::Union { name, members, .. }) = program.ctype(ty)
        else {
            continue;
        };
        let typedef = || {
            let entity = program.spelling.types.get(&ty)?;
            Some(program.spelling.entities.get(*entity as usize)?.name.clone())
        };
        let name = name.clone().or_else(typedef).filter(|_| !members.is_empty());
        if let Some(name) = name {
            found.entry(name).or_insert(ty);
        }
    }
    found
}

fn makers(program: &Program, function: &Function) -> Rc<[Option<Pc>]> {
    let mut makers = vec![None; function.n_registers as usize];
    for block in function.blocks.clone().map(BlockId::from_raw) {
        let block = &program.blocks[block.index()];
        for pc in (block.first.index()..block.end.index()).map(Pc::new) {
            if let Some(maker) = makers.get_mut(program.inst(pc).dst.index()) {
                *maker = Some(pc);
            }
        }
    }
    makers.into()
}

struct Reader<'a> {
    program: &'a Program,
    function: &'a Function,
    makers: &'a [Option<Pc>],
}

impl Reader<'_> {
    fn view(&self, operand: Operand, steps: u32) -> Option<View> {
        let program = self.program;
        let steps = steps.checked_sub(1)?;
        let whole = |ty: TypeId, offset: i64| Some(View { ty, offset, is_indexed: false });
        let register = match operand.kind() {
            OperandKind::Constant(constant) => match program.constants[constant.index()] {
                Const::Global { global, offset } => {
                    return whole(program.globals[global.index()].ty?, offset);
                }
                _ => return None,
            },
            OperandKind::Register(register) => register,
        };
        let Some(pc) = self.makers[register.index()] else {
            let signature = self.function.signature.as_ref()?;
            let is_one_each = signature.params.len() == self.function.params.len();
            let ty = signature.params.get(register.index()).filter(|_| is_one_each)?;
            return whole(self.pointee(*ty)?, 0);
        };
        let inst = program.inst(pc);
        match inst.op {
            Op::Alloca => whole(inst.alloca(program).ty?, 0),
            Op::Move => self.view(inst.a(), steps),
            Op::PtrAdd | Op::PtrIndex => {
                let base = self.view(inst.a(), steps)?;
                let scale = if inst.op == Op::PtrIndex { i64::from(inst.width) } else { 1 };
                let by = program.signed_constant(inst.b()).and_then(|by| i64::try_from(by).ok());
                Some(
                    match by.and_then(|by| by.checked_mul(scale)).and_then(|by| base.offset.checked_add(by)) {
                        Some(offset) => View { offset, ..base },
                        None => View { is_indexed: true, ..base },
                    },
                )
            }
            Op::Load => {
                let place = self.view(inst.a(), steps)?;
                whole(self.pointee(scalar_at(program, place)?)?, 0)
            }
            Op::Call => {
                let OperandKind::Constant(callee) = CallSite::read(program, inst.a).callee().kind() else {
                    return None;
                };
                let Const::Function(callee) = program.constants[callee.index()] else { return None };
                whole(self.pointee(program.declaration(callee)?.result)?, 0)
            }
            _ => None,
        }
    }

    fn pointee(&self, ty: TypeId) -> Option<TypeId> {
        match self.program.ctype(ty) {
            CType::Pointer(target) => Some(*target),
            _ => None,
        }
    }
}

/// The type of the scalar that is looked at.
pub(super) fn scalar_at(program: &Program, view: View) -> Option<TypeId> {
    let size = i64::try_from(program.size_of(view.ty)?.0).ok()?.max(1);
    within(program, view.ty, u64::try_from(view.offset.rem_euclid(size)).ok()?)
}

/// The type of the scalar at a place of a value.
fn within(program: &Program, ty: TypeId, offset: u64) -> Option<TypeId> {
    match program.ctype(ty) {
        CType::Struct { members, .. } => {
            let holds = |start: u64, ty: TypeId| {
                program.size_of(ty).is_some_and(|size| (start..start + size.0).contains(&offset))
            };
            let member =
                members.iter().find(|it| it.bit_field.is_none() && holds(it.offset.byte(), it.ty))?;
            within(program, member.ty, offset - member.offset.byte())
        }
        CType::Array { element, .. } => {
            let size = program.size_of(*element)?.0.max(1);
            within(program, *element, offset % size)
        }
        CType::Union { .. } => None,
        _ => (offset == 0).then_some(ty),
    }
}
