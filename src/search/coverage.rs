//! The edges that the paths of a run have taken, shared by its workers.

use crate::ir::Program;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// A set of edges that only grows.
pub struct Covered {
    edges: Vec<AtomicBool>,
    is_own: Vec<bool>,
    n: AtomicU64,
}

impl Covered {
    /// The empty set. Only edges of the program's own code count, not those of models of library functions.
    pub fn new(program: &Program) -> Self {
        let is_own = program.edges.iter().map(|edge| {
            let function = program.blocks[edge.to.index()].function;
            program.functions[function.index()].signature.is_some()
        });
        let edges = program.edges.iter().map(|_| AtomicBool::new(false)).collect();
        Self { edges, is_own: is_own.collect(), n: AtomicU64::new(0) }
    }

    /// Adds edges that a path has taken. Returns whether one that counts is new.
    pub fn add(&self, taken: impl Iterator<Item = usize>) -> bool {
        let mut n_new = 0;
        for at in taken {
            let edge = &self.edges[at];
            if !edge.load(Ordering::Relaxed) && !edge.swap(true, Ordering::Relaxed) {
                n_new += u64::from(self.is_own[at]);
            }
        }
        if n_new > 0 {
            self.n.fetch_add(n_new, Ordering::Relaxed);
        }
        n_new > 0
    }

    /// Whether the edge counts and no path has taken it yet.
    pub fn lacks(&self, edge: usize) -> bool {
        self.is_own[edge] && !self.edges[edge].load(Ordering::Relaxed)
    }

    /// Whether the edge counts: whether it belongs to the program's own code.
    pub fn counts(&self, edge: usize) -> bool {
        self.is_own[edge]
    }

    /// How many edges count.
    pub fn n_edges(&self) -> u64 {
        self.is_own.iter().filter(|is_own| **is_own).count() as u64
    }

    /// How many of the edges that count were taken. Results computed from the set hold until this changes.
    pub fn n_covered(&self) -> u64 {
        self.n.load(Ordering::Relaxed)
    }
}
