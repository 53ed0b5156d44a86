//! Search with an archive that keeps, for every target, the inputs that came nearest to it. Targets take
//! turns: first those to which runs came nearer lately, and those that are few edges away.

use super::fitness::Nearness;
use super::genotype::random_value;
use super::sides::NEVER;
use super::{Genotype, Operator, Search};
use crate::replay::Run;
use crate::util::rng;
use std::collections::{BTreeMap, BTreeSet};

/// How many children a turn of random changes has.
const TURN: usize = 16;
/// When a target is chosen, each edge on the way to it counts as this many evaluations without success.
const EDGE: u64 = 32;
/// An evaluation for a check counts as this many for a side, and one more for every check. For the check of a
/// pointer it counts as several such evaluations.
const CHECK: u64 = 16;
const POINTER: u64 = 8;
/// One in `DRAWN_OF` children is drawn anew. After `PLATEAU` evaluations that came no nearer to the target,
/// more of them are.
const DRAWN_OF: u64 = 32;
const PLATEAU: u64 = 256;
/// Inputs that are remembered, so that none of them is run twice.
const MOST_TRIED: usize = 1 << 20;
/// Inputs that are drawn before targets take turns.
const N_DRAWN: usize = 2;

/// What is known of a target.
pub(super) struct Entry {
    pub(super) genotype: Genotype,
    pub(super) run: Run,
    pub(super) nearness: Nearness,
    /// Evaluations that were spent on this target since one last came nearer.
    pub(super) n_failed: u64,
    /// Whether every directed step from these inputs was tried.
    is_stepped: bool,
}

/// The best inputs for each target.
#[derive(Default)]
pub(super) struct Archive {
    entries: BTreeMap<u32, Entry>,
    /// Every input that was kept.
    pool: Vec<Genotype>,
}

impl Archive {
    /// The best inputs for a target.
    pub(super) fn entry(&self, target: u32) -> Option<&Entry> {
        self.entries.get(&target)
    }

    /// The inputs that were the first to take some target.
    pub(super) fn pool(&self) -> &[Genotype] {
        &self.pool
    }
}

impl Search<'_> {
    /// `seeds` are run first, right after inputs of zeros.
    pub(super) fn evolve_archive(&mut self, seeds: &[Vec<u8>]) -> Result<(), String> {
        let mut archive = Archive::default();
        let mut first = vec![Vec::new()];
        first.extend_from_slice(&seeds[..self.room(seeds.len() + 1).saturating_sub(1)]);
        self.try_out(&mut archive, first)?;
        for _ in 0..N_DRAWN {
            let drawn = self.drawn(&archive);
            if !self.is_over() {
                self.try_out(&mut archive, vec![drawn])?;
            }
        }
        while !self.is_over() {
            let Some(target) = self.next_target(&archive) else {
                let drawn = (0..self.room(TURN)).map(|_| self.drawn(&archive)).collect();
                self.try_out(&mut archive, drawn)?;
                continue;
            };
            let before = self.findings.evaluations;
            let nearness = archive.entries[&target].nearness;
            let is_stepped = archive.entries[&target].is_stepped;
            if !is_stepped {
                self.step_towards(&mut archive, target)?;
            } else if !self.is_to_sweep(&archive, target) || !self.sweep(&mut archive, target)? {
                self.try_by_chance(&mut archive, target)?;
            }
            let spent = (self.findings.evaluations - before).max(1);
            if let Some(entry) = archive.entries.get_mut(&target) {
                let is_nearer = entry.nearness < nearness;
                entry.n_failed = if is_nearer { 0 } else { entry.n_failed + spent };
                entry.is_stepped |= !is_nearer;
            }
        }
        let left = &self.findings.left;
        let nearest = archive.entries.into_iter().filter(|(target, _)| left.contains(target));
        let nearest: BTreeSet<Vec<u8>> = nearest.map(|(_, entry)| entry.genotype.into_bytes()).collect();
        self.findings.nearest = nearest.into_iter().collect();
        Ok(())
    }

    /// The target whose turn it is; `None` if no run is known from which a way leads to an open target.
    fn next_target(&self, archive: &Archive) -> Option<u32> {
        let open = archive
            .entries
            .iter()
            .filter(|(target, entry)| self.findings.left.contains(target) && entry.nearness.way != NEVER);
        let (checks, pointers) = (self.judge.sides.checks(), self.judge.sides.pointers());
        let effort = |target: u32, entry: &Entry| {
            // Most code has no errors, so all checks together get no more effort than one side.
            let check = CHECK + checks.len() as u64;
            let weight = match target {
                pointer if pointers.contains(&pointer) => POINTER * check,
                check_of_number if checks.contains(&check_of_number) => check,
                _ => 1,
            };
            weight * (entry.n_failed + EDGE * u64::from(entry.nearness.way.min(1 << 20)))
        };
        open.min_by_key(|(target, entry)| (effort(**target, entry), **target)).map(|(target, _)| *target)
    }

    /// Runs candidates, and keeps those that come nearer to any target. Returns whether one took a target.
    pub(super) fn try_out(
        &mut self,
        archive: &mut Archive,
        candidates: Vec<Vec<u8>>,
    ) -> Result<bool, String> {
        let runs = self.runner.run(&candidates)?;
        let mut has_news = false;
        for (bytes, run) in candidates.into_iter().zip(runs) {
            if self.is_over() {
                break;
            }
            has_news |= self.take(archive, bytes, run);
        }
        Ok(has_news)
    }

    /// Counts a run, and adds it to the archive for each target that it came nearer to. Returns whether it
    /// took a target.
    pub(super) fn take(&mut self, archive: &mut Archive, bytes: Vec<u8>, run: Run) -> bool {
        let is_new = self.note(&bytes, &run);
        let layout = self.runner.layout(run.layout);
        let genotype = Genotype::new(bytes, layout.clone());
        if is_new {
            archive.pool.push(genotype.clone());
        }
        for target in &self.findings.left {
            let nearness = self.judge.nearness(&run, *target);
            let known = archive.entries.get(target);
            // After all steps were tried, equally near inputs are taken too, so that plateaus are crossed.
            // `n_failed` goes on.
            let (is_nearer, is_as_near) = match known {
                None => (true, true),
                Some(entry) => (nearness < entry.nearness, nearness == entry.nearness),
            };
            let is_fresh =
                is_as_near && nearness.distance > 0.0 && known.is_some_and(|entry| entry.is_stepped);
            if !(is_nearer || is_fresh) {
                continue;
            }
            let (n_failed, is_stepped) = match known {
                Some(entry) if !is_nearer => (entry.n_failed, true),
                _ => (0, false),
            };
            let (genotype, run) = (genotype.clone(), run.clone());
            archive.entries.insert(*target, Entry { genotype, run, nearness, n_failed, is_stepped });
        }
        is_new
    }

    /// Draws values for the longest list of inputs that is known.
    fn drawn(&mut self, archive: &Archive) -> Vec<u8> {
        let known = archive.entries.values().map(|entry| &entry.genotype).chain(&archive.pool);
        let Some(longest) = known.max_by_key(|genotype| genotype.len()) else { return Vec::new() };
        let mut bytes = Vec::new();
        for at in 0..longest.len() {
            let shape = longest.shape(at);
            bytes.extend(match self.rng.below(2) {
                0 => random_value(shape, &mut self.rng),
                _ => self.plain_value(shape),
            });
        }
        bytes
    }

    fn try_by_chance(&mut self, archive: &mut Archive, target: u32) -> Result<(), String> {
        let mut children = Vec::new();
        let n_failed = archive.entry(target).map_or(0, |entry| entry.n_failed);
        // The longer no run has come nearer, the more children are drawn anew.
        let one_of = (DRAWN_OF * PLATEAU / n_failed.max(1)).clamp(2, DRAWN_OF);
        for _ in 0..self.room(TURN) {
            let mutant = match self.rng.below(one_of) {
                0 => None,
                _ => Some(self.mutant(archive, target)).filter(|bytes| self.is_untried(bytes)),
            };
            children.push(mutant.unwrap_or_else(|| self.drawn(archive)));
        }
        self.try_out(archive, children)?;
        Ok(())
    }

    /// Returns whether no random change has made these inputs before, and notes them.
    pub(super) fn is_untried(&mut self, bytes: &[u8]) -> bool {
        self.tried.len() >= MOST_TRIED || self.tried.insert(rng::hash_bytes(bytes))
    }

    /// Whether an operator may be used.
    pub(super) fn may(&self, operator: Operator) -> bool {
        !self.options.without.contains(&operator)
    }
}
