//! The chain: a question is put to one link after the other until one of them knows the answer.

use super::backend::{QueryLimit, Verdict};
use super::bounds::Bounds;
use super::group::{Group, is_byte};
use super::oracle::Oracle;
use super::order_graph::{self, OrderAnswer};
use super::search::{self, Found, Variable};
use super::term_analysis::MAX_ROW_WORK;
use super::{
    Disagreement, Link, Links, PathCondition, SolverOptions, SolverStats, TermAnalysis, local_search,
};
use crate::expr::{Arena, Assignment, ExprId, Kind, SymbolId};
use crate::util::{Bits, ByteSet};
use smallvec::{SmallVec, smallvec};

/// If a question involves more classes of equal bytes than this, the finite-domain search is not tried.
const MAX_SEARCHED: usize = 32;

/// Terms evaluated at most to learn which values of one byte go with the values of the others: about as much
/// work as one question.
const MAX_BESIDE: u64 = 40_000;

/// Whether something is possible on a path.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// It is possible: these values, put into an assignment that satisfies the path, make it satisfy the
    /// question too. Empty if the witness that came with the question satisfies it already.
    Yes(Vec<(SymbolId, u128)>),
    No,
    /// No link could tell.
    Unknown,
}

/// Answers questions for one worker, over one arena.
pub struct Solver {
    pub(super) options: SolverOptions,
    oracle: Oracle,
    pub(super) analysis: TermAnalysis,
    bounds: Bounds,
    pub(super) stats: SolverStats,
}

/// How one link is asked. `None` passes the question on.
type Ask = fn(&mut Solver, &Arena, &Question) -> Option<Answer>;

/// One question with what the path says about its symbols.
pub(super) struct Question<'a> {
    witness: Option<&'a Assignment>,
    condition: ExprId,
    symbols: &'a [SymbolId],
    /// The groups that share symbols with it.
    groups: SmallVec<[&'a Group; 4]>,
}

impl Question<'_> {
    /// The symbols of the groups and of the question, in ascending order.
    fn involved(&self) -> Vec<SymbolId> {
        let mut involved = self.symbols.to_vec();
        involved.extend(self.groups.iter().flat_map(|group| group.symbols()));
        involved.sort_unstable();
        involved.dedup();
        involved
    }

    /// The question itself, followed by the conditions of the groups that classes and domains do not express.
    fn inexact(&self) -> Vec<ExprId> {
        let mut conditions = vec![self.condition];
        conditions.extend(self.groups.iter().flat_map(|group| &group.conditions));
        conditions
    }

    /// All conditions of the groups, followed by the question itself.
    fn all(&self) -> Vec<ExprId> {
        let mut conditions = Vec::new();
        for group in &self.groups {
            conditions.extend(&group.exact);
            conditions.extend(&group.conditions);
        }
        conditions.push(self.condition);
        conditions
    }

    /// The witness, or zeros if there is none.
    fn start(&self) -> Assignment {
        self.witness.cloned().unwrap_or_default()
    }

    /// The witness, with every byte of the question set to the value at one end of its domain.
    fn at_end(&self, end: fn(&ByteSet) -> Option<u8>) -> Assignment {
        let mut model = self.start();
        for symbol in self.symbols {
            let found = self.groups.iter().find_map(|group| Some((group, group.class(*symbol)?)));
            // The domain of a symbol that is not a byte is full and says nothing.
            if let Some((group, (leader, domain))) = found.filter(|(_, (_, domain))| *domain != ByteSet::FULL)
                && let Some(value) = end(&domain)
            {
                group.class_members(leader).for_each(|member| model.set(member, value.into()));
            }
        }
        model
    }

    /// The value of one class and, if there is no witness, values of the group's other classes.
    fn with_others(&self, group: &Group, leader: SymbolId, value: u8) -> Vec<(SymbolId, u128)> {
        let mut values: Vec<_> = group.class_members(leader).map(|symbol| (symbol, value.into())).collect();
        if self.witness.is_none() {
            let others = group.symbols().filter_map(|symbol| {
                let (other, domain) = group.class(symbol)?;
                (other != leader).then_some((symbol, u128::from(domain.first()?)))
            });
            values.extend(others);
        }
        values
    }

    /// The answer yes, with the changes that turn the witness into `model`, or with all values if there is no
    /// witness.
    pub(super) fn answer(&self, involved: &[SymbolId], model: &Assignment) -> Answer {
        let differs = |symbol: &&SymbolId| {
            self.witness.is_none_or(|witness| witness.get(**symbol) != model.get(**symbol))
        };
        Answer::Yes(involved.iter().filter(differs).map(|symbol| (*symbol, model.get(*symbol))).collect())
    }
}

impl Solver {
    /// A solver that has answered nothing yet.
    pub fn new(options: SolverOptions) -> Self {
        Self {
            oracle: Oracle::default(),
            analysis: TermAnalysis::until(options.deadline.clone()),
            options,
            bounds: Bounds::default(),
            stats: SolverStats::default(),
        }
    }

    /// The counts so far.
    pub fn stats(&self) -> &SolverStats {
        &self.stats
    }

    /// How many terms were evaluated so far. Answers that no backend gave cost little else.
    pub fn evaluated(&self) -> u64 {
        self.analysis.work()
    }

    /// What was worked out about the arena's terms.
    pub fn analysis(&mut self) -> &mut TermAnalysis {
        &mut self.analysis
    }

    /// The first disagreement of two backends, when a second one is asked. The run should stop at it.
    pub fn disagreement(&self) -> Option<&Disagreement> {
        self.oracle.disagreement()
    }

    /// The limit at which a question is given up.
    pub fn limit(&self) -> QueryLimit {
        self.options.limit
    }

    /// Changes the limit of all further questions.
    pub fn set_limit(&mut self, limit: QueryLimit) {
        self.options.limit = limit;
    }

    /// Whether the time for questions is over. After that, only questions that the rewrite rules or a witness
    /// answer get an answer.
    pub fn is_over(&self) -> bool {
        self.options.deadline.is_over()
    }

    /// Assumes `condition`, which must be possible, on `path`.
    pub fn assume(&mut self, arena: &Arena, path: &mut PathCondition, condition: ExprId) {
        path.assume(arena, &mut self.analysis, &mut self.bounds, condition);
    }

    /// Whether `condition`, a term of width 1, is possible on `path`. A `witness` satisfies the path.
    pub fn ask(
        &mut self,
        arena: &Arena,
        path: &PathCondition,
        witness: Option<&Assignment>,
        condition: ExprId,
    ) -> Answer {
        if let Some(recorder) = &self.options.record {
            recorder.record(path, witness, condition);
        }
        let (link, answer) = self.first_answer(arena, path, witness, condition);
        self.stats.count(link);
        // A question that stays open because the run is over is not a failure of a solver.
        self.stats.unknown += u64::from(answer == Answer::Unknown && !self.is_over());
        if cfg!(debug_assertions)
            && let (Answer::Yes(changes), Some(witness)) = (&answer, witness)
        {
            self.try_out(arena, path, witness, condition, changes, link);
        }
        answer
    }

    /// Finds an assignment that satisfies a path without a known witness; `None` if there is none or no link
    /// finds one.
    pub fn find_witness(&mut self, arena: &Arena, path: &PathCondition) -> Option<Assignment> {
        let mut witness = Assignment::new();
        for group in path.groups() {
            // Asked about without a witness, a condition that is already assumed gives values for its whole
            // group.
            let condition = group.conditions.last().or(group.exact.last())?;
            let Answer::Yes(values) = self.ask(arena, path, None, *condition) else { return None };
            values.into_iter().for_each(|(symbol, value)| witness.set(symbol, value));
        }
        Some(witness)
    }

    /// Changes a model so that these conditions hold. `None` if a local search does not find out how.
    pub fn search_near(
        &mut self,
        arena: &Arena,
        mut model: Assignment,
        conditions: &[ExprId],
    ) -> Option<Assignment> {
        local_search::local_search(arena, &mut self.analysis, &mut model, conditions).then_some(model)
    }

    /// Values for the byte `symbol`, and for all bytes equal to it, that satisfy the path while all other
    /// symbols have their values in `witness`. Some may be missing, because expensive checks are given up.
    pub fn values_beside(
        &mut self,
        arena: &Arena,
        path: &PathCondition,
        witness: &Assignment,
        symbol: SymbolId,
    ) -> ByteSet {
        let Some((group, (leader, domain))) = path
            .groups_of(&[symbol], Links::ALL)
            .first()
            .and_then(|group| Some((*group, group.class(symbol)?)))
        else {
            return ByteSet::FULL;
        };
        let members: Vec<SymbolId> = group.class_members(leader).collect();
        let mut values = domain;
        let mut others = Vec::new();
        for condition in &group.conditions {
            let support = &self.analysis.support(arena, *condition);
            match (&**support, &members[..]) {
                _ if !members.iter().any(|member| support.binary_search(member).is_ok()) => {}
                // The rows of these conditions are cached.
                ([a, b], [member]) if is_byte(arena, *a) && is_byte(arena, *b) => {
                    let other = |symbol: SymbolId| (symbol, witness.get(symbol) as u8);
                    let (fixed, free) = if a == member { (other(*b), *a) } else { (other(*a), *b) };
                    let limit = self.analysis.work() + MAX_ROW_WORK;
                    let row = self.analysis.row(arena, *condition, fixed, free, limit);
                    values = values.and(row.unwrap_or(ByteSet::EMPTY));
                }
                _ => others.push(*condition),
            }
        }
        if others.is_empty() || values.is_empty() {
            return values;
        }
        let limit = self.analysis.work() + MAX_BESIDE;
        let set = self.analysis.evaluated_set(arena, &others, &mut witness.clone(), &members, values, limit);
        set.unwrap_or(ByteSet::EMPTY)
    }

    /// Checks an answer: evaluates the path and the question under the values that it gives.
    fn try_out(
        &mut self,
        arena: &Arena,
        path: &PathCondition,
        witness: &Assignment,
        condition: ExprId,
        changes: &[(SymbolId, u128)],
        link: Link,
    ) {
        let mut model = witness.clone();
        changes.iter().for_each(|(symbol, value)| model.set(*symbol, *value));
        let holds = self.analysis.eval(arena, &model, condition) == 1
            && self.analysis.all_hold(arena, &model, path.conditions());
        assert!(holds, "the link `{}` gave values that do not satisfy the question", link.name());
    }

    pub(super) fn has(&self, link: Link) -> bool {
        self.options.links.has(link)
    }

    fn first_answer(
        &mut self,
        arena: &Arena,
        path: &PathCondition,
        witness: Option<&Assignment>,
        condition: ExprId,
    ) -> (Link, Answer) {
        if let Some(value) = arena.as_const(condition) {
            let holds = value == 1 && witness.is_some();
            if value == 0 || holds {
                return (Link::Rules, if holds { Answer::Yes(Vec::new()) } else { Answer::No });
            }
        }
        if self.has(Link::Witness)
            && let Some(witness) = witness
            && self.analysis.eval(arena, witness, condition) == 1
        {
            return (Link::Witness, Answer::Yes(Vec::new()));
        }
        if self.is_over() {
            return (Link::Backend, Answer::Unknown);
        }
        let symbols = self.analysis.support(arena, condition);
        // The witness has the only values that are left, and the condition is false under it.
        if witness.is_some() && self.has(Link::Witness) && self.has(Link::Domain) && path.is_settled(&symbols)
        {
            return (Link::Domain, Answer::No);
        }
        let groups = path.groups_of(&symbols, self.options.links);
        if groups.len() < path.n_groups() {
            self.stats.count(Link::Independence);
        }
        let question = Question { witness, condition, symbols: &symbols, groups };
        for (link, ask) in order_of_links(arena, condition) {
            if self.has(link)
                && let Some(answer) = ask(self, arena, &question)
            {
                return (link, answer);
            }
        }
        self.ask_backend(arena, &question)
    }

    /// Answers a question about a single class of equal bytes from its domain. Says yes only if the group of
    /// the class has no conditions that classes and domains do not express.
    fn domain(&mut self, arena: &Arena, question: &Question) -> Option<Answer> {
        let first = *question.symbols.first()?;
        if !question.symbols.iter().all(|symbol| is_byte(arena, *symbol)) {
            return None;
        }
        let class = |symbol: SymbolId| {
            let found = question.groups.iter().find_map(|group| Some((*group, group.class(symbol)?)));
            found.map_or((None, symbol, ByteSet::FULL), |(group, (leader, domain))| {
                (Some(group), leader, domain)
            })
        };
        let (group, leader, domain) = class(first);
        if question.symbols[1..].iter().any(|symbol| class(*symbol).1 != leader) {
            return None;
        }
        let left = self.analysis.byte_set(arena, question.condition, question.symbols).and(domain);
        let Some(value) = left.first() else { return Some(Answer::No) };
        match group {
            None => Some(Answer::Yes(vec![(leader, value.into())])),
            Some(group) if group.conditions.is_empty() => {
                Some(Answer::Yes(question.with_others(group, leader, value)))
            }
            Some(_) => None,
        }
    }

    fn bounds(&mut self, arena: &Arena, question: &Question) -> Option<Answer> {
        self.bounds.exclude(arena, &question.groups, question.condition).then_some(Answer::No)
    }

    fn order_graph(&mut self, arena: &Arena, question: &Question) -> Option<Answer> {
        match order_graph::decide(arena, &question.groups, question.condition) {
            OrderAnswer::Yes(values) => Some(Answer::Yes(values)),
            OrderAnswer::No => Some(Answer::No),
            OrderAnswer::Unclear => None,
        }
    }

    /// Runs the finite-domain search, if only bytes are involved. It gives the values that come first in its
    /// own order, so the same question gets the same values.
    fn search(&mut self, arena: &Arena, question: &Question) -> Option<Answer> {
        let mut variables: Vec<Variable> = Vec::new();
        for group in &question.groups {
            for symbol in group.symbols() {
                let (leader, domain) = group.class(symbol)?;
                if leader == symbol {
                    variables.push(Variable { members: group.class_members(leader).collect(), domain });
                }
            }
        }
        for symbol in question.symbols {
            if question.groups.iter().all(|group| group.class(*symbol).is_none()) {
                variables.push(Variable { members: smallvec![*symbol], domain: ByteSet::FULL });
            }
        }
        let mut symbols = variables.iter().flat_map(|variable| &variable.members);
        if variables.len() > MAX_SEARCHED || !symbols.all(|symbol| is_byte(arena, *symbol)) {
            return None;
        }
        match search::search(arena, &mut self.analysis, &variables, &question.inexact()) {
            Found::Sat(values) => {
                let mut changes = Vec::new();
                for (variable, value) in variables.iter().zip(values) {
                    changes.extend(variable.members.iter().map(|symbol| (*symbol, u128::from(value))));
                }
                Some(Answer::Yes(changes))
            }
            Found::Unsat => Some(Answer::No),
            Found::Unclear => None,
        }
    }

    fn local_search(&mut self, arena: &Arena, question: &Question) -> Option<Answer> {
        let mut conditions = question.inexact();
        conditions.extend(question.groups.iter().flat_map(|group| &group.exact));
        // A number that can overflow does so with the greatest digits, and one that can be small is small
        // with the least.
        for end in [ByteSet::last, ByteSet::first] {
            let model = question.at_end(end);
            if self.analysis.all_hold(arena, &model, &conditions) {
                return Some(question.answer(&question.involved(), &model));
            }
        }
        let mut model = question.start();
        local_search::local_search(arena, &mut self.analysis, &mut model, &conditions)
            .then(|| question.answer(&question.involved(), &model))
    }

    /// Looks the question up in the caches and, if they do not know, asks a backend, together with the
    /// conditions of the groups that share symbols with it.
    fn ask_backend(&mut self, arena: &Arena, question: &Question) -> (Link, Answer) {
        let conditions = question.all();
        let involved = question.involved();
        let is_cached = [Link::Cache, Link::Model, Link::Core].into_iter().any(|link| self.has(link));
        if !is_cached {
            let (verdict, _) = self.decide(arena, &conditions, &involved);
            return (Link::Backend, to_answer(question, &involved, verdict));
        }
        let key = self.key(arena, &conditions, &involved);
        if let Some(found) = self.cached(arena, question, &conditions, &key) {
            return found;
        }
        let (verdict, core) = self.decide(arena, &conditions, &involved);
        self.remember(arena, &key, &verdict, core);
        (Link::Backend, to_answer(question, &involved, verdict))
    }

    fn decide(
        &mut self,
        arena: &Arena,
        conditions: &[ExprId],
        symbols: &[SymbolId],
    ) -> (Verdict, Option<Vec<ExprId>>) {
        let decided = self.oracle.decide(&self.options, arena, conditions, symbols);
        self.stats.backend_time = self.oracle.time;
        self.stats.propagated = self.oracle.propagated;
        decided
    }
}

/// The links between the witness and the backend, cheapest first. In the table of
/// `cargo bench --bench chain`, asking bounds before the search cost 44 % on strstr, which compares bytes;
/// without bounds, a parser of wider numbers took 17 times as long. Asking the order graph before the search
/// gained nothing.
fn order_of_links(arena: &Arena, condition: ExprId) -> [(Link, Ask); 5] {
    const WIDE: [(Link, Ask); 5] = [
        (Link::Domain, Solver::domain),
        (Link::Bounds, Solver::bounds),
        (Link::Search, Solver::search),
        (Link::OrderGraph, Solver::order_graph),
        (Link::LocalSearch, Solver::local_search),
    ];
    const NARROW: [(Link, Ask); 5] = [
        (Link::Domain, Solver::domain),
        (Link::Search, Solver::search),
        (Link::Bounds, Solver::bounds),
        (Link::OrderGraph, Solver::order_graph),
        (Link::LocalSearch, Solver::local_search),
    ];
    let node = arena.node(condition);
    let node = if node.kind == Kind::Not { arena.node(node.first()) } else { node };
    let is_wide = node.kind.is_comparison() && arena.width(node.first()) > Bits(8);
    if is_wide { WIDE } else { NARROW }
}

fn to_answer(question: &Question, involved: &[SymbolId], verdict: Verdict) -> Answer {
    match verdict {
        Verdict::Sat(model) => question.answer(involved, &model),
        Verdict::Unsat => Answer::No,
        Verdict::Unknown(_) => Answer::Unknown,
    }
}
