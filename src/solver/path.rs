//! What a path has assumed, stored by what it says: a domain for each class of equal symbolic bytes, bounds of
//! terms, the partition of the symbols into independent groups, and the conditions of each group.

use super::bounds::{Bounds, Overlay};
use super::partition::Partition;
use super::{Links, TermAnalysis};
use crate::expr::{Arena, Assignment, ExprId, Facts, Kind, SymbolId};
use crate::util::{Bits, ByteSet};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::rc::Rc;

/// Symbols of one condition beyond which it is not looked whether they have one value left.
const MOST_SETTLED: usize = 8;

/// The conditions of one path. A clone shares every group.
#[derive(Clone, Default, Debug)]
pub struct PathCondition {
    /// Every condition in the order in which it was assumed.
    conditions: Vec<ExprId>,
    /// Symbols of different groups occur together in no condition.
    groups: Partition,
    /// The only value of symbols that conditions have left one, as far as it was seen when they were assumed.
    settled: Rc<FxHashMap<SymbolId, u128>>,
}

/// A symbol of a group. Bytes that are known to be equal have one leader.
#[derive(Copy, Clone, Debug)]
pub(super) struct Member {
    pub(super) symbol: SymbolId,
    pub(super) leader: SymbolId,
    /// Of a leader: the values that conditions on this class alone leave; `FULL` for a symbol that is not a
    /// byte.
    pub(super) domain: ByteSet,
}

/// Symbols that conditions tie together, and those conditions.
#[derive(Clone, Default, Debug)]
pub(super) struct Group {
    /// In ascending order of their symbols.
    members: Vec<Member>,
    /// Equalities of bytes and conditions on one class each: classes and domains say exactly the same.
    pub(super) exact: Vec<ExprId>,
    /// All others.
    pub(super) conditions: Vec<ExprId>,
    /// What the others say of terms, beyond what their shape says.
    bounds: FxHashMap<ExprId, Facts>,
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

    /// What the group's conditions say of a term, beyond its shape.
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

    /// Whether something may be known of terms over some of `symbols` beyond what their shape says.
    pub(super) fn says_anything_of(&self, symbols: &[SymbolId]) -> bool {
        let is_narrow =
            |symbol: &SymbolId| self.class(*symbol).is_some_and(|(_, domain)| domain != ByteSet::FULL);
        !self.bounds.is_empty() || symbols.iter().any(is_narrow)
    }

    /// The one class that all of `symbols`, bytes, belong to.
    pub(super) fn common_class(&self, symbols: &[SymbolId]) -> Option<SymbolId> {
        let (leader, _) = self.class(*symbols.first()?)?;
        let is_in = |symbol: &SymbolId| self.class(*symbol).is_some_and(|(other, _)| other == leader);
        symbols[1..].iter().all(is_in).then_some(leader)
    }

    /// Makes one class of two. Conditions that then concern one class alone become part of its domain.
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

    /// Takes a condition over into classes and domains, if they can say all of it.
    fn take_exactly(&mut self, arena: &Arena, analysis: &mut TermAnalysis, condition: ExprId) -> bool {
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

/// The two bytes that a condition says to be equal.
fn equal_bytes(arena: &Arena, condition: ExprId) -> Option<(SymbolId, SymbolId)> {
    let node = arena.node(condition);
    if node.kind != Kind::Eq {
        return None;
    }
    let (a, b) = (arena.node(node.first()), arena.node(node.second()));
    (a.kind == Kind::Symbol && b.kind == Kind::Symbol).then(|| (a.symbol(), b.symbol()))
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
    pub(super) fn assume(
        &mut self,
        arena: &Arena,
        analysis: &mut TermAnalysis,
        bounds: &mut Bounds,
        condition: ExprId,
    ) {
        if arena.as_const(condition) == Some(1) {
            return;
        }
        let node = arena.node(condition);
        if node.kind == Kind::And {
            self.assume(arena, analysis, bounds, node.first());
            self.assume(arena, analysis, bounds, node.second());
            return;
        }
        self.conditions.push(condition);
        let symbols = analysis.support(arena, condition);
        let group = self.groups.merge(&symbols);
        if !group.take_exactly(arena, analysis, condition) {
            group.conditions.push(condition);
            let mut learnt = Overlay::default();
            // A contradiction cannot be: the condition is possible. Nothing is learnt from one all the same.
            if bounds.learn(arena, &[&*group], &mut learnt, condition).is_ok() {
                group.bounds.extend(learnt);
            }
        }
        self.settle(arena, &symbols);
    }

    /// Notes which of the symbols of a condition that was just assumed have one value left.
    fn settle(&mut self, arena: &Arena, symbols: &[SymbolId]) {
        if symbols.len() > MOST_SETTLED {
            return;
        }
        let Some(group) = symbols.first().and_then(|symbol| self.groups.of(*symbol)) else { return };
        let value = |symbol: &SymbolId| match group.class(*symbol) {
            _ if self.settled.contains_key(symbol) => None,
            Some((_, domain)) if is_byte(arena, *symbol) && domain.len() == 1 => {
                domain.first().map(u128::from)
            }
            _ => {
                let facts = group.bounds.get(&arena.symbol_term(*symbol));
                facts.filter(|facts| facts.low == facts.high).map(|facts| u128::from(facts.low))
            }
        };
        let found = symbols.iter().filter_map(|symbol| Some((*symbol, value(symbol)?)));
        let found: SmallVec<[(SymbolId, u128); 2]> = found.collect();
        if !found.is_empty() {
            Rc::make_mut(&mut self.settled).extend(found);
        }
    }

    /// Whether any symbol is known to have one value only.
    pub fn settles_any(&self) -> bool {
        !self.settled.is_empty()
    }

    /// The values of symbols, if each is known to have one only.
    pub fn settled(&self, symbols: &[SymbolId]) -> Option<Assignment> {
        let mut values = Assignment::new();
        for symbol in symbols {
            values.set(*symbol, *self.settled.get(symbol)?);
        }
        Some(values)
    }

    /// Whether a condition concerns this symbol.
    pub fn concerns(&self, symbol: SymbolId) -> bool {
        self.groups.has(symbol)
    }

    /// The values that the conditions on this byte alone leave.
    pub fn domain(&self, symbol: SymbolId) -> ByteSet {
        let found = self.groups.of(symbol).and_then(|group| group.class(symbol));
        found.map_or(ByteSet::FULL, |(_, domain)| domain)
    }

    /// The values that conditions leave to a byte, where none of them concerns another symbol as well; with whether any
    /// concerns it.
    pub fn domain_alone(&self, symbol: SymbolId) -> Option<(ByteSet, bool)> {
        let Some(group) = self.groups.of(symbol) else { return Some((ByteSet::FULL, false)) };
        match group.members[..] {
            [member] if group.conditions.is_empty() => Some((member.domain, true)),
            _ => None,
        }
    }

    /// Whether `values` satisfy every condition, as classes, domains and kept rows say it, and by evaluation where they do
    /// not.
    pub fn is_satisfied_by(&self, arena: &Arena, analysis: &mut TermAnalysis, values: &Assignment) -> bool {
        let mut others = Vec::new();
        for group in self.groups.iter() {
            for member in &group.members {
                if !is_byte(arena, member.symbol) {
                    continue;
                }
                let value = values.get(member.symbol) as u8;
                let is_possible = if member.leader == member.symbol {
                    member.domain.contains(value)
                } else {
                    values.get(member.leader) as u8 == value
                };
                if !is_possible {
                    return false;
                }
            }
            for condition in &group.conditions {
                match analysis.known_row(arena, *condition, values) {
                    Some(true) => {}
                    Some(false) => return false,
                    None => others.push(*condition),
                }
            }
        }
        let holds = analysis.all_hold(arena, values, &others);
        debug_assert_eq!(holds, analysis.all_hold(arena, values, &self.conditions));
        holds
    }

    /// The groups that share a symbol with `symbols`; all groups where independence is off.
    pub(super) fn groups_of(&self, symbols: &[SymbolId], links: Links) -> SmallVec<[&Group; 4]> {
        if links.has(super::Link::Independence) {
            self.groups.of_any(symbols)
        } else {
            self.groups.iter().collect()
        }
    }

    /// The independent groups.
    pub(super) fn groups(&self) -> impl Iterator<Item = &Group> {
        self.groups.iter()
    }

    /// How many independent groups there are.
    pub(super) fn n_groups(&self) -> usize {
        self.groups.len()
    }
}

/// Whether the symbol is a byte, and so has a domain.
pub(super) fn is_byte(arena: &Arena, symbol: SymbolId) -> bool {
    arena.symbol_key(symbol).width == Bits(8)
}
