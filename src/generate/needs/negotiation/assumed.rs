//! Writes the chosen contracts into the harness: other ways to make arguments, and conditions that are
//! assumed.

use super::Negotiation;
use crate::generate::harness::{Assumption, Harness};
use crate::generate::needs::contract::Contract;
use crate::generate::needs::reachable::{is_array, reachable};
use crate::generate::roles::{ELEMENTS, MOST_OF_ROWS, Parameter, Role};

impl Negotiation {
    /// The harness under all contracts.
    pub fn harness(&self) -> Harness {
        let mut harness = self.harness.clone();
        let contracts = self.contracts();
        for contract in &contracts {
            match contract {
                Contract::Plan(plan) => plan.apply(&mut harness, &self.facts),
                Contract::AtLeast { array, most, .. } if *most > ELEMENTS => {
                    let of = harness.parameters.iter_mut().find(|parameter| parameter.name == *array);
                    of.into_iter().for_each(|parameter| parameter.at_least = parameter.at_least.max(*most));
                }
                // So that there are several words.
                Contract::Multiple { number, of } => {
                    let number = harness.parameters.iter().position(|parameter| parameter.name == *number);
                    let is_counted = |role: &Role| match role {
                        Role::Buffer { length } | Role::Bytes { length } => *length == number,
                        _ => false,
                    };
                    let counted = harness.parameters.iter_mut().filter(|it| is_counted(&it.role));
                    counted.for_each(|parameter| parameter.at_least = 3 * of);
                }
                Contract::Product { rows, columns, of } => {
                    for at in 0..harness.parameters.len() {
                        // Somebody may have said how many elements there are.
                        if harness.parameters[at].name == *of && !self.is_length_said {
                            harness.parameters[at].at_least = MOST_OF_ROWS;
                        }
                        if [rows, columns].contains(&&harness.parameters[at].name) {
                            self.facts.free(&mut harness, at);
                        }
                    }
                }
                Contract::Sum { first, second, of, is_array: true, .. } => {
                    let own = harness.parameters.iter().position(|parameter| parameter.name == *of);
                    for at in 0..harness.parameters.len() {
                        let parameter = &harness.parameters[at];
                        let is_length = match &parameter.role {
                            Role::Length { of, .. } => own.is_some_and(|own| of.contains(&own)),
                            _ => false,
                        };
                        if is_length && [first, second].contains(&&parameter.name) {
                            self.facts.free(&mut harness, at);
                        }
                    }
                }
                _ => {}
            }
        }
        for contract in &contracts {
            let condition = contract.condition();
            let is_made = |parameter: &Parameter| {
                is_array(parameter) && condition == format!("{} != NULL", parameter.name)
            };
            if condition.is_empty() || harness.parameters.iter().any(is_made) {
                continue;
            }
            let condition = reachable(&condition, &contracts, &harness);
            let because = self
                .errors
                .iter()
                .find(|error| error.chosen.contains(contract))
                .map_or(String::new(), |error| format!("else {}", error.what));
            let each = contract.each().map(str::to_owned);
            if !harness.assumptions.iter().any(|known| known.condition == condition) {
                harness.assumptions.push(Assumption { condition, each, because });
            }
        }
        harness
    }
}
