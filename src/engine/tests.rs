//! The worker loop on programs of a few instructions: what is found, in which order, and why it ends.

use super::{
    Budget, DecisionPath, EdgeSets, Exhausted, Flow, GivenInput, GivenInputs, Lead, Limits, Observer, Pool,
    Sink, SpillSlot, Task, Wanted, Work, Worker,
};
use crate::exec::{Ending, ExecOptions, Machine, Start, State};
use crate::ir::{CType, FileId, Program, Signature, SourceFile, TypeId, text};
use crate::search::{Covered, Goal, Graph, Part, Scene, Strategy};
use crate::solver::SolverOptions;
use crate::util::Rng;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Asks three bits of an input, one after the other, and returns how many are set.
const BITS: &str = "
    constant @x: 2 bytes align 1 = \"x\"
    declare symir_int(%0: 64) -> 1
    function main() -> 1
    b0:
      %0 = call symir_int(@x: pointer64) -> 1
      jump b1 {%1 = 0; %2 = 1; %3 = 0}
    b1:
      %4 = and.32 %0, %2
      %5 = icmp-ne.32 %4, 0
      branch %5 ? b2 : b3
    b2:
      %6 = add.32 %1, 1
      jump b3 {%1 = %6}
    b3:
      %7 = shl.32 %2, 1
      %8 = add.32 %3, 1
      %9 = icmp-eq.32 %8, 3
      branch %9 ? b4 : b1 {%2 = %7; %3 = %8}
    b4:
      ret %1";

/// A path as the worker reported it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Told {
    decision_path: Vec<u32>,
    ending: &'static str,
}

/// Keeps what a worker reports.
#[derive(Default)]
struct Log {
    told: Vec<Told>,
    edges: BTreeSet<usize>,
    settled: Vec<Vec<u32>>,
    kept: u64,
    waiting: Vec<Option<SpillSlot>>,
    frontier: Vec<DecisionPath>,
    stops_after: Option<usize>,
    /// The inputs that the first search finds.
    given: Vec<GivenInputs>,
}

impl Sink for Log {
    fn ended(&mut self, machine: &mut Machine, state: &State, ending: Ending) -> Flow {
        let ending = match ending {
            Ending::Returned(_) => "returned",
            Ending::Limit(_) => "limit",
            Ending::Budget(_) => "budget",
            _ => "other",
        };
        if let Some(witness) = state.path.witness() {
            let analysis = machine.solver.analysis();
            assert!(analysis.all_hold(&machine.arena, witness, state.path.conditions()));
        }
        self.edges.extend(state.edges.iter().map(|(edge, _)| edge));
        self.told.push(Told { decision_path: state.decision_path.clone(), ending });
        match self.stops_after {
            Some(most) if self.told.len() >= most => Flow::Stop,
            _ => Flow::Continue,
        }
    }

    fn park(&mut self, _: &mut Machine, _: &State) -> Option<SpillSlot> {
        self.kept += 1;
        Some(SpillSlot(self.kept))
    }

    fn rehearse(&mut self, _: &mut Machine, _: &State) {}

    fn ended_waiting(&mut self, slot: Option<SpillSlot>, _: &str) -> Flow {
        self.waiting.push(slot);
        Flow::Continue
    }

    fn left(&mut self, _: &mut Machine, _: &State) {}

    fn snapshot(&mut self, frontier: Vec<DecisionPath>, is_last: bool) {
        assert!(is_last, "nobody has asked");
        self.frontier = frontier;
    }
}

impl Lead for Log {
    fn gather(&mut self) -> Flow {
        Flow::Continue
    }

    fn settled(&mut self, decision_path: &[u32]) -> Flow {
        self.settled.push(decision_path.to_vec());
        Flow::Continue
    }

    fn seek(&mut self, _: u64) -> Vec<GivenInputs> {
        std::mem::take(&mut self.given)
    }

    fn progress(&mut self, _: &Machine, _: &Pool) {}
}

/// Inputs of 32 bits.
fn given(numbers: &[u32]) -> GivenInputs {
    let input = |number: &u32| GivenInput { bytes: number.to_le_bytes().to_vec(), ..GivenInput::default() };
    GivenInputs { inputs: numbers.iter().map(input).collect(), ..GivenInputs::default() }
}

fn task(text: &str) -> Task {
    let mut program = text::program(text);
    // Coverage counts only code of the source.
    program.files.push(SourceFile { name: "t.c".to_owned(), directory: String::new() });
    program.types.push(CType::Void);
    let (file, result) = (FileId::new(0), TypeId::new(0));
    for function in program.functions.iter_mut().filter(|function| function.entry.is_some()) {
        let (params, param_names) = (Vec::new(), Vec::new());
        function.signature = Some(Signature { file, line: 1, result, params, param_names });
    }
    let program: Arc<Program> = Arc::new(program);
    let made = Arc::clone(&program);
    let make = move || {
        let mut machine = Machine::new(Arc::clone(&made), SolverOptions::default(), ExecOptions::default());
        let states = machine.start(made.function_named("main").expect("there is a main"), &Start::default());
        (machine, states)
    };
    let graph = Arc::new(Graph::new(&program));
    Task {
        make: Box::new(make),
        strategy: Strategy::default(),
        weights: Default::default(),
        budget: Budget::default(),
        limits: Limits::default(),
        merge: false,
        wanted: Wanted::default(),
        seeks: false,
        explores: true,
        searches_first: false,
        rng: Rng::from_seed(0),
        scene: Scene { graph, covered: Arc::new(Covered::new(&program)), goal: None },
        program,
    }
}

/// What a run reported, what it did, and why it ended. It begins with `frontier`, or at the program's start.
fn explore_from(
    task: Task,
    frontier: Option<&[DecisionPath]>,
    mut log: Log,
) -> (Log, Work, Option<Exhausted>) {
    let pool = Arc::new(Pool::default());
    let mut worker = Worker::new(Arc::new(task), Arc::clone(&pool));
    match frontier {
        Some(frontier) => worker.resume(frontier),
        None => worker.begin(),
    }
    worker.explore(&mut Observer::Lead(&mut log));
    (log, worker.finish().work, pool.exhausted())
}

fn explore(task: Task) -> (Log, Work, Option<Exhausted>) {
    explore_from(task, None, Log::default())
}

fn told(decision_path: &[u32], ending: &'static str) -> Told {
    Told { decision_path: decision_path.to_vec(), ending }
}

fn all_paths() -> Vec<Told> {
    let bit = |number: u32, at: u32| number >> at & 1;
    (0..8).map(|number| told(&[bit(number, 2), bit(number, 1), bit(number, 0)], "returned")).collect()
}

#[test]
fn depth_first_finds_every_path_once_in_the_order_of_decision_paths() {
    let (log, work, exhausted) = explore(task(BITS));
    assert_eq!(log.told, all_paths());
    assert_eq!((work.stats.forks, exhausted), (7, None));
    assert!(log.settled.is_sorted() && log.frontier.is_empty() && log.waiting.is_empty());
}

#[test]
fn every_strategy_finds_the_same_paths() {
    for (part, name) in Part::named() {
        if part == Part::Target {
            continue;
        }
        let (mut log, _, _) = explore(Task { strategy: Strategy::just(part), ..task(BITS) });
        log.told.sort();
        assert_eq!(log.told, all_paths(), "{name}");
    }
}

#[test]
fn a_budget_ends_the_run_and_waiting_states_have_tests() {
    let budget = Budget { paths: Some(3), ..Budget::default() };
    let (log, _, exhausted) = explore(Task { budget, ..task(BITS) });
    assert_eq!(exhausted, Some(Exhausted::Paths));
    let (ended, waiting) = log.told.split_at(3);
    assert_eq!(ended, &all_paths()[..3]);
    assert_eq!(waiting, [told(&[0, 1, 1], "budget"), told(&[1], "budget")]);
    // A later run that begins there finds the others, each once.
    let (mut later, work, exhausted) = explore_from(task(BITS), Some(&log.frontier), Log::default());
    later.told.sort();
    assert_eq!((later.told.as_slice(), exhausted), (&all_paths()[3..], None));
    assert!(work.replayed > 0 && work.diverged == 0);
}

#[test]
fn of_waiting_states_that_differ_in_no_edge_one_has_a_test() {
    let wide = BITS.replace("icmp-eq.32 %8, 3", "icmp-eq.32 %8, 16");
    let waiting = |wanted| {
        let budget = Budget { instructions: Some(2_000), ..Budget::default() };
        let strategy = Strategy::just(Part::BreadthFirst);
        let (log, _, exhausted) = explore(Task { budget, wanted, strategy, ..task(&wide) });
        assert_eq!(exhausted, Some(Exhausted::Instructions));
        (log.told.len(), log.edges, log.frontier.len())
    };
    let (all, sparing) = (waiting(Wanted::All), waiting(Wanted::Ended(EdgeSets::default())));
    assert_eq!((&sparing.1, sparing.2), (&all.1, all.2), "the same edges, and as many wait");
    assert!(all.0 > 64 && sparing.0 <= 16, "{} and {}", all.0, sparing.0);
}

#[test]
fn an_instruction_budget_is_counted_over_all_paths() {
    let budget = Budget { instructions: Some(30), ..Budget::default() };
    let (log, work, exhausted) = explore(Task { budget, ..task(BITS) });
    assert_eq!(exhausted, Some(Exhausted::Instructions));
    assert!(work.stats.instructions >= 30 && log.told.len() < 8 + 1);
}

#[test]
fn who_takes_no_more_tests_is_given_none() {
    let log = Log { stops_after: Some(2), ..Log::default() };
    let (log, _, exhausted) = explore_from(task(BITS), None, log);
    assert_eq!((log.told.len(), exhausted), (2, Some(Exhausted::Stopped)));
}

#[test]
fn limits_of_paths_end_them_with_tests() {
    let limits = Limits { depth: Some(1), ..Limits::default() };
    let (log, _, exhausted) = explore(Task { limits, ..task(BITS) });
    let limited: Vec<Told> =
        [[0, 0], [0, 1], [1, 0], [1, 1]].iter().map(|decision_path| told(decision_path, "limit")).collect();
    assert_eq!((log.told, exhausted), (limited, None));
    let limits = Limits { forks: Some(1), ..Limits::default() };
    let (log, _, _) = explore(Task { limits, ..task(BITS) });
    assert_eq!(log.told.iter().filter(|told| told.ending == "returned").count(), 2, "one way at later forks");
}

#[test]
fn merged_paths_have_a_test_for_every_edge() {
    let (plain, _, _) = explore(task(BITS));
    let (merged, work, _) = explore(Task { merge: true, ..task(BITS) });
    assert_eq!(merged.edges, plain.edges);
    assert!(
        merged.told.len() < plain.told.len() && work.merged == 3,
        "{} and {}",
        merged.told.len(),
        work.merged
    );
    assert!(merged.told.iter().all(|told| plain.told.contains(told)));
}

#[test]
fn a_target_gives_the_shortest_way_alone() {
    let text = BITS.replace("b4:", "b4:\n call found() -> 0\n") + "\nfunction found() -> 0\nb0:\n ret ";
    let mut task = task(&text);
    let goal = Goal::find(&task.program, &task.scene.graph, "found").expect("the function has code");
    task.scene.goal = Some(Arc::new(goal));
    task.strategy = Strategy::just(Part::Target);
    let (log, _, _) = explore(task);
    assert_eq!(log.told.last(), Some(&told(&[0, 0, 0], "returned")));
    assert!(log.waiting.is_empty());
}

/// Asks for the factors of a product of two primes, and then whether the first of them is the smaller one.
const FACTORS: &str = "
    constant @x: 2 bytes align 1 = \"x\"
    constant @y: 2 bytes align 1 = \"y\"
    declare symir_int(%0: 64) -> 1
    function main() -> 1
    b0:
      %0 = call symir_int(@x: pointer64) -> 1
      %1 = call symir_int(@y: pointer64) -> 1
      %2 = and.32 %0, 65535
      %3 = and.32 %1, 65535
      %4 = zext.32.64 %2
      %5 = zext.32.64 %3
      %6 = mul.64 %4, %5
      %7 = icmp-eq.64 %6, 1978250941
      branch %7 ? b1 : b2
    b1:
      %8 = icmp-ult.32 %2, %3
      branch %8 ? b2 : b3
    b2:
      ret 0
    b3:
      ret 1";

#[test]
fn a_question_that_takes_long_is_left_for_later_while_a_search_stands_by() {
    let (mut alone, work, _) = explore(task(FACTORS));
    assert_eq!(work.postponed, 0);
    let (mut beside, work, exhausted) = explore(Task { seeks: true, ..task(FACTORS) });
    assert!(work.postponed > 0 && work.diverged == 0, "{work:?}");
    assert_eq!(exhausted, None);
    alone.told.sort();
    beside.told.sort();
    assert_eq!(beside.told, alone.told, "and no path is lost");
    // The run may end before. Then the state whose question was left for later is among those that wait.
    let budget = Budget { paths: Some(1), ..Budget::default() };
    let (log, work, _) = explore(Task { seeks: true, budget, ..task(FACTORS) });
    assert_eq!(log.told.len() + log.waiting.len(), if work.postponed > 0 { 2 } else { 1 });
}

#[test]
fn what_a_search_finds_has_its_siblings_explored_first() {
    let searched = || Task { seeks: true, searches_first: true, ..task(BITS) };
    let log = Log { given: vec![given(&[7])], ..Log::default() };
    let (log, work, _) = explore_from(searched(), None, log);
    let first: Vec<&[u32]> = log.told.iter().take(2).map(|told| &told.decision_path[..]).collect();
    assert_eq!(first, [[1, 1, 1], [1, 1, 0]], "the nearest one first");
    let mut told = log.told;
    told.sort();
    // The other side of the first bit was there before.
    assert_eq!((told, work.siblings, work.stats.forks), (all_paths(), 2, 7 - 2), "and no path twice");
}

#[test]
fn a_question_that_a_search_has_answered_is_asked_no_more() {
    let (mut alone, ..) = explore(task(FACTORS));
    let log = Log { given: vec![given(&[37_781, 52_361])], ..Log::default() };
    let (mut beside, work, _) =
        explore_from(Task { seeks: true, searches_first: true, ..task(FACTORS) }, None, log);
    alone.told.sort();
    beside.told.sort();
    assert_eq!(beside.told, alone.told);
    // It was left for later once, and never taken up.
    assert_eq!((work.solver.unknown, work.postponed, work.replayed < 200), (1, 1, true), "{work:?}");
}
