//! A path condition as a network of constraints. With it, values for the inputs can be chosen one by one
//! without a solver.
//!
//! A variable is a class of bytes that must be equal, or a symbol wider than a byte. A constraint is a
//! condition that is not already expressed by the classes and by the sets of possible values. Assigning a
//! value narrows the sets of the bytes that share a constraint with it (forward checking, Haralick and
//! Elliott 1980). A contradiction is noticed at the latest when the last variable of a constraint gets its
//! value. So if every variable has a value and no assignment was refused, the values satisfy the path
//! condition.
//!
//! The result depends on the path condition alone: the amount of work is limited by counting rows, and does
//! not depend on what is in caches. `solver/search.rs` says why this is not the search that answers
//! questions.

use super::group::{Member, is_byte};
use super::local_search::local_search;
use super::order_graph;
use super::path::PathCondition;
use super::term_analysis::{Field, MAX_ROW_WORK, Residual, TermAnalysis};
use crate::expr::{Arena, Assignment, ExprId, SymbolId};
use crate::util::{Bits, ByteSet};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;
use std::rc::Rc;

/// A variable of a [`Network`].
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct VarId(u32);

impl VarId {
    /// The variable at a position.
    pub(crate) const fn new(index: usize) -> Self {
        Self(index as u32)
    }

    /// The position among the network's variables.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A class of equal bytes, or a symbol of another width.
struct Variable {
    symbols: SmallVec<[SymbolId; 2]>,
    width: Bits,
    /// For a byte: the values that the conditions on nothing but its class leave.
    domain: ByteSet,
    /// For a byte: the values that are still possible.
    set: ByteSet,
    /// Whether it has a value, which is then in the assignment.
    has_value: bool,
    constraints: SmallVec<[u32; 2]>,
    /// The independent part that it belongs to; `None` if no condition concerns it.
    part: Option<u32>,
}

/// A condition, with each of its variables once.
struct Constraint {
    condition: ExprId,
    variables: SmallVec<[VarId; 4]>,
    /// The two symbols, if there are exactly two, both are bytes and they belong to different variables.
    pair: Option<[(VarId, SymbolId); 2]>,
    /// If it has at least three variables: the bytes that decide on which of the others it depends.
    selectors: Rc<[SymbolId]>,
    n_open: u32,
}

/// What an assignment changed.
enum Change {
    Value(VarId),
    /// The set as it was before is the last one in `old_sets`.
    Set(VarId),
}

/// A point to go back to.
#[derive(Copy, Clone, Debug)]
pub struct Mark(usize);

/// The variables and constraints of one path condition. Some of the variables have values.
pub struct Network<'a> {
    arena: &'a Arena,
    analysis: &'a mut TermAnalysis,
    variables: Vec<Variable>,
    /// By symbol, one more than the position of its variable; zero if it has none.
    of_symbol: Vec<u32>,
    constraints: Vec<Constraint>,
    assignment: Assignment,
    changes: Vec<Change>,
    old_sets: Vec<ByteSet>,
}

impl<'a> Network<'a> {
    /// The network of a path condition, which must be satisfiable. Groups whose first symbol satisfies
    /// `is_left_out` are left out. Reserves room for `n_variables` variables.
    pub fn new(
        arena: &'a Arena,
        analysis: &'a mut TermAnalysis,
        path: &PathCondition,
        n_variables: usize,
        is_left_out: impl Fn(SymbolId) -> bool,
    ) -> Self {
        let mut network = Self::empty(arena, analysis, n_variables);
        for (part, group) in path.groups().enumerate() {
            if group.symbols().next().is_some_and(&is_left_out) {
                continue;
            }
            for Member { symbol, leader, domain } in group.members() {
                if symbol == leader {
                    network.add(*leader, *domain, Some(part as u32));
                } else {
                    let variable = network.known(*leader);
                    let variable = variable.expect("invariant: leaders come before the rest of their class");
                    network.variables[variable.index()].symbols.push(*symbol);
                    network.name(*symbol, variable);
                }
            }
            for condition in &group.conditions {
                network.add_constraint(*condition);
            }
        }
        network
    }

    /// A network without conditions. Reserves room for `n_variables` variables.
    pub fn empty(arena: &'a Arena, analysis: &'a mut TermAnalysis, n_variables: usize) -> Self {
        Self {
            arena,
            analysis,
            variables: Vec::with_capacity(n_variables),
            of_symbol: Vec::with_capacity(n_variables),
            constraints: Vec::new(),
            assignment: Assignment::new(),
            changes: Vec::with_capacity(n_variables),
            old_sets: Vec::new(),
        }
    }

    fn add(&mut self, symbol: SymbolId, set: ByteSet, part: Option<u32>) -> VarId {
        let id = VarId(self.variables.len() as u32);
        self.variables.push(Variable {
            symbols: SmallVec::from_elem(symbol, 1),
            width: self.arena.symbol_key(symbol).width,
            domain: set,
            set,
            has_value: false,
            constraints: SmallVec::new(),
            part,
        });
        self.name(symbol, id);
        id
    }

    fn name(&mut self, symbol: SymbolId, variable: VarId) {
        if self.of_symbol.len() <= symbol.index() {
            // The symbols that come next are mostly its neighbours.
            self.of_symbol.resize(2 * symbol.index() + 1, 0);
        }
        self.of_symbol[symbol.index()] = variable.0 + 1;
    }

    /// The variable of a symbol that has one.
    fn known(&self, symbol: SymbolId) -> Option<VarId> {
        self.of_symbol.get(symbol.index())?.checked_sub(1).map(VarId)
    }

    fn add_constraint(&mut self, condition: ExprId) {
        let support = self.analysis.support(self.arena, condition);
        let of = |symbol: &SymbolId| self.known(*symbol).expect("invariant: the symbols are in the group");
        let mut variables: SmallVec<[VarId; 4]> = support.iter().map(of).collect();
        let pair = match (&*support, &variables[..]) {
            ([x, y], [a, b]) if a != b && is_byte(self.arena, *x) && is_byte(self.arena, *y) => {
                Some([(*a, *x), (*b, *y)])
            }
            _ => None,
        };
        variables.sort_unstable();
        variables.dedup();
        let index = self.constraints.len() as u32;
        variables.iter().for_each(|variable| self.variables[variable.index()].constraints.push(index));
        let n_open = variables.len() as u32;
        let selectors =
            if n_open > 2 { self.analysis.selectors(self.arena, condition) } else { Rc::default() };
        self.constraints.push(Constraint { condition, variables, pair, selectors, n_open });
    }

    /// The variable of a symbol.
    pub fn variable(&mut self, symbol: SymbolId) -> VarId {
        match self.known(symbol) {
            Some(variable) => variable,
            None => self.add(symbol, ByteSet::FULL, None),
        }
    }

    /// The values that a byte may still have, as far as its constraints and the assigned values tell.
    pub fn set(&self, variable: VarId) -> ByteSet {
        match self.value(variable) {
            Some(value) => ByteSet::just(value as u8),
            None => self.variables[variable.index()].set,
        }
    }

    /// The values that a byte may have by its domain, independently of assigned values.
    pub fn domain(&self, variable: VarId) -> ByteSet {
        self.variables[variable.index()].domain
    }

    /// The value assigned to a variable.
    pub fn value(&self, variable: VarId) -> Option<u128> {
        let variable = &self.variables[variable.index()];
        variable.has_value.then(|| self.assignment.get(variable.symbols[0]))
    }

    /// Whether nothing is known about a byte: no condition concerns it, and it has no value.
    pub fn is_free(&self, variable: VarId) -> bool {
        let variable = &self.variables[variable.index()];
        variable.part.is_none() && !variable.has_value && variable.width == Bits(8)
    }

    /// Whether no condition concerns any of these variables and none of them has a value.
    pub fn is_unconcerned(&self, variables: &[VarId]) -> bool {
        variables.iter().all(|variable| {
            let variable = &self.variables[variable.index()];
            variable.part.is_none() && !variable.has_value && variable.set == ByteSet::FULL
        })
    }

    /// The independent part of the path condition that a variable belongs to; `None` if no condition concerns
    /// it.
    pub fn part(&self, variable: VarId) -> Option<u32> {
        self.variables[variable.index()].part
    }

    /// The conditions on the first of `variables` whose open variables are all among `variables`.
    pub fn deciding_conditions<'n>(&'n self, variables: &'n [VarId]) -> impl Iterator<Item = ExprId> + 'n {
        let is_decided = |constraint: &&Constraint| {
            let is_open = |variable: &&VarId| self.value(**variable).is_none();
            let mut open = constraint.variables.iter().filter(is_open);
            constraint.n_open as usize <= variables.len() && open.all(|variable| variables.contains(variable))
        };
        let constraints =
            variables.iter().take(1).flat_map(|first| &self.variables[first.index()].constraints);
        let constraints = constraints.map(|index| &self.constraints[*index as usize]);
        constraints.filter(is_decided).map(|constraint| constraint.condition)
    }

    /// The conditions that depend on a variable.
    pub fn conditions_on(&self, variable: VarId) -> impl Iterator<Item = ExprId> + '_ {
        let constraints = self.variables[variable.index()].constraints.iter();
        constraints.map(|index| self.constraints[*index as usize].condition)
    }

    /// Removes from the sets of `variables` the values that a condition on two bytes excludes for every value
    /// of the other byte. Returns whether any set has changed.
    pub fn project(&mut self, variables: &[VarId]) -> bool {
        let mut has_changed = false;
        for variable in variables {
            for at in 0..self.variables[variable.index()].constraints.len() {
                let index = self.variables[variable.index()].constraints[at] as usize;
                let constraint = &self.constraints[index];
                let (Some([a, b]), None) = (constraint.pair, self.value(*variable)) else { continue };
                let (kept, other) = if a.0 == *variable { (a.1, b.1) } else { (b.1, a.1) };
                let projection = self.analysis.projection(self.arena, constraint.condition, kept, other);
                has_changed |= self.restrict(*variable, projection);
            }
        }
        has_changed
    }

    /// Leaves only values of `allowed` in a variable's set; returns whether that changed it.
    fn restrict(&mut self, variable: VarId, allowed: ByteSet) -> bool {
        let old = self.variables[variable.index()].set;
        let new = old.and(allowed);
        if new != old {
            self.changes.push(Change::Set(variable));
            self.old_sets.push(old);
            self.variables[variable.index()].set = new;
        }
        new != old
    }

    /// Values for `open`, variables without a value: starts from `guesses`, one for each, and changes them
    /// until every condition on them holds. `None` if that does not succeed, or would change values that are
    /// assigned.
    pub fn mend(&mut self, open: &[VarId], guesses: &[u128]) -> Option<Vec<u128>> {
        let mut indexes: Vec<u32> = open
            .iter()
            .flat_map(|variable| self.variables[variable.index()].constraints.iter().copied())
            .collect();
        indexes.sort_unstable();
        indexes.dedup();
        let conditions: Vec<ExprId> =
            indexes.iter().map(|index| self.constraints[*index as usize].condition).collect();
        let mut values = self.assignment.clone();
        for (variable, guess) in open.iter().zip(guesses) {
            let symbols = &self.variables[variable.index()].symbols;
            symbols.iter().for_each(|symbol| values.set(*symbol, *guess));
        }
        if !local_search(self.arena, self.analysis, &mut values, &conditions) {
            return None;
        }
        let others = indexes.iter().flat_map(|index| &self.constraints[*index as usize].variables);
        let is_kept = |variable: &VarId| {
            let symbols = &self.variables[variable.index()].symbols;
            self.value(*variable)
                .is_none_or(|value| symbols.iter().all(|symbol| values.get(*symbol) == value))
        };
        let are_kept = others.into_iter().all(is_kept);
        let value = |variable: &VarId| values.get(self.variables[variable.index()].symbols[0]);
        are_kept.then(|| open.iter().map(value).collect())
    }

    /// The least values of `open`, variables without a value, if the conditions on them only compare them
    /// with each other; `None` otherwise.
    pub fn least(&mut self, open: &[VarId]) -> Option<Vec<u128>> {
        let mut conditions = Vec::new();
        for variable in open {
            for index in &self.variables[variable.index()].constraints {
                let constraint = &self.constraints[*index as usize];
                // Each condition is taken once, at the first of its variables.
                if constraint.variables.first() == Some(variable) {
                    if !constraint.variables.iter().all(|other| open.contains(other)) {
                        return None;
                    }
                    conditions.push(constraint.condition);
                } else if !constraint.variables.first().is_some_and(|first| open.contains(first)) {
                    return None;
                }
            }
        }
        let values = order_graph::least(self.arena, self.analysis, &conditions)?;
        let value = |variable: &VarId| values.get(&self.variables[variable.index()].symbols[0]).copied();
        Some(open.iter().map(|variable| value(variable).unwrap_or(0)).collect())
    }

    /// The constants that a byte is compared with in conditions which its set does not express already.
    pub fn constants(&mut self, variable: VarId) -> ByteSet {
        let variable = &self.variables[variable.index()];
        let mut constants = ByteSet::EMPTY;
        for index in &variable.constraints {
            let condition = self.constraints[*index as usize].condition;
            for (symbol, constant) in self.analysis.byte_constants(self.arena, condition).iter() {
                if variable.symbols.contains(symbol) {
                    constants.insert(*constant);
                }
            }
        }
        constants
    }

    /// The numbers that conditions read from these neighbouring bytes.
    pub fn fields(&mut self, variables: &[VarId]) -> Vec<Field> {
        let mut fields: Vec<Field> = Vec::new();
        let mut seen = FxHashSet::default();
        for variable in variables {
            for index in &self.variables[variable.index()].constraints {
                if seen.insert(*index) {
                    let condition = self.constraints[*index as usize].condition;
                    fields.extend(self.analysis.fields(self.arena, condition).iter().cloned());
                }
            }
        }
        fields
    }

    /// Whether the time to choose values is over.
    pub fn is_over(&self) -> bool {
        self.analysis.is_over()
    }

    /// The arena with the terms of the conditions.
    pub fn arena(&self) -> &'a Arena {
        self.arena
    }

    /// The value of a term whose symbols all have values.
    pub fn eval(&mut self, expr: ExprId) -> u128 {
        self.analysis.eval(self.arena, &self.assignment, expr)
    }

    /// The symbols of a term, in ascending order.
    pub fn support(&mut self, expr: ExprId) -> Rc<[SymbolId]> {
        self.analysis.support(self.arena, expr)
    }

    /// A point to go back to with [`Self::undo`].
    pub fn mark(&self) -> Mark {
        Mark(self.changes.len())
    }

    /// Takes back all changes since `mark`.
    pub fn undo(&mut self, mark: Mark) {
        while self.changes.len() > mark.0 {
            match self.changes.pop().expect("invariant: there are changes since the mark") {
                Change::Set(variable) => {
                    let old = self.old_sets.pop().expect("invariant: each change of a set keeps the old one");
                    self.variables[variable.index()].set = old;
                }
                Change::Value(variable) => {
                    let variable = &mut self.variables[variable.index()];
                    variable.has_value = false;
                    for index in &variable.constraints {
                        self.constraints[*index as usize].n_open += 1;
                    }
                }
            }
        }
    }

    /// Assigns a value to a variable. Returns `false` if that contradicts the path condition together with
    /// the values assigned so far; the caller then goes back to a mark.
    pub fn assign(&mut self, variable: VarId, value: u128) -> bool {
        let at = &mut self.variables[variable.index()];
        if at.has_value || !at.constraints.is_empty() {
            return self.assign_all([(variable, value)]);
        }
        // Only its set restricts it; this is so for most bytes of a long buffer.
        if at.width == Bits(8) && !at.set.contains(value as u8) {
            return false;
        }
        at.has_value = true;
        at.symbols.iter().for_each(|symbol| self.assignment.set(*symbol, value));
        self.changes.push(Change::Value(variable));
        true
    }

    /// Assigns several values, which are checked together. Returns `false` if they contradict the path
    /// condition together with the values assigned so far; the caller then goes back to a mark.
    pub fn assign_all(&mut self, values: impl IntoIterator<Item = (VarId, u128)>) -> bool {
        let mut touched = SmallVec::<[u32; 16]>::new();
        let mut selected = SmallVec::<[(u32, SymbolId); 8]>::new();
        for (variable, value) in values {
            let at = &mut self.variables[variable.index()];
            if at.has_value {
                if self.assignment.get(at.symbols[0]) == value {
                    continue;
                }
                return false;
            }
            if at.width == Bits(8) && !at.set.contains(value as u8) {
                return false;
            }
            at.has_value = true;
            at.symbols.iter().for_each(|symbol| self.assignment.set(*symbol, value));
            for index in &at.constraints {
                let constraint = &mut self.constraints[*index as usize];
                constraint.n_open -= 1;
                // Constraints with at most one open variable are checked below, after all values are
                // assigned.
                if constraint.n_open <= 1 {
                    touched.push(*index);
                } else if let Some(selector) = constraint.selectors.iter().find(|s| at.symbols.contains(s)) {
                    selected.push((*index, *selector));
                }
            }
            self.changes.push(Change::Value(variable));
        }
        if !selected.into_iter().all(|(index, selector)| self.select(index, selector)) {
            return false;
        }
        if touched.is_empty() {
            return true;
        }
        let mut complete = SmallVec::<[ExprId; 8]>::new();
        let mut nearly = SmallVec::<[(VarId, u32); 8]>::new();
        for index in touched {
            let constraint = &self.constraints[index as usize];
            match constraint.n_open {
                0 => complete.push(constraint.condition),
                _ => nearly.push((self.last_open(index), index)),
            }
        }
        nearly.sort_unstable();
        // The conditions are evaluated together, so that terms that they share are computed once.
        self.analysis.all_hold(self.arena, &self.assignment, &complete)
            && nearly.chunk_by(|a, b| a.0 == b.0).all(|constraints| self.narrow(constraints))
    }

    /// Whether no condition on these variables, which have values, is false already, whatever values the open
    /// ones get. An element of an array, for example, counts only where the index says so.
    pub fn may_hold(&mut self, variables: &[VarId]) -> bool {
        let Self { arena, analysis, variables: all, constraints, assignment, .. } = self;
        let indexes = variables.iter().flat_map(|variable| &all[variable.index()].constraints);
        let mut constraints = indexes.map(|index| &constraints[*index as usize]);
        constraints.all(|constraint| {
            let open = constraint.variables.iter().map(|variable| &all[variable.index()]);
            let open = open.filter(|variable| !variable.has_value).flat_map(|variable| &variable.symbols);
            constraint.n_open == 0
                || !analysis.is_refuted(arena, assignment, constraint.condition, open.copied())
        })
    }

    /// If a constraint depends on only one byte now that `selector` has a value, narrows the set of this
    /// byte. Returns `false` if the constraint cannot hold any more.
    fn select(&mut self, constraint: u32, selector: SymbolId) -> bool {
        let condition = self.constraints[constraint as usize].condition;
        let value = self.assignment.get(selector) as u8;
        match self.analysis.residual(self.arena, condition, (selector, value)) {
            Residual::Open => true,
            Residual::Decided(holds) => holds,
            Residual::One(symbol, set) => {
                let variable = self.known(symbol).expect("invariant: the symbols are in the group");
                if let Some(value) = self.value(variable) {
                    return set.contains(value as u8);
                }
                self.restrict(variable, set);
                !self.variables[variable.index()].set.is_empty()
            }
        }
    }

    /// In how many constraints this byte decides on which of several others they depend.
    pub fn n_selected(&self, variable: VarId) -> usize {
        let Variable { symbols, constraints, .. } = &self.variables[variable.index()];
        let is_selector =
            |index: &&u32| self.constraints[**index as usize].selectors.iter().any(|s| symbols.contains(s));
        constraints.iter().filter(is_selector).count()
    }

    /// Whether a variable is part of an index of an array in some constraint.
    pub fn is_index(&mut self, variable: VarId) -> bool {
        let Variable { symbols, constraints, .. } = &self.variables[variable.index()];
        let conditions = constraints.iter().map(|index| self.constraints[*index as usize].condition);
        let mut indices = conditions.map(|condition| self.analysis.indices(self.arena, condition));
        indices.any(|indices| symbols.iter().any(|symbol| indices.contains(symbol)))
    }

    /// The only open variable of a constraint.
    fn last_open(&self, constraint: u32) -> VarId {
        let is_open = |variable: &&VarId| !self.variables[variable.index()].has_value;
        let mut variables = self.constraints[constraint as usize].variables.iter();
        *variables.find(is_open).expect("invariant: one variable is open")
    }

    /// Narrows the set of the last open variable of these constraints, which is the same for all of them.
    /// Returns `false` if the set becomes empty.
    fn narrow(&mut self, constraints: &[(VarId, u32)]) -> bool {
        let last = constraints[0].0;
        if self.variables[last.index()].width != Bits(8) {
            return true;
        }
        let mut others = SmallVec::<[ExprId; 8]>::new();
        for (_, index) in constraints {
            let constraint = &self.constraints[*index as usize];
            let Some([a, b]) = constraint.pair else {
                others.push(constraint.condition);
                continue;
            };
            let (fixed, free) = if b.0 == last { (a, b.1) } else { (b, a.1) };
            let value = self.assignment.get(fixed.1) as u8;
            let limit = self.analysis.work() + MAX_ROW_WORK;
            let row = self.analysis.row(self.arena, constraint.condition, (fixed.1, value), free, limit);
            self.restrict(last, row.unwrap_or(ByteSet::FULL));
        }
        let among = self.variables[last.index()].set;
        if !others.is_empty() && !among.is_empty() {
            let symbols = &self.variables[last.index()].symbols;
            let limit = self.analysis.work() + MAX_ROW_WORK * others.len() as u64;
            let (arena, assignment) = (self.arena, &mut self.assignment);
            let left = self.analysis.evaluated_set(arena, &others, assignment, symbols, among, limit);
            self.restrict(last, left.unwrap_or(ByteSet::FULL));
        }
        !self.variables[last.index()].set.is_empty()
    }

    /// The assigned values; symbols without a value are zero.
    pub fn into_assignment(mut self) -> Assignment {
        // Values that were tried and taken back are still in the assignment.
        for variable in self.variables.iter().filter(|variable| !variable.has_value) {
            variable.symbols.iter().for_each(|symbol| self.assignment.set(*symbol, 0));
        }
        self.assignment
    }
}
