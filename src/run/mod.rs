//! One run: from a program to its tests.
//!
//! Wires the layers below together: a worker explores, each ended path gets readable values, becomes a
//! [`TestCase`] and is counted. Where tests go is the receiver's business.

mod explaining;
mod named;
mod narrowing;
mod summary;
mod uncovered;

pub use summary::{BugReport, Summary, Uncovered, UnsupportedReport};

use crate::coverage::{Coverage, Detail, Place, Report};
use crate::engine::{Budget, Exhausted, Flow, Sink, Worker};
use crate::exec::{Ending, ExecOptions, Machine, Observer, RecordedCall, Start, State, Worlds};
use crate::explain::Alone;
use crate::expr::{Arena, Assignment, Script};
use crate::ir::{FuncId, Program, reachable_functions};
use crate::readable::words::Speller;
use crate::readable::{self, Choice, Method, Probes, Symbols};
use crate::search::Strategy;
use crate::solver::{Disagreement, SolverOptions};
use crate::testcase::{Input, InputKind, Outcome, TestCall, TestCase};
use crate::util::Rng;
use explaining::{Explainer, Numbered};
use narrowing::Narrowing;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Instant;
use uncovered::Observed;

/// How to run.
#[derive(Clone, Debug, Default)]
pub struct Options {
    pub strategy: Strategy,
    pub solver: SolverOptions,
    pub exec: ExecOptions,
    pub readable: readable::Options,
    pub budget: Budget,
    /// The arguments and the environment of the program.
    pub start: Start,
    /// What the program sees of the machine that we run on.
    pub worlds: Worlds,
    pub seed: u64,
    /// Whether tests carry the path condition in the terms of the source, and the outcomes what each alone covers.
    pub explain: bool,
    /// Whether tests carry what a native run is compared with.
    pub replay: bool,
    /// Whether the outcomes tell which tests cover which line; it takes one bit for each test and edge.
    pub covered_by: bool,
}

/// Why a program cannot be run at all.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error(
        "the program has no function `main`; a driver is an ordinary C program whose `main` declares the \
         inputs and calls the function under test (see drivers/symir.h)"
    )]
    NoMain,
}

/// The receiver of tests.
pub trait Receiver {
    /// A test, at once when its path has ended: in the order of discovery. Its name may be that of another test too.
    fn found(&mut self, test: &TestCase) -> Flow;

    /// A test, when no test that stands before it can come any more: in the order of trails. Its name is unique.
    fn in_order(&mut self, test: &TestCase) -> Flow;

    /// The state of the run, every now and then.
    fn progress(&mut self, progress: &Progress);
}

/// Numbers for a progress line.
#[derive(Copy, Clone, Debug)]
pub struct Progress {
    pub n_tests: u64,
    pub n_waiting: usize,
    pub instructions: u64,
    pub questions: u64,
}

/// What a run gives besides its tests.
pub struct Outcomes {
    pub summary: Summary,
    /// Coverage of the functions under test.
    pub coverage: Report,
    /// Every line and side of a branch of that report.
    pub places: Vec<Place>,
    /// Why some are not covered and, if asked for, which tests cover the others.
    pub detail: Detail,
    /// What each test alone covers, if tests were to be explained.
    pub alone: Vec<Alone>,
    /// Two backends that disagree, with the question as SMT-LIB text.
    pub disagreement: Option<(Disagreement, String)>,
    /// The terms of the run: what a [`crate::solver::Recorder`] recorded is about them.
    pub arena: Arena,
}

/// Runs `main` of the program and gives every test to `receiver`.
pub fn run(
    program: &Arc<Program>,
    options: &Options,
    receiver: &mut dyn Receiver,
) -> Result<Outcomes, Error> {
    let start = Instant::now();
    let has_body = |function: &FuncId| program.functions[function.index()].entry.is_some();
    let main = program.function_named("main").filter(has_body).ok_or(Error::NoMain)?;
    let machine = Machine::new(Arc::clone(program), options.solver.clone(), options.exec.clone());
    let mut machine = machine.with_host(options.worlds.make());
    let states = machine.start(main, &options.start);
    let mut worker = Worker::new(machine, states, options.strategy, options.budget.clone());
    let mut collector = Collector {
        options,
        rng: Rng::from_seed(options.seed),
        receiver,
        speller: (options.readable.method == Method::Words)
            .then(|| Speller::new(Arc::clone(&options.readable.language), named::words(program))),
        unsettled: BTreeMap::new(),
        explainer: Explainer::new(program, options.explain),
        observed: Observed::new(program, options.covered_by),
        summary: Summary::default(),
        edges: vec![0; program.edges.len()],
        tested: BTreeSet::new(),
    };
    let exhausted = worker.explore(&mut collector);
    let Collector { mut summary, edges, tested, explainer, observed, .. } = collector;
    let machine = worker.machine();
    let roots: Vec<FuncId> = if tested.is_empty() { vec![main] } else { tested.into_iter().collect() };
    let reported = reachable_functions(program, &roots);
    let mut coverage = Coverage::new(program, &reported);
    coverage.add_runs(&edges, summary.tests);
    summary.functions = roots.iter().map(|root| program.functions[root.index()].name.clone()).collect();
    summary.exhausted = exhausted.map(Exhausted::words);
    summary.ended_by_budget = exhausted.is_some();
    summary.instructions = machine.stats.instructions;
    summary.forks = machine.stats.forks;
    summary.assumed_away = machine.stats.assumed_away;
    summary.approximations.clone_from(&machine.stats.approximations);
    summary.set_solver(machine.solver.stats(), &options.solver);
    summary.terms = machine.arena.len();
    summary.waiting_states = worker.waiting_peak().states;
    summary.bytes_per_state = worker.waiting_peak().bytes_per_state;
    summary.set_coverage(&coverage.report().totals());
    (summary.code, summary.code_covered) = code(program, &reported, &edges);
    summary.seconds = start.elapsed().as_secs_f64();
    let disagreement = machine.solver.disagreement().map(|disagreement| {
        (disagreement.clone(), Script::new(&machine.arena, &disagreement.conditions).to_string())
    });
    let mut machine = worker.into_machine();
    let detail = observed.detail(&mut machine, &coverage);
    summary.set_uncovered(&detail);
    let arena = machine.arena;
    let alone = explainer.alone(program, &reported);
    let places = coverage.places();
    Ok(Outcomes { summary, coverage: coverage.report(), places, detail, alone, disagreement, arena })
}

/// The instructions of functions, and those of blocks that were entered.
fn code(program: &Program, functions: &[FuncId], edge_counts: &[u64]) -> (usize, usize) {
    let mut is_entered = vec![false; program.blocks.len()];
    for (edge, count) in program.edges.iter().zip(edge_counts) {
        is_entered[edge.to.index()] |= *count > 0;
    }
    let blocks = functions.iter().flat_map(|function| program.functions[function.index()].blocks.clone());
    blocks.fold((0, 0), |(all, covered), block| {
        let n = {
            let block = &program.blocks[block as usize];
            block.end.index() - block.first.index()
        };
        (all + n, covered + if is_entered[block as usize] { n } else { 0 })
    })
}

/// Turns ended paths into tests.
struct Collector<'a> {
    options: &'a Options,
    rng: Rng,
    receiver: &'a mut dyn Receiver,
    /// Writes words, if words are wanted.
    speller: Option<Speller>,
    /// Tests that may have to wait for one that stands before them.
    unsettled: BTreeMap<Vec<u32>, Numbered>,
    explainer: Explainer,
    observed: Observed,
    summary: Summary,
    /// How often all tests together took each edge.
    edges: Vec<u64>,
    /// Functions that were called under test.
    tested: BTreeSet<FuncId>,
}

impl Sink for Collector<'_> {
    fn ended(&mut self, machine: &mut Machine, state: &State, ending: Ending) -> Flow {
        self.observed.ended(&machine.program, state, &ending);
        match ending {
            Ending::AssumedAway => return Flow::Continue,
            Ending::Undecided => {
                self.summary.undecided += 1;
                return Flow::Continue;
            }
            _ => self.summary.paths += 1,
        }
        let Some(values) = self.choose_values(machine, state, &ending) else {
            self.summary.undecided += 1;
            return Flow::Continue;
        };
        let test = test_case(machine, state, ending, &values, self.options.replay);
        self.count(state, &test);
        let found = self.explainer.found(machine, state, test);
        self.observed.found(found.number, state);
        let flow = self.receiver.found(&found.test);
        self.unsettled.insert(found.test.trail.clone(), found);
        flow
    }

    fn settled(&mut self, trail: Option<&[u32]>) -> Flow {
        while let Some(first) = self.unsettled.first_entry() {
            if trail.is_some_and(|trail| first.key().as_slice() > trail) {
                break;
            }
            let waiting = first.remove();
            let number = waiting.number;
            let test = self.explainer.settle(waiting);
            self.observed.settled(number, &test);
            if self.receiver.in_order(&test) == Flow::Stop {
                return Flow::Stop;
            }
        }
        Flow::Continue
    }

    fn progress(&mut self, machine: &Machine, n_waiting: usize) {
        self.receiver.progress(&Progress {
            n_tests: self.summary.tests,
            n_waiting,
            instructions: machine.stats.instructions,
            questions: machine.solver.stats().asked(),
        });
    }
}

impl Collector<'_> {
    /// Values that take the path: readable ones, chosen by the path condition and the seed alone. A path
    /// that a budget ended gets its witness, which costs nothing. `None` where nobody could say whether the
    /// path is possible.
    fn choose_values(&mut self, machine: &mut Machine, state: &State, ending: &Ending) -> Option<Assignment> {
        if matches!(ending, Ending::Budget(_)) {
            return state.witness.as_deref().cloned();
        }
        // After an unknown answer one more question decides: without any values there is no test to be made readable.
        let found = match &state.witness {
            Some(_) => None,
            None => Some(machine.solver.find_witness(&machine.arena, &state.path)?),
        };
        let witness = state.witness.as_deref().or(found.as_ref());
        let inputs: Vec<Symbols> = state
            .inputs
            .iter()
            .map(|input| Symbols { kind: input.kind, symbols: input.symbols.clone() })
            .collect();
        let rng = self.rng.split(state.trail_hash());
        let written = self.speller.as_ref().map(|speller| {
            speller.write(&machine.arena, machine.solver.knowledge(), &state.path, &inputs, &rng)
        });
        let options = &self.options.readable;
        let arena = &mut machine.arena;
        let mut narrowing = Narrowing::new(&mut machine.solver, state.path.clone(), witness.cloned());
        let choice = match written {
            Some(written) if written.open.is_empty() => {
                Ok(Choice { values: written.values, probes: Probes::default() })
            }
            Some(written) => readable::complete(arena, &mut narrowing, &inputs, written, options, &rng),
            None => readable::choose(arena, &mut narrowing, &inputs, options, &rng),
        };
        let values = match choice {
            Ok(choice) => {
                self.summary.probes += choice.probes.asked;
                Some(choice.values)
            }
            Err(unsettled) => {
                self.summary.probes += unsettled.probes.asked;
                None
            }
        };
        // Conservative always: the values must satisfy every condition of the path.
        let knowledge = machine.solver.knowledge();
        let mut holds =
            |values: &Assignment| knowledge.all_hold(&machine.arena, values, state.path.conditions());
        let chosen = values.filter(&mut holds);
        if chosen.is_none() {
            self.summary.unreadable += 1;
        }
        chosen.or_else(|| witness.filter(|witness| holds(witness)).cloned())
    }

    fn count(&mut self, state: &State, test: &TestCase) {
        self.summary.count(test);
        for (sum, count) in self.edges.iter_mut().zip(state.edges.iter()) {
            *sum += u64::from(*count);
        }
        self.tested.extend(state.calls.iter().map(|call| call.function));
    }
}

/// An ended path under an assignment, as plain data.
fn test_case(
    machine: &Machine,
    state: &State,
    ending: Ending,
    values: &Assignment,
    replay: bool,
) -> TestCase {
    let mut observer = Observer::new(machine, values);
    let mut observe = |call: &RecordedCall| {
        let footprint = if replay { observer.footprint(call, &state.inputs) } else { None };
        TestCall { footprint: footprint.map(Box::new), ..observer.call(call) }
    };
    let calls = state.calls.iter().map(|call| observe(call)).collect();
    let edges = (0..).zip(state.edges.iter().copied()).filter(|(_, count)| replay && *count > 0);
    let outcome = match ending {
        Ending::Returned(value) => Outcome::Returned(observer.status(value)),
        Ending::Exited(value) => Outcome::Exited(observer.status(value)),
        Ending::Bug(bug) => Outcome::Bug(bug),
        Ending::Unsupported { what, site } => Outcome::Unsupported { what, site },
        Ending::Budget(reason) => Outcome::Budget(reason),
        Ending::AssumedAway | Ending::Undecided => unreachable!("invariant: such paths give no test"),
    };
    let inputs: Vec<Input> = state
        .inputs
        .iter()
        .map(|input| {
            let mut bytes = Vec::new();
            for symbol in &input.symbols {
                let width = machine.arena.symbol_key(*symbol).width;
                let value = values.get(*symbol).to_le_bytes();
                bytes.extend_from_slice(&value[..width.to_bytes().0 as usize]);
            }
            if input.kind == InputKind::String {
                bytes.push(0);
            }
            Input { name: input.name.to_string(), kind: input.kind, bytes }
        })
        .collect();
    let names_address = |input: &Input| {
        let address = input.bytes.first_chunk().map(|bytes| u64::from_le_bytes(*bytes));
        matches!(input.kind, InputKind::Integer { .. })
            && address.is_some_and(|at| state.memory.find(at).is_some())
    };
    TestCase {
        names_address: inputs.iter().any(names_address),
        inputs,
        calls,
        trail: state.trail.clone(),
        unconfirmed: state.unconfirmed,
        path: edges.collect(),
        ..TestCase::new(outcome)
    }
}
