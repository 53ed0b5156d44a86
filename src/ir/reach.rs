//! Which functions a call can lead to.

use super::{CallSite, Const, FuncId, Op, OperandKind, Program};

/// The functions with a body that a call of one of `roots` may reach: the roots themselves, what they call
/// by name, and every function whose address they take, and so on. In the order of the program.
pub fn reachable_functions(program: &Program, roots: &[FuncId]) -> Vec<FuncId> {
    let mut seen = vec![false; program.functions.len()];
    let mut pending = roots.to_vec();
    while let Some(function) = pending.pop() {
        if program.functions[function.index()].entry.is_none() || seen[function.index()] {
            continue;
        }
        seen[function.index()] = true;
        pending.extend(mentioned(program, function));
    }
    (0..seen.len()).filter(|index| seen[*index]).map(FuncId::new).collect()
}

/// The functions that stand as constants in the code of `function`.
fn mentioned(program: &Program, function: FuncId) -> Vec<FuncId> {
    let mut found = Vec::new();
    let mut note = |operand: super::Operand| {
        if operand == super::Operand::UNUSED {
            return;
        }
        if let OperandKind::Constant(constant) = operand.kind()
            && let Some(Const::Function(callee)) = program.constants.get(constant.index())
        {
            found.push(*callee);
        }
    };
    let blocks = &program.functions[function.index()].blocks;
    for block in &program.blocks[blocks.start as usize..blocks.end as usize] {
        for inst in &program.code[block.first.index()..block.end.index()] {
            match inst.op {
                Op::Call => {
                    let site = CallSite::read(program, inst.a);
                    note(site.callee());
                    site.args().for_each(|(operand, _, _)| note(operand));
                }
                Op::Move | Op::Store | Op::ICmp => {
                    note(inst.a());
                    note(inst.b());
                }
                _ => {}
            }
        }
    }
    for edge in program.edges.iter().filter(|edge| blocks.contains(&edge.to.raw())) {
        program.moves_of(edge).iter().for_each(|step| note(step.src));
    }
    found
}
