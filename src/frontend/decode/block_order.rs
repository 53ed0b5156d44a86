//! The order in which the blocks of a function are decoded.

use crate::frontend::llvm::{BasicBlock, Value};
use rustc_hash::FxHashSet;

/// The blocks that can be reached, each after the blocks that dominate it, and close to the order of the
/// text.
pub fn reverse_post_order(function: Value<'_>) -> Vec<BasicBlock<'_>> {
    let entry = function.entry_block();
    let mut seen = FxHashSet::from_iter([entry]);
    let mut order = Vec::new();
    let mut path = vec![(entry, entry.terminator().successors())];
    while let Some((block, successors)) = path.last_mut() {
        // The last successor is visited first, so that the first one comes first in the reversed order.
        match successors.pop() {
            Some(next) if seen.insert(next) => path.push((next, next.terminator().successors())),
            Some(_) => {}
            None => {
                order.push(*block);
                path.pop();
            }
        }
    }
    order.reverse();
    order
}
