//! If some calls break a contract without failing, it does not hold for all calls. If one value tells these
//! calls from those that fail, and the function checks this value, the contract holds for calls with this
//! value.

use super::contract::Contract;
use super::facts::Facts;
use super::leaves::{Leaf, Value};
use super::when::{When, bits};

/// The condition that tells calls which fail because they break a contract on a pointer from calls which
/// break it and do not fail; `None` if there is none, or no calls of the second kind.
pub fn separating(
    facts: &Facts,
    contract: &Contract,
    failing: &[&Vec<Leaf>],
    passing: &[Vec<Leaf>],
) -> Option<When> {
    let Contract::NotNull(pointer) = contract else { return None };
    let breaks = |leaves: &Vec<Leaf>| contract.holds(leaves) == Some(false);
    let failing: Vec<&&Vec<Leaf>> = failing.iter().filter(|leaves| breaks(leaves)).collect();
    let passing: Vec<&Vec<Leaf>> = passing.iter().filter(|leaves| breaks(leaves)).collect();
    let first = failing.first().filter(|_| !passing.is_empty())?;
    let own = first.iter().find(|leaf| leaf.text == *pointer)?;
    let mut found = Vec::new();
    for leaf in first.iter().filter(|leaf| leaf.text != *pointer) {
        found.extend(bits(facts, leaf));
        let text = || leaf.text.clone();
        let is_tested = facts.place(leaf).is_some_and(|place| facts.guards.tested.contains(&place));
        // A function that returns early because one argument is missing says nothing about the others.
        let is_beside = leaf.depth == 1 && own.depth == 1 && leaf.parameter == own.parameter;
        match &leaf.value {
            Value::Named(name) if is_case(facts, leaf) => {
                found.push(When::Is { value: text(), name: name.clone() });
            }
            Value::Pointer | Value::Unseen | Value::Text { .. } | Value::Letters(_)
                if is_tested && is_beside =>
            {
                found.push(When::NotNull(text()));
            }
            Value::Number(_) if is_tested && is_beside => found.push(When::NotZero(text())),
            _ => {}
        }
    }
    found.into_iter().find(|when| {
        failing.iter().all(|leaves| when.holds(leaves) == Some(true))
            && passing.iter().all(|leaves| when.holds(leaves) == Some(false))
    })
}

/// Whether the function compares a value of an enumeration with names.
fn is_case(facts: &Facts, leaf: &Leaf) -> bool {
    facts.place(leaf).is_some_and(|place| facts.guards.cases.contains(&place))
}
