//! Finds out whether a path depends on where objects lie, and which objects a number can be an address of.
//!
//! Inputs contain no addresses of symir's objects: natively, objects lie elsewhere, and a test could not say
//! where. So a pointer that is made only of inputs points to no object, unless the program compared an input
//! with an address. A number that was computed from addresses, in whatever way, may be an address of any
//! object.

use super::control::is_label;
use super::machine::Machine;
use super::state::State;
use crate::expr::{Arena, Assignment, Evaluator, ExprId, Kind};
use crate::memory::{ObjectRef, OriginKind, Region};
use crate::util::Bits;
use rustc_hash::FxHashSet;

/// No address is less than this: the lowest region begins above it.
const LEAST_ADDRESS: u128 = 1 << 40;

/// Whether a constant may be an address, or a negated address.
fn is_address(width: Bits, value: u128) -> bool {
    moved(width, value) != value
}

/// What a constant would be if the regions of memory, and the labels, lay elsewhere.
fn moved(width: Bits, value: u128) -> u128 {
    if width == Bits(64) { u128::from(moved_address(value as u64)) } else { value }
}

/// Where an address would be if the regions of memory, and the labels, lay elsewhere.
pub fn moved_address(address: u64) -> u64 {
    if is_label(address) { address + 0x1_2345_6000 } else { Region::moved(address) }
}

/// Tells whether paths depend on where objects lie.
pub struct Dependence {
    elsewhere: Evaluator,
    /// Whether an address occurs in a term, indexed by term; `None` if that was not asked yet.
    known: Vec<Option<bool>>,
}

impl Default for Dependence {
    fn default() -> Self {
        Self { elsewhere: Evaluator::with_constants(moved), known: Vec::new() }
    }
}

impl Dependence {
    /// Whether one of `conditions`, which hold under the values of a path, holds only because objects lie
    /// where they do. In `values`, inputs that are addresses are already moved.
    pub fn is_on_addresses(&mut self, arena: &Arena, values: &Assignment, conditions: &[ExprId]) -> bool {
        let known = &mut self.known;
        let with_address: Vec<ExprId> =
            conditions.iter().copied().filter(|condition| has_address(arena, *condition, known)).collect();
        !with_address.is_empty() && !self.elsewhere.all_hold(arena, values, &with_address)
    }
}

/// Whether an address occurs in `term`. Adds to `known` what it finds out about terms.
fn has_address(arena: &Arena, term: ExprId, known: &mut Vec<Option<bool>>) -> bool {
    known.resize(known.len().max(arena.len()), None);
    let mut stack = vec![term];
    while let Some(top) = stack.last().copied() {
        if known[top.index()].is_some() {
            stack.pop();
            continue;
        }
        let node = arena.node(top);
        let waiting = stack.len();
        stack.extend(node.operands().filter(|operand| known[operand.index()].is_none()));
        if stack.len() == waiting {
            let itself = arena.as_const(top).is_some_and(|value| is_address(node.width(), value));
            let has = itself || node.operands().any(|operand| known[operand.index()] == Some(true));
            known[top.index()] = Some(has);
            stack.pop();
        }
    }
    known[term.index()] == Some(true)
}

/// Whether a term is made only of inputs and small numbers, so that no address went into it.
pub(super) fn is_made_of_inputs(arena: &Arena, term: ExprId) -> bool {
    let mut seen = FxHashSet::default();
    let mut stack = vec![term];
    while let Some(top) = stack.pop() {
        if !seen.insert(top) {
            continue;
        }
        let node = arena.node(top);
        match node.kind {
            // The sides of a choice may be bytes of addresses.
            Kind::Ite => return false,
            Kind::Const | Kind::WideConst => {
                let value = arena.as_const(top).expect("invariant: it is one");
                let minus = value.wrapping_neg() & node.width().mask();
                if value.min(minus) >= LEAST_ADDRESS {
                    return false;
                }
            }
            // A number beside inputs in one word may be a part of an address.
            Kind::Concat
                if node.operands().any(|part| arena.as_const(part).is_some_and(|value| value != 0)) =>
            {
                return false;
            }
            _ => stack.extend(node.operands()),
        }
    }
    true
}

impl Machine {
    /// The source name of the function at an address, and its address if the regions lay elsewhere.
    pub fn named_function_at(&self, state: &State, address: u64) -> Option<(String, u64)> {
        if !Region::may_hold(address) {
            return None;
        }
        let moved = Region::moved(address);
        if moved == address {
            return None;
        }
        let memory = &state.memory;
        let object = memory.find(address).filter(|object| memory.address(object.id) == address)?;
        let origin = memory.origin(object.id);
        let is_function = origin.kind == OriginKind::Function;
        is_function.then(|| {
            let function = &self.program.functions[origin.number as usize];
            (function.source_name().into_owned(), moved)
        })
    }

    /// The objects whose addresses occur in the conditions of a path.
    pub(super) fn objects_named(&self, state: &State) -> Vec<ObjectRef> {
        let mut seen = FxHashSet::default();
        let mut stack: Vec<ExprId> = state.path.conditions().to_vec();
        let mut found = Vec::new();
        while let Some(top) = stack.pop() {
            if !seen.insert(top) {
                continue;
            }
            let node = self.arena.node(top);
            if let Some(value) = self.arena.as_const(top)
                && is_address(node.width(), value)
            {
                let value = value as u64;
                found
                    .extend([value, value.wrapping_neg()].into_iter().filter_map(|at| state.memory.find(at)));
            }
            stack.extend(node.operands());
        }
        found.sort_unstable_by_key(|object: &ObjectRef| object.id);
        found.dedup();
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expr::SymbolKey;

    #[test]
    fn only_conditions_that_compare_inputs_with_addresses_depend_on_them() {
        let mut arena = Arena::new();
        let word = Bits(64);
        let here = 0x2f6d_93a1_5c70;
        let key = |element| SymbolKey { input: 0, element, name: "x".into(), width: word };
        let (x, y) = (arena.symbol(key(0)), arena.symbol(key(1)));
        let number = |arena: &mut Arena, n: u64| arena.constant(word, u128::from(n));
        let (base, end) = (number(&mut arena, here), number(&mut arena, here + 8));
        let mut values = Assignment::new();
        values.set(arena.node(x).symbol(), 4);
        values.set(arena.node(y).symbol(), u128::from(here - 4));
        let sum = arena.add(x, y);
        let is_address = arena.eq(sum, base);
        let place = arena.add(base, x);
        let is_before = arena.ult(place, end);
        let mut dependence = Dependence::default();
        assert!(dependence.is_on_addresses(&arena, &values, &[is_address]), "two numbers make an address");
        assert!(!dependence.is_on_addresses(&arena, &values, &[is_before]), "both sides move");
        assert!(is_made_of_inputs(&arena, sum));
        assert!(!is_made_of_inputs(&arena, place));
    }
}
