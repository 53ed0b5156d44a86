//! Explains why a test exists: its path condition in the terms of the source, the sides of branches that only
//! this test takes, and a name.
//!
//! A path condition is rendered from its terms and from where each was decided ([`reasons()`]), a name from
//! the plain data of the test ([`name`]). All of this depends only on the path and its values: the order of
//! ids and the witness have no effect.
//!
//! This module prints nothing and asks no solver.

mod alone;
mod bytes;
mod names;
mod numbers;
mod operations;
mod reasons;
mod terms;
mod text;

pub use alone::{Alone, EdgeOwners, side, which_side};
pub use names::{Decided, Names, completed, name, word};
pub use reasons::reasons;
pub use terms::InputShape;

use crate::expr::ExprId;
use crate::ir::{BlockId, Loc, Pc, Program};
use crate::testcase::Site;

/// A condition that a path has decided.
#[derive(Copy, Clone, Debug)]
pub struct Condition {
    /// A term of width 1 that holds on the path.
    pub term: ExprId,
    /// The instruction that decided it.
    pub at: Pc,
    /// Whether the driver assumed it.
    pub is_assumption: bool,
    /// Whether it is not a comparison of the program. It then says that the path lies on a border of a
    /// comparison, or that it has a result of one kind.
    pub is_border: bool,
}

/// The place of an instruction in the source; `None` in code without lines.
pub fn place(program: &Program, at: Pc) -> Option<Site> {
    place_with(program, at, |_| None)
}

/// [`place`], but of the condition that an instruction decides about. The condition may stand in another line
/// than the branch.
pub fn place_of_condition(program: &Program, at: Pc) -> Option<Site> {
    place_with(program, at, |block| {
        let is_end = program.blocks[block.index()].end == at.next();
        let place = program.written.get(&block).filter(|_| is_end)?.place;
        (place.line > 0).then_some(place)
    })
}

fn place_with(program: &Program, at: Pc, better: impl FnOnce(BlockId) -> Option<Loc>) -> Option<Site> {
    let loc = program.loc(at)?;
    let block = program.blocks.iter().position(|block| (block.first..block.end).contains(&at))?;
    let function = program.blocks[block].function;
    let loc = better(BlockId::new(block)).unwrap_or(loc);
    Some(Site {
        function: program.functions[function.index()].source_name().into_owned(),
        file: program.files[loc.file().index()].name.clone(),
        line: loc.line,
        column: u32::from(loc.column),
    })
}

#[cfg(test)]
mod tests;
