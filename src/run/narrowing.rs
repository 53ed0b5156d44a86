//! A path as the readable pass sees it: the solver's chain over a path condition that grows.

use crate::exec::{self, Side};
use crate::expr::{Arena, Assignment, ExprId, Kind, SymbolId};
use crate::readable::Path;
use crate::solver::{QueryLimit, Solver};
use crate::util::ByteSet;
use std::collections::BTreeSet;
use std::rc::Rc;

/// After so many questions without an answer, nothing more is asked. The test then has the values of the
/// path's witness.
const MAX_UNKNOWN: u32 = 2;
/// How many conflicts a solver may have for one question. A value that reads better is worth less time than
/// the question whether there is a path at all.
const MOST_CONFLICTS: u64 = 1_000;

/// More linked symbols than this are not looked for.
const MOST_LINKED: usize = 8;
/// How many parts of a condition are looked at to find out whether it computes with floats.
const MOST_PARTS: usize = 256;

/// A copy of the path of a state, which is asked questions and narrowed. Its witness makes answers cheaper,
/// but never changes them.
pub(super) struct Narrowing<'a> {
    solver: &'a mut Solver,
    path: exec::Path,
    /// Questions that no solver could answer.
    n_unknown: u32,
    /// The last side that was possible.
    last: Option<Side>,
    /// The limit for other questions, which is put back at the end.
    limit: QueryLimit,
}

impl<'a> Narrowing<'a> {
    /// The path's witness with other values for some symbols.
    fn changed(&self, values: &[(SymbolId, u128)]) -> Assignment {
        let mut model = self.path.witness().map(|witness| (**witness).clone()).unwrap_or_default();
        values.iter().for_each(|(symbol, value)| model.set(*symbol, *value));
        model
    }

    /// The path's conditions on one of these symbols.
    fn conditions_on(&mut self, arena: &Arena, values: &[(SymbolId, u128)]) -> Vec<ExprId> {
        let Self { solver, path, .. } = self;
        let is_about = |condition: &&ExprId| {
            let support = solver.analysis().support(arena, **condition);
            values.iter().any(|(symbol, _)| support.contains(symbol))
        };
        path.conditions().iter().filter(is_about).copied().collect()
    }

    pub(super) fn new(solver: &'a mut Solver, path: exec::Path) -> Self {
        let limit = solver.limit();
        let conflicts = limit.conflicts.map_or(MOST_CONFLICTS, |most| most.min(MOST_CONFLICTS));
        solver.set_limit(QueryLimit { conflicts: Some(conflicts), ..limit });
        Self { solver, path, n_unknown: 0, last: None, limit }
    }
}

impl Drop for Narrowing<'_> {
    fn drop(&mut self) {
        self.solver.set_limit(self.limit);
    }
}

impl Path for Narrowing<'_> {
    fn is_possible(&mut self, arena: &mut Arena, condition: ExprId) -> bool {
        if self.n_unknown == MAX_UNKNOWN {
            return false;
        }
        let Some(side) = self.path.side(arena, self.solver, condition) else { return false };
        if side.is_open() {
            self.n_unknown += 1;
            return false;
        }
        self.last = Some(side);
        true
    }

    fn assume(&mut self, arena: &mut Arena, condition: ExprId) {
        match self.last.take() {
            Some(side) if side.condition() == condition => self.path.assume(arena, self.solver, side),
            _ => self.path.learn(arena, self.solver, condition),
        }
    }

    fn domain(&self, symbol: SymbolId) -> ByteSet {
        self.path.condition().domain(symbol)
    }

    fn is_over(&self) -> bool {
        self.solver.is_over()
    }

    fn possible_bytes(&mut self, arena: &Arena, symbol: SymbolId) -> ByteSet {
        self.path.values_beside(arena, self.solver, symbol)
    }

    fn computed_with(&mut self, arena: &Arena, symbol: SymbolId) -> Vec<SymbolId> {
        let mut linked = vec![symbol];
        let mut computes = false;
        let mut n_before = 0;
        while n_before < linked.len() && linked.len() <= MOST_LINKED {
            n_before = linked.len();
            for condition in self.path.conditions() {
                let support = self.solver.analysis().support(arena, *condition);
                if support.iter().any(|it| linked.contains(it)) {
                    let new = support.iter().filter(|it| !linked.contains(it));
                    linked.extend(new.copied().collect::<Vec<_>>());
                    computes = computes || has_float_arithmetic(arena, *condition);
                }
            }
        }
        if computes { linked } else { Vec::new() }
    }

    fn holds_with(&mut self, arena: &Arena, values: &[(SymbolId, u128)]) -> bool {
        let model = self.changed(values);
        let conditions = self.conditions_on(arena, values);
        if !conditions.iter().all(|it| self.solver.analysis().eval(arena, &model, *it) == 1) {
            return false;
        }
        if self.path.witness().is_some() {
            self.path.follow(arena, self.solver, Rc::new(model));
        }
        true
    }

    fn value_beside(
        &mut self,
        arena: &mut Arena,
        values: &[(SymbolId, u128)],
        (symbol, start): (SymbolId, u128),
    ) -> Option<u128> {
        let mut model = self.changed(values);
        model.set(symbol, start);
        let mut conditions = Vec::new();
        for (symbol, value) in values {
            let key = arena.symbol_key(*symbol).clone();
            let term = arena.symbol(key);
            let value = arena.constant(arena.width(term), *value);
            conditions.push(arena.eq(term, value));
        }
        conditions.extend(self.conditions_on(arena, values));
        Some(self.solver.search_near(arena, model, &conditions)?.get(symbol))
    }

    fn guess(&self, symbol: SymbolId) -> Option<u128> {
        self.path.witness().map(|witness| witness.get(symbol))
    }
}

/// Whether a condition adds, multiplies or divides floats, or takes a root.
fn has_float_arithmetic(arena: &Arena, condition: ExprId) -> bool {
    let mut seen = BTreeSet::new();
    let mut open = vec![condition];
    while let Some(part) = open.pop() {
        if !seen.insert(part) || seen.len() > MOST_PARTS {
            continue;
        }
        let node = arena.node(part);
        if matches!(node.kind, Kind::FAdd | Kind::FSub | Kind::FMul | Kind::FDiv | Kind::FSqrt | Kind::FFma) {
            return true;
        }
        open.extend(node.operands());
    }
    false
}
