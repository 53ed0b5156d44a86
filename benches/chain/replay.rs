//! Asks recorded questions again. Only [`Solver::ask`] is timed.

use super::corpus::Recording;
use std::time::{Duration, Instant};
use symir::internals::expr::{Arena, ExprId};
use symir::internals::solver::{Answer, Link, PathCondition, Solver, SolverOptions};

/// An answer without its values, which may differ.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Said {
    Yes,
    No,
    Unknown,
}

/// One question that was asked again.
#[derive(Copy, Clone)]
pub struct Asked {
    /// Its place in the recording.
    pub index: usize,
    pub link: Link,
    pub said: Said,
    pub time: Duration,
}

impl Asked {
    /// Whether one of the two must be wrong.
    pub fn contradicts(&self, other: &Asked) -> bool {
        self.said != other.said && self.said != Said::Unknown && other.said != Said::Unknown
    }
}

/// Asks a fresh solver every `step`th question until the answers have taken `limit`.
pub fn replay(recording: &Recording, options: SolverOptions, step: usize, limit: Duration) -> Vec<Asked> {
    let arena = &recording.run.arena;
    let mut solver = Solver::new(options);
    let mut paths = Paths::default();
    let mut answers = Vec::new();
    let mut spent = Duration::ZERO;
    for (index, question) in recording.questions.iter().enumerate().step_by(step) {
        let path = paths.after(&mut solver, arena, &question.conditions);
        let before = solver.stats().clone();
        let start = Instant::now();
        let answer = solver.ask(arena, path, question.witness.as_deref(), question.condition);
        let time = start.elapsed();
        let said = match answer {
            Answer::Yes(_) => Said::Yes,
            Answer::No => Said::No,
            Answer::Unknown => Said::Unknown,
        };
        let counted = |link: &Link| link.answers() && solver.stats().of(*link) > before.of(*link);
        let link = Link::ALL.into_iter().find(counted).expect("one link counts each question");
        answers.push(Asked { index, link, said, time });
        spent += time;
        if spent > limit {
            break;
        }
    }
    answers
}

/// The path condition after each condition of the current path. The next path continues from the conditions
/// that both paths begin with.
#[derive(Default)]
struct Paths {
    conditions: Vec<ExprId>,
    /// One more than there are conditions: the first path condition is empty.
    paths: Vec<PathCondition>,
}

impl Paths {
    fn after(&mut self, solver: &mut Solver, arena: &Arena, conditions: &[ExprId]) -> &PathCondition {
        let same = self.conditions.iter().zip(conditions).take_while(|(a, b)| a == b).count();
        self.conditions.truncate(same);
        self.paths.truncate(same + 1);
        if self.paths.is_empty() {
            self.paths.push(PathCondition::new());
        }
        for condition in &conditions[same..] {
            let mut path = self.paths[self.conditions.len()].clone();
            solver.assume(arena, &mut path, *condition);
            self.paths.push(path);
            self.conditions.push(*condition);
        }
        &self.paths[conditions.len()]
    }
}
