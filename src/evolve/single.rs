//! Evolution with one parent and one child, as in Rost's thesis: one search for each target, which begins
//! with random values, and one operator.

use super::fitness::Nearness;
use super::genotype::random_value;
use super::{Genotype, Search};
use crate::replay::{InputKind, Layout, Run};
use crate::util::Rng;

/// The most children that are made of one parent before any of them is run. Results are looked at in order:
/// children behind the first that takes its parent's place are dropped and not counted.
const AHEAD: usize = 64;

/// A parent and how near its run came to the target.
struct Parent {
    genotype: Genotype,
    nearness: Nearness,
}

impl Search<'_> {
    pub(super) fn evolve_singly(&mut self) -> Result<(), String> {
        self.one_by_one(|search, target, layout| search.evolve_towards(target, layout))
    }

    /// One search. It ends when the target is taken, or when patience is exhausted.
    fn evolve_towards(&mut self, target: u32, layout: &Layout) -> Result<(), String> {
        let mut parent = self.draw_parent(target, layout)?;
        let (mut n_failed, mut ahead) = (0, 1);
        while !self.is_over() && self.findings.left.contains(&target) {
            if self.options.patience.is_some_and(|patience| n_failed >= patience) {
                return Ok(());
            }
            let mut children = Vec::with_capacity(ahead);
            let mut generators = Vec::with_capacity(ahead);
            for _ in 0..self.room(ahead) {
                children.push(self.child(&parent.genotype));
                generators.push(self.rng.clone());
            }
            let bytes: Vec<Vec<u8>> = children.iter().map(|child| child.bytes().to_vec()).collect();
            let runs = self.runner.run(&bytes)?;
            ahead = (2 * ahead).min(AHEAD);
            for ((bytes, run), generator) in bytes.into_iter().zip(runs).zip(generators) {
                self.note(&bytes, &run);
                let nearness = self.judge.nearness(&run, target);
                n_failed += 1;
                let is_nearer = nearness < parent.nearness;
                if is_nearer || nearness == parent.nearness {
                    n_failed = if is_nearer { 0 } else { n_failed };
                    parent = self.parent_of(bytes, &run, nearness);
                    self.rng = generator;
                    ahead = if is_nearer { (ahead / 4).max(1) } else { ahead };
                    break;
                }
                if self.is_over() {
                    break;
                }
            }
        }
        Ok(())
    }

    fn parent_of(&mut self, bytes: Vec<u8>, run: &Run, nearness: Nearness) -> Parent {
        let layout = self.runner.layout(run.layout).clone();
        // Inputs that the run asked for beyond its bytes get random values.
        let mut genotype = Genotype::new(bytes.clone(), layout);
        for at in 0..genotype.len() {
            let is_new = genotype.bytes().len() > bytes.len()
                && genotype.input(at).iter().all(|byte| *byte == 0)
                && self.starts_behind(&genotype, at, bytes.len());
            if is_new {
                let value = random_value(genotype.shape(at), &mut self.rng);
                genotype.input_mut(at).copy_from_slice(&value);
            }
        }
        Parent { genotype, nearness }
    }

    /// A copy of the parent with one input changed, or all inputs of its group.
    fn child(&mut self, parent: &Genotype) -> Genotype {
        let mut child = parent.clone();
        if !child.is_empty() {
            let at = self.rng.below(child.len() as u64) as usize;
            for at in self.changed_with(parent, at) {
                change(&mut child, at, &mut self.rng);
            }
        }
        child
    }

    fn starts_behind(&self, genotype: &Genotype, at: usize, length: usize) -> bool {
        (0..at).map(|before| genotype.shape(before).size).sum::<usize>() >= length
    }

    fn draw_parent(&mut self, target: u32, layout: &Layout) -> Result<Parent, String> {
        let mut bytes = Vec::new();
        layout.iter().for_each(|shape| bytes.extend(random_value(shape, &mut self.rng)));
        let run = self.runner.run(std::slice::from_ref(&bytes))?.pop().ok_or("no run")?;
        self.note(&bytes, &run);
        let nearness = self.judge.nearness(&run, target);
        Ok(self.parent_of(bytes, &run, nearness))
    }
}

/// Adds (r(19) − 9)·10^r(10) to an integer, where r(n) is a random number of 0 … n − 1, and clamps the sum to
/// its range. For a float the powers begin at 10⁻⁶. In a text, one byte is replaced by a random one.
fn change(child: &mut Genotype, at: usize, rng: &mut Rng) {
    let digit = rng.below(19) as i128 - 9;
    let power = rng.below(10) as u32;
    match child.shape(at).kind {
        InputKind::Signed | InputKind::Unsigned | InputKind::Bool => {
            let number = child.integer(at) + digit * 10i128.pow(power);
            child.set_integer(at, number);
        }
        InputKind::Float => {
            let number = child.float(at) + digit as f64 * 10f64.powi(power as i32 - 6);
            child.set_float(at, number);
        }
        InputKind::String | InputKind::Bytes => {
            let size = child.shape(at).size;
            if size > 0 {
                let letter = rng.below(size as u64) as usize;
                child.input_mut(at)[letter] = rng.below(256) as u8;
            }
        }
    }
}
