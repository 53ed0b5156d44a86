//! A run that merges states, as a way to find inputs. If a loop forks in each turn, as that of a checksum
//! does, there are too many paths to explore, and no branch tells a native search how near it is. Few merged
//! states stand for all these paths.
//!
//! Merging makes conditions hard to solve, so it gets a share of the time once, and only if other ways have
//! left sides without a test. The paths of its tests are not merged, and the inputs are followed like those
//! of a native search.

use super::{Options, Progress, Receiver, computes_with_floats, run};
use crate::engine::{Budget, Flow, GivenInputs, Limits};
use crate::exec::ExecOptions;
use crate::ir::{EdgeId, Program};
use crate::readable::{self, Method};
use crate::search::Strategy;
use crate::solver::{QueryLimit, SolverOptions};
use crate::testcase::TestCase;
use crate::util::Deadline;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

/// The share of the remaining time that it may take, and the most time.
const SHARE: f64 = 0.3;
const MOST_TIME: Duration = Duration::from_secs(3);
/// The most instructions and paths of the run. Where merging helps, few are needed: 20,000 instructions for a
/// checksum over four bytes.
const INSTRUCTIONS: u64 = 100_000;
const PATHS: u64 = 1_000;
/// How many conflicts a solver may have for one question.
const CONFLICTS: u64 = 5_000;

/// Keeps the tests that take edges which no test took before.
struct Collector<'a> {
    is_taken: &'a dyn Fn(EdgeId) -> bool,
    seen: BTreeSet<u32>,
    found: Vec<GivenInputs>,
}

impl Receiver for Collector<'_> {
    fn found(&mut self, test: &TestCase) -> Flow {
        let edges = test.path.iter().map(|(edge, _)| *edge);
        let new = edges.filter(|edge| !(self.is_taken)(EdgeId::new(*edge as usize)));
        let n_before = self.seen.len();
        self.seen.extend(new);
        if self.seen.len() > n_before {
            self.found.push(GivenInputs::of(test));
        }
        Flow::Continue
    }

    fn in_order(&mut self, _: &TestCase) -> Flow {
        Flow::Continue
    }

    fn progress(&mut self, _: &Progress) {}
}

/// The inputs of paths that take edges which no test takes, found by merging the states of a run with these
/// options. There are none if the program computes with floats, since merged conditions over these are too
/// hard for solvers.
pub fn merged_inputs(
    program: &Arc<Program>,
    options: &Options,
    deadline: &Deadline,
    is_taken: &dyn Fn(EdgeId) -> bool,
) -> Vec<GivenInputs> {
    if computes_with_floats(program) {
        return Vec::new();
    }
    let most = deadline.left().map_or(SHARE, |left| MOST_TIME.div_duration_f64(left.max(MOST_TIME)));
    let budget = Budget {
        deadline: deadline.within(SHARE.min(most)),
        paths: Some(PATHS),
        instructions: Some(INSTRUCTIONS),
        ..Budget::default()
    };
    let limit = QueryLimit { conflicts: Some(CONFLICTS), ..options.solver.limit };
    let options = Options {
        merge: true,
        workers: 1,
        budget,
        limits: Limits::default(),
        strategy: Strategy::default(),
        solver: SolverOptions { limit, ..options.solver.clone() },
        exec: ExecOptions { split_results: false, ..options.exec.clone() },
        readable: readable::Options { method: Method::Witness, ..options.readable.clone() },
        // The edges of a path are part of what a native run is compared with.
        replay: true,
        target: None,
        property: None,
        base_choice: false,
        checkpoint: None,
        resume: None,
        explain: false,
        covered_by: false,
        seeker: None,
        ..options.clone()
    };
    let mut collector = Collector { is_taken, seen: BTreeSet::new(), found: Vec::new() };
    match run(program, &options, &mut collector) {
        Ok(_) => collector.found,
        // The run around it says why.
        Err(_) => Vec::new(),
    }
}
