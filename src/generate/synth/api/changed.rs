//! Which variables of a program its code may change: a table that is only read is no state, whether or not somebody has
//! declared it `const`.
//!
//! An address that goes anywhere but into a load, a comparison or a further address counts as one through which the variable is
//! changed. So the answer "never" is certain for code that was read, and "perhaps" is a guess.

use crate::ir::{Const, FuncId, GlobalId, Inst, Op, Operand, OperandKind, Pc, Program};
use std::collections::{BTreeMap, BTreeSet};

/// The variables that may be changed.
pub(super) fn changed(program: &Program) -> BTreeSet<GlobalId> {
    let mut changed = BTreeSet::new();
    let relocations = program.globals.iter().filter_map(|global| global.init.as_ref());
    for relocation in relocations.flat_map(|init| &init.relocations) {
        changed.extend(named(program, Operand::constant(relocation.target)));
    }
    for id in (0..program.functions.len()).map(FuncId::new) {
        of_function(program, id, &mut changed);
    }
    changed
}

/// The variable that a constant is an address in.
fn named(program: &Program, operand: Operand) -> Option<GlobalId> {
    let OperandKind::Constant(constant) = operand.kind() else { return None };
    match program.constants.get(constant.index()) {
        Some(Const::Global { global, .. }) => Some(*global),
        _ => None,
    }
}

fn of_function(program: &Program, id: FuncId, changed: &mut BTreeSet<GlobalId>) {
    let function = &program.functions[id.index()];
    if function.entry.is_none() {
        return;
    }
    let blocks = || function.blocks.clone().map(|block| &program.blocks[block as usize]);
    let positions = || blocks().flat_map(|block| (block.first.index()..block.end.index()).map(Pc::new));
    // The registers that hold addresses in variables.
    let mut places: BTreeMap<_, BTreeSet<GlobalId>> = BTreeMap::new();
    let of = |places: &BTreeMap<_, BTreeSet<GlobalId>>, operand: Operand| match operand.kind() {
        OperandKind::Register(register) => places.get(&register).cloned().unwrap_or_default(),
        OperandKind::Constant(_) => named(program, operand).into_iter().collect(),
    };
    loop {
        let mut has_changed = false;
        for pc in positions() {
            let inst = program.inst(pc);
            if let (Op::Move | Op::PtrAdd | Op::PtrIndex, true) = (inst.op, inst.dst != Inst::NO_RESULT) {
                let from = of(&places, inst.a());
                let to = places.entry(inst.dst).or_default();
                let before = to.len();
                to.extend(from);
                has_changed |= to.len() > before;
            }
        }
        if !has_changed {
            break;
        }
    }
    for pc in positions() {
        let inst = program.inst(pc);
        let is_harmless = matches!(inst.op, Op::Load | Op::ICmp | Op::Move | Op::PtrAdd | Op::PtrIndex);
        if !is_harmless {
            inst.for_each_operand(program, |operand| changed.extend(of(&places, operand)));
        }
    }
    for edge in program.edges.iter().filter(|edge| function.blocks.contains(&edge.to.raw())) {
        program.moves_of(edge).iter().for_each(|step| changed.extend(of(&places, step.src)));
    }
}
