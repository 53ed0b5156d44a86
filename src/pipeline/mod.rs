//! The way from sources to proved tests, for every caller: the command line, batches, and programs of others.
//!
//! ```text
//! compile ─▶ explore ─▶ make readable ─▶ prove (native) ─▶ choose ─▶ export
//! ```
//!
//! [`Pipeline::run`] does all of this; [`Pipeline::compile`], [`Pipeline::explore`], [`Pipeline::prove`] and
//! [`export()`] are parts of it. Stages that [`Options`] do not ask for are left out. Tests go on from one
//! stage to the next while paths are still explored: an [`Observer`] gets each test at once, again in its
//! order, and with the verdict of its native run. If many tests wait for a native run or for their order,
//! they wait on disk. One [`Deadline`] ends all stages.
//!
//! What an observer gets, and in which order, depends only on the program and the options, and not on how
//! fast native runs are. Nothing is printed here.

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

/// After this share of the time to finish, no work is begun that can be done later.
const LATEST: f64 = 0.95;
/// How many tests are on their way to native runs at once, when all of them are there already.
const ON_THE_WAY: u64 = 256;

/// A pipeline whose options were checked.
#[derive(Debug)]
pub struct Pipeline {
    options: Options,
    /// How the program is compiled and started, as a folder of tests records it.
    manifest: Manifest,
}

/// A program that is ready to be explored.
pub struct Compiled {
    /// The program.
    pub program: Arc<Program>,
    /// The warnings of clang and the decoder: lines of text, or an empty one.
    pub warnings: String,
    /// The program for native runs, if tests are to be proved.
    native: Option<Arc<Native>>,
    /// The program for a search, if there is one.
    guided: Option<Arc<Guided>>,
}

/// The results of a run besides its tests.
pub struct Results {
    /// Numbers, coverage, and other results of exploration.
    pub outcomes: Outcomes,
    /// The results of native runs; `None` if there were none, or if the observer stopped the run.
    pub proof: Option<Proof>,
    /// The chosen tests, in their order; empty if all tests are for people, or if the observer stopped the
    /// run.
    pub chosen: Vec<TestCase>,
    /// The decision paths of tests that show a bug, and where their inputs lie in the folder of tests.
    pub inputs: Vec<(Vec<u32>, PathBuf)>,
    /// The files that were exported.
    pub exported: Vec<Exported>,
    /// Whether there was no time to export.
    pub lacks_exports: bool,
}

impl Pipeline {
    /// Checks the options, and that everything they ask for is there.
    ///
    /// # Errors
    /// If options contradict each other, a solver cannot be loaded, or native runs cannot be contained as
    /// demanded.
    pub fn new(options: Options) -> Result<Self, Error> {
        let options = options.checked()?;
        let manifest = options.manifest();
        Ok(Self { options, manifest })
    }

    /// The pipeline that proves the tests of a folder again; `manifest` is that folder's. Relative paths in
    /// it begin at the folder that it names, which has to be the current one before the program is compiled.
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
    /// If a stage cannot begin, or files cannot be written; tests that were written before that are whole.
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
        // This compiles while paths are explored.
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
            // With a property, the suite is the purpose of the run. It has few tests, so it is written late
            // rather than not at all.
            let is_late = options.explore.property.is_none() && options.deadline.is_due(LATEST);
            results.lacks_exports = !options.export.is_empty() && is_late;
            if !options.export.is_empty() && !results.lacks_exports {
                results.exported = export(&path, &path, &options.export, options.choose)?;
            }
        }
        Ok(results)
    }

    /// Runs tests natively that are there already, and reports their verdicts in order.
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

    /// What a folder of tests records about their program.
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

    /// The sources and options from which the native program is made.
    fn source(&self) -> Source {
        let options = frontend::Options { native: true, color: false, ..self.options.compile.clone() };
        Source { files: self.options.files.clone(), options }
    }

    /// The arguments and files that native runs of a search are started with.
    fn outside(&self) -> Outside {
        let none = Outside::default();
        Outside {
            fixed_arguments: self.manifest.args.clone(),
            arguments: self.options.explore.start.symbolic_args.unwrap_or(none.arguments),
            files: self.manifest.symbolic_files.clone(),
        }
    }

    /// The options of native runs.
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

/// Reports the verdicts that are there, in the order of the tests.
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
