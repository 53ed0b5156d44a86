//! The conditions that a path has assumed, stored by their meaning: a set of possible values for each class
//! of equal symbolic bytes, bounds of terms, the partition of the symbols into independent groups, and the
//! conditions of each group.

use super::bounds::{Bounds, Overlay};
use super::group::{Group, is_byte};
use super::partition::Partition;
use super::{Links, TermAnalysis};
use crate::expr::{Arena, Assignment, ExprId, Kind, SymbolId};
use crate::util::ByteSet;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::rc::Rc;

/// If a condition has more symbols than this, symir does not check whether they have only one value left.
const MOST_SETTLED: usize = 8;

/// The conditions of one path. A clone shares every group until one of the two changes it.
#[derive(Clone, Default, Debug)]
pub struct PathCondition {
    /// Every condition in the order in which it was assumed.
    conditions: Vec<ExprId>,
    /// Symbols of different groups occur together in no condition.
    groups: Partition,
    /// The value of each symbol that has only one value left, as far as this was noticed when conditions were
    /// assumed.
    settled: Rc<FxHashMap<SymbolId, u128>>,
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
            // A contradiction should not occur, since the condition is possible. If one occurs, nothing is
            // learnt from it.
            if bounds.learn(arena, &[&*group], &mut learnt, condition).is_ok() {
                group.bounds.extend(learnt);
            }
        }
        self.settle(arena, &symbols);
        if let Some((symbol, value)) = float_of(arena, condition) {
            Rc::make_mut(&mut self.settled).insert(symbol, value);
        }
    }

    /// Notes which symbols of a condition that was just assumed have only one value left.
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

    /// Whether any symbol is known to have only one value left.
    pub fn settles_any(&self) -> bool {
        !self.settled.is_empty()
    }

    /// Whether each of these symbols is known to have only one value left.
    pub fn is_settled(&self, symbols: &[SymbolId]) -> bool {
        !self.settled.is_empty() && symbols.iter().all(|symbol| self.settled.contains_key(symbol))
    }

    /// The values of these symbols, if each is known to have only one.
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

    /// The values that the conditions on nothing but this byte leave to it.
    pub fn domain(&self, symbol: SymbolId) -> ByteSet {
        let found = self.groups.of(symbol).and_then(|group| group.class(symbol));
        found.map_or(ByteSet::FULL, |(_, domain)| domain)
    }

    /// The values that the conditions leave to a byte, and whether any condition concerns it at all. `None`
    /// if one of them concerns another symbol too.
    pub fn domain_alone(&self, symbol: SymbolId) -> Option<(ByteSet, bool)> {
        let Some(group) = self.groups.of(symbol) else { return Some((ByteSet::FULL, false)) };
        match group.members[..] {
            [member] if group.conditions.is_empty() => Some((member.domain, true)),
            _ => None,
        }
    }

    /// Whether `values` satisfy every condition. Classes, domains and cached rows are looked up first; the
    /// conditions that they do not decide are evaluated.
    pub fn is_satisfied_by(&self, arena: &Arena, analysis: &mut TermAnalysis, values: &Assignment) -> bool {
        let mut others = Vec::new();
        for group in self.groups.iter() {
            for member in &group.members {
                let value = values.get(member.symbol) as u8;
                // A symbol that is not a byte is the only member of its class and has the full domain.
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

    /// The groups that share a symbol with `symbols`; all groups if the link `independence` is off.
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

/// The symbol that a condition says equals a float, and the bits of that float. Zero has two signs, and NaN
/// equals nothing.
fn float_of(arena: &Arena, condition: ExprId) -> Option<(SymbolId, u128)> {
    let node = arena.node(condition);
    if node.kind != Kind::FEq {
        return None;
    }
    let (one, other) = (node.first(), node.second());
    let (symbol, constant) = if arena.as_const(one).is_some() { (other, one) } else { (one, other) };
    let (width, bits) = (arena.width(symbol), arena.as_const(constant)?);
    let is_zero = bits & (width.mask() >> 1) == 0;
    let is_plain = arena.node(symbol).kind == Kind::Symbol && matches!(width.0, 32 | 64);
    (is_plain && !is_zero).then(|| (arena.node(symbol).symbol(), bits))
}
