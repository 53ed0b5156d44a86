//! Follows inputs that were not found by exploration, but by a search with native runs, for example. The
//! program is run symbolically from its start with these inputs as the witness, and the resulting path is
//! handed on like any other.
//!
//! A path may end before its call does, because something cannot be followed symbolically. Such a path stands
//! for all inputs that take it so far, but only the way of the given inputs is of interest. So the inputs
//! become conditions of the path, and a native run completes the test. The same is done if only these inputs
//! show that the path is possible, and if a part of the path was computed only for their values. If only some
//! values were made concrete, such as the argument of `sin`, they are conditions of the path already. If a
//! solver takes too long to say what other inputs would do, the program is run again only on the given
//! values.
//!
//! If none of this happened, the forks of the path are like those of exploration. The states that they split
//! off replace the waiting state that would have led to them, and they are explored first: behind a checksum
//! that native runs have solved there may be much code that no solver would have reached.

use super::{BACKEND_COST, FUEL, Worker, cost};
use crate::engine::family::Outcome;
use crate::engine::given::Reading;
use crate::engine::likeness::{self, Likeness};
use crate::engine::live::{Live, Member};
use crate::engine::{Exhausted, Flow, GivenInputs, Observer};
use crate::exec::{Ending, ExecStats, Siblings, State};
use crate::expr::Evaluator;
use crate::solver::QueryLimit;
use crate::testcase::InputKind;
use std::rc::Rc;

/// How many instructions of a path are followed, at most.
const LONGEST: u64 = 20_000_000;
/// What a question costs, in instructions.
const QUESTION: u64 = 100;
/// What a question costs in addition if no solver could answer it: it has taken longer than any other.
const UNANSWERED: u64 = 500_000;
/// What each conflict of a question costs that was left for later.
const CONFLICT: u64 = 50;
/// Terms that are evaluated in the time of an instruction.
const TERMS_AT_ONCE: u64 = 2;
/// Literals that a solver propagates in the time of an instruction.
const LITERALS_AT_ONCE: u64 = 2;
/// What the questions of one path may cost, as long as the numbers that the program computes from inputs are
/// kept as terms.
const MOST_ASKED: u64 = 8 * BACKEND_COST;
/// The same for a program that computes with floats, since each question about these takes long.
const MOST_ASKED_OF_FLOATS: u64 = 2 * BACKEND_COST;
/// After `HOPELESS` paths in a row whose questions cost too much, the next ones are followed on the given
/// values alone, except for every `AGAIN`-th of them.
const HOPELESS: u32 = 2;
const AGAIN: u32 = 8;
/// How many conflicts a solver may have for one such question.
const MOST_CONFLICTS: u64 = 250;

impl Worker {
    /// Asks the lead for inputs once no worker has anything to do, and follows them.
    pub(super) fn seek(&mut self, observer: &mut Observer<'_>) {
        // The other workers wait for what the first one finds.
        if observer.lead().is_none() || !self.pool.is_held() || !self.pool.is_quiet() {
            return;
        }
        let is_complete = self.task.explores && !self.pool.has_open();
        match if is_complete { Some(0) } else { self.follow_found(u64::MAX, observer) } {
            None => self.pool.end(Exhausted::Stopped),
            Some(0) => {
                if !self.task.explores {
                    self.pool.end(Exhausted::Searched);
                }
                self.pool.release();
            }
            Some(_) => {}
        }
    }

    /// Gives a search its turn beside exploration, if it is due.
    pub(super) fn take_turn(&mut self, observer: &mut Observer<'_>) -> Flow {
        if !self.task.explores || !self.pool.is_held() || observer.lead().is_none() {
            return Flow::Continue;
        }
        let stats = self.machine.solver.stats();
        let unanswered =
            UNANSWERED * stats.unknown.saturating_sub(self.work.postponed) + CONFLICT * self.patience.spent();
        let evaluated = self.machine.solver.evaluated() / TERMS_AT_ONCE;
        let propagated = stats.propagated / LITERALS_AT_ONCE;
        let work = self.pool.instructions() + QUESTION * cost(stats) + unanswered + evaluated + propagated;
        if !self.turns.is_due(work) {
            return Flow::Continue;
        }
        let before = self.task.scene.covered.n_covered();
        let most = self.turns.begin(work, before);
        if self.follow_found(most, observer).is_none() {
            return Flow::Stop;
        }
        let covered = self.task.scene.covered.n_covered();
        self.turns.end(work, covered - before, covered);
        if covered > before {
            self.pool.note_news(covered);
        }
        Flow::Continue
    }

    /// Makes the lead look for inputs a last time, because coverage does not grow any more. Returns whether
    /// it grows again.
    pub(super) fn grows_by_search(&mut self, observer: &mut Observer<'_>) -> bool {
        let before = self.task.scene.covered.n_covered();
        let flow = self.search_once(u64::MAX, observer);
        flow == Flow::Continue && self.task.scene.covered.n_covered() > before
    }

    /// Makes the lead look for inputs with at most `most` evaluations, no matter whose turn it is, and
    /// follows them.
    pub(super) fn search_once(&mut self, most: u64, observer: &mut Observer<'_>) -> Flow {
        if !self.task.explores || !self.pool.is_held() || observer.lead().is_none() {
            return Flow::Continue;
        }
        let before = self.task.scene.covered.n_covered();
        if self.follow_found(most, observer).is_none() {
            return Flow::Stop;
        }
        let covered = self.task.scene.covered.n_covered();
        if covered > before {
            self.pool.note_news(covered);
        }
        Flow::Continue
    }

    /// Follows the inputs that the lead finds with at most `most` evaluations. Returns their number, or
    /// `None` if the run is to stop.
    fn follow_found(&mut self, most: u64, observer: &mut Observer<'_>) -> Option<usize> {
        let lead = observer.lead()?;
        if lead.gather() == Flow::Stop {
            return None;
        }
        let found = lead.seek(most);
        for given in &found {
            if self.pool.is_over() {
                break;
            }
            if self.follow_given(given, observer) == Flow::Stop {
                return None;
            }
        }
        Some(found.len())
    }

    /// Whether following inputs has to end. That coverage does not grow any more is no reason: inputs are
    /// followed to see whether it grows again.
    fn is_out_of_budget(&mut self) -> bool {
        self.exhausted().is_some_and(|reason| reason != Exhausted::Saturated)
    }

    /// The end of the path that inputs take. Pointers that it has not read lead where the inputs say. `None`
    /// if the path does not come to an end, or is not certain to be possible.
    pub fn end_of(&mut self, given: &GivenInputs) -> Option<(State, Ending, Likeness)> {
        let origin = self.origins.first()?.clone();
        let mut replayed = ExecStats::default();
        let limit = self.begin_following();
        let followed = self.path_of(given, Live::new(origin, 0.0), false, &mut Vec::new(), &mut replayed);
        self.end_following(limit);
        self.work.replayed += replayed.instructions;
        let (Live { mut state, .. }, ending) = followed?;
        if state.path.is_unconfirmed() || state.is_approximated {
            return None;
        }
        let likeness = likeness::complete(&mut self.machine, &mut state, given)?;
        Some((state, ending, likeness))
    }

    /// Makes the machine stop at each new input, so that it gets the given value before it is read. Returns
    /// the former limit of questions.
    fn begin_following(&mut self) -> QueryLimit {
        self.machine.stops_at_inputs = true;
        let limit = self.machine.solver.limit();
        self.machine.solver.set_limit(QueryLimit { conflicts: Some(MOST_CONFLICTS), ..limit });
        limit
    }

    fn end_following(&mut self, limit: QueryLimit) {
        self.machine.stops_at_inputs = false;
        self.machine.solver.set_limit(limit);
    }

    /// Follows inputs from the program's start, and hands the path on.
    fn follow_given(&mut self, given: &GivenInputs, observer: &mut Observer<'_>) -> Flow {
        // If the number of arguments is an input, there is an origin for each number, whose decision path
        // begins with it.
        let has_as_many = |origin: &&State| {
            given.n_arguments.is_none_or(|number| origin.decision_path.first() == Some(&number))
        };
        let Some(origin) = self.origins.iter().find(has_as_many).cloned() else { return Flow::Continue };
        let mut replayed = ExecStats::default();
        let n_narrowed = self.machine.obstacles.n_narrowed();
        let n_unknown = self.machine.solver.stats().unknown;
        let mut siblings = Vec::new();
        let limit = self.begin_following();
        let mut is_settled = self.n_hopeless >= HOPELESS && !self.n_hopeless.is_multiple_of(AGAIN);
        let start = Live::new(origin.clone(), 0.0);
        let mut followed = self.path_of(given, start, is_settled, &mut siblings, &mut replayed);
        self.n_hopeless = if followed.is_some() && !is_settled { 0 } else { self.n_hopeless + 1 };
        if followed.is_none() && !is_settled && !self.pool.is_over() {
            is_settled = true;
            let start = Live::new(origin, 0.0);
            followed = self.path_of(given, start, is_settled, &mut siblings, &mut replayed);
        }
        self.end_following(limit);
        self.work.replayed += replayed.instructions;
        let Some((mut live, ending)) = followed else {
            let is_late = self.pool.is_over() || self.is_out_of_budget();
            self.work.diverged += u64::from(!is_late);
            return Flow::Continue;
        };
        let stops = matches!(ending, Ending::Unsupported { .. } | Ending::Limit(_) | Ending::Undecided);
        let is_as_explored =
            !(is_settled || stops || live.state.path.is_unconfirmed() || live.state.is_approximated)
                && self.machine.obstacles.n_narrowed() == n_narrowed
                && self.machine.solver.stats().unknown == n_unknown
                && self.machine.proposals(&live.state, &ending).is_empty();
        if is_as_explored
            && self.explore_siblings(&live.state.decision_path, siblings, observer) == Flow::Stop
        {
            return Flow::Stop;
        }
        if stops || live.state.path.is_unconfirmed() || live.state.is_approximated {
            self.settle_on(&mut live.state, 0);
            mark(given, &mut live.state);
        } else if is_settled || self.machine.obstacles.n_narrowed() > n_narrowed {
            mark(given, &mut live.state);
        }
        self.task.scene.covered.add(live.state.edges.iter().map(|(edge, _)| edge));
        // The search has looked for something new, so there is a test in any case.
        self.task.wanted.takes(&live, &ending, !stops && !live.state.path.is_unconfirmed());
        self.pool.count_paths(1);
        observer.sink().ended(&mut self.machine, &live.state, ending)
    }

    /// Makes the states that a path has split off go before all others, in the place of the waiting state
    /// that would have led to them. If that one is not here, another worker has it.
    fn explore_siblings(&mut self, path: &[u32], siblings: Vec<Member>, observer: &mut Observer<'_>) -> Flow {
        let is_shaped =
            |sibling: &Member| sibling.live.is_shaped || matches!(sibling.ending, Some(Ending::Retyped));
        if siblings.is_empty() || siblings.iter().any(is_shaped) {
            return Flow::Continue;
        }
        let Some((parent, on_way)) = self.frontier.take_on_way(path) else { return Flow::Continue };
        let behind = |sibling: &Member| sibling.live.state.decision_path.starts_with(&on_way);
        let mut waiting = Vec::new();
        // The siblings that split off last come first: they are behind most of the decisions that were found.
        for Member { live, ending } in siblings.into_iter().filter(behind).rev() {
            match ending {
                Some(ending) => {
                    if self.hand_over(&live, ending, observer) == Flow::Stop {
                        return Flow::Stop;
                    }
                }
                None if self.stop.is_hopeless(&self.pool, &live) => {}
                None => waiting.push(live),
            }
        }
        self.work.siblings += waiting.len() as u64;
        self.frontier.add_first(&self.task, parent, waiting);
        Flow::Continue
    }

    /// Follows the path of inputs to its end, and collects the states that it splits off. If the path is
    /// settled, it holds for these inputs alone, and everything that is computed from them is a number. If
    /// not, `None` may also mean that questions about other inputs cost too much.
    fn path_of(
        &mut self,
        given: &GivenInputs,
        mut live: Live,
        is_settled: bool,
        siblings: &mut Vec<Member>,
        counts: &mut ExecStats,
    ) -> Option<(Live, Ending)> {
        let asked = cost(self.machine.solver.stats());
        let most_asked = if self.task.searches_first { MOST_ASKED_OF_FLOATS } else { MOST_ASKED };
        let mut reading = Reading::new(given);
        let mut evaluator = Evaluator::new();
        // Arguments of the program are there before anything asks for them.
        self.agree(&mut live.state, &mut reading, &mut evaluator)?;
        if is_settled {
            self.settle_on(&mut live.state, 0);
        }
        loop {
            let is_open = live.state.path.is_unconfirmed();
            if !is_settled && (is_open || cost(self.machine.solver.stats()) - asked > most_asked) {
                return None;
            }
            let n_known = live.state.path.conditions().len();
            let stop = self.machine.run(&mut live.state, FUEL, counts);
            let Some(outcome) = Outcome::of(stop) else {
                if live.state.instructions > LONGEST || self.is_out_of_budget() {
                    return None;
                }
                let n_before = reading.n_known;
                self.agree(&mut live.state, &mut reading, &mut evaluator)?;
                if is_settled && reading.n_known > n_before {
                    self.settle_on(&mut live.state, n_before);
                }
                continue;
            };
            let mut family = outcome.family(live, &self.checker, &self.stop);
            let first = &family.first()?.live.state;
            let arena = &self.machine.arena;
            reading.read(arena, first)?;
            let takes = |member: &Member| {
                let state = &member.live.state;
                let new = state.path.conditions().get(n_known..).unwrap_or(&[]);
                reading.agrees(&self.machine.program, state)
                    && evaluator.all_hold(arena, &reading.values, new)
            };
            let at = family.iter().position(takes)?;
            let ending;
            Member { live, ending } = family.swap_remove(at);
            if !is_settled && self.task.explores && self.merger.is_none() {
                let mut of_fork = Siblings::default();
                family.iter_mut().for_each(|member| self.machine.rest(&mut member.live.state, &mut of_fork));
                siblings.append(&mut family);
            }
            self.agree(&mut live.state, &mut reading, &mut evaluator)?;
            if let Some(ending) = ending {
                return Some((live, ending));
            }
        }
    }

    /// Makes the given values, also those of new inputs, the witness of a path; `None` if they do not take
    /// it.
    fn agree(
        &mut self,
        state: &mut State,
        reading: &mut Reading<'_>,
        evaluator: &mut Evaluator,
    ) -> Option<()> {
        let arena = &self.machine.arena;
        reading.read(arena, state)?;
        let values = &reading.values;
        if state.path.witness().is_some_and(|witness| **witness == *values) {
            return Some(());
        }
        evaluator.all_hold(arena, values, state.path.conditions()).then_some(())?;
        state.path.follow(arena, &mut self.machine.solver, Rc::new(values.clone()));
        Some(())
    }

    /// Narrows a path to the given values, which are its witness, for all inputs from number `first` on.
    fn settle_on(&mut self, state: &mut State, first: usize) {
        let Some(witness) = state.path.witness().cloned() else { return };
        let inputs = state.inputs.clone();
        // What pointers lead to is decided already, and no condition is about it.
        for record in inputs[first..].iter().filter(|record| record.kind != InputKind::Pointer) {
            for symbol in &record.symbols {
                let arena = &mut self.machine.arena;
                let term = arena.term_of(*symbol);
                let value = arena.constant(arena.width(term), witness.get(*symbol));
                let condition = arena.eq(term, value);
                state.path.learn(arena, &mut self.machine.solver, condition);
            }
        }
    }
}

/// Marks the decision path of a path that holds only for some numbers of these inputs. It has to differ from
/// those of other inputs, which may have taken the same sides everywhere.
fn mark(given: &GivenInputs, state: &mut State) {
    state.decision_path.push(1 << 31 | given.hash() as u32);
}
