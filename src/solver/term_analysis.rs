//! Facts about terms that are worked out once and then cached.

use super::fingerprint::Fingerprints;
use crate::expr::{Arena, Assignment, Evaluator, ExprId, Kind, Support, SymbolId};
use crate::util::{Bits, ByteSet, Deadline};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use std::rc::Rc;

/// How many rows of two-byte conditions are cached before all are dropped: 16 bytes of key and 32 of row
/// each.
const MAX_ROWS: usize = 1 << 16;
/// How many terms may be evaluated for one row if the outcome must not depend on which rows are cached. No
/// limit for rows is greater, so what was evaluated for a cached row could be evaluated here too.
pub(super) const MAX_ROW_WORK: u64 = 1 << 15;

/// How often an index is compared with constants if what it chooses from is an array.
const MIN_ELEMENTS: usize = 2;

/// Caches for the terms of one arena, and the evaluator that fills them.
#[derive(Default)]
pub struct TermAnalysis {
    support: Support,
    byte_sets: FxHashMap<ExprId, ByteSet>,
    /// For a condition on two bytes, one of which is pinned: the values of the other for which it holds.
    rows: FxHashMap<Pinned, ByteSet>,
    /// By a condition on two bytes and one of the two.
    projections: FxHashMap<(ExprId, SymbolId), ByteSet>,
    selectors: FxHashMap<ExprId, Rc<[SymbolId]>>,
    indices: FxHashMap<ExprId, Rc<[SymbolId]>>,
    residuals: FxHashMap<Pinned, Residual>,
    dependences: Dependences,
    fields: FxHashMap<ExprId, Rc<[Field]>>,
    constants: FxHashMap<ExprId, Rc<[(SymbolId, u8)]>>,
    evaluator: Evaluator,
    fingerprints: Fingerprints,
    deadline: Deadline,
}

/// A condition, one byte in it, and a value of this byte.
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
struct Pinned {
    condition: ExprId,
    byte: SymbolId,
    value: u8,
}

/// What is left of a condition once one of its bytes has a value.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Residual {
    /// It depends only on this byte, and holds for these values of it.
    One(SymbolId, ByteSet),
    /// It depends on no symbol any more; whether it holds.
    Decided(bool),
    /// Anything else.
    Open,
}

/// What a term depends on when one of its symbols has a value.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Dependence {
    None,
    One(SymbolId),
    Many,
}

impl Dependence {
    fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::None, dependence) | (dependence, Self::None) => dependence,
            (one, another) if one == another => one,
            _ => Self::Many,
        }
    }
}

/// What the terms of one condition depend on. The memory is used again for the next condition.
#[derive(Default)]
struct Dependences {
    /// By term, the stamp of the condition for which the dependence was found, and the dependence.
    found: Vec<(u32, Dependence)>,
    stamp: u32,
    /// How many terms of this condition have an entry.
    n: usize,
}

impl Dependences {
    fn begin(&mut self, arena: &Arena) {
        if self.stamp == u32::MAX {
            self.found.clear();
            self.stamp = 0;
        }
        self.stamp += 1;
        self.n = 0;
        self.found.resize(arena.len(), (0, Dependence::None));
    }

    fn get(&self, expr: ExprId) -> Option<Dependence> {
        let (stamp, dependence) = self.found[expr.index()];
        (stamp == self.stamp).then_some(dependence)
    }

    fn insert(&mut self, expr: ExprId, dependence: Dependence) {
        self.found[expr.index()] = (self.stamp, dependence);
        self.n += 1;
    }
}

/// How many terms may be evaluated for one projection.
const MAX_PROJECTION_WORK: u64 = 1 << 21;

/// Neighbouring bytes of one input that a term reads as one number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    pub term: ExprId,
    /// The bytes, the least significant first.
    pub symbols: SmallVec<[SymbolId; 8]>,
}

/// How many subterms of a condition are looked at.
const MAX_LOOKED_AT: usize = 256;

impl TermAnalysis {
    /// Nothing known yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Nothing known yet. A choice of values that uses it stops at the deadline.
    pub(super) fn until(deadline: Deadline) -> Self {
        Self { deadline, ..Self::default() }
    }

    /// Whether the deadline has passed: a search for values must stop then, with what it has found.
    pub fn is_over(&self) -> bool {
        self.deadline.is_over()
    }

    /// The symbols of `expr`, in ascending order.
    pub fn support(&mut self, arena: &Arena, expr: ExprId) -> Rc<[SymbolId]> {
        self.support.of(arena, expr)
    }

    /// The values for which `condition` holds when all of `symbols` have the same value. These are all
    /// symbols of the condition, and all of them are bytes.
    pub fn byte_set(&mut self, arena: &Arena, condition: ExprId, symbols: &[SymbolId]) -> ByteSet {
        if let Some(set) = self.byte_sets.get(&condition) {
            return *set;
        }
        let set = match *symbols {
            [symbol] => plain_set(arena, condition, symbol),
            _ => None,
        };
        let set = set.unwrap_or_else(|| {
            let mut others = Assignment::new();
            let found =
                self.evaluated_set(arena, &[condition], &mut others, symbols, ByteSet::FULL, u64::MAX);
            found.expect("invariant: without a limit all values are tried")
        });
        self.byte_sets.insert(condition, set);
        set
    }

    /// The row of a condition on two bytes: the values of `free` for which the condition holds when `fixed`
    /// has the value `value`. All rows together make up the condition's table; rows that were evaluated are
    /// cached. `None` if [`Self::work`] reaches `limit` before the row is complete.
    pub(super) fn row(
        &mut self,
        arena: &Arena,
        condition: ExprId,
        (fixed, value): (SymbolId, u8),
        free: SymbolId,
        limit: u64,
    ) -> Option<ByteSet> {
        if let Some(comparison) = Comparison::of(arena, condition) {
            return Some(comparison.row(value, free));
        }
        if let Some(row) = self.rows.get(&Pinned { condition, byte: fixed, value }) {
            return Some(*row);
        }
        let mut assignment = Assignment::new();
        assignment.set(fixed, u128::from(value));
        let row = self.evaluated_set(arena, &[condition], &mut assignment, &[free], ByteSet::FULL, limit)?;
        if self.rows.len() == MAX_ROWS {
            self.rows.clear();
        }
        self.rows.insert(Pinned { condition, byte: fixed, value }, row);
        Some(row)
    }

    /// Whether a condition on two bytes holds under `assignment`, if a cached row tells.
    pub(super) fn known_row(
        &mut self,
        arena: &Arena,
        condition: ExprId,
        assignment: &Assignment,
    ) -> Option<bool> {
        let support = self.support.of(arena, condition);
        let [a, b] = *support else { return None };
        let value = |symbol: SymbolId| assignment.get(symbol) as u8;
        let row = |byte: SymbolId| self.rows.get(&Pinned { condition, byte, value: value(byte) });
        match (row(a), row(b)) {
            (Some(row), _) => Some(row.contains(value(b))),
            (_, Some(row)) => Some(row.contains(value(a))),
            _ => None,
        }
    }

    /// The values of `kept` for which some value of `other` makes a condition on these two bytes hold; all
    /// values if that is too much work to find out.
    pub(super) fn projection(
        &mut self,
        arena: &Arena,
        condition: ExprId,
        kept: SymbolId,
        other: SymbolId,
    ) -> ByteSet {
        if let Some(set) = self.projections.get(&(condition, kept)) {
            return *set;
        }
        // A comparison of two plain bytes hardly ever excludes a value of one.
        let is_plain = Comparison::of(arena, condition).is_some();
        let excluded = if is_plain { None } else { self.excluded(arena, condition, kept, other) };
        let set = excluded.map_or(ByteSet::FULL, ByteSet::complement);
        self.projections.insert((condition, kept), set);
        set
    }

    /// The values of `kept` for which a condition on two bytes holds with no value of `other`; `None` if that
    /// is too much work to find out.
    fn excluded(
        &mut self,
        arena: &Arena,
        condition: ExprId,
        kept: SymbolId,
        other: SymbolId,
    ) -> Option<ByteSet> {
        // Each side depends on one byte only, so the value of one byte does not restrict the other.
        if let Some(sides) = zero_sides(arena, condition)
            && let Some([of_kept, of_other]) = self.zeros(arena, sides, [kept, other])
        {
            return Some(if of_other.is_empty() { ByteSet::FULL } else { of_kept.complement() });
        }
        let limit = self.work() + MAX_PROJECTION_WORK;
        let mut assignment = Assignment::new();
        // `lonely`: values of `kept` that go with no value of `other` tried so far. `unmet`: values of
        // `other` that were not tried.
        let (mut lonely, mut unmet) = (ByteSet::FULL, ByteSet::FULL);
        let mut excluded = ByteSet::EMPTY;
        // Often most values of one byte go with most of the other. Then a few values of `other` leave few
        // lonely values to look at one by one.
        while let (Some(value), Some(partner)) = (lonely.first(), unmet.first()) {
            if unmet.len() <= lonely.len() {
                assignment.set(other, u128::from(partner));
                unmet = unmet.and(ByteSet::just(partner).complement());
                let row = self.evaluated_set(arena, &[condition], &mut assignment, &[kept], lonely, limit)?;
                lonely = lonely.and(row.complement());
            } else {
                assignment.set(kept, u128::from(value));
                lonely = lonely.and(ByteSet::just(value).complement());
                let row = self.evaluated_set(arena, &[condition], &mut assignment, &[other], unmet, limit)?;
                if row.is_empty() {
                    excluded.insert(value);
                }
            }
        }
        Some(excluded.or(lonely))
    }

    /// The values of each of two bytes for which the side that depends on it is zero; `None` if a side
    /// depends on both.
    fn zeros(&mut self, arena: &Arena, sides: [ExprId; 2], symbols: [SymbolId; 2]) -> Option<[ByteSet; 2]> {
        let supports = sides.map(|side| self.support.of(arena, side));
        let side_of = |symbol: SymbolId| supports.iter().position(|support| **support == [symbol]);
        let (first, second) = (side_of(symbols[0])?, side_of(symbols[1])?);
        let mut assignment = Assignment::new();
        let mut zeros = |symbol: SymbolId, side: usize| {
            ByteSet::from_fn(|value| {
                assignment.set(symbol, u128::from(value));
                self.evaluator.eval(arena, &assignment, sides[side]) == 0
            })
        };
        Some([zeros(symbols[0], first), zeros(symbols[1], second)])
    }

    /// The values of `among` for which all of `conditions` hold when all of `symbols` have this value and all
    /// other symbols are as in `assignment`. `None` if [`Self::work`] reaches `limit` before all values are
    /// tried.
    pub(super) fn evaluated_set(
        &mut self,
        arena: &Arena,
        conditions: &[ExprId],
        assignment: &mut Assignment,
        symbols: &[SymbolId],
        among: ByteSet,
        limit: u64,
    ) -> Option<ByteSet> {
        let support = &mut self.support;
        let depends = |expr| {
            let of_expr = support.of(arena, expr);
            symbols.iter().any(|symbol| of_expr.binary_search(symbol).is_ok())
        };
        self.evaluator.byte_set(arena, assignment, conditions, symbols, among, depends, limit)
    }

    /// The bytes that decide on which others a condition depends: each decides alone which of two values a
    /// term has. In a large condition some may be missing.
    pub(super) fn selectors(&mut self, arena: &Arena, condition: ExprId) -> Rc<[SymbolId]> {
        if let Some(known) = self.selectors.get(&condition) {
            return Rc::clone(known);
        }
        let mut found: Vec<SymbolId> = Vec::new();
        let support = &mut self.support;
        look_through(arena, condition, |expr| {
            let node = arena.node(expr);
            if node.kind == Kind::Ite
                && let [symbol] = *support.of(arena, node.first())
                && arena.symbol_key(symbol).width == Bits(8)
                && !found.contains(&symbol)
            {
                found.push(symbol);
            }
            true
        });
        let found: Rc<[SymbolId]> = found.into();
        self.selectors.insert(condition, Rc::clone(&found));
        found
    }

    /// The symbols in indices of the arrays that a condition reads: they decide on which elements it depends. An
    /// element at such an index is a search tree over comparisons with constants. In a large condition some
    /// may be missing.
    pub(super) fn indices(&mut self, arena: &Arena, condition: ExprId) -> Rc<[SymbolId]> {
        if let Some(known) = self.indices.get(&condition) {
            return Rc::clone(known);
        }
        let mut compared: FxHashMap<ExprId, usize> = FxHashMap::default();
        look_through(arena, condition, |expr| {
            let node = arena.node(expr);
            let tested = (node.kind == Kind::Ite).then(|| arena.node(node.first()));
            if let Some(test) = tested.filter(|test| test.kind == Kind::Ult)
                && arena.as_const(test.second()).is_some()
            {
                *compared.entry(test.first()).or_default() += 1;
            }
            true
        });
        compared.retain(|_, n| *n >= MIN_ELEMENTS);
        let supports = compared.keys().map(|index| self.support.of(arena, *index));
        let mut found: Vec<SymbolId> = supports.flat_map(|support| support.to_vec()).collect();
        found.sort_unstable();
        found.dedup();
        let found: Rc<[SymbolId]> = found.into();
        self.indices.insert(condition, Rc::clone(&found));
        found
    }

    /// What is left of a condition when the byte `fixed` has this value.
    pub(super) fn residual(
        &mut self,
        arena: &Arena,
        condition: ExprId,
        (fixed, value): (SymbolId, u8),
    ) -> Residual {
        if let Some(known) = self.residuals.get(&Pinned { condition, byte: fixed, value }) {
            return *known;
        }
        let mut assignment = Assignment::new();
        assignment.set(fixed, u128::from(value));
        // Terms that depend on nothing but `fixed` have the same value whatever the other symbols are.
        self.evaluator.forget();
        let mut dependences = std::mem::take(&mut self.dependences);
        dependences.begin(arena);
        let dependence = self.dependence(arena, condition, &assignment, fixed, &mut dependences);
        self.dependences = dependences;
        let residual = match dependence {
            Some(Dependence::None) => {
                Residual::Decided(self.evaluator.eval_more(arena, &assignment, condition) == 1)
            }
            Some(Dependence::One(free)) if arena.symbol_key(free).width == Bits(8) => {
                let limit = self.work() + MAX_ROW_WORK;
                let (conditions, symbols) = ([condition], [free]);
                let set =
                    self.evaluated_set(arena, &conditions, &mut assignment, &symbols, ByteSet::FULL, limit);
                set.map_or(Residual::Open, |set| Residual::One(free, set))
            }
            _ => Residual::Open,
        };
        if self.residuals.len() == MAX_ROWS {
            self.residuals.clear();
        }
        self.residuals.insert(Pinned { condition, byte: fixed, value }, residual);
        residual
    }

    /// What a term depends on when `fixed` has its value in `assignment`; `None` if the condition is too
    /// large.
    fn dependence(
        &mut self,
        arena: &Arena,
        expr: ExprId,
        assignment: &Assignment,
        fixed: SymbolId,
        known: &mut Dependences,
    ) -> Option<Dependence> {
        if let Some(dependence) = known.get(expr) {
            return Some(dependence);
        }
        if known.n >= MAX_LOOKED_AT {
            return None;
        }
        let node = arena.node(expr);
        let dependence = match node.kind {
            Kind::Symbol if node.symbol() == fixed => Dependence::None,
            Kind::Symbol => Dependence::One(node.symbol()),
            Kind::Ite => match self.dependence(arena, node.first(), assignment, fixed, known)? {
                Dependence::None => {
                    let is_first = self.evaluator.eval_more(arena, assignment, node.first()) == 1;
                    let taken = if is_first { node.second() } else { node.third() };
                    self.dependence(arena, taken, assignment, fixed, known)?
                }
                of_condition => {
                    let a = self.dependence(arena, node.second(), assignment, fixed, known)?;
                    of_condition.and(a).and(self.dependence(arena, node.third(), assignment, fixed, known)?)
                }
            },
            Kind::And | Kind::Or if node.width() == Bits(1) => {
                let decides = u128::from(node.kind == Kind::Or);
                let mut all = Dependence::None;
                let mut is_decided = false;
                for operand in [node.first(), node.second()] {
                    let of_operand = self.dependence(arena, operand, assignment, fixed, known)?;
                    is_decided |= of_operand == Dependence::None
                        && self.evaluator.eval_more(arena, assignment, operand) == decides;
                    all = all.and(of_operand);
                }
                if is_decided { Dependence::None } else { all }
            }
            _ => {
                let mut all = Dependence::None;
                for operand in node.operands() {
                    all = all.and(self.dependence(arena, operand, assignment, fixed, known)?);
                }
                all
            }
        };
        known.insert(expr, dependence);
        Some(dependence)
    }

    /// The fields of 2, 4 and 8 bytes in a condition. In a large one some may be missing.
    pub fn fields(&mut self, arena: &Arena, condition: ExprId) -> Rc<[Field]> {
        let find = || {
            let mut fields = Vec::new();
            look_through(arena, condition, |expr| {
                let found = field(arena, expr);
                let is_other = found.is_none();
                fields.extend(found);
                is_other
            });
            fields.into()
        };
        Rc::clone(self.fields.entry(condition).or_insert_with(find))
    }

    /// The constants that a condition compares bytes with for equality. In a large one some may be missing.
    pub(super) fn byte_constants(&mut self, arena: &Arena, condition: ExprId) -> Rc<[(SymbolId, u8)]> {
        let find = || {
            let mut constants = Vec::new();
            look_through(arena, condition, |expr| {
                let node = arena.node(expr);
                let is_symbol =
                    |side: ExprId| arena.node(side).kind == Kind::Symbol && arena.width(side) == Bits(8);
                if node.kind == Kind::Eq {
                    let (a, b) = (node.first(), node.second());
                    for (side, other) in [(a, b), (b, a)] {
                        if let (true, Some(constant)) = (is_symbol(side), arena.as_const(other)) {
                            constants.push((arena.node(side).symbol(), constant as u8));
                        }
                    }
                }
                true
            });
            constants.into()
        };
        Rc::clone(self.constants.entry(condition).or_insert_with(find))
    }

    /// The value of `expr` under `assignment`.
    pub fn eval(&mut self, arena: &Arena, assignment: &Assignment, expr: ExprId) -> u128 {
        self.evaluator.eval(arena, assignment, expr)
    }

    /// The value of `expr` under the assignment of the last evaluation. Terms that were computed then are not
    /// computed again.
    pub(super) fn eval_more(&mut self, arena: &Arena, assignment: &Assignment, expr: ExprId) -> u128 {
        self.evaluator.eval_more(arena, assignment, expr)
    }

    /// The first condition that does not hold under `assignment`.
    pub(super) fn first_false(
        &mut self,
        arena: &Arena,
        assignment: &Assignment,
        conditions: &[ExprId],
    ) -> Option<ExprId> {
        self.evaluator.first_false(arena, assignment, conditions)
    }

    /// Whether every condition holds under `assignment`.
    pub fn all_hold(&mut self, arena: &Arena, assignment: &Assignment, conditions: &[ExprId]) -> bool {
        self.evaluator.all_hold(arena, assignment, conditions)
    }

    /// Whether a condition is false whatever values the `open` symbols have: its value does not depend on them,
    /// because the other ones choose between terms.
    pub fn is_refuted(
        &mut self,
        arena: &Arena,
        assignment: &Assignment,
        condition: ExprId,
        mut open: impl Iterator<Item = SymbolId>,
    ) -> bool {
        self.evaluator.eval(arena, assignment, condition) == 0
            && !open.any(|symbol| self.evaluator.has_computed(arena.symbol_term(symbol)))
    }

    /// How many terms were evaluated so far.
    pub(super) fn work(&self) -> u64 {
        self.evaluator.n_computed()
    }

    /// A name for the term that is the same in every arena.
    pub(super) fn fingerprint(&mut self, arena: &Arena, expr: ExprId) -> u128 {
        self.fingerprints.of(arena, expr)
    }
}

/// Calls `look` with the subterms of a condition, except those below a term for which it returned false.
fn look_through(arena: &Arena, condition: ExprId, mut look: impl FnMut(ExprId) -> bool) {
    let mut seen = FxHashSet::default();
    let mut open = vec![condition];
    while let Some(expr) = open.pop() {
        if seen.len() < MAX_LOOKED_AT && seen.insert(expr) && look(expr) {
            open.extend(arena.node(expr).operands());
        }
    }
}

/// The term as a field, if it is one.
fn field(arena: &Arena, expr: ExprId) -> Option<Field> {
    if arena.node(expr).kind != Kind::Concat || !matches!(arena.width(expr).0, 16 | 32 | 64) {
        return None;
    }
    let mut symbols = SmallVec::<[SymbolId; 8]>::new();
    let mut open = SmallVec::<[ExprId; 8]>::from_elem(expr, 1);
    while let Some(part) = open.pop() {
        let node = arena.node(part);
        match node.kind {
            // The lower part is looked at first.
            Kind::Concat => open.extend([node.first(), node.second()]),
            Kind::Symbol if node.width() == Bits(8) => symbols.push(node.symbol()),
            _ => return None,
        }
    }
    let keys = symbols.iter().map(|symbol| arena.symbol_key(*symbol));
    let first = arena.symbol_key(symbols[0]);
    let follows = keys
        .enumerate()
        .all(|(at, key)| key.input == first.input && key.element == first.element + at as u32);
    follows.then_some(Field { term: expr, symbols })
}

/// The values for which a condition holds, without evaluating it 256 times. `None` if the condition does not
/// consist of comparisons of the byte with constants.
fn plain_set(arena: &Arena, condition: ExprId, symbol: SymbolId) -> Option<ByteSet> {
    let node = arena.node(condition);
    let set = |operand| plain_set(arena, operand, symbol);
    match node.kind {
        Kind::Not => Some(set(node.first())?.complement()),
        Kind::And => Some(set(node.first())?.and(set(node.second())?)),
        Kind::Or => Some(set(node.first())?.or(set(node.second())?)),
        Kind::Eq | Kind::Ult | Kind::Slt => {
            let is_byte = |operand: ExprId| {
                let node = arena.node(operand);
                node.kind == Kind::Symbol && node.symbol() == symbol
            };
            let (a, b) = (node.first(), node.second());
            match (arena.as_const(a), arena.as_const(b)) {
                (None, Some(c)) if is_byte(a) => Some(match node.kind {
                    Kind::Eq => ByteSet::just(c as u8),
                    order => less(order, c as u8),
                }),
                (Some(c), None) if is_byte(b) => Some(greater(node.kind, c as u8)),
                _ => None,
            }
        }
        _ => None,
    }
}

/// A comparison of two plain bytes, or its opposite.
#[derive(Copy, Clone, Debug)]
pub(super) struct Comparison {
    kind: Kind,
    first: SymbolId,
    is_negated: bool,
}

impl Comparison {
    /// The condition as a comparison; `None` if it is anything else.
    pub(super) fn of(arena: &Arena, condition: ExprId) -> Option<Self> {
        let (mut node, mut is_negated) = (arena.node(condition), false);
        while node.kind == Kind::Not {
            node = arena.node(node.first());
            is_negated = !is_negated;
        }
        if !node.kind.is_comparison() {
            return None;
        }
        let (a, b) = (arena.node(node.first()), arena.node(node.second()));
        let is_plain = a.kind == Kind::Symbol && b.kind == Kind::Symbol;
        is_plain.then(|| Self { kind: node.kind, first: a.symbol(), is_negated })
    }

    /// The values of `free` for which the comparison holds when the other byte has `value`.
    pub(super) fn row(&self, value: u8, free: SymbolId) -> ByteSet {
        let row = match self.kind {
            Kind::Eq => ByteSet::just(value),
            order if self.first == free => less(order, value),
            order => greater(order, value),
        };
        if self.is_negated { row.complement() } else { row }
    }
}

/// The bytes that are less than `value`, signed or unsigned.
fn less(order: Kind, value: u8) -> ByteSet {
    match order {
        // Flipping the sign bit turns the signed order into the unsigned one.
        Kind::Slt => ByteSet::below(value ^ 0x80).with_sign_flipped(),
        _ => ByteSet::below(value),
    }
}

/// The operands of `x | y`, if a condition says that it is zero, which is how compilers write that both are
/// zero.
fn zero_sides(arena: &Arena, condition: ExprId) -> Option<[ExprId; 2]> {
    let node = arena.node(condition);
    let is_zero = |side| arena.as_const(side) == Some(0);
    let or = match node.kind {
        Kind::Eq if is_zero(node.second()) => arena.node(node.first()),
        Kind::Eq if is_zero(node.first()) => arena.node(node.second()),
        _ => return None,
    };
    (or.kind == Kind::Or).then(|| [or.first(), or.second()])
}

/// The bytes that are greater than `value`, signed or unsigned.
fn greater(order: Kind, value: u8) -> ByteSet {
    less(order, value).or(ByteSet::just(value)).complement()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expr::SymbolKey;
    use crate::util::Rng;

    #[test]
    fn plain_sets_are_those_of_evaluation() {
        let mut arena = Arena::new();
        let x = arena.symbol(SymbolKey { input: 0, element: 0, name: "x".into(), width: Bits(8) });
        let symbol = arena.node(x).symbol();
        let mut rng = Rng::from_seed(5);
        let mut evaluator = Evaluator::new();
        for _ in 0..200 {
            let mut condition = arena.bool(false);
            for _ in 0..3 {
                let c = arena.constant(Bits(8), u128::from(rng.below(256)));
                let atom = match rng.below(5) {
                    0 => arena.eq(x, c),
                    1 => arena.ult(x, c),
                    2 => arena.ult(c, x),
                    3 => arena.slt(x, c),
                    _ => arena.slt(c, x),
                };
                condition = if rng.below(2) == 0 { arena.or(condition, atom) } else { arena.not(atom) };
                condition = if rng.below(3) == 0 { arena.and(condition, atom) } else { condition };
            }
            let mut assignment = Assignment::new();
            let evaluated = ByteSet::from_fn(|value| {
                assignment.set(symbol, u128::from(value));
                evaluator.eval(&arena, &assignment, condition) == 1
            });
            if let Some(set) = plain_set(&arena, condition, symbol) {
                assert_eq!(set, evaluated);
            }
            assert_eq!(TermAnalysis::new().byte_set(&arena, condition, &[symbol]), evaluated);
        }
    }

    #[test]
    fn projections_are_those_of_all_pairs() {
        let mut arena = Arena::new();
        let [x, y] = [0, 1]
            .map(|element| arena.symbol(SymbolKey { input: 0, element, name: "s".into(), width: Bits(8) }));
        let [of_x, of_y] = [x, y].map(|term| arena.node(term).symbol());
        let mut rng = Rng::from_seed(9);
        let mut evaluator = Evaluator::new();
        let mut n_compared = 0;
        for _ in 0..60 {
            let [a, b, c] = [0; 3].map(|_| arena.constant(Bits(8), u128::from(rng.below(256))));
            let (masked, shifted) = (arena.and(x, a), arena.or(y, b));
            let (zero, both) = (arena.constant(Bits(8), 0), arena.or(masked, y));
            let atoms = [
                arena.eq(both, zero),
                arena.eq(masked, shifted),
                arena.ult(shifted, masked),
                arena.eq(x, c),
                arena.ult(c, y),
                arena.slt(y, masked),
            ];
            let mut condition = atoms[rng.below(6) as usize];
            for _ in 0..rng.below(4) {
                let atom = atoms[rng.below(6) as usize];
                condition =
                    if rng.below(2) == 0 { arena.or(condition, atom) } else { arena.and(condition, atom) };
                condition = if rng.below(3) == 0 { arena.not(condition) } else { condition };
            }
            let mut assignment = Assignment::new();
            let pairs = ByteSet::from_fn(|value| {
                assignment.set(of_x, u128::from(value));
                (0..=255).any(|other| {
                    assignment.set(of_y, other);
                    evaluator.eval(&arena, &assignment, condition) == 1
                })
            });
            // For conditions on one byte, sets are asked for and not projections.
            let mut analysis = TermAnalysis::new();
            if *analysis.support(&arena, condition) == [of_x, of_y]
                && Comparison::of(&arena, condition).is_none()
            {
                let before = analysis.work();
                assert_eq!(analysis.projection(&arena, condition, of_x, of_y), pairs);
                let all_pairs = 256 * 256;
                assert!(analysis.work() - before < all_pairs, "{} terms", analysis.work() - before);
                n_compared += 1;
            }
        }
        assert!(n_compared >= 20, "{n_compared} of 60 conditions are about both");
    }
}
