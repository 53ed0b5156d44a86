//! What a pipeline is to do.

use super::Error;
use super::prover::{ONE_TEST, require_containment};
use crate::emit::export::Kind;
use crate::emit::minimize::Goal;
use crate::evolve;
use crate::exec::{ExecOptions, Externals};
use crate::frontend;
use crate::replay::{Containment, Manifest, ReplayOptions};
use crate::run;
use crate::solver::{BackendKind, QueryLimit, SolverOptions};
use crate::util::Deadline;
use std::path::PathBuf;
use std::time::Duration;

/// The name of standard input among symbolic files.
pub(super) const STDIN: &str = "/dev/stdin";

/// The part of a time limit that is kept for native runs at most.
const MOST_AFTER: f64 = 0.3;

/// How long a solver may take for a question.
const QUESTION: Duration = Duration::from_secs(10);

/// What a pipeline is to do. [`Pipeline::new`](super::Pipeline::new) checks it once; after that it does not
/// change.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// C sources, LLVM bitcode or assembly; several are linked.
    pub files: Vec<PathBuf>,
    /// How to compile. Whether a native program is needed, and the deadline, follow from the fields below.
    pub compile: frontend::Options,
    /// How to explore and how to choose values. Deadlines, and what tests contain for the stages that use
    /// them, follow from the fields below.
    pub explore: run::Options,
    /// Whether tests are run natively.
    pub prove: bool,
    /// How they are run natively, now or later from the folder of tests.
    pub native: NativeRuns,
    /// The folder for tests and coverage; `None` if nothing is written.
    pub folder: Option<PathBuf>,
    /// Further formats to write into the folder when the run has ended.
    pub export: Vec<Kind>,
    /// Which tests these formats keep; with `None`, those that suit each format.
    pub choose: Option<Goal>,
    /// Which tests are for people.
    pub readers: Readers,
    /// Which engine finds inputs.
    pub engine: Engine,
    /// The options of a search, if there is one.
    pub search: evolve::Options,
    /// When to end, for all stages.
    pub deadline: Deadline,
}

/// Which engine finds inputs.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub enum Engine {
    /// Paths are explored symbolically.
    #[default]
    Symbolic,
    /// Native runs search for inputs, and only the paths of the inputs that they find are followed.
    Search,
    /// Paths are explored, and native runs search by turns for inputs that take sides no test takes.
    Both,
    /// As [`Engine::Search`], but inputs are drawn at random.
    Random,
}

/// Which tests are for people: each of these has a file of its inputs in the folder. Formats for programs
/// have all tests.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub enum Readers {
    /// A chosen set, which is also part of the results of the run.
    #[default]
    Chosen,
    /// All, and no set is chosen.
    All,
}

/// How tests are run natively.
#[derive(Clone, Debug)]
pub struct NativeRuns {
    /// How long the tested program may take for one test.
    pub limit: Duration,
    /// The parts of containment that native runs need, see `Containment`.
    pub required: u64,
    /// Whether native runs complete the tests of paths that were not followed to their ends.
    pub complete: bool,
    /// Whether a flaky test is made again with the values that its sources, such as a clock, gave.
    pub record: bool,
}

impl Default for NativeRuns {
    fn default() -> Self {
        let ReplayOptions { limit, required, complete, record, .. } = ReplayOptions::default();
        Self { limit, required, complete, record }
    }
}

impl Options {
    /// Options to explore these files as `symir run` does without flags, and to do nothing else: the tests go
    /// only to an [`Observer`](super::Observer).
    pub fn of<P: Into<PathBuf>>(files: impl IntoIterator<Item = P>) -> Self {
        let limit = QueryLimit { time: Some(QUESTION), conflicts: None };
        let explore = run::Options {
            solver: SolverOptions { limit, ..SolverOptions::default() },
            workers: std::thread::available_parallelism().map_or(1, usize::from),
            seed: 1,
            exec: ExecOptions { split_results: true, ..ExecOptions::default() },
            ..run::Options::default()
        };
        Self { files: files.into_iter().map(Into::into).collect(), explore, ..Self::default() }
    }

    /// The same options, checked, and with the values that follow from other options.
    ///
    /// # Errors
    /// If options contradict each other, or ask for something that is not there.
    pub(super) fn checked(mut self) -> Result<Self, Error> {
        let explore = &mut self.explore;
        let solver = &mut explore.solver;
        for &kind in BackendKind::ALL {
            let is_asked = solver.race || kind == solver.backend || solver.check == Some(kind);
            if is_asked && let Err(why) = kind.load() {
                return Err(Error::Solver { name: kind.name(), why });
            }
        }
        if explore.merge && explore.workers > 1 {
            return Err(Error::MergeAlone { workers: explore.workers });
        }
        if self.prove && explore.exec.externals == Externals::Havoc {
            return Err(Error::HavocNatively);
        }
        if self.folder.is_none() && !self.export.is_empty() {
            return Err(Error::NoFolder);
        }
        let runs_natively =
            self.prove || explore.exec.externals == Externals::Native || explore.exec.concretize;
        if runs_natively && self.native.required == Containment::WHOLE {
            require_containment()?;
        }
        solver.deadline = self.deadline.clone();
        let budget = &mut explore.budget;
        budget.deadline = self.deadline.clone();
        budget.after_each = if self.prove { ONE_TEST } else { Duration::ZERO };
        budget.most_after = self.deadline.left().unwrap_or_default().mul_f64(MOST_AFTER);
        // Tests in a folder may be replayed later.
        explore.replay = self.prove || self.folder.is_some();
        explore.covered_by = self.folder.is_some();
        self.compile.native = self.prove;
        self.compile.guided = self.engine != Engine::Symbolic;
        self.compile.concretize = explore.exec.concretize;
        self.compile.deadline = self.deadline.clone();
        Ok(self)
    }

    /// What a folder of tests records about how their program is compiled and started.
    pub(super) fn manifest(&self) -> Manifest {
        let run::Options { start, exec, .. } = &self.explore;
        let frontend::Options {
            clang,
            level,
            flags,
            include_dirs,
            sources,
            stand_ins,
            renames,
            branches,
            ..
        } = &self.compile;
        let name = || vec!["program".to_owned()];
        Manifest {
            folder: std::env::current_dir().unwrap_or_default(),
            files: self.files.clone(),
            clang: clang.clone(),
            level: *level as u8,
            flags: flags.clone(),
            include_dirs: include_dirs.clone(),
            sources: sources.clone(),
            stand_ins: (!stand_ins.text.is_empty()).then(|| stand_ins.clone()),
            renames: renames.clone(),
            branches: *branches,
            args: if start.args.is_empty() { name() } else { start.args.clone() },
            symbolic_files: exec.symbolic_files.iter().map(|(name, size)| (name.clone(), *size)).collect(),
            symbolic_args: start.symbolic_args.is_some(),
            replay_milliseconds: self.native.limit.as_millis() as u64,
        }
    }
}
