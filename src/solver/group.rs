//! Groups of symbols that occur together in conditions, and what these conditions say about them.

use super::TermAnalysis;
use crate::expr::{Arena, ExprId, Facts, Kind, SymbolId};
use crate::util::{Bits, ByteSet};
use rustc_hash::FxHashMap;

/// A symbol of a group. Bytes that are known to be equal have the same leader, which is one of them.
#[derive(Copy, Clone, Debug)]
pub(super) struct Member {
    pub(super) symbol: SymbolId,
    pub(super) leader: SymbolId,
    /// For a leader: the values that the conditions on this class alone leave; `FULL` if the symbol is not a
    /// byte.
    pub(super) domain: ByteSet,
}

/// Symbols that occur together in conditions, directly or through other symbols, and these conditions.
#[derive(Clone, Default, Debug)]
pub(super) struct Group {
    /// In ascending order of their symbols.
    pub(super) members: Vec<Member>,
    /// Equalities of bytes, and conditions on a single class. The classes and domains express exactly these
    /// conditions.
    pub(super) exact: Vec<ExprId>,
    /// All other conditions.
    pub(super) conditions: Vec<ExprId>,
    /// What `conditions` say about the values of terms, beyond what the terms themselves show.
    pub(super) bounds: FxHashMap<ExprId, Facts>,
}

impl Group {
    fn position(&self, symbol: SymbolId) -> Option<usize> {
        self.members.binary_search_by_key(&symbol, |member| member.symbol).ok()
    }

    /// The leader of a symbol and the domain of its class.
    pub(super) fn class(&self, symbol: SymbolId) -> Option<(SymbolId, ByteSet)> {
        let leader = self.members[self.position(symbol)?].leader;
        let at = self.position(leader).expect("invariant: a leader is in the group of its class");
        Some((leader, self.members[at].domain))
    }

    /// The symbols with their leaders, in ascending order.
    pub(super) fn members(&self) -> &[Member] {
        &self.members
    }

    /// The symbols, in ascending order.
    pub(super) fn symbols(&self) -> impl Iterator<Item = SymbolId> + '_ {
        self.members.iter().map(|member| member.symbol)
    }

    /// The members of a class.
    pub(super) fn class_members(&self, leader: SymbolId) -> impl Iterator<Item = SymbolId> + '_ {
        self.members.iter().filter(move |member| member.leader == leader).map(|member| member.symbol)
    }

    /// What the group's conditions say about the value of a term, beyond what the term itself shows.
    pub(super) fn bounds_of(&self, arena: &Arena, expr: ExprId) -> Option<Facts> {
        if let Some(facts) = self.bounds.get(&expr) {
            return Some(*facts);
        }
        let node = arena.node(expr);
        if node.kind != Kind::Symbol || node.width() != Bits(8) {
            return None;
        }
        let (_, domain) = self.class(node.symbol())?;
        Some(Facts::between(Bits(8), u64::from(domain.first()?), u64::from(domain.last()?)))
    }

    pub(super) fn absorb(&mut self, other: &Group) {
        self.members.extend(&other.members);
        self.members.sort_unstable_by_key(|member| member.symbol);
        self.exact.extend(&other.exact);
        self.conditions.extend(&other.conditions);
        self.bounds.extend(&other.bounds);
    }

    pub(super) fn add(&mut self, symbols: &[SymbolId]) {
        for symbol in symbols {
            if let Err(at) = self.members.binary_search_by_key(symbol, |member| member.symbol) {
                let member = Member { symbol: *symbol, leader: *symbol, domain: ByteSet::FULL };
                self.members.insert(at, member);
            }
        }
    }

    fn narrow(&mut self, leader: SymbolId, allowed: ByteSet) {
        let at = self.position(leader).expect("invariant: a leader is in the group of its class");
        self.members[at].domain = self.members[at].domain.and(allowed);
    }

    /// Whether one of `symbols` is in the group.
    pub(super) fn holds_any(&self, symbols: &[SymbolId]) -> bool {
        symbols.iter().any(|symbol| self.position(*symbol).is_some())
    }

    /// Whether the group may know more about terms over some of `symbols` than the terms themselves show.
    pub(super) fn says_anything_of(&self, symbols: &[SymbolId]) -> bool {
        let is_narrow =
            |symbol: &SymbolId| self.class(*symbol).is_some_and(|(_, domain)| domain != ByteSet::FULL);
        !self.bounds.is_empty() || symbols.iter().any(is_narrow)
    }

    /// The leader of the class that all of `symbols`, which are bytes, belong to; `None` if there is no such
    /// class.
    pub(super) fn common_class(&self, symbols: &[SymbolId]) -> Option<SymbolId> {
        let (leader, _) = self.class(*symbols.first()?)?;
        let is_in = |symbol: &SymbolId| self.class(*symbol).is_some_and(|(other, _)| other == leader);
        symbols[1..].iter().all(is_in).then_some(leader)
    }

    /// Merges two classes. Conditions that then concern only one class become part of its domain.
    fn unite(&mut self, arena: &Arena, analysis: &mut TermAnalysis, a: SymbolId, b: SymbolId) {
        let [(a, of_a), (b, of_b)] =
            [a, b].map(|symbol| self.class(symbol).expect("invariant: the symbols are in the group"));
        let (leader, other) = (a.min(b), a.max(b));
        for member in &mut self.members {
            if member.leader == other {
                member.leader = leader;
            }
        }
        self.narrow(leader, of_a.and(of_b));
        for condition in std::mem::take(&mut self.conditions) {
            if !self.take_exactly(arena, analysis, condition) {
                self.conditions.push(condition);
            }
        }
    }

    /// Expresses a condition by classes and domains, if they can express all of it; returns whether they can.
    pub(super) fn take_exactly(
        &mut self,
        arena: &Arena,
        analysis: &mut TermAnalysis,
        condition: ExprId,
    ) -> bool {
        let symbols = analysis.support(arena, condition);
        if !symbols.iter().all(|symbol| is_byte(arena, *symbol)) {
            return false;
        }
        if let Some(leader) = self.common_class(&symbols) {
            let allowed = analysis.byte_set(arena, condition, &symbols);
            self.narrow(leader, allowed);
        } else if let Some((a, b)) = equal_bytes(arena, condition) {
            self.unite(arena, analysis, a, b);
        } else {
            return false;
        }
        self.exact.push(condition);
        true
    }
}

/// The two symbols of a condition that says nothing but that they are equal.
fn equal_bytes(arena: &Arena, condition: ExprId) -> Option<(SymbolId, SymbolId)> {
    let node = arena.node(condition);
    if node.kind != Kind::Eq {
        return None;
    }
    let (a, b) = (arena.node(node.first()), arena.node(node.second()));
    (a.kind == Kind::Symbol && b.kind == Kind::Symbol).then(|| (a.symbol(), b.symbol()))
}

/// Whether the symbol is a byte, and so has a domain.
pub(super) fn is_byte(arena: &Arena, symbol: SymbolId) -> bool {
    arena.symbol_key(symbol).width == Bits(8)
}
