//! Contracts that hold for some calls only, because of other values of the call.

use super::Error;
use crate::generate::needs::contract::Contract;
use crate::generate::needs::facts::Facts;
use crate::generate::needs::leaves::Leaf;
use crate::generate::needs::softened::{is_implied, separating, supposed};
use crate::testcase::Site;

impl Error {
    /// Restricts contracts on pointers to some calls, if other calls break them and do not fail.
    pub(super) fn softened(
        &self,
        choice: Vec<Contract>,
        facts: &Facts,
        passing: &[Vec<Leaf>],
        barred: &[Contract],
    ) -> Vec<Contract> {
        let failing: Vec<&Vec<Leaf>> = self.inputs.iter().map(|failing| &failing.leaves).collect();
        let soften = |contract: Contract| match separating(facts, &contract, &failing, passing) {
            None => contract,
            Some(when) => {
                let softer = Contract::If { when, then: Box::new(contract.clone()) };
                if barred.contains(&softer) { contract } else { softer }
            }
        };
        choice.into_iter().map(soften).collect()
    }

    /// Whether all of these contracts hold of a part of an object because of its other parts.
    pub(super) fn are_implied(&self, contracts: &[Contract], facts: &Facts, site: Option<&Site>) -> bool {
        let inputs: Vec<&Vec<Leaf>> = self.inputs.iter().map(|failing| &failing.leaves).collect();
        !contracts.is_empty() && contracts.iter().all(|contract| is_implied(facts, contract, &inputs, site))
    }

    /// Supposes that contracts which the function guards against hold because of other parts of an object.
    pub(super) fn supposed(
        &self,
        choice: Vec<Contract>,
        facts: &Facts,
        site: Option<&Site>,
    ) -> Vec<Contract> {
        let inputs: Vec<&Vec<Leaf>> = self.inputs.iter().map(|failing| &failing.leaves).collect();
        choice.iter().map(|contract| supposed(facts, contract, &inputs, site)).collect()
    }
}
