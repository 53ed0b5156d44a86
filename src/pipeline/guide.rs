//! A search by native runs as the guide of a run. The inputs that it finds are followed symbolically, so that
//! their tests are made like all others.

use super::options::Engine;
use super::{Options, genotypes};
use crate::evolve::{self, Method, Sides};
use crate::exec::blueprints::{Blueprints, blueprints};
use crate::frontend::Guided;
use crate::ir::{EdgeId, Program};
use crate::replay::{GuidedOptions, GuidedRunner, Outside, Source};
use crate::run::{self, GivenInputs, Guide, Seeker, merged_inputs};
use crate::util::Deadline;
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// A search. Its program is compiled when it is first asked.
struct Searcher {
    program: Arc<Program>,
    guided: Arc<Guided>,
    source: Option<Source>,
    runner: Option<GuidedRunner>,
    options: evolve::Options,
    required: u64,
    /// How many processes run the program.
    processes: usize,
    /// Evaluations that are left.
    left: u64,
    blueprints: Blueprints,
    /// The arguments and files that the program is started with.
    outside: Outside,
    /// Inputs to begin with: those that came nearest to sides that were not taken, in the last search.
    nearest: Vec<Vec<u8>>,
    /// Whether errors are looked for, too, the checks that inputs were found for, and whether only errors were
    /// left to look for.
    looks_for_errors: bool,
    erring: BTreeSet<u32>,
    has_checked: bool,
    /// Why there is no search.
    trouble: Option<String>,
    /// Whether paths are explored beside it.
    explores: bool,
    /// The options of the run, until states have been merged. `None` if nothing is explored beside the
    /// search.
    to_merge: Option<Box<run::Options>>,
}

/// Building the program for native runs takes time. If less than this is left of the run, there is no search
/// beside it.
const LEAST: Duration = Duration::from_secs(2);

/// The most evaluations for errors if all sides are taken.
const CHECKS_ALONE: u64 = 10_000;

/// After so many evaluations, what was found is followed before the search goes on, so that enough time is left
/// for that.
const SLICE: u64 = 100_000;

/// Which share of the remaining time a search may take. The rest is needed to follow what it finds.
const SEARCHING: f64 = 0.7;

/// The guide of a run with these options.
pub(super) fn seeker(
    program: Arc<Program>,
    guided: Arc<Guided>,
    source: Source,
    options: &Options,
    outside: Outside,
) -> Seeker {
    let method = match options.engine {
        Engine::Random => Method::Random,
        _ => options.search.method,
    };
    let search = evolve::Options {
        method,
        seed: options.explore.seed,
        deadline: options.deadline.clone(),
        ..options.search.clone()
    };
    let searcher = Searcher {
        blueprints: blueprints(&program, options.explore.exec.chains),
        outside,
        program,
        guided,
        source: Some(source),
        runner: None,
        left: search.most,
        nearest: Vec::new(),
        trouble: None,
        looks_for_errors: options.explore.property.is_none(),
        erring: BTreeSet::new(),
        has_checked: false,
        explores: options.engine == Engine::Both,
        to_merge: (options.engine == Engine::Both).then(|| Box::new(options.explore.clone())),
        options: search,
        required: options.native.required,
        processes: options.explore.workers,
    };
    Seeker::new(Arc::new(Mutex::new(searcher)), options.engine == Engine::Both)
}

impl Guide for Searcher {
    fn seek(
        &mut self,
        is_taken: &dyn Fn(EdgeId) -> bool,
        seeds: &[GivenInputs],
        most: u64,
    ) -> Vec<GivenInputs> {
        let (program, guided) = (Arc::clone(&self.program), Arc::clone(&self.guided));
        let sides = Sides::new(&program, &guided);
        let mut targets = sides.of(|edge| !is_taken(edge));
        // Paths that are explored beside the search look for errors themselves, so errors are only looked for
        // while something else is.
        let are_left = !targets.is_empty();
        if !are_left && (self.explores || self.has_checked) {
            return Vec::new();
        }
        if self.looks_for_errors {
            targets.extend(sides.checks().filter(|check| !self.erring.contains(check)));
        }
        if targets.is_empty() {
            return Vec::new();
        }
        self.has_checked |= !are_left;
        let most = if are_left { most } else { most.min(CHECKS_ALONE) };
        let mut given = self.search(&sides, &targets, seeds, most);
        // Of the sides that native runs have not found, some may be easy for merged states.
        let is_late = self.options.deadline.left().is_some_and(|left| left < LEAST);
        if given.is_empty()
            && !is_late
            && let Some(options) = self.to_merge.take()
        {
            given = merged_inputs(&self.program, &options, &self.options.deadline, is_taken);
        }
        given
    }

    fn trouble(&self) -> Option<String> {
        self.trouble.clone()
    }
}

impl Searcher {
    /// Searches by native runs for inputs that take these sides.
    fn search(
        &mut self,
        sides: &Sides,
        targets: &BTreeSet<u32>,
        seeds: &[GivenInputs],
        most: u64,
    ) -> Vec<GivenInputs> {
        let is_late = self.explores
            && self.source.is_some()
            && self.options.deadline.left().is_some_and(|left| left < LEAST);
        if self.left == 0 || is_late {
            return Vec::new();
        }
        let row = |seed| genotypes::row(seed, &self.blueprints, &self.outside);
        self.nearest.extend(seeds.iter().filter_map(row));
        if let Some(source) = self.source.take() {
            let options = GuidedOptions {
                required: self.required,
                processes: self.processes,
                way: self.options.fitness == evolve::Fitness::ReferencePath,
                blueprints: self.blueprints.clone(),
                outside: self.outside.clone(),
                ..GuidedOptions::default()
            };
            match GuidedRunner::build(&self.guided, source, options) {
                Ok(runner) => self.runner = Some(runner),
                Err(why) => self.trouble = Some(why.to_string()),
            }
        }
        let deadline = self.options.deadline.within(SEARCHING);
        let mut most = most;
        loop {
            let before = self.left;
            let given = self.slice(sides, targets, most.min(SLICE), &deadline);
            most = most.saturating_sub(before - self.left);
            let is_over = self.left == 0 || self.left == before || most == 0 || deadline.is_over();
            if !given.is_empty() || is_over {
                return given;
            }
        }
    }

    /// Searches with at most `most` evaluations, and makes what was found ready to be followed.
    fn slice(
        &mut self,
        sides: &Sides,
        targets: &BTreeSet<u32>,
        most: u64,
        deadline: &Deadline,
    ) -> Vec<GivenInputs> {
        let Some(runner) = &mut self.runner else { return Vec::new() };
        let (most, deadline) = (self.left.min(most), deadline.clone());
        let options = evolve::Options { most, deadline, ..self.options.clone() };
        let found = match evolve::search(runner, sides, targets, &self.nearest, &options) {
            Ok(found) => found,
            Err(why) => {
                self.trouble = Some(why.to_string());
                return Vec::new();
            }
        };
        self.left -= if found.is_refused { self.left } else { found.evaluations.min(self.left) };
        if let Some(name) = found.unknown_names.first() {
            self.trouble = Some(format!("no input is called `{name}`, which `--together` names"));
        }
        self.nearest = found.nearest;
        self.options.seed = self.options.seed.wrapping_add(1);
        let mut given = Vec::with_capacity(found.kept.len());
        for kept in &found.kept {
            let (genotype, n_runs) = match evolve::plain(runner, kept.genotype.clone()) {
                Ok(plainer) => plainer,
                Err(_) => (kept.genotype.clone(), 0),
            };
            self.left -= n_runs.min(self.left);
            // A test does not show what depends on earlier runs, so the inputs are run once more, afresh.
            let again = runner.run_afresh(genotype.bytes());
            let taken = |side: &u32| again.as_ref().is_ok_and(|run| run.taken().any(|other| other == *side));
            self.erring.extend(kept.targets.iter().filter(|target| sides.checks().contains(target)));
            if kept.targets.iter().any(taken) {
                given.push(genotypes::given(&genotype, &self.blueprints, &self.outside));
            }
        }
        given
    }
}
