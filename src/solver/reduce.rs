//! Simplifies terms under the conditions of a path. A subterm whose value the path settles becomes a
//! constant, and the terms above it are rebuilt by the rewrite rules. If the condition of a choice is
//! settled, only one side is left; an address that depended on it may become a number, and a question about
//! many bytes one about a few.

use super::group::{Group, is_byte};
use super::{Link, PathCondition, Solver, TermAnalysis};
use crate::expr::{Arena, ExprId, Kind, SymbolId};
use crate::util::Bits;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// How many subterms are visited; a term with more is left as it is.
const MAX_VISITED: usize = 400;

impl Solver {
    /// A term that has the same value as `expr` for all inputs that satisfy the path; `expr` itself if the
    /// path settles nothing in it.
    pub fn reduce(&mut self, arena: &mut Arena, path: &PathCondition, expr: ExprId) -> ExprId {
        if !self.has(Link::Reduction) || arena.as_const(expr).is_some() {
            return expr;
        }
        let symbols = self.analysis.support(arena, expr);
        let groups = path.groups_of(&symbols, self.options.links.with(Link::Independence));
        // What is known about a term over one byte follows from the domain of the byte.
        if symbols.len() < 2 || !groups.iter().any(|group| group.says_anything_of(&symbols)) {
            return expr;
        }
        let (analysis, groups) = (&mut self.analysis, &groups[..]);
        let mut reducer = Reducer { arena, analysis, groups, known: FxHashMap::default() };
        let reduced = reducer.reduce(expr).unwrap_or(expr);
        if reduced != expr {
            self.stats.count(Link::Reduction);
        }
        reduced
    }
}

struct Reducer<'a> {
    arena: &'a mut Arena,
    analysis: &'a mut TermAnalysis,
    groups: &'a [&'a Group],
    /// The reduced form of each term; `None` while its operands are reduced first.
    known: FxHashMap<ExprId, Option<ExprId>>,
}

impl Reducer<'_> {
    /// The reduced form of a term; `None` if it has too many subterms.
    fn reduce(&mut self, expr: ExprId) -> Option<ExprId> {
        let mut stack = vec![expr];
        let mut n_visited = 0;
        while let Some(&top) = stack.last() {
            match self.known.get(&top) {
                Some(Some(_)) => {
                    stack.pop();
                    continue;
                }
                Some(None) => {}
                None => {
                    let settled = self.settled(top);
                    self.known.insert(top, settled);
                    if settled.is_some() {
                        continue;
                    }
                }
            }
            let node = self.arena.node(top);
            let waiting = stack.len();
            let open = |id: &ExprId| self.known(*id).is_none();
            match node.kind {
                // The side that is not chosen is not looked at.
                Kind::Ite => match self.known(node.first()).map(|condition| self.arena.as_const(condition)) {
                    None => stack.push(node.first()),
                    Some(Some(1)) => stack.extend(Some(node.second()).filter(open)),
                    Some(Some(_)) => stack.extend(Some(node.third()).filter(open)),
                    Some(None) => stack.extend([node.second(), node.third()].into_iter().filter(open)),
                },
                _ => stack.extend(node.operands().filter(open)),
            }
            if stack.len() > waiting {
                n_visited += 1;
                if n_visited > MAX_VISITED {
                    return None;
                }
                continue;
            }
            let rebuilt = self.rebuild(top);
            self.known.insert(top, Some(rebuilt));
        }
        self.known(expr)
    }

    /// The reduced form of a term, if it is known already.
    fn known(&self, expr: ExprId) -> Option<ExprId> {
        self.known.get(&expr).copied().flatten()
    }

    /// The constant that a term is under the path's conditions, or the term itself if no condition concerns
    /// its symbols.
    fn settled(&mut self, expr: ExprId) -> Option<ExprId> {
        if self.arena.as_const(expr).is_some() {
            return Some(expr);
        }
        let width = self.arena.width(expr);
        let symbols = self.analysis.support(self.arena, expr);
        let mut is_free = true;
        for group in self.groups {
            if !group.holds_any(&symbols) {
                continue;
            }
            is_free = false;
            if width.0 <= 64
                && let Some(facts) = group.bounds_of(self.arena, expr)
                && let Some(value) = facts.value()
            {
                return Some(self.arena.constant(width, u128::from(value)));
            }
            if width == Bits(1)
                && let Some(truth) = self.truth(group, expr, &symbols)
            {
                return Some(self.arena.bool(truth));
            }
        }
        is_free.then_some(expr)
    }

    /// Whether a condition on a single class of bytes holds for all values of its domain or for none; `None`
    /// if neither.
    fn truth(&mut self, group: &Group, condition: ExprId, symbols: &[SymbolId]) -> Option<bool> {
        let leader = group.common_class(symbols)?;
        if !symbols.iter().all(|symbol| is_byte(self.arena, *symbol)) {
            return None;
        }
        let (_, domain) = group.class(leader)?;
        let allowed = self.analysis.byte_set(self.arena, condition, symbols);
        let left = domain.and(allowed);
        if left.is_empty() {
            return Some(false);
        }
        (left == domain).then_some(true)
    }

    /// Builds the term again from the reduced forms of its operands.
    fn rebuild(&mut self, expr: ExprId) -> ExprId {
        let node = self.arena.node(expr);
        let known = |id: ExprId| self.known(id).unwrap_or(id);
        let operands: SmallVec<[ExprId; 3]> = node.operands().map(known).collect();
        if node.operands().eq(operands.iter().copied()) {
            return expr;
        }
        match (node.kind, &operands[..]) {
            (Kind::Not | Kind::Neg, [a]) => self.arena.unary(node.kind, *a),
            (Kind::Extract, [a]) => self.arena.extract(*a, node.low_bit(), node.width()),
            (Kind::ZExt, [a]) => self.arena.zext(*a, node.width()),
            (Kind::SExt, [a]) => self.arena.sext(*a, node.width()),
            (Kind::Ite, [condition, yes, no]) => self.arena.ite(*condition, *yes, *no),
            (kind, _) if kind.is_float() => expr,
            (kind, [a, b]) => self.arena.binary(kind, *a, *b),
            _ => expr,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expr::SymbolKey;
    use crate::solver::SolverOptions;

    #[test]
    fn an_address_that_the_path_settles_is_a_number() {
        let mut arena = Arena::new();
        let [a, b, c] = [0, 1, 2]
            .map(|element| arena.symbol(SymbolKey { input: 0, element, name: "s".into(), width: Bits(8) }));
        let [zero, two, x, mask] =
            [(64, 0), (64, 2), (8, 0x58), (8, 0xdf)].map(|(width, value)| arena.constant(Bits(width), value));
        let chosen = arena.eq(a, x);
        let other = arena.ite(chosen, b, c);
        let upper = arena.and(other, mask);
        let is_x = arena.eq(upper, x);
        let offset = arena.ite(is_x, two, zero);
        let mut solver = Solver::new(SolverOptions::default());
        let mut path = PathCondition::new();
        assert_eq!(solver.reduce(&mut arena, &path, offset), offset);
        solver.assume(&arena, &mut path, is_x);
        assert_eq!(solver.reduce(&mut arena, &path, offset), two);
        solver.assume(&arena, &mut path, chosen);
        let five = arena.constant(Bits(8), 5);
        let sum = arena.add(other, five);
        let expected = arena.add(b, five);
        assert_eq!(solver.reduce(&mut arena, &path, sum), expected, "the side that is left");
        assert_eq!(solver.stats().of(Link::Reduction), 2);
    }
}
