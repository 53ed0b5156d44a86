//! The chain: one question, asked of each link until one knows.

use super::backend::{Backend, BackendKind, QueryLimit, Verdict};
use super::path::is_byte;
use super::search::{self, Found};
use super::{Knowledge, PathCondition};
use crate::expr::{Arena, Assignment, ExprId, SymbolId};
use crate::util::{ByteSet, Deadline};
use rustc_hash::FxHashMap;
use std::time::{Duration, Instant};

/// Bytes in one group beyond which the finite-domain search is not tried.
const MAX_SEARCHED: usize = 32;

/// How questions are answered.
#[derive(Clone, Debug)]
pub struct SolverOptions {
    pub backend: BackendKind,
    /// A second backend that is asked everything the first is; see [`Solver::disagreement`].
    pub check: Option<BackendKind>,
    pub limit: QueryLimit,
    /// No question goes on beyond it.
    pub deadline: Deadline,
}

impl Default for SolverOptions {
    fn default() -> Self {
        Self {
            backend: BackendKind::Cvc5,
            check: None,
            limit: QueryLimit::default(),
            deadline: Deadline::default(),
        }
    }
}

/// Whether something is possible on a path.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// It is. Changing these symbols of an assignment that satisfies the path makes it satisfy the
    /// question too; empty if the witness that came with the question does already.
    Yes(Vec<(SymbolId, u128)>),
    No,
    /// No link could tell.
    Unknown,
}

/// The links of the chain, for counting.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Link {
    /// The question was a constant.
    Constant,
    /// The path's witness satisfies it.
    Witness,
    /// It concerns one byte, or contradicts its domain.
    Domain,
    /// A search over a few bytes decided it.
    Search,
    /// It was asked before.
    Cache,
    /// A solver was asked.
    Backend,
}

impl Link {
    /// Every link, in the order in which they are asked.
    pub const ALL: [Link; 6] =
        [Link::Constant, Link::Witness, Link::Domain, Link::Search, Link::Cache, Link::Backend];

    /// The name in statistics.
    pub const fn name(self) -> &'static str {
        match self {
            Link::Constant => "constant",
            Link::Witness => "witness",
            Link::Domain => "domain",
            Link::Search => "search",
            Link::Cache => "cache",
            Link::Backend => "backend",
        }
    }
}

/// Counts of one solver.
#[derive(Clone, Default, Debug)]
pub struct SolverStats {
    answered: [u64; Link::ALL.len()],
    /// Questions that nobody could answer.
    pub unknown: u64,
    /// Time spent in backends.
    pub backend_time: Duration,
}

impl SolverStats {
    /// How many questions each link answered.
    pub fn by_link(&self) -> impl Iterator<Item = (Link, u64)> + '_ {
        Link::ALL.into_iter().zip(self.answered)
    }

    /// How many questions were asked.
    pub fn asked(&self) -> u64 {
        self.answered.iter().sum()
    }

    /// How many questions this link answered.
    pub fn of(&self, link: Link) -> u64 {
        self.answered[link as usize]
    }

    /// Adds the counts of another solver.
    pub fn add(&mut self, other: &SolverStats) {
        for (mine, theirs) in self.answered.iter_mut().zip(other.answered) {
            *mine += theirs;
        }
        self.unknown += other.unknown;
        self.backend_time += other.backend_time;
    }
}

/// Two backends that say different things of the same conditions.
#[derive(Clone, Debug)]
pub struct Disagreement {
    /// What each said.
    pub verdicts: [(BackendKind, Verdict); 2],
    /// What they were asked.
    pub conditions: Vec<ExprId>,
}

/// Answers questions for one worker, over one arena.
pub struct Solver {
    options: SolverOptions,
    /// Started at the first question: most runs never ask one, and starting takes milliseconds.
    backend: Option<Box<dyn Backend>>,
    checker: Option<Box<dyn Backend>>,
    knowledge: Knowledge,
    /// Past verdicts of backends by the conditions asked, in ascending order.
    cache: FxHashMap<Box<[ExprId]>, Verdict>,
    stats: SolverStats,
    disagreement: Option<Box<Disagreement>>,
}

impl Solver {
    /// A solver that has answered nothing yet.
    pub fn new(options: SolverOptions) -> Self {
        Self {
            options,
            backend: None,
            checker: None,
            knowledge: Knowledge::new(),
            cache: FxHashMap::default(),
            stats: SolverStats::default(),
            disagreement: None,
        }
    }

    /// The counts so far.
    pub fn stats(&self) -> &SolverStats {
        &self.stats
    }

    /// What is remembered of the arena's terms.
    pub fn knowledge(&mut self) -> &mut Knowledge {
        &mut self.knowledge
    }

    /// The first disagreement of two backends, when a second one is asked. The run should stop at it.
    pub fn disagreement(&self) -> Option<&Disagreement> {
        self.disagreement.as_deref()
    }

    /// Assumes `condition`, which must be possible, on `path`.
    pub fn assume(&mut self, arena: &Arena, path: &mut PathCondition, condition: ExprId) {
        path.assume(arena, &mut self.knowledge, condition);
    }

    /// Whether `condition`, a term of width 1, is possible on `path`. A `witness` satisfies the path.
    pub fn ask(
        &mut self,
        arena: &mut Arena,
        path: &PathCondition,
        witness: Option<&Assignment>,
        condition: ExprId,
    ) -> Answer {
        let (link, answer) = self.first_answer(arena, path, witness, condition);
        self.stats.answered[link as usize] += 1;
        self.stats.unknown += u64::from(answer == Answer::Unknown);
        answer
    }

    fn first_answer(
        &mut self,
        arena: &mut Arena,
        path: &PathCondition,
        witness: Option<&Assignment>,
        condition: ExprId,
    ) -> (Link, Answer) {
        if let Some(value) = arena.as_const(condition) {
            let holds = value == 1 && witness.is_some();
            if value == 0 || holds {
                return (Link::Constant, if holds { Answer::Yes(Vec::new()) } else { Answer::No });
            }
        }
        if let Some(witness) = witness
            && self.knowledge.eval(arena, witness, condition) == 1
        {
            return (Link::Witness, Answer::Yes(Vec::new()));
        }
        let symbols = self.knowledge.support(arena, condition);
        if let [symbol] = *symbols
            && is_byte(arena, symbol)
        {
            let left = self.knowledge.byte_set(arena, condition, symbol).and(path.domain(symbol));
            match left.first() {
                None => return (Link::Domain, Answer::No),
                Some(value) if path.is_alone(symbol) => {
                    return (Link::Domain, Answer::Yes(vec![(symbol, u128::from(value))]));
                }
                Some(_) => {}
            }
        }
        if let Some(answer) = self.search(arena, path, &symbols, condition) {
            return (Link::Search, answer);
        }
        self.ask_backend(arena, path, &symbols, condition)
    }

    /// The finite-domain search, where only bytes are involved. Its values come first in its own order, the
    /// same for the same question.
    fn search(
        &mut self,
        arena: &Arena,
        path: &PathCondition,
        symbols: &[SymbolId],
        condition: ExprId,
    ) -> Option<Answer> {
        let mut domains: Vec<(SymbolId, ByteSet)> = Vec::new();
        let mut conditions = Vec::new();
        for group in path.groups_of(symbols) {
            domains.extend(&group.symbols);
            conditions.extend(&group.conditions);
        }
        for symbol in symbols {
            if !domains.iter().any(|(known, _)| known == symbol) {
                domains.push((*symbol, ByteSet::FULL));
            }
        }
        conditions.push(condition);
        if domains.len() > MAX_SEARCHED || !domains.iter().all(|(symbol, _)| is_byte(arena, *symbol)) {
            return None;
        }
        match search::search(arena, &mut self.knowledge, &domains, &conditions) {
            Found::Sat(values) => {
                Some(Answer::Yes(values.into_iter().map(|(symbol, value)| (symbol, value.into())).collect()))
            }
            Found::Unsat => Some(Answer::No),
            Found::Unclear => None,
        }
    }

    /// The conditions that share symbols with the question, and the question, to the cache and a backend.
    fn ask_backend(
        &mut self,
        arena: &Arena,
        path: &PathCondition,
        symbols: &[SymbolId],
        condition: ExprId,
    ) -> (Link, Answer) {
        let mut conditions = Vec::new();
        let mut involved = symbols.to_vec();
        for group in path.groups_of(symbols) {
            conditions.extend(&group.byte_conditions);
            conditions.extend(&group.conditions);
            involved.extend(group.symbols.iter().map(|(symbol, _)| *symbol));
        }
        conditions.push(condition);
        involved.sort_unstable();
        involved.dedup();
        let mut key = conditions.clone();
        key.sort_unstable();
        key.dedup();
        let key = key.into_boxed_slice();
        let (link, verdict) = match self.cache.get(&key) {
            Some(verdict) => (Link::Cache, verdict.clone()),
            None => {
                let verdict = self.decide(arena, &conditions, &involved);
                if !matches!(verdict, Verdict::Unknown(_)) {
                    self.cache.insert(key, verdict.clone());
                }
                (Link::Backend, verdict)
            }
        };
        let answer = match verdict {
            Verdict::Sat(model) => {
                Answer::Yes(involved.iter().map(|symbol| (*symbol, model.get(*symbol))).collect())
            }
            Verdict::Unsat => Answer::No,
            Verdict::Unknown(_) => Answer::Unknown,
        };
        (link, answer)
    }

    fn decide(&mut self, arena: &Arena, conditions: &[ExprId], symbols: &[SymbolId]) -> Verdict {
        let start = Instant::now();
        let left = self.options.deadline.left();
        if left == Some(Duration::ZERO) {
            return Verdict::Unknown("the time limit of the run".to_owned());
        }
        let left = left.map(in_steps);
        let time = [self.options.limit.time, left].into_iter().flatten().min();
        let limit = QueryLimit { time, ..self.options.limit };
        let backend = self.backend.get_or_insert_with(|| self.options.backend.start());
        let verdict = backend.check(arena, conditions, symbols, limit);
        if let Some(kind) = self.options.check {
            let checker = self.checker.get_or_insert_with(|| kind.start());
            let second = checker.check(arena, conditions, symbols, limit);
            let differ = matches!(
                (&verdict, &second),
                (Verdict::Sat(_), Verdict::Unsat) | (Verdict::Unsat, Verdict::Sat(_))
            );
            if differ && self.disagreement.is_none() {
                self.disagreement = Some(Box::new(Disagreement {
                    verdicts: [(self.options.backend, verdict.clone()), (kind, second)],
                    conditions: conditions.to_vec(),
                }));
            }
        }
        self.stats.backend_time += start.elapsed();
        verdict
    }
}

/// Rounds a time down to a power of two of milliseconds: a backend may lose what it has learnt when its limit
/// changes, so the limit must not change with every question.
fn in_steps(left: Duration) -> Duration {
    let millis = u64::try_from(left.as_millis()).unwrap_or(u64::MAX).max(1);
    Duration::from_millis(1 << millis.ilog2())
}
