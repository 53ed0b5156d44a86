//! How many elements an array has to have, by how many it has in calls that pass and in calls that fail.

use super::{Error, Negotiation};
use crate::generate::needs::candidates::Candidate;
use crate::generate::needs::contract::{Contract, Plan, elements};
use crate::generate::needs::leaves::Leaf;

/// A number that is below this one fits an array that the harness makes with a single element.
const OF_ONE: i128 = 2;

impl Negotiation {
    /// Forgets errors whose contract holds for an array with a single element, if the harness now makes this
    /// array with as many elements as a member says: such a contract excludes most of what callers pass.
    pub(super) fn renew_counted(&mut self) {
        let contracts = self.contracts();
        let is_counted = |name: &String| {
            contracts
                .iter()
                .any(|it| matches!(it, Contract::Plan(Plan::Member { array, .. }) if array == name))
        };
        let is_stale = |contract: &Contract| {
            let Contract::Within { end: Some(end), of: Some(array), .. } = contract else { return false };
            *end <= OF_ONE && is_counted(array)
        };
        let stale: Vec<Contract> = contracts.iter().filter(|contract| is_stale(contract)).cloned().collect();
        self.errors.retain(|error| !error.chosen.iter().any(|contract| stale.contains(contract)));
        self.barred.extend(stale);
    }
}

impl Error {
    /// Adds contracts on arrays that may have more elements than their contracts ask for: they have as many as
    /// the shortest array with which a call passes, or more than the longest with which one fails.
    pub(super) fn count_elements(&mut self, passing: &[Vec<Leaf>]) {
        for at in (0..self.candidates.len()).rev() {
            let Contract::AtLeast { array, count, most } = self.candidates[at].contract.clone() else {
                continue;
            };
            let size = |leaves: &Vec<Leaf>| u64::try_from(elements(leaves, &array)?).ok();
            let passes = passing.iter().filter_map(size).min().map(|least| (least, least));
            let fails = self.inputs.iter().filter_map(|failing| size(&failing.leaves)).max();
            let fails = fails.map(|longest| (longest + 1, most));
            for (count, most) in
                fails.into_iter().chain(passes).filter(|(least, _)| (count + 1..=most).contains(least))
            {
                let contract = Contract::AtLeast { array: array.clone(), count, most };
                if !self.candidates.iter().any(|known| known.contract == contract) {
                    let candidate = Candidate { contract, ..self.candidates[at].clone() };
                    self.candidates.insert(at, candidate);
                }
            }
        }
    }
}
