//! A record of the questions of a run, so that they can be asked again: with other links, with another
//! backend, or while the time is measured.
//!
//! The record consists of ids of terms, so it can only be read together with the arena of its run (see
//! `Outcomes::arena` of `run`). Answers are not recorded.

use super::PathCondition;
use crate::expr::{Assignment, ExprId};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// One question as it was asked.
#[derive(Clone, Debug)]
pub struct RecordedQuestion {
    /// The conditions that the path had assumed, in order. Questions about one path share them.
    pub conditions: Arc<[ExprId]>,
    /// The values that were known to satisfy the path.
    pub witness: Option<Arc<Assignment>>,
    /// The term of width 1 of which it was asked whether it is possible on the path.
    pub condition: ExprId,
}

/// Records questions in the order in which they are asked. Clones write to the same record.
#[derive(Clone, Debug)]
pub struct Recorder {
    /// How many questions are recorded at most.
    limit: usize,
    questions: Arc<Mutex<Vec<RecordedQuestion>>>,
}

impl Recorder {
    /// An empty record with room for the first `limit` questions.
    pub fn new(limit: usize) -> Self {
        Self { limit, questions: Arc::default() }
    }

    /// Removes the questions recorded so far and returns them.
    pub fn take(&self) -> Vec<RecordedQuestion> {
        std::mem::take(&mut *self.questions())
    }

    /// Records one question.
    pub(super) fn record(&self, path: &PathCondition, witness: Option<&Assignment>, condition: ExprId) {
        let mut questions = self.questions();
        if questions.len() >= self.limit {
            return;
        }
        let last = questions.last();
        let conditions = match last {
            Some(last) if *last.conditions == *path.conditions() => Arc::clone(&last.conditions),
            _ => path.conditions().into(),
        };
        let last = last.and_then(|last| last.witness.as_ref());
        let witness = witness.map(|witness| match last {
            Some(last) if **last == *witness => Arc::clone(last),
            _ => Arc::new(witness.clone()),
        });
        questions.push(RecordedQuestion { conditions, witness, condition });
    }

    fn questions(&self) -> MutexGuard<'_, Vec<RecordedQuestion>> {
        self.questions.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expr::{Arena, SymbolKey};
    use crate::solver::{Solver, SolverOptions};
    use crate::util::Bits;

    #[test]
    fn questions_are_recorded_up_to_the_limit() {
        let recorder = Recorder::new(2);
        let record = Some(recorder.clone());
        let mut solver = Solver::new(SolverOptions { record, ..SolverOptions::default() });
        let mut arena = Arena::new();
        let byte = arena.symbol(SymbolKey { input: 0, element: 0, name: "x".into(), width: Bits(8) });
        let [zero, one] = [0, 1].map(|value| arena.constant(Bits(8), value));
        let [is_zero, is_one] = [zero, one].map(|value| arena.eq(byte, value));
        let not_zero = arena.not(is_zero);
        let mut path = PathCondition::new();
        let witness = Assignment::new();
        solver.ask(&arena, &path, Some(&witness), is_zero);
        solver.assume(&arena, &mut path, not_zero);
        solver.ask(&arena, &path, None, is_one);
        solver.ask(&arena, &path, None, is_zero);
        let questions = recorder.take();
        assert_eq!(questions.len(), 2);
        assert_eq!((questions[0].conditions.len(), questions[0].condition), (0, is_zero));
        assert_eq!(questions[0].witness.as_deref(), Some(&witness));
        assert_eq!((&*questions[1].conditions, questions[1].condition), (&[not_zero][..], is_one));
        assert!(questions[1].witness.is_none());
        assert!(recorder.take().is_empty());
    }
}
