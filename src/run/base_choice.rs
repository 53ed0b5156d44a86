//! Chooses the tests for which a further one is made with the inputs of another test: see
//! [`Likeness`](crate::engine::Likeness).
//!
//! Only tests that people see matter, so tests are chosen here in the way in which those are chosen. If one
//! of them leaves its calls early, it is to be like a test that ends well: in another one that is refused, a
//! mistake in the first check would not show either. Among these it is the one that has most of its path in
//! common with it. If several have, it is one in which no two pointers lead to the same object, that returns
//! something else, and that does most.
//!
//! Whether an argument is null is decided before its call begins. So if a pointer is null and the call was
//! left before it looked at the pointer, the inputs are also tried with the object that the pointer leads to
//! in the other test.

use crate::emit::choose::{self, Chooser, Cover, Rank};
use crate::engine::{GivenInput, GivenInputs};
use crate::testcase::{Datum, Outcome, TestCase};
use std::cmp::Reverse;
use std::collections::HashMap;

/// Chooses these tests while tests come in.
pub(super) struct BaseChoice(Chooser<Kept>);

/// What is kept of a test.
struct Kept {
    decision_path: Vec<u32>,
    given: GivenInputs,
    /// The sides of branches that its calls under test take, in ascending order.
    sides: Vec<u32>,
    /// How many sides and lines its calls cover.
    extent: usize,
    /// How it ends.
    rank: Rank,
    /// What its calls under test return.
    results: Vec<Option<Datum>>,
    /// Whether two of its pointers lead to the same object.
    is_shared: bool,
    /// Whether the program came to its end and nothing about the test is uncertain.
    is_whole: bool,
}

/// A test, and another one whose inputs it is to get.
pub(super) struct Pair {
    pub(super) decision_path: Vec<u32>,
    /// Its inputs.
    pub(super) own: GivenInputs,
    /// The inputs of the other test.
    pub(super) base: GivenInputs,
}

impl Default for BaseChoice {
    fn default() -> Self {
        Self(Chooser::new(Cover::Everything))
    }
}

impl BaseChoice {
    /// Adds a test.
    pub(super) fn add(&mut self, test: &TestCase) {
        let ends = matches!(test.outcome, Outcome::Returned(_) | Outcome::Exited(_));
        let keep = || Kept {
            decision_path: test.decision_path.clone(),
            given: GivenInputs::of(test),
            rank: choose::rank_of(test),
            results: test.calls.iter().map(|call| call.arrangement.result.clone()).collect(),
            is_shared: test.has_shared_objects(),
            sides: test.covers.branches.clone(),
            extent: test.covers.branches.len() + test.covers.lines.len(),
            is_whole: ends && !test.unconfirmed && !test.approximated,
        };
        self.0.add(test, keep);
    }

    /// The tests that people see, each with the one that it is to be like; without tests for which there is
    /// none.
    pub(super) fn pairs(self) -> Vec<Pair> {
        let seen: Vec<Kept> = self.0.finish().into_iter().filter(|kept| kept.is_whole).collect();
        let pair = |own: &Kept| {
            let n_common = |other: &Kept| {
                let is_common = |side: &&u32| other.sides.binary_search(side).is_ok();
                own.sides.iter().filter(is_common).count()
            };
            let n_decisions = |other: &Kept| {
                let both = own.decision_path.iter().zip(&other.decision_path);
                both.take_while(|(one, other)| one == other).count()
            };
            let rank = |other: &Kept| {
                let is_plain = !other.is_shared;
                let is_other = other.results != own.results;
                (Reverse(other.rank), n_common(other), is_plain, is_other, other.extent, n_decisions(other))
            };
            // Conditions that are joined by `&&` may be one branch.
            let is_other_side = |other: &Kept| {
                other.extent == own.extent && n_common(other) == 0 && other.results != own.results
            };
            let is_further = |other: &&Kept| other.extent > own.extent || is_other_side(other);
            let further = seen.iter().filter(is_further);
            let base = further.min_by_key(|other| Reverse(rank(other)))?.given.clone();
            Some(Pair { decision_path: own.decision_path.clone(), own: own.given.clone(), base })
        };
        seen.iter().filter_map(pair).collect()
    }
}

/// The inputs `own`, in which null pointers lead to the objects that they lead to in `base`. `None` if there
/// is no such pointer.
pub(super) fn with_objects(own: &GivenInputs, base: &GivenInputs) -> Option<GivenInputs> {
    let mut merging = Merging {
        own,
        base,
        merged: GivenInputs { objects: base.objects.clone(), ..own.clone() },
        numbers: HashMap::new(),
        has_new: false,
    };
    for at in 0..own.inputs.len() {
        let other = base.inputs.iter().find(|other| other.name == own.inputs[at].name);
        merging.merged.inputs[at] = merging.input(&own.inputs[at], other);
    }
    merging.has_new.then_some(merging.merged)
}

/// Inputs that are put together from two tests. Their objects are those of `base`, with the values of `own`
/// if it has them, followed by those that only `own` has.
struct Merging<'a> {
    own: &'a GivenInputs,
    base: &'a GivenInputs,
    merged: GivenInputs,
    /// By the number of an object of `own`, its number in `merged`.
    numbers: HashMap<u32, u32>,
    /// Whether a pointer that was null leads to an object now.
    has_new: bool,
}

impl Merging<'_> {
    /// An input of `own` with its pointers put together with those of the same input of `base`.
    fn input(&mut self, own: &GivenInput, other: Option<&GivenInput>) -> GivenInput {
        let mut merged = GivenInput { pointers: Vec::new(), ..own.clone() };
        for (at, number) in &own.pointers {
            let known = other.and_then(|other| other.pointers.iter().find(|(place, _)| place == at));
            let number = self.object(*number, known.map(|(_, number)| *number));
            merged.pointers.push((*at, number));
        }
        let is_null = |at: &u64| own.pointers.iter().all(|(place, _)| place != at);
        let new = other.into_iter().flat_map(|other| &other.pointers).filter(|(at, _)| is_null(at));
        let n_before = merged.pointers.len();
        merged.pointers.extend(new);
        self.has_new |= merged.pointers.len() > n_before;
        merged
    }

    /// The number in `merged` of an object of `own`. `other` is the object that the same pointer leads to in
    /// `base`.
    fn object(&mut self, number: u32, other: Option<u32>) -> u32 {
        if let Some(known) = self.numbers.get(&number) {
            return *known;
        }
        let is_taken = |other: &u32| self.numbers.values().any(|known| known == other);
        let other = other.filter(|other| !is_taken(other));
        let place = other.unwrap_or_else(|| {
            self.merged.objects.push(GivenInput::default());
            self.merged.objects.len() as u32 - 1
        });
        self.numbers.insert(number, place);
        let (own, base) = (self.own, self.base);
        let other = other.and_then(|other| base.objects.get(other as usize));
        if let Some(object) = own.objects.get(number as usize) {
            self.merged.objects[place as usize] = self.input(object, other);
        }
        place
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn input(name: &str, bytes: &[u8], pointers: &[(u64, u32)]) -> GivenInput {
        let (name, bytes, pointers) = (name.to_owned(), bytes.to_vec(), pointers.to_vec());
        GivenInput { name, bytes, pointers, ..GivenInput::default() }
    }

    #[test]
    fn null_pointers_lead_where_they_do_in_the_other_test() {
        let object = |number: u8, pointers: &[(u64, u32)]| input("", &[number; 16], pointers);
        let own = GivenInputs {
            inputs: vec![input("level", &[7], &[]), input("node", &[], &[(0, 0)]), input("other", &[], &[])],
            objects: vec![object(1, &[])],
            ..GivenInputs::default()
        };
        let base = GivenInputs {
            inputs: vec![
                input("level", &[3], &[]),
                input("node", &[], &[(0, 1)]),
                input("other", &[], &[(0, 0)]),
            ],
            objects: vec![object(5, &[]), object(6, &[(8, 0)])],
            ..GivenInputs::default()
        };
        let merged = with_objects(&own, &base).expect("there are objects");
        let expected = GivenInputs {
            inputs: vec![
                input("level", &[7], &[]),
                input("node", &[], &[(0, 1)]),
                input("other", &[], &[(0, 0)]),
            ],
            objects: vec![object(5, &[]), object(1, &[(8, 0)])],
            ..GivenInputs::default()
        };
        assert_eq!(merged, expected);
        assert_eq!(with_objects(&own, &own), None);
    }
}
