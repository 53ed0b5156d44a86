//! Makes inputs plainer: small numbers, few digits, short texts of letters. A change stays if a native run
//! still takes the same sides of branches and ends in the same way.
//!
//! Where symbolic execution can follow a path, readable values come from the path condition. This module is
//! for paths that it cannot follow: there, only a native run can tell whether a value keeps the path.

use super::Genotype;
use crate::replay::{GuidedRunner, InputKind, Run};
use std::collections::BTreeSet;

/// Only this many bytes of a text are made plainer.
const MOST_BYTES: usize = 64;
/// The most decimals that are tried for a float.
const DECIMALS: i32 = 6;

/// Makes inputs plainer. Returns the plainest that were found, and how many runs that took.
///
/// # Errors
/// If the program cannot be run.
pub fn plain(runner: &mut GuidedRunner, genotype: Genotype) -> Result<(Genotype, u64), String> {
    let Some(like) = runner.run(&[genotype.bytes().to_vec()])?.pop().map(Way::of) else {
        return Ok((genotype, 1));
    };
    let mut search = Plainer { runner, like, best: genotype, n_runs: 1 };
    for at in 0..search.best.len() {
        match search.best.shape(at).kind {
            InputKind::Signed | InputKind::Unsigned | InputKind::Bool => search.integer(at)?,
            InputKind::Float => search.float(at)?,
            InputKind::String | InputKind::Bytes => search.text(at)?,
        }
    }
    search.tell_apart()?;
    Ok((search.best, search.n_runs))
}

/// How many zeros get other values, at most.
const MOST_APART: usize = 16;

/// What the run of plainer inputs must have in common with the original run.
#[derive(PartialEq, Eq)]
struct Way {
    layout: usize,
    taken: BTreeSet<u32>,
    end: crate::replay::End,
}

impl Way {
    fn of(run: Run) -> Self {
        Self { layout: run.layout, taken: run.taken().collect(), end: run.end }
    }
}

struct Plainer<'a> {
    runner: &'a mut GuidedRunner,
    like: Way,
    best: Genotype,
    n_runs: u64,
}

impl Plainer<'_> {
    /// Takes the first candidate whose run goes the same way. Returns whether there is one.
    fn take_first(&mut self, candidates: Vec<Genotype>) -> Result<bool, String> {
        let bytes: Vec<Vec<u8>> = candidates.iter().map(|candidate| candidate.bytes().to_vec()).collect();
        let runs = self.runner.run(&bytes)?;
        self.n_runs += runs.len() as u64;
        let found = candidates.into_iter().zip(runs).find(|(_, run)| Way::of(run.clone()) == self.like);
        let is_found = found.is_some();
        if let Some((candidate, _)) = found {
            self.best = candidate;
        }
        Ok(is_found)
    }

    fn with(&self, change: impl FnOnce(&mut Genotype)) -> Genotype {
        let mut candidate = self.best.clone();
        change(&mut candidate);
        candidate
    }

    /// Gives numbers that are zero other values, each one of its own, as far as the run still goes the same way: a
    /// mistake that takes one number for another does not show if both are zero. If there are many, the first
    /// ones and the last one.
    fn tell_apart(&mut self) -> Result<(), String> {
        let is_zero = |at: &usize| {
            let is_number = matches!(self.best.shape(*at).kind, InputKind::Signed | InputKind::Unsigned);
            is_number && self.best.integer(*at) == 0
        };
        let mut zeros: Vec<usize> = (0..self.best.len()).filter(is_zero).collect();
        if zeros.len() > MOST_APART {
            let first_left_out = MOST_APART - 1;
            zeros.drain(first_left_out..zeros.len() - 1);
        }
        let own: Vec<(usize, i128)> = zeros.into_iter().zip(2..).collect();
        let all = self.with(|it| own.iter().for_each(|(at, number)| it.set_integer(*at, *number)));
        if own.is_empty() || self.take_first(vec![all])? {
            return Ok(());
        }
        for (at, number) in own {
            let candidate = self.with(|it| it.set_integer(at, number));
            self.take_first(vec![candidate])?;
        }
        Ok(())
    }

    fn integer(&mut self, at: usize) -> Result<(), String> {
        let old = self.best.integer(at);
        let own = at as i128 + 1;
        let mut numbers = vec![own, 1, 2, 3, 5, 7, 10, 0, -1];
        // Then numbers with fewer digits that are not zero, then numbers nearer to zero.
        numbers.extend((1..=20).rev().map(|n| old - old % 10i128.pow(n)));
        numbers.extend((1..=6).map(|shift| old >> shift));
        numbers.retain(|number| number.unsigned_abs() <= old.unsigned_abs() && *number != old);
        let candidates = numbers.iter().map(|number| self.with(|it| it.set_integer(at, *number))).collect();
        self.take_first(candidates).map(drop)
    }

    fn float(&mut self, at: usize) -> Result<(), String> {
        let old = self.best.float(at);
        // If numbers differ, it shows when the code takes one for another; a factor of one shows nothing.
        let own = at as f64 + 1.5;
        let mut numbers = vec![own, -own, 2.0, 3.0, 0.5, 10.0, 1.0, 0.0, -1.0];
        numbers.extend((0..=DECIMALS).flat_map(|decimals| {
            let unit = 10f64.powi(decimals);
            [old * unit, old * unit - 0.5, old * unit + 0.5].map(|scaled| scaled.round() / unit)
        }));
        if old == own {
            return Ok(());
        }
        numbers.retain(|number| number.is_finite() && *number != old);
        let candidates = numbers.iter().map(|number| self.with(|it| it.set_float(at, *number))).collect();
        self.take_first(candidates).map(drop)
    }

    fn text(&mut self, at: usize) -> Result<(), String> {
        let length =
            self.best.input(at).iter().position(|byte| *byte == 0).unwrap_or(self.best.input(at).len());
        if self.best.shape(at).kind == InputKind::String {
            let shorter =
                (0..length.min(MOST_BYTES)).map(|end| self.with(|it| it.input_mut(at)[end..].fill(0)));
            let shorter = shorter.collect();
            self.take_first(shorter)?;
        }
        for byte in 0..length.min(MOST_BYTES) {
            let old = self.best.input(at)[byte];
            if old.is_ascii_lowercase() || old == 0 {
                continue;
            }
            let letter = b'a' + (byte % 26) as u8;
            let plainer = [letter, b'a', b'1', b' '].into_iter().take_while(|new| *new != old);
            let candidates = plainer.map(|new| self.with(|it| it.input_mut(at)[byte] = new)).collect();
            self.take_first(candidates)?;
        }
        Ok(())
    }
}
