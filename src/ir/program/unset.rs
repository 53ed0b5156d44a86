//! Where a program reads variables that the source does not initialise, so that callers of a function have to
//! set them.

use crate::ir::{BlockId, Const, FuncId, GlobalId, Op, Operand, OperandKind, Program, RegId};
use rustc_hash::{FxHashMap, FxHashSet};

/// The blocks of the source's own functions that read a variable which begins as zeros, and which nothing has
/// written on some way from the beginning of the function; in order. Only reads of a variable by its name
/// count, or of its elements and members.
pub(super) fn reads_of_unset(program: &Program) -> Vec<(BlockId, GlobalId)> {
    let candidates: Vec<bool> = (0..program.globals.len()).map(|at| begins_as_zeros(program, at)).collect();
    if !candidates.contains(&true) {
        return Vec::new();
    }
    let mut successors: FxHashMap<BlockId, Vec<BlockId>> = FxHashMap::default();
    for edge in &program.edges {
        if let Some(from) = edge.from {
            successors.entry(from).or_default().push(edge.to);
        }
    }
    let mut found = Vec::new();
    for (index, function) in program.functions.iter().enumerate() {
        if let (Some(entry), Some(_)) = (function.entry, &function.signature) {
            let first = program.edges[entry.index()].to;
            read_by(program, &candidates, FuncId::new(index), first, &successors, &mut found);
        }
    }
    found.sort();
    found
}

fn begins_as_zeros(program: &Program, global: usize) -> bool {
    let global = &program.globals[global];
    !global.is_constant
        && global.loc.is_some()
        && global.init.as_ref().is_some_and(|init| init.relocations.is_empty() && init.bytes.is_zero())
}

/// The variables that a block reads before it writes them, and those that it writes.
#[derive(Default)]
struct Uses {
    reads: FxHashSet<GlobalId>,
    writes: FxHashSet<GlobalId>,
}

fn read_by(
    program: &Program,
    candidates: &[bool],
    function: FuncId,
    entry: BlockId,
    successors: &FxHashMap<BlockId, Vec<BlockId>>,
    found: &mut Vec<(BlockId, GlobalId)>,
) {
    let blocks = program.functions[function.index()].blocks.clone();
    let mut within: FxHashMap<RegId, GlobalId> = FxHashMap::default();
    let variable = |within: &FxHashMap<RegId, GlobalId>, operand: Operand| match operand.kind() {
        _ if operand == Operand::UNUSED => None,
        OperandKind::Register(register) => within.get(&register).copied(),
        OperandKind::Constant(constant) => match program.constants[constant.index()] {
            Const::Global { global, .. } => Some(global).filter(|global| candidates[global.index()]),
            _ => None,
        },
    };
    let mut uses: FxHashMap<BlockId, Uses> = FxHashMap::default();
    let mut met: FxHashSet<GlobalId> = FxHashSet::default();
    for number in blocks {
        let (id, block) = (BlockId::from_raw(number), &program.blocks[number as usize]);
        let of_block = uses.entry(id).or_default();
        for inst in &program.code[block.first.index()..block.end.index()] {
            match inst.op {
                Op::PtrAdd | Op::PtrIndex => {
                    if let Some(global) = variable(&within, inst.a()) {
                        within.insert(inst.dst, global);
                    }
                }
                Op::Load => {
                    if let Some(global) = variable(&within, inst.a())
                        && !of_block.writes.contains(&global)
                    {
                        of_block.reads.insert(global);
                        met.insert(global);
                    }
                }
                Op::Store => {
                    if let Some(global) = variable(&within, inst.b()) {
                        of_block.writes.insert(global);
                    }
                }
                _ => {}
            }
        }
    }
    for global in met {
        let mut known: FxHashSet<BlockId> = FxHashSet::default();
        let mut pending = vec![entry];
        while let Some(block) = pending.pop() {
            let Some(uses) = uses.get(&block).filter(|_| known.insert(block)) else { continue };
            if uses.reads.contains(&global) {
                found.push((block, global));
            }
            if !uses.writes.contains(&global) {
                pending.extend(successors.get(&block).into_iter().flatten());
            }
        }
    }
}
