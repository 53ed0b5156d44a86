//! A random way through the tree of forks: as fair to a subtree with one state as to one with thousands.

use super::{Candidate, Scene, Searcher, StateId, weighted};
use crate::util::Rng;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use std::collections::BTreeMap;

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

    /// A random walk from the root to a leaf. It goes only to nodes for which `is_open` is true.
    fn walk(&mut self, is_open: impl Fn(usize) -> bool) -> Option<StateId> {
        let mut place = ROOT;
        loop {
            let open = self.nodes[place].children.iter().copied().filter(|child| is_open(*child));
            let open: SmallVec<[usize; 4]> = open.collect();
            match open[..] {
                [] => return self.states.get(&place).copied(),
                [only] => place = only,
                _ => place = open[self.rng.below(open.len() as u64) as usize],
            }
        }
    }

    /// A random walk that ends at one of these leaves.
    fn walk_to(&mut self, states: &FxHashSet<StateId>) -> Option<StateId> {
        let mut open = FxHashSet::default();
        for state in states {
            let mut place = self.leaves.get(state).copied();
            while let Some(at) = place.filter(|at| *at != ROOT && open.insert(*at)) {
                place = Some(self.nodes[at].parent);
            }
        }
        self.walk(|place| open.contains(&place))
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
        self.walk(|_| true)
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

/// Draws how recently a path has reached new code, as `news` does, and then walks randomly through the tree of
/// forks to one of those states. So is the default selector of Tochilina, "Dynamic symbolic execution for
/// Python", 2024.
pub(super) struct NewsPath {
    tree: RandomPath,
    /// The states by the logarithm of their weight.
    classes: BTreeMap<i32, FxHashSet<StateId>>,
    weights: FxHashMap<StateId, i32>,
    rng: Rng,
}

impl NewsPath {
    pub(super) fn new(rng: Rng) -> Self {
        let (classes, weights) = (BTreeMap::new(), FxHashMap::default());
        Self { tree: RandomPath::new(rng.split(0)), classes, weights, rng: rng.split(1) }
    }

    fn forget(&mut self, id: StateId) {
        let Some(log) = self.weights.remove(&id) else { return };
        if let Some(states) = self.classes.get_mut(&log) {
            states.remove(&id);
            if states.is_empty() {
                self.classes.remove(&log);
            }
        }
    }
}

impl Searcher for NewsPath {
    fn add(&mut self, scene: &Scene, parent: Option<StateId>, family: &[Candidate]) {
        if let Some(parent) = parent {
            self.forget(parent);
        }
        self.tree.add(scene, parent, family);
        for candidate in family {
            let log = weighted::by_news(candidate);
            self.classes.entry(log).or_default().insert(candidate.id);
            self.weights.insert(candidate.id, log);
        }
    }

    fn pick(&mut self, _: &Scene) -> Option<StateId> {
        let weights = self.classes.iter().map(|(log, states)| states.len() as f64 * f64::from(*log).exp2());
        let weights: Vec<f64> = weights.collect();
        let states = self.classes.values().nth(self.rng.roulette(&weights)?)?;
        self.tree.walk_to(states)
    }

    fn retain(&mut self, waits: &dyn Fn(StateId) -> bool) {
        let mut gone: Vec<StateId> = self.weights.keys().copied().filter(|id| !waits(*id)).collect();
        gone.sort_unstable();
        gone.into_iter().for_each(|id| self.forget(id));
        self.tree.retain(waits);
    }
}
