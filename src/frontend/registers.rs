//! Constant addresses in code, see [`crate::ir::registers`]: finds them, and lets them mean the variables that
//! stand for what lies there.

use super::llvm::{Editor, LLVMOpcode, LLVMTypeKind, LLVMValueKind, Module, Value};
use crate::ir::registers::Registers;
use crate::ir::{CType, CallSite, Const, FuncId, Op, Operand, OperandKind, Program, TypeId};
use crate::util::Bits;
use crate::util::placed::{address_of, is_address};
use std::collections::{BTreeMap, BTreeSet};

/// How many pointers in the first value of a variable are looked at.
const MAX_POINTERS: usize = 256;

/// Replaces constant addresses within variables that say their address by addresses of these variables.
pub(super) fn redirect(module: &Module<'_>) {
    let layout = module.data_layout();
    let globals = module.globals().into_iter().filter(|global| !global.is_declaration());
    let standing = globals.filter_map(|global| {
        let address = address_of(&global.name())?;
        Some((address, layout.alloc_size(global.value_type()), global))
    });
    let standing: Vec<(u64, u64, Value<'_>)> = standing.collect();
    if standing.is_empty() {
        return;
    }
    let editor = module.edit();
    for inst in code(module).flat_map(|(_, instructions)| instructions) {
        for at in 0..inst.n_operands() {
            let Some(new) = replacement(module, &editor, &standing, inst.operand(at)) else { continue };
            inst.set_operand(at, new);
        }
    }
    for global in module.globals().into_iter().filter(|global| !global.is_declaration()) {
        let first = global.initializer();
        if let Some(new) = first.and_then(|first| rebuilt(module, &editor, &standing, first)) {
            editor.initialise(global, new);
        }
    }
}

/// A first value with other addresses; `None` if it stays as it is.
fn rebuilt<'m>(
    module: &Module<'_>,
    editor: &Editor<'m>,
    standing: &[(u64, u64, Value<'m>)],
    first: Value<'m>,
) -> Option<Value<'m>> {
    let is_array = match first.kind() {
        LLVMValueKind::LLVMConstantExprValueKind => return replacement(module, editor, standing, first),
        LLVMValueKind::LLVMConstantArrayValueKind => true,
        LLVMValueKind::LLVMConstantStructValueKind => false,
        _ => return None,
    };
    let elements: Vec<Value<'m>> = (0..first.n_operands()).map(|at| first.operand(at)).collect();
    let new: Vec<Option<Value<'m>>> =
        elements.iter().map(|element| rebuilt(module, editor, standing, *element)).collect();
    new.iter().any(Option::is_some).then(|| {
        let values: Vec<Value<'m>> = new.iter().zip(elements).map(|(new, old)| new.unwrap_or(old)).collect();
        match is_array {
            true => editor.array(first.ty().element(), &values),
            false => editor.structure(first.ty(), &values),
        }
    })
}

/// The functions that a module defines, with their instructions.
fn code<'m>(module: &'m Module<'_>) -> impl Iterator<Item = (Value<'m>, Vec<Value<'m>>)> {
    let functions = module.functions().into_iter().filter(|function| !function.is_declaration());
    functions.map(|function| {
        let blocks = function.blocks().into_iter();
        (function, blocks.flat_map(|block| block.instructions().collect::<Vec<_>>()).collect())
    })
}

fn replacement<'m>(
    module: &Module<'_>,
    editor: &Editor<'m>,
    standing: &[(u64, u64, Value<'m>)],
    constant: Value<'m>,
) -> Option<Value<'m>> {
    let address = address(module, constant)?;
    let within = |(start, size, _): &&(u64, u64, Value<'m>)| (*start..start + size).contains(&address);
    let (start, _, global) = standing.iter().find(within)?;
    Some(editor.displaced(*global, address - start))
}

/// The number that a constant pointer is.
fn address(module: &Module<'_>, constant: Value<'_>) -> Option<u64> {
    if constant.kind() != LLVMValueKind::LLVMConstantExprValueKind {
        return None;
    }
    match constant.opcode() {
        LLVMOpcode::LLVMIntToPtr => constant.operand(0).small_int(),
        LLVMOpcode::LLVMGetElementPtr => {
            let base = address(module, constant.operand(0))?;
            base.checked_add(distance(module, constant)?)
        }
        _ => None,
    }
}

/// How many bytes a constant address computation adds.
fn distance(module: &Module<'_>, constant: Value<'_>) -> Option<u64> {
    let layout = module.data_layout();
    let mut ty = constant.gep_source_type();
    let mut distance = layout.alloc_size(ty).checked_mul(constant.operand(1).small_int()?)?;
    for at in 2..constant.n_operands() {
        let index = constant.operand(at).small_int()?;
        let step = match ty.kind() {
            LLVMTypeKind::LLVMStructTypeKind => {
                let step = layout.offset(ty, u32::try_from(index).ok()?);
                ty = *ty.members().get(index as usize)?;
                step
            }
            _ => {
                ty = ty.element();
                layout.alloc_size(ty).checked_mul(index)?
            }
        };
        distance = distance.checked_add(step)?;
    }
    Some(distance)
}

/// The constant addresses that a module reads, writes or passes on, by the structures that it takes them for.
/// `program` was made from it.
pub(super) fn found(module: &Module<'_>, program: &Program) -> Vec<Registers> {
    let mut found = Found::default();
    for (function, instructions) in code(module) {
        let name = function.name();
        for inst in instructions {
            let operands = (0..inst.n_operands()).map(|at| inst.operand(at));
            found.pointers.extend(operands.filter_map(|operand| address(module, operand)));
            found.accesses(module, inst, &name);
        }
    }
    found.passed(program);
    found.initial(program);
    found.joined()
}

#[derive(Default)]
struct Found {
    all: BTreeMap<u64, Registers>,
    /// The constant addresses in instructions. The decoded program has them as numbers like others.
    pointers: BTreeSet<u64>,
}

impl Found {
    fn note(&mut self, address: u64, size: u64, structure: Option<String>, by: &str) {
        let known = self.all.entry(address).or_insert_with(|| Registers { address, ..Registers::default() });
        known.size = known.size.max(size);
        known.structure = known.structure.take().or(structure);
        if !known.named_by.contains(by) {
            known.named_by.insert(by.to_owned());
        }
    }

    /// Notes what an instruction reads or writes at a constant address.
    fn accesses(&mut self, module: &Module<'_>, inst: Value<'_>, function: &str) {
        let layout = module.data_layout();
        let (operand, size) = match inst.opcode() {
            LLVMOpcode::LLVMLoad => (inst.operand(0), layout.alloc_size(inst.ty())),
            LLVMOpcode::LLVMStore => (inst.operand(1), layout.alloc_size(inst.operand(0).ty())),
            _ => return,
        };
        let Some(at) = address(module, operand).filter(|at| is_address(*at)) else { return };
        // `((struct uart *)0x40001000)->status`
        let base = (operand.opcode() == LLVMOpcode::LLVMGetElementPtr).then(|| operand.operand(0));
        let structure = base.and_then(|base| {
            let ty = operand.gep_source_type();
            let is_structure = ty.kind() == LLVMTypeKind::LLVMStructTypeKind;
            let name = is_structure.then(|| ty.structure_name()).flatten()?;
            Some((address(module, base)?, layout.alloc_size(ty), name))
        });
        match structure {
            Some((base, whole, name)) => self.note(base, whole, Some(bare(&name)), function),
            None => self.note(at, size, None, function),
        }
    }

    /// Notes the constant addresses that functions keep in variables, pass to functions, or return: the type of
    /// the variable, of the parameter or of the result says what lies there.
    fn passed(&mut self, program: &Program) {
        for at in 0..program.functions.len() {
            let id = FuncId::new(at);
            let function = &program.functions[at];
            let result = function.signature.as_ref().map(|signature| signature.result);
            for inst in program.code_of(function) {
                match inst.op {
                    Op::Store => self.pass(program, id, inst.a(), || variable(program, id, inst.b(), result)),
                    Op::Call => {
                        let site = CallSite::read(program, inst.a);
                        for (at, argument) in site.args().enumerate() {
                            self.pass(program, id, argument.operand, || parameter(program, &site, at));
                        }
                    }
                    Op::Select => {
                        for word in &program.extra[inst.b as usize..][..2] {
                            self.pass(program, id, Operand::from_raw(*word), || result);
                        }
                    }
                    Op::Ret => {
                        inst.for_each_operand(program, |operand| self.pass(program, id, operand, || result));
                    }
                    _ => {}
                }
            }
        }
        for edge in &program.edges {
            let id = program.blocks[edge.to.index()].function;
            let signature = program.functions[id.index()].signature.as_ref();
            for moved in program.moves_of(edge) {
                self.pass(program, id, moved.src, || signature.map(|signature| signature.result));
            }
        }
    }

    /// Notes an operand that is a constant address and goes to where this type is declared.
    fn pass(
        &mut self,
        program: &Program,
        function: FuncId,
        operand: Operand,
        ty: impl FnOnce() -> Option<TypeId>,
    ) {
        let OperandKind::Constant(constant) = operand.kind() else { return };
        let Some(Const::Int { width: Bits(64), value }) = program.constants.get(constant.index()) else {
            return;
        };
        let is_one = |at: &u64| is_address(*at) && self.pointers.contains(at);
        let Some(at) = u64::try_from(*value).ok().filter(is_one) else { return };
        let Some(CType::Pointer(target)) = ty().map(|ty| program.ctype(ty)) else { return };
        self.lies(program, at, *target, &program.functions[function.index()].name);
    }

    /// Notes the constant addresses among the first values of variables, as in a table of devices.
    fn initial(&mut self, program: &Program) {
        for global in &program.globals {
            let (Some(init), Some(ty)) = (&global.init, global.ty) else { continue };
            let mut pointers = Vec::new();
            pointers_in(program, ty, 0, &mut pointers);
            for (offset, target) in pointers {
                let start = offset as usize;
                let bytes = init.bytes.get(start..start + 8).and_then(|bytes| bytes.try_into().ok());
                if let Some(at) = bytes.map(u64::from_le_bytes).filter(|at| is_address(*at)) {
                    self.lies(program, at, target, &global.name);
                }
            }
        }
    }

    /// Notes that a structure of this type lies at an address.
    fn lies(&mut self, program: &Program, at: u64, ty: TypeId, by: &str) {
        let CType::Struct { .. } = program.ctype(ty) else { return };
        let (Some(size), Some(entity)) = (program.size_of(ty), program.spelling.types.get(&ty)) else {
            return;
        };
        let name = program.spelling.entities[*entity as usize].name.rsplit(' ').next().map(str::to_owned);
        self.note(at, size.0, name, by);
    }

    /// All of them; a number in a structure is a member of it.
    fn joined(self) -> Vec<Registers> {
        let mut all = self.all;
        let structures: Vec<Registers> = all.values().filter(|it| it.structure.is_some()).cloned().collect();
        for structure in structures {
            let range = structure.address..structure.address + structure.size;
            let inner = all.range(range).map(|(at, _)| *at).filter(|at| *at != structure.address);
            for at in inner.collect::<Vec<u64>>() {
                let inner = all.remove(&at).map(|inner| inner.named_by).unwrap_or_default();
                if let Some(whole) = all.get_mut(&structure.address) {
                    whole.named_by.extend(inner);
                }
            }
        }
        all.into_values().collect()
    }
}

/// The pointers in a value of a type, which begins at the offset `at`: offsets in bytes, and what they point to.
fn pointers_in(program: &Program, ty: TypeId, at: u64, found: &mut Vec<(u64, TypeId)>) {
    if found.len() >= MAX_POINTERS {
        return;
    }
    match program.ctype(ty) {
        CType::Pointer(target) => found.push((at, *target)),
        CType::Struct { members, .. } => {
            members.iter().for_each(|it| pointers_in(program, it.ty, at + it.offset.byte(), found));
        }
        CType::Array { element, count: Some(count) } => {
            let (n_before, size) = (found.len(), program.size_of(*element).map_or(0, |size| size.0));
            pointers_in(program, *element, at, found);
            // All elements are alike.
            if found.len() == n_before {
                return;
            }
            (1..*count)
                .take(MAX_POINTERS)
                .for_each(|nth| pointers_in(program, *element, at + nth * size, found));
        }
        _ => {}
    }
}

/// The declared type of the local variable that an address is that of. One without a declaration is where clang
/// keeps the result.
fn variable(program: &Program, function: FuncId, address: Operand, result: Option<TypeId>) -> Option<TypeId> {
    let OperandKind::Register(register) = address.kind() else { return None };
    let mut code = program.code_of(&program.functions[function.index()]);
    code.find(|inst| inst.dst == register && inst.op == Op::Alloca)?.alloca(program).ty.or(result)
}

/// The type of a parameter of the function that is called.
fn parameter(program: &Program, site: &CallSite<'_>, at: usize) -> Option<TypeId> {
    let OperandKind::Constant(callee) = site.callee().kind() else { return None };
    let Some(Const::Function(callee)) = program.constants.get(callee.index()) else { return None };
    program.functions[callee.index()].signature.as_ref()?.params.get(at).copied()
}

/// `uart` for `struct.uart.3`.
fn bare(name: &str) -> String {
    let name = name.trim_start_matches("struct.").trim_start_matches("union.");
    match name.rsplit_once('.') {
        Some((bare, number)) if number.bytes().all(|byte| byte.is_ascii_digit()) => bare.to_owned(),
        _ => name.to_owned(),
    }
}
