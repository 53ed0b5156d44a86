//! Contracts that say more than is needed.

use super::{Error, Failing, Negotiation};
use crate::generate::needs::candidates::Candidate;
use crate::generate::needs::contract::Contract;
use crate::generate::needs::leaves::Leaf;

impl Error {
    /// Whether inputs that do not fail break a contract `a < b` and keep to `a <= b`, which may be chosen, too.
    pub(super) fn is_too_strict(&self, candidate: &Candidate, passing: &[Vec<Leaf>]) -> bool {
        let Contract::Less(one, other) = &candidate.contract else { return false };
        let is_broken =
            |contract: &Contract| passing.iter().any(|leaves| contract.holds(leaves) == Some(false));
        let is_weaker = |it: &Candidate| {
            matches!(&it.contract, Contract::AtMost(a, b) if a == one && b == other)
                && !is_broken(&it.contract)
        };
        is_broken(&candidate.contract) && self.candidates.iter().any(is_weaker)
    }
}

impl Negotiation {
    /// Drops contracts that say that an object is consistent and are not needed, because the errors no longer
    /// happened in a run `under` the contracts for other errors: all inputs that have shown them break one of
    /// these.
    pub(super) fn drop_excluded(&mut self, under: &[Contract]) {
        let is_unsaid = |contract: &Contract| matches!(contract, Contract::Unsaid(_));
        for error in self.errors.iter_mut().filter(|error| error.rule.is_none() && !error.is_shown) {
            let is_vague = |contract: &Contract| match contract {
                Contract::Unsaid(words) => words.ends_with(" points to is consistent"),
                _ => false,
            };
            if !error.chosen.iter().any(is_vague) {
                continue;
            }
            let excluding = |failing: &Failing| {
                under.iter().find(|contract| !is_unsaid(contract) && failing.breaks(contract)).cloned()
            };
            let all: Option<Vec<Contract>> = error.inputs.iter().map(excluding).collect();
            if let Some(mut all) = all.filter(|all| !all.is_empty()) {
                all.sort_by_key(Contract::order);
                all.dedup();
                error.chosen = all;
            }
        }
    }
}
