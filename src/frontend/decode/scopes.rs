//! Finds where the lives of local variables end and begin again, from the scopes in the debug information.
//!
//! Without optimisation, clang does not mark in the code where a variable's block is left, and the flag that
//! makes it do so changes the control flow. So a life ends before the first instruction outside the block,
//! and begins again before one inside. Ending or beginning a life twice changes nothing, and contents are
//! kept, since the order of instructions is not quite that of the source: the branch of an `if` may count as
//! outside of its condition.
//!
//! Variables whose address does not escape are left alone, since no pointer can outlive them. So are
//! variables that are used by name outside of their block: they are something else, too, such as the place of
//! the function's result.

use crate::frontend::debug_info::Scopes;
use crate::frontend::llvm::{BasicBlock, LLVMOpcode, Value};
use crate::ir::Op;
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// By instruction: the stack variables whose lives end or begin before it, with the operation that does so.
pub type Lives<'m> = FxHashMap<Value<'m>, Vec<(Op, Value<'m>)>>;

/// Where lives end and begin in an unoptimised function.
pub fn lives<'m>(function: Value<'m>) -> Lives<'m> {
    let Some(scopes) = Scopes::of(function) else { return Lives::default() };
    let blocks = function.blocks();
    // Destructors at the end of a block count as outside of it, and look at variables inside.
    if blocks.iter().flat_map(|block| block.instructions()).any(cleans_up) {
        return Lives::default();
    }
    let mut plan = Plan { allocas: FxHashMap::default(), at: FxHashMap::default(), lives: Lives::default() };
    plan.read(&blocks, scopes);
    plan.walk(&blocks);
    plan.lives
}

/// Whether an instruction may throw or calls a destructor. The mangled names of destructors end like this
/// (Itanium C++ ABI, section 5.1.4.3).
fn cleans_up(inst: Value<'_>) -> bool {
    match inst.opcode() {
        LLVMOpcode::LLVMInvoke => true,
        LLVMOpcode::LLVMCall => {
            let name = inst.callee().name();
            name.starts_with("_ZN") && ["D0Ev", "D1Ev", "D2Ev"].iter().any(|end| name.ends_with(end))
        }
        _ => false,
    }
}

/// The variables of inner blocks that are in scope, as ascending positions.
type InScope = Rc<[usize]>;

struct Plan<'m> {
    /// The tracked variables, by position.
    allocas: FxHashMap<usize, Value<'m>>,
    at: FxHashMap<Value<'m>, InScope>,
    lives: Lives<'m>,
}

impl<'m> Plan<'m> {
    fn read(&mut self, blocks: &[BasicBlock<'m>], mut scopes: Scopes<'m>) {
        let instructions = blocks.iter().flat_map(|block| block.instructions());
        self.at.extend(instructions.filter_map(|inst| Some((inst, scopes.at(inst)?))));
        let is_alloca = |inst: &Value<'m>| matches!(inst.opcode(), LLVMOpcode::LLVMAlloca);
        // A stack variable of another block, such as an array of variable length, may be allocated again.
        let in_entry: FxHashSet<Value<'m>> = blocks[0].instructions().filter(is_alloca).collect();
        for (variable, alloca) in scopes.variables.iter().copied().enumerate() {
            if in_entry.contains(&alloca) && self.is_tracked(variable, alloca) {
                self.allocas.insert(variable, alloca);
            }
        }
    }

    /// Whether the variable's address escapes, and all uses of the variable by name are inside its block.
    fn is_tracked(&self, variable: usize, alloca: Value<'m>) -> bool {
        let mut escapes = false;
        let mut addresses = vec![alloca];
        while let Some(address) = addresses.pop() {
            for user in address.users() {
                if self.at.get(&user).is_some_and(|at| !at.contains(&variable)) {
                    return false;
                }
                match user.opcode() {
                    LLVMOpcode::LLVMLoad => {}
                    LLVMOpcode::LLVMStore if user.operand(0) != address => {}
                    LLVMOpcode::LLVMGetElementPtr => addresses.push(user),
                    _ => escapes = true,
                }
            }
        }
        escapes
    }

    /// Compares the variables in scope at every instruction with those at the instructions before it.
    fn walk(&mut self, blocks: &[BasicBlock<'m>]) {
        if self.allocas.is_empty() {
            return;
        }
        let last_of = self.ends(blocks);
        let mut before: FxHashMap<BasicBlock<'m>, Vec<InScope>> = FxHashMap::default();
        for block in blocks {
            for next in block.terminator().successors() {
                let sets = before.entry(next).or_default();
                for set in &last_of[block] {
                    if !sets.contains(set) {
                        sets.push(set.clone());
                    }
                }
            }
        }
        for block in blocks {
            let mut previous = before.remove(block).unwrap_or_default();
            for inst in block.instructions() {
                let Some(here) = self.at.get(&inst).cloned() else { continue };
                for before in &previous {
                    self.change(inst, before, &here);
                }
                previous.clear();
                // A jump may come back here from anywhere, with any variables in scope.
                previous.push(if returns_twice(inst) { Rc::from([]) } else { here });
            }
        }
    }

    /// The variables in scope at the end of each block: several sets if no instruction of it has a location.
    fn ends(&self, blocks: &[BasicBlock<'m>]) -> FxHashMap<BasicBlock<'m>, Vec<InScope>> {
        let mut ends = FxHashMap::default();
        let mut silent = FxHashSet::default();
        for block in blocks {
            let last = block.instructions().filter_map(|inst| self.at.get(&inst)).last();
            if last.is_none() {
                silent.insert(*block);
            }
            ends.insert(*block, Vec::from_iter(last.cloned()));
        }
        let mut changed = !silent.is_empty();
        while changed {
            changed = false;
            for block in blocks {
                for next in block.terminator().successors() {
                    if silent.contains(&next) {
                        let missing = ends[block].iter().filter(|set| !ends[&next].contains(set));
                        let missing: Vec<_> = missing.cloned().collect();
                        changed |= !missing.is_empty();
                        ends.get_mut(&next).expect("invariant: a block of the function").extend(missing);
                    }
                }
            }
        }
        ends
    }

    fn change(&mut self, inst: Value<'m>, before: &InScope, here: &InScope) {
        if Rc::ptr_eq(before, here) || before == here {
            return;
        }
        for (op, of, other) in [(Op::LifetimeEnd, before, here), (Op::LifetimeStart, here, before)] {
            for variable in of.iter().filter(|variable| !other.contains(variable)) {
                let Some(alloca) = self.allocas.get(variable) else { continue };
                let changes = self.lives.entry(inst).or_default();
                if !changes.contains(&(op, *alloca)) {
                    changes.push((op, *alloca));
                }
            }
        }
    }
}

/// Whether this is a call of `setjmp`, under one of its names.
fn returns_twice(inst: Value<'_>) -> bool {
    matches!(inst.opcode(), LLVMOpcode::LLVMCall)
        && matches!(inst.callee().name().as_str(), "setjmp" | "_setjmp" | "sigsetjmp" | "__sigsetjmp")
}
