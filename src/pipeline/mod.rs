//! The way from sources to proved tests, for every caller: the command line, batches, and programs of others.
//!
//! ```text
//! compile ─▶ explore ─▶ make readable ─▶ prove (native) ─▶ choose ─▶ export
//! ```
//!
//! [`Pipeline::run`] goes all the way; [`Pipeline::compile`], [`Pipeline::explore`], [`Pipeline::prove`] and [`export()`] are
//! parts of it. What [`Options`] do not ask for is left out. Tests go on from one stage to the next while paths are still
//! explored: an [`Observer`] is told of each at once, again in its order, and of what its native run says. Tests that wait for
//! a native run or for their order wait on disk when they are many. One [`Deadline`] ends all stages.
//!
//! What an observer is told, and in which order, depends on the program and the options alone, and not on how fast
//! native runs are. Nothing is printed here.

mod error;
mod export;
pub mod faults;
mod folder;
mod genotypes;
mod guide;
mod listener;
pub mod mocks;
mod observer;
mod options;
mod prover;
mod queue;

pub use error::Error;
pub use export::export;
pub use observer::Observer;
pub use options::{Engine, NativeRuns, Options, Readers};
pub use prover::{Proof, require_containment};

use crate::emit::Exported;
use crate::emit::facts::Facts;
use crate::frontend::{self, Guided, Native};
use crate::ir::Program;
use crate::replay::{Manifest, Outside, ReplayOptions, Replayer, Source, Verdict};
use crate::run::{self, Covering, Outcomes};
use crate::testcase::TestCase;
use crate::util::Deadline;
use folder::Folder;
use listener::{Heard, Listener};
use prover::Prover;
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

/// The share of the time to finish after which nothing more is begun that can be done later.
const LATEST: f64 = 0.95;
/// Tests that are on their way to native runs at once where there is no hurry to hand them over.
const ON_THE_WAY: u64 = 256;

/// What is to be done, checked.
#[derive(Debug)]
pub struct Pipeline {
    options: Options,
    /// How the program is compiled and started, which stands in a folder of tests.
    manifest: Manifest,
}

/// A program that is ready to be explored.
pub struct Compiled {
    /// The program.
    pub program: Arc<Program>,
    /// What clang and the decoder warned of; empty or lines of text.
    pub warnings: String,
    /// As it runs natively, if tests are to be proved.
    native: Option<Arc<Native>>,
    /// As a search runs it, if there is one.
    guided: Option<Arc<Guided>>,
}

/// What a run gives besides its tests.
pub struct Results {
    /// Numbers, coverage, and whatever else exploration tells.
    pub outcomes: Outcomes,
    /// What native runs said in all; `None` if there were none, or if the observer stopped the run.
    pub proof: Option<Proof>,
    /// The tests that are for people, in their order; none if all are, or if the observer stopped the run.
    pub chosen: Vec<TestCase>,
    /// The decision paths of tests that show a bug, and where their inputs lie in the folder of tests.
    pub inputs: Vec<(Vec<u32>, PathBuf)>,
    /// What was exported.
    pub exported: Vec<Exported>,
    /// Whether there was no time to export.
    pub lacks_exports: bool,
}

impl Pipeline {
    /// Checks the options, and that there is what they ask for.
    ///
    /// # Errors
    /// If options contradict each other, a solver cannot be loaded, or native runs cannot be contained as demanded.
    pub fn new(options: Options) -> Result<Self, Error> {
        let options = options.checked()?;
        let manifest = options.manifest();
        Ok(Self { options, manifest })
    }

    /// The pipeline that proves the tests of a folder again, whose manifest this is. Relative paths in it begin at its
    /// folder, which has to be the current one before the program is compiled.
    ///
    /// # Errors
    /// As for [`Pipeline::new`].
    pub fn recorded(manifest: Manifest, native: NativeRuns, deadline: Deadline) -> Result<Self, Error> {
        let Manifest { files, clang, flags, include_dirs, sources, stand_ins, renames, branches, .. } =
            &manifest;
        let compile = frontend::Options {
            clang: clang.clone(),
            level: manifest.opt_level(),
            flags: flags.clone(),
            include_dirs: include_dirs.clone(),
            sources: sources.clone(),
            stand_ins: stand_ins.clone().unwrap_or_default(),
            renames: renames.clone(),
            branches: *branches,
            ..frontend::Options::default()
        };
        let files = files.clone();
        let options = Options { files, compile, prove: true, native, deadline, ..Options::default() };
        Ok(Self { options: options.checked()?, manifest })
    }

    /// Compiles, explores, proves and exports, as far as the options say.
    ///
    /// # Errors
    /// If a stage cannot begin, or files cannot be written; the tests before that are whole.
    pub fn run(&self, observer: &mut dyn Observer) -> Result<Results, Error> {
        let compiled = self.compile()?;
        if !compiled.warnings.is_empty() {
            observer.warned(&compiled.warnings);
        }
        self.explore(&compiled, observer)
    }

    /// Compiles the files into one program.
    ///
    /// # Errors
    /// When clang does not accept a file or files do not fit together.
    pub fn compile(&self) -> Result<Compiled, Error> {
        let compiled = frontend::compile(&self.options.files, &self.options.compile)?;
        Ok(Compiled {
            program: Arc::new(compiled.program),
            warnings: compiled.warnings,
            native: compiled.native.map(Arc::new),
            guided: compiled.guided.map(Arc::new),
        })
    }

    /// Explores a program, and proves, writes and exports its tests.
    ///
    /// # Errors
    /// If the program cannot be explored, or files cannot be written.
    pub fn explore(&self, compiled: &Compiled, observer: &mut dyn Observer) -> Result<Results, Error> {
        let options = &self.options;
        let facts = || self.facts(&compiled.program);
        let folder = options.folder.as_deref().map(|path| Folder::create(path, &self.manifest, &facts()));
        let folder = folder.transpose()?;
        // Compiles while paths are explored.
        let prover = compiled.native.as_ref().filter(|_| options.prove).map(|native| {
            let (program, native, source) = (&compiled.program, Arc::clone(native), self.source());
            let n_left = Arc::clone(&options.explore.budget.unproved);
            Prover::start(program, native, source, self.replay_options(), n_left)
        });
        let memory = options.explore.budget.memory;
        let covering = Covering::new(&compiled.program);
        let mut listener = Listener::new(observer, folder, prover, memory, options.readers, covering);
        let seeker = compiled.guided.as_ref().map(|guided| {
            let (program, guided) = (Arc::clone(&compiled.program), Arc::clone(guided));
            guide::seeker(program, guided, self.source(), options, self.outside())
        });
        let explore = run::Options { seeker, ..options.explore.clone() };
        let outcomes = run::run(&compiled.program, &explore, &mut listener);
        let mut outcomes =
            outcomes.map_err(|source| Error::Explore { files: options.files.clone(), source })?;
        let Heard { folder, proof, chosen, completed, failure } = listener.finish(&mut outcomes.summary);
        outcomes.add_completed(&compiled.program, &completed);
        if let Some(why) = explore.seeker.as_ref().and_then(run::Seeker::trouble) {
            let words = format!("no search by native runs: {why}");
            *outcomes.summary.approximations.entry(words.into()).or_default() += 1;
        }
        let (inputs, exported) = (Vec::new(), Vec::new());
        let mut results = Results { outcomes, proof, chosen, inputs, exported, lacks_exports: false };
        if let Some(folder) = folder {
            let path = folder.path().to_owned();
            let bugs = results.outcomes.summary.bugs.iter().map(|report| &report.decision_path);
            let chosen = match options.readers {
                Readers::Chosen => Some(results.chosen.iter().map(|test| &test.decision_path)),
                Readers::All => None,
            };
            let (inputs, _lock) = folder.finish(&results.outcomes, chosen, bugs)?;
            failure.map_or(Ok(()), Err)?;
            results.inputs = inputs;
            // A suite for a property is what the run was for: it has few tests, and is written late rather than not.
            let is_late = options.explore.property.is_none() && options.deadline.is_due(LATEST);
            results.lacks_exports = !options.export.is_empty() && is_late;
            if !options.export.is_empty() && !results.lacks_exports {
                results.exported = export(&path, &path, &options.export, options.choose)?;
            }
        }
        Ok(results)
    }

    /// Runs tests natively that are there already, in their order.
    pub fn prove(&self, compiled: &Compiled, tests: &[TestCase], observer: &mut dyn Observer) -> Proof {
        let Some(native) = &compiled.native else { return Proof::impossible("it was compiled without") };
        let (source, options) = (self.source(), self.replay_options());
        let mut prover =
            Prover::start(&compiled.program, Arc::clone(native), source, options, Arc::default());
        let mut verdicts = HashMap::new();
        let mut n_told = 0;
        let has_many = |prover: &Prover| prover.counts().0 - prover.counts().1 >= ON_THE_WAY;
        observer.proving(0, tests.len() as u64);
        for test in tests {
            prover.push(test);
            while has_many(&prover) && prover.receive(&mut verdicts) {}
            tell(tests, &mut n_told, &mut verdicts, observer);
        }
        prover.close();
        while prover.receive(&mut verdicts) {
            tell(tests, &mut n_told, &mut verdicts, observer);
        }
        prover.finish()
    }

    /// A program that runs single tests natively, such as for a debugger.
    ///
    /// # Errors
    /// In words, why it cannot be built.
    pub fn replayer(&self, compiled: &Compiled) -> Result<Replayer, String> {
        let native = compiled.native.as_ref().ok_or("it was compiled without what native runs need")?;
        Replayer::build(&compiled.program, native, self.source(), self.replay_options())
    }

    /// What a folder of tests says of their program.
    fn facts(&self, program: &Program) -> Facts {
        let Manifest { folder, files, flags, include_dirs, args, .. } = &self.manifest;
        let mut facts = Facts::new(program);
        facts.set_sources(folder, files, flags, include_dirs);
        facts.arguments = args[1..].to_vec();
        facts.property.clone_from(&self.options.explore.property);
        let symbolic = [
            (self.manifest.symbolic_args, "arguments"),
            (self.manifest.symbolic_files.iter().any(|(name, _)| name == options::STDIN), "standard input"),
            (!self.manifest.symbolic_files.is_empty(), "files"),
        ];
        if let Some((_, what)) = symbolic.iter().find(|(is_symbolic, _)| *is_symbolic) {
            let why = format!("its {what} are symbolic, which a test does not provide");
            facts.obstacle.get_or_insert(why);
        }
        facts
    }

    /// What the native program is made of.
    fn source(&self) -> Source {
        let options = frontend::Options { native: true, color: false, ..self.options.compile.clone() };
        Source { files: self.options.files.clone(), options }
    }

    /// What native runs of a search are started with.
    fn outside(&self) -> Outside {
        let none = Outside::default();
        Outside {
            fixed_arguments: self.manifest.args.clone(),
            arguments: self.options.explore.start.symbolic_args.unwrap_or(none.arguments),
            files: self.manifest.symbolic_files.clone(),
        }
    }

    /// How native runs go.
    fn replay_options(&self) -> ReplayOptions {
        ReplayOptions {
            limit: self.options.native.limit,
            deadline: self.options.deadline.clone(),
            files: self.manifest.symbolic_files.clone(),
            arguments: self.manifest.args.clone(),
            has_symbolic_args: self.manifest.symbolic_args,
            required: self.options.native.required,
            complete: self.options.native.complete,
            record: self.options.native.record,
            ..ReplayOptions::default()
        }
    }
}

/// Tells of the verdicts that are there, in the order of the tests.
fn tell(
    tests: &[TestCase],
    n_told: &mut usize,
    verdicts: &mut HashMap<u64, Verdict>,
    observer: &mut dyn Observer,
) {
    while let Some(verdict) = verdicts.remove(&(*n_told as u64)) {
        observer.verdict(&tests[*n_told], &verdict);
        *n_told += 1;
        observer.proving(*n_told as u64, tests.len() as u64);
    }
}
