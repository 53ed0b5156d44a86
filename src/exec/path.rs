//! A path: the conditions that it has assumed, an assignment that satisfies them, and its decisions.
//!
//! Every question about what is possible for a state goes through here. No other module asks a solver, and no
//! other module changes a path condition or a witness. A path assumes a [`Side`], and code outside of this
//! module gets a side only by asking for it.
//!
//! Invariant, checked in debug builds whenever one of the two changes: the witness satisfies every condition.

use super::{Decision, DecisionKind, Decisions};
use crate::expr::{Arena, Assignment, ExprId, SymbolId};
use crate::ir::Pc;
use crate::solver::{Answer, PathCondition, Solver};
use crate::util::ByteSet;
use std::rc::Rc;

/// A path condition with its witness. A clone shares both until one of them changes.
#[derive(Clone)]
pub struct Path {
    condition: PathCondition,
    /// `None` after a solver could not say whether anything satisfies the condition.
    witness: Option<Rc<Assignment>>,
    /// At some fork, no solver could say whether the path is possible.
    is_unconfirmed: bool,
    decisions: Decisions,
}

/// A condition that a path may assume: no answer has excluded it.
#[derive(Clone, Debug)]
pub struct Side {
    /// A term of width 1, as the program has it.
    condition: ExprId,
    /// The condition, simplified under the conditions of the path.
    reduced: ExprId,
    /// The changes that turn the path's witness into a witness of this side; `None` if no solver knows
    /// whether it has one.
    changes: Option<Vec<(SymbolId, u128)>>,
}

/// Which sides of a condition a path can take.
pub enum Fork {
    /// The conditions of the path already decide it, so no solver was asked.
    Settled(bool),
    /// The sides that are possible.
    Asked { when_true: Option<Side>, when_false: Option<Side> },
}

/// How two paths from one fork differ: the conditions that they share, and what holds on each beyond these.
pub(super) struct Parting {
    /// How many conditions they share.
    n_common: usize,
    pub(super) when_first: ExprId,
    pub(super) when_second: ExprId,
}

impl Side {
    /// The condition as it was asked for.
    pub fn condition(&self) -> ExprId {
        self.condition
    }

    /// Whether no solver knows if the condition is possible.
    pub fn is_open(&self) -> bool {
        self.changes.is_none()
    }

    /// The side on which `condition`, `reduced` on the path, holds; `None` if the answer excludes it.
    fn of(condition: ExprId, reduced: ExprId, answer: Answer) -> Option<Self> {
        let changes = match answer {
            Answer::Yes(changes) => Some(changes),
            Answer::Unknown => None,
            Answer::No => return None,
        };
        Some(Self { condition, reduced, changes })
    }
}

impl Default for Path {
    fn default() -> Self {
        Self::new()
    }
}

impl Path {
    /// The path at the beginning: any assignment satisfies it.
    pub fn new() -> Self {
        Self { witness: Some(Rc::default()), ..Self::without_witness() }
    }

    /// The path that assumes nothing and has no known witness.
    fn without_witness() -> Self {
        Self {
            condition: PathCondition::new(),
            witness: None,
            is_unconfirmed: false,
            decisions: Decisions::default(),
        }
    }

    /// A path that assumes `conditions`, which must be possible together. It has no known witness.
    pub fn of(arena: &Arena, solver: &mut Solver, conditions: impl Iterator<Item = ExprId>) -> Self {
        let mut path = Self::without_witness();
        conditions.for_each(|condition| solver.assume(arena, &mut path.condition, condition));
        path
    }

    /// The conditions that the path assumes.
    pub fn condition(&self) -> &PathCondition {
        &self.condition
    }

    /// Every condition in the order in which it was assumed.
    pub fn conditions(&self) -> &[ExprId] {
        self.condition.conditions()
    }

    /// An assignment that satisfies the path, if one is known.
    pub fn witness(&self) -> Option<&Rc<Assignment>> {
        self.witness.as_ref()
    }

    /// The decisions at forks and the assumptions of the driver, with places in the source.
    pub fn decisions(&self) -> &Decisions {
        &self.decisions
    }

    /// Whether a solver answered "unknown" at a fork before.
    pub fn is_unconfirmed(&self) -> bool {
        self.is_unconfirmed
    }

    /// A term, perhaps a simpler one, that has the same value as `term` wherever the path's conditions hold.
    pub fn reduce(&self, arena: &mut Arena, solver: &mut Solver, term: ExprId) -> ExprId {
        solver.reduce(arena, &self.condition, term)
    }

    /// Whether `condition`, a term of width 1, is possible on this path.
    pub fn ask(&self, arena: &Arena, solver: &mut Solver, condition: ExprId) -> Answer {
        solver.ask(arena, &self.condition, self.witness.as_deref(), condition)
    }

    /// The side on which `condition` holds; `None` if it is impossible.
    pub fn side(&self, arena: &Arena, solver: &mut Solver, condition: ExprId) -> Option<Side> {
        Side::of(condition, condition, self.ask(arena, solver, condition))
    }

    /// The same, but `condition` is first simplified under the path's conditions.
    pub fn side_reduced(&self, arena: &mut Arena, solver: &mut Solver, condition: ExprId) -> Option<Side> {
        let reduced = self.reduce(arena, solver, condition);
        Side::of(condition, reduced, self.ask(arena, solver, reduced))
    }

    /// Both sides of `condition`.
    pub fn fork(&self, arena: &mut Arena, solver: &mut Solver, condition: ExprId) -> Fork {
        let yes = self.reduce(arena, solver, condition);
        if let Some(bit) = arena.as_const(yes) {
            return Fork::Settled(bit & 1 == 1);
        }
        let no = arena.not(yes);
        // The path's witness satisfies one of the two, so only one question costs something.
        let [when_true, when_false] = [yes, no].map(|side| self.ask(arena, solver, side));
        let when_true = Side::of(condition, yes, when_true);
        let mut when_false = Side::of(no, no, when_false);
        // If both sides are possible, each of them keeps the condition as the program has it.
        if let (Some(_), Some(side)) = (&when_true, &mut when_false) {
            side.condition = arena.not(condition);
            if side.condition != no {
                side.reduced = self.reduce(arena, solver, side.condition);
            }
        }
        Fork::Asked { when_true, when_false }
    }

    /// Assumes `side`. It must be the answer to a question about this path as it is now.
    pub fn assume(&mut self, arena: &Arena, solver: &mut Solver, side: Side) {
        solver.assume(arena, &mut self.condition, side.reduced);
        match (side.changes, &mut self.witness) {
            (Some(changes), Some(witness)) => adopt(witness, changes),
            // If the path has no witness, a model of a part of its condition does not make one.
            (Some(_), None) => {}
            (None, witness) => {
                *witness = None;
                self.is_unconfirmed = true;
            }
        }
        self.must_hold(arena, solver);
    }

    /// Assumes `side`, and records it as a decision of the program at `at`.
    pub(super) fn decide(
        &mut self,
        arena: &Arena,
        solver: &mut Solver,
        side: Side,
        kind: DecisionKind,
        at: Pc,
    ) {
        self.record(arena, side.condition, kind, at);
        self.assume(arena, solver, side);
    }

    /// Assumes a condition that is known to be possible. A witness that does not satisfy it is dropped.
    pub fn learn(&mut self, arena: &Arena, solver: &mut Solver, condition: ExprId) {
        solver.assume(arena, &mut self.condition, condition);
        self.witness.take_if(|witness| solver.analysis().eval(arena, witness, condition) != 1);
    }

    /// Assumes that a term has its value in the witness, and returns this value; `None` without a witness.
    pub(super) fn pin(
        &mut self,
        arena: &mut Arena,
        solver: &mut Solver,
        term: ExprId,
        at: Pc,
    ) -> Option<u128> {
        let number = self.value(arena, solver, term)?;
        let constant = arena.constant(arena.width(term), number);
        let condition = arena.eq(term, constant);
        let side = Side { condition, reduced: condition, changes: Some(Vec::new()) };
        self.decide(arena, solver, side, DecisionKind::Choice, at);
        Some(number)
    }

    /// The value of a term in the witness.
    pub fn value(&self, arena: &Arena, solver: &mut Solver, term: ExprId) -> Option<u128> {
        Some(solver.analysis().eval(arena, self.witness.as_deref()?, term))
    }

    /// Goes on with another witness, which satisfies the path as well.
    pub fn follow(&mut self, arena: &Arena, solver: &mut Solver, witness: Rc<Assignment>) {
        self.witness = Some(witness);
        self.must_hold(arena, solver);
    }

    /// The path with a witness, if a solver finds one.
    pub fn confirmed(&self, arena: &Arena, solver: &mut Solver) -> Option<Path> {
        let mut path = self.clone();
        if path.witness.is_none() {
            let witness = solver.find_witness(arena, &path.condition)?;
            path.follow(arena, solver, Rc::new(witness));
        }
        Some(path)
    }

    /// The witness of a side of this path; `None` if none is known.
    pub fn witness_of(&self, side: Side) -> Option<Rc<Assignment>> {
        let mut witness = Rc::clone(self.witness.as_ref()?);
        adopt(&mut witness, side.changes?);
        Some(witness)
    }

    /// Values of the byte `symbol`, and of the symbols equal to it, that satisfy the path while all other
    /// symbols keep their values in the witness. Some values may be missing; without a witness, all are.
    pub fn values_beside(&self, arena: &Arena, solver: &mut Solver, symbol: SymbolId) -> ByteSet {
        match &self.witness {
            Some(witness) => solver.values_beside(arena, &self.condition, witness, symbol),
            None => ByteSet::EMPTY,
        }
    }

    /// How this path and another one from the same fork differ; `None` if one of them has no witness, or has
    /// no conditions beyond the shared ones.
    pub(super) fn parting(&self, other: &Path, arena: &mut Arena) -> Option<Parting> {
        let (ours, theirs) = (self.conditions(), other.conditions());
        let n_common = ours.iter().zip(theirs).take_while(|(a, b)| a == b).count();
        let parted = self.witness.is_some() && other.witness.is_some();
        if !parted || ours.len() == n_common || theirs.len() == n_common {
            return None;
        }
        let [when_first, when_second] = [ours, theirs].map(|conditions| {
            let all = arena.bool(true);
            conditions[n_common..].iter().fold(all, |all, condition| arena.and(all, *condition))
        });
        Some(Parting { n_common, when_first, when_second })
    }

    /// One path for all executions that take this path or the other. Its witness is the witness of `self`.
    pub(super) fn join(
        &self,
        other: &Path,
        parting: &Parting,
        arena: &mut Arena,
        solver: &mut Solver,
        at: Pc,
    ) -> Path {
        let either = arena.or(parting.when_first, parting.when_second);
        let common = self.conditions()[..parting.n_common].iter().copied();
        let mut path = Path::of(arena, solver, common.chain([either]));
        path.is_unconfirmed = self.is_unconfirmed || other.is_unconfirmed;
        path.decisions = self.decisions.common(&other.decisions);
        path.record(arena, either, DecisionKind::Branch, at);
        path.witness.clone_from(&self.witness);
        path.must_hold(arena, solver);
        path
    }

    fn record(&mut self, arena: &Arena, condition: ExprId, kind: DecisionKind, at: Pc) {
        if arena.as_const(condition).is_none() {
            self.decisions.push(Decision { condition, at, kind });
        }
    }

    /// Checks the invariant of this module, in debug builds.
    fn must_hold(&self, arena: &Arena, solver: &mut Solver) {
        if cfg!(debug_assertions)
            && let Some(witness) = &self.witness
        {
            let holds = solver.analysis().all_hold(arena, witness, self.conditions());
            assert!(holds, "the witness of a path does not satisfy its condition");
        }
    }
}

fn adopt(witness: &mut Rc<Assignment>, changes: Vec<(SymbolId, u128)>) {
    if !changes.is_empty() {
        let witness = Rc::make_mut(witness);
        changes.into_iter().for_each(|(symbol, value)| witness.set(symbol, value));
    }
}
