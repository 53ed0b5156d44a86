//! Sweeps: integers are counted up and down from the best inputs for a target. Where a hash or a long loop
//! decides, no number is nearer than another, but a program that first checks the range of a number leaves
//! few of them. A native run is so cheap that all can be tried.

use super::archive::Archive;
use super::fitness::Nearness;
use super::{Genotype, Operator, Search};

/// After this many evaluations that came no nearer to a target, sweeps and random changes take turns.
const PATIENCE: u64 = 1024;
/// How many numbers a turn tries.
const TURN: usize = 64;
/// A direction is given up after so many numbers in a row whose runs end farther from the target than the
/// first one did: they have probably left the range.
const MOST_FARTHER: u32 = 32;
/// The most numbers that are tried in one direction.
const MOST: i128 = 1 << 14;

/// How far the sweep for a target has come.
pub(super) struct Sweep {
    base: Genotype,
    nearness: Nearness,
    /// The input that is being counted, whether it is counted down, and how far from its value it is.
    at: usize,
    is_down: bool,
    offset: i128,
    n_farther: u32,
}

impl Sweep {
    pub(super) fn new(base: Genotype, nearness: Nearness) -> Self {
        Self { base, nearness, at: 0, is_down: false, offset: 0, n_farther: 0 }
    }

    /// Whether this sweep began with these inputs.
    pub(super) fn is_from(&self, base: &Genotype) -> bool {
        self.base == *base
    }

    /// Whether all numbers were tried.
    pub(super) fn is_over(&self) -> bool {
        self.at >= self.base.len()
    }

    /// The inputs with the next number; `None` after the last one.
    fn next(&mut self) -> Option<Genotype> {
        while !self.is_over() {
            if self.base.is_integer(self.at) && self.n_farther < MOST_FARTHER && self.offset < MOST {
                self.offset += 1;
                let by = if self.is_down { -self.offset } else { self.offset };
                let number = self.base.integer(self.at) + by;
                let mut candidate = self.base.clone();
                candidate.set_integer(self.at, number);
                if candidate.integer(self.at) == number {
                    return Some(candidate);
                }
            }
            self.turn();
        }
        None
    }

    /// Goes on in the other direction, or with the next input.
    fn turn(&mut self) {
        self.at += usize::from(self.is_down);
        self.is_down = !self.is_down;
        (self.offset, self.n_farther) = (0, 0);
    }
}

impl Search<'_> {
    /// Whether the next turn of a target is one of its sweep. When a sweep has come to its end, another one
    /// begins only with other inputs.
    pub(super) fn is_to_sweep(&mut self, archive: &Archive, target: u32) -> bool {
        let Some(entry) = archive.entry(target) else { return false };
        if !self.may(Operator::Sweeps) || entry.n_failed < PATIENCE || self.rng.below(2) == 0 {
            return false;
        }
        let known = self.sweeps.get(&target);
        if known.is_none_or(|sweep| sweep.is_over() && !sweep.is_from(&entry.genotype)) {
            self.sweeps.insert(target, Sweep::new(entry.genotype.clone(), entry.nearness));
        }
        true
    }

    /// Tries the next numbers of the sweep for a target. Returns whether there were any.
    pub(super) fn sweep(&mut self, archive: &mut Archive, target: u32) -> Result<bool, String> {
        let Some(mut sweep) = self.sweeps.remove(&target) else { return Ok(false) };
        let mut candidates = Vec::new();
        let (at, is_down) = (sweep.at, sweep.is_down);
        while candidates.len() < self.room(TURN) {
            let Some(candidate) = sweep.next() else { break };
            // What was tried before tells nothing new, and neither near nor far.
            if self.is_untried(candidate.bytes()) {
                candidates.push(candidate.into_bytes());
            }
            if (sweep.at, sweep.is_down) != (at, is_down) {
                break;
            }
        }
        let has_any = !candidates.is_empty();
        let runs = self.runner.run(&candidates)?;
        for (bytes, run) in candidates.into_iter().zip(runs) {
            if self.is_over() {
                break;
            }
            let is_farther = self.judge.nearness(&run, target).way > sweep.nearness.way;
            sweep.n_farther = if is_farther { sweep.n_farther + 1 } else { 0 };
            self.take(archive, bytes, run);
        }
        self.sweeps.insert(target, sweep);
        Ok(has_any)
    }
}
