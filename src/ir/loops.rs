//! The natural loops of a program (Aho, Lam, Sethi, Ullman: Compilers, section 9.6). There is one for each
//! block that dominates the source of an edge to it: the blocks that lead to such an edge without passing
//! that block.

use super::{BlockId, Program};
use std::collections::{BTreeMap, BTreeSet};

/// The loops that each block is in.
#[derive(Default, Debug)]
pub struct Loops {
    /// The blocks of each loop, in the order of their headers.
    bodies: Vec<BTreeSet<BlockId>>,
    /// The loops of each block, the smallest first.
    of_block: BTreeMap<BlockId, Vec<usize>>,
}

impl Loops {
    /// Finds all loops.
    pub fn new(program: &Program) -> Self {
        let n_blocks = program.blocks.len();
        let mut before: Vec<Vec<usize>> = vec![Vec::new(); n_blocks];
        for edge in &program.edges {
            if let Some(from) = edge.from {
                before[edge.to.index()].push(from.index());
            }
        }
        let mut bodies: BTreeMap<usize, BTreeSet<BlockId>> = BTreeMap::new();
        for function in &program.functions {
            let Some(entry) = function.entry else { continue };
            let blocks: Vec<usize> = (function.blocks.start as usize..function.blocks.end as usize).collect();
            let dominators = dominators(&blocks, program.edges[entry.index()].to.index(), &before);
            for block in &blocks {
                for from in &before[*block] {
                    if dominators.get(from).is_some_and(|over| over.contains(block)) {
                        collect(*block, *from, &before, bodies.entry(*block).or_default());
                    }
                }
            }
        }
        let bodies: Vec<BTreeSet<BlockId>> = bodies.into_values().collect();
        let mut of_block: BTreeMap<BlockId, Vec<usize>> = BTreeMap::new();
        for (index, body) in bodies.iter().enumerate() {
            body.iter().for_each(|block| of_block.entry(*block).or_default().push(index));
        }
        for loops in of_block.values_mut() {
            loops.sort_by_key(|index| bodies[*index].len());
        }
        Self { bodies, of_block }
    }

    /// The loops that a block is in, the smallest first, each as the set of its blocks.
    pub fn around(&self, block: BlockId) -> impl Iterator<Item = &BTreeSet<BlockId>> {
        self.of_block.get(&block).into_iter().flatten().map(|index| &self.bodies[*index])
    }
}

/// For each block the blocks that every way from the entry to it passes, itself among them.
fn dominators(blocks: &[usize], entry: usize, before: &[Vec<usize>]) -> BTreeMap<usize, BTreeSet<usize>> {
    // A block that is not in the map is not reached yet and counts as dominated by all blocks.
    let mut found: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::from([(entry, BTreeSet::from([entry]))]);
    let mut is_stable = false;
    while !is_stable {
        is_stable = true;
        for block in blocks.iter().filter(|block| **block != entry) {
            let mut reached = before[*block].iter().filter_map(|from| found.get(from));
            let Some(first) = reached.next() else { continue };
            let mut common = first.clone();
            reached.for_each(|other| common.retain(|block| other.contains(block)));
            common.insert(*block);
            if found.get(block) != Some(&common) {
                found.insert(*block, common);
                is_stable = false;
            }
        }
    }
    found
}

/// Adds the blocks that lead to `last` without passing the header.
fn collect(header: usize, last: usize, before: &[Vec<usize>], body: &mut BTreeSet<BlockId>) {
    body.insert(BlockId::new(header));
    let mut open = vec![last];
    while let Some(block) = open.pop() {
        if body.insert(BlockId::new(block)) {
            open.extend(&before[block]);
        }
    }
}
