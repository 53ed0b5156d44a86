//! Evolution with several parents, a (μ + λ) strategy: one search for each target. Random operators make
//! children of the parents, and the best of parents and children are the next parents (Bäck, "Evolutionary
//! Algorithms in Theory and Practice", 1996).

use super::fitness::Nearness;
use super::genotype::random_value;
use super::{Genotype, Search};
use crate::replay::Layout;

/// Inputs and how near their run came to the target.
struct Member {
    genotype: Genotype,
    nearness: Nearness,
}

impl Search<'_> {
    /// `seeds` are among the first parents of each search.
    pub(super) fn evolve_populations(
        &mut self,
        n_parents: usize,
        n_children: usize,
        seeds: &[Vec<u8>],
    ) -> Result<(), String> {
        let sizes = [n_parents.max(1), n_children.max(1)];
        self.one_by_one(|search, target, layout| search.evolve_population(target, layout, sizes, seeds))
    }

    /// One search. It ends when the target is taken, or when patience is exhausted.
    fn evolve_population(
        &mut self,
        target: u32,
        layout: &Layout,
        [n_parents, n_children]: [usize; 2],
        seeds: &[Vec<u8>],
    ) -> Result<(), String> {
        let mut drawn = seeds.to_vec();
        while drawn.len() < n_parents {
            drawn.push(layout.iter().flat_map(|shape| random_value(shape, &mut self.rng)).collect());
        }
        drawn.truncate(self.room(drawn.len()));
        let mut parents = self.members(target, drawn)?;
        let mut n_failed = 0;
        while !self.is_over() && self.findings.left.contains(&target) {
            if self.options.patience.is_some_and(|patience| n_failed >= patience) {
                return Ok(());
            }
            sort(&mut parents);
            parents.truncate(n_parents);
            let best = parents.first().map_or(Nearness::NOWHERE, |best| best.nearness);
            let pool: Vec<Genotype> = parents.iter().map(|parent| parent.genotype.clone()).collect();
            let mut children = Vec::with_capacity(n_children);
            for _ in 0..self.room(n_children) {
                let parent = &pool[self.rng.below(pool.len() as u64) as usize];
                children.push(self.changed(parent, &pool));
            }
            n_failed += children.len() as u64;
            // Of members that are equally near the younger go on, so that plateaus are crossed.
            let mut members = self.members(target, children)?;
            if members.iter().any(|child| child.nearness < best) {
                n_failed = 0;
            }
            members.append(&mut parents);
            parents = members;
        }
        Ok(())
    }

    /// Runs inputs, and says how near each came.
    fn members(&mut self, target: u32, inputs: Vec<Vec<u8>>) -> Result<Vec<Member>, String> {
        let runs = self.runner.run(&inputs)?;
        let mut members = Vec::with_capacity(inputs.len());
        for (bytes, run) in inputs.into_iter().zip(runs) {
            self.note(&bytes, &run);
            let nearness = self.judge.nearness(&run, target);
            let genotype = Genotype::new(bytes, self.runner.layout(run.layout).clone());
            members.push(Member { genotype, nearness });
        }
        Ok(members)
    }
}

/// The nearest first.
fn sort(members: &mut [Member]) {
    members.sort_by(|a, b| {
        a.nearness.way.cmp(&b.nearness.way).then(a.nearness.distance.total_cmp(&b.nearness.distance))
    });
}
