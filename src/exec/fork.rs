//! Decides which ways a state can go, and makes the states for the other ways.
//!
//! The state itself goes the first possible way, so that depth-first order is the order of decision paths. If
//! the time of the run is over and a question stays open, the instruction ends as [`Ending::Halted`] and
//! counts as not executed, so that no result depends on the moment when that happened. Therefore a caller
//! must not have changed the state before it asks here.

use super::machine::{Machine, Step};
use super::path::{Fork, Side};
use super::{DecisionKind, Ending, State};
use crate::expr::ExprId;
use crate::memory::Value;
use crate::solver::Answer;
use crate::util::Bits;
use std::rc::Rc;

/// The possible sides of a condition.
pub(super) enum Sides {
    True,
    False,
    /// The state itself took the false side.
    Both {
        when_true: Box<State>,
    },
}

/// A possible choice, and the condition that must hold for it.
#[derive(Copy, Clone)]
pub(super) struct Choice<T> {
    pub(super) what: T,
    pub(super) condition: ExprId,
}

/// A choice that is possible.
pub(super) struct Way<T> {
    pub(super) what: T,
    /// Its number among all choices.
    pub(super) number: u32,
    pub(super) side: Side,
}

impl Machine {
    /// Returns which sides of `condition`, a value of one bit, are possible. If both are, the state goes on
    /// with the false side, and a new state with the true side is returned. Each has assumed its condition
    /// and recorded its choice.
    pub(super) fn decide(&mut self, state: &mut State, condition: Value) -> Step<Sides> {
        self.decide_as(DecisionKind::Branch, state, condition)
    }

    /// The same, recorded as a decision of this kind.
    pub(super) fn decide_as(
        &mut self,
        kind: DecisionKind,
        state: &mut State,
        condition: Value,
    ) -> Step<Sides> {
        let side = |bit: bool| if bit { Sides::True } else { Sides::False };
        let condition = match condition.as_int() {
            Some(bit) => return Ok(side(bit & 1 == 1)),
            None => condition.to_term(&mut self.arena, Bits(1)),
        };
        let (when_true, when_false) = match state.path.fork(&mut self.arena, &mut self.solver, condition) {
            Fork::Settled(bit) => return Ok(side(bit)),
            Fork::Asked { when_true, when_false } => (when_true, when_false),
        };
        let is_open = |side: &Option<Side>| side.as_ref().is_some_and(Side::is_open);
        self.unless_over(is_open(&when_true) || is_open(&when_false))?;
        match (when_true, when_false) {
            (None, None) => Err(Ending::Undecided.into()),
            (None, Some(_)) => Ok(Sides::False),
            (Some(_), None) => Ok(Sides::True),
            (Some(when_true), Some(when_false)) => {
                self.scope.counts.forks += 1;
                let mut sibling = Box::new(state.fork());
                self.follow(&mut sibling, when_true, kind, 1);
                self.follow(state, when_false, kind, 0);
                Ok(Sides::Both { when_true: sibling })
            }
        }
    }

    /// Ends the path, with the ending that `error` makes, on the side on which `condition` holds, which is an
    /// error. The state goes on with the other side.
    pub(super) fn check(
        &mut self,
        state: &mut State,
        condition: Value,
        error: impl FnOnce(&Self, &State) -> Ending,
    ) -> Step {
        match self.decide_as(DecisionKind::Check, state, condition)? {
            Sides::False => Ok(()),
            Sides::True => {
                let ending = error(self, state);
                Err(self.depending_on(state, condition, ending).into())
            }
            Sides::Both { when_true } => {
                let ending = error(self, &when_true);
                let ending = self.depending_on(&when_true, condition, ending);
                self.scope.end(*when_true, ending);
                Ok(())
            }
        }
    }

    /// Gives up the part of the path on which `condition` does not hold.
    pub(super) fn require(&mut self, state: &mut State, condition: ExprId) -> Step {
        if !self.assume_if_possible(state, condition)? {
            self.scope.counts.assumed_away += 1;
            return Err(Ending::AssumedAway.into());
        }
        Ok(())
    }

    /// Assumes `condition` if it is possible, and returns whether it is.
    pub(super) fn assume_if_possible(&mut self, state: &mut State, condition: ExprId) -> Step<bool> {
        let side = state.path.side_reduced(&mut self.arena, &mut self.solver, condition);
        let Some(side) = side else { return Ok(false) };
        self.unless_over(side.is_open())?;
        self.commit(state, side, DecisionKind::Assumption);
        Ok(true)
    }

    /// Asks whether `condition` is possible for the state.
    pub(super) fn ask(&mut self, state: &State, condition: ExprId) -> Step<Answer> {
        let answer = state.path.ask(&self.arena, &mut self.solver, condition);
        self.unless_over(answer == Answer::Unknown)?;
        Ok(answer)
    }

    /// The choices that are possible for the state. `exclude` is called for each of the others.
    pub(super) fn ways<T: Copy>(
        &mut self,
        state: &State,
        choices: &[Choice<T>],
        mut exclude: impl FnMut(&mut Self, &Choice<T>),
    ) -> Step<Vec<Way<T>>> {
        let mut ways = Vec::new();
        for (number, choice) in choices.iter().enumerate() {
            match state.path.side_reduced(&mut self.arena, &mut self.solver, choice.condition) {
                Some(side) => ways.push(Way { what: choice.what, number: number as u32, side }),
                None => exclude(self, choice),
            }
        }
        self.unless_over(ways.iter().any(|way| way.side.is_open()))?;
        Ok(ways)
    }

    /// Forks: the state takes the first of several ways, and new states take the others. `go` moves each
    /// state along its way.
    pub(super) fn split<T: Copy>(
        &mut self,
        state: &mut State,
        kind: DecisionKind,
        ways: Vec<Way<T>>,
        go: impl Fn(&Self, &mut State, T),
    ) -> Step<T> {
        let mut ways = ways.into_iter();
        let Some(first) = ways.next() else { return Err(Ending::Undecided.into()) };
        self.scope.counts.forks += ways.len() as u64;
        for way in ways {
            let mut sibling = state.fork();
            self.follow(&mut sibling, way.side, kind, way.number);
            go(self, &mut sibling, way.what);
            self.scope.split_off(sibling);
        }
        self.follow(state, first.side, kind, first.number);
        go(self, state, first.what);
        Ok(first.what)
    }

    /// Puts `state` on one side of a fork.
    fn follow(&mut self, state: &mut State, side: Side, kind: DecisionKind, number: u32) {
        self.commit(state, side, kind);
        state.take_side(number);
    }

    /// Records the decision at the state's instruction, and assumes it.
    pub(super) fn commit(&mut self, state: &mut State, side: Side, kind: DecisionKind) {
        let at = self.place_with_line(state);
        if side.is_open() && state.path.witness().is_some() {
            state.unanswered = Some(Rc::new(state.fork()));
        }
        state.path.decide(&self.arena, &mut self.solver, side, kind, at);
    }

    /// Ends the path after some thousand of many small steps if the run is to end.
    pub(super) fn unless_over_after(&self, steps: u64) -> Step {
        self.unless_over(steps % 4096 == 4095)
    }

    /// Returns an error if an answer is missing because the run is over. To be called before an answer
    /// changes the state.
    fn unless_over(&self, is_open: bool) -> Step {
        if is_open && self.solver.is_over() { Err(Ending::Halted.into()) } else { Ok(()) }
    }
}
