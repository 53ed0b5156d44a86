//! Finds the variables of a program that its code may change. A table that is only read is no state, whether
//! or not somebody has declared it `const`.
//!
//! If an address is used for anything but a load, a comparison or another address, the variable counts as
//! changed through it. So the answer "never" is certain for code that was read, and "perhaps" is a guess.

use crate::generate::uses::Uses;
use crate::ir::{CallSite, Const, FuncId, GlobalId, Inst, Op, Operand, OperandKind, Pc, Program, RegId};
use std::collections::{BTreeMap, BTreeSet};

/// The variables that may be changed.
pub fn changed(program: &Program) -> BTreeSet<GlobalId> {
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

/// The variable in which a constant address lies.
fn named(program: &Program, operand: Operand) -> Option<GlobalId> {
    let OperandKind::Constant(constant) = operand.kind() else { return None };
    match program.constants.get(constant.index()) {
        Some(Const::Global { global, .. }) => Some(*global),
        _ => None,
    }
}

fn of_function(program: &Program, id: FuncId, changed: &mut BTreeSet<GlobalId>) {
    let places = Places::of(program, id, &[Op::Move, Op::PtrAdd, Op::PtrIndex]);
    for inst in places.instructions() {
        let is_harmless = matches!(inst.op, Op::Load | Op::ICmp | Op::Move | Op::PtrAdd | Op::PtrIndex);
        if !is_harmless {
            inst.for_each_operand(program, |operand| changed.extend(places.get(operand)));
        }
    }
    changed.extend(places.moved());
}

/// The variables that a function itself changes, or whose objects it changes: through an address in a
/// variable, or through a pointer that was read from it. `writes` says whether the function writes anything
/// but its own variables. A pointer that goes on into variables of the function or into calls is not
/// followed: if anything is written, it may be what the pointer leads to.
pub(super) fn changed_by(program: &Program, uses: &Uses, id: FuncId, writes: bool) -> BTreeSet<GlobalId> {
    let steps = [Op::Move, Op::PtrAdd, Op::PtrIndex];
    let places = Places::of(program, id, &steps);
    let reached = Places::of(program, id, &[&steps[..], &[Op::Load]].concat());
    let mut changed: BTreeSet<GlobalId> = BTreeSet::new();
    // An address in a variable is lost sight of here. A pointer that was read from the variable is lost, too,
    // which matters if anything is written at all.
    let lost = |changed: &mut BTreeSet<GlobalId>, operand: Operand| {
        changed.extend(places.get(operand));
        if writes {
            changed.extend(reached.get(operand));
        }
    };
    for inst in places.instructions() {
        match inst.op {
            Op::Load | Op::ICmp | Op::Move | Op::PtrAdd | Op::PtrIndex => {}
            // The caller gets the pointer, but the caller is another function.
            Op::Ret => inst.for_each_operand(program, |operand| changed.extend(places.get(operand))),
            Op::Store => {
                lost(&mut changed, inst.a());
                changed.extend(reached.get(inst.b()));
            }
            Op::MemCpy | Op::MemMove | Op::MemSet => {
                changed.extend(reached.get(Operand::from_raw(program.extra[inst.a as usize])));
            }
            Op::Call => {
                let site = CallSite::read(program, inst.a);
                let callee = match site.callee().kind() {
                    OperandKind::Constant(constant) => program.constants.get(constant.index()),
                    OperandKind::Register(_) => None,
                };
                let known = match callee {
                    Some(Const::Function(callee)) => uses.get(*callee),
                    _ => &[],
                };
                let is_known = known.len() == site.args().len();
                for (at, argument) in site.args().enumerate() {
                    match known.get(at).filter(|_| is_known) {
                        Some(found) if found.is_written || found.is_freed => {
                            changed.extend(reached.get(argument.operand));
                        }
                        Some(_) => {}
                        None => lost(&mut changed, argument.operand),
                    }
                }
            }
            _ => inst.for_each_operand(program, |operand| lost(&mut changed, operand)),
        }
    }
    changed.extend(places.moved());
    if writes {
        changed.extend(reached.moved());
    }
    changed
}

/// The registers of a function that hold addresses in variables, or values that are computed from those.
struct Places<'a> {
    program: &'a Program,
    id: FuncId,
    of: BTreeMap<RegId, BTreeSet<GlobalId>>,
}

impl<'a> Places<'a> {
    /// Follows addresses through operations of these kinds.
    fn of(program: &'a Program, id: FuncId, through: &[Op]) -> Self {
        let mut places = Self { program, id, of: BTreeMap::new() };
        loop {
            let mut has_changed = false;
            for inst in places.instructions() {
                if through.contains(&inst.op) && inst.dst != Inst::NO_RESULT {
                    let from = places.get(inst.a());
                    let to = places.of.entry(inst.dst).or_default();
                    let before = to.len();
                    to.extend(from);
                    has_changed |= to.len() > before;
                }
            }
            if !has_changed {
                return places;
            }
        }
    }

    /// The instructions of the function; none of one that has no code.
    fn instructions(&self) -> impl Iterator<Item = &'a Inst> + use<'a> {
        let program = self.program;
        let function = &program.functions[self.id.index()];
        let blocks = function.entry.map(|_| function.blocks.clone()).into_iter().flatten();
        let blocks = blocks.map(|block| &program.blocks[block as usize]);
        blocks.flat_map(|block| (block.first.index()..block.end.index()).map(|at| program.inst(Pc::new(at))))
    }

    fn get(&self, operand: Operand) -> BTreeSet<GlobalId> {
        match operand.kind() {
            OperandKind::Register(register) => self.of.get(&register).cloned().unwrap_or_default(),
            OperandKind::Constant(_) => named(self.program, operand).into_iter().collect(),
        }
    }

    /// The variables whose addresses move from block to block.
    fn moved(&self) -> BTreeSet<GlobalId> {
        let function = &self.program.functions[self.id.index()];
        let edges = self.program.edges.iter().filter(|edge| function.blocks.contains(&edge.to.raw()));
        let edges = edges.filter(|_| function.entry.is_some());
        edges.flat_map(|edge| self.program.moves_of(edge)).flat_map(|step| self.get(step.src)).collect()
    }
}
