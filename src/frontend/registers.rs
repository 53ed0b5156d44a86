//! Constant addresses in code, see [`crate::ir::registers`]: finds them, and lets them mean the variables that
//! stand for what lies there.

use super::llvm::{Editor, LLVMOpcode, LLVMTypeKind, LLVMValueKind, Module, Value};
use crate::ir::registers::{Registers, address_of, is_address};
use crate::ir::{CType, CallSite, Const, FuncId, Op, Operand, OperandKind, Program, TypeId};
use crate::util::Bits;
use std::collections::BTreeMap;

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
    for inst in instructions(module) {
        for at in 0..inst.n_operands() {
            let Some(new) = replacement(module, &editor, &standing, inst.operand(at)) else { continue };
            inst.set_operand(at, new);
        }
    }
}

fn instructions<'m>(module: &'m Module<'_>) -> impl Iterator<Item = Value<'m>> {
    let functions = module.functions().into_iter().filter(|function| !function.is_declaration());
    let blocks = functions.flat_map(Value::blocks);
    blocks.flat_map(|block| block.instructions().collect::<Vec<_>>())
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
    let mut found = Found(BTreeMap::new());
    let ids: BTreeMap<&str, usize> =
        program.functions.iter().enumerate().map(|(at, function)| (function.name.as_str(), at)).collect();
    for function in module.functions().into_iter().filter(|function| !function.is_declaration()) {
        let Some(id) = ids.get(function.name().as_str()).map(|at| FuncId::new(*at)) else { continue };
        for inst in function.blocks().into_iter().flat_map(|block| block.instructions().collect::<Vec<_>>()) {
            found.accesses(module, inst, id);
        }
        found.passed(program, id);
    }
    found.joined()
}

struct Found(BTreeMap<u64, Registers>);

impl Found {
    fn note(&mut self, address: u64, size: u64, structure: Option<String>, function: FuncId) {
        let known = self.0.entry(address).or_insert_with(|| Registers { address, ..Registers::default() });
        known.size = known.size.max(size);
        known.structure = known.structure.take().or(structure);
        known.functions.insert(function);
    }

    /// Notes what an instruction reads or writes at a constant address.
    fn accesses(&mut self, module: &Module<'_>, inst: Value<'_>, function: FuncId) {
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

    /// Notes the constant addresses that a function keeps in a variable, passes to a function, or returns: the
    /// type of the variable, of the parameter or of the result says what lies there.
    fn passed(&mut self, program: &Program, id: FuncId) {
        let function = &program.functions[id.index()];
        let structure = |ty: TypeId| {
            let CType::Pointer(target) = program.ctype(ty) else { return None };
            let CType::Struct { .. } = program.ctype(*target) else { return None };
            let entity = &program.spelling.entities[*program.spelling.types.get(target)? as usize];
            Some((program.size_of(*target)?.0, entity.name.rsplit(' ').next()?.to_owned()))
        };
        let address = |operand: Operand| match operand.kind() {
            OperandKind::Constant(constant) => match program.constants.get(constant.index()) {
                Some(Const::Int { width: Bits(64), value }) => {
                    u64::try_from(*value).ok().filter(|at| is_address(*at))
                }
                _ => None,
            },
            OperandKind::Register(_) => None,
        };
        let variable = |operand: Operand| {
            let OperandKind::Register(register) = operand.kind() else { return None };
            let alloca =
                program.code_of(function).find(|inst| inst.dst == register && inst.op == Op::Alloca)?;
            alloca.alloca(program).ty
        };
        let result = function.signature.as_ref().map(|signature| signature.result);
        let mut known: Vec<(Operand, TypeId)> = Vec::new();
        for inst in program.code_of(function) {
            match inst.op {
                Op::Store => known.extend(variable(inst.b()).or(result).map(|ty| (inst.a(), ty))),
                Op::Call => {
                    let site = CallSite::read(program, inst.a);
                    let OperandKind::Constant(callee) = site.callee().kind() else { continue };
                    let Some(Const::Function(callee)) = program.constants.get(callee.index()) else {
                        continue;
                    };
                    let signature = program.functions[callee.index()].signature.as_ref();
                    let params = signature.map_or(&[][..], |signature| &signature.params);
                    known.extend(site.args().map(|it| it.operand).zip(params.iter().copied()));
                }
                Op::Select => {
                    let words = &program.extra[inst.b as usize..][..2];
                    known.extend(
                        result.iter().flat_map(|ty| words.iter().map(|word| (Operand::from_raw(*word), *ty))),
                    );
                }
                Op::Ret => inst.for_each_operand(program, |operand| {
                    known.extend(result.map(|ty| (operand, ty)));
                }),
                _ => {}
            }
        }
        let edges = program.edges.iter().filter(|edge| function.blocks.contains(&edge.to.raw()));
        let moved = edges.flat_map(|edge| program.moves_of(edge));
        known.extend(moved.filter_map(|moved| Some((moved.src, result?))));
        for (operand, ty) in known {
            if let (Some(at), Some((size, name))) = (address(operand), structure(ty)) {
                self.note(at, size, Some(name), id);
            }
        }
    }

    /// All of them; a number in a structure is a member of it.
    fn joined(self) -> Vec<Registers> {
        let mut all = self.0;
        let structures: Vec<Registers> = all.values().filter(|it| it.structure.is_some()).cloned().collect();
        for structure in structures {
            let range = structure.address..structure.address + structure.size;
            let inner = all.range(range).map(|(at, _)| *at).filter(|at| *at != structure.address);
            for at in inner.collect::<Vec<u64>>() {
                let inner = all.remove(&at).map(|inner| inner.functions).unwrap_or_default();
                if let Some(whole) = all.get_mut(&structure.address) {
                    whole.functions.extend(inner);
                }
            }
        }
        all.into_values().collect()
    }
}

/// `uart` for `struct.uart.3`.
fn bare(name: &str) -> String {
    let name = name.trim_start_matches("struct.").trim_start_matches("union.");
    match name.rsplit_once('.') {
        Some((bare, number)) if number.bytes().all(|byte| byte.is_ascii_digit()) => bare.to_owned(),
        _ => name.to_owned(),
    }
}
