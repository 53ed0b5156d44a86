//! A finite-domain search over one independent group of bytes: forward checking with rows of two-byte
//! conditions, bounded in steps. Exact when it answers.

use super::Knowledge;
use crate::expr::{Arena, Assignment, ExprId, Kind, SymbolId};
use crate::util::ByteSet;

/// Values tried before the search gives up. A step costs some fifty nanoseconds, a backend's answer some
/// hundred microseconds.
const MAX_STEPS: u32 = 2_000;
/// Rows computed by evaluation before the search gives up: each costs 256 evaluations.
const MAX_ROWS: u32 = 40;

/// What the search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Found {
    Sat(Vec<(SymbolId, u8)>),
    Unsat,
    /// The bound was reached, or a condition is of a kind that the search does not look into.
    Unclear,
}

/// A condition with the positions of its symbols among the variables.
struct Constraint {
    condition: ExprId,
    variables: Vec<usize>,
}

struct Search<'a> {
    arena: &'a Arena,
    knowledge: &'a mut Knowledge,
    variables: Vec<SymbolId>,
    constraints: Vec<Constraint>,
    /// Constraints by variable.
    of: Vec<Vec<usize>>,
    values: Vec<Option<u8>>,
    steps: u32,
    rows: u32,
}

/// Decides whether bytes within `domains` satisfy all of `conditions`, whose symbols are among them.
pub(super) fn search(
    arena: &Arena,
    knowledge: &mut Knowledge,
    domains: &[(SymbolId, ByteSet)],
    conditions: &[ExprId],
) -> Found {
    let variables: Vec<SymbolId> = domains.iter().map(|(symbol, _)| *symbol).collect();
    let mut constraints = Vec::with_capacity(conditions.len());
    let mut of = vec![Vec::new(); variables.len()];
    let mut sets: Vec<ByteSet> = domains.iter().map(|(_, set)| *set).collect();
    for condition in conditions {
        let support = knowledge.support(arena, *condition);
        let positions: Option<Vec<usize>> =
            support.iter().map(|symbol| variables.iter().position(|known| known == symbol)).collect();
        let Some(positions) = positions else { return Found::Unclear };
        match positions[..] {
            [] => {
                if knowledge.eval(arena, &Assignment::new(), *condition) == 0 {
                    return Found::Unsat;
                }
                continue;
            }
            [only] => {
                sets[only] = sets[only].and(knowledge.byte_set(arena, *condition, variables[only]));
                continue;
            }
            _ => positions.iter().for_each(|at| of[*at].push(constraints.len())),
        }
        constraints.push(Constraint { condition: *condition, variables: positions });
    }
    let values = vec![None; variables.len()];
    let mut search = Search { arena, knowledge, variables, constraints, of, values, steps: 0, rows: 0 };
    match search.solve(&sets) {
        Some(true) => {
            let bytes = search.values.iter().map(|value| value.expect("invariant: a solution is total"));
            Found::Sat(search.variables.iter().copied().zip(bytes).collect())
        }
        Some(false) => Found::Unsat,
        None => Found::Unclear,
    }
}

impl Search<'_> {
    /// Gives a value to the open variable with the smallest domain, and goes on; `None` at a bound.
    fn solve(&mut self, sets: &[ByteSet]) -> Option<bool> {
        if sets.iter().any(ByteSet::is_empty) {
            return Some(false);
        }
        let open = (0..sets.len()).filter(|at| self.values[*at].is_none());
        let Some(next) = open.min_by_key(|at| sets[*at].len()) else { return Some(true) };
        for value in sets[next].iter() {
            self.steps += 1;
            if self.steps > MAX_STEPS {
                return None;
            }
            self.values[next] = Some(value);
            let mut narrowed = sets.to_vec();
            narrowed[next] = ByteSet::just(value);
            if self.propagate(next, &mut narrowed)? && self.solve(&narrowed)? {
                return Some(true);
            }
            self.values[next] = None;
        }
        Some(false)
    }

    /// Narrows the last open variable of each constraint on `at`; `false` where nothing is left of one.
    fn propagate(&mut self, at: usize, sets: &mut [ByteSet]) -> Option<bool> {
        for index in 0..self.of[at].len() {
            let constraint = &self.constraints[self.of[at][index]];
            let mut open = constraint.variables.iter().filter(|other| self.values[**other].is_none());
            let (last, another) = (open.next().copied(), open.next());
            match (last, another) {
                (None, _) => {
                    let condition = constraint.condition;
                    if !self.holds(condition) {
                        return Some(false);
                    }
                }
                (Some(last), None) => {
                    let row = self.row(self.of[at][index], last)?;
                    sets[last] = sets[last].and(row);
                    if sets[last].is_empty() {
                        return Some(false);
                    }
                }
                _ => {}
            }
        }
        Some(true)
    }

    fn assignment(&self) -> Assignment {
        let mut assignment = Assignment::new();
        for (symbol, value) in self.variables.iter().zip(&self.values) {
            assignment.set(*symbol, u128::from(value.unwrap_or(0)));
        }
        assignment
    }

    fn holds(&mut self, condition: ExprId) -> bool {
        let assignment = self.assignment();
        self.knowledge.eval(self.arena, &assignment, condition) == 1
    }

    /// The values of the variable `last` that satisfy the constraint, where all its others have values.
    fn row(&mut self, constraint: usize, last: usize) -> Option<ByteSet> {
        let condition = self.constraints[constraint].condition;
        if let Some(row) = self.plain_row(condition, last) {
            return Some(row);
        }
        self.rows += 1;
        if self.rows > MAX_ROWS {
            return None;
        }
        let mut assignment = self.assignment();
        Some(ByteSet::from_fn(|value| {
            assignment.set(self.variables[last], u128::from(value));
            self.knowledge.eval(self.arena, &assignment, condition) == 1
        }))
    }

    /// The same without evaluation, for comparisons of two plain bytes.
    fn plain_row(&self, condition: ExprId, last: usize) -> Option<ByteSet> {
        let node = self.arena.node(condition);
        if node.kind == Kind::Not {
            return Some(self.plain_row(node.first(), last)?.complement());
        }
        if !node.kind.is_comparison() {
            return None;
        }
        let (a, b) = (self.arena.node(node.first()), self.arena.node(node.second()));
        if a.kind != Kind::Symbol || b.kind != Kind::Symbol {
            return None;
        }
        let symbol = self.variables[last];
        let (other, last_is_first) =
            if a.symbol() == symbol { (b.symbol(), true) } else { (a.symbol(), false) };
        let at = self.variables.iter().position(|known| *known == other)?;
        let value = self.values[at]?;
        // Flipping the sign bit turns the signed order into the unsigned one.
        let flip = if node.kind == Kind::Slt { 0x80 } else { 0 };
        let key = |byte: u8| byte ^ flip;
        Some(match node.kind {
            Kind::Eq => ByteSet::just(value),
            _ if last_is_first => ByteSet::from_fn(|byte| key(byte) < key(value)),
            _ => ByteSet::from_fn(|byte| key(value) < key(byte)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expr::SymbolKey;
    use crate::util::{Bits, Rng};

    fn byte(arena: &mut Arena, element: u32) -> ExprId {
        arena.symbol(SymbolKey { input: 0, element, name: "s".into(), width: Bits(8) })
    }

    fn decide(arena: &Arena, symbols: &[ExprId], conditions: &[ExprId]) -> Found {
        let domains: Vec<_> =
            symbols.iter().map(|symbol| (arena.node(*symbol).symbol(), ByteSet::FULL)).collect();
        search(arena, &mut Knowledge::new(), &domains, conditions)
    }

    #[test]
    fn a_chain_of_equalities_meets_its_end() {
        let mut arena = Arena::new();
        let s: Vec<ExprId> = (0..5).map(|at| byte(&mut arena, at)).collect();
        let mut conditions: Vec<ExprId> = s.windows(2).map(|pair| arena.eq(pair[0], pair[1])).collect();
        let seven = arena.constant(Bits(8), 7);
        conditions.push(arena.eq(s[4], seven));
        let Found::Sat(values) = decide(&arena, &s, &conditions) else { panic!("there is a solution") };
        assert!(values.iter().all(|(_, value)| *value == 7));
        conditions.push(arena.ult(s[0], seven));
        assert_eq!(decide(&arena, &s, &conditions), Found::Unsat);
    }

    #[test]
    fn gives_up_instead_of_searching_for_long() {
        let mut arena = Arena::new();
        let s: Vec<ExprId> = (0..4).map(|at| byte(&mut arena, at)).collect();
        let product = s.iter().fold(arena.constant(Bits(8), 1), |product, byte| arena.mul(product, *byte));
        let squared = arena.mul(product, product);
        let three = arena.constant(Bits(8), 3);
        let condition = arena.eq(squared, three);
        assert_eq!(decide(&arena, &s, &[condition]), Found::Unclear);
    }

    /// Random comparisons over three bytes with few values each, against trying all.
    #[test]
    fn agrees_with_trying_everything() {
        let mut rng = Rng::from_seed(11);
        for _ in 0..300 {
            let mut arena = Arena::new();
            let s: Vec<ExprId> = (0..3).map(|at| byte(&mut arena, at)).collect();
            let few = ByteSet::from_fn(|value| value % 37 == 0);
            let mut conditions = Vec::new();
            for _ in 0..4 {
                let (a, b) = (s[rng.below(3) as usize], s[rng.below(3) as usize]);
                let condition = match rng.below(4) {
                    0 => arena.eq(a, b),
                    1 => arena.ult(a, b),
                    2 => arena.slt(a, b),
                    _ => {
                        let sum = arena.add(a, b);
                        let bound = arena.constant(Bits(8), u128::from(rng.below(256)));
                        arena.ult(sum, bound)
                    }
                };
                conditions.push(if rng.below(2) == 0 { condition } else { arena.not(condition) });
            }
            let mut knowledge = Knowledge::new();
            let symbols: Vec<SymbolId> = s.iter().map(|symbol| arena.node(*symbol).symbol()).collect();
            let members: Vec<u8> = few.iter().collect();
            let n = members.len();
            let expected = (0..n * n * n).any(|index| {
                let values = [index, index / n, index / n / n].map(|digit| members[digit % n]);
                let mut assignment = Assignment::new();
                for (symbol, value) in symbols.iter().zip(values) {
                    assignment.set(*symbol, u128::from(value));
                }
                knowledge.all_hold(&arena, &assignment, &conditions)
            });
            let domains: Vec<_> = symbols.iter().map(|symbol| (*symbol, few)).collect();
            match search(&arena, &mut Knowledge::new(), &domains, &conditions) {
                Found::Sat(values) => {
                    let mut assignment = Assignment::new();
                    values.iter().for_each(|(symbol, value)| assignment.set(*symbol, u128::from(*value)));
                    assert!(knowledge.all_hold(&arena, &assignment, &conditions));
                }
                Found::Unsat => assert!(!expected),
                Found::Unclear => {}
            }
        }
    }
}
