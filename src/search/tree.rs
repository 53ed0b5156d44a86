//! A random way through the tree of forks: as fair to a subtree with one state as to one with thousands.

use super::{Candidate, Scene, Searcher, StateId};
use crate::util::Rng;
use rustc_hash::FxHashMap;

/// The root, which is never a leaf.
const ROOT: usize = 0;

/// A fork, whose children are subtrees, or a leaf, which is a state.
#[derive(Default)]
struct Node {
    parent: usize,
    children: Vec<usize>,
}

/// The forks above all waiting states. Forks with only one subtree left are taken out.
pub(super) struct RandomPath {
    nodes: Vec<Node>,
    /// Places of `nodes` that can be used again.
    free: Vec<usize>,
    leaves: FxHashMap<StateId, usize>,
    states: FxHashMap<usize, StateId>,
    rng: Rng,
}

impl RandomPath {
    pub(super) fn new(rng: Rng) -> Self {
        let nodes = vec![Node::default()];
        Self { nodes, free: Vec::new(), leaves: FxHashMap::default(), states: FxHashMap::default(), rng }
    }

    fn hang(&mut self, parent: usize, id: StateId) {
        let node = Node { parent, children: Vec::new() };
        let place = match self.free.pop() {
            Some(place) => {
                self.nodes[place] = node;
                place
            }
            None => {
                self.nodes.push(node);
                self.nodes.len() - 1
            }
        };
        self.nodes[parent].children.push(place);
        self.name(place, id);
    }

    fn name(&mut self, place: usize, id: StateId) {
        self.leaves.insert(id, place);
        self.states.insert(place, id);
    }

    /// Takes out a leaf, and the fork above it if that has one subtree left.
    fn cut(&mut self, place: usize) {
        let parent = self.nodes[place].parent;
        self.nodes[parent].children.retain(|child| *child != place);
        self.free.push(place);
        if parent != ROOT
            && let [only] = self.nodes[parent].children[..]
        {
            let above = self.nodes[parent].parent;
            self.nodes[only].parent = above;
            let mut siblings = self.nodes[above].children.iter_mut();
            *siblings.find(|child| **child == parent).expect("invariant: a node is its parent's child") =
                only;
            self.free.push(parent);
        }
    }
}

impl Searcher for RandomPath {
    fn add(&mut self, _: &Scene, parent: Option<StateId>, family: &[Candidate]) {
        let place = parent.and_then(|parent| self.leaves.remove(&parent));
        if let Some(place) = place {
            self.states.remove(&place);
        }
        match (place, family) {
            (None, family) => family.iter().for_each(|candidate| self.hang(ROOT, candidate.id)),
            (Some(place), []) => self.cut(place),
            (Some(place), [only]) => self.name(place, only.id),
            (Some(place), family) => family.iter().for_each(|candidate| self.hang(place, candidate.id)),
        }
    }

    fn pick(&mut self, _: &Scene) -> Option<StateId> {
        let mut place = ROOT;
        loop {
            let children = &self.nodes[place].children;
            match children.len() {
                0 => return self.states.get(&place).copied(),
                1 => place = children[0],
                n => place = children[self.rng.below(n as u64) as usize],
            }
        }
    }

    fn retain(&mut self, waits: &dyn Fn(StateId) -> bool) {
        let mut gone: Vec<StateId> = self.leaves.keys().copied().filter(|id| !waits(*id)).collect();
        gone.sort_unstable();
        for id in gone {
            if let Some(place) = self.leaves.remove(&id) {
                self.states.remove(&place);
                self.cut(place);
            }
        }
    }
}
