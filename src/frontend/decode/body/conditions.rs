//! Finds out which side of a branch is taken if the condition is true as the source writes it.
//!
//! clang does not compute `!x` for a branch: it exchanges the targets, at any level of optimisation. So
//! LLVM's branch does not tell how the source writes the condition. The names of blocks do, which clang is
//! asked to keep: `if.then` is where the true side of an `if` begins, and `land.lhs.true` is where the right
//! operand of `&&` begins, whose left operand is true then. In a condition with operators, each operand is a
//! condition of its own, together with the `!` before it.
//!
//! Optimisation renames, joins and drops blocks. If the names do not tell, the true side stays unknown. The
//! line that a side leads to then helps readers more than a guess.

use super::Body;
use crate::frontend::llvm::{BasicBlock, LLVMOpcode, Value};
use crate::ir::{Loc, Written};
use rustc_hash::FxHashMap;

/// What the name of a block says of the condition before it.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Role {
    /// The right operand of `&&`: the left one is true.
    And,
    /// The right operand of `||`: the left one is false.
    Or,
    /// The true side of a statement or of `?:`.
    True,
    /// The true side of `do … while`: the body, behind which the condition stands.
    Again,
    /// The false side.
    False,
}

/// The names of blocks, without the numbers that make them unique and the suffixes that optimisation adds.
const ROLES: [(&str, Role); 18] = [
    ("land.lhs.true", Role::And),
    ("land.rhs", Role::And),
    ("lor.lhs.false", Role::Or),
    ("lor.rhs", Role::Or),
    ("if.then", Role::True),
    ("while.body", Role::True),
    ("for.body", Role::True),
    ("do.body", Role::Again),
    ("cond.true", Role::True),
    ("if.else", Role::False),
    ("if.end", Role::False),
    ("while.end", Role::False),
    ("for.end", Role::False),
    ("for.cond.cleanup", Role::False),
    ("do.end", Role::False),
    ("cond.false", Role::False),
    // A check of a sanitizer goes to `cont` if it passes, else to its handler.
    ("cont", Role::True),
    ("handler", Role::False),
];

/// The role that a block's name tells.
fn role(name: &str) -> Option<Role> {
    // A block that splits an edge has the names of both ends of the edge.
    if name.contains("crit_edge") {
        return None;
    }
    // `if.then12.i`, `while.body.lr.ph`, but not `if.thenceforth`.
    let is_end = |rest: &str| rest.is_empty() || rest.starts_with(|c: char| c == '.' || c.is_ascii_digit());
    ROLES.iter().find(|(prefix, _)| name.strip_prefix(prefix).is_some_and(is_end)).map(|(_, role)| *role)
}

/// What is known of the blocks of one function.
#[derive(Default)]
pub struct Conditions<'m> {
    blocks: FxHashMap<BasicBlock<'m>, Known<'m>>,
}

/// What is known of one block.
struct Known<'m> {
    /// Its position in the function.
    at: usize,
    role: Option<Role>,
    /// The blocks that branch here on a condition.
    before: Vec<BasicBlock<'m>>,
}

impl<'m> Conditions<'m> {
    /// Reads the names of the blocks of a function with a body.
    pub fn of(function: Value<'m>) -> Self {
        let blocks = function.blocks();
        let known = |(at, block): (usize, &BasicBlock<'m>)| {
            (*block, Known { at, role: role(&block.name()), before: Vec::new() })
        };
        let mut conditions = Self { blocks: blocks.iter().enumerate().map(known).collect() };
        for block in blocks {
            if let Some(sides) = sides(block) {
                for side in sides {
                    if let Some(known) = conditions.blocks.get_mut(&side) {
                        known.before.push(block);
                    }
                }
            }
        }
        conditions
    }

    fn role(&self, block: BasicBlock<'m>) -> Option<Role> {
        self.blocks.get(&block)?.role
    }

    /// Whether the condition at the end of a block may stand in another line than the branch: as an operand
    /// of `&&` or `||`, or behind the body of a loop.
    fn stands_apart(&self, block: BasicBlock<'m>) -> bool {
        let is_operator = |block| matches!(self.role(block), Some(Role::And | Role::Or));
        let is_apart = |side| is_operator(side) || self.role(side) == Some(Role::Again);
        is_operator(block) || sides(block).is_some_and(|sides| sides.into_iter().any(is_apart))
    }

    /// Where control goes from the end of a block when the condition in the source is true.
    fn when_true(&self, block: BasicBlock<'m>) -> Option<BasicBlock<'m>> {
        let [first, second] = sides(block)?;
        let other = |side| if side == first { second } else { first };
        let at = |block| self.blocks.get(&block).map_or(0, |known| known.at);
        // First sign: the left operand of an operator ends here, and the block of its right operand comes
        // next.
        let is_next = |side: &BasicBlock<'m>| {
            matches!(self.role(*side), Some(Role::And | Role::Or)) && at(*side) > at(block)
        };
        let right = [first, second].into_iter().filter(is_next).min_by_key(|side| at(*side));
        let as_left = right.map(|side| if self.role(side) == Some(Role::And) { side } else { other(side) });
        // Second sign: the right operand of an operator ends here, and both its operands have a side in
        // common.
        let shared = self.shared(block).filter(|side| [first, second].contains(side));
        let as_right = shared.map(|side| match self.role(block) {
            Some(Role::And) => other(side),
            _ => side,
        });
        if let (Some(left), Some(right), Some(shared)) = (as_left, as_right, shared) {
            // The common side of `&&` is the false one, and of `||` the true one, unless a `!` stands before
            // the whole.
            let decides = if self.role(block) == Some(Role::And) { Role::False } else { Role::True };
            return Some(if self.role(shared) == Some(decides) { left } else { right });
        }
        as_left.or(as_right).or_else(|| {
            let sense = |side| match self.role(side) {
                Some(Role::True | Role::Again) => Some(side),
                Some(Role::False) => Some(other(side)),
                _ => None,
            };
            match (sense(first), sense(second)) {
                (Some(one), Some(two)) => (one == two).then_some(one),
                (one, two) => one.or(two),
            }
        })
    }

    /// If `block` is the right operand of an operator: the other block that the left operand branches to.
    fn shared(&self, block: BasicBlock<'m>) -> Option<BasicBlock<'m>> {
        let known = self.blocks.get(&block)?;
        if !matches!(known.role, Some(Role::And | Role::Or)) {
            return None;
        }
        // The last of the left operand's own conditions is the one that has the side in common.
        let last = known.before.iter().max_by_key(|before| self.blocks[before].at)?;
        sides(*last)?.into_iter().find(|side| *side != block)
    }
}

/// The two different blocks that a block with a conditional branch goes to.
fn sides(block: BasicBlock<'_>) -> Option<[BasicBlock<'_>; 2]> {
    let end = block.terminator();
    if end.opcode() != LLVMOpcode::LLVMBr || !end.is_conditional() {
        return None;
    }
    <[BasicBlock<'_>; 2]>::try_from(end.successors()).ok().filter(|[first, second]| first != second)
}

impl<'m> Body<'_, 'm> {
    /// How the source writes the condition of `branch`, which ends the current block.
    pub(in crate::frontend::decode) fn written(&mut self, branch: Value<'m>) -> Written {
        let is_exchanged =
            self.conditions.when_true(self.llvm_block).map(|side| side != branch.successors()[0]);
        let place = match self.conditions.stands_apart(self.llvm_block) {
            true if branch.condition().is_instruction() => self.d.debug.location(branch.condition()),
            _ => Loc::default(),
        };
        Written { is_exchanged, place }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_known_with_what_is_added_to_them() {
        for (name, expected) in [
            ("if.then", Some(Role::True)),
            ("if.then12", Some(Role::True)),
            ("if.end.i.i5", Some(Role::False)),
            ("while.body.lr.ph", Some(Role::True)),
            ("for.cond.cleanup", Some(Role::False)),
            ("for.cond", None),
            ("land.lhs.true16", Some(Role::And)),
            ("lor.rhs", Some(Role::Or)),
            ("if.then.if.end_crit_edge", None),
            ("return", None),
            ("", None),
        ] {
            assert_eq!(role(name), expected, "{name}");
        }
    }
}
