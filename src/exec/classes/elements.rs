//! Elements of arrays at indices that are inputs.

use super::super::state::State;
use super::{MAX_LOOKUP_NODES, is_input, is_plain};
use crate::expr::{Arena, ExprId, Kind, SymbolId};

/// Whether a term is an element of an array that is an input, at an index that is an input, too.
pub fn is_element(arena: &Arena, state: &State, term: ExprId) -> bool {
    let array = |symbol: SymbolId| {
        let name = &state.inputs[arena.symbol_key(symbol).input as usize].name;
        name.split('[').next().unwrap_or(name)
    };
    let (mut index, mut name, mut stack) = (None, None, vec![term]);
    while let Some(term) = stack.pop() {
        let node = arena.node(term);
        match node.kind {
            Kind::ZExt | Kind::SExt => stack.push(node.first()),
            Kind::Ite if arena.node(node.first()).kind == Kind::Eq => {
                let (one, other) = (arena.node(node.first()).first(), arena.node(node.first()).second());
                let of = if arena.as_const(one).is_some() { other } else { one };
                if *index.get_or_insert(of) != of {
                    return false;
                }
                stack.extend([node.second(), node.third()]);
            }
            Kind::Symbol if index.is_some() => {
                let of = array(node.symbol());
                if *name.get_or_insert(of) != of {
                    return false;
                }
            }
            _ => return false,
        }
    }
    true
}

/// Whether a term is what a load at one index yields from memory whose bytes are inputs or constants, or whether
/// that is or is not a certain value. What is loaded is a search tree of comparisons of the index with constants.
pub fn is_read(arena: &Arena, term: ExprId) -> bool {
    let node = arena.node(term);
    match node.kind {
        Kind::Not => return is_read(arena, node.first()),
        Kind::Eq if arena.as_const(node.second()).is_some() => return is_read(arena, node.first()),
        Kind::Eq if arena.as_const(node.first()).is_some() => return is_read(arena, node.second()),
        _ => {}
    }
    let (mut index, mut n_parts, mut stack) = (None, 0, vec![term]);
    while let Some(term) = stack.pop() {
        n_parts += 1;
        if n_parts > MAX_LOOKUP_NODES {
            return false;
        }
        let node = arena.node(term);
        match node.kind {
            Kind::ZExt | Kind::SExt | Kind::Extract => stack.push(node.first()),
            Kind::Ite => {
                let condition = arena.node(node.first());
                let is_search = matches!(condition.kind, Kind::Ult | Kind::Eq)
                    && arena.as_const(condition.second()).is_some();
                let at = without_constant(arena, condition.first());
                if !is_search || *index.get_or_insert(at) != at {
                    return false;
                }
                stack.extend([node.second(), node.third()]);
            }
            Kind::Const => {}
            _ if !is_input(arena, term) => return false,
            _ => {}
        }
    }
    index.is_some_and(|index| is_plain(arena, index))
}

/// A term without a constant that is added to it.
fn without_constant(arena: &Arena, term: ExprId) -> ExprId {
    let node = arena.node(term);
    let is_sum = node.kind == Kind::Add && arena.as_const(node.second()).is_some();
    if is_sum { node.first() } else { term }
}
