//! Names for the tests of a run, and on request what each is for.

use crate::exec::{DecisionKind, Machine, State};
use crate::explain::{self, Alone, Condition, Decided, EdgeOwners, InputShape, Names};
use crate::ir::{FuncId, Program};
use crate::testcase::TestCase;

/// Names a test, which an equal one may be named too; with `explains` says why it exists.
pub(super) fn explain(machine: &mut Machine, state: &State, test: &mut TestCase, explains: bool) {
    test.name = explain::name(test, &decided(machine, state));
    if !explains {
        return;
    }
    let inputs: Vec<InputShape> =
        state.inputs.iter().map(|input| InputShape { name: input.name.clone(), kind: input.kind }).collect();
    let mut conditions: Vec<Condition> = state
        .decisions
        .latest_first()
        .map(|decision| Condition {
            term: decision.condition,
            at: decision.at,
            is_assumption: decision.kind == DecisionKind::Assumption,
        })
        .collect();
    conditions.reverse();
    let terms = (&machine.arena, machine.solver.knowledge());
    test.because = explain::reasons(&machine.program, terms, &inputs, &conditions);
}

/// A test that waits for its turn, with its number in the order of discovery.
pub(super) struct Numbered {
    pub(super) number: u64,
    pub(super) test: TestCase,
}

/// Makes names unique; with `owners` tells what each test alone covers.
pub(super) struct Explainer {
    names: Names,
    owners: Option<EdgeOwners>,
    n_found: u64,
}

impl Explainer {
    pub(super) fn new(program: &Program, explains: bool) -> Self {
        let owners = explains.then(|| EdgeOwners::new(program.edges.len()));
        Self { names: Names::default(), owners, n_found: 0 }
    }

    /// Numbers a test that took each edge as often as `edges` say, in the order of the program.
    pub(super) fn found(&mut self, edges: &[u32]) -> u64 {
        if let Some(owners) = &mut self.owners {
            owners.add(self.n_found, edges.iter());
        }
        self.n_found += 1;
        self.n_found - 1
    }

    /// Makes the name of the next test in order unique.
    pub(super) fn settle(&mut self, waiting: Numbered) -> TestCase {
        let Numbered { number, mut test } = waiting;
        test.name = self.names.unique(&test.name);
        if let Some(owners) = &mut self.owners {
            owners.settle(number, &test.name);
        }
        test
    }

    /// What each test alone covers, if tests were to be explained.
    pub(super) fn alone(&self, program: &Program, functions: &[FuncId]) -> Vec<Alone> {
        self.owners.as_ref().map_or(Vec::new(), |owners| owners.report(program, functions))
    }
}

/// What the path has decided about each input.
fn decided(machine: &mut Machine, state: &State) -> Vec<Decided> {
    let mut decided: Vec<Decided> = state
        .inputs
        .iter()
        .map(|input| {
            let fixed = input.symbols.iter().map(|symbol| state.path.domain(*symbol).len() == 1).collect();
            Decided { matters: false, fixed }
        })
        .collect();
    for decision in
        state.decisions.latest_first().filter(|decision| decision.kind != DecisionKind::Assumption)
    {
        for symbol in machine.solver.knowledge().support(&machine.arena, decision.condition).iter() {
            let input = machine.arena.symbol_key(*symbol).input as usize;
            decided[input].matters = true;
        }
    }
    decided
}
