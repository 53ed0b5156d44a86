//! Forks that are made after the fact: types that ended paths propose for objects of unknown type
//! ([`crate::exec::Machine::proposals`]).
//!
//! The place in the decision path where a pointer was chosen is a *vertex*. Each proposed type is a further
//! side of the vertex. A side is made when its turn comes, as a decision path from which the state is made
//! again. Each side is made only once, even if several paths propose it, so that the tests of a run do not
//! depend on which path came first.
//!
//! [`Weights`] say how the next state is drawn from four possible actions: continue a state that is not from
//! such a fork, try the first type of a vertex, continue a state that is from such a fork, or try a further
//! type of a vertex. If only one of the four is possible, nothing is drawn, so a program without unknown
//! types is searched as if this module did not exist.

use super::DecisionPath;
use crate::exec::SHAPED;
use crate::ir::Pc;
use crate::util::Rng;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::str::FromStr;

/// What a worker may do next.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Action {
    /// Go on with a state that no late fork made.
    Plain,
    /// Try the first type of a vertex.
    First,
    /// Go on with a state that a late fork made.
    Shaped,
    /// Try a further type of a vertex.
    Further,
}

const ACTIONS: [Action; 4] = [Action::Plain, Action::First, Action::Shaped, Action::Further];

/// How often each of four actions is drawn: to continue a path without an object of unknown type, to try a
/// first type, to continue a path with a type that was found, and to try a further one.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Weights(pub [u32; 4]);

impl Default for Weights {
    /// The best of the variants of `benches/types.rs`: what was found out is used before more is guessed.
    fn default() -> Self {
        Self([10, 40, 45, 5])
    }
}

impl fmt::Display for Weights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [plain, first, shaped, further] = self.0;
        write!(f, "{plain},{first},{shaped},{further}")
    }
}

impl FromStr for Weights {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let weights: Option<Vec<u32>> =
            text.split(',').map(|weight| weight.parse().ok().filter(|weight| *weight <= 1000)).collect();
        let weights: Option<[u32; 4]> = weights.and_then(|weights| weights.try_into().ok());
        let is_any = |weights: &[u32; 4]| weights.iter().any(|weight| *weight > 0);
        weights.filter(is_any).map(Self).ok_or_else(|| {
            format!(
                "`{text}`: four numbers from 0 to 1000, such as {}, not all of them zero",
                Self::default()
            )
        })
    }
}

/// A side of a late fork that is still to be made.
#[derive(Clone, Debug)]
pub(super) struct Side {
    pub(super) decision_path: Vec<u32>,
    pub(super) share: f64,
}

/// The vertices of one worker with the types that are still to be tried.
#[derive(Debug)]
pub(super) struct Deferred {
    /// By the instruction that asked for the pointer, then by the vertex.
    waiting: BTreeMap<Pc, BTreeMap<Vec<u32>, Vec<Side>>>,
    /// The vertices for which a type has been tried.
    begun: BTreeSet<Vec<u32>>,
    weights: Weights,
    rng: Rng,
    n_waiting: usize,
}

impl Deferred {
    pub(super) fn new(weights: Weights, rng: Rng) -> Self {
        Self { waiting: BTreeMap::new(), begun: BTreeSet::new(), weights, rng, n_waiting: 0 }
    }

    /// Takes in a type. Its vertex is the decision path without the last choice; `at` is the instruction that
    /// asked for the pointer.
    pub(super) fn add(&mut self, at: Pc, side: Side) {
        let vertex = side.decision_path[..side.decision_path.len() - 1].to_vec();
        self.waiting.entry(at).or_default().entry(vertex).or_default().push(side);
        self.n_waiting += 1;
    }

    /// How many types wait to be tried.
    pub(super) fn len(&self) -> usize {
        self.n_waiting
    }

    /// All types that wait to be tried.
    pub(super) fn sides(&self) -> impl Iterator<Item = &Side> {
        self.waiting.values().flat_map(BTreeMap::values).flatten()
    }

    /// What to do next, given whether states of both kinds wait; `None` if there is nothing.
    pub(super) fn draw(&mut self, has_plain: bool, has_shaped: bool) -> Option<Action> {
        let (mut first, mut further) = (false, false);
        for vertex in self.waiting.values().flat_map(BTreeMap::keys) {
            let is_begun = self.begun.contains(vertex);
            (first, further) = (first || !is_begun, further || is_begun);
        }
        let possible = [has_plain, first, has_shaped, further];
        let weights: [u32; 4] = std::array::from_fn(|at| if possible[at] { self.weights.0[at] } else { 0 });
        let total: u32 = weights.iter().sum();
        let only = possible.iter().filter(|possible| **possible).count() == 1;
        if only || total == 0 {
            // An action without weight is done only if there is no other.
            return possible.iter().position(|possible| *possible).map(|at| ACTIONS[at]);
        }
        let mut drawn = self.rng.below(u64::from(total)) as u32;
        for (at, action) in ACTIONS.into_iter().enumerate() {
            match drawn.checked_sub(weights[at]) {
                Some(rest) => drawn = rest,
                None => return Some(action),
            }
        }
        None
    }

    /// Takes a type to try. An instruction is drawn first and then one of its vertices, each as likely as the
    /// others. The type is the first one that was proposed for the vertex.
    pub(super) fn take(&mut self, is_first: bool) -> Option<Side> {
        let begun = &self.begun;
        let is_it = |vertex: &Vec<u32>| begun.contains(vertex) != is_first;
        let places: Vec<Pc> =
            self.waiting.iter().filter(|(_, of)| of.keys().any(is_it)).map(|(at, _)| *at).collect();
        let at = *places.get(self.rng.below(places.len().max(1) as u64) as usize)?;
        let of = self.waiting.get_mut(&at)?;
        let vertices: Vec<Vec<u32>> = of.keys().filter(|vertex| is_it(vertex)).cloned().collect();
        let vertex = vertices.get(self.rng.below(vertices.len().max(1) as u64) as usize)?.clone();
        let sides = of.get_mut(&vertex)?;
        let side = sides.remove(0);
        if sides.is_empty() {
            of.remove(&vertex);
        }
        if of.is_empty() {
            self.waiting.remove(&at);
        }
        self.begun.insert(vertex);
        self.n_waiting -= 1;
        Some(side)
    }

    /// Takes any type to try: for another worker, or because the run ends.
    pub(super) fn take_any(&mut self) -> Option<Side> {
        self.take(true).or_else(|| self.take(false))
    }
}

/// The late forks that every worker of a run has made or is to make, so that none is made twice.
#[derive(Default, Debug)]
pub(super) struct Tried(BTreeMap<DecisionPath, BTreeSet<u32>>);

impl Tried {
    /// Takes in a side of a vertex. Returns how many others were proposed for the vertex before, or `None` if
    /// this one was, too.
    pub(super) fn insert(&mut self, decision_path: &[u32]) -> Option<usize> {
        let (side, vertex) = decision_path.split_last()?;
        let sides = self.0.entry(DecisionPath::pack(vertex)).or_default();
        let n_before = sides.len();
        sides.insert(*side).then_some(n_before)
    }

    /// Notes the late forks that a decision path comes from.
    pub(super) fn note(&mut self, decision_path: &[u32]) {
        for (at, _) in decision_path.iter().enumerate().filter(|(_, choice)| is_late(**choice)) {
            self.insert(&decision_path[..=at]);
        }
    }
}

/// Whether a late fork made this choice. Choices that mark inputs found by a search have their highest bit
/// set.
pub(super) fn is_late(choice: u32) -> bool {
    (SHAPED..1 << 31).contains(&choice)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn side(path: &[u32]) -> Side {
        Side { decision_path: path.to_vec(), share: 1.0 }
    }

    #[test]
    fn each_vertex_gets_its_first_type_before_weights_give_it_a_further_one() {
        let mut deferred = Deferred::new(Weights([1, 1, 1, 0]), Rng::from_seed(1));
        for path in [&[0, SHAPED][..], &[0, SHAPED + 1], &[1, SHAPED]] {
            deferred.add(Pc::from_raw(7), side(path));
        }
        let mut firsts = Vec::new();
        while deferred.draw(false, false) == Some(Action::First) {
            firsts.push(deferred.take(true).expect("a vertex without a type").decision_path);
        }
        firsts.sort();
        assert_eq!(firsts, [vec![0, SHAPED], vec![1, SHAPED]]);
        // Nothing else is left, so that its weight does not matter.
        assert_eq!(deferred.draw(false, false), Some(Action::Further));
        assert_eq!(deferred.draw(true, false), Some(Action::Plain));
        assert_eq!(deferred.take(false).expect("a further type").decision_path, [0, SHAPED + 1]);
        assert_eq!((deferred.len(), deferred.draw(false, false)), (0, None));
    }

    #[test]
    fn actions_are_drawn_by_their_weights() {
        let mut deferred = Deferred::new(Weights([1, 3, 0, 0]), Rng::from_seed(2));
        deferred.add(Pc::from_raw(1), side(&[SHAPED]));
        let n_first = (0..4000).filter(|_| deferred.draw(true, true) == Some(Action::First)).count();
        assert!((2800..3200).contains(&n_first), "{n_first}");
    }

    #[test]
    fn nobody_makes_a_side_twice() {
        let mut tried = Tried::default();
        assert_eq!(tried.insert(&[0, SHAPED]), Some(0));
        assert_eq!(tried.insert(&[0, SHAPED]), None);
        assert_eq!(tried.insert(&[0, SHAPED + 7]), Some(1));
        tried.note(&[1, SHAPED + 2, 0, SHAPED, 1]);
        assert_eq!(tried.insert(&[1, SHAPED + 2]), None);
        assert_eq!(tried.insert(&[1, SHAPED + 2, 0, SHAPED]), None);
        assert_eq!(tried.insert(&[1, SHAPED]), Some(1));
    }

    #[test]
    fn weights_are_read_as_they_are_written() {
        let weights = Weights::default();
        assert_eq!(weights.to_string().parse(), Ok(weights));
        for wrong in ["", "1,2,3", "0,0,0,0", "1,2,3,x", "1,2,3,1001"] {
            assert!(wrong.parse::<Weights>().is_err(), "{wrong}");
        }
    }
}
