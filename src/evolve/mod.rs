//! Search by native runs: finds inputs that take sides of branches by running the program. It does not know
//! what the instructions mean.
//!
//! A run reports for each side of a branch that it came to how far it was from taking that side
//! (`frontend/guided.rs`). Inputs are changed, and a change that comes nearer is kept, until the side is
//! taken: evolution with one parent and one child (Rost, "Covering program code with tests by evolutionary
//! algorithms", 2013), or with an archive of the best inputs for every side (Panichella, Kifetew and Tonella,
//! "Automated test case generation as a many-objective optimisation problem with dynamic selection of the
//! targets", TSE 2018) and operators of our own.
//!
//! Effort is counted in evaluations, which are native runs. The findings are a function of the program, the
//! targets, the options and the seed. This module does not know of path conditions: `pipeline` has the inputs
//! that are found here followed symbolically.

mod archive;
mod fitness;
mod genotype;
mod mutation;
mod plain;
mod population;
mod sides;
mod single;
mod steps;
mod sweep;

pub use fitness::Fitness;
pub use genotype::Genotype;
pub use plain::plain;
pub use sides::Sides;

use crate::replay::{GuidedRunner, Layout, Run};
use crate::util::{Deadline, Rng};
use fitness::Judge;
use genotype::random_value;
use rustc_hash::FxHashSet;
use std::collections::{BTreeMap, BTreeSet};
use sweep::Sweep;

/// How to search.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub enum Method {
    /// An archive of the best inputs for each target, with all operators.
    #[default]
    Archive,
    /// One parent and one child, and the one operator of Rost.
    Single,
    /// Several parents, whose children are made by all random operators. The best of parents and children are
    /// the next parents.
    Population { parents: usize, children: usize },
    /// Values drawn anew for each run.
    Random,
}

/// What a search is to do.
#[derive(Clone, Debug)]
pub struct Options {
    pub method: Method,
    pub fitness: Fitness,
    pub seed: u64,
    /// The most evaluations in all.
    pub most: u64,
    /// After this many evaluations that came no nearer to a target, the search for it begins anew from other
    /// values. If it is `None`, that never happens. [`Method::Archive`] never begins anew.
    pub patience: Option<u64>,
    /// Operators that [`Method::Archive`] does without.
    pub without: Vec<Operator>,
    /// Groups of inputs, by their names, that change together. An input in no group changes alone.
    pub together: Vec<Vec<String>>,
    /// When to end, even if targets are left.
    pub deadline: Deadline,
}

impl Default for Options {
    fn default() -> Self {
        let (method, fitness) = (Method::default(), Fitness::default());
        Self {
            method,
            fitness,
            seed: 1,
            most: 100_000,
            patience: None,
            without: Vec::new(),
            together: Vec::new(),
            deadline: Deadline::default(),
        }
    }
}

/// A group of ways to change inputs, each of which can be left out.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Operator {
    /// Values of inputs are replaced by operands of the comparison.
    Operands,
    /// The secant method: the input at which the line through the differences that two runs reported is zero.
    Secants,
    /// Border values of types, and numbers and texts of the program.
    Constants,
    /// Rost's operator: a digit times a power of ten is added.
    Noise,
    /// Letters of strings and bytes, inserted, deleted and exchanged; parts of other inputs.
    Letters,
    /// Integers, counted up and down.
    Sweeps,
}

/// Inputs that are kept because they take a side that no inputs before them took.
#[derive(Clone, Debug)]
pub struct Kept {
    pub genotype: Genotype,
    pub run: Run,
    /// The targets that these inputs were the first to take.
    pub targets: Vec<u32>,
    /// The number of the evaluation, counted from one.
    pub evaluation: u64,
}

/// What a search has found.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    pub kept: Vec<Kept>,
    /// Targets that no run has taken.
    pub left: BTreeSet<u32>,
    pub evaluations: u64,
    /// The inputs that came nearest to the targets that are left, to go on with. Only [`Method::Archive`]
    /// gives them.
    pub nearest: Vec<Vec<u8>>,
    /// Whether the driver asks for inputs that native code cannot be given, so that there is nothing to
    /// search.
    pub is_refused: bool,
    /// Names in [`Options::together`] that no input of any run had.
    pub unknown_names: Vec<String>,
}

/// A search under way.
struct Search<'a> {
    runner: &'a mut GuidedRunner,
    judge: Judge<'a>,
    options: &'a Options,
    rng: Rng,
    findings: Findings,
    /// Which inputs were tried, as hashes.
    tried: FxHashSet<u64>,
    /// The sweeps that have begun, by their targets.
    sweeps: BTreeMap<u32, Sweep>,
    /// Whether no target is a side of a branch.
    wants_checks_only: bool,
}

/// Looks for inputs that take the sides with the numbers `targets` in [`Sides`]. `seeds` are inputs to begin
/// with, in addition to those that the method makes.
///
/// # Errors
/// If the program cannot be run.
pub fn search(
    runner: &mut GuidedRunner,
    sides: &Sides,
    targets: &BTreeSet<u32>,
    seeds: &[Vec<u8>],
    options: &Options,
) -> Result<Findings, String> {
    let findings = Findings { left: targets.clone(), ..Findings::default() };
    let judge = Judge::new(sides, options.fitness);
    let rng = Rng::from_seed(options.seed);
    let mut search = Search {
        runner,
        judge,
        options,
        rng,
        findings,
        tried: FxHashSet::default(),
        sweeps: BTreeMap::new(),
        wants_checks_only: targets.iter().all(|target| sides.checks().contains(target)),
    };
    match options.method {
        Method::Random => search.draw_at_random()?,
        Method::Single => search.evolve_singly()?,
        Method::Population { parents, children } => search.evolve_populations(parents, children, seeds)?,
        Method::Archive => search.evolve_archive(seeds)?,
    }
    let names = options.together.iter().flatten();
    let has_one = |name: &str| search.runner.layouts().any(|shape| shape.name == name.as_bytes());
    search.findings.unknown_names = names.filter(|name| !has_one(name)).cloned().collect();
    Ok(search.findings)
}

impl Search<'_> {
    /// Whether nothing more is to be done.
    fn is_over(&self) -> bool {
        self.has_all()
            || self.findings.is_refused
            || self.findings.evaluations >= self.options.most
            || self.options.deadline.is_over()
    }

    /// Whether no target is left, or only checks where sides were wanted, too.
    fn has_all(&self) -> bool {
        let checks = self.judge.sides.checks();
        let is_check = |first: &u32| !self.wants_checks_only && checks.contains(first);
        // Sides have the smaller numbers.
        self.findings.left.first().is_none_or(is_check)
    }

    /// How many of the wanted candidates may be tried: no more than evaluations are left.
    fn room(&self, wanted: usize) -> usize {
        let left = self.options.most - self.findings.evaluations.min(self.options.most);
        wanted.min(usize::try_from(left).unwrap_or(usize::MAX))
    }

    /// Counts a run, and keeps it if it takes a target that no run has taken before. Returns whether it does.
    fn note(&mut self, bytes: &[u8], run: &Run) -> bool {
        self.findings.evaluations += 1;
        self.findings.is_refused |= run.end == crate::replay::End::NoInput;
        if !run.is_valid() {
            return false;
        }
        let targets: Vec<u32> = run.taken().filter(|side| self.findings.left.remove(side)).collect();
        if targets.is_empty() {
            return false;
        }
        let genotype = Genotype::new(bytes.to_vec(), self.runner.layout(run.layout).clone());
        let evaluation = self.findings.evaluations;
        self.findings.kept.push(Kept { genotype, run: run.clone(), targets, evaluation });
        true
    }

    /// The inputs that the driver asks for when all are zero. This costs an evaluation.
    fn first_layout(&mut self) -> Result<Genotype, String> {
        let run = self.runner.run(&[Vec::new()])?.pop().ok_or("no run")?;
        self.note(&[], &run);
        Ok(Genotype::new(Vec::new(), self.runner.layout(run.layout).clone()))
    }

    /// Searches for one target after the other. Targets that were not taken are searched for again, from
    /// other values.
    fn one_by_one(
        &mut self,
        mut search_for: impl FnMut(&mut Self, u32, &Layout) -> Result<(), String>,
    ) -> Result<(), String> {
        let first = self.first_layout()?.into_layout();
        while !self.is_over() {
            for target in self.findings.left.clone() {
                if self.is_over() {
                    break;
                }
                if self.findings.left.contains(&target) {
                    search_for(self, target, &first)?;
                }
            }
        }
        Ok(())
    }

    /// Random testing: each input is drawn from its range.
    fn draw_at_random(&mut self) -> Result<(), String> {
        let mut layout = self.first_layout()?.into_layout();
        while !self.is_over() {
            let n = self.room(256);
            let mut drawn = Vec::with_capacity(n);
            for _ in 0..n {
                let values = layout.iter().flat_map(|shape| random_value(shape, &mut self.rng));
                drawn.push(values.collect::<Vec<u8>>());
            }
            let runs = self.runner.run(&drawn)?;
            for (bytes, run) in drawn.iter().zip(&runs) {
                if self.has_all() {
                    break;
                }
                self.note(bytes, run);
                let asked = self.runner.layout(run.layout);
                if asked.len() > layout.len() {
                    layout.clone_from(asked);
                }
            }
        }
        Ok(())
    }
}
