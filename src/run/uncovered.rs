//! Which tests cover what, and why the rest is not covered.
//!
//! Paths that end record what is needed: where they stopped if they did not come to an end of the program,
//! which edges they took if they gave no test, and, if a report is wanted, one bit for each edge and test.
//! When all is explored, every line and side that no test covers gets the first of these reasons that
//! applies: the run was not to look for it; a path that no solver could decide, or one that the driver
//! excludes, was there; a path that stopped could have come there; the side was refuted; its condition never
//! depended on inputs; every path ended before; something on the way is not covered.

use crate::coverage::{Coverage, CoveragePoint, Detail, Gap, TestRow, Why};
use crate::exec::{DecisionKind, Ending, Machine, Path, Refuted, State};
use crate::explain::{self, Condition, InputShape};
use crate::expr::ExprId;
use crate::ir::{BlockId, CallSite, Const, EdgeId, FuncId, Op, OperandKind, Pc, Program, edges_after};
use crate::solver::Answer;
use crate::testcase::{Outcome, Reason, TestCase, TestLine};
use std::collections::{BTreeMap, BTreeSet};

/// How many different places where paths stopped are kept.
const MAX_STOPS: usize = 2000;
/// For how many refuted sides the conditions are reduced to those that matter; each side costs questions.
const MAX_CORES: usize = 200;
/// If there are more conditions than this, they are not reduced.
const MAX_CONDITIONS: usize = 100;
/// How many places a reason names at most.
const MAX_NAMED: usize = 4;
/// How many tests a report lists at most.
const MAX_LISTED: usize = 5000;

/// Why a path stopped, apart from an end of the program.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum StopKind {
    /// A bug, or a call that does not return.
    End,
    Budget,
    /// A limit of each path.
    Limit,
    Unsupported,
    Undecided,
}

/// Where and why a path stopped.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Stop {
    kind: StopKind,
    /// The instructions on the stack.
    stack: Vec<Pc>,
    /// What happened there, in words; none for a budget.
    what: String,
}

/// Where the paths of a worker stopped.
#[derive(Default)]
pub(super) struct Stops {
    /// Each with the number of paths that stopped so.
    stops: BTreeMap<Stop, u64>,
    /// Where paths wait that were put away. They count as left if a budget ends the run.
    waiting: BTreeMap<Vec<Pc>, u64>,
    /// By edge, whether it was taken by a path that the driver excludes, or by a path that no solver could
    /// decide.
    assumed_away: Vec<bool>,
    undecided: Vec<bool>,
}

impl Stops {
    pub(super) fn new(program: &Program) -> Self {
        let none = vec![false; program.edges.len()];
        Self { assumed_away: none.clone(), undecided: none, ..Self::default() }
    }

    /// Notes a path that ended.
    pub(super) fn ended(&mut self, program: &Program, state: &State, ending: &Ending) {
        match ending {
            Ending::AssumedAway | Ending::Endless => mark(&mut self.assumed_away, state),
            Ending::Undecided => self.undecided(state),
            _ => {}
        }
        let (kind, what) = match ending {
            Ending::Returned(_)
            | Ending::AssumedAway
            | Ending::Endless
            | Ending::Retyped
            | Ending::Halted => return,
            Ending::Exited(_) => (StopKind::End, "the program exits".to_owned()),
            Ending::Bug(bug) => (StopKind::End, bug.kind.words().to_owned()),
            Ending::Budget(_) => (StopKind::Budget, String::new()),
            Ending::Limit(what) => (StopKind::Limit, what.clone()),
            Ending::Unsupported { what, .. } => {
                (StopKind::Unsupported, what.split(" (").next().unwrap_or_default().to_owned())
            }
            Ending::Undecided => (StopKind::Undecided, String::new()),
        };
        count(&mut self.stops, Stop { kind, stack: stack(program, state), what }, 1);
    }

    /// Notes a path that gave no test, since no solver could tell whether it is possible.
    pub(super) fn undecided(&mut self, state: &State) {
        mark(&mut self.undecided, state);
    }

    /// Notes a path that is put away and may go on later.
    pub(super) fn waiting(&mut self, program: &Program, state: &State) {
        count(&mut self.waiting, stack(program, state), 1);
    }

    /// Adds the places of another worker.
    pub(super) fn add(&mut self, other: Stops) {
        other.stops.into_iter().for_each(|(stop, n)| count(&mut self.stops, stop, n));
        other.waiting.into_iter().for_each(|(stop, n)| count(&mut self.waiting, stop, n));
        let both = [(&mut self.assumed_away, other.assumed_away), (&mut self.undecided, other.undecided)];
        for (ours, theirs) in both {
            ours.iter_mut().zip(theirs).for_each(|(ours, theirs)| *ours |= theirs);
        }
    }

    /// Counts the paths that wait as left, since a budget ended the run.
    pub(super) fn leave_waiting(&mut self) {
        for (stack, n) in std::mem::take(&mut self.waiting) {
            count(&mut self.stops, Stop { kind: StopKind::Budget, stack, what: String::new() }, n);
        }
    }
}

/// Marks the edges that a path took.
fn mark(taken: &mut [bool], state: &State) {
    state.edges.iter().for_each(|(edge, _)| taken[edge] = true);
}

/// Counts a place, unless too many others are kept already.
fn count<K: Ord>(points: &mut BTreeMap<K, u64>, point: K, n: u64) {
    let n_points = points.len();
    match points.get_mut(&point) {
        Some(count) => *count += n,
        None if n_points < MAX_STOPS => drop(points.insert(point, n)),
        None => {}
    }
}

/// The instructions on a state's stack, innermost first.
fn stack(program: &Program, state: &State) -> Vec<Pc> {
    let mut stack: Vec<Pc> = Vec::new();
    for (_, pc) in state.stack() {
        // In a recursion, each place counts once.
        if program.code.len() > pc.index() && !stack.contains(&pc) {
            stack.push(pc);
        }
    }
    stack
}

/// Which tests cover what.
pub(super) struct Listed {
    /// The edges of each test by its number, until its turn comes; if a report is wanted.
    waiting: Option<BTreeMap<u64, EdgeSet>>,
    tests: Vec<(TestRow, EdgeSet)>,
    n_edges: usize,
    n_unlisted: usize,
}

impl Listed {
    pub(super) fn new(is_wanted: bool, n_edges: usize) -> Self {
        Self { waiting: is_wanted.then(BTreeMap::new), tests: Vec::new(), n_edges, n_unlisted: 0 }
    }

    /// Takes in the test of this number and the edges that it took, in ascending order.
    pub(super) fn found(&mut self, number: u64, taken: Vec<u32>) {
        if let Some(waiting) = &mut self.waiting {
            waiting.insert(number, EdgeSet::new(taken, self.n_edges));
        }
    }

    /// Lists the test of this number, which now has its name. Called in the order of tests.
    pub(super) fn settled(&mut self, number: u64, test: &TestCase) {
        let taken = self.waiting.as_mut().and_then(|waiting| waiting.remove(&number));
        let Some(taken) = taken else { return };
        if self.tests.len() == MAX_LISTED {
            self.n_unlisted += 1;
            return;
        }
        let (outcome, note) = match &test.outcome {
            Outcome::Returned(_) | Outcome::Exited(_) => ("ok", String::new()),
            Outcome::Bug(bug) => ("bug", bug.message.clone()),
            Outcome::Unsupported { what, .. } => ("unsupported", what.clone()),
            Outcome::Budget(reason) => ("unfinished", format!("ended by {reason}")),
        };
        let row = TestRow { name: test.name.clone(), line: TestLine(test).to_string(), outcome, note };
        self.tests.push((row, taken));
    }
}

/// What a run left out on purpose. Such a run cannot say why no path takes an edge.
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct Scope<'a> {
    /// The one place that tests were asked for.
    pub target: Option<&'a str>,
    /// Whether an earlier run has explored a part of the program.
    pub is_resumed: bool,
    /// Whether paths are explored. If not, only the inputs that a search by native runs has found are
    /// followed.
    pub explores: bool,
}

/// The details of a run that has ended.
pub(super) fn detail(
    listed: Listed,
    stops: &Stops,
    machine: &mut Machine,
    coverage: &Coverage,
    scope: Scope,
) -> Detail {
    let points = coverage.points();
    let covers = |point: &CoveragePoint| {
        let tests = listed.tests.iter().enumerate();
        let here = tests.filter(|(_, (_, taken))| point.edges.iter().any(|edge| taken.has(*edge)));
        here.map(|(number, _)| number as u32).collect()
    };
    let covered_by = match listed.tests.is_empty() {
        true => vec![Vec::new(); points.len()],
        false => points.iter().map(covers).collect(),
    };
    let program = std::sync::Arc::clone(&machine.program);
    let word = |point: &CoveragePoint| {
        let side = point.side.and_then(|_| explain::which_side(&program, *point.edges.first()?));
        side.unwrap_or_default()
    };
    let sides = points.iter().map(word).collect();
    let gaps = Search::new(machine, coverage, stops, scope).gaps(&points);
    let tests = listed.tests.into_iter().map(|(row, _)| row).collect();
    Detail { tests, n_unlisted: listed.n_unlisted, covered_by, sides, gaps }
}

/// The edges that a test took, in the form that takes less memory.
enum EdgeSet {
    /// One bit for each edge of the program.
    Bits(Box<[u64]>),
    /// In ascending order.
    List(Box<[u32]>),
}

impl EdgeSet {
    fn new(taken: Vec<u32>, n_edges: usize) -> Self {
        let n_words = n_edges.div_ceil(64);
        if 4 * taken.len() < 8 * n_words {
            return EdgeSet::List(taken.into());
        }
        let mut bits = vec![0; n_words];
        taken.into_iter().for_each(|edge| bits[edge as usize / 64] |= 1 << (edge % 64));
        EdgeSet::Bits(bits.into())
    }

    fn has(&self, edge: EdgeId) -> bool {
        match self {
            EdgeSet::Bits(bits) => bits[edge.index() / 64] >> (edge.index() % 64) & 1 == 1,
            EdgeSet::List(taken) => taken.binary_search(&edge.raw()).is_ok(),
        }
    }
}

/// The edges that some paths could still have taken when they stopped, and where that was, in words.
struct Reach {
    edges: Vec<bool>,
    at: Vec<String>,
}

struct Search<'a> {
    machine: &'a mut Machine,
    program: std::sync::Arc<Program>,
    coverage: &'a Coverage,
    observed: &'a Stops,
    scope: Scope<'a>,
    incoming: BTreeMap<BlockId, Vec<EdgeId>>,
    outgoing: Outgoing,
    /// The blocks that call each function by name.
    callers: BTreeMap<FuncId, Vec<BlockId>>,
    budget: Reach,
    limited: Reach,
    unsupported: Reach,
    undecided: Reach,
    narrowed: Reach,
    n_cores: usize,
    known: BTreeMap<EdgeId, Why>,
}

impl<'a> Search<'a> {
    fn new(machine: &'a mut Machine, coverage: &'a Coverage, observed: &'a Stops, scope: Scope<'a>) -> Self {
        let program = std::sync::Arc::clone(&machine.program);
        let (mut incoming, mut outgoing, mut callers) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        for (index, edge) in program.edges.iter().enumerate() {
            let id = EdgeId::new(index);
            incoming.entry(edge.to).or_insert_with(Vec::new).push(id);
            if let Some(from) = edge.from {
                outgoing.entry(from).or_insert_with(Vec::new).push(id);
            }
        }
        for (index, block) in program.blocks.iter().enumerate() {
            for inst in &program.code[block.first.index()..block.end.index()] {
                if inst.op == Op::Call
                    && let OperandKind::Constant(callee) = CallSite::read(&program, inst.a).callee().kind()
                    && let Const::Function(callee) = program.constants[callee.index()]
                {
                    callers.entry(callee).or_insert_with(Vec::new).push(BlockId::new(index));
                }
            }
        }
        let reach = |kind: StopKind| {
            let stops: Vec<_> = observed.stops.iter().filter(|(stop, _)| stop.kind == kind).collect();
            let points: BTreeSet<Pc> = stops.iter().flat_map(|(stop, _)| stop.stack.clone()).collect();
            let mut by_point: BTreeMap<(Option<Pc>, &str), u64> = BTreeMap::new();
            for (Stop { stack, what, .. }, count) in stops {
                *by_point.entry((with_line(&program, stack), what)).or_default() += count;
            }
            let mut sums: BTreeMap<String, u64> = BTreeMap::new();
            for ((at, what), count) in by_point {
                let words = words_of_stop(&program, &outgoing, kind, at, what);
                *sums.entry(words).or_default() += count;
            }
            let at = sums.into_iter().map(|(at, count)| match kind {
                StopKind::Budget if count == 1 => format!("1 path left {at}"),
                StopKind::Budget => format!("{count} paths left {at}"),
                StopKind::Limit if count == 1 => format!("1 path by {at}"),
                StopKind::Limit => format!("{count} paths by {at}"),
                _ => at,
            });
            Reach { edges: after(&program, points), at: shortened(at) }
        };
        let narrowed: Vec<(Pc, &str)> =
            machine.obstacles.narrowed().map(|(at, what, _)| (at, what)).collect();
        let words = narrowed.iter().map(|(at, what)| format!("{what}{}", at_line(&program, *at)));
        let narrowed =
            Reach { at: shortened(words), edges: after(&program, machine.obstacles.places_narrowed()) };
        let kinds = [StopKind::Budget, StopKind::Limit, StopKind::Unsupported, StopKind::Undecided];
        let [budget, limited, unsupported, undecided] = kinds.map(reach);
        Self {
            machine,
            program,
            coverage,
            observed,
            scope,
            incoming,
            outgoing,
            callers,
            budget,
            limited,
            unsupported,
            undecided,
            narrowed,
            n_cores: 0,
            known: BTreeMap::new(),
        }
    }

    fn gaps(mut self, points: &[CoveragePoint]) -> Vec<Gap> {
        let mut gaps = Vec::new();
        for (index, point) in points.iter().enumerate() {
            if point.edges.iter().any(|edge| self.coverage.count(*edge) > 0) {
                continue;
            }
            let Some(first) = point.edges.first() else { continue };
            let reached = point.edges.iter().find(|edge| self.is_before_reached(**edge));
            let why = self.why_edge(*reached.unwrap_or(first), point.side.is_some());
            gaps.push(Gap { point: index, what: self.words_of_point(point), why });
        }
        gaps
    }

    /// `parse.c:32`, or `the false side of parse.c:31`.
    fn words_of_point(&self, point: &CoveragePoint) -> String {
        let edge = point.edges[0];
        if point.side.is_some()
            && let Some(words) = explain::side(&self.program, edge)
        {
            return words;
        }
        let block = &self.program.blocks[self.program.edges[edge.index()].to.index()];
        let lines = (block.first.index()..block.end.index()).map(Pc::new);
        let file = lines.filter_map(|at| self.program.loc(at)).map(|loc| loc.file()).next();
        let name = file.map_or("", |file| self.program.files[file.index()].name.as_str());
        format!("{}:{}", name.rsplit('/').next().unwrap_or(name), point.line)
    }

    fn is_entered(&self, block: BlockId) -> bool {
        self.incoming.get(&block).is_some_and(|edges| edges.iter().any(|edge| self.coverage.count(*edge) > 0))
    }

    fn is_before_reached(&self, edge: EdgeId) -> bool {
        self.program.edges[edge.index()].from.is_some_and(|from| self.is_entered(from))
    }

    /// Why no test has taken an edge. `is_side` says whether the edge itself is to be explained, and not only
    /// the way to it.
    fn why_edge(&mut self, edge: EdgeId, is_side: bool) -> Why {
        if let Some(why) = self.why_beyond(edge) {
            return why;
        }
        if self.is_before_reached(edge) {
            let why = self.why_not_taken(edge);
            return match explain::side(&self.program, edge) {
                Some(behind) if !is_side => Why::NeverReached { behind, because: Some(Box::new(why)) },
                _ => why,
            };
        }
        let Some(guard) = self.guard(edge) else { return Why::NeverCalled };
        let why = self.why_beyond(guard).unwrap_or_else(|| self.why_not_taken(guard));
        match explain::side(&self.program, guard) {
            Some(behind) => Why::NeverReached { behind, because: Some(Box::new(why)) },
            None => why,
        }
    }

    /// A reason that has to do with paths that gave no test or stopped too early.
    fn why_beyond(&self, edge: EdgeId) -> Option<Why> {
        let index = edge.index();
        if let Some(target) = self.scope.target {
            let because = format!("--target keeps one test alone, the shortest that comes to {target}");
            return Some(Why::NotLookedFor { because });
        }
        if !self.scope.explores {
            return Some(Why::NotFound);
        }
        if self.observed.undecided[index] || self.undecided.edges[index] {
            return Some(Why::Unknown);
        }
        if self.budget.edges[index] {
            return Some(Why::Budget { at: self.budget.at.clone() });
        }
        if self.limited.edges[index] {
            return Some(Why::Limited { at: self.limited.at.clone() });
        }
        if self.unsupported.edges[index] {
            return Some(Why::Unsupported { at: self.unsupported.at.clone() });
        }
        if self.observed.assumed_away[index] {
            return Some(Why::AssumedAway);
        }
        self.narrowed.edges[index].then(|| Why::Concretized { at: self.narrowed.at.clone() })
    }

    /// Why an edge was not taken although the block that it leaves was entered.
    fn why_not_taken(&mut self, edge: EdgeId) -> Why {
        if let Some(why) = self.known.get(&edge) {
            return why.clone();
        }
        let why = match self.machine.obstacles.refuted(edge) {
            Some(Refuted { count, condition, decisions, inputs, .. }) => {
                let conditions: Vec<Condition> = decisions
                    .latest_first()
                    .map(|decision| Condition {
                        term: decision.condition,
                        at: decision.at,
                        is_assumption: decision.kind == DecisionKind::Assumption,
                        is_border: false,
                    })
                    .collect();
                let inputs: Vec<InputShape> = inputs
                    .iter()
                    .map(|input| InputShape { name: input.name.clone(), kind: input.kind })
                    .collect();
                let (paths, condition) = (*count, *condition);
                self.infeasible(edge, paths, condition, conditions, &inputs)
            }
            None if self.scope.is_resumed => Why::NotLookedFor {
                because:
                    "the run that this one resumes has explored a part of the program, and what it met there \
                          is not in the checkpoint"
                        .to_owned(),
            },
            None => self.why_without_condition(edge),
        };
        self.known.insert(edge, why.clone());
        why
    }

    fn why_without_condition(&self, edge: EdgeId) -> Why {
        let from = self.program.edges[edge.index()].from.expect("invariant: its block was entered");
        let others = self.outgoing.get(&from).into_iter().flatten();
        if self.program.landings.iter().any(|(_, landing)| *landing == edge) {
            return Why::NotThrown;
        }
        if others.into_iter().any(|other| self.coverage.count(*other) > 0) {
            return Why::Constant;
        }
        let block = &self.program.blocks[from.index()];
        let here = |pc: &Pc| (block.first..block.end).contains(pc);
        let stops = self.observed.stops.keys().filter(|stop| stop.stack.iter().any(here));
        let program = &self.program;
        let words: BTreeSet<String> = stops
            .map(|Stop { kind, stack, what }| {
                words_of_stop(program, &self.outgoing, *kind, with_line(program, stack), what)
            })
            .collect();
        Why::Ended { at: shortened(words.into_iter()) }
    }

    fn infeasible(
        &mut self,
        edge: EdgeId,
        paths: u64,
        condition: ExprId,
        mut conditions: Vec<Condition>,
        inputs: &[InputShape],
    ) -> Why {
        conditions.reverse();
        self.n_cores += 1;
        if self.n_cores <= MAX_CORES && conditions.len() <= MAX_CONDITIONS {
            conditions = self.core(condition, conditions);
        }
        let (assumed, decided): (Vec<Condition>, Vec<Condition>) =
            conditions.into_iter().partition(|condition| condition.is_assumption);
        // Assumptions are shown here, too, so they are treated like other conditions.
        let assumed: Vec<Condition> =
            assumed.into_iter().map(|condition| Condition { is_assumption: false, ..condition }).collect();
        let from = self.program.edges[edge.index()].from.expect("invariant: its block was entered");
        let at = Pc::from_raw(self.program.blocks[from.index()].end.raw() - 1);
        let needed = [Condition { term: condition, at, is_assumption: false, is_border: false }];
        let machine = &mut *self.machine;
        let mut render = |conditions: &[Condition]| {
            let terms = (&machine.arena, machine.solver.analysis());
            explain::reasons(&machine.program, terms, inputs, conditions)
        };
        let needs: Vec<String> =
            render(&needed).into_iter().map(|reason| format!("`{}`", reason.condition)).collect();
        let mut texts = |conditions: &[Condition], verb: &str| -> Vec<String> {
            let reasons = render(conditions).into_iter();
            let text = |reason: Reason| match reason.site {
                Some(site) => format!("`{}`{verb} at {site}", reason.condition),
                None => format!("`{}`{verb}", reason.condition),
            };
            reasons.map(text).collect()
        };
        let excluded_by = texts(&decided, "");
        let needs = needs.join(" and ");
        match assumed.is_empty() {
            true => Why::Infeasible { needs, excluded_by, paths },
            false => Why::Assumed { needs, assumed: texts(&assumed, " is assumed"), excluded_by, paths },
        }
    }

    /// Conditions that exclude `condition`, none of which can be left out; all of them if no solver knows.
    fn core(&mut self, condition: ExprId, all: Vec<Condition>) -> Vec<Condition> {
        let Machine { solver, arena, .. } = &mut *self.machine;
        let mut excludes = |conditions: &[Condition]| {
            let path = Path::of(arena, solver, conditions.iter().map(|known| known.term));
            path.ask(arena, solver, condition) == Answer::No
        };
        // If the other conditions suffice without assumptions, the driver is not the reason.
        let decided: Vec<Condition> =
            all.iter().filter(|condition| !condition.is_assumption).copied().collect();
        let mut core = match decided.len() < all.len() && excludes(&decided) {
            true => decided,
            false if excludes(&all) => all,
            false => return all,
        };
        // The first decisions tend to be the plainest, so later ones are left out first.
        for at in (0..core.len()).rev() {
            let mut fewer = core.clone();
            fewer.remove(at);
            if excludes(&fewer) {
                core = fewer;
            }
        }
        core
    }

    /// The first edge on a way to `edge` that no test took although the block that it leaves was entered.
    fn guard(&self, edge: EdgeId) -> Option<EdgeId> {
        let mut seen: BTreeSet<BlockId> = BTreeSet::new();
        let mut pending = std::collections::VecDeque::from([edge]);
        while let Some(edge) = pending.pop_front() {
            if self.is_before_reached(edge) {
                return Some(edge);
            }
            let to = self.program.edges[edge.index()].to;
            let before = match self.program.edges[edge.index()].from {
                Some(from) => vec![from],
                None => {
                    let function = self.program.blocks[to.index()].function;
                    self.callers.get(&function).cloned().unwrap_or_default()
                }
            };
            for block in before {
                if seen.insert(block) && !self.is_entered(block) {
                    pending.extend(self.incoming.get(&block).into_iter().flatten());
                }
            }
        }
        None
    }
}

fn after(program: &Program, points: BTreeSet<Pc>) -> Vec<bool> {
    match points.is_empty() {
        true => vec![false; program.edges.len()],
        false => edges_after(program, &points.into_iter().collect::<Vec<Pc>>()),
    }
}

/// The first few, each once, and how many there are beyond them.
fn shortened(words: impl Iterator<Item = String>) -> Vec<String> {
    let mut known = BTreeSet::new();
    let mut words: Vec<String> = words.filter(|words| known.insert(words.clone())).collect();
    let n_more = words.len().saturating_sub(MAX_NAMED);
    words.truncate(MAX_NAMED);
    words.extend((n_more > 0).then(|| format!("{n_more} more places")));
    words
}

/// The innermost instruction of a stack that has a line.
fn with_line(program: &Program, stack: &[Pc]) -> Option<Pc> {
    stack.iter().copied().find(|pc| program.loc(*pc).is_some())
}

type Outgoing = BTreeMap<BlockId, Vec<EdgeId>>;

fn words_of_stop(
    program: &Program,
    outgoing: &Outgoing,
    kind: StopKind,
    at: Option<Pc>,
    what: &str,
) -> String {
    let Some(at) = at else { return what.to_owned() };
    match kind {
        StopKind::Budget => match loop_around(program, outgoing, at) {
            Some(header) => format!("in the loop{}", at_line(program, header)),
            None => at_line(program, at).trim_start().to_owned(),
        },
        // The text names the loop already.
        StopKind::Limit if what.contains(':') => what.to_owned(),
        _ => format!("{what}{}", at_line(program, at)),
    }
}

fn at_line(program: &Program, at: Pc) -> String {
    explain::place(program, at).map_or(String::new(), |site| format!(" at {site}"))
}

/// The branch that comes first in the source on the shortest way from an instruction's block back to itself.
fn loop_around(program: &Program, outgoing: &Outgoing, at: Pc) -> Option<Pc> {
    let of = |pc: Pc| program.blocks.iter().position(|block| (block.first..block.end).contains(&pc));
    let start = BlockId::new(of(at)?);
    let mut came_from: BTreeMap<BlockId, BlockId> = BTreeMap::new();
    let mut pending = std::collections::VecDeque::from([start]);
    while let Some(block) = pending.pop_front() {
        for edge in outgoing.get(&block).into_iter().flatten() {
            let to = program.edges[edge.index()].to;
            if let std::collections::btree_map::Entry::Vacant(point) = came_from.entry(to) {
                point.insert(block);
                pending.push_back(to);
            }
        }
    }
    let mut block = *came_from.get(&start)?;
    // The way back ends where it began.
    let mut found = Vec::new();
    loop {
        let end = Pc::from_raw(program.blocks[block.index()].end.raw() - 1);
        let parts = matches!(program.inst(end).op, Op::Branch | Op::Switch);
        found.extend(program.loc(end).map(|loc| (!parts, loc.line, end)));
        if block == start {
            break;
        }
        block = came_from[&block];
    }
    found.into_iter().min_by_key(|(parts, line, _)| (*parts, *line)).map(|(_, _, end)| end)
}
