//! A graph of the comparisons of terms with each other, for the questions that sorting, searching and merging
//! ask.
//!
//! An edge says that a term is at most as great as another, or less. A question is excluded if it would close
//! a cycle that has a strict edge. If a path consists only of such comparisons of symbols, every order that
//! agrees with the graph is a model, so that both answers are exact.

use super::TermAnalysis;
use super::group::Group;
use crate::expr::{Arena, Assignment, ExprId, Kind, Node, SymbolId};
use crate::util::Bits;
use rustc_hash::{FxHashMap, FxHashSet};

/// If there are more comparisons than this, no graph is built.
const MAX_ATOMS: usize = 500;

/// What the graph says of a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum OrderAnswer {
    /// Values for all symbols of the groups and the question.
    Yes(Vec<(SymbolId, u128)>),
    No,
    Unclear,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Relation {
    Below,
    AtMost,
    Equal,
    Differs,
}

/// A comparison of two terms. `kind` is the order that it belongs to, or `Eq`, which belongs to both orders.
#[derive(Copy, Clone, Debug)]
struct Atom {
    kind: Kind,
    relation: Relation,
    a: ExprId,
    b: ExprId,
}

/// Splits a condition into comparisons; false if there is anything else in it.
fn atoms(arena: &Arena, condition: ExprId, found: &mut Vec<Atom>) -> bool {
    let node = arena.node(condition);
    let (node, holds) = if node.kind == Kind::Not { (arena.node(node.first()), false) } else { (node, true) };
    if holds && node.kind == Kind::And && node.width() == Bits(1) {
        return atoms(arena, node.first(), found) & atoms(arena, node.second(), found);
    }
    if !node.kind.is_comparison() {
        return false;
    }
    let (a, b) = (node.first(), node.second());
    let (relation, a, b) = match (node.kind, holds) {
        (Kind::Eq, true) => (Relation::Equal, a, b),
        (Kind::Eq, false) => (Relation::Differs, a, b),
        (_, true) => (Relation::Below, a, b),
        (_, false) => (Relation::AtMost, b, a),
    };
    found.push(Atom { kind: node.kind, relation, a, b });
    true
}

/// Decides a question by the comparisons of its groups.
pub(super) fn decide(arena: &Arena, groups: &[&Group], question: ExprId) -> OrderAnswer {
    let mut asked = Vec::new();
    let is_whole = atoms(arena, question, &mut asked);
    if asked.is_empty() {
        return OrderAnswer::Unclear;
    }
    let mut known = Vec::new();
    let mut is_pure = is_whole && groups.iter().all(|group| group.exact.is_empty());
    for condition in groups.iter().flat_map(|group| &group.conditions) {
        is_pure &= atoms(arena, *condition, &mut known);
        if known.len() > MAX_ATOMS {
            return OrderAnswer::Unclear;
        }
    }
    for kind in [Kind::Slt, Kind::Ult] {
        if asked.iter().any(|atom| atom.kind == kind || atom.kind == Kind::Eq) {
            let mut graph = Graph::default();
            known.iter().chain(&asked).for_each(|atom| graph.add(arena, kind, *atom));
            if graph.is_contradictory() {
                return OrderAnswer::No;
            }
            let is_of_kind = |atom: &Atom| atom.kind == kind || atom.kind == Kind::Eq;
            if is_pure && known.iter().chain(&asked).all(is_of_kind) {
                return graph.model(arena).map_or(OrderAnswer::Unclear, OrderAnswer::Yes);
            }
        }
    }
    OrderAnswer::Unclear
}

/// How many terms of one condition are looked at.
const MAX_TERMS: usize = 64;

/// What a condition says about two symbols if it depends on nothing but their order, such as the sign of
/// `(x > y) - (x < y)`. `None` if it depends on anything else or never holds, `Some(None)` if it always
/// holds.
fn three_way(arena: &Arena, analysis: &mut TermAnalysis, condition: ExprId) -> Option<Option<Atom>> {
    let symbols = analysis.support(arena, condition);
    let [x, y] = *symbols else { return None };
    let [a, b] = [x, y].map(|symbol| arena.symbol_term(symbol));
    let (mut open, mut seen, mut kind) = (vec![condition], FxHashSet::default(), None);
    while let Some(expr) = open.pop() {
        let node = arena.node(expr);
        let is_pair = |node: &Node| [(a, b), (b, a)].contains(&(node.first(), node.second()));
        if node.kind.is_comparison() && is_pair(&node) {
            // Either order will do: the values chosen by it are small numbers, for which both orders agree.
            kind = Some(node.kind);
        } else if node.kind == Kind::Symbol || seen.len() >= MAX_TERMS {
            return None;
        } else if seen.insert(expr) {
            open.extend(node.operands());
        }
    }
    let mut holds = |values: [u128; 2]| {
        let mut assignment = Assignment::new();
        [x, y].into_iter().zip(values).for_each(|(symbol, value)| assignment.set(symbol, value));
        analysis.eval(arena, &assignment, condition) == 1
    };
    let atom = |relation, a, b| Some(Some(Atom { kind: kind?, relation, a, b }));
    match [[0, 1], [0, 0], [1, 0]].map(&mut holds) {
        [true, false, false] => atom(Relation::Below, a, b),
        [true, true, false] => atom(Relation::AtMost, a, b),
        [false, true, false] => atom(Relation::Equal, a, b),
        [true, false, true] => atom(Relation::Differs, a, b),
        [false, true, true] => atom(Relation::AtMost, b, a),
        [false, false, true] => atom(Relation::Below, b, a),
        [true, true, true] => Some(None),
        [false, false, false] => None,
    }
}

/// The least values that satisfy conditions which only compare symbols with each other: no value could be
/// less, however great the others are. `None` if the conditions do anything else, there are too many of them,
/// or these values do not satisfy them.
pub(super) fn least(
    arena: &Arena,
    analysis: &mut TermAnalysis,
    conditions: &[ExprId],
) -> Option<FxHashMap<SymbolId, u128>> {
    let mut found = Vec::new();
    let is_plain = |atom: &Atom| [atom.a, atom.b].iter().all(|term| arena.node(*term).kind == Kind::Symbol);
    for condition in conditions {
        let before = found.len();
        if !atoms(arena, *condition, &mut found) || !found[before..].iter().all(is_plain) {
            found.truncate(before);
            found.extend(three_way(arena, analysis, *condition)?);
        }
        if found.len() > MAX_ATOMS {
            return None;
        }
    }
    let mut values: FxHashMap<SymbolId, u128> = FxHashMap::default();
    let (mut edges, mut unequal) = (Vec::new(), FxHashSet::default());
    let mut room = u128::MAX;
    for atom in &found {
        let [a, b] = [atom.a, atom.b].map(|term| arena.node(term));
        room = room.min(a.width().mask() >> 1);
        let (a, b) = (a.symbol(), b.symbol());
        [a, b].iter().for_each(|symbol| {
            values.insert(*symbol, 0);
        });
        match atom.relation {
            Relation::Below => edges.push((a, b, 1)),
            Relation::AtMost => edges.push((a, b, 0)),
            Relation::Equal => edges.extend([(a, b, 0), (b, a, 0)]),
            Relation::Differs => unequal.extend([(a, b), (b, a)]),
        }
    }
    // "At most" together with "not equal" means "below".
    edges.iter_mut().filter(|(a, b, _)| unequal.contains(&(*a, *b))).for_each(|edge| edge.2 = 1);
    // The longest path to each symbol (Bellman and Ford). As many rounds as there are symbols suffice, unless
    // there is a cycle.
    let mut has_changed = true;
    for _ in 0..=values.len() {
        has_changed = false;
        for (a, b, distance) in &edges {
            let wanted = values[a] + distance;
            if values[b] < wanted {
                values.insert(*b, wanted);
                has_changed = true;
            }
        }
        if !has_changed {
            break;
        }
    }
    let fits = !has_changed
        && values.values().all(|value| *value <= room)
        && unequal.iter().all(|(a, b)| values[a] != values[b]);
    fits.then_some(values)
}

/// Terms, and which of them are below which others in one order.
#[derive(Default)]
struct Graph {
    terms: Vec<ExprId>,
    index: FxHashMap<ExprId, usize>,
    /// By term: the terms that are at least as great as it, and whether they are strictly greater.
    above: Vec<Vec<(usize, bool)>>,
    unequal: Vec<(usize, usize)>,
    /// By term: the number of its component. Terms of one component are equal.
    component: Vec<usize>,
}

impl Graph {
    fn term(&mut self, expr: ExprId) -> usize {
        *self.index.entry(expr).or_insert_with(|| {
            self.terms.push(expr);
            self.above.push(Vec::new());
            self.terms.len() - 1
        })
    }

    fn add(&mut self, arena: &Arena, kind: Kind, atom: Atom) {
        if atom.kind != kind && atom.kind != Kind::Eq {
            return;
        }
        let known = self.terms.len();
        let (a, b) = (self.term(atom.a), self.term(atom.b));
        for new in known..self.terms.len() {
            self.place_constant(arena, kind, new);
        }
        match atom.relation {
            Relation::Below => self.above[a].push((b, true)),
            Relation::AtMost => self.above[a].push((b, false)),
            Relation::Equal => {
                self.above[a].push((b, false));
                self.above[b].push((a, false));
            }
            Relation::Differs => self.unequal.push((a, b)),
        }
    }

    /// Adds edges between a new constant and the constants of its width that are already there.
    fn place_constant(&mut self, arena: &Arena, kind: Kind, new: usize) {
        let width = arena.width(self.terms[new]);
        let flip = if kind == Kind::Slt { 1 << (width.0 - 1) } else { 0 };
        let Some(value) = arena.as_const(self.terms[new]) else { return };
        for other in 0..new {
            if arena.width(self.terms[other]) == width
                && let Some(there) = arena.as_const(self.terms[other])
            {
                let is_above = value ^ flip > there ^ flip;
                let (low, high) = if is_above { (other, new) } else { (new, other) };
                self.above[low].push((high, true));
            }
        }
    }

    /// Finds the components (Tarjan, 1972); returns whether one of them contains terms that must differ.
    fn is_contradictory(&mut self) -> bool {
        let n = self.terms.len();
        let mut tarjan = Tarjan {
            above: &self.above,
            number: vec![usize::MAX; n],
            least: vec![0; n],
            component: vec![usize::MAX; n],
            stack: Vec::new(),
            n_numbered: 0,
            n_components: 0,
        };
        for term in 0..n {
            if tarjan.number[term] == usize::MAX {
                tarjan.visit(term);
            }
        }
        self.component = tarjan.component;
        let is_one = |a: usize, b: usize| self.component[a] == self.component[b];
        let is_strict = |(a, edges): (usize, &Vec<(usize, bool)>)| {
            edges.iter().any(|(b, is_strict)| *is_strict && is_one(a, *b))
        };
        self.above.iter().enumerate().any(is_strict) || self.unequal.iter().any(|(a, b)| is_one(*a, *b))
    }

    /// Values that number the components in their order, if all terms are symbols and wide enough for these
    /// numbers.
    fn model(&self, arena: &Arena) -> Option<Vec<(SymbolId, u128)>> {
        let n_components = self.component.iter().max()? + 1;
        let mut values = Vec::with_capacity(self.terms.len());
        for (term, component) in self.terms.iter().zip(&self.component) {
            let node = arena.node(*term);
            let room = node.width().mask() >> 1;
            if node.kind != Kind::Symbol || n_components as u128 > room {
                return None;
            }
            // Components are numbered from the greatest down.
            values.push((node.symbol(), (n_components - 1 - component) as u128));
        }
        Some(values)
    }
}

/// Strongly connected components, numbered so that edges go from greater to smaller numbers.
struct Tarjan<'a> {
    above: &'a [Vec<(usize, bool)>],
    number: Vec<usize>,
    least: Vec<usize>,
    component: Vec<usize>,
    stack: Vec<usize>,
    n_numbered: usize,
    n_components: usize,
}

impl Tarjan<'_> {
    /// The recursion is at most as deep as there are terms: at most two for each of [`MAX_ATOMS`].
    fn visit(&mut self, term: usize) {
        self.number[term] = self.n_numbered;
        self.least[term] = self.n_numbered;
        self.n_numbered += 1;
        self.stack.push(term);
        for (next, _) in &self.above[term] {
            if self.number[*next] == usize::MAX {
                self.visit(*next);
                self.least[term] = self.least[term].min(self.least[*next]);
            } else if self.component[*next] == usize::MAX {
                self.least[term] = self.least[term].min(self.number[*next]);
            }
        }
        if self.least[term] == self.number[term] {
            while let Some(member) = self.stack.pop() {
                self.component[member] = self.n_components;
                if member == term {
                    break;
                }
            }
            self.n_components += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expr::SymbolKey;
    use crate::solver::{Answer, Link, Links, PathCondition, Solver, SolverOptions};

    /// Asks only the order graph whether the last of `conditions` is possible after the others.
    fn ask(arena: &Arena, conditions: &[ExprId]) -> (Answer, u64) {
        let links = Links::NONE.with(Link::OrderGraph);
        let mut solver = Solver::new(SolverOptions { links, ..SolverOptions::default() });
        let mut path = PathCondition::new();
        let (last, before) = conditions.split_last().expect("there is a question");
        before.iter().for_each(|condition| solver.assume(arena, &mut path, *condition));
        let answer = solver.ask(arena, &path, None, *last);
        (answer, solver.stats().of(Link::OrderGraph))
    }

    #[test]
    fn cycles_are_excluded_and_orders_have_models() {
        let mut arena = Arena::new();
        let [a, b, c] = [0, 1, 2]
            .map(|element| arena.symbol(SymbolKey { input: 0, element, name: "x".into(), width: Bits(32) }));
        let (ab, bc, ca) = (arena.slt(a, b), arena.slt(b, c), arena.slt(c, a));
        assert_eq!(ask(&arena, &[ab, bc, ca]), (Answer::No, 1));
        let (at_most, differs) = (arena.sle(c, a), arena.ne(a, c));
        let (weak_ab, weak_bc) = (arena.sle(a, b), arena.sle(b, c));
        assert_eq!(ask(&arena, &[weak_ab, weak_bc, at_most, differs]), (Answer::No, 1));
        let (answer, n_ordered) = ask(&arena, &[weak_ab, bc, differs]);
        assert!(matches!(answer, Answer::Yes(values) if values.len() == 3));
        assert_eq!(n_ordered, 1);
    }

    #[test]
    fn the_least_values_are_those_of_the_longest_chain() {
        let mut arena = Arena::new();
        let [a, b, c, d] = [0, 1, 2, 3]
            .map(|element| arena.symbol(SymbolKey { input: 0, element, name: "x".into(), width: Bits(32) }));
        let conditions = [arena.slt(a, b), arena.slt(b, c), arena.sle(a, d), arena.ule(d, c), arena.eq(b, d)];
        let values =
            least(&arena, &mut TermAnalysis::new(), &conditions).expect("they compare symbols alone");
        let of = |term: ExprId| values[&arena.node(term).symbol()];
        assert_eq!([a, b, c, d].map(of), [0, 1, 2, 1]);
        let (weak, differs) = (arena.sle(a, b), arena.ne(b, a));
        let strict =
            least(&arena, &mut TermAnalysis::new(), &[weak, differs]).expect("they compare symbols alone");
        assert_eq!(
            [a, b].map(|term| strict[&arena.node(term).symbol()]),
            [0, 1],
            "at most and not equal is below"
        );
        let (cycle, differs) = (arena.slt(c, a), arena.ne(b, d));
        for other in [cycle, differs] {
            assert_eq!(least(&arena, &mut TermAnalysis::new(), &[&conditions[..], &[other]].concat()), None);
        }
        let seven = arena.constant(Bits(32), 7);
        let constant = arena.slt(a, seven);
        assert_eq!(least(&arena, &mut TermAnalysis::new(), &[constant]), None, "a constant has no symbol");
    }

    #[test]
    fn a_comparison_of_three_results_is_an_order() {
        let mut arena = Arena::new();
        let [a, b] = [0, 1]
            .map(|element| arena.symbol(SymbolKey { input: 0, element, name: "x".into(), width: Bits(32) }));
        let (below, above) = (arena.slt(a, b), arena.slt(b, a));
        let [below, above] = [below, above].map(|condition| arena.zext(condition, Bits(32)));
        let sign = arena.sub(above, below);
        let zero = arena.constant(Bits(32), 0);
        let positive = arena.slt(zero, sign);
        let relation = |condition| three_way(&arena, &mut TermAnalysis::new(), condition);
        let found = relation(positive).flatten().expect("it depends on the order alone");
        assert_eq!((found.relation, found.a, found.b), (Relation::Below, b, a));
        let values = least(&arena, &mut TermAnalysis::new(), &[positive]).expect("they are compared alone");
        assert_eq!([a, b].map(|term| values[&arena.node(term).symbol()]), [1, 0]);
    }

    #[test]
    fn constants_have_their_place() {
        let mut arena = Arena::new();
        let x = arena.symbol(SymbolKey { input: 0, element: 0, name: "x".into(), width: Bits(32) });
        let y = arena.symbol(SymbolKey { input: 0, element: 1, name: "x".into(), width: Bits(32) });
        let [minus, seven] = [-1i128, 7].map(|value| arena.constant(Bits(32), value as u128));
        let (below, above, crossed) = (arena.slt(x, minus), arena.slt(seven, y), arena.slt(y, x));
        assert_eq!(ask(&arena, &[below, above, crossed]), (Answer::No, 1));
        let unsigned = arena.ult(y, x);
        assert_ne!(ask(&arena, &[below, above, unsigned]).0, Answer::No, "-2 is a large unsigned number");
    }
}
