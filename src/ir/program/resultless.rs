//! Whether a function may come to its end without a `return`.

use crate::ir::{BlockId, FuncId, Op, Operand, OperandKind, Program, RegId};
use rustc_hash::FxHashSet;

/// Whether a function of the source that has a result comes to its end, on some way, without a `return` that
/// gives one. Clang then reads the variable for the result, which it has not set; that variable has no name.
pub(super) fn may_end_without_result(program: &Program, function: FuncId) -> bool {
    let function = &program.functions[function.index()];
    let Some(entry) = function.entry else { return false };
    let register = |operand: Operand| match operand.kind() {
        OperandKind::Register(register) => Some(register),
        OperandKind::Constant(_) => None,
    };
    let made = |register: RegId| program.code_of(function).find(|inst| inst.dst == register);
    let results = program.code_of(function).filter(|inst| inst.op == Op::Ret && inst.width == 1);
    let variables: Vec<RegId> = results
        .filter_map(|ret| register(Operand::from_raw(program.extra[ret.a as usize])))
        .filter_map(|result| made(result).filter(|inst| inst.op == Op::Load))
        .filter_map(|load| register(load.a()))
        .filter(|variable| {
            made(*variable).is_some_and(|inst| inst.op == Op::Alloca && inst.alloca(program).name.is_none())
        })
        .collect();
    let is_set_in = |block: BlockId, variable: RegId| {
        let block = &program.blocks[block.index()];
        let code = &program.code[block.first.index()..block.end.index()];
        code.iter().any(|inst| inst.op == Op::Store && register(inst.b()) == Some(variable))
    };
    let ends = |block: BlockId| {
        let block = &program.blocks[block.index()];
        program.code[block.first.index()..block.end.index()].iter().any(|inst| inst.op == Op::Ret)
    };
    variables.into_iter().any(|variable| {
        let mut known = FxHashSet::default();
        let mut pending = vec![program.edges[entry.index()].to];
        while let Some(block) = pending.pop() {
            if !known.insert(block) || is_set_in(block, variable) {
                continue;
            }
            if ends(block) {
                return true;
            }
            let next = program.edges.iter().filter(|edge| edge.from == Some(block));
            pending.extend(next.map(|edge| edge.to));
        }
        false
    })
}
