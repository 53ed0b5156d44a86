//! Which reads of a parameter's variable may give what the caller has passed. After `p = p->next;` a read of
//! `p` gives another value, until the code comes to a place that is also reached without this assignment.
//!
//! These are the reaching definitions of the variable (Aho, Lam, Sethi, Ullman: Compilers, section 9.2.4),
//! with two kinds of them: the first store, of the argument, and all others.

use crate::ir::{BlockId, Function, Inst, Op, OperandKind, Pc, Program};
use std::collections::{BTreeMap, BTreeSet};

/// The registers that are read from variables of parameters after the variable was set to another value than
/// the passed one, on every way. `variables` are the registers with the addresses of the variables. `stores`
/// says of an instruction that stores a value whether that is what the caller has passed; `None` if it is the
/// variable's own value, moved by a constant.
pub fn replaced(
    program: &Program,
    function: &Function,
    variables: &BTreeMap<u32, usize>,
    stores: impl Fn(&Inst) -> Option<bool>,
) -> BTreeSet<u32> {
    let target = |inst: &Inst| match (inst.op, inst.b().kind()) {
        (Op::Store, OperandKind::Register(to)) if variables.contains_key(&to.raw()) => {
            Some((to.raw(), stores(inst)?))
        }
        _ => None,
    };
    // Most variables keep the value that was passed.
    let mut is_set_again: BTreeSet<u32> = BTreeSet::new();
    for pc in program.positions(function) {
        let inst = program.inst(pc);
        is_set_again.extend(target(inst).filter(|(_, is_argument)| !is_argument).map(|(to, _)| to));
    }
    let mut replaced = BTreeSet::new();
    if is_set_again.is_empty() {
        return replaced;
    }
    let following = following(program, function);
    let blocks = || function.blocks.clone().map(BlockId::from_raw);
    // The variables that may hold the passed value at the beginning of a block.
    let mut at_start: BTreeMap<BlockId, BTreeSet<u32>> = BTreeMap::new();
    let mut waiting: Vec<BlockId> = blocks().collect();
    while let Some(block) = waiting.pop() {
        let mut held = at_start.get(&block).cloned().unwrap_or_default();
        let Block { first, end } = bounds(program, block);
        for at in first..end {
            let inst = program.inst(Pc::new(at));
            let Some((to, is_argument)) = target(inst) else { continue };
            if is_argument {
                held.insert(to);
            } else {
                held.remove(&to);
            }
        }
        for next in following.get(&block).into_iter().flatten() {
            let known = at_start.entry(*next).or_default();
            let n_before = known.len();
            known.extend(&held);
            if known.len() > n_before {
                waiting.push(*next);
            }
        }
    }
    for block in blocks() {
        let mut held = at_start.remove(&block).unwrap_or_default();
        let Block { first, end } = bounds(program, block);
        for at in first..end {
            let inst = program.inst(Pc::new(at));
            if let (Op::Load, OperandKind::Register(from)) = (inst.op, inst.a().kind())
                && is_set_again.contains(&from.raw())
                && !held.contains(&from.raw())
            {
                replaced.insert(inst.dst.raw());
            }
            match target(inst) {
                Some((to, true)) => {
                    held.insert(to);
                }
                Some((to, false)) => {
                    held.remove(&to);
                }
                None => {}
            }
        }
    }
    replaced
}

/// The positions of a block's instructions.
struct Block {
    first: usize,
    end: usize,
}

fn bounds(program: &Program, block: BlockId) -> Block {
    let block = &program.blocks[block.index()];
    Block { first: block.first.index(), end: block.end.index() }
}

/// The blocks that follow each block of a function.
fn following(program: &Program, function: &Function) -> BTreeMap<BlockId, Vec<BlockId>> {
    let mut following: BTreeMap<BlockId, Vec<BlockId>> = BTreeMap::new();
    let Some(entry) = function.entry else { return following };
    // The edges of a function stand together, the one that enters it last.
    let edges = program.edges[..entry.index()].iter().rev();
    for edge in edges.take_while(|edge| function.blocks.contains(&edge.to.raw())) {
        if let Some(from) = edge.from {
            following.entry(from).or_default().push(edge.to);
        }
    }
    following
}
