//! How many elements an array has to have, by how many it has in calls that pass and in calls that fail.

use super::Error;
use crate::generate::needs::candidates::Candidate;
use crate::generate::needs::contract::{Contract, elements};
use crate::generate::needs::leaves::Leaf;

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
