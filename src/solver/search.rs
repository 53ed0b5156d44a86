//! Answers a question about a few bytes by trying out their values: a finite-domain search with forward
//! checking. The amount of work is limited. If the search gives an answer, the answer is exact.
//!
//! [`super::Network`] also propagates values, and both take rows, sets and evaluation from [`TermAnalysis`].
//! They are two modules because they do different jobs. A search is made anew for each question. It has few
//! variables and takes a few microseconds; it copies its sets at each step, and when it reaches its limit it
//! ends without an answer. A network is made once for a path, with all inputs of any width, and its caller
//! assigns thousands of values in it one after the other. So it keeps counts and a list of changes to undo,
//! and where narrowing a set would be too much work, it leaves the set as it is.

use super::TermAnalysis;
use super::term_analysis::Comparison;
use crate::expr::{Arena, Assignment, ExprId, SymbolId};
use crate::util::ByteSet;
use smallvec::SmallVec;

/// Values tried before the search gives up. With 2,000, no more questions of `make peers` were answered.
const MAX_STEPS: u32 = 300;
/// Terms evaluated before the search gives up: some thirty microseconds, less than a backend takes. On the
/// parsers and sorts of `make peers`, runs with 20,000 took twice the time, and 1,000 was no better than
/// this.
const MAX_WORK: u64 = 3_000;

/// What the search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// A value for each variable.
    Sat(Vec<u8>),
    Unsat,
    /// A limit was reached, or a condition has a symbol that belongs to no variable.
    Unclear,
}

/// A class of equal bytes and the values that it may have.
#[derive(Clone, Debug)]
pub(super) struct Variable {
    pub(super) members: SmallVec<[SymbolId; 2]>,
    pub(super) domain: ByteSet,
}

/// A condition with the positions of its symbols among the variables.
struct Constraint {
    condition: ExprId,
    /// In ascending order, each once.
    variables: SmallVec<[usize; 4]>,
    /// The symbols, each after the index of its variable, if there are two of different variables.
    pair: Option<[(usize, SymbolId); 2]>,
    /// The comparison, if the condition is nothing but a comparison of two bytes.
    comparison: Option<Comparison>,
}

struct Search<'a> {
    arena: &'a Arena,
    analysis: &'a mut TermAnalysis,
    variables: &'a [Variable],
    constraints: Vec<Constraint>,
    /// By variable, the constraints on it.
    of: Vec<Vec<usize>>,
    values: Vec<Option<u8>>,
    /// The values left, by variable.
    sets: Vec<ByteSet>,
    /// The variables whose sets were narrowed, with the sets as they were before.
    old_sets: Vec<(usize, ByteSet)>,
    /// The values. For variables without a value, what it contains has no meaning.
    assignment: Assignment,
    steps: u32,
    /// The reading of [`TermAnalysis::work`] at which to stop.
    limit: u64,
}

/// Decides whether there are values of the variables that satisfy all of `conditions`. Gives up if a
/// condition has a symbol that belongs to no variable.
pub(super) fn search(
    arena: &Arena,
    analysis: &mut TermAnalysis,
    variables: &[Variable],
    conditions: &[ExprId],
) -> Found {
    let limit = analysis.work() + MAX_WORK;
    let mut constraints = Vec::with_capacity(conditions.len());
    let mut of = vec![Vec::new(); variables.len()];
    let mut sets: Vec<ByteSet> = variables.iter().map(|variable| variable.domain).collect();
    for condition in conditions {
        let support = analysis.support(arena, *condition);
        let at = |symbol: &SymbolId| variables.iter().position(|variable| variable.members.contains(symbol));
        let Some(positions) = support.iter().map(at).collect::<Option<SmallVec<[usize; 4]>>>() else {
            return Found::Unclear;
        };
        let pair = match (&*support, &positions[..]) {
            ([x, y], [i, j]) if i != j => Some([(*i, *x), (*j, *y)]),
            _ => None,
        };
        let mut positions = positions;
        positions.sort_unstable();
        positions.dedup();
        match positions[..] {
            [] => {
                if analysis.eval(arena, &Assignment::new(), *condition) == 0 {
                    return Found::Unsat;
                }
                continue;
            }
            [only] => {
                sets[only] = sets[only].and(analysis.byte_set(arena, *condition, &support));
                continue;
            }
            _ => positions.iter().for_each(|at| of[*at].push(constraints.len())),
        }
        let comparison = pair.and_then(|_| Comparison::of(arena, *condition));
        constraints.push(Constraint { condition: *condition, variables: positions, pair, comparison });
    }
    let values = vec![None; variables.len()];
    let assignment = Assignment::new();
    let is_empty = sets.iter().any(ByteSet::is_empty);
    let mut search = Search {
        arena,
        analysis,
        variables,
        constraints,
        of,
        values,
        sets,
        old_sets: Vec::new(),
        assignment,
        steps: 0,
        limit,
    };
    match if is_empty { Some(false) } else { search.solve() } {
        Some(true) => Found::Sat(
            search.values.iter().map(|value| value.expect("invariant: a solution is total")).collect(),
        ),
        Some(false) => Found::Unsat,
        None => Found::Unclear,
    }
}

impl Search<'_> {
    /// Gives a value to the open variable with the smallest set, and goes on with the others. `None` if a
    /// limit was reached. No set may be empty.
    fn solve(&mut self) -> Option<bool> {
        let open = (0..self.sets.len()).filter(|at| self.values[*at].is_none());
        let Some(next) = open.min_by_key(|at| self.sets[*at].len()) else { return Some(true) };
        let variables = self.variables;
        let mark = self.old_sets.len();
        let set = self.sets[next];
        for value in set.iter() {
            self.steps += 1;
            if self.steps > MAX_STEPS || self.analysis.work() > self.limit {
                return None;
            }
            self.values[next] = Some(value);
            for symbol in &variables[next].members {
                self.assignment.set(*symbol, u128::from(value));
            }
            self.sets[next] = ByteSet::just(value);
            if self.propagate(next, value)? && self.solve()? {
                return Some(true);
            }
            self.values[next] = None;
            for (at, old) in self.old_sets.drain(mark..).rev() {
                self.sets[at] = old;
            }
        }
        self.sets[next] = set;
        Some(false)
    }

    /// For each constraint on `at`, which now has this value, narrows the set of its last open variable.
    /// `false` if a set becomes empty.
    fn propagate(&mut self, at: usize, value: u8) -> Option<bool> {
        for index in 0..self.of[at].len() {
            let constraint = &self.constraints[self.of[at][index]];
            // If no variable is open, the last one got a value from a set that was narrowed to values for
            // which the constraint holds.
            let (last, row) = match (constraint.pair, constraint.comparison) {
                (Some([first, second]), Some(comparison)) => {
                    let (last, free) = if first.0 == at { second } else { first };
                    if self.values[last].is_some() {
                        continue;
                    }
                    (last, comparison.row(value, free))
                }
                _ => {
                    let mut open = constraint.variables.iter().filter(|other| self.values[**other].is_none());
                    let (Some(last), None) = (open.next().copied(), open.next()) else { continue };
                    (last, self.row(self.of[at][index], last, self.sets[last])?)
                }
            };
            let (old, new) = (self.sets[last], self.sets[last].and(row));
            if new != old {
                self.old_sets.push((last, old));
                self.sets[last] = new;
            }
            if new.is_empty() {
                return Some(false);
            }
        }
        Some(true)
    }

    /// The values of the variable `last` that satisfy the constraint, whose other variables all have values.
    /// Values outside `among` may be left out. `None` if that is too much work.
    fn row(&mut self, constraint: usize, last: usize, among: ByteSet) -> Option<ByteSet> {
        let constraint = &self.constraints[constraint];
        let condition = constraint.condition;
        if let Some([first, second]) = constraint.pair {
            let ((fixed_at, fixed), (_, free)) =
                if second.0 == last { (first, second) } else { (second, first) };
            let value = self.values[fixed_at].expect("invariant: one variable is open");
            return self.analysis.row(self.arena, condition, (fixed, value), free, self.limit);
        }
        let members = &self.variables[last].members;
        let assignment = &mut self.assignment;
        self.analysis.evaluated_set(self.arena, &[condition], assignment, members, among, self.limit)
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

    fn variable(symbol: SymbolId, domain: ByteSet) -> Variable {
        Variable { members: SmallVec::from_elem(symbol, 1), domain }
    }

    fn decide(arena: &Arena, symbols: &[ExprId], conditions: &[ExprId]) -> Found {
        let symbols = symbols.iter().map(|symbol| arena.node(*symbol).symbol());
        let variables = symbols.map(|symbol| variable(symbol, ByteSet::FULL)).collect::<Vec<_>>();
        search(arena, &mut TermAnalysis::new(), &variables, conditions)
    }

    #[test]
    fn a_chain_of_equalities_meets_its_end() {
        let mut arena = Arena::new();
        let s: Vec<ExprId> = (0..5).map(|at| byte(&mut arena, at)).collect();
        let mut conditions: Vec<ExprId> = s.windows(2).map(|pair| arena.eq(pair[0], pair[1])).collect();
        let seven = arena.constant(Bits(8), 7);
        conditions.push(arena.eq(s[4], seven));
        let Found::Sat(values) = decide(&arena, &s, &conditions) else { panic!("there is a solution") };
        assert!(values.iter().all(|value| *value == 7));
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

    /// Compares the search over three bytes with few values each, under random conditions, with trying all
    /// values.
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
            let mut analysis = TermAnalysis::new();
            let symbols: Vec<SymbolId> = s.iter().map(|symbol| arena.node(*symbol).symbol()).collect();
            let members: Vec<u8> = few.iter().collect();
            let n = members.len();
            let expected = (0..n * n * n).any(|index| {
                let values = [index, index / n, index / n / n].map(|digit| members[digit % n]);
                let mut assignment = Assignment::new();
                for (symbol, value) in symbols.iter().zip(values) {
                    assignment.set(*symbol, u128::from(value));
                }
                analysis.all_hold(&arena, &assignment, &conditions)
            });
            let variables: Vec<_> = symbols.iter().map(|symbol| variable(*symbol, few)).collect();
            match search(&arena, &mut TermAnalysis::new(), &variables, &conditions) {
                Found::Sat(values) => {
                    let mut assignment = Assignment::new();
                    let values = values.into_iter().map(u128::from);
                    symbols.iter().zip(values).for_each(|(symbol, value)| assignment.set(*symbol, value));
                    assert!(analysis.all_hold(&arena, &assignment, &conditions));
                }
                Found::Unsat => assert!(!expected),
                Found::Unclear => {}
            }
        }
    }
}
