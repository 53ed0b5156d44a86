//! One run: from a program to its tests.
//!
//! Connects the layers below: workers explore paths, and each path that has ended gets readable values,
//! becomes a [`TestCase`] and is counted. The receiver decides where tests go.

mod base_choice;
mod capitals;
mod crew;
mod explaining;
mod finder;
mod gatherer;
mod guide;
mod identity;
mod journal;
mod merging;
mod named;
mod narrowing;
mod pointers;
mod quest;
mod spill_file;
mod summary;
#[cfg(test)]
mod tests;
mod uncovered;

pub use explaining::{Completed, Covering};
pub use guide::{Guide, Seeker};
pub use merging::merged_inputs;
pub(crate) use spill_file::SpillFile;
pub use summary::{BugReport, LateType, Summary, Uncovered, UnsupportedReport};

use crate::coverage::{Coverage, CoveragePoint, Detail, Gap, Report};
use crate::engine::{
    Budget, EdgeSets, Exhausted, Flow, Limits, News, Observer, Pool, Task, Wanted, Weights, Work, Worker,
};
pub use crate::engine::{GivenInput, GivenInputs, bits_at};
use crate::exec::{ExecOptions, Machine, Start, Unknown, Worlds, unset_name};
use crate::explain::Alone;
use crate::expr::Arena;
use crate::ir::{EdgeId, FuncId, Op, Program, reachable_functions};
use crate::readable;
use crate::search::{Covered, Goal, Graph, Part, Scene, Strategy};
use crate::solver::{Disagreement, SolverOptions};
use crate::testcase::{Property, TestCase};
use crate::util::Rng;
use crew::{Finished, Local, Report as WorkerReport, Shared};
use finder::Finder;
use gatherer::Gatherer;
use journal::Journal;
use quest::Quest;
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::sync_channel;
use std::time::Instant;
use uncovered::Stops;

/// How many tests may be on their way to the first worker before the other workers wait for it.
const MOST_ON_THE_WAY: usize = 1024;
/// Bytes of the stack of a worker's thread: as much as the main thread has.
const STACK: usize = 8 << 20;

/// How to run.
#[derive(Clone, Debug, Default)]
pub struct Options {
    pub strategy: Strategy,
    /// How often late forks, which decide the type of an object, and the states from such forks have their
    /// turn.
    pub weights: Weights,
    pub solver: SolverOptions,
    pub exec: ExecOptions,
    pub readable: readable::Options,
    pub budget: Budget,
    pub limits: Limits,
    /// How many workers explore at once, at most; zero means one.
    pub workers: usize,
    /// Whether states are merged where the sides of a branch meet; `Task::merge` says what this excludes.
    pub merge: bool,
    /// A line, `file.c:12`, or a function: the run looks for the shortest test that comes there, and for no
    /// other.
    pub target: Option<String>,
    /// What tests have to cover. The run ends when they do.
    pub property: Option<Property>,
    /// Whether a path that waits when the run ends has a test only if no other test takes the same set of
    /// edges.
    pub few_unfinished: bool,
    /// Whether a test that people see and that leaves a function early gets a second one beside it. That one
    /// takes the same path with the inputs of a test that goes on, as far as the path allows it.
    pub base_choice: bool,
    /// The file that records how far the run has come.
    pub checkpoint: Option<PathBuf>,
    /// The checkpoint of an earlier run, from which to go on.
    pub resume: Option<PathBuf>,
    /// The arguments and the environment of the program.
    pub start: Start,
    /// What the program sees of the machine that we run on.
    pub worlds: Worlds,
    pub seed: u64,
    /// Whether tests contain the path condition in terms of the source, and the outcomes what only one test
    /// covers.
    pub explain: bool,
    /// Whether tests contain what a native run is compared with.
    pub replay: bool,
    /// Whether the outcomes tell which tests cover which line; it takes one bit for each test and edge.
    pub covered_by: bool,
    /// The guide that is asked for inputs, if there is one, and whether paths are explored beside it.
    pub seeker: Option<Seeker>,
}

/// Why a program cannot be run at all.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error(
        "the program has no function `main`; a driver is an ordinary C program whose `main` declares the \
         inputs and calls the function under test (see drivers/symir.h)"
    )]
    NoMain,
    #[error(
        "the program has no code at `{0}`; a target is a line with code, such as parse.c:12, or a function with a body"
    )]
    NoTarget(String),
    #[error("the checkpoint {}: {why}", path.display())]
    Checkpoint { path: PathBuf, why: String },
}

/// The receiver of tests.
pub trait Receiver {
    /// Receives a test as soon as its path has ended: in the order of discovery. Another test may have the
    /// same name.
    fn found(&mut self, test: &TestCase) -> Flow;

    /// Receives a test when no other test that stands before it can come any more: in the order of decision
    /// paths. Its name is unique.
    fn in_order(&mut self, test: &TestCase) -> Flow;

    /// Receives the state of the run, every now and then.
    fn progress(&mut self, progress: &Progress);
}

/// Numbers for a progress line.
#[derive(Copy, Clone, Debug)]
pub struct Progress {
    pub n_tests: u64,
    /// Paths that have ended.
    pub n_paths: u64,
    pub n_waiting: usize,
    pub n_workers: usize,
    pub instructions: u64,
    /// Questions of the first worker.
    pub questions: u64,
    /// Edges of the program's own code that paths have taken, and how many such edges there are.
    pub covered: u64,
    pub edges: u64,
    /// Bytes of memory of the process.
    pub resident: u64,
    pub seconds: f64,
}

/// The results of a run besides its tests.
pub struct Outcomes {
    pub summary: Summary,
    /// Coverage of the functions under test.
    pub coverage: Report,
    /// Every line and side of a branch of that report.
    pub points: Vec<CoveragePoint>,
    /// Why some of these points are not covered and, if asked for, which tests cover the others.
    pub detail: Detail,
    /// What each test covers that no other test does, if tests were to be explained.
    pub alone: Vec<Alone>,
    /// Two backends that disagree, with the question as SMT-LIB text.
    pub disagreement: Option<(Disagreement, String)>,
    /// The terms of the run. Questions that a [`crate::solver::Recorder`] recorded refer to them.
    pub arena: Arena,
    /// How coverage has grown, with the seconds since the beginning.
    pub news: Vec<(f64, News)>,
    /// How often paths took each edge, and the functions that are reported.
    counted: Coverage,
    reported: Vec<FuncId>,
}

impl Outcomes {
    /// Adds the edges that native runs took beyond the ends of paths.
    pub fn add_completed(&mut self, program: &Program, completed: &[Completed]) {
        if completed.is_empty() {
            return;
        }
        let mut edges = vec![0; program.edges.len()];
        let rows = self.detail.tests.iter().zip(0..);
        let rows: HashMap<String, u32> = rows.map(|(row, number)| (row.name.clone(), number)).collect();
        for Completed { name, old_name, line, beyond, .. } in completed {
            beyond.iter().for_each(|(edge, count)| edges[*edge as usize] += u64::from(*count));
            let Some(number) = rows.get(old_name) else { continue };
            let row = &mut self.detail.tests[*number as usize];
            (row.name, row.line, row.outcome) = (name.clone(), line.clone(), "completed");
            for (point, tests) in self.points.iter().zip(&mut self.detail.covered_by) {
                let is_taken = |edge: &EdgeId| beyond.iter().any(|(taken, _)| *taken == edge.raw());
                if point.edges.iter().any(is_taken)
                    && let Err(place) = tests.binary_search(number)
                {
                    tests.insert(place, *number);
                }
            }
        }
        self.counted.add_runs(&edges, 0);
        self.coverage = self.counted.report();
        let (points, counted) = (&self.points, &self.counted);
        let is_covered = |gap: &Gap| points[gap.point].edges.iter().any(|edge| counted.count(*edge) > 0);
        self.detail.gaps.retain(|gap| !is_covered(gap));
        self.summary.set_uncovered(&self.detail);
        self.summary.set_coverage(&self.coverage.totals());
        let edges: Vec<u64> = (0..program.edges.len()).map(|edge| counted.count(EdgeId::new(edge))).collect();
        (self.summary.code, self.summary.code_covered) = code(program, &self.reported, &edges);
    }
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
    let task = Arc::new(task(program, options, main)?);
    let pool = Arc::new(Pool::default());
    let spill_file = Arc::default();
    let quest = options.property.as_ref().map(|property| Quest::new(property, program, main));
    let mut gatherer = Gatherer::new(program, receiver, Arc::clone(&spill_file), (options, quest));
    let mut worker = Worker::new(Arc::clone(&task), Arc::clone(&pool));
    let identity = match (&options.resume, &options.checkpoint) {
        (None, None) => 0,
        _ => identity::identity(program, options),
    };
    let resumed = options.resume.as_deref().map(|path| journal::read(path, identity)).transpose()?;
    let frontier = match &resumed {
        Some(resumed) => resumed.frontier.clone(),
        None => worker.origins(),
    };
    if let Some(path) = &options.checkpoint {
        gatherer.journal = Some(Journal::create(path, identity, &frontier)?);
    }
    match resumed {
        Some(resumed) => {
            worker.resume(&frontier);
            if gatherer.resume(resumed.tests) == Flow::Stop {
                pool.end(Exhausted::Stopped);
            }
        }
        None if task.explores => worker.begin(),
        None => {}
    }
    let (outbox, inbox) = sync_channel(MOST_ON_THE_WAY);
    let shared = Shared { spill_file: Arc::clone(&spill_file), known: Arc::clone(&gatherer.known), outbox };
    let finder = Finder::new(program, options);
    let (mut gatherer, mut reports, peak, mut machine) = std::thread::scope(|scope| {
        let start_others = {
            let (task, pool) = (Arc::clone(&task), Arc::clone(&pool));
            move || {
                for _ in 1..options.workers {
                    let (task, pool, shared) = (Arc::clone(&task), Arc::clone(&pool), shared.clone());
                    let thread = std::thread::Builder::new().stack_size(STACK);
                    let work = move || crew::work(task, pool, Finder::new(program, options), shared);
                    // Without threads the first worker does everything.
                    let _ = thread.spawn_scoped(scope, work);
                }
            }
        };
        let start_others: Box<dyn FnOnce()> = Box::new(start_others);
        let both = (Arc::clone(&task), Arc::clone(&pool));
        let seeker = options.seeker.clone();
        let mut local = Local::new((finder, gatherer), spill_file, inbox, both, Some(start_others));
        local.seeker = seeker;
        worker.explore(&mut Observer::Lead(&mut local));
        local.gather_all();
        local.choose_bases(&mut worker);
        local.finish();
        let stops = std::mem::take(&mut local.finder.stops);
        let Finished { report, peak, machine } = crew::finish(worker, Default::default(), stops);
        local.reports.insert(0, report);
        (local.gatherer, local.reports, peak, machine)
    });
    let mut work = Work::default();
    for WorkerReport { work: of_one, tally, .. } in &reports {
        work.add(of_one);
        gatherer.count(tally);
        gatherer.summary.workers.push(of_one.stats.instructions);
    }
    let disagreement = reports.iter_mut().find_map(|report| report.disagreement.take());
    let mut stops = Stops::new(program);
    for WorkerReport { stops: of_one, obstacles, .. } in reports {
        stops.add(of_one);
        machine.add_obstacles(obstacles);
    }
    let roots: Vec<FuncId> = match gatherer.tested.is_empty() {
        true => vec![main],
        false => gatherer.tested.iter().copied().collect(),
    };
    let reported = reachable_functions(program, &roots);
    let mut coverage = Coverage::new(program, &reported);
    coverage.add_runs(&gatherer.edges, gatherer.summary.tests);
    let alone = gatherer.explainer().alone(program, &reported);
    let checkpoint_failure = gatherer.journal.as_ref().and_then(Journal::failure).map(str::to_owned);
    let (listed, edges) = (gatherer.listed, gatherer.edges);
    let mut summary = gatherer.summary;
    summary.functions =
        roots.iter().map(|root| program.functions[root.index()].source_name().into_owned()).collect();
    summary.unset = gatherer.unset.iter().map(|global| unset_name(program, *global)).collect();
    let exhausted = pool.exhausted();
    if exhausted.is_some() {
        stops.leave_waiting();
    }
    let scope = uncovered::Scope {
        target: options.target.as_deref(),
        is_resumed: options.resume.is_some(),
        explores: explores(options),
    };
    let detail = uncovered::detail(listed, &stops, &mut machine, &coverage, scope);
    summary.set_uncovered(&detail);
    (summary.code, summary.code_covered) = code(program, &reported, &edges);
    summary.exhausted = exhausted.map(Exhausted::words);
    let is_saturated = exhausted == Some(Exhausted::Saturated);
    let is_attained = exhausted == Some(Exhausted::Attained);
    let is_enough = is_saturated || is_attained;
    let is_by_budget = exhausted.is_some_and(|reason| reason != Exhausted::Searched) && !is_enough;
    summary.ended_by_budget = is_by_budget || summary.unfinished > 0;
    summary.is_saturated = is_saturated;
    summary.is_attained = is_attained;
    summary.waiting_at_end = pool.waiting();
    summary.set_work(&work, &options.solver);
    summary.waiting_states = peak.states;
    summary.bytes_per_state = peak.bytes_per_state;
    summary.set_coverage(&coverage.report().totals());
    summary.sort();
    summary.checkpoint_failure = checkpoint_failure;
    summary.seconds = start.elapsed().as_secs_f64();
    let news = pool.news().into_iter().map(|news| (news.at.duration_since(start).as_secs_f64(), news));
    let news = news.collect();
    let (arena, points, counted) = (machine.arena, coverage.points(), coverage);
    let coverage = counted.report();
    Ok(Outcomes { summary, coverage, points, detail, alone, disagreement, arena, news, counted, reported })
}

/// How many instructions the functions have, and how many of these are in blocks that were entered.
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

/// What the workers are to do.
fn task(program: &Arc<Program>, options: &Options, main: FuncId) -> Result<Task, Error> {
    let make = {
        let (program, start, worlds) = (Arc::clone(program), options.start.clone(), options.worlds.clone());
        let (solver, exec) = (options.solver.clone(), options.exec.clone());
        // States that take an object for different types are not merged, so objects of unknown type are
        // bytes.
        let exec = match options.merge {
            true => ExecOptions { unknown: Unknown::Bytes, ..exec },
            false => exec,
        };
        move || {
            let machine = Machine::new(Arc::clone(&program), solver.clone(), exec.clone());
            let mut machine = machine.with_host(worlds.make());
            let states = machine.start(main, &start);
            (machine, states)
        }
    };
    let graph = Graph::new(program);
    let goal = match &options.target {
        None => None,
        Some(target) => {
            let goal = Goal::find(program, &graph, target);
            Some(Arc::new(goal.ok_or_else(|| Error::NoTarget(target.clone()))?))
        }
    };
    Ok(Task {
        make: Box::new(make),
        strategy: if goal.is_some() { Strategy::just(Part::Target) } else { options.strategy.clone() },
        weights: options.weights,
        budget: options.budget.clone(),
        limits: options.limits,
        merge: options.merge,
        wanted: match &options.property {
            None if options.few_unfinished => Wanted::Ended(EdgeSets::default()),
            None => Wanted::All,
            // A path that makes the wanted call takes a new edge, too.
            Some(_) => Wanted::New(Covered::new(program)),
        },
        seeks: options.seeker.is_some(),
        explores: explores(options),
        searches_first: options.seeker.is_some() && computes_with_floats(program),
        rng: Rng::from_seed(options.seed),
        scene: Scene { graph: Arc::new(graph), covered: Arc::new(Covered::new(program)), goal },
        program: Arc::clone(program),
    })
}

/// Whether a function of the source computes with floats. A question about these may take a solver longer
/// than a search takes for the whole program.
fn computes_with_floats(program: &Program) -> bool {
    let is_float = |op: Op| matches!(op, Op::FAdd | Op::FSub | Op::FMul | Op::FDiv | Op::FRem);
    let mut of_source = program.functions.iter().filter(|function| function.signature.is_some());
    of_source.any(|function| program.code_of(function).any(|inst| is_float(inst.op)))
}

/// Whether paths are explored. If not, only the inputs that a search has found are followed.
fn explores(options: &Options) -> bool {
    options.seeker.as_ref().is_none_or(|seeker| seeker.explores)
}
