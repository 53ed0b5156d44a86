//! What a path has assumed, stored by what it says: a domain for each symbolic byte, the partition of the
//! symbols into independent groups, and the conditions of each group.

use super::Knowledge;
use crate::expr::{Arena, ExprId, Kind, SymbolId};
use crate::util::{Bits, ByteSet};
use std::rc::Rc;

/// The conditions of one path. A clone shares every group.
#[derive(Clone, Default, Debug)]
pub struct PathCondition {
    /// Every condition in the order in which it was assumed.
    conditions: Vec<ExprId>,
    /// Symbols of different groups occur together in no condition.
    groups: Vec<Rc<Group>>,
}

/// Symbols that conditions tie together, and those conditions.
#[derive(Clone, Default, Debug)]
pub(super) struct Group {
    /// In ascending order, with the values that the conditions on this symbol alone leave; `FULL` for a
    /// symbol that is not a byte.
    pub(super) symbols: Vec<(SymbolId, ByteSet)>,
    /// Conditions on one byte each: the domains say exactly the same.
    pub(super) byte_conditions: Vec<ExprId>,
    /// All others.
    pub(super) conditions: Vec<ExprId>,
}

impl Group {
    fn absorb(&mut self, other: &Group) {
        self.symbols.extend(&other.symbols);
        self.symbols.sort_unstable_by_key(|(symbol, _)| *symbol);
        self.byte_conditions.extend(&other.byte_conditions);
        self.conditions.extend(&other.conditions);
    }

    fn position(&self, symbol: SymbolId) -> Option<usize> {
        self.symbols.binary_search_by_key(&symbol, |(symbol, _)| *symbol).ok()
    }
}

impl PathCondition {
    /// Nothing assumed yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Every condition in the order in which it was assumed.
    pub fn conditions(&self) -> &[ExprId] {
        &self.conditions
    }

    /// Assumes `condition`, a term of width 1, which must be possible.
    pub fn assume(&mut self, arena: &Arena, knowledge: &mut Knowledge, condition: ExprId) {
        if arena.as_const(condition) == Some(1) {
            return;
        }
        let node = arena.node(condition);
        if node.kind == Kind::And {
            self.assume(arena, knowledge, node.first());
            self.assume(arena, knowledge, node.second());
            return;
        }
        self.conditions.push(condition);
        let symbols = knowledge.support(arena, condition);
        let index = self.merge(&symbols);
        let group = Rc::make_mut(&mut self.groups[index]);
        match *symbols {
            [symbol] if is_byte(arena, symbol) => {
                let allowed = knowledge.byte_set(arena, condition, symbol);
                let at = group.position(symbol).expect("invariant: the merged group has the symbol");
                group.symbols[at].1 = group.symbols[at].1.and(allowed);
                group.byte_conditions.push(condition);
            }
            _ => group.conditions.push(condition),
        }
    }

    /// Makes one group of all that share a symbol with `symbols`; gives its index.
    fn merge(&mut self, symbols: &[SymbolId]) -> usize {
        let mut touched = Vec::new();
        for (index, group) in self.groups.iter().enumerate() {
            if symbols.iter().any(|symbol| group.position(*symbol).is_some()) {
                touched.push(index);
            }
        }
        let target = match touched.first() {
            Some(first) => *first,
            None => {
                self.groups.push(Rc::default());
                self.groups.len() - 1
            }
        };
        for index in touched.into_iter().skip(1).rev() {
            let other = self.groups.remove(index);
            Rc::make_mut(&mut self.groups[target]).absorb(&other);
        }
        let new: Vec<_> =
            symbols.iter().copied().filter(|s| self.groups[target].position(*s).is_none()).collect();
        if !new.is_empty() {
            let group = Rc::make_mut(&mut self.groups[target]);
            group.symbols.extend(new.into_iter().map(|symbol| (symbol, ByteSet::FULL)));
            group.symbols.sort_unstable_by_key(|(symbol, _)| *symbol);
        }
        target
    }

    /// The values that the conditions on this byte alone leave.
    pub fn domain(&self, symbol: SymbolId) -> ByteSet {
        let found = self.groups.iter().find_map(|group| Some(group.symbols[group.position(symbol)?].1));
        found.unwrap_or(ByteSet::FULL)
    }

    /// Whether `symbol` occurs in no condition together with another symbol.
    pub fn is_alone(&self, symbol: SymbolId) -> bool {
        let group = self.groups.iter().find(|group| group.position(symbol).is_some());
        group.is_none_or(|group| group.symbols.len() == 1 && group.conditions.is_empty())
    }

    /// The groups that share a symbol with `symbols`.
    pub(super) fn groups_of(&self, symbols: &[SymbolId]) -> impl Iterator<Item = &Group> {
        self.groups
            .iter()
            .filter(|group| symbols.iter().any(|symbol| group.position(*symbol).is_some()))
            .map(|group| &**group)
    }
}

/// Whether the symbol is a byte, and so has a domain.
pub(super) fn is_byte(arena: &Arena, symbol: SymbolId) -> bool {
    arena.symbol_key(symbol).width == Bits(8)
}
